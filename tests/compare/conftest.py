"""Sides of comparisons, worked out once, and a short game of dice to be edited line by line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Entry
from audit.compare.side import Side
from audit.language.library import Library, Parsed
from audit.language.loading import check
from audit.language.parsing import parse
from audit.language.syntax import Source
from audit.solve.planner import verify

RULESETS = Path(__file__).parents[2] / "rulesets"

DICE = """\
ruleset house/short-dice/one
  title    "Short dice"
  issuer   "House"
  approved 2020-01-01
  source   "house.txt"
dice 2 with faces 1 through 6                                                   @ A.1
option table_minimum set by the house                                           @ A.2
option table_maximum set by the house                                           @ A.2
option buy_commission from 0% through 5% default 5%                             @ A.3
term "Point" is point                                                           @ A.4
measure table_length at most 14 feet                                            @ A.5
all wagers
  made before any roll                                                          @ B.1
  placed with chips, confirmed_cash                                             @ B.2
  amount from table_minimum through table_maximum                               @ B.3
  may be reduced or removed                                                     @ B.4
wager pass "Pass Bet"                                                           @ C.1
  made before the come_out                                                      @ C.1
  at come_out
    win  on 7, 11                                                               @ C.1.a
    lose on 2, 3, 12                                                            @ C.1.b
  at point_roll
    may not be reduced or removed                                               @ C.1.c
    win  on the point                                                           @ C.1.d
    lose on 7                                                                   @ C.1.e
wager place "Place Bet"                                                         @ C.2
  pick its number from 4, 5, 6, 8, 9, 10                                        @ C.2
  at come_out
    off unless called on                                                        @ C.2.a
  win  on its number                                                            @ C.2.b
  lose on 7                                                                     @ C.2.c
wager field "Field Bet"                                                         @ C.3
  win  on 2, 3, 4, 9, 10, 11, 12                                                @ C.3.a
  lose on 5, 6, 7, 8                                                            @ C.3.b
  pays at least                                                                 @ D.2
    | total           | odds   |
    | 3, 4, 9, 10, 11 | 1 to 1 |
    | 2               | 2 to 1 |
    | 12              | 2 to 1 |
wager one_number "One number"                                                   @ C.4
  pick
    | number | name             |
    | 2      | "Two"            |                                               @ C.4.a
    | 11     | "11 in One Roll" |                                               @ C.4.b
  amount in units of $5                                                         @ C.4.c
  win  on its number                                                            @ C.4.d
  lose otherwise                                                                @ C.4.d
wager buy "Buy Bet" like place                                                  @ C.5
  pays                                                                          @ C.5.a
    | number | odds   |
    | 4, 10  | 2 to 1 |
    | 5, 9   | 3 to 2 |
    | 6, 8   | 6 to 5 |
  commission buy_commission of wager charged when won                           @ C.5.b
wager pass_odds "Odds behind a Pass Bet"                                        @ C.6
  needs pass                                                                    @ C.6
  made before the point_roll                                                    @ C.6.a
  amount at most 3 times pass                                                   @ C.6.b
  win  if pass wins                                                             @ C.6.c
  lose if pass loses                                                            @ C.6.d
  pays                                                                          @ C.6.e
    | the point | odds   |
    | 4, 10     | 2 to 1 |
    | 5, 9      | 3 to 2 |
    | 6, 8      | 6 to 5 |
round                                                                           @ E
  step come_out "Come Out Roll"                                                 @ E.1
    roll dice                                                                   @ E.1
    settle                                                                      @ E.1
    keep the total as the point and go to point_roll on 4, 5, 6, 8, 9, 10       @ E.1
    go to come_out otherwise                                                    @ E.1
  step point_roll "roll with a point"                                           @ E.2
    roll dice                                                                   @ E.2
    settle                                                                      @ E.2
    go to come_out on the point                                                 @ E.2
    end on 7                                                                    @ E.2
    go to point_roll otherwise                                                  @ E.2
pays at least                                                                   @ D.1
  | wager            | odds    |
  | pass             | 1 to 1  |
  | place on 4       | 9 to 5  |
  | place on 5       | 7 to 5  |
  | place on 6       | 7 to 6  |
  | place on 8       | 7 to 6  |
  | place on 9       | 7 to 5  |
  | place on 10      | 9 to 5  |
  | one_number on 2  | 30 to 1 |
  | one_number on 11 | 15 to 1 |
irregularity die_off_table "a die leaves the table" on roll_off_table
  roll again at the word of boxperson                                           @ F.1
duty change_dice house shall "change the dice" every 8 hours                    @ G.1
duty late_wager house may "take a late wager" verified by stickperson verified by boxperson  @ G.2
duty count_dice stickperson shall "count the dice" before "each round" except "nobody plays"  @ G.3
  at least 5 dice
"""


@cache
def stored_side(name: str) -> Side:
    """A ruleset that is shipped, verified."""
    return _side(Library((RULESETS,)).open(name))


@cache
def told_side(text: str, name: str = "short.rop") -> Side:
    """A ruleset of a text, verified."""
    file, mistakes = parse(Source(name, text))
    return _side(Parsed(file, tuple(mistakes)))


def _side(parsed: Parsed) -> Side:
    checked = check(parsed, Library((RULESETS,)))
    assert checked.ruleset is not None, [d.first_line for d in checked.diagnostics]
    assert checked.assembled is not None
    verified = verify(checked.ruleset, with_variations=False)
    return Side(checked.ruleset, verified.configured, verified, checked.assembled.sources)


def compare_edited(*edits: tuple[str, str], text: str = DICE) -> Comparison:
    """The short game against itself with some stretches replaced; each must stand there once."""
    new = text
    for old, other in edits:
        assert new.count(old) == 1, f"{new.count(old)} times: {old}"
        new = new.replace(old, other)
    return compare(told_side(text), told_side(new, "edited.rop"))


def only_entry(comparison: Comparison) -> Entry:
    """The one entry that there is."""
    assert len(comparison.entries) == 1, [(e.what, e.subject, e.old, e.new) for e in comparison.entries]
    return comparison.entries[0]


@pytest.fixture(scope="session")
def dice() -> str:
    """The text of the short game."""
    return DICE


@pytest.fixture(scope="session")
def stored() -> Callable[[str], Side]:
    return stored_side


@pytest.fixture(scope="session")
def told() -> Callable[..., Side]:
    return told_side


@pytest.fixture(scope="session")
def edited() -> Callable[..., Comparison]:
    return compare_edited


@pytest.fixture(scope="session")
def only() -> Callable[[Comparison], Entry]:
    return only_entry


@pytest.fixture(scope="session")
def two_editions() -> Comparison:
    """One text of craps and the edition that amends it nineteen years later."""
    return compare(stored_side("oneida/craps/2003-08-06"), stored_side("oneida/craps/2022-09-08"))
