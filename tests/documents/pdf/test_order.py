"""The order in which a page is read: columns one after another, tables by rows."""

from __future__ import annotations

import typst

LEFT = [f"The left column says on its line {n} this" for n in "abcdefghijklmnop"]
RIGHT = [f"The right column says on its line {n} that" for n in "abcdefghij"]


def set_page(body: str) -> bytes:
    return bytes(typst.compile(
        f"#set page(width: 460pt, height: 330pt, margin: 40pt, header: [Rules of the house], footer: [Draft])\n#set text(size: 9pt)\n{body}".encode()
    ))


def words(printed) -> list[str]:
    return [" ".join(line.text.split()) for line in printed.lines if line.text]


def columns(table: str) -> str:
    return "#align(center)[A title that stands over both of the columns]\n#columns(2)[" + (
        " \\\n".join(LEFT) + f"\n#colbreak()\n{table}\n" + " \\\n".join(RIGHT) + "]")


ROWS = ["Royal flush 50 to 1", "Straight flush 20 to 1", "Flush 5 to 1"]
CELLS = "[Royal flush], [50 to 1], [Straight flush], [20 to 1], [Flush], [5 to 1]"


def test_columns_with_a_table_in_one(read):
    """A table at the head of the right column, with rules or without, is read with that column."""
    for stroke in ("none", "1pt"):
        printed = read(set_page(columns(f"#table(columns: 2, stroke: {stroke}, {CELLS})")))
        assert words(printed) == [
            "Rules of the house", "A title that stands over both of the columns", *LEFT, *ROWS, *RIGHT, "Draft"
        ]
        assert [line.text[a:b] for line in printed.lines for a, b in line.cells] == (
            [] if stroke == "none" else ["Royal flush", "50 to 1", "Straight flush", "20 to 1", "Flush", "5 to 1"])


def test_a_table_without_rules_is_read_by_rows(read):
    printed = read(set_page(f"#table(columns: 2, stroke: none, column-gutter: 60pt, {CELLS})"))
    assert words(printed)[1:-1] == ROWS
    assert all("   " in line.text for line in printed.lines if "to 1" in line.text)


def test_labels_stay_with_their_words(read):
    items = "\n".join(f"+ A rule that says something of the hand {letter}" for letter in "abcdefgh")
    printed = read(set_page(items))
    assert words(printed)[1:-1] == [f"{n}. A rule that says something of the hand {letter}" for n, letter in enumerate("abcdefgh", 1)]


def test_letters_set_apart_are_words(read):
    """Wide tracking is no blank between letters."""
    printed = read(set_page("#text(tracking: 3pt)[SPACED OUT WORDS]"))
    assert words(printed)[1] == "SPACED OUT WORDS"


def test_pages_and_places(read):
    printed = read(set_page("One line \\\n another line #pagebreak() a third line"))
    assert (printed.pages[0].width, printed.pages[0].height) == (460, 330)
    [third] = [line for line in printed.lines if "third" in line.text]
    assert third.page == 2 and third.size == 9
    assert third.box is not None and abs(third.box.x0 - 40) < 1 and abs(third.edges[0] - 40) < 1
    assert len(third.edges) == len(third.text)
