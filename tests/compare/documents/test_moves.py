"""What stands elsewhere is moved, once, with all below it; what also changed says so in the same entry."""

from __future__ import annotations

from collections.abc import Callable

from audit.compare.documents import Kind, MatterKind, Weight, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]
Entries = Callable[[str, str], list[str]]

FILLER = [f"The dealer shall carry out step {name} of the procedure as posted." for name in
          ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon"]]  # fmt: skip


def test_moved_and_amended_names_the_change_of_value(part: Make) -> None:
    old = FILLER[:]
    new = FILLER[:]
    old.insert(2, "Blackjack pays 3 to 2.")
    new.insert(15, "Blackjack pays 6 to 5.")
    found = compare_parts(part("\n".join(old)), part("\n".join(new)))
    assert len(found.entries) == 1
    entry = found.entries[0]
    assert entry.kind is Kind.MOVED_AND_AMENDED
    assert entry.weight is Weight.VALUE
    assert entry.says == "3 to 2 → 6 to 5"
    matter = entry.matters[0]
    assert (matter.kind, matter.old, matter.new) == (MatterKind.ODDS, "3 to 2", "6 to 5")
    side, start, end = matter.new_at or (0, 0, 0)
    assert entry.new[side].words[start:end] == "6 to 5"
    assert [entry.old[0].words[s.start : s.end] for s in entry.old[0].spans] == ["3 to 2"]


def test_a_hundred_places_and_numbered(numbered: Callable[[list[str]], Part]) -> None:
    filler = [f"Rule about {a}{b} in the {b}{a} hall." for a in "bcdfghklmn" for b in "aeiouprstvwxyzjq"]
    old, new = filler[:], filler[:]
    old.insert(20, "Blackjack pays 3 to 2.")
    new.insert(120, "Blackjack pays 6 to 5.")
    found = compare_parts(numbered(old), numbered(new))
    assert [(e.kind.value, e.says) for e in found.substance] == [("moved and amended", "3 to 2 → 6 to 5")]
    assert [(e.old_path, e.new_path) for e in found.entries if e.kind is Kind.RENUMBERED] == [("22–121", "21–120")]


SECTIONS = {
    "Cards": ["The deck shall have fifty-two cards.", "The dealer shall inspect each deck before play.", "Cards shall be changed every eight hours."],
    "Wagers": ["Each player shall make an ante wager.", "A player may make a bonus wager.", "Wagers shall be made with chips.", "No wager may be touched once the dealing has begun."],
    "Dealing": ["The dealer shall deal clockwise.", "Each player receives three cards face down.", "The last card is the dealer's."],
}  # fmt: skip


def written(order: list[str]) -> str:
    rows = []
    for letter, name in zip("ABCDEF", order, strict=False):
        rows.append(f"{letter}. {name} | All about {name.lower()} in this game.")
        rows.extend(f"  {n}. {said}" for n, said in enumerate(SECTIONS[name], start=1))
    return "\n".join(rows)


def test_a_section_moves_as_one(entries: Entries) -> None:
    found = entries(written(["Cards", "Wagers", "Dealing"]), written(["Wagers", "Dealing", "Cards"]))
    assert found == ["renumbered B–C -> A–B: 2 clauses", "moved A -> C: with 3 clauses below it"]


def test_a_change_within_what_moved_is_its_own_entry(part: Make) -> None:
    old = written(["Cards", "Wagers", "Dealing"])
    new = written(["Wagers", "Dealing", "Cards"]).replace("eight hours", "four hours")
    found = compare_parts(part(old), part(new))
    assert [(e.kind.value, e.new_path, e.says) for e in found.substance] == [
        ("moved", "C", "with 3 clauses below it"),
        ("changed", "C.3", "eight hours → four hours"),
    ]


def test_from_the_end_of_one_section_to_the_head_of_the_next(entries: Entries) -> None:
    old = written(["Cards", "Wagers"])
    new = old.replace("  3. Cards shall be changed every eight hours.\n", "")
    new = new.replace("  1. Each player", "  1. Cards shall be changed every eight hours.\n  2. Each player")
    new = new.replace("  2. A player may", "  3. A player may").replace("  3. Wagers shall", "  4. Wagers shall")
    new = new.replace("  4. No wager", "  5. No wager")
    assert entries(old, new) == ["moved A.3 -> B.1", "renumbered B.1–B.4 -> B.2–B.5: 4 clauses"]


def test_a_heading_put_over_clauses_does_not_move_them(entries: Entries) -> None:
    old = "1. The dealer shall deal clockwise.\n2. Each player receives three cards face down."
    new = "A. The deal of the cards to the players.\n  1. The dealer shall deal clockwise.\n  2. Each player receives three cards face down."
    assert entries(old, new) == ["added  -> A"]


def test_two_that_change_places(part: Make) -> None:
    old, new = FILLER[:], FILLER[:]
    new[3], new[9] = new[9], new[3]
    found = compare_parts(part("\n".join(old)), part("\n".join(new)))
    assert [(e.kind, e.old_path, e.new_path) for e in found.entries] == [
        (Kind.MOVED, "+10", "+4"),
        (Kind.MOVED, "+4", "+10"),
    ]


def test_definitions_are_known_by_their_term(part: Make) -> None:
    """Two definitions whose words were exchanged both changed; neither moved."""
    old = part(
        '1. "Ante Wager" means the first wager of a round, made before any card is dealt.\n'
        '2. "Bonus Wager" means an optional wager that pays by the cards of the player alone.'
    )
    new = part(
        '1. "Ante Wager" means an optional wager that pays by the cards of the player alone.\n'
        '2. "Bonus Wager" means the first wager of a round, made before any card is dealt.'
    )
    assert [(e.kind, e.old_path, e.new_path) for e in compare_parts(old, new).entries] == [
        (Kind.CHANGED, "1", "1"),
        (Kind.CHANGED, "2", "2"),
    ]
