"""A table as it was found among the lines, before it has a clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from audit.documents.pages import Line, Mark
from audit.documents.tables.cells import Bounds, Shown
from audit.documents.text import Stretch, Text

Piece = tuple[Shown, Bounds]
Cell = tuple[Piece, ...]
"""The stretches of lines that make a cell; none where it is empty."""
EMPTY: Cell = ()


@dataclass(frozen=True)
class Found:
    """Rows of cells, the first ``heads`` of them headings; ``lines`` are all lines that belong to the table.

    ``reasons`` say what was read into it.
    """

    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[int, ...]
    heads: int = 0
    caption: Cell = EMPTY
    confidence: float = 1.0
    reasons: tuple[str, ...] = ()

    @property
    def first(self) -> int:
        return self.lines[0]

    @property
    def last(self) -> int:
        return self.lines[-1]

    def doubted(self, confidence: float, reason: str) -> Found:
        """The same with a reason more, and no surer than ``confidence``."""
        return replace(self, confidence=min(self.confidence, confidence), reasons=(*self.reasons, reason))


def numbers_of(shown: Iterable[Shown]) -> tuple[int, ...]:
    return tuple(sorted({s.number for s in shown}))


def whole(shown: Sequence[Shown]) -> Cell:
    """Whole lines as one cell."""
    return tuple((s, s.whole) for s in shown)


def padded(cells: Sequence[Cell], count: int) -> tuple[Cell, ...]:
    """A row of ``count`` cells, empty ones behind those that are there."""
    return (*cells, *(EMPTY for _ in range(count - len(cells))))


def marks_at(line: Line, column: int) -> frozenset[Mark]:
    return frozenset(m.mark for m in line.marks if m.start <= column < m.end)


def text_of(cell: Cell) -> Text:
    """The words of a cell with their places; a blank that joins two lines has an empty original."""
    made: list[Stretch] = []
    for shown, (start, end) in cell:
        if start >= end:
            continue
        if made:
            last = made[-1]
            made.append(Stretch(" ", last.page, last.line, last.start + len(last.printed), ""))
        made.extend(_stretches(shown, start, end))
    return Text(tuple(made))


def _stretches(shown: Shown, start: int, end: int) -> list[Stretch]:
    """A stretch ends where the view leaves something out or where other marks begin."""
    line, columns = shown.line, shown.columns
    if not line.marks:
        return [Stretch(shown.text[start:end], line.page, line.number, columns[start])]
    made: list[Stretch] = []
    begun = start
    for at in range(start + 1, end + 1):
        here = marks_at(line, columns[begun])
        if at == end or columns[at] != columns[at - 1] + 1 or marks_at(line, columns[at]) != here:
            made.append(Stretch(shown.text[begun:at], line.page, line.number, columns[begun], marks=here))
            begun = at
    return made
