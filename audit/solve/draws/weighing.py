"""How many deals lead to each of several outcomes, exactly and for many hands at once.

An outcome comes of so many cards of each kind, in so many orders.  With *n* cards of a kind left, *k* of them can come in
``n (n - 1) … (n - k + 1)`` ways.  Sums of such products are whole numbers too large for a machine word: they are worked out
modulo several primes and put together (Chinese remainders).  The same sums in floating point tell which choice is better.
What is drawn against a hand hangs on the cards that are left and on nothing else of it: it is worked out once for each
(`Weighed`), however many hands leave the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import perm, prod
from typing import Any, TypeAlias

import numba
import numpy as np

from audit.solve.draws.rows import Floats, Ints, Numbered, grown, unique_rows
from audit.solve.errors import NotSolvable

PRIMES = tuple((1 << 50) - below for below in (27, 35, 51, 71, 113, 117, 131, 161, 195, 233, 267, 341, 351))
"""The largest primes below 2**50: residues are multiplied by way of floating point (`times`), which takes no greater ones."""

WORD = 64

MOST_KEPT = 500_000
"""So many rows of cards are kept with what was worked out of them; then all are forgotten."""

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


class _Kept:
    """What was worked out of rows of numbers, once for each that is met."""

    def __init__(self, work: Callable[[Ints], Any]) -> None:
        self.work = work
        self.rows: Numbered | None = None
        self.found: Any = None

    def of(self, rows: Ints) -> tuple[Any, Ints]:
        """What was worked out of all rows by now, and the place there of each of these."""
        if self.rows is None or self.rows.number > MOST_KEPT:
            self.rows, self.found = Numbered(rows.shape[1]), None
        before, at = self.rows.number, self.rows.of(rows)
        if self.rows.number > before:
            fresh = self.work(self.rows.since(before))
            if self.found is None:
                self.found = fresh
            else:
                if self.rows.number > len(self.found):
                    self.found = grown(self.found, before, self.rows.number)
                self.found[before : self.rows.number] = fresh
        return self.found, at


class Weighed:
    """All that can be drawn from so many cards, weighed by those that are left of each kind.

    Ways are counted modulo 2**64 and as many primes as make their number certain.  They are kept as digits: the number is
    the sum of the digits, each times the product of 2**64 and the primes before its own.
    """

    def __init__(self, drawing: Drawn, cards: int) -> None:
        self.drawing = drawing
        self._likely, self._ways = _Kept(self._chances_of), _Kept(self._ways_of)
        primes = enough_primes(perm(cards, min(drawing.most, cards)) >> WORD)
        self.worths = tuple(prod(primes[:n]) << WORD for n in range(len(primes)))
        """What the digits behind the first count."""
        self._primes = np.array(primes, dtype=np.int64)
        self._inverses = np.array([pow(of, -1, prime) for of, prime in zip(self.worths, primes, strict=True)], dtype=np.int64)

    def chances(self, left: Ints, masks: Ints) -> Floats:
        """How likely each outcome is, float64[hands, outcomes]; ``left`` is int64[hands, kinds], ``masks`` int64[hands]."""
        if not len(left):
            return np.zeros((0, self.drawing.number))
        found, at = self._likely.of(np.column_stack([left, masks]))
        return np.asarray(found[at])

    def _chances_of(self, rows: Ints) -> Any:
        d = self.drawing
        return _chances(
            rows[:, :-1], rows[:, -1], d.most, d.depths, d.kinds, d.counts, d.orders, d.sizes, d.outcomes, d.number
        )

    def ways(self, left: Ints) -> tuple[Any, Ints]:
        """In how many ways as many cards as may be drawn (`number_drawn`) come so that each outcome is met: digits
        (int64[rows, outcomes, digits]) for rows of cards left, and which row each hand has.
        """
        return self._ways.of(left)

    def _ways_of(self, left: Ints) -> Any:
        d = self.drawing
        found = np.zeros((len(left), d.number, len(self._primes) + 1), dtype=np.int64)

        def work(begin: int, end: int) -> None:
            _ways(
                left, begin, end, self._primes, self._inverses, d.most, d.depths, d.kinds, d.counts, d.orders, d.sizes,
                d.outcomes, found,
            )  # fmt: skip

        if len(left) * len(d.depths) < WORTH_SHARING:
            work(0, len(left))
        else:  # hands do not meddle with one another
            half = len(left) // 2
            list(_SHARED.map(work, (0, half), (half, len(left))))
        return found

    def number_drawn(self, left: Ints) -> Ints:
        """The most cards that may be drawn with these left, as many as there are."""
        return np.asarray(np.minimum(self.drawing.most, left.sum(axis=1)))


SIDE_BY_SIDE = 32
"""So many hands are weighed together: the machine reckons several at once, each as it would be by itself."""


@numba.njit(cache=True)
def _chances(
    left: Any, masks: Any, most: int, depths: Any, kinds: Any, counts: Any, orders: Any, sizes: Any, outcomes: Any, number: int
) -> Any:
    hands, width = left.shape
    found = np.zeros((hands, number))
    falling = np.empty((width, most + 2, SIDE_BY_SIDE))
    rest, weights = np.empty((most + 2, SIDE_BY_SIDE)), np.empty((width + 3, SIDE_BY_SIDE))
    sums = np.empty((number, SIDE_BY_SIDE))
    for begin in range(0, hands, SIDE_BY_SIDE):
        together = min(SIDE_BY_SIDE, hands - begin)
        for n in range(SIDE_BY_SIDE):
            hand = begin + min(n, together - 1)  # the last one again where there are fewer
            unseen, among = 0, 0
            for kind in range(width):
                unseen += left[hand, kind]
                if (masks[hand] >> kind) & 1:
                    among += left[hand, kind]
                falling[kind, 0, n] = 1.0
                for k in range(most + 1):
                    falling[kind, k + 1, n] = falling[kind, k, n] * max(left[hand, kind] - k, 0)
            hidden = 1 if masks[hand] else 0
            rest[0, n] = 1.0
            if hidden:
                rest[1, n] = 1.0 / among if among else 0.0
            for size in range(hidden, most + 1):
                before = unseen - size
                rest[size + 1, n] = rest[size, n] / before if before > 0 else 0.0
        sums[:] = 0.0
        for node in range(len(depths)):
            depth = depths[node]
            mine, factor = weights[depth], falling[kinds[node], counts[node]]
            if depth:
                above = weights[depth - 1]
                for n in range(SIDE_BY_SIDE):
                    mine[n] = above[n] * factor[n]
            else:
                mine[:] = factor
            if orders[node]:
                of, whole, rests = float(orders[node]), sums[outcomes[node]], rest[sizes[node]]
                for n in range(SIDE_BY_SIDE):
                    whole[n] += mine[n] * of * rests[n]
        for n in range(together):
            for outcome in range(number):
                found[begin + n, outcome] = sums[outcome, n]
    return found


def rests(unseen: int, most: int, longest: int, primes: Ints) -> Ints:
    """In how many ways the rest of a deal of ``most`` cards comes, once so many have: int64[longest + 1, primes]."""
    found = np.zeros((max(longest, most) + 1, len(primes)), dtype=np.int64)
    for p, prime in enumerate(primes.tolist()):
        found[most, p] = 1
        for size in range(most - 1, -1, -1):
            found[size, p] = int(found[size + 1, p]) * (unseen - size) % prime
    return found


WORTH_SHARING = 20_000
"""So many hands times nodes are counted by two threads; for fewer it takes longer to begin."""

_SHARED = ThreadPoolExecutor(2)


@numba.njit(cache=True, inline="always")
def times(one: int, other: int, prime: int, inverse: float) -> Any:
    """The product of two numbers from 0 up to a prime below 2**50, modulo this; ``inverse`` is 1 to the prime.

    The quotient is found in floating point, where it is off by less than 1 (it is below 2**50, and three roundings change it
    by no more than 3 parts in 2**53): so the rest lies between minus the prime and twice the prime.  It is right though both
    products pass 2**64, as words are reckoned modulo that.
    """
    whole = np.uint64(np.float64(one) * np.float64(other) * inverse)
    rest = np.int64(np.uint64(one) * np.uint64(other) - whole * np.uint64(prime))
    if rest < 0:
        return rest + prime
    return rest - prime if rest >= prime else rest


@numba.njit(cache=True)
def products(ones: Any, others: Any, primes: Any) -> Any:
    """Of two tables int64[rows, primes] of residues the products, one by one."""
    found = np.empty_like(ones)
    for p in range(len(primes)):
        inverse = 1.0 / primes[p]
        for n in range(len(ones)):
            found[n, p] = times(ones[n, p], others[n, p], primes[p], inverse)
    return found


@numba.njit(cache=True)
def add_up(ways: Any, among: Any, sizes: Any, into: Any, rest: Any, primes: Any, sums: Any) -> None:
    """Adds up the deals in which cards come in so many ways, one unseen card being one of so many."""
    for p in range(len(primes)):
        inverse = 1.0 / primes[p]
        for n in range(len(ways)):
            more = times(times(ways[n, p], among[n] % primes[p], primes[p], inverse), rest[sizes[n], p], primes[p], inverse)
            sums[into[n], p] = (sums[into[n], p] + more) % primes[p]


def add_drawn(
    drawing: Weighed, left: Ints, ways: Ints, gone: Ints, cells: Ints, rest: Ints, primes: tuple[int, ...], sums: Ints
) -> None:
    """Adds up the deals that lead to each outcome of what is drawn, modulo primes.

    For each hand: the cards left (int64[hands, kinds]), in how many ways its cards came (int64[hands, primes]), how many they
    are (``gone``), and the cell of ``sums`` (int64[cells, primes]) of each outcome (``cells``, int64[hands, outcomes]; below 0:
    none comes to it).
    """
    if len(left):
        worths = np.array([[of % prime for prime in primes] for of in drawing.worths], dtype=np.int64)
        sizes, mod = gone + drawing.number_drawn(left), np.array(primes, dtype=np.int64)
        _add_drawn(ways, sizes, *drawing.ways(left), worths.reshape(-1, len(primes)), cells, rest, mod, sums)


@numba.njit(cache=True)
def _add_drawn(
    ways: Any, sizes: Any, found: Any, at: Any, worths: Any, cells: Any, rest: Any, primes: Any, sums: Any
) -> None:
    for p in range(len(primes)):
        prime, inverse = primes[p], 1.0 / primes[p]
        for hand in range(len(ways)):
            first = times(ways[hand, p], rest[sizes[hand], p], prime, inverse)
            for outcome in range(cells.shape[1]):
                cell = cells[hand, outcome]
                if cell >= 0:
                    drawn = np.int64(np.uint64(found[at[hand], outcome, 0]) % np.uint64(prime))
                    for n in range(len(worths)):
                        drawn += times(found[at[hand], outcome, n + 1] % prime, worths[n, p], prime, inverse)
                    sums[cell, p] = (sums[cell, p] + times(first, drawn % prime, prime, inverse)) % prime


@numba.njit(cache=True, nogil=True)
def _ways(
    left: Any, begin: int, end: int, primes: Any, inverses: Any, most: Any, depths: Any, kinds: Any, counts: Any, orders: Any,
    sizes: Any, outcomes: Any, found: Any,
) -> None:  # fmt: skip
    falling, words = np.empty((left.shape[1], most + 2), np.int64), np.empty((left.shape[1], most + 2), np.uint64)
    weights, weights_in_words = np.empty(left.shape[1] + 3, np.int64), np.empty(left.shape[1] + 3, np.uint64)
    by_size, words_by_size = np.zeros((found.shape[1], most + 1), np.int64), np.zeros((found.shape[1], most + 1), np.uint64)
    in_words, in_orders = orders.astype(np.uint64), np.empty((len(primes), len(orders)), dtype=np.int64)
    for p in range(len(primes)):
        in_orders[p] = orders % primes[p]
    for hand in range(begin, end):
        unseen = left[hand].sum()
        drawn = min(most, unseen)
        for kind in range(left.shape[1]):
            words[kind, 0] = np.uint64(1)
            for k in range(most + 1):
                words[kind, k + 1] = words[kind, k] * np.uint64(max(left[hand, kind] - k, 0))
        for node in range(len(depths)):
            depth, word = depths[node], words[kinds[node], counts[node]]
            if depth:
                word *= weights_in_words[depth - 1]
            weights_in_words[depth] = word
            if orders[node]:
                words_by_size[outcomes[node], sizes[node]] += word * in_words[node]
        rest_in_words = np.uint64(1)  # the ways in which as many more cards come as may be drawn
        for size in range(drawn, -1, -1):
            for outcome in range(len(by_size)):
                more = np.uint64(found[hand, outcome, 0]) + words_by_size[outcome, size] * rest_in_words
                found[hand, outcome, 0] = np.int64(more)
            rest_in_words *= np.uint64(unseen - size + 1)
        words_by_size[:] = 0
        for p in range(len(primes)):  # the same once more, modulo each prime
            prime, inverse = primes[p], 1.0 / primes[p]
            for kind in range(left.shape[1]):
                falling[kind, 0] = 1
                for k in range(most + 1):
                    falling[kind, k + 1] = times(falling[kind, k], max(left[hand, kind] - k, 0), prime, inverse)
            for node in range(len(depths)):
                depth, weight = depths[node], falling[kinds[node], counts[node]]
                if depth:
                    weight = times(weights[depth - 1], weight, prime, inverse)
                weights[depth] = weight
                if orders[node] and weight:
                    more = by_size[outcomes[node], sizes[node]] + times(weight, in_orders[p, node], prime, inverse)
                    by_size[outcomes[node], sizes[node]] = more - prime if more >= prime else more
            for outcome in range(len(by_size)):
                ways, rest = 0, 1
                for size in range(drawn, -1, -1):
                    ways += times(by_size[outcome, size], rest, prime, inverse)
                    rest = times(rest, unseen - size + 1, prime, inverse)
                # what the digits before make up is taken away, and the rest divided by what this digit counts
                before = np.int64(np.uint64(found[hand, outcome, 0]) % np.uint64(prime))
                worth = times(1 << 32, 1 << 32, prime, inverse)
                for n in range(p):
                    before += times(found[hand, outcome, n + 1] % prime, worth, prime, inverse)
                    worth = times(worth, primes[n] % prime, prime, inverse)
                found[hand, outcome, p + 1] = times((ways - before) % prime, inverses[p], prime, inverse)
            by_size[:] = 0


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
