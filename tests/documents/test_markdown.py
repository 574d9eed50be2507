"""What is markup is hidden, what is text stays where it stands."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.documents.markdown import looks_like_markdown, printed_markdown
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.pages import Format, Line, Mark, Printed, Role, View


def _read(text: str) -> Printed:
    return printed_markdown(text, "rules.md", "0")


def _seen(text: str) -> list[str]:
    return [line.seen().text for line in _read(text).lines]


def _looks(line: Line) -> list[tuple[str, Mark]]:
    return [(line.text[m.start : m.end], m.mark) for m in line.marks if m.mark is not Mark.MARKUP]


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        ('- 1. "Ante" means', '1. "Ante" means'),
        (" - a. A wager", " a. A wager"),
        ("* - + (i) deep", "(i) deep"),
        ("1. \tOne", "1. \tOne"),
        ("## B. Payouts ##", "B. Payouts"),
        ("> quoted", "quoted"),
        ("N. <u>Waiting List</u>. A list", "N. Waiting List. A list"),
        ("at least \\$1.00", "at least $1.00"),
        ("1\\. not a list", "1. not a list"),
        ("**Bold** and *italic* and __B__ and _i_ and ***both***", "Bold and italic and B and i and both"),
        ("~~3~~ 2 to 1", "3 2 to 1"),
        ("5 * 3 * 2", "5 * 3 * 2"),
        ("8 to 1*", "8 to 1*"),
        ("snake_case_name", "snake_case_name"),
        ("Name: ______ Date: ____", "Name: ______ Date: ____"),
        ("`a*b*c` x", "a*b*c x"),
        ("see [Section 4](#s4) and ![chart](a.png)", "see Section 4 and chart"),
        ("![](page_3.jpeg) x", " x"),
        ("[sic] and (a) stay", "[sic] and (a) stay"),
        ("Blackjack &amp; Poker&nbsp;&#8212; &lt;5", "Blackjack & Poker\u00a0— <5"),
        ("AT&T; R&D &unknown;", "AT&T; R&D &unknown;"),
        ("mail <someone@example.org> if x < y > z", "mail <someone@example.org> if x < y > z"),
        ("Straight<br>Flush", "Straight Flush"),
        ("Straight <br/> Flush", "Straight  Flush"),
        ("a <!-- not printed --> b", "a  b"),
        ("a <!-- never closed", "a <!-- never closed"),
        ("", ""),
    ],
)
def test_what_a_reader_sees(row: str, seen: str) -> None:
    assert _seen(f"x\n\n{row}\n\ny")[2] == seen


def test_looks() -> None:
    lines = _read("A. <u>Equipment</u>.\n\n**Bold**, _leaning_, ~~gone~~, <del>old</del><ins>new</ins>").lines
    assert _looks(lines[0]) == [("Equipment", Mark.UNDERLINED)]
    assert _looks(lines[2]) == [
        ("Bold", Mark.BOLD), ("leaning", Mark.ITALIC), ("gone", Mark.STRUCK), ("old", Mark.DELETED), ("new", Mark.INSERTED),
    ]
    assert lines[2].seen(View.OLD).text.endswith("gone, old")


def test_emphasis_over_a_line_end() -> None:
    lines = _read("the **come-out\nroll** is made").lines
    assert [line.seen().text for line in lines] == ["the come-out", "roll is made"]
    assert [_looks(line) for line in lines] == [[("come-out", Mark.BOLD)], [("roll", Mark.BOLD)]]


def test_emphasis_does_not_run_over_paragraphs() -> None:
    assert _seen("a *b\n\nc* d") == ["a *b", "", "c* d"]


def test_bullets_headings_and_indents() -> None:
    lines = _read("# Rules\n- A. one\n  - 1. two\n\nPayouts\n-------\n").lines
    assert [(line.bullet, line.heading, line.indent) for line in lines[:3]] == [("", 1, 0), ("-", 0, 0), ("-", 0, 2)]
    assert lines[4].heading == 2
    assert (lines[5].role, lines[5].because) == (Role.BLANK, "the underline of a heading")


def test_line_numbers_and_columns_are_those_of_the_file() -> None:
    text = "# A\n\n\f- 1. \"Bet\" <u>means</u>\n```\nverbatim *x*\n```\nlast"
    printed = _read(text)
    rows = text.replace("\f", "").split("\n")
    assert [line.text for line in printed.lines] == rows
    assert [line.page for line in printed.lines] == [1, 1, 2, 2, 2, 2, 2]
    assert printed.lines[4].seen().text == "verbatim *x*"
    seen = printed.lines[2].seen()
    assert "".join(rows[2][c] for c in seen.columns) == seen.text == '1. "Bet" means'


def test_table_of_pipes() -> None:
    lines = _read("Odds:\n\n| Hand | Pays |\n| --- | :-: |\n| *Flush* | 4 to 1 |\n|a|b\\|c|\n| Pair | |\n\nafter | all").lines
    assert [line.role for line in lines[2:7]] == [Role.TABLE, Role.BLANK, Role.TABLE, Role.TABLE, Role.TABLE]
    cells = [[line.text[a:b] for a, b in line.cells] for line in lines]
    assert cells[2] == ["Hand", "Pays"]
    assert cells[4] == ["*Flush*", "4 to 1"]
    assert cells[5] == ["a", "b\\|c"]
    assert cells[6] == ["Pair", ""]
    assert lines[5].seen().text == "a b|c"
    assert lines[4].seen().text.split() == ["Flush", "4", "to", "1"]
    assert lines[8].cells == ()


def test_row_of_an_html_table() -> None:
    line = _read("<tr><td>Flush</td><td></td><td align='right'> 4 to 1 </td></tr>").lines[0]
    assert [line.text[a:b] for a, b in line.cells] == ["Flush", "", "4 to 1"]
    assert line.role is Role.TABLE
    assert line.seen().text.split() == ["Flush", "4", "to", "1"]


def test_comment_becomes_a_note() -> None:
    printed = _read("one\n<!-- check\nthis -->\ntwo")
    assert [(note.line, note.text) for note in printed.notes] == [(2, "check\nthis")]
    assert [line.seen().text for line in printed.lines] == ["one", "", "", "two"]
    assert printed.lines[1].role is Role.BLANK


def test_pictures_are_counted() -> None:
    assert _read("![](a.png)\n\n![odds](b.png)").remarks == ("2 pictures; words in pictures are not read",)
    assert _read("no picture!").remarks == ()


def test_fence_that_never_ends_is_text() -> None:
    assert _seen("```\n- 1. a") == ["```", "1. a"]


def test_signs_of_markdown() -> None:
    assert looks_like_markdown('- 1. "A"\n- 2. "B"\n- 3. "C"\nD. <u>Title</u>.')
    assert not looks_like_markdown("- one\n- two\n- three\n* note\n# 5 of 7\nA. Title\n1. x_y_z\nmail <a@b.org> and <u> alone")
    assert not looks_like_markdown("|---|---|\n| a | b |")


@settings(deadline=None)
@given(st.text(alphabet="ab1.*_~`<>u/|-# \\[]()!&;\n\t$", max_size=60))
def test_any_row_keeps_its_columns(text: str) -> None:
    rows = f"x\n{text}\ny".split("\n")
    printed = _read(f"x\n{text}\ny")
    assert len(printed.lines) == len(rows)
    for line, row in zip(printed.lines, rows, strict=True):
        assert len(line.text) == len(row)
        assert all(0 <= m.start < m.end <= len(row) for m in line.marks)
        assert all(0 <= a <= b <= len(row) for a, b in line.cells)


@pytest.mark.parametrize(
    "row",
    ["*" * 100_000, "**a" * 40_000, "<u>" * 30_000 + "</u>" * 20_000, "`" * 99_999, "[" * 100_000, "![a](" * 30_000, "|" * 100_000,
     "&lt;" * 40_000, "a<br>" * 30_000, "- " * 60_000, "> " * 60_000, "<!-- " * 30_000, "\\" * 100_000, "-" * 100_000, " " * 99_999 + "x",
     "_a_" * 40_000, "~~a" * 40_000],
    ids=range(17),
)
def test_rows_made_to_take_long(row: str) -> None:
    begun = time.process_time()
    printed = _read(f"x | y\n{row}\n{row[:2000]}\n--|--\nend")
    for line in printed.lines:
        line.seen()
    assert time.process_time() - begun < 30


def test_many_rows_made_to_take_long() -> None:
    for row in ("**a*", "<u><b>", "```a", "<!-- ", "- - -" + " " * 300 + "x", "--|--" + " " * 300 + "x"):
        begun = time.process_time()
        _read("x|y\n" + (row + "\n") * 20_000)
        assert time.process_time() - begun < 30


def test_real_text_with_tags(seed: Callable[[str], Path]) -> None:
    """Facts read in the file: nine underlined titles, six amounts with an escaped sign."""
    path = seed("003")
    printed = open_document(path, "003.txt", Reading())
    assert printed.format is Format.MARKDOWN
    rows = path.read_text(encoding="utf-8").split("\n")
    assert [line.text for line in printed.lines] == rows[: len(printed.lines)]
    underlined = [words for line in printed.lines for words, mark in _looks(line) if mark is Mark.UNDERLINED]
    assert len(underlined) == 9
    assert "Waiting List" in underlined
    assert printed.line(43).seen().text.startswith('1. "All-in" means')
    assert printed.line(43).bullet == "-"
    assert sum(line.seen().text.count("$1.00") for line in printed.lines) == 6
    assert not any("\\$" in line.seen().text or "<u>" in line.seen().text for line in printed.lines)


@pytest.mark.parametrize("number", ["000", "001", "002", "004"])
def test_other_real_texts_are_no_markdown(seed: Callable[[str], Path], number: str) -> None:
    assert open_document(seed(number), "x.txt", Reading()).format is Format.TEXT
