"""The best hands that cards on the table make together with every set of cards still to come.

A hand of k cards is so many of those shown and the rest from the set.  What is best with each few cards of the rest is
looked up once for all sets that hold them: of 47 cards there are 178,365 sets of four, but 16,215 of three.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import BINOMIAL, Ints8, Ints64, every_set, number_together

Codes: TypeAlias = npt.NDArray[np.integer]


def best_codes(shown: Sequence[int], left: Ints8, size: int, best: int, codes: Codes) -> Ints64:
    """For every set of ``size`` of the cards ``left``, in the order of their numbers, its best hand: int64[sets].

    That is the highest code among the hands of ``best`` cards out of the set and of those ``shown``; ``left`` ascend,
    ``codes`` are by the numbers of hands.
    """
    known = np.array(sorted(shown), dtype=np.int8)
    sets = every_set(len(left), size)
    found = np.full(len(sets), -1, dtype=np.int64)
    for few in range(max(0, best - len(known)), min(best, size) + 1):
        held = left[every_set(len(left), few).astype(np.int64)].astype(np.int8)
        table = np.full(len(held), -1, dtype=np.int64)
        _best_with(held, known[every_set(len(known), best - few).astype(np.int64)].astype(np.int8), codes, BINOMIAL, table)
        _best_of_parts(sets, every_set(size, few), table, BINOMIAL, found)
    return found


@njit
def _best_with(held: Ints8, shown: Ints8, codes: Codes, binomial: Ints64, table: Ints64) -> None:
    """For each row of ``held`` the best hand that it makes with a row of ``shown``; rows ascend."""
    for n in range(len(held)):
        for s in range(len(shown)):
            number = number_together(held[n], shown[s], binomial)
            table[n] = max(table[n], np.int64(codes[number]))


@njit
def _best_of_parts(sets: Ints8, parts: Ints8, table: Ints64, binomial: Ints64, found: Ints64) -> None:
    """Raises what was found for each set to the best that stands in the table for some part of it."""
    few = parts.shape[1]
    for n in range(len(sets)):
        for p in range(len(parts)):
            number = 0
            for i in range(few):
                number += binomial[sets[n, parts[p, i]], i + 1]
            found[n] = max(found[n], table[number])
