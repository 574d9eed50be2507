"""Two wagers side by side: proof that no round differs, or the shortest round that does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.compare.behaviour import Walk
from audit.compare.entry import Comparison, Entry, Weight
from audit.compare.matching import match
from audit.compare.side import Side

Told = Callable[..., Side]
Edited = Callable[..., Comparison]
Only = Callable[[Comparison], Entry]

HEAD = """\
ruleset house/{name}/one
  title    "A game"
  issuer   "House"
  approved 2020-01-01
  source   "house.txt"
dice 2 with faces 1 through 6                                                   @ A
"""
ONE_STEP = """\
round                                                                           @ B
  step roll                                                                     @ B
    roll dice                                                                   @ B
    settle                                                                      @ B
wager seven "Seven"                                                             @ C
  win  on 7                                                                     @ C
  lose otherwise                                                                @ C
  pays 4 to 1                                                                   @ C
"""
WITH_AN_IDLE_STEP = ONE_STEP.replace(
    "  step roll ",
    "  step opening                                                              @ B\n    bets seven @ B\n  step roll ",
)
FIRST_OF_TWO = """\
round                                                                           @ B
  step roll                                                                     @ B
    roll dice                                                                   @ B
    settle                                                                      @ B
    roll dice                                                                   @ B
wager seven "Seven"                                                             @ C
  win  on 7                                                                     @ C
  lose otherwise                                                                @ C
  pays 4 to 1                                                                   @ C
"""
WHEEL = """\
ruleset house/wheel/one
  title    "A wheel"
  issuer   "House"
  approved 2020-01-01
  source   "house.txt"
wheel of 38 sections                                                            @ A
  | section      | count |
  | 0, 00        | 1     |
  | 1 through 36 | 1     |
round                                                                           @ B
  step spin                                                                     @ B
    spin wheel                                                                  @ B
    settle                                                                      @ B
wager low "Low"                                                                 @ C
  win  on 1 through 18                                                          @ C
  lose otherwise                                                                @ C
  pays 1 to 1                                                                   @ C
"""


def walked(old: Side, new: Side, wager: str) -> Walk:
    matched = match(old, new)
    pair = next((o, n) for o, n in matched.pairs if n.id == wager)
    found = matched.walk(*pair)
    assert found is not None
    return found


def game(told: Told, body: str, name: str) -> Side:
    return told(HEAD.format(name=name) + body, f"{name}.rop")


def way(found: Walk) -> list[str]:
    return [str(outcome) for outcome in found.differences[0].way]


def test_the_shortest_round_goes_through_what_is_needed_first(told: Told, dice: str) -> None:
    new = told(dice.replace("lose if pass loses", "push if pass loses"), "odds.rop")
    found = walked(told(dice), new, "pass_odds")
    assert way(found) == ["1-3", "1-6"]  # a point, the odds made, a seven
    (only,) = found.differences
    assert only.is_shown
    assert (only.old and only.old.result, only.new and only.new.result) == ("lose", "push")


def test_a_proof_meets_every_joint_state(told: Told, dice: str) -> None:
    same = told(dice.replace("  lose on 5, 6, 7, 8 ", "  lose on 5 through 8"), "field.rop")
    assert walked(told(dice), same, "field").is_proof


def test_what_only_a_call_shows(told: Told, dice: str) -> None:
    """``off`` and ``off unless called on`` are one, until the wager is called on."""
    new = told(dice.replace("    off unless called on", "    off"), "off.rop")
    found = walked(told(dice), new, "place[6]")
    first = found.differences[0]
    assert first.called_on and way(found) == ["1-5"]
    assert first.old is not None and first.old.result == "win" and first.new is None


def test_a_call_stands_in_the_command(edited: Edited, only: Only) -> None:
    entry = only(edited(("    off unless called on", "    off")))
    assert entry.subject == "place, buy"
    assert entry.witness is not None and "--on place" in entry.witness.command
    assert entry.witness.steps[-1].results == ("wins $10 at 9 to 5".replace("$10", "$18"), "off")


def test_money_that_is_rounded_parts_at_some_stake(edited: Edited, only: Only) -> None:
    entry = only(edited(("charged when won ", "charged when won rounded up to $1")))
    assert (entry.what, entry.subject) == ("commission", "buy")
    assert entry.witness is not None and "buy[4]'=1" not in entry.witness.command
    old, new = entry.witness.steps[-1].results
    assert old.startswith("wins $1.95") and new.startswith("wins $1 ")


def test_a_step_in_which_nothing_comes_up_changes_nothing(told: Told) -> None:
    old, new = game(told, ONE_STEP, "plain"), game(told, WITH_AN_IDLE_STEP, "idle")
    assert walked(old, new, "seven").is_proof


def test_two_rolls_in_a_step_are_two_outcomes(told: Told) -> None:
    old, new = game(told, ONE_STEP, "plain"), game(told, FIRST_OF_TWO, "two")
    found = walked(old, new, "seven")
    assert found.is_proof  # whoever wagers before a round has it settled at the first roll


def test_a_spin_that_is_void_in_one_game_loses_in_the_other(told: Told) -> None:
    again = WHEEL.replace("    settle ", "    again on 00 @ B\n    settle ")
    found = walked(told(WHEEL, "plain.rop"), told(again, "again.rop"), "low")
    assert way(found) == ["00"]
    assert found.differences[0].old is not None and found.differences[0].new is None


def test_an_outcome_that_one_wheel_lacks_is_no_round_of_both(told: Told) -> None:
    single = WHEEL.replace("of 38 sections", "of 37 sections").replace(
        "| 0, 00        | 1     |", "| 0            | 1     |"
    )
    found = walked(told(WHEEL, "double.rop"), told(single, "single.rop"), "low")
    assert found.is_proof and found.one_sided == (("spin", "00"),)


def test_a_wheel_that_lacks_a_section_moves_the_edge(told: Told) -> None:
    from audit.compare.comparing import compare

    single = WHEEL.replace("of 38 sections", "of 37 sections").replace(
        "| 0, 00        | 1     |", "| 0            | 1     |"
    )
    (entry,) = compare(told(WHEEL, "double.rop"), told(single, "single.rop")).entries
    assert (entry.what, entry.weight) == ("equipment", Weight.PLAY)
    assert (str(entry.old_edge), str(entry.new_edge)) == ("1/19", "1/37")


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ("  made before any roll                                                        @ C.1\n", True),
        ("  made before the point_roll                                                  @ C.1\n", False),
    ],
)
def test_moments_are_compared_by_what_they_permit(
    told: Told, edited: Edited, dice: str, other: str, is_same: bool
) -> None:
    """In a round whose steps all roll, ``any time`` is ``before any roll``."""
    new = other.replace("before any roll", "any time") if is_same else other
    text = dice.replace('wager field "Field Bet"', 'wager field "Field Bet"')
    found = edited(
        ("  lose on 5, 6, 7, 8 ", f"  {new.strip().split('  ')[0]} @ C.3.c\n  lose on 5, 6, 7, 8 "), text=text
    )
    weights = {e.what: e.weight for e in found.entries}
    assert weights == ({"condition": Weight.WORDS} if is_same else {"moment": Weight.PLAY})
