"""The hands that `by_setting` counts: of both sides, in kinds that are set alike, with where they stand when compared."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from audit.play.cards import cards_text
from audit.solve.cards.compiled_ways import CompiledWay, codes_as_set, lawful_settings, rankings_of
from audit.solve.cards.exchanges import masks_to_exchange
from audit.solve.cards.multisets import faces_of
from audit.solve.cards.payoffs import Axis
from audit.solve.cards.set_sides import SetSides
from audit.solve.cards.settings import SUITS, Deals, Ints32, Settings, every_hand, lawful_places
from audit.solve.cards.sorts import Ints, Sorts, sorts_by_rank, sorts_by_suit
from audit.solve.cards.suit_grain import Names
from audit.solve.errors import NotSolvable

MOST_HANDS = 160_000_000
"""More hands than this, suits counted, are not set."""

AT_A_TIME = 500_000
"""Hands whose cards are written out for a way together."""


@dataclass(frozen=True, eq=False)
class Placed:
    """Where hands stand in both comparisons, and which cell of what else is asked of them: an entry a hand."""

    first: Ints32
    second: Ints32
    cell: Ints

    def of(self, hands: Ints) -> Placed:
        """Those of these hands."""
        return Placed(self.first[hands], self.second[hands], self.cell[hands])

    def is_like(self, other: Placed) -> bool:
        """Whether both are the same, hand by hand."""
        pairs = ((self.first, other.first), (self.second, other.second), (self.cell, other.cell))
        return all(np.array_equal(one, another) for one, another in pairs)


@dataclass(frozen=True, eq=False)
class Alike:
    """Hands in kinds that are set alike: ``kind`` of each hand, ``example`` a hand of each kind.

    First come kinds of hands of which no suit has enough cards to matter, one for all hands of the same ranks; the others are one
    hand each, of which ``suit`` (by hand, else -1) has enough.
    """

    kind: Ints
    example: Ints
    suit: Ints

    @cached_property
    def plain(self) -> Ints:
        """The hands of which no suit has enough cards."""
        return np.flatnonzero(self.suit < 0)

    @cached_property
    def suited(self) -> Ints:
        return np.flatnonzero(self.suit >= 0)


@dataclass(frozen=True, eq=False)
class SetHands:
    """All hands up to an exchange of suits.  Raises `NotSolvable` where they are too many, or not alike enough."""

    sides: SetSides
    deals: Deals = field(init=False)

    def __post_init__(self) -> None:
        deck, cards = self.sides.problem.judge.deck, self.sides.arranger.size
        if self.sides.dealers_way.cards != cards:
            raise self._refusal("player and dealer set hands of different sizes")
        if math.comb(len(deck), cards) > MOST_HANDS or self.number >= 2**62:
            raise self._refusal(f"{math.comb(len(deck), cards):,} hands may be held; {MOST_HANDS:,} are set at most")
        masks = masks_to_exchange(deck)
        if masks is None or self.sides.grain.names is not Names.ALL:
            raise self._refusal("suits may not be exchanged")
        object.__setattr__(self, "deals", every_hand(masks, cards))

    def _refusal(self, why: str) -> NotSolvable:
        return NotSolvable(why, "each player sets", self.sides.areas[0].basis.span)

    @property
    def number(self) -> int:
        """How many deals there are."""
        deck, cards = len(self.sides.problem.judge.deck), self.sides.arranger.size
        return math.comb(deck, cards) * math.comb(deck - cards, cards)

    # by ranks, and by one suit and ranks

    @cached_property
    def by_rank(self) -> Sorts:
        return sorts_by_rank(faces_of(self.sides.problem.judge.deck))

    @cached_property
    def by_suit(self) -> tuple[Sorts, ...]:
        faces = faces_of(self.sides.problem.judge.deck)
        return tuple(sorts_by_suit(faces, suit) for suit in range(SUITS))

    @cached_property
    def rank_keys(self) -> Ints:
        return self.deals.sums(self.by_rank.key)

    @cached_property
    def own_suit_keys(self) -> Ints:
        """The key of each hand of which a suit has enough cards, by that suit; else 0."""
        keys = np.zeros(len(self.deals.cards), np.int64)
        for suit, sorts in enumerate(self.by_suit):
            hands = np.flatnonzero(self.alike.suit == suit)
            keys[hands] = self.deals.of(hands).sums(sorts.key)
        return keys

    @cached_property
    def alike(self) -> Alike:
        """Raises `NotSolvable` where two suits of a hand may matter at once."""
        deck, cards, enough = self.sides.problem.judge.deck, self.sides.arranger.size, self.sides.grain.enough
        enough = cards + 1 if enough is None else enough
        ways = [way.reader for way in (self.sides.dealers_way, self.sides.own_way) if way is not None]
        scales = [part.scale for part in (*self.sides.own, *self.sides.dealers_way.parts)]
        scales += [one for reader in ways for one in rankings_of(reader)]
        wild = np.array([card.suit is None or any(card.rank in one.wild for one in scales) for card in deck])
        if enough <= cards and 2 * enough - int(wild.sum()) <= cards:
            raise self._refusal("two suits of a hand may matter at once")
        suit = np.full(len(self.deals.cards), -1, np.int64)
        of_card = faces_of(deck).suit
        for one in range(SUITS):
            suit[self.deals.sums((wild | (of_card == one)).astype(np.int64)) >= enough] = one
        plain, suited = np.flatnonzero(suit < 0), np.flatnonzero(suit >= 0)
        codes, ranks = pd.factorize(self.rank_keys[plain])
        kind, example = np.zeros(len(suit), np.int64), np.zeros(len(ranks), np.int64)
        kind[plain], kind[suited] = codes, len(ranks) + np.arange(len(suited))
        example[codes] = plain
        return Alike(kind, np.concatenate([example, suited]), suit)

    # as they are set

    @cached_property
    def dealer(self) -> tuple[Placed, Axis]:
        """The dealer's hands, and the cells that theirs are."""
        _, (first, second) = self.sides.compared
        axis, cells = self.sides.dealers_cells(self._dealers_codes)
        placed = Placed(first.dealer.of(self._dealers_codes), second.dealer.of(self._dealers_codes), cells)
        self._check_alike(placed)
        return placed, axis

    @cached_property
    def _dealers_codes(self) -> tuple[Ints, Ints]:
        return self._codes(self.sides.dealers_way)

    def _check_alike(self, placed: Placed) -> None:
        """All hands in which no suit counts must be placed as those of the same ranks."""
        plain = self.alike.plain
        if not placed.of(plain).is_like(placed.of(self.alike.example[self.alike.kind[plain]])):
            raise AssertionError("suits matter where no test asks for them")

    @cached_property
    def dealer_by_ranks(self) -> Placed:
        """The same hands as if they went by their ranks.

        Ranks that only come with enough cards of a suit are taken for any other hand: what is counted so is taken off again.
        """
        codes, ranks = pd.factorize(self.rank_keys)
        stands_for = np.zeros(len(ranks), np.int64)
        stands_for[codes[self.alike.plain]] = self.alike.plain
        return self.dealer[0].of(stands_for[codes])

    def settings(self, *, is_monotone: bool) -> tuple[Settings, bool]:
        """The lawful settings of each kind of hands; whether the last of each is that of the ruleset's way for the player.

        Where a higher part never pays less, what is higher in no part than another is left out, but for that of the way.
        Raises `NotSolvable` with a hand that cannot be set lawfully.
        """
        _, (first, second) = self.sides.compared
        as_way, example = self._as_own_way, self.alike.example
        added = None if as_way is None else (as_way.first[example], as_way.second[example])
        may = lawful_settings(self.sides.arranger, self.sides.own)
        found = lawful_places(self.deals.cards[example], may, first.player, second.player, added, is_monotone=is_monotone)
        none = np.flatnonzero(np.diff(found.begin) == 0)
        if len(none):
            cards = self.deals.cards[example[none[0]]].tolist()
            held = cards_text(tuple(self.sides.problem.judge.deck[card] for card in cards))
            raise self._refusal(f"{held} cannot be set lawfully, and nothing says what then becomes of the round")
        return found, as_way is not None

    @cached_property
    def _as_own_way(self) -> Placed | None:
        """All hands as the ruleset's way for the player sets them; None where there is none, or it does not set all."""
        way, dealers = self.sides.own_way, self.sides.dealers_way
        if way is None:
            return None
        try:
            codes = self._dealers_codes if way.tables is dealers.tables else self._codes(way)
        except NotSolvable:
            return None  # a way that does not set all cards is none to play by
        _, (first, second) = self.sides.compared
        placed = Placed(first.player.of(codes), second.player.of(codes), np.zeros(len(codes[0]), np.int64))
        self._check_alike(placed)
        return placed

    def _codes(self, way: CompiledWay) -> tuple[Ints, Ints]:
        """The codes of the parts of all hands as a way sets them; raises `NotSolvable` with a hand that it does not set."""
        codes = np.zeros((2, len(self.deals.cards)), np.int64)
        for begun in range(0, len(self.deals.cards), AT_A_TIME):
            some = slice(begun, begun + AT_A_TIME)
            codes[:, some] = codes_as_set(way, self.deals.cards[some].astype(np.int64))
        return codes[0], codes[1]
