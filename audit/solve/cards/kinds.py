"""What can be answered about cards of which several are alike, as in a pack of many decks.

Where a card stands more than once, sets of single cards are not listed.  Cards that a feature cannot tell apart are one
kind, and every way in which kinds can make up its hand is asked once, of play itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TypeAlias

from audit.play.cards import Card
from audit.ruleset import expressions as ex
from audit.ruleset.places import Area
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import Count
from audit.solve.cards.alike import Alike, alike_for
from audit.solve.cards.asking import asking_play
from audit.solve.cards.course import Answer, Feature, Spot
from audit.solve.cards.enumerated import Asking
from audit.solve.errors import NotSolvable

MOST_ASKED = 400_000
"""More ways to make up a hand than this are not asked one by one."""

MOST_WAYS = 20_000
"""What cannot be, given what was answered, is left out as long as there are no more ways for the cards to lie."""

Known: TypeAlias = tuple[tuple[Feature, Answer], ...]
"""What was answered so far, in order."""

Way: TypeAlias = tuple[int, ...]
"""A kind for each of some spots."""


@dataclass(frozen=True)
class Kinds:
    """The cards of a deck, those that are alike taken together: one card of each kind, and how many there are."""

    cards: tuple[Card, ...]
    copies: tuple[int, ...]

    @classmethod
    def of(cls, deck: Sequence[Card], alike: Alike) -> Kinds:
        counted = Counter(alike(card) for card in deck)
        example: dict[Card, Card] = {}
        for card in deck:
            example.setdefault(alike(card), card)
        return cls(tuple(example[kind] for kind in counted), tuple(counted.values()))

    def number_of_hands(self, number: int) -> int:
        """In how many ways so many cards can be made up."""
        ways = [1] + [0] * number
        for copies in self.copies:
            ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(number + 1)]
        return ways[number]

    def hands(self, number: int) -> Iterator[Way]:
        """Every way in which so many cards can be made up, in no order."""
        for way in combinations_with_replacement(range(len(self.cards)), number):
            if all(way.count(kind) <= self.copies[kind] for kind in set(way)):
                yield way


@dataclass
class KindJudge:
    """Answers features for a deck in which cards stand more than once; what was asked once is kept."""

    ruleset: Ruleset
    deck: tuple[Card, ...]
    _kinds: dict[Alike, Kinds] = field(default_factory=dict)
    _told: dict[tuple[int, tuple[Card, ...]], Answer] = field(default_factory=dict)
    _numbers: dict[Feature, int] = field(default_factory=dict)
    _sums: dict[int, bool] = field(default_factory=dict)
    _ways: dict[tuple[Alike, tuple[tuple[int, Answer], ...]], _Ways | None] = field(default_factory=dict)
    _left: dict[tuple[int, tuple[tuple[int, Answer], ...]], tuple[Answer, ...] | None] = field(default_factory=dict)

    @cached_property
    def _asking(self) -> Asking:
        return asking_play(self.ruleset)

    def possible(self, feature: Feature) -> tuple[Answer, ...]:
        """All answers that some cards give, in the order in which they are met.

        Raises `NotSolvable` naming the feature where the hands to be asked are too many.
        """
        kinds, number = self._kinds_for((feature,)), len(feature.spots)
        hands = kinds.number_of_hands(number)
        if hands > MOST_ASKED:
            of = f"{len(self.deck)} cards" if len(kinds.cards) == len(self.deck) else f"{len(kinds.cards)} kinds of cards"
            raise NotSolvable(f"{feature.words} hangs on {number} of {of}: {hands:,} sets", feature.words)
        found = (self.ask(feature, tuple(kinds.cards[kind] for kind in way)) for way in kinds.hands(number))
        return tuple(dict.fromkeys(found))

    def still_possible(self, feature: Feature, known: Known) -> tuple[Answer, ...] | None:
        """The answers that some cards give which answer so to all that is known; None where that is too much to tell.

        Only what hangs on the same cards is looked at: so some of them may be given by no deal.
        """
        bearing = _bearing_on(feature, known)
        if not bearing:
            return None
        before = tuple((self._number(one), answer) for one, answer in bearing)
        key = self._number(feature), before
        if key not in self._left:
            self._left[key] = self._left_of(feature, bearing)
        return self._left[key]

    def _left_of(self, feature: Feature, known: Known) -> tuple[Answer, ...] | None:
        alike = alike_for([feature, *(one for one, _ in known)], self.ruleset)
        ways = self._ways_of(alike, known)
        ways = None if ways is None else self._with(ways, feature, alike)
        return None if ways is None else tuple(dict.fromkeys(self._answers(ways, feature, alike)))

    # ways for the cards to lie

    def _ways_of(self, alike: Alike, known: Known) -> _Ways | None:
        """The ways in which cards can lie that answer so; None where they are too many."""
        if not known:
            return _Ways((), ((),))
        key = alike, tuple((self._number(feature), answer) for feature, answer in known)
        if key not in self._ways:
            *before, (feature, answer) = known
            ways = self._ways_of(alike, tuple(before))
            ways = None if ways is None else self._with(ways, feature, alike)
            if ways is not None:
                told = zip(ways.ways, self._answers(ways, feature, alike), strict=True)
                ways = _Ways(ways.spots, tuple(way for way, given in told if given == answer))
            self._ways[key] = ways
        return self._ways[key]

    def _with(self, ways: _Ways, feature: Feature, alike: Alike) -> _Ways | None:
        """The same ways with cards at all spots of a feature; None where they are too many."""
        copies = self._alike(alike).copies
        for spot in feature.spots:
            if spot not in ways.spots:
                if len(ways.ways) * len(copies) > MOST_WAYS:
                    return None
                more = ((*way, kind) for way in ways.ways for kind, n in enumerate(copies) if way.count(kind) < n)
                ways = _Ways((*ways.spots, spot), tuple(more))
        return ways

    def _answers(self, ways: _Ways, feature: Feature, alike: Alike) -> Iterator[Answer]:
        cards = self._alike(alike).cards
        places = [ways.spots.index(spot) for spot in feature.spots]
        for way in ways.ways:
            yield self.ask(feature, tuple([cards[way[place]] for place in places]))

    # asking

    def ask(self, feature: Feature, cards: tuple[Card, ...]) -> Answer:
        """What cards answer to a feature, given one for each of its spots, in their order."""
        number = self._number(feature)
        if self._is_a_sum(number, feature):
            cards = tuple(sorted(cards, key=str))
        if (number, cards) not in self._told:
            self._told[number, cards] = self._asking(feature, cards)
        return self._told[number, cards]

    def _is_a_sum(self, number: int, feature: Feature) -> bool:
        """Whether a feature is a count of all cards of one area, so that their order does not matter."""
        if number not in self._sums:
            match feature.expression:
                case ex.FeatureOf(ex.Called(count), ex.Called(area)):
                    is_sum = self.ruleset.named(count.text, Count) is not None
                    self._sums[number] = is_sum and self.ruleset.named(area.text, Area) is not None
                case _:
                    self._sums[number] = False
        return self._sums[number]

    def _number(self, feature: Feature) -> int:
        return self._numbers.setdefault(feature, len(self._numbers))

    def _kinds_for(self, features: Sequence[Feature]) -> Kinds:
        return self._alike(alike_for(features, self.ruleset))

    def _alike(self, alike: Alike) -> Kinds:
        if alike not in self._kinds:
            self._kinds[alike] = Kinds.of(self.deck, alike)
        return self._kinds[alike]


@dataclass(frozen=True)
class _Ways:
    """Ways for cards to lie at some spots."""

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]


def _bearing_on(feature: Feature, known: Known) -> Known:
    """What is known of the cards of a feature, and of cards that bear on those."""
    spots = set(feature.spots)
    bearing: set[int] = set()
    while True:
        new = {n for n, (one, _) in enumerate(known) if n not in bearing and not spots.isdisjoint(one.spots)}
        if not new:
            return tuple(one for n, one in enumerate(known) if n in bearing)
        bearing |= new
        spots.update(spot for n in new for spot in known[n][0].spots)
