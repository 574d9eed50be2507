"""Counts of the dealer's sets that share no card with the player's, by what they are and how they compare: kernels.

For a player's set H and cards seen U the number of dealer's sets that hold U, avoid H and rank below H is
Σ (-1)^|S| · below[S ∪ U] over the subsets S of H, where below[Q] is the number of dealer's sets that rank below H and
hold Q.  So the dealer's sets are taken in order of strength, a counter is kept for every small set Q, and each player's
set asks the counters when its own strength is reached (`sweep`).  They are either kept in a row for every S, one for
each U, and asked together (``rows``: quick to ask, many to keep), or one for every union (``unions``).
`pair` looks at every pair of sets instead (``pairs``).

Both fill ``found``: int32[B, 3, U, D], for player's sets B, what the player's hand is to the dealer's (0 lower, 1 equal,
2 higher), sets of seen cards by number, and signatures of the dealer's set; zero where the seen cards are the player's.
"""

from __future__ import annotations

import numpy as np

from audit.solve.cards.counters import Words16, ask, count_sets, list_free, number_unions, pair_positions
from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import Ints8, Ints32, Ints64


@njit
def order_by_strength(strength: Ints32, low: int, high: int) -> Ints64:
    """Numbers of sets in ascending order of strength, which lies within low and high; equal ones stay in order."""
    starts = np.zeros(high - low + 2, dtype=np.int64)
    for i in range(len(strength)):
        starts[strength[i] - low + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    order = np.empty(len(strength), dtype=np.int64)
    for i in range(len(strength)):
        at = strength[i] - low
        order[starts[at]] = i
        starts[at] += 1
    return order


@njit
def pair(
    hands: Ints8,
    hand_strength: Ints32,
    sets: Ints8,
    set_strength: Ints32,
    set_sig: Words16,
    size: int,
    seen: int,
    binomial: Ints64,
    found: Ints32,
) -> None:
    """Every player's set against every dealer's set that avoids it."""
    n, m = hands.shape[1], sets.shape[1]
    held = np.zeros(size, dtype=np.bool_)
    for hand in range(len(hands)):
        held[:] = False
        for i in range(n):
            held[hands[hand, i]] = True
        for other in range(len(sets)):
            apart = True
            for i in range(m):
                if held[sets[other, i]]:
                    apart = False
                    break
            if not apart:
                continue
            difference = np.int64(hand_strength[hand]) - np.int64(set_strength[other])
            relation = 0 if difference < 0 else (1 if difference == 0 else 2)
            d = set_sig[other]
            if seen == 0:
                found[hand, relation, 0, d] += 1
            elif seen == 1:
                for i in range(m):
                    found[hand, relation, sets[other, i], d] += 1
            else:
                for i in range(1, m):
                    for j in range(i):
                        found[hand, relation, sets[other, j] + binomial[sets[other, i], 2], d] += 1


@njit
def arrange(
    sets: Ints8, strength: Ints32, sig: Words16, order: Ints64, to_sets: Ints8, to_strength: Ints32, to_sig: Words16
) -> None:
    """Write sets with their strengths and signatures in this order."""
    for i in range(len(order)):
        for j in range(sets.shape[1]):
            to_sets[i, j] = sets[order[i], j]
        to_strength[i] = strength[order[i]]
        to_sig[i] = sig[order[i]]


@njit
def sweep(
    hands: Ints8,
    hand_strength: Ints32,
    ordered: Ints8,
    ordered_strength: Ints32,
    ordered_sig: Words16,
    hands_from: int,
    hands_to: int,
    sets_from: int,
    sets_to: int,
    size: int,
    seen: int,
    rows: bool,
    most: int,
    starts: Ints64,
    table: Ints32,
    binomial: Ints64,
    found: Ints32,
    every: Ints32,
) -> None:
    """Inclusion and exclusion over counters, the dealer's sets in ascending order of strength; one stretch of them.

    ``hands`` ascend in strength, as do ``ordered`` (the dealer's sets, with their strengths and signatures).  Of the
    sets of the stretch, those below go to ``found[:, 0]`` and those not above to ``found[:, 1]`` for the hands of the
    stretch, which are all whose strength lies in it; ``every``, int32[B, U, D], gets all of them, for all hands.
    ``table``: int32[counters * D], zero; counters of sets of q cards start at ``starts[q]``, and there are some for
    q <= most; they are rows of U counters, or single ones.  No counter is for whole sets of the dealer's.
    """
    m, signatures = ordered.shape[1], found.shape[3]
    width = found.shape[2] if rows else 1
    subsets = 1 << m
    size_of = np.zeros(subsets, dtype=np.int64)
    for subset in range(1, subsets):
        size_of[subset] = size_of[subset >> 1] + (subset & 1)
    # Places in the table are built up card by card: a card that becomes the q-th of a set moves the place by so much.
    wide = m + 1
    move = np.zeros(size * wide, dtype=np.uint64)
    for card in range(size):
        for q in range(1, most + 1):
            move[card * wide + q] = np.uint64((binomial[card, q] * width + starts[q] - starts[q - 1]) * signatures)
    subset_of, seat_of = pair_positions(m, seen if rows else 0, most, size_of)
    places, seats = np.zeros(subsets, dtype=np.uint64), np.zeros(binomial[m, seen], dtype=np.uint64)
    taken, first = sets_from, hands_from
    while first < hands_to:
        strength = hand_strength[first]
        last, begin = first, taken
        while last < hands_to and hand_strength[last] == strength:
            last += 1
        while taken < sets_to and ordered_strength[taken] < strength:
            taken += 1
        count_sets(
            ordered, ordered_sig, begin, taken, most, size_of, move, wide, places, table, signatures,
            seen if rows else 0, seats, subset_of, seat_of, binomial,
        )  # fmt: skip
        for hand in range(first, last):
            ask(hands, hand, size, seen, rows, most, starts, table, binomial, found[hand, 0])
        begin = taken
        while taken < sets_to and ordered_strength[taken] == strength:
            taken += 1
        count_sets(
            ordered, ordered_sig, begin, taken, most, size_of, move, wide, places, table, signatures,
            seen if rows else 0, seats, subset_of, seat_of, binomial,
        )  # fmt: skip
        for hand in range(first, last):
            if taken > begin:
                ask(hands, hand, size, seen, rows, most, starts, table, binomial, found[hand, 1])
            else:
                found[hand, 1] = found[hand, 0]
        first = last
    count_sets(
        ordered, ordered_sig, taken, sets_to, most, size_of, move, wide, places, table, signatures,
        seen if rows else 0, seats, subset_of, seat_of, binomial,
    )  # fmt: skip
    for hand in range(len(hands)):
        ask(hands, hand, size, seen, rows, most, starts, table, binomial, every[hand])


@njit
def join(
    hands: Ints8,
    hand_strength: Ints32,
    hands_from: int,
    hands_to: int,
    has_lower: bool,
    lower: Ints32,
    total: Ints32,
    set_strength: Ints32,
    set_sig: Words16,
    m: int,
    size: int,
    seen: int,
    binomial: Ints64,
    found: Ints32,
) -> None:
    """Turn what a sweep found for the hands of a stretch into how they compare.

    ``lower`` and ``total`` are the sums of ``every`` over the stretches below, if there are any, and over all;
    ``set_strength`` and ``set_sig`` go by the numbers of the dealer's sets.
    """
    for hand in range(hands_from, hands_to):
        for at in range(found.shape[2]):
            for d in range(found.shape[3]):
                before = lower[hand, at, d] if has_lower else np.int32(0)
                below = before + found[hand, 0, at, d]
                through = before + found[hand, 1, at, d]
                # so many rank below, so many not above: the player's hand is higher, not lower
                found[hand, 0, at, d] = total[hand, at, d] - through
                found[hand, 1, at, d] = through - below
                found[hand, 2, at, d] = below
        if hands.shape[1] + seen >= m:
            _look_up(hands, hand, hand_strength[hand], m, size, seen, set_strength, set_sig, binomial, found)


@njit
def _look_up(
    hands: Ints8,
    hand: int,
    strength: int,
    m: int,
    size: int,
    seen: int,
    set_strength: Ints32,
    set_sig: Words16,
    binomial: Ints64,
    found: Ints32,
) -> None:
    """The terms of whole dealer's sets: each is one set, so it is looked up instead of counted."""
    n = hands.shape[1]
    free, count = list_free(hands, hand, size)
    at, seats = np.empty(found.shape[2], dtype=np.int64), np.empty(found.shape[2], dtype=np.int64)
    chosen = np.zeros(n, dtype=np.int64)
    sign = -1 if (m - seen) & 1 else 1
    number_unions(chosen, 0, free, count, seen, binomial, seats)
    for subset in range(1 << n):
        k = 0
        for i in range(n):
            if subset >> i & 1:
                chosen[k] = hands[hand, i]
                k += 1
        if k + seen != m:
            continue
        written = number_unions(chosen, k, free, count, seen, binomial, at)
        for j in range(written):
            other = set_strength[at[j]]
            relation = 0 if strength < other else (1 if strength == other else 2)
            found[hand, relation, seats[j], set_sig[at[j]]] += sign
