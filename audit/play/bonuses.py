"""Bonuses: money on a wager beside its result, which never loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.errors import NotPlayable
from audit.play.evaluating import holds
from audit.play.payouts import Payout, row_beside
from audit.play.pricing import fitting_payouts
from audit.play.rows import Reading
from audit.play.sight import Sight
from audit.ruleset import tables as tb
from audit.ruleset.basis import Basis
from audit.ruleset.ruleset import Ruleset

NO_MONEY = frozenset({tb.Outcome.NOTHING, tb.Outcome.LOSE, tb.Outcome.PUSH, tb.Outcome.RETURN, tb.Outcome.VOID})
"""Words that bring nothing in the table of a bonus: it has no stake of its own to lose or to give back."""

PAYING = (tb.Pays, tb.PaysBounded, tb.Spread)


@dataclass(frozen=True)
class BonusRuling:
    """All that the table of a bonus says at one moment.

    ``is_asked`` is whether its guard holds; ``payouts`` are those of the rows that fit, after the table's policy.
    """

    bonus: tb.Bonus
    is_asked: bool
    payouts: tuple[Payout, ...] = ()

    @property
    def payout(self) -> Payout | None:
        """The one payout, if there is exactly one in meaning; words that bring nothing are ``nothing``."""
        if not self.payouts:
            return None
        first = self.payouts[0]
        return first if all(first.same(other) for other in self.payouts) else None

    @property
    def bases(self) -> tuple[Basis, ...]:
        """The clauses of the bonus and of the rows that fit."""
        rows = (basis for p in self.payouts for basis in (p.basis, *p.besides))
        return tuple(dict.fromkeys((self.bonus.basis, *rows)))


def bonuses_on(wager: str, ruleset: Ruleset) -> tuple[tb.Bonus, ...]:
    """The bonuses on a wager."""
    return tuple(bonus for bonus in ruleset.of(tb.Bonus) if bonus.on.text == wager)


def rule_bonus(bonus: tb.Bonus, sight: Sight) -> BonusRuling:
    """What a bonus brings now; ``sight`` is that of the wager that it is on."""
    if bonus.guard is not None and not holds(bonus.guard, sight):
        return BonusRuling(bonus, False)
    payouts = _payouts(bonus.table, sight)
    for payout in payouts:
        if isinstance(payout.what, tb.Outcome) and payout.what not in NO_MONEY:
            raise NotPlayable(f'the result "{payout.what.value}" of a bonus', payout.basis.span)
    return BonusRuling(bonus, True, tuple(_as_bonus(p) for p in payouts))


def _payouts(table: tb.Table, sight: Sight) -> tuple[Payout, ...]:
    if any(isinstance(column, PAYING) for column in table.columns):
        return fitting_payouts(table, sight)
    if table.policy not in (None, tb.Policy.FIRST_ROW_ONLY):
        raise NotPlayable(f"{table.policy.value}, in a table that only says what is paid beside,")
    rows = list(Reading(table, sight).fitting())
    if table.policy is tb.Policy.FIRST_ROW_ONLY:
        rows = rows[:1]
    return tuple(
        Payout(tb.Outcome.NOTHING, text="nothing", basis=row.basis, beside=row_beside(table, row, sight))
        for row in rows
    )


def _as_bonus(payout: Payout) -> Payout:
    return replace(payout, what=tb.Outcome.NOTHING, text="nothing") if payout.what in NO_MONEY else payout


def bonus_net(payout: Payout, amount: Fraction, sizes: dict[str, Fraction]) -> Fraction | None:
    """What a bonus brings its player in money, on a wager of this amount; None where no clause states it."""
    beside = payout.beside.plus + sum(
        (share * sizes[name] for shares in (payout.meters, payout.beside.meters) for name, share in shares),
        Fraction(0),
    )
    if payout.what is tb.Outcome.NOTHING:
        return beside
    if isinstance(payout.what, Fraction):
        return payout.what + beside
    return None if payout.odds_net is None else payout.odds_net * amount + beside
