"""Compiled parts of the shared board: every hand on a board is ranked, and how it stands to the hands that avoid it.

Boards are worked in blocks.  A block has ``M`` boards of ``b`` cards; on each the ``V`` hands that avoid it stand in the
order of their strength.  Keys of hands are numbers that rise with strength.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import Ints8, Ints32, Ints64

Masks: TypeAlias = npt.NDArray[np.uint64]
Cells: TypeAlias = npt.NDArray[np.uint8]
Keys: TypeAlias = npt.NDArray[Any]


class Ranking(NamedTuple):
    """The best k of hole and board cards, by tables of keys over (k - j board cards, j hole cards).

    ``keys[at[j] + board_set * width[j] + hole_set]``, -1 where the two overlap.  ``picks[i]`` are places of the board that
    go with ``pick_level[i]`` hole cards.  Sets of j hole cards stand at ``begin[j]`` of the workspace; ``without`` gives,
    from ``without_at[j]``, for each of them its subsets of one card fewer.
    """

    keys: Keys
    at: Ints64
    width: Ints64
    picks: Ints8
    pick_level: Ints64
    begin: Ints64
    without: Ints32
    without_at: Ints64
    lowest: int
    k: int
    binomial: Ints64


class Hands(NamedTuple):
    """Hole cards: which they are (a bit a card), and the places of their subsets in a list of counters.

    The player holds ``size`` cards, ``cards[hole, size]``, the dealer ``dealer_size``.  ``sign[i]``: the sign of subset i of
    the player's cards when the dealer's hands that avoid all of them are counted.
    """

    size: int
    dealer_size: int
    owner_mask: Masks
    owner_subsets: Ints32
    sign: Ints64
    cards: Cells
    dealer_mask: Masks
    dealer_subsets: Ints32
    counters: int


class Scale(NamedTuple):
    """By key: the level (equal levels tie), the player's and the dealer's cell.  ``cells``: how many of the dealer's."""

    level: Ints32
    player: Ints32
    dealer: Ints32
    cells: int
    digits: int
    passes: int


class Pairs(NamedTuple):
    """Workspace for hands of two cards in order of strength: their cards, their cells as the dealer's, where levels start.

    ``added[card]``: how many hands so far hold a card.
    """

    one: Cells
    two: Cells
    own: Ints32
    start: Ints32
    added: Ints32


@njit
def build_keys(
    key_of_set: Keys, k: int, level: int, sets: Ints8, binomial: Ints64, splits: Ints8, rests: Ints8, table: Keys
) -> None:
    """Fill table[(k - level)-sets, level-sets] from the keys of all k-sets; -1 stays where the two overlap."""
    for number in range(len(sets)):
        key = key_of_set[number]
        for s in range(len(splits)):
            row, column = 0, 0
            for i in range(k - level):
                row += binomial[sets[number, rests[s, i]], i + 1]
            for i in range(level):
                column += binomial[sets[number, splits[s, i]], i + 1]
            table[row, column] = key


@njit
def rank_board(board: Ints8, ranking: Ranking, best: Keys) -> None:
    """Write the key of every set of hole cards on this board; sets that overlap it get any key."""
    best[:] = -1
    for p in range(len(ranking.picks)):
        level = ranking.pick_level[p]
        row = 0
        for i in range(ranking.k - level):
            row += ranking.binomial[board[ranking.picks[p, i]], i + 1]
        width = ranking.width[level]
        begin = ranking.at[level] + row * width
        source = ranking.keys[begin : begin + width]
        target = best[ranking.begin[level] : ranking.begin[level] + width]
        for i in range(width):
            target[i] = max(target[i], source[i])
    for level in range(ranking.lowest + 1, len(ranking.begin)):
        at, begin, lower = ranking.without_at[level], ranking.begin[level], ranking.begin[level - 1]
        for i in range(ranking.width[level]):
            key = best[begin + i]
            for j in range(level):
                key = max(key, best[lower + ranking.without[at + i * level + j]])
            best[begin + i] = key


@njit
def sort_hands(
    masks: Masks, board: np.uint64, keys: Keys, digits: int, passes: int, held: Ints64, spare: Ints64, tally: Ints32
) -> int:
    """List the hands that avoid the board by rising key, as key << 32 | hand, in ``held``; returns how many they are."""
    count = 0
    for hole in range(len(masks)):
        held[count] = np.int64(keys[hole]) << 32 | hole
        if masks[hole] & board == 0:
            count += 1
    size = 1 << digits
    for turn in range(passes):
        shift = 32 + turn * digits
        tally[:] = 0
        for i in range(count):
            tally[(held[i] >> shift) & (size - 1)] += 1
        begin = 0
        for d in range(size):
            here = tally[d]
            tally[d] = begin
            begin += here
        for i in range(count):
            d = (held[i] >> shift) & (size - 1)
            spare[tally[d]] = held[i]
            tally[d] += 1
        held[:count] = spare[:count]
    return count


@njit
def compare_pairs(mine: Ints64, count: int, scale: Scale, cards: Cells, pairs: Pairs, counts: Ints32) -> None:
    """How each of the hands, which are those of both and of two cards, stands to those that avoid it: counts[D, 3, V].

    Hands that hold one of its cards are left out card by card; the hand itself holds both, and is added again.
    """
    one, two, own, start, added = pairs.one, pairs.two, pairs.own, pairs.start, pairs.added
    groups = 0
    level = -1
    for n in range(count):
        hole, key = mine[n] & 0xFFFFFFFF, mine[n] >> 32
        one[n], two[n], own[n] = cards[hole, 0], cards[hole, 1], scale.dealer[key]
        if scale.level[key] != level:
            level = scale.level[key]
            start[groups] = n
            groups += 1
    start[groups] = count
    for cell in range(scale.cells):
        lower, equal, higher = counts[cell, 0], counts[cell, 1], counts[cell, 2]
        added[:] = 0
        total, first, last = 0, count, -1
        for n in range(count):
            if own[n] == cell:
                added[one[n]] += 1
                added[two[n]] += 1
                total += 1
                first, last = min(first, n), n
        for n in range(count):
            lower[n] = total - added[one[n]] - added[two[n]] + (1 if own[n] == cell else 0)
            equal[n] = 0
            higher[n] = 0
        added[:] = 0
        total = 0
        for g in range(groups):
            begin, end = start[g], start[g + 1]
            if end <= first:
                continue
            if begin > last:
                for n in range(begin, count):
                    higher[n], lower[n] = lower[n], 0
                break
            for n in range(begin, end):
                higher[n] = total - added[one[n]] - added[two[n]]
            for n in range(begin, end):
                if own[n] == cell:
                    added[one[n]] += 1
                    added[two[n]] += 1
                    total += 1
            for n in range(begin, end):
                equal[n] = total - added[one[n]] - added[two[n]] - higher[n] + (1 if own[n] == cell else 0)
                lower[n] -= equal[n] + higher[n]


@njit
def add_hand(hand: int, scale: Scale, hands: Hands, added: Ints32) -> None:
    """Count one of the dealer's hands, key << 32 | hand, for each of its subsets."""
    cell = scale.dealer[hand >> 32]
    for s in range(hands.dealer_subsets.shape[1]):
        added[hands.dealer_subsets[hand & 0xFFFFFFFF, s], cell] += 1


@njit
def avoiding(hand: int, cell: int, hands: Hands, added: Ints32) -> int:
    """How many of the dealer's hands counted so far share no card with this one."""
    count = 0
    for s in range(len(hands.sign)):
        count += hands.sign[s] * added[hands.owner_subsets[hand & 0xFFFFFFFF, s], cell]
    return count


@njit
def compare_any(
    mine: Ints64, count: int, theirs: Ints64, others: int, scale: Scale, hands: Hands, added: Ints32, counts: Ints32
) -> None:
    """As `compare_pairs`, for hands of any number of cards: by all subsets that the hands of both may share."""
    added[:] = 0
    i, j = 0, 0
    while i < count:
        level = scale.level[mine[i] >> 32]
        end = i
        while end < count and scale.level[mine[end] >> 32] == level:
            end += 1
        while j < others and scale.level[theirs[j] >> 32] < level:
            add_hand(theirs[j], scale, hands, added)
            j += 1
        for n in range(i, end):
            for cell in range(scale.cells):
                counts[cell, 2, n] = avoiding(mine[n], cell, hands, added)
        while j < others and scale.level[theirs[j] >> 32] == level:
            add_hand(theirs[j], scale, hands, added)
            j += 1
        for n in range(i, end):
            for cell in range(scale.cells):
                counts[cell, 1, n] = avoiding(mine[n], cell, hands, added) - counts[cell, 2, n]
        i = end
    while j < others:
        add_hand(theirs[j], scale, hands, added)
        j += 1
    for n in range(count):
        for cell in range(scale.cells):
            counts[cell, 0, n] = avoiding(mine[n], cell, hands, added) - counts[cell, 1, n] - counts[cell, 2, n]


@njit
def compare_hands(
    boards: Ints8, ranking: Ranking, hands: Hands, scale: Scale, holes: Ints32, cells: Ints32, counts: Ints32
) -> None:
    """For each board and each of the player's hands, by rising strength: its number, its cell, and how it stands to the
    dealer's hands that avoid it, by their cell.  Writes holes[M, V], cells[M, V], counts[M, D, 3, V].
    """
    last = len(ranking.begin) - 1
    best = np.empty(ranking.begin[last] + ranking.width[last], dtype=ranking.keys.dtype)
    owner_at, dealer_at = ranking.begin[hands.size], ranking.begin[hands.dealer_size]
    owner_keys = best[owner_at : owner_at + ranking.width[hands.size]]
    dealer_keys = best[dealer_at : dealer_at + ranking.width[hands.dealer_size]]
    mine = np.empty(len(hands.owner_mask) + 1, dtype=np.int64)
    theirs = np.empty(len(hands.dealer_mask) + 1, dtype=np.int64)
    spare = np.empty(max(len(mine), len(theirs)), dtype=np.int64)
    tally = np.empty(1 << scale.digits, dtype=np.int32)
    both = hands.size == 2 and hands.dealer_size == 2
    pairs = Pairs(
        np.empty(len(mine), dtype=np.uint8),
        np.empty(len(mine), dtype=np.uint8),
        np.empty(len(mine), dtype=np.int32),
        np.empty(len(mine) + 1, dtype=np.int32),
        np.zeros(64, dtype=np.int32),
    )
    added = np.zeros((1 if both else hands.counters, scale.cells), dtype=np.int32)
    for m in range(len(boards)):
        rank_board(boards[m], ranking, best)
        mask = np.uint64(0)
        for card in boards[m]:
            mask |= np.uint64(1) << np.uint64(card)
        count = sort_hands(hands.owner_mask, mask, owner_keys, scale.digits, scale.passes, mine, spare, tally)
        if both:
            compare_pairs(mine, count, scale, hands.cards, pairs, counts[m])
        else:
            others = sort_hands(
                hands.dealer_mask, mask, dealer_keys, scale.digits, scale.passes, theirs, spare, tally
            )
            compare_any(mine, count, theirs, others, scale, hands, added, counts[m])
        for n in range(count):
            holes[m, n] = mine[n] & 0xFFFFFFFF
            cells[m, n] = scale.player[mine[n] >> 32]
