"""House edges that move where a wager is made later than it first may be: rows of results tell the first moments alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.compare.drafting import Pair
from audit.compare.side import Side
from audit.compare.wording import humane
from audit.solve.by_moment import first_starts
from audit.solve.planner import name_groups
from audit.solve.side_by_side import When, whens
from audit.solve.solving import SolvedStart

Features: TypeAlias = frozenset[tuple[str, str]]
"""What tells a moment of making from others."""


@dataclass(frozen=True, slots=True)
class LateMove:
    """The house edges of a position at moments at which both sides let it be made, and that are not its first on both."""

    at: tuple[When, ...]
    old: Fraction | None
    new: Fraction | None


def late_moves(
    sides: tuple[Side, Side], pair: Pair, names: Mapping[str, str], at: frozenset[tuple[str, str]]
) -> Iterator[LateMove]:
    """The later moments at which both sides have another house edge; of those alone of which ``at`` speaks.

    A moment of which one side has several house edges is passed over: it is not known which is which.
    """
    ours, theirs = _starts(sides[0], pair[0].name, pair[0].label), _starts(sides[1], pair[1].name, pair[1].label)
    before, after = _edges(ours, names), _edges(theirs, {})
    first = {_features(s, names) for s in first_starts(ours)} & {_features(s, {}) for s in first_starts(theirs)}
    groups: dict[tuple[Fraction | None, Fraction | None], list[SolvedStart]] = {}
    for start in theirs:
        features = _features(start, {})
        edges = before.get(features, set()), after[features]
        is_known = all(len(some) == 1 for some in edges)
        if features in first or not is_known or edges[0] == edges[1] or not _is_meant(features, at):
            continue
        groups.setdefault((next(iter(edges[0])), next(iter(edges[1]))), []).append(start)
    told = name_groups(list(groups.values()), everything=theirs)
    for (old, new), text in zip(groups, told, strict=True):
        yield LateMove(whens(text), old, new)


def _starts(side: Side, wager: str, label: str) -> list[SolvedStart]:
    solution = side.verified.solutions.get(wager)
    return [start for start in solution.starts if start.position.label == label] if solution is not None else []


def _edges(starts: list[SolvedStart], names: Mapping[str, str]) -> dict[Features, set[Fraction | None]]:
    found: dict[Features, set[Fraction | None]] = {}
    for start in starts:
        found.setdefault(_features(start, names), set()).add(start.figures.house_edge)
    return found


def _features(start: SolvedStart, names: Mapping[str, str]) -> Features:
    """The features of a moment by the names of the other side: ``the mark`` as ``the point``, steps by theirs."""
    return frozenset(
        (" ".join(names.get(word, word) for word in name.split(" ")), names.get(value, value))
        for name, value in start.features.items()
    )


def _is_meant(features: Features, at: frozenset[tuple[str, str]]) -> bool:
    """Whether a moment is one of which ``at`` speaks, or of which it says nothing."""
    spoken = {what for what, _ in at}
    return all((humane(name), value) in at for name, value in features if humane(name) in spoken)
