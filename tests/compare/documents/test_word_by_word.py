"""What a change of words is taken for: values, verbs, negations, wording, form."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.compare.documents import Entry, Kind, MatterKind, TextComparison, Weight, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]

SAME = [
    ("A table has up to seven (7) places for players.", "A table has up to seven places for players."),
    ("A table has up to seven places for players.", "A table has up to 7 places for players."),
    ("Each stack holds at least ten cards of the deck.", "Each stack holds at least 10 cards of the deck."),
    ("A winning wager shall be paid 3 to 2 at once.", "A winning wager shall be paid 3:2 at once."),
    ("A winning wager shall be paid 8 to 1 at once.", "A winning wager shall be paid 9 for 1 at once."),
    ("A winning wager shall be paid 2 to 1 at once.", "A winning wager shall be paid two to one at once."),
    ("A winning wager shall be paid 1 to 1 at once.", "A winning wager shall be paid even money at once."),
    ("The house keeps five (5) percent of each pot.", "The house keeps 5% of each pot."),
    ("The house keeps 5 percent of each pot.", "The house keeps five per cent of each pot."),
    ("The house keeps 5% of each pot.", "The house keeps five percent (5%) of each pot."),
    ("The fee is $5 for each hour.", "The fee is five dollars ($5) for each hour."),
    ("The largest wager is $1,000 at each table.", "The largest wager is 1000 dollars at each table."),
    ("The pit opens at 8:00 a.m. on each day.", "The pit opens at 8 AM on each day."),
    ("The pit opens at 12:00 p.m. on each day.", "The pit opens at noon on each day."),
    ("The rules hold from May 31st, 2022 onward.", "The rules hold from 31 May 2022 onward."),
    ("The rules hold from 5/31/2022 onward.", "The rules hold from 2022-05-31 onward."),
    ("Cards are changed every twenty-four hours.", "Cards are changed every 24 hours."),
    ("The fee is one and one-half times the wager.", "The fee is 1 1/2 times the wager."),
    ("A pair of twos is the lowest pair there is.", "A pair of 2s is the lowest pair there is."),
    ("The dealer's highest-ranking card decides it.", "The dealer’s highest ranking card decides it."),
    ('The dealer says "No More Bets" to the players.', "The dealer says “No More Bets” to the players;"),
    ("The PAY TABLE is posted at the layout.", "The paytable is posted at the layout."),
    ("The dealer shall burn one card, and deal.", "The Dealer shall burn one card and deal."),
]


def one(found: TextComparison) -> Entry:
    assert len(found.entries) == 1, [e.says for e in found.entries]
    return found.entries[0]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_the_same_said_otherwise_is_form(part: Make, old: str, new: str) -> None:
    found = compare_parts(part(f"1. {old}"), part(f"1. {new}"))
    assert found.entries == ()
    assert len(found.form) == 1
    assert found.form[0].weight is Weight.FORM
    assert found.form[0].says


CHANGED = [
    ("A winning wager shall be paid 3 to 2.", "A winning wager shall be paid 6 to 5.", MatterKind.ODDS, "3 to 2", "6 to 5"),
    ("A winning wager shall be paid 8 to 1.", "A winning wager shall be paid 8 for 1.", MatterKind.ODDS, "8 to 1", "8 for 1"),
    ("The table has seven places.", "The table has eight places.", MatterKind.NUMBER, "seven places", "eight places"),
    ("The table has seven (7) places.", "The table has seven (8) places.", MatterKind.NUMBER, None, "8 places"),
    ("Cards are changed every eight hours.", "Cards are changed every 4 hours.", MatterKind.DURATION, "eight hours", "4 hours"),
    ("The house keeps 5% of it.", "The house keeps 4% of it.", MatterKind.PERCENT, "5%", "4%"),
    ("The fee is $5 an hour.", "The fee is $6 an hour.", MatterKind.MONEY, "$5", "$6"),
    ("The pit opens at 8:00 a.m. daily.", "The pit opens at 8:00 p.m. daily.", MatterKind.TIME, "8:00 a.m.", "8:00 p.m."),
    ("It ends on July 20th, 2022 at night.", "It ends on July 18th, 2023 at night.", MatterKind.DATE, "July 20th, 2022", "July 18th, 2023"),
    ("The dealer shall burn a card.", "The dealer may burn a card.", MatterKind.MODAL, "shall", "may"),
    ("The dealer may burn a card.", "The dealer may not burn a card.", MatterKind.MODAL, "may", "may not"),
    ("The dealer shall burn a card.", "The dealer shall not burn a card.", MatterKind.MODAL, "shall", "shall not"),
    ("A wager is lost on a tie.", "A wager is not lost on a tie.", MatterKind.NEGATION, None, "not"),
    ("Wagers are lost on a tie.", "Wagers are lost only on a tie.", MatterKind.NEGATION, None, "only on a tie"),
    ("The hand needs three of a kind.", "The hand needs four of a kind.", MatterKind.NUMBER, "three", "four"),
    ("The lowest card is the ace of clubs here.", "The lowest card is the king of clubs here.", MatterKind.CARDS, "ace", "king"),
    ("The stack has at least ten cards.", "The stack has at most ten cards.", MatterKind.LIMIT, "at least", "at most"),
    ("The wager wins on a seven or on the point.", "The wager wins on a seven and on the point.", MatterKind.CONNECTION, "or", "and"),
    ("The hand is higher than the dealer's.", "The hand is higher than or equal to the dealer's.", MatterKind.LIMIT, None, "or equal to"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "kind", "before", "after"), CHANGED)
def test_what_matters_is_named(
    part: Make, old: str, new: str, kind: MatterKind, before: str | None, after: str | None
) -> None:
    entry = one(compare_parts(part(f"1. {old}"), part(f"1. {new}")))
    assert entry.kind is Kind.CHANGED
    assert entry.weight is kind.weight
    assert (entry.matters[0].kind, entry.matters[0].old, entry.matters[0].new) == (kind, before, after)


def test_places_of_what_matters(part: Make) -> None:
    old, new = "A tie shall be paid 8 to 1 on each table.", "On a tie, 9 to 1 shall be paid on each table."
    entry = one(compare_parts(part(f"1. {old}"), part(f"1. {new}")))
    for matter in entry.matters:
        if matter.old_at and matter.old:
            assert entry.old[matter.old_at.side].words[matter.old_at.start : matter.old_at.end] in matter.old
        if matter.new_at and matter.new:
            assert entry.new[matter.new_at.side].words[matter.new_at.start : matter.new_at.end] in matter.new
    place = entry.new[0].place(len("On a tie, "))
    assert place is not None
    assert (place.line, place.column) == (1, len("1. On a tie, ") + 1)


def test_reworded_with_the_same_values(part: Make) -> None:
    old = "1. When all bets are down the dealer shall deal five cards to every player at the table."
    new = "1. Once all wagers are placed the dealer shall deal five cards to each participant at the table."
    entry = one(compare_parts(part(old), part(new)))
    assert (entry.says, entry.weight, entry.matters) == ("reworded", Weight.WORDS, ())


def test_must_for_shall_is_wording(part: Make) -> None:
    entry = one(compare_parts(part("1. The dealer shall burn a card."), part("1. The dealer must burn a card.")))
    assert (entry.weight, entry.says) == (Weight.WORDS, "reworded")


def test_a_value_that_only_went_elsewhere_in_the_clause(part: Make) -> None:
    old = "1. Within thirty minutes of the call the player shall return to the table and post a blind."
    new = "1. The player shall return to the table within thirty minutes of the call and post a blind."
    entry = one(compare_parts(part(old), part(new)))
    assert entry.matters == ()
    assert entry.says == "the same words in another order"


def test_values_exchanged_are_two_matters(part: Make) -> None:
    old, new = "1. A two pays 3 to 1 and a twelve pays 2 to 1.", "1. A two pays 2 to 1 and a twelve pays 3 to 1."
    entry = one(compare_parts(part(old), part(new)))
    assert [str(m) for m in entry.matters] == ["3 to 1 → 2 to 1", "2 to 1 → 3 to 1"]


def test_a_small_change_in_a_long_text(part: Make) -> None:
    words = " ".join(f"the dealer shall take chip number {n}x from the rack and" for n in range(400))
    entry = one(compare_parts(part(f"1. {words} pay 3 to 2."), part(f"1. {words} pay 6 to 5.")))
    assert entry.says == "3 to 2 → 6 to 5"
    assert len(entry.new[0].spans) == 1


def test_an_insertion_begins_with_its_sentence(part: Make) -> None:
    """The words before and behind it are the same, so that it could be marked from several words on."""
    old = "1. The dealer shall wash the cards. The dealer shall cut the cards."
    new = "1. The dealer shall wash the cards. The dealer shall stack the cards. The dealer shall cut the cards."
    entry = one(compare_parts(part(old), part(new)))
    marked = [entry.new[0].words[s.start : s.end] for s in entry.new[0].spans]
    assert marked == ["The dealer shall stack the cards"]


def test_a_title_alone(part: Make) -> None:
    old = part("A. Dealing | The dealer shall deal clockwise around the table.")
    new = part("A. Dealing by Hand | The dealer shall deal clockwise around the table.")
    entry = one(compare_parts(old, new))
    assert (entry.kind, entry.new[0].title) == (Kind.TITLE, "Dealing by Hand")


def test_nothing_changed(part: Make) -> None:
    written = "A. Cards | The deck has 52 cards.\n  1. It shall be cut once (see Subsection A).\n  2. It pays 3 to 2."
    found = compare_parts(part(written), part(written))
    assert (found.entries, found.form, found.following, found.read_through, found.alike) == ((), (), (), (), 3)
