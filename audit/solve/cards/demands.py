"""Tests that look at the cards of a hand and not only at its worth: asked of one set of cards of each kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import Card
from audit.play.fitting import fits
from audit.play.grades import is_grade
from audit.play.sight import HeldHand, Sight
from audit.play.wording import pattern_text
from audit.ruleset import patterns as pt
from audit.solve.cards.kinds_of_sets import bits_by_kind, spread
from audit.solve.cards.strengths import Coded
from audit.solve.cards.suit_grain import coarsest, grain_of, grain_of_test
from audit.solve.errors import NotSolvable


def met_by_cards(tests: Sequence[tuple[int, pt.Pattern]], table: Coded, sight: Sight) -> NDArray[np.int64]:
    """For every set of as many cards as the table has the numbers of the tests that it meets, a bit each.

    Raises `NotSolvable` naming a test that looks at the suits of all cards.
    """
    own, ruleset = table.scale, sight.equipment.ruleset
    others = [one for _, test in tests for one in tests_in(test) if not is_grade(one, own)]
    grain = coarsest([grain_of(own, table.cards), *(grain_of_test(one, ruleset, table.cards) for one in others)])
    wild = np.array([card.suit is None or card.rank in own.wild for card in table.deck])

    def ask(cards: tuple[Card, ...]) -> int:
        held = HeldHand(own, own.worth(cards), cards)
        return sum(fits(test, held, sight) << n for n, test in tests)

    kinds = bits_by_kind(table.deck, table.cards, grain, wild, ask, ask, pattern_text(tests[0][1]))
    return spread(kinds, table.cards)


def met_by_code(test: pt.Pattern, table: Coded, sight: Sight) -> NDArray[np.bool_]:
    """By code whether hands of that worth meet a test; raises `NotSolvable` where some do and others do not."""
    met = met_by_cards([(0, test)], table, sight).astype(np.bool_)
    number = len(table.worths)
    some = np.bincount(table.codes[met], minlength=number) > 0
    others = np.bincount(table.codes[~met], minlength=number) > 0
    if (some & others).any():
        raise NotSolvable(f"{pattern_text(test)} looks at more than what a hand is worth", pattern_text(test))
    return np.asarray(some, dtype=np.bool_)


def tests_in(test: pt.Pattern) -> tuple[pt.Pattern, ...]:
    """The alternatives of a cell, those behind ``except`` included."""
    if not isinstance(test, pt.AnyOf):
        return (test,)
    besides = tests_in(test.besides) if test.besides is not None else ()
    return (*(one for inner in test.tests for one in tests_in(inner)), *besides)
