"""`audit check`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.examining import Wanted, examine, expanded, path_of, wrong_choice
from audit.commands.options import Choose, Jobs, Output, command
from audit.commands.output import Form, Found, Made, as_json, deliver, lines_of, planned, say
from audit.commands.reading import Asked as Read
from audit.commands.reading import Convention, Encoding, Marks, PasswordFile, is_document, read, read_once
from audit.commands.replaying import findings_typed, typed
from audit.commands.session import (
    CLEAN,
    FINDINGS,
    INCOMPLETE,
    UNREADABLE,
    Session,
    Stop,
    choices,
    near,
    sources_of,
    usage,
)
from audit.commands.waiving import Examined, Waived, waive
from audit.commands.working import Worked, each

if TYPE_CHECKING:
    from audit.checks.finding import Finding
    from audit.documents.document import Document
    from audit.language.diagnostics import Diagnostic
    from audit.language.loading import Checked
    from audit.ruleset.ruleset import Ruleset

FORMS = (Form.TEXT, Form.JSON, Form.SARIF, Form.JUNIT, Form.HTML, Form.PDF, Form.XLSX)
LANGUAGE = "language"


class Least(enum.Enum):
    """The least that is shown."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Asked:
    """What is looked for in each file."""

    path: str
    choose: tuple[str, ...] = ()
    rules: frozenset[str] = frozenset()
    clauses: tuple[str, ...] = ()
    least: str = Least.NOTE.value
    by_the_letter: bool = False
    documents: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    read: Read = Read()


@dataclass(frozen=True)
class Looked:
    """One file as it was checked: each of its mistakes as a finding, and as it is printed on stdout and in a file.

    ``statements`` counts those of a ruleset, of a document its clauses.  ``cited`` are those of the clauses asked for that
    something in it cites; ``held`` says how many citations were looked up in which documents.
    """

    name: str
    ruleset: str
    path: Path
    statements: int
    findings: tuple[Finding, ...] = ()
    mistakes: tuple[tuple[Finding, str, str], ...] = ()
    unfinished: tuple[str, ...] = ()
    cited: frozenset[str] = frozenset()
    is_document: bool = False
    held: str = ""
    doubtful: int = 0


def register(app: typer.Typer) -> None:
    command(app, "check", check_paths, "Mistakes of the language, findings of rulesets and of documents.")


def check_paths(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Rulesets by path or id, documents, or folders.")],
    document: Annotated[
        list[str] | None,
        typer.Option(metavar="DOC", help="The document that the rulesets cite: is each clause there?  May repeat."),
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="RULES", help="With commas; language means mistakes of the language.")
    ] = None,
    clause: Annotated[
        str | None, typer.Option(metavar="CLAUSES", help="With commas: findings about these and what is under them.")
    ] = None,
    choose: Choose = None,
    severity: Annotated[Least, typer.Option(help="The least that is shown and counts.")] = Least.NOTE,
    by_the_letter: Annotated[
        bool, typer.Option("--by-the-letter", help="Run tables without what only we assumed.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="The five elements of each finding.")] = False,
    no_waivers: Annotated[bool, typer.Option("--no-waivers", help="Count waived findings, too.")] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An earlier .json of check: what it holds does not count.")
    ] = None,
    marks: Convention = Marks.LINES,
    encoding: Encoding = None,
    password_file: PasswordFile = None,
    jobs: Jobs = 1,
    format: Annotated[Found, typer.Option(help="The form on stdout.")] = Found.TEXT,
    output: Output = None,
) -> int:
    """Checks rulesets and documents.

    Of rulesets: mistakes of the language, static findings, by the letter what is missing; with a document, whether each
    clause cited is there.  Of documents: findings of their words, which need no ruleset.
    """
    session: Session = context.obj
    files = planned(output, FORMS)
    rules = _rules(only)
    known = _known(baseline)
    choices(choose or ())
    session.rules()
    asked = expanded(paths, documents=True)
    if any(form in (Form.HTML, Form.PDF, Form.XLSX) for form in files.values()) and len(asked) != 1:
        raise usage(
            f"a report is of one ruleset, and {len(asked)} are asked for", "give .html or .pdf one ruleset", "output"
        )
    clauses = tuple(c.strip() for c in (clause or "").split(",") if c.strip())
    if clause is not None and not clauses:
        raise usage("--clause names no clause", "such as --clause D.1,F", "clause")
    documents = tuple(dict.fromkeys((*(document or ()), *(path for path in asked if is_document(path)))))
    for path in document or ():
        if not is_document(path):
            raise usage(f"--document {path}: that is no document", "a PDF, text, Markdown or DOCX file", "document")
    rulesets = tuple(path for path in asked if path not in documents)
    reading = Read(marks=marks, encoding=encoding, password_file=password_file)
    common = Asked("", tuple(choose or ()), rules, clauses, severity.value, by_the_letter, documents, (), reading)
    items = [(path, replace(common, path=path, rulesets=rulesets if path in documents else ())) for path in asked]
    worked = each(session, "check", items, _looked, jobs=jobs, unwritten=list(files))
    _all_cited(clauses, worked)
    ran = _ran(rules) if not clauses and not by_the_letter else frozenset()
    waived = waive(
        session,
        [Examined(o.name, o.ruleset, (*(f for f, _, _ in o.mistakes), *o.findings), o.path) for o in worked.made],
        off=no_waivers,
        known=known,
        ran=ran,
        is_all=any(Path(p).is_dir() for p in paths),
    )
    concise = format is Found.CONCISE or (session.quiet and format is Found.TEXT)
    shown = Form.CONCISE if concise else Form(format.value)
    deliver(
        session, shown, files, lambda to: _forms(to, worked, waived, Report(paths[0], tuple(choose or ()), reading), full=full)
    )
    waived.complain()
    unfinished = [f"{o.name}: not completed: {rest} [incomplete, exit 4]" for o in worked.made for rest in o.unfinished]
    for line in unfinished:
        say(line)
    failed = worked.complain()
    return max(failed, INCOMPLETE if unfinished else CLEAN, FINDINGS if waived.is_bad else CLEAN)


def _rules(only: str | None) -> frozenset[str]:
    """The rules asked for, none for all; raises `Stop` for one that does not exist."""
    from audit.checks.catalogue import ALL_RULES

    wanted = frozenset(r.strip() for r in (only or "").split(",") if r.strip())
    known = [LANGUAGE, *(rule.NAME for rule in ALL_RULES)]
    if only is not None and not wanted:
        raise usage("--only names no rule", "audit rule lists them")
    for rule in sorted(wanted - set(known)):
        raise usage(f"--only {rule}: no such rule", f"{near(rule, known)}audit rule lists them", "not-found")
    return wanted


def _ran(wanted: frozenset[str]) -> frozenset[str]:
    """The rules that looked: those that need play do not run here."""
    from audit.checks.catalogue import ALL_RULES

    return frozenset(r.NAME for r in ALL_RULES if not r.DYNAMIC and (not wanted or r.NAME in wanted))


def _known(baseline: Path | None) -> frozenset[str]:
    """The fingerprints in an earlier result; raises `Stop` where it is none."""
    if baseline is None:
        return frozenset()
    import json

    if not baseline.is_file():
        raise usage(f"--baseline {baseline}: no such file", "audit check … -o FILE.json makes one", "baseline")
    try:
        held = json.loads(baseline.read_text(encoding="utf-8"))
        if held["schema"] != "audit.check/1":
            raise ValueError
        return frozenset(f["fingerprint"] for file in held["files"] for f in file["findings"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        said = f"{baseline}: error: cannot be read: it is no result of audit check [baseline, exit 3]"
        raise Stop(UNREADABLE, said, "audit check … -o FILE.json makes one") from error


# one file


def _looked(session: Session, asked: Asked, part: Callable[[str], None]) -> Looked:
    from audit.language.diagnostics import Severity
    from audit.ruleset.basis import stands_under

    if asked.path in asked.documents:
        return _looked_at_document(session, asked, part)
    library = session.library()
    checked = session.opened(asked.path, library)
    least = Severity(asked.least).rank
    name, ruleset = checked.source.name, checked.id or checked.source.name
    absent, held = _held(checked, asked, part)
    mistakes = [
        d
        for d in (*checked.diagnostics, *absent)
        if d.severity.rank <= least and (not asked.rules or LANGUAGE in asked.rules)
    ]
    findings: list[Finding] = []
    unfinished: tuple[str, ...] = ()
    if checked.ruleset is not None and asked.rules != {LANGUAGE}:
        part("findings")
        found, unfinished = _examined(session, checked.ruleset, asked)
        to = typed(session, asked.path, checked.ruleset.head.id, library)
        findings = [f for f in findings_typed(found, to) if f.severity.rank <= least]
    cited: frozenset[str] = frozenset()
    if asked.clauses:
        cited = _cited(checked.ruleset, asked.clauses) if checked.ruleset is not None else frozenset()
        findings = [f for f in findings if any(stands_under(c, a) for c in f.cites for a in asked.clauses)]
        mistakes = []
    return Looked(
        name,
        ruleset,
        path_of(asked.path, library),
        len(checked.ruleset.statements) if checked.ruleset is not None else 0,
        tuple(findings),
        tuple(_told(session, mistakes, checked)),
        unfinished,
        cited,
        held=held,
    )


def _held(checked: Checked, asked: Asked, part: Callable[[str], None]) -> tuple[list[Diagnostic], str]:
    """The citations that are in none of the documents at hand, and how many were looked up in which."""
    from audit.checks.citations import held_against

    if checked.ruleset is None or checked.assembled is None or not asked.documents:
        return [], ""
    part("citations")
    sources = checked.assembled.sources
    held = [held_against(checked.ruleset, read_once(path, asked.read), sources) for path in asked.documents]
    kept = {(d.span.source, d.span.line, d.span.column): d for d in held[0].missing}
    for one in held[1:]:
        there = {(d.span.source, d.span.line, d.span.column) for d in one.missing}
        kept = {place: d for place, d in kept.items() if place in there}
    found = len({q.citation for one in held for q in one.quoted})
    return list(kept.values()), f"{found} cited clauses found in {', '.join(asked.documents)}"


def document_findings(
    session: Session, path: str, part: Callable[[str], None]
) -> tuple[Document, tuple[Finding, ...]]:
    """A document and what its words get wrong."""
    from audit.checks.documents.rules import examine_document

    document = read(path, Read())
    part("findings")
    return document, examine_document(document, session.rules())


def _looked_at_document(session: Session, asked: Asked, part: Callable[[str], None]) -> Looked:
    """A document by the rules that need no ruleset; beside rulesets only the parts that these are made from."""
    from audit.checks.citations import parts_of
    from audit.checks.documents.rules import examine_document
    from audit.documents.clauses import walk
    from audit.language.diagnostics import Severity
    from audit.ruleset.basis import stands_under

    document = read_once(asked.path, asked.read) if asked.rulesets else read(asked.path, asked.read)
    part("findings")
    library = session.library()
    heads = [checked.ruleset.head for path in asked.rulesets if (checked := session.opened(path, library)).ruleset]
    parts = {p.number: p for head in heads for p in parts_of(head, document)}
    only = asked.rules - {LANGUAGE}
    findings = list(examine_document(document, session.rules(), only, tuple(parts.values()))) if only or not asked.rules else []
    findings = [f for f in findings if f.severity.rank <= Severity(asked.least).rank]
    clauses = [clause for one in (tuple(parts.values()) or document.rules) for clause in walk(one.clauses)]
    cited: frozenset[str] = frozenset()
    if asked.clauses:
        cited = frozenset(a for a in asked.clauses if any(stands_under(c.path, a) for c in clauses))
        findings = [f for f in findings if any(stands_under(c, a) for c in f.cites for a in asked.clauses)]
    return Looked(
        document.name,
        document.name,
        Path(asked.path),
        len(clauses),
        tuple(findings),
        cited=cited,
        is_document=True,
        doubtful=sum(1 for clause in clauses if clause.confidence < 1),
    )


def _cited(ruleset: Ruleset, clauses: Sequence[str]) -> frozenset[str]:
    """Those of some clauses that a statement, a line or a row of a ruleset cites, or one under them."""
    from audit.ruleset.basis import stands_under
    from audit.ruleset.rewrite import walk
    from audit.ruleset.stated import Stated

    cites = {str(c) for part in walk(ruleset) if isinstance(part, Stated) for c in part.basis.cites}
    return frozenset(clause for clause in clauses if any(stands_under(cite, clause) for cite in cites))


def _all_cited(clauses: Sequence[str], worked: Worked[Looked]) -> None:
    """Raises `Stop` where nothing that was read cites a clause asked for: then nothing would be said of it."""
    for clause in clauses:
        if worked.made and not worked.failed and not any(clause in one.cited for one in worked.made):
            first, count = worked.made[0], len(worked.made)
            shows, one, many = (
                ("audit clauses", "does not have it", "files has it")
                if first.is_document
                else ("audit show", "does not cite it", "rulesets cites it")
            )
            said = f"{first.ruleset} {one}" if count == 1 else f"none of {count} {many}"
            raise usage(f"--clause {clause}: {said}", f"{shows} prints the clauses", "not-found")


def _examined(session: Session, ruleset: Ruleset, asked: Asked) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings of a ruleset that can be played alone; of others only the language is checked."""
    from audit.checks.context import Context
    from audit.checks.rules import examine as look_for_findings
    from audit.checks.rules import examine_by_the_letter
    from audit.ruleset.configure import ConfigureError, configure
    from audit.ruleset.head import FileKind

    if ruleset.head.kind is not FileKind.RULESET:
        return (), ()
    try:
        configured = configure(ruleset, choices(asked.choose))
    except ConfigureError as error:
        if asked.choose and error.name != "option-unset":
            raise wrong_choice(error, ruleset, asked.choose) from error
        return (), (f"{error.message}; {error.hint}" if error.hint else error.message,)
    context = Context(ruleset, configured, None, session.rules())
    if asked.by_the_letter:
        found = examine_by_the_letter(context)
        kept = tuple(f for f in found.findings if not asked.rules or f.rule in asked.rules)
        return kept, found.unfinished
    found = look_for_findings(context, tuple(sorted(asked.rules - {LANGUAGE})))
    return found.findings, found.unfinished


def _told(session: Session, mistakes: Sequence[Diagnostic], checked: Checked) -> list[tuple[Finding, str, str]]:
    """Mistakes of the language as findings, each with its message as it is printed on stdout and in a file."""
    from audit.checks.language import as_finding
    from audit.language.printing import print_diagnostic

    sources, name = sources_of(checked), checked.id or checked.source.name
    look, in_file = session.look(), session.for_files().look()
    return [
        (as_finding(d, name), print_diagnostic(d, sources, look), print_diagnostic(d, sources, in_file))
        for d in mistakes
    ]


# the result


@dataclass(frozen=True)
class Report:
    """Of which ruleset a report is made, and under which choices."""

    path: str
    choose: tuple[str, ...]
    read: Read = Read()


def _forms(session: Session, worked: Worked[Looked], waived: Waived, of: Report, *, full: bool) -> Made:
    looked = worked.made
    unfinished: dict[str, Sequence[str]] = {o.name: o.unfinished for o in looked}

    from audit.report.documents import check_document
    from audit.report.terminal.findings import Telling, concise_lines, finding_lines, in_order, told

    def text() -> str:
        blocks: list[str] = []
        for one in looked:
            printed = {id(f): in_file if session.to_file else on_screen for f, on_screen, in_file in one.mistakes}
            judged = waived.of(one.name)
            lines = [printed[id(j.finding)] for j in judged if id(j.finding) in printed]
            telling = Telling(session.message_width, full, session.colored, one.name)
            for j in in_order(j for j in judged if id(j.finding) not in printed):
                lines += finding_lines(j, telling)
            blocks.append("".join(f"{line}\n" for line in lines))
        return "".join([*blocks, lines_of(told(_sum(worked, waived), session.message_width))])

    def concise() -> str:
        lines = lines_of(line for one in looked for line in concise_lines(waived.of(one.name)))
        return lines if session.quiet else f"{lines}{_sum(worked, waived)}\n"

    def json() -> str:
        document = check_document(waived.by_file, unfinished, waived.waivers, waived.problems)
        return as_json(document | {"not_examined": [one.as_json for one in worked.failed]})

    def sarif() -> str:
        from audit.report.sarif import sarif_document

        open_ones = [f"{o.name}: {rest}" for o in looked for rest in o.unfinished]
        open_ones += [one.why.message for one in worked.failed]
        return as_json(sarif_document(waived.all, unfinished=open_ones))

    def junit() -> str:
        from audit.report.junit import junit_text

        failed: dict[str, Sequence[str]] = {one.name: [one.why.message] for one in worked.failed}
        return junit_text("audit check", waived.by_file, unfinished | failed, waived.problems)

    def report(form: Form) -> Callable[[], str | bytes]:
        def render() -> str | bytes:
            from audit.commands.report import PaperSize, check_report, document_report, rendered

            if looked and looked[0].is_document:
                read_in = read(of.path, of.read)
                return rendered(document_report(read_in, looked[0].findings, waived), form, PaperSize.A4)
            library = session.library()
            done = examine(session, of.path, session.read(of.path, library), Wanted(of.choose))
            return check_report(done, waived, form)

        return render

    return {
        Form.TEXT: text,
        Form.CONCISE: concise,
        Form.JSON: json,
        Form.SARIF: sarif,
        Form.JUNIT: junit,
        Form.HTML: report(Form.HTML),
        Form.PDF: report(Form.PDF),
        Form.XLSX: report(Form.XLSX),
    }


def _sum(worked: Worked[Looked], waived: Waived) -> str:
    """The last line: how many rulesets, what was found, and what did not run; nothing is clean that was not examined."""
    from audit.report.terminal.findings import by_severity, counted

    looked, lost = worked.made, len(worked.failed)
    count = len(looked) + lost
    documents = sum(1 for one in looked if one.is_document)
    rulesets = count - documents
    counts = [_counted(n, noun) for n, noun in ((rulesets, "ruleset"), (documents, "document")) if n]
    found = [j for one in looked for j in waived.of(one.name)]
    is_open = [one for one in looked if one.unfinished]
    if not found and not is_open and not lost:
        of = [_counted(sum(o.statements for o in looked if not o.is_document), "statement")] if rulesets else []
        of += [_counted(sum(o.statements for o in looked if o.is_document), "clause")] if documents else []
        told = f"clean: {', '.join((*counts, *of))}, 0 findings{_doubt(looked)}"
        held = next((one.held for one in looked if one.held), "")
        if documents or held:
            return f"{told}; {held}" if held and len(looked) - documents == 1 else told
        return f"{told}; no document given, so text and trace rules did not run"
    if count == 1:
        return f"{counted(found)}{'; not completed' if is_open else ''}{_doubt(looked)}"
    bad = sum(1 for one in looked if waived.of(one.name))
    clean = sum(1 for one in looked if not waived.of(one.name) and not one.unfinished)
    states = [f"{clean} clean", f"{bad} with findings"]
    states += [f"{n} {what}" for n, what in ((len(is_open), "not completed"), (lost, "not examined")) if n]
    return f"{' and '.join(counts)}: {', '.join(states)}; {by_severity(found)}"


def _doubt(looked: Sequence[Looked]) -> str:
    """What the reading of documents leaves open: of clauses whose place is doubtful less can be found."""
    doubtful = sum(one.doubtful for one in looked)
    return f"; {_counted(doubtful, 'clause')} with a doubtful label (audit clauses shows them)" if doubtful else ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
