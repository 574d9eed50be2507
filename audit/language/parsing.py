"""A text becomes a syntax tree, statement by statement, so that one mistake hides no other.

After a mistake the line at fault is mended, where its mend is known, and the statement parsed again: so what stands
below is read as it was meant, and nothing is lost.  Where no mend is known, the line and its block are set aside; the
block is looked through under a head that would do, for mistakes of its own.  What follows from an earlier mistake is
not reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lark import Token, Tree
from lark.exceptions import LarkError

from audit.language import grammar, layout
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes import Mistake, beginnings, explain_fully, openings
from audit.language.mistakes.proving import Edit, Effort, block_end, first_stop, heads, logical, mended, remaining
from audit.language.mistakes.second_look import Known, known_of, look
from audit.language.syntax import Node, Source, SyntaxFile, Word
from audit.ruleset.basis import Span

MOST_MISTAKES = 20
DEEPEST = 80

Moves = Mapping[int, tuple[Edit, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """What to add to the positions of a piece so that they are those of the file.

    ``moves`` are the edits made to lines of the piece (from 1) before it was parsed, oldest first: columns are told as
    they were before them.
    """

    source: str
    lines: int = 0
    columns: int = 0
    moves: Moves = field(default_factory=dict)

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """Columns are shifted on the first line of the piece only."""
        return Span(
            self.source,
            line + self.lines,
            self._column(line, column) + (self.columns if line == 1 else 0),
            end_line + self.lines,
            self._column(end_line, end_column) + (self.columns if end_line == 1 else 0),
        )

    def _column(self, line: int, column: int) -> int:
        return _before_edits(self.moves[line], column) if line in self.moves else column


def _before_edits(edits: tuple[Edit, ...], column: int) -> int:
    """The column (from 1) that a place had before a line was edited."""
    at = column - 1
    for edit in reversed(edits):
        if at >= edit.start + len(edit.text):
            at += (edit.end - edit.start) - len(edit.text)
        elif at > edit.start:
            at = edit.start
    return max(at, 0) + 1


@dataclass(slots=True)
class _Statement:
    """One statement while it is being read: its lines as they are parsed now, and what was done to them."""

    source: Source
    first: int
    lines: tuple[str, ...]
    start: str
    effort: Effort
    moves: dict[int, tuple[Edit, ...]]
    found: list[Diagnostic] = field(default_factory=list)
    told: set[int] = field(default_factory=set)
    tree: Tree[Token] | None = None

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
        begin = _before_edits(self.moves[index], span.column)
        end = max(_before_edits(self.moves[index], span.end_column), begin + 1)
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


def parse(source: Source) -> tuple[SyntaxFile, list[Diagnostic]]:
    """The syntax tree of a file, and every mistake found in it, in the order of the file.

    At most `MOST_MISTAKES` errors are told, and as many warnings.  Nothing is raised, whatever the text is.
    """
    effort = Effort()
    laid = layout.check(source, lambda lines, index: _fits(lines, index, effort))
    if laid.is_fatal:
        return SyntaxFile(source, None, ()), laid.mistakes
    mistakes = list(laid.mistakes)
    lines, moved, strays = _put_back(source, laid, effort)
    mistakes.extend(strays)
    statements: list[_Statement] = []
    for number, chunk in enumerate(layout.chunks(lines)):
        start = "head_alone" if number == 0 and not _begins_statement(chunk) else "statement_alone"
        statements.append(_statement(source, chunk, start, effort, moved))
        if number == 0 and start == "statement_alone":
            mistakes.append(_no_head(source, chunk))
    for statement in statements:
        if sum(len(s.found) for s in statements) < MOST_MISTAKES:
            _read(statement)
            _bound_depth(statement)
    known = known_of(source, [node for s in statements if (node := s.node(placed=False)) is not None])
    nodes = [_looked_over(statement, known) for statement in statements]
    for statement in statements:
        mistakes.extend(statement.found)
    head = nodes[0] if statements and statements[0].start == "head_alone" else None
    rest = nodes[1:] if statements and statements[0].start == "head_alone" else nodes
    return SyntaxFile(source, head, tuple(n for n in rest if n is not None)), _chosen(mistakes)


def _chosen(mistakes: list[Diagnostic]) -> list[Diagnostic]:
    """At most so many errors and so many warnings, one for each place, in the order of the file."""
    mistakes.sort(key=lambda d: (d.span.line, d.span.column))
    kept: list[Diagnostic] = []
    counts = {severity: 0 for severity in Severity}
    for mistake in mistakes:
        if counts[mistake.severity] < MOST_MISTAKES:
            counts[mistake.severity] += 1
            kept.append(mistake)
    return kept


def _statement(
    source: Source, chunk: layout.Chunk, start: str, effort: Effort, moved: Mapping[int, int]
) -> _Statement:
    moves: dict[int, tuple[Edit, ...]] = {}
    for number, by in moved.items():
        index = number - chunk.first
        if by and 0 <= index < len(chunk.lines):
            moves[index] = (Edit(index, 0, 0, " " * by) if by > 0 else Edit(index, 0, -by, ""),)
    return _Statement(source, chunk.first, chunk.lines, start, effort, moves)


# the head, and lines that lost their place


def _begins_statement(chunk: layout.Chunk) -> bool:
    words = next((line.split() for line in chunk.lines if layout.has_words(line)), [])
    return bool(words) and words[0] in openings.statement_words()


def _no_head(source: Source, chunk: layout.Chunk) -> Diagnostic:
    at = next(n for n, line in enumerate(chunk.lines) if layout.has_words(line))
    word = chunk.lines[at].split()[0]
    return Diagnostic(
        "no-head", f'a file begins with its head, and "{word}" begins none',
        Span(source.name, chunk.first + at, 1, chunk.first + at, 1 + len(word)),
        f"{layout.BEGINNINGS}, and an id: ruleset issuer/game/edition",
    )


def _fits(lines: tuple[str, ...], index: int, effort: Effort) -> bool:
    begin = next((n for n in range(index, -1, -1) if _opens_statement(lines[n])), 0)
    end = block_end(lines, index)
    words = lines[begin].split()
    start = "head_alone" if words and words[0] in openings.head_words() else "statement_alone"
    return remaining(lines[begin : end + 1], (), index - begin, start, effort) is None


def _opens_statement(line: str) -> bool:
    return layout.has_words(line) and line[0] not in layout.BLANK and not layout.is_continuation(line)


def _put_back(
    source: Source, laid: layout.LaidOut, effort: Effort
) -> tuple[tuple[str, ...], dict[int, int], list[Diagnostic]]:
    """The lines with those moved back in that stand in column 1 and belong to the statement above."""
    lines, moved = laid.lines, dict(laid.moved)
    found: list[Diagnostic] = []
    begin: int | None = None
    last = -2
    for index in range(len(lines)):
        if not _opens_statement(lines[index]):
            continue
        stray = None if begin is None or len(found) >= MOST_MISTAKES else (
            beginnings.stray(source, lines, index, begin, effort))
        if stray is None:
            begin = index
            continue
        # Of several lines in a row that lost their place one is told.
        if last != index - 1:
            found.append(stray.diagnostic)
        last = index
        lines = stray.lines
        for n in stray.shifted:
            moved[n + 1] = moved.get(n + 1, 0) + stray.depth
    return lines, moved, found


# reading one statement


def _read(statement: _Statement) -> None:
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


def _take_in(statement: _Statement, mistake: Mistake) -> None:
    """Tells a mistake, and mends its line or sets it aside."""
    explained = explain_fully(mistake)
    index = explained.diagnostic.span.line - statement.first
    top, _ = logical(mistake.lines, min(max(index, 0), len(mistake.lines) - 1))
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
    if not is_new and may_mend and explained.diagnostic.name == "incomplete":
        statement.tell(explained.diagnostic)
    _set_aside(statement, top)


def _drop_orphans(statement: _Statement, index: int) -> None:
    """Takes away the block below a mended line that opens none: it belonged to what the line was meant to be."""
    end = block_end(statement.lines, index)
    if end == index:
        return
    stop = remaining(statement.lines, (), index, statement.start, statement.effort)
    _, bottom = logical(statement.lines, index)
    if stop is not None and stop.token == "_INDENT" and index <= stop.line <= bottom:
        statement.lines = tuple("" if bottom < n <= end else line for n, line in enumerate(statement.lines))


def _second(statement: _Statement, index: int) -> bool:
    """Whether one more mistake of a line may be told; a third would hardly be one of its own."""
    return sum(1 for d in statement.found if d.span.line - statement.first == index) == 1


def _set_aside(statement: _Statement, index: int) -> None:
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


STAND_INS = (
    "wager zz", "round", "settle zz", "pays zz", "table zz", "ranking zz of 5 cards", "assume zz", "irregularity zz on zz",
    'duty zz zz shall "…"', "award each pot", "betting zz", "fee zz", "meter zz", "role zz", "count zz", "deck 1 of 52",
    "configuration zz", "option zz one of", "area zz of dealer", "when zz", "way zz for zz", "wheel of 2 sections",
    "grid zz", "state zz one of zz, zz default zz", "while zz is zz", "stack on the table", "include zz/zz",
)
INNER_STAND_INS = ("step zz", "when zz", "if zz", "each player decides", "at zz", "zz", "pays", "pick", "zz zz")


def _look_through(statement: _Statement, index: int, end: int) -> None:
    """Tells the mistakes of a block whose head is not understood, under the head that lets most of it parse."""
    depth = layout.indent_of(statement.lines[index])
    lead = " " * depth
    _, bottom = logical(statement.lines, index)
    candidates = STAND_INS if depth == 0 else INNER_STAND_INS
    start = "statement_alone" if depth == 0 else statement.start
    best: tuple[int, tuple[str, ...]] | None = None
    for text in candidates:
        above = () if depth == 0 else statement.lines[:index]
        lines = (*above, lead + text, *[""] * (bottom - index), *statement.lines[bottom + 1 : end + 1])
        if not statement.effort.spend(len(lines)):
            return
        stop = first_stop(lines, start)
        reached = len(lines) if stop is None else stop.line
        if best is None or reached > best[0]:
            best = (reached, lines)
        if stop is None:
            return
    first = next((n for n in range(bottom + 1, end + 1) if layout.has_words(statement.lines[n])), end)
    if best is None or best[0] <= first:
        return
    offset = statement.first
    inner = _Statement(statement.source, offset, best[1], start, statement.effort, dict(statement.moves))
    inner.told = {index}
    _read(inner)
    statement.found.extend(d for d in inner.found if d.span.line - offset > index)


# the second look


def _bound_depth(statement: _Statement) -> None:
    """What is nested too deep is not read on: nothing later has to fear it."""
    if statement.tree is None or depth_of(statement.tree) <= DEEPEST:
        return
    line = statement.first + next(n for n, text in enumerate(statement.lines) if layout.has_words(text))
    statement.tell(Diagnostic(
        "too-deep", f"nested deeper than {DEEPEST} levels", Span(statement.source.name, line, 1, line, 2),
        "name a part of it by a define, and use the name",
    ))
    statement.tree = None


def _looked_over(statement: _Statement, known: Known) -> Node | None:
    """The node of a statement, with the mistakes told that parse and mean something else than was meant."""
    plain = statement.node(placed=False)
    if plain is None:
        return None
    edits: list[Edit] = []
    for seen in look(plain, known, statement.lines, statement.first):
        if seen.diagnostic.span.line - statement.first not in statement.told:
            statement.found.append(statement.placed(seen.diagnostic))
            edits.extend(seen.edits)
    if edits:
        before, tree, moves = statement.lines, statement.tree, dict(statement.moves)
        statement.edit(tuple(edits))
        if statement.parse() is not None:
            statement.lines, statement.tree, statement.moves = before, tree, moves
    return statement.node(placed=True) if statement.moves else plain


# nodes


def to_node(tree: Tree[Token], place: Place) -> Node:
    """The node of a tree of Lark's, with its positions moved to ``place``."""
    return _to_node(tree, place, Span(place.source, place.lines + 1, place.columns + 1, place.lines + 1, place.columns + 1))


def _to_node(tree: Tree[Token], place: Place, near: Span) -> Node:
    meta = tree.meta
    span = near if meta.empty else place.span(meta.line, meta.column, meta.end_line, meta.end_column)
    children: list[Node | Word | None] = []
    for child in tree.children:
        if child is None:
            children.append(None)
        elif isinstance(child, Token):
            children.append(_to_word(child, place))
        else:
            children.append(_to_node(child, place, span))
    return Node(str(tree.data), tuple(children), span)


def _to_word(token: Token, place: Place) -> Word:
    assert token.line is not None and token.column is not None
    assert token.end_line is not None and token.end_column is not None
    span = place.span(token.line, token.column, token.end_line, token.end_column)
    return Word(token.type, str(token), span)


def depth_of(tree: Tree[Token]) -> int:
    """How deep a tree is nested, found without recursion."""
    deepest = 0
    below: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while below:
        current, depth = below.pop()
        deepest = max(deepest, depth)
        below.extend((child, depth + 1) for child in current.children if isinstance(child, Tree))
    return deepest
