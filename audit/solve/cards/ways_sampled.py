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
from audit.solve.cards.compiled_ways import codes_as_set
from audit.solve.cards.course import Course
from audit.solve.cards.endings import ending_at
from audit.solve.cards.kernels import njit
from audit.solve.cards.payoffs import combined
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
        hands = dealt(source, len(judge.deck), [way.cards for way in ways], min(AT_A_TIME, rounds - begun))
        codes: dict[str, PartCodes] = {
            way.reader.arranger.area.name.text: codes_as_set(way, cards) for way, cards in zip(ways, hands, strict=True)
        }
        answers, ids = parts.answered(codes)
        axis, cells = combined(problem.features, answers, ids, len(hands[0]))
        for cell, number in enumerate(np.bincount(cells, minlength=len(axis)).tolist()):
            known = dict(zip(problem.features, axis.cells[cell], strict=True))
            counts[ending_at(course, known, names, unit, is_bundle=is_bundle)] += number
    return sampled(counts, seed)


def dealt(source: np.random.PCG64, deck: int, sizes: list[int], rounds: int) -> list[NDArray[np.int64]]:
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
