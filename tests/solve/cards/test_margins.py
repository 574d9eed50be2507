"""Side wagers: alone where no choice bears on them, else at the margin of the main wagers; tests that ask what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure
from audit.solve.cards.solver import CardSolver, SolvedWagers
from audit.solve.errors import NotSolvable

GAME = """ruleset test/margin/undated
  title "margin"
  source "made up"
deck 1 of 52 without 2 through 9 @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
ranking two of 2 cards @ 1
  order A K Q J 10
  pair  2 cards of one rank
  high_card  anything else
  compare by sets_then_cards
hand player_hand is all of player_cards by two @ 1
hand dealer_hand is all of dealer_cards by two @ 1
wager ante @ 1
  required
  made before the deal
wager play @ 1
  needs ante
  made in decisions
  amount equal to ante
wager side @ 1
  made before the deal
  pays
    | player_hand | pays   |
    | SIDE        | 5 to 1 |
    | otherwise   | lose   |
round @ 1
  step deal
    deal 2 to player_cards with dealer_cards face down
  step decisions
    each player looks at player_cards
    each player decides
      go_on  make play
      CHOICES
  step showdown
    reveal dealer_cards
    settle ante, play, side
settle ante, play @ 1
  | player_hand against dealer_hand | ante | play |
  | higher | win  | win  |
  | equal  | push | push |
  | lower  | lose | lose |
pays ante, play at 1 to 1 @ 1
"""
FOLDS = "fold   forfeit ante and out"
FOLDS_ALL = "fold   forfeit ante, side and out"
NONE = "stay   make play"

Solve = Callable[[str, str, tuple[str, ...]], SolvedWagers]


@pytest.fixture
def solve() -> Solve:
    def solved(side: str, choices: str, wagers: tuple[str, ...]) -> SolvedWagers:
        text = GAME.replace("SIDE       ", side.ljust(11)).replace("CHOICES", choices)
        return CardSolver(configure(load_text(text, Library(())), {})).solve(wagers)

    return solved


def value(solved: SolvedWagers) -> Fraction:
    found = solved.counted.expected(solved.names)
    assert found is not None
    return found


def test_a_wager_that_a_fold_leaves_standing_is_counted_alone(solve: Solve) -> None:
    """Pairs: 5 ranks of 6 pairs each, 30 of 190 hands; 5 x 30 - 160 over 190."""
    side = solve("pair", FOLDS, ("side",))
    assert side.less is None and value(side) == Fraction(-10, 190)


def test_a_wager_that_no_best_play_gives_up_costs_no_more(solve: Solve) -> None:
    """A pair is never folded, so that what a fold does to the side wager does not matter."""
    side = solve("pair", FOLDS_ALL, ("side",))
    assert side.margin == Fraction(-10, 190)


def test_a_wager_on_what_is_chosen_is_worth_what_it_brings_less_what_the_choice_costs(solve: Solve) -> None:
    """Five to one on going on: with it nobody folds, and the main wagers are worth what they are without a fold."""
    best = value(solve("pair", FOLDS, ("ante", "play")))
    never_folded = value(solve("pair", NONE, ("ante", "play")))
    assert never_folded < best
    assert solve("after go_on", FOLDS, ("side",)).margin == 5 + never_folded - best


def test_what_hangs_on_cards_and_choices_together_is_refused(solve: Solve) -> None:
    with pytest.raises(NotSolvable, match="came before in the round"):
        solve("pair and after go_on", FOLDS, ("side",))
