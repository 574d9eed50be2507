"""Which hands are alike under a ranking: what one of them is worth need be worked out once only."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, is_dataclass

from audit.play.cards import SUITS, Card
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wt
from audit.ruleset.rewrite import field_names

NO_SUIT = len(SUITS)
WIDTH = NO_SUIT + 1
"""Numbers that a rank has: one for each suit, one for none."""

KEYS_OF_RANKS = frozenset({"sets_then_cards", "sets_only", "highest_unshared_card"})
"""The built-in keys of comparison that look at ranks alone."""

BLIND: tuple[type[object], ...] = (
    pt.AnyOf, pt.All, pt.SomeCards, pt.AllCards, pt.ExactlyCards, pt.Spots, pt.SpotsOf, pt.HeldWith, pt.WildCards,
    pt.OfRank, pt.RankRule, pt.Run,
)  # fmt: skip
"""Parts of a test that cannot tell one suit from another, whatever they are made of."""

BLIND_WORDS = frozenset({
    pt.SuitsOf.ONE_SUIT, pt.SuitsOf.DIFFERENT_SUITS, pt.Special.ANY, pt.Special.ANYTHING_ELSE, pt.Special.NO_JOKER,
    pt.Special.NO_WILD_CARDS,
})  # fmt: skip


@dataclass(frozen=True, eq=False)
class Likeness:
    """Gives hands that are alike the same key: the same cards in any order, and, where no test and no key of the
    ranking can tell one suit from another, cards that are the same when suits are called otherwise."""

    are_suits_told: bool
    _numbers: dict[Card, int] = field(default_factory=dict)

    def key(self, cards: Sequence[Card]) -> tuple[int, ...]:
        numbers = self._numbers
        try:
            held = [numbers[card] for card in cards]
        except KeyError:
            held = [self._number(card) for card in cards]
        held.sort()
        if self.are_suits_told:
            return tuple(held)
        called = {NO_SUIT: NO_SUIT}
        for place, number in enumerate(held):
            suit = number % WIDTH
            if suit not in called:
                called[suit] = len(called) - 1
            held[place] = number - suit + called[suit]
        return tuple(held)

    def _number(self, card: Card) -> int:
        if card not in self._numbers:
            like = Card(card.rank, None, card.features)
            suit = NO_SUIT if card.suit is None else SUITS.index(card.suit)
            self._numbers.setdefault(like, WIDTH * len(self._numbers) + NO_SUIT)
            self._numbers[card] = self._numbers[like] - NO_SUIT + suit
        return self._numbers[card]


def likeness_under(tests: Iterable[pt.Pattern], keys: Iterable[wt.Key]) -> Likeness:
    """The likeness of hands under a ranking of these tests and keys."""
    is_blind = all(map(_is_blind, _parts(tuple(tests)))) and all(
        isinstance(key, wt.NamedKey) and key.name.text in KEYS_OF_RANKS for key in keys
    )
    return Likeness(not is_blind)


def _is_blind(part: object) -> bool:
    return isinstance(part, BLIND) or (isinstance(part, enum.Enum) and part in BLIND_WORDS)


def _parts(node: object) -> Iterator[object]:
    """Everything that a piece of a ruleset consists of, but text and numbers."""
    if isinstance(node, tuple):
        for item in node:
            yield from _parts(item)
    elif isinstance(node, enum.Enum):
        yield node
    elif is_dataclass(node):
        yield node
        for name in field_names(node.__class__):
            yield from _parts(getattr(node, name))
