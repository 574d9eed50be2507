"""What is said of a cell that cannot be read, and of other constructs that parse and mean nothing."""

from __future__ import annotations

import re

from audit.language.building import BuildError
from audit.language.building_tables import CellError
from audit.language.diagnostics import Diagnostic
from audit.language.mistakes.cellwise import explain_cell_at, is_rule, rule
from audit.language.mistakes.mistake import Piece, pieces
from audit.language.mistakes.proving import reads_as
from audit.language.mistakes.rows import cells
from audit.language.mistakes.tails import fault_of
from audit.language.syntax import Source
from audit.ruleset.basis import Span

STARTS = (("a heading", "heading"), ("a test", "tests"), ("a result", "result"))


def explain_build(error: BuildError, source: Source) -> Diagnostic:
    """The message for a construct that parses and means nothing; of a cell, in the words of its column."""
    if isinstance(error, CellError):
        return explain_cell(error, source)
    if error.name == "no-header":
        return no_header(error, source)
    if error.name == "citation":
        return _citation(error)
    return Diagnostic(error.name, error.message, error.node.span, error.mend)


def explain_cell(error: CellError, source: Source) -> Diagnostic:
    """The message for a cell; the column is that within its line."""
    cell = error.cell
    if is_rule(cell.text):
        return rule(cell.span)
    start = next((start for said, start in STARTS if error.wanted.startswith(said)), "heading")
    if start == "heading" and _reads_as_case(cell.text):
        return no_header(error, source)
    heading = "" if error.column == "a heading" else error.column
    told = explain_cell_at(
        Piece(cell.text, cell.span.column - 1), cell.span.line, heading, heading_line(source, cell.span.line), start,
        source,
    )
    if told is not None:
        return told.diagnostic
    where = f"under {heading}" if heading else "as a heading"
    return Diagnostic("cell-misfit", f'"{cell.text}" cannot stand {where}', cell.span, error.wanted)


def _reads_as_case(text: str) -> bool:
    """Whether a heading is what stands below headings: odds, numbers, a result."""
    return any(reads_as(text, start) for start in ("result", "tests"))


def heading_line(source: Source, line: int) -> int:
    """The line of the heading of the table that line ``line`` is a row of; 0 if none is found."""
    found = 0
    depth = len(source.line(line)) - len(source.line(line).lstrip())
    for number in range(line, 0, -1):
        text = source.line(number)
        if not text.strip() or text.lstrip().startswith(("#", "@", "assumed")):
            continue
        if not text.lstrip().startswith("|") or len(text) - len(text.lstrip()) != depth:
            break
        found = number
    return found


def no_header(error: BuildError, source: Source) -> Diagnostic:
    """A table whose first row is none of headings: the whole row is shown, and the cell that gives it away."""
    line = error.node.span.line
    text = source.line(line)
    row = next((p for p in pieces(text) if p.text.startswith("|")), None)
    if row is None or row.text.count("|") < 2:
        return Diagnostic(error.name, error.message, error.node.span, error.mend)
    found = cells(row.text)
    first = Piece(found[0].text, row.start + found[0].start)
    slip = explain_cell_at(first, line, "", line, "heading", source) if first.text else None
    if slip is not None and slip.edits:
        return slip.diagnostic
    strange = [c.text for c in found if c.text and not reads_as(c.text, "heading")]
    said = strange[-1] if strange else found[0].text
    return Diagnostic(
        "no-header", f'the first row of a table is its heading, and "{said}" heads nothing',
        Span(source.name, line, row.start + 1, line, row.end + 1),
        f"put before it: {_heading_for(found[-1].text, len(found), source)}",
    )


def _heading_for(last: str, columns: int, source: Source) -> str:
    cards = re.search(r"^\s*(deck|area|ranking|hand) ", source.text, re.MULTILINE) is not None
    first = "player_hand" if cards else "total"
    result = "odds" if re.search(r"\d (to|for) \d", last) else "result"
    if columns == 1:
        return f"| {first} |"
    return f"| {' | '.join([first, *['…'] * (columns - 2), result])} |"


def _citation(error: BuildError) -> Diagnostic:
    span = error.node.span
    text = getattr(error.node, "text", "")
    at = text.find("@")
    body = text[at + 1 :].strip()
    fault = fault_of(body) if at >= 0 and "\n" not in text[:at] else None
    if fault is None:
        return Diagnostic(error.name, error.message, span, error.mend)
    begin = span.column + at + 1 + len(text[at + 1 :]) - len(text[at + 1 :].lstrip())
    return Diagnostic(fault.name, fault.message, Span(
        span.source, span.line, begin + fault.start, span.line, begin + max(fault.end, fault.start + 1)), fault.mend)
