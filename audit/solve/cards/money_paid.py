"""Payouts in money on wagers that are reckoned in units.

Money says something per unit only where a line fixes the stake as money.  Elsewhere a figure would hang on how much is
staked, and nobody has said how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from audit.ruleset import expressions as ex
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.money import EqualTo, IsAmount, OneOfTimes
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.ids import wager_of
from audit.solve.errors import NotVerifiable

PAYING = (tb.Pays, tb.PaysBounded, tb.Plus, tb.Spread)


class StakeNotFixed(NotVerifiable):
    """A wager is paid an amount of money, and no line fixes its stake; ``wager`` is its name."""

    def __init__(self, wager: str, span: Span) -> None:
        why = f"{wager} is paid an amount of money, and no line fixes its stake (amount is $…)"
        super().__init__(why, wager, span)
        self.wager = wager


def refuse_money_on_units(ruleset: Ruleset, wagers: Sequence[str]) -> None:
    """Raises `StakeNotFixed` by the line that pays one of these wagers money, where its stake is no fixed sum of money."""
    for name in dict.fromkeys(map(wager_of, wagers)):
        wager = ruleset.named(name, wg.Wager)
        if wager is None or is_staked_in_money(wager, ruleset):
            continue
        basis = next(_money_for(wager, ruleset), None)
        if basis is not None:
            raise StakeNotFixed(name, basis.span)


def is_staked_in_money(wager: wg.Wager, ruleset: Ruleset, asked_by: tuple[str, ...] = ()) -> bool:
    """Whether a line fixes the stake as money, or as so much of a wager of which that holds."""
    if wager.name.text in asked_by:
        return False
    for line in wager.lines:
        if isinstance(line, wg.Amount) and isinstance(line.stake, EqualTo | IsAmount | OneOfTimes):
            names = (node.name.text for node in walk(line.stake) if isinstance(node, ex.Called))
            others = [other for name in names if (other := ruleset.named(name, wg.Wager)) is not None]
            if all(is_staked_in_money(other, ruleset, (*asked_by, wager.name.text)) for other in others):
                return True
    return False


def _money_for(wager: wg.Wager, ruleset: Ruleset) -> Iterator[Basis]:
    """The lines and rows that pay the wager, or a bonus on it, an amount of money."""
    name = wager.name.text
    for line in wager.lines:
        if isinstance(line, wg.PaysLine) and _is_money(line.payout):
            yield line.basis
        elif isinstance(line, wg.PaysByTable | wg.PickTable):
            yield from _paying_rows(line.table, PAYING)
    for statement in ruleset.of(tb.PaysRate, tb.PaysTable, tb.PayoutList, tb.SettleTable, tb.Bonus):
        match statement:
            case tb.PaysRate(wagers=names, payout=payout) if _named(name, names) and _is_money(payout):
                yield statement.basis
            case tb.PaysTable(wagers=names, table=table) if _named(name, names):
                yield from _paying_rows(table, PAYING)
            case tb.PayoutList(table=table):
                rows = tuple(row for row in table.rows if _lists(row, name))
                yield from _paying_rows(replace(table, rows=rows), PAYING)
            case tb.SettleTable(wagers=names, table=table) if _named(name, names):
                yield from _paying_rows(table, PAYING, name)
            case tb.Bonus(on=on, table=table) if on.text == name:
                yield from _paying_rows(table, PAYING)


def _named(name: str, names: Sequence[Name]) -> bool:
    return any(one.text == name for one in names)


def _paying_rows(table: tb.Table, paying: tuple[type, ...], name: str = "") -> Iterator[Basis]:
    """The rows with money in a column that pays; in a column of results, if it is that of the wager of this name."""
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            is_of_wager = isinstance(column, tb.ResultsOf) and _named(name, column.wagers)
            if (is_of_wager or isinstance(column, paying)) and _is_money(cell):
                yield row.basis


def _lists(row: tb.Row, name: str) -> bool:
    """Whether a row of a payout list names the wager."""
    return any(isinstance(node, Name) and node.text == name for cell in row.cells for node in walk(cell))


def _is_money(payout: object) -> bool:
    return any(isinstance(node, ex.Money) for node in walk(payout))
