"""Two hands without a card in common: the player sees his own, and perhaps some of the dealer's, and decides once.

What is paid hangs on the path that he takes, on tests of either hand (their signatures) and on how the hands compare.
Every deal is counted: a player's hand, the set of dealer's cards that lie open, the rest of the dealer's hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards import bestplay, disjoint
from audit.solve.cards.bestplay import Flags
from audit.solve.cards.counters import Words16
from audit.solve.cards.sets import (
    BINOMIAL,
    MOST_IN_A_SET,
    CanonicalSets,
    Ints8,
    Ints32,
    Ints64,
    Pack,
    canonical_sets,
    every_set,
    hang_on_suits,
)
from audit.solve.errors import NotSolvable

Whole: TypeAlias = npt.NDArray[np.integer[Any]]
Counts: TypeAlias = tuple[tuple[tuple[tuple[int, int, int], ...], ...], ...]

LOWER, EQUAL, HIGHER = 0, 1, 2
"""What the player's hand is to the dealer's."""

THREADS = 2
MOST_BYTES = 4_000_000_000
MOST_BYTES_OF_A_BLOCK = 800_000_000
MOST_COUNTERS_IN_ROWS = 100_000_000
MOST_STEPS = 400_000_000_000
"""About ten minutes."""

MOST_STRENGTHS = 1 << 24
MOST_BYTES_KEPT = 500_000_000

HANDS_AT_ONCE = 2_048
"""Choices are written for so many hands at a time: little enough memory to be used again and again."""


@dataclass(frozen=True, eq=False)
class ByState:
    """A policy: the path for every canonical hand (int[M]), or for every one and every set of seen cards (int[M, U])."""

    paths: Whole


@dataclass(frozen=True, eq=False)
class ByCell:
    """A policy: the path for every signature of the player's hand, int[P]."""

    paths: Whole


@dataclass(frozen=True)
class ByStrength:
    """A policy: ``paths[i]`` from strength ``bounds[i - 1]`` up to below ``bounds[i]``; the bounds ascend."""

    bounds: tuple[int, ...]
    paths: tuple[int, ...]


Policy: TypeAlias = ByState | ByCell | ByStrength


@dataclass(frozen=True, eq=False)
class Showdown:
    """What is dealt, tested, compared, permitted and paid.

    ``player_sig`` and ``dealer_sig``: by number of the set, which cell of his tests (of P, of D) the hand falls in.
    ``player_strength`` and ``dealer_strength``: by number of the set, comparable with each other, within 32 bits; if
    either is None hands are not compared and every relation is EQUAL.
    ``pay``: int64[paths, P, D, 3], in any whole unit.  ``permitted``: bool[paths, P], or bool[paths, P, cells of
    ``seen_sig``], which goes by number of the set of seen cards.
    ``symmetric``: signatures and strengths stay the same when suits that hold the same ranks are exchanged (it is
    checked, on many sets where there are very many).
    ``policy``: what the player does instead of the best.
    """

    pack: Pack
    player_cards: int
    dealer_cards: int
    seen: int
    player_sig: Whole
    dealer_sig: Whole
    pay: Ints64
    permitted: Flags
    player_strength: Whole | None = None
    dealer_strength: Whole | None = None
    seen_sig: Whole | None = None
    symmetric: bool = True
    policy: Policy | None = None

    @property
    def deals(self) -> int:
        """How many deals there are."""
        size, n, m, seen = self.pack.size, self.player_cards, self.dealer_cards, self.seen
        return math.comb(size, n) * math.comb(size - n, seen) * math.comb(size - n - seen, m - seen)


@dataclass(frozen=True, eq=False)
class Played:
    """What comes of it.

    ``counts[path][p][d][relation]``: deals.  ``hands`` (M of them) and ``seen_cards`` (int8[U, seen]) are what the
    player may know: ``best[M, U]`` is the path he takes, the first of those that are equally good, -1 where the seen
    cards are his own; ``values[M, U, paths]`` is the sum of pay over all dealer's hands that may then come, permitted
    or not.  ``ties``: deals in which another permitted path is as good as the best, in ``tied_states`` hands with seen
    cards (all suits counted).
    """

    counts: Counts
    deals: int
    pay: int
    hands: CanonicalSets
    seen_cards: Ints8
    best: Ints8
    values: Ints64
    ties: int
    tied_states: int
    method: str


def play_showdown(showdown: Showdown, method: str = "") -> Played:
    """Count all deals under best play, or under the given policy.

    ``method`` is ``rows``, ``unions`` or ``pairs`` (see `audit.solve.cards.disjoint`), by which all is counted anew; or empty for the
    quickest, and for what was counted last, where that is the same.
    Raises `NotSolvable` where the work or the memory would be too large, and ValueError where the arrays do not fit one
    another or no path is permitted.
    """
    _check(showdown)
    size, n, m, seen = showdown.pack.size, showdown.player_cards, showdown.dealer_cards, showdown.seen
    _refuse_if_large(showdown)
    hands = canonical_sets(showdown.pack, n, symmetric=showdown.symmetric)
    many = len(hands.numbers)
    seats = math.comb(size, seen)
    paths = showdown.pay.shape[0]
    costs = _weigh_methods(showdown, many)
    is_anew = bool(method)
    method = method or min(costs, key=lambda name: costs[name])
    if costs[method] > MOST_STEPS:
        raise NotSolvable(
            f"{many:,} hands against {math.comb(size, m):,} take some {costs[method]:,} steps; "
            f"{MOST_STEPS:,} are the most"
        )
    strength = _strengths(showdown.player_strength if _is_compared(showdown) else None, math.comb(size, n))[hands.numbers]
    fixed = _fixed(showdown, hands, strength, seats)
    seen_cards = every_set(size, seen)
    seen_cells, permitted, cells = _seen_cells(showdown, seats), _permitted(showdown), _cells(showdown, hands)
    best = np.full((many, seats), -1, dtype=np.int8)
    values = np.zeros((many, seats, paths), dtype=np.int64)

    def choose(found: Ints32, rows: Ints64) -> tuple[int, Ints64, Ints64]:
        totals, ties = np.zeros(showdown.pay.shape, dtype=np.int64), np.zeros(2, dtype=np.int64)
        block_best = np.full((len(rows), seats), -1, dtype=np.int8)
        block_values = np.zeros((len(rows), seats, paths), dtype=np.int64)
        wrong = bestplay.choose(
            found, hands.cards[rows], cells[rows], hands.weights[rows], seen_cards, seen_cells, showdown.pay, permitted,
            fixed[rows] if len(fixed) else fixed, block_best, block_values, totals, ties,
        )  # fmt: skip
        best[rows], values[rows] = block_best, block_values
        return wrong, totals, ties

    with ThreadPoolExecutor(THREADS) as pool:
        done: list[tuple[int, Ints64, Ints64]] = []
        for rows, found in _relations(showdown, hands, strength, method, pool, is_anew=is_anew):
            parts = [slice(first, first + HANDS_AT_ONCE) for first in range(0, len(rows), HANDS_AT_ONCE)]
            done += pool.map(lambda part, found=found, rows=rows: choose(found[part], rows[part]), parts)
    if any(wrong == bestplay.NOTHING_PERMITTED for wrong, _, _ in done):
        raise ValueError("no path is permitted with some hand")
    if any(wrong == bestplay.FIXED_IS_FORBIDDEN for wrong, _, _ in done):
        raise ValueError("the policy takes a path that is not permitted")
    totals = sum((block for _, block, _ in done), np.zeros(showdown.pay.shape, dtype=np.int64))
    return Played(
        counts=_nested(totals),
        deals=showdown.deals,
        pay=sum(
            count * pay
            for count, pay in zip(totals.ravel().tolist(), showdown.pay.ravel().tolist(), strict=True)
            if count
        ),
        hands=hands,
        seen_cards=seen_cards,
        best=best,
        values=values,
        ties=sum(int(ties[0]) for _, _, ties in done),
        tied_states=sum(int(ties[1]) for _, _, ties in done),
        method=method,
    )


@dataclass(frozen=True, eq=False)
class _Kept:
    """What was found of the dealer's hands last, with all that it hangs on: neither what is paid nor what the player's hand is called.

    ``blocks`` are numbers of the player's hands, and for each of these by relation, sets of seen cards and signatures how many
    hands of the dealer there are: int32[hands, 3, U, D].
    """

    dealt: tuple[int, int, int, int]
    arrays: tuple[Whole | None, ...]
    blocks: tuple[tuple[Ints64, Ints32], ...]

    def holds_for(self, dealt: tuple[int, int, int, int], arrays: Sequence[Whole | None]) -> bool:
        if self.dealt != dealt or len(self.arrays) != len(arrays):
            return False
        pairs = zip(self.arrays, arrays, strict=True)
        return all(one is other or (one is not None and other is not None and np.array_equal(one, other)) for one, other in pairs)


_kept: list[_Kept] = []


def _relations(
    showdown: Showdown, hands: CanonicalSets, strength: Ints32, method: str, pool: ThreadPoolExecutor, *, is_anew: bool
) -> Iterator[tuple[Ints64, Ints32]]:
    """Blocks of the player's hands with how many hands of the dealer are below, equal and above each, as `_Kept` has them.

    Other payouts, and wagers beside that look at the player's hand alone, are counted with what was found before.
    """
    size, seen, signatures = showdown.pack.size, showdown.seen, showdown.pay.shape[2]
    dealt = (size, showdown.player_cards, showdown.dealer_cards, seen)
    compared = _is_compared(showdown)
    others = showdown.dealer_strength if compared else None
    arrays = (hands.numbers, strength, others, showdown.dealer_sig, np.array([signatures]))
    if _kept and not is_anew and _kept[0].holds_for(dealt, arrays):
        yield from _kept[0].blocks
        return
    _kept.clear()
    dealer = _dealer(showdown, compared, in_order=method != "pairs")
    table = _Tables(showdown, rows=method == "rows")
    blocks = _split(strength, (12 + 4 * THREADS) * math.comb(size, seen) * signatures)
    for rows in blocks:
        found = np.zeros((len(rows), 3, math.comb(size, seen), signatures), dtype=np.int32)
        if method != "pairs":
            _sweep(pool, hands.cards[rows], strength[rows], dealer, table, found)
        else:
            _pair(pool, hands.cards[rows], strength[rows], dealer, size, seen, found)
        if len(blocks) == 1 and found.nbytes <= MOST_BYTES_KEPT:
            _kept.append(_Kept(dealt, arrays, ((rows, found),)))
        yield rows, found


def _is_compared(showdown: Showdown) -> bool:
    return showdown.player_strength is not None and showdown.dealer_strength is not None


def _pair(
    pool: ThreadPoolExecutor, cards: Ints8, strength: Ints32, dealer: _Dealer, size: int, seen: int, found: Ints32
) -> None:
    def work(part: slice) -> None:
        disjoint.pair(
            cards[part], strength[part], dealer.sets, dealer.strength, dealer.sig, size, seen, BINOMIAL, found[part]
        )

    list(pool.map(work, _shares(len(cards))))


def _sweep(
    pool: ThreadPoolExecutor, cards: Ints8, strength: Ints32, dealer: _Dealer, table: _Tables, found: Ints32
) -> None:
    """Sweep the dealer's sets in as many stretches as there are threads, and put together what they found."""
    bounds = _stretch(strength, dealer.ordered_strength, table)
    every = [np.zeros((len(cards), *found.shape[2:]), dtype=np.int32) for _ in bounds[1:]]

    def work(i: int) -> None:
        (hands_from, sets_from), (hands_to, sets_to) = bounds[i], bounds[i + 1]
        disjoint.sweep(
            cards, strength, dealer.ordered, dealer.ordered_strength, dealer.ordered_sig, hands_from, hands_to,
            sets_from, sets_to, table.size, table.seen, table.rows, table.most, table.starts, table.empty(), BINOMIAL,
            found, every[i],
        )  # fmt: skip

    def join(i: int) -> None:
        disjoint.join(
            cards, strength, bounds[i][0], bounds[i + 1][0], i > 0, every[i - 1], every[-1], dealer.strength, dealer.sig,
            table.m, table.size, table.seen, BINOMIAL, found,
        )  # fmt: skip

    list(pool.map(work, range(len(every))))
    for i in range(1, len(every)):
        every[i] += every[i - 1]  # now of the stretch and of all below it
    list(pool.map(join, range(len(every))))


def _stretch(strength: Ints32, ordered: Ints32, table: _Tables) -> list[tuple[int, int]]:
    """Where stretches of about equal work begin and end: so many hands, so many of the dealer's sets lie below."""
    marks = np.unique(np.concatenate([a[:: max(1, len(a) // 256)] for a in (strength, ordered)]))
    hands, sets = np.searchsorted(strength, marks), np.searchsorted(ordered, marks)
    work = hands * table.asked * 2 + sets * table.counted
    total = len(strength) * table.asked * 2 + len(ordered) * table.counted
    inner = [int(np.abs(work * THREADS - total * i).argmin()) for i in range(1, THREADS)]
    return [(0, 0), *((int(hands[i]), int(sets[i])) for i in inner), (len(strength), len(ordered))]


@dataclass(frozen=True, eq=False)
class _Dealer:
    """All the dealer's sets by number, and, for the sweep, in ascending order of strength."""

    sets: Ints8
    strength: Ints32
    sig: Words16
    ordered: Ints8
    ordered_strength: Ints32
    ordered_sig: Words16


def _dealer(showdown: Showdown, compared: bool, *, in_order: bool) -> _Dealer:
    sets = every_set(showdown.pack.size, showdown.dealer_cards)
    strength = _strengths(showdown.dealer_strength if compared else None, len(sets))
    sig = np.ascontiguousarray(showdown.dealer_sig, dtype=np.uint16)
    if not in_order or not compared:
        return _Dealer(sets, strength, sig, sets, strength, sig)
    low, high = int(strength.min()), int(strength.max())
    if high - low < MOST_STRENGTHS:
        order = disjoint.order_by_strength(strength, low, high)
    else:
        order = np.argsort(strength, kind="stable").astype(np.int64)
    dealer = _Dealer(sets, strength, sig, np.empty_like(sets), np.empty_like(strength), np.empty_like(sig))

    def arrange(part: slice) -> None:
        disjoint.arrange(
            sets, strength, sig, order[part], dealer.ordered[part], dealer.ordered_strength[part], dealer.ordered_sig[part]
        )

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(arrange, _shares(len(order))))
    return dealer


def _shares(size: int) -> list[slice]:
    """So many things, a share for each thread."""
    return [slice(size * i // THREADS, size * (i + 1) // THREADS) for i in range(THREADS)]


class _Tables:
    """The counters of a sweep: for sets of the dealer's cards, small ones first; and what they cost, roughly."""

    def __init__(self, showdown: Showdown, *, rows: bool) -> None:
        n, self.m, self.seen = showdown.player_cards, showdown.dealer_cards, showdown.seen
        self.size, self.signatures, self.rows = showdown.pack.size, showdown.pay.shape[2], rows
        seats = math.comb(self.size, self.seen)
        # A set as large as the dealer's hand is no counter: it is one hand, and is looked up.
        self.most = min(n, self.m - self.seen - 1) if rows else min(n + self.seen, self.m - 1)
        numbers = [math.comb(self.size, q) * (seats if rows else 1) for q in range(self.most + 1)]
        self.starts = np.array([sum(numbers[:q]) for q in range(len(numbers) + 1)], dtype=np.int64)
        self.length = sum(numbers) * self.signatures
        # Steps for each of the dealer's sets, and for each question of a hand; rows are asked eight counters at once.
        self.counted = sum(
            math.comb(self.m, q) * (math.comb(self.m - q, self.seen) if rows else 1) for q in range(self.most + 1)
        )
        self.asked = 2**n * seats * (-(-self.signatures // 8) if rows else 1 + self.signatures)

    def empty(self) -> Ints32:
        return np.zeros(self.length, dtype=np.int32)


def _strengths(given: Whole | None, count: int) -> Ints32:
    return np.zeros(count, dtype=np.int32) if given is None else np.ascontiguousarray(given, dtype=np.int32)


def _split(strength: Ints32, bytes_each: int) -> list[Ints64]:
    """The hands in blocks of ascending strength, none of them too large to keep."""
    order = np.argsort(strength, kind="stable").astype(np.int64)
    blocks = -(-len(order) * bytes_each // MOST_BYTES_OF_A_BLOCK)
    return [order[first::blocks] for first in range(blocks)]


def followed(showdown: Showdown, played: Played) -> tuple[Ints64, Ints64]:
    """What the policy brings with each of the player's hands, from what every path was found to bring.

    The sum of pay over the sets of seen cards, int64[M], and with how many of them it takes each path, int64[M, paths].
    ``played`` is of any way of playing the same showdown.  Raises ValueError where there is no policy, it does not fit
    or says nothing of some hand, or a path is not permitted.
    """
    if showdown.policy is None:
        raise ValueError("a showdown without a policy")
    hands, seats, paths = played.hands, math.comb(showdown.pack.size, showdown.seen), len(showdown.pay)
    strength = _strengths(showdown.player_strength, math.comb(showdown.pack.size, showdown.player_cards))[hands.numbers]
    sums, often = np.zeros(len(strength), dtype=np.int64), np.zeros((len(strength), paths), dtype=np.int64)
    wrong = bestplay.follow(
        _fixed(showdown, hands, strength, seats), played.best, _cells(showdown, hands), _seen_cells(showdown, seats),
        _permitted(showdown), played.values, sums, often,
    )  # fmt: skip
    if wrong == bestplay.NOTHING_SAID:
        raise ValueError("the policy says nothing of some hand")
    if wrong:
        raise ValueError("the policy takes a path that is not permitted")
    return sums, often


def _cells(showdown: Showdown, hands: CanonicalSets) -> Ints64:
    return showdown.player_sig[hands.numbers].astype(np.int64)


def _seen_cells(showdown: Showdown, seats: int) -> Ints64:
    return np.zeros(seats, dtype=np.int64) if showdown.seen_sig is None else showdown.seen_sig.astype(np.int64)


def _permitted(showdown: Showdown) -> Flags:
    """bool[paths, P, cells of seen cards]"""
    return showdown.permitted if showdown.permitted.ndim == 3 else showdown.permitted[:, :, None]


def _fixed(showdown: Showdown, hands: CanonicalSets, strength: Ints32, seats: int) -> Ints8:
    """The path for every hand and every set of seen cards, int8[M, U]; int8[0, 0] for best play."""
    policy, many = showdown.policy, len(hands.numbers)
    if policy is None:
        return np.zeros((0, 0), dtype=np.int8)
    if isinstance(policy, ByCell):
        paths = np.asarray(policy.paths)[showdown.player_sig[hands.numbers]]
    elif isinstance(policy, ByStrength):
        if showdown.player_strength is None or len(policy.paths) != len(policy.bounds) + 1:
            raise ValueError("a policy by strength needs strengths, and one path more than bounds")
        own = showdown.player_strength[hands.numbers]
        paths = np.array(policy.paths)[np.searchsorted(np.array(policy.bounds, dtype=np.int64), own, side="right")]
    else:
        paths = policy.paths
    if paths.shape not in {(many,), (many, seats)}:
        raise ValueError(f"a policy of shape {paths.shape} for {many:,} hands and {seats:,} sets of seen cards")
    full = np.broadcast_to(paths if paths.ndim == 2 else paths[:, None], (many, seats))
    return np.ascontiguousarray(full, dtype=np.int8)


def _nested(totals: Ints64) -> Counts:
    return tuple(
        tuple(tuple((row[0], row[1], row[2]) for row in by_dealer) for by_dealer in by_player)
        for by_player in totals.tolist()
    )


def _weigh_methods(showdown: Showdown, many: int) -> dict[str, int]:
    """Steps of either method, roughly, all threads together."""
    size, m, seen, signatures = showdown.pack.size, showdown.dealer_cards, showdown.seen, showdown.pay.shape[2]
    others = math.comb(size, m)
    blocks = 1 + many * 20 * math.comb(size, seen) * signatures // MOST_BYTES_OF_A_BLOCK
    costs = {"pairs": many * others * (3 + math.comb(m, seen))}
    for name, rows in (("rows", True), ("unions", False)):
        table = _Tables(showdown, rows=rows)
        if not rows or table.length <= MOST_COUNTERS_IN_ROWS:
            costs[name] = blocks * others * table.counted + many * (2 + THREADS) * table.asked
    return costs


def _refuse_if_large(showdown: Showdown) -> None:
    size, n, m, seen = showdown.pack.size, showdown.player_cards, showdown.dealer_cards, showdown.seen
    if showdown.deals >= 1 << 62 or max(n + seen, m) > MOST_IN_A_SET or seen > 2:
        raise NotSolvable(
            f"{n} cards against {m} of which {seen} are seen, {showdown.deals:,} deals; hands of at most "
            f"{MOST_IN_A_SET} cards with at most 2 seen, and {1 << 62:,} deals, are counted"
        )
    hands, others = math.comb(size, n), math.comb(size, m)
    suits = math.prod(math.factorial(len(group)) for group in showdown.pack.alike) if showdown.symmetric else 1
    states = (hands // suits + 1) * math.comb(size, seen)
    asked = hands * (n + 8) + states * (8 * showdown.pay.shape[0] + 1)
    counters = max(_Tables(showdown, rows=False).length, MOST_COUNTERS_IN_ROWS)
    kept = others * (2 * m + 20) + THREADS * 4 * counters + MOST_BYTES_OF_A_BLOCK + asked
    if kept > MOST_BYTES or others >= 1 << 31:
        raise NotSolvable(
            f"{hands:,} hands against {others:,} would take {kept / 1e9:,.1f} GB; {MOST_BYTES / 1e9:,.0f} GB are the most"
        )
    greatest = max(abs(int(showdown.pay.max())), abs(int(showdown.pay.min())))
    if greatest * math.comb(size - n - seen, m - seen) >= 1 << 62:
        raise NotSolvable(f"a pay of {greatest:,} units over all dealer's hands is more than 62 bits hold")


def _check(showdown: Showdown) -> None:
    """Raise ValueError where the arrays do not fit one another."""
    size, n, m, seen = showdown.pack.size, showdown.player_cards, showdown.dealer_cards, showdown.seen
    if min(n, m) < 1 or not 0 <= seen <= m or n + m > size:
        raise ValueError(f"{n} cards against {m} of which {seen} are seen, from {size}")
    if showdown.pay.ndim != 4 or showdown.pay.shape[3] != 3 or showdown.pay.dtype != np.int64:
        raise ValueError("pay is int64[paths, P, D, 3]")
    paths, cells, signatures, _ = showdown.pay.shape
    if not 1 <= paths <= 127 or showdown.permitted.shape[:2] != (paths, cells) or showdown.permitted.ndim > 3:
        raise ValueError("permitted is bool[paths, P] or bool[paths, P, cells of seen cards]")
    seen_cells = showdown.permitted.shape[2] if showdown.permitted.ndim == 3 else 1
    arrays: Sequence[tuple[str, Whole | None, int, int | None]] = (
        ("player_sig", showdown.player_sig, n, cells),
        ("dealer_sig", showdown.dealer_sig, m, signatures),
        ("player_strength", showdown.player_strength, n, None),
        ("dealer_strength", showdown.dealer_strength, m, None),
        ("seen_sig", showdown.seen_sig, seen, seen_cells),
    )
    for name, array, k, bound in arrays:
        if array is None:
            continue
        if array.shape != (math.comb(size, k),):
            raise ValueError(f"{name} has shape {array.shape}, not one for each of {math.comb(size, k):,} sets")
        low, high = (0, bound - 1) if bound is not None else (-(1 << 31), (1 << 31) - 1)
        if int(array.min()) < low or int(array.max()) > high:
            raise ValueError(f"{name} is not within {low} and {high}")
        if showdown.symmetric and hang_on_suits(showdown.pack, k, array):
            raise ValueError(f"{name} is said to be the same for all suits, and is not")
