"""What is best in each situation of a round, found by a number for the point and the cards that are known there.

The number is a sum (modulo 2**64) of numbers drawn for each card by its area and its place there, as far as places are told
apart; so it grows card by card as they are looked at, in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.layout import Block
from audit.solve.draws.rows import Ints
from audit.solve.draws.traces import Deciding, Node
from audit.solve.draws.worlds import Cell, World
from audit.solve.errors import NotSolvable

Numbers: TypeAlias = NDArray[np.uint64]

ALL_BITS = (1 << 64) - 1
NOT_KNOWN = -1
"""The slot of a situation of which nobody has worked out what is best."""

NOT_WORKED_OUT = "a round comes to a decision of which it was not worked out what is best"

_POINT, _CARD = 1, 2


@dataclass(frozen=True)
class Slots:
    """An open table: ``keys`` (uint64[2**n], 0 where free) and the ``slots`` (int8) that are best; searched from ``key >> shift``."""

    keys: Numbers
    slots: NDArray[np.int8]
    shift: int


class KnownChoices:
    """The best play of a drawing that is worked out already."""

    def __init__(self, drawing: Drawing) -> None:
        self.told_apart = drawing.walk.answers.told_apart
        self._like = drawing.layout.like
        self._areas: dict[str, int] = {}
        blocks = [block for block in drawing.layout.blocks if isinstance(block.node.point, Deciding)]
        policy = drawing.following.policy
        keys = [self._keys_of(block) for block in blocks]
        slots = [policy[block.first : block.first + len(block)] for block in blocks]
        none = np.zeros(0, dtype=np.int64)
        self.slots = _filled(np.concatenate([none.astype(np.uint64), *keys]), np.concatenate([none, *slots]))

    def key_of(self, world: World) -> int:
        """The number of all cards as they lie."""
        return sum(self.of_card(area, place, cell) for area, place, cell in world.cells()) & ALL_BITS

    def of_card(self, area: str, place: int, cell: Cell) -> int:
        """The number of one card: looked at, or what was shown of it."""
        return _mixed(_CARD, self._areas.setdefault(area, len(self._areas)), self.group_of(area, place), cell & ALL_BITS)

    def group_of(self, area: str, place: int) -> int:
        """Places of one group are not told apart."""
        return min(place, self.told_apart.get(area, 0))

    def of_point(self, node: Node) -> int:
        return _mixed(_POINT, self._like.get(node.number, node.number))

    def best(self, node: Node, world: World) -> str:
        """What is best at a decision; raises `NotSolvable` where it was not worked out."""
        key = np.uint64((self.of_point(node) + self.key_of(world)) & ALL_BITS)
        slot = int(find(key, self.slots.keys, self.slots.slots, self.slots.shift))
        if slot == NOT_KNOWN:
            raise NotSolvable(NOT_WORKED_OUT)
        assert isinstance(node.point, Deciding)
        return node.point.labels[slot]

    def _keys_of(self, block: Block) -> Numbers:
        found = np.full(len(block), self.of_point(block.node), dtype=np.uint64)
        for column in range(block.shape.width):
            area, place = block.shape.spot(column)
            cells, which = np.unique(block.rows[:, column], return_inverse=True)
            found += np.array([self.of_card(area, place, cell) for cell in cells.tolist()], dtype=np.uint64)[which]
        return found


def _mixed(*numbers: int) -> int:
    """A number that looks drawn at random (the finalizer of SplitMix64, for each in turn)."""
    found = 0
    for number in numbers:
        found = (found + number + 0x9E3779B97F4A7C15) & ALL_BITS
        found = (found ^ found >> 30) * 0xBF58476D1CE4E5B9 & ALL_BITS
        found = (found ^ found >> 27) * 0x94D049BB133111EB & ALL_BITS
        found ^= found >> 31
    return found


def _filled(keys: Numbers, slots: Ints) -> Slots:
    """The table of these keys, at most half of it full."""
    if len(np.unique(keys)) < len(keys) or (keys == 0).any():
        raise NotSolvable("situations of a round that have one number: they cannot be told apart")
    bits = max(4, (2 * len(keys)).bit_length())
    found = Slots(np.zeros(1 << bits, dtype=np.uint64), np.full(1 << bits, NOT_KNOWN, dtype=np.int8), 64 - bits)
    _fill(keys, slots.astype(np.int8), found.keys, found.slots, found.shift)
    return found


@njit
def _fill(keys: Numbers, slots: NDArray[np.int8], into: Numbers, found: NDArray[np.int8], shift: int) -> None:
    for n in range(len(keys)):
        at = np.int64(keys[n] >> np.uint64(shift))
        while into[at] != 0:
            at = (at + 1) & (len(into) - 1)
        into[at], found[at] = keys[n], slots[n]


@njit
def find(key: np.uint64, keys: Numbers, slots: NDArray[np.int8], shift: int) -> int:
    """The slot of a situation, or `NOT_KNOWN`."""
    at = np.int64(key >> np.uint64(shift))
    while keys[at] != 0:
        if keys[at] == key:
            return int(slots[at])
        at = (at + 1) & (len(keys) - 1)
    return NOT_KNOWN
