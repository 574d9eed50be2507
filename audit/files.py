"""A file becomes bytes or a text, or one clear word on why it cannot be read."""

from __future__ import annotations

import stat
from pathlib import Path

UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class ReadError(Exception):
    """An input that cannot be read, or is not there.

    ``kind`` is one of ``not-found``, ``ambiguous``, ``unreadable``, ``encoding``, ``encrypted``, ``no-text``, ``empty``,
    ``too-large``; ``place`` the name of the file, with line and column where there are any; ``exit_code`` is 2 for what
    was asked wrongly and 3 for what could not be read.
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


def bytes_of(path: Path, name: str, most: int, mend: str = "") -> bytes:
    """What a plain file holds.

    Raises `ReadError` where it cannot be opened, is no plain file, or is larger than ``most`` bytes; ``mend`` says what
    to do about that.
    """
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise ReadError("unreadable", name, "cannot be read: it is a folder")
        if not stat.S_ISREG(about.st_mode):
            # A pipe or a device might never end.
            raise ReadError("unreadable", name, "cannot be read: it is no plain file")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError as error:
        raise ReadError("not-found", name, "no such file", exit_code=2) from error
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or "not a file name").lower()
        raise ReadError("unreadable", name, f"cannot be opened: {why}") from error
    if len(data) > most:
        raise ReadError("too-large", name, f"larger than {most // 1_000_000} MB", mend)
    return data


def utf_8(data: bytes, name: str, mend: str = "save it as UTF-8") -> str:
    """Bytes as a text; a byte order mark falls away, line ends become one.

    Raises `ReadError` with line and column of the first byte that is no UTF-8.
    """
    if data.startswith(UTF_16):
        raise ReadError("encoding", f"{name}:1:1", "the file looks like UTF-16, not UTF-8", mend)
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf_8(data, error.start, name, mend) from error
    return text.replace("\r\n", "\n")


def _not_utf_8(data: bytes, at: int, name: str, mend: str) -> ReadError:
    """Says which byte it is and where, counted in lines and in letters of its line."""
    begins = data.rfind(b"\n", 0, at) + 1
    line = data.count(b"\n", 0, at) + 1
    column = len(data[begins:at].decode("utf-8", errors="replace")) + 1
    byte = data[at]
    looks = "; the file looks like Windows-1252" if 0x80 <= byte <= 0x9F else ""
    said = f"byte 0x{byte:02x} is not UTF-8{looks}"
    return ReadError("encoding", f"{name}:{line}:{column}", said, mend)
