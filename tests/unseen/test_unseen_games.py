"""Games that the tool was not made with, written from docs/language.md alone: figures enumerated apart, and play agrees."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.reference import solve_by_play
from audit.solve.solving import Solution, SolvedStart, Solver

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, dict[str, str]]] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
ROUNDS = 2_000
"""Rounds of play for one game, parted among its wagers."""


def enumeration() -> ModuleType:
    spec = importlib.util.spec_from_file_location("enumeration", HERE / "enumeration.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ruleset(name: str) -> Ruleset:
    return load_text((HERE / "rulesets" / f"{name}.rop").read_text(encoding="utf-8"), Library(()))


def test_expected_figures_are_those_enumerated() -> None:
    assert enumeration().facts() == EXPECTED


def test_enumeration_knows_nothing_of_the_tool() -> None:
    assert "import audit" not in (HERE / "enumeration.py").read_text(encoding="utf-8")


def test_every_game_is_expected() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in (HERE / "rulesets").glob("*.rop"))


@pytest.mark.parametrize("name", EXPECTED)
def test_each_wager_has_the_house_edge_that_was_enumerated(name: str) -> None:
    result = verify(ruleset(name), with_variations=False).result
    found: dict[str, set[str]] = {}
    for row in result.wagers:
        names = {row.id, *(f"{row.wager}[{position}]" for position in row.positions if position)}
        for one in names | ({row.wager} if row.wager in EXPECTED[name]["house edge"] else set()):
            found.setdefault(one, set()).add(str(row.house_edge))
    expected = EXPECTED[name]["house edge"]
    assert {wager: found.get(wager) for wager in expected} == {wager: {edge} for wager, edge in expected.items()}
    assert {wager.partition("[")[0] for wager in expected} == {row.wager for row in result.wagers}


@pytest.mark.parametrize("name", EXPECTED)
def test_play_settles_as_the_chain_says(name: str) -> None:
    """Every settlement of play is an end of the chain, and their mean lies where the chain's does."""
    configured = configure(ruleset(name))
    solver = Solver(configured)
    wagers = configured.ruleset.of(wg.Wager)
    for n, wager in enumerate(wagers):
        solution = solver.solve(wager)
        for label in _some(solution):
            starts = [s for s in solution.starts if s.position.label == label]
            rounds = max(100, ROUNDS // len(wagers) // len(_some(solution)))
            seen = _played(configured, wager.name.text, label, rounds, seed=n)
            possible = {(end.result, end.net) for start in starts for end in start.ends}
            assert set(seen) <= possible, (wager.name.text, label, set(seen) - possible)
            mean = sum((net * times for (_, net), times in seen.items()), Fraction(0)) / rounds
            expected, square = _moments(starts)
            assert abs(float(mean - expected)) <= 6 * sqrt(float(square - expected**2) / rounds), (wager.name.text, label)


LONG = ("hazard", "hazard-thrown")
PLAYED_THROUGH = [
    pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in EXPECTED if name != "all-tall-small"
]
"""Of the one left out there are more tables than the reference tells apart."""


@pytest.mark.parametrize("name", PLAYED_THROUGH)
def test_the_reference_ends_alike(name: str) -> None:
    """The interpreter, every outcome of every step, gives the distribution of the chain to the fraction."""
    configured = configure(ruleset(name))
    solver = Solver(configured)
    for wager in configured.ruleset.of(wg.Wager):
        solution = solver.solve(wager)
        for label in _some(solution)[:1]:
            chain = {frozenset(_ends(s).items()) for s in solution.starts if s.position.label == label}
            played = {
                frozenset(((e.result, e.net), chance) for e, chance in made.ends.items())
                for made in solve_by_play(configured, wager.name.text, label)
            }
            assert chain == played, (wager.name.text, label)


def _some(solution: Solution) -> list[str]:
    """The first, the middle and the last position."""
    labels = list(dict.fromkeys(start.position.label for start in solution.starts))
    return list(dict.fromkeys((labels[0], labels[len(labels) // 2], labels[-1])))


def _ends(start: SolvedStart) -> Counter[tuple[str, Fraction | None]]:
    found: Counter[tuple[str, Fraction | None]] = Counter()
    for end, chance in start.ends.items():
        found[end.result, end.net] += chance  # type: ignore[assignment]
    return found


def _moments(starts: list[SolvedStart]) -> tuple[Fraction, Fraction]:
    """The mean of the net and of its square, made at the first moment that comes."""
    first, second, weight = Fraction(0), Fraction(0), sum((s.chance for s in starts), Fraction(0))
    for start in starts:
        for end, chance in start.ends.items():
            assert end.net is not None
            first += start.chance * chance * end.net / weight
            second += start.chance * chance * end.net**2 / weight
    return first, second


def _played(
    configured: Configured, wager: str, label: str, rounds: int, seed: int
) -> Counter[tuple[str, Fraction]]:
    """How often a wager of one unit ended how, in so many rounds of play."""
    play = Play(configured, Seeded(seed), check_amounts=False)
    seen: Counter[tuple[str, Fraction]] = Counter()
    for _ in range(rounds):
        play.state.stakes, play.state.chance_acts, play.unmade = [], 0, [Wish(wager, label, Fraction(1))]
        for _ in play.play():
            pass
        stake = play.state.stakes[-1]
        assert stake.result is not None and stake.net is not None
        seen[stake.result, stake.net] += 1
    return seen
