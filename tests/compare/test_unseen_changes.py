"""Changes that move a figure and are easily passed over; what is right is worked out beside each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Entry, Weight
from audit.compare.side import Side
from audit.report.terminal.diff import edge_text

Told = Callable[..., Side]

HEAD = """\
ruleset house/game/one
  title    "A game"
  source   "house.txt"
"""
DIE = """\
dice 1 with faces 1 through 6                                                   @ A
wager low "Low"                                                                 @ B
  made before the throw                                                         @ B
  win  on 1, 2                                                                  @ B
  lose otherwise                                                                @ B
  pays 1 to 1                                                                   @ B
round                                                                           @ C
  step throw
    roll dice
    settle
"""
WHEEL = """\
wheel of 4 sections                                                             @ A
  | section | count | shade |
  | red     | 2     | warm  |
  | blue    | 1     | warm  |
  | gold    | 1     | cold  |
wager warm "Warm"                                                               @ B
  made before the throw                                                         @ B
  win  if shade of the section is warm                                          @ B
  lose otherwise                                                                @ B
  pays 1 to 1                                                                   @ B
round                                                                           @ C
  step throw
    spin wheel
    settle
"""
NOT_PLAYED = """\
dice red 1 with faces 1 through 6                                               @ A
table times                                                                     @ B
  | total of red | times |
  | any          | 2     |
wager high "High"                                                               @ B
  made before the throw                                                         @ B
  pays                                                                          @ B
    first row only                                                              @ B
    | total of red | odds             |
    | 1 through 5  | lose             |
    | 5            | push             |
    | 6            | 1 to 1 times times |
round                                                                           @ C
  step throw
    roll dice
    settle
"""
CARDS = """\
deck 1 of 52 without 2 through 10                                               @ A
area player_card of each player                                                 @ A
area dealer_card of dealer                                                      @ A
ranking single of 1 cards                                                       @ B
  order A K Q J
  card  anything else
  compare by sets_then_cards
hand player_hand is all of player_card by single                                @ B
hand dealer_hand is all of dealer_card by single                                @ B
wager ante "Ante"                                                               @ C
  required
  made before the deal
wager call "Call"                                                               @ C
  needs ante
  made in decisions
  amount equal to ante
wager ace "Ace"                                                                 @ D
  made before the deal
settle ace                                                                      @ D
  | first card of dealer_card | ace  |
  | A                         | win  |
  | otherwise                 | lose |
pays ace                                                                        @ D
  | first card of dealer_card | pays   |
  | otherwise                 | 2 to 1 |
round                                                                           @ E
  step deal
    bets ante
    deal 1 to player_card with dealer_card face down
  step decisions
    each player looks at player_card
    each player decides
      go_on  make call
      fold   forfeit ante and out
  step showdown
    reveal dealer_card
    settle ante, call, ace
settle ante, call                                                               @ F
  | player_hand against dealer_hand | ante   | call   |
  | higher                          | 1 to 1 | 1 to 1 |
  | equal                           | push   | push   |
  | lower                           | lose   | lose   |
"""


def entries(told: Told, text: str, old: str, new: str) -> tuple[Entry, ...]:
    assert old in text
    return compare(told(HEAD + text, "old.rop"), told(HEAD + text.replace(old, new), "new.rop")).entries


@pytest.mark.parametrize(
    ("text", "old", "new", "edges"),
    [
        (DIE, "faces 1 through 6", "faces 1 through 6, 6", (1 - 2 * Fraction(2, 6), 1 - 2 * Fraction(2, 7))),
        (DIE, "faces 1 through 6", "faces 1, 1, 2, 3, 4, 5, 6", (1 - 2 * Fraction(2, 6), 1 - 2 * Fraction(3, 7))),
        (WHEEL, "| blue    | 1     | warm  |", "| blue    | 1     | cold  |", (-Fraction(1, 2), Fraction(0))),
    ],
    ids=("a face twice", "another face twice", "what a section is"),
)
def test_equipment(told: Told, text: str, old: str, new: str, edges: tuple[Fraction, Fraction]) -> None:
    (entry,) = entries(told, text, old, new)
    assert (entry.what, entry.weight, (entry.old_edge, entry.new_edge)) == ("equipment", Weight.PLAY, edges)


@pytest.mark.parametrize(
    ("old", "new", "texts"),
    [
        ("first row only", "highest only", ("first row only", "highest only")),
        ("    first row only                                                              @ B\n", "", ("first row only", "exactly one row fits")),
        ("| push ", "| lose ", ("push", "lose")),
    ],
)
def test_payouts_that_cannot_be_played_are_compared_as_written(
    told: Told, old: str, new: str, texts: tuple[str, str]
) -> None:
    """Where no round is known, a row that another covers and how many rows count are all there is to compare."""
    (entry,) = entries(told, NOT_PLAYED, old, new)
    assert (entry.what, entry.weight, (entry.old, entry.new)) == ("payout", Weight.PLAY, texts)


def test_what_a_player_sees_moves_best_play_and_no_settlement(told: Told) -> None:
    """Blind, A, K and Q go on and J folds: (24/15 + 8/15 - 8/15 - 1) / 4.  Who sees both cards folds the lower alone:
    2 x 6/15 - 6/15."""
    (entry,) = entries(told, CARDS, "looks at player_card\n", "looks at player_card\n    reveal dealer_card\n")
    assert entry.weight is Weight.PLAY and not entry.no_round_differs
    assert (entry.old_edge, entry.new_edge) == (-Fraction(3, 20), -Fraction(2, 5))
    assert "Ante and Call" in entry.note


def test_a_choice_that_is_gone_moves_the_house_edge(told: Told) -> None:
    """Who cannot fold brings as much as he loses."""
    (entry,) = entries(told, CARDS, "      fold   forfeit ante and out\n", "")
    assert (entry.old_edge, entry.new_edge) == (-Fraction(3, 20), Fraction(0))


def test_a_ranking_is_told_with_the_house_edge_that_it_moves(told: Told) -> None:
    """Without keys all hands are equal, and nobody loses."""
    (entry,) = entries(told, CARDS, "sets_then_cards", "sets_only")
    assert (entry.what, entry.old_edge, entry.new_edge) == ("ranking", -Fraction(3, 20), Fraction(0))


def test_a_row_that_looks_at_a_first_card_is_shown_by_one(told: Told) -> None:
    """An ace in 4 cards of 16."""
    (entry,) = entries(told, CARDS, "| 2 to 1 |", "| 3 to 1 |")
    assert (entry.old_edge, entry.new_edge) == (Fraction(1, 4), Fraction(0))
    assert entry.witness is not None


COUNTED = """\
dice 2 with faces 1 through 6                                                   @ A
wager slow "Slow"                                                               @ B
  made before the throw                                                         @ B
  count its waits                                                               @ B
  win  on 7                                                                     @ B
  lose on 2                                                                     @ B
  pays 1 to 1                                                                   @ B
round                                                                           @ C
  step throw
    roll dice
    settle
"""


@pytest.mark.parametrize(
    ("new", "unknown"),
    [
        pytest.param("pays 1 to 1 times its waits", "not solved", id="more than is followed"),
        pytest.param("pays not stated", "not verifiable", id="not stated"),
    ],
)
def test_why_a_side_has_no_house_edge(told: Told, new: str, unknown: str) -> None:
    """That no method solves a wager is our limit; that its payout is not stated is the text's."""
    (entry,) = (e for e in entries(told, COUNTED, "pays 1 to 1", new) if e.what == "payout")
    assert edge_text(entry) == f"house edge -5/7 (-71.4286%) -> {unknown}"
