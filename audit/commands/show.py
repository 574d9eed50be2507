"""`audit show`."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.commands.session import CLEAN, USAGE, Session, Stop, as_json, finish, print_out


def register(app: typer.Typer) -> None:
    app.command("show")(show_ruleset)


def show_ruleset(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(help="A path, or an id such as issuer/game/edition.")],
    wager: Annotated[str | None, typer.Option(help="One wager with all that holds for it.")] = None,
    duties: Annotated[bool, typer.Option(help="The duties as a table.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Words and controls too.")] = False,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
) -> None:
    """The checked definition, for a person or, as json, complete."""
    from audit.report.documents import show_document
    from audit.report.terminal.show import Show
    from audit.ruleset.wagers import Wager

    session: Session = context.obj
    checked = session.read(ruleset, session.library())
    assert checked.ruleset is not None and checked.assembled is not None
    if format == "json":
        print(as_json(show_document(checked.ruleset)), end="")
        finish(CLEAN)
    show = Show(checked.ruleset, checked.assembled.sources, session.width)
    if wager is not None:
        found = checked.ruleset.named(wager, Wager)
        if found is None:
            names = ", ".join(w.name.text for w in checked.ruleset.of(Wager)) or "none"
            raise Stop(USAGE, f"{ruleset} has no wager {wager} [not-found, exit 2]", f"it has: {names}")
        print_out(show.wager(found))
    elif duties:
        print_out(show.duties())
    else:
        print_out(show.text(everything=everything))
    finish(CLEAN)
