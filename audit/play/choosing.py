"""What a player is asked, and who answers: a script, a seed, whatever stands first, or a solver."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from audit.play.cards import Card, read_card
from audit.play.errors import CannotGoOn, GivenError
from audit.play.lying import Spot
from audit.ruleset.basis import NOWHERE, Basis
from audit.ruleset.configure import number_in, read_value


class Stuck(CannotGoOn):
    """A decision at which no choice is permitted."""


@dataclass(frozen=True)
class Offer:
    """One thing that the player may do: a choice, with the wagers that it makes and at which stakes.

    ``label`` is the choice's name, and behind it the stake where there are several: ``bet 4``, ``bet $25``.  ``ways``
    are the ways of the ruleset that would set cards just so; their names stand for the offer, too.
    """

    choice: str
    label: str
    makes: tuple[tuple[str, Fraction], ...] = ()
    bases: tuple[Basis, ...] = ()
    ways: tuple[str, ...] = ()


@dataclass(frozen=True)
class ToDecide:
    """A decision: the step it stands in, what is offered, and which cards the player knows.

    ``cards`` are those cards themselves, ``before`` what was decided in this round so far: steps and labels.
    """

    step: str
    offers: tuple[Offer, ...]
    known: frozenset[Spot]
    basis: Basis
    cards: Mapping[Spot, Card] = field(default_factory=dict)
    before: tuple[tuple[str, str], ...] = ()


class Chooser(Protocol):
    """Decides for the player."""

    def choose(self, decision: ToDecide) -> int:
        """Which of the offers is taken, as its index."""
        ...


class First:
    """Takes what stands first."""

    def choose(self, decision: ToDecide) -> int:
        return 0


@dataclass
class AtRandom:
    """Takes any offer, each as likely, from a seed of its own kind: the cards of the same seed stay what they are.

    ``is_used`` tells whether it was asked.
    """

    seed: int
    is_used: bool = field(init=False, default=False)
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(f"choices of {self.seed}")

    def choose(self, decision: ToDecide) -> int:
        self.is_used = True
        bits = len(decision.offers).bit_length()
        drawn = self._random.getrandbits(bits)
        while drawn >= len(decision.offers):
            drawn = self._random.getrandbits(bits)
        return drawn


@dataclass
class AsScripted:
    """Choices in order, each named as offered; afterwards those of ``rest``, or none."""

    script: deque[str]
    rest: Chooser | None = None

    @classmethod
    def of(cls, choices: Iterable[str], rest: Chooser | None = None) -> AsScripted:
        return cls(deque(" ".join(choice.split()) for choice in choices if choice.strip()), rest)

    def choose(self, decision: ToDecide) -> int:
        """Raises `GivenError` where the next choice is not offered, or the script has run out with nothing behind it."""
        if self.script:
            wanted = self.script.popleft()
            at = _offered(wanted, decision.offers)
            if at is None:
                offered = ", ".join(offer.label for offer in decision.offers)
                raise GivenError(f"--decide: {wanted} is not offered at {decision.step}; offered: {offered}")
            return at
        if self.rest is None:
            offered = ", ".join(offer.label for offer in decision.offers)
            raise GivenError(f"--decide: no choice is left for {decision.step}; offered: {offered}")
        return self.rest.choose(decision)

    @property
    def unused(self) -> list[str]:
        """Choices that nobody came to ask for."""
        return list(self.script)


def _offered(wanted: str, offers: tuple[Offer, ...]) -> int | None:
    """The offer of that label; else the one of that choice and stake; else the only one of that choice.

    Cards may be named in any order and spelling; the name of a way stands for the setting that it chooses.
    """
    for at, offer in enumerate(offers):
        if offer.label == wanted or wanted in offer.ways:
            return at
    with_cards = [at for at, offer in enumerate(offers) if offer.label.count(" ") and _words(offer.label) == _words(wanted)]
    if len(with_cards) == 1:
        return with_cards[0]
    name, _, stake = wanted.partition(" ")
    amount = number_in(read_value(stake)) if stake else None
    of_choice = [at for at, offer in enumerate(offers) if offer.choice == name]
    if amount is not None:
        of_choice = [at for at in of_choice if len(offers[at].makes) == 1 and offers[at].makes[0][1] == amount]
    elif stake:
        return None
    return of_choice[0] if len(of_choice) == 1 else None


def _words(label: str) -> list[str]:
    """The words of a label in one order, cards in one spelling."""
    return sorted(str(read_card(word) or word) for word in label.split())


def by_way(decision: ToDecide) -> int | None:
    """The offer that a way of the ruleset would choose; None where none has a say, or two differ."""
    found = [at for at, offer in enumerate(decision.offers) if offer.ways]
    return found[0] if len(found) == 1 else None


@dataclass
class ByTheWay:
    """Sets cards as a way of the ruleset does, where one says how; all else is decided by ``rest``."""

    rest: Chooser

    def choose(self, decision: ToDecide) -> int:
        at = by_way(decision)
        return self.rest.choose(decision) if at is None else at


def ask(chooser: Chooser, decision: ToDecide) -> Offer:
    """The offer that is taken; raises `Stuck` where there is none."""
    if not decision.offers:
        span = decision.basis.span if decision.basis.span.line else NOWHERE
        raise Stuck(f"{decision.step}: no choice is permitted", span)
    return decision.offers[chooser.choose(decision)]
