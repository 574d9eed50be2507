"""What marks mean depends on the convention, and on the evidence of the whole document."""

from __future__ import annotations

import json
import re

import pytest

from audit.documents.options import Convention
from audit.documents.pages import Mark


def marked(printed, mark):
    return [line.text[m.start : m.end] for line in printed.lines for m in line.marks if m.mark is mark]


def test_the_bill_as_people_read_it(read, sample):
    """All struck and inserted stretches of a printed bill, line by line, and its line numbers out of the text."""
    printed = read(sample("maine-131-ld-0765-redline.pdf").read_bytes())
    told = json.loads(sample("maine-131-ld-0765-redline.marks.json").read_text())["marks"]

    def plain(text):
        return re.sub(r"\s+", " ", text).strip()

    kinds = {Mark.DELETED: "struck", Mark.INSERTED: "inserted"}
    found = [(line.page, kinds[m.mark], plain(line.text[m.start : m.end]))
             for line in printed.lines for m in line.marks if m.mark in kinds]
    assert found == [(m["page"], m["kind"], plain(m["text"])) for m in told]
    assert not [line.text for line in printed.lines if line.page > 2 and re.match(r"\d+\s{2,}", line.text)]
    assert any("line numbers in the margin of pages 3 to 6" in remark for remark in printed.remarks)
    assert len(printed.pages) == 6 and printed.is_redline


def test_only_underlines(produce, look, read):
    """Without a strike a few underlined words are looks; the remark says so."""
    printed = read(produce([[("", "A long plain sentence of a rule. " * 8)], [("+", "A heading")], [("", "More of it. " * 8)]], look()))
    assert marked(printed, Mark.UNDERLINED) == ["A heading"] and not printed.is_redline
    assert any("no word of the document is struck" in remark for remark in printed.remarks)


def test_a_heading_in_a_redline(produce, look, read):
    """Whole underlined lines in capitals, far from any change, are headings; an underlined word beside a strike is new."""
    far = [("", "A plain sentence of a rule that nobody amends. " * 12)]
    changed = [("", "It pays "), ("-", "3 to 2"), ("+", "6 to 5"), ("", " at all tables.")]
    printed = read(produce([[("+", "GENERAL RULES")], far, changed], look()))
    assert marked(printed, Mark.UNDERLINED) == ["GENERAL RULES"]
    assert marked(printed, Mark.INSERTED) == ["6 to 5"]
    assert any("read as headings" in remark for remark in printed.remarks)


def test_an_address_is_no_insertion(produce, look, read):
    printed = read(produce([[("-", "Old"), ("", " see "), ("+", "www.example.org"), ("", " and "), ("+", "new words"), ("", ".")]], look()))
    assert marked(printed, Mark.INSERTED) == ["new words"]
    assert marked(printed, Mark.UNDERLINED) == ["www.example.org"]


def test_brackets(produce, look, read):
    """What stands in brackets is old, over a line end too; underlined is new."""
    words = [("", "The wager pays [3 to 2] "), ("+", "6 to 5"), ("", " and the [dealer, or whoever acts for the dealer on that "
             "day, and then once more the dealer] "), ("+", "host"), ("", " says so.")]
    printed = read(produce([words], look()), Convention.BRACKETS)
    assert marked(printed, Mark.DELETED)[0] == "[3 to 2]"
    assert " ".join(marked(printed, Mark.DELETED)[1:]).startswith("[dealer, or")
    assert " ".join(marked(printed, Mark.DELETED)).endswith("the dealer]")
    assert marked(printed, Mark.INSERTED) == ["6 to 5", "host"]


def test_an_open_bracket_is_said(produce, look, read):
    printed = read(produce([[("", "It pays [3 to 2 and that is all.")]], look()), Convention.BRACKETS)
    assert not marked(printed, Mark.DELETED)
    assert any("1 opening bracket has no closing one" in remark for remark in printed.remarks)


def test_two_colours(produce, look, read):
    """Without lines the redder of two colours is old, the other new; the remark names both."""
    kinds = look(colours={"-": "#c00000", "+": "#0000ff"})
    data = produce([[("", "It pays "), ("-", "3 to 2"), ("", " "), ("+", "6 to 5"), ("", " at all tables.")]], kinds)
    printed = read(data, Convention.COLOUR)
    assert marked(printed, Mark.DELETED) == ["3 to 2"] and marked(printed, Mark.INSERTED) == ["6 to 5"]
    assert any("#0000ff" in remark and "new" in remark for remark in printed.remarks)
    assert any("#c00000" in remark and "old" in remark for remark in printed.remarks)


def test_one_colour_and_strikes(produce, look, read):
    """Struck words of the body's colour are old, words of the other colour new."""
    data = produce([[("", "It pays "), ("-", "3 to 2"), ("", " "), ("+", "6 to 5"), ("", " at all tables.")]], look(colours={"+": "#008000"}))
    printed = read(data, Convention.COLOUR)
    assert marked(printed, Mark.DELETED) == ["3 to 2"] and marked(printed, Mark.INSERTED) == ["6 to 5"]


def test_no_convention(produce, look, read):
    """Lines are looks where nobody says that they mark changes."""
    data = produce([[("", "It pays "), ("-", "3 to 2"), ("", " "), ("+", "6 to 5"), ("", ".")]], look())
    printed = read(data, Convention.NONE)
    assert marked(printed, Mark.STRUCK) == ["3 to 2"] and marked(printed, Mark.UNDERLINED) == ["6 to 5"]
    assert not printed.is_redline


def test_coloured_changes_and_plain_headings(produce, look, read):
    """Where changes are in colour, a black underlined word is a look."""
    paragraphs = [[("-", "3 to 2"), ("", " "), ("+", "6 to 5"), ("", " at all tables. More words of the body, and more of them.")]]
    data = produce(paragraphs, look(colours={"-": "#c00000", "+": "#c00000"}))
    assert marked(read(data), Mark.INSERTED) == ["6 to 5"]

    import io

    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    out = io.BytesIO()
    words = ('a. <u>Odds.</u> It pays <font color="red"><strike>3 to 2</strike> <u>6 to 5</u></font> at all tables of the house, '
             "as the sign says.")
    SimpleDocTemplate(out, invariant=1).build([Paragraph(words, getSampleStyleSheet()["BodyText"])])
    printed = read(out.getvalue())
    assert marked(printed, Mark.UNDERLINED) == ["Odds."]
    assert marked(printed, Mark.INSERTED) == ["6 to 5"]
    assert any("changes are in colour" in remark for remark in printed.remarks)


def test_annotations_of_a_reviewer(read):
    """A strike and an underline laid over the words, and a comment beside them."""
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(400, 300))
    document.add_page()
    document.set_font("Times", "", 12)
    places = {}
    for word in ("It pays", "3 to 2", "6 to 5", "at all tables."):
        x, width = document.get_x() + document.c_margin, document.get_string_width(word)
        places[word] = (x, width)
        document.cell(width + 4, 14, word)
    top = document.get_y()
    for kind, word in (("StrikeOut", "3 to 2"), ("Underline", "6 to 5")):
        x, width = places[word]
        left, right, high, low = x, x + width, 300 - top - 1, 300 - top - 13
        document.add_text_markup_annotation(
            type=kind, text="house asks" if kind == "StrikeOut" else "", quad_points=[left, high, right, high, left, low, right, low])
    printed = read(bytes(document.output()))
    assert marked(printed, Mark.DELETED) == ["3 to 2"] and marked(printed, Mark.INSERTED) == ["6 to 5"]
    assert [(note.page, note.line, note.text) for note in printed.notes] == [(1, 1, "house asks")]


def numbered(first: int, rows: list[str]) -> bytes:
    import io

    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(420, 595), invariant=1)
    canvas.setFont("Times-Roman", 11)
    for n, row in enumerate(rows):
        canvas.drawRightString(60, 540 - 14 * n, str(first + n))
        canvas.drawString(80, 540 - 14 * n, row)
    canvas.save()
    return out.getvalue()


RUNNING = ["A dealer who finds a card face up in the shoe", "shows it to the floor supervisor, who decides",
           "whether the round stands. Where it does, the", "card is burned and the next card of the shoe is",
           "drawn in its place; where it does not, every", "wager is returned to the player who made it.",
           "Section 2. The floor supervisor writes down", "what was decided, and the hour of it."]
LIST = ["A dealer who finds a card face up shows it.", "The floor supervisor decides on the round.",
        "Cards that fall to the floor are replaced.", "Wagers are returned where a round is void.",
        "Drinks stand on the side of the table only.", "Players of a full table wait for a place.",
        "Chips of another house are not accepted here.", "Dealers change places every twenty minutes."]


def test_margin_numbers(read):
    printed = read(numbered(1, RUNNING))
    assert [line.text for line in printed.lines] == RUNNING
    assert printed.remarks == ("8 line numbers in the margin of page 1 are left out of the text",)


def test_numbers_of_a_list_stay(read):
    printed = read(numbered(1, LIST))
    assert printed.lines[2].text.split(maxsplit=1) == ["3", LIST[2]]


@pytest.mark.parametrize("rows", [[str(50 - n) + " to 1" for n in range(12)]])
def test_numbers_of_a_table_stay(read, rows):
    printed = read(numbered(1, rows))
    assert printed.lines[0].text.split() == ["1", "50", "to", "1"]
