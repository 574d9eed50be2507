"""Labels of the document that are skipped, doubled or restart, and labels that stand for nothing.

What: Items of one list whose labels do not follow one another (A, B, C, B; 2, then 4); a label without words; a list that
  is announced as a choice and has one item; rules that are announced and do not follow.
Why: Two clauses of one number cannot be told apart when they are cited, and a number that is missing may be a rule that
  was lost. Whatever cites the list is in doubt.
Example: A. ... B. ... C. ... B. ...
Instead: A. ... B. ... C. ... D. ...
Settings: severity; may be waived
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.legibility import is_damaged, is_scan
from audit.checks.documents.quoting import quoted, quoted_around
from audit.checks.documents.titles import gist, heading_of
from audit.checks.finding import Finding
from audit.documents.clauses import Clause, walk
from audit.documents.outline.labels import letters, letters_value, roman, roman_value
from audit.language.diagnostics import Severity
from audit.ruleset.basis import clause_parts

NAME = "numbering"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "The labels of a list should follow one another, each once."
_LEAST = 0.5
"""Confidence below which a label's place is not the document's."""
_CHOICE = re.compile(r"\b(?:either|(?:one|any|each|all|both) of the following)\s*[:;,-]?\s*$", re.IGNORECASE)
_SERIES = 3
_MOST = 200
"""Faults of one part; more, and its labels are no labels."""


@dataclass(frozen=True)
class _Item:
    """A label of a list, its place in the count from 1, and its clause.

    ``at`` is the offset in the words of the clause at which a label stands that the reader took for none, since it is not
    the one that is due; None where it is the clause's own.
    """

    clause: Clause
    value: int
    at: int | None = None

    @property
    def spot(self) -> Spot:
        if self.at is None:
            return _head(self.clause)
        return Spot(self.clause, self.at, min(self.at + 40, len(self.clause.text.words)))

    @property
    def words(self) -> str:
        return self.clause.words if self.at is None else self.clause.text.words[self.at :]


def check(written: Written) -> Iterator[Finding]:
    """The faults of each list, in the order of the document."""
    if is_scan(written):
        return
    found = 0
    for over in (None, *written.clauses):
        children = written.part.clauses if over is None else over.children
        for finding in _faults(written, over, children):
            found += 1
            if found > _MOST:
                return
            yield finding


def _faults(written: Written, over: Clause | None, children: Sequence[Clause]) -> Iterator[Finding]:
    yield from _out_of_order(written, over, children)
    for child in children:
        if _is_empty(child):
            yield _empty(written, over, child, child.path, child.label, _head(child))
        yield from _empty_behind(written, child)
        if _is_unkept(children, child):
            yield _unkept(written, child)
    if over is not None and _is_lone_choice(over):
        yield _lone(written, over)


# labels that do not follow one another


def _out_of_order(written: Written, over: Clause | None, children: Sequence[Clause]) -> Iterator[Finding]:
    items, kind = _items(children)
    items = [one for item in items for one in (item, *_unread_behind(item, kind))]
    due = other = items[0].value if items else 1  # a list may go on where another, or another part, left off
    seen: set[int] = set()
    for n, item in enumerate(items):
        if item.value in (due, other):
            seen.add(item.value)
            due = other = item.value + 1
            continue
        is_second = _begins_anew(children, item) or (over is None and _is_second_series(items, n))
        is_read = item.value < due or n == 0 or not _is_swallowed(items[n - 1].clause, _written(due, kind))
        if _is_told(items, n) and not is_second and is_read and (item.at is None or _is_fault(item.value, seen, due)):
            yield _finding(written, over, items[:n], item, _written(due, kind), _written(item.value, kind), kind)
        elif item.at is not None:
            continue
        seen.add(item.value)
        due, other = item.value + 1, due + 1


def _items(children: Sequence[Clause]) -> tuple[list[_Item], str]:
    """The labelled clauses of a list with their values, in the series that leaves the fewest gaps; and that series."""
    steps = [(child, _step(child)) for child in children if child.is_labelled]
    capitals = sum(step.isupper() for _, step in steps) * 2 > sum(step.isalpha() for _, step in steps)
    steps = [(child, step) for child, step in steps if step and (not step.isalpha() or step.isupper() == capitals)]
    best: tuple[list[_Item], str] = [], ""
    fewest = len(steps) + 1
    for kind in ("number", "letter", "roman"):
        items = [_Item(child, value) for child, step in steps if (value := _value(step, kind)) is not None]
        gaps = len(steps) - len(items) + sum(b.value != a.value + 1 for a, b in itertools.pairwise(items))
        gaps += bool(items) and items[0].value != 1
        if items and gaps < fewest:
            best, fewest = (items, kind), gaps
    return best


_LABEL = re.compile(r"(?P<open>\(?)(?P<word>\d{1,2}|[A-Za-z]{1,4})(?P<stop>[.)])(?=\s+[\"“A-Z]|\s*$)")
_FARTHEST = 3


def _unread_behind(item: _Item, kind: str) -> Iterator[_Item]:
    """Labels of the dress of an item's own that stand in its words at the head of a line, behind the end of a sentence."""
    dress = _LABEL.match(item.clause.label)
    if dress is None:
        return
    read = list(walk([item.clause]))
    found = []
    for clause in read:
        for at, printed in _line_heads(clause):
            label = _LABEL.match(printed)
            if label is None or (label["open"], label["stop"]) != (dress["open"], dress["stop"]):
                continue
            value = _value(label["word"], kind) if label["word"].isupper() == dress["word"].isupper() else None
            if value is not None:
                found.append(_Item(clause, value, at))
    if found and not _has_list_within(read, dress["word"]):  # else it may be a label of a list within the item
        yield from found


_INNER = re.compile(r"(?:^|(?<=\s))\(?(?P<word>\d{1,2}|[A-Za-z]|[ivx]{2,4})[.)](?=\s+[\"“A-Z])")


def _has_list_within(read: Sequence[Clause], word: str) -> bool:
    """Whether the words of an item, ``read`` with those below it, have labels of another style than its own, ``word``."""
    printed = (m["word"] for clause in read for m in _INNER.finditer(clause.text.words))
    below = (_step(clause) for clause in read[1:] if clause.is_labelled)
    return any(_style(label) != _style(word) for label in (*printed, *below) if label)


def _style(label: str) -> str:
    return "number" if label.isdigit() else "capital" if label.isupper() else "small"


def _line_heads(clause: Clause) -> Iterator[tuple[int, str]]:
    """Where the lines of its text begin that stand behind the end of a sentence, and their words."""
    at, before, line = 0, "", clause.text.stretches[0].line if clause.text.stretches else 0
    for stretch in clause.text.stretches:
        if stretch.line != line and stretch.original is None:
            line = stretch.line
            if before.rstrip()[-1:] in (".", ";", ":", "!", "?"):
                yield at, stretch.text
        at += len(stretch.text)
        before = stretch.text if stretch.text.strip() else before


def _is_swallowed(clause: Clause, due: str) -> bool:
    """Whether the label that is due stands anywhere in the words of the item before, where the reader took it for none."""
    dress = _LABEL.match(clause.label)
    if dress is None:
        return False
    word = due.upper() if dress["word"].isupper() else due
    label = re.compile(rf"(?<![\w.]){re.escape(dress['open'])}{re.escape(word)}{re.escape(dress['stop'])}(?=\s|$)")
    return any(label.search(one.words) for one in walk([clause]))


def _is_fault(value: int, seen: set[int], due: int) -> bool:
    """Whether a label that the reader took for none is one all the same: one of this list again, or soon due."""
    return value in seen or due < value <= due + _FARTHEST


def _step(clause: Clause) -> str:
    """The last step of its path as it is written, without what tells two of one label apart; empty for unlabelled ones."""
    parts = [part for part in clause_parts(clause.path) if not part.startswith("~")]
    last = parts[-1] if parts else ""
    return "" if last.startswith(("+", '"')) else last.strip("()")


def _value(step: str, kind: str) -> int | None:
    if kind == "number":
        return int(step) if step.isdigit() else None
    small = step.lower()
    return letters_value(small) if kind == "letter" else roman_value(small)


def _written(value: int, kind: str) -> str:
    return str(value) if kind == "number" else letters(value) if kind == "letter" else roman(value)


def _is_told(items: Sequence[_Item], n: int) -> bool:
    """Whether the document prints the label so, and the labels around it where they are."""
    around = items[max(n - 1, 0) : n + 1]
    return all(not is_damaged(item.clause) and item.clause.confidence >= _LEAST for item in around)


def _begins_anew(children: Sequence[Clause], item: _Item) -> bool:
    """Whether a second list begins with the item: it counts from 1, behind words that bear no label or a list below.

    The words before may also hold the label and the lead-in of the second list: ``c. ... 2. If they do not: a. ...``.
    """
    if item.value != 1:
        return False
    at = next((n for n, child in enumerate(children) if child is item.clause), None)
    if at is None:
        return False  # read in the words of a clause below
    before = children[at - 1]
    if at == 0 or not before.is_labelled or before.children:
        return True
    return _has_list_within([before], _step(item.clause)) or before.text.words.rstrip().endswith(":")


def _is_second_series(items: Sequence[_Item], n: int) -> bool:
    """Whether a whole series stands behind another on the first level: an annex, or a list whose head is not read."""
    return sum(item.value == items[n].value + k for k, item in enumerate(items[n : n + _SERIES])) == _SERIES


def _finding(
    written: Written, over: Clause | None, before: Sequence[_Item], item: _Item, due: str, label: str, kind: str
) -> Finding:
    whole = "the document" if over is None else over.path
    about = f" ({quoted(heading_of(over) or over.words, 60)})" if over is not None and over.words.strip() else ""
    cased = str.upper if any(_step(b.clause).isupper() for b in (*before, item)) else str
    due, label = cased(due), cased(label)
    earlier = [b.clause for b in before if b.value == item.value][-1:]
    last = cased(_written(before[-1].value, kind)) if before else ""
    if earlier:
        said = f"{whole} prints “{label}” a second time, behind “{last}”, where “{due}” is due"
    elif item.value < before[-1].value:
        said = f"{whole} prints “{label}” behind “{last}”, where “{due}” is due"
    else:
        said = f"{whole} goes from “{last}” to “{label}”"
    said = f"{whole}{about}{said.removeprefix(whole)}"
    return written.finding(
        NAME,
        SEVERITY,
        item.spot,
        f"{_known(over)}; {gist(item.words)}",
        message=said,
        condition=f"{said[0].upper()}{said[1:]}: {quoted(item.words)}.",
        criteria=CRITERIA,
        effect="A citation of these items is ambiguous"
        if earlier
        else "A rule may be missing, and what cites the list is in doubt",
        recommendation=f"Number the items of {whole} in one series, and mend what cites them.",
        others=[*earlier, *(b.clause for b in before[-1:])],
    )


# labels that stand for nothing


def _is_empty(clause: Clause) -> bool:
    return (
        clause.is_labelled
        and not clause.words.strip(" .;,")
        and not clause.children
        and not clause.tables
        and not is_damaged(clause)
        and clause.confidence >= _LEAST
    )


def _empty_behind(written: Written, clause: Clause) -> Iterator[Finding]:
    """A label of a list below the clause that is all of its last line, and below which the reader found no list."""
    heads = list(_line_heads(clause)) if clause.is_labelled and not clause.children and not clause.tables else []
    if heads and _LABEL.fullmatch(heads[-1][1].strip()) and heads[-1][0] + len(heads[-1][1]) >= len(clause.text.words):
        label = heads[-1][1].strip()
        spot = Spot(clause, heads[-1][0], len(clause.text.words))
        yield _empty(written, clause, clause, f"{label} below {clause.path}", label, spot)


def _empty(written: Written, over: Clause | None, clause: Clause, called: str, label: str, spot: Spot) -> Finding:
    return written.finding(
        NAME,
        SEVERITY,
        spot,
        f"empty; {_known(over)}",
        message=f"{called}{_in(over)} has a label and no words"
        if called == clause.path
        else f"the label “{label}” stands below {clause.path} without words",
        condition=f"The label “{label}” is printed{_behind_what(over)}, and nothing stands behind it.",
        criteria="A label should stand for a rule.",
        effect="A rule may be missing",
        recommendation="Print the rule, or strike the label.",
    )


def _in(over: Clause | None) -> str:
    """The title of the list, where it has one."""
    heading = heading_of(over) if over is not None else ""
    return f" (in {quoted(heading)})" if heading else ""


def _behind_what(over: Clause | None) -> str:
    """What the list is about, in words of its own."""
    said = heading_of(over) or over.words if over is not None else ""
    return f" in {over.path} ({quoted(said)})" if over is not None and said.strip() else ""


def _is_lone_choice(clause: Clause) -> bool:
    """Whether it announces several items, and has one alone."""
    labelled = [child for child in clause.children if child.is_labelled]
    return (
        len(labelled) == 1 == len(clause.children)
        and not clause.tables
        and bool(_CHOICE.search(clause.text.words))
        and not is_damaged(labelled[0])
        and labelled[0].confidence >= _LEAST
    )


def _lone(written: Written, clause: Clause) -> Finding:
    child = clause.children[0]
    announced = _CHOICE.search(clause.text.words)
    words = announced[0].strip(" :;,-") if announced else ""
    return written.finding(
        NAME,
        SEVERITY,
        Spot(clause, announced.start() if announced else 0, len(clause.text.words)),
        f"lone; {gist(clause.words)}; {gist(child.words)}",
        message=f"{clause.path} announces “{words}” and has one item",
        condition=f"{clause.path}: {_announcing(clause, announced)}. The only item below it is {child.path} ({quoted(child.words)}).",
        criteria="What is announced as several items should have several.",
        effect="The other item is missing, or bears the label of another list",
        recommendation=f"Print the other item below {clause.path}, with its label.",
        others=[child],
    )


_FOLLOWING = re.compile(
    r"\bthe following (?:\w+ ){0,2}?(?:modification|procedure|condition|requirement|exception|rule|step|provision|criteri)\w*\s*:\s*$",
    re.IGNORECASE,
)
"""An announcement of rules; what else may follow, a table or a picture, a text does not always show."""


def _is_unkept(children: Sequence[Clause], clause: Clause) -> bool:
    """Whether a clause announces rules and has none below it, and the very next label of its own list stands behind."""
    found = _FOLLOWING.search(clause.text.words)
    if found is None or clause.children or clause.tables or not clause.is_labelled or is_damaged(clause):
        return False
    at = next(n for n, child in enumerate(children) if child is clause)
    behind = children[at + 1] if at + 1 < len(children) else None
    return behind is not None and behind.is_labelled and not is_damaged(behind) and any(
        (one := _value(_step(clause), kind)) is not None and _value(_step(behind), kind) == one + 1
        for kind in ("number", "letter", "roman")
    )


def _unkept(written: Written, clause: Clause) -> Finding:
    found = _FOLLOWING.search(clause.text.words)
    words = found.group().strip(" :") if found else ""
    start = found.start() if found else 0
    return written.finding(
        NAME,
        SEVERITY,
        Spot(clause, start, len(clause.text.words)),
        f"unkept; {gist(clause.words)}",
        message=f"{clause.path} announces “{words}” and none follows",
        condition=f"{clause.path}: {quoted_around(clause.text.words, start, len(clause.text.words), 90)}. "
        "The next label is that of the clause beside it.",
        criteria="What is announced should be there.",
        effect="The rules that are announced are missing, or bear the labels of another list",
        recommendation=f"Print them below {clause.path}, each with its label.",
    )


def _announcing(clause: Clause, announced: re.Match[str] | None) -> str:
    start = announced.start() if announced else 0
    return quoted_around(clause.text.words, start, len(clause.text.words))


def _head(clause: Clause) -> Spot:
    """The first words of a clause."""
    in_title = bool(clause.title)
    text = clause.title if in_title else clause.text
    return Spot(clause, 0, min(len(text.words), 40), in_title)


def _known(clause: Clause | None) -> str:
    return "" if clause is None else gist(heading_of(clause) or clause.words)
