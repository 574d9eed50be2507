"""A round in which the player decides once and a rule alone draws: no hand grows by choice.  Held against the reference."""

from __future__ import annotations

import random
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


HEAD = TEXT[: TEXT.index("wager more")]

TABLES = {
    "suits of one hand": """\
  | theirs                                     | mine              | main   |
  | all cards of one suit                      | any               | 5 to 1 | @ 6
  | all cards of one colour and points over 21 | any               | 3 to 1 | @ 6
  | points over 21                             | points at most 21 | 1 to 1 | @ 6
  | otherwise                                  | otherwise         | lose   | @ 6
""",
    "suits of both hands": """\
  | mine                    | theirs                | main   |
  | all cards of one colour | points over 21        | 5 to 1 | @ 6
  | any                     | all cards of one suit | 2 to 1 | @ 6
  | points is 22            | any                   | 1 to 1 | @ 6
  | otherwise               | otherwise             | lose   | @ 6
""",
    "suits behind a rank": """\
  | points of theirs | first card of theirs | theirs                       | main   |
  | over 21          | A, 10                | all cards of one colour      | 5 to 1 | @ 6
  | over 21          | any                  | all cards of different suits | 4 to 1 | @ 6
  | over 21          | any                  | any                          | 1 to 1 | @ 6
  | any              | any                  | any                          | lose   | @ 6
""",
}
ROUNDS = {
    "theirs last": """\
    deal 1 to mine face up @ 4
    deal 1 to theirs face down @ 4
    deal to mine face up until points of mine at least 15 @ 4
    reveal theirs @ 4
    deal to theirs face up until points of theirs at least 17 @ 7
""",
    "mine last": """\
    deal 1 to theirs face up @ 4
    deal 2 to mine face up @ 4
    deal to theirs face up until points of theirs at least 17 if points of mine under 19 @ 7
    deal to mine face up until points of mine at least 12 if points of theirs at most 21 @ 7
""",
}


@pytest.mark.parametrize("drawn", ROUNDS)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_two_hands_that_rules_draw(seed: int, table: str, drawn: str) -> None:
    """Nothing is decided: suits are told late where they are those of the hand that is drawn last, and of no other."""
    text = f"{HEAD}settle main @ 6\n  first row only @ 6\n{TABLES[table]}round @ 4\n  step deal @ 4\n    bets main @ 4\n"
    configured = configure(load_text(f"{text}{ROUNDS[drawn]}    settle main @ 7\n", Library(())), {})
    chance = random.Random(seed)
    names = [f"{rank}{suit}" for rank in chance.sample(["A", "5", "6", "7", "9", "K"], 3) for suit in "cdhs"]
    names = [*chance.sample(names, 5), *(f"10{suit}" for suit in chance.sample("cdhs", 2))]
    cards = tuple(card for name in names if (card := read_card(name)) is not None)
    solver = CardSolver(configured)
    solver.laying.deck = cards
    played = all_rounds(configured, [Wish("main", "", Fraction(1))], cards).best(["main"])
    assert solver.solve(("main",)).counted.expected(("main",)) == played.expected(["main"])
