"""The lines and rows that say what a wager is paid, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

COLUMNS = (tb.Pays, tb.PaysBounded, tb.Plus, tb.Spread)
"""The columns that pay the player."""


def payouts_of(wager: wg.Wager, ruleset: Ruleset, *, bonuses: bool = True) -> Iterator[tuple[object, Basis]]:
    """What may be paid on a wager, with the line or row that says so; what the bonuses on it pay, if wanted."""
    name = wager.name.text
    for line in wager.lines:
        if isinstance(line, wg.PaysLine):
            yield line.payout, line.basis
        elif isinstance(line, wg.PaysByTable | wg.PickTable):
            yield from _cells(line.table.rows, line.table, name)
    for statement in ruleset.of(tb.PaysRate, tb.PaysTable, tb.PayoutList, tb.SettleTable, tb.Bonus):
        match statement:
            case tb.PaysRate(wagers=names, payout=payout) if _is_named(name, names):
                yield payout, statement.basis
            case tb.PaysTable(wagers=names, table=table) | tb.SettleTable(wagers=names, table=table) if _is_named(name, names):
                yield from _cells(table.rows, table, name)
            case tb.PayoutList(table=table):
                yield from _cells([row for row in table.rows if _lists(row, name)], table, name)
            case tb.Bonus(on=on, table=table) if bonuses and on.text == name:
                yield from _cells(table.rows, table, name)


def _cells(rows: Sequence[tb.Row], table: tb.Table, name: str) -> Iterator[tuple[object, Basis]]:
    """The cells of columns that pay, and of columns of results if they are those of the wager of this name."""
    for row in rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            is_of_wager = isinstance(column, tb.ResultsOf) and _is_named(name, column.wagers)
            if is_of_wager or isinstance(column, COLUMNS):
                yield cell, row.basis


def _is_named(name: str, names: Sequence[Name]) -> bool:
    return any(one.text == name for one in names)


def _lists(row: tb.Row, name: str) -> bool:
    """Whether a row of a payout list names the wager."""
    return any(isinstance(node, Name) and node.text == name for cell in row.cells for node in walk(cell))
