"""The findings of ``--by-the-letter``: each gap or clash that appears without the lines that only we assumed.

They are findings of the document, under the rules `result-missing` and `result-conflict`; an assumed line whose removal
changes nothing is told under `assumption`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from audit.checks import assumption, letter_cards, result_conflict, result_missing
from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.letter import (
    CLASH,
    NO_PAYOUT,
    NO_RESULT,
    OTHER,
    Difference,
    by_the_letter,
    letter_of,
    lines_that_decide,
)
from audit.checks.letter_rounds import (
    CaseByLetter,
    differences,
    idle_lines,
    letter_witness,
)
from audit.checks.lines import (
    decision_words,
    line_words,
    reason_of,
    row_words,
    span_order,
)
from audit.checks.prose import Prose
from audit.checks.wording import (
    cites_of,
    exact,
    few,
    joined,
    listed,
    plain_name,
    quoted,
    sentence,
    stake_name,
    wager_name,
)
from audit.language.diagnostics import Severity
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import NOWHERE, Basis, Span
from audit.ruleset.stated import Stated
from audit.solve.planner import deals_cards
from audit.solve.stakes import End, Fault, event_label, target_of


@dataclass
class Gap:
    """What one assumption holds together: the kind of difference, the wagers it concerns, the lines taken away."""

    kind: str
    name: str
    cases: list[tuple[CaseByLetter, list[Difference]]] = field(default_factory=list)

    @property
    def bases(self) -> list[Basis]:
        """The assumed lines that decided, each once, in the order of the file."""
        found = {b.span: b for _, ds in self.cases for d in ds for b in d.bases if b.assumption is not None}
        return [found[span] for span in sorted(found, key=span_order)]


def findings(context: Context) -> Iterator[Finding]:
    """Gaps and clashes first, then assumptions that nobody needed."""
    if deals_cards(context.configured.ruleset):
        yield from letter_cards.findings(context)
        return
    letter = by_the_letter(context.configured)
    cases = list(differences(context, letter))
    gaps: dict[tuple[str, str], Gap] = {}
    for case in cases:
        sorted_out: dict[tuple[str, str], list[Difference]] = {}
        for difference in case.differences:
            sorted_out.setdefault((difference.kind, difference.assumption), []).append(difference)
        for (kind, name), found in sorted_out.items():
            gaps.setdefault((kind, name), Gap(kind, name)).cases.append((case, found))
    for gap in gaps.values():
        yield _finding(context, gap)
    used = frozenset(b.span for case in cases for d in case.differences for b in d.bases)
    for line in idle_lines(context, used):
        yield _idle(context, line)


def _lines(context: Context, spans: set[Span]) -> list[str]:
    """The lines at these places in words, once each."""
    ruleset = context.configured.ruleset
    is_taken_away = letter_of(ruleset)
    found: dict[Span, str] = {}
    for line, table in lines_that_decide(ruleset):
        if isinstance(line, wg.WagerLine | tb.Row) and line.basis.span in spans and is_taken_away(line):
            found.setdefault(line.basis.span, _line_words(line, table))
    return [found[span] for span in sorted(found, key=span_order)]


def _line_words(line: Stated, table: tb.Table | None) -> str:
    return row_words(line, table) if isinstance(line, tb.Row) else quoted(line_words(line))


def _finding(context: Context, gap: Gap) -> Finding:
    bases = gap.bases
    words = _lines(context, {b.span for b in bases})
    first, shown = gap.cases[0]
    rolls = few(plain_name(event_label(d.event)) for d in sorted(shown, key=_order))
    labels: dict[str, list[str]] = {}
    for case, _ in gap.cases:
        labels.setdefault(case.wager, []).append(case.case.position.label)
    single = len(labels) == 1
    names = [wager_name(w, dict.fromkeys(found) if single else ()) for w, found in labels.items()]
    who = few(names, 4, "other wager")
    example = _example(first)
    of = f" ({example})" if example != who else ""
    share = first.shares.get((gap.kind, gap.name), Fraction(0))
    often = "every wager" if share == 1 else f"{exact(share)} of wagers"
    cites = joined(cites_of(bases), cites_of(b for _, ds in gap.cases for d in ds for b in d.bases))
    span = bases[0].span if bases else next((b.span for d in shown for b in d.bases), NOWHERE)
    assumed = bases[0].assumption if bases else None
    reason = f": {reason_of(context.ruleset, gap.name)}" if gap.name else ""
    taken = few(words, 2) if words else "which row counts"
    rule, severity, says = _says(gap, shown[0], rolls, of)
    return Finding(
        rule=rule,
        severity=severity,
        message=Prose(f"{who}: {says}"),
        condition=Prose(sentence(f"Without {taken}, which only our assumption supports, {says}")),
        criteria=result_missing.CRITERIA,
        cause=Prose(sentence(f"The document leaves it open{reason}") if reason else ""),
        effect=Prose(
            f"{often} on {example} come{'s' if share == 1 else ''} to this; as assumed the wager {_as_assumed(shown)} there"
        ),
        recommendation=Prose(
            f"State it with a clause of its own, as assumed or otherwise: {words[0] if words else taken}."
        ),
        ruleset=context.id,
        subject=f"{' '.join(labels)} {assumed.under if assumed and assumed.under else ''} letter {gap.kind}".replace(
            "  ", " "
        ),
        cites=cites,
        span=span,
        witness=letter_witness(context, first.wager, frozenset(b.span for b in bases), gap.kind),
    )


def _order(difference: Difference) -> tuple[int, str]:
    text = event_label(difference.event)
    return (0, text.zfill(4)) if text.isdigit() else (1, text)


def _example(case: CaseByLetter) -> str:
    """One position of a wager, with the wager that it stands behind."""
    bundle = case.case.bundle
    target = target_of(bundle)
    behind = [stake_name(bundle[n].id) for n in bundle[target].supports if bundle[n].position.label]
    who = stake_name(bundle[target].id)
    return f"{who} behind {listed(behind)}" if behind else who


def _says(gap: Gap, difference: Difference, rolls: str, of: str) -> tuple[str, Severity, str]:
    match gap.kind:
        case kind if kind == NO_RESULT:
            return result_missing.NAME, result_missing.SEVERITY, f"no clause gives a result on {rolls}{of}"
        case kind if kind == NO_PAYOUT:
            return result_missing.NAME, result_missing.SEVERITY, f"no clause says what a win on {rolls}{of} is paid"
        case kind if kind == CLASH:
            other = difference.by_letter
            sides = _sides(other) if isinstance(other, Fault) else "different results"
            return result_conflict.NAME, result_conflict.SEVERITY, f"clauses give {sides} on {rolls}{of}"
    assert gap.kind == OTHER
    made = difference.by_letter
    result = made.result if isinstance(made, End) else "another result"
    return result_conflict.NAME, result_conflict.SEVERITY, f"the clauses alone give {result} on {rolls}{of}"


def _sides(fault: Fault) -> str:
    return " and ".join(dict.fromkeys(decision_words(d) for d in fault.ruling.decisions))


def _as_assumed(differences: list[Difference]) -> str:
    words = []
    for end in (d.as_assumed for d in differences):
        word = {"win": "wins", "lose": "loses", "stay": "stays", "push": "pushes", "lose half": "loses half"}
        told = word.get(end.result, f"is a {end.result}")
        words.append(f"{told} at {end.pays}" if end.pays else told)
    return listed(list(dict.fromkeys(words)), "or")


def _idle(context: Context, line: Stated) -> Finding:
    is_row = isinstance(line, tb.Row)
    words = row_words(line) if isinstance(line, tb.Row) else line_words(line)
    names = [w.name.text for w in context.offered if any(x.basis.span == line.basis.span for x in w.lines)]
    who = few(map(wager_name, names), 6, "other wager")
    return Finding(
        rule=assumption.NAME,
        severity=Severity.NOTE,
        message=Prose(f"the assumed {words if is_row else quoted(words)} of {who} is not needed"),
        condition=Prose("With the line and without it every round is settled alike."),
        criteria=Prose("What is assumed should fill a silence of the document."),
        cause=Prose("The other clauses already settle every round."),
        effect=Prose("no effect"),
        recommendation=Prose("Strike the line from the ruleset."),
        ruleset=context.id,
        subject=Prose(f"{' '.join(names)} idle {words}"),
        cites=cites_of([line.basis]),
        span=line.basis.span,
        witness=None,
        no_witness_because=Prose("No round differs."),
    )
