"""Files that are broken, closed, empty or absurd: a clear word, in bounded time."""

from __future__ import annotations

import io
import random
import time

import pypdfium2
import pytest

from audit.documents.options import Reading
from audit.documents.pdf import reading as module
from audit.documents.pdf.reading import printed_pdf
from audit.files import ReadError


def locked(password: str) -> bytes:
    import fpdf

    document = fpdf.FPDF()
    document.set_encryption(owner_password="the owner", user_password=password)
    document.add_page()
    document.set_font("Times", "", 12)
    document.cell(0, 10, "Rules of play")
    return bytes(document.output())


def drawn(draw, size=(420, 595), pages=1) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    for page in range(pages):
        draw(canvas, page)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def refused(data: bytes, password: str | None = None) -> ReadError:
    with pytest.raises(ReadError) as caught:
        printed_pdf(data, "made.pdf", "", Reading(password=password))
    return caught.value


def test_a_password_is_needed():
    error = refused(locked("open sesame"))
    assert error.first_line == "made.pdf: error: encrypted; it opens only with a password [encrypted, exit 3]"
    assert error.mend == "--password-file FILE, or ask the submitter for an open copy"
    assert refused(locked("open sesame"), "wrong").kind == "encrypted"


def test_the_password_opens(read):
    assert read(locked("open sesame"), password="open sesame").lines[0].text == "Rules of play"


def test_an_empty_password_opens(read):
    assert read(locked("")).lines[0].text == "Rules of play"


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\nThis is a text and no PDF at all.\n" * 50, b"%PDF-1.4" + bytes(5000)])
def test_no_pdf_inside(data):
    assert refused(data).kind == "unreadable"


def test_cut_short(produce, look, amended):
    data = produce(amended(1, 20), look())
    for part in (0.1, 0.5, 0.9):
        try:
            printed_pdf(data[: int(len(data) * part)], "made.pdf", "", Reading())
        except ReadError as error:
            assert error.kind in ("unreadable", "no-text")


def test_pictures_alone():
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    picture = ImageReader(Image.new("RGB", (40, 40), "grey"))
    error = refused(drawn(lambda canvas, _: canvas.drawImage(picture, 0, 0, 420, 595), pages=14))
    assert error.first_line == "made.pdf: error: 14 pages, none with text; pages 1 to 14 are pictures [no-text, exit 3]"


def test_some_pages_without_text(read):
    printed = read(drawn(lambda canvas, page: canvas.drawString(60, 500, "A rule") if page % 3 else None, pages=9))
    assert "no text on pages 1, 4 and 7" in printed.remarks
    assert [page.number for page in printed.pages] == list(range(1, 10))
    assert [line.page for line in printed.lines] == list(range(1, 10))


def test_too_many_pages(monkeypatch):
    monkeypatch.setattr(module, "MOST_PAGES", 3)
    error = refused(drawn(lambda canvas, _: canvas.drawString(60, 500, "A rule"), pages=4))
    assert error.kind == "too-large" and "4 pages" in error.message


def test_too_much_text(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHARACTERS", 30)
    error = refused(drawn(lambda canvas, _: canvas.drawString(60, 500, "A rule of ten words"), pages=4))
    assert error.kind == "too-large"


@pytest.mark.parametrize("size", [(1, 1), (14400, 14400), (0.01, 3000), (1e6, 1e6)])
def test_absurd_pages(size):
    data = drawn(lambda canvas, _: canvas.drawString(0.1 * size[0], 0.5 * size[1], "A rule"), size=size)
    try:
        assert printed_pdf(data, "made.pdf", "", Reading()).lines
    except ReadError as error:
        assert error.kind == "no-text"


def test_words_off_the_paper(read):
    def draw(canvas, _):
        canvas.drawString(60, 500, "on it")
        canvas.drawString(-900, 500, "off it")

    printed = read(drawn(draw))
    assert [line.text for line in printed.lines] == ["on it"]
    assert any("5 characters off the paper on page 1" in remark for remark in printed.remarks)


def test_words_that_nobody_sees(read):
    """Under a block of paint, and white on white: left out, and said."""
    def draw(canvas, _):
        canvas.drawString(60, 500, "The words of the rule that are to be seen")
        canvas.drawString(60, 400, "painted over")
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(50, 390, 200, 30, stroke=0, fill=1)
        canvas.drawString(60, 300, "white")

    printed = read(drawn(draw))
    assert [line.text for line in printed.lines] == ["The words of the rule that are to be seen"]
    assert any(remark.startswith("16 characters painted over") for remark in printed.remarks)


def test_white_on_a_dark_heading_is_read(read):
    def draw(canvas, _):
        canvas.rect(50, 390, 200, 30, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(60, 400, "Pay table")

    assert [line.text for line in read(drawn(draw)).lines] == ["Pay table"]


def test_thousands_of_rules(read):
    def draw(canvas, _):
        for n in range(12_000):
            canvas.line(10, n * 0.04, 400, n * 0.04)
            canvas.line(n * 0.03, 10, n * 0.03, 500)
        for n in range(60):
            canvas.drawString(40, 20 + 9 * n, "A wager that wins is paid at once. " * 2)

    data = drawn(draw)
    begin = time.process_time()
    printed = read(data)
    assert time.process_time() - begin < 60
    assert len([line for line in printed.lines if line.text]) == 60


def unfolding(levels: int, fan: int) -> bytes:
    """A page that draws a form ``fan`` times, which draws another as often, and so on."""
    def stream(about: str, content: str) -> str:
        return f"<<{about}/Length {len(content)}>>stream\n{content}\nendstream"

    again = "/X Do " * fan
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>",
               stream("", again)]
    form = "/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Resources"
    objects += [stream(f"{form}<</XObject<</X {6 + n} 0 R>>>>", again) for n in range(levels - 1)]
    font = "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    objects.append(stream(form + font, "BT /F 9 Tf 10 10 Td (A rule) Tj ET"))
    out, places = "%PDF-1.4\n", []
    for n, made in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{n} 0 obj\n{made}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += (f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}"
            f"trailer<</Size {len(places) + 1}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF")
    return out.encode()


def test_forms_within_forms(read):
    """Ten levels of ten are ten thousand million drawings in two kilobytes."""
    begin = time.process_time()
    error = refused(unfolding(10, 10))
    assert error.kind == "too-large" and "page 1 draws more than 200000 forms" in error.message
    assert time.process_time() - begin < 20
    assert read(unfolding(2, 3)).lines[0].text == "A rule"


@pytest.mark.long
def test_a_page_of_200_000_characters(read):
    def draw(canvas, _):
        canvas.setFont("Times-Roman", 1)
        for n in range(1000):
            canvas.drawString(5, 590 - 0.58 * n, "wager " * 33)

    data = drawn(draw)
    begin = time.process_time()
    printed = read(data)
    assert time.process_time() - begin < 80
    assert sum(len(line.text.replace(" ", "")) for line in printed.lines) == 165_000


def test_equal_lines_set_close(read):
    """The library takes them for one line printed twice; a word printed twice to make it bold is read once."""
    def draw(canvas, _):
        for n in range(30):
            canvas.drawString(40, 20 + 9 * n, "A wager that wins is paid at once, 2 to 1")
        for n in range(2):
            canvas.drawString(40 + 0.3 * n, 400, "Bold by printing twice")

    lines = [line.text for line in read(drawn(draw)).lines if line.text]
    assert lines == ["Bold by printing twice", *["A wager that wins is paid at once, 2 to 1"] * 30]


def test_one_endless_line(read):
    """A line beyond all paper is cut off at the paper's edge, and that is said."""
    printed = read(drawn(lambda canvas, _: canvas.drawString(5, 500, "wager " * 2_000)))
    assert len(printed.lines) == 1 and len(printed.lines[0].text) < 200
    assert any("off the paper" in remark for remark in printed.remarks)


def test_text_in_another_direction(read):
    def draw(canvas, _):
        for n in range(5):
            canvas.drawString(60, 500 - 14 * n, "The words of the rule")
        canvas.rotate(45)
        canvas.drawString(300, 60, "DRAFT")

    printed = read(drawn(draw))
    assert [line.text for line in printed.lines if line.text][-1] == "DRAFT"
    assert any("runs in another direction" in remark for remark in printed.remarks)


def spoiled(data: bytes, chance: random.Random) -> bytes:
    kind = chance.randrange(3)
    if kind == 0:
        made = bytearray(data)
        for _ in range(chance.choice((1, 5, 50, 500))):
            made[chance.randrange(len(made))] = chance.randrange(256)
        return bytes(made)
    at = chance.randrange(len(data))
    if kind == 1:
        return data[:at]
    begin = chance.randrange(len(data))
    return data[:at] + data[begin : begin + chance.randrange(2000)] + data[at:]


def plain_pdfs() -> list[bytes]:
    """Small files, one with uncompressed streams, so that spoiling them reaches what is drawn."""
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(300, 200))
    document.compress = False
    document.add_page()
    for style in ("", "S", "U", "BS"):
        document.set_font("Times", style, 11)
        document.write(14, "A wager of $5 pays 3 to 2. ")
        document.cell(60, 14, "cell", border=1)
    squeezed = drawn(lambda canvas, _: (canvas.drawString(9, 99, "A rule"), canvas.line(9, 98, 40, 98), canvas.rect(5, 5, 90, 90)))
    return [bytes(document.output()), squeezed, locked("")]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_spoiled_files(seed):
    """300 files each, with bytes changed, cut off or doubled: read, or refused with one word."""
    chance = random.Random(seed)
    files = plain_pdfs()
    for n in range(300):
        data = spoiled(files[n % len(files)], chance)
        try:
            printed = printed_pdf(data, "made.pdf", "", Reading())
        except ReadError as error:
            assert error.kind in ("unreadable", "no-text", "encrypted", "too-large")
        else:
            assert [line.number for line in printed.lines] == list(range(1, len(printed.lines) + 1))
            assert all(len(line.edges) == len(line.text) for line in printed.lines)


def test_the_library_reads_again_after_a_spoiled_file(read):
    refused(b"%PDF-1.7\n")
    assert len(pypdfium2.PdfDocument(locked(""))) == 1
    assert read(locked("")).lines[0].text == "Rules of play"
