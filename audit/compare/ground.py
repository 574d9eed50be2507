"""What all parts of a comparison share: both editions, the matched wagers, what was found to be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from audit.compare.behaviour import Difference, Runner, Walk, walk
from audit.compare.drafting import Pair
from audit.compare.editions import Edition
from audit.compare.facets import Facet, facet_of
from audit.compare.lanes import Track
from audit.compare.matching import Matched, Table
from audit.compare.renaming import are_editions, renamed
from audit.compare.side import under
from audit.compare.wording import cites
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.ruleset import conditions as cd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError, Value, same_value
from audit.ruleset.names import Name
from audit.ruleset.parameters import Option
from audit.ruleset.rewrite import walk as walk_nodes
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.alternatives import values_of
from audit.solve.errors import NotSolvable
from audit.solve.slicing import slice_of

MOST_CHOICES = 8
"""Choices not in force that are tried for one difference."""


@dataclass(frozen=True)
class Same:
    """Lines of both sides that say the same, with the clauses that they rest on; ``owner`` is their statement."""

    owner: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    bases: tuple[Basis, ...] = ()


@dataclass
class Ground:
    matched: Matched
    old: Edition
    new: Edition
    same: list[Same] = field(default_factory=list)
    differing: set[str] = field(default_factory=set)
    """The statements from which an entry comes."""

    @cached_property
    def are_editions(self) -> bool:
        return are_editions(self.old.side.ruleset.head, self.new.side.ruleset.head)

    def say_same(self, owner: str, old: tuple[Basis, ...], new: tuple[Basis, ...]) -> None:
        """Keeps that some lines say the same."""
        self.same.append(Same(owner, cites(*old), cites(*new), old))

    # play

    def walk(self, pair: Pair) -> Walk | None:
        return self.matched.walk(*pair)

    def differs(self, pair: Pair) -> bool | None:
        """Whether some round settles a pair differently; None where that is not known."""
        found = self.walk(pair)
        if found is None or (not found.differences and not found.is_whole):
            return None
        return bool(found.differences)

    def first(self, pair: Pair) -> Difference | None:
        found = self.walk(pair)
        return found.differences[0] if found and found.differences else None

    @cached_property
    def _old_renamed(self) -> Ruleset:
        return renamed(self.old.side.configured.ruleset, self.old.names)

    def under_other_choices(self, pair: Pair, lines: Sequence[Stated]) -> tuple[Matched, Pair, Difference] | None:
        """A round that a pair settles differently under a choice that some lines ask for and that is not in force."""
        whens = [x.when for x in lines if x.when is not None]
        return next(((m, p, found[0]) for m, p, found in self.differences_under(pair, whens)), None)

    def differences_under(
        self, pair: Pair, whens: Sequence[cd.Condition]
    ) -> Iterator[tuple[Matched, Pair, tuple[Difference, ...]]]:
        """The rounds that a pair settles differently under choices that are asked for and not in force."""
        for old_choices, new_choices in self._other_choices(whens):
            matched = self._chosen(old_choices, new_choices)
            if matched is None:
                continue
            old = next((u for u in matched.old.units if u.id == pair[0].id), None)
            new = next((u for u in matched.new.units if u.id == pair[1].id), None)
            found = matched.walk(old, new) if old is not None and new is not None else None
            if old is not None and new is not None and found is not None and found.differences:
                yield matched, (old, new), found.differences

    def _other_choices(self, whens: Sequence[cd.Condition]) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
        """Values that the options in the choices of some lines may take instead, on each side that has them."""
        names = dict.fromkeys(n.text for when in whens for n in walk_nodes(when) if isinstance(n, Name))
        tried = 0
        for name in names:
            old_name = next((o for o in self._options(self.old) if self.old.called(o) == name or o == name), None)
            new_name = self.old.called(old_name) if old_name else name
            new_name = new_name if new_name in self._options(self.new) else None  # type: ignore[assignment]
            option = self._options(self.old).get(old_name or "") or self._options(self.new).get(new_name or "")
            for value in values_of(option) if option is not None else ():
                in_force = [
                    side.configured.values.get(n)
                    for side, n in ((self.old.side, old_name), (self.new.side, new_name))
                    if n
                ]
                if all(same_value(value, v) for v in in_force) or tried >= MOST_CHOICES:
                    continue
                tried += 1
                yield ({old_name: value} if old_name else {}), ({new_name: value} if new_name else {})

    @staticmethod
    def _options(edition: Edition) -> dict[str, Option]:
        return {o.name.text: o for o in edition.side.ruleset.of(Option)}

    def _chosen(self, old: dict[str, Value], new: dict[str, Value]) -> Matched | None:
        key = (tuple(old), tuple(new), *(str(v) for v in (*old.values(), *new.values())))
        if key not in self._matched_under:
            try:
                sides = under(self.old.side, old), under(self.new.side, new)
            except ConfigureError:
                self._matched_under[key] = None
            else:
                self._matched_under[key] = Matched(Table(sides[0]), Table(sides[1]))
        return self._matched_under[key]

    @cached_property
    def _matched_under(self) -> dict[object, Matched | None]:
        return {}

    def without(self, pair: Pair, facets: frozenset[Facet]) -> Walk | None:
        """What differs if the new wager keeps the old one's lines of some facets: nothing, if they are only reworded."""
        key = (pair, facets)
        if key not in self._without:
            self._without[key] = self._walk_without(pair, facets)
        return self._without[key]

    @cached_property
    def _without(self) -> dict[object, Walk | None]:
        return {}

    def _walk_without(self, pair: Pair, facets: frozenset[Facet]) -> Walk | None:
        old, new = pair
        lane = self.matched.new.lane
        mine = self.matched.new.runner(new)
        before = self._old_renamed.named(self.old.called(old.name), wg.Wager)
        if lane is None or mine is None or before is None:
            return None
        values = self.new.values
        kept = tuple(x for x in new.wager.lines if facet_of(x, values) not in facets)
        theirs = tuple(x for x in before.lines if facet_of(x, values) in facets)
        wager = replace(new.wager, lines=(*kept, *theirs))
        ruleset = self.new.side.configured.ruleset
        statements = tuple(wager if s is new.wager else s for s in ruleset.statements)
        other = Ruleset(ruleset.head, statements)
        try:
            track = Track(lane, slice_of(new.name, other))
            picked = {self.old.called(name): atoms for name, atoms in old.position.values.items()}
            position = replace(new.position, values={**picked, **new.position.values})
            runner = Runner.of(track, wager, position, other, Equipment(other))
        except (NotSolvable, PlayError, ConfigureError):
            return None
        return walk(runner, mine)
