"""Whether a duty has become stricter: a partial order, slot by slot.

An obligation is stricter the more often it binds, in the more cases, with the fewer exceptions; a permission the less it
allows.  Someone who verifies or approves, and a notice that is posted, are stricter than none.  Words in quotes have no
order: a slot that differs in them alone is reworded.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from fractions import Fraction

from audit.ruleset import controls as ct
from audit.ruleset.configure import number_in
from audit.ruleset.expressions import Money, Percent


class Order(enum.Enum):
    STRICTER = "stricter"
    WEAKER = "weaker"
    REWORDED = "reworded"
    OTHER = "different"

    @property
    def turned(self) -> Order:
        return {Order.STRICTER: Order.WEAKER, Order.WEAKER: Order.STRICTER}.get(self, self)


_BINDING = {ct.Modal.SHALL: 1, ct.Modal.SHALL_NOT: 1, ct.Modal.MAY_NOT: 1, ct.Modal.MAY: 0}
_PROHIBITS = frozenset({ct.Modal.SHALL_NOT, ct.Modal.MAY_NOT})
_UNITS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "gaming_day": 86_400,
    "shift": 28_800,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
_PERSONS = (ct.VerifiedBy, ct.ApprovedBy)
_OF_TEXT = (ct.BeforeEvent, ct.AfterEvent, ct.UntilEvent, ct.InCase, ct.Except, ct.PostedOn, ct.OrElse)


def by_modal(old: ct.Modal, new: ct.Modal) -> Order:
    """``shall`` over ``may``; to forbid over to allow."""
    if old is new or (old in _PROHIBITS and new in _PROHIBITS):
        return Order.REWORDED
    if (old in _PROHIBITS) != (new in _PROHIBITS) and ct.Modal.SHALL in (old, new):
        return Order.OTHER
    return Order.STRICTER if _BINDING[new] > _BINDING[old] else Order.WEAKER


def by_slots(kind: type[object], old: Sequence[ct.Slot], new: Sequence[ct.Slot], modal: ct.Modal) -> Order:
    """How the slots of one kind have changed; ``modal`` is the one of both, or the new one."""
    if issubclass(kind, _PERSONS):
        return _presence(_persons(old), _persons(new))
    if issubclass(kind, ct.PostedOn | ct.OrElse):
        return _presence(_texts(old), _texts(new), is_text=True)
    if issubclass(kind, ct.InCase):
        return _cases(_texts(old), _texts(new), modal)
    if issubclass(kind, ct.Except):
        order = _fewer(_texts(old), _texts(new))
        return order.turned if modal is ct.Modal.MAY else order
    if issubclass(kind, _OF_TEXT):
        return _presence(_texts(old), _texts(new), is_text=True)
    order = _by_number(kind, old, new)
    return order.turned if modal is not ct.Modal.SHALL else order


def by_provisos(old: frozenset[str], new: frozenset[str], modal: ct.Modal) -> Order:
    """Conditions: fewer of them make an obligation stricter, more of them a permission."""
    order = _fewer(old, new)
    return order.turned if modal is ct.Modal.MAY else order


def _texts(slots: Sequence[ct.Slot]) -> frozenset[str]:
    return frozenset(slot.text for slot in slots if isinstance(slot, _OF_TEXT))


def _persons(slots: Sequence[ct.Slot]) -> frozenset[str]:
    return frozenset(str(slot.actor) for slot in slots if isinstance(slot, _PERSONS))


def _presence(old: frozenset[str], new: frozenset[str], *, is_text: bool = False) -> Order:
    """More of them is stricter, by inclusion."""
    if old < new:
        return Order.STRICTER
    if new < old:
        return Order.WEAKER
    return Order.REWORDED if is_text else Order.OTHER


def _fewer(old: frozenset[str], new: frozenset[str]) -> Order:
    if new < old:
        return Order.STRICTER
    return Order.WEAKER if old < new else Order.REWORDED


def _cases(old: frozenset[str], new: frozenset[str], modal: ct.Modal) -> Order:
    """A duty bound to a case binds less often than one without; cases add up, so more of them bind more often."""
    if not old or not new:
        order = Order.STRICTER if old and not new else Order.WEAKER
    elif old < new:
        order = Order.STRICTER
    elif new < old:
        order = Order.WEAKER
    else:
        return Order.REWORDED
    return order.turned if modal is ct.Modal.MAY else order


def _by_number(kind: type[object], old: Sequence[ct.Slot], new: Sequence[ct.Slot]) -> Order:
    """Slots with numbers under ``shall``: more often, at least more, at most less is stricter."""
    if not old or not new:
        return Order.STRICTER if new else Order.WEAKER
    one, other = _measure(old[0]), _measure(new[0])
    if one is None or other is None or one[1] != other[1] or one[0] == other[0]:
        return Order.OTHER
    is_more = other[0] > one[0]
    if issubclass(kind, ct.Exactly):
        return Order.OTHER
    more_is_stricter = issubclass(kind, ct.NoFewer | ct.SoOften)
    return Order.STRICTER if is_more == more_is_stricter else Order.WEAKER


def _measure(slot: ct.Slot) -> tuple[Fraction, str] | None:
    """A number that can be compared with another of the same unit."""
    match slot:
        case ct.Every(number, unit):
            name = unit.text.removesuffix("s")
            seconds = _UNITS.get(name)
            return (number * seconds, "time") if seconds else (number, name)
        case ct.SoOften(number, each):
            return number, each.text
        case ct.NoFewer(size) | ct.NoMoreThan(size) | ct.Exactly(size):
            value = number_in(size.value) if isinstance(size.value, Money | Percent) else size.value
            unit_name = size.unit.text.removesuffix("s") if size.unit else ""
            return None if value is None else (value, unit_name)
    return None
