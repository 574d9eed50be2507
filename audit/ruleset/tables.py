"""Decision tables: columns that test, columns that give results, rows, and which rows count."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from audit.ruleset.expressions import Expression, Money, Percent
from audit.ruleset.moments import Moment
from audit.ruleset.money import Limit, NotStated, Odds, OddsTimes, Payout, Share
from audit.ruleset.names import PARAMETER, Kind, Name, PartyName, WagerName
from audit.ruleset.patterns import AnyOf, Label, WagerOn
from audit.ruleset.stated import Stated, Statement


class Policy(enum.Enum):
    """How many rows may fit; without one, exactly one row must."""

    HIGHEST_ONLY = "highest only"
    FIRST_ROW_ONLY = "first row only"
    EVERY_ROW = "every row"


class Outcome(enum.Enum):
    """Results of one word."""

    WIN = "win"
    LOSE = "lose"
    LOSE_HALF = "lose half"
    PUSH = "push"
    RETURN = "return"
    VOID = "void"
    NOTHING = "nothing"
    STAY = "stay"
    DRAW = "draw"
    STAND = "stand"


# columns


@dataclass(frozen=True, slots=True)
class Looks:
    """A column that tests an expression."""

    what: Expression


@dataclass(frozen=True, slots=True)
class LooksOn:
    """The column ``on``: tests what came up."""


@dataclass(frozen=True, slots=True)
class ResultsOf:
    """A column of results of these wagers."""

    wagers: tuple[WagerName, ...]


@dataclass(frozen=True, slots=True)
class Pays:
    """A column of payouts (``pays``, ``odds``, ``result``)."""


@dataclass(frozen=True, slots=True)
class PaysBounded:
    limit: Limit


@dataclass(frozen=True, slots=True)
class Plus:
    """Money beside the wager."""


@dataclass(frozen=True, slots=True)
class ToParty:
    party: PartyName


@dataclass(frozen=True, slots=True)
class ToEachOther:
    """Envy: money to each other player, who may need a wager of a size."""

    wager: WagerName | None
    at_least: Money | None


@dataclass(frozen=True, slots=True)
class OfWager:
    """The column ``wager`` of a payout list."""


@dataclass(frozen=True, slots=True)
class NameColumn:
    """What the document calls the position."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the document prints in that row."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A column for one value of what the table is spread ``across``; its cells are results."""

    value: AnyOf


@dataclass(frozen=True, slots=True)
class Values:
    """A column of values: of a pick, of an option with several parts, of listed pieces, of a function."""

    name: Name


Column: TypeAlias = (
    Looks
    | LooksOn
    | ResultsOf
    | Pays
    | PaysBounded
    | Plus
    | ToParty
    | ToEachOther
    | OfWager
    | NameColumn
    | Printed
    | Spread
    | Values
)

NamedValue = Annotated[
    Name, Kind.OPTION | PARAMETER | Kind.METER | Kind.WAGER | Kind.TABLE | Kind.DEFINITION | Kind.GROUP
]


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A result cell that names a parameter, a wager, a value."""

    name: Name


Result: TypeAlias = Outcome | Odds | OddsTimes | NotStated | Label | Share | NamedCell | Expression
Cell: TypeAlias = AnyOf | WagerOn | Result | Percent | None


@dataclass(frozen=True, slots=True)
class Row(Stated):
    """One row; ``None`` where a cell is empty."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PolicyLine(Stated):
    """The line that says how many rows count; it holds for the whole table."""

    policy: Policy


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    policy_line: PolicyLine | None = None
    across: Expression | None = None

    @property
    def policy(self) -> Policy | None:
        return None if self.policy_line is None else self.policy_line.policy

    @property
    def policy_is_assumed(self) -> bool:
        """Whether no clause says how many rows count: only an assumption of ours does."""
        line = self.policy_line
        return line is not None and line.basis.assumed is not None and not line.basis.own


@dataclass(frozen=True, slots=True)
class SettleTable(Statement):
    """Which of these wagers wins, loses or pushes, by what has come."""

    wagers: tuple[WagerName, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class PayoutList(Statement):
    """The document's own list of payouts; the first column is the wager."""

    floor: Limit | None
    table: Table


@dataclass(frozen=True, slots=True)
class PaysRate(Statement):
    wagers: tuple[WagerName, ...]
    limit: Limit | None
    payout: Payout


@dataclass(frozen=True, slots=True)
class PaysTable(Statement):
    wagers: tuple[WagerName, ...]
    floor: Limit | None
    table: Table


@dataclass(frozen=True, slots=True)
class Bonus(Statement):
    """Money on a wager beside its result; it never loses."""

    name: Name
    title: str | None
    on: WagerName
    moment: Moment | None
    floor: Limit | None
    table: Table


@dataclass(frozen=True, slots=True)
class FunctionTable(Statement):
    """``table NAME``: a function usable in any condition."""

    name: Name
    table: Table


@dataclass(frozen=True, slots=True)
class Grid(Statement):
    """``grid NAME``: a function of two things, printed as the document prints it."""

    name: Name
    down: Expression
    across: Expression
    headings: tuple[AnyOf, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class FirstSettable:
    """``first row that can be set``."""


@dataclass(frozen=True, slots=True)
class PreferHighest:
    parts: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WayRule(Stated):
    rule: FirstSettable | PreferHighest


@dataclass(frozen=True, slots=True)
class Way(Statement):
    """How a hand must be set: demands on its parts, by tests on the whole."""

    name: Name
    parts: tuple[Annotated[Name, Kind.PART], ...]
    rules: tuple[WayRule, ...]
    table: Table
