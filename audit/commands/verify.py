"""`audit verify`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import (
    CLEAN,
    FINDINGS,
    INCOMPLETE,
    USAGE,
    Session,
    Stop,
    as_json,
    choices,
    finish,
    print_out,
    say,
    write,
)

if TYPE_CHECKING:
    from audit.checks.finding import Finding
    from audit.language.loading import Checked
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.planner import Verified


@dataclass(frozen=True)
class Done:
    """A ruleset verified: what it is, what came out, what was found, and what could not be examined."""

    checked: Checked
    ruleset: Ruleset
    verified: Verified
    findings: tuple[Finding, ...]
    unfinished: tuple[str, ...] = ()


def register(app: typer.Typer) -> None:
    app.command("verify")(verify_rulesets)


def verify_rulesets(
    context: typer.Context,
    rulesets: Annotated[list[str], typer.Argument(help="Paths, or ids such as issuer/game/edition.")],
    choose: Annotated[list[str] | None, typer.Option(help="OPTION=VALUE; may repeat.")] = None,
    wager: Annotated[list[str] | None, typer.Option(help="Only these wagers; may repeat.")] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Sampled play of so many rounds a wager.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of sampled play.")] = 1,
    explain: Annotated[bool, typer.Option("--explain", help="How each wager was planned.")] = False,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
    output: Annotated[list[Path] | None, typer.Option("-o", help="A file: .json, .html or .pdf; may repeat.")] = None,
) -> None:
    """Plays rulesets out: exact or sampled results for every wager, and what is found on the way."""
    from audit.report.documents import verify_document
    from audit.report.terminal.verify import verify_text

    session: Session = context.obj
    library = session.library()
    done: list[Done] = []
    for wanted in rulesets:
        checked = session.read(wanted, library)
        done.append(examine(session, checked, choose or [], wager or [], sample, seed))
    if format == "json":
        print(as_json(verify_document((d.verified.result, d.findings) for d in done)), end="")
    else:
        for n, one in enumerate(done):
            if n:
                print()
            if not session.quiet:
                print_out(verify_text(one.verified, one.ruleset, session.width, explain=explain))
            print_findings(one.findings, quiet=session.quiet)
    for path in output or []:
        if path.suffix == ".json":
            write(path, as_json(verify_document((d.verified.result, d.findings) for d in done)))
        else:
            from audit.commands.report import verify_report_to

            verify_report_to(path, done[0], choose or [])
    finish(exit_code(done))


def examine(
    session: Session,
    checked: Checked,
    chosen: list[str],
    only: list[str],
    sample: int | None,
    seed: int,
) -> Done:
    """One ruleset verified, with its findings; raises `Stop` where it cannot be played alone or a choice is wrong."""
    import hashlib

    from audit.checks.context import Context
    from audit.checks.rules import examine as look_for_findings
    from audit.ruleset.configure import ConfigureError
    from audit.ruleset.head import FileKind
    from audit.ruleset.wagers import Wager
    from audit.solve.planner import verify

    ruleset = checked.ruleset
    assert ruleset is not None
    name = ruleset.head.id
    if ruleset.head.kind is FileKind.FRAGMENT:
        raise Stop(
            USAGE, f"error: {name} is a fragment and not played alone [fragment, exit 2]", "verify what includes it"
        )
    known = [w.name.text for w in ruleset.of(Wager)]
    for wanted in only:
        if wanted not in known:
            raise Stop(USAGE, f"error: {name} has no wager {wanted} [not-found, exit 2]", f"it has: {', '.join(known)}")
    digest = hashlib.sha256(checked.source.text.encode()).hexdigest()
    try:
        verified = verify(ruleset, choices(chosen), only=only, sha256=digest)
        if sample is not None:
            from audit.solve.sampling import with_samples

            verified = with_samples(verified, sample, seed)
    except ConfigureError as error:
        raise Stop(USAGE, f"error: {name}: {error.message} [{error.name}, exit 2]", error.hint) from error
    context = Context(ruleset, verified.configured, verified, session.rules())
    found = look_for_findings(context)
    return Done(checked, ruleset, verified, found.findings, found.unfinished)


def print_findings(findings: tuple[Finding, ...], *, quiet: bool = False) -> None:
    """The findings below the table."""
    from audit.report.terminal.findings import counted, finding_lines, in_order

    shown = in_order(findings)
    if shown and not quiet:
        print()
    for found in shown:
        lines = list(finding_lines(found))
        print_out(lines[:1] if quiet else lines)
    if shown and not quiet:
        print(counted([f.severity for f in shown]))


def exit_code(done: list[Done]) -> int:
    """The highest of: something not completed (4), findings that are no notes (1), clean (0).

    What was not completed is told on stderr, whatever else is asked to be quiet.
    """
    from audit.language.diagnostics import Severity

    code = CLEAN
    for one in done:
        if any(f.severity is not Severity.NOTE for f in one.findings):
            code = max(code, FINDINGS)
        for name, error in one.verified.refused.items():
            place = error.span if error.span.line else one.checked.source.name
            named = f' ("{error.statement}")' if error.statement else ""
            say(f"{place}: error: not solvable: {name}: {error.why}{named} [not-solvable, exit 4]")
            code = INCOMPLETE
        for rest in one.unfinished:
            say(f"{one.checked.source.name}: not completed: {rest} [incomplete, exit 4]")
            code = INCOMPLETE
    return code
