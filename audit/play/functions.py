"""Tables and grids as functions: the cell that is their value now."""

from __future__ import annotations

from audit.play.errors import NotPlayable, PlayError
from audit.play.fitting import fits
from audit.play.itself import worked_out_once
from audit.play.rows import Reading
from audit.play.sight import Sight, Thing
from audit.ruleset import chance as ch
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.money import Odds
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement

Function = tb.FunctionTable | tb.Grid

SOURCES: tuple[type[Statement], ...] = (ch.Dice, ch.Wheel, ch.Chance)


def function_named(name: str, ruleset: Ruleset) -> Function | None:
    """The table or grid of that name, in a game of cards; of dice and wheels nobody follows what a table looks at."""
    if ruleset.of(*SOURCES):
        return None
    return ruleset.named(name, tb.FunctionTable) or ruleset.named(name, tb.Grid)


def value_cell(function: Function, sight: Sight) -> object:
    """The cell that is the value of a function now.

    Raises `PlayError` where no row, or rows that differ, fit: a function has one value.
    """
    cells = _grid_cells(function, sight) if isinstance(function, tb.Grid) else _table_cells(function, sight)
    if not cells:
        raise PlayError(f"{function.name}: no row fits", function.basis.span)
    if any(cell != cells[0] for cell in cells):
        raise PlayError(f"{function.name}: two rows give different values", function.basis.span)
    cell = cells[0]
    if isinstance(cell, pt.AnyOf):
        if len(cell.tests) != 1 or cell.besides is not None:
            raise NotPlayable(f"{function.name}, whose value is several things,", function.basis.span)
        return cell.tests[0]
    return cell


def value(function: Function, sight: Sight, asked_by: tuple[Function, ...] = ()) -> Thing:
    """The value of a function as a thing: a number, money, a share, a word; None for ``none``.

    A cell that names another table or grid has its value: ``| 3 through 6 | grid_of_draws |``.  Raises `PlayError`
    where tables ask one another in a circle.
    """
    if any(function is one for one in asked_by):
        raise PlayError(f"{function.name} is told in terms of itself", function.basis.span)
    match value_cell(function, sight):
        case ex.Money(amount) | ex.Percent(amount):
            return amount
        case ex.Number() as number:
            return number.value
        case pt.PercentTest(share, None):
            return share
        case pt.Spots((text,)):
            digits = text.replace(",", "")
            return ex.Number(digits).value if digits.replace(".", "", 1).isdigit() and text != "00" else text
        case pt.Named(name, None) | tb.NamedCell(name):
            named = function_named(name.text, sight.equipment.ruleset)
            return name.text if named is None else value(named, sight, (*asked_by, function))
        case pt.Label(text):
            return text
        case pt.Special.YES | pt.Special.NO as word:
            return word is pt.Special.YES
        case pt.Special.NONE:
            return None
        case Odds() as odds:
            return odds.net
        case tb.Outcome() as outcome:
            return outcome.value
        case _:
            raise NotPlayable(f"{function.name}, whose value is of this form,", function.basis.span)


def _table_cells(function: tb.FunctionTable, sight: Sight) -> list[object]:
    table = function.table
    if table.policy is tb.Policy.EVERY_ROW or table.policy is tb.Policy.HIGHEST_ONLY:
        raise NotPlayable(f"table {function.name} {table.policy.value}", function.basis.span)
    reading = Reading(table, sight)
    found: list[object] = []
    for row in reading.fitting():
        for column, cell in zip(table.columns, row.cells, strict=True):
            is_value = isinstance(column, tb.Values) and column.name.text == function.name.text
            if isinstance(column, tb.Spread) and table.across is not None:
                is_value = fits(column.value, reading.worth(table.across), sight)
            if is_value and cell is not None:
                found.append(cell)
        if found and table.policy is tb.Policy.FIRST_ROW_ONLY:
            return found[:1]
    return found


def _grid_cells(grid: tb.Grid, sight: Sight) -> list[object]:
    table = _as_table(grid)
    reading = Reading(table, sight)
    return [
        cell
        for row in reading.fitting()
        for column, cell in zip(table.columns, row.cells, strict=True)
        if isinstance(column, tb.Spread) and cell is not None and fits(column.value, reading.worth(grid.across), sight)
    ]


@worked_out_once
def _as_table(grid: tb.Grid) -> tb.Table:
    return tb.Table((tb.Looks(grid.down), *map(tb.Spread, grid.headings)), grid.rows, across=grid.across)
