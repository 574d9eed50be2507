"""Sets aside what is printed on the pages but belongs to no rule: running heads, page numbers, balloons.

A line that is set aside keeps its place and its words, and says why.  In doubt a line stays body.
"""

from __future__ import annotations

from dataclasses import replace

from audit.documents.clearing.balloons import find_balloons
from audit.documents.clearing.furniture import Found, find_furniture
from audit.documents.clearing.margins import without_margin_numbers
from audit.documents.clearing.side_balloons import without_side_balloons
from audit.documents.pages import Line, Printed, Role


def cleared(printed: Printed) -> Printed:
    """The document with the role of each line, and the words of its balloons as notes."""
    printed = without_side_balloons(without_margin_numbers(printed))
    read = [line if line.role.is_read or line.is_blank else replace(line, text="") for line in printed.lines]
    balloons = find_balloons(read)
    inside = {n for b in balloons for n in range(b.first, b.last + 1)}
    furniture = find_furniture(printed.pages, [_blanked(line, n in inside) for n, line in enumerate(read)])
    lines = list(printed.lines)
    for at, found in furniture.items():
        if lines[at].role.is_read:
            lines[at] = _with(lines[at], found)
    for balloon in balloons:
        for at in range(balloon.first, balloon.last + 1):
            if lines[at].role.is_read and not lines[at].is_blank:
                because = f"a balloon that begins on line {lines[balloon.first].number}: {balloon.because}"
                lines[at] = replace(lines[at], role=Role.BALLOON, because=because)
    notes = tuple(sorted((*printed.notes, *(b.note for b in balloons)), key=lambda note: note.line))
    return replace(printed, lines=tuple(lines), notes=notes)


def _blanked(line: Line, is_inside: bool) -> Line:
    return replace(line, text="") if is_inside else line


def _with(line: Line, found: Found) -> Line:
    return replace(line, role=found.role, because=found.because)
