"""A wager that the right to take it back turns to the player's advantage.

What: A wager that may be removed or reduced while it stands, and whose best removal brings the house edge below zero.
Why: Wagers are even at first and bad later, or the reverse: whoever may leave in the bad part keeps the good one.
Example: A line wager that wins on 7 and 11 at first and may be taken back once a point stands against it.
Instead: at point_roll  may not be reduced or removed.
Settings: severity; may be waived

Best removal is an optimal stopping problem on the wager's states, solved exactly by policy iteration (Howard, Dynamic
Programming and Markov Processes, 1960): start with never removing, value every state, remove wherever staying is worth
less than the stake back, and repeat until nothing changes.  Each round is one linear system in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.checks import result_unstated
from audit.checks.context import Context
from audit.checks.exploring import Process, process_of, rounds_of
from audit.checks.finding import Edges, Finding, Witness
from audit.checks.prose import Prose
from audit.checks.witnessing import witness
from audit.checks.wording import (
    cites_of,
    clauses,
    exact,
    few,
    joined,
    plain_name,
    sentence,
    step_name,
    wager_name,
    who_keeps,
)
from audit.language.diagnostics import Severity
from audit.play.moments import rights
from audit.play.sight import Sight, WagerView
from audit.play.wording import thing_text
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.stated import Stated
from audit.solve.absorption import absorb
from audit.solve.solving import Case, Solution
from audit.solve.stakes import StakeState, target_of

NAME = "removable-at-advantage"
FAMILY = "money"
SEVERITY = Severity.WARNING
DYNAMIC = True

TAKES = (wg.Right.REMOVED, wg.Right.REDUCED)
CASES = (Prose("left to stand"), Prose("taken back at the best moment"))


@dataclass(frozen=True)
class Best:
    """The best removal of one position: what it is worth, where it removes, by which lines it may.

    ``alone`` is what the wager is worth at each place if it is never removed.
    """

    case: Case
    process: Process
    worth: Fraction
    left_alone: Fraction
    removes: frozenset[int]
    alone: Mapping[int, Fraction]
    lines: tuple[Basis, ...]


def check(context: Context) -> Iterator[Finding]:
    """The wagers that best removal turns to the player's advantage."""
    told = result_unstated.wagers_told(context)
    for name, solution in context.solutions.items():
        if name in told:
            continue
        if not any(isinstance(line, wg.MayBe) and set(TAKES) & set(line.rights) for line in solution.wager.lines):
            continue
        if any(end.net is None for start in solution.starts for end in start.ends):
            continue
        grouped: dict[tuple[Fraction, Fraction], list[Best]] = {}
        for n, case in enumerate(solution.cases):
            if not any(case.chain.moves.values()):
                continue  # decided by its first roll: before that there is nothing to know
            best = best_removal(solution, n)
            if best is not None and best.worth > 0 and best.worth > best.left_alone:
                grouped.setdefault((best.worth, best.left_alone), []).append(best)
        for found in grouped.values():
            yield _finding(context, name, solution, found)


def best_removal(solution: Solution, n: int) -> Best | None:
    """The best removal of one position made at its first moment; None where no line lets it be taken back."""
    process = process_of(solution, n)
    case = solution.cases[n]
    may = {place: line for place in range(len(process.places)) if (line := _right(process, place, case)) is not None}
    starts = [s for s in solution.starts if s.case == n and not s.start.permission.is_right]
    starts = starts or [s for s in solution.starts if s.case == n]
    if not may or not starts:
        return None
    first = process.number[(starts[0].start.gate, starts[0].start.state)]
    removes: frozenset[int] = frozenset()
    alone = _worth(process, removes)
    while True:
        worth = _worth(process, removes) if removes else alone
        staying = {place: _staying(process, place, worth) for place in may}
        better = frozenset(place for place, value in staying.items() if value < 0)
        if better == removes:
            lines = dict.fromkeys(may[place].basis for place in sorted(removes))
            return Best(case, process, worth[first], alone[first], removes, alone, tuple(lines))
        removes = better


def _right(process: Process, place: int, case: Case) -> Stated | None:
    """The line that lets the wager be taken back here, once it has stood through a roll."""
    gate, state = process.places[place]
    target = target_of(case.bundle)
    stake = state[target]
    if not isinstance(stake, StakeState):
        return None
    wager = case.bundle[target].wager
    heading = wg.Roll.LATER if stake.seen else wg.Roll.FIRST
    lines = tuple(line for line in wager.lines if all(h is heading for h in line.at if isinstance(h, wg.Roll)))
    views = {
        role.wager.name.text: WagerView(True, True, None, Fraction(1), dict(held.memory))
        for role, held in zip(case.bundle, state, strict=True)
        if isinstance(held, StakeState) and role.part_of is None
    }
    sight = Sight(case.settler.equipment, memory=dict(gate.memory), own=dict(stake.memory), wagers=views)
    here = replace(wager, lines=lines)
    return next((line for right in TAKES if (line := rights(here, right, gate.step, sight)) is not None), None)


def _worth(process: Process, removes: frozenset[int]) -> dict[int, Fraction]:
    """What the wager is worth to the player at each place, per unit, if he removes it at these."""
    moves = {place: {} if place in removes else there for place, there in process.moves.items()}
    # the mean is linear in the ends, so that it is carried through the chain in the place of each of them
    ends: dict[int, dict[None, Fraction]] = {
        place: {None: Fraction(0) if place in removes else _at_once(process, place)} if place in removes or there else {}
        for place, there in process.ends.items()
    }
    return {place: ways.get(None, Fraction(0)) for place, ways in absorb(moves, ends).items()}


def _at_once(process: Process, place: int) -> Fraction:
    """What the ends that may come next are worth, each as often as it comes."""
    return sum(((end.net or Fraction(0)) * chance for end, chance in process.ends[place].items()), Fraction(0))


def _staying(process: Process, place: int, worth: Mapping[int, Fraction]) -> Fraction:
    now = _at_once(process, place)
    later = sum((weight * worth[there] for there, weight in process.moves[place].items()), Fraction(0))
    return now + later


def _finding(context: Context, name: str, solution: Solution, found: list[Best]) -> Finding:
    best = found[0]
    who = wager_name(name, list(dict.fromkeys(b.case.position.label for b in found)))
    where, worst = _where(best)
    rights = cites_of(best.lines)
    cites = joined(rights, cites_of([solution.wager.basis]))
    alone, best_edge = -best.left_alone, -best.worth
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} may be taken back {where}: that gives the player an advantage of {exact(best.worth)}"),
        condition=Prose(
            f"Left alone, the wager is worth {exact(best.left_alone)} per unit to the player. "
            f"{sentence(f'{where} it is worth as little as {exact(worst)}, and the stake may be had back')}"
        ),
        criteria=Prose("A right to take a wager back should not turn it to the player's advantage."),
        cause=Prose(f"{clauses(rights)} lets the wager be taken back after its best part is over." if rights else ""),
        effect=Prose(f"left to stand, {who_keeps(alone, who)}; taken back at the best moment, {who_keeps(best_edge)}"),
        recommendation=Prose(f"Forbid that {who} is reduced or removed {where}."),
        ruleset=context.id,
        subject=f"{name} removal",
        cites=cites,
        span=(best.lines or (solution.wager.basis,))[0].span,
        witness=_witness(context, solution, best),
        edges=Edges(Prose("wager"), CASES, ((Prose(who), (alone, best_edge)),)),
    )


def _where(best: Best) -> tuple[str, Fraction]:
    """Where the best player removes, in words, and the least that the wager is worth there."""
    told: dict[str, list[str]] = {}
    for place in sorted(best.removes):
        gate, state = best.process.places[place]
        stake = state[target_of(best.case.bundle)]
        own = stake.memory if isinstance(stake, StakeState) else ()
        picked = best.case.position.values
        features = [f"the {plain_name(k)} is {plain_name(thing_text(v))}" for k, v in gate.memory]
        features += [f"its {plain_name(k)} is {plain_name(thing_text(v))}" for k, v in own if k not in picked]
        told.setdefault(gate.step, []).append(" and ".join(features))
    words = []
    for step, cases in told.items():
        named = [c for c in dict.fromkeys(cases) if c]
        words.append(f"at {step_name(step)}" + (f" when {few(named, 4, 'other case')}" if named and len(named) <= 4 else ""))
    return " or ".join(words), min(best.alone[place] for place in best.removes)


def _witness(context: Context, solution: Solution, best: Best) -> Witness | None:
    """The shortest round after which the wager stands and is worth less than the stake."""
    target = target_of(best.case.bundle)
    for moment in rounds_of(solution, best.case, context.solver.steps).moments():
        place = best.process.number.get((moment.branch.to, moment.left))
        if moment.is_made and place in best.removes:
            value = best.alone[place]
            return witness(
                context,
                best.case.bundle,
                target,
                moment.way,
                last_cites=cites_of(best.lines),
                last=f"left to stand it is worth {exact(value)} per unit; the stake may be taken back",
            )
    return None
