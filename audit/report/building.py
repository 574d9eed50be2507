"""From what was examined to a report: which sections, in which order.

Pure: nothing is read, no clock is asked; equal inputs make equal reports.
"""

from __future__ import annotations

from dataclasses import replace

from audit.compare.entry import Comparison
from audit.report import building_record as record
from audit.report import editions as ed
from audit.report import judging
from audit.report import wording as wd
from audit.report.building_assumptions import assumptions
from audit.report.building_changes import changes
from audit.report.building_findings import findings
from audit.report.building_summary import summary
from audit.report.building_wagers import wagers
from audit.report.examined import Examined
from audit.report.material import Material, gather
from audit.report.model import Report, ReportKind, RunningHead, Section


def verify_report(examined: Examined) -> Report:
    """One ruleset played out: findings, figures, and what they rest on."""
    return _report(ReportKind.VERIFY, gather(examined))


def check_report(examined: Examined) -> Report:
    """One ruleset read and not played: findings of its text."""
    return _report(ReportKind.CHECK, gather(replace(examined, result=None)))


def diff_report(old: Examined, new: Examined, comparison: Comparison) -> Report:
    """Two rulesets compared: what changed, which figures moved, which findings are new or settled."""
    return _report(ReportKind.DIFF, gather(new, old, comparison))


def verify_diff_report(old: Examined, new: Examined, comparison: Comparison) -> Report:
    """The new edition played out, and held against the old."""
    return _report(ReportKind.VERIFY_DIFF, gather(new, old, comparison))


def _sections(kind: ReportKind, material: Material) -> tuple[Section, ...]:
    start = summary(material, kind)
    found = findings(material, kind)
    again = record.reproduce(material)
    close = (again, record.terms(kind), record.disposition())
    match kind:
        case ReportKind.VERIFY:
            middle = (found, wagers(material, kind), assumptions(material), record.coverage(material))
            return (start, *middle, *_quoted(material), record.waivers(material), *close)
        case ReportKind.VERIFY_DIFF:
            played = (found, wagers(material, kind), changes(material), assumptions(material))
            return (start, *played, record.coverage(material), record.waivers(material), *close)
        case ReportKind.DIFF:
            return (start, changes(material), wagers(material, kind), found, assumptions(material), *close)
        case ReportKind.CHECK:
            return (start, found, record.coverage(material), *_quoted(material), record.waivers(material), again)


def _quoted(material: Material) -> tuple[Section, ...]:
    return (record.quoted(material),) if material.new.quoted else ()


def _report(kind: ReportKind, material: Material) -> Report:
    head = material.new.ruleset.head
    against = f", against {ed.against_words(material.old.ruleset.head, head)}" if material.old else ""
    edition = wd.sentence(ed.edition_words(head))
    words = ed.KIND_WORDS[kind]
    short = wd.sentence(words)
    if material.labels and material.labels.old != "Old":
        short += f" with {material.labels.old}"
    return Report(
        kind, f"Rules of play · {words}", ed.game_words(head), f"{edition}{against}",
        f"{ed.game_words(head)}, {ed.edition_words(head)}{against}: {words}",
        RunningHead(wd.cut(ed.game_words(head), 72), f"{edition} · {ed.approval_words(head)}", short),
        ed.report_date(head), material.new.engine, _sections(kind, material),
        judging.is_clean(material, kind), judging.is_complete(material),
    )
