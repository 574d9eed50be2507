"""The reference solver: every outcome of every step, played by the interpreter itself.

No slice, no symmetry, nothing shared with the fast methods but the interpreter: it puts one wager, and what it needs, on
the table, plays each step once for every sequence of outcomes from a copy of the table, and solves the absorbing chain
of all tables that come about in rationals.  Hopeless for large games; for small ones it is what every other method must
equal, to the fraction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from audit.play.equipment import Outcome, Source
from audit.play.events import Event, Voided
from audit.play.making import Wish
from audit.play.moments import Doorway, doorway
from audit.play.positions import Position, find, positions
from audit.play.rounds import Jump, Play
from audit.play.settling import Unpriced, Unsettled
from audit.play.sight import Thing
from audit.play.state import Stake, TableState
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.rounds import StepLine
from audit.solve.errors import NotSolvable

MOST_TABLES = 5_000
"""Tables before a step that are told apart."""

MOST_OUTCOMES = 5_000
"""Outcomes of one act of chance."""

MOST_BRANCHES = 200_000
"""Ways out of all tables together."""

Memory = tuple[tuple[str, Thing], ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a wager ends: ``net`` is the gain per unit, None where no clause states it or two contradict each other."""

    result: str
    net: Fraction | None


@dataclass(frozen=True, slots=True)
class MadeAt:
    """A moment at which the wager may be made, and how it then ends.

    ``memory`` is the round's, ``needed`` the stakes that stand then, by wager and position, each with its memory and
    whether it has seen a settle.  The probabilities of ``ends`` add up to less than 1 where it may go on for ever.
    """

    step: str
    is_start: bool
    memory: Memory
    needed: tuple[tuple[str, Memory, bool], ...]
    ends: Mapping[Ended, Fraction]


def solve_by_play(
    configured: Configured, wager: str, label: str = "", *, amount: Fraction = Fraction(1), called_on: bool = False
) -> tuple[MadeAt, ...]:
    """How a wager ends, for every moment at which play lets it be made.

    ``label`` names its position, as `audit.play.positions` has it.  ``amount`` is the stake; results are per unit of it.
    Raises `NotSolvable` above the bounds, and for ``again`` behind anything but its own act; `PlayError` as play does.
    """
    return _Reference(configured, wager, label, amount, called_on).solve()


@dataclass(frozen=True, eq=False)
class _Table:
    """A step about to be entered, with everything as it stands; never changed, only copied."""

    step: str
    is_start: bool
    state: TableState

    @cached_property
    def key(self) -> Hashable:
        state = self.state
        return (
            self.step,
            self.is_start,
            _packed(state.memory),
            state.outcome,
            tuple(sorted(state.came.items())),
            frozenset(state.visited),
            tuple(_stake_key(stake) for stake in state.stakes),
        )


@dataclass(frozen=True)
class _Asked:
    """A step that wants another outcome; ``was_voided`` if the one before it counts for nothing."""

    source: Source
    place: Hashable
    was_voided: bool


class _WantsOutcome(Exception):
    def __init__(self, verb: str, name: str, source: Source) -> None:
        super().__init__()
        self.verb, self.name, self.source = verb, name, source


@dataclass
class _Script:
    """Outcomes in order; asks for more where they run out."""

    left: deque[Outcome]

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        if not self.left:
            raise _WantsOutcome(verb, name, source)
        return self.left.popleft()


class _Replay(Play):
    """The interpreter, which notes the line it is at."""

    line: StepLine | None = None
    acts_of_line: int = 0

    def run_line(self, line: StepLine) -> Generator[Event, None, Jump | None]:
        self.line, self.acts_of_line = line, 0
        return super().run_line(line)

    def chance(self, verb: str, name: str, basis: Basis) -> Iterator[Event]:
        self.acts_of_line += 1
        return super().chance(verb, name, basis)


@dataclass
class _Reference:
    configured: Configured
    wager: str
    label: str
    amount: Fraction
    called_on: bool

    def __post_init__(self) -> None:
        self.play = _Replay(self.configured, _Script(deque()), [], check_amounts=False)
        self.target = self.play.wager_named(self.wager)
        position = find(self.target, self.label, self.play.state.equipment)
        if position is None:
            raise NotSolvable(f"{self.wager} has no position {self.label}", self.wager)
        self.position: Position = position
        self.branches: dict[Hashable, list[tuple[Fraction, _Table | Ended]]] = {}
        self.tables: dict[Hashable, _Table] = {}
        self.ways = 0

    def solve(self) -> tuple[MadeAt, ...]:
        begun = list(self.starts())
        numbers: dict[Hashable, int] = {}
        queue: deque[_Table] = deque()
        for table in begun:
            if numbers.setdefault(table.key, len(numbers)) == len(numbers) - 1:
                queue.append(table)
        rows: list[dict[int | Ended, Fraction]] = []
        for table in _growing(queue):
            row: dict[int | Ended, Fraction] = {}
            for chance, to in self.ways_from(table):
                if isinstance(to, Ended):
                    there: int | Ended = to
                else:
                    if to.key not in numbers:
                        if len(numbers) >= MOST_TABLES:
                            raise NotSolvable(f"more than {MOST_TABLES:,} tables, too many for the reference", "round")
                        numbers[to.key] = len(numbers)
                        queue.append(to)
                    there = numbers[to.key]
                row[there] = row.get(there, Fraction(0)) + chance
            rows.append(row)
        solved = absorbed(rows)
        return tuple(self._made_at(table, solved[numbers[table.key]]) for table in begun)

    def _made_at(self, table: _Table, ends: Mapping[Ended, Fraction]) -> MadeAt:
        needed = tuple((s.id, _packed(s.memory), s.settles > 0) for s in table.state.stakes[:-1])
        return MadeAt(table.step, table.is_start, _packed(table.state.memory), needed, ends)

    # moments

    def starts(self) -> Iterator[_Table]:
        """Every table at which the wager has just been made."""
        wanted = _needed(self.target, self.play)
        found: set[Hashable] = set()
        seen: set[Hashable] = set()
        queue: deque[_Table] = deque([self.first_table()])
        for table in _growing(queue):
            if table.key in seen:
                continue
            seen.add(table.key)
            if len(seen) > MOST_TABLES:
                raise NotSolvable(f"more than {MOST_TABLES:,} tables, too many for the reference", "round")
            made = self.with_wager(table, self.target, self.position)
            if made is not None and made.key not in found:
                found.add(made.key)
                yield made
            standing = {stake.wager.name.text for stake in table.state.stakes}
            for other in wanted:
                if other.name.text not in standing:
                    for position in positions(other, self.play.state.equipment):
                        further = self.with_wager(table, other, position)
                        if further is not None:
                            queue.append(further)
            for _, to in self.ways_from(table):
                if isinstance(to, _Table) and all(stake.is_open for stake in to.state.stakes):
                    queue.append(to)

    def first_table(self) -> _Table:
        self.play.state = TableState(self.play.state.equipment)
        self.play.begin_round()
        return _Table(self.play.steps[0].name.text, True, self.play.state)

    def with_wager(self, table: _Table, wager: wg.Wager, position: Position) -> _Table | None:
        """The table with a wager made now, None if play does not let it be made."""
        self.play.state = copied(table.state)
        wish = Wish(wager.name.text, position.label, self.amount, self.called_on)
        basis = self.play.permission(wager, self._door(table), position)
        if basis is None:
            return None
        self.play.make(wager, wish, basis)
        return replace(table, state=self.play.state)

    def _door(self, table: _Table) -> Doorway:
        return doorway(self.play.step_named(table.step), table.is_start, table.state.visited)

    # one step

    def ways_from(self, table: _Table) -> list[tuple[Fraction, _Table | Ended]]:
        """Every way through the step of a table, with its chance."""
        known = self.branches.get(table.key)
        if known is None:
            known = list(self._through(table, (), Fraction(1), self.replayed(table, ())))
            self.ways += len(known)
            if self.ways > MOST_BRANCHES:
                raise NotSolvable(f"more than {MOST_BRANCHES:,} ways, too many for the reference", "round")
            self.branches[table.key] = known
        return known

    def _through(
        self, table: _Table, script: tuple[Outcome, ...], chance: Fraction, reached: _Asked | _Table | Ended
    ) -> Iterator[tuple[Fraction, _Table | Ended]]:
        if not isinstance(reached, _Asked):
            yield chance, reached
            return
        ways = reached.source.outcomes()
        if len(ways) > MOST_OUTCOMES:
            raise NotSolvable(f"more than {MOST_OUTCOMES:,} outcomes, too many for the reference", "round")
        kept: list[tuple[int, tuple[Outcome, ...], _Asked | _Table | Ended]] = []
        for outcome, number in ways:
            further = (*script, outcome)
            after = self.replayed(table, further)
            if isinstance(after, _Asked) and after.was_voided:
                if after.place != reached.place:
                    raise NotSolvable("what is made again does not stand right before this line", "again")
            else:
                kept.append((number, further, after))
        whole = sum(number for number, _, _ in kept)
        if not whole:
            raise NotSolvable("every outcome is voided and made again, so this never ends", "again")
        for number, further, after in kept:
            yield from self._through(table, further, chance * Fraction(number, whole), after)

    def replayed(self, table: _Table, script: tuple[Outcome, ...]) -> _Asked | _Table | Ended:
        """The step played along a script: what it asks for, where it leads, or how the wager ends in it."""
        play = self.play
        play.state, play.feed = copied(table.state), _Script(deque(script))
        play.state.chance_acts = 0
        was_voided = False
        running = play.run_step(table.step)
        try:
            while True:
                was_voided = isinstance(next(running), Voided)
        except StopIteration as left:
            jump: Jump = left.value
        except _WantsOutcome as wants:
            if self.decided is not None:
                return self.decided
            memory = _packed(play.state.memory)
            place = (wants.verb, wants.name, id(play.line), play.acts_of_line, memory, self._stakes())
            return _Asked(wants.source, place, was_voided)
        except Unpriced as error:
            return self.decided or self._fault(error, "win")
        except Unsettled as error:
            return self.decided or self._fault(error, "conflict")
        if was_voided:
            raise NotSolvable("what is made again is not made again", "again")
        if self.decided is not None:
            return self.decided
        to = None if jump.ends else play.next_step(table.step, jump)
        if to is None:
            play.begin_round()
        return _Table(to or play.steps[0].name.text, to is None, play.state)

    @property
    def decided(self) -> Ended | None:
        """How the wager has ended at the table as it stands, None while it is open or not made."""
        target = self.play.state.stakes[-1] if self.play.state.stakes else None
        if target is None or target.wager is not self.target or target.result is None:
            return None
        return Ended(target.result, None if target.net is None else target.net / self.amount)

    def _fault(self, error: Unsettled, result: str) -> Ended:
        """An outcome for which the rules contradict themselves, or state no payout, and play stops."""
        target = self.play.state.stakes[-1]
        is_its_own = target.wager is self.target and error.wager in _ids(target)
        if result == "win" and not is_its_own:
            raise NotSolvable(f"play stops at another wager: {error.message}", error.wager, error.span)
        return Ended(result, None)

    def _stakes(self) -> Hashable:
        return tuple(_stake_key(stake) for stake in self.play.state.stakes)


def _growing(queue: deque[_Table]) -> Iterator[_Table]:
    """The tables of a queue, first in first out, while others are put behind."""
    while queue:
        yield queue.popleft()


def _needed(wager: wg.Wager, play: Play) -> list[wg.Wager]:
    """The wagers that a wager needs, and those that they need."""
    found: dict[str, wg.Wager] = {}
    queue = deque([wager])
    while queue:
        for line in queue.popleft().lines:
            if isinstance(line, wg.NeedsAll | wg.NeedsAny):
                for name in line.wagers:
                    if name.text not in found:
                        found[name.text] = play.wager_named(name.text)
                        queue.append(found[name.text])
    return list(found.values())


def copied(state: TableState) -> TableState:
    """A copy of the table that shares nothing that play changes."""
    made: dict[int, Stake] = {}

    def copy(stake: Stake) -> Stake:
        if id(stake) not in made:
            made[id(stake)] = replace(
                stake,
                memory=dict(stake.memory),
                extras=list(stake.extras),
                supports=tuple(copy(s) for s in stake.supports),
                parts=tuple(copy(s) for s in stake.parts),
            )
        return made[id(stake)]

    return replace(
        state,
        memory=dict(state.memory),
        came=dict(state.came),
        visited=list(state.visited),
        stakes=[copy(stake) for stake in state.stakes],
    )


def _packed(memory: Mapping[str, Thing]) -> Memory:
    return tuple(
        sorted(((name, thing) for name, thing in memory.items() if thing is not None), key=lambda item: item[0])
    )


def _ids(stake: Stake) -> set[str]:
    """The ids of a stake and of all that it consists of."""
    return {stake.id}.union(*(_ids(part) for part in stake.parts))


def _stake_key(stake: Stake) -> Hashable:
    parts = tuple((_stake_key(part), part.net) for part in stake.parts)
    return (
        stake.id,
        _packed(stake.memory),
        stake.called_on,
        stake.settles > 0,
        stake.result,
        stake.just_decided,
        parts,
    )


def absorbed(rows: list[dict[int | Ended, Fraction]]) -> list[dict[Ended, Fraction]]:
    """How an absorbing chain ends, by taking out its states from the last to the first.

    ``rows[n]`` are the chances of going from state n to another, or to an end.
    """
    rows = [dict(row) for row in rows]
    into: list[set[int]] = [set() for _ in rows]
    for n, row in enumerate(rows):
        for there in row:
            if isinstance(there, int):
                into[there].add(n)
    for n in reversed(range(len(rows))):
        stays = rows[n].pop(n, Fraction(0))
        rows[n] = {there: chance / (1 - stays) for there, chance in rows[n].items()} if stays != 1 else {}
        for before in into[n]:
            if before < n and n in rows[before]:
                through = rows[before].pop(n)
                for there, chance in rows[n].items():
                    rows[before][there] = rows[before].get(there, Fraction(0)) + through * chance
                    if isinstance(there, int):
                        into[there].add(before)
    solved: list[dict[Ended, Fraction]] = []
    for row in rows:
        ends: dict[Ended, Fraction] = {}
        for there, chance in row.items():
            for end, further in ({there: Fraction(1)} if isinstance(there, Ended) else solved[there]).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * further
        solved.append(ends)
    return solved
