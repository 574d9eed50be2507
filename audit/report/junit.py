"""Findings as JUnit XML, for build servers: a suite a file, a case a finding.

An error or a warning fails, a note passes with its text, a waived or known one is skipped with the reason; what was not
completed is an error.  There is no time and no host in it: equal runs make equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from audit.checks.finding import Finding
from audit.checks.waivers import Judged
from audit.language.diagnostics import Severity
from audit.language.printing import visible

QUOTES = {'"': "&quot;", "\n": "&#10;"}


def junit_text(
    name: str,
    files: Mapping[str, Sequence[Judged]],
    unfinished: Mapping[str, Sequence[str]],
    problems: Sequence[Finding] = (),
) -> str:
    """The whole XML text; ``problems`` are findings about waivers, each in the suite of its own file."""
    suites: dict[str, list[str]] = {}
    for file in dict.fromkeys([*files, *unfinished]):
        cases = [_case(file, judged) for judged in files.get(file, ())]
        cases += [_incomplete(file, words) for words in unfinished.get(file, ())]
        suites[file] = cases or [f"  <testcase classname={_quoted(file)} name={_quoted('no findings')}/>\n"]
    for finding in problems:
        suites.setdefault(finding.span.source, []).append(_case(finding.span.source, Judged(finding)))
    parts = [_suite(file, cases) for file, cases in suites.items()]
    totals = _counts([case for cases in suites.values() for case in cases])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<testsuites name={_quoted(name)} {totals}>\n{''.join(parts)}</testsuites>\n"
    )


def _suite(file: str, cases: Sequence[str]) -> str:
    return f" <testsuite name={_quoted(file)} {_counts(cases)}>\n{''.join(cases)} </testsuite>\n"


def _counts(cases: Sequence[str]) -> str:
    failures, errors, skipped = (sum(1 for c in cases if f"<{tag} " in c) for tag in ("failure", "error", "skipped"))
    return f'tests="{len(cases)}" failures="{failures}" errors="{errors}" skipped="{skipped}"'


def _case(file: str, judged: Judged) -> str:
    finding = judged.finding
    name = f"{finding.rule} at line {finding.span.line}" if finding.span.line else finding.rule
    inside = _text(finding)
    if judged.waiver is not None:
        waiver = judged.waiver
        why = f"waived until {waiver.expires}, approved by {waiver.approver}: {waiver.reason}"
        body = f"<skipped message={_quoted(why)}/>"
    elif judged.is_known:
        body = f"<skipped message={_quoted('in the baseline')}/>"
    elif finding.severity is Severity.NOTE:
        body = f"<system-out>{_escaped(inside)}</system-out>"
    else:
        kind = _quoted(finding.severity.value)
        body = f"<failure type={kind} message={_quoted(finding.message)}>{_escaped(inside)}</failure>"
    return f"  <testcase classname={_quoted(file)} name={_quoted(name)}>{body}</testcase>\n"


def _incomplete(file: str, words: str) -> str:
    body = f"<error type={_quoted('not completed')} message={_quoted(words)}/>"
    return f"  <testcase classname={_quoted(file)} name={_quoted('not completed')}>{body}</testcase>\n"


def _text(finding: Finding) -> str:
    place = str(finding.span) if finding.span.line else finding.ruleset
    lines = [f"{place}: {finding.severity.value}: {finding.message} [{finding.rule}]"]
    lines += [f"clauses: {', '.join(finding.cites)}"] if finding.cites else []
    lines += [part for part in (finding.effect, finding.recommendation) if part]
    lines += [f"witness: {finding.witness.command}"] if finding.witness is not None else []
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return f'"{escape(_plain(text), QUOTES)}"'


def _escaped(text: str) -> str:
    return escape(_plain(text))


def _plain(text: str) -> str:
    """A text without signs that XML does not admit."""
    return "\n".join(line if line.isprintable() else visible(line) for line in text.split("\n"))
