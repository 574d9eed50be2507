"""The interpreter and the solver, fed the same outcomes: every settlement is equal, and so is what comes out on average."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from audit.play.equipment import DiceSource, Outcome, RangeSource, Roll, Source
from audit.play.events import Event
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.moments import doorway
from audit.play.positions import Position, positions
from audit.play.rounds import Jump, Play
from audit.play.state import Stake, TableState
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured, configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.gates import Branch, Settle, pack
from audit.solve.joint import _kept
from audit.solve.planner import Row, not_offered, rows_of
from audit.solve.reference import copied
from audit.solve.slicing import Slice, observe, slice_of
from audit.solve.solving import Solver
from audit.solve.stakes import BundleState, End, Role, Settler, StakeState, bundles, target_of

REAL = (
    "oneida/craps/2003-08-06",
    "oneida/craps/2022-09-08",
    "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated",
    "oneida/roulette/2003-08-06",
    "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)
ROUNDS = 12_000
DECISIONS = 200_000

Real = Callable[[str], Ruleset]


def offered(configured: Configured) -> list[wg.Wager]:
    return [w for w in configured.ruleset.of(wg.Wager) if w.name.text not in not_offered(configured)]


# every settlement


@dataclass(eq=False)
class Follower:
    """The solver's side of one stake: its bundle, and how that stands."""

    stake: Stake
    bundle: tuple[Role, ...]
    settler: Settler
    part: Slice
    state: BundleState

    def settle(self, event: Settle) -> None:
        for seen in observe((event,), self.part):
            self.state, fault = self.settler.settle(self.state, seen)
            assert fault is None

    @property
    def end(self) -> End | None:
        end = self.state[target_of(self.bundle)]
        return end if isinstance(end, End) else None


@dataclass
class Sorted(Seeded):
    """Dice of one kind are alike: the solver has every roll once, its faces in order."""

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        came = super().next(verb, name, source)
        return Roll(tuple(sorted(came.faces)), came.sets) if isinstance(came, Roll) else came


@dataclass
class Watched(Play):
    """The interpreter, with the solver's settlers beside it."""

    followers: list[Follower] = field(default_factory=list)
    settles: list[Settle] = field(default_factory=list)
    settlers: dict[object, tuple[tuple[Role, ...], Settler, Slice]] = field(default_factory=dict)
    compared: Counter[str] = field(default_factory=Counter)

    def act(self, action: rd.Action, basis: Basis) -> Iterator[Event]:  # type: ignore[override]
        if not isinstance(action, rd.SettleAll):
            return (yield from super().act(action, basis))
        state = self.state
        event = Settle(state.step, state.outcome, tuple(sorted(state.came.items())), pack(state.memory), basis=basis)
        self.settles.append(event)
        for follower in self.followers:
            follower.settle(event)
        jump = yield from super().act(action, basis)
        self.compare()
        return jump

    def compare(self) -> None:
        for follower in list(self.followers):
            stake, end = follower.stake, follower.end
            assert (end is None) == stake.is_open, stake.id
            if end is not None:
                assert (end.result, end.net) == (stake.result, None if stake.net is None else stake.net / stake.amount)
                self.compared[stake.wager.name.text] += 1
                self.followers.remove(follower)

    def make(self, wager: wg.Wager, wish: Wish, basis: Basis) -> Event:  # type: ignore[override]
        made = super().make(wager, wish, basis)
        stake = self.state.stakes[-1]
        needed = [(s.id, s.called_on, s.amount) for s in stake.supports]
        key = (wager.name.text, stake.position.label, wish.called_on, wish.amount, *needed)
        if key not in self.settlers:
            equipment = self.state.equipment
            meant = [b for b in bundles(wager, stake.position, self.ruleset, equipment) if self.is_meant(b, stake)]
            assert len(meant) == 1
            settler = Settler(equipment, meant[0], wish.called_on, wish.amount)
            self.settlers[key] = meant[0], settler, slice_of(wager.name.text, self.ruleset)
        bundle, settler, part = self.settlers[key]
        state = [role.fresh for role in bundle]
        for support in stake.supports:
            other = next(f for f in self.followers if f.stake is support)
            state[: len(other.state)] = other.state  # type: ignore[assignment]
        self.followers.append(Follower(stake, bundle, settler, part, tuple(state)))
        return made

    @staticmethod
    def is_meant(bundle: tuple[Role, ...], stake: Stake) -> bool:
        needed = [role.id for n, role in enumerate(bundle) if role.part_of is None and n != target_of(bundle)]
        return needed == [s.id for s in stake.supports]


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
def test_settlement_is_equal_on_every_round(real: Real, name: str) -> None:
    configured = configure(real(name))
    solver = Solver(configured)
    machine = solver.machine
    wagers = {w.name.text: w for w in offered(configured)}
    places = {name: positions(w, solver.equipment) for name, w in wagers.items()}
    chosen = random.Random(20_000)
    play = Watched(configured, Sorted(7), check_amounts=False)
    gate, entries = machine.start, 0

    def wish(wager: str) -> Iterator[Wish]:
        for line in wagers[wager].lines:
            if isinstance(line, wg.NeedsAll):
                for needed in line.wagers:
                    yield from wish(needed.text)
        yield Wish(wager, chosen.choice(places[wager]).label, Fraction(chosen.choice((1, 5, 30))), is_called_on)

    for number in range(ROUNDS):
        is_called_on = number >= ROUNDS // 2
        if number == ROUNDS // 2:
            play.state.stakes, play.followers = [], []
        play.state.stakes = [s for s in play.state.stakes if s.is_open]
        standing = {s.wager.name.text for s in play.state.stakes}
        wanted = {w.wager: w for w in wish(chosen.choice(list(wagers)))}
        play.unmade = [w for name, w in wanted.items() if name not in standing]
        play.begin_round()
        play.state.chance_acts = 0
        step, is_start = play.steps[0].name.text, True
        while True:
            for _event in play.enter(step, is_start):
                pass
            assert gate.step == step
            play.settles.clear()
            jump = finish(play.run_step(step))
            to = None if jump.ends else play.next_step(step, jump)
            branch = next(b for b in machine.branches[gate] if b.settles == tuple(play.settles) and leads(b, to, play))
            for follower in play.followers:
                follower.state = _kept(follower.state, follower.bundle)
            gate, entries = branch.to, entries + 1
            if to is None:
                break
            step, is_start = to, False
    assert entries >= ROUNDS
    assert set(play.compared) == set(wagers)
    assert min(play.compared.values()) > 200


def leads(branch: Branch, to: str | None, play: Play) -> bool:
    if to is None:
        return branch.to.is_start
    return branch.to.step == to and branch.to.memory == pack(play.state.memory)


def finish(running: Iterator[Event]) -> Jump:
    """Runs a step to its end."""
    while True:
        try:
            next(running)
        except StopIteration as left:
            assert isinstance(left.value, Jump)
            return left.value


# what comes out on average


@dataclass
class Fixed:
    """One outcome, whatever is asked."""

    outcome: Outcome | None = None

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        assert self.outcome is not None
        return self.outcome


@dataclass(frozen=True, eq=False)
class Table:
    step: str
    is_start: bool
    state: TableState

    @property
    def key(self) -> object:
        stakes = tuple(
            (s.id, pack(s.memory), s.settles > 0, tuple((pack(p.memory), p.settles > 0, p.result, p.net) for p in s.parts))
            for s in self.state.stakes
        )
        return self.step, self.is_start, pack(self.state.memory), stakes


START = 0


class Remembering:
    """The interpreter that remembers what it did: a table and an outcome lead to a table, or to an end.

    Each pair is played once, by the letter; many rounds then take their outcomes from a seed and look the pair up.
    Every step of a real ruleset of dice or wheels begins with its one act of chance, so that what came up before cannot
    matter; that is made sure of.
    """

    def __init__(
        self, configured: Configured, wager: wg.Wager, position: Position, behind: str, outcomes: list[Outcome]
    ) -> None:
        self.play = Play(configured, Fixed(), check_amounts=False)
        for step in self.play.steps:
            first = step.lines[0]
            assert isinstance(first, rd.Act)
            assert isinstance(first.actions[0], rd.RollDice | rd.SpinWheel)
        self.wager, self.position, self.behind, self.outcomes = wager, position, behind, outcomes
        self.tables: list[Table] = []
        self.numbers: dict[object, int] = {}
        self.begun: dict[int, object] = {}
        self.ends: list[tuple[str, Fraction | None]] = []
        self.to = np.full((0, len(outcomes)), 0, dtype=np.int64)
        self.play.begin_round()
        self.number(Table(self.play.steps[0].name.text, True, self.play.state))

    def number(self, table: Table) -> int:
        """The number of a table, once everything that may be made there has been made."""
        table = self.made(table)
        if table.key not in self.numbers:
            self.numbers[table.key] = len(self.tables)
            self.tables.append(table)
            more = np.full((1, len(self.outcomes)), UNKNOWN, dtype=np.int64)
            self.to = np.concatenate((self.to, more))
        return self.numbers[table.key]

    def made(self, table: Table) -> Table:
        play = self.play
        play.state = copied(table.state)
        standing = {s.wager.name.text for s in play.state.stakes}
        for wager, label in self.wanted(self.wager, self.position.label):
            if wager.name.text in standing:
                continue
            door = doorway(play.step_named(table.step), table.is_start, play.state.visited)
            basis = play.permission(wager, door)
            if basis is not None:
                play.make(wager, Wish(wager.name.text, label, Fraction(1)), basis)
        return replace(table, state=play.state)

    def wanted(self, wager: wg.Wager, label: str) -> Iterator[tuple[wg.Wager, str]]:
        for line in wager.lines:
            if isinstance(line, wg.NeedsAll):
                for name in line.wagers:
                    yield from self.wanted(self.play.wager_named(name.text), self.behind)
        yield wager, label

    def is_begun(self, number: int) -> bool:
        stakes = self.tables[number].state.stakes
        return bool(stakes) and stakes[-1].wager.name == self.wager.name

    def lead(self, number: int, outcome: int) -> int:
        """Where a table and an outcome lead: a table, or ``-1 - n`` for the ``n``-th end."""
        play, table = self.play, self.tables[number]
        play.state, play.feed = copied(table.state), Fixed(self.outcomes[outcome])
        was_begun = self.is_begun(number)
        jump = finish(play.run_step(table.step))
        if was_begun and not play.state.stakes[-1].is_open:
            end = (str(play.state.stakes[-1].result), play.state.stakes[-1].net)
            if end not in self.ends:
                self.ends.append(end)
            return -1 - self.ends.index(end)
        if any(not s.is_open for s in play.state.stakes):
            return START  # what it needs was decided before it could be made: begun anew
        to = None if jump.ends else play.next_step(table.step, jump)
        if to is None:
            play.begin_round()
        return self.number(Table(to or play.steps[0].name.text, to is None, play.state))

    def rounds(self, rounds: int, seed: int) -> Counter[tuple[int, int]]:
        """How often each end was reached from each table at which the wager was made."""
        numbers = np.random.default_rng(seed)
        state = np.zeros(rounds, dtype=np.int64)
        began = np.full(rounds, -1, dtype=np.int64)
        found: Counter[tuple[int, int]] = Counter()
        while len(state):
            is_begun = np.array([self.is_begun(n) for n in range(len(self.tables))])
            began = np.where((began < 0) & is_begun[state], state, began)
            outcome = numbers.integers(0, len(self.outcomes), len(state))
            pairs = state * len(self.outcomes) + outcome
            for pair in np.unique(pairs[self.to.reshape(-1)[pairs] == UNKNOWN]).tolist():
                n, o = divmod(pair, len(self.outcomes))
                there = self.lead(n, o)
                self.to[n, o] = there
            state = self.to[state, outcome]
            over = state < 0
            counts = np.bincount(began[over] * len(self.ends) - 1 - state[over])
            found.update({divmod(n, len(self.ends)): int(counts[n]) for n in np.flatnonzero(counts).tolist()})
            state, began = state[~over], began[~over]
            began = np.where(state == START, -1, began)
        return found


UNKNOWN = 1 << 40


def faces(source: Source) -> list[Outcome]:
    """Outcomes that are equally likely: dice told apart, each section of a wheel."""
    if isinstance(source, DiceSource):
        rolls: list[tuple[str, ...]] = [()]
        for die in source.dice:
            rolls = [(*roll, face) for roll in rolls for face in die]
        return [Roll(roll, source.lines) for roll in rolls]
    assert not isinstance(source, RangeSource)
    return [section for section, count in source.sections for _ in range(count)]


def source_of(play: Play) -> Source:
    act = play.steps[0].lines[0].actions[0]  # type: ignore[attr-defined]
    equipment = play.state.equipment
    return equipment.source("roll", act.dice.text) if isinstance(act, rd.RollDice) else equipment.source("spin", act.wheel.text)


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
def test_what_comes_out_on_average(real: Real, name: str) -> None:
    configured = configure(real(name))
    solver = Solver(configured)
    outcomes = faces(source_of(Play(configured, Fixed())))
    for wager in offered(configured):
        rows = list(rows_of(solver.solve(wager)))
        for position in {row.positions[0].label: row.positions[0] for row in rows}.values():
            mine = [row for row in rows if row.positions[0].label == position.label]
            played = []
            for behind in labels_behind(wager, configured, solver):
                player = Remembering(configured, wager, position, behind, outcomes)
                played.append((player, player.rounds(DECISIONS * len(mine), 5)))
            for row in mine:
                check(row, played, len(mine))


def labels_behind(wager: wg.Wager, configured: Configured, solver: Solver) -> list[str]:
    """The positions of the wager that this one needs; one without a label where it needs none."""
    for line in wager.lines:
        if isinstance(line, wg.NeedsAll):
            needed = configured.ruleset.named(line.wagers[0].text, wg.Wager)
            assert needed is not None
            return [p.label for p in positions(needed, solver.equipment)]
    return [""]


def check(row: Row, played: list[tuple[Remembering, Counter[tuple[int, int]]]], rows: int) -> None:
    """The mean and the share of wins of a row lie within four standard errors."""
    moments = {(s.start.gate.step, s.start.gate.is_start, s.start.gate.memory, needed(s.start.state)) for s in row.starts}
    counts: Counter[tuple[str, Fraction | None]] = Counter()
    for player, found in played:
        for (began, end), count in found.items():
            table = player.tables[began]
            at = tuple(pack(s.memory) for s in table.state.stakes[:-1])
            if (table.step, table.is_start, pack(table.state.memory), at) in moments:
                counts[player.ends[end]] += count
    decisions = counts.total()
    assert decisions > DECISIONS / 20 if rows > 1 else decisions >= DECISIONS
    wins = sum(n for (result, _), n in counts.items() if result == "win")
    win = float(row.figures.win)
    assert abs(wins / decisions - win) <= 4 * sqrt(win * (1 - win) / decisions) + 1e-12, row
    if row.figures.house_edge is None:
        assert any(net is None for _, net in counts)
        return
    mean = float(sum((net * n for (_, net), n in counts.items() if net is not None), Fraction(0)) / decisions)
    error = sqrt(float(row.figures.variance or 0) / decisions)
    assert abs(mean + float(row.figures.house_edge)) <= 4 * error, (row, mean, error)


def needed(state: BundleState) -> tuple[object, ...]:
    """The memories of the needed stakes, which stand before the wager itself in a bundle."""
    live = [s.memory for s in state if isinstance(s, StakeState)]
    return tuple(live[:-1]) if len(live) > 1 and state[-1] is not None and len(state) <= 2 else ()
