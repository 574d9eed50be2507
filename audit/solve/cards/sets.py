"""Sets of cards of a pack: how they are numbered, and which of them are alike but for the names of suits.

Cards are numbered from 0 in the order of the pack.  A set of k cards c0 < c1 < … has the number Σ C(ci, i+1) among the
sets of k cards (colexicographic order), so that sets of the first cards of a pack come first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.play.cards import RANKS, SUITS, Card
from audit.solve.cards.kernels import njit
from audit.solve.errors import NotSolvable

Ints8: TypeAlias = npt.NDArray[np.int8]
Ints32: TypeAlias = npt.NDArray[np.int32]
Ints64: TypeAlias = npt.NDArray[np.int64]

MOST_CARDS = 127
"""Numbers of cards are kept in one signed byte."""

MOST_IN_A_SET = 10

BINOMIAL: Ints64 = np.array(
    [[math.comb(n, k) for k in range(MOST_IN_A_SET + 1)] for n in range(MOST_CARDS + 1)], dtype=np.int64
)
"""``BINOMIAL[n, k]``: the number of sets of k out of n."""


@dataclass(frozen=True, eq=False)
class Pack:
    """The cards by number: ``rank[i]`` from 0, ``suit[i]`` from 0 to 3 or -1 (jokers, pieces without a suit).

    ``cards`` are the cards themselves where the pack was built from any.
    """

    rank: Ints8
    suit: Ints8
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.rank) <= MOST_CARDS or len(self.rank) != len(self.suit):
            raise NotSolvable(f"a pack of {len(self.rank):,} cards; at most {MOST_CARDS} are counted by sets")

    @property
    def size(self) -> int:
        return len(self.rank)

    @property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Groups of two suits or more that hold the same ranks, so that their names may be exchanged."""
        by_ranks: dict[tuple[int, ...], list[int]] = {}
        for suit in sorted({int(s) for s in self.suit if s >= 0}):
            by_ranks.setdefault(tuple(sorted(self.rank[self.suit == suit].tolist())), []).append(suit)
        return tuple(tuple(suits) for ranks, suits in by_ranks.items() if len(suits) > 1 and len(ranks) < 63)


def pack_of(cards: Sequence[Card]) -> Pack:
    """The pack of these cards: ranks numbered from the lowest that is there, jokers and others after them."""
    if any(card.features for card in cards):
        raise NotSolvable("cards with features beside rank and suit")
    others = dict.fromkeys(card.rank for card in cards if card.rank not in RANKS)
    held = {card.rank for card in cards}
    number = {rank: i for i, rank in enumerate([*(rank for rank in RANKS if rank in held), *others])}
    suits = {suit: i for i, suit in enumerate(SUITS)}
    return Pack(
        np.array([number[card.rank] for card in cards], dtype=np.int8),
        np.array([suits[card.suit] if card.suit is not None else -1 for card in cards], dtype=np.int8),
        tuple(cards),
    )


def number_of(cards: Sequence[int]) -> int:
    """The number of a set among the sets of as many cards; the cards in any order."""
    return sum(math.comb(card, i + 1) for i, card in enumerate(sorted(cards)))


def cards_of(number: int, k: int) -> tuple[int, ...]:
    """The cards of set ``number`` of the sets of k cards, ascending."""
    cards = []
    for i in range(k, 0, -1):
        card = i - 1
        while math.comb(card + 1, i) <= number:
            card += 1
        number -= math.comb(card, i)
        cards.append(card)
    return tuple(reversed(cards))


def numbers_of(sets: Ints8) -> Ints64:
    """The numbers of many sets: int8[M, k], each row ascending, to int64[M]."""
    numbers = np.zeros(len(sets), dtype=np.int64)
    for i in range(sets.shape[1]):
        numbers += BINOMIAL[sets[:, i], i + 1]
    return numbers


def every_set(size: int, k: int) -> Ints8:
    """All sets of k of ``size`` cards in the order of their numbers: int8[C(size, k), k]."""
    if size > MOST_CARDS or k > MOST_IN_A_SET:
        raise NotSolvable(f"sets of {k} of {size} cards; at most {MOST_IN_A_SET} of {MOST_CARDS} are counted")
    sets = np.zeros((math.comb(size, k), k), dtype=np.int8)
    _write_every_set(sets)
    return sets


@dataclass(frozen=True, eq=False)
class CanonicalSets:
    """One set of each kind: ``numbers[i]`` is its number, ``cards[i]`` its cards, ``weights[i]`` how many it stands for.

    Shapes int64[M], int8[M, k], int64[M]; the weights add up to the number of all sets.
    """

    numbers: Ints64
    cards: Ints8
    weights: Ints64


def canonical_sets(pack: Pack, k: int, *, symmetric: bool = True) -> CanonicalSets:
    """Sets of k cards up to the names of suits that are alike; every set with weight 1 if they may not be exchanged."""
    sets = every_set(pack.size, k)
    if not symmetric or not pack.alike:
        return CanonicalSets(np.arange(len(sets), dtype=np.int64), sets, np.ones(len(sets), dtype=np.int64))
    layout = _layout(pack)
    weights = _weigh_sets(sets, layout.slot, layout.place, layout.group)
    numbers = np.flatnonzero(weights).astype(np.int64)
    return CanonicalSets(numbers, sets[numbers], weights[numbers])


def stand_ins(pack: Pack, k: int, *, symmetric: bool = True) -> Ints64:
    """For every set of k cards the number of the canonical set that stands for it: int64[C(size, k)]."""
    sets = every_set(pack.size, k)
    if not symmetric or not pack.alike:
        return np.arange(len(sets), dtype=np.int64)
    layout = _layout(pack)
    return _number_stand_ins(sets, layout.slot, layout.place, layout.group, layout.card, BINOMIAL)


def hang_on_suits(pack: Pack, k: int, values: npt.NDArray[Any], *, most: int = 100_000) -> bool:
    """Whether values by set of k cards change when suits that are alike are exchanged: a check of what is claimed.

    Every set is looked at, or where there are more than ``most`` about so many of them, evenly spread.
    """
    count = math.comb(pack.size, k)
    numbers = np.arange(0, count, (count // most) | 1, dtype=np.int64)
    sets = np.zeros((len(numbers), k), dtype=np.int8)
    _unrank_sets(numbers, k, BINOMIAL, sets)
    layout = _layout(pack) if pack.alike else None
    if layout is None:
        return False
    for slot in range(1, len(layout.group)):
        if layout.group[slot] != layout.group[slot - 1]:
            continue
        moved = np.arange(pack.size, dtype=np.int8)
        held = np.count_nonzero(layout.slot == slot)
        one, other = layout.card[slot - 1, :held], layout.card[slot, :held]
        moved[one], moved[other] = other, one
        if (values[numbers] != values[numbers_of(np.sort(moved[sets], axis=1))]).any():
            return True
    return False


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where cards lie among suits that are alike: a slot for each such suit, and a place in it by rank.

    ``slot`` and ``place`` by card (slot -1: a card of no such suit), ``group`` by slot, ``card`` by slot and place.
    """

    slot: Ints64
    place: Ints64
    group: Ints64
    card: Ints64


def _layout(pack: Pack) -> _Layout:
    slot, place = np.full(pack.size, -1, dtype=np.int64), np.zeros(pack.size, dtype=np.int64)
    group: list[int] = []
    rows: list[list[int]] = []
    for number, suits in enumerate(pack.alike):
        for suit in suits:
            cards = sorted(np.flatnonzero(pack.suit == suit).tolist(), key=lambda card: (int(pack.rank[card]), card))
            slot[cards], place[cards] = len(group), np.arange(len(cards))
            group.append(number)
            rows.append(cards)
    card = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    for i, cards in enumerate(rows):
        card[i, : len(cards)] = cards
    return _Layout(slot, place, np.array(group, dtype=np.int64), card)


@njit
def rank_set(cards: Ints8, k: int, binomial: Ints64) -> int:
    """The number of the set of the first k of these cards, which ascend."""
    number = 0
    for i in range(k):
        number += binomial[cards[i], i + 1]
    return number


@njit
def unrank_set(number: int, k: int, binomial: Ints64, cards: Ints8) -> None:
    """Write the cards of set ``number`` of the sets of k, ascending."""
    for i in range(k, 0, -1):
        low, high = i - 1, binomial.shape[0] - 1
        while low < high:
            middle = (low + high + 1) // 2
            if binomial[middle, i] <= number:
                low = middle
            else:
                high = middle - 1
        cards[i - 1] = low
        number -= binomial[low, i]


@njit
def _unrank_sets(numbers: Ints64, k: int, binomial: Ints64, sets: Ints8) -> None:
    for i in range(len(numbers)):
        unrank_set(numbers[i], k, binomial, sets[i])


@njit
def _write_every_set(sets: Ints8) -> None:
    rows, k = sets.shape
    if rows == 0:
        return
    for i in range(k):
        sets[0, i] = i
    for row in range(1, rows):
        i = 0
        while i + 1 < k and sets[row - 1, i] + 1 == sets[row - 1, i + 1]:
            i += 1
        for j in range(k):
            sets[row, j] = j if j < i else sets[row - 1, j]
        sets[row, i] = sets[row - 1, i] + 1


@njit
def _weigh_sets(sets: Ints8, slot: Ints64, place: Ints64, group: Ints64) -> Ints64:
    """How many sets each stands for; 0 if another stands for it.  The one whose suits descend stands for the others."""
    rows, k = sets.shape
    slots = len(group)
    weights = np.zeros(rows, dtype=np.int64)
    held = np.zeros(slots, dtype=np.int64)
    for row in range(rows):
        held[:] = 0
        for i in range(k):
            card = sets[row, i]
            if slot[card] >= 0:
                held[slot[card]] |= np.int64(1) << place[card]
        weight, size, run = 1, 1, 1
        for i in range(1, slots):
            if group[i] != group[i - 1]:
                size, run = 1, 1
                continue
            if held[i - 1] < held[i]:
                weight = 0
                break
            size += 1
            run = run + 1 if held[i] == held[i - 1] else 1
            weight = weight * size // run
        weights[row] = weight
    return weights


@njit
def _number_stand_ins(
    sets: Ints8, slot: Ints64, place: Ints64, group: Ints64, card_at: Ints64, binomial: Ints64
) -> Ints64:
    rows, k = sets.shape
    slots = len(group)
    numbers = np.zeros(rows, dtype=np.int64)
    held = np.zeros(slots, dtype=np.int64)
    cards = np.zeros(k, dtype=np.int64)
    for row in range(rows):
        held[:] = 0
        count = 0
        for i in range(k):
            card = sets[row, i]
            if slot[card] >= 0:
                held[slot[card]] |= np.int64(1) << place[card]
            else:
                cards[count] = card
                count += 1
        for i in range(1, slots):
            j = i
            while j > 0 and group[j - 1] == group[j] and held[j - 1] < held[j]:
                held[j - 1], held[j] = held[j], held[j - 1]
                j -= 1
        for i in range(slots):
            left, at = held[i], 0
            while left:
                if left & 1:
                    cards[count] = card_at[i, at]
                    count += 1
                left >>= 1
                at += 1
        cards[:k].sort()
        number = 0
        for i in range(k):
            number += binomial[cards[i], i + 1]
        numbers[row] = number
    return numbers


@njit
def number_together(one: Ints8, other: Ints8, binomial: Ints64) -> int:
    """The number of the set that two sets make, both ascending; -1 where they share a card."""
    few, own = len(one), len(other)
    i, j, number = 0, 0, 0
    while i < few or j < own:
        if j == own or i < few and one[i] < other[j]:
            number += binomial[one[i], i + j + 1]
            i += 1
        elif i < few and one[i] == other[j]:
            return -1
        else:
            number += binomial[other[j], i + j + 1]
            j += 1
    return number
