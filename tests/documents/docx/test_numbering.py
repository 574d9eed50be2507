"""Labels as Word prints them."""

from __future__ import annotations

from typing import Any

import pytest

from audit.documents.docx.numerals import numeral
from audit.documents.pages import Mark


@pytest.mark.parametrize(
    ("n", "form", "printed"),
    [
        (7, "decimal", "7"), (7, "decimalZero", "07"), (12, "decimalZero", "12"), (4, "upperRoman", "IV"), (1994, "upperRoman", "MCMXCIV"),
        (9, "lowerRoman", "ix"), (1, "upperLetter", "A"), (26, "lowerLetter", "z"), (27, "lowerLetter", "aa"), (28, "upperLetter", "BB"),
        (53, "lowerLetter", "aaa"), (2, "ordinal", "2nd"), (11, "ordinal", "11th"), (23, "ordinal", "23rd"), (21, "cardinalText", "Twenty-one"),
        (21, "ordinalText", "Twenty-first"), (20, "ordinalText", "Twentieth"), (5, "ordinalText", "Fifth"), (13, "ordinalText", "Thirteenth"),
        (3, "none", ""), (3, "hebrew1", "3"), (4000, "upperRoman", "4000"), (5000, "lowerLetter", "5000"), (2, "numberInDash", "- 2 -"),
    ],
)
def test_numerals(n: int, form: str, printed: str) -> None:
    assert numeral(n, form) == printed


def _texts(word: Any, paragraphs: list[tuple[str, int, int]], numbering: str, **parts: str) -> list[str]:
    body = "".join(word.p(text, numbered=(number, level)) for text, number, level in paragraphs)
    return [line.text for line in word.read(body, numbering=numbering, **parts).lines]


def test_levels_count_and_start_again(word: Any) -> None:
    numbering = word.levels(("upperLetter", "%1."), ("decimal", "%2."), ("lowerRoman", "(%3)")) + word.num(1)
    paragraphs = [("p", 1, 0), ("q", 1, 1), ("r", 1, 1), ("s", 1, 2), ("t", 1, 2), ("u", 1, 0), ("v", 1, 1), ("w", 1, 2)]
    assert _texts(word, paragraphs, numbering) == [
        "A.\tp", "1.\tq", "2.\tr", "(i)\ts", "(ii)\tt", "B.\tu", "1.\tv", "(i)\tw",
    ]


def test_label_of_several_levels(word: Any) -> None:
    numbering = word.levels(("upperRoman", "Article %1"), ("decimal", "%1.%2")) + word.num(1)
    assert _texts(word, [("a", 1, 0), ("b", 1, 1), ("c", 1, 1)], numbering) == ["Article I\ta", "I.1\tb", "I.2\tc"]


def test_legal_numbers_are_digits(word: Any) -> None:
    numbering = word.levels(("upperRoman", "%1."), ("decimal", "%1.%2"), more=["", "<w:isLgl/>"]) + word.num(1)
    assert _texts(word, [("a", 1, 0), ("b", 1, 1)], numbering) == ["I.\ta", "1.1\tb"]


def test_suffixes(word: Any) -> None:
    more = ['<w:suff w:val="space"/>', '<w:suff w:val="nothing"/>']
    numbering = word.levels(("decimal", "%1)"), ("decimal", "%2."), more=more) + word.num(1)
    assert _texts(word, [("a", 1, 0), ("b", 1, 1)], numbering) == ["1) a", "1.b"]


def test_level_that_never_starts_again(word: Any) -> None:
    numbering = word.levels(("upperLetter", "%1."), ("decimal", "%2."), more=["", '<w:lvlRestart w:val="0"/>']) + word.num(1)
    paragraphs = [("a", 1, 0), ("b", 1, 1), ("c", 1, 0), ("d", 1, 1)]
    assert _texts(word, paragraphs, numbering) == ["A.\ta", "1.\tb", "B.\tc", "2.\td"]


def test_level_that_starts_again_behind_the_first_alone(word: Any) -> None:
    more = ["", "", '<w:lvlRestart w:val="1"/>']
    numbering = word.levels(("upperLetter", "%1."), ("decimal", "%2."), ("lowerLetter", "%3."), more=more) + word.num(1)
    paragraphs = [("p", 1, 0), ("q", 1, 1), ("r", 1, 2), ("s", 1, 1), ("t", 1, 2), ("u", 1, 0), ("v", 1, 1), ("w", 1, 2)]
    assert [t.split("\t")[0] for t in _texts(word, paragraphs, numbering)] == ["A.", "1.", "a.", "2.", "b.", "B.", "1.", "a."]


def test_two_lists_of_one_kind_count_on_unless_one_starts_anew(word: Any) -> None:
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering = word.levels(("decimal", "%1.")) + word.num(1) + word.num(2) + word.num(3, overrides=override)
    paragraphs = [("a", 1, 0), ("b", 1, 0), ("c", 2, 0), ("d", 3, 0), ("e", 3, 0), ("f", 1, 0)]
    assert [t.split("\t")[0] for t in _texts(word, paragraphs, numbering)] == ["1.", "2.", "3.", "1.", "2.", "3."]


def test_override_of_a_whole_level(word: Any) -> None:
    own = '<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="5"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1)"/></w:lvl></w:lvlOverride>'
    numbering = word.levels(("decimal", "%1.")) + word.num(1, overrides=own)
    assert _texts(word, [("a", 1, 0), ("b", 1, 0)], numbering) == ["V)\ta", "VI)\tb"]


def test_bullets_are_no_text(word: Any) -> None:
    printed = word.read(word.p("item", numbered=(1, 0)), numbering=word.levels(("bullet", "•")) + word.num(1))
    assert printed.lines[0].text == "item"
    assert printed.lines[0].bullet == "•"


def test_numbers_that_a_style_gives(word: Any) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Chapter"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Rule"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Wide"><w:basedOn w:val="Rule"/></w:style>'
    )
    numbering = word.levels(("decimal", "%1."), ("decimal", "%1.%2"), more=['<w:pStyle w:val="Chapter"/>', '<w:pStyle w:val="Rule"/>'])
    body = word.p("a", style="Chapter") + word.p("b", style="Rule") + word.p("c", style="Wide") + word.p("d", style="Rule", numbered=(0, 0))
    printed = word.read(body, numbering=numbering + word.num(1), styles=styles)
    assert [line.text for line in printed.lines] == ["1.\ta", "1.1\tb", "1.2\tc", "d"]


def test_list_whose_levels_a_style_defines(word: Any) -> None:
    defining = word.levels(("lowerLetter", "%1)"), number=1).replace('w:abstractNumId="1">', 'w:abstractNumId="1"><w:styleLink w:val="L"/>')
    linked = '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="L"/></w:abstractNum>'
    numbering = defining + linked + word.num(1, 1) + word.num(2, 2)
    assert _texts(word, [("a", 2, 0), ("b", 2, 0)], numbering) == ["a)\ta", "b)\tb"]


def test_generated_label_is_marked(word: Any) -> None:
    line = word.read(word.p("a", numbered=(1, 0)), numbering=word.levels(("decimal", "%1.")) + word.num(1)).lines[0]
    assert [(m.start, m.end, m.mark) for m in line.marks] == [(0, 3, Mark.GENERATED)]


def test_missing_list_is_remarked(word: Any) -> None:
    printed = word.read(word.p("a", numbered=(9, 0)), numbering=word.num(1))
    assert printed.lines[0].text == "a"
    assert any("without their numbers" in remark for remark in printed.remarks)


def test_indent_of_the_level(word: Any) -> None:
    numbering = word.levels(("decimal", "%1."), ("decimal", "%2.")).replace(
        '<w:lvlText w:val="%2."/>', '<w:lvlText w:val="%2."/><w:pPr><w:ind w:left="1440" w:hanging="360"/></w:pPr>'
    )
    printed = word.read(word.p("a", numbered=(1, 0)) + word.p("b", numbered=(1, 1)), numbering=numbering + word.num(1))
    assert [line.indent for line in printed.lines] == [0.0, 54.0]


def test_numbers_in_cells_count_with_the_others(word: Any) -> None:
    body = word.p("a", numbered=(1, 0)) + word.table(word.row(word.p("b", numbered=(1, 0)), "x")) + word.p("c", numbered=(1, 0))
    printed = word.read(body, numbering=word.levels(("decimal", "%1.")) + word.num(1))
    assert [line.text for line in printed.lines] == ["1.\ta", "2.\tb\tx", "3.\tc"]


def test_bullet_of_a_symbol_font(word: Any) -> None:
    printed = word.read(word.p("item", numbered=(1, 0)), numbering=word.levels(("bullet", "\uf0b7")) + word.num(1))
    assert printed.lines[0].bullet == "•"
