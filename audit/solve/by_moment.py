"""House edges of one wager by the position and the moment at which it is made, to be held against those of another configuration.

Which positions and moments have equal results hangs on options and readings, so that rows of results cannot be held against
one another; what is solved position by position and moment by moment can.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from audit.solve.solving import Solution, SolvedStart


class Missing(enum.Enum):
    """There is no such position."""

    MISSING = "missing"


MISSING = Missing.MISSING

Edge: TypeAlias = Fraction | Missing | None
"""None where a payout is not stated."""


def first_starts(starts: Sequence[SolvedStart]) -> list[SolvedStart]:
    """The moments at which one position is made, if it is made as soon as it may be."""
    return [s for s in starts if s.chance] or [s for s in starts if not s.start.permission.is_right] or list(starts)


def by_position(solution: Solution) -> dict[str, list[SolvedStart]]:
    """The moments of each position."""
    found: dict[str, list[SolvedStart]] = {}
    for start in solution.starts:
        found.setdefault(start.position.label, []).append(start)
    return found


@dataclass(frozen=True)
class EdgesByMoment:
    """What one configuration makes of a wager."""

    solution: Solution

    def of(self, start: SolvedStart) -> Edge:
        """The house edge at the position and moment of a start of another configuration.

        Where there is no such moment it is that of the position made as soon as it may be, whatever the moment.
        """
        first = self._first.get(start.position.label)
        if first is None:
            return MISSING
        same = {s.figures.house_edge for s in self._starts[start.position.label] if s.features == start.features}
        return same.pop() if len(same) == 1 else mixed([(s.chance, s.figures.house_edge) for s in first])

    @property
    def whole(self) -> Edge:
        """The house edge of all positions and moments, where it is the same for all; else None."""
        edges = {s.figures.house_edge for first in self._first.values() for s in first}
        return edges.pop() if len(edges) == 1 else None

    @cached_property
    def _starts(self) -> dict[str, list[SolvedStart]]:
        return by_position(self.solution)

    @cached_property
    def _first(self) -> dict[str, list[SolvedStart]]:
        return {label: first_starts(starts) for label, starts in self._starts.items()}


def mixed(weighted: Sequence[tuple[Fraction, Fraction | None]]) -> Fraction | None:
    """The house edge of a wager made at one of these moments, each as often as it comes first; None where one has none."""
    edges = [edge for _, edge in weighted if edge is not None]
    if len(edges) < len(weighted):
        return None
    if len(set(edges)) == 1:
        return edges[0]
    whole = sum((chance for chance, _ in weighted), Fraction(0))
    weights = [chance / whole if whole else Fraction(1, len(weighted)) for chance, _ in weighted]
    return sum((weight * edge for weight, edge in zip(weights, edges, strict=True)), Fraction(0))
