"""What a report is built from: one ruleset with everything that was found out about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date

from audit.checks.finding import Finding
from audit.ruleset.ruleset import Ruleset
from audit.solve.result import RulesetResult
from audit.version import VERSION


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document that was given: its file name, its hash, and its pages where it has any."""

    name: str
    sha256: str
    pages: int | None = None


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """The clauses of one section of the document: how many are cited, taken over from another text, not covered."""

    title: str
    cited: int
    carried: int = 0
    not_covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuotedClause:
    """A clause that the ruleset cites, in the words of its document; ``doubt`` says why its label may be another."""

    citation: str
    page: int
    lines: tuple[int, int]
    words: str
    doubt: str = ""


class WaiverState(enum.Enum):
    IN_FORCE = "in force"
    EXPIRED = "expired"
    INVALID = "invalid"
    UNUSED = "unused"


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that somebody lets pass; ``fingerprint`` is empty where it meets none."""

    what: str
    reason: str
    approver: str
    expires: date | None
    state: WaiverState
    note: str = ""
    fingerprint: str = ""


@dataclass(frozen=True)
class Examined:
    """One ruleset under one configuration.

    ``file`` is the name of the ruleset's file as it may be shown (no path of a machine), ``sha256`` that of its bytes.
    ``result`` is None where nothing was played out, ``coverage`` where no document was given.  ``unfinished`` names,
    in words, each check that could not be completed; ``not_offered`` the wagers that the configuration leaves out.
    ``quoted`` are the clauses cited, where a document was given.
    ``commands`` repeat the work, in order.  ``taken_over`` are the ids of other rulesets of which lines stand in it, with
    the SHA-256 of each.
    """

    ruleset: Ruleset
    file: str
    sha256: str
    result: RulesetResult | None = None
    findings: tuple[Finding, ...] = ()
    commands: tuple[str, ...] = ()
    documents: tuple[DocumentFile, ...] = ()
    coverage: tuple[SectionCoverage, ...] | None = None
    waivers: tuple[Waiver, ...] = ()
    unfinished: tuple[str, ...] = ()
    not_offered: tuple[str, ...] = ()
    engine: str = VERSION
    quoted: tuple[QuotedClause, ...] = ()
    taken_over: tuple[tuple[str, str], ...] = ()

    @property
    def waived(self) -> frozenset[str]:
        """Fingerprints of findings that a waiver in force lets pass."""
        return frozenset(w.fingerprint for w in self.waivers if w.state is WaiverState.IN_FORCE and w.fingerprint)
