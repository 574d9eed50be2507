"""Which clause a table belongs to: the one before it, or one that announces a table and has none."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from audit.documents.clauses import Clause, walk
from audit.documents.tables.cells import Shown
from audit.documents.tables.found import Found
from audit.documents.text import Stretch

_ANNOUNCES = re.compile(
    r"(?:\b(?i:odds|pay\s?tables?|payout tables?|following tables?|schedules?|ledgers?|scales?|charts?"
    r"|amounts?|payouts?|payoffs?|paid|pays?|prizes?|bonus(?:es)?)\b|\bTable [A-Z0-9])[^.;]*:$"
)
"""The last sentence speaks of what is paid, or of a table by name, and goes on in what follows."""
_CAPTION = re.compile(
    r"(?:\b(?:pay\s?tables?|(?:payout|odds|pay) (?:tables?|schedules?|scales?|charts?|ledgers?))"
    r"|(?:^|[:.] )Tables? [A-Z0-9]{1,4}\b[^.;:]{0,90})$",
    re.IGNORECASE,
)
"""The words end in the name of a table."""
_POINTS = re.compile(r"\b(?:below|following|as follows|pay\s?tables?|payout tables?)\b[^.:]*[.:]?$", re.IGNORECASE)
_SPEAKS = re.compile(r"\b(?:odds|pay(?:s|outs?|ments?)?|paid|wagers?|bonus(?:es)?|fees?|tables?)\b", re.IGNORECASE)
_VALUE = re.compile(r"\d\s?(?:to|:)\s?\d|\$\s?\d|\d\s?%")
_REACH = 160
"""Lines; further on a table is not taken to be that of a clause that lacks one."""
_SAID = 240


@dataclass(frozen=True)
class Placed:
    """A table with the number of its clause (in the order of the document, from 0), and what was decided."""

    table: Found
    owner: int
    doubt: str = ""


@dataclass
class _Lead:
    """The words of a clause that are in no table, the line of each stretch, and the last of these lines."""

    kept: list[Stretch]
    numbers: list[int]
    last: int


def _announces(words: str) -> bool:
    return _ANNOUNCES.search(words) is not None or _CAPTION.search(words[-120:]) is not None


class Owners:
    """Finds the clause of each table; clauses are numbered in the order of the document, from 0."""

    def __init__(self, clauses: tuple[Clause, ...], lines: Sequence[Shown], tables: Sequence[Found]) -> None:
        self._tables = tables
        self._firsts = [table.first for table in tables]
        self._in_tables = frozenset(n for table in tables for n in table.lines)
        self._prose = [s.number for s in lines if s.number not in self._in_tables]
        self._clauses = list(walk(clauses))
        self._parents = _parents(clauses)
        self._known_leads: dict[int, _Lead] = {}
        self._at_line: dict[int, int] = {}
        for number, clause in enumerate(self._clauses):
            self._at_line.setdefault(clause.at[1], number)
            for text in (clause.title, clause.text):
                for stretch in text.stretches:
                    self._at_line[stretch.line] = number
        self._known = sorted(self._at_line)
        self._given: set[int] = set()

    def _lead(self, number: int) -> _Lead:
        if number not in self._known_leads:
            clause = self._clauses[number]
            kept = [
                s
                for text in (clause.title, clause.text)
                for s in text.stretches
                if s.line not in self._in_tables and s.text.strip()
            ]
            numbers = [s.line for s in kept]
            lead = _Lead(kept, numbers, max(numbers, default=clause.at[1]))
            self._known_leads[number] = lead
        return self._known_leads[number]

    def _said(self, number: int, before: int | None = None) -> str:
        """The last words of a clause that are in no table, as far as they stand before a line."""
        lead = self._lead(number)
        end = len(lead.numbers) if before is None else bisect_left(lead.numbers, before)
        return " ".join(s.text.strip() for s in lead.kept[max(end - 8, 0) : end])[-_SAID:]

    def owner_of(self, line: int) -> int:
        """The clause whose words stand last before a line."""
        at = bisect_right(self._prose, line - 1)
        before = self._prose[at - 1] if at else line
        known = bisect_right(self._known, before)
        return self._at_line[self._known[known - 1]] if known else 0

    def placed(self) -> list[Placed]:
        """Each table with its clause."""
        if not self._clauses:
            return []
        placed: list[Placed] = []
        at = 0
        while at < len(self._tables):
            owner = self.owner_of(self._tables[at].first)
            end = at + 1
            while end < len(self._tables) and self._follows(end):
                end += 1
            placed.extend(self._run(self._tables[at:end], owner))
            at = end
        return placed

    def _follows(self, at: int) -> bool:
        """Whether only lines of tables stand between a table and the one before it."""
        first, second = self._tables[at - 1].last, self._tables[at].first
        return bisect_right(self._prose, second) == bisect_right(self._prose, first)

    def _run(self, tables: Sequence[Found], owner: int) -> list[Placed]:
        """Tables behind one another: of one clause, or of as many clauses that announce one each."""
        leads = [owner]
        is_announced = _announces(self._said(owner, tables[0].first))
        while len(leads) < len(tables) and is_announced and leads[0] > 0 and self._lacks(leads[0] - 1):
            leads.insert(0, leads[0] - 1)
        if len(tables) > 1 and len(leads) == len(tables):
            self._given.update(leads)
            said = f"printed behind a later clause: {len(tables)} tables follow as many clauses that announce one each"
            return [
                Placed(table.doubted(0.8, said) if lead != owner else table, lead)
                for table, lead in zip(tables, leads, strict=True)
            ]
        return [self._single(table, owner) for table in tables]

    def _lacks(self, number: int) -> bool:
        """Whether a clause announces a table and has none."""
        clause = self._clauses[number]
        is_bare = not clause.children and not clause.tables and number not in self._given
        return is_bare and _announces(self._said(number))

    def _single(self, table: Found, owner: int) -> Placed:
        words = self._said(owner, table.first)
        ends = words.rstrip("”’\"' ").endswith((".", ";"))
        if _announces(words) or _POINTS.search(words) or not ends:
            self._given.add(owner)
            return Placed(table, owner)
        earlier = self._announced_before(table, owner)
        if earlier is not None:
            self._given.add(earlier)
            path = self._clauses[earlier].path
            said = f"printed behind later text, at line {table.first}; {path} announces a table and has none"
            return Placed(table.doubted(0.75, said), earlier)
        above = self._announcing_parent(owner)
        if above is not None:
            self._given.add(above)
            paths = self._clauses[above].path, self._clauses[owner].path
            said = f"{paths[0]} announces it; it is printed behind {paths[1]}"
            return Placed(table.doubted(0.8, said), above)
        self._given.add(owner)
        if table.caption or (table.heads and _SPEAKS.search(words)):
            return Placed(table, owner)
        return Placed(table.doubted(0.8, "no clause announces it"), owner, _doubt(table))

    def _announcing_parent(self, number: int) -> int | None:
        """The clause above where it announces a table and none of the clauses below it states a value."""
        above = self._parents[number]
        if above is None or above in self._given or not _announces(self._said(above)):
            return None
        below = sum(1 for _ in walk(self._clauses[above].children))
        states = any(_VALUE.search(self._said(n)) for n in range(above + 1, above + 1 + below))
        return None if states else above

    def _announced_before(self, table: Found, owner: int) -> int | None:
        """The nearest clause before the owner that announces a table and has none."""
        for number in range(owner - 1, max(owner - 60, -1), -1):
            if table.first - self._lead(number).last > _REACH:
                return None
            if self._lacks(number) and self._is_bare(number):
                return number
        return None

    def _is_bare(self, number: int) -> bool:
        """Whether no table stands behind the clause's own words."""
        last = self._lead(number).last
        at = bisect_right(self._prose, last)
        following = self._prose[at] if at < len(self._prose) else last + 1
        after = bisect_right(self._firsts, last)
        return after == len(self._firsts) or self._firsts[after] >= following


def _parents(clauses: tuple[Clause, ...]) -> list[int | None]:
    """For each clause, in the order of the document, the number of the one above it."""
    found: list[int | None] = []

    def visit(clause: Clause, above: int | None) -> None:
        number = len(found)
        found.append(above)
        for child in clause.children:
            visit(child, number)

    for clause in clauses:
        visit(clause, None)
    return found


def _doubt(table: Found) -> str:
    return f"lines {table.first} to {table.last} are a table that no clause announces; it may belong elsewhere"
