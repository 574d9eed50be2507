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
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.solving import best_play
from audit.solve.draws.traces import Deciding

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
    wagers = next((bundle.wagers for bundle in game.bundles if wager in bundle.wagers), (wager,))
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


UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10/J/Q/K", "A")
STANDS_UP_TO_6 = "ST ST ST ST ST H H H H H"
HARD = {
    4: "H " * 10, 6: "H " * 10, 8: "H " * 10, 12: "H H ST ST ST H H H H H", 14: STANDS_UP_TO_6, 16: STANDS_UP_TO_6, 18: "ST " * 10,
}  # fmt: skip
"""Published basic strategy of several decks where it is hit or stood: what each total does against each card of the dealer."""


@pytest.mark.long
def test_published_play_of_hands_of_a_split() -> None:
    """Six decks, the dealer hits soft 17, a hand may be doubled after a split, aces get one card.

    A pair that may not be split again is played by its total.  A 9 drawn to a 2 is doubled against every card, as 11 of a first
    hand is: so there is no row for it after a split.
    """
    game = solver("jack-cleveland/blackjack/undated", ("decks", "6"))
    strategy = game.solve(next(bundle.wagers for bundle in game.bundles if "main" in bundle.wagers)).counted.strategy
    assert strategy is not None
    (decided,) = strategy.decided
    assert decided.chart is not None
    assert decided.after_split is not None
    assert decided.chart.seen == UP_CARDS
    assert decided.after_split.undecided == ("A",)
    rows = {held: cells for group in decided.chart.groups for held, cells in group.rows}
    pairs = [int(held.split()[0]) for held in rows if "after the last split" in held]
    assert pairs == [2, 3, 4, 6, 7, 8, 9]
    for rank in pairs:
        for cell, choice in zip(rows[f"{rank} and {rank} after the last split"], HARD[2 * rank].split(), strict=True):
            assert cell is None or cell.choices == ({"H": "hit", "ST": "stand"}[choice],)
    assert "hard 11 after split" not in rows
    assert all(cell is not None and cell.choices == ("double",) for cell in rows["hard 11"])
    found = best_play(game, next(bundle for bundle in game.bundles if "main" in bundle.wagers))
    of = {card.rank: kind for card, kind in found.kinds.of.items()}
    assert found.values is not None
    played = {
        block.labels[int(found.following.policy[block.first + n])]
        for block in found.layout.blocks if isinstance(block.node.point, Deciding) and any("~" in area for area, _ in block.shape.areas)
        for n, row in enumerate(block.rows)
        for world in [block.shape.world(row)]
        if sorted(world.row(block.node.point.hand)) == sorted((of["2"], of["9"])) and world.row("dealer_cards")[0] == of["6"]
    }
    assert played == {"double"}


STANDS_ON_17 = "until points of theirs at least 17 if"
HITS_SOFT_17 = "until points of theirs is hard 17 or more, soft 18 or more if"

CHOICES = [
    (STANDS_ON_17, "6 5", {"stand": "-0.634013", "hit": "0.172946", "double": "0.240259"}),
    (STANDS_ON_17, "6 4", {"stand": "-0.636118", "double": "0.048615"}),
    (STANDS_ON_17, "7 A", {"double": "-0.357778"}),
    (STANDS_ON_17, "2 A", {"stand": "-0.661732", "hit": "-0.067808", "double": "-0.593281"}),
    (HITS_SOFT_17, "6 5", {"hit": "0.143003"}),
    (HITS_SOFT_17, "7 A", {"stand": "-0.223909", "double": "-0.414678"}),
]
"""Published (one deck, dealer shows an ace and has no natural; the same six digits from two sources)."""


@cache
def one_deck(until: str) -> Drawing:
    """Best play of the game of totals without splits, from one deck."""
    text = Path(__file__).with_name("twenty_one.rop").read_text().replace("hands under 2", "hands under 1")
    game = CardSolver(configure(load_text(text.replace(STANDS_ON_17, until), Library((RULESETS,))), {}))
    found = best_play(game, game.bundles[0])
    assert found.values is not None  # kinds of cards are known once all is laid out
    return found


@pytest.mark.long
@pytest.mark.parametrize(("until", "hand", "published"), CHOICES)
def test_what_each_choice_is_worth(until: str, hand: str, published: dict[str, str]) -> None:
    drawing = one_deck(until)
    of = {card.rank: kind for card, kind in drawing.kinds.of.items()}
    mine = sorted(of[rank] for rank in hand.split())
    found = {}
    for block in drawing.layout.blocks:
        point = block.node.point
        for n, row in enumerate(block.rows if isinstance(point, Deciding) else ()):
            world = block.shape.world(row)
            if sorted(world.row("mine")) == mine and world.row("theirs")[0] == of["A"]:
                found = dict(zip(block.labels, drawing.values[block.first + n], strict=False))
    assert {choice: f"{found[choice]:.6f}" for choice in published} == published
