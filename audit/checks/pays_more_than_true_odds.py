"""A wager that gives the player the advantage.

What: A wager whose house edge is below zero, as it is first made or at a moment at which it may still be made.
Why: Whoever plays it long enough takes money from the house; as a rule a payout or a moment is misstated.
Example: 7 to 6 against a chance of 6 to 5 is the house's; 7 to 5 is the player's.
Instead: odds that do not pass the true odds.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks import result_unstated
from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.checks.wording import exact, few, joined, percent, plain_name, row_name
from audit.language.diagnostics import Severity
from audit.play.roles import is_the_dealers
from audit.ruleset.basis import NOWHERE, Span
from audit.solve.result import Figures, Method, WagerResult

NAME = "pays-more-than-true-odds"
FAMILY = "money"
SEVERITY = Severity.ERROR
DYNAMIC = True


def check(context: Context) -> Iterator[Finding]:
    """The rows of the result, and their moments, that give the player the advantage.

    A wager that an outcome leaves open, or that nothing lets lose, is told as such: its figure follows from that.
    """
    if context.verified is None:
        return
    told = result_unstated.wagers_told(context)
    # the dealer makes these against a player who holds a role: that it is worth holding is no fault of a payout
    against_the_player = {wager.name.text for wager in context.offered if is_the_dealers(wager)}
    for row in context.verified.result.wagers:
        if row.wager in told:
            continue
        if row.method is not Method.EXACT or row.figures is None or row.wager in against_the_player:
            continue
        if _is_players(row.figures):
            yield _finding(context, row, row.figures, "", row.cites)
        for moment in row.moments:
            if _is_players(moment.figures):
                yield _finding(context, row, moment.figures, f" made {plain_name(moment.when)}", joined(moment.cites, row.cites))

LONGEST = 10**12
"""Odds of numbers below this are told as they are."""


def _is_players(figures: Figures) -> bool:
    return figures.house_edge is not None and figures.house_edge < 0


def _finding(context: Context, row: WagerResult, figures: Figures, when: str, cites: tuple[str, ...]) -> Finding:
    gain = -(figures.house_edge or Fraction(0))
    who = row_name(row)
    pays = few([o.pays for o in figures.outcomes if o.result == "win" and o.pays]) or "its payouts"
    odds = figures.true_odds
    against = f" against true odds of {_odds(odds)}" if odds else ""
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who}{when} gives the player an advantage of {exact(gain)}"),
        condition=Prose(
            f"{who}{when} pays {pays}{against}: it wins {percent(figures.win, 2)} of the time, loses "
            f"{percent(figures.lose, 2)}, and is worth {exact(gain)} per unit to the player."
        ),
        criteria=Prose("No wager should pay more than its true odds."),
        cause=Prose("What is paid on a win outweighs what is lost at these chances."),
        effect=Prose(f"the house pays out {_money(gain * 100)} more than it takes for every $100 wagered"),
        recommendation=Prose(_recommendation(figures, who)),
        ruleset=context.id,
        subject=Prose(f"{row.wager} {' '.join(row.positions)}{when}".strip()),
        cites=cites,
        span=_span(context, row.wager),
        witness=None,
        no_witness_because=Prose("It is a figure over all rounds; single rounds show nothing."),
    )


def _recommendation(figures: Figures, who: str) -> str:
    odds = figures.true_odds
    paid = {o.pays for o in figures.outcomes if o.result == "win"}
    if odds and len(paid) == 1 and all(paid):
        return f"Pay {who} no more than {_odds(odds)}."
    return f"Lower the payouts of {who}, or narrow what wins."


def _odds(odds: tuple[int, int]) -> str:
    """True odds as they stand, or where the numbers are too long to read to four places, never rounded up."""
    if max(odds) < LONGEST:
        return f"{odds[0]:,} to {odds[1]:,}"
    whole, rest = divmod(odds[0] * 10_000 // odds[1], 10_000)
    return f"{whole:,}.{rest:04d} to 1"


def _money(amount: Fraction) -> str:
    cents = (2 * amount.numerator * 100 + amount.denominator) // (2 * amount.denominator)
    return f"${cents // 100:,}.{cents % 100:02d}"


def _span(context: Context, name: str) -> Span:
    return next((w.basis.span for w in context.offered if w.name.text == name), NOWHERE)
