"""Cards that are scripted: of the deck in the order of dealing, or by area; the rest from a seed."""

from __future__ import annotations

import pytest

from audit.play.cards import RANKS, cards_text
from audit.play.errors import GivenError
from audit.play.feed import Seeded
from audit.play.given import Given, facts_of, parse_given
from audit.play.rounds import Play
from audit.ruleset.configure import configure
from tests.play.conftest import Load, wish

BODY = """
deck 1 of 52 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
wager ante @ 2
  push otherwise @ 2
round @ 3
  bets ante @ 3
  deal 3 to theirs with mine face down @ 4
"""


def hands(small: Load, given: str, *, seed: int | None = None, body: str = BODY) -> tuple[str, str]:
    """The player's cards, then the dealer's."""
    ruleset = small(body)
    feed = Given.read(given, Seeded(seed) if seed is not None else None, ruleset)
    game = Play(configure(ruleset, {}), feed, [wish("ante 10")])
    list(game.one_round())
    assert feed.unused == []
    return cards_text(game.state.cards.faces["mine"]), cards_text(game.state.cards.faces["theirs"])


@pytest.mark.parametrize(
    "given", ["deck 8h Kd 8c 9s 3d 4c", "deck 8h, Kd, 8c, 9s, 3d, 4c", "deck 8H kd, 8c 9s; deck 3d 4c"]
)
def test_cards_are_given_from_the_top_in_the_order_of_dealing(small: Load, given: str) -> None:
    assert hands(small, given) == ("Kd 9s 4c", "8h 8c 3d")


def test_cards_are_given_by_area(small: Load) -> None:
    assert hands(small, "mine Qs 6h 4d; theirs Kc 9d 2h") == ("Qs 6h 4d", "Kc 9d 2h")


def test_ten_is_written_both_ways(small: Load) -> None:
    assert hands(small, "mine 10s Th 10d; theirs Kc 9d 2h")[0] == "10s 10h 10d"


@pytest.mark.parametrize("seed", range(30))
def test_what_is_not_given_never_takes_a_card_that_is_needed_later(small: Load, seed: int) -> None:
    ranks = " ".join(f"{rank}{suit}" for suit in "shd" for rank in RANKS)
    body = BODY.replace("deal 3 to theirs with mine", "deal 13 to theirs face down @ 4\n  deal 39 to mine")
    mine, theirs = hands(small, f"mine {ranks}", seed=seed, body=body)
    assert mine == ranks
    assert {card[-1] for card in theirs.split()} == {"c"}


def test_a_seed_gives_what_is_not_given(small: Load) -> None:
    mine, theirs = hands(small, "mine Qs 6h 4d", seed=4)
    assert mine == "Qs 6h 4d"
    assert len(set(theirs.split()) - {"Qs", "6h", "4d"}) == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("deck 8h Kd 8c 8h 3d 4c", "8h is dealt twice, as cards 1 and 4 of deck 1 of 52"),
        ("mine 8h 9h; theirs 2c 8h", "8h is dealt twice, as card 1 of mine and card 2 of theirs, of deck 1 of 52"),
        ("deck 8h 1h", "1h is no card"),
        ("deck joker", "joker is not in deck 1 of 52"),
        ("deck 8h; mine 9h", "of the deck or by area, not both"),
        ("mine 8h 9h", "no card is left for theirs"),
    ],
)
def test_cards_that_cannot_come_are_refused(small: Load, given: str, message: str) -> None:
    with pytest.raises(GivenError, match=message):
        hands(small, given)


def test_a_deck_of_two_packs_holds_a_card_twice(small: Load) -> None:
    body = BODY.replace("deck 1 of 52", "deck 2 of 52")
    assert hands(small, "mine 8h 8h 9c; theirs 9c Kd Kd", body=body) == ("8h 8h 9c", "9c Kd Kd")
    with pytest.raises(GivenError, match="8h is dealt 3 times, as cards 1, 2 and 3 of deck 2 of 52"):
        hands(small, "deck 8h 8h 8h", body=body)


def test_jokers_are_given_as_often_as_the_deck_holds_them(small: Load) -> None:
    body = BODY.replace("deck 1 of 52", "deck 1 of 52 and 2 jokers")
    assert hands(small, "mine joker joker 9c; theirs 2c Kd 3d", body=body)[0] == "joker joker 9c"


def test_facts_are_no_cards(small: Load) -> None:
    ruleset = small(BODY)
    assert facts_of(parse_given("mine 8h 9h; cards 1; exposed no"), ruleset) == {"cards": "1", "exposed": "no"}
