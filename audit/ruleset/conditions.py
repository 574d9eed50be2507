"""Facts: what stands behind ``if``, ``unless``, ``when``, ``until``, ``require``."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.expressions import Called, Expression, OwnMemory, RoundMemory
from audit.ruleset.names import Kind, Name
from audit.ruleset.patterns import Comparison, Pattern, Property


class WagerState(enum.Enum):
    """What a wager, an area or a seat is: ``made``, ``open``, ``set``, ``dealt``, ``out``."""

    MADE = "made"
    OPEN = "open"
    SET = "set"
    DEALT = "dealt"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Facts joined by ``and``."""

    facts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Holds:
    """A bare name or feature: a yes-or-no option, a definition."""

    what: Expression


@dataclass(frozen=True, slots=True)
class Negated:
    fact: Condition


@dataclass(frozen=True, slots=True)
class Is:
    """``total is 7, 11``: any of the tests fits."""

    subject: Expression
    tests: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class IsNot:
    subject: Expression
    tests: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class IsState:
    subject: Expression
    state: WagerState


@dataclass(frozen=True, slots=True)
class IsNotState:
    subject: Expression
    state: WagerState


@dataclass(frozen=True, slots=True)
class AnyOfThemIs:
    """``any of main, split is open``."""

    wagers: tuple[Annotated[Name, Kind.WAGER | Kind.AREA], ...]
    state: WagerState


@dataclass(frozen=True, slots=True)
class AnyPlayerIs:
    """``any play is made``: by somebody at the table."""

    wager: Annotated[Name, Kind.WAGER | Kind.ROLE]
    state: WagerState


@dataclass(frozen=True, slots=True)
class Compares:
    left: Expression
    comparison: Comparison
    right: Expression


@dataclass(frozen=True, slots=True)
class Wins:
    wager: Called | RoundMemory | OwnMemory


@dataclass(frozen=True, slots=True)
class Loses:
    wager: Called | RoundMemory | OwnMemory


@dataclass(frozen=True, slots=True)
class HoldsCards:
    number: Fraction
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class HoldsAllCards:
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class HoldsExactly:
    number: Fraction


@dataclass(frozen=True, slots=True)
class After:
    """The hand in play was made or touched by one of these choices."""

    choices: tuple[Annotated[Name, Kind.CHOICE], ...]


@dataclass(frozen=True, slots=True)
class AnyQualifies:
    hand: Annotated[Name, Kind.HAND | Kind.PART | Kind.AREA]


@dataclass(frozen=True, slots=True)
class NoneQualifies:
    hand: Annotated[Name, Kind.HAND | Kind.PART | Kind.AREA]


@dataclass(frozen=True, slots=True)
class OthersFolded:
    before: Name | None


@dataclass(frozen=True, slots=True)
class PlayerShows:
    number: Fraction
    properties: tuple[Property, ...]


class PotFact(enum.Enum):
    ONE_WINNER = "one player wins the pot"
    OTHER_WINNER = "another player wins the pot"
    SPLIT = "the pot is split"
    WON_BEFORE = "the winner won the round before"


Condition: TypeAlias = (
    AllOf
    | Holds
    | Negated
    | Is
    | IsNot
    | IsState
    | IsNotState
    | AnyOfThemIs
    | AnyPlayerIs
    | Compares
    | Wins
    | Loses
    | HoldsCards
    | HoldsAllCards
    | HoldsExactly
    | After
    | AnyQualifies
    | NoneQualifies
    | OthersFolded
    | PlayerShows
    | PotFact
)


def both(*conditions: Condition | None) -> Condition | None:
    """The conjunction of those that are there, flat; None if there is none."""
    facts: list[Condition] = []
    for condition in conditions:
        if isinstance(condition, AllOf):
            facts.extend(condition.facts)
        elif condition is not None:
            facts.append(condition)
    if not facts:
        return None
    return facts[0] if len(facts) == 1 else AllOf(tuple(facts))
