"""What a file is, whose it is, and which document it comes from."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date

from audit.ruleset.stated import Stated


class FileKind(enum.Enum):
    RULESET = "ruleset"
    FRAGMENT = "fragment"
    REGULATION = "regulation"
    SUBMISSION = "submission"


class DateKind(enum.Enum):
    SUBMITTED = "submitted"
    REVISED = "revised"
    APPROVED = "approved"
    ADOPTED = "adopted"
    EFFECTIVE = "effective"
    OTHER = "date"


@dataclass(frozen=True, slots=True)
class Dated(Stated):
    """A date of the edition; ``on`` is None where the document states none."""

    kind: DateKind
    on: date | None
    by: str | None = None
    words: str | None = None


@dataclass(frozen=True, slots=True)
class Source(Stated):
    """A document, and the lines of it that the ruleset speaks of; a witness is the same text a second time."""

    document: str
    first_line: int | None
    last_line: int | None
    is_witness: bool = False


@dataclass(frozen=True, slots=True)
class Head(Stated):
    kind: FileKind
    id: str
    title: str
    issuer: str | None = None
    jurisdiction: str | None = None
    dates: tuple[Dated, ...] = ()
    supersedes: tuple[str, ...] = ()
    amends: str | None = None
    under: str | None = None
    sources: tuple[Source, ...] = ()
    chapter: str | None = None
    begins_at: str | None = None
    missing: tuple[str, ...] = ()
    breaks_off_at: str | None = None

    def dated(self, kind: DateKind) -> Dated | None:
        return next((d for d in self.dates if d.kind is kind), None)

    @property
    def edition(self) -> str:
        """The last part of the id: a date, or ``undated``."""
        return self.id.rsplit("/", 1)[-1]
