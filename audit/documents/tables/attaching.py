"""Tables of a set of rules: their rows leave the sentences and stand under the clause that announces them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from audit.documents.clauses import Clause, Table, walk
from audit.documents.document import Part
from audit.documents.pages import Printed, View
from audit.documents.tables.cells import Shape, Shown, shown
from audit.documents.tables.columns import Unpaired, column_tables
from audit.documents.tables.found import Found, text_of
from audit.documents.tables.grids import given_tables, matrices
from audit.documents.tables.owners import Owners
from audit.documents.tables.rows import row_tables
from audit.documents.text import Stretch, Text


@dataclass(frozen=True)
class _Change:
    """What becomes of one clause."""

    tables: tuple[Table, ...] = ()
    doubts: tuple[str, ...] = ()


def with_tables(
    printed: Printed, part: Part, clauses: tuple[Clause, ...], view: View = View.NEW
) -> tuple[Clause, ...]:
    """The clauses with the tables of their lines: rows are no longer part of the text, each has its place.

    A table printed after later text goes to the clause that announces it where there is one that lacks its table;
    ``Table.because`` says so.  Where nothing announces it, it stays where it is printed and the clause has a doubt.
    """
    lines = _lines(printed, part, clauses, view)
    tables, unpaired = tables_among(lines)
    titles = _titles(clauses)
    tables = [_without_titles(table, titles) for table in tables]
    if not tables and not unpaired:
        return clauses
    owners = Owners(clauses, lines, tables)
    tables_of: dict[int, list[Table]] = {}
    doubts_of: dict[int, list[str]] = {}
    for placed in owners.placed():
        tables_of.setdefault(placed.owner, []).append(_table(placed.table))
        if placed.doubt:
            doubts_of.setdefault(placed.owner, []).append(placed.doubt)
    for left in unpaired:
        doubts_of.setdefault(owners.owner_of(left.first), []).append(left.reason)
    changes = {
        n: _Change(tuple(tables_of.get(n, ())), tuple(dict.fromkeys(doubts_of.get(n, ()))))
        for n in {*tables_of, *doubts_of}
    }
    gone = frozenset(n for table in tables for n in table.lines)
    return _Rebuilding(changes, gone).run(clauses)


def tables_among(lines: Sequence[Shown]) -> tuple[list[Found], list[Unpaired]]:
    """All tables among the lines, in the order in which they begin; and columns that look like one and do not pair."""
    taken: set[int] = set()
    tables = given_tables(lines)
    _take(taken, tables)
    tables.extend(matrices(lines, taken))
    _take(taken, tables)
    tables.extend(row_tables(lines, taken))
    _take(taken, tables)
    by_columns, unpaired = column_tables(lines, taken)
    tables.extend(by_columns)
    return sorted(tables, key=lambda t: t.first), unpaired


def _take(taken: set[int], tables: Iterable[Found]) -> None:
    for table in tables:
        taken.update(table.lines)


def _lines(printed: Printed, part: Part, clauses: tuple[Clause, ...], view: View) -> list[Shown]:
    """The lines of the part that are read, blank ones left out; a heading that has clauses below it is no row."""
    headings = _headings(clauses)
    found: list[Shown] = []
    for first, last in part.lines:
        for line in printed.lines[first - 1 : last]:
            if not line.role.is_read or line.is_blank:
                continue
            as_shown = shown(line, view)
            if line.number in headings:
                as_shown = replace(as_shown, shape=Shape.PROSE)
            found.append(as_shown)
    return found


def _headings(clauses: tuple[Clause, ...]) -> frozenset[int]:
    kept: set[int] = set()
    for clause in walk(clauses):
        if clause.title and (clause.children or any(c.isalnum() for c in clause.label)):
            kept.update(s.line for s in clause.title.stretches)
    return frozenset(kept)


def _titles(clauses: tuple[Clause, ...]) -> frozenset[int]:
    return frozenset(s.line for clause in walk(clauses) for s in clause.title.stretches)


def _without_titles(table: Found, titles: frozenset[int]) -> Found:
    """The table without the title of its clause and what stands above that, where they were taken for its caption."""
    heads = [n for n, (s, _) in enumerate(table.caption) if s.number in titles and s.shape in (Shape.SHORT, Shape.HEAD)]
    last = max(heads, default=-1)
    gone = {s.number for s, _ in table.caption[: last + 1]}
    if not gone:
        return table
    return replace(table, caption=table.caption[last + 1 :], lines=tuple(n for n in table.lines if n not in gone))


def _table(found: Found) -> Table:
    rows = tuple(tuple(text_of(cell) for cell in row) for row in found.rows)
    caption = text_of(found.caption)
    return Table(rows, found.first, found.last, found.heads, caption, found.confidence, "; ".join(found.reasons))


@dataclass
class _Rebuilding:
    """The tree again, without the lines of tables and with the tables."""

    changes: Mapping[int, _Change]
    gone: frozenset[int]
    at: int = 0

    def run(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        made: list[Clause] = []
        for clause in clauses:
            change = self.changes.get(self.at)
            self.at += 1
            children = self.run(clause.children)
            title, text = _without(clause.title, self.gone), _without(clause.text, self.gone)
            is_table = (
                clause.at[1] in self.gone and not title and not text and change is None and bool(clause.words)
            )
            if is_table:
                # A row or a heading of columns that was taken for a clause.
                made.extend(children)
                continue
            tables = (*clause.tables, *(change.tables if change else ()))
            doubts = (*clause.doubts, *(change.doubts if change else ()))
            is_same = title is clause.title and text is clause.text and change is None and not children
            if is_same:
                made.append(clause)
                continue
            at = _begins(clause, title, text) if clause.at[1] in self.gone else clause.at
            made.append(
                replace(clause, title=title, text=text, children=children, tables=tables, doubts=doubts, at=at)
            )
        return tuple(made)


def _begins(clause: Clause, title: Text, text: Text) -> tuple[int, int]:
    """Where a clause begins that was taken to begin on a line of a table."""
    places = [words.first for words in (title, text) if words.first is not None]
    first = min(places, key=lambda p: p.line, default=None)
    return clause.at if first is None else (first.page, first.line)


def _without(text: Text, gone: frozenset[int]) -> Text:
    """The text without the words of some lines; itself where it has none of them."""
    if not any(s.line in gone for s in text.stretches):
        return text
    kept: list[Stretch] = []
    for stretch in text.stretches:
        is_joint = not stretch.text.strip()
        if is_joint and (not kept or not kept[-1].text.strip()):
            continue
        if not is_joint and stretch.line in gone:
            continue
        kept.append(stretch)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return Text(tuple(kept))
