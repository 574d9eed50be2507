"""Dice, wheels and numbers that come up in a round of cards, beside its cards: the round is looked at for each way they come up.

What comes up does not hang on the cards, nor the cards on it, so a wager on which nothing is decided brings on average what it
brings in each of these rounds.  Where the player decides, the round must be the same however they come up: he may not be taken to
know beforehand what will.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING, TypeAlias

from audit.play.equipment import Equipment, Outcome
from audit.ruleset import rounds as rd
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Course
from audit.solve.cards.outcomes import Counted, Tally
from audit.solve.errors import NotSolvable

if TYPE_CHECKING:
    from audit.solve.cards.solver import CardSolver, SolvedWagers

Act: TypeAlias = tuple[str, str, int]
"""``roll dice``, ``draw NAME``, and which time in the round, counted from 0."""

CameUp: TypeAlias = Mapping[Act, Outcome]
"""What comes up at each act of chance of a round."""

MOST_WAYS = 1_000
"""A round in which things can come up in more ways than these is refused."""


def acts_of(ruleset: Ruleset) -> tuple[Act, ...]:
    """The acts of chance that the lines of the round name beside the cards, each as often as it is named."""
    times: Counter[tuple[str, str]] = Counter(_named(ruleset))
    return tuple((verb, name, n) for (verb, name), count in times.items() for n in range(count))


def _named(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for node in ruleset.nodes_of(rd.Round):
        match node:
            case rd.RollDice(dice):
                yield "roll", dice.text
            case rd.SpinWheel(wheel):
                yield "spin", wheel.text
            case rd.DrawChance(chance):
                yield "draw", chance.text


def ways_to_come_up(ruleset: Ruleset) -> tuple[tuple[CameUp, Fraction], ...]:
    """Every way in which all of it can come up, and how probable each is.

    Raises `PlayError` for an act of what is not declared, `NotSolvable` where the ways are too many.
    """
    acts, equipment = acts_of(ruleset), Equipment(ruleset)
    sources = [equipment.source(verb, name) for verb, name, _ in acts]
    outcomes: list[tuple[tuple[Outcome, int], ...]] = [source.outcomes() for source in sources]
    if prod(map(len, outcomes)) > MOST_WAYS:
        verb, name, _ = acts[0]
        raise NotSolvable(f"what comes up beside the cards, in more than {MOST_WAYS:,} ways,", f"{verb} {name}", _span_of(ruleset, name))
    whole = prod(source.total for source in sources)
    return tuple(
        (dict(zip(acts, (outcome for outcome, _ in each), strict=True)), Fraction(prod(ways for _, ways in each), whole))
        for each in product(*outcomes)
    )


def solve(solver: CardSolver, group: tuple[str, ...], ways: Sequence[tuple[CardSolver, Fraction]]) -> SolvedWagers:
    """A group of wagers, by solvers that have what comes up fixed; raises `NotSolvable` where what is best could hang on it."""
    alone = _whatever_is_decided(group, ways)
    if alone is not None:
        counted = [one.best_play(course, solver.names(group)) for (one, _), course in zip(ways, alone, strict=True)]
        mixed = mixture([(one, share) for one, (_, share) in zip(counted, ways, strict=True)])
        return ways[0][0].alone_as(group[0], alone[0], mixed)
    if len({_content(one, group) for one, _ in ways}) > 1:
        verb, name, _ = acts_of(solver.configured.ruleset)[0]
        raise NotSolvable(
            "something is decided in a round that is another one by what comes up beside the cards",
            f"{verb} {name}",
            _span_of(solver.configured.ruleset, name),
        )
    return ways[0][0].solve(group)


def _whatever_is_decided(group: tuple[str, ...], ways: Sequence[tuple[CardSolver, Fraction]]) -> list[Course] | None:
    """The course of a wager of its own however things come up; None for wagers on which something is decided."""
    if len(group) > 1 or group[0] not in ways[0][0].margins:
        return None
    found: list[Course] = []
    for one, _ in ways:
        course = one.whatever_is_decided(group[0])
        if course is None:
            return None
        found.append(course)
    return found if len({(course.unit, course.stakes) for course in found}) == 1 else None


def _content(solver: CardSolver, group: tuple[str, ...]) -> Hashable:
    """All that the figures of a group are worked out from, with what comes up fixed."""
    from audit.solve.cards.solver import content_of  # noqa: PLC0415  (which asks this module)

    courses = tuple((content_of(course), course.unit, course.stakes) for course in solver.courses_behind(group))
    return courses, solver.known_at_settings


def mixture(parts: Sequence[tuple[Counted, Fraction]]) -> Counted:
    """The ends of several courses, each as often as it comes about; the parts' shares add up to 1."""
    total = lcm(*(counted.total * share.denominator for counted, share in parts))
    tallies: dict[tuple[Hashable, Hashable], Tally] = {}
    for counted, share in parts:
        times = total * share / counted.total
        assert times.denominator == 1
        for tally in counted.tallies:
            known = tallies.get((tally.path, tally.end))
            deals = tally.deals * times.numerator + (known.deals if known is not None else 0)
            tallies[tally.path, tally.end] = Tally(tally.path, tally.end, deals)
    first = parts[0][0]
    return Counted(
        tuple(tallies.values()),
        total,
        first.method,
        "; ".join(dict.fromkeys([*(counted.process for counted, _ in parts if counted.process), f"{len(parts)} ways beside the cards"])),
        first.symmetries,
        sum(counted.states for counted, _ in parts),
        notes=tuple(dict.fromkeys(note for counted, _ in parts for note in counted.notes)),
        is_told=all(counted.is_told for counted, _ in parts),
    )


def _span_of(ruleset: Ruleset, name: str) -> Span:
    return next((one.basis.span for one in ruleset.by_name.get(name, ())), NOWHERE)
