"""Makes small DOCX files from raw XML, so that each test shows what it reads."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

import pytest

from audit.documents.docx.reading import printed_docx
from audit.documents.pages import Printed, View

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_SPACES = f'xmlns:w="{_W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"'


class Word:
    """Pieces of WordprocessingML, and packages of them."""

    @staticmethod
    def run(text: str, properties: str = "") -> str:
        return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'

    @staticmethod
    def changed(tag: str, text: str) -> str:
        words = "delText" if tag == "del" else "t"
        return f'<w:{tag} w:id="1" w:author="x"><w:r><w:{words} xml:space="preserve">{text}</w:{words}></w:r></w:{tag}>'

    @staticmethod
    def p(*content: str, end: str = "", numbered: tuple[int, int] | None = None, style: str = "", more: str = "") -> str:
        """A paragraph; ``end`` is what happened to its end, ``numbered`` its list and level."""
        runs = "".join(c if c.startswith("<") else Word.run(c) for c in content)
        styled = f'<w:pStyle w:val="{style}"/>' if style else ""
        listed = "" if numbered is None else f'<w:numPr><w:ilvl w:val="{numbered[1]}"/><w:numId w:val="{numbered[0]}"/></w:numPr>'
        marks = f'<w:rPr><w:{end} w:id="2" w:author="x"/></w:rPr>' if end else ""
        return f"<w:p><w:pPr>{styled}{listed}{more}{marks}</w:pPr>{runs}</w:p>"

    @staticmethod
    def row(*cells: str, change: str = "") -> str:
        """A row; each cell is XML of paragraphs, or words."""
        made = "".join(f"<w:tc>{c if c.startswith('<') else Word.p(c)}</w:tc>" for c in cells)
        properties = f'<w:trPr><w:{change} w:id="3" w:author="x"/></w:trPr>' if change else ""
        return f"<w:tr>{properties}{made}</w:tr>"

    @staticmethod
    def table(*rows: str) -> str:
        return f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl>"

    @staticmethod
    def levels(*levels: tuple[str, str], number: int = 1, more: Iterable[str] = ()) -> str:
        """An abstract list: form and text of each level; ``more`` is XML added to each."""
        added = [*more, *[""] * len(levels)]
        made = "".join(
            f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{added[n]}<w:lvlText w:val="{text}"/></w:lvl>'
            for n, (form, text) in enumerate(levels)
        )
        return f'<w:abstractNum w:abstractNumId="{number}">{made}</w:abstractNum>'

    @staticmethod
    def num(number: int, abstract: int = 1, overrides: str = "") -> str:
        return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{overrides}</w:num>'

    @staticmethod
    def package(body: str, *, raw_body: bool = False, **parts: str) -> bytes:
        """A whole DOCX; ``parts`` are the contents of numbering, styles, comments, footnotes."""
        document = body if raw_body else f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>"
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("_rels/.rels", Word.relations([("officeDocument", "word/document.xml")]))
            file.writestr("word/document.xml", document)
            file.writestr("word/_rels/document.xml.rels", Word.relations([(kind, f"{kind}.xml") for kind in parts]))
            for kind, content in parts.items():
                file.writestr(f"word/{kind}.xml", f"<w:{kind} {_SPACES}>{content}</w:{kind}>")
        return made.getvalue()

    @staticmethod
    def relations(pairs: list[tuple[str, str]]) -> str:
        made = "".join(f'<Relationship Id="r{n}" Type="{_TYPE}{k}" Target="{t}"/>' for n, (k, t) in enumerate(pairs))
        return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{made}</Relationships>'

    @staticmethod
    def read(body: str, **parts: str) -> Printed:
        return printed_docx(Word.package(body, **parts), "made.docx", "0")

    @staticmethod
    def shown(printed: Printed, view: View = View.NEW) -> list[str]:
        """The paragraphs as a view shows them, those run together whose end it hides."""
        made, so_far = [], ""
        for line in printed.lines:
            so_far += line.seen(view).text
            if line.ends_paragraph(view):
                made.append(so_far)
                so_far = ""
        return [*made, so_far] if so_far else made


@pytest.fixture(scope="session")
def word() -> type[Word]:
    return Word
