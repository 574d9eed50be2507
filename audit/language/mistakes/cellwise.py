"""What is said of one cell of a table that cannot be read, by the heading that it stands under."""

from __future__ import annotations

import re
from dataclasses import replace

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import explain_fully
from audit.language.mistakes.expecting import expected, quoted
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import first_stop
from audit.language.syntax import Source
from audit.ruleset.basis import Span

WANTED = {
    "result": "a result: win, lose, push, odds such as 2 to 1, or money",
    "tests": "a case, such as: 2 through 12, pair or better, otherwise",
    "heading": "a heading: what is looked at, pays, or wagers",
}


def is_rule(text: str) -> bool:
    """Whether a cell is a stroke of the line that other notations draw below a heading."""
    return re.fullmatch(r":?[-=_]{2,}:?", text) is not None


def rule(span: Span) -> Diagnostic:
    return Diagnostic("cell-misfit", "a table has no line of dashes below its heading", span, "leave it out")


def explain_cell_at(
    cell: Piece, line: int, heading: str, heading_line: int, start: str, source: Source
) -> Explanation | None:
    """The message for a cell, with columns of its line, and the edits of its own text; nothing if it can be read.

    ``cell`` begins in its line, from 0; ``start`` is how it is read: ``tests``, ``result`` or ``heading``.
    """
    stop = first_stop((cell.text,), start, expects=True)
    if stop is None:
        return None
    mistake = Mistake.at_stop(stop, source, line, (cell.text,), start, offset=cell.start)
    told = explain_fully(mistake)
    if told.edits or told.diagnostic.name not in ("not-understood", "incomplete", "not-a-name", "unknown-word"):
        return told
    where = f"under {heading} (line {heading_line})" if heading_line else f"under {heading}" if heading else "here"
    if start == "heading":
        where = "as a heading"
    span = Span(source.name, line, cell.start + 1, line, cell.start + 1 + max(len(cell.text), 1))
    if mistake.at:
        span = replace(span, column=told.diagnostic.span.column, end_column=told.diagnostic.span.end_column)
    after = f"after {quoted(mistake.previous.text)}: " if mistake.previous is not None else ""
    wanted = f"{after}{expected(mistake).phrase}" if after else WANTED[start]
    return Explanation(Diagnostic("cell-misfit", f"{quoted(cell.text)} cannot stand {where}", span, wanted))
