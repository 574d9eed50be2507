"""Rounds of fixed drawing counted in whole: against the walk over kinds, against the reference, and by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import Configured, configure
from audit.solve.cards import by_drawing, by_enumeration
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import Kind
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable
from tests.solve.cards.comparing import cards, compare
from tests.whole import LONG_AND_WHOLE

HIGH_CARD = """
ruleset made/up/high-card
  title  "High Card"
  source "made up: one card against another, after some were burned"
deck {decks} of 52
  shuffled before every round
area left of table
area right of table
count worth
  A counts 1
  2 through 10 count as printed
  J, Q, K count 0
count burning
  A counts 1
  2 through 10 count 0
  J, Q, K count 3

wager side
  made before the deal
  pick
    | own   | other | name    |
    | left  | right | "Left"  |
    | right | left  | "Right" |
  win  if worth of its own over worth of its other
  lose if worth of its own under worth of its other
  push otherwise
  pays 1 to 1
wager suited
  made before the deal
  win  if left with right is all cards of one suit
  lose otherwise
  pays 2 to 1

round
  step deal
    burn 1 face up as top
    burn burning of top face down
    deal 1 to left face up
    deal 1 to right face up
  step pay
    settle
"""


def configured_of(text: str) -> Configured:
    return configure(load_text(text.strip() + "\n", Library(())), {})


def solver_of(text: str) -> CardSolver:
    return CardSolver(configured_of(text))


def test_one_card_against_another_by_hand() -> None:
    """From two decks: 8 cards of each worth from 1 to 10, 24 of worth 0.  Both sides are alike, whatever was burned."""
    solver = solver_of(HIGH_CARD.format(decks=2))
    assert list(solver.units()) == [("side[left]",), ("side[right]",), ("suited",)]
    ties = 10 * 8 * 7 + 24 * 23
    for name in ("side[left]", "side[right]"):
        counted = solver.solve((name,)).counted
        won = {tally.end.paid[0].result: Fraction(tally.deals, counted.total) for tally in counted.tallies}
        assert won["push"] == Fraction(ties, 104 * 103)
        assert won["win"] == won["lose"] == (1 - won["push"]) / 2


def test_suits_matter_where_a_line_asks_for_them() -> None:
    """Of 103 cards that are left 25 are of the suit of the first one."""
    counted = solver_of(HIGH_CARD.format(decks=2)).solve(("suited",)).counted
    assert counted.expected(("suited",)) == Fraction(3 * 25, 103) - 1


@pytest.mark.parametrize("given, paid", [("3s", 1), ("Kh 9d 9d 10d", 1)])
def test_as_many_cards_are_burned_as_the_first_says(given: str, paid: int) -> None:
    """A 3 burns none, a king three; then the left card, an 8, beats the right one, a 2."""
    configured = configured_of(HIGH_CARD.format(decks=2))
    feed = Given.read(f"deck {given} 8s 2s", ruleset=configured.ruleset)
    play = Play(configured, feed, [Wish("side", "left", Fraction(1)), Wish("side", "right", Fraction(1))], check_amounts=False)
    list(play.one_round())
    assert [(stake.id, stake.net) for stake in play.state.stakes] == [("side[left]", paid), ("side[right]", -paid)]


@pytest.mark.parametrize(
    "pack",
    [
        "9s 9s 9s Ks Ks Ks Ks 2s",
        pytest.param("As As 3s 3s 6s 6s 8s Ks", marks=pytest.mark.long),
        pytest.param("As 2s 4s 5s 5s 6s 7s Ks", marks=LONG_AND_WHOLE),
    ],
)
def test_small_shoes_come_out_as_every_deal_played(pack: str, card_solver: Callable[..., CardSolver]) -> None:
    """The drawing of two hands from eight cards, every wager, by both methods and by the reference."""
    configured = card_solver("punto-banco", {}, {}).configured
    found = compare(configured, cards(pack), (by_drawing.solve, by_enumeration.solve))
    assert not found.unsolved
    assert {tuple(methods) for methods in found.solved.values()} == {("by_drawing", "by_enumeration")}


def test_too_many_hands_are_refused_with_the_number() -> None:
    """Five cards of 52 kinds, two of each: C(52, 5) without a pair, 52 C(51, 3) with one, C(52, 2) 50 with two."""
    text = HIGH_CARD.format(decks=2).replace("deal 1 to left face up", "deal 5 to left face up").replace(
        "left with right is all", "left is all"
    )
    with pytest.raises(NotSolvable, match="hangs on 5 of 52 kinds of cards: 3,748,160 sets"):
        solver_of(text).solve(("suited",))


def test_answers_are_found_by_kinds() -> None:
    laying = LayingOpen(configured_of(HIGH_CARD.format(decks=8)))
    course = laying.course(("side[left]",), ("side[left]",))
    (left, right) = course.features
    assert {f.kind for f in course.features} == {Kind.VALUE}
    judge: Judge = laying.judge
    assert set(judge.possible(left)) == set(map(Fraction, range(11)))
    assert judge.kinds.still_possible(left, ((left, Fraction(3)),)) == (Fraction(3),)
    assert judge.kinds.still_possible(right, ((left, Fraction(3)),)) is None, "the other card is not bound by it"
