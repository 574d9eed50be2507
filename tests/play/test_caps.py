"""The most that is paid in a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from audit.play.caps import Within, amount_of
from audit.ruleset import meters as mt

Told = Callable[..., Any]
Results = Callable[[Any], list[str]]

BODY = """
option table_minimum set by the house @ 1
option reserve set by the house @ 1
wager ante @ 4
  amount at least table_minimum @ 4
wager side @ 4
  amount equal to ante @ 4
settle ante @ 6
  | player_hand against dealer_hand | ante |
  | higher                          | win  | @ 6.a
  | equal, lower                    | lose | @ 6.b
pays ante at 2 to 1 @ 7
pays side @ 7
  | player_hand | pays     |
  | straight    | 50 to 1  | @ 7.a
  | pair        | 3 to 1   | @ 7.b
  | otherwise   | lose     | @ 7.c
bonus extra on ante @ 8
  | player_hand | pays    |
  | straight    | 4 to 1  | @ 8.a
  | otherwise   | nothing | @ 8.b
"""


def seen(play: Any) -> Any:
    """The same game in play: hands are told still, but caps are heeded, as they are not before a solver."""
    from dataclasses import replace

    oracle, see = play.state.oracle, type(play.state).sight
    play.state.oracle = None
    play.state.sight = lambda stake=None: replace(see(play.state, stake), oracle=oracle)
    return play


@pytest.mark.parametrize(
    ("cap", "expected"),
    [
        (
            "cap side per round at $300",
            ["ante win +$20 at 2 to 1", "side win +$300 at 50 to 1", "side: capped by $200", "extra on ante win +$40"],
        ),
        (
            "cap all per round at $510",
            ["ante win +$20 at 2 to 1", "side win +$490 at 50 to 1", "side: capped by $10", "extra on ante win $0",
             "extra: capped by $40"],
        ),
        (
            "cap ante, side together per hand at most $515",
            ["ante win +$20 at 2 to 1", "side win +$495 at 50 to 1", "side: capped by $5", "extra on ante win +$40"],
        ),
        (
            "cap each of ante, side per round at $100",
            ["ante win +$20 at 2 to 1", "side win +$100 at 50 to 1", "side: capped by $400", "extra on ante win +$40"],
        ),
        (
            "cap extra per round at $30",
            ["ante win +$20 at 2 to 1", "side win +$500 at 50 to 1", "extra on ante win +$30", "extra: capped by $10"],
        ),
        (
            "cap side per round at least $100",
            ["ante win +$20 at 2 to 1", "side win +$500 at 50 to 1", "side: perhaps capped", "extra on ante win +$40"],
        ),
        (
            "cap side per round at $100 where the house sets one",
            ["ante win +$20 at 2 to 1", "side win +$500 at 50 to 1", "side: perhaps capped", "extra on ante win +$40"],
        ),
        (
            "cap side per round at least $1,000",
            ["ante win +$20 at 2 to 1", "side win +$500 at 50 to 1", "extra on ante win +$40"],
        ),
    ],
)  # fmt: skip
def test_caps(told: Told, results: Results, cap: str, expected: list[str]) -> None:
    play = seen(told(f"{BODY}{cap} @ 9\n", "ante 10", "side 10", player="straight", table_minimum="$5"))
    assert [line.removesuffix(" at 4 to 1") for line in results(play)] == expected


def test_a_loss_is_not_capped(told: Told, results: Results) -> None:
    play = seen(
        told(f"{BODY}cap all per round at $5 @ 9\n", "ante 10", "side 10", relation="lower", table_minimum="$5")
    )
    assert results(play) == ["ante lose -$10", "side lose -$10", "extra on ante nothing $0"]


def test_before_a_solver_nothing_is_capped(told: Told, results: Results) -> None:
    play = told(f"{BODY}cap all per round at $5 @ 9\n", "ante 10", "side 10", player="straight", table_minimum="$5")
    assert results(play)[1] == "side win +$500 at 50 to 1"


@pytest.mark.parametrize(
    ("cap", "choices", "within"),
    [
        # at their least of $5 both win 2 × 5 + 50 × 5, and the bonus 4 × 5: 280 in all
        ("cap all per round at the greater of $50,000 and the most at minimum wagers", {"table_minimum": "$5"},
         Within(50_000, 50_000)),
        ("cap all per round at the greater of $100 and the most at minimum wagers", {"table_minimum": "$5"},
         Within(100, 280)),
        ("cap side per round at the greater of $100 and the most at minimum wagers", {"table_minimum": "$5"},
         Within(100, 250)),
        ("cap all per round at the greater of $100 and the most at minimum wagers", {}, Within(100, None)),
        ("cap all per round at the lesser of $100 and $70", {}, Within(70, 70)),
        ("cap all per round at table_minimum", {}, Within(0, None)),
    ],
)  # fmt: skip
def test_how_high_a_cap_is(told: Told, cap: str, choices: dict[str, str], within: Within) -> None:
    play = told(f"{BODY}{cap} @ 9\n", "ante 10", **choices)
    (stated,) = play.ruleset.of(mt.Cap)
    assert amount_of(stated, play.state.sight()) == within


def test_a_cap_of_unknown_height_is_told_where_it_might_bite(told: Told, results: Results) -> None:
    cap = "cap all per round at the greater of $100 and reserve"
    play = seen(told(f"{BODY}{cap} @ 9\n", "ante 10", "side 10", player="straight", table_minimum="$5"))
    assert results(play)[1:3] == ["side win +$500 at 50 to 1", "side: perhaps capped"]
    play = seen(told(f"{BODY}{cap} @ 9\n", "ante 10", "side 10", player="pair", table_minimum="$5"))
    assert results(play) == ["ante win +$20 at 2 to 1", "side win +$30 at 3 to 1", "extra on ante nothing $0"]
