"""Published figures of games in which hands grow, by the shipped rulesets from full decks.

Best play here hangs on all cards that the player knows; a hand of a split is played by its own cards and those seen before
the split.  Published values of play "without memory" (CDZ-: hands of a split are played as if there had been no split) are
a little lower, those of play fitted to each pair (CDP) the least bit higher.
"""

from __future__ import annotations

import json
import os
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure, read_value
from audit.solve.cards.solver import CardSolver

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
PUBLISHED = json.loads(Path(__file__).with_name("published_blackjack.json").read_text())

CLASSES = Fraction(2, 10**7)
"""So much apart are the classes of play for hands that are split."""


@cache
def solver(ruleset: str, *chosen: tuple[str, str]) -> CardSolver:
    text = (RULESETS / f"{ruleset}.rop").read_text()
    return CardSolver(configure(load_text(text, Library((RULESETS,))), {name: read_value(value) for name, value in chosen}))


def brings(ruleset: str, wager: str, chosen: dict[str, str]) -> Fraction:
    """What a wager brings on average for each unit of it."""
    game = solver(ruleset, *chosen.items())
    wagers = next((bundle.wagers for bundle in game.bundles if bundle.name == wager), (wager,))
    found = game.solve(wagers).counted.expected(game.names(wagers))
    assert found is not None
    return found


def check(entry: dict[str, str]) -> None:
    found = brings(entry["ruleset"], entry["wager"], dict(pair.split("=") for pair in entry["options"].split(", ")))
    printed = Decimal(entry["value"])
    digit = Fraction(1, 10 ** -int(printed.as_tuple().exponent))
    apart = CLASSES if entry.get("class") else 0
    assert abs(found - Fraction(printed)) <= digit / 2 + apart, f"{float(found):.10f} is not {printed}"


@pytest.mark.parametrize("entry", PUBLISHED["quick"], ids=lambda one: f"{one['wager']} {one['options']}")
def test_published(entry: dict[str, str]) -> None:
    check(entry)


@pytest.mark.long
@pytest.mark.parametrize("entry", PUBLISHED["long"], ids=lambda one: f"{one['wager']} {one['options']}")
def test_published_best_play(entry: dict[str, str]) -> None:
    if entry.get("whole") and not os.environ.get("AUDIT_WHOLE"):
        pytest.skip("another option of the same kernels: with AUDIT_WHOLE=1")
    check(entry)
