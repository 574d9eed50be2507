"""What a decision offers: the permitted choices, each at every stake that it may be made with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play import amounts
from audit.play.choosing import Offer
from audit.play.errors import AmountError, NotPlayable, NotStatedHere
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import number_of
from audit.play.itself import worked_out_once
from audit.play.positions import Position
from audit.play.roles import out_of_reach
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import money_text
from audit.ruleset.money import (
    AmountRule,
    AtLeast,
    AtMost,
    EqualTo,
    FromThrough,
    InUnitsOf,
    IsAmount,
    NotStated,
    OneOfTimes,
    Stake,
    ToWinAtMost,
    plain,
)
from audit.ruleset.rewrite import walk

FIXED = (EqualTo, IsAmount, OneOfTimes)
"""Amounts that leave the player no sum of his own to name."""


@dataclass(frozen=True)
class Sum:
    """A stake on offer, and how it is told apart: ``4`` for 4 times the ante, ``$25``."""

    amount: Fraction
    words: str


@dataclass(frozen=True)
class Offering:
    """Works out offers at one moment.

    ``may_make`` says whether a wager may be made now, ``position`` what it would be on, ``wished`` the stakes that the
    player has in mind for it.  With ``check_amounts`` stakes that the wager's own lines forbid are not offered.
    """

    sight: Sight
    may_make: Callable[[wg.Wager], bool]
    position: Callable[[wg.Wager], Position]
    wished: Callable[[str], Sequence[Fraction]]
    check_amounts: bool = True

    def offers(self, choices: Sequence[rd.Choice]) -> list[tuple[rd.Choice, Offer]]:
        """All offers of a decision with their choices, in order."""
        return [(choice, offer) for choice in choices if self.is_permitted(choice) for offer in self.of_choice(choice)]

    def is_permitted(self, choice: rd.Choice) -> bool:
        """Whether every line of a choice that asks permits it, and it does not give up what its player never has."""
        if self._gives_up_nothing(choice):
            return False
        if choice.guard is not None and not holds(choice.guard, self.sight):
            return False
        for line in choice.permissions:
            permits = holds(line.condition, self.sight)
            if permits is isinstance(line, rd.NotIf):
                return False
        return True

    def _gives_up_nothing(self, choice: rd.Choice) -> bool:
        """Whether a choice only forfeits wagers against a role that the player holds himself."""
        absent = out_of_reach(self.sight.equipment.ruleset)
        forfeits = [action.wagers for action in choice.actions if isinstance(action, rd.Forfeit | rd.ForfeitHalf)]
        if not absent or not forfeits or len(forfeits) < len(choice.actions) or choice.lines:
            return False
        return all(name.text in absent for names in forfeits for name in names)

    def of_choice(self, choice: rd.Choice) -> Iterator[Offer]:
        """The offers of a permitted choice: one for each way to stake what it makes, none where it cannot be made."""
        makes = list(self._makes(choice))
        sums = [self.stakes(make.wager.text, _stated(make), choice.basis.span) for make in makes]
        bases = (choice.basis, *(line.basis for line in choice.permissions))
        for combined in itertools.product(*sums):
            told = [one.words for one, others in zip(combined, sums, strict=True) if len(others) > 1]
            label = " ".join([choice.name.text, *told])
            staked = tuple((make.wager.text, one.amount) for make, one in zip(makes, combined, strict=True))
            yield Offer(choice.name.text, label, staked, bases)

    def _makes(self, choice: rd.Choice) -> Iterator[rd.Make | rd.SplitHand]:
        """The wagers that a choice makes, those of its guarded lines as far as their guards hold."""
        yield from (action for action in choice.actions if isinstance(action, rd.Make | rd.SplitHand))
        yield from self._in_lines(choice.lines)

    def _in_lines(self, lines: Sequence[rd.StepLine]) -> Iterator[rd.Make | rd.SplitHand]:
        for line in lines:
            if not _makes_something(line):
                continue
            if line.guard is not None and not holds(line.guard, self.sight):
                continue
            if isinstance(line, rd.Branch):
                arm = next((c for c in line.cases if c.condition is None or holds(c.condition, self.sight)), None)
                yield from self._in_lines(arm.lines if arm is not None else ())
            elif isinstance(line, rd.Act) and line.on is None:
                yield from (action for action in line.actions if isinstance(action, rd.Make | rd.SplitHand))
            else:
                raise NotPlayable("make in a line of this form", line.basis.span)

    def stakes(self, name: str, stated: Stake | None, span: Span) -> tuple[Sum, ...]:
        """The stakes at which a wager is offered; none where it may not be made now.

        A range is offered at its two ends, and at what the player wishes in between.
        """
        wager = self.sight.equipment.ruleset.named(name, wg.Wager)
        if wager is None or not self.may_make(wager):
            return ()
        own = [line.stake for line in wager.lines if isinstance(line, wg.Amount) and self._is_in_force(line)]
        found = self._sums(wager, [stated] if stated is not None else own, span)
        is_open = not any(isinstance(s, FIXED) for s in ([stated] if stated is not None else own))
        wanted = [Sum(amount, money_text(amount)) for amount in self.wished(name)] if is_open else []
        sums = {one.amount: one for one in (*wanted, *found) if self._is_lawful(wager, stated, one.amount)}
        return tuple(sums[amount] for amount in sorted(sums))

    def _is_in_force(self, line: wg.Amount) -> bool:
        return line.guard is None or holds(line.guard, self.sight)

    def _sums(self, wager: wg.Wager, stated: Sequence[Stake], span: Span) -> tuple[Sum, ...]:
        least: list[Sum] = []
        most: list[Sum] = []
        unit: Fraction | None = None
        for stake in stated:
            match stake:
                case EqualTo(amount) | IsAmount(amount):
                    return tuple(self._sum(amount))
                case OneOfTimes(times, of):
                    base = self._money(of)
                    return () if base is None else tuple(Sum(base * t, plain(t)) for t in times)
                case FromThrough(low, high):
                    least += self._sum(low)
                    most += self._sum(high)
                case AtLeast(bound):
                    least += self._sum(bound)
                case AtMost(bound):
                    most += self._sum(bound)
                case InUnitsOf(bound):
                    unit = self._money(bound)
                case NotStated():
                    if not self.wished(wager.name.text):
                        raise NotStatedHere(f"the amount of {wager.name} is not stated", wager.basis.span)
                case ToWinAtMost() | AmountRule():
                    pass
        bottom = max(least, key=lambda one: one.amount, default=None)
        top = min(most, key=lambda one: one.amount, default=None)
        if bottom is not None and top is not None and bottom.amount > top.amount:
            return ()
        ends = [_in_units(one, unit, up=one is bottom) for one in (bottom, top) if one is not None]
        if not ends and not self.wished(wager.name.text):
            raise NotStatedHere(f"no line says how much {wager.name} is; --wager gives it", span)
        return tuple(ends)

    def _sum(self, amount: ex.Expression) -> list[Sum]:
        worth = self._money(amount)
        return [] if worth is None else [Sum(worth, _words(amount, worth))]

    def _money(self, amount: ex.Expression) -> Fraction | None:
        return number_of(evaluate(amount, self.sight))

    def _is_lawful(self, wager: wg.Wager, stated: Stake | None, amount: Fraction) -> bool:
        if amount <= 0:
            return False
        if not self.check_amounts:
            return True
        try:
            position = self.position(wager)
            amounts.check(wager, position, amount, self.sight)
            if stated is not None:
                line = wg.Amount(basis=wager.basis, stake=stated)
                amounts.check(replace(wager, lines=(line,)), position, amount, self.sight)
        except AmountError:
            return False
        return True


def refuse_other_stake(taken: Offer, offers: Sequence[Offer], wager: str, wished: Fraction, basis: Basis) -> None:
    """Raises `AmountError` where a choice makes a wager, and at no stake that it may be is it what the player asked for."""
    stakes = {amount for offer in offers if offer.choice == taken.choice for name, amount in offer.makes if name == wager}
    if stakes and wished not in stakes:
        able = " or ".join(money_text(amount) for amount in sorted(stakes))
        clauses = ", ".join(str(cite) for cite in basis.cites)
        told = f" ({clauses})" if clauses else ""
        raise AmountError(f"{wager} {money_text(wished)}: {taken.choice} makes it {able}{told}", basis.span)


def _stated(make: rd.Make | rd.SplitHand) -> Stake | None:
    """The amount that the act itself states; a split states none."""
    return make.amount if isinstance(make, rd.Make) else None


def _in_units(one: Sum, unit: Fraction | None, *, up: bool) -> Sum:
    if not unit or (one.amount / unit).denominator == 1:
        return one
    whole = (math.ceil if up else math.floor)(one.amount / unit) * unit
    return Sum(whole, money_text(whole))


def _words(amount: ex.Expression, worth: Fraction) -> str:
    """How a bound is told: ``3`` for 3 times another wager, else as money."""
    match amount:
        case ex.Called():
            return "1"
        case ex.Times(ex.Number() as times, ex.Called()):
            return plain(times.value)
        case _:
            return money_text(worth)


@worked_out_once
def _makes_something(line: rd.StepLine) -> bool:
    return any(isinstance(node, rd.Make | rd.SplitHand) for node in walk(line))
