"""How often best play comes to each situation of a decision: in how many of the orders in which its cards may be shown.

`staged.Situations` knows cards that were shown one after the other as one set, so best play may come to a set by some
orders and not by others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.paths import Path
from audit.solve.cards.sets import BINOMIAL, every_set
from audit.solve.cards.staged import Situations

Ints64: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Arrivals:
    """``ways`` int64[first groups, states]: the orders by which best play comes there, out of ``full``."""

    ways: Ints64
    full: int


@dataclass(frozen=True, eq=False)
class Stage:
    """A decision with its situations and the labels of its options."""

    labels: tuple[str, ...]
    situations: Situations


def arrivals_at(path: Path, stages: Mapping[Path, Stage]) -> Arrivals | None:
    """The arrivals at the decision that these choices lead to; None where the situations on the way are not known."""
    stage = stages.get(path)
    if stage is None:
        return None
    if not path:
        return Arrivals(np.ones_like(stage.situations.best), 1)
    before = stages.get(path[:-1])
    came = arrivals_at(path[:-1], stages) if before is not None else None
    if before is None or came is None:
        return None
    taken = before.situations.best == before.labels.index(path[-1])
    return _carried(came.ways * taken, came.full, before.situations, stage.situations)


def _carried(ways: Ints64, full: int, before: Situations, after: Situations) -> Arrivals | None:
    """The same ways, a few more cards later."""
    one, other = before.groups, after.groups
    if one[0] != other[0]:
        return None
    if other[: len(one)] != one:
        if len(one) != 2 or len(other) < 2 or other[1] < one[1]:
            return None
        parts = _within(before.size - one[0], other[1], one[1])
        ways, full = ways[:, parts].sum(axis=2), full * parts.shape[1]
        one = other[:2]
    return Arrivals(np.repeat(ways, _ways(after.size, one, other[len(one) :]), axis=1), full)


def _ways(size: int, known: Sequence[int], more: Sequence[int]) -> int:
    left, whole = size - sum(known), 1
    for k in more:
        whole *= math.comb(left, k)
        left -= k
    return whole


def _within(size: int, more: int, fewer: int) -> Ints64:
    """For every set of ``more`` cards the numbers of the sets of ``fewer`` cards in it."""
    sets = every_set(size, more).astype(np.int64)
    picks = list(combinations(range(more), fewer))
    numbers = np.zeros((len(sets), len(picks)), dtype=np.int64)
    for column, pick in enumerate(picks):
        for place, at in enumerate(pick):
            numbers[:, column] += BINOMIAL[sets[:, at], place + 1]
    return numbers
