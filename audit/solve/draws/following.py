"""Play that is settled on, followed from one state: where it ends, and in how many orders cards come there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numba
import numpy as np

from audit.solve.draws.layout import Layout
from audit.solve.draws.rows import Floats, Ints, counts_of, masks_of, within
from audit.solve.draws.tails import Group
from audit.solve.draws.walk import Ends
from audit.solve.draws.weighing import (
    From,
    add_drawn,
    add_up,
    chance_to,
    enough_primes,
    products,
    rests,
    together,
    ways_to,
)
from audit.solve.errors import NotSolvable

GOES_ON, TAIL, SPLIT = 0, 1, 2
"""What a state is: one from which play goes on, one from which a rule alone draws, one in which hands are split."""

Gone: TypeAlias = tuple[int, int]
"""A kind of which some cards are out of the deck besides, and how many."""


@dataclass(frozen=True)
class Reached:
    """Where play ends that starts at a state: leaves of the layout, states from which a rule alone draws, states in which
    hands are split; of each its number, and in how many orders cards come there.  ``passed`` are the states on the way.
    """

    leaves: Ints
    leaf_orders: Ints
    tails: Ints
    tail_orders: Ints
    splits: Ints
    split_orders: Ints
    passed: Ints
    passed_orders: Ints


class Following:
    """All edges of a layout by where they start; ``policy`` (int64[states]) is the slot that is chosen in each state."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.kinds = layout.walk.kinds
        self.number = layout.number
        self.leaves = layout.leaves
        origins = [block.edges[0] for block in layout.blocks]
        slots = [block.edges[1] for block in layout.blocks]
        states = [block.edges[2] + block.first for block in layout.blocks]
        self.starts, order = _by_origin(np.concatenate(origins), self.number)
        self.slots, self.states = np.concatenate(slots)[order], np.concatenate(states)[order]
        self.leaf_starts, self.leaf_order = _by_origin(self.leaves.origins, self.number)
        self.leaf_slots = self.leaves.slots[self.leaf_order]
        self.policy = np.zeros(self.number, dtype=np.int64)
        self._orders, self._met = np.zeros(self.number, dtype=np.int64), np.zeros(self.number, dtype=np.bool_)
        self.kind_of = np.zeros(self.number, dtype=np.int8)
        self.counts = np.zeros((self.number, len(self.kinds.cards)), dtype=np.int64)
        self.masks = np.zeros(self.number, dtype=np.int64)
        self.told = np.zeros(self.number, dtype=np.int64)
        self.group_of = np.full(self.number, -1, dtype=np.int64)
        self.row_of = np.zeros(self.number, dtype=np.int64)
        self.groups: list[Group] = []
        for block in layout.blocks:
            mine = slice(block.first, block.first + len(block))
            self.counts[mine] = counts_of(block.rows, self.kinds)
            self.masks[mine] = masks_of(block.rows, self.kinds)
            self.told[mine] = layout.told_of(block.rows)
            if block.chosen is not None:
                self.policy[mine] = block.chosen
            if block.tail is not None:
                self.kind_of[mine] = TAIL
                for group in block.tail.groups:
                    self.group_of[block.first + group.members] = len(self.groups)
                    self.row_of[block.first + group.members] = group.of
                    self.groups.append(group)
            elif block.splits:
                self.kind_of[mine] = SPLIT

    def reached(self, state: int, slot: int = -1) -> Reached:
        """Where play ends from a state on; ``slot`` is what is chosen there, if not what is settled on."""
        leaves, leaf_orders, states, orders, passed, passed_orders = _follow(
            state, slot, self.policy, self.starts, self.slots, self.states, self.leaf_starts, self.leaf_slots, self.kind_of,
            self._orders, self._met,
        )  # fmt: skip
        if min(leaf_orders.min(initial=0), orders.min(initial=0)) < 0:
            raise NotSolvable("a round in which cards come in more orders than can be counted")
        is_tail = self.kind_of[states] == TAIL
        return Reached(
            self.leaf_order[leaves], leaf_orders, states[is_tail], orders[is_tail], states[~is_tail], orders[~is_tail],
            passed, passed_orders,
        )  # fmt: skip

    def go_on_alike(self, one: int, other: int) -> bool:
        """Whether the same states follow on two, whatever comes, and no leaf does."""
        there, here = (np.sort(self.states[self.starts[state] : self.starts[state + 1]]) for state in (one, other))
        leaves = sum(self.leaf_starts[state + 1] - self.leaf_starts[state] for state in (one, other))
        return np.array_equal(there, here) and not leaves

    def start(self, state: int, gone: Gone = (0, 0)) -> From:
        """What is left at a state, with some more cards gone."""
        left = np.array(self.kinds.copies, dtype=np.int64)
        left[gone[0]] -= gone[1]
        return From(left - self.counts[state], int(self.masks[state]))

    # in floating point

    def worth(self, found: Reached, state: int, gone: Gone, worths: Floats, cells: Floats) -> float:
        """What play brings on average; ``worths`` are those of ends, ``cells`` of what tails come to."""
        start, base, leaves = self.start(state, gone), self.counts[state], self.leaves
        counts = leaves.counts[found.leaves] - base
        likely = chance_to(counts, found.leaf_orders, start, leaves.masks[found.leaves])
        whole = float((likely * worths[leaves.ends[found.leaves]]).sum())
        counts = self.counts[found.tails] - base
        likely = chance_to(counts, found.tail_orders, start, self.masks[found.tails])
        drawn, _ = self.tail_worths(found.tails, start.left - counts, cells)
        return whole + float((likely * drawn).sum())

    def tail_worths(self, states: Ints, left: Ints, cells: Floats) -> tuple[Floats, Floats]:
        """What a rule's drawing brings against hands, with these cards left (int64[hands, kinds]).

        Beside it how likely it is that the cards do for it: less than 1 where they can run out.
        """
        found, whole = np.zeros(len(states)), np.zeros(len(states))
        for number in np.unique(self.group_of[states]):
            mine = np.nonzero(self.group_of[states] == number)[0]
            group = self.groups[number]
            likely = group.drawn.chances(left[mine], self.masks[states[mine]])
            table = group.table[self.row_of[states[mine]]]
            found[mine] = (likely * np.where(table >= 0, cells[table], 0)).sum(axis=1)
            whole[mine] = likely.sum(axis=1)
        return found, whole

    # exactly

    def ends(self, found: Reached, state: int, gone: Gone = (0, 0)) -> Chances:
        """How likely each end is, and each state in which hands are split or against which a rule draws card by card."""
        start = self.start(state, gone)
        base = self.counts[state]
        is_open = self.group_of[found.tails] < 0
        tails, tail_orders = found.tails[~is_open], found.tail_orders[~is_open]
        points = np.concatenate([found.splits, found.tails[is_open]])
        point_orders = np.concatenate([found.split_orders, found.tail_orders[is_open]])
        leaves, drawn = self.leaves, self.counts[tails] - base
        fine = self.fine_parts(state, leaves.told[found.leaves], self.told[points], self.told[tails])
        counts = np.concatenate([leaves.counts[found.leaves], self.counts[points]]) - base
        masks = np.concatenate([leaves.masks[found.leaves], self.masks[points]])
        first_cell, first_point = len(self.layout.walk.paid), len(self.layout.walk.paid) + len(self.layout.tails.cells)
        into = np.concatenate([leaves.ends[found.leaves], first_point + np.arange(len(points))])
        sizes = counts.sum(axis=1) + (masks != 0)
        whole = drawn.sum(axis=1) + [self.groups[group].drawn.drawing.most for group in self.group_of[tails]]
        longest = int(max(sizes.max(initial=0), whole.max(initial=0), start.mask != 0))
        most = min(longest, int(start.left.sum()))
        deals = start.deals(most) * fine.whole
        primes = enough_primes(deals)
        mod = np.array(primes, dtype=np.int64)
        rest = rests(int(start.left.sum()), most, longest, mod)
        sums = np.zeros((first_point + len(points), len(primes)), dtype=np.int64)
        among = np.where(masks != 0, ((start.left - counts) * within(masks, len(start.left))).sum(axis=1), 1)
        orders = np.concatenate([found.leaf_orders, point_orders])
        into_ends = np.concatenate([leaves.told[found.leaves], self.told[points]])
        ways = fine.among(ways_to(counts, orders, start.left, mod), into_ends, mod)
        add_up(ways, np.maximum(among, 0), sizes, into, rest, mod, sums)
        ways = fine.among(ways_to(drawn, tail_orders, start.left, mod), self.told[tails], mod)
        for number in np.unique(self.group_of[tails]):
            mine = np.nonzero((self.group_of[tails] == number) & ways.any(axis=1))[0]
            group, left = self.groups[number], start.left - drawn[mine]
            table = group.table[self.row_of[tails[mine]]]
            cells = np.where(table >= 0, table + first_cell, -1)
            add_drawn(group.drawn, left, ways[mine], drawn[mine].sum(axis=1), cells, rest, primes, sums)
        numbers = [together(row, primes) for row in sums.tolist()]
        ends: Ends = {end: Fraction(n, deals) for end, n in enumerate(numbers[:first_cell]) if n}
        for cell, n in enumerate(numbers[first_cell:first_point]):
            if n:
                for end, of in self.layout.tails.cells[cell].items():
                    ends[end] = ends.get(end, Fraction(0)) + Fraction(n, deals) * of
        likely = {int(point): Fraction(n, deals) for point, n in zip(points, numbers[first_point:], strict=True) if n}
        return Chances(ends, likely)


    def fine_parts(self, state: int, *told: Ints) -> FineParts:
        """How likely the cards with fine kinds are that are come to, given those of a state."""
        before = self.kinds.chance_of(self.layout.told[self.told[state]])
        likely = {
            number: self.kinds.chance_of(self.layout.told[number]) / before
            for number in np.unique(np.concatenate(told)).tolist()
        }
        whole = lcm(*(of.denominator for of in likely.values()))
        return FineParts(whole, {number: int(of * whole) for number, of in likely.items()})


@dataclass(frozen=True)
class FineParts:
    """Into how many parts each deal of kinds is cut, and how many of these are deals with given fine kinds, by their number."""

    whole: int
    parts: dict[int, int]

    def among(self, ways: Ints, told: Ints, primes: Ints) -> Ints:
        """Of the ways in which cards come by kinds (int64[hands, primes]) those with their fine kinds, in parts."""
        if self.whole == 1:
            return ways
        numbers, which = np.unique(told, return_inverse=True)
        parts = [[self.parts[number] % prime for prime in primes.tolist()] for number in numbers.tolist()]
        return np.asarray(products(ways, np.array(parts, dtype=np.int64).reshape(-1, len(primes))[which], primes))


@dataclass(frozen=True)
class Chances:
    """How likely ends are, and states from which something else goes on."""

    ends: Ends
    points: dict[int, Fraction]


def _by_origin(origins: Ints, number: int) -> tuple[Ints, Ints]:
    """Where the edges of each state start and end in an order by states (int64[states + 1]), and that order."""
    order = np.argsort(origins, kind="stable")
    return np.searchsorted(origins[order], np.arange(number + 1)), order


@numba.njit(cache=True)
def _follow(
    state: int, slot: int, policy: Any, starts: Any, slots: Any, states: Any, leaf_starts: Any, leaf_slots: Any, kind_of: Any,
    orders: Any, met: Any,
) -> Any:  # fmt: skip
    """The leaves, the last states and those before that are come to, each with the number of orders; a state comes before
    what follows.
    """
    reached = [state]
    met[state] = True
    at = 0
    while at < len(reached):
        here = reached[at]
        at += 1
        if kind_of[here] != GOES_ON:
            continue
        chosen = slot if here == state and slot >= 0 else policy[here]
        for edge in range(starts[here], starts[here + 1]):
            then = states[edge]
            if slots[edge] == chosen and not met[then]:
                met[then] = True
                reached.append(then)
    in_order = np.sort(np.array(reached))
    orders[state] = 1
    leaves, leaf_orders, last, last_orders, passed, passed_orders = [0], [0], [0], [0], [0], [0]
    for here in in_order:
        if kind_of[here] != GOES_ON:
            last.append(here)
            last_orders.append(orders[here])
        else:
            passed.append(here)
            passed_orders.append(orders[here])
            chosen = slot if here == state and slot >= 0 else policy[here]
            for edge in range(starts[here], starts[here + 1]):
                if slots[edge] == chosen:  # below 0 once there are too many, and so on from there
                    then = states[edge]
                    orders[then] = orders[then] + orders[here] if orders[then] >= 0 and orders[here] >= 0 else -1
            for edge in range(leaf_starts[here], leaf_starts[here + 1]):
                if leaf_slots[edge] == chosen:
                    leaves.append(edge)
                    leaf_orders.append(orders[here])
        orders[here] = 0
        met[here] = False
    return (
        np.array(leaves[1:], dtype=np.int64), np.array(leaf_orders[1:], dtype=np.int64),
        np.array(last[1:], dtype=np.int64), np.array(last_orders[1:], dtype=np.int64),
        np.array(passed[1:], dtype=np.int64), np.array(passed_orders[1:], dtype=np.int64),
    )  # fmt: skip
