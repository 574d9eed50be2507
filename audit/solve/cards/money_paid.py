"""Payouts in money on wagers that are reckoned in units.

Money says something per unit only where a line fixes the stake as money.  Elsewhere a figure would hang on how much is
staked, and nobody has said how much.
"""

from __future__ import annotations

from collections.abc import Iterable

from audit.ruleset import expressions as ex
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.paying import payouts_of
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.ids import wager_of
from audit.solve.errors import NotVerifiable


class StakeNotFixed(NotVerifiable):
    """A wager is paid an amount of money, and no line fixes its stake; ``wager`` is its name."""

    def __init__(self, wager: str, span: Span) -> None:
        why = f"{wager} is paid an amount of money, and no line fixes its stake (amount is $…)"
        super().__init__(why, wager, span)
        self.wager = wager


def refuse_money_on_units(ruleset: Ruleset, wagers: Iterable[str]) -> None:
    """Raises `StakeNotFixed` by the line that pays one of these wagers money; none of them has a stake that is a sum of money."""
    for name in dict.fromkeys(map(wager_of, wagers)):
        wager = ruleset.named(name, wg.Wager)
        for payout, basis in payouts_of(wager, ruleset) if wager is not None else ():
            if any(isinstance(node, ex.Money) for node in walk(payout)):
                raise StakeNotFixed(name, basis.span)
