"""What a wager is paid: every place that prices it is asked, and all must agree.

Nothing is settled here.  A `Price` lists each payout that fits, with its clauses, so that a missing or a doubled row is
seen by whoever asks: play refuses, the checks report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.errors import NotPlayable
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import fits, number_of
from audit.play.positions import Position
from audit.play.sight import Sight
from audit.play.wording import pattern_text
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import OptionUnset, money_text
from audit.ruleset.money import (
    BoundedOddsTimes,
    BoundedPayout,
    NamedResult,
    NotStated,
    Odds,
    OddsTimes,
    OneOfOdds,
    Share,
    plain,
)
from audit.ruleset.names import Name
from audit.ruleset.parameters import Option
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement


@dataclass(frozen=True)
class Payout:
    """One payout: odds times a factor, an amount of money, a result of one word, or not stated.

    ``besides`` are the further rows of which it is the sum, where every row that fits is paid.
    """

    what: Odds | Fraction | tb.Outcome | NotStated
    times: Fraction = Fraction(1)
    text: str = ""
    label: str = ""
    basis: Basis = Basis()
    besides: tuple[Basis, ...] = ()

    @property
    def net(self) -> Fraction | None:
        """The gain per unit staked; None where it hangs on the amount or is not stated."""
        if not isinstance(self.what, Odds):
            return None
        return self.what.first / self.what.second * self.times - (1 if self.what.is_for else 0)

    def same(self, other: Payout) -> bool:
        if self.net is not None or other.net is not None:
            return self.net == other.net
        return self.what == other.what and self.times == other.times


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
            found.append(_payout(line.payout, line.basis, sight))
        elif isinstance(line, wg.PaysByTable):
            places += 1
            found.extend(fitting_payouts(line.table, sight))
    if position.payout is not None:
        places += 1
        found.append(_payout(position.payout, position.basis, sight))
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
                yield (_payout(payout, statement.basis, sight),)
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
    return fitting_payouts(tb.Table(table.columns, rows, table.policy, table.policy_is_assumed, table.across), sight)


def fitting_rows(table: tb.Table, sight: Sight) -> tuple[tb.Row, ...]:
    """The rows that fit, before any policy; a row with ``otherwise`` fits where no row without it does."""
    plain: list[tb.Row] = []
    spare: list[tb.Row] = []
    for row in table.rows:
        if row.guard is not None and not holds(row.guard, sight):
            continue
        asked = list(_asked(table, row))
        is_spare = any(_is_otherwise(cell) for _, cell in asked)
        if all(_cell_fits(column, cell, sight) for column, cell in asked if not _is_otherwise(cell)):
            (spare if is_spare else plain).append(row)
    return tuple(plain or spare)


def _asked(table: tb.Table, row: tb.Row) -> Iterator[tuple[tb.Column, pt.AnyOf]]:
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.Looks | tb.LooksOn) and isinstance(cell, pt.AnyOf):
            yield column, cell


def _is_otherwise(cell: pt.AnyOf) -> bool:
    return any(test is pt.Special.OTHERWISE for test in cell.tests)


def _cell_fits(column: tb.Column, cell: pt.AnyOf, sight: Sight) -> bool:
    thing = (
        sight.outcome
        if isinstance(column, tb.LooksOn)
        else evaluate(column.what, sight)
        if isinstance(column, tb.Looks)
        else None
    )
    return fits(cell, thing, sight)


def fitting_payouts(table: tb.Table, sight: Sight) -> tuple[Payout, ...]:
    """The payouts of the rows that fit, after the table's policy."""
    found = [p for row in fitting_rows(table, sight) for p in row_payouts(table, row, sight)]
    if table.policy is tb.Policy.FIRST_ROW_ONLY:
        return tuple(found[:1])
    if table.policy is tb.Policy.EVERY_ROW and len(found) > 1:
        return (_added_up(found),)
    if table.policy is tb.Policy.HIGHEST_ONLY and len(found) > 1:
        return (max(found, key=_worth),)
    return tuple(found)


def _added_up(payouts: list[Payout]) -> Payout:
    """Rows that are all paid, as one payout."""
    nets = [p.net for p in payouts]
    if any(net is None for net in nets):
        raise NotPlayable("every row, where a row is no odds,", payouts[0].basis.span)
    whole = sum((net for net in nets if net is not None), Fraction(0))
    return replace(
        payouts[0], what=Odds(whole, Fraction(1)), times=Fraction(1), text=" and ".join(p.text for p in payouts),
        besides=tuple(p.basis for p in payouts[1:]),
    )  # fmt: skip


def _worth(payout: Payout) -> tuple[int, Fraction]:
    if payout.net is not None:
        return (2, payout.net)
    return (1, payout.what) if isinstance(payout.what, Fraction) else (0, Fraction(0))


def row_payouts(table: tb.Table, row: tb.Row, sight: Sight) -> Iterator[Payout]:
    """The payouts that a row gives: its ``pays`` cell, or the cell of a spread table that is in force."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None:
            continue
        if isinstance(column, tb.Plus | tb.ToParty | tb.ToEachOther):
            raise NotPlayable("money beside the wager (plus, to …)", row.basis.span)
        if (
            isinstance(column, tb.Pays | tb.PaysBounded)
            or isinstance(column, tb.Spread)
            and _is_spread_here(table, column, sight)
        ):
            yield _payout(cell, row.basis, sight, row_label(table, row))


def _is_spread_here(table: tb.Table, column: tb.Spread, sight: Sight) -> bool:
    """Whether a column of a spread table is the one in force."""
    return table.across is not None and fits(column.value, evaluate(table.across, sight), sight)


def row_label(table: tb.Table, row: tb.Row) -> str:
    """The tests of a row as written, for outcome tables."""
    texts = [pattern_text(cell) for _, cell in _asked(table, row)]
    return ", ".join(text for text in texts if text)


def open_value(name: Name, words: str, ruleset: Ruleset, span: Span) -> Exception:
    """What stops play where a payout or a rate is a name still: an option without a value, or what play cannot ask."""
    option = ruleset.named(name.text, Option)
    return NotPlayable(words, span) if option is None else OptionUnset(option)


def _payout(what: object, basis: Basis, sight: Sight, label: str = "") -> Payout:
    match what:
        case BoundedPayout(_, inner):
            return _payout(inner, basis, sight, label)
        case BoundedOddsTimes(_, odds, times) | OddsTimes(odds, times):
            factor = number_of(evaluate(times, sight))
            if factor is None:
                raise NotPlayable(f"{odds} times something that is unset", basis.span)
            return Payout(odds, factor, f"{odds} times {plain(factor)}", label, basis)
        case OneOfOdds(odds):
            return Payout(
                min(odds, key=lambda o: o.net), text=str(min(odds, key=lambda o: o.net)), label=label, basis=basis
            )
        case Odds():
            return Payout(what, text=str(what), label=label, basis=basis)
        case ex.Money(value):
            return Payout(value, text=money_text(value), label=label, basis=basis)
        case tb.Outcome():
            return Payout(what, text=what.value, label=label, basis=basis)
        case NotStated():
            return Payout(what, text="not stated", label=label, basis=basis)
        case NamedResult(name) | tb.NamedCell(name):
            raise open_value(name, f"pays {name}", sight.equipment.ruleset, basis.span)
        case Share(_, of):
            raise NotPlayable(f"a share of {of}", basis.span)
        case _:
            raise NotPlayable("a payout of this form", basis.span)
