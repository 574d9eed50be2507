"""Rounds by the letter: every settle that comes out otherwise once assumed lines are taken away, and the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.exploring import Moment, rounds_of
from audit.checks.finding import Witness
from audit.checks.letter import (
    Choice,
    Difference,
    LetterSettler,
    by_the_letter,
    letter_settler,
    taken_away,
)
from audit.checks.prose import Prose
from audit.checks.witnessing import compared
from audit.play.equipment import Equipment
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.configure import Configured
from audit.ruleset.stated import Stated
from audit.solve.absorption import absorb
from audit.solve.joint import Explorer
from audit.solve.planner import signature
from audit.solve.solving import Case, Solution
from audit.solve.stakes import End, target_of

COLUMNS = (Prose("By the letter"), Prose("As assumed"))


@dataclass(frozen=True)
class CaseByLetter:
    """One position of a wager, with every difference that the letter makes.

    ``shares`` tells how probable each kind of difference is by each assumption.
    """

    wager: str
    case: Case
    differences: tuple[Difference, ...]
    shares: dict[tuple[str, str], Fraction]


def differences(context: Context, letter: Configured) -> Iterator[CaseByLetter]:
    """Every position of every solved wager that the letter settles otherwise somewhere."""
    equipment = Equipment(letter.ruleset)
    for name, solution in context.solutions.items():
        if signature(name, context.configured.ruleset) == signature(name, letter.ruleset):
            continue
        can_be_called_on = any(isinstance(x, wg.Off) and x.unless_called_on for x in solution.wager.lines)
        for n, case in enumerate(solution.cases):
            found: list[Difference] = []
            shares: dict[tuple[str, str], Fraction] = {}
            for called_on in (False, True) if can_be_called_on else (False,):
                settler = _settler(case, letter, equipment, called_on)
                shares = _shares(context, solution, n, settler) if not called_on else shares
                if called_on:
                    _walk(context, solution, n, settler)
                found += [d for d in settler.seen if d not in found]
            if found:
                yield CaseByLetter(name, case, tuple(found), shares)


def _settler(case: Case, letter: Configured, equipment: Equipment, called_on: bool = False) -> LetterSettler:
    made = letter_settler(case.settler, letter, equipment)
    made.called_on = called_on
    if made.letter is not None:
        made.letter.called_on = called_on
    return made


def _walk(
    context: Context, solution: Solution, n: int, settler: LetterSettler
) -> tuple[dict[int, dict[End, Fraction]], int]:
    case = solution.cases[n]
    starts = [s.start for s in solution.starts if s.case == n]
    explorer = Explorer(settler.equipment, solution.machine, context.solver.steps)
    chain = explorer.chain(case.folded, starts, case.bundle, settler)
    first = starts[0]
    return absorb(chain.moves, chain.ends), chain.places.index((case.folded.block[first.gate], first.state))


def _shares(context: Context, solution: Solution, n: int, settler: LetterSettler) -> dict[tuple[str, str], Fraction]:
    """How often a wager made at its first moment ends in each kind of difference."""
    absorbed, first = _walk(context, solution, n, settler)
    shares: dict[tuple[str, str], Fraction] = {}
    for end, chance in absorbed[first].items():
        key = (end.result, end.pays)
        shares[key] = shares.get(key, Fraction(0)) + chance
    return shares


def letter_witness(context: Context, name: str, spans: frozenset[Span], kind: str = "") -> Witness | None:
    """The shortest round in which the letter leaves a wager where only one of these lines decided it."""
    letter = by_the_letter(context.configured)
    solution = context.solutions.get(name)
    if solution is None:
        return None
    equipment = Equipment(letter.ruleset)
    for case in solution.cases:
        settler = _settler(case, letter, equipment)
        target = target_of(case.bundle)
        for moment in rounds_of(solution, case, context.solver.steps, settler).moments():
            if moment.is_made and _is_wanted(moment, target, settler, spans, kind):
                readings = [(COLUMNS[0], letter, None), (COLUMNS[1], None, None)]
                return compared(context, case.bundle, target, moment.way, readings, by_the_letter=True)
    return None


def _is_wanted(moment: Moment, target: int, settler: LetterSettler, spans: frozenset[Span], kind: str) -> bool:
    end = moment.after[target]
    if not isinstance(end, End):
        return False
    event = moment.settled[-1].seen
    return any(
        d.event == event
        and d.kind == end.result
        and (not kind or d.kind == kind)
        and (not spans or any(b.span in spans for b in d.bases))
        for d in settler.seen
    )


def idle_lines(context: Context, used: frozenset[Span]) -> Iterator[Stated]:
    """Lines taken away whose removal changes nothing: those that decided nothing, each removed by itself."""
    for taken in taken_away(context.configured.ruleset):
        if taken.span in used or not _is_examined(context, taken.span):
            continue
        letter = by_the_letter(context.configured, _at(taken.span))
        if not any(True for _ in differences(context, letter)):
            yield taken.line


def _at(span: Span) -> Choice:
    return lambda line: line.basis.span == span


def _is_examined(context: Context, span: Span) -> bool:
    """Whether the line belongs to wagers that were solved: of others nothing is known."""
    solved = context.solutions
    owners = [w.name.text for w in context.offered if any(line.basis.span == span for line in w.lines)]
    return bool(owners) and all(name in solved for name in owners)
