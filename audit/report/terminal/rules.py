"""The list of rules that `audit rule` prints."""

from __future__ import annotations

from collections.abc import Iterator

from audit.checks.catalogue import ALL_RULES, page
from audit.report.terminal.tables import Column, table

COLUMNS = (Column("rule"), Column("family"), Column("severity"), Column("finds", cut=80, least=30))


def rules_text(width: int) -> Iterator[str]:
    """A line a rule: its name, family and severity, and what it finds; no width (0) leaves every word."""
    rows = [(rule.NAME, rule.FAMILY, rule.SEVERITY.value, _finds(rule.NAME)) for rule in ALL_RULES]
    yield from table(COLUMNS, rows, width)
    yield f"{len(rows)} rules; audit rule NAME prints the page of one"


def _finds(name: str) -> str:
    """The head line of a page, behind its title."""
    return page(name).split("\n")[0].partition(")")[2].strip()
