"""What comes to the same from a point of the round on: points with equal futures, cards with equal answers to all that may
yet be asked.

In: a `Walk` whose graph is known.  Out: for each point a number, equal for points after which the same is dealt and asked and
brought; for each point, area and row of cards a key: rows of one key are answered alike by every question that may follow
there, and are so still when the same cards come to them.
Must hold: it is only reckoned with branches that the graph knows.  Where it grows, all is to be worked out anew.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from audit.play.errors import PlayError
from audit.ruleset import expressions as ex
from audit.solve.cards.course import Answer
from audit.solve.draws.questions import WHOLE, Question
from audit.solve.draws.traces import Asked, Dealt, Deciding, Moved, Node
from audit.solve.draws.walk import Walk
from audit.solve.draws.worlds import Row, World

MOST_POINTS = 2_000_000
"""An area whose cards lie in more ways than this, point by point, has no rows that are thrown together."""

ANSWER, STRENGTH, CARDS = "answer", "strength", "cards"
"""What a question tells of a row: its answer, how strong the hand is in a comparison, or the cards for want of either."""

Fact: TypeAlias = tuple[str, Hashable]

DECIDED = 1
"""The mark of a point from which a decision or a split may follow, beside the marks of questions."""


class _Does(enum.Enum):
    DEALT = enum.auto()
    MOVED_HERE = enum.auto()
    MOVED_AWAY = enum.auto()


@dataclass(frozen=True)
class _Point:
    """What happens to an area, or is asked of it (by number); and what may follow each answer."""

    does: _Does | int
    then: tuple[tuple[Answer, frozenset[int]], ...]


@dataclass
class _Rows:
    """The rows of one area: what each is asked anywhere, and which it becomes with each card that may come."""

    told: dict[Row, dict[int, Fact]] = field(default_factory=dict)
    then: dict[Row, dict[int, Row]] = field(default_factory=dict)
    classes: dict[tuple[int, Row], int] = field(default_factory=dict)
    numbers: dict[Hashable, int] = field(default_factory=dict)


class AlikeRows:
    """What may follow at each point of a graph, and which rows of cards it cannot tell apart."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.nodes = len(walk.traces.nodes)
        self._ahead = self._looked_ahead()
        self._asking: dict[str, int] = {}
        for node in walk.traces.nodes:
            if isinstance(node.point, Asked):
                number = walk.answers.number_at(node)
                for area in walk.answers.areas_of(number):
                    self._asking[area] = self._asking.get(area, 0) | _mark(number)
        self._rows: dict[str, _Rows | None] = {}
        self.ends: set[int] = set()
        """The ends that are known, by their numbers."""
        self._points = self._told_apart()

    def point(self, node: Node) -> int:
        """The number of a point; points of one number come to the same."""
        return self._points[node.number]

    def is_decided(self, node: Node) -> bool:
        """Whether a decision or a split may follow."""
        return bool(self._ahead[node.number] & DECIDED)

    def key(self, node: Node, area: str, row: Row) -> Hashable:
        """What tells a row of cards that have all been looked at from others; the cards themselves where nothing is known."""
        in_order = self._in_order(area, row)
        asked = self._ahead[node.number] & self._asking.get(area, 0)
        if not asked:
            return ()
        rows = self._rows_of(area)
        if rows is None or in_order not in rows.told:
            return in_order
        return self._class_of(rows, asked, in_order)

    # what may follow

    def _looked_ahead(self) -> list[int]:
        """For each point a mark for each question that may follow."""
        nodes = self.walk.traces.nodes
        found = [0] * len(nodes)
        is_growing = True
        while is_growing:
            is_growing = False
            for node in reversed(nodes):
                marks = self._own_mark(node)
                if self.walk.settled(node) is None:
                    for then in node.then.values():
                        marks |= found[then.number]
                if marks != found[node.number]:
                    found[node.number], is_growing = marks, True
        return found

    def _own_mark(self, node: Node) -> int:
        match node.point:
            case Asked():
                return _mark(self.walk.answers.number_at(node))
            case Deciding() | Moved() if self.walk.settled(node) is None:
                return DECIDED
        return 0

    def _told_apart(self) -> list[int]:
        """A number for each point, so that points of one number do the same and lead on to points of one number."""
        does = [self._what(node) for node in self.walk.traces.nodes]
        after = [
            [(answer, then.number) for answer, then in node.then.items()] if self.walk.settled(node) is None else []
            for node in self.walk.traces.nodes
        ]
        found, number = [0] * len(does), 0
        while True:
            told = [
                (what, frozenset((answer, found[then]) for answer, then in ones))
                for what, ones in zip(does, after, strict=True)
            ]
            numbers = {one: n for n, one in enumerate(dict.fromkeys(told))}
            found = [numbers[one] for one in told]
            if len(numbers) == number:
                return found
            number = len(numbers)

    def _what(self, node: Node) -> Hashable:
        """What a point does; of an end what it brings, and whether anything was made."""
        settled = self.walk.settled(node)
        if settled is not None:
            end = self.walk.end_of(settled)
            self.ends.add(end)
            return "end", self.walk.worth_of(end), bool(self.walk.paid[end])
        match node.point:
            case Dealt(area):
                return "dealt", area
            case Asked(unseen=unseen):
                return "asked", self.walk.answers.number_at(node), unseen
            case Deciding() | Moved():
                return "decided", node.number
        return "turn"

    # rows

    def _class_of(self, rows: _Rows, asked: int, row: Row) -> int:
        """A number for all rows that the questions marked cannot tell apart, now or when more cards have come."""
        found = rows.classes.get((asked, row))
        if found is None:
            told = tuple(sorted((number, fact) for number, fact in rows.told[row].items() if asked & _mark(number)))
            then = tuple(sorted((k, self._class_of(rows, asked, more)) for k, more in rows.then.get(row, {}).items()))
            found = rows.classes[asked, row] = rows.numbers.setdefault((asked, told, then), len(rows.numbers))
        return found

    def _rows_of(self, area: str) -> _Rows | None:
        if area not in self._rows:
            self._rows[area] = self._gone_through(area)
        return self._rows[area]

    def _gone_through(self, area: str) -> _Rows | None:
        """Every row that may lie in an area, at every point where it may; nothing where there are too many."""
        start, points = self._points_of(area)
        found = _Rows()
        waiting: list[tuple[int, Row]] = [(point, ()) for point in start]
        met = set(waiting)
        while waiting:
            number, row = waiting.pop()
            found.told.setdefault(row, {})
            for coming in self._onward(found, area, points[number], row):
                if coming not in met:
                    met.add(coming)
                    waiting.append(coming)
            if len(met) > MOST_POINTS:
                return None
        return found

    def _onward(self, found: _Rows, area: str, point: _Point, row: Row) -> Iterator[tuple[int, Row]]:
        """The points that follow on one, each with the row of the area there."""
        rows, fact = [row], None
        match point.does:
            case _Does.DEALT:
                coming = self._coming(area, len(row))
                then = found.then[row] = {cell: self._in_order(area, (*row, cell)) for cell in coming}
                rows = list(then.values())
            case _Does.MOVED_HERE:
                rows = [row[:1]] if row else [(cell,) for cell in self._coming(area, 0)]
            case _Does.MOVED_AWAY:
                rows = [()]
            case int(number):
                if number not in found.told[row]:
                    found.told[row][number] = self._told(number, area, row)
                fact = found.told[row][number]
        for answer, after in point.then:
            if fact is None or fact[0] != ANSWER or fact[1] == answer:
                yield from ((then, one) for then in after for one in rows)

    def _coming(self, area: str, place: int) -> tuple[int, ...]:
        """How the cards that may come to a place lie there."""
        return self.walk.kinds.cells[self.walk.kinds.is_fine(area, place)]

    # points, as far as one area goes

    def _points_of(self, area: str) -> tuple[frozenset[int], list[_Point]]:
        """The points at which something happens to an area, or is asked of it, those that come to the same as one; and the first."""
        root = self.walk.traces.root
        assert root is not None
        does = {n.number: what for n in self.walk.traces.nodes if (what := self._does(n, area)) is not None}
        start = self._reached(root, does)
        after = {
            n: tuple((answer, self._reached(then, does)) for answer, then in self.walk.traces.nodes[n].then.items()) for n in does
        }
        classes, number = dict.fromkeys(does, 0), 0
        while True:  # until no class of points is told apart any more by what follows on them
            told = {
                n: _Point(what, tuple((answer, frozenset(classes[one] for one in ones)) for answer, ones in after[n]))
                for n, what in does.items()
            }
            points = list(dict.fromkeys(told.values()))
            if len(points) == number:
                return frozenset(classes[one] for one in start), points
            numbers = {point: n for n, point in enumerate(points)}
            classes, number = {n: numbers[point] for n, point in told.items()}, len(points)

    def _does(self, node: Node, area: str) -> _Does | int | None:
        """What a point does to an area, or the number of what it asks of it; None where neither."""
        if self.walk.settled(node) is not None:
            return None
        match node.point:
            case Dealt(area=to) if to == area:
                return _Does.DEALT
            case Moved(to=to) if to == area:
                return _Does.MOVED_HERE
            case Moved(hand=hand) if hand == area:
                return _Does.MOVED_AWAY
            case Asked():
                number = self.walk.answers.number_at(node)
                return number if area in self.walk.answers.areas_of(number) else None
        return None

    def _reached(self, node: Node, does: Mapping[int, object]) -> frozenset[int]:
        """The next points at which something happens."""
        found, waiting, met = set(), [node], {node.number}
        while waiting:
            here = waiting.pop()
            if here.number in does:
                found.add(here.number)
            elif self.walk.settled(here) is None:
                fresh = [then for then in here.then.values() if then.number not in met]
                met.update(then.number for then in fresh)
                waiting += fresh
        return frozenset(found)

    # what questions tell

    def _told(self, number: int, area: str, row: Row) -> Fact:
        """What a question can tell of a row: its answer, or of two areas the strength of this one; else the cards."""
        answers = self.walk.answers
        question: Question = answers.question(number)
        try:
            if answers.areas_of(number) == (area,):
                if any(place >= len(row) for _, place in answers.places_of(number)):
                    return CARDS, row
                return ANSWER, answers.answer_to(number, World(((area, row),)))
            if isinstance(question.expression, ex.Against) and any(place == WHOLE for _, place in answers.places_of(number)):
                return STRENGTH, answers.strength(number, area, answers.reduced_row(number, row))
        except PlayError:
            pass
        return CARDS, row

    def _in_order(self, area: str, row: Row) -> Row:
        fixed = self.walk.answers.told_apart.get(area, 0)
        return (*row[:fixed], *sorted(row[fixed:]))


def _mark(number: int) -> int:
    return 2 << number
