"""The method for cards that a player sets as is best for him, against a dealer whose cards a way sets.

For each hand of the player, up to an exchange of suits, and each lawful setting that may be best, the dealer's hands are
counted by how the parts compare; the best setting is taken.  How little suits matter keeps that small.  Where no suit has
enough cards for a class that asks for one suit, hands go by their ranks.  So the dealer's hands are counted as if all went
by their ranks; then those of which a suit has enough cards once more as they are, less once as if they went by their ranks.
For that the deck is one suit and the rest by ranks, suit by suit, so that both counts are of few sorts of cards (`below`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from audit.solve.cards.below import Hands, count_below, ways_to_take
from audit.solve.cards.by_ways import Parts
from audit.solve.cards.kernels import njit
from audit.solve.cards.laying_open import SetAt
from audit.solve.cards.outcomes import Counted, Tally
from audit.solve.cards.payoffs import refuse_unstated
from audit.solve.cards.set_hands import SetHands
from audit.solve.cards.set_sides import Paid, SetSides
from audit.solve.cards.settings import SUITS, Ints32, Settings
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.cards.sorts import Ints, Sorts
from audit.solve.errors import NotSolvable
from audit.solve.result import Decided, Strategy

NAME = "setting: every lawful setting of every hand against the dealer's way"

MOST_WORTH = 2**62
"""What all hands of the dealer may bring together, in the units in which payouts are counted."""


@dataclass(frozen=True, eq=False)
class BestPlay:
    """How each hand is best set: its places in both comparisons, by hand of ``hands``; and what comes of it."""

    hands: SetHands
    paid: Paid
    first: Ints32
    second: Ints32
    counted: Counted


def best_play(problem: Problem, settings: Collection[SetAt]) -> BestPlay:
    """Raises `NotSolvable`, with the reason, for a round in which more is decided, or known, than how own cards are set.

    ``settings`` is what the player knows when he sets his cards, whatever came before.
    """
    problem.refuse_doubles()
    if problem.moment is not None:
        raise NotSolvable("more is decided than how cards are set", problem.moment.name)
    sides = SetSides(problem, Parts(problem.features, problem.judge))
    sides.refuse_more_than_own_cards(settings)
    hands = SetHands(sides)
    paid = sides.paid(hands.dealer[1])
    _refuse_unfit(paid, problem, hands)
    own, has_way = hands.settings(is_monotone=paid.is_monotone)
    by_ranks = _counted_by_ranks(hands, own, paid)
    suited = _Suited.of(hands)
    kept = suited.may_be_best(own, by_ranks @ paid.worth, paid, has_way=has_way)
    own, by_ranks = own.only(kept), by_ranks[kept]
    chosen = _choose(hands, own, by_ranks, suited.counted(hands, own, paid), paid, has_way=has_way)
    counted = _told(hands, chosen, paid, len(own.first), has_way=has_way)
    return BestPlay(hands, paid, own.first[chosen.setting], own.second[chosen.setting], counted)


def _refuse_unfit(paid: Paid, problem: Problem, hands: SetHands) -> None:
    """Raises where a payout that best play may hang on is not stated, or where what is paid is too large to be summed up."""
    (path,) = problem.paths
    refuse_unstated([Tally(path, end, 1) for end in paid.ends if end is not None], problem.valued, is_decided=True)
    if sum(map(abs, paid.worth.tolist())) * int(hands.deals.weights.sum()) >= MOST_WORTH:
        raise NotSolvable("payouts so large that all deals cannot be summed up", "pays")


def _counted_by_ranks(hands: SetHands, own: Settings, paid: Paid) -> Ints:
    """For each setting how many of the dealer's hands are in each region, as if these went by their ranks: int64[settings, F]."""
    _, firsts = np.unique(hands.rank_keys, return_index=True)
    dealer = hands.dealer_by_ranks.of(firsts)
    keys = hands.rank_keys[hands.alike.example][own.hand]
    return count_below(
        hands.by_rank, hands.sides.arranger.size, Hands(hands.rank_keys[firsts], dealer.first, dealer.second), dealer.cell,
        np.ones(len(firsts), np.int64), Hands(keys, own.first, own.second), paid.wanted,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Suited:
    """The dealer's hands of which one suit has enough cards, in the deck of that suit and the rest by ranks.

    Each stands twice: as it is set, and, with a negative weight, as if it went by its ranks.
    """

    sorts: Sorts
    hands: Hands
    cells: Ints
    weights: Ints

    @classmethod
    def of(cls, hands: SetHands) -> _Suited:
        suited = hands.alike.suited
        codes, keys = pd.factorize(hands.own_suit_keys[suited])
        firsts = np.zeros(len(keys), np.int64)
        firsts[codes] = suited
        (placed, _), by_ranks = hands.dealer, hands.dealer_by_ranks
        if not placed.of(suited).is_like(placed.of(firsts[codes])):
            raise AssertionError("a second suit matters")
        one, other = placed.of(firsts), by_ranks.of(firsts)
        return cls(
            hands.by_suit[0],
            Hands(
                np.concatenate([keys, keys]).astype(np.int64),
                np.concatenate([one.first, other.first]),
                np.concatenate([one.second, other.second]),
            ),
            np.concatenate([one.cell, other.cell]),
            np.repeat(np.array([1, -1], np.int64), len(keys)),
        )

    def may_be_best(self, own: Settings, worth: Ints, paid: Paid, *, has_way: bool) -> NDArray[np.bool_]:
        """Which settings may be the best of their hand, by what they are ``worth`` as if hands went by their ranks.

        Another that is worth more so is better whatever the hands are that stand here, if all that are placed between the two in a
        comparison cannot make up for it.  Where a higher part never pays less, those placed as they are set can only speak for
        the one in the comparison in which it is higher, those that are taken off in the other.  The way's setting is always kept.
        """
        number = 1 + max(int(places.max(initial=0)) for places in (self.hands.first, self.hands.second, own.first, own.second))
        places = (self.hands.first, self.hands.second)
        between = np.stack([self._up_to(of, number, is_set=is_set) for of in places for is_set in (True, False)])
        kept = np.ones(len(own.first), np.bool_)
        first, second = (spread * SUITS for spread in paid.spread)
        _drop_worse(own.begin, own.first, own.second, worth, between, first, second, paid.is_monotone, has_way, kept)
        return kept

    def _up_to(self, places: Ints32, number: int, *, is_set: bool) -> Ints:
        """How many hands are placed below each place; those as they are set, or those that are taken off."""
        ways = ways_to_take(self.sorts, self.hands.keys) * (self.weights == (1 if is_set else -1))
        return np.concatenate([[0], np.cumsum(np.bincount(places, ways, number))]).astype(np.int64)

    def counted(self, hands: SetHands, own: Settings, paid: Paid) -> _BySuit:
        """What they add to the count by ranks, setting by setting, for all that a hand of the player is in one suit and the rest."""
        alike, suits = hands.alike, range(SUITS)
        plain, suited = hands.deals.of(alike.plain), hands.deals.of(alike.suited)
        codes, keys = pd.factorize(np.concatenate([plain.sums(hands.by_suit[suit].key) for suit in suits]))
        kinds = np.zeros(len(keys), np.int64)
        kinds[codes] = np.tile(alike.kind[alike.plain], SUITS)
        # a hand of which a suit has enough cards may be set by it: its settings are counted for it alone
        keys = np.concatenate([keys, *(suited.sums(hands.by_suit[suit].key) for suit in suits)]).astype(np.int64)
        kinds = np.concatenate([kinds, *(alike.kind[alike.suited] for _ in suits)])
        entry = np.zeros((SUITS, len(alike.suit)), np.int64)
        entry[:, alike.plain] = codes.reshape(SUITS, -1)
        entry[:, alike.suited] = len(keys) - SUITS * len(alike.suited) + np.arange(SUITS * len(alike.suited)).reshape(SUITS, -1)
        settings = own.of(kinds)
        found = count_below(
            self.sorts, hands.sides.arranger.size, self.hands, self.cells, self.weights,
            Hands(keys[settings.hand], settings.first, settings.second), paid.wanted,
        )  # fmt: skip
        return _BySuit(entry, settings.begin, found)


@dataclass(frozen=True, eq=False)
class _BySuit:
    """Counts by entry: that of each suit of each hand (int64[suits, hands]) has its settings from ``begin`` on."""

    entry: Ints
    begin: Ints
    counts: Ints


@njit
def _drop_worse(
    begin: Ints, first: Ints32, second: Ints32, worth: Ints, between: Ints, spread_first: int, spread_second: int,
    is_monotone: bool, has_way: bool, kept: NDArray[np.bool_],
) -> None:  # fmt: skip
    for hand in range(len(begin) - 1):
        end = begin[hand + 1] - (1 if has_way else 0)
        for one in range(begin[hand], end):
            for other in range(begin[hand], begin[hand + 1]):
                if not kept[one] or worth[other] <= worth[one]:
                    continue
                most = spread_first * _between(first[one], first[other], between[0], between[1], is_monotone)
                most += spread_second * _between(second[one], second[other], between[2], between[3], is_monotone)
                if worth[other] - worth[one] > most:
                    kept[one] = False


@njit
def _between(one: int, other: int, set_up_to: Ints, taken_up_to: Ints, is_monotone: bool) -> int:
    """How many hands may speak for ``one``, of those placed from one of two places to the other."""
    if one == other:
        return 0
    low, high = min(one, other), max(one, other) + 1
    as_set, taken = set_up_to[high] - set_up_to[low], taken_up_to[high] - taken_up_to[low]
    if not is_monotone:
        return int(as_set + taken)
    return int(as_set if one > other else taken)


@dataclass(frozen=True, eq=False)
class _Chosen:
    """The best setting of each hand; the regions of all deals under these, and under the way; in how many this is as good."""

    setting: Ints
    best: Ints
    as_way: Ints
    alike: int


def _choose(hands: SetHands, own: Settings, by_ranks: Ints, by_suit: _BySuit, paid: Paid, *, has_way: bool) -> _Chosen:
    best, as_way = np.zeros(len(paid.worth), np.int64), np.zeros(len(paid.worth), np.int64)
    setting = np.zeros(len(hands.alike.kind), np.int64)
    alike = _choose_all(
        hands.alike.kind, hands.deals.weights, own.begin, by_ranks, by_suit.entry, by_suit.begin, by_suit.counts,
        paid.worth, has_way, setting, best, as_way,
    )  # fmt: skip
    return _Chosen(setting, best, as_way, alike)


@njit
def _choose_all(
    kind: Ints, weights: Ints, begin: Ints, by_ranks: Ints, entry: Ints, entry_begin: Ints, by_suit: Ints, worth: Ints,
    has_way: bool, setting: Ints, best: Ints, as_way: Ints,
) -> int:  # fmt: skip
    alike, regions = 0, len(worth)
    found, chosen = np.zeros(regions, np.int64), np.zeros(regions, np.int64)
    for hand in range(len(kind)):
        start, number = begin[kind[hand]], begin[kind[hand] + 1] - begin[kind[hand]]
        most = np.int64(0)
        for n in range(number):
            brought = np.int64(0)
            for f in range(regions):
                count = by_ranks[start + n, f]
                for suit in range(len(entry)):
                    count += by_suit[entry_begin[entry[suit, hand]] + n, f]
                found[f] = count
                brought += count * worth[f]
            if n == 0 or brought > most:
                most = brought
                setting[hand] = start + n
                chosen[:] = found
        best += chosen * weights[hand]
        if has_way:  # it stands last
            as_way += found * weights[hand]
            alike += weights[hand] if brought == most else 0
    return alike


def _told(hands: SetHands, chosen: _Chosen, paid: Paid, states: int, *, has_way: bool) -> Counted:
    """The ends of all deals."""
    sides = hands.sides
    (path,) = sides.problem.paths
    tallies = []
    for end, deals in zip(paid.ends, (paid.of_end @ chosen.best).tolist(), strict=True):
        if end is None and deals:
            raise AssertionError("hands lead where the course does not")
        if end is not None and deals:
            tallies.append(Tally(path, end, deals))
    area, way = sides.areas[0].name.text, sides.own_way
    strategy: Strategy | None = None
    simple: tuple[tuple[str, Fraction], ...] = ()
    if way is not None and has_way:
        name = way.reader.way.name.text
        share = Fraction(chosen.alike * (hands.number // int(hands.deals.weights.sum())), hands.number)
        choices = ((f"set as {name} says", share), ("set otherwise", 1 - share))
        strategy = Strategy((Decided(f"setting {area}, knowing its {sides.arranger.size} cards", choices, cites=_cites(sides)),))
        brought = sum(deals * worth for deals, worth in zip(chosen.as_way.tolist(), paid.worth.tolist(), strict=True))
        simple = ((f"{area} set as {name} says", Fraction(brought, paid.scale * hands.number)),)
    total = sum(tally.deals for tally in tallies)
    if total != hands.number:
        raise AssertionError("not every deal was counted")
    return Counted(
        tuple(tallies),
        total,
        NAME,
        f"{words_of(spots_of(sides.problem.features))}, set by {sides.dealers_way.reader.way.name} and as is best",
        "suits may be exchanged; hands in which no suit counts are alike by their ranks",
        states,
        strategy,
        simple=simple,
    )


def _cites(sides: SetSides) -> tuple[str, ...]:
    """The clauses by which the player sets his cards."""
    return tuple(dict.fromkeys(str(cite) for act in sides.acts for cite in act.basis.cites))
