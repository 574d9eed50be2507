"""Rankings: how many hands fall into each class, how hands compare, what wild cards make.

The counts of three, four and five cards are those that anybody can work out with binomial coefficients, and that every
book on the games prints.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.play.cards import SUITS, Card, read_card
from audit.play.classes import meets, shape_of
from audit.play.errors import NotPlayable
from audit.play.scales import Scale, Worth, scale
from audit.ruleset.configure import configure, read_value
from audit.ruleset.ruleset import Ruleset

Load = Callable[[str], Ruleset]
Ranked = Callable[..., Scale]

PACK = "deck 1 of 52 @ 1\narea player_cards of each player @ 1\n"
HIGH_CARDS = "order A K Q J 10 9 8 7 6 5 4 3 2 @ 1"
FIVE = """
  four_of_a_kind   4 cards of one rank @ 1
  full_house       3 cards of one rank and 2 cards of another rank @ 1
  flush            5 cards of one suit @ 1
  straight         5 cards in a run @ 1
  three_of_a_kind  3 cards of one rank @ 1
  two_pair         2 cards of one rank and 2 cards of another rank @ 1
  pair             2 cards of one rank @ 1
  high_card        anything else @ 1
"""
ROYALS = """
  royal_flush      A K Q J 10 of one suit @ 1
  five_of_a_kind   5 cards of one rank @ 1
  straight_flush   5 cards of one suit in a run @ 1
"""
THREES = """
  straight_flush   3 cards of one suit in a run @ 1
  three_of_a_kind  3 cards of one rank @ 1
  straight         3 cards in a run @ 1
  flush            3 cards of one suit @ 1
  pair             2 cards of one rank @ 1
  high_card        anything else @ 1
"""


def cards(text: str) -> list[Card]:
    found = [read_card(word) for word in text.split()]
    return [card for card in found if card is not None]


@pytest.fixture
def ranked(small: Load) -> Ranked:
    """A ranking from its lines; ``of`` is what stands behind its name."""

    def get(lines: str, of: str = "of 5 cards", more: str = "", name: str = "r", **choices: str) -> Scale:
        text = f"{PACK}ranking r {of} @ 1\n" + "\n".join(f"  {line.strip()}" for line in lines.strip().split("\n"))
        made = configure(small(f"{text}\n{more}"), {key: read_value(value) for key, value in choices.items()})
        return scale(made.ruleset, name)

    return get


def compare(own: Scale, one: str, other: str) -> str:
    left, right = own.worth(cards(one)).order, own.worth(cards(other)).order
    return "equal" if left == right else "higher" if left > right else "lower"


def class_of(own: Scale, worth: Worth) -> str:
    return own.classes[worth.level].name


def by_suits(ranks: Sequence[str], number: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Hands of so many cards that differ in more than the names of their suits, and how many there are of each.

    Rank after rank goes to some of the four suits; what each suit holds, in whatever order of suits, is all that counts.
    """
    held: Counter[tuple[tuple[str, ...], ...]] = Counter({((), (), (), ()): 1})
    for rank in ranks:
        more: Counter[tuple[tuple[str, ...], ...]] = Counter()
        for suits, count in held.items():
            for gains in product((False, True), repeat=4):
                if sum(map(len, suits)) + sum(gains) <= number:
                    dealt = ((*suit, rank) if gets else suit for suit, gets in zip(suits, gains, strict=True))
                    more[tuple(sorted(dealt))] += count
        held = more
    for suits, count in held.items():
        if sum(map(len, suits)) == number:
            yield tuple(Card(rank, suit) for suit, of in zip(SUITS, suits, strict=True) for rank in of), count


# how many hands of each class there are


def test_hands_of_three_cards(real: Load) -> None:
    ruleset = configure(real("jack-cleveland/three-card-poker/undated")).ruleset
    own = scale(ruleset, "three_card")
    found: Counter[str] = Counter()
    for hand, count in by_suits(own.order.ranks, 3):
        found[class_of(own, own.worth(hand))] += count
    assert found == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


ALONE = pytest.mark.skipif(
    "AUDIT_WHOLE" not in os.environ, reason="the same counts are asked of the tables (test_category_counts); AUDIT_WHOLE=1"
)


@pytest.mark.long
def test_hands_of_four_cards(real: Load) -> None:
    ruleset = configure(real("jack-cleveland/four-card-poker/2016-04-20")).ruleset
    own = scale(ruleset, "four_card")
    found: Counter[str] = Counter()
    for hand, count in by_suits(own.order.ranks, 4):
        found[class_of(own, own.worth(hand))] += count
    assert found == {
        "four_of_a_kind": 13,
        "straight_flush": 44,
        "three_of_a_kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two_pair": 2_808,
        "pair": 82_368,
        "high_card": 177_408,
    }


@ALONE
@pytest.mark.long
def test_hands_of_five_cards(real: Load) -> None:
    ruleset = configure(real("jack-cleveland/texas-holdem-bonus/undated")).ruleset
    own = scale(ruleset, "poker5")
    found: Counter[str] = Counter()
    for hand, count in by_suits(own.order.ranks, 5):
        found[class_of(own, own.worth(hand))] += count
    assert found == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair": 1_098_240,
        "high_card": 1_302_540,
    }


@ALONE
@pytest.mark.long
def test_hands_of_five_cards_with_five_wild_ones_in_the_deck(real: Load) -> None:
    ruleset = configure(real("jack-cleveland/dj-wild-stud-poker/2016-10-12")).ruleset
    own = scale(ruleset, "wild_poker")
    deuces = [Card("2", suit) for suit in SUITS]
    found: Counter[str] = Counter()
    for number in range(6):
        for hand, count in by_suits([rank for rank in own.order.ranks if rank != "2"], 5 - number):
            for jokers in (0, 1):  # which of the deuces they are makes no difference
                twos = number - jokers
                if 0 <= twos <= 4:
                    joined = (*deuces[:twos], *(Card("joker"),) * jokers)
                    found[class_of(own, own.worth((*hand, *joined)))] += count * comb(4, twos)
    assert found.total() == 2_869_685
    assert {name: found[name] for name in ("five_wilds", "royal_flush", "straight_flush", "four_of_a_kind")} == {
        "five_wilds": 1,
        "royal_flush": 1_004,
        "straight_flush": 3_648,
        "four_of_a_kind": 51_688,
    }
    assert {name: found[name] for name in ("full_house", "flush")} == {"full_house": 15_048, "flush": 18_956}


# comparing

SETS = f"{HIGH_CARDS}\nA low in a run @ 1{ROYALS}{FIVE}compare by sets_then_cards @ 1"
ORDERED = [
    ("As Ks Qs Js 10s", "higher", "Kh Qh Jh 10h 9h"),
    ("Ah 2h 3h 4h 5h", "higher", "As Ad Ac Ah Kh"),
    ("2s 3s 4s 5s 6s", "higher", "Ah 2h 3h 4h 5h"),
    ("3s 3h 3d 2s 2h", "higher", "2c 2d 2h As Ah"),
    ("As Js 9s 7s 5s", "higher", "Ah Jh 9h 7h 4h"),
    ("2s 3h 4d 5c 6s", "higher", "As 2h 3d 4c 5s"),
    ("As Kh Qd Jc 10s", "higher", "Ks Qh Jd 10c 9s"),
    ("Ks As 2h 3d 4c", "lower", "2s 2h 3d 4c 5s"),  # a run never wraps
    ("As Ah Kd Kc 2s", "higher", "As Ah Qd Qc Ks"),
    ("9s 9h As 3d 2c", "higher", "9d 9c Ks Qd Jc"),
    ("9s 9h As 3d 2c", "equal", "9d 9c Ah 3s 2d"),
]


@pytest.mark.parametrize(("one", "relation", "other"), ORDERED)
def test_hands_compare_by_class_then_sets_then_cards(ranked: Ranked, one: str, relation: str, other: str) -> None:
    assert compare(ranked(SETS), one, other) == relation


def test_sets_only_leaves_the_other_cards_out(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}{FIVE}compare by sets_only @ 1")
    assert compare(own, "9s 9h As 3d 2c", "9d 9c Ks Qd Jc") == "equal"
    assert compare(own, "10s 10h 4s 3d 2c", "9d 9c Ks Qd Jc") == "higher"
    assert compare(own, "As Kh 4s 3d 2c", "9s 8h 4d 3c 2s") == "equal"
    assert compare(own, "As Ks 4s 3s 2s", "9s 8s 4s 3s 2s") == "higher"  # a flush gives its cards


def test_the_highest_card_that_is_not_shared(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}\nA low in a run @ 1{FIVE}compare by highest_unshared_card @ 1")
    assert compare(own, "9s 9h As 3d 2c", "Ks Kh Qd 3c 2s") == "higher"
    assert compare(own, "2s 3h 4d 5c 6s", "As 2h 3d 4c 5s") == "higher"  # a run by its top


def test_a_low_run_that_ranks_second(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}\nA low in a run ranked second @ 1{FIVE}compare by sets_then_cards @ 1")
    assert compare(own, "As 2h 3d 4c 5s", "Ks Qh Jd 10c 9s") == "higher"
    assert compare(own, "As 2h 3d 4c 5s", "As Kh Qd Jc 10s") == "lower"


def test_an_ace_that_is_not_said_to_be_low_ends_no_run(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}{FIVE}compare by sets_then_cards @ 1")
    assert class_of(own, own.worth(cards("As 2h 3d 4c 5s"))) == "high_card"


def test_without_keys_hands_of_a_class_are_equal(ranked: Ranked) -> None:
    assert compare(ranked(f"{HIGH_CARDS}{FIVE}"), "As Ah 4s 3d 2c", "2s 2h 5d 4c 3s") == "equal"


def test_suits_break_a_tie_where_a_ranking_says_so(ranked: Ranked) -> None:
    own = ranked(
        f"{HIGH_CARDS}{FIVE}compare by sets_then_cards then suits @ 1",
        more="suits spades hearts diamonds clubs for rankings @ 1",
    )
    assert compare(own, "As Kh 4s 3d 2c", "Ah Ks 4c 3c 2d") == "higher"
    assert compare(own, "9c 9s As 3d 2c", "9d 9h As 3d 2c") == "higher"


def test_suits_without_an_order_are_refused(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}{FIVE}compare by sets_then_cards then suits @ 1")
    with pytest.raises(NotPlayable, match="suits"):
        own.worth(cards("As Kh 4s 3d 2c"))


LOWBALL = """
  order A 2 3 4 5 6 7 8 9 10 J Q K @ 1
  three_of_a_kind  3 cards of one rank @ 1
  two_pair         2 cards of one rank and 2 cards of another rank @ 1
  pair             2 cards of one rank @ 1
  high_card        anything else @ 1
  compare by sets_then_cards from the worst @ 1
"""


def test_the_lowest_hand_wins_worst_first(ranked: Ranked) -> None:
    own = ranked(LOWBALL, of="of 5 cards worst first")
    assert compare(own, "10s 8h 7d 6c 2s", "Js 4h 3d 2c As") == "higher"
    assert compare(own, "5s 4h 3d 2c As", "6s 4h 3d 2c As") == "higher"
    assert compare(own, "Ks Qh Jd 10c 9s", "As Ah 3d 2c 4s") == "higher"
    assert compare(own, "Ks Kh 2d 2c As", "Qs Qh Jd Jc 10s") == "lower"  # two pair by the worse one
    assert compare(own, "Ks Kh Ad Ac 2s", "Ks Kh 2d 2c As") == "higher"


def test_a_wild_card_in_a_low_hand_is_the_best_low_card(ranked: Ranked) -> None:
    own = ranked(f"{LOWBALL}wild joker @ 1", of="of 5 cards worst first")
    assert compare(own, "7s 4h 3d As joker", "7s 4h 3d As 2c") == "equal"


def test_the_inverse_of_a_ranking(ranked: Ranked) -> None:
    own = ranked(
        f"{HIGH_CARDS}\nA low in a run @ 1{THREES}compare by sets_then_cards @ 1",
        of="of 3 cards",
        more="ranking low inverse of r with order A 2 3 4 5 6 7 8 9 10 J Q K @ 1",
        name="low",
    )
    assert compare(own, "7s 4h 2d", "8s 3h Ad") == "higher"
    assert compare(own, "4s 3h Ad", "4s 3h 2d") == "higher"  # a run is worse
    assert compare(own, "4s 3h Ad", "3s 2h Ad") == "higher"
    assert compare(own, "Ks Qh 10d", "As Ah 2d") == "higher"
    assert compare(own, "2s 2h 3d", "As Ah 3d") == "lower"


def test_hands_of_different_size(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}{FIVE}compare by sets_then_cards @ 1", of="of 5 or 2 cards")
    assert compare(own, "As Ah", "As Ah 4d 3c 2s") == "lower"  # as far as both have cards; then the longer
    assert compare(own, "As Kh", "As Qh 4d 3c 2s") == "higher"
    assert own.sizes == (2, 5)


def test_fewer_cards_than_a_hand_count_sets_only(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}\nthree_flush 3 cards of one suit @ 1{FIVE}compare by sets_then_cards @ 1")
    assert class_of(own, own.worth(cards("As Ks Qs"))) == "high_card"
    assert class_of(own, own.worth(cards("As Ks Qs 4d 2d"))) == "three_flush"


# pieces

PIECES = [
    ("2 cards of one suit and 2 cards of one rank", "As Ks 3h 3d 9c", True),
    ("2 cards of one suit and 2 cards of one rank", "As 3s 3h 9d 10c", False),  # the three of spades cannot be both
    ("3 cards of one rank and 2 cards of one rank", "3s 3h 3d 3c 9c", False),
    ("5 cards of one colour", "Ah 3d 5h 9d 10d", True),
    ("5 cards of one colour", "Ah 3d 5h 9d 10s", False),
    ("4 cards of different suits", "Ah 3d 5s 9c 10d", True),
    ("4 cards of different suits", "Ah 3d 5s 9h 10d", False),
    ("3 cards of spades", "As 3s 5s 9c 10d", True),
    ("3 cards of rank 10 through Q", "Qs 10s Js 2c 3d", True),
    ("3 cards of rank 10 through Q", "Qs 10s Ks 2c 3d", False),
    ("A with ten_value", "As 10h 4s 2c 3d", True),
    ("A with ten_value", "As 9h 4s 2c 3d", False),
    ("A with 4", "As 10h 4s 2c 3d", True),
    ("A with 4", "As 10h 5s 2c 3d", False),
    ("10 with 4 with ten_value", "As 10h 4s Jc 3d", True),
    ("10 with 4 with ten_value", "As 10h 4s 2c 3d", False),
    ("Q J of hearts", "Qh Jh 4s 2c 3d", True),
    ("Q J of hearts", "Qh Js 4s 2c 3d", False),
    ("3 cards in a run and 2 cards of one rank", "4s 5h 6d 6c 6h", True),
    ("3 cards in a run and 2 cards of one rank", "4s 5h 6d 6c 9h", False),
    ("all cards of one suit and 2 cards in a run", "4s 5s 9s Js Ks", True),
    ("all cards of one suit and 2 cards in a run", "4s 6s 9s Js Ks", False),
    ("exactly 5 cards and 2 cards of one rank", "4s 4h 9s Js Ks", True),
    ("points at most 21", "4s 4h 2s 3s 5s", True),
    ("points at most 21", "4s 4h 10s 3s 5s", False),
    ("points is 21 through 30", "Ah 4h 2s 3s Js", False),  # an ace counts 1 where 11 would pass 21
    ("2 cards of one rank and not A", "4s 4h 2s 3s 5s", True),
    ("2 cards of one rank and not A", "4s 4h As 3s 5s", False),
    ("2 cards alike in points", "Ks Jh 2s 3s 5s", True),
    ("2 cards alike in points", "Ks 9h 2s 3s 5s", False),
]


@pytest.mark.parametrize(("test", "hand", "is_met"), PIECES)
def test_what_a_class_asks_for(ranked: Ranked, test: str, hand: str, is_met: bool) -> None:
    more = (
        "group ten_value is 10, J, Q, K @ 1\ncount points @ 1\n  2 through 9 count as printed @ 1\n"
        "  ten_value count 10 @ 1\n  A counts 11, or 1 if the total would pass 21 @ 1\n"
    )
    own = ranked(f"{HIGH_CARDS}\nwanted {test} @ 1\nother anything else @ 1", more=more)
    assert (class_of(own, own.worth(cards(hand))) == "wanted") is is_met


def test_a_total_is_a_ranking(ranked: Ranked) -> None:
    more = (
        "group ten_value is 10, J, Q, K @ 1\ncount points @ 1\n  2 through 9 count as printed @ 1\n"
        "  ten_value count 10 @ 1\n  A counts 11, or 1 if the total would pass 21 @ 1\n"
    )
    own = ranked(
        "blackjack exactly 2 cards and A with ten_value @ 1\ntotal points at most 21 by points @ 1\nbust points over 21 @ 1",
        of="of cards",
        more=more,
    )
    assert compare(own, "As Kh", "7s 7h 7d") == "higher"
    assert compare(own, "10s 9h", "10s 8h 2d") == "lower"
    assert compare(own, "10s 9h 5d", "10s 8h 9d") == "equal"
    assert own.sizes is None


# wild cards

WILD = f"{HIGH_CARDS}\nA low in a run @ 1\nwild joker @ 1\nwild 2 or as itself @ 1{ROYALS}{FIVE}compare by sets_then_cards @ 1"
PLAIN = f"{HIGH_CARDS}\nA low in a run @ 1{ROYALS}{FIVE}compare by sets_then_cards @ 1"


@pytest.mark.parametrize("seed", range(40))
def test_a_wild_card_is_the_best_of_all_that_it_may_be(ranked: Ranked, seed: int) -> None:
    """Against a search over every card that each wild card may be, under the same ranking without wild cards."""
    wild, plain = ranked(WILD), ranked(PLAIN)
    chance = random.Random(seed)
    pack = [Card(rank, suit) for rank in plain.order.ranks for suit in SUITS]
    # hands of few ranks and suits, so that all classes occur
    few = [card for card in pack if card.rank in chance.sample(plain.order.ranks[:-1], 6) and card.suit in SUITS[:2]]
    number = 1 if seed % 4 else 2
    marked = chance.sample([Card("joker"), *(Card("2", suit) for suit in SUITS)], number)
    held = chance.sample([card for card in few if card.rank != "2"], 5 - number)
    best = max(
        plain.worth((*held, *guise)).order for guise in combinations_with_replacement(pack, number)
    )
    assert wild.worth((*held, *marked)).order == best


def test_nature(ranked: Ranked) -> None:
    own = ranked(WILD)
    assert own.worth(cards("2s 3s 4s 5s 6s")).natural
    assert own.worth(cards("2s 2h As Ah Ac")).natural is False
    assert class_of(own, own.worth(cards("2s 2h As Ah Ac"))) == "five_of_a_kind"
    assert own.worth(cards("Kd Ks Kh Kc 9c")).natural


def test_wild_in_some_classes_only(ranked: Ranked) -> None:
    own = ranked(
        f"{HIGH_CARDS}\nwild joker in straight, flush else as A @ 1{FIVE}compare by sets_then_cards @ 1"
    )
    told = {
        "Ks Kh 9d 4c joker": "pair",  # an ace, and no king
        "As Kh 9d 4c joker": "pair",
        "9s 8h 7d 5c joker": "straight",
        "9s 8s 7s 2s joker": "flush",
        "9s 9h 9d 2s joker": "three_of_a_kind",
    }
    assert {hand: class_of(own, own.worth(cards(hand))) for hand in told} == told
    assert compare(own, "Ks Qh 9d 4c joker", "As Qh 9d 4c Kc") == "equal"


def test_wild_cards_counted_and_wanted_absent(ranked: Ranked) -> None:
    own = ranked(
        f"{HIGH_CARDS}\nwild joker @ 1\nwild 2 or as itself @ 1\n"
        "two_and_aces 2 wild cards and 3 cards of rank A @ 1\n"
        "clean_pair 2 cards of one rank and no wild cards @ 1\nother anything else @ 1"
    )
    told = {
        "2s 2h As Ah Ac": "two_and_aces",
        "2s 2h joker Ah Ac": "two_and_aces",
        "2s Kh Ks Ah Qc": "clean_pair",
        "joker Kh Ks Ah Qc": "other",
        "2s 2d Ks Ah Qc": "clean_pair",
    }
    assert {hand: class_of(own, own.worth(cards(hand))) for hand in told} == told


def test_a_joker_asked_for_by_name_is_looked_at_as_printed(ranked: Ranked) -> None:
    own = ranked(f"{HIGH_CARDS}\nwild joker @ 1\nwith_joker A A joker @ 1\nother anything else @ 1", of="of 3 cards")
    assert class_of(own, own.worth(cards("As Ah joker"))) == "with_joker"
    assert class_of(own, own.worth(cards("As Ah Ac"))) == "other"
    plain = ranked(f"{HIGH_CARDS}\nwild joker @ 1\nclean A K Q of one suit and no joker @ 1\nother anything else @ 1", of="of 3 cards")
    assert class_of(plain, plain.worth(cards("As Ks joker"))) == "other"


def test_too_many_readings_are_refused(ranked: Ranked) -> None:
    own = ranked(f"{LOWBALL}wild joker @ 1\nwild K @ 1", of="of 5 cards worst first")
    with pytest.raises(NotPlayable, match="4 wild cards"):
        own.worth(cards("Ks Kh Kd Kc 2s"))


def test_the_best_of_more_cards(ranked: Ranked) -> None:
    own = ranked(SETS)
    worth, chosen = own.best(cards("As Ah Kd Kc Qs Qh 2d"), 5)
    assert class_of(own, worth) == "two_pair"
    assert {str(card) for card in chosen} in ({"As", "Ah", "Kd", "Kc", "Qs"}, {"As", "Ah", "Kd", "Kc", "Qh"})


def test_classes_are_told_from_the_worst(ranked: Ranked) -> None:
    own = ranked(SETS)
    assert own.classes[0].name == "high_card"
    assert own.levels("royal_flush") == (10,)
    assert own.levels("nothing_such") == ()


def test_a_class_that_a_choice_before_forbids(ranked: Ranked) -> None:
    more = (
        "group ten_value is 10, J, Q, K @ 1\ncount points @ 1\n  2 through 9 count as printed @ 1\n"
        "  ten_value count 10 @ 1\n  A counts 11, or 1 if the total would pass 21 @ 1\n"
        "wager w @ 1\nround @ 1\n  each player decides @ 1\n    split make w @ 1\n    double out @ 1\n"
    )
    lines = (
        "blackjack exactly 2 cards and A with ten_value and not after split @ 1\n"
        "doubled exactly 2 cards and after double @ 1\ntotal points at most 21 by points @ 1\nbust points over 21 @ 1"
    )
    own = ranked(lines, of="of cards", more=more)
    ace_king = cards("As Kh")
    assert class_of(own, own.worth(ace_king)) == "blackjack"
    assert class_of(own, own.worth(ace_king, frozenset({"split"}))) == "total"
    assert class_of(own, own.worth(ace_king, frozenset({"split", "double"}))) == "doubled"


MANY = """
  two_suits_of_three  3 cards of one suit and 3 cards of one suit @ 1
  pairs_of_any        2 cards of one rank and 2 cards of one rank @ 1
  set_with_suit       2 cards of one rank and 3 cards of one suit @ 1
  two_pair            2 cards of one rank and 2 cards of another rank @ 1
  three_reds          3 cards of one colour @ 1
  high_run            3 cards of one suit in a run, 4 cards in a run @ 1
  mixed               4 cards of different suits @ 1
  hearts              2 cards of hearts @ 1
  aces                A A @ 1
  high_card           anything else @ 1
"""


@given(st.lists(st.sampled_from([Card(rank, suit) for rank in "AKQJ9" for suit in SUITS]), max_size=7, unique=True))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_hand_lacks_at_a_glance_it_does_not_have(ranked: Ranked, hand: list[Card]) -> None:
    """The quick look at ranks and suits refuses no hand that meets a class."""
    for lines in (f"{HIGH_CARDS}{ROYALS}{FIVE}", f"{HIGH_CARDS}{THREES}", f"{HIGH_CARDS}{MANY}"):
        own = ranked(lines, of="of cards")
        reading = own.printed(hand)
        for kind in own.kinds:
            is_met = any(True for _ in meets(kind.tests, reading, own.reader))
            assert kind.tests.may_be_met(shape_of(reading.faces)) or not is_met, kind.name
