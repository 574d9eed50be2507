"""Where money is rounded, the house edge is told for some stakes: such as the ruleset permits, also of a wager paid in parts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.ruleset.configure import read_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify

Small = Callable[[str], Ruleset]

GAME = """
dice 2 with faces 1 through 6 @ 1
option most set by the house @ 1
wager one @ 2
  made before the throw @ 2
  pick its number from 2, 3, 11, 12 @ 2
  win on its number @ 2
  lose otherwise @ 2
  pays @ 2
    | number | odds |
    | 2, 12 | 30 to 1 |
    | 3, 11 | 15 to 1 |
  payout rounded down to $1 @ 2
wager twelve @ 3
  made before the throw @ 3
  AMOUNT @ 3
  paid as 1 part one on 2, 1 part one on 3, 1 part one on 11, 1 part one on 12 @ 3
wager whole @ 4
  made before the throw @ 4
  paid as 2 parts twelve, 2 parts twelve @ 4
wager seven @ 5
  made before the throw @ 5
  AMOUNT @ 5
  win on 7 @ 5
  lose otherwise @ 5
  pays 9 to 2 @ 5
  payout rounded down to $1 @ 5
round @ 9
  step throw @ 9
    roll dice @ 9
    settle @ 9
"""


def by_stake(small: Small, amount: str, wager: str) -> dict[int, Fraction | None]:
    text = GAME.replace("  AMOUNT", f"  {amount}") if amount else "\n".join(x for x in GAME.split("\n") if "AMOUNT" not in x)
    (found,) = verify(small(text), only=(wager,), with_variations=False).result.wagers
    return {int(at.amount): at.house_edge for at in found.by_amount}


def of_twelve(stake: Fraction | int) -> Fraction:
    """A quarter of the stake on each number, its payout rounded down: 2 and 12 come once in 36 rolls each, 3 and 11 twice."""
    part = Fraction(stake) / 4
    gain = 2 * (30 * part // 1 - 3 * part) + 4 * (15 * part // 1 - 3 * part) - 30 * stake
    return -gain / 36 / stake


def of_seven(stake: int) -> Fraction:
    return -(6 * Fraction(9 * stake // 2) - 30 * stake) / 36 / stake


def test_what_is_rounded_of_the_parts_is_rounded_of_the_whole(small: Small) -> None:
    """The wager has no rounding of its own, but its parts do, and theirs if they have parts; $10 pays $75 and $37, not $37.50."""
    stakes = [1, 5, 10, 20, 25, 50, 100]
    assert by_stake(small, "", "twelve") == {stake: of_twelve(stake) for stake in stakes}
    assert by_stake(small, "", "whole") == {stake: of_twelve(Fraction(stake, 2)) for stake in stakes}
    assert of_twelve(10) == Fraction(47, 360)


@pytest.mark.parametrize(
    ("amount", "stakes"),
    [
        ("", [1, 5, 10, 20, 25, 50, 100]),
        ("amount from $5 through $55", [5, 10, 20, 25, 50]),
        ("amount at least $20", [20, 25, 50, 100]),
        ("amount at most $5", [1, 5]),
        ("amount in units of $4", [20, 100]),
        ("amount in units of $3", [3, 6, 15, 30]),
        ("amount from $30 through $40", [30, 40]),
        ("amount at most most", [1, 5, 10, 20, 25, 50, 100]),
    ],
)
def test_only_permitted_stakes_are_told(small: Small, amount: str, stakes: list[int]) -> None:
    """Where no usual stake is permitted it is sums that the line speaks of; a limit that nobody has chosen yet rules out none."""
    assert by_stake(small, amount, "seven") == {stake: of_seven(stake) for stake in stakes}


def test_a_limit_that_the_house_has_chosen(small: Small) -> None:
    text = GAME.replace("  AMOUNT", "  amount at most most")
    (found,) = verify(small(text), {"most": read_value("$25")}, only=("seven",), with_variations=False).result.wagers
    assert [at.amount for at in found.by_amount] == [1, 5, 10, 20, 25]


@pytest.mark.parametrize(("wager", "of"), [("twelve", of_twelve), ("seven", of_seven)])
def test_where_one_stake_is_the_only_one_nothing_is_told_of_others(small: Small, wager: str, of: Callable[[int], Fraction]) -> None:
    """$5 in quarters pays $37 and $18, and 9 to 2 pays $22: the figures of the wager itself."""
    text = GAME.replace("  AMOUNT", "  amount is $5")
    (found,) = verify(small(text), only=(wager,), with_variations=False).result.wagers
    assert (found.house_edge, found.by_amount) == (of(5), ())
