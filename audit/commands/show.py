"""`audit show`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.options import Output, command
from audit.commands.output import Form, Made, Plain, as_json, deliver, lines_of, planned
from audit.commands.session import CLEAN, Session, no_such, usage

if TYPE_CHECKING:
    from audit.report.terminal.show import Show

FORMS = (Form.TEXT, Form.JSON)


def register(app: typer.Typer) -> None:
    command(app, "show", show_ruleset, "The checked definition of a ruleset.")


def show_ruleset(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A path, or an id such as issuer/game/edition.")],
    wager: Annotated[str | None, typer.Option(metavar="NAME", help="One wager with all that holds for it.")] = None,
    ranking: Annotated[str | None, typer.Option(metavar="NAME", help="One ranking of hands, class by class.")] = None,
    duties: Annotated[bool, typer.Option("--duties", help="The duties as a table.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Words and controls, too.")] = False,
    format: Annotated[Plain, typer.Option(help="The form on stdout.")] = Plain.TEXT,
    output: Output = None,
) -> int:
    """The checked definition, for a person or, as json, complete."""
    from audit.report.documents import show_document
    from audit.report.terminal.show import Show

    session: Session = context.obj
    if sum((wager is not None, ranking is not None, duties)) > 1:
        raise usage("--wager, --ranking and --duties each show one part", "ask for one of them at a time")
    files = planned(output, FORMS)
    checked = session.read(ruleset, session.library())
    assert checked.ruleset is not None and checked.assembled is not None
    found = checked.ruleset
    sources = checked.assembled.sources

    def made(to: Session) -> Made:
        show = Show(found, sources, to.width, cuts=to.cuts)
        text = lines_of(_part(show, found.head.id, wager, ranking, duties=duties, everything=everything))
        return {Form.TEXT: lambda: text, Form.JSON: lambda: as_json(show_document(found))}

    deliver(session, Form(format.value), files, made)
    return CLEAN


def _part(
    show: Show, name: str, wager: str | None, ranking: str | None, *, duties: bool, everything: bool
) -> Sequence[str]:
    from audit.ruleset.wagers import Wager
    from audit.ruleset.worth import Ranking

    if wager is not None:
        one = show.ruleset.named(wager, Wager)
        if one is None:
            raise no_such(name, "wager", wager, [w.name.text for w in show.ruleset.of(Wager)])
        return list(show.wager(one))
    if ranking is not None:
        ranked = show.ruleset.named(ranking, Ranking)
        if ranked is None:
            raise no_such(name, "ranking", ranking, [r.name.text for r in show.ruleset.of(Ranking)])
        return list(show.ranking(ranked))
    if duties:
        return list(show.duties())
    return list(show.text(everything=everything))
