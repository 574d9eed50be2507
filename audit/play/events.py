"""What happened, in order: immutable records, each with the clauses that made it happen.  Their list is the transcript."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from audit.play.equipment import Outcome
from audit.ruleset.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; ``bases`` are the lines that say so."""

    bases: tuple[Basis, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered(Event):
    step: str
    round: int


@dataclass(frozen=True, slots=True)
class Made(Event):
    wager: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class CameUp(Event):
    """A roll, a spin, a draw; ``number`` counts them from 1."""

    verb: str
    outcome: Outcome
    number: int


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """The act before counts for nothing and is made again."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A wager decided; ``net`` is None where no clause states the payout."""

    wager: str
    result: str
    payout: str
    net: Fraction | None
    because: str


@dataclass(frozen=True, slots=True)
class Stays(Event):
    wager: str
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Remembered(Event):
    """Something kept: by the round (``wager`` is None) or by a wager."""

    wager: str | None
    memory: str
    value: str


@dataclass(frozen=True, slots=True)
class WentTo(Event):
    step: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    because: str = ""


@dataclass(frozen=True, slots=True)
class Irregular(Event):
    """An irregularity and what was done about it."""

    name: str
    remedies: tuple[str, ...]
    at_the_word_of: str | None = None
