"""The method for one hand against a pay table: cards shown in stages, decisions between, nobody to compare with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from audit.solve.cards.course import End, Feature, Spot
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.paths import Moment, Path
from audit.solve.cards.payoffs import Axis, Ids, Key, Payoffs, ends_by_cell, payoffs, tallied
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.cards.staged import Option, Reading, Solution, Staged, Stop, solve_staged
from audit.solve.cards.staged_play import staged_strategy
from audit.solve.errors import NotSolvable

NAME = "stages: every hand of the player, card by card as he comes to know it"


@dataclass(frozen=True, eq=False)
class Prepared:
    """A problem laid out for the kernel: ``staged`` is what it walks, ``ends`` what each of its cells comes to.

    ``groups`` are the cards in the order in which the player comes to know them; its stops are the problem's ``ways``.
    """

    problem: Problem
    groups: tuple[frozenset[Spot], ...]
    ends: Mapping[Key, End]
    paid: Payoffs
    staged: Staged


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that is none of these."""
    laid_out = prepared(problem)
    return counted(laid_out, solve_staged(laid_out.staged))


def prepared(problem: Problem) -> Prepared:
    """The problem laid out; raises `NotSolvable`, with the reason, for a course that is none of these."""
    problem.refuse_doubles()
    if problem.relations:
        raise NotSolvable("hands are compared", problem.relations[0].words)
    groups = _groups(problem)
    by_groups: dict[tuple[int, ...], list[Feature]] = {}
    for feature in problem.plain:
        by_groups.setdefault(_groups_of(feature, groups), []).append(feature)
    axes: list[Axis] = []
    readings: list[Reading] = []
    for numbers, features in by_groups.items():
        axis, ids = problem.axis(features)
        axes.append(axis)
        readings.append(Reading(numbers, ids, len(axis)))
    ends = ends_by_cell(problem.course, problem.paths, axes)
    shape = (len(problem.paths), *(len(axis) for axis in axes))
    paid = payoffs(ends, shape, problem.valued)
    stops = _stops(problem, groups, readings, ends, shape)
    staged = Staged(problem.judge.pack, tuple(map(len, groups)), tuple(readings), stops, paid.pay, problem.symmetric)
    return Prepared(problem, groups, ends, paid, staged)


def counted(laid_out: Prepared, solution: Solution) -> Counted:
    """What the kernel found, as ends of the problem."""
    problem, groups, ends = laid_out.problem, laid_out.groups, laid_out.ends
    shape = laid_out.staged.pay.shape
    counts = np.zeros(shape, dtype=object)
    for path, cells in enumerate(solution.counts):
        for cell, deals in cells.items():
            counts[(path, *cell)] = deals
    return Counted(
        tallied(counts, ends, problem.paths, problem.valued),
        solution.total,
        NAME,
        "; ".join(words_of(group) for group in groups),
        "suits may be exchanged" if problem.symmetric else "suits are told apart by name",
        math.prod(shape),
        staged_strategy(problem, solution),
    )


def _groups(problem: Problem) -> tuple[frozenset[Spot], ...]:
    """The cards in the order in which the player comes to know them, those asked for at the end last."""
    known: list[frozenset[Spot]] = []
    for moment in problem.moments:
        if moment.known not in known:
            known.append(moment.known)
    known.sort(key=len)
    if any(not one <= other for one, other in pairwise(known)):
        raise NotSolvable("what is known at one decision is not known at a later one", "round")
    asked = spots_of(problem.features)
    groups: list[frozenset[Spot]] = []
    before: frozenset[Spot] = frozenset()
    for now in (*known, asked | (known[-1] if known else frozenset())):
        if now - before:
            groups.extend(_parted(now - before, problem.plain))
        before = now
    if not groups:
        raise NotSolvable("nothing is asked of any card", "round")
    return tuple(groups)


def _parted(spots: frozenset[Spot], features: tuple[Feature, ...]) -> list[frozenset[Spot]]:
    """Cards that come to be known together, those apart that some feature tells apart."""
    parts = [spots]
    for feature in features:
        held = frozenset(feature.spots)
        parts = [piece for part in parts for piece in (part & held, part - held) if piece]
    return sorted(parts, key=sorted)


def _groups_of(feature: Feature, groups: tuple[frozenset[Spot], ...]) -> tuple[int, ...]:
    spots = frozenset(feature.spots)
    return tuple(n for n, group in enumerate(groups) if group <= spots)


def _stops(
    problem: Problem,
    groups: tuple[frozenset[Spot], ...],
    readings: list[Reading],
    ends: Mapping[Key, End],
    shape: tuple[int, ...],
) -> tuple[Stop, ...]:
    """The decisions by number, with what permits their options."""
    stops: list[Stop | None] = []
    numbers = {path: n for n, path in enumerate(problem.paths)}
    is_open = np.zeros(shape, dtype=np.bool_)
    for key in ends:
        is_open[key] = True

    def lay(moment: Moment, so_far: Path) -> int:
        number = len(stops)
        stops.append(None)
        known = sum(1 for group in groups if group <= moment.known)
        options: list[Option] = []
        for label, then in moment.options:
            path = (*so_far, label)
            to = lay(then, path) if then is not None else ~numbers[path]
            under = [n for p, n in numbers.items() if p[: len(path)] == path]
            options.append(Option(to, _permitted(np.asarray(is_open[under].any(axis=0)), readings, known, label)))
        stops[number] = Stop(known, tuple(options))
        return number

    if problem.moment is not None:
        lay(problem.moment, ())
    return tuple(stop for stop in stops if stop is not None)


def _permitted(is_open: Ids, readings: list[Reading], known: int, label: str) -> dict[int, Ids]:
    """Which codes of which readings permit an option; none where all do."""
    for n in range(len(readings)):
        others = tuple(m for m in range(len(readings)) if m != n)
        some, every = np.asarray(is_open.any(axis=others)), np.asarray(is_open.all(axis=others))
        if every.all():
            return {}
        if (some == every).all():
            if max(readings[n].groups, default=-1) >= known:
                raise NotSolvable(f"whether {label} is open hangs on cards not yet known", label)
            return {n: some}
    raise NotSolvable(f"whether {label} is open hangs on several things together", label)

