"""Which rows of a table fit.

Each column is worked out once at most, and only when a row asks for it: a row whose other cells fail already asks
nothing, and ``any`` asks nothing at all.  A solver's tree branches at every question, so none is put needlessly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from audit.play.evaluating import evaluate, holds
from audit.play.fitting import fits
from audit.play.itself import worked_out_once
from audit.play.sight import Sight, Thing
from audit.play.wording import pattern_text
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.expressions import Expression

# Expressions that are cards, or what came up.
_THINGS = (ex.Called, ex.FeatureOf, ex.NthCards, ex.NthCard)

Test = tuple[tb.Looks | tb.LooksOn, pt.AnyOf]


@dataclass(frozen=True, eq=False)
class _Asked:
    """A cell that is asked: equal ones in equal columns bear one number, and so do equal things that are looked at."""

    column: tb.Looks | tb.LooksOn
    cell: pt.AnyOf
    number: int
    what: int


@dataclass(frozen=True, eq=False)
class _LaidOut:
    """The rows of a table in two lots: those that are asked first, and those with ``otherwise``, each with its tests."""

    first: tuple[tuple[tb.Row, tuple[_Asked, ...]], ...]
    spare: tuple[tuple[tb.Row, tuple[_Asked, ...]], ...]
    numbers: dict[Expression, int]


@worked_out_once
def _lay_out(table: tb.Table) -> _LaidOut:
    numbers: dict[Expression, int] = {}
    tests: dict[Test, int] = {}
    lots: dict[bool, list[tuple[tb.Row, tuple[_Asked, ...]]]] = {False: [], True: []}
    for row in table.rows:
        asked = tuple(
            _Asked(
                column,
                cell,
                tests.setdefault((column, cell), len(tests)),
                numbers.setdefault(column.what, len(numbers)) if isinstance(column, tb.Looks) else -1,
            )
            for column, cell in tests_of(table, row)
            if not is_otherwise(cell) and not is_free(cell)
        )
        lots[is_spare(table, row)].append((row, asked))
    return _LaidOut(tuple(lots[False]), tuple(lots[True]), numbers)


@dataclass
class Reading:
    """A table read at one moment."""

    table: tb.Table
    sight: Sight
    _known: dict[int, Thing] = field(default_factory=dict)
    _answers: dict[int, bool] = field(default_factory=dict)

    def fitting(self) -> Iterator[tb.Row]:
        """The rows that fit, top to bottom, before any policy; a row with ``otherwise`` fits where no other does."""
        laid_out = _lay_out(self.table)
        any_fits = False
        for row, tests in laid_out.first:
            if self._fits(row, tests):
                any_fits = True
                yield row
        if any_fits:
            return
        for row, tests in laid_out.spare:
            if self._fits(row, tests):
                yield row

    def worth(self, what: Expression) -> Thing:
        """What an expression is worth now."""
        numbers = _lay_out(self.table).numbers
        return self._worth(what, numbers.setdefault(what, len(numbers)))

    def _worth(self, what: Expression, number: int) -> Thing:
        if number not in self._known:
            self._known[number] = self.worked_out(what)
        return self._known[number]

    def worked_out(self, what: Expression) -> Thing:
        """What an expression is worth, asked for the first time."""
        return evaluate(what, self.sight)

    def _fits(self, row: tb.Row, tests: Sequence[_Asked]) -> bool:
        open_tests: list[_Asked] = []
        for test in tests:
            if test.what >= 0 and test.what not in self._known:
                open_tests.append(test)
            elif not self._cell_fits(test):
                return False
        if row.guard is not None and not holds(row.guard, self.sight):
            return False
        return all(self._cell_fits(test) for test in open_tests)

    def _cell_fits(self, test: _Asked) -> bool:
        if test.number not in self._answers:
            column = test.column
            thing = self._worth(column.what, test.what) if isinstance(column, tb.Looks) else self.sight.outcome
            self._answers[test.number] = fits(test.cell, thing, self.sight)
        return self._answers[test.number]


def fitting_rows(table: tb.Table, sight: Sight) -> tuple[tb.Row, ...]:
    """The rows that fit, before any policy."""
    return tuple(Reading(table, sight).fitting())


def tests_of(table: tb.Table, row: tb.Row) -> Iterator[Test]:
    """The cells of a row that are tests, with their columns."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.Looks | tb.LooksOn) and isinstance(cell, pt.AnyOf):
            yield column, cell


def is_otherwise(cell: pt.AnyOf) -> bool:
    return any(test is pt.Special.OTHERWISE for test in cell.tests)


def is_spare(table: tb.Table, row: tb.Row) -> bool:
    """Whether a row is one that is asked after all others."""
    return any(is_otherwise(cell) for _, cell in tests_of(table, row))


def is_free(cell: pt.AnyOf) -> bool:
    """Whether a cell is met by everything, so that nothing need be looked at."""
    return cell.besides is None and any(test is pt.Special.ANY for test in cell.tests)


@worked_out_once
def row_label(table: tb.Table, row: tb.Row) -> str:
    """What a row asks, for outcome tables: a hand as written, all else behind what its column looks at.

    What is free tells nothing of a round, nor does what its configuration settled.  A table that asks of one thing alone
    needs no heading.
    """
    asked = [
        (column, cell) for column, cell in tests_of(table, row) if not is_free(cell) and not _is_settled(column, cell)
    ]
    is_alone = sum(1 for column in table.columns if isinstance(column, tb.Looks | tb.LooksOn)) == 1
    hand = next((column for column, cell in asked if _names_a_hand(column, cell)), None)
    texts = (pattern_text(cell) if is_alone or column is hand else _headed(column, cell) for column, cell in asked)
    return ", ".join(text for text in texts if text)


def _is_settled(column: tb.Looks | tb.LooksOn, cell: pt.AnyOf) -> bool:
    """Whether a column looks at an option, in whose place stands its value."""
    if isinstance(column, tb.LooksOn):
        return False
    is_value = isinstance(column.what, ex.Number | ex.Money | ex.Percent)
    return is_value or pattern_text(column.what) in map(pattern_text, cell.tests)


def _names_a_hand(column: tb.Looks | tb.LooksOn, cell: pt.AnyOf) -> bool:
    """Whether a cell is read as cards or as what came up: it looks at a thing, not at a number or a memory of it."""
    is_number = all(isinstance(test, pt.Spots) and "".join(test.values).isdigit() for test in cell.tests)
    return isinstance(column, tb.LooksOn) or (isinstance(column.what, _THINGS) and not is_number)


def _headed(column: tb.Looks | tb.LooksOn, cell: pt.AnyOf) -> str:
    """A cell with what its column looks at: ``points of dealer_cards 22``, ``its side natural``."""
    heading = "" if isinstance(column, tb.LooksOn) else f"{pattern_text(column.what)} "
    besides = f" except {pattern_text(cell.besides)}" if cell.besides else ""
    return heading + " or ".join(pattern_text(test) for test in cell.tests) + besides
