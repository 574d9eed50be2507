"""Rules of play that are easily kept: always the same choice, or play on the hand that the dealer needs to qualify.

What such a rule costs is as exact as best play: it is the same course with the other choices cut off, or the same
showdown under a fixed policy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.play.wording import pattern_text
from audit.ruleset import patterns as pt
from audit.ruleset.rewrite import walk
from audit.ruleset.worth import DefinedFact
from audit.solve.cards.course import Ask, Choice, Course, Decide, End, Feature, Node
from audit.solve.cards.outcomes import paid_of
from audit.solve.cards.pruning import features_in, nodes_in
from audit.solve.cards.showdown import ByCell, ByState, Policy, Showdown
from audit.solve.cards.sides import Problem
from audit.solve.errors import NotSolvable

Pick = Callable[[Sequence[Choice]], Choice]


# a course with the other choices cut off


def always_the_same(course: Course, valued: Collection[str]) -> Iterator[tuple[str, Course]]:
    """The course under the largest wager always, and under the smallest that does not give up; choices stand least first."""
    told: dict[tuple[tuple[str, ...], ...], None] = {}
    for name, place in (("largest", -1), ("smallest", 0)):

        def pick(choices: Sequence[Choice], place: int = place) -> Choice:
            going_on = [choice for choice in choices if not _gives_up(choice.then, valued)]
            return (going_on or choices)[place]

        ways = _ways(course.root, pick)
        if ways not in told:
            told.setdefault(ways)
            root = _cut(course.root, pick)
            yield _words(name, ways), replace(course, root=root, features=features_in(root))


def _gives_up(node: Node, valued: Collection[str]) -> bool:
    """Whether the same is lost from here on whatever the cards are."""
    nodes = list(nodes_in(node))
    if any(isinstance(n, Decide) for n in nodes):
        return False
    nets = {sum((p.net or Fraction(0) for p in paid_of(n, valued)), Fraction(0)) for n in nodes if isinstance(n, End)}
    return len(nets) == 1 and max(nets) < 0


def _ways(root: Node, pick: Pick) -> tuple[tuple[str, ...], ...]:
    """What is chosen one after the other, for each way in which questions may be answered; parts of a tree may be shared."""
    known: dict[int, tuple[tuple[str, ...], ...]] = {}

    def ways(node: Node) -> tuple[tuple[str, ...], ...]:
        if id(node) not in known:
            known[id(node)] = tuple(dict.fromkeys(found(node)))
        return known[id(node)]

    def found(node: Node) -> Iterator[tuple[str, ...]]:
        match node:
            case Ask(_, branches):
                for branch in branches.values():
                    yield from ways(branch)
            case Decide(choices=choices):
                chosen = pick(choices)
                yield from ((chosen.label, *rest) for rest in ways(chosen.then))
            case _:
                yield ()

    return ways(root)


def _cut(root: Node, pick: Pick) -> Node:
    """The tree without decisions; what was shared stays so."""
    known: dict[int, Node] = {}

    def cut(node: Node) -> Node:
        if id(node) not in known:
            match node:
                case Ask(feature, branches, line):
                    known[id(node)] = Ask(feature, {answer: cut(branch) for answer, branch in branches.items()}, line)
                case Decide(choices=choices):
                    known[id(node)] = cut(pick(choices).then)
                case _:
                    known[id(node)] = node
        return known[id(node)]

    return cut(root)


def _words(name: str, ways: Sequence[tuple[str, ...]]) -> str:
    if len(ways) > 1 or not ways[0]:
        return f"always the {name} wager that is open"
    labels = ways[0]
    return f"always {labels[0]}" if len(set(labels)) == 1 else f"always {', then '.join(labels)}"


# a showdown under a fixed policy


def simple_policies(
    problem: Problem, showdown: Showdown, hands: npt.NDArray[np.int64], player: Feature | None, dealer: Feature | None
) -> Iterator[tuple[str, Policy]]:
    """Policies with their words, for the canonical ``hands`` by number; paths stand least first."""
    permitted = np.asarray(showdown.permitted if showdown.permitted.ndim == 2 else showdown.permitted.all(axis=2))
    labels = [" then ".join(path) for path in problem.paths]
    is_lost = [_is_lost(showdown.pay[n][permitted[n]]) for n in range(len(labels))]
    going_on = [n for n, lost in enumerate(is_lost) if not lost]
    if len(labels) < 2 or not going_on:
        return
    told: set[bytes] = set()
    for name, order in (("largest", going_on[::-1]), ("smallest", going_on)):
        paths = _first_open(permitted, [*order, *(n for n, lost in enumerate(is_lost) if lost)])
        if (paths >= 0).all() and paths.tobytes() not in told:
            told.add(paths.tobytes())
            only = np.unique(paths)
            yield f"always {labels[only[0]]}" if len(only) == 1 else f"always the {name} wager that is open", ByCell(paths)
    up = [n for n, lost in enumerate(is_lost) if lost]
    if player is None or dealer is None or not up:
        return
    for test in qualifying_tests(problem, dealer):
        holds = _asked_of(problem, player, test)
        if holds is not None:
            cells = showdown.player_sig[hands]
            plays, folds = _first_open(permitted, going_on)[cells], _first_open(permitted, up)[cells]
            paths = np.where(holds[hands], plays, folds)
            if (paths >= 0).all():
                does = labels[going_on[0]]
                yield f"{does} on {pattern_text(test)}, the dealer's own qualifier, else {labels[up[0]]}", ByState(paths)


def _is_lost(pay: npt.NDArray[np.int64]) -> bool:
    return bool(pay.size) and bool((pay == pay.flat[0]).all()) and int(pay.flat[0]) < 0


def _first_open(permitted: npt.NDArray[np.bool_], order: Sequence[int]) -> npt.NDArray[np.int64]:
    """For each cell the first of these paths that is permitted, -1 where none is."""
    found = np.full(permitted.shape[1], -1, dtype=np.int64)
    for path in reversed(order):
        found[permitted[path]] = path
    return found


def qualifying_tests(problem: Problem, dealer: Feature) -> Iterator[pt.Pattern]:
    """The tests of the dealer's hand that a defined fact asks: what it needs to qualify."""
    asked = [f for f in problem.plain if f.expression == dealer.expression and f.spots == dealer.spots]
    facts: list[Any] = [part for fact in problem.ruleset.of(DefinedFact) for part in walk(fact.condition)]
    for feature in asked:
        yield from (test for test in feature.tests if not isinstance(test, pt.Special) and test in facts)


def _asked_of(problem: Problem, player: Feature, test: pt.Pattern) -> npt.NDArray[np.bool_] | None:
    """Which sets of the player's cards meet a test; None where it cannot be asked, or parts nothing."""
    try:
        found = problem.judge.by_set(replace(player, tests=(test,)))
    except NotSolvable:
        return None
    truth = np.array([answer == (True,) for answer in found.answers])
    holds = np.asarray(truth[found.ids])
    return None if holds.all() or not holds.any() else holds
