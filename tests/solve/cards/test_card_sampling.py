"""Sampled figures of card games: within four standard errors of the exact ones, and the same from the same seed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from audit.solve.cards.sampling import sample_group, with_card_samples
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified
from audit.solve.result import Method, RulesetResult, Sampled, WagerResult
from audit.solve.sampling import Z95
from tests.solve.cards.playing_rounds import Game

NAME = "oneida/three-card-poker/2003-08-06"


def errors_from(found: Sampled, edge: Fraction) -> float:
    """How many standard errors a sampled house edge lies from the exact one."""
    return abs(found.house_edge - float(edge)) / ((found.high - found.low) / 2 / Z95)


def test_a_bundle() -> None:
    """Published: 3.37% of the ante."""
    game = Game(NAME)
    bundle = sample_group(game.solver, ("ante", "play"), 300, 4)
    assert errors_from(bundle, Fraction(686689, 20358520)) <= 4

@pytest.mark.long
def test_a_wager_at_the_margin() -> None:
    """Pair Plus, forfeited with a fold: what it adds to best play, 308/5525 against its player."""
    game = Game(NAME)
    found = sample_group(game.solver, ("pair_plus",), 2_000, 4)
    assert errors_from(found, Fraction(308, 5525)) <= 4
    assert sample_group(game.solver, ("pair_plus",), 2_000, 4) == found


def test_what_no_method_takes_and_a_decision_touches_stays_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(NAME)
    why = NotSolvable("no method takes it", "pair_plus")

    def refuse(group: tuple[str, ...]) -> None:
        raise why

    monkeypatch.setattr(game.solver, "solve", refuse)
    result = WagerResult("pair_plus", "pair_plus", "Pair Plus", (), Method.NOT_SOLVABLE, None, reason=why.why)
    whole = RulesetResult(NAME, {}, (result,), "")
    verified = Verified(game.configured, whole, {}, {"pair_plus": why}, cards=game.solver)
    after = with_card_samples(verified, game.solver, 10, 1)
    assert after == replace(verified, result=whole)


@pytest.mark.long
@pytest.mark.parametrize("name", ["oneida/caribbean-stud/2003-08-06", "oneida/let-it-ride/2003-08-06"])
def test_every_wager_of_a_game(name: str) -> None:
    game = Game(name)
    for group in game.solver.units():
        if group[0] in game.wagers:
            solved = game.solver.solve(group)
            expected = solved.counted.expected(solved.names)
            assert expected is not None
            exact = solved.margin if solved.margin is not None else expected / solved.unit
            assert errors_from(sample_group(game.solver, group, 3_000, 9), -exact) <= 4, group
