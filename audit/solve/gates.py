"""The round as a machine: gates, and what may happen from each to the next.

A gate is a step about to be entered, with what the round remembers.  From a gate, each sequence of outcomes leads
through some settles to another gate.  Wagers take no part in it; a round whose course depends on them is refused.

The machine is worked out from the statements, apart from the interpreter, and must agree with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from audit.play.deciding import fires
from audit.play.equipment import Equipment, Outcome, Roll, by_source
from audit.play.errors import PlayError
from audit.play.evaluating import CAME_UP, evaluate, holds
from audit.play.fitting import number_of
from audit.play.pricing import Payout
from audit.play.sight import Sight, Thing
from audit.play.wording import statement_words
from audit.ruleset import chance as ch
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wt
from audit.ruleset.basis import NOWHERE, Basis
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.money import Odds
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

MOST_GATES = 1_200
MOST_BRANCHES = 500_000
MOST_WAYS = 200_000
"""Sequences of outcomes through one step."""
MOST_VALUES = 500
"""Numbers that one memory may take; one that takes more grows without end, or might as well."""

NO_BASIS = Basis()
REMEMBERS = wg.Keep | wg.Add | wg.CountUp | wg.Clear

Memory = tuple[tuple[str, Thing], ...]
"""What the round remembers, by name, in the order of names."""


class HashedOnce:
    """A frozen data class that is looked up again and again: its hash is worked out once.

    Subclasses are data classes; they say ``__hash__ = HashedOnce.__hash__``, since a data class makes its own.
    """

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(map(vars(self).__getitem__, self.__dataclass_fields__)))  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Gate:
    """A step about to be entered; ``is_start`` where a round begins; ``visited`` only where a wager asks for it.

    ``outcome`` and ``came`` are what came up last, only where something may look at it before anything else comes up.
    """

    step: str
    memory: Memory = ()
    is_start: bool = False
    visited: tuple[str, ...] = ()
    outcome: Outcome | None = None
    came: tuple[tuple[str, Outcome], ...] = ()


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


def ingredients(ruleset: Ruleset, steps: tuple[rd.Step, ...], *, keep_visited: bool = False) -> object:
    """All that a machine is made of: two rounds in which it is equal have one and the same machine."""
    of_wagers = wg.Wager | tb.SettleTable | tb.PaysTable | tb.PaysRate | tb.PayoutList | tb.Bonus
    return (
        steps,
        tuple(s for s in ruleset.statements if not isinstance(s, of_wagers)),
        frozenset(w.name.text for w in ruleset.of(wg.Wager)),
        looks_back(ruleset, steps),
        asked_for(ruleset) & frozenset(n.memory.name.text for n in walk(steps) if isinstance(n, REMEMBERS)),
        keep_visited,
    )


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
            why = f"the round has more than {MOST_GATES:,} states"
            raise NotSolvable(f"{why}{builder.memories.widest}", "round", steps[0].basis.span)
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
            refuse_other_families(step)
        for step in steps:
            refuse_what_hangs_on_wagers(step, equipment.ruleset)
        self.fresh: Memory = pack(fresh_memory(steps))
        self.looked_back = looks_back(equipment.ruleset, steps)
        self.memories = Memories.of(equipment.ruleset)

    def branches(self, gate: Gate) -> Iterator[Branch]:
        """The ways from a gate, those alike in all but their outcomes' order added up."""
        run = _Run(dict(gate.memory), gate.outcome, dict(gate.came), Fraction(1), (), ())
        merged: dict[tuple[tuple[Settle, ...], Gate], Branch] = {}
        step = self.by_name[gate.step]
        is_passed_over = step.guard is not None and not holds(step.guard, self._sight(run))
        every_way = (_Left(run),) if is_passed_over else self._lines(step.lines, run, gate.step)
        for number, left in enumerate(every_way):
            to = self._next(gate, left)
            key = (left.run.settles, to)
            known = merged.get(key)
            weight = left.run.weight + (known.weight if known else 0)
            merged[key] = Branch(weight, known.outcomes if known else left.run.outcomes, left.run.settles, to)
            if number >= MOST_WAYS:
                raise NotSolvable(
                    f"{gate.step} can be gone through in more than {MOST_WAYS:,} ways", f"step {gate.step}"
                )
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
        keeps, names = self.looked_back[name]
        came = tuple(sorted((source, outcome) for source, outcome in left.run.came.items() if source in names))
        return Gate(name, pack(left.run.memory), False, visited, left.run.outcome if keeps else None, came)

    def _lines(
        self,
        lines: tuple[rd.StepLine, ...],
        run: _Run,
        step: str,
        actions: tuple[rd.Action, ...] = (),
        basis: Basis = NO_BASIS,
    ) -> Iterator[_Left]:
        """Every way through the actions and then the lines that are left to run, depth first."""
        at, again = 0, tuple[rd.Act, ...]()
        while True:
            for n, action in enumerate(actions):
                match action:
                    case rd.RollDice() | rd.SpinWheel() | rd.DrawChance():
                        for after in self._chance(action, run, again, basis):
                            yield from self._lines(lines[at:], after, step, actions[n + 1 :], basis)
                        return
                    case rd.GoTo(to):
                        yield _Left(run, to=to.text)
                        return
                    case rd.EndRound.END:
                        yield _Left(run, ends=True)
                        return
                    case _:
                        run = self._acted(action, run, step, basis)
            if at >= len(lines):
                yield _Left(run)
                return
            line, actions = lines[at], ()
            at += 1
            sight = self._sight(run)
            if line.guard is not None and not holds(line.guard, sight):
                continue
            match line:
                case rd.Act(actions=done, on=on):
                    if fires(on, sight):
                        actions, basis, again = done, line.basis, _redoes(lines, at - 1)
                case rd.ActOtherwise(actions=done):
                    actions, basis, again = done, line.basis, ()
                case rd.Branch(cases=cases):
                    arm = next((c for c in cases if c.condition is None or holds(c.condition, sight)), None)
                    lines, at = (*(arm.lines if arm else ()), *lines[at:]), 0
                case _:
                    raise NotSolvable("this act belongs to no method yet", statement_words(line), line.basis.span)

    def _acted(self, action: rd.Action, run: _Run, step: str, basis: Basis) -> _Run:
        """The walk after an act that is neither of chance nor a jump."""
        match action:
            case rd.Again.AGAIN:
                # right behind its act it is conditioned away; anywhere else it has not been thought through
                raise NotSolvable("what is made again does not stand right before this line", "again", basis.span)
            case wg.Keep() | wg.Add() | wg.CountUp() | wg.Clear():
                run = run.copy()
                self.memories.carry_out(action, run.memory, self._sight(run), basis)
                return run
            case rd.SettleAll(result):
                return self._settled(run, step, None, _outright(result, basis), basis)
            case rd.SettleSome(names, result):
                only = frozenset(n.text for n in names)
                return self._settled(run, step, only, _outright(result, basis), basis)
            case rd.Return(names) | rd.TakeBack(names):
                only = frozenset(n.text for n in names)
                return self._settled(run, step, only, None, basis, returns=True)
            case rd.Bets():
                return run  # a moment at which wagers are made; nothing happens to those that stand
            case _:
                raise NotSolvable("this act belongs to no method yet", statement_words(action), basis.span)

    def _chance(self, action: rd.Action, run: _Run, again: tuple[rd.Act, ...], basis: Basis) -> Iterator[_Run]:
        """The outcomes of a chance act; those that are voided and made again are conditioned away."""
        verb, name = _verb(action)
        try:
            outcomes = self.equipment.source(verb, name).outcomes()
        except PlayError as error:
            error.span = basis.span if error.span == NOWHERE else error.span
            raise
        kept: list[tuple[Outcome, int]] = []
        for outcome, ways in outcomes:
            if not again:
                kept.append((outcome, ways))
                continue
            seen = replace(self._sight(run), outcome=outcome, came={**run.came, **by_source(name, outcome)})
            if not any(fires(line.on, seen) and (line.guard is None or holds(line.guard, seen)) for line in again):
                kept.append((outcome, ways))
        whole = sum(ways for _, ways in kept)
        if not whole:
            why = "every outcome is voided and made again, so this never ends"
            raise NotSolvable(why, "again", again[-1].basis.span if again else basis.span)
        for outcome, ways in kept:
            after = run.copy()
            after.outcome = outcome
            after.came.update(by_source(name, outcome))
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

    def _sight(self, run: _Run) -> Sight:
        return Sight(self.equipment, run.outcome, run.came, run.memory)


@dataclass
class Memories:
    """What is worth remembering of a ruleset, and the numbers that each memory has taken so far."""

    asked: frozenset[str]
    taken: dict[str, set[Thing]] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset) -> Memories:
        return cls(asked_for(ruleset))

    def carry_out(self, verb: wg.MemoryVerb, memory: dict[str, Thing], sight: Sight, basis: Basis) -> None:
        """Carries out a verb in place, unless nothing ever asks; a memory that grows without end is refused."""
        name = verb.memory.name.text
        if name not in self.asked:
            return
        carry_out(verb, memory, sight)
        taken = self.taken.setdefault(name, set())
        taken.add(memory.get(name))
        if len(taken) > MOST_VALUES and isinstance(memory.get(name), Fraction):
            mend = " (count … up to N bounds it)" if isinstance(verb, wg.CountUp) else ""
            raise NotSolvable(f"{name} takes more than {MOST_VALUES:,} values{mend}", name, basis.span)

    @property
    def widest(self) -> str:
        """What most of the states differ in, for a refusal; empty where nothing is remembered."""
        name = max(self.taken, key=lambda n: len(self.taken[n]), default="")
        return f", most of them by what {name} holds" if name else ""


def asked_for(ruleset: Ruleset) -> frozenset[str]:
    """The memories that some line asks for; those that are only ever written to are left out."""
    named: Counter[str] = Counter()
    written: Counter[str] = Counter()
    for node in walk(ruleset.statements):
        if isinstance(node, Name):
            named[node.text] += 1
        elif isinstance(node, REMEMBERS):
            written[node.memory.name.text] += 1
    return frozenset(name for name, times in written.items() if named[name] > times)


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
        count = (number_of(memory.get(name)) or Fraction(0)) + 1
        memory[name] = count if verb.most is None else min(count, verb.most)
    else:
        left: dict[wg.Cleared, Thing] = {wg.Cleared.ZERO: Fraction(0), wg.Cleared.EMPTY: frozenset()}
        memory[name] = left.get(verb.leaves)


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


CARRIED_OUT = (
    rd.RollDice | rd.SpinWheel | rd.DrawChance | rd.GoTo | rd.SettleAll | rd.SettleSome | rd.Bets | rd.Return | rd.TakeBack
    | rd.Again | rd.EndRound | wg.Keep | wg.Add | wg.CountUp | wg.Clear
)  # fmt: skip


def refuse_other_families(step: rd.Step) -> None:
    """The first line of a step whose act belongs to no method yet is named, before anything else is looked at."""
    for line in walk(step.lines):
        if isinstance(line, rd.Decides | rd.PlaysEachHand | rd.DealUntil):
            raise NotSolvable("this act belongs to no method yet", statement_words(line), line.basis.span)
        for action in getattr(line, "actions", ()):
            if not isinstance(action, CARRIED_OUT):
                raise NotSolvable("this act belongs to no method yet", statement_words(action), line.basis.span)


def refuse_what_hangs_on_wagers(step: rd.Step, ruleset: Ruleset) -> None:
    """A round whose course depends on how wagers stand is no machine of its own."""
    names = {w.name.text for w in ruleset.of(wg.Wager)} - CAME_UP
    for line in walk(step):
        if not isinstance(line, rd.StepLine | rd.Case | rd.Step):
            continue
        for node in spelled_out(line, ruleset):
            is_of_wagers = isinstance(node, cd.Wins | cd.Loses | cd.AnyOfThemIs | cd.AnyPlayerIs)
            if is_of_wagers or isinstance(node, ex.Called) and node.name.text in names:
                raise NotSolvable("the course of the round depends on how wagers stand", "if", line.basis.span)


def spelled_out(node: object, ruleset: Ruleset) -> Iterator[object]:
    """Everything in a piece of a ruleset, and in the definitions that it names."""
    queue, done = [node], set[str]()
    while queue:
        for inner in walk(queue.pop()):
            yield inner
            if isinstance(inner, ex.Called | pt.Named) and inner.name.text not in done:
                done.add(inner.name.text)
                queue.extend(
                    s for s in ruleset.by_name.get(inner.name.text, ())
                    if isinstance(s, wt.DefinedFact | wt.DefinedOfHand | wt.DefinedValue)
                )  # fmt: skip


CAME_LAST = frozenset({"total", "combination", "section", "dice", "wheel", "spin", "roll"})


def looks_back(ruleset: Ruleset, steps: tuple[rd.Step, ...]) -> dict[str, tuple[bool, frozenset[str]]]:
    """For each step, whether what came up before it may be looked at in it, and from which sources by name."""
    sources = {s.name.text for s in ruleset.statements if isinstance(s, ch.Dice | ch.Wheel | ch.Chance) and s.name}
    named = {
        node.name.text
        for statement in ruleset.statements
        for node in walk(statement)
        if isinstance(node, ex.Called | ex.RoundMemory) and node.name.text in sources | CAME_LAST
    }
    moments = [
        line.guard for wager in ruleset.of(wg.Wager) for line in wager.lines
        if isinstance(line, wg.Made | wg.MadeAnyTime | wg.MayBe) and line.guard is not None
    ]  # fmt: skip
    asked_when_made = any(
        isinstance(node, ex.DiceShowing | pt.Showing)
        or isinstance(node, ex.Called | ex.RoundMemory) and node.name.text in sources | CAME_LAST
        for guard in moments
        for node in spelled_out(guard, ruleset)
    )
    found: dict[str, tuple[bool, frozenset[str]]] = {}
    for step in steps:
        first = step.lines[0] if step.lines and step.guard is None else None
        is_bare = isinstance(first, rd.Act) and first.guard is None and first.on is None
        act = first.actions[0] if is_bare and isinstance(first, rd.Act) else None
        if isinstance(act, rd.RollDice | rd.SpinWheel | rd.DrawChance) and not asked_when_made:
            found[step.name.text] = False, frozenset(named - {_verb(act)[1]})
        else:
            found[step.name.text] = True, frozenset(named)
    return found


def _redoes(lines: tuple[rd.StepLine, ...], at: int) -> tuple[rd.Act, ...]:
    """The ``again`` lines that stand behind a chance act, before anything else happens."""
    line = lines[at]
    assert isinstance(line, rd.Act)
    if len(line.actions) != 1 or not isinstance(line.actions[0], rd.RollDice | rd.SpinWheel | rd.DrawChance):
        return ()  # what is done beside the act would be done again with it
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


def memory_of(name: str, memory: Memory) -> Thing:
    return next((value for key, value in memory if key == name), None)
