"""`audit fmt`."""

from __future__ import annotations

import difflib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from audit.commands.examining import nothing_in
from audit.commands.options import command
from audit.commands.output import print_out, put_as_it_is, say, write_files
from audit.commands.session import CLEAN, FINDINGS, UNREADABLE, Session, Stop, named, unreadable, usage


def register(app: typer.Typer) -> None:
    command(app, "fmt", format_rulesets, "Canonical format of ruleset files.")


def format_rulesets(
    context: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH", help="Files or folders; - for standard input.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit 1 where something would change.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show the changes instead of making them; exit 1 where there are any.")
    ] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Print a ruleset with all it includes and amends, as one file.")
    ] = False,
    words: Annotated[
        str | None, typer.Option(metavar="BLOCK", help="List the lines that may stand in a block.")
    ] = None,
) -> int:
    """Canonical format: two spaces a level, clauses in column 81, cells aligned; comments kept."""
    session: Session = context.obj
    if words is not None:
        return _print_words(words)
    if whole:
        return _print_whole(session, paths or [])
    if not paths:
        raise usage("nothing to format", "give a file or a folder; - for standard input", "nothing-to-format")
    if "-" in paths:
        if len(paths) > 1 or check or diff:
            raise usage("- is standard input, and stands alone", "audit fmt - < FILE.rop")
        return _standard_input()
    changed, lost, failed = 0, 0, CLEAN
    files = _files(paths)
    for file in files:
        formatted = _formatted(file)
        if isinstance(formatted, Stop):
            say(formatted.text)
            failed, lost = max(failed, formatted.code), lost + 1
        elif formatted.new != formatted.old:
            changed += 1
            _deal_with(file, formatted, check=check, diff=diff)
    only_looks = check or diff
    noun = "file" if len(files) == 1 else "files"
    hint = " (audit fmt --diff shows how)" if check and not diff and changed else ""
    rest = f", {lost} left as {'it is' if lost == 1 else 'they are'}" if lost else ""
    done = "would change" if only_looks else "changed"
    say(f"{changed} of {len(files)} {noun} {done}{rest}{hint}", quiet=session.quiet)
    return max(failed, FINDINGS if changed and only_looks else CLEAN)


@dataclass(frozen=True)
class Formatted:
    """A file before and after."""

    old: str
    new: str


def _files(paths: list[str]) -> list[Path]:
    from audit.language.library import files_in

    found: dict[Path, None] = {}
    for path in map(named, paths):
        if path.is_dir():
            inside = files_in(path)
            if not inside:
                raise nothing_in(str(path), "format")
            found.update(dict.fromkeys(inside))
        else:
            found[path] = None
    return list(found)


def _formatted(file: Path) -> Formatted | Stop:
    """A file before and after, or why it stays as it is."""
    from audit.files import ReadError
    from audit.language.diagnostics import LanguageError
    from audit.language.formatting import format_text
    from audit.language.reading import read_source

    try:
        source = read_source(file, str(file))
        return Formatted(file.read_bytes().decode("utf-8"), format_text(source))
    except ReadError as error:
        return unreadable(error)
    except LanguageError as error:
        return Stop(UNREADABLE, "\n".join(d.first_line for d in error.diagnostics))


def _deal_with(file: Path, formatted: Formatted, *, check: bool, diff: bool) -> None:
    old, new = formatted.old, formatted.new
    if diff:
        put_as_it_is("".join(difflib.unified_diff(_ended(old), _ended(new), str(file), f"{file} (formatted)")))
    elif check:
        line, column = _first_difference(old, new)
        print_out([f"{file}:{line}:{column}: would be reformatted"])
    else:
        write_files({file: new})


def _ended(text: str) -> list[str]:
    """Lines for a comparison; a last one without its end says so on a line of its own."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n\\ no line end at the end of the file\n"
    return lines


def _first_difference(old: str, new: str) -> tuple[int, int]:
    """The line and column of the first letter that would change."""
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return old.count("\n", 0, at) + 1, at - (old.rfind("\n", 0, at) + 1) + 1


def _standard_input() -> int:
    from audit.language.diagnostics import LanguageError
    from audit.language.formatting import format_text
    from audit.language.syntax import Source

    name = "standard input"
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError as error:
        raise Stop(UNREADABLE, f"{name}: error: it is not UTF-8 [encoding, exit 3]", "save it as UTF-8") from error
    if not text.strip():
        begins = "a ruleset begins with: ruleset, fragment, regulation or submission"
        raise Stop(UNREADABLE, f"{name}: error: empty; {begins} [empty, exit 3]")
    try:
        put_as_it_is(format_text(Source(name, text.removeprefix("\ufeff").replace("\r\n", "\n"))))
    except LanguageError as error:
        raise Stop(UNREADABLE, "\n".join(d.first_line for d in error.diagnostics)) from error
    return CLEAN


def _print_words(construct: str) -> int:
    from audit.language.words import words_of

    lines = words_of(construct)
    if not lines:
        raise usage(f'"{construct}" opens no block', "try: wager, step, ranking, role, meter, fee", "not-found")
    print_out(lines)
    return CLEAN


def _print_whole(session: Session, paths: list[str]) -> int:
    from audit.language.whole_text import whole_text

    if len(paths) != 1:
        raise usage(f"--whole takes one ruleset, and {len(paths)} are given")
    checked = session.read(paths[0], session.library())
    assert checked.assembled is not None
    put_as_it_is(whole_text(checked.assembled))
    return CLEAN
