"""`audit show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.options import Output, command
from audit.commands.output import Form, Made, Plain, as_json, deliver, lines_of, planned
from audit.commands.session import CLEAN, Session, no_such, usage

if TYPE_CHECKING:
    from audit.checks.citations import Cited
    from audit.documents.document import Document
    from audit.language.syntax import Source
    from audit.report.terminal.show import Show
    from audit.ruleset.ruleset import Ruleset

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
    document: Annotated[
        str | None, typer.Option(metavar="DOC", help="The document that it cites: show the words of each clause cited.")
    ] = None,
    format: Annotated[Plain, typer.Option(help="The form on stdout.")] = Plain.TEXT,
    output: Output = None,
) -> int:
    """The checked definition, for a person or, as json, complete."""
    from audit.report.clauses_data import quoted_data
    from audit.report.documents import show_document
    from audit.report.terminal.quoted import quoted_lines
    from audit.report.terminal.show import Show

    session: Session = context.obj
    if sum((wager is not None, ranking is not None, duties)) > 1:
        raise usage("--wager, --ranking and --duties each show one part", "ask for one of them at a time")
    files = planned(output, FORMS)
    checked = session.read(ruleset, session.library())
    assert checked.ruleset is not None and checked.assembled is not None
    found = checked.ruleset
    sources = checked.assembled.sources
    cited = _cited(document, found, sources) if document is not None else None

    def made(to: Session) -> Made:
        show = Show(found, sources, to.width, cuts=to.cuts)
        lines = list(_part(show, found.head.id, wager, ranking, duties=duties, everything=everything))
        if cited is not None:
            lines += ["", *quoted_lines(*cited, to.width if to.cuts else 0)]
        shown = show_document(found) if cited is None else show_document(found) | {"cited": quoted_data(*cited)}
        return {Form.TEXT: lambda: lines_of(lines), Form.JSON: lambda: as_json(shown)}

    deliver(session, Form(format.value), files, made)
    return CLEAN


def _cited(document: str, ruleset: Ruleset, sources: Mapping[str, Source]) -> tuple[Cited, Document]:
    """The clauses that a ruleset cites, looked up in its document."""
    from audit.checks.citations import held_against
    from audit.commands.reading import Asked, is_document, read

    if not is_document(document):
        raise usage(f"--document {document}: that is no document", "a PDF, text, Markdown or DOCX file", "document")
    read_in = read(document, Asked(), copies=True)
    return held_against(ruleset, read_in, sources), read_in


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
        from audit.report.terminal.ranking import ranking_text

        return list(ranking_text(show, ranked))
    if duties:
        return list(show.duties())
    return list(show.text(everything=everything))
