"""How many hands are of each class of a ranking, and which are the highest and the lowest of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import RANKS, Card
from audit.play.scales import Scale
from audit.solve.cards import subsets
from audit.solve.cards.strengths import Coded, check_size, coded


@dataclass(frozen=True, slots=True)
class Category:
    """A class of a ranking as it occurs: ``level`` counts from the worst, ``count`` is of all sets of the deck.

    ``highest`` and ``lowest`` are hands of the class, or their best cards, sets first and otherwise from the highest
    rank; of hands of equal worth those of the first cards of the deck.  They are empty where no hand is of the class.
    """

    level: int
    name: str
    title: str | None
    count: int
    highest: tuple[Card, ...] = ()
    lowest: tuple[Card, ...] = ()


def categories(scale: Scale, deck: Sequence[Card], cards: int, best: int | None = None) -> tuple[Category, ...]:
    """The classes of the ranking, the best first, over all sets of ``cards`` cards, whole or by their best ``best``.

    Raises `NotSolvable` as `coded` does.
    """
    counts, whole = count_hands(scale, deck, cards, best)
    _, first = subsets.count_codes(whole.codes, len(whole.worths))
    found = []
    for level, kind in enumerate(scale.classes):
        codes = [code for code, worth in enumerate(whole.worths) if worth.level == level and counts[code]]
        category = Category(level, kind.name, kind.title, int(sum(counts[codes])))
        if codes:
            high, low = (_in_writing(whole.hand_of(int(first[code])), scale) for code in (codes[-1], codes[0]))
            category = Category(level, kind.name, kind.title, category.count, high, low)
        found.append(category)
    return tuple(reversed(found))


def count_hands(
    scale: Scale, deck: Sequence[Card], cards: int, best: int | None = None
) -> tuple[NDArray[np.int64], Coded]:
    """How many sets have each code, and the table of whole hands that the codes are of."""
    check_size(len(deck), cards, best)
    number = cards if best is None else best
    whole = coded(scale, deck, number)
    if number == cards:
        counts, _ = subsets.count_codes(whole.codes, len(whole.worths))
    else:
        counts = coded(scale, deck, cards - 1, best).counts_with_one_more
    return counts, whole


def _in_writing(hand: tuple[Card, ...], scale: Scale) -> tuple[Card, ...]:
    """Sets first, then by rank as the ranking orders them; what it does not order stands last."""
    order = scale.order.ranks or RANKS[::-1]
    times = Counter(card.rank for card in hand)

    def place(card: Card) -> tuple[int, int]:
        return -times[card.rank], order.index(card.rank) if card.rank in order else len(order)

    return tuple(sorted(hand, key=place))
