"""One wager solved: every position, every moment at which it may be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from audit.play.caps import cut_by, payment_of
from audit.play.equipment import Equipment
from audit.play.errors import NotPlayable, NotStatedHere, PlayError
from audit.play.families import refuse_bonuses, refuse_unplayed
from audit.play.positions import Position, positions
from audit.play.roles import is_the_dealers, why_not_the_dealers
from audit.play.sight import Sight
from audit.play.steps import all_steps
from audit.play.wording import thing_text
from audit.ruleset import moments as mo
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.configure import Configured, money_text
from audit.ruleset.expressions import Money
from audit.ruleset.money import EqualTo, IsAmount
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.absorption import absorb
from audit.solve.errors import NotSolvable, NotVerifiable
from audit.solve.figures import figures
from audit.solve.following import refuse_unfollowed
from audit.solve.gates import Machine, Settle, build_machine, ingredients
from audit.solve.joint import Chain, Explorer, Start
from audit.solve.result import Figures
from audit.solve.slicing import Course, Folded, Slice, slice_of
from audit.solve.stakes import End, Fault, Role, Settler, StakeState, bundles, target_of


@dataclass(frozen=True)
class SolvedStart:
    """The figures of a position made at one moment; ``features`` tell that moment from others.

    ``chance`` is how probable that moment is where every wager is made as soon as it may be; 0 for later moments.
    """

    position: Position
    start: Start
    features: dict[str, str]
    ends: dict[End, Fraction]
    place: int
    case: int
    chance: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        """How probable it is that the wager is ever decided."""
        return sum(self.ends.values(), Fraction(0))

    @cached_property
    def figures(self) -> Figures:
        return figures(self.ends)


@dataclass(frozen=True)
class Case:
    """A bundle explored: its chain, what it is made of, which lines decided, at which settles something was amiss."""

    position: Position
    bundle: tuple[Role, ...]
    settler: Settler
    chain: Chain
    folded: Folded
    used: frozenset[Span]
    faults: tuple[tuple[Fault, Settle], ...]


@dataclass(frozen=True)
class Solution:
    """A wager solved, with its chains, which the checks and the comparison look into."""

    wager: wg.Wager
    ruleset: Ruleset
    slice: Slice
    machine: Machine
    cases: tuple[Case, ...]
    starts: tuple[SolvedStart, ...]
    by_amount: dict[Fraction, dict[str, Fraction]] = field(default_factory=dict)

    @property
    def states(self) -> int:
        return max((len(case.chain.places) for case in self.cases), default=0)


@dataclass
class Solver:
    """Solves the wagers of one configured ruleset by exact chains.

    Conditions of the method: every act of the round is of chance, memory or settling; its course does not depend on
    wagers; a wager needs at most one other.  Outside them `NotSolvable` names the statement.

    ``like`` is the solver of another configuration, whose machine is taken over where the round is the same.
    """

    configured: Configured
    like: Solver | None = None

    @cached_property
    def ruleset(self) -> Ruleset:
        return self.configured.ruleset

    @cached_property
    def equipment(self) -> Equipment:
        return Equipment(self.ruleset)

    @cached_property
    def steps(self) -> tuple[rd.Step, ...]:
        try:
            return all_steps(self.ruleset)
        except PlayError as error:
            raise NotSolvable(error.message, "", error.span) from error

    @cached_property
    def _keeps_visited(self) -> bool:
        return any(isinstance(node, mo.AfterStep) for w in self.ruleset.of(wg.Wager) for node in walk(w))

    @cached_property
    def _ingredients(self) -> object:
        return ingredients(self.ruleset, self.steps, keep_visited=self._keeps_visited)

    @property
    def course(self) -> Course:
        if isinstance(self._course, NotSolvable):
            raise self._course
        return self._course

    @cached_property
    def _course(self) -> Course | NotSolvable:
        """The round, or why it is none: found out once for all wagers, since a large one is long in the making."""
        if self.like is not None and self.like._ingredients == self._ingredients:
            return self.like._course
        try:
            return Course(build_machine(self.equipment, self.steps, keep_visited=self._keeps_visited))
        except NotSolvable as error:
            return error

    @property
    def machine(self) -> Machine:
        return self.course.machine

    @cached_property
    def explorer(self) -> Explorer:
        return Explorer(self.equipment, self.machine, self.steps)

    def solve(self, wager: wg.Wager, amount: Fraction | None = None, *, called_on: bool = False) -> Solution:
        """A wager with all its positions; ``amount`` is the stake where money is rounded.

        Raises `NotSolvable` where the method does not apply, `OptionUnset` where a value is missing.
        """
        try:
            return self._solve(wager, fixed_amount(wager) if amount is None else amount, called_on)
        except NotStatedHere as error:
            raise NotVerifiable(error.message, "", error.span) from error
        except NotPlayable as error:
            raise NotSolvable(error.message, error.statement, _place(error.span, wager)) from error
        except PlayError as error:
            raise NotSolvable(error.message, "", _place(error.span, wager)) from error
        except NotSolvable as error:
            error.span = _place(error.span, wager)
            raise

    def _solve(self, wager: wg.Wager, amount: Fraction | None, called_on: bool) -> Solution:
        part = slice_of(wager.name.text, self.ruleset)
        for name in part.wagers:
            needed = self.ruleset.named(name, wg.Wager)
            if needed is not None:
                if is_the_dealers(needed):
                    why = why_not_the_dealers(needed, self.ruleset) or f"{name} is made by the dealer, and no chain follows it"
                    raise NotSolvable(why, name, needed.basis.span)
                refuse_unplayed(needed, self.ruleset)
                refuse_bonuses(needed, self.ruleset)
        refuse_unfollowed(part, self.ruleset)
        folded = self.course.seen_by(part)
        cases: list[Case] = []
        starts: list[SolvedStart] = []
        shared: dict[object, object] = {}
        for position in positions(wager, self.equipment):
            for bundle in bundles(wager, position, self.ruleset, self.equipment):
                settler = Settler(self.equipment, bundle, called_on, amount, shared)
                begun = list(self.explorer.starts(folded, bundle, settler))
                chain = self.explorer.chain(folded, begun, bundle, settler)
                absorbed = absorb(chain.moves, chain.ends)
                number = {place: n for n, place in enumerate(chain.places)}
                first = self.explorer.first_chances(folded, bundle, settler)
                noted = frozenset(settler.used), tuple(settler.faults)
                cases.append(Case(position, bundle, settler, chain, folded, *noted))
                for start in begun:
                    place = number[(folded.block[start.gate], start.state)]
                    starts.append(
                        SolvedStart(
                            position,
                            start,
                            features(start, bundle),
                            absorbed[place],
                            place,
                            len(cases) - 1,
                            first.get((start.gate, start.state), Fraction(0)),
                        )
                    )
        if amount is not None:
            self._refuse_cut(wager, amount, starts)
        return Solution(wager, self.ruleset, part, self.machine, tuple(cases), tuple(starts))

    def _refuse_cut(self, wager: wg.Wager, amount: Fraction, starts: Sequence[SolvedStart]) -> None:
        """Raises `NotSolvable` where a cap is less than what this stake is paid: the ends are those without the cap."""
        for end in (end for start in starts for end, chance in start.ends.items() if chance and end.net is not None):
            assert end.net is not None
            payment = payment_of(wager, end.result, end.net * amount, amount)
            cap = cut_by({wager.name.text: payment}, Sight(self.equipment))
            if cap is not None:
                raise NotSolvable(f"the cap cuts what {wager.name} is paid at a stake of {money_text(amount)}", "cap", cap.basis.span)


def _place(span: Span, wager: wg.Wager) -> Span:
    """Where a refusal points: at the statement that stands in the way, at the wager where that is not known."""
    return wager.basis.span if span == NOWHERE else span


def features(start: Start, bundle: tuple[Role, ...]) -> dict[str, str]:
    """What tells one moment of making from another: what the round remembers, how needed wagers stand, the step."""
    found = {f"the {name}": thing_text(value) for name, value in start.gate.memory}
    for role, stake in zip(bundle, start.state, strict=True):
        if role.part_of is None and role is not bundle[target_of(bundle)] and isinstance(stake, StakeState):
            for name, value in stake.memory:
                found[f"{name} of {role.wager.name}"] = thing_text(value)
    found["step"] = start.gate.step
    return found


def fixed_amount(wager: wg.Wager) -> Fraction | None:
    """The one stake that a wager permits, where it is an amount of money."""
    fixed: Fraction | None = None
    for line in wager.lines:
        if isinstance(line, wg.Amount) and isinstance(line.stake, EqualTo | IsAmount):
            bound = line.stake.amount
            if not isinstance(bound, Money):
                continue
            if not bound.value:
                raise NotSolvable("a stake of nothing wins and loses nothing", "amount", line.basis.span)
            if fixed is not None and fixed != bound.value:
                raise NotSolvable("it has two amounts at once, and both must be met", "amount", line.basis.span)
            fixed = bound.value
    return fixed


def faults_of(solution: Solution) -> Iterator[tuple[Case, object, tuple[int, object]]]:
    """What is amiss at some settle that can come about, case by case."""
    for case in solution.cases:
        for fault, where in case.chain.faults.items():
            yield case, fault, where
