"""What lines ask of cards while hands grow: by expression and test, not by card, so that it can be asked of any hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from audit.play.cards import Card
from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.hands import area_of
from audit.play.held import spelled_out
from audit.play.sight import HeldCards, HeldHand, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import worth as wo
from audit.ruleset.patterns import Pattern
from audit.ruleset.places import Area
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Answer
from audit.solve.cards.features import words
from audit.solve.errors import NotSolvable

Lying: TypeAlias = Mapping[str, tuple[Card, ...]]
"""The cards of each area, in the order in which they were dealt."""

WHOLE = -1
"""Stands for all cards of an area, however many there are."""


@dataclass(frozen=True)
class Question:
    """An expression that looks at cards, and a test of it; without one it is asked what the expression is worth.

    ``hand`` is the hand in play, ``after`` the choices that touched it.
    """

    expression: ex.Expression
    test: Pattern | None = None
    hand: str = ""
    after: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        return words(self.expression)


@dataclass(frozen=True)
class Asker:
    """Answers questions about concrete cards, as play does."""

    ruleset: Ruleset
    equipment: Equipment

    def tested(self, thing: Thing, question: Question, lying: Lying) -> Answer:
        """What a question is answered whose expression is worth this."""
        if question.test is not None:
            return fits(question.test, thing, self._sight(question, lying))
        return as_answer(thing, question)

    def thing(self, expression: ex.Expression, question: Question, lying: Lying) -> Thing:
        """What a part of a question is worth by itself."""
        return evaluate(expression, self._sight(question, lying))

    def _sight(self, question: Question, lying: Lying) -> Sight:
        return Sight(self.equipment, areas=lying, as_dealt=lying, hand=question.hand, after=question.after)

    def places(self, expression: ex.Expression) -> tuple[tuple[str, int], ...]:
        """What an expression looks at: areas, each with the place of a card there, or `WHOLE`."""
        return tuple(dict.fromkeys(self._places(expression)))

    def _places(self, expression: ex.Expression) -> Iterator[tuple[str, int]]:
        match spelled_out(expression, self.ruleset):
            case ex.Called(name):
                yield from ((area, WHOLE) for area in self._areas(name.text))
            case ex.NthCard(ordinal, of):
                yield from self._nth(ordinal, 1, of)
            case ex.NthCards(ordinal, number, of):
                yield from self._nth(ordinal, int(number.value), of)
            case ex.FeatureOf(_, of) | ex.ExtremeOf(_, _, of):
                yield from self._places(of)
            case ex.Together(parts):
                for part in parts:
                    yield from self._places(part)
            case ex.Against(left, right):
                yield from self._places(left)
                yield from self._places(right)
            case _:
                raise NotSolvable(f"{words(expression)}: what it hangs on cannot be told", words(expression))

    def _nth(self, ordinal: ex.Ordinal, number: int, of: ex.Expression) -> Iterator[tuple[str, int]]:
        inner = tuple(self._places(of))
        if len(inner) != 1 or inner[0][1] != WHOLE or ordinal is ex.Ordinal.LAST:
            raise NotSolvable(f"{words(of)}, of which single cards are counted,", words(of))
        yield from ((inner[0][0], ordinal.value - 1 + n) for n in range(number))

    def _areas(self, name: str) -> Iterator[str]:
        for statement in self.ruleset.by_name.get(area_of(name), ()):
            match statement:
                case Area():
                    yield name
                case wo.BestHandOf(picks=picks) | wo.WholeHandOf(picks=picks):
                    for pick in picks:
                        yield from self._areas(pick.area.text)
                case wo.LowerHand(one=one, other=other) | wo.HigherHand(one=one, other=other):
                    yield from self._areas(one.text)
                    yield from self._areas(other.text)


def as_answer(thing: Thing, question: Question) -> Answer:
    """What an expression is worth, as an answer; raises `NotSolvable` where it is cards."""
    if isinstance(thing, HeldCards | HeldHand | Card):
        raise NotSolvable(f"{question.words} is cards where a value is wanted", question.words)
    return thing


def most_counted(places: Sequence[tuple[str, int]], area: str) -> int:
    """How many cards of an area are told apart by their place."""
    return max((place + 1 for name, place in places if name == area and place != WHOLE), default=0)
