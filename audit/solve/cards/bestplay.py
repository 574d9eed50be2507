"""The best path for each thing that the player may know, and what comes of it: a kernel."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import Ints8, Ints32, Ints64

Flags: TypeAlias = npt.NDArray[np.bool_]

FIXED_IS_FORBIDDEN = 1
NOTHING_PERMITTED = 2
NOTHING_SAID = 3


@njit
def choose(
    found: Ints32,
    hands: Ints8,
    cells: Ints64,
    weights: Ints64,
    seen_cards: Ints8,
    seen_cells: Ints64,
    pay: Ints64,
    permitted: Flags,
    fixed: Ints8,
    best: Ints8,
    values: Ints64,
    totals: Ints64,
    ties: Ints64,
) -> int:
    """Choose for every hand and every set of seen cards; 0, or what is wrong with the paths.

    In: ``found`` as `audit.solve.cards.disjoint` fills it, ``cells`` (of the player's tests) and ``weights`` by hand,
    ``seen_cards`` int8[U, seen] with their ``seen_cells``, ``pay`` int64[paths, P, D, 3], ``permitted``
    bool[paths, P, seen cells], and ``fixed`` int8[B, U], the paths to take, or int8[0, 0] for the best ones.
    Out: ``best`` int8[B, U] (-1 where the seen cards are the player's), ``values`` int64[B, U, paths] the sum of pay
    over the dealer's sets, ``totals`` int64[paths, P, D, 3] in deals, ``ties`` [deals, hands with seen cards] in which
    another permitted path is as good as the best.
    """
    paths, signatures = pay.shape[0], pay.shape[2]
    for hand in range(len(hands)):
        p = cells[hand]
        for at in range(len(seen_cards)):
            best[hand, at] = -1
            apart = True
            for i in range(seen_cards.shape[1]):
                for j in range(hands.shape[1]):
                    if seen_cards[at, i] == hands[hand, j]:
                        apart = False
            if not apart:
                continue
            taken, equals = -1, 0
            for path in range(paths):
                value = np.int64(0)
                for d in range(signatures):
                    for relation in range(3):
                        value += np.int64(found[hand, relation, at, d]) * pay[path, p, d, relation]
                values[hand, at, path] = value
                if permitted[path, p, seen_cells[at]]:
                    if taken < 0 or value > values[hand, at, taken]:
                        taken, equals = path, 0
                    elif value == values[hand, at, taken]:
                        equals = 1
            if taken < 0:
                return NOTHING_PERMITTED
            if len(fixed):
                taken = fixed[hand, at]
                if taken < 0 or taken >= paths or not permitted[taken, p, seen_cells[at]]:
                    return FIXED_IS_FORBIDDEN
            best[hand, at] = taken
            deals = np.int64(0)
            for d in range(signatures):
                for relation in range(3):
                    counted = np.int64(found[hand, relation, at, d])
                    totals[taken, p, d, relation] += weights[hand] * counted
                    deals += counted
            if equals:
                ties[0] += weights[hand] * deals
                ties[1] += weights[hand]
    return 0


@njit
def follow(
    fixed: Ints8,
    best: Ints8,
    cells: Ints64,
    seen_cells: Ints64,
    permitted: Flags,
    values: Ints64,
    sums: Ints64,
    often: Ints64,
) -> int:
    """What a way of playing brings; 0, or what is wrong with it.

    In: ``fixed`` int8[M, U], the paths to take wherever ``best`` has one; all else as `choose` has it.
    Out: ``sums`` int64[M] of ``values``, and ``often`` int64[M, paths], with how many sets of seen cards each is taken.
    """
    for hand in range(len(fixed)):
        for at in range(fixed.shape[1]):
            if best[hand, at] < 0:
                continue
            path = fixed[hand, at]
            if path < 0:
                return NOTHING_SAID
            if path >= len(permitted) or not permitted[path, cells[hand], seen_cells[at]]:
                return FIXED_IS_FORBIDDEN
            sums[hand] += values[hand, at, path]
            often[hand, path] += 1
    return 0
