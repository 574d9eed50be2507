"""Reading one statement to its end, however many mistakes stand in it.

A line at fault is mended, where its mend is known, and the statement parsed again: so what stands below is read as it
was meant.  Where no mend is known, the line and its block are set aside; the block is looked through under a head that
would do, for mistakes of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lark import Token, Tree
from lark.exceptions import LarkError

from audit.language import grammar, layout
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes import Mistake, explain_fully, openings
from audit.language.mistakes.proving import Edit, Effort, block_end, first_stop, heads, logical, mended, remaining
from audit.language.mistakes.second_look import Known, look
from audit.language.placing import Place, before_edits, depth_of, to_node
from audit.language.syntax import Node, Source
from audit.ruleset.basis import Span

MOST_MISTAKES = 20
DEEPEST = 80


@dataclass(slots=True)
class Statement:
    """One statement while it is being read: its lines as they are parsed now, and what was done to them.

    ``found`` are the mistakes told so far, ``told`` the lines that they stand in (from 0), ``tree`` what the parser made
    of the lines, if they parse, ``borrowed`` the line that is a stand-in for one that is not understood.
    """

    source: Source
    first: int
    lines: tuple[str, ...]
    start: str
    effort: Effort
    moves: dict[int, tuple[Edit, ...]]
    found: list[Diagnostic] = field(default_factory=list)
    told: set[int] = field(default_factory=set)
    tree: Tree[Token] | None = None
    borrowed: int | None = None

    def edit(self, edits: tuple[Edit, ...]) -> None:
        self.lines = mended(self.lines, edits)
        for edit in sorted(edits, key=lambda e: -e.start):
            self.moves[edit.line] = (*self.moves.get(edit.line, ()), edit)

    def tell(self, diagnostic: Diagnostic) -> None:
        self.found.append(self.placed(diagnostic))
        self.told.add(diagnostic.span.line - self.first)

    def placed(self, diagnostic: Diagnostic) -> Diagnostic:
        """The message with the columns of the file."""
        index = diagnostic.span.line - self.first
        if index not in self.moves:
            return diagnostic
        span = diagnostic.span
        begin = before_edits(self.moves[index], span.column)
        end = max(before_edits(self.moves[index], span.end_column), begin + 1)
        return replace(diagnostic, span=replace(span, column=begin, end_column=end))

    @property
    def says_anything(self) -> bool:
        return any(layout.has_words(line) for line in self.lines)

    def parse(self) -> LarkError | None:
        """Parses the lines as they stand now; what stops the parser, or nothing."""
        self.tree = None
        try:
            self.tree = grammar.parser().parse("\n".join(self.lines) + "\n", start=self.start)
        except LarkError as error:
            return error
        return None

    def node(self, *, placed: bool) -> Node | None:
        """The node, with the columns of the file if ``placed``, else with those of the text as it was parsed."""
        if self.tree is None:
            return None
        piece = self.tree.children[-1]
        assert isinstance(piece, Tree)
        moves = {line + 1: edits for line, edits in self.moves.items()} if placed else {}
        return to_node(piece, Place(self.source.name, self.first - 1, moves=moves))


def read(statement: Statement) -> None:
    """Parses a statement until nothing stops it any more, telling every mistake on the way."""
    for _ in range(3 * MOST_MISTAKES):
        if not statement.says_anything or len(statement.found) >= MOST_MISTAKES:
            return
        error = statement.parse()
        if error is None or not statement.effort.spend(len(statement.lines)):
            return
        _take_in(statement, Mistake.of(
            error, statement.source, statement.first, statement.lines, statement.start, effort=statement.effort,
        ))


def _take_in(statement: Statement, mistake: Mistake) -> None:
    """Tells a mistake, and mends its line or sets it aside."""
    explained = explain_fully(mistake)
    index = explained.diagnostic.span.line - statement.first
    top, _ = logical(mistake.lines, min(max(index, 0), len(mistake.lines) - 1))
    if top == statement.borrowed:
        statement.lines = ()  # the block does not fit the head that was lent to it
        return
    is_new = index not in statement.told and top not in statement.told
    if is_new:
        statement.tell(explained.diagnostic)
    may_mend = is_new or _second(statement, index)
    if explained.edits and may_mend:
        if not is_new:
            statement.tell(explained.diagnostic)
        statement.edit(explained.edits)
        _drop_orphans(statement, top)
        return
    if not is_new and may_mend and explained.diagnostic.name in ("incomplete", "no-table", "no-lines"):
        statement.tell(explained.diagnostic)
    _set_aside(statement, top)


def _drop_orphans(statement: Statement, index: int) -> None:
    """Takes away the block below a mended line that opens none: it belonged to what the line was meant to be."""
    end = block_end(statement.lines, index)
    if end == index:
        return
    stop = remaining(statement.lines, (), index, statement.start, statement.effort)
    _, bottom = logical(statement.lines, index)
    if stop is not None and stop.token == "_INDENT" and index <= stop.line <= bottom:
        statement.lines = tuple("" if bottom < n <= end else line for n, line in enumerate(statement.lines))


def _second(statement: Statement, index: int) -> bool:
    """Whether one more mistake of a line may be told; a third would hardly be one of its own."""
    return sum(1 for d in statement.found if d.span.line - statement.first == index) == 1


def _set_aside(statement: Statement, index: int) -> None:
    """Takes a line and its block out of the statement; the block is first looked through."""
    end = block_end(statement.lines, index)
    if end > index:
        _look_through(statement, index, end)
    emptied = list(statement.lines)
    layout.blank(emptied, index)
    if tuple(emptied) == statement.lines:
        emptied = [""] * len(emptied)
    if layout.indent_of(statement.lines[index]) == 0:
        statement.lines, statement.tree = (), None
        return
    _empty_heads(emptied, index)
    statement.lines = tuple(emptied)


def _empty_heads(lines: list[str], index: int) -> None:
    """Heads whose whole block was set aside are set aside too: that they lack lines is no mistake of theirs."""
    while index > 0:
        above = next((n for n in range(index - 1, -1, -1) if layout.has_words(lines[n])), None)
        if above is None:
            return
        top, bottom = logical(tuple(lines), above)
        below = next((n for n in range(bottom + 1, len(lines)) if layout.has_words(lines[n])), None)
        if below is not None and layout.indent_of(lines[below]) > layout.indent_of(lines[top]):
            return
        piece = (*(lines[n] for n in heads(tuple(lines), top)), *lines[top : bottom + 1])
        stop = first_stop(piece, "head_alone" if lines[0] and openings.is_head(lines[0]) else "statement_alone", expects=True)
        if stop is None or "_INDENT" not in stop.accepts:
            return
        layout.blank(lines, top)
        index = top


STAND_INS = {
    "head": "ruleset zz/zz", "wager": "wager zz", "round": "round", "table": "table zz", "ranking": "ranking zz of 5 cards",
    "assume": "assume zz", "irregularity": "irregularity zz on zz", "duty": 'duty zz zz shall "…"',
    "award": "award each pot", "betting": "betting zz", "fee": "fee zz", "meter": "meter zz", "role": "role zz",
    "count": "count zz", "deck": "deck 1 of 52", "configuration": "configuration zz", "area": "area zz of dealer",
    "state": "state zz one of zz, zz default zz", "while": "while zz is zz", "stack": "stack on the table",
}
INNER = {"round": {"step": "step zz", "decision": "each player decides"}, "wager": {"table": "pays"},
         "step": {"decision": "each player decides"}, "decision": {"choice": "zz"}}


def _look_through(statement: Statement, index: int, end: int) -> None:
    """Tells the mistakes of a block whose head is not understood, under a head that its lines would fit."""
    lines = statement.lines
    depth = layout.indent_of(lines[index])
    _, bottom = logical(lines, index)
    head = _stand_in(statement, index, bottom, end)
    if head is None:
        return
    above = lines[:index] if depth else ()
    inner = Statement(
        statement.source, statement.first + index - len(above),
        (*above, " " * depth + head, *[""] * (bottom - index), *lines[bottom + 1 : end + 1]), statement.start,
        statement.effort, {n - index + len(above): edits for n, edits in statement.moves.items() if n > bottom},
    )
    inner.told, inner.borrowed = {len(above)}, len(above)
    read(inner)
    statement.found.extend(d for d in inner.found if d.span.line > statement.first + bottom)


def _stand_in(statement: Statement, index: int, bottom: int, end: int) -> str | None:
    """A head under which at least half of the lines of a block begin as they may."""
    lines = statement.lines
    body = [line for line in lines[bottom + 1 : end + 1] if layout.has_words(line) and not layout.is_continuation(line)]
    depth = min((layout.indent_of(line) for line in body), default=0)
    words = [layout.first_word(line) for line in body if layout.indent_of(line) == depth]
    around = openings.block_around(lines, index)
    if layout.indent_of(lines[index]) == 0:
        heads_by_block = {"head": STAND_INS["head"]} if statement.start == "head_alone" else {
            known_as: text for known_as, text in STAND_INS.items() if known_as != "head"}
    else:
        heads_by_block = INNER.get(around.known_as, {}) if around is not None else {}
    best: tuple[int, str] | None = None
    for known_as, text in heads_by_block.items():
        fits = sum(1 for word in words if word[:1] in openings.line_words(known_as) or word in openings.line_words(known_as))
        if 2 * fits >= len(words) and fits and (best is None or fits > best[0]):
            best = (fits, text)
    return best[1] if best is not None else None


def bound_depth(statement: Statement) -> None:
    """What is nested too deep is not read on: nothing later has to fear it."""
    if statement.tree is None or depth_of(statement.tree) <= DEEPEST:
        return
    line = statement.first + next(n for n, text in enumerate(statement.lines) if layout.has_words(text))
    statement.tell(Diagnostic(
        "too-deep", f"nested deeper than {DEEPEST} levels", Span(statement.source.name, line, 1, line, 2),
        "name a part of it by a define, and use the name",
    ))
    statement.tree = None


def look_over(statement: Statement, known: Known) -> Node | None:
    """The node of a statement, with the mistakes told that parse and mean something else than was meant."""
    plain = statement.node(placed=False)
    if plain is None:
        return None
    edits: list[Edit] = []
    looked = list(look(plain, known, statement.lines, statement.first))
    wrong = statement.told | {
        seen.diagnostic.span.line - statement.first for seen in looked if seen.diagnostic.severity is Severity.ERROR
    }
    for seen in looked:
        index = seen.diagnostic.span.line - statement.first
        if index not in (statement.told if seen.diagnostic.severity is Severity.ERROR else wrong):
            statement.found.append(statement.placed(seen.diagnostic))
            edits.extend(seen.edits)
    if edits:
        before, tree, moves = statement.lines, statement.tree, dict(statement.moves)
        statement.edit(tuple(edits))
        if statement.parse() is not None:
            statement.lines, statement.tree, statement.moves = before, tree, moves
    return statement.node(placed=True) if statement.moves else plain
