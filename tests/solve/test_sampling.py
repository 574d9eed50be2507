"""Sampled figures beside exact ones: within four standard errors, the same from the same seed, and honest about the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt

import pytest

from audit.commands import examining
from audit.play.errors import PlayError
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable
from audit.solve.planner import Row, not_offered, rows_of, verify
from audit.solve.result import Method, Sampled
from audit.solve.sampling import LEAST_ROUNDS, sample, sample_by_play, sampled, wilson, with_samples
from audit.solve.solving import Solution, Solver

REAL = (
    "oneida/craps/2003-08-06",
    "oneida/craps/2022-09-08",
    "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated",
    "oneida/roulette/2003-08-06",
    "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)
ROUNDS = 200_000
PLAYED = 400

Real = Callable[[str], Ruleset]


def rows(configured: Configured) -> Iterator[tuple[Solution, Row]]:
    """Every row of every wager on offer that has a figure to sample."""
    solver = Solver(configured)
    for wager in configured.ruleset.of(wg.Wager):
        if wager.name.text in not_offered(configured):
            continue
        solution = solver.solve(wager)
        for row in rows_of(solution):
            if row.figures.house_edge is not None:
                yield solution, row


def within(found: Sampled, row: Row, errors: float = 4) -> bool:
    """Whether the mean and the share of wins lie within so many standard errors of the exact ones."""
    assert row.figures.house_edge is not None
    win, edge = float(row.figures.win), float(row.figures.house_edge)
    error = sqrt(float(row.figures.variance or 0) / found.rounds)
    is_near = abs(found.house_edge - edge) <= errors * error + 1e-12
    return is_near and abs(found.win - win) <= errors * sqrt(win * (1 - win) / found.rounds) + 1e-12


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
def test_chain_sampled(real: Real, name: str) -> None:
    for solution, row in rows(configure(real(name))):
        found = sample(solution, row.starts, ROUNDS, 11)
        assert found.rounds == ROUNDS
        assert within(found, row), (solution.wager.name.text, row.moment, found.house_edge, row.figures.house_edge)


@pytest.mark.parametrize("name", [*(pytest.param(n, marks=pytest.mark.long) for n in REAL[:-1]), REAL[-1]])
def test_interpreter_sampled(real: Real, name: str) -> None:
    """A few hundred rounds, each played by the letter; of wagers with many positions the first is played."""
    configured = configure(real(name))
    seen: set[str] = set()
    for solution, row in rows(configured):
        wager, label = solution.wager.name.text, row.positions[0].label
        if wager in seen or row.moment:
            continue
        seen.add(wager)
        try:
            found = sample_by_play(configured, wager, label, PLAYED, 3)
        except NotSolvable:
            continue  # what it needs may be on one thing or another
        # a share of a few hundred is no normal one: what is rare gets more room
        assert within(found, row, 5) or float(row.figures.win) * PLAYED < 10, (wager, found.house_edge)
    assert len(seen) >= 1


def test_the_same_seed_gives_the_same_figures(real: Real) -> None:
    for solution, row in rows(configure(real("jack-cleveland/big-six/undated"))):
        first = sample(solution, row.starts, 20_000, 5)
        assert first == sample(solution, row.starts, 20_000, 5)
        assert first != sample(solution, row.starts, 20_000, 6)


def test_an_interval_holds_the_exact_figure_as_often_as_it_should(small: Callable[[str], Ruleset]) -> None:
    body = """
        dice 2 with faces 1 through 6 @ 1
        wager bet @ 2
          made before any roll @ 2
          win  on 7, 11 @ 2
          lose otherwise @ 2
          pays 3 to 1 @ 2
        round @ 3
          step throw
            roll dice @ 3
            settle @ 3
    """
    ((solution, row),) = rows(configure(small(body)))
    edge = 1 - Fraction(8, 36) * 4
    assert row.figures.house_edge == edge
    held = 0
    for seed in range(200):
        found = sample(solution, row.starts, 2_000, seed)
        held += found.low <= float(edge) <= found.high
    # 95% of 200, give or take four standard deviations
    assert 190 - 4 * sqrt(200 * 0.95 * 0.05) <= held


@pytest.mark.parametrize(
    ("hits", "rounds", "low", "high"),
    [
        # Wilson's interval, worked out from its formula with z = 1.96
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (50, 100, 0.4038, 0.5962),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_of_a_share(hits: int, rounds: int, low: float, high: float) -> None:
    found = wilson(hits, rounds)
    assert found == pytest.approx((low, high), abs=5e-5)


def test_a_result_says_how_it_was_come_by(real: Real) -> None:
    verified = verify(real("jack-cleveland/big-six/undated"), with_variations=False)
    found = with_samples(verified, 10_000, 1)
    assert {w.method for w in verified.result.wagers} == {Method.EXACT}
    assert {w.method for w in found.result.wagers} == {Method.SAMPLED}
    assert [w.house_edge for w in found.result.wagers] == [w.house_edge for w in verified.result.wagers]
    assert all(w.sampled is not None and w.sampled.rounds == 10_000 for w in found.result.wagers)


def test_what_no_clause_prices_is_not_sampled(small: Callable[[str], Ruleset]) -> None:
    body = """
        dice 1 with faces 1 through 6 @ 1
        wager bet @ 2
          made before any roll @ 2
          win  on 6 @ 2
          lose otherwise @ 2
          pays not stated @ 2
        round @ 3
          step throw
            roll dice @ 3
            settle @ 3
    """
    configured = configure(small(body))
    (solution,) = (Solver(configured).solve(w) for w in configured.ruleset.of(wg.Wager))
    with pytest.raises(NotSolvable, match="no clause states its payout"):
        sample(solution, next(rows_of(solution)).starts, 100, 1)
    with pytest.raises((NotSolvable, PlayError)):
        sample_by_play(configured, "bet", "", 100, 1)


def test_one_round_gives_no_interval() -> None:
    """How rounds differ takes two of them; with two that end alike the interval is the point itself, and finite."""
    with pytest.raises(NotSolvable, match="made in only 1 of the rounds sampled"):
        sampled({("win", Fraction(3)): 1}, 1)
    alike = sampled({("win", Fraction(3)): 2}, 1)
    assert (alike.low, alike.house_edge, alike.high, alike.variance) == (-3, -3, -3, 0)
    apart = sampled({("win", Fraction(3)): 1, ("lose", Fraction(-1)): 1}, 1)
    assert (apart.variance, apart.house_edge) == (8, -1)
    assert (apart.high - apart.low) / 2 == pytest.approx(1.959964 * 2)


def test_the_least_number_of_rounds_that_may_be_asked_for() -> None:
    assert examining.LEAST_ROUNDS == LEAST_ROUNDS == 2
