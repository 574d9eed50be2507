"""Play among players: betting, states kept between rounds, awards of pots."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Expression, Position
from audit.ruleset.names import Kind, Name
from audit.ruleset.rounds import SizeOfBet
from audit.ruleset.stated import Stated, Statement


class BettingAct(enum.Enum):
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class FirstToAct(BettingLine):
    position: Position


@dataclass(frozen=True, slots=True)
class Must(BettingLine):
    acts: tuple[BettingAct, ...]


@dataclass(frozen=True, slots=True)
class May(BettingLine):
    acts: tuple[BettingAct, ...]


@dataclass(frozen=True, slots=True)
class LiveOption(BettingLine):
    wagers: tuple[Annotated[Name, Kind.WAGER], ...]


@dataclass(frozen=True, slots=True)
class SizeRule(BettingLine):
    size: SizeOfBet


@dataclass(frozen=True, slots=True)
class OtherSize(BettingLine):
    size: SizeOfBet


@dataclass(frozen=True, slots=True)
class RaisesAtMost(BettingLine):
    most: Expression
    except_between_two: bool


@dataclass(frozen=True, slots=True)
class CheckThenRaise(BettingLine):
    pass


@dataclass(frozen=True, slots=True)
class NoCheckRaise(BettingLine):
    pass


@dataclass(frozen=True, slots=True)
class Betting(Statement):
    name: Name
    lines: tuple[BettingLine, ...]


@dataclass(frozen=True, slots=True)
class BettingRules(Statement):
    """What holds for every betting round."""

    lines: tuple[BettingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class Becomes(StateLine):
    value: Name


@dataclass(frozen=True, slots=True)
class KeptBetweenRounds(StateLine):
    pass


@dataclass(frozen=True, slots=True)
class StateHeldBy(StateLine):
    position: Position


@dataclass(frozen=True, slots=True)
class State(Statement):
    """Something about the table that may outlast a round."""

    name: Name
    values: tuple[Name, ...]
    default: Name
    lines: tuple[StateLine, ...]


@dataclass(frozen=True, slots=True)
class Setting(Stated):
    option: Annotated[Name, Kind.OPTION]
    amount: Expression


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Condition
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class ShareAll:
    to: Position


@dataclass(frozen=True, slots=True)
class ShareHalf:
    to: Position


PotShare: TypeAlias = ShareAll | ShareHalf


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class Shares(AwardLine):
    shares: tuple[PotShare, ...]
    otherwise: bool


@dataclass(frozen=True, slots=True)
class TiesEqual(AwardLine):
    pass


@dataclass(frozen=True, slots=True)
class OddChips(AwardLine):
    of: Annotated[Name, Kind.HAND | Kind.PART | Kind.AREA] | None
    to: Position
    at_most: Expression | None


@dataclass(frozen=True, slots=True)
class DivideDown(AwardLine):
    to: Expression


@dataclass(frozen=True, slots=True)
class SidePotsFirst(AwardLine):
    pass


@dataclass(frozen=True, slots=True)
class Award(Statement):
    """How each pot goes to its winners."""

    lines: tuple[AwardLine, ...]
