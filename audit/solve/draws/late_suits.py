"""Suits told late: what they are in a hand that was drawn by what its cards count, once it is drawn to its end.

In: the cards of a hand as they are counted, in no order.  Out: how likely each answer is to questions about suits alone.
Must hold: of no card that lies elsewhere more is known than its kind.  Then whichever cards of a kind lie in the hand is as
likely as any other, whatever was drawn before and after, and the chances hang on the hand alone.

Cards of one kind and suit are not told apart further: the hand is a number of cards of each suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, perm, prod
from typing import TypeAlias

from audit.play.cards import Card
from audit.play.sight import HeldCards, HeldHand
from audit.solve.cards.course import Answer
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.questions import Asker, Question
from audit.solve.draws.worlds import Row
from audit.solve.errors import NotSolvable

Held: TypeAlias = tuple[int, ...]
"""How many cards of each suit."""

Suited: TypeAlias = tuple[Held, ...]
"""How many cards of each suit there are of each kind of a hand, in the order of kinds."""

Told: TypeAlias = Mapping[tuple[Answer, ...], tuple[Fraction, Suited]]
"""By the answers to several questions: how likely they are, and the suits of a hand that answers so."""

Counted: TypeAlias = tuple[tuple[int, int], ...]
"""How many cards of each kind, in the order of kinds."""


@dataclass
class LateSuits:
    """What hands answer; ``kinds`` are those by which cards are counted."""

    kinds: Kinds
    asker: Asker
    _answers: dict[tuple[Question, str, Held], Answer] = field(default_factory=dict)
    _told: dict[tuple[tuple[Question, ...], str, Counted], Told] = field(default_factory=dict)
    _hands: dict[Counted, dict[Held, tuple[int, Suited]]] = field(default_factory=dict)
    _ways: dict[tuple[Held, int], tuple[tuple[Held, int], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.suits = tuple(dict.fromkeys(card.suit for card in self.kinds.deck))
        self.members: dict[tuple[int, int], list[Card]] = {}
        for card in self.kinds.deck:
            self.members.setdefault((self.kinds.of[card], self.suits.index(card.suit)), []).append(card)
        self._hands[()] = {(0,) * len(self.suits): (1, ())}

    def told(self, questions: Sequence[Question], area: str, row: Row) -> Told:
        """What cards of these kinds answer; ``row`` is their kinds in any order, all of them looked at."""
        counted = tuple(sorted(Counter(row).items()))
        key = tuple(questions), area, counted
        if key not in self._told:
            self._told[key] = self._told_anew(*key)
        return self._told[key]

    def _told_anew(self, questions: tuple[Question, ...], area: str, counted: Counted) -> Told:
        whole = prod(perm(self.kinds.copies[kind], number) for kind, number in counted)
        found: dict[tuple[Answer, ...], tuple[int, Suited]] = {}
        for held, (ways, suited) in self._hands_of(counted).items():
            answers = tuple(self._answer(question, area, held) for question in questions)
            before, shown = found.get(answers, (0, suited))
            found[answers] = before + ways, shown
        return {answers: (Fraction(ways, whole), shown) for answers, (ways, shown) in found.items()}

    def _answer(self, question: Question, area: str, held: Held) -> Answer:
        """What a hand of so many cards of each suit answers, asked of play on any such cards."""
        key = question, area, held
        if key not in self._answers:
            cards = [self._of_suit(suit)[n] for suit, number in enumerate(held) for n in range(number)]
            lying = {area: tuple(cards)}
            thing = self.asker.thing(question.expression, question, lying)
            looked_at = (thing,) if isinstance(thing, Card) else thing.cards if isinstance(thing, HeldCards | HeldHand) else ()
            if Counter(looked_at) != Counter(cards):
                raise NotSolvable(f"{question.words}, of which some cards only are looked at", question.words)
            self._answers[key] = self.asker.tested(thing, question, lying)
        return self._answers[key]

    def _of_suit(self, suit: int) -> list[Card]:
        return [card for (_, of), cards in self.members.items() if of == suit for card in cards]

    def _hands_of(self, counted: Counted) -> dict[Held, tuple[int, Suited]]:
        """In how many ways, place by place, cards of these kinds make a hand of so many of each suit; and how in one of them."""
        if counted not in self._hands:
            kind, number = counted[-1]
            grown: dict[Held, tuple[int, Suited]] = {}
            for held, (ways, suited) in self._hands_of(counted[:-1]).items():
                for more, of in self._ways_of(kind, number):
                    key = tuple([a + b for a, b in zip(held, more, strict=True)])
                    before, shown = grown.get(key, (0, (*suited, more)))
                    grown[key] = before + ways * of, shown
            self._hands[counted] = grown
        return self._hands[counted]

    def _ways_of(self, kind: int, number: int) -> tuple[tuple[Held, int], ...]:
        """How so many cards of one kind are spread over suits, and in how many ways, place by place."""
        copies = tuple(len(self.members.get((kind, suit), ())) for suit in range(len(self.suits)))
        if (copies, number) not in self._ways:
            self._ways[copies, number] = tuple(
                (held, factorial(number) // prod(map(factorial, held)) * prod(map(perm, copies, held)))
                for held in _spread(number, copies)
            )
        return self._ways[copies, number]

    def lying(self, suited: Suited, row: Row) -> Row:
        """Cards of these suits by their fine kinds, in the order in which their kinds lie in a row."""
        fine = self.kinds.fine
        assert fine is not None
        waiting = {
            kind: [c for suit, n in enumerate(held) for c in self.members.get((kind, suit), ())[:n]]
            for kind, held in zip(sorted(set(row)), suited, strict=True)
        }
        return tuple(len(self.kinds.cards) + fine.of[waiting[kind].pop()] for kind in row)


def _spread(number: int, copies: Sequence[int]) -> Iterator[Held]:
    """Every way to take so many, of each no more than there are."""
    if len(copies) == 1:
        if number <= copies[0]:
            yield (number,)
        return
    for first in range(min(number, copies[0]) + 1):
        yield from ((first, *rest) for rest in _spread(number - first, copies[1:]))
