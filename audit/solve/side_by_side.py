"""The finest pieces of results: one position of a wager at one moment.

Which positions and which moments share a row of a result hangs on the edition and on the options in force.  What is said
of two results side by side is therefore said piece by piece; rows are never matched by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from audit.solve.result import WagerResult

_AT = re.compile(r"at (\w+(?:, \w+)*)")
_SEEN = re.compile(r"(the \w+|\w+ of \w+) (.*)")
_NAME = re.compile(r"[a-z]\w*")


@dataclass(frozen=True, slots=True)
class When:
    """A moment of making as a result tells it: ``what`` is looked at (``the point``, ``at`` for steps), and its value.

    Both are empty for all moments alike, ``what`` alone where no single thing tells moments apart (``case 1 of 3``).
    """

    what: str = ""
    value: str = ""


ALWAYS = When()


class Timed(Protocol):
    """A row of a result, as far as it is told apart from others."""

    @property
    def positions(self) -> tuple[str, ...]: ...

    @property
    def moment(self) -> str: ...


R = TypeVar("R", bound=Timed)

Held: TypeAlias = Sequence[tuple[When, R]]
"""The moments of one position, each with the row that holds it."""


class Pairing(NamedTuple):
    """A moment of one position with the rows of two results that hold it; None where one has no such moment."""

    when: When
    old: WagerResult | None
    new: WagerResult | None


def whens(moment: str) -> tuple[When, ...]:
    """``the point 4, 10`` as its moments."""
    if not moment:
        return (ALWAYS,)
    if steps := _AT.fullmatch(moment):
        return tuple(When("at", step) for step in steps[1].split(", "))
    if seen := _SEEN.fullmatch(moment):
        return tuple(When(seen[1], value) for value in dict.fromkeys(seen[2].split(", ")))
    return (When("", moment),)


def moment_text(some: Sequence[When]) -> str:
    """The moments of one thing as one: ``the point 4, 10``."""
    return f"{some[0].what} {', '.join(when.value for when in some)}".strip()


def translated(rows: Sequence[WagerResult], names: Mapping[str, str]) -> list[WagerResult]:
    """Rows whose moments are told with the names of another edition."""
    return [
        replace(row, moment=_NAME.sub(lambda found: names.get(found[0], found[0]), row.moment)) if row.moment and names else row
        for row in rows
    ]


def held(rows: Sequence[R], label: str) -> list[tuple[When, R]]:
    """The moments of one position, each with its row; a row that names no position holds all."""
    mine = [row for row in rows if not label or not row.positions or label in row.positions]
    found = [(when, row) for row in mine for when in whens(row.moment)]
    if len({when for when, _ in found}) == len(found):
        return found
    return [(When("", row.moment), row) for row in mine]  # values in which commas stand: a moment cannot be cut


def paired(old: Held[WagerResult], new: Held[WagerResult]) -> list[Pairing] | None:
    """The moments of one position in two results, in the order of the new; None where they tell moments apart differently.

    A side that has one row for all moments, or one house edge at all of them, stands beside every moment of the other.
    """
    if not old or not new:
        return [*(Pairing(when, None, row) for when, row in new), *(Pairing(when, row, None) for when, row in old)]
    if _is_one(old):
        return [Pairing(when, old[0][1], row) for when, row in new]
    if _is_one(new):
        return [Pairing(when, row, new[0][1]) for when, row in old]
    if len({when.what for when, _ in (*old, *new)}) == 1 and old[0][0].what:
        before, now = dict(old), dict(new)
        found = [Pairing(when, before.get(when), row) for when, row in new]
        return [*found, *(Pairing(when, row, None) for when, row in old if when not in now)]
    if [(when, row.figures) for when, row in old] == [(when, row.figures) for when, row in new]:
        return [Pairing(when, one, other) for (when, other), (_, one) in zip(new, old, strict=True)]
    if len(_edges(old)) == 1:
        return [Pairing(when, old[0][1], row) for when, row in new]
    if len(_edges(new)) == 1:
        return [Pairing(when, row, new[0][1]) for when, row in old]
    return None


def _is_one(some: Held[WagerResult]) -> bool:
    return len(some) == 1 and some[0][0] == ALWAYS


def _edges(some: Held[WagerResult]) -> set[Fraction | None]:
    return {row.house_edge for _, row in some}
