"""`audit fmt`."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import Annotated

import typer

from audit.commands.session import CLEAN, FINDINGS, UNREADABLE, USAGE, Session, Stop, finish, say, write


def register(app: typer.Typer) -> None:
    app.command("fmt")(format_rulesets)


def format_rulesets(
    context: typer.Context,
    paths: Annotated[list[str] | None, typer.Argument(help="Files or folders; - for standard input.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit 1 where something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show the changes instead of making them.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Print a ruleset with all it includes and amends, as one file.")
    ] = False,
    words: Annotated[str | None, typer.Option(help="List the lines that may stand in a block.")] = None,
) -> None:
    """Canonical format: two spaces a level, clauses in column 81, cells aligned; comments kept."""
    from audit.language.diagnostics import LanguageError
    from audit.language.formatting import format_text
    from audit.language.library import files_in
    from audit.language.reading import ReadError, read_source
    from audit.language.syntax import Source

    session: Session = context.obj
    if words is not None:
        _print_words(words)
    if whole:
        _print_whole(session, paths or [])
    if not paths:
        raise Stop(USAGE, "nothing to format: give a file or a folder [nothing-to-format, exit 2]")
    if paths == ["-"]:
        try:
            sys.stdout.write(format_text(Source("standard input", sys.stdin.read())))
        except LanguageError as error:
            raise Stop(UNREADABLE, error.diagnostics[0].first_line) from error
        finish(CLEAN)
    changed, failed = 0, False
    files = [f for p in map(Path, paths) for f in (files_in(p) if p.is_dir() else [p])]
    for file in files:
        try:
            source = read_source(file, str(file))
            text = format_text(source)
        except ReadError as error:
            raise Stop(error.exit_code, error.first_line, error.mend) from error
        except LanguageError as error:
            failed = True
            say("\n".join(d.first_line for d in error.diagnostics))
            continue
        old = file.read_bytes().decode("utf-8", "replace")
        if text == old:
            continue
        changed += 1
        if diff:
            sys.stdout.writelines(
                difflib.unified_diff(old.splitlines(True), text.splitlines(True), str(file), str(file))
            )
        elif check:
            line = next(
                (n for n, (a, b) in enumerate(zip(old.split("\n"), text.split("\n"), strict=False), 1) if a != b), 1
            )
            print(f"{file}:{line}:1: would be reformatted")
        else:
            write(file, text)
    verb = "would change" if check or diff else "changed"
    say(f"{changed} of {len(files)} files {verb}", quiet=session.quiet)
    finish(UNREADABLE if failed else FINDINGS if changed and (check or diff) else CLEAN)


def _print_words(construct: str) -> None:
    from audit.language.words import words_of

    lines = words_of(construct)
    if not lines:
        raise Stop(
            USAGE, f'"{construct}" opens no block [not-found, exit 2]', "try: wager, step, ranking, role, meter, fee"
        )
    print("\n".join(lines))
    finish(CLEAN)


def _print_whole(session: Session, paths: list[str]) -> None:
    from audit.language.whole_text import whole_text

    if len(paths) != 1:
        raise Stop(USAGE, "--whole takes one ruleset [usage, exit 2]")
    checked = session.read(paths[0], session.library())
    assert checked.assembled is not None
    print(whole_text(checked.assembled), end="")
    finish(CLEAN)
