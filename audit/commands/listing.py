"""`audit list`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.options import Output, command
from audit.commands.output import Form, Plain, as_json, deliver, lines_of, planned, say
from audit.commands.session import CLEAN, UNREADABLE, Session, named, unreadable, usage

if TYPE_CHECKING:
    from audit.language.library import Library
    from audit.ruleset.head import Head

FORMS = (Form.TEXT, Form.JSON)


def register(app: typer.Typer) -> None:
    command(app, "list", list_rulesets, "The rulesets at hand.")


def list_rulesets(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Folders, files, or how an id begins; else the rulesets at hand."),
    ] = None,
    format: Annotated[Plain, typer.Option(help="The form on stdout.")] = Plain.TEXT,
    output: Output = None,
) -> int:
    """Rulesets found: id, title, issuer, edition, source."""
    from audit.report.documents import list_document
    from audit.report.terminal.listing import list_text

    session: Session = context.obj
    outputs = planned(output, FORMS)
    library = session.library()
    heads: list[Head] = []
    code = CLEAN
    told: dict[str, str] = {}
    for file in _files(paths or [], library):
        name = library.name_of(file)
        head = _head(file, library)
        if head is None:
            say(f"{name}: not readable as a ruleset (audit check says why) [unreadable, exit 3]")
            code = UNREADABLE
        elif head.id in told:
            if _is_second(head.id, name, told, paths or []):
                say(f"{name}: error: {head.id} is in {told[head.id]}, too; an id is of one file [ambiguous, exit 3]")
                heads.append(head)
                code = UNREADABLE
        else:
            told[head.id] = name
            heads.append(head)
    heads.sort(key=lambda h: h.id)
    deliver(
        session,
        Form(format.value),
        outputs,
        lambda to: {
            Form.TEXT: lambda: lines_of(list_text(heads, to.width)),
            Form.JSON: lambda: as_json(list_document(heads)),
        },
    )
    return code


def _is_second(id_: str, name: str, told: dict[str, str], paths: list[str]) -> bool:
    """Whether two files of one id clash; a ruleset at hand may stand before a shipped one of the same id."""
    return bool(paths) or told[id_] != f"{id_}.rop"


def _files(paths: list[str], library: Library) -> list[Path]:
    """The files asked for, each once; raises `Stop` for a path that is neither there nor the beginning of an id."""
    from audit.files import ReadError
    from audit.language.library import files_in

    found: dict[Path, None] = {}
    for text in paths:
        path = named(text)
        if path.is_dir():
            found.update(dict.fromkeys(files_in(path)))
        elif path.exists():
            found[path] = None
        else:
            prefix = text.strip("/")
            begun = [i for i in library.ids() if i == prefix or i.startswith(f"{prefix}/")]
            if not begun:
                raise usage(
                    f"{text}: no such file or folder, and no id begins so",
                    "audit list shows those at hand",
                    "not-found",
                )
            try:
                found.update(dict.fromkeys(library.path_of(i) for i in begun))
            except ReadError as error:
                raise unreadable(error) from error
    if not paths:
        found = dict.fromkeys(f for folder in library.folders for f in files_in(folder))
    return list(found)


def _head(file: Path, library: Library) -> Head | None:
    """The head of a file, read by itself; None where it cannot be."""
    from audit.files import ReadError
    from audit.language.building import BuildError
    from audit.language.heads import build_head
    from audit.language.parsing import parse
    from audit.language.syntax import Source

    try:
        whole = library.read(file)
        node = parse(Source(whole.name, _first_statement(whole.text)))[0].head
        return build_head(node) if node is not None else None
    except (BuildError, ReadError):
        return None


def _first_statement(text: str) -> str:
    """The text up to the second line that begins in column 1: the rest of a file says nothing of its head."""
    begun = False
    kept: list[str] = []
    for line in text.split("\n"):
        begins = bool(line.strip()) and not line.startswith((" ", "\t", "#", "\ufeff#"))
        if begins and begun:
            break
        begun = begun or begins
        kept.append(line)
    return "\n".join(kept) + "\n"
