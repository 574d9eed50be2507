"""The player's own cards before anything else is seen: with which of them a choice is best."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from audit.play.cards import RANKS, Card
from audit.solve.cards.board_game import Holding
from audit.solve.result import PlayRow

KINDS = ("pairs", "suited", "unsuited")


def hole_rows(
    deck: Sequence[Card], holdings: Sequence[Holding], node: int, labels: Sequence[str], total: int
) -> tuple[PlayRow, ...]:
    """Two cards: for each choice a row of pairs, one of suited and one of unsuited hands.  Else nothing."""
    rows: list[PlayRow] = []
    for n, label in enumerate(labels):
        deals: dict[tuple[str, int, int], int] = {}
        for holding in holdings:
            cards = [deck[card] for card in holding.cards]
            if len(cards) != 2 or any(card.rank not in RANKS for card in cards):
                return ()
            if holding.taken[node][n]:
                low, high = sorted(RANKS.index(card.rank) for card in cards)
                suited = cards[0].suit == cards[1].suit
                key = "pairs" if low == high else "suited" if suited else "unsuited", high, low
                deals[key] = deals.get(key, 0) + holding.taken[node][n]
        for kind in KINDS:
            held = {(high, low): weight for (of, high, low), weight in deals.items() if of == kind}
            if held:
                words = _pairs(list(held)) if kind == "pairs" else _unequal(list(held))
                rows.append(PlayRow(f"{kind}: {words}", label, Fraction(sum(held.values()), total)))
    return tuple(rows)


def _pairs(held: Sequence[tuple[int, int]]) -> str:
    return ", ".join(_span(low, high) for low, high in _stretches([high for high, _ in held]))


def _unequal(held: Sequence[tuple[int, int]]) -> str:
    """``A with any; K, Q with 5 or higher; J with 8 through 10``: by the higher card, those with equal partners together."""
    by_high: dict[int, tuple[str, ...]] = {}
    for high in sorted({high for high, _ in held}, reverse=True):
        stretches = _stretches([low for one, low in held if one == high])
        by_high[high] = tuple(_below(low, top, high) for low, top in stretches)
    together: dict[tuple[str, ...], list[int]] = {}
    for high, words in by_high.items():
        together.setdefault(words, []).append(high)
    told = (f"{', '.join(RANKS[high] for high in highs)} with {' or '.join(words)}" for words, highs in together.items())
    return "; ".join(told)


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring ranks together, as (lowest, highest), the highest stretch first."""
    found: list[tuple[int, int]] = []
    for place in sorted(places, reverse=True):
        if found and found[-1][0] == place + 1:
            found[-1] = place, found[-1][1]
        else:
            found.append((place, place))
    return found


def _span(low: int, high: int) -> str:
    if low == high:
        return RANKS[low]
    return f"{RANKS[low]} or higher" if high == len(RANKS) - 1 else f"{RANKS[low]} through {RANKS[high]}"


def _below(low: int, top: int, high: int) -> str:
    """Cards below another: ``any``, ``5 or higher``, ``5 through 9``."""
    if top == high - 1:
        return "any" if low == 0 else RANKS[low] if low == top else f"{RANKS[low]} or higher"
    return RANKS[low] if low == top else f"{RANKS[low]} through {RANKS[top]}"
