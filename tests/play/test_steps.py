"""The round, step by step: acts, what leaves a step, what makes an act anew, branches, and settles of some wagers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.errors import PlayError

Played = Callable[..., list[str]]

POINT = """
    dice 2 with faces 1 through 6 @ 1
    wager line "Line" @ 2
      made before the come_out @ 2.a
      at come_out
        win  on 7, 11 @ 2.b
        lose on 2, 3, 12 @ 2.c
      at point_roll
        win  on the point @ 2.d
        lose on 7 @ 2.e
      pays 1 to 1 @ 3
    round @ 4
      step come_out
        roll dice @ 4.a
        settle @ 4.b
        keep the total as the point and go to point_roll on 4, 5, 6, 8, 9, 10 @ 4.c
        end otherwise @ 4.d
      step point_roll
        roll dice @ 4.e
        settle @ 4.f
        end on the point, 7 @ 4.g
        go to point_roll otherwise @ 4.h
"""


def test_a_round_that_ends_with_its_first_throw(played: Played) -> None:
    # 6-5 is 11: line 2.b wins, paid 1 to 1 by 3
    assert played(POINT, "6-5", "line 10") == [
        "makes line $10 @ 2.a", "roll 6-5 @ 4.a", "line win +$10 at 1 to 1 @ 2.b, 3", "end @ 4.d",
    ]


def test_a_point_that_is_made(played: Played) -> None:
    assert played(POINT, "4-2, 6-6, 5-1", "line 10") == [
        "makes line $10 @ 2.a", "roll 4-2 @ 4.a", "line stays", "round: point is 6 @ 4.c", "to point_roll @ 4.c",
        "roll 6-6 @ 4.e", "line stays", "to point_roll @ 4.h",
        "roll 5-1 @ 4.e", "line win +$10 at 1 to 1 @ 2.d, 3", "end @ 4.g",
    ]


def test_a_point_that_is_missed(played: Played) -> None:
    assert played(POINT, "4-2, 3-4", "line 10")[-3:] == ["roll 3-4 @ 4.e", "line lose -$10 @ 2.e", "end @ 4.g"]


def test_two_rounds_where_the_first_leaves_a_wager_unmade(played: Played) -> None:
    # what is wished for the come-out, while a point is up, waits for the next round; the memory of the round is gone
    body = POINT + """
    wager late "Late" @ 5
      made before the come_out if line is not made @ 5
      win  on 7 @ 5.a
      lose otherwise @ 5.b
      pays 1 to 1 @ 5.c
    """
    assert played(body, "6-5, 1-1", "line 10", "late 5") == [
        "makes line $10 @ 2.a", "roll 6-5 @ 4.a", "line win +$10 at 1 to 1 @ 2.b, 3", "end @ 4.d",
        "makes late $5 @ 5", "roll 1-1 @ 4.a", "late lose -$5 @ 5.b", "end @ 4.d",
    ]


def test_steps_follow_one_another(played: Played) -> None:
    body = """
        dice 1 with faces 1 through 6 @ 1
        wager sum "Sum" @ 2
          made before the one @ 2
          at two
            win  if the first_face is 6 @ 2.a
            lose otherwise @ 2.b
          pays 5 to 1 @ 2.c
        round @ 3
          step one
            roll dice and keep the total as the first_face @ 3.a
          step two
            roll dice @ 3.b
            settle @ 3.c
    """
    assert played(body, "6, 2", "sum 1") == [
        "makes sum $1 @ 2", "roll 6 @ 3.a", "round: first_face is 6 @ 3.a", "roll 2 @ 3.b",
        "sum win +$5 at 5 to 1 @ 2.a, 2.c", "end",
    ]


AGAIN = """
    dice 2 with faces 1 through 6 @ 1
    wager seven "Seven" @ 2
      made before any roll @ 2
      win  on 7 @ 2.a
      lose otherwise @ 2.b
      pays 4 to 1 @ 2.c
    round @ 3
      step throw
        roll dice @ 3.a
        again on 2, 3 @ 3.b
        again on 12 @ 3.c
        settle @ 3.d
"""


def test_again_makes_the_act_anew(played: Played) -> None:
    assert played(AGAIN, "1-1, 6-6, 4-3", "seven 10") == [
        "makes seven $10 @ 2", "roll 1-1 @ 3.a", "void 1-1 @ 3.b", "roll 6-6 @ 3.a", "void 6-6 @ 3.c", "roll 4-3 @ 3.a",
        "seven win +$40 at 4 to 1 @ 2.a, 2.c", "end",
    ]


BRANCH = """
    dice 2 with faces 1 through 6 @ 1
    wager low "Low" @ 2
      made before any roll @ 2
      win  on 2 through 6 @ 2.a
      lose otherwise @ 2.b
      pays 1 to 1 @ 2.c
    wager high "High" @ 3
      made before any roll @ 3
      win  on 8 through 12 @ 3.a
      lose otherwise @ 3.b
      pays 1 to 1 @ 3.c
    round @ 4
      step throw
        roll dice @ 4.a
        if total is 7 @ 4.b
          return low @ 4.b.i
          take back high @ 4.b.ii
          end @ 4.b.iii
        otherwise if total under 4 @ 4.c
          settle low as 3 to 1 @ 4.c.i
          settle high @ 4.c.ii
        otherwise
          settle @ 4.d
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("3-4", ["low return $0 @ 4.b.i", "high return $0 @ 4.b.ii", "end @ 4.b.iii"]),
        ("1-1", ["low win +$30 at 3 to 1 @ 4.c.i", "high lose -$10 @ 3.b", "end"]),
        ("2-2", ["low win +$10 at 1 to 1 @ 2.a, 2.c", "high lose -$10 @ 3.b", "end"]),
        ("6-5", ["low lose -$10 @ 2.b", "high win +$10 at 1 to 1 @ 3.a, 3.c", "end"]),
    ],
)
def test_the_first_arm_that_holds_is_taken(played: Played, given: str, expected: list[str]) -> None:
    assert played(BRANCH, given, "low 10", "high 10")[3:] == expected


def test_a_settle_of_some_touches_no_other(played: Played) -> None:
    body = """
        dice 2 with faces 1 through 6 @ 1
        wager one "One" @ 2
          made before the first @ 2
          win  on 7 @ 2.a
          lose otherwise @ 2.b
          pays 1 to 1 @ 2.c
        wager other "Other" like one @ 3
        round @ 4
          step first
            roll dice @ 4.a
            settle one @ 4.b
            roll dice @ 4.c
            settle other @ 4.d
    """
    assert played(body, "3-4, 1-1", "one 5", "other 5") == [
        "makes one $5 @ 2", "makes other $5 @ 2", "roll 3-4 @ 4.a", "one win +$5 at 1 to 1 @ 2.a, 2.c", "roll 1-1 @ 4.c",
        "other lose -$5 @ 2.b", "end",
    ]


def test_a_step_says_when_a_wager_is_made(played: Played) -> None:
    body = """
        dice 2 with faces 1 through 6 @ 1
        wager late "Late" @ 2
          win  on 7 @ 2.a
          lose otherwise @ 2.b
          pays 1 to 1 @ 2.c
        round @ 3
          step first
            roll dice @ 3.a
          step second
            bets late @ 3.b
            roll dice @ 3.c
            settle @ 3.d
    """
    assert played(body, "1-1, 3-4", "late 5") == [
        "roll 1-1 @ 3.a", "makes late $5 @ 3.b", "roll 3-4 @ 3.c", "late win +$5 at 1 to 1 @ 2.a, 2.c", "end",
    ]


def test_draws_and_wheels(played: Played) -> None:
    body = """
        wheel of 4 sections @ 1
          | section | count | size  |
          | red     | 2     | large |
          | blue    | 1     | small |
          | 00      | 1     | small |
        chance ball from 1 through 3 @ 2
        wager both "Both" @ 3
          made before any spin @ 3
          pays @ 4
            | size of the section | ball | odds    |
            | large               | 1    | 2 to 1  | @ 4.a
            | small               | 1    | 6 to 1  | @ 4.b
            | any                 | 2    | push    | @ 4.c
            | otherwise           | any  | lose    | @ 4.d
        round @ 5
          step go
            draw ball @ 5.a
            spin wheel @ 5.b
            settle @ 5.c
    """
    assert played(body, "1, 00", "both 10") == [
        "makes both $10 @ 3", "draw 1 @ 5.a", "spin 00 @ 5.b", "both win +$60 at 6 to 1 @ 3, 4, 4.b", "end",
    ]
    assert played(body, "1, red", "both 10")[3] == "both win +$20 at 2 to 1 @ 3, 4, 4.a"
    assert played(body, "2, blue", "both 10")[3] == "both push $0 @ 3, 4, 4.c"
    assert played(body, "3, blue", "both 10")[3] == "both lose -$10 @ 3, 4, 4.d"


def test_dice_of_two_kinds(played: Played) -> None:
    body = """
        dice red 2 with faces 1 through 6 @ 1
        dice coin 1 with faces heads, tails @ 2
        wager flip "Flip" @ 3
          made before any roll @ 3
          win  if total of red over 7 and coin is heads @ 3.a
          lose otherwise @ 3.b
          pays 4 to 1 @ 3.c
        round @ 4
          step go
            roll red @ 4.a
            roll coin @ 4.b
            settle @ 4.c
    """
    assert played(body, "4-4, heads", "flip 10")[-2] == "flip win +$40 at 4 to 1 @ 3.a, 3.c"
    assert played(body, "4-4, tails", "flip 10")[-2] == "flip lose -$10 @ 3.b"
    assert played(body, "4-3, heads", "flip 10")[-2] == "flip lose -$10 @ 3.b"


def test_a_round_that_runs_in_a_circle_is_given_up(played: Played) -> None:
    body = """
        dice 1 with faces 1 through 6 @ 1
        wager never "Never" @ 2
          made before the one @ 2
          pays 1 to 1 @ 2
        round @ 3
          step one
            go to two @ 3.a
          step two
            go to one @ 3.b
    """
    with pytest.raises(PlayError, match="from step to step"):
        played(body, "", "never 5")
