"""A fixed way of playing: counted deal by deal, it comes to what is read off the values of best play."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from audit.solve.cards import by_showdown
from audit.solve.cards.laying_open import only_for
from audit.solve.cards.showdown import ByCell, ByState, ByStrength, Policy, play_showdown
from audit.solve.cards.sides import Problem
from audit.solve.cards.solver import CardSolver, pruned

Laid = tuple[Problem, by_showdown.Prepared]


@pytest.fixture(scope="module")
def three_cards(card_solver: Callable[..., CardSolver]) -> Laid:
    solver = card_solver("jack-cleveland/three-card-poker/undated", {}, {})
    names = solver.names(("ante", "play"))
    course = only_for(solver.laying.course(("ante", "play"), ("ante", "play")), names)
    problem = Problem(pruned(course), solver.laying.judge, frozenset(names))
    return problem, by_showdown.prepared(problem)


def by_middle(laid_out: by_showdown.Prepared) -> Policy:
    """Play with the better half of the hands."""
    strength = laid_out.showdown.player_strength
    assert strength is not None
    return ByStrength((int(np.median(strength)),), (0, 1))


def by_cell(laid_out: by_showdown.Prepared) -> Policy:
    """Fold with the first kind of hand that the bonus tells apart."""
    return ByCell(np.array([0] + [1] * (laid_out.showdown.permitted.shape[1] - 1)))


def by_parity(laid_out: by_showdown.Prepared) -> Policy:
    """Play with every other hand."""
    played = play_showdown(laid_out.showdown)
    return ByState(np.arange(len(played.hands.numbers)) % 2)


@pytest.mark.parametrize("policy_of", [by_middle, by_cell, by_parity])
def test_counted_and_appraised_alike(three_cards: Laid, policy_of: Callable[[by_showdown.Prepared], Policy]) -> None:
    problem, laid_out = three_cards
    policy = policy_of(laid_out)
    counted = by_showdown.under_policy(problem, policy)
    expected, often = by_showdown.appraise(laid_out, play_showdown(laid_out.showdown), policy)
    assert counted.expected(problem.valued) == expected
    assert counted.strategy is None
    for path, share in often.items():
        deals = sum(tally.deals for tally in counted.tallies if tally.path == path)
        assert share == Fraction(deals, counted.total)
    assert sum(often.values()) == 1


def test_best_play_appraised_is_best_play(three_cards: Laid) -> None:
    _, laid_out = three_cards
    played = play_showdown(laid_out.showdown)
    expected, _ = by_showdown.appraise(laid_out, played, ByState(played.best))
    assert expected == Fraction(-686689, 20358520)


def test_a_policy_that_does_not_fit_is_refused(three_cards: Laid) -> None:
    _, laid_out = three_cards
    played = play_showdown(laid_out.showdown)
    with pytest.raises(ValueError, match="a policy of shape"):
        by_showdown.appraise(laid_out, played, ByState(np.zeros(3, dtype=np.int8)))
    with pytest.raises(ValueError, match="says nothing of some hand"):
        by_showdown.appraise(laid_out, played, ByState(np.full(len(played.best), -1)))
