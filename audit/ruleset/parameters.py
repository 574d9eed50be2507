"""Choices of the house and readings of ours: settled before play."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Expression, Money, Number, Percent
from audit.ruleset.money import NotStated, Odds, Share
from audit.ruleset.names import Kind, Name
from audit.ruleset.patterns import Label, Special
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.tables import Table

Value: TypeAlias = NotStated | Number | Money | Percent | Name | Label | Odds | Special | Share


@dataclass(frozen=True, slots=True)
class OneOf:
    values: tuple[Value, ...]


class YesOrNo(enum.Enum):
    YES_OR_NO = "yes or no"


@dataclass(frozen=True, slots=True)
class Between:
    least: Expression
    most: Expression


@dataclass(frozen=True, slots=True)
class BetweenOdds:
    least: Odds
    most: Odds


@dataclass(frozen=True, slots=True)
class NoLess:
    least: Expression


@dataclass(frozen=True, slots=True)
class NoMore:
    most: Expression


class SetByHouse(enum.Enum):
    SET_BY_HOUSE = "set by the house"


@dataclass(frozen=True, slots=True)
class TableSetByHouse:
    by: Name


Domain: TypeAlias = OneOf | YesOrNo | Between | BetweenOdds | NoLess | NoMore | SetByHouse | TableSetByHouse


@dataclass(frozen=True, slots=True)
class Option(Statement):
    """A choice of the house: what it may be, and what runs when nobody chooses."""

    name: Name
    title: str | None
    domain: Domain
    or_none: bool
    default: Value | None


@dataclass(frozen=True, slots=True)
class OptionRows(Statement):
    """A choice among rows: each value of the first column sets the others with it."""

    name: Name
    title: str | None
    table: Table


@dataclass(frozen=True, slots=True)
class Because(Stated):
    text: str


@dataclass(frozen=True, slots=True)
class Taken(Stated):
    value: Value


@dataclass(frozen=True, slots=True)
class Instead(Stated):
    value: Value


@dataclass(frozen=True, slots=True)
class Assumption(Statement):
    """A reading of ours: why, which is taken, which could be taken instead."""

    name: Name
    lines: tuple[Because | Taken | Instead, ...]

    @property
    def because(self) -> str:
        return next((line.text for line in self.lines if isinstance(line, Because)), "")

    @property
    def taken(self) -> Value | None:
        return next((line.value for line in self.lines if isinstance(line, Taken)), None)

    @property
    def instead(self) -> tuple[Value, ...]:
        return tuple(line.value for line in self.lines if isinstance(line, Instead))


@dataclass(frozen=True, slots=True)
class Require(Statement):
    """What must hold between the values chosen."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    option: Annotated[Name, Kind.OPTION | Kind.ASSUMPTION]
    value: Value


@dataclass(frozen=True, slots=True)
class ChooseTable(Statement):
    option: Annotated[Name, Kind.OPTION]
    table: Table


@dataclass(frozen=True, slots=True)
class Configuration(Statement):
    """A named set of choices."""

    name: Name
    title: str | None
    choices: tuple[Choose | ChooseTable, ...]


Parameter: TypeAlias = Option | OptionRows | Assumption
