"""Rows of a table that an amendment sets: a row is known by its condition cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from audit.language.building import Above, BuildError
from audit.language.building_statements import StatementBuilder
from audit.language.diagnostics import Also, Diagnostic
from audit.language.entries import facts_in
from audit.language.identity import cells, split_outside_quotes
from audit.language.syntax import Node, Word
from audit.language.vocabulary import Vocabulary
from audit.ruleset import tables as tb

MOST_SHOWN = 20
CONDITIONS = (tb.Looks, tb.LooksOn, tb.OfWager)


@dataclass(frozen=True, slots=True)
class Columns:
    """The headings of a table, and which of them are conditions."""

    headings: tuple[str, ...]
    conditions: tuple[bool, ...]

    def key(self, row: Node) -> tuple[frozenset[str], ...]:
        """The condition cells of a row; a list in a cell is a list in any order."""
        return tuple(
            frozenset(" ".join(item.split()) for item in split_outside_quotes(cell, ","))
            for cell, asks in zip(cells(row_word(row)), self.conditions, strict=False) if asks
        )


def row_word(row: Node) -> Word:
    word = row.children[0]
    assert isinstance(word, Word)
    return word


def change_rows(sets: Sequence[Node], old: Node, said: str, names: Vocabulary) -> tuple[Node, list[Diagnostic]]:
    """The table with some of its rows set, others added before the row for everything else.

    The first new row may repeat the headings, or some of them: then the cells of the other columns stay as they were.
    """
    rows = [line for line in old.body if line.kind == "table_row"]
    others = tuple(line for line in old.body if line.kind != "table_row")
    if not rows:
        span = sets[0].span if sets else old.span
        return old, [Diagnostic("change-misfit", f"{said} is no table", span, f"replace {said}")] if sets else []
    columns = columns_of(old, rows[0], names)
    table = _Rows(columns, rows[1:])
    given, news = _given_columns(sets, columns)
    mistakes: list[Diagnostic] = []
    cursor: int | None = None
    for row in news:
        full = _whole_row(row, given, table)
        if isinstance(full, Diagnostic):
            mistakes.append(full)
            continue
        replaced = table.replaced_by(full)
        if replaced is None:
            mistakes.append(_ambiguous(full, table, said))
        elif replaced:
            cursor = replaced[0]
            for n in replaced:
                table.take_out(n)
            table.places[cursor].append(full)
        elif cursor is not None:
            table.places[cursor].append(full)
        else:
            table.before_the_rest(full)
    return old.with_body((*others, rows[0], *table.all())), mistakes


class _Rows:
    """The rows of a table while they are set: in each place of the old table what stands there now."""

    def __init__(self, columns: Columns, old: Sequence[Node]) -> None:
        self.columns = columns
        self.old = old
        self.alike: dict[tuple[frozenset[str], ...], list[int]] = {}
        for n, row in enumerate(old):
            self.alike.setdefault(columns.key(row), []).append(n)
        self.places = [[row] for row in old]
        self.end: list[Node] = []

    def same(self, row: Node) -> list[int]:
        """The old rows with the condition cells of a new one."""
        return self.alike.get(self.columns.key(row), [])

    def replaced_by(self, row: Node) -> list[int] | None:
        """The old rows that a new one takes the place of; None where several fit and nothing tells which."""
        same = self.same(row)
        wanted = facts_in(row.tail.when)
        exact = [n for n in same if facts_in(self.old[n].tail.when) == wanted]
        if exact or not wanted:
            return exact or same
        plain = [n for n in same if self.old[n].tail.when is None]
        return None if plain and len(plain) < len(same) else plain

    def take_out(self, n: int) -> None:
        if self.places[n][:1] and self.places[n][0] is self.old[n]:
            del self.places[n][0]

    def before_the_rest(self, row: Node) -> None:
        """A new row goes to the end, before the row for everything else."""
        if self.old and any("otherwise" in items for items in self.columns.key(self.old[-1])):
            self.places[-1].insert(max(0, len(self.places[-1]) - 1), row)
        else:
            self.end.append(row)

    def all(self) -> list[Node]:
        return [row for place in self.places for row in place] + self.end


def columns_of(statement: Node, header: Node, names: Vocabulary) -> Columns:
    """The columns of a table.  Where it cannot be read, all but the last are taken for conditions."""
    headings = cells(row_word(header))
    try:
        built: Any = StatementBuilder(names).statement(statement, Above())
        conditions = tuple(isinstance(column, CONDITIONS) for column in built.table.columns)
    except BuildError:
        conditions = tuple(n < len(headings) - 1 for n in range(len(headings)))
    return Columns(headings, conditions)


def _given_columns(sets: Sequence[Node], columns: Columns) -> tuple[tuple[int, ...], Sequence[Node]]:
    """Which columns the new rows speak of, and those rows without the row of headings."""
    every = tuple(range(len(columns.headings)))
    if not sets:
        return every, ()
    first = cells(row_word(sets[0]))
    if len(set(first)) == len(first) and set(first) <= set(columns.headings):
        given = tuple(columns.headings.index(heading) for heading in first)
        if all(n in given for n in every if columns.conditions[n]):
            return given, sets[1:]
    return every, sets


def _whole_row(row: Node, given: tuple[int, ...], table: _Rows) -> Node | Diagnostic:
    """A new row with a cell for every column; what it leaves out is taken from the row that it sets."""
    word, headings = row_word(row), table.columns.headings
    said = cells(word)
    if len(said) != len(given):
        noun = "cell" if len(said) == 1 else "cells"
        named = ", ".join(headings[n] for n in given)
        return Diagnostic("row-length", f"{len(said)} {noun}, and the heading has {len(given)}: {named}", word.span)
    if given == tuple(range(len(headings))):
        return row
    filled = dict(zip(given, said, strict=True))
    known = table.same(_row_of(row, [filled.get(n, "") for n in range(len(headings))]))
    if not known and len(given) < len(headings):
        missing = ", ".join(heading for n, heading in enumerate(headings) if n not in given)
        return Diagnostic("row-length", f"a new row needs every cell; missing: {missing}", word.span)
    before = cells(row_word(table.old[known[0]])) if known else ()
    return _row_of(row, [filled[n] if n in filled else before[n] for n in range(len(headings))])


def _row_of(row: Node, texts: Sequence[str]) -> Node:
    word = replace(row_word(row), text="| " + " | ".join(texts) + " |")
    return replace(row, children=(word, *row.children[1:]))


def _ambiguous(row: Node, table: _Rows, said: str) -> Diagnostic:
    same = [table.old[n] for n in table.same(row)]
    return Diagnostic(
        "change-ambiguous", f"{said} has {len(same)} rows that this one could take the place of", row_word(row).span,
        'drop "…" those that go, by their cells',
        also=tuple(Also(row_word(other).span, "one of them") for other in same[:MOST_SHOWN]),
    )
