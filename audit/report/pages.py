"""Tables as a page shows them: house edges that are held against each other stand in per cent.

The model keeps every figure as it is, so that data and workpaper have the fractions.  On a page the fraction of a wager is
printed once, in the tables of that wager; where edges are compared, nobody could read fractions against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from audit.report import cells as ce
from audit.report import model as md

K = md.ColumnKind

# Tables whose fractions are house edges and their differences, with no percentage beside them.
_IN_PERCENT = frozenset({"glance", "assumed"})
# Families of tables that give each figure in per cent and then as a fraction: a page leaves the fraction out.
_WITHOUT_FRACTIONS = ("edges-", "play-", "simple")


def on_page(table: md.Table) -> md.Table:
    """The table with its house edges in per cent, where they are compared."""
    if table.id in _IN_PERCENT:
        columns = tuple(_in_percent(column, n, table) for n, column in enumerate(table.columns))
        return _with(table, columns, lambda row: replace(row, cells=tuple(map(_cell, row.cells))))
    if table.id.startswith(_WITHOUT_FRACTIONS):
        kept = [n for n, column in enumerate(table.columns) if column.kind is not K.PORTION]
        columns = tuple(table.columns[n] for n in kept)
        return _with(table, columns, lambda row: replace(row, cells=tuple(row.cells[n] for n in kept)))
    return table


def _with(table: md.Table, columns: tuple[md.Column, ...], made: Callable[[md.Row], md.Row]) -> md.Table:
    groups = tuple(replace(group, rows=tuple(map(made, group.rows))) for group in table.groups)
    return replace(table, columns=columns, groups=groups, foot=tuple(map(made, table.foot)))


def _in_percent(column: md.Column, number: int, table: md.Table) -> md.Column:
    if column.kind is not K.PORTION:
        return column
    cells = (row.cells[number] for group in table.groups for row in group.rows if number < len(row.cells))
    is_difference = any(isinstance(cell, ce.Portion) and cell.is_signed for cell in cells)
    return md.Column(K.EDGE, f"{column.head}, {'points' if is_difference else '%'}")


def _cell(cell: ce.Cell) -> ce.Cell:
    if not isinstance(cell, ce.Portion) or isinstance(cell.figure, ce.Estimate):
        return cell
    return ce.Points(cell.figure) if cell.is_signed else ce.Edge(cell.figure)
