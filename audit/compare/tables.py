"""Rows of two tables side by side: a row is known by what it tests, and its results are compared column by column."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from audit.compare.drafting import Draft
from audit.compare.ground import Ground
from audit.compare.values import Values
from audit.compare.wording import humane
from audit.play.phrases import phrase, tests
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.stated import Stated

_WORDS = (tb.NameColumn, tb.Printed)
_TESTS = (tb.Looks, tb.LooksOn, tb.OfWager)


class Drafting(Protocol):
    """Makes a draft of lines of both sides."""

    def __call__(
        self,
        title: str,
        old: Sequence[Stated],
        new: Sequence[Stated],
        subject: str = "",
        *,
        weight: None = None,
        texts: tuple[str | None, str | None] | None = None,
    ) -> Draft: ...


def row_drafts(ground: Ground, old: tb.Table, new: tb.Table, draft: Drafting, title: str) -> Iterator[Draft]:
    """The rows and results that differ; a row that only tests otherwise stands beside the one it came from."""
    ours, theirs = _rows(old, ground.old.values), _rows(new, ground.new.values)
    columns = _columns(old, ground.old.values), _columns(new, ground.new.values)
    if old.policy is not new.policy:
        words = tuple(p.value if p else "exactly one row fits" for p in (old.policy, new.policy))
        yield draft(f"{title}: how many rows count", old.rows[:1], new.rows[:1], texts=(words[0], words[1]))
    if ground.old.values.of(old.across) != ground.new.values.of(new.across):
        told = tuple(f"across {humane(phrase(x.across))}" if x.across is not None else None for x in (old, new))
        yield draft(f"{title}: what its columns go by", old.rows[:1], new.rows[:1], texts=(told[0], told[1]))
    for key in ours:
        if key in theirs:
            yield from _cells(ground, ours[key], theirs[key], columns, (old, new), draft, title)
    gone = [row for key, row in ours.items() if key not in theirs]
    come = [row for key, row in theirs.items() if key not in ours]
    if old.policy is None and new.policy is None:  # just one row fits: what several say together one may say
        for some, others in _together(gone, come, (old, new), columns, ground):
            told = ("; ".join(_told(old, row) for row in some), "; ".join(_told(new, row) for row in others))
            if any(ground.old.readings(row.basis) for row in some) or any(ground.new.readings(row.basis) for row in others):
                yield draft(title, some, others, texts=told)
            ground.say_same(title, tuple(row.basis for row in some), tuple(row.basis for row in others))
    for row in list(gone):
        alike = [
            o
            for o in come
            if _results(row, columns[0], ground.old.values) == _results(o, columns[1], ground.new.values)
        ]
        other = alike[0] if alike else come[0] if len(gone) == len(come) == 1 else None
        if other is not None:
            gone.remove(row)
            come.remove(other)
            yield draft(title, [row], [other], texts=(_told(old, row), _told(new, other)))
    for row in gone:
        yield draft(title, [row], [], texts=(_told(old, row), None))
    for row in come:
        yield draft(title, [], [row], texts=(None, _told(new, row)))


def _together(
    gone: list[tb.Row],
    come: list[tb.Row],
    of: tuple[tb.Table, tb.Table],
    columns: tuple[dict[Hashable, int], dict[Hashable, int]],
    ground: Ground,
) -> Iterator[tuple[list[tb.Row], list[tb.Row]]]:
    """Rows of one side that say together what one row of the other says; they are taken out of both lists."""
    sides = (gone, of[0], columns[0], ground.old.values), (come, of[1], columns[1], ground.new.values)
    for one, other in (sides, sides[::-1]):
        for row in list(one[0]):
            whole = _as_tests(one[1], row, one[3])
            result = (_results(row, one[2], one[3]), one[3].guards(row))
            parts = [
                part
                for part in other[0]
                if (_results(part, other[2], other[3]), other[3].guards(part)) == result
                and _lies_within(_as_tests(other[1], part, other[3]), whole)
            ]
            if len(parts) > 1 and _is_whole([_as_tests(other[1], part, other[3]) for part in parts], whole):
                one[0].remove(row)
                for part in parts:
                    other[0].remove(part)
                yield ([row], parts) if one[0] is gone else (parts, [row])


Tests: TypeAlias = Mapping[Hashable, Hashable]
"""What a row tests, by the head of the column."""


def _as_tests(table: tb.Table, row: tb.Row, values: Values) -> Tests:
    return dict(_tested(table, row, values))


def _lies_within(part: Tests, whole: Tests) -> bool:
    """Whether one column of a row tests a part of what another row tests there, and all others the same."""
    apart = [head for head in {*part, *whole} if part.get(head) != whole.get(head)]
    if len(apart) != 1:
        return False
    some, all_ = part.get(apart[0]), whole.get(apart[0])
    return isinstance(some, frozenset) and isinstance(all_, frozenset) and some < all_


def _is_whole(parts: Sequence[Tests], whole: Tests) -> bool:
    """Whether parts differ from a row in one column, the same one, and have there all that it tests, each once."""
    heads = {head for part in parts for head in whole if part[head] != whole[head]}
    if len(heads) != 1:
        return False
    (head,) = heads
    lists = [part[head] for part in parts]
    single = [atom for one in lists if isinstance(one, frozenset) for atom in one]
    return len(single) == len(set(single)) and frozenset(single) == whole[head]


def _rows(table: tb.Table, values: Values) -> dict[Hashable, tb.Row]:
    """Rows by what they test; a second row with the same tests by its number."""
    found: dict[Hashable, tb.Row] = {}
    for row in table.rows:
        key: Hashable = (frozenset(_tested(table, row, values)), *values.guards(row))
        while key in found:
            key = (key, "again")
        found[key] = row
    return found


def _tested(table: tb.Table, row: tb.Row, values: Values) -> list[tuple[Hashable, Hashable]]:
    parts: list[tuple[Hashable, Hashable]] = []
    for n, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
        is_first_value = isinstance(column, tb.Values) and n == 0
        if isinstance(column, _TESTS) or is_first_value:
            if isinstance(cell, pt.AnyOf) and cell.tests != (pt.Special.ANY,):
                parts.append((values.of(column), values.tests(cell)))
            elif cell is not None and not isinstance(cell, pt.AnyOf):
                parts.append((values.of(column), values.of(cell)))
    return parts


def _columns(table: tb.Table, values: Values) -> dict[Hashable, int]:
    """The columns that give results, by what heads them."""
    found: dict[Hashable, int] = {}
    for n, column in enumerate(table.columns):
        if isinstance(column, (*_WORDS, *_TESTS)) or (isinstance(column, tb.Values) and n == 0):
            continue
        if isinstance(column, tb.ResultsOf):
            found.update({("result", values.of(name)): n for name in column.wagers})
        else:
            found[values.of(column)] = n
    return found


def _results(row: tb.Row, columns: dict[Hashable, int], values: Values) -> Hashable:
    return frozenset((head, values.of(row.cells[n])) for head, n in columns.items())


def _cells(
    ground: Ground,
    old: tb.Row,
    new: tb.Row,
    columns: tuple[dict[Hashable, int], dict[Hashable, int]],
    of: tuple[tb.Table, tb.Table],
    draft: Drafting,
    title: str,
) -> Iterator[Draft]:
    """The results of one row that differ: one entry for each pair of columns."""
    done: set[tuple[int | None, int | None]] = set()
    for head in dict.fromkeys((*columns[0], *columns[1])):
        at = columns[0].get(head), columns[1].get(head)
        if at in done:
            continue
        done.add(at)
        one = old.cells[at[0]] if at[0] is not None else None
        other = new.cells[at[1]] if at[1] is not None else None
        if ground.old.values.of(one) != ground.new.values.of(other):
            table, row, n = (of[1], new, at[1]) if at[1] is not None else (of[0], old, at[0])
            assert n is not None
            heading = _heading(table.columns[n])
            texts = _cell_text(one), _cell_text(other)
            yield draft(f"{title}: {_case(table, row)}{', ' + heading if heading else ''}", [old], [new], texts=texts)


def _heading(column: tb.Column) -> str:
    match column:
        case tb.ResultsOf(wagers):
            return humane(", ".join(w.text for w in wagers))
        case tb.Spread(value):
            return humane(tests(value))
        case tb.Values(name):
            return humane(name.text)
        case tb.Pays() | tb.PaysBounded():
            return ""
        case _:
            return humane(phrase(column))


def _cell_text(cell: object) -> str | None:
    return None if cell is None else humane(phrase(cell))


def _case(table: tb.Table, row: tb.Row) -> str:
    words = [
        humane(phrase(cell))
        for n, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True))
        if cell is not None and (isinstance(column, _TESTS) or (isinstance(column, tb.Values) and n == 0))
    ]
    return ", ".join(words)


def _told(table: tb.Table, row: tb.Row) -> str:
    """A row in one line: what it tests, then what it gives."""
    given = [
        f"{_heading(column)} {_cell_text(cell)}".strip()
        for n, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True))
        if cell is not None
        and not isinstance(column, (*_TESTS, *_WORDS))
        and not (isinstance(column, tb.Values) and n == 0)
    ]
    case = _case(table, row)
    return f"{case}: {', '.join(given)}" if given and case else case or ", ".join(given)
