"""Wagers that are paid sums of money where no line fixes their stake: the house edge hangs on the stake.

No one figure is right, and none is given.  What each of some stakes makes of the wager is told instead, each found as if the
document permitted that stake only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from audit.ruleset import expressions as ex
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured
from audit.ruleset.money import EqualTo, IsAmount, OneOfTimes
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.ids import wager_of
from audit.solve.cards.money_paid import StakeNotFixed
from audit.solve.cards.staking import speaks_of
from audit.solve.result import AtAmount, Figures, OutcomeShare

if TYPE_CHECKING:
    from audit.solve.cards.solver import CardSolver, SolvedWagers

STAKES = tuple(Fraction(n) for n in (1, 5, 25, 100))
"""In the ruleset's currency."""


@dataclass(frozen=True)
class AtStake:
    """A group of wagers solved for one stake; the solver is that of the ruleset in which it is fixed."""

    stake: Fraction
    solver: CardSolver
    solved: SolvedWagers


def at_stakes(solver: CardSolver, group: Sequence[str], error: StakeNotFixed, stakes: Sequence[Fraction]) -> Iterator[AtStake]:
    """The group at each of these stakes.

    Raises the error where its wager has no stake of its own, `NotSolvable` where no method takes it with a stake.
    """
    wager = _staked_by(solver.configured.ruleset, wager_of(error.wager), error)
    other = solver
    for stake in stakes:
        # rounds in which this wager is not made do not hang on its stake
        drawings = {key: one for key, one in other.drawings.items() if wager.name.text not in key.made}
        other = replace(solver, configured=_with_stake(solver.configured, wager, stake), drawings=drawings, apart={}, is_told=False)
        yield AtStake(stake, other, other.solve(tuple(group)))


def between(low: AtAmount, high: AtAmount) -> Iterator[AtAmount]:
    """The house edge at the stakes between two, where under both the wager ends alike, as often in each way.

    What a way to play brings per unit is a constant and a share of 1 / stake.  The play that is best at both ends brings what
    lies on the straight line between them, and that is best between them, too: best play brings the greatest of such lines,
    which nowhere lies above the line through two of its own points.
    """
    for stake in STAKES:
        if low.amount < stake < high.amount:
            part = (1 / low.amount - 1 / stake) / (1 / low.amount - 1 / high.amount)
            yield AtAmount(stake, low.house_edge + part * (high.house_edge - low.house_edge))


def _staked_by(ruleset: Ruleset, name: str, error: StakeNotFixed) -> wg.Wager:
    """The wager on whose stake that of the named one hangs: itself, where no line derives it from another."""
    seen: list[str] = []
    while name not in seen:
        seen.append(name)
        wager = ruleset.named(name, wg.Wager)
        if wager is None:
            raise error
        others = {
            other
            for line in wager.lines
            if isinstance(line, wg.Amount) and isinstance(line.stake, EqualTo | IsAmount | OneOfTimes)
            for other in speaks_of(line.stake, ruleset).wagers
        }
        if not others:
            return wager
        if len(others) > 1:
            raise error
        name = others.pop()
    raise error


def _with_stake(configured: Configured, wager: wg.Wager, stake: Fraction) -> Configured:
    """The ruleset in which this wager is made at one sum of money."""
    line = wg.Amount(stake=IsAmount(ex.Money(stake)), basis=wager.basis)
    fixed = replace(wager, lines=(*wager.lines, line))
    statements = tuple(fixed if one is wager else one for one in configured.ruleset.statements)
    return replace(configured, ruleset=Ruleset(configured.ruleset.head, statements))


def of_any_stake(figures: Sequence[Figures]) -> Figures | None:
    """What holds of a wager whatever its stake, of its figures at some: outcomes worth more at one than another have no net.

    None where at another stake it is played in another way, and so ends otherwise or not as often.
    """
    told = [{_end(outcome): outcome for outcome in one.outcomes} for one in figures]
    if any(len(one) < len(of.outcomes) for one, of in zip(told, figures, strict=True)):
        return None
    if len({frozenset((end, outcome.probability) for end, outcome in one.items()) for one in told}) > 1:
        return None
    first = figures[0]
    outcomes = tuple(
        outcome if all(one[_end(outcome)].net == outcome.net for one in told) else replace(outcome, net=None)
        for outcome in first.outcomes
    )
    return replace(first, house_edge=None, variance=None, outcomes=outcomes)


def _end(outcome: OutcomeShare) -> tuple[str, str, str]:
    return outcome.label, outcome.result, outcome.pays
