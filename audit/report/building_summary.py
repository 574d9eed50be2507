"""The summary: verdict, three things to know, counts, key numbers, and of what exactly the report speaks."""

from __future__ import annotations

from collections import Counter

from audit.language.diagnostics import Severity
from audit.report import editions as ed
from audit.report import judging
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.cells import Cell, Code, Count, Marked, Words
from audit.report.examined import Examined
from audit.report.inline import Text, references, text
from audit.report.material import Material, cited_clauses
from audit.report.naming import title_of
from audit.ruleset.head import Head
from audit.solve.result import Method, WagerResult

K = md.ColumnKind

_PLURAL = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.NOTE: "Notes"}


def summary(material: Material, kind: md.ReportKind) -> md.Section:
    blocks: list[md.Block] = [md.Paragraph(judging.verdict(material, kind), md.Prose.VERDICT)]
    things = judging.things(material, kind)
    if things:
        blocks.append(md.Things(things))
    has_counts = kind is not md.ReportKind.DIFF or material.findings or material.settled
    blocks.append(md.Glance(_counts(material) if has_counts else None, _key_numbers(material, kind)))
    blocks.append(_examined(material))
    fine = "Hashes in full: How to reproduce. Every figure leads to the ruleset’s line, its clause, and the document."
    blocks.append(md.Paragraph(text(fine), md.Prose.FINE))
    return md.Section("summary", "Summary", tuple(blocks))


# counts


def _counts(material: Material) -> md.Table:
    if material.old is None or material.labels is None:
        columns = [md.Column(K.SEVERITY, "Severity"), md.Column(K.COUNT, "Open")]
        rows = [
            md.Row((Marked(s, _PLURAL[s]), Count(sum(1 for f in material.open if f.finding.severity is s), True)))
            for s in Severity
        ]
        foot = [
            md.Row((Words(text("All")), Count(len(material.open)))),
            md.Row((Words(text("Waived")), Count(len(material.findings) - len(material.open)))),
        ]
        return md.Table("counts", "Findings by severity", tuple(columns), (md.RowGroup(tuple(rows)),), tuple(foot))
    names = material.labels
    columns = [
        md.Column(K.SEVERITY, "Severity"), md.Column(K.COUNT, wd.sentence(names.in_old)),
        md.Column(K.COUNT, "Settled since"), md.Column(K.COUNT, "New"),
        md.Column(K.COUNT, wd.sentence(names.in_new)),
    ]
    rows = [md.Row((Marked(s, _PLURAL[s]), *_counts_of(material, material.old, s))) for s in Severity]
    foot = [md.Row((Words(text("All")), *_counts_of(material, material.old, None)))]
    waived = len(material.findings) - len(material.open)
    foot.append(md.Row((Words(text("Waived")), Count(None), Count(None), Count(None), Count(waived))))
    return md.Table("counts", "Findings by severity", tuple(columns), (md.RowGroup(tuple(rows)),), tuple(foot))


def _counts_of(material: Material, old: Examined, severity: Severity | None) -> tuple[Cell, ...]:
    def of(found: Severity) -> bool:
        return severity is None or found is severity

    before = sum(1 for f in old.findings if of(f.severity))
    settled = sum(1 for f in material.settled if of(f.severity))
    new = sum(1 for f in material.findings if f.is_new and of(f.finding.severity))
    now = sum(1 for f in material.findings if of(f.finding.severity))
    return Count(before), Count(settled or None), Count(new or None), Count(now, severity is not None)


# key numbers


def _key_numbers(material: Material, kind: md.ReportKind) -> tuple[md.KeyNumber, ...]:
    rows = _distinct(material.wagers)
    made: list[md.KeyNumber] = []
    if material.new.result is not None:
        made.append(md.KeyNumber(len(rows), f"{wd.plural(len(rows), 'wager')} played out, {_methods(rows)}"))
        if material.old is not None:
            moved = len({new.wager for _, new in material.moved()})
            label = material.labels.in_old.removeprefix("in ") if material.labels else ""
            made.append(md.KeyNumber(moved, f"{wd.plural(moved, 'wager')} whose edge differs from {label}, as read"))
        unknown = [w for w in rows if w.method is Method.NOT_VERIFIABLE]
        names = f" ({wd.listed([title_of(w, material.titles) for w in unknown])})" if 0 < len(unknown) <= 2 else ""
        by_stake = any(w.by_amount for w in unknown)
        lacks = "whose house edge cannot be verified" if by_stake else "without a stated payout"
        made.append(md.KeyNumber(len(unknown), f"{wd.plural(len(unknown), 'wager')} {lacks}{names}"))
        if kind is md.ReportKind.VERIFY:
            ahead = sum(1 for w in rows if w.house_edge is not None and w.house_edge < 0)
            made.append(md.KeyNumber(ahead, f"{wd.plural(ahead, 'wager')} at which the player has the advantage"))
    if kind in (md.ReportKind.DIFF, md.ReportKind.VERIFY_DIFF) and material.comparison:
        apart = material.comparison.renumbered_statements
        tail = f"; {wd.counted(apart, 'statement')} only renumbered or moved {'is' if apart == 1 else 'are'} set apart" if apart else ""
        count = len(material.changes)
        made.append(md.KeyNumber(count, f"{wd.plural(count, 'change')} in what is said{tail}"))
    if kind in (md.ReportKind.VERIFY, md.ReportKind.CHECK):
        count = len(material.assumptions)
        words = f"{wd.plural(count, 'assumption')} in force, where the document is silent or unclear"
        made.append(md.KeyNumber(count, words))
    if kind is md.ReportKind.CHECK:
        clauses = len(cited_clauses(material.new.ruleset))
        made.append(md.KeyNumber(clauses, f"{wd.plural(clauses, 'clause')} cited by the ruleset"))
        statements = len(material.new.ruleset.statements)
        made.append(md.KeyNumber(statements, f"{wd.plural(statements, 'statement')} in the ruleset"))
    return tuple(made[:4])





_WORST = (Method.NOT_SOLVABLE, Method.NOT_VERIFIABLE, Method.SAMPLED, Method.EXACT)


def _distinct(rows: tuple[WagerResult, ...]) -> list[WagerResult]:
    """One row a wager, of its positions that which is known least well."""
    worst: dict[str, WagerResult] = {}
    for row in rows:
        held = worst.get(row.wager)
        if held is None or _WORST.index(row.method) < _WORST.index(held.method):
            worst[row.wager] = row
    return list(worst.values())


def _methods(rows: list[WagerResult]) -> str:
    counts = {method: sum(1 for r in rows if r.method is method) for method in _WORST}
    if counts[Method.EXACT] == len(rows):
        return "every figure exact"
    words = {
        Method.EXACT: "exact", Method.SAMPLED: "sampled", Method.NOT_VERIFIABLE: "not verifiable",
        Method.NOT_SOLVABLE: "not solved",
    }
    return ", ".join(f"{nb.integer(counts[m])} {words[m]}" for m in reversed(_WORST) if counts[m])


# what was examined


def _examined(material: Material) -> md.Table:
    new, old = material.new, material.old
    heads = ["This edition", "Compared with"] if old else ["This edition"]
    columns = [md.Column(K.LABEL, ""), *(md.Column(K.WORDS, h) for h in heads)]
    sides = [new, old] if old else [new]
    described = [_description(side, material) for side in sides]
    rows = []
    for label in dict.fromkeys(key for side in described for key in side):
        cells = [side.get(label, Words(text("–"))) for side in described]
        rows.append(md.Row((Words(text(label)), *cells)))
    return md.Table("examined", "What was examined", tuple(columns), (md.RowGroup(tuple(rows)),))


def _description(examined: Examined, material: Material) -> dict[str, Cell]:
    head = examined.ruleset.head
    rows: dict[str, Cell] = {"Title": Words(text(wd.typeset(head.title)))}
    rows["Issuer"] = Words(text(wd.typeset(head.issuer or "not stated")))
    on = ed.edition_date(head)
    rows["Edition"] = Words(text(wd.date_words(on) if on else head.edition))
    rows["Approval"] = Words(_approval(examined, material))
    rows["Document"] = Words(text(_document(head)))
    rows["Ruleset"] = Words(text(head.id))
    rows["Clauses"] = Words(text(_clauses(examined)))
    if examined.result is not None:
        wagers = _distinct(examined.result.wagers)
        rows["Wagers"] = Words(text(f"{nb.integer(len(wagers))}, {_methods(wagers)}" if wagers else "none"))
    for number, document in enumerate(examined.documents):
        label = "SHA-256, document" if number == 0 else f"SHA-256, document {number + 1}"
        rows[label] = Code(_short(document.sha256))
    rows["SHA-256, ruleset"] = Code(_short(examined.sha256))
    return rows


def _approval(examined: Examined, material: Material) -> Text:
    head = examined.ruleset.head
    dated = ed.approval(head)
    if dated is None or dated.on is None:
        return text("not stated")
    words = wd.date_words(dated.on)
    if dated.kind.value != "approved":
        words = f"{dated.kind.value} {words}"
    if dated.by:
        words += f" by “{dated.by}”"
    if not ed.is_assumed(dated):
        return text(words)
    because = dated.basis.assumed.because if dated.basis.assumed else None
    ref = [a.id for a in material.assumptions if because and a.because == because] if examined is material.new else []
    return text(f"{words} (assumed: ", *references(ref), ")") if ref else text(f"{words} (assumed)")


def _document(head: Head) -> str:
    parts = []
    for source in head.sources:
        lines = f", lines {source.first_line}–{source.last_line}" if source.first_line is not None else ""
        parts.append(f"“{source.document}”{lines}{' (the same text again)' if source.is_witness else ''}")
    words = "; ".join(parts) or "not stated"
    if head.begins_at:
        words += f"; begins at {head.begins_at}"
    if head.breaks_off_at:
        words += f"; breaks off at {head.breaks_off_at}"
    if head.missing:
        words += f"; not at hand: {'; '.join(head.missing)}"
    return words


def _clauses(examined: Examined) -> str:
    cited = cited_clauses(examined.ruleset)
    words = f"{nb.integer(len(cited))} cited"
    taken_over = Counter(source for source in cited.values() if source)
    if not taken_over:
        return words
    own = nb.integer(len(cited) - taken_over.total())
    return f"{words}: {own} of this text, {wd.listed([f'{nb.integer(n)} taken over from {source}' for source, n in taken_over.items()])}"


def _short(sha256: str) -> str:
    return f"{sha256[:16]}…" if len(sha256) > 16 else sha256 or "–"
