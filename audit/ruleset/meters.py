"""Money that a game gathers or takes: meters, caps, fees."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated

from audit.ruleset.expressions import Expression, Position
from audit.ruleset.money import Limit
from audit.ruleset.names import Kind, Name, WagerName
from audit.ruleset.stated import Stated, Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class StartsAt(MeterLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class StartsAtLeast(MeterLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class ResetsTo(MeterLine):
    at_least: bool
    amount: Expression


@dataclass(frozen=True, slots=True)
class GrowsBy(MeterLine):
    at_least: bool
    amount: Expression


@dataclass(frozen=True, slots=True)
class WinnersShareEqually(MeterLine):
    pass


@dataclass(frozen=True, slots=True)
class WinnersPaidInOrder(MeterLine):
    pass


@dataclass(frozen=True, slots=True)
class PaysOutOver(MeterLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class PaysOutAtLeast(MeterLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class Meter(Statement):
    """A jackpot whose size the game itself does not fix."""

    name: Name
    title: str | None
    lines: tuple[MeterLine, ...]


@dataclass(frozen=True, slots=True)
class CapTogether:
    wagers: tuple[WagerName, ...]


@dataclass(frozen=True, slots=True)
class CapEach:
    wagers: tuple[WagerName, ...]


@dataclass(frozen=True, slots=True)
class CapOn:
    wagers: tuple[Annotated[Name, Kind.WAGER | Kind.BONUS], ...]


class CapAll(enum.Enum):
    ALL_WAGERS = "all"


@dataclass(frozen=True, slots=True)
class Cap(Statement):
    """The most that is paid per hand or round, whatever the odds promise."""

    capped: CapTogether | CapEach | CapOn | CapAll
    per: Name
    limit: Limit | None
    amount: Expression
    where_house_sets: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class FromThePot(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class FromEachPot(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class FromPlayerAt(FeeLine):
    position: Position


@dataclass(frozen=True, slots=True)
class ToMeter(FeeLine):
    meter: Annotated[Name, Kind.METER | Kind.PARTY | Kind.OPTION]


@dataclass(frozen=True, slots=True)
class CollectedBeforeDeal(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class CollectedOnceDealt(FeeLine):
    what: Annotated[Name, Kind.AREA | Kind.STEP]


@dataclass(frozen=True, slots=True)
class CollectedAfterBetting(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class CollectedAtEnd(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class FeeAmount(FeeLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class FeeAtMost(FeeLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class FeeInSteps(FeeLine):
    amount: Expression


@dataclass(frozen=True, slots=True)
class UncalledNotCounted(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class FeeNotTaken(FeeLine):
    pass


@dataclass(frozen=True, slots=True)
class Fee(Statement):
    """What the house takes from a pot or a player."""

    name: Name
    title: str | None
    lines: tuple[FeeLine, ...]
