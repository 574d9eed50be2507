"""Combinations of options in the terminal: a table of house edges for each wager that one of them moves."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from audit.report import numbers
from audit.report.arrays import Array, arrays
from audit.report.terminal.tables import Column, table
from audit.report.wording import listed
from audit.solve.result import Combinations

MINUS = "-"


def combinations(found: Combinations, label: Callable[[str], str], width: int) -> Iterator[str]:
    """One table for wagers that every combination moves alike; ``label`` says what a wager is called."""
    for array in arrays(found):
        yield ""
        across = f"; {array.across} across" if array.across else ""
        yield from _told(f"house edge of {listed([label(wager) for wager in array.wagers])}{across}", width)
        yield from table(
            (*map(Column, array.options), *(Column(head, right=True) for head in array.heads)), _rows(array), width, indent="  "
        )
    still = [label(wager) for wager in found.wagers if not any(wager in moved for moved in found.moved)]
    if still:
        yield ""
        yield from _told(f"no combination moves {listed(still)}", width)


def _rows(array: Array) -> Sequence[tuple[str, ...]]:
    return [(*values, *map(_edge, edges)) for values, edges in array.rows]


def _edge(edge: Fraction | str) -> str:
    return edge if isinstance(edge, str) else numbers.percent(edge, numbers.EDGE_PLACES, minus=MINUS, sign="%")


def _told(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
