"""Balloons that a text keeps at the right of its lines, as a layout-true extraction of a PDF prints them.

A line then holds words of the rules and words of a balloon.  Those of the balloon become blanks, so that columns stay
as they are, and a note keeps them.  A balloon's next line begins in the same column, behind a gap; where none does, it ends.
"""

from __future__ import annotations

import re
from dataclasses import replace

from audit.documents.clearing.balloons import BEGINS
from audit.documents.pages import Line, Note, NoteKind, Printed, Role

# Looked for by its words: a search for the gap before them would take a line of blanks once for each blank.
_BEHIND_GAP = re.compile(
    r"(?<=   )(?:Comment(?:ed)?\s*\[|Deleted\s*:|Inserted\s*:|Formatted\s*:|Moved (?:up|down|from|to)\b)"
)
_LEFTMOST = 40
"""Column from which on a balloon may stand at the right."""
_LONGEST = 60
"""Lines of one balloon."""


def without_side_balloons(printed: Printed) -> Printed:
    """The document without what its lines hold of balloons at their right, and a note and a remark instead."""
    lines = list(printed.lines)
    notes: list[Note] = []
    n = 0
    while n < len(lines):
        column = _column(lines[n])
        if column is None:
            n += 1
            continue
        last, words = n, [lines[n].text[column:].strip()]
        lines[n] = _blanked(lines[n], column)
        while last + 1 < len(lines) and last - n < _LONGEST and lines[last + 1].page == lines[n].page:
            start = _goes_on(lines[last + 1], column)
            if start is None:
                break
            last += 1
            words.append(lines[last].text[start:].strip())
            lines[last] = _blanked(lines[last], start)
        notes.append(_note(lines[n], " ".join(words)))
        n = last + 1
    if not notes:
        return printed
    remark = f"{len(notes)} balloons at the right of the lines were taken out of the text, the first on line {notes[0].line}."
    return replace(printed, lines=tuple(lines), notes=(*printed.notes, *notes), remarks=(*printed.remarks, remark))


def _column(line: Line) -> int | None:
    """Where a balloon begins at the right of a line."""
    if line.box is not None or line.cells or "   " not in line.text or not line.role.is_read:
        return None
    found = _BEHIND_GAP.search(line.text, _LEFTMOST)
    return found.start() if found else None


def _goes_on(line: Line, column: int) -> int | None:
    """Where, within a column of the balloon's own, a line's words at the right begin; None where it has none."""
    text = line.text
    if line.box is not None or line.cells or not line.role.is_read or _BEHIND_GAP.search(text, _LEFTMOST):
        return None
    for start in (column, column - 1, column + 1):
        if len(text) > start and not text[start].isspace() and not text[max(start - 3, 0) : start].strip():
            return start
    return None


def _blanked(line: Line, column: int) -> Line:
    text = line.text[:column] + " " * (len(line.text) - column)
    marks = tuple(replace(m, end=min(m.end, column)) for m in line.marks if m.start < column)
    if text.strip():
        return replace(line, text=text, marks=marks)
    # Nothing of the rules stands on it: it keeps its words, and its role says what they are.
    return replace(line, role=Role.BALLOON, because="a balloon at the right of the text, in its own column")


def _note(line: Line, words: str) -> Note:
    begins = BEGINS.match(words)
    if begins is None or begins["formatted"]:
        return Note(NoteKind.FORMATTED, line.page, line.number, words)
    kind = NoteKind.DELETED if begins["deleted"] else NoteKind.COMMENT
    kept = words if words.startswith("Moved") else words[begins.end() :].strip()
    return Note(kind, line.page, line.number, kept, (begins["author"] or "").strip())
