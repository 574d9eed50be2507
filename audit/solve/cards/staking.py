"""With what the wagers of a course are made: units, amounts derived from them, money where a line says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import number_of
from audit.play.making import Wish
from audit.play.roles import dealers_against
from audit.play.sight import Sight, WagerView
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.configure import Configured, OptionUnset
from audit.ruleset.money import EqualTo, FromThrough, IsAmount, OneOfTimes, Share
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
    ruleset = configured.ruleset
    kinds = wg.Wager | mt.Meter | wg.Role
    statements = tuple(_unrounded(s, ruleset) if isinstance(s, kinds) else s for s in ruleset.statements)
    if all(one is other for one, other in zip(statements, ruleset.statements, strict=True)):
        return configured
    return replace(configured, ruleset=Ruleset(ruleset.head, statements))


def _unrounded(statement: wg.Wager | mt.Meter | wg.Role, ruleset: Ruleset) -> wg.Wager | mt.Meter | wg.Role:
    if isinstance(statement, mt.Meter):
        lines = tuple(_as_floor(line) for line in statement.lines)
        return statement if lines == statement.lines else replace(statement, lines=lines)
    if isinstance(statement, wg.Role):
        against = [w.name.text for w in dealers_against(statement, ruleset)]
        if against and all(_Stakes(ruleset).is_money(name) for name in against):
            return statement
        return rewrite(
            statement, lambda node: replace(node, rounded=None) if isinstance(node, wg.RoleCommission) and node.rounded else node
        )
    if _Stakes(ruleset).is_money(statement.name.text):
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
    stakes = _Stakes(ruleset)
    amounts = {name: stakes.of(wager_of(name)) for name in first}
    refuse_money_on_units(ruleset, (name for name in wagers if not stakes.is_money(wager_of(name))))
    wishes = tuple(Wish(wager_of(name), label_of(name), worth) for name, (worth, _) in amounts.items())
    in_money = frozenset(name for name, (_, is_money) in amounts.items() if is_money)
    return Staked(unit, wishes, tuple((name, worth) for name, (worth, _) in amounts.items()), in_money)


def is_staked_in_money(ruleset: Ruleset, wager: str) -> bool:
    """Whether lines fix the stake of a wager as money, by itself or as so much of another of which that holds."""
    return _Stakes(ruleset).is_money(wager)


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


def _as_floor(line: mt.MeterLine) -> mt.MeterLine:
    """What a meter starts at says no more how large it is, but still of which of two payouts it is the higher."""
    if isinstance(line, mt.StartsAt | mt.StartsAtLeast):
        return mt.ResetsTo(at_least=True, amount=line.amount, basis=line.basis, guard=line.guard, when=line.when)
    return line


@dataclass(frozen=True)
class SpeaksOf:
    """What an amount is derived from: wagers by name, and whether money is in it, be it a sum that the house has still to name."""

    wagers: tuple[str, ...]
    is_money: bool


def speaks_of(amount: object, ruleset: Ruleset) -> SpeaksOf:
    """What an amount speaks of, by itself or by way of definitions."""
    wagers: dict[str, None] = {}
    is_money, met, waiting = False, set[str](), [amount]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, ex.Money):
                is_money = True
            if not isinstance(node, ex.Called) or node.name.text in met:
                continue
            name = node.name.text
            met.add(name)
            if ruleset.named(name, wg.Wager) is not None:
                wagers[name] = None
            elif ruleset.named(name, wo.DefinedValue) is not None:
                waiting += ruleset.by_name.get(name, ())
            else:
                is_money = True
    return SpeaksOf(tuple(wagers), is_money)


@dataclass
class _Stakes:
    """The amounts of the wagers of a ruleset, worked out where they are asked for: 1 where no line says more.

    An amount that a line derives from another wager is as much of that one's amount, wherever either is declared, and
    whether the other is made or not.
    """

    ruleset: Ruleset
    found: dict[str, tuple[Fraction, bool]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def of(self, name: str) -> tuple[Fraction, bool]:
        """The amount of a wager, and whether it is money."""
        if name not in self.found:
            wager = self.ruleset.named(name, wg.Wager)
            if wager is None:
                raise NotSolvable(f"there is no wager {name}", name)
            if name in self.asked:
                raise NotSolvable(f"the amounts of {' and '.join(self.asked)} are derived from one another", name, wager.basis.span)
            self.asked.append(name)
            self.found[name] = self._amount(wager)
            self.asked.pop()
        return self.found[name]

    def is_money(self, name: str, asked: tuple[str, ...] = ()) -> bool:
        """Whether the amount is a sum of money, be it one that the house has still to name."""
        wager = self.ruleset.named(name, wg.Wager)
        if wager is None or name in asked:
            return False
        for line in wager.lines:
            if not isinstance(line, wg.Amount) or line.guard is not None:
                continue
            if isinstance(line.stake, EqualTo | IsAmount | OneOfTimes):
                spoken = speaks_of(line.stake, self.ruleset)
                if spoken.is_money:
                    return True
                if spoken.wagers:
                    return any(self.is_money(one, (*asked, name)) for one in spoken.wagers)
        return False

    def _amount(self, wager: wg.Wager) -> tuple[Fraction, bool]:
        for line in wager.lines:
            if not isinstance(line, wg.Amount) or line.guard is not None:
                continue
            match line.stake:
                case EqualTo(amount) | IsAmount(amount):
                    spoken = speaks_of(amount, self.ruleset)
                    amounts = {name: self.of(name) for name in spoken.wagers}
                    worth = self._worth(amount, amounts, wager)
                    if worth is not None:
                        return worth, spoken.is_money or any(of_money for _, of_money in amounts.values())
                case OneOfTimes(times, ex.Called(name)) if self.ruleset.named(name.text, wg.Wager) is not None:
                    if len(times) > 1:
                        raise NotSolvable(f"the amount of {wager.name} is a choice before the deal", "amount", line.basis.span)
                    worth, is_money = self.of(name.text)
                    return times[0] * worth, is_money
        return Fraction(1), False

    def _worth(self, amount: ex.Expression, amounts: Mapping[str, tuple[Fraction, bool]], wager: wg.Wager) -> Fraction | None:
        """An amount worked out; None where the house sets it and nothing that is paid depends on it."""
        views = {name: WagerView(is_made=True, is_open=True, amount=made) for name, (made, _) in amounts.items()}
        try:
            return number_of(evaluate(amount, Sight(Equipment(self.ruleset), wagers=views)))
        except OptionUnset:
            if is_paid_money(self.ruleset, wager.name.text):
                raise
            return None
