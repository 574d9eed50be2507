"""What cards are worth: groups, counts, rankings, hands, definitions."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.chance import RankSpan
from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Expression
from audit.ruleset.names import PARAMETER, AreaName, Kind, Name, PlaceName, RankingName
from audit.ruleset.patterns import AnyOf, Pattern, Suit
from audit.ruleset.stated import Stated, Statement


@dataclass(frozen=True, slots=True)
class Group(Statement):
    """A name for several numbers, labels or ranks."""

    name: Name
    members: AnyOf


# counts


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class CountsAsPrinted(CountLine):
    ranks: tuple[RankSpan | Name, ...]


@dataclass(frozen=True, slots=True)
class Counts(CountLine):
    ranks: tuple[RankSpan | Name, ...]
    value: Fraction


@dataclass(frozen=True, slots=True)
class CountsHighOrLow(CountLine):
    """``A counts 11, or 1 if the total would pass 21``."""

    ranks: tuple[RankSpan | Name, ...]
    high: Fraction
    low: Fraction
    limit: Fraction


@dataclass(frozen=True, slots=True)
class CountsEither(CountLine):
    ranks: tuple[RankSpan | Name, ...]
    one: Fraction
    other: Fraction


@dataclass(frozen=True, slots=True)
class AsListed(CountLine):
    feature: Name


@dataclass(frozen=True, slots=True)
class LastDigit(CountLine):
    pass


@dataclass(frozen=True, slots=True)
class Count(Statement):
    """How cards add up to a total."""

    name: Name
    lines: tuple[CountLine, ...]


# rankings


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLine(Stated):
    pass


@dataclass(frozen=True, slots=True)
class CardOrder(RankingLine):
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LowInRun(RankingLine):
    rank: str
    ranked_second: bool


@dataclass(frozen=True, slots=True)
class WildAlways(RankingLine):
    rank: str


@dataclass(frozen=True, slots=True)
class WildOrItself(RankingLine):
    rank: str


@dataclass(frozen=True, slots=True)
class WildAs(RankingLine):
    rank: str
    as_rank: str


@dataclass(frozen=True, slots=True)
class WildIn(RankingLine):
    """``wild joker in straight, flush else as A``."""

    rank: str
    classes: tuple[Name, ...]
    else_as: str


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A key of comparison: a built-in one, a parameter whose values are keys, a count."""

    name: Annotated[Name, PARAMETER | Kind.COUNT | Kind.BUILT_IN | Kind.ORDER]


@dataclass(frozen=True, slots=True)
class HighestKey:
    name: Name


class SuitsKey(enum.Enum):
    SUITS = "suits"


Key: TypeAlias = NamedKey | HighestKey | SuitsKey


@dataclass(frozen=True, slots=True)
class CompareBy(RankingLine):
    keys: tuple[Key, ...]
    from_the_worst: bool


@dataclass(frozen=True, slots=True)
class HandClass(RankingLine):
    """A class of hands, best first; a hand is of the first class that its cards meet."""

    name: Name
    title: str | None
    tests: AnyOf
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Ranking(Statement):
    """How hands rank: of so many cards (least through most; None where it depends on nothing)."""

    name: Name
    title: str | None
    least: Fraction | None
    most: Fraction | None
    worst_first: bool
    lines: tuple[RankingLine, ...]


@dataclass(frozen=True, slots=True)
class InverseRanking(Statement):
    name: Name
    title: str | None
    of: RankingName
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardOrderNamed(Statement):
    """``order aces_high A K Q …``: an order of single cards."""

    name: Name
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuitsEqual(Statement):
    uses: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class SuitsOrdered(Statement):
    suits: tuple[Suit, ...]
    uses: tuple[Name, ...]


# hands


@dataclass(frozen=True, slots=True)
class AnyOfArea:
    area: PlaceName


@dataclass(frozen=True, slots=True)
class ExactlyOfArea:
    cards: Fraction
    area: AreaName


CardPick: TypeAlias = AnyOfArea | ExactlyOfArea


@dataclass(frozen=True, slots=True)
class BestHandOf(Statement):
    """``hand player_hand is best 5 of player_cards and board by poker``."""

    name: Name
    title: str | None
    cards: Fraction | None
    picks: tuple[CardPick, ...]
    by: RankingName | None
    qualifying: Pattern | None


@dataclass(frozen=True, slots=True)
class WholeHandOf(Statement):
    name: Name
    title: str | None
    picks: tuple[CardPick, ...]
    by: RankingName | None
    qualifying: Pattern | None


@dataclass(frozen=True, slots=True)
class LowerHand(Statement):
    name: Name
    title: str | None
    one: PlaceName
    other: PlaceName


@dataclass(frozen=True, slots=True)
class HigherHand(Statement):
    name: Name
    title: str | None
    one: PlaceName
    other: PlaceName


# definitions


@dataclass(frozen=True, slots=True)
class DefinedFact(Statement):
    """``define dealer_qualifies when …``: a yes or no."""

    name: Name
    title: str | None
    condition: Condition


@dataclass(frozen=True, slots=True)
class DefinedOfHand(Statement):
    name: Name
    title: str | None
    condition: Condition


@dataclass(frozen=True, slots=True)
class DefinedValue(Statement):
    name: Name
    title: str | None
    value: Expression


Hand: TypeAlias = BestHandOf | WholeHandOf | LowerHand | HigherHand
