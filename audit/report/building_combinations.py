"""Combinations of options: what they make of each wager that they move, as a table with one of them across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.arrays import Array, Entry, arrays
from audit.report.inline import text
from audit.report.naming import names_of
from audit.report.titles import Titles
from audit.solve.result import Combinations, NoEdge

K = md.ColumnKind
_MOST_NAMED = 6


def combined_tables(found: Combinations, titles: Titles) -> Iterator[md.Block]:
    """One table for wagers that every combination moves alike; then, in words, those that none moves."""
    for n, array in enumerate(arrays(found), start=1):
        yield _table(array, n, _named(array.wagers, found, titles))
    if not any(row.is_permitted for row in found.rows):
        yield md.Paragraph(text(f"The rules permit no combination of {wd.listed(list(found.options))} that was asked for."))
    moved = {wager for group in found.moved for wager in group}
    still = [wager for wager in found.wagers if wager not in moved]
    if still:
        words = f"No combination of {wd.listed(list(found.options))} moves {_named(still, found, titles)}."
        yield md.Paragraph(text(words))


def _named(keys: Sequence[str], found: Combinations, titles: Titles) -> str:
    by_key = dict(zip(found.wagers, found.named, strict=True))
    return names_of([by_key[key] for key in keys], titles, found.named, _MOST_NAMED)


def _table(array: Array, number: int, named: str) -> md.Table:
    edges = array.heads if array.across else ("House edge, %",)
    columns = (*(md.Column(K.SHORT, option) for option in array.options), *(md.Column(K.EDGE, head) for head in edges))
    rows = tuple(
        md.Row((*(ce.said(value) for value in values), *map(_cell, entries))) for values, entries in array.rows
    )
    by = f"{wd.listed(list(array.options))} down, {array.across} across" if array.across else array.options[0]
    return md.Table(f"combined-{number}", f"House edge of {named} in per cent, by {by}", columns, (md.RowGroup(rows),))


def _cell(entry: Entry) -> ce.Cell:
    if isinstance(entry, Fraction):
        return ce.Edge(ce.Exact(entry))
    absent = {NoEdge.NOT_SOLVED: ce.Absent.NOT_SOLVED, NoEdge.NOT_VERIFIABLE: ce.Absent.NOT_VERIFIABLE}
    return ce.Edge(absent[entry]) if entry in absent else ce.said(entry.value)
