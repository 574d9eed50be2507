"""Caps: the most that is paid in a round, whatever the odds promise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.errors import PlayError
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import number_of
from audit.play.itself import worked_out_once
from audit.play.sight import Sight, WagerView
from audit.play.state import Stake, TableState
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import ConfigureError
from audit.ruleset.money import (
    AtLeast,
    EqualTo,
    FromThrough,
    IsAmount,
    Limit,
    NamedResult,
    Odds,
    OddsTimes,
    OneOfTimes,
    Share,
)
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

PERIODS = frozenset({"hand", "round"})
"""What a cap may be per so that play can heed it: a player has one hand in a round."""


@dataclass(frozen=True)
class Within:
    """Bounds of an amount that may not be known exactly; ``most`` is None where there is none."""

    least: Fraction
    most: Fraction | None

    @property
    def is_known(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True)
class Cut:
    """A cap that a payment meets: ``by`` is how much is cut off, None where the cap is not known to hold."""

    cap: mt.Cap
    by: Fraction | None


def cuts(name: str, payment: Fraction, state: TableState, sight: Sight) -> Iterator[Cut]:
    """The caps on a wager or bonus that its payment meets, with what went before in this round, each with its cut.

    A cap that the house need not set, or whose amount nobody knows, is told where it might bite, and cuts nothing.
    """
    for cap in state.equipment.ruleset.of(mt.Cap):
        if not covers(cap, name) or (cap.guard is not None and not holds(cap.guard, sight)):
            continue
        before = paid_before(cap, name, state)
        within = amount_of(cap, sight)
        if within is None or before + payment <= within.least:
            continue
        if not _is_set(cap) or not within.is_known:
            yield Cut(cap, None)
        else:
            yield Cut(cap, min(payment, before + payment - within.least))


def cut_by(payments: Mapping[str, Fraction], sight: Sight) -> mt.Cap | None:
    """A cap of known amount that is less than what these wagers and bonuses, by name, are paid in one round."""
    for cap in sight.equipment.ruleset.of(mt.Cap):
        within = amount_of(cap, sight) if cap.guard is None and _is_set(cap) else None
        paid = [payment for name, payment in payments.items() if covers(cap, name)]
        if within is None or not within.is_known or not paid:
            continue
        if (max(paid) if isinstance(cap.capped, mt.CapEach) else sum(paid)) > within.least:
            return cap
    return None


def _is_set(cap: mt.Cap) -> bool:
    """Whether it is one that play heeds: the house must set it, and it bounds what is paid in a round."""
    return cap.limit is not Limit.AT_LEAST and not cap.where_house_sets and cap.per.text in PERIODS


def covers(cap: mt.Cap, name: str) -> bool:
    """Whether a cap bears on a wager or a bonus."""
    if isinstance(cap.capped, mt.CapAll):
        return True
    return any(n.text == name for n in cap.capped.wagers)


def paid_before(cap: mt.Cap, name: str, state: TableState) -> Fraction:
    """What was paid under a cap in this round so far; of a cap on each wager only what that wager was paid."""
    is_each = isinstance(cap.capped, mt.CapEach)
    total = Fraction(0)
    for stake in state.stakes:
        for paid_as, payment in payments(stake):
            if covers(cap, paid_as) and (not is_each or paid_as == name):
                total += payment
    return total


def payments(stake: Stake) -> Iterator[tuple[str, Fraction]]:
    """What a stake was paid so far, by name: itself, and the bonuses on it."""
    if stake.net is not None:
        yield stake.wager.name.text, payment_of(stake.wager, stake.result, stake.net, stake.amount)
    for extra in stake.extras:
        if extra.kind == "bonus" and extra.net is not None:
            yield extra.name, max(extra.net, Fraction(0))


def payment_of(wager: wg.Wager, result: str | None, net: Fraction, amount: Fraction) -> Fraction:
    """What is paid on a wager that brought this: of one that was taken when made the stake is part of the payment."""
    is_taken = any(isinstance(line, wg.TakenWhenMade) for line in wager.lines)
    paid = net + amount if is_taken and result == tb.Outcome.WIN.value else net
    return max(paid, Fraction(0))


def amount_of(cap: mt.Cap, sight: Sight) -> Within | None:
    """How high a cap is, as far as that is known; None where it is no limit."""
    names = tuple(n.text for n in cap.capped.wagers) if not isinstance(cap.capped, mt.CapAll) else None
    return _within(cap.amount, names, sight)


def _within(amount: ex.Expression, names: tuple[str, ...] | None, sight: Sight) -> Within | None:
    match amount:
        case ex.MostAtMinimum.MOST_AT_MINIMUM:
            return Within(Fraction(0), most_at_minimum(names, sight))
        case ex.Greater(left, right) | ex.Lesser(left, right):
            one, other = _within(left, names, sight), _within(right, names, sight)
            if one is None or other is None:
                return None if isinstance(amount, ex.Greater) else one or other
            if isinstance(amount, ex.Greater):
                most = max(one.most, other.most) if one.most is not None and other.most is not None else None
                return Within(max(one.least, other.least), most)
            tops = [within.most for within in (one, other) if within.most is not None]
            return Within(min(one.least, other.least), min(tops) if tops else None)
        case _:
            try:
                worth = number_of(evaluate(amount, sight))
            except (PlayError, ConfigureError):
                return Within(Fraction(0), None)
            return None if worth is None else Within(worth, worth)


# the most at minimum wagers


def most_at_minimum(names: tuple[str, ...] | None, sight: Sight) -> Fraction | None:
    """A bound of what these wagers (None is all) can win together, each at its least; None where it cannot be told."""
    ruleset = sight.equipment.ruleset
    wagers = [w for w in ruleset.of(wg.Wager) if names is None or w.name.text in names]
    least = least_amounts(sight)
    total = Fraction(0)
    for wager in wagers:
        amount = least.get(wager.name.text)
        most = _most_won(wager, amount, ruleset) if amount is not None else None
        if most is None:
            return None
        total += most
    return total


def least_amounts(sight: Sight) -> dict[str, Fraction]:
    """The least stake of each wager that has one, by name."""
    wagers = sight.equipment.ruleset.of(wg.Wager)
    found: dict[str, Fraction] = {}
    for _ in wagers:  # a bound may speak of a wager whose own bound stands further down
        for wager in wagers:
            views = {name: WagerView(is_made=True, amount=amount) for name, amount in found.items()}
            bounds = [b for line in wager.lines if isinstance(line, wg.Amount) for b in _least(line, views, sight)]
            if bounds:
                found[wager.name.text] = max(bounds)
    return found


def _least(line: wg.Amount, views: dict[str, WagerView], sight: Sight) -> Iterator[Fraction]:
    times = Fraction(1)
    match line.stake:
        case EqualTo(bound) | IsAmount(bound) | AtLeast(bound) | FromThrough(bound, _):
            pass
        case OneOfTimes(several, bound):
            times = min(several)
        case _:
            return
    if not _wagers_named(bound, sight.equipment.ruleset) <= views.keys():
        return
    try:
        worth = number_of(evaluate(bound, replace(sight, wagers=views)))
    except (PlayError, ConfigureError):
        return
    if worth is not None:
        yield worth * times


@worked_out_once
def _wagers_named(bound: ex.Expression, ruleset: Ruleset) -> frozenset[str]:
    named = {node.name.text for node in walk(bound) if isinstance(node, ex.Called)}
    return frozenset(wager.name.text for wager in ruleset.of(wg.Wager) if wager.name.text in named)


def _most_won(wager: wg.Wager, amount: Fraction, ruleset: Ruleset) -> Fraction | None:
    """A bound of what a wager of this amount can win, bonuses on it included; None where money hangs on more than odds."""
    total = Fraction(0)
    own: list[object] = [x for x in wager.lines if isinstance(x, wg.PaysLine | wg.PaysByTable | wg.PickTable)]
    name = wager.name.text
    own += ruleset.of(tb.PayoutList)
    own += [s for s in ruleset.of(tb.PaysRate) if any(n.text == name for n in s.wagers)]
    own += [s for s in ruleset.of(tb.PaysTable) if any(n.text == name for n in s.wagers)]
    own += [s for s in ruleset.of(tb.SettleTable) if any(n.text == name for n in s.wagers)]
    for several in ([own] if own else []) + [[b] for b in ruleset.of(tb.Bonus) if b.on.text == name]:
        nodes = [node for one in several for node in walk(one)]
        if any(isinstance(n, Share | NamedResult | OddsTimes | tb.NamedCell | tb.Plus) or _is_share(n) for n in nodes):
            return None
        odds = [node.net * amount for node in nodes if isinstance(node, Odds)]
        money = [n.value for n in nodes if isinstance(n, ex.Money)]
        is_sum = any(isinstance(n, tb.Table) and n.policy is tb.Policy.EVERY_ROW for n in nodes)
        total += sum(odds + money, Fraction(0)) if is_sum else max(odds + money, default=Fraction(0))
    return total


def _is_share(node: object) -> bool:
    return isinstance(node, ex.FeatureOf) and isinstance(node.feature, ex.Percent | ex.Half)
