"""Which cards are thrown together: only those that no question can tell apart, and where that is not plain, none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import deck
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.names import Name
from audit.solve.draws.kinds import asks_of_suits_alone, kinds_for
from audit.solve.draws.questions import Question

TEXT = Path(__file__).with_name("twenty_one.rop").read_text()
MINE = ex.Called(Name("mine"))
TWO = Fraction(2)
FIRST = ex.NthCard(ex.Ordinal.FIRST, MINE)


def copies(*questions: Question) -> list[int]:
    """How many cards there are of each kind, the fewest first."""
    ruleset = load_text(TEXT, Library(()))
    return sorted(kinds_for(questions, ruleset, deck(ruleset)).copies)


def test_cards_of_one_value_are_alike_where_only_what_they_count_matters() -> None:
    points = Question(ex.FeatureOf(ex.Called(Name("points")), MINE))
    natural = Question(MINE, pt.Named(Name("natural")), "mine")
    pair = Question(MINE, pt.SomeCards(TWO, (pt.AlikeIn(Name("points")),)), "mine")
    assert copies(points) == copies(points, natural, pair) == [4] * 9 + [16]


def test_a_rank_that_is_named_is_told_from_others_of_its_value() -> None:
    """The area is ranked by what cards count, so that this tells cards apart in any case."""
    assert copies(Question(FIRST, pt.Spots(("K",)))) == [4] * 10 + [12]


@pytest.mark.parametrize(
    "test", [pt.SomeCards(TWO, (pt.RankRule.ONE_RANK,)), pt.High("K", None), pt.SomeCards(TWO, (pt.AlikeIn(Name("rank")),))]
)
def test_ranks_are_told_apart_where_a_test_may_look_at_any(test: pt.Pattern) -> None:
    assert copies(Question(MINE, test, "mine")) == [4] * 13


def test_ranks_are_told_apart_where_the_rank_of_a_card_is_asked() -> None:
    assert copies(Question(ex.FeatureOf(ex.Called(Name("rank")), FIRST))) == [4] * 13


def test_every_card_is_by_itself_where_suits_matter() -> None:
    assert copies(Question(MINE, pt.SomeCards(TWO, (pt.SuitsOf.ONE_SUIT,)), "mine")) == [1] * 52


POINTS = ex.FeatureOf(ex.Called(Name("points")), MINE)


@pytest.mark.parametrize(
    "test",
    [
        pt.Through(pt.Spots(("9",)), pt.Spots(("11",))),
        pt.Hard(pt.Through(pt.Spots(("9",)), pt.Spots(("11",)))),
        pt.Soft(pt.OrMore(pt.Spots(("10",)))),
    ],
)
def test_the_number_that_a_total_is_compared_with_is_no_rank(test: pt.Pattern) -> None:
    assert copies(Question(POINTS, test, "mine")) == [4] * 9 + [16]


@pytest.mark.parametrize(
    ("test", "kinds"),
    [
        pytest.param(pt.Through(pt.Spots(("2",)), pt.Spots(("9",))), [4] * 9 + [16], id="no card of value ten"),
        pytest.param(pt.Through(pt.Spots(("2",)), pt.Spots(("10",))), [4] * 10 + [12], id="one of four"),
        pytest.param(pt.Through(pt.Spots(("J",)), pt.Spots(("K",))), [4] * 10 + [12], id="three of four"),
        pytest.param(pt.AnyOf((pt.Spots(("A",)), pt.Named(Name("ten"), None))), [4] * 9 + [16], id="a group"),
        pytest.param(pt.Not(pt.Spots(("Q",))), [4] * 10 + [12], id="all but one"),
    ],
)
def test_what_a_single_card_answers_tells_it_apart(test: pt.Pattern, kinds: list[int]) -> None:
    """Cards that answer alike are one kind, if they count alike."""
    assert copies(Question(FIRST, test)) == kinds


def test_what_else_a_total_is_compared_with_tells_cards_apart() -> None:
    """The rank of a card, say: all that is looked at on either side counts."""
    rank = ex.FeatureOf(ex.Called(Name("rank")), FIRST)
    assert copies(Question(POINTS, pt.ComparesIt(pt.Comparison.OVER, rank), "mine")) == [4] * 13


@pytest.mark.parametrize(
    ("expression", "properties", "is_so"),
    [
        (MINE, (pt.SuitsOf.ONE_SUIT,), True),
        (MINE, (pt.SuitsOf.ONE_COLOUR,), True),
        (MINE, (pt.Suit.HEARTS,), True),
        pytest.param(MINE, (pt.SuitsOf.ONE_SUIT, pt.Run.IN_A_RUN), False, id="ranks, too"),
        pytest.param(FIRST, (pt.SuitsOf.ONE_SUIT,), False, id="one card"),
        pytest.param(ex.Called(Name("elsewhere")), (pt.SuitsOf.ONE_SUIT,), False, id="no area: a hand of some cards, perhaps"),
    ],
)
def test_what_asks_of_suits_alone(expression: ex.Expression, properties: tuple[pt.Property, ...], *, is_so: bool) -> None:
    ruleset = load_text(TEXT, Library(()))
    assert asks_of_suits_alone(Question(expression, pt.AllCards(properties)), ruleset, deck(ruleset)) == is_so


def test_a_joker_has_no_suit_to_be_asked_of() -> None:
    ruleset = load_text(TEXT.replace("deck 1 of 52 @ 1", "deck 1 of 52 and 1 joker @ 1"), Library(()))
    assert not asks_of_suits_alone(Question(MINE, pt.AllCards((pt.SuitsOf.ONE_SUIT,))), ruleset, deck(ruleset))
