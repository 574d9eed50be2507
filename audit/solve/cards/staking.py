"""With what the wagers of a course are made: units, amounts derived from them, money where a line says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import number_of
from audit.play.making import Wish
from audit.play.sight import Sight, WagerView
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, OptionUnset
from audit.ruleset.money import EqualTo, FromThrough, IsAmount, OneOfTimes, Share, Stake
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.bundles import made_by_decisions, unit_of
from audit.solve.cards.ids import label_of, wager_of
from audit.solve.cards.money_paid import refuse_money_on_units
from audit.solve.errors import NotSolvable


@dataclass(frozen=True)
class Staked:
    """The wagers to be made before anything is decided; ``stakes`` are their amounts by name, in units, but in money for
    those ``in_money``, where a line says so.
    """

    unit: str
    wishes: tuple[Wish, ...]
    stakes: tuple[tuple[str, Fraction], ...]
    in_money: frozenset[str]


def without_amounts_of_money(configured: Configured) -> Configured:
    """The ruleset as it is for a unit that is no sum of money: nothing is rounded, and no meter has a size yet.

    What meters pay is then told in shares of them, and figures are exact; rounding depends on the stakes made.
    """
    statements = tuple(_unrounded(s) if isinstance(s, wg.Wager | mt.Meter) else s for s in configured.ruleset.statements)
    if all(one is other for one, other in zip(statements, configured.ruleset.statements, strict=True)):
        return configured
    return replace(configured, ruleset=Ruleset(configured.ruleset.head, statements))


def _unrounded(statement: wg.Wager | mt.Meter) -> wg.Wager | mt.Meter:
    if isinstance(statement, mt.Meter):
        lines = tuple(line for line in statement.lines if not isinstance(line, mt.StartsAt | mt.StartsAtLeast))
        return statement if lines == statement.lines else replace(statement, lines=lines)
    if _stated_money(statement) is not None:
        return statement
    kept = tuple(line for line in statement.lines if not isinstance(line, wg.PayoutRounded))
    return rewrite(
        statement if kept == statement.lines else replace(statement, lines=kept),
        lambda node: replace(node, rounded=None) if isinstance(node, wg.Commission) and node.rounded else node,
    )


def staked(ruleset: Ruleset, wagers: Sequence[str]) -> Staked:
    """How these wagers are made: the first required one at 1, others as their lines derive it from wagers made already.

    Raises `NotSolvable` where an amount is a choice before the deal, or money is paid and no line fixes the stake,
    `OptionUnset` where a payout in money would need a stake that the house sets and nobody has given.
    """
    decided = made_by_decisions(ruleset)
    unit = unit_of(ruleset, tuple(wagers))
    first = [name for name in wagers if name not in decided]
    amounts: dict[str, Fraction] = {}
    money: dict[str, Fraction] = {}
    for name in sorted(first, key=lambda n: n != unit):
        wager = ruleset.named(wager_of(name), wg.Wager)
        if wager is None:
            raise NotSolvable(f"there is no wager {name}", name)
        amounts[name], in_money = _amount(wager, ruleset, amounts, money)
        if in_money:
            money[name] = amounts[name]
    refuse_money_on_units(ruleset, wagers)
    wishes = tuple(Wish(wager_of(name), label_of(name), amounts[name]) for name in first)
    return Staked(unit, wishes, tuple((name, amounts[name]) for name in first), frozenset(money))


def linear_wagers(ruleset: Ruleset, wagers: Sequence[str]) -> tuple[str, ...]:
    """The wagers that a decision makes at any amount within bounds, of which only the two ends are offered.

    Raises `NotSolvable` where such a wager is paid in money, so that what lies between the ends is no mixture of them.
    """
    found: list[str] = []
    for name in wagers:
        wager = ruleset.named(name, wg.Wager)
        if wager is None or name not in made_by_decisions(ruleset):
            continue
        if not any(isinstance(node, FromThrough) for node in walk(wager.lines)) and not _made_in_a_range(ruleset, name):
            continue
        if is_paid_money(ruleset, name):
            raise NotSolvable(f"{name} may be of any amount between two, and is paid in money", name, wager.basis.span)
        found.append(name)
    return tuple(found)


def _made_in_a_range(ruleset: Ruleset, name: str) -> bool:
    return any(
        isinstance(node, rd.Make) and node.wager.text == name and isinstance(node.amount, FromThrough)
        for statement in ruleset.of(rd.Round)
        for node in walk(statement)
    )


def is_paid_money(ruleset: Ruleset, name: str) -> bool:
    """Whether some row or line pays this wager, or a bonus on it, an amount of money or a share of a meter."""
    pays: list[object] = []
    for statement in ruleset.of(tb.PaysTable, tb.PaysRate, tb.SettleTable):
        if any(n.text == name for n in statement.wagers):  # type: ignore[attr-defined]
            pays.append(statement)
    pays += [bonus for bonus in ruleset.of(tb.Bonus) if bonus.on.text == name]
    pays += list(ruleset.of(tb.PayoutList))
    wager = ruleset.named(name, wg.Wager)
    if wager is not None:
        pays += [line for line in wager.lines if isinstance(line, wg.PaysLine | wg.PaysByTable)]
    meters = {meter.name.text for meter in ruleset.of(mt.Meter)}
    return any(
        isinstance(node, ex.Money | Share) or (isinstance(node, tb.NamedCell) and node.name.text in meters)
        for statement in pays
        for node in walk(statement)
    )


def _amount(
    wager: wg.Wager, ruleset: Ruleset, amounts: dict[str, Fraction], money: dict[str, Fraction]
) -> tuple[Fraction, bool]:
    """The amount of a wager, and whether it is money."""
    for line in wager.lines:
        if not isinstance(line, wg.Amount) or line.guard is not None:
            continue
        match line.stake:
            case EqualTo(amount) | IsAmount(amount):
                named = [node.name.text for node in walk(amount) if isinstance(node, ex.Called)]
                if any(ruleset.named(name, wg.Wager) is not None and name not in amounts for name in named):
                    continue
                in_money = any(isinstance(node, ex.Money) for node in walk(amount)) or any(n in money for n in named)
                worth = _worth(amount, ruleset, amounts, wager)
                if worth is not None:
                    return worth, in_money
            case OneOfTimes(times, ex.Called(name)) if name.text in amounts:
                if len(times) > 1:
                    raise NotSolvable(f"the amount of {wager.name} is a choice before the deal", "amount", line.basis.span)
                return times[0] * amounts[name.text], name.text in money
    return Fraction(1), False


def _worth(
    amount: ex.Expression, ruleset: Ruleset, amounts: dict[str, Fraction], wager: wg.Wager
) -> Fraction | None:
    """An amount worked out; None where the house sets it and nothing that is paid depends on it."""
    views = {name: WagerView(is_made=True, is_open=True, amount=made) for name, made in amounts.items()}
    try:
        return number_of(evaluate(amount, Sight(Equipment(ruleset), wagers=views)))
    except OptionUnset:
        if is_paid_money(ruleset, wager.name.text):
            raise
        return None


def _stated_money(wager: wg.Wager) -> Stake | None:
    """The line that fixes a wager at an amount of money, if one does."""
    fixed = (x.stake for x in wager.lines if isinstance(x, wg.Amount) and isinstance(x.stake, IsAmount | EqualTo))
    return next((stake for stake in fixed if any(isinstance(node, ex.Money) for node in walk(stake))), None)
