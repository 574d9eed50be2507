"""A second look at tables: rows too short, cells that cannot be read, cells that mean something else than was meant.

The main grammar takes a row as one piece.  Here every row is looked at, so that one slip in a table hides no other; a
row that cannot be mended is set aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes.cellwise import explain_cell_at, is_rule, rule
from audit.language.mistakes.looking import COUNTED, Known, Lines, Looked
from audit.language.mistakes.mistake import Piece
from audit.language.mistakes.names import MEANT, unknown_name
from audit.language.mistakes.proving import Edit, reads_as
from audit.language.mistakes.rows import cells
from audit.language.syntax import Node, Word
from audit.ruleset.basis import Span

RESULTS = frozenset({"pays", "odds", "result", "plus"})
OTHER_HEADINGS = re.compile(r"(printed|on|wager|name|at (least|most)|to .*)$")
PLAIN = re.compile(r"\d+( through \d+)?(, ?\d+( through \d+)?)*")
COUNTED_IN = {"wheel": "count", "deck_listed": "copies"}
"""The column of a table of pieces that says how many of each there are."""
WORDS = frozenset({"otherwise", "any", "none", "yes", "no", "higher", "lower", "equal"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its line and its cells, which begin in the line, from 0."""

    line: int
    span: Span
    cells: tuple[Piece, ...]


def tables_in(node: Node) -> Iterator[Node]:
    """The nodes of a statement that have a table of headings and rows."""
    for part in node.walk():
        if isinstance(part, Node) and part.kind != "layout" and (
            sum(1 for c in part.children if isinstance(c, Node) and c.kind == "table_row") > 1
        ):
            yield part


def look_at_table(table: Node, known: Known, text: Lines) -> Iterator[Looked]:
    """The mistakes of a table, row by row."""
    rows = [_row(c) for c in table.children if isinstance(c, Node) and c.kind == "table_row"]
    heading, *below = rows
    whole: list[Row] = []
    for row in below:
        seen = _whole_row(row, heading, known, text)
        if seen is None:
            whole.append(row)
        else:
            yield seen
    for n, head in enumerate(heading.cells):
        yield from _column(head.text, n, table.kind, heading.line, whole, known, text)


def _row(node: Node) -> Row:
    word = node.children[0]
    assert isinstance(word, Word)
    span = word.span
    return Row(span.line, span, tuple(Piece(c.text, span.column - 1 + c.start) for c in cells(word.text)))


def _whole_row(row: Row, heading: Row, known: Known, text: Lines) -> Looked | None:
    """What is wrong with a row as a whole."""
    gone = _without(row, text)
    first = next((c for c in row.cells if is_rule(c.text)), None)
    if first is not None and all(is_rule(c.text) or not c.text for c in row.cells):
        return Looked(rule(_span(first, row.line, known)), gone)
    if len(row.cells) == len(heading.cells):
        return None
    named = ", ".join(c.text for c in heading.cells)
    noun = "cell" if len(row.cells) == 1 else "cells"
    message = f"{len(row.cells)} {noun}, and the heading of line {heading.line} has {len(heading.cells)}: {named}"
    if len(row.cells) < len(heading.cells):
        missing = ", ".join(c.text for c in heading.cells[len(row.cells) :])
        end = Span(row.span.source, row.line, row.span.end_column - 1, row.line, row.span.end_column)
        return Looked(Diagnostic("row-length", message, end, f"missing: {missing}"), gone)
    extra = row.cells[len(heading.cells)]
    return Looked(Diagnostic("row-length", message, _span(extra, row.line, known), "one cell too many"), gone)


def _without(row: Row, text: Lines) -> tuple[Edit, ...]:
    """The edits that take a row out, with the clauses below it."""
    index = row.line - text.first
    last = index
    while last + 1 < len(text.lines) and re.match(r"\s*(@|assumed\b)", text.lines[last + 1]):
        last += 1
    return tuple(Edit(n, 0, len(text.lines[n]), "") for n in range(index, last + 1))


def _span(cell: Piece, line: int, known: Known) -> Span:
    return Span(known.source.name, line, cell.start + 1, line, cell.start + 1 + max(len(cell.text), 1))


def _column(
    heading: str, n: int, kind: str, heading_line: int, rows: list[Row], known: Known, text: Lines
) -> Iterator[Looked]:
    if OTHER_HEADINGS.match(heading):
        return
    is_result = heading in RESULTS
    column = [(row, row.cells[n]) for row in rows if row.cells[n].text]
    plain = any(PLAIN.fullmatch(cell.text) for _, cell in column) and not (kind == "settle" and n and "," in heading)
    for row, cell in column:
        span = _span(cell, row.line, known)
        unread = _unread(cell, row, heading, heading_line, is_result, n, known, text)
        odds = re.fullmatch(r"(\d+) to (\d+)", cell.text)
        instead = MEANT.get(cell.text)
        if unread is not None:
            yield unread
        elif instead is not None and (is_result or instead == "otherwise") and known.is_whole and (
            cell.text not in known.declared | known.classes
        ):
            yield Looked(unknown_name(cell.text, span, ()), (text.edit(span, instead),))
        elif plain and not is_result and odds and int(odds[1]) < int(odds[2]):
            through = f"{odds[1]} through {odds[2]}"
            yield Looked(
                Diagnostic("to-is-odds", f'"{cell.text}" is odds, and "{heading}" asks for numbers', span,
                           f"a range is: {through}", replacement=through),
                (text.edit(span, through),))
        elif heading == "total" and n == 0:
            yield from _total(cell, row.line, heading_line, known)
        elif n and heading == COUNTED_IN.get(kind) and not re.fullmatch(r"\d+", cell.text):
            figure = MEANT.get(cell.text, "")
            yield Looked(
                Diagnostic("cell-misfit", f'"{cell.text}" is not how many', span,
                           f"under {heading} (line {heading_line}): a number{f', {figure}' if figure else ''}",
                           replacement=figure or None),
                (text.edit(span, figure or "1"),))


def _unread(
    cell: Piece, row: Row, heading: str, heading_line: int, is_result: bool, n: int, known: Known, text: Lines
) -> Looked | None:
    """What is said of a cell that cannot be read, whatever its column is."""
    if reads_as(cell.text, "result") or not is_result and reads_as(cell.text, "tests"):
        return None
    # Of a column that may be either, the first is one of cases.
    start = "result" if is_result or n and re.search(r"\d", cell.text) and not re.search(r"[a-z]", cell.text) else "tests"
    told = explain_cell_at(cell, row.line, heading, heading_line, start, known.source)
    if told is None:
        return None
    index = row.line - text.first
    edits = tuple(Edit(index, e.start + cell.start, e.end + cell.start, e.text) for e in told.edits)
    return Looked(told.diagnostic, edits or _without(row, text))


def _total(cell: Piece, line: int, heading: int, known: Known) -> Iterator[Looked]:
    """A cell under ``total`` that dice cannot show."""
    if known.faces is None or not known.dice or not all(f.isdigit() for f in known.faces):
        return
    low = known.dice * min(int(f) for f in known.faces)
    high = known.dice * max(int(f) for f in known.faces)
    for part in re.finditer(r"[^,\s][^,]*", cell.text):
        word = part.group().strip()
        is_name = re.fullmatch(r"[a-z]\w*", word) and word not in known.declared | WORDS
        is_off = re.fullmatch(r"\d+", word) and not low <= int(word) <= high
        if is_name or is_off:
            count = COUNTED.get(known.dice, f"{known.dice} dice")
            yield Looked(Diagnostic(
                "cell-misfit", f'"{word}" cannot be a total of {count}', _span(Piece(word, cell.start + part.start()), line, known),
                f"under total (line {heading}): numbers {low} through {high}, or: otherwise",
            ))
