"""What a line may look at when it is asked: what came up, what is remembered, how the wagers stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from audit.play.cards import Card
from audit.play.counting import Total
from audit.play.equipment import Equipment, Outcome, Section
from audit.play.scales import Scale, Worth
from audit.ruleset.expressions import Expression
from audit.ruleset.patterns import Combination, Pattern

Atom = str | Combination
"""One thing that a pick may be on: a number or label as text, or a combination of dice."""


@dataclass(frozen=True, slots=True)
class HeldCards:
    """Cards that lie somewhere, in order; ``scale`` is the ranking that says which of them are wild, if one does."""

    cards: tuple[Card, ...]
    scale: Scale | None = None


@dataclass(frozen=True, slots=True)
class HeldHand:
    """A hand under a ranking: what it is worth, and the cards that make it."""

    scale: Scale
    worth: Worth
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Judged:
    """A thing of which nothing is known but the answers to some tests: what solvers put in the place of a hand.

    A test that is not among them is refused, so that no answer is ever made up.
    """

    what: str
    answers: Mapping[Pattern, bool]


Thing = (
    Fraction
    | Section
    | str
    | bool
    | Combination
    | Outcome
    | Card
    | HeldCards
    | HeldHand
    | Judged
    | Total
    | tuple[Atom, ...]
    | frozenset["Thing"]
    | None
)
"""Whatever an expression may be worth; ``None`` is unset."""

NOTHING: Mapping[str, Thing] = MappingProxyType({})
NO_METERS: Mapping[str, Fraction] = MappingProxyType({})
NO_CARDS: Mapping[str, tuple[Card, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class WagerView:
    """How a wager stands, for the lines that ask of it.

    ``result`` is ``win``, ``lose`` or another result once it is decided at this settle, else None.
    """

    is_made: bool = False
    is_open: bool = False
    result: str | None = None
    amount: Fraction = Fraction(0)
    memory: Mapping[str, Thing] = field(default_factory=lambda: NOTHING)


@runtime_checkable
class Comparer(Protocol):
    """An oracle that tells whether something that hangs on cards meets a test, without telling what it is."""

    def tells(self, expression: Expression, test: Pattern, sight: Sight) -> bool:
        """``test`` speaks of nothing but what is written out in it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The view from one line at one moment; ``own`` is the memory of the wager that the line belongs to.

    ``areas`` are the cards as they lie, ``as_dealt`` those of the player as they were dealt.  ``hands`` are the player's
    hands, ``hand`` is the one in play, ``after`` the choices that touched it.  ``oracle``, where there is one, says what an expression
    that looks at cards is worth: a solver asks its questions through it.  ``meters`` are the sizes that are known.
    """

    equipment: Equipment
    outcome: Outcome | None = None
    came: Mapping[str, Outcome] = field(default_factory=dict)
    memory: Mapping[str, Thing] = field(default_factory=lambda: NOTHING)
    own: Mapping[str, Thing] = field(default_factory=lambda: NOTHING)
    wagers: Mapping[str, WagerView] = field(default_factory=dict)
    amount: Fraction = Fraction(0)
    areas: Mapping[str, tuple[Card, ...]] = field(default_factory=lambda: NO_CARDS)
    as_dealt: Mapping[str, tuple[Card, ...]] = field(default_factory=lambda: NO_CARDS)
    hand: str = ""
    after: frozenset[str] = frozenset()
    is_out: bool = False
    oracle: Callable[[Expression, Sight], Thing] | None = None
    meters: Mapping[str, Fraction] = field(default_factory=lambda: NO_METERS)
    hands: tuple[str, ...] = ()

    @property
    def without_oracle(self) -> Sight:
        """The same view on cards that are looked at themselves."""
        return Sight(
            self.equipment, self.outcome, self.came, self.memory, self.own, self.wagers, self.amount, self.areas, self.as_dealt,
            self.hand, self.after, self.is_out, None, self.meters, self.hands,
        )  # fmt: skip
