"""What may stand in a table of a report.  A cell holds the figure itself; how it is written is the renderers' common
matter (`layout`)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.language.diagnostics import Severity
from audit.report.inline import Inline, Text, text


@dataclass(frozen=True, slots=True)
class Exact:
    """A figure that was counted."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure that was sampled: what came out, and half of its interval."""

    value: float
    half_width: float


Figure: TypeAlias = Exact | Estimate


class Absent(enum.Enum):
    """Why there is no figure; each is said in its own way and none is a zero."""

    NONE = "none"
    NOT_VERIFIABLE = "not verifiable"
    NOT_SOLVED = "not solved"
    NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Words:
    text: Text


@dataclass(frozen=True, slots=True)
class Wide:
    """Words over several columns."""

    text: Text
    columns: int


class Above(enum.Enum):
    """The cell above reaches down to here."""

    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Anchor:
    """The number by which a row is referred to."""

    id: str


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses cited, all of them: in many tables they stand nowhere else."""

    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A house edge, in per cent; what an estimate leaves open stands in `Portion`."""

    figure: Figure | Absent


@dataclass(frozen=True, slots=True)
class Points:
    """A difference of two house edges, in points of a per cent."""

    figure: Exact | Absent


@dataclass(frozen=True, slots=True)
class Portion:
    """A figure as a fraction; for an estimate, its interval."""

    figure: Figure | Absent
    is_signed: bool = False


@dataclass(frozen=True, slots=True)
class Rate:
    """A probability, in per cent; a dash where it cannot occur and ``dash_at_zero`` is set."""

    figure: Figure | Absent
    dash_at_zero: bool = False
    places: int = 2


@dataclass(frozen=True, slots=True)
class Variance:
    figure: Figure | Absent


@dataclass(frozen=True, slots=True)
class Net:
    """What a unit gains or loses."""

    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Odds:
    """``first to second``; an estimate is of first to 1."""

    odds: tuple[int, int] | Estimate | None


@dataclass(frozen=True, slots=True)
class Pays:
    """The payouts of a wager as the document words them; ``less`` is what the house keeps of them: ``5%``."""

    rates: tuple[str, ...]
    is_stated: bool = True
    less: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things; None where there is nothing to count."""

    number: int | None
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A severity: its form and its word."""

    severity: Severity
    word: str


@dataclass(frozen=True, slots=True)
class Bar:
    """How a wager ends, drawn: win, push, lose, and what is known on average alone."""

    win: Figure
    push: Figure
    averaged: Figure = Exact(Fraction(0))


@dataclass(frozen=True, slots=True)
class Squares:
    """Clauses, one square each: cited, taken over from another text, not covered."""

    cited: int
    carried: int = 0
    uncovered: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """What is best, and below it what the next best choice would cost, per unit; None where there is no other.

    ``is_mixed``: some of the hands are played in another way.
    """

    words: str
    cost: float | None
    is_mixed: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A hash or a command, in full."""

    text: str


Cell: TypeAlias = (
    Words | Wide | Above | Anchor | Clauses | Edge | Points | Portion | Rate | Variance | Net | Odds | Pays | Count | Marked
    | Bar | Squares | Choice | Code
)


def said(*parts: str | Inline) -> Words:
    """A cell of running text."""
    return Words(text(*parts))
