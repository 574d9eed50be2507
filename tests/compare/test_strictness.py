"""Stricter and weaker, slot by slot."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.compare.strictness import Order, by_modal, by_provisos, by_slots
from audit.ruleset import controls as ct
from audit.ruleset.names import Name

SHALL, SHALL_NOT, MAY, MAY_NOT = ct.Modal.SHALL, ct.Modal.SHALL_NOT, ct.Modal.MAY, ct.Modal.MAY_NOT


def hours(n: int) -> ct.Every:
    return ct.Every(Fraction(n), Name("hours"))


def days(n: int) -> ct.Every:
    return ct.Every(Fraction(n), Name("days"))


def least(n: int, unit: str = "cards") -> ct.NoFewer:
    return ct.NoFewer(ct.Size(Fraction(n), Name(unit)))


def most(n: int) -> ct.NoMoreThan:
    return ct.NoMoreThan(ct.Size(Fraction(n), Name("cards")))


def by(name: str) -> ct.VerifiedBy:
    return ct.VerifiedBy(ct.Actor((Name(name),), False))


@pytest.mark.parametrize(
    ("old", "new", "order"),
    [
        (SHALL, MAY, Order.WEAKER),
        (MAY, SHALL, Order.STRICTER),
        (MAY, SHALL_NOT, Order.STRICTER),
        (SHALL_NOT, MAY, Order.WEAKER),
        (SHALL, SHALL_NOT, Order.OTHER),
        (SHALL_NOT, MAY_NOT, Order.REWORDED),
    ],
)
def test_modal_words(old: ct.Modal, new: ct.Modal, order: Order) -> None:
    assert by_modal(old, new) is order


@pytest.mark.parametrize(
    ("old", "new", "modal", "order"),
    [
        ([hours(8)], [hours(4)], SHALL, Order.STRICTER),
        ([hours(8)], [days(1)], SHALL, Order.WEAKER),
        ([hours(24)], [days(1)], SHALL, Order.OTHER),  # as often, in other words: no order
        ([hours(8)], [], SHALL, Order.WEAKER),
        ([hours(8)], [hours(4)], MAY, Order.WEAKER),  # allowed more often
        ([least(5)], [least(6)], SHALL, Order.STRICTER),
        ([least(5)], [least(6, "dice")], SHALL, Order.OTHER),
        ([most(5)], [most(6)], SHALL, Order.WEAKER),
        ([by("boxperson")], [], SHALL, Order.WEAKER),
        ([by("boxperson")], [by("boxperson"), by("dealer")], MAY, Order.STRICTER),
        ([by("boxperson")], [by("dealer")], SHALL, Order.OTHER),
        ([ct.Except("a")], [ct.Except("a"), ct.Except("b")], SHALL, Order.WEAKER),
        ([ct.Except("a")], [ct.Except("b")], SHALL, Order.REWORDED),  # by inclusion, not by count
        ([ct.InCase("a")], [], SHALL, Order.STRICTER),
        ([ct.InCase("a")], [], MAY, Order.WEAKER),
        ([ct.PostedOn("a sign")], [], SHALL, Order.WEAKER),
        ([ct.AfterEvent("a")], [ct.AfterEvent("b")], SHALL, Order.REWORDED),
    ],
)
def test_slots(old: list[ct.Slot], new: list[ct.Slot], modal: ct.Modal, order: Order) -> None:
    assert by_slots(type((old or new)[0]), old, new, modal) is order


def test_fewer_conditions_bind_more_often_and_allow_more() -> None:
    assert by_provisos(frozenset({"a", "b"}), frozenset({"a"}), SHALL) is Order.STRICTER
    assert by_provisos(frozenset({"a", "b"}), frozenset({"a"}), MAY) is Order.WEAKER
    assert by_provisos(frozenset({"a"}), frozenset({"b"}), SHALL) is Order.REWORDED
