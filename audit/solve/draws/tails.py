"""The end of a round in which a rule alone draws: worked out once for all hands that it treats alike.

From where such drawing begins, nothing is decided.  All ways to draw are gone through once (`_Drawing`), up to what is
asked of both sides; what that comes to hangs on the answers of each side only, not on its cards.  How likely each
outcome is, with the cards that are gone, is then a sum over the ways to draw (`weighing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from audit.ruleset import expressions as ex
from audit.solve.draws.questions import WHOLE
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Moved, Node, Turn
from audit.solve.draws.weighing import Drawn, drawn, weigh
from audit.solve.draws.worlds import Row, World, left
from audit.solve.errors import NotSolvable

if TYPE_CHECKING:
    from audit.solve.draws.drawing import At, Drawing, Ends

MOST_WAYS = 2_000_000

MOST_TRIED = 40
"""So often ways to draw are gone through again, with other cards on the other side, where some were left open."""


class NotATail(Exception):
    """Something is decided further on, or cards lie unseen elsewhere: the end is no matter of drawing alone."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where drawing by itself has come to: a point at which the other side is asked of, and the cards drawn.

    ``is_open`` where more may be drawn: there play could not be brought on with the cards of the other side that were at
    hand, and what follows hangs on all of them.
    """

    node: Node
    row: Row
    is_open: bool = False


Outcome: TypeAlias = tuple[int, Hashable, bool]


@dataclass
class _Ways:
    """All ways to draw from one point on: the leaves, which outcome each is, and their cards as arrays."""

    leaves: list[tuple[Leaf, int]]
    places: tuple[int, ...]
    tried: int = 0
    drawn: Drawn | None = None
    read: int = -1
    of: list[list[Leaf]] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    number: int = 0
    """Which grouping of ways this is, of all that there were: no two bear the same."""

    @cached_property
    def is_open(self) -> bool:
        """Whether some way could not be followed to its end with the cards of the other side that were at hand."""
        return any(leaf.is_open for leaf, _ in self.leaves)


@dataclass
class Tails:
    """The ends of rounds in which one area is drawn to by rule."""

    drawing: Drawing
    _ways: dict[tuple[int, Row], _Ways] = field(default_factory=dict)
    _ends: dict[Hashable, Ends] = field(default_factory=dict)
    _asked: dict[int, dict[int, None]] = field(default_factory=dict)
    _groupings: int = 0
    _owns: dict[Hashable, int] = field(default_factory=dict)
    _summaries: dict[Hashable, int] = field(default_factory=dict)
    _chances: dict[Hashable, tuple[list[int], int]] = field(default_factory=dict)

    def ends(self, at: At) -> Ends:
        """Every end with how likely it is; raises `NotATail` where this way does not lead there."""
        point = at.node.point
        assert isinstance(point, Turn)
        area = point.draws
        for name, row in at.world.areas:
            if name != area and any(cell < 0 for cell in row):
                raise NotATail
        row = at.world.row(area)
        ways = self._ways_from(at, area, row)
        asked = self._asked.setdefault(at.node.number, {})
        whole: dict[int, Fraction | int] = {}
        numbers, total = self._weighed(at, area, ways, asked)
        own = self._own(at, area, asked)
        for outcome, number in enumerate(numbers):
            if number:
                for end, of in self._ends_at(at, area, ways, outcome, own, asked).items():
                    whole[end] = whole.get(end, 0) + (number if of == 1 else number * of)
        return {end: Fraction(of) / total for end, of in whole.items()}

    # what is drawn

    def _ways_from(self, at: At, area: str, row: Row) -> _Ways:
        key = at.node.number, row
        known = self._ways.get(key)
        if known is None or (known.is_open and known.tried < MOST_TRIED):
            hidden = tuple(place for place, cell in enumerate(row) if cell < 0)
            tried = 0 if known is None else known.tried + 1
            self._ways[key] = _Ways(self._draw(at, area), hidden, tried)
        return self._ways[key]

    def _draw(self, at: At, area: str) -> list[tuple[Leaf, int]]:
        """Every way to draw, up to the first point that asks of another area, with the number of orders it comes in.

        Card by card: rows of the same cards that came in different orders are one, beyond the places that matter; the
        row that stands for them is one of these orders.
        """
        fixed = max(
            self.drawing.told_apart.get(area, 0),
            max((n + 1 for n, cell in enumerate(at.world.row(area)) if cell >= 0), default=0),
        )
        asked = self._asked.setdefault(at.node.number, {})
        leaves: dict[Leaf, tuple[Leaf, int]] = {}
        begin = Leaf(at.node, at.world.row(area))
        waiting = {begin: (begin, 1)}
        while waiting:
            coming: dict[Leaf, tuple[Leaf, int]] = {}
            for start, orders in waiting.values():
                for found, goes_on in self._draw_one(replace(at, node=start.node, world=at.world.with_row(area, start.row)), area, asked):
                    key = replace(found, row=(*found.row[:fixed], *sorted(found.row[fixed:])))
                    kept = coming if goes_on else leaves
                    one, before = kept.get(key, (found, 0))
                    kept[key] = one, before + orders
            if len(coming) + len(leaves) > MOST_WAYS:
                raise NotATail
            waiting = coming
        return list(leaves.values())

    def _draw_one(self, at: At, area: str, asked: dict[int, None]) -> Iterator[tuple[Leaf, bool]]:
        """What one turn of drawing leads to: another turn (True), or a leaf."""
        drawing = self.drawing
        waiting = [drawing.then(at, ONWARD)]
        while waiting:
            here = waiting.pop()
            point = here.node.point
            match point:
                case Turn(draws=to) if to == area:
                    yield Leaf(here.node, here.world.row(area)), True
                case Dealt(area=to) if to == area:
                    there = drawing.onward(replace(here, world=here.world.dealt(area, drawing.kinds)), ONWARD)
                    if there is None:
                        yield Leaf(here.node, here.world.row(area), is_open=True), False
                    else:
                        waiting.append(there)
                case Asked() if drawing.areas_of(drawing.number_at(here.node)) == (area,):
                    waiting.extend(self._asked_of(here, area, asked))
                    if drawing.is_stuck(here):
                        yield Leaf(here.node, here.world.row(area), is_open=True), False
                case Deciding() | Moved():
                    raise NotATail
                case _:
                    yield Leaf(here.node, here.world.row(area)), False

    def _asked_of(self, here: At, area: str, asked: dict[int, None]) -> Iterator[At]:
        """What follows a question about the cards drawn; one that lies there unseen is looked at first."""
        drawing = self.drawing
        number = drawing.number_at(here.node)
        asked[number] = None
        assert isinstance(here.node.point, Asked)
        for spot in drawing.cells_of(here.world, number):
            cell = here.world.row(area)[spot[1]]
            if cell >= 0:
                continue
            if spot in here.node.point.unseen:
                raise NotATail
            for kind, count in enumerate(left(World(((area, here.world.row(area)),)), drawing.kinds)):
                if ~cell >> kind & 1 and count > 0:
                    yield replace(here, world=here.world.with_cell(*spot, kind))
            return
        there = drawing.answered(here)
        if there is not None:
            yield there

    # how likely it is

    def _weighed(self, at: At, area: str, ways: _Ways, asked: dict[int, None]) -> tuple[list[int], int]:
        """How many deals lead to each kind of leaf, out of how many."""
        if ways.read != len(asked):
            self._group(at, area, ways, asked)
        assert ways.drawn is not None
        row = at.world.row(area)
        counts = left(at.world, self.drawing.kinds)
        among = {~row[place] for place in ways.places if ~row[place] != self.drawing.kinds.every}
        if len(among) > 1 or (among and len(ways.places) > 1 and sum(~row[p] in among for p in ways.places) > 1):
            raise NotATail
        key = ways.number, tuple(counts), *among
        if key not in self._chances:
            numbers, total = weigh(ways.drawn, counts)
            if among:  # a card of which something was shown is one of fewer: all deals in which it is not are left out
                shown, unseen = next(iter(among)), sum(counts)
                among_left = sum(n for k, n in enumerate(counts) if shown >> k & 1)
                if ways.drawn.most:
                    total = total // unseen * among_left
            self._chances[key] = numbers, total
        return self._chances[key]

    def _group(self, at: At, area: str, ways: _Ways, asked: dict[int, None]) -> None:
        """Throws together the leaves that nothing asked so far tells apart."""
        outcomes: dict[Outcome, int] = {}
        kept: list[list[Leaf]] = []
        kinds: list[int] = []
        counted: Counter[tuple[tuple[tuple[int, int], ...], int]] = Counter()
        known = {place: cell for place, cell in enumerate(at.world.row(area)) if cell >= 0}
        for leaf, orders in ways.leaves:
            told = leaf.row if leaf.is_open else self._summary(area, leaf.row, asked)
            summary = leaf.node.number, told, leaf.is_open
            if summary not in outcomes:
                outcomes[summary] = len(outcomes)
                kept.append([])
                kinds.append(self._summaries.setdefault((at.node.number, len(asked), summary), len(self._summaries)))
            kept[outcomes[summary]].append(leaf)
            # Cards that lie there and that nobody has looked at are as good as in the deck.
            cards = Counter(cell for place, cell in enumerate(leaf.row) if place not in known and cell >= 0)
            counted[tuple(sorted(cards.items())), outcomes[summary]] += orders
        ways.drawn, ways.of, ways.kinds, ways.read = drawn(counted, len(outcomes)), kept, kinds, len(asked)
        self._groupings += 1
        ways.number = self._groupings

    # what it comes to

    def _own(self, at: At, area: str, asked: dict[int, None]) -> int:
        """What the questions asked can tell of all cards but those that are drawn, as a number."""
        rows = tuple(one for one in at.world.areas if one[0] != area and not one[0].startswith("~"))
        key = at.node.number, rows, len(asked)
        if key not in self._owns:
            told = len(asked), tuple((name, self._summary(name, row, asked)) for name, row in rows)
            self._owns[key] = self._summaries.setdefault((at.node.number, told), len(self._summaries))
        return self._owns[key]

    def _ends_at(self, at: At, area: str, ways: _Ways, outcome: int, own: int, asked: dict[int, None]) -> Ends:
        """What leaves of one kind come to; one of them is followed that these cards of the other side leave open."""
        key = ways.kinds[outcome], at.world if ways.of[outcome][0].is_open else own
        if key not in self._ends:
            worlds = ((leaf, at.world.with_row(area, leaf.row)) for leaf in ways.of[outcome])
            leaf, world = next(one for one in worlds if min(left(one[1], self.drawing.kinds)) >= 0)
            found, told = self._follow(replace(at, node=leaf.node, world=world))
            fresh = [number for number in told if number not in asked]
            asked.update(dict.fromkeys(fresh))
            if fresh:  # leaves may have to be told apart that were thrown together
                raise MoreAsked
            self._ends[key] = found
        return self._ends[key]

    def _follow(self, at: At) -> tuple[Ends, list[int]]:
        """Where a leaf leads to, and what is asked on the way."""
        drawing = self.drawing
        log: list[int] = []
        drawing.log = log
        try:
            whole: Ends = {}
            waiting = [(Fraction(1), at)]
            while waiting:
                chance, here = waiting.pop()
                for of, then in drawing.spread(here):
                    if isinstance(then.node.point, Deciding | Moved):
                        raise NotATail
                    settled = drawing.settled(then)
                    if settled is None:
                        waiting.append((chance * of, drawing.then(then, ONWARD)))
                    else:
                        end = drawing.end_of(settled)
                        whole[end] = whole.get(end, Fraction(0)) + chance * of
            return whole, log
        finally:
            drawing.log = None

    # what tells hands apart

    def _summary(self, area: str, row: Row, asked: dict[int, None]) -> Hashable:
        """All that the questions asked can tell of the cards of an area."""
        told: list[Hashable] = []
        for number in asked:
            areas = self.drawing.areas_of(number)
            if area not in areas:
                continue
            question = self.drawing.question(number)
            if areas == (area,):
                world = World(((area, row),))
                if any(world.row(a)[n] < 0 for a, n in self.drawing.cells_of(world, number)):
                    told.append(row)
                else:
                    told.append(self.drawing.answer_to(number, world))
            elif isinstance(question.expression, ex.Against) and any(place == WHOLE for _, place in self.drawing.places_of(number)):
                told.append(self.drawing.strength(question, area, row))
            else:
                told.append(row)
        return tuple(told)


class MoreAsked(Exception):
    """Something was asked that was not known to matter: the ends are worked out once more."""


__all__ = ["MoreAsked", "NotATail", "NotSolvable", "Tails"]
