"""What can be said of a whole hand beside the cards of the dealer that lie open: which ranks it holds, which are higher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.play.cards import SUITS, Card
from audit.solve.cards.rule_lists import Fact, RuleList, distinct_cases, learn_rules
from audit.solve.cards.summing import sums_by

Ints8: TypeAlias = npt.NDArray[np.int8]

MOST_RULES = 12
MOST_CASES = 3_000_000
ORDINALS = ("highest", "2nd highest", "3rd highest", "4th highest", "5th highest", "6th highest", "7th highest")


def rules_beside(
    ranks: Sequence[str],
    deck: Sequence[Card],
    cards: Ints8,
    seen: Ints8,
    best: npt.NDArray[Any],
    weights: npt.NDArray[np.int64],
    choices: int,
) -> RuleList | None:
    """Rules for these cases by the hand and what is seen, ``cards`` int8[cases, held] and ``seen`` int8[cases, seen].

    ``ranks`` stand from the highest.  None for too many cases.
    """
    if len(cards) > MOST_CASES or not len(cards):
        return None
    likes, columns = _alike(_columns(ranks, deck, cards, seen))
    kinds, facts = distinct_cases(list(_facts(ranks, *columns)), len(columns[0]))
    shape = (int(kinds.max()) + 1, choices)
    counted = sums_by(kinds[likes] * choices + best, weights, shape[0] * shape[1])
    return learn_rules(facts, counted.reshape(shape), MOST_RULES)


_OF_SUIT = ("a card of the suit shown", "no card of the suit shown")


def _columns(ranks: Sequence[str], deck: Sequence[Card], cards: Ints8, seen: Ints8) -> tuple[Ints8, Ints8, Ints8]:
    """All that facts hang on: the places of the ranks held and of those seen, ascending; how many are of a suit seen."""
    place = np.array([ranks.index(c.rank) if c.rank in ranks else len(ranks) for c in deck], dtype=np.int8)
    suit = np.array([SUITS.index(c.suit) if c.suit is not None else -1 for c in deck], dtype=np.int8)
    of_suit = np.zeros((len(cards), 1), dtype=np.int8)
    for card in cards.T:
        of_suit[:, 0] += (suit[card][:, None] == suit[seen]).any(axis=1)
    return np.sort(place[cards], axis=1), np.sort(place[seen], axis=1), of_suit


def _alike(columns: tuple[Ints8, Ints8, Ints8]) -> tuple[npt.NDArray[np.int64], tuple[Ints8, Ints8, Ints8]]:
    """Which cases are equal in all columns, numbered from 0, and the columns of one case of each number."""
    numbers = np.zeros(len(columns[0]), dtype=np.int64)
    for column in np.concatenate(columns, axis=1).T:
        width = int(column.max()) + 1
        if int(numbers.max()) * width + width > np.iinfo(np.int64).max:
            numbers = np.unique(numbers, return_inverse=True)[1]
        numbers = numbers * width + column
    _, first, likes = np.unique(numbers, return_index=True, return_inverse=True)
    held, shown, of_suit = columns
    return likes.astype(np.int64), (held[first], shown[first], of_suit[first])


def _facts(ranks: Sequence[str], held: Ints8, shown: Ints8, of_suit: Ints8) -> Iterator[Fact]:
    if shown.shape[1]:
        yield from _beside_seen(ranks, shown, held)
        for j in range(1, held.shape[1] + 1):
            many, fewer = f"{j} cards or more of the suit shown", f"fewer than {j} of the suit shown"
            yield Fact(*(_OF_SUIT if j == 1 else (many, fewer)), of_suit[:, 0] >= j)
    for n, rank in enumerate(ranks):
        yield Fact(f"{_article(rank)} {rank}", f"no {rank}", np.asarray((held == n).any(axis=1)))
    for n in range(held.shape[1]):
        for at in range(len(ranks) - 1):
            words = ranks[0] if at == 0 else f"{ranks[at]} or higher"
            yield Fact(f"{ORDINALS[n]} card {words}", f"{ORDINALS[n]} card {ranks[at + 1]} or lower", held[:, n] <= at)


def _beside_seen(ranks: Sequence[str], shown: Ints8, held: Ints8) -> Iterator[Fact]:
    is_held = (held[:, :, None] == shown[:, None, :]).any(axis=(1, 2))
    yield Fact("holds the rank shown", "does not hold the rank shown", np.asarray(is_held))
    highest = shown.min(axis=1)
    for at in range(len(ranks) - 1):
        words = ranks[0] if at == 0 else f"{ranks[at]} or higher"
        yield Fact(f"dealer shows {words}", f"dealer shows {ranks[at + 1]} or lower", highest <= at)
    for n in range(held.shape[1]):
        yield Fact(f"{ORDINALS[n]} card above the one shown", f"{ORDINALS[n]} card not above the one shown", held[:, n] < highest)


def _article(rank: str) -> str:
    return "an" if rank in ("A", "8") else "a"
