"""What is said of sets of cards too many to be asked one by one: asked once for each kind, and looked up set by set.

A kind is a multiset of ranks where no suit has enough cards to matter (`suit_grain`); else it is which ranks there are of
each suit, up to an exchange of suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import Card
from audit.solve.cards import subsets
from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import FIELD, HALF, REACHED, card_keys, faces_of, index_multisets, start_of_sum
from audit.solve.cards.suit_grain import Grain
from audit.solve.errors import NotSolvable

Ask = Callable[[tuple[Card, ...]], int]
"""The bits of a set of cards."""

MOST_ASKED = 400_000
"""More kinds of cards than this are not asked."""

FEW = 1 << 20
"""There is room for so many sets of one suit at first."""


@dataclass(frozen=True, eq=False)
class ByKind:
    """Bits for every set of ``cards`` cards, by kind.

    The keys of a set add up, from ``start`` on, to a sum: where it meets ``reached`` its bits are those of ``by_suits``,
    at the place of its number in ``suited``; else those of ``by_ranks``, at the multiset that ``offset`` and ``place``
    tell.
    """

    key: NDArray[np.int64]
    start: int
    reached: int
    offset: NDArray[np.int32]
    place: NDArray[np.int32]
    by_ranks: NDArray[np.int64]
    suited: NDArray[np.int64]
    by_suits: NDArray[np.int64]


def bits_by_kind(
    deck: Sequence[Card], cards: int, grain: Grain, wild: NDArray[np.bool_], of_ranks: Ask, of_suits: Ask, words: str
) -> ByKind:
    """Asks ``of_ranks`` where no suit has enough cards, ``of_suits`` elsewhere; ``wild`` cards count to every suit.

    Raises `NotSolvable`, naming what the ``words`` say, where there are too many kinds.
    """
    enough = cards + 1 if grain.enough is None else grain.enough
    if enough < 2:
        raise NotSolvable(f"{words}, which looks at the suits of all {cards} cards", words)
    faces = faces_of(deck)
    index = index_multisets(cards, faces.limits)
    start, reached = (start_of_sum(cards, enough), REACHED) if enough <= cards else (0, 0)
    key = card_keys(faces, index, wild)
    suited, first = _survey(key, cards, start, reached, index.offset, index.place, index.size)
    kinds = np.flatnonzero(first >= 0)
    by_ranks = np.zeros(index.size, np.int64)
    by_ranks[kinds] = _asked(first[kinds], deck, cards, of_ranks, words)
    finer = subsets.keys_by_suit(suited, faces.rank, faces.suit, faces.mask, cards, int(grain.names))
    _, examples, inverse = np.unique(finer, return_index=True, return_inverse=True)
    by_suits = _asked(suited[examples], deck, cards, of_suits, words)[inverse.reshape(-1)]
    return ByKind(key, start, reached, index.offset, index.place, by_ranks, suited, by_suits)


def spread(kinds: ByKind, cards: int) -> NDArray[np.int64]:
    """The bits of every set of ``cards`` cards, in the order of their numbers."""
    by_ranks, suited = kinds.by_ranks, kinds.suited
    numbers, _ = subsets.number_by_ranks(
        kinds.key, cards, kinds.start, bool(kinds.reached), kinds.offset, kinds.place, len(by_ranks)
    )
    bits = by_ranks[np.maximum(numbers, 0)]
    bits[suited] = kinds.by_suits
    return bits


def _asked(numbers: NDArray[np.int64], deck: Sequence[Card], cards: int, ask: Ask, words: str) -> NDArray[np.int64]:
    if len(numbers) > MOST_ASKED:
        raise NotSolvable(f"{words}: {len(numbers):,} kinds of {cards} cards; {MOST_ASKED:,} are asked", words)
    sets = subsets.cards_of_sets(numbers, len(deck), cards).tolist()
    return np.array([ask(tuple([deck[card] for card in one])) for one in sets], np.int64)


def _survey(
    key: NDArray[np.int64], cards: int, start: int, reached: int,
    offset: NDArray[np.int32], place: NDArray[np.int32], size: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:  # fmt: skip
    """The sets of which a suit has enough cards, ascending; of the others the first of each multiset, -1: there is none."""
    first = np.full(size, -1, np.int64)
    suited = np.zeros(FEW, np.int64)
    number = _look_through(key, cards, start, reached, offset, place, first, suited)
    if number > FEW:
        suited = np.zeros(number, np.int64)
        _look_through(key, cards, start, reached, offset, place, first, suited)
    return suited[:number], first


@njit
def _look_through(
    key: NDArray[np.int64], cards: int, start: int, reached: int,
    offset: NDArray[np.int32], place: NDArray[np.int32], first: NDArray[np.int64], suited: NDArray[np.int64],
) -> int:  # fmt: skip
    """Notes the first set of each multiset, and the sets of one suit as far as there is room; how many those are."""
    held = np.arange(cards + 1)
    held[cards] = len(key)
    number, found = 0, 0
    while True:
        above = start
        for i in range(1, cards):
            above += key[held[i]]
        for lowest in range(held[1]):
            total = above + key[lowest]
            if total & reached:
                if found < len(suited):
                    suited[found] = number
                found += 1
            else:
                kind = offset[total & FIELD] + place[(total >> HALF) & FIELD]
                if first[kind] < 0:
                    first[kind] = number
            number += 1
        if not subsets.step_above(held, cards):
            return found
