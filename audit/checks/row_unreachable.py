"""A row of a table that no round can reach.

What: A pay-table row, a line that gives a result or a class of hands that an earlier one hides or nothing that comes
    up can meet, whatever the house chooses.
Why: Players read a payout that cannot occur.
Example: pays, first row only: 2 through 6 at 1 to 1 above 5 at 2 to 1; a 5 is always paid by the first row.
Instead: 5 at 2 to 1 above 2 through 6.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.context import Context
from audit.checks.exploring import explore
from audit.checks.finding import Finding
from audit.checks.hand_tables import hand_tables
from audit.checks.hands import countings
from audit.checks.lines import line_words, row_words, tests_of
from audit.checks.prose import Prose
from audit.checks.table_overlaps import both_fit
from audit.checks.tables_found import is_spare, listed_wagers, result_tables
from audit.checks.wording import cites_of, listed, option_name, plain_name, quoted, sentence, wager_name
from audit.language.diagnostics import Severity
from audit.play.errors import PlayError
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.basis import Span
from audit.ruleset.configure import ConfigureError, configure, parameters, same_value
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.alternatives import values_of
from audit.solve.errors import NotSolvable
from audit.solve.solving import Solver

NAME = "row-unreachable"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True


@dataclass(frozen=True)
class _Candidate:
    line: Stated
    wagers: tuple[str, ...]
    table: tb.Table | None = None


def check(context: Context) -> Iterator[Finding]:
    """Rows and result lines that decide nothing in any round, under any value of an option; classes that no hand is."""
    yield from _classes(context)
    yield from _hand_rows(context)
    idle = [c for c in _candidates(context) if not _is_used(c, context)]
    if idle:
        elsewhere = _used_elsewhere(context, {w for c in idle for w in c.wagers})
        for candidate in idle:
            if candidate.line.basis.span not in elsewhere:
                yield _finding(context, candidate)


def _classes(context: Context) -> Iterator[Finding]:
    """The classes of a ranking that no hand is, however hands are formed under it."""
    for found in countings(context):
        reached = {c.name for _, classes in found.counted for c in classes if c.count}
        for line in found.stated.lines:
            if not isinstance(line, wo.HandClass) or line.name.text in reached:
                continue
            ways = listed(list(dict.fromkeys(formed.of for formed, _ in found.counted)), "or")
            ranking = option_name(found.stated.name.text)
            yield Finding(
                rule=NAME,
                severity=SEVERITY,
                message=Prose(f"no hand of {ways} is a {plain_name(line.name.text)} under {ranking}"),
                condition=Prose(f"Of all hands of {ways} that this deck gives none falls into the class."),
                criteria=Prose("A class that is printed should be one that can occur."),
                cause=Prose("An earlier class takes every such hand, or the deck gives none."),
                effect=Prose("no figure changes: what is printed for it is never paid"),
                recommendation=Prose("Strike it, or state the hand that is meant."),
                ruleset=context.id,
                subject=f"{found.stated.name} {line.name}",
                cites=cites_of([line.basis]),
                span=line.basis.span,
                witness=None,
                no_witness_because=Prose("No hand reaches it."),
            )


def _hand_rows(context: Context) -> Iterator[Finding]:
    """The rows of tables of one hand that count for no hand."""
    for table in hand_tables(context):
        for row, number in table.decides.items():
            if not number:
                hides = table.hides.get(row)
                if hides is not None and table.found.table.policy is None:
                    continue  # two rows fit and none says which counts: `table-overlaps` tells it
                yield _finding(context, _Candidate(row, table.found.names, table.found.table), hides)


def _candidates(context: Context) -> Iterator[_Candidate]:
    """Rows and lines of wagers that were all solved; closing rows (``otherwise``) and claims are none."""
    solved = context.solutions
    for name, solution in solved.items():
        if any(isinstance(line, wg.PaidAs) for line in solution.wager.lines):
            continue
        for line in solution.wager.lines:
            is_result = isinstance(line, wg.ResultRow) and line.outcome is not tb.Outcome.STAY
            if (is_result or isinstance(line, wg.SettleRow)) and isinstance(line.on, pt.AnyOf):  # type: ignore[attr-defined]
                yield _Candidate(line, (name,))
    offered = {w.name.text for w in context.offered}
    for found in result_tables(context.configured.ruleset):
        for row in found.table.rows:
            names = found.names or listed_wagers(found.table, row)
            here = tuple(n for n in names if n in offered)
            if here and all(n in solved for n in here) and not is_spare(row):
                yield _Candidate(row, here, found.table)


def _is_used(candidate: _Candidate, context: Context) -> bool:
    return any(candidate.line.basis.span in context.explored(name).used for name in candidate.wagers)


def _used_elsewhere(context: Context, wagers: set[str]) -> frozenset[Span]:
    """The lines that are used under another value of some option or another reading."""
    used: set[Span] = set()
    for parameter in parameters(context.ruleset):
        for value in values_of(parameter):
            if same_value(value, context.configured.values.get(parameter.name.text)):
                continue
            try:
                other = configure(context.ruleset, {**context.choices, parameter.name.text: value})
                solver = Solver(other, context.solver)
                for wager in other.ruleset.of(wg.Wager):
                    if wager.name.text in wagers:
                        used |= explore(solver.solve(wager), solver.steps).used
            except (ConfigureError, NotSolvable):
                continue
    return frozenset(used)


def _finding(context: Context, candidate: _Candidate, hidden_by: tb.Row | None = None) -> Finding:
    line, who = candidate.line, listed([wager_name(name) for name in candidate.wagers])
    if isinstance(line, tb.Row) and candidate.table is not None:
        what, subject = row_words(line, candidate.table), tests_of(candidate.table, line)
        hides = hidden_by or _hidden_by(candidate.table, line, context.configured.ruleset)
        message = f"the row {what} of {who} is never reached"
        condition = f"No round pays {who} by this row"
        cause = ""
        if hides is not None:
            condition += f": {row_words(hides, candidate.table)} stands first and fits too"
            cause = "An earlier row of the table covers what this one names."
    else:
        subject = line_words(line)
        message = f"{quoted(subject)} of {who} never comes about"
        cause = "What the line asks for cannot come up then."
        condition = f"Nothing that can come up meets this line while {who} is on the table"
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(message),
        condition=Prose(sentence(condition)),
        criteria=Prose("A printed row should be one that can occur."),
        cause=Prose(cause),
        effect=Prose("no figure changes" + (": what is printed here is never paid" if candidate.table else "")),
        recommendation=Prose("Strike it, or state the case that is meant."),
        ruleset=context.id,
        subject=Prose(f"{' '.join(candidate.wagers)} {subject}"),
        cites=cites_of([line.basis]),
        span=line.basis.span,
        witness=None,
        no_witness_because=Prose("No round reaches it."),
    )


def _hidden_by(table: tb.Table, row: tb.Row, ruleset: Ruleset) -> tb.Row | None:
    """Under ``first row only``, the first row above that fits some of the same things."""
    if table.policy is not tb.Policy.FIRST_ROW_ONLY:
        return None
    looks = [n for n, column in enumerate(table.columns) if isinstance(column, tb.Looks | tb.LooksOn)]
    try:
        above = table.rows[: table.rows.index(row)]
        return next((other for other in above if any(True for _ in both_fit(table, looks, other, row, ruleset))), None)
    except PlayError:
        return None
