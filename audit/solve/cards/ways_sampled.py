"""Rounds in which ways set all cards, many at once: dealt by numbers, set by compiled ways, paid as the course says.

Numbers are the raw ones of PCG64: the same seed gives the same figures on every machine.  A card is drawn by the upper
half of a number, so that its chance is off by less than one in a hundred million.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.answers import Judge
from audit.solve.cards.by_ways import PartCodes, Parts
from audit.solve.cards.compiled_ways import NO_ROW, CompiledWay, Tables, set_hand
from audit.solve.cards.course import Course
from audit.solve.cards.endings import ending_at
from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import FIELD, HALF
from audit.solve.cards.payoffs import combined
from audit.solve.cards.sets import BINOMIAL
from audit.solve.cards.sides import Problem
from audit.solve.errors import NotSolvable
from audit.solve.result import Sampled
from audit.solve.sampling import Ending, sampled

AT_A_TIME = 100_000
"""Rounds that are dealt together."""


def sample_by_ways(
    course: Course, judge: Judge, names: Collection[str], unit: Fraction, rounds: int, seed: int, *, is_bundle: bool
) -> Sampled:
    """So many rounds of a course that asks of parts alone.

    Raises `NotSolvable` where it asks of anything else, where something is decided, where a way cannot be compiled, and
    with an example where it does not set what is dealt.
    """
    problem = Problem(course, judge, frozenset(names))
    problem.refuse_doubles()
    if problem.moment is not None:
        raise NotSolvable("something is decided", problem.moment.name)
    parts = Parts(problem.features, judge)
    ways = [parts.way_of(area) for area in parts.areas]
    source = np.random.PCG64(seed)
    counts: Counter[Ending] = Counter()
    for begun in range(0, rounds, AT_A_TIME):
        dealt = _dealt(source, len(judge.deck), [way.cards for way in ways], min(AT_A_TIME, rounds - begun))
        codes: dict[str, PartCodes] = {
            way.reader.arranger.area.name.text: _set(way, cards) for way, cards in zip(ways, dealt, strict=True)
        }
        answers, ids = parts.answered(codes)
        axis, cells = combined(problem.features, answers, ids, len(dealt[0]))
        for cell, number in enumerate(np.bincount(cells, minlength=len(axis)).tolist()):
            known = dict(zip(problem.features, axis.cells[cell], strict=True))
            counts[ending_at(course, known, names, unit, is_bundle=is_bundle)] += number
    return sampled(counts, seed)


def _dealt(source: np.random.PCG64, deck: int, sizes: list[int], rounds: int) -> list[NDArray[np.int64]]:
    """Hands of these sizes from one deck for each round, each in the order of the deck."""
    numbers = (source.random_raw(rounds * sum(sizes)) >> np.uint64(32)).astype(np.int64).reshape(rounds, sum(sizes))
    cards = _draw(numbers, deck)
    ends = np.cumsum(sizes).tolist()
    return [np.sort(cards[:, end - size : end], axis=1) for end, size in zip(ends, sizes, strict=True)]


@njit
def _draw(numbers: NDArray[np.int64], deck: int) -> NDArray[np.int64]:
    left = np.arange(deck)
    cards = np.zeros(numbers.shape, np.int64)
    for n in range(numbers.shape[0]):
        for i in range(numbers.shape[1]):
            at = i + ((numbers[n, i] * (deck - i)) >> 32)
            left[i], left[at] = left[at], left[i]
            cards[n, i] = left[i]
    return cards


def _set(way: CompiledWay, cards: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The codes of both parts of each hand as the way sets it; raises `NotSolvable` with a hand that it does not set."""
    codes = np.zeros((2, len(cards)), np.int64)
    trouble = _set_all(cards, way.tables, codes)
    if trouble[0] >= 0:
        number = int(sum(BINOMIAL[card, i + 1] for i, card in enumerate(cards[trouble[0]].tolist())))
        raise way.refusal(number, is_covered=bool(trouble[1] != NO_ROW))
    return codes[0], codes[1]


@njit
def _set_all(cards: NDArray[np.int64], t: Tables, codes: NDArray[np.int64]) -> tuple[int, int]:
    """Writes the codes; the first hand that is not set, and why, or -1."""
    code_0, code_1 = np.zeros(len(t.chosen), np.int64), np.zeros(len(t.chosen), np.int64)
    fitting = np.zeros(len(t.chosen), np.int64)
    for n in range(len(cards)):
        held = cards[n]
        total, number = t.start, 0
        for i in range(len(held)):
            total += t.key[held[i]]
            number += t.binomial[held[i], i + 1]
        if total & t.reached:
            rows = t.by_suits[np.searchsorted(t.suited, number)]
        else:
            rows = t.by_ranks[t.offset[total & FIELD] + t.place[(total >> HALF) & FIELD]]
        at = set_hand(held, rows, t, code_0, code_1, fitting)
        if at < 0:
            return n, at
        codes[0, n], codes[1, n] = code_0[at], code_1[at]
    return -1, 0
