"""Clauses that were split into several, and several that became one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from audit.compare.documents.likeness import Likeness, Rare
from audit.compare.documents.units import Row, Unit

_HELD = 0.8
_COVERED = 0.7
_LEAST_WORDS = 5
_NEAR = 6
_HELD_NEAR = 0.65
_GAIN = 0.1
_OWN = 0.4
_LIKE_BELOW = 0.5
_ABOVE = 0.15
_WEAK = 0.8
_WHOLLY = 0.9


@dataclass(frozen=True)
class Split:
    """The number of one unit on one side, and those of the units, in order, that its words went to on the other."""

    whole: int
    pieces: tuple[int, ...]


def splits(one: Row, many: Row, to_many: dict[int, int], *, is_scan: bool = False) -> list[Split]:
    """Units of ``one`` whose words stand in several units of ``many``; ``to_many`` are partners.

    A piece is a unit without partner, or with one that it is hardly like, whose words stand, in order, in the whole, and
    that stands near the partner of the whole or near another piece.  In a scan more words of a piece may be missing.
    """
    partners = {partner: number for number, partner in to_many.items()}
    likeness = Likeness([*one.units, *many.units])
    free = [u for u in many.units if u.tokens and _is_free(u, partners.get(u.number), one, likeness)]
    alike = {n for n, partner in to_many.items() if one[n].exact == many[partner].exact}
    wholes = [u for u in one.units if len(u.tokens) >= 2 * _LEAST_WORDS and u.number not in alike]
    if not free or not wholes:
        return []
    rare = Rare(wholes, likeness)
    asked: dict[int, list[int]] = defaultdict(list)
    chosen = dict(partners)
    expected = _expected(many, partners)
    for unit in free:
        best, whole = 0.0, None
        for number in _candidates(unit, rare, expected[unit.number], one, partners):
            if len(one[number].tokens) <= len(unit.tokens) or number in alike or number == partners.get(unit.number):
                continue
            near = to_many.get(number)
            is_near = near is not None and abs(near - unit.number) <= _NEAR
            least = _HELD_NEAR if is_near or is_scan else _HELD
            if unit.number in partners:
                least = _WHOLLY
            held = likeness.held_together(unit.masked, one[number].masked, least)
            # Of several that hold it, the one that holds the clause above it.
            held += _ABOVE * (bool(held) and number == chosen.get(unit.parent))
            if held > best:
                best, whole = held, number
        if whole is not None:
            chosen[unit.number] = whole
            asked[whole].append(unit.number)
    found = list(_under_headings(one, many, to_many, partners))
    headed = {split.whole for split in found}
    unmatched = {u.number for u in free if u.number not in partners}
    for whole, pieces in sorted(asked.items()):
        if whole in headed:
            continue
        others = {n for n in unmatched if chosen.get(n, whole) != whole}
        pieces.extend(_beside(one[whole], pieces, many, unmatched - others, likeness))
        split = _split(one[whole], pieces, many, to_many.get(whole), likeness)
        if split is not None:
            found.append(split)
    return found


def _under_headings(one: Row, many: Row, to_many: dict[int, int], partners: dict[int, int]) -> Iterator[Split]:
    """Wholes with a heading and words whose partner is the heading alone: the words are the clause below that is like them."""
    for whole, partner in sorted(to_many.items()):
        unit, other = one[whole], many[partner]
        rest = [t.mask for t in unit.tokens if t.end > unit.title_end]
        if not unit.title_end or len(rest) < _LEAST_WORDS or len(other.tokens) > len(unit.tokens) - len(rest):
            continue
        below = [n for n in many.children.get(partner, [])[:_NEAR] if n not in partners and many[n].tokens]
        alike = {n: Indel.normalized_similarity(rest, many[n].masked) for n in below}
        best = max(alike, key=lambda n: (alike[n], -n), default=None)
        if best is not None and alike[best] >= _LIKE_BELOW:
            yield Split(whole, (partner, best))


def _is_free(unit: Unit, partner: int | None, one: Row, likeness: Likeness) -> bool:
    if partner is None:
        return True
    other = one[partner]
    if likeness.held(unit.masked, other.masked) >= _WHOLLY:
        return False
    return other.exact != unit.exact and len(unit.tokens) >= _LEAST_WORDS and likeness.of(other, unit) < _WEAK


def _expected(many: Row, partners: dict[int, int]) -> list[int]:
    """For each unit, the partner of the last unit before it that has one: about where its words would be."""
    made, last = [], 0
    for unit in many.units:
        last = partners.get(unit.number, last)
        made.append(last)
    return made


def _candidates(unit: Unit, rare: Rare, expected: int, one: Row, partners: dict[int, int]) -> list[int]:
    """What stands about where its words would be, and what shares rare words; the nearest first."""
    around = range(max(0, expected - 2), min(len(one), expected + 4))
    near = [partners[n] for n in range(max(0, unit.number - _NEAR), unit.number + 3) if n in partners]
    found = {*near, *around, *(rare.like(unit) if len(unit.tokens) >= _LEAST_WORDS else [])}
    return sorted(found, key=lambda n: (abs(n - expected), n))


def _beside(whole: Unit, pieces: list[int], many: Row, unmatched: set[int], likeness: Likeness) -> list[int]:
    """Units next to the pieces, too short to be found by themselves: the words before a list, an item of two words."""
    found: list[int] = []
    for step, number in ((-1, min(pieces) - 1), (1, max(pieces) + 1)):
        at = number
        while at in unmatched and likeness.held_together(many[at].masked, whole.masked, _HELD):
            found.append(at)
            at += step
    inside = range(min(pieces) + 1, max(pieces))
    found.extend(
        n
        for n in inside
        if n in unmatched and n not in pieces and likeness.held_together(many[n].masked, whole.masked, _HELD)
    )
    return found


def _split(whole: Unit, pieces: list[int], many: Row, partner: int | None, likeness: Likeness) -> Split | None:
    if partner is not None:
        pieces = sorted({*pieces, partner})
    pieces = _near(sorted(pieces), partner if partner is not None else _longest(pieces))
    if len(pieces) < 2:
        return None
    said = [token for n in sorted(pieces) for token in many[n].masked]
    if likeness.held(said, whole.masked) < _COVERED or likeness.held(whole.masked, said) < _COVERED:
        return None
    if partner is not None:
        alone = likeness.held(whole.masked, many[partner].masked)
        gained = (likeness.held(whole.masked, said) - alone) * len(whole.tokens)
        others = sum(len(many[n].tokens) for n in pieces if n != partner)
        if gained < min(_GAIN * len(whole.tokens), _OWN * others):
            return None
    return Split(whole.number, tuple(sorted(pieces)))


def _longest(pieces: list[int]) -> int:
    """One of the pieces that have most others near them."""
    return max(pieces, key=lambda n: (sum(1 for m in pieces if abs(n - m) <= _NEAR), -n))


def _near(numbers: list[int], partner: int) -> list[int]:
    """Those that stand in one run around the partner, with few others between."""
    at = numbers.index(partner)
    first = last = at
    while first > 0 and numbers[first] - numbers[first - 1] <= _NEAR:
        first -= 1
    while last + 1 < len(numbers) and numbers[last + 1] - numbers[last] <= _NEAR:
        last += 1
    return numbers[first : last + 1]
