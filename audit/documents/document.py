"""A document: what is printed, the parts that it bundles, and the tree of clauses of each."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from audit.documents.clauses import Clause, walk
from audit.documents.pages import Printed


class PartKind(enum.Enum):
    RULES = "rules of play"
    RESOLUTION = "resolution"
    FORM = "form"
    MAIL = "e-mail"
    CONTENTS = "table of contents"
    OTHER = "other pages"


class State(enum.Enum):
    CLEAN = "clean"
    REDLINE = "redline"


@dataclass(frozen=True, slots=True)
class Dated:
    """A date that the part prints about itself: what it dates, the day, and the line."""

    what: str
    day: date
    line: int


@dataclass(frozen=True)
class Part:
    """One of the things that a file bundles.

    ``lines`` are its stretches of lines, first and last of each; an e-mail may go on behind its attachments.  ``game``
    and ``edition`` are words of the document, None where it says none.  ``because`` says, in sentences, what shows its
    kind, its bounds and its edition.  ``same_as`` is the number of an earlier part with the same words.
    """

    number: int
    kind: PartKind
    lines: tuple[tuple[int, int], ...]
    title: str | None = None
    game: str | None = None
    edition: str | None = None
    dates: tuple[Dated, ...] = ()
    state: State = State.CLEAN
    because: tuple[str, ...] = ()
    same_as: int | None = None
    clauses: tuple[Clause, ...] = ()

    @property
    def first(self) -> int:
        return self.lines[0][0]

    @property
    def last(self) -> int:
        return self.lines[-1][1]

    def holds(self, line: int) -> bool:
        return any(first <= line <= last for first, last in self.lines)

    @cached_property
    def by_path(self) -> dict[str, Clause]:
        """All its clauses by path; of two with one path the first."""
        found: dict[str, Clause] = {}
        for clause in walk(self.clauses):
            found.setdefault(clause.path, clause)
        return found


@dataclass(frozen=True)
class Document:
    """A file that was read.  Parts are in the order in which they begin, numbered from 1."""

    printed: Printed
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        return self.printed.name

    @property
    def rules(self) -> tuple[Part, ...]:
        """The parts that are rules of play."""
        return tuple(p for p in self.parts if p.kind is PartKind.RULES)

    def part(self, number: int) -> Part:
        """Raises `KeyError` where there is none of this number."""
        for part in self.parts:
            if part.number == number:
                return part
        raise KeyError(number)

    def clauses(self) -> Iterator[Clause]:
        for part in self.parts:
            yield from walk(part.clauses)
