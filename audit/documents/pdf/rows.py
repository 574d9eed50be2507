"""Characters become rows in the order in which a page is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from audit.documents.pages import Box
from audit.documents.pdf.letters import Glyph

_SAME_BASE = 0.25
"""Of the smaller size: how far two base lines of one row may lie apart."""
_RUN_ENDS = 1.0
"""Of the size: a gap that ends a run."""
_DOUBLED = 0.25
"""Of its width: how near a letter lies to the same letter printed again to make it bold."""
_GUTTER = 8.0
"""Points: the least room between columns."""
_MOST_GUTTERS = 12
_FAR = 2.5
"""Of the size: how far a running header stands from the columns."""
_FEWEST_ROWS = 3
_MOST_COLUMNS = 5
_MOST_ROWS = 400
"""A page of more rows is read from top to bottom."""
_PROSE = 12
"""Characters: what a line of a column has at the least, by its median; the cells of a table are shorter."""


@dataclass(slots=True)
class Run:
    """Consecutive characters of the file on one base line; ``order`` counts in the order of the file."""

    glyphs: list[Glyph]
    order: int
    x0: float = 0.0
    x1: float = 0.0
    base: float = 0.0
    size: float = 0.0

    def closed(self) -> Run:
        self.x0, self.x1 = self.glyphs[0].x0, max(g.x1 for g in self.glyphs)
        self.base, self.size = self.glyphs[0].base, max(g.size for g in self.glyphs)
        return self


@dataclass(slots=True)
class Row:
    """Runs on one base line, from left to right."""

    base: float
    size: float
    runs: list[Run] = field(default_factory=list)

    @property
    def x0(self) -> float:
        return self.runs[0].x0

    @property
    def x1(self) -> float:
        return max(run.x1 for run in self.runs)

    @property
    def glyphs(self) -> list[Glyph]:
        return [glyph for run in self.runs for glyph in run.glyphs]


Tables = Sequence[Box]
"""Where ruled tables stand; there rows go through all columns."""


def rows_of(glyphs: Sequence[Glyph], tables: Tables = ()) -> list[Row]:
    """The rows of a page as they are read: columns of prose one after another, all else from top to bottom."""
    return _ordered(_runs(glyphs), tables, 0)


def _ordered(runs: list[Run], tables: Tables, depth: int) -> list[Row]:
    rows = _rows(runs)
    if depth >= _MOST_COLUMNS or len(rows) < 2 * _FEWEST_ROWS or len(rows) > _MOST_ROWS:
        return rows
    ordered: list[Row] = []
    at = 0
    for start, end, gutter in _columns(rows, tables):
        ordered += rows[at:start]
        # A column may itself be parted, as a page of three columns is.
        for side in _parted(rows[start:end], gutter):
            ordered += _ordered(side, tables, depth + 1)
        at = end
    return ordered + rows[at:]


def _runs(glyphs: Sequence[Glyph]) -> list[Run]:
    """Splits where the file goes to another base line, back, or over a wide gap."""
    runs: list[Run] = []
    now: Run | None = None
    before: Glyph | None = None
    for glyph in glyphs:
        if now is not None and before is not None:
            gap = glyph.x0 - before.x1
            em = max(glyph.size, before.size)
            if _is_doubled(before, glyph):
                continue
            if abs(glyph.base - before.base) > 0.05 * em or not -0.6 * em < gap < _RUN_ENDS * em:
                now = None
        if now is None:
            now = Run([], len(runs))
            runs.append(now)
        now.glyphs.append(glyph)
        before = glyph
    return [run.closed() for run in runs]


def _is_doubled(before: Glyph, glyph: Glyph) -> bool:
    """Whether a letter is printed once more to make it bold; two of the very same place are the parts of a ligature."""
    return (
        glyph.text == before.text
        and 0 < abs(glyph.x0 - before.x0) < _DOUBLED * (glyph.x1 - glyph.x0)
        and abs(glyph.base - before.base) < _SAME_BASE * glyph.size
    )


def _rows(runs: list[Run]) -> list[Row]:
    """Rows from top to bottom; what is raised or lowered beside a word stays in its row."""
    rows: list[Row] = []
    for run in sorted(runs, key=lambda r: (r.base, r.x0)):
        row = rows[-1] if rows else None
        if row is None or run.base - row.base > _SAME_BASE * min(run.size, row.size):
            rows.append(Row(run.base, run.size, [run]))
        else:
            row.runs.append(run)
            row.size = max(row.size, run.size)
    rows = _with_raised(rows)
    for row in rows:
        row.runs = _without_doubles(sorted(row.runs, key=lambda r: (r.x0, r.order)))
    return rows


def _with_raised(rows: list[Row]) -> list[Row]:
    """Joins a row of smaller type to the row above or below whose words it touches: marks of ordinals, of notes."""
    joined: list[Row] = []
    for row in rows:
        above = joined[-1] if joined else None
        if above is not None and _is_beside(row, above):
            above.runs += row.runs
        elif above is not None and _is_beside(above, row):
            row.runs += above.runs
            joined[-1] = row
        else:
            joined.append(row)
    return joined


def _is_beside(small: Row, row: Row) -> bool:
    if small.size > 0.8 * row.size or not -0.6 * row.size < small.base - row.base < 0.35 * row.size:
        return False
    if len(small.runs) > 40 or len(row.runs) > 200:
        return False
    near = 0.35 * row.size
    return all(
        any(-near < run.x0 - other.x1 < near or -near < other.x0 - run.x1 < near for other in row.runs)
        for run in small.runs
    )


def _without_doubles(runs: list[Run]) -> list[Run]:
    """Takes away a run that is printed over its like."""
    kept: list[Run] = []
    for run in runs:
        last = kept[-1] if kept else None
        if (
            last is not None
            and abs(last.x0 - run.x0) < 0.1 * run.size
            and len(last.glyphs) == len(run.glyphs)
            and all(a.text == b.text for a, b in zip(last.glyphs, run.glyphs, strict=True))
        ):
            continue
        kept.append(run)
    return kept


def _columns(rows: list[Row], tables: Tables) -> list[tuple[int, int, float]]:
    """Stretches of rows that are two columns: first row, the row behind the last, and where a line parts them.

    The lines of a right column begin at one place, and no row of the stretch runs over that place.
    """
    taken: list[tuple[int, int, float]] = []
    for gutter in _gutters(rows):
        across = [table for table in tables if table.x0 < gutter < table.x1]
        free = [not any(table.top <= row.base <= table.bottom for table in across) for row in rows]
        start = 0
        for n in range(len(rows) + 1):
            if n < len(rows) and free[n] and not _crosses(rows[n], gutter):
                continue
            first, last = _without_edges(rows, start, n)
            apart = all(last <= a or first >= b for a, b, _ in taken)
            if last - first >= 2 * _FEWEST_ROWS - 1 and apart and _is_prose(rows[first:last], gutter):
                taken.append((first, last, gutter))
            start = n + 1
    return sorted(taken)


def _gutters(rows: list[Row]) -> list[float]:
    """Just left of where several lines begin; the likeliest first."""
    begins = Counter(round(run.x0) for row in rows for run in row.runs)
    leftmost = min(row.x0 for row in rows)
    often = [(x, count) for x, count in begins.items() if count >= _FEWEST_ROWS and x > leftmost + _GUTTER]
    return [x - _GUTTER / 2 for x, _ in sorted(often, key=lambda each: (-each[1], each[0]))[:_MOST_GUTTERS]]


def _crosses(row: Row, gutter: float) -> bool:
    """Whether ink lies on the line that would part the row, or nearer to it than a gutter is wide."""
    reach = _GUTTER / 2 - 1
    return any(run.x0 < gutter + reach and run.x1 > gutter - reach for run in row.runs)


def _without_edges(rows: list[Row], start: int, end: int) -> tuple[int, int]:
    """Leaves out a line or two at the top or foot that stand far from the rest: running headers and footers."""
    for n in range(start, min(start + 2, end - 1)):
        if rows[n + 1].base - rows[n].base > _FAR * rows[n].size:
            start = n + 1
            break
    for n in range(end - 1, max(end - 3, start), -1):
        if rows[n].base - rows[n - 1].base > _FAR * rows[n].size:
            return start, n
    return start, end


def _parted(rows: Sequence[Row], gutter: float) -> tuple[list[Run], list[Run]]:
    runs = [run for row in rows for run in row.runs]
    return [r for r in runs if r.x0 < gutter], [r for r in runs if r.x0 >= gutter]


def _is_prose(rows: Sequence[Row], gutter: float) -> bool:
    """Whether two columns are read one after the other: the file writes them so, and their lines are long."""
    left, right = _parted(rows, gutter)
    for side in (left, right):
        lengths: dict[float, int] = {}
        for run in side:
            lengths[run.base] = lengths.get(run.base, 0) + len(run.glyphs)
        if len(lengths) < _FEWEST_ROWS or median(lengths.values()) < _PROSE:
            return False
    sides = [r.x0 >= gutter for r in sorted((*left, *right), key=lambda r: r.order)]
    changes = sum(a != b for a, b in pairwise(sides))
    return changes <= max(2, len(rows) // 6)
