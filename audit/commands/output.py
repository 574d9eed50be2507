"""Where results go: stdout in the form asked for, files by their ending, talk on stderr.

A file is written under a temporary name and renamed once all of them are written, so that nothing is half-written.
"""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from audit.commands.session import INCOMPLETE, Session, Stop, usage


class Form(enum.Enum):
    """The form of a result, on stdout or in a file."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    HTML = "html"
    PDF = "pdf"
    XLSX = "xlsx"


class Plain(enum.Enum):
    """The forms on stdout of a command that finds nothing."""

    TEXT = Form.TEXT.value
    JSON = Form.JSON.value


class Compared(enum.Enum):
    """The forms on stdout of a comparison."""

    TEXT = Form.TEXT.value
    CONCISE = Form.CONCISE.value
    JSON = Form.JSON.value


class Found(enum.Enum):
    """The forms on stdout of a command that makes findings."""

    TEXT = Form.TEXT.value
    CONCISE = Form.CONCISE.value
    JSON = Form.JSON.value
    SARIF = Form.SARIF.value
    JUNIT = Form.JUNIT.value


ENDINGS = {
    ".txt": Form.TEXT,
    ".json": Form.JSON,
    ".sarif": Form.SARIF,
    ".xml": Form.JUNIT,
    ".html": Form.HTML,
    ".pdf": Form.PDF,
    ".xlsx": Form.XLSX,
}

Made = Mapping[Form, Callable[[], str | bytes]]
"""What a command can make of its result, each form made only when it is wanted."""


def planned(output: Sequence[Path] | None, forms: Sequence[Form]) -> dict[Path, Form]:
    """The files asked for with their forms, looked at before any work is done.

    Raises `Stop` where an ending says no form that the command has, where a file is asked for twice, or where it could
    not be written.
    """
    made: dict[Path, Form] = {}
    for path in output or ():
        form = ENDINGS.get(path.suffix.lower())
        if form is None or form not in forms:
            known = ", ".join(ending for ending, one in ENDINGS.items() if one in forms)
            said = f"no form is called {path.suffix}" if path.suffix else "its ending says no form"
            raise usage(f"-o {path}: {said}", f"here the ending is one of: {known}", "output")
        if any(path.resolve() == other.resolve() for other in made):
            raise usage(f"-o {path} is given twice", name="output")
        if path.is_dir():
            raise usage(
                f"-o {path}: it is a folder", f"name a file in it, such as {path / ('out' + path.suffix)}", "output"
            )
        folder = path.parent
        if not folder.is_dir():
            said = "is no folder" if folder.exists() else "is not there"
            raise unwritable(path, f"{folder} {said}")
        if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise unwritable(path, "permission denied")
        made[path] = form
    return made


def unwritable(path: Path, why: str) -> Stop:
    """What stops a command at a file that it cannot write."""
    old = "; the old file is untouched" if path.is_file() else ""
    return Stop(INCOMPLETE, f"{path}: error: cannot be written: {why}{old} [unwritable, exit {INCOMPLETE}]")


def deliver(session: Session, shown: Form, files: Mapping[Path, Form], made: Callable[[Session], Made]) -> None:
    """Prints one form on stdout, and writes the files; all of them, or none.

    Nothing of a terminal, neither its width nor a colour, gets into a file.
    """
    text = made(session)[shown]()
    if isinstance(text, str):
        put(text, shown)
    forms = made(session.for_files()) if files else {}
    write_files({path: forms[form]() for path, form in files.items()})
    if files:
        say(f"wrote {', '.join(map(str, files))}", quiet=session.quiet)


def write_files(files: Mapping[Path, str | bytes]) -> None:
    """Writes files, all or none: each under a temporary name first.

    A file keeps its permissions, and a link what it leads to.  Raises `Stop` where one cannot be written.
    """
    scratches: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in files.items():
            target = path.resolve()
            scratch = target.with_name(f".{target.name}.{os.getpid()}")
            scratches[target] = scratch
            scratch.write_bytes(content.encode("utf-8", "replace") if isinstance(content, str) else content)
            if target.exists():
                scratch.chmod(target.stat().st_mode & 0o777)
        for target, scratch in scratches.items():
            scratch.replace(target)
    except OSError as error:
        raise unwritable(path, (error.strerror or "unknown reason").lower()) from error
    finally:
        for scratch in scratches.values():
            scratch.unlink(missing_ok=True)


def put(text: str, form: Form = Form.TEXT) -> None:
    """The result, on stdout; what a stdout without Unicode cannot show is written for programs as they escape it."""
    if form in (Form.JSON, Form.SARIF) and "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower():
        text = "".join(c if c.isascii() else _escaped(c) for c in text)
    _write(text)


def put_as_it_is(text: str) -> None:
    """The text of a ruleset, on stdout: letter by letter for programs; on a terminal nothing in it is a command."""
    _write(lines_of(text.removesuffix("\n").split("\n")) if sys.stdout.isatty() else text)


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _cannot_go_on(error) from error


def flush() -> None:
    """Sends what is in the buffer of stdout on its way; raises `Stop` where it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _cannot_go_on(error) from error


def _cannot_go_on(error: OSError) -> Stop:
    nobody_reads()
    why = (error.strerror or "unknown reason").lower()
    return Stop(INCOMPLETE, f"error: the output cannot be written: {why} [unwritable, exit {INCOMPLETE}]")


def nobody_reads() -> None:
    """Lets what is left in the buffer of stdout go nowhere, so that the interpreter ends without a word."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[n] << 8 | units[n + 1]:04x}" for n in range(0, len(units), 2))


def lines_of(lines: Iterable[str]) -> str:
    """Lines as one text, each ended; nothing that a document holds reaches a terminal as a command."""
    from audit.language.printing import visible

    return "".join(f"{line if line.isprintable() else visible(line)}\n" for line in lines)


def print_out(lines: Iterable[str]) -> None:
    """Lines of the result, on stdout."""
    _write(lines_of(lines))


def say(text: str, *, quiet: bool = False, fit: bool = False) -> None:
    """Talk, on stderr, behind all that stands on stdout.

    Unless it is ``fit`` for a terminal, signs that would command one are made visible.
    """
    from audit.language.printing import visible

    if text and not quiet:
        flush()
        print(text if fit else "\n".join(map(visible, text.split("\n"))), file=sys.stderr)


def as_json(document: object) -> str:
    import json

    text = json.dumps(document, ensure_ascii=False, indent=1)
    if not text.isascii():
        # What a ruleset holds besides letters stays out of sight of a terminal.
        text = "".join(c if c == "\n" or c.isprintable() else _escaped(c) for c in text)
    return f"{text}\n"
