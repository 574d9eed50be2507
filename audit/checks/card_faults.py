"""Wagers of a round of cards that some deal leaves without a result, without a payout, or with two of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from audit.checks.card_rounds import Deal, Table, deals, play, table_of, witness
from audit.checks.context import Context
from audit.checks.finding import Finding, Witness
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, exact, joined, of_each_100, plain_name, wager_name
from audit.language.diagnostics import Severity
from audit.play.errors import PlayError
from audit.play.settling import Silent, Unpriced, Unsettled
from audit.ruleset import wagers as wg
from audit.solve.result import WagerResult

MISSING, UNPRICED, CONFLICT = "missing", "unpriced", "conflict"
SAYS = {
    MISSING: "no clause gives it a result",
    UNPRICED: "it wins, and no clause says what it is paid",
    CONFLICT: "clauses give it different results",
}


def faults(context: Context, kinds: Collection[str], rule: str, severity: Severity, criteria: Prose) -> Iterator[Finding]:
    """What the results of a card game say of deals that its lines leave open; each wager and kind once."""
    if context.verified is None or context.verified.cards is None:
        return
    for row in context.verified.result.wagers:
        for kind in kinds:
            outcomes = [o for o in row.figures.outcomes if o.result == kind and o.probability] if row.figures else []
            if outcomes:
                share = sum((o.probability for o in outcomes), Fraction(0))
                yield _finding(context, row, kind, share, rule, severity, criteria)


def _finding(
    context: Context, row: WagerResult, kind: str, share: Fraction, rule: str, severity: Severity, criteria: Prose
) -> Finding:
    names = list(row.bundle or (row.wager,))
    found = _first(context, names, kind)
    name = found[0] if found is not None else row.wager
    shown = found[1] if found is not None else None
    wager = context.configured.ruleset.named(name, wg.Wager)
    bases = [] if wager is None else [wager.basis, *(x.basis for x in wager.lines if isinstance(x, wg.ResultRow))]
    assert row.figures is not None
    told = [o.cites for o in row.figures.outcomes if o.result == kind]
    who = wager_name(name)
    label = next((plain_name(o.label) for o in row.figures.outcomes if o.result == kind and o.label), "some deals")
    return Finding(
        rule=rule,
        severity=severity,
        message=Prose(f"{who}: there are deals on which {SAYS[kind]}"),
        condition=Prose(f"On {label} {SAYS[kind]}."),
        criteria=criteria,
        cause=Prose(_cause(kind)),
        effect=Prose(f"{exact(share)} of these wagers come to this{of_each_100(share, ', or ')}: the house edge is not verifiable"),
        recommendation=Prose(f"State what becomes of {who} there." if kind != UNPRICED else f"State what {who} is paid there."),
        ruleset=context.id,
        subject=f"{name} {kind}",
        cites=joined(cites_of(bases), *told),
        span=bases[0].span if bases else context.ruleset.statements[0].basis.span,
        witness=shown,
        no_witness_because=Prose("" if shown is not None else "Among the rounds that were tried none shows it."),
    )


def _cause(kind: str) -> str:
    if kind == CONFLICT:
        return "More than one of its lines speaks of these deals."
    return "Its table and its lines do not cover these deals."


def _first(context: Context, names: Collection[str], kind: str) -> tuple[str, Witness | None] | None:
    """The wager that is left so in the first round that shows it, and that round."""
    table = context.once("table of cards", lambda: table_of(context))
    if table is None:
        return None
    for deal in deals(context):
        name = _left_open(table, deal, names, kind)
        if name is not None:
            return name, witness(context, [(Prose("Result"), table)], deal, [name])
    return None


def _left_open(table: Table, deal: Deal, names: Collection[str], kind: str) -> str | None:
    try:
        played = play(table, deal)
    except PlayError:
        return None
    match played.stopped:
        case Silent(wager=wager):
            seen = MISSING
        case Unpriced(wager=wager):
            seen = UNPRICED
        case Unsettled(wager=wager):
            seen = CONFLICT
        case None:
            left = sorted(name.partition("[")[0] for name in played.open_wagers)
            return next((name for name in left if name in names), None) if kind == MISSING else None
        case _:
            return None
    name = str(wager).partition("[")[0]
    return name if name in names and seen == kind else None
