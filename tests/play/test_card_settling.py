"""Settle tables and pay tables that look at hands; what is asked of a hand, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from audit.play.errors import AmountError, NotPlayable, NotStatedHere
from audit.play.settling import Unpriced, Unsettled

Told = Callable[..., Any]
Results = Callable[[Any], list[str]]

WAGERS = """
wager ante @ 4
wager play @ 4
"""
TWO_TESTS = f"""{WAGERS}
define dealer_qualifies when dealer_hand is Q high or better @ 5
settle ante, play @ 6
  | dealer_qualifies | player_hand against dealer_hand | ante | play   |
  | no               | any                             | win  | return | @ 6.a
  | yes              | higher                          | win  | win    | @ 6.b
  | yes              | equal                           | push | push   | @ 6.c
  | yes              | lower                           | lose | lose   | @ 6.d
pays ante, play at 1 to 1 @ 7
"""


@pytest.mark.parametrize(
    ("dealer", "relation", "expected"),
    [
        ("high_card", "lower", ["ante win +$10 at 1 to 1", "play return $0"]),
        ("pair; Q high or better", "higher", ["ante win +$10 at 1 to 1", "play win +$20 at 1 to 1"]),
        ("pair; Q high or better", "equal", ["ante push $0", "play push $0"]),
        ("pair; Q high or better", "lower", ["ante lose -$10", "play lose -$20"]),
    ],
)
def test_a_table_of_two_tests(told: Told, results: Results, dealer: str, relation: str, expected: list[str]) -> None:
    assert results(told(TWO_TESTS, "ante 10", "play 20", dealer=dealer, relation=relation)) == expected


def test_any_asks_nothing(told: Told, results: Results) -> None:
    play = told(TWO_TESTS, "ante 10", dealer="high_card")
    results(play)
    assert "player_hand against dealer_hand" not in play.oracle.asked


def test_a_row_that_fails_already_asks_nothing(told: Told, results: Results) -> None:
    """A column is worked out once a table, and what is known settles a row before anything new is asked."""
    body = f"""{WAGERS}
settle ante @ 6
  | player_hand      | player_hand against dealer_hand | ante |
  | straight         | any                             | win  | @ 6.a
  | not straight     | higher                          | win  | @ 6.b
  | not straight     | equal, lower                    | lose | @ 6.c
pays ante at 1 to 1 @ 7
"""
    play = told(body, "ante 10", player="straight")
    assert results(play) == ["ante win +$10 at 1 to 1"]
    assert play.oracle.asked == Counter({"player_hand": 1})
    play = told(body, "ante 10", player="pair", relation="lower")
    assert results(play) == ["ante lose -$10"]
    assert play.oracle.asked == Counter({"player_hand": 1, "player_hand against dealer_hand": 1})


def test_known_columns_settle_a_row_before_unknown_ones_are_asked(told: Told, results: Results) -> None:
    body = f"""{WAGERS}
settle ante @ 6
  | player_hand against dealer_hand | player_hand    | ante |
  | any                             | straight       | win  | @ 6.a
  | higher                          | below straight | win  | @ 6.b
  | equal, lower                    | below straight | lose | @ 6.c
pays ante at 1 to 1 @ 7
"""
    play = told(body, "ante 10", player="straight")
    assert results(play) == ["ante win +$10 at 1 to 1"]
    assert play.oracle.asked == Counter({"player_hand": 1})


EVERY_RESULT = """
option award one of $40, 5 to 1 default $40 @ 1
assume below @ 1
  because "silent"
  taken push
  instead lose
wager bet @ 4
settle bet @ 6
  | player_hand     | bet       |
  | straight_flush  | 3 to 2    | @ 6.a
  | three_of_a_kind | $70       | @ 6.b
  | straight        | award     | @ 6.c
  | flush           | lose half | @ 6.d
  | pair            | void      | @ 6.e
  | high_card       | below     | @ 6.f
"""


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ("straight_flush", "bet win +$15 at 3 to 2"),
        ("three_of_a_kind", "bet win +$70 at $70"),
        ("straight", "bet win +$40 at $40"),
        ("flush", "bet lose half -$5"),
        ("pair", "bet void $0"),
        ("high_card", "bet push $0"),
    ],
)
def test_every_result_of_a_settle_table(told: Told, results: Results, player: str, expected: str) -> None:
    assert results(told(EVERY_RESULT, "bet 10", player=player)) == [expected]


def test_an_option_and_an_assumption_give_other_results(told: Told, results: Results) -> None:
    play = told(EVERY_RESULT, "bet 10", player="straight", award="5 to 1")
    assert results(play) == ["bet win +$50 at 5 to 1"]
    assert results(told(EVERY_RESULT, "bet 10", below="lose")) == ["bet lose -$10"]


def test_a_pay_row_turns_a_win(told: Told, results: Results) -> None:
    body = """
wager blind @ 4
settle blind @ 6
  | player_hand against dealer_hand | blind |
  | higher                          | win   | @ 6.a
  | equal, lower                    | lose  | @ 6.b
pays blind @ 7
  | player_hand | pays   |
  | straight    | 2 to 1 | @ 7.a
  | pair        | lose   | @ 7.b
  | otherwise   | push   | @ 7.c
"""
    assert results(told(body, "blind 10", player="straight")) == ["blind win +$20 at 2 to 1"]
    assert results(told(body, "blind 10", player="pair")) == ["blind lose -$10"]
    assert results(told(body, "blind 10")) == ["blind push $0"]
    assert results(told(body, "blind 10", player="straight", relation="lower")) == ["blind lose -$10"]


def test_a_wager_is_decided_by_its_pays_alone(told: Told, results: Results) -> None:
    body = """
wager side @ 4
pays side at least @ 7
  | player_hand | pays    |
  | straight    | 6 to 1  | @ 7.a
  | flush       | 4 for 1 | @ 7.b
  | otherwise   | lose    | @ 7.c
"""
    play = told(body, "side 5", player="straight")
    assert results(play) == ["side win +$30 at 6 to 1"]
    assert play.oracle.asked == Counter({"player_hand": 1})
    assert results(told(body, "side 5", player="flush")) == ["side win +$15 at 4 for 1"]
    assert results(told(body, "side 5", player="pair")) == ["side lose -$5"]


SPREAD = """
wager trips @ 4
pays trips across nature of player_hand @ 7
  | player_hand     | wild   | natural |
  | straight_flush  | 9 to 1 | 9 to 1  | @ 7.a
  | three_of_a_kind | 1 to 1 | 6 to 1  | @ 7.b
  | otherwise       | lose   | lose    | @ 7.c
"""


def test_a_table_spread_over_natures(told: Told, results: Results) -> None:
    """Nature is asked only where the columns differ."""
    for nature, expected in (("wild", "+$5 at 1 to 1"), ("natural", "+$30 at 6 to 1")):
        assert results(told(SPREAD, "trips 5", player="three_of_a_kind", nature=nature)) == [f"trips win {expected}"]
    play = told(SPREAD, "trips 5", player="straight_flush")
    assert results(play) == ["trips win +$45 at 9 to 1"]
    assert "nature of player_hand" not in play.oracle.asked


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("highest only", "side win +$20 at 4 to 1"),
        ("first row only", "side win +$10 at 2 to 1"),
        ("every row", "side win +$30 at 2 to 1 and 4 to 1"),
    ],
)
def test_policies_of_pays(told: Told, results: Results, policy: str, expected: str) -> None:
    body = f"""
wager side @ 4
pays side @ 7
  {policy} @ 7
  | player_hand    | pays   |
  | not high_card  | 2 to 1 | @ 7.a
  | straight, pair | 4 to 1 | @ 7.b
  | otherwise      | lose   | @ 7.c
"""
    assert results(told(body, "side 5", player="straight")) == [expected]


def test_policies_of_settle_tables(told: Told, results: Results) -> None:
    body = """
wager side @ 4
settle side @ 7
  {policy}
  | player_hand    | side   |
  | not high_card  | 2 to 1 | @ 7.a
  | straight, pair | win    | @ 7.b
  | flush          | lose   | @ 7.c
  | otherwise      | lose   | @ 7.d
pays side at 4 to 1 @ 8
"""
    first = body.format(policy="first row only @ 7")
    highest = body.format(policy="highest only @ 7")
    assert results(told(first, "side 5", player="straight")) == ["side win +$10 at 2 to 1"]
    assert results(told(highest, "side 5", player="straight")) == ["side win +$20 at 4 to 1"]
    assert results(told(highest, "side 5", player="flush")) == ["side win +$10 at 2 to 1"]
    assert results(told(highest, "side 5", player="high_card")) == ["side lose -$5"]


def test_two_rows_that_differ_are_a_conflict(told: Told, results: Results) -> None:
    body = """
wager side @ 4
settle side @ 7
  | player_hand    | side |
  | not high_card  | lose | @ 7.a
  | straight, pair | push | @ 7.b
"""
    with pytest.raises(Unsettled, match="two lines give different results"):
        results(told(body, "side 5", player="straight"))


def test_a_table_without_a_row_is_no_result(told: Told, results: Results) -> None:
    body = """
wager side @ 4
settle side @ 7
  | player_hand    | side |
  | not high_card  | lose | @ 7.a
"""
    with pytest.raises(Unsettled, match="no row says what becomes of it"):
        results(told(body, "side 5"))


def test_a_win_without_a_payout(told: Told, results: Results) -> None:
    body = """
wager side @ 4
settle side @ 7
  | player_hand | side |
  | any         | win  | @ 7.a
pays side @ 8
  | player_hand | pays   |
  | straight    | 1 to 1 | @ 8.a
"""
    with pytest.raises(Unpriced):
        results(told(body, "side 5"))


def test_money_on_a_wager_that_is_taken_when_made(told: Told, results: Results) -> None:
    """A win of $70 nets $69 where the dollar staked never comes back; nothing paid is the dollar lost."""
    body = """
wager side @ 4
  amount is $1 @ 4
  taken when made @ 4
pays side @ 7
  | player_hand | pays    |
  | straight    | $70     | @ 7.a
  | flush       | 6 for 1 | @ 7.b
  | pair        | push    | @ 7.c
  | otherwise   | nothing | @ 7.d
"""
    for player, expected in (
        ("straight", "side win +$69 at $70"),
        ("flush", "side win +$5 at 6 for 1"),
        ("pair", "side push $0"),
        ("high_card", "side nothing -$1"),
    ):
        assert results(told(body, "side 1", player=player)) == [expected]


def test_nothing_is_no_result_of_a_wager_that_stays_on_the_table(told: Told, results: Results) -> None:
    body = """
wager side @ 4
pays side @ 7
  | player_hand | pays    |
  | straight    | 2 to 1  | @ 7.a
  | otherwise   | nothing | @ 7.d
"""
    with pytest.raises(NotPlayable, match="nothing"):
        results(told(body, "side 1"))


def test_a_table_as_a_function(told: Told, results: Results) -> None:
    body = """
table line @ 5
  | player_hand | line   |
  | straight    | 3 to 1 | @ 5.a
  | otherwise   | 1 to 1 | @ 5.b
wager side @ 4
settle side @ 7
  | player_hand against dealer_hand | side |
  | higher                          | win  | @ 7.a
  | equal, lower                    | lose | @ 7.b
pays side at line @ 8
"""
    assert results(told(body, "side 5", player="straight")) == ["side win +$15 at 3 to 1"]
    assert results(told(body, "side 5", player="pair")) == ["side win +$5 at 1 to 1"]


BOUNDS = """
wager ante @ 4
  amount from $5 through $100 @ 4.a
  amount at most 5 times side @ 4.b
wager side @ 4
  amount at least $5 @ 4.c
  amount equal to ante if extra is made @ 4.d
wager extra @ 4
settle ante, side, extra @ 6
  | player_hand | ante | side | extra |
  | any         | push | push | push  | @ 6.a
"""


@pytest.mark.parametrize(
    ("wagers", "wrong"),
    [
        (("ante 25", "side 5"), ""),
        (("ante 26", "side 5"), "ante \\$26: at most \\$25"),  # asked once both are made, whichever is made first
        (("side 5", "ante 26"), "ante \\$26: at most \\$25"),
        (("ante 26",), ""),
        (("ante 4", "side 5"), "ante \\$4: at least \\$5"),
    ],
)
def test_a_bound_that_speaks_of_another_wager(
    told: Told, results: Results, wagers: tuple[str, ...], wrong: str
) -> None:
    play = told(BOUNDS, *wagers, bets="ante, side")
    if wrong:
        with pytest.raises(AmountError, match=wrong):
            results(play)
    else:
        assert set(results(play)) <= {"ante push $0", "side push $0"}


def test_a_bound_with_a_guard(told: Told, results: Results) -> None:
    assert results(told(BOUNDS, "ante 20", "side 5")) == ["ante push $0", "side push $0"]
    with pytest.raises(AmountError, match="it is \\$20"):
        results(told(BOUNDS, "extra 5", "ante 20", "side 5"))


def test_a_grid_as_a_payout(told: Told, results: Results) -> None:
    body = """
grid line @ 5
  down player_hand
  across player_hand against dealer_hand
  | any       | higher | equal, lower |
  | straight  | 3 to 1 | lose         |
  | otherwise | 1 to 1 | lose         |
wager side @ 4
settle side @ 7
  | player_hand | side |
  | any         | win  | @ 7.a
pays side at line @ 8
"""
    for player, relation, expected in (
        ("straight", "higher", "side win +$15 at 3 to 1"),
        ("pair", "higher", "side win +$5 at 1 to 1"),
        ("straight", "lower", "side lose -$5"),
    ):
        assert results(told(body, "side 5", player=player, relation=relation)) == [expected]


def test_a_table_in_a_condition(told: Told, results: Results) -> None:
    body = """
table grade @ 5
  | player_hand | grade |
  | straight    | 2     | @ 5.a
  | pair        | 1     | @ 5.b
  | otherwise   | 0     | @ 5.c
define is_good when grade at least 1 @ 5
wager side @ 4
settle side @ 7
  | is_good | grade | side   |
  | yes     | 2     | 5 to 1 | @ 7.a
  | yes     | 1     | push   | @ 7.b
  | no      | any   | lose   | @ 7.c
"""
    for player, expected in (("straight", "win +$25 at 5 to 1"), ("pair", "push $0"), ("flush", "lose -$5")):
        assert results(told(body, "side 5", player=player)) == [f"side {expected}"]


def test_a_wager_that_no_line_decides(told: Told, results: Results) -> None:
    with pytest.raises(NotStatedHere, match="no clause gives side a result"):
        results(told("wager side @ 4\npays side at 2 to 1 @ 8\n", "side 5"))
