"""One hand against a pay table: cards shown group by group, decisions in between, nobody else's cards.

In: a pack, the groups in the order in which the player comes to know them, what is read off some of them, the decisions,
and what each way through them pays.  Out: how many deals end in each way with each reading under best play, in whole
numbers, and what is best where.
Must hold: a decision looks at the cards known by then as they are, not at readings of them; a deal is which cards each
group holds, whatever their order in it, so that `Solution.total` is the number of ways to fill the groups.

Values are sums of whole payoffs over deals.  The first group is gone through up to the names of suits, the others set
by set; what is wanted of the last one is only how often it leads to each reading.  As long as everything that is read
off the second to the k-th group is read off all of them together, it does not matter which of them a card is in: they
are *united*, and only the set of their cards is a state.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.sets import BINOMIAL, Ints8, Ints64, Pack, canonical_sets, every_set
from audit.solve.cards.staged_kernels import walk_firsts
from audit.solve.errors import NotSolvable

Codes: TypeAlias = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Bools: TypeAlias = npt.NDArray[np.bool_]
Cell: TypeAlias = tuple[int, ...]

MOST_DEALS = 6_000_000_000
"""More deals than this, after suits are thrown together, are not walked."""

MOST_IN_A_BLOCK = 300_000_000
"""Bytes of working memory for one first group."""

MOST_IN_A_TABLE = 200_000_000
"""Cards in a list of all ways in which one group can lie."""

MOST_KEPT = 300_000
"""A decision with more situations than this, suits thrown together, is told by readings only."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What is read off the cards of some groups together: ``codes[number of the set]``, from 0 to ``values`` - 1."""

    groups: tuple[int, ...]
    codes: Codes
    values: int


@dataclass(frozen=True, eq=False)
class Option:
    """A choice: to the stop ``then``, or, where that is negative, to the path ``~then``.

    ``permitted`` says for some readings, by number, with which codes it is open; such readings must be known by then.
    """

    then: int
    permitted: Mapping[int, Bools] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Stop:
    """A decision at which the first ``known`` groups are known."""

    known: int
    options: tuple[Option, ...]


@dataclass(frozen=True, eq=False)
class Staged:
    """The problem.  Stop 0 comes first; options lead to later ones; without stops there is one path.

    ``pay`` is int64[paths, values of reading 0, values of reading 1, …].  ``symmetric``: no reading tells suits apart by
    name.  ``told`` are readings that nothing pays on, by which decisions are grouped beside the others.
    """

    pack: Pack
    groups: tuple[int, ...]
    readings: tuple[Reading, ...]
    stops: tuple[Stop, ...]
    pay: Ints64
    symmetric: bool
    told: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Row:
    """Situations that read alike: in how many deals each option is taken, what each would bring over all of them.

    ``values`` is None for an option that is not permitted.
    """

    taken: tuple[int, ...]
    values: tuple[int | None, ...]

    @property
    def deals(self) -> int:
        return sum(self.taken)


@dataclass(frozen=True, eq=False)
class Situations:
    """Every situation of a decision: ``best`` int64[first groups, states], -1 where best play does not come there.

    ``values`` int64[first groups, states, options], `staged_kernels.CLOSED` where not permitted.  ``groups`` are the
    sizes of the groups known, as they were walked: neighbours that nothing parts, and united ones, are one group.
    """

    groups: tuple[int, ...]
    firsts: Ints8
    weights: Ints64
    best: Ints64
    values: Ints64
    size: int

    def cards(self, first: int, state: int) -> tuple[tuple[int, ...], ...]:
        """Which cards each group holds in a state under a canonical first group."""
        found = [tuple(int(card) for card in self.firsts[first])]
        left = [card for card in range(self.size) if card not in found[0]]
        sizes, counts, n = self.groups[1:], [], len(left)
        for k in sizes:
            counts.append(math.comb(n, k))
            n -= k
        digits = []
        for count in reversed(counts):
            state, digit = divmod(state, count)
            digits.append(digit)
        for k, digit in zip(sizes, reversed(digits), strict=True):
            places = every_set(len(left), k)[digit].tolist()
            found.append(tuple(left[place] for place in places))
            left = [card for card in left if card not in found[-1]]
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Told:
    """What is best at one stop, over what best play meets there.

    ``by`` are the readings known there, by number, those of ``told`` after the paying ones; ``rows`` has a row for each
    combination of their codes that occurs.
    """

    by: tuple[int, ...]
    rows: Mapping[Cell, Row]
    situations: Situations | None = None


@dataclass(frozen=True, eq=False)
class Solution:
    """``counts[path][codes of the readings]``: the deals that end so, out of ``total``; ``value`` what all bring."""

    total: int
    value: int
    counts: tuple[Mapping[Cell, int], ...]
    stops: tuple[Told, ...]


def solve_staged(problem: Staged, kept: int = MOST_KEPT, most: int = MOST_DEALS) -> Solution:
    """Best play, exactly; of equal options the first stated is taken.

    Raises `NotSolvable` where there are more than ``most`` deals to walk, sums could be too large for 64 bits, or some
    situation leaves no option open.
    """
    _check(problem)
    problem = _joined(problem)
    total = _ways(problem.pack.size, problem.groups)
    largest = max((abs(int(pay)) for pay in (problem.pay.max(), problem.pay.min())), default=0)
    if total * max(largest, 1) >= 2**62:
        raise NotSolvable(f"payoffs up to {largest:,} over {total:,} deals are more than is counted exactly")
    if len(problem.groups) == 1 and not problem.stops:
        return _count_sets(problem, total)
    return _from(problem, 0 if problem.stops else ~0, total, kept, most)


def _ways(size: int, groups: Sequence[int]) -> int:
    whole = 1
    for k in groups:
        whole *= math.comb(size, k)
        size -= k
    return whole


def _check(problem: Staged) -> None:
    """Raises ValueError for a problem whose parts do not fit together."""
    size, groups = problem.pack.size, problem.groups
    if sum(groups) > size:
        raise NotSolvable(f"{sum(groups)} cards are dealt and the pack has {size}")
    for reading in (*problem.readings, *problem.told):
        if len(reading.codes) != math.comb(size, sum(groups[g] for g in reading.groups)):
            raise ValueError("a reading has a code for every set of the cards of its groups")
        if len(reading.codes) and int(reading.codes.max()) >= reading.values:
            raise ValueError("a code of a reading is beyond its values")
    if problem.pay.shape[1:] != tuple(r.values for r in problem.readings):
        raise ValueError("pay has an axis for the paths and one for each reading")
    for n, stop in enumerate(problem.stops):
        for option in stop.options:
            if option.then >= 0 and (option.then <= n or problem.stops[option.then].known < stop.known):
                raise ValueError("an option leads to a later stop that knows no less")
            if any(max(problem.readings[r].groups, default=0) >= stop.known for r in option.permitted):
                raise ValueError("a permission hangs on groups that are not known")


def _joined(problem: Staged) -> Staged:
    """The same with neighbouring groups that nothing parts in one, and groups dropped that nothing ever looks at."""
    readings = (*problem.readings, *problem.told)
    known = max((stop.known for stop in problem.stops), default=0)
    seen = {g for r in readings for g in r.groups}
    groups = [g for g in range(len(problem.groups)) if g in seen or g < known]
    parts: list[list[int]] = []
    for g in groups:
        # A decision may stand before a group that was dropped: it parts what is known from all that comes after.
        parted = not parts or any(parts[-1][-1] < s.known <= g for s in problem.stops)
        if parted or any((g in r.groups) != (parts[-1][-1] in r.groups) for r in readings):
            parts.append([g])
        else:
            parts[-1].append(g)
    at = {g: i for i, part in enumerate(parts) for g in part}

    def moved(reading: Reading) -> Reading:
        return replace(reading, groups=tuple(sorted({at[g] for g in reading.groups})))

    return replace(
        problem,
        groups=tuple(sum(problem.groups[g] for g in part) for part in parts),
        readings=tuple(map(moved, problem.readings)),
        told=tuple(map(moved, problem.told)),
        stops=tuple(replace(s, known=at[s.known - 1] + 1 if s.known else 0) for s in problem.stops),
    )


def _count_sets(problem: Staged, total: int) -> Solution:
    """Nothing is decided, and everything hangs on the same cards: every set is counted once."""
    shape = problem.pay.shape[1:]
    cells = np.zeros(math.comb(problem.pack.size, problem.groups[0]), dtype=np.int64)
    for reading in problem.readings:
        cells *= reading.values
        cells += reading.codes
    counts = np.bincount(cells, minlength=math.prod(shape)).reshape(1, *shape)
    return Solution(total, int((counts * problem.pay).sum()), _cells(counts), ())


def _from(problem: Staged, start: int, total: int, kept: int, most: int) -> Solution:
    """Best play from a stop or a path on; decisions before any card are made by trying each option."""
    if start >= 0 and problem.stops[start].known == 0:
        tried = [_from(problem, option.then, total, kept, most) for option in problem.stops[start].options]
        best = max(range(len(tried)), key=lambda n: (tried[n].value, -n))
        taken = tuple(total if n == best else 0 for n in range(len(tried)))
        stops = list(tried[best].stops)
        stops[start] = Told((), {(): Row(taken, tuple(t.value for t in tried))})
        return replace(tried[best], stops=tuple(stops))
    return _Walk(problem, start, total, kept, most).run()


class _Walk:
    """The arrays of a problem as the compiled walk wants them; see `audit.solve.cards.staged_kernels`."""

    def __init__(self, problem: Staged, start: int, total: int, kept: int, most: int) -> None:
        self.problem, self.start, self.total, self.kept = problem, start, total, kept
        size, groups = problem.pack.size, problem.groups
        self.readings = (*problem.readings, *problem.told)
        if len(groups) == 1 or any(stop.known == len(groups) for stop in problem.stops):
            groups = (*groups, 0)  # what is known is never the last group
        self.groups, self.last = groups, len(groups) - 1
        lefts = [size - sum(groups[:j]) for j in range(len(groups))]
        for left, k in zip(lefts, groups, strict=True):
            if math.comb(left, k) * k > MOST_IN_A_TABLE:
                raise NotSolvable(f"{math.comb(left, k):,} ways to hold {k} of {left} cards are more than are listed")
        chosen = canonical_sets(problem.pack, groups[0], symmetric=problem.symmetric)
        self.firsts, self.weights = chosen.cards, chosen.weights
        self.ways = [1, *(math.comb(lefts[j], groups[j]) for j in range(1, len(groups)))]
        self.beside = [0, *(sum(groups[1:k]) for k in range(1, len(groups)))]
        self.united = 1
        while self.united < self.last and all(self._unites(r, self.united + 1) for r in problem.readings):
            self.united += 1
        self.states = [1]
        for k in range(1, len(groups)):
            is_set = k <= self.united
            self.states.append(math.comb(lefts[1], self.beside[k]) if is_set else self.states[-1] * self.ways[k - 1])
            if is_set and self.states[k] * self.beside[k] > MOST_IN_A_TABLE:
                raise NotSolvable(f"{self.states[k]:,} ways to hold {self.beside[k]} cards are more than are listed")
        deals = len(self.weights) * self.states[-1] * self.ways[-1]
        if deals > most:
            raise NotSolvable(f"{deals:,} deals, suits thrown together, and at most {most:,} are walked")
        cells = math.prod(problem.pay.shape[1:])
        width = 8 * (len(problem.stops) * 3 + len(problem.pay) * 2 + min(cells, self.ways[-1]) + 3)
        if sum(self.states) * width + cells * 4 > MOST_IN_A_BLOCK:
            raise NotSolvable(f"{sum(self.states):,} situations after the first cards are more than are kept at once")

    @staticmethod
    def _unites(reading: Reading, k: int) -> bool:
        """Whether a reading hangs on all of the second to the k-th group or on none of them."""
        return len({g for g in reading.groups if 1 <= g < k}) in (0, k - 1)

    def run(self) -> Solution:
        problem, groups, last = self.problem, self.groups, self.last
        stops, shape = problem.stops, problem.pay.shape[1:]
        options = [option for stop in stops for option in stop.options]
        paths, cells = len(problem.pay), math.prod(shape)
        option_off = [0, *itertools.accumulate(len(stop.options) for stop in stops)]
        permitted = np.ones((max(len(options), 1), cells), dtype=np.bool_)
        for n, option in enumerate(options):
            for reading, codes in option.permitted.items():
                axes = [1] * len(shape)
                axes[reading] = -1
                permitted[n] &= np.broadcast_to(codes.reshape(axes), shape).reshape(cells)
        by = [self._known(k) for k in range(len(groups))]
        widths = [math.prod(self.readings[f].values for f in known) for known in by]
        tell = np.zeros((len(groups), len(self.readings)), dtype=np.int64)
        for k, known in enumerate(by):
            tell[k, list(known)] = _strides([self.readings[f].values for f in known])
        table = [0, *itertools.accumulate(widths[stop.known] * len(stop.options) for stop in stops)]
        kept_off, kept_size = [], 0
        for stop in stops:
            states = len(self.weights) * self.states[stop.known]
            is_kept = stop.known > 0 and states <= self.kept
            kept_off.append(kept_size if is_kept else -1)
            kept_size += states * (len(stop.options) + 1) if is_kept else 0
        kept = np.full(kept_size, -1, dtype=np.int64)
        size, beside, united = problem.pack.size, self.beside, self.united
        combos = [every_set(size - sum(groups[:j]), groups[j]).reshape(-1) for j in range(1, len(groups))]
        unions = [every_set(size - groups[0], beside[k]).reshape(-1) for k in range(united + 1)]
        keeps = [every_set(beside[k], beside[k - 1]) for k in range(1, united + 1)]
        comes = [1, *map(len, keeps), *[1] * (last - united)]
        sig, sig_off = _end_to_end([r.codes for r in self.readings], np.uint16)
        then = [o.then if o.then >= 0 else len(stops) + ~o.then for o in options]
        strides = np.zeros(len(self.readings), dtype=np.int64)
        strides[: len(shape)] = _strides(shape)
        level_off = [0, 0, *itertools.accumulate(self.states[1:last])]
        ways_on, offsets = _end_to_end(combos, np.int8)
        sets, union_off = _end_to_end(unions, np.int8)
        kept_places, keep_off = _end_to_end([np.zeros(0, dtype=np.int8), *(k.reshape(-1) for k in keeps)], np.int8)
        is_read = np.zeros(tell.shape, dtype=np.bool_)
        for k, known in enumerate(by):
            is_read[k, list(known)] = True

        def walk(begin: int, step: int) -> tuple[int, Ints64, Ints64, Ints64]:
            counts = np.zeros((paths, cells), dtype=np.int64)
            deals, values = np.zeros(table[-1], dtype=np.int64), np.zeros(table[-1], dtype=np.int64)
            stuck = walk_firsts(
                begin, step, self.start if self.start >= 0 else len(stops) + ~self.start, problem.pack.size,
                self.firsts, self.weights, _ints(groups), _ints([0, *itertools.accumulate(groups)]), united, sets,
                union_off, _ints(beside), kept_places, keep_off, _ints(comes), ways_on, _ints([0, *offsets]),
                _ints(self.ways), _ints(level_off), _ints(self.states[: last + 1]),
                _ints([math.prod(self.ways[k:]) for k in range(len(groups))]),
                _ints([sum(1 << g for g in r.groups) for r in self.readings]),
                _ints([max(r.groups, default=0) for r in self.readings]), len(shape), sig, sig_off, strides, tell, is_read,
                _ints([stop.known for stop in stops]), _ints(option_off), _ints(then), permitted,
                np.ascontiguousarray(problem.pay.reshape(paths, cells), dtype=np.int64), _ints(table), _ints(kept_off),
                BINOMIAL, counts, deals, values, kept,
            )  # fmt: skip
            return stuck, counts, deals, values

        threads = min(2, os.cpu_count() or 1, len(self.weights))
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(walk, range(threads), [threads] * threads))
        if any(stuck for stuck, *_ in parts):
            raise NotSolvable("a situation leaves no choice open")
        counts = np.add.reduce([part[1] for part in parts]).reshape(paths, *shape)
        deals, values = np.add.reduce([part[2] for part in parts]), np.add.reduce([part[3] for part in parts])
        told = []
        for n, stop in enumerate(stops):
            many = len(stop.options)
            rows = (deals[table[n] : table[n + 1]].reshape(-1, many), values[table[n] : table[n + 1]].reshape(-1, many))
            known = by[stop.known]
            told.append(Told(known, self._rows(stop, known, *rows), self._situations(stop, kept, kept_off[n])))
        return Solution(self.total, int((counts * problem.pay).sum()), _cells(counts), tuple(told))

    def _known(self, k: int) -> tuple[int, ...]:
        """The readings that are known once k groups are, but for those that hang on a part of united groups."""
        base = min(k, self.united)
        return tuple(
            f for f, r in enumerate(self.readings) if max(r.groups, default=0) < k and self._unites(r, base)
        )

    def _rows(self, stop: Stop, known: tuple[int, ...], deals: Ints64, values: Ints64) -> dict[Cell, Row]:
        shape = [self.readings[f].values for f in known]
        found: dict[Cell, Row] = {}
        for at in np.flatnonzero(deals.any(axis=1)).tolist():
            cell = tuple(int(code) for code in np.unravel_index(at, shape)) if shape else ()
            codes = dict(zip(known, cell, strict=True))
            is_open = [all(bool(allowed[codes[r]]) for r, allowed in o.permitted.items()) for o in stop.options]
            brings = tuple(v if may else None for v, may in zip(values[at].tolist(), is_open, strict=True))
            found[cell] = Row(tuple(deals[at].tolist()), brings)
        return found

    def _situations(self, stop: Stop, kept: Ints64, at: int) -> Situations | None:
        if at < 0:
            return None
        shape = len(self.weights), self.states[stop.known], len(stop.options) + 1
        part = kept[at : at + math.prod(shape)].reshape(shape)
        base = min(stop.known, self.united)
        known = [self.groups[0], *([self.beside[base]] if base > 1 else []), *self.groups[base : stop.known]]
        return Situations(tuple(known), self.firsts, self.weights, part[:, :, 0], part[:, :, 1:], self.problem.pack.size)


def _strides(shape: Sequence[int]) -> list[int]:
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def _ints(numbers: Sequence[int]) -> Ints64:
    return np.array(numbers, dtype=np.int64)


def _end_to_end(arrays: Sequence[npt.NDArray[np.generic]], kind: type[np.generic]) -> tuple[npt.NDArray[np.generic], Ints64]:
    """Arrays in one, and where each begins."""
    lengths = [len(array) for array in arrays]
    flat = np.concatenate([a.astype(kind, copy=False) for a in arrays]) if arrays else np.zeros(0, dtype=kind)
    return flat, _ints([0, *itertools.accumulate(lengths)][:-1] if arrays else [])


def _cells(counts: Ints64) -> tuple[dict[Cell, int], ...]:
    """For each path the cells that are met, with their counts in Python's numbers."""
    return tuple(
        {tuple(cell): int(of_path[tuple(cell)]) for cell in np.argwhere(of_path).tolist()} for of_path in counts
    )
