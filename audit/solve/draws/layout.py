"""All situations that a round can come to, laid out forward: states with cards, what each choice leads to, and how likely.

In: a `Walk` over the remembered graph.  Out: blocks of states, in an order in which a state comes before all that follow on
it; edges between them; and leaves, where nothing that counts is open any more.
Must hold: states of one block stand at one point of the round with as many cards in each area; those that no question tells
apart are one.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from audit.solve.cards.course import Answer
from audit.solve.draws.alike_hands import AlikeHands, Areas
from audit.solve.draws.rows import (
    MOST_KINDS,
    Batch,
    Floats,
    Ints,
    Shape,
    counts_of,
    fine_cells,
    in_one_order,
    masks_of,
    unique_rows,
)
from audit.solve.draws.splitting import Hands, Splitting, Start, waits
from audit.solve.draws.tails import NotATail, TailRows, Tails
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Moved, Node, Script, Turn
from audit.solve.draws.walk import At, Branches, Walk, settled_unseen, several_unseen
from audit.solve.errors import NotSolvable

MOST_STATES = 4_000_000
"""More situations with cards than this are not looked at, fewer where many kinds of cards are told apart."""

MOST_CELLS = 20_000_000
"""So many counts of cards are held at most: a situation has one for each kind."""


@dataclass
class Block:
    """States at one point: ``rows`` as cards lie in each, numbered from ``first`` on.

    ``origins`` and ``slots`` tell for each state by which choice of which state it was first come to; ``edges`` are all ways
    to come there: origins, slots, states (counted within the block), chances.  ``paths`` are choices that lead there, for the
    beginning of the round and for hands of a split.  Where hands are split, ``splits`` are the hands of each state, their
    `Term.start` a place in ``starts``, which holds states.  ``chosen`` are the slots that a guide chooses.
    """

    node: Node
    shape: Shape
    first: int
    rows: Ints
    origins: Ints
    slots: Ints
    edges: tuple[Ints, Ints, Ints, Floats]
    tail: TailRows | None = None
    paths: tuple[Branches, ...] = ()
    splits: list[Hands] = field(default_factory=list)
    starts: Ints | None = None
    chosen: Ints | None = None

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def labels(self) -> tuple[str, ...]:
        point = self.node.point
        return point.labels if isinstance(point, Deciding) else ("",)


@dataclass
class Leaves:
    """Where nothing that counts is open any more, edge by edge: which end, and which cards have been looked at by then.

    ``told`` are numbers for cards with fine kinds (`Layout.told`).
    """

    origins: Ints
    slots: Ints
    ends: Ints
    chances: Floats
    counts: Ints
    masks: Ints
    told: Ints


@dataclass
class Layout:
    """The states of one round, grown until nothing is left to follow.

    ``guided``, where there is one, tells what is chosen at each decision; else every choice is followed.
    """

    walk: Walk
    tails: Tails
    guided: Callable[[At], str] | None = None
    blocks: list[Block] = field(default_factory=list)
    has_decided: bool = False
    number: int = 0
    told: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    """Cards with fine kinds, as cells in one order; the first are none."""
    _told: dict[tuple[int, ...], int] = field(default_factory=lambda: {(): 0})
    _leaves: list[tuple[Ints, Ints, Ints, Floats, Ints, Ints, Ints]] = field(default_factory=list)
    _pending: dict[tuple[int, Shape], list[Batch]] = field(default_factory=dict)
    _order: list[tuple[int, int, int, tuple[int, Shape]]] = field(default_factory=list)
    _firsts: list[int] = field(default_factory=list)
    _met: int = 0
    old_of: dict[int, int] = field(default_factory=dict)
    """By the state in which a new hand of a split waits for its card that of the hand that was split."""
    like: dict[int, int] = field(default_factory=dict)
    """By the number of a point of a new hand that of the one of the hand that was split which is laid out in its place."""
    _alike: list[tuple[Node, Node, Areas]] = field(default_factory=list)
    _waiting: dict[tuple[int, Shape], list[Batch]] = field(default_factory=dict)
    _branches_known: int = 0

    def lay_out(self) -> None:
        """Everything from the beginning of the round."""
        if len(self.walk.kinds.cards) > MOST_KINDS:
            raise NotSolvable(f"a round in which more than {MOST_KINDS} kinds of cards are told apart")
        start = self.walk.traces.start(Script({}))
        none = np.zeros(0, dtype=np.int64)
        root = Block(
            start, Shape(), 0, np.zeros((1, 0), dtype=np.int64), none, none, (none, none, none, np.zeros(0)), paths=((),)
        )
        self._number(root)
        self._follow(self._from(root, start, 0, np.zeros(1, dtype=np.int64)))
        while self._order or self._waiting:
            if not self._order:
                self._come_together()
                continue
            *_, key = heapq.heappop(self._order)
            self._expand(self._block(self._pending.pop(key)))

    @property
    def leaves(self) -> Leaves:
        number = len(self.walk.kinds.cards)
        none = np.zeros(0, dtype=np.int64)
        parts = self._leaves or [(none, none, none, np.zeros(0), none.reshape(0, number), none, none)]
        return Leaves(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    def block_of(self, state: int) -> Block:
        return self.blocks[bisect_right(self._firsts, state) - 1]

    def branches(self, state: int) -> Branches:
        """Choices that lead to a state."""
        path: list[str] = []
        while True:
            block = self.block_of(state)
            n = state - block.first
            if block.paths:
                return (*block.paths[n], *reversed(path))
            state, slot = int(block.origins[n]), int(block.slots[n])
            label = self.block_of(state).labels[slot]
            path += [label] if label else []

    def at(self, block: Block, n: int) -> At:
        """A state as a point of the round."""
        return At(block.node, block.shape.world(block.rows[n]), self.branches(block.first + n))

    def told_of(self, rows: Ints) -> Ints:
        """The number of the cards with fine kinds in each row, a place in `told`."""
        cells = fine_cells(rows, self.walk.kinds)
        if not cells.shape[1]:
            return np.zeros(len(rows), dtype=np.int64)
        first, which = unique_rows(cells)
        numbers = np.empty(len(first), dtype=np.int64)
        for n, one in enumerate(cells[first].tolist()):
            lie = tuple(cell for cell in one if cell >= 0)
            numbers[n] = self._told.setdefault(lie, len(self.told))
            self.told += [lie] if numbers[n] == len(self.told) else []
        return numbers[which]

    # states

    def _block(self, batches: list[Batch]) -> Block:
        """The states that these worlds are, and the edges to them."""
        one = batches[0]
        rows, origins, slots, chances = _together(batches)
        first, which = unique_rows(in_one_order(rows, one.shape, self.walk.answers.told_apart))
        block = Block(
            one.node, one.shape, self.number, rows[first], origins[first], slots[first], (origins, slots, which, chances)
        )
        self._number(block)
        told = next((batch.told for batch in batches if batch.told), "")
        block.tail = self._tail(block)
        if told and block.tail is None:
            self.walk.answers.tell_everywhere()
            raise NotSolvable(told)
        return block

    def _number(self, block: Block) -> None:
        self.blocks.append(block)
        self._firsts.append(block.first)
        self.number += len(block)
        self._bound(self.number)

    def _bound(self, number: int) -> None:
        """Raises `NotSolvable` where there are more situations than can be held."""
        most = min(MOST_STATES, MOST_CELLS // len(self.walk.kinds.cards))
        if number > most:
            raise NotSolvable(f"a round in which more than {most:,} situations can arise")

    def _tail(self, block: Block) -> TailRows | None:
        """What a rule alone draws from here on; nothing where that is not so."""
        point = block.node.point
        if not isinstance(point, Turn) or not point.draws or block.node.number in self.tails.not_tails:
            return None
        try:
            return self.tails.rows_of(block.node, block.shape, block.rows, lambda n: self.branches(block.first + n))
        except NotATail:
            self.tails.not_tails.add(block.node.number)
            return None

    def _expand(self, block: Block) -> None:
        """Follows all that can be chosen, or comes by chance."""
        point = block.node.point
        if block.tail is not None:
            return
        if isinstance(point, Moved):
            self._split(block)
            return
        if isinstance(point, Deciding):
            self.has_decided = True
            if self.guided is not None:
                self._guide(block, point)
                return
            self._check_informed(block)
            for slot, label in enumerate(point.labels):
                self._choose(block, slot, label, np.arange(len(block)))
            return
        node = self.walk.child(block.node, ONWARD, block.shape.world(block.rows[0]), self.branches(block.first))
        self._follow(self._from(block, node, 0, np.arange(len(block))))

    def _check_informed(self, block: Block) -> None:
        """What is best may hang on cards of which more is yet to come out than their kinds: on all that was seen, then.

        A suit that the player sees is one less to come.  Once all cards with fine kinds have been looked at, no more than
        the kinds of others matter.
        """
        kinds, known = self.walk.kinds, set[tuple[str, int]]()
        if kinds.fine is None:
            return
        for column in range(block.shape.width):
            if (block.rows[:, column] >= 0).all():
                known.add(block.shape.spot(column))
        if not kinds.places <= known:
            self.walk.answers.tell_everywhere()

    def _guide(self, block: Block, point: Deciding) -> None:
        assert self.guided is not None
        labels = (self.guided(self.at(block, n)) for n in range(len(block)))
        block.chosen = chosen = np.array([_slot_of(label, point) for label in labels], dtype=np.int64)
        for slot, label in enumerate(point.labels):
            which = np.nonzero(chosen == slot)[0]
            if len(which):
                self._choose(block, slot, label, which)

    def _choose(self, block: Block, slot: int, label: str, which: Ints) -> None:
        n = int(which[0])
        path = (*self.branches(block.first + n), label)
        node = self.walk.child(block.node, label, block.shape.world(block.rows[n]), path)
        self._follow(self._from(block, node, slot, which))

    def _from(self, block: Block, node: Node, slot: int, which: Ints) -> Batch:
        count = len(which)
        return Batch(
            node, block.shape, block.rows[which], block.first + which, np.full(count, slot, dtype=np.int64), np.ones(count)
        )

    def _split(self, block: Block) -> None:
        """The hands of a split, each followed by itself: each is a state that waits for its card."""
        point = block.node.point
        assert isinstance(point, Moved)
        loose = sorted(point.loose & self.walk.valued)
        if loose:
            raise NotSolvable(f"{loose[0]}, which lies on no hand, in a round in which hands are split", "split hand")
        self.walk.answers.tell_everywhere()  # cards of hands that are split lie at other places then
        starts: list[Start] = []
        for n in range(len(block)):
            mine, before = Splitting(self.walk, self.at(block, n)), len(starts)
            terms = tuple(replace(term, start=term.start + before) for term in mine.terms)
            block.splits.append(Hands(mine.kind, terms))
            starts += (start if start.like is None else replace(start, like=start.like + before) for start in mine.starts)
        block.starts = self._hands(starts)

    def _come_together(self) -> None:
        """New hands of splits go on, once all that can come of those that were split is laid out.

        Where they go on alike, with the same cards, their states are those of the others.
        """
        alike: dict[tuple[Node, Node, Areas], bool] = {}
        for key, batches in self._waiting.items():
            rows, origins, slots, chances = _together(batches)
            olds = np.array([self.old_of[state] for state in origins.tolist()], dtype=np.int64)
            for block in self.blocks:
                if block.shape != batches[0].shape or not np.isin(olds, block.edges[0]).any():
                    continue
                if origins.max() >= block.first or any(batch.told for batch in batches):
                    continue  # a state comes before all that follow on it
                two = block.node, batches[0].node, frozenset(area for area, _ in block.shape.areas)
                there = self._states_in(block, rows)
                if there is not None and two not in alike:
                    alike[two] = self._takes_for_alike(*two)
                if there is not None and alike[two]:
                    more = origins, slots, there, chances
                    block.edges = tuple(np.concatenate(part) for part in zip(block.edges, more, strict=True))  # type: ignore[assignment]
                    break
            else:
                self._pending[key] = batches
                self._put_in_order(key)
        self._waiting.clear()

    def _states_in(self, block: Block, rows: Ints) -> Ints | None:
        """Which states of a block have these rows; nothing where some are not among them."""
        whole = in_one_order(np.concatenate([block.rows, rows]), block.shape, self.walk.answers.told_apart)
        first, which = unique_rows(whole)
        there = first[which[len(block) :]]
        return there if (there < len(block)).all() else None

    @property
    def _hands_alike(self) -> AlikeHands:
        return AlikeHands(self.walk, {block.node.number for block in self.blocks if block.splits})

    def _takes_for_alike(self, old: Node, new: Node, areas: Areas) -> bool:
        pairs = self._hands_alike.pairs(old, new, areas)
        if pairs is None:
            return False
        self._alike.append((old, new, areas))
        for one, other in pairs:
            self.like.setdefault(other.number, one.number)
        return True

    def check_alike(self) -> None:
        """Holds hands that were taken for alike against each other again, where branches are known by now that were not then."""
        while self._alike and len(self.walk.traces.scripts) != self._branches_known:
            self._branches_known = len(self.walk.traces.scripts)
            if any(self._hands_alike.pairs(*two) is None for two in self._alike):
                raise NotSolvable("hands of a split that go on differently, as is seen only where cards run short", "split hand")

    def _hands(self, starts: Sequence[Start]) -> Ints:
        """States of hands that wait for a card, with what each card leads to; the number of each."""
        numbers = np.zeros(len(starts), dtype=np.int64)
        blocks: list[tuple[Block, list[Start]]] = []
        alike: dict[tuple[int, Shape, bool], list[tuple[int, list[int]]]] = {}
        for n, start in enumerate(starts):
            shape, row = Shape.of(start.at.world)
            alike.setdefault((start.at.node.number, shape, start.like is None), []).append((n, row))
        for (_, shape, _), kept in alike.items():
            mine = [starts[n] for n, _ in kept]
            node, none = mine[0].at.node, np.zeros(0, dtype=np.int64)
            rows = np.array([row for _, row in kept], dtype=np.int64)
            block = Block(
                node, shape, self.number, rows, none, none, (none, none, none, np.zeros(0)),
                paths=tuple(start.at.branches for start in mine),
            )  # fmt: skip
            numbers[[n for n, _ in kept]] = block.first + np.arange(len(block))
            self._number(block)
            blocks.append((block, mine))
        if self.guided is None:
            self.old_of.update((int(numbers[n]), int(numbers[s.like])) for n, s in enumerate(starts) if s.like is not None)
        for block, mine in blocks:
            self._deal(block, waits(mine[0].at).area, mine)
        return numbers

    def _deal(self, block: Block, area: str, starts: Sequence[Start]) -> None:
        """Each hand gets its card."""
        waiting = self._from(block, block.node, 0, np.arange(len(block))).dealt(area, self.walk.kinds)
        column = waiting.shape.columns(area)[-1]
        coming = waiting.at(self._child(waiting, ONWARD)).looked(column, self.walk.kinds)
        of = coming.origins - block.first
        is_pair = coming.rows[:, column] == np.array([start.kind for start in starts])[of]
        self._follow(coming.only(~is_pair | np.array([start.is_at_limit for start in starts])[of]))

    # walking

    def _follow(self, batch: Batch) -> None:
        """Walks worlds on to the next states, or to leaves."""
        waiting = [batch]
        while waiting:
            here = waiting.pop()
            if len(here):
                self._bound(len(here))
                waiting += self._step(here)

    def _step(self, here: Batch) -> Iterable[Batch]:
        settled = self.walk.settled(here.node)
        if settled is not None:
            self._leaf(here, self.walk.end_of(settled))
            return ()
        match here.node.point:
            case Dealt(area):
                self.walk.check_left(area, here.shape.width)
                grown = here.dealt(area, self.walk.kinds)
                return (grown.at(self._child(grown, ONWARD)),)
            case Asked():
                return self._asked(here, here.node.point)
            case Deciding(unseen=unseen):
                for column in range(here.shape.width):
                    hidden = here.rows[:, column] < 0
                    if hidden.any() and here.shape.spot(column) not in unseen:
                        return here.only(hidden).looked(column, self.walk.kinds), here.only(~hidden)
                self._arrive(here)
                return ()
            case _:
                self._arrive(here)
                return ()

    def _child(self, here: Batch, answer: Answer) -> Node:
        """What follows a branch; the first of the worlds stands for all, should play have to be run."""
        found = here.node.then.get(answer)
        if found is not None:
            return found
        origin, slot = int(here.origins[0]), int(here.slots[0])
        path = self.branches(origin)
        label = self.block_of(origin).labels[slot]
        return self.walk.child(here.node, answer, here.shape.world(here.rows[0]), (*path, label) if label else path)

    def _leaf(self, here: Batch, end: int) -> None:
        counts, masks = counts_of(here.rows, self.walk.kinds), masks_of(here.rows, self.walk.kinds)
        ends = np.full(len(here), end, dtype=np.int64)
        self._leaves.append((here.origins, here.slots, ends, here.chances, counts, masks, self.told_of(here.rows)))

    def _arrive(self, here: Batch) -> None:
        key = here.node.number, here.shape
        if int(here.origins[0]) in self.old_of:
            self._waiting.setdefault(key, []).append(here)
            return
        if key not in self._pending:
            self._pending[key] = []
            self._put_in_order(key)
        self._pending[key].append(here)

    def _put_in_order(self, key: tuple[int, Shape]) -> None:
        self._met += 1
        heapq.heappush(self._order, (key[1].width, key[0], self._met, key))

    def _asked(self, here: Batch, asked: Asked) -> Iterator[Batch]:
        """A question: cards that are seen by then are looked at first, others only as far as it tells."""
        number = self.walk.answers.number_at(here.node)
        hidden: list[int] = []
        for column in self.walk.answers.columns(number, here.shape):
            unseen = here.rows[:, column] < 0
            if not unseen.any():
                continue
            if not unseen.all():
                yield here.only(unseen)
                yield here.only(~unseen)
                return
            if here.shape.spot(column) not in asked.unseen:
                yield here.looked(column, self.walk.kinds)
                return
            hidden.append(column)
        if len(hidden) > 1:
            raise several_unseen(asked.question)
        yield from self._shown(here, asked, number, hidden[0]) if hidden else self._known(here, number)

    def _known(self, here: Batch, number: int) -> Iterator[Batch]:
        answers, which = self.walk.answers.of_rows(number, here.shape, here.rows)
        for n, answer in enumerate(answers):
            found = here if len(answers) == 1 else here.only(which == n)
            yield found.at(self._child(found, answer))

    def _shown(self, here: Batch, asked: Asked, number: int, column: int) -> Iterator[Batch]:
        """What is told of a card that the player does not see: of which kinds it may be, answer by answer."""
        each = replace(here, origins=np.arange(len(here))).looked(column, self.walk.kinds)
        answers, which = self.walk.answers.of_rows(number, each.shape, each.rows)
        bits = np.int64(1) << np.array(self.walk.kinds.kind_of, dtype=np.int64)[each.rows[:, column]]
        told = settled_unseen(asked.question).why if asked.settles and len(answers) > 1 else here.told
        shown: list[tuple[Answer, Batch]] = []
        for n, answer in enumerate(answers):
            mine, others = which == n, which != n
            chances: Floats = np.bincount(each.origins[mine], each.chances[mine], len(here)).astype(np.float64)
            excluded = np.zeros(len(here), dtype=np.int64)
            np.bitwise_or.at(excluded, each.origins[others], bits[others])
            kept = np.zeros(len(here), dtype=np.int64)
            np.bitwise_or.at(kept, each.origins[mine], bits[mine])
            if (kept & excluded).any():  # cards of one kind are told apart, and sets are sets of kinds
                self.walk.answers.tell_everywhere()
            rows = here.rows.copy()
            rows[:, column] |= excluded
            shown.append((answer, replace(here, rows=rows, chances=chances, told=told).only(chances > 0)))
        for answer, found in shown:
            yield found.at(self._child(found, answer))


def _together(batches: Sequence[Batch]) -> tuple[Ints, Ints, Ints, Floats]:
    """The rows, origins, slots and chances of all."""
    parts = zip(*((b.rows, b.origins, b.slots, b.chances) for b in batches), strict=True)
    rows, origins, slots, chances = (np.concatenate(part) for part in parts)
    return rows, origins, slots, chances


def _slot_of(label: str, point: Deciding) -> int:
    if label not in point.labels:
        raise NotSolvable(f"{label} is best at {point.moment} and not offered where other wagers lie beside", label)
    return point.labels.index(label)
