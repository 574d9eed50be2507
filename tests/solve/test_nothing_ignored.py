"""Statements that bear on a figure are heeded or refused by name: a figure is never given as if they were not there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.language.diagnostics import LanguageError
from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import verify
from audit.solve.result import Method, WagerResult

HEAD = """ruleset t/g/1
  title "T"
  source "s"
"""
DIE = """dice 1 with faces 1 through 6 @ 1
round @ 1
  step roll_it
    roll dice
    settle
"""
TWO_STEPS = """dice 1 with faces 1 through 6 @ 1
chance mult from 1 through 3 @ 1
round @ 1
  step a
    draw mult
  step b
    roll dice
    settle
"""


def only_wager(body: str) -> WagerResult:
    (wager,) = verify(load_text(HEAD + body, Library(()))).result.wagers
    return wager


def test_money_paid_whatever_the_odds() -> None:
    wager = only_wager(DIE + "wager w @ 1\n  amount is $2\n  win on 6\n  lose otherwise\n  pays $9\n")
    # one in six wins 9 dollars on 2, five in six lose 2: (10 - 9) / 6 dollars, of 2
    assert wager.house_edge == Fraction(1, 12)


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("wager w @ 1\n  win on 6\n  lose otherwise\n  pays 5 to 1\nbonus b on w @ 1\n  | total | pays |\n  | 6 | 1 to 1 |\n", "bonus b"),
        ("wager w @ 1\n  win on 6\n  lose otherwise\n  pays\n    | total | pays | plus |\n    | 6 | 4 to 1 | $3 |\n", "plus"),
        ("table big @ 1\n  | total | big |\n  | 1 through 3 | no |\n  | 4 or more | yes |\nwager w @ 1\n  win if big\n  lose otherwise\n  pays 1 to 1\n", "table big"),
        ("wager w @ 1\n  keep the total as its never on 9\n  win on 6\n  lose otherwise\n  pays 5 to 1 times its never\n", "unset"),
        ("meter m\n  starts at $10\nwager w @ 1\n  win on 6\n  lose otherwise\n  pays m\n", "pays m"),
    ],
)
def test_refused_by_name(lines: str, named: str) -> None:
    wager = only_wager(DIE + lines)
    assert wager.method is Method.NOT_SOLVABLE
    assert named in (wager.reason or "")


def test_a_guarded_step_is_passed_over() -> None:
    body = """dice 1 with faces 1 through 6 @ 1
round @ 1
  step first
    roll dice
    keep the total as the n
  step second if the n is 6
    roll dice
  step last
    settle
wager w @ 1
  win  on 6
  lose otherwise
  pays 5 to 1
"""
    # a 6 is rolled again, so it stands with probability 1/36
    assert only_wager(body).house_edge == Fraction(5, 6)


def test_a_guarded_row_fits_only_then() -> None:
    rows = "    | 5, 6 | 1 to 1 | if total is 5\n    | 5, 6 | 2 to 1 | if total is 6\n"
    wager = only_wager(DIE + "wager w @ 1\n  win on 5, 6\n  lose otherwise\n  pays\n    | total | pays |\n" + rows)
    assert wager.house_edge == Fraction(4 - 1 - 2, 6)


@pytest.mark.parametrize("said", ["mult", "the mult"])
def test_what_came_up_in_an_earlier_step_is_still_seen(said: str) -> None:
    wager = only_wager(TWO_STEPS + f"wager w @ 1\n  win if {said} is 3\n  lose otherwise\n  pays 2 to 1\n")
    assert wager.house_edge == 0


@pytest.mark.parametrize("body", [
    "wager w @ 1\n  win on the piont\n  lose otherwise\n  pays 5 to 1\n",
    "wager w @ 1\n  win on its piont\n  lose otherwise\n  pays 5 to 1\n",
    "wager w @ 1\n  win on 6\n  lose otherwise\n  pays\n    | feild | pays |\n    | 6 | 5 to 1 |\n",
])  # fmt: skip
def test_names_that_nothing_declares(body: str) -> None:
    with pytest.raises(LanguageError) as error:
        load_text(HEAD + DIE + body, Library(()))
    assert [d.name for d in error.value.diagnostics] == ["unknown-name"]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("  win on not stated\n  lose otherwise\n  pays 5 to 1\n", "no clause says what w wins on"),
        ("  win on 6\n  lose on not stated\n  pays 5 to 1\n", "no clause says what w loses on"),
        ("  result not stated\n  pays 5 to 1\n", "no clause gives w a result"),
        ("  pays 5 to 1\n", "it can stay undecided for ever"),
    ],
)
def test_silence_gives_no_figure(lines: str, reason: str) -> None:
    wager = only_wager(DIE + "wager w @ 1\n" + lines)
    assert wager.method is Method.NOT_VERIFIABLE
    assert wager.house_edge is None or wager.method is not Method.EXACT
    assert reason in (wager.reason or "")


def test_bets_is_a_moment() -> None:
    body = DIE.replace("    roll dice\n", "    bets w\n    roll dice\n")
    wager = only_wager(body + "wager w @ 1\n  win on 6\n  lose otherwise\n  pays 4 to 1\n")
    assert wager.house_edge == Fraction(1, 6)


def test_bets_behind_a_roll_is_refused() -> None:
    body = DIE.replace("    roll dice\n", "    roll dice\n    bets w\n")
    wager = only_wager(body + "wager w @ 1\n  win on 6\n  lose otherwise\n  pays 4 to 1\n")
    assert wager.method is Method.NOT_SOLVABLE


def test_every_row_is_added_up() -> None:
    rows = "    every row\n    | total | pays |\n    | 5, 6 | 1 to 1 |\n    | 6 | 2 to 1 |\n"
    wager = only_wager(DIE + "wager w @ 1\n  win on 5, 6\n  lose otherwise\n  pays\n" + rows)
    assert wager.house_edge == 0  # 5 gains 1, 6 gains 3, four lose 1


def test_a_cleared_count_is_0() -> None:
    lines = """wager w @ 1
  count its n up to 2 on 6
  clear its n on 5
  win  on 4 if its n is 0
  lose on 4 if its n at least 1
  pays 1 to 1
"""
    # from n = 0 it wins with p = 1/2 + q/2, from n > 0 with q = p/2: p = 2/3
    assert only_wager(DIE + lines).house_edge == Fraction(-1, 3)


def test_a_cap_is_noted() -> None:
    wager = only_wager(DIE + "wager w @ 1\n  win on 6\n  lose otherwise\n  pays 5 to 1\ncap w per round at $100 @ 7\n")
    assert wager.house_edge == 0
    assert wager.notes == ("figures hold for stakes whose payouts the cap does not cut (7)",)


def test_names_as_sections_of_a_wheel_in_order() -> None:
    body = "wheel of 3 sections @ 1\n  in order red_one, 2, 3\nround @ 1\n  step s\n    spin wheel\n    settle\n"
    assert only_wager(body + "wager w @ 1\n  win on red_one\n  lose otherwise\n  pays 2 to 1\n").house_edge == 0


def test_a_face_shown() -> None:
    body = "dice 3 with faces 1 through 6 @ 1\nround @ 1\n  step s\n    roll dice\n    settle\n"
    wager = only_wager(body + "wager w @ 1\n  win on showing 6\n  lose otherwise\n  pays 1 to 1\n")
    assert wager.house_edge == 1 - 2 * Fraction(216 - 125, 216)
