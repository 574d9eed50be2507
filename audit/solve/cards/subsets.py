"""Kernels over all sets of cards: numbering them by kind, the best of the sets with a card fewer, counting codes.

All of them go over the sets in colex order with the lowest card in the innermost loop, where sets that differ by it
alone stand side by side in every table.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import FIELD, HALF, MASK, MASK_BITS, REACHED
from audit.solve.cards.sets import BINOMIAL
from audit.solve.errors import NotSolvable

Codes = NDArray[np.uint16] | NDArray[np.uint32]
Table = tuple[NDArray[np.int32], NDArray[np.int64]]


def number_by_ranks(
    key: NDArray[np.int64],
    cards: int,
    start: int,
    counted: bool,
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    size: int,
) -> Table:
    """For each set the number of its multiset of ranks, -1 where ``counted`` and a suit has enough cards.

    Also the first set of each multiset, -1 where there is none.
    """
    numbers = np.empty(math.comb(len(key), cards), np.int32)
    first = np.full(size, -1, np.int64)
    _number_by_ranks(key, cards, start, REACHED if counted else 0, offset, place, numbers, first)
    return numbers, first


@njit
def _number_by_ranks(
    key: NDArray[np.int64],
    cards: int,
    start: int,
    reached: int,
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    numbers: NDArray[np.int32],
    first: NDArray[np.int64],
) -> None:
    size = len(key)
    held = np.arange(cards + 1)
    held[cards] = size
    number = 0
    while True:
        above = start
        for i in range(1, cards):
            above += key[held[i]]
        for lowest in range(held[1]):
            total = above + key[lowest]
            if total & reached:
                numbers[number] = -1
            else:
                kind = offset[total & FIELD] + place[(total >> HALF) & FIELD]
                numbers[number] = kind
                if first[kind] < 0:
                    first[kind] = number
            number += 1
        if not step_above(held, cards):
            return


@njit
def step_above(held: NDArray[np.int64], cards: int) -> bool:
    """Moves on to the next choice of all cards but the lowest; ``held[cards]`` is the size of the deck."""
    i = 1
    while i < cards and held[i] + 1 == held[i + 1]:
        i += 1
    if i >= cards:
        return False
    held[i] += 1
    for j in range(1, i):
        held[j] = j
    return True


def cards_of_sets(numbers: NDArray[np.int64], deck: int, cards: int) -> NDArray[np.int64]:
    """The cards of each of these sets, ascending: int64[M, ``cards``]."""
    found = np.empty((len(numbers), cards), np.int64)
    _cards_of_sets(numbers, deck, BINOMIAL, found)
    return found


@njit
def _cards_of_sets(
    numbers: NDArray[np.int64], deck: int, binomial: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    for at in range(len(numbers)):
        left, card = numbers[at], deck - 1
        for i in range(found.shape[1], 0, -1):
            while binomial[card, i] > left:
                card -= 1
            left -= binomial[card, i]
            found[at, i - 1] = card


def keys_by_suit(
    numbers: NDArray[np.int64],
    rank: NDArray[np.int64],
    suit: NDArray[np.int64],
    mask: NDArray[np.int64],
    cards: int,
    names: int,
) -> NDArray[np.int64]:
    """For each of these sets which ranks it has of each suit, up to an exchange of suits: see `suit_grain.Names`.

    Cards without a suit are counted in the three highest bits; raises `NotSolvable` where they are of several ranks or
    too many.
    """
    loose = rank[suit < 0]
    if len(set(loose.tolist())) > 1 or len(loose) > 7:
        raise NotSolvable("hands with several kinds of cards that have no suit")
    found = np.empty(len(numbers), np.int64)
    _keys_by_suit(numbers, suit, mask, cards, names, BINOMIAL, found)
    return found


@njit
def _keys_by_suit(
    numbers: NDArray[np.int64],
    suit: NDArray[np.int64],
    mask: NDArray[np.int64],
    cards: int,
    names: int,
    binomial: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    of_suit = np.zeros(4, np.int64)
    for at in range(len(numbers)):
        left, loose, together = numbers[at], 0, np.int64(0)
        card = len(suit) - 1
        for i in range(cards, 0, -1):
            while binomial[card, i] > left:
                card -= 1
            left -= binomial[card, i]
            together += mask[card]
            if suit[card] < 0:
                loose += 1
        for s in range(4):
            of_suit[s] = (together >> (MASK_BITS * s)) & MASK
        if names == 0:
            of_suit.sort()
        elif names == 1:
            sort_colours(of_suit)
        key = np.int64(loose)
        for s in range(4):
            key = key << MASK_BITS | of_suit[s]
        found[at] = key


@njit
def sort_colours(of_suit: NDArray[np.int64]) -> None:
    """Spades and clubs (0, 3) are black, hearts and diamonds (1, 2) red; each pair ascends, and so do the pairs."""
    black, red = min(of_suit[0], of_suit[3]), min(of_suit[1], of_suit[2])
    more_black, more_red = max(of_suit[0], of_suit[3]), max(of_suit[1], of_suit[2])
    if black < red or (black == red and more_black <= more_red):
        of_suit[0], of_suit[3], of_suit[1], of_suit[2] = black, more_black, red, more_red
    else:
        of_suit[0], of_suit[3], of_suit[1], of_suit[2] = red, more_red, black, more_black


def best_without_one(codes: Codes, deck: int, cards: int, best: int) -> Codes:
    """The greatest code of each set of ``cards`` cards over the sets that lack one of its cards.

    Of ``best`` + 1 cards some one is left out by every set of ``best``, so the highest ``best`` + 1 are left out in turn.
    """
    found = np.zeros(math.comb(deck, cards), codes.dtype)
    _best_without_one(codes, deck, cards, best, BINOMIAL, found)
    return found


@njit
def _best_without_one(
    codes: Codes, deck: int, cards: int, best: int, binomial: NDArray[np.int64], found: Codes
) -> None:
    held = np.arange(cards + 1)
    held[cards] = deck
    number = 0
    while True:
        width = held[1]
        _raise_row(codes, held, cards, best, binomial, found[number : number + width])
        number += width
        if not step_above(held, cards):
            return


@njit
def _raise_row(
    codes: Codes, held: NDArray[np.int64], cards: int, best: int, binomial: NDArray[np.int64], row: Codes
) -> None:
    """For each lowest card the greatest code of the sets that lack one of the highest cards; ``row`` begins with 0."""
    above, below = 0, 0
    for i in range(1, cards):
        below += binomial[held[i], i + 1]
    for i in range(cards - 1, max(cards - 2 - best, -1), -1):
        if i == 0:
            alone = codes[above]
            for lowest in range(len(row)):
                row[lowest] = max(row[lowest], alone)
        else:
            below -= binomial[held[i], i + 1]
            part = codes[above + below : above + below + len(row)]
            for lowest in range(len(row)):
                row[lowest] = max(row[lowest], part[lowest])
            above += binomial[held[i], i]


def count_codes(codes: Codes, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each of ``size`` codes occurs, and in which set first (-1: in none)."""
    counts, first = np.zeros(size, np.int64), np.full(size, -1, np.int64)
    _count_codes(codes, 0, counts, first)
    return counts, first


def count_best(
    codes: Codes, size: int, deck: int, cards: int, best: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`count_codes` of `best_without_one`, without keeping the codes."""
    counts, first = np.zeros(size, np.int64), np.full(size, -1, np.int64)
    _count_best(codes, deck, cards, best, BINOMIAL, counts, first)
    return counts, first


@njit
def _count_codes(codes: Codes, number: int, counts: NDArray[np.int64], first: NDArray[np.int64]) -> None:
    for at in range(len(codes)):
        code = codes[at]
        counts[code] += 1
        if first[code] < 0:
            first[code] = number + at


@njit
def _count_best(
    codes: Codes,
    deck: int,
    cards: int,
    best: int,
    binomial: NDArray[np.int64],
    counts: NDArray[np.int64],
    first: NDArray[np.int64],
) -> None:
    held = np.arange(cards + 1)
    held[cards] = deck
    row = np.zeros(deck, codes.dtype)
    number = 0
    while True:
        width = held[1]
        row[:width] = 0
        _raise_row(codes, held, cards, best, binomial, row[:width])
        _count_codes(row[:width], number, counts, first)
        number += width
        if not step_above(held, cards):
            return
