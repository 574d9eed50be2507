"""A round in which the player decides once and a rule alone draws: no hand grows by choice.  Held against the reference."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import read_card
from audit.play.making import Wish
from audit.ruleset.configure import configure
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver

TEXT = """\
ruleset test/raised/example
  title "raised before the dealer draws"
  source "made up"
deck 1 of 52 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
count points @ 2
  2 through 10 count as printed @ 2
  J, Q, K count 10 @ 2
  A counts 11, or 1 if the total would pass 21 @ 2
wager main @ 3
  required @ 3
wager more @ 3
  amount equal to main @ 3
settle main, more @ 6
  first row only @ 6
  | theirs                                   | main, more |
  | points is 22 and all cards of one colour | 5 to 1     | @ 6
  | points over 21                           | 1 to 1     | @ 6
  | otherwise                                | lose       | @ 6
round @ 4
  step deal @ 4
    bets main @ 4
    deal 2 to mine face up @ 4
    deal 1 to theirs face up @ 4
  step choosing @ 4
    each player decides @ 4
      raise make more @ 4
      fold  forfeit main and out @ 4
  step draw @ 7
    deal to theirs face up until points of theirs at least 17 @ 7
    settle main, more @ 7
"""


@pytest.mark.parametrize(
    ("pack", "value"),
    [
        ("Ac 6c 6d 6h 10c 10d 10h", "3/7"),
        # Few cards of many kinds: a hand that is followed by itself is asked of suits for the first time.
        ("As 6h 6s 5h 10c 10s 8c", "-197/315"),
    ],
)
def test_the_reference_agrees(pack: str, value: str) -> None:
    """What the player has seen of suits bears on whether he raises: he knows which are left to the dealer."""
    configured = configure(load_text(TEXT, Library(())), {})
    cards = tuple(card for name in pack.split() if (card := read_card(name)) is not None)
    solver = CardSolver(configured)
    solver.laying.deck = cards
    solved = solver.solve(("main", "more")).counted.expected(("main", "more"))
    played = all_rounds(configured, [Wish("main", "", Fraction(1))], cards).best(["main", "more"])
    assert solved == played.expected(["main", "more"]) == Fraction(value)
