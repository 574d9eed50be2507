"""Two wagers side by side through the same outcomes: the shortest round after which they settle differently, or proof.

The two rounds, and the two wagers with what they need and what they are paid as, make one joint state.  From the start of
a round the joint states are walked breadth-first, each outcome of the dice or the wheel happening on both sides at once.
A walk that ends without a difference has met every joint state that can come about: no round differs.

A round that play can show has both wagers made at the first moment at which they may be made, as `audit play` makes
them.  Where no such round differs, the walk is made again with every moment of making; what then differs is true, and is
told without a command.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from audit.compare.dealing import Dealt
from audit.compare.lanes import MOST_IDLE_STEPS, Key, Lane, NotInStep, Spot, Step, Track
from audit.play.equipment import Equipment, Outcome
from audit.play.errors import PlayError
from audit.play.positions import Position
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.configure import ConfigureError
from audit.ruleset.money import Rounded
from audit.ruleset.rewrite import walk as walk_nodes
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable
from audit.solve.permitted_stakes import stakes_for
from audit.solve.stakes import BundleState, End, Role, Settler, bundles, target_of

MOST_STATES = 60_000
MOST_DIFFERENCES = 400


@dataclass(frozen=True)
class Difference:
    """An outcome at which two wagers part: how each ends there, None where it stays.

    ``way`` are the outcomes from the start of the round, the one that tells the last; ``bundles`` say on which positions
    what it needs stands.  ``is_shown`` says that play, which makes wagers as soon as it may, comes by this round.  Of a
    round of cards ``deal`` is what was dealt and decided instead, and ``lines`` are those by which the two sides ended.
    """

    way: tuple[Outcome, ...]
    old: End | None
    new: End | None
    is_shown: bool
    called_on: bool = False
    amount: Fraction | None = None
    bundles: tuple[int, int] = (0, 0)
    deal: Dealt | None = None
    lines: frozenset[Span] = frozenset()


@dataclass(frozen=True)
class Walk:
    """What a walk found, the shortest round first; ``is_whole`` where every joint state was met.

    ``one_sided`` are outcomes that come up on one side only, ``same_moments`` whether both may be made at the same
    moments.
    """

    differences: tuple[Difference, ...] = ()
    is_whole: bool = True
    same_moments: bool = True
    one_sided: tuple[Key, ...] = ()

    @property
    def is_proof(self) -> bool:
        """Whether no round differs."""
        return self.is_whole and not self.differences


@dataclass
class Runner:
    """A wager on one position on one side, ready to walk: one bundle for each way in which what it needs may stand.

    ``settlers`` are those of the bundles where nothing is called on; what they have worked out is used again.
    """

    track: Track
    wager: wg.Wager
    position: Position
    bundles: tuple[tuple[Role, ...], ...]
    settlers: tuple[Settler, ...]
    _stakes: dict[tuple[int, bool, Fraction | None], Stakes] = field(default_factory=dict)

    @classmethod
    def of(cls, track: Track, wager: wg.Wager, position: Position, ruleset: Ruleset, equipment: Equipment) -> Runner:
        """Raises `NotSolvable` or `PlayError` where its lines cannot be carried out."""
        found = bundles(wager, position, ruleset, equipment)
        shared: dict[object, object] = {}
        settlers = tuple(Settler(equipment, bundle, False, None, shared) for bundle in found)
        return cls(track, wager, position, found, settlers)

    def stakes(self, n: int, called_on: bool, amount: Fraction | None) -> Stakes:
        """The stakes of a bundle; ``amount`` None is what its settler was made for."""
        key = (n, called_on, amount)
        if key not in self._stakes:
            settler = self.settlers[n]
            if called_on or amount is not None:
                settler = Settler(settler.equipment, settler.bundle, called_on, amount or settler.amount, {})
            self._stakes[key] = Stakes(self.track, settler)
        return self._stakes[key]

    @property
    def is_rounded(self) -> bool:
        """Whether money that it brings is rounded, so that results hang on the stake."""
        return any(
            isinstance(node, Rounded)
            for bundle in self.bundles[:1]
            for role in bundle
            for node in walk_nodes(role.wager.lines)
        )

    @property
    def permitted(self) -> frozenset[Fraction]:
        """Some stakes that it permits."""
        rulesets = [settler.equipment.ruleset for settler in self.settlers[:1]]
        return frozenset(n for ruleset in rulesets for n in stakes_for(self.wager, self.position, ruleset))

    @property
    def can_be_off(self) -> bool:
        return any(isinstance(x, wg.Off) for bundle in self.bundles[:1] for role in bundle for x in role.wager.lines)


class Stakes:
    """A bundle's states in numbers, and what the events of a track make of them."""

    def __init__(self, track: Track, settler: Settler) -> None:
        self.track, self.settler, self.bundle = track, settler, settler.bundle
        self.target = target_of(self.bundle)
        self.needed = [i for i, role in enumerate(self.bundle) if role.part_of is None and i != self.target]
        self.states: list[BundleState] = []
        self._number: dict[BundleState, int] = {}
        self._after: dict[tuple[int, int], tuple[int, End | None, bool]] = {}
        self.nobody = self.number((None,) * len(self.bundle))

    def number(self, state: BundleState) -> int:
        known = self._number.setdefault(state, len(self.states))
        if known == len(self.states):
            self.states.append(state)
        return known

    def after(self, state: int, events: int) -> tuple[int, End | None, bool]:
        """The state behind some settles, how the target ends there, and whether what it needs was lost before that."""
        key = (state, events)
        known = self._after.get(key)
        if known is None:
            known = self._after[key] = self._settled(self.states[state], events)
        return known

    def _settled(self, state: BundleState, events: int) -> tuple[int, End | None, bool]:
        was_made = state[self.target] is not None
        for event in self.track.events[events]:
            state, _ = self.settler.settle(state, event)
            if isinstance(state[self.target], End):
                break
        end = state[self.target]
        lost = not was_made and any(isinstance(state[n], End) for n in self.needed)
        kept = tuple(
            None if isinstance(stake, End) and role.part_of is None else stake
            for stake, role in zip(state, self.bundle, strict=True)
        )
        return self.number(kept), end if isinstance(end, End) else None, lost

    def next_to_make(self, state: int) -> int | None:
        """The stake that is to be made next; None when the target is made."""
        here = self.states[state]
        if here[self.target] is not None:
            return None
        return next((n for n in self.needed if here[n] is None), self.target)

    def may_make(self, spot: int, state: int, n: int) -> bool:
        return self.track.lane.may_make(self.bundle, n, self.track.spots[spot], self.states[state])

    def made(self, state: int, n: int) -> int:
        after = list(self.states[state])
        after[n] = self.bundle[n].fresh
        if n == self.target:
            for p, part in enumerate(self.bundle):
                if part.part_of is not None:
                    after[p] = part.fresh
        return self.number(tuple(after))


def walk(old: Runner, new: Runner, *, amount: Fraction | None = None) -> Walk | None:
    """Two wagers through all rounds; None where that cannot be worked out.

    With an ``amount`` both are made for that stake and money is rounded.
    """
    try:
        pairs = _paired(old, new)
        found = _walk_all(old, new, pairs, called_on=False, amount=amount)
        if not found.differences and (old.can_be_off or new.can_be_off):
            called = _walk_all(old, new, pairs, called_on=True, amount=amount)
            found = Walk(called.differences, found.is_whole and called.is_whole, found.same_moments, found.one_sided)
        if found.is_proof and amount is None and (old.is_rounded or new.is_rounded):
            return _by_amount(old, new, pairs, found)
    except (NotSolvable, NotInStep, PlayError, ConfigureError):
        return None
    return found


def _by_amount(old: Runner, new: Runner, pairs: list[tuple[int, int]], plain: Walk) -> Walk:
    """Where money is rounded, the first stake at which two wagers part; ``plain`` is the walk without rounding.

    Stakes are such as both permit; where there is none, such as one of them does.
    """
    for amount in sorted(old.permitted & new.permitted or old.permitted | new.permitted):
        found = _walk_all(old, new, pairs, called_on=False, amount=amount)
        if found.differences or not found.is_whole:
            return found
    return plain


def _paired(old: Runner, new: Runner) -> list[tuple[int, int]]:
    """Bundles in which what is needed stands on the same positions; by order where they do not correspond."""
    theirs = {_supports(bundle): n for n, bundle in enumerate(new.bundles)}
    pairs = [(n, theirs[_supports(b)]) for n, b in enumerate(old.bundles) if _supports(b) in theirs]
    return pairs or list(zip(range(len(old.bundles)), range(len(new.bundles)), strict=False))


def _supports(bundle: tuple[Role, ...]) -> tuple[str, ...]:
    target = target_of(bundle)
    return tuple(role.position.label for n, role in enumerate(bundle) if role.part_of is None and n != target)


def _walk_all(
    old: Runner, new: Runner, pairs: list[tuple[int, int]], *, called_on: bool, amount: Fraction | None
) -> Walk:
    differences: list[Difference] = []
    whole, moments, one_sided = True, True, set[Key]()
    for n, m in pairs:
        joint = _Joint(old.stakes(n, called_on, amount), new.stakes(m, called_on, amount), called_on, amount)
        shown = joint.walk(at_once=True)
        every = shown if shown.differences else joint.walk(at_once=False)
        differences.extend(replace(d, bundles=(n, m)) for d in every.differences)
        whole = whole and every.is_whole
        moments = moments and every.same_moments
        one_sided.update(every.one_sided)
    differences.sort(key=lambda d: (not d.is_shown, len(d.way)))
    return Walk(tuple(differences), whole, moments, tuple(sorted(one_sided)))


class _Node(NamedTuple):
    """A joint state in numbers; a ``live`` one has both targets made, its spots folded."""

    old: int
    old_state: int
    new: int
    new_state: int
    live: bool


_Came = dict[_Node, tuple[_Node | None, Outcome | None]]
_Ends = tuple[End | None, End | None]


class _Joint:
    """One pair of bundles walked together."""

    def __init__(self, old: Stakes, new: Stakes, called_on: bool, amount: Fraction | None) -> None:
        self.old, self.new = old, new
        self.called_on, self.amount = called_on, amount
        self.same_moments = True
        self.one_sided: set[Key] = set()
        self._ways: dict[tuple[int, int, bool], list[tuple[Outcome | None, Step | None, Step | None]]] = {}

    def walk(self, *, at_once: bool) -> Walk:
        """All joint states; ``at_once`` makes wagers as soon as both may be made, else at every moment."""
        start = _Node(self.old.track.start, self.old.nobody, self.new.track.start, self.new.nobody, False)
        came: _Came = {start: (None, None)}
        queue = deque([start])
        found: dict[object, Difference] = {}
        while queue:
            node = queue.popleft()
            if len(came) > MOST_STATES or len(found) >= MOST_DIFFERENCES:
                return self._result(found, is_whole=False)
            if not node.live:
                for made in self._making(node):
                    if made not in came:
                        came[made] = (node, None)
                        queue.appendleft(made)
                if at_once and self._must_make(node):
                    continue
            for outcome, there, ends in self._next(node):
                if there is None:
                    self._record(ends, node, outcome, came, found, at_once)
                elif there not in came:
                    came[there] = (node, outcome)
                    if outcome is None:
                        queue.appendleft(there)
                    else:
                        queue.append(there)
        return self._result(found, is_whole=True)

    def _record(
        self,
        ends: _Ends,
        node: _Node,
        outcome: Outcome | None,
        came: _Came,
        found: dict[object, Difference],
        at_once: bool,
    ) -> None:
        """Keeps a difference, if it is one, and none of its kind is known."""
        key = tuple(_sign(end) for end in ends)
        if self._differ(*ends) and key not in found:
            way = (*_way(node, came), *([outcome] if outcome is not None else []))
            found[key] = Difference(way, *ends, at_once, self.called_on, self.amount)

    def _result(self, found: dict[object, Difference], *, is_whole: bool) -> Walk:
        ordered = sorted(found.values(), key=lambda d: len(d.way))
        return Walk(tuple(ordered), is_whole, self.same_moments, tuple(sorted(self.one_sided)))

    def _making(self, node: _Node) -> Iterator[_Node]:
        """The joint states in which the next stakes are made now, on both sides at once where both have as many."""
        one, other = self.old.next_to_make(node.old_state), self.new.next_to_make(node.new_state)
        if one is None or other is None:
            return
        may = self._may_make(node, one, other)
        is_last = one == self.old.target and other == self.new.target
        if is_last or len(self.old.needed) == len(self.new.needed):
            if may[0] != may[1]:
                self.same_moments = False
            if all(may):
                states = self.old.made(node.old_state, one), self.new.made(node.new_state, other)
                spots = self._folded(node.old, node.new) if is_last else (node.old, node.new)
                yield _Node(spots[0], states[0], spots[1], states[1], is_last)
            return
        if one != self.old.target and may[0]:
            yield node._replace(old_state=self.old.made(node.old_state, one))
        if other != self.new.target and may[1]:
            yield node._replace(new_state=self.new.made(node.new_state, other))

    def _may_make(self, node: _Node, one: int, other: int) -> tuple[bool, bool]:
        return (self.old.may_make(node.old, node.old_state, one), self.new.may_make(node.new, node.new_state, other))

    def _folded(self, old: int, new: int) -> tuple[int, int]:
        return self.old.track.fold[old], self.new.track.fold[new]

    def _must_make(self, node: _Node) -> bool:
        """Whether play would make a stake here on some side, so that to wait is no round of its."""
        one, other = self.old.next_to_make(node.old_state), self.new.next_to_make(node.new_state)
        return one is not None and other is not None and any(self._may_make(node, one, other))

    def _next(self, node: _Node) -> Iterator[tuple[Outcome | None, _Node | None, _Ends]]:
        """What may come next on both sides, and the joint state after it; None where a target is decided.

        Steps without chance go first, without an outcome.
        """
        for outcome, one, other in self._steps(node.old, node.new, node.live):
            old, old_end, old_lost = (
                (node.old_state, None, False) if one is None else self.old.after(node.old_state, one.events)
            )
            new, new_end, new_lost = (
                (node.new_state, None, False) if other is None else self.new.after(node.new_state, other.events)
            )
            to = node.old if one is None else one.to, node.new if other is None else other.to
            if old_end is not None or new_end is not None:
                ends = self._at_the_end(to, (old, new), (old_end, new_end))
                yield outcome, None, ends
            elif not (old_lost or new_lost):
                spots = self._folded(*to) if node.live else to
                yield outcome, _Node(spots[0], old, spots[1], new, node.live), (None, None)

    def _at_the_end(self, to: tuple[int, int], states: tuple[int, int], ends: _Ends) -> _Ends:
        """How both end at this moment: steps without chance that follow belong to it."""
        made: list[End | None] = []
        for stakes, spot, state, end in zip((self.old, self.new), to, states, ends, strict=True):
            here, now, found = spot, state, end
            for _ in range(MOST_IDLE_STEPS):
                idle = stakes.track.idle(here) if found is None else None
                if idle is None:
                    break
                now, found, _ = stakes.after(now, idle.events)
                here = idle.to
            made.append(found)
        return made[0], made[1]

    def _steps(self, old: int, new: int, live: bool) -> list[tuple[Outcome | None, Step | None, Step | None]]:
        """The outcomes that may come up on both sides, those that do the same put together."""
        key = (old, new, live)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = list(self._work_out(old, new, live))
        return known

    def _work_out(self, old: int, new: int, live: bool) -> Iterator[tuple[Outcome | None, Step | None, Step | None]]:
        one, other = self.old.track.idle(old), self.new.track.idle(new)
        if one is not None or other is not None:
            yield None, one, other
            return
        ours, theirs = self.old.track.moves(old), self.new.track.moves(new)
        seen: set[object] = set()
        for key in dict.fromkeys((*ours, *theirs)):
            one, other = ours.get(key), theirs.get(key)
            if one is None or other is None:
                self.one_sided.add(key)
                continue
            to = self._folded(one.to, other.to) if live else (one.to, other.to)
            same = (one.events, other.events, to)
            if same not in seen:
                seen.add(same)
                yield other.outcome, one, other

    @staticmethod
    def _differ(one: End | None, other: End | None) -> bool:
        """Whether two ends differ in money, or one is no end; what words name a return does not matter."""
        if one is None or other is None:
            return True
        if one.net is None or other.net is None:
            return one.net is not other.net or (one.result == "conflict") != (other.result == "conflict")
        return one.net != other.net


def _sign(end: End | None) -> object:
    return None if end is None else (end.result, end.net, end.pays, end.cites)


def _way(node: _Node, came: _Came) -> tuple[Outcome, ...]:
    outcomes: list[Outcome] = []
    here: _Node | None = node
    while here is not None:
        here, outcome = came[here]
        if outcome is not None:
            outcomes.append(outcome)
    return tuple(reversed(outcomes))


def shares_outcomes(old: Lane, new: Lane) -> bool:
    """Whether anything that comes up in one round can come up in the other."""
    return bool(_first_keys(old) & _first_keys(new))


def _first_keys(lane: Lane) -> set[Key]:
    spots = (Spot(gate) for gate in lane.machine.gates)
    return {key for spot in spots if lane.idle(spot) is None for key in lane.moves(spot)}


def same_moments(old: Runner, new: Runner) -> bool | None:
    """Whether two wagers may be made at the same moments of every round; None where that cannot be worked out."""
    try:
        for n, m in _paired(old, new):
            joint = _Joint(old.stakes(n, False, None), new.stakes(m, False, None), False, None)
            if not joint.walk(at_once=False).is_whole or not joint.same_moments:
                return False
    except (NotSolvable, NotInStep, PlayError, ConfigureError):
        return None
    return True
