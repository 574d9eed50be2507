"""What the tests of the solvers share: the real rulesets of dice and wheels, small texts, and chain against reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.play.positions import Position, positions
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, Value, configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.reference import solve_by_play
from audit.solve.solving import Solution, SolvedStart, Solver
from audit.solve.stakes import StakeState, target_of

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
REAL = (
    "oneida/craps/2003-08-06",
    "oneida/craps/2022-09-08",
    "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated",
    "oneida/roulette/2003-08-06",
    "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)
HEAD = 'ruleset test/small/game\n  title "a small game"\n  source "made up"\n'

Distribution = Mapping[tuple[str, Fraction | None], Fraction]
"""How probable each result with its net per unit is."""


@pytest.fixture(scope="session")
def library() -> Library:
    return Library((RULESETS,))


@pytest.fixture(scope="session")
def real(library: Library) -> Callable[[str], Ruleset]:
    """A real ruleset by its id."""
    kept: dict[str, Ruleset] = {}

    def get(name: str) -> Ruleset:
        if name not in kept:
            kept[name] = load(name, library)
        return kept[name]

    return get


@pytest.fixture(scope="session")
def small(library: Library) -> Callable[[str], Ruleset]:
    """A ruleset from the text of its body."""
    return lambda body: load_text(HEAD + dedent(body).lstrip("\n"), library)


def distribution(start: SolvedStart) -> Distribution:
    """How a solved moment ends, by result and net."""
    found: dict[tuple[str, Fraction | None], Fraction] = {}
    for end, chance in start.ends.items():
        found[end.result, end.net] = found.get((end.result, end.net), Fraction(0)) + chance
    return found


Moment = tuple[str, bool, tuple[tuple[str, object], ...], tuple[object, ...]]
"""A moment of making: step, start of the round, the round's memory, the needed stakes."""


@dataclass(frozen=True)
class Agreement:
    """Both solvers on one position: the distributions of each, by moment of making."""

    wager: str
    position: Position
    chain: Mapping[Moment, list[Distribution]]
    reference: Mapping[Moment, list[Distribution]]

    @property
    def holds(self) -> bool:
        return not self._differing

    @property
    def _differing(self) -> list[Moment]:
        """Moments that only one of them knows, or at which they give different figures."""
        return [key for key in {**self.chain, **self.reference} if self._at(self.chain, key) != self._at(self.reference, key)]

    @staticmethod
    def _at(found: Mapping[Moment, list[Distribution]], key: Moment) -> set[frozenset[tuple[object, Fraction]]]:
        return {frozenset(one.items()) for one in found.get(key, [])}

    def told(self) -> str:
        """What differs, for a failing test."""
        lines = [f"{self.wager}[{self.position.label}]"]
        for key in self._differing:
            lines += [f" {key}", f"  chain     {self._at(self.chain, key)}", f"  reference {self._at(self.reference, key)}"]
        return "\n".join(lines)


def _moment(solution: Solution, start: SolvedStart) -> Moment:
    """A moment of the chain as the reference tells it."""
    bundle, state = solution.cases[start.case].bundle, start.start.state
    needed = [
        (role.id, stake.memory, stake.seen)
        for n, (role, stake) in enumerate(zip(bundle, state, strict=True))
        if role.part_of is None and n != target_of(bundle) and isinstance(stake, StakeState)
    ]
    gate = start.start.gate
    return gate.step, gate.is_start, gate.memory, tuple(sorted(needed, key=str))


def agreement(
    configured: Configured, solution: Solution, position: Position, amount: Fraction | None, called_on: bool
) -> Agreement:
    """One position of a wager, solved by the chain and by the reference."""
    chain: dict[Moment, list[Distribution]] = {}
    for start in solution.starts:
        if start.position == position:
            chain.setdefault(_moment(solution, start), []).append(distribution(start))
    reference: dict[Moment, list[Distribution]] = {}
    name = solution.wager.name.text
    stake = Fraction(1) if amount is None else amount
    for made in solve_by_play(configured, name, position.label, amount=stake, called_on=called_on):
        key = (made.step, made.is_start, made.memory, tuple(sorted(made.needed, key=str)))
        reference.setdefault(key, []).append({(e.result, e.net): chance for e, chance in made.ends.items()})
    return Agreement(name, position, chain, _as_the_chain_tells(reference, chain))


def _as_the_chain_tells(
    reference: Mapping[Moment, list[Distribution]], chain: Mapping[Moment, list[Distribution]]
) -> Mapping[Moment, list[Distribution]]:
    """The reference's moments under those of the chain, which forgets what no line can tell apart any more.

    A moment that the chain knows stays.  Another goes to one at the same step that ends in the same way, if there is one:
    that is what the chain claims by forgetting.
    """
    found: dict[Moment, list[Distribution]] = {}
    for key, ends in reference.items():
        alike = [c for c in chain if (c[0], c[1], c[3]) == (key[0], key[1], key[3]) and all(e in chain[c] for e in ends)]
        found.setdefault(key if key in chain or not alike else alike[0], []).extend(ends)
    return found


Compare = Callable[..., list[Agreement]]


@pytest.fixture(scope="session")
def compare() -> Compare:
    """All positions of a wager, or those with a label among ``labels``, solved by chain and reference."""

    def solved(
        configured: Configured,
        wager: wg.Wager,
        *,
        amount: Fraction | None = None,
        called_on: bool = False,
        labels: frozenset[str] | None = None,
    ) -> list[Agreement]:
        solver = Solver(configured)
        solution = solver.solve(wager, amount, called_on=called_on)
        return [
            agreement(configured, solution, position, amount, called_on)
            for position in positions(wager, solver.equipment)
            if labels is None or position.label in labels
        ]

    return solved


@pytest.fixture(scope="session")
def solve(real: Callable[[str], Ruleset]) -> Callable[..., Solution]:
    """A wager of a real ruleset under some choices."""

    def solved(name: str, wager: str, amount: Fraction | None = None, **choices: Value) -> Solution:
        configured = configure(real(name), choices)
        found = configured.ruleset.named(wager, wg.Wager)
        assert found is not None, wager
        return Solver(configured).solve(found, amount)

    return solved
