"""Every wager of a card game solved: bundles under best play, other wagers alone or at the margin.

What was solved once is kept, by what it was solved from, so that another reading or option that changes nothing for a
wager costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.roles import out_of_reach
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.configure import Configured, ConfigureError
from audit.solve.cards import (
    by_board,
    by_counting,
    by_drawing,
    by_enumeration,
    by_many_sets,
    by_showdown,
    by_stages,
    by_ways,
    chance_beside,
)
from audit.solve.cards.bundles import Bundle, Margin, bear_on_nothing, bundles_of, grows, margins_of
from audit.solve.cards.by_itself import is_by_itself
from audit.solve.cards.capped import refuse_cut
from audit.solve.cards.course import Ask, Course, Decide, End, Node
from audit.solve.cards.dealers_wagers import refuse_the_dealers
from audit.solve.cards.ids import label_of, wager_of, ways_to_make
from audit.solve.cards.laying_open import LayingOpen, SetAt, bonuses_on, features_in, nodes_in, only_for
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.paths import least_stake_first, without_dominated
from audit.solve.cards.sides import Problem
from audit.solve.cards.simple_play import always_the_same
from audit.solve.errors import NotSolvable, NotVerifiable

if TYPE_CHECKING:
    from audit.solve.cards.by_setting import BestPlay
    from audit.solve.draws.drawing import Drawing
    from audit.solve.draws.solving import Drawn

Method = Callable[[Problem], Counted]

METHODS: tuple[tuple[str, Method], ...] = tuple(
    (method.NAME.partition(":")[0], method.solve)
    for method in (by_counting, by_many_sets, by_stages, by_showdown, by_board, by_drawing, by_enumeration)
)
"""In the order in which they are tried; the conditions of the first three exclude one another but for small cases."""

SET_BY = ("each player sets", "dealer sets")
"""The lines for whose sake a course is refused that hangs on how cards are set."""


@dataclass(frozen=True)
class SolvedWagers:
    """Wagers valued together, or one wager: what came of it, and of which of them the figures are.

    ``names`` are the wagers and bonuses whose results count; ``unit`` is the money that one unit of them is.  At the
    margin ``less`` is what the bundle brings without them, and ``counted`` all of them together.
    """

    title: str
    wager: str
    names: tuple[str, ...]
    bundle: tuple[str, ...]
    counted: Counted
    unit: Fraction = Fraction(1)
    less: Fraction | None = None
    beside_best_play_of: str = ""
    linear: tuple[str, ...] = ()

    @property
    def margin(self) -> Fraction | None:
        """What best play brings more with the wager than without it, per unit; None where it is the plain figure."""
        if self.less is None:
            return None
        whole = self.counted.expected(self.names + self.bundle)
        return None if whole is None else (whole - self.less) / self.unit


@dataclass
class CardSolver:
    """Solves the wagers of one configured ruleset; ``kept`` may be shared by solvers of other configurations."""

    configured: Configured
    kept: dict[Hashable, Counted | NotSolvable] = field(default_factory=dict)
    drawings: dict[Drawn, Drawing] = field(default_factory=dict)
    """Best play where hands grow, by the wagers made and valued."""
    apart: dict[str, CardSolver | None] = field(default_factory=dict)
    """Solvers of single wagers that hang on nothing but cards which rules deal, by their names."""
    wanted: frozenset[str] | None = None
    """The wagers that are asked for or made beside those; None for all.  Others are not laid open with them."""
    is_told: bool = True
    """Whether best play is wanted in words, and what simple rules cost, not only the figures."""
    set_best: dict[tuple[str, ...], BestPlay] = field(default_factory=dict)
    """How cards are best set, by the wagers valued together."""
    came_up: chance_beside.CameUp = field(default_factory=dict)
    """What dice, wheels and draws beside the cards are taken to bring; what is not in it is open."""

    @cached_property
    def laying(self) -> LayingOpen:
        return LayingOpen(self.configured, came_up=self.came_up)

    @cached_property
    def bundles(self) -> tuple[Bundle, ...]:
        return bundles_of(self.configured)

    @cached_property
    def margins(self) -> dict[str, Margin]:
        """What each wager that is in no bundle is valued beside, by the names under which it is made."""
        found: dict[str, Margin] = {}
        for margin in margins_of(self.configured):
            for name in self.ways_to_make(margin.wager):
                made = tuple(name if one == margin.wager else one for one in margin.all_made)
                found[name] = Margin(name, margin.without, made)
        return found

    def ways_to_make(self, wager: str) -> tuple[str, ...]:
        """The names under which a wager is made: one for each position, where it has several."""
        stated = self.configured.ruleset.named(wager, wg.Wager)
        if stated is None:
            return (wager,)
        try:
            return ways_to_make(stated, self._equipment)
        except (PlayError, ConfigureError):
            return (wager,)  # what stands in the way is told where it is solved

    @cached_property
    def _equipment(self) -> Equipment:
        return Equipment(self.configured.ruleset)

    def units(self) -> Iterator[tuple[str, ...]]:
        """The wagers that can be made, in groups that are valued together, in the order of the ruleset."""
        bundled = {name: bundle.wagers for bundle in self.bundles for name in bundle.wagers}
        done: set[str] = set()
        for wager in self.configured.ruleset.of(wg.Wager):
            name = wager.name.text
            if name in out_of_reach(self.configured.ruleset):
                continue
            if name in bundled and name not in done:
                done.update(bundled[name])
                yield bundled[name]
            elif name not in bundled:
                yield from ((one,) for one in self.ways_to_make(name))

    def solve(self, group: tuple[str, ...]) -> SolvedWagers:
        """One group of `units`; raises `NotSolvable` with the reason where no method takes it."""
        try:
            solved = self._solved(group)
            refuse_cut(solved.counted, solved.names, self.configured.ruleset)
            return solved
        except PlayError as error:
            raise NotSolvable(error.message, getattr(error, "statement", ""), error.span) from error
        except ConfigureError as error:
            raise NotSolvable(str(error)) from error

    def _solved(self, group: tuple[str, ...]) -> SolvedWagers:
        refuse_the_dealers(group, self.configured.ruleset)
        if grows(self.configured.ruleset):
            from audit.solve.draws.solving import solve_group  # noqa: PLC0415  (not loaded where no hands grow)

            return solve_group(self, group)
        bundle = next((b for b in self.bundles if b.wagers == group), None)
        if bundle is None:
            self._refuse_asked_for(group[0])
        if not self.came_up and chance_beside.acts_of(self.configured.ruleset):
            return chance_beside.solve(self, group, self.ways_to_come_up)
        return self._bundle(bundle) if bundle is not None else self._single(group[0])

    @cached_property
    def ways_to_come_up(self) -> tuple[tuple[CardSolver, Fraction], ...]:
        """This solver for each way in which dice, wheels and draws beside the cards come up, and how probable each is."""
        ways = chance_beside.ways_to_come_up(self.configured.ruleset)
        return tuple((replace(self, drawings={}, apart={}, set_best={}, came_up=came_up), share) for came_up, share in ways)

    def courses_behind(self, group: tuple[str, ...]) -> Iterator[Course]:
        """All courses that the figures of a group are worked out from, as far as they bear on them."""
        bundle = next((b for b in self.bundles if b.wagers == group), None)
        if bundle is not None:
            try:
                yield only_for(self._course(bundle.wagers, bundle.wagers), self.names(bundle.wagers))
            except NotSolvable as error:
                if error.statement not in SET_BY:
                    raise
                yield self.course_by_ways(bundle.wagers, bundle.wagers)
            return
        margin = self.margins[group[0]]
        names, others = self.names(group), self.names(margin.without)
        yield only_for(self._course(margin.all_made, margin.all_made), (*others, *names))
        if margin.without:
            yield only_for(self._course(margin.without, margin.without), others)

    def names(self, wagers: Collection[str]) -> tuple[str, ...]:
        """Wagers and the bonuses on them."""
        return (*wagers, *bonuses_on(self.configured, wagers))

    def _bundle(self, bundle: Bundle) -> SolvedWagers:
        names = self.names(bundle.wagers)
        try:
            course = only_for(self._course(bundle.wagers, bundle.wagers), names)
        except NotSolvable as error:
            if error.statement not in SET_BY:
                raise
            return self._set_best(bundle, error)
        counted = self.best_play(course, names)
        if self.is_told and counted.strategy is not None and not counted.simple:
            counted = replace(counted, simple=tuple(self._simple(course, names)))
        return SolvedWagers(
            bundle.name, bundle.unit, names, bundle.wagers, counted, _unit(course, bundle.unit), linear=course.linear
        )  # fmt: skip

    def _set_best(self, bundle: Bundle, error: NotSolvable) -> SolvedWagers:
        """Wagers that hang on how cards are set: the dealer's by his way, the player's as is best for them.

        Raises the error, with what stands in the way, where that is not worked out.
        """
        wagers, names = bundle.wagers, self.names(bundle.wagers)
        course = self.course_by_ways(wagers, wagers)
        judge = self.laying_by_ways.judge
        acts = [node for node in self.configured.ruleset.nodes_of(rd.Round) if isinstance(node, rd.Sets)]
        known = self.known_at_settings, tuple(acts)  # what is no part of the course
        key = ("set", content_of(course), judge.what_answers_hang_on, self.laying_by_ways.deck, frozenset(names), known)
        if key not in self.kept:
            try:
                self.kept[key] = self.best_settings(wagers).counted
            except NotSolvable as refused:
                self.kept[key] = refused
        counted = self.kept[key]
        if isinstance(counted, NotVerifiable):
            raise counted
        if isinstance(counted, NotSolvable):
            raise NotSolvable(f"{error.why}: {counted.why}", error.statement, error.span)
        return SolvedWagers(bundle.name, bundle.unit, names, wagers, counted, _unit(course, bundle.unit), linear=course.linear)

    @property
    def known_at_settings(self) -> frozenset[SetAt]:
        """What the player knows when he sets his cards, in the courses laid open so far."""
        return frozenset(self.laying_by_ways.settings)

    def best_settings(self, wagers: tuple[str, ...]) -> BestPlay:
        """How cards are best set for wagers valued together; as `by_setting.best_play`."""
        from audit.solve.cards import by_setting  # noqa: PLC0415  (not loaded where no cards are set)

        if wagers not in self.set_best:
            problem = Problem(self.course_by_ways(wagers, wagers), self.laying_by_ways.judge, frozenset(self.names(wagers)), self.is_told)
            self.set_best[wagers] = by_setting.best_play(problem, self.laying_by_ways.settings)
        return self.set_best[wagers]

    def _simple(self, course: Course, names: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
        """Rules that are easily kept, and what they bring; one that no method takes is left out."""
        for words, cut in always_the_same(pruned(course, names), names):
            try:
                value = self.best_play(cut, names).expected(names)
            except NotSolvable:
                continue
            if value is not None:
                yield words, value

    def _single(self, name: str) -> SolvedWagers:
        """A wager that is in no bundle: alone where nothing decided touches it, else at the margin."""
        margin = self.margins[name]
        names = self.names((name,))
        others = self.names(margin.without)
        try:
            alone = self.alone(name)
        except NotSolvable as error:
            return self._set_by_ways(name, error)
        if alone is not None:
            return self.alone_as(name, alone, self.best_play(alone, names))
        joint = only_for(self._course(margin.all_made, margin.all_made), (*others, *names))
        is_told = not margin.without  # beside other wagers the figures are those of their best play, told with them
        if joint.meters and any(meter in _meters_in(joint) for meter in joint.meters):
            counted = self.best_play(joint, others, is_told=is_told)
            return SolvedWagers(name, wager_of(name), names, (), counted, _unit(joint, name), None, " + ".join(margin.without))
        counted = self.best_play(joint, (*others, *names), is_told=is_told)
        without = self.best_play(only_for(self._course(margin.without, margin.without), others), others)
        less = without.expected(others)
        return SolvedWagers(
            name, wager_of(name), names, others, counted, _unit(joint, name), less, " + ".join(margin.without)
        )  # fmt: skip

    def alone_as(self, name: str, course: Course, counted: Counted) -> SolvedWagers:
        """A wager by itself, with what was counted of its course."""
        return SolvedWagers(name, wager_of(name), self.names((name,)), (), counted, _unit(course, name))

    def _refuse_asked_for(self, name: str) -> None:
        """Raises `NotSolvable` for a wager that players are asked for in the round.

        Its figures are those of the rounds in which it is made; as a choice best play would leave it, and it would bring 0.
        """
        for node in self.configured.ruleset.nodes_of(rd.Round):
            if isinstance(node, rd.MayMake) and node.wager.text == wager_of(name):
                why = f"{name}, which players are asked for in the course of a round in which no hands grow"
                raise NotSolvable(why, name, self._span_of(name))

    def _span_of(self, name: str) -> Span:
        stated = self.configured.ruleset.named(wager_of(name), wg.Wager)
        return stated.basis.span if stated is not None else NOWHERE

    def _set_by_ways(self, name: str, error: NotSolvable) -> SolvedWagers:
        """A wager that hangs on how the dealer must set his cards and on nothing else; raises the error where it does not."""
        made = self.margins[name].all_made
        if error.statement == "each player sets" and made == (name,):
            return self._set_best(Bundle(made, wager_of(name)), error)
        if error.statement != "dealer sets" or not is_by_itself(wager_of(name), self.configured.ruleset, made, is_settled_once=True):
            raise error
        names = self.names((name,))
        course = self.course_by_ways(made, (name,))
        if any(isinstance(node, Decide) for node in nodes_in(course.root)):
            raise error
        counted = by_ways.solve(Problem(course, self.laying_by_ways.judge, frozenset(names), self.is_told))
        return SolvedWagers(name, wager_of(name), names, (), counted, _unit(course, name))

    @cached_property
    def laying_by_ways(self) -> LayingOpen:
        return LayingOpen(self.configured, sets_by_ways=True, came_up=self.came_up)

    def course_by_ways(self, made: tuple[str, ...], valued: tuple[str, ...]) -> Course:
        """The course of a round in which ways set all cards, for the wagers valued; choices that make no difference left out.

        Of wagers that are valued together those that are never better are left out, too: nobody else is concerned.  Raises `NotSolvable`
        for a wager that hangs on what becomes of others, since none of these is settled.
        """
        wager = wager_of(valued[0])
        if valued[0] in self.margins and not is_by_itself(wager, self.configured.ruleset, made, is_settled_once=True):
            raise NotSolvable(f"{wager} hangs on what becomes of other wagers", wager, self._span_of(valued[0]))
        course, names = self.laying_by_ways.course(made, valued), self.names(valued)
        return _undecided(course, names) if valued[0] in self.margins else only_for(pruned(course, names), names)

    def alone(self, name: str) -> Course | None:
        """The course of a wager by itself, where no choice that may be best for it or for the rest changes what it brings."""
        found = self.whatever_is_decided(name)
        if found is not None:
            return found
        margin = self.margins[name]
        names, others = self.names((name,)), self.names(margin.without)
        try:
            whole = self._course(margin.all_made, margin.all_made)
        except NotSolvable:
            self._course(margin.all_made, (margin.wager,))  # what stands in the way of this wager itself is told first
            found = self.whatever_is_decided(name, is_settled_once=True)
            if found is None:
                raise
            return found
        alone = only_for(pruned(whole, others, names), names)
        return None if any(isinstance(node, Decide) for node in nodes_in(alone.root)) else alone

    def whatever_is_decided(self, name: str, *, is_settled_once: bool = False) -> Course | None:
        """The course of a wager that hangs on no other one and that no choice touches, laid open without the rest of the round.

        A choice that is worse for it, too, may be best for the rest, which is not known here.  ``is_settled_once``: see `is_by_itself`.
        """
        margin = self.margins[name]
        if not is_by_itself(wager_of(name), self.configured.ruleset, margin.all_made, is_settled_once=is_settled_once):
            return None
        try:
            alone = _undecided(self._course(margin.all_made, (margin.wager,)), self.names((name,)))
        except (NotSolvable, PlayError, ConfigureError):
            return None  # what stands in the way is told by the whole round
        return None if any(isinstance(node, Decide) for node in nodes_in(alone.root)) else alone

    def _course(self, wagers: tuple[str, ...], settled: tuple[str, ...]) -> Course:
        """A course in which at least these wagers are made; others are made and settled only where they make no difference to these."""
        if self.independent.issuperset((*wagers, *settled)) and self._whole_round is not None:
            return self._whole_round
        return self.laying.course(wagers, settled)

    @cached_property
    def independent(self) -> frozenset[str]:
        """The wagers that may be laid open together, since none bears on what another brings; perhaps none."""
        if self.bundles or not bear_on_nothing(self.configured.ruleset):
            return frozenset()
        found = {name for (name,) in self.units() if not (label_of(name) and bonuses_on(self.configured, (name,)))}
        return frozenset(found if self.wanted is None else found & self.wanted)

    @cached_property
    def _whole_round(self) -> Course | None:
        made = tuple(name for (name,) in self.units() if name in self.independent)
        try:
            return self.laying.course(made, made)
        except (NotSolvable, PlayError, ConfigureError):
            return None

    def best_play(self, course: Course, valued: Collection[str], *, is_told: bool = True) -> Counted:
        """The ends of a course when the valued wagers and bonuses are played for, by the first method that takes it.

        ``is_told`` asks for best play in words, if this solver is to tell any.
        """
        is_told = is_told and self.is_told
        course = pruned(course, valued)
        judge = self.laying.judge
        key = (content_of(course), judge.what_answers_hang_on, self.laying.deck, frozenset(valued))
        known = self.kept.get(key)
        if known is None or (is_told and isinstance(known, Counted) and not known.is_told):
            self.kept[key] = self._solve(Problem(course, judge, frozenset(valued), is_told))
        found = self.kept[key]
        if isinstance(found, NotSolvable):
            raise found
        return found

    def _solve(self, problem: Problem) -> Counted | NotSolvable:
        refused: list[tuple[str, NotSolvable]] = []
        is_drawn = problem.judge.is_by_kinds  # of such cards the first methods could only list all sets
        for name, method in sorted(METHODS, key=lambda one: is_drawn and one[1] is not by_drawing.solve):
            try:
                return replace(method(problem), is_told=problem.is_told)
            except NotSolvable as error:
                refused.append((name, error))
        return refused[-1][1] if len({e.why for _, e in refused}) == 1 else _joined(refused)


def _joined(refused: list[tuple[str, NotSolvable]]) -> NotSolvable:
    """What each method says against it, and the first statement that one of them names."""
    why = "; ".join(f"{name}, since {error.why}" for name, error in refused)
    named = next((error for _, error in refused if error.statement), refused[-1][1])
    return NotSolvable(f"no method takes it: not {why}", named.statement, named.span)


def content_of(course: Course) -> Hashable:
    """The tree of a course, for looking up whether it was solved before; what its questions mean is not in it.

    Nodes are numbered from the leaves up, so that equal parts of a tree are told once.
    """
    numbers: dict[Hashable, int] = {}
    told: dict[int, int] = {}

    def number(node: Node) -> int:
        if id(node) not in told:
            told[id(node)] = numbers.setdefault(shape(node), len(numbers))
        return told[id(node)]

    def shape(node: Node) -> Hashable:
        match node:
            case End(paid):
                return paid
            case Ask(feature, branches):
                return feature, tuple((answer, number(branch)) for answer, branch in branches.items())
            case Decide(moment, known, choices):
                return moment, known, tuple((choice.label, number(choice.then)) for choice in choices)

    return number(course.root), tuple(numbers)


def _undecided(course: Course, names: Collection[str]) -> Course:
    """The course for some wagers, of choices that bring them the same one only."""
    return only_for(replace(course, root=without_dominated(course.root, names, is_better=False)), names)


def pruned(course: Course, *groups: Collection[str]) -> Course:
    """The course without choices that are never better than another, of equal ones that which puts up the least stays.

    Never better for any of the groups of wagers and bonuses: see `without_dominated`.
    """
    if not any(isinstance(node, Decide) for node in nodes_in(course.root)):
        return course
    root = without_dominated(least_stake_first(course.root), *groups)
    return replace(course, root=root, features=features_in(root))


def _unit(course: Course, wager: str) -> Fraction:
    return dict(course.stakes).get(wager, Fraction(1))


def _meters_in(course: Course) -> set[str]:
    return {
        name
        for node in nodes_in(course.root)
        if isinstance(node, End)
        for paid in node.paid
        for name, share in paid.meters
        if share
    }
