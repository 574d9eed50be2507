"""A round under best play as an automaton: what is dealt, looked at and decided, card by card, for rounds on real cards.

In: the best play of a drawing that is worked out (`drawing`).  Out: `States` for `round_kernel`.

It is the walk over the remembered graph (`walk`), one card after another.  A state is a point of it with the cards that lie
there.  As long as something may be decided, hands of one or two cards are told by their cards, longer ones only as far as
what may follow tells them apart (`alike_rows`); then best play is looked up by all cards known (`known_choices`).  After the
last decision cards are told only so far, whatever their number.  States are worked out with the cards of the first round
that comes there; what these rule out is added when a round comes there with others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from audit.solve.cards.course import Answer
from audit.solve.draws.alike_rows import AlikeRows
from audit.solve.draws.answering import Refined
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.known_choices import ALL_BITS, KnownChoices
from audit.solve.draws.round_kernel import DECIDE, END, LOOK, MISSED, MOST_AREAS, SHOW, SPLIT, THEN, States
from audit.solve.draws.splitting import Splitting, followed, waits
from audit.solve.draws.traces import NEW, OLD, ONWARD, Asked, Dealt, Deciding, Moved
from audit.solve.draws.walk import At, several_unseen
from audit.solve.draws.worlds import World, chances
from audit.solve.errors import NotSolvable

TOLD_BY_CARDS = 2
"""Hands of so many cards and fewer are told by their cards as long as something may be decided."""


class Grown(Exception):
    """The graph of the round has grown: the automaton is to be made anew."""


@dataclass(frozen=True)
class Stop:
    """Where a walk stops for a card, a choice, a split or the end.

    ``deals`` are the areas to which cards come on the way, ``at`` is the point after that.  ``spot`` is the card that is
    looked at or asked of; ``end`` the number of the end.
    """

    at: At
    deals: tuple[str, ...]
    does: int
    spot: tuple[str, int] = ("", 0)
    end: int = -1


@dataclass
class State:
    """A state with what follows each branch (card as it lies in the shoe, or slot of a choice), as far as that is known.

    ``back`` tells where the card lies that is looked at, from the end of its area; ``but_not`` is a kind that does not
    come, below 0 none; ``about`` the number of the end or of the split.
    """

    stop: Stop
    back: int
    but_not: int
    about: int = 0
    then: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Split:
    """A split of two cards of a kind: how often it may be split again, and how each hand begins.

    ``starts`` go by which hand it is and whether no hand is split again; ``chain`` are the splits one after the other.
    """

    kind: int
    to: str
    chain: tuple[At, ...]
    starts: dict[tuple[int, bool], tuple[At, int, int]]


class Automaton:
    """States, grown as they are asked for; the first one begins a round."""

    def __init__(self, drawing: Drawing, choices: KnownChoices) -> None:
        self.drawing, self.walk, self.choices = drawing, drawing.walk, choices
        self.alike = AlikeRows(self.walk)
        self.scale = lcm(*(self.walk.worth_of(end).denominator for end in self.alike.ends))
        """What an end brings is a whole number of units of 1 to this number."""
        self._ends: list[int] = []
        self.states: list[State] = []
        self.splits: list[Split] = []
        self._numbers: dict[Hashable, int] = {}
        self._areas: dict[str, int] = {}
        self._waiting: deque[tuple[int, At]] = deque()
        self._kinds = len(self.walk.kinds.lying)
        self._shoe = tuple(sorted(set(self.walk.kinds.shoe)))
        branches = max([self._kinds, *(len(node.point.labels) for node in self.walk.traces.nodes if isinstance(node.point, Deciding))])
        self._rows = np.full((1024, THEN + branches), MISSED, dtype=np.int32)
        self._deals: list[int] = []
        self._deals_from: dict[tuple[str, ...], int] = {}
        self._marks: list[int] = []
        self._state(self.walk.start)
        self._grow()

    # walking

    def _stop(self, at: At) -> Stop:
        """Goes on from a point as far as no card matters that is not known."""
        deals: list[str] = []
        hidden = {(area, n) for area, n, cell in at.world.cells() if cell < 0}
        while True:
            settled = self.walk.settled(at.node)
            if settled is not None:
                return Stop(at, tuple(deals), END, end=self.walk.end_of(settled))
            match at.node.point:
                case Dealt(area):
                    deals.append(area)
                    hidden.add((area, len(at.world.row(area))))
                    at = self.walk.dealt(at, area)
                case Asked() as asked:
                    number = self.walk.answers.number_at(at.node)
                    spots = [spot for spot in self.walk.answers.cells_of(at.world, number) if spot in hidden] if hidden else []
                    open_ones = [spot for spot in spots if spot not in asked.unseen]
                    if open_ones:
                        return Stop(at, tuple(deals), LOOK, open_ones[0])
                    if len(spots) > 1:
                        raise several_unseen(asked.question)
                    if spots:
                        return Stop(at, tuple(deals), SHOW, spots[0])
                    at = self.walk.then(at, self.walk.answers.answer_to(number, at.world))
                case Deciding(unseen=unseen):
                    spot = next((spot for spot in sorted(hidden) if spot not in unseen), None)
                    if spot is not None:
                        return Stop(at, tuple(deals), LOOK, spot)
                    if not self._is_told_by_cards(at.world):
                        return Stop(at, tuple(deals), DECIDE)
                    at = self.walk.choose(at, self.choices.best(at.node, at.world))
                case Moved():
                    return Stop(at, tuple(deals), SPLIT)
                case _:
                    at = self.walk.then(at, ONWARD)

    @staticmethod
    def _is_told_by_cards(world: World) -> bool:
        return all(len(row) <= TOLD_BY_CARDS for _, row in world.areas)

    def next_stop(self, state: State, at: At, branch: int) -> Stop:
        """Where a branch leads, with the cards of a point at that state."""
        stop = state.stop
        if stop.does == DECIDE:
            assert isinstance(at.node.point, Deciding)
            return self._stop(self.walk.choose(at, at.node.point.labels[branch]))
        area = stop.spot[0]
        place = len(at.world.row(area)) - state.back
        branch = self.walk.kinds.at(branch, area, place)
        if stop.does == LOOK:
            return self._stop(replace(at, world=at.world.with_cell(area, place, branch)))
        return self._stop(self._shown(at, (area, place), branch))

    def _shown(self, at: At, spot: tuple[str, int], kind: int) -> At:
        """What follows a question about a card that stays unseen: it is known of which kinds it cannot be."""
        number = self.walk.answers.number_at(at.node)

        def answer(one: int) -> Answer:
            return self.walk.answers.answer_to(number, at.world.with_cell(*spot, one))

        told = answer(kind)
        may_be = [cell for cell, _ in chances(at.world, self.walk.kinds, *spot)]
        alike, others = (
            {self.walk.kinds.kind_of[cell] for cell in may_be if (answer(cell) == told) is same} for same in (True, False)
        )
        if alike & others:
            raise NotSolvable("a card that lies unseen, of which more is told than its kind")
        cell = at.world.row(spot[0])[spot[1]] | sum(1 << one for one in others)
        return self.walk.then(replace(at, world=at.world.with_cell(*spot, cell)), told)

    # states

    def _state(self, at: At, but_not: int = -1) -> int:
        return self._state_of(self._stop(at), but_not)

    def _state_of(self, stop: Stop, but_not: int = -1) -> int:
        """The number of the state of a stop; a new one waits to be worked out."""
        key = self._key(stop, but_not)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.states)
            state = State(stop, self._back(stop), but_not)
            self.states.append(state)
            for area in stop.deals:
                self._number_area(area)
            if stop.does == SPLIT:
                state.about = self._split(stop.at)
            if stop.does == END:
                state.about = len(self._ends)
                self._ends.append(stop.end)
            if stop.does == DECIDE:
                state.about = len(self._marks)
                self._marks.append(self._mark_of(state))
            self._write(number)
            self._waiting.append((number, stop.at))
        return number

    def _number_area(self, area: str) -> None:
        if self._areas.setdefault(area, len(self._areas)) >= MOST_AREAS:
            raise NotSolvable(f"a round in which cards come to more than {MOST_AREAS} areas")

    @staticmethod
    def _back(stop: Stop) -> int:
        return len(stop.at.world.row(stop.spot[0])) - stop.spot[1] if stop.spot[0] else 0

    def _key(self, stop: Stop, but_not: int) -> Hashable:
        at = stop.at
        if stop.does == END:
            return stop.deals, self.alike.point(at.node)
        is_decided = self.alike.is_decided(at.node)
        rows = tuple(sorted((area, self._row_key(at, area, is_decided)) for area, row in at.world.areas if row))
        return self.alike.point(at.node), stop.deals, stop.does, stop.spot[0], self._back(stop), but_not, rows

    def _row_key(self, at: At, area: str, is_decided: bool) -> Hashable:
        row = at.world.row(area)
        if is_decided and len(row) <= TOLD_BY_CARDS:
            return row
        fixed = self.walk.answers.told_apart.get(area, 0)
        unseen = tuple((len(row) - place, cell) for place, cell in enumerate(row) if cell < 0)
        if any(len(row) - back < fixed for back, _ in unseen):
            return row
        return unseen, self.alike.key(at.node, area, tuple(cell for cell in row if cell >= 0))

    def _split(self, at: At) -> int:
        mine = Splitting(self.walk, at)
        chain, base = mine.chain, self.choices.key_of(at.world)
        assert isinstance(at.node.point, Moved)
        to, starts = at.node.point.to, {}
        self._number_area(to)
        for is_last in (False, True) if len(chain) > 1 else (True,):
            for which, name in enumerate((OLD, NEW)):
                begins = followed(self.walk, chain[-1] if is_last else at, name)
                if waits(begins).area != to:
                    raise NotSolvable("a hand that is split, and the next card comes to another", "split hand")
                more = (self.choices.key_of(begins.world) - base) & ALL_BITS
                starts[which, is_last] = begins, self._state(begins, -1 if is_last else mine.kind), more
        self.splits.append(Split(mine.kind, to, chain, starts))
        return len(self.splits) - 1

    # growing

    def fill(self, begun: int, path: Sequence[int], branch: int) -> None:
        """Works out what follows a branch that a round has come to.

        ``begun`` is how its hand began (below 0: with the round), ``path`` the branches from there.  Raises `Grown`.
        """
        number, at = self.follow(begun, path)
        state = self.states[number]
        if branch not in state.then:
            self._lead(number, branch, at)
        self._waiting.append((number, at))
        self._grow()

    def _lead(self, number: int, branch: int, at: At) -> None:
        state = self.states[number]
        then = state.then[branch] = self._state_of(self.next_stop(state, at, branch))
        self._rows[number, THEN + branch] = then

    def follow(self, begun: int, path: Sequence[int]) -> tuple[int, At]:
        """The state to which branches lead, and the point with the cards that came."""
        if begun < 0:
            number, at = 0, self.walk.start
        else:
            at, number, _ = self.splits[begun // 4].starts[begun // 2 % 2, bool(begun % 2)]
        at = self._stop(at).at
        for branch in path:
            state = self.states[number]
            stop = self.next_stop(state, at, branch)
            number, at = state.then[branch], stop.at
            assert number == self._numbers[self._key(stop, self.states[number].but_not)], "rows were taken to be alike that are not"
        return number, at

    def _grow(self) -> None:
        """Works out all that chance can bring at the states that wait, up to the next choices."""
        try:
            while self._waiting:
                number, at = self._waiting.popleft()
                state = self.states[number]
                if state.stop.does in (LOOK, SHOW):
                    spot = state.stop.spot[0], len(at.world.row(state.stop.spot[0])) - state.back
                    may_be = {cell for cell, _ in chances(at.world, self.walk.kinds, *spot)}
                    for card in self._shoe:
                        if self.walk.kinds.at(card, *spot) in may_be and card not in state.then and card != state.but_not:
                            self._lead(number, card, at)
        except Refined as error:
            raise Grown from error
        if len(self.walk.traces.nodes) > self.alike.nodes:
            raise Grown
        self.__dict__.pop("arrays", None)

    @cached_property
    def arrays(self) -> States:
        """The automaton as it is known by now."""
        areas = list(self._areas)
        groups = [self.choices.told_apart.get(area, 0) for area in areas]
        marks = [
            [self.choices.of_card(area, place, self.walk.kinds.at(cell, area, place)) for cell in range(self._kinds)]
            for area, last in zip(areas, groups, strict=True)
            for place in range(last + 1)
        ]
        starts = [split.starts.get((which, last), (None, MISSED, 0)) for split in self.splits for which in (0, 1) for last in (False, True)]
        slots = self.choices.slots
        return States(
            rows=self._rows[: len(self.states)].copy(),
            deals=np.array(self._deals, dtype=np.int8),
            marks=np.array(self._marks, dtype=np.uint64),
            card_marks=np.array(marks, dtype=np.uint64).reshape(len(marks), self._kinds),
            mark_from=np.cumsum([0, *(last + 1 for last in groups)]).astype(np.int32),
            mark_last=np.array(groups, dtype=np.int32),
            is_own=np.isin(areas, [split.to for split in self.splits]),
            pair=np.array([split.kind for split in self.splits], dtype=np.int8),
            again=np.array([len(split.chain) - 1 for split in self.splits], dtype=np.int8),
            to=np.array([self._areas[split.to] for split in self.splits], dtype=np.int8),
            start=np.array([number for _, number, _ in starts], dtype=np.int32),
            start_marks=np.array([more for _, _, more in starts], dtype=np.uint64),
            worth=np.array([self._scaled(self.walk.worth_of(end)) for end in self._ends], dtype=np.int64),
            counts=np.array([bool(self.walk.paid[end]) or not self.walk.traces.forced for end in self._ends], dtype=np.bool_),
            choices=slots.entries,
            shift=slots.shift,
        )

    def _write(self, number: int) -> None:
        """A state as a row."""
        state = self.states[number]
        if number >= len(self._rows):
            self._rows = np.concatenate([self._rows, np.full_like(self._rows, MISSED)])
        stop, area = state.stop, self._areas.get(state.stop.spot[0], 0)
        if stop.deals not in self._deals_from:
            self._deals_from[stop.deals] = len(self._deals)
            self._deals += [self._areas[to] for to in stop.deals]
        begin = self._deals_from[stop.deals]
        self._rows[number, :THEN] = stop.does, area, state.back, state.about, begin, begin + len(stop.deals)

    def _scaled(self, worth: Fraction) -> int:
        whole = worth * self.scale
        if whole.denominator != 1:
            raise Grown
        return int(whole)

    def _mark_of(self, state: State) -> int:
        """What is known at a decision besides the cards that have been looked at: the point, and what was shown of others."""
        at = state.stop.at
        shown = sum(self.choices.of_card(area, place, cell) for area, place, cell in at.world.cells() if cell < 0)
        return (self.choices.of_point(at.node) + shown) & ALL_BITS
