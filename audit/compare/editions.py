"""What a comparison knows of one side: as it is read, what its lines are worth, what its things are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from audit.compare.matching import Table
from audit.compare.reading import as_read, readings_of
from audit.compare.side import Side
from audit.compare.values import Values
from audit.compare.wording import Teller
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.parameters import Assumption
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated


@dataclass
class Edition:
    """One side; ``names`` are what the other side calls its names, where it calls them otherwise."""

    table: Table
    names: Mapping[str, str] = field(default_factory=dict)
    shared_groups: frozenset[str] = frozenset()

    @property
    def side(self) -> Side:
        return self.table.side

    @cached_property
    def read(self) -> Ruleset:
        """The source ruleset under the readings in force, the options open."""
        return as_read(self.side.configured)

    @cached_property
    def values(self) -> Values:
        return Values(self.read, self.shared_groups, self.names)

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.read, self.side.sources)

    def wagers(self, name: str) -> tuple[wg.Wager, ...]:
        """The statements of a wager; under different choices there may be several."""
        return tuple(w for w in self.read.of(wg.Wager) if w.name.text == name)

    @cached_property
    def _readings(self) -> dict[Span, tuple[str, ...]]:
        """On which of our readings each line hangs."""
        found: dict[Span, tuple[str, ...]] = {}
        for node in walk(self.side.configured.source.statements):
            if isinstance(node, Stated) and node.basis.span.line:
                names = readings_of(node, self.side.configured)
                if names:
                    found[node.basis.span] = names
        return found

    def readings(self, basis: Basis) -> tuple[str, ...]:
        """The readings of ours on which a line hangs, by name."""
        return self._readings.get(basis.span, ())

    def assumption(self, name: str) -> Assumption | None:
        return self.side.configured.source.named(name, Assumption)

    @cached_property
    def cited(self) -> frozenset[str]:
        """Every clause that a line cites."""
        nodes = (n for n in walk(self.read.statements) if isinstance(n, Stated))
        return frozenset(str(cite) for node in nodes for cite in node.basis.cites)

    def called(self, name: str) -> str:
        """What the other side calls this name."""
        return self.names.get(name, name)
