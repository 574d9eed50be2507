"""Wagers that go on without the number, or whatever else, that their later lines ask for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.exploring import Moment, rounds_of
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.rewrite import walk
from audit.solve.absorption import absorb
from audit.solve.solving import Case, Solution
from audit.solve.stakes import BundleState, End, StakeState, target_of

WITHOUT = End("goes on without", None, "", "")


@dataclass(frozen=True)
class Numberless:
    """One position: the moments that leave it so, what it lacks, the lines that ask for it, how probable it is."""

    case: Case
    memory: str
    moments: tuple[Moment, ...]
    lines: tuple[Basis, ...]
    share: Fraction


def numberless(context: Context, solution: Solution) -> list[Numberless]:
    """The positions that some first roll lets go on without what that roll should have kept for them."""
    asked = _asked(solution.wager)
    found: list[Numberless] = []
    for n, case in enumerate(solution.cases):
        for memory, lines in asked.items():
            places = frozenset(
                k for k, (_, state) in enumerate(case.chain.places) if _lacks(state, target_of(case.bundle), memory)
            )
            if places:
                moments = _moments(context, solution, case, memory)
                found.append(Numberless(case, memory, moments, lines, _share(solution, n, case, places)))
    return found


def _asked(wager: wg.Wager) -> dict[str, tuple[Basis, ...]]:
    """What the wager keeps on its first roll and its lines for later rolls look at, with those lines."""
    kept = {
        line.memory.memory.name.text
        for line in wager.lines
        if isinstance(line, wg.MemoryRow)
        and isinstance(line.memory, wg.Keep)
        and isinstance(line.memory.memory, OwnMemory)
    }
    asked: dict[str, tuple[Basis, ...]] = {}
    for line in wager.lines:
        if isinstance(line, wg.ResultRow) and wg.Roll.LATER in line.at:
            for node in walk((line.on, line.guard)):
                if isinstance(node, OwnMemory) and node.name.text in kept:
                    asked[node.name.text] = (*asked.get(node.name.text, ()), line.basis)
    return asked


def _lacks(state: BundleState, target: int, memory: str) -> bool:
    stake = state[target]
    return isinstance(stake, StakeState) and stake.seen and memory not in dict(stake.memory)


def _moments(context: Context, solution: Solution, case: Case, memory: str) -> tuple[Moment, ...]:
    target = target_of(case.bundle)
    return tuple(
        moment
        for moment in rounds_of(solution, case, context.solver.steps).all_moments()
        if moment.is_made and _lacks(moment.left, target, memory) and not _lacks(moment.before, target, memory)
    )


def _share(solution: Solution, n: int, case: Case, places: frozenset[int]) -> Fraction:
    """How probable it is that a wager made at its first moment comes to one of these places."""
    moves = {k: {} if k in places else there for k, there in case.chain.moves.items()}
    ends = {k: {WITHOUT: Fraction(1)} if k in places else there for k, there in case.chain.ends.items()}
    first = next(s.place for s in solution.starts if s.case == n)
    return absorb(moves, ends)[first].get(WITHOUT, Fraction(0))
