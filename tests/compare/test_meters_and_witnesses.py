"""What a house edge leaves out is told beside it; a round that shows nothing is no witness, and what is not shown is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from audit.compare import card_showing, comparing
from audit.compare.behaviour import Difference
from audit.compare.drafting import Draft
from audit.compare.entry import Comparison, Entry, Favours, Kind, MeterShare
from audit.compare.side import Side
from audit.report.documents import entry as as_document
from audit.report.model import EdgeMove
from audit.report.shown import move
from audit.report.terminal.diff import entry_lines

Edited = Callable[..., Comparison]
Only = Callable[[Comparison], Entry]

GAME = """\
ruleset house/jackpot/one
  title    "Jackpot"
  issuer   "House"
  approved 2020-01-01
  source   "house.txt"
deck 1 of 52                                                                    @ A.1
area player_cards of each player                                                @ A.2
meter jackpot "Jackpot"                                                         @ A.3
  starts at $1000                                                               @ A.3
wager side "Side"                                                               @ B.1
  made before the deal                                                          @ B.1
  amount is $5                                                                  @ B.1
  pays                                                                          @ B.2
    first row only
    | player_cards        | pays            |
    | 2 cards of rank A   | 50% of jackpot  |                                    @ B.2.a
    | 2 cards of one rank | 5 to 1          |                                    @ B.2.b
    | otherwise           | lose            |                                    @ B.2.c
round                                                                           @ C
  step deal
    deal 2 to player_cards face up                                              @ C.1
    settle                                                                      @ C.2
"""
SHARE = Fraction(6, 1326) / 5
"""Of 1,326 deals 6 are aces; per dollar of a stake of $5 they bring so much of what they are paid."""


@pytest.mark.parametrize(("now", "favours"), [(60, Favours.PLAYER), (20, Favours.HOUSE)])
def test_a_share_of_a_meter_that_moved_is_no_unchanged_house_edge(edited: Edited, only: Only, now: int, favours: Favours) -> None:
    """The house edge is that with nothing in the meter, and stays; what the wager brings of the meter does not."""
    entry = only(edited(("50% of jackpot", f"{now}% of jackpot"), text=GAME))
    assert entry.old_edge == entry.new_edge == Fraction(1326 - 78 - 5 * 72, 1326)
    assert entry.meters == (MeterShare("jackpot", SHARE / 2, SHARE * now / 100),)
    assert entry.favours is favours
    told = " ".join(" ".join(entry_lines(entry, 100)).split())
    assert "unchanged with nothing in the meter" in told
    assert f"Per unit the wager brings 1/2210 of jackpot on average, and now {SHARE * now / 100} of it." in told
    schema = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "diff.json").read_text(encoding="utf-8"))
    made = as_document(entry)
    assert made["meters"] == [{"name": "jackpot", "old": "1/2210", "new": str(SHARE * now / 100)}]
    Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/entry"}).validate(made)


def test_a_meter_that_pays_no_more_and_no_less(edited: Edited, only: Only) -> None:
    """Another price beside the meter moves the house edge alone."""
    entry = only(edited(("5 to 1", "4 to 1"), text=GAME))
    assert (entry.meters, entry.favours) == ((), Favours.HOUSE)
    assert entry.old_edge is not None and entry.new_edge == entry.old_edge + Fraction(72, 1326)


def test_a_meter_that_pays_more_while_the_house_edge_rises(edited: Edited) -> None:
    """Whom that favours hangs on what is in the meter: neither is named."""
    entries = edited(("50% of jackpot", "60% of jackpot"), ("5 to 1", "4 to 1"), text=GAME).entries
    assert [entry.favours for entry in entries] == [Favours.NEITHER] * 2
    assert all(entry.meters and entry.old_edge != entry.new_edge for entry in entries)


def test_unchanged_in_a_report() -> None:
    half = Fraction(1, 2)
    assert move(EdgeMove(half, half))["difference"] == "unchanged"  # type: ignore[index]
    assert move(EdgeMove(half, half, has_meters=True))["difference"] == "unchanged with nothing in the meter"  # type: ignore[index]


def test_where_no_round_of_cards_is_shown_the_cards_are_named(
    edited: Edited, only: Only, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was worked out and play does not confirm names the cards that it was worked out for."""
    monkeypatch.setattr(comparing, "witness", lambda *_: None)
    entry = only(edited(("5 to 1", "4 to 1"), text=GAME))
    assert entry.witness is None
    words, _, rest = entry.note.partition(";")
    assert words.startswith("Worked out to be settled otherwise with player cards ")
    one, other = words.split()[-2:]
    assert one[:-1] == other[:-1] != "A" and rest == " play shows no such round."


def test_before_anything_comes_up(told: Callable[..., Side]) -> None:
    draft = Draft(Kind.CHANGED, "condition", "side", "Side", None, None)
    (pair,) = comparing.match(told(GAME), told(GAME)).pairs
    for is_shown, words in ((True, "before anything comes up."), (False, "before anything comes up, where the wager is made later")):
        shown = comparing.replace(draft, shown_by=(pair, Difference((), None, None, is_shown)))
        assert comparing._unshown(shown).startswith(f"Settled otherwise {words}")


def test_a_round_that_ends_alike_on_both_sides_is_no_witness(
    edited: Edited, only: Only, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_showing, "_results", lambda *_, **__: iter(["side loses $5"]))
    entry = only(edited(("5 to 1", "4 to 1"), text=GAME))
    assert entry.witness is None and "play shows no such round" in entry.note
