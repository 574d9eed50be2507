"""`audit report`."""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import CLEAN, USAGE, Session, Stop, finish, say, write

if TYPE_CHECKING:
    from audit.commands.verify import Done
    from audit.compare.entry import Comparison
    from audit.compare.side import Side
    from audit.report.examined import Examined
    from audit.report.model import Report
    from audit.report.paper import Paper


class What(enum.Enum):
    """What is reported."""

    VERIFY = "verify"
    DIFF = "diff"
    BOTH = "verify+diff"
    CHECK = "check"


def register(app: typer.Typer) -> None:
    app.command("report")(write_report)


def write_report(
    context: typer.Context,
    what: Annotated[What, typer.Argument(help="verify RULESET, diff OLD NEW, verify+diff OLD NEW, check RULESET.")],
    rulesets: Annotated[list[str], typer.Argument(help="One ruleset, or the old and the new.")],
    output: Annotated[list[Path], typer.Option("-o", help="A file: .html, .pdf or .json; may repeat.")],
    choose: Annotated[list[str] | None, typer.Option(help="OPTION=VALUE; may repeat.")] = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
) -> None:
    """A report to file: HTML that needs no network, and PDF/A-3a with PDF/UA-1."""
    session: Session = context.obj
    wanted = 2 if what in (What.DIFF, What.BOTH) else 1
    if len(rulesets) != wanted:
        needs = "an old and a new ruleset" if wanted == 2 else "one ruleset"
        raise Stop(USAGE, f"report {what.value} takes {needs} [usage, exit 2]")
    for path in output:
        if path.suffix not in RENDERERS:
            raise Stop(USAGE, f"{path}: .html, .pdf or .json [usage, exit 2]")
    made, told = _built(session, what, rulesets, choose or [])
    for path in output:
        write(path, render(made, path, paper))
    pdf = " (PDF/A-3a, PDF/UA-1)" if any(p.suffix == ".pdf" for p in output) else ""
    say(f"wrote {', '.join(map(str, output))}{pdf}: {told}", quiet=session.quiet)
    finish(CLEAN)


def _built(session: Session, what: What, rulesets: list[str], chosen: list[str]) -> tuple[Report, str]:
    from audit.commands.diff import compared
    from audit.commands.verify import examine
    from audit.report import building

    library = session.library()
    if what in (What.DIFF, What.BOTH):
        comparison, sides = compared(session, *rulesets)
        make = building.diff_report if what is What.DIFF else building.verify_diff_report
        old, new = (examined_side(side, f"audit report {what.value} {' '.join(rulesets)}") for side in sides)
        count = len(comparison.entries)
        return make(old, new, comparison), f"{count} difference{'' if count == 1 else 's'}"
    done = examine(session, session.read(rulesets[0], library), chosen, [], None, 1)
    if what is What.CHECK:
        return building.check_report(examined(done, [], plays=False)), f"{len(done.findings)} findings"
    wagers = len({w.wager for w in done.verified.result.wagers})
    return building.verify_report(examined(done, chosen)), f"{wagers} wagers, 1 configuration"


def examined(done: Done, chosen: list[str], *, plays: bool = True) -> Examined:
    """What the report of one ruleset is built from."""
    import shlex

    from audit.report.examined import Examined
    from audit.version import VERSION

    choices = [x for item in chosen for x in ("--choose", item)]
    name = done.ruleset.head.id
    commands = (shlex.join(["audit", "verify", name, *choices]), shlex.join(["audit", "show", name]))
    return Examined(
        ruleset=done.ruleset,
        file=done.checked.source.name,
        sha256=done.verified.result.sha256,
        result=done.verified.result if plays else None,
        findings=done.findings,
        commands=commands if plays else commands[1:],
        unfinished=(*(f"{wager}: {error.why}" for wager, error in done.verified.refused.items()), *done.unfinished),
        not_offered=done.verified.not_offered,
        engine=VERSION,
    )


def examined_side(side: Side, command: str) -> Examined:
    """What the report of a comparison is built from, for one of its rulesets."""
    from audit.report.examined import Examined
    from audit.version import VERSION

    name = side.ruleset.head.id
    return Examined(
        ruleset=side.ruleset,
        file=side.ruleset.head.basis.span.source,
        sha256=side.verified.result.sha256,
        result=side.verified.result,
        findings=side.findings,
        commands=(command, f"audit verify {name}"),
        unfinished=tuple(f"{wager}: {error.why}" for wager, error in side.verified.refused.items()),
        engine=VERSION,
    )


def verify_report_to(path: Path, done: Done, chosen: list[str]) -> None:
    """Writes the report of a verification beside its other outputs."""
    from audit.report.building import verify_report

    write(path, render(verify_report(examined(done, chosen)), path, "a4"))


def diff_report_to(path: Path, comparison: Comparison, sides: tuple[Side, Side]) -> None:
    """Writes the report of a comparison beside its other outputs."""
    from audit.report.building import diff_report

    command = f"audit diff {comparison.old} {comparison.new}"
    old, new = (examined_side(side, command) for side in sides)
    write(path, render(diff_report(old, new, comparison), path, "a4"))


def render(made: Report, path: Path, paper: str) -> str | bytes:
    """The report as the ending of the file's name asks for."""
    from audit.report.paper import Paper

    renderer = RENDERERS.get(path.suffix)
    if renderer is None:
        raise Stop(USAGE, f"{path}: .html, .pdf or .json [usage, exit 2]")
    if paper not in ("a4", "letter"):
        raise Stop(USAGE, f"--paper {paper}: a4 or letter [usage, exit 2]")
    return renderer(made, Paper.LETTER if paper == "letter" else Paper.A4)


def _html(made: Report, paper: Paper) -> str:
    from audit.report.html import render_html

    return render_html(made, paper)


def _pdf(made: Report, paper: Paper) -> bytes:
    from audit.report.pdf import render_pdf

    return render_pdf(made, paper)


def _json(made: Report, paper: Paper) -> str:
    from audit.report.data import report_json

    return report_json(made)


RENDERERS: dict[str, Callable[[Report, Paper], str | bytes]] = {".html": _html, ".pdf": _pdf, ".json": _json}
