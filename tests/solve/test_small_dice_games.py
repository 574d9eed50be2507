"""Small games with dice, each of a form in which a figure was once wrong; what is right is counted beside it by hand."""

from __future__ import annotations

from fractions import Fraction

from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import verify
from audit.solve.result import WagerResult

LUCKY = """ruleset test/lucky/undated
  title "a group that holds a number of the wager"
  source "made up"
dice 2 with faces 1 through 6 @ 1
group lucky is its number, 12 @ 1
wager a @ 1
  made before throw
  first roll
    keep the total as its number on 4, 5, 6, 8, 9, 10
    lose on 2, 3, 12
    win on 7, 11
  later rolls
    win on lucky
    lose on 7
  pays 1 to 1
round @ 1
  step throw
    roll dice
    settle
"""

MARKS = """ruleset test/marks/undated
  title "odds by the mark"
  source "made up"
dice 2 with faces 1 through 6 @ 1
assume price @ 1
  because "x"
  taken   low
  instead high
wager pass @ 1
  made before first_throw @ 1
  at chase
    win on the mark @ 1
    lose on 7 @ 1
  pays 1 to 1 @ 1
wager odds @ 2
  needs pass
  made before the chase @ 2
  at chase
    win on the mark @ 1
    lose on 7 @ 1
  pays @ 2
    | the mark | odds |
    | 4   | 2 to 1 | when price is low
    | 4   | 3 to 1 | when price is high
    | 5   | 3 to 2 |
    | 10  | 2 to 1 |
round @ 1
  step first_throw
    roll dice @ 1
    again on 2, 3, 6, 7, 8, 9, 11, 12 @ 1
    settle @ 1
    keep the total as the mark and go to chase on 4, 5, 10 @ 1
  step chase
    roll dice @ 1
    settle @ 1
    end on the mark, 7 @ 1
    go to chase otherwise @ 1
"""

POSITIONS = """ruleset test/positions/undated
  title "two positions"
  source "made up"
dice 2 with faces 1 through 6 @ 1
option price one of 2 to 1, 3 to 1 default 2 to 1 @ 1
option stake one of $1, $2 default $1 @ 1
wager place @ 3
  made before any roll @ 3
  pick its number from 4, 10 @ 3
  win on its number @ 3
  lose on 7 @ 3
  pays @ 3
    | number | odds |
    | 4 | 2 to 1 |
    | 10 | price |
wager fixed @ 4
  made before any roll @ 4
  amount is stake @ 4
  win on 7 @ 4
  lose otherwise @ 4
  pays $9 @ 4
round @ 1
  step first_throw
    roll dice @ 1
    settle @ 1
"""


def results(text: str) -> dict[str, WagerResult]:
    return {one.id: one for one in verify(load_text(text, Library(()))).result.wagers}


def test_a_group_that_holds_a_number_of_the_wager() -> None:
    """Won at once by 7 or 11 (8/36); else by the number or a 12 before a 7, each number with its own chance."""
    later = sum(2 * Fraction(n, 36) * Fraction(n + 1, n + 1 + 6) for n in (3, 4, 5))
    assert results(LUCKY)["a"].house_edge == 1 - 2 * (Fraction(8, 36) + later)


def test_a_reading_for_one_moment_is_told_of_that_moment() -> None:
    """A 4 comes before a 7 once in three times; at 3 to 1 the player gains a third."""
    found = results(MARKS)
    effects = {name: [(r.house_edge, r.changes) for r in one.readings] for name, one in found.items() if one.wager == "odds"}
    assert effects == {
        "odds[the mark 4]": [(Fraction(-1, 3), True)], "odds[the mark 5]": [(Fraction(0), False)], "odds[the mark 10]": [(Fraction(0), False)],
    }  # fmt: skip


def test_an_option_for_one_position_is_told_of_that_position() -> None:
    """A 4, or a 10, comes before a 7 once in three times; under the other price 10 pays 3 to 1."""
    found = results(POSITIONS)
    effects = {name: [(o.value, o.house_edge) for o in one.options] for name, one in found.items() if one.wager == "place"}
    assert effects == {"place[4]": [], "place[10]": [("3 to 1", Fraction(-1, 3))]}
    assert [(o.value, o.house_edge) for o in found["fixed"].options] == [("$2", Fraction(1, 12))]
