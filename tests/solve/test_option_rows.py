"""What else may be chosen among the rows of an option is told like any other value of one."""

from __future__ import annotations

from fractions import Fraction

from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import verify

TEXT = """ruleset test/rows/undated
  title "rows"
  source "made up"
option stakes one of @ 1
  | stakes    | price  | least |
  | "$1 / $2" | 2 to 1 | 9     |
  | 5         | 3 to 1 | 10    |
  | high      | 9 to 1 | 12    |
choose stakes 5
dice 2 with faces 1 through 6 @ 1
wager big @ 2
  made before the throw
  win if total over least
  lose otherwise
  pays price
wager seven @ 2
  made before the throw
  win on 7
  lose otherwise
  pays 4 to 1
round @ 1
  step throw
    roll dice
    settle
"""


def test_every_other_row_is_tried() -> None:
    """Over 10 come 3 throws of 36, over 9 six, over 12 none."""
    big, seven = verify(load_text(TEXT, Library(()))).result.wagers
    assert big.house_edge == 1 - 4 * Fraction(3, 36)
    assert {e.value: e.house_edge for e in big.options} == {"$1 / $2": 1 - 3 * Fraction(6, 36), "high": Fraction(1)}
    assert not seven.options
