"""Odds, and what money is reckoned from: payouts, stakes, commissions, rounding."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.expressions import Expression, Money
from audit.ruleset.names import PARAMETER, Kind, Name


class NotStated(enum.Enum):
    """``not stated``: the document is silent, and no reading is decent."""

    NOT_STATED = "not stated"


NOT_STATED = NotStated.NOT_STATED


@dataclass(frozen=True, slots=True)
class Odds:
    """Payout odds as written; equal by what they pay: 9 for 1 is 8 to 1.

    ``net`` is what a winner gains per unit staked, the stake not counted.
    """

    first: Fraction
    second: Fraction
    is_for: bool = False

    @property
    def net(self) -> Fraction:
        return self.first / self.second - (1 if self.is_for else 0)

    def __str__(self) -> str:
        return f"{plain(self.first)} {'for' if self.is_for else 'to'} {plain(self.second)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.net == other.net

    def __hash__(self) -> int:
        return hash(self.net)


def plain(number: Fraction) -> str:
    """A fraction as a document prints it: ``7``, ``2.5``; thirds stay fractions."""
    if number.denominator == 1:
        return f"{number.numerator:,}"
    denominator = number.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return f"{number.numerator / number.denominator:.12g}" if denominator == 1 else str(number)


class Limit(enum.Enum):
    """Whether a stated figure is a floor or a ceiling."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Share:
    """``10% of jackpot``."""

    share: Fraction
    of: Annotated[Name, Kind.METER | Kind.WAGER | Kind.OPTION]


@dataclass(frozen=True, slots=True)
class NamedResult:
    """A payout that a parameter, a table or a meter gives."""

    name: Annotated[Name, PARAMETER | Kind.METER | Kind.TABLE | Kind.GRID | Kind.DEFINITION]


@dataclass(frozen=True, slots=True)
class BoundedPayout:
    """``pays at least 8 to 1``: play pays the figure, conformity compares with it."""

    limit: Limit
    payout: PayoutValue


@dataclass(frozen=True, slots=True)
class OneOfOdds:
    """A regulation's choice among odds."""

    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class OddsTimes:
    """``5 to 1 times its multiplier``: the odds, as many times over."""

    odds: Odds
    times: Expression


@dataclass(frozen=True, slots=True)
class BoundedOddsTimes:
    limit: Limit
    odds: Odds
    times: Expression


# amounts of a wager


@dataclass(frozen=True, slots=True)
class EqualTo:
    amount: Expression


@dataclass(frozen=True, slots=True)
class OneOfTimes:
    """``3 or 4 times ante``."""

    times: tuple[Fraction, ...]
    of: Expression


@dataclass(frozen=True, slots=True)
class FromThrough:
    least: Expression
    most: Expression


@dataclass(frozen=True, slots=True)
class AtLeast:
    amount: Expression


@dataclass(frozen=True, slots=True)
class AtMost:
    amount: Expression


@dataclass(frozen=True, slots=True)
class InUnitsOf:
    unit: Expression


@dataclass(frozen=True, slots=True)
class ToWinAtMost:
    amount: Expression


class AmountRule(enum.Enum):
    PAYABLE_EXACTLY = "payable exactly"
    BEYOND_LIMITS = "beyond limits to be payable exactly"


@dataclass(frozen=True, slots=True)
class IsAmount:
    amount: Expression


# commission


class CommissionBase(enum.Enum):
    WAGER = "wager"
    WIN = "win"
    NET_WIN = "net win"


class ChargedWhen(enum.Enum):
    MADE = "when made"
    WON = "when won"
    TIED = "when tied"


@dataclass(frozen=True, slots=True)
class ChargedEach:
    period: Name


@dataclass(frozen=True, slots=True)
class Rounded:
    """Rounding of money to a multiple of ``to``."""

    direction: Rounding
    to: Money


class Rounding(enum.Enum):
    UP = "up"
    DOWN = "down"
    NEAREST = "nearest"


RateName = Annotated[Name, PARAMETER]


PayoutValue: TypeAlias = Odds | Money | NotStated | NamedResult | Share
Payout: TypeAlias = PayoutValue | BoundedPayout | OneOfOdds | OddsTimes | BoundedOddsTimes
Stake: TypeAlias = (
    EqualTo | OneOfTimes | FromThrough | AtLeast | AtMost | InUnitsOf | ToWinAtMost | AmountRule | IsAmount | NotStated
)
