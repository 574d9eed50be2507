"""`audit check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import (
    CLEAN,
    FINDINGS,
    INCOMPLETE,
    UNREADABLE,
    USAGE,
    Session,
    Stop,
    as_json,
    choices,
    finish,
    print_out,
    say,
)

if TYPE_CHECKING:
    from audit.checks.finding import Finding
    from audit.checks.rules import Examination
    from audit.language.diagnostics import Diagnostic, Severity
    from audit.language.library import Library
    from audit.language.loading import Checked
    from audit.ruleset.ruleset import Ruleset


def register(app: typer.Typer) -> None:
    app.command("check")(check_paths)


def check_paths(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Rulesets by path or id, or folders of them.")],
    only: Annotated[
        str | None, typer.Option(help="Rules, parted by commas; language means errors of the language.")
    ] = None,
    choose: Annotated[list[str] | None, typer.Option(help="OPTION=VALUE; may repeat.")] = None,
    severity: Annotated[str, typer.Option(help="The least that is shown: error, warning or note.")] = "note",
    by_the_letter: Annotated[
        bool, typer.Option("--by-the-letter", help="Run tables without what only we assumed.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="The five elements of each finding.")] = False,
    format: Annotated[str, typer.Option(help="text, concise or json.")] = "text",
) -> None:
    """Parses and checks rulesets: errors of the language, static findings, and by the letter what is missing."""
    from audit.checks.rules import RULES
    from audit.language.diagnostics import Severity
    from audit.report.documents import check_document

    session: Session = context.obj
    wanted = {r.strip() for r in only.split(",")} if only else set()
    known = {"language", *(rule.NAME for rule in RULES)}
    for rule in sorted(wanted - known):
        raise Stop(USAGE, f"--only {rule}: no such rule [usage, exit 2]", "audit rule lists them")
    if severity not in {s.value for s in Severity}:
        raise Stop(USAGE, f"--severity {severity}: error, warning or note [usage, exit 2]")
    library = session.library()
    least = Severity(severity).rank
    files: dict[str, list[Finding]] = {}
    severities: list[Severity] = []
    checked_files = [c for path in paths for c in _checked(path, library)]
    if not checked_files:
        raise Stop(USAGE, f"{paths[0]}: error: nothing to check: no .rop file in it [nothing-to-check, exit 2]")
    left: list[str] = []
    for checked in checked_files:
        shown = [d for d in checked.diagnostics if d.severity.rank <= least and (not wanted or "language" in wanted)]
        findings: list[Finding] = []
        if checked.ruleset is not None and wanted != {"language"}:
            found = _examined(checked.ruleset, session, choose or [], wanted - {"language"}, by_the_letter)
            findings = [f for f in found.findings if f.severity.rank <= least]
            left += [f"{checked.source.name}: not completed: {rest} [incomplete, exit 4]" for rest in found.unfinished]
        severities += [d.severity for d in shown] + [f.severity for f in findings]
        files[checked.source.name] = [*_as_findings(shown, checked), *findings]
        if format != "json":
            _print(session, checked, shown, findings, concise=format == "concise" or session.quiet, full=full)
    if format == "json":
        print(as_json(check_document(files)), end="")
    elif not session.quiet:
        print(_sum(checked_files, files, severities))
    for line in left:
        say(line)
    bad = any(s is not Severity.NOTE for s in severities)
    finish(INCOMPLETE if left else FINDINGS if bad else CLEAN)


def _sum(checked: list[Checked], files: dict[str, list[Finding]], severities: list[Severity]) -> str:
    """The last line: how many rulesets, what was found, and what did not run."""
    from audit.report.terminal.findings import counted

    noun = "ruleset" if len(checked) == 1 else "rulesets"
    if not severities:
        statements = sum(len(c.ruleset.statements) for c in checked if c.ruleset)
        return (
            f"clean: {len(checked)} {noun}, {statements} statements, 0 findings; "
            "no document given, so text and trace rules did not run"
        )
    bad = sum(1 for found in files.values() if found)
    return f"{len(checked)} {noun}: {len(checked) - bad} clean, {bad} with findings; {counted(severities)}"


def _checked(path: str, library: Library) -> list[Checked]:
    from audit.language.library import files_in
    from audit.language.loading import check
    from audit.language.reading import ReadError

    try:
        if Path(path).is_dir():
            return [check(library.parsed(file), library) for file in files_in(Path(path))]
        return [check(library.open(path), library)]
    except ReadError as error:
        raise Stop(
            error.exit_code if error.exit_code != FINDINGS else UNREADABLE, error.first_line, error.mend
        ) from error


def _examined(
    ruleset: Ruleset, session: Session, chosen: list[str], wanted: set[str], by_the_letter: bool
) -> Examination:
    """The findings of a ruleset that can be played alone; of others only the language is checked."""
    from audit.checks.context import Context
    from audit.checks.rules import Examination, examine, examine_by_the_letter
    from audit.ruleset.configure import ConfigureError, configure
    from audit.ruleset.head import FileKind

    if ruleset.head.kind is not FileKind.RULESET:
        return Examination(())
    try:
        configured = configure(ruleset, choices(chosen))
    except ConfigureError as error:
        return Examination((), (f"{error.message}; {error.hint}" if error.hint else error.message,))
    context = Context(ruleset, configured, None, session.rules())
    return examine_by_the_letter(context) if by_the_letter else examine(context, tuple(sorted(wanted)))


def _as_findings(diagnostics: list[Diagnostic], checked: Checked) -> list[Finding]:
    """Errors of the language as findings, for programs."""
    from audit.checks.language import as_finding

    return [as_finding(d, checked.id or checked.source.name) for d in diagnostics]


def _print(
    session: Session,
    checked: Checked,
    diagnostics: list[Diagnostic],
    findings: list[Finding],
    *,
    concise: bool,
    full: bool,
) -> None:
    from audit.language.printing import print_diagnostic
    from audit.report.terminal.findings import finding_lines, in_order

    sources = dict(checked.assembled.sources) if checked.assembled else {}
    sources[checked.source.name] = checked.source
    print_out(print_diagnostic(d, sources, session.look(concise=concise)) for d in diagnostics)
    for found in in_order(findings):
        lines = list(finding_lines(found, full=full))
        print_out(lines[:1] if concise else lines)
