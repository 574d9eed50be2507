"""Everything that can come about while a wager is on the table, and the shortest way to each part of it.

Two walks.  `explore` goes over every state that the wager can be in, from every moment at which it may be made: nothing
that can happen is missed.  `moments` goes through rounds as play does, each wager made at the first moment at which it
may be: what it finds first is the shortest round that the interpreter plays again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from audit.play.equipment import Outcome
from audit.play.moments import permissions
from audit.play.sight import Sight, WagerView
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.solve.errors import NotSolvable
from audit.solve.gates import Branch, Gate, Machine, Settle
from audit.solve.joint import MOST_STATES, Chain, Explorer
from audit.solve.solving import Case, Solution
from audit.solve.stakes import BundleState, End, Fault, Role, Settler, StakeState, target_of

MOST_MOMENTS = 400_000
"""Branches looked at in search of one round; a search that is cut off has found nothing, and says so."""


@dataclass(frozen=True)
class SeenFault:
    """Settles at which some lines contradict themselves, or at which a wager wins and no line says what it is paid."""

    case: Case
    fault: Fault
    events: tuple[Settle, ...]

    @property
    def lines(self) -> frozenset[Span]:
        """The lines concerned: those that disagree, or that win without a payout."""
        return self.fault.lines


@dataclass(frozen=True)
class Explored:
    """``used`` are the lines that decide something somewhere, ``faults`` all that is amiss, in order of discovery."""

    solution: Solution
    used: frozenset[Span]
    faults: tuple[SeenFault, ...]

    def faults_of(self, kind: str) -> tuple[SeenFault, ...]:
        """Those of the wager itself; what is amiss with a wager that it needs, or is paid as, is told there."""
        return tuple(
            f
            for f in self.faults
            if f.fault.kind == kind and f.fault.wager == f.case.bundle[target_of(f.case.bundle)].id
        )


def explore(solution: Solution, steps: tuple[rd.Step, ...]) -> Explored:
    """Goes over every state of a solved wager, called on and not."""
    used: set[Span] = set()
    found: dict[tuple[str, str, frozenset[Span]], SeenFault] = {}
    wager = solution.wager
    can_be_called_on = any(isinstance(line, wg.Off) and line.unless_called_on for line in wager.lines)
    for n, case in enumerate(solution.cases):
        starts = [s.start for s in solution.starts if s.case == n]
        seen = [(case.used, case.faults)]
        if can_be_called_on:
            settler = Settler(case.settler.equipment, case.bundle, not case.settler.called_on, case.settler.amount)
            Explorer(settler.equipment, solution.machine, steps).chain(case.folded, starts, case.bundle, settler)
            seen.append((frozenset(settler.used), tuple(settler.faults)))
        for lines, faults in seen:
            used |= lines
            for fault, event in faults:
                key = (fault.kind, fault.wager, fault.lines)
                known = found.get(key)
                events = (*known.events, event) if known else (event,)
                found[key] = SeenFault(known.case if known else case, known.fault if known else fault, events)
    return Explored(solution, frozenset(used), tuple(found.values()))


# states from which a wager is never decided


def undecidable(chain: Chain) -> frozenset[int]:
    """The places from which no end can be reached."""
    before: dict[int, set[int]] = {}
    for place, moves in chain.moves.items():
        for there, weight in moves.items():
            if weight:
                before.setdefault(there, set()).add(place)
    alive = {place for place, ends in chain.ends.items() if ends}
    queue = deque(alive)
    while queue:
        for place in before.get(queue.popleft(), ()):
            if place not in alive:
                alive.add(place)
                queue.append(place)
    return frozenset(range(len(chain.places))) - alive


# rounds


@dataclass(frozen=True)
class Settled:
    """One settle on the way through a branch, as it is and as the bundle sees it: the bundle before and after it."""

    event: Settle
    seen: Settle | None
    before: BundleState
    after: BundleState
    fault: Fault | None


@dataclass(frozen=True)
class Moment:
    """One branch of a round, from a step about to be entered to the next: what came up and what it did.

    ``way`` are all outcomes up to here, those of this branch included; ``is_made`` whether the wager stood before it;
    ``left`` what of the bundle goes on.
    """

    gate: Gate
    branch: Branch
    settled: tuple[Settled, ...]
    before: BundleState
    after: BundleState
    left: BundleState
    way: tuple[Outcome, ...]
    is_made: bool

    @property
    def fault(self) -> Fault | None:
        return next((s.fault for s in self.settled if s.fault is not None), None)

    @property
    def ends_round(self) -> bool:
        return self.branch.to.is_start


@dataclass
class Rounds:
    """Rounds with one bundle of wagers, in the order of their length.

    ``seen_as`` has settles as the slice of the bundle sees them: what looks alike is settled once.
    """

    machine: Machine
    steps: tuple[rd.Step, ...]
    bundle: tuple[Role, ...]
    settler: Settler
    seen_as: Mapping[Settle, Settle | None] = field(default_factory=dict)
    was_cut: bool = False
    _explorer: Explorer = field(init=False)

    def __post_init__(self) -> None:
        self._explorer = Explorer(self.settler.equipment, self.machine, self.steps)

    def moments(self) -> Iterator[Moment]:
        """Every moment that can come about, the nearest first.

        After `MOST_MOMENTS` it gives up and sets ``was_cut``: enough for who seeks one round, not for who must see all.
        """
        target = target_of(self.bundle)
        queue: deque[tuple[Gate, BundleState, frozenset[int], tuple[Outcome, ...]]] = deque([(*self.begun, ())])
        seen = {self.begun}
        looked = 0
        while queue:
            gate, state, unmade, way = queue.popleft()
            for branch in self.machine.branches[gate]:
                looked += 1
                if looked > MOST_MOMENTS:
                    self.was_cut = True
                    return
                settled = tuple(self._through(state, branch.settles, target))
                after = settled[-1].after if settled else state
                made = target not in unmade
                left = going_on(after, self.bundle)
                yield Moment(gate, branch, settled, state, after, left, (*way, *branch.outcomes), made)
                if made and not isinstance(after[target], StakeState):
                    continue
                here = self._make(branch.to, left, unmade)
                if (branch.to, *here) not in seen:
                    seen.add((branch.to, *here))
                    queue.append((branch.to, *here, (*way, *branch.outcomes)))

    def all_moments(self) -> Iterator[Moment]:
        """The same for who must see all of them: raises `NotSolvable` where there are too many."""
        yield from self.moments()
        if self.was_cut:
            who = self.bundle[target_of(self.bundle)].id
            raise NotSolvable(f"{who} has more than {MOST_MOMENTS:,} moments", "round")

    @property
    def begun(self) -> Side:
        """The round about to begin, with what may be made then."""
        whole = frozenset(n for n, role in enumerate(self.bundle) if role.part_of is None)
        return (self.machine.start, *self._make(self.machine.start, (None,) * len(self.bundle), whole))

    def after(self, side: Side, branch: Branch) -> Side:
        """The bundle at the end of a branch, ended stakes still told."""
        gate, state, unmade = side
        settled = list(self._through(state, branch.settles, target_of(self.bundle)))
        return gate, settled[-1].after if settled else state, unmade

    def next(self, side: Side, branch: Branch) -> Side:
        """The bundle at the step that a branch leads to, with what may be made there."""
        return (branch.to, *self._make(branch.to, going_on(side[1], self.bundle), side[2]))

    def _through(self, state: BundleState, settles: tuple[Settle, ...], target: int) -> Iterator[Settled]:
        for event in settles:
            seen = self.seen_as.get(event, event)
            after, fault = (state, None) if seen is None else self.settler.settle(state, seen)
            yield Settled(event, seen, state, after, fault)
            state = after
            if isinstance(state[target], End):
                return

    def _make(self, gate: Gate, state: BundleState, unmade: frozenset[int]) -> tuple[BundleState, frozenset[int]]:
        """The bundle once everything that may be made at a gate has been made."""
        made = list(state)
        again = True
        while again:
            again = False
            for n in sorted(unmade):
                role = self.bundle[n]
                if not all(isinstance(made[s], StakeState) for s in role.supports):
                    continue
                views = {self.bundle[s].wager.name.text: _view(made[s]) for s in role.supports}
                sight = Sight(self.settler.equipment, memory=dict(gate.memory), wagers=views)
                if next(permissions(role.wager, self._explorer.door(gate), sight), None) is None:
                    continue
                made[n] = role.fresh
                for p, part in enumerate(self.bundle):
                    if part.part_of is not None and _whole(self.bundle, p) == n:
                        made[p] = part.fresh
                unmade = unmade - {n}
                again = True
        return tuple(made), unmade


def going_on(after: BundleState, bundle: tuple[Role, ...]) -> BundleState:
    """What has ended is forgotten once a branch is over, except parts, whose sum is still to come."""
    return tuple(
        None if isinstance(stake, End) and role.part_of is None else stake
        for stake, role in zip(after, bundle, strict=True)
    )


def _whole(bundle: tuple[Role, ...], part: int) -> int:
    above = bundle[part].part_of
    return part if above is None else _whole(bundle, above)


def _view(stake: StakeState | End | None) -> WagerView:
    if isinstance(stake, StakeState):
        return WagerView(True, True, None, Fraction(1), dict(stake.memory))
    return WagerView()


def rounds_of(solution: Solution, case: Case, steps: tuple[rd.Step, ...], settler: Settler | None = None) -> Rounds:
    """The rounds of one position of a solved wager; another settler may look at the same rounds."""
    return Rounds(solution.machine, steps, case.bundle, settler or case.settler, case.folded.seen_as)


Side = tuple[Gate, BundleState, frozenset[int]]
"""A step about to be entered, how the bundle stands, and which of its wagers are still to be made."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two readings of one wager, round by round: ``way`` is the shortest that they leave otherwise.

    Without one, ``is_whole`` says whether every round was compared, so that none differs.
    """

    way: tuple[Outcome, ...] | None
    is_whole: bool


def first_difference(one: Rounds, other: Rounds) -> Comparison:
    """Walks the rounds of two readings side by side, the shortest first."""
    first: tuple[Side, Side] = (one.begun, other.begun)
    queue: deque[tuple[Side, Side, tuple[Outcome, ...]]] = deque([(*first, ())])
    seen = {first}
    is_whole = True
    while queue:
        if len(seen) > MOST_MOMENTS:
            return Comparison(None, False)
        mine, theirs, way = queue.popleft()
        branches = one.machine.branches[mine[0]]
        there = {branch.outcomes: branch for branch in other.machine.branches.get(theirs[0], ())}
        is_whole = is_whole and there.keys() == {branch.outcomes for branch in branches}
        for branch in branches:
            counterpart = there.get(branch.outcomes)
            if counterpart is None:
                continue
            here = (*way, *branch.outcomes)
            left, right = one.after(mine, branch), other.after(theirs, counterpart)
            if _standing(left[1], one.bundle) != _standing(right[1], other.bundle):
                return Comparison(here, is_whole)
            if isinstance(left[1][target_of(one.bundle)], End):
                continue
            pair = (one.next(left, branch), other.next(right, counterpart))
            if pair not in seen:
                seen.add(pair)
                queue.append((*pair, here))
    return Comparison(None, is_whole)


def _standing(state: BundleState, bundle: tuple[Role, ...]) -> tuple[str, Fraction | None]:
    stake = state[target_of(bundle)]
    return (stake.result, stake.net) if isinstance(stake, End) else ("stands", None)


# the whole process of a bundle, moment by moment


@dataclass(frozen=True)
class Process:
    """Every state of a bundle at every step about to be entered: unlike a chain, steps that look alike stay apart.

    ``rides_on`` holds the weight with which a round ends and the wager still stands.
    """

    places: tuple[tuple[Gate, BundleState], ...]
    moves: dict[int, dict[int, Fraction]]
    ends: dict[int, dict[End, Fraction]]
    rides_on: dict[int, Fraction]
    number: dict[tuple[Gate, BundleState], int]


def process_of(solution: Solution, n: int, settler: Settler | None = None) -> Process:
    """The process of one case of a solved wager, from all its starts."""
    case = solution.cases[n]
    settler = settler or case.settler
    target = target_of(case.bundle)
    number: dict[tuple[Gate, BundleState], int] = {}
    places: list[tuple[Gate, BundleState]] = []
    moves: dict[int, dict[int, Fraction]] = {}
    ends: dict[int, dict[End, Fraction]] = {}
    rides_on: dict[int, Fraction] = {}

    def place(gate: Gate, state: BundleState) -> int:
        key = (gate, state)
        if key not in number:
            number[key] = len(places)
            places.append(key)
        return number[key]

    for start in (s.start for s in solution.starts if s.case == n):
        place(start.gate, start.state)
    at = 0
    while at < len(places):
        if len(places) > MOST_STATES:
            raise NotSolvable(f"{case.bundle[target].id} has more than {MOST_STATES:,} states", "round")
        gate, state = places[at]
        moves[at], ends[at] = {}, {}
        for seen, to in case.folded.gates[gate]:
            after, weight = state, seen.weight
            for event in seen.settles:
                after, _ = settler.settle(after, event)
                if isinstance(after[target], End):
                    break
            end = after[target]
            if isinstance(end, End):
                ends[at][end] = ends[at].get(end, Fraction(0)) + weight
                continue
            there = place(to, going_on(after, case.bundle))
            moves[at][there] = moves[at].get(there, Fraction(0)) + weight
            if to.is_start:
                rides_on[at] = rides_on.get(at, Fraction(0)) + weight
        at += 1
    return Process(tuple(places), moves, ends, rides_on, number)
