"""A finding: what is wrong, by which clause, why, what it costs, what would mend it, and a round that shows it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from audit.checks.prose import Prose
from audit.language.diagnostics import Severity
from audit.ruleset.basis import NOWHERE, Span

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class WitnessStep:
    """One thing that comes up in a witness, and what becomes of the wager: ``results`` per edition or reading."""

    what: Prose
    happens: Prose
    results: tuple[Prose, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """The shortest round that shows it; ``command`` plays it again."""

    command: str
    steps: tuple[WitnessStep, ...] = ()
    columns: tuple[Prose, ...] = ()


@dataclass(frozen=True, slots=True)
class Edges:
    """House edges side by side: of each thing, under each of ``cases``; None where an edge is not verifiable.

    ``of`` says what the things are; a case is told in words that a sentence may begin with: ``as assumed``.
    """

    of: Prose
    cases: tuple[Prose, ...]
    rows: tuple[tuple[Prose, tuple[Fraction | None, ...]], ...]

    @property
    def widest(self) -> tuple[Prose, tuple[Fraction | None, ...]] | None:
        """The row in which most hangs on the case: the side that gains, then whether it can be verified, then how much."""
        return max(self.rows, key=lambda row: _spread(row[1]), default=None)


def _spread(edges: tuple[Fraction | None, ...]) -> tuple[bool, bool, Fraction]:
    known = [edge for edge in edges if edge is not None]
    if not known:
        return False, False, Fraction(0)
    return min(known) < 0 <= max(known), len(known) < len(edges), max(known) - min(known)


@dataclass(frozen=True)
class Finding:
    """The five elements that an auditor expects, every clause concerned, and where in the ruleset.

    ``cause`` is empty where the documents do not show it.  ``edges`` are what the effect comes to, in full; the words of
    ``effect`` name the first of them.  ``subject`` is what the finding is about, in names that survive renumbering; it
    makes the fingerprint, and no wording does; ``family`` is what all editions of the thing examined share, where the
    id of the ruleset does not tell it.  ``concerns`` are the wagers and readings at which a report points to it; None where
    those are what the subject names.  ``page`` and ``chapter`` are those of a document.
    """

    rule: str
    severity: Severity
    message: Prose
    condition: Prose
    criteria: Prose
    cause: Prose
    effect: Prose
    recommendation: Prose
    ruleset: str
    subject: str
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE
    witness: Witness | None = None
    no_witness_because: Prose = Prose()
    edges: Edges | None = None
    family: str = ""
    page: int | None = None
    chapter: str = ""
    concerns: tuple[str, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What it is about, by name, with other words of its subject where it does not say."""
        return tuple(_NAME.findall(self.subject)) if self.concerns is None else self.concerns

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same finding of a ruleset's next edition: no clause number and no line is in it."""
        family = self.family or self.ruleset.rsplit("/", 1)[0]
        return hashlib.sha256(f"{self.rule}|{family}|{self.subject}".encode()).hexdigest()[:16]
