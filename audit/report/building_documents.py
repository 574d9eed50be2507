"""Reports about documents alone: two compared clause by clause, or one checked for what its words get wrong.

Pure: nothing is read, no clock is asked; equal inputs make equal reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from audit.checks.finding import Finding
from audit.compare.documents.entries import Entry, Following, Kind, Side, TextComparison, Weight
from audit.documents.clauses import walk
from audit.documents.document import Document, Part
from audit.language.diagnostics import Severity
from audit.report import building_record as record
from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.building_findings import NOT_SHOWN, place
from audit.report.document_wording import foremost, left_out_words, matters_told, root_path, what_changed
from audit.report.inline import Mark, Run, Text, code, references, strong, text
from audit.report.numbers import integer
from audit.ruleset.basis import stands_under
from audit.version import VERSION

K = md.ColumnKind

_MOST_WORDS = 4_000
"""Characters of one side that are set in full; the rest is said to be left out."""
_MOST_LISTED = 60
_SHORT_HASH = 12
_PLURAL = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.NOTE: "Notes"}
_WEIGHTS = (
    (Weight.VALUE, "Numbers, odds, money, hours and counts"),
    (Weight.MODAL, "What must, may or must not be done"),
    (Weight.WORDS, "Other words"),
    (Weight.FORM, "How clauses are cut, with the same words"),
)


@dataclass(frozen=True)
class Compared:
    """Two documents with what differs; ``command`` is the line that repeats the comparison."""

    old: Document
    new: Document
    comparison: TextComparison
    command: str


@dataclass(frozen=True)
class CheckedDocument:
    """A document with what was found in it; ``waived`` are fingerprints of findings that are let pass."""

    document: Document
    findings: tuple[Finding, ...]
    command: str
    waived: frozenset[str] = frozenset()


# two documents


def documents_diff_report(compared: Compared) -> md.Report:
    """What changed from one document to the other, side by side, with page and clause on both sides."""
    numbered = _numbered(compared.comparison)
    sections = (
        _diff_summary(compared, numbered),
        _changes(compared, numbered),
        _set_apart(compared.comparison),
        _reproduce(compared.command, (compared.old, compared.new)),
        record.disposition(),
    )
    name = _name_of(compared)
    new, old = _edition(compared, is_old=False), _edition(compared, is_old=True)
    subtitle = wd.sentence(f"{new}, against {old}") if new[:1].islower() else f"{new}, against {old}"
    return _report(
        md.ReportKind.DIFF,
        "comparison of documents",
        name,
        subtitle,
        new,
        _day(compared),
        sections,
        is_clean=not compared.comparison.substance,
    )


def _numbered(comparison: TextComparison) -> list[tuple[str, Entry]]:
    """Entries of substance, weightiest first, with the numbers by which the report refers to them."""
    entries = [e for e in comparison.weightiest if e.kind is not Kind.RENUMBERED]
    room = max(2, len(str(len(entries))))
    return [(f"C-{n:0{room}}", entry) for n, entry in enumerate(entries, 1)]


def _diff_summary(compared: Compared, numbered: Sequence[tuple[str, Entry]]) -> md.Section:
    comparison = compared.comparison
    counts = [(sum(1 for _, e in numbered if e.weight is w), words) for w, words in _WEIGHTS]
    if numbered:
        shares = [f"{wd.in_words(n)} in {words[:1].lower()}{words[1:]}" for n, words in counts if n]
        verdict = text(
            strong(f"{wd.sentence(wd.counted(len(numbered), 'change'))} of substance."),
            " ",
            f"{wd.sentence(wd.listed(shares))}.",
        )
    else:
        verdict = text(
            strong("No change of substance."), " ", "The two documents say the same in every clause compared."
        )
    blocks: list[md.Block] = [md.Paragraph(verdict, md.Prose.VERDICT)]
    things = tuple(
        md.Thing(_heading(entry, compared), text(wd.stopped(wd.sentence(what_changed(entry)))), (number,))
        for entry in foremost([e for _, e in numbered])
        for number in (next(n for n, e in numbered if e is entry),)
    )
    if things:
        blocks.append(md.Things(things))
    renumbered = sum(e.count for e in comparison.entries if e.kind is Kind.RENUMBERED)
    noise = len(comparison.form) + len(comparison.following) + len(comparison.read_through)
    blocks.append(
        md.Glance(
            None,
            (
                md.KeyNumber(counts[0][0], "in numbers, odds, money, hours or counts"),
                md.KeyNumber(counts[1][0], "in what must, may or must not be done"),
                md.KeyNumber(renumbered, f"{wd.plural(renumbered, 'clause')} only renumbered"),
                md.KeyNumber(noise, f"{wd.plural(noise, 'difference')} without substance, set apart"),
            ),
        )
    )
    blocks.append(_examined((compared.new, compared.old), _shown_parts(compared)))
    left = list(left_out_words(comparison.left_out, "the old document", "the new document"))
    if left:
        blocks.append(md.Heading("Not compared"))
        blocks.append(md.Bullets(tuple(text(wd.stopped(wd.sentence(words))) for words in left[:_MOST_LISTED])))
    return md.Section("summary", "Summary", tuple(blocks))


def _changes(compared: Compared, numbered: Sequence[tuple[str, Entry]]) -> md.Section:
    if not numbered:
        return md.Section("changes", "Changes", (md.Paragraph(text("None of substance.")),))
    words = (
        "In falling weight: first what touches a number, odds, money, hours or a count, then what must or may be done, then "
        "other words. What stands only on one side is marked."
    )
    blocks: list[md.Block] = [md.Paragraph(text(words)), _glance(numbered)]
    for weight, title in _WEIGHTS:
        mine = [(number, entry) for number, entry in numbered if entry.weight is weight]
        if mine:
            blocks.append(md.Heading(title))
            blocks += [_block(number, entry, compared) for number, entry in mine]
    return md.Section("changes", "Changes", tuple(blocks))


def _glance(numbered: Sequence[tuple[str, Entry]]) -> md.Table:
    columns = (
        md.Column(K.NUMBER, "No."),
        md.Column(K.CLAUSES, "Clause, old"),
        md.Column(K.CLAUSES, "Clause, new"),
        md.Column(K.SHORT, "Kind"),
        md.Column(K.WORDS, "What changed"),
        md.Column(K.SHORT, "Pages"),
    )
    rows = tuple(
        md.Row(
            (
                ce.Words(references((number,))),
                ce.Clauses(_clauses(entry, is_old=True)),
                ce.Clauses(_clauses(entry, is_old=False)),
                ce.said(wd.sentence(entry.kind.value)),
                ce.said(wd.sentence(what_changed(entry))),
                ce.said(_pages(entry)),
            )
        )
        for number, entry in numbered
    )
    return md.Table("differences", "Changes at a glance", columns, (md.RowGroup(rows),), may_filter=len(rows) >= 20)


def _block(number: str, entry: Entry, compared: Compared) -> md.ChangeBlock:
    said = entry.says or matters_told(entry)
    notes = [*([said] if said else []), *(f"Doubtful: {doubt}" for doubt in entry.doubts)]
    return md.ChangeBlock(
        number,
        wd.sentence(entry.kind.value),
        _heading(entry, compared),
        md.Side("Old", _where(entry.old), _clauses(entry, is_old=True), _words(entry.old, Mark.REMOVED, not entry.new)),
        md.Side("New", _where(entry.new), _clauses(entry, is_old=False), _words(entry.new, Mark.ADDED, not entry.old)),
        "",
        None,
        " ".join(wd.stopped(wd.sentence(note)) for note in notes),
        None,
        "",
    )


def _clauses(entry: Entry, *, is_old: bool) -> tuple[str, ...]:
    path = root_path(entry, is_old=is_old)
    return (path,) if path else ()


def _heading(entry: Entry, compared: Compared) -> str:
    """``Clause F.1 → F.2, Payout Odds``: with its own title, else that of its section."""
    old, new = root_path(entry, is_old=True), root_path(entry, is_old=False)
    paths = old if old == new else " → ".join(path for path in (old, new) if path)
    side = (entry.new or entry.old)[0]
    document = compared.new if entry.new else compared.old
    title = wd.cut(side.title or _section_title(document, side), 60)
    head = f"Clause {paths}" if "," not in paths else f"Clauses {paths}"
    return f"{head}, {wd.typeset(title)}" if title else head


def _section_title(document: Document, side: Side) -> str:
    """The title of the section of the first level that a clause belongs to."""
    part = next((p for p in document.parts if p.number == side.part), None)
    for clause in part.clauses if part is not None else ():
        if stands_under(side.path, clause.path):
            return clause.title.words.strip(" .")
    return ""


def _where(sides: Sequence[Side]) -> str:
    if not sides:
        return ""
    first, last = sides[0], sides[-1]
    lines = (first.lines[0], max(first.lines[1], last.lines[1]))
    return f"page {first.page}, line{'' if lines[0] == lines[1] else 's'} {lines[0]}{'' if lines[0] == lines[1] else f'–{lines[1]}'}"


def _pages(entry: Entry) -> str:
    old, new = (str(sides[0].page) if sides else "–" for sides in (entry.old, entry.new))
    return f"{old} → {new}"


def _words(sides: Sequence[Side], mark: Mark, is_whole: bool) -> Text | None:
    """The words of one side with what stands only there marked; None where it has none."""
    if not sides:
        return None
    runs: list[Run] = []
    room = _MOST_WORDS
    for n, side in enumerate(sides):
        if n:
            runs.append(Run(" ¶ ", Mark.MUTED))
        pieces = [(side.words, Weight.WORDS)] if is_whole else list(side.runs)
        for words, weight in pieces:
            if room <= 0:
                break
            runs.append(Run(words[:room], Mark.PLAIN if weight is None else mark))
            room -= len(words)
    if room <= 0:
        runs.append(Run(" … (the rest is left out here)", Mark.MUTED))
    return tuple(runs)


def _set_apart(comparison: TextComparison) -> md.Section:
    rows: list[md.Row] = []
    renumbered = [e for e in comparison.entries if e.kind is Kind.RENUMBERED]
    if renumbered:
        spoken = [f"{e.old_path} → {e.new_path}" for e in renumbered]
        rows.append(_apart("Renumbered, the same words", sum(e.count for e in renumbered), spoken))
    if comparison.following:
        rows.append(
            _apart(
                "References that follow a renumbering", len(comparison.following), map(_follow, comparison.following)
            )
        )
    for words, entries in (
        ("Capitals, punctuation, how clauses are cut", comparison.form),
        ("Damage of a scan, read through", comparison.read_through),
    ):
        if entries:
            rows.append(
                _apart(words, len(entries), [f"{e.new_path or e.old_path}: {what_changed(e)}" for e in entries])
            )
    if comparison.alike:
        rows.append(_apart("Alike", comparison.alike, ["the same words in both"]))
    if not rows:
        return md.Section("apart", "Set apart: no change of substance", (md.Paragraph(text("Nothing was set apart.")),))
    columns = (md.Column(K.SHORT, "What"), md.Column(K.COUNT, "Clauses"), md.Column(K.WORDS, "Where"))
    table = md.Table("apart", "What changes nothing", columns, (md.RowGroup(tuple(rows)),))
    return md.Section("apart", "Set apart: no change of substance", (table,))


def _follow(found: Following) -> str:
    return f"{found.new.path}: “{found.old_words}” → “{found.new_words}”"


def _apart(words: str, count: int, places: Iterator[str] | Sequence[str] | map[str]) -> md.Row:
    spoken = list(places)
    where = "; ".join(spoken[:_MOST_LISTED])
    if len(spoken) > _MOST_LISTED:
        where += f"; and {wd.counted(len(spoken) - _MOST_LISTED, 'other')}"
    return md.Row((ce.said(words), ce.Count(count), ce.said(where)))


# one document


def document_check_report(checked: CheckedDocument) -> md.Report:
    """What was found in the words of a document."""
    document = checked.document
    open_ones = [f for f in checked.findings if f.fingerprint not in checked.waived]
    name = next((p.game or p.title for p in document.rules if p.game or p.title), None) or _file(document)
    sections = (
        _check_summary(checked, open_ones),
        _findings(checked),
        _parts(document),
        _reproduce(checked.command, (document,)),
        record.disposition(),
    )
    is_one = len({p.game or p.title for p in document.rules}) <= 1
    title = wd.typeset(name) if is_one else wd.typeset(_file(document))
    edition = (
        (_edition_of(document.rules[:1]) or _file(document))
        if is_one
        else wd.sentence(wd.counted(len(document.rules), "set of rules", "sets of rules"))
    )
    day = max((d.day for p in document.rules for d in p.dates), default=None) if is_one else None
    is_clean = all(f.severity is Severity.NOTE for f in open_ones)
    return _report(
        md.ReportKind.CHECK, "check of a document", title, edition, edition, day, sections, is_clean=is_clean
    )


def _check_summary(checked: CheckedDocument, open_ones: Sequence[Finding]) -> md.Section:
    document = checked.document
    counts = [wd.counted(n, s.value) for s in Severity if (n := sum(1 for f in open_ones if f.severity is s))]
    lead = "Clean." if all(f.severity is Severity.NOTE for f in open_ones) else "Not clean."
    said = (
        f"{wd.sentence(wd.listed(counts))} {'is' if len(open_ones) == 1 else 'are'} open."
        if counts
        else "Nothing was found."
    )
    waived = len(checked.findings) - len(open_ones)
    if waived:
        said += f" {wd.sentence(wd.counted(waived, 'finding'))} {'is' if waived == 1 else 'are'} waived."
    blocks: list[md.Block] = [md.Paragraph(text(strong(lead), " ", said), md.Prose.VERDICT)]
    numbered = _numbered_findings(checked)
    things = tuple(
        md.Thing(wd.sentence(f.message), text(wd.stopped(wd.sentence(f.effect or f.condition))), (number,))
        for number, f in numbered[:3]
        if f.severity is not Severity.NOTE
    )
    if things:
        blocks.append(md.Things(things))
    columns = (md.Column(K.SEVERITY, "Severity"), md.Column(K.COUNT, "Open"))
    rows = tuple(
        md.Row((ce.Marked(s, _PLURAL[s]), ce.Count(sum(1 for f in open_ones if f.severity is s), True)))
        for s in Severity
    )
    foot = (
        md.Row((ce.said("All"), ce.Count(len(open_ones)))),
        md.Row((ce.said("Waived"), ce.Count(waived))),
    )
    table = md.Table("counts", "Findings by severity", columns, (md.RowGroup(rows),), foot)
    clauses = [c for p in document.rules for c in walk(p.clauses)]
    doubtful = sum(1 for c in clauses if c.confidence < 1)
    blocks.append(
        md.Glance(
            table,
            (
                md.KeyNumber(len(document.rules), wd.plural(len(document.rules), "set") + " of rules of play"),
                md.KeyNumber(len(clauses), f"{wd.plural(len(clauses), 'clause')} read"),
                md.KeyNumber(doubtful, f"{wd.plural(doubtful, 'clause')} whose label is doubtful"),
            ),
        )
    )
    blocks.append(_examined((document,), (document.rules,)))
    fine = "No ruleset was needed: these findings compare the document’s clauses with one another. No round was played."
    blocks.append(md.Paragraph(text(fine), md.Prose.FINE))
    return md.Section("summary", "Summary", tuple(blocks))


def _numbered_findings(checked: CheckedDocument) -> list[tuple[str, Finding]]:
    ordered = sorted(checked.findings, key=lambda f: (f.severity.rank, f.span.line, f.span.column, f.rule))
    room = max(2, len(str(len(ordered))))
    return [(f"F-{n:0{room}}", finding) for n, finding in enumerate(ordered, 1)]


def _findings(checked: CheckedDocument) -> md.Section:
    blocks: list[md.Block] = [_finding(number, finding, checked) for number, finding in _numbered_findings(checked)]
    if not blocks:
        blocks.append(md.Paragraph(text("None.")))
    return md.Section("findings", "Findings", tuple(blocks))


def _finding(number: str, finding: Finding, checked: CheckedDocument) -> md.FindingBlock:
    elements = (
        ("Criteria", finding.criteria),
        ("Condition", finding.condition),
        ("Cause", finding.cause or NOT_SHOWN),
        ("Effect", finding.effect),
        ("Recommendation", finding.recommendation),
    )
    page = f"{wd.typeset(finding.chapter)}, " if finding.chapter else ""
    page += f"page {finding.page}, " if finding.page else ""
    return md.FindingBlock(
        number,
        finding.severity,
        wd.typeset(wd.sentence(finding.message)),
        "",
        None,
        finding.cites,
        tuple((word, text(wd.typeset(wd.stopped(wd.sentence(said))))) for word, said in elements if said),
        None,
        None,
        finding.no_witness_because,
        finding.rule,
        f"{page}{place(finding)}",
        finding.fingerprint,
        "Waived" if finding.fingerprint in checked.waived else "",
        "document",
    )


def _parts(document: Document) -> md.Section:
    columns = (
        md.Column(K.COUNT, "No."),
        md.Column(K.SHORT, "Kind"),
        md.Column(K.WORDS, "Title"),
        md.Column(K.WORDS, "Dates"),
        md.Column(K.SHORT, "Lines"),
        md.Column(K.COUNT, "Clauses"),
        md.Column(K.WORDS, "What shows it"),
    )
    rows = tuple(
        md.Row(
            (
                ce.Count(part.number),
                ce.said(wd.sentence(part.kind.value)),
                ce.said(wd.typeset(part.game or part.title or "–")),
                ce.said(_dates(part) or part.edition or "–"),
                ce.said(", ".join(f"{a}–{b}" for a, b in part.lines)),
                ce.Count(sum(1 for _ in walk(part.clauses))),
                ce.said(wd.cut(wd.typeset(" ".join(wd.stopped(b) for b in part.because))) + _same(part)),
            )
        )
        for part in document.parts
    )
    table = md.Table("parts", "Parts of the file", columns, (md.RowGroup(rows),), may_filter=len(rows) >= 20)
    return md.Section("parts", "What the file bundles", (table,))


def _same(part: Part) -> str:
    return f" The same words as part {part.same_as}." if part.same_as is not None else ""


# what both have


def _report(
    kind: md.ReportKind,
    words: str,
    name: str,
    subtitle: str,
    edition: str,
    on: date | None,
    sections: tuple[md.Section, ...],
    *,
    is_clean: bool,
) -> md.Report:
    return md.Report(
        kind,
        f"Rules of play · {words}",
        wd.typeset(name),
        subtitle,
        f"{name}, {subtitle}: {words}",
        md.RunningHead(wd.cut(wd.typeset(name), 72), edition, wd.sentence(words)),
        on,
        VERSION,
        sections,
        is_clean,
        True,
    )


def _examined(documents: Sequence[Document], parts: Sequence[Sequence[Part]]) -> md.Table:
    heads = ("This document",) if len(documents) == 1 else ("New", "Old")
    columns = [md.Column(K.LABEL, ""), *(md.Column(K.WORDS, head) for head in heads)]
    described = [_description(d, p) for d, p in zip(documents, parts, strict=True)]
    rows = tuple(md.Row((ce.said(label), *(side[label] for side in described))) for label in described[0])
    return md.Table("examined", "What was examined", tuple(columns), (md.RowGroup(rows),))


def _description(document: Document, parts: Sequence[Part]) -> dict[str, ce.Cell]:
    printed = document.printed
    names = list(dict.fromkeys(wd.typeset(p.game or p.title or "not titled") for p in parts))
    lines = [f"{a}–{b}" for p in parts[:6] for a, b in p.lines]
    kind = f"{printed.format.value}, {integer(len(printed.pages))} {wd.plural(len(printed.pages), 'page')}"
    return {
        "File": ce.said(_file(document)),
        "Format": ce.said(kind + (", a redline" if printed.is_redline else "")),
        "Rules": ce.said(wd.named(names) if names else "none recognised"),
        "Dates": ce.said(
            "; ".join(dict.fromkeys(_dates(p) for p in parts if p.dates)) or _dates_of_copies(document, parts)
        ),
        "Lines": ce.said(", ".join(lines) + (" and more" if len(parts) > 6 else "") if lines else "–"),
        "Clauses": ce.Count(sum(1 for p in parts for _ in walk(p.clauses))),
        "SHA-256": ce.Code(printed.sha256[:_SHORT_HASH]),
    }


def _dates_of_copies(document: Document, parts: Sequence[Part]) -> str:
    """Where a text prints no date: those that copies of it print."""
    numbers = {p.number for p in parts}
    copies = [p for p in document.parts if p.same_as in numbers and p.dates]
    dates = list(dict.fromkeys(_dates(p) for p in copies))
    return f"none printed; copies of the same words print: {'; '.join(dates)}" if dates else "none printed"


def _dates(part: Part) -> str:
    return ", ".join(f"{d.what} {wd.date_words(d.day)}" for d in part.dates)


def _reproduce(command: str, documents: Sequence[Document]) -> md.Section:
    rows = tuple(dict.fromkeys(md.Row((ce.said(_file(d)), ce.Code(d.printed.sha256))) for d in documents))
    columns = (md.Column(K.WORDS, "File"), md.Column(K.CODE, "SHA-256"))
    remarks = tuple(text(code(_file(d)), f": {wd.stopped(r)}") for d in documents for r in d.printed.remarks)
    blocks: list[md.Block] = [
        md.Paragraph(text("The same files and the same version give this report byte for byte.")),
        md.Commands((command,)),
        md.Table("inputs", "Inputs", columns, (md.RowGroup(rows),)),
    ]
    if remarks:
        blocks += [md.Heading("What the reader of the files remarked"), md.Bullets(remarks)]
    blocks.append(md.Paragraph(text(f"Engine {VERSION}. Checks completed: all."), md.Prose.FINE))
    return md.Section("reproduce", "How to reproduce", tuple(blocks))


def _shown_parts(compared: Compared) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The parts that were compared, of the new document and of the old."""
    pairs = compared.comparison.compared
    new = tuple(p for p in compared.new.parts if any(a.new == p.number for a in pairs))
    old = tuple(p for p in compared.old.parts if any(a.old == p.number for a in pairs))
    return new or compared.new.rules, old or compared.old.rules


def _name_of(compared: Compared) -> str:
    names = list(dict.fromkeys(a.new_title for a in compared.comparison.compared))
    if len(names) == 1:
        return names[0]
    return _file(compared.new)


def _edition(compared: Compared, *, is_old: bool) -> str:
    new, old = _shown_parts(compared)
    parts = old if is_old else new
    return (_edition_of(parts) if len(parts) == 1 else "") or _file(compared.old if is_old else compared.new)


def _edition_of(parts: Sequence[Part]) -> str:
    for part in parts:
        if part.dates:
            latest = max(part.dates, key=lambda d: d.day)
            return f"edition {latest.what} {wd.date_words(latest.day)}"
        if part.edition:
            return f"edition “{part.edition}”"
    return ""


def _day(compared: Compared) -> date | None:
    new, _ = _shown_parts(compared)
    return max((d.day for p in new for d in p.dates), default=None) if len(new) == 1 else None


def _file(document: Document) -> str:
    """The file's name; never a path of the machine."""
    return PurePath(document.name).name
