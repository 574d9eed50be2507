"""Sets of cards that stand for all that they become when suits are exchanged, told while all sets are walked over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import SUITS, Card
from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import MASK, MASK_BITS, faces_of


def masks_to_exchange(deck: Sequence[Card]) -> NDArray[np.int64] | None:
    """The masks of the cards (`multisets.Faces`), where every suit holds the same ranks; else None."""
    ranks = {frozenset(card.rank for card in deck if card.suit is suit) for suit in SUITS}
    return faces_of(deck).mask if len(ranks) == 1 and frozenset() not in ranks else None


@njit
def stands_for(held: int) -> int:
    """How many sets the set of these masks stands for; 0 if another stands for it.  Its suits descend."""
    one, two = held & MASK, (held >> MASK_BITS) & MASK
    if one < two:
        return 0
    three = (held >> 2 * MASK_BITS) & MASK
    if two < three:
        return 0
    four = (held >> 3 * MASK_BITS) & MASK
    if three < four:
        return 0
    weight, run = 1, 1
    run = run + 1 if one == two else 1
    weight = weight * 2 // run
    run = run + 1 if two == three else 1
    weight = weight * 3 // run
    run = run + 1 if three == four else 1
    return weight * 4 // run
