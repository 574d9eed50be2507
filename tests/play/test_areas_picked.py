"""Wagers on one of several areas, cards burned under a name, and tables that name tables: in play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.play.events import Burned
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import configure

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
NAME = "jack-cleveland/mini-baccarat/undated"


def played(cards: str, *wagers: str) -> tuple[Play, list[object]]:
    """A round on these cards, one unit of 10 on each wager."""
    configured = configure(load(NAME, Library((RULESETS,))), {})
    wishes = [Wish(w.partition("[")[0], w.partition("[")[2].rstrip("]"), Fraction(10)) for w in wagers]
    play = Play(configured, Given.read(f"deck {cards}", ruleset=configured.ruleset), wishes)
    return play, list(play.one_round())


def nets(play: Play) -> dict[str, Fraction | None]:
    return {stake.id: stake.net for stake in play.state.stakes}


def test_as_many_cards_are_burned_as_the_first_one_says() -> None:
    """Clause 5.G: a queen counts as ten, an ace as one."""
    for first, burned in (("Qs", "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc"), ("Ad", "2c")):
        _, events = played(f"{first} {burned} 4h 9c 10d Qs", "player_bet")
        assert [len(e.cards) for e in events if isinstance(e, Burned)] == [1, len(burned.split())]


def test_each_position_looks_at_its_own_side() -> None:
    """The player has 4, the banker a natural 9: the one side loses, the other wins even money."""
    play, _ = played("Ad 2c 4h 9c 10d Qs", "player_bet", "dragon[player_cards]", "dragon[banker_cards]")
    assert nets(play) == {"player_bet": -10, "dragon[player_cards]": -10, "dragon[banker_cards]": 10}


@pytest.mark.parametrize("third, cards", [("2d", 3), ("7d", 3), ("Ad", 2), ("8d", 2), ("9d", 2), ("Kd", 2)])
def test_a_table_that_names_a_grid_has_its_value(third: str, cards: int) -> None:
    """The player draws this card to 2 points; by the second row of Table 1 the banker with 4 draws on 2 through 7."""
    play, _ = played(f"Ad 2c 2h Qd Ks 4s {third} 5c", "player_bet")
    assert len(play.state.cards.lying_in("banker_cards")) == cards
