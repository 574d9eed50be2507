"""Counters of the sets that hold some small set, and what is asked of them by inclusion and exclusion: kernels.

A place in the table of counters is (start of the size + number of the small set × width + seat) × D + signature: in rows
the width is U and the seat the number of the set of seen cards, else they are 1 and 0.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import Ints8, Ints32, Ints64

Words16: TypeAlias = npt.NDArray[np.uint16]
Places: TypeAlias = npt.NDArray[np.uint64]


@njit
def number_unions(chosen: Ints64, k: int, free: Ints64, count: int, seen: int, binomial: Ints64, at: Ints64) -> int:
    """Write the numbers of the sets ``chosen[:k]`` with one set of seen cards each; how many there are.

    Sets of seen cards are taken from ``free[:count]`` in order of their numbers; no card of ``chosen`` may be free.
    """
    if seen == 0:
        number = 0
        for i in range(k):
            number += binomial[chosen[i], i + 1]
        at[0] = number
        return 1
    if seen == 1:
        rest, below = 0, 0
        for i in range(k):
            rest += binomial[chosen[i], i + 2]
        for j in range(count):
            while below < k and chosen[below] < free[j]:
                rest += binomial[chosen[below], below + 1] - binomial[chosen[below], below + 2]
                below += 1
            at[j] = rest + binomial[free[j], below + 1]
        return count
    above, under, middle, written = 0, 0, 0, 0
    for i in range(k):
        above += binomial[chosen[i], i + 3]
    for j in range(count):
        while under < k and chosen[under] < free[j]:
            above -= binomial[chosen[under], under + 3]
            middle += binomial[chosen[under], under + 2]
            under += 1
        rest, below = above + middle + binomial[free[j], under + 2], 0
        for i in range(j):
            while below < under and chosen[below] < free[i]:
                rest += binomial[chosen[below], below + 1] - binomial[chosen[below], below + 2]
                below += 1
            at[written] = rest + binomial[free[i], below + 1]
            written += 1
    return written


@njit
def pair_positions(m: int, seen: int, most: int, size_of: Ints64) -> tuple[Ints64, Ints64]:
    """Subsets of m positions with sets of ``seen`` other positions, by number: all of either that are counted."""
    count = 0
    subset_of, seat_of = np.zeros((1 << m) * m * m, dtype=np.int64), np.zeros((1 << m) * m * m, dtype=np.int64)
    for subset in range(1 << m):
        if size_of[subset] > most:
            continue
        for i in range(m if seen else 1):
            for j in range(i if seen == 2 else 1):
                if seen and subset >> i & 1 or seen == 2 and subset >> j & 1:
                    continue
                subset_of[count] = subset
                seat_of[count] = 0 if seen == 0 else i if seen == 1 else j + i * (i - 1) // 2
                count += 1
    return subset_of[:count], seat_of[:count]


@njit
def count_sets(
    ordered: Ints8,
    ordered_sig: Words16,
    begin: int,
    end: int,
    most: int,
    size_of: Ints64,
    move: Places,
    wide: int,
    places: Places,
    table: Ints32,
    signatures: int,
    in_row: int,
    seats: Places,
    subset_of: Ints64,
    seat_of: Ints64,
    binomial: Ints64,
) -> None:
    """Add some of the dealer's sets to the counters of their subsets, in rows by ``in_row`` more cards."""
    m = ordered.shape[1]
    for row in range(begin, end):
        places[0] = np.uint64(ordered_sig[row])
        for i in range(m):
            half, of_card = 1 << i, ordered[row, i] * wide + 1
            for subset in range(half):
                if size_of[subset] < most:
                    places[half + subset] = places[subset] + move[of_card + size_of[subset]]
        if in_row == 0:
            for x in range(len(subset_of)):
                table[places[subset_of[x]]] += 1
            continue
        if in_row == 1:
            for i in range(m):
                seats[i] = np.uint64(ordered[row, i] * signatures)
        else:
            for i in range(1, m):
                for j in range(i):
                    seat = ordered[row, j] + binomial[ordered[row, i], 2]
                    seats[j + i * (i - 1) // 2] = np.uint64(seat * signatures)
        for x in range(len(subset_of)):
            table[places[subset_of[x]] + seats[seat_of[x]]] += 1


@njit
def ask(
    hands: Ints8,
    hand: int,
    size: int,
    seen: int,
    rows: bool,
    most: int,
    starts: Ints64,
    table: Ints32,
    binomial: Ints64,
    into: Ints32,
) -> None:
    """Write how many of the sets counted so far avoid this hand: into int32[U, D], for all seen cards and signatures."""
    if rows:
        _ask_rows(hands, hand, seen, most, starts, table, binomial, into)
    else:
        _ask_unions(hands, hand, size, seen, most, starts, table, binomial, into)


@njit
def _ask_rows(
    hands: Ints8, hand: int, seen: int, most: int, starts: Ints64, table: Ints32, binomial: Ints64, into: Ints32
) -> None:
    n, width = hands.shape[1], into.shape[0] * into.shape[1]
    sums = into.reshape(width)
    sums[:] = 0
    for subset in range(1 << n):
        k, number = 0, 0
        for i in range(n):
            if subset >> i & 1:
                k += 1
                number += binomial[hands[hand, i], k]
        if k > most:
            continue
        start = starts[k] * into.shape[1] + number * width
        row = table[start : start + width]
        if k & 1:
            for x in range(width):
                sums[x] -= row[x]
        else:
            for x in range(width):
                sums[x] += row[x]
    # Cards of the hand are not seen at the dealer's, and what the sums say of them is nothing.
    if seen == 1:
        for i in range(n):
            into[hands[hand, i]] = 0
    elif seen == 2:
        for i in range(n):
            card = np.int64(hands[hand, i])
            for lesser in range(card):
                into[lesser + binomial[card, 2]] = 0
            other = card + 1
            while card + binomial[other, 2] < into.shape[0]:
                into[card + binomial[other, 2]] = 0
                other += 1


@njit
def _ask_unions(
    hands: Ints8,
    hand: int,
    size: int,
    seen: int,
    most: int,
    starts: Ints64,
    table: Ints32,
    binomial: Ints64,
    into: Ints32,
) -> None:
    n, signatures = hands.shape[1], into.shape[1]
    free, count = list_free(hands, hand, size)
    at = np.empty(into.shape[0], dtype=np.int64)
    sums = np.zeros((into.shape[0], signatures), dtype=np.int32)
    chosen = np.zeros(n, dtype=np.int64)
    for subset in range(1 << n):
        k = 0
        for i in range(n):
            if subset >> i & 1:
                chosen[k] = hands[hand, i]
                k += 1
        if k + seen > most:
            continue
        written = number_unions(chosen, k, free, count, seen, binomial, at)
        start, sign = starts[k + seen], np.int32(-1 if k & 1 else 1)
        if signatures == 1:
            for j in range(written):
                sums[j, 0] += sign * table[np.uint64(start + at[j])]
        elif signatures == 2:
            for j in range(written):
                place = np.uint64(2 * (start + at[j]))
                sums[j, 0] += sign * table[place]
                sums[j, 1] += sign * table[place + np.uint64(1)]
        else:
            for j in range(written):
                place = np.uint64(signatures * (start + at[j]))
                for d in range(signatures):
                    sums[j, d] += sign * table[place + np.uint64(d)]
    written = number_unions(chosen, 0, free, count, seen, binomial, at)
    for j in range(written):
        for d in range(signatures):
            into[at[j], d] = sums[j, d]


@njit
def list_free(hands: Ints8, hand: int, size: int) -> tuple[Ints64, int]:
    """The cards that the hand does not hold, ascending."""
    free = np.empty(size, dtype=np.int64)
    count, i = 0, 0
    for card in range(size):
        if i < hands.shape[1] and hands[hand, i] == card:
            i += 1
        else:
            free[count] = card
            count += 1
    return free, count
