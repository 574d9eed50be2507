"""Editions of real rules compared; each fact below was checked by reading both texts once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from audit.compare.documents import Entry, Kind, Side, TextComparison, Weight, compare_documents, compare_parts
from audit.documents.clearing import cleared
from audit.documents.document import Part, PartKind
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.outline import outline
from audit.documents.pages import Printed
from audit.documents.reading import read_document
from audit.documents.repairs import Vocabulary, repaired, vocabulary_of
from audit.documents.tables import with_tables

Find = Callable[[str], Path]


@cache
def printed_of(path: Path) -> tuple[Printed, Vocabulary]:
    printed = cleared(open_document(path, path.name, Reading()))
    return printed, vocabulary_of(printed)


def part_of(path: Path, first: int, last: int) -> Part:
    """The rules on some lines of a document."""
    printed, vocabulary = printed_of(path)
    part = Part(1, PartKind.RULES, ((first, last),))
    found = with_tables(printed, part, outline(printed, part))
    return replace(part, clauses=repaired(found, vocabulary))


@pytest.fixture(scope="module")
def four_card(seed: Find) -> TextComparison:
    """Four Card Poker of 2004 against that of 2024."""
    return compare_parts(part_of(seed("003"), 468, 672), part_of(seed("000"), 816, 1673))


def found(comparison: TextComparison, kind: Kind, old: str, new: str) -> Entry:
    """The one entry of a kind at a place; paths of splits are those of the first piece."""
    fitting = [
        e for e in comparison.entries if e.kind is kind and (e.old_path, e.new_path.split(",")[0]) == (old, new)
    ]
    assert len(fitting) == 1, (kind, old, new, [e.says for e in fitting])
    return fitting[0]


def test_the_rankings_moved_to_the_front(four_card: TextComparison) -> None:
    assert found(four_card, Kind.MOVED, "E", "C").below == 11
    assert found(four_card, Kind.RENUMBERED, "C–D", "D–E").count == 2


@pytest.mark.parametrize(
    ("old", "new", "matter"),
    [
        ("B.1", "B.1", "adds up to"),
        ("B.2", "B.2", "adds up to"),
        ("E.2.b", "C.2.b", "five cards → four cards"),
        ("E.2.d", "C.2.d", "five cards → four cards"),
        ("E.2.e", "C.2.e", "five cards → four cards"),
        ("C.4", "D.5", "adds four hours"),
        ("G.5", "G.4", "adds five (5) cards"),
        ("I.4", "I.4", "adds five (5) cards"),
        ("K.1.a", "K.1.a", "adds or equal to"),
        ("L.3", "L.3", "drops four cards"),
    ],
)
def test_changes_of_values(four_card: TextComparison, old: str, new: str, matter: str) -> None:
    entry = found(four_card, Kind.CHANGED, old, new)
    assert matter in [str(m) for m in entry.matters]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *[(f"A.{n}", f"A.{n}") for n in (4, 5, 6, 7, 8, 9, 10)],
        ("B.3", "B.3"),
        *[(f"B.5.{c}", f"B.5.{c}") for c in "abcde"],
        ("E.2.a", "C.2.a"),
        ("E.2.c", "C.2.c"),
        ("E.2.f", "C.2.f"),
        ("E.2.g", "C.2.g"),
        ("D.3.b", "E.3.b"),
        ("G.6.a", "G.6.a"),
        ("I.2.a", "I.2.a"),
        ("J.1.a", "J.1.a"),
        ("J.1.b", "J.1.b"),
        ("J.2", "J.2"),
        ("J.9", "J.11"),
    ],
)
def test_what_says_the_same_is_no_entry(four_card: TextComparison, old: str, new: str) -> None:
    told = [(e.old_path, e.new_path) for e in four_card.substance]
    assert (old, new) not in told
    assert old not in [a for a, b in told if not b]
    assert new not in [b for a, b in told if not a]


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (Kind.ADDED, "", "B.5.f"),
        (Kind.ADDED, "", "D.4"),
        (Kind.ADDED, "", "F.1"),
        (Kind.ADDED, "", "F.5"),
        (Kind.ADDED, "", "J.6"),
        (Kind.REMOVED, "F.6", ""),
        (Kind.REMOVED, "H.1", ""),
        (Kind.REMOVED, "J.4", ""),
        (Kind.REMOVED, "M", ""),
        (Kind.SPLIT, "F.2", "F.3"),
        (Kind.SPLIT, "G.6", "G.5"),
        (Kind.SPLIT, "H.2.c", "H.1.c"),
        (Kind.SPLIT, "I.3", "I.3"),
        (Kind.SPLIT, "J.2.a", "J.3.a"),
        (Kind.MOVED_AND_AMENDED, "I.6", "G.7"),
        (Kind.TITLE, "I", "I"),
    ],
)
def test_what_came_went_and_was_divided(four_card: TextComparison, kind: Kind, old: str, new: str) -> None:
    found(four_card, kind, old, new)


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        (Kind.SPLIT, "L", "L", "drops a prohibition"),
        (Kind.CHANGED, "J.6", "J.8", "drops “paid”"),
        (Kind.CHANGED, "J.8", "J.10", "drops a prohibition"),
        (Kind.ADDED, "", "B.5.f", ""),
        (Kind.REMOVED, "M", "", ""),
        (Kind.ADDED, "", "J.9", ""),
    ],
)
def test_what_binds(four_card: TextComparison, kind: Kind, old: str, new: str, said: str) -> None:
    """An exposed card is no longer laid aside, winning wagers are no longer said to be paid, a cover card is forbidden.

    The number in M is that of a resolution, the one in J.9 of a clause.
    """
    entry = found(four_card, kind, old, new)
    assert entry.weight is Weight.MODAL
    assert said in entry.says


@pytest.mark.parametrize(("old", "new"), [("G.4", "G.3"), ("H.3", "H.2")])
def test_five_cards_are_dealt_in_both(four_card: TextComparison, old: str, new: str) -> None:
    """One at a time now, until each has five."""
    assert found(four_card, Kind.CHANGED, old, new).matters == ()


def test_rules_worded_anew(four_card: TextComparison) -> None:
    """Two adjacent positions for more than one; the call that no more wagers are taken went into the next clause."""
    assert found(four_card, Kind.CHANGED, "F.5", "F.4").confidence == 0.5
    assert found(four_card, Kind.MERGED, "G.2, G.3", "G.2").confidence == 0.5


def test_references_that_follow(four_card: TextComparison) -> None:
    """Shuffle and Cut was Subsection D and is E; the count of the stub was (G)(6) and is (G)(7) where it says so.

    When no count is needed was I.6 and is, amended, G.7.
    """
    assert {(f.old.path, f.target) for f in four_card.following} >= {
        ("B.4", "E"),
        ("C.3", "E"),
        ("G.1", "E"),
        ("H.2.b", "E"),
        ("I.2.a", "E"),
    }
    entry = found(four_card, Kind.REFERENCE, "H.5", "H.4")
    assert "now points at G.7" in entry.says
    assert "G.7, which is I.6 moved and amended" in found(four_card, Kind.REFERENCE, "I.5", "I.5").says


def test_odds_that_a_scan_cut_off_are_doubtful(four_card: TextComparison) -> None:
    rows = [e for e in four_card.entries if e.kind is Kind.ROW]
    assert [(e.says, e.confidence) for e in rows] == [("50 → 50 to 1", 0.5), ("30 → 30 to 1", 0.5)]


def test_poker_of_2021_against_2024(seed: Find) -> None:
    """All that differs in 26 pages: two items became one, nine were renumbered, and two references were left behind."""
    poker = compare_parts(part_of(seed("000"), 8361, 10246), part_of(seed("000"), 10254, 12128))
    assert [(e.kind, e.old_path, e.new_path, e.says) for e in poker.entries] == [
        (Kind.MERGED, "G.1, G.2", "G.1", "words added"),
        (Kind.RENUMBERED, "G.3–G.11", "G.2–G.10", "9 clauses"),
        (Kind.REFERENCE, "G.3.c", "G.2.c", "Subsection (3) → Subsection (3) (now points at G.3; what it pointed at is G.2)"),
        (
            Kind.REFERENCE,
            "G.3.d",
            "G.2.d",
            "Subsection (3)(c) → Subsection (3)(c) (points at nothing now: what it pointed at is G.2.c)",
        ),
    ]
    assert [(e.old_path, e.new_path) for e in poker.form if e.kind is Kind.SPLIT] == [("J.11.b", "J.11.b, J.12")]
    new = poker.entries[0].new[0]
    assert [new.words[s.start : s.end] for s in new.spans] == ["in effect at each poker table"]


def test_damage_of_a_scan_is_read_through(seed: Find) -> None:
    """Craps of 2003, a poor scan, against 2022, which begins in the middle of its D.5."""
    craps = compare_parts(part_of(seed("002"), 864, 1477), part_of(seed("000"), 1, 552))
    read = {e.old_path for e in craps.read_through}
    assert read >= {"D.10", "D.15", "D.16", "J.2", "J.3.c"}
    assert [e.confidence for e in craps.entries if e.kind is Kind.REMOVED and e.old_path in ("A", "B", "C", "D.1")] == [0.5] * 4
    assert ("H.1", "the same words") in [(e.old_path, e.says) for e in craps.form if e.kind is Kind.SPLIT]
    found(craps, Kind.ADDED, "", "D.22")


@pytest.mark.long
def test_two_editions_of_370_rules(sample: Find) -> None:
    """The later edition of a card room's rules puts in rule 81 and renumbers what follows."""
    old, new = (
        read_document(sample(name), name, Reading())
        for name in ("nevada-wsop-live-action-2022.pdf", "nevada-wsop-live-action-2023.pdf")
    )
    rules = compare_documents(old, new)
    assert len([e for e in rules.entries if e.kind is Kind.ADDED and e.new_path.endswith(".81")]) == 1
    ranges = [e for e in rules.entries if e.kind is Kind.RENUMBERED and e.old[0].path.endswith(".81")]
    assert [e.new[0].path.split(".")[-1] for e in ranges] == ["82"]
    said = {str(m) for e in rules.entries for m in e.matters}
    assert said >= {
        "May 31st, 2022 → May 30st, 2023",
        "July 20th, 2022 → July 18th, 2023",
        "adds 30 minutes",
        "$5 → $10",
        "8 Participant → 7 Participant",
    }
    one = {(e.kind, e.old_path): e.new_path for e in rules.entries}
    assert "VII.187.c" not in {old for kind, old in one if kind is not Kind.RENUMBERED}
    assert one[Kind.REMOVED, "VII.187.d"] == ""
    assert one[Kind.CHANGED, "IX.236"] == "IX.237"
    assert one[Kind.SPLIT, "VII.166"].startswith("VII.167")
    assert all(e.page for e in (side for entry in rules.entries for side in (*entry.old, *entry.new)))


def test_every_letter_that_differs_is_marked(four_card: TextComparison) -> None:
    def unmarked(sides: Sequence[Side]) -> str:
        return "".join(c for s in sides for words, mark in s.runs if mark is None for c in words.casefold() if c.isalnum())

    both = [e for e in four_card.substance if e.old and e.new and e.kind is not Kind.MOVED]
    assert both
    assert [e.old_path for e in both if unmarked(e.old) != unmarked(e.new)] == []
