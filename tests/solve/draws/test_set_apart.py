"""Wagers that hang on what a rule deals to the dealer, whatever the player does; suits told when the hand is drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import perm, prod
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card, read_card
from audit.play.making import Wish
from audit.ruleset import rounds as rd
from audit.ruleset.configure import Configured, configure, read_value
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.draws.set_apart import set_apart
from audit.solve.draws.solving import apart_of
from tests.solve.draws.test_small_shoes import pack

RULES = Path(__file__).with_name("twenty_one.rop")
RULESETS = Path(__file__).resolve().parents[3] / "rulesets"

BESIDE = """\
wager beside @ 8
  needs main @ 8
  made before the deal @ 8
settle beside @ 8
  first row only @ 8
  | theirs                                   | beside  |
  | points is 22 and all cards of one suit   | 50 to 1 | @ 8.a
  | points is 22 and all cards of one colour | 20 to 1 | @ 8.b
  | points is 22                             | 7 to 1  | @ 8.c
  | otherwise                                | lose    | @ 8.d
round @ 4
"""
DRAWN = "    deal to theirs face up until points of theirs at least 17 if any of main, double, split is open @ 7\n"
DRAWN_FOR_IT = "    deal to theirs face up until points of theirs at least 17 if beside is open @ 8.e\n"


def text_with(*changes: tuple[str, str]) -> str:
    text = RULES.read_text().replace("hands under 2", "hands under 1").replace("round @ 4\n", BESIDE)
    text = text.replace(DRAWN, DRAWN + DRAWN_FOR_IT).replace("settle main, double, split @ 7", "settle main, double, split, beside @ 7")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def game(*changes: tuple[str, str]) -> Configured:
    return configure(load_text(text_with(*changes), Library((RULESETS,))), {})


def solved(configured: Configured, cards: Sequence[Card]) -> Fraction:
    alone = apart_of(CardSolver(configured), ("beside",))
    assert alone is not None
    alone.laying.deck = tuple(cards)
    found = alone.solve(("beside",)).counted.expected(("beside",))
    assert found is not None
    return found


# counted by hand


def points(hand: Sequence[Card]) -> tuple[int, bool]:
    """The total, and whether an ace counts 11 in it."""
    low = sum(1 if c.rank == "A" else 10 if c.rank in "KQJ" else int(c.rank) for c in hand)
    is_soft = low <= 11 and any(c.rank == "A" for c in hand)
    return low + 10 * is_soft, is_soft


def pays(hand: Sequence[Card]) -> int:
    if points(hand)[0] != 22:
        return -1
    suits = {card.suit.value for card in hand if card.suit is not None}
    if len(suits) == 1:
        return 50
    return 20 if suits in ({"diamonds", "hearts"}, {"clubs", "spades"}) else 7


def every_hand(cards: Sequence[Card], hand: tuple[Card, ...] = ()) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every hand that is drawn to 17 from these cards, card by card, and how likely it is."""
    if len(hand) >= 2 and points(hand)[0] >= 17:
        yield hand, Fraction(1)
        return
    for n, card in enumerate(cards):
        for drawn, chance in every_hand([*cards[:n], *cards[n + 1 :]], (*hand, card)):
            yield drawn, chance / len(cards)


def counted(cards: Sequence[Card]) -> Fraction:
    return sum((chance * pays(hand) for hand, chance in every_hand(cards)), Fraction(0))


SIXES_AND_TENS = pack((0, 0, 0, 0, 0, 3, 0, 0, 0, 4))


def test_against_every_deal() -> None:
    assert solved(game(), SIXES_AND_TENS) == counted(SIXES_AND_TENS)


@pytest.mark.parametrize("seed", range(6))
def test_against_every_deal_of_any_cards(seed: int) -> None:
    """Small packs of any ranks and suits."""
    chance = random.Random(seed)
    ranks = chance.sample(["A", "2", "3", "5", "6", "7", "9", "K"], 4)
    cards = [read_card(name) for name in chance.sample([f"{rank}{suit}" for rank in ranks for suit in "cdhs"], 8)]
    cards += [read_card(f"10{suit}") for suit in chance.sample("cdhs", 3)]
    assert solved(game(), cards) == counted(cards)


def test_whatever_is_decided() -> None:
    """Whole rounds of the player's best play, and of play for the bet alone, bring what the bet brings by itself."""
    made = [Wish("main", "", Fraction(1)), Wish("beside", "", Fraction(1))]
    rounds = all_rounds(game(), made, SIXES_AND_TENS)
    for wanted in (["main", "double"], ["beside"]):
        assert rounds.best(wanted).expected(["beside"]) == counted(SIXES_AND_TENS)


def test_what_is_left_of_the_round() -> None:
    alone = set_apart(game(), "beside")
    assert alone is not None
    (left,) = alone.ruleset.of(rd.Round)
    assert [step.name.text for step in left.steps] == ["deal", "peek", "draw", "final"]
    assert [len(step.lines) for step in left.steps] == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(DRAWN_FOR_IT, "", id="drawn for other wagers"),
        pytest.param(DRAWN, DRAWN.replace("17", "16"), id="drawn otherwise for other wagers"),
        pytest.param("if beside is open @ 8.e", "if beside is open and hands under 2 @ 8.e", id="drawn by how many hands there are"),
        pytest.param("      stand  end hand @ 5.a", "      stand  go to final @ 5.a", id="a choice that leads elsewhere"),
        pytest.param("      stand  end hand @ 5.a", "      stand  deal 1 to theirs and end hand @ 5.a", id="a choice that deals"),
        pytest.param("made before the deal @ 8", "made before the deal @ 8\n  amount equal to main @ 8", id="an amount"),
        pytest.param("    go to final if theirs is natural", "    go to final if mine is natural", id="a way on"),
        pytest.param("needs main @ 8", "needs main @ 8\n  rides on mine @ 8", id="a hand of the player's"),
    ],
)  # fmt: skip
def test_what_is_not_set_apart(old: str, new: str) -> None:
    """Where something else may bear on the bet, it is not cut out of the round."""
    assert set_apart(game((old, new)), "beside") is None


def test_a_bet_that_looks_at_another_hand() -> None:
    text = text_with(
        ("  | theirs                                   | beside  |", "  | theirs against mine | beside |"),
        ("points is 22 and all cards of one suit", "higher"), ("points is 22 and all cards of one colour", "equal"),
        ("points is 22 ", "lower "),
    )  # fmt: skip
    assert set_apart(configure(load_text(text, Library((RULESETS,))), {}), "beside") is None


# the shipped bet


@cache
def drawn(soft_stand: int, decks: int) -> dict[tuple[int, ...], Fraction]:
    """The dealer's hands of 22 by how many cards of each value (ace to ten) are in them, and how likely they are."""
    copies = [4 * decks] * 9 + [16 * decks]
    found: Counter[tuple[int, ...]] = Counter()

    def draw(hand: tuple[int, ...], orders: int) -> Iterator[tuple[tuple[int, ...], int]]:
        low = sum((n + 1) * of for n, of in enumerate(hand))
        is_soft = hand[0] > 0 and low <= 11
        total = low + 10 * is_soft
        if sum(hand) >= 2 and total >= (soft_stand if is_soft else 17):
            found[hand] += orders if total == 22 else 0
            return
        for n in range(10):
            yield (*hand[:n], hand[n] + 1, *hand[n + 1 :]), orders

    waiting: Counter[tuple[int, ...]] = Counter({(0,) * 10: 1})
    while waiting:
        coming: Counter[tuple[int, ...]] = Counter()
        for hand, orders in waiting.items():
            for grown, of in draw(hand, orders):
                coming[grown] += of
        waiting = coming
    return {
        hand: Fraction(orders * prod(map(perm, copies, hand)), perm(52 * decks, sum(hand)))
        for hand, orders in found.items()
        if all(of <= most for of, most in zip(hand, copies, strict=True))
    }


def of_so_many_suits(hand: tuple[int, ...], decks: int, suits: int) -> Fraction:
    """How likely all cards of a hand are of certain suits."""
    copies = [4 * decks] * 9 + [16 * decks]
    return Fraction(
        prod(perm(most // 4 * suits, of) for most, of in zip(copies, hand, strict=True)), prod(map(perm, copies, hand))
    )


@pytest.mark.parametrize("soft_stand", ["17", "18"])
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_push_22(decks: int, soft_stand: str) -> None:
    """50, 20 and 7 to 1 on a dealer's 22 of one suit, of one colour, of any: for each number of decks."""
    configured = configure(
        load_text((RULESETS / "jack-cleveland/free-bet-blackjack/undated.rop").read_text(), Library((RULESETS,))),
        {"decks": read_value(str(decks)), "soft_stand": read_value(soft_stand)},
    )
    hands = drawn(int(soft_stand), decks)
    one_suit = sum((4 * of * of_so_many_suits(hand, decks, 1) for hand, of in hands.items()), Fraction(0))
    one_colour = sum((2 * of * of_so_many_suits(hand, decks, 2) for hand, of in hands.items()), Fraction(0)) - one_suit
    any_other = sum(hands.values(), Fraction(0)) - one_suit - one_colour
    wanted = 50 * one_suit + 20 * one_colour + 7 * any_other - (1 - one_suit - one_colour - any_other)
    assert CardSolver(configured).solve(("push_22",)).counted.expected(("push_22",)) == wanted
