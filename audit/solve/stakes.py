"""A wager as a machine: what it remembers, and what one settle makes of it.

The order of a settle is worked out here apart from the interpreter's: headings and guards, off, memory, results, and the
return of what hangs on a wager just decided.  What a row means is asked of `audit.play.deciding`, as the interpreter does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from audit.play import money
from audit.play.deciding import (
    Decision,
    Ruling,
    acts_at_settle,
    fires,
    guarded,
    is_decided_by_table,
    rule,
    under_headings,
)
from audit.play.equipment import Equipment, Outcome, Roll
from audit.play.making import part_position, refuse_empty_parts
from audit.play.positions import Position, positions
from audit.play.sight import Sight, Thing, WagerView
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.expressions import Called, OwnMemory, RoundMemory
from audit.ruleset.money import NotStated, plain
from audit.ruleset.names import Name
from audit.ruleset.patterns import AnyOf
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import Group
from audit.solve.errors import NotSolvable
from audit.solve.gates import HashedOnce, Memories, Memory, Settle, asked_for, pack


@dataclass(frozen=True)
class StakeState(HashedOnce):
    """A live wager: its memory, and whether it has seen a settle (for ``first`` and ``later rolls``)."""

    memory: Memory
    seen: bool = False

    __hash__ = HashedOnce.__hash__


@dataclass(frozen=True)
class End(HashedOnce):
    """How a wager ends: ``net`` per unit, None where no clause states it; ``label`` is the row or event that decided.

    ``memory`` is what a wager that another needs remembered then, for the lines of that other; else empty.  ``has_meter`` is
    where a share of a meter is paid besides, which is not in the net.
    """

    result: str
    net: Fraction | None
    pays: str
    label: str
    cites: tuple[str, ...] = ()
    memory: Memory = ()
    has_meter: bool = False

    @property
    def past(self) -> End:
        """The same once its settle is over: that it has ended, and what it remembered."""
        return End("", None, "", "", (), self.memory)

    __hash__ = HashedOnce.__hash__


@dataclass(frozen=True, slots=True)
class Fault:
    """A settle at which the lines contradict themselves, or say nothing of the payout."""

    kind: str
    wager: str
    ruling: Ruling = field(compare=False)

    @property
    def lines(self) -> frozenset[Span]:
        """The lines concerned: those that disagree, or that win without a payout."""
        ruling = self.ruling
        return frozenset([b.span for d in ruling.decisions for b in d.bases] + [b.span for b in ruling.unpriced])


@dataclass(frozen=True)
class Role:
    """One stake of a bundle: the wager, its position, the share of a whole that it is a part of."""

    wager: wg.Wager
    position: Position
    share: Fraction = Fraction(1)
    supports: tuple[int, ...] = ()
    part_of: int | None = None

    @property
    def id(self) -> str:
        label = self.position.label
        return f"{self.wager.name}[{label}]" if label else self.wager.name.text

    @cached_property
    def fresh(self) -> StakeState:
        """The wager when it is made: its pick; counts at 0, sets empty, anything kept unset."""
        memory: dict[str, Thing] = dict(self.position.memory)
        for line in self.wager.lines:
            if isinstance(line, wg.MemoryRow) and not isinstance(line.memory.memory, RoundMemory):
                name = line.memory.memory.name.text
                if isinstance(line.memory, wg.CountUp):
                    memory.setdefault(name, Fraction(0))
                elif isinstance(line.memory, wg.Add):
                    memory.setdefault(name, frozenset())
        return StakeState(pack(memory))


def bundles(
    wager: wg.Wager, position: Position, ruleset: Ruleset, equipment: Equipment
) -> tuple[tuple[Role, ...], ...]:
    """The stakes that a figure follows: what the wager needs first, then the wager, then its parts.

    One bundle for each choice of positions of what it needs.  The wager itself is `target_of` a bundle.
    """
    found: list[tuple[Role, ...]] = []
    for needed in _needed(wager, position, ruleset, equipment, 0):
        made = list(needed)
        _add_parts(made, len(made) - 1, ruleset, equipment, 0)
        found.append(tuple(made))
    return tuple(found)


def _needed(
    wager: wg.Wager, position: Position, ruleset: Ruleset, equipment: Equipment, depth: int
) -> list[tuple[Role, ...]]:
    """The wager behind the wagers it needs, in every combination of their positions."""
    if depth > 10:
        raise NotSolvable("wagers that need one another without end", f"needs {wager.name}", wager.basis.span)
    before: list[tuple[tuple[Role, ...], tuple[int, ...]]] = [((), ())]
    for name, line in _needs(wager):
        needed = ruleset.named(name, wg.Wager)
        if needed is None:
            raise NotSolvable(f"{name} is not in this configuration", "needs", line.basis.span)
        if any(isinstance(x, wg.PaidAs) for x in needed.lines):
            raise NotSolvable(f"{name}, which it needs, is paid as other wagers", "needs", line.basis.span)
        cases = [
            case for on in positions(needed, equipment) for case in _needed(needed, on, ruleset, equipment, depth + 1)
        ]
        before = [
            ((*roles, *(_shifted(role, len(roles)) for role in case)), (*supports, len(roles) + len(case) - 1))
            for roles, supports in before
            for case in cases
        ]
    _refuse_round_memory(wager)
    return [(*roles, Role(wager, position, Fraction(1), supports)) for roles, supports in before]


def _refuse_round_memory(wager: wg.Wager) -> None:
    """A wager that changes what the round remembers makes the course of the round depend on it."""
    for line in wager.lines:
        if isinstance(line, wg.MemoryRow) and isinstance(line.memory.memory, RoundMemory):
            name = line.memory.memory.name
            raise NotSolvable("a wager changes what the round remembers", f"the {name}", line.basis.span)


def _needs(wager: wg.Wager) -> list[tuple[str, wg.WagerLine]]:
    found: list[tuple[str, wg.WagerLine]] = []
    for line in wager.lines:
        if isinstance(line, wg.NeedsAny) and len(line.wagers) > 1:
            raise NotSolvable("any of several wagers may stand behind it", "needs any of", line.basis.span)
        if isinstance(line, wg.NeedsAll | wg.NeedsAny):
            found.extend((name.text, line) for name in line.wagers)
    return found


def _shifted(role: Role, by: int) -> Role:
    return Role(role.wager, role.position, role.share, tuple(s + by for s in role.supports), role.part_of)


def target_of(bundle: tuple[Role, ...]) -> int:
    """The place of the wager whose figures are wanted."""
    return max(n for n, role in enumerate(bundle) if role.part_of is None)


def _add_parts(made: list[Role], whole: int, ruleset: Ruleset, equipment: Equipment, depth: int) -> None:
    role = made[whole]
    line = next((x for x in role.wager.lines if isinstance(x, wg.PaidAs)), None)
    if line is None:
        return
    if depth > 8:
        raise NotSolvable("a wager paid as wagers that are paid as it", "paid as", line.basis.span)
    refuse_empty_parts(line)
    total = sum((part.parts for part in line.parts), Fraction(0))
    for part in line.parts:
        inner = ruleset.named(part.wager.text, wg.Wager)
        if inner is None:
            raise NotSolvable(f"{part.wager} is not in this configuration", "paid as", line.basis.span)
        on = part_position(inner, part, role.position, equipment, line.basis.span)
        _refuse_round_memory(inner)
        made.append(Role(inner, on, role.share * part.parts / total, (), whole))
        _add_parts(made, len(made) - 1, ruleset, equipment, depth + 1)


BundleState = tuple[StakeState | End | None, ...]
"""One entry a role: live, ended (kept while something hangs on it), or gone."""


@dataclass
class Settler:
    """What a settle makes of a bundle; answers are kept, since few differ.

    With an ``amount`` the target is made for that stake, and money is rounded as the lines say; results stay per unit.
    ``shared`` holds what is the same for all positions of a wager.  ``used`` are the lines that decided so far, and
    ``faults`` the settles at which lines were at odds or silent.
    """

    equipment: Equipment
    bundle: tuple[Role, ...]
    called_on: bool = False
    amount: Fraction | None = None
    shared: dict[object, object] = field(default_factory=dict)
    used: set[Span] = field(default_factory=set)
    faults: list[tuple[Fault, Settle]] = field(default_factory=list)
    _kept: dict[object, object] = field(default_factory=dict)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Needed wagers first; a whole behind its parts."""
        parts = [n for n, role in enumerate(self.bundle) if role.part_of is not None]
        return (
            *(n for n in range(len(self.bundle)) if n not in parts and not self._parts(n)),
            *reversed(parts),
            *(n for n in range(len(self.bundle)) if n not in parts and self._parts(n)),
        )

    @cached_property
    def target(self) -> int:
        return target_of(self.bundle)

    @cached_property
    def memories(self) -> Memories:
        if "asked" not in self.shared:
            self.shared["asked"] = asked_for(self.equipment.ruleset)
        return Memories(self.shared["asked"])  # type: ignore[arg-type]

    def _parts(self, whole: int) -> tuple[int, ...]:
        return tuple(n for n, role in enumerate(self.bundle) if role.part_of == whole)

    def settle(self, state: BundleState, event: Settle) -> tuple[BundleState, Fault | None]:
        """The bundle after one settle, and what is wrong at it, if anything is."""
        key = (state, event)
        known = self._kept.get(key)
        if known is None:
            known = self._settle(state, event)
            self._kept[key] = known
        return known  # type: ignore[return-value]

    def _settle(self, state: BundleState, event: Settle) -> tuple[BundleState, Fault | None]:
        after = list(state)
        fault: Fault | None = None
        for n in self.order:
            role, stake = self.bundle[n], after[n]
            if not isinstance(stake, StakeState):
                continue
            if event.only is not None and self._name(n) not in event.only:
                continue
            if event.outright is not None and role.part_of is not None:
                continue  # a result stated outright is that of the whole
            parts = self._parts(n)
            views = self._views(role, state, after)
            if parts and event.outright is None:
                after[n] = self._whole(n, parts, after, stake, _is_loosed(role, self.bundle, views))
                continue
            made, wrong = self._one(role, stake, event, views)
            after[n] = made
            if wrong is not None:
                self.faults.append((wrong, event))
                self.used.update(wrong.lines)
            fault = fault or wrong
            if wrong is not None and wrong.kind == "conflict" and n < self.target:
                # what hangs on a wager whose lines contradict each other cannot be told either
                after[self.target] = made
                break
        return tuple(after), fault

    def _name(self, n: int) -> str:
        """The wager that a settle names when it means this stake: of a part, the whole."""
        role = self.bundle[n]
        while role.part_of is not None:
            role = self.bundle[role.part_of]
        return role.wager.name.text

    def _whole(
        self, n: int, parts: tuple[int, ...], after: list[StakeState | End | None], stake: StakeState, is_loosed: bool
    ) -> StakeState | End:
        """A wager paid as others ends when all of them have, or when what it needs has: then the rest goes back."""
        ends = [after[p] for p in parts]
        clash = next((end for end in ends if isinstance(end, End) and end.result == "conflict"), None)
        if clash is not None:
            return clash
        if not is_loosed and not all(isinstance(end, End) for end in ends):
            return StakeState(stake.memory, True)
        back = End(tb.Outcome.RETURN.value, Fraction(0), "", "returned")
        done = [end if isinstance(end, End) else back for end in ends]
        share = self.bundle[n].share
        nets = [
            None if end.net is None else end.net * self.bundle[p].share / share
            for end, p in zip(done, parts, strict=True)
        ]
        net = None if any(x is None for x in nets) else sum((x for x in nets if x is not None), Fraction(0))
        if net is None:
            result = tb.Outcome.WIN.value
        elif net:
            result = (tb.Outcome.WIN if net > 0 else tb.Outcome.LOSE).value
        else:
            words = {end.result for end in done}
            result = words.pop() if len(words) == 1 else tb.Outcome.PUSH.value
        labels = dict.fromkeys(end.label for end in done if end.label)
        cites = tuple(dict.fromkeys(c for end in done for c in end.cites))
        return End(result, net, "as its parts", ", ".join(labels), cites)

    def _decided_by_table(self, wager: wg.Wager) -> bool:
        key = ("by table", wager.name.text)
        if key not in self.shared:
            self.shared[key] = is_decided_by_table(wager, self.equipment.ruleset)
        return bool(self.shared[key])

    def _views(self, role: Role, before: BundleState, after: list[StakeState | End | None]) -> Mapping[str, WagerView]:
        """How the other wagers of the bundle stand; a result counts at the settle that gave it only."""
        views: dict[str, WagerView] = {}
        for n, other in enumerate(self.bundle):
            now = after[n]
            if other is role or other.part_of is not None or (now is None and n not in role.supports):
                continue
            if isinstance(now, StakeState):
                views[other.wager.name.text] = WagerView(True, True, None, Fraction(1), dict(now.memory))
            elif isinstance(now, End):
                result = now.result if isinstance(before[n], StakeState) else None
                views[other.wager.name.text] = WagerView(True, False, result, Fraction(1), dict(now.memory))
            else:
                views[other.wager.name.text] = WagerView(True, False, None, Fraction(1), {})
        return views

    def _seen_at(self, event: Settle) -> tuple[Mapping[str, Outcome], Mapping[str, Thing]]:
        key = ("seen", event)
        if key not in self.shared:
            self.shared[key] = (dict(event.came), dict(event.memory))
        return self.shared[key]  # type: ignore[return-value]

    def _headed(self, wager: wg.Wager, event: Settle, is_first: bool) -> tuple[tuple[wg.WagerLine, ...], bool]:
        """The lines whose headings hold, and whether a settle reads any of them.

        Rows whose trigger hangs on the event alone, and that it does not meet, are left out here once for all.
        """
        key = (wager.name.text, event, is_first)
        if key not in self.shared:
            headed = under_headings(wager.lines, event.step, is_first)
            came, kept = self._seen_at(event)
            bare = Sight(self.equipment, event.outcome, came, kept)
            may_fire = tuple(line for line in headed if not self._hangs_on_event(line) or fires(_trigger(line), bare))
            self.shared[key] = (may_fire, any(acts_at_settle(line) for line in headed))
        return self.shared[key]  # type: ignore[return-value]

    def _hangs_on_event(self, line: wg.WagerLine) -> bool:
        """Whether a row's trigger looks at nothing but what came up and what the round remembers."""
        key = ("event only", id(line))
        if key not in self.shared:
            on = _trigger(line)
            asks = any(isinstance(node, OwnMemory | Called) for node in self._with_groups(on))
            self.shared[key] = isinstance(on, AnyOf) and not asks
        return bool(self.shared[key])

    def _with_groups(self, on: object) -> Iterator[object]:
        """The parts of a trigger, and of the groups that it names."""
        ruleset = self.equipment.ruleset
        waiting, met = [on], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                yield node
                if isinstance(node, Name) and node.text not in met:
                    met.add(node.text)
                    waiting += [one for one in ruleset.by_name.get(node.text, ()) if isinstance(one, Group)]

    def _one(
        self, role: Role, stake: StakeState, event: Settle, views: Mapping[str, WagerView]
    ) -> tuple[StakeState | End, Fault | None]:
        memory = dict(stake.memory)
        wager = role.wager
        by_table = self._decided_by_table(wager)
        came, kept = self._seen_at(event)
        own = WagerView(True, True, None, Fraction(1), memory)
        # memory changes in place below, so that one sight serves the whole settle
        sight = Sight(self.equipment, event.outcome, came, kept, memory, {**views, wager.name.text: own}, Fraction(1))
        if event.outright is not None or event.returns:
            outcome = tb.Outcome.RETURN if event.returns else tb.Outcome.WIN
            return self._end(role, wager.lines, Decision(outcome, event.outright), sight, ""), None
        headed, acts = self._headed(wager, event, not stake.seen)
        lines = guarded(headed, sight)
        loosed = _is_loosed(role, self.bundle, views)
        off = next((line for line in lines if isinstance(line, wg.Off)), None)
        if off is not None and not (off.unless_called_on and self.called_on):
            if loosed:
                return self._end(role, lines, Decision(tb.Outcome.RETURN), sight, "returned"), None
            return stake, None
        seen = stake.seen or acts or by_table
        for line in lines:
            if isinstance(line, wg.MemoryRow) and fires(line.on, sight):
                self.memories.carry_out(line.memory, memory, sight, line.basis)
        ruling = rule(wager, role.position, lines, sight, by_table=by_table)
        if ruling.conflicts:
            fault = Fault("conflict", role.id, ruling)
            return End("conflict", None, "contradictory", event_label(event)), fault
        if ruling.unpriced:
            fault = Fault("unpriced", role.id, ruling)
            return End(tb.Outcome.WIN.value, None, "not stated", event_label(event)), fault
        decision = ruling.decision
        if decision is None:
            if loosed:
                return self._end(role, lines, Decision(tb.Outcome.RETURN), sight, "returned"), None
            return StakeState(pack(memory), seen), None
        return self._end(role, lines, decision, sight, event_label(event)), None

    def _end(self, role: Role, lines: tuple[wg.WagerLine, ...], decision: Decision, sight: Sight, label: str) -> End:
        self.used.update(basis.span for basis in decision.bases)
        stake = None if self.amount is None else self.amount * role.share
        gain = money.net(role.wager, role.position, lines, decision, sight, stake)
        if gain is not None and stake is not None:
            gain /= stake
        payout = decision.payout
        named = payout.label if payout is not None and payout.label else label
        cites = tuple(dict.fromkeys(str(c) for basis in decision.bases for c in basis.cites))
        is_needed = any(self.bundle.index(role) in other.supports for other in self.bundle)
        memory = pack(sight.own) if is_needed else ()
        return End(decision.outcome.value, gain, payout.text if payout else "", named, cites, memory)


def _is_loosed(role: Role, bundle: tuple[Role, ...], views: Mapping[str, WagerView]) -> bool:
    """Whether a wager that this one needs has just been decided."""
    return any(views[bundle[s].wager.name.text].result is not None for s in role.supports)


def _trigger(line: wg.WagerLine) -> AnyOf | NotStated | None:
    return line.on if isinstance(line, wg.ResultRow | wg.MemoryRow | wg.SettleRow) else None


def event_label(event: Settle) -> str:
    """What came up, as short as an outcome table asks for."""
    outcome = event.outcome
    if isinstance(outcome, Roll):
        return plain(outcome.total) if outcome.total is not None and outcome.faces[1:2] == ("0",) else str(outcome)
    return "" if outcome is None else str(outcome)


def fresh_bundle(bundle: tuple[Role, ...]) -> BundleState:
    """All stakes of a bundle as they are when made."""
    return tuple(role.fresh for role in bundle)
