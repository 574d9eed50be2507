"""Wagers: when they may be made, what they win and lose on, what they are paid; roles at the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Called, Direction, Expression, OwnMemory, Percent, Position, RoundMemory
from audit.ruleset.moments import Moment
from audit.ruleset.money import (
    ChargedEach,
    ChargedWhen,
    CommissionBase,
    Limit,
    NotStated,
    Payout,
    RateName,
    Rounded,
    Stake,
)
from audit.ruleset.names import Kind, Name, PlaceName, RoleName, StepName
from audit.ruleset.patterns import AnyOf, Pattern
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.tables import Outcome, Table

Memory: TypeAlias = RoundMemory | OwnMemory | Called

# headings: under which part of the play a line is in force


@dataclass(frozen=True, slots=True)
class AtStep:
    step: StepName


class Roll(enum.Enum):
    """``first roll`` is the first settle at which the wager has lines in force; ``later rolls`` the others."""

    FIRST = "first"
    LATER = "later"


Heading: TypeAlias = AtStep | Roll


class Right(enum.Enum):
    MADE = "made"
    RAISED = "raised"
    REDUCED = "reduced"
    REMOVED = "removed"
    RESTORED = "restored"


# memory


@dataclass(frozen=True, slots=True)
class Keep:
    """``keep the total as its number``."""

    value: Expression
    memory: Memory


@dataclass(frozen=True, slots=True)
class Add:
    """``add the point to its points``: a set, which holds each thing once."""

    value: Expression
    memory: Memory


@dataclass(frozen=True, slots=True)
class CountUp:
    """``count its hits up to 6``."""

    memory: Memory
    most: Fraction | None


class Cleared(enum.Enum):
    """What a memory is once it is cleared: a count 0, a set empty, anything kept unset."""

    ZERO = "0"
    EMPTY = "empty"
    UNSET = "unset"


@dataclass(frozen=True, slots=True)
class Clear:
    """``clear its hits``; ``leaves`` is filled in by resolution, from what counts or adds to that memory."""

    memory: Memory
    leaves: Cleared = Cleared.UNSET


class SettleNow(enum.Enum):
    """``settle``: the wager's payout table decides now."""

    SETTLE = "settle"


MemoryVerb: TypeAlias = Keep | Add | CountUp | Clear

# lines


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine(Stated):
    """A line of a wager, under the headings ``at``, outermost first; ``is_default`` if it comes from ``all wagers``."""

    at: tuple[Heading, ...] = ()
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class HouseMayOffer(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class Required(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class Optional(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class NeedsAll(WagerLine):
    wagers: tuple[Annotated[Name, Kind.WAGER], ...]


@dataclass(frozen=True, slots=True)
class NeedsAny(WagerLine):
    wagers: tuple[Annotated[Name, Kind.WAGER], ...]


@dataclass(frozen=True, slots=True)
class MadeAnyTime(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class Made(WagerLine):
    by: Position | None
    moment: Moment


@dataclass(frozen=True, slots=True)
class MayBe(WagerLine):
    rights: tuple[Right, ...]


@dataclass(frozen=True, slots=True)
class MayNotBe(WagerLine):
    rights: tuple[Right, ...]


@dataclass(frozen=True, slots=True)
class Off(WagerLine):
    unless_called_on: bool


@dataclass(frozen=True, slots=True)
class PlacedWith(WagerLine):
    means: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Amount(WagerLine):
    stake: Stake


@dataclass(frozen=True, slots=True)
class PickFrom(WagerLine):
    """``pick its number from 4, 5``: each value is a position of its own."""

    memory: OwnMemory | Called | RoundMemory
    values: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class PickTable(WagerLine):
    """Each row is a position; its columns are the wager's own memory."""

    table: Table


@dataclass(frozen=True, slots=True)
class RidesOn(WagerLine):
    place: PlaceName


@dataclass(frozen=True, slots=True)
class AgainstRole(WagerLine):
    role: RoleName


@dataclass(frozen=True, slots=True)
class TakenWhenMade(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class ForfeitedWhenOut(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class PutUpByHouse(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class LiveInPot(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class DeadInPot(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class InsteadOf(WagerLine):
    wagers: tuple[Annotated[Name, Kind.WAGER], ...]


@dataclass(frozen=True, slots=True)
class LastsOne(WagerLine):
    """A claim: ``lasts one roll``; play checks it."""

    act: Name


@dataclass(frozen=True, slots=True)
class ResultNotStated(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class ResultRow(WagerLine):
    """``win on 7, 11`` · ``lose if pass loses`` · ``win on not stated``."""

    outcome: Outcome
    on: AnyOf | NotStated | None


@dataclass(frozen=True, slots=True)
class MemoryRow(WagerLine):
    memory: MemoryVerb
    on: AnyOf | NotStated | None


@dataclass(frozen=True, slots=True)
class SettleRow(WagerLine):
    """``settle on 7``: hands the wager to its payout table."""

    on: AnyOf | NotStated | None


@dataclass(frozen=True, slots=True)
class OtherwiseRow(WagerLine):
    """``lose otherwise``: when no other result row fires."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Part:
    parts: Fraction
    wager: Annotated[Name, Kind.WAGER]
    on: Pattern | None


@dataclass(frozen=True, slots=True)
class PaidAs(WagerLine):
    """``paid as 4 parts horn, 1 part any_seven``: lives and settles as those."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class PaysLine(WagerLine):
    payout: Payout


@dataclass(frozen=True, slots=True)
class PaysByTable(WagerLine):
    floor: Limit | None
    table: Table


@dataclass(frozen=True, slots=True)
class Commission(WagerLine):
    rate: Percent | RateName
    base: CommissionBase
    charged: ChargedWhen | ChargedEach
    rounded: Rounded | None


@dataclass(frozen=True, slots=True)
class NoCommission(WagerLine):
    pass


@dataclass(frozen=True, slots=True)
class PayoutRounded(WagerLine):
    rounded: Rounded


@dataclass(frozen=True, slots=True)
class Wager(Statement):
    """A wager, with every line in force for it: ``like`` and ``all wagers`` are worked in by resolution."""

    name: Name
    title: str | None
    like: Annotated[Name, Kind.WAGER] | None
    lines: tuple[WagerLine, ...]


@dataclass(frozen=True, slots=True)
class AllWagers(Statement):
    lines: tuple[WagerLine, ...]


@dataclass(frozen=True, slots=True)
class NoOtherWagers(Statement):
    """The list of wagers is closed."""


# roles


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class RoleOffered(RoleLine):
    """``house may offer``."""


@dataclass(frozen=True, slots=True)
class HeldBy(RoleLine):
    holder: Annotated[Name, Kind.BUILT_IN | Kind.OPTION]
    when_nobody_takes_it: bool


@dataclass(frozen=True, slots=True)
class TakenBy(RoleLine):
    """Who has taken the role in the rounds that are looked at, ``player`` or ``shared``: put in by `holding`, never written."""

    holder: Name


@dataclass(frozen=True, slots=True)
class OfferedBefore(RoleLine):
    step: Annotated[Name, Kind.STEP | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class OfferedFrom(RoleLine):
    direction: Direction
    position: Position


@dataclass(frozen=True, slots=True)
class FirstOfferMoves(RoleLine):
    seats: Fraction


@dataclass(frozen=True, slots=True)
class Moves(RoleLine):
    seats: Fraction
    direction: Direction


@dataclass(frozen=True, slots=True)
class Passes(RoleLine):
    direction: Direction


@dataclass(frozen=True, slots=True)
class BarredFirst(RoleLine):
    period: Name


@dataclass(frozen=True, slots=True)
class BarredAfter(RoleLine):
    rounds: Fraction


@dataclass(frozen=True, slots=True)
class NeedsFact(RoleLine):
    condition: Condition


@dataclass(frozen=True, slots=True)
class NeedsLastRound(RoleLine):
    holder: Annotated[Name, Kind.BUILT_IN | Kind.ROLE]


@dataclass(frozen=True, slots=True)
class CoversEvery(RoleLine):
    pass


@dataclass(frozen=True, slots=True)
class CoversOwn(RoleLine):
    pass


@dataclass(frozen=True, slots=True)
class MayTake(RoleLine):
    who: Annotated[Name, Kind.BUILT_IN | Kind.ROLE] | None
    share: Fraction


@dataclass(frozen=True, slots=True)
class RoleCommission(RoleLine):
    rate: Percent | RateName
    base: CommissionBase
    charged: ChargedWhen | ChargedEach
    rounded: Rounded | None


@dataclass(frozen=True, slots=True)
class Role(Statement):
    """A title that moves round the table, such as the bank."""

    name: Name
    title: str | None
    lines: tuple[RoleLine, ...]
