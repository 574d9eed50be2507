"""Which clause of the old part is which of the new.

First where it stands: sections by what they hold, then their clauses in order.  Then by content wherever it went.  At last,
between two neighbours that are known, what is left on both sides.  Candidates come from equal words and from an index of
rare words, so that the work grows with the number of clauses, not with its square.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rapidfuzz.distance import Indel

from audit.compare.documents.likeness import Likeness, Rare
from audit.compare.documents.units import NOWHERE, Row, Unit

SAME_SECTION = 0.5
ELSEWHERE = 0.6
IN_A_GAP = 0.3
_HELD_WHOLE = 0.8
_MOST_EQUAL = 8
_LEVELS = 4
_MANY_WORDS = 8
_UNDER = 0.3
_MUCH_LIKE = 0.75
_LONG_BEGINNING = 12
_WHOLE = 0.5
_MOST_CELLS = 200_000_000


@dataclass
class Matched:
    """Numbers of units by those of their partners, each at most once."""

    to_new: dict[int, int] = field(default_factory=dict)
    to_old: dict[int, int] = field(default_factory=dict)

    def put(self, old: int, new: int) -> None:
        self.to_new[old] = new
        self.to_old[new] = old

    def part(self, new: int) -> None:
        """Takes a new unit from its partner."""
        del self.to_new[self.to_old.pop(new)]

    def free(self, old: int, new: int) -> bool:
        return old not in self.to_new and new not in self.to_old

    def above(self, old: Unit, new: Unit) -> bool:
        """Whether the clauses above two are partners, or both stand at the top."""
        if NOWHERE in (old.parent, new.parent):
            return old.parent == new.parent
        return self.to_new.get(old.parent) == new.parent


def match(old: Row, new: Row) -> Matched:
    return _Matching(old, new).run()


class _Matching:
    def __init__(self, old: Row, new: Row) -> None:
        self.old, self.new = old, new
        self.likeness = Likeness([*old.units, *new.units])
        self.found = Matched()

    def run(self) -> Matched:
        self._same_ends()
        self._sections()
        self._by_term()
        self._in_order(masked=False)
        self._across()
        self._by_content()
        sections = len(self.found.to_new)
        self._by_children()
        self._in_order(masked=False)
        self._in_order(masked=True)
        if len(self.found.to_new) > sections:
            self._by_content()
        self._in_gaps()
        self._bare()
        return self.found

    def _same_ends(self) -> None:
        """What is the same in words and place from the beginning on, and from the end back, however often it is printed."""
        olds, news = self.old.units, self.new.units
        for pairs in (zip(olds, news, strict=False), zip(reversed(olds), reversed(news), strict=False)):
            for one, other in pairs:
                is_same = (one.path, one.words) == (other.path, other.words)
                if not is_same or not self.found.free(one.number, other.number):
                    break
                self.found.put(one.number, other.number)

    # sections

    def _sections(self) -> None:
        """Clauses with others below them, by the unique words that both hold, by title, and by place."""
        held: Counter[tuple[int, int]] = Counter()
        for one, other in self._unique(self.old.units, self.new.units):
            for above in _nearest(self.old, one):
                for theirs in _nearest(self.new, other):
                    held[above, theirs] += 1
        titled: dict[str, list[int]] = defaultdict(list)
        for unit in self.new.units:
            if unit.last > unit.number and unit.words:
                titled[_heading(unit)].append(unit.number)
        for unit in self.old.units:
            if unit.last > unit.number and unit.words:
                for number in titled.get(_heading(unit), ())[:_MOST_EQUAL]:
                    held[unit.number, number] += 0
        scored: dict[int, list[tuple[float, int, int, int]]] = defaultdict(list)
        for (one, other), count in held.items():
            a, b = self.old[one], self.new[other]
            size = a.last - a.number + b.last - b.number
            alike = self.likeness.of(a, b) if a.tokens and b.tokens else 0.0
            if a.title_end and b.title_end and _heading(a) == _heading(b):
                alike = max(alike, SAME_SECTION)
            share = 2 * count / max(size, 1)
            both_speak = min(len(a.tokens), len(b.tokens)) >= _MANY_WORDS
            if (share < IN_A_GAP and alike < SAME_SECTION) or (both_speak and alike < IN_A_GAP):
                continue
            score = share + 0.5 * alike + 0.1 * (a.step == b.step) + 0.1 * (a.depth == b.depth)
            if score >= IN_A_GAP:
                scored[a.depth].append((-score, abs(a.number - b.number), one, other))
        # From above: of sections that say the same, those belong together whose sections above do.
        for depth in sorted(scored):
            ranked = [
                (score - _UNDER * self.found.above(self.old[one], self.new[other]), apart, one, other)
                for score, apart, one, other in scored[depth]
            ]
            for _, _, one, other in sorted(ranked):
                if self.found.free(one, other):
                    self.found.put(one, other)

    def _unique(self, olds: Iterable[Unit], news: Iterable[Unit]) -> Iterator[tuple[int, int]]:
        """Units whose words stand once on each side."""
        ours, theirs = _by_words(olds), _by_words(news)
        for words, numbers in ours.items():
            others = theirs.get(words, ())
            if len(numbers) == 1 and len(others) == 1 and len(words) >= 3:
                yield numbers[0], others[0]

    # within partners, in order

    def _parents(self) -> Iterator[tuple[int, int]]:
        yield NOWHERE, NOWHERE
        yield from sorted(self.found.to_new.items())

    def _by_term(self) -> None:
        """Definitions are known by the term that they define, however they are worded: under partners, then anywhere."""
        for one, other in list(self._parents()):
            ours = (self.old[n] for n in self.old.children.get(one, ()))
            self._terms(ours, (self.new[n] for n in self.new.children.get(other, ())))
        self._terms(self.old.units, self.new.units)

    def _terms(self, ours: Iterable[Unit], theirs: Iterable[Unit]) -> None:
        """Puts together those of one term where each side has one alone."""
        mine, others = _by_term(ours), _by_term(theirs)
        for term, numbers in mine.items():
            same = others.get(term, [])
            if len(numbers) == 1 and len(same) == 1 and self.found.free(numbers[0], same[0]):
                self.found.put(numbers[0], same[0])

    def _in_order(self, *, masked: bool) -> None:
        """Children of partners with the same words (or the same but for values), as the longest common run has them."""
        for one, other in list(self._parents()):
            ours = [n for n in self.old.children.get(one, ()) if n not in self.found.to_new]
            theirs = [n for n in self.new.children.get(other, ()) if n not in self.found.to_old]
            self._run(ours, theirs, masked=masked)

    def _across(self) -> None:
        """The same for all that is left, whatever it stands under: one edition may show a level that the other hides."""
        shared = {u.exact for u in self.old.units} & {u.exact for u in self.new.units}
        ours = [u.number for u in self.old.units if u.exact in shared and self._is_lost(u, is_old=True)]
        theirs = [u.number for u in self.new.units if u.exact in shared and self._is_lost(u, is_old=False)]
        if len(ours) * len(theirs) <= _MOST_CELLS:
            self._run(ours, theirs, masked=False)

    def _is_lost(self, unit: Unit, *, is_old: bool) -> bool:
        """Whether nothing much like it stands where it stood, so that it is to be looked for elsewhere."""
        other, known = (self.new, self.found.to_new) if is_old else (self.old, self.found.to_old)
        partners = self.found.to_old if is_old else self.found.to_new
        if unit.number in known:
            return False
        above = NOWHERE if unit.parent == NOWHERE else known.get(unit.parent)
        if above is None or not unit.step:
            return True
        there = (other[n] for n in other.children.get(above, ()) if n not in partners)
        same = next((u for u in there if u.step == unit.step), None)
        return same is None or same.exact == unit.exact or self.likeness.of(unit, same) < _MUCH_LIKE

    def _run(self, ours: list[int], theirs: list[int], *, masked: bool) -> None:
        if not ours or not theirs:
            return
        a = [_key(self.old[n], masked) for n in ours]
        b = [_key(self.new[n], masked, sign=-1) for n in theirs]
        for code in Indel.opcodes(a, b):
            if code.tag != "equal":
                continue
            for shift in range(code.src_end - code.src_start):
                p, q = ours[code.src_start + shift], theirs[code.dest_start + shift]
                if not self.old[p].is_bare:
                    self.found.put(p, q)

    # by content

    def _by_content(self) -> None:
        olds = [u for u in self.old.units if u.number not in self.found.to_new and not u.is_bare]
        news = [u for u in self.new.units if u.number not in self.found.to_old and not u.is_bare]
        if not olds or not news:
            return
        rare = Rare(news, self.likeness)
        equal, masked = _by_words(news), _by_masks(news)
        steps = {(u.parent, u.step): u.number for u in reversed(news) if u.step}
        paths = {u.path: u.number for u in reversed(news)}
        scored: list[tuple[float, int, int, int]] = []
        ranks: Counter[tuple[str, ...]] = Counter()
        expected, last = list[int](), 0
        for n in range(len(self.old)):
            last = self.found.to_new.get(n, last)
            expected.append(last)
        for unit in olds:
            same = equal.get(unit.exact, ())
            rank = ranks[unit.exact]
            ranks[unit.exact] += 1
            asked = dict.fromkeys(_around(same, rank))
            if len(same) != 1 or len(unit.exact) < 6:
                asked.update(dict.fromkeys(_around(masked.get(unit.masked, ()), rank)))
                asked.update(dict.fromkeys(rare.like(unit)))
            above = NOWHERE if unit.parent == NOWHERE else self.found.to_new.get(unit.parent)
            named = (paths.get(unit.path), None if above is None else steps.get((above, unit.step)))
            asked.update((number, None) for number in named if number is not None)
            for number in asked:
                score = self._score(unit, self.new[number])
                if score:
                    scored.append((-score, abs(expected[unit.number] - number), unit.number, number))
        for _, _, one, other in sorted(scored):
            if self.found.free(one, other):
                self.found.put(one, other)

    def _score(self, old: Unit, new: Unit) -> float:
        """0 where two are not the same clause; above 1 where they stand under the same clause as well."""
        alike = self.likeness.of(old, new)
        together = self.found.above(old, new)
        few = min(len(old.tokens), len(new.tokens))
        if together:
            least = SAME_SECTION
            if alike < least and few >= 8:
                part, whole = (old, new) if len(old.tokens) <= len(new.tokens) else (new, old)
                if alike >= IN_A_GAP and self.likeness.held(part.masked, whole.masked) >= _HELD_WHOLE:
                    least = alike
        else:
            least = ELSEWHERE if few >= 6 else 0.8 if few >= 3 else 1.0
        defined = 0.0
        if old.term and new.term:
            # What defines a term goes on defining it, however the definitions are worded.
            defined = 0.3 if old.term == new.term else -0.3
        if _begins_alike(old, new):
            # What one of them says whole stands at the beginning of the other: the rest may be glued to it.
            return _WHOLE + alike + 0.15 * together + 0.05 * (old.step == new.step)
        if alike < least - (0.15 if defined > 0 else 0.0):
            return 0.0
        return defined + alike + 0.15 * together + 0.05 * (old.step == new.step) + 0.02 * (old.depth == new.depth)

    # what is above partners, and what is between them

    def _by_children(self) -> None:
        """A clause whose clauses below are mostly those of another is that other."""
        votes: Counter[tuple[int, int]] = Counter()
        for one, other in self.found.to_new.items():
            a, b = self.old[one].parent, self.new[other].parent
            if NOWHERE not in (a, b) and self.found.free(a, b):
                votes[a, b] += 1
        for (a, b), count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            most = max(len(self.old.children[a]), len(self.new.children[b]))
            both_speak = not self.old[a].is_bare and not self.new[b].is_bare
            needed = 0.5 if both_speak and self.likeness.of(self.old[a], self.new[b]) < 0.2 else 0.34
            if self.found.free(a, b) and count / most >= needed:
                self.found.put(a, b)

    def _in_gaps(self) -> None:
        """Between two neighbours that are known: the clauses of one label, or the only one that is left on each side."""
        for one, other in list(self._parents()):
            ours = self.old.children.get(one, [])
            theirs = self.new.children.get(other, [])
            for left, right in self._gaps(ours, theirs):
                self._in_gap(left, right)

    def _gaps(self, ours: list[int], theirs: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        place = {n: at for at, n in enumerate(theirs)}
        left: list[int] = []
        begin = 0
        for number in [*ours, None]:
            partner = None if number is None else self.found.to_new.get(number)
            if number is not None and partner is None:
                left.append(number)
                continue
            at = len(theirs) if number is None else place.get(partner if partner is not None else -1, -1)
            if at >= begin:
                right = [n for n in theirs[begin:at] if n not in self.found.to_old]
                if left and right:
                    yield left, right
                left, begin = [], at + 1

    def _in_gap(self, left: list[int], right: list[int]) -> None:
        by_step = {self.new[n].step: n for n in reversed(right) if self.new[n].step}
        for number in left:
            unit = self.old[number]
            partner = by_step.get(unit.step) if unit.step else None
            if partner is not None and self.found.free(number, partner):
                other = self.new[partner]
                if self.likeness.of(unit, other) >= IN_A_GAP or (unit.is_bare and other.is_bare):
                    self.found.put(number, partner)
        left = [n for n in left if n not in self.found.to_new]
        right = [n for n in right if n not in self.found.to_old]
        if len(left) == 1 and len(right) == 1 and self.likeness.of(self.old[left[0]], self.new[right[0]]) >= IN_A_GAP:
            self.found.put(left[0], right[0])

    def _bare(self) -> None:
        """Labels without words: what is left of them at one path on both sides is one label."""
        paths = {u.path: u.number for u in reversed(self.new.units) if u.is_bare}
        for unit in self.old.units:
            number = paths.get(unit.path) if unit.is_bare else None
            if number is not None and self.found.free(unit.number, number):
                self.found.put(unit.number, number)


def _begins_alike(old: Unit, new: Unit) -> bool:
    """Whether all that one says, or at least a long sentence of it, is what the other begins with."""
    few = min(len(old.tokens), len(new.tokens))
    if few < _LONG_BEGINNING or old.exact[:_LONG_BEGINNING] != new.exact[:_LONG_BEGINNING]:
        return False
    return old.exact[:few] == new.exact[:few]


def _key(unit: Unit, masked: bool, sign: int = 1) -> tuple[str, ...] | int:
    """What is compared in order; a clause without words is like no other."""
    if unit.is_bare:
        return sign * (unit.number + 1)
    return unit.masked if masked else unit.exact


def _heading(unit: Unit) -> str:
    """The words of its title, or, where it has none, its first words."""
    title = [t.key for t in unit.tokens if t.end <= unit.title_end]
    return " ".join(title or unit.exact[:40])


def _by_words(units: Iterable[Unit]) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for unit in units:
        if unit.exact:
            found[unit.exact].append(unit.number)
    return found


def _by_term(units: Iterable[Unit]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for unit in units:
        if unit.term:
            found[unit.term].append(unit.number)
    return found


def _by_masks(units: Iterable[Unit]) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for unit in units:
        if len(unit.masked) >= 2:
            found[unit.masked].append(unit.number)
    return found


def _around(numbers: Iterable[int], rank: int) -> list[int]:
    """A few of them around a rank, so that the third of many equal ones meets the third."""
    them = list(numbers) if not isinstance(numbers, list) else numbers
    begin = max(0, min(rank, len(them)) - _MOST_EQUAL // 2)
    return them[begin : begin + _MOST_EQUAL]


def _nearest(row: Row, number: int) -> list[int]:
    found: list[int] = []
    for above in row.above(number):
        found.append(above)
        if len(found) == _LEVELS:
            break
    return found
