"""Dates of an edition that stand in the wrong order.

What: An edition that was approved or adopted before it was submitted, or takes effect before it is approved.
Why: Either a date is misprinted, or the text in force is not the one that was approved.
Example: submitted 2024-05-01, approved 2024-04-01
Instead: the dates as they stand on the letter of approval.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.checks.wording import cites_of
from audit.language.diagnostics import Severity
from audit.ruleset.head import Dated, DateKind

NAME = "date-order"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

BEFORE = (
    (DateKind.SUBMITTED, DateKind.APPROVED),
    (DateKind.SUBMITTED, DateKind.ADOPTED),
    (DateKind.APPROVED, DateKind.EFFECTIVE),
    (DateKind.ADOPTED, DateKind.EFFECTIVE),
)


def check(context: Context) -> Iterator[Finding]:
    """Pairs of dates of the head that are in the wrong order; dates that are not stated are none."""
    head = context.ruleset.head
    for first, second in BEFORE:
        one, other = head.dated(first), head.dated(second)
        if one is None or other is None or one.on is None or other.on is None or one.on <= other.on:
            continue
        yield _finding(context, one, other)


def _finding(context: Context, one: Dated, other: Dated) -> Finding:
    first, second = one.kind.value, other.kind.value
    early = "takes effect" if other.kind is DateKind.EFFECTIVE else f"was {second}"
    days = (one.on - other.on).days if one.on and other.on else 0
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"the edition {early} on {other.on}, before it was {first} on {one.on}"),
        condition=Prose(f"{second.capitalize()}: {other.on}. {first.capitalize()}: {one.on}."),
        criteria=Prose("An edition should be submitted, then approved or adopted, and then take effect."),
        cause=Prose(f"One of the two is misprinted, or the text {early} before its time."),
        effect=Prose(f"{days:,} day{'s' if days != 1 else ''} between the two, in the wrong order"),
        recommendation=Prose("Correct the date that is misprinted."),
        ruleset=context.id,
        subject=f"{first} {second}",
        cites=cites_of([one.basis, other.basis]),
        span=other.basis.span,
        witness=None,
        no_witness_because=Prose("The dates themselves show it."),
    )
