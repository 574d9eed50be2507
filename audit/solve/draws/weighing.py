"""How many deals give each of several outcomes of drawing, exactly and for many decks at once.

An outcome comes of so many cards of each kind, in so many orders.  With *n* cards of a kind left, *k* of them can come
in ``n (n - 1) … (n - k + 1)`` ways.  The sums of such products are whole numbers too large for a machine word: they are
worked out modulo several primes and put together (Chinese remainders).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import perm
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543, 2147483497)
"""The largest primes below 2**31."""


@dataclass(frozen=True)
class Drawn:
    """All that can be drawn: for each way so many cards of each kind, in how many orders, to which outcome.

    ``starts`` (int64[ways + 1]) delimit ``kinds`` and ``counts`` (int64) of each way; ``orders``, ``sizes`` and
    ``outcomes`` are int64[ways].
    """

    starts: NDArray[np.int64]
    kinds: NDArray[np.int64]
    counts: NDArray[np.int64]
    orders: NDArray[np.int64]
    sizes: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    number: int

    @property
    def most(self) -> int:
        """The most cards that are drawn."""
        return int(self.sizes.max(initial=0))


def drawn(ways: Mapping[tuple[tuple[tuple[int, int], ...], int], int], number: int) -> Drawn:
    """From ways, each (kind, count) pairs with an outcome, to how many orders they come in."""
    starts, kinds, counts, orders, sizes, outcomes = [0], list[int](), list[int](), list[int](), list[int](), list[int]()
    for (cards, outcome), of in ways.items():
        kinds += [kind for kind, _ in cards]
        counts += [count for _, count in cards]
        starts.append(len(kinds))
        orders.append(of)
        sizes.append(sum(count for _, count in cards))
        outcomes.append(outcome)
    return Drawn(
        np.array(starts, dtype=np.int64),
        np.array(kinds, dtype=np.int64),
        np.array(counts, dtype=np.int64),
        np.array(orders, dtype=np.int64),
        np.array(sizes, dtype=np.int64),
        np.array(outcomes, dtype=np.int64),
        number,
    )


def weigh(drawing: Drawn, left: Sequence[int]) -> tuple[list[int], int]:
    """In how many ordered deals of `Drawn.most` cards each outcome comes, and how many such deals there are.

    ``left`` are the cards of each kind that are left.
    """
    unseen, most = sum(left), drawing.most
    whole = perm(unseen, most)
    if most == 0:
        return [int(x) for x in np.bincount(drawing.outcomes, drawing.orders, drawing.number)], 1
    primes = PRIMES[: whole.bit_length() // 31 + 1]
    if len(primes) * 31 <= whole.bit_length():
        raise OverflowError
    sums = _weigh(
        np.array(left, dtype=np.int64), unseen, most, np.array(primes, dtype=np.int64), drawing.starts, drawing.kinds,
        drawing.counts, drawing.orders, drawing.sizes, drawing.outcomes, drawing.number,
    )  # fmt: skip
    return [_together(row, primes) for row in sums.tolist()], whole


def _together(rests: Sequence[int], primes: Sequence[int]) -> int:
    """The least number that leaves these rests."""
    number, product = rests[0], primes[0]
    for rest, prime in zip(rests[1:], primes[1:], strict=True):
        number += product * ((rest - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number


@numba.njit(cache=True)
def _weigh(
    left: Any, unseen: int, most: int, primes: Any, starts: Any, kinds: Any, counts: Any, orders: Any, sizes: Any,
    outcomes: Any, number: int,
) -> Any:  # fmt: skip
    """The sums, int64[outcomes, primes]."""
    sums = np.zeros((number, len(primes)), dtype=np.int64)
    falling = np.empty((len(left), most + 1), dtype=np.int64)
    rest = np.empty(most + 1, dtype=np.int64)
    for p in range(len(primes)):
        prime = primes[p]
        for kind in range(len(left)):
            falling[kind, 0] = 1
            for k in range(most):
                more = left[kind] - k
                falling[kind, k + 1] = falling[kind, k] * more % prime if more > 0 else 0
        rest[most] = 1
        for size in range(most - 1, -1, -1):
            more = unseen - size
            rest[size] = rest[size + 1] * (more % prime) % prime if more > 0 else 0
        for way in range(len(orders)):
            weight = orders[way] % prime
            for at in range(starts[way], starts[way + 1]):
                weight = weight * falling[kinds[at], counts[at]] % prime
                if weight == 0:
                    break
            if weight:
                outcome = outcomes[way]
                sums[outcome, p] = (sums[outcome, p] + weight * rest[sizes[way]]) % prime
    return sums
