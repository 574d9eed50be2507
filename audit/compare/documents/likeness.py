"""How like two clauses are, and which clauses are worth asking: those that share rare words."""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import Indel, LCSseq

from audit.compare.documents.units import Unit

MOST_ASKED = 6
_MOST_SHARING = 40
_RARE_WORDS = 10
_LONGEST = 4_000


class Likeness:
    """Likeness of units from 0 to 1, words weighed by how rare they are in both parts."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self._in: Counter[str] = Counter()
        count = 0
        for unit in units:
            self._in.update(set(unit.masked))
            count += 1
        self._count = max(count, 1)
        self._rarity: dict[str, float] = {}
        self._bags: dict[int, tuple[Counter[str], float]] = {}

    def rarity(self, word: str) -> float:
        """The weight of a word: near 0 where every clause has it."""
        known = self._rarity.get(word)
        if known is None:
            known = self._rarity[word] = self.rarity_of(self._in.get(word, 0))
        return known

    def rarity_of(self, count: int) -> float:
        """The weight of a word that so many clauses have."""
        return math.log((self._count + 1) / (count + 0.5)) + 0.05

    def _bag(self, unit: Unit) -> tuple[Counter[str], float]:
        known = self._bags.get(id(unit))
        if known is None:
            bag = Counter(unit.masked)
            known = self._bags[id(unit)] = bag, sum(self.rarity(w) * n for w, n in bag.items())
        return known

    def of(self, old: Unit, new: Unit) -> float:
        """1 for the same words; order counts for half, rare words for half."""
        if old.exact == new.exact:
            return 1.0
        if not old.masked or not new.masked:
            return 0.0
        a, b = old.masked[:_LONGEST], new.masked[:_LONGEST]
        ordered = Indel.normalized_similarity(a, b)
        if ordered < 0.15:
            return ordered / 2
        (bag, whole), (other, other_whole) = self._bag(old), self._bag(new)
        small, large = (bag, other) if len(bag) <= len(other) else (other, bag)
        shared = sum(self.rarity(w) * min(n, large[w]) for w, n in small.items() if w in large)
        weighed = 2 * shared / (whole + other_whole) if whole + other_whole else 0.0
        return min(0.99, (ordered + weighed) / 2)

    def held(self, part: Sequence[str], whole: Sequence[str]) -> float:
        """How much of ``part`` stands in ``whole``, in its order."""
        if not part:
            return 0.0
        return LCSseq.similarity(part[:_LONGEST], whole[:_LONGEST]) / min(len(part), _LONGEST)

    def held_together(self, part: Sequence[str], whole: Sequence[str], least: float) -> float:
        """How much of ``part`` stands in ``whole`` in one place, not scattered over it; 0 where it is less than ``least``."""
        if self.held(part, whole) < least:
            return 0.0
        a, b = part[:_LONGEST], whole[:_LONGEST]
        room = int(1.3 * len(a)) + 2
        held = max(
            (LCSseq.similarity(a, b[max(0, begin - 1) : begin + room]) / len(a) for begin in _beginnings(a, b)),
            default=0.0,
        )
        return held if held >= least else 0.0


def _beginnings(part: Sequence[str], whole: Sequence[str]) -> list[int]:
    """Where in ``whole`` a copy of ``part`` may begin: where most of its pairs of words say so."""
    at: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n in range(len(part) - 1):
        at[part[n], part[n + 1]].append(n)
    votes: Counter[int] = Counter()
    for m in range(len(whole) - 1):
        for n in at.get((whole[m], whole[m + 1]), ())[:4]:
            votes[max(0, m - n)] += 1
    if not votes and len(part) == 1:
        return [m for m, word in enumerate(whole) if word == part[0]][:3]
    return [begin for begin, _ in votes.most_common(3)]


class Rare:
    """Finds, by the rare words that they share, the units that another may be like; never all pairs."""

    def __init__(self, units: Iterable[Unit], likeness: Likeness) -> None:
        self._likeness = likeness
        self._having: dict[str, list[int]] = defaultdict(list)
        for unit in units:
            for word in set(unit.masked):
                self._having[word].append(unit.number)

    def like(self, unit: Unit, most: int = MOST_ASKED) -> list[int]:
        """Numbers of the units that share most with one, at most ``most``."""
        having = self._having
        words = [(len(having[w]), w) for w in set(unit.masked) if w in having]
        weights: dict[int, float] = {}
        for count, word in sorted(w for w in words if w[0] <= _MOST_SHARING)[:_RARE_WORDS]:
            weight = self._likeness.rarity_of(count)
            for number in having[word]:
                weights[number] = weights.get(number, 0.0) + weight
        if len(weights) <= most:
            return sorted(weights, key=lambda n: (-weights[n], n))
        return [n for _, n in heapq.nsmallest(most, [(-weight, n) for n, weight in weights.items()])]
