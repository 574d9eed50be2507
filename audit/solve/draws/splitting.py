"""What a hand brings that is split, and split again, hand by hand.

Each hand that comes of it is followed by itself.  It is played by its own cards, by the cards that were seen before the
split, and by how many hands there may yet be; what the other hands are dealt changes nothing for it.  The cards that
these take are cards that nobody has seen as far as it is concerned, so every hand that gets a card other than the one
split is worth the same, whichever comes first.

Whether the next card makes a pair again is no such matter, since a hand may be split a limited number of times.  So the
ways in which pairs can come are gone through one by one.  That *j* other hands got no pair is told by what would be if
some of them had: with *t* of them known to hold the card that was split, the deck has *t* fewer of it,

    E[v; none of j is one] = sum over t of (-1)**t * C(j, t) * P(t of them are) * E[v; t fewer of them in the deck].

The play of a hand is the one that is best with no such card gone beyond those that were seen to be split, and is held
fixed while cards are taken out of the deck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb, prod

from audit.solve.cards.course import Paid
from audit.solve.draws.traces import NEW, OLD, ONWARD, Dealt, Deciding, Moved
from audit.solve.draws.walk import At, Ends, Walk
from audit.solve.draws.worlds import ASIDE, GONE, World, chances
from audit.solve.errors import NotSolvable
from audit.solve.result import AVERAGED

MOST_HANDS = 8


@dataclass(frozen=True)
class Way:
    """One way in which pairs can come: so many times split again, which hands got no pair, which came at the limit."""

    again: int
    without_pair: tuple[str, ...]
    at_limit: tuple[str, ...]


@dataclass(frozen=True)
class Start:
    """A hand of a split that waits for its card: any one at the limit, else any but another of the ``kind`` split.

    ``like`` is the place among all `starts` of the hand that was split, where this one is the new hand beside it.
    """

    at: At
    kind: int
    is_at_limit: bool
    like: int | None = None


@dataclass(frozen=True)
class Term:
    """A hand counts so much, with so many more cards of its kind out of the deck; ``start`` is its place in `starts`."""

    weight: Fraction
    start: int
    more: int


@dataclass(frozen=True)
class Hands:
    """All hands of a split of two cards of a kind, as a sum."""

    kind: int
    terms: tuple[Term, ...]


@dataclass
class Splitting:
    """The hands of one split; ``at`` is the point at which it has been chosen."""

    walk: Walk
    at: At
    _chances: dict[tuple[int, int], Fraction] = field(default_factory=dict)

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """The hands that the terms speak of."""
        return tuple(
            Start(
                followed(self.walk, self.chain[-1] if limit else self.at, which), self.kind, limit,
                self._named.index((OLD, limit)) if which == NEW and (OLD, limit) in self._named else None,
            )
            for which, limit in self._named
        )  # fmt: skip

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All hands of the split, as a sum: more than one all together."""
        return tuple(
            Term(weight, self._named.index((which, limit)), more) for (which, limit, more), weight in self._sums.items() if weight
        )

    @cached_property
    def _named(self) -> list[tuple[str, bool]]:
        return list(dict.fromkeys((which, limit) for (which, limit, _), weight in self._sums.items() if weight))

    @cached_property
    def _sums(self) -> dict[tuple[str, bool, int], Fraction]:
        sums: dict[tuple[str, bool, int], Fraction] = defaultdict(Fraction)
        for way in ways(len(self.chain) - 1):
            for which in way.without_pair:
                self._add(sums, which, way.again, len(way.without_pair) - 1, is_at_limit=False)
            for which in way.at_limit:
                self._add(sums, which, way.again, len(way.without_pair), is_at_limit=True)
        return sums

    def _add(
        self, sums: dict[tuple[str, bool, int], Fraction], which: str, again: int, others: int, *, is_at_limit: bool
    ) -> None:
        """Adds one hand of a way: that ``others`` got no pair, by what it would be with more of the card out of the deck."""
        chance = self._chance_of(0, again)
        for more in range(others + 1):
            weight = chance * (-1) ** more * comb(others, more) * self._chance_of(again, more)
            sums[which, is_at_limit, more if is_at_limit else again + more] += weight

    # the card that is split

    @cached_property
    def kind(self) -> int:
        """The kind of the two cards; raises `NotSolvable` where they are of two."""
        point = self.at.node.point
        assert isinstance(point, Moved)
        row = self.at.world.row(point.hand)
        if len(row) != 2 or row[0] != row[1] or row[0] < 0:
            raise NotSolvable("a split of two cards of which some line asks what tells them apart", "split hand")
        return row[0]

    @cached_property
    def _old(self) -> At:
        return followed(self.walk, self.at, OLD)

    def _chance_of(self, gone: int, number: int) -> Fraction:
        """That the next so many cards are all of the kind that is split, when so many have come already."""
        if (gone, number) not in self._chances:
            self._chances[gone, number] = prod((self._chance_of_next(gone + n) for n in range(number)), start=Fraction(1))
        return self._chances[gone, number]

    def _chance_of_next(self, gone: int) -> Fraction:
        """That the next card is of the kind, when so many have come already."""
        world = self._old.world.with_row(ASIDE, (self.kind,) * gone)
        if not self._is_left(world):
            return Fraction(0)
        coming = world.dealt(GONE, self.walk.kinds)
        return dict(chances(coming, self.walk.kinds, GONE, 0)).get(self.kind, Fraction(0))

    def _is_left(self, world: World) -> bool:
        """Whether the deck has as many cards of the kind as have been taken out of it."""
        return sum(1 for _, _, cell in world.cells() if cell == self.kind) <= self.walk.kinds.copies[self.kind]

    # hands that are split again

    @cached_property
    def chain(self) -> tuple[At, ...]:
        """The split, and those that follow on it as long as the same card comes to the old hand and it may be split."""
        found = [self.at]
        while len(found) < MOST_HANDS:
            again = self._again(followed(self.walk, found[-1], OLD))
            if again is None:
                return tuple(found)
            found.append(again)
        raise NotSolvable(f"hands that may be split more than {MOST_HANDS} times", "split hand")

    def _again(self, at: At) -> At | None:
        """Where the hand is split again when it gets the same card, by the same choice if it may; None where it cannot."""
        point, taken = waits(at), self.at.branches[-1:]
        coming = self.walk.dealt(at, point.area)
        coming = replace(coming, world=coming.world.with_cell(point.area, len(coming.world.row(point.area)) - 1, self.kind))
        if not self._is_left(coming.world):
            return None
        for _, here in self.walk.spread(coming):
            for there in self._decisions(here):
                assert isinstance(there.node.point, Deciding)
                for label in sorted(there.node.point.labels, key=lambda label: (label,) != taken):
                    for _, then in self.walk.spread(self.walk.choose(there, label)):
                        if isinstance(then.node.point, Moved):
                            return then
        return None

    def _decisions(self, at: At) -> Iterator[At]:
        """The next decisions, past turns."""
        if isinstance(at.node.point, Deciding):
            yield at
        elif self.walk.settled(at.node) is None:
            for _, then in self.walk.spread(self.walk.then(at, ONWARD)):
                if isinstance(then.node.point, Deciding):
                    yield then


def waits(at: At) -> Dealt:
    """The card that a hand of a split waits for."""
    if not isinstance(at.node.point, Dealt):
        raise NotSolvable("a hand that is split and gets no card", "split hand")
    return at.node.point


def followed(walk: Walk, at: At, which: str) -> At:
    """What follows a split for one of its hands."""
    point = at.node.point
    assert isinstance(point, Moved)
    kept, gone = at.world.row(point.hand)[:1], at.world.row(point.hand)[1:]
    area = point.to.partition(" ")[0]
    world = at.world.without(point.hand).with_row(point.to, kept)
    world = world.with_row(GONE + area, (*world.row(GONE + area), *gone))
    return walk.then(replace(at, world=world), which, (*at.branches, which))


def ways(most_again: int) -> Iterator[Way]:
    """All ways in which pairs can come, when hands may be split so many times again.

    Hands get their cards in turn; the first that waits is the next.
    """

    def go_on(waiting: tuple[str, ...], again: int, without: tuple[str, ...]) -> Iterator[Way]:
        if again == most_again:
            yield Way(again, without, waiting)
            return
        if not waiting:
            yield Way(again, without, ())
            return
        first, rest = waiting[0], waiting[1:]
        yield from go_on(rest, again, (*without, first))
        yield from go_on((first, NEW, *rest), again + 1, without)

    yield from go_on((OLD, NEW), 0, ())


def in_one(hands: Ends, walk: Walk, unit: str) -> tuple[Paid, ...]:
    """The hands of a split as one end of the round: what they bring, and what is put up on them, on average."""
    net = sum((walk.worth_of(end) * of for end, of in hands.items()), Fraction(0))
    put_up = sum((sum((p.staked for p in walk.paid[end]), Fraction(0)) * of for end, of in hands.items()), Fraction(0))
    return (Paid(unit, AVERAGED, net, put_up, label="hands that are split, on average"),)
