"""Tables whose columns are printed one after the other: all amounts, then all names, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from audit.documents.tables.cells import NAME_COLUMNS, Shape, Shown
from audit.documents.tables.found import Cell, Found, numbers_of, whole

PAIRED = "its columns are printed one after the other; they are of one length and were paired in order"
_IN_REGION = frozenset({Shape.VALUES, Shape.SHORT, Shape.HEAD, Shape.LINK, Shape.JUNK, Shape.TAIL})


@dataclass
class _Columns:
    values: list[Shown] = field(default_factory=list)
    names: list[Shown] = field(default_factory=list)
    heads: list[Shown] = field(default_factory=list)
    links: list[Shown] = field(default_factory=list)
    caption: list[Shown] = field(default_factory=list)

    @property
    def pairs(self) -> bool:
        return len(self.values) == len(self.names) >= 2 and len(self.links) in (0, len(self.values))

    @property
    def lines(self) -> list[Shown]:
        return [*self.values, *self.names, *self.heads, *self.links, *self.caption]


@dataclass(frozen=True)
class Unpaired:
    """Columns that stay as they are printed: how many values and names they have, and on which lines."""

    first: int
    last: int
    values: int
    names: int

    @property
    def reason(self) -> str:
        return (
            f"lines {self.first} to {self.last} look like a table printed column by column, but {self.values} values"
            f" and {self.names} names do not pair; they are left as printed"
        )


def column_tables(lines: Sequence[Shown], taken: set[int]) -> tuple[list[Found], list[Unpaired]]:
    """Tables, and columns that do not pair, among lines in reading order, blank ones left out."""
    found: list[Found] = []
    unpaired: list[Unpaired] = []
    at = 0
    while at < len(lines):
        if not _is_within(lines[at], taken):
            at += 1
            continue
        end = at
        while end < len(lines) and _is_within(lines[end], taken):
            end += 1
        region = [s for s in lines[at:end] if s.shape is not Shape.JUNK]
        values = sum(s.shape is Shape.VALUES and len(s.values) == 1 for s in region)
        if values >= 2 and _is_announced(lines, at, region):
            tables, left = _read(region)
            found.extend(tables)
            if left is not None:
                unpaired.append(left)
        at = end
    return found, unpaired


def _is_within(line: Shown, taken: set[int]) -> bool:
    return line.shape in _IN_REGION and line.number not in taken


def _is_announced(lines: Sequence[Shown], at: int, region: Sequence[Shown]) -> bool:
    if any(s.shape in (Shape.HEAD, Shape.LINK) for s in region):
        return True
    before = [s.text.rstrip() for s in lines[max(at - 2, 0) : at]]
    return any(text.endswith(":") for text in before)


def _read(region: Sequence[Shown]) -> tuple[list[Found], Unpaired | None]:
    """Pairs names and values; a table ends where both are of one length and a heading begins the next."""
    found: list[Found] = []
    columns = _Columns()
    for n, line in enumerate(region):
        if line.shape is Shape.HEAD:
            if columns.pairs:
                found.append(_table(columns))
                columns = _Columns()
            columns.heads.append(line)
        elif line.shape is Shape.VALUES:
            columns.values.append(line)
        elif line.shape is Shape.LINK:
            columns.links.append(line)
        elif n + 1 < len(region) and region[n + 1].shape is Shape.HEAD and columns.values and not columns.names:
            columns.caption.append(line)
        elif line.shape is Shape.TAIL and columns.names and not _looks_like_a_name(line):
            return found, _left(columns)
        else:
            columns.names.append(line)
    if len(columns.names) == len(columns.values) + 1 and _is_misread_heading(columns.names[0]):
        columns.heads.append(columns.names.pop(0))
    if columns.pairs:
        found.append(_table(columns))
        return found, None
    return found, _left(columns)


def _left(columns: _Columns) -> Unpaired | None:
    if len(columns.values) < 3 or len(columns.names) < 3:
        return None
    numbers = numbers_of(columns.lines)
    return Unpaired(numbers[0], numbers[-1], len(columns.values), len(columns.names))


def _looks_like_a_name(line: Shown) -> bool:
    return len(line.text.split()) <= 4


def _is_misread_heading(line: Shown) -> bool:
    word = line.text.strip().lower()
    return any(len(word) == len(known) and Levenshtein.distance(word, known) <= 1 for known in NAME_COLUMNS)


def _table(columns: _Columns) -> Found:
    rows: list[tuple[Cell, ...]] = []
    for name, value in zip(columns.names, columns.values, strict=True):
        rows.append((((name, _without_noise(name)),), ((value, value.values[0]),)))
    heads = _heads(columns)
    found = Found((*heads, *rows), numbers_of(columns.lines), len(heads), whole(columns.caption))
    found = found.doubted(0.8, PAIRED)
    if columns.links:
        found = found.doubted(0.8, f"“{columns.links[0].text.strip()}” between name and value is no column")
    return found


def _heads(columns: _Columns) -> list[tuple[Cell, ...]]:
    """The heading of names and that of values; a heading that stands before the first values is theirs."""
    if not columns.heads:
        return []
    first_value = columns.values[0].number
    first_name = columns.names[0].number
    over_values: list[Shown] = []
    over_names: list[Shown] = []
    for head in columns.heads:
        nearest = min((n for n in (first_value, first_name) if n > head.number), default=first_value)
        (over_values if nearest == first_value else over_names).append(head)
    return [(whole(over_names), whole(over_values))]


def _without_noise(line: Shown) -> tuple[int, int]:
    """A name without specks behind it that a blank sets apart."""
    start, end = line.whole
    text = line.text
    while True:
        blank = text.rfind(" ", start, end)
        if text[end - 1] == ":":
            end = len(text[: end - 1].rstrip())
        elif blank <= start or any(c.isalnum() for c in text[blank:end]):
            return start, end
        else:
            end = len(text[:blank].rstrip())
