"""Hands below others without a card in common: counted against a walk over all pairs of hands."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from audit.play.cards import JOKER, RANKS, SUITS, Card
from audit.solve.cards.below import ANY, BELOW, NOT_ABOVE, Hands, Wanted, count_below
from audit.solve.cards.multisets import faces_of
from audit.solve.cards.sorts import Sorts, sorts_by_rank, sorts_by_suit

DECK = [Card(rank, suit) for suit in SUITS for rank in RANKS[:3]] + [Card(JOKER)]
BY_RANK, BY_SUIT = sorts_by_rank(faces_of(DECK)), sorts_by_suit(faces_of(DECK), 2)
WANTED = list(itertools.product(range(3), (BELOW, NOT_ABOVE, ANY), (BELOW, NOT_ABOVE, ANY)))


def is_where(wanted: int, his: int, mine: int) -> bool:
    return wanted == ANY or his < mine or (wanted == NOT_ABOVE and his == mine)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sorts", [BY_RANK, BY_SUIT], ids=["by rank", "by suit"])
@pytest.mark.parametrize("cards", [2, 3])
def test_all_pairs_of_hands(sorts: Sorts, cards: int, seed: int) -> None:
    """Places, weights and cells at random; of cell 2, which is wanted too, no hand is."""
    drawn = random.Random(seed)
    sets = list(itertools.combinations(range(len(DECK)), cards))
    key_of = {one: int(sorts.key[list(one)].sum()) for one in sets}
    example = {key: one for one, key in key_of.items()}
    dealer = {key: (drawn.randrange(4), drawn.randrange(3), drawn.randrange(2), drawn.choice([-1, 1, 2])) for key in example}
    player = [(key, drawn.randrange(4), drawn.randrange(3)) for key in example for _ in range(2)]
    first, second, cells, weights = (np.array(column, np.int64) for column in zip(*dealer.values(), strict=True))
    keys, mine_first, mine_second = (np.array(column, np.int64) for column in zip(*player, strict=True))
    found = count_below(
        sorts, cards, Hands(np.array(list(dealer), np.int64), first.astype(np.int32), second.astype(np.int32)), cells, weights,
        Hands(keys, mine_first.astype(np.int32), mine_second.astype(np.int32)),
        Wanted(*(np.array(column, np.int64) for column in zip(*WANTED, strict=True))),
    )  # fmt: skip
    for row, (key, one, other) in zip(found.tolist(), player, strict=True):
        held = set(example[key])
        against = [dealer[key_of[his]] for his in sets if not held & set(his)]
        for count, (cell, a, b) in zip(row, WANTED, strict=True):
            right = sum(w for x, y, c, w in against if c == cell and is_where(a, x, one) and is_where(b, y, other))
            assert count == right
