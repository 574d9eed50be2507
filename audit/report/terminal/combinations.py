"""Combinations of options in the terminal: a table of house edges for each wager that one of them moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from audit.report import numbers
from audit.report.arrays import Array, Entry, arrays
from audit.report.terminal.findings import told
from audit.report.terminal.tables import Column, table
from audit.report.wording import listed
from audit.solve.result import Combinations, NoEdge, WagerResult

MINUS = "-"


def combinations(found: Combinations, label: Callable[[WagerResult], str], width: int) -> Iterator[str]:
    """One table for wagers that every combination moves alike; ``label`` says what a wager is called."""
    called = {key: label(named) for key, named in zip(found.wagers, found.named, strict=True)}
    for array in arrays(found):
        yield ""
        across = f"; {array.across} across" if array.across else ""
        yield from told(f"house edge of {listed([called[wager] for wager in array.wagers])}{across}", width)
        yield from table(
            (*map(Column, array.options), *(Column(head, right=True) for head in array.heads)), _rows(array), width, indent="  "
        )
    if not any(row.is_permitted for row in found.rows):
        yield from ("", "none of these combinations is permitted")
    still = [called[wager] for wager in found.wagers if not any(wager in moved for moved in found.moved)]
    if still:
        yield ""
        yield from told(f"no combination moves {listed(still)}", width)


def _rows(array: Array) -> Sequence[tuple[str, ...]]:
    return [(*values, *map(_edge, edges)) for values, edges in array.rows]


def _edge(edge: Entry) -> str:
    return edge.value if isinstance(edge, NoEdge) else numbers.percent(edge, numbers.EDGE_PLACES, minus=MINUS, sign="%")
