"""A text becomes a syntax tree, statement by statement, so that one mistake hides no other.

What follows from an earlier mistake is not reported, and what stands below it is still read (`recovery`).
"""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import layout
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes import beginnings, openings
from audit.language.mistakes.proving import Edit, Effort, block_end, remaining
from audit.language.mistakes.second_look import known_of
from audit.language.placing import Place, to_node
from audit.language.recovery import MOST_MISTAKES, Statement, bound_depth, look_over, read
from audit.language.spelling import nearest
from audit.language.syntax import Source, SyntaxFile
from audit.ruleset.basis import Span

__all__ = ["MOST_MISTAKES", "Place", "parse", "to_node"]

MOST_STRAYS = 100


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
    statements: list[Statement] = []
    for number, chunk in enumerate(layout.chunks(lines, _is_known)):
        lacks_head = number == 0 and _lacks_head(chunk)
        start = "head_alone" if number == 0 and not lacks_head else "statement_alone"
        statements.append(_statement(source, chunk, start, effort, moved))
        if lacks_head:
            mistakes.append(_no_head(source, chunk))
            if _has_head_lines(chunk):
                statements[0].lines = ()
    count = 0
    for statement in statements:
        if count < MOST_MISTAKES:
            read(statement)
            bound_depth(statement)
            count += len(statement.found)
    known = known_of(source, [node for s in statements if (node := s.node(placed=False)) is not None])
    nodes = [look_over(statement, known) for statement in statements]
    for statement in statements:
        mistakes.extend(statement.found)
    head = nodes[0] if statements and statements[0].start == "head_alone" else None
    rest = nodes[1:] if statements and statements[0].start == "head_alone" else nodes
    return SyntaxFile(source, head, tuple(n for n in rest if n is not None)), _chosen(mistakes)


def _chosen(mistakes: list[Diagnostic]) -> list[Diagnostic]:
    """At most so many errors and so many warnings, one for each place, in the order of the file."""
    mistakes.sort(key=lambda d: (d.span.line, d.span.column))
    kept: list[Diagnostic] = []
    counts = dict.fromkeys(Severity, 0)
    for mistake in mistakes:
        if counts[mistake.severity] < MOST_MISTAKES:
            counts[mistake.severity] += 1
            kept.append(mistake)
    return kept


def _statement(
    source: Source, chunk: layout.Chunk, start: str, effort: Effort, moved: Mapping[int, int]
) -> Statement:
    moves: dict[int, tuple[Edit, ...]] = {}
    for number, by in moved.items():
        index = number - chunk.first
        if by and 0 <= index < len(chunk.lines):
            moves[index] = (Edit(index, 0, 0, " " * by) if by > 0 else Edit(index, 0, -by, ""),)
    return Statement(source, chunk.first, chunk.lines, start, effort, moves)


# the head, and lines that lost their place


def _lacks_head(chunk: layout.Chunk) -> bool:
    word = next((layout.first_word(line) for line in chunk.lines if layout.has_words(line)), "")
    return word in openings.statement_words() | openings.line_words("head")


def _has_head_lines(chunk: layout.Chunk) -> bool:
    """Whether lines of a head stand in a statement: what they say is lost with their head."""
    own = openings.line_words("head") - openings.line_words("wager")
    return any(layout.first_word(line) in own for line in chunk.lines if layout.has_words(line))


def _no_head(source: Source, chunk: layout.Chunk) -> Diagnostic:
    at = next(n for n, line in enumerate(chunk.lines) if layout.has_words(line))
    word = layout.first_word(chunk.lines[at])
    return Diagnostic(
        "no-head", f'a file begins with its head, and "{word}" begins none',
        Span(source.name, chunk.first + at, 1, chunk.first + at, 1 + len(word)),
        f"{layout.BEGINNINGS}, and an id: ruleset issuer/game/edition",
    )


def _fits(lines: tuple[str, ...], index: int, effort: Effort) -> bool:
    begin = next((n for n in range(index, -1, -1) if _opens_statement(lines[n])), 0)
    end = block_end(lines, index)
    start = "head_alone" if layout.first_word(lines[begin]) in openings.head_words() else "statement_alone"
    return remaining(lines[begin : end + 1], (), index - begin, start, effort) is None


def _opens_statement(line: str) -> bool:
    return layout.has_words(line) and line[0] not in layout.BLANK and not layout.is_continuation(line)


def _is_known(line: str) -> bool:
    return layout.first_word(line) in openings.statement_words() | openings.head_words()


def _put_back(
    source: Source, laid: layout.LaidOut, effort: Effort
) -> tuple[tuple[str, ...], dict[int, int], list[Diagnostic]]:
    """The lines with those moved back in that stand in column 1 and belong to the statement above."""
    lines, moved = _with_head(laid.lines), dict(laid.moved)
    found: list[Diagnostic] = []
    begin: int | None = None
    last, tries = -2, 0
    for index in range(len(lines)):
        if not _opens_statement(lines[index]):
            continue
        may_be = begin is not None and tries < MOST_STRAYS and not _is_known(lines[index])
        tries += may_be
        stray = beginnings.stray(source, lines, index, begin, effort) if may_be and begin is not None else None
        if stray is None:
            begin = index
            lines = _with_statement(lines, index)
            continue
        # Of several lines in a row that lost their place one is told.
        if last != index - 1:
            found.append(stray.diagnostic)
        last = index
        lines = stray.lines
        for n in stray.shifted:
            moved[n + 1] = moved.get(n + 1, 0) + stray.depth
    given = (old if old[:1].strip(layout.BLANK) and not new[:1].isspace() else new
             for old, new in zip(laid.lines, lines, strict=True))
    return tuple(given), moved, found


def _with_statement(lines: tuple[str, ...], index: int) -> tuple[str, ...]:
    """The lines with the first word of a misspelt statement put right, for the same end."""
    word = layout.first_word(lines[index])
    if word in openings.statement_words() | openings.head_words():
        return lines
    near = nearest(word, openings.statement_words())
    if not near:
        return lines
    return (*lines[:index], lines[index].replace(word, near[0], 1), *lines[index + 1 :])


def _with_head(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with the first word of a misspelt head put right, so that what stands below it is known for its own."""
    first = next((n for n, line in enumerate(lines) if layout.has_words(line)), 0)
    word = layout.first_word(lines[first])
    near = nearest(word, openings.head_words()) if word not in openings.head_words() | openings.statement_words() else []
    if not near:
        return lines
    return (*lines[:first], lines[first].replace(word, near[0], 1), *lines[first + 1 :])
