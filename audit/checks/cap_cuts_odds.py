"""A limit on what is paid that cuts the posted odds.

What: A cap on the payment of a wager that lies below what its highest odds promise for the greatest stake that may be
    made.  Where no greatest stake is stated, or none is chosen for the option that sets it, nothing is said.
Why: The player reads the odds and is paid the cap: 1000 to 1 with a limit of $50,000 is 500 to 1 on $100.
Example: amount from $5 through $100, a row at 1000 to 1, and cap bonus per hand at $50,000.
Instead: amount from $5 through $50; or odds that say that the limit comes first.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, clauses, joined, money, wager_name
from audit.language.diagnostics import Severity
from audit.play.caps import Within, amount_of, covers
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.evaluating import evaluate
from audit.play.fitting import number_of
from audit.play.sight import Sight
from audit.ruleset import meters as mt
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError
from audit.ruleset.money import AtMost, EqualTo, FromThrough, IsAmount, Limit, Odds
from audit.ruleset.paying import payouts_of
from audit.ruleset.rewrite import walk

NAME = "cap-cuts-odds"
FAMILY = "money"
SEVERITY = Severity.WARNING
DYNAMIC = False


def check(context: Context) -> Iterator[Finding]:
    """One finding for each cap and wager whose odds it cuts at a stake that may be made."""
    ruleset = context.configured.ruleset
    sight = Sight(Equipment(ruleset))
    for cap in ruleset.of(mt.Cap):
        within = amount_of(cap, sight)
        if within is None or cap.guard is not None or cap.limit is Limit.AT_LEAST or within.most is None:
            continue
        for wager in context.offered:
            most = _most_staked(wager, sight)
            best = _best(wager, context) if covers(cap, wager.name.text) else None
            if most is not None and best is not None and most[0] * best[0].net > within.most:
                yield _finding(context, cap, within, wager, most, best)


def _most_staked(wager: wg.Wager, sight: Sight) -> tuple[Fraction, Basis] | None:
    """The greatest stake that may be made, where it is stated, with the line that says so."""
    found: list[tuple[Fraction, Basis]] = []
    for line in wager.lines:
        if not isinstance(line, wg.Amount):
            continue
        match line.stake:
            case FromThrough(_, bound) | AtMost(bound) | EqualTo(bound) | IsAmount(bound):
                try:
                    worth = number_of(evaluate(bound, sight))
                except (PlayError, ConfigureError):
                    continue
                if worth is not None:
                    found.append((worth, line.basis))
    return min(found, key=lambda one: one[0], default=None)


def _best(wager: wg.Wager, context: Context) -> tuple[Odds, Basis] | None:
    """The highest odds of a wager, with the row or line that states them."""
    paid = payouts_of(wager, context.configured.ruleset, bonuses=False)
    found = [(odds, basis) for payout, basis in paid for odds in walk(payout) if isinstance(odds, Odds)]
    return max(found, key=lambda one: one[0].net, default=None)


def _finding(
    context: Context,
    cap: mt.Cap,
    within: Within,
    wager: wg.Wager,
    most: tuple[Fraction, Basis],
    best: tuple[Odds, Basis],
) -> Finding:
    name, limit = wager_name(wager.name.text), within.most or Fraction(0)
    (stake, of_stake), (odds, of_odds) = most, best
    promised = stake * odds.net
    reaches = limit / odds.net
    cites = joined(cites_of([cap.basis]), cites_of([of_odds]), cites_of([of_stake]))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{name} pays {odds} and may be made for {money(stake)}: the limit of {money(limit)} cuts it"),
        condition=Prose(f"{odds} on {money(stake)} is {money(promised)}; {clauses(cites_of([cap.basis]))} pays {money(limit)}."),
        criteria=Prose("Posted odds must be paid on every stake that may be made."),
        cause=Prose("The limit on what is paid and the limit on the stake are set apart from each other."),
        effect=Prose(f"every stake above {money(reaches)} is paid less than {odds}"),
        recommendation=Prose(f"Let {name} be made for at most {money(reaches)}, or raise the limit to {money(promised)}."),
        ruleset=context.id,
        subject=f"{wager.name} cap",
        cites=cites,
        span=cap.basis.span,
        witness=None,
        no_witness_because=Prose("The numbers show it."),
    )
