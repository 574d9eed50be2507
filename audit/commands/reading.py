"""Documents as commands take them: which argument is one, how it is to be read, and a clear end where it cannot be."""

from __future__ import annotations

import enum
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import Stop, named, unreadable, usage

if TYPE_CHECKING:
    from audit.documents.document import Document, Part
    from audit.documents.options import Reading

ENDINGS = (".pdf", ".docx", ".txt", ".text", ".md", ".markdown")
MOST_PASSWORD = 1_000
MOST_FILES = 10_000


class Seen(enum.Enum):
    """Which text of a redline is read."""

    NEW = "new"
    OLD = "old"
    MARKED = "marked"


class Marks(enum.Enum):
    """How a PDF shows what a redline takes away and puts in."""

    LINES = "lines"
    BRACKETS = "brackets"
    COLOUR = "colour"
    NONE = "none"


View = Annotated[Seen, typer.Option(help="Of a redline: the new text, the old one, or both with marks.")]
Convention = Annotated[
    Marks, typer.Option("--marks", help="Of a PDF redline: strike and underline lines, brackets, colour.")
]
Encoding = Annotated[str | None, typer.Option(metavar="NAME", help="Of a text file that is not UTF-8.")]
PasswordFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Its first line opens an encrypted PDF.")]
PartNumber = Annotated[
    int | None, typer.Option("--part", metavar="N", help="One part of a document that bundles several.")
]


@dataclass(frozen=True)
class Asked:
    """How documents are to be read, in words of the command line; light enough for another process."""

    view: Seen = Seen.NEW
    marks: Marks = Marks.LINES
    encoding: str | None = None
    password_file: Path | None = None

    def reading(self) -> Reading:
        """Raises `Stop` for an encoding that does not exist, or a password that cannot be read."""
        import codecs

        from audit.documents.options import Convention as Drawn
        from audit.documents.options import Reading
        from audit.documents.pages import View as Shown

        if self.encoding is not None:
            try:
                codecs.lookup(self.encoding)
            except LookupError:
                raise usage(f"--encoding {self.encoding}: no such encoding", "such as windows-1252") from None
        return Reading(Shown(self.view.value), Drawn[self.marks.name], self.encoding, _password(self.password_file))


def _password(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.readline(MOST_PASSWORD).rstrip("\r\n")
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "it is no UTF-8 text").lower()
        raise usage(f"--password-file {file}: {why}", "a file whose first line is the password", "password") from error


def documents_in(folder: Path) -> list[Path]:
    """The documents directly or deeper in a folder, by their endings, in order of their paths."""
    found = [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in ENDINGS and p.is_file()]
    return found[:MOST_FILES]


def is_document(wanted: str) -> bool:
    """Whether an argument names a document: by its ending, or as a file that is neither a ruleset nor a folder."""
    path = named(wanted)
    if wanted.lower().endswith(".rop"):
        return False
    return path.suffix.lower() in ENDINGS or path.is_file()


def shown_name(path: str) -> str:
    """What a document is called: the path as it was typed; of one from the root of the machine the file's name alone."""
    given = Path(path)
    return given.name if given.is_absolute() else given.as_posix()


def read(path: str, asked: Asked, *, copies: bool = False) -> Document:
    """A document with its parts and clauses, those of copies where they are asked for.

    Raises `Stop` where it cannot be read.
    """
    from audit.documents.reading import read_document
    from audit.files import ReadError

    try:
        return read_document(named(path), shown_name(path), asked.reading(), copies=copies)
    except ReadError as error:
        raise unreadable(error) from error


@functools.lru_cache(maxsize=4)
def read_once(path: str, asked: Asked) -> Document:
    """The same with all copies, for a document that several rulesets are held against; kept for this process."""
    return read(path, asked, copies=True)


def chosen(document: Document, number: int | None) -> Sequence[Part]:
    """The part asked for, or all of them; raises `Stop` for a number that no part has."""
    if number is None:
        return document.parts
    try:
        return (document.part(number),)
    except KeyError:
        count = len(document.parts)
        have = "it has one part" if count == 1 else f"it has parts 1 to {count}"
        raise usage(f"--part {number}: {document.name} has no such part", f"{have}; audit clauses lists them") from None


def checked_name(path: str) -> Stop | None:
    """What stops a command that asks for a document at an argument that is a ruleset."""
    if path.lower().endswith(".rop"):
        return usage(f"{path} is a ruleset, and a document is expected", "audit show prints a ruleset")
    return None
