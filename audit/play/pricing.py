"""What a wager is paid: every place that prices it is asked, and all must agree.

Nothing is settled here.  A `Price` lists each payout that fits, with its clauses, so that a missing or a doubled row is
seen by whoever asks: play refuses, the checks report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from audit.play.evaluating import holds
from audit.play.fitting import fits
from audit.play.payouts import Payout, best_of, open_value, read_payout, row_payouts, sum_of
from audit.play.positions import Position
from audit.play.rows import Reading
from audit.play.sight import Sight
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement

__all__ = ["Payout", "Price", "fitting_payouts", "lists", "open_value", "price", "stated_elsewhere"]


@dataclass(frozen=True)
class Price:
    """The payouts that fit; ``places`` counts the tables and lines that speak of the wager at all."""

    payouts: tuple[Payout, ...]
    places: int

    @property
    def agreed(self) -> Payout | None:
        """The payout, if there is one and nothing contradicts it."""
        if not self.payouts:
            return None
        first = self.payouts[0]
        return first if all(first.same(other) for other in self.payouts) else None


def price(wager: wg.Wager, position: Position, lines: tuple[wg.WagerLine, ...], sight: Sight) -> Price:
    """What the wager is paid now, if it is paid.  ``lines`` are those of the wager that are in force."""
    found: list[Payout] = []
    places = 0
    for line in lines:
        if isinstance(line, wg.PaysLine):
            places += 1
            found.append(read_payout(line.payout, line.basis, sight))
        elif isinstance(line, wg.PaysByTable):
            places += 1
            found.extend(fitting_payouts(line.table, sight))
    if position.payout is not None:
        places += 1
        found.append(read_payout(position.payout, position.basis, sight))
    for payouts in stated_elsewhere(wager, position, sight.equipment.ruleset, sight):
        places += 1
        found.extend(payouts)
    return Price(tuple(found), places)


PRICED_ELSEWHERE: tuple[type[Statement], ...] = (tb.PaysRate, tb.PaysTable, tb.PayoutList)


def stated_elsewhere(
    wager: wg.Wager, position: Position, ruleset: Ruleset, sight: Sight
) -> Iterator[tuple[Payout, ...]]:
    """The payouts of top-level lists, rates and tables that speak of the wager at this position."""
    name = wager.name.text
    for statement in ruleset.of(*PRICED_ELSEWHERE):
        if statement.guard is not None and _prices(statement, name) and not holds(statement.guard, sight):
            continue
        match statement:
            case tb.PaysRate(wagers=names, payout=payout) if any(n.text == name for n in names):
                yield (read_payout(payout, statement.basis, sight),)
            case tb.PaysTable(wagers=names, table=table) if any(n.text == name for n in names):
                yield fitting_payouts(table, sight)
            case tb.PayoutList(table=table):
                rows = tuple(row for row in table.rows if lists(table, row, name, position, sight))
                if rows:
                    yield _list_payouts(table, rows, sight)


def _prices(statement: Statement, name: str) -> bool:
    """Whether a statement's guard is one that a price of the wager hangs on."""
    if isinstance(statement, tb.PaysRate | tb.PaysTable):
        return any(n.text == name for n in statement.wagers)
    return isinstance(statement, tb.PayoutList)


def lists(table: tb.Table, row: tb.Row, name: str, position: Position, sight: Sight) -> bool:
    """Whether a row of a payout list speaks of this wager at this position."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.OfWager):
            if isinstance(cell, pt.WagerOn):
                if cell.wager.text != name:
                    return False
                picked = tuple(atom for atoms in position.values.values() for atom in atoms)
                return any(fits(test, picked, sight) for test in cell.values)
            if isinstance(cell, pt.AnyOf):
                return any(isinstance(t, pt.Named) and t.name.text == name for t in cell.tests)
    return False


def _list_payouts(table: tb.Table, rows: tuple[tb.Row, ...], sight: Sight) -> tuple[Payout, ...]:
    """The payouts of a list's rows; further columns may test."""
    return fitting_payouts(tb.Table(table.columns, rows, table.policy_line, table.across), sight)


def fitting_payouts(table: tb.Table, sight: Sight) -> tuple[Payout, ...]:
    """The payouts of the rows that fit, after the table's policy."""
    reading = Reading(table, sight)
    payouts = (p for row in reading.fitting() for p in row_payouts(reading, row))
    if table.policy is tb.Policy.FIRST_ROW_ONLY:
        return tuple(islice(payouts, 1))  # the rows below it are not asked
    found = list(payouts)
    match table.policy:
        case tb.Policy.EVERY_ROW if len(found) > 1:
            return (sum_of(found),)
        case tb.Policy.HIGHEST_ONLY if len(found) > 1:
            return (best_of(found, sight),)
        case _:
            return tuple(found)
