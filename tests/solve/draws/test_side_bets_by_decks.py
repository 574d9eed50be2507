"""Side bets that are settled before anything is decided, for each number of decks, against counts written for them here.

The pay tables are those of the shipped ruleset; what wins how often is counted card by card, without any of its code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure, read_value
from audit.solve.cards.by_stake import STAKES
from audit.solve.cards.solver import CardSolver
from audit.solve.planner import verify
from tests.whole import LONG_AND_WHOLE

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"

Face = tuple[int, int]
"""Rank (ace 1, king 13) and suit."""

FACES = [(rank, suit) for rank in range(1, 14) for suit in range(4)]


def sets(number: int, decks: int) -> Iterator[tuple[tuple[Face, ...], int]]:
    """Every set of so many faces, with how many ways there are to take it from so many decks."""
    for held in combinations_with_replacement(FACES, number):
        ways = 1
        for times in Counter(held).values():
            ways *= comb(decks, times)
        yield held, ways


def brings(number: int, decks: int, pays: Callable[[tuple[Face, ...]], int]) -> Fraction:
    """What a bet brings that hangs on the first cards alone."""
    return Fraction(sum(ways * pays(held) for held, ways in sets(number, decks)), comb(52 * decks, number))


def is_of_a_suit(held: tuple[Face, ...]) -> bool:
    return len({suit for _, suit in held}) == 1


def is_a_run(held: tuple[Face, ...]) -> bool:
    """Three ranks one after the other; the ace is low or high."""
    ranks = sorted(rank for rank, _ in held)
    return ranks in ([1, 12, 13], [ranks[0], ranks[0] + 1, ranks[0] + 2])


def pair_pays(held: tuple[Face, ...], decks: int) -> int:
    if held[0][0] != held[1][0]:
        return -1
    if decks == 1:
        return 15
    return (25 if decks == 2 else 15) if is_of_a_suit(held) else 10


def three_pay(held: tuple[Face, ...]) -> int:
    if is_of_a_suit(held) and is_a_run(held):
        return 25
    if len({rank for rank, _ in held}) == 1:
        return 15
    if is_a_run(held):
        return 10
    return 5 if is_of_a_suit(held) else -1


@cache
def found(wager: str, decks: int) -> Fraction:
    text = (RULESETS / "jack-cleveland/blackjack/undated.rop").read_text()
    solver = CardSolver(configure(load_text(text, Library((RULESETS,))), {"decks": read_value(str(decks))}))
    value = solver.solve((wager,)).counted.expected(solver.names((wager,)))
    assert value is not None
    return value


@pytest.mark.parametrize("decks", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 4, 6, 8))])
def test_two_cards_of_one_rank(decks: int) -> None:
    assert found("bet_the_set", decks) == brings(2, decks, lambda held: pair_pays(held, decks))


@pytest.mark.parametrize("decks", [pytest.param(n, marks=LONG_AND_WHOLE) for n in (2, 6, 8)])
def test_two_cards_with_the_open_one_of_the_dealer(decks: int) -> None:
    assert found("trilux", decks) == brings(3, decks, three_pay)


def suited_pays(held: tuple[Face, ...]) -> Fraction:
    if not is_of_a_suit(held):
        return Fraction(-1)
    return Fraction(25) if {rank for rank, _ in held} == {12, 13} else Fraction(5, 2)


@pytest.mark.parametrize(
    ("decks", "reading"),
    [
        pytest.param(6, "with_royal_match", marks=pytest.mark.long),
        *(pytest.param(*one, marks=LONG_AND_WHOLE) for one in ((6, "alone"), (8, "alone"), (8, "with_royal_match"))),
    ],
)
def test_a_prize_in_money_beside_odds(decks: int, reading: str) -> None:
    """The house edge hangs on the stake, which no clause fixes.

    Without the prize it is 6.67% of 6 decks and 6.46% of 8, as published: https://www.betfirm.com/royal-match-blackjack/.
    The prize comes where the dealer has a king and a queen of one suit, too; one reading gives it beside the 25 to 1.
    """
    cards = 52 * decks
    both = Fraction(0)
    for mine in range(4):
        for his in range(4):
            left = decks - (mine == his)
            both += Fraction(decks * decks, comb(cards, 2)) * Fraction(left * left, comb(cards - 2, 2))
    without = -Fraction(sum(ways * suited_pays(held) for held, ways in sets(2, decks)), comb(cards, 2))
    assert f"{float(without):.2%}" == {6: "6.67%", 8: "6.46%"}[decks]
    text = (RULESETS / "jack-cleveland/blackjack/undated.rop").read_text()
    choices = {"decks": read_value(str(decks)), "crown_treasure": read_value(reading)}
    (row,) = verify(load_text(text, Library((RULESETS,))), choices, only=("royal_match",), with_variations=False).result.wagers
    kept = 25 * both if reading == "alone" else 0
    assert [(at.amount, at.house_edge) for at in row.by_amount] == [
        (stake, without + kept - 1000 * both / stake) for stake in STAKES
    ]


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_insurance(decks: int) -> None:
    """Paid 2 to 1 where the card below an ace is one of the ten-values; the player's cards bear on nothing on average."""
    tens, cards = 16 * decks, 52 * decks
    assert found("insurance", decks) == Fraction(3 * tens, cards - 1) - 1
