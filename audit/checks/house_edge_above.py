"""A house edge beyond a limit, or an option that can turn it over.

What: A wager whose house edge is above the limit that is configured (none by default); and an option whose permitted
    values take the house edge of one wager below zero as well as above.
Why: Some authorities cap the edge; and a choice that lets the house give the advantage away is rarely meant.
Example: option straight_pays from 34 to 1 through 40 to 1, on a wheel of 38.
Instead: a range that ends at the true odds, 37 to 1.
Settings: limit, such as "20%"; severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Edges, Finding
from audit.checks.prose import Prose
from audit.checks.wording import exact, few, joined, option_name, percent, row_name, value_name
from audit.language.diagnostics import Severity
from audit.ruleset import parameters as pm
from audit.ruleset.basis import NOWHERE, Span
from audit.solve.result import WagerResult

NAME = "house-edge-above"
FAMILY = "money"
SEVERITY = Severity.WARNING
DYNAMIC = True

NO_ROUND = Prose("It is a figure over all rounds; single rounds show nothing.")


def check(context: Context) -> Iterator[Finding]:
    """Rows above the limit, and options that span both signs."""
    if context.verified is None:
        return
    rows = context.verified.result.wagers
    limit = context.settings.house_edge_limit
    if limit is not None:
        for row in rows:
            if row.house_edge is not None and row.house_edge > limit:
                yield _above(context, row, row.house_edge, limit)
    yield from _both_signs(context, rows)


def _above(context: Context, row: WagerResult, edge: Fraction, limit: Fraction) -> Finding:
    who = row_name(row)
    odds = row.figures.true_odds if row.figures is not None else None
    below = f"Its payouts lie below its true odds of {odds[0]:,} to {odds[1]:,}." if odds else ""
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} has a house edge of {percent(edge)}, above the limit of {percent(limit, 2)}"),
        condition=Prose(f"The house edge is {exact(edge)} per {row.per}."),
        criteria=Prose(f"A house edge should be no higher than the limit that is configured, {percent(limit, 2)}."),
        cause=Prose(below),
        effect=Prose(f"{exact(edge - limit)} above the limit"),
        recommendation=Prose(f"Raise the payouts of {who}."),
        ruleset=context.id,
        subject=f"{row.wager} {' '.join(row.positions)}".strip(),
        cites=row.cites,
        span=_span(context, row.wager),
        witness=None,
        no_witness_because=NO_ROUND,
    )


def _both_signs(context: Context, rows: tuple[WagerResult, ...]) -> Iterator[Finding]:
    found: dict[str, list[tuple[WagerResult, dict[str, Fraction]]]] = {}
    for row in rows:
        by_option: dict[str, dict[str, Fraction]] = {}
        for effect in row.options:
            edges = by_option.setdefault(effect.option, {})
            if row.house_edge is not None and effect.in_force:
                edges[effect.in_force] = row.house_edge
            if effect.house_edge is not None:
                edges[effect.value] = effect.house_edge
        for option, edges in by_option.items():
            if edges and min(edges.values()) < 0 < max(edges.values()):
                found.setdefault(option, []).append((row, edges))
    for option, cases in found.items():
        yield _option(context, option, cases)


def _option(context: Context, option: str, cases: list[tuple[WagerResult, dict[str, Fraction]]]) -> Finding:
    row, edges = min(cases, key=lambda case: min(case[1].values()))
    who, chosen = few([row_name(r) for r, _ in cases]), option_name(option)
    worst = min(edges, key=lambda value: edges[value])
    told = tuple((Prose(value_name(value)), (edge,)) for value, edge in edges.items())
    parameter = context.ruleset.named(option, pm.Option)
    cites = tuple(str(c) for c in parameter.basis.cites) if parameter else ()
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{chosen} may be set so that the player has the advantage in {who}"),
        condition=Prose(
            f"The permitted values of {chosen} take the house edge of {row_name(row)} from {exact(min(edges.values()))} "
            f"to {exact(max(edges.values()))}."
        ),
        criteria=Prose("No permitted value of an option should give the player the advantage."),
        cause=Prose("The permitted range goes beyond the true odds."),
        effect=Prose(f"at {value_name(worst)} the player's advantage is {exact(-edges[worst])}"),
        recommendation=Prose(f"Narrow {chosen} to values at which the house edge is not below zero."),
        ruleset=context.id,
        subject=f"{option} {' '.join(r.wager for r, _ in cases)}",
        cites=joined(cites, *(r.cites for r, _ in cases[:1])),
        span=parameter.basis.span if parameter else NOWHERE,
        witness=None,
        no_witness_because=NO_ROUND,
        edges=Edges(Prose(chosen), (Prose(f"house edge of {row_name(row)}"),), told),
    )


def _span(context: Context, name: str) -> Span:
    return next((w.basis.span for w in context.offered if w.name.text == name), NOWHERE)
