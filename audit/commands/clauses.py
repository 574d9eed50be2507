"""`audit clauses`."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.commands.options import Output, command
from audit.commands.output import Form, Made, Plain, as_json, deliver, lines_of, planned
from audit.commands.reading import (
    Asked,
    Convention,
    Encoding,
    Marks,
    PartNumber,
    PasswordFile,
    Seen,
    View,
    checked_name,
    chosen,
    read,
)
from audit.commands.session import CLEAN, Session
from audit.commands.working import each

FORMS = (Form.TEXT, Form.JSON)


def register(app: typer.Typer) -> None:
    command(app, "clauses", print_clauses, "The clauses of a document, each with its page and line.")


def print_clauses(
    context: typer.Context,
    document: Annotated[str, typer.Argument(metavar="DOC", help="A PDF, text, Markdown or DOCX file.")],
    part: PartNumber = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Only the parts that it bundles, and what shows them.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Every doubt, and every word read otherwise than printed.")
    ] = False,
    view: View = Seen.NEW,
    marks: Convention = Marks.LINES,
    encoding: Encoding = None,
    password_file: PasswordFile = None,
    sources: Annotated[bool, typer.Option("--sources", help="In json: the place of every stretch of words.")] = False,
    format: Annotated[Plain, typer.Option(help="The form on stdout.")] = Plain.TEXT,
    output: Output = None,
) -> int:
    """The clause tree of a document: parts, labels, titles and words; what is doubtful is marked with ?."""
    from audit.documents.pages import View as Shown
    from audit.report.clauses_data import clauses_document
    from audit.report.terminal.clauses import Telling, clauses_text, parts_text

    session: Session = context.obj
    wrong = checked_name(document)
    if wrong is not None:
        raise wrong
    files = planned(output, FORMS)
    asked = Asked(view, marks, encoding, password_file)
    found = each(session, "clauses", [(document, document)], lambda s, d, p: read(d, asked, copies=part is not None)).made[0]
    wanted = chosen(found, part)

    def made(to: Session) -> Made:
        telling = Telling(to.width if to.cuts else 0, full, Shown(view.value))
        text = parts_text if parts else clauses_text
        return {
            Form.TEXT: lambda: lines_of(text(found, wanted, telling)),
            Form.JSON: lambda: as_json(clauses_document(found, wanted, sources=sources)),
        }

    deliver(session, Form(format.value), files, made)
    return CLEAN
