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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING

from audit.solve.cards.course import Paid
from audit.solve.draws.traces import NEW, OLD, ONWARD, Dealt, Deciding, Moved
from audit.solve.draws.worlds import World, chances
from audit.solve.errors import NotSolvable

if TYPE_CHECKING:
    from audit.solve.draws.drawing import At, Drawing, Ends

GONE = "~"
"""Before the name of an area: the cards that lie with hands that are not followed."""

ASIDE = "~aside"
"""The area of cards that are taken out of the deck to tell what other hands did not get."""

MOST_HANDS = 8


@dataclass(frozen=True)
class Way:
    """One way in which pairs can come: so many times split again, which hands got no pair, which came at the limit."""

    again: int
    without_pair: tuple[str, ...]
    at_limit: tuple[str, ...]


@dataclass
class Splitting:
    """The hands of one split; ``at`` is the point at which it has been chosen."""

    drawing: Drawing
    at: At
    _ends: dict[tuple[str, int, bool], Ends] = field(default_factory=dict)

    def value(self) -> Fraction:
        """What all hands bring together."""
        return sum((self.drawing.worth_of(end) * of for end, of in self.hands().items()), Fraction(0))

    def hands(self) -> Ends:
        """How often on average a hand ends so: more than once all together, since there are several hands."""
        whole: Ends = {}
        for way in ways(len(self._chain) - 1):
            self._add(whole, way)
        return {end: of for end, of in whole.items() if of}

    def _add(self, whole: Ends, way: Way) -> None:
        others = len(way.without_pair) - 1
        for which in way.without_pair:
            self._add_hand(whole, way.again, others, partial(self._hand, which, way.again, is_at_limit=False))
        for which in way.at_limit:
            self._add_hand(whole, way.again, len(way.without_pair), partial(self._hand, which, 0, is_at_limit=True))

    def _add_hand(self, whole: Ends, again: int, others: int, hand: Callable[[int], Ends]) -> None:
        """Adds one hand of a way, given what it would be with so many more of the card out of the deck."""
        chance = self._chance_of(0, again)
        for more in range(others + 1):
            weight = chance * (-1) ** more * comb(others, more) * self._chance_of(again, more)
            if weight:
                for end, of in hand(more).items():
                    whole[end] = whole.get(end, Fraction(0)) + weight * of

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

    def _chance_of(self, gone: int, number: int) -> Fraction:
        """That the next so many cards are all of the kind that is split, when so many have come already."""
        whole = Fraction(1)
        for n in range(number):
            world = self._after(OLD).world.with_row(ASIDE, (self.kind,) * (gone + n))
            if not self._is_left(world):
                return Fraction(0)
            coming = world.dealt(GONE, self.drawing.kinds)
            whole *= dict(chances(coming, self.drawing.kinds, GONE, 0)).get(self.kind, Fraction(0))
        return whole

    def _is_left(self, world: World) -> bool:
        """Whether the deck has as many cards of the kind as have been taken out of it."""
        return sum(1 for _, _, cell in world.cells() if cell == self.kind) <= self.drawing.kinds.copies[self.kind]

    # hands that are followed

    def _after(self, which: str) -> At:
        return _followed(self.drawing, self.at, which)

    @cached_property
    def _chain(self) -> tuple[At, ...]:
        """The split, and those that follow on it as long as the same card comes to the old hand and it may be split."""
        found = [self.at]
        while len(found) < MOST_HANDS:
            again = self._again(_followed(self.drawing, found[-1], OLD))
            if again is None:
                return tuple(found)
            found.append(again)
        raise NotSolvable(f"hands that may be split more than {MOST_HANDS} times", "split hand")

    def _again(self, at: At) -> At | None:
        """Where the hand is split again when it gets the same card; None where it cannot."""
        if not self._is_left(self._coming(at, self.kind).world):
            return None
        for _, here in self.drawing.spread(self._coming(at, self.kind)):
            for there in self._decisions(here):
                assert isinstance(there.node.point, Deciding)
                for label in there.node.point.labels:
                    for _, then in self.drawing.spread(self.drawing.choose(there, label)):
                        if isinstance(then.node.point, Moved):
                            return then
        return None

    def _decisions(self, at: At) -> Iterator[At]:
        """The next decisions, past turns."""
        if isinstance(at.node.point, Deciding):
            yield at
        elif self.drawing.settled(at) is None:
            for _, then in self.drawing.spread(self.drawing.then(at, ONWARD)):
                if isinstance(then.node.point, Deciding):
                    yield then

    def _coming(self, at: At, kind: int) -> At:
        """A followed hand when it gets a card of this kind."""
        point = at.node.point
        if not isinstance(point, Dealt):
            raise NotSolvable("a hand that is split and gets no card", "split hand")
        dealt = at.world.dealt(point.area, self.drawing.kinds)
        there = self.drawing.then(replace(at, world=dealt), ONWARD)
        return replace(there, world=dealt.with_cell(point.area, len(dealt.row(point.area)) - 1, kind))

    def _hand(self, which: str, gone: int, more: int, *, is_at_limit: bool) -> Ends:
        """How a hand ends with so many more of the card out of the deck; at the limit it may get any card, else no pair.

        What it does not get is left out, so that the ends of a hand that gets no pair add up to less than 1.
        """
        key = which, gone + more, is_at_limit
        if key not in self._ends:
            self._ends[key] = self._hand_anew(which, gone + more, is_at_limit=is_at_limit)
        return self._ends[key]

    def _hand_anew(self, which: str, more: int, *, is_at_limit: bool) -> Ends:
        at = _followed(self.drawing, self._chain[-1] if is_at_limit else self.at, which)
        at = replace(at, world=at.world.with_row(ASIDE, (self.kind,) * more) if more else at.world)
        point = at.node.point
        if not isinstance(point, Dealt):
            raise NotSolvable("a hand that is split and gets no card", "split hand")
        coming = at.world.dealt(point.area, self.drawing.kinds)
        whole: Ends = {}
        for kind, chance in chances(coming, self.drawing.kinds, point.area, len(coming.row(point.area)) - 1):
            if is_at_limit or kind != self.kind:
                for end, of in self.drawing.ends(self._coming(at, kind)).items():
                    whole[end] = whole.get(end, Fraction(0)) + chance * of
        return whole


def _followed(drawing: Drawing, at: At, which: str) -> At:
    """What follows a split for one of its hands."""
    point = at.node.point
    assert isinstance(point, Moved)
    kept, gone = at.world.row(point.hand)[:1], at.world.row(point.hand)[1:]
    area = point.to.partition(" ")[0]
    world = at.world.without(point.hand).with_row(point.to, kept)
    world = world.with_row(GONE + area, (*world.row(GONE + area), *gone))
    return drawing.then(replace(at, world=world), which, (*at.branches, which))


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


def as_dealt(cards: Mapping[tuple[str, int], list[int]], world: World) -> Mapping[tuple[str, int], list[int]]:
    """The cards as they came to their places in turn: those of a hand that was split came to the place that it had then.

    All cards of a hand that was split are of one kind, so that it does not matter which of them lies where.
    """
    came = dict(cards)
    for name, row in world.areas:
        if not name.startswith(GONE) or name == ASIDE or not row:
            continue
        area = name.removeprefix(GONE)
        followed = f"{area} 1"
        first = world.row(followed)[0]
        came[area, 0], came[area, 1] = [first], [row[0]]
        del came[followed, 0]
        if len(row) > 1:
            came[followed, 1] = [*row[1:], *came.get((followed, 1), [])]
    return came


def in_one(hands: Ends, drawing: Drawing, unit: str) -> tuple[Paid, ...]:
    """The hands of a split as one end of the round: what they bring, and what is put up on them, on average."""
    net = sum((drawing.worth_of(end) * of for end, of in hands.items()), Fraction(0))
    put_up = sum((sum((p.staked for p in drawing.paid[end]), Fraction(0)) * of for end, of in hands.items()), Fraction(0))
    return (Paid(unit, "split", net, put_up, label="hands that are split, on average"),)
