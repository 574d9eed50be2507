"""`audit report`."""

from __future__ import annotations

import enum
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.diff import compared, unsolved
from audit.commands.examining import Done, Wanted, path_of, taken_over
from audit.commands.keeping import recalled
from audit.commands.options import Choose, InForce, command
from audit.commands.output import Form, planned, say, write_files
from audit.commands.reading import is_document
from audit.commands.session import CLEAN, FINDINGS, INCOMPLETE, Session, usage
from audit.commands.verify import open_words
from audit.commands.waiving import Examined as Found
from audit.commands.waiving import Waived, waive
from audit.commands.working import each

if TYPE_CHECKING:
    from audit.checks.finding import Finding
    from audit.compare.entry import Comparison
    from audit.compare.side import Side
    from audit.documents.document import Document
    from audit.report.examined import DocumentFile, Examined, QuotedClause, SectionCoverage
    from audit.report.model import Report
    from audit.report.paper import Paper

FORMS = (Form.HTML, Form.PDF, Form.XLSX, Form.JSON)


class What(enum.Enum):
    """What is reported."""

    VERIFY = "verify"
    DIFF = "diff"
    BOTH = "verify+diff"
    CHECK = "check"


class PaperSize(enum.Enum):
    """What a report is printed on."""

    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True)
class Built:
    """A report, what is said of it in a line, what was not completed, and whether anything is to be mended."""

    report: Report
    told: str
    unfinished: tuple[str, ...] = ()
    is_bad: bool = False
    waived: Waived | None = None


def register(app: typer.Typer) -> None:
    command(app, "report", write_report, "A report to file: HTML, PDF, XLSX.")


def write_report(
    context: typer.Context,
    what: Annotated[What, typer.Argument(metavar="WHAT", help="verify, diff, verify+diff or check.")],
    rulesets: Annotated[
        list[str], typer.Argument(metavar="RULESET", help="One ruleset; for a comparison the old and the new.")
    ],
    output: Annotated[
        list[Path],
        typer.Option("-o", "--output", metavar="FILE", help="A file: .html, .pdf, .xlsx or .json; may repeat."),
    ],
    choose: Choose = None,
    chapter: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of documents: the rules with this title.")
    ] = None,
    part: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Of documents: the part of this number; twice: old, then new.")
    ] = None,
    document: Annotated[
        str | None, typer.Option(metavar="DOC", help="The document that the ruleset cites: its clauses are quoted.")
    ] = None,
    in_force: InForce = False,
    paper: Annotated[PaperSize, typer.Option(help="What the report is set for.")] = PaperSize.A4,
    no_waivers: Annotated[bool, typer.Option("--no-waivers", help="Count waived findings, too.")] = False,
) -> int:
    """A report to file: HTML that needs no network, PDF/A-3a with PDF/UA-1, or a workpaper in XLSX."""
    session: Session = context.obj
    wanted = 2 if what in (What.DIFF, What.BOTH) else 1
    if len(rulesets) != wanted:
        needs = "an old and a new ruleset or document" if wanted == 2 else "one ruleset or document"
        example = "OLD NEW" if wanted == 2 else "RULESET"
        raise usage(
            f"report {what.value} takes {needs}, and {len(rulesets)} are given",
            f"audit report {what.value} {example} -o FILE.html",
        )
    if choose and wanted == 2:
        raise usage("--choose is for the report of one ruleset", "a comparison takes both at their defaults", "choose")
    if in_force and (what is not What.VERIFY or is_document(rulesets[0])):
        raise usage("--in-force is for a ruleset that is played", "audit report verify RULESET -o FILE", "in-force")
    files = planned(output, FORMS)
    if (chapter or part) and not is_document(rulesets[0]):
        raise usage("--chapter and --part are for documents", "a ruleset is reported whole", "report")
    if part and len(part) > 2:
        raise usage("--part is given more than twice", "once for both documents, or old and new", "part")
    if document is not None and (what not in (What.VERIFY, What.CHECK) or not is_document(document)):
        raise usage(
            "--document is the document of one ruleset",
            "audit report verify RULESET --document DOC -o FILE",
            "document",
        )
    asked = Asking(
        what, tuple(rulesets), tuple(choose or ()), no_waivers, chapter, tuple(part or ()), document, in_force
    )
    built = each(session, "report", [(" ".join(rulesets), asked)], _built, unwritten=list(files)).made[0]
    write_files({path: rendered(built.report, form, paper) for path, form in files.items()})
    pdf = " (PDF/A-3a, PDF/UA-1)" if Form.PDF in files.values() else ""
    say(f"wrote {', '.join(map(str, output))}{pdf}: {built.told}", quiet=session.quiet)
    if built.waived is not None:
        built.waived.complain()
    for line in built.unfinished:
        say(line)
    return max(INCOMPLETE if built.unfinished else CLEAN, FINDINGS if built.is_bad else CLEAN)


@dataclass(frozen=True)
class Asking:
    """What is to be reported of which rulesets."""

    what: What
    rulesets: tuple[str, ...]
    choose: tuple[str, ...] = ()
    no_waivers: bool = False
    chapter: str | None = None
    parts: tuple[int, ...] = ()
    document: str | None = None
    in_force: bool = False

    @property
    def is_of_documents(self) -> bool:
        from audit.commands.diff_documents import are_documents

        if self.what in (What.DIFF, What.BOTH):
            return are_documents(*self.rulesets)
        return is_document(self.rulesets[0])


def _of_documents(session: Session, asked: Asking, part: Callable[[str], None]) -> Built:
    """The report of two documents compared, or of one checked."""
    from audit.commands import diff_documents
    from audit.commands.check import document_findings
    from audit.report.building_documents import documents_diff_report

    if asked.what is What.DIFF:
        old, new = asked.rulesets
        wanted = diff_documents.Wanted(old, new, chapter=asked.chapter, parts=asked.parts)
        compared = diff_documents.compare(replace(session, quiet=True), wanted)  # the report shows its own progress
        count = len(compared.comparison.substance)
        return Built(
            documents_diff_report(compared), f"{count} difference{'' if count == 1 else 's'}", is_bad=count > 0
        )
    if asked.what is not What.CHECK:
        raise usage(
            f"report {asked.what.value} plays a ruleset, and a document is given", "audit report check DOC -o FILE.html"
        )
    name = asked.rulesets[0]
    document, findings = document_findings(session, name, part)
    waived = waive(session, [Found(document.name, document.name, findings, Path(name))], off=asked.no_waivers)
    told = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    return Built(document_report(document, findings, waived), told, (), waived.is_bad, waived)


def document_report(document: Document, findings: Sequence[Finding], waived: Waived) -> Report:
    """The report of one document checked."""
    from audit.report.building_documents import CheckedDocument, document_check_report

    command_line = shlex.join(["audit", "check", Path(document.name).name])
    passed = frozenset(j.finding.fingerprint for j in waived.of(document.name) if j.waiver is not None)
    return document_check_report(CheckedDocument(document, tuple(findings), command_line, passed))


def _built(session: Session, asked: Asking, part: Callable[[str], None]) -> Built:
    if asked.is_of_documents:
        return _of_documents(session, asked, part)
    if asked.what in (What.DIFF, What.BOTH):
        return _comparison(session, asked, part)
    library = session.library()
    name = asked.rulesets[0]
    wanted = Wanted(asked.choose, document=asked.document, in_force=asked.in_force)
    done = recalled(session, name, session.read(name, library), wanted, part)
    found = Found(done.checked.source.name, done.ruleset.head.id, done.findings, path_of(name, library))
    waived = waive(session, [found], off=asked.no_waivers, ran=() if asked.in_force else None)
    if asked.what is What.CHECK:
        count = len(done.findings)
        told = f"{count} finding{'' if count == 1 else 's'}"
        return Built(_check(done, waived), told, tuple(open_words([done])), waived.is_bad, waived)
    wagers = len({w.wager for w in done.verified.result.wagers})
    told = f"{wagers} wager{'' if wagers == 1 else 's'}, 1 configuration"
    return Built(_verify(done, wanted, waived), told, tuple(open_words([done])), waived.is_bad, waived)


def _comparison(session: Session, asked: Asking, part: Callable[[str], None]) -> Built:
    old, new = asked.rulesets
    comparison, sides = compared(session, old, new, part)
    command_line = shlex.join(["audit", "report", asked.what.value, *asked.rulesets])
    count = len(comparison.entries)
    told = f"{count} difference{'' if count == 1 else 's'}"
    made = _diff(comparison, sides, command_line, whole=asked.what is What.BOTH)
    return Built(made, told, tuple(unsolved(comparison, sides)), bool(comparison.entries))


def _verify(done: Done, wanted: Wanted, waived: Waived) -> Report:
    from audit.report.building import verify_report as build

    return build(examined(done, wanted, waived))


def _check(done: Done, waived: Waived) -> Report:
    from audit.report.building import check_report as build

    return build(examined(done, Wanted(), waived, plays=False))


def _diff(comparison: Comparison, sides: tuple[Side, Side], command_line: str, *, whole: bool = False) -> Report:
    from audit.report import building

    old, new = (examined_side(side, command_line) for side in sides)
    make = building.verify_diff_report if whole else building.diff_report
    return make(old, new, comparison)


def examined(done: Done, wanted: Wanted, waived: Waived, *, plays: bool = True) -> Examined:
    """What the report of one ruleset is built from; where its document is at hand, the clauses cited are quoted."""
    from audit.report.examined import Examined
    from audit.version import VERSION

    choices = [x for item in wanted.choose for x in ("--choose", item)]
    words = done.typed.words
    combined = done.verified.result.combined
    varied = [x for item in (combined.varied if combined else ()) for x in ("--vary", item)]
    commands = (shlex.join(["audit", "verify", *words, *choices, *varied, *wanted.limits]), shlex.join(["audit", "show", *words]))
    documents, coverage, quoted = _from_document(done)
    return Examined(
        documents=documents,
        coverage=coverage,
        quoted=quoted,
        ruleset=done.ruleset,
        file=done.checked.source.name,
        sha256=done.verified.result.sha256,
        taken_over=done.taken_over,
        result=done.verified.result if plays else None,
        findings=done.findings,
        commands=commands if plays else (shlex.join(["audit", "check", *words, *choices]), commands[1]),
        waivers=waived.reported(done.checked.source.name),
        unfinished=tuple(
            dict.fromkeys(
                (*(f"{wager}: {error.why}" for wager, error in done.verified.refused.items()), *done.unfinished)
            )
        ),
        not_offered=done.verified.not_offered,
        engine=VERSION,
    )


def _from_document(
    done: Done,
) -> tuple[tuple[DocumentFile, ...], tuple[SectionCoverage, ...] | None, tuple[QuotedClause, ...]]:
    """The document that a ruleset was held against: its file, which of its clauses are cited, and their words."""
    from audit.report.coverage import coverage_of
    from audit.report.examined import DocumentFile, QuotedClause

    if done.held is None:
        return (), None, ()
    document, cited = done.held
    file = DocumentFile(Path(document.name).name, document.printed.sha256, len(document.printed.pages))
    quoted = tuple(
        QuotedClause(
            q.citation,
            q.clause.page,
            q.clause.own_lines,
            " ".join(q.clause.words.split()),
            "" if q.clause.confidence >= 1 else "; ".join(q.clause.doubts) or "its label is doubtful",
        )
        for q in cited.quoted
    )
    return (file,), coverage_of(done.ruleset, cited), quoted


def examined_side(side: Side, command_line: str) -> Examined:
    """What the report of a comparison is built from, for one of its rulesets."""
    from audit.report.examined import Examined
    from audit.version import VERSION

    name = side.ruleset.head.id
    return Examined(
        ruleset=side.ruleset,
        file=side.ruleset.head.basis.span.source,
        sha256=side.verified.result.sha256,
        taken_over=taken_over(side.ruleset, side.sources),
        result=side.verified.result,
        findings=side.findings,
        commands=(command_line, f"audit verify {name}"),
        unfinished=tuple(f"{wager}: {error.why}" for wager, error in side.verified.refused.items()),
        engine=VERSION,
    )


# what other commands write beside their own forms


def verify_report(done: Done, wanted: Wanted, waived: Waived, form: Form) -> str | bytes:
    """The report of a verification, in HTML or PDF."""
    return rendered(_verify(done, wanted, waived), form, PaperSize.A4)


def check_report(done: Done, waived: Waived, form: Form) -> str | bytes:
    """The report of a check, in HTML or PDF."""
    return rendered(_check(done, waived), form, PaperSize.A4)


def diff_report(comparison: Comparison, sides: tuple[Side, Side], form: Form) -> str | bytes:
    """The report of a comparison, in HTML or PDF."""
    return rendered(_diff(comparison, sides, f"audit diff {comparison.old} {comparison.new}"), form, PaperSize.A4)


def rendered(made: Report, form: Form, size: PaperSize) -> str | bytes:
    """A report in one of its forms."""
    from audit.report.paper import Paper

    return RENDERERS[form](made, Paper.LETTER if size is PaperSize.LETTER else Paper.A4)


def _html(made: Report, paper: Paper) -> str:
    from audit.report.html import render_html

    return render_html(made, paper)


def _pdf(made: Report, paper: Paper) -> bytes:
    from audit.report.pdf import render_pdf

    return render_pdf(made, paper)


def _xlsx(made: Report, paper: Paper) -> bytes:
    from audit.report.xlsx import render_xlsx

    return render_xlsx(made)


def _json(made: Report, paper: Paper) -> str:
    from audit.report.data import report_json

    return report_json(made)


RENDERERS: Mapping[Form, Callable[[Report, Paper], str | bytes]] = {
    Form.HTML: _html,
    Form.PDF: _pdf,
    Form.XLSX: _xlsx,
    Form.JSON: _json,
}
