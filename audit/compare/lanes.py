"""One side's round as outcomes come up, one by one: what settles at each, and when a wager may be made.

Two lanes are walked in step, so that the same rolls or spins happen in both.  An outcome is known by its kind and its
text (``dice 4-2``), whatever the dice or the wheel are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from audit.play.equipment import Drawn, Equipment, Outcome, Roll, by_source, face_order
from audit.play.errors import PlayError
from audit.play.moments import Doorway, doorway, permissions
from audit.play.sight import Sight, WagerView
from audit.ruleset import rounds as rd
from audit.ruleset.configure import Configured
from audit.ruleset.rewrite import walk
from audit.solve.errors import NotSolvable
from audit.solve.gates import Branch, Gate, Machine, Settle
from audit.solve.slicing import Slice, observe
from audit.solve.solving import Solver
from audit.solve.stakes import BundleState, End, Role, StakeState

MOST_IDLE_STEPS = 1_000
"""Steps without an act of chance that may follow one another."""

Key = tuple[str, str]
"""An outcome as both sides know it: its kind and its text."""


def key_of(outcome: Outcome) -> Key:
    """How both sides know an outcome; the dice of a roll in the order of their faces, of several named sets each set for itself."""
    match outcome:
        case Roll():
            return ("dice", _faces_text(outcome))
        case Drawn():
            return ("draw", str(outcome))
        case _:
            return ("spin", str(outcome))


def _is_told_apart(roll: Roll) -> bool:
    """Whether lines may ask for one set of the dice, and there are others."""
    return len(roll.sets) > 1 and len(by_source("", roll)) > 1


def _faces_text(roll: Roll) -> str:
    """``4-2``; where lines may ask for one set of several, ``green 2; red 4``."""
    if not _is_told_apart(roll):
        return "-".join(roll.combination.faces)
    named = by_source("", roll)
    sets = [f"{name} {'-'.join(part.combination.faces)}" for name, part in named.items() if name and isinstance(part, Roll)]
    rest = [face for name, _ in roll.sets if name not in named for face in roll.of(name)]
    return "; ".join([*sorted(sets), "-".join(sorted(rest, key=face_order))])


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the round between two outcomes: a step about to be entered, and what it has already seen come up."""

    gate: Gate
    came: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """What an outcome does to the round: the settles that it brings, and where it leads."""

    settles: tuple[Settle, ...]
    to: Spot
    outcome: Outcome
    is_void: bool = False


class NotInStep(Exception):
    """The round of a side cannot be walked outcome by outcome."""


@dataclass
class Lane:
    """The round of one configured ruleset."""

    configured: Configured
    _doors: dict[Gate, Doorway] = field(default_factory=dict)
    _moves: dict[Spot, Mapping[Key, Move]] = field(default_factory=dict)

    @cached_property
    def solver(self) -> Solver:
        return Solver(self.configured)

    @property
    def machine(self) -> Machine:
        return self.solver.machine

    @property
    def equipment(self) -> Equipment:
        return self.solver.equipment

    @property
    def start(self) -> Spot:
        return Spot(self.machine.start)

    def idle(self, spot: Spot) -> tuple[tuple[Settle, ...], Spot] | None:
        """The settles of a step without chance, and what follows it; None where something comes up first."""
        branches = self.machine.branches[spot.gate]
        if len(branches) == 1 and not branches[0].outcomes:
            return branches[0].settles, Spot(branches[0].to)
        return None

    def moves(self, spot: Spot) -> Mapping[Key, Move]:
        """What each outcome does at a spot; one that is voided and made again leaves everything as it is.

        Raises `NotInStep` where the machine does not tell outcomes apart.
        """
        if spot not in self._moves:
            self._moves.update(self._unfolded(spot.gate))
        return self._moves[spot]

    def _unfolded(self, gate: Gate) -> dict[Spot, dict[Key, Move]]:
        """The moves of a gate and of the spots within its step."""
        found: dict[Spot, dict[Key, Move]] = {}
        for branch in self.machine.branches[gate]:
            keys = tuple(key_of(o) for o in branch.outcomes)
            chunks = _chunks(branch)
            for n, key in enumerate(keys):
                here = Spot(gate, keys[:n])
                to = Spot(branch.to) if n == len(keys) - 1 else Spot(gate, keys[: n + 1])
                move = Move(chunks[n], to, branch.outcomes[n])
                known = found.setdefault(here, {}).get(key)
                if known is not None and known != move:
                    raise NotInStep
                found[here][key] = move
        self._add_others(gate, found)
        return found

    def _add_others(self, gate: Gate, found: dict[Spot, dict[Key, Move]]) -> None:
        """Outcomes that the machine left out: such as are alike to another, and such as are voided."""
        possible = self._possible(gate.step)
        for spot, moves in found.items():
            if spot.came:
                continue
            weights = {key_of(b.outcomes[0]): b.weight for b in self.machine.branches[gate] if len(b.outcomes) == 1}
            missing = [(key, o) for key, (o, _) in possible.items() if key not in moves]
            if not missing or len(weights) != len(moves):
                continue
            whole = sum(ways for key, (_, ways) in possible.items() if key in moves)
            if all(weights[key] == Fraction(possible[key][1], whole) for key in moves if key in possible):
                moves.update({key: Move((), spot, outcome, True) for key, outcome in missing})
            else:
                if not _are_folded_by_total(possible, {key: weights[key] for key in moves}):
                    raise NotInStep
                self._add_merged(spot, moves, missing)

    @staticmethod
    def _add_merged(spot: Spot, moves: dict[Key, Move], missing: Sequence[tuple[Key, Outcome]]) -> None:
        """Rolls that the machine folded into another of the same total."""
        by_total = {m.outcome.total: m for m in moves.values() if isinstance(m.outcome, Roll) and not m.is_void}
        for key, outcome in missing:
            like = by_total.get(outcome.total) if isinstance(outcome, Roll) else None
            if like is None or like.settles:
                raise NotInStep
            moves[key] = Move((), like.to, outcome)

    def _possible(self, step: str) -> dict[Key, tuple[Outcome, int]]:
        """Everything that the first act of chance of a step can bring, with its ways."""
        for node in walk(next(s for s in self.solver.steps if s.name.text == step)):
            source = None
            match node:
                case rd.RollDice(dice):
                    source = self.equipment.source("roll", dice.text)
                case rd.SpinWheel(wheel):
                    source = self.equipment.source("spin", wheel.text)
                case rd.DrawChance(chance):
                    source = self.equipment.source("draw", chance.text)
            if source is not None:
                return {key_of(outcome): (outcome, ways) for outcome, ways in source.outcomes()}
        return {}

    def door(self, gate: Gate) -> Doorway:
        if gate not in self._doors:
            step = next(s for s in self.solver.steps if s.name.text == gate.step)
            self._doors[gate] = doorway(step, gate.is_start, gate.visited)
        return self._doors[gate]

    def may_make(self, bundle: tuple[Role, ...], n: int, spot: Spot, state: BundleState) -> bool:
        """Whether a stake of a bundle may be made now, what it needs standing as ``state`` says."""
        role = bundle[n]
        if spot.came or any(not isinstance(state[s], StakeState) for s in role.supports):
            return False
        views = {bundle[s].wager.name.text: _view(state[s]) for s in role.supports}
        sight = Sight(self.equipment, memory=dict(spot.gate.memory), wagers=views, own=dict(role.fresh.memory))
        return next(permissions(role.wager, self.door(spot.gate), sight), None) is not None


def _are_folded_by_total(possible: Mapping[Key, tuple[Outcome, int]], weights: Mapping[Key, Fraction]) -> bool:
    """Whether every roll that stands for others has just the chance of its total, so that the others are those of its total."""
    ways: dict[Fraction | None, int] = {}
    for outcome, count in possible.values():
        total = outcome.total if isinstance(outcome, Roll) and not _is_told_apart(outcome) else None
        ways[total] = ways.get(total, 0) + count
    whole = sum(ways.values())
    return None not in ways and all(
        key in possible and isinstance(roll := possible[key][0], Roll) and weight == Fraction(ways[roll.total], whole)
        for key, weight in weights.items()
    )


def _chunks(branch: Branch) -> list[tuple[Settle, ...]]:
    """The settles of a branch by the outcome that they follow."""
    chunks: list[list[Settle]] = [[] for _ in branch.outcomes]
    at = 0
    for settle in branch.settles:
        if settle.outcome is not None:
            later = [n for n in range(at, len(branch.outcomes)) if branch.outcomes[n] == settle.outcome]
            at = later[0] if later else at
        chunks[at].append(settle)
    return [tuple(chunk) for chunk in chunks]


def _view(stake: StakeState | End | None) -> WagerView:
    if isinstance(stake, StakeState):
        return WagerView(True, True, None, Fraction(1), dict(stake.memory))
    return WagerView()


@dataclass(frozen=True, slots=True)
class Step:
    """A move as one wager sees it: ``events`` and ``to`` are numbers of a `Track`."""

    events: int
    to: int
    outcome: Outcome


@dataclass
class Track:
    """A lane as one wager sees it, in numbers: spots, and the settles that it takes notice of.

    ``fold`` gives spots that no outcome ever tells apart one number, for a wager that is made and has only to be settled.
    """

    lane: Lane
    part: Slice
    spots: list[Spot] = field(default_factory=list)
    events: list[tuple[Settle, ...]] = field(default_factory=list)
    _spot: dict[Spot, int] = field(default_factory=dict)
    _event: dict[tuple[Settle, ...], int] = field(default_factory=dict)
    _seen: dict[tuple[Settle, ...], int] = field(default_factory=dict)
    _moves: dict[int, Mapping[Key, Step]] = field(default_factory=dict)

    def number(self, spot: Spot) -> int:
        if spot not in self._spot:
            self._spot[spot] = len(self.spots)
            self.spots.append(spot)
        return self._spot[spot]

    def _noticed(self, settles: tuple[Settle, ...], to: Gate) -> int:
        known = self._seen.get(settles)
        if known is None:
            seen = observe(settles, self.part)
            known = self._event.setdefault(seen, len(self.events))
            if known == len(self.events):
                self.events.append(seen)
            self._seen[settles] = known
        return known

    @cached_property
    def start(self) -> int:
        return self.number(self.lane.start)

    def idle(self, spot: int) -> Step | None:
        """The step without chance that is next, if one is."""
        return next(iter(self.moves(spot).values())) if self.is_idle(spot) else None

    def is_idle(self, spot: int) -> bool:
        return IDLE in self.moves(spot)

    def moves(self, spot: int) -> Mapping[Key, Step]:
        """What each outcome does; under `IDLE` the step without chance, where one is next."""
        known = self._moves.get(spot)
        if known is None:
            there = self.spots[spot]
            idle = None if there.came else self.lane.idle(there)
            if idle is not None:
                settles, to = idle
                known = {IDLE: Step(self._noticed(settles, to.gate), self.number(to), NOTHING)}
            else:
                known = {
                    key: Step(self._noticed(m.settles, m.to.gate), self.number(m.to), m.outcome)
                    for key, m in self.lane.moves(there).items()
                }
            self._moves[spot] = known
        return known

    @cached_property
    def fold(self) -> list[int]:
        """For each spot the first of those that cannot be told from it by any sequence of outcomes."""
        at = 0
        self.number(self.lane.start)
        while at < len(self.spots):
            self.moves(at)
            at += 1
        block = [0] * len(self.spots)
        count = 1
        while True:
            numbers: dict[object, int] = {}
            refined = []
            for spot in range(len(self.spots)):
                ways = frozenset((key, step.events, block[step.to]) for key, step in self.moves(spot).items())
                refined.append(numbers.setdefault((block[spot], ways), len(numbers)))
            block = refined
            if len(numbers) == count:
                break
            count = len(numbers)
        first: dict[int, int] = {}
        return [first.setdefault(number, spot) for spot, number in enumerate(block)]


IDLE: Key = ("", "")
NOTHING = Drawn(0)
"""Stands in the place of an outcome where nothing comes up."""


def lane_of(configured: Configured) -> Lane | None:
    """The round of a ruleset as a lane; None where it is no machine of its own."""
    lane = Lane(configured)
    try:
        machine = lane.machine
        for gate in machine.gates:
            if lane.idle(Spot(gate)) is None:
                lane.moves(Spot(gate))
    except (NotSolvable, NotInStep, PlayError):
        return None
    return lane
