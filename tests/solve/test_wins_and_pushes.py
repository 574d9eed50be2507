"""A win, a loss and a push go by what is won and lost, in games of dice as in games of cards, as the terms of a report say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.report import cells as ce
from audit.report.building_wagers import exact_cells
from audit.report.terminal.verify import true_odds
from audit.ruleset.ruleset import Ruleset
from audit.solve.figures import kind_of
from audit.solve.planner import Verified, verify
from audit.solve.result import Figures
from audit.solve.sampling import with_samples

Small = Callable[[str], Ruleset]

DICE = """
dice 1 with faces 1 through 6 @ 1
round @ 1
  step throw @ 1
    roll dice @ 1
    settle @ 1
wager w @ 2
  made before the throw @ 2
  amount is $5 @ 2
"""
CARDS = """
deck 1 of 52 without 8 through K @ 1
area mine of each player @ 1
round @ 1
  step deal @ 1
    deal 1 to mine face up @ 1
    settle @ 1
wager w @ 2
  made before the deal @ 2
  amount is $5 @ 2
"""


def verified(small: Small, kind: str, five: str) -> Verified:
    """A six wins, a five pushes with money beside it, the rest loses; of 28 cards from ace to seven each rank is 4."""
    text = DICE if kind == "dice" else CARDS
    looks = "total" if kind == "dice" else "first card of mine"
    rows = f"""\
settle w @ 3
  | {looks} | w | plus |
  | 6 | 3 to 1 | nothing |
  | 5 | push | {five} |
  | otherwise | lose | nothing |
"""
    return verify(small(f"{text}{rows}"), with_variations=False)


def figures(found: Verified) -> Figures:
    (result,) = found.result.wagers
    assert result.figures is not None
    return result.figures


@pytest.mark.parametrize(("kind", "number"), [("dice", 6), ("cards", 7)])
@pytest.mark.parametrize(("five", "is_won"), [("$2", True), ("nothing", False)])
def test_a_push_with_money_beside_it_is_a_win(small: Small, kind: str, number: int, five: str, is_won: bool) -> None:
    """It ends with $2 won; the terms count it to the hit rate, and true odds with it."""
    found = figures(verified(small, kind, five))
    one = Fraction(1, number)
    assert (found.win, found.push) == ((2 * one, 0) if is_won else (one, one))
    assert found.true_odds == ((number - 2, 2) if is_won and number % 2 else (found.lose / found.win).as_integer_ratio())


def test_a_sample_counts_alike(small: Small) -> None:
    found = verified(small, "dice", "$2")
    (sampled,) = (w.sampled for w in with_samples(found, 20_000, 1).result.wagers)
    assert sampled is not None and sampled.push == 0
    assert sampled.win == pytest.approx(1 / 3, abs=0.02)


def test_kinds() -> None:
    """What is not known goes by the result: a payout that no clause states is won all the same."""
    assert [kind_of("push", Fraction(n)) for n in (1, 0, -1)] == ["win", "push", "lose"]
    assert [kind_of(result, None) for result in ("win", "push", "void", "return", "lose", "conflict")] == [
        "win", "push", "push", "push", "lose", "lose",
    ]  # fmt: skip


def test_what_never_loses_has_no_true_odds(small: Small) -> None:
    """Against it stand no odds of 0 to 1: it never loses."""
    text = DICE + "  pays 1 to 1 @ 3\n  win on 6 @ 3\n  push otherwise @ 3\n"
    found = figures(verify(small(text), with_variations=False))
    assert (found.true_odds, true_odds(found)) == (None, "never loses")
    assert exact_cells(found)[0] == ce.said("never loses")
    never = figures(verify(small(text.replace("win on 6", "lose on 6")), with_variations=False))
    assert (never.true_odds, true_odds(never)) == (None, "never wins")
