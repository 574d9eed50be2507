"""Running heads, page numbers, margin numbers and balloons are set aside; no line of a rule is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.documents.clearing import cleared
from audit.documents.clearing.page_marks import PageMark, bare_number, page_mark
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.pages import Box, Format, Line, NoteKind, Page, Printed, Role
from audit.documents.text_files import printed_text


def clear(text: str) -> Printed:
    return cleared(printed_text(text, "sample.txt", ""))


def aside(printed: Printed) -> dict[int, Role]:
    """The lines that are set aside, by number."""
    return {line.number: line.role for line in printed.lines if not line.role.is_read and not line.is_blank}


def body(printed: Printed) -> list[str]:
    return [line.text.strip() for line in printed.lines if line.role.is_read and not line.is_blank]


# Page marks


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Rules of Play  Page 3 of 28", PageMark("Rules of Play", 3, 28)),
        ("Page 8 of 15Harbor Bones", PageMark("Harbor Bones", 8, 15, is_behind=True)),
        ("Page 11 of32 Harbor Bones", PageMark("Harbor Bones", 11, 32, is_behind=True)),
        ("Harbor Bones Page of 28", PageMark("Harbor Bones", None, 28)),
        ("Page 12", PageMark("", 12, None)),
        ("- Page xii -", PageMark("", 12, None)),
        ("Board Approved: 02/24/2023   Page 1 of 12", PageMark("Board Approved: 02/24/2023", 1, 12)),
        ("the sheet described on page 3 of 12 shall be kept", None),
        ("A page", None),
    ],
)
def test_page_marks(text: str, mark: PageMark | None) -> None:
    assert page_mark(text) == mark


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("- 7 -", 7),
        ("[3]", 3),
        ("iv", 4),
        ("XIV", 14),
        ("xlii", 42),
        ("5.", None),
        ("mix", None),
        ("", None),
    ],
)
def test_bare_numbers(text: str, number: int | None) -> None:
    assert bare_number(text) == number


def test_a_header_on_every_page_with_its_number() -> None:
    pages = [
        f"HARBOR BONES                Rules of Play, page {n}\n\n{n}. Item {n} says what the dealer shall do first.\n"
        f"It goes on for a second line.\n\nThen a third word {'abcdefg'[n]}."
        for n in range(1, 6)
    ]
    found = clear("\f".join(page + "\n" for page in pages))
    assert [line for line, role in aside(found).items() if role is Role.HEADER] == [1, 7, 13, 19, 25]
    assert len(body(found)) == 15


def test_roman_page_numbers_at_the_foot() -> None:
    words = ["one deck", "two cards", "six dice", "a shoe"]
    pages = [
        f"The house shall keep {words[n]}.\n\nNothing but {words[n]} is kept there.\n\n{'i' * (n + 1)}\n"
        for n in range(3)
    ]
    found = clear("\f".join([*pages, "The house shall keep a shoe.\n\niv\n"]))
    assert set(aside(found).values()) == {Role.PAGE_NUMBER}
    assert len(aside(found)) == 4


def test_a_header_inside_a_sentence_is_taken_out_and_the_sentence_goes_on() -> None:
    found = clear(
        "K. Payout\n\nThe stickperson shall offer the\n\nAgenda Packet 161 of 346\n\n\nBones 09-08-22\n\n12\n\n"
        "dice to the next shooter.\n\nThe rest follows.\n\nAgenda Packet 175 of 346\n\nand ends here.\n"
    )
    assert aside(found) == {5: Role.FOOTER, 8: Role.FOOTER, 10: Role.PAGE_NUMBER, 16: Role.FOOTER}
    assert body(found)[1:3] == ["The stickperson shall offer the", "dice to the next shooter."]


def test_one_count_alone_may_be_anything() -> None:
    assert aside(clear("A player needs\n\nFive Cards 3 of 5\n\nto win.\n")) == {}


def test_a_block_of_five_lines_without_a_form_feed() -> None:
    block = (
        "\n\n\nNORTH SHORE GAMING LLC\nINTERNAL CONTROLS\n\nSECTION J:  HARBOR BONES\n\n"
        "Date Submitted to the Board (the “Board”):  03/24/2016\nDate Approved by the Board: 04/20/2016\n\n3\n\n"
    )
    found = clear(f"1. Table.\n\nA. The rack is attached to the{block}side of the table.\n\nB. The rest.\n")
    assert list(aside(found).values()) == [Role.HEADER] * 5 + [Role.PAGE_NUMBER]
    assert body(found)[1:3] == ["A. The rack is attached to the", "side of the table."]


def test_damaged_marks_in_markdown() -> None:
    found = clear(
        "Bones Page 2 of 9\n\n- 1. First\n\nBones Page 3 of 9\n\n- 2. Second\n\nBones\n\nand on\n\nBones Page 5 of 9\n\n"
        "- 3. Third\n\nBones Page of 9\n\n- 4. Fourth\n\nPage 9 of 9 Bones\n"
    )
    assert sorted(aside(found)) == [1, 5, 9, 13, 17, 21]
    assert "number is lost" in found.line(9).because


def test_a_title_that_no_page_is_missing_at_stays() -> None:
    found = clear("Bones Page 2 of 9\n\nBones\n\nPlay it.\n\nBones Page 3 of 9\n\nMore.\n\nBones Page 4 of 9\n")
    assert 3 not in aside(found)


def test_numbers_alone_in_a_text_without_pages() -> None:
    page = "".join(f"The dealer shall keep the {word} card apart.\n\n" for word in "abcdefghij")
    found = clear("".join(f"{page}{n}\n\n" for n in range(7, 12)))
    assert sorted(aside(found)) == [21, 43, 65, 87, 109]


def test_numbers_alone_in_a_table_stay() -> None:
    assert aside(clear("".join(f"{n}\n\nA hand of this rank pays well.\n\n" for n in range(1, 9)))) == {}


# What is no furniture


def test_titles_of_copies_stay() -> None:
    copy = "HARBOR BONES\n\nA. Definitions\n\n1. “Die” means a cube.\n\f2. “Box” means a box.\n"
    assert aside(clear("\f".join([copy, copy, copy]))) == {}


def test_heads_of_left_and_right_pages() -> None:
    words = ("one die", "two dice", "three dice", "a cup", "a box", "a stick")
    pages = [
        f"{'NORTH SHORE' if n % 2 else 'HARBOR BONES'}\n\nThe dealer takes {word}.\n" for n, word in enumerate(words)
    ]
    assert sorted(aside(clear("\f".join(pages)))) == [1, 4, 7, 10, 13, 16]


def test_rows_of_tables_and_lone_labels_stay() -> None:
    rows = "Straight 4 to 1\nFlush 5 to 1\n\n2\n\nPair 1 to 1\n\nPage 5 of 6\n\nNext.\n"
    assert sorted(aside(clear(rows))) == [8]
    pages = "\f".join(f"1.\n\nThe {word} is dealt.\n" for word in ("ace", "king", "queen", "jack"))
    assert aside(clear(pages)) == {}


def test_the_same_sentence_at_three_page_tops_stays() -> None:
    pages = "\f".join(f"A player may fold;\n\nthen {word} is dealt.\n" for word in ("one", "two", "three", "four"))
    assert aside(clear(pages)) == {}


# Margin numbers


def test_line_numbers_in_the_margin_become_blanks() -> None:
    said = ["The house keeps", "one deck in use", "and one beside it", "for the next", "round. It turns"]
    said += ["them every hour", "or when a player", "asks for it;", "nobody else may", "ask for that."]
    page = "\n".join(f"{n:>2}  {words}" for n, words in enumerate(said, start=1))
    found = clear(page + "\n\f" + page + "\n")
    assert found.line(1).text == "    The house keeps"
    assert [line.text.strip() for line in found.lines] == said * 2
    assert "line numbers" in found.remarks[-1]


def test_a_numbered_list_is_not_numbered_in_the_margin() -> None:
    text = "\n".join(f"{n}. Item {n} says so." for n in range(1, 15))
    assert [line.text for line in clear(text).lines] == text.split("\n")


# Balloons of three producers


WIDE = "The dealer shall spread the cards out on the table for a visual inspection by the first player."


def test_a_balloon_that_ends_with_a_blank_line() -> None:
    found = clear(f"{WIDE}\n\nDeleted: S\n\n2. {WIDE}\n")
    assert aside(found) == {3: Role.BALLOON}
    assert [(note.kind, note.line, note.text) for note in found.notes] == [(NoteKind.DELETED, 3, "S")]


def test_a_comment_that_wraps_and_is_followed_by_a_rule_at_once() -> None:
    found = clear(
        f"{WIDE}\n\nCommented [QR1]: The wording was moved to the\nstandard of the whole trade, see all of the\nminutes.\n2. {WIDE}\n"
    )
    assert sorted(aside(found)) == [3, 4, 5]
    assert found.notes[0].author == "QR"
    assert found.notes[0].text == "The wording was moved to the standard of the whole trade, see all of the minutes."
    assert "not marked" in found.line(5).because


def test_pilcrows_carry_a_balloon_on() -> None:
    found = clear(
        f"{WIDE}\n\nDeleted: the decks are kept in a\nlocked box.¶\nThey are counted daily.¶\nA log is kept.¶\n3. Short rule.\n"
    )
    assert sorted(aside(found)) == [3, 4, 5, 6]
    assert body(found)[-1] == "3. Short rule."


def test_formatting_notes() -> None:
    found = clear(
        'A rule.\n\nFormatted: Indent: Left:  1", Hanging:  0.5", Tab stops:\n1.5", Left + Not at  1.07"\n\nFormatted Table\n\n'
        'Level: 2 + Numbering Style: 1, 2, 3 + Start at: 1 +\nAlignment: Left + Aligned at:  1.07"\n\nAnother rule.\n'
    )
    assert body(found) == ["A rule.", "Another rule."]
    assert {note.kind for note in found.notes} == {NoteKind.FORMATTED}


def test_a_note_set_over_the_page() -> None:
    found = clear(f"{WIDE}\n\nreader7\nSticky Note\nThe odds were amended in 2006\n\n{WIDE}\n")
    assert sorted(aside(found)) == [3, 4, 5]
    assert [(note.kind, note.text, note.author) for note in found.notes] == [
        (NoteKind.COMMENT, "The odds were amended in 2006", "")
    ]


def test_a_summary_of_comments() -> None:
    found = clear(f"{WIDE}\n\nNumber: 1 Author: qr Subject: Note Date: 1/2/2024\nShould this be two decks?\n\n{WIDE}\n")
    assert sorted(aside(found)) == [3, 4]


def test_balloons_at_the_right_of_the_lines() -> None:
    rows = [
        ("1. The dealer shall spread the cards on the", "Commented [QR1]: Is it a"),
        ("   table for an inspection.", "shoe or a hand?"),
        ("2. The ante pays             1 to 1", ""),
        ("", "Deleted: six"),
        ("3. The bonus pays            40 to 1", "decks"),
        ("4. The pair pays             3 to 1", ""),
    ]
    found = clear("\n".join(f"{left:<56}{right}".rstrip() for left, right in rows) + "\n")
    assert body(found) == [left.strip() for left, _ in rows if left]
    assert [(note.kind, note.line, note.text) for note in found.notes] == [
        (NoteKind.COMMENT, 1, "Is it a shoe or a hand?"),
        (NoteKind.DELETED, 4, "six decks"),
    ]
    assert "2 balloons" in found.remarks[-1]


def test_a_sentence_that_begins_like_a_balloon_stays() -> None:
    text = (
        "The list has three columns, of which the last is headed\nDeleted: it names what was taken out of the rules.\n"
    )
    assert aside(clear(text)) == {}


def test_no_rule_is_swallowed_when_its_line_is_wide() -> None:
    found = clear(f"A rule.\n\nDeleted: one of the cards that\n{WIDE}\n{WIDE}\n")
    assert sorted(aside(found)) == [3]


# Lines of a PDF


def drawn(rows: list[tuple[int, float, float, str]], pages: int) -> Printed:
    """Lines of a PDF: page, left edge and top in points, and words."""
    lines = tuple(
        Line(
            n,
            page,
            text,
            box=Box(left, top, left + 5 * len(text), top + 10),
            edges=tuple(left + 5 * i for i in range(len(text))),
        )
        for n, (page, left, top, text) in enumerate(rows, start=1)
    )
    held = []
    for number in range(1, pages + 1):
        own = [line.number for line in lines if line.page == number]
        held.append(Page(number, own[0], own[-1], 612.0, 792.0))
    return Printed("sample.pdf", "", Format.PDF, tuple(held), lines)


def test_bands_of_a_pdf_are_found_by_their_place_on_the_page() -> None:
    rows = []
    for n in range(1, 5):
        # The foot is drawn first, as some producers do.
        rows += [(n, 72.0, 750.0, f"Bones, edition of 2024 | {n}"), (n, 72.0, 40.0, "NORTH SHORE GAMING")]
        rows += [(n, 72.0, 90.0, f"{n}. The {'abcd'[n - 1]} item of the rules"), (n, 72.0, 104.0, "goes on here.")]
    found = cleared(drawn(rows, 4))
    assert [line.role for line in found.lines[:4]] == [Role.FOOTER, Role.HEADER, Role.BODY, Role.BODY]
    assert len(aside(found)) == 8


def test_a_balloon_of_a_pdf_is_a_column_of_its_own() -> None:
    rows = [
        (1, 72.0, 100.0, "1. The dealer shall spread the cards"),
        (1, 450.0, 100.0, "Commented [A2]: Is it a"),
        (1, 72.0, 112.0, "out on the table."),
        (1, 450.0, 112.0, "shoe or a hand?"),
        (1, 72.0, 124.0, "2. Then the player."),
    ]
    found = cleared(drawn(sorted(rows, key=lambda row: (row[1], row[2])), 1))
    assert body(found) == ["1. The dealer shall spread the cards", "out on the table.", "2. Then the player."]
    assert (found.notes[0].text, found.notes[0].line) == ("Is it a shoe or a hand?", 1)


def test_margin_numbers_of_a_pdf_are_lines_of_their_own() -> None:
    rows = [(1, 60.0 if n > 9 else 65.0, 80.0 + 14 * n, str(n)) for n in range(1, 13)]
    rows += [(1, 90.0, 80.0 + 14 * n, f"words of line {'abcdefghijkl'[n - 1]}") for n in range(1, 13)]
    found = cleared(drawn(rows, 1))
    assert [line.role for line in found.lines] == [Role.MARGIN] * 12 + [Role.BODY] * 12


# The source documents: every line that is set aside, as read


ASIDE = {
    "000": {
        Role.BALLOON: {189, 4550, 4551, *range(4553, 4557), *range(4558, 4569), 4803, 6438, 7616, *range(8636, 8643)}
        | {*range(17720, 17766, 3)},
        Role.PAGE_NUMBER: {487},
        Role.FOOTER: {480, 484, 1684, 3975, 3981, 6175, 7644, 7648, 10224, 10225, 10254, 10255, 14079, 14083, 14084}
        | {14886, 14890, 14891, 16211, 17776, 18379, 18385},
        Role.HEADER: {15870, 16635, 17387, 18275, 18874},
    },
    "001": {
        Role.HEADER: {first + n for first in (2083,) for n in (0, 1, 3, 5, 6)}
        | {first + n for first in (3895, 4917, 5641, 6666, 8080, 8116) for n in (0, 1, 3, 7, 8)},
        Role.PAGE_NUMBER: {2091, 3907, 4929, 5653, 6678, 8093, 8129},
    },
    "002": {Role.BALLOON: {68, 69, 70}, Role.FOOTER: {526, 2820, 2879, 4225, 4226, 4907}},
    "003": {
        Role.FOOTER: {69, 87, 106, 119, 134, 150, 163, 180, 193, 209, 228, 239, 253, 270, 281, 298, 309, 323, 339, 355}
        | {367, 379, 402, 423, 437, 451, 466, 487, 505, 526, 542, 557, 575, 590, 606, 622, 638, 664, 672}
    },
    "004": {},
}


@pytest.mark.parametrize("number", sorted(ASIDE))
def test_what_is_set_aside_in_the_source_documents(seed: Callable[[str], Path], number: str) -> None:
    path = seed(number)
    found = cleared(open_document(path, path.name, Reading()))
    by_role: dict[Role, set[int]] = {}
    for line, role in aside(found).items():
        by_role.setdefault(role, set()).add(line)
        assert found.line(line).because
    assert by_role == ASIDE[number]


# Whatever comes in


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "",
                "\x0c",
                "Deleted: x",
                "Formatted: Right",
                "12",
                "iv",
                "Bones Page 3 of 9",
                "Page of 9",
                "A. Word",
                "1.",
                "Sticky Note",
                "Commented [A1]: why",
                "Approved: 1/2/2024",
                "JUST CAPITALS",
                "A sentence of many words ¶",
            ]
        )
        | st.text(max_size=30),
        max_size=60,
    )
)
def test_every_line_stays_where_it_is(rows: list[str]) -> None:
    printed = printed_text("\n".join(["A rule.", *rows]), "sample.txt", "")
    found = cleared(printed)
    assert [(line.number, line.page) for line in found.lines] == [(line.number, line.page) for line in printed.lines]
    assert [len(line.text) for line in found.lines] == [len(line.text) for line in printed.lines]
    assert found.pages == printed.pages
    assert aside(found).items() <= aside(cleared(found)).items()
