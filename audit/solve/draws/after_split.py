"""How many hands of a split come to each situation in which they are decided on.

A split is told as a sum of hands (`splitting`), each with a weight and with some more cards of its kind out of the deck.
Under the play that is settled on each of them comes to a situation with a certain chance; the sum of these, times how likely
the split itself is, is how many such hands a deal brings on average.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from audit.solve.draws.drawing import Drawing
from audit.solve.draws.layout import Block
from audit.solve.draws.rows import Floats, Ints
from audit.solve.draws.traces import NEW, OLD, Deciding
from audit.solve.draws.weighing import chance_to
from audit.solve.draws.worlds import GONE, World

NOTHING = 1e-9
"""A sum that is less of what was added and taken away than this is nothing: such hands cannot come."""


@dataclass(frozen=True, order=True)
class Lane:
    """Which hand of which split: the choice by which the first two cards were split, and `OLD` or `NEW`."""

    choice: str
    which: str


@dataclass
class HandsOfSplits:
    """The hands of all splits that best play makes; ``chance_of`` tells how likely a state of the round is."""

    drawing: Drawing
    chance_of: Callable[[int], float]
    times: dict[Lane, Floats] = field(default_factory=dict)
    """How many hands a deal brings on average to each state, float64[states]; 0 where none can come."""
    split_at: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The kinds of cards that are split, by the moment at which they are."""
    decided: set[int] = field(default_factory=set)
    """Those of them after a split of which anything is decided."""
    is_again: bool = False

    def __post_init__(self) -> None:
        layout = self.drawing.layout
        self._decides = np.zeros(layout.number, dtype=np.bool_)
        for block in layout.blocks:
            self._decides[block.first : block.first + len(block)] = isinstance(block.node.point, Deciding)
        self._sizes: dict[Lane, Floats] = {}
        for block in layout.blocks:
            for n in range(len(block.splits)):
                chance = self.chance_of(block.first + n)
                if chance:
                    self._take_in(block, n, chance)
        for lane, times in self.times.items():
            times[times <= NOTHING * self._sizes[lane]] = 0

    def _take_in(self, block: Block, n: int, chance: float) -> None:
        """The hands of one split."""
        layout, kind = self.drawing.layout, block.splits[n].kind
        assert block.starts is not None
        origin = layout.block_of(int(block.origins[n])).node.point
        assert isinstance(origin, Deciding)
        self.split_at[origin.moment].add(kind)
        weights: dict[tuple[Lane, int, int], float] = defaultdict(float)
        for term in block.splits[n].terms:
            start = int(block.starts[term.start])
            weights[self._lane(start), self.drawing.begins(start), term.more] += float(term.weight)
            self.is_again = self.is_again or self._split_off(start) > 1
        for (lane, start, more), weight in weights.items():
            states, likely = self._come_to(start, kind, more)
            for sums, signed in ((self.times, weight), (self._sizes, abs(weight))):
                np.add.at(sums.setdefault(lane, np.zeros(layout.number)), states, chance * signed * likely)
            if len(states):
                self.decided.add(kind)

    def _come_to(self, start: int, kind: int, more: int) -> tuple[Ints, Floats]:
        """The decisions that a hand comes to which begins so, and how likely each is."""
        following, found = self.drawing.following, self.drawing.hand(start)
        which = self._decides[found.passed]
        states = found.passed[which]
        counts = following.counts[states] - following.counts[start]
        return states, chance_to(counts, found.passed_orders[which], following.start(start, (kind, more)), following.masks[states])

    def _split_off(self, start: int) -> int:
        block = self.drawing.layout.block_of(start)
        return split_off(block.shape.world(block.rows[start - block.first].tolist()))

    def _lane(self, start: int) -> Lane:
        path = self.drawing.layout.branches(start)
        first = next(n for n, branch in enumerate(path) if branch in (OLD, NEW))
        return Lane(path[first - 1], path[-1])


def split_off(world: World) -> int:
    """How many cards of other hands of the split a hand knows of."""
    return sum(len(row) for area, row in world.areas if area.startswith(GONE))
