"""What is one rule all the same: worded anew, glued to others, renumbered and changed."""

from __future__ import annotations

from collections.abc import Callable

from audit.compare.documents import Kind, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]

LEAD = "A. Tokens | General matters of tokens.\n  1. Amber tokens are kept by the clerk in a locked cabinet.\n"
TAIL = "  {n}. Every lantern above the wheel burns until the closing bell has rung.\n"


def test_one_subject_between_the_same_neighbours_is_one_rule(part: Make) -> None:
    old = (
        f"{LEAD}  2. The steward may allow a visitor to occupy more than one adjoining stool during a contest.\n"
        + TAIL.format(n=3)
    )
    new = (
        f"{LEAD}  2. Stewards, as they see fit, let a visitor take two stools during a contest if the stools are adjoining "
        "ones.\n" + TAIL.format(n=3)
    )
    entry = compare_parts(part(old), part(new)).entries[0]
    assert (entry.kind, entry.old_path, entry.new_path) == (Kind.CHANGED, "A.2", "A.2")


def test_what_only_stands_at_one_place_is_removed_and_added(part: Make) -> None:
    old = (
        f"{LEAD}  2. The steward may allow a visitor to occupy more than one adjoining stool during a contest.\n"
        + TAIL.format(n=3)
    )
    new = f"{LEAD}  2. Copper bells hang over the northern gate and announce the supper of the crew.\n" + TAIL.format(
        n=3
    )
    kinds = [e.kind for e in compare_parts(part(old), part(new)).entries]
    assert sorted(k.value for k in kinds) == ["added", "removed"]


def test_equal_sentences_win_over_a_glued_tail(part: Make) -> None:
    glued = " ".join(
        f"Heading word{n} of the harbour variation tells how masts and sails number {n} are set." for n in range(2)
    )
    first = "c. A sailor who misses the small anchor resumes by posting the small anchor and the large rope or waits."
    last = (
        "d. If a sailor misses the rope only, they resume by posting the large rope or waiting for the anchor. Whoever "
        "chooses the rope has it dead, since without it the order of the crew was another, and its pull began elsewhere; "
        "that is owed to the table, and no steward may waive it before supper ends."
    )
    old = f"1. Ropes | Of ropes.\n  {first}\n  {last} {glued}"
    new = f"1. Ropes | Of ropes.\n  {first} {glued}"
    found = compare_parts(part(old), part(new)).entries
    assert [(e.kind, e.old_path, e.new_path) for e in found] == [
        (Kind.CHANGED, "1.c", "1.c"),
        (Kind.REMOVED, "1.d", ""),
    ]
    assert found[0].says == "words that were in 1.d"


def test_a_range_counts_those_that_kept_their_words(part: Make) -> None:
    subjects = ["lanterns", "anchors", "cabinets", "ribbons", "saddles"]
    said = [f"The {what} are counted by the clerk before supper and locked away." for what in subjects]
    old = "\n".join(f"{n}. {s}" for n, s in enumerate(said, start=1))
    said[2] = said[2].replace("before", "after")
    new = "\n".join(
        f"{n}. {s}" for n, s in enumerate(["A bell is rung at the northern gate of the yard.", *said], start=1)
    )
    ranges = [e for e in compare_parts(part(old), part(new)).entries if e.kind is Kind.RENUMBERED]
    assert [(e.old_path, e.new_path, e.says, e.count) for e in ranges] == [
        ("1–5", "2–6", "4 of 5 clauses kept their words", 4)
    ]


def test_a_reference_to_what_moved_and_was_amended_is_shown(part: Make) -> None:
    count = "The clerk counts the lanterns in the northern shed after each supper and writes their number in the ledger"
    old = (
        "A. Bells | Of bells.\n  1. The copper bells hang over the gate of the yard.\n"
        "B. Ropes | Of ropes.\n  1. A sailor coils the ropes under B.2 of these rules.\n"
        f"  2. {count}.\n  3. Ribbons are tied to every mast of the fleet at dawn."
    )
    new = (
        f"A. Bells | Of bells.\n  1. The copper bells hang over the gate of the yard.\n  2. {count} of the harbour master.\n"
        "B. Ropes | Of ropes.\n  1. A sailor coils the ropes under A.2 of these rules.\n"
        "  2. Ribbons are tied to every mast of the fleet at dawn."
    )
    old, new = old.replace("B.2 of", "Subsection (B)(2) of"), new.replace("A.2 of", "Subsection (A)(2) of")
    found = compare_parts(part(old), part(new))
    assert found.following == ()
    references = [e for e in found.entries if e.kind is Kind.REFERENCE]
    assert [(e.old_path, "moved and amended" in e.says) for e in references] == [("B.1", True)]
