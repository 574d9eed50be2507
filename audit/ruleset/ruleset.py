"""The checked definition of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from audit.ruleset.head import Head
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Beside, Statement

S = TypeVar("S", bound=Statement)


@dataclass(frozen=True)
class Ruleset:
    """A head and its statements, in the order of the file; what it includes stands among them.

    Every name in it is resolved, every wager has all lines that hold for it.  Parameters are still open: see
    `audit.ruleset.configure`.  ``beside`` are lines that made it what it is, rest on an assumption of ours, and are in no
    statement; what is derived from a ruleset has none.
    """

    head: Head
    statements: tuple[Statement, ...]
    beside: tuple[Beside, ...] = ()

    def of(self, *kinds: type[S]) -> tuple[S, ...]:
        """The statements of these classes, in order."""
        if kinds not in self._by_kind:
            self._by_kind[kinds] = tuple(s for s in self.statements if isinstance(s, kinds))
        return self._by_kind[kinds]

    @cached_property
    def _by_kind(self) -> dict[tuple[type[Any], ...], tuple[Any, ...]]:
        return {}

    def nodes_of(self, kind: type[Statement]) -> tuple[Any, ...]:
        """Every node of the statements of a class, in order: what `walk` yields, kept."""
        if kind not in self._nodes:
            self._nodes[kind] = tuple(node for statement in self.of(kind) for node in walk(statement))
        return self._nodes[kind]

    @cached_property
    def _nodes(self) -> dict[type[Any], tuple[Any, ...]]:
        return {}

    @cached_property
    def by_name(self) -> dict[str, tuple[Statement, ...]]:
        """Named statements; under different choices one name may stand more than once."""
        found: dict[str, tuple[Statement, ...]] = {}
        for statement in self.statements:
            name = getattr(statement, "name", None)
            if name is not None:
                found[name.text] = (*found.get(name.text, ()), statement)
        return found

    @cached_property
    def mentions(self) -> tuple[frozenset[str], ...]:
        """For each statement, in order, all names that stand in it."""
        return tuple(frozenset(n.text for n in walk(s) if isinstance(n, Name)) for s in self.statements)

    def named(self, name: str, kind: type[S]) -> S | None:
        """The statement of that class and name, if there is one."""
        for statement in self.by_name.get(name, ()):
            if isinstance(statement, kind):
                return statement
        return None
