"""What a decided wager brings its player, commission and rounding included."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from audit.play.deciding import RETURNED, Decision, whole_net
from audit.play.errors import NotPlayable
from audit.play.positions import Position
from audit.play.pricing import open_value, price
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.money import ChargedEach, ChargedWhen, CommissionBase, Odds, Rounded, Rounding


def net(
    wager: wg.Wager,
    position: Position,
    lines: tuple[wg.WagerLine, ...],
    decision: Decision,
    sight: Sight,
    amount: Fraction | None = None,
    sizes: Mapping[str, Fraction] | None = None,
) -> Fraction | None:
    """The player's net result of a decided wager.

    Per unit of the wager as made where ``amount`` is None, and then without rounding; else in money for that stake.
    ``sizes`` are those of the meters that pay, 0 for one whose share is told beside.  None where no clause states the
    payout.  Raises `NotPlayable` for money where no amount is given, and for a share of a meter where no sizes are.
    """
    stake = Fraction(1) if amount is None else amount
    gain = _gain(decision, stake, amount, sizes)
    if gain is None:
        return None
    if any(isinstance(x, wg.PutUpByHouse) for x in lines):
        gain = max(gain, Fraction(0))
    if amount is not None and decision.outcome is tb.Outcome.WIN:
        gain = _rounded_payout(lines, gain)
    if decision.outcome is tb.Outcome.WIN and any(isinstance(x, wg.TakenWhenMade) for x in lines):
        gain -= Fraction(0) if _keeps_stake(decision) else stake
    return gain - commission(wager, position, lines, decision, sight, stake, amount is not None)


def _keeps_stake(decision: Decision) -> bool:
    """Whether the odds count the stake as gone already: 6 for 1 brings a winner five more than he put up."""
    payout = decision.payout
    return payout is not None and isinstance(payout.what, Odds) and payout.what.is_for


def _gain(
    decision: Decision, stake: Fraction, amount: Fraction | None, sizes: Mapping[str, Fraction] | None
) -> Fraction | None:
    """What a decision brings, money beside the wager included."""
    payout, beside = decision.payout, decision.beside
    span = payout.basis.span if payout is not None else next((b.span for b in decision.bases), NOWHERE)
    if decision.meters and sizes is None:
        raise NotPlayable(f"pays {payout.text}" if payout is not None and payout.meters else f"plus {beside.text}", span)
    if amount is None and (beside.plus or beside.meters):
        raise NotPlayable(f"plus {beside.text}, money beside a stake that is not fixed,", span)
    if amount is None and decision.is_money:
        raise NotPlayable("an amount of money for a stake that is not fixed (amount is …)", span)
    if amount is None and beside.gifts:
        raise NotPlayable(f"money to {beside.gifts[0].to}", span)
    besides = beside.plus + sum((share * (sizes or {})[name] for name, share in decision.meters), Fraction(0))
    if decision.outcome is tb.Outcome.WIN and payout is not None and isinstance(payout.what, Fraction):
        return payout.what + besides
    per_unit = whole_net(decision)
    return None if per_unit is None else per_unit * stake + besides


def commission(
    wager: wg.Wager,
    position: Position,
    lines: tuple[wg.WagerLine, ...],
    decision: Decision,
    sight: Sight,
    stake: Fraction,
    is_money: bool,
) -> Fraction:
    """What the house keeps of a decided wager; nothing where the stake goes back and the charge was when made."""
    charged = Fraction(0)
    for line in lines:
        if not isinstance(line, wg.Commission):
            continue
        if not isinstance(line.rate, ex.Percent):
            raise open_value(line.rate, "a commission whose rate is open", sight.equipment.ruleset, line.basis.span)
        if isinstance(line.charged, ChargedEach):
            raise NotPlayable(f"a commission charged each {line.charged.period}", line.basis.span)
        if not _is_due(line.charged, decision.outcome):
            continue
        base = stake
        if line.base is not CommissionBase.WAGER:
            won = _winnings(wager, position, lines, decision, sight, line.charged)
            if won is None:
                raise NotPlayable("a commission on a win that is not known when it is charged", line.basis.span)
            base = _rounded_payout(lines, won * stake) if is_money else won * stake
        due = line.rate.value * base
        charged += rounded(due, line.rounded, line.basis.span) if is_money else due
    return charged


def _is_due(charged: ChargedWhen, outcome: tb.Outcome) -> bool:
    match charged:
        case ChargedWhen.MADE:
            return outcome not in RETURNED
        case ChargedWhen.WON:
            return outcome is tb.Outcome.WIN
        case ChargedWhen.TIED:
            return outcome is tb.Outcome.PUSH


def _winnings(
    wager: wg.Wager,
    position: Position,
    lines: tuple[wg.WagerLine, ...],
    decision: Decision,
    sight: Sight,
    charged: ChargedWhen,
) -> Fraction | None:
    """The gain per unit on which a commission is reckoned: the one won, or the one that could be won when made."""
    if charged is ChargedWhen.WON:
        return whole_net(decision)
    agreed = price(wager, position, lines, sight).agreed
    return agreed.net if agreed is not None else None


def rounded(amount: Fraction, rule: Rounded | None, span: Span = NOWHERE) -> Fraction:
    """An amount rounded as stated; a half goes up where it is to the nearest."""
    if rule is None:
        return amount
    if not rule.to.value:
        raise NotPlayable("rounded to $0", span)
    steps = amount / rule.to.value
    match rule.direction:
        case Rounding.UP:
            whole = math.ceil(steps)
        case Rounding.DOWN:
            whole = math.floor(steps)
        case Rounding.NEAREST:
            whole = math.floor(steps + Fraction(1, 2))
    return whole * rule.to.value


def _rounded_payout(lines: tuple[wg.WagerLine, ...], gain: Fraction) -> Fraction:
    for line in lines:
        if isinstance(line, wg.PayoutRounded):
            return rounded(gain, line.rounded, line.basis.span)
    return gain
