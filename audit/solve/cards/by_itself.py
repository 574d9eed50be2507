"""Whether a wager hangs on no other one, so that it may be followed as if none of the others were ever settled.

A wager that needs others hangs on them in two ways: it can be made only while these stand, and where it is settled with them and
stays open it goes back.  Must hold: where it is not plain that neither can be, nor anything else, the wager hangs on them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set

from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import moments as mo
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.ids import wager_of

OF_WAGERS = (tb.SettleTable, tb.PaysRate, tb.PaysTable, tb.Bonus)
"""The statements of what becomes of the wagers that they name."""

OF_MAKING = (wg.NeedsAll, wg.NeedsAny, wg.PlacedWith)
"""The lines of what else is made with a wager, not of what becomes of it."""

EMPTY = (pt.Special.ANY, pt.Special.OTHERWISE, pt.Special.ANYTHING_ELSE)
"""Tests that hold of whatever has come."""


def is_by_itself(wager: str, ruleset: Ruleset, made: Collection[str], *, is_settled_once: bool = False) -> bool:
    """Whether what a wager brings is plainly the same if no other wager of those that are ``made`` is settled.

    With ``is_settled_once`` that may be shown by its being settled at one place alone: where it stays open there, it would go back
    with those that it needs, and is told as left without a result instead.
    """
    others = {one.name.text for one in ruleset.of(wg.Wager)} - {wager}
    said = list(what_is_said_of(wager, ruleset))
    if _names(said, others) or ruleset.of(tb.PayoutList):
        return False
    if any(isinstance(node, ex.RoundMemory) for part in said for node in walk(part)):
        return False  # what is remembered may be so since another one was settled
    facts: list[object] = [node for node in ruleset.nodes_of(rd.Round) if type(node).__module__ == cd.__name__]
    beside = {wager_of(name) for name in made} - {wager}
    return not _names(facts, beside) and not hangs_on_needed(wager, ruleset, is_settled_once=is_settled_once)


def what_is_said_of(wager: str, ruleset: Ruleset) -> Iterator[object]:
    """The lines of what becomes of a wager, and the tables and bonuses that name it."""
    stated = ruleset.named(wager, wg.Wager)
    yield from (line for line in (stated.lines if stated is not None else ()) if not isinstance(line, OF_MAKING))
    yield from (one for one in ruleset.of(*OF_WAGERS) if wager in (told_of(one) or ()))


def told_of(statement: object) -> Set[str] | None:
    """The wagers that a statement says what becomes of; None where it is of no such kind."""
    match statement:
        case tb.SettleTable(wagers=names) | tb.PaysRate(wagers=names) | tb.PaysTable(wagers=names):
            return {name.text for name in names}
        case tb.Bonus(on=on):
            return {on.text}
    return None


def _names(parts: Iterable[object], names: Set[str]) -> bool:
    return any(isinstance(node, Name) and node.text in names for part in parts for node in walk(part))


# wagers that others need


def hangs_on_needed(wager: str, ruleset: Ruleset, *, is_settled_once: bool = False) -> bool:
    """Whether the wagers that one needs may bear on whether it is made, or take it back with them; ``is_settled_once`` as above."""
    needed = _needed(wager, ruleset)
    if not needed:
        return False
    if not all(_is_made_first(name, needed, ruleset) for name in (wager, *needed)):
        return True
    settles = [names for names in _settles(ruleset) if names is None or wager in names]
    together = [names for names in settles if names is None or not needed.isdisjoint(names)]
    return bool(together) and not _is_always_decided(wager, ruleset) and not (is_settled_once and len(settles) == 1)


def _needed(wager: str, ruleset: Ruleset) -> Set[str]:
    """All that a wager needs, and what those need."""
    found: set[str] = set()
    waiting = [wager]
    while waiting:
        stated = ruleset.named(waiting.pop(), wg.Wager)
        for line in stated.lines if stated is not None else ():
            if isinstance(line, wg.NeedsAll | wg.NeedsAny):
                new = {name.text for name in line.wagers} - found
                found |= new
                waiting += new
    return found


def _is_made_first(wager: str, needed: Set[str], ruleset: Ruleset) -> bool:
    """Whether a wager is made before anything can become of those that are needed."""
    stated = ruleset.named(wager, wg.Wager)
    if stated is None or any(isinstance(line, wg.MadeAnyTime | wg.MayBe) for line in stated.lines):
        return False
    moments = [line.moment for line in stated.lines if isinstance(line, wg.Made)]
    places = {step.name.text: n for one in ruleset.of(rd.Round) for n, step in enumerate(one.steps)}
    begins, bets = _first_touched(needed, ruleset)
    if moments:
        return all(isinstance(moment, mo.Before) and places.get(moment.step.text, begins + 1) <= begins for moment in moments)
    return wager in bets or not _is_placed(wager, ruleset)


def _first_touched(needed: Set[str], ruleset: Ruleset) -> tuple[int, Set[str]]:
    """The number of the first step in which something may become of these wagers, and what lines bet until then."""
    bets: set[str] = set()
    for one in ruleset.of(rd.Round):
        for n, step in enumerate(one.steps):
            for line in step.lines:
                acts = line.actions if isinstance(line, rd.Act) and line.on is None else (None,)
                if not isinstance(line, rd.DealUntil) and any(_may_touch(act, needed) for act in acts):
                    return n, bets
                bets |= {name.text for act in acts if isinstance(act, rd.Bets) and line.guard is None for name in act.wagers}
    return 0, bets


def _may_touch(act: object, needed: Set[str]) -> bool:
    """Whether an act, None for what is more than acts, may settle, give back or take some of these wagers, or lead elsewhere."""
    match act:
        case rd.Bets() | rd.Burn() | rd.Deal() | rd.Reveal() | rd.Looks() | rd.DealerLooks() | rd.DrawChance():
            return False
        case rd.SettleSome():
            return _names([act], needed)
    return True


def _is_placed(wager: str, ruleset: Ruleset) -> bool:
    """Whether some line of the round makes a wager."""
    acts = (node for node in ruleset.nodes_of(rd.Round) if isinstance(node, rd.Bets | rd.Make | rd.MayMake | rd.SplitHand))
    return any(isinstance(node, Name) and node.text == wager for act in acts for node in walk(act))


def _settles(ruleset: Ruleset) -> Iterator[Set[str] | None]:
    """The wagers that each act settles; None for all of them."""
    for node in ruleset.nodes_of(rd.Round):
        if isinstance(node, rd.SettleSome):
            yield {part.text for part in walk(node.wagers) if isinstance(part, Name)}
        elif isinstance(node, rd.SettleAll):
            yield None


def _is_always_decided(wager: str, ruleset: Ruleset) -> bool:
    """Whether some row decides a wager whatever has come, and none that may come before it leaves it open."""
    stated = ruleset.named(wager, wg.Wager)
    tables = [one for one in ruleset.of(tb.SettleTable) if wager in (told_of(one) or ())]
    if not all(_has_result(row, one.table, wager) for one in tables for row in one.table.rows):
        return False
    if stated is not None and any(isinstance(line, wg.OtherwiseRow) and line.guard is None and not line.at for line in stated.lines):
        return True
    return any(_fits_all(row, one.table) for one in tables if one.guard is None for row in one.table.rows)


def _has_result(row: tb.Row, table: tb.Table, wager: str) -> bool:
    cells = zip(table.columns, row.cells, strict=False)
    return any(
        cell is not None and isinstance(column, tb.ResultsOf) and any(name.text == wager for name in column.wagers)
        for column, cell in cells
    )


def _fits_all(row: tb.Row, table: tb.Table) -> bool:
    """Whether a row fits whatever has come."""
    if row.guard is not None or len(row.cells) != len(table.columns):
        return False
    for column, cell in zip(table.columns, row.cells, strict=True):
        match column:
            case tb.Looks() | tb.LooksOn():
                if not (isinstance(cell, pt.AnyOf) and cell.besides is None and all(test in EMPTY for test in cell.tests)):
                    return False
            case tb.ResultsOf() | tb.Printed() | tb.NameColumn() | tb.Plus() | tb.ToParty() | tb.ToEachOther():
                pass
            case _:
                return False
    return True
