"""What a wager is paid, row by row, as values: for which position and in which case, at what odds, floor or not."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from audit.compare.editions import Edition
from audit.compare.wording import humane
from audit.play.errors import PlayError
from audit.play.fitting import fits
from audit.play.phrases import phrase, tests
from audit.play.positions import Position
from audit.play.pricing import lists
from audit.play.sight import Sight
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError
from audit.ruleset.money import BoundedOddsTimes, BoundedPayout, Limit, OddsTimes, OneOfOdds
from audit.ruleset.names import Name
from audit.ruleset.parameters import Option
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated

OTHERWISE = "otherwise"
EXACTLY_ONE = "exactly one row fits"
OVER: tuple[Hashable, Hashable] = ("across", "what")
"""The part of a case that stands for what a table is spread across: its price is no payout, but what is looked at."""
_ASIDE = tb.Plus | tb.ToParty | tb.ToEachOther
MOST_CASES = 4_000

Case = frozenset[tuple[Hashable, Hashable]]
"""When a payout holds: what is looked at, and what it is; empty where it always holds."""


@dataclass(frozen=True)
class Price:
    """One payout of one position in one case; ``looks`` and ``at`` tell the case in words.

    ``limit`` says that it is a floor or a ceiling, ``head`` is the list or the line that says so.  ``whens`` are the
    choices of the house under which it holds, that of a column of a spread table among them; ``heading`` is the part of
    the play in which it holds, in words.
    """

    case: Case
    value: Hashable
    text: str
    looks: tuple[str, ...]
    at: tuple[str, ...]
    basis: Basis
    payout: object = None
    limit: Limit | None = None
    head: Basis = Basis()
    whens: tuple[cd.Condition, ...] = ()
    heading: str = ""

    @property
    def row(self) -> object:
        return self.basis.span if self.basis.span.line else self.case

    @property
    def is_over(self) -> bool:
        """Whether it tells what a table is spread across."""
        return OVER in self.case

    @property
    def aside(self) -> Case:
        """The part of the case that names a column of money beside the wager, to the player or to others, which no walk looks at."""
        return frozenset(part for part in self.case if part[0] == "beside")


def prices(edition: Edition, wager: wg.Wager, position: Position, *, as_written: bool = False) -> dict[Case, Price]:
    """All payouts of a position, each case once; cases are as values of the other side's names.

    ``as_written``: rows that a row above them covers are cases, too, and so is how many rows of a table count: where no
    round shows what becomes of them, it is what there is to compare.
    """
    found: dict[Case, Price] = {}
    for price in itertools.islice(_Pricing(edition, wager, position, as_written).all(), MOST_CASES):
        case, again = price.case, 1
        while (as_written or price.is_over) and case in found:
            case, again = price.case | {("again", again)}, again + 1
        found.setdefault(case, replace(price, case=case))
    return found


class _Pricing:
    def __init__(self, edition: Edition, wager: wg.Wager, position: Position, as_written: bool) -> None:
        self.values, self.ruleset = edition.values, edition.read
        self.wager, self.position, self.as_written = wager, position, as_written
        self.teller = edition.teller
        self._whens: tuple[cd.Condition, ...] = ()
        self._heading = ""
        self.sight = Sight(edition.table.equipment, own=position.memory)

    def all(self) -> Iterator[Price]:
        for line in self.wager.lines:
            if isinstance(line, wg.PaysLine):
                yield self._plain(line.payout, None, line.basis, self._under(line))
            elif isinstance(line, wg.PaysByTable):
                yield from self._table(line.table, line.table.rows, line.floor, self._under(line), line.basis)
        if self.position.payout is not None:
            self._whens, self._heading = (), ""
            yield self._plain(self.position.payout, None, self.position.basis, frozenset())
        name = self.wager.name.text
        for statement in self.ruleset.statements:
            match statement:
                case tb.PaysRate(wagers=names, limit=limit, payout=payout) if any(n.text == name for n in names):
                    yield self._plain(payout, limit, statement.basis, self._under(statement))
                case tb.PaysTable(wagers=names, floor=floor, table=table) if any(n.text == name for n in names):
                    yield from self._table(table, table.rows, floor, self._under(statement), statement.basis)
                case tb.PayoutList(floor=floor, table=table):
                    rows = tuple(row for row in table.rows if self._lists(table, row))
                    yield from self._table(table, rows, floor, self._under(statement), statement.basis)

    def _lists(self, table: tb.Table, row: tb.Row) -> bool:
        try:
            return lists(table, row, self.wager.name.text, self.position, self.sight)
        except (PlayError, ConfigureError):
            return False

    def _under(self, stated: Stated) -> Case:
        """Headings, guard and choice as parts of a case."""
        parts: list[tuple[Hashable, Hashable]] = []
        if not isinstance(stated, tb.Row):
            self._whens = (stated.when,) if stated.when is not None else ()
            self._heading = self.teller.at(getattr(stated, "at", ()))
        for heading in getattr(stated, "at", ()):
            parts.append(("at", self.values.of(heading)))
        for name, condition in (("if", stated.guard), ("when", stated.when)):
            if condition is not None:
                parts.append((name, self.values.of(condition)))
        return frozenset(parts)

    def _plain(self, payout: Any, limit: Limit | None, basis: Basis, under: Case) -> Price:
        value, text, limit = self._payout(payout, limit)
        return Price(under, value, text, (), (), basis, payout, limit, basis, self._whens, self._heading)

    def _payout(self, payout: Any, limit: Limit | None) -> tuple[Hashable, str, Limit | None]:
        """A payout as a value without its floor, in words, and the floor."""
        if isinstance(payout, BoundedPayout):
            payout, limit = payout.payout, payout.limit
        elif isinstance(payout, BoundedOddsTimes):
            payout, limit = OddsTimes(payout.odds, payout.times), payout.limit
        elif isinstance(payout, OneOfOdds):
            return ("one of", frozenset(self.values.of(o) for o in payout.odds)), phrase(payout), limit
        text = humane(phrase(payout))
        return self.values.of(payout), f"{limit.value} {text}" if limit else text, limit

    def _table(
        self, table: tb.Table, rows: tuple[tb.Row, ...], floor: Limit | None, under: Case, head: Basis
    ) -> Iterator[Price]:
        if self.as_written:
            count = table.policy.value if table.policy else EXACTLY_ONE
            yield Price(under | {("rows", "count")}, count, count, (), (), head)
        if table.across is not None:
            yield self._over(table, table.across, under, head)
        spares: list[tuple[tb.Row, list[_Test]]] = []
        is_taken = False
        for row in rows:
            looked = self._tests(table, row)
            if looked is None:
                continue
            known, rest = looked
            if known == "spare":
                spares.append((row, rest))
                continue
            is_taken = is_taken or not rest
            yield from self._row(table, row, rest, floor, under, head)
        for row, rest in spares:
            if not is_taken:
                yield from self._row(table, row, rest, floor, under, head)

    def _over(self, table: tb.Table, across: ex.Expression, under: Case, head: Basis) -> Price:
        """What a table is spread across, as a case of its own; it hangs on a choice where that is an option."""
        options = {option.name for option in self.ruleset.of(Option)}
        is_choice = any(isinstance(node, Name) and node in options for node in walk(across))
        columns = (column for column in table.columns if is_choice and isinstance(column, tb.Spread))
        first = next((_spread(table, column) for column in columns), ())
        text = f"across {humane(phrase(across))}"
        return Price(under | {OVER}, self.values.of(across), text, (), (), head, head=head, whens=(*self._whens, *first))

    def _tests(self, table: tb.Table, row: tb.Row) -> tuple[str, list[_Test]] | None:
        """The tests of a row that the position does not settle; None where the position does not meet the others."""
        rest: list[_Test] = []
        kind = "plain"
        for column, cell in zip(table.columns, row.cells, strict=True):
            if not isinstance(cell, pt.AnyOf) or not isinstance(column, tb.Looks | tb.LooksOn):
                continue
            picked = self._picked(column)
            is_spare = any(t is pt.Special.OTHERWISE for t in cell.tests)
            if picked is None:
                rest.append(_Test(self._look(column), _look_words(column), cell, is_spare))
            elif is_spare:
                kind = "spare"
            elif not self._fits(cell, picked):
                return None
        return kind, rest

    def _picked(self, column: tb.Looks | tb.LooksOn) -> Any:
        """What the position has picked under that heading; None where it is no pick."""
        if not isinstance(column, tb.Looks):
            return None
        what = column.what
        if isinstance(what, ex.OwnMemory | ex.Called):
            return self.position.values.get(what.name.text)
        return None

    def _fits(self, cell: pt.AnyOf, picked: Any) -> bool:
        try:
            return fits(cell, picked, self.sight)
        except (PlayError, ConfigureError):
            return True

    def _look(self, column: tb.Looks | tb.LooksOn) -> Hashable:
        if isinstance(column, tb.LooksOn):
            return "on"
        what = column.what
        if isinstance(what, ex.OwnMemory | ex.Called | ex.RoundMemory):
            return self.values.of(what.name)
        return self.values.of(what)

    def _row(
        self, table: tb.Table, row: tb.Row, rest: list[_Test], floor: Limit | None, under: Case, head: Basis
    ) -> Iterator[Price]:
        under = under | self._under(row)
        for column, cell in zip(table.columns, row.cells, strict=True):
            extra, limit = self._result_column(column, floor)
            if extra is None or cell is None:
                continue
            value, text, bound = self._payout(cell, limit)
            if isinstance(column, _ASIDE):
                value, text = (value, self.values.of(column)), f"{text} {humane(phrase(column))}"
            looks = tuple(t.words for t in rest)
            if isinstance(column, tb.Spread):
                looks = (*looks, "")
            for combination in itertools.product(*(self._atoms(t) for t in rest)):
                case = under | extra | {(t.look, atom) for t, (atom, _) in zip(rest, combination, strict=True)}
                words = tuple(said for _, said in combination)
                if isinstance(column, tb.Spread):
                    words = (*words, humane(tests(column.value)))
                whens = (*self._whens, *([row.when] if row.when is not None else []), *_spread(table, column))
                yield Price(case, value, text, looks, words, row.basis, cell, bound, head, whens, self._heading)

    def _result_column(self, column: tb.Column, floor: Limit | None) -> tuple[Case | None, Limit | None]:
        """What a column of payouts adds to a case; None for a column that gives none."""
        match column:
            case tb.Pays():
                return frozenset(), floor
            case tb.PaysBounded(limit):
                return frozenset(), limit
            case tb.Spread(value):
                return frozenset({("across", self.values.of(value))}), floor
            case _ if isinstance(column, _ASIDE):
                return frozenset({("beside", self.values.of(column))}), floor
            case tb.ResultsOf(names):
                mine = any(n.text == self.wager.name.text for n in names)
                return (frozenset(), floor) if mine else (None, None)
        return None, None

    def _atoms(self, test: _Test) -> list[tuple[Hashable, str]]:
        """The single cases that a cell covers, with their words."""
        if test.is_spare:
            return [(OTHERWISE, OTHERWISE)]
        value = self.values.tests(test.cell)
        if isinstance(value, frozenset) and all(isinstance(atom, str) for atom in value):
            return [(atom, str(atom)) for atom in sorted(value, key=_by_number)]
        return [(value, humane(tests(test.cell)))]


@dataclass(frozen=True)
class _Test:
    look: Hashable
    words: str
    cell: pt.AnyOf
    is_spare: bool


def _spread(table: tb.Table, column: tb.Column) -> Iterator[cd.Condition]:
    """The choice that a column of a table spread across an option stands for."""
    if isinstance(column, tb.Spread) and table.across is not None:
        yield cd.Is(table.across, column.value.tests)


def _look_words(column: tb.Looks | tb.LooksOn) -> str:
    return "" if isinstance(column, tb.LooksOn) else humane(phrase(column.what))


def _by_number(text: Any) -> tuple[int, int, str]:
    return (0, int(text), "") if str(text).isdigit() else (1, 0, str(text))


def by_number(texts: Iterator[str] | list[str]) -> list[str]:
    """Numbers by size, then the rest as they come, each once."""
    return sorted(dict.fromkeys(texts), key=_by_number)
