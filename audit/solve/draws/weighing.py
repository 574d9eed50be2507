"""How many deals lead to each of several outcomes, exactly and for many hands at once.

An outcome comes of so many cards of each kind, in so many orders.  With *n* cards of a kind left, *k* of them can come in
``n (n - 1) … (n - k + 1)`` ways.  Sums of such products are whole numbers too large for a machine word: they are worked out
modulo several primes and put together (Chinese remainders).  The same sums in floating point tell which choice is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from typing import Any, TypeAlias

import numba
import numpy as np

from audit.solve.draws.rows import Floats, Ints, unique_rows
from audit.solve.errors import NotSolvable

PRIMES = (
    2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543, 2147483497, 2147483489, 2147483477,
    2147483423, 2147483399, 2147483353, 2147483323, 2147483269, 2147483249, 2147483237, 2147483179, 2147483171, 2147483137,
)  # fmt: skip
"""The largest primes below 2**31."""

Cards: TypeAlias = tuple[tuple[int, int], ...]
"""So many cards of each kind, as (kind, number) pairs in the order of kinds."""


@dataclass(frozen=True)
class Drawn:
    """All that can be drawn, as a tree: a node stands for so many cards of each kind, those of the nodes above it included.

    ``depths``, ``kinds``, ``counts`` are int64[nodes] in the order in which a walk meets them; ``orders`` tells in how many
    orders the cards of a node come to its ``outcomes`` (0: nothing ends there), ``sizes`` how many cards they are.
    """

    depths: Ints
    kinds: Ints
    counts: Ints
    orders: Ints
    sizes: Ints
    outcomes: Ints
    number: int

    @property
    def most(self) -> int:
        """The most cards that are drawn."""
        return int(self.sizes.max(initial=0))


def drawn(counts: Ints, orders: Ints, outcomes: Ints, number: int) -> Drawn:
    """From cards drawn (int64[ways, kinds]), in how many orders they come (int64[ways]) and to which outcome (int64[ways])."""
    whole = np.column_stack([counts, outcomes])
    first, which = unique_rows(whole)
    summed = np.zeros(len(first), dtype=np.int64)
    np.add.at(summed, which, orders)
    in_order = np.lexsort(whole[first].T[::-1])
    ways = whole[first][in_order]
    return _tree(ways.tobytes(), summed[in_order].tobytes(), ways.shape[1] - 1, number)


@lru_cache(maxsize=512)
def _tree(ways: bytes, orders: bytes, kinds: int, number: int) -> Drawn:
    """The tree of ways in order; many points of a round draw alike."""
    nodes: list[tuple[int, int, int, int, int, int]] = []
    before: Cards = ()
    rows = np.frombuffer(ways, dtype=np.int64).reshape(-1, kinds + 1).tolist()
    for row, of in zip(rows, np.frombuffer(orders, dtype=np.int64).tolist(), strict=True):
        cards = tuple((kind, count) for kind, count in enumerate(row[:-1]) if count)
        shared, size = _shared(cards, before), sum(row[:-1])
        for depth in range(shared, len(cards) - 1):
            nodes.append((depth, *cards[depth], 0, 0, 0))
        if shared < len(cards):
            nodes.append((len(cards) - 1, *cards[-1], of, size, row[-1]))
        else:  # the same cards as before, or none, to another outcome: one step that takes nothing
            nodes.append((len(cards), 0, 0, of, size, row[-1]))
        before = cards
    columns = np.array(nodes, dtype=np.int64).reshape(-1, 6).T
    depths, of_kind, counts, came, sizes, outcomes = (np.ascontiguousarray(column) for column in columns)
    return Drawn(depths, of_kind, counts, came, sizes, outcomes, number)


def _shared(cards: Cards, before: Cards) -> int:
    """How many steps two ways have in common at the beginning."""
    shortest = min(len(cards), len(before))
    return next((n for n in range(shortest) if cards[n] != before[n]), shortest)


@dataclass(frozen=True)
class From:
    """Where hands start: the cards of each kind that are left (int64[kinds]), and what the one unseen card may be (a set, or 0)."""

    left: Ints
    mask: int

    @property
    def among(self) -> int:
        """How many cards the unseen one may be; 1 where nothing was shown of any."""
        return sum(int(n) for k, n in enumerate(self.left) if self.mask >> k & 1) if self.mask else 1

    def deals(self, most: int) -> int:
        """How many deals of so many cards there are."""
        unseen, hidden = int(self.left.sum()), int(self.mask != 0)
        return self.among * perm(unseen - hidden, most - hidden)


def chances(drawing: Drawn, left: Ints, masks: Ints) -> Floats:
    """How likely each outcome is, float64[hands, outcomes]; ``left`` is int64[hands, kinds], ``masks`` int64[hands]."""
    return np.asarray(
        _chances(
            left, masks, drawing.most, drawing.depths, drawing.kinds, drawing.counts, drawing.orders, drawing.sizes,
            drawing.outcomes, drawing.number,
        )
    )  # fmt: skip


@numba.njit(cache=True)
def _chances(
    left: Any, masks: Any, most: int, depths: Any, kinds: Any, counts: Any, orders: Any, sizes: Any, outcomes: Any, number: int
) -> Any:
    found = np.zeros((len(left), number))
    falling = np.empty((left.shape[1], most + 2))
    rest = np.empty(most + 2)
    weights = np.empty(left.shape[1] + 3)
    for hand in range(len(left)):
        unseen, among = 0, 0
        for kind in range(left.shape[1]):
            unseen += left[hand, kind]
            if (masks[hand] >> kind) & 1:
                among += left[hand, kind]
            falling[kind, 0] = 1.0
            for k in range(most + 1):
                falling[kind, k + 1] = falling[kind, k] * max(left[hand, kind] - k, 0)
        hidden = 1 if masks[hand] else 0
        rest[0] = 1.0
        if hidden:
            rest[1] = 1.0 / among if among else 0.0
        for size in range(hidden, most + 1):
            before = unseen - size
            rest[size + 1] = rest[size] / before if before > 0 else 0.0
        for node in range(len(depths)):
            depth = depths[node]
            weight = (weights[depth - 1] if depth else 1.0) * falling[kinds[node], counts[node]]
            weights[depth] = weight
            if orders[node]:
                found[hand, outcomes[node]] += weight * orders[node] * rest[sizes[node]]
    return found


def rests(unseen: int, most: int, longest: int, primes: Ints) -> Ints:
    """In how many ways the rest of a deal of ``most`` cards comes, once so many have: int64[longest + 1, primes]."""
    found = np.zeros((max(longest, most) + 1, len(primes)), dtype=np.int64)
    for p, prime in enumerate(primes.tolist()):
        found[most, p] = 1
        for size in range(most - 1, -1, -1):
            found[size, p] = int(found[size + 1, p]) * (unseen - size) % prime
    return found


@numba.njit(cache=True)
def add_up(ways: Any, among: Any, sizes: Any, into: Any, rest: Any, primes: Any, sums: Any) -> None:
    """Adds up the deals in which cards come in so many ways, one unseen card being one of so many."""
    for p in range(len(primes)):
        for n in range(len(ways)):
            more = ways[n, p] * among[n] % primes[p] * rest[sizes[n], p] % primes[p]
            sums[into[n], p] = (sums[into[n], p] + more) % primes[p]


def count(drawing: Drawn, left: Ints, ways: Ints, gone: Ints, cells: Ints, rest: Ints, primes: Ints, sums: Ints) -> None:
    """Adds up the deals that lead to each outcome, modulo primes.

    For each hand: the cards left (int64[hands, kinds]), in how many ways its cards came (int64[hands, primes]), how many they
    are (``gone``), and the cell of ``sums`` (int64[cells, primes]) of each outcome (``cells``, int64[hands, outcomes]; below 0:
    none comes to it).
    """

    def count_some(places: tuple[int, int]) -> None:
        _count(
            left, ways, gone, cells, rest, primes, *places, sums, drawing.most, drawing.depths, drawing.kinds,
            drawing.counts, drawing.orders, drawing.sizes, drawing.outcomes,
        )  # fmt: skip

    if len(left) * len(drawing.depths) < WORTH_SHARING:
        count_some((0, len(primes)))
    else:  # primes do not meddle with one another
        half = len(primes) // 2
        list(_SHARED.map(count_some, ((0, half), (half, len(primes)))))


WORTH_SHARING = 20_000
"""So many hands times nodes are counted by two threads; for fewer it takes longer to begin."""

_SHARED = ThreadPoolExecutor(2)


@numba.njit(cache=True, nogil=True)
def _count(
    left: Any, ways: Any, gone: Any, cells: Any, rest: Any, primes: Any, begin: int, end: int, sums: Any, most: int,
    depths: Any, kinds: Any, counts: Any, orders: Any, sizes: Any, outcomes: Any,
) -> None:  # fmt: skip
    falling = np.empty((left.shape[1], most + 2), dtype=np.int64)
    weights = np.empty(left.shape[1] + 3, dtype=np.int64)
    for p in range(begin, end):
        prime = primes[p]
        for hand in range(len(left)):
            first = ways[hand, p]
            if first == 0:
                continue
            for kind in range(left.shape[1]):
                falling[kind, 0] = 1
                for k in range(most + 1):
                    more = left[hand, kind] - k
                    falling[kind, k + 1] = falling[kind, k] * more % prime if more > 0 else 0
            for node in range(len(depths)):
                depth = depths[node]
                weight = (weights[depth - 1] if depth else first) * falling[kinds[node], counts[node]] % prime
                weights[depth] = weight
                if orders[node] and weight:
                    cell = cells[hand, outcomes[node]]
                    if cell >= 0:
                        more = weight * (orders[node] % prime) % prime * rest[gone[hand] + sizes[node], p] % prime
                        sums[cell, p] = (sums[cell, p] + more) % prime


@numba.njit(cache=True)
def ways_to(counts: Any, orders: Any, left: Any, primes: Any) -> Any:
    """In how many ways so many cards of each kind come, int64[hands, primes]; ``counts`` is int64[hands, kinds]."""
    found = np.empty((len(counts), len(primes)), dtype=np.int64)
    for p in range(len(primes)):
        for hand in range(len(counts)):
            weight = orders[hand] % primes[p]
            for kind in range(counts.shape[1]):
                for k in range(counts[hand, kind]):
                    more = left[kind] - k
                    weight = weight * more % primes[p] if more > 0 else 0
            found[hand, p] = weight
    return found


def chance_to(counts: Ints, orders: Ints, start: From, masks: Ints) -> Floats:
    """How likely hands are, float64[hands]: of so many cards of each kind, in so many orders, with what is shown of one unseen."""
    left = start.left[None, :].astype(np.float64)
    found = orders.astype(np.float64)
    for k in range(int(counts.max(initial=0))):
        found = found * np.where(counts > k, np.maximum(left - k, 0), 1).prod(axis=1)
    hidden = int(start.mask != 0)
    number = counts.sum(axis=1) + (masks != 0) - hidden
    bits = (masks[:, None] >> np.arange(counts.shape[1])) & 1
    among = np.where(masks != 0, ((left - counts) * bits).sum(axis=1), 1)
    unseen = float(start.left.sum()) - hidden
    for k in range(int(number.max(initial=0))):
        found = found / np.where(number > k, unseen - k, 1)
    return np.asarray(found * among / start.among)


def together(rests: Sequence[int], primes: Sequence[int]) -> int:
    """The least number that leaves these rests."""
    number, product = rests[0], primes[0]
    for rest, prime in zip(rests[1:], primes[1:], strict=True):
        number += product * ((rest - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number


def enough_primes(bound: int) -> tuple[int, ...]:
    """Primes of which the product is greater than a number; raises `NotSolvable` where there are not enough."""
    product = 1
    for n, prime in enumerate(PRIMES):
        product *= prime
        if product > bound:
            return PRIMES[: n + 1]
    raise NotSolvable("a round in which more deals are possible than can be counted")
