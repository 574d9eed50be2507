"""What two courses of cards ask, side by side: which answers go together, and cards that give them.

A feature of one side is the same as one of the other only where all that its words name says the same there.  Whether
two different features over the same cards can answer so at once is counted over all sets of these cards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from audit.compare.values import Values
from audit.play.cards import Card
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.sight import HeldCards, HeldHand, Sight
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.configure import Configured, ConfigureError
from audit.ruleset.names import Name
from audit.ruleset.places import Area
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import Answer, Feature, Kind, Spot
from audit.solve.cards.sets import cards_of
from audit.solve.errors import NotSolvable

MOST_COUNTED = 3_000_000
"""More sets than this are not gone through for one feature."""

MOST_TRIES = 300
"""Deals that are tried in search of one in which everything is answered as wanted."""

COMMON = 0.3
"""An answer that a larger share of hands gives need not be aimed at."""

NO_CARD = Card("?")


@dataclass(frozen=True)
class Fact:
    """A feature of one side and what it answers."""

    is_new: bool
    feature: Feature
    answer: Answer


class Meanings:
    """Which features say the same under two rulesets."""

    def __init__(self, old: Ruleset, new: Ruleset) -> None:
        self._sides = [(old, Values(old)), (new, Values(new))]
        self._same: dict[Feature, bool] = {}

    def is_shared(self, feature: Feature) -> bool:
        """Whether all statements that a feature names, directly or through others, say the same on both sides."""
        if feature not in self._same:
            first, second = (self._said(feature, *side) for side in self._sides)
            self._same[feature] = first == second
        return self._same[feature]

    @staticmethod
    def _said(feature: Feature, ruleset: Ruleset, values: Values) -> Hashable:
        waiting = [n.text for n in walk((feature.expression, feature.tests)) if isinstance(n, Name)]
        waiting += [feature.formed.ranking] if feature.formed else []
        waiting += [name for one in feature.of if one.formed for name in (one.formed.ranking,)]
        said: dict[str, Hashable] = {}
        while waiting:
            name = waiting.pop()
            if name in said:
                continue
            stated = [s for s in ruleset.by_name.get(name, ()) if _counts(s)]
            said[name] = frozenset((type(s).__name__, values.of(s)) for s in stated)
            waiting.extend(n.text for s in stated for n in walk(s) if isinstance(n, Name))
        of_suits = frozenset(values.of(s) for s in ruleset.of(wo.SuitsEqual, wo.SuitsOrdered))
        return frozenset(said.items()), of_suits


def _counts(statement: Statement) -> bool:
    return not isinstance(statement, wg.Wager | Area)


@dataclass
class Answering:
    """Answers the features of one side."""

    configured: Configured
    judge: Judge
    _numbers: dict[Feature, NDArray[np.uint16] | None] = field(default_factory=dict)
    _answers: dict[Feature, tuple[Answer, ...]] = field(default_factory=dict)
    _sets: dict[Fact, tuple[NDArray[np.int64], int] | None] = field(default_factory=dict)
    _classes: dict[Feature, tuple[tuple[NDArray[np.int64], int], ...]] = field(default_factory=dict)

    @cached_property
    def _sight(self) -> Sight:
        return Sight(Equipment(self.configured.ruleset))

    def numbers(self, feature: Feature) -> NDArray[np.uint16] | None:
        """Which of its answers every set of cards at its spots gives; None where they are not gone through."""
        if feature not in self._numbers:
            self._numbers[feature] = None
            sets = math.comb(len(self.judge.deck), len(feature.spots))
            if feature.kind is not Kind.RELATION and sets <= MOST_COUNTED:
                try:
                    found = self.judge.by_set(feature)
                except (NotSolvable, PlayError, ConfigureError):
                    return None
                self._numbers[feature], self._answers[feature] = found.ids, found.answers
        return self._numbers[feature]

    def place(self, feature: Feature, answer: Answer) -> int | None:
        """The number of an answer; None where no cards give it."""
        self.numbers(feature)
        answers = self._answers.get(feature, ())
        return answers.index(answer) if answer in answers else None

    def answers(self, feature: Feature) -> tuple[Answer, ...]:
        """All answers that some cards give, where its sets are gone through."""
        self.numbers(feature)
        return self._answers.get(feature, ())

    def sets(self, fact: Fact) -> tuple[NDArray[np.int64], int] | None:
        """The numbers of sets of cards that make a hand answer so, and of how many cards they are; None without such.

        Of a hand of more cards than are gone through they are the cards that count.
        """
        if fact not in self._sets:
            self._sets[fact] = self._look_up(fact)
        return self._sets[fact]

    def classes(self, feature: Feature) -> tuple[tuple[NDArray[np.int64], int], ...]:
        """The sets of cards of each class of a hand's ranking, and of how many cards they are; none where it has none."""
        if feature not in self._classes:
            try:
                coded = self.judge.by_code(replace(feature, tests=())).coded
            except (NotSolvable, PlayError, ConfigureError):
                self._classes[feature] = ()
            else:
                levels = np.array([worth.order[0] for worth in coded.worths])[coded.codes]
                found = (np.flatnonzero(levels == level) for level in np.unique(levels))
                self._classes[feature] = tuple((numbers, coded.cards) for numbers in found)
        return self._classes[feature]

    def _look_up(self, fact: Fact) -> tuple[NDArray[np.int64], int] | None:
        feature = fact.feature
        numbers, size = self.numbers(feature), len(feature.spots)
        place = self.place(feature, fact.answer)
        if numbers is None and feature.kind is Kind.HAND:
            try:
                found = self.judge.by_code(feature)
            except (NotSolvable, PlayError, ConfigureError):
                return None
            numbers, size = found.ids[found.coded.codes], found.coded.cards
            place = found.answers.index(fact.answer) if fact.answer in found.answers else None
        if numbers is None or place is None:
            return None
        return np.flatnonzero(numbers == place), size

    def answer(self, feature: Feature, at: Mapping[Spot, Card]) -> Answer:
        """What a feature answers when these cards lie at its spots, worked out as play does it."""
        lying = dict(item for one in (feature, *feature.of) for item in one.lying)
        areas = {area: tuple(at.get(spot, NO_CARD) for spot in spots) for area, spots in lying.items()}
        dealt = {
            area: tuple(at.get((area, n), NO_CARD) for n in range(max((n for _, n in spots), default=-1) + 1))
            for area, spots in lying.items()
        }
        sight = replace(self._sight, areas=areas, as_dealt=dealt)
        thing = evaluate(feature.expression, sight)
        if feature.kind in (Kind.HAND, Kind.CARDS):
            assert isinstance(thing, Card | HeldCards | HeldHand)
            return tuple(fits(test, thing, sight) for test in feature.tests)
        return str(thing) if isinstance(thing, Card) else thing


@dataclass
class Asked:
    """What both sides have asked on the way through their courses.

    ``places`` are, for each side, the spots at which a card counts, each with its number among those of its area: a card
    burned on one side and another one on the other tell nothing apart.
    """

    old: Answering
    new: Answering
    meanings: Meanings
    places: tuple[Mapping[Spot, Spot], Mapping[Spot, Spot]]
    _together: dict[Hashable, frozenset[tuple[Answer, Answer]] | None] = field(default_factory=dict)

    def side(self, fact: Fact) -> Answering:
        return self.new if fact.is_new else self.old

    def spots(self, fact: Fact) -> tuple[Spot, ...]:
        """The spots of a fact, as both sides number them."""
        return tuple(self.places[fact.is_new][spot] for spot in fact.feature.spots)

    def told(self, feature: Feature, *, is_new: bool) -> Feature:
        """A feature with its spots as both sides number them."""
        places = self.places[is_new]
        lying = tuple((area, tuple(places.get(s, s) for s in spots)) for area, spots in feature.lying)
        of = tuple(self.told(one, is_new=is_new) for one in feature.of)
        return replace(feature, spots=tuple(places.get(s, s) for s in feature.spots), lying=lying, of=of)

    def go_together(self, fact: Fact, known: Sequence[Fact]) -> bool:
        """Whether some cards may give an answer beside those that are known; True where that is not plain."""
        return all(self._may_both(fact, other) for other in known)

    def _may_both(self, one: Fact, other: Fact) -> bool:
        if one.is_new == other.is_new:
            if one.feature == other.feature:
                return one.answer == other.answer
        elif self._is_shared(one, other):
            return one.answer == other.answer
        if set(self.spots(one)) != set(self.spots(other)):
            return True
        pairs = self._pairs(one, other)
        return pairs is None or (one.answer, other.answer) in pairs

    def _is_shared(self, one: Fact, other: Fact) -> bool:
        """Whether the facts of two sides are of one feature that says the same there."""
        told = [self.told(fact.feature, is_new=fact.is_new) for fact in (one, other)]
        return told[0] == told[1] and self.meanings.is_shared(one.feature)

    def _pairs(self, one: Fact, other: Fact) -> frozenset[tuple[Answer, Answer]] | None:
        """All pairs of answers that some cards give to two features over the same cards."""
        key = (one.is_new, one.feature, other.is_new, other.feature)
        if key not in self._together:
            first, second = self.side(one).numbers(one.feature), self.side(other).numbers(other.feature)
            if first is None or second is None:
                self._together[key] = None
            else:
                answers, others = self.side(one).answers(one.feature), self.side(other).answers(other.feature)
                there = np.zeros(len(answers) * len(others), dtype=np.bool_)
                there[first.astype(np.int64) * len(others) + second] = True
                self._together[key] = frozenset(
                    (answers[code // len(others)], others[code % len(others)])
                    for code in np.flatnonzero(there).tolist()
                )
        return self._together[key]

    # cards for what was answered

    def deal(self, facts: Sequence[Fact]) -> dict[Spot, Card] | None:
        """Cards at every spot that some facts hang on, such that all of them hold; None where none were found.

        The spots are as both sides number them.
        """
        chance = random.Random(1)
        ordered = sorted(facts, key=self._rarity)
        for turn in range(MOST_TRIES):
            at = self._guess(ordered, chance, by_class=turn % 2 == 1)
            if all(self._holds(fact, at) for fact in ordered):
                return at
        return None

    def _holds(self, fact: Fact, at: Mapping[Spot, Card]) -> bool:
        places = self.places[fact.is_new]
        lying = {spot: at[there] for spot, there in places.items() if there in at}
        return self.side(fact).answer(fact.feature, lying) == fact.answer

    def _rarity(self, fact: Fact) -> float:
        """The share of the sets of cards that give this answer, as far as it is known; then what cannot be looked up."""
        found = self.side(fact).sets(fact)
        if found is None:
            return 2.0
        numbers, size = found
        return len(numbers) / math.comb(len(self.new.judge.deck), size)

    def _guess(self, facts: Sequence[Fact], chance: random.Random, *, by_class: bool) -> dict[Spot, Card]:
        """Cards that may do; ``by_class`` takes hands that are compared from one class as often as from another."""
        at: dict[Spot, Card] = {}
        spots = list(dict.fromkeys(spot for fact in facts for spot in self.spots(fact)))
        rare = [fact for fact in facts if self._rarity(fact) < COMMON or not by_class]
        for fact in rare:
            self._lay(self._cards(fact, chance), self.spots(fact), at, chance)
        for fact in facts if by_class else ():
            for hand in fact.feature.of if fact.feature.kind is Kind.RELATION else ():
                whole = replace(fact, feature=hand)
                self._lay(self._of_some_class(whole, chance), self.spots(whole), at, chance)
        for fact in facts:
            self._lay(self._cards(fact, chance), self.spots(fact), at, chance)
        if any(fact.answer == "equal" for fact in facts):
            self._copy_ranks([f for f in facts if f.answer == "equal"], at, chance)
        left = [card for card in self.new.judge.deck if card not in at.values()]
        chance.shuffle(left)
        for spot in spots:
            if spot not in at:
                at[spot] = left.pop()
        return at

    @staticmethod
    def _lay(cards: Sequence[Card], spots: Sequence[Spot], at: dict[Spot, Card], chance: random.Random) -> None:
        """Lays cards at some of these spots, if none is taken and no card lies elsewhere."""
        if cards and not any(spot in at for spot in spots) and not set(cards) & set(at.values()):
            places = sorted(chance.sample(range(len(spots)), len(cards)))
            at.update((spots[place], card) for place, card in zip(places, cards, strict=True))

    def _of_some_class(self, fact: Fact, chance: random.Random) -> tuple[Card, ...]:
        """A hand of some class of its ranking, each class as likely; none where it has no ranking."""
        classes = self.side(fact).classes(fact.feature)
        if not classes:
            return ()
        numbers, size = chance.choice(classes)
        return self._set_of(fact, numbers, size, chance)

    def _set_of(self, fact: Fact, numbers: NDArray[np.int64], size: int, chance: random.Random) -> tuple[Card, ...]:
        deck = self.side(fact).judge.deck
        return tuple(deck[c] for c in cards_of(int(numbers[chance.randrange(len(numbers))]), size))

    def _copy_ranks(self, facts: Sequence[Fact], at: dict[Spot, Card], chance: random.Random) -> None:
        """Lays cards of the same ranks under a hand that is to be equal to another."""
        for fact in facts:
            if len(fact.feature.of) != 2:
                continue
            one, other = (self.spots(replace(fact, feature=hand)) for hand in fact.feature.of)
            if all(spot in at for spot in other) and not any(spot in at for spot in one):
                one, other = other, one
            if not any(spot in at for spot in one):
                left = [c for c in self.new.judge.deck if c not in at.values()]
                at.update(zip(one, chance.sample(left, len(one)), strict=True))
            for spot in other:
                at.pop(spot, None)
            for spot, like in zip(other, [s for s in one if s in at], strict=False):
                free = [c for c in self.new.judge.deck if c.rank == at[like].rank and c not in at.values()]
                if free:
                    at[spot] = chance.choice(free)

    def _cards(self, fact: Fact, chance: random.Random) -> tuple[Card, ...]:
        """Some cards that give an answer, in the order of the deck; none where they cannot be looked up."""
        found = self.side(fact).sets(fact)
        if found is None or not len(found[0]):
            return ()
        return self._set_of(fact, *found, chance)
