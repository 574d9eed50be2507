"""The round: steps, their acts in order, and the decisions in it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Expression, Position
from audit.ruleset.money import NotStated, PayoutValue, Stake
from audit.ruleset.names import BettingName, CardsName, Kind, Name, StepName, WayName
from audit.ruleset.patterns import AnyOf
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.wagers import MemoryVerb

MadeWager = Annotated[Name, Kind.WAGER]
AnyWager = Annotated[Name, Kind.WAGER | Kind.BONUS]


class Face(enum.Enum):
    UP = "face up"
    DOWN = "face down"


# acts


@dataclass(frozen=True, slots=True)
class RollDice:
    dice: Annotated[Name, Kind.DICE | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class SpinWheel:
    wheel: Annotated[Name, Kind.WHEEL | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class DrawChance:
    chance: Annotated[Name, Kind.CHANCE]


class Again(enum.Enum):
    """Voids the act before, repeats it, and reads on from there."""

    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class GoTo:
    step: StepName


class EndRound(enum.Enum):
    END = "end"


@dataclass(frozen=True, slots=True)
class Bets:
    wagers: tuple[MadeWager, ...]


@dataclass(frozen=True, slots=True)
class Make:
    wager: MadeWager
    amount: Stake | None


@dataclass(frozen=True, slots=True)
class Forfeit:
    wagers: tuple[AnyWager, ...]


@dataclass(frozen=True, slots=True)
class ForfeitHalf:
    wagers: tuple[MadeWager, ...]


@dataclass(frozen=True, slots=True)
class ForfeitAll:
    but: tuple[MadeWager, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    wagers: tuple[MadeWager, ...]


@dataclass(frozen=True, slots=True)
class Return:
    wagers: tuple[MadeWager, ...]


class Wait(enum.Enum):
    WAIT = "wait"


class Out(enum.Enum):
    """The player decides no more in this round."""

    OUT = "out"


@dataclass(frozen=True, slots=True)
class SettleAll:
    result: PayoutValue | None


@dataclass(frozen=True, slots=True)
class SettleSome:
    wagers: tuple[AnyWager, ...]
    result: PayoutValue | None


@dataclass(frozen=True, slots=True)
class Deal:
    cards: Fraction
    to: tuple[CardsName, ...]
    face: Face | None
    start: Position | None


@dataclass(frozen=True, slots=True)
class Burn:
    what: Expression
    face: Face | None
    into: Name | None


@dataclass(frozen=True, slots=True)
class Discard:
    cards: Fraction
    of: CardsName


@dataclass(frozen=True, slots=True)
class Reveal:
    what: Expression


@dataclass(frozen=True, slots=True)
class RevealNext:
    cards: Fraction
    of: CardsName


@dataclass(frozen=True, slots=True)
class Looks:
    cards: tuple[CardsName, ...]


@dataclass(frozen=True, slots=True)
class DealerLooks:
    cards: CardsName


@dataclass(frozen=True, slots=True)
class MayMake:
    wager: MadeWager


@dataclass(frozen=True, slots=True)
class Sets:
    parts: tuple[Annotated[Name, Kind.PART], ...]


@dataclass(frozen=True, slots=True)
class DealerSets:
    parts: tuple[Annotated[Name, Kind.PART], ...]
    way: WayName | None


class SplitOrder(enum.Enum):
    IN_TURN = "in turn"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class SplitHand:
    wager: MadeWager
    dealing: Fraction
    order: SplitOrder


class EndHand(enum.Enum):
    END_HAND = "end hand"


@dataclass(frozen=True, slots=True)
class Swap:
    one: Expression
    other: Expression


@dataclass(frozen=True, slots=True)
class Exchange:
    least: Fraction
    most: Fraction
    of: CardsName


@dataclass(frozen=True, slots=True)
class Post:
    wagers: tuple[MadeWager, ...]


@dataclass(frozen=True, slots=True)
class BettingRound:
    betting: BettingName
    size: SizeOfBet | None


@dataclass(frozen=True, slots=True)
class DrawCards:
    least: Fraction
    most: Fraction
    start: Position | None
    discards_refill: bool


@dataclass(frozen=True, slots=True)
class ShuffleInto:
    areas: tuple[Annotated[Name, Kind.AREA | Kind.BUILT_IN], ...]


@dataclass(frozen=True, slots=True)
class ShowHands:
    start: Position | None


class AwardPots(enum.Enum):
    AWARD_POTS = "award pots"


# bet sizes, used by betting rounds


@dataclass(frozen=True, slots=True)
class FixedBet:
    amount: Expression


@dataclass(frozen=True, slots=True)
class SpreadBet:
    least: Expression
    most: Expression


@dataclass(frozen=True, slots=True)
class NoLimitBet:
    least: Expression


SizeOfBet: TypeAlias = FixedBet | SpreadBet | NoLimitBet

Action: TypeAlias = (
    RollDice
    | SpinWheel
    | DrawChance
    | Again
    | GoTo
    | EndRound
    | MemoryVerb
    | Bets
    | Make
    | Forfeit
    | ForfeitHalf
    | ForfeitAll
    | TakeBack
    | Return
    | Wait
    | Out
    | SettleAll
    | SettleSome
    | Deal
    | Burn
    | Discard
    | Reveal
    | RevealNext
    | Looks
    | DealerLooks
    | MayMake
    | Sets
    | DealerSets
    | SplitHand
    | EndHand
    | Swap
    | Exchange
    | Post
    | BettingRound
    | DrawCards
    | ShuffleInto
    | ShowHands
    | AwardPots
)

# lines of a step


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine(Stated):
    """One line of a step."""


@dataclass(frozen=True, slots=True)
class Act(StepLine):
    """Acts in order, all of them when the trigger holds; without a trigger, always."""

    actions: tuple[Action, ...]
    on: AnyOf | NotStated | None


@dataclass(frozen=True, slots=True)
class ActOtherwise(StepLine):
    """Acts if no go or end line of the step has fired."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class DealUntil(StepLine):
    to: CardsName
    face: Face | None
    until: Condition


@dataclass(frozen=True, slots=True)
class OnlyIf(Stated):
    condition: Condition


@dataclass(frozen=True, slots=True)
class NotIf(Stated):
    condition: Condition


@dataclass(frozen=True, slots=True)
class OnlyWhen(Stated):
    condition: Condition


@dataclass(frozen=True, slots=True)
class Choice(Stated):
    """One thing that a player may choose; its conditions are asked before it is offered."""

    name: Annotated[Name, Kind.CHOICE]
    actions: tuple[Action, ...]
    permissions: tuple[OnlyIf | NotIf | OnlyWhen, ...]
    lines: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class Decides(StepLine):
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class PlaysEachHand(StepLine):
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Case(Stated):
    """One arm of a branch; the last may have no condition."""

    condition: Condition | None
    lines: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class Branch(StepLine):
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Step(Stated):
    name: Name
    title: str | None
    at_each_new_shoe: bool
    lines: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class Round(Statement):
    """The round; lines that stand outside any step form a step of their own, named ``round``."""

    title: str | None
    steps: tuple[Step, ...]
