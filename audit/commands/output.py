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


class Plain(enum.Enum):
    """The forms on stdout of a command that finds nothing."""

    TEXT = Form.TEXT.value
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
        if path in made:
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


def deliver(session: Session, shown: Form, files: Mapping[Path, Form], made: Made) -> None:
    """Prints one form on stdout, and writes the files; all of them, or none."""
    text = made[shown]()
    if isinstance(text, str):
        put(text, shown)
    write_files({path: made[form]() for path, form in files.items()})
    if files:
        say(f"wrote {', '.join(map(str, files))}", quiet=session.quiet)


def write_files(files: Mapping[Path, str | bytes]) -> None:
    """Writes files, all or none: each under a temporary name first.  Raises `Stop` where one cannot be written."""
    scratches: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in files.items():
            scratch = path.with_name(f".{path.name}.{os.getpid()}")
            scratches[path] = scratch
            scratch.write_bytes(content.encode("utf-8", "replace") if isinstance(content, str) else content)
        for path, scratch in scratches.items():
            scratch.replace(path)
    except OSError as error:
        raise unwritable(path, (error.strerror or "unknown reason").lower()) from error
    finally:
        for scratch in scratches.values():
            scratch.unlink(missing_ok=True)


def put(text: str, form: Form = Form.TEXT) -> None:
    """The result, on stdout; what a stdout without Unicode cannot show is written for programs as they escape it."""
    if form is Form.JSON and "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower():
        text = "".join(c if c.isascii() else _escaped(c) for c in text)
    sys.stdout.write(text)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[n] << 8 | units[n + 1]:04x}" for n in range(0, len(units), 2))


def lines_of(lines: Iterable[str]) -> str:
    """Lines as one text, each ended; nothing that a document holds reaches a terminal as a command."""
    from audit.language.printing import visible

    return "".join(f"{line if line.isprintable() else visible(line)}\n" for line in lines)


def print_out(lines: Iterable[str]) -> None:
    """Lines of the result, on stdout."""
    sys.stdout.write(lines_of(lines))


def say(text: str, *, quiet: bool = False) -> None:
    """Talk, on stderr."""
    if not quiet:
        print(text, file=sys.stderr)


def as_json(document: object) -> str:
    import json

    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
