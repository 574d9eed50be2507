"""Stakes that lines derive from other wagers, caps and meters beside them: each once gave a wrong figure.

Of 1,326 hands of two cards 78 are pairs (1 in 17) and 234 others are of one suit.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.checks.context import Context
from audit.checks.rules import run
from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.cards.by_stake import STAKES
from audit.solve.planner import Verified, verify
from audit.solve.result import Method

HEAD = """ruleset test/stakes/undated
  title "stakes"
  source "made up"
deck 1 of 52 @ 1
area player_cards of each player @ 1
"""

ROUND = """round @ 1
  step deal
    deal 2 to player_cards face up
    settle
"""


def wager(name: str, *lines: str, pair: str = "5 to 1", otherwise: str = "lose") -> str:
    """A wager that pays a pair."""
    stated = "".join(f"  {line}\n" for line in ("made before the deal", *lines))
    return f"wager {name} @ 1\n{stated}  pays\n    | player_cards | pays |\n    | 2 cards of one rank | {pair} |\n    | otherwise | {otherwise} |\n"


def solved(*statements: str) -> Verified:
    return verify(load_text(HEAD + "".join(statements) + ROUND, Library(())))


def edges(*statements: str) -> dict[str, Fraction | None]:
    return {row.wager: row.house_edge for row in solved(*statements).result.wagers}


BLIND = wager("blind", "required", "amount equal to 2 times ante", otherwise="push")
ANTE = wager("ante", "required")


@pytest.mark.parametrize(("statements", "unit", "edge"), [((BLIND, ANTE), "blind", "1/34"), ((ANTE, BLIND), "ante", "1/17")])
def test_a_derived_amount_hangs_on_no_order(statements: tuple[str, ...], unit: str, edge: str) -> None:
    """Two units of blind and one of ante: a pair brings 15, all else loses 1; per unit of blind half as much."""
    (row,) = solved(*statements).result.wagers
    assert (row.per, row.house_edge, row.element_of_risk) == (f"unit of {unit}", Fraction(edge), Fraction(1, 51))


MAIN = wager("main", "amount is $10")


def test_money_on_a_stake_that_is_another_wagers() -> None:
    """$40 on a stake of $10 is 4 to 1, on one of $30 it is 4 to 3; where the other stands, or whether it is made, is all one."""
    derived = wager("early", "needs main", "amount equal to main", pair="$40")
    late = derived.replace("early", "late")
    alone = wager("alone", "amount equal to main", pair="$40")
    thrice = wager("thrice", "amount 3 times main", pair="$40")
    four = Fraction(16 - 4, 17)
    assert edges(derived, MAIN, late, alone, thrice) == {
        "early": four, "main": Fraction(11, 17), "late": four, "alone": four, "thrice": 1 - Fraction(1, 17) * (1 + Fraction(4, 3)),
    }  # fmt: skip


@pytest.mark.parametrize("named", ["half_main", "twice_removed"])
def test_a_stake_may_be_derived_by_way_of_definitions(named: str) -> None:
    """$40 on half of $10 is 8 to 1; on half of any stake 8 to 1 is the same, and $40 is told by the stake of main."""
    defined = "define half_main as half of main @ 1\ndefine twice_removed as half_main @ 1\n"
    side = wager("side", "needs main", f"amount equal to {named}", pair="$40")
    eight = Fraction(16 - 8, 17)
    assert edges(defined, MAIN, side)["side"] == eight
    assert edges(defined, wager("main", "required"), side.replace("$40", "8 to 1"))["side"] == eight
    rows = {row.wager: row for row in solved(defined, wager("main", "required"), side).result.wagers}
    assert {at.amount: at.house_edge for at in rows["side"].by_amount} == {
        stake: Fraction(16, 17) - Fraction(40, 17) / (stake / 2) for stake in STAKES
    }


def test_amounts_that_are_derived_from_one_another_are_refused() -> None:
    refused = solved(wager("one", "amount equal to other"), wager("other", "amount equal to one")).refused
    assert "the amounts of one and other are derived from one another" in {error.why for error in refused.values()}


def test_money_is_rounded_on_a_stake_that_is_half_of_a_fixed_one() -> None:
    """5% of $2.50, rounded up, is $1: a pair brings $39, a hand that loses costs $3.50, and the push costs nothing."""
    half = wager(
        "half", "needs main", "amount equal to half of main", "commission 5% of wager charged when made rounded up to $1", pair="16 to 1",
    ).replace("    | otherwise", "    | 2 cards of one suit | push |\n    | otherwise")  # fmt: skip
    main = wager("main", "amount is $5")
    rows = {row.wager: row for row in solved(main, half).result.wagers}
    assert rows["half"].house_edge == -(39 * 78 - Fraction(7, 2) * 936) / 1326 / Fraction(5, 2)
    assert not any("rounded" in note for note in rows["half"].notes)


CAPPED = "cap {} per round at ${} @ 2\n"


@pytest.mark.parametrize(
    ("stated", "cap", "edge"),
    [
        (wager("side", "amount is $100"), CAPPED.format("side", 500), Fraction(11, 17)),
        (wager("side", "amount is $100"), CAPPED.format("side", 499), None),
        (wager("side", "amount is $100", pair="$500"), CAPPED.format("side", 499), None),
        (wager("side", "amount is $100", "taken when made", pair="6 for 1"), CAPPED.format("side", 599), None),
        (wager("side", "amount is $100", "taken when made", pair="6 for 1"), CAPPED.format("side", 600), Fraction(11, 17)),
        (wager("side"), CAPPED.format("side", 1), Fraction(11, 17)),
        (MAIN + wager("side", "amount 10 times main"), CAPPED.format("side", 499), None),
    ],
)
def test_what_a_cap_cuts_off_a_fixed_stake_is_not_left_out(stated: str, cap: str, edge: Fraction | None) -> None:
    """Where a stake may be small enough a note says so; where it is one sum, the figure without the cap holds for none."""
    found = solved(stated, cap)
    row = next(row for row in found.result.wagers if row.wager == "side")
    assert row.house_edge == edge
    assert (row.method is Method.NOT_SOLVABLE) == (edge is None)
    assert edge is not None or found.refused["side"].span.line == next(
        n for n, line in enumerate((HEAD + stated + cap).splitlines(), 1) if line.startswith("cap")
    )


METERED = wager("side", "amount is $5", pair="10% of jackpot").replace(
    "    | otherwise", "    | 2 cards of one rank | {} |\n    | otherwise"
).replace("  pays\n", "  pays\n    highest only\n")  # fmt: skip
METER = "meter jackpot @ 1\n  starts at $300 @ 1\n"


def test_which_is_higher_may_hang_on_a_meter() -> None:
    """10% of what it holds is more than $100 above $1,000, and less below; 20% of it is never less than 10%."""
    (row,) = solved(METERED.format("$100"), METER).result.wagers
    assert (row.method, row.house_edge) == (Method.NOT_SOLVABLE, None)
    (row,) = solved(METERED.format("20% of jackpot"), METER).result.wagers
    assert [(line.constant, line.slope) for line in row.meters] == [(-Fraction(16, 17), Fraction(1, 17) * Fraction(1, 5) / 5)]


def test_a_row_that_may_be_the_higher_one_is_not_called_unreachable() -> None:
    ranked = (
        "ranking two of 2 cards @ 1\n  order A K Q J 10 9 8 7 6 5 4 3 2\n  pair 2 cards of one rank\n"
        "  other anything else\n  compare by sets_then_cards\nhand h is all of player_cards by two @ 1\n"
    )
    side = METERED.format("$100").replace("| player_cards |", "| h |").replace("2 cards of one rank", "pair")
    ruleset = load_text(HEAD + ranked + side + METER + ROUND, Library(()))
    verified = verify(ruleset)
    assert "row-unreachable" not in {finding.rule for finding in run(Context(ruleset, verified.configured, verified))}
