"""Best play as a grid in the terminal: choices by their first letters."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from audit.report.terminal.tables import Column, table
from audit.solve.result import Chart, ChartCell

MIXED = "*"


def grid(chart: Chart, width: int) -> Iterator[str]:
    """The grid, group by group, with what its letters mean."""
    cells = [cell for group in chart.groups for _, row in group.rows for cell in row if cell is not None]
    short = abbreviations({choice for cell in cells for choice in cell.choices})
    columns = (Column(f"    with; {chart.beside}" if chart.beside else "    with"), *(Column(seen) for seen in chart.seen))
    rows = [
        (f"    {held}", *(_cell(cell, short) for cell in row)) for group in chart.groups for held, row in group.rows
    ]
    yield from table(columns, rows, width)
    told = ", ".join(f"{letters} {choice}" for choice, letters in sorted(short.items(), key=lambda one: one[1]))
    star = f"; {MIXED} some hands otherwise" if any(cell.otherwise for cell in cells) else ""
    yield f"    {told}{star}; what the next best choice costs is in the report"


def _cell(cell: ChartCell | None, short: dict[str, str]) -> str:
    return "" if cell is None else short[cell.choices[0]] + (MIXED if cell.otherwise else "")


def abbreviations(choices: Collection[str]) -> dict[str, str]:
    """The fewest first letters that tell each choice from the others, in capitals: ``H``, ``ST``, ``SP``."""
    found: dict[str, str] = {}
    for choice in choices:
        others = [other for other in choices if other != choice]
        length = next(
            (n for n in range(1, len(choice)) if not any(other.startswith(choice[:n]) for other in others)), len(choice)
        )
        found[choice] = choice[:length].upper()
    return found
