"""The round as a machine: gates, and what may happen from each to the next.

A gate is a step about to be entered, with what the round remembers.  From a gate, each sequence of outcomes leads
through some settles to another gate.  Wagers take no part in it; a round whose course depends on them is refused.

The machine is worked out from the statements, apart from the interpreter, and must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

from audit.play.deciding import fires
from audit.play.equipment import Equipment, Outcome, Roll
from audit.play.evaluating import evaluate, holds
from audit.play.pricing import Payout
from audit.play.sight import Sight, Thing
from audit.ruleset import conditions as cd
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.money import Odds
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

MOST_GATES = 20_000
MOST_BRANCHES = 500_000

Memory = tuple[tuple[str, Thing], ...]
"""What the round remembers, by name, in the order of names."""


class HashedOnce:
    """A frozen data class that is looked up again and again: its hash is worked out once.

    Subclasses are data classes; they say ``__hash__ = HashedOnce.__hash__``, since a data class makes its own.
    """

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(vars(self)[f.name] for f in fields(self)))  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Gate:
    """A step about to be entered; ``is_start`` where a round begins; ``visited`` only where a wager asks for it."""

    step: str
    memory: Memory = ()
    is_start: bool = False
    visited: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settle(HashedOnce):
    """One settle: what can be seen at it.  ``only`` are the wagers it names, ``outright`` a result that it states."""

    step: str
    outcome: Outcome | None
    came: tuple[tuple[str, Outcome], ...]
    memory: Memory
    only: frozenset[str] | None = None
    outright: Payout | None = None
    returns: bool = False
    basis: Basis = Basis()

    __hash__ = HashedOnce.__hash__


@dataclass(frozen=True, slots=True)
class Branch:
    """One way from a gate: its chance, the outcomes in order, the settles on the way, the gate it leads to."""

    weight: Fraction
    outcomes: tuple[Outcome, ...]
    settles: tuple[Settle, ...]
    to: Gate


@dataclass(frozen=True)
class Machine:
    """The gates of a round, the first one first, with their branches."""

    start: Gate
    branches: Mapping[Gate, tuple[Branch, ...]]

    @property
    def gates(self) -> tuple[Gate, ...]:
        return tuple(self.branches)


@dataclass
class _Run:
    """A walk through the lines of one step along one sequence of outcomes."""

    memory: dict[str, Thing]
    outcome: Outcome | None
    came: dict[str, Outcome]
    weight: Fraction
    outcomes: tuple[Outcome, ...]
    settles: tuple[Settle, ...]

    def copy(self) -> _Run:
        return replace(self, memory=dict(self.memory), came=dict(self.came))


@dataclass(frozen=True)
class _Left:
    """A step left: by a jump, by the end of the round, or at its last line."""

    run: _Run
    to: str | None = None
    ends: bool = False


def build_machine(equipment: Equipment, steps: tuple[rd.Step, ...], *, keep_visited: bool = False) -> Machine:
    """The machine of a round; raises `NotSolvable` with the statement that stands in the way."""
    builder = _Builder(equipment, steps, keep_visited)
    start = Gate(steps[0].name.text, builder.fresh, True)
    branches: dict[Gate, tuple[Branch, ...]] = {}
    queue = [start]
    total = 0
    while queue:
        gate = queue.pop(0)
        if gate in branches:
            continue
        if len(branches) >= MOST_GATES or total > MOST_BRANCHES:
            raise NotSolvable(f"the round has more than {MOST_GATES:,} states", "round")
        branches[gate] = tuple(builder.branches(gate))
        total += len(branches[gate])
        queue.extend(branch.to for branch in branches[gate] if branch.to not in branches)
    return Machine(start, branches)


class _Builder:
    def __init__(self, equipment: Equipment, steps: tuple[rd.Step, ...], keep_visited: bool) -> None:
        self.equipment, self.steps, self.keep_visited = equipment, steps, keep_visited
        self.by_name = {step.name.text: step for step in steps}
        self.order = [step.name.text for step in steps]
        for step in steps:
            refuse_what_hangs_on_wagers(step, equipment.ruleset)
        self.fresh: Memory = pack(fresh_memory(steps))

    def branches(self, gate: Gate) -> Iterator[Branch]:
        """The ways from a gate, those alike in all but their outcomes' order added up."""
        run = _Run(dict(gate.memory), None, {}, Fraction(1), (), ())
        merged: dict[tuple[tuple[Settle, ...], Gate], Branch] = {}
        for left in self._lines(self.by_name[gate.step].lines, run, gate.step):
            to = self._next(gate, left)
            key = (left.run.settles, to)
            known = merged.get(key)
            weight = left.run.weight + (known.weight if known else 0)
            merged[key] = Branch(weight, known.outcomes if known else left.run.outcomes, left.run.settles, to)
        yield from merged.values()

    def _next(self, gate: Gate, left: _Left) -> Gate:
        name = left.to
        if name is None and not left.ends:
            at = self.order.index(gate.step)
            name = self.order[at + 1] if at + 1 < len(self.order) else None
        if left.ends or name is None:
            return Gate(self.order[0], self.fresh, True)
        if name not in self.by_name:
            raise NotSolvable(f"there is no step {name}", f"go to {name}")
        visited = tuple(dict.fromkeys((*gate.visited, gate.step))) if self.keep_visited else ()
        return Gate(name, pack(left.run.memory), False, visited)

    def _lines(self, lines: tuple[rd.StepLine, ...], run: _Run, step: str) -> Iterator[_Left]:
        """Every way through the lines that is left to run, depth first."""
        for at, line in enumerate(lines):
            sight = self._sight(run)
            if line.guard is not None and not holds(line.guard, sight):
                continue
            match line:
                case rd.Act(actions=actions, on=on):
                    if not fires(on, sight):
                        continue
                    redo = _redoes(lines, at)
                    yield from self._actions(actions, run, step, lines[at + 1 :], line.basis, redo)
                    return
                case rd.ActOtherwise(actions=actions):
                    yield from self._actions(actions, run, step, lines[at + 1 :], line.basis, ())
                    return
                case rd.Branch(cases=cases):
                    arm = next((c for c in cases if c.condition is None or holds(c.condition, sight)), None)
                    inner = arm.lines if arm else ()
                    yield from self._lines((*inner, *lines[at + 1 :]), run, step)
                    return
                case _:
                    raise NotSolvable("this act belongs to no method yet", _words(line), line.basis.span)
        yield _Left(run)

    def _actions(
        self,
        actions: tuple[rd.Action, ...],
        run: _Run,
        step: str,
        rest: tuple[rd.StepLine, ...],
        basis: Basis,
        again: tuple[rd.Act, ...],
    ) -> Iterator[_Left]:
        for at, action in enumerate(actions):
            match action:
                case rd.RollDice() | rd.SpinWheel() | rd.DrawChance():
                    for after in self._chance(action, run, again):
                        yield from self._actions(actions[at + 1 :], after, step, rest, basis, ())
                    return
                case rd.GoTo(to):
                    yield _Left(run, to=to.text)
                    return
                case rd.EndRound.END:
                    yield _Left(run, ends=True)
                    return
                case rd.Again.AGAIN:
                    # right behind its act it is conditioned away; anywhere else it has not been thought through
                    raise NotSolvable("what is made again does not stand right before this line", "again", basis.span)
                case wg.Keep() | wg.Add() | wg.CountUp() | wg.Clear():
                    run = run.copy()
                    self._remember(action, run)
                case rd.SettleAll(result):
                    run = self._settled(run, step, None, _outright(result, basis), basis)
                case rd.SettleSome(names, result):
                    only = frozenset(n.text for n in names)
                    run = self._settled(run, step, only, _outright(result, basis), basis)
                case rd.Return(names) | rd.TakeBack(names):
                    only = frozenset(n.text for n in names)
                    run = self._settled(run, step, only, None, basis, returns=True)
                case rd.Bets():
                    pass  # a moment at which wagers are made; nothing happens to those that stand
                case _:
                    raise NotSolvable("this act belongs to no method yet", _words(action), basis.span)
        yield from self._lines(rest, run, step)

    def _chance(self, action: rd.Action, run: _Run, again: tuple[rd.Act, ...]) -> Iterator[_Run]:
        """The outcomes of a chance act; those that are voided and made again are conditioned away."""
        verb, name = _verb(action)
        source = self.equipment.source(verb, name)
        kept: list[tuple[Outcome, int]] = []
        for outcome, ways in source.outcomes():
            seen = replace(self._sight(run), outcome=outcome, came={**run.came, name: outcome})
            if not any(fires(line.on, seen) and (line.guard is None or holds(line.guard, seen)) for line in again):
                kept.append((outcome, ways))
        whole = sum(ways for _, ways in kept)
        if not whole:
            raise NotSolvable("every outcome is voided and made again, so this never ends", "again")
        for outcome, ways in kept:
            after = run.copy()
            after.outcome = outcome
            after.came[name] = outcome
            after.weight = run.weight * Fraction(ways, whole)
            after.outcomes = (*run.outcomes, outcome)
            yield after

    def _settled(
        self,
        run: _Run,
        step: str,
        only: frozenset[str] | None,
        outright: Payout | None,
        basis: Basis,
        *,
        returns: bool = False,
    ) -> _Run:
        settle = Settle(
            step, run.outcome, tuple(sorted(run.came.items())), pack(run.memory), only, outright, returns, basis
        )
        return replace(run, settles=(*run.settles, settle))

    def _remember(self, verb: wg.MemoryVerb, run: _Run) -> None:
        carry_out(verb, run.memory, self._sight(run))

    def _sight(self, run: _Run) -> Sight:
        return Sight(self.equipment, run.outcome, run.came, run.memory)


def carry_out(verb: wg.MemoryVerb, memory: dict[str, Thing], sight: Sight) -> None:
    """Keep, add, count or clear, in place."""
    name = verb.memory.name.text
    if isinstance(verb, wg.Keep):
        memory[name] = _as_kept(evaluate(verb.value, sight))
    elif isinstance(verb, wg.Add):
        held = memory.get(name)
        worth = _as_kept(evaluate(verb.value, sight))
        before = held if isinstance(held, frozenset) else frozenset()
        memory[name] = before if worth is None else before | {worth}
    elif isinstance(verb, wg.CountUp):
        held = memory.get(name)
        count = (held if isinstance(held, Fraction) else Fraction(0)) + 1
        memory[name] = count if verb.most is None else min(count, verb.most)
    else:
        memory[name] = frozenset() if isinstance(memory.get(name), frozenset) else None


def _as_kept(thing: Thing) -> Thing:
    return thing.total if isinstance(thing, Roll) else thing


def fresh_memory(steps: tuple[rd.Step, ...]) -> dict[str, Thing]:
    """The round's memory at its start: counts at 0, sets empty."""
    memory: dict[str, Thing] = {}
    for node in walk(steps):
        if isinstance(node, wg.CountUp) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = Fraction(0)
        elif isinstance(node, wg.Add) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = frozenset()
    return memory


def pack(memory: Mapping[str, Thing]) -> Memory:
    return tuple(sorted(((k, v) for k, v in memory.items() if v is not None), key=lambda item: item[0]))


def refuse_what_hangs_on_wagers(step: rd.Step, ruleset: Ruleset) -> None:
    """A round whose course depends on how wagers stand is no machine of its own."""
    names = {w.name.text for w in ruleset.of(wg.Wager)}
    for line in walk(step):
        conditions = (
            [line.guard] if isinstance(line, rd.StepLine) else [line.condition] if isinstance(line, rd.Case) else []
        )
        for node in (n for c in conditions if c is not None for n in walk(c)):
            asked = getattr(getattr(node, "name", None), "text", None)
            is_of_wagers = isinstance(node, cd.Wins | cd.Loses | cd.AnyOfThemIs | cd.AnyPlayerIs) or asked in names
            if is_of_wagers:
                raise NotSolvable("the course of the round depends on how wagers stand", "if", line.basis.span)


def _redoes(lines: tuple[rd.StepLine, ...], at: int) -> tuple[rd.Act, ...]:
    """The ``again`` lines that stand behind a chance act, before anything else happens."""
    line = lines[at]
    assert isinstance(line, rd.Act)
    if not any(isinstance(a, rd.RollDice | rd.SpinWheel | rd.DrawChance) for a in line.actions):
        return ()
    found: list[rd.Act] = []
    for later in lines[at + 1 :]:
        if isinstance(later, rd.Act) and later.actions == (rd.Again.AGAIN,):
            found.append(later)
        else:
            break
    return tuple(found)


def _verb(action: rd.Action) -> tuple[str, str]:
    match action:
        case rd.RollDice(dice):
            return "roll", dice.text
        case rd.SpinWheel(wheel):
            return "spin", wheel.text
        case rd.DrawChance(chance):
            return "draw", chance.text
    raise AssertionError("a chance act")


def _outright(result: object, basis: Basis) -> Payout | None:
    if result is None:
        return None
    if isinstance(result, Odds):
        return Payout(result, text=str(result), basis=basis)
    raise NotSolvable("a result stated in a settle line that is no odds", "settle as", basis.span)


def _words(node: object) -> str:
    words = "".join(" " + c.lower() if c.isupper() else c for c in type(node).__name__).strip()
    return {"decides": "each player decides", "plays each hand": "each player plays each hand"}.get(words, words)


def memory_of(name: str, memory: Memory) -> Thing:
    return next((value for key, value in memory if key == name), None)
