"""Wagers: what they are on, what they need, when they rest, of what they consist, how they come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.errors import PlayError
from audit.play.settling import Unpriced, Unsettled
from audit.ruleset.ruleset import Ruleset

Played = Callable[..., list[str]]
Load = Callable[[str], Ruleset]

# results


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("1-1", "all lose half -$5 @ 2.a"),
        ("1-2", "all push $0 @ 2.b"),
        ("1-3", "all void $0 @ 2.c"),
        ("1-4", "all stays"),
        ("3-4", "all win +$30 at 3 to 1 @ 2.e, 3"),
        ("6-6", "all lose -$10 @ 2.f"),
    ],
)
def test_every_result(throw: Played, given: str, expected: str) -> None:
    body = """
        wager all "All" @ 2
          made before any roll @ 2
          lose half on 2 @ 2.a
          push on 3 @ 2.b
          void on 4 @ 2.c
          stay on 5 @ 2.d
          win  on 7 @ 2.e
          lose otherwise @ 2.f
          pays 3 to 1 @ 3
    """
    assert throw(body, f"{given}, 3-4", "all 10")[2] == expected


def test_lines_that_disagree_are_a_conflict(throw: Played) -> None:
    body = """
        wager torn "Torn" @ 2
          made before any roll @ 2
          win  on 7, 11 @ 2.a
          lose on 2, 11 @ 2.b
          pays 1 to 1 @ 2.c
    """
    assert throw(body, "3-4", "torn 10")[-2:] == ["torn win +$10 at 1 to 1 @ 2.a, 2.c", "end"]
    with pytest.raises(Unsettled, match="two lines give different results"):
        throw(body, "5-6", "torn 10")


def test_a_win_without_a_price_is_refused(throw: Played) -> None:
    body = """
        wager gap "Gap" @ 2
          made before any roll @ 2
          win  on 7, 11 @ 2.a
          lose otherwise @ 2.b
          pays @ 2.c
            | total | odds   |
            | 7     | 1 to 1 |
    """
    with pytest.raises(Unpriced, match="no clause says what it is paid"):
        throw(body, "5-6", "gap 10")


def test_a_payout_that_is_not_stated_is_told_as_such(throw: Played) -> None:
    body = """
        wager silent "Silent" @ 2
          made before any roll @ 2
          win  on 7 @ 2.a
          lose otherwise @ 2.b
          pays not stated @ 2.c
    """
    assert throw(body, "3-4", "silent 10")[2] == "silent win not stated at not stated @ 2.a, 2.c"
    assert throw(body, "3-3", "silent 10")[2] == "silent lose -$10 @ 2.b"


# picks

PLACE = """
    wager place "Place" @ 2
      made before any roll @ 2
      pick its number from 4, 5, 6 @ 2.a
      win  on its number @ 2.b
      lose on 7 @ 2.c
      pays @ 2.d
        | number | odds   |
        | 4      | 9 to 5 | @ 2.d.i
        | 5      | 7 to 5 | @ 2.d.ii
        | 6      | 7 to 6 | @ 2.d.iii
"""


@pytest.mark.parametrize(
    ("wager", "given", "expected"),
    [
        ("place[4] 5", "2-2", "place[4] win +$9 at 9 to 5 @ 2.b, 2.d, 2.d.i"),
        ("place[5] 5", "4-1", "place[5] win +$7 at 7 to 5 @ 2.b, 2.d, 2.d.ii"),
        ("place[6] 12", "5-1", "place[6] win +$14 at 7 to 6 @ 2.b, 2.d, 2.d.iii"),
        ("place[6] 12", "5-2", "place[6] lose -$12 @ 2.c"),
        ("place[6] 12", "2-2", "place[6] stays"),
    ],
)
def test_each_pick_is_a_wager_of_its_own(throw: Played, wager: str, given: str, expected: str) -> None:
    assert throw(PLACE, f"{given}, 5-2", wager)[2] == expected


def test_a_pick_that_is_not_there(throw: Played) -> None:
    with pytest.raises(PlayError, match="place has no position 8"):
        throw(PLACE, "4-4", "place[8] 5")
    with pytest.raises(PlayError, match="one must be named"):
        throw(PLACE, "4-4", "place 5")


def test_a_table_of_picks_with_prices(throw: Played) -> None:
    body = """
        wager hard "Hard" @ 2
          made before any roll @ 2
          pick
            | number | combination | name        | pays    |
            | 4      | 2-2         | "Hard Four" | 7 to 1  | @ 2.a
            | 8      | 4-4         | "Hard Eight"| 9 for 1 | @ 2.b
          win  on its combination @ 2.c
          lose on 7, its number except its combination @ 2.d
    """
    assert throw(body, "2-2", "hard[4] 10")[2] == "hard[4] win +$70 at 7 to 1 @ 2.c, 2, 2.a"
    # 9 for 1 takes the stake: a gain of 8
    assert throw(body, "4-4", "hard[8] 10")[2] == "hard[8] win +$80 at 9 for 1 @ 2.c, 2, 2.b"
    assert throw(body, "5-3", "hard[8] 10")[2] == "hard[8] lose -$10 @ 2.d"
    assert throw(body, "2-2, 6-1", "hard[8] 10")[2] == "hard[8] stays"


def test_families_of_boxes(played: Played) -> None:
    body = """
        wheel of 7 sections @ 1
          | section     |
          | 1 through 6 |
          | 0           |
        layout cloth @ 1
          | 1 | 2 | 3 |
          | 4 | 5 | 6 |
        wager street "Street" @ 2
          made before any spin @ 2
          pick its box from each row of cloth @ 2
          win  on its box @ 2.a
          lose otherwise @ 2.b
          pays 1 to 1 @ 2.c
        wager split "Split" like street @ 3
          pick its box from each neighbours of cloth @ 3
          pays 2 to 1 @ 3.a
        round @ 4
          step go
            spin wheel @ 4.a
            settle @ 4.b
    """
    street, split = "street[1, 2, 3] 6", "split[3, 6] 6"
    assert played(body, "3", street, split)[3:5] == [
        "street[1, 2, 3] win +$6 at 1 to 1 @ 2.a, 2.c", "split[3, 6] win +$12 at 2 to 1 @ 2.a, 3.a",
    ]
    assert played(body, "6", street, split)[3:5] == [
        "street[1, 2, 3] lose -$6 @ 2.b", "split[3, 6] win +$12 at 2 to 1 @ 2.a, 3.a",
    ]


# other wagers

UPON = """
    dice 2 with faces 1 through 6 @ 1
    wager base "Base" @ 2
      made before the come_out @ 2
      at come_out
        win  on 7 @ 2.a
        lose on 2 @ 2.b
      at point_roll
        win  on the point @ 2.c
        lose on 7 @ 2.d
      pays 1 to 1 @ 2.e
    wager odds "Odds" @ 3
      needs base @ 3
      made before the point_roll @ 3
      win  if base wins @ 3.a
      lose if base loses @ 3.b
      pays @ 3.c
        | the point | odds   |
        | 4, 10     | 2 to 1 | @ 3.c.i
        | otherwise | 3 to 2 | @ 3.c.ii
    wager hope "Hope" @ 4
      needs base @ 4
      made before the point_roll @ 4
      win  on 12 @ 4.a
      pays 9 to 1 @ 4.b
    round @ 5
      step come_out
        roll dice @ 5.a
        settle @ 5.b
        end on 2, 7 @ 5.c
        keep the total as the point and go to point_roll otherwise @ 5.d
      step point_roll
        roll dice @ 5.e
        settle @ 5.f
        end on the point, 7 @ 5.g
        go to point_roll otherwise @ 5.h
"""


def test_a_wager_upon_another(played: Played) -> None:
    told = played(UPON, "2-2, 3-1", "base 10", "odds 20", "hope 5")
    assert told == [
        "makes base $10 @ 2", "roll 2-2 @ 5.a", "base stays", "round: point is 4 @ 5.d", "to point_roll @ 5.d",
        "makes odds $20 @ 3", "makes hope $5 @ 4", "roll 3-1 @ 5.e",
        "base win +$10 at 1 to 1 @ 2.c, 2.e", "odds win +$40 at 2 to 1 @ 3.a, 3.c, 3.c.i",
        # it has no line for this: its support is decided, so it goes back
        "hope return $0 @ 4", "end @ 5.g",
    ]


def test_a_wager_upon_another_that_loses(played: Played) -> None:
    told = played(UPON, "4-4, 6-6, 3-4", "base 10", "odds 20", "hope 5")
    assert told[8:] == [
        "base stays", "odds stays", "hope win +$45 at 9 to 1 @ 4.a, 4.b", "to point_roll @ 5.h",
        "roll 3-4 @ 5.e", "base lose -$10 @ 2.d", "odds lose -$20 @ 3.b", "end @ 5.g",
    ]


def test_what_it_needs_is_not_there(played: Played) -> None:
    # the base is decided on the first throw: the odds are never made
    assert played(UPON, "3-4", "base 10", "odds 20", once=True) == [
        "makes base $10 @ 2", "roll 3-4 @ 5.a", "base win +$10 at 1 to 1 @ 2.a, 2.e", "end @ 5.c",
    ]


def test_needs_any_and_instead_of(throw: Played) -> None:
    body = """
        wager one "One" @ 2
          made before any roll @ 2
          pays 1 to 1 @ 2
          win  on 7 @ 2
          lose otherwise @ 2
        wager two "Two" like one @ 3
          instead of one @ 3
        wager side "Side" like one @ 4
          needs any of one, two @ 4
    """
    assert throw(body, "3-4", "one 5", "side 5")[:2] == ["makes one $5 @ 2", "makes side $5 @ 2"]
    assert throw(body, "3-4", "two 5", "side 5")[:2] == ["makes two $5 @ 2", "makes side $5 @ 2"]
    assert "makes two $5 @ 2" not in throw(body, "3-4", "one 5", "two 5", once=True)
    # it waits until the other is out of the way
    assert throw(body, "3-4, 3-4", "one 5", "two 5")[4] == "makes two $5 @ 2"
    assert len(throw(body, "3-4", "side 5", once=True)) == 2


OFF = """
    dice 2 with faces 1 through 6 @ 1
    wager place "Place" @ 2
      made any time @ 2
      at come_out
        off unless called on @ 2.a
      win  on 6 @ 2.b
      lose on 7 @ 2.c
      pays 7 to 6 @ 2.d
    round @ 3
      step come_out
        roll dice @ 3.a
        settle @ 3.b
        go to more otherwise @ 3.c
      step more
        roll dice @ 3.d
        settle @ 3.e
        end on 7 @ 3.f
        go to more otherwise @ 3.g
"""


def test_a_wager_that_rests(played: Played) -> None:
    assert played(OFF, "3-4, 3-3", "place 12") == [
        "makes place $12 @ 2", "roll 3-4 @ 3.a", "place is off @ 2.a", "to more @ 3.c", "roll 3-3 @ 3.d",
        "place win +$14 at 7 to 6 @ 2.b, 2.d", "to more @ 3.g",
    ]


def test_a_wager_that_is_called_on(played: Played) -> None:
    assert played(OFF, "3-4", "place 12 on")[2] == "place lose -$12 @ 2.c"


def test_off_that_no_call_lifts(played: Played) -> None:
    body = OFF.replace(" unless called on", "")
    assert played(body, "3-4, 3-4", "place 12 on")[2] == "place is off @ 2.a"


# wagers of parts

PARTS = """
    wager number "One number" @ 2
      made before any roll @ 2
      pick its total from 2, 3, 11, 12 @ 2
      win  on its total @ 2.a
      lose otherwise @ 2.b
      pays @ 2.c
        | total | odds    |
        | 2, 12 | 30 to 1 |
        | 3, 11 | 15 to 1 |
    wager horn "Horn" @ 3
      made before any roll @ 3
      paid as 1 part number on 2, 1 part number on 3, 1 part number on 11, 1 part number on 12 @ 3.a
    wager high "Horn High" @ 4
      made before any roll @ 4
      pick its total from 2, 3, 11, 12 @ 4
      paid as 4 parts horn, 1 part number on its total @ 4.a
    wager even "Two that even out" @ 5
      made before any roll @ 5
      paid as 1 part number on 2, 15 parts number on 3 @ 5.a
"""


@pytest.mark.parametrize(
    ("wager", "given", "result"),
    [
        # horn of 4: a dollar on each; 12 wins 30 and loses 3
        ("horn 4", "6-6", "horn win +$27 at as its parts"),
        ("horn 4", "2-1", "horn win +$12 at as its parts"),
        ("horn 4", "3-4", "horn lose -$4 at as its parts"),
        # horn high 12 of 5: a dollar on each and one more on 12, 2 × 30 − 3
        ("high[12] 5", "6-6", "high[12] win +$57 at as its parts"),
        ("high[12] 5", "1-1", "high[12] win +$26 at as its parts"),
        ("high[3] 5", "2-1", "high[3] win +$27 at as its parts"),
        ("high[3] 5", "4-4", "high[3] lose -$5 at as its parts"),
        # a part of 1 and one of 15: 2 wins 30 less 15, 3 wins 225 less 1
        ("even 16", "1-1", "even win +$15 at as its parts"),
        ("even 16", "2-1", "even win +$224 at as its parts"),
    ],
)
def test_a_wager_paid_as_others(throw: Played, wager: str, given: str, result: str) -> None:
    assert throw(PARTS, given, wager)[2].startswith(result)


def test_a_wager_of_parts_that_cancel_is_a_push(throw: Played) -> None:
    body = """
        wager up "Up" @ 2
          made before any roll @ 2
          win  on 8 through 12 @ 2.a
          lose otherwise @ 2.b
          pays 1 to 1 @ 2.c
        wager down "Down" @ 3
          made before any roll @ 3
          win  on 2 through 7 @ 3.a
          lose otherwise @ 3.b
          pays 1 to 1 @ 3.c
        wager both "Both" @ 4
          made before any roll @ 4
          paid as 1 part up, 1 part down @ 4.a
        wager more "More of one" @ 5
          made before any roll @ 5
          paid as 2 parts up, 1 part down @ 5.a
    """
    assert throw(body, "4-4", "both 10")[2] == "both push $0 at as its parts @ 4.a, 2.a, 2.c, 3.b"
    assert throw(body, "4-4", "more 9")[2].startswith("more win +$3")
    assert throw(body, "1-1", "more 9")[2].startswith("more lose -$3")


# what holds of many

def test_lines_of_all_wagers_and_of_a_like_one(throw: Played) -> None:
    body = """
        all wagers
          made before any roll @ 2
          pays 1 to 1 @ 3
          lose otherwise @ 4
        wager seven "Seven" @ 5
          win  on 7 @ 5.a
          pays 4 to 1 @ 5.b
        wager eleven "Eleven" like seven @ 6
          win  on 11 @ 6.a
        wager crap "Crap" @ 7
          win  on 2, 3, 12 @ 7.a
          push on 11 @ 7.b
    """
    told = throw(body, "6-5", "seven 10", "eleven 10", "crap 10")[4:7]
    assert told == ["seven lose -$10 @ 4", "eleven win +$40 at 4 to 1 @ 6.a, 5.b", "crap push $0 @ 7.b"]
    assert throw(body, "1-1", "crap 10")[2] == "crap win +$10 at 1 to 1 @ 7.a, 3"
