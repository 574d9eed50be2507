"""The course of a round of cards, laid open: what is dealt, what is asked of it, what is decided, what is paid.

A `Course` is a tree.  It is found by playing: `audit.solve.cards.laying_open` runs the interpreter on cards that nobody
has looked at, and each time a line looks at one, or a player decides, the tree branches.  So a leaf holds what the
interpreter pays, and a statement that play does not carry out is refused by name.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from audit.ruleset.basis import Basis
from audit.ruleset.expressions import Expression
from audit.ruleset.patterns import Pattern

Spot: TypeAlias = tuple[str, int]
"""Where a card lies: its area, and which of the cards dealt there it is, counted from 0."""


class Kind(enum.Enum):
    HAND = "hand"
    """A hand under a ranking; an answer is the tuple of what its tests say."""
    CARDS = "cards"
    """Cards as they lie; an answer is the tuple of what its tests say."""
    PART = "part"
    """A part that cards are set into by a way, asked as a hand is; it hangs on all cards that are set."""
    RELATION = "relation"
    """One hand against another: ``lower``, ``equal``, ``higher``."""
    VALUE = "value"
    """Anything else: a total, a nature, a rank; an answer is the value itself."""


@dataclass(frozen=True)
class Formed:
    """How a hand is formed: under which ranking, of how many cards (None: of all that lie there).

    ``exactly`` holds the areas of which just so many cards must be taken.
    """

    ranking: str
    cards: int | None = None
    exactly: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Feature:
    """Something that lines look at: an expression, the spots it hangs on, and the tests that are asked of it anywhere.

    ``formed`` is there for a hand.  A relation is that of the first of the two hands ``of`` to the second.  ``lying``
    are the areas that the expression names with the spots whose cards lie there, as they stand when it is asked.

    Its hash is worked out once; it is of this process, and does not go to another.
    """

    expression: Expression
    kind: Kind
    spots: tuple[Spot, ...]
    tests: tuple[Pattern, ...] = ()
    words: str = ""
    formed: Formed | None = None
    of: tuple[Feature, ...] = ()
    lying: tuple[tuple[str, tuple[Spot, ...]], ...] = ()

    @cached_property
    def _hash(self) -> int:
        return hash(tuple([getattr(self, one.name) for one in fields(self)]))

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_hash"}


Answer: TypeAlias = Hashable

RELATIONS: tuple[str, str, str] = ("lower", "equal", "higher")
"""The answers of a relation, in the order of their indexes."""

TAKEN_BACK = "taken back"
"""The result of a wager that its player took back by a choice: it was not put up in the end."""

FAULTS = frozenset({"conflict", "missing", "unpriced", "not stated"})
"""Results of a wager that the lines leave without one; such a leaf may be one that no cards lead to."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What one wager, bonus or side payment brings at a leaf.

    ``net`` is in units of the first wager of the bundle, or in money where amounts are money; None where no clause
    states it.  ``meters`` is what comes beside it from meters: so much of each.  ``staked`` is what was put up in all.
    A wager that the lines leave without a result has one of `FAULTS` in its place, and no net.
    """

    name: str
    result: str
    net: Fraction | None
    staked: Fraction = Fraction(0)
    pays: str = ""
    label: str = ""
    meters: tuple[tuple[str, Fraction], ...] = ()
    beside: str = ""
    bases: tuple[Basis, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class End:
    """The round is over: what everything brought."""

    paid: tuple[Paid, ...]


@dataclass(frozen=True)
class Ask:
    """A line looks at cards; ``line`` names the statement that does."""

    feature: Feature
    branches: Mapping[Answer, Node]
    line: str = ""


@dataclass(frozen=True)
class Choice:
    """One thing that the player may do, with the amounts it puts up: ``bet 4``, ``fold``."""

    label: str
    then: Node
    bases: tuple[Basis, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Decide:
    """The player decides, knowing these cards and what was asked on the way here."""

    moment: str
    known: frozenset[Spot]
    choices: tuple[Choice, ...]
    bases: tuple[Basis, ...] = field(default=(), compare=False)


Node: TypeAlias = End | Ask | Decide


@dataclass(frozen=True)
class Course:
    """The whole tree for some wagers made together; ``dealt`` are all spots in the order of dealing.

    Equal parts of the tree are the same object, so it may be walked with a memory of what was seen.  ``linear`` are the
    wagers whose amounts may be anything between the two that are offered: nothing between them is better than both.
    ``stakes`` is how much of each wager is put up before anything is decided, in units of ``unit``, or in money where a
    line says so.
    """

    wagers: tuple[str, ...]
    unit: str
    root: Node
    dealt: tuple[Spot, ...]
    features: tuple[Feature, ...]
    linear: tuple[str, ...] = ()
    stakes: tuple[tuple[str, Fraction], ...] = ()
    meters: tuple[str, ...] = ()
