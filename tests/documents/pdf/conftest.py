"""Three producers that print the same paragraphs, with strikes and underlines that the tests know."""

from __future__ import annotations

import io
import random
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pypdfium2
import pytest

from audit.documents.options import Convention, Reading
from audit.documents.pages import Mark, Printed
from audit.documents.pdf.reading import printed_pdf

STRUCK, NEW, PLAIN = "-", "+", ""
Piece = tuple[str, str]
"""A kind (struck, new or plain) and words."""
Paragraph = Sequence[Piece]


@dataclass(frozen=True)
class Look:
    """How a document is set: size of type in points, width of the page, columns; ``spaced`` is the leading."""

    size: float = 11
    width: float = 400
    height: float = 560
    columns: int = 1
    bold: bool = False
    colours: dict[str, str] = field(default_factory=dict)
    """``#rrggbb`` by kind."""


def by_typst(paragraphs: Sequence[Paragraph], look: Look) -> bytes:
    import typst

    def set_piece(kind: str, words: str) -> str:
        body = "#" + repr_typst(words)
        if kind in look.colours:
            body = f'#text(fill: rgb("{look.colours[kind]}"))[{body}]'
        return {STRUCK: f"#strike[{body}]", NEW: f"#underline(evade: false)[{body}]", PLAIN: body}[kind]

    lines = [
        f"#set page(width: {look.width}pt, height: {look.height}pt, margin: 40pt, columns: {look.columns})",
        f"#set text(size: {look.size}pt, hyphenate: false, weight: {'700' if look.bold else '400'})",
    ]
    for paragraph in paragraphs:
        lines += ["", "".join(set_piece(kind, words) for kind, words in paragraph)]
    return bytes(typst.compile("\n".join(lines).encode()))


def repr_typst(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '";'


def by_reportlab(paragraphs: Sequence[Paragraph], look: Look) -> bytes:
    from xml.sax.saxutils import escape

    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate
    from reportlab.platypus import Paragraph as Printable

    def set_piece(kind: str, words: str) -> str:
        body = escape(words)
        if kind in look.colours:
            body = f'<font color="{look.colours[kind]}">{body}</font>'
        return {STRUCK: f"<strike>{body}</strike>", NEW: f"<u>{body}</u>", PLAIN: body}[kind]

    style = ParagraphStyle("body", fontName="Times-Bold" if look.bold else "Times-Roman", fontSize=look.size,
                           leading=look.size * 1.25, spaceAfter=look.size)
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=(look.width, look.height), invariant=1)
    wide = (look.width - 80 - 20 * (look.columns - 1)) / look.columns
    frames = [Frame(40 + n * (wide + 20), 40, wide, look.height - 80, 0, 0, 0, 0) for n in range(look.columns)]
    document.addPageTemplates([PageTemplate(frames=frames)])
    document.build([Printable("".join(set_piece(*piece) for piece in paragraph), style) for paragraph in paragraphs])
    return out.getvalue()


def by_fpdf(paragraphs: Sequence[Paragraph], look: Look) -> bytes:
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(look.width, look.height))
    document.core_fonts_encoding = "cp1252"
    document.set_margin(40)
    document.set_auto_page_break(True, 40)
    document.add_page()
    weight = "B" if look.bold else ""
    wide = (look.width - 80 - 20 * (look.columns - 1)) / look.columns
    share = -(-len(paragraphs) // look.columns)
    for n, paragraph in enumerate(paragraphs):
        column = n // share
        document.set_left_margin(40 + column * (wide + 20))
        document.set_right_margin(look.width - 40 - column * (wide + 20) - wide)
        if n % share == 0:
            document.set_y(40)
        document.set_x(40 + column * (wide + 20))
        for kind, words in paragraph:
            colour = look.colours.get(kind, "#000000")
            document.set_text_color(*(int(colour[k : k + 2], 16) for k in (1, 3, 5)))
            document.set_font("Helvetica", weight + {STRUCK: "S", NEW: "U", PLAIN: ""}[kind], look.size)
            document.write(look.size * 1.3, words)
        document.ln(look.size * 2)
    return bytes(document.output())


PRODUCERS = {"typst": by_typst, "reportlab": by_reportlab, "fpdf2": by_fpdf}


@pytest.fixture(params=sorted(PRODUCERS))
def produce(request: pytest.FixtureRequest) -> Callable[[Sequence[Paragraph], Look], bytes]:
    """Prints paragraphs as a PDF, by each of the three producers in turn."""
    warnings.simplefilter("ignore", DeprecationWarning)
    return PRODUCERS[request.param]


@pytest.fixture(scope="session")
def look() -> type[Look]:
    return Look


@pytest.fixture(scope="session")
def read() -> Callable[..., Printed]:
    """Reads the bytes of a PDF: ``read(data, Convention.COLOUR)``."""

    def reads(data: bytes, convention: Convention = Convention.LINES, password: str | None = None) -> Printed:
        return printed_pdf(data, "made.pdf", "0" * 64, Reading(convention=convention, password=password))

    return reads


def signs(printed: Printed, page: int | None = None) -> list[tuple[str, str]]:
    """Each character with ink and its kind, in reading order."""
    found = []
    for line in printed.lines:
        if page is not None and line.page != page:
            continue
        for n, letter in enumerate(line.text):
            marks = {m.mark for m in line.marks if m.start <= n < m.end}
            if letter != " ":
                found.append((letter, STRUCK if Mark.DELETED in marks else NEW if Mark.INSERTED in marks else PLAIN))
    return found


def truth(paragraphs: Sequence[Paragraph]) -> list[tuple[str, str]]:
    return [(letter, kind) for paragraph in paragraphs for kind, words in paragraph for letter in words if letter != " "]


@pytest.fixture(scope="session")
def agree() -> Callable[[Printed, Sequence[Paragraph]], None]:
    """Asserts that every character was read, in order, and each with its right kind."""

    def agrees(printed: Printed, paragraphs: Sequence[Paragraph]) -> None:
        read, told = signs(printed), truth(paragraphs)
        assert "".join(letter for letter, _ in read) == "".join(letter for letter, _ in told)
        wrong = [(n, a, b) for n, (a, b) in enumerate(zip(read, told, strict=True)) if a != b]
        assert not wrong, f"{len(wrong)} of {len(told)} characters, such as {wrong[:5]}"

    return agrees


TEXT = (
    "the dealer shall pay each winning wager at odds of 3 to 2 or 6 to 5 unless a player holds an ace and any ten in "
    "which case 15 to 1 applies; (b) no patron may touch the cards, chips (or tokens) of another $25 table minimum by "
    '7:30 p.m. "house way" hands qualify with jack-high; finally office staffing differs 1,000 0.5% 42 §7'
)
WORDS = TEXT.split()


@pytest.fixture(scope="session")
def amended() -> Callable[[int, int], list[list[Piece]]]:
    """Paragraphs of random words with random amendments: whole words, halves of words, single digits, long runs."""

    def made(seed: int, count: int) -> list[list[Piece]]:
        chance = random.Random(seed)
        return [_paragraph(chance) for _ in range(count)]

    return made


def _paragraph(chance: random.Random) -> list[Piece]:
    words = [chance.choice(WORDS) for _ in range(chance.randint(15, 60))]
    text = " ".join(words)
    kinds = [PLAIN] * len(text)
    for _ in range(chance.randint(2, 6)):
        begin = chance.randrange(len(text))
        length = chance.choice((1, 1, 2, 3, 5, 8, 20, 60, 150))
        kinds[begin : begin + length] = [chance.choice((STRUCK, NEW))] * len(kinds[begin : begin + length])
    pieces: list[Piece] = []
    for kind, letter in zip(kinds, text, strict=True):
        if pieces and pieces[-1][0] == kind:
            pieces[-1] = (kind, pieces[-1][1] + letter)
        else:
            pieces.append((kind, letter))
    return pieces


@pytest.fixture(scope="session")
def turned() -> Callable[[bytes, int], bytes]:
    """The same PDF with all pages turned by a number of degrees."""

    def turns(data: bytes, degrees: int) -> bytes:
        document = pypdfium2.PdfDocument(data)
        for page in document:
            page.set_rotation(degrees)
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()

    return turns
