"""All rules of documents, in one visible list, and running them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Protocol

from audit.checks.documents import (
    condition_inverted,
    date_order,
    defined_twice,
    numbering,
    qualifier_disagrees,
    reference_broken,
    result_unstated,
    statement_conflict,
    undefined_term,
    unused_definition,
    wrong_game,
)
from audit.checks.documents.context import Written
from audit.checks.finding import Finding
from audit.checks.settings import Settings
from audit.documents.document import Document, Part, PartKind
from audit.language.diagnostics import Severity


class DocumentRule(Protocol):
    """A module that is a rule: its docstring is its page, ``check`` finds what it says."""

    NAME: str
    FAMILY: str
    SEVERITY: Severity
    DYNAMIC: bool

    def check(self, written: Written, /) -> Iterator[Finding]: ...


DOCUMENT_RULES: tuple[DocumentRule, ...] = (
    statement_conflict,
    wrong_game,
    condition_inverted,
    result_unstated,
    qualifier_disagrees,
    reference_broken,
    numbering,
    defined_twice,
    undefined_term,
    unused_definition,
    date_order,
)


def examine_document(
    document: Document, settings: Settings, only: Collection[str] = (), parts: Collection[Part] = ()
) -> tuple[Finding, ...]:
    """The findings of all rules, or of those named, over the rules of play in a document; weightiest first.

    A part with the same words as an earlier one is examined once.  ``parts`` restricts it to these.
    """
    found: dict[str, Finding] = {}
    for part in parts or document.rules:
        if part.kind is not PartKind.RULES or (part.same_as is not None and not parts):
            continue
        written = Written(document, part, settings)
        for rule in DOCUMENT_RULES:
            if (only and rule.NAME not in only) or rule.NAME in settings.off:
                continue
            for finding in rule.check(written):
                found.setdefault(finding.fingerprint, _weighed(finding, settings))
    return tuple(sorted(found.values(), key=lambda f: (f.severity.rank, f.span.line, f.span.column, f.rule, f.subject)))


def _weighed(finding: Finding, settings: Settings) -> Finding:
    severity = settings.severities.get(finding.rule)
    return replace(finding, severity=severity) if severity is not None else finding
