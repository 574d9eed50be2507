"""`audit diff`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import CLEAN, FINDINGS, Session, as_json, finish, print_out, write

if TYPE_CHECKING:
    from audit.compare.entry import Comparison
    from audit.compare.side import Side


def register(app: typer.Typer) -> None:
    app.command("diff")(diff_rulesets)


def diff_rulesets(
    context: typer.Context,
    old: Annotated[str, typer.Argument(help="The ruleset compared with.")],
    new: Annotated[str, typer.Argument(help="The ruleset examined.")],
    noise: Annotated[bool, typer.Option("--noise", help="List what is only renumbered, too.")] = False,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
    output: Annotated[list[Path] | None, typer.Option("-o", help="A file: .json, .html or .pdf; may repeat.")] = None,
) -> None:
    """What differs between two rulesets, in whose favour, and the shortest round that shows it."""
    from audit.report.documents import diff_document
    from audit.report.terminal.diff import diff_text

    session: Session = context.obj
    comparison, sides = compared(session, old, new)
    document = as_json(diff_document(comparison))
    if format == "json":
        print(document, end="")
    else:
        print_out(diff_text(comparison, session.width, noise=noise))
    for path in output or []:
        if path.suffix == ".json":
            write(path, document)
        else:
            from audit.commands.report import diff_report_to

            diff_report_to(path, comparison, sides)
    finish(FINDINGS if comparison.entries else CLEAN)


def compared(session: Session, old: str, new: str) -> tuple[Comparison, tuple[Side, Side]]:
    """Two rulesets read, verified and compared."""
    from audit.commands.verify import examine
    from audit.compare.comparing import compare
    from audit.compare.side import Side

    library = session.library()
    sides: list[Side] = []
    for wanted in (old, new):
        done = examine(session, session.read(wanted, library), [], [], None, 1)
        assert done.checked.assembled is not None
        sources = done.checked.assembled.sources
        sides.append(Side(done.ruleset, done.verified.configured, done.verified, sources, done.findings))
    return compare(sides[0], sides[1]), (sides[0], sides[1])
