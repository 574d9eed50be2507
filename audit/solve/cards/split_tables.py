"""The best k of n cards in two small tables, for rankings that look at suits only to ask whether all k are of one.

Then the best hand is the better of the best by ranks alone and the best within a suit that has k cards.  Both are
found from sums over the cards, so a board that is dealt card by card is added up once and not again for every hand:

    total, held = tables.start, 0
    for card in board:
        total += tables.key[card]; held += tables.mask[card]
    …
    code = split_code(total + key[one] + key[other], held + mask[one] + mask[other], offset, place, ranks, suited)

with ``offset, place, ranks, suited = tables.arrays``.  The code is one of the `Coded` that the tables were made from;
`Coded.order` says which codes are equal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import (
    FIELD,
    HALF,
    MASK,
    MASK_BITS,
    REACHED,
    Faces,
    MultisetIndex,
    card_keys,
    index_multisets,
    start_of_sum,
)


@dataclass(frozen=True, eq=False)
class SplitTables:
    """``cards`` is n, ``best`` is k.  ``key`` and ``mask``: int64 for each card of the deck, in its order.

    ``ranks`` goes by the number of the multiset of ranks, ``suited`` by the mask of the ranks of one suit (0 below k of
    them).  All arrays are read by `split_code`.
    """

    cards: int
    best: int
    start: int
    key: NDArray[np.int64]
    mask: NDArray[np.int64]
    offset: NDArray[np.int32]
    place: NDArray[np.int32]
    ranks: NDArray[np.int32]
    suited: NDArray[np.int32]

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """``offset, place, ranks, suited``, as `split_code` takes them."""
        return self.offset, self.place, self.ranks, self.suited


@njit
def split_code(
    total: int,
    held: int,
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    ranks: NDArray[np.int32],
    suited: NDArray[np.int32],
) -> int:
    """The code of the best k of n cards whose keys, with the start, add up to ``total`` and whose masks to ``held``."""
    code = ranks[offset[total & FIELD] + place[(total >> HALF) & FIELD]]
    if total & REACHED:
        for suit in range(4):
            code = max(code, suited[(held >> (MASK_BITS * suit)) & MASK])
    return int(code)


def split(faces: Faces, codes: NDArray[np.unsignedinteger], best: int, cards: int) -> SplitTables | None:
    """The tables for the best ``best`` of ``cards`` cards, from the codes of all sets of ``best`` in colex order.

    None where the codes do not follow from the ranks and from whether all cards are of one suit, or where cards of one
    suit are worth less than the same ranks of several: nothing is taken on trust from the words of the ranking.
    """
    index = index_multisets(best, faces.limits)
    start = start_of_sum(best, best)
    ranks = np.full(index.size, -1, np.int32)
    suited = np.full(1 << len(faces.names), -1, np.int32)
    key = card_keys(faces, index)
    if not _gather(codes, key, faces.mask, best, start, index.offset, index.place, ranks, suited):
        return None
    for held in np.flatnonzero(suited >= 0):
        total = sum(int(index.digit[r]) for r in range(len(faces.names)) if int(held) >> r & 1)
        if ranks[index.offset[total & FIELD] + index.place[total >> HALF]] > suited[held]:
            return None
    suited = _grow_suited(np.maximum(suited, 0), len(faces.names), best)
    ranks = np.maximum(ranks, 0)
    for number in range(best + 1, cards + 1):
        larger = index_multisets(number, faces.limits)
        ranks = _grow_ranks(faces, index, ranks, larger)
        index = larger
    return SplitTables(
        cards, best, start_of_sum(cards, best), card_keys(faces, index), faces.mask,
        index.offset, index.place, ranks, suited,
    )  # fmt: skip


@njit
def _gather(
    codes: NDArray[np.unsignedinteger],
    key: NDArray[np.int64],
    mask: NDArray[np.int64],
    best: int,
    start: int,
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    ranks: NDArray[np.int32],
    suited: NDArray[np.int32],
) -> bool:
    """Puts each code where it belongs; false as soon as two codes would belong to one place."""
    cards = np.arange(best)
    number = 0
    while True:
        total, held = start, 0
        for i in range(best):
            total += key[cards[i]]
            held += mask[cards[i]]
        code = np.int32(codes[number])
        if total & REACHED:
            within = (held | held >> MASK_BITS | held >> 2 * MASK_BITS | held >> 3 * MASK_BITS) & MASK
            if suited[within] >= 0 and suited[within] != code:
                return False
            suited[within] = code
        else:
            at = offset[total & FIELD] + place[(total >> HALF) & FIELD]
            if ranks[at] >= 0 and ranks[at] != code:
                return False
            ranks[at] = code
        number += 1
        i = 0
        while i < best - 1 and cards[i] + 1 == cards[i + 1]:
            i += 1
        if cards[i] + 1 == len(key):
            return True
        cards[i] += 1
        for j in range(i):
            cards[j] = j


def _grow_suited(suited: NDArray[np.int32], ranks: int, best: int) -> NDArray[np.int32]:
    """The best of more than ``best`` ranks of one suit: of those with one rank fewer."""
    held = np.arange(1 << ranks)
    size = np.zeros_like(held)
    for rank in range(ranks):
        size += held >> rank & 1
    for number in range(best + 1, ranks + 1):
        these = held[size == number]
        for rank in range(ranks):
            having = these[these >> rank & 1 == 1]
            suited[having] = np.maximum(suited[having], suited[having ^ (1 << rank)])
    return suited


def _grow_ranks(
    faces: Faces, smaller: MultisetIndex, ranks: NDArray[np.int32], larger: MultisetIndex
) -> NDArray[np.int32]:
    """The best by ranks of one card more: of what is left without one of them."""
    limits = np.array(faces.limits, np.int64)
    grown = np.zeros(larger.size, np.int32)
    counts = np.zeros(len(limits), np.int64)
    _fill_ranks(limits, counts, smaller.digit, smaller.offset, smaller.place, ranks,
                larger.cards, larger.digit, larger.offset, larger.place, grown)  # fmt: skip
    return grown


@njit
def _fill_ranks(
    limits: NDArray[np.int64],
    counts: NDArray[np.int64],
    digit: NDArray[np.int64],
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    ranks: NDArray[np.int32],
    cards: int,
    larger_digit: NDArray[np.int64],
    larger_offset: NDArray[np.int32],
    larger_place: NDArray[np.int32],
    grown: NDArray[np.int32],
) -> None:
    """Goes over all multisets of ``cards`` ranks within the limits, filling them up from the lowest rank."""
    number = len(limits)
    left = cards
    for r in range(number):
        counts[r] = min(left, limits[r])
        left -= counts[r]
    if left > 0:
        return
    while True:
        whole, total = 0, 0
        for r in range(number):
            whole += counts[r] * larger_digit[r]
            total += counts[r] * digit[r]
        at = larger_offset[whole & FIELD] + larger_place[(whole >> HALF) & FIELD]
        for r in range(number):
            if counts[r] > 0:
                less = total - digit[r]
                grown[at] = max(grown[at], ranks[offset[less & FIELD] + place[(less >> HALF) & FIELD]])
        # The next multiset: one card moves up from the lowest rank that has any, the rest fall back to the bottom.
        free = 0
        r = 0
        while r < number:
            if free > 0 and counts[r] < limits[r]:
                break
            free += counts[r]
            counts[r] = 0
            r += 1
        if r == number:
            return
        counts[r] += 1
        left = free - 1
        for low in range(r):
            counts[low] = min(left, limits[low])
            left -= counts[low]
