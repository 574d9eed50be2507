"""Where cards lie and players sit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

from audit.ruleset.expressions import Expression, Position
from audit.ruleset.names import Name, PartName, RankingName
from audit.ruleset.stated import Stated, Statement


class Owner(enum.Enum):
    EACH_PLAYER = "each player"
    DEALER = "dealer"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class AreaPart(Stated):
    """``part high of 5 by poker``."""

    name: Name
    cards: Fraction
    by: RankingName


@dataclass(frozen=True, slots=True)
class MustHave(Stated):
    """``must have high at least low``."""

    greater: PartName
    lesser: PartName


@dataclass(frozen=True, slots=True)
class Area(Statement):
    """An ordered list of cards with an owner."""

    name: Name
    title: str | None
    owner: Owner
    by: RankingName | None
    lines: tuple[AreaPart | MustHave, ...]


@dataclass(frozen=True, slots=True)
class Seats(Statement):
    least: Fraction | None
    most: Fraction


@dataclass(frozen=True, slots=True)
class PositionsPlayed(Statement):
    """How many positions one player may play at."""

    most: Fraction
    adjacent: bool
    where_house_permits: bool


@dataclass(frozen=True, slots=True)
class Button(Statement):
    starts_at: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class StackLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class BuyIn(StackLine):
    least: Expression


@dataclass(frozen=True, slots=True)
class DealtInLeast(StackLine):
    least: Expression


@dataclass(frozen=True, slots=True)
class AllIn(StackLine):
    pass


@dataclass(frozen=True, slots=True)
class ShortBetCompleted(StackLine):
    pass


@dataclass(frozen=True, slots=True)
class ShortRaiseIsActionOnly(StackLine):
    pass


@dataclass(frozen=True, slots=True)
class Stack(Statement):
    """What a player must have before him, and what happens when it runs out."""

    lines: tuple[StackLine, ...]
