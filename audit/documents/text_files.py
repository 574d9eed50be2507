"""A text file as pages of lines: a form feed begins a page, a line end a line."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right

from audit.documents.options import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES, MOST_PAGES
from audit.documents.pages import Format, Line, Page, Printed, Role
from audit.files import UTF_16, ReadError, utf_8

FORM_FEED = "\f"
_MEND = "--encoding windows-1252, or save it as UTF-8"
_MEND_16 = "--encoding utf-16, or save it as UTF-8"
# Codecs for names and source code, which Python lists among the encodings of texts; some take quadratic time.
_NO_TEXT = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-7"})
# What moves the cursor, rings, or ends a line for some readers and not for others; none of it is a word.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_ASCII_CONTROLS = tuple(chr(n) for n in range(128) if chr(n) not in "\t\n\f\r" and not chr(n).isprintable())
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TWICE_READ = re.compile("â€[™œ\u009dž˜“”¦¢]|Ã[©¨¡³¶¼±§]|Â[ §©®°]")


def decoded(data: bytes, name: str, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    """The text of a file with line ends as ``\\n`` alone, and remarks; UTF-8 where no encoding is given.

    Raises `ReadError` where a byte is none of the encoding, where the encoding is none of texts, and for a binary file.
    """
    if encoding is None:
        if not data.startswith(UTF_16):
            _refuse_binary(data, name)
        text = utf_8(data, name, _MEND_16 if data.startswith(UTF_16) else _MEND)
    else:
        text = _decoded_as(data, name, encoding).replace("\r\n", "\n")
    remarks: list[str] = []
    if "\r" in text and "\n" not in text:
        remarks.append("its lines end with carriage returns alone")
        text = text.replace("\r", "\n")
    elif "\r" in text:
        text = "\n".join(row.rstrip("\r") for row in text.split("\n"))
        if count := text.count("\r"):
            remarks.append(f"{count} carriage return{'s' if count > 1 else ''} within lines, read as blanks")
            text = text.replace("\r", " ")
    text, found = _without_controls(text)
    remarks += found
    if encoding is not None and (twice := _TWICE_READ.search(text)):
        line = text.count("\n", 0, twice.start()) + 1
        remarks.append(f"line {line} looks like UTF-8 read as {encoding}: {twice.group()}")
    return text, tuple(remarks)


def _refuse_binary(data: bytes, name: str) -> None:
    at = data.find(b"\0")
    if at < 0:
        return
    head = data[:65536]
    if len(head) >= 4 and head.count(0) > len(head) // 4:
        halves = head[0::2].count(0), head[1::2].count(0)
        if min(halves) * 10 < max(halves):
            raise ReadError("encoding", f"{name}:1:1", "the file looks like UTF-16 without its mark",
                            "--encoding utf-16-le or utf-16-be, or save it as UTF-8")
    raise ReadError("unreadable", name, f"a binary file, not a document (byte {at + 1} is NUL)",
                    "audit reads PDF, DOCX, Markdown and text")


def _decoded_as(data: bytes, name: str, encoding: str) -> str:
    mend = "encodings are called utf-8, utf-16, windows-1252, iso-8859-1, mac-roman …"
    try:
        known = codecs.lookup(encoding).name.replace("_", "-")
    except (LookupError, ValueError) as error:
        raise ReadError("encoding", name, f"--encoding {encoding}: no such encoding", mend, exit_code=2) from error
    if known in _NO_TEXT:
        raise ReadError("encoding", name, f"--encoding {encoding}: no encoding of documents", mend, exit_code=2)
    try:
        text = data.decode(encoding)
        text.encode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        said = f"byte 0x{data[error.start]:02x} is not {encoding}"
        raise ReadError("encoding", f"{name}:{line}:{column}", said, "another --encoding, or save it as UTF-8") from error
    except (LookupError, ValueError) as error:
        raise ReadError("encoding", name, f"cannot be read as {encoding}", mend) from error
    if "\0" in text:
        raise ReadError("unreadable", name, f"a binary file, or its encoding is not {encoding}",
                        "audit reads PDF, DOCX, Markdown and text")
    return text.removeprefix("\ufeff")


def _without_controls(text: str) -> tuple[str, list[str]]:
    """Control characters read as blanks, so that columns stay; both they and marks of direction are remarked on."""
    remarks: list[str] = []
    if text.isascii() and not any(sign in text for sign in _ASCII_CONTROLS):
        return text, remarks
    if first := _CONTROLS.search(text):
        line = text.count("\n", 0, first.start()) + 1
        text, count = _CONTROLS.subn(" ", text)
        remarks.append(f"{count} control character{'s read as blanks' if count > 1 else ' read as a blank'}, "
                       f"the first on line {line}")
    if turn := _TURNS.search(text):
        line = text.count("\n", 0, turn.start()) + 1
        remarks.append(f"line {line} holds a mark that turns the direction of writing; a screen may show another order")
    return text, remarks


def rows_of(text: str, name: str) -> list[str]:
    """The rows of a text, counted by line ends alone, still with their form feeds.

    Raises `ReadError` for a text without words and for one that is beyond the bounds of every document.
    """
    if not text.strip():
        raise ReadError("empty", name, "empty; there is no word in it")
    if len(text) > MOST_CHARACTERS:
        raise ReadError("too-large", name, f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read")
    if (count := text.count("\n")) > MOST_LINES:
        raise ReadError("too-large", name, f"{count:,} lines; at most {MOST_LINES:,} are read")
    if (count := text.count(FORM_FEED)) >= MOST_PAGES:
        raise ReadError("too-large", name, f"{count:,} form feeds; at most {MOST_PAGES:,} pages are read")
    rows = text.split("\n")
    if len(max(rows, key=len)) > LONGEST_LINE:
        number, row = next((n, row) for n, row in enumerate(rows, start=1) if len(row) > LONGEST_LINE)
        raise ReadError("too-large", f"{name}:{number}:1", f"a line of {len(row):,} characters; "
                        f"at most {LONGEST_LINE:,} are read", "break it into lines")
    if len(rows) > 1 and rows[-1].strip("\f \t") == "":
        rows.pop()
    return rows


def paged(rows: list[str]) -> tuple[list[str], tuple[Page, ...]]:
    """Rows without form feeds, and the pages that these begin.

    Columns count behind the form feed that a row may begin with.  A form feed within a row ends the page behind that
    row; it reads as a blank.
    """
    shown: list[str] = []
    pages: list[Page] = []
    page, begun = 1, 1
    for number, row in enumerate(rows, start=1):
        if FORM_FEED not in row:
            shown.append(row.rstrip("\r"))
            continue
        body = row.lstrip(FORM_FEED)
        if len(body) < len(row) and number > begun:
            pages.append(Page(page, begun, number - 1))
            page, begun = page + 1, number
        shown.append(body.replace(FORM_FEED, " ").rstrip("\r"))
        if FORM_FEED in body and number < len(rows):
            pages.append(Page(page, begun, number))
            page, begun = page + 1, number + 1
    pages.append(Page(page, begun, len(rows)))
    return shown, tuple(pages)


def page_numbers(pages: tuple[Page, ...], count: int) -> list[int]:
    """For each of ``count`` lines the page on which it stands."""
    firsts = [page.first for page in pages]
    return [bisect_right(firsts, number) for number in range(1, count + 1)]


def printed_text(text: str, name: str, sha256: str, remarks: tuple[str, ...] = ()) -> Printed:
    """The lines of a text.  Raises `ReadError` as `rows_of` does."""
    shown, pages = paged(rows_of(text, name))
    lines = tuple(
        Line(number, page, row, Role.BODY if row.strip() else Role.BLANK)
        for number, (row, page) in enumerate(zip(shown, page_numbers(pages, len(shown)), strict=True), start=1)
    )
    return Printed(name, sha256, Format.TEXT, pages, lines, remarks=remarks)
