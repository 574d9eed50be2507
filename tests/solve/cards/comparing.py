"""A game of cards solved by each method alone and by the reference: they must agree to the fraction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from audit.play.cards import Card, read_card
from audit.ruleset.configure import Configured
from audit.ruleset.meters import Meter
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import TAKEN_BACK, Paid
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.reference import Brought, Ended, Played, Rounds, Shares, all_rounds
from audit.solve.cards.sides import Problem
from audit.solve.cards.solver import METHODS, CardSolver, Method, SolvedWagers
from audit.solve.cards.staking import staked, without_amounts_of_money
from audit.solve.errors import NotSolvable

METER = Fraction(1_000_003)
"""How much is in every meter where its share is told in money."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards as typed: ``As Kd joker``."""
    found = [read_card(word) for word in text.split()]
    assert all(card is not None for card in found), text
    return tuple(card for card in found if card is not None)


EVERY: tuple[Method, ...] = tuple(method for _, method in METHODS)


def name_of(method: Method) -> str:
    return method.__module__.rsplit(".", 1)[-1]


@dataclass
class ByOneMethod(CardSolver):
    """Solves by one method only, with the cards of ``pack`` in the place of the deck."""

    method: Method = EVERY[0]
    pack: tuple[Card, ...] = ()

    @cached_property
    def laying(self) -> LayingOpen:
        laying = LayingOpen(self.configured)
        if self.pack:
            laying.deck = self.pack
            laying.judge = Judge(laying.configured, laying.deck)
        return laying

    def _solve(self, problem: Problem) -> Counted | NotSolvable:
        try:
            return self.method(problem)
        except NotSolvable as error:
            return error


@dataclass
class Compared:
    """What came of a game: the groups of wagers with the methods that solved them, and why others did not."""

    solved: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, dict[str, str]] = field(default_factory=dict)
    ties_searched: int = 0
    undecided: list[str] = field(default_factory=list)
    rounds: int = 0

    @property
    def methods(self) -> set[str]:
        return {method for methods in self.solved.values() for method in methods}

    @property
    def unsolved(self) -> dict[str, dict[str, str]]:
        """The groups that no method solved, with each method's reason."""
        return {title: why for title, why in self.refused.items() if title not in self.solved}


def compare(configured: Configured, pack: Sequence[Card] = (), methods: Collection[Method] = EVERY) -> Compared:
    """Every group of wagers by every method and by the reference; fails where two of them differ in anything."""
    return _Comparing(without_amounts_of_money(configured), tuple(pack)).run(methods)


@dataclass
class _Comparing:
    configured: Configured
    pack: tuple[Card, ...]
    found: Compared = field(default_factory=Compared)
    kept: dict[tuple[str, ...], Rounds] = field(default_factory=dict)
    best: dict[tuple[tuple[str, ...], frozenset[str]], Played] = field(default_factory=dict)

    def run(self, methods: Collection[Method]) -> Compared:
        solvers = [ByOneMethod(self.configured, method=method, pack=self.pack) for method in methods]
        for solver in solvers[1:]:
            solver.__dict__["laying"] = solvers[0].laying
        for group in solvers[0].units():
            for solver in solvers:
                title = " + ".join(group)
                try:
                    solved = solver.solve(group)
                except NotSolvable as error:
                    self.found.refused.setdefault(title, {})[name_of(solver.method)] = error.why
                    continue
                self.check(solver, group, solved)
                self.found.solved.setdefault(title, []).append(name_of(solver.method))
        return self.found

    def reference(self, made: tuple[str, ...], valued: tuple[str, ...]) -> Played:
        if made not in self.kept:
            wishes = staked(self.configured.ruleset, made).wishes
            meters = {meter.name.text: METER for meter in self.configured.ruleset.of(Meter)}
            self.kept[made] = all_rounds(self.configured, wishes, self.pack or None, meters)
            self.found.rounds += len(self.kept[made].leaves)
        key = made, frozenset(valued)
        if key not in self.best:
            self.best[key] = self.kept[made].best(valued)
        return self.best[key]

    def check(self, solver: ByOneMethod, group: tuple[str, ...], solved: SolvedWagers) -> None:
        if any(bundle.wagers == group for bundle in solver.bundles):
            self.equal(solver, solved, self.reference(group, solved.names), solved.names)
            return
        margin = solver.margins[group[0]]
        others = solver.names(margin.without)
        joint = (*others, *solved.names)
        is_alone = solved.less is None and not solved.beside_best_play_of
        is_by_meter = solved.less is None and not is_alone
        played = self.reference(margin.all_made, others if is_by_meter else joint)
        counted_of = solved.names if is_alone else joint
        self.equal(solver, solved, played, counted_of)
        if solved.less is not None:
            less = self.reference(margin.without, others).value
            assert solved.less == less, f"{name_of(solver.method)}: {solved.title} without it {solved.less}, {less}"

    def equal(self, solver: ByOneMethod, solved: SolvedWagers, played: Played, names: tuple[str, ...]) -> None:
        """The same expectation and the same ends; where choices are equal, ends of one of the best plays."""
        what = f"{name_of(solver.method)}: {solved.title}"
        ends = ends_of(solved.counted, names)
        brought = sum((one.net * share for end, share in ends.items() for one in end if not one.beside), Fraction(0))
        assert brought == played.expected(names), f"{what} brings {brought}, by the reference {played.expected(names)}"
        if ends == played.ends_of(names):
            return
        assert played.is_tied, f"{what} ends\n{_told(ends)}\nby the reference\n{_told(played.ends_of(names))}"
        self.found.ties_searched += 1
        is_reached = played.is_reached(ends, names)
        if is_reached is None:
            self.found.undecided.append(what)
        else:
            assert is_reached, f"{what} ends as no best play does\n{_told(ends)}"


def ends_of(counted: Counted, names: Collection[str]) -> dict[Ended, Fraction]:
    """How rounds end for some wagers and bonuses, by a method."""
    found: dict[Ended, Fraction] = {}
    for tally in counted.tallies:
        if tally.deals:
            end = tuple(sorted(
                Brought(
                    paid.name, paid.beside, _net(paid), Fraction(0) if paid.result == TAKEN_BACK else paid.staked
                )
                for paid in tally.end.paid
                if paid.name in names
            ))  # fmt: skip
            found[end] = found.get(end, Fraction(0)) + Fraction(tally.deals, counted.total)
    return found


def _net(paid: Paid) -> Fraction:
    assert paid.net is not None, "an end without a stated payout was counted"
    return paid.net + sum((share for _, share in paid.meters), Fraction(0)) * METER


def _told(ends: Shares) -> str:
    return "\n".join(sorted(f"  {share}: {', '.join(_words(end))}" for end, share in ends.items()))


def _words(end: Ended) -> Iterator[str]:
    for one in end:
        yield f"{one.name}{f' to {one.beside}' if one.beside else ''} {one.net} of {one.staked}"
