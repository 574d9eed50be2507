"""Which wager of one ruleset is which of the other: position by position, by name and by what every outcome brings.

A position of equal name is the same wager, unless it behaves like another of the other side and not like its namesake.
What is left is matched with whatever every roll or spin settles alike; then, where there is one such only, with what it
wins and loses alike at another price; at last by title.  So "11 in One Roll", "Eleven" and "Yo" are one wager, and
positions of one pick may be wagers of their own on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from audit.compare.behaviour import Runner, Walk, shares_outcomes, walk
from audit.compare.card_facts import Meanings
from audit.compare.card_rounds import CardLane, card_lane, have_one_deck, walk_cards
from audit.compare.lanes import Lane, Track, lane_of
from audit.compare.side import Side
from audit.compare.values import Values
from audit.compare.wording import same_words
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.positions import Position, positions
from audit.ruleset import wagers as wg
from audit.ruleset.configure import ConfigureError
from audit.ruleset.stated import Statement
from audit.solve.errors import NotSolvable
from audit.solve.figures import alike
from audit.solve.result import Figures
from audit.solve.slicing import Slice, slice_of

MOST_WALKS = 2_000
"""Pairs that are walked in search of a match."""


@dataclass(frozen=True)
class Unit:
    """One position of one wager, as configured."""

    wager: wg.Wager
    position: Position

    @property
    def name(self) -> str:
        return self.wager.name.text

    @property
    def label(self) -> str:
        return self.position.label

    @property
    def id(self) -> str:
        return f"{self.name}[{self.label}]" if self.label else self.name

    @property
    def title(self) -> str | None:
        return self.position.title or self.wager.title

    def __hash__(self) -> int:
        return hash((self.name, self.label))


@dataclass
class Table:
    """The wagers of one side, ready to be walked."""

    side: Side

    @cached_property
    def lane(self) -> Lane | None:
        return lane_of(self.side.configured)

    @cached_property
    def card_lane(self) -> CardLane | None:
        return card_lane(self.side.configured, self.side.verified.cards)

    @cached_property
    def equipment(self) -> Equipment:
        return Equipment(self.side.configured.ruleset)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Every position of every wager that is offered."""
        absent = frozenset(self.side.verified.not_offered)
        found: list[Unit] = []
        for wager in self.side.configured.ruleset.of(wg.Wager):
            if wager.name.text in absent:
                continue
            try:
                found.extend(Unit(wager, position) for position in positions(wager, self.equipment))
            except (PlayError, ConfigureError):
                found.append(Unit(wager, Position(basis=wager.basis)))
        return tuple(dict.fromkeys(found))

    def part(self, wager: str) -> Slice:
        if wager not in self._parts:
            solution = self.side.verified.solutions.get(wager)
            self._parts[wager] = solution.slice if solution else slice_of(wager, self.side.configured.ruleset)
        return self._parts[wager]

    @cached_property
    def _parts(self) -> dict[str, Slice]:
        return {}

    def bare(self, wager: str) -> Hashable:
        """The value of all that a wager can depend on, without what no settlement hangs on."""
        if wager not in self._bare:
            self._bare[wager] = tuple(self._bare_statement(s) for s in self.part(wager).statements)
        return self._bare[wager]

    def _bare_statement(self, statement: Statement) -> Hashable:
        if not isinstance(statement, wg.Wager):
            return self._values.of(statement)
        kept = [x for x in statement.lines if not isinstance(x, wg.Amount | wg.PlacedWith)]
        return (statement.name.text, tuple((x.at, self._values.of(x)) for x in kept))

    @cached_property
    def _values(self) -> Values:
        return Values(self.side.configured.ruleset)

    @cached_property
    def _bare(self) -> dict[str, Hashable]:
        return {}

    def runner(self, unit: Unit) -> Runner | None:
        """The unit ready to walk; None where its lines cannot be carried out."""
        if unit not in self._runners:
            self._runners[unit] = self._run(unit)
        return self._runners[unit]

    def _run(self, unit: Unit) -> Runner | None:
        if self.lane is None or unit.name in self.side.verified.refused:
            return None
        if unit.name not in self._tracks:
            self._tracks[unit.name] = Track(self.lane, self.part(unit.name))
        track = self._tracks[unit.name]
        solution = self.side.verified.solutions.get(unit.name)
        cases = [c for c in solution.cases if c.position.label == unit.label] if solution else []
        if cases:
            bundles, settlers = tuple(c.bundle for c in cases), tuple(c.settler for c in cases)
            return Runner(track, unit.wager, unit.position, bundles, settlers)
        try:
            return Runner.of(track, unit.wager, unit.position, self.side.configured.ruleset, self.equipment)
        except (NotSolvable, PlayError, ConfigureError):
            return None

    @cached_property
    def _runners(self) -> dict[Unit, Runner | None]:
        return {}

    @cached_property
    def _tracks(self) -> dict[str, Track]:
        return {}

    def figures(self, unit: Unit) -> Figures | None:
        """The figures of a unit made at its first moment."""
        if unit not in self._figures:
            solution = self.side.verified.solutions.get(unit.name)
            starts = solution.starts if solution else ()
            mine = [s for s in starts if s.position.label == unit.label]
            first = next((s for s in mine if not s.start.permission.is_right), mine[0] if mine else None)
            self._figures[unit] = first.figures if first else self._figures_of_cards(unit)
        return self._figures[unit]

    @cached_property
    def _figures(self) -> dict[Unit, Figures | None]:
        return {}

    def _figures_of_cards(self, unit: Unit) -> Figures | None:
        """The figures of a wager of a card game that is no part of a bundle."""
        if self.side.verified.cards is None:
            return None
        rows = (r for r in self.side.verified.result.wagers if r.wager == unit.name and not r.bundle)
        return next((row.figures for row in rows), None)


@dataclass
class Matched:
    """The units of both sides side by side, and what walks of them found."""

    old: Table
    new: Table
    pairs: list[tuple[Unit, Unit]] = field(default_factory=list)
    _walks: dict[tuple[Unit, Unit], Walk | None] = field(default_factory=dict)
    _tried: int = 0

    @cached_property
    def can_walk(self) -> bool:
        """Whether the two rounds can be walked in step at all."""
        if self.cards is not None:
            return True
        if self.old.card_lane is not None or self.new.card_lane is not None:
            return False
        one, other = self.old.lane, self.new.lane
        return one is not None and other is not None and shares_outcomes(one, other)

    @cached_property
    def cards(self) -> Meanings | None:
        """What says the same in both rounds of the same cards; None where one deals none, or others."""
        one, other = self.old.card_lane, self.new.card_lane
        if one is None or other is None or not have_one_deck(one, other):
            return None
        return Meanings(one.ruleset, other.ruleset)

    def walk(self, old: Unit, new: Unit) -> Walk | None:
        """What differs between two units; None where that cannot be worked out."""
        key = (old, new)
        if key not in self._walks:
            self._walks[key] = self._walk(old, new)
        return self._walks[key]

    def _walk(self, old: Unit, new: Unit) -> Walk | None:
        if not self.can_walk:
            return None
        if self.cards is not None:
            assert self.old.card_lane is not None and self.new.card_lane is not None
            return walk_cards(self.old.card_lane, self.new.card_lane, old.name, new.name, self.cards)
        if old.name == new.name and old.label == new.label and self._same_statements(old.name):
            return Walk()
        one, other = self.old.runner(old), self.new.runner(new)
        return None if one is None or other is None else walk(one, other)

    def _same_statements(self, name: str) -> bool:
        """Whether all that a wager can depend on is the same on both sides, so that no walk is needed."""
        if name not in self._same:
            self._same[name] = self.old.bare(name) == self.new.bare(name)
        return self._same[name]

    @cached_property
    def _same(self) -> dict[str, bool]:
        return {}

    @cached_property
    def only_old(self) -> tuple[Unit, ...]:
        taken = {old for old, _ in self.pairs}
        return tuple(u for u in self.old.units if u not in taken)

    @cached_property
    def only_new(self) -> tuple[Unit, ...]:
        taken = {new for _, new in self.pairs}
        return tuple(u for u in self.new.units if u not in taken)

    @cached_property
    def partners(self) -> dict[str, str]:
        """For each old wager the new one that it is, if it is one as a whole: its namesake, else where most of it went."""
        counted: dict[tuple[str, str], int] = {}
        for old, new in self.pairs:
            counted[old.name, new.name] = counted.get((old.name, new.name), 0) + 1
        found: dict[str, str] = {}
        ordered = sorted(counted, key=lambda pair: (pair[0] != pair[1], -counted[pair]))
        for old_name, new_name in ordered:
            if old_name not in found and new_name not in found.values():
                found[old_name] = new_name
        return found

    def pairs_of(self, old: str, new: str) -> list[tuple[Unit, Unit]]:
        """The pairs of positions that two wagers share."""
        return [(o, n) for o, n in self.pairs if o.name == old and n.name == new]

    # finding the pairs

    def find(self) -> Matched:
        """Matches all units; returns itself."""
        by_name = {(u.name, u.label): u for u in self.new.units}
        sure: list[tuple[Unit, Unit]] = []
        doubtful: list[tuple[Unit, Unit]] = []
        for old in self.old.units:
            new = by_name.get((old.name, old.label))
            if new is not None:
                found = self.walk(old, new)
                (doubtful if found is not None and not found.is_proof else sure).append((old, new))
        taken_old = {o for o, _ in sure}
        taken_new = {n for _, n in sure}
        left = [u for u in self.old.units if u not in taken_old]
        right = [u for u in self.new.units if u not in taken_new]
        namesakes = dict(doubtful)
        sure += self._take(left, right, self._is_alike)
        sure += self._take_namesakes(left, right, namesakes)
        sure += self._take(left, right, self._wins_alike, only_one=True)
        sure += self._take(left, right, _are_called_alike, only_one=True)
        order = {unit: n for n, unit in enumerate(self.old.units)}
        self.pairs = sorted(sure, key=lambda pair: order[pair[0]])
        return self

    def _take(
        self, left: list[Unit], right: list[Unit], is_match: Callable[[Unit, Unit], bool], *, only_one: bool = False
    ) -> Iterator[tuple[Unit, Unit]]:
        """Pairs that match, taken out of both lists; of several by title, else by order, unless there may be one only."""
        for old in list(left):
            fitting = [new for new in right if is_match(old, new)]
            if not fitting or (only_one and len(fitting) > 1):
                continue
            named = [new for new in fitting if new.name == old.name or same_words(new.title, old.title)]
            new = (named or fitting)[0]
            if only_one and sum(is_match(other, new) for other in left) > 1:
                continue
            left.remove(old)
            right.remove(new)
            yield old, new

    @staticmethod
    def _take_namesakes(
        left: list[Unit], right: list[Unit], namesakes: dict[Unit, Unit]
    ) -> Iterator[tuple[Unit, Unit]]:
        for old in list(left):
            new = namesakes.get(old)
            if new is not None and new in right:
                left.remove(old)
                right.remove(new)
                yield old, new

    def _is_alike(self, old: Unit, new: Unit) -> bool:
        """Whether every round settles two units alike."""
        one, other = self.old.figures(old), self.new.figures(new)
        if one is None or other is None:
            return self._says_the_same(old, new) and self.cards is None
        if not alike(one, other) or self._tried >= MOST_WALKS:
            return False
        self._tried += 1
        found = self.walk(old, new)
        return found is not None and found.is_proof

    @staticmethod
    def _says_the_same(old: Unit, new: Unit) -> bool:
        """For what cannot be solved: the same lines, the wager's own name set aside."""
        if old.label != new.label:
            return False
        return bool(old.wager.lines) and old.wager.lines == new.wager.lines

    def _wins_alike(self, old: Unit, new: Unit) -> bool:
        """Whether two units win, lose and come back at the same rolls, whatever they pay."""
        one, other = self.old.figures(old), self.new.figures(new)
        if one is None or other is None or (one.win, one.push, one.lose) != (other.win, other.push, other.lose):
            return False
        if self._tried >= MOST_WALKS:
            return False
        self._tried += 1
        found = self.walk(old, new)
        if found is None or not found.is_whole:
            return False
        return all(d.old is not None and d.new is not None and d.old.result == d.new.result for d in found.differences)


def _are_called_alike(old: Unit, new: Unit) -> bool:
    return not old.label and not new.label and same_words(old.title, new.title)


def match(old: Side, new: Side) -> Matched:
    """The units of two sides, matched."""
    return Matched(Table(old), Table(new)).find()
