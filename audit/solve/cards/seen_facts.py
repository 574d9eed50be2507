"""What can be said of a whole hand beside the cards of the dealer that lie open: which ranks it holds, which are higher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.play.cards import SUITS, Card
from audit.solve.cards.rule_lists import Fact, RuleList, distinct_cases, learn_rules

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
    kinds, facts = distinct_cases(list(_facts(ranks, deck, cards, seen)), len(cards))
    counted = np.zeros((int(kinds.max()) + 1, choices), dtype=np.int64)
    np.add.at(counted, (kinds, best), weights)
    return learn_rules(facts, counted, MOST_RULES)


_OF_SUIT = ("a card of the suit shown", "no card of the suit shown")


def _facts(ranks: Sequence[str], deck: Sequence[Card], cards: Ints8, seen: Ints8) -> Iterator[Fact]:
    place = np.array([ranks.index(c.rank) if c.rank in ranks else len(ranks) for c in deck], dtype=np.int8)
    suit = np.array([SUITS.index(c.suit) if c.suit is not None else -1 for c in deck], dtype=np.int8)
    held = np.sort(place[cards], axis=1)
    if seen.shape[1]:
        yield from _beside_seen(ranks, place[seen], held)
        for j in range(1, cards.shape[1] + 1):
            of_suit = (suit[cards][:, :, None] == suit[seen][:, None, :]).any(axis=2).sum(axis=1)
            yield Fact(*_OF_SUIT if j == 1 else (f"{j} cards or more of the suit shown", f"fewer than {j} of the suit shown"), of_suit >= j)
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
