"""Sets of cards: their numbers, and the sets that stand for others when suits are exchanged."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.play.cards import JOKER, RANKS, SUITS, Card
from audit.solve.cards.sets import (
    BINOMIAL,
    Pack,
    canonical_sets,
    cards_of,
    every_set,
    hang_on_suits,
    number_of,
    numbers_of,
    pack_of,
    rank_set,
    stand_ins,
    unrank_set,
)
from audit.solve.errors import NotSolvable

WHOLE = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS])


def test_sets_in_order_of_their_last_cards() -> None:
    assert every_set(4, 2).tolist() == [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]


@pytest.mark.parametrize(("size", "k"), [(1, 1), (5, 0), (6, 3), (9, 4), (10, 10)])
def test_numbers_and_sets_belong_together(size: int, k: int) -> None:
    sets = every_set(size, k)
    assert sorted(map(tuple, sets.tolist())) == sorted(itertools.combinations(range(size), k))
    assert numbers_of(sets).tolist() == list(range(math.comb(size, k)))
    cards = np.zeros(k, dtype=np.int8)
    for number, row in enumerate(sets.tolist()):
        assert number_of(row) == number == rank_set(np.array(row, dtype=np.int8), k, BINOMIAL)
        assert cards_of(number, k) == tuple(row)
        unrank_set(number, k, BINOMIAL, cards)
        assert cards.tolist() == row


@pytest.mark.parametrize(("k", "kinds"), [(2, 169), (3, 1_755), (4, 16_432), (5, 134_459)])
def test_kinds_of_hands_of_52_cards(k: int, kinds: int) -> None:
    """The numbers of starting hands, flops and so on that differ in more than the names of suits are well known."""
    sets = canonical_sets(WHOLE, k)
    assert len(sets.numbers) == kinds
    assert sets.weights.sum() == math.comb(52, k)
    assert len(canonical_sets(WHOLE, k, symmetric=False).numbers) == math.comb(52, k)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_stand_ins_are_the_orbits_of_exchanging_suits(data: st.DataObject) -> None:
    cards = data.draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 3)), min_size=4, max_size=10)
        | st.just([(rank, suit) for suit in range(4) for rank in range(2)] + [(3, -1)])
        | st.just([(rank, suit) for suit in range(3) for rank in (0, 1, 1)] + [(0, 3)])
    )
    cards = data.draw(st.permutations(cards))
    pack = Pack(np.array([r for r, _ in cards], dtype=np.int8), np.array([s for _, s in cards], dtype=np.int8))
    k = data.draw(st.integers(1, 4))
    by_suit = {suit: sorted((r, i) for i, (r, s) in enumerate(cards) if s == suit) for suit in range(4)}
    relabellings = [
        names
        for names in itertools.permutations(range(4))
        if all([r for r, _ in by_suit[s]] == [r for r, _ in by_suit[names[s]]] for s in range(4))
    ]
    orbit: dict[int, set[int]] = {}
    for chosen in itertools.combinations(range(len(cards)), k):
        for names in relabellings:
            moved = []
            for card in chosen:
                rank, suit = cards[card]
                place = by_suit[suit].index((rank, card)) if suit >= 0 else 0
                moved.append(by_suit[names[suit]][place][1] if suit >= 0 else card)
            orbit.setdefault(number_of(chosen), set()).add(number_of(moved))
    standing = stand_ins(pack, k)
    for number, others in orbit.items():
        assert {int(standing[other]) for other in others} == {int(standing[number])}
        assert int(standing[number]) in others
    sets = canonical_sets(pack, k)
    assert sorted(sets.numbers.tolist()) == sorted({int(number) for number in standing})
    assert [len(orbit[number]) for number in sets.numbers.tolist()] == sets.weights.tolist()


@pytest.mark.parametrize("most", [10, 100_000])
def test_what_hangs_on_suits_is_found(most: int) -> None:
    sets = every_set(52, 3)
    same_suit = (sets // 13 == sets[:, :1] // 13).all(axis=1)
    assert not hang_on_suits(WHOLE, 3, same_suit, most=most)
    assert hang_on_suits(WHOLE, 3, same_suit & (sets[:, 0] < 13), most=100_000)
    assert hang_on_suits(WHOLE, 3, (sets // 13).sum(axis=1), most=most)


def test_packs_of_cards() -> None:
    pack = pack_of([Card("K", SUITS[1]), Card("9", SUITS[0]), Card(JOKER), Card("9", SUITS[1]), Card("K", SUITS[0])])
    assert pack.rank.tolist() == [1, 0, 2, 0, 1]
    assert pack.suit.tolist() == [1, 0, -1, 1, 0]
    assert pack.alike == ((0, 1),)
    assert WHOLE.alike == ((0, 1, 2, 3),)


def test_too_many_cards_are_refused() -> None:
    with pytest.raises(NotSolvable, match="a pack of 208 cards"):
        pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS] * 4)
