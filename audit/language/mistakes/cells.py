"""What is said of a cell that cannot be read, and of other constructs that parse and mean nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from lark.exceptions import LarkError

from audit.language.building import BuildError
from audit.language.building_tables import CellError
from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import explain_fully
from audit.language.mistakes.expecting import expected
from audit.language.mistakes.mistake import Mistake, Piece, pieces
from audit.language.mistakes.proving import first_stop
from audit.language.mistakes.rows import cells
from audit.language.mistakes.tails import fault_of
from audit.language.syntax import Source
from audit.ruleset.basis import Span

STARTS = {"a heading": "heading", "a test": "tests", "a result": "result"}
UNDER_TOTAL = re.compile(r"total( of .*)?")


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
    if re.fullmatch(r"[-:=_]+", cell.text):
        return Diagnostic("cell-misfit", "a table has no line of dashes below its heading", cell.span, "leave it out")
    cause = error.__cause__
    if not isinstance(cause, LarkError):
        return Diagnostic("cell-misfit", f'"{cell.text}" cannot stand {_under(error, source)}', cell.span,
                          _asked(error.wanted))
    mistake = Mistake.of(
        cause, source, cell.span.line, (cell.text,), _start(error), offset=cell.span.column - 1,
    )
    told = explain_fully(mistake).diagnostic
    if told.name not in ("not-understood", "incomplete"):
        return told
    where = _under(error, source)
    if told.name == "incomplete" and told.replacement is not None:
        return told
    wanted = error.wanted if error.wanted not in STARTS else expected(mistake).phrase
    return Diagnostic("cell-misfit", f'"{cell.text}" cannot stand {where}', replace(
        cell.span, column=told.span.column, end_column=told.span.end_column) if mistake.at else cell.span,
        f"{_after(mistake)}{_asked(wanted)}")


def _start(error: CellError) -> str:
    return next((start for said, start in STARTS.items() if error.wanted.startswith(said)), "heading")


def _after(m: Mistake) -> str:
    return f'after "{m.previous.text}": ' if m.previous is not None else ""


def _asked(wanted: str) -> str:
    return {
        "a result": "a result: win, lose, push, odds such as 2 to 1, or money",
        "a test": "a case, such as: 2 through 12, pair or better, otherwise",
        "a heading": "a heading: what is looked at, pays, or wagers",
    }.get(wanted, wanted)


def _under(error: CellError, source: Source) -> str:
    """``under total (line 19)``; of a heading, that it is one."""
    if error.wanted.startswith("a heading") or error.column == "a heading":
        return "as a heading"
    line = heading_line(source, error.cell.span.line)
    if error.column and line:
        return f"under {error.column} (line {line})"
    return f"under {error.column}" if error.column else "here"


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
    slip = _slip(found[0], row.start, line, source)
    if slip is not None:
        return slip
    strange = [c.text for c in found if c.text and first_stop((c.text,), "heading") is not None]
    said = strange[-1] if strange else found[0].text
    return Diagnostic(
        "no-header", f'the first row of a table is its heading, and "{said}" heads nothing',
        Span(source.name, line, row.start + 1, line, row.end + 1), f"put before it: {_heading_for(found[-1].text, len(found), source)}",
    )


def _slip(cell: Piece, start: int, line: int, source: Source) -> Diagnostic | None:
    """A heading that one mend makes a heading."""
    stop = first_stop((cell.text,), "heading", expects=True) if cell.text else None
    if stop is None:
        return None
    mistake = Mistake.at_stop(stop, source, line, (cell.text,), "heading", offset=start + cell.start)
    explained = explain_fully(mistake)
    return explained.diagnostic if explained.edits else None


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
