"""References that only follow a renumbering are no differences; those that point elsewhere are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.compare.documents import Kind, MatterKind, TextComparison, Weight, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]

OLD = """
A. Cards | The deck has fifty-two cards.
B. Shuffle | The dealer shall shuffle the cards.
  1. The cards shall be washed on the layout.
  2. The cards shall be cut as stated in (1) above.
  3. The cut card is placed where Subsection A (Cards) says.
C. Dealing | The dealer shall deal the cards once Subsection B (Shuffle) is done.
  1. Each player receives five cards under Subsection (B)(3).
  2. The stub is counted as in (1) above and in Sections A and B.
"""


def compared(make: Make, new: str, old: str = OLD) -> TextComparison:
    return compare_parts(make(old), make(new))


def test_a_section_inserted_and_all_references_follow(part: Make) -> None:
    new = """
    A. Table | The table shall have seven places for players.
    B. Cards | The deck has fifty-two cards.
    C. Shuffle | The dealer shall shuffle the cards.
      1. The cards shall be washed on the layout.
      2. The cards shall be cut as stated in (1) above.
      3. The cut card is placed where Subsection B (Cards) says.
    D. Dealing | The dealer shall deal the cards once Subsection C (Shuffle) is done.
      1. Each player receives five cards under Subsection (C)(3).
      2. The stub is counted as in (1) above and in Sections B and C.
    """
    found = compared(part, new)
    assert [e.kind for e in found.entries] == [Kind.ADDED, Kind.RENUMBERED]
    assert [e.kind for e in found.substance] == [Kind.ADDED]
    assert [(f.new.path, f.new_words, f.target) for f in found.following] == [
        ("C.3", "Subsection B (Cards)", "B"),
        ("D", "Subsection C (Shuffle)", "C"),
        ("D.1", "Subsection (C)(3)", "C.3"),
        ("D.2", "Sections B", "B"),
        ("D.2", "C", "C"),
    ]
    for follow in found.following:
        start, end = follow.new_at
        assert follow.new.words[start:end] == follow.new_words


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Subsection (3)", "Subsection (4)"),
        ("§3", "§4"),
        ("§ 3", "§ 4"),
        ("Section 3", "Section 4"),
        ("paragraph (3) above", "paragraph (4) above"),
        ("(3) above", "(4) above"),
        ("Sections 2 and 3", "Sections 3 and 4"),
    ],
)
def test_styles_of_references(numbered: Callable[[list[str]], Part], before: str, after: str) -> None:
    said = ["The deck is opened in view of all.", "The deck is spread for inspection.", "The deck is washed and cut.", "The game opens."]
    old = [*said, f"After the steps of {before}, the dealer may begin."]
    new = ["The table is lit and counted first.", *said, f"After the steps of {after}, the dealer may begin."]
    found = compare_parts(numbered(old), numbered(new))
    assert [e.kind for e in found.entries] == [Kind.ADDED, Kind.RENUMBERED]
    assert found.following


def test_a_reference_left_behind_points_at_another_clause(part: Make) -> None:
    """A rule was inserted, the numbers went on by one, the reference did not."""
    old = "1. The deck is opened in view of all.\n2. The deck is washed and cut.\n3. The game opens as Section 2 is done."
    new = "1. The deck is opened in view of all.\n2. The deck is spread for inspection.\n3. The deck is washed and cut.\n4. The game opens as Section 2 is done."
    found = compare_parts(part(old), part(new))
    assert [e.kind for e in found.substance] == [Kind.ADDED]
    new = new.replace("2. The deck is spread for inspection.\n3. The deck is washed and cut.", "2. The game closes at noon.\n3. The deck is washed and cut.")
    old = old.replace("3. The game opens", "3. The game closes at noon.\n4. The game opens")
    found = compare_parts(part(old), part(new))
    reference = [e for e in found.entries if e.kind is Kind.REFERENCE]
    assert len(reference) == 1
    assert reference[0].says == "Section 2 → Section 2 (now points at 2; what it pointed at is 3)"
    assert reference[0].weight is Weight.MODAL


def test_a_reference_to_another_clause(part: Make) -> None:
    entry = compared(part, OLD.replace("Subsection (B)(3)", "Subsection (B)(2)")).entries[0]
    assert (entry.kind, entry.new_path) == (Kind.REFERENCE, "C.1")
    assert [m.kind for m in entry.matters] == [MatterKind.REFERENCE]
    assert entry.says == "Subsection (B)(3) → Subsection (B)(2) (now points at B.2, before at B.3)"


def test_numbers_of_references_are_no_values(part: Make) -> None:
    found = compared(part, OLD.replace("(1) above and", "(2) above and"))
    assert all(m.kind is MatterKind.REFERENCE for e in found.entries for m in e.matters)
