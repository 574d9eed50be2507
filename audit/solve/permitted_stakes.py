"""Stakes for which figures are given where money is rounded: such as the ruleset permits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.play.amounts import is_permitted, worth_of
from audit.play.equipment import Equipment
from audit.play.positions import Position
from audit.play.sight import Sight
from audit.ruleset import wagers as wg
from audit.ruleset.expressions import Expression
from audit.ruleset.money import AtLeast, AtMost, EqualTo, FromThrough, InUnitsOf, IsAmount, Rounded, Stake
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

AMOUNTS = tuple(Fraction(n) for n in (1, 5, 10, 20, 25, 50, 100))
"""Stakes that are usual at a table."""

UNITS = (1, 2, 5, 10)
"""So many of the units that a line states, where no usual stake is permitted."""


def is_rounded(wager: wg.Wager, ruleset: Ruleset) -> bool:
    """Whether money that it brings is rounded, so that results hang on the stake; of one paid as others, whether theirs is."""
    met: set[str] = set()
    waiting = [wager]
    while waiting:
        one = waiting.pop()
        met.add(one.name.text)
        if any(isinstance(node, Rounded) for node in walk(one.lines)):
            return True
        parts = (part.wager.text for line in one.lines if isinstance(line, wg.PaidAs) for part in line.parts)
        waiting += [part for name in parts if name not in met and (part := ruleset.named(name, wg.Wager)) is not None]
    return False


def may_be_staked(wager: wg.Wager, position: Position, amount: Fraction, ruleset: Ruleset) -> bool:
    """Whether no line of a wager rules out a stake, as far as that can be told before a round."""
    return is_permitted(wager, position, amount, Sight(Equipment(ruleset)))


def stakes_for(wager: wg.Wager, position: Position, ruleset: Ruleset) -> tuple[Fraction, ...]:
    """Usual stakes that a wager permits; where it permits none of them, sums that its lines speak of."""
    sight = Sight(Equipment(ruleset))
    usual = tuple(amount for amount in AMOUNTS if is_permitted(wager, position, amount, sight))
    spoken_of = (amount for amount in _spoken_of(wager, sight) if is_permitted(wager, position, amount, sight))
    return usual or tuple(sorted({amount for amount in spoken_of if amount > 0}))


def _spoken_of(wager: wg.Wager, sight: Sight) -> Iterator[Fraction]:
    """Bounds that the lines of a wager set, and some multiples of units."""
    for line in wager.lines:
        for bound, times in _bounds(line.stake) if isinstance(line, wg.Amount) else ():
            worth = worth_of(bound, sight)
            if worth is not None:
                yield from (worth * n for n in times)


def _bounds(stake: Stake) -> Iterator[tuple[Expression, tuple[int, ...]]]:
    """What a line says of the stake, and how many times over it may do."""
    match stake:
        case FromThrough(least, most):
            yield from ((least, (1,)), (most, (1,)))
        case AtLeast(bound) | AtMost(bound) | EqualTo(bound) | IsAmount(bound):
            yield bound, (1,)
        case InUnitsOf(unit):
            yield unit, UNITS
