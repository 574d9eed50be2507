"""The decisions of a course without the cards: what may be chosen when, and what each way through them brings.

A *path* is a way through all decisions: ``("check", "bet 2")``.  Under given answers to what lines ask of the cards, a
path leads to one `End`, or is not open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.ruleset.basis import Basis
from audit.solve.cards.course import Answer, Ask, Choice, Course, Decide, End, Feature, Node, Paid, Spot
from audit.solve.errors import NotSolvable

Path: TypeAlias = tuple[str, ...]

NO_CHOICE = "nothing to choose"
"""Stands for the choice in a situation in which, as the player can tell, there is none or none that matters."""


@dataclass(frozen=True)
class Moment:
    """A decision, whatever the cards are: what is known, and what each choice leads to (a later one, or nothing)."""

    name: str
    known: frozenset[Spot]
    options: tuple[tuple[str, Moment | None], ...]
    bases: tuple[Basis, ...] = ()


def moments_of(course: Course) -> Moment | None:
    """The decisions of a course as a tree of their own, None if there is none.

    In some deals nothing may be decided, because the round is over or every choice brings the same: these weigh alike
    for every choice, so that what is best with the others is best in all.  But where there are two different decisions
    and cards that the player does not know tell which, he knows more by then than the cards that he sees: this raises
    `NotSolvable`, and only a method that walks the whole tree takes it into account.
    """
    return _merged([course.root])


def _merged(nodes: list[Node]) -> Moment | None:
    reached = [found for node in nodes for found in _reached(node, ())]
    decisions = [(node, asked) for node, asked in reached if isinstance(node, Decide)]
    if not decisions:
        return None
    first, way = decisions[0]
    learnt = _learnt(first, way)
    for node, asked in decisions:
        if node.known != first.known or _learnt(node, asked) != learnt:
            raise NotSolvable("what is decided hangs on cards that the player has not seen", _line(asked, first))
    labels: dict[str, list[Node]] = {}
    bases: dict[Basis, None] = {}
    for node, _ in decisions:
        bases.update(dict.fromkeys(node.bases))
        for choice in node.choices:
            labels.setdefault(choice.label, []).append(choice.then)
    options = tuple((label, _merged(then)) for label, then in labels.items())
    if any(isinstance(node, End) and _is_known(asked, first.known) for node, asked in reached):
        options = (*options, (NO_CHOICE, None))
    return Moment(first.moment, first.known, options, tuple(bases))


def _is_known(asked: _Way, known: frozenset[Spot]) -> bool:
    """Whether the player can tell from the cards that he knows that this is the way the round goes."""
    return all(set(ask.feature.spots) <= known for ask, _ in asked)


def _learnt(decide: Decide, asked: _Way) -> tuple[tuple[Feature, Answer], ...]:
    """What was asked on the way of cards that the player does not know, with the answers that led here."""
    return tuple((ask.feature, answer) for ask, answer in asked if not set(ask.feature.spots) <= decide.known)


def _line(asked: _Way, decide: Decide) -> str:
    return asked[-1][0].line if asked else decide.moment


_Way: TypeAlias = tuple[tuple[Ask, Answer], ...]


def _reached(node: Node, asked: _Way) -> Iterator[tuple[Decide | End, _Way]]:
    """The decisions and ends that come next, each with the questions on the way to it."""
    if isinstance(node, Ask):
        for answer, branch in node.branches.items():
            yield from _reached(branch, (*asked, (node, answer)))
    else:
        yield node, asked


def paths_of(moment: Moment | None) -> tuple[Path, ...]:
    """Every way through the decisions, in the order in which choices are stated."""
    if moment is None:
        return ((),)
    return tuple((label, *rest) for label, then in moment.options for rest in paths_of(then))


def end_of(course: Course, path: Path, answers: Mapping[Feature, Answer], moment: Moment | None = None) -> End | None:
    """Where a path leads under these answers; None where a choice on it is not open.

    ``moment`` is the first decision, as `moments_of` has it.  Where the round is over before all that the path chooses,
    the rest of it does not matter; but where the player can tell so, `NO_CHOICE` is all that he can choose.
    """
    node: Node = course.root
    left = list(path)
    asked: list[tuple[Ask, Answer]] = []
    while not isinstance(node, End):
        if isinstance(node, Ask):
            answer = answers[node.feature]
            if answer not in node.branches:
                return None  # what was answered before shuts it out
            asked.append((node, answer))
            node = node.branches[answer]
            continue
        choice = next((c for c in node.choices if left and c.label == left[0]), None)
        if choice is None:
            return None
        left.pop(0)
        asked.clear()
        moment = next((then for label, then in moment.options if label == choice.label), None) if moment else None
        node = choice.then
    if moment is not None and left:
        is_plain = _is_known(tuple(asked), moment.known) and moment.options[-1][0] == NO_CHOICE
        return node if is_plain == (left[0] == NO_CHOICE) else None
    return node


def asked_of(course: Course) -> tuple[Feature, ...]:
    """The features that the tree asks somewhere, in the order in which they are come upon."""
    found: dict[Feature, None] = {}
    seen: set[int] = set()
    stack: list[Node] = [course.root]
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Ask):
            found.setdefault(node.feature)
            stack.extend(reversed(list(node.branches.values())))
        elif isinstance(node, Decide):
            stack.extend(choice.then for choice in reversed(node.choices))
    return tuple(found)


def least_stake_first(node: Node) -> Node:
    """The tree with the choices that put up less before those that put up more, so that of equal ones the least is taken."""
    match node:
        case End():
            return node
        case Ask(feature, branches, line):
            return Ask(feature, {answer: least_stake_first(branch) for answer, branch in branches.items()}, line)
        case Decide(moment, known, choices, bases):
            ordered = sorted(choices, key=lambda choice: _stakes(choice.then))
            return Decide(
                moment, known, tuple(Choice(c.label, least_stake_first(c.then), c.bases) for c in ordered), bases
            )  # fmt: skip


def _stakes(node: Node) -> tuple[Fraction, Fraction]:
    """The least and the most that is put up from here on, with what was put up before."""
    if isinstance(node, End):
        whole = sum((p.staked for p in node.paid if p.result != "taken back"), Fraction(0))
        return whole, whole
    below = node.branches.values() if isinstance(node, Ask) else [choice.then for choice in node.choices]
    found = [_stakes(n) for n in below]
    return min(least for least, _ in found), max(most for _, most in found)


Names: TypeAlias = Collection[str]


def without_dominated(node: Node, *groups: Names, is_better: bool = True) -> Node:
    """The tree without choices that another one of the same moment is never worse than, whatever the cards.

    "Never worse" holds for what each of the groups of wagers and bonuses brings together, all in one group if none is
    given: with a main group and a side wager apart, what is left out is best for neither.  Of two that always bring the
    same, the one stated first stays; if not ``is_better``, only such are left out.  Only choices that end the decisions
    are compared.
    """

    def covers(one: Choice, other: Choice) -> bool:
        return _never_worse(one.then, other.then, groups) and (is_better or _never_worse(other.then, one.then, groups))

    match node:
        case End():
            return node
        case Ask(feature, branches, line):
            pruned = {answer: without_dominated(branch, *groups, is_better=is_better) for answer, branch in branches.items()}
            return Ask(feature, pruned, line)
        case Decide(moment, known, choices, bases):
            left = [Choice(c.label, without_dominated(c.then, *groups, is_better=is_better), c.bases) for c in choices]
            kept: list[Choice] = []
            for n, choice in enumerate(left):
                others = [o for m, o in enumerate(left) if m != n and (m < n or not covers(choice, o))]
                if not any(covers(other, choice) for other in others):
                    kept.append(choice)
            return Decide(moment, known, tuple(kept), bases)


def _never_worse(one: Node, other: Node, groups: tuple[Names, ...]) -> bool:
    """Whether ``one`` brings at least as much as ``other`` under every answer, as far as both are known."""
    if isinstance(one, Decide) or isinstance(other, Decide):
        return False
    if isinstance(one, End) and isinstance(other, End):
        return all(_at_least(one, other, group) for group in groups) if groups else _at_least(one, other, None)
    if isinstance(one, Ask):
        if isinstance(other, Ask) and other.feature == one.feature:
            shared = one.branches.keys() & other.branches.keys()
            return bool(shared) and all(_never_worse(one.branches[a], other.branches[a], groups) for a in shared)
        return all(_never_worse(branch, other, groups) for branch in one.branches.values())
    assert isinstance(other, Ask)
    return all(_never_worse(one, branch, groups) for branch in other.branches.values())


def _at_least(one: End, other: End, names: Names | None) -> bool:
    """At least as much money from these, and as much of every meter; where some payout is not stated, only the same."""
    mine, theirs = (
        [p for p in end.paid if not p.beside and (names is None or p.name in names)] for end in (one, other)
    )
    if any(p.net is None for p in (*mine, *theirs)):
        return mine == theirs
    meters = [_meters(paid) for paid in (mine, theirs)]
    every = meters[0].keys() | meters[1].keys()
    return _money(mine) >= _money(theirs) and all(
        meters[0].get(name, Fraction(0)) >= meters[1].get(name, Fraction(0)) for name in every
    )


def _money(paid: Sequence[Paid]) -> Fraction:
    return sum((p.net for p in paid if p.net is not None), Fraction(0))


def _meters(paid: Sequence[Paid]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for one in paid:
        for name, share in one.meters:
            found[name] = found.get(name, Fraction(0)) + share
    return found
