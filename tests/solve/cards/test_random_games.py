"""Games made up by chance: every method that takes one equals the reference, to the fraction."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure
from tests.solve.cards.comparing import Compared, cards, compare
from tests.solve.cards.random_games import random_game

GAMES = int(os.environ.get("AUDIT_GAMES", "300"))
"""Games in all."""

QUICK = 25
BATCH = 25

Find = Callable[[int], Compared]


@pytest.fixture(scope="module")
def found(library: Library) -> Find:
    """What came of the game of a seed."""

    def find(seed: int) -> Compared:
        game = random_game(seed)
        return compare(configure(load_text(game.text, library), {}), cards(" ".join(game.pack)))

    return find


@pytest.mark.parametrize("seed", range(QUICK))
def test_methods_equal_the_reference(found: Find, seed: int) -> None:
    """What differs fails inside; a game that no method takes says why."""
    game = found(seed)
    assert game.solved or game.unsolved


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, GAMES, BATCH))
def test_methods_equal_the_reference_in_many_games(found: Find, start: int) -> None:
    """Of the groups of wagers in a batch nearly all are solved, and nearly all are compared end by end."""
    games = {seed: found(seed) for seed in range(start, min(start + BATCH, GAMES))}
    groups = sum(len(game.solved) + len(game.unsolved) for game in games.values())
    unsolved = {f"{seed} {title}": why for seed, game in games.items() for title, why in game.unsolved.items()}
    assert len(unsolved) <= groups // 10, unsolved
    undecided = [seed for seed, game in games.items() if game.undecided]
    assert len(undecided) <= 1, undecided
