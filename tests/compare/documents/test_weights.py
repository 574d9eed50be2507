"""Which differences come first, and what of a difference is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.compare.documents import Kind, Weight, compare_parts
from audit.documents.document import Part

Make = Callable[[str], Part]


def test_values_that_changed_come_before_values_that_came(part: Make) -> None:
    old = (
        "1. The rail is wiped by the attendant in the evening.\n"
        "2. The shoe holds six decks in all on a weekday.\n"
        "3. The lamp is dimmed after thirty minutes of rest.\n"
        "4. A green token is worth $5 at the counter.\n"
        "5. The wheel pays 8 to 1 on the lone star."
    )
    new = (
        "1. The rail is wiped by the attendant in the evening. It takes 12 cloths.\n"
        "2. The shoe holds eight decks in all on a weekday.\n"
        "3. The lamp is dimmed after forty minutes of rest.\n"
        "4. A green token is worth $6 at the counter.\n"
        "5. The wheel pays 7 to 1 on the lone star."
    )
    assert [e.new_path for e in compare_parts(part(old), part(new)).weightiest] == ["5", "4", "3", "2", "1"]


def test_what_becomes_of_a_wager_comes_before_other_duties(part: Make) -> None:
    old = "1. The dealer may dust the felt at noon.\n2. A hand with a torn card may be void at once."
    new = "1. The dealer shall dust the felt at noon.\n2. A hand with a torn card shall be void at once."
    assert [e.new_path for e in compare_parts(part(old), part(new)).weightiest] == ["2", "1"]


@pytest.mark.parametrize(
    "added",
    [
        "The office is at 4410 N. Harbor Street, Springfield, Ohio 44101.",
        "Letters go to P.O. Box 771 of the town.",
        "It follows Resolution 07-11-19-C of the council.",
        "The clerk acts as stated in K. 14 below.",
    ],
)
def test_a_number_that_only_names_something_is_no_value(part: Make, added: str) -> None:
    old = "1. The clerk keeps the seal in the drawer of the desk."
    entry = compare_parts(part(old), part(f"{old} {added}")).entries[0]
    assert (entry.weight, entry.matters) == (Weight.WORDS, ())
    alone = compare_parts(part(old), part(f"{old}\n2. {added}")).entries[0]
    assert (alone.kind, alone.weight) == (Kind.ADDED, Weight.WORDS)


def test_the_lower_end_of_a_range_is_no_value_of_its_own(part: Make) -> None:
    old = "1. The clerk keeps the seal in the drawer."
    entry = compare_parts(part(old), part(f"{old} The guest has an additional 0 up to 45 seconds.")).entries[0]
    assert entry.says == "adds 45 seconds"


@pytest.mark.parametrize(
    "added",
    [
        "No ribbon is to be tied to the shoe.",
        "Whistling near the wheel is not permitted.",
        "A torn voucher shall be forfeited.",
        "Guests must not lean on the rail.",
    ],
)
def test_a_prohibition_binds_however_it_is_said(part: Make, added: str) -> None:
    old = "1. The clerk keeps the seal in the drawer."
    assert compare_parts(part(old), part(f"{old}\n2. {added}")).entries[0].weight is Weight.MODAL


def test_a_prohibition_lost_where_the_words_around_are_new(part: Make) -> None:
    old = "1. A bent card found in the tray shall not be used in the game and shall be laid in the box by the clerk in charge."
    new = (
        "1. A bent card found in the tray shall cause a halt and the clerk in charge takes another deck from the shelf."
    )
    entry = compare_parts(part(old), part(new)).entries[0]
    assert entry.weight is Weight.MODAL
    assert "drops a prohibition" in entry.says


def test_a_number_that_is_still_said_has_not_changed(part: Make) -> None:
    old = "1. The dealer shall deal five cards face down to each guest and to the house in succession."
    new = (
        "1. The dealer shall deal one card face down at a time in order to each guest who sits and to the house "
        "until each guest has five cards."
    )
    entry = compare_parts(part(old), part(new)).entries[0]
    assert entry.matters == ()


def test_how_matters_are_counted(part: Make) -> None:
    old = "1. It is three, four, nine, or a run of three, four, nine."
    new = "1. It is three, four, or a run of three, four."
    assert compare_parts(part(old), part(new)).entries[0].says == "drops nine (twice)"
    old = "1. Pay 2 to 1 on a, 3 to 1 on b, 4 to 1 on c, 5 to 1 on d, 6 to 1 on e."
    new = "1. Pay 3 to 2 on a, 7 to 2 on b, 9 to 2 on c, 11 to 2 on d, 13 to 2 on e."
    assert compare_parts(part(old), part(new)).entries[0].says.endswith("; and 2 more values")


def test_a_year_counts_no_noun(part: Make) -> None:
    old, new = "1. It is the 2031 Harbor Games of the town.", "1. It is the 2032 Harbor Games of the town."
    assert compare_parts(part(old), part(new)).entries[0].says == "2031 → 2032"


def test_letters_that_differ_beside_equal_words_are_marked(part: Make) -> None:
    old = "1. The deck(s) (b) rest in seven trays, and the clerk may lock them."
    new = "1. The deck rest in seven (7) trays, and the clerk shall lock them."
    entry = compare_parts(part(old), part(new)).entries[0]
    sides = [[s.words[p.start : p.end] for p in s.spans] for s in (entry.old[0], entry.new[0])]
    assert sides == [["(s)", "(b)", "seven", "may"], ["seven (7)", "shall"]]
