"""Packets made for these tests: two games in a file, mails that quote mails, forms, and what is one set of rules."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.documents.clearing import cleared
from audit.documents.document import Dated, Part, PartKind, State
from audit.documents.markdown import printed_markdown
from audit.documents.packets import parts
from audit.documents.packets.days import find_days
from audit.documents.packets.labels import without_numeral
from audit.documents.pages import Printed
from audit.documents.text_files import printed_text


def read(text: str) -> Printed:
    return cleared(printed_text(text, "sample.txt", ""))


def split(text: str) -> tuple[Part, ...]:
    return parts(read(text))


def seen(text: str) -> list[tuple[PartKind, tuple[tuple[int, int], ...]]]:
    return [(part.kind, part.lines) for part in split(text)]


BONES = """A. Definitions

1. “Box” means the box in which the dice of Harbor Bones are kept.

2. “Round” means all throws of one shooter in the game of Harbor Bones.

B. Equipment

1. The dealer shall keep two dice in the box.

2. No other dice shall be brought to the table.

C. Wagers

1. A player may place a main wager before the throw.

2. The dealer shall announce that wagers are closed.

D. Payout Odds

1. The main wager shall be paid 1 to 1.
"""
LANTERNS = """A. Definitions

1. “Wick” means the card that is dealt to the middle of the layout in the game of Nine Lanterns.

B. Equipment

1. Nine Lanterns shall be played with one deck of cards.

C. Wagers

1. A player shall place an ante before the cards are dealt.

D. Payout Odds

1. The ante shall be paid 3 to 2 if the wick is red.
"""
FORM = """Item Request Form

1. Meeting Date Requested: 03/04/25

2. Session:
☒ Open ☐ Closed

3. Supporting Documents:
☐ Bylaws
☒ Other: the rules of a game
☐ Minutes

4. Submitted By:
Requested By:
"""
MAIL = """From: Clerk
To: Members
Cc: Office
Subject: Poll: accept the Harbor Bones rules
Date: Tuesday, March 4, 2025 4:34 PM

The poll has carried.

From: Clerk
Sent: Monday, March 3, 2025 9:00 AM
To: Members
Subject: Poll

Please reply with yes or no; the rules were approved by the board on
February 12, 2025.
"""


def test_one_set_of_rules_is_one_part() -> None:
    text = f"HARBOR BONES\n\n{BONES}"
    (part,) = split(text)
    assert part.kind is PartKind.RULES
    assert part.lines == ((1, text.count("\n")),)
    assert part.title == part.game == "HARBOR BONES"
    assert part.state is State.CLEAN


def test_two_games_in_one_file_without_form_feeds() -> None:
    one = f"HARBOR BONES\n\n{BONES}\n\n"
    first, second = split(f"{one}NINE LANTERNS\n\n{LANTERNS}")
    start = one.count("\n") + 1
    assert (first.first, first.last) == (1, start - 3)
    assert second.first == start
    assert (first.game, second.game) == ("HARBOR BONES", "NINE LANTERNS")


def test_numbered_chapters_at_page_tops() -> None:
    found = split(f"I. HARBOR BONES.\n\n{BONES}\fII. NINE LANTERNS.\n\n{LANTERNS}")
    assert [part.game for part in found] == ["HARBOR BONES", "NINE LANTERNS"]
    assert any("numbered “II.”" in said for said in found[1].because)


def test_chapters_without_titles_are_named_by_their_sections() -> None:
    chapter = (
        "1. Definitions. These words have these meanings.\n\n2. {0} Table.\n\nA. {0} shall be played on a table.\n\n"
    )
    chapter += "3. Cards.\n\nA. One deck is used.\n\n4. Wagers.\n\nA. An ante shall be placed.\n"
    first, second = split(chapter.format("Harbor Bones") + "\f" + chapter.format("Nine Lanterns"))
    assert (first.game, second.game) == ("Harbor Bones", "Nine Lanterns")
    assert (first.title, second.title) == (None, None)
    assert second.lines == ((14, 26),)
    unturned = split(chapter.format("Harbor Bones") + chapter.format("Nine Lanterns"))
    assert [part.lines for part in unturned] == [first.lines, second.lines]


def test_a_head_of_several_lines_is_one_title() -> None:
    head = "NORTH SHORE GAMING\nRULES OF PLAY\n\n{}\n\n"
    first, second = split(f"{head.format('HARBOR BONES')}{BONES}\f{head.format('NINE LANTERNS')}{LANTERNS}")
    assert (first.game, second.game) == ("HARBOR BONES", "NINE LANTERNS")
    assert second.first == 6 + BONES.count("\n")


def test_titles_in_small_letters_at_page_tops() -> None:
    found = split(f"Harbor Bones\n\n{BONES}\fNine Lanterns\n\n{LANTERNS}")
    assert [part.game for part in found] == ["Harbor Bones", "Nine Lanterns"]


def test_chapters_of_a_code_with_their_lists_of_sections() -> None:
    sections = ("Definitions", "Equipment", "Wagers", "Payout odds")
    text = ""
    for chapter, name in (("633a", "HARBOR BONES"), ("635a", "NINE LANTERNS")):
        text += f"CHAPTER {chapter}. {name}\n\nSec.\n" + "".join(
            f"{chapter}.{n}. {title}.\n" for n, title in enumerate(sections, start=1)
        )
        text += "".join(
            f"\n§ {chapter}.{n}. {title}.\n\nThe dealer shall keep to this.\n"
            for n, title in enumerate(sections, start=1)
        )
        text += "\n"
    first, second = split(text)
    assert (first.game, second.game) == ("HARBOR BONES", "NINE LANTERNS")
    assert second.first == 25


def test_sections_in_capitals_are_no_chapters() -> None:
    sections = ("DEFINITIONS", "EQUIPMENT", "WAGERS", "DEALING", "PAYOUT ODDS", "SIDE BETS")
    text = "\f".join(f"{name}\n\n1. The dealer shall do this.\n\n2. A player may do that.\n" for name in sections)
    assert len(split(f"HARBOR BONES\n\n{text}")) == 1
    numbered = "\f".join(
        f"{numeral}. {name}\n\nA. The First Matter\n\n1. The dealer shall do this.\n\nB. The Second Matter\n\n1. That.\n"
        for numeral, name in zip(("I", "II", "III", "IV", "V", "VI"), sections, strict=True)
    )
    assert len(split(f"HARBOR BONES\n\n{numbered}")) == 1


def test_numbered_sections_that_name_games_are_no_chapters() -> None:
    text = "".join(
        f"\fSECTION {numeral} – {name}\n\n{n}. The dealer shall take {name.title()} and then {name.title()} again.\n\n"
        for n, (numeral, name) in enumerate(
            [("I", "GENERAL"), ("II", "HARBOR BONES"), ("III", "NINE LANTERNS")], start=1
        )
    )
    assert len(split(text.removeprefix("\f"))) == 1


def test_a_list_that_starts_with_one_at_a_page_top_is_no_chapter() -> None:
    text = BONES.replace("1. A player may place", "\f1. A player may place").replace("D. Payout", "\fD. Payout")
    assert len(split(f"HARBOR BONES\n\n{text}")) == 1


def test_a_packet_of_form_mail_and_rules() -> None:
    text = f"{FORM}\f{MAIL}\fHARBOR BONES\n\n{BONES}"
    form, mail, rules = split(text)
    assert [part.kind for part in (form, mail, rules)] == [PartKind.FORM, PartKind.MAIL, PartKind.RULES]
    assert form.title == "Item Request Form"
    assert form.dates == (Dated("meeting", date(2025, 3, 4), 3),)
    assert mail.title == "Poll: accept the Harbor Bones rules"
    start = FORM.count("\n")
    assert mail.dates == (
        Dated("sent", date(2025, 3, 4), start + 5),
        Dated("sent", date(2025, 3, 3), start + 10),
        Dated("approved", date(2025, 2, 12), start + 15),
    )
    assert any("approval on 2025-02-12" in said for said in rules.because)


def test_a_mail_that_quotes_mails_is_one_part() -> None:
    quoted = MAIL + "\n\nFrom: Board\nSent: Sunday, March 2, 2025\nTo: Clerk\nSubject: Poll\n\nPlease ask.\n"
    assert [part.kind for part in split(quoted)] == [PartKind.MAIL]


def test_a_mail_goes_on_behind_its_attachment() -> None:
    head = "From: Clerk\nSent: Monday, March 3, 2025\nTo: A <a@board.example>; B <b@board.example>; C\n"
    rest = "<c@board.example>; D <d@board.example>\nSubject: Poll\n\nPlease vote.\n"
    text = f"{head}\fHARBOR BONES\n\n{BONES}\f{rest}"
    last = 5 + BONES.count("\n")
    assert seen(text) == [
        (PartKind.MAIL, ((1, 3), (last + 1, last + 4))),
        (PartKind.RULES, ((4, last),)),
    ]


def test_a_resolution_with_the_rules_that_it_adopts() -> None:
    recitals = "BOARD OF THE NORTH SHORE\n\nResolution # 3-04-25-A\n\nWHEREAS, the board may adopt rules, and\n\n"
    recitals += "WHEREAS, the game is permitted,\n\nNOW THEREFORE BE IT RESOLVED, that the rules are adopted.\n\n"
    recitals += "Held on the 4th day of March, 2025, at a meeting of the board.\n\n"
    resolution, rules = split(f"{recitals}HARBOR BONES.\n\n{BONES}")
    assert resolution.kind is PartKind.RESOLUTION
    assert resolution.lines == ((1, 11),)
    assert resolution.edition == "Resolution # 3-04-25-A"
    assert rules.edition == "Resolution # 3-04-25-A"
    assert any("inferred" in said for said in rules.because)


def test_a_list_of_contents_is_a_part_of_its_own() -> None:
    contents = "TABLE OF CONTENTS\n\n" + "".join(f"{n}. Section {n} {'.' * 40} {n + 1}\n" for n in range(1, 7))
    found = split(f"{contents}\fHARBOR BONES\n\n{BONES}")
    assert [(part.kind, part.first) for part in found] == [(PartKind.CONTENTS, 1), (PartKind.RULES, 9)]


def test_copies_and_their_editions() -> None:
    foot = "\n\nBoard Approved: 02/24/2023   Page 2 of 2\n"
    text = f"HARBOR BONES\n\n{BONES}{foot}\fHARBOR BONES\n\n{BONES}"
    first, second = split(text)
    assert first.edition == "Board Approved: 02/24/2023"
    assert first.dates == (Dated("approved", date(2023, 2, 24), 26),)
    assert (second.same_as, second.edition) == (1, "Board Approved: 02/24/2023")
    assert any("inferred" in said for said in second.because)


def test_editions_of_other_words_are_no_copies() -> None:
    other = BONES.replace("1 to 1", "6 to 5")
    foot = "\n\nBoard Approved: {}   Page 2 of 2\n"
    text = f"HARBOR BONES\n\n{BONES}{foot.format('02/24/2023')}\fHARBOR BONES\n\n{other}{foot.format('03/01/2024')}"
    assert [part.same_as for part in split(text)] == [None, None]


def test_a_page_that_counts_anew_begins_a_part() -> None:
    pages = [
        f"HARBOR BONES  Page {n} of 3\n\na. The dealer shall take step {n}.\n\nb. It may end.\n" for n in (1, 2, 3)
    ]
    pages += [f"NINE LANTERNS  Page {n} of 2\n\na. The dealer shall take card {n}.\n\nb. It may end.\n" for n in (1, 2)]
    first, second = split("\f".join(pages))
    assert (first.lines, second.lines) == (((1, 15),), ((16, 25),))
    assert second.game == "NINE LANTERNS"


def test_a_head_with_page_one_belongs_to_what_follows() -> None:
    text = f"HARBOR BONES\n\n{BONES}\n\nBoard Approved: 02/24/2023  Page 1 of 4\n\nNINE LANTERNS\n\n{LANTERNS}"
    first, second = split(text)
    head = 2 + BONES.count("\n") + 3
    assert second.first == head
    assert first.last == head - 3
    assert second.edition == "Board Approved: 02/24/2023"


def test_pages_of_something_else_behind_a_fragment() -> None:
    report = "\f• We bought a new mower for the greens\n\n• Banquets grew in spring\n\no Four weddings took place\n\n• Staff was hired\n"
    found = seen(f"HARBOR BONES\n\n{BONES}\n2. The main wager shall be\n{report}")
    assert [kind for kind, _ in found] == [PartKind.RULES, PartKind.OTHER]


def test_chapters_of_markdown_headings() -> None:
    text = "# Harbor Bones\n\n## Definitions\n\nThe box is a box.\n\n## Wagers\n\nA player shall bet.\n\n"
    text += "# Nine Lanterns\n\n## Definitions\n\nThe wick is a card.\n\n## Wagers\n\nA player shall bet.\n"
    found = parts(cleared(printed_markdown(text, "sample.md", "")))
    assert [(part.title, part.first) for part in found] == [("Harbor Bones", 1), ("Nine Lanterns", 11)]


def test_a_redline_is_told_from_its_balloons() -> None:
    found = split(f"HARBOR BONES\n\n{BONES}\nDeleted: three dice\n\fNINE LANTERNS\n\n{LANTERNS}")
    assert [part.state for part in found] == [State.REDLINE, State.CLEAN]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("OGC Approved: 02/24/2023   Page 1 of 12", [("approved", "2023-02-24")]),
        ("Approved By:3-28-2024", [("approved", "2024-03-28")]),
        ("Bones 09-08-22", [("", "2022-09-08")]),
        ("Revised March 1, 2024; effective 2024-04-01", [("revised", "2024-03-01"), ("effective", "2024-04-01")]),
        ("held on the 5th day of May, 2004", [("", "2004-05-05")]),
        ("Sent: Monday, 25.12.2023", [("sent", "2023-12-25")]),
        ("Resolution 05-05-04-B of 13/13/2020", []),
        ("pays 3-2 and 10-1", []),
    ],
)
def test_dates(text: str, days: list[tuple[str, str]]) -> None:
    assert [(found.what, found.day.isoformat()) for found in find_days(text)] == days


@pytest.mark.parametrize(
    ("title", "numeral", "name"),
    [
        ("XI. HARBOR BONES.", "XI.", "HARBOR BONES"),
        ("ill. HARBOR BONES.", "ill.", "HARBOR BONES"),
        ("SECTION J:  HARBOR BONES", "SECTION J:", "HARBOR BONES"),
        ("CHAPTER 4 — HARBOR BONES", "CHAPTER 4 —", "HARBOR BONES"),
        ("HARBOR BONES", "", "HARBOR BONES"),
        ("<u>HARBOR BONES</u>", "", "HARBOR BONES"),
    ],
)
def test_numerals_of_titles(title: str, numeral: str, name: str) -> None:
    assert without_numeral(title) == (numeral, name)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "",
                "\x0c",
                "HARBOR BONES",
                "II. NINE LANTERNS.",
                "A. Definitions",
                "1. Definitions. Words.",
                "2. Cards.",
                "From: A",
                "To: B",
                "Subject: C",
                "WHEREAS,",
                "☐ Other: x",
                "<a@b.example>; C",
                "Bones Page 1 of 9",
                "Section 1 ........ 3",
                "Sticky Note",
                "Deleted: x",
                "• A point",
                "WAGERS",
                "12",
            ]
        )
        | st.text(max_size=30),
        max_size=80,
    )
)
def test_every_line_lies_in_one_part(rows: list[str]) -> None:
    printed = read("\n".join(["A rule.", *rows]))
    found = parts(printed)
    held = [line for part in found for first, last in part.lines for line in range(first, last + 1)]
    assert len(held) == len(set(held))
    assert {line.number for line in printed.lines if not line.is_blank} <= set(held)
    for part in found:
        assert not printed.line(part.first).is_blank
        assert not printed.line(part.last).is_blank
    assert [part.number for part in found] == list(range(1, len(found) + 1))


@pytest.mark.long
@pytest.mark.parametrize(
    "row",
    [
        "HARBOR BONES\n",
        "\fHARBOR BONES {n}\n\nA. Definitions\n\n",
        "\fHARBOR BONES\n\nA. Definitions\n" + "of the {n}th game of dice and of all of its throws\n" * 6,
        "From: A\nTo: B\nSubject: C\n\n",
        "WHEREAS, so\n\n",
        "1. A\n",
        "\f1. Definitions. x\n2. Cards.\n3. More.\n4. More.\n",
        "☐ Other: x\nField:\n",
        "\f12\n\n\n\n",
        "Deleted: x¶\n",
        "A ...... 3\n",
    ],
)
def test_sixty_thousand_lines_are_split_in_time(row: str) -> None:
    text = "".join(row.replace("{n}", str(n)) for n in range(60_000 // row.count("\n")))
    printed = printed_text(text, "sample.txt", "")
    began = time.process_time()
    parts(cleared(printed))
    assert time.process_time() - began < 20
