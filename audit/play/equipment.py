"""Chance sources worked out from their statements: faces, sections with their weights, and what can come up."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, factorial, prod

from audit.play.errors import NotPlayable, PlayError
from audit.play.itself import worked_out_once
from audit.ruleset import chance as ch
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.money import NotStated
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import Group

MOST_OUTCOMES = 200_000
"""More distinct outcomes of one act than this are not enumerated."""

MOST_DICE = 1_000
"""More dice than this are no dice."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as they lie: the faces, die by die in the order of the statements, and which line each belongs to."""

    faces: tuple[str, ...]
    sets: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> Fraction | None:
        """The sum of the faces; None if a face is no number."""
        return sum_of(self.faces)

    def of(self, name: str) -> tuple[str, ...]:
        """The faces of one line of dice."""
        start = 0
        for line, number in self.sets:
            if line == name:
                return self.faces[start : start + number]
            start += number
        return ()

    @property
    def combination(self) -> pt.Combination:
        return pt.Combination(tuple(sorted(self.faces, key=face_order)))

    def __str__(self) -> str:
        return "-".join(self.faces)


@dataclass(frozen=True, slots=True)
class Section:
    """The section of a wheel that came up; its label is text, ``00`` is not ``0``.

    Sections of two wheels that bear one label may differ in their features, so that they are two; tests look at the
    label alone.
    """

    label: str
    features: tuple[tuple[str, str], ...] = ()

    def feature(self, name: str) -> str | None:
        return dict(self.features).get(name)

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Drawn:
    """A number drawn from a range."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


Outcome = Roll | Section | Drawn


def by_source(name: str, outcome: Outcome) -> dict[str, Outcome]:
    """What came up, by the names that ask for it: of all dice, each named set of them too."""
    found = {name: outcome}
    if isinstance(outcome, Roll):
        for line, number in outcome.sets:
            if " " not in line:
                found[line] = Roll(outcome.of(line), ((line, number),))
    return found


@lru_cache(maxsize=65536)
def sum_of(faces: tuple[str, ...]) -> Fraction | None:
    """The sum of faces that are numbers."""
    if not faces or not all(is_number(face) for face in faces):
        return None
    return sum((Fraction(face) for face in faces), Fraction(0))


def is_number(text: str) -> bool:
    """Whether a label is a plain number: ``7`` is one, ``00`` is a label only."""
    return text.isdigit() and (text == "0" or text[0] != "0")


@lru_cache(maxsize=65536)
def as_number(text: str) -> Fraction | None:
    """The number that a label is, if it is one."""
    return Fraction(text) if is_number(text) else None


def face_order(face: str) -> tuple[int, int, str]:
    return (0, int(face), "") if face.isdigit() else (1, 0, face)


@dataclass(frozen=True)
class DiceSource:
    """Dice rolled together."""

    sets: tuple[tuple[str, tuple[str, ...]], ...]

    @cached_property
    def dice(self) -> tuple[tuple[str, ...], ...]:
        return tuple(faces for _, faces in self.sets)

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        counted = Counter(name for name, _ in self.sets)
        return tuple(counted.items())

    @property
    def total(self) -> int:
        return prod(len(faces) for faces in self.dice)

    def outcomes(self) -> tuple[tuple[Roll, int], ...]:
        """Every distinct roll with the number of ways it comes up; dice of one line are alike, so order is dropped."""
        return self._outcomes

    @cached_property
    def _outcomes(self) -> tuple[tuple[Roll, int], ...]:
        lines = [(next(f for n, f in self.sets if n == name), number) for name, number in self.lines]
        if prod(comb(len(set(faces)) + number - 1, number) for faces, number in lines) > MOST_OUTCOMES:
            raise PlayError(f"a roll has more than {MOST_OUTCOMES:,} outcomes")
        per_line = [list(_multisets(faces, number)) for faces, number in lines]
        found: list[tuple[Roll, int]] = []
        for parts in itertools.product(*per_line):
            faces = tuple(face for part, _ in parts for face in part)
            found.append((Roll(faces, self.lines), prod(ways for _, ways in parts)))
        return tuple(found)

    def read(self, text: str) -> Roll | None:
        """A roll as typed, ``4-2``; None if these dice cannot show it."""
        faces = tuple(text.split("-"))
        if len(faces) != len(self.dice):
            return None
        if any(face not in die for face, die in zip(faces, self.dice, strict=True)):
            return None
        return Roll(faces, self.lines)


def _multisets(faces: tuple[str, ...], number: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Multisets of so many faces, each with its number of orders; a face may be on a die more than once."""
    weights = Counter(faces)
    distinct = sorted(weights, key=face_order)
    for chosen in itertools.combinations_with_replacement(distinct, number):
        counted = Counter(chosen)
        orders = factorial(number) // prod(factorial(n) for n in counted.values())
        yield chosen, orders * prod(weights[face] ** n for face, n in counted.items())


@dataclass(frozen=True)
class WheelSource:
    """A wheel: its labels, and how many sections bear each."""

    sections: tuple[tuple[Section, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.sections)

    def outcomes(self) -> tuple[tuple[Section, int], ...]:
        return self.sections

    def read(self, text: str) -> Section | None:
        return next((s for s, _ in self.sections if s.label == text), None)


@dataclass(frozen=True)
class RangeSource:
    least: int
    most: int

    @property
    def total(self) -> int:
        return self.most - self.least + 1

    def outcomes(self) -> tuple[tuple[Drawn, int], ...]:
        if self.total > MOST_OUTCOMES:
            raise PlayError(f"a draw has more than {MOST_OUTCOMES:,} outcomes")
        return tuple((Drawn(n), 1) for n in range(self.least, self.most + 1))

    def read(self, text: str) -> Drawn | None:
        return Drawn(int(text)) if text.isdigit() and self.least <= int(text) <= self.most else None


Source = DiceSource | WheelSource | RangeSource


@dataclass(frozen=True)
class Equipment:
    """The chance sources of a configured ruleset, and the boxes of its layouts."""

    ruleset: Ruleset

    def source(self, verb: str, name: str) -> Source:
        """The source of ``roll NAME``, ``spin NAME``, ``draw NAME``; raises `PlayError` where there is none."""
        key = (verb, name)
        if key not in self._sources:
            self._sources[key] = self._work_out(verb, name)
        return self._sources[key]

    @cached_property
    def _sources(self) -> dict[tuple[str, str], Source]:
        return {}

    def _work_out(self, verb: str, name: str) -> Source:
        match verb:
            case "roll":
                return self._dice(name)
            case "spin":
                return self._wheel(name)
            case _:
                chance = self.ruleset.named(name, ch.Chance)
                if chance is None:
                    raise PlayError(f"nothing to draw is called {name}")
                least, most = chance.least, chance.most
                if least.denominator != 1 or most.denominator != 1 or least > most:
                    raise PlayError(f"{name} is drawn from no range of whole numbers", chance.basis.span)
                return RangeSource(int(least), int(most))

    def _dice(self, name: str) -> DiceSource:
        lines = [d for d in self.ruleset.of(ch.Dice) if name == "dice" or (d.name and d.name.text == name)]
        if not lines:
            raise PlayError(f"no dice are declared for roll {name}")
        sets: list[tuple[str, tuple[str, ...]]] = []
        for n, line in enumerate(lines):
            faces = tuple(f for pattern in line.faces for f in self.labels(pattern, line.basis.span))
            if not faces or line.number.denominator != 1 or line.number < 1:
                raise PlayError("dice need faces, and a whole number of them", line.basis.span)
            odd = next((face for face in faces if "." in face), None)
            if odd is not None:
                raise PlayError(f"the face {odd}: a face is a whole number or a word", line.basis.span)
            if line.number > MOST_DICE:
                raise PlayError(f"more than {MOST_DICE:,} dice", line.basis.span)
            called = line.name.text if line.name else f"dice {n + 1}"
            sets.extend((called, faces) for _ in range(int(line.number)))
        return DiceSource(tuple(sets))

    def _wheel(self, name: str) -> WheelSource:
        wheels = [w for w in self.ruleset.of(ch.Wheel) if (w.name.text if w.name else "wheel") == name]
        if not wheels and name == "wheel":
            wheels = list(self.ruleset.of(ch.Wheel))[:1]
        if not wheels:
            raise PlayError(f"no wheel is declared for spin {name}")
        wheel = wheels[0]
        counted: dict[str, int] = {}
        features: dict[str, tuple[tuple[str, str], ...]] = {}
        for line in wheel.order:
            for pattern in line.sections:
                for label in self.labels(pattern, line.basis.span):
                    counted[label] = counted.get(label, 0) + 1
        if wheel.table is not None:
            self._read_sections(wheel.table, wheel.basis.span, counted, features, bool(wheel.order))
        if not any(counted.values()):
            raise PlayError("the sections of the wheel are not stated", wheel.basis.span)
        return WheelSource(tuple((Section(label, features.get(label, ())), n) for label, n in counted.items() if n))

    def _read_sections(
        self,
        table: tb.Table,
        span: Span,
        counted: dict[str, int],
        features: dict[str, tuple[tuple[str, str], ...]],
        in_order: bool,
    ) -> None:
        names = [c.name.text if isinstance(c, tb.Values) else "" for c in table.columns]
        for row in table.rows:
            cells = dict(zip(names, row.cells, strict=True))
            cell = cells.get("section")
            if not isinstance(cell, pt.AnyOf):
                raise PlayError('a table of sections has a column "section"', row.basis.span)
            labels = [label for test in cell.tests for label in self.labels(test, row.basis.span)]
            count = _whole(cells.get("count"), row.basis.span) if "count" in cells else 1
            extra = tuple(
                (name, _text(value)) for name, value in cells.items() if name not in ("section", "count", "") and value
            )
            for label in labels:
                if not in_order:
                    counted[label] = counted.get(label, 0) + count
                elif "count" in cells and count != counted.get(label, 0):
                    why = f"section {label} is in order {counted.get(label, 0)} times, and its count says {count}"
                    raise PlayError(why, row.basis.span)
                if features.setdefault(label, extra) != extra:
                    raise PlayError(f"section {label} is listed twice, with different features", row.basis.span)

    def stated_sections(self, wheel: ch.Wheel) -> int | None:
        """How many sections the document says the wheel has, if it says so."""
        return None if isinstance(wheel.sections, NotStated) else int(wheel.sections)

    # labels and families of boxes

    def labels(self, pattern: pt.Pattern, span: Span = NOWHERE) -> tuple[str, ...]:
        """The labels that a test names outright: ``1 through 6``, ``00``, a group, a quoted label."""
        match pattern:
            case pt.Spots(values):
                return values if len(values) > 1 else (values[0],)
            case pt.Through(low, high):
                first, last = low.values[0], high.values[0]
                if not (first.isdigit() and last.isdigit()) or int(first) > int(last):
                    raise PlayError(f"{first} through {last} is no stretch of whole numbers", span)
                if int(last) - int(first) > 10_000:
                    raise PlayError("a stretch of more than 10,000 labels", span)
                return tuple(str(n) for n in range(int(first), int(last) + 1))
            case pt.Label(text):
                return (text,)
            case pt.Named(name):
                group = self.ruleset.named(name.text, Group)
                return self.members(group.members, span) if group is not None else (name.text,)
            case pt.AnyOf():
                return self.members(pattern, span)
            case pt.EachOf():
                return tuple(label for box in self.family(pattern, span) for label in box)
            case _:
                raise NotPlayable("a label of this form", span)

    def members(self, listed: pt.AnyOf, span: Span = NOWHERE) -> tuple[str, ...]:
        """The labels of a list, less those behind ``except``."""
        barred = frozenset(self.members(listed.besides, span)) if listed.besides else frozenset()
        found = (label for test in listed.tests for label in self.labels(test, span))
        return tuple(dict.fromkeys(label for label in found if label not in barred))

    def family(self, each: pt.EachOf, span: Span = NOWHERE) -> tuple[tuple[str, ...], ...]:
        """The members of ``each row of layout``, ``each section of wheel``, one tuple of labels each."""
        name = each.of.name.text if isinstance(each.of, ex.Called) else ""
        family = each.family.text
        if family == "section":
            source = self.source("spin", name)
            return tuple((str(section),) for section, _ in source.outcomes())
        layouts = [x for x in self.ruleset.of(ch.Layout) if (x.name.text if x.name else "layout") == name]
        if not layouts:
            raise PlayError(f"there is no layout {name}", span)
        grid = layouts[0].rows
        boxes = FAMILIES.get(family)
        if boxes is None:
            raise PlayError(f'a layout has no family "{family}"; it has {", ".join(sorted(FAMILIES))}', span)
        return tuple(tuple(label for label in box if label) for box in boxes(grid))

    def combinations(self, span: Span = NOWHERE) -> tuple[pt.Combination, ...]:
        """Every combination of the dice, in order."""
        return tuple(
            dict.fromkeys(
                roll.combination for roll, _ in self.source("roll", "dice").outcomes() if isinstance(roll, Roll)
            )
        )


@worked_out_once
def equipment_of(ruleset: Ruleset) -> Equipment:
    """The equipment of a ruleset, the same for all who play it: what is worked out of it is kept."""
    return Equipment(ruleset)


Grid = tuple[tuple[str, ...], ...]
Boxes = list[tuple[str, ...]]


def _rows(grid: Grid) -> Boxes:
    return list(grid)


def _columns(grid: Grid) -> Boxes:
    return [tuple(column) for column in zip(*grid, strict=True)]


def _neighbours(grid: Grid) -> Boxes:
    across: Boxes = [(row[n], row[n + 1]) for row in grid for n in range(len(row) - 1)]
    down: Boxes = [(upper[n], lower[n]) for upper, lower in itertools.pairwise(grid) for n in range(len(upper))]
    return across + down


def _squares(grid: Grid) -> Boxes:
    return [
        (upper[n], upper[n + 1], lower[n], lower[n + 1])
        for upper, lower in itertools.pairwise(grid)
        for n in range(len(upper) - 1)
    ]


def _double_rows(grid: Grid) -> Boxes:
    return [(*upper, *lower) for upper, lower in itertools.pairwise(grid)]


FAMILIES = {
    "row": _rows,
    "column": _columns,
    "neighbours": _neighbours,
    "square": _squares,
    "double_row": _double_rows,
}


def _whole(cell: object, span: Span) -> int:
    if isinstance(cell, pt.AnyOf) and len(cell.tests) == 1 and isinstance(cell.tests[0], pt.Spots):
        text = cell.tests[0].values[0]
        if text.isdigit():
            return int(text)
    raise PlayError("a count of sections is a whole number", span)


def _text(cell: object) -> str:
    if isinstance(cell, pt.AnyOf) and len(cell.tests) == 1:
        test = cell.tests[0]
        match test:
            case pt.Spots(values):
                return " ".join(values)
            case pt.Named(name):
                return name.text
            case pt.Label(text):
                return text
    return str(cell)
