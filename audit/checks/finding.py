"""A finding: what is wrong, by which clause, why, what it costs, what would mend it, and a round that shows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from audit.language.diagnostics import Severity
from audit.ruleset.basis import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class WitnessStep:
    """One thing that comes up in a witness, and what becomes of the wager: ``results`` per edition or reading."""

    what: str
    happens: str
    results: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """The shortest round that shows it; ``command`` plays it again."""

    command: str
    steps: tuple[WitnessStep, ...] = ()
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The five elements that an auditor expects, every clause concerned, and where in the ruleset.

    ``subject`` is what the finding is about, in names that survive renumbering; it makes the fingerprint.
    """

    rule: str
    severity: Severity
    message: str
    condition: str
    criteria: str
    cause: str
    effect: str
    recommendation: str
    ruleset: str
    subject: str
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE
    witness: Witness | None = None
    no_witness_because: str = ""

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same finding of a ruleset's next edition: no clause number and no line is in it."""
        family = self.ruleset.rsplit("/", 1)[0]
        return hashlib.sha256(f"{self.rule}|{family}|{self.subject}".encode()).hexdigest()[:16]
