"""`audit show`."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.options import Output, command
from audit.commands.output import Form, Plain, as_json, deliver, lines_of, planned
from audit.commands.session import CLEAN, Session, Stop, usage

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
    show = Show(found, checked.assembled.sources, session.width, cuts=session.cuts)
    text = lines_of(_part(show, found.head.id, wager, ranking, duties=duties, everything=everything))
    deliver(
        session,
        Form(format.value),
        files,
        {Form.TEXT: lambda: text, Form.JSON: lambda: as_json(show_document(found))},
    )
    return CLEAN


def _part(
    show: Show, name: str, wager: str | None, ranking: str | None, *, duties: bool, everything: bool
) -> Sequence[str]:
    from audit.ruleset.wagers import Wager
    from audit.ruleset.worth import Ranking

    if wager is not None:
        one = show.ruleset.named(wager, Wager)
        if one is None:
            raise _no_such(name, "wager", wager, [w.name.text for w in show.ruleset.of(Wager)])
        return list(show.wager(one))
    if ranking is not None:
        ranked = show.ruleset.named(ranking, Ranking)
        if ranked is None:
            raise _no_such(name, "ranking", ranking, [r.name.text for r in show.ruleset.of(Ranking)])
        return list(show.ranking(ranked))
    if duties:
        return list(show.duties())
    return list(show.text(everything=everything))


def _no_such(ruleset: str, kind: str, wanted: str, names: list[str]) -> Stop:
    near = difflib.get_close_matches(wanted, names, n=1)
    mend = f"did you mean {near[0]}?  " if near else ""
    return usage(f"{ruleset} has no {kind} {wanted}", f"{mend}it has: {', '.join(names) or 'none'}", "not-found")
