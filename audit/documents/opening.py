"""Any file becomes pages of lines: what it is, its content decides, not its name."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path, PurePath

from audit.documents.markdown import looks_like_markdown, printed_markdown
from audit.documents.options import MOST_BYTES, Reading
from audit.documents.pages import Format, Printed
from audit.documents.text_files import decoded, printed_text
from audit.files import ReadError, bytes_of

_READS = "audit reads PDF, DOCX, Markdown and text"
_MARKDOWN_NAMES = frozenset({".md", ".markdown", ".mdown"})
_TEXT_NAMES = frozenset({".txt", ".text"})
_NAMED = {".pdf": Format.PDF, ".docx": Format.DOCX, ".docm": Format.DOCX, ".dotx": Format.DOCX}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MEND_PICTURE = "run text recognition first and give its PDF"
# How a file begins that holds no text we read: what to call it, and whether it is a picture.
_BEGINS = (
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)", True),
    (b"\xff\xd8\xff", "a picture (JPEG)", True),
    (b"GIF87a", "a picture (GIF)", True),
    (b"GIF89a", "a picture (GIF)", True),
    (b"II*\0", "a picture (TIFF)", True),
    (b"MM\0*", "a picture (TIFF)", True),
    (b"BM", "a picture (BMP)", True),
    (b"RIFF", "a picture or a recording (RIFF)", False),
    (b"\x1f\x8b", "a compressed file (gzip)", False),
    (b"BZh", "a compressed file (bzip2)", False),
    (b"\xfd7zXZ\0", "a compressed file (xz)", False),
    (b"7z\xbc\xaf'\x1c", "an archive (7z)", False),
    (b"Rar!\x1a\x07", "an archive (RAR)", False),
    (b"\x7fELF", "a program", False),
    (b"MZ", "a program", False),
)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I)
_PDF_HEAD = re.compile(rb"%PDF-\d\.\d")


def open_document(path: Path, name: str, reading: Reading) -> Printed:
    """The pages of a file, which messages call ``name``.

    Raises `ReadError` for whatever cannot be read as PDF, DOCX, Markdown or text.
    """
    return opened(bytes_of(path, name, MOST_BYTES, "split it into files of fewer pages"), name, reading)


def opened(data: bytes, name: str, reading: Reading) -> Printed:
    """The pages of what a file holds; see `open_document`."""
    sha256 = hashlib.sha256(data).hexdigest()
    if not data:
        raise ReadError("empty", name, "empty; there is no word in it")
    suffix = PurePath(name).suffix.lower()
    if _is_pdf(data):
        from audit.documents.pdf.reading import printed_pdf  # noqa: PLC0415  a text needs no PDF library

        return _remarked(printed_pdf(data, name, sha256, reading), suffix)
    if data.startswith(b"PK\x03\x04") or data.startswith(b"PK\x05\x06"):
        from audit.documents.docx.reading import printed_docx  # noqa: PLC0415

        return _remarked(printed_docx(data, name, sha256), suffix)
    _refuse_others(data, name)
    text, remarks = decoded(data, name, reading.encoding)
    if suffix in _MARKDOWN_NAMES:
        return printed_markdown(text, name, sha256, remarks)
    if sign := looks_like_markdown(text):
        return printed_markdown(text, name, sha256, (*remarks, f"read as Markdown: it has {sign}"))
    return _remarked(printed_text(text, name, sha256, remarks), suffix)


def _is_pdf(data: bytes) -> bool:
    """A PDF begins with its mark; programs forgive what stands before it within the first 1,024 bytes."""
    head = _PDF_HEAD.search(data, 0, 1024)
    return head is not None and (not data[: head.start()].strip(b"\xef\xbb\xbf \t\r\n") or b" obj" in data)


def _refuse_others(data: bytes, name: str) -> None:
    """Raises `ReadError` for a file of a kind that has words, or none, but not as we read them."""
    if data.startswith(_OLE):
        wide = "EncryptedPackage".encode("utf-16-le")
        if wide in data:
            raise ReadError("encrypted", name, "encrypted; it opens only with a password",
                            "ask the submitter for an open copy, or save it without a password")
        raise ReadError("unreadable", name, "an Office file of the old kind (.doc, .xls, .msg)",
                        "open it in a word processor and save it as DOCX or PDF")
    if data.startswith(b"{\\rtf"):
        raise ReadError("unreadable", name, "an RTF file", "open it in a word processor and save it as DOCX or PDF")
    if data.startswith(b"%!PS"):
        raise ReadError("unreadable", name, "a PostScript file", "save it as PDF")
    if _HTML.match(data.removeprefix(b"\xef\xbb\xbf")[:4096]):
        raise ReadError("unreadable", name, "an HTML page", "print it to PDF, or save its text")
    if data.startswith(b"<?xml") and b"schemas.microsoft.com/office/2006/xmlPackage" in data[:4096]:
        raise ReadError("unreadable", name, "a Word file as one XML file", "save it as DOCX")
    for begins, what, is_picture in _BEGINS:
        # Two letters also begin a text; a NUL among the first bytes does not occur in one.
        if data.startswith(begins) and (len(begins) > 3 or not begins.isascii() or b"\0" in data[:64]):
            if is_picture:
                raise ReadError("no-text", name, f"{what}, without text", _MEND_PICTURE)
            raise ReadError("unreadable", name, f"{what}, not a document", _READS)


def _remarked(printed: Printed, suffix: str) -> Printed:
    """Says where a file is of another kind than its name."""
    named = Format.TEXT if suffix in _TEXT_NAMES else _NAMED.get(suffix)
    if named is None or named is printed.format:
        return printed
    remark = f"named {suffix}, but it is {printed.format.value} and is read as that"
    return replace(printed, remarks=(remark, *printed.remarks))
