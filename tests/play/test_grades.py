"""What is asked of hands and of cards held: grades of the whole order of a ranking, and tests on the cards themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from audit.play.cards import Card, read_card
from audit.play.equipment import Equipment
from audit.play.errors import NotPlayable
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import fits
from audit.play.sight import HeldHand, Judged, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.conditions import Condition
from audit.ruleset.configure import configure
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Wager
from audit.ruleset.worth import DefinedFact

Load = Callable[[str], Ruleset]
Asked = Callable[..., bool]

BODY = """
deck 1 of 52 and 1 joker @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
area board of table @ 1
group ten_value is 10, J, Q, K @ 1
group high_ranks is Q through A @ 1
count points @ 1
  2 through 9 count as printed @ 1
  ten_value count 10 @ 1
  A counts 11, or 1 if the total would pass 21 @ 1
ranking five of 5 cards @ 1
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
  A low in a run @ 1
  wild joker in straight, flush else as A @ 1
  four_of_a_kind   4 cards of one rank @ 1
  full_house       3 cards of one rank and 2 cards of another rank @ 1
  flush            5 cards of one suit @ 1
  straight         5 cards in a run @ 1
  three_of_a_kind  3 cards of one rank @ 1
  two_pair         2 cards of one rank and 2 cards of another rank @ 1
  pair             2 cards of one rank @ 1
  high_card        anything else @ 1
  compare by sets_then_cards @ 1
ranking three of 3 cards @ 1
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
  A low in a run @ 1
  pair             2 cards of one rank @ 1
  nothing_ranked   anything else @ 1
hand player_hand is best 5 of player_cards and board by five @ 1
hand dealer_hand is best 5 of dealer_cards and board by five @ 1
hand exact_hand is best 5 of exactly 2 of player_cards and board by five @ 1
hand good_hand is best 5 of player_cards and board by five qualifying pair or better @ 1
hand beaten is the lower of player_hand and dealer_hand @ 1
hand winner is the higher of player_hand and dealer_hand @ 1
hand short is all of board by three @ 1
define up_card as first card of dealer_cards @ 1
define both as player_cards with board @ 1
define natural of a hand when exactly 2 cards and points is 21 @ 1
wager w @ 1
"""


def cards(text: str) -> tuple[Card, ...]:
    found = [read_card(word) for word in text.split()]
    return tuple(card for card in found if card is not None)


@pytest.fixture(scope="module")
def seen(small: Load) -> Callable[..., tuple[Ruleset, Sight]]:
    """A ruleset with one more line, and the view of its cards."""

    def get(line: str = "", hand: str = "", after: frozenset[str] = frozenset(), **areas: str) -> tuple[Ruleset, Sight]:
        ruleset = configure(small(f"{BODY}{line}")).ruleset
        lying = {name: cards(text) for name, text in areas.items()}
        return ruleset, Sight(Equipment(ruleset), areas=lying, as_dealt=lying, hand=hand, after=after)

    return get


@pytest.fixture(scope="module")
def cell(seen: Callable[..., tuple[Ruleset, Sight]]) -> Asked:
    """Whether a cell under a heading fits, of cards that lie so."""

    def get(heading: str, text: str, **areas: Any) -> bool:
        line = f"pays w @ 1\n  | {heading} | pays |\n  | {text} | 1 to 1 |\n  | otherwise | lose |\n"
        ruleset, sight = seen(line, **areas)
        table = ruleset.of(tb.PaysTable)[0].table
        looks, test = table.columns[0], table.rows[0].cells[0]
        assert isinstance(looks, tb.Looks) and isinstance(test, pt.AnyOf)
        return fits(test, evaluate(looks.what, sight), sight)

    return get


ACES, QUEENS, NINES = "As Ah 4c 3d 2s", "Qs Qh 4c 3d 2s", "9s 9h Ac Kd Qs"
TRIPS, KING, ACE_KING = "4s 4h 4c 3d 2s", "Ks Jh 4c 3d 2s", "As Kh 4c 3d 2s"
WHEEL, TEN_RUN = "As 2h 3c 4d 5s", "10s 9h 8c 7d 6s"

GRADES = [
    ("pair", QUEENS, True),
    ("pair", TRIPS, False),
    ("pair of Q", QUEENS, True),
    ("pair of Q", ACES, False),
    ("pair of Q or better", ACES, True),
    ("pair of Q or better", TRIPS, True),  # the whole order, never within the class
    ("pair of Q or better", NINES, False),
    ("pair of Q or worse", ACE_KING, True),
    ("pair of Q or worse", ACES, False),
    ("pair of 10 through A", QUEENS, True),
    ("pair of 10 through A", NINES, False),
    ("pair of 10 through A", TRIPS, False),
    ("pair of A through 10", QUEENS, True),
    ("pair or worse", KING, True),
    ("pair or worse", TRIPS, False),
    ("below straight", TRIPS, True),
    ("below straight", WHEEL, False),
    ("below pair of 10", NINES, True),
    ("below pair of 10", QUEENS, False),
    ("below pair of 10", ACE_KING, True),
    ("below K high", "Qs Jh 4c 3d 2s", True),
    ("below K high", KING, False),
    ("K high", KING, True),
    ("K high", ACE_KING, False),
    ("K high or better", ACE_KING, True),
    ("K high or better", NINES, True),
    ("K high or better", "Qs Jh 4c 3d 2s", False),
    ("K high or worse", "Qs Jh 4c 3d 2s", True),
    ("high_card of A K or better", ACE_KING, True),
    ("high_card of A K or better", "As Qh 4c 3d 2s", False),
    ("high_card of A K or better", NINES, True),
    ("two_pair of K 9", "Ks Kh 9s 9h 2s", True),
    ("two_pair of K 9", "Ks Kh 8s 8h 2s", False),
    ("straight of 10", TEN_RUN, True),
    ("straight of 5", WHEEL, True),
    ("straight of 6 or better", WHEEL, False),
    ("not pair", KING, True),
    ("pair of Q or better and not pair of A", QUEENS, True),
    ("pair of Q or better and not pair of A", ACES, False),
    ("pair, straight", WHEEL, True),
    ("pair or better except straight", WHEEL, False),
]


@pytest.mark.parametrize(("text", "held", "is_met"), GRADES)
def test_grades_of_a_hand(cell: Asked, text: str, held: str, is_met: bool) -> None:
    assert cell("player_hand", text, player_cards=held) is is_met


HELD = [
    ("A K of one suit", "As Ks", True),
    ("A K of one suit", "As Kh", False),
    ("A K of different suits", "As Kh", True),
    ("A K of different suits", "As Ks", False),
    ("A A", "As Ah", True),
    ("A A", "As Kh", False),
    ("A K Q of spades", "As Ks Qs", True),
    ("A K Q of spades", "Ah Kh Qh", False),
    ("10 10 through 2 2", "7s 7h", True),
    ("10 10 through 2 2", "Js Jh", False),
    ("10 10 through 2 2", "7s 6h", False),
    ("A K through A 10", "Jh As", True),
    ("A K through A 10", "9h As", False),
    ("A with ten_value", "As 10h", True),
    ("A with ten_value", "As 9h", False),
    ("ten_value with ten_value", "Ks 10h", True),
    ("ten_value with ten_value", "Ks 9h", False),
    ("ten_value with 4", "Ks 4h", True),
    ("ten_value with 4", "Ks 5h", False),
    ("2 cards of one rank", "Ks Kh", True),
    ("2 cards of one suit", "Ks 2s", True),
    ("2 cards in a run", "As 2s", True),
    ("2 cards in a run", "As 3s", False),
    ("all cards of one colour", "Ks 2c", True),
    ("all cards of one colour", "Ks 2h", False),
    ("exactly 2 cards", "Ks 2h", True),
    ("no joker", "Ks joker", False),
    ("points is 20", "Ks Qh", True),
    ("points at least 20", "Ks Qh", True),
    ("points at least 20", "Ks 9h", False),
    ("ten_value", "3s 9h", False),
    ("ten_value", "3s Jh", True),
    ("natural", "As Jh", True),
    ("natural", "As 9h", False),
    ("2 cards of one rank and points is 20", "Ks Qh", False),
    ("2 cards of rank J through A of one suit", "Ks Qs", True),
    ("2 cards of rank J through A of one suit", "Ks Qh", False),
]


@pytest.mark.parametrize(("text", "held", "is_met"), HELD)
def test_cards_held(cell: Asked, text: str, held: str, is_met: bool) -> None:
    assert cell("player_cards", text, player_cards=held) is is_met


@pytest.mark.parametrize(
    ("text", "up", "is_met"),
    [
        ("A", "As", True),
        ("A", "Ks", False),
        ("ten_value", "Ks", True),
        ("2 through 6", "4s", True),
        ("2 through 6", "7s", False),
        ("10 through A", "As", True),
        ("high_ranks", "Ks", True),
        ("high_ranks", "Js", False),
        ("A of spades", "Ah", False),
        ("points at least 10", "Js", True),
        ("none", "", True),
        ("A", "", False),
    ],
)
def test_a_single_card(cell: Asked, text: str, up: str, is_met: bool) -> None:
    assert cell("up_card", text, dealer_cards=f"{up} 2d" if up else "") is is_met


@pytest.mark.parametrize(
    ("text", "held", "is_met"),
    [
        ("some 5 are flush", "As Ks 9s 4s 2s 3h 7d", True),
        ("some 5 are flush and others are 2 cards of one rank", "As Ks 9s 4s 2s 3h 3d", True),
        ("some 5 are flush and others are 2 cards of one rank", "As Ks 9s 4s 2s 3h 7d", False),
        ("some 5 are straight and others are K Q of one suit", "2s 3h 4d 5c 6s Kh Qh", True),
        ("some 5 are straight and others are K Q of one suit", "2s 3h 4d 5c 6s Kh Qs", False),
    ],
)
def test_some_of_the_cards_and_the_others(cell: Asked, text: str, held: str, is_met: bool) -> None:
    assert cell("player_cards", text, player_cards=held) is is_met


@pytest.mark.parametrize(
    ("text", "is_met"),
    [("5 cards of one suit", True), ("5 cards in a run", False), ("A A", True), ("A A of one suit", True), ("no joker", False)],
)
def test_a_card_that_is_wild_in_some_classes_only(cell: Asked, text: str, is_met: bool) -> None:
    """It completes suits and runs, and counts for sets as its line says: as an ace."""
    assert cell("player_hand", text, player_cards="As Ks 9s 4s joker") is is_met


@pytest.mark.parametrize(
    ("heading", "text", "held", "is_met"),
    [
        ("points of player_cards", "soft 17", "As 6h", True),
        ("points of player_cards", "hard 17", "As 6h", False),
        ("points of player_cards", "hard 17 or more", "10s 7h", True),
        ("points of player_cards", "17", "10s 7h", True),
        ("points of player_cards", "17 through 19", "10s 8h", True),
        ("points of player_cards", "soft 12 through 16", "As Ah", True),
        ("cards of player_cards", "2", "As Ah", True),
        ("nature of player_hand", "wild", "As Ks 9s 4s joker", True),
        ("nature of player_hand", "natural", "As Ks 9s 4s 2s", True),
        ("first 2 cards of player_cards", "A K", "As Ks 2s", True),
        ("first 2 cards of player_cards", "A K", "As 2s Ks", False),
        ("player_hand against dealer_hand", "higher", ACES, True),
        ("beaten", "high_card", ACES, True),
        ("winner", "pair of A", ACES, True),
        ("good_hand", "none", KING, True),
        ("good_hand", "pair", ACES, True),
        ("highest points of player_cards", "11", "As 6h", True),
        ("points of both", "17", "As 6h", True),
    ],
)
def test_headings(cell: Asked, heading: str, text: str, held: str, is_met: bool) -> None:
    assert cell(heading, text, player_cards=held, dealer_cards="Ks Jh 4c 3d 2s") is is_met


def test_a_hand_of_exactly_so_many_cards_of_an_area(cell: Asked) -> None:
    lying = {"player_cards": "As 9h", "board": "Ks Kh Kd Kc 2s"}
    assert cell("player_hand", "four_of_a_kind", **lying)
    assert cell("exact_hand", "three_of_a_kind", **lying)


def test_hands_of_two_rankings_do_not_compare(cell: Asked) -> None:
    with pytest.raises(NotPlayable, match="against"):
        cell("player_hand against short", "higher", player_cards=ACES, board="2h 3h 4h")


def test_a_grade_that_a_ranking_lacks_is_refused(cell: Asked) -> None:
    with pytest.raises(NotPlayable, match="wild cards, where no ranking"):
        cell("both", "2 wild cards", player_cards=ACES)


# conditions on the hand in play

CONDITIONS = [
    ("2 cards of one rank", "As Ah", True),
    ("2 cards of one rank", "As Kh", False),
    ("all cards of one suit", "As Ks", True),
    ("exactly 2 cards", "As Ks", True),
    ("exactly 2 cards", "As Ks 2s", False),
    ("points at least 20", "Ks Qs", True),
    ("points is soft 17", "As 6s", True),
    ("natural of player_cards", "As Ks", True),
    ("natural of player_cards", "As Ks Qs", False),
    ("after split", "As Ks", False),
    ("after double", "As Ks", True),
    ("board is dealt", "As Ks", False),
    ("player_hand is dealt", "As Ks", True),
    ("cards of player_cards over 2", "As Ks", False),
]


@pytest.mark.parametrize(("text", "held", "holding"), CONDITIONS)
def test_facts_of_the_hand_in_play(
    seen: Callable[..., tuple[Ruleset, Sight]], text: str, held: str, holding: bool
) -> None:
    line = (
        f"define fact when {text} @ 1\nround @ 1\n  each player decides @ 1\n    double make w @ 1\n    split out @ 1\n"
    )
    ruleset, sight = seen(line, hand="player_cards", after=frozenset({"double"}), player_cards=held)
    assert holds(condition_of(ruleset), sight) is holding


def condition_of(ruleset: Ruleset) -> Condition:
    return ruleset.of(DefinedFact)[-1].condition


# the oracle


def test_an_oracle_answers_for_what_looks_at_cards(seen: Callable[..., tuple[Ruleset, Sight]]) -> None:
    line = "define sum as points of up_card plus 2 times points of player_cards @ 1\n"
    _, plain = seen(line)
    asked: list[ex.Expression] = []

    def oracle(expression: ex.Expression, sight: Sight) -> Thing:
        assert sight.areas == {}
        asked.append(expression)
        return Fraction(5)

    sight = Sight(plain.equipment, hand="player_cards", oracle=oracle)
    assert evaluate(ex.Called(Name("sum")), sight) == 15
    points, first = Name("points"), ex.NthCard(ex.Ordinal.FIRST, ex.Called(Name("dealer_cards")))
    assert asked == [
        ex.FeatureOf(ex.Called(points), first),  # the definition of the card in the place of its name
        ex.FeatureOf(ex.Called(points), ex.Called(Name("player_cards"))),
    ]


def test_what_is_judged_answers_what_was_foreseen_only(seen: Callable[..., tuple[Ruleset, Sight]]) -> None:
    _, sight = seen()
    pair, flush, straight = (pt.Named(Name(name)) for name in ("pair", "flush", "straight"))
    answers: Mapping[pt.Pattern, bool] = MappingProxyType({pair: True, flush: False})
    hand = Judged("player_hand", answers)
    assert fits(pt.AnyOf((flush, pair)), hand, sight)
    assert not fits(pt.AnyOf((flush, pair), pt.AnyOf((pair,))), hand, sight)
    assert fits(pt.Not(flush), hand, sight)
    assert fits(pt.Special.ANY, hand, sight)
    with pytest.raises(NotPlayable, match="player_hand"):
        fits(straight, hand, sight)
    with pytest.raises(NotPlayable):
        fits(pt.All((pair, flush)), hand, sight)


def test_a_hand_tells_its_cards(seen: Callable[..., tuple[Ruleset, Sight]]) -> None:
    ruleset, sight = seen(player_cards="As Kh", board="Ad Kc 9s 9h 2d")
    hand = evaluate(ex.Called(Name("player_hand")), sight)
    assert isinstance(hand, HeldHand)
    assert len(hand.cards) == 5 and {"As", "Ad", "Kh", "Kc"} < {str(card) for card in hand.cards}
    assert hand.scale.classes[hand.worth.level].name == "two_pair"
    assert ruleset.of(Wager)
