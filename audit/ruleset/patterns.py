"""Tests: what stands in a cell, behind ``on`` and ``is``, and in a class of a ranking.

A pattern says nothing of what it is applied to.  ``4 through 10`` is a stretch of totals under ``total``, of sections
of a wheel under a spin, of ranks under cards; whether it fits is checked against the column or line it stands in.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.expressions import Called, Expression, Money, OwnMemory, RoundMemory
from audit.ruleset.money import Odds
from audit.ruleset.names import GroupName, Kind, Name

TestName = Annotated[Name, Kind(0)]
"""A name in a test: a class, a group, a value of an option, a section, a definition; fixed by what is tested."""


class SuitsOf(enum.Enum):
    ONE_SUIT = "of one suit"
    ONE_COLOUR = "of one colour"
    DIFFERENT_SUITS = "of different suits"


class Suit(enum.Enum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    __hash__ = object.__hash__  # equal is only the same one; that of an enum goes by the name and takes longer


class Bound(enum.Enum):
    OR_BETTER = "or better"
    OR_WORSE = "or worse"


class Comparison(enum.Enum):
    AT_LEAST = "at least"
    AT_MOST = "at most"
    OVER = "over"
    UNDER = "under"
    EQUALS = "equals"


@dataclass(frozen=True, slots=True)
class Spots:
    """Numbers or ranks as written: ``7``, ``00``, ``K Q J``."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpotsOf:
    spots: Spots
    suits: SuitsOf | Suit


@dataclass(frozen=True, slots=True)
class Through:
    low: Spots
    high: Spots


@dataclass(frozen=True, slots=True)
class OrMore:
    spots: Spots


@dataclass(frozen=True, slots=True)
class OrFewer:
    spots: Spots


@dataclass(frozen=True, slots=True)
class High:
    """``K high``, perhaps ``or better``."""

    rank: str
    bound: Bound | None


@dataclass(frozen=True, slots=True)
class HeldWith:
    """``A with K``: these ranks, or cards of these groups, are held."""

    first: str
    others: tuple[str | GroupMember, ...]
    suits: SuitsOf | Suit | None


@dataclass(frozen=True, slots=True)
class GroupMember:
    group: GroupName


@dataclass(frozen=True, slots=True)
class Combination:
    """All dice, in any order: ``2-2``, ``1-2-6``, ``heads-tails``."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Showing:
    """Some of the dice show these faces, whatever the others do."""

    what: Combination | Spots | Called | RoundMemory | OwnMemory


@dataclass(frozen=True, slots=True)
class EachOf:
    """``each row of layout``, ``each section of wheel``, ``each combination of dice``."""

    family: Name
    of: Called | RoundMemory | OwnMemory


@dataclass(frozen=True, slots=True)
class Label:
    text: str


class Run(enum.Enum):
    IN_A_RUN = "in a run"


class RankRule(enum.Enum):
    ONE_RANK = "of one rank"
    ANOTHER_RANK = "of another rank"


@dataclass(frozen=True, slots=True)
class OfRank:
    low: str
    high: str | None


@dataclass(frozen=True, slots=True)
class AlikeIn:
    feature: Name


@dataclass(frozen=True, slots=True)
class SomeCards:
    number: Fraction
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class AllCards:
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class ExactlyCards:
    number: Fraction


@dataclass(frozen=True, slots=True)
class WildCards:
    number: Fraction


@dataclass(frozen=True, slots=True)
class Named:
    """A class, a group, a value or a definition, with everything better or worse where a bound says so."""

    name: TestName
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class NamedOf:
    """``pair of Q or better``."""

    name: TestName
    spots: Spots
    bound: Bound | None


@dataclass(frozen=True, slots=True)
class NamedRange:
    """``pair of 10 through A``."""

    name: TestName
    low: Spots
    high: Spots


@dataclass(frozen=True, slots=True)
class NamedWith:
    name: TestName
    others: tuple[str | GroupMember, ...]
    suits: SuitsOf | Suit | None


@dataclass(frozen=True, slots=True)
class Below:
    name: TestName


@dataclass(frozen=True, slots=True)
class BelowOf:
    name: TestName
    spots: Spots


@dataclass(frozen=True, slots=True)
class BelowHigh:
    rank: str


@dataclass(frozen=True, slots=True)
class NamedOrMore:
    name: TestName


@dataclass(frozen=True, slots=True)
class Hard:
    """A total in which no card counts its higher value."""

    total: Pattern


@dataclass(frozen=True, slots=True)
class Soft:
    total: Pattern


@dataclass(frozen=True, slots=True)
class ComparesIt:
    """``over 17``: what is tested, against a figure."""

    comparison: Comparison
    to: Expression


@dataclass(frozen=True, slots=True)
class PercentTest:
    share: Fraction
    of: Name | None


@dataclass(frozen=True, slots=True)
class SomeAre:
    number: Fraction
    name: TestName


@dataclass(frozen=True, slots=True)
class OthersAreCards:
    number: Fraction
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class OthersAre:
    spots: Spots
    suits: SuitsOf | Suit | None


@dataclass(frozen=True, slots=True)
class AfterChoice:
    choice: Annotated[Name, Kind.CHOICE]


class Special(enum.Enum):
    """Tests of one word."""

    ANY = "any"
    OTHERWISE = "otherwise"
    NONE = "none"
    YES = "yes"
    NO = "no"
    HIGHER = "higher"
    LOWER = "lower"
    EQUAL = "equal"
    ANYTHING_ELSE = "anything else"
    NO_WILD_CARDS = "no wild cards"
    NO_JOKER = "no joker"


# what cells and classes are made of


@dataclass(frozen=True, slots=True)
class Not:
    test: Pattern


@dataclass(frozen=True, slots=True)
class FeatureCompares:
    """``points at most 21``."""

    feature: Name
    comparison: Comparison
    to: Expression


@dataclass(frozen=True, slots=True)
class FeatureIs:
    """``points is 8``."""

    feature: Name
    test: Pattern


@dataclass(frozen=True, slots=True)
class All:
    """Tests joined by ``and``; on cards they are met by disjoint cards."""

    tests: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The tests of a cell, comma by comma, less those behind ``except``."""

    tests: tuple[Pattern, ...]
    besides: AnyOf | None = None


@dataclass(frozen=True, slots=True)
class WagerOn:
    """``place on 6``: the positions of a wager whose pick contains one of these."""

    wager: Annotated[Name, Kind.WAGER]
    values: tuple[Pattern, ...]


Property: TypeAlias = RankRule | SuitsOf | Suit | OfRank | Run | AlikeIn
Pattern: TypeAlias = (
    Spots
    | SpotsOf
    | Through
    | OrMore
    | OrFewer
    | High
    | HeldWith
    | Combination
    | Showing
    | EachOf
    | Label
    | SomeCards
    | AllCards
    | ExactlyCards
    | WildCards
    | Named
    | NamedOf
    | NamedRange
    | NamedWith
    | RoundMemory
    | OwnMemory
    | Below
    | BelowOf
    | BelowHigh
    | NamedOrMore
    | Hard
    | Soft
    | ComparesIt
    | Odds
    | Money
    | PercentTest
    | SomeAre
    | OthersAre
    | OthersAreCards
    | AfterChoice
    | Special
    | Not
    | FeatureCompares
    | FeatureIs
    | All
    | AnyOf
)
