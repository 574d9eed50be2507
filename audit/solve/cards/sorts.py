"""A deck as sorts of cards, where not every card counts by itself; a hand is then so many cards of each sort.

A hand is one whole number, its *key*: the sum of the keys of its cards.  Each sort has a field of bits in it that holds
as many cards as the deck has of the sort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.cards.multisets import Faces
from audit.solve.errors import NotSolvable

MOST_BITS = 62
MOST_SORTS = 31
MOST_OF_A_SORT = 7
MOST_CARDS = 8
"""A byte for each sort that a hand is of."""

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sorts:
    """``most[s]`` cards of each sort, whose field begins at bit ``shift[s]``; ``key[i]`` is the key of card i."""

    most: Ints
    shift: Ints
    key: Ints

    def packed(self, keys: Ints) -> NDArray[np.uint64]:
        """What each hand holds, a byte a sort from the lowest sort in the lowest byte on: sort + 1 in five bits, how many in three."""
        masks = np.array([(1 << int(most).bit_length()) - 1 for most in self.most], np.int64)
        packed = np.zeros(len(keys), np.uint64)
        _pack(keys, self.shift, masks, packed)
        return packed


@njit
def _pack(keys: Ints, shift: Ints, masks: Ints, packed: NDArray[np.uint64]) -> None:
    for n in range(len(keys)):
        at, held = 0, np.uint64(0)
        for sort in range(len(shift)):
            number = (keys[n] >> shift[sort]) & masks[sort]
            if number:
                held |= np.uint64((sort + 1) << 3 | number) << np.uint64(8 * at)
                at += 1
        packed[n] = held


def sorts_by_rank(faces: Faces) -> Sorts:
    """Cards of one rank are alike."""
    return _sorts(faces.rank.tolist())


def sorts_by_suit(faces: Faces, suit: int) -> Sorts:
    """Cards of this suit count by themselves, all others by their rank alone.

    Where suits hold the same ranks, the sorts of one are those of every other, in the same order.
    """
    return _sorts([(0 if of == suit else 1, rank) for rank, of in zip(faces.rank.tolist(), faces.suit.tolist(), strict=True)])


def _sorts(sort_of_card: Sequence[Hashable]) -> Sorts:
    there = Counter(sort_of_card)
    names = sorted(there)  # type: ignore[type-var]
    bits = [there[name].bit_length() for name in names]
    if sum(bits) > MOST_BITS or len(names) > MOST_SORTS or max(there.values()) > MOST_OF_A_SORT:
        raise NotSolvable(f"a deck of {len(names)} sorts of cards")
    shift = dict(zip(names, np.cumsum([0, *bits]).tolist(), strict=False))
    return Sorts(
        np.array([there[name] for name in names], np.int64),
        np.array([shift[name] for name in names], np.int64),
        np.array([1 << shift[name] for name in sort_of_card], np.int64),
    )
