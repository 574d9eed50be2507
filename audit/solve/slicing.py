"""What a wager depends on: the wagers it hangs on, the steps, memories and features its lines look at.

Everything else drops out of its process, and what is left of the round is folded together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeVar

from audit.play.equipment import Outcome, Roll
from audit.play.pricing import Payout
from audit.ruleset import chance as ch
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wt
from audit.ruleset.basis import Basis
from audit.ruleset.money import EqualTo, IsAmount, Rounded
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.gates import Branch, Gate, Machine, Settle


@dataclass(frozen=True)
class Slice:
    """What a bundle of wagers looks at.  ``statements`` are all that its figures can depend on."""

    wagers: tuple[str, ...]
    steps: frozenset[str]
    memories: frozenset[str]
    faces: bool
    sources: frozenset[str]
    statements: tuple[Statement, ...]
    by_step: tuple[tuple[str, frozenset[str]], ...] = ()

    def memories_at(self, step: str) -> frozenset[str]:
        """What of the round's memory is looked at in a step: lines under another step's heading do not count."""
        return dict(self.by_step).get(step, self.memories)

    @property
    def words(self) -> str:
        """The slice as ``--explain`` has it."""
        looks = ["the faces of the dice" if self.faces else "what comes up"]
        looks += [f"the {name}" for name in sorted(self.memories)]
        looks += [f"whether the step is {name}" for name in sorted(self.steps)]
        return f"{', '.join(self.wagers)}: looks at {'; '.join(looks)}"


def bundle_of(wager: str, ruleset: Ruleset) -> tuple[str, ...]:
    """A wager, those it needs, and those it is paid as, each behind what it hangs on."""
    done: list[str] = []

    def add(name: str, depth: int) -> None:
        found = ruleset.named(name, wg.Wager)
        if name in done or found is None or depth > 20:
            return
        for line in found.lines:
            if isinstance(line, wg.NeedsAll | wg.NeedsAny):
                for needed in line.wagers:
                    add(needed.text, depth + 1)
            elif isinstance(line, wg.PaidAs):
                for part in line.parts:
                    add(part.wager.text, depth + 1)
        done.append(name)

    add(wager, 0)
    return tuple(done)


def statements_of(wager: str, ruleset: Ruleset) -> tuple[Statement, ...]:
    """All statements that a wager's figures can depend on."""
    return tuple(_statements(bundle_of(wager, ruleset), ruleset))


@dataclass(frozen=True, slots=True)
class _Looking:
    """A line that is read at a settle: the steps under whose heading it stands, and everything in it."""

    at: frozenset[str]
    nodes: tuple[Any, ...]

    def memories(self, kept: frozenset[str]) -> frozenset[str]:
        """The memories of the round that it looks at, of those that are ``kept``."""
        return frozenset(
            n.name.text
            for n in self.nodes
            if isinstance(n, ex.RoundMemory) or (isinstance(n, ex.Called) and n.name.text in kept)
        )


def slice_of(wager: str, ruleset: Ruleset) -> Slice:
    """The slice of one wager."""
    names = bundle_of(wager, ruleset)
    statements = tuple(_statements(names, ruleset))
    kept = _round_memories(ruleset)
    lines = [line for statement in statements for line in _looking(statement)]
    looked = [node for line in lines for node in line.nodes]
    seen = [(line.at, line.memories(kept)) for line in lines]
    memories = frozenset[str]().union(*(found for _, found in seen))
    faces = any(_looks_at_faces(node, ruleset) for node in looked) or bool(memories & _of_faces(ruleset))
    called = frozenset(n.name.text for n in looked if isinstance(n, ex.Called | ex.RoundMemory))
    declared = (s.name.text for s in ruleset.statements if isinstance(s, ch.Dice | ch.Wheel | ch.Chance) and s.name)
    return Slice(
        names,
        frozenset(n.step.text for n in looked if isinstance(n, wg.AtStep)),
        memories,
        faces,
        called & frozenset(("dice", "wheel", *declared)),
        statements,
        tuple(
            (step, frozenset[str]().union(*(found for at, found in seen if at <= {step})))
            for step in sorted(_all_steps(ruleset))
        ),
    )


def _looking(statement: Statement) -> Iterator[_Looking]:
    lines = lines_that_look(statement)
    for line in lines if isinstance(lines, tuple) else (lines,):
        headings = line.at if isinstance(line, wg.WagerLine) else ()
        yield _Looking(frozenset(h.step.text for h in headings if isinstance(h, wg.AtStep)), tuple(walk(line)))


def _all_steps(ruleset: Ruleset) -> frozenset[str]:
    return frozenset(step.name.text for one in ruleset.of(rd.Round) for step in one.steps)


def lines_that_look(statement: Statement) -> object:
    """The parts of a statement that are read at a settle; amounts and moments are not."""
    if isinstance(statement, wg.Wager):
        return tuple(
            line
            for line in statement.lines
            if not isinstance(line, wg.Amount | wg.Made | wg.MadeAnyTime | wg.MayBe | wg.MayNotBe | wg.PlacedWith)
        )
    return () if isinstance(statement, rd.Round | ch.Dice | ch.Wheel | ch.Chance | ch.Layout) else statement


OF_ALL_WAGERS = (
    rd.Round | ch.Dice | ch.Wheel | ch.Chance | ch.Layout | wt.Group | wt.DefinedFact | wt.DefinedOfHand | wt.DefinedValue
)  # fmt: skip
"""What the figures of any wager may depend on."""
OF_SOME_WAGERS = wg.Wager | tb.SettleTable | tb.PaysRate | tb.PaysTable | tb.PayoutList


def weighed(ruleset: Ruleset) -> frozenset[str]:
    """The names that stand where the figures of some wager may hang on them; of a parameter its own name is none."""
    found: set[str] = set()
    for statement in ruleset.statements:
        if isinstance(statement, OF_ALL_WAGERS | OF_SOME_WAGERS | mt.Cap):
            found.update(node.text for node in walk(without_amounts(statement, ruleset)) if isinstance(node, Name))
        elif isinstance(statement, pm.Option | pm.OptionRows | pm.Assumption):
            found.update(n.text for n in walk(statement) if isinstance(n, Name) and n is not statement.name)
    return frozenset(found)


def without_amounts(statement: Statement, ruleset: Ruleset) -> Statement:
    """A statement without the lines that permit a stake: figures are per unit.  A stake that is fixed is kept.

    What it is made of is left out too.  Where money is rounded or capped figures are told by the stakes that are permitted.
    """
    if not isinstance(statement, wg.Wager):
        return statement
    name = statement.name.text
    of_money = tuple(s for s in _statements((name,), ruleset) if not isinstance(s, OF_ALL_WAGERS))
    if ruleset.of(mt.Cap) or any(isinstance(node, Rounded) for node in walk(of_money)):
        return replace(statement, lines=tuple(line for line in statement.lines if not isinstance(line, wg.PlacedWith)))
    return replace(statement, lines=tuple(line for line in statement.lines if not _permits(line)))


def _permits(line: wg.WagerLine) -> bool:
    is_free = isinstance(line, wg.Amount) and not isinstance(line.stake, EqualTo | IsAmount)
    return is_free or isinstance(line, wg.PlacedWith)


def _statements(names: tuple[str, ...], ruleset: Ruleset) -> Iterator[Statement]:
    wanted = set(names)
    for statement in ruleset.statements:
        match statement:
            case wg.Wager(name=name) if name.text in wanted:
                yield statement
            case tb.SettleTable(wagers=wagers) | tb.PaysRate(wagers=wagers) | tb.PaysTable(wagers=wagers):
                if any(n.text in wanted for n in wagers):
                    yield statement
            case tb.PayoutList(table=table):
                rows = tuple(row for row in table.rows if _speaks_of(table, row, wanted))
                if rows:
                    yield replace(statement, table=replace(table, rows=rows))
            case _ if isinstance(statement, OF_ALL_WAGERS):
                yield statement


def _speaks_of(table: tb.Table, row: tb.Row, wanted: set[str]) -> bool:
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.OfWager):
            if isinstance(cell, pt.WagerOn):
                return cell.wager.text in wanted
            if isinstance(cell, pt.AnyOf):
                return any(isinstance(t, pt.Named) and t.name.text in wanted for t in cell.tests)
    return True


def _round_memories(ruleset: Ruleset) -> frozenset[str]:
    found: set[str] = set()
    for statement in ruleset.of(rd.Round):
        for node in walk(statement):
            if isinstance(node, wg.Keep | wg.Add | wg.CountUp | wg.Clear):
                found.add(node.memory.name.text)
    return frozenset(found)


def _of_faces(ruleset: Ruleset) -> frozenset[str]:
    """The memories of the round in which more of a roll than its total may be kept."""
    kept = [
        (node.memory.name.text, list(walk(node.value)))
        for statement in ruleset.of(rd.Round)
        for node in walk(statement)
        if isinstance(node, wg.Keep | wg.Add)
    ]
    found: set[str] = set()
    for _ in kept:  # one memory may be kept as another
        for name, nodes in kept:
            is_copied = any(isinstance(n, ex.RoundMemory | ex.Called) and n.name.text in found for n in nodes)
            if is_copied or any(_looks_at_faces(n, ruleset) for n in nodes):
                found.add(name)
    return frozenset(found)


def _looks_at_faces(node: object, ruleset: Ruleset) -> bool:
    """Whether a part of a line tells two rolls of one total apart."""
    if isinstance(node, pt.Combination | pt.Showing | ex.DiceShowing):
        return True
    if isinstance(node, pt.EachOf):
        return node.family.text in ("combination", "face")
    if isinstance(node, ex.Called | ex.RoundMemory | pt.Named):
        name = node.name.text
        if name == "combination":
            return True
        return any(
            (line.name is not None and line.name.text == name)
            or any(isinstance(face, pt.Named) and face.name.text == name for face in line.faces)
            for line in ruleset.of(ch.Dice)
        )
    return isinstance(node, pt.FeatureIs | pt.FeatureCompares) and node.feature.text not in ("total",)


# folding


@dataclass(frozen=True, slots=True)
class Seen:
    """One way from a gate, or from a block of gates, as a slice sees it; ``outcomes`` is one example of it."""

    weight: Fraction
    settles: tuple[Settle, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Folded:
    """The machine as a slice sees it: gate by gate, and with gates folded together that it cannot tell apart.

    ``seen_as`` has each settle of the machine as the slice sees it, None where it sees nothing of it.
    """

    gates: dict[Gate, tuple[tuple[Seen, Gate], ...]]
    branches: dict[int, tuple[tuple[Seen, int], ...]]
    block: dict[Gate, int]
    seen_as: dict[Settle, Settle | None]


@dataclass(frozen=True)
class Course:
    """The round as a machine, with what has been folded of it: slices that look at the same things share one fold."""

    machine: Machine
    _folds: dict[object, Folded] = field(default_factory=dict)

    @cached_property
    def _named(self) -> frozenset[frozenset[str]]:
        """The wagers that settles name, each set once."""
        branches = (branch for found in self.machine.branches.values() for branch in found)
        return frozenset(s.only for branch in branches for s in branch.settles if s.only is not None)

    def seen_by(self, part: Slice) -> Folded:
        """The machine folded for a slice."""
        wagers = frozenset(part.wagers)
        named = frozenset((only, only & wagers) for only in self._named)
        key = (part.steps, part.by_step, part.memories, part.faces, part.sources, named)
        if key not in self._folds:
            self._folds[key] = fold(self.machine, part)
        return self._folds[key]


def fold(machine: Machine, part: Slice) -> Folded:
    """Folds gates together that lead to the same observations with the same chances, ever after."""
    seen_as, same = dict[Settle, Settle | None](), dict[Settle, Settle]()
    for branch in (branch for branches in machine.branches.values() for branch in branches):
        for settle in branch.settles:
            if settle not in seen_as:
                noticed = _observe_one(settle, part)
                seen_as[settle] = None if noticed is None else same.setdefault(noticed, noticed)
    gates = {gate: _seen_from(branches, seen_as) for gate, branches in machine.branches.items()}
    # whole numbers of one measure: they are added up again and again
    measure = lcm(*(seen.weight.denominator for ways in gates.values() for seen, _ in ways))
    counted = {
        gate: [(seen.settles, seen.weight.numerator * (measure // seen.weight.denominator), to) for seen, to in ways]
        for gate, ways in gates.items()
    }
    block = dict.fromkeys(machine.gates, 0)
    count = 1
    for _ in range(MOST_PASSES):
        numbers: dict[object, int] = {}
        refined: dict[Gate, int] = {}
        for gate, weighed_ways in counted.items():
            summed: dict[tuple[tuple[Settle, ...], int], int] = {}
            for settles, weight, to in weighed_ways:
                key = (settles, block[to])
                summed[key] = summed.get(key, 0) + weight
            signature = (block[gate], frozenset(summed.items()))
            refined[gate] = numbers.setdefault(signature, len(numbers))
        block = refined
        if len(numbers) == count:
            break
        count = len(numbers)
    else:
        block = {gate: number for number, gate in enumerate(machine.gates)}
    branches: dict[int, tuple[tuple[Seen, int], ...]] = {}
    for gate, number in block.items():
        if number not in branches:
            branches[number] = _merged((seen, block[to]) for seen, to in gates[gate])
    return Folded(gates, branches, block, seen_as)


def _seen_from(
    branches: tuple[Branch, ...], seen_as: Mapping[Settle, Settle | None]
) -> tuple[tuple[Seen, Gate], ...]:
    """The branches of a gate as the slice sees them."""
    observed = ((b, tuple(s for s in map(seen_as.__getitem__, b.settles) if s is not None)) for b in branches)
    return _merged((Seen(b.weight, settles, b.outcomes), b.to) for b, settles in observed)


MOST_PASSES = 100
"""After so many rounds of telling gates apart none is folded: that is always right, and a long chain gains nothing."""

T = TypeVar("T", Gate, int)


def _merged(ways: Iterable[tuple[Seen, T]]) -> tuple[tuple[Seen, T], ...]:
    """Ways alike in what is seen and where they lead, their chances added."""
    merged: dict[tuple[tuple[Settle, ...], T], Seen] = {}
    for seen, to in ways:
        key = (seen.settles, to)
        known = merged.get(key)
        merged[key] = Seen(seen.weight + known.weight, known.settles, known.outcomes) if known else seen
    return tuple((seen, to) for (_, to), seen in merged.items())


def observe(settles: tuple[Settle, ...], part: Slice) -> tuple[Settle, ...]:
    """Settles as far as the slice sees them; those that name none of its wagers fall away."""
    return tuple(s for s in (_observe_one(settle, part) for settle in settles) if s is not None)


def _observe_one(settle: Settle, part: Slice) -> Settle | None:
    only = settle.only
    if only is not None:
        only = only & frozenset(part.wagers)
        if not only:
            return None
    memories = part.memories_at(settle.step)
    outcome = settle.outcome
    if isinstance(outcome, Roll) and not part.faces:
        outcome = alike(outcome)
    return Settle(
        settle.step if settle.step in part.steps else "",
        outcome,
        tuple((name, value) for name, value in settle.came if name in part.sources),
        tuple((name, value) for name, value in settle.memory if name in memories),
        only,
        _plain(settle.outright),
        settle.returns,
    )


def _plain(payout: Payout | None) -> Payout | None:
    return None if payout is None else replace(payout, basis=Basis())


def alike(roll: Roll) -> Roll:
    """A roll that stands for all rolls of its total; itself where a face is no number."""
    total = roll.total
    if total is None or len(roll.faces) < 2:
        return roll
    return Roll((str(total), *("0" for _ in roll.faces[1:])), ())


def depends(statement: Statement, name: str) -> bool:
    """Whether a statement mentions a name."""
    return any(isinstance(node, Name) and node.text == name for node in walk(statement))
