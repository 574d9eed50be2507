"""Rankings of the language compiled: what every set of n cards of a deck is worth, as one small number.

The worth of a hand is asked of `audit.play.scales` once for every kind of hand that the ranking can tell apart
(`audit.solve.cards.suit_grain`), and spread over all hands of the kind.  So a ranking of a stranger takes the time of
any other.  Sets are in the order of `audit.solve.cards.sets`: card numbers c0 < c1 < …, the last the slowest.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import Card
from audit.play.errors import NotPlayable
from audit.play.scales import NO_CHOICES, Scale, Worth
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards import subsets
from audit.solve.cards.multisets import Faces, card_keys, faces_of, index_multisets, start_of_sum
from audit.solve.cards.sets import MOST_IN_A_SET, cards_of, number_of
from audit.solve.cards.split_tables import SplitTables, split
from audit.solve.cards.suit_grain import Names, grain_of
from audit.solve.errors import NotSolvable

MOST_SETS = 160_000_000
"""More sets than this are not coded: a third of a gigabyte of codes, twice that while they are made."""

MOST_KINDS = 400_000
"""More kinds of hands than this are not evaluated: by the letter that would take more than a minute or two."""

KEPT_BYTES = 500_000_000
"""Tables are kept in memory up to this size, the latest used first."""

Codes: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Coded:
    """What all sets of ``cards`` cards of a deck are worth, as they are or by the best ``best`` of them.

    ``codes``: uint16 or uint32 for each set, in colex order.  ``worths``: by code, ascending by order, of equal order
    natural last.  ``order``: int32 by code; codes of equal `Worth.order` have equal places, and the higher is better.
    With ``best`` the codes are those of the sets of ``best`` cards; not every one of them need occur.
    """

    scale: Scale
    deck: tuple[Card, ...]
    cards: int
    best: int | None
    codes: Codes
    worths: tuple[Worth, ...]
    order: NDArray[np.int32]

    @cached_property
    def numbers(self) -> dict[Card, tuple[int, ...]]:
        """Where each card of the deck stands in it; equal jokers stand in several places."""
        found: dict[Card, tuple[int, ...]] = {}
        for number, card in enumerate(self.deck):
            found[card] = (*found.get(card, ()), number)
        return found

    @cached_property
    def counts_with_one_more(self) -> NDArray[np.int64]:
        """In how many sets of one card more the best cards have each code."""
        best = self.cards if self.best is None else self.best
        counts, _ = subsets.count_best(self.codes, len(self.worths), len(self.deck), self.cards + 1, best)
        counts.setflags(write=False)
        return counts

    def code_of(self, hand: Sequence[Card]) -> int:
        """The code of one hand of ``cards`` cards."""
        if len(hand) != self.cards:
            raise ValueError(f"{len(hand)} cards where {self.cards} are coded")
        held = [number for card, times in Counter(hand).items() for number in self.numbers[card][:times]]
        return int(self.codes[number_of(held)])

    def hand_of(self, number: int) -> tuple[Card, ...]:
        """The cards of the set of that number."""
        return tuple(self.deck[card] for card in cards_of(number, self.cards))


def coded(
    scale: Scale, deck: Sequence[Card], cards: int, best: int | None = None, after: frozenset[str] = NO_CHOICES
) -> Coded:
    """All sets of ``cards`` cards of the deck under a ranking, whole or by the best ``best`` of them.

    ``after`` are the choices that touched the hand, for classes that ask for them.

    Raises `NotSolvable` for more sets or more kinds of hands than the bounds above, and for packs that hold a card of a
    suit twice.
    """
    check_size(len(deck), cards, best)
    if best == cards:
        best = None
    key = (content_of(scale), tuple(deck), cards, best, after)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    if best is None:
        made = _evaluate(scale, tuple(deck), cards, after)
    else:
        fewer = coded(scale, deck, cards - 1, best, after)
        codes = subsets.best_without_one(fewer.codes, len(deck), cards, best)
        made = Coded(scale, fewer.deck, cards, best, codes, fewer.worths, fewer.order)
    _kept[key] = made
    while len(_kept) > 1 and sum(table.codes.nbytes for table in _kept.values()) > KEPT_BYTES:
        _kept.popitem(last=False)
    return made


def split_tables(scale: Scale, deck: Sequence[Card], cards: int, best: int) -> SplitTables | None:
    """The best ``best`` of ``cards`` cards for kernels that add up cards; codes are those of ``coded(…, best)``.

    None for rankings that cannot be split into ranks and one suit (`audit.solve.cards.split_tables`).
    """
    whole = coded(scale, deck, best)
    return split(faces_of(deck), whole.codes, best, cards)


def places_together(*tables: Coded) -> tuple[NDArray[np.int32], ...]:
    """For each table the place of its codes in one order of all of them: to compare hands of different sizes."""
    if len({content_of(table.scale) for table in tables}) > 1:
        raise ValueError("hands under different rankings have no order among each other")
    orders = sorted({worth.order for table in tables for worth in table.worths})
    place = {order: number for number, order in enumerate(orders)}
    return tuple(np.array([place[worth.order] for worth in table.worths], np.int32) for table in tables)


def content_of(scale: Scale) -> Hashable:
    """All that a ranking says: its lines, what they name, and how suits stand.  Equal content, equal worth."""
    ruleset = scale.ruleset
    return scale.name, content_of_names([scale.name], ruleset), ruleset.of(wo.SuitsEqual, wo.SuitsOrdered)


def content_of_names(names: Iterable[str], ruleset: Ruleset) -> Hashable:
    """All statements of these names, with those that they name, and so on."""
    found: dict[str, Hashable] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        statements = ruleset.by_name.get(name, ())
        found[name] = statements
        waiting.extend(part.text for statement in statements for part in walk(statement) if isinstance(part, Name))
    return tuple(sorted(found.items()))


_kept: OrderedDict[Hashable, Coded] = OrderedDict()


def forget_tables() -> None:
    """Drops what is kept in memory."""
    _kept.clear()


def check_size(deck: int, cards: int, best: int | None) -> None:
    """Raises `NotSolvable` where the sets are too many, or no sets at all."""
    if not 1 <= cards <= deck or (best is not None and not 1 <= best <= cards):
        raise NotSolvable(f"hands of {cards} cards" + (f", the best {best} of them," if best else "") + f" of {deck}")
    if cards > MOST_IN_A_SET or math.comb(deck, cards) > MOST_SETS:
        raise NotSolvable(f"all {math.comb(deck, cards):,} sets of {cards} of {deck} cards; {MOST_SETS:,} can be coded")


def _evaluate(scale: Scale, deck: tuple[Card, ...], cards: int, after: frozenset[str]) -> Coded:
    """Asks for the worth of one hand of each kind, and gives every hand of the kind its code."""
    kinds, there, examples = _kinds(scale, faces_of(deck), cards)
    hands = subsets.cards_of_sets(examples, len(deck), cards).tolist()
    try:
        worth_of_kind = [scale.worth([deck[card] for card in hand], after) for hand in hands]
    except NotPlayable as error:
        raise NotSolvable(error.message, scale.name, error.span) from error
    worths = sorted(set(worth_of_kind), key=lambda worth: (worth.order, worth.natural, worth.ranks))
    code_of = {worth: code for code, worth in enumerate(worths)}
    number = int(there.max()) + 1
    small = len(worths) <= np.iinfo(np.uint16).max
    code_of_kind: Codes = np.zeros(number, np.uint16) if small else np.zeros(number, np.uint32)
    code_of_kind[there] = [code_of[worth] for worth in worth_of_kind]
    steps = [int(code > 0 and worths[code].order != worths[code - 1].order) for code in range(len(worths))]
    order = np.cumsum(steps, dtype=np.int32)
    return Coded(scale, deck, cards, None, code_of_kind[kinds], tuple(worths), order)


def _kinds(scale: Scale, faces: Faces, cards: int) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """The kind of each set; which kinds there are; the number of one set of each of these."""
    grain = grain_of(scale, cards)
    index = index_multisets(cards, faces.limits)
    everywhere = np.array([card.rank in scale.wild for card in faces.deck])
    key = card_keys(faces, index, everywhere)
    enough = cards + 1 if grain.enough is None else grain.enough
    counted = 1 <= enough <= cards
    start = start_of_sum(cards, enough) if counted else 0
    if enough == 0 or (counted and enough == 1):
        kinds, first = np.full(math.comb(len(faces.deck), cards), -1, np.int32), np.zeros(0, np.int64)
    else:
        kinds, first = subsets.number_by_ranks(key, cards, start, counted, index.offset, index.place, index.size)
    by_suit = np.flatnonzero(kinds < 0).astype(np.int64)
    seen = np.flatnonzero(first >= 0)
    # sets of one kind differ by an exchange of suits, and by which of the cards without a suit are in them
    alike = _EXCHANGES[grain.names] << int((faces.suit < 0).sum())
    _refuse_more_kinds(len(seen) + len(by_suit) // alike, "at least ", scale, cards, grain.names)
    finer = subsets.keys_by_suit(by_suit, faces.rank, faces.suit, faces.mask, cards, int(grain.names))
    _, examples, inverse = np.unique(finer, return_index=True, return_inverse=True)
    _refuse_more_kinds(len(seen) + len(examples), "", scale, cards, grain.names)
    kinds[by_suit] = len(first) + inverse
    there = np.concatenate([seen, len(first) + np.arange(len(examples))])
    return kinds, there, np.concatenate([first[seen], by_suit[examples]])


_EXCHANGES = {Names.ALL: 24, Names.WITHIN_COLOURS: 8, Names.NONE: 1}
"""In how many ways suits may be exchanged."""


def _refuse_more_kinds(kinds: int, at_least: str, scale: Scale, cards: int, names: Names) -> None:
    if kinds > MOST_KINDS:
        what = "suits by name" if names is Names.NONE else "suits"
        raise NotSolvable(
            f"{at_least}{kinds:,} kinds of hands of {cards} cards under {scale.name}, which looks at {what}; "
            f"{MOST_KINDS:,} can be evaluated",
            scale.name,
        )
