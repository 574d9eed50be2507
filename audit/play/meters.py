"""Meters: how large one is, what it pays, what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.play.errors import PlayError
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import number_of
from audit.play.sight import Sight
from audit.ruleset import meters as mt
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import OptionUnset
from audit.ruleset.names import Name
from audit.ruleset.paying import payouts_of
from audit.ruleset.rewrite import walk


@dataclass(frozen=True)
class Size:
    """How large a meter is, and the line that says so, if a line does."""

    amount: Fraction
    basis: Basis | None = None


def size_of(name: str, sight: Sight) -> Fraction | None:
    """How large a meter is: as it stands, else as it starts; None where nobody has said."""
    if name in sight.meters:
        return sight.meters[name]
    try:
        return start_of(name, sight)
    except (PlayError, OptionUnset):
        return None


def start_of(name: str, sight: Sight) -> Fraction:
    """What a meter starts at, a floor of it where only that is stated; raises where no line or choice says it."""
    meter = _meter(name, sight)
    for line in meter.lines:
        if isinstance(line, mt.StartsAt | mt.StartsAtLeast) and _serves(line, sight):
            amount = number_of(evaluate(line.amount, sight))
            if amount is not None:
                return amount
    raise PlayError(f"no clause says what {name} starts at", meter.basis.span)


def floor_of(name: str, sight: Sight) -> Fraction | None:
    """The least of what a meter starts at and resets to; None where no line or choice says either."""
    amounts: list[Fraction] = []
    for line in _meter(name, sight).lines:
        if isinstance(line, mt.StartsAt | mt.StartsAtLeast | mt.ResetsTo):
            try:
                amount = number_of(evaluate(line.amount, sight))
            except (PlayError, OptionUnset):
                continue
            if amount is not None:
                amounts.append(amount)
    return min(amounts, default=None)


@dataclass(frozen=True)
class Charged:
    """A meter from which a payment of a fixed amount is taken, by the line that says so."""

    name: str
    basis: Basis


def charged_with(wager: wg.Wager, payment: Fraction, sight: Sight) -> Iterator[Charged]:
    """The meters from which a payment on a wager is taken that is no share of them: those that it pays shares of otherwise.

    The player is paid as much, whoever it comes from.
    """
    for meter in sight.equipment.ruleset.of(mt.Meter):
        if not _pays(wager, meter, sight):
            continue
        for line in meter.lines:
            if not isinstance(line, mt.PaysOutOver | mt.PaysOutAtLeast) or not _serves(line, sight):
                continue
            least = number_of(evaluate(line.amount, sight))
            if least is not None and (payment > least or (payment == least and isinstance(line, mt.PaysOutAtLeast))):
                yield Charged(meter.name.text, line.basis)
                break


def _pays(wager: wg.Wager, meter: mt.Meter, sight: Sight) -> bool:
    """Whether something that a wager may be paid is a share of a meter."""
    payouts = payouts_of(wager, sight.equipment.ruleset)
    return any(isinstance(node, Name) and node.text == meter.name.text for payout, _ in payouts for node in walk(payout))


def left_after(name: str, size: Fraction, share: Fraction, sight: Sight) -> Size | None:
    """How large a meter is once a share of it was paid: where all of it was, what it resets to.

    None where what it resets to is not known.
    """
    if share < 1:
        return Size(size - share * size)
    for line in _meter(name, sight).lines:
        if isinstance(line, mt.ResetsTo) and _serves(line, sight):
            try:
                amount = number_of(evaluate(line.amount, sight))
            except (PlayError, OptionUnset):
                return None
            return Size(amount, line.basis) if amount is not None else None
    return Size(size - share * size)


def _meter(name: str, sight: Sight) -> mt.Meter:
    meter = sight.equipment.ruleset.named(name, mt.Meter)
    if meter is None:
        raise PlayError(f"there is no meter {name}")
    return meter


def _serves(line: mt.MeterLine, sight: Sight) -> bool:
    """Whether a line serves the win at hand; its guard says which."""
    return line.guard is None or holds(line.guard, sight)
