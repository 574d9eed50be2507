"""Irregularities of cards: at which deal they happen, and what becomes of the card, the hands, the wagers."""

from __future__ import annotations

import pytest

from audit.play.errors import NotPlayable, PlayError
from audit.play.irregular import incident
from tests.play.conftest import Load, card_table, run

BODY = """
deck 1 of 52 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
area board of table @ 1
wager ante @ 2
  push otherwise @ 2
wager side @ 2
  push otherwise @ 2
round @ 3
  step wagering
    bets ante, side @ 3
  step deal
    deal 1 to mine with theirs face down @ 4
  step later
    deal 2 to board face up @ 5
    settle ante, side @ 6
irregularity odd on EVENT @ 9
"""
CARDS = "8h Kd 8c 9s 2c"
BETS = ["makes ante $10", "makes side $5"]
RETURNED = ["ante return $0", "side return $0", "end"]


def happened(small: Load, event: str, lines: str, **facts: str) -> list[str]:
    """What happens behind the wagers, without clauses."""
    body = BODY.replace("EVENT", event) + "".join(f"  {line} @ 9.{n}\n" for n, line in enumerate(lines.split("\n")))
    game = card_table(small(body), CARDS, "", "ante 10", "side 5")
    game.incident = incident(game.ruleset, "odd", facts)
    found = [line.split(" @ ")[0] for line in run(game, once=True)]
    assert found[:2] == BETS
    return found[2:]


def test_hands_are_void_and_wagers_go_back(small: Load) -> None:
    assert happened(small, "wrong_count", "void all hands and return all wagers and reshuffle") == [
        "deal 8h to mine Kd to theirs down",
        "odd: void all hands and return all wagers and reshuffle",
        *RETURNED,
    ]


@pytest.mark.parametrize("remedy", ["void the round", "misdeal"])
def test_one_word_may_return_the_wagers_too(small: Load, remedy: str) -> None:
    assert happened(small, "wrong_count", remedy)[2:] == RETURNED


@pytest.mark.parametrize(
    ("owner", "remedy"),
    [("dealer", "void all hands and return all wagers"), ("player", "void that hand and return what it put in")],
)
def test_whose_card_it_is_is_a_fact(small: Load, owner: str, remedy: str) -> None:
    lines = "void all hands and return all wagers if owner is dealer\nvoid that hand and return what it put in"
    assert happened(small, "card_exposed", lines, owner=owner)[1:] == [f"odd: {remedy}", *RETURNED]


def test_a_fact_that_a_line_asks_for_must_be_given(small: Load) -> None:
    with pytest.raises(PlayError, match='odd asks for owner: give it with --given "owner dealer"'):
        happened(small, "card_exposed", "misdeal if owner is dealer\ngo on")


def test_a_card_face_up_in_the_deck_goes_out_of_play_before_the_deal(small: Load) -> None:
    lines = "discard the card if cards is 1\nmisdeal otherwise"
    assert happened(small, "face_up_in_deck", lines, cards="1")[:3] == [
        "odd: discard the card",
        "discard 8h of deck",
        "deal Kd to mine 8c to theirs down",
    ]
    assert happened(small, "face_up_in_deck", lines, cards="2") == ["odd: misdeal", *RETURNED]


def test_a_card_drawn_in_error_comes_next_or_is_burned(small: Load) -> None:
    lines = "use the card as next if exposed is no\nuse the card as burn if exposed is yes"
    assert happened(small, "drawn_in_error", lines, exposed="no")[1] == "deal 8h to mine Kd to theirs down"
    assert happened(small, "drawn_in_error", lines, exposed="yes")[1:3] == [
        "burn 8h up",
        "deal Kd to mine 8c to theirs down",
    ]


def test_what_is_dealt_is_a_fact_too(small: Load) -> None:
    lines = "misdeal if board is not dealt\ngo on otherwise"
    assert happened(small, "wrong_count", lines)[1] == "odd: misdeal"
    assert happened(small, "wrong_count in later", lines)[2] == "odd: go on"


def test_the_deal_is_completed_and_a_wager_settled(small: Load) -> None:
    assert happened(
        small, "wrong_count in deal", "void all hands and return ante and complete the deal and settle side"
    ) == [
        "deal 8h to mine Kd to theirs down",
        "odd: void all hands and return ante and complete the deal and settle side",
        "ante return $0",
        "deal 8c to board 9s to board up",
        "side push $0",
        "end",
    ]


def test_a_remedy_without_a_meaning_here_is_refused(small: Load) -> None:
    with pytest.raises(NotPlayable, match="replace the card"):
        happened(small, "card_exposed", "replace the card")


def test_a_card_that_lies_is_not_discarded(small: Load) -> None:
    with pytest.raises(NotPlayable, match="discard the card"):
        happened(small, "card_exposed", "discard the card")


def test_the_missing_card_is_dealt(small: Load) -> None:
    assert happened(small, "card_missing", "deal the missing card", owner="dealer")[:3] == [
        "deal 8h to mine Kd to theirs down",
        "odd: deal the missing card",
        "deal 8c to board 9s to board up",
    ]
