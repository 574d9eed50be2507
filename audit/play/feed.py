"""Where outcomes come from: a seed, a script, or a script and then a seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from audit.play.cards import Card, cards_text, read_card
from audit.play.equipment import DiceSource, Drawn, Outcome, RangeSource, Roll, Source
from audit.play.errors import GivenError


class Feed(Protocol):
    """Gives the outcome of the next chance act."""

    def next(self, verb: str, name: str, source: Source) -> Outcome: ...


@runtime_checkable
class CardFeed(Protocol):
    """Gives the next card off the deck, for feeds that know cards."""

    def card(self, area: str, stock: Sequence[Card]) -> int:
        """Which of the cards that are left comes next, as its index; ``area`` is where it goes."""
        ...


@dataclass
class Seeded:
    """Outcomes from a seed: the same seed gives the same outcomes on every machine.

    ``is_used`` tells whether any was asked for.
    """

    seed: int
    is_used: bool = field(init=False, default=False)
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        if isinstance(source, DiceSource):
            return Roll(tuple(self._one_of(faces) for faces in source.dice), source.lines)
        if isinstance(source, RangeSource):
            return Drawn(source.least + self._below(source.total))
        at = self._below(source.total)
        for section, count in source.sections:
            if at < count:
                return section
            at -= count
        raise AssertionError("the sections add up to the total")

    def card(self, area: str, stock: Sequence[Card]) -> int:
        """An even draw from the cards that are left."""
        return self._below(len(stock))

    def _one_of(self, items: tuple[str, ...]) -> str:
        return items[self._below(len(items))]

    def _below(self, number: int) -> int:
        """An even draw below ``number``, from whole random bits only, so that no library version changes it."""
        self.is_used = True
        bits = number.bit_length()
        drawn = self._random.getrandbits(bits)
        while drawn >= number:
            drawn = self._random.getrandbits(bits)
        return drawn


@dataclass
class Scripted:
    """Outcomes as given; afterwards those of ``rest``, or none."""

    script: deque[str]
    rest: Feed | None = None

    @classmethod
    def of(cls, outcomes: Iterable[str], rest: Feed | None = None) -> Scripted:
        return cls(deque(outcomes), rest)

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        """Raises `GivenError` where the script does not fit the act, or has run out with nothing behind it."""
        if self.script:
            text = self.script.popleft()
            outcome = source.read(text)
            if outcome is None:
                raise GivenError(f"--given: {text} cannot come up at {verb} {name}")
            return outcome
        if self.rest is None:
            raise GivenError("--given: the script has run out")
        return self.rest.next(verb, name, source)

    def card(self, area: str, stock: Sequence[Card]) -> int:
        """The next card of the script, which is read in the order of dealing; then as `next`."""
        if self.script:
            text = self.script.popleft()
            card = read_card(text)
            if card is None or card not in stock:
                raise GivenError(f"--given: {text} is not among the cards left: {cards_text(stock)}")
            return list(stock).index(card)
        if not isinstance(self.rest, CardFeed):
            raise GivenError("--given: the script has run out")
        return self.rest.card(area, stock)
