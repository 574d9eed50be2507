"""Cases that lead a comparison astray: repeats, splits, merges, tables, empty clauses, everything changed."""

from __future__ import annotations

from collections.abc import Callable

from audit.compare.documents import Kind, Weight, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]
Entries = Callable[[str, str], list[str]]


def test_split_of_one_clause_into_two(part: Make) -> None:
    old = (
        "1. The dealer shall verify the deck.\n"
        "2. The dealer shall count the stub at least once every five rounds, and a floor person shall watch the count "
        "from a place behind the table.\n"
        "3. The drop box is emptied daily."
    )
    new = (
        "1. The dealer shall verify the deck.\n"
        "2. The dealer shall count the stub at least once every four rounds.\n"
        "3. A floor person shall watch the count from a place behind the table.\n"
        "4. The drop box is emptied daily."
    )
    found = compare_parts(part(old), part(new))
    assert [(e.kind, e.old_path, e.new_path) for e in found.entries] == [
        (Kind.SPLIT, "2", "2, 3"),
        (Kind.RENUMBERED, "3", "4"),
    ]
    assert found.entries[0].says == "five rounds → four rounds"
    assert [side.path for side in found.entries[0].new] == ["2", "3"]
    at = found.entries[0].matters[0].new_at
    assert at is not None and at.side == 0


def test_a_list_that_was_printed_in_one_line(part: Make) -> None:
    old = "1. The dealer shall: wash the cards on the layout; stack them in one pile; and place the cut card on top."
    new = "1. The dealer shall:\n  a. wash the cards on the layout;\n  b. stack them in one pile; and\n  c. place the cut card on top."
    found = compare_parts(part(old), part(new))
    assert [(e.kind, e.new_path, e.says, e.weight) for e in found.form] == [
        (Kind.SPLIT, "1, 1.a, 1.b, 1.c", "the same words", Weight.FORM)
    ]


def test_two_clauses_become_one(part: Make) -> None:
    old = (
        "1. The dealer shall verify the deck.\n"
        "2. The dealer shall announce that no more wagers are taken.\n"
        "3. The dealer shall then deal each player three cards face down.\n"
        "4. The drop box is emptied daily."
    )
    new = (
        "1. The dealer shall verify the deck.\n"
        "2. The dealer shall announce that no more wagers are taken. The dealer shall then deal each player two cards face down.\n"
        "3. The drop box is emptied daily."
    )
    found = compare_parts(part(old), part(new))
    assert [(e.kind, e.old_path, e.new_path, e.says) for e in found.entries] == [
        (Kind.MERGED, "2, 3", "2", "three cards → two cards"),
        (Kind.RENUMBERED, "4", "3", ""),
    ]


PAYS = """
K. Payouts | Winning wagers are paid by this table:
  | Straight flush | 40 to 1 |
  | Three of a kind | 30 to 1 |
  | Flush | 4 to 1 |
"""


def test_a_row_of_a_table(part: Make) -> None:
    new = PAYS.replace("| Flush | 4 to 1 |", "| Flush | 3 to 1 |").replace("40 to 1", "40:1")
    found = compare_parts(part(PAYS), part(new))
    assert [(e.kind, e.weight, e.new_path, e.says, e.new[0].row) for e in found.entries] == [
        (Kind.ROW, Weight.VALUE, "K", "4 to 1 → 3 to 1", 2)
    ]
    assert [e.says for e in found.form] == ["the same value written otherwise"]
    place = found.entries[0].new[0].place(found.entries[0].new[0].words.index("3 to 1"))
    assert place is not None and place.line == 4


def test_rows_that_came_and_went(part: Make) -> None:
    new = PAYS.replace("  | Flush | 4 to 1 |\n", "  | Straight | 6 to 1 |\n  | Flush | 4 to 1 |\n")
    found = compare_parts(part(PAYS), part(new))
    assert [(e.kind, e.old, e.new[0].words, e.says) for e in found.entries] == [
        (Kind.ROW, (), "Straight | 6 to 1", "row added")
    ]
    back = compare_parts(part(new), part(PAYS))
    assert [(e.kind, e.old[0].words, e.new, e.says) for e in back.entries] == [
        (Kind.ROW, "Straight | 6 to 1", (), "row taken out")
    ]


def test_a_row_that_changed_its_name_and_its_pay(part: Make) -> None:
    new = PAYS.replace("| Three of a kind | 30 to 1 |", "| Trips of any rank | 33 to 1 |")
    found = compare_parts(part(PAYS), part(new))
    assert all(e.kind is Kind.ROW for e in found.entries)
    assert {m.old for e in found.entries for m in e.matters} >= {"30 to 1"}


def test_a_table_printed_as_text(part: Make) -> None:
    """Only the odds differ; that one edition has rows and the other a sentence is form."""
    new = "K. Payouts | Winning wagers are paid by this table: Straight flush 40 to 1; Three of a kind 30 to 1; Flush 3 to 1."
    found = compare_parts(part(PAYS), part(new))
    assert [(e.kind, e.says) for e in found.entries] == [(Kind.CHANGED, "4 to 1 → 3 to 1")]


def test_repeated_paragraphs_stay_with_their_sections(entries: Entries) -> None:
    block = "  1. The dealer shall announce that no more wagers are taken.\n  2. The dealer shall deal the cards.\n"
    old = "".join(f"{letter}. {name} | Dealing from the {name.lower()} is allowed.\n{block}" for letter, name in zip("ABC", ("Hand", "Shoe", "Machine"), strict=True))  # fmt: skip
    head = "B. Shoe | Dealing from the shoe is allowed.\n"
    new = old.replace(head + block, head + "  1. The dealer shall deal the cards.\n")
    assert entries(old, new) == ["removed B.1 -> ", "renumbered B.2 -> B.1"]


def test_an_empty_clause(entries: Entries) -> None:
    assert entries("1.\n2. Some words of a rule.", "1.\n2. Some words of a rule.") == []
    assert entries("", "1. Some words of a rule.") == ["added  -> 1"]
    assert entries("1. Some words of a rule.", "") == ["removed 1 -> "]
    assert entries("", "") == []


def test_all_changed(part: Make) -> None:
    old = "\n".join(f"{n}. {word} {word}s the {word}er." for n, word in enumerate(("alpha", "beta", "gamma"), start=1))
    new = "\n".join(f"{n}. No {word} of this {word}ing." for n, word in enumerate(("rho", "tau", "phi"), start=1))
    found = compare_parts(part(old), part(new))
    assert [e.kind.value for e in found.entries].count("added") == 3
    assert [e.kind.value for e in found.entries].count("removed") == 3


def test_clauses_below_one_that_came_are_told_with_it(part: Make) -> None:
    old = "1. The deck has fifty-two cards."
    new = "1. The deck has fifty-two cards.\n2. A misdeal is called where:\n  a. a card is exposed;\n  b. a player has 4 cards."
    entry = compare_parts(part(old), part(new)).entries[0]
    assert (entry.kind, entry.new_path, entry.below, entry.says) == (Kind.ADDED, "2", 2, "with 2 clauses below it")
    assert [side.path for side in entry.new] == ["2", "2.a", "2.b"]
    assert [(m.old, m.new) for m in entry.matters] == [(None, "4 cards")]
    assert entry.weight is Weight.VALUE


def test_a_text_that_breaks_off_is_doubtful(part: Make) -> None:
    old = "1. The dealer shall burn one card.\n2. The dealer shall then deal five cards to each player.\n3. The stub is counted."
    new = "1. The dealer shall burn one card.\n2. The dealer shall then deal five\n"
    found = compare_parts(part(old), part(new))
    changed, removed = found.entries
    assert (changed.kind, changed.confidence) == (Kind.CHANGED, 0.5)
    assert "breaks off at 2, line 2" in changed.doubts[0]
    assert (removed.kind, removed.confidence) == (Kind.REMOVED, 0.5)
    assert "proves little" in removed.doubts[0]


def test_lists_that_two_sections_share(entries: Entries) -> None:
    """Both sections have the same list; an item of each changed, and neither list went to the other section."""
    block = (
        "  1. The button is moved as follows:\n    a. it moves to the left after each round;\n"
        "    b. at the start it is with the first player on the right; and\n    c. it is not moved by players.\n"
    )
    new_block = block.replace("with the first player on the right", "with a player drawn by rank of one card")
    heads = "A. Draw | A game of five cards in the hand.\n", "B. Stud | A game of seven cards on the table.\n"
    more = "Z. Opening | The tables are opened in the order posted by the pit.\n  1. The drop boxes are put on first.\n"
    old = heads[0] + block + heads[1] + block
    new = more + heads[0] + new_block + heads[1] + new_block
    found = entries(old, new)
    assert [f for f in found if "moved" in f] == []
    changed = [f.partition(":")[0] for f in found if f.startswith("changed")]
    assert changed == ["changed A.1.b -> A.1.b", "changed B.1.b -> B.1.b"]
