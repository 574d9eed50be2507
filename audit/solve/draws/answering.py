"""What the lines of a round ask of cards, numbered, and what cards answer: asked of play once for all that are alike.

In: the questions that the graph of a round holds (`traces`).  Out: kinds of cards, and the answer of any row of them.
Must hold: a question that tells more cards apart than those before it raises `Refined`, and all is begun anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice

import numpy as np

from audit.play.cards import Card
from audit.play.grades import is_grade
from audit.play.held import relation
from audit.play.scales import Worth
from audit.play.sight import HeldCards, HeldHand, Judged, Thing
from audit.ruleset import expressions as ex
from audit.ruleset.basis import NOWHERE
from audit.ruleset.rewrite import walk
from audit.solve.cards.bundles import has_decisions
from audit.solve.cards.course import Answer
from audit.solve.cards.features import words
from audit.solve.draws.adding_up import Sums, sums_of
from audit.solve.draws.exchanging import Exchange, Suited, exchange_in, others_of, suited
from audit.solve.draws.kinds import Kinds, kinds_but_late, kinds_by_place, kinds_for
from audit.solve.draws.late_suits import LateSuits, Told
from audit.solve.draws.questions import WHOLE, Asker, Lying, Question
from audit.solve.draws.rows import Ints, Shape, as_bytes, last_of, unique_rows
from audit.solve.draws.traces import Asked, Node, Traces
from audit.solve.draws.worlds import GONE, Row, World
from audit.solve.errors import NotSolvable

HELD_AGAINST_PLAY = 3
"""Rows of so many cards and fewer are asked of two cards of each kind, to see that the kinds are alike indeed."""


MOST_KEPT = 12
"""For so many sets of statements and kinds of cards it is kept what they answer: an answer is some hundred bytes."""


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
    _are_wholes: list[bool] = field(default_factory=list)
    _areas: list[tuple[str, ...]] = field(default_factory=list)
    _cuts: list[tuple[int | None, ...]] = field(default_factory=list)
    _distinct: list[dict[Answer, int]] = field(default_factory=list)
    """The answers to each question that were met, numbered."""
    _numbered: list[dict[Hashable, dict[bytes, int]]] = field(default_factory=list)
    """By how many cards of each area are asked of, and by the cards or what they add up to: the number of the answer."""
    _parts: list[tuple[_Part, ...]] = field(default_factory=list)
    _exchanges: list[Exchange] = field(default_factory=list)
    _part_numbers: dict[Hashable, int] = field(default_factory=dict)
    _answers: dict[int, dict[Hashable, Answer]] = field(default_factory=dict)
    _sums: dict[int, tuple[Sums, ...]] = field(default_factory=dict)
    """By the number of a question: how the cards of each of its areas add up; nothing where it looks at more than sums."""
    _by_widths: dict[tuple[int, tuple[int, ...]], tuple[Sums, ...] | None] = field(default_factory=dict)
    _sums_of_parts: dict[int, Sums | None] = field(default_factory=dict)
    _strengths: dict[tuple[int, str], tuple[dict[Hashable, int], dict[Hashable, int]]] = field(default_factory=dict)
    """By the number of a comparison and an area: by what tells its cards apart the number of what they are worth; and these."""
    _strengths_by_sums: dict[Hashable, Hashable] = field(default_factory=dict)
    _things: dict[int, dict[tuple[Row, ...], Thing]] = field(default_factory=dict)
    """What is said by now, by the number of a question and by that of a part, and by the cards: the answer, what it is worth."""
    _tested: dict[int, dict[Thing | Worth, Answer]] = field(default_factory=dict)
    """By the number of a question and what its expression is worth: the answer."""
    _of_nodes: dict[int, int] = field(default_factory=dict)
    _columns: dict[tuple[int, Shape], list[int]] = field(default_factory=dict)
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
        if not self.is_told_by_place:
            return kinds_for(asked, ruleset, deck)
        # Where something is decided, what a player has seen of suits bears on what he does.
        return (kinds_by_place if has_decisions(ruleset) else kinds_but_late)(asked, ruleset, deck)

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

    def is_late(self, number: int) -> bool:
        """Whether a question about suits is told late (`late_suits`), and not by what cards lie as."""
        late = self.kinds.late
        return bool(late) and self._listed[number] in late

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
        """Forgets the kinds, but not what is asked; and what cards answered, if they are of other kinds now."""
        before = self.__dict__.pop("kinds", None)
        self.__dict__.pop("told_apart", None)
        self.__dict__.pop("_kind_of", None)
        self.__dict__.pop("late_suits", None)
        self.__dict__.pop("_suited", None)
        self.__dict__.pop("_said", None)
        if before is not None and self.kinds == before:
            return
        self._answers.clear()
        self._sums.clear()
        self._by_widths.clear()
        self._sums_of_parts.clear()
        self._strengths.clear()
        self._strengths_by_sums.clear()
        self._things.clear()
        self._tested.clear()
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
            self._distinct.append({})
            self._numbered.append({})
            self._listed.append(question)
            places = self.asker.places(question.expression)
            self._places.append(places)
            self._are_wholes.append(all(place == WHOLE for _, place in places))
            self._areas.append(tuple(dict.fromkeys(area for area, _ in places)))
            self._cuts.append(tuple(_cut(places, area) for area in self._areas[-1]))
            self._parts.append(tuple(self._parts_of(question, self._areas[-1])))
            self._exchanges.append(exchange_in(question, places, self.asker.ruleset))
        return number

    def _parts_of(self, question: Question, areas: tuple[str, ...]) -> Iterator[_Part]:
        whole = question.expression
        for part in (whole.left, whole.right) if isinstance(whole, ex.Against) else (whole,):
            key = part, question.hand, question.after
            mine = tuple(dict.fromkeys(area for area, _ in self.asker.places(part)))
            number = self._part_numbers.setdefault(key, len(self._part_numbers))
            yield _Part(key, number, part, mine, tuple(areas.index(area) for area in mine))

    @cached_property
    def late_suits(self) -> LateSuits:
        return LateSuits(self.kinds, self.asker)

    def told_late(self, numbers: Sequence[int], area: str, row: Row) -> Told:
        """What cards of an area that are drawn to the end answer to these questions, all told late: how likely each answer is."""
        return self.late_suits.told([self._listed[number] for number in numbers], area, row)

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

    def looks_at_wholes(self, number: int) -> bool:
        """Whether a question looks at all cards of its areas, wherever they lie."""
        return self._are_wholes[number]

    def cells_of(self, world: World, number: int) -> Iterator[tuple[str, int]]:
        """The places of the cards that a question looks at, as far as cards lie there.

        Raises `NotSolvable` where it counts off the cards of an area as they were dealt and these make several hands by now:
        a hand of a split is followed by itself, and where the other cards lie is not known.
        """
        for area, place in self._places[number]:
            if place == WHOLE:
                yield from ((area, n) for n in range(len(world.row(area))))
            elif any(name == GONE + area for name, _ in world.areas):
                raise counted_off(self._listed[number])
            elif place < len(world.row(area)):
                yield area, place

    def is_by_place(self, number: int, area: str) -> bool:
        """Whether a question asks in which order the cards of an area lie."""
        return any(name == area and place != WHOLE for name, place in self._places[number])

    # what cards answer

    @cached_property
    def _kind_of(self) -> Ints:
        return np.array(self.kinds.kind_of, dtype=np.int64)

    def _tells_all(self, number: int) -> bool:
        """Whether all cards that a question looks at are told apart as finely as any."""
        return self.kinds.fine is None or all(self.kinds.is_fine(*place) for place in self._places[number])

    def reduced(self, number: int, cells: Ints) -> Ints:
        """Cards as far as a question may tell them apart; one that looks at places without fine kinds needs none.

        A question that needs fine kinds looks at no place that has none (`kinds_by_place`).
        """
        if self._tells_all(number):
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
        rows = [self.reduced_row(number, world.row(area)) for area in self._areas[number]]
        if self._are_wholes[number]:
            return self._answer_of(number, tuple([tuple(sorted(row)) for row in rows]))
        return self._answer_of(
            number,
            tuple(
                row[:cut] if self.is_by_place(number, area) else tuple(sorted(row))
                for area, row, cut in zip(self._areas[number], rows, self._cuts[number], strict=True)
            ),
        )

    def _answer_of(self, number: int, rows: tuple[Row, ...]) -> Answer:
        """The same by the rows of `areas_of`, sorted where their order is not asked, cut where the rest is not asked of."""
        answers, key = self._answers_to(number), self._key_of(number, rows)
        if key not in answers:
            answers[key] = self._answer_anew(number, rows)
        return answers[key]

    def _is_answered(self, number: int, rows: tuple[Row, ...]) -> bool:
        return self._key_of(number, rows) in self._answers_to(number)

    def _answers_to(self, number: int) -> dict[Hashable, Answer]:
        answers = self._answers.get(number)
        if answers is None:
            answers = self._answers[number] = self._said.answers.setdefault(self._listed[number], {})
        return answers

    def _key_of(self, number: int, rows: tuple[Row, ...]) -> Hashable:
        """What tells rows apart for a question: what the cards add up to, and as far as it matters how many they are; or the cards."""
        widths = tuple([len(row) for row in rows])
        sums = self._told_by_sums(number, widths)
        return rows if sums is None else (_marks(sums, widths), *[each.of_row(row) for each, row in zip(sums, rows, strict=True)])

    def _told_by_sums(self, number: int, widths: tuple[int, ...]) -> tuple[Sums, ...] | None:
        """How the cards of each area of a question add up, where rows of so many are told apart by nothing else."""
        key = number, widths
        if key not in self._by_widths:
            found = self._sums.get(number)
            if found is None:
                found = self._sums[number] = tuple(self._sums_of(number))
            is_told = bool(found) and all(sums.mark(width) is not None for sums, width in zip(found, widths, strict=True))
            self._by_widths[key] = found if is_told else None
        return self._by_widths[key]

    def _sums_of(self, number: int) -> list[Sums]:
        question, parts = self._listed[number], self._parts[number]
        test = question.test if len(parts) == 1 else None
        found = [sums_of(part.expression, test, self.kinds, self.asker.ruleset) for part in parts]
        by_area = {sums.area: sums for sums in found if sums is not None}
        are_all = len(by_area) == len(found) and by_area.keys() == {*self._areas[number]}
        return [by_area[area] for area in self._areas[number]] if are_all else []

    def columns(self, number: int, shape: Shape) -> list[int]:
        """The columns of the cards that a question looks at."""
        found = self._columns.get((number, shape))
        if found is None:
            world = shape.world([0] * shape.width)
            found = [shape.columns(area)[place] for area, place in self.cells_of(world, number)]
            self._columns[number, shape] = found
        return found

    def of_rows(self, number: int, shape: Shape, rows: Ints) -> tuple[list[Answer], Ints]:
        """The answers that many worlds give to a question, and which of them each gives."""
        columns = [shape.columns(area)[:cut] for area, cut in zip(self._areas[number], self._cuts[number], strict=True)]
        lying = [rows[:, of.start : of.stop] for of in columns]
        widths = tuple(map(len, columns))
        sums = self._told_by_sums(number, widths)
        alike = self._alike_by_sums(number, lying, sums) if sums is not None else self._alike_by_cards(number, lying, widths, rows)
        told_by = widths if sums is None else _marks(sums, widths)
        known, distinct = self._numbered[number].setdefault(told_by, {}), self._distinct[number]
        for n, key in enumerate(alike.keys):
            if key not in known:
                known[key] = distinct.setdefault(alike.answer(n), len(distinct))
        of = [known[key] for key in alike.keys]
        met, answers = sorted(set(of)), list(distinct)
        places = {number: place for place, number in enumerate(met)}
        return [answers[one] for one in met], np.array([places[one] for one in of], dtype=np.int64)[alike.which]

    def _alike_by_cards(self, number: int, lying: Sequence[Ints], widths: tuple[int, ...], rows: Ints) -> _Alike:
        """Rows told apart by their cards, as far as the order of these and the names of suits matter."""
        parts = []
        for area, of in zip(self._areas[number], lying, strict=True):
            cells = self.reduced(number, of)
            parts.append(cells if self.is_by_place(number, area) else np.sort(cells, axis=1))
        given = np.concatenate(parts, axis=1) if parts else rows[:, :0]
        whole = self._exchanges[number].one_of_alike(given, widths, self._suited if self._tells_all(number) else None)
        first, which = unique_rows(whole)
        others = others_of(given, whole, which)

        def answer(n: int) -> Answer:
            found = self._answer_of(number, _apart(whole[first[n]], widths))
            if n in others and found != self._answer_of(number, _apart(given[others[n]], widths)):
                raise self._not_alike(number)
            return found

        return _Alike(as_bytes(whole[first]), which, answer)

    def _alike_by_sums(self, number: int, lying: Sequence[Ints], sums: Sequence[Sums]) -> _Alike:
        """Rows told apart by what their cards add up to; of each sum the first is asked and, where it is of other cards, the last."""
        whole = np.concatenate([each.of(of) for each, of in zip(sums, lying, strict=True)], axis=1)
        first, which = unique_rows(whole)
        last = last_of(which, len(first))

        def row(n: int) -> tuple[Row, ...]:
            return tuple([tuple(sorted(self.reduced_row(number, tuple(of[n].tolist())))) for of in lying])

        def answer(n: int) -> Answer:
            one, other = row(first[n]), row(last[n])
            is_new = not self._is_answered(number, one)
            found = self._answer_of(number, one)
            if is_new and other != one and found != self._answer_anew(number, other):
                raise self._not_alike(number)
            return found

        return _Alike(as_bytes(whole[first]), which, answer)

    @cached_property
    def _said(self) -> _Said:
        """What cards of these kinds have answered, to other rounds of equal rankings, hands and counts too."""
        kinds = self.kinds
        return _said_under((self.traces.laying.judge.what_answers_hang_on, kinds.lying, kinds.others, kinds.late))

    @cached_property
    def _suited(self) -> Suited | None:
        return suited(self.kinds)

    def _not_alike(self, number: int) -> NotSolvable:
        words = self._listed[number].words
        return NotSolvable(f"{words} tells cards apart that were taken to be alike", words)

    def _answer_anew(self, number: int, rows: tuple[Row, ...]) -> Answer:
        """Few cards are asked twice: that kinds are alike is worked out from the lines, and held against play here."""
        if self.is_late(number):  # it is asked where it cannot be told late
            self.tell_everywhere()
        answer = self._asked_of(number, rows)
        if sum(map(len, rows)) <= HELD_AGAINST_PLAY and answer != self._asked_of_others(number, rows):
            raise self._not_alike(number)
        return answer

    def _asked_of(self, number: int, rows: tuple[Row, ...]) -> Answer:
        first, *others = self._parts[number]
        thing = self._thing(number, first, rows)
        for other in others:
            thing = relation(thing, self._thing(number, other, rows), self.asker.ruleset)
        return self._tested_of(thing, number, rows)

    def _asked_of_others(self, number: int, rows: tuple[Row, ...]) -> Answer:
        """The same of other cards of the same kinds, asked as a whole."""
        question = self._listed[number]
        lying = _lying(self._areas[number], rows, self.kinds.others)
        return self.asker.tested(self.asker.thing(question.expression, question, lying), question, lying)

    def _thing(self, number: int, part: _Part, rows: tuple[Row, ...]) -> Thing:
        """What a part of a question is worth of cards that lie so, worked out once for all questions that have the part."""
        known, mine = self._things.get(part.number), tuple([rows[n] for n in part.places])
        if known is None:
            known = self._things[part.number] = self._said.things.setdefault(part.key, {})
        if mine not in known:
            lying = _lying(part.areas, mine, self.kinds.lying)
            known[mine] = self.asker.thing(part.expression, self._listed[number], lying)
        return known[mine]

    def _tested_of(self, thing: Thing, number: int, rows: tuple[Row, ...]) -> Answer:
        """What a thing answers.

        A value is tested once, since a test speaks of nothing but what is written out in it (`audit.play.sight.Comparer`); a hand
        that is asked for a class of its ranking is tested once by its worth.
        """
        question = self._listed[number]
        value: Thing | Worth = thing
        if isinstance(thing, HeldHand) and question.test is not None and is_grade(question.test, thing.scale):
            value = thing.worth
        elif question.test is None or isinstance(thing, Card | HeldCards | HeldHand | Judged):
            return self.asker.tested(thing, question, _lying(self._areas[number], rows, self.kinds.lying))
        known = self._tested.setdefault(number, {})
        if value not in known:
            known[value] = self.asker.tested(thing, question, _lying(self._areas[number], rows, self.kinds.lying))
        return known[value]

    def strength(self, number: int, area: str, row: Row) -> Hashable:
        """What the hand of one area is worth in a comparison; the cards themselves where it is no hand of its own."""
        sums = self._sums_of_hand(number, area)
        mark = None if sums is None else sums.mark(len(row))
        if sums is None or mark is None:
            return self._strength_anew(number, area, row)
        key = number, area, mark, sums.of_row(row)
        if key not in self._strengths_by_sums:
            self._strengths_by_sums[key] = self._strength_anew(number, area, row)
        return self._strengths_by_sums[key]

    def _strength_anew(self, number: int, area: str, row: Row) -> Hashable:
        for part in self._parts[number]:
            if part.areas == (area,):
                rows = tuple(row if name == area else () for name in self._areas[number])
                thing = self._thing(number, part, rows)
                if isinstance(thing, HeldHand):
                    return thing.scale.name, thing.worth.order
        return row

    def strengths(self, number: int, area: str, rows: Ints) -> tuple[list[Hashable], Ints]:
        """All that the cards of one area were found to be worth in a comparison, and which of it each row's are (`strength`).

        All cards have been looked at; they are cells as far as the question may tell them apart, sorted where their order is not
        asked.
        """
        known, numbers = self._strengths.setdefault((number, area), ({}, {}))
        sums = self._sums_of_hand(number, area)
        mark = None if sums is None else sums.mark(rows.shape[1])
        whole = rows if sums is None or mark is None else sums.of(rows)
        first, which = unique_rows(whole)
        last = last_of(which, len(first))
        keys = [(mark, key) for key in as_bytes(whole[first])]
        for key, one, other in zip(keys, first.tolist(), last.tolist(), strict=True):
            if key not in known:
                told = self._strength_anew(number, area, tuple(rows[one].tolist()))
                if mark is not None and told != self._strength_anew(number, area, tuple(rows[other].tolist())):
                    raise self._not_alike(number)
                known[key] = numbers.setdefault(told, len(numbers))
        return list(numbers), np.fromiter(map(known.__getitem__, keys), dtype=np.int64, count=len(keys))[which]

    def _sums_of_hand(self, number: int, area: str) -> Sums | None:
        """How the cards of one area add up where they are a hand that is held against another one."""
        part = next((part for part in self._parts[number] if part.areas == (area,)), None)
        if part is None or len(self._parts[number]) == 1:
            return None
        if part.number not in self._sums_of_parts:
            self._sums_of_parts[part.number] = sums_of(part.expression, None, self.kinds, self.asker.ruleset)
        found = self._sums_of_parts[part.number]
        return found if found is not None and found.is_hand else None


@dataclass(frozen=True)
class _Alike:
    """Rows that a question cannot tell apart: a key for each class of them, the class of each row, what a class answers."""

    keys: list[bytes]
    which: Ints
    answer: Callable[[int], Answer]


@dataclass(frozen=True, eq=False)
class _Said:
    """What cards of some kinds answer under some statements, by questions and parts of them, and by what tells cards apart."""

    answers: dict[Question, dict[Hashable, Answer]] = field(default_factory=dict)
    things: dict[Hashable, dict[tuple[Row, ...], Thing]] = field(default_factory=dict)


@lru_cache(MOST_KEPT)
def _said_under(_: Hashable) -> _Said:
    return _Said()


@dataclass(frozen=True)
class _Part:
    """What is worth something by itself in a question: all of it, or each side where one thing is held against another.

    Equal parts of all questions have one ``key``, and one ``number``.  ``places`` tell where its areas stand among those of the
    question.
    """

    key: Hashable
    number: int
    expression: ex.Expression
    areas: tuple[str, ...]
    places: tuple[int, ...]


def _marks(sums: Sequence[Sums], widths: Sequence[int]) -> Hashable:
    """What matters of how many cards lie in each area."""
    return "sums", *[each.mark(width) for each, width in zip(sums, widths, strict=True)]


def _lying(areas: Sequence[str], rows: Sequence[Row], cards: tuple[Card, ...]) -> Lying:
    """Cards of these kinds, area by area."""
    return {area: tuple([cards[max(cell, 0)] for cell in row]) for area, row in zip(areas, rows, strict=True)}


def _apart(row: Ints, widths: Sequence[int]) -> tuple[Row, ...]:
    """The cards of a row, area by area."""
    cells = iter(row.tolist())
    return tuple(tuple(islice(cells, width)) for width in widths)


def counted_off(question: Question) -> NotSolvable:
    """A question counts off cards of an area that has been split; the part of it that does so is named."""
    counted = next(
        (node for node in walk(question.expression) if isinstance(node, ex.NthCard | ex.NthCards)), question.expression
    )
    names = (node.name for node in walk(counted) if isinstance(node, ex.Called))
    span = next((name.span for name in names), NOWHERE)
    return NotSolvable("a card is counted off as it was dealt, in a round in which hands are split", words(counted), span)


def _cut(places: Sequence[tuple[str, int]], area: str) -> int | None:
    """So many cards of an area are asked of, the first ones; None for all of them."""
    asked = [place for name, place in places if name == area]
    return None if WHOLE in asked else max(asked) + 1
