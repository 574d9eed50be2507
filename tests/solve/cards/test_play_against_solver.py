"""The interpreter against the solver on sampled rounds: equal settlements, and expectations within four standard errors.

``AUDIT_ROUNDS=100000`` plays so many rounds of each game in the long tests, and the games of which best play takes
minutes to find as well.
"""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
import pytest

from audit.play.choosing import AtRandom
from audit.solve.cards import by_showdown
from audit.solve.cards.playing import best_chooser
from audit.solve.cards.pruning import only_for
from audit.solve.cards.showdown import play_showdown
from audit.solve.cards.sides import Problem
from tests.card_games import CARD_GAMES as GAMES
from tests.solve.cards.playing_rounds import Game, Mean, net_of

QUICK = ("oneida/three-card-poker/2024-09-11",)
BOUNDED = (
    "oneida/three-card-poker/2003-08-06",
    "oneida/caribbean-stud/2003-08-06",
    "oneida/let-it-ride/2003-08-06",
    "oneida/mississippi-stud/2024-09-11",
)
"""Games of which best play is found within seconds."""

AT_RANDOM = ("oneida/three-card-poker/2003-08-06", "oneida/caribbean-stud/2003-08-06")
"""Games of one decision, of which the tables give what each choice brings with each hand."""

DRAWING = ("jack-cleveland/mini-baccarat/undated", "jack-cleveland/dragon-bonus-baccarat-commission-free/undated")
"""Games in which nothing is decided."""

ROUNDS = int(os.environ.get("AUDIT_ROUNDS", "0"))


def check_rounds(game: Game, number: int) -> None:
    """Every wager of every round, decided at random, comes out as some tree says."""
    for play in game.rounds(number, AtRandom(game.seed)):
        wrong, asked = game.differences(play)
        assert not wrong, "\n".join(wrong)
        assert game.made(play) <= asked | made_otherwise(game)


def made_otherwise(game: Game) -> frozenset[str]:
    """Wagers beside the bundle: of a choice that only one of them gives, the trees of the others say nothing."""
    return frozenset(game.wagers) - frozenset(game.bundle) if game.solver.bundles else frozenset()


def check_best_play(game: Game, number: int) -> None:
    """Rounds under best play come out as the tree says, and bring on average what was solved."""
    chooser = best_chooser(game.solver)
    names = frozenset(game.solver.names(game.bundle))
    mean = Mean()
    for play in game.rounds(number, chooser, game.bundle):
        wrong, _ = game.differences(play)
        assert not wrong, "\n".join(wrong)
        mean.add(net_of(play, names))
    exact = game.solver.solve(game.bundle).counted.expected(tuple(names))
    assert exact is not None
    assert abs(mean.errors_from(exact)) <= 4


@pytest.mark.parametrize("name", QUICK)
def test_rounds_at_random_agree(name: str) -> None:
    check_rounds(Game(name, 2024), 250)


def test_rounds_of_drawing_agree() -> None:
    """A game without decisions: every wager of 150 rounds, dealt from eight decks with some cards burned."""
    check_rounds(Game(DRAWING[0], 3), 150)


@pytest.mark.long
@pytest.mark.parametrize("name", DRAWING)
def test_many_rounds_of_drawing_agree(name: str) -> None:
    check_rounds(Game(name, 9), ROUNDS or 2_000)


@pytest.mark.parametrize("name", QUICK)
def test_rounds_under_best_play_agree(name: str) -> None:
    check_best_play(Game(name, 11), 250)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_rounds_at_random_agree(name: str) -> None:
    check_rounds(Game(name, 7), ROUNDS or 400)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES if ROUNDS else BOUNDED)
def test_many_rounds_under_best_play_agree(name: str) -> None:
    check_best_play(Game(name, 8), ROUNDS or 2_000)


def at_random(game: Game) -> Fraction:
    """What the bundle brings if each choice is as likely, from what the tables say each brings with each hand."""
    names = game.solver.names(game.bundle)
    course = only_for(game.solver.laying.course(game.bundle, game.bundle), names)
    laid_out = by_showdown.prepared(Problem(course, game.solver.laying.judge, frozenset(names), is_told=False))
    played = play_showdown(laid_out.showdown)
    paths = len(laid_out.problem.paths)
    assert laid_out.showdown.permitted.all(), "every choice is open with every hand"
    met = played.best >= 0
    sums = np.where(met[:, :, None], played.values, 0).sum(axis=(1, 2)).astype(object)
    whole = int((sums * played.hands.weights.astype(object)).sum())
    return Fraction(whole, laid_out.paid.scale * played.deals * paths)


def check_at_random(game: Game, number: int) -> None:
    names = frozenset(game.solver.names(game.bundle))
    mean = Mean()
    for play in game.rounds(number, AtRandom(game.seed), game.bundle):
        mean.add(net_of(play, names))
    assert abs(mean.errors_from(at_random(game))) <= 4


@pytest.mark.parametrize("name", QUICK)
def test_the_mean_of_rounds_at_random(name: str) -> None:
    check_at_random(Game(name, 5), 500)


@pytest.mark.long
@pytest.mark.parametrize("name", AT_RANDOM)
def test_the_mean_of_many_rounds_at_random(name: str) -> None:
    check_at_random(Game(name, 6), ROUNDS or 5_000)


def test_the_worths_told_are_those_that_were_solved() -> None:
    """The mean over all hands of what the better choice is worth is what best play brings."""
    game = Game(QUICK[0])
    chooser = best_chooser(game.solver)
    worths = [max(worth.value for worth in chooser.told[0]) for _ in game.rounds(400, chooser, game.bundle)]
    mean = Mean()
    for worth in worths:
        mean.add(worth)
    exact = game.solver.solve(game.bundle).counted.expected(game.solver.names(game.bundle))
    assert exact is not None
    assert abs(mean.errors_from(exact)) <= 4
