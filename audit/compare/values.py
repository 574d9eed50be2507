"""What lines say, apart from how they say it: two pieces of equal value say the same.

Lists in tests are sets, stretches of numbers are their members, a group that only one side declares is what it holds,
9 for 1 is 8 to 1.  Titles and bases do not count.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from audit.ruleset import conditions as cd
from audit.ruleset import controls as ct
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import wagers as wg
from audit.ruleset.money import Odds
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.ruleset.worth import Group

MOST_MEMBERS = 400
"""A longer stretch of numbers stays a stretch."""
_LISTS_OF_WAGERS = (wg.NeedsAll, wg.NeedsAny, wg.InsteadOf, wg.PlacedWith)
_PASSED_OVER = frozenset({"basis", "span", "title", "is_default", "like", "at"})


class Values:
    """Values under one ruleset.

    ``shared`` are the groups that both sides declare, and that stay names; ``names`` what the other side calls a name.
    """

    def __init__(
        self, ruleset: Ruleset, shared: frozenset[str] = frozenset(), names: Mapping[str, str] | None = None
    ) -> None:
        self.names = names or {}
        self.groups: Mapping[str, pt.AnyOf] = {
            g.name.text: g.members for g in ruleset.of(Group) if g.name.text not in shared
        }

    def of(self, node: Any) -> Hashable:
        """The value of a piece; equal for two pieces that say the same."""
        match node:
            case None | str() | int() | enum.Enum():
                return node
            case Name(text):
                return ("name", self.names.get(text, text))
            case Odds():
                return ("odds", node.net)
            case ex.Number(text):
                return ("number", text if text[:1] == "0" and text != "0" else node.value)
            case pt.AnyOf():
                return self.tests(node)
            case cd.AllOf(facts):
                return ("all", frozenset(self.of(fact) for fact in facts))
            case cd.Is(subject, tests):
                return ("is", self.of(subject), self.tests(pt.AnyOf(tests)))
            case cd.IsNot(subject, tests):
                return ("is not", self.of(subject), self.tests(pt.AnyOf(tests)))
            case cd.AnyOfThemIs(wagers, state):
                return ("any is", frozenset(self.of(w) for w in wagers), state)
            case ct.Actor(persons, or_above):
                return ("actor", frozenset(self.of(person) for person in persons), or_above)
            case pm.OneOf(values):
                return ("one of", frozenset(self.of(value) for value in values))
            case tuple():
                return tuple(self.of(item) for item in node)
            case _ if isinstance(node, _LISTS_OF_WAGERS):
                first = node.means if isinstance(node, wg.PlacedWith) else node.wagers
                return (type(node).__name__, frozenset(self.of(item) for item in first), *self.guards(node))
            case _ if is_dataclass(node) and not isinstance(node, type):
                names = [f.name for f in fields(node) if f.name not in _PASSED_OVER]
                return (type(node).__name__, *(self.of(getattr(node, name)) for name in names))
            case _:
                return node  # type: ignore[no-any-return]

    def guards(self, stated: Stated) -> tuple[Hashable, Hashable]:
        """Under what a line holds."""
        return (self.of(stated.guard), self.of(stated.when))

    def tests(self, listed: pt.AnyOf) -> Hashable:
        """A list of tests as a set; less what it excepts where all is plain."""
        atoms = self.atoms(listed.tests)
        if listed.besides is None:
            return atoms
        besides = self.tests(listed.besides)
        if isinstance(besides, frozenset) and all(isinstance(a, str) for a in atoms | besides):
            return atoms - besides
        return ("except", atoms, besides)

    def atoms(self, tests: tuple[pt.Pattern, ...], depth: int = 0) -> frozenset[Hashable]:
        """The single numbers, labels and other tests of a list."""
        found: set[Hashable] = set()
        for test in tests:
            found |= self._atoms(test, depth)
        return frozenset(found)

    def _atoms(self, test: pt.Pattern, depth: int) -> frozenset[Hashable]:
        match test:
            case pt.Spots((one,)):
                return frozenset({one})
            case pt.Label(text):
                return frozenset({text})
            case pt.Through(pt.Spots((low,)), pt.Spots((high,))) if low.isdigit() and high.isdigit():
                if 0 <= int(high) - int(low) <= MOST_MEMBERS:
                    return frozenset(str(n) for n in range(int(low), int(high) + 1))
            case pt.Combination(faces):
                return frozenset({"-".join(faces)})
            case pt.Named(name, None) if name.text in self.groups and depth < 20:
                members = self.groups[name.text]
                inner = self.atoms(members.tests, depth + 1)
                if members.besides is None:
                    return inner
                barred = self.atoms(members.besides.tests, depth + 1)
                if all(isinstance(a, str) for a in inner | barred):
                    return inner - barred
        return frozenset({self.of(test)})
