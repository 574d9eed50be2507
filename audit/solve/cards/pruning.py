"""What is in a course, and what of it bears on some wagers only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from audit.ruleset import tables as tb
from audit.ruleset.basis import NOWHERE, Basis
from audit.ruleset.configure import Configured
from audit.solve.cards.course import Ask, Choice, Course, Decide, End, Feature, Kind, Node
from audit.solve.cards.growing import Decision, Nodes, Question
from audit.solve.cards.ids import wager_of
from audit.solve.errors import NotSolvable


def features_in(root: Node) -> tuple[Feature, ...]:
    """The features that a tree asks for, in the order in which they are met."""
    return tuple(dict.fromkeys(node.feature for node in nodes_in(root) if isinstance(node, Ask)))


def nodes_in(root: Node) -> Iterator[Node]:
    """Every node of a tree, each once, from the root on."""
    waiting: list[Node] = [root]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, Ask):
            waiting.extend(reversed(list(node.branches.values())))
        elif isinstance(node, Decide):
            waiting.extend(choice.then for choice in reversed(node.choices))


def only_for(course: Course, names: Collection[str]) -> Course:
    """The course as far as it bears on some wagers and bonuses: others are left out, and what hangs on them alone."""
    nodes = Nodes()
    made: dict[int, Node] = {}

    def cut(node: Node) -> Node:
        if id(node) not in made:
            made[id(node)] = cut_anew(node)
        return made[id(node)]

    def cut_anew(node: Node) -> Node:
        if isinstance(node, End):
            return nodes.end([paid for paid in node.paid if paid.name in names])
        if isinstance(node, Ask):
            question = Question(node.feature, tuple(node.branches), node.line)
            return nodes.join(question, [cut(then) for then in node.branches.values()])
        choices: tuple[Choice, ...] = node.choices
        bases = tuple(choice.bases for choice in choices)
        basis = node.bases[0] if node.bases else Basis()
        decision = Decision(node.moment, node.known, tuple(c.label for c in choices), bases, basis)
        return nodes.join(decision, [cut(choice.then) for choice in choices])

    root = cut(course.root)
    return replace(
        course,
        wagers=tuple(wager for wager in course.wagers if wager in names),
        root=root,
        features=features_in(root),
        linear=tuple(wager for wager in course.linear if wager in names),
        stakes=tuple(one for one in course.stakes if one[0] in names),
    )


def is_free_of_decisions(course: Course, wager: str, bonuses: Collection[str] = ()) -> bool:
    """Whether nothing that the player decides changes what a wager, with the bonuses on it, brings."""
    return not any(isinstance(node, Decide) for node in nodes_in(only_for(course, {wager, *bonuses}).root))


def bonuses_on(configured: Configured, wagers: Collection[str]) -> tuple[str, ...]:
    """The bonuses that are paid on these wagers."""
    named = {wager_of(wager) for wager in wagers}
    return tuple(bonus.name.text for bonus in configured.ruleset.of(tb.Bonus) if bonus.on.text in named)


def describe(root: Node) -> str:
    """How large a tree is, in words: nodes, questions, decisions, ends."""
    nodes = list(nodes_in(root))
    counted = {kind: sum(isinstance(node, kind) for node in nodes) for kind in (Ask, Decide, End)}
    return f"{counted[Ask]:,} questions, {counted[Decide]:,} decisions, {counted[End]:,} ends"


def refuse_leaks(root: Node) -> None:
    """Raises `NotSolvable` where a line shows something of cards that the player has not seen and he decides after it.

    He then knows what that line asked, and no more.  A question of the tree tells all that any line asks of a hand, so
    only one that has a single test tells him no more than he knows.
    """
    waiting: list[tuple[Node, tuple[Ask, ...]]] = [(root, ())]
    done: set[tuple[int, tuple[int, ...]]] = set()
    while waiting:
        node, told = waiting.pop()
        key = (id(node), tuple(sorted(id(ask) for ask in told)))
        if key in done or isinstance(node, End):
            continue
        done.add(key)
        if isinstance(node, Ask):
            tells_more = node.feature.kind not in (Kind.HAND, Kind.CARDS) or len(node.feature.tests) > 1
            after = (*told, node) if tells_more else told
            waiting.extend((then, after) for then in node.branches.values())
            continue
        for ask in told:
            if not set(ask.feature.spots) <= node.known:
                raise NotSolvable(
                    f"{node.moment} is decided after something was shown of {ask.feature.words}, and more is asked of it",
                    ask.feature.words,
                    node.bases[0].span if node.bases else NOWHERE,
                )
        waiting.extend((choice.then, told) for choice in node.choices)
