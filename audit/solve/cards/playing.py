"""Best play as somebody who decides: a chooser built from what a solver found.

At each decision it is known what every choice is worth with the cards that the player sees; the best one is taken.  The
method is the one by which the figures were found, so that playing so and counting so can be held against each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, TypeAlias

from audit.play.cards import Card
from audit.play.choosing import ToDecide
from audit.play.errors import PlayError
from audit.ruleset.configure import ConfigureError
from audit.solve.cards import by_enumeration, by_showdown, by_stages
from audit.solve.cards.alike import Alike, alike_for, exchangeable
from audit.solve.cards.board_playing import at_the_board
from audit.solve.cards.bundles import grows
from audit.solve.cards.course import Spot
from audit.solve.cards.hands_seen import HandsSeen
from audit.solve.cards.paths import Path
from audit.solve.cards.pruning import only_for
from audit.solve.cards.showdown import play_showdown
from audit.solve.cards.sides import Problem
from audit.solve.cards.solver import CardSolver, pruned
from audit.solve.cards.staged import Situations, solve_staged
from audit.solve.cards.staged_kernels import CLOSED
from audit.solve.errors import NotSolvable

Held: TypeAlias = Mapping[Spot, Card]
Values: TypeAlias = tuple[Fraction | None, ...]
"""What each option of a decision is worth, per unit; None for one that is not open."""

MOST_KEPT = 6_000_000
"""So many situations of a decision are kept, suits thrown together."""


class Appraiser(Protocol):
    """Knows what the options of a decision are worth with given cards."""

    def values(self, way: int, held: Held) -> Values:
        """For a decision by its number among the problem's ``ways``; raises `NotSolvable` where it is not known."""
        ...


@dataclass(frozen=True)
class Worth:
    """What an offer is worth per unit, if it is taken and best play follows."""

    label: str
    value: Fraction


@dataclass
class BestPlay:
    """Takes the best choice at each decision, the first stated of equal ones that put up the least.

    ``told`` are what the offers of each decision were worth, by its number in the round; a decision that makes no
    difference has none.
    """

    problem: Problem
    appraiser: Appraiser | None
    told: dict[int, tuple[Worth, ...]] = field(default_factory=dict)

    def choose(self, decision: ToDecide) -> int:
        """Raises `NotSolvable` where what is best is not known, as after choices that best play never makes."""
        labels = [offer.label for offer in decision.offers]
        self.told.pop(len(decision.before), None)
        if len(labels) == 1:
            return 0
        way = self._way(decision)
        if way is None or self.appraiser is None:
            return 0
        moment = self.problem.ways[way][0]
        values = self.appraiser.values(way, decision.cards)
        open_ones = [
            Worth(label, value)
            for (label, _), value in zip(moment.options, values, strict=True)
            if value is not None and label in labels
        ]
        if not open_ones:
            return 0
        self.told[len(decision.before)] = tuple(open_ones)
        best = max(open_ones, key=lambda worth: worth.value)
        return labels.index(best.label)

    def _way(self, decision: ToDecide) -> int | None:
        """The decision of the problem that this one is; None where the problem has none, since nothing hangs on it."""
        moment, path = self.problem.moment, Path()
        for step, label in decision.before:
            if moment is not None and moment.name == step:
                then = dict(moment.options)
                if label not in then:
                    raise NotSolvable(f"best play never makes the choice {label}, and what is best after it is not known")
                moment, path = then[label], (*path, label)
        if moment is None or moment.name != decision.step:
            return None
        return next(n for n, (_, so_far) in enumerate(self.problem.ways) if so_far == path)


def best_chooser(solver: CardSolver) -> BestPlay:
    """Best play of the first bundle of a solver, whatever else is wagered.  Raises `NotSolvable` where none is found."""
    if not solver.bundles:
        raise NotSolvable("no wager must be made and none is made by a decision", "wager")
    return best_play(solver, solver.bundles[0].wagers, solver.names(solver.bundles[0].wagers))


def best_play(solver: CardSolver, made: tuple[str, ...], valued: tuple[str, ...]) -> BestPlay:
    """Best play of a round in which these wagers are made, where just these wagers and bonuses count."""
    if grows(solver.configured.ruleset):
        raise NotSolvable("where hands grow it is not told decision by decision", "each player plays each hand")
    try:
        course = pruned(only_for(solver.laying.course(made, made), valued), valued)
    except PlayError as error:
        raise NotSolvable(error.message, getattr(error, "statement", ""), error.span) from error
    except ConfigureError as error:
        raise NotSolvable(str(error)) from error
    return best_play_of(Problem(course, solver.laying.judge, frozenset(valued), is_told=False))


def best_play_of(problem: Problem) -> BestPlay:
    """Best play of a problem by the first method that takes it."""
    if problem.moment is None:
        return BestPlay(problem, None)
    refused: list[NotSolvable] = []
    for method in METHODS:
        try:
            return BestPlay(problem, method(problem))
        except NotSolvable as error:
            refused.append(error)
    why = "; ".join(dict.fromkeys(error.why for error in refused))
    raise NotSolvable(f"no method finds best play: {why}", refused[-1].statement, refused[-1].span)


# two hands


@dataclass(frozen=True, eq=False)
class _AtShowdown:
    laid_out: by_showdown.Prepared
    seen: HandsSeen
    values_of: Callable[[int, int], Values]

    def values(self, way: int, held: Held) -> Values:
        sides = self.laid_out.sides
        mine = [held[spot] for spot in sides.player]
        theirs = [held[spot] for spot in sides.dealer if spot in held]
        return self.values_of(*self.seen.find(self.seen.numbers(mine), self.seen.numbers(theirs)))


def _at_showdown(problem: Problem) -> Appraiser:
    laid_out = by_showdown.prepared(problem)
    showdown, played = laid_out.showdown, play_showdown(laid_out.showdown)
    cells = showdown.player_sig[played.hands.numbers]
    seen = showdown.seen
    deals = math.comb(showdown.pack.size - showdown.player_cards - seen, showdown.dealer_cards - seen)

    def values_of(row: int, at: int) -> Values:
        is_open = showdown.permitted[:, cells[row]]
        return tuple(
            Fraction(int(value), laid_out.paid.scale * deals) if may else None
            for value, may in zip(played.values[row, at], is_open, strict=True)
        )

    return _AtShowdown(laid_out, HandsSeen(problem, played.hands), values_of)


# one hand against a pay table


@dataclass(frozen=True, eq=False)
class _InStages:
    problem: Problem
    groups: tuple[frozenset[Spot], ...]
    situations: Sequence[tuple[Situations, HandsSeen]]
    scale: int
    total: int

    def values(self, way: int, held: Held) -> Values:
        found, seen = self.situations[way]
        known = self.problem.ways[way][0].known
        cards = [held[spot] for group in self.groups if group <= known for spot in sorted(group)]
        numbers = seen.numbers(cards)
        groups, begin = [], 0
        for size in found.groups:
            groups.append(numbers[begin : begin + size])
            begin += size
        first, *others = groups
        row, state = seen.find_in_turn(first, others)
        if found.best[row, state] < 0:
            raise NotSolvable("best play does not come to this decision with these cards, so what is best is not known")
        deals = self.total // (int(found.weights.sum()) * found.best.shape[1])
        return tuple(
            None if int(value) == CLOSED else Fraction(int(value), self.scale * deals) for value in found.values[row, state]
        )


def _in_stages(problem: Problem) -> Appraiser:
    laid_out = by_stages.prepared(problem)
    solution = solve_staged(laid_out.staged, kept=MOST_KEPT)
    situations = []
    for told in solution.stops:
        if told.situations is None:
            raise NotSolvable("a decision before any card is known, or in more situations than are kept")
        situations.append((told.situations, HandsSeen.of(problem, told.situations.firsts)))
    return _InStages(problem, laid_out.groups, situations, laid_out.paid.scale, solution.total)


# few cards


@dataclass(frozen=True, eq=False)
class _ByWalking:
    problem: Problem
    alike: Alike
    kinds: Mapping[Spot, int]
    found: Mapping[tuple[Path, tuple[tuple[int, Card], ...]], Values]
    spots: Mapping[Path, tuple[Spot, ...]]

    def values(self, way: int, held: Held) -> Values:
        path = self.problem.ways[way][1]
        if path in self.spots:
            seen = tuple((spot, self.alike(held[spot])) for spot in self.spots[path])
            values = self.found.get((path, in_any_order(seen, self.kinds)), ())
            if values:
                return values
        raise NotSolvable("best play does not come to this decision with these cards, so what is best is not known")


def _by_walking(problem: Problem) -> Appraiser:
    walked = by_enumeration.walked(problem)
    alike = alike_for(problem.course.features, problem.ruleset)
    kinds = exchangeable(problem.course)
    found: dict[tuple[Path, tuple[tuple[int, Card], ...]], Values] = {}
    spots: dict[Path, tuple[Spot, ...]] = {}
    labels = {so_far: [label for label, _ in moment.options] for moment, so_far in problem.ways}
    for decided in walked.decisions:
        here = tuple(spot for spot, _ in decided.seen)
        of = {choice.label: value / decided.deals for choice, value in zip(decided.decide.choices, decided.values, strict=True)}
        values = tuple(of.get(label) for label in labels[decided.path])
        key = (decided.path, in_any_order(decided.seen, kinds))
        if spots.setdefault(decided.path, here) != here or found.setdefault(key, values) != values:
            raise NotSolvable("what is best hangs on more than the cards that are seen")
    return _ByWalking(problem, alike, kinds, found, spots)


def in_any_order(seen: Sequence[tuple[Spot, Card]], kinds: Mapping[Spot, int]) -> tuple[tuple[int, Card], ...]:
    """Cards with the kinds of the spots where they lie: the same for orders that make no difference."""
    return tuple(sorted(((kinds[spot], card) for spot, card in seen), key=lambda one: (one[0], str(one[1]))))


METHODS: tuple[Callable[[Problem], Appraiser], ...] = (_in_stages, _at_showdown, at_the_board, _by_walking)
"""In the order in which figures are sought, too."""
