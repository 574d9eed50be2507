"""What a document says reaches no reader as a command: not of HTML, of Typst, of a spreadsheet, of a terminal."""

from __future__ import annotations

import contextlib
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from audit.commands.main import main

HTML = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "</style></title><b>", "' onmouseover='x", "<!--", "&lt;b&gt;", "javascript:x"]
TEMPLATE = ["{{ 7*7 }}", "{% raise %}", "${7*7}", "%(x)s", "{0.__class__}"]
TYPST = ['#panic("x")', '#include "secret.txt"', "$ x $", "*a* _b_ `c`", "@someone", "<label>", "\\ \\u{1}", "// gone", "/* gone", "]", "#[", '"']
SHEET = ['=HYPERLINK("http://x.invalid","y")', "+1+cmd|' /C calc'!A0", "@SUM(1,1)", "-2+3", "{=1+1}", "http://x.invalid/y", "mailto:x@x.invalid"]
TERMINAL = ["\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "\u202eback", "\x08\x08", "\r"]
ALL = [*HTML, *TEMPLATE, *TYPST, *SHEET, *TERMINAL]
NAME = '=1+1 <img src=x onerror=alert(1)> #panic("x") {{ 7*7 }} & \u202etxt.txt'
OTHER = "-2+3 <script>alert(1)<script> $x$ `new`.txt"


def _document(odds: str) -> str:
    """Every place of a document that a report prints, with each of the things that must stay words."""
    rows = [f"{ALL[0]} RULES", f"Revised March 3, 2014 {ALL[0]}", f"Effective: 4/1/2014 {SHEET[0]}", ""]
    count = 0
    for said in ALL:
        for words in (
            f"{said}. The Ante wager pays {odds} to 1 {said}.",
            f"“Lantern {said}” means a hand of three cards.",
            f"“Lantern {said}” means a hand of {odds} cards {said}.",
            f"The dealer shall act under section {count + 1} (relating to {said} things) and section 9999 {said}.",
            f"The game {said} shall be played with 1 deck of 52 cards {said}.",
        ):
            count += 1
            rows += [f"{count}. {words}", ""]
        rows += [f"   {said}     {odds} to 1     {said}", f"   Flush     9 to 1     {said}", ""]
    rows += [f"{count + 1}. The game shall be played with six decks of 52 cards."]
    return "\n".join([*rows, f"\f{SHEET[0]}", f"From: {HTML[0]}", f"To: {SHEET[0]}", f"Subject: {TYPST[0]}", "", *ALL])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    Path(NAME).write_text(_document("3"), encoding="utf-8")
    Path(OTHER).write_text(_document("4").replace("another hand", "any hand"), encoding="utf-8")
    Path("secret.txt").write_text("the secret", encoding="utf-8")
    return tmp_path


def _ran(*words: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    assert code in (0, 1), err.getvalue()
    assert not Path("audit-fault.txt").exists(), err.getvalue()
    told = out.getvalue() + err.getvalue()
    assert all(c.isprintable() or c == "\n" for c in told)
    return out.getvalue()


REPORTS = {"check": ("report", "check", "--", NAME), "diff": ("report", "diff", "--", NAME, OTHER)}


def _report(what: str, ending: str) -> bytes:
    command, kind, *names = REPORTS[what]
    _ran(command, kind, "-o", f"out{ending}", *names)
    return Path(f"out{ending}").read_bytes()


class _Tags(HTMLParser):
    """The elements of a page with their attributes, and what stands in scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("what", REPORTS)
def test_html(what: str, folder: Path) -> None:
    page = _report(what, ".html").decode()
    read = _Tags()
    read.feed(page)
    scripts = [tag for tag, _ in read.found if tag == "script"]
    plain = _Tags()
    Path("plain.txt").write_text("RULES OF X\n\n1. The dealer shall pay 3 to 1. See Section 99.\n", encoding="utf-8")
    Path("other.txt").write_text("RULES OF X\n\n1. The dealer shall pay 4 to 1. See Section 99.\n", encoding="utf-8")
    _ran("report", what, "-o", "plain.html", "plain.txt", *(["other.txt"] if what == "diff" else []))
    plain.feed(Path("plain.html").read_text(encoding="utf-8"))
    assert len(scripts) == len([tag for tag, _ in plain.found if tag == "script"])
    assert not {tag for tag, _ in read.found} & {"img", "iframe", "object", "embed", "base"}
    for tag, attributes in read.found:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        for name in ("href", "src", "action"):
            assert re.match(r"(?:#|data:|$)", attributes.get(name) or ""), (tag, attributes)
    words = "".join(read.words)
    assert "{{ 7*7 }}" in words and "<script>alert(1)</script>" in words
    assert "the secret" not in page
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", page)


@pytest.mark.parametrize("what", REPORTS)
def test_spreadsheet(what: str, folder: Path) -> None:
    made = openpyxl.load_workbook(io.BytesIO(_report(what, ".xlsx")))
    texts = []
    for sheet in made:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f", f"{sheet.title} {cell.coordinate}: {cell.value}"
                link = cell.hyperlink.target if cell.hyperlink is not None else None
                assert link is None, f"{sheet.title} {cell.coordinate}: {link}"
                texts.append(str(cell.value))
    assert any("@SUM(1,1)" in text for text in texts)
    assert all(sheet.title == re.sub(r"[\[\]:*?/\\]", "", sheet.title) for sheet in made)


@pytest.mark.parametrize("what", REPORTS)
def test_pdf(what: str, folder: Path) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(_report(what, ".pdf"))
    words = " ".join("".join(page.get_textpage().get_text_range() for page in document).split())
    assert "#panic(" in words and "@someone" in words and "{{ 7*7 }}" in words
    assert "the secret" not in words


@pytest.mark.parametrize("format", ["text", "concise", "json", "sarif", "junit"])
def test_check(format: str, folder: Path) -> None:
    out = _ran("check", "--format", format, "--", NAME)
    if format in ("json", "sarif"):
        json.loads(out)
    if format == "junit":
        ElementTree.fromstring(out)


@pytest.mark.parametrize("words", ["clauses --full", "clauses --parts", "clauses --view marked", "clauses --format json", "diff", "diff --noise", "diff --format concise"])
def test_texts(words: str, folder: Path) -> None:
    names = [NAME, OTHER] if words.startswith("diff") else [NAME]
    out = _ran(*words.split(), "--", *names)
    assert "@SUM(1,1)" in out or words in ("clauses --parts", "diff --format concise")
