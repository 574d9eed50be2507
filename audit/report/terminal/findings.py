"""Findings as lines: message, place, one ``=`` line of clauses and effect; the five elements with ``--full``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from audit.checks.finding import Finding
from audit.language.diagnostics import Severity


def finding_lines(finding: Finding, *, full: bool = False, source_line: str = "") -> Iterator[str]:
    """One finding."""
    place = f"{finding.span}: " if finding.span.line else f"{finding.ruleset}: "
    yield f"{place}{finding.severity.value}: {finding.message} [{finding.rule}]"
    if source_line:
        yield f"      | {source_line.strip()}"
    cited = (
        f"clause{'s' if len(finding.cites) > 1 else ''} {', '.join(finding.cites)}" if finding.cites else "no clause"
    )
    if not full:
        effect = f": {finding.effect}" if finding.effect else ""
        yield f"      = {cited}{effect}"
    else:
        for name in ("condition", "criteria", "cause", "effect", "recommendation"):
            text = getattr(finding, name)
            if text:
                yield f"      {name:<15}{text}"
        yield f"      {'clauses':<15}{', '.join(finding.cites) or 'none'}"
        yield f"      {'fingerprint':<15}{finding.fingerprint}"
    if finding.witness is not None:
        yield f"      = witness: {finding.witness.command}"


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(findings, key=lambda f: (f.severity.rank, f.span.source, f.span.line, f.span.column))


def counted(severities: Sequence[Severity]) -> str:
    """``1 error, 0 warnings, 2 notes``."""
    parts = []
    for severity in Severity:
        count = sum(1 for s in severities if s is severity)
        parts.append(f"{count} {severity.value}{'' if count == 1 else 's'}")
    return ", ".join(parts)
