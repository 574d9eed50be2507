"""A second look at what parses: words that fit the grammar and cannot be what was meant.

Odds where rolls are asked for, dice faces that no die has, clauses that are none, lines that rest on nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes.mistake import Piece, pieces
from audit.language.mistakes.names import MEANT, unknown_name
from audit.language.mistakes.proving import Edit
from audit.language.mistakes.rows import cells
from audit.language.mistakes.tails import CiteFault, fault_of
from audit.language.syntax import Node, Source, Word
from audit.ruleset.basis import Span

COUNTED = {1: "one die", 2: "two dice", 3: "three dice", 4: "four dice", 5: "five dice", 6: "six dice"}
LISTS = frozenset({"on", "excluded", "dice", "group", "pick", "in_order"})
RESULT_HEADINGS = re.compile(r"(pays|odds|result|plus|printed|on|wager|name|at (least|most)|to .*)$")
GROUNDLESS = frozenset({
    "choose", "choose_table", "define_value", "because", "remove", "remove_clause", "drop_line", "include_all",
    "include", "binding", "rename", "permits", "example_told", "configuration", "under_choice", "under_choice_line",
    "under_choice_actions", "under_choice_classes", "needs_wager", "needs_area", "needs_step", "needs_wheel", "note",
})
"""Lines that say nothing of the document, or that stand for the whole of one."""
HEADS = frozenset({"ruleset", "fragment", "regulation", "submission"})


@dataclass(frozen=True, slots=True)
class Known:
    """What a second look needs to know of the whole file.

    ``faces`` are those of all its dice (nothing where not all are known), ``dice`` how many there are; ``options`` the
    names of options and assumptions; ``declared`` every name that some statement gives, ``classes`` those that its lines give; ``is_whole`` is false where
    other files add to it, ``cites`` where it need not cite.
    """

    faces: frozenset[str] | None = None
    dice: int = 0
    options: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    is_whole: bool = True
    cites: bool = True


@dataclass(frozen=True, slots=True)
class Looked:
    """A mistake that the second look found, and the edits that mend it in the lines of the statement."""

    diagnostic: Diagnostic
    edits: tuple[Edit, ...] = ()


def known_of(source: Source, nodes: list[Node]) -> Known:
    """What the second look needs to know of a file."""
    text = source.text
    is_whole = re.search(r"^\s*(include|amends)\b", text, re.MULTILINE) is None
    faces: frozenset[str] | None = frozenset()
    dice = 0
    for node in nodes:
        if node.kind == "dice":
            dice += next((int(float(w.text)) for w in node.words if isinstance(w, Word) and w.kind == "NUMBER"), 0)
            own = _faces(node)
            faces = faces | own if faces is not None and own is not None else None
    options = frozenset(re.findall(r"^\s*(?:option|assume)\s+(\w+)", text, re.MULTILINE))
    declared = frozenset(re.findall(
        r"\b(?:option|assume|group|define|count|ranking|table|grid|area|hand|the|its|step|wager|role|meter|order)\s+(\w+)",
        text,
    ))
    is_own = re.search(r"^(ruleset|fragment)\b", text, re.MULTILINE) is not None
    classes = frozenset(
        w.text for node in nodes for part in node.walk() if isinstance(part, Node)
        and part.kind in ("hand_class", "choice", "dice", "state", "option", "area_part", "becomes", "deck_listed")
        for w in part.walk() if isinstance(w, Word) and w.kind == "NAME"
    )
    return Known(faces if is_whole and dice else None, dice, options, declared, classes, is_whole, is_own)


def _faces(node: Node) -> frozenset[str] | None:
    """The faces of a line of dice; nothing where they are not plain numbers or names."""
    found: set[str] = set()
    for part in node.words[2:]:
        words = [w.text for w in part.walk() if isinstance(w, Word)] if isinstance(part, Node) else []
        if isinstance(part, Node) and part.kind == "through" and len(words) == 2 and all(w.isdigit() for w in words):
            if int(words[1]) - int(words[0]) > 1000:
                return None
            found.update(str(n) for n in range(int(words[0]), int(words[1]) + 1))
        elif isinstance(part, Node) and part.kind in ("spots", "named") and words:
            found.update(words)
        else:
            return None
    return frozenset(found)


def look(node: Node, known: Known, lines: tuple[str, ...], first: int) -> Iterator[Looked]:
    """The mistakes of one statement that parse; ``lines`` are its lines, ``first`` the number of the first."""
    text = _Text(lines, first)
    for parent, child in _pairs(node):
        if child.kind in ("odds_to", "odds_for"):
            yield from _odds_as_test(parent, child, known, text)
        elif child.kind in ("named", "named_result", "named_total"):
            yield from _word_as_name(child, known, text)
        elif child.kind == "spot":
            yield from _ten(child, text)
        elif child.kind == "combination" and known.faces is not None:
            yield from _dice_as_range(child, known, text)
    for word in (w for w in node.walk() if isinstance(w, Word) and w.kind == "CITE"):
        yield from _cited(word, text)
    for table in (n for n in node.walk() if isinstance(n, Node) and _is_table(n)):
        yield from _columns(table, known, text)
    if known.cites and node.kind not in HEADS:
        yield from _groundless(node, False, text)


@dataclass(frozen=True, slots=True)
class _Text:
    lines: tuple[str, ...]
    first: int

    def line(self, number: int) -> str:
        return self.lines[number - self.first] if 0 <= number - self.first < len(self.lines) else ""

    def edit(self, span: Span, text: str) -> Edit:
        return Edit(span.line - self.first, span.column - 1, span.end_column - 1, text)


def _pairs(node: Node) -> Iterator[tuple[Node, Node]]:
    for child in node.children:
        if isinstance(child, Node):
            yield node, child
            yield from _pairs(child)


def _odds_as_test(parent: Node, node: Node, known: Known, text: _Text) -> Iterator[Looked]:
    if parent.kind in ("is_", "is_not"):
        subject = next((w.text for c in parent.children[:1] if isinstance(c, Node) for w in c.walk()
                        if isinstance(w, Word)), "")
        if not known.is_whole or subject in known.options or node is parent.children[0]:
            return
    elif parent.kind not in LISTS:
        return
    asks, what = _asking(text.line(node.span.line)[: node.span.column - 1], text)
    low, high = (w.text for w in node.children if isinstance(w, Word))
    written = f"{low} {'to' if node.kind == 'odds_to' else 'for'} {high}"
    message = f'"{written}" is odds, and "{asks}" asks for {what}'
    if node.kind == "odds_to" and _number(low) < _number(high):
        instead = f"{low} through {high}"
        yield Looked(
            Diagnostic("to-is-odds", message, node.span, f"a range is: {instead}", replacement=instead),
            (text.edit(node.span, instead),),
        )
    else:
        yield Looked(Diagnostic("to-is-odds", message, node.span, f"either of them is: {low}, {high}"),
                     (text.edit(node.span, f"{low}, {high}"),))


def _word_as_name(node: Node, known: Known, text: _Text) -> Iterator[Looked]:
    """A word of elsewhere that the grammar takes for a name: ``pays even``, ``lose on seven``."""
    word = node.children[0]
    if not known.is_whole or len(node.children) > 1 and node.children[1] is not None or not isinstance(word, Word):
        return
    instead = MEANT.get(word.text)
    is_figure = instead is not None and re.fullmatch(r"\d+|[AKQJ]", instead) is not None
    if instead is not None and (is_figure or node.kind == "named_result") and (
        word.text not in known.declared | known.classes
    ):
        told = unknown_name(word.text, word.span, ())
        yield Looked(told, (text.edit(word.span, instead),))


def _ten(node: Node, text: _Text) -> Iterator[Looked]:
    word = node.children[0]
    if isinstance(word, Word) and word.kind == "RANK" and word.text == "T":
        yield Looked(Diagnostic("not-a-card", '"T" is no rank; ten is a number', word.span, "write: 10", replacement="10"),
                     (text.edit(word.span, "10"),))


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _asking(before: str, text: _Text) -> tuple[str, str]:
    """The words that ask, and what they ask for: ``lose on`` asks for rolls."""
    found = re.findall(r"(\w+ )?\b(on|is not|is|faces|from|except|order)\b", before)
    lead, word = found[-1] if found else ("", "here")
    if word == "on":
        outcome = lead.strip() if lead.strip() in ("win", "lose", "push", "void", "stay", "settle", "half") else ""
        return f"{outcome} on".strip(), "rolls"
    return word, {"faces": "numbers", "from": "numbers", "is": "a value", "is not": "a value", "except": "rolls"}.get(
        word, "members")


def _dice_as_range(node: Node, known: Known, text: _Text) -> Iterator[Looked]:
    word = node.children[0]
    if not isinstance(word, Word) or known.faces is None:
        return
    shown = word.text.split("-")
    strange = [face for face in shown if face not in known.faces]
    if not strange:
        return
    count = COUNTED.get(len(shown), f"{len(shown)} dice")
    named = f"{', '.join(shown[:-1])} and {shown[-1]}"
    message = f"{word.text} is {count} showing {named}, and no die has {_article(strange[0])} {strange[0]}"
    if len(shown) == 2 and all(face.isdigit() for face in shown) and int(shown[0]) < int(shown[1]):
        instead = f"{shown[0]} through {shown[1]}"
        yield Looked(
            Diagnostic("hyphen-is-dice", message, word.span, f"a range is: {instead}", replacement=instead),
            (text.edit(word.span, instead),),
        )
    else:
        faces = sorted(known.faces, key=lambda f: (not f.isdigit(), int(f) if f.isdigit() else 0, f))
        yield Looked(Diagnostic("hyphen-is-dice", message, word.span, f"faces are: {', '.join(faces[:12])}"))


def _article(number: str) -> str:
    return "an" if re.match(r"8|11$|18$|[aeiou]", number) else "a"


# citations


def _cited(word: Word, text: _Text) -> Iterator[Looked]:
    at = word.text.index("@")
    line = word.span.line + word.text[:at].count("\n")
    column = at - word.text.rfind("\n", 0, at) if "\n" in word.text[:at] else word.span.column + at
    behind = word.text[at + 1 :]
    body = behind.strip()
    fault = fault_of(body)
    if fault is None:
        return
    begin = column + 1 + len(behind) - len(behind.lstrip())
    yield _cite_fault(fault, Span(word.span.source, line, begin, line, begin + len(body)), column, text)


def _cite_fault(fault: CiteFault, body: Span, at: int, text: _Text) -> Looked:
    start, end = body.column + fault.start, body.column + max(fault.end, fault.start + 1)
    if fault.end == 0:
        start, end = at, at + 1
    span = Span(body.source, body.line, start, body.line, end)
    replacement = _replacement(fault, text, body)
    mended = fault.instead if fault.instead is not None else "zz"
    return Looked(
        Diagnostic(fault.name, fault.message, span, fault.mend, replacement=replacement), (text.edit(body, f" {mended}"
                   if fault.end == 0 else mended),),
    )


def _replacement(fault: CiteFault, text: _Text, body: Span) -> str | None:
    """What takes the place of the stretch at fault, where that alone mends the citation."""
    if fault.instead is None or fault.name == "tail-order":
        return None
    whole = text.line(body.line)[body.column - 1 : body.end_column - 1]
    lead, rest = whole[: fault.start], whole[fault.end :]
    instead = fault.instead
    if instead.startswith(lead) and instead.endswith(rest) and len(instead) >= len(lead) + len(rest):
        return instead[len(lead) : len(instead) - len(rest)]
    if instead == lead.rstrip() + ", " + whole[fault.start :]:
        return f", {whole[fault.start : fault.end]}"
    return None


# tables


def _is_table(node: Node) -> bool:
    return sum(1 for child in node.children if isinstance(child, Node) and child.kind == "table_row") > 1 and (
        node.kind != "layout")


def _columns(table: Node, known: Known, text: _Text) -> Iterator[Looked]:
    rows = [c for c in table.children if isinstance(c, Node) and c.kind == "table_row"]
    read = [(row.span.line, cells(word.text), word.span.column) for row in rows
            if isinstance(word := row.children[0], Word)]
    headings = read[0][1]
    for n, heading in enumerate(headings):
        if heading.text in ("pays", "odds", "result"):
            for line, row, start in read[1:]:
                if n < len(row):
                    yield from _result(row[n], Span(table.span.source, line, start + row[n].start, line,
                                                    start + row[n].end), known, text)
        if RESULT_HEADINGS.match(heading.text) or (table.kind == "settle" and n and "," in heading.text):
            continue
        column = [(line, row[n], start) for line, row, start in read[1:] if n < len(row) and len(row) == len(headings)]
        plain = any(re.fullmatch(r"\d+( through \d+)?(, ?\d+( through \d+)?)*", c.text) for _, c, _ in column)
        for line, cell, start in column:
            span = Span(table.span.source, line, start + cell.start, line, start + cell.end)
            if plain and (odds := re.fullmatch(r"(\d+) to (\d+)", cell.text)) and int(odds[1]) < int(odds[2]):
                instead = f"{odds[1]} through {odds[2]}"
                yield Looked(
                    Diagnostic("to-is-odds", f'"{cell.text}" is odds, and "{heading.text}" asks for numbers', span,
                               f"a range is: {instead}", replacement=instead), (text.edit(span, instead),))
            elif heading.text == "total" and n == 0:
                yield from _total(cell.text, span, read[0][0], known)


def _result(cell: Piece, span: Span, known: Known, text: _Text) -> Iterator[Looked]:
    """A result cell that the grammar takes for the name of an option."""
    instead = MEANT.get(cell.text)
    if instead is not None and known.is_whole and cell.text not in known.declared:
        yield Looked(unknown_name(cell.text, span, ()), (text.edit(span, instead),))


def _total(cell: str, span: Span, heading: int, known: Known) -> Iterator[Looked]:
    """A cell under ``total`` that dice cannot show."""
    if known.faces is None or not known.dice or not all(f.isdigit() for f in known.faces):
        return
    low = known.dice * min(int(f) for f in known.faces)
    high = known.dice * max(int(f) for f in known.faces)
    for part in re.finditer(r"[^,\s][^,]*", cell):
        word = part.group().strip()
        is_name = re.fullmatch(r"[a-z]\w*", word) and word not in known.declared and word not in (
            "otherwise", "any", "none", "yes", "no", "higher", "lower", "equal")
        is_off = re.fullmatch(r"\d+", word) and not low <= int(word) <= high
        if is_name or is_off:
            at = span.column + part.start()
            place = Span(span.source, span.line, at, span.line, at + len(word))
            count = COUNTED.get(known.dice, f"{known.dice} dice")
            yield Looked(Diagnostic(
                "cell-misfit", f'"{word}" cannot be a total of {count}', place,
                f"under total (line {heading}): numbers {low} through {high}, or: otherwise",
            ))


# basis


def _groundless(node: Node, supported: bool, text: _Text) -> Iterator[Looked]:
    """Lines with no clause and no assumption, of their own or above them."""
    at = node.tail_at
    tail = node.tail
    own = tail.cite is not None or tail.assumed is not None
    supported = supported or own
    body = [c for c in (node.children if at is None else node.children[at + 1 :]) if isinstance(c, Node)]
    if at is not None and not supported and not body and node.kind not in GROUNDLESS and not _says_nothing(node):
        words = pieces(text.line(node.span.line))
        if words:
            span = Span(node.span.source, node.span.line, words[0].start + 1, node.span.line, words[-1].end + 1)
            yield Looked(Diagnostic(
                "no-basis", "this line rests on nothing: no clause, no assumption, none at its head", span,
                '@ and the clause; or, where the text is silent: assumed because "…"', Severity.WARNING,
            ))
    is_first_row = True
    for child in body:
        if child.kind == "table_row" and is_first_row:
            is_first_row = False
            continue
        yield from _groundless(child, supported, text)


def _says_nothing(node: Node) -> bool:
    """A class that only takes up what is left, a policy below a head."""
    return node.kind == "hand_class" and any(isinstance(w, Node) and w.kind == "anything_else" for w in node.walk())
