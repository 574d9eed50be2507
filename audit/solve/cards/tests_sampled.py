"""Rounds of a wager that hangs on the tests of one lot of cards: the cards are drawn, and play is asked its tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from fractions import Fraction

from audit.solve.cards.answers import Judge
from audit.solve.cards.course import Course
from audit.solve.cards.endings import ending_at
from audit.solve.result import Sampled
from audit.solve.sampling import Ending, sampled


def sample_by_tests(
    course: Course, judge: Judge, names: Collection[str], unit: Fraction, rounds: int, seed: int
) -> Sampled:
    """So many rounds of a course that asks one feature, which is cards; nothing is decided in it."""
    (feature,) = course.features
    source = random.Random(seed)
    counts: Counter[tuple[bool, ...]] = Counter()
    for _ in range(rounds):
        counts[judge.answer_of(feature, tuple(source.sample(judge.deck, len(feature.spots))))] += 1
    endings: Counter[Ending] = Counter()
    for answer, number in counts.items():
        endings[ending_at(course, {feature: answer}, names, unit)] += number
    return sampled(endings, seed)
