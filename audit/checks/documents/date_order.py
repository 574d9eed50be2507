"""Dates that a document prints about itself in the wrong order.

What: An edition that was approved or adopted before it was submitted, or takes effect before it is approved.
Why: Either a date is misprinted, or the text in force is not the one that was approved.
Example: Date Submitted: 2024-05-01, Date Approved: 2024-04-01
Instead: the dates as they stand on the letter of approval.
Settings: severity; may be waived
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from audit.checks.date_order import BEFORE
from audit.checks.documents.context import Spot, Written
from audit.checks.finding import Finding
from audit.checks.wording import counted
from audit.documents.document import Dated
from audit.documents.packets.days import find_days
from audit.language.diagnostics import Severity
from audit.ruleset.basis import Span

NAME = "date-order"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "An edition should be submitted, then approved or adopted, and then take effect."
_NEAR = 12
"""Lines between two dates that are printed of one edition; farther apart, they may be those of two."""


def check(written: Written) -> Iterator[Finding]:
    """The pairs of dates that stand together and are in the wrong order, each pair of kinds once."""
    if not written.clauses:
        return
    for first, second in BEFORE:
        earlier = [d for d in written.part.dates if d.what == first.value]
        later = [d for d in written.part.dates if d.what == second.value]
        pairs = [
            (a, b) for a, b in itertools.product(earlier, later) if abs(a.line - b.line) <= _NEAR and b.day < a.day
        ]
        if pairs:
            yield _finding(written, *min(pairs, key=lambda pair: (abs(pair[0].line - pair[1].line), pair[1].line)))


def _finding(written: Written, one: Dated, other: Dated) -> Finding:
    early = "takes effect" if other.what == "effective" else f"was {other.what}"
    days = (one.day - other.day).days
    said = f"the edition {early} on {other.day}, before it was {one.what} on {one.day}"
    finding = written.finding(
        NAME,
        SEVERITY,
        Spot(written.clauses[0], 0, 0),
        f"{one.what} {other.what}",
        message=said,
        condition=f"{other.what.capitalize()}: {other.day} (line {other.line}). {one.what.capitalize()}: {one.day} (line {one.line}).",
        criteria=CRITERIA,
        cause=f"One of the two is misprinted, or the text {early} before its time.",
        effect=f"{counted(days, 'day')} between the two, in the wrong order",
        recommendation="Correct the date that is misprinted.",
    )
    return replace(finding, span=_span(written, other), page=_page(written, other), cites=())


def _span(written: Written, dated: Dated) -> Span:
    """Where the date is printed."""
    lines = written.document.printed.lines
    text = lines[dated.line - 1].text if 0 < dated.line <= len(lines) else ""
    place = next(((day.start, day.end) for day in find_days(text) if day.day == dated.day), (0, 0))
    return Span(written.document.name, dated.line, place[0] + 1, dated.line, place[1] + 1)


def _page(written: Written, dated: Dated) -> int | None:
    lines = written.document.printed.lines
    return lines[dated.line - 1].page if 0 < dated.line <= len(lines) else None
