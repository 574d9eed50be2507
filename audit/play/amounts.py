"""Whether a stake is one that the rules permit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from audit.play.errors import AmountError, NotPlayable, PlayError
from audit.play.evaluating import evaluate, holds
from audit.play.fitting import number_of
from audit.play.itself import worked_out_once
from audit.play.positions import Position
from audit.play.pricing import price
from audit.play.roles import is_of_a_round_before
from audit.play.sight import Sight
from audit.play.state import Stake, TableState
from audit.ruleset import expressions as ex
from audit.ruleset import wagers as wg
from audit.ruleset.configure import ConfigureError, money_text
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
    ToWinAtMost,
)
from audit.ruleset.rewrite import walk


def check(wager: wg.Wager, position: Position, amount: Fraction, sight: Sight) -> None:
    """Raises `AmountError` where a stake is not permitted, naming the bound and its clause.

    A bound that speaks of a wager not made is asked once both are: see `check_others`.
    """
    for line in wager.lines:
        if isinstance(line, wg.Amount) and _is_asked(line, sight):
            wrong = _wrong(line, wager, position, amount, sight)
            if wrong:
                clauses = ", ".join(str(c) for c in line.basis.cites)
                raise AmountError(f"{wager.name} {money_text(amount)}: {wrong} ({clauses})", line.basis.span)


def is_permitted(wager: wg.Wager, position: Position, amount: Fraction, sight: Sight) -> bool:
    """Whether no bound rules out a stake; one that cannot be worked out yet, as for want of an option, rules out none."""
    return not any(
        isinstance(line, wg.Amount) and _is_ruled_out(line, wager, position, amount, sight) for line in wager.lines
    )


def _is_ruled_out(line: wg.Amount, wager: wg.Wager, position: Position, amount: Fraction, sight: Sight) -> bool:
    try:
        return _is_asked(line, sight) and bool(_wrong(line, wager, position, amount, sight))
    except (PlayError, ConfigureError):
        return False


def worth_of(bound: ex.Expression, sight: Sight) -> Fraction | None:
    """A bound worked out; None where it is no limit, or cannot be worked out yet."""
    try:
        return _money(bound, sight)
    except (PlayError, ConfigureError):
        return None


def check_others(made: Stake, state: TableState) -> None:
    """The bounds of wagers that stand already and that speak of the one just made."""
    name = made.wager.name.text
    for stake in state.open_stakes:
        lines = tuple(line for line in stake.wager.lines if isinstance(line, wg.Amount) and name in _speaks_of(line))
        if lines and stake is not made:
            bounded = replace(
                stake.wager, lines=(*(x for x in stake.wager.lines if not isinstance(x, wg.Amount)), *lines)
            )
            check(bounded, stake.position, stake.amount, state.sight(stake))


def _is_asked(line: wg.Amount, sight: Sight) -> bool:
    """Whether a bound holds, every wager that it speaks of is made, and it hangs on no round before."""
    ruleset = sight.equipment.ruleset
    if is_of_a_round_before(line.stake, ruleset):
        return False
    unmade = [n for n in _speaks_of(line) if n not in sight.wagers and ruleset.named(n, wg.Wager) is not None]
    return not unmade and (line.guard is None or holds(line.guard, sight))


@worked_out_once
def _speaks_of(line: wg.Amount) -> frozenset[str]:
    """The names in a bound."""
    return frozenset(node.name.text for node in walk(line.stake) if isinstance(node, ex.Called))


def _wrong(line: wg.Amount, wager: wg.Wager, position: Position, amount: Fraction, sight: Sight) -> str:
    match line.stake:
        case EqualTo(bound) | IsAmount(bound):
            exact = _money(bound, sight)
            return "" if exact is None or amount == exact else f"it is {money_text(exact)}"
        case FromThrough(least, most):
            return _between(amount, _money(least, sight), _money(most, sight))
        case AtLeast(bound):
            return _between(amount, _money(bound, sight), None)
        case AtMost(bound):
            return _between(amount, None, _money(bound, sight))
        case OneOfTimes(times, of):
            base = _money(of, sight)
            permitted = [] if base is None else [base * t for t in times]
            return "" if not permitted or amount in permitted else f"it is {' or '.join(map(money_text, permitted))}"
        case InUnitsOf(unit):
            step = _money(unit, sight)
            return "" if not step or (amount / step).denominator == 1 else f"it is in units of {money_text(step)}"
        case ToWinAtMost(bound):
            return _to_win(wager, position, amount, _money(bound, sight), sight)
        case AmountRule() | NotStated():
            return ""
    return ""


def _between(amount: Fraction, least: Fraction | None, most: Fraction | None) -> str:
    if least is not None and amount < least:
        return f"at least {money_text(least)}"
    return f"at most {money_text(most)}" if most is not None and amount > most else ""


def _to_win(wager: wg.Wager, position: Position, amount: Fraction, most: Fraction | None, sight: Sight) -> str:
    if most is None:
        return ""
    try:
        payout = price(wager, position, wager.lines, sight).agreed
    except NotPlayable:
        return ""
    if payout is None or payout.net is None or payout.net * amount <= most:
        return ""
    return f"it may win at most {money_text(most)}"


def _money(bound: ex.Expression, sight: Sight) -> Fraction | None:
    """A bound worked out; None is no limit."""
    return number_of(evaluate(bound, sight))
