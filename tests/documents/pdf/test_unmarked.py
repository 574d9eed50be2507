"""Pages without a redline: tables, frames, header rules, fill-in lines, underlined headings.  None of it is a change."""

from __future__ import annotations

import io

import pytest

from audit.documents.pages import Mark

CHANGES = {Mark.INSERTED, Mark.DELETED, Mark.STRUCK}
ROWS = [["Hand", "Pays", "With six decks"], ["Royal flush", "50 to 1", "40 to 1"], ["Straight flush", "15 to 1", "12 to 1"],
        ["Four of a kind", "8 to 1", ""], ["Flush", "", "1 to 1"]]
PROSE = (
    "The dealer announces the result of each round before any wager is taken or paid, and the floor supervisor is "
    "called where a player asks for it. A wager that is not resolved stays where it is until the next round. "
)


def typst_page(inset: float, stroke: str) -> bytes:
    import typst

    cells = ", ".join(f"[{cell}]" for row in ROWS for cell in row)
    source = f"""
    #set page(width: 420pt, height: 595pt, margin: 50pt,
      header: [Rules of play #h(1fr) Draft #v(-8pt) #line(length: 100%, stroke: .5pt)],
      footer: [#line(length: 100%, stroke: .5pt) #v(-8pt) Page of rules])
    #set text(size: 10pt)
    #for n in range(3) [
      = Heading #(n + 1)
      {PROSE * 2}
      #table(columns: 3, inset: {inset}pt, stroke: {stroke}, {cells})
      Signed: #box(width: 120pt, line(length: 100%, stroke: .5pt)) Date: #box(width: 60pt, line(length: 100%, stroke: .5pt))
      #rect(stroke: 1pt)[A framed note on the table above.]
      #block(stroke: (bottom: .7pt), inset: (bottom: 6pt))[A caption with a rule below it, as wide as itself]
      #pagebreak(weak: true)
    ]
    """
    return bytes(typst.compile(source.encode()))


def reportlab_page(padding: float, style: str) -> bytes:
    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import HRFlowable, PageBreak, Paragraph, SimpleDocTemplate, Table

    sheet = getSampleStyleSheet()
    lines = {
        "grid": [("GRID", (0, 0), (-1, -1), 0.5, colors.black)],
        "box": [("BOX", (0, 0), (-1, -1), 1, colors.black), ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black)],
        "rows": [("LINEABOVE", (0, 0), (-1, -1), 0.5, colors.black), ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black)],
        "fill": [("ROWBACKGROUNDS", (0, 0), (-1, -1), [colors.lightgrey, colors.white])],
    }[style]
    pads = [("TOPPADDING", (0, 0), (-1, -1), padding), ("BOTTOMPADDING", (0, 0), (-1, -1), padding)]

    def heads(canvas, _document):
        canvas.drawString(72, 800, "Rules of play")
        canvas.line(72, 796, 523, 796)

    story = []
    for _ in range(3):
        story += [Paragraph("A heading", sheet["Heading2"]), HRFlowable(width="100%"), Paragraph(PROSE * 3, sheet["BodyText"]),
                  Table(ROWS, style=[*lines, *pads]), HRFlowable(width="40%"), Paragraph(PROSE, sheet["BodyText"]), PageBreak()]
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=1).build(story, onFirstPage=heads, onLaterPages=heads)
    return out.getvalue()


def fpdf_page(height: float, border: str) -> bytes:
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(420, 595))
    document.set_margin(40)
    for _ in range(3):
        document.add_page()
        document.set_font("Times", "BU", 12)
        document.cell(0, 20, "AN UNDERLINED HEADING", new_x="LMARGIN", new_y="NEXT")
        document.set_font("Times", "", 10)
        document.multi_cell(0, 12, PROSE * 3)
        document.ln(6)
        for row in ROWS:
            for cell in row:
                document.cell(90, height, cell, border=1 if border == "1" else border)
            document.ln(height)
        document.line(40, document.get_y() + 30, 380, document.get_y() + 30)
    return bytes(document.output())


PAGES = [
    *((typst_page, inset, stroke) for inset in (2, 3.5, 5, 8) for stroke in ("1pt", "none", "(x, y) => (bottom: .5pt)")),
    *((reportlab_page, padding, style) for padding in (0, 1, 3, 6) for style in ("grid", "box", "rows", "fill")),
    *((fpdf_page, height, border) for height in (11, 12, 16) for border in ("1", "B", "LR", "TB")),
]


@pytest.mark.parametrize(("make", "room", "lines"), PAGES, ids=lambda v: getattr(v, "__name__", str(v)))
def test_nothing_is_a_change(read, make, room, lines):
    printed = read(make(room, lines))
    assert not [line.text for line in printed.lines if line.has(*CHANGES)]
    assert not printed.is_redline


@pytest.mark.long
def test_underlines_are_few(read):
    """Rules are no looks either: under 1 % of all characters of these pages bear a mark that none prints."""
    wrong = total = 0
    for make, room, lines in PAGES:
        for line in read(make(room, lines)).lines:
            total += len(line.text)
            if "UNDERLINED" not in line.text:
                wrong += sum(m.end - m.start for m in line.marks if m.mark in {*CHANGES, Mark.UNDERLINED})
    assert wrong / total < 0.01, f"{wrong} of {total}"


@pytest.mark.long
@pytest.mark.parametrize("year", ["2022", "2023"])
def test_a_rule_book_with_underlined_headings(read, sample, year):
    printed = read(sample(f"nevada-wsop-live-action-{year}.pdf").read_bytes())
    assert len(printed.pages) == 30
    assert not [line.text for line in printed.lines if line.has(*CHANGES)]
    underlined = [line.text for line in printed.lines if line.has(Mark.UNDERLINED)]
    assert "POT-LIMIT RULES" in underlined
    assert any("no word of the document is struck" in remark for remark in printed.remarks)


def test_cells_of_a_grid(read):
    printed = read(reportlab_page(3, "grid"))
    rows = [[line.text[a:b] for a, b in line.cells] for line in printed.lines if line.cells and line.page == 1]
    assert rows == ROWS


def test_cells_of_a_royalty_table(read, sample):
    """Two tables side by side in one grid; two cells are blacked out."""
    printed = read(sample("nevada-wsop-live-action-2023.pdf").read_bytes())
    rows = [[line.text[a:b] for a, b in line.cells] for line in printed.lines if line.cells and line.page == 28]
    assert rows[1] == ["MIDDLE HAND", "BOTTOM HAND"]
    assert rows[2] == ["Trips", "2 points", "Straight", "2 points"]
    assert rows[-1] == ["Royal Flush", "50 points", "", ""]
    assert any("of the colour of their ground, on page 28" in remark for remark in printed.remarks)
