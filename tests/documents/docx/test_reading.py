"""Paragraphs, tables, pages, notes and what hangs on them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from audit.documents.docx.reading import printed_docx
from audit.documents.pages import Format, Mark, Role
from audit.files import ReadError


def test_a_paragraph_is_a_line(word: Any) -> None:
    printed = word.read(word.p("The dealer ", "shall deal.") + word.p() + word.p("Second."))
    assert [line.text for line in printed.lines] == ["The dealer shall deal.", "", "Second."]
    assert [line.role for line in printed.lines] == [Role.BODY, Role.BLANK, Role.BODY]
    assert [line.number for line in printed.lines] == [1, 2, 3]
    assert all(line.ends for line in printed.lines)
    assert printed.format is Format.DOCX
    assert [(p.number, p.first, p.last) for p in printed.pages] == [(1, 1, 3)]


def test_python_docx_file() -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("Rules of Play", level=1)
    document.add_paragraph("A wager is made.")
    paragraph = document.add_paragraph("It pays ")
    paragraph.add_run("2 to 1").bold = True
    document.add_page_break()
    table = document.add_table(rows=2, cols=2)
    for row, cells in zip(table.rows, (("Hand", "Odds"), ("Flush", "4 to 1")), strict=True):
        for cell, words in zip(row.cells, cells, strict=True):
            cell.text = words
    made = io.BytesIO()
    document.save(made)
    printed = printed_docx(made.getvalue(), "made.docx", "0")
    assert [line.text for line in printed.lines] == [
        "Rules of Play", "A wager is made.", "It pays 2 to 1", "", "Hand\tOdds", "Flush\t4 to 1",
    ]
    assert printed.lines[0].heading == 1
    assert printed.lines[1].heading == 0
    bold = [(m.start, m.end) for m in printed.lines[2].marks if m.mark is Mark.BOLD]
    assert bold == [(8, 14)]
    assert printed.lines[5].role is Role.TABLE
    assert printed.lines[5].cells == ((0, 5), (6, 12))
    assert [line.page for line in printed.lines] == [1, 1, 1, 2, 2, 2]


def test_tabs_hyphens_symbols(word: Any) -> None:
    symbols = (
        "<w:r><w:t>A</w:t><w:tab/><w:t>two</w:t><w:noBreakHyphen/><w:t>card</w:t><w:softHyphen/>"
        '<w:sym w:font="Symbol" w:char="F0A9"/><w:sym w:font="Segoe UI Symbol" w:char="2660"/></w:r>'
    )
    line = word.read(word.p(symbols)).lines[0]
    assert line.text == "A\ttwo-card\u00ad♥♠"
    assert line.seen().text == "A\ttwo-card♥♠"


def test_unknown_symbol_is_remarked(word: Any) -> None:
    printed = word.read(word.p("x", '<w:r><w:sym w:font="House Logos" w:char="F041"/></w:r>'))
    assert printed.lines[0].text == "x\ufffd"
    assert any("symbol font" in remark for remark in printed.remarks)


def test_field_shows_its_result_alone(word: Any) -> None:
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF _Ref1 </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Section 4</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert word.read(word.p("see ", field, ".")).lines[0].text == "see Section 4."


def test_field_that_is_never_closed_hides_one_paragraph_at_most(word: Any) -> None:
    printed = word.read(word.p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>', "lost") + word.p("kept"))
    assert [line.text for line in printed.lines] == ["", "kept"]


def test_line_breaks_within_a_paragraph(word: Any) -> None:
    printed = word.read(word.p("one", "<w:r><w:br/></w:r>", "two") + word.p("three"))
    assert [(line.text, line.ends) for line in printed.lines] == [("one", False), ("two", True), ("three", True)]


def test_pages(word: Any) -> None:
    page = '<w:r><w:br w:type="page"/></w:r>'
    laid_out = "<w:r><w:lastRenderedPageBreak/></w:r>"
    printed = word.read(
        word.p("one", page) + word.p(laid_out, "two")  # the layout says again what the break says
        + word.p("three ", laid_out, "goes on")
        + word.p("four", more="<w:pageBreakBefore/>")
    )
    assert [(line.text, line.page) for line in printed.lines] == [
        ("one", 1), ("two", 2), ("three ", 2), ("goes on", 3), ("four", 4),
    ]
    assert [(p.first, p.last) for p in printed.pages] == [(1, 1), (2, 3), (4, 4), (5, 5)]
    assert printed.lines[2].ends is False


def test_laid_out_page_does_not_cut_a_word(word: Any) -> None:
    printed = word.read(word.p("the deal", "<w:r><w:lastRenderedPageBreak/></w:r>", "er shall"))
    assert [(line.text, line.page) for line in printed.lines] == [("the dealer ", 1), ("shall", 2)]


def test_sections(word: Any) -> None:
    section = "<w:sectPr><w:type w:val='nextPage'/></w:sectPr>"
    body = word.p("one", more=section) + word.p("two") + '<w:sectPr><w:type w:val="continuous"/></w:sectPr>'
    assert [line.page for line in word.read(body).lines] == [1, 1]
    body = word.p("one", more=section) + word.p("two") + "<w:sectPr/>"
    assert [line.page for line in word.read(body).lines] == [1, 2]


def test_rows_keep_empty_cells_and_spans(word: Any) -> None:
    spanning = f'<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{word.p("Side wager")}</w:tc>'
    printed = word.read(word.table(word.row("Hand", "", "Odds"), f"<w:tr>{spanning}<w:tc>{word.p('5 to 1')}</w:tc></w:tr>"))
    first, second = printed.lines
    assert first.text == "Hand\t\tOdds"
    assert first.cells == ((0, 4), (5, 5), (6, 10))
    assert [second.text[a:b] for a, b in second.cells] == ["Side wager", "", "5 to 1"]


def test_paragraphs_of_one_cell_are_parted_by_a_blank(word: Any) -> None:
    printed = word.read(word.table(word.row(word.p("Three of") + word.p("a kind"), "30 to 1")))
    assert printed.lines[0].text == "Three of a kind\t30 to 1"


def test_row_with_a_table_in_it_is_read_cell_by_cell(word: Any) -> None:
    inner = word.table(word.row("Flush", "4 to 1"))
    printed = word.read(word.table(word.row(word.p("Payouts") + inner + word.p(), "Notes")))
    assert [line.text for line in printed.lines] == ["Payouts", "Flush\t4 to 1", "", "Notes"]
    assert any("cell by cell" in remark for remark in printed.remarks)


def test_values_stacked_in_the_cells_of_one_row(word: Any) -> None:
    hands, odds = ("Flush", "Straight", "Pair"), ("4 to 1", "3 to 1", "1 to 1")
    printed = word.read(word.table(word.row("Hand", "Pays"), word.row("".join(map(word.p, hands)), "".join(map(word.p, odds)))))
    assert [line.text for line in printed.lines] == ["Hand\tPays", "Flush\t4 to 1", "Straight\t3 to 1", "Pair\t1 to 1"]
    assert any("read as that many rows" in remark for remark in printed.remarks)


def test_cells_with_unequal_counts_are_not_stacked(word: Any) -> None:
    printed = word.read(word.table(word.row("".join(map(word.p, ("One", "two", "three"))), word.p("4 to 1") + word.p("5 to 1"))))
    assert [line.text for line in printed.lines] == ["One two three\t4 to 1 5 to 1"]


def test_heading_by_the_name_of_its_style(word: Any) -> None:
    styles = '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>'
    assert word.read(word.p("Payouts", style="berschrift2"), styles=styles).lines[0].heading == 2


def test_footnote_stands_behind_its_paragraph(word: Any) -> None:
    printed = word.read(
        word.p("It pays 8 to 1", '<w:r><w:footnoteReference w:id="4"/></w:r>', ".") + word.p("Next."),
        footnotes=f'<w:footnote w:id="0" w:type="separator">{word.p("-")}</w:footnote><w:footnote w:id="4">{word.p("Less a commission.")}</w:footnote>',
    )
    assert [line.text for line in printed.lines] == ["It pays 8 to 1¹.", "¹ Less a commission.", "Next."]
    assert (14, 15, Mark.GENERATED) in [(m.start, m.end, m.mark) for m in printed.lines[0].marks]


def test_comment_becomes_a_note_without_its_author(word: Any) -> None:
    printed = word.read(
        word.p("One.") + word.p('<w:commentRangeStart w:id="7"/>', "Two", '<w:commentRangeEnd w:id="7"/>', '<w:r><w:commentReference w:id="7"/></w:r>'),
        comments=f'<w:comment w:id="7" w:author="A. Person" w:initials="AP">{word.p("Is this right?")}</w:comment>',
    )
    (note,) = printed.notes
    assert (note.line, note.page, note.text, note.author) == (2, 1, "Is this right?", "")


def test_text_box_is_read_once(word: Any) -> None:
    box = f"<w:txbxContent>{word.p('In the box.')}</w:txbxContent>"
    both = f"<w:r><mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    printed = word.read(word.p("Beside.", both) + word.p("After."))
    assert [line.text for line in printed.lines] == ["Beside.", "In the box.", "After."]


def test_hidden_text_is_not_seen(word: Any) -> None:
    printed = word.read(word.p("seen", word.run(" hidden", "<w:vanish/>")))
    assert printed.lines[0].seen().text == "seen"
    assert any("hidden" in remark for remark in printed.remarks)


def test_looks_of_styles_and_of_runs(word: Any) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Head"><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Sub"><w:basedOn w:val="Head"/><w:rPr><w:i/></w:rPr></w:style>'
    )
    body = word.p("Payouts", word.run(" plain", '<w:b w:val="0"/><w:u w:val="single"/>'), style="Sub")
    line = word.read(body, styles=styles).lines[0]
    assert line.heading == 2
    assert {(m.start, m.end, m.mark) for m in line.marks} == {(0, 7, Mark.BOLD), (0, 13, Mark.ITALIC), (7, 13, Mark.UNDERLINED)}


def test_capitals_as_they_are_printed(word: Any) -> None:
    styles = '<w:style w:type="paragraph" w:styleId="Head"><w:rPr><w:caps/></w:rPr></w:style>'
    printed = word.read(word.p("Payouts ", word.run("Typed", '<w:caps w:val="0"/>'), style="Head") + word.p(word.run("straße", "<w:caps/>")), styles=styles)
    assert [line.text for line in printed.lines] == ["PAYOUTS Typed", "STRAßE"]


def test_indents_in_points(word: Any) -> None:
    printed = word.read(word.p("a", more='<w:ind w:left="720" w:hanging="360"/>') + word.p("b", more='<w:ind w:left="1440"/>') + word.p("c"))
    assert [line.indent for line in printed.lines] == [18.0, 72.0, 0.0]


def test_strict_package(word: Any) -> None:
    strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    body = f'<w:document xmlns:w="{strict}"><w:body><w:p><w:r><w:t>Strict.</w:t></w:r></w:p></w:body></w:document>'
    printed = printed_docx(word.package(body, raw_body=True), "made.docx", "0")
    assert printed.lines[0].text == "Strict."


def test_pictures_without_words(word: Any) -> None:
    picture = '<w:r><w:drawing><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"/></w:drawing></w:r>'
    with pytest.raises(ReadError) as caught:
        word.read(word.p(picture))
    assert caught.value.kind == "no-text"
    printed = word.read(word.p("Words.", picture))
    assert any("1 picture" in remark for remark in printed.remarks)


def test_no_words_at_all(word: Any) -> None:
    with pytest.raises(ReadError) as caught:
        word.read(word.p())
    assert caught.value.kind == "empty"


def test_words_of_an_unknown_element_are_remarked(word: Any) -> None:
    printed = word.read(word.p("Known.") + f"<w:novelty>{word.p('Unknown.')}</w:novelty>")
    assert [line.text for line in printed.lines] == ["Known."]
    assert any("novelty" in remark for remark in printed.remarks)
