"""Rows of cards that add up to the same are worth the same; where a hand may hang on more, they are told apart by their cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card, deck
from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.sight import HeldHand, Sight
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.solve.draws.adding_up import Sums, sums_of
from audit.solve.draws.kinds import Kinds, kinds_for
from audit.solve.draws.questions import Question

TEXT = Path(__file__).with_name("twenty_one.rop").read_text()
COUNT = TEXT[TEXT.index("count points") : TEXT.index("group ten")]
RANKING = TEXT[TEXT.index("ranking score") : TEXT.index("wager main")]
MINE = ex.Called(Name("mine"))
POINTS = ex.FeatureOf(ex.Called(Name("points")), MINE)
NATURAL, TOTAL = pt.Named(Name("natural")), pt.Named(Name("total"))


def game(ranking: str = RANKING, count: str = COUNT) -> tuple[Ruleset, Kinds]:
    ruleset = load_text(TEXT.replace(RANKING, ranking).replace(COUNT, count), Library(()))
    return ruleset, kinds_for([Question(MINE, NATURAL, "mine"), Question(POINTS, None, "mine")], ruleset, deck(ruleset))


def told(ruleset: Ruleset, cards: Sequence[Card], after: frozenset[str]) -> tuple[object, ...]:
    """What play makes of a hand: its total, and where it ranks."""
    areas = {"mine": tuple(cards)}
    sight = Sight(Equipment(ruleset), areas=areas, as_dealt=areas, hand="mine", after=after)
    hand = evaluate(MINE, sight)
    return evaluate(POINTS, sight), hand.worth.order if isinstance(hand, HeldHand) else hand


def hands(kinds: Kinds, most: int) -> Iterator[tuple[int, ...]]:
    for number in range(1, most + 1):
        yield from combinations_with_replacement(range(len(kinds.cards)), number)


def marked(test: pt.Pattern | None, most: int, *, ranking: str = RANKING, count: str = COUNT) -> list[int]:
    """The numbers of cards of which it is plain that hands hang on nothing but what they add up to."""
    ruleset, kinds = game(ranking, count)
    sums = sums_of(MINE, test, kinds, ruleset)
    return [] if sums is None else [number for number in range(1, most + 1) if sums.mark(number) is not None]


@pytest.mark.parametrize("after", [frozenset[str](), frozenset({"split"})])
def test_hands_that_add_up_to_the_same_are_the_same_to_play(after: frozenset[str]) -> None:
    ruleset, kinds = game()
    sums = sums_of(MINE, TOTAL, kinds, ruleset)
    assert isinstance(sums, Sums)
    found = defaultdict(set)
    for row in hands(kinds, 5):
        if sums.mark(len(row)) is not None:
            key = sums.mark(len(row)), sums.of_row(row)
            found[key].add(told(ruleset, [kinds.cards[cell] for cell in row], after))
    assert len(found) > 50
    assert all(len(of) == 1 for of in found.values())


def test_many_rows_add_up_as_one_by_one() -> None:
    ruleset, kinds = game()
    sums = sums_of(POINTS, None, kinds, ruleset)
    assert sums is not None
    rows = list(combinations_with_replacement(range(len(kinds.cards)), 3))
    assert [tuple(row) for row in sums.of(np.array(rows, dtype=np.int64)).tolist()] == [
        sums.of_row(row) for row in rows
    ]


def test_two_cards_may_be_of_a_class_that_names_them_and_are_told_apart_by_their_cards() -> None:
    assert marked(NATURAL, 6) == marked(TOTAL, 6) == marked(None, 6) == [1, 3, 4, 5, 6]


def test_numbers_of_cards_that_no_class_tells_apart_are_alike() -> None:
    ruleset, kinds = game()
    sums = sums_of(MINE, TOTAL, kinds, ruleset)
    assert sums is not None
    assert sums.mark(3) == sums.mark(4) == sums.mark(1)
    assert sums.mark(0) != sums.mark(1)


CLASS = "  natural  exactly 2 cards and A with ten unless after split @ 2\n"


@pytest.mark.parametrize(
    ("more", "alike"),
    [
        ("  natural  2 cards of one rank @ 2\n", []),
        ("  natural  exactly 4 cards and 4 cards of one suit @ 2\n", [1, 2, 3, 5]),
        ("  natural  exactly 3 cards and points is 21 @ 2\n", [1, 2, 3, 4, 5]),
    ],
)
def test_a_class_that_looks_at_more_tells_hands_of_its_size_apart(more: str, alike: list[int]) -> None:
    assert marked(TOTAL, 5, ranking=RANKING.replace(CLASS, more)) == alike


def test_where_cards_count_high_or_low_in_two_ways_their_order_may_matter() -> None:
    count = COUNT.replace(
        "  J, Q, K count 10 @ 2\n", "  J, Q count 10 @ 2\n  K counts 10, or 2 if the total would pass 21 @ 2\n"
    )
    ruleset, kinds = game(count=count)
    assert sums_of(POINTS, None, kinds, ruleset) is None


def test_a_test_that_looks_at_the_cards_of_a_hand_is_asked_of_cards() -> None:
    ruleset, kinds = game()
    assert sums_of(MINE, pt.Spots(("A", "K")), kinds, ruleset) is None
    assert sums_of(ex.NthCard(ex.Ordinal.FIRST, MINE), None, kinds, ruleset) is None
