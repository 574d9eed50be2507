"""A wager and the round together: where it may start, what becomes of it, and the shortest way to anything amiss."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from audit.play.equipment import Equipment, Outcome
from audit.play.moments import Doorway, Permission, doorway, permissions
from audit.play.sight import Sight, WagerView
from audit.ruleset import rounds as rd
from audit.solve.absorption import absorb
from audit.solve.errors import NotSolvable
from audit.solve.gates import Gate, Machine
from audit.solve.slicing import Folded
from audit.solve.stakes import BundleState, End, Fault, Role, Settler, StakeState, target_of

MOST_STATES = 200_000
MOST_MOVES = 2_000_000
"""Ways from one state to the next that are gone through: some minutes' worth, for whoever has the patience."""

Place = tuple[int, BundleState]
"""A block of gates, and how the bundle stands."""


@dataclass(frozen=True)
class Start:
    """A moment at which the wager may be made: the gate, how the rest of its bundle stands then, by which line."""

    gate: Gate
    state: BundleState
    permission: Permission


@dataclass(frozen=True)
class Chain:
    """The process from all starts: transitions of live places, and the ends that each may reach at once."""

    places: tuple[Place, ...]
    moves: dict[int, dict[int, Fraction]]
    ends: dict[int, dict[End, Fraction]]
    outcomes: dict[tuple[int, int | End], tuple[Outcome, ...]]
    faults: dict[Fault, tuple[int, tuple[Outcome, ...]]]


@dataclass
class Explorer:
    """Explores bundles in a round, as a slice of it sees the round."""

    equipment: Equipment
    machine: Machine
    steps: tuple[rd.Step, ...]
    _doors: dict[Gate, Doorway] = field(default_factory=dict)

    def door(self, gate: Gate) -> Doorway:
        if gate not in self._doors:
            step = next(s for s in self.steps if s.name.text == gate.step)
            self._doors[gate] = doorway(step, gate.is_start, gate.visited)
        return self._doors[gate]

    def starts(self, folded: Folded, bundle: tuple[Role, ...], settler: Settler) -> Iterator[Start]:
        """Every moment at which the target may be made, with what it needs standing as it then may."""
        target = target_of(bundle)
        yield from self._starts_of(target, folded, bundle, settler)

    def _starts_of(self, n: int, folded: Folded, bundle: tuple[Role, ...], settler: Settler) -> Iterator[Start]:
        role = bundle[n]
        for gate, state in self._before(role.supports, folded, bundle, settler):
            for permission in self._permissions(n, gate, state, bundle):
                made = list(state)
                made[n] = role.fresh
                if n == target_of(bundle):
                    for p, part in enumerate(bundle):
                        made[p] = part.fresh if part.part_of is not None else made[p]
                yield Start(gate, tuple(made), permission)
                break

    def _before(
        self, supports: tuple[int, ...], folded: Folded, bundle: tuple[Role, ...], settler: Settler
    ) -> Iterator[tuple[Gate, BundleState]]:
        """All gates at which the needed stakes stand open, in every state they may then be in."""
        nobody: BundleState = (None,) * len(bundle)
        if not supports:
            for gate in self.machine.gates:
                yield gate, nobody
            return
        if len(supports) > 1:
            raise NotSolvable("it needs several wagers at once", "needs", bundle[supports[0]].wager.basis.span)
        queue = deque((start.gate, start.state) for start in self._starts_of(supports[0], folded, bundle, settler))
        seen = set(queue)
        while queue:
            gate, state = queue.popleft()
            yield gate, state
            for seen_way, to in folded.gates[gate]:
                after, fault = state, None
                for event in seen_way.settles:
                    after, wrong = settler.settle(after, event)
                    fault = fault or wrong
                if fault is not None and fault.kind == "conflict":
                    continue  # play stops here
                item = (to, _kept(after, bundle))
                if isinstance(after[supports[0]], StakeState) and item not in seen:
                    if len(seen) > MOST_STATES:
                        raise NotSolvable(f"more than {MOST_STATES:,} states", "needs")
                    seen.add(item)
                    queue.append(item)

    def first_chances(
        self, folded: Folded, bundle: tuple[Role, ...], settler: Settler
    ) -> dict[tuple[Gate, BundleState], Fraction]:
        """How probable each start is if every wager is made as soon as it may be, from the start of a round.

        Sums to less than 1 where what the target needs may be decided before the target could be made.
        """
        target = target_of(bundle)
        order = sorted((n for n, role in enumerate(bundle) if role.part_of is None), key=lambda n: (n == target, n))
        nobody: BundleState = (None,) * len(bundle)
        numbers: dict[tuple[Gate, BundleState], int] = {}
        queue = [(self.machine.start, nobody)]
        moves: dict[int, dict[int, Fraction]] = {}
        ends: dict[int, dict[tuple[Gate, BundleState], Fraction]] = {}
        numbers[queue[0]] = 0
        for gate, before in queue:
            here = numbers[gate, before]
            moves[here], ends[here] = {}, {}
            state = self._made_at_once(gate, before, order, bundle)
            if state[target] is not None:
                ends[here][gate, state] = Fraction(1)
                continue
            for seen, to in folded.gates[gate]:
                after = state
                for event in seen.settles:
                    after, _ = settler.settle(after, event)
                if any(isinstance(stake, End) for stake in after):
                    continue  # what it needs is decided before it could be made
                item = (to, after)
                if item not in numbers:
                    if len(numbers) >= MOST_STATES:
                        raise NotSolvable(f"more than {MOST_STATES:,} states", "made")
                    numbers[item] = len(numbers)
                    queue.append(item)
                there = numbers[item]
                moves[here][there] = moves[here].get(there, Fraction(0)) + seen.weight
        return absorb(moves, ends)[0]

    def _made_at_once(self, gate: Gate, state: BundleState, order: list[int], bundle: tuple[Role, ...]) -> BundleState:
        """The bundle with every wager made that may be made at this gate; rights to join late are not used."""
        made = list(state)
        for n in order:
            role = bundle[n]
            if made[n] is not None or not all(isinstance(made[s], StakeState) for s in role.supports):
                continue
            if any(not p.is_right for p in self._permissions(n, gate, tuple(made), bundle)):
                made[n] = role.fresh
                if n == order[-1]:
                    for p, part in enumerate(bundle):
                        made[p] = part.fresh if part.part_of is not None else made[p]
        return tuple(made)

    def _permissions(self, n: int, gate: Gate, state: BundleState, bundle: tuple[Role, ...]) -> Iterator[Permission]:
        role = bundle[n]
        views = {bundle[s].wager.name.text: _view(state[s]) for s in role.supports}
        sight = Sight(self.equipment, gate.outcome, dict(gate.came), dict(gate.memory), dict(role.fresh.memory), views)
        return permissions(role.wager, self.door(gate), sight)

    def chain(self, folded: Folded, starts: list[Start], bundle: tuple[Role, ...], settler: Settler) -> Chain:
        """Everything that may happen from the starts until the target is decided."""
        target = target_of(bundle)
        numbers: dict[Place, int] = {}
        places: list[Place] = []
        moves: dict[int, dict[int, Fraction]] = {}
        ends: dict[int, dict[End, Fraction]] = {}
        ways: dict[tuple[int, int | End], tuple[Outcome, ...]] = {}
        faults: dict[Fault, tuple[int, tuple[Outcome, ...]]] = {}

        def number(place: Place) -> int:
            if place not in numbers:
                if len(places) >= MOST_STATES:
                    why = f"{bundle[target].id} has more than {MOST_STATES:,} states"
                    raise NotSolvable(f"{why}{settler.memories.widest}")
                numbers[place] = len(places)
                places.append(place)
            return numbers[place]

        for start in starts:
            number((folded.block[start.gate], start.state))
        at, made = 0, 0
        while at < len(places):
            block, state = places[at]
            moves[at], ends[at] = {}, {}
            made += len(folded.branches[block])
            if made > MOST_MOVES:
                why = f"{bundle[target].id} has more than {MOST_MOVES:,} ways from state to state"
                raise NotSolvable(f"{why}{settler.memories.widest}")
            for seen, to in folded.branches[block]:
                after, fault = _through(state, seen.settles, target, settler)
                if fault is not None:
                    faults.setdefault(fault, (at, seen.outcomes))
                end = after[target]
                if isinstance(end, End):
                    ends[at][end] = ends[at].get(end, Fraction(0)) + seen.weight
                    ways.setdefault((at, end), seen.outcomes)
                else:
                    there = number((to, _kept(after, bundle)))
                    moves[at][there] = moves[at].get(there, Fraction(0)) + seen.weight
                    ways.setdefault((at, there), seen.outcomes)
            at += 1
        return Chain(tuple(places), moves, ends, ways, faults)


def _through(
    state: BundleState, settles: tuple[object, ...], target: int, settler: Settler
) -> tuple[BundleState, Fault | None]:
    """The bundle after the settles of one branch, up to the one that decides the target."""
    fault: Fault | None = None
    for event in settles:
        state, wrong = settler.settle(state, event)  # type: ignore[arg-type]
        fault = fault or wrong
        if isinstance(state[target], End):
            break
    return state, fault


def _kept(state: BundleState, bundle: tuple[Role, ...]) -> BundleState:
    """Of what has ended only what it remembered is kept once the settle is over, except parts, whose sum is to come."""
    return tuple(
        stake.past if isinstance(stake, End) and role.part_of is None else stake
        for stake, role in zip(state, bundle, strict=True)
    )


def _view(stake: StakeState | End | None) -> WagerView:
    if isinstance(stake, StakeState):
        return WagerView(True, True, None, Fraction(1), dict(stake.memory))
    return WagerView()


def way_to(chain: Chain, place: int, first: int) -> tuple[Outcome, ...]:
    """The shortest sequence of outcomes from one place to another."""
    came: dict[int, int | None] = {first: None}
    queue = deque([first])
    while queue:
        at = queue.popleft()
        if at == place:
            break
        for there in chain.moves[at]:
            if there not in came:
                came[there] = at
                queue.append(there)
    path: list[int] = []
    here: int | None = place
    while here is not None:
        path.append(here)
        here = came.get(here)
    path.reverse()
    outcomes: list[Outcome] = []
    for a, b in itertools.pairwise(path):
        outcomes.extend(chain.outcomes[(a, b)])
    return tuple(outcomes)
