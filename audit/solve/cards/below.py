"""How many hands of the dealer are below a hand of the player, in each of two comparisons, without a card in common.

Hands are so many cards of each sort (`sorts`).  The dealer's hands without a card of the player's are counted by
inclusion and exclusion: for every few or many cards those of the dealer's hands that hold them count with those of the
player's that hold them, with alternating sign.  The cards in common grow one at a time, and what holds them is carried along
in order of the first comparison; of the second partial sums are kept.  Everything is whole numbers.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.cards.sorts import MOST_CARDS, Ints, Sorts
from audit.solve.errors import NotSolvable

BELOW, NOT_ABOVE, ANY = 0, 1, 2
"""Where the dealer's part is to be, seen from the player's."""

THREADS = 2

AT_A_TIME = 1_000_000
"""Hands of the player that are counted together: lists of those take some 400 MB in each thread."""

Ints32: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Hands:
    """Hands by their keys, each with its two places, from 0: the higher the better."""

    keys: Ints
    first: Ints32
    second: Ints32

    def of(self, which: Ints) -> Hands:
        """Those of these hands."""
        return Hands(self.keys[which], self.first[which], self.second[which])


class Wanted(NamedTuple):
    """What is to be counted: the dealer's hands of a ``cell`` whose parts are where ``first`` and ``second`` say; int64[F]."""

    cell: Ints
    first: Ints
    second: Ints


class _Listed(NamedTuple):
    """Hands in order of their first place.

    ``of`` is which they are of those that they were taken from, ``ways`` how many there are, with a sign for the player's; ``held`` the
    cards that they hold beyond those in common, of sorts that may still be added, as `Sorts.packed` has them.  All is carried along,
    since looking it up by hand would cost more.
    """

    of: Ints32
    ways: Ints
    held: NDArray[np.uint64]
    first: Ints32
    second: Ints32
    cell: Ints32


class _Sums(NamedTuple):
    """Weights at places, by cell, in blocks of 2 to the power of ``block`` places.

    ``in_block`` are those up to a place from the beginning of its block on, ``before`` those before a block.
    """

    block: int
    before: Ints
    in_block: Ints


def count_below(
    sorts: Sorts, cards: int, dealer: Hands, cells: Ints, weights: Ints, player: Hands, wanted: Wanted
) -> Ints:
    """For each hand of the player how many of the dealer's are as wanted: int64[player, F].

    ``cells`` and ``weights`` go by hand of the dealer; a hand counts ``weights`` times for each way to take its cards
    from the deck.  All hands are of ``cards`` cards.
    """
    if cards > MOST_CARDS:
        raise NotSolvable(f"hands of {cards} cards; up to {MOST_CARDS} are counted so")
    player, which_of = _each_once(player)
    found = np.zeros((len(player.keys), len(wanted.cell)), np.int64)
    his = _listed(sorts, dealer, ways_to_take(sorts, dealer.keys) * weights, cells)
    number = int(max(dealer.second.max(initial=0), player.second.max(initial=0))) + 1
    block = math.isqrt(number).bit_length()

    parts = max(THREADS, -(-len(found) // AT_A_TIME))

    def count(part: int) -> None:  # every so manieth hand, so that each part has hands of all places
        some = np.arange(part, len(found), parts)
        mine = _listed(sorts, player.of(some), np.ones(len(some), np.int64), np.zeros(len(some), np.int64))
        of_cells = int(max(cells.max(initial=0), wanted.cell.max(initial=0))) + 1  # no hand may be of some that are wanted
        blocks = (number >> block) + 1
        sums = _Sums(block, np.zeros((of_cells, blocks), np.int64), np.zeros((of_cells, blocks << block), np.int64))
        counts = _grow(0, np.zeros(len(sorts.most), np.int64), sorts.most, his, mine, wanted, sums)
        found[some[mine.of]] = counts

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(count, range(parts)))
    return found[which_of]


def _listed(sorts: Sorts, hands: Hands, ways: Ints, cells: Ints) -> _Listed:
    order = np.argsort(hands.first, kind="stable")
    ordered = hands.of(order)
    held = sorts.packed(ordered.keys)
    return _Listed(order.astype(np.int32), ways[order], held, ordered.first, ordered.second, cells[order].astype(np.int32))


def _each_once(hands: Hands) -> tuple[Hands, Ints]:
    """The hands that are not the same, and which of them each hand is."""
    codes, _ = pd.factorize(hands.keys)
    second = int(hands.second.max(initial=0)) + 1
    places = hands.first.astype(np.int64) * second + hands.second
    which, there = pd.factorize(codes * (int(places.max(initial=0)) + 1) + places)
    firsts = np.zeros(len(there), np.int64)
    firsts[which] = np.arange(len(which))
    return hands.of(firsts), which


def ways_to_take(sorts: Sorts, keys: Ints) -> Ints:
    """In how many ways the cards of each hand can be taken from the deck."""
    most = int(sorts.most.max())
    table = np.array([[math.comb(n, k) for k in range(most + 1)] for n in range(most + 1)], np.int64)
    held, ways = sorts.packed(keys), np.ones(len(keys), np.int64)
    for at in range(MOST_CARDS):
        byte = (held >> np.uint64(8 * at)).astype(np.int64) & 255
        ways *= np.where(byte > 0, table[sorts.most[(byte >> 3) - 1], byte & 7], 1)
    return ways


@njit
def _grow(
    last: int, common: Ints, most: Ints, dealers: _Listed, players: _Listed, wanted: Wanted, sums: _Sums
) -> Ints:
    """What counts for the cards in ``common``, and for all that add cards of the sort ``last`` or later ones to them.

    ``dealers`` and ``players`` are the hands that hold those, with in how many ways the rest of the dealer's is taken, and in how
    many those in common are taken from the player's.  By hand of the player and region.
    """
    found = _count(dealers, players, wanted, sums)
    sorts = len(most)
    of_dealer, of_player = _sizes(dealers.held, sorts), _sizes(players.held, sorts)
    for sort in range(sorts):  # what one of them cannot hold is not in common
        if of_dealer[sort + 1] == 0 or of_player[sort + 1] == 0:
            of_dealer[sort + 1] = of_player[sort + 1] = 0
    dealer_from, player_from = np.cumsum(of_dealer), np.cumsum(of_player)
    if dealer_from[sorts] == 0:
        return found
    more_dealers = _with_one_more(dealers, common, most, dealer_from)
    more_players = _with_one_more(players, common, np.zeros(0, np.int64), player_from)
    for sort in range(last, sorts):
        if of_dealer[sort + 1]:
            common[sort] += 1
            his = _part(more_dealers, dealer_from[sort], dealer_from[sort + 1])
            mine = _part(more_players, player_from[sort], player_from[sort + 1])
            more = _grow(sort, common, most, his, mine, wanted, sums)
            for n in range(len(more)):
                for f in range(found.shape[1]):
                    found[mine.of[n], f] += more[n, f]
            common[sort] -= 1
    return found


@njit
def _sizes(held: NDArray[np.uint64], sorts: int) -> Ints:
    """How many of the hands hold a card more of each sort, at the place behind it."""
    size = np.zeros(sorts + 1, np.int64)
    for one in held:
        left = one
        while left:
            size[(left & np.uint64(255)) >> np.uint64(3)] += 1
            left >>= np.uint64(8)
    return size


@njit
def _with_one_more(listed: _Listed, common: Ints, most: Ints, begin: Ints) -> _Listed:
    """Those hands sort by sort, each with its ways once a card more is in common; ``most`` is empty for the player's."""
    room = begin[-1]
    more = _Listed(
        np.empty(room, np.int32), np.empty(room, np.int64), np.empty(room, np.uint64), np.empty(room, np.int32),
        np.empty(room, np.int32), np.empty(room, np.int32),
    )  # fmt: skip
    to = begin.copy()
    for n in range(len(listed.of)):
        left = listed.held[n]
        while left:
            sort = np.int64((left & np.uint64(255)) >> np.uint64(3)) - 1
            number = np.int64(left & np.uint64(7))
            if begin[sort] < begin[sort + 1]:
                place = to[sort]
                to[sort] += 1
                more.of[place] = n
                if len(most):
                    more.ways[place] = listed.ways[n] * number // (most[sort] - common[sort])
                else:
                    more.ways[place] = -(listed.ways[n] * number // (common[sort] + 1))
                more.held[place] = left - np.uint64(1) if number > 1 else left >> np.uint64(8)
                more.first[place], more.second[place], more.cell[place] = listed.first[n], listed.second[n], listed.cell[n]
            left >>= np.uint64(8)
    return more


@njit
def _part(listed: _Listed, begin: int, end: int) -> _Listed:
    return _Listed(
        listed.of[begin:end], listed.ways[begin:end], listed.held[begin:end], listed.first[begin:end], listed.second[begin:end],
        listed.cell[begin:end],
    )  # fmt: skip


@njit
def _count(dealers: _Listed, players: _Listed, wanted: Wanted, sums: _Sums) -> Ints:
    found = np.zeros((len(players.of), len(wanted.first)), np.int64)
    for first in (BELOW, NOT_ABOVE, ANY):
        is_wanted = False
        for f in range(len(wanted.first)):
            is_wanted = is_wanted or wanted.first[f] == first
        if not is_wanted:
            continue
        sums.before[:] = 0
        sums.in_block[:] = 0
        at = 0
        for n in range(len(players.of)):
            place = players.first[n]
            while at < len(dealers.of):
                if first != ANY and (dealers.first[at] > place or (dealers.first[at] == place and first == BELOW)):
                    break
                _add(sums, dealers.cell[at], dealers.second[at], dealers.ways[at])
                at += 1
            if at == 0:
                continue
            for f in range(len(wanted.first)):
                if wanted.first[f] == first:
                    end = sums.in_block.shape[1] if wanted.second[f] == ANY else players.second[n] + wanted.second[f]
                    found[n, f] = players.ways[n] * _sum_below(sums, wanted.cell[f], end)
    return found


@njit
def _add(sums: _Sums, cell: int, place: int, weight: int) -> None:
    block = place >> sums.block
    in_block, before = sums.in_block[cell], sums.before[cell]
    for n in range(place, (block + 1) << sums.block):
        in_block[n] += weight
    for n in range(block + 1, len(before)):
        before[n] += weight


@njit
def _sum_below(sums: _Sums, cell: int, end: int) -> int:
    """The sum of the weights at the places below ``end``."""
    if end == 0:
        return 0
    return int(sums.before[cell, (end - 1) >> sums.block] + sums.in_block[cell, end - 1])
