"""Findings as SARIF 2.1.0, for code hosts and dashboards.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.  A waiver is a suppression, a baseline a
``baselineState``, and what was not completed a notification of an invocation that did not succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from audit.checks.catalogue import ALL_RULES, page
from audit.checks.finding import Finding
from audit.checks.waivers import Judged, Waiver
from audit.language.diagnostics import Severity
from audit.version import VERSION

Json = dict[str, Any]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def sarif_document(findings: Sequence[Judged], unfinished: Iterable[str] = ()) -> Json:
    """One run of `audit` with these findings; ``unfinished`` says in words what could not be examined."""
    rules = _rules(findings)
    index = {rule["id"]: n for n, rule in enumerate(rules)}
    left = list(unfinished)
    notices = [{"level": "error", "message": {"text": text}} for text in left]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "audit", "version": VERSION, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {"executionSuccessful": not left, **({"toolExecutionNotifications": notices} if left else {})}
                ],
                "results": [_result(judged, index) for judged in findings],
            }
        ],
    }


def _rules(findings: Iterable[Judged]) -> list[Json]:
    """Our rules with their pages, then the mistakes of the language that were found."""
    made: list[Json] = []
    for rule in ALL_RULES:
        text = page(rule.NAME)
        head, _, rest = text.partition("\n")
        made.append(
            {
                "id": rule.NAME,
                "shortDescription": {"text": head.partition(")")[2].strip()},
                "help": {"text": rest},
                "defaultConfiguration": {"level": LEVELS[rule.SEVERITY]},
                "properties": {"family": rule.FAMILY},
            }
        )
    known = {rule["id"] for rule in made}
    others = dict.fromkeys(j.finding.rule for j in findings if j.finding.rule not in known)
    return made + [{"id": name, "properties": {"family": "language"}} for name in others]


def _result(judged: Judged, index: dict[str, int]) -> Json:
    finding = judged.finding
    made: Json = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [_location(finding)],
        "partialFingerprints": {"audit/v1": finding.fingerprint},
        "properties": {"ruleset": finding.ruleset, "clauses": list(finding.cites)},
    }
    if judged.waiver is not None:
        made["suppressions"] = [_suppression(judged.waiver)]
    if judged.is_known:
        made["baselineState"] = "unchanged"
    return made


def _message(finding: Finding) -> str:
    """The message, its clauses, its effect and a round that shows it: a viewer shows nothing else."""
    parts: list[str] = [finding.message]
    if finding.cites:
        parts.append(f"Clauses: {', '.join(finding.cites)}.")
    parts += [f"{part[:1].upper()}{part[1:]}" for part in (finding.effect, finding.recommendation) if part]
    if finding.witness is not None:
        parts.append(f"Witness: {finding.witness.command}")
    return "\n".join(parts)


def _location(finding: Finding) -> Json:
    span = finding.span
    made: Json = {"logicalLocations": [{"fullyQualifiedName": c, "kind": "clause"} for c in finding.cites]}
    if span.line:
        made["physicalLocation"] = {
            "artifactLocation": {"uri": quote(span.source)},
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": max(span.end_line, span.line),
                "endColumn": max(span.end_column, span.column if span.end_line <= span.line else 1),
            },
        }
    elif finding.ruleset:
        made["physicalLocation"] = {"artifactLocation": {"uri": quote(finding.ruleset)}}
    return made


def _suppression(waiver: Waiver) -> Json:
    return {
        "kind": "external",
        "status": "accepted",
        "justification": f"{waiver.reason} (approved by {waiver.approver}, until {waiver.expires})",
    }
