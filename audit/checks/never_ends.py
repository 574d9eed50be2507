"""A wager that can stay undecided for ever.

What: A wager that nothing can ever decide, from the moment at which it is made.
Why: The stake lies on the table and belongs to nobody.
Example: win on 13 and lose on 1, with two dice.
Instead: results that can come up; or the moment at which the wager goes back.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.checks.context import Context
from audit.checks.exploring import rounds_of, undecidable
from audit.checks.finding import Finding, Witness
from audit.checks.lines import line_words
from audit.checks.prose import Prose
from audit.checks.witnessing import witness
from audit.checks.wording import cites_of, few, wager_name
from audit.language.diagnostics import Severity
from audit.ruleset import wagers as wg
from audit.solve.solving import Case, Solution
from audit.solve.stakes import target_of

NAME = "never-ends"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True


def check(context: Context) -> Iterator[Finding]:
    """The wagers that no round decides; those that an outcome strands are told by `result-missing`."""
    for name, solution in context.solutions.items():
        if any(isinstance(line, wg.ResultNotStated) for line in solution.wager.lines):
            continue
        cases = [case for n, case in enumerate(solution.cases) if _is_never_decided(solution, n, case)]
        if not cases:
            continue
        who = wager_name(name, list(dict.fromkeys(c.position.label for c in cases)))
        lines = [x for x in solution.wager.lines if isinstance(x, wg.ResultRow | wg.OtherwiseRow | wg.SettleRow)]
        told = f" ({few([line_words(x) for x in lines], 4)})" if lines else ""
        bases = [x.basis for x in lines] or [solution.wager.basis]
        yield Finding(
            rule=NAME,
            severity=SEVERITY,
            message=Prose(f"{who} can stay undecided for ever"),
            condition=Prose(f"No line of the wager{told} is ever met."),
            criteria=Prose("Every wager must be decided in the end, or go back."),
            cause=Prose("What its lines ask for cannot come up." if lines else "No line says what wins or loses."),
            effect=Prose("none of these wagers is ever decided"),
            recommendation=Prose(f"State what wins and what loses {who}."),
            ruleset=context.id,
            subject=f"{name} undecided",
            cites=cites_of(bases),
            span=bases[0].span,
            witness=_witness(context, solution, cases[0]),
        )


def _is_never_decided(solution: Solution, n: int, case: Case) -> bool:
    dead = undecidable(case.chain)
    return any(s.case == n and s.place in dead for s in solution.starts)


def _witness(context: Context, solution: Solution, case: Case) -> Witness | None:
    for moment in rounds_of(solution, case, context.solver.steps).moments():
        if moment.is_made and moment.branch.outcomes:
            return witness(
                context, case.bundle, target_of(case.bundle), moment.way, last="nothing that can come up decides it"
            )
    return None
