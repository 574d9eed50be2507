"""One difference between two rulesets."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.checks.finding import Witness

Place: TypeAlias = tuple[str, str]
"""A position: the name of its wager, and its label."""


class Kind(enum.Enum):
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    RENUMBERED = "renumbered"


class Favours(enum.Enum):
    HOUSE = "house"
    PLAYER = "player"
    NEITHER = "neither"


class Weight(enum.Enum):
    """What a difference touches; in falling order."""

    PLAY = "play"
    CONTROLS = "controls"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """So much of a meter a wager brings on average, per unit of it, on both sides: what the house edge leaves out."""

    meter: str
    old: Fraction
    new: Fraction


@dataclass(frozen=True, slots=True)
class Entry:
    """What changed of which thing, with the clauses on both sides.

    ``what`` is ``wager``, ``payout``, ``condition``, ``limit``, ``option``, ``duty``, ``irregularity``, ``term`` …;
    ``old`` and ``new`` are texts.  House edges are those of the wager concerned, where one is; ``witness`` the shortest
    round that settles differently, ``no_round_differs`` where it was proved that none does.  House edges are those with
    nothing in any meter; ``meters`` are those of which the wager now brings more or less.  ``is_unsolved``: a house edge that is
    not known is so since no method solves the wager, not since the text leaves it open.
    """

    kind: Kind
    what: str
    subject: str
    title: str
    old: str | None
    new: str | None
    old_cites: tuple[str, ...] = ()
    new_cites: tuple[str, ...] = ()
    weight: Weight = Weight.PLAY
    favours: Favours = Favours.NEITHER
    old_edge: Fraction | None = None
    new_edge: Fraction | None = None
    witness: Witness | None = None
    no_round_differs: bool = False
    note: str = ""
    count: int = 1
    meters: tuple[MeterShare, ...] = ()
    is_unsolved: bool = False

    @property
    def is_edge_of_one(self) -> bool:
        """Whether the house edge is that of what one side alone has, so that nothing is unknown of the other."""
        if self.kind is Kind.ADDED:
            return self.old_edge is None
        return self.kind is Kind.REMOVED and self.new_edge is None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two rulesets, and what is only renumbered or alike.

    ``renumbered`` are clauses, runs of them as one entry; ``renumbered_statements`` counts the statements that rest on
    them and have no entry, ``alike`` those in which nothing differs.  ``unknown`` is what one side's text lacks.
    ``matched`` pairs the names of wagers, ``assumed`` tells readings of ours that one side alone has, or takes otherwise.
    ``places`` pairs positions, each by its wager and its label; ``names`` are old names of what has another now.
    """

    old: str
    new: str
    entries: tuple[Entry, ...]
    renumbered: tuple[Entry, ...] = ()
    alike: int = 0
    unknown: tuple[str, ...] = ()
    matched: tuple[tuple[str, str], ...] = ()
    assumed: tuple[Entry, ...] = ()
    renumbered_statements: int = 0
    places: tuple[tuple[Place, Place], ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    def count(self, kind: Kind, weight: Weight) -> int:
        return sum(1 for e in self.entries if e.kind is kind and e.weight is weight)
