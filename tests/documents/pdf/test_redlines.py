"""Every character of a redline gets its kind, whoever made the file."""

from __future__ import annotations

import html
import shutil
import subprocess

import pytest


@pytest.mark.parametrize("seed", range(4))
def test_random_amendments(produce, look, read, agree, amended, seed):
    paragraphs = amended(seed, 12)
    agree(read(produce(paragraphs, look())), paragraphs)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_amendments(produce, look, read, agree, amended, seed):
    paragraphs = amended(seed, 40)
    agree(read(produce(paragraphs, look(size=(7, 9, 11, 14)[seed % 4]))), paragraphs)


@pytest.mark.parametrize("size", [6, 8.5, 18, 30])
def test_sizes(produce, look, read, agree, amended, size):
    paragraphs = amended(round(size), 5)
    agree(read(produce(paragraphs, look(size=size))), paragraphs)


def test_bold(produce, look, read, agree, amended):
    paragraphs = amended(11, 6)
    printed = read(produce(paragraphs, look(bold=True)))
    agree(printed, paragraphs)
    assert all(any(m.mark.value == "bold" for m in line.marks) for line in printed.lines if line.text)


def test_two_columns(produce, look, read, agree, amended):
    paragraphs = amended(12, 8)
    agree(read(produce(paragraphs, look(columns=2, size=8, width=500))), paragraphs)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_turned_pages(produce, look, read, agree, amended, turned, degrees):
    paragraphs = amended(13, 6)
    agree(read(turned(produce(paragraphs, look()), degrees)), paragraphs)


def test_coloured_lines(produce, look, read, agree, amended):
    paragraphs = amended(14, 6)
    agree(read(produce(paragraphs, look(colours={"-": "#c00000", "+": "#0000ff"}))), paragraphs)


def test_one_digit(produce, look, read):
    paragraphs = [[("", "Blackjack pays "), ("-", "3"), ("+", "6"), ("", " to "), ("-", "2"), ("+", "5"), ("", ".")]]
    [line] = read(produce(paragraphs, look())).lines
    assert [(line.text[m.start : m.end], m.mark.value) for m in line.marks] == [
        ("3", "deleted"), ("6", "inserted"), ("2", "deleted"), ("5", "inserted")
    ]


def in_table_by_typst(rows):
    import typst

    def cell(pieces):
        return "[" + "".join({"-": '#strike("%s");', "+": '#underline(evade: false, "%s");', "": '#"%s";'}[k] % w for k, w in pieces) + "]"

    cells = ", ".join(cell(pieces) for row in rows for pieces in row)
    return bytes(typst.compile(f"#set page(width: 400pt, height: 400pt)\n#table(columns: 3, inset: 3pt, {cells})".encode()))


def in_table_by_reportlab(rows):
    import io

    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

    style = getSampleStyleSheet()["BodyText"]
    wrap = {"-": "<strike>%s</strike>", "+": "<u>%s</u>", "": "%s"}
    cells = [[Paragraph("".join(wrap[k] % w for k, w in pieces), style) for pieces in row] for row in rows]
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=1).build([Table(cells, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)])])
    return out.getvalue()


def in_table_by_fpdf(rows):
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(420, 595))
    document.add_page()
    y = 60
    for row in rows:
        for n, pieces in enumerate(row):
            document.rect(40 + 110 * n, y, 110, 15)
            document.set_xy(42 + 110 * n, y)
            for kind, words in pieces:
                document.set_font("Times", {"-": "S", "+": "U", "": ""}[kind], 10)
                document.cell(document.get_string_width(words), 15, words)
        y += 15
    return bytes(document.output())


TABLE = [
    [[("", "Hand")], [("", "Pays")], [("+", "With six decks")]],
    [[("", "Royal flush")], [("-", "50"), ("+", "100"), ("", " to 1")], [("+", "40 to 1")]],
    [[("-", "Straight flush")], [("-", "15 to 1")], [("+", "1"), ("-", "2"), ("", "5 to 1")]],
    [[("", "Flush")], [("", "6 to "), ("-", "5"), ("+", "1")], [("", "none")]],
]


@pytest.mark.parametrize("make", [in_table_by_typst, in_table_by_reportlab, in_table_by_fpdf], ids=lambda f: f.__name__)
def test_in_tables(make, read, agree):
    printed = read(make(TABLE))
    agree(printed, [pieces for row in TABLE for pieces in row])
    cells = [[line.text[a:b] for a, b in line.cells] for line in printed.lines if line.cells]
    assert cells == [["".join(words for _, words in pieces) for pieces in row] for row in TABLE]


def test_an_underline_that_steps_around_tails(read, agree):
    """Typst and browsers leave room for the tails of letters; the words are underlined all the same."""
    import typst

    words = "every player going by; (j) paying $5, qualifying"
    source = f'#set page(width: 400pt, height: 200pt)\nThe old #strike[rule] #underline["{words}"] stands, one p#underline[ar]t of it.'
    printed = read(bytes(typst.compile(source.replace('#underline["', "#underline[#\"").replace('"]', '";]').encode())))
    agree(printed, [[("", "The old "), ("-", "rule"), ("+", words), ("", " stands, one p"), ("+", "ar"), ("", "t of it.")]])


def test_a_strike_through_what_is_raised(read, agree):
    import io

    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    out = io.BytesIO()
    words = "on the <strike>4<super>th</super> of</strike> <u>5<super>th</super></u> day of the 3<super>rd</super> week"
    SimpleDocTemplate(out, invariant=1).build([Paragraph(words, getSampleStyleSheet()["BodyText"])])
    printed = read(out.getvalue())
    agree(printed, [[("", "on the "), ("-", "4th of"), ("+", "5th"), ("", "day of the 3rd week")]])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser on this machine")
@pytest.mark.parametrize("font", ["Times New Roman", "DejaVu Sans"])
def test_by_a_browser(read, agree, amended, tmp_path, font):
    """A browser leaves room for the tails of letters, and draws the cells of a table with next to no room."""
    paragraphs = amended(21, 12)
    wrap = {"-": "<del>%s</del>", "+": "<ins>%s</ins>", "": "%s"}
    body = "".join("<p>" + "".join(wrap[k] % html.escape(w) for k, w in pieces) + "</p>" for pieces in paragraphs)
    table = "<table border=1 style='border-collapse:collapse'><tr><td>Flush<td><del>6 to 1</del> <ins>5 to 1</ins></table>"
    page = tmp_path / "page.html"
    page.write_text(f"<meta charset=utf-8><style>body{{font:12px '{font}';font-variant-ligatures:none}}</style>{body}{table}")
    made = tmp_path / "page.pdf"
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
               f"--user-data-dir={tmp_path / 'profile'}", f"--print-to-pdf={made}", page.as_uri()]
    subprocess.run(command, capture_output=True, timeout=120, check=False)
    if not made.is_file():
        pytest.skip("the browser printed nothing")
    agree(read(made.read_bytes()), [*paragraphs, [("", "Flush"), ("-", "6 to 1"), ("+", "5 to 1")]])
