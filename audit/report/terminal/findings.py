"""Findings as lines: message, place, one ``=`` line of clauses and effect; the five elements with ``--full``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from audit.checks.finding import Finding
from audit.checks.waivers import Judged
from audit.language.diagnostics import Severity
from audit.language.printing import BOLD, COLOURS, RESET, visible

ELEMENTS = ("condition", "criteria", "cause", "effect", "recommendation")
INDENT = "      "
LABEL = 15


@dataclass(frozen=True, slots=True)
class Telling:
    """How findings are told: ``width`` is 0 where long lines stay whole, ``file`` the one that was examined."""

    width: int = 0
    full: bool = False
    colored: bool = False
    file: str = ""


def findings_text(findings: Sequence[Judged], telling: Telling) -> str:
    """All findings of a file, weightiest first, and their number."""
    shown = in_order(findings)
    lines = [line for judged in shown for line in finding_lines(judged, telling)]
    return "".join(f"{line}\n" for line in [*lines, counted(shown)])


def finding_lines(judged: Judged, telling: Telling) -> Iterator[str]:
    """One finding; nothing that it quotes reaches a terminal as a command.

    Where it points into another file than the one examined, as into the edition that was amended, it says whose it is.
    """
    finding = judged.finding
    yield first_line(finding, colored=telling.colored)
    if telling.full:
        yield from _elements(judged, telling.width)
    else:
        elsewhere = telling.file and finding.span.line and finding.span.source != telling.file and finding.page is None
        cited = f"{_clauses(finding)}{f' of {finding.ruleset}' if elsewhere else ''}"
        effect = f": {finding.effect}" if finding.effect else ""
        yield from _wrapped(f"= {cited}{effect}{_let_pass(judged)}", telling.width)
    if finding.witness is not None:
        yield f"{INDENT}= witness: {visible(finding.witness.command)}"


def first_line(finding: Finding, *, colored: bool = False) -> str:
    """The whole message in one line: ``file:line:column: severity: what is wrong [rule]``."""
    place = visible(str(finding.span) if finding.span.line else finding.ruleset)
    severity, said = finding.severity.value, visible(f"{finding.message} [{finding.rule}]")
    if not colored:
        return f"{place}: {severity}: {said}"
    return f"{BOLD}{place}{RESET}: {COLOURS[finding.severity]}{severity}{RESET}: {said}"


def concise_lines(findings: Sequence[Judged]) -> Iterator[str]:
    """The first line of each finding; one that is let pass says so."""
    for judged in in_order(findings):
        yield first_line(judged.finding) + _mark(judged)


def _elements(judged: Judged, width: int) -> Iterator[str]:
    finding = judged.finding
    rows: list[tuple[str, str]] = [(name, getattr(finding, name)) for name in ELEMENTS]
    rows += [("clauses", ", ".join(finding.cites) or "none")]
    if finding.page is None:
        rows += [("ruleset", finding.ruleset)]
    else:
        rows += [("chapter", finding.chapter), ("page", str(finding.page)), ("document", finding.ruleset)]
    if judged.waiver is not None:
        rows.append(("waiver", _let_pass(judged).removeprefix("; ")))
    rows.append(("fingerprint", finding.fingerprint))
    for name, text in rows:
        if text:
            yield from _wrapped(f"{name:<{LABEL}}{text}", width, hanging=LABEL)


def told(text: str, width: int) -> list[str]:
    """A line of talk, wrapped where there is a width."""
    return textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) if width else [text]


def _wrapped(text: str, width: int, *, hanging: int = 2) -> list[str]:
    text = visible(text)
    if not width:
        return [f"{INDENT}{text}"]
    return textwrap.wrap(
        text,
        width,
        initial_indent=INDENT,
        subsequent_indent=INDENT + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _clauses(finding: Finding) -> str:
    if not finding.cites:
        return "no clause"
    cited = f"clause{'s' if len(finding.cites) > 1 else ''} {', '.join(finding.cites)}"
    if finding.page is None:
        return cited
    of = f" of {finding.chapter}" if finding.chapter else ""
    return f"{cited}{of}, page {finding.page}"


def _let_pass(judged: Judged) -> str:
    waiver = judged.waiver
    if waiver is not None:
        return f'; waived until {waiver.expires}, approved by {waiver.approver}: "{waiver.reason}"'
    return "; in the baseline" if judged.is_known else ""


def _mark(judged: Judged) -> str:
    return " (waived)" if judged.waiver is not None else " (in the baseline)" if judged.is_known else ""


def in_order(findings: Iterable[Judged]) -> list[Judged]:
    """Errors, then warnings, then notes, each in the order of the file."""
    return sorted(
        findings,
        key=lambda j: (j.finding.severity.rank, j.finding.span.source, j.finding.span.line, j.finding.span.column),
    )


def counted(findings: Sequence[Judged]) -> str:
    """``11 findings: 0 errors, 3 warnings (1 of them waived), 8 notes``."""
    return f"{len(findings)} finding{'' if len(findings) == 1 else 's'}: {by_severity(findings)}"


def by_severity(findings: Sequence[Judged]) -> str:
    """``0 errors, 3 warnings (1 of them waived), 8 notes``."""
    parts = []
    for severity in Severity:
        ours = [j for j in findings if j.finding.severity is severity]
        waived = sum(1 for j in ours if j.waiver is not None)
        known = sum(1 for j in ours if j.waiver is None and j.is_known)
        passed = [f"{n} of them {word}" for n, word in ((waived, "waived"), (known, "in the baseline")) if n]
        text = f"{len(ours)} {severity.value}{'' if len(ours) == 1 else 's'}"
        parts.append(f"{text} ({', '.join(passed)})" if passed else text)
    return ", ".join(parts)
