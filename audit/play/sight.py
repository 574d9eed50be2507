"""What a line may look at when it is asked: what came up, what is remembered, how the wagers stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from audit.play.equipment import Equipment, Outcome, Section
from audit.ruleset.patterns import Combination

Atom = str | Combination
"""One thing that a pick may be on: a number or label as text, or a combination of dice."""

Thing = Fraction | Section | str | bool | Combination | Outcome | tuple[Atom, ...] | frozenset["Thing"] | None
"""Whatever an expression may be worth in games of dice and wheels; ``None`` is unset."""

NOTHING: Mapping[str, Thing] = MappingProxyType({})


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


@dataclass(frozen=True, slots=True)
class Sight:
    """The view from one line at one moment; ``own`` is the memory of the wager that the line belongs to."""

    equipment: Equipment
    outcome: Outcome | None = None
    came: Mapping[str, Outcome] = field(default_factory=dict)
    memory: Mapping[str, Thing] = field(default_factory=lambda: NOTHING)
    own: Mapping[str, Thing] = field(default_factory=lambda: NOTHING)
    wagers: Mapping[str, WagerView] = field(default_factory=dict)
    amount: Fraction = Fraction(0)
