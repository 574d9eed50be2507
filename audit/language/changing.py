"""``change``: a statement of the amended edition with some of its lines set anew, added, or dropped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from audit.language.diagnostics import Also, Diagnostic
from audit.language.entries import Entry, context_of, flatten, rebuild, states_basis, with_basis_of
from audit.language.forms import IN_ORDER, comes_last, form, is_matched
from audit.language.identity import CHANGES, canonical, changed_key, name_span
from audit.language.originals import Originals
from audit.language.rows import change_rows
from audit.language.syntax import Node, Word
from audit.language.vocabulary import Vocabulary
from audit.ruleset.basis import Span

OF_ROWS = frozenset({"settle", "pays", "bonus", "table", "way"})
EMPTIED = frozenset({
    "heading_line", "under_choice_line", "under_choice_classes", "under_choice_actions", "step", "decides",
    "plays_each_hand", "branch", "else_if", "else_",
})
"""Blocks that are nothing without lines."""
MOST_SHOWN = 20


class Lines:
    """The lines of a block while they are amended: in each place of the old block what stands there now.

    ``contexts`` tells for each old line where it holds, ``alike`` which lines are of one form under the same headings.
    """

    def __init__(self, old: Sequence[Entry]) -> None:
        self.old = old
        self.contexts = [context_of(entry) for entry in old]
        self.alike: dict[Hashable, list[int]] = {}
        for n, entry in enumerate(old):
            self.alike.setdefault((form(entry.node), self.contexts[n].places), []).append(n)
        self.rights = [n for n, entry in enumerate(old) if _rights(entry.node)]
        self.headings = {entry.headings: n for n, entry in enumerate(old) if entry.headings}
        self.places = [[entry] for entry in old]
        self.end: list[Entry] = []

    def same(self, entry: Entry) -> list[int]:
        """The old lines of a new line's form, under its headings."""
        return self.alike.get((form(entry.node), context_of(entry).places), [])

    def take_out(self, n: int) -> None:
        if self.places[n][:1] and self.places[n][0] is self.old[n]:
            del self.places[n][0]

    def all(self) -> list[Entry]:
        return [entry for place in self.places for entry in place] + self.end


def change_statement(
    change: Node, old: Node, originals: Originals, names: Callable[[], Vocabulary]
) -> tuple[Node, list[Diagnostic]]:
    """The old statement as a ``change`` leaves it, and what is wrong with the change.

    A line takes the place of those of its kind under the same headings; what `forms` calls matched is told apart by
    its words.  A row is set by its condition cells.  Lines are dropped first.
    """
    drops = [line for line in change.body if line.kind == "drop_line"]
    set_lines = [line for line in change.body if line.kind == "set_line"]
    sets = [child for line in set_lines for child in line.children if isinstance(child, Node)]
    mistakes: list[Diagnostic] = []
    if change.tail.guard is not None or change.tail.when is not None:
        where = change.tail.guard or change.tail.when
        assert where is not None
        said = "a change as a whole has no condition"
        mistakes.append(Diagnostic("change-guarded", said, where.span, "write it on the lines that it holds for"))
    made = _with_head(change, old)
    said = changed_key(change).said
    for line in drops:
        made, found = _drop(line, made, originals, said)
        mistakes.extend(found)
    if CHANGES[change.kind] in OF_ROWS:
        made, found = change_rows(sets, made, said, names())
    else:
        in_order = old.kind in IN_ORDER
        lines, found = amend_lines(flatten(made.body), flatten(sets), said, originals, in_order=in_order)
        made = made.with_body(rebuild(lines))
    mistakes.extend(found)
    if old.body and not made.body and old.kind != "wager":
        mistakes.append(
            Diagnostic("change-empties", f"nothing is left of {said}", name_span(change), "remove it, or replace it")
        )
    return made, mistakes


def _with_head(change: Node, old: Node) -> Node:
    """The old head with the title, and the basis, that the change gives it."""
    made = with_basis_of(old, change) if states_basis(change) else old
    title = next((w for w in change.words if isinstance(w, Word) and w.kind == "STRING"), None)
    if title is None:
        return made
    name, _, *rest = made.children
    return replace(made, children=(name, title, *rest), span=change.span)


def amend_lines(
    old: Sequence[Entry], new: Sequence[Entry], said: str, originals: Originals, *, in_order: bool
) -> tuple[list[Entry], list[Diagnostic]]:
    """The old lines with the new ones in their places, and the clashes that the words alone do not settle."""
    lines = Lines(old)
    mistakes: list[Diagnostic] = []
    waiting: list[Entry] = []
    cursor: int | None = None
    for entry in new:
        placed = _under_old_headings(entry, lines)
        replaced = _replaced_by(entry, lines)
        if replaced is None:
            mistakes.append(_ambiguous(entry, lines, said, originals))
            continue
        opposed = _opposed(entry, lines)
        wholly = [n for n in opposed if _denies_all(entry, old[n])]
        mistakes.extend(_half_spoken(entry, old[n].node, said, originals) for n in opposed if n not in wholly)
        replaced = list(dict.fromkeys((*replaced, *wholly)))
        if replaced:
            cursor = replaced[0]
            for n in replaced:
                lines.take_out(n)
            lines.places[cursor] = [*waiting, *lines.places[cursor], placed]
            waiting = []
        elif in_order and cursor is None:
            waiting.append(placed)
        else:
            is_beside = cursor is not None and old[cursor].headings == placed.headings
            beside = cursor if is_beside or in_order else lines.headings.get(placed.headings)
            (lines.end if beside is None else lines.places[beside]).append(placed)
    if waiting:
        _before_the_rest(lines, waiting)
    return lines.all(), mistakes


def _before_the_rest(lines: Lines, waiting: list[Entry]) -> None:
    """New lines of an ordered block go to its end, before the line for everything else."""
    if lines.places and lines.places[-1] and comes_last(lines.places[-1][0].node) and not lines.places[-1][0].headings:
        lines.places[-1][:0] = waiting
    else:
        lines.end[:0] = waiting


def _under_old_headings(entry: Entry, lines: Lines) -> Entry:
    """The new line under the old headings, where they are the same and the new ones state no basis of their own."""
    if not entry.headings or any(states_basis(heading) for heading in entry.headings):
        return entry
    wanted = [_bare(heading) for heading in entry.headings]
    for headings in lines.headings:
        if [_bare(heading) for heading in headings] == wanted:
            return replace(entry, headings=headings)
    return entry


def _bare(heading: Node) -> Node:
    """A heading without its basis."""
    at = heading.tail_at
    assert at is not None
    tail = heading.children[at]
    assert isinstance(tail, Node)
    bare = replace(tail, children=(*tail.children[:-2], None, None))
    return canonical(replace(heading, children=(*heading.children[:at], bare)))


def _replaced_by(entry: Entry, lines: Lines) -> list[int] | None:
    """Which old lines a new one takes the place of; None where its words fit several and do not tell which."""
    choices = context_of(entry).choices
    same = lines.same(entry)
    under = [n for n in same if lines.contexts[n].choices == choices]
    if not under and choices:
        plain = [n for n in same if not lines.contexts[n].choices]
        if plain and len(plain) < len(same):
            return None
        under = plain
    elif not under:
        under = same
    if not is_matched(entry.node) or len(under) <= 1:
        return under
    guard = entry.node.tail.guard
    exact = [n for n in under if _same_guard(lines.old[n].node.tail.guard, guard)]
    if exact:
        return exact
    return None if guard is not None else under


def _same_guard(one: Node | None, other: Node | None) -> bool:
    return (canonical(one) if one else None) == (canonical(other) if other else None)


def _ambiguous(entry: Entry, lines: Lines, said: str, originals: Originals) -> Diagnostic:
    fitting = [lines.old[n].node for n in lines.same(entry)]
    return Diagnostic(
        "change-ambiguous", f"{said} has {len(fitting)} lines that this one could take the place of",
        line_span(entry.node, originals), 'drop "…" those that go, by their words',
        also=tuple(Also(line_span(node, originals), "one of them") for node in fitting[:MOST_SHOWN]),
    )


# rights: "may be" and "may not be" speak of the same things


def _rights(node: Node) -> frozenset[str]:
    if node.kind not in ("may_be", "may_not_be"):
        return frozenset()
    rights = node.words[0]
    assert isinstance(rights, Node)
    return frozenset(child.kind for child in rights.children if isinstance(child, Node))


def _opposed(entry: Entry, lines: Lines) -> list[int]:
    """Old lines that grant what the new one denies, or deny what it grants."""
    rights = _rights(entry.node)
    if not rights:
        return []
    context = context_of(entry)
    return [
        n for n in lines.rights
        if lines.old[n].node.kind != entry.node.kind and _rights(lines.old[n].node) & rights
        and lines.contexts[n] == context
    ]


def _denies_all(entry: Entry, other: Entry) -> bool:
    return _rights(other.node) <= _rights(entry.node)


def _half_spoken(entry: Entry, other: Node, said: str, originals: Originals) -> Diagnostic:
    """An old line of which only a part is contradicted: what stays has to be said."""
    return Diagnostic(
        "change-ambiguous", f"{said} says the opposite of part of this", line_span(entry.node, originals),
        f'drop "{originals.words(other)}", and say what stays', also=(Also(line_span(other, originals), "here"),),
    )


# drop


def _drop(line: Node, statement: Node, originals: Originals, said: str) -> tuple[Node, list[Diagnostic]]:
    word = line.words[0]
    assert isinstance(word, Word)
    wanted = plain(word.text)
    found = [node for node in _lines_below(statement) if wanted in _ways_to_say(node, originals)]
    if len(found) == 1:
        return _without(statement, found[0]), []
    if not found:
        return statement, [
            Diagnostic(
                "drop-missing", f"{said} has no line {word.text}", word.span,
                "the words of the line, as far as its condition or its clause",
            )
        ]
    return statement, [
        Diagnostic(
            "drop-ambiguous", f"{len(found)} lines of {said} say {word.text}", word.span,
            "with its condition, if that tells them apart; else replace the statement",
            also=tuple(Also(line_span(node, originals), "one of them") for node in found[:MOST_SHOWN]),
        )
    ]


def _lines_below(node: Node) -> list[Node]:
    return [found for line in node.body for found in (line, *_lines_below(line))]


def _ways_to_say(node: Node, originals: Originals) -> frozenset[str]:
    """How a line may be called by its words: with its condition or without, a row with its strokes or without."""
    ways = {plain(originals.words(node)), plain(originals.phrase(node))}
    return frozenset(ways | {way.strip("| ") for way in ways if node.kind == "table_row"})


def plain(text: str) -> str:
    """Words without quotation marks and with single spaces, since a quotation cannot hold another."""
    return " ".join(text.replace('"', "").replace("|", " | ").split())


def _without(node: Node, gone: Node) -> Node:
    body: list[Node] = []
    for line in node.body:
        if line is gone:
            continue
        made = _without(line, gone) if line.body else line
        if made.body or not line.body or line.kind not in EMPTIED:
            body.append(made)
    return node.with_body(tuple(body)) if node.tail_at is not None else node


def line_span(node: Node, originals: Originals) -> Span:
    """The words of a line, on the line where it begins."""
    begins = node.span
    return replace(begins, end_line=begins.line, end_column=begins.column + max(1, len(originals.words(node))))
