"""What the compiled parts of the shared board look things up in: keys of hands, subsets of hole cards, exchanges of suits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards import board_kernel as kernel
from audit.solve.cards import board_showdown as showdown
from audit.solve.cards.sets import (
    BINOMIAL,
    Ints8,
    Ints32,
    Ints64,
    Pack,
    canonical_sets,
    every_set,
    numbers_of,
    stand_ins,
)
from audit.solve.errors import NotSolvable

Numbers: TypeAlias = npt.NDArray[np.integer]

MOST_KEYS = 400_000_000
"""Entries of tables of keys, in all."""


def scale_of(codes: Numbers, order: Numbers, player: Numbers, dealer: Numbers) -> tuple[showdown.Keys, showdown.Scale]:
    """The key of every set of k cards, and what keys mean.

    Keys rise with the order and, within an order, with the code, so that of sets that tie the one of the higher code is
    the hand.
    """
    used = np.unique(codes)
    used = used[np.lexsort((used, order[used]))]
    key = np.zeros(len(order), dtype=np.int32)
    key[used] = np.arange(len(used), dtype=np.int32)
    bits = max(len(used) - 1, 1).bit_length()
    passes = -(-bits // 8)
    _, level = np.unique(order[used], return_inverse=True)
    small = np.int16 if len(used) < 1 << 15 else np.int32
    cells = int(dealer[used].max()) + 1
    scale = showdown.Scale(
        level.astype(np.int32),
        player[used].astype(np.int32),
        dealer[used].astype(np.int32),
        cells,
        -(-bits // passes),
        passes,
    )
    return key[codes].astype(small), scale


def ranking_of(pack: Pack, k: int, board: int, most: int, key_of_set: showdown.Keys) -> showdown.Ranking:
    """Tables by which a board of so many cards ranks all sets of up to ``most`` hole cards."""
    size, lowest, highest = pack.size, max(0, k - board), min(most, k)
    if lowest > highest:
        raise NotSolvable(f"hands of {k} cards from {most} and a board of {board}")
    entries = [math.comb(size, k - j) * math.comb(size, j) if lowest <= j <= highest else 0 for j in range(most + 1)]
    if sum(entries) > MOST_KEYS:
        raise NotSolvable(f"tables of {sum(entries):,} keys of hands; at most {MOST_KEYS:,} are made")
    keys = np.full(sum(entries), -1, dtype=key_of_set.dtype)
    at = np.cumsum([0, *entries])
    sets = every_set(size, k)
    picks: list[tuple[int, ...]] = []
    levels: list[int] = []
    for j in range(lowest, highest + 1):
        table = keys[at[j] : at[j + 1]].reshape(math.comb(size, k - j), math.comb(size, j))
        splits = list(itertools.combinations(range(k), j))
        rests = [tuple(i for i in range(k) if i not in split) for split in splits]
        showdown.build_keys(
            key_of_set, k, j, sets, BINOMIAL, _places(splits, j), _places(rests, k - j), table
        )
        for pick in itertools.combinations(range(board), k - j):
            picks.append((*pick, *[0] * j))
            levels.append(j)
    width = np.array([math.comb(size, j) for j in range(most + 1)], dtype=np.int64)
    without = [_without(size, j) for j in range(most + 1)]
    return showdown.Ranking(
        keys,
        at[:-1].astype(np.int64),
        width,
        np.array(picks, dtype=np.int8).reshape(len(picks), k),
        np.array(levels, dtype=np.int64),
        np.cumsum([0, *width[:-1]]).astype(np.int64),
        np.concatenate(without),
        np.cumsum([0, *(len(w) for w in without[:-1]) ]).astype(np.int64),
        lowest,
        k,
        BINOMIAL,
    )


def hands_of(pack: Pack, hole: int, dealer: int) -> showdown.Hands:
    """The hole cards of both, and the subsets of them by which hands that avoid each other are counted."""
    shared = min(hole, dealer)
    begin = np.cumsum([0, *(math.comb(pack.size, j) for j in range(shared + 1))])

    def subsets(size: int) -> Ints32:
        sets = every_set(pack.size, size)
        columns = [
            begin[j] + numbers_of(sets[:, list(places)])
            for j in range(shared + 1)
            for places in itertools.combinations(range(size), j)
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1).astype(np.int32))

    sign = [(-1) ** j for j in range(shared + 1) for _ in range(math.comb(hole, j))]
    return showdown.Hands(
        hole,
        dealer,
        masks_of(every_set(pack.size, hole)),
        subsets(hole),
        np.array(sign, dtype=np.int64),
        every_set(pack.size, hole).astype(np.uint8),
        masks_of(every_set(pack.size, dealer)),
        subsets(dealer),
        int(begin[-1]),
    )


def masks_of(sets: Ints8) -> showdown.Masks:
    """Sets of cards as one bit for each card: uint64[M]."""
    masks = np.zeros(len(sets), dtype=np.uint64)
    for column in range(sets.shape[1]):
        masks |= np.uint64(1) << sets[:, column].astype(np.uint64)
    return masks


def exchanges_of(pack: Pack, *, symmetric: bool) -> Ints8:
    """Every exchange of suits that are alike, as the card that each card becomes: int8[E, N], the first changes nothing."""
    groups = pack.alike if symmetric else ()
    rows = []
    for permuted in itertools.product(*(itertools.permutations(group) for group in groups)):
        image = np.arange(pack.size, dtype=np.int8)
        for group, names in zip(groups, permuted, strict=True):
            for old, new in zip(group, names, strict=True):
                image[_of_suit(pack, old)] = _of_suit(pack, new)
        rows.append(image)
    return np.stack(rows)


def images_of(sets: Ints8, exchanges: Ints8) -> Ints32:
    """The number of each set after each exchange: int32[E, M]."""
    return np.stack([numbers_of(np.sort(image[sets], axis=1)) for image in exchanges]).astype(np.int32)


@dataclass(frozen=True, eq=False)
class BoardSets:
    """The stand-ins of all sets of so many board cards.

    ``numbers[S]``, ``cards[S, n]``, ``weights[S]``, ``masks[S]``; ``kept[S, E]``: an exchange leaves it as it is.
    ``stand_in`` and ``exchange`` by number of any set: the place of its stand-in, an exchange that leads there.
    """

    numbers: Ints64
    cards: Ints8
    weights: Ints64
    masks: showdown.Masks
    kept: showdown.Cells
    stand_in: Ints32
    exchange: showdown.Cells

    def seen_from(self, larger: int, image: Ints32) -> kernel.Turning:
        """How sets of ``larger`` cards break into these."""
        picks = list(itertools.combinations(range(larger), self.cards.shape[1]))
        return kernel.Turning(
            self.stand_in, self.exchange, _places(picks, self.cards.shape[1]), image, BINOMIAL
        )


def board_sets(pack: Pack, n: int, exchanges: Ints8, *, symmetric: bool, last: bool = False) -> BoardSets:
    """The stand-ins of all sets of n board cards; of a ``last`` stage it is not asked what breaks into them."""
    canonical = canonical_sets(pack, n, symmetric=symmetric)
    stand_in, exchange = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
    kept = np.zeros((1, 0), dtype=np.bool_)
    if not last:
        kept = images_of(canonical.cards, exchanges) == canonical.numbers[None, :]
        numbers = stand_ins(pack, n, symmetric=symmetric)
        stand_in = np.searchsorted(canonical.numbers, numbers).astype(np.int32)
        exchange = np.zeros(len(numbers), dtype=np.uint8)
        kernel.find_exchanges(every_set(pack.size, n), numbers, exchanges, BINOMIAL, exchange)
    return BoardSets(
        canonical.numbers,
        canonical.cards,
        canonical.weights,
        masks_of(canonical.cards),
        np.ascontiguousarray(kept.T.astype(np.uint8)),
        stand_in,
        exchange,
    )


def _of_suit(pack: Pack, suit: int) -> Ints64:
    cards = np.flatnonzero(pack.suit == suit)
    return cards[np.lexsort((cards, pack.rank[cards]))]


def _places(rows: Sequence[tuple[int, ...]], size: int) -> Ints8:
    return np.array(rows, dtype=np.int8).reshape(len(rows), size)


def _without(size: int, j: int) -> Ints32:
    """For every set of j cards its subsets of one card fewer, by number: int32, j for each set."""
    if j == 0:
        return np.zeros(0, dtype=np.int32)
    sets = every_set(size, j)
    columns = [numbers_of(sets[:, [p for p in range(j) if p != i]]) for i in range(j)]
    return np.stack(columns, axis=1).astype(np.int32).reshape(-1)
