"""Concrete cards found among the sets that solvers keep: one set of each kind, suits that are alike thrown together."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from audit.play.cards import Card
from audit.solve.cards.board_tables import exchanges_of
from audit.solve.cards.sets import CanonicalSets, Ints8, Ints64, Pack, canonical_sets, number_of, numbers_of
from audit.solve.cards.sides import Problem


class HandsSeen:
    """Finds the row of a hand among canonical ones, and what other cards are called when suits are renamed to fit."""

    def __init__(self, problem: Problem, hands: CanonicalSets) -> None:
        self.pack: Pack = problem.judge.pack
        self._rows = {number: row for row, number in enumerate(hands.numbers.tolist())}
        self._symmetric = problem.symmetric
        self._of_card: dict[Card, int] = {card: number for number, card in enumerate(problem.judge.deck)}

    @classmethod
    def canonical(cls, problem: Problem, cards: int) -> HandsSeen:
        """The same for all hands of so many cards."""
        return cls(problem, canonical_sets(problem.judge.pack, cards, symmetric=problem.symmetric))

    @classmethod
    def of(cls, problem: Problem, firsts: Ints8) -> HandsSeen:
        """The same from the canonical cards alone."""
        numbers: Ints64 = numbers_of(np.sort(firsts, axis=1))
        return cls(problem, CanonicalSets(numbers, firsts, np.ones(len(firsts), dtype=np.int64)))

    def numbers(self, cards: Sequence[Card]) -> list[int]:
        """The numbers of cards in a pack in which no card stands twice."""
        return [self._of_card[card] for card in cards]

    @cached_property
    def _exchanges(self) -> Ints8:
        return exchanges_of(self.pack, symmetric=self._symmetric)

    def renamed(self, hand: Sequence[int]) -> tuple[int, Ints8]:
        """The row of a hand, and what every card becomes when suits are exchanged so that it is that hand."""
        for moved in self._exchanges:
            row = self._rows.get(number_of(moved[list(hand)].tolist()))
            if row is not None:
                return row, moved
        raise KeyError(f"no canonical hand stands for {hand}")

    def find(self, hand: Sequence[int], seen: Sequence[int]) -> tuple[int, int]:
        """The row of a hand, and the number of the set of other cards seen, after suits are renamed."""
        row, moved = self.renamed(hand)
        return row, number_of(moved[list(seen)].tolist())

    def find_in_turn(self, hand: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[int, int]:
        """The row of a hand, and the number of the state: which of the cards left each further group holds, in turn."""
        row, moved = self.renamed(hand)
        left = without(range(self.pack.size), moved[list(hand)].tolist())
        state = 0
        for group in groups:
            cards = moved[list(group)].tolist()
            places = [left.index(card) for card in cards]
            state = state * math.comb(len(left), len(group)) + number_of(places)
            left = without(left, cards)
        return row, state


def without(cards: Sequence[int], gone: Collection[int]) -> list[int]:
    return [card for card in cards if card not in gone]
