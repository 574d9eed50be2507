"""`audit verify`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.examining import (
    GREATEST_SEED,
    LEAST_ROUNDS,
    MOST_CARDS_LEFT,
    MOST_ROUNDS,
    Done,
    Wanted,
    expanded,
    path_of,
    playable,
)
from audit.commands.holding import Roles
from audit.commands.keeping import recalled
from audit.commands.options import MOST_JOBS, Choose, InForce, Output, command, within
from audit.commands.output import Form, Found, Made, as_json, deliver, lines_of, planned, say
from audit.commands.session import CLEAN, FINDINGS, INCOMPLETE, Session, usage
from audit.commands.varying import Vary, played_combinations
from audit.commands.waiving import Examined, Waived, waive
from audit.commands.working import Worked, each

if TYPE_CHECKING:
    from audit.solve.result import Combinations

FORMS = (Form.TEXT, Form.JSON, Form.SARIF, Form.JUNIT, Form.HTML, Form.PDF, Form.XLSX)


JobsOrBatches = Annotated[
    int,
    typer.Option(callback=within(1, MOST_JOBS), metavar="N", help="Rulesets worked on at a time; of one, combinations and sampled rounds."),
]


def register(app: typer.Typer) -> None:
    command(app, "verify", verify_rulesets, "The house edge of every wager, exact; and findings.")


def verify_rulesets(
    context: typer.Context,
    rulesets: Annotated[
        list[str], typer.Argument(metavar="RULESET", help="Paths, ids such as issuer/game/edition, or folders.")
    ],
    choose: Choose = None,
    wager: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this wager; may repeat.")] = None,
    sample: Annotated[
        int | None,
        typer.Option(callback=within(LEAST_ROUNDS, MOST_ROUNDS), metavar="N", help="Sampled play of so many rounds a wager."),
    ] = None,
    seed: Annotated[
        int, typer.Option(callback=within(0, GREATEST_SEED), metavar="N", help="The seed of sampled play.")
    ] = 1,
    cut_card: Annotated[
        int | None,
        typer.Option(
            callback=within(0, MOST_CARDS_LEFT), metavar="N", help="With --sample: shuffle when N cards are left, not every round."
        ),
    ] = None,
    role: Roles = None,
    vary: Vary = None,
    in_force: InForce = False,
    explain: Annotated[bool, typer.Option("--explain", help="How each wager was planned.")] = False,
    no_waivers: Annotated[bool, typer.Option("--no-waivers", help="Count waived findings, too.")] = False,
    jobs: JobsOrBatches = 1,
    format: Annotated[Found, typer.Option(help="The form on stdout.")] = Found.TEXT,
    output: Output = None,
) -> int:
    """Plays rulesets out: exact or sampled results for every wager, and what is found on the way."""
    session: Session = context.obj
    files = planned(output, FORMS)
    asked, fragments = playable(expanded(rulesets), rulesets)
    for path, form in files.items():
        if form in (Form.HTML, Form.PDF, Form.XLSX) and len(asked) != 1:
            raise usage(f"-o {path}: a report is of one ruleset, and {len(asked)} are asked for", name="output")
    session.rules()
    at_a_time = jobs if len(asked) == 1 else 1
    wanted = Wanted(
        tuple(choose or ()), tuple(dict.fromkeys(wager or ())), sample, seed, at_a_time, cut_card, in_force=in_force,
        roles=tuple(role or ()),
    )  # fmt: skip
    if vary and len(asked) != 1:
        raise usage(f"--vary is of one ruleset, and {len(asked)} are asked for", name="vary")
    combined = played_combinations(session, asked[0], wanted, vary, jobs) if vary else None
    worked = each(
        session, "verify", [(name, (name, wanted)) for name in asked], _verified, jobs=jobs, unwritten=list(files)
    )
    if combined is not None:
        worked = replace(worked, made=tuple(_with(done, combined) for done in worked.made))
    waived = waive(
        session,
        [Examined(d.checked.source.name, d.ruleset.head.id, d.findings, d.path) for d in worked.made],
        off=no_waivers,
        ran=() if wanted.wagers or wanted.in_force or wanted.roles else None,
        is_all=any(Path(p).is_dir() for p in rulesets),
    )
    concise = session.quiet or format is Found.CONCISE
    shown = Form.CONCISE if concise and format in (Found.TEXT, Found.CONCISE) else Form(format.value)
    deliver(session, shown, files, lambda to: _forms(to, worked, waived, wanted, explain=explain))
    waived.complain()
    for fragment in fragments:
        say(f"{fragment}: a fragment, and played in what includes it", quiet=session.quiet)
    failed = worked.complain()
    return max(failed, _left_open(worked.made, wanted), FINDINGS if waived.is_bad else CLEAN)


def _verified(session: Session, item: tuple[str, Wanted], part: Callable[[str], None]) -> Done:
    path, wanted = item
    library = session.library()
    done = recalled(session, path, session.read(path, library), wanted, part)
    return replace(done, path=path_of(path, library))


def _with(done: Done, combined: Combinations) -> Done:
    unsolved = (f"{wager}, in {count} of {len(combined.rows)} combinations" for wager, count in combined.unsolved.items())
    verified = replace(done.verified, result=replace(done.verified.result, combined=combined))
    return replace(done, verified=verified, unfinished=(*done.unfinished, *unsolved))


def _forms(session: Session, worked: Worked[Done], waived: Waived, wanted: Wanted, *, explain: bool) -> Made:
    done = worked.made

    from audit.report.documents import verify_document
    from audit.report.terminal.findings import Telling, concise_lines, counted, findings_text
    from audit.report.terminal.verify import verify_text

    def text() -> str:
        blocks: list[str] = []
        for one in done:
            lines = lines_of(
                verify_text(one.verified, one.ruleset, session.width, explain=explain, whole=not wanted.wagers)
            )
            found = waived.of(one.checked.source.name)
            telling = Telling(session.message_width, colored=session.colored, file=one.checked.source.name)
            told = findings_text(found, telling) if found else ""
            blocks.append(f"{lines}\n{told}" if told else lines)
        return "\n".join(blocks)

    def concise() -> str:
        found = [f for one in done for f in waived.of(one.checked.source.name)]
        return lines_of([*concise_lines(found), *([] if session.quiet else [counted(found)])])

    def json() -> str:
        results = [(d.verified.result, waived.of(d.checked.source.name), list(open_words([d]))) for d in done]
        document = verify_document(results, waived.waivers, waived.problems)
        return as_json(document | {"not_examined": [one.as_json for one in worked.failed]})

    def sarif() -> str:
        from audit.report.sarif import sarif_document

        failed = [one.why.message for one in worked.failed]
        return as_json(sarif_document(waived.all, unfinished=[*open_words(done), *failed]))

    def junit() -> str:
        from audit.report.junit import junit_text

        failed = {one.name: [one.why.message] for one in worked.failed}
        return junit_text("audit verify", waived.by_file, _open_by_file(done) | failed, waived.problems)

    def report(form: Form) -> Callable[[], str | bytes]:
        def render() -> str | bytes:
            from audit.commands.report import verify_report

            return verify_report(done[0], wanted, waived, form)

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


def _open_by_file(done: Sequence[Done]) -> dict[str, list[str]]:
    """What was not completed, in words, by the file."""
    return {one.checked.source.name: list(open_words([one])) for one in done}


def open_words(done: Sequence[Done]) -> list[str]:
    """What was not completed, a line each: wagers that no method solves first."""
    from audit.ruleset.wagers import Wager

    told: list[str] = []
    for one in done:
        name = one.checked.source.name
        for wager, error in one.verified.refused.items():
            stated = one.verified.configured.source.named(wager, Wager)
            at_wager = name if stated is None else stated.basis.span
            place = error.span if error.span.line else at_wager
            named = f' ("{error.statement}")' if error.statement and error.statement not in error.why else ""
            told.append(f"{place}: error: not solvable: {wager}: {error.why}{named} [not-solvable, exit 4]")
        refused = {f"{wager}: {error.why}" for wager, error in one.verified.refused.items()}
        told += [
            f"{name}: not completed: {rest} [incomplete, exit 4]" for rest in one.unfinished if rest not in refused
        ]
    return told


def _left_open(done: Sequence[Done], wanted: Wanted) -> int:
    """Tells on stderr what was not completed, whatever else is asked to be quiet: exit code 4 where there is any."""
    words = open_words(done)
    for line in words:
        say(line)
    if wanted.sample is None and any("[not-solvable" in line for line in words):
        say("  = --sample 1000000 gives figures by play where the rounds can be played")
    return INCOMPLETE if words else CLEAN
