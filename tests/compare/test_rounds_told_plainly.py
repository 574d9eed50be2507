"""What a witness shows and how decisions are told: every round shown is one that play shows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Entry, Kind
from audit.compare.lanes import key_of
from audit.compare.side import Side
from audit.play.equipment import Roll
from audit.report.terminal.diff import edge_text, entry_lines

Told = Callable[..., Side]

HEAD = """\
ruleset house/game/one
  title    "A game"
  source   "house.txt"
"""
METER = """\
deck 1 of 52 without 2 through 9                                                @ A
area mine of each player                                                        @ A
meter jackpot                                                                   @ A
  starts at $100
ranking two of 2 cards                                                          @ A
  order A K Q J 10
  pair      2 cards of one rank
  high_card anything else
  compare by sets_then_cards
hand my_hand is all of mine by two                                              @ A
wager side "Side"                                                               @ B
  made before the deal                                                          @ B
  amount is $1                                                                  @ B
  pays                                                                          @ B
    | my_hand   | pays           |
    | pair      | 10% of jackpot |
    | otherwise | lose           |
round                                                                           @ C
  step deal
    deal 2 to mine face up
    settle
"""
TABLE = """\
deck 1 of 52 without 2 through 9                                                @ A
area mine of each player                                                        @ A
ranking two of 2 cards                                                          @ A
  order A K Q J 10
  pair      2 cards of one rank
  high_card anything else
  compare by sets_then_cards
hand my_hand is all of mine by two                                              @ A
define good when my_hand is K high or better                                    @ A
wager ante "Ante"                                                               @ B
  required
  made before the deal                                                          @ B
  win  if good                                                                  @ B
  lose otherwise                                                                @ B
  pays 1 to 1                                                                   @ B
wager side "Side"                                                               @ D
  made before the deal                                                          @ D
  pays                                                                          @ D
    | my_hand   | pays   |
    | pair      | 3 to 1 |
    | otherwise | lose   |
bonus extra "Extra" on ante                                                     @ D
  highest only
  | my_hand             | pays    |
  | pair of K or better | 1 to 1  |
  | otherwise           | nothing |
round                                                                           @ C
  step deal
    bets ante
    deal 2 to mine face down
  step decisions
    each player looks at mine
    each player decides
      go_on wait
      fold  forfeit ante and out
  step show
    settle ante, side
"""
POINT = """\
dice 2 with faces 1 through 6                                                   @ A
wager pass "Pass"                                                               @ B
  made before come_out                                                          @ B
  win  on the mark                                                              @ B
  lose on 7                                                                     @ B
  at come_out
    off unless called on                                                        @ B
  pays 1 to 1                                                                   @ B
round                                                                           @ C
  step come_out
    roll dice
    settle
    keep the total as the mark and go to chase on 4, 5, 6, 8, 9, 10
    end otherwise
  step chase
    roll dice
    settle
    end on the mark, 7
    go to chase otherwise
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


def _results(entry: Entry) -> list[tuple[str, ...]]:
    assert entry.witness is not None, entry.note
    return [tuple(str(result) for result in step.results) for step in entry.witness.steps]


def test_what_meters_alone_pay_is_shown(told: Told) -> None:
    entry = _entry(told, METER, ("10% of jackpot", "50% of jackpot"))
    assert _results(entry)[-1] == ("side wins $10", "side wins $50")  # of $100


def test_a_wager_that_nothing_settles_is_shown(told: Told) -> None:
    entries = _compared(told, TABLE, ("settle ante, side", "settle ante, side if my_hand is pair")).entries
    shown = [entry for entry in entries if entry.witness is not None]
    assert shown and not any("play shows no such round" in entry.note for entry in entries)
    assert any("is not settled" in new for entry in shown for _, new in _results(entry)[-1:])


def test_a_decision_that_matters_on_one_side_is_taken_on_both(told: Told) -> None:
    """Who folds loses the side wager now as well; before he folds, too, and it is settled."""
    entry = _entry(told, TABLE, ("fold  forfeit ante and out", "fold  forfeit ante, side and out"))
    assert (entry.old, entry.new) == ("fold: forfeit ante and out", "fold: forfeit ante, side and out")
    assert entry.witness is not None and entry.witness.command.endswith('--decide "fold"')
    assert _results(entry)[-1] == ("side wins $30 at 3 to 1", "side loses $10")
    assert str(entry.witness.steps[-1].what) == "decisions"


def test_a_decision_that_one_side_alone_has_is_a_step_of_its_own(told: Told) -> None:
    entries = _compared(told, TABLE, (
        "    each player decides\n      go_on wait\n      fold  forfeit ante and out\n",
        "    each player decides\n      go_on wait\n      fold\n        forfeit ante\n        forfeit side if my_hand is pair\n        out\n",
    ), ("    each player looks at mine\n", "    each player looks at mine\n")).entries  # fmt: skip
    (entry,) = entries
    assert entry.new == "fold: forfeit ante, forfeit side if my hand is pair, out"
    without = TABLE.replace(
        "  step decisions\n    each player looks at mine\n    each player decides\n      go_on wait\n      fold  forfeit ante and out\n", ""
    )
    added = compare(told(HEAD + without), told(HEAD + TABLE, "edited.rop")).entries
    (step,) = [e for e in added if e.what == "step"]
    assert step.new is not None and "go on: wait; fold: forfeit ante and out" in step.new
    shown = _results(step)
    assert ("nothing to decide", "decides fold") in shown
    lines = " ".join(" ".join(entry_lines(step, 200)).split())
    assert "decisions: nothing to decide under" in lines and "decides fold under" in lines


def test_off_and_what_came_in_its_place_are_one_difference(told: Told) -> None:
    entry = _entry(told, POINT, ("off unless called on", "stay on 2 through 12  "))
    assert (entry.kind, entry.old, entry.new) == (Kind.CHANGED, "off unless called on", "stay on 2 through 12")


def test_a_side_that_settles_nothing_says_what_happens_instead(told: Told) -> None:
    entry = _entry(told, POINT, ("    settle\n    end on the mark", "    again on 7\n    settle\n    end on the mark"))
    assert _results(entry)[-1] == ("loses $10", "void, made again")


def test_an_edge_that_is_not_known_any_more_is_said_of_what_was_added(told: Told) -> None:
    entry = Entry(Kind.ADDED, "condition", "pass", "Pass", None, "stay", old_edge=Fraction(1, 9))
    assert edge_text(entry) == "house edge 1/9 (11.1111%) -> not verifiable"
    of_one = Entry(Kind.ADDED, "wager", "pass", "Pass", None, "pass", new_edge=Fraction(1, 9))
    assert edge_text(of_one) == "house edge 1/9 (11.1111%)"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| pair of K or better |", "| pair of K, pair of A |"),
        ("when my_hand is K high or better", "when my_hand is not below K high"),
    ],
)
def test_what_is_proved_of_every_wager_is_said(told: Told, old: str, new: str) -> None:
    assert _entry(told, TABLE, (old, new)).no_round_differs


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| pair of K or better |", "| pair of Q or better |"),
        ("when my_hand is K high or better", "when my_hand is Q high or better"),
    ],
)
def test_what_settles_otherwise_is_not_said_to_be_alike(told: Told, old: str, new: str) -> None:
    assert not any(entry.no_round_differs for entry in _compared(told, TABLE, (old, new)).entries)


def test_no_proof_where_lines_hang_on_a_choice(told: Told) -> None:
    text = "option tier one of 1, 2 default 1                                               @ A\n" + TABLE.replace(
        "lose otherwise ", "lose otherwise when tier is 1\n  win otherwise when tier is 2 ", 1
    )
    assert not _entry(told, text, ("| pair of K or better |", "| pair of K, pair of A |")).no_round_differs


def test_dice_of_named_sets_are_known_each_for_itself() -> None:
    two = (("red", 1), ("green", 1))
    assert key_of(Roll(("1", "2"), two)) != key_of(Roll(("2", "1"), two))
    assert key_of(Roll(("1", "2"), two)) == key_of(Roll(("2", "1"), two[::-1]))
    assert key_of(Roll(("1", "2"), (("dice 1", 2),))) == key_of(Roll(("2", "1"), (("red", 2),)))


def test_a_row_that_wins_no_more_is_shown(told: Told) -> None:
    entry = _entry(told, TABLE, ("| pair      | 3 to 1 |", "| pair      | push   |"))
    assert not entry.no_round_differs
    assert _results(entry)[-1] == ("side wins $30 at 3 to 1", "side comes back")
