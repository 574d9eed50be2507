"""A round set up for a witness: stakes and limits that the rules permit, and play until the script has run out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.play.equipment import Outcome
from audit.play.errors import AmountError, GivenError, NotPlayable, PlayError
from audit.play.events import Event, Settled
from audit.play.feed import Scripted
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, Value, apply, settle
from audit.ruleset.money import AtLeast, AtMost, FromThrough, IsAmount
from audit.ruleset.rewrite import walk
from audit.solve.stakes import Role

STAKES = tuple(Fraction(n) for n in (10, 20, 5, 12, 60, 1, 2, 3, 4, 25, 100))
"""Stakes that are tried in a witness, the handiest first."""
MOST_ABOVE = 50
"""An upper limit that the house sets is taken as this many times the stake, where nobody has set it."""


@dataclass(frozen=True)
class Played:
    """A round played: what happened, and what stopped it, if it was not its end."""

    game: Play
    events: tuple[Event, ...]
    stopped: PlayError | None
    wishes: tuple[Wish, ...]
    choices: Mapping[str, Value]

    def result_of(self, wager: str) -> Settled | None:
        """How a wager was decided; None where it still stands, or never stood."""
        return next((e for e in self.events if isinstance(e, Settled) and e.wager == wager), None)


def play(
    configured: Configured,
    choices: Mapping[str, Value],
    roles: Sequence[Role],
    amount: Fraction,
    wishes: tuple[Wish, ...],
    way: Sequence[Outcome],
) -> Played:
    """A round until its script has run out, or the rules contradict themselves; open limits let the stake through.

    Raises `AmountError` where the stake is not permitted, `ConfigureError` where a choice cannot be made, `NotPlayable`.
    """
    more = limits_for(configured, [role.wager for role in roles], amount)
    chosen = {**choices, **more}
    settle(configured.source, chosen)
    game = Play(with_limits(configured, more), Scripted.of(str(outcome) for outcome in way), list(wishes))
    events: list[Event] = []
    stopped: PlayError | None = None
    try:
        for event in game.play():
            events.append(event)  # one by one: what came before an error is kept
    except GivenError:
        pass
    except (AmountError, NotPlayable):
        raise
    except PlayError as error:
        stopped = error
    return Played(game, tuple(events), stopped, wishes, chosen)


def with_limits(configured: Configured, more: Mapping[str, Value]) -> Configured:
    """A configuration with limits filled in that were left open; its lines stay as they are."""
    if not more:
        return configured
    return Configured(apply(configured.ruleset, more), configured.source, {**configured.values, **more})


def limits_for(configured: Configured, wagers: Sequence[wg.Wager], amount: Fraction) -> dict[str, Value]:
    """Values for limits that the house sets and nobody has chosen, so that a stake of this amount is permitted."""
    found: dict[str, Value] = {}
    for wager in wagers:
        for line in wager.lines:
            if not isinstance(line, wg.Amount):
                continue
            match line.stake:
                case FromThrough(least, most):
                    found.update(_limit(least, configured, amount))
                    found.update(_limit(most, configured, amount * MOST_ABOVE))
                case AtLeast(bound):
                    found.update(_limit(bound, configured, amount))
                case AtMost(bound):
                    found.update(_limit(bound, configured, amount * MOST_ABOVE))
                case IsAmount(bound):
                    found.update(_limit(bound, configured, amount))
    return found


def _limit(bound: ex.Expression, configured: Configured, amount: Fraction) -> dict[str, Value]:
    return {
        node.name.text: ex.Money(amount)
        for node in walk(bound)
        if isinstance(node, ex.Called)
        and configured.values.get(node.name.text, amount) is None
        and isinstance(_option(configured, node.name.text), pm.Option)
    }


def _option(configured: Configured, name: str) -> pm.Option | None:
    return configured.source.named(name, pm.Option)
