"""Wagers of which a clause says that they last one roll or spin, and what leaves them standing after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.context import Context
from audit.checks.exploring import Moment, rounds_of
from audit.play.equipment import Drawn, Outcome, Roll, Section
from audit.ruleset import wagers as wg
from audit.ruleset.tables import Outcome as Result
from audit.solve.solving import Case
from audit.solve.stakes import StakeState, target_of

_VERBS: dict[str, type[Outcome]] = {"roll": Roll, "spin": Section, "draw": Drawn}


@dataclass(frozen=True)
class Standing:
    """Moments at which a wager has seen its one roll and still stands.

    ``is_gap`` where no line spoke of the roll and the wager waits as before; else it goes on, against the claim.
    """

    case: Case
    claim: wg.LastsOne
    moments: tuple[Moment, ...]
    is_gap: bool


def standing_after_one(context: Context, wager: str) -> Iterator[Standing]:
    """What refutes that a wager lasts one roll, position by position; nothing where no clause says so."""
    solution = context.solutions[wager]
    claim = next((line for line in solution.wager.lines if isinstance(line, wg.LastsOne)), None)
    if claim is None:
        return
    kind = _VERBS.get(claim.act.text)
    for case in solution.cases:
        target = target_of(case.bundle)
        gaps: list[Moment] = []
        others: list[Moment] = []
        for moment in rounds_of(solution, case, context.solver.steps).all_moments():
            if not _is_first(moment, target, case) or (
                kind and not any(isinstance(o, kind) for o in moment.branch.outcomes)
            ):
                continue
            if not isinstance(moment.after[target], StakeState) or _is_off(moment, target):
                continue
            (gaps if _waits(moment, target, case) else others).append(moment)
        if others:
            yield Standing(case, claim, tuple(others), False)
        if gaps and not any(role.part_of == target for role in case.bundle):
            yield Standing(case, claim, tuple(gaps), True)


def _is_first(moment: Moment, target: int, case: Case) -> bool:
    return moment.is_made and moment.before[target] == case.bundle[target].fresh


def _waits(moment: Moment, target: int, case: Case) -> bool:
    """Whether the roll changed nothing for the wager: the same lines ask again at the next."""
    before, after = moment.before[target], moment.after[target]
    says_stay = any(
        isinstance(line, wg.ResultRow) and line.outcome is Result.STAY for line in case.bundle[target].wager.lines
    )
    same_place = case.folded.block[moment.gate] == case.folded.block[moment.branch.to]
    is_same = isinstance(before, StakeState) and isinstance(after, StakeState) and before.memory == after.memory
    return same_place and is_same and not says_stay


def _is_off(moment: Moment, target: int) -> bool:
    """Whether the wager was off at every settle of a moment: it is then as it was, not even seen."""
    return all(_is_untouched(settled.before[target], settled.after[target]) for settled in moment.settled)


def _is_untouched(before: object, after: object) -> bool:
    return before is after or (isinstance(after, StakeState) and before == after and not after.seen)
