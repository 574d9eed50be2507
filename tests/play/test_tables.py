"""Tables: which row fits, what more than one row comes to, settle tables beside result rows, tables spread across a value."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.settling import Unsettled

Played = Callable[..., list[str]]


def decided(told: list[str]) -> str:
    """The line of the one wager, as what it came to."""
    return next(line for line in told if line.startswith("bet ") and "makes" not in line).removeprefix("bet ")


BY_TABLE = """
    wager bet "Bet" @ 2
      made before any roll @ 2
      pays @ 3
        | total       | combination      | odds   |
        | 2 through 6 | any              | 1 to 1 | @ 3.a
        | 8           | 4-4              | 5 to 1 | @ 3.b
        | 8           | not 4-4          | push   | @ 3.c
        | 7           | any              | void   | @ 3.d
        | otherwise   | any              | lose   | @ 3.e
"""


@pytest.mark.parametrize(
    ("given", "came"),
    [
        ("1-2", "win +$10 at 1 to 1 @ 2, 3, 3.a"),
        ("4-4", "win +$50 at 5 to 1 @ 2, 3, 3.b"),
        ("5-3", "push $0 @ 2, 3, 3.c"),
        ("3-4", "void $0 @ 2, 3, 3.d"),
        ("6-6", "lose -$10 @ 2, 3, 3.e"),
    ],
)
def test_a_table_decides_where_no_row_of_the_wager_does(throw: Played, given: str, came: str) -> None:
    assert decided(throw(BY_TABLE, given, "bet 10")) == came


def two_rows_fit(policy: str) -> str:
    line = f"    {policy}\n" if policy else ""
    return f"""
wager bet "Bet" @ 2
  made before any roll @ 2
  win  on 2 through 12 @ 2.a
  pays @ 3
{line}    | total       | combination      | odds   |
    | any         | 1-1, 2-2, 3-3    | 2 to 1 | @ 3.a
    | 2 through 4 | any              | 5 to 1 | @ 3.b
    | 9           | any              | 1 to 1 | @ 3.c
    | 9           | 6-3              | 1 to 1 | @ 3.d
    | otherwise   | any              | lose   | @ 3.e
"""


@pytest.mark.parametrize(
    ("policy", "given", "came"),
    [
        ("", "3-3", "win +$20 at 2 to 1 @ 2.a, 3, 3.a"),
        ("", "2-1", "win +$50 at 5 to 1 @ 2.a, 3, 3.b"),
        ("", "6-3", "win +$10 at 1 to 1 @ 2.a, 3, 3.c, 3.d"),  # two that say the same
        ("", "6-6", "lose -$10 @ 2.a, 3, 3.e"),
        ("highest only @ 3.p", "1-1", "win +$50 at 5 to 1 @ 2.a, 3, 3.b"),
        ("highest only @ 3.p", "3-3", "win +$20 at 2 to 1 @ 2.a, 3, 3.a"),
        ("first row only @ 3.p", "1-1", "win +$20 at 2 to 1 @ 2.a, 3, 3.a"),
        ("every row @ 3.p", "1-1", "win +$70 at 2 to 1 and 5 to 1 @ 2.a, 3, 3.a, 3.b"),
    ],
)
def test_policies(throw: Played, policy: str, given: str, came: str) -> None:
    assert decided(throw(two_rows_fit(policy), given, "bet 10")) == came


def test_two_rows_without_a_policy_are_a_conflict(throw: Played) -> None:
    with pytest.raises(Unsettled, match="two lines give different results"):
        throw(two_rows_fit(""), "1-1", "bet 10")


SETTLE = """
    wager bet "Bet" @ 2
      made before any roll @ 2
    wager twin "Twin" @ 2
      made before any roll @ 2
    settle bet, twin @ 4
      | total       | bet    | twin      |
      | 2 through 6 | lose   | 3 to 1    | @ 4.a
      | 7           | return | lose half | @ 4.b
      | 8 through 11| win    |           | @ 4.c
      | 12          | win    | win       | @ 4.d
    pays bet at 2 to 1 @ 5
    pays twin @ 6
      | total     | odds   |
      | 12        | 9 to 1 | @ 6.a
"""


@pytest.mark.parametrize(
    ("given", "bet", "twin"),
    [
        ("1-1", "bet lose -$10 @ 4, 4.a", "twin win +$30 at 3 to 1 @ 4, 4.a"),
        ("3-4", "bet return $0 @ 4, 4.b", "twin lose half -$5 @ 4, 4.b"),
        ("4-4", "bet win +$20 at 2 to 1 @ 4, 4.c, 5", "twin stays"),  # an empty cell says nothing
        ("6-6", "bet win +$20 at 2 to 1 @ 4, 4.d, 5", "twin win +$90 at 9 to 1 @ 4, 4.d, 6, 6.a"),
    ],
)
def test_a_settle_table(throw: Played, given: str, bet: str, twin: str) -> None:
    assert throw(SETTLE, f"{given}, 6-6", "bet 10", "twin 10")[3:5] == [bet, twin]


def test_a_settle_table_must_agree_with_the_lines(throw: Played) -> None:
    body = """
        wager bet "Bet" @ 2
          made before any roll @ 2
          win  on 7, 11 @ 2.a
          lose on 2 @ 2.b
          pays 1 to 1 @ 2.c
        settle bet @ 4
          | total | bet  |
          | 7     | win  | @ 4.a
          | 11    | lose | @ 4.b
    """
    assert decided(throw(body, "3-4", "bet 10")) == "win +$10 at 1 to 1 @ 2.a, 2.c, 4, 4.a"
    with pytest.raises(Unsettled):
        throw(body, "5-6", "bet 10")


ACROSS = """
    option price one of low, high default low @ 1
    wager bet "Bet" @ 2
      made before any roll @ 2
      pays across price @ 3
        | on        | low    | high   |
        | 7         | 3 to 1 | 4 to 1 | @ 3.a
        | otherwise | lose   | lose   | @ 3.b
"""


def test_a_table_across_a_choice(throw: Played) -> None:
    assert decided(throw(ACROSS, "3-4", "bet 10")) == "win +$30 at 3 to 1 @ 2, 3, 3.a"
    assert decided(throw(ACROSS, "3-4", "bet 10", price="high")) == "win +$40 at 4 to 1 @ 2, 3, 3.a"
    assert decided(throw(ACROSS, "3-3", "bet 10", price="high")) == "lose -$10 @ 2, 3, 3.b"


def test_a_list_of_payouts(throw: Played) -> None:
    body = """
        wager bet "Bet" @ 2
          made before any roll @ 2
          pick its number from 4, 6 @ 2
          win  on its number @ 2.a
          lose on 7 @ 2.b
        wager other "Other" @ 2
          made before any roll @ 2
          win  on 7 @ 2.a
          lose otherwise @ 2.b
        pays @ 3
          | wager    | odds   |
          | bet on 4 | 9 to 5 | @ 3.a
          | bet on 6 | 7 to 6 | @ 3.b
          | other    | 4 to 1 | @ 3.c
    """
    assert throw(body, "2-2, 3-4", "bet[4] 10")[2] == "bet[4] win +$18 at 9 to 5 @ 2.a, 3, 3.a"
    assert throw(body, "3-3, 3-4", "bet[6] 6")[2] == "bet[6] win +$7 at 7 to 6 @ 2.a, 3, 3.b"
    assert throw(body, "3-4", "other 10")[2] == "other win +$40 at 4 to 1 @ 2.a, 3, 3.c"


def test_dice_that_show_a_face(throw: Played) -> None:
    body = """
        wager bet "Bet" @ 2
          made before any roll @ 2
          pick its face from each face of dice @ 2
          pays @ 3
            | dice showing its face | odds   |
            | 2                     | 2 to 1 | @ 3.a
            | 1                     | 1 to 1 | @ 3.b
            | 0                     | lose   | @ 3.c
    """
    assert throw(body, "5-5", "bet[5] 10")[2] == "bet[5] win +$20 at 2 to 1 @ 2, 3, 3.a"
    assert throw(body, "5-1", "bet[5] 10")[2] == "bet[5] win +$10 at 1 to 1 @ 2, 3, 3.b"
    assert throw(body, "4-1", "bet[5] 10")[2] == "bet[5] lose -$10 @ 2, 3, 3.c"


@pytest.mark.parametrize(
    ("test", "yes", "no"),
    [
        ("7", "3-4", "3-3"),
        ("4 through 6", "3-3", "6-1"),
        ("10 or more", "5-5", "4-5"),
        ("3 or fewer", "2-1", "2-2"),
        ("2-2", "2-2", "1-3"),
        ("6-1", "1-6", "3-4"),
        ("showing 6", "6-1", "5-5"),
        ("showing 1-2", "2-1", "1-1"),
        ("2 through 12 except 7, 11", "6-6", "5-6"),
        ("over 10", "5-6", "5-5"),
        ("at most 3", "1-2", "1-3"),
        ("low", "1-1", "4-4"),
    ],
)
def test_every_test_of_a_throw(throw: Played, test: str, yes: str, no: str) -> None:
    body = f"""
group low is 2 through 4, 5 @ 1
wager bet "Bet" @ 2
  made before any roll @ 2
  win  on {test} @ 2.a
  lose otherwise @ 2.b
  pays 1 to 1 @ 2.c
"""
    assert decided(throw(body, yes, "bet 10")).startswith("win")
    assert decided(throw(body, no, "bet 10")).startswith("lose")


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("if total over 7", "4-4", "3-4"),
        ("unless total over 7", "3-4", "4-4"),
        ("if total at least 7 and not total is 9", "5-5", "5-4"),
        ("if dice showing 6 at least 1", "6-1", "5-5"),
        ("if small", "1-1", "6-6"),
        ("if the combination is 1-1, 2-2", "2-2", "3-1"),
        ("if total equals 2 times 3 plus 1", "3-4", "3-3"),
        ("if total less 1 under 4", "2-2", "4-1"),
    ],
)
def test_every_condition_of_a_throw(throw: Played, condition: str, yes: str, no: str) -> None:
    body = f"""
define small when total under 5 @ 1
wager bet "Bet" @ 2
  made before any roll @ 2
  win  {condition} @ 2.a
  lose otherwise @ 2.b
  pays 1 to 1 @ 2.c
"""
    assert decided(throw(body, yes, "bet 10")).startswith("win")
    assert decided(throw(body, no, "bet 10")).startswith("lose")
