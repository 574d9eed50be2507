"""The tree of a course as it grows, leaf by leaf; equal parts of it are kept once.

Leaves come in the order in which their branches are listed: each time the last branch that is left open is taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from audit.ruleset.basis import Basis
from audit.solve.cards.course import Answer, Ask, Choice, Decide, End, Feature, Node, Paid, Spot


@dataclass(frozen=True)
class Question:
    """A point at which the course branches by what cards are."""

    feature: Feature
    answers: tuple[Answer, ...]
    line: str = ""

    @property
    def branches(self) -> int:
        return len(self.answers)


@dataclass(frozen=True)
class Decision:
    """A point at which it branches by what the player does."""

    moment: str
    known: frozenset[Spot]
    labels: tuple[str, ...]
    bases: tuple[tuple[Basis, ...], ...]
    basis: Basis

    @property
    def branches(self) -> int:
        return len(self.labels)


Point = Question | Decision


@dataclass
class Nodes:
    """Nodes made once: equal ones are the same object.

    A question whose answers make no difference is left out, and so is a decision between choices that are equal in all
    that follows.
    """

    _kept: dict[Hashable, Node] = field(default_factory=dict)
    _features: dict[Feature, int] = field(default_factory=dict)
    _below: dict[int, tuple[Node, frozenset[Feature]]] = field(default_factory=dict)

    def end(self, paid: Sequence[Paid]) -> End:
        key = ("end", tuple(paid), tuple(p.bases for p in paid))
        node = self._kept.setdefault(key, End(tuple(paid)))
        assert isinstance(node, End)
        return node

    def join(self, point: Point, children: Sequence[Node]) -> Node:
        """The node of a point all of whose branches are known."""
        if all(child is children[0] for child in children):
            return children[0]
        places = tuple(id(child) for child in children)
        if isinstance(point, Question):
            number = self._features.setdefault(point.feature, len(self._features))
            key: Hashable = ("ask", number, point.answers, places)
            if key not in self._kept:
                branches = MappingProxyType(dict(zip(point.answers, children, strict=True)))
                self._kept[key] = Ask(point.feature, branches, point.line)
            return self._kept[key]
        key = ("decide", point.moment, point.known, point.labels, places)
        if key not in self._kept:
            choices = (Choice(*made) for made in zip(point.labels, children, point.bases, strict=True))
            self._kept[key] = Decide(point.moment, point.known, tuple(choices), (point.basis,))
        return self._kept[key]

    def knowing(self, root: Node, known: Mapping[Feature, Answer]) -> Node:
        """A tree in which some questions are answered already; a branch that these answers shut out stays as it is."""
        features = frozenset(known)
        made: dict[int, Node] = {}

        def cut(node: Node) -> Node:
            if id(node) not in made:
                made[id(node)] = cut_anew(node) if features & self._asked_in(node) else node
            return made[id(node)]

        def cut_anew(node: Node) -> Node:
            if isinstance(node, Ask):
                if node.feature in known and known[node.feature] in node.branches:
                    return cut(node.branches[known[node.feature]])
                question = Question(node.feature, tuple(node.branches), node.line)
                return self.join(question, [cut(then) for then in node.branches.values()])
            assert isinstance(node, Decide)
            bases = tuple(choice.bases for choice in node.choices)
            labels = tuple(choice.label for choice in node.choices)
            decision = Decision(node.moment, node.known, labels, bases, node.bases[0])
            return self.join(decision, [cut(choice.then) for choice in node.choices])

        return cut(root)

    def _asked_in(self, node: Node) -> frozenset[Feature]:
        """The features that a tree asks for."""
        if id(node) not in self._below:
            inner: tuple[Node, ...] = ()
            own: frozenset[Feature] = frozenset()
            if isinstance(node, Ask):
                inner, own = tuple(node.branches.values()), frozenset((node.feature,))
            elif isinstance(node, Decide):
                inner = tuple(choice.then for choice in node.choices)
            self._below[id(node)] = node, own.union(*map(self._asked_in, inner))
        return self._below[id(node)][1]


@dataclass
class _Open:
    """A point some of whose branches are not known yet."""

    point: Point
    known: list[Node]


@dataclass
class Growing:
    """A tree under construction."""

    nodes: Nodes = field(default_factory=Nodes)
    leaves: int = 0
    _open: list[_Open] = field(default_factory=list)

    @property
    def way(self) -> tuple[int, ...]:
        """Which branch is to be taken at each point that is open, from the root on; beyond them the first."""
        return tuple(len(one.known) for one in self._open)

    def add(self, points: Sequence[Point], end: Node) -> Node | None:
        """A leaf, with all points on the way to it; the root once every branch is known."""
        self.leaves += 1
        for one, point in zip(self._open, points, strict=False):
            assert one.point == point, "the same way leads to the same points"
        self._open.extend(_Open(point, []) for point in points[len(self._open) :])
        node = end
        while self._open:
            last = self._open[-1]
            last.known.append(node)
            if len(last.known) < last.point.branches:
                return None
            self._open.pop()
            node = self.nodes.join(last.point, last.known)
        return node
