"""The end of a round in which a rule alone draws: worked out once for all hands that it treats alike.

From where such drawing begins, nothing is decided.  All ways to draw are gone through once (`_draw`), up to what is
asked of both sides; what that comes to hangs on the answers of each side only, not on its cards.  How likely each
outcome is, with the cards that are gone, is then a sum over the ways to draw (`weighing`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.ruleset import expressions as ex
from audit.solve.cards.course import Answer
from audit.solve.cards.kernels import njit
from audit.solve.draws.questions import WHOLE, most_counted
from audit.solve.draws.rows import Floats, Ints, Shape, as_bytes, counts_of, masks_of, unique_rows, within
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Moved, Node, Turn
from audit.solve.draws.walk import At, Branches, Ends, Walk
from audit.solve.draws.weighing import Drawn, Weighed, drawn
from audit.solve.draws.worlds import GONE, Row, is_possible

MOST_WAYS = 200_000

MOST_ORDERS = 1 << 62
"""Cards that come in more orders than this are drawn one by one: a machine word holds no more."""

MOST_TRIED = 40
"""So often ways to draw are gone through again, with other cards on the other side, where some were left open."""


class NotATail(Exception):
    """Something is decided further on, or cards lie unseen elsewhere: the end is no matter of drawing alone."""


@dataclass(frozen=True)
class Drawings:
    """Cards of the one area as they may lie there by now, all at one point of the round.

    ``rows`` is int64[ways, cards], ``orders`` int64[ways]: in how many orders they come.  Rows of the same cards that came in
    different orders are one, beyond the places that matter; the row that stands for them is one of these orders.
    """

    node: Node
    rows: Ints
    orders: Ints

    def only(self, which: NDArray[np.bool_]) -> Drawings:
        return Drawings(self.node, self.rows[which], self.orders[which])

    def at(self, node: Node) -> Drawings:
        return Drawings(node, self.rows, self.orders)


Outcome: TypeAlias = tuple[int, Hashable]


@dataclass
class _Ways:
    """All ways to draw from one point on, up to where the other side is asked of, and which outcome each is.

    ``is_open`` where more may be drawn: there play could not be brought on with the cards of the other side that were at
    hand, and what follows hangs on all of them.  ``of`` are the leaves of each outcome, ``kinds`` what tells it apart.
    """

    leaves: list[Drawings]
    is_open: bool
    tried: int = 0
    drawn: Drawn | None = None
    read: tuple[int, int] = (-1, 0)
    of: list[list[tuple[Drawings, int]]] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)

    @cached_property
    def unlooked(self) -> frozenset[int]:
        """The places at which a card lies in some leaf that nobody has looked at."""
        return frozenset(place for leaves in self.leaves for place in np.nonzero((leaves.rows < 0).any(axis=0))[0].tolist())


@dataclass(frozen=True)
class Group:
    """Hands of one point against which the same can be drawn: their places in the block, and for each the row of `table`.

    ``table`` (int64[rows, outcomes]) holds what each outcome comes to, as a place in `Tails.cells`; below 0: nothing does.
    """

    drawn: Weighed
    members: Ints
    of: Ints
    table: Ints


@dataclass(frozen=True)
class TailRows:
    """What a rule draws against each hand of a block.

    ``open`` are hands against which it has to be followed hand by hand: as points of the round, by their places.
    """

    groups: tuple[Group, ...]
    open: dict[int, At]


@dataclass
class Tails:
    """The ends of rounds in which one area is drawn to by rule."""

    walk: Walk
    not_tails: set[int] = field(default_factory=set)
    cells: list[Ends] = field(default_factory=list)
    """What outcomes come to, each as ends with their chances."""
    _cells: dict[Hashable, int] = field(default_factory=dict)
    _ways: dict[tuple[int, Row], _Ways] = field(default_factory=dict)
    _ends: dict[Hashable, int] = field(default_factory=dict)
    _by_card: dict[Hashable, Ends] = field(default_factory=dict)
    _asked: dict[int, dict[int, None]] = field(default_factory=dict)
    _summaries: dict[Hashable, int] = field(default_factory=dict)
    _sides: dict[tuple[int, str], tuple[dict[Hashable, int], dict[bytes, int]]] = field(default_factory=dict)
    """What was told of one side of a question, numbered; and by the cards its number."""
    _weighed: dict[int, Weighed] = field(default_factory=dict)
    """By the identity of what can be drawn, which these keep: many points of a round draw alike."""
    _met_late: dict[int, frozenset[int]] = field(default_factory=dict)
    """By the number of a point: what leaves there are told apart by of what is told late."""
    _surprises: int = 0
    """How often something was told late that was not known to be met from a leaf."""

    def rows_of(self, node: Node, shape: Shape, rows: Ints, branches: Callable[[int], Branches]) -> TailRows:
        """What is drawn against each of these hands; raises `NotATail` where this way does not lead there."""
        while True:
            try:
                return self._rows_of(node, shape, rows, branches)
            except MoreAsked:
                continue

    def _rows_of(self, node: Node, shape: Shape, rows: Ints, branches: Callable[[int], Branches]) -> TailRows:
        area = self._area(node)
        drawn_to = shape.columns(area)
        if (np.delete(rows, drawn_to, axis=1) < 0).any():
            raise NotATail

        def at(n: int) -> At:
            return At(node, shape.world(rows[n]), branches(n))

        first, which = unique_rows(rows[:, drawn_to.start : drawn_to.stop])
        drawings = [self._ways_from(at(int(one)), area, shape.world(rows[one]).row(area)) for one in first]
        is_open = np.array([ways.is_open for ways in drawings], dtype=np.bool_)[which]
        closed = np.nonzero(~is_open)[0]
        owns, told = self._owns_of(node, shape, rows[closed], area, self.asked_from(node))
        own_of = np.full(len(rows), -1, dtype=np.int64)
        own_of[closed] = np.array(owns, dtype=np.int64)[told]
        groups = tuple(
            self._group_of(ways, np.nonzero(which == n)[0], own_of, rows, shape, at, area)
            for n, ways in enumerate(drawings)
            if not ways.is_open
        )
        return TailRows(groups, {int(n): at(int(n)) for n in np.nonzero(is_open)[0]})

    def _group_of(
        self, ways: _Ways, members: Ints, own_of: Ints, rows: Ints, shape: Shape, at: Callable[[int], At], area: str
    ) -> Group:
        """Hands against which the same can be drawn, those alike by all that is asked of them taken together.

        ``own_of`` (int64[rows]) is a number for what that is.
        """
        asked = self.asked_from(at(int(members[0])).node)
        self._check(ways, at(int(members[0])).world.row(area), self.walk)
        if ways.read != self._known(asked):
            self._group(at(int(members[0])), area, ways, asked)
        assert ways.drawn is not None
        kinds = self.walk.kinds
        left_over = np.array(kinds.copies) - counts_of(rows[members], kinds)
        weighed = self._weighed.get(id(ways.drawn))
        if weighed is None:
            weighed = self._weighed[id(ways.drawn)] = Weighed(ways.drawn, sum(kinds.copies))
        likely = weighed.chances(left_over, masks_of(rows[members], kinds))
        owns, of = np.unique(own_of[members], return_inverse=True)
        table = np.full((len(owns), ways.drawn.number), -1, dtype=np.int64)
        first = _first_met(likely, of.reshape(-1), len(owns))
        for row, outcome in np.argwhere(first >= 0).tolist():
            key = ways.kinds[outcome], int(owns[row])
            if key not in self._ends:
                self._ends[key] = self._cell_at(at(int(members[first[row, outcome]])), area, ways.of[outcome], asked)
            table[row, outcome] = self._ends[key]
        return Group(weighed, members, of, table)

    def ends(self, at: At) -> Ends:
        """Every end with how likely it is, of one hand by itself, card by card."""
        settled = self.walk.settled(at.node)
        if settled is not None:
            return {self.walk.end_of(settled): Fraction(1)}
        if isinstance(at.node.point, Asked):  # what is told late is told of hands drawn to the end alone
            self.walk.answers.tell_everywhere()
        key = at.node.number, at.world.sorted_beyond(self.walk.answers.told_apart)
        if key not in self._by_card:
            whole: Ends = {}
            for chance, then in self.walk.spread(self.walk.then(at, ONWARD)):
                if isinstance(then.node.point, Deciding | Moved):
                    raise NotATail
                for end, of in self.ends(then).items():
                    whole[end] = whole.get(end, Fraction(0)) + chance * of
            self._by_card[key] = whole
        return self._by_card[key]

    @staticmethod
    def _check(ways: _Ways, row: Row, walk: Walk) -> None:
        """A card of which something was shown has to be looked at on every way."""
        if any(cell < 0 and ~cell != walk.kinds.every and place in ways.unlooked for place, cell in enumerate(row)):
            raise NotATail

    @staticmethod
    def _area(node: Node) -> str:
        assert isinstance(node.point, Turn)
        return node.point.draws

    # what is drawn

    def _ways_from(self, at: At, area: str, row: Row) -> _Ways:
        key = at.node.number, row
        known = self._ways.get(key)
        if known is None or (known.is_open and known.tried < MOST_TRIED):
            tried = 0 if known is None else known.tried + 1
            self._ways[key] = _Drawer(self, at, area).ways(tried)
        return self._ways[key]

    def asked_from(self, node: Node) -> dict[int, None]:
        """The questions that are asked from a point on, as far as it is known."""
        return self._asked.setdefault(node.number, {})

    # what tells ways apart

    def _group(self, at: At, area: str, ways: _Ways, asked: dict[int, None]) -> None:
        """Throws together the leaves that nothing asked so far tells apart."""
        outcomes: dict[Outcome, int] = {}
        of: list[list[tuple[Drawings, int]]] = []
        known = [place for place, cell in enumerate(at.world.row(area)) if cell >= 0]
        counts, orders, numbers = [], [], []
        for leaves in ways.leaves:
            told, which = self._told(area, leaves.rows, asked)
            late = self._late_from(leaves.node, area) if self.walk.kinds.late else ()
            if late:
                told, which = self._with_late(told, which, area, leaves.rows, late)
            mine = [outcomes.setdefault((leaves.node.number, one), len(outcomes)) for one in told]
            of += [[] for _ in range(len(outcomes) - len(of))]
            for n, outcome in enumerate(np.array(mine, dtype=np.int64)[which].tolist()):
                of[outcome].append((leaves, n))
            # Cards that lie there and that nobody has looked at are as good as in the deck.
            counts.append(counts_of(np.delete(leaves.rows, known, axis=1), self.walk.kinds))
            orders.append(leaves.orders)
            numbers.append(np.array(mine, dtype=np.int64)[which])
        ways.drawn = drawn(np.concatenate(counts), np.concatenate(orders), np.concatenate(numbers), len(outcomes))
        summaries = ((at.node.number, len(asked), outcome) for outcome in outcomes)
        ways.kinds = [self._summaries.setdefault(summary, len(self._summaries)) for summary in summaries]
        ways.of, ways.read = of, self._known(asked)

    def _known(self, asked: dict[int, None]) -> tuple[int, int]:
        """How much is known by now of what leaves are told apart by."""
        return len(asked), self._surprises

    def _told(self, area: str, rows: Ints, asked: dict[int, None]) -> tuple[list[Hashable], Ints]:
        """All that the questions asked can tell of cards of an area, and which of it each row's tell."""
        shape = Shape(((area, rows.shape[1]),))
        columns: list[Ints] = []
        values: list[Sequence[Hashable]] = []
        for number in asked:
            answers = self.walk.answers
            areas = answers.areas_of(number)
            if answers.is_late(number) or area not in areas or most_counted(answers.places_of(number), area) > rows.shape[1]:
                continue  # of a card that is not there nothing is asked
            if areas == (area,) and not (rows[:, self.walk.answers.columns(number, shape)] < 0).any():
                found, which = self.walk.answers.of_rows(number, shape, rows)
            else:
                found, which = self._by_itself(area, rows, number)
            columns.append(which)
            values.append(found)
        if not columns:
            return [()], np.zeros(len(rows), dtype=np.int64)
        whole = np.column_stack(columns)
        first, which = unique_rows(whole)
        return [tuple(value[n] for value, n in zip(values, whole[one], strict=True)) for one in first], which

    def _late_from(self, node: Node, area: str) -> tuple[int, ...]:
        """The questions told late that are met from a point on, as far as it is known; all of them of the area drawn to."""
        found, waiting, met = dict[int, None](), [node], {node.number}
        while waiting:
            here = waiting.pop()
            if isinstance(here.point, Asked) and self.walk.answers.is_late(number := self.walk.answers.number_at(here)):
                self._check_late(number, area)
                found[number] = None
            coming = [then for then in here.then.values() if then.number not in met]
            met.update(then.number for then in coming)
            waiting += coming
        self._met_late[node.number] = frozenset(found)
        return tuple(sorted(found))

    def _check_late(self, number: int, area: str) -> None:
        """What is told late is told of the area that is drawn to: hands are told apart by no such answers of another."""
        if self.walk.answers.areas_of(number) != (area,):
            self.walk.answers.tell_everywhere()

    def _with_late(
        self, told: list[Hashable], which: Ints, area: str, rows: Ints, late: Sequence[int]
    ) -> tuple[list[Hashable], Ints]:
        """What is told of the cards of each row, and how likely each answer is to what is told late of them."""
        if (rows < 0).any():
            self.walk.answers.tell_everywhere()
        first, of = unique_rows(np.column_stack([which, np.sort(rows, axis=1)]))
        numbers: dict[Hashable, int] = {}
        found = []
        for one in first.tolist():
            likely = self.walk.answers.told_late(late, area, tuple(rows[one].tolist()))
            key = told[which[one]], frozenset((answers, chance) for answers, (chance, _) in likely.items())
            found.append(numbers.setdefault(key, len(numbers)))
        return list(numbers), np.array(found, dtype=np.int64)[of]

    def _by_itself(self, area: str, rows: Ints, number: int) -> tuple[list[Hashable], Ints]:
        """What the cards of one side matter where a question looks at both: the strength of the hand, or every card."""
        question, answers = self.walk.answers.question(number), self.walk.answers
        is_compared = isinstance(question.expression, ex.Against) and any(at == WHOLE for _, at in answers.places_of(number))
        rows = answers.reduced(number, rows)
        if is_compared and not answers.is_by_place(number, area):
            rows = np.sort(rows, axis=1)
        if is_compared and (rows >= 0).all():
            return answers.strengths(number, area, rows)
        first, which = unique_rows(rows)
        numbers, known = self._sides.setdefault((number, area), ({}, {}))
        keys = as_bytes(rows[first])
        for one, key in zip(first.tolist(), keys, strict=True):
            if key not in known:
                row = tuple(rows[one].tolist())
                told = answers.strength(number, area, row) if is_compared and min(row, default=0) >= 0 else row
                known[key] = numbers.setdefault(told, len(numbers))
        return list(numbers), np.fromiter(map(known.__getitem__, keys), dtype=np.int64, count=len(keys))[which]

    # what it comes to

    def _owns_of(self, node: Node, shape: Shape, rows: Ints, area: str, asked: dict[int, None]) -> tuple[list[int], Ints]:
        """What the questions asked can tell of all cards but those that are drawn, as numbers, and which each row's tell."""
        others = [name for name, _ in shape.areas if name != area and not name.startswith(GONE)]
        found = []
        for name in others:
            columns = shape.columns(name)
            found.append(self._told(name, rows[:, columns.start : columns.stop], asked))
        whole = np.column_stack([which for _, which in found]) if found else np.zeros((len(rows), 0), dtype=np.int64)
        first, which = unique_rows(whole)
        owns = []
        for one in first:
            told = len(asked), tuple((name, of[n]) for name, (of, _), n in zip(others, found, whole[one], strict=True))
            owns.append(self._summaries.setdefault((node.number, told), len(self._summaries)))
        return owns, which

    def _cell_at(self, at: At, area: str, leaves: list[tuple[Drawings, int]], asked: dict[int, None]) -> int:
        """What leaves of one kind come to; one of them is followed that these cards of the other side leave open."""
        worlds = ((leaf.node, at.world.with_row(area, tuple(leaf.rows[n].tolist()))) for leaf, n in leaves)
        node, world = next(one for one in worlds if is_possible(one[1], self.walk.kinds))
        found, told = self._follow(replace(at, node=node, world=world), area)
        fresh = [number for number in told if number not in asked]
        asked.update(dict.fromkeys(fresh))
        late = {number for number in told if self.walk.answers.is_late(number)}
        if not late <= self._met_late.get(node.number, late):
            self._surprises += 1
            raise MoreAsked
        if fresh:  # leaves may have to be told apart that were thrown together
            raise MoreAsked
        cell = self._cells.setdefault(frozenset(found.items()), len(self.cells))
        self.cells += [found] if cell == len(self.cells) else []
        return cell

    def _follow(self, at: At, area: str) -> tuple[Ends, list[int]]:
        """Where a leaf leads to, and what is asked on the way."""
        walk = self.walk
        log: list[int] = []
        walk.log = log
        try:
            whole: Ends = {}
            waiting = [_Following(at)]
            while waiting:
                here = waiting.pop()
                for of, then in walk.spread(here.at):
                    if of != 1 or isinstance(then.node.point, Deciding | Moved):
                        raise NotATail  # what a card is that comes here yet hangs on all cards, not on answers alone
                    settled = walk.settled(then.node)
                    if settled is not None:
                        end = walk.end_of(settled)
                        whole[end] = whole.get(end, Fraction(0)) + here.chance
                    elif isinstance(then.node.point, Asked):
                        log.append(walk.answers.number_at(then.node))
                        waiting += self._late(replace(here, at=then), log[-1], area)
                    else:
                        waiting.append(replace(here, at=walk.then(then, ONWARD)))
            return whole, log
        finally:
            walk.log = None


    def _late(self, here: _Following, number: int, area: str) -> Iterator[_Following]:
        """What follows each answer to a question that is told late: as likely as the answers before leave it."""
        self._check_late(number, area)
        answers = self.walk.answers
        lying = here.at.world.row(area)
        if min(lying, default=0) < 0:
            raise NotATail
        row = tuple([self.walk.kinds.kind_of[cell] for cell in lying])
        told = answers.told_late((*here.asked, number), area, row)
        likely: dict[Answer, Fraction] = {}
        shown: dict[Answer, Row] = {}
        for given, (chance, suited) in told.items():
            if given[:-1] == here.given:
                likely[given[-1]] = likely.get(given[-1], Fraction(0)) + chance
                shown[given[-1]] = answers.late_suits.lying(suited, row)
        for answer, chance in likely.items():
            world = here.at.world.with_row(area, shown[answer])
            node = self.walk.child(here.at.node, answer, world, here.at.branches)
            # Cards that answer so stay, for what play has to be run on yet; all else goes by their kinds.
            yield _Following(replace(here.at, node=node, world=world), chance, (*here.asked, number), (*here.given, answer))


@dataclass(frozen=True)
class _Following:
    """A point behind a leaf, how likely it is, and what was told late on the way: the questions asked and the answers given."""

    at: At
    chance: Fraction = Fraction(1)
    asked: tuple[int, ...] = ()
    given: tuple[Answer, ...] = ()


@dataclass
class _Drawer:
    """Goes through all ways to draw to an area from one point on; ``at`` has the cards of the other side."""

    tails: Tails
    at: At
    area: str
    is_open: bool = False

    def __post_init__(self) -> None:
        self.walk = self.tails.walk
        row = self.at.world.row(self.area)
        seen = max((n + 1 for n, cell in enumerate(row) if cell >= 0), default=0)
        self.fixed = max(self.walk.answers.told_apart.get(self.area, 0), seen)
        self.asked = self.tails.asked_from(self.at.node)

    def ways(self, tried: int) -> _Ways:
        """Every way to draw, card by card, up to the first point that asks of another area."""
        start = np.array([self.at.world.row(self.area)], dtype=np.int64)
        turns = [Drawings(self.at.node, start, np.ones(1, dtype=np.int64))]
        leaves: list[Drawings] = []
        while turns:
            coming: list[Drawings] = []
            for turn in turns:
                self._step(turn, coming, leaves)
            turns = self._merged(coming)
            if sum(len(one.rows) for one in (*turns, *leaves)) > MOST_WAYS:
                raise NotATail
        return _Ways(self._merged(leaves), self.is_open, tried)

    def _step(self, turn: Drawings, coming: list[Drawings], leaves: list[Drawings]) -> None:
        """What one turn of drawing leads to: other turns, or leaves."""
        waiting = self._onward(turn, ONWARD)
        while waiting:
            here = waiting.pop()
            point = here.node.point
            match point:
                case Turn(draws=to) if to == self.area:
                    coming.append(here)
                case Dealt(area=to) if to == self.area:
                    unseen = np.full((len(here.rows), 1), ~self.walk.kinds.every, dtype=np.int64)
                    waiting += self._onward(replace(here, rows=np.append(here.rows, unseen, axis=1)), ONWARD)
                case Asked() if self.walk.answers.areas_of(self.walk.answers.number_at(here.node)) == (self.area,):
                    waiting += self._asked(here, point, leaves)
                case Deciding() | Moved():
                    raise NotATail
                case _:
                    leaves.append(here)

    def _asked(self, here: Drawings, point: Asked, leaves: list[Drawings]) -> list[Drawings]:
        """What follows a question about the cards drawn; one that lies there unseen is looked at first.

        What is told late is a leaf: more is not drawn then.
        """
        number = self.walk.answers.number_at(here.node)
        self.asked[number] = None
        shape = Shape(((self.area, here.rows.shape[1]),))
        for column in self.walk.answers.columns(number, shape):
            unseen = here.rows[:, column] < 0
            if not unseen.any():
                continue
            if (self.area, column) in point.unseen:
                raise NotATail
            return [self._looked(here.only(unseen), column), *([here.only(~unseen)] if not unseen.all() else [])]
        if self.walk.answers.is_late(number):
            leaves.append(here)
            return []
        answers, which = self.walk.answers.of_rows(number, shape, here.rows)
        return [then for n, answer in enumerate(answers) for then in self._onward(here.only(which == n), answer)]

    def _looked(self, here: Drawings, column: int) -> Drawings:
        """One unseen card looked at, by its kind: a fine kind is as likely as the hand's own cards have it."""
        kinds = self.walk.kinds
        if kinds.is_fine(self.area, column):
            raise NotATail
        left_over = np.array(kinds.copies) - counts_of(here.rows, kinds)
        which, kind = np.nonzero((left_over > 0) & (within(~here.rows[:, column], len(kinds.cards)) > 0))
        rows = here.rows[which]
        rows[:, column] = kind
        return Drawings(here.node, rows, here.orders[which])

    def _onward(self, here: Drawings, answer: Answer) -> list[Drawings]:
        """What follows a branch; nothing where no deal has these cards beside the other side's: play cannot be brought there."""
        then = here.node.then.get(answer)
        if then is None:
            worlds = (self.at.world.with_row(self.area, tuple(row)) for row in here.rows.tolist())
            world = next((one for one in worlds if is_possible(one, self.walk.kinds)), None)
            if world is None:
                self.is_open = True
                return []
            then = self.walk.child(here.node, answer, world, self.at.branches)
        return [here.at(then)]

    def _merged(self, found: list[Drawings]) -> list[Drawings]:
        """Rows of one point and the same cards as one, with all their orders."""
        alike: dict[tuple[int, int], list[Drawings]] = {}
        for one in found:
            alike.setdefault((one.node.number, one.rows.shape[1]), []).append(one)
        merged = []
        for kept in alike.values():
            rows, orders = np.concatenate([one.rows for one in kept]), np.concatenate([one.orders for one in kept])
            first, which = unique_rows(np.concatenate([rows[:, : self.fixed], np.sort(rows[:, self.fixed :], axis=1)], axis=1))
            summed = np.zeros(len(first), dtype=np.int64)
            np.add.at(summed, which, orders)
            if np.bincount(which, orders.astype(np.float64)).max(initial=0) > MOST_ORDERS:
                raise NotATail
            merged.append(Drawings(kept[0].node, rows[first], summed))
        return merged


@njit
def _first_met(likely: Floats, of: Ints, number: int) -> Ints:
    """For so many classes of hands, ``of`` being that of each, and each outcome the first hand that may come to it; -1: none."""
    found = np.full((number, likely.shape[1]), -1, dtype=np.int64)
    for hand in range(len(of)):
        for outcome in range(likely.shape[1]):
            if likely[hand, outcome] > 0 and found[of[hand], outcome] < 0:
                found[of[hand], outcome] = hand
    return found


class MoreAsked(Exception):
    """Something was asked that was not known to matter: the ends are worked out once more."""
