"""Rounds in which the player sets each hand as is best and a way sets the dealer's: dealt, set and compared, many at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

import numpy as np

from audit.solve.cards.by_setting import BestPlay
from audit.solve.cards.compiled_ways import codes_as_set
from audit.solve.cards.course import RELATIONS
from audit.solve.cards.endings import ending_at
from audit.solve.cards.multisets import faces_of
from audit.solve.cards.sets import numbers_of
from audit.solve.cards.settings import numbers_of_alike
from audit.solve.cards.ways_sampled import AT_A_TIME, dealt
from audit.solve.result import Sampled
from audit.solve.sampling import Ending, sampled


def sample_best(best: BestPlay, names: Collection[str], unit: Fraction, rounds: int, seed: int, *, is_bundle: bool) -> Sampled:
    """So many rounds of wagers and bonuses under best play, which counts nothing that is dealt here."""
    hands, sides, axis = best.hands, best.hands.sides, best.paid.axis
    deck, cards, course = sides.problem.judge.deck, sides.arranger.size, sides.problem.course
    faces, numbers = faces_of(deck), numbers_of(hands.deals.cards)
    features, (first, second) = sides.compared
    source, counts = np.random.PCG64(seed), Counter[Ending]()
    for begun in range(0, rounds, AT_A_TIME):
        mine, his = dealt(source, len(deck), [cards, cards], min(AT_A_TIME, rounds - begun))
        at = np.searchsorted(numbers, numbers_of_alike(mine, faces))
        codes = codes_as_set(sides.dealers_way, his)
        _, cells = sides.dealers_cells(codes, hands.dealer[1])
        for own, places in ((best.first, first.dealer), (best.second, second.dealer))[: len(features)]:
            how = np.sign(own[at].astype(np.int64) - places.of(codes)) + RELATIONS.index("equal")
            cells = cells * len(RELATIONS) + how
        for cell, number in enumerate(np.bincount(cells, minlength=len(axis)).tolist()):
            if number:
                known = dict(zip(axis.features, axis.cells[cell], strict=True))
                counts[ending_at(course, known, names, unit, is_bundle=is_bundle)] += number
    return sampled(counts, seed)
