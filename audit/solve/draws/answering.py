"""What the lines of a round ask of cards, numbered, and what cards answer: asked of play once for all that are alike.

In: the questions that the graph of a round holds (`traces`).  Out: kinds of cards, and the answer of any row of them.
Must hold: a question that tells more cards apart than those before it raises `Refined`, and all is begun anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from audit.play.cards import Card
from audit.play.held import relation
from audit.play.sight import HeldHand, Thing
from audit.ruleset import expressions as ex
from audit.solve.cards.course import Answer
from audit.solve.draws.kinds import Kinds, kinds_by_place, kinds_for
from audit.solve.draws.questions import WHOLE, Asker, Lying, Question
from audit.solve.draws.rows import Ints, Shape, as_bytes, unique_rows
from audit.solve.draws.traces import Asked, Node, Traces
from audit.solve.draws.worlds import Row, World
from audit.solve.errors import NotSolvable

HELD_AGAINST_PLAY = 3
"""Rows of so many cards and fewer are asked of two cards of each kind, to see that the kinds are alike indeed."""


class Refined(Exception):
    """Something was asked that tells cards apart which were thrown together: all is begun anew with finer kinds."""


@dataclass
class Answers:
    """The questions of one graph, and what cards by their kinds answer."""

    traces: Traces
    asker: Asker
    numbers: dict[Question, int] = field(default_factory=dict)
    _listed: list[Question] = field(default_factory=list)
    _places: list[tuple[tuple[str, int], ...]] = field(default_factory=list)
    _areas: list[tuple[str, ...]] = field(default_factory=list)
    _cuts: list[tuple[int | None, ...]] = field(default_factory=list)
    _answers: list[dict[tuple[Row, ...], Answer]] = field(default_factory=list)
    _distinct: list[dict[Answer, int]] = field(default_factory=list)
    """The answers to each question that were met, numbered."""
    _numbered: list[dict[tuple[int, ...], dict[bytes, int]]] = field(default_factory=list)
    """By how many cards of each area are asked of, and by the cards: the number of the answer."""
    _things: dict[Hashable, Thing] = field(default_factory=dict)
    _strengths: dict[tuple[Question, str, Row], Hashable] = field(default_factory=dict)
    _of_nodes: dict[int, int] = field(default_factory=dict)
    _read: int = 0
    is_told_by_place: bool = True
    """Whether some places may tell more of cards than others (`Kinds.fine`)."""
    besides: dict[Question, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Questions of another round, with the places that they look at, which are not asked in this one."""

    @cached_property
    def kinds(self) -> Kinds:
        return self._kinds_anew()

    def _kinds_anew(self) -> Kinds:
        ruleset, deck = self.asker.ruleset, self.traces.laying.deck
        asked = self.besides | dict(zip(self._listed, self._places, strict=True))
        return kinds_by_place(asked, ruleset, deck) if self.is_told_by_place else kinds_for(asked, ruleset, deck)

    def take_in_those_of(self, other: Answers) -> None:
        """Tells cards apart as far as another round does, too: all is begun anew, unless it does so already."""
        if not self.besides:
            self.besides = dict(zip(other._listed, other._places, strict=True))
            raise Refined

    def tell_everywhere(self) -> None:
        """Where kinds by place are not reckoned with, cards are told apart alike everywhere: all is begun anew, if need be.

        So it is until something is asked that tells more cards apart.
        """
        if self.kinds.fine is not None:
            self.is_told_by_place = False
            raise Refined

    @cached_property
    def told_apart(self) -> Mapping[str, int]:
        """How many cards of each area are told apart by their places."""
        most: dict[str, int] = {}
        for places in (*self._places, *self.besides.values()):
            for area, place in places:
                if place != WHOLE:
                    most[area] = max(most.get(area, 0), place + 1)
        return most

    def begin_anew(self) -> None:
        """Forgets the kinds and what cards of them answered, but not what is asked."""
        self.__dict__.pop("kinds", None)
        self.__dict__.pop("told_apart", None)
        self.__dict__.pop("_kind_of", None)
        self._strengths.clear()
        self._things.clear()
        self._answers = [{} for _ in self.numbers]
        self._distinct = [{} for _ in self.numbers]
        self._numbered = [{} for _ in self.numbers]

    def take_in(self) -> None:
        """Takes in what new points of the graph ask; raises `Refined` where that tells more cards apart."""
        fresh = False
        for node in self.traces.nodes[self._read :]:
            if isinstance(node.point, Asked) and node.point.question not in self.numbers:
                self._number_of(node.point.question)
                fresh = True
        self._read = len(self.traces.nodes)
        if fresh:
            kinds, told_apart = self.__dict__.get("kinds"), self.__dict__.pop("told_apart", None)
            if kinds is not None and (self._kinds_anew().as_fine() != kinds.as_fine() or self.told_apart != told_apart):
                self.is_told_by_place = True
                raise Refined

    # questions by number

    def _number_of(self, question: Question) -> int:
        number = self.numbers.get(question)
        if number is None:
            number = self.numbers[question] = len(self.numbers)
            self._answers.append({})
            self._distinct.append({})
            self._numbered.append({})
            self._listed.append(question)
            places = self.asker.places(question.expression)
            self._places.append(places)
            self._areas.append(tuple(dict.fromkeys(area for area, _ in places)))
            self._cuts.append(tuple(_cut(places, area) for area in self._areas[-1]))
        return number

    def number_at(self, node: Node) -> int:
        """The number of the question that a point asks."""
        number = self._of_nodes.get(node.number)
        if number is None:
            assert isinstance(node.point, Asked)
            number = self._of_nodes[node.number] = self._number_of(node.point.question)
        return number

    def question(self, number: int) -> Question:
        return self._listed[number]

    def areas_of(self, number: int) -> tuple[str, ...]:
        """The areas whose cards a question looks at."""
        return self._areas[number]

    def places_of(self, number: int) -> tuple[tuple[str, int], ...]:
        """The areas with the places there that a question looks at."""
        return self._places[number]

    def cells_of(self, world: World, number: int) -> Iterator[tuple[str, int]]:
        """The places of the cards that a question looks at, as cards lie."""
        for area, place in self._places[number]:
            if place != WHOLE:
                yield area, place
            else:
                yield from ((area, n) for n in range(len(world.row(area))))

    def is_by_place(self, number: int, area: str) -> bool:
        """Whether a question asks in which order the cards of an area lie."""
        return any(name == area and place != WHOLE for name, place in self._places[number])

    # what cards answer

    @cached_property
    def _kind_of(self) -> Ints:
        return np.array(self.kinds.kind_of, dtype=np.int64)

    def reduced(self, number: int, cells: Ints) -> Ints:
        """Cards as far as a question may tell them apart; one that looks at places without fine kinds needs none.

        A question that needs fine kinds looks at no place that has none (`kinds_by_place`).
        """
        if self.kinds.fine is None or all(self.kinds.is_fine(*place) for place in self._places[number]):
            return cells
        return np.where(cells < 0, cells, self._kind_of[np.maximum(cells, 0)])

    def reduced_row(self, number: int, row: Row) -> Row:
        """The same for one row."""
        if self.kinds.fine is None:
            return row
        return tuple(self.reduced(number, np.array(row, dtype=np.int64)).tolist())

    def shown(self, answers: Mapping[int, Answer]) -> dict[Answer, int]:
        """By what each cell is answered, the set of kinds that each answer leaves open of a card that lies unseen.

        Such a set is one of kinds, at places with fine kinds too: where an answer tells cards of one kind apart, cards are
        told apart alike everywhere.
        """
        sets: dict[Answer, int] = {}
        for cell, answer in answers.items():
            sets[answer] = sets.get(answer, 0) | 1 << self.kinds.kind_of[cell]
        if sum(kinds.bit_count() for kinds in sets.values()) > len({self.kinds.kind_of[cell] for cell in answers}):
            self.tell_everywhere()
        return sets

    def answer_to(self, number: int, world: World) -> Answer:
        """What cards that are all looked at answer to a question."""
        return self._answer_of(
            number,
            tuple(
                row[:cut] if self.is_by_place(number, area) else tuple(sorted(row))
                for area, row, cut in (
                    (area, self.reduced_row(number, world.row(area)), cut)
                    for area, cut in zip(self._areas[number], self._cuts[number], strict=True)
                )
            ),
        )

    def _answer_of(self, number: int, rows: tuple[Row, ...]) -> Answer:
        """The same by the rows of `areas_of`, sorted where their order is not asked, cut where the rest is not asked of."""
        answers = self._answers[number]
        if rows not in answers:
            answers[rows] = self._answer_anew(number, rows)
        return answers[rows]

    def columns(self, number: int, shape: Shape) -> list[int]:
        """The columns of the cards that a question looks at."""
        world = shape.world([0] * shape.width)
        return [shape.columns(area)[place] for area, place in self.cells_of(world, number)]

    def of_rows(self, number: int, shape: Shape, rows: Ints) -> tuple[list[Answer], Ints]:
        """The answers that many worlds give to a question, and which of them each gives."""
        parts: list[Ints] = []
        for area, cut in zip(self._areas[number], self._cuts[number], strict=True):
            columns = shape.columns(area)[:cut]
            cells = self.reduced(number, rows[:, columns.start : columns.stop])
            parts.append(cells if self.is_by_place(number, area) else np.sort(cells, axis=1))
        whole = np.concatenate(parts, axis=1) if parts else rows[:, :0]
        first, which = unique_rows(whole)
        known = self._numbered[number].setdefault(tuple(part.shape[1] for part in parts), {})
        distinct = self._distinct[number]
        keys = as_bytes(whole[first])
        for row, key in zip(first.tolist(), keys, strict=True):
            if key not in known:
                answer = self._answer_of(number, tuple(tuple(part[row].tolist()) for part in parts))
                known[key] = distinct.setdefault(answer, len(distinct))
        of = np.fromiter(map(known.__getitem__, keys), dtype=np.int64, count=len(keys))
        _, start, renumbered = np.unique(of, return_index=True, return_inverse=True)
        answers = list(distinct)
        return [answers[of[n]] for n in start], renumbered.reshape(-1)[which]

    def _answer_anew(self, number: int, rows: tuple[Row, ...]) -> Answer:
        """Few cards are asked twice: that kinds are alike is worked out from the lines, and held against play here."""
        answer = self._asked_of(number, rows, self.kinds.lying)
        if sum(map(len, rows)) <= HELD_AGAINST_PLAY and answer != self._asked_of(number, rows, self.kinds.others):
            words = self._listed[number].words
            raise NotSolvable(f"{words} tells cards apart that were taken to be alike", words)
        return answer

    def _asked_of(self, number: int, rows: tuple[Row, ...], cards: tuple[Card, ...]) -> Answer:
        question, areas = self._listed[number], self._areas[number]
        lying: Lying = {area: tuple(cards[max(cell, 0)] for cell in row) for area, row in zip(areas, rows, strict=True)}
        if cards is not self.kinds.lying:
            thing = self.asker.thing(question.expression, question, lying)
        elif isinstance(question.expression, ex.Against):
            sides = (question.expression.left, question.expression.right)
            one, other = (self._side(side, question, lying, dict(zip(areas, rows, strict=True))) for side in sides)
            thing = relation(one, other, self.asker.ruleset)
        else:
            thing = self._thing(question.expression, question, lying, (areas, rows))
        return self.asker.tested(thing, question, lying)

    def _side(self, side: ex.Expression, question: Question, lying: Lying, rows: Mapping[str, Row]) -> Thing:
        areas = tuple(dict.fromkeys(area for area, _ in self.asker.places(side)))
        return self._thing(side, question, lying, (areas, tuple(rows[area] for area in areas)))

    def _thing(self, expression: ex.Expression, question: Question, lying: Lying, where: Hashable) -> Thing:
        """What an expression is worth of cards that lie so, worked out once."""
        key = expression, question.hand, question.after, where
        if key not in self._things:
            self._things[key] = self.asker.thing(expression, question, lying)
        return self._things[key]

    def strength(self, question: Question, area: str, row: Row) -> Hashable:
        """What the hand of one area is worth in a comparison; the cards themselves where it is no hand of its own."""
        key = question, area, row
        if key not in self._strengths:
            self._strengths[key] = self._strength_anew(question, area, row)
        return self._strengths[key]

    def _strength_anew(self, question: Question, area: str, row: Row) -> Hashable:
        assert isinstance(question.expression, ex.Against)
        cards = tuple(self.kinds.lying[cell] for cell in row)
        for side in (question.expression.left, question.expression.right):
            if {name for name, _ in self.asker.places(side)} == {area}:
                thing = self._thing(side, question, {area: cards}, ((area,), (row,)))
                if isinstance(thing, HeldHand):
                    return thing.scale.name, thing.worth.order
        return row


def _cut(places: Sequence[tuple[str, int]], area: str) -> int | None:
    """So many cards of an area are asked of, the first ones; None for all of them."""
    asked = [place for name, place in places if name == area]
    return None if WHOLE in asked else max(asked) + 1
