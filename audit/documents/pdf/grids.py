"""The ruled tables of a page: which rules are a grid's, and the cells of a row."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from audit.documents.pages import Box
from audit.documents.pdf.drawings import Drawings, Rule
from audit.documents.pdf.rows import Row
from audit.documents.pdf.setting import Setting, Span

_NEAR = 1.2
"""Points: how near two pieces of a rule lie."""
_TOUCH = 0.35
"""Points: how near a level rule comes to an upright one that it meets; a mark in a cell keeps off a little more."""
_SHORTEST_WALL = 5.0
_MOST_WALLS = 300
_MOST_TABLES = 200
_TALLEST_ROW = 40
"""Of the size of its type: a cell that is taller is the frame of a page."""


@dataclass(frozen=True, slots=True)
class Wall:
    """An upright rule, put together from its pieces; it is twice ``half`` thick."""

    x: float
    half: float
    pieces: tuple[tuple[float, float], ...]

    def meets(self, y: float, slack: float = _NEAR) -> bool:
        n = bisect_right(self.pieces, (y + slack, float("inf"))) - 1
        return n >= 0 and self.pieces[n][1] >= y - slack


@dataclass(frozen=True)
class Grid:
    """All upright rules from left to right, and the level rules that join them, by their height."""

    walls: tuple[Wall, ...]
    beams: tuple[Rule, ...]
    tables: tuple[Box, ...]
    """Where three walls or more stand side by side."""

    def is_beam(self, rule: Rule) -> bool:
        """Whether a level rule belongs to a grid: an upright rule meets it."""
        return _touches(self.walls, [wall.x for wall in self.walls], rule)

    def _band(self, base: float, size: float) -> int | None:
        """Which of the beams is the first below a row of a table."""
        if not any(table.top <= base <= table.bottom + size for table in self.tables):
            return None
        n = bisect_left(self.heights, base - 0.3 * size)
        if not 0 < n < len(self.heights) or self.heights[n] - self.heights[n - 1] > _TALLEST_ROW * size:
            return None
        return n

    @cached_property
    def heights(self) -> list[float]:
        return [beam.at for beam in self.beams]

    def levelled(self, rows: list[Row]) -> list[Row]:
        """Joins rows that stand side by side, a little apart in height, in one row of a table."""
        made: list[Row] = []
        bands: list[int | None] = []
        for row in rows:
            band = self._band(row.base, row.size) if self.tables else None
            if band is not None and bands and bands[-1] == band and _are_level(made[-1], row):
                made[-1].runs = sorted([*made[-1].runs, *row.runs], key=lambda r: r.x0)
            else:
                made.append(row)
                bands.append(band)
        return made

    def walls_at(self, base: float, size: float) -> list[float]:
        """The walls beside a row, where it is one of a table; from left to right."""
        middle = base - 0.3 * size
        if self._band(base, size) is None:
            return []
        found: list[float] = []
        for wall in self.walls:
            if wall.meets(middle, 0.0) and (not found or wall.x - found[-1] > 3.0):
                found.append(wall.x)
        return found if len(found) > 1 else []


def _are_level(above: Row, row: Row) -> bool:
    if abs(row.base - above.base) > 0.8 * min(above.size, row.size) or len(above.runs) * len(row.runs) > 2_000:
        return False
    return not any(a.x0 < b.x1 and b.x0 < a.x1 for a in above.runs for b in row.runs)


def grid_of(drawings: Drawings) -> Grid:
    walls = _walls(drawings.upright)
    if not walls:
        return Grid((), (), ())
    xs = [wall.x for wall in walls]
    beams = sorted(rule for rule in drawings.level if _touches(walls, xs, rule))
    return Grid(walls, tuple(beams), tuple(_tables(walls)))


def _walls(rules: Iterable[Rule]) -> tuple[Wall, ...]:
    """Puts the pieces of each upright rule together; short ends alone are none."""
    columns: list[list[Rule]] = []
    for rule in sorted(rules):
        if not columns or rule.at - columns[-1][0].at > _NEAR:
            columns.append([])
        columns[-1].append(rule)
    walls = []
    for column in columns:
        merged: list[list[float]] = []
        for top, bottom in sorted((rule.start, rule.end) for rule in column):
            if merged and top - merged[-1][1] <= _NEAR + 1:
                merged[-1][1] = max(merged[-1][1], bottom)
            else:
                merged.append([top, bottom])
        tall = tuple((top, bottom) for top, bottom in merged if bottom - top >= _SHORTEST_WALL)
        if tall:
            first, last = column[0], column[-1]
            half = (last.at + last.thick / 2 - first.at + first.thick / 2) / 2
            walls.append(Wall((first.at + last.at) / 2, half, tall))
    return tuple(walls)


def _touches(walls: Sequence[Wall], xs: Sequence[float], rule: Rule) -> bool:
    if not walls:
        return False
    first, behind = bisect_left(xs, rule.start - 2 * _NEAR), bisect_right(xs, rule.end + 2 * _NEAR)
    # Its ends are what most often meets a wall.
    near = [*range(first, min(behind, first + 40)), *range(max(first + 40, behind - 40), behind)]
    return any(
        walls[n].meets(rule.at)
        and rule.start - walls[n].half - _TOUCH <= walls[n].x <= rule.end + walls[n].half + _TOUCH
        for n in near
    )


def _tables(walls: Sequence[Wall]) -> list[Box]:
    """Where three upright rules or more stand side by side."""
    if len(walls) > _MOST_WALLS:
        return []
    ends: dict[float, int] = defaultdict(int)
    for wall in walls:
        for top, bottom in wall.pieces:
            ends[top] += 1
            ends[bottom + 2 * _NEAR] -= 1
    found: list[tuple[float, float]] = []
    count, begun = 0, 0.0
    for y in sorted(ends):
        before, count = count, count + ends[y]
        if before < 2 <= count:
            begun = y
        elif count < 2 <= before:
            found.append((begun, y))
    tables = []
    for top, bottom in found[:_MOST_TABLES]:
        side_by_side = [wall.x for wall in walls if any(a < bottom and b > top for a, b in wall.pieces)]
        if len(side_by_side) > 2:
            tables.append(Box(side_by_side[0], top, side_by_side[-1], bottom))
    return tables


def cells_of(setting: Setting, walls: Sequence[float]) -> tuple[Span, ...]:
    """The cells of a row between its walls, without the blanks about them; an empty cell has length 0."""
    if len(walls) < 2:
        return ()
    middles = [(a + b) / 2 for a, b in zip(setting.edges, setting.ends, strict=True)]
    bounds = [bisect_left(middles, wall) for wall in walls]
    if bounds[0] == bounds[-1]:
        return ()  # All of it stands beside the table.
    # Words outside of the outer walls on the same line are the head of the row.
    bounds = [*([0] if bounds[0] > 0 else []), *bounds, *([len(middles)] if bounds[-1] < len(middles) else [])]
    cells = []
    for start, end in pairwise(bounds):
        a, b = start, end
        while a < b and setting.text[a] == " ":
            a += 1
        while b > a and setting.text[b - 1] == " ":
            b -= 1
        cells.append((a, b))
    return tuple(cells)
