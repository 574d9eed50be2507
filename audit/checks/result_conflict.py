"""Two clauses that give one outcome different results or payouts.

What: An outcome on which lines of a wager, or places that price it, disagree: it wins by one clause and loses by
    another, or is paid at two odds.
Why: Whatever the dealer does, a clause is broken; the player will cite the other one.
Example: lose on 7 under D.10, and win on 7, 11 under D.3, for one wager in one step.
Instead: lose on 7; win on 11; each with its clause.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from audit.checks import card_faults
from audit.checks.context import Context
from audit.checks.exploring import SeenFault, rounds_of
from audit.checks.finding import Finding, Witness
from audit.checks.lines import decision_words
from audit.checks.prose import Prose
from audit.checks.result_missing import has_fault
from audit.checks.tables_found import rows_of_one_table
from audit.checks.witnessing import witness
from audit.checks.wording import (
    cites_of,
    clauses,
    exact,
    few,
    joined,
    of_each_100,
    plain_name,
    sentence,
    wager_name,
)
from audit.language.diagnostics import Severity
from audit.play.deciding import Decision
from audit.solve.solving import Solution
from audit.solve.stakes import End, event_label, target_of

NAME = "result-conflict"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True

CRITERIA = Prose("One outcome must have one result and one payout, whichever clause is read.")


def check(context: Context) -> Iterator[Finding]:
    """The outcomes on which clauses disagree; two rows of one table are told by `table-overlaps`."""
    for name, solution in context.solutions.items():
        grouped: dict[tuple[str, ...], list[SeenFault]] = {}
        for seen in context.explored(name).faults_of("conflict"):
            if rows_of_one_table(seen, context.configured.ruleset) is None:
                grouped.setdefault(sides_of(seen), []).append(seen)
        for sides, faults in grouped.items():
            yield _finding(context, solution, sides, faults)
    yield from card_faults.faults(context, (card_faults.CONFLICT,), NAME, SEVERITY, CRITERIA)


def sides_of(seen: SeenFault) -> tuple[str, ...]:
    """What the lines say, each side once with its clauses: ``wins at 2 to 1 (F.1)``, ``loses (D.10)``."""
    sides: dict[str, tuple[str, ...]] = {}
    for decision in seen.fault.ruling.decisions:
        words = decision_words(decision)
        sides[words] = joined(sides.get(words, ()), cites_of(decision.bases))
    return tuple(f"{words} ({clauses(cites)})" for words, cites in sides.items())


def _finding(context: Context, solution: Solution, sides: tuple[str, ...], faults: list[SeenFault]) -> Finding:
    name = solution.wager.name.text
    who = wager_name(name, list(dict.fromkeys(f.case.position.label for f in faults)))
    labels = sorted({event_label(e) for f in faults for e in f.events}, key=lambda t: (not t.isdigit(), t.zfill(4)))
    rolls = few(map(plain_name, labels))
    decisions: tuple[Decision, ...] = faults[0].fault.ruling.decisions
    bases = [basis for decision in decisions for basis in decision.bases]
    share = max((_share(s.ends) for s in solution.starts), default=Fraction(0))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} on {rolls}: {', and '.join(sides)}"),
        condition=Prose(sentence(f"On {rolls} {who} {', and '.join(sides)}")),
        criteria=CRITERIA,
        cause=Prose(f"More than one clause speaks of {rolls}, and none gives way to another."),
        effect=Prose(
            f"{exact(share)} of these wagers end in the contradiction{of_each_100(share, ', or ')}; until it is settled "
            "the house edge is not verifiable"
        ),
        recommendation=Prose(f"Keep one of the two results for {rolls}, and strike the other."),
        ruleset=context.id,
        subject=Prose(f"{name} {' '.join(sorted(decision_words(d) for d in decisions))} {rolls}"),
        cites=cites_of(bases),
        span=max((b.span for b in bases), key=lambda s: (s.source, s.line, s.column)),
        witness=_witness(context, solution),
    )


def _share(ends: Mapping[End, Fraction]) -> Fraction:
    return sum((p for end, p in ends.items() if end.result == "conflict"), Fraction(0))


def _witness(context: Context, solution: Solution) -> Witness | None:
    for case in solution.cases:
        for moment in rounds_of(solution, case, context.solver.steps).moments():
            if moment.is_made and has_fault(moment, case, "conflict"):
                return witness(context, case.bundle, target_of(case.bundle), moment.way)
    return None
