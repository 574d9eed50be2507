"""Mistakes of the language as findings, for whoever reads findings only."""

from __future__ import annotations

import re

from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.language.diagnostics import Diagnostic

_NUMBERS = re.compile(r"\b(?:line|lines|column) \d+")
"""Places in the text, which move when something is written above them: no part of what the mistake is."""


def as_finding(mistake: Diagnostic, ruleset: str) -> Finding:
    """A diagnostic as a finding: its message is the condition, its mend the recommendation."""
    also = "; ".join(f"{place.span}: {place.text}" for place in mistake.also)
    return Finding(
        rule=mistake.name,
        severity=mistake.severity,
        message=Prose(mistake.message),
        condition=Prose(mistake.message),
        criteria=Prose("A ruleset must be written in the rules-of-play language."),
        cause=Prose(mistake.because),
        effect=Prose(also),
        recommendation=Prose(mistake.mend),
        ruleset=ruleset,
        subject=_NUMBERS.sub("", mistake.message),
        cites=(),
        span=mistake.span,
        witness=None,
    )
