"""What every line has beside its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from audit.ruleset.basis import Basis
from audit.ruleset.conditions import Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A line: a basis, a guard settled in play, a choice settled before play.

    Two lines that say the same are equal whatever their basis.
    """

    basis: Basis = field(default=Basis(), compare=False, repr=False)
    guard: Condition | None = None
    when: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Stated):
    """A line, or a block, at the top level of a ruleset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(Stated):
    """A line that leaves nothing behind but what it rests on: an include, a removal, a heading; ``words`` are its own."""

    words: str
