"""Wagers that are paid shares of a meter."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audit.play.errors import PlayError
from audit.ruleset.configure import OptionUnset

Told = Callable[..., Any]
Results = Callable[[Any], list[str]]

BODY = """
option start set by the house @ 1
option award one of 10% of jackpot, fixed default 10% of jackpot @ 1
option fixed set by the house when award is fixed @ 1
wager side @ 4
  amount is $1 @ 4
  taken when made @ 4
pays side @ 7
  {policy}
  | player_hand     | pays            | to each other player |
  | straight_flush  | 100% of jackpot | $9                   | @ 7.a
  | three_of_a_kind | award           | nothing              | @ 7.b
  | straight        | jackpot         | nothing              | @ 7.c
  | flush           | $70             | nothing              | @ 7.d
  | otherwise       | lose            | nothing              | @ 7.e
meter jackpot @ 9
  starts at start @ 9.a
  resets to $500 @ 9.b
"""
PLAIN = BODY.format(policy="")


def without_oracle(play: Any) -> Any:
    """The same game in play: hands are told still, but nothing is left open for a solver."""
    oracle = play.state.oracle
    play.state.oracle = None
    see = type(play.state).sight

    def sight(stake: Any = None) -> Any:
        from dataclasses import replace

        return replace(see(play.state, stake), oracle=oracle)

    play.state.sight = sight
    return play


def test_a_share_of_a_meter_in_play(told: Told, results: Results) -> None:
    play = without_oracle(told(PLAIN, "side 1", player="straight_flush", start="$2,000"))
    assert results(play) == [
        "side win +$1,999 at 100% of jackpot",
        "jackpot pays $2,000, left $500",
        "side: +$9 to each other player",
    ]
    play = without_oracle(told(PLAIN, "side 1", player="three_of_a_kind", start="$2,000"))
    assert results(play) == ["side win +$199 at 10% of jackpot", "jackpot pays $200, left $1,800"]
    play = without_oracle(told(PLAIN, "side 1", player="straight", start="$2,000"))
    assert results(play) == ["side win +$1,999 at jackpot", "jackpot pays $2,000, left $500"]
    play = without_oracle(told(PLAIN, "side 1", player="flush", start="$2,000"))
    assert results(play) == ["side win +$69 at $70"]


def test_the_size_that_the_table_knows_goes_before_the_start(told: Told, results: Results) -> None:
    play = without_oracle(told(PLAIN, "side 1", player="three_of_a_kind"))
    play.state.meters["jackpot"] = Fraction(12_345)
    assert results(play) == ["side win +$1,233.50 at 10% of jackpot", "jackpot pays $1,234.50, left $11,110.50"]
    assert play.state.meters == {"jackpot": Fraction(111_105, 10)}


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("pays out what is at least $70", "left $1,930"), ("pays out what is over $69.99", "left $1,930"),
        ("pays out what is at least $71", None), ("pays out what is over $70", None),
    ],
)  # fmt: skip
def test_a_fixed_payment_is_taken_from_the_meter(line: str, left: str | None, told: Told, results: Results) -> None:
    """The player gets as much, whoever pays it."""
    play = without_oracle(told(f"{PLAIN}  {line} @ 9.c\n", "side 1", player="flush", start="$2,000"))
    taken = [] if left is None else [f"jackpot pays $70, {left}"]
    assert results(play) == ["side win +$69 at $70", *taken]


def test_no_more_is_taken_from_a_meter_than_it_holds(told: Told, results: Results) -> None:
    play = without_oracle(told(f"{PLAIN}  pays out what is at least $5 @ 9.c\n", "side 1", player="flush", start="$50"))
    assert results(play) == ["side win +$69 at $70", "jackpot pays $70, left $0"]


def test_a_meter_that_a_wager_has_no_share_of_pays_nothing_of_it(told: Told, results: Results) -> None:
    other = "meter pool @ 9\n  starts at $900 @ 9\n  pays out what is at least $5 @ 9\n"
    play = without_oracle(told(f"{PLAIN}{other}", "side 1", player="flush", start="$2,000"))
    assert results(play) == ["side win +$69 at $70"]


def test_a_meter_without_a_start_is_asked_for(told: Told, results: Results) -> None:
    with pytest.raises(OptionUnset, match="start"):
        results(without_oracle(told(PLAIN, "side 1", player="straight_flush")))
    assert results(without_oracle(told(PLAIN, "side 1", player="flush"))) == ["side win +$69 at $70"]
    silent = PLAIN.replace("  starts at start @ 9.a\n", "")
    with pytest.raises(PlayError, match="what jackpot starts at"):
        results(without_oracle(told(silent, "side 1", player="straight_flush")))


def test_an_award_may_be_money_instead(told: Told, results: Results) -> None:
    play = without_oracle(told(PLAIN, "side 1", player="three_of_a_kind", award="fixed", fixed="$300"))
    assert results(play) == ["side win +$299 at $300"]


def test_before_a_solver_a_payment_stays_linear_in_the_meter(told: Told, results: Results) -> None:
    """The net is what is paid beside the meter; the share stands beside it."""
    play = told(PLAIN, "side 1", player="three_of_a_kind", start="$2,000")
    results(play)
    (stake,) = play.state.stakes
    assert (stake.net, stake.meters) == (Fraction(-1), (("jackpot", Fraction(1, 10)),))
    assert play.state.meters == {}


def test_the_highest_row_goes_by_what_is_known(told: Told, results: Results) -> None:
    """A meter of unknown size is taken above every fixed amount; one of known size is compared."""
    body = """
option start set by the house @ 1
wager side @ 4
  amount is $1 @ 4
pays side @ 7
  highest only @ 7
  | player_hand   | pays           |
  | straight      | 10% of jackpot | @ 7.a
  | not high_card | $70            | @ 7.b
  | otherwise     | lose           | @ 7.c
meter jackpot @ 9
  starts at start @ 9.a
"""
    play = told(body, "side 1", player="straight")
    assert results(play) == ["side win $0 at 10% of jackpot"]
    assert play.state.stakes[0].meters == (("jackpot", Fraction(1, 10)),)
    assert results(without_oracle(told(body, "side 1", player="straight", start="$600"))) == ["side win +$70 at $70"]
    play = without_oracle(told(body, "side 1", player="straight", start="$800"))
    assert results(play) == ["side win +$80 at 10% of jackpot", "jackpot pays $80, left $720"]
