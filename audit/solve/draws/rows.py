"""Many worlds at once: arrays of cells, a row for each way in which cards lie, a column for each card.

All rows of a `Batch` have as many cards in each area (`Shape`).  A cell is a kind or a fine kind, or the complement of a set of
kinds (see `worlds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.traces import Node
from audit.solve.draws.worlds import World
from audit.solve.errors import NotSolvable

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

MOST_KINDS = 62
"""A set of kinds is a machine word."""


@dataclass(frozen=True)
class Shape:
    """How many cards lie in each area, in the order in which the areas got their first."""

    areas: tuple[tuple[str, int], ...] = ()

    @cached_property
    def width(self) -> int:
        return sum(number for _, number in self.areas)

    def columns(self, area: str) -> range:
        """The columns of an area's cards."""
        start = 0
        for name, number in self.areas:
            if name == area:
                return range(start, start + number)
            start += number
        return range(0)

    def spot(self, column: int) -> tuple[str, int]:
        """The area and the place there of a column."""
        return next((area, column - self.columns(area)[0]) for area, _ in self.areas if column in self.columns(area))

    def dealt(self, area: str) -> tuple[Shape, int]:
        """The shape with one more card in an area, and the new card's column."""
        if not any(name == area for name, _ in self.areas):
            return Shape((*self.areas, (area, 1))), self.width
        grown = Shape(tuple((name, number + (name == area)) for name, number in self.areas))
        return grown, grown.columns(area)[-1]

    def world(self, row: Sequence[int]) -> World:
        """A row as a world."""
        areas = ((area, tuple(int(row[column]) for column in self.columns(area))) for area, _ in self.areas)
        return World(tuple(areas))

    @staticmethod
    def of(world: World) -> tuple[Shape, list[int]]:
        """The shape of a world and its row."""
        areas = tuple((area, row) for area, row in world.areas if row)
        return Shape(tuple((area, len(row)) for area, row in areas)), [cell for _, row in areas for cell in row]


@dataclass(frozen=True)
class Batch:
    """Worlds at one point of the round.

    ``rows`` (int64[worlds, cards]), ``origins`` (int64[worlds]: the state that each comes from), ``slots`` (int64[worlds]: by
    which choice there), ``chances`` (float64[worlds]).  ``told`` is what a wager was settled by that shows something of a
    card that lies unseen.
    """

    node: Node
    shape: Shape
    rows: Ints
    origins: Ints
    slots: Ints
    chances: Floats
    told: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, which: NDArray[np.bool_] | Ints) -> Batch:
        """Some of the worlds."""
        return replace(
            self, rows=self.rows[which], origins=self.origins[which], slots=self.slots[which], chances=self.chances[which]
        )

    def at(self, node: Node) -> Batch:
        return replace(self, node=node)

    def dealt(self, area: str, kinds: Kinds) -> Batch:
        """One more card in an area, of which nothing is known."""
        shape, column = self.shape.dealt(area)
        return replace(self, shape=shape, rows=np.insert(self.rows, column, ~kinds.every, axis=1))

    def looked(self, column: int, kinds: Kinds) -> Batch:
        """One unseen card looked at: a world for each kind that it may be, or for each fine kind where its place tells them."""
        number, chances = chances_of(self.rows, column, kinds)
        first = 0
        if kinds.is_fine(*self.shape.spot(column)):
            number, chances = _fine_chances(self.rows, kinds, number, chances)
            first = len(kinds.cards)
        which, kind = np.nonzero(number)
        found = self.only(which)
        found.rows[:, column] = first + kind
        return replace(found, chances=found.chances * chances[which, kind])


def _fine_chances(rows: Ints, kinds: Kinds, number: Ints, chances: Floats) -> tuple[Ints, Floats]:
    """Of what `chances_of` tells of kinds the same of fine kinds: one of those that are left of its kind."""
    assert kinds.fine is not None
    kind_of = np.array(kinds.kind_of)[len(kinds.cards) :]
    seen = _counted(rows - len(kinds.cards), len(kind_of))
    left = np.array(kinds.fine.copies, dtype=np.int64) - seen
    among = np.array(kinds.copies, dtype=np.int64)[kind_of] - seen @ (kind_of[:, None] == kind_of).astype(np.int64)
    found = np.where(left > 0, chances[:, kind_of] * left / np.maximum(among, 1), 0)
    return np.where((number[:, kind_of] > 0) & (found > 0), left, 0), found


def counts_of(rows: Ints, kinds: Kinds) -> Ints:
    """How many cards of each kind have been looked at, int64[worlds, kinds]; cards with a fine kind are of the one it is of."""
    if kinds.fine is not None:
        rows = np.where(rows < 0, rows, np.array(kinds.kind_of)[np.maximum(rows, 0)])
    return _counted(rows, len(kinds.cards))


@njit
def _counted(rows: Ints, number: int) -> Ints:
    found = np.zeros((len(rows), number), dtype=np.int64)
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            kind = rows[row, column]
            if 0 <= kind < number:
                found[row, kind] += 1
    return found


def fine_cells(rows: Ints, kinds: Kinds) -> Ints:
    """The cards with fine kinds in one order, the same number in each row: -1 where there are fewer."""
    if kinds.fine is None:
        return rows[:, :0]
    found = np.sort(np.where(rows >= len(kinds.cards), rows, -1), axis=1)
    return found[:, (found >= 0).any(axis=0)]


def masks_of(rows: Ints, kinds: Kinds, besides: int = -1) -> Ints:
    """The set of kinds that the one card may be of which something was shown; 0 where there is none.

    Raises `NotSolvable` where there are two such cards.
    """
    shown = (rows < 0) & (rows != ~kinds.every)
    if besides >= 0:
        shown[:, besides] = False
    if (shown.sum(axis=1) > 1).any():
        raise two_shown()
    found: Ints = np.where(shown, ~rows, 0).sum(axis=1)
    return found


def two_shown() -> NotSolvable:
    return NotSolvable("something was shown of two cards that the player has not seen")


def within(masks: Ints, number: int) -> Ints:
    """Which kinds are in each set, int64[sets, kinds] of 0 and 1."""
    return (masks[:, None] >> np.arange(number)) & 1


def chances_of(rows: Ints, column: int, kinds: Kinds) -> tuple[Ints, Floats]:
    """For an unseen card, how many cards of each kind it may be, and how likely that is; see `worlds.chances`."""
    number = len(kinds.cards)
    left = np.array(kinds.copies, dtype=np.int64) - counts_of(rows, kinds)
    own, shown = ~rows[:, column], masks_of(rows, kinds, column)
    if ((shown != 0) & (own != kinds.every)).any():
        raise two_shown()
    may_be = left * within(own, number)
    unseen = left.sum(axis=1)[:, None]
    inside = within(shown, number)
    among = (left * inside).sum(axis=1)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = may_be / may_be.sum(axis=1)[:, None]
        beside = may_be * (among - inside) / (among * (unseen - 1))
    is_beside = (shown != 0)[:, None]
    found = np.where(is_beside, beside, plain)
    return np.where(found > 0, may_be, 0), found


_MIXERS = np.random.default_rng(20).integers(1, 1 << 62, 512, dtype=np.int64) | 1


def unique_rows(rows: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """The first of each of the rows that are equal, and for every row which of these it equals."""
    return _unique(np.ascontiguousarray(rows, dtype=np.int64), _MIXERS)


@njit
def _unique(rows: Ints, mixers: Ints) -> tuple[Ints, Ints]:
    bits = 4
    while 1 << bits < 2 * len(rows):
        bits += 1
    places = np.full(1 << bits, -1, dtype=np.int64)
    first, which = np.empty(len(rows), dtype=np.int64), np.empty(len(rows), dtype=np.int64)
    number = 0
    for row in range(len(rows)):
        at = _place(rows, row, mixers, bits)
        while True:
            known = places[at]
            if known < 0:
                places[at], first[number], which[row] = number, row, number
                number += 1
                break
            is_same = True
            for column in range(rows.shape[1]):
                if rows[first[known], column] != rows[row, column]:
                    is_same = False
                    break
            if is_same:
                which[row] = known
                break
            at = (at + 1) & (len(places) - 1)
    return first[:number].copy(), which


@njit
def _place(rows: Ints, row: int, mixers: Ints, bits: int) -> int:
    """Where a row is looked for first among so many places."""
    key = np.uint64(0)
    for column in range(rows.shape[1]):
        key = (key + np.uint64(rows[row, column])) * np.uint64(mixers[column % len(mixers)])
        key ^= key >> np.uint64(29)
    return np.int64(key >> np.uint64(64 - bits))  # type: ignore[return-value]


class Numbered:
    """Rows of one width, each numbered when it is first met."""

    def __init__(self, width: int) -> None:
        self.number = 0
        self._bits = 4
        self._places = np.full(1 << self._bits, -1, dtype=np.int64)
        self._rows = np.empty((0, width), dtype=np.int64)

    def of(self, rows: Ints) -> Ints:
        """The number of each row; those not met before get the next ones, in their order."""
        most = self.number + len(rows)
        if most > len(self._rows):
            self._rows = grown(self._rows, self.number, most)
        if 2 * most > len(self._places):
            while 1 << self._bits < 4 * most:
                self._bits += 1
            self._places = np.full(1 << self._bits, -1, dtype=np.int64)
            _number(self._rows[: self.number], 0, self._rows, self._places, self._bits, _MIXERS)
        found, self.number = _number(
            np.ascontiguousarray(rows, dtype=np.int64), self.number, self._rows, self._places, self._bits, _MIXERS
        )
        return found

    def since(self, number: int) -> Ints:
        """The rows from a number on."""
        return self._rows[number : self.number]


def grown(rows: NDArray[Any], number: int, most: int) -> NDArray[Any]:
    """The first rows in an array with room for as many as ``most``, and for as many again."""
    found = np.empty((2 * most, *rows.shape[1:]), dtype=rows.dtype)
    found[:number] = rows[:number]
    return found


@njit
def _number(rows: Ints, number: int, known: Ints, places: Ints, bits: int, mixers: Ints) -> tuple[Ints, int]:
    found = np.empty(len(rows), dtype=np.int64)
    for row in range(len(rows)):
        at = _place(rows, row, mixers, bits)
        while True:
            one = places[at]
            if one < 0:
                known[number], places[at], found[row] = rows[row], number, number
                number += 1
                break
            is_same = True
            for column in range(rows.shape[1]):
                if known[one, column] != rows[row, column]:
                    is_same = False
                    break
            if is_same:
                found[row] = one
                break
            at = (at + 1) & (len(places) - 1)
    return found, number


def last_of(which: Ints, number: int) -> Ints:
    """The last of each of so many classes of rows, ``which`` being the class of each row."""
    last = np.empty(number, dtype=np.int64)
    last[which] = np.arange(len(which))
    return last


def as_bytes(rows: Ints) -> list[bytes]:
    """Each row as one key, which is looked up sooner than its numbers are."""
    if rows.shape[1] == 0:
        return [b""] * len(rows)
    data, width = np.ascontiguousarray(rows).tobytes(), rows.dtype.itemsize * rows.shape[1]
    return [data[at : at + width] for at in range(0, len(data), width)]


def in_one_order(rows: Ints, shape: Shape, told_apart: Mapping[str, int]) -> Ints:
    """The same worlds, the cards of each area sorted where their places do not matter, the areas by their names."""
    parts = []
    for area, _ in sorted(shape.areas):
        columns = shape.columns(area)
        fixed = min(told_apart.get(area, 0), len(columns))
        parts += [rows[:, columns[0] : columns[0] + fixed], np.sort(rows[:, columns[0] + fixed : columns[-1] + 1], axis=1)]
    return np.concatenate(parts, axis=1) if parts else rows
