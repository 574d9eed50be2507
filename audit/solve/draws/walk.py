"""The course of one round over the remembered graph, with cards by kinds: step by step, and all that chance can bring.

What is decided hangs on what the player has seen.  Cards that he has not seen stay sets of kinds (`worlds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from audit.play.cards import Card
from audit.solve.cards.course import Answer, Paid
from audit.solve.draws.answering import Answers
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.questions import Asker, Question
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Node, Over, Script, Traces, Turn
from audit.solve.draws.worlds import GONE, World, as_dealt, chances, left
from audit.solve.errors import NotSolvable

ONE = Fraction(1)

Branches: TypeAlias = tuple[str, ...]

Ends: TypeAlias = dict[int, Fraction]
"""How likely each end is, by its number (`Walk.paid`)."""


@dataclass(frozen=True, slots=True)
class At:
    """A point of the round with the cards as they lie; ``branches`` are choices that led there."""

    node: Node
    world: World
    branches: Branches = ()


@dataclass
class Walk:
    """The graph of one way to wager, walked with cards; ``valued`` are the wagers that count, ``paid`` the ends found."""

    traces: Traces
    asker: Asker
    valued: frozenset[str]
    paid: list[tuple[Paid, ...]] = field(default_factory=list)
    log: list[int] | None = None
    _numbers_of_ends: dict[tuple[Paid, ...], int] = field(default_factory=dict)
    _worths: dict[int, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.answers = Answers(self.traces, self.asker)

    @property
    def kinds(self) -> Kinds:
        return self.answers.kinds

    @property
    def start(self) -> At:
        """The beginning of the round."""
        return At(self.traces.start(Script({})), World())

    # ends

    def settled(self, node: Node) -> tuple[Paid, ...] | None:
        """What everything brought, where nothing that counts is open any more."""
        point = node.point
        if isinstance(point, Over):
            return point.paid
        if isinstance(point, Turn | Deciding) and not point.open & self.valued:
            return point.settled
        return None

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

    # steps

    def child(self, node: Node, answer: Answer, world: World, branches: Branches) -> Node:
        """What follows a branch of a point; play is run where nobody knows yet."""
        found = node.then.get(answer)
        if found is None:
            found = self.traces.child(node, answer, self._script(world, branches))
            self.answers.take_in()
        return found

    def then(self, at: At, answer: Answer, branches: Branches | None = None) -> At:
        path = at.branches if branches is None else branches
        return At(self.child(at.node, answer, at.world, path), at.world, path)

    def choose(self, at: At, label: str) -> At:
        return self.then(at, label, (*at.branches, label))

    def dealt(self, at: At, area: str) -> At:
        """One more card comes to an area; raises `NotSolvable` where none is left."""
        self.check_left(area, sum(len(row) for _, row in at.world.areas))
        return self.then(replace(at, world=at.world.dealt(area, self.kinds)), ONWARD)

    def check_left(self, area: str, lying: int) -> None:
        """Raises `NotSolvable` where so many cards lie that none is left for an area."""
        if lying >= sum(self.kinds.copies):
            raise run_out(area)

    # what chance brings

    def spread(self, at: At) -> Iterator[tuple[Fraction, At]]:
        """All that chance can bring up to the next decision, turn or end, or what is told late, each with how likely it is."""
        waiting = [(ONE, at)]
        while waiting:
            chance, here = waiting.pop()
            match here.node.point:
                case Dealt(area):
                    waiting.append((chance, self.dealt(here, area)))
                case Asked() if self.answers.is_late(self.answers.number_at(here.node)):
                    yield chance, here
                case Asked():
                    waiting.extend((chance * of, there) for of, there in self._asked(here, here.node.point))
                case Deciding(unseen=unseen):
                    seen = next(
                        ((area, n) for area, n, cell in here.world.cells() if cell < 0 and (area, n) not in unseen), None
                    )
                    if seen is None:
                        yield chance, here
                    else:
                        waiting.extend((chance * of, replace(here, world=w)) for of, w in self._looked(here.world, seen))
                case _:
                    yield chance, here

    def _asked(self, at: At, asked: Asked) -> Iterator[tuple[Fraction, At]]:
        """What a question is answered: cards that are seen by then are looked at first, others only as far as it tells."""
        number = self.answers.number_at(at.node)
        if self.log is not None:
            self.log.append(number)
        if self.answers.looks_at_wholes(number) and all(
            min(at.world.row(area), default=0) >= 0 for area in self.answers.areas_of(number)
        ):
            yield ONE, self.then(at, self.answers.answer_to(number, at.world))
            return
        hidden: list[tuple[str, int]] = []
        for area, place in self.answers.cells_of(at.world, number):
            if at.world.row(area)[place] < 0:
                if (area, place) not in asked.unseen:
                    for chance, world in self._looked(at.world, (area, place)):
                        yield chance, replace(at, world=world)
                    return
                hidden.append((area, place))
        if not hidden:
            yield ONE, self.then(at, self.answers.answer_to(number, at.world))
            return
        if len(hidden) > 1:
            raise several_unseen(asked.question)
        yield from self._shown(at, asked, number, hidden[0])

    def _shown(self, at: At, asked: Asked, number: int, spot: tuple[str, int]) -> Iterator[tuple[Fraction, At]]:
        """What is told of one card that the player does not see: of which kinds it may be, answer by answer."""
        likely = dict(chances(at.world, self.kinds, *spot))
        told = {cell: self.answers.answer_to(number, at.world.with_cell(*spot, cell)) for cell in likely}
        sets = self.answers.shown(told)
        if asked.settles and len(sets) > 1:
            raise settled_unseen(asked.question)
        for answer, mask in sets.items():
            chance = sum((of for cell, of in likely.items() if told[cell] == answer), Fraction(0))
            yield chance, self.then(replace(at, world=at.world.with_cell(*spot, ~mask)), answer)

    def _looked(self, world: World, spot: tuple[str, int]) -> Iterator[tuple[Fraction, World]]:
        for kind, chance in chances(world, self.kinds, *spot):
            yield chance, world.with_cell(*spot, kind)

    # scripts

    def _script(self, world: World, branches: Branches) -> Script:
        """Cards and choices that lead to a point; cards that nobody has seen are any that they may be."""
        counts = left(world, self.kinds)
        cards: dict[tuple[str, int], list[int]] = {}
        narrow_first = sorted(world.cells(), key=lambda one: (one[2] < 0, (~one[2]).bit_count() if one[2] < 0 else 0))
        for area, place, cell in narrow_first:
            kind = cell
            if cell < 0:
                kind = next((k for k, n in enumerate(counts) if n and ~cell >> k & 1), -1)
                if kind < 0:
                    raise run_out(area)
                counts[kind] -= 1
            if not area.startswith(GONE):
                cards[area, place] = [kind]
        came = as_dealt(cards, world)
        concrete = iter(self._concrete([cell for cells in came.values() for cell in cells]))
        return Script({spot: tuple(next(concrete) for _ in cells) for spot, cells in came.items()}, branches)

    def _concrete(self, cells: Sequence[int]) -> list[Card]:
        """Cards that lie so; those with a fine kind are taken first, since no other will do for them."""
        kinds, found = self.kinds, dict[int, Card]()
        members = [list(kept) for kept in kinds.members]
        for n in sorted(range(len(cells)), key=lambda n: cells[n] < len(kinds.cards)):
            found[n] = members[cells[n]].pop()
            if kinds.fine is not None and cells[n] >= len(kinds.cards):
                members[kinds.kind_of[cells[n]]].remove(found[n])
        return [found[n] for n in range(len(cells))]


def run_out(area: str) -> NotSolvable:
    return NotSolvable(f"the deck can run out: no card is left for {area}", "deck")


def several_unseen(question: Question) -> NotSolvable:
    return NotSolvable(f"{question.words} looks at several cards that nobody has seen", question.words)


def settled_unseen(question: Question) -> NotSolvable:
    return NotSolvable(
        f"a wager is settled by {question.words} while a card of it lies unseen, and what that shows is not told apart",
        question.words,
    )
