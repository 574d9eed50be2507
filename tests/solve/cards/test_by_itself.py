"""Wagers that hang on others: by another's result, by whether it stands, and by going back with one that they need."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Wager
from audit.solve.cards.by_itself import hangs_on_needed, is_by_itself
from audit.solve.planner import verify
from tests.solve.draws.test_first_cards import WAGER, game

BESIDE = Path(__file__).with_name("beside")


def ruleset_of(name: str) -> Ruleset:
    return load_text((BESIDE / f"{name}.rop").read_text(encoding="utf-8"), Library(()))


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        pytest.param("wins-with-another", Fraction(311, 4845), id="it wins where the ante wins, which a fold prevents"),
        pytest.param("wins-with-one-it-needs", 1 - Fraction(1, 4) * 5, id="4 to 1 on one card of four"),
        pytest.param("forfeited-with-another", Fraction(1, 10), id="forfeited where an ace lies, worked out by sampled play too"),
        pytest.param("goes-back-with-one-it-needs", -4 * Fraction(1, 4), id="it wins on one card of four, else goes back"),
        pytest.param("goes-back-where-nothing-is-decided", -Fraction(37, 60), id="with another that is not decided by any card"),
    ],
)
def test_house_edge(name: str, edge: Fraction) -> None:
    (beside,) = (one for one in verify(ruleset_of(name)).result.wagers if one.wager == "beside")
    assert beside.house_edge == edge


def test_an_option_of_one_that_it_needs() -> None:
    """The table of the other says when it is decided, and with that whether this one goes back."""
    ruleset = ruleset_of("goes-back-where-nothing-is-decided")
    (beside,) = (one for one in verify(ruleset).result.wagers if one.wager == "beside")
    assert [(effect.option, effect.value, effect.house_edge) for effect in beside.options] == [("flag", "yes", -Fraction(19, 30))]


TABLE = """\
settle beside @ 8
  first row only @ 8
  | first 2 cards of mine | beside |
  | 2 cards of one rank   | 9 to 1 | @ 8.a
  | otherwise             | lose   | @ 8.b
"""


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        pytest.param("| otherwise             | lose   |", "| otherwise             | lose   |", False, id="always decided"),
        pytest.param("| otherwise             | lose   |", "| otherwise             |        |", True, id="open in some rounds"),
        pytest.param("| 2 cards of one rank   | 9 to 1 |", "| 2 cards of one rank   |        |", True, id="open in a row before the last"),
        pytest.param("| otherwise             | lose   |", "| 2 cards of one suit   | lose   |", True, id="open where no row fits"),
        pytest.param("made before the deal @ 8", "made before final @ 8", True, id="made when what it needs may be settled"),
        pytest.param("needs main @ 8", "needs double @ 8", True, id="needs what is decided"),
        pytest.param("  needs main @ 8\n  made before the deal @ 8", "  made before final @ 8", False, id="needs nothing"),
    ],
)
def test_what_a_wager_needs(old: str, new: str, wanted: bool) -> None:
    assert old in WAGER + TABLE
    assert hangs_on_needed("beside", game(TABLE, (old, new)).ruleset) is wanted


@pytest.mark.parametrize(
    ("name", "wager", "wanted"),
    [
        ("wins-with-another", "beside", False),
        ("forfeited-with-another", "other", True),
        ("goes-back-with-one-it-needs", "other", True),
        ("goes-back-with-one-it-needs", "beside", False),
    ],
)
def test_what_is_by_itself(name: str, wager: str, wanted: bool) -> None:
    ruleset = configure(ruleset_of(name), {}).ruleset
    assert is_by_itself(wager, ruleset, [one.name.text for one in ruleset.of(Wager)]) is wanted
