"""What a rule of documents looks at: the clauses of one part, and how a finding about them is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar, cast

from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.checks.settings import Settings
from audit.documents.clauses import Clause, walk
from audit.documents.document import Document, Part
from audit.documents.text import Place, Text
from audit.language.diagnostics import Severity
from audit.ruleset.basis import NOWHERE, Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spot:
    """Words of a clause: ``start`` to ``end`` (exclusive, from 0) of its text, or of its title."""

    clause: Clause
    start: int
    end: int
    in_title: bool = False

    @property
    def text(self) -> Text:
        return self.clause.title if self.in_title else self.clause.text

    @property
    def words(self) -> str:
        return self.text.words[self.start : self.end]


@dataclass(frozen=True)
class Written:
    """One set of rules as it is written; ``document`` has the other parts that its file bundles."""

    document: Document
    part: Part
    settings: Settings = Settings()

    @property
    def name(self) -> str:
        """What is examined, in words: the game, else the title, else the file."""
        return self.part.game or self.part.title or self.document.name

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, those below others behind them, in the order of the document."""
        return tuple(walk(self.part.clauses))

    @property
    def by_path(self) -> dict[str, Clause]:
        return self.part.by_path

    @cached_property
    def above(self) -> dict[str, Clause]:
        """The clause that each clause stands below, by the path of the lower one."""
        return {child.path: clause for clause in self.clauses for child in clause.children}

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What ``make`` gives, worked out once for this part; ``key`` tells it from anything else."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])

    @cached_property
    def _kept(self) -> dict[str, object]:
        return {}

    def span(self, spot: Spot) -> Span:
        """Where words stand in the file."""
        text = spot.text
        if not text.stretches:
            page_line = spot.clause.at[1]
            return Span(self.document.name, page_line, 1, page_line, 1) if page_line else NOWHERE
        length = len(text.words)
        first = text.place(min(spot.start, length - 1))
        last = text.place(min(max(spot.end - 1, spot.start), length - 1))
        return Span(self.document.name, first.line, first.column, last.line, _behind(first, last))

    def finding(
        self,
        rule: str,
        severity: Severity,
        spot: Spot,
        subject: str,
        *,
        message: str,
        condition: str,
        criteria: str,
        effect: str,
        recommendation: str,
        cause: str = "",
        others: Sequence[Clause] = (),
    ) -> Finding:
        """A finding about some words; ``others`` are further clauses concerned, ``subject`` what no renumbering changes."""
        cites = dict.fromkeys((spot.clause.path, *(c.path for c in others)))
        return Finding(
            rule=rule,
            severity=severity,
            message=Prose(message),
            condition=Prose(condition),
            criteria=Prose(criteria),
            cause=Prose(cause),
            effect=Prose(effect),
            recommendation=Prose(recommendation),
            ruleset=self.document.name,
            subject=subject,
            cites=tuple(cites),
            span=self.span(spot),
            no_witness_because=Prose("The words themselves show it."),
            family=f"document {self.name}",
            page=spot.clause.page,
            chapter=self.part.game or self.part.title or "",
        )


def _behind(first: Place, last: Place) -> int:
    return last.column + 1 if last.line > first.line or last.column >= first.column else first.column + 1
