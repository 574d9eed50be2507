"""What a file is, its content decides; what cannot be read gets one line and a mend."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from pathlib import Path

import pytest

from audit.documents.opening import open_document, opened
from audit.documents.options import Reading
from audit.documents.pages import Format
from audit.files import ReadError

_PARAGRAPH = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body><w:p><w:r><w:t>A wager.</w:t></w:r></w:p></w:body></w:document>"
)


def _zip(**parts: str | bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return made.getvalue()


_DOCX = _zip(word__document_dot_xml=_PARAGRAPH)


def _refused(data: bytes, name: str = "submission.txt") -> ReadError:
    with pytest.raises(ReadError) as caught:
        opened(data, name, Reading())
    return caught.value


def test_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(b"A. Definitions\n")
    printed = open_document(path, "rules.txt", Reading())
    assert printed.format is Format.TEXT
    assert printed.sha256 == hashlib.sha256(b"A. Definitions\n").hexdigest()
    assert (printed.name, printed.remarks) == ("rules.txt", ())


def test_markdown_by_its_name_and_by_its_signs() -> None:
    assert opened(b"A. Plain\n", "rules.md", Reading()).format is Format.MARKDOWN
    by_signs = opened(b"- 1. a\n- 2. b\n- 3. c\nD. <u>Title</u>.\n", "rules.txt", Reading())
    assert by_signs.format is Format.MARKDOWN
    assert "read as Markdown" in by_signs.remarks[0]


def test_docx_of_whatever_name() -> None:
    assert opened(_DOCX, "rules.docx", Reading()).remarks == ()
    printed = opened(_DOCX, "rules.pdf", Reading())
    assert printed.format is Format.DOCX
    assert printed.remarks[0] == "named .pdf, but it is DOCX and is read as that"


def test_text_named_docx() -> None:
    printed = opened(b"A. Definitions\n", "rules.docx", Reading())
    assert printed.format is Format.TEXT
    assert printed.remarks == ("named .docx, but it is text and is read as that",)


def test_pdf_named_txt() -> None:
    pytest.importorskip("audit.documents.pdf.reading")
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    made = io.BytesIO()
    page = canvas.Canvas(made)
    page.drawString(72, 700, "A. Definitions")
    page.save()
    printed = opened(made.getvalue(), "rules.txt", Reading())
    assert printed.format is Format.PDF
    assert printed.remarks[0] == "named .txt, but it is PDF and is read as that"
    assert any("A. Definitions" in line.text for line in printed.lines)


def test_text_that_speaks_of_pdf_is_text() -> None:
    assert opened(b"Files begin with %PDF-1.7 as a rule.\n", "note.txt", Reading()).format is Format.TEXT


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (b"", "empty", "empty"),
        (b" \n\f\n", "empty", "empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "no-text", "PNG"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 40, "no-text", "JPEG"),
        (b"BM\x36\0\0\0\0\0", "no-text", "BMP"),
        (b"II*\0\x08\0\0\0", "no-text", "TIFF"),
        (b"{\\rtf1\\ansi Rules}", "unreadable", "RTF"),
        (b"<!DOCTYPE html>\n<html><body>Rules", "unreadable", "HTML"),
        (b"\xef\xbb\xbf\n<HTML>", "unreadable", "HTML"),
        (b"%!PS-Adobe-3.0", "unreadable", "PostScript"),
        (b"\x1f\x8b\x08\0", "unreadable", "gzip"),
        (b"\x7fELF\x02\x01", "unreadable", "program"),
        (bytes(range(256)) * 8, "unreadable", "binary"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "unreadable", ".doc"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted", "encrypted"),
        (_zip(xl__workbook_dot_xml="<x/>"), "unreadable", "spreadsheet"),
        (_zip(ppt__presentation_dot_xml="<x/>"), "unreadable", "slides"),
        (_zip(mimetype="application/vnd.oasis.opendocument.text"), "unreadable", "OpenDocument"),
        (_zip(readme="words"), "unreadable", "ZIP"),
        (_zip(word__styles_dot_xml="<x/>"), "unreadable", "missing"),
        (_zip(), "unreadable", "ZIP"),
    ],
    ids=lambda value: value if isinstance(value, str) else "data",
)
def test_what_is_no_document(data: bytes, kind: str, said: str) -> None:
    error = _refused(data)
    assert error.kind == kind
    assert said in error.message
    assert error.exit_code == 3
    assert "\n" not in error.first_line
    assert error.mend or kind == "empty"


def test_words_that_begin_as_a_picture_does() -> None:
    assert opened(b"BM stands for Black Magic.\n", "x.txt", Reading()).format is Format.TEXT
    assert opened(b"MZ is no program here.\n", "x.txt", Reading()).format is Format.TEXT


def test_encoding_that_is_given() -> None:
    printed = opened(b"the \x93house\x94", "x.txt", Reading(encoding="windows-1252"))
    assert printed.lines[0].text == "the “house”"


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        open_document(tmp_path, "folder", Reading())
    assert caught.value.kind == "unreadable"
    with pytest.raises(ReadError) as caught:
        open_document(tmp_path / "none", "none", Reading())
    assert (caught.value.kind, caught.value.exit_code) == ("not-found", 2)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ReadError) as caught:
            open_document(tmp_path / "pipe", "pipe", Reading())
        assert caught.value.kind == "unreadable"
