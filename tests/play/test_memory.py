"""What the round and what a wager remember: keep, add, count, clear, and who may ask."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Played = Callable[..., list[str]]


def test_a_wager_keeps_its_own_number(played: Played) -> None:
    body = """
        dice 2 with faces 1 through 6 @ 1
        wager come "Come" @ 2
          made before any roll @ 2
          first roll
            win  on 7, 11 @ 2.a
            lose on 2, 3, 12 @ 2.b
            keep the total as its number on 4, 5, 6, 8, 9, 10 @ 2.c
          later rolls
            win  on its number @ 2.d
            lose on 7 @ 2.e
          pays 1 to 1 @ 2.f
        round @ 3
          step throw
            roll dice @ 3.a
            settle @ 3.b
            go to throw otherwise @ 3.c
    """
    # the throw that sets the number does not win on it: 2.d is in force later only
    assert played(body, "5-4, 6-5, 6-3", "come 10") == [
        "makes come $10 @ 2", "roll 5-4 @ 3.a", "come: number is 9 @ 2.c", "come stays", "to throw @ 3.c",
        "roll 6-5 @ 3.a", "come stays", "to throw @ 3.c",
        "roll 6-3 @ 3.a", "come win +$10 at 1 to 1 @ 2.d, 2.f", "to throw @ 3.c",
    ]
    assert played(body, "6-5", "come 10")[2] == "come win +$10 at 1 to 1 @ 2.a, 2.f"
    assert played(body, "5-4, 6-1", "come 10")[-2] == "come lose -$10 @ 2.e"


SET = """
    dice 2 with faces 1 through 6 @ 1
    wager collect "Collect" @ 2
      made before the round @ 2
      add the total to its totals on 2 through 6, 8 through 12 @ 2.a
      settle on 7 @ 2.b
      pays @ 3
        | count of totals | odds   |
        | 2 or more       | 3 to 1 | @ 3.a
        | 1               | push   | @ 3.b
        | 0               | lose   | @ 3.c
    round @ 4
      step throw
        roll dice @ 4.a
        settle @ 4.b
        end on 7 @ 4.c
        go to throw otherwise @ 4.d
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("3-4", "collect lose -$10 @ 2.b, 3, 3.c"),
        ("1-1, 3-4", "collect push $0 @ 2.b, 3, 3.b"),
        # a set holds each thing once: two twos are one
        ("1-1, 1-1, 3-4", "collect push $0 @ 2.b, 3, 3.b"),
        ("1-1, 6-6, 3-4", "collect win +$30 at 3 to 1 @ 2.b, 3, 3.a"),
    ],
)
def test_a_set_holds_each_thing_once(played: Played, given: str, expected: str) -> None:
    assert played(SET, given, "collect 10")[-2] == expected


COUNTS = """
    dice 1 with faces 1 through 6 @ 1
    wager streak "Streak" @ 2
      made before the round @ 2
      count its sixes up to 2 on 6 @ 2.a
      clear its sixes on 1 @ 2.b
      settle on 2 @ 2.c
      pays 1 to 1 times its sixes @ 2.d
    round @ 3
      step throw
        roll dice and count the throws @ 3.a
        settle @ 3.b
        end if the throws at least 4 @ 3.c
        go to throw otherwise @ 3.d
"""


def test_a_count_stops_at_its_top_and_clears_to_nothing(played: Played) -> None:
    assert [line for line in played(COUNTS, "6, 6, 6, 2", "streak 10") if line.startswith("streak")] == [
        "streak: sixes is 1 @ 2.a", "streak stays", "streak: sixes is 2 @ 2.a", "streak stays",
        "streak: sixes is 2 @ 2.a", "streak stays", "streak win +$20 at 1 to 1 times 2 @ 2.c, 2.d",
    ]
    assert [line for line in played(COUNTS, "6, 1, 2", "streak 10") if line.startswith("streak")] == [
        "streak: sixes is 1 @ 2.a", "streak stays", "streak: sixes is 0 @ 2.b", "streak stays",
        "streak win $0 at 1 to 1 times 0 @ 2.c, 2.d",
    ]


def test_the_round_counts_and_forgets(played: Played) -> None:
    # four throws end the first round; in the next the count begins anew, the wager rides on
    assert [line for line in played(COUNTS, "3, 3, 3, 3, 2", "streak 10") if not line.startswith("streak")] == [
        "makes streak $10 @ 2", "roll 3 @ 3.a", "round: throws is 1 @ 3.a", "to throw @ 3.d",
        "roll 3 @ 3.a", "round: throws is 2 @ 3.a", "to throw @ 3.d",
        "roll 3 @ 3.a", "round: throws is 3 @ 3.a", "to throw @ 3.d",
        "roll 3 @ 3.a", "round: throws is 4 @ 3.a", "end @ 3.c",
        "roll 2 @ 3.a", "round: throws is 1 @ 3.a", "to throw @ 3.d",
    ]


def test_one_wager_asks_for_what_another_remembers(played: Played) -> None:
    body = """
        dice 2 with faces 1 through 6 @ 1
        wager base "Base" @ 2
          made before any roll @ 2
          keep the total as its number on 4 through 10 except 7 @ 2.a
          lose on 7 @ 2.b
          pays 1 to 1 @ 2.c
        wager behind "Behind" @ 3
          needs base @ 3
          made before any roll if number of base is set @ 3
          win  if number of base equals total @ 3.a
          lose if base loses @ 3.b
          pays @ 3.c
            | number of base | odds   |
            | 4, 10          | 2 to 1 | @ 3.c.i
            | otherwise      | 1 to 1 | @ 3.c.ii
        round @ 4
          step throw
            roll dice @ 4.a
            settle @ 4.b
            go to throw otherwise @ 4.c
    """
    told = played(body, "3-1, 5-5, 3-4", "base 10", "behind 20")
    # 4 is kept; then 10: base keeps 10, and the wager behind, asked after it, sees 10 and wins 2 to 1
    assert "makes behind $20 @ 3" in told
    assert told.index("makes behind $20 @ 3") > told.index("roll 3-1 @ 4.a")
    assert "behind win +$40 at 2 to 1 @ 3.a, 3.c, 3.c.i" in told
    assert told[-2] == "base lose -$10 @ 2.b"
    assert played(body, "3-1, 3-4", "base 10", "behind 20")[-3:-1] == ["base lose -$10 @ 2.b", "behind lose -$20 @ 3.b"]
