"""Paying what was decided: meters, caps, bonuses and money for others beside the net of the wager itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play import meters, money
from audit.play.beside import Extra, Gift, Shares, add_shares
from audit.play.bonuses import BonusRuling, bonus_net
from audit.play.caps import cuts, payment_of
from audit.play.deciding import Decision
from audit.play.errors import NotPlayable
from audit.play.events import BonusSettled, Capped, DealerSettled, Event, MeterPaid, PaidBeside, Settled
from audit.play.payouts import Payout
from audit.play.sight import Sight
from audit.play.state import Stake, TableState
from audit.play.wording import trigger_text
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis


@dataclass(frozen=True)
class Payer:
    """Writes into a stake what it brings; yields what happened.

    Before an oracle, which stands for a solver, meters are left open and caps are not asked: then a net holds what is
    paid beside meters, and the shares of meters stand in the stake's ``meters``.
    """

    state: TableState

    def pay(
        self, stake: Stake, decision: Decision, lines: tuple[wg.WagerLine, ...], sight: Sight, basis: Basis
    ) -> Iterator[Event]:
        """A wager decided; one of the dealer's brings the player what it costs the dealer."""
        if stake.is_dealers:
            yield self._pay_the_dealer(stake, decision, lines, sight, basis)
            return
        sizes = self._sizes(decision.meters, sight)
        net = money.net(stake.wager, stake.position, lines, decision, sight, stake.amount, sizes)
        name, result = stake.wager.name.text, decision.outcome.value
        met: list[Event] = []
        payment = Fraction(0)
        if net is not None and stake in self.state.stakes:
            payment = payment_of(stake.wager, result, net, stake.amount)
            cut, met = self._cut(stake.id, name, payment, sight)
            if cut and any(isinstance(line, wg.Commission) for line in lines):
                raise NotPlayable("a cap on a win on which a commission is due", basis.span)
            net, payment = net - cut, payment - cut
        stake.result, stake.net, stake.decision = result, net, decision
        stake.just_decided = True
        stake.meters = decision.meters
        yield Settled(stake.id, result, told(decision), net, trigger_text(sight), bases=decision.bases or (basis,))
        yield from met
        yield from self._empty(decision.meters, sizes, sight)
        if not decision.meters:
            yield from self._charge(stake.wager, payment, sight)
        label = decision.payout.label if decision.payout is not None else ""
        yield from self._give(stake, stake.id, label, decision.beside.gifts, sight, basis)

    def _pay_the_dealer(
        self, stake: Stake, decision: Decision, lines: tuple[wg.WagerLine, ...], sight: Sight, basis: Basis
    ) -> DealerSettled:
        """A wager of the dealer's decided: what it brings the dealer the player pays.  Caps and meters are of the house's payments."""
        if decision.meters or decision.beside.gifts:
            raise NotPlayable(f"what {stake.wager.name} is paid, which the dealer made,", stake.wager.basis.span)
        net = money.net(stake.wager, stake.position, lines, decision, sight, stake.amount)
        stake.result, stake.decision, stake.just_decided = decision.outcome.value, decision, True
        stake.net = None if net is None else -net
        bases = decision.bases or (basis,)
        return DealerSettled(stake.id, stake.result, told(decision), stake.net, trigger_text(sight), bases=bases)

    def pay_bonus(self, stake: Stake, ruling: BonusRuling, payout: Payout, sight: Sight) -> Iterator[Event]:
        """What a bonus brings on a stake, beside its result."""
        name = ruling.bonus.name.text
        shares = add_shares(payout.meters, payout.beside.meters)
        sizes = self._sizes(shares, sight)
        net = bonus_net(payout, stake.amount, sizes)
        met: list[Event] = []
        if net is not None:
            cut, met = self._cut(name, name, max(net, Fraction(0)), sight)
            net -= cut
        is_paid = payout.what is not tb.Outcome.NOTHING or bool(payout.beside.plus or shares)
        result = tb.Outcome.WIN.value if is_paid else tb.Outcome.NOTHING.value
        text = paid_text(payout, payout.beside.text)
        stake.extras.append(Extra("bonus", name, result, net, text, payout.label, shares, ruling.bases))
        yield BonusSettled(name, stake.id, result, text, net, trigger_text(sight), bases=ruling.bases)
        yield from met
        yield from self._empty(shares, sizes, sight)
        if not shares:
            yield from self._charge(stake.wager, max(net or Fraction(0), Fraction(0)), sight)
        yield from self._give(stake, name, payout.label, payout.beside.gifts, sight, ruling.bonus.basis)

    def _give(
        self, stake: Stake, name: str, label: str, gifts: tuple[Gift, ...], sight: Sight, basis: Basis
    ) -> Iterator[Event]:
        """Money for others, noted beside the stake."""
        for gift in gifts:
            sizes = self._sizes(gift.meters, sight)
            amount = gift.amount(stake.amount) + paid_by(gift.meters, sizes)
            kind = "envy" if gift.to == "each other player" else gift.to
            bases = (basis, gift.basis) if basis != gift.basis else (basis,)
            stake.extras.append(Extra(kind, name, "paid", amount, gift.text, label, gift.meters, bases))
            yield PaidBeside(name, gift.to, gift.text, amount, gift.needs, bases=(gift.basis,))
            yield from self._empty(gift.meters, sizes, sight)

    def _sizes(self, shares: Shares, sight: Sight) -> dict[str, Fraction]:
        """How large the meters that pay are; 0 where they are left open."""
        sizes: dict[str, Fraction] = {}
        for name, _ in shares:
            if self.state.oracle is not None:
                sizes[name] = Fraction(0)
            else:
                known = self.state.meters.get(name)
                sizes[name] = meters.start_of(name, sight) if known is None else known
        return sizes

    def _empty(self, shares: Shares, sizes: dict[str, Fraction], sight: Sight) -> Iterator[Event]:
        """What becomes of the meters that have paid."""
        if self.state.oracle is not None:
            return
        for name, share in shares:
            size = self.state.meters.get(name, sizes[name])
            left = meters.left_after(name, size, share, sight)
            if left is None:
                self.state.meters.pop(name, None)
            else:
                self.state.meters[name] = left.amount
            bases = (left.basis,) if left is not None and left.basis is not None else ()
            yield MeterPaid(name, share * sizes[name], left.amount if left is not None else None, bases=bases)

    def _charge(self, wager: wg.Wager, payment: Fraction, sight: Sight) -> Iterator[Event]:
        """A payment of a fixed amount that is taken from a meter; more than all of it is not."""
        if not payment or self.state.oracle is not None:
            return
        for charged in meters.charged_with(wager, payment, sight):
            size = meters.size_of(charged.name, replace(sight, meters=self.state.meters))
            left = None if size is None else max(size - payment, Fraction(0))
            if left is not None:
                self.state.meters[charged.name] = left
            yield MeterPaid(charged.name, payment, left, bases=(charged.basis,))

    def _cut(self, shown: str, name: str, payment: Fraction, sight: Sight) -> tuple[Fraction, list[Event]]:
        """How much the caps cut off a payment, and what is to be told of them."""
        if not payment or self.state.oracle is not None:
            return Fraction(0), []
        found = list(cuts(name, payment, self.state, sight))
        events: list[Event] = [Capped(shown, cut.by, bases=(cut.cap.basis,)) for cut in found]
        return max((cut.by for cut in found if cut.by is not None), default=Fraction(0)), events


def paid_by(shares: Shares, sizes: dict[str, Fraction]) -> Fraction:
    return sum((share * sizes[name] for name, share in shares), Fraction(0))


def told(decision: Decision) -> str:
    """What is paid, as the lines say it."""
    if decision.payout is None:
        return f"plus {decision.beside.text}" if decision.beside.text else ""
    return paid_text(decision.payout, decision.beside.text)


def paid_text(payout: Payout, beside: str) -> str:
    """A payout with the money beside it: ``25 to 1 plus $1,000``."""
    if payout.what is tb.Outcome.NOTHING:
        return beside
    return f"{payout.text} plus {beside}" if beside else payout.text
