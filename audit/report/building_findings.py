"""Findings and their witnesses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import PurePosixPath

from audit.checks.finding import Edges, Finding, Witness
from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.examined import Examined
from audit.report.inline import code, text
from audit.report.material import Material, NumberedFinding
from audit.report.titles import Titles

K = md.ColumnKind

# A witness is the shortest round; one longer than this is shown by its beginning and its end.
_MOST_STEPS = 40
_LAST_STEPS = 5
_MOST_EDGES = 24

NOT_SHOWN = "Not shown by the documents."


def findings(material: Material, kind: md.ReportKind) -> md.Section:
    """All findings; in a comparison only those that are new, and those that are settled."""
    shown = [f for f in material.findings if kind is not md.ReportKind.DIFF or f.is_new]
    blocks: list[md.Block] = [finding_block(f, material) for f in shown]
    title = "Findings, new or settled" if kind is md.ReportKind.DIFF else "Findings"
    if not shown:
        words = "None is new." if kind is md.ReportKind.DIFF else "None. Every rule that could be asked was met."
        if material.new.unfinished and kind is not md.ReportKind.DIFF:
            words = f"None, as far as the examination went. Not completed: {'; '.join(material.unfinished)}."
        blocks.append(md.Paragraph(text(words)))
    if kind is md.ReportKind.DIFF and len(shown) < len(material.findings):
        blocks += [md.Heading("Open in both texts"), _in_both(material)]
    if material.settled:
        blocks += [md.Heading("Settled by the new text"), _gone(material, material.settled, "settled", _SETTLED)]
    if material.not_looked_for:
        blocks += [md.Heading("Not known of the new text"), _gone(material, material.not_looked_for, "not-looked-for", _NOT_LOOKED_FOR)]
    return md.Section("findings", title, tuple(blocks))


def finding_block(numbered: NumberedFinding, material: Material) -> md.FindingBlock:
    finding = numbered.finding
    titles = material.titles
    elements = (
        ("Criteria", finding.criteria), ("Condition", finding.condition), ("Cause", finding.cause or NOT_SHOWN),
        ("Effect", finding.effect), ("Recommendation", finding.recommendation),
    )
    witness = finding.witness
    return md.FindingBlock(
        numbered.id, finding.severity, titles.heading(finding.message), _since(numbered, material), numbered.is_new,
        finding.cites, tuple((word, text(titles.sentence(said))) for word, said in elements if said),
        _edges(numbered.id, finding.edges, titles) if finding.edges else None,
        witness_block(witness, "Shortest round that shows it", titles) if witness else None,
        "" if witness else titles.sentence(finding.no_witness_because), finding.rule, place(finding),
        finding.fingerprint, _waiver(numbered, material.new),
    )


def _edges(number: str, edges: Edges, titles: Titles) -> md.Table | None:
    """House edges case by case; none where there is one row, which the effect tells in full."""
    if len(edges.rows) < 2:
        return None
    columns = [md.Column(K.NAME, wd.sentence(titles.told(edges.of)))]
    for case in edges.cases:
        columns += [md.Column(K.EDGE, f"{wd.sentence(titles.told(case))}, %"), md.Column(K.PORTION, "as a fraction")]
    rows = [
        md.Row((ce.said(wd.sentence(titles.told(name))), *(cell for share in shares for cell in _edge_cells(share))))
        for name, shares in edges.rows[:_MOST_EDGES]
    ]
    left = len(edges.rows) - len(rows)
    if left:
        rows.append(md.Row((ce.said(f"and {wd.counted(left, 'other')}"), *(ce.said("–"),) * (len(columns) - 1))))
    negative = any(share is not None and share < 0 for _, shares in edges.rows for share in shares)
    caption = "House edge in each case" + (" (a minus sign: the player gains)" if negative else "")
    return md.Table(f"edges-{number}", caption, tuple(columns), (md.RowGroup(tuple(rows)),))


def _edge_cells(share: Fraction | None) -> tuple[ce.Cell, ce.Cell]:
    if share is None:
        return ce.Edge(ce.Absent.NOT_VERIFIABLE), ce.Portion(ce.Absent.NONE)
    return ce.Edge(ce.Exact(share)), ce.Portion(ce.Exact(share))


def _since(numbered: NumberedFinding, material: Material) -> str:
    if numbered.is_new is None or material.labels is None:
        return ""
    if material.labels.new == "New":
        return "Not in the old text" if numbered.is_new else "Also in the old text"
    return f"New {material.labels.in_new}" if numbered.is_new else f"Also {material.labels.in_old}"


def _waiver(numbered: NumberedFinding, examined: Examined) -> str:
    if not numbered.is_waived:
        return ""
    waiver = next(w for w in examined.waivers if w.fingerprint == numbered.finding.fingerprint)
    until = f" until {wd.date_words(waiver.expires)}" if waiver.expires else ""
    return f"Waived{until} by {waiver.approver}: {waiver.reason}"


def place(finding: Finding) -> str:
    """The file and line of the ruleset; never a path of the machine."""
    if not finding.span.line:
        return finding.ruleset
    return f"{PurePosixPath(finding.span.source.replace(chr(92), '/')).name} line {finding.span.line}"


def witness_block(witness: Witness, title: str, titles: Titles) -> md.WitnessBlock:
    """A witness with its steps numbered; of a very long one the middle is left out, and it says so."""
    count = len(witness.steps)
    lines = [
        md.StepLine(
            str(number), wd.sentence(titles.told(step.what)), titles.sentence(step.happens),
            tuple(wd.sentence(titles.told(result)) for result in step.results), step.cites,
        )
        for number, step in enumerate(witness.steps, 1)
    ]
    width = max((len(line.results) for line in lines), default=0)
    heads = (*(wd.sentence(titles.told(column)) for column in witness.columns), *("Result",) * width)[: max(width, len(witness.columns))]
    if count > _MOST_STEPS:
        left = count - _MOST_STEPS
        gap = md.StepLine("…", "", f"{wd.sentence(wd.counted(left, 'step'))} left out here.", (), ())
        lines = [*lines[: _MOST_STEPS - _LAST_STEPS], gap, *lines[-_LAST_STEPS:]]
    steps = tuple(
        md.StepLine(line.number, line.what, line.happens, (*line.results, *("",) * (len(heads) - len(line.results))),
                 line.cites)
        for line in lines
    )
    return md.WitnessBlock(f"{title}: {wd.counted(count, 'step')}" if count else title, heads, steps, witness.command)


_SETTLED = "Findings that the earlier text had and this one has not"
_NOT_LOOKED_FOR = "Findings of the earlier text on wagers that are not solved in this one"


def _in_both(material: Material) -> md.Table:
    """The findings that are not new, for whoever wants to know what is open; in full they stand in a report of one text."""
    columns = (
        md.Column(K.NUMBER, "No."), md.Column(K.SEVERITY, "Severity"), md.Column(K.WORDS, "Finding, and its effect"),
        md.Column(K.CLAUSES, "Clause"),
    )
    rows = tuple(
        md.Row((
            ce.Anchor(f.id), ce.Marked(f.finding.severity, f.finding.severity.value.capitalize()),
            ce.said(f"{wd.stopped(material.titles.heading(f.finding.message))} {material.titles.sentence(f.finding.effect)}".strip()),
            ce.Clauses(f.finding.cites),
        ))
        for f in material.findings if not f.is_new
    )
    return md.Table("in-both", "Findings that both texts have", columns, (md.RowGroup(rows),))


def _gone(material: Material, findings: Sequence[Finding], anchor: str, caption: str) -> md.Table:
    columns = (
        md.Column(K.SEVERITY, "Severity"), md.Column(K.WORDS, "Finding"),
        md.Column(K.CLAUSES, "Clause, old"), md.Column(K.SHORT, "Rule"),
    )
    rows = tuple(
        md.Row((
            ce.Marked(f.severity, f.severity.value.capitalize()), ce.said(material.old_titles.heading(f.message)),
            ce.Clauses(f.cites), ce.Words(text(code(f.rule))),
        ))
        for f in sorted(findings, key=lambda f: f.severity.rank)
    )
    return md.Table(anchor, caption, columns, (md.RowGroup(rows),))
