"""Best play where hands grow, exactly.

In: the graph of a round (`traces`), kinds of cards, the wagers that count.  Out: what best play brings, what each choice
brings in each situation, and every end with how likely it is.

All situations are laid out forward (`layout`).  Backwards from the ends it is worked out in floating point which choice is
best; choices that come out too near to each other to tell are compared exactly.  Under the play found so, deals are counted
in whole numbers (`following`).  A hand that is split is valued as the sum of its hands (`splitting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

import numba
import numpy as np

from audit.solve.cards.course import Paid
from audit.solve.draws.answering import Refined
from audit.solve.draws.following import SPLIT, Following, Gone, Reached
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.layout import Block, Layout
from audit.solve.draws.locating import Locating, NotToldApart, of_a_split
from audit.solve.draws.lying_there import LyingThere
from audit.solve.draws.questions import Asker
from audit.solve.draws.rows import Floats, Ints, Shape, in_one_order
from audit.solve.draws.splitting import in_one
from audit.solve.draws.tails import Tails
from audit.solve.draws.traces import Deciding, Traces, Turn
from audit.solve.draws.walk import At, Ends, Walk, run_out
from audit.solve.draws.worlds import ASIDE
from audit.solve.errors import NotSolvable

T = TypeVar("T")

ROOT = 0
"""The state at the beginning of the round."""

NEAR = 1e-9
"""Choices of which the values differ by less are compared exactly."""


@dataclass
class Drawing:
    """The best play of one way to wager.

    With a ``guide`` what is decided is what is best for the wagers of that one; ``has_decided`` tells whether any
    decision was come to before nothing that counts was open any more.  ``lying`` is there for a wager that hangs on nothing
    but cards that lie there: once a hand has been split, any choice does for it.
    """

    traces: Traces
    asker: Asker
    valued: frozenset[str]
    guide: Drawing | None = None
    lying: LyingThere | None = None
    _reached: dict[int, Reached] = field(default_factory=dict)
    _splits: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.walk = Walk(self.traces, self.asker, self.valued)

    @property
    def paid(self) -> list[tuple[Paid, ...]]:
        """What everything that counts brought at each end."""
        return self.walk.paid

    @property
    def kinds(self) -> Kinds:
        return self.walk.kinds

    @property
    def states(self) -> int:
        """How many situations were looked at."""
        return self.layout.number

    @property
    def has_decided(self) -> bool:
        return self.layout.has_decided

    @cached_property
    def layout(self) -> Layout:
        """All situations; begun anew with finer kinds whenever something is asked that tells more cards apart."""
        while True:
            self.walk.answers.begin_anew()
            layout = Layout(self.walk, Tails(self.walk), None if self.guide is None else self._guided_by(self.guide))
            try:
                layout.lay_out()
            except Refined:
                continue
            if self.lying is not None and not all(map(self.lying.is_decided, self.paid)):
                raise of_a_split()
            return layout

    def _guided_by(self, guide: Drawing) -> Callable[[At], str]:
        """What is best for the wagers of the guide where cards lie as here."""
        locating = Locating(guide.walk, self.kinds, self.walk.answers.told_apart)

        def guided(at: At) -> str:
            assert guide.values is not None  # which settles on what is best
            if self.lying is not None and (label := self.lying.any_choice(at, self.traces.may_be_made)):
                return label
            try:
                return guide.label_at(locating.locate(at.world, at.branches))
            except NotToldApart:
                self.walk.answers.take_in_those_of(guide.walk.answers)
                self.walk.answers.tell_everywhere()
                raise

        return guided

    @cached_property
    def following(self) -> Following:
        return Following(self.layout)

    def _in_full(self, work: Callable[[], T]) -> T:
        """What is worked out of all situations; begun anew where hands followed one by one come to a question that tells more."""
        while True:
            try:
                return work()
            except Refined:
                for name in ("layout", "following", "values", "_states"):
                    self.__dict__.pop(name, None)
                self._reached.clear()
                self._splits.clear()

    @cached_property
    def ends(self) -> Ends:
        """How the round ends under best play, and how likely each end is."""
        return self._in_full(self._ends)

    def _ends(self) -> Ends:
        if self.guide is None:
            assert self.values is not None  # which settles on the play that is followed
        found = self._ends_from(ROOT, -1)
        self.layout.check_alike()
        if sum(found.values()) != 1:
            raise NotSolvable("a round whose ends do not add up to all that can be dealt")
        return found

    @property
    def value(self) -> Fraction:
        """What best play brings."""
        return self._worth(self.ends)

    # what is best, backwards

    @cached_property
    def values(self) -> Floats:
        """What each choice brings in each state, float64[states, choices]; what is best is settled on as it is found."""
        return self._in_full(self._values)

    def _values(self) -> Floats:
        layout, following = self.layout, self.following
        widest = max(len(block.labels) for block in layout.blocks)
        found = np.zeros((layout.number, widest))
        leaves = following.leaves
        worths = np.array([float(self.walk.worth_of(end)) for end in range(len(self.paid))])
        self._worths = worths
        self._cells = np.array([float(self._worth(cell)) for cell in layout.tails.cells])
        push(found, leaves.origins, leaves.slots, leaves.chances * worths[leaves.ends])
        for block in reversed(layout.blocks):
            best = self._settle(block, found)
            origins, slots, states, chances = block.edges
            push(found, origins, slots, chances * best[states])
        layout.check_alike()
        return found

    def _settle(self, block: Block, found: Floats) -> Floats:
        """What best play brings in each state of a block."""
        states = np.arange(block.first, block.first + len(block))
        if block.tail is not None:
            return self._drawn_against(block, states)
        if block.splits:
            return np.array([self._split_worth(block, n, found) for n in range(len(block))])
        if len(block.labels) == 1:
            only: Floats = found[states, 0]
            return only
        values = found[states, : len(block.labels)]
        chosen = values.argmax(axis=1)
        best = values.max(axis=1)
        near = values >= (best - NEAR * max(1, np.abs(self._worths).max(initial=0)))[:, None]
        self.following.policy[states] = chosen
        for n in np.nonzero(near.sum(axis=1) > 1)[0]:
            self.following.policy[states[n]] = self._compared(int(states[n]), [int(slot) for slot in np.nonzero(near[n])[0]])
        settled: Floats = values[np.arange(len(block)), self.following.policy[states]]
        return settled

    def _compared(self, state: int, slots: list[int]) -> int:
        """Which of several choices is best, exactly; of those that are equal the first."""
        return max(slots, key=lambda slot: (self._worth(self._ends_from(state, slot)), -slot))

    def _drawn_against(self, block: Block, states: Ints) -> Floats:
        following, tail = self.following, block.tail
        assert tail is not None
        best = np.zeros(len(block))
        closed = np.nonzero(following.group_of[states] >= 0)[0]
        left = np.array(self.kinds.copies) - following.counts[states[closed]]
        best[closed], whole = following.tail_worths(states[closed], left, self._cells)
        if (whole < 1 - NEAR).any():
            assert isinstance(block.node.point, Turn)
            raise run_out(block.node.point.draws)
        for n, at in tail.open.items():
            best[n] = float(self._worth(self.layout.tails.ends(at)))
        return best

    # hands that are split

    def _split_worth(self, block: Block, n: int, found: Floats) -> float:
        """What the hands of a split bring together."""
        whole, kind = 0.0, block.splits[n].kind
        for (state, more), weight in self.summed(block, n).items():
            worth = self._worth_with(state, (kind, more)) if more else float(found[state, 0])
            whole += float(weight) * worth
        return whole

    def summed(self, block: Block, n: int) -> dict[tuple[int, int], Fraction]:
        """The hands of a split as a sum: weights by the state in which a hand begins, and how many more of its kind are gone."""
        assert block.starts is not None
        found: dict[tuple[int, int], Fraction] = {}
        for term in block.splits[n].terms:
            key = self.begins(int(block.starts[term.start])), term.more
            found[key] = found.get(key, Fraction(0)) + term.weight
        return found

    def begins(self, state: int) -> int:
        """The state in which a hand of a split that waits for its card is followed.

        A new hand that goes on in the states of the hand that was split, whatever card comes to it, counts as that one.
        """
        old = self.layout.old_of.get(state, state)
        return old if self.following.go_on_alike(old, state) else state

    def _worth_with(self, state: int, gone: Gone) -> float:
        """What a hand of a split brings with more cards of its kind out of the deck."""
        found = self.hand(state)
        if (self.following.group_of[found.tails] < 0).any():
            return float(self._worth(self._hand_ends(state, gone)))
        return self.following.worth(found, state, gone, self._worths, self._cells)

    def hand(self, state: int) -> Reached:
        """Where a hand of a split ends under the play that is settled on."""
        if state not in self._reached:
            found = self._reached[state] = self.following.reached(state)
            if len(found.splits):
                raise NotSolvable("hands that are split again otherwise than by another card of their kind", "split hand")
        return self._reached[state]

    def _hand_ends(self, state: int, gone: Gone) -> Ends:
        """How a hand of a split ends; the chances add up to less than 1 where it is not to get another card of its kind."""
        found = self.following.ends(self.hand(state), state, gone)
        whole = dict(found.ends)
        for point, chance in found.points.items():
            add(whole, self.layout.tails.ends(self._at(point, gone)), chance)
        return whole

    def _hands_ends(self, state: int) -> Ends:
        """How often on average a hand of a split ends so: more than once all together, since there are several hands."""
        block, whole = self.layout.block_of(state), dict[int, Fraction]()
        n = state - block.first
        for (start, more), weight in self.summed(block, n).items():
            add(whole, self._hand_ends(start, (block.splits[n].kind, more)), weight)
        return {end: of for end, of in whole.items() if of}

    @property
    def _told_by(self) -> str:
        """The wager by which is told what hands of a split bring: the unit, or of another wager that is valued that one."""
        made = self.traces.made
        return made.unit if made.unit in self.valued else next(name for name, _ in made.stakes if name in self.valued)

    def _end_of_split(self, state: int) -> int:
        """The one end that stands for a split."""
        if state not in self._splits:
            hands = in_one(self._hands_ends(state), self.walk, self._told_by)
            self._splits[state] = self.walk.end_of(hands)
        return self._splits[state]

    # exactly

    def _ends_from(self, state: int, slot: int) -> Ends:
        """How the round ends from a state on; ``slot`` is what is chosen there, below 0 what is settled on."""
        found = self.following.ends(self.following.reached(state, slot), state)
        whole = dict(found.ends)
        for point, chance in found.points.items():
            if self.following.kind_of[point] == SPLIT:
                add(whole, {self._end_of_split(point): Fraction(1)}, chance)
            else:
                add(whole, self.layout.tails.ends(self._at(point)), chance)
        return whole

    def _at(self, state: int, gone: Gone = (0, 0)) -> At:
        block = self.layout.block_of(state)
        at = self.layout.at(block, state - block.first)
        return replace(at, world=at.world.with_row(ASIDE, (gone[0],) * gone[1])) if gone[1] else at

    def _worth(self, ends: Ends) -> Fraction:
        return sum((self.walk.worth_of(end) * of for end, of in ends.items()), Fraction(0))

    # what is best, asked for

    def label_at(self, at: At) -> str:
        """What is best at a decision."""
        shape, row = Shape.of(at.world)
        kept = self._states.get((at.node.number, shape), {})
        state = kept.get(self._key(np.array([row], dtype=np.int64), shape)[0])
        if state is None:
            raise NotSolvable("what is best was not worked out for all that other wagers tell apart")
        assert isinstance(at.node.point, Deciding)
        assert self.values is not None
        return at.node.point.labels[int(self.following.policy[state])]

    def _key(self, rows: Ints, shape: Shape) -> list[bytes]:
        return [row.tobytes() for row in in_one_order(rows, shape, self.walk.answers.told_apart)]

    @cached_property
    def _states(self) -> Mapping[tuple[int, Shape], Mapping[bytes, int]]:
        """The states of decisions, by point and cards."""
        found: dict[tuple[int, Shape], dict[bytes, int]] = {}
        for block in self.layout.blocks:
            if isinstance(block.node.point, Deciding):
                kept = found.setdefault((block.node.number, block.shape), {})
                kept.update((key, block.first + n) for n, key in enumerate(self._key(block.rows, block.shape)))
        return found


def add(whole: Ends, more: Ends, chance: Fraction) -> None:
    """Adds ends that come with a chance."""
    for end, of in more.items():
        whole[end] = whole.get(end, Fraction(0)) + chance * of


@numba.njit(cache=True)
def push(found: Any, origins: Any, slots: Any, worths: Any) -> None:
    """Adds to what a choice brings what it leads to."""
    for n in range(len(origins)):
        found[origins[n], slots[n]] += worths[n]
