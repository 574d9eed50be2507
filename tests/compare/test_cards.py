"""Two games of cards side by side: house edges, and a deal that is settled otherwise, played again from its command.

Of the 22,100 hands of three cards 48 are a straight flush, 52 three of a kind, 720 a straight, 1,096 a flush and 3,744 a
pair; figures below are sums of these, worked out by hand.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from audit.commands.main import main
from audit.compare.behaviour import Walk
from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight
from audit.compare.matching import match
from audit.compare.side import Side

Told = Callable[..., Side]
Edited = Callable[..., Comparison]
Only = Callable[[Comparison], Entry]

GAME = """\
ruleset house/short-cards/one
  title    "Short cards"
  issuer   "House"
  approved 2020-01-01
  source   "house.txt"
deck 1 of 52                                                                    @ A.1
area player_cards of each player                                                @ A.2
area dealer_cards of dealer                                                     @ A.2
option table one of usual, better default usual                                 @ A.3
ranking three_card of 3 cards                                                   @ B
  order A K Q J 10 9 8 7 6 5 4 3 2                                              @ B.1
  A low in a run                                                                @ B.1
  straight_flush   3 cards of one suit in a run                                 @ B.2
  three_of_a_kind  3 cards of one rank                                          @ B.3
  straight         3 cards in a run                                             @ B.4
  flush            3 cards of one suit                                          @ B.5
  pair             2 cards of one rank                                          @ B.6
  high_card        anything else                                                @ B.7
  compare by sets_then_cards                                                    @ B.8
suits equal for three_card                                                      @ B.9
hand player_hand is all of player_cards by three_card                           @ B
hand dealer_hand is all of dealer_cards by three_card                           @ B
define dealer_qualifies when dealer_hand is Q high or better                    @ C
wager ante "Ante"                                                               @ D.1
  required                                                                      @ D.1
  made before the deal                                                          @ D.1
wager play "Play"                                                               @ D.2
  needs ante                                                                    @ D.2
  made in decisions                                                             @ D.2
  amount equal to ante                                                          @ D.2
wager pairs "Pairs"                                                             @ D.3
  optional                                                                      @ D.3
  needs ante                                                                    @ D.3
  made before the deal                                                          @ D.3
round                                                                           @ E
  step wagering
    bets ante, pairs                                                            @ E.1
  step deal
    deal 3 to player_cards with dealer_cards face down                          @ E.2
  step decisions
    each player looks at player_cards                                           @ E.3
    each player decides                                                         @ E.3
      play  make play equal to ante                                             @ E.3
      fold  forfeit ante and out                                                @ E.3
  step showdown
    reveal player_cards                                                         @ E.4
    reveal dealer_cards                                                         @ E.4
    settle ante, play                                                           @ E.4
    settle pairs                                                                @ E.5
settle ante, play
  | dealer_qualifies | player_hand against dealer_hand | ante | play   |
  | no               | any                             | win  | push   |        @ F.1
  | yes              | higher                          | win  | win    |        @ F.2
  | yes              | equal                           | push | push   |        @ F.3
  | yes              | lower                           | lose | lose   |        @ F.4
pays ante, play at 1 to 1                                                       @ F.5
bonus ante_bonus on ante if play is made                                        @ F.6
  | player_hand     | pays    |
  | straight_flush  | 5 to 1  |                                                 @ F.6
  | three_of_a_kind | 4 to 1  |                                                 @ F.6
  | otherwise       | nothing |                                                 @ F.6
pays pairs across table                                                         @ G
  | player_hand     | usual   | better  |
  | straight_flush  | 40 to 1 | 40 to 1 |                                       @ G.1
  | three_of_a_kind | 30 to 1 | 30 to 1 |                                       @ G.2
  | straight        | 6 to 1  | 6 to 1  |                                       @ G.3
  | flush           | 4 to 1  | 4 to 1  |                                       @ G.4
  | pair            | 1 to 1  | 1 to 1  |                                       @ G.5
  | otherwise       | lose    | lose    |                                       @ G.6
"""
LOST = 22100 - 48 - 52 - 720 - 1096 - 3744


def walked(matched_sides: tuple[Side, Side], wager: str) -> Walk:
    matched = match(*matched_sides)
    pair = next((o, n) for o, n in matched.pairs if n.id == wager)
    found = matched.walk(*pair)
    assert found is not None
    return found


def played_again(entry: Entry, new: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command of a witness says when it is carried out on the text of the new side."""
    assert entry.witness is not None
    file = folder / "new.rop"
    file.write_text(new, encoding="utf-8")
    words = shlex.split(entry.witness.command)[1:]
    words[words.index("house/short-cards/one")] = str(file)
    capsys.readouterr()
    assert main([*words, "--seed", "7"]) == 0
    return capsys.readouterr().out


def test_the_same_text_differs_in_no_deal(told: Told) -> None:
    side = told(GAME)
    for wager in ("ante", "play", "pairs"):
        assert walked((side, told(GAME + "\n", "again.rop")), wager).is_proof
    assert not compare(side, told(GAME + "\n", "again.rop")).entries


def test_a_price_has_the_edges_of_both_sides_and_a_deal_that_plays(
    edited: Edited, only: Only, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ("straight_flush  | 40 to 1 | 40 to 1 |", "straight_flush  | 35 to 1 | 40 to 1 |")
    entry = only(edited(change, text=GAME))
    assert (entry.kind, entry.what, entry.subject, entry.weight) == (Kind.CHANGED, "payout", "pairs", Weight.PLAY)
    assert (entry.old, entry.new, entry.favours) == ("40 to 1", "35 to 1", Favours.HOUSE)
    usual = Fraction(LOST - 3744 - 4 * 1096 - 6 * 720 - 30 * 52 - 40 * 48, 22100)
    assert (entry.old_edge, entry.new_edge) == (usual, usual + Fraction(5 * 48, 22100))
    assert entry.witness is not None
    assert [str(result) for result in entry.witness.steps[-1].results] == [
        "pairs wins $400 at 40 to 1", "pairs wins $350 at 35 to 1",
    ]  # fmt: skip
    said = played_again(entry, GAME.replace(*change), tmp_path, capsys)
    assert "pairs wins $350 at 35 to 1: straight_flush" in said


def test_a_price_of_another_table_is_shown_under_the_choice_that_takes_it(
    edited: Edited, only: Only, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ("straight_flush  | 40 to 1 | 40 to 1 |", "straight_flush  | 40 to 1 | 45 to 1 |")
    entry = only(edited(change, text=GAME))
    assert (entry.old, entry.new) == ("40 to 1", "45 to 1")
    assert entry.witness is not None and "--choose table=better" in entry.witness.command
    assert "pairs wins $450 at 45 to 1" in played_again(entry, GAME.replace(*change), tmp_path, capsys)


def test_a_bonus_has_the_edges_of_the_bundle(edited: Edited, only: Only) -> None:
    entry = only(edited(("three_of_a_kind | 4 to 1  |", "three_of_a_kind | 3 to 1  |"), text=GAME))
    assert (entry.what, entry.favours) == ("payout", Favours.HOUSE)
    assert entry.old_edge is not None and entry.new_edge is not None
    # whoever holds three of a kind plays it: one unit less for 52 of 22,100 hands
    assert entry.new_edge - entry.old_edge == Fraction(52, 22100)
    assert entry.witness is not None
    told = [str(result) for result in entry.witness.steps[-1].results]
    assert [one.rpartition(" ")[2] for one in told] == ["$40", "$30"]


def test_what_qualifies_is_shown_by_a_hand_that_no_longer_does(
    edited: Edited, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ("dealer_hand is Q high or better", "dealer_hand is K high or better")
    entries = [e for e in edited(change, text=GAME).entries if e.weight is Weight.PLAY]
    assert [e.what for e in entries] == ["definition"]
    entry = entries[0]
    assert entry.witness is not None and entry.favours is Favours.PLAYER
    assert "dealer_cards" in entry.witness.command
    assert played_again(entry, GAME.replace(*change), tmp_path, capsys)


def test_a_choice_that_spares_a_wager_is_shown_with_the_decision(edited: Edited) -> None:
    entries = edited(("fold  forfeit ante and out ", "fold  forfeit ante, pairs and out "), text=GAME).entries
    shown = [e for e in entries if e.witness is not None]
    assert shown and '--decide "fold"' in shown[0].witness.command  # type: ignore[union-attr]


def test_tables_cut_otherwise_that_pay_the_same_differ_in_no_deal(told: Told) -> None:
    cut = GAME.replace(
        "  | pair            | 1 to 1  | 1 to 1  |                                       @ G.5\n",
        "  | pair of 8 through A | 1 to 1  | 1 to 1  |                                   @ G.5\n"
        "  | pair of 2 through J | 1 to 1  | 1 to 1  |                                   @ G.5\n",
    )
    assert cut != GAME
    assert walked((told(GAME), told(cut, "cut.rop")), "pairs").is_proof


@pytest.mark.parametrize("wager", [pytest.param("ante", marks=pytest.mark.long), "play"])
def test_a_ranking_in_another_order_is_seen_by_the_showdown(told: Told, wager: str) -> None:
    lines = GAME.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith("  straight  "))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    found = walked((told(GAME), told("".join(lines), "flush.rop")), wager)
    assert found.differences


def test_hands_that_grow_are_compared_line_by_line(told: Told) -> None:
    """A round in which hands grow is not walked deal by deal: it is known at once that it cannot be laid open."""
    text = (Path(__file__).parents[1] / "solve" / "draws" / "twenty_one.rop").read_text(encoding="utf-8")
    text = text.replace("deck 1 of 52", "deck 1 of 52 without 2 through 8, J through K")
    side, again = told(text), told(f"# again\n{text}", "again.rop")
    assert not compare(side, again).entries
    matched = match(side, again)
    assert [matched.walk(old, new) for old, new in matched.pairs if old.id == "main"] in ([], [None])
    dearer = told(text.replace("3 to 2", "6 to 5"), "dearer.rop")
    assert len(compare(side, dearer).entries) == 1


EQUAL = "  | yes              | equal                           | {0} | {0}   |        @ F.3\n"
EQUAL_LOSES = EQUAL.format("push"), EQUAL.format("lose")
TOGETHER = (
    EQUAL_LOSES[1] + "  | yes              | lower                           | lose | lose   |        @ F.4\n",
    "  | yes              | equal, lower                    | lose | lose   |        @ F.4\n",
)


def test_rows_that_say_together_what_one_row_says(told: Told) -> None:
    """How many rows a table has for one result is a way of writing, as long as just one row fits."""
    apart = GAME.replace(*EQUAL_LOSES)
    assert apart != GAME and TOGETHER[0] in apart
    one, other = told(apart), told(apart.replace(*TOGETHER), "together.rop")
    for old, new in ((one, other), (other, one)):
        assert {e.what for e in compare(old, new).entries} <= {"clause"}  # F.3 is cited by one of them alone


def test_rows_of_one_text_that_are_a_reading_are_told_with_it(told: Told) -> None:
    """What one text leaves to a reading and the other says outright is told, though both say the same as read."""
    apart = GAME.replace(*EQUAL_LOSES)
    read = apart.replace(EQUAL.format("lose"), EQUAL.format("tie"))
    read += 'assume tie @ F.3\n  because "F.3 does not say"\n  taken lose\n  instead push\n'
    found = [e for e in compare(told(read), told(apart.replace(*TOGETHER), "together.rop")).entries if e.weight is Weight.PLAY]
    (entry,) = (e for e in found if e.what == "condition")
    assert "equal" in entry.old and "lower" in entry.old
    assert "tie is lose; it may be read as push" in entry.note
