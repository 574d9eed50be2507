"""Irregularities that are played: the event, the line that applies, its remedy, and what that does to the wagers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.errors import NotPlayable, PlayError

Played = Callable[..., list[str]]

BODY = """
    dice 2 with faces 1 through 6 @ 1
    wager line "Line" @ 2
      made before any roll @ 2
      win  on 7 @ 2.a
      lose otherwise @ 2.b
      pays 4 to 1 @ 2.c
    wager side "Side" like line @ 3
      pays 3 to 1 @ 3.a
    irregularity off_table on roll_off_table @ 4
      "call no roll" and roll again at the word of boxperson @ 4.a
    irregularity leaning on die_cocked @ 5
      roll again if sides over 1 @ 5.a
      go on @ 5.b
    irregularity stacked on dice_stacked @ 6
      return side and settle line @ 6.a
    irregularity chips on die_meets_chips @ 7
      void the round @ 7.a
    irregularity in_words on "somebody disputes it" @ 8
      return all wagers @ 8.a
    irregularity told on die_on_rail @ 9
      "the supervisor decides" @ 9.a
    irregularity gap on die_cocked @ 10
      return all wagers if sides is 2 @ 10.a
    irregularity asking on die_in_cup @ 13
      return all wagers if side is open and total is 7 @ 13.a
      go on @ 13.b
    irregularity everything on far_end_missed @ 11
      return all wagers @ 11.a
    round @ 12
      step throw
        roll dice @ 12.a
        settle @ 12.b
"""
MADE = ["makes line $10 @ 2", "makes side $10 @ 2"]


def test_it_does_not_count_and_is_made_again(incidents: Played) -> None:
    assert incidents(BODY, "off_table", "1-1, 3-4", "line 10", "side 10") == [
        *MADE, "roll 1-1 @ 12.a", "off_table: call no roll and roll again, at the word of boxperson @ 4.a", "void 1-1 @ 4.a",
        "roll 3-4 @ 4.a", "line win +$40 at 4 to 1 @ 2.a, 2.c", "side win +$30 at 3 to 1 @ 2.a, 3.a", "end",
    ]


def test_the_first_line_that_applies(incidents: Played) -> None:
    again = incidents(BODY, "leaning", "1-1, 3-4", "line 10", facts="sides 2")
    assert again[2:5] == ["leaning: roll again @ 5.a", "void 1-1 @ 5.a", "roll 3-4 @ 5.a"]
    assert incidents(BODY, "leaning", "1-1", "line 10", facts="sides 1")[2:4] == [
        "leaning: go on @ 5.b", "line lose -$10 @ 2.b",
    ]


def test_a_fact_that_is_not_given_is_asked_for(incidents: Played) -> None:
    with pytest.raises(PlayError, match='leaning asks for sides: give it with --given "sides 2"'):
        incidents(BODY, "leaning", "1-1", "line 10")


def test_some_wagers_go_back_and_others_are_settled(incidents: Played) -> None:
    assert incidents(BODY, "stacked", "3-4", "line 10", "side 10")[3:6] == [
        "stacked: return side and settle line @ 6.a", "side return $0 @ 6.a", "line win +$40 at 4 to 1 @ 2.a, 2.c",
    ]


def test_the_round_is_void(incidents: Played) -> None:
    assert incidents(BODY, "chips", "3-4", "line 10", "side 10")[3:] == [
        "chips: void the round @ 7.a", "line return $0 @ 7.a", "side return $0 @ 7.a", "end @ 7.a",
    ]


def test_all_wagers_go_back(incidents: Played) -> None:
    assert incidents(BODY, "everything", "3-4", "line 10", "side 10")[3:6] == [
        "everything: return all wagers @ 11.a", "line return $0 @ 11.a", "side return $0 @ 11.a",
    ]


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("in_words", NotPlayable, "an event told in words"),
        ("told", NotPlayable, "the supervisor decides"),
        ("nothing", PlayError, "there is no irregularity nothing; there are: asking, chips"),
    ],
)
def test_what_is_refused(incidents: Played, name: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        incidents(BODY, name, "3-4", "line 10")


def test_lines_ask_what_any_line_may_ask(incidents: Played) -> None:
    assert "asking: return all wagers @ 13.a" in incidents(BODY, "asking", "3-4", "line 10", "side 10")
    assert "asking: go on @ 13.b" in incidents(BODY, "asking", "3-3", "line 10", "side 10")
    assert "asking: go on @ 13.b" in incidents(BODY, "asking", "3-4", "line 10")


def test_no_line_applies(incidents: Played) -> None:
    assert "gap: return all wagers @ 10.a" in incidents(BODY, "gap", "3-4", "line 10", facts="sides 2")
    with pytest.raises(PlayError, match="gap: no line says what is done in this case"):
        incidents(BODY, "gap", "3-4", "line 10", facts="sides 1")


def test_of_a_wheel(incidents: Played) -> None:
    body = """
        wheel of 2 sections @ 1
          | section |
          | red     |
          | black   |
        wager red_bet "Red" @ 2
          made before any spin @ 2
          win  on red @ 2.a
          lose otherwise @ 2.b
          pays 1 to 1 @ 2.c
        irregularity short on spin_short @ 3
          spin again @ 3.a
        round @ 4
          step go
            spin wheel @ 4.a
            settle @ 4.b
    """
    assert incidents(body, "short", "red, black", "red_bet 10") == [
        "makes red_bet $10 @ 2", "spin red @ 4.a", "short: spin again @ 3.a", "void red @ 3.a", "spin black @ 3.a",
        "red_bet lose -$10 @ 2.b", "end",
    ]
