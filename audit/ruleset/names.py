"""Names, and what each may stand for.

A field annotated ``WagerName`` holds a `Name` that resolution has shown to be a wager.  The annotations are the
whole table of what may be named where; `audit.language.resolving` reads them, nothing repeats them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated

from audit.ruleset.basis import NOWHERE, Span


class Kind(enum.Flag):
    """What a declared name stands for."""

    WAGER = enum.auto()
    OPTION = enum.auto()
    ASSUMPTION = enum.auto()
    CONFIGURATION = enum.auto()
    DICE = enum.auto()
    WHEEL = enum.auto()
    LAYOUT = enum.auto()
    CHANCE = enum.auto()
    AREA = enum.auto()
    PART = enum.auto()
    GROUP = enum.auto()
    COUNT = enum.auto()
    RANKING = enum.auto()
    ORDER = enum.auto()
    HAND = enum.auto()
    DEFINITION = enum.auto()
    ROLE = enum.auto()
    METER = enum.auto()
    FEE = enum.auto()
    STEP = enum.auto()
    BONUS = enum.auto()
    TABLE = enum.auto()
    GRID = enum.auto()
    WAY = enum.auto()
    BETTING = enum.auto()
    STATE = enum.auto()
    PARTY = enum.auto()
    CHOICE = enum.auto()
    DUTY = enum.auto()
    MEASURE = enum.auto()
    IRREGULARITY = enum.auto()
    NOTE = enum.auto()
    BUILT_IN = enum.auto()

    @property
    def word(self) -> str:
        """How a reviewer calls it: ``an option``, ``a wager``."""
        noun = (self.name or "name").lower().replace("_", " ")
        noun = {"built in": "built-in name", "part": "part of an area", "choice": "choice of a decision"}.get(
            noun, noun
        )
        return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


@dataclass(frozen=True, slots=True)
class Name:
    """A name as written; equal by its text."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


PARAMETER = Kind.OPTION | Kind.ASSUMPTION

WagerName = Annotated[Name, Kind.WAGER | PARAMETER]
StepName = Annotated[Name, Kind.STEP]
AreaName = Annotated[Name, Kind.AREA]
CardsName = Annotated[Name, Kind.AREA | Kind.HAND | Kind.PART]
PartName = Annotated[Name, Kind.PART]
PlaceName = Annotated[Name, Kind.AREA | Kind.PART | Kind.HAND]
RankingName = Annotated[Name, Kind.RANKING | PARAMETER]
ScaleName = Annotated[Name, Kind.RANKING | Kind.ORDER | PARAMETER]
GroupName = Annotated[Name, Kind.GROUP]
RoleName = Annotated[Name, Kind.ROLE]
MeterName = Annotated[Name, Kind.METER]
WayName = Annotated[Name, Kind.WAY]
BettingName = Annotated[Name, Kind.BETTING]
PartyName = Annotated[Name, Kind.PARTY]
ParameterName = Annotated[Name, PARAMETER]
OptionName = Annotated[Name, Kind.OPTION]
