"""Figures under another reading or option: those of the game that is so read, whatever was solved before."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import verify

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"

GAME = """ruleset test/variations/undated
  title "variations"
  source "made up"
deck 1 of 52 without 2 through 9 @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
option twins one of of_rank, of_suit default of_rank @ 1
ranking two of 2 cards @ 1
  order A K Q J 10
  pair  2 cards of one rank
  high_card  anything else
  compare by tie_rule
ranking two_of_a_suit of 2 cards @ 1
  order A K Q J 10
  pair  2 cards of one suit
  high_card  anything else
hand player_hand is all of player_cards by two @ 1
hand dealer_hand is all of dealer_cards by two @ 1
hand side_hand is all of player_cards by two when twins is of_rank @ 1
hand side_hand is all of player_cards by two_of_a_suit when twins is of_suit @ 1
wager ante @ 1
  required
  made before the deal
wager side @ 1
  made before the deal
  pays
    | side_hand | pays   |
    | pair      | 1 to 1 |
    | otherwise | lose   |
round @ 1
  step deal
    deal 2 to player_cards with dealer_cards face down
  step showdown
    reveal dealer_cards
    settle ante, side
settle ante @ 1
  | player_hand against dealer_hand | ante |
  | higher | win  |
  | equal  | win  |
  | lower  | lose |
pays ante at 1 to 1 @ 1
assume tie_rule @ 1
  because "made up"
  taken   sets_then_cards
  instead sets_only
"""


def test_a_reading_of_a_ranking_is_solved_under_that_ranking() -> None:
    """The wager brings what equal hands give.  160 of 190 hands hold no pair; against one of them 9 of 153 have its very
    ranks and 24 are pairs; a pair is met by the other pair of its rank once."""
    ante = verify(load_text(GAME, Library(()))).result.wagers[0]
    assert ante.house_edge == -Fraction(160 * 9 + 30, 190 * 153)
    (reading,) = ante.readings
    assert (reading.other, reading.house_edge) == ("sets_only", -Fraction(160 * 129 + 30, 190 * 153))
    assert reading.changes
    assert not ante.options


def test_an_option_of_what_a_hand_is_is_solved_under_it() -> None:
    """Two of one rank, 30 hands of 190, or two of one suit, 40."""
    side = verify(load_text(GAME, Library(()))).result.wagers[1]
    assert side.house_edge == 1 - 2 * Fraction(30, 190)
    (option,) = side.options
    assert (option.value, option.house_edge) == ("of_suit", 1 - 2 * Fraction(40, 190))
