"""Caps on what is paid, where the stake is a sum of money: what they cut off is not in the figures."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from audit.play.caps import cut_by, payment_of
from audit.play.equipment import Equipment
from audit.play.sight import Sight
from audit.ruleset import meters as mt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Paid
from audit.solve.cards.ids import wager_of
from audit.solve.cards.outcomes import Counted, paid_of
from audit.solve.cards.staking import is_staked_in_money
from audit.solve.errors import NotSolvable


def refuse_cut(counted: Counted, names: Collection[str], ruleset: Ruleset) -> None:
    """Raises `NotSolvable` where some round pays wagers and bonuses whose stake is fixed as money more than a cap allows.

    Of stakes in units nothing is cut: a note says that the figures are those of stakes that a cap leaves alone.
    """
    if not ruleset.of(mt.Cap):
        return
    sight, in_money = Sight(Equipment(ruleset)), {name for name in names if _is_in_money(name, ruleset)}
    for end in {tally.end for tally in counted.tallies if tally.deals}:
        payments: dict[str, Fraction] = {}
        for name, payment in (one for paid in paid_of(end, in_money) for one in _payment(paid, ruleset)):
            payments[name] = payments.get(name, Fraction(0)) + payment
        cap = cut_by(payments, sight)
        if cap is not None:
            who = " and ".join(name for name, payment in payments.items() if payment)
            raise NotSolvable(f"the cap cuts what {who} is paid at the stake that is fixed", "cap", cap.basis.span)


def _is_in_money(name: str, ruleset: Ruleset) -> bool:
    bonus = ruleset.named(name, tb.Bonus)
    return is_staked_in_money(ruleset, bonus.on.text if bonus is not None else wager_of(name))


def _payment(paid: Paid, ruleset: Ruleset) -> Iterator[tuple[str, Fraction]]:
    if paid.net is None:
        return
    wager = ruleset.named(wager_of(paid.name), wg.Wager)
    if wager is None:
        yield paid.name, max(paid.net, Fraction(0))
    else:
        yield wager.name.text, payment_of(wager, paid.result, paid.net, paid.staked)
