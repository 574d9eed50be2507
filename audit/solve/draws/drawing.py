"""Best play where hands grow, exactly: backwards over the situations of play and the cards that the player knows.

In: the graph of a round (`traces`), kinds of cards, the wagers that count.  Out: what best play brings, what is best in
each situation, and every end with how likely it is.
Must hold: what is decided hangs on what the player has seen.  Cards that he has not seen stay sets of kinds (`worlds`).

A hand that is split is valued as the sum of its hands (`splitting`): each is played by its own cards, the cards that
were seen before the split, and no others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from audit.play.cards import Card
from audit.play.sight import HeldHand
from audit.play.steps import made_by_decision
from audit.ruleset import expressions as ex
from audit.ruleset.rounds import Round
from audit.solve.cards.course import Answer, Paid
from audit.solve.draws.kinds import Kinds, kinds_for
from audit.solve.draws.questions import WHOLE, Asker, Question
from audit.solve.draws.splitting import ASIDE, GONE, Splitting, as_dealt, in_one
from audit.solve.draws.tails import MoreAsked, NotATail, Tails
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Moved, Node, Over, Script, Traces, Turn
from audit.solve.draws.worlds import Row, World, chances, left
from audit.solve.errors import NotSolvable

MOST_STATES = 3_000_000
"""More situations with cards than this are not looked at."""

ONE = Fraction(1)

Branches: TypeAlias = tuple[str, ...]


class Refined(Exception):
    """Something was asked that tells cards apart which were thrown together: all is begun anew with finer kinds."""


@dataclass(frozen=True, slots=True)
class At:
    """A point of the round with the cards as they lie; ``branches`` are choices that led there."""

    node: Node
    world: World
    branches: Branches = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What best play brings from a situation on, and what it does there first; nothing where nothing is decided."""

    value: Fraction
    label: str = ""
    values: tuple[tuple[str, Fraction], ...] = ()


Ends: TypeAlias = dict[int, Fraction]
"""How likely each end is, by its number (`Drawing.paid`)."""


@dataclass
class Drawing:
    """The best play of one way to wager.

    With a ``guide`` what is decided is what is best for the wagers of that one; ``has_decided`` tells whether any
    decision was come to before nothing that counts was open any more.
    """

    traces: Traces
    asker: Asker
    valued: frozenset[str]
    questions: dict[Question, int] = field(default_factory=dict)
    paid: list[tuple[Paid, ...]] = field(default_factory=list)
    guide: Drawing | None = None
    log: list[int] | None = None
    has_decided: bool = False
    _numbers_of_ends: dict[tuple[Paid, ...], int] = field(default_factory=dict)
    _worths: dict[int, Fraction] = field(default_factory=dict)
    _found: dict[tuple[int, World], Found] = field(default_factory=dict)
    _ends: dict[tuple[int, World], Ends] = field(default_factory=dict)
    _answers: list[dict[tuple[Row, ...], Answer]] = field(default_factory=list)
    _listed: list[Question] = field(default_factory=list)
    _places: list[tuple[tuple[str, int], ...]] = field(default_factory=list)
    _areas: list[tuple[str, ...]] = field(default_factory=list)
    _strengths: dict[tuple[Question, str, Row], Hashable] = field(default_factory=dict)
    _of_nodes: dict[int, int] = field(default_factory=dict)
    _not_tails: set[int] = field(default_factory=set)
    _read: int = 0

    def __post_init__(self) -> None:
        self._tails = Tails(self)

    @cached_property
    def kinds(self) -> Kinds:
        return kinds_for(self.questions, self.asker.ruleset, self.traces.laying.deck)

    @cached_property
    def told_apart(self) -> Mapping[str, int]:
        """How many cards of each area are told apart by their places."""
        most: dict[str, int] = {}
        for places in self._places:
            for area, place in places:
                if place != WHOLE:
                    most[area] = max(most.get(area, 0), place + 1)
        return most

    def begin_anew(self) -> None:
        """Forgets what was worked out, but not how play goes, nor what it asks."""
        self.__dict__.pop("kinds", None)
        self.__dict__.pop("told_apart", None)
        self._found.clear()
        self._ends.clear()
        self._strengths.clear()
        self._answers = [{} for _ in self.questions]
        self._tails = Tails(self)

    def solve(self) -> tuple[Fraction, Ends]:
        """What best play brings, and how the round ends under it."""
        while True:
            self.begin_anew()
            try:
                start = self.start
                return (self.value(start) if self.guide is None else Fraction(0)), self.ends(start)
            except Refined:
                continue

    @property
    def start(self) -> At:
        """The beginning of the round."""
        return At(self.traces.start(Script({})), World())

    @property
    def states(self) -> int:
        """How many situations were looked at."""
        return len(self._found) + len(self._ends)

    # what is best

    def value(self, at: At) -> Fraction:
        """What best play brings from here on, all chances taken together."""
        return sum((chance * self._best(then).value for chance, then in self.spread(at)), Fraction(0))

    def best(self, at: At) -> Found:
        """What is best at a decision."""
        return self._best(at)

    def _best(self, at: At) -> Found:
        settled = self.settled(at)
        if settled is not None:
            return Found(self.worth_of(self.end_of(settled)))
        key = at.node.number, at.world.sorted_beyond(self.told_apart)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= MOST_STATES:
                raise NotSolvable(f"a round in which more than {MOST_STATES:,} situations can arise")
            found = self._best_anew(at)
            self._found[key] = found
        return found

    def _best_anew(self, at: At) -> Found:
        point = at.node.point
        if isinstance(point, Turn):
            tail = self._tail(at)
            if tail is not None:
                return Found(sum((self.worth_of(end) * of for end, of in tail.items()), Fraction(0)))
            return Found(self.value(self.then(at, ONWARD)))
        if isinstance(point, Moved):
            return Found(Splitting(self, at).value())
        assert isinstance(point, Deciding)
        if at.world.row(ASIDE):
            label = self._best(replace(at, world=at.world.without(ASIDE))).label
            return Found(self.value(self.choose(at, label)), label)
        values = tuple((label, self.value(self.choose(at, label))) for label in point.labels)
        label, value = max(values, key=_second)
        return Found(value, label, values)

    def _tail(self, at: At) -> Ends | None:
        """The ends where only a rule draws from here on; None where that is not so."""
        assert isinstance(at.node.point, Turn)
        if not at.node.point.draws or at.node.number in self._not_tails:
            return None
        while True:
            try:
                return self._tails.ends(at)
            except MoreAsked:
                continue
            except NotATail:
                self._not_tails.add(at.node.number)
                return None

    def settled(self, at: At) -> tuple[Paid, ...] | None:
        """What everything brought, where nothing that counts is open any more."""
        point = at.node.point
        if isinstance(point, Over):
            return point.paid
        if isinstance(point, Turn | Deciding) and not point.open & self.valued and not self._may_come:
            return point.settled
        return None

    @cached_property
    def _may_come(self) -> bool:
        """Whether a wager that counts may yet be made in the course of the round."""
        steps = tuple(step for one in self.asker.ruleset.of(Round) for step in one.steps)
        return bool((made_by_decision(steps) - self.traces.forced) & self.valued)

    def end_of(self, paid: tuple[Paid, ...]) -> int:
        """The number of an end, of which only what counts matters."""
        counting = tuple(one for one in paid if one.name in self.valued)
        number = self._numbers_of_ends.get(counting)
        if number is None:
            number = self._numbers_of_ends[counting] = len(self.paid)
            self.paid.append(counting)
        return number

    def worth_of(self, end: int) -> Fraction:
        """What the wagers that count bring together; raises `NotSolvable` where that is not known."""
        if end not in self._worths:
            whole = Fraction(0)
            for one in self.paid[end]:
                if not one.beside:
                    if one.net is None or one.meters:
                        why = "a meter pays it" if one.meters else "no clause states what it brings"
                        raise NotSolvable(f"what is best hangs on {one.name}, and {why}", one.name)
                    whole += one.net
            self._worths[end] = whole
        return self._worths[end]

    # how it ends

    def ends(self, at: At) -> Ends:
        """Every end with how likely it is, under the play that was found best."""
        whole: Ends = {}
        for chance, then in self.spread(at):
            _add(whole, self._ends_of(then), chance)
        return whole

    def _ends_of(self, at: At) -> Ends:
        settled = self.settled(at)
        if settled is not None:
            return {self.end_of(settled): ONE}
        key = at.node.number, at.world.sorted_beyond(self.told_apart)
        found = self._ends.get(key)
        if found is None:
            found = self._ends_anew(at)
            self._ends[key] = found
        return found

    def _ends_anew(self, at: At) -> Ends:
        point = at.node.point
        if isinstance(point, Turn):
            tail = self._tail(at)
            return self.ends(self.then(at, ONWARD)) if tail is None else tail
        if isinstance(point, Moved):
            return {self.end_of(in_one(Splitting(self, at).hands(), self, self.traces.made.unit)): ONE}
        self.has_decided = True
        return self.ends(self.choose(at, self._label(at)))

    def _label(self, at: At) -> str:
        """What is chosen at a decision."""
        if self.guide is None:
            return self._best(at).label
        there = self.guide.locate(at.world, self.kinds, at.branches)
        return self.guide.best(there).label

    def locate(self, world: World, kinds: Kinds, branches: Branches) -> At:
        """The decision to which these choices lead where cards lie so, in kinds of another round with the same deal.

        Of a card that its player has not seen he knows what the questions on the way have shown of it.
        """
        at, left_over = self.start, list(branches)
        counts = left(world, kinds)
        while True:
            match at.node.point:
                case Dealt(area):
                    place, there = len(at.world.row(area)), at.world.dealt(area, self.kinds)
                    cell = world.row(area)[place]
                    if cell >= 0:
                        there = there.with_cell(area, place, self.kinds.of[kinds.cards[cell]])
                    at = self.then(replace(at, world=there), ONWARD)
                case Asked():
                    at = self._as_shown(at, world, kinds, counts)
                case Deciding(labels=labels):
                    if not left_over:
                        return at
                    at = self.choose(at, left_over.pop(0)) if left_over[0] in labels else at
                case Turn():
                    at = self.then(at, ONWARD)
                case _:
                    raise NotSolvable("what is best cannot be told where a hand has been split")

    def _as_shown(self, at: At, world: World, kinds: Kinds, counts: list[int]) -> At:
        """What follows a question, where cards lie as in another round."""
        number = self.number_at(at.node)
        hidden = [(area, place) for area, place in self.cells_of(at.world, number) if at.world.row(area)[place] < 0]
        if not hidden:
            return self.then(at, self.answer_to(number, at.world))
        if len(hidden) > 1:
            raise NotSolvable("something was shown of two cards that the player has not seen")
        (spot,) = hidden
        mask = ~world.row(spot[0])[spot[1]]
        sample = next(self.kinds.of[kinds.cards[k]] for k, n in enumerate(counts) if n > 0 and mask >> k & 1)
        answer = self.answer_to(number, at.world.with_cell(*spot, sample))
        before = ~at.world.row(spot[0])[spot[1]]
        alike = sum(
            1 << k
            for k in range(len(self.kinds.cards))
            if before >> k & 1 and self.answer_to(number, at.world.with_cell(*spot, k)) == answer
        )
        return self.then(replace(at, world=at.world.with_cell(*spot, ~alike)), answer)

    # the course of the round

    def then(self, at: At, answer: Answer, branches: Branches | None = None) -> At:
        """What follows a branch of a point."""
        path = at.branches if branches is None else branches
        node = at.node.then.get(answer)
        if node is None:
            node = self.traces.child(at.node, answer, self._script(at.world, path))
            self._take_in()
        return At(node, at.world, path)

    def choose(self, at: At, label: str) -> At:
        return self.then(at, label, (*at.branches, label))

    def spread(self, at: At) -> Iterator[tuple[Fraction, At]]:
        """All that chance can bring up to the next decision, turn or end, each with how likely it is."""
        waiting = [(ONE, at)]
        while waiting:
            chance, here = waiting.pop()
            match here.node.point:
                case Dealt(area):
                    waiting.append((chance, self.then(At(here.node, here.world.dealt(area, self.kinds), here.branches), ONWARD)))
                case Asked():
                    waiting.extend((chance * of, there) for of, there in self._asked(here, here.node.point))
                case Deciding(unseen=unseen):
                    seen = self._to_see(here.world, unseen)
                    if seen is None:
                        yield chance, here
                    else:
                        waiting.extend((chance * of, At(here.node, w, here.branches)) for of, w in self._looked(here.world, seen))
                case _:
                    yield chance, here

    def _asked(self, at: At, asked: Asked) -> Iterator[tuple[Fraction, At]]:
        """What a question is answered: cards that are seen by then are looked at first, others only as far as it tells."""
        number = self.number_at(at.node)
        if self.log is not None:
            self.log.append(number)
        hidden: list[tuple[str, int]] = []
        for area, place in self.cells_of(at.world, number):
            if at.world.row(area)[place] < 0:
                if (area, place) not in asked.unseen:
                    for chance, world in self._looked(at.world, (area, place)):
                        yield chance, At(at.node, world, at.branches)
                    return
                hidden.append((area, place))
        if not hidden:
            yield ONE, self.then(at, self.answer_to(number, at.world))
            return
        if len(hidden) > 1:
            raise NotSolvable(f"{asked.question.words} looks at several cards that nobody has seen", asked.question.words)
        yield from self._shown(at, asked.question, number, hidden[0])

    def _shown(self, at: At, question: Question, number: int, spot: tuple[str, int]) -> Iterator[tuple[Fraction, At]]:
        """What is told of one card that the player does not see: of which kinds it may be, answer by answer."""
        told: dict[Answer, tuple[int, Fraction]] = {}
        for kind, chance in chances(at.world, self.kinds, *spot):
            answer = self.answer_to(number, at.world.with_cell(*spot, kind))
            mask, whole = told.get(answer, (0, Fraction(0)))
            told[answer] = mask | 1 << kind, whole + chance
        assert isinstance(at.node.point, Asked)
        if at.node.point.settles and len(told) > 1:
            raise NotSolvable(
                f"a wager is settled by {question.words} while a card of it lies unseen, and what that shows is not told apart",
                question.words,
            )
        for answer, (mask, chance) in told.items():
            yield chance, self.then(At(at.node, at.world.with_cell(*spot, ~mask), at.branches), answer)

    def _looked(self, world: World, spot: tuple[str, int]) -> Iterator[tuple[Fraction, World]]:
        for kind, chance in chances(world, self.kinds, *spot):
            yield chance, world.with_cell(*spot, kind)

    def _to_see(self, world: World, unseen: frozenset[tuple[str, int]]) -> tuple[str, int] | None:
        """A card that the player sees before he decides, and that has not been looked at."""
        return next(
            ((area, place) for area, place, cell in world.cells() if cell < 0 and (area, place) not in unseen), None
        )

    # questions

    def _take_in(self) -> None:
        """Takes in what new points of the graph ask; raises `Refined` where that tells more cards apart."""
        fresh = False
        for node in self.traces.nodes[self._read :]:
            if isinstance(node.point, Asked) and node.point.question not in self.questions:
                self.number_of(node.point.question)
                fresh = True
        self._read = len(self.traces.nodes)
        if fresh:
            kinds, told_apart = self.__dict__.get("kinds"), self.__dict__.pop("told_apart", None)
            finer = kinds_for(self.questions, self.asker.ruleset, self.traces.laying.deck)
            if kinds is not None and (finer.copies != kinds.copies or self.told_apart != told_apart):
                raise Refined

    def number_of(self, question: Question) -> int:
        number = self.questions.get(question)
        if number is None:
            number = len(self.questions)
            self.questions[question] = number
            self._answers.append({})
            self._listed.append(question)
            self._places.append(self.asker.places(question.expression))
            self._areas.append(tuple(dict.fromkeys(area for area, _ in self._places[-1])))
        return number

    def question(self, number: int) -> Question:
        return self._listed[number]

    def number_at(self, node: Node) -> int:
        """The number of the question that a point asks."""
        number = self._of_nodes.get(node.number)
        if number is None:
            assert isinstance(node.point, Asked)
            number = self._of_nodes[node.number] = self.number_of(node.point.question)
        return number

    def areas_of(self, number: int) -> tuple[str, ...]:
        """The areas whose cards a question looks at."""
        return self._areas[number]

    def places_of(self, number: int) -> tuple[tuple[str, int], ...]:
        return self._places[number]

    def answered(self, at: At) -> At | None:
        """What follows a question whose cards are all known; None where play cannot be brought there with these cards."""
        assert isinstance(at.node.point, Asked)
        return self.onward(at, self.answer_to(self.number_at(at.node), at.world))

    def is_stuck(self, at: At) -> bool:
        """Whether all cards that a question looks at are known, and play cannot be brought to what follows with them."""
        number = self.number_at(at.node)
        if any(at.world.row(area)[place] < 0 for area, place in self.cells_of(at.world, number)):
            return False
        return self.answer_to(number, at.world) not in at.node.then and min(left(at.world, self.kinds)) < 0

    def onward(self, at: At, answer: Answer) -> At | None:
        """What follows a branch; None where no deal has these cards, so that play cannot be brought there with them."""
        if answer not in at.node.then and min(left(at.world, self.kinds)) < 0:
            return None
        return self.then(at, answer)

    def strength(self, question: Question, area: str, row: Row) -> Hashable:
        """What the hand of one area is worth in a comparison; the cards themselves where it is no hand of its own."""
        key = question, area, row
        if key not in self._strengths:
            self._strengths[key] = self._strength_anew(question, area, row)
        return self._strengths[key]

    def _strength_anew(self, question: Question, area: str, row: Row) -> Hashable:
        assert isinstance(question.expression, ex.Against)
        cards = tuple(self.kinds.cards[cell] for cell in row)
        for side in (question.expression.left, question.expression.right):
            if {name for name, _ in self.asker.places(side)} == {area}:
                thing = self.asker.thing(side, question, {area: cards})
                if isinstance(thing, HeldHand):
                    return thing.scale.name, thing.worth
        return row

    def cells_of(self, world: World, number: int) -> Iterator[tuple[str, int]]:
        """The places of the cards that a question looks at."""
        for area, place in self._places[number]:
            if place != WHOLE:
                yield area, place
            else:
                yield from ((area, n) for n in range(len(world.row(area))))

    def answer_to(self, number: int, world: World) -> Answer:
        """What concrete cards answer to a question."""
        areas = self._areas[number]
        key = tuple(self._in_order(number, area, world.row(area)) for area in areas)
        answers = self._answers[number]
        if key not in answers:
            answers[key] = self._answer_anew(number, areas, key)
        return answers[key]

    def _answer_anew(self, number: int, areas: tuple[str, ...], rows: tuple[Row, ...]) -> Answer:
        """Asked of two cards of each kind: that they are alike is worked out from the lines, and held against play here."""

        def asked_of(cards: tuple[Card, ...]) -> Answer:
            lying = {
                area: tuple(cards[max(cell, 0)] for cell in row) for area, row in zip(areas, rows, strict=True)
            }
            return self.asker.answer(self._listed[number], lying)

        answer = asked_of(self.kinds.cards)
        if answer != asked_of(self.kinds.others):
            words = self._listed[number].words
            raise NotSolvable(f"{words} tells cards apart that were taken to be alike", words)
        return answer

    def _in_order(self, number: int, area: str, row: Row) -> Row:
        """The cards of an area in an order of their own, where a question does not ask in which they lie."""
        return row if any(name == area and place != WHOLE for name, place in self._places[number]) else tuple(sorted(row))

    def _script(self, world: World, branches: Branches) -> Script:
        """Cards and choices that lead to a point; cards that nobody has seen are any that they may be."""
        counts = left(world, self.kinds)
        cards: dict[tuple[str, int], list[int]] = {}
        narrow_first = sorted(world.cells(), key=lambda one: (one[2] < 0, (~one[2]).bit_count() if one[2] < 0 else 0))
        for area, place, cell in narrow_first:
            kind = cell
            if cell < 0:
                kind = next(k for k, n in enumerate(counts) if n and ~cell >> k & 1)
                counts[kind] -= 1
            if not area.startswith(GONE):
                cards[area, place] = [kind]
        members = [list(kept) for kept in self.kinds.members]
        return Script(
            {spot: tuple(members[k].pop() for k in kinds) for spot, kinds in as_dealt(cards, world).items()}, branches
        )


def _add(whole: Ends, more: Ends, chance: Fraction) -> None:
    for end, of in more.items():
        whole[end] = whole.get(end, Fraction(0)) + chance * of


def _second(one: tuple[str, Fraction]) -> Fraction:
    return one[1]
