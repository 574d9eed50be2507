"""Renumbering is one line however many clauses it touches."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from audit.compare.documents import Kind, compare_parts
from audit.documents.document import Part

Numbered = Callable[[Sequence[str]], Part]
Entries = Callable[[str, str], list[str]]


def sentences(count: int, seed: int = 1, words: int = 18) -> list[str]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    known = ["".join(rng.choice(letters) for _ in range(rng.randint(3, 9))) for _ in range(3_000)]
    return [" ".join(rng.choice(known) for _ in range(words)).capitalize() + "." for _ in range(count)]


def test_one_inserted_among_two_hundred(numbered: Numbered) -> None:
    said = sentences(201)
    old, new = numbered(said[:200]), numbered([*said[:10], said[200], *said[10:200]])
    found = compare_parts(old, new)
    assert [(e.kind, e.old_path, e.new_path, e.count) for e in found.entries] == [
        (Kind.ADDED, "", "11", 1),
        (Kind.RENUMBERED, "11–200", "12–201", 190),
    ]
    assert found.alike == 200
    assert not found.form and not found.following and not found.read_through


def test_one_taken_out(numbered: Numbered) -> None:
    said = sentences(30)
    found = compare_parts(numbered(said), numbered(said[:4] + said[5:]))
    assert [(e.kind.value, e.old_path, e.new_path) for e in found.entries] == [
        ("removed", "5", ""),
        ("renumbered", "6–30", "5–29"),
    ]


def test_sections_take_their_clauses_with_them(entries: Entries) -> None:
    old = """
    A. Cards | The deck has fifty-two cards.
      1. The dealer shall inspect the deck before it is used at a table.
    B. Wagers | Each player shall make an ante wager.
      1. The ante wager shall be at least the posted minimum of the table.
      2. A player may also make a bonus wager on the layout.
    """
    new = """
    A. Cards | The deck has fifty-two cards.
      1. The dealer shall inspect the deck before it is used at a table.
    B. Seats | The table shall have places for players on one side only.
    C. Wagers | Each player shall make an ante wager.
      1. The ante wager shall be at least the posted minimum of the table.
      2. A player may also make a bonus wager on the layout.
    """
    assert entries(old, new) == ["added  -> B", "renumbered B -> C"]


def test_numbers_that_run_on_over_sections_are_one_range(entries: Entries) -> None:
    old = """
    I. House | House rules of the room.
      1. Players shall keep their cards on the table.
      2. Only one player may play a hand.
    II. Conduct | Conduct of players in the room.
      3. Players shall not act out of turn on purpose.
      4. Players shall not throw or bend the cards.
    """
    new = """
    I. House | House rules of the room.
      1. The floor person decides each dispute at once.
      2. Players shall keep their cards on the table.
      3. Only one player may play a hand.
    II. Conduct | Conduct of players in the room.
      4. Players shall not act out of turn on purpose.
      5. Players shall not throw or bend the cards.
    """
    assert entries(old, new) == ["added  -> I.1", "renumbered I.1–II.4 -> I.2–II.5: 4 clauses"]


def test_two_insertions_make_two_ranges(numbered: Numbered) -> None:
    said = sentences(22)
    old = said[:20]
    new = [*old[:5], said[20], *old[5:12], said[21], *old[12:]]
    found = compare_parts(numbered(old), numbered(new))
    assert [(e.kind.value, e.old_path, e.new_path) for e in found.entries] == [
        ("added", "", "6"),
        ("renumbered", "6–12", "7–13"),
        ("added", "", "14"),
        ("renumbered", "13–20", "15–22"),
    ]


def test_a_new_style_of_label_is_no_difference(entries: Entries) -> None:
    assert entries("A. Head | First words.\n  1. Some words here.", "A. Head | First words.\n  (1) Some words here.") == []
