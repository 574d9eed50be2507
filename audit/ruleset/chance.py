"""What chance comes from: dice, wheels, layouts, numbers, decks."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

from audit.ruleset.money import NotStated
from audit.ruleset.names import Name, OptionName
from audit.ruleset.patterns import Pattern
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.tables import Table


@dataclass(frozen=True, slots=True)
class Dice(Statement):
    """So many dice alike; ``faces`` as stated, worked out by `audit.play`."""

    name: Name | None
    number: Fraction
    faces: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class InOrder(Stated):
    """The sections of a wheel as they stand round it."""

    sections: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Wheel(Statement):
    """A wheel: its sections in order, or a table of them with counts and features."""

    name: Name | None
    sections: Fraction | NotStated
    order: tuple[InOrder, ...]
    table: Table | None


@dataclass(frozen=True, slots=True)
class Layout(Statement):
    """The grid of boxes on a table, row by row; labels only."""

    name: Name | None
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chance(Statement):
    """A number drawn evenly from a range."""

    name: Name
    least: Fraction
    most: Fraction


class Shuffled(enum.Enum):
    CUT_CARD = "at a cut card"


@dataclass(frozen=True, slots=True)
class ShuffledBefore(Stated):
    """``shuffled before every round``."""

    period: Name


@dataclass(frozen=True, slots=True)
class ShuffledAtCutCard(Stated):
    pass


@dataclass(frozen=True, slots=True)
class Deck(Statement):
    """Packs of cards, with jokers or without some ranks; or pieces listed one by one."""

    packs: Fraction | OptionName
    cards: Fraction
    jokers: Fraction | None
    without: tuple[RankSpan, ...]
    lines: tuple[ShuffledBefore | ShuffledAtCutCard, ...]


@dataclass(frozen=True, slots=True)
class ListedDeck(Statement):
    packs: Fraction | OptionName
    pieces: Fraction
    piece: Name
    lines: tuple[ShuffledBefore | ShuffledAtCutCard, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class RankSpan:
    """``7 through 10``, or one rank."""

    low: str
    high: str | None
