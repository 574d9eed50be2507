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

MARK = np.uint64(0xFF)
"""The bits of an entry that tell the slot; keys are told apart by the others."""

NOT_WORKED_OUT = "a round comes to a decision of which it was not worked out what is best"

_POINT, _CARD = 1, 2


@dataclass(frozen=True)
class Slots:
    """An open table of ``entries`` (uint64[2**n], 0 where free), searched from ``key >> shift`` on.

    An entry is a key with its last bits (`MARK`) in favour of the slot that is best, counted from 1: so one look tells both.
    """

    entries: Numbers
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
        slot = int(find(key, self.slots.entries, self.slots.shift))
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
    if len(np.unique(keys | MARK)) < len(keys):
        raise NotSolvable("situations of a round that have one number: they cannot be told apart")
    if slots.max(initial=0) >= int(MARK):
        raise NotSolvable(f"a decision between {int(MARK):,} choices or more")
    bits = max(4, (2 * len(keys)).bit_length())
    found = Slots(np.zeros(1 << bits, dtype=np.uint64), 64 - bits)
    _fill((keys & ~MARK) + (slots + 1).astype(np.uint64), found.entries, found.shift)
    return found


@njit
def _fill(entries: Numbers, into: Numbers, shift: int) -> None:
    last = np.uint64(len(into) - 1)
    for entry in entries:
        at = entry >> np.uint64(shift)
        while into[at] != 0:
            at = (at + np.uint64(1)) & last
        into[at] = entry


@njit
def find(key: np.uint64, entries: Numbers, shift: int) -> int:
    """The slot of a situation, or `NOT_KNOWN`."""
    at, last = key >> np.uint64(shift), np.uint64(len(entries) - 1)
    while True:
        entry = entries[at]
        if (entry ^ key) <= MARK and entry & MARK:  # they differ in the mark at most
            return int(entry & MARK) - 1
        if entry == 0:
            return NOT_KNOWN
        at = (at + np.uint64(1)) & last
