"""What can be said of cards that are known, where the hand they belong to is not yet whole.

All of it is drawn from the ranking of that hand: the order of its ranks, its runs, which ranks its tests name; nothing
hangs on what a game is called.  Cards are held as numbers of a deck: int8[cases, known].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.play.cards import RANKS, SUITS, Card
from audit.play.scales import Scale
from audit.ruleset import patterns as pt
from audit.ruleset.rewrite import walk
from audit.solve.cards.rule_lists import Fact


@dataclass(frozen=True)
class Wanted:
    """The hand to be: its ranking, of how many cards it will be, and the tests that are asked of it in the end."""

    scale: Scale | None
    cards: int
    tests: tuple[pt.Pattern, ...] = ()

    @property
    def ranks(self) -> tuple[str, ...]:
        """Highest first."""
        return (self.scale.order.ranks if self.scale is not None else ()) or tuple(reversed(RANKS))

    def is_wild(self, rank: str) -> bool:
        return self.scale is not None and rank in self.scale.wild

    @property
    def classes(self) -> tuple[pt.AnyOf, ...]:
        return tuple(kind.stated.tests for kind in self.scale.kinds) if self.scale is not None else ()

    @property
    def has_runs(self) -> bool:
        return any(
            pt.Run.IN_A_RUN in part.properties
            for part in walk(self.classes) if isinstance(part, pt.SomeCards | pt.AllCards)
        )  # fmt: skip

    @property
    def has_suits(self) -> bool:
        return any(pt.SuitsOf.ONE_SUIT in part for part in _suits_asked(self.classes))

    @property
    def runs(self) -> tuple[frozenset[str], ...]:
        """The ranks of each run that a whole hand may be."""
        ranks, length = self.ranks, self.cards
        found = [frozenset(ranks[n : n + length]) for n in range(len(ranks) - length + 1)]
        low = self.scale.order.low if self.scale is not None else None
        if low is not None and low in ranks and ranks[-1] != low and 1 < length < len(ranks):
            found.append(frozenset((*ranks[len(ranks) - length + 1 :], low)))
        return tuple(run for run in found if len(run) == length)

    @property
    def named(self) -> tuple[tuple[str, ...], ...]:
        """Ranks that a class names one by one: ``A K Q J 10``."""
        return tuple(dict.fromkeys(p.values for p in walk(self.classes) if isinstance(p, pt.Spots) and len(p.values) > 2))

    @property
    def bands(self) -> tuple[tuple[str, str], ...]:
        """The stretches of ranks that tests tell apart, as (lowest, highest): ``pair of 6 through 10``."""
        ranks, found = self.ranks, []
        for test in walk(self.tests):
            match test:
                case pt.NamedRange(low=low, high=high) if low.values[0] in ranks and high.values[0] in ranks:
                    one, other = sorted((low.values[0], high.values[0]), key=ranks.index, reverse=True)
                    found.append((one, other))
                case pt.NamedOf(spots=spots, bound=pt.Bound.OR_BETTER) if spots.values[0] in ranks:
                    found.append((spots.values[0], ranks[0]))
        return tuple(dict.fromkeys(found))


def _suits_asked(classes: tuple[pt.AnyOf, ...]) -> Iterator[tuple[Any, ...]]:
    for part in walk(classes):
        if isinstance(part, pt.SomeCards | pt.AllCards):
            yield part.properties
        elif isinstance(part, pt.SpotsOf):
            yield (part.suits,)


def facts_of(wanted: Wanted, deck: Sequence[Card], cards: npt.NDArray[np.int8]) -> Iterator[Fact]:
    """Everything that may part the cases, the plainest first."""
    number = cards.shape[1]
    held = _held(wanted, deck, cards)
    by_rank = held.sum(axis=1)
    yield from _wild(wanted, deck, cards)
    yield from _alike(wanted, by_rank, number)
    if wanted.has_suits:
        most = held.sum(axis=2).max(axis=1)
        for j in range(2, number + 1):
            yield Fact(f"{j} of one suit", f"no {j} of one suit", most >= j)
    yield from _high(wanted, by_rank, number)
    if wanted.has_runs:
        yield from _runs(wanted, held, by_rank, number)
    yield from _named(wanted, held, by_rank, number)
    yield from _extremes(wanted, by_rank)


def _held(wanted: Wanted, deck: Sequence[Card], cards: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """How many cards of each suit and rank, wild ones left out: int8[cases, suits and none, ranks]."""
    ranks = wanted.ranks
    place = np.array([ranks.index(c.rank) if c.rank in ranks and not wanted.is_wild(c.rank) else -1 for c in deck])
    suit = np.array([SUITS.index(c.suit) if c.suit is not None else len(SUITS) for c in deck])
    held = np.zeros((len(cards), len(SUITS) + 1, len(ranks)), dtype=np.int8)
    cases = np.arange(len(cards))
    for column in range(cards.shape[1]):
        at = place[cards[:, column]]
        is_one = at >= 0
        np.add.at(held, (cases[is_one], suit[cards[is_one, column]], at[is_one]), 1)
    return held


def _wild(wanted: Wanted, deck: Sequence[Card], cards: npt.NDArray[np.int8]) -> Iterator[Fact]:
    wild = np.array([wanted.is_wild(card.rank) for card in deck])
    if wild.any():
        most = wild[cards].sum(axis=1)
        for j in range(1, cards.shape[1] + 1):
            yield Fact("a wild card" if j == 1 else f"{j} wild cards", "no wild card" if j == 1 else f"no {j} wild cards", most >= j)


def _alike(wanted: Wanted, by_rank: npt.NDArray[np.int8], number: int) -> Iterator[Fact]:
    """Cards of one rank, and of which."""
    ranks = wanted.ranks
    most = by_rank.max(axis=1)
    for j in range(2, number + 1):
        yield Fact(_ALIKE.get(j, f"{j} of one rank"), f"no {_ALIKE.get(j, f'{j} of one rank').removeprefix('a ')}", most >= j)
    if number >= 4:
        pairs = (by_rank >= 2).sum(axis=1)
        yield Fact("two pairs", "not two pairs", pairs >= 2)
    best = np.where((by_rank >= 2).any(axis=1), (by_rank >= 2).argmax(axis=1), len(ranks))
    for place in range(len(ranks) - 1):
        words = f"pair of {_or_higher(ranks, place)}"
        yield Fact(f"a {words}", f"no {words}", best <= place)


_ALIKE = {2: "a pair"}


def _or_higher(ranks: Sequence[str], place: int) -> str:
    return ranks[0] if place == 0 else f"{ranks[place]} or higher"


def _high(wanted: Wanted, by_rank: npt.NDArray[np.int8], number: int) -> Iterator[Fact]:
    """How many cards are of the ranks that tests name."""
    ranks = wanted.ranks
    stretches: dict[tuple[str, str], None] = {}
    for low, high in wanted.bands:
        stretches.setdefault((low, ranks[0]))
        stretches.setdefault((low, high))
    for low, high in stretches:
        top, bottom = ranks.index(high), ranks.index(low)
        count = by_rank[:, top : bottom + 1].sum(axis=1)
        words = _or_higher(ranks, bottom) if top == 0 else f"{low} through {high}" if low != high else low
        for j in range(1, number + 1):
            cards = "a card" if j == 1 else f"{j} cards"
            yield Fact(f"{cards} of {words}", f"no {cards.removeprefix('a ')} of {words}", count >= j)


def _runs(
    wanted: Wanted, held: npt.NDArray[np.int8], by_rank: npt.NDArray[np.int8], number: int
) -> Iterator[Fact]:
    """How many cards may still come to stand in one run, and in how many runs."""
    places = [[wanted.ranks.index(rank) for rank in run] for run in wanted.runs]
    if not places:
        return
    within = np.stack([(by_rank[:, run] > 0).sum(axis=1) for run in places], axis=1)
    suited = np.stack([(held[:, : len(SUITS)][:, :, run] > 0).sum(axis=2).max(axis=1) for run in places], axis=1)
    for j in range(number, 1, -1):
        yield Fact(f"{j} to a run", f"no {j} to a run", np.asarray((within >= j).any(axis=1)))
        if wanted.has_suits:
            yield Fact(f"{j} of one suit to a run", f"no {j} of one suit to a run", np.asarray((suited >= j).any(axis=1)))
    ways = (within >= number).sum(axis=1)
    for j in range(2, wanted.cards - number + 2):
        yield Fact(f"{number} to a run in {j} ways or more", None, ways >= j)
        yield Fact(f"{number} to a run in {_ways(j - 1)}", None, (ways < j) & (ways > 0))


def _ways(number: int) -> str:
    return "1 way only" if number == 1 else f"at most {number} ways"


def _named(
    wanted: Wanted, held: npt.NDArray[np.int8], by_rank: npt.NDArray[np.int8], number: int
) -> Iterator[Fact]:
    for values in wanted.named:
        places = [wanted.ranks.index(value) for value in values if value in wanted.ranks]
        words = " ".join(values)
        several = (by_rank[:, places] > 0).sum(axis=1)
        suited = (held[:, : len(SUITS)][:, :, places] > 0).sum(axis=2).max(axis=1)
        for j in range(number, max(number - 2, 1), -1):
            yield Fact(f"{j} of {words}", f"no {j} of {words}", several >= j)
            yield Fact(f"{j} of {words} of one suit", f"no {j} of {words} of one suit", suited >= j)


def _extremes(wanted: Wanted, by_rank: npt.NDArray[np.int8]) -> Iterator[Fact]:
    ranks = wanted.ranks
    is_there = by_rank > 0
    highest = np.where(is_there.any(axis=1), is_there.argmax(axis=1), len(ranks))
    lowest = np.where(is_there.any(axis=1), len(ranks) - 1 - is_there[:, ::-1].argmax(axis=1), -1)
    for place in range(len(ranks) - 1):
        words = _or_higher(ranks, place)
        below = f"{ranks[place + 1]} or lower"
        yield Fact(f"highest card {words}", f"highest card {below}", highest <= place)
        yield Fact(f"lowest card {words}", f"lowest card {below}", lowest <= place)

