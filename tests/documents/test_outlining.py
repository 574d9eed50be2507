"""Outlines that a test writes itself are read back: paths, words, places, doubts."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from audit.documents.clauses import Clause, walk
from audit.documents.document import Part, PartKind
from audit.documents.outline import outline
from audit.documents.outline.labels import Form, Kind, Step, Style, written
from audit.documents.pages import Box, Format, Line, Mark, Marked, Page, Printed, Role, View
from audit.documents.text_files import printed_text


def read(text: str, title: str | None = None, view: View = View.NEW) -> tuple[Clause, ...]:
    """The outline of a whole text."""
    return outline_of(printed_text(text, "sample.txt", "0" * 64), title, view)


def outline_of(printed: Printed, title: str | None = None, view: View = View.NEW) -> tuple[Clause, ...]:
    return outline(printed, Part(1, PartKind.RULES, ((1, len(printed.lines)),), title=title), view)


def paths(text: str) -> dict[str, Clause]:
    return {c.path: c for c in walk(read(text))}


def own_doubts(clause: Clause) -> list[str]:
    """Its doubts but for the one that it shares with the clause above."""
    return [doubt for doubt in clause.doubts if "whose place is doubtful" not in doubt]


HOUSE = """HOUSE GAME.

A. Definitions

1. "Chip" means a round token.

2. "Pot" means all chips that
were wagered in a round.

B. The Play

1. The dealer shall:

a. Shuffle the cards; and

b. Deal the following to each player:

i. One card face down; and

ii. Two cards face up.

2. A player may:

a. Bet; or

b. Fold.
"""


def test_paths_and_lines() -> None:
    found = paths(HOUSE)
    assert list(found) == [
        "A", "A.1", "A.2", "B", "B.1", "B.1.a", "B.1.b", "B.1.b.i", "B.1.b.ii", "B.2", "B.2.a", "B.2.b",
    ]  # fmt: skip
    assert {path: c.at[1] for path, c in found.items()}["B.1.b.ii"] == 20
    assert all(c.confidence == 1 and not c.doubts for c in found.values())


def test_title_and_text() -> None:
    """A heading is the title; the chapter's own title makes no clause; lines are joined by a blank."""
    found = paths(HOUSE)
    assert (found["A"].title.words, found["A"].text.words) == ("Definitions", "")
    assert found["A.2"].text.words == '"Pot" means all chips that were wagered in a round.'
    assert found["A.2"].text.place(32).line == 8
    assert found["B.1.b.i"].label == "i."


def test_title_that_runs_in() -> None:
    found = paths("1. Definitions.  The following words have these meanings:\n\nA. One.\n\nB. Two.\n\n2. Play.  It begins.\n")
    assert found["1"].title.words == "Definitions."
    assert found["1"].text.words == "The following words have these meanings:"
    assert list(found) == ["1", "1.A", "1.B", "2"]


def test_chapter_numeral_is_no_step() -> None:
    found = paths("XII. THE GAME.\n\nA. Cards\n\n1. One deck.\n\nB. Play\n\n1. It begins.\n")
    assert list(found) == ["A", "A.1", "B", "B.1"]


@pytest.mark.parametrize(
    ("after_h", "want"),
    [
        ("i. Ninth words here.\n\nj. Tenth words here.\n", "1.i"),
        ("i. First words here.\n\nii. Second words here.\n\ni. Ninth words here.\n", "1.h.i"),
    ],
)
def test_i_after_h(after_h: str, want: str) -> None:
    """Its siblings say whether i is a letter or roman one."""
    letters = "".join(f"{c}. Words of {c} here.\n\n" for c in "abcdefgh")
    found = paths("1. It has the following:\n\n" + letters + after_h + "\n2. The end.\n")
    assert found[want].at[1] == 19


def test_i_after_h_undecided_is_doubted() -> None:
    letters = "".join(f"{c}. Words of {c} here.\n\n" for c in "abcdefgh")
    found = paths("1. It has the following:\n\n" + letters + "i. Words here.\n\n2. The end.\n")
    assert found["1.i"].confidence < 1
    assert any("1.h.i" in doubt for doubt in found["1.i"].doubts)


def test_enclosed_labels_join_without_a_dot() -> None:
    found = paths("1. Rules.\n\nA. Cards:\n\ni. None.\n\nii. One of:\n\n(a) Red; or\n\n(b) Black.\n\niii. Two.\n")
    assert list(found) == ["1", "1.A", "1.A.i", "1.A.ii", "1.A.ii(a)", "1.A.ii(b)", "1.A.iii"]


def test_doubled_label() -> None:
    found = paths("1. One here.\n\n2. Two here.\n\n2. Again two.\n\n3. Three here.\n")
    assert list(found) == ["1", "2", "2~2", "3"]
    assert found["2~2"].confidence < 1
    assert found["2~2"].doubts


def test_skipped_label_is_doubted() -> None:
    found = paths("1. One here.\n\n2. Two here.\n\n4. Four here.\n\n5. Five here.\n")
    assert list(found) == ["1", "2", "4", "5"]
    assert found["4"].confidence < 1 and found["4"].doubts
    assert found["5"].confidence == 1


def test_lost_label_is_inferred_and_said() -> None:
    found = paths("1. One card here.\n\n2. Two cards here.\n\nThree cards are here.\n\n4. Four cards here.\n\n5. Five cards here.\n")
    assert found["3"].label == ""
    assert found["3"].confidence < 1
    assert any("no label is printed" in doubt for doubt in found["3"].doubts)


def test_paragraph_without_label() -> None:
    found = paths("A. Play\n\n1. A round begins with a bet.\n\nA further paragraph stands here, and it is long.\n\nB. End\n\n1. It ends.\n")
    assert found["A.1+1"].text.words == "A further paragraph stands here, and it is long."
    assert found["A.1+1"].label == ""


def test_labels_behind_their_words() -> None:
    """As a scan prints them: a label alone behind its item, or glued to the end of its line."""
    text = (
        "A. Equipment\n\nThe table has seven places for the players.\n\n1.\n\nThe cloth of the table shows a place for each wager.\n\n2.\n\n"
        "3. The dealer shall, in this order, do:\n\nShuffle the cards of the deck;a.\n\nCut the deck with a card;\n\nb.\n\n"
        "c. Deal the cards to the players.\n\n4. The end comes when all bets are paid.\n"
    )
    found = paths(text)
    assert list(found) == ["A", "A.1", "A.2", "A.3", "A.3.a", "A.3.b", "A.3.c", "A.4"]
    assert found["A.2"].at[1] == 7
    assert found["A.3.a"].text.words == "Shuffle the cards of the deck;"


def test_headings_without_labels() -> None:
    text = (
        "House rules\n\n1. A button marks the dealer.\n\n2. Only the dealer touches the discards.\n\n"
        "Bets and Antes\n\n1. A bet is made before the deal.\n\n2. An ante is paid by all.\n"
    )
    assert list(paths(text)) == ['"House rules"', '"House rules".1', '"House rules".2', '"Bets and Antes"', '"Bets and Antes".1',
                                 '"Bets and Antes".2']  # fmt: skip


def test_hyphen_at_line_end() -> None:
    found = paths("1. A player shall con-\ntinue with a seven-\ncard hand; a seven-card hand is dealt, and players continue.\n\n2. End.\n")
    assert found["1"].text.words.startswith("A player shall continue with a seven-card hand;")
    assert [s.original for s in found["1"].text.stretches if s.is_repaired] == ["-"]


def test_part_that_begins_within_a_clause() -> None:
    text = "c. Third words.\n\n6. Sixth item.\n\na. Its first.\n\nb. Its second.\n\n7. Seventh item.\n\nE. Next Section\n\n1. Its first item.\n\n2. Its second.\n"
    found = paths(text)
    assert {"D.5.c", "D.6", "D.6.a", "D.7", "E", "E.1", "E.2"} <= set(found)
    assert found["D"].confidence < 1 and found["D"].label == ""


def test_inserted_section() -> None:
    found = paths("5. Payout.\n\nA. One.\n\nB. Two.\n\n5a. Buy Bets.\n\nA. Three.\n\nB. Four.\n\n6. End.\n\nA. Five.\n")
    assert {"5.A", "5a", "5a.A", "5a.B", "6", "6.A"} <= set(found)


def test_numbers_that_count_on_through_sections() -> None:
    text = "".join(
        f"SECTION {numeral} – HOUSE MATTERS\n\n" + "".join(f"{n}. The dealer pays all bets.\n\n" for n in range(first, first + 6))
        for numeral, first in (("I", 1), ("II", 7), ("III", 13))
    )
    found = paths(text)
    assert [p for p in found if "." not in p] == ["I", "II", "III"]
    assert found["III.18"].confidence == 1
    assert found["II"].title.words == "HOUSE MATTERS"


def test_list_within_an_item_of_the_same_style() -> None:
    found = paths("1. It is so.\n\n2. If so:\n\na. Then:\n\n1. This.\n\n2. That.\n\nb. Else none.\n\n3. It ends.\n")
    assert list(found) == ["1", "2", "2.a", "2.a.1", "2.a.2", "2.b", "3"]


def test_contents_are_no_clauses() -> None:
    found = paths("1. Cards. ........ 2\n2. Play. ........ 3\n\n1. Cards.\n\nA. One deck.\n\n2. Play.\n\nA. It begins.\n")
    assert [c.path for c in found.values() if c.label] == ["1", "1.A", "2", "2.A"]


def test_sentence_runs_over_a_page_header() -> None:
    printed = printed_text("1. The dealer shall take\n\fGame Page 2\nall cards.\n\n2. The end.\n", "s.txt", "")
    lines = tuple(Line(n.number, n.page, n.text, Role.HEADER) if n.number == 2 else n for n in printed.lines)
    clauses = outline_of(Printed("s.txt", "", Format.TEXT, printed.pages, lines))
    assert clauses[0].text.words == "The dealer shall take all cards."
    assert clauses[0].lines == (1, 3)


def test_views_of_a_redline() -> None:
    """The old and the new text have each its own numbers."""
    rows = ["1. One chip is paid.", "2. Two chips are paid.", "23. Three chips are paid."]
    marks = [(), (Marked(0, 22, Mark.DELETED),), (Marked(0, 1, Mark.INSERTED), Marked(1, 2, Mark.DELETED))]
    lines = tuple(Line(n, 1, row, marks=m) for n, (row, m) in enumerate(zip(rows, marks, strict=True), start=1))
    printed = Printed("s", "", Format.PDF, (Page(1, 1, 3),), lines)
    old, new = outline_of(printed, view=View.OLD), outline_of(printed, view=View.NEW)
    assert [(c.path, c.text.words) for c in new] == [("1", "One chip is paid."), ("2", "Three chips are paid.")]
    assert [(c.path, c.at[1]) for c in old] == [("1", 1), ("2", 2), ("3", 3)]
    assert Mark.DELETED in old[1].marks


def test_doubts_say_something() -> None:
    """Every clause that is not certain says why: what else it may be, or that the clause above it is doubtful."""
    letters = "".join(f"{c}. Words of {c} here.\n\n" for c in "abcdefgh")
    found = paths("1. It has the following:\n\n" + letters + "i. Words here.\n\n2. The end.\n")
    assert found["1.i"].doubts == ("it may also be 1.h.i",)
    found = paths("1. One here.\n\n2. Two here.\n\n2. Again two:\n\na. One chip.\n\nb. Two chips.\n\n3. Three here.\n")
    assert found["2~2.b"].doubts == ("it stands under 2~2, whose place is doubtful",)
    assert found["2~2.b"].confidence == found["2~2"].confidence < 1


def test_doubts_name_another_place() -> None:
    """Where the label alone is doubtful, and not the place, the doubt says so in words."""
    text = (
        "A. Equipment\n\nThe table has seven places for the players.\n\n1.\n\nThe cloth of the table shows a place for each wager.\n\n2.\n\n"
        "The dealer sits at the table.\n\n3.\n\n4.\n\nThe end comes when all bets are paid.\n\n5. All go.\n"
    )
    for path, clause in paths(text).items():
        assert f"it may also be {path}" not in clause.doubts
        assert clause.confidence == 1 or clause.doubts


def test_heading_before_its_letter() -> None:
    """A heading that a scan prints before the letter of its section is the title of that section."""
    text = (
        "Meanings.\n\nA.\n\n1. One chip is a round token.\n\n2. One pot is all chips of a round.\n\nB. Play.\n\n"
        "The dealer deals to all players.\n\n1.\n\nThe players bet in their turn.\n\n2.\n\nThe dealer pays all bets.\n\n3.\n"
    )
    found = paths(text)
    assert "+1" not in found
    assert found["A"].title.words == "Meanings." and found["A"].doubts == ("its label A. is printed behind its heading",)
    assert found["A.1"].text.words == "One chip is a round token."


def placed(rows: list[tuple[float, str]], bold: frozenset[int] = frozenset()) -> Printed:
    """A page whose lines stand so far in, as a PDF says it; an empty line leaves a gap, ``bold`` ones are bold."""
    lines = []
    for n, (left, text) in enumerate(rows, start=1):
        marks = (Marked(0, len(text), Mark.BOLD),) if n in bold else ()
        box = Box(left, 12.0 * n, left + 4.0 * len(text), 12.0 * n + 9) if text else None
        lines.append(Line(n, 1, text, Role.BODY if text else Role.BLANK, box=box, marks=marks))
    return Printed("s", "", Format.PDF, (Page(1, 1, len(lines)),), tuple(lines))


def test_lists_that_begin_again_further_in() -> None:
    """Letters below numbers below letters: where they are set further in, the inner list is a list of its own."""
    long = "The dealer shall pay all of the bets that the players made in this round, in turn"
    rows = [(72.0, f"{n}. {long}.") for n in range(1, 30)]
    rows += [(72.0, "30. These are paid:"), (90.0, "a. If it is so:"), (108.0, "1. One chip is paid."), (108.0, "2. Two chips are paid."),
             (90.0, "b. If it is not so:"), (108.0, "1. No chip is paid."), (108.0, "2. A bet is returned."), (90.0, f"c. {long}:"),
             (0.0, ""), (108.0, "1. Chips lie on the table."), (126.0, "a. All are paid."), (126.0, "b. None is lost:"),
             (160.0, "i. The first is paid."), (160.0, "ii. The second is paid."), (126.0, "c. All are returned."),
             (108.0, "2. Chips were taken:"), (126.0, "a. None is paid."), (126.0, "b. All are lost."), (72.0, f"31. {long}.")]  # fmt: skip
    found = {c.path: c for c in walk(outline_of(placed(rows)))}
    inner = [p for p in found if p.startswith("30.c.")]
    assert inner == ["30.c.1", "30.c.1.a", "30.c.1.b", "30.c.1.b.i", "30.c.1.b.ii", "30.c.1.c", "30.c.2", "30.c.2.a", "30.c.2.b"]
    assert found["31"].at[1] == len(rows)


SECTIONS = """Sec. 1. Chapter 5 is made to read:

1. Chips. These words have these meanings:

A. A chip is a token.

B. A pot is all chips.

2. Bets. A bet is made in chips.

Sec. 2. Chapter 6 is changed to read:

B. A dealer deals.

Sec. 3. Chapter 7, part 4, is changed to read:

4. Ends. A round ends when all is paid.
"""


def test_sections_named_by_a_word_count_apart() -> None:
    """``Sec. 2.`` is no next of ``1.``, and no heading without label stands above."""
    want = ["1", "1.1", "1.1.A", "1.1.B", "1.2", "2", "2.B", "3", "3.4"]
    assert list(paths(SECTIONS)) == want
    found = [p for p in paths("The Hall Of Cards\n\nA Law On Chips And Bets\n\n" + SECTIONS) if "+" not in p]
    assert found == want


def test_headings_between_numbered_rules() -> None:
    """A bold line in capitals between two rules belongs to neither; words below it are its own."""
    rows = [(72.0, "1. The dealer shall pay all bets"), (0.0, ""), (250.0, "WILD CARDS"), (0.0, ""), (72.0, "2. One card is wild."),
            (0.0, ""), (250.0, "LOST CARDS"), (0.0, ""), (72.0, "A card that falls to the floor is lost, and its holder has no claim to it."),
            (0.0, ""), (72.0, "3. The round ends.")]  # fmt: skip
    found = {c.path: c for c in walk(outline_of(placed(rows, frozenset({3, 7}))))}
    assert list(found) == ["1", "1+1", "2", "2+1", "3"]
    assert found["1"].words == "The dealer shall pay all bets"
    assert (found["1+1"].title.words, found["2+1"].title.words) == ("WILD CARDS", "LOST CARDS")
    assert found["2+1"].text.words.startswith("A card that falls")


def test_no_blank_before_a_stop_where_words_are_hidden() -> None:
    line = "1. One chip or two, is paid twice."
    marks = (Marked(12, 18, Mark.INSERTED), Marked(28, 33, Mark.INSERTED))
    printed = Printed("s", "", Format.PDF, (Page(1, 1, 1),), (Line(1, 1, line, marks=marks),))
    assert outline_of(printed, view=View.OLD)[0].text.words == "One chip, is paid."
    assert outline_of(printed)[0].text.words == "One chip or two, is paid twice."


# ---------------------------------------------------------------- random outlines

STOP, CLOSED, ENCLOSED = Form.STOP, Form.CLOSED, Form.ENCLOSED
LADDERS = [
    [Style(Kind.UPPER, STOP), Style(Kind.ARABIC, STOP), Style(Kind.LOWER, STOP), Style(Kind.ROMAN_LOWER, STOP)],
    [Style(Kind.ARABIC, STOP), Style(Kind.UPPER, STOP), Style(Kind.ROMAN_LOWER, STOP), Style(Kind.LOWER, ENCLOSED)],
    [Style(Kind.ARABIC, ENCLOSED), Style(Kind.LOWER, ENCLOSED), Style(Kind.ROMAN_LOWER, ENCLOSED)],
    [Style(Kind.ROMAN_UPPER, STOP), Style(Kind.UPPER, STOP), Style(Kind.ARABIC, STOP), Style(Kind.LOWER, CLOSED)],
    [Style(Kind.ARABIC, CLOSED), Style(Kind.LOWER, CLOSED), Style(Kind.ROMAN_LOWER, CLOSED)],
    [Style(Kind.ARABIC, STOP), Style(Kind.LOWER, ENCLOSED), Style(Kind.ARABIC, ENCLOSED)],
]
_WORDS = ["the dealer", "shall pay", "each player", "one wager", "a card", "the pot", "may fold", "two chips", "at once", "in turn"]


@dataclass
class Item:
    step: Step
    words: str
    children: list[Item] = field(default_factory=list)

    def label(self) -> str:
        return written(self.step) + {STOP: ".", CLOSED: ")", ENCLOSED: ""}[self.step.style.form]


@st.composite
def outlines(draw: st.DrawFn) -> tuple[list[Item], int, bool]:
    """Items, how far each level is set in, and whether blank lines stand between."""
    ladder = draw(st.sampled_from(LADDERS))

    def level(depth: int) -> list[Item]:
        made = []
        for value in range(1, draw(st.integers(2, 11 if depth < 2 else 4)) + 1):
            words = " ".join(draw(st.lists(st.sampled_from(_WORDS), min_size=2, max_size=14)))
            item = Item(Step(ladder[depth], value), words[0].upper() + words[1:] + ".")
            if depth + 1 < len(ladder) and draw(st.integers(0, 4)) == 0:
                item.children = level(depth + 1)
                item.words = item.words[:-1] + ":"
            made.append(item)
        return made

    return level(0), draw(st.sampled_from([0, 0, 2, 4])), draw(st.booleans())


def printed_lines(items: list[Item], indent: int, blank: bool, depth: int = 0) -> list[str]:
    rows: list[str] = []
    for item in items:
        row = f"{item.label()} {item.words}"
        while row:
            cut = row.rfind(" ", 0, 70) if len(row) > 70 else len(row)
            rows.append(" " * (indent * depth) + row[:cut].strip())
            row = row[cut:].strip()
        if blank:
            rows.append("")
        rows += printed_lines(item.children, indent, blank, depth + 1)
    return rows


def flat(items: list[Item], above: str = "") -> list[tuple[str, str]]:
    made = []
    for item in items:
        step = written(item.step)
        path = step if not above else f"{above}{step}" if step.startswith("(") else f"{above}.{step}"
        made += [(path, item.words), *flat(item.children, path)]
    return made


@settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
@given(outlines())
def test_random_outlines_are_read_back(made: tuple[list[Item], int, bool]) -> None:
    items, indent, blank = made
    found = list(walk(read("\n".join(printed_lines(items, indent, blank)) + "\n")))
    assert [(c.path, c.words) for c in found] == flat(items)
    # A list that ends with i behind h, or one of a single i below h, cannot be told apart by its labels.
    doubted = [c for c in found if own_doubts(c) and c.label.strip("().").lower() not in ("h", "i")]
    assert len(doubted) <= 1
    assert all(c.confidence == 1 or c.doubts for c in found)


@settings(max_examples=60, deadline=None)
@given(st.integers(5, 30), st.data())
def test_renumbered_and_lost_labels(count: int, data: st.DataObject) -> None:
    """One label of a clean list doubled or dropped: the rest keeps its place, and what is wrong is not certain."""
    at = data.draw(st.integers(2, count - 2))
    rows = [f"{n}. The dealer shall pay {n} chips to each player." for n in range(1, count + 1)]
    dropped = [row.split(". ", 1)[1] if n == at else row for n, row in enumerate(rows, start=1)]
    found = paths("\n\n".join(dropped) + "\n")
    assert list(found) == [str(n) for n in range(1, count + 1)]
    assert found[str(at)].confidence < 1 and found[str(at)].label == ""
    doubled = [f"{at}. The dealer may pay more." if n == at + 1 else row for n, row in enumerate(rows, start=1)]
    found = paths("\n\n".join(doubled) + "\n")
    assert f"{at}~2" in found and found[f"{at}~2"].confidence < 1
    assert found[str(count)].at[1] == 2 * count - 1


@pytest.mark.long
def test_ten_thousand_nested_lists() -> None:
    """Depth is bounded, and so is time."""
    rows = "\n".join(f"{' ' * (n % 500)}{'(a)' if n % 2 else '1.'} Word." for n in range(10_000))
    begun = time.perf_counter()
    found = list(walk(read(rows)))
    assert sum(len(c.words.split()) for c in found) >= 10_000
    assert time.perf_counter() - begun < 60


@pytest.mark.long
def test_many_items() -> None:
    """Twenty thousand items: read in blocks, none lost at a border."""
    rows = "".join(f"{n % 4000 // 4 + 1}. Item.\n" if n % 4 == 0 else f"{'abc'[n % 4 - 1]}. Word.\n" for n in range(20_000))
    begun = time.perf_counter()
    found = list(walk(read(rows)))
    assert len(found) == 20_000
    assert time.perf_counter() - begun < 60


def test_one_long_line() -> None:
    assert read("a" * 200_000)[0].path == "+1"
    assert len(list(walk(read("1. " + "(a) " * 40_000)))) >= 1


def test_nothing_to_read() -> None:
    page = (Page(1, 1, 1),)
    assert outline_of(Printed("s", "", Format.PDF, page, (Line(1, 1, " ", Role.BLANK),))) == ()
    assert outline_of(Printed("s", "", Format.PDF, page, (Line(1, 1, "1. Gone", marks=(Marked(0, 7, Mark.DELETED),)),))) == ()
