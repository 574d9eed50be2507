"""A round of concrete cards followed through a course: what the tree says comes of these cards and these decisions.

Questions are answered by the compiled tables that the methods count with, so that a round that was played tells whether
interpreter, tree and tables agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from audit.play.cards import Card
from audit.solve.cards.answers import AnswerIds, AnswersByCode, Judge
from audit.solve.cards.asking import asking_play
from audit.solve.cards.course import RELATIONS, Answer, Ask, Course, Decide, End, Feature, Kind, Node, Spot
from audit.solve.cards.sets import number_of
from audit.solve.errors import NotSolvable

MOST_SETS = 3_000_000
"""Of features that look at more sets of cards than this, concrete cards are asked by the interpreter's own tests."""

Chosen: TypeAlias = tuple[str, str]
"""Something that was decided: the step, and the label of the offer that was taken."""

Asks: TypeAlias = Callable[[Feature, tuple[Card, ...]], Answer]


@dataclass
class ByTables:
    """Answers features for concrete cards from the tables of a judge."""

    judge: Judge
    _ways: dict[int, tuple[Feature, Asks]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_play = asking_play(self.judge.configured.ruleset)
        self._numbers: dict[Card, list[int]] = {}
        for number, card in enumerate(self.judge.deck):
            self._numbers.setdefault(card, []).append(number)

    def ask(self, feature: Feature, cards: tuple[Card, ...]) -> Answer:
        """The answer of these cards, one for each spot of the feature, in their order."""
        if id(feature) not in self._ways:
            self._ways[id(feature)] = feature, self._way(feature)
        return self._ways[id(feature)][1](feature, cards)

    def numbers(self, cards: Sequence[Card]) -> list[int]:
        """The cards by their numbers in the deck; of equal ones each takes a number of its own."""
        found: list[int] = []
        for card in cards:
            found.append(next(number for number in self._numbers[card] if number not in found))
        return found

    def _way(self, feature: Feature) -> Asks:
        if self.judge.is_by_kinds:
            return self._by_play
        if feature.kind is Kind.RELATION:
            return self._comparing(feature)
        try:
            by_code = self.judge.by_code(feature)
        except NotSolvable:
            by_code = None
        if by_code is not None:
            known = by_code
            return lambda _, cards: known.answers[known.ids[self._code(known, cards)]]
        if math.comb(len(self.judge.deck), len(feature.spots)) > MOST_SETS:
            return self._by_play
        by_set: AnswerIds = self.judge.by_set(feature)
        return lambda _, cards: by_set.answers[by_set.ids[number_of(self.numbers(cards))]]

    def _code(self, known: AnswersByCode, cards: Sequence[Card]) -> int:
        """The code of the best hand in these cards; of hands that tie the higher one."""
        numbers, codes = sorted(self.numbers(cards)), known.coded.codes
        return max(int(codes[number_of(some)]) for some in combinations(numbers, known.coded.cards))

    def _comparing(self, feature: Feature) -> Asks:
        try:
            one, other = (self.judge.by_code(hand) for hand in feature.of)
        except NotSolvable:
            return self._by_play
        if one.coded is not other.coded:
            return self._by_play
        order = one.coded.order

        def compare(_: Feature, cards: tuple[Card, ...]) -> Answer:
            held = dict(zip(feature.spots, cards, strict=True))
            left, right = (
                order[self._code(known, [held[spot] for spot in hand.spots])]
                for known, hand in zip((one, other), feature.of, strict=True)
            )
            return RELATIONS[1 + int(left > right) - int(left < right)]

        return compare


def follow(course: Course, ask: Asks, held: Mapping[Spot, Card], chosen: Sequence[Chosen]) -> End:
    """Where a course ends with these cards and these decisions.

    Decisions that the tree leaves out, since they make no difference, are passed over.  Raises ValueError where the tree
    comes to a decision that was not taken, or an answer that it has no branch for.
    """
    node, left = descend(course.root, ask, held, chosen)
    if not isinstance(node, End):
        raise ValueError(f"{node.moment} was not decided; decided: {chosen}; left: {left}")
    return node


def descend(
    node: Node, ask: Asks, held: Mapping[Spot, Card], chosen: Sequence[Chosen]
) -> tuple[Decide | End, tuple[Chosen, ...]]:
    """The end, or the first decision that was not taken yet, and what of the decisions was not met on the way."""
    left = tuple(chosen)
    while True:
        match node:
            case End():
                return node, left
            case Ask(feature, branches):
                answer = ask(feature, tuple(held[spot] for spot in feature.spots))
                if answer not in branches:
                    raise ValueError(f"{feature.words} answers {answer}, and no branch is there for it")
                node = branches[answer]
            case Decide(moment, _, choices):
                labels = {choice.label: choice.then for choice in choices}
                at = next((n for n, (step, label) in enumerate(left) if step == moment and label in labels), None)
                if at is None:
                    return node, left
                node, left = labels[left[at][1]], left[at + 1 :]
