"""Sets of cards by their ranks alone: a number for every multiset of ranks, found by adding up one key a card.

A key is an int64 of three fields.  Bits 0 to 19 and 20 to 39 are two numerals, one for the lower and one for the upper
half of the ranks, in which each rank has its own place: so the sum of the keys of some cards holds how many of each
rank there are.  Bits 44 to 59 count the cards of each suit, four bits a suit, on top of what a sum begins with; the
highest of the four is set as soon as a suit has as many cards as are looked for.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import JOKER, RANKS, SUITS, Card
from audit.solve.cards.kernels import njit
from audit.solve.errors import NotSolvable

HALF = 20
FIELD = (1 << HALF) - 1
SUIT_COUNTS = 44
REACHED = 0x8888 << SUIT_COUNTS
"""The bits of a sum that say that some suit has enough cards."""

MASK_BITS = 15
MASK = (1 << MASK_BITS) - 1
MOST_RANKS = MASK_BITS
MOST_CARDS = 14


@dataclass(frozen=True, eq=False)
class Faces:
    """The cards of a deck as numbers: ``rank`` 0 lowest in the order of packs, ``suit`` 0 to 3, or -1 without a suit.

    ``names`` are the ranks that occur, by number.  ``mask`` is one bit a card, in a field of 15 bits for its suit; the
    sum over a set of cards is which ranks of each suit are in it.
    """

    deck: tuple[Card, ...]
    names: tuple[str, ...]
    rank: NDArray[np.int64]
    suit: NDArray[np.int64]
    mask: NDArray[np.int64]

    @property
    def limits(self) -> tuple[int, ...]:
        """How many cards of each rank there are."""
        return tuple(int(n) for n in np.bincount(self.rank, minlength=len(self.names)))


def faces_of(deck: Sequence[Card]) -> Faces:
    """Raises `NotSolvable` for packs in which a card of a suit is there twice, and for pieces that are no cards."""
    for card, times in Counter(deck).items():
        if card.features or card.rank not in (*RANKS, JOKER):
            raise NotSolvable(f"hands of pieces that are no cards ({card})")
        if times > 1 and card.suit is not None:
            raise NotSolvable(f"hands from packs that hold {card} more than once")
    names = tuple(rank for rank in (*RANKS, JOKER) if any(card.rank == rank for card in deck))
    rank = np.array([names.index(card.rank) for card in deck], np.int64)
    suit = np.array([SUITS.index(card.suit) if card.suit is not None else -1 for card in deck], np.int64)
    mask = np.where(suit >= 0, np.int64(1) << (MASK_BITS * np.maximum(suit, 0) + rank), 0)
    return Faces(tuple(deck), names, rank, suit, mask.astype(np.int64))


@dataclass(frozen=True, eq=False)
class MultisetIndex:
    """A perfect numbering 0 … ``size`` - 1 of the multisets of ``cards`` ranks, no rank more often than its limit.

    ``digit`` is the key of each rank; ``offset`` goes by the lower field of a sum of keys, ``place`` by the upper.
    """

    cards: int
    size: int
    digit: NDArray[np.int64]
    offset: NDArray[np.int32]
    place: NDArray[np.int32]


def index_multisets(cards: int, limits: Sequence[int]) -> MultisetIndex:
    """Raises `NotSolvable` where the keys would not fit: more than 15 ranks, or too many cards of one rank."""
    if len(limits) > MOST_RANKS or cards > MOST_CARDS:
        raise NotSolvable(
            f"hands of {cards} cards of {len(limits)} ranks; up to {MOST_CARDS} of {MOST_RANKS} are coded"
        )
    base = min(cards, max(limits, default=1)) + 1
    middle = (len(limits) + 1) // 2
    if base**middle > FIELD:
        raise NotSolvable(f"hands of {cards} cards with {max(limits)} of a rank are too many to be coded")
    digit = np.array([base**r if r < middle else base ** (r - middle) << HALF for r in range(len(limits))], np.int64)
    lower, upper = _numerals(limits[:middle], base, cards), _numerals(limits[middle:], base, cards)
    place = np.zeros(max((n for n, _ in upper), default=0) + 1, np.int32)
    seen = [0] * (cards + 1)
    for numeral, total in upper:
        place[numeral] = seen[total]
        seen[total] += 1
    offset = np.zeros(max((n for n, _ in lower), default=0) + 1, np.int32)
    size = 0
    for numeral, total in lower:
        offset[numeral] = size
        size += seen[cards - total]
    return MultisetIndex(cards, size, digit, offset, place)


def _numerals(limits: Sequence[int], base: int, cards: int) -> list[tuple[int, int]]:
    """Each way to take at most ``cards`` of these ranks: as a numeral, and how many are taken."""
    ways = [(0, 0)]
    for rank, limit in enumerate(limits):
        ways = [
            (numeral + n * base**rank, total + n)
            for (numeral, total), n in itertools.product(ways, range(limit + 1))
            if total + n <= cards
        ]
    return ways


def card_keys(faces: Faces, index: MultisetIndex, everywhere: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """The key of each card; cards that are ``everywhere`` count to every suit."""
    counts = np.where(faces.suit >= 0, np.int64(1) << (SUIT_COUNTS + 4 * np.maximum(faces.suit, 0)), 0)
    if everywhere is not None:
        counts = np.where(everywhere, np.int64(0x1111 << SUIT_COUNTS), counts)
    return (index.digit[faces.rank] + counts).astype(np.int64)


def start_of_sum(cards: int, enough: int) -> int:
    """What a sum of keys begins with, so that `REACHED` tells whether a suit has ``enough`` of ``cards`` cards."""
    if not 1 <= enough <= 8 or cards - enough > 7:
        raise NotSolvable(f"{enough} of {cards} cards of a suit are not counted")
    return sum((8 - enough) << (SUIT_COUNTS + 4 * s) for s in range(4))


@njit
def multiset_of(total: int, offset: NDArray[np.int32], place: NDArray[np.int32]) -> int:
    """The number of the multiset whose keys add up to ``total``."""
    return int(offset[total & FIELD]) + int(place[(total >> HALF) & FIELD])
