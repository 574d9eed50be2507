"""Pay tables, matrices and displaced tables: found whole, under the right clause, and no prose among them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.documents.clauses import Clause, Table, walk
from audit.documents.clearing import cleared
from audit.documents.document import Part, PartKind
from audit.documents.outline import outline
from audit.documents.pages import Box, Format, Line, Mark, Marked, Page, Printed, View
from audit.documents.tables.attaching import tables_among, with_tables
from audit.documents.tables.cells import Shape, shown
from audit.documents.tables.found import Found, text_of
from audit.documents.text import Stretch, Text
from audit.documents.text_files import printed_text

_LABEL = re.compile(r"\s*(\(?[A-Za-z0-9]{1,4}[.)])\s")


def document(text: str) -> Printed:
    return printed_text(text.strip("\n"), "sample.txt", "")


def clauses_of(printed: Printed) -> tuple[Clause, ...]:
    """One clause for each labelled line and what follows it; no tree is needed here."""
    made: list[tuple[str, str, list[Stretch], tuple[int, int]]] = []
    for line in printed.lines:
        if not line.role.is_read or line.is_blank:
            continue
        label = _LABEL.match(line.text)
        start = label.end() if label else len(line.text) - len(line.text.lstrip())
        words = Stretch(line.text[start:].rstrip(), line.page, line.number, start)
        if label or not made:
            path = (label[1] if label else "").strip("().")
            made.append((path, label[1] if label else "", [words], (line.page, line.number)))
        else:
            last = made[-1][2][-1]
            made[-1][2].extend((Stretch(" ", last.page, last.line, last.start + len(last.text), ""), words))
    return tuple(Clause(path, label, Text(), Text(tuple(words)), at=at) for path, label, words, at in made)


def read(text: str, view: View = View.NEW) -> tuple[Clause, ...]:
    printed = document(text)
    return with_tables(printed, whole(printed), clauses_of(printed), view)


def whole(printed: Printed) -> Part:
    return Part(1, PartKind.RULES, ((1, len(printed.lines)),))


def cells(table: Table) -> list[list[str]]:
    return [[cell.words for cell in row] for row in table.rows]


def only(clauses: tuple[Clause, ...]) -> tuple[Clause, Table]:
    """The one table with its clause."""
    found = [(c, t) for c in walk(clauses) for t in c.tables]
    assert len(found) == 1
    return found[0]


# Row by row


def test_rows_leave_the_sentence_and_keep_their_places() -> None:
    clause, table = only(
        read(
            """
a. Each winning wager is paid as follows:

Wager Payout Odds
Low Tower 2 to 1
High Tower   35 to 1
b. Nothing else is paid.
"""
        )
    )
    assert clause.words == "Each winning wager is paid as follows:"
    assert (table.heads, table.first, table.last, table.confidence) == (1, 3, 5, 1.0)
    assert cells(table) == [["Wager", "Payout Odds"], ["Low Tower", "2 to 1"], ["High Tower", "35 to 1"]]
    odds = table.rows[2][1].first
    assert odds is not None
    assert (odds.line, odds.column) == (5, 14)


def test_a_word_between_name_and_value_is_no_column_and_that_is_said() -> None:
    _, table = only(read("a. It is paid so:\nTower pays 7 to 1\nBridge  pays 6 to1\nGate pays 1 to 1"))
    assert cells(table) == [["Tower", "7 to 1"], ["Bridge", "6 to1"], ["Gate", "1 to 1"]]
    assert "pays" in table.because


def test_words_stand_as_values_and_empty_cells_are_kept() -> None:
    _, table = only(
        read(
            """
a. The amounts are:
Hand Pays Envy
Tower 100% $1,000
Bridge $50 N/A
Gate $6
Pair of sixes Push
"""
        )
    )
    assert cells(table)[1:] == [
        ["Tower", "100%", "$1,000"],
        ["Bridge", "$50", "N/A"],
        ["Gate", "$6", ""],
        ["Pair of sixes", "Push", ""],
    ]
    assert table.confidence < 1
    assert "lack the last" in table.because


def test_a_name_may_end_in_what_looks_like_a_value() -> None:
    _, table = only(read("a. Odds:\nWager Payout\nRed 1 to 1\nPlace 10 to Win 9 to 5\n1 to 18 1 to 1\n19 to 36 1 to 1"))
    assert [row[0] for row in cells(table)[1:]] == ["Red", "Place 10 to Win", "1 to 18", "19 to 36"]
    assert [row[1] for row in cells(table)[1:]] == ["1 to 1", "9 to 5", "1 to 1", "1 to 1"]


def test_lines_without_values_divide_a_table_or_go_on() -> None:
    _, table = only(
        read(
            """
a. Paid as follows:
Single Deck
Pair 15 to 1
Double Deck
Pair 10 to 1
Pair of towers, bridges,
gates or walls 2 to 1
Full Castle
. 11 to 1
"""
        )
    )
    assert cells(table) == [
        ["Single Deck", ""],
        ["Pair", "15 to 1"],
        ["Double Deck", ""],
        ["Pair", "10 to 1"],
        ["Pair of towers, bridges, gates or walls", "2 to 1"],
        ["Full Castle", "11 to 1"],
    ]


def test_headings_over_one_another_become_columns() -> None:
    _, table = only(read("a. They win as below:\nPays\nDealer\nEnvy\nTwo towers 75 to 1 $25\nOne tower 4 to 1 N/A"))
    assert cells(table)[0] == ["", "Pays", "Dealer Envy"]


def test_a_row_may_run_over_several_lines() -> None:
    _, table = only(
        read(
            """
a. The amounts are listed below:
Hand Payout
Great Tower 100 percent of meter
Small Tower Either 10 percent of meter
or a fixed amount as the
house has filed
Gate $ 50.00
"""
        )
    )
    assert cells(table)[2] == ["Small Tower", "Either 10 percent of meter or a fixed amount as the house has filed"]
    assert cells(table)[3] == ["Gate", "$ 50.00"]


def test_figures_alone_are_rows_and_what_stands_above_is_their_caption() -> None:
    _, table = only(
        read(
            """
a. The fee depends on the number of players.

Table Limit Ante
Minimum
Buy-In
$1 / $2 $.50 $10 $3.00 $2.00
$2 / $4 $.50 $20 $4.00 $3.00
"""
        )
    )
    assert cells(table) == [["$1 / $2", "$.50", "$10", "$3.00", "$2.00"], ["$2 / $4", "$.50", "$20", "$4.00", "$3.00"]]
    assert table.caption.words == "Table Limit Ante Minimum Buy-In"
    assert table.confidence < 1


def test_values_of_a_pdf_stand_under_their_columns() -> None:
    lines = [
        _placed(1, "a. Paid as follows:", [(0, 50)]),
        _placed(2, "Tower 7 to 1 $5", [(0, 50), (6, 200), (13, 300)]),
        _placed(3, "Bridge 6 to 1 $4", [(0, 50), (7, 200), (14, 300)]),
        _placed(4, "Gate $3", [(0, 50), (5, 301)]),
    ]
    printed = Printed("sample.pdf", "", Format.PDF, (Page(1, 1, 4),), tuple(lines))
    _, table = only(with_tables(printed, whole(printed), clauses_of(printed)))
    assert cells(table)[2] == ["Gate", "", "$3"]


def _placed(number: int, text: str, starts: list[tuple[int, float]]) -> Line:
    edges: list[float] = []
    for at in range(len(text)):
        column, x = max((s for s in starts if s[0] <= at), key=lambda s: s[0])
        edges.append(x + 5 * (at - column))
    return Line(number, 1, text, box=Box(edges[0], 10 * number, edges[-1] + 5, 10 * number + 9), edges=tuple(edges))


@pytest.mark.parametrize(
    "text",
    [
        "a. The wager is paid\n1 to 1 where the point was 4 or 10 and it shall be\npaid 2 to 1 where it was 5.",
        "a. A player must bet no less than $5\nand may bet as much as $100\nand no more than $500",
        "a. On 4 the wager is paid 2 to 1;\nb. On 5 the wager is paid 3 to 2;\nc. On 6 it is paid 6 to 5.",
        "a. The table has 7 places.\nb. Cards: 52\nc. Jokers: 2",
    ],
)
def test_prose_with_odds_is_no_table(text: str) -> None:
    assert not [t for c in walk(read(text)) for t in c.tables]


# Column by column


def test_columns_behind_one_another_are_paired_in_order() -> None:
    text = "a. Paid under this schedule:\nPayout\n$5.00\n$3.00\n\n2 to 1.\nHand\nTower\nBridge\nGate\nb. That is all."
    _, table = only(read(text))
    assert cells(table) == [["Hand", "Payout"], ["Tower", "$5.00"], ["Bridge", "$3.00"], ["Gate", "2 to 1"]]
    assert table.confidence < 1
    assert "paired in order" in table.because


def test_a_column_of_pays_and_a_page_break_do_not_disturb_the_pairs() -> None:
    text = "a. Paid so:\npays\npays\npays\nTower\nBridge\n\f1 to 1\n2 to 1\nGate\n3 to 1"
    _, table = only(read(text))
    assert cells(table) == [["Tower", "1 to 1"], ["Bridge", "2 to 1"], ["Gate", "3 to 1"]]


def test_columns_of_unequal_length_are_left_and_that_is_said() -> None:
    clauses = read("a. Paid so:\nPayout Odds\n1 to 1\n2 to 1\n3 to 1\nHand\nTower\nBridge\nGate\nWall")
    assert not clauses[0].tables
    assert clauses[0].doubts == (
        "lines 2 to 10 look like a table printed column by column, but 3 values and 4 names do not pair;"
        " they are left as printed",
    )
    assert "Bridge" in clauses[0].words


# Matrices and cells


def test_a_matrix_has_the_pieces_of_its_heading_put_together() -> None:
    _, table = only(
        read(
            """
a. The tower draws as follows: Table 1 - Third Stone

    0 1 2 3 4

Count of 3 Draw Draw Stand Draw Draw
the tower 4 Stand Stand Stand Draw Draw
"""
        )
    )
    assert cells(table) == [
        ["Count of the tower", "0", "1", "2", "3", "4"],
        ["3", "Draw", "Draw", "Stand", "Draw", "Draw"],
        ["4", "Stand", "Stand", "Stand", "Draw", "Draw"],
    ]
    assert table.heads == 1
    assert table.confidence < 1


def test_a_file_that_knows_its_cells_needs_no_guess() -> None:
    rows = ["Hand | Odds", "Tower | 2 to 1", "Gate | "]
    lines = [Line(1, 1, "a. So:")]
    for number, row in enumerate(rows, start=2):
        bar = row.index("|")
        lines.append(Line(number, 1, row, cells=((0, bar), (bar + 1, len(row)))))
    printed = Printed("sample.md", "", Format.MARKDOWN, (Page(1, 1, 4),), tuple(lines))
    _, table = only(with_tables(printed, whole(printed), clauses_of(printed)))
    assert cells(table) == [["Hand", "Odds"], ["Tower", "2 to 1"], ["Gate", ""]]
    assert (table.heads, table.confidence) == (1, 1.0)


def test_a_view_leaves_out_what_it_hides() -> None:
    lines = (
        Line(1, 1, "a. Paid so:"),
        Line(2, 1, "Tower 3 to 1 2 to 1", marks=(Marked(6, 13, Mark.DELETED), Marked(13, 19, Mark.INSERTED))),
        Line(3, 1, "Gate 1 to 1"),
    )
    printed = Printed("sample.pdf", "", Format.PDF, (Page(1, 1, 3),), lines)
    _, new = only(with_tables(printed, whole(printed), clauses_of(printed)))
    assert cells(new) == [["Tower", "2 to 1"], ["Gate", "1 to 1"]]
    assert new.rows[0][1].stretches[0].marks == {Mark.INSERTED}
    _, old = only(with_tables(printed, whole(printed), clauses_of(printed), View.OLD))
    assert cells(old)[0] == ["Tower", "3 to 1"]


# Where a table belongs


def test_a_table_behind_later_text_goes_to_the_clause_that_lacks_it() -> None:
    clauses = read(
        """
a. The tower wager is paid under the following payout table:
b. The dealer clears the layout.
c. Cards are counted.

Tower of nine 30 to 1
Tower of eight 10 to 1
"""
    )
    clause, table = only(clauses)
    assert clause.path == "a"
    assert table.confidence < 1
    assert "line 5" in table.because
    assert clauses[2].words == "Cards are counted."


def test_as_many_tables_as_announcements_are_taken_in_order() -> None:
    clauses = read(
        """
b. The tower wager is paid under the following payout table:
c. A bonus is paid for these:

Hand Odds
Tower 50 to 1
Gate 7 to 1

Hand Odds
Tower 25 to 1
Wall 2 to 1
"""
    )
    assert [[row[0].words for row in t.rows] for t in clauses[0].tables] == [["Hand", "Tower", "Gate"]]
    assert [[row[0].words for row in t.rows] for t in clauses[1].tables] == [["Hand", "Tower", "Wall"]]
    assert "later clause" in clauses[0].tables[0].because


def test_a_table_that_nothing_announces_stays_with_a_doubt() -> None:
    clause, table = only(read("a. The dealer clears the layout.\n\nTower 30 to 1\nGate 10 to 1"))
    assert table.confidence < 1
    assert clause.doubts == ("lines 3 to 4 are a table that no clause announces; it may belong elsewhere",)


def test_rows_taken_for_clauses_are_dissolved() -> None:
    printed = document("a. Paid as follows:\n4 of a kind 50 to 1\n3 of a kind 7 to 1\nb. No more.")
    row = Clause("4", "4", Text(), Text((Stretch("of a kind 50 to 1", 1, 2, 2),)), at=(1, 2))
    first, *rest = clauses_of(printed)
    given_clauses = (
        Clause("a", "a.", Text(), first.text.part(0, 17), at=(1, 1)),
        row,
        Clause("+1", "", Text(), Text((Stretch("3 of a kind 7 to 1", 1, 3, 0),)), at=(1, 3)),
        *rest,
    )
    clause, table = only(made := with_tables(printed, whole(printed), given_clauses))
    assert clause.path == "a"
    assert [c.path for c in made] == ["a", "b"]
    assert [row[0] for row in cells(table)] == ["4 of a kind", "3 of a kind"]


# Nothing is lost, nothing is invented

_PIECES = st.sampled_from(
    ["Tower", "Gate", "1 to 1", "$5", "N/A", "Push", "pays", "Hand", "Odds", "0 1 2 3 4 5", "a.", "(1)", ":", "50 to",
     "100%", "the house shall pay", "~", "12", "\t", "  ", "Draw Draw Stand Draw Stand"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(_PIECES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=14))
def test_every_character_stays_in_the_text_or_in_a_cell(rows: list[str]) -> None:
    printed = document("\n".join(rows) + "\nend")
    before = clauses_of(printed)
    after = with_tables(printed, whole(printed), before)
    kept = sorted(c for clause in walk(after) for c in _characters(clause))
    linked = [t for clause in walk(after) for t in clause.tables if t.because and "between" in t.because]
    had = sorted(c for clause in walk(before) for c in _characters(clause))
    missing = _lacking(had, kept)
    # List marks and dots are no words; "pays" between columns is said not to be kept.
    labels = "".join(clause.label for clause in walk(before))
    assert linked or all(not c.isalnum() or c in labels for c in missing)
    for clause in walk(after):
        for table in clause.tables:
            for cell in (cell for row in table.rows for cell in row):
                for stretch in cell.stretches:
                    line = printed.line(stretch.line).text
                    assert stretch.original == "" or line[stretch.start :].startswith(stretch.text)
            assert len({len(row) for row in table.rows}) == 1


def _characters(clause: Clause) -> str:
    texts = [clause.title, clause.text, *(t.caption for t in clause.tables)]
    texts.extend(cell for t in clause.tables for row in t.rows for cell in row)
    return "".join("".join(text.words.split()) for text in texts)


def _lacking(had: list[str], kept: list[str]) -> list[str]:
    left = list(kept)
    missing: list[str] = []
    for c in had:
        if c in left:
            left.remove(c)
        else:
            missing.append(c)
    return missing


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Tower 2 to 1", Shape.ROW),
        ("  12 to 1", Shape.VALUES),
        ("10 1 &2 50 - 1.00", Shape.NUMBERS),
        ("Wager Payout Odds", Shape.HEAD),
        ("pays", Shape.LINK),
        ("Great Tower", Shape.SHORT),
        ("c.", Shape.LABEL),
        ("~", Shape.JUNK),
        ("shall be paid 1 to 1", Shape.PROSE),
        ("in accordance with the following payout table:", Shape.PROSE),
        ("x" * 100_000, Shape.PROSE),
    ],
)
def test_what_a_line_may_be(text: str, shape: Shape) -> None:
    assert shown(Line(1, 1, text), View.NEW).shape is shape


def test_sixty_thousand_lines_do_not_grow_out_of_bounds() -> None:
    block = "a. The wager is paid at the odds below, whatever the dealer holds in the round of play:\n\n" + "".join(
        f"Tower of {n} {n} to 1\n" for n in range(1, 5)
    )
    printed = document(block * 10_000)
    clauses = clauses_of(printed)
    begun = time.process_time()
    made = with_tables(printed, whole(printed), clauses)
    assert time.process_time() - begun < 30
    assert sum(len(c.tables) for c in made) == 10_000


# The source documents: first line of a table, number of rows without headings, first and last row

FACTS: dict[str, list[tuple[int, int, list[str], list[str]]]] = {
    "000": [
        (199, 24, ["Pass Bet", "1 to 1"], ["All other Hops", "15 to 1"]),
        (256, 6, ["4 to Win", "2 to 1"], ["10 to Win", "2 to 1"]),
        (276, 6, ["4 to Lose", "1 to 2"], ["10 to Lose", "1 to 2"]),
        (1618, 7, ["Four-of-a-Kind", "50 to 1"], ["Pair of Aces", "1 to 1"]),
        (1628, 3, ["Four-of-a-Kind", "25 to 1"], ["Three-of-a-Kind", "2 to 1"]),
        (2490, 7, ["Four-of-a-Kind", "50 to 1"], ["Pair of Aces", "1 to 1"]),
        (4907 - 6, 7, ["Four-of-a-Kind", "50 to 1"], ["Pair of Aces", "1 to 1"]),
        (6422, 10, ["Royal Flush", "500 to 1"], ["Pair of 6s to Pair of 10s", "Push"]),
        (6997, 10, ["Royal Flush", "500 to 1"], ["Pair of 6s to Pair of 10s", "Push"]),
        (16185, 5, ["Pair", "1 to 1"], ["Straight flush", "40 to 1"]),
        (16199, 5, ["Pair", "1 to 1"], ["Straight flush", "45 to 1"]),
        (16227, 3, ["Straight", "1 to 1"], ["Straight flush", "5 to 1"]),
        (16964, 5, ["Pair", "1 to 1"], ["Straight flush", "45 to 1"]),
        (17716, 5, ["Pair", "1 to 1"], ["Straight flush", "45 to 1"]),
        (18542, 5, ["Pair", "1 to 1"], ["Straight flush", "45 to 1"]),
    ],
    "001": [
        (369, 8, ["Single Deck", ""], ["Suited Pair", "15 to 1"]),
        (384, 3, ["Royal Match KQ Suited", "25 to 1"], ["Crown Treasure KQ Suited", "$1,000"]),
        (436, 4, ["Straight Flush", "25 to 1"], ["Flush", "5 to 1"]),
        (444, 4, ["Straight Flush", "$10"], ["Flush", "$1"]),
        (457, 7, ["2 Kings of Spades + Dealer BJ", "500 to 1", "$100"], ["Unsuited 20", "4 to 1", "N/A"]),
        (1183, 40, ["Pass Bet", "1 to 1"], ["Four-Six on the Hop Bet", "15 to 1"]),
        (1243, 4, ["Table A", ""], ["6 or More Points", "999 to 1"]),
        (1261, 6, ["Place Bet to Win on 4", "2 to 1"], ["Place Bet to Win on 10", "2 to 1"]),
        (1278, 6, ["Lay bet on 4", "1 to 2"], ["Lay bet on 10", "1 to 2"]),
        (1813, 41, ["Pass Bet", "1 to 1"], ["Four-Six on the Hop Bet", "15 to 1"]),
        (1878, 10, ["Buy bet on 2", "6 to 1"], ["Buy bet on 12", "6 to 1"]),
        (2380, 3, ["Four of a Kind", "25 to 1"], ["Three of a Kind", "2 to 1"]),
        (2389, 7, ["Four of a Kind", "50 to 1"], ["Pair of Aces", "1 to 1"]),
        (2854, 9, ["Royal Flush", "1000 to 1"], ["Pair of Tens, Jacks, Queens, Kings, or Aces", "1 to 1"]),
        (2879, 7, ["Royal Flush", "$20,000"], ["Three-of-a-kind", "$5"]),
        (2893, 5, ["Straight Flush", "40 to 1"], ["Pair", "1 to 1"]),
        (3254, 4, ["3", *["Draw"] * 8, "Stand", "Draw"], ["6", *["Stand"] * 6, "Draw", "Draw", "Stand", "Stand"]),
        (3390, 8, ["Win By 9", "30 to 1"], ["Natural Tie", "Push"]),
        (3982, 11, ["7 Card Straight Flush", "8,000 to 1", "$5,000"], ["Straight", "2 to 1", "N/A"]),
        (4260, 14, ["Straight", "35 to 1"], ["19 to 36", "1 to 1"]),
        (4698, 5, ["Straight Flush", "40 to 1"], ["Pair", "1 to 1"]),
        (4712, 3, ["Straight Flush", "5 to 1"], ["Straight", "1 to 1"]),
        (4759, 7, ["5-Card Royal Flush", "1000 to 1"], ["Three of a Kind", "5 to 1"]),
        (5202, 7, ["Royal Flush", "500 to 1"], ["Other hands", "N/A"]),
        (5217, 7, ["Royal Flush", "50 to 1"], ["Three-of-a-kind", "3 to 1"]),
        (5696, 10, ["Royal Flush", "500 to 1"], ["Pair of 6's thru 10's", "PUSH"]),
        (5713, 5, ["Straight Flush", "40 to 1"], ["Pair", "1 to 1"]),
        (6170, 7, ["Ace-Ace", "30 to 1"], ["A pair of 10-10 through two-two", "3 to 1"]),
        (6334, 7, ["Royal Flush", "100%", "$1,000"], ["Three of a Kind", "$9", "N/A"]),
        (6362, 5, ["AKQ Spades", "100%", "$100"], ["Straight", "$6", ""]),
        (6402, 6, ["7 Card Straight Flush", "100%"], ["Full House", "$4"]),
        (6432, 5, ["Three 7's – Same Suit", "100%"], ["First 2 Cards (Player’s) - one 7", "$10.00"]),
        (6553, 7, ["$1 Insignia", "1 to 1"], ["Name of Casino", "45 to 1"]),
        (7027, 9, ["Five Wilds", "1,000 to 1"], ["Others", "PUSH"]),
        (7046, 9, ["Five Wilds", "2,000 to 1", "2,000 to 1"], ["Trips", "1 to 1", "6 to 1"]),
        (7070, 8, ["Royal Flush", "500 to 1"], ["Three of a Kind", "15 to 1"]),
        (7544, 4, ["Dealer Suited 22", "50 to 1"], ["Dealer hand not 22", "Lose"]),
        (7927, 4, ["3", *["Draw"] * 8, "Stand", "Draw"], ["6", *["Stand"] * 6, "Draw", "Draw", "Stand", "Stand"]),
        (7999, 9, ["Win By 9*", "30 to 1"], ["*Non-naturals", ""]),
        (8456, 6, ["Four Aces", "200 to 1"], ["Straight", "1 to 1"]),
        (8467, 7, ["Four of a Kind", "50 to 1"], ["Pair of Queens or better", "1 to 1"]),
        (9073, 11, ["7 Card Straight Flush", "8,000 to 1", "$5,000"], ["Straight", "2 to 1", "N/A"]),
    ],
    "002": [
        (780, 9, ["Royal Flush", "100 to 1"], ["One Pair or less", "1 to 1"]),
        (798, 5, ["Royal Flush", "100 percent of progressive jackpot"], ["Flush", "$ 50.00"]),
        (2149, 9, ["Royal Flush", "1,000 to 1"], ["Pair of lOs, Jacks, Queens, Kirigs or Aces", "1 to 1"]),
        (2176, 8, ["Royal Flush", "$10,000"], ["Two Pair", "$ 4"]),
        (3587, 17, ["Natural Royal Flush and- Pair", "100 percent of meter"], ["Three-of-a-Kind", "$2.00"]),
        (3655, 17, ["Natural Royal Flush and Pair", "100 percent of meter"], ["Three-of-a-Kind", "$10.00"]),
        (3857, 11, ["Seven-card straight flush with no joker", "8,000 to 1"], ["Straight", "2 to 1"]),
        (3909, 7, ["Seven-card straight flush with no joker", "$5,000"], ["Four-of-a-kind", "$5.00"]),
        (4813, 5, ["Pair", "1 to 1"], ["Straight flush", "40 to 1"]),
        (4836, 5, ["Pair", "1 to 1"], ["Straight flush", "35 to]"]),
        (4860, 3, ["Straight", "1 to ]"], ["Straight flush", "5 to 1"]),
    ],
    "003": [
        (640, 7, ["4 of a kind", "50 to"], ["Pair of aces", "1 to 1"]),
        (650, 3, ["4 of a kind", "25 to 1"], ["3 of a kind", "2 to 1"]),
    ],
    "004": [
        (209, 5, ["10", "1 &2", "50 - 1.00"], ["200", "10 & 20", "5.00- 10.00"]),
        (616, 2, ["$1 / $2", "$.50", "$10", "$3.00", "$2.00", "$1.00"],
         ["$2 / $4", "$.50", "$20", "$4.00", "$3.00", "$2.00"]),
        (934, 1, ["$2 / $4", "$.50", "$20", "$4.00", "$3.00", "$2.00"],
         ["$2 / $4", "$.50", "$20", "$4.00", "$3.00", "$2.00"]),
    ],
}  # fmt: skip

COUNTS = {"000": 34, "001": 42, "002": 12, "003": 2, "004": 15}
"""All tables of the seed maps but five of the scan, whose columns are shredded; and nothing else."""


def found_in(path: Path) -> list[Found]:
    printed = cleared(printed_text(path.read_text(encoding="utf-8"), path.name, ""))
    lines = [shown(line, View.NEW) for line in printed.lines if line.role.is_read and not line.is_blank]
    return tables_among(lines)[0]


@pytest.mark.parametrize("number", sorted(FACTS))
def test_tables_of_the_source_documents_are_found_whole(number: str, seed: Callable[[str], Path]) -> None:
    found = {t.first: t for t in found_in(seed(number))}
    for first, count, top, bottom in FACTS[number]:
        table = found[first]
        rows = [[text_of(cell).words for cell in row] for row in table.rows[table.heads :]]
        assert (first, len(rows), rows[0], rows[-1]) == (first, count, top, bottom)


@pytest.mark.parametrize("number", sorted(COUNTS))
def test_nothing_else_in_them_is_a_table(number: str, seed: Callable[[str], Path]) -> None:
    assert len(found_in(seed(number))) == COUNTS[number]


def test_columns_of_the_scan_that_do_not_pair_are_reported(seed: Callable[[str], Path]) -> None:
    path = seed("002")
    printed = cleared(printed_text(path.read_text(encoding="utf-8"), path.name, ""))
    lines = [shown(line, View.NEW) for line in printed.lines if line.role.is_read and not line.is_blank]
    assert [left.first for left in tables_among(lines)[1]] == [1121, 4176]


@pytest.mark.parametrize(
    ("number", "lines", "places"),
    [
        ("000", (816, 1673), {1618: 1599, 1628: 1610}),
        ("000", (15516, 16280), {16185: 16181, 16199: 16195, 16227: 16222}),
        ("001", (2920, 3404), {3254: 3220, 3390: 3346}),
        ("001", (4327, 4766), {4698: 4693, 4712: 4708, 4759: 4716}),
        ("001", (6568, 7105), {7027: 7024, 7046: 7043, 7070: 7064}),
        ("001", (7591, 8076), {7927: 7895, 7999: 7960}),
        ("003", (468, 672), {640: 636, 650: 648}),
    ],
)
def test_tables_stand_under_the_clauses_that_announce_them(
    number: str, lines: tuple[int, int], places: dict[int, int], seed: Callable[[str], Path]
) -> None:
    path = seed(number)
    printed = cleared(printed_text(path.read_text(encoding="utf-8"), path.name, ""))
    part = Part(1, PartKind.RULES, (lines,))
    made = with_tables(printed, part, outline(printed, part))
    assert {t.first: c.at[1] for c in walk(made) for t in c.tables} == places


def test_hostile_lines_take_no_more_time() -> None:
    keys = "1 2 3 4 5 6\n" * 20_000
    rows = "a. Odds\n" + "Tower 2 to 1\nGate 3 to 1\nNothing is announced here.\n" * 5_000
    blank = " " * 199_000 + "x\n"
    for text in (keys, rows, blank * 20, "1 " * 90_000, "Draw " * 40_000, "$" * 200_000, "9" * 200_000):
        printed = document(text)
        clauses = clauses_of(printed)
        begun = time.process_time()
        with_tables(printed, whole(printed), clauses)
        assert time.process_time() - begun < 30


def test_the_title_of_a_clause_is_no_caption() -> None:
    printed = document("a. Wagers are collected.\nTower Wagers\nTable Limit Ante\n$1 / $2 $5 $10 $20\n$2 / $4 $5 $20 $40")
    first, *_ = clauses_of(printed)
    given_clauses = (
        Clause("a", "a.", Text(), Text(first.text.stretches[:1]), at=(1, 1)),
        Clause(
            '"Tower Wagers"', "", Text((Stretch("Tower Wagers", 1, 2, 0),)), Text(first.text.stretches[4:]), at=(1, 2)
        ),
    )
    clause, table = only(with_tables(printed, whole(printed), given_clauses))
    assert clause.title.words == "Tower Wagers"
    assert (clause.text.words, table.caption.words, table.first) == ("", "Table Limit Ante", 3)


def test_a_value_that_is_cut_off_is_said() -> None:
    _, table = only(read("a. Paid so:\nTower\t10 to\nGate\t5 to 1"))
    assert table.confidence < 1
    assert table.because == "1 of its values is cut off where it is printed"


def test_a_frame_around_a_paragraph_is_no_table() -> None:
    lines = (Line(1, 1, "a. Note:"), Line(2, 1, "The house closes at nine.", cells=((0, 25),)))
    printed = Printed("sample.pdf", "", Format.PDF, (Page(1, 1, 2),), lines)
    assert not [t for c in walk(with_tables(printed, whole(printed), clauses_of(printed))) for t in c.tables]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("Tower ....... 10 to 1\nGate ... 5 to 1", [["Tower", "10 to 1"], ["Gate", "5 to 1"]]),
        ("Tower . . . . . 10 to 1\nGate . . . 5 to 1", [["Tower", "10 to 1"], ["Gate", "5 to 1"]]),
        ("Tower: 10:1\nGate: 5:1", [["Tower", "10:1"], ["Gate", "5:1"]]),
        ("Tower  10-1\nGate  3-2", [["Tower", "10-1"], ["Gate", "3-2"]]),
        ("Tower | 10 for 1 | $5\nGate | 5 for 1 | $3", [["Tower", "10 for 1", "$5"], ["Gate", "5 for 1", "$3"]]),
        ("Tower\t10 to\nGate\t5 to 1", [["Tower", "10 to"], ["Gate", "5 to 1"]]),
        ("Tower 10x\nGate 5 points", [["Tower", "10x"], ["Gate", "5 points"]]),
        (
            "Hand      Odds       Envy\nTower     10 to 1    $5\nGate      5 to 1\nWall                 $1",
            [["Hand", "Odds", "Envy"], ["Tower", "10 to 1", "$5"], ["Gate", "5 to 1", ""], ["Wall", "", "$1"]],
        ),
    ],
)
def test_rows_of_other_houses(rows: str, expected: list[list[str]]) -> None:
    _, table = only(read(f"a. It is paid so:\n{rows}"))
    assert cells(table) == expected
