"""What tables are spread across, money beside wagers, duties and moments of making: none of it is passed over."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Entry, Kind, Weight
from audit.compare.side import Side
from audit.report.terminal.diff import edge_text

Told = Callable[..., Side]

HEAD = """\
ruleset house/game/one
  title    "A game"
  source   "house.txt"
"""
TWO_DICE = """\
dice red 1 with faces 1 through 3                                               @ A
dice green 1 with faces 1 through 3                                             @ A
wager side "Side"                                                               @ B
  made before any roll                                                          @ B
  pays across total of green                                                    @ B
    | total of red | 1      | 2      | 3      |
    | 1            | 1 to 1 | 2 to 1 | lose   |
    | otherwise    | lose   | lose   | 3 to 1 |
round                                                                           @ C
  step throw
    roll dice
    settle
"""
CARDS = """\
option tier one of 1, 2 default 1                                              @ A
option zone one of 1, 2 default 1                                             @ A
deck 1 of 52 without 2 through 9                                                @ A
area mine of each player                                                        @ A
wager side "Side"                                                               @ B
  made before the deal                                                          @ B
  win if first card of mine is A                                                @ B
  lose otherwise                                                                @ B
  pays across tier                                                             @ B
    | first card of mine | 1      | 2      |
    | A                  | 3 to 1 | 5 to 1 |
bonus extra "Extra" on side across tier                                        @ D
  | first card of mine | 1       | 2       |
  | A                  | 1 to 1  | 2 to 1  |
  | otherwise          | nothing | nothing |
round                                                                           @ C
  step one
    deal 1 to mine face up
    settle
"""
SHEET = """\
option tier one of 1, 2 default 1                                              @ A
option zone one of 1, 2 default 2                                             @ A
dice 2 with faces 1 through 6                                                   @ A
wager other "Other"                                                             @ B
  made before any roll                                                          @ B
settle other across tier                                                       @ C
  | total     | 1    | 2    |
  | 7         | win  | lose |
  | otherwise | lose | win  |
table most across tier                                                         @ D
  | total | 1  | 2   |
  | 7     | $5 | $10 |
grid rake                                                                       @ E
  down total
  across tier
  | any | 1  | 2  |
  | 7   | $1 | $2 |
"""
ENVY = """\
deck 1 of 52 without 2 through 9                                                @ A
seats at most 6                                                                 @ A
area mine of each player                                                        @ A
party pool "pool"                                                               @ A
party dealers "dealers"                                                         @ A
ranking two of 2 cards                                                          @ A
  order A K Q J 10
  pair      2 cards of one rank
  suited    2 cards of one suit
  high_card anything else
  compare by sets_then_cards
hand my_hand is all of mine by two                                              @ A
wager side "Side"                                                               @ B
  made before the deal                                                          @ B
  pays                                                                          @ B
    | my_hand   | pays   | to each other player with side at least $5 | to pool |
    | pair      | 3 to 1 | $50                                        | $5      |
    | otherwise | lose   |                                            |         |
round                                                                           @ C
  step deal
    deal 2 to mine face up
    settle
"""
TWO_STEPS = """\
dice 2 with faces 1 through 6                                                   @ A
wager pass "Pass"                                                               @ B
  made before one                                                               @ B
  win  on 7                                                                     @ B
  lose otherwise                                                                @ B
  pays 1 to 1                                                                   @ B
wager field "Field"                                                             @ D
  made before any roll                                                          @ D
  win  on 2, 3, 4, 9, 10, 11, 12                                                @ D
  lose otherwise                                                                @ D
  pays 1 to 1                                                                   @ D
round                                                                           @ C
  step one
    roll dice
    settle
  step two
    roll dice
    settle
"""


def _compared(told: Told, text: str, *edits: tuple[str, str]) -> Comparison:
    new = text
    for old, other in edits:
        assert new.count(old) == 1, (new.count(old), old)
        new = new.replace(old, other)
    return compare(told(HEAD + text), told(HEAD + new, "edited.rop"))


def _entry(told: Told, text: str, *edits: tuple[str, str]) -> Entry:
    entries = _compared(told, text, *edits).entries
    assert len(entries) == 1, [(e.what, e.title, e.old, e.new) for e in entries]
    return entries[0]


# what a table is spread across


def test_what_a_payout_is_spread_across_is_told_and_shown(told: Told) -> None:
    # red 1 with green 2 pays 2 to 1; with the columns by red it is the column of 1: 1 to 1
    entry = _entry(told, TWO_DICE, ("pays across total of green", "pays across total of red  "))
    assert (entry.what, entry.old, entry.new) == ("payout", "across total of green", "across total of red")
    assert entry.witness is not None and entry.witness.command.endswith('--given "dice 1-2"')
    assert [str(result) for result in entry.witness.steps[-1].results] == ["wins $20 at 2 to 1", "wins $10 at 1 to 1"]
    # by green red 1 brings 1, 2 and -1, red 2 and 3 bring -1, -1 and 3 each: 4 of 9; by red they bring 3 × 1, 3 × -1, 3 × 3
    assert (entry.old_edge, entry.new_edge) == (Fraction(-4, 9), Fraction(-1))


@pytest.mark.parametrize("word", ["red", "green"])
def test_named_dice_are_walked_each_for_itself(told: Told, word: str) -> None:
    """Red 1, green 2 is not red 2, green 1: a column moved from one to the other is found."""
    text = TWO_DICE.replace("total of red ", f"total of {word:<4}".ljust(13))
    entry = _entry(told, text, ("| 3 to 1 |", "| 4 to 1 |"))
    assert entry.witness is not None


def test_a_payout_spread_across_another_option_shows_under_a_choice(told: Told) -> None:
    entry = _entry(told, CARDS, ("pays across tier", "pays across zone"))
    assert entry.witness is not None and "--choose tier=2" in entry.witness.command
    assert [str(result) for result in entry.witness.steps[-1].results] == [
        "side wins $50 at 5 to 1; extra pays $20", "side wins $30 at 3 to 1; extra pays $20",
    ]  # fmt: skip
    assert "Shown where tier is 2" in entry.note


def test_a_bonus_spread_across_another_option_is_told(told: Told) -> None:
    entry = _entry(told, CARDS, ("on side across tier", "on side across zone"))
    assert (entry.what, entry.old, entry.new, entry.no_round_differs) == ("payout", "across tier", "across zone", False)


@pytest.mark.parametrize(
    ("head", "what"), [("settle other across tier", "condition"), ("table most across tier", "table")]
)
def test_tables_of_a_sheet_spread_across_another_option_are_told(told: Told, head: str, what: str) -> None:
    entry = _entry(told, SHEET, (head, head.replace("tier", "zone")))
    assert (entry.what, entry.old, entry.new) == (what, "across tier", "across zone")


def test_a_grid_tells_what_it_goes_by(told: Told) -> None:
    entry = _entry(told, SHEET, ("down total\n  across tier", "down tier\n  across zone"))
    assert (entry.old, entry.new) == ("down total, across tier: 1, 2", "down tier, across zone: 1, 2")


def test_two_columns_of_one_row_are_told_each(told: Told) -> None:
    entries = _compared(told, TWO_DICE, ("1 to 1 | 2 to 1 |", "4 to 1 | 5 to 1 |")).entries
    assert {(e.old, e.new) for e in entries} == {("1 to 1", "4 to 1"), ("2 to 1", "5 to 1")}


# money beside the wager


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (("at least $5 ", "at least $10"), "$50 to each other player with side at least $5", "$50 to each other player with side at least $10"),
        (("player with side at least $5", "player"), "$50 to each other player with side at least $5", "$50 to each other player"),
        (("to pool ", "to dealers "), "$5 to pool", "$5 to dealers"),
        (("| $50 ", "| $70 "), "$50 to each other player with side at least $5", "$70 to each other player with side at least $5"),
    ],
)  # fmt: skip
def test_money_to_others_is_play_and_no_walk_says_that_it_is_alike(
    told: Told, edit: tuple[str, str], old: str, new: str
) -> None:
    entry = _entry(told, ENVY, edit)
    assert (entry.what, entry.weight, entry.old, entry.new) == ("payout", Weight.PLAY, old, new)
    assert not entry.no_round_differs


def test_both_payments_of_one_row_are_told(told: Told) -> None:
    entries = _compared(told, ENVY, ("| $50 ", "| $70 "), ("| $5      |", "| $9      |")).entries
    assert {(e.old, e.new) for e in entries} == {
        ("$50 to each other player with side at least $5", "$70 to each other player with side at least $5"),
        ("$5 to pool", "$9 to pool"),
    }


def test_rows_that_win_in_another_case_are_no_other_words(told: Told) -> None:
    """A row for 4 in the place of one for 3: 3 loses now, 4 wins."""
    text = TWO_DICE.replace(
        TWO_DICE[TWO_DICE.index("  pays across") : TWO_DICE.index("round ")],
        "  pays                                                                          @ B\n"
        "    | total     | odds   |\n    | 2, 3      | 1 to 1 |\n    | otherwise | lose   |\n",
    )
    entries = _compared(told, text, ("2, 3 ", "2, 4 ")).entries
    assert entries and not any(e.no_round_differs or e.weight is Weight.WORDS for e in entries)


# the moment of making


def test_an_edge_that_moves_at_a_later_moment_is_not_unchanged(told: Told) -> None:
    # 16 ways of 36 win: made at the second step 16 × 1/2 - 20 = -12 of 36
    entries = _compared(told, TWO_STEPS, (
        "otherwise                                                                @ D\n  pays 1 to 1 ",
        "otherwise                                                                @ D\n"
        "  at one\n    pays 1 to 1                                                                 @ D\n  at two\n    pays 1 to 2 ",
    )).entries  # fmt: skip
    assert entries
    for entry in entries:
        assert (entry.old_edge, entry.new_edge) == (Fraction(1, 9), Fraction(1, 3))
        assert "at two: 1/9 -> 1/3; made as soon as it may be: 1/9 unchanged" in entry.note
        assert "unchanged" not in edge_text(entry)


# duties of making


@pytest.mark.parametrize("line", ["needs pass", "instead of pass", "required"])
def test_duties_of_making_are_changes_of_play(told: Told, line: str) -> None:
    entry = _entry(told, TWO_STEPS, ('"Field"                                                             @ D\n',
        f'"Field"                                                             @ D\n  {line}                  @ D\n'))  # fmt: skip
    assert (entry.kind, entry.what, entry.weight, entry.new) == (Kind.ADDED, "condition", Weight.PLAY, line)
    assert not entry.no_round_differs
