"""Clauses that are left without partner on both sides and yet are one rule, worded anew: by subject and place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from audit.compare.documents.lexicon import COMMON, LIMITS, NEGATIONS
from audit.compare.documents.matching import Matched
from audit.compare.documents.units import NOWHERE, Row, Unit

_LEAST_WORDS = 8
_HELD = 0.45
_RARE = 4
_MANY_RARE = 5
_ALIKE = 0.2
_LESS_ALIKE = 0.15
_ALIKE_BETWEEN = 0.13
_OWN_HELD = 0.25
_SHARE = 0.05
_FEW = 4
_STEM = 6
_SHORT = 3
_LEAST_REST = 5
_REST_HELD = 0.6
_OF_GONE = 0.4
_MOST = 40


@dataclass(frozen=True)
class Merge:
    """An old unit whose words seem to stand, worded anew, in the partner of its neighbour."""

    gone: int
    neighbour: int
    whole: int


class Leftovers:
    """What is left of two rows; ``told`` are units on either side that are pieces of others already."""

    def __init__(
        self, old: Row, new: Row, found: Matched, told_old: Collection[int], told_new: Collection[int]
    ) -> None:
        self.old, self.new, self.found = old, new, found
        self._in: Counter[str] = Counter()
        for unit in (*old.units, *new.units):
            self._in.update(_stems(unit.masked))
        self._count = len(old) + len(new)
        self._left_old = [u for u in old.units if u.number not in found.to_new and u.number not in told_old]
        self._left_new = [u for u in new.units if u.number not in found.to_old and u.number not in told_new]
        self._free = {u.number for u in self._left_new}
        self._places = {n: at for group in old.children.values() for at, n in enumerate(group)}
        self._places_new = {n: at for group in new.children.values() for at, n in enumerate(group)}
        self._stems: dict[int, frozenset[str]] = {}
        self._weights: dict[str, float] = {}
        self._rares: dict[int, frozenset[str]] = {}
        self._whole: dict[int, frozenset[str]] = {}

    def pairs(self) -> list[tuple[int, tuple[int, ...]]]:
        """Old units and the new one that each became, with those below it that took its words; the best of both sides."""
        there: dict[int, list[Unit]] = {}
        for unit in self._left_new:
            there.setdefault(unit.parent, []).append(unit)
        scored = []
        for unit in self._left_old:
            above = NOWHERE if unit.parent == NOWHERE else self.found.to_new.get(unit.parent)
            for other in there.get(above, [])[:_MOST] if above is not None else ():
                score = self._like(unit, other)
                if score:
                    scored.append((-score, unit.number, other.number))
        made: list[tuple[int, tuple[int, ...]]] = []
        taken_old, taken_new = set[int](), set[int]()
        for _, n, m in sorted(scored):
            if n in taken_old or m in taken_new:
                continue
            taken_old.add(n)
            taken_new.add(m)
            made.append((n, (m, *self._pieces(n, m))))
        return made

    def _pieces(self, old: int, new: int) -> list[int]:
        """What is below the new one and shares the subject of the old one: some of it plainly, the rest at least a little."""
        mine = self._own_stems(self.old[old])
        below: dict[int, tuple[int, float]] = {}
        for n in self.new.children.get(new, [])[:_MOST]:
            if n in self._free:
                theirs = self._own_stems(self.new[n])
                below[n] = self._rare(mine & theirs), self._held(mine, theirs)
        if not any(rare >= _RARE - 1 and held >= _HELD for rare, held in below.values()):
            return []
        return [n for n, (rare, held) in below.items() if rare and held >= _OF_GONE]

    def merges(self) -> list[Merge]:
        """Old units whose subject is that of words which the partner of a neighbour has and the neighbour had not."""
        made: list[Merge] = []
        for unit in self._left_old:
            if len(unit.tokens) < _LEAST_WORDS or unit.last > unit.number:
                continue
            siblings = self.old.children[unit.parent]
            at = self._places[unit.number]
            for neighbour in (*siblings[at + 1 : at + 2], *siblings[max(0, at - 1) : at]):
                whole = self.found.to_new.get(neighbour)
                if whole is not None and whole not in {m.whole for m in made} and self._took(unit, neighbour, whole):
                    made.append(Merge(unit.number, neighbour, whole))
                    break
        return made

    def _took(self, unit: Unit, neighbour: int, whole: int) -> bool:
        rest = Counter(self.new[whole].masked)
        rest.subtract(self.old[neighbour].masked)
        come = [word for word, count in rest.items() if count > 0]
        if len(come) < _LEAST_REST:
            return False
        mine, theirs = _stems(unit.masked), _stems(come)
        shared = self._weight(mine & theirs)
        return (
            self._rare(mine & theirs) > 0
            and shared >= _REST_HELD * self._weight(theirs)
            and shared >= _OF_GONE * self._weight(mine)
        )

    def _own_stems(self, unit: Unit) -> frozenset[str]:
        known = self._stems.get(id(unit))
        if known is None:
            known = self._stems[id(unit)] = _stems(unit.masked)
        return known

    def _own_rare(self, unit: Unit) -> frozenset[str]:
        known = self._rares.get(id(unit))
        if known is None:
            known = self._rares[id(unit)] = frozenset(w for w in self._own_stems(unit) if self._is_rare(w))
        return known

    def _words(self, row: Row, unit: Unit) -> frozenset[str]:
        """The stems of a clause and of all below it."""
        known = self._whole.get(id(unit))
        if known is None:
            below = (self._own_stems(row[n]) for n in (unit.number, *row.below(unit.number)))
            known = self._whole[id(unit)] = frozenset().union(*below)
        return known

    def _like(self, old: Unit, new: Unit) -> float:
        """How much of the smaller the larger holds, with what is below, rare words counting most; 0 where it proves little."""
        if min(_own(old), _own(new)) < _LEAST_WORDS:
            return 0.0
        if self._own_rare(old).isdisjoint(self._own_rare(new)):
            return 0.0
        own, their_own = self._own_stems(old), self._own_stems(new)
        if self._held(own, their_own) < _OWN_HELD:
            return 0.0
        mine, theirs = self._words(self.old, old), self._words(self.new, new)
        rare = self._rare(mine & theirs)
        alike = self._weight(mine & theirs) / self._weight(mine | theirs)
        if self._alone_between(old, new):
            least_rare, least = _RARE - 1, _ALIKE_BETWEEN
        else:
            least_rare, least = _RARE, _LESS_ALIKE if rare >= _MANY_RARE else _ALIKE
        if rare < least_rare or alike < least:
            return 0.0
        held = self._held(mine, theirs)
        return held if held >= _HELD else 0.0

    def _alone_between(self, old: Unit, new: Unit) -> bool:
        """Whether the clauses before both are partners, and those behind both."""
        before_old, behind_old = _beside(self.old, old, self._places)
        before_new, behind_new = _beside(self.new, new, self._places_new)
        return all(
            b is None if a is None else self.found.to_new.get(a) == b
            for a, b in ((before_old, before_new), (behind_old, behind_new))
        )

    def _held(self, mine: frozenset[str], theirs: frozenset[str]) -> float:
        smaller = min(self._weight(mine), self._weight(theirs))
        return self._weight(mine & theirs) / smaller if smaller else 0.0

    def _rare(self, words: Iterable[str]) -> int:
        return sum(1 for word in words if self._is_rare(word))

    def _is_rare(self, word: str) -> bool:
        if len(word) < _SHORT or " " in word or word in _SMALL:
            return False
        return self._in[word] <= max(_FEW, _SHARE * self._count)

    def _weight(self, words: Iterable[str]) -> float:
        return sum(self._rarity(w) for w in words)

    def _rarity(self, word: str) -> float:
        known = self._weights.get(word)
        if known is None:
            known = self._weights[word] = math.log((self._count + 1) / (self._in[word] + 0.5)) + 0.05
        return known


def _beside(row: Row, unit: Unit, places: Mapping[int, int]) -> tuple[int | None, int | None]:
    """The clauses before and behind one, under the same clause."""
    siblings = row.children[unit.parent]
    at = places[unit.number]
    return (siblings[at - 1] if at else None), (siblings[at + 1] if at + 1 < len(siblings) else None)


def _own(unit: Unit) -> int:
    """How many words it has besides a title."""
    return sum(1 for token in unit.tokens if token.start >= unit.title_end)


def _stems(words: Iterable[str]) -> frozenset[str]:
    """Words cut so that their forms are one; no values, verbs or references."""
    return frozenset(
        word[:_STEM] if len(word) > _STEM else word.rstrip("s") or word
        for word in words
        if word[0] != "#" and word not in ("modal", "ref")
    )


_SMALL = _stems(COMMON | NEGATIONS | LIMITS)
"""Words that tell nothing of a subject, however rare."""
