"""The tables of a ruleset, where each stands, and which rows of one can fit together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.exploring import SeenFault
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.tables import Table


@dataclass(frozen=True)
class Found:
    """A table with results in it: of which wagers or things, under which head; ``is_list`` for a list of payouts."""

    table: Table
    names: tuple[str, ...]
    basis: Basis
    is_list: bool = False


def result_tables(ruleset: Ruleset) -> Iterator[Found]:
    """Every table whose rows settle or pay something."""
    for statement in ruleset.statements:
        match statement:
            case wg.Wager(name=name, lines=lines):
                for line in lines:
                    if isinstance(line, wg.PaysByTable):
                        yield Found(line.table, (name.text,), line.basis)
            case tb.PaysTable(wagers=wagers, table=table) | tb.SettleTable(wagers=wagers, table=table):
                yield Found(table, tuple(w.text for w in wagers), statement.basis)
            case tb.PayoutList(table=table):
                yield Found(table, (), statement.basis, True)
            case tb.Bonus(name=name, table=table):
                yield Found(table, (name.text,), statement.basis)


def rows_of_one_table(seen: SeenFault, ruleset: Ruleset) -> tuple[Found, tuple[tb.Row, ...]] | None:
    """The table of which two rows alone make a conflict; None where more than that disagrees."""
    for found in result_tables(ruleset):
        spans = {row.basis.span: row for row in found.table.rows}
        sides = [frozenset(b.span for b in d.bases) & spans.keys() for d in seen.fault.ruling.decisions]
        rest = [frozenset(frozenset(b.span for b in d.bases) - spans.keys()) for d in seen.fault.ruling.decisions]
        if all(sides) and len(set(rest)) == 1 and len({s for side in sides for s in side}) > 1:
            rows = dict.fromkeys(s for side in sides for s in sorted(side))
            return found, tuple(spans[s] for s in rows)
    return None


def listed_wagers(table: Table, row: tb.Row) -> tuple[str, ...]:
    """The wagers that a row of a payout list speaks of."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.OfWager):
            if isinstance(cell, pt.WagerOn):
                return (cell.wager.text,)
            if isinstance(cell, pt.AnyOf):
                return tuple(t.name.text for t in cell.tests if isinstance(t, pt.Named))
    return ()


def is_spare(row: tb.Row) -> bool:
    """Whether a row closes its table: it fits where no other does."""
    return any(isinstance(c, pt.AnyOf) and pt.Special.OTHERWISE in c.tests for c in row.cells)
