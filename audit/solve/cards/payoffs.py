"""What every path brings for every combination of answers, as whole numbers for the kernels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.course import Answer, Course, End, Feature
from audit.solve.cards.outcomes import Tally, paid_of
from audit.solve.cards.paths import Path, end_of, moments_of
from audit.solve.errors import NotSolvable, NotVerifiable

MOST_CELLS = 500_000
"""More combinations of paths and answers than this are not laid out."""

Ids: TypeAlias = npt.NDArray[Any]
Key: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Axis:
    """Features that are answered together, and the combinations of answers that occur; a cell is one of them."""

    features: tuple[Feature, ...]
    cells: tuple[tuple[Answer, ...], ...]

    def __len__(self) -> int:
        return len(self.cells)


NO_FEATURE = Axis((), ((),))


def combined(
    features: Sequence[Feature], answers: Sequence[Sequence[Answer]], ids: Sequence[Ids], sets: int
) -> tuple[Axis, Ids]:
    """One axis for features of the same cards: its cells, and the cell of each of the ``sets``."""
    if not features:
        return NO_FEATURE, np.zeros(sets, dtype=np.uint8)
    whole = ids[0].astype(np.int64)
    for more, of in zip(ids[1:], answers[1:], strict=True):
        whole = whole * len(of) + more
    places = math.prod(len(of) for of in answers)
    present = np.flatnonzero(np.bincount(whole, minlength=places)) if places < 10_000_000 else np.unique(whole)
    cells: list[tuple[Answer, ...]] = []
    for code in present.tolist():
        held: list[Answer] = []
        for of in reversed(answers):
            code, at = divmod(code, len(of))  # noqa: PLW2901
            held.append(of[at])
        cells.append(tuple(reversed(held)))
    small = np.searchsorted(present, whole).astype(np.uint8 if len(present) < 256 else np.uint16)
    return Axis(tuple(features), tuple(cells)), small


def ends_by_cell(course: Course, paths: Sequence[Path], axes: Sequence[Axis]) -> dict[Key, End]:
    """The end of each path under each combination of cells; those that are not open are left out.

    Keys are (path, cell of the first axis, …).  Raises `NotSolvable` where there are too many.
    """
    size = len(paths) * math.prod(len(axis) for axis in axes)
    if size > MOST_CELLS:
        raise NotSolvable(f"{size:,} combinations of choices and answers; the bound is {MOST_CELLS:,}", "round")
    found: dict[Key, End] = {}
    moment = moments_of(course)
    for cells in itertools.product(*(range(len(axis)) for axis in axes)):
        answers: dict[Feature, Answer] = {}
        for axis, cell in zip(axes, cells, strict=True):
            answers.update(zip(axis.features, axis.cells[cell], strict=True))
        for n, path in enumerate(paths):
            end = end_of(course, path, answers, moment)
            if end is not None:
                found[(n, *cells)] = end
    return found


@dataclass(frozen=True)
class Payoffs:
    """Net results in whole numbers: a net of ``x`` stands as ``x * scale``.  ``is_open`` is whether a path may be taken."""

    pay: npt.NDArray[np.int64]
    is_open: npt.NDArray[np.bool_]
    scale: int


def payoffs(ends: Mapping[Key, End], shape: tuple[int, ...], valued: Collection[str]) -> Payoffs:
    """The net result of the valued wagers at each end; one that no clause states counts as nothing, see `refuse_unstated`."""
    nets: dict[Key, Fraction] = {}
    by_end: dict[int, Fraction] = {}
    for key, end in ends.items():
        if id(end) not in by_end:
            by_end[id(end)] = sum((p.net for p in paid_of(end, valued) if p.net is not None), Fraction(0))
        nets[key] = by_end[id(end)]
    scale = math.lcm(*(net.denominator for net in nets.values())) if nets else 1
    pay = np.zeros(shape, dtype=np.int64)
    is_open = np.zeros(shape, dtype=np.bool_)
    for key, net in nets.items():
        worth = net * scale
        if abs(worth) >= 2**31:
            raise NotSolvable(f"a net result of {net} in units of 1/{scale} is too large to count with", "pays")
        pay[key] = int(worth)
        is_open[key] = True
    return Payoffs(pay, is_open, scale)


def tallied(
    counts: npt.NDArray[Any], ends: Mapping[Key, End], paths: Sequence[Path], valued: Collection[str]
) -> tuple[Tally, ...]:
    """The ends that occur, with how many deals they come in; counts are indexed as the keys of ``ends``.

    Raises `NotVerifiable` where an end that occurs has no stated payout, since best play would hang on it.
    """
    found: dict[tuple[int, End], int] = {}
    for key in zip(*(axis.tolist() for axis in np.nonzero(counts)), strict=True):
        deals = int(counts[key])
        end = ends.get(key)
        if end is None:
            raise AssertionError("a path was taken that is not open")
        found[(key[0], end)] = found.get((key[0], end), 0) + deals
    tallies = tuple(Tally(paths[path], end, deals) for (path, end), deals in found.items())
    refuse_unstated(tallies, valued, len(paths) > 1)
    return tallies


def refuse_unstated(tallies: Sequence[Tally], valued: Collection[str], is_decided: bool) -> None:
    """Raises `NotVerifiable` where what is best to do hangs on a payout that no clause states."""
    if not is_decided:
        return
    for tally in tallies:
        for paid in paid_of(tally.end, valued):
            if paid.net is None:
                raise NotVerifiable(f"no clause states what {paid.name} is paid ({paid.label}); best play hangs on it", paid.name)
