"""What a number, a feature or a comparison is computed from.

An expression is worked out in play; its value is a number, money, a share, a set of cards, a label or a relation
(``player_hand against dealer_hand`` is higher, equal or lower).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, TypeAlias

from audit.ruleset.names import Kind, Name

CalledName = Annotated[
    Name,
    Kind.WAGER
    | Kind.OPTION
    | Kind.ASSUMPTION
    | Kind.DICE
    | Kind.WHEEL
    | Kind.LAYOUT
    | Kind.CHANCE
    | Kind.AREA
    | Kind.PART
    | Kind.GROUP
    | Kind.COUNT
    | Kind.RANKING
    | Kind.ORDER
    | Kind.HAND
    | Kind.DEFINITION
    | Kind.ROLE
    | Kind.METER
    | Kind.FEE
    | Kind.TABLE
    | Kind.GRID
    | Kind.WAY
    | Kind.STATE
    | Kind.BONUS
    | Kind.STEP
    | Kind.BUILT_IN,
]


@dataclass(frozen=True, slots=True)
class Number:
    """A bare number; ``text`` keeps how it was written, since ``00`` is a label and not ``0``."""

    text: str

    @property
    def value(self) -> Fraction:
        return _number(self.text)


@lru_cache(maxsize=4_096)
def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of money, exact, in the ruleset's currency."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Percent:
    """A share: 5% is 1/20."""

    value: Fraction


class Half(enum.Enum):
    """``half``, as in ``half of main``."""

    HALF = "half"


class MostAtMinimum(enum.Enum):
    """The most that all wagers of a player could win if each were at its minimum."""

    MOST_AT_MINIMUM = "the most at minimum wagers"


@dataclass(frozen=True, slots=True)
class Called:
    """Anything that has a name: a wager's amount, an option, a total, an area, a definition."""

    name: CalledName


@dataclass(frozen=True, slots=True)
class RoundMemory:
    """``the point``: what the round keeps under that name until it ends."""

    name: Name


@dataclass(frozen=True, slots=True)
class OwnMemory:
    """``its number``: what a wager has picked or keeps for itself."""

    name: Name


@dataclass(frozen=True, slots=True)
class Plus:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Less:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Times:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class FeatureOf:
    """``points of dealer_cards``, ``count of points``, ``number of come``, ``half of main``, ``colour of the total``."""

    feature: Expression
    of: Expression


class Ordinal(enum.Enum):
    FIRST = 1
    SECOND = 2
    THIRD = 3
    FOURTH = 4
    FIFTH = 5
    SIXTH = 6
    LAST = -1


class Extreme(enum.Enum):
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class NthCard:
    ordinal: Ordinal
    of: Expression


@dataclass(frozen=True, slots=True)
class NthCards:
    ordinal: Ordinal
    number: Number
    of: Expression


@dataclass(frozen=True, slots=True)
class ExtremeOf:
    extreme: Extreme
    feature: Name
    of: Expression


@dataclass(frozen=True, slots=True)
class Against:
    """A comparison whose value is higher, equal or lower."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Together:
    """``player_cards with board``: the cards of all of them."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Greater:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Lesser:
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class DiceShowing:
    """How many of the dice show a face: ``dice showing its number``."""

    face: Number | Called | RoundMemory | OwnMemory


# positions at the table, used by buttons, betting and awards


class Place(enum.Enum):
    BUTTON = "the button"
    DEALER = "the dealer"
    LAST_PLAYER = "last player"
    THE_WINNER = "the winner"
    EVERYBODY = "each player"


class Direction(enum.Enum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class PosterOf:
    """The seat that posted a blind, as an anchor: ``left of big_blind``."""

    wager: Annotated[Name, Kind.WAGER]


@dataclass(frozen=True, slots=True)
class LeftOf:
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class RightOf:
    anchor: Anchor


class SuitTie(enum.Enum):
    BY_SUIT = "then suit"


@dataclass(frozen=True, slots=True)
class SeatTie:
    left_of: Anchor


@dataclass(frozen=True, slots=True)
class CardShowing:
    extreme: Extreme
    by: Name | None
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class HandShowing:
    extreme: Extreme
    by: Name | None
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class CardHeld:
    extreme: Extreme
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class SingleCard:
    extreme: Extreme
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class LastToRaise:
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class BestHand:
    """``best high``: whoever holds the best of a hand."""

    hand: Annotated[Name, Kind.HAND | Kind.AREA | Kind.PART]


@dataclass(frozen=True, slots=True)
class HolderOf:
    name: Annotated[Name, Kind.ROLE | Kind.STATE]


@dataclass(frozen=True, slots=True)
class SeatCounted:
    """``seat its_number clockwise from the dealer``."""

    counter: Annotated[Name, Kind.CHANCE | Kind.DICE | Kind.OPTION | Kind.BUILT_IN]
    direction: Direction
    anchor: Anchor


Anchor: TypeAlias = Place | PosterOf
Tie: TypeAlias = SuitTie | SeatTie
Position: TypeAlias = (
    Place
    | LeftOf
    | RightOf
    | CardShowing
    | HandShowing
    | CardHeld
    | SingleCard
    | LastToRaise
    | BestHand
    | HolderOf
    | SeatCounted
)
Expression: TypeAlias = (
    Number
    | Money
    | Percent
    | Half
    | MostAtMinimum
    | Called
    | RoundMemory
    | OwnMemory
    | Plus
    | Less
    | Times
    | FeatureOf
    | NthCard
    | NthCards
    | ExtremeOf
    | Against
    | Together
    | Greater
    | Lesser
    | DiceShowing
)
