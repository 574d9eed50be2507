"""Games of totals made up by chance: best play equals the reference, to the fraction; with splits it brings no more.

A hand of a split is played by its own cards and those seen before the split, while the reference knows the other hands, too.
A game in which the cards can run out has no value, and none is given.  ``AUDIT_GAMES=360`` looks at so many instead of 200, more than half of which have a value.
"""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.errors import PlayError
from audit.play.making import Wish
from audit.ruleset.configure import configure
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable
from tests.solve.cards.comparing import cards
from tests.solve.draws.random_totals import random_totals

GAMES = int(os.environ.get("AUDIT_GAMES", "200"))
QUICK = 6
BATCH = 18


def check(seed: int) -> bool:
    """Whether the game has a value, which is right then."""
    game = random_totals(seed)
    configured = configure(load_text(game.text, Library(())), {})
    pack = cards(" ".join(game.pack))
    solver = CardSolver(configured)
    solver.laying.deck = pack
    (group,) = solver.units()
    names = list(solver.names(group))
    told = f"seed {seed}, {game.pack}\n{game.text}"
    try:
        reference = all_rounds(configured, [Wish("main", "", Fraction(1))], pack).best(names).expected(names)
    except PlayError as error:
        assert "run out" in str(error), told
        if not game.has_splits:  # of which one hand is followed by itself
            with pytest.raises(NotSolvable, match=r"run out|add up"):
                solver.solve(group)
        return False
    mine = solver.solve(group).counted.expected(tuple(names))
    assert mine is not None
    assert mine <= reference if game.has_splits else mine == reference, f"{mine} for {reference}: {told}"
    return True


@pytest.mark.parametrize("seed", range(QUICK))
def test_best_play_equals_the_reference(seed: int) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, GAMES, BATCH))
def test_best_play_equals_the_reference_in_many_games(start: int) -> None:
    seeds = range(start, min(start + BATCH, GAMES))
    assert sum(check(seed) for seed in seeds) * 2 >= len(seeds)
