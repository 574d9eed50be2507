"""What can be answered to a feature, and by which cards: against asking every set of cards one by one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.play.cards import deck, read_card
from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.sight import Sight
from audit.ruleset.configure import Configured, configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.answers import AnswerIds, Judge
from audit.solve.cards.course import Feature, Kind
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.sets import number_of
from audit.solve.errors import NotSolvable

Small = Callable[[str], Ruleset]

GAME = """
deck 1 of 52 without 2 through 9                                                @ 1
area player_cards of each player                                                @ 1
area dealer_cards of dealer                                                     @ 1
ranking three_card of 3 cards                                                   @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2
  straight_flush   3 cards of one suit in a run
  three_of_a_kind  3 cards of one rank
  pair             2 cards of one rank
  high_card        anything else
  compare by sets_then_cards
count points                                                                    @ 2
  10, J, Q, K count 0
  A counts 1
  keep the last digit
hand player_hand is all of player_cards by three_card                           @ 2
hand dealer_hand is all of dealer_cards by three_card                           @ 2
wager bonus                                                                     @ 3
  made before the deal
round                                                                           @ 4
  step wagering
    bets bonus
  step deal
    deal 3 to player_cards with dealer_cards face down
  step showdown
    settle bonus
pays bonus                                                                      @ 5
  first row only
"""


def game(small: Small, rows: str) -> Configured:
    return configure(small(GAME + "".join(f"  {row.strip()}\n" for row in rows.strip().splitlines())))


def asked(configured: Configured) -> tuple[LayingOpen, dict[str, Feature]]:
    laying = LayingOpen(configured)
    course = laying.course(("bonus",))
    return laying, {feature.words: feature for feature in course.features}


def one_by_one(configured: Configured, judge: Judge, feature: Feature) -> list[object]:
    """What each set of cards answers, every one asked of play in the order of the sets."""
    pack = deck(configured.ruleset)
    number = len(feature.spots)
    found: list[object] = [None] * math.comb(len(pack), number)
    blank = read_card("2s")
    assert blank is not None
    for held in itertools.combinations(range(len(pack)), number):
        at = dict(zip(feature.spots, (pack[card] for card in held), strict=True))
        areas = {area: tuple(at.get(spot, blank) for spot in spots) for area, spots in feature.lying}
        sight = Sight(Equipment(configured.ruleset), areas=areas, as_dealt=areas)
        thing = evaluate(feature.expression, sight)
        value = thing if feature.kind is Kind.VALUE else tuple(fits(test, thing, sight) for test in feature.tests)
        found[number_of(held)] = value
    return found


def told(ids: AnswerIds) -> list[object]:
    return [ids.answers[number] for number in ids.ids.tolist()]


def test_tests_of_a_worth(small: Small) -> None:
    configured = game(
        small,
        """
        | player_hand                | pays    |
        | straight_flush             | 40 to 1 |
        | pair of Q or better        | 5 to 1  |
        | A high or better           | 2 to 1  |
        | otherwise                  | lose    |
        """,
    )
    laying, features = asked(configured)
    hand = features["player_hand"]
    assert hand.spots == (("player_cards", 0), ("player_cards", 1), ("player_cards", 2))
    assert len(hand.tests) == 3
    assert set(laying.judge.possible(hand)) == {
        (True, True, True), (False, True, True), (False, False, True), (False, False, False),
    }  # fmt: skip
    assert told(laying.judge.by_set(hand)) == one_by_one(configured, laying.judge, hand)


def test_tests_of_the_cards_and_of_the_worth_together(small: Small) -> None:
    configured = game(
        small,
        """
        | player_hand                                     | pays     |
        | A K Q of spades                                 | 100 to 1 |
        | A K Q of hearts, A K Q of diamonds              | 50 to 1  |
        | straight_flush                                  | 40 to 1  |
        | pair                                            | 1 to 1   |
        | otherwise                                       | lose     |
        """,
    )
    laying, features = asked(configured)
    hand = features["player_hand"]
    ids = laying.judge.by_set(hand)
    assert told(ids) == one_by_one(configured, laying.judge, hand)
    royals = [answer for answer in told(ids) if isinstance(answer, tuple) and any(answer[:3])]
    assert len(royals) == 3
    with pytest.raises(NotSolvable, match="looks at the cards"):
        laying.judge.by_code(hand)


def test_strength_orders_hands(small: Small) -> None:
    configured = game(small, "| player_hand | pays |\n| pair | 1 to 1 |\n| otherwise | lose |")
    laying, features = asked(configured)
    strength = laying.judge.by_set(features["player_hand"]).strength
    assert strength is not None
    pack = list(deck(configured.ruleset))

    def strong(text: str) -> int:
        held = [pack.index(card) for word in text.split() if (card := read_card(word)) is not None]
        return int(strength[number_of(held)])

    assert strong("As Ah Kd") > strong("As Ah Qd") == strong("Ac Ad Qh") > strong("Ks Kh Ad") > strong("As Kh Jd")


def test_single_cards_and_their_place(small: Small) -> None:
    configured = game(
        small,
        """
        | second card of player_cards | pays   |
        | A                           | 3 to 1 |
        | K                           | 1 to 1 |
        | otherwise                   | lose   |
        """,
    )
    laying, features = asked(configured)
    card = features["second card of player_cards"]
    assert card.spots == (("player_cards", 1),)
    assert card.kind is Kind.CARDS
    assert told(laying.judge.by_set(card)) == one_by_one(configured, laying.judge, card)


def test_cards_as_they_lie(small: Small) -> None:
    configured = game(
        small,
        """
        | first 2 cards of player_cards | pays    |
        | A A                           | 30 to 1 |
        | A K of one suit               | 25 to 1 |
        | A K of different suits        | 15 to 1 |
        | otherwise                     | lose    |
        """,
    )
    laying, features = asked(configured)
    pair = features["first 2 cards of player_cards"]
    assert pair.spots == (("player_cards", 0), ("player_cards", 1))
    ids = laying.judge.by_set(pair)
    assert told(ids) == one_by_one(configured, laying.judge, pair)
    counted = [told(ids).count(answer) for answer in ids.answers]
    assert sorted(counted) == [4, 6, 12, 168]  # A K of one suit, A A, A K of two suits, the rest of 190


def test_values(small: Small) -> None:
    configured = game(
        small,
        """
        | points of player_cards | pays   |
        | 2 through 3            | 3 to 1 |
        | otherwise              | lose   |
        """,
    )
    laying, features = asked(configured)
    points = features["points of player_cards"]
    assert points.kind is Kind.VALUE
    assert set(laying.judge.possible(points)) == {Fraction(n) for n in range(4)}
    assert told(laying.judge.by_set(points)) == one_by_one(configured, laying.judge, points)


def test_relations_have_three_answers(small: Small) -> None:
    configured = game(
        small,
        """
        | dealer_hand against player_hand | pays   |
        | lower                           | 1 to 1 |
        | equal                           | push   |
        | otherwise                       | lose   |
        """,
    )
    laying, features = asked(configured)
    relation = features["dealer_hand against player_hand"]
    assert relation.kind is Kind.RELATION
    assert laying.judge.possible(relation) == ("lower", "equal", "higher")
    assert [hand.words for hand in relation.of] == ["dealer_hand", "player_hand"]
    assert len(relation.spots) == 6
