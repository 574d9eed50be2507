"""A file becomes a text, or one clear word on why it cannot be read."""

from __future__ import annotations

import stat
from pathlib import Path

from audit.language import layout
from audit.language.syntax import Source

MOST_BYTES = 5_000_000
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BEGINNINGS = "a ruleset begins with: ruleset, fragment, regulation or submission"


class ReadError(Exception):
    """An input that cannot be read, or is not there.

    ``kind`` is one of ``not-found``, ``ambiguous``, ``unreadable``, ``encoding``, ``empty``, ``too-large``; ``place``
    the name of the file, with line and column where there are any; ``exit_code`` is 2 for what was asked wrongly and 3
    for what could not be read.
    """

    def __init__(self, kind: str, place: str, message: str, mend: str = "", exit_code: int = 3) -> None:
        super().__init__(message)
        self.kind, self.place, self.message, self.mend, self.exit_code = kind, place, message, mend, exit_code

    @property
    def first_line(self) -> str:
        """The whole message in one line, as the terminal prints it."""
        asked = self.exit_code == 2
        said = f"error: {self.place}: {self.message}" if asked else f"{self.place}: error: {self.message}"
        return f"{said} [{self.kind}, exit {self.exit_code}]"

    def __str__(self) -> str:
        return self.first_line + (f"\n  = {self.mend}" if self.mend else "")


def read_source(path: Path, name: str) -> Source:
    """The text of a file under the name that messages use; its byte order mark dropped, its line ends made one.

    Raises `ReadError` where the file cannot be opened, is no plain file, is larger than `MOST_BYTES`, is not UTF-8, or
    says nothing.
    """
    data = _bytes_of(path, name)
    if data.startswith(UTF_16):
        raise ReadError("encoding", f"{name}:1:1", "the file looks like UTF-16, not UTF-8", "save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf_8(data, error.start, name) from error
    text = text.replace("\r\n", "\n")
    if not any(layout.has_words(line) for line in text.split("\n")):
        raise ReadError("empty", name, f"empty; {BEGINNINGS}")
    return Source(name, text)


def _bytes_of(path: Path, name: str) -> bytes:
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise ReadError("unreadable", name, "cannot be read: it is a folder")
        if not stat.S_ISREG(about.st_mode):
            # A pipe or a device might never end.
            raise ReadError("unreadable", name, "cannot be read: it is no plain file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise ReadError("not-found", name, "no such file", exit_code=2) from error
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "not a file name").lower()
        raise ReadError("unreadable", name, f"cannot be opened: {why}") from error
    if len(data) > MOST_BYTES:
        most = f"larger than {MOST_BYTES // 1_000_000} MB"
        raise ReadError("too-large", name, most, "a ruleset is one game, one edition")
    return data


def _not_utf_8(data: bytes, at: int, name: str) -> ReadError:
    """Says which byte it is and where, counted in lines and in letters of its line."""
    begins = data.rfind(b"\n", 0, at) + 1
    line = data.count(b"\n", 0, at) + 1
    column = len(data[begins:at].decode("utf-8", errors="replace")) + 1
    byte = data[at]
    looks = "; the file looks like Windows-1252" if 0x80 <= byte <= 0x9F else ""
    said = f"byte 0x{byte:02x} is not UTF-8{looks}"
    return ReadError("encoding", f"{name}:{line}:{column}", said, "save it as UTF-8")
