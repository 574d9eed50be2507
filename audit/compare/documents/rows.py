"""Tables of two matched clauses, row by row; rows of several tables of one clause are taken together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

from audit.compare.documents.units import row_words
from audit.compare.documents.words import Token, read_words
from audit.documents.clauses import Table

_LIKE = 0.5


Place = tuple[Table, int]
"""A row: its table, and its number in it."""


def rows_of(tables: Sequence[Table]) -> list[Place]:
    return [(table, n) for table in tables for n in range(len(table.rows))]


def paired_rows(old: Sequence[Place], new: Sequence[Place]) -> Iterator[tuple[int | None, int | None]]:
    """Which rows are each other's, by all their cells, by the first, then by likeness; None where there is none."""
    ours = [_row(*place) for place in old]
    theirs = [_row(*place) for place in new]
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for read in (_whole, _first):
        at: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for m in range(len(theirs) - 1, -1, -1):
            if m not in taken:
                at[read(theirs[m])].append(m)
        for n, row in enumerate(ours):
            key = read(row)
            if n not in partner and key and at.get(key):
                partner[n] = at[key].pop()
                taken.add(partner[n])
    begin = 0
    for n, row in enumerate(ours):
        if n in partner:
            begin = partner[n] + 1
            continue
        near = [m for m in range(begin, min(begin + 3, len(theirs))) if m not in taken]
        best = max(near, key=lambda m: (_like(row, theirs[m]), -m), default=None)
        if best is not None and _like(row, theirs[best]) >= _LIKE:
            partner[n] = best
            taken.add(best)
    left = [m for m in range(len(theirs)) if m not in taken]
    for n in range(len(ours)):
        while left and n in partner and left[0] < partner[n]:
            yield None, left.pop(0)
        yield n, partner.get(n)
    yield from ((None, m) for m in left)


_Row = tuple[list[Token], list[Token]]


def _row(table: Table, number: int) -> _Row:
    """The tokens of its first cell that is not empty, and of the whole row."""
    cells = table.rows[number]
    first = next((cell.words for cell in cells if cell), "")
    return list(read_words(first)), list(read_words(row_words(cells)[0]))


def _first(row: _Row) -> tuple[str, ...]:
    return tuple(t.key for t in row[0])


def _whole(row: _Row) -> tuple[str, ...]:
    return tuple(t.key for t in row[1])


def _like(one: _Row, other: _Row) -> float:
    a, b = [t.mask for t in one[1]], [t.mask for t in other[1]]
    return Indel.normalized_similarity(a, b) if a and b else 0.0
