"""Files made to break a reader end in one clear line, or are read; in bounded time and memory."""

from __future__ import annotations

import io
import random
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from audit.documents.opening import opened
from audit.documents.options import DEEPEST, Reading
from audit.documents.pages import Printed, View
from audit.files import ReadError

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_LONGEST = 40.0
"""Seconds; a third of that on a machine that does nothing else."""


def _document(body: str) -> str:
    return f"<w:document {_W}><w:body>{body}</w:body></w:document>"


def _p(words: str = "x") -> str:
    return f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"


def _docx(document: str | bytes, **parts: str | bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", document)
        if parts:
            kinds = "".join(
                f'<Relationship Id="r{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{kind}.xml"/>'
                for n, kind in enumerate(parts)
            )
            spaces = "http://schemas.openxmlformats.org/package/2006/relationships"
            file.writestr("word/_rels/document.xml.rels", f'<Relationships xmlns="{spaces}">{kinds}</Relationships>')
        for kind, content in parts.items():
            file.writestr(f"word/{kind}.xml", content)
    return made.getvalue()


@contextmanager
def _in_bounded_time() -> Iterator[None]:
    begun = time.process_time()
    yield
    assert time.process_time() - begun < _LONGEST


def _read(data: bytes, name: str = "hostile.docx") -> Printed:
    with _in_bounded_time():
        return opened(data, name, Reading())


def _refused(data: bytes, name: str = "hostile.docx") -> ReadError:
    with _in_bounded_time(), pytest.raises(ReadError) as caught:
        opened(data, name, Reading())
    return caught.value


def test_zip_bomb_that_tells_its_size() -> None:
    made = _docx(_document(_p(" " * 60_000_000)))
    assert len(made) < 200_000
    assert _refused(made).kind == "too-large"


def test_zip_bomb_that_lies_about_its_size() -> None:
    """The list of the package says that ten bytes come out."""
    made = bytearray(_docx(_document(_p(" " * 60_000_000))))
    real = struct.pack("<I", len(_document(_p(" " * 60_000_000))))
    at = made.find(real)
    while at >= 0:
        made[at : at + 4] = struct.pack("<I", 10)
        at = made.find(real, at + 4)
    tracemalloc.start()
    error = _refused(bytes(made))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.kind in {"too-large", "unreadable"}
    assert peak < 60_000_000


def test_many_parts_that_each_are_small_enough() -> None:
    filler = "<w:styles>" + "<a/>" * 1_900_000 + "</w:styles>"
    assert _refused(_docx(_document(_p()), styles=filler, numbering=filler)).kind in {"too-large", "unreadable"}


def test_package_with_a_list_beyond_the_bound() -> None:
    made = bytearray(_docx(_document(_p())))
    end = made.rfind(b"PK\x05\x06")
    made[end + 12 : end + 16] = struct.pack("<I", 50_000_000)
    assert _refused(bytes(made)).kind == "too-large"


def test_truncated_anywhere() -> None:
    made = _docx(_document(_p("Words.") * 200))
    for size in [*range(4, 60), len(made) // 2, len(made) - 30, len(made) - 1]:
        assert _refused(made[:size]).kind == "unreadable"


def test_encrypted_entry() -> None:
    made = bytearray(_docx(_document(_p())))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        made[made.find(mark) + offset] |= 1
    assert _refused(bytes(made)).kind == "encrypted"


def test_entity_expansion() -> None:
    entities = '<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    bomb = f"<!DOCTYPE w:document [{entities}]>" + _document(_p("&j;"))
    for data in (bomb.encode(), bomb.encode("utf-16")):
        error = _refused(_docx(data))
        assert error.kind == "unreadable"


def test_external_entity_is_not_read() -> None:
    data = '<!DOCTYPE w:document [<!ENTITY f SYSTEM "file:///etc/hostname">]>' + _document(_p("&f;"))
    assert _refused(_docx(data)).kind == "unreadable"
    assert _refused(_docx(_document(_p("&f;")))).kind == "unreadable"


def test_external_relations_are_left_alone() -> None:
    relation = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" TargetMode="External"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="http://127.0.0.1:9/styles.xml"/>'
        '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="../../../etc/passwd"/></Relationships>'
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("word/document.xml", _document(_p("Words.")))
        file.writestr("word/_rels/document.xml.rels", relation)
    printed = _read(made.getvalue())
    assert [line.text for line in printed.lines] == ["Words."]
    assert printed.remarks == ("its numbering are missing",)


def test_two_parts_of_one_name() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("word/document.xml", _document(_p("One.")))
        with pytest.warns(UserWarning):
            file.writestr("word/document.xml", _document(_p("Two.")))
    assert _refused(made.getvalue()).kind == "unreadable"


@pytest.mark.parametrize("element", ["w:tbl><w:tr><w:tc", "w:ins", "w:sdt><w:sdtContent", "w:hyperlink", "w:novelty", "w:txbxContent"])
def test_elements_ten_thousand_deep(element: str) -> None:
    closing = "".join(f"</{name}>" for name in reversed(element.split("><")))
    body = f"<{element}>" * 10_000 + _p() + closing * 10_000
    assert _refused(_docx(_document(body))).kind == "unreadable"
    assert _refused(_docx(_document(f"<w:p>{body}</w:p>"))).kind == "unreadable"


@pytest.mark.parametrize("element", ["w:tbl><w:tr><w:tc", "w:ins", "w:sdt><w:sdtContent", "w:customXml", "w:moveTo"])
def test_elements_as_deep_as_the_parser_allows(element: str) -> None:
    names = element.split("><")
    closing = "".join(f"</{name}>" for name in reversed(names))
    times = 240 // len(names)
    printed = _read(_docx(_document(_p("Words.") + f"<{element}>" * times + _p("deep") + closing * times)))
    assert printed.lines[0].text == "Words."
    assert "deep" in printed.lines[-1].text or any(str(DEEPEST) in remark for remark in printed.remarks)
    inner = f"<{element}>" * times + "<w:r><w:t>deep</w:t></w:r>" + closing * times
    _read(_docx(_document(_p("Words.") + f"<w:p>{inner}</w:p>")))


def test_boxes_within_boxes() -> None:
    begin, end = "<w:r><w:pict><w:txbxContent><w:p>", "</w:p></w:txbxContent></w:pict></w:r>"
    printed = _read(_docx(_document(_p("Words.") + "<w:p>" + begin * 60 + "<w:r><w:t>deep</w:t></w:r>" + end * 60 + "</w:p>")))
    assert printed.lines[0].text == "Words."


def test_absurd_spans() -> None:
    cell = '<w:tc><w:tcPr><w:gridSpan w:val="60"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>'
    printed = _read(_docx(_document(f"<w:tbl>{'<w:tr>' + cell + '</w:tr>'}</w:tbl>" * 20_000)))
    assert any("absurd spans" in remark for remark in printed.remarks)
    huge = cell.replace('"60"', '"2147483647"')
    assert _read(_docx(_document(f"<w:tbl><w:tr>{huge}</w:tr></w:tbl>"))).lines[0].text == "x"


@pytest.mark.parametrize("value", ["-1", "99999999999999999999", "x", "", "1e400", "1.e999", "\u0664", "nan"])
def test_values_that_are_no_numbers(value: str) -> None:
    numbering = (
        f'<w:numbering {_W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="{value}"><w:start w:val="{value}"/><w:numFmt w:val="lowerLetter"/>'
        f'<w:lvlRestart w:val="{value}"/><w:lvlText w:val="%1%2%9."/></w:lvl></w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="{value}"><w:startOverride w:val="{value}"/></w:lvlOverride></w:num></w:numbering>'
    )
    body = (
        f'<w:p><w:pPr><w:outlineLvl w:val="{value}"/><w:ind w:left="{value}"/><w:numPr><w:ilvl w:val="{value}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
        f'<w:r><w:sym w:font="Symbol" w:char="{value}"/><w:t>x</w:t></w:r></w:p><w:tbl><w:tr><w:trPr><w:gridBefore w:val="{value}"/></w:trPr>'
        f'<w:tc><w:tcPr><w:gridSpan w:val="{value}"/></w:tcPr>{_p()}</w:tc></w:tr></w:tbl>'
    )
    assert len(_read(_docx(_document(body), numbering=numbering)).lines) == 2


def test_styles_that_are_based_on_one_another() -> None:
    styles = "".join(f'<w:style w:type="paragraph" w:styleId="s{n}"><w:basedOn w:val="s{(n + 1) % 50}"/></w:style>' for n in range(50))
    body = '<w:p><w:pPr><w:pStyle w:val="s7"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    assert len(_read(_docx(_document(body), styles=f"<w:styles {_W}>{styles}</w:styles>")).lines) == 1


def test_damaged_parts() -> None:
    assert _refused(_docx("<w:document")).kind == "unreadable"
    assert _refused(_docx(b"")).kind == "unreadable"
    assert _refused(_docx(_document(_p()), numbering="no XML")).kind == "unreadable"
    assert _refused(_docx("<html/>")).kind == "unreadable"
    assert _refused(_docx(f"<w:document {_W}/>")).kind == "empty"


def test_paragraph_beyond_the_bound() -> None:
    assert _refused(_docx(_document(_p("ab " * 100_000)))).kind == "too-large"


@pytest.mark.parametrize(
    "body", ["<w:p/>" * 1_000_000, "<w:tbl>" + "<w:tr/>" * 500_000 + "</w:tbl>", "<w:tbl><w:tr>" + "<w:tc/>" * 500_000 + "</w:tr></w:tbl>",
             "<w:a/>" * 3_000_000], ids=["paragraphs", "rows", "cells", "tags"]
)
def test_more_elements_than_a_document_has(body: str) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("word/document.xml", _document(body))
    assert _refused(made.getvalue()).kind == "too-large"


@pytest.mark.long
def test_as_many_paragraphs_as_are_allowed() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("word/document.xml", _document("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>x</w:t></w:r></w:p>" * 180_000))
    assert len(_read(made.getvalue()).lines) == 180_000


def test_ten_thousand_nested_lists_of_markdown() -> None:
    rows = "\n".join("  " * n + "- 1. a" for n in range(10_000))
    assert _refused(rows.encode(), "x.md").kind == "too-large"
    within = "\n".join("  " * min(n, 1_000) + "- 1. a" for n in range(10_000))
    assert len(_read(within.encode(), "x.md").lines) == 10_000
    assert len(_read(("- " * 10_000 + "a").encode(), "x.md").lines) == 1


_SAMPLES = (
    ("x.txt", "A. Definitions\n\f  1. “Ante” means\r\n\tFlush\t4 to 1\n".encode()),
    ("x.md", b"# A\n- 1. <u>One</u> \\$1 &amp; **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n<!-- c -->\n```\nx\n```\n"),
    (
        "x.docx",
        _docx(
            _document(
                '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
                '<w:ins w:id="2"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="3"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>'
                '<w:tbl><w:tr><w:trPr><w:ins w:id="4"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' + _p("cell") + "</w:tc></w:tr></w:tbl>"
            ),
            numbering=f'<w:numbering {_W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
            '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>',
        ),
    ),
)


def _mutated(data: bytes, chance: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(made) + 1)
        match chance.randrange(6):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.randint(1, 40)]
            case 2:
                made[at:at] = chance.choice([b"\0", b"\xff\xfe", b"\f", b"\r", b"<", b"&#0;", b"w:p", b"%9", b"```", b"\xe2\x80\xa8", b"-" * 50])
            case 3:
                made[at:at] = made[at : at + 60] * chance.randint(1, 5)
            case 4:
                made = made[:at] or made
            case _:
                made[at : at + 4] = chance.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"])
    return bytes(made)


def _mutated_within(docx: bytes, chance: random.Random) -> bytes:
    """The parts of a package mutated and packed anew, so that the readers of XML get them."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if chance.random() < 0.6:
                text = content.decode()
                if chance.random() < 0.7:  # change names and values, so that the XML stays whole
                    for _ in range(chance.randint(1, 5)):
                        names = ["w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:ins", "w:del", "w:pPr", "w:numPr", "w:lvl", '"0"', '"1"', '"2"']
                        text = text.replace(chance.choice(names), chance.choice([*names, '"-5"', '"x"', '"99999999999"']))
                    content = text.encode()
                else:
                    content = _mutated(content, chance)
            new.writestr(name, content)
    return made.getvalue()


_HOLDERS = [
    "w:p", "w:r", "w:tbl", "w:tr", "w:tc", "w:pPr", "w:rPr", "w:trPr", "w:tcPr", "w:numPr", "w:ins", "w:del", "w:moveFrom", "w:moveTo",
    "w:sdt", "w:sdtContent", "w:hyperlink", "w:pict", "w:txbxContent", "w:pPrChange", "mc:AlternateContent", "mc:Choice", "mc:Fallback", "w:ruby",
    "w:rubyBase", "m:oMath", "w:customXml", "w:fldSimple", "w:footnote", "w:comment", "w:style", "w:abstractNum", "w:lvl", "w:num", "w:lvlOverride",
]
_LEAVES = [
    "w:t", "w:delText", "w:tab", "w:br", "w:lastRenderedPageBreak", "w:numId", "w:ilvl", "w:pStyle", "w:rStyle", "w:basedOn", "w:fldChar",
    "w:instrText", "w:sym", "w:vanish", "w:caps", "w:b", "w:u", "w:gridSpan", "w:gridBefore", "w:outlineLvl", "w:ind", "w:sectPr", "w:cellDel",
    "w:pageBreakBefore", "w:footnoteReference", "w:commentReference", "w:softHyphen", "m:t", "m:den", "w:start", "w:numFmt", "w:lvlText",
    "w:lvlRestart", "w:startOverride", "w:abstractNumId", "w:styleLink", "w:numStyleLink", "w:altChunk", "w:type", "w:isLgl", "w:suff",
]
_VALUES = ["0", "1", "2", "9", "-1", "x", "page", "begin", "separate", "end", "F0A9", "Symbol", "decimal", "bullet", "%1.%2", "nothing", "s", ""]
_NAMES = ["w:val", "w:id", "w:type", "w:fldCharType", "w:char", "w:font", "w:left", "w:hanging", "w:numId", "w:abstractNumId", "w:ilvl", "w:styleId"]


def _random_xml(chance: random.Random, depth: int) -> str:
    """Elements of a word processor in any order and any place, with values of any sort."""
    made = []
    for _ in range(chance.randint(0, 5)):
        attributes = "".join(f' {name}="{chance.choice(_VALUES)}"' for name in chance.sample(_NAMES, chance.randint(0, 4)))
        if depth > 0 and chance.random() < 0.65:
            name = chance.choice(_HOLDERS)
            made.append(f"<{name}{attributes}>{_random_xml(chance, depth - 1)}</{name}>")
        else:
            name = chance.choice(_LEAVES)
            made.append(f"<{name}{attributes}>{chance.choice(['', 'x', ' ', 'word '])}</{name}>")
    return "".join(made)


def _random_docx(chance: random.Random) -> bytes:
    spaces = (
        f'{_W} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    )
    parts = {
        kind: f"<w:{kind} {spaces}>{_random_xml(chance, 5)}</w:{kind}>"
        for kind in ("styles", "numbering", "footnotes", "endnotes", "comments")
        if chance.random() < 0.5
    }
    body = "".join(f"<w:p>{_random_xml(chance, 6)}</w:p>" for _ in range(chance.randint(1, 4)))
    return _docx(f"<w:document {spaces}><w:body>{body}{_random_xml(chance, 7)}</w:body></w:document>", **parts)


def _fuzz(times: int, start: int) -> None:
    reading = Reading()
    for n in range(start, start + times):
        chance = random.Random(n)
        name, data = _SAMPLES[n % len(_SAMPLES)]
        if name == "x.docx":
            mutated = [_mutated, _mutated_within, lambda _, chance: _random_docx(chance)][chance.randrange(3)](data, chance)
        else:
            mutated = _mutated(data, chance)
        encodings = [None, None, None, "windows-1252", "utf-16", "utf-8"]
        try:
            printed = opened(mutated, chance.choice([name, "x.txt", "x.md"]), Reading(encoding=chance.choice(encodings)) if n % 5 == 0 else reading)
        except ReadError as error:
            assert "\n" not in error.first_line, n
            continue
        except (zlib.error, ValueError) as error:
            pytest.fail(f"input {n}: {error!r}")
        assert [line.number for line in printed.lines] == list(range(1, len(printed.lines) + 1)), n
        assert [k for page in printed.pages for k in range(page.first, page.last + 1)] == [line.number for line in printed.lines], n
        for line in printed.lines:
            assert all(0 <= m.start <= m.end <= len(line.text) for m in line.marks), n
            assert all(0 <= a <= b <= len(line.text) for a, b in line.cells), n
            for view in View:
                line.seen(view)
            line.text.encode("utf-8")


def test_mutated_inputs() -> None:
    _fuzz(600, 0)


@pytest.mark.long
def test_ten_thousand_mutated_inputs() -> None:
    _fuzz(10_000, 1_000)
