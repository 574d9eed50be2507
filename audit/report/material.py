"""What the sections are built from: findings, changes and assumptions with their numbers, and who concerns whom.

Numbers are given once, here: findings by severity, then in the order of the file; changes by weight; assumptions in
the order of the ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from audit.checks.finding import Finding
from audit.compare.entry import Comparison, Entry, Place, Weight
from audit.report.editions import Labels, labels
from audit.report.examined import Examined
from audit.report.titles import Titles
from audit.ruleset.configure import value_text
from audit.ruleset.parameters import Assumption, Instead, Taken
from audit.ruleset.reasons import reasons
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.ruleset.wagers import Wager
from audit.solve.result import Method, WagerResult
from audit.solve.side_by_side import Pairing, When, held, moment_text, paired, translated

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WEIGHTS = tuple(Weight)
_Key: TypeAlias = tuple[str, tuple[str, ...], str]
"""What tells rows and parts of rows apart."""
_Was: TypeAlias = tuple[Fraction | None, bool, bool]
"""The house edge that a part of a row had, whether it is new, and whether that is known."""


@dataclass(frozen=True, slots=True)
class NumberedFinding:
    """``is_new`` is None where no earlier edition was examined."""

    id: str
    finding: Finding
    is_new: bool | None
    is_waived: bool


@dataclass(frozen=True, slots=True)
class NumberedChange:
    id: str
    entry: Entry

    @property
    def edge_moved(self) -> Fraction | None:
        """New edge less old, where both are known."""
        entry = self.entry
        if entry.old_edge is None or entry.new_edge is None:
            return None
        return entry.new_edge - entry.old_edge


@dataclass(frozen=True, slots=True)
class NumberedAssumption:
    """A reading in force; ``name`` is empty for a reason that stands behind a line."""

    id: str
    name: str
    because: str
    taken: str
    instead: tuple[str, ...]
    cites: tuple[str, ...]
    is_new: bool | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """A row, or some of its positions and moments, beside a row of the old edition with the house edge that they had.

    ``old`` is None for what is new, and where ``is_known`` is false: the two tell moments apart in different ways.
    """

    row: WagerResult
    old: WagerResult | None
    is_known: bool = True


@dataclass(frozen=True)
class Material:
    new: Examined
    old: Examined | None = None
    comparison: Comparison | None = None
    findings: tuple[NumberedFinding, ...] = ()
    settled: tuple[Finding, ...] = ()
    """Findings of the old edition that this one has not."""
    not_looked_for: tuple[Finding, ...] = ()
    """Findings of the old edition on wagers that are not solved in this one: whether it has them is not known."""
    changes: tuple[NumberedChange, ...] = ()
    assumptions: tuple[NumberedAssumption, ...] = ()
    settled_assumptions: tuple[NumberedAssumption, ...] = ()
    labels: Labels | None = field(default=None)

    @property
    def open(self) -> tuple[NumberedFinding, ...]:
        """Findings that no waiver lets pass."""
        return tuple(f for f in self.findings if not f.is_waived)

    @property
    def wagers(self) -> tuple[WagerResult, ...]:
        return self.new.result.wagers if self.new.result else ()

    @cached_property
    def titles(self) -> Titles:
        """What names are called, by the new edition and then the old."""
        return Titles(self.new.ruleset, *([self.old.ruleset] if self.old else []))

    @cached_property
    def old_titles(self) -> Titles:
        """What names were called in the old edition."""
        return Titles(self.old.ruleset, self.new.ruleset) if self.old else self.titles

    @property
    def unfinished(self) -> tuple[str, ...]:
        """What was not completed, in words, with wagers by their titles."""
        return tuple(dict.fromkeys(
            _unfinished(words, side.ruleset, titles)
            for side, titles in ((self.new, self.titles), (self.old, self.old_titles)) if side
            for words in side.unfinished
        ))

    @cached_property
    def wager_names(self) -> frozenset[str]:
        results = [r for r in (self.new.result, self.old.result if self.old else None) if r]
        return frozenset(w.wager for result in results for w in result.wagers)

    @cached_property
    def findings_by_name(self) -> dict[str, tuple[str, ...]]:
        """For each wager and assumption, the findings that are about it."""
        return _by_name((f.id, f.finding.names) for f in self.findings)

    @cached_property
    def changes_by_name(self) -> dict[str, tuple[str, ...]]:
        """For each name, the changes whose subject is it."""
        return _by_name((c.id, _NAME.findall(c.entry.subject)) for c in self.changes)

    @cached_property
    def _old_rows(self) -> dict[str, list[WagerResult]]:
        rows: dict[str, list[WagerResult]] = {}
        if self.old and self.old.result:
            for row in self.old.result.wagers:
                rows.setdefault(row.wager, []).append(row)
        return rows

    @cached_property
    def _old_names(self) -> dict[str, str]:
        return {new: old for old, new in self.comparison.matched} if self.comparison else {}

    @cached_property
    def _old_places(self) -> dict[Place, Place]:
        """For each position of the new edition what it was; empty where positions are known by their names alone."""
        return {new: old for old, new in self.comparison.places} if self.comparison else {}

    def _old_place(self, wager: str, label: str) -> Place | None:
        if self._old_places:
            return self._old_places.get((wager, label))
        return self._old_names.get(wager, wager), label

    def _labels(self, row: WagerResult) -> tuple[str, ...]:
        """The positions that a row holds, also where it names none: then all that the wager has, or had."""
        if row.positions:
            return row.positions
        mine = [label for wager, label in self._old_places if wager == row.wager]
        rows = () if self._old_places else self._old_rows.get(self._old_names.get(row.wager, row.wager), ())
        return tuple(dict.fromkeys(mine or [label for r in rows for label in r.positions])) or ("",)

    @cached_property
    def _against(self) -> dict[_Key, tuple[Against, ...]]:
        found: dict[_Key, tuple[Against, ...]] = {}
        for row in self.wagers:
            found[_key_of(row)] = parts = tuple(self._compared(row))
            for part in parts:
                found.setdefault(_key_of(part.row), (part,))
        return found

    def against(self, row: WagerResult) -> tuple[Against, ...]:
        """A row beside what it was: as one, or in parts where its positions and moments had different house edges."""
        return self._against.get(_key_of(row), ())

    def _compared(self, row: WagerResult) -> Iterator[Against]:
        labels = self._labels(row)
        names = dict(self.comparison.names) if self.comparison else {}
        groups: dict[_Was, dict[str, list[When]]] = {}
        beside: dict[_Was, Against] = {}
        for label in labels:
            place = self._old_place(row.wager, label)
            rows = self._old_rows.get(place[0], []) if place else []
            now = held([r for r in self.wagers if r.wager == row.wager], label)
            found = paired(held(translated(rows, names), place[1]) if place else [], now)
            if found is None:
                found, is_known = [Pairing(when, None, r) for when, r in now], False
            else:
                is_known = True
            for when, old, new in found:
                if new is row:
                    was = (old.house_edge if old else None, old is None, is_known)
                    beside.setdefault(was, Against(row, old, is_known))
                    groups.setdefault(was, {}).setdefault(label, []).append(when)
        if len(groups) == 1:
            yield from beside.values()
            return
        for was, by_label in groups.items():
            alike: dict[tuple[When, ...], list[str]] = {}
            for label, at in by_label.items():
                alike.setdefault(tuple(at), []).append(label)
            for moments, some in alike.items():
                every = {when for by in groups.values() for label in some for when in by.get(label, ())}
                moment = row.moment if every == set(moments) else moment_text(moments)
                yield replace(beside[was], row=_narrowed(row, some, moment))

    def moved(self) -> tuple[tuple[WagerResult, WagerResult], ...]:
        """Old and new rows whose house edges differ, in the order of the new edition.

        A new row whose positions and moments had different house edges stands here in parts, each with its own.
        """
        parts = (part for row in self.wagers for part in self.against(row))
        return tuple(
            (part.old, part.row)
            for part in parts
            if part.old and part.old.house_edge != part.row.house_edge and not _is_unsolved(part.old, part.row)
        )

    def not_solved(self) -> tuple[WagerResult, ...]:
        """The rows that one of the two editions has no solution for, so that it is not known whether their house edges moved."""
        return tuple(part.row for row in self.wagers for part in self.against(row) if part.old and _is_unsolved(part.old, part.row))

    def not_compared(self) -> tuple[WagerResult, ...]:
        """The rows whose moments the old edition tells apart in another way, so that no edge of old is known to be theirs."""
        return tuple(part.row for row in self.wagers for part in self.against(row) if not part.is_known)


def _is_unsolved(*rows: WagerResult) -> bool:
    return any(row.method is Method.NOT_SOLVABLE for row in rows)


def _key_of(row: WagerResult) -> _Key:
    return row.id, row.positions, row.moment


def _narrowed(row: WagerResult, labels: Sequence[str], moment: str) -> WagerResult:
    """A part of a row, named as a row of its own would be."""
    bracket = ", ".join(word for word in (labels[0], moment) if word)
    positions = tuple(label for label in labels if label)
    return replace(row, id=f"{row.wager}[{bracket}]" if bracket else row.wager, positions=positions, moment=moment)


def _unfinished(words: str, ruleset: Ruleset, titles: Titles) -> str:
    name, colon, why = words.partition(": ")
    if colon and ruleset.named(name, Wager) is not None:
        return f"{titles.wager(name)}: {titles.plain(why)}"
    return titles.plain(words)


def _by_name(told: Iterable[tuple[str, Iterable[str]]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for number, names in told:
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


def gather(new: Examined, old: Examined | None = None, comparison: Comparison | None = None) -> Material:
    """Everything with its number."""
    before = {f.fingerprint for f in old.findings} if old else None
    now = {f.fingerprint for f in new.findings}
    ordered = sorted(new.findings, key=lambda f: f.severity.rank)
    findings = tuple(
        NumberedFinding(number, f, None if before is None else f.fingerprint not in before, f.fingerprint in new.waived)
        for number, f in zip(_numbers("F", len(ordered)), ordered, strict=True)
    )
    gone = [f for f in old.findings if f.fingerprint not in now] if old else []
    unsolved = {w.wager for w in new.result.wagers if _is_unsolved(w)} if new.result else set()
    not_looked_for = [f for f in gone if not unsolved.isdisjoint(_NAME.findall(f.subject))]
    settled = tuple(f for f in gone if f not in not_looked_for)
    entries = sorted(comparison.entries, key=_weight) if comparison else []
    changes = tuple(
        NumberedChange(number, e) for number, e in zip(_numbers("C", len(entries)), entries, strict=True)
    )
    ours = _assumptions(new.ruleset)
    theirs = _assumptions(old.ruleset) if old else []
    known = {_key(a) for a in theirs}
    assumptions = tuple(
        _numbered(number, a, None if old is None else _key(a) not in known)
        for number, a in zip(_numbers("A", len(ours), 1), ours, strict=True)
    )
    kept = {_key(a) for a in ours}
    fallen = tuple(a for a in theirs if _key(a) not in kept)
    names = labels(old.ruleset.head, new.ruleset.head) if old else None
    return Material(new, old, comparison, findings, settled, tuple(not_looked_for), changes, assumptions, fallen, names)


def _numbers(letter: str, count: int, least: int = 2) -> list[str]:
    width = max(least, len(str(count)))
    return [f"{letter}-{number:0{width}d}" for number in range(1, count + 1)]


def _weight(entry: Entry) -> tuple[int, int, Fraction, bool, bool]:
    """Play before controls before words; then edges that moved, the most first; then what a round shows."""
    moved = Fraction(0)
    if entry.old_edge is not None and entry.new_edge is not None:
        moved = abs(entry.new_edge - entry.old_edge)
    return (_WEIGHTS.index(entry.weight), 0 if moved or entry.meters else 1, -moved, entry.witness is None, entry.no_round_differs)


# assumptions


def _key(assumption: NumberedAssumption) -> str:
    return assumption.name or assumption.because


def _numbered(number: str, a: NumberedAssumption, is_new: bool | None) -> NumberedAssumption:
    return NumberedAssumption(number, a.name, a.because, a.taken, a.instead, a.cites, is_new)


def _assumptions(ruleset: Ruleset) -> list[NumberedAssumption]:
    """Declared readings first, then reasons behind single lines; equal reasons are one."""
    made: list[NumberedAssumption] = []
    for declared in ruleset.of(Assumption):
        cites = [str(c) for c in declared.basis.cites]
        for line in declared.lines:
            if isinstance(line, Taken | Instead):
                cites += [str(c) for c in line.basis.own]
        made.append(NumberedAssumption(
            "", declared.name.text, declared.because,
            value_text(declared.taken) if declared.taken is not None else "",
            tuple(value_text(v) for v in declared.instead), tuple(dict.fromkeys(cites)),
        ))
    for because, bases in reasons(ruleset).items():
        made.append(NumberedAssumption("", "", because, "", (), tuple(dict.fromkeys(str(c) for b in bases for c in b.cites))))
    return made


def cited_clauses(ruleset: Ruleset) -> dict[str, str]:
    """Each clause that a statement cites, in the order of the ruleset, with the ruleset that it is taken over from.

    That is nothing where a statement of the ruleset's own cites it, else the first that does.
    """
    found: dict[str, str] = {}
    for node in walk(ruleset.statements):
        if isinstance(node, Stated):
            taken_from = node.basis.edition if node.basis.edition != ruleset.head.id else ""
            for cite in node.basis.own:
                found[str(cite)] = found.get(str(cite), taken_from) if taken_from else ""
    return found
