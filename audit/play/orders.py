"""The order of ranks: which is greater, what lies between two, which stand in a run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from audit.play.cards import RANKS
from audit.play.errors import NotPlayable
from audit.ruleset.basis import NOWHERE, Span

STEP = 2
"""From one rank to the next; what ranks between the best run and the next has the odd number."""


@dataclass(frozen=True)
class Order:
    """Ranks, highest first.

    ``low`` is a rank that may stand below all others in a run; ``second`` is whether the run that it then begins is
    next below the best one.
    """

    ranks: tuple[str, ...] = ()
    low: str | None = None
    second: bool = False
    span: Span = NOWHERE

    @cached_property
    def values(self) -> dict[str, int]:
        """Greater is better; a rank that the order leaves out is worth 0, less than any other."""
        return {rank: STEP * (len(self.ranks) - place) for place, rank in enumerate(self.ranks)}

    @property
    def top(self) -> int:
        return STEP * len(self.ranks)

    def value(self, rank: str) -> int:
        return self.values.get(rank, 0)

    @cached_property
    def _places(self) -> dict[str, tuple[int, ...]]:
        """Where a rank may stand in a run: its place from the bottom, counted from 1, and 0 for the low one too."""
        places: dict[str, tuple[int, ...]] = {rank: (len(self.ranks) - n,) for n, rank in enumerate(self.ranks)}
        if self.low is not None and places.get(self.low, (1,)) != (1,):
            places[self.low] = (*places[self.low], 0)
        return places

    def run(self, held: Sequence[str], length: int, within: Collection[str] | None = None) -> int | None:
        """The value of the best run of ``length`` that has all these ranks in it; None where there is none.

        A run never wraps.  It is worth its top card; the one that the low rank begins, where that ranks second, a step
        less than the best.  ``within`` are the only ranks that it may consist of.
        """
        if not self.ranks:
            raise NotPlayable("in a run, where no order of ranks is given,", self.span)
        if len(set(held)) < len(held):
            return None
        places: list[tuple[int, ...]] = []
        for rank in held:
            found = self._places.get(rank)
            if found is None:
                return None
            places.append(found)
        if places and len(held) > 1:
            fixed = [p[0] for p in places if len(p) == 1]
            if fixed and max(fixed) - min(fixed) >= length:
                return None
        best: int | None = None
        for bottom in range(len(self.ranks) - length + 1, -1, -1):
            top = bottom + length - 1
            if bottom == 0 and (not self._has_low or length < 2):
                break
            if all(any(bottom <= p <= top for p in options) for options in places) and self._permits(
                bottom, top, within
            ):
                worth = self.top - 1 if bottom == 0 and self.second else STEP * top
                best = worth if best is None else max(best, worth)
                if not self.second:
                    return best
        return best

    @property
    def _has_low(self) -> bool:
        return self.low is not None and len(self._places.get(self.low, ())) > 1

    def _permits(self, bottom: int, top: int, within: Collection[str] | None) -> bool:
        if bottom == 0 and top == len(self.ranks):
            return False  # the low rank cannot stand at both ends
        if within is None:
            return True
        return all(
            (self.low if place == 0 else self.ranks[len(self.ranks) - place]) in within
            for place in range(bottom, top + 1)
        )

    def through(self, low: str, high: str) -> frozenset[str]:
        """The ranks from one to another, either way round, by this order; of a pack where the order lacks one."""
        order: Sequence[str] = self.ranks if low in self.ranks and high in self.ranks else RANKS
        if low not in order or high not in order:
            raise NotPlayable(f"{low} through {high}, of which no order of ranks has both,", self.span)
        one, other = sorted((order.index(low), order.index(high)))
        return frozenset(order[one : other + 1])
