"""A course without decisions counted by carrying all ways to deal through it at once, those that are alike together.

In: a course in which nothing is decided, a deck, and what concrete cards answer to a question.
Out: how many deals, of single cards in order, lead to each end.
Must hold: two ways to deal are taken together only where the same cards are gone, as far as any is still to be dealt,
and the same cards lie where something is still asked.

Cards are thrown together in kinds: cards that no question of the course can tell apart, wherever they lie.  A card is
dealt to a spot when something first asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import perm, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import Card
from audit.solve.cards.alike import Alike
from audit.solve.cards.course import Answer, Ask, Course, Decide, End, Feature, Node, Spot
from audit.solve.cards.enumerated import Asking
from audit.solve.cards.kinds import Kinds
from audit.solve.errors import NotSolvable

Columns: TypeAlias = NDArray[np.int16]
Deals: TypeAlias = NDArray[np.object_] | NDArray[np.int64]

MOST_WORLDS = 6_000_000
"""More ways to deal than this are not carried, all points of the course together."""

MOST_COMPARED = 20_000
"""Kinds are told apart without asking where a question may be asked of more cards than this."""

MOST_IN_64_BITS = 2**62


@dataclass(frozen=True)
class Drawn:
    """How many deals, out of ``total``, come to each end; ``worlds`` were carried over ``kinds`` kinds of cards."""

    total: int
    ends: tuple[tuple[End, int], ...]
    worlds: int
    kinds: int


def draw(course: Course, deck: Sequence[Card], asking: Asking, alike: Alike, most: int = MOST_WORLDS) -> Drawn:
    """Raises `NotSolvable` where something is decided, or more than ``most`` ways to deal would have to be carried."""
    return _Drawing(course, deck, asking, alike, most).run()


@dataclass(frozen=True)
class _Worlds:
    """Ways to deal at one point: the kinds at some spots, how many of each kind are gone, how many deals they stand for.

    ``dealt`` spots have cards, those of ``spots`` are still asked about.  Where no card is still to be dealt, nobody
    needs to know which are gone: ``gone`` has no columns then.
    """

    dealt: frozenset[Spot]
    spots: tuple[Spot, ...]
    at: Columns
    gone: Columns
    deals: Deals


@dataclass(frozen=True)
class _Told:
    """The answers of a feature by their numbers, and the number of what each choice of cards answers."""

    numbers: dict[Answer, int]
    by_code: dict[int, int]


class _Drawing:
    def __init__(self, course: Course, deck: Sequence[Card], asking: Asking, alike: Alike, most: int) -> None:
        self.course, self.asking, self.most = course, asking, most
        self.below: dict[int, frozenset[Spot]] = {}
        self.nodes = tuple(self._in_order(course.root))
        self.features = tuple(dict.fromkeys(node.feature for node in self.nodes if isinstance(node, Ask)))
        self.answers: dict[Feature, _Told] = {feature: _Told({}, {}) for feature in self.features}
        self.size = len(deck)
        self.cards, self.copies = self._kinds(Kinds.of(deck, alike))
        self.deepest = self._deepest()
        if self.deepest > self.size:
            raise NotSolvable(f"{self.deepest} cards are asked for and the deck has {self.size}")
        self.total = perm(self.size, self.deepest)
        self.worlds = 0

    # the course

    def _in_order(self, root: Node) -> Iterator[Node]:
        """Every point once, each before those that it leads to."""
        done: list[Node] = []
        self._visit(root, done)
        return reversed(done)

    def _visit(self, node: Node, done: list[Node]) -> None:
        if id(node) in self.below:
            return
        if isinstance(node, Decide):
            raise NotSolvable("something is decided", node.moment)
        below: frozenset[Spot] = frozenset()
        if isinstance(node, Ask):
            for then in node.branches.values():
                self._visit(then, done)
            below = frozenset(node.feature.spots).union(*(self.below[id(then)] for then in node.branches.values()))
        self.below[id(node)] = below
        done.append(node)

    def _deepest(self) -> int:
        """The greatest number of spots dealt on any way."""
        dealt: dict[int, set[frozenset[Spot]]] = {id(self.course.root): {frozenset()}}
        deepest = 0
        for node in self.nodes:
            for spots in dealt.pop(id(node)):
                deepest = max(deepest, len(spots))
                if isinstance(node, Ask):
                    for then in node.branches.values():
                        dealt.setdefault(id(then), set()).add(spots.union(node.feature.spots))
        return deepest

    # kinds of cards

    def _kinds(self, kinds: Kinds) -> tuple[tuple[Card, ...], tuple[int, ...]]:
        """Kinds that no question tells apart, wherever such a card lies, as one."""
        features = self.features
        number, deepest = len(kinds.cards), max((len(f.spots) for f in features), default=0)
        if number**deepest > MOST_COMPARED or min(kinds.copies) < deepest:
            return kinds.cards, kinds.copies
        tables = [self._table(feature, kinds.cards) for feature in features]
        groups: list[list[int]] = []
        for kind in range(number):
            group = next((g for g in groups if _is_alike(tables, g[0], kind)), None)
            groups.append([kind]) if group is None else group.append(kind)
        return (
            tuple(kinds.cards[group[0]] for group in groups),
            tuple(sum(kinds.copies[kind] for kind in group) for group in groups),
        )

    def _table(self, feature: Feature, cards: tuple[Card, ...]) -> NDArray[np.int64]:
        """What every choice of cards for the spots of a feature answers."""
        found: dict[Answer, int] = {}
        told = [
            found.setdefault(self.asking(feature, chosen), len(found))
            for chosen in product(cards, repeat=len(feature.spots))
        ]
        return np.array(told, dtype=np.int64).reshape((len(cards),) * len(feature.spots))

    # ways to deal

    def run(self) -> Drawn:
        waiting: dict[int, dict[frozenset[Spot], list[_Worlds]]] = {}
        kinds = len(self.copies)
        is_small = self.total < MOST_IN_64_BITS
        one: Deals = np.ones(1, dtype=np.int64) if is_small else np.ones(1, dtype=np.object_)
        nothing = _Worlds(frozenset(), (), np.zeros((1, 0), np.int16), np.zeros((1, kinds), np.int16), one)
        waiting[id(self.course.root)] = {frozenset(): [nothing]}
        ends: list[tuple[End, int]] = []
        for node in self.nodes:
            came = waiting.pop(id(node), {})
            if isinstance(node, End):
                ends.append((node, sum(self._whole(worlds) for some in came.values() for worlds in some)))
            elif isinstance(node, Ask):
                for some in came.values():
                    for then, worlds in self._ask(node, _together(some)):
                        waiting.setdefault(id(then), {}).setdefault(worlds.dealt, []).append(worlds)
        return Drawn(self.total, tuple((end, deals) for end, deals in ends if deals), self.worlds, kinds)

    def _whole(self, worlds: _Worlds) -> int:
        rest = perm(self.size - len(worlds.dealt), self.deepest - len(worlds.dealt))
        return int(worlds.deals.sum()) * rest

    def _ask(self, node: Ask, worlds: _Worlds) -> Iterator[tuple[Node, _Worlds]]:
        for spot in node.feature.spots:
            if spot not in worlds.dealt:
                worlds = self._deal(worlds, spot)
        given, told = self._told(node.feature, worlds)
        for number in np.unique(told).tolist():
            answer = given[number]
            if answer not in node.branches:
                words = node.feature.words or "a question"
                raise NotSolvable(f"{words} answers {answer}, which leads nowhere", node.line)
            then = node.branches[answer]
            yield then, self._left(worlds, told == number, self.below[id(then)])

    def _deal(self, worlds: _Worlds, spot: Spot) -> _Worlds:
        """The same ways with a card at one more spot."""
        self.worlds += len(worlds.deals) * len(self.copies)
        if self.worlds > self.most:
            raise NotSolvable(
                f"more than {self.most:,} ways to deal: {self.deepest} cards of {len(self.copies)} kinds are asked for"
            )
        left = np.array(self.copies, dtype=np.int64) - worlds.gone
        rows, kinds = np.nonzero(left > 0)
        gone = worlds.gone[rows]
        gone[np.arange(len(rows)), kinds] += 1
        at = np.concatenate([worlds.at[rows], kinds[:, None].astype(np.int16)], axis=1)
        deals = worlds.deals[rows] * left[rows, kinds]
        return _Worlds(worlds.dealt | {spot}, (*worlds.spots, spot), at, gone, deals)

    def _told(self, feature: Feature, worlds: _Worlds) -> tuple[tuple[Answer, ...], NDArray[np.int64]]:
        """The answers of a feature, and which of them each way gives."""
        code = np.zeros(len(worlds.deals), dtype=np.int64)
        for spot in feature.spots:
            code = code * len(self.copies) + worlds.at[:, worlds.spots.index(spot)]
        codes, place = np.unique(code, return_inverse=True)
        known = self.answers[feature]
        for one in codes.tolist():
            if one not in known.by_code:
                answer = self.asking(feature, self._cards(one, len(feature.spots)))
                known.by_code[one] = known.numbers.setdefault(answer, len(known.numbers))
        told = np.array([known.by_code[one] for one in codes.tolist()], dtype=np.int64)
        return tuple(known.numbers), told[place]

    def _cards(self, code: int, number: int) -> tuple[Card, ...]:
        found: list[Card] = []
        for _ in range(number):
            code, kind = divmod(code, len(self.copies))
            found.append(self.cards[kind])
        return tuple(reversed(found))

    def _left(self, worlds: _Worlds, chosen: NDArray[np.bool_], below: frozenset[Spot]) -> _Worlds:
        """Those ways that gave one answer, as far as what follows can tell them apart."""
        spots = tuple(spot for spot in worlds.spots if spot in below)
        at = worlds.at[chosen][:, [worlds.spots.index(spot) for spot in spots]]
        gone = worlds.gone[chosen]
        if below <= worlds.dealt:
            gone = gone[:, :0]
        return _together([_Worlds(worlds.dealt, spots, at, gone, worlds.deals[chosen])])


def _is_alike(tables: Sequence[NDArray[np.int64]], one: int, other: int) -> bool:
    """Whether a card of one kind may be exchanged for one of the other at any spot and nothing is answered otherwise."""
    return all(
        np.array_equal(table.take(one, axis), table.take(other, axis)) for table in tables for axis in range(table.ndim)
    )


def _together(some: Sequence[_Worlds]) -> _Worlds:
    """Ways with cards at the same spots, those that are alike counted together."""
    first = some[0]
    order = [[worlds.spots.index(spot) for spot in first.spots] for worlds in some]
    at = np.concatenate([worlds.at[:, places] for worlds, places in zip(some, order, strict=True)])
    gone = np.concatenate([worlds.gone for worlds in some])
    deals = np.concatenate([worlds.deals for worlds in some])
    rows = np.concatenate([at, gone], axis=1)
    if not rows.shape[1]:
        return _Worlds(first.dealt, first.spots, at[:1], gone[:1], deals.sum(keepdims=True))
    _, kept, place = np.unique(_one_number_a_row(rows), return_index=True, return_inverse=True)
    by_place = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[by_place], np.arange(len(kept)))
    return _Worlds(first.dealt, first.spots, at[kept], gone[kept], np.add.reduceat(deals[by_place], starts))


def _one_number_a_row(rows: Columns) -> NDArray[Any]:
    """Something to compare for each row, equal for equal rows only: one number where that is large enough."""
    bases = [int(most) + 1 for most in rows.max(axis=0)]
    if prod(bases) >= MOST_IN_64_BITS:
        return np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1] * rows.itemsize))).ravel()
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column, base in enumerate(bases):
        numbers = numbers * base + rows[:, column]
    return numbers
