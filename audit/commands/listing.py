"""`audit list`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import CLEAN, USAGE, Session, Stop, as_json, finish, print_out

if TYPE_CHECKING:
    from audit.ruleset.head import Head


def register(app: typer.Typer) -> None:
    app.command("list")(list_rulesets)


def list_rulesets(
    context: typer.Context,
    paths: Annotated[list[str] | None, typer.Argument(help="Folders or files; else the rulesets at hand.")] = None,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
) -> None:
    """Rulesets found: id, title, issuer, edition, source."""
    from audit.language.building import BuildError
    from audit.language.heads import build_head
    from audit.language.library import Library, files_in
    from audit.report.documents import list_document
    from audit.report.terminal.listing import list_text

    session: Session = context.obj
    library = session.library()
    chosen = [Path(p) for p in paths or []]
    prefix = ""
    for path in chosen:
        if not path.exists():
            prefix = str(path).strip("/")
            if not any(i.startswith(prefix) for i in library.ids()):
                raise Stop(USAGE, f"{path}: no such file or folder [not-found, exit 2]")
    folders = [p for p in chosen if p.exists()]
    files = [f for p in folders for f in (files_in(p) if p.is_dir() else [p])] or [
        f for d in library.folders for f in files_in(d)
    ]
    here = Library(tuple(p for p in folders if p.is_dir())) if folders else library
    heads: list[Head] = []
    unreadable: list[str] = []
    for file in files:
        parsed = here.parsed(file)
        try:
            if parsed.file.head is None:
                raise ValueError
            head = build_head(parsed.file.head)
        except (BuildError, ValueError):
            unreadable.append(here.name_of(file))
            continue
        if head.id.startswith(prefix) and head.id not in {h.id for h in heads}:
            heads.append(head)
    heads.sort(key=lambda h: h.id)
    if format == "json":
        print(as_json(list_document(heads)), end="")
    else:
        print_out(list_text(heads, [] if prefix else unreadable, session.width))
    finish(CLEAN)
