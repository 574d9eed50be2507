"""Which part of one document stands against which part of another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from audit.compare.documents import compare_documents
from audit.documents.document import Dated, Document, Part, PartKind, State
from audit.documents.pages import Format, Line, Page, Printed

Make = Callable[..., Part]

DICE = """
A. Equipment | The table has one layout and two dice of the same size.
  1. The dice shall be transparent and made of cellulose.
  2. The stick shall be held by one person only.
B. Wagers | A field wager pays 2 to 1 where the dice show twelve.
"""
CARDS = """
A. Equipment | The game is played with one deck of 52 cards.
  1. The deck shall be changed every eight hours.
  2. A cover card shall be used with each deck of cards.
B. Wagers | An ante wager pays 1 to 1 where the player's hand is the higher.
"""


def document(name: str, *parts: Part) -> Document:
    printed = Printed(name, "0" * 64, Format.TEXT, (Page(1, 1, 1),), (Line(1, 1, ""),))
    return Document(printed, tuple(replace(p, number=n) for n, p in enumerate(parts, start=1)))


def test_parts_are_found_whatever_their_order(part: Make) -> None:
    dice, cards = replace(part(DICE), game="Dice"), replace(part(CARDS), game="Cards")
    new_dice = replace(part(DICE.replace("2 to 1", "3 to 1")), game="Dice")
    found = compare_documents(document("old", dice, cards), document("new", cards, new_dice))
    assert [(a.old, a.new) for a in found.compared] == [(2, 1), (1, 2)]
    assert [(e.says, e.old[0].part, e.new[0].part) for e in found.entries] == [("2 to 1 → 3 to 1", 1, 2)]
    assert found.left_out == ()


def test_copies_forms_and_strangers_are_left_out(part: Make) -> None:
    dice = part(DICE)
    copy = replace(part(DICE), same_as=1)
    form = replace(part("Name and date of the request."), kind=PartKind.FORM)
    stranger = part("1. Quite another text about parking lots, lifts and lockers of the hall.")
    found = compare_documents(document("old", dice, copy, form), document("new", dice, stranger))
    assert found.entries == ()
    assert [(x.is_old, x.part, x.because) for x in found.left_out] == [
        (True, 2, "it has the same words as part 1"),
        (True, 3, "it is no rules of play: form"),
        (False, 2, "nothing in the old document stands against it"),
    ]


def test_a_clean_copy_goes_before_a_redline(part: Make) -> None:
    dice = part(DICE)
    redline = replace(part(DICE), state=State.REDLINE)
    found = compare_documents(document("old", dice), document("new", redline, dice))
    assert [(a.old, a.new) for a in found.compared] == [(1, 2)]


def test_rules_that_one_reading_cut_in_two(part: Make) -> None:
    """Where one document was parted in the middle of its rules, both pieces are compared with the whole."""
    whole = part(DICE + CARDS.replace("A.", "C.").replace("B.", "D."))
    second = part(CARDS.replace("A.", "C.").replace("B.", "D."))
    found = compare_documents(document("old", whole), document("new", part(DICE), second))
    assert found.entries == ()
    assert [(a.old, a.new) for a in found.compared] == [(1, 1), (1, 2)]


def test_two_single_parts_are_compared_whatever_they_say(part: Make) -> None:
    found = compare_documents(document("old", part("1. One thing.")), document("new", part("1. Another matter.")))
    assert len(found.compared) == 1


def test_the_latest_edition_is_taken(part: Make) -> None:
    dice = replace(part(DICE), game="Dice")
    early = replace(dice, dates=(Dated("approved", date(2021, 10, 12), 1),))
    late = replace(part(DICE.replace("2 to 1", "3 to 1")), game="Dice", dates=(Dated("approved", date(2024, 3, 28), 1),))
    found = compare_documents(document("old", dice), document("new", early, late))
    assert [(a.old, a.new) for a in found.compared] == [(1, 2)]
    assert [x.because for x in found.left_out] == ["another edition of it is compared: part 2"]


def test_two_games_are_not_compared_for_their_common_words(part: Make) -> None:
    dice = replace(part(DICE), game="Dice")
    other = replace(part(DICE.replace("dice", "wheels").replace("stick", "ball")), game="Wheel")
    third = replace(part(CARDS), game="Cards")
    assert compare_documents(document("old", dice, third), document("new", other)).compared == ()
