"""Wagers that are paid sums of money on a stake that no line fixes: no house edge, but one for each of some stakes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from audit.language.library import Library
from audit.language.loading import load_text
from audit.report.documents import verify_document
from audit.solve.cards.by_stake import STAKES
from audit.solve.planner import verify
from audit.solve.result import Method, WagerResult

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "verify.json"

# Four aces and four kings.  Both cards are aces in 6 of 28 deals, an ace and a king in 16, kings in 6.
SIDE = """ruleset test/prize/undated
  title "a prize in money"
  source "made up"
deck 1 of 52 without 2 through Q @ 1
area player_cards of each player @ 1
count points @ 1
  A counts 1
  K counts 0
assume prize @ 1
  because "made up"
  taken alone
  instead beside_odds
wager side @ 1
  made before the deal
round @ 1
  step deal
    deal 2 to player_cards face up
  step showdown
    settle side
settle side @ 1
  first row only
  | points of player_cards | side   | plus    |
  | 2                      | $30    | nothing | when prize is alone @ 2
  | 2                      | 2 to 1 | $30     | when prize is beside_odds @ 2
  | 1                      | 1 to 1 | nothing |
  | otherwise              | lose   | nothing |
"""

# Twelve cards: aces, kings, queens.  The player sees one and folds, or plays for another: an ace is paid a sum.
DECIDED = """ruleset test/decided/undated
  title "a choice that hangs on the stake"
  source "made up"
deck 1 of 52 without 2 through J @ 1
area player_cards of each player @ 1
wager ante @ 1
  required
  made before the deal
wager raise @ 1
  amount equal to ante
round @ 1
  step deal
    deal 1 to player_cards face up
  step decide
    each player decides
      fold
        forfeit ante
      play
        make raise
        deal 1 to player_cards face up
  step showdown
    settle ante, raise
settle ante @ 1
  | second card of player_cards | ante   |
  | A            | $50    | @ 2
  | otherwise    | lose   |
settle raise @ 1
  | second card of player_cards | raise  |
  | A            | 1 to 1 |
  | otherwise    | lose   |
"""


def results(text: str) -> dict[str, WagerResult]:
    return {row.wager: row for row in verify(load_text(text, Library(()))).result.wagers}


def test_a_sum_of_money_on_any_stake() -> None:
    side = results(SIDE)["side"]
    assert side.method is Method.NOT_VERIFIABLE
    assert side.house_edge is None
    assert side.figures is not None
    assert (side.figures.win, side.figures.lose, side.figures.variance) == (Fraction(22, 28), Fraction(6, 28), None)
    assert {(o.pays, o.net) for o in side.figures.outcomes if o.result == "win"} == {("1 to 1", 1), ("$30", None)}
    assert [(at.amount, at.house_edge) for at in side.by_amount] == [
        (stake, Fraction(6 - 16, 28) - Fraction(6 * 30, 28) / stake) for stake in STAKES
    ]


def test_another_reading_is_told_by_stake() -> None:
    (reading,) = results(SIDE)["side"].readings
    assert (reading.assumption, reading.house_edge, reading.changes) == ("prize", None, True)
    assert [at.house_edge for at in reading.by_amount] == [
        Fraction(6 - 16 - 12, 28) - Fraction(6 * 30, 28) / stake for stake in STAKES
    ]


def test_best_play_is_sought_at_each_stake() -> None:
    """Of the 11 cards left 3 are aces with an ace in hand, else 4.

    At $100 playing with an ace in hand brings (3·50/100 − 8) + (3 − 8), less than the 11 that folding costs: it is folded there,
    and at no smaller stake.
    """
    (row,) = results(DECIDED).values()
    assert (row.method, row.figures) == (Method.NOT_VERIFIABLE, None)
    expected = {}
    for stake in STAKES:
        ways = ((Fraction(4, 12), 3), (Fraction(8, 12), 4))
        played = [(share, (aces * 50 / stake - (11 - aces) + aces - (11 - aces)) / 11) for share, aces in ways]
        assert [value < -1 for _, value in played] == [stake == 100, False]
        expected[stake] = -sum(share * max(Fraction(-1), value) for share, value in played)
    assert {at.amount: at.house_edge for at in row.by_amount} == expected


BESIDE = (
    SIDE.replace("wager side @ 1", "wager main @ 1\n  required\n  made before the deal\nwager side @ 1\n  amount equal to main")
    .replace("    settle side", "    settle main, side")
    .replace("settle side @ 1", "settle main @ 1\n  | points of player_cards | main |\n  | any | push |\nsettle side @ 1")
)


@pytest.mark.parametrize(("text", "staked"), [(SIDE, "side"), (DECIDED, "ante"), (BESIDE, "main")])
def test_figures_are_those_of_the_ruleset_with_that_stake(text: str, staked: str) -> None:
    row = next(row for row in results(text).values() if row.by_amount)
    for at in row.by_amount:
        fixed = text.replace(f"wager {staked} @ 1", f"wager {staked} @ 1\n  amount is ${at.amount}")
        assert results(fixed)[row.wager].house_edge == at.house_edge


@pytest.mark.parametrize(
    ("amount", "stakes"),
    [("from $5 through $55", (5, 25)), ("at least $200", (200,)), ("in units of $30", (30, 60, 150, 300)), ("at most $25", (1, 5, 25))],
)
@pytest.mark.parametrize("of", ["side", "main"])
def test_only_permitted_stakes_are_told(amount: str, stakes: tuple[int, ...], of: str) -> None:
    """Also where the stake is that of another wager; where no usual stake is permitted it is sums that the line speaks of."""
    text = SIDE if of == "side" else BESIDE
    side = results(text.replace(f"wager {of} @ 1\n", f"wager {of} @ 1\n  amount {amount}\n", 1))["side"]
    assert [(at.amount, at.house_edge) for at in side.by_amount] == [
        (stake, Fraction(6 - 16, 28) - Fraction(6 * 30, 28) / stake) for stake in stakes
    ]


def test_an_option_is_told_by_stake_and_the_document_is_of_the_schema() -> None:
    """With $60 for two aces a dollar of stake brings twice as much by them."""
    text = SIDE.replace("assume prize @ 1", "option high from $30 through $60 default $30 @ 1\nassume prize @ 1").replace("| $30    | nothing", "| high   | nothing")
    verified = verify(load_text(text, Library(())))
    (side,) = verified.result.wagers
    told = {effect.value: effect for effect in side.options}
    assert [(at.amount, at.house_edge) for at in told["$60"].by_amount] == [
        (stake, Fraction(6 - 16, 28) - Fraction(6 * 60, 28) / stake) for stake in STAKES
    ]
    document = json.loads(json.dumps(verify_document([(verified.result, (), ())]) | {"not_examined": []}))
    assert not list(Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).iter_errors(document))
