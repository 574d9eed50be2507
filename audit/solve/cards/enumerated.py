"""The generic method: a course walked over kinds of cards, spot by spot.

In: a course, a deck in which cards may stand more than once, and what concrete cards answer to a question.
Out: every end under best play with the number of deals that lead there, and what is decided on which cards.
Must hold: a card is dealt to a spot no earlier than something asks for it, so spots that nothing asks for are never
dealt; a decision is the best one for all deals that its player cannot tell apart.

A *world* is a way in which the spots asked for so far can lie, with the number of deals (of single cards, in order)
that give it.  All worlds at one point of the tree have the same spots dealt, since these hang on the way there alone.
Where the cards of some spots may be exchanged, one world stands for all orders in which they can lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm, prod
from typing import NoReturn, TypeAlias

from audit.play.cards import Card
from audit.solve.cards.alike import Alike, by_itself, exchangeable
from audit.solve.cards.course import Answer, Ask, Choice, Course, Decide, End, Feature, Node, Spot
from audit.solve.cards.paths import Path
from audit.solve.errors import NotSolvable

Asking: TypeAlias = Callable[[Feature, tuple[Card, ...]], Answer]
"""What cards answer to a feature, given one for each of its spots, in their order."""

MOST_VISITS = 2_000_000
"""More worlds than this, all points of the tree together, are not walked."""

World: TypeAlias = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class Reached:
    """So many deals, out of the total, end here by this way through the decisions and these answers."""

    end: End
    path: Path
    answers: tuple[tuple[Feature, Answer], ...]
    deals: int


@dataclass(frozen=True)
class Decided:
    """What is best in one situation that can arise under best play.

    ``seen`` are the cards known there, each standing for all that are like it, in one order of those that can be
    exchanged; ``values`` are the sums of what each
    choice brings over all ``deals`` that the player cannot tell apart: divided by ``deals``, its expectation.
    """

    decide: Decide
    path: Path
    answers: tuple[tuple[Feature, Answer], ...]
    seen: tuple[tuple[Spot, Card], ...]
    deals: int
    values: tuple[Fraction, ...]
    best: int

    @property
    def choice(self) -> Choice:
        return self.decide.choices[self.best]


@dataclass(frozen=True)
class Enumerated:
    """Everything found; the deals of ``ends`` add up to ``total``."""

    total: int
    ends: tuple[Reached, ...]
    decisions: tuple[Decided, ...]
    visits: int

    def expected(self, worth: Callable[[End], Fraction]) -> Fraction:
        """The expectation of anything that hangs on the end alone, under the play found."""
        return sum((worth(r.end) * r.deals for r in self.ends), Fraction(0)) / self.total


def net_of(end: End) -> Fraction:
    """What everything brings together; raises `NotSolvable` where that is not stated or hangs on a meter."""
    whole = Fraction(0)
    for paid in end.paid:
        if paid.beside:
            continue
        if paid.net is None or paid.meters:
            why = "a meter pays it" if paid.meters else "no clause states what it pays"
            raise NotSolvable(f"the best decision hangs on {paid.name}, and {why}", paid.name)
        whole += paid.net
    return whole


def enumerate_course(
    course: Course,
    deck: Sequence[Card],
    asking: Asking,
    alike: Alike = by_itself,
    worth: Callable[[End], Fraction] = net_of,
    most: int = MOST_VISITS,
) -> Enumerated:
    """Best play and all ends, exactly.

    ``worth`` is what the player wants as much of as possible; it is asked only where something is decided.  Of equal
    choices the first stated is taken.  Raises `NotSolvable` where there are more than ``most`` worlds, where an answer
    leads nowhere in the tree, and where it is not plain what an answer has shown to a player who decides later.
    """
    return _Walk(course, deck, asking, alike, worth, most).run()


@dataclass
class _Found:
    """What comes of a point of the tree: its value, where it is wanted, the ends and decisions below."""

    value: Fraction
    ends: list[Reached]
    decisions: list[Decided]


@dataclass(frozen=True)
class _Way:
    """How a point of the tree was come to."""

    path: Path = ()
    answers: tuple[tuple[Feature, Answer], ...] = ()
    known: frozenset[Spot] = frozenset()


class _Walk:
    def __init__(
        self,
        course: Course,
        deck: Sequence[Card],
        asking: Asking,
        alike: Alike,
        worth: Callable[[End], Fraction],
        most: int,
    ) -> None:
        self.course, self.asking, self.worth, self.most = course, asking, worth, most
        counted = Counter(alike(card) for card in deck)
        example: dict[Card, Card] = {}
        for card in deck:
            example.setdefault(alike(card), card)
        self.cards = tuple(example[kind] for kind in counted)
        self.copies = tuple(counted.values())
        self.size = len(deck)
        self.kinds = exchangeable(course)
        self.visits = 0
        self.answers: dict[tuple[int, tuple[int, ...]], Answer] = {}
        self.worths: dict[int, Fraction] = {}
        self.asked_below: dict[int, frozenset[Spot]] = {}
        self.deciding: dict[int, tuple[Decide, ...]] = {}
        self.deepest = self._deepest(course.root, frozenset(), frozenset())
        if self.deepest > self.size:
            raise NotSolvable(f"{self.deepest} cards are asked for and the deck has {self.size}")

    def run(self) -> Enumerated:
        found = self._value(self.course.root, [((), 1)], (), _Way(), wanted=False)
        ends = [r for r in found.ends if r.deals]
        return Enumerated(perm(self.size, self.deepest), tuple(ends), tuple(found.decisions), self.visits)

    # the tree, whatever the cards

    def _below(self, node: Node) -> frozenset[Spot]:
        """All spots that a question from here on hangs on."""
        if id(node) not in self.asked_below:
            spots = frozenset[Spot]().union(*map(self._below, _next(node)))
            self.asked_below[id(node)] = spots.union(node.feature.spots) if isinstance(node, Ask) else spots
        return self.asked_below[id(node)]

    def _decisions(self, node: Node) -> tuple[Decide, ...]:
        """All decisions from here on that leave a choice."""
        if id(node) not in self.deciding:
            found = {id(d): d for inner in _next(node) for d in self._decisions(inner)}
            if isinstance(node, Decide) and len(node.choices) > 1:
                found[id(node)] = node
            self.deciding[id(node)] = tuple(found.values())
        return self.deciding[id(node)]

    def _needed(self, node: Node, spots: frozenset[Spot], known: frozenset[Spot]) -> frozenset[Spot]:
        """The spots that must be dealt before this point is gone on from.

        A player knows cards that nothing asks for, too: they tell him what is left, unless nothing is hidden from him.
        """
        match node:
            case Ask(feature):
                return spots.union(feature.spots)
            case Decide():
                below = self._below(node)
                return spots | (known & below if below <= known else known) if len(node.choices) > 1 else spots
        return spots

    def _deepest(self, node: Node, spots: frozenset[Spot], known: frozenset[Spot]) -> int:
        """The greatest number of spots dealt on any way from here."""
        known = known | node.known if isinstance(node, Decide) else known
        spots = self._needed(node, spots, known)
        return max((self._deepest(inner, spots, known) for inner in _next(node)), default=len(spots))

    def _refuse_unclear(self, node: Ask, known: frozenset[Spot]) -> None:
        """An answer may tell more than the line that asks for it shows: it is asked for all tests of a feature at once.

        What was shown is plain if there is one test only, if one answer alone goes on to a decision, or if the player
        knows the cards by then.
        """
        if len(node.feature.tests) == 1 or not self._decisions(node):
            return
        hidden = frozenset(node.feature.spots) - known
        on = [b for b in node.branches.values() if any(hidden - d.known for d in self._decisions(b))]
        if len(on) > 1:
            raise NotSolvable(
                f"how much of {node.feature.words or 'an answer'} is shown before a decision is not plain", node.line
            )

    # the walk

    def _value(self, node: Node, worlds: list[World], spots: tuple[Spot, ...], way: _Way, *, wanted: bool) -> _Found:
        match node:
            case End():
                # Every further spot up to the deepest may be filled with any card that is left.
                rest = perm(self.size - len(spots), self.deepest - len(spots))
                deals = rest * sum(weight for _, weight in worlds)
                value = self._worth(node) * deals if wanted and deals else Fraction(0)
                return _Found(value, [Reached(node, way.path, way.answers, deals)], [])
            case Ask():
                return self._ask(node, worlds, spots, way, wanted=wanted)
            case Decide():
                return self._decide(node, worlds, spots, way, wanted=wanted)

    def _worth(self, node: End) -> Fraction:
        if id(node) not in self.worths:
            self.worths[id(node)] = self.worth(node)
        return self.worths[id(node)]

    def _ask(self, node: Ask, worlds: list[World], spots: tuple[Spot, ...], way: _Way, *, wanted: bool) -> _Found:
        self._refuse_unclear(node, way.known)
        worlds, spots = self._dealt(worlds, spots, node.feature.spots)
        places = [spots.index(spot) for spot in node.feature.spots]
        parted: dict[Answer, list[World]] = {}
        for world in worlds:
            answer = self._answer(node.feature, tuple(world[0][place] for place in places))
            parted.setdefault(answer, []).append(world)
        found = _Found(Fraction(0), [], [])
        for answer, those in parted.items():
            if answer not in node.branches:
                words = node.feature.words or "a question"
                raise NotSolvable(f"{words} answers {answer}, which leads nowhere", node.line)
            then = _Way(way.path, (*way.answers, (node.feature, answer)), way.known)
            _add(found, self._value(node.branches[answer], those, spots, then, wanted=wanted))
        return found

    def _decide(self, node: Decide, worlds: list[World], spots: tuple[Spot, ...], way: _Way, *, wanted: bool) -> _Found:
        known = way.known | node.known
        if not node.choices:
            raise NotSolvable("no choice is open", node.moment)
        if len(node.choices) == 1:
            only = node.choices[0]
            then = _Way((*way.path, only.label), way.answers, known)
            return self._value(only.then, worlds, spots, then, wanted=wanted)
        needed = self._needed(node, frozenset(spots), known)
        worlds, spots = self._dealt(worlds, spots, sorted(needed.difference(spots)))
        places = [place for place, spot in enumerate(spots) if spot in known]
        parted: dict[tuple[int, ...], list[World]] = {}
        for world in worlds:
            parted.setdefault(tuple(world[0][place] for place in places), []).append(world)
        found = _Found(Fraction(0), [], [])
        rest = perm(self.size - len(spots), self.deepest - len(spots))
        for held, those in parted.items():
            tried = [
                self._value(c.then, those, spots, _Way((*way.path, c.label), way.answers, known), wanted=True)
                for c in node.choices
            ]
            values = tuple(t.value for t in tried)
            best = values.index(max(values))
            seen = tuple((spots[place], self.cards[kind]) for place, kind in zip(places, held, strict=True))
            deals = rest * sum(weight for _, weight in those)
            found.decisions.append(Decided(node, way.path, way.answers, seen, deals, values, best))
            _add(found, tried[best])
        return found

    def _dealt(
        self, worlds: list[World], spots: tuple[Spot, ...], wanted: Sequence[Spot]
    ) -> tuple[list[World], tuple[Spot, ...]]:
        """The worlds with these spots dealt as well.

        Spots that can be exchanged are dealt together, always; of their orders only the ascending one is kept, with
        the number of all: the n-th card, if it is the r-th of its kind among them, makes n/r times as many.
        """
        for spot in dict.fromkeys(wanted):
            if spot in spots:
                continue
            like = [place for place, other in enumerate(spots) if self.kinds[other] == self.kinds[spot]]
            dealt: list[World] = []
            for kinds, weight in worlds:
                held = [kinds[place] for place in like]
                for kind in range(held[-1] if held else 0, len(self.copies)):
                    left = self.copies[kind] - kinds.count(kind)
                    if left > 0:
                        orders = (len(held) + 1) * weight * left // (held.count(kind) + 1)
                        dealt.append(((*kinds, kind), orders))
                if self.visits + len(dealt) > self.most:
                    self._refuse()
            worlds, spots = dealt, (*spots, spot)
            self.visits += len(dealt)
        return worlds, spots

    def _refuse(self) -> NoReturn:
        """Raises `NotSolvable` with the number of all ways to deal to as many spots as the course ever asks for."""
        ways = prod(len(self.copies) - (n if max(self.copies) == 1 else 0) for n in range(self.deepest))
        raise NotSolvable(
            f"more than {self.most:,} ways for the cards to lie: {self.deepest} cards of {len(self.copies)} kinds, "
            f"{ways:,} ways in order"
        )

    def _answer(self, feature: Feature, kinds: tuple[int, ...]) -> Answer:
        key = id(feature), kinds
        if key not in self.answers:
            self.answers[key] = self.asking(feature, tuple(self.cards[kind] for kind in kinds))
        return self.answers[key]


def _next(node: Node) -> tuple[Node, ...]:
    match node:
        case Ask(branches=branches):
            return tuple(branches.values())
        case Decide(choices=choices):
            return tuple(choice.then for choice in choices)
    return ()


def _add(found: _Found, more: _Found) -> None:
    found.value += more.value
    found.ends += more.ends
    found.decisions += more.decisions
