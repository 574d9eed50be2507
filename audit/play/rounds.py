"""The interpreter: plays rounds by the letter, line by line, and says which clause made each thing happen.

It is the definition of what a ruleset means.  Nothing in it is fast on purpose.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from audit.play import amounts
from audit.play.circles import circular
from audit.play.deciding import fires, is_decided_by_table
from audit.play.equipment import Equipment, by_source
from audit.play.errors import NotPlayable, PlayError
from audit.play.evaluating import holds
from audit.play.events import CameUp, Entered, Event, Made, RoundEnded, Voided, WentTo
from audit.play.families import refuse_unplayed
from audit.play.feed import Feed
from audit.play.fitting import fits
from audit.play.irregular import Incident, RoundVoided
from audit.play.moments import Doorway, doorway, permissions
from audit.play.positions import Position, find, positions
from audit.play.pricing import Payout
from audit.play.settling import Settler, remember
from audit.play.sight import Sight, Thing
from audit.play.state import Stake, TableState, initial_memory
from audit.play.wording import statement_words, trigger_text
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import Configured
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.money import Odds
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

MOST_ACTS = 100_000
"""Chance acts after which a round that does not end is given up."""

MOST_IDLE_STEPS = 1_000
"""Steps in a row without an act of chance, after which a round is given up."""


@dataclass(frozen=True)
class Wish:
    """A wager that the player wants: made at the first moment at which it may be."""

    wager: str
    label: str
    amount: Fraction
    called_on: bool = False


@dataclass(frozen=True)
class Jump:
    """How a step was left: by ``go to``, by ``end``, or at its last line (neither)."""

    to: str | None = None
    ends: bool = False
    why: tuple[Basis, ...] = ()


@dataclass
class Play:
    """Rounds of a configured ruleset at one table with one player.

    ``check_amounts`` is off where only the course of play matters, not the stakes.
    """

    configured: Configured
    feed: Feed
    wishes: list[Wish] = field(default_factory=list)
    check_amounts: bool = True
    incident: Incident | None = None

    def __post_init__(self) -> None:
        self.ruleset: Ruleset = self.configured.ruleset
        self.state = TableState(Equipment(self.ruleset))
        self.steps = all_steps(self.ruleset)
        self.unmade = list(self.wishes)
        self._doors: dict[str, Doorway] = {}
        self._fresh = fresh_memory(self.steps)
        self._redo: bool = False

    # rounds and steps

    def play(self, *, to_the_end: bool = False, most_rounds: int = 1_000) -> Iterator[Event]:
        """Plays until no wager is left; with ``to_the_end`` until a round ends with none left."""
        for _ in range(most_rounds):
            yield from self.one_round(stop_when_idle=not to_the_end)
            if not self.state.open_stakes and (not self.unmade or to_the_end):
                return
            self.state.round += 1
        raise PlayError(f"wagers are still open after {most_rounds:,} rounds")

    def one_round(self, *, stop_when_idle: bool = False) -> Iterator[Event]:
        """One round from its first step; wagers that it leaves undecided ride on."""
        self.begin_round()
        name: str | None = self.steps[0].name.text
        is_start = True
        acts, idle_steps = self.state.chance_acts, 0
        while name is not None:
            yield from self.enter(name, is_start)
            if stop_when_idle and not self.state.open_stakes and not self.unmade:
                return
            try:
                jump = yield from self.run_step(name)
            except RoundVoided:
                return
            acts, idle_steps = self.state.chance_acts, idle_steps + 1 if self.state.chance_acts == acts else 0
            if idle_steps > MOST_IDLE_STEPS:
                raise PlayError("the round goes from step to step and nothing comes up", self.step_named(name).basis.span)
            if jump.ends:
                yield RoundEnded(trigger_text(self.state.sight()), bases=jump.why)
                return
            name = self.next_step(name, jump)
            if name is None:
                yield RoundEnded()
                return
            if jump.to is not None:
                yield WentTo(name, bases=jump.why)
            is_start = False
            if stop_when_idle and not self.state.open_stakes and not self.unmade:
                return

    def begin_round(self) -> None:
        """Nothing is left of the round before but the wagers that ride on."""
        self.state.stakes = self.state.open_stakes
        self.state.memory = dict(self._fresh)
        self.state.visited = []
        self.state.outcome = None
        self.state.came = {}

    def next_step(self, name: str, jump: Jump) -> str | None:
        """Where play goes after a step: where it was sent, else to the step behind it."""
        if jump.to is not None:
            return jump.to
        at = [step.name.text for step in self.steps].index(name)
        return self.steps[at + 1].name.text if at + 1 < len(self.steps) else None

    def step_named(self, name: str) -> rd.Step:
        step = next((s for s in self.steps if s.name.text == name), None)
        if step is None:
            raise PlayError(f"there is no step {name}")
        return step

    def enter(self, name: str, is_start: bool) -> Iterator[Event]:
        """The doorway of a step: the player makes the wagers that may be made now."""
        step = self.step_named(name)
        yield Entered(name, self.state.round, bases=(step.basis,))
        if name not in self._doors:
            self._doors[name] = doorway(step, is_start)
        door = replace(self._doors[name], is_start=is_start, visited=tuple(self.state.visited))
        yield from self.make_wishes(door)

    def run_step(self, name: str) -> Generator[Event, None, Jump]:
        """The lines of a step, top to bottom; returns how it was left."""
        step = self.step_named(name)
        if step.at_each_new_shoe:
            raise NotPlayable("at each new shoe", step.basis.span)
        self.state.step = name
        jump = None
        if step.guard is None or holds(step.guard, self.state.sight()):
            jump = yield from self.run_lines(step.lines)
        self.state.visited.append(name)
        return jump or Jump()

    def run_lines(self, lines: tuple[rd.StepLine, ...]) -> Generator[Event, None, Jump | None]:
        """Lines in order until one leaves the step; returns the jump, or None."""
        again_from: tuple[rd.StepLine, ...] | None = None
        while lines:
            line = lines[0]
            if isinstance(line, rd.Branch):
                lines = (*self.arm_of(line), *lines[1:])
                continue
            acts = self.state.chance_acts
            jump = yield from self.run_line(line)
            if jump is not None:
                return jump
            if self.state.chance_acts > acts:
                again_from = lines
            if self._redo:
                self._redo = False
                if again_from is None:
                    raise PlayError("again: no act stands before it", line.basis.span)
                lines = again_from
                continue
            lines = lines[1:]
        return None

    def arm_of(self, branch: rd.Branch) -> tuple[rd.StepLine, ...]:
        """The lines of the first arm whose condition is met, none if none is."""
        sight = self.state.sight()
        if branch.guard is None or holds(branch.guard, sight):
            for case in branch.cases:
                if case.condition is None or holds(case.condition, sight):
                    return case.lines
        return ()

    def run_line(self, line: rd.StepLine) -> Generator[Event, None, Jump | None]:
        sight = self.state.sight()
        if line.guard is not None and not holds(line.guard, sight):
            return None
        match line:
            case rd.Act(actions=actions, on=on):
                return (yield from self.run_actions(actions, line.basis)) if fires(on, sight) else None
            case rd.ActOtherwise(actions=actions):
                return (yield from self.run_actions(actions, line.basis))
            case _:
                raise NotPlayable(statement_words(line), line.basis.span)

    def run_actions(self, actions: tuple[rd.Action, ...], basis: Basis) -> Generator[Event, None, Jump | None]:
        for action in actions:
            jump = yield from self.act(action, basis)
            if jump is not None or self._redo:
                return jump
        return None

    # acts

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        """One act; returns a jump where it leaves the step."""
        match action:
            case rd.RollDice(dice):
                yield from self.chance("roll", dice.text, basis)
            case rd.SpinWheel(wheel):
                yield from self.chance("spin", wheel.text, basis)
            case rd.DrawChance(chance):
                yield from self.chance("draw", chance.text, basis)
            case rd.Again.AGAIN:
                if self.state.outcome is not None:
                    yield Voided(self.state.outcome, bases=(basis,))
                self._redo = True
            case rd.GoTo(step):
                return Jump(to=step.text, why=(basis,))
            case rd.EndRound.END:
                return Jump(ends=True, why=(basis,))
            case wg.Keep() | wg.Add() | wg.CountUp() | wg.Clear():
                yield from remember(action, self.state.memory, self.state, None, basis)
            case rd.SettleAll(result):
                yield from Settler(self.state).settle(basis, None, _outright(result, basis))
            case rd.SettleSome(names, result):
                yield from Settler(self.state).settle(basis, frozenset(n.text for n in names), _outright(result, basis))
            case rd.Bets(names):
                yield from self.make_named(frozenset(n.text for n in names))
            case rd.Return(names) | rd.TakeBack(names):
                yield from self.give_back(frozenset(n.text for n in names), basis)
            case _:
                raise NotPlayable(statement_words(action), basis.span)
        return None

    def chance(self, verb: str, name: str, basis: Basis) -> Iterator[Event]:
        """A chance act; what comes up is what lines look at from now on."""
        self.state.chance_acts += 1
        if self.state.chance_acts > MOST_ACTS:
            raise PlayError(f"nothing is decided after {MOST_ACTS:,} acts of chance", basis.span)
        outcome = self.feed.next(verb, name, self.state.equipment.source(verb, name))
        self.state.outcome = outcome
        self.state.came.update(by_source(name, outcome))
        yield CameUp(verb, outcome, self.state.chance_acts, bases=(basis,))
        if self.incident is not None and self.incident.applies(verb):
            yield from self.incident.happen(self, verb, name, basis)

    def give_back(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Returns these wagers, as far as they stand."""
        yield from Settler(self.state).return_named(names, basis)

    def settle_now(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Settles these wagers at the present moment."""
        yield from Settler(self.state).settle(basis, names)

    # making wagers

    def make_wishes(self, door: Doorway) -> Iterator[Event]:
        """Makes what is wished and may be made at this doorway; a wager that another needs comes first."""
        again = True
        while again:
            again = False
            for wish in list(self.unmade):
                wager = self.wager_named(wish.wager)
                basis = self.permission(wager, door, self.position_of(wager, wish))
                if basis is not None:
                    self.unmade.remove(wish)
                    yield self.make(wager, wish, basis)
                    again = True

    def make_named(self, names: frozenset[str]) -> Iterator[Event]:
        for wish in list(self.unmade):
            if wish.wager in names:
                wager = self.wager_named(wish.wager)
                self.unmade.remove(wish)
                yield self.make(wager, wish, wager.basis)

    def wager_named(self, name: str) -> wg.Wager:
        wager = self.ruleset.named(name, wg.Wager)
        if wager is None:
            raise PlayError(f"there is no wager {name}")
        return wager

    def permission(self, wager: wg.Wager, door: Doorway, position: Position | None = None) -> Basis | None:
        """The line that lets the player make a wager now; None if none does, or what it needs is not there.

        ``position`` is what the wager would be on, for a line that asks.
        """
        sight = self.state.sight() if position is None else replace(self.state.sight(), own=position.memory)
        if not self.needs_are_met(wager) or self.is_barred(wager):
            return None
        return next((p.basis for p in permissions(wager, door, sight)), None)

    def needs_are_met(self, wager: wg.Wager) -> bool:
        open_names = {stake.wager.name.text for stake in self.state.open_stakes}
        for line in wager.lines:
            if isinstance(line, wg.NeedsAll) and not all(n.text in open_names for n in line.wagers):
                return False
            if isinstance(line, wg.NeedsAny) and not any(n.text in open_names for n in line.wagers):
                return False
        return True

    def is_barred(self, wager: wg.Wager) -> bool:
        """Whether a wager stands that this one is made instead of."""
        open_names = {stake.wager.name.text for stake in self.state.open_stakes}
        return any(
            isinstance(line, wg.InsteadOf) and any(n.text in open_names for n in line.wagers) for line in wager.lines
        )

    def position_of(self, wager: wg.Wager, wish: Wish) -> Position | None:
        """What a wished wager is on; None where there is no such position, or several and none is named."""
        if wish.label:
            return find(wager, wish.label, self.state.equipment)
        return only_position(wager, self.state.equipment)

    def make(self, wager: wg.Wager, wish: Wish, basis: Basis) -> Made:
        """Puts a wager on the table; raises `AmountError` where its amount is not permitted."""
        position = self.position_of(wager, wish)
        if position is None:
            raise PlayError(f"{wager.name} has no position {wish.label or '(one must be named)'}", wager.basis.span)
        refuse_unplayed(wager, self.ruleset)
        stake = new_stake(wager, position, wish.amount, self.state)
        call_on(stake, wish.called_on)
        if self.check_amounts:
            amounts.check(wager, position, wish.amount, self.state.sight(stake))
        self.state.stakes.append(stake)
        return Made(stake.id, wish.amount, bases=(basis,))


def all_steps(ruleset: Ruleset) -> tuple[rd.Step, ...]:
    """The steps of the round; raises `PlayError` where the ruleset has none, or is told in terms of itself."""
    told = circular(ruleset)
    if told is not None:
        raise PlayError(f"{getattr(told, 'name', '')} is told in terms of itself", told.basis.span)
    rounds = ruleset.of(rd.Round)
    steps = tuple(step for one in rounds for step in one.steps)
    if not steps:
        raise PlayError("no round is stated, so nothing can be played")
    return steps


def new_stake(wager: wg.Wager, position: Position, amount: Fraction, state: TableState) -> Stake:
    """A wager with its memory, the stakes that it is made upon, and its parts."""
    stake = _stake(wager, position, amount, state)
    needed = {n.text for line in wager.lines if isinstance(line, wg.NeedsAll | wg.NeedsAny) for n in line.wagers}
    stake.supports = tuple(s for s in state.stakes if s.is_open and s.wager.name.text in needed)
    stake.parts = tuple(part_stakes(wager, position, amount, state, 0))
    return stake


def call_on(stake: Stake, is_on: bool) -> None:
    """Notes whether the player has called a wager on, with the wagers that it consists of."""
    stake.called_on = is_on
    for part in stake.parts:
        call_on(part, is_on)


def _stake(wager: wg.Wager, position: Position, amount: Fraction, state: TableState) -> Stake:
    by_table = is_decided_by_table(wager, state.equipment.ruleset)
    return Stake(wager, position, amount, initial_memory(wager.lines, position), by_table=by_table)


def part_stakes(
    wager: wg.Wager, position: Position, amount: Fraction, state: TableState, depth: int
) -> Iterator[Stake]:
    """The stakes that a wager ``paid as`` others consists of, each with its share of the amount."""
    line = next((x for x in wager.lines if isinstance(x, wg.PaidAs)), None)
    if line is None:
        return
    if depth > 8:
        raise PlayError(f"{wager.name} is paid as wagers that are paid as it", line.basis.span)
    refuse_empty_parts(line)
    whole = sum((part.parts for part in line.parts), Fraction(0))
    for part in line.parts:
        inner = state.equipment.ruleset.named(part.wager.text, wg.Wager)
        if inner is None:
            raise PlayError(f"there is no wager {part.wager}", line.basis.span)
        on = part_position(inner, part, position, state.equipment, line.basis.span)
        stake = _stake(inner, on, amount * part.parts / whole, state)
        stake.parts = tuple(part_stakes(inner, on, stake.amount, state, depth + 1))
        yield stake


def refuse_empty_parts(line: wg.PaidAs) -> None:
    """Raises `PlayError` for a part that nothing of the stake goes to."""
    empty = next((part for part in line.parts if not part.parts), None)
    if empty is not None:
        raise PlayError(f"0 parts {empty.wager}: nothing of the stake goes there", line.basis.span)


def part_position(
    inner: wg.Wager, part: wg.Part, position: Position, equipment: Equipment, span: Span
) -> Position:
    """The position of a part: the only one, or the one that its ``on`` picks out of the wager's own pick.

    Raises `PlayError` where there is none, or more than one.
    """
    found: Sequence[Position] = positions(inner, equipment)
    if part.on is not None:
        sight = Sight(equipment, own=position.memory)
        found = [p for p in found if any(fits(part.on, tuple(atoms), sight) for atoms in p.values.values())]
    if not found:
        raise PlayError(f"{part.wager} has no position that this part names", span)
    if len(found) > 1:
        several = ", ".join(f"[{p.label}]" for p in found[:3]) + (", …" if len(found) > 3 else "")
        raise PlayError(f"which position of {part.wager} is meant is not said: {several}", span)
    return found[0]


def only_position(wager: wg.Wager, equipment: Equipment) -> Position | None:
    found = positions(wager, equipment)
    return found[0] if len(found) == 1 else None


def fresh_memory(steps: tuple[rd.Step, ...]) -> dict[str, Thing]:
    """The round's memory at its start: counts at 0, sets empty, anything kept unset."""
    memory: dict[str, Thing] = {}
    for node in walk(steps):
        if isinstance(node, wg.CountUp) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = Fraction(0)
        elif isinstance(node, wg.Add) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = frozenset()
    return memory


def _outright(result: object, basis: Basis) -> Payout | None:
    if result is None:
        return None
    if isinstance(result, Odds):
        return Payout(result, text=str(result), basis=basis)
    raise NotPlayable("settle as this", basis.span)
