"""How every hand may be set into two parts, as places in two comparisons, for hands that are alike once each.

Hands go up to an exchange of suits.  A hand of which no suit has enough cards to matter (`suit_grain`) is set as any
other of its ranks is; of another one suit matters, and the rest counts by its ranks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.compiled_ways import Lawful, is_lawful, numbers_of_parts
from audit.solve.cards.exchanges import stands_for
from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import Faces
from audit.solve.cards.sets import numbers_of
from audit.solve.cards.sorts import Ints
from audit.solve.cards.subsets import step_above

Ints8: TypeAlias = NDArray[np.int8]
Ints32: TypeAlias = NDArray[np.int32]

SUITS = 4


@dataclass(frozen=True, eq=False)
class Deals:
    """All hands up to an exchange of suits: int8[M, cards], and how many each stands for."""

    cards: Ints8
    weights: Ints

    def of(self, hands: Ints) -> Deals:
        """Some of them."""
        return Deals(self.cards[hands], self.weights[hands])

    def sums(self, key: Ints) -> Ints:
        """The keys of each hand added up."""
        found = np.zeros(len(self.cards), np.int64)
        for column in range(self.cards.shape[1]):
            found += key[self.cards[:, column]]
        return found


def every_hand(masks: Ints, cards: int) -> Deals:
    """``masks`` as `exchanges.masks_to_exchange` has them."""
    none = Deals(np.zeros((0, cards), np.int8), np.zeros(0, np.int64))
    number = _list_hands(masks, cards, none.cards, none.weights)
    found = Deals(np.zeros((number, cards), np.int8), np.zeros(number, np.int64))
    _list_hands(masks, cards, found.cards, found.weights)
    return found


def numbers_of_alike(cards: Ints, faces: Faces) -> Ints:
    """For each hand, its cards ascending, the number of the set that stands for it and those that it becomes by an exchange of suits.

    Sets are numbered in colex order, as `every_hand` lists them.
    """
    rank, suit = faces.rank[cards], faces.suit[cards]
    held = np.stack([np.where(suit == one, 1 << rank, 0).sum(1) for one in range(SUITS)], axis=1)
    order = np.argsort(-held, axis=1, kind="stable")
    becomes = np.argsort(order, axis=1)
    card_of = np.zeros((SUITS, len(faces.names)), np.int64)
    with_suit = np.flatnonzero(faces.suit >= 0)
    card_of[faces.suit[with_suit], faces.rank[with_suit]] = with_suit
    stands = np.where(suit >= 0, card_of[np.take_along_axis(becomes, np.maximum(suit, 0), 1), rank], cards)
    stands.sort(axis=1)
    return numbers_of(stands.astype(np.int8))


@njit
def _list_hands(masks: Ints, cards: int, found: Ints8, weights: Ints) -> int:
    """Writes the hands as far as there is room; how many there are."""
    held = np.arange(cards + 1)
    held[cards] = len(masks)
    number = 0
    while True:
        mask = np.int64(0)
        for i in range(1, cards):
            mask += masks[held[i]]
        for lowest in range(held[1] if cards > 1 else len(masks)):
            weight = stands_for(mask + masks[lowest])
            if weight:
                if number < len(found):
                    found[number, 0] = lowest
                    for i in range(1, cards):
                        found[number, i] = held[i]
                    weights[number] = weight
                number += 1
        if not step_above(held, cards):
            return number


@dataclass(frozen=True, eq=False)
class Settings:
    """The settings of some hands: those of hand n stand from ``begin[n]`` to ``begin[n + 1]``, with their two places."""

    begin: Ints
    first: Ints32
    second: Ints32

    @property
    def hand(self) -> Ints:
        """The hand of each setting."""
        return np.repeat(np.arange(len(self.begin) - 1), np.diff(self.begin))

    def only(self, chosen: NDArray[np.bool_]) -> Settings:
        """Some of them."""
        kept = np.concatenate([[0], np.cumsum(chosen)])
        return Settings(kept[self.begin], self.first[chosen], self.second[chosen])

    def of(self, hands: Ints) -> Settings:
        """The settings of these hands, one hand after another."""
        sizes = np.diff(self.begin)[hands]
        begin = np.concatenate([[0], np.cumsum(sizes)])
        places = np.arange(begin[-1]) - np.repeat(begin[:-1], sizes) + np.repeat(self.begin[hands], sizes)
        return Settings(begin, self.first[places], self.second[places])


@dataclass(frozen=True, eq=False)
class Places:
    """Where a part stands in a comparison, by code; ``part`` is which part it is, -1: nothing is compared."""

    part: int
    by_code: Ints

    def of(self, codes: tuple[Ints, Ints]) -> Ints32:
        """The places of hands by the codes of their parts."""
        if self.part < 0:
            return np.zeros(len(codes[0]), np.int32)
        return self.by_code[codes[self.part]].astype(np.int32)


class Compared(NamedTuple):
    """A comparison of a part of the player's cards with one of the dealer's."""

    player: Places
    dealer: Places

    @property
    def number(self) -> int:
        """How many places there are in it."""
        return int(max(self.player.by_code.max(), self.dealer.by_code.max())) + 1


NOT_COMPARED = Compared(Places(-1, np.zeros(1, np.int64)), Places(-1, np.zeros(1, np.int64)))


def lawful_places(
    cards: Ints8, may: Lawful, first: Places, second: Places, added: tuple[Ints32, Ints32] | None, *, is_monotone: bool
) -> Settings:
    """All lawful settings of these hands, those of equal places once.

    Where ``is_monotone``, what is higher in neither comparison than another is left out, unless it is among ``added``: one setting
    for each hand that is wanted beside, the last of them.
    """
    room = len(may.chosen) + 1
    sizes = np.zeros(len(cards), np.int64)
    places = np.zeros((2, len(cards), room), np.int32)
    both = np.stack(added) if added is not None else np.full((2, len(cards)), -1, np.int32)
    _write_places(cards, may, first.part, first.by_code, second.part, second.by_code, both, is_monotone, sizes, places)
    is_there = np.arange(room)[None, :] < sizes[:, None]
    return Settings(np.concatenate([[0], np.cumsum(sizes)]), places[0][is_there], places[1][is_there])


@njit
def _write_places(
    cards: Ints8, may: Lawful, first_part: int, first_by_code: Ints, second_part: int, second_by_code: Ints, added: Ints32,
    is_monotone: bool, sizes: Ints, places: Ints32,
) -> None:  # fmt: skip
    for hand in range(len(cards)):
        held, size = cards[hand], 0
        for n in range(len(may.chosen)):
            number_0, number_1 = numbers_of_parts(held, n, may)
            one, other = int(may.codes_0[number_0]), int(may.codes_1[number_1])
            if not is_lawful(one, other, may):
                continue
            x = _place(first_part, first_by_code, one, other)
            y = _place(second_part, second_by_code, one, other)
            size = _take_in(x, y, size, is_monotone, places[0, hand], places[1, hand])
        x, y = added[0, hand], added[1, hand]
        if x >= 0:
            for n in range(size):
                if places[0, hand, n] == x and places[1, hand, n] == y:  # it stands last
                    places[0, hand, n], places[1, hand, n] = places[0, hand, size - 1], places[1, hand, size - 1]
                    size -= 1
                    break
            places[0, hand, size], places[1, hand, size] = x, y
            size += 1
        sizes[hand] = size


@njit
def _place(part: int, by_code: Ints, one: int, other: int) -> int:
    return 0 if part < 0 else int(by_code[one if part == 0 else other])


@njit
def _take_in(x: int, y: int, size: int, is_monotone: bool, first: Ints32, second: Ints32) -> int:
    """Adds a setting to the ``size`` that are there, unless one of them is as good; how many there are then."""
    kept = 0
    for n in range(size):
        a, b = first[n], second[n]
        if (a == x and b == y) or (is_monotone and a >= x and b >= y):
            return size
    for n in range(size):
        a, b = first[n], second[n]
        if is_monotone and a <= x and b <= y:
            continue
        first[kept], second[kept] = a, b
        kept += 1
    first[kept], second[kept] = x, y
    return kept + 1
