"""Hands that a ranking of sets alone cannot tell apart but for which ranks they are: equal in shape.

Where no class looks at suits or runs, a hand's class hangs on how many cards of each rank there are, on how these ranks
stand to one another, and on which of the ranks that classes name they are.  So one hand of each shape is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from audit.play.cards import Card
from audit.play.classes import Kind
from audit.play.pieces import Piece
from audit.play.scales import Scale
from audit.ruleset import worth as wo
from audit.solve.cards.suit_grain import BY_RANKS

Grade: TypeAlias = tuple[int, tuple[int, ...]]
"""The level of a hand's class, and the values of its first ranks (`audit.play.scales.Worth`)."""


def grader(own: Scale, deck: Sequence[Card], ranks: int) -> Callable[[Sequence[Card]], Grade]:
    """What tells the class and the first ``ranks`` of the ranks of hands from a deck, by shape where the ranking allows it."""

    def by_worth(cards: Sequence[Card]) -> Grade:
        worth = own.worth(cards)
        return worth.level, worth.ranks[:ranks]

    value_of = _values(own, deck)
    if value_of is None:
        return by_worth
    named = [piece.ranks for piece in _pieces(own) if piece.ranks is not None]
    member = {own.order.value(rank): tuple(rank in ranks for ranks in named) for rank in own.order.ranks}
    told: dict[tuple[tuple[int, tuple[bool, ...]], ...], tuple[int, tuple[int, ...]]] = {}

    def by_shape(cards: Sequence[Card]) -> Grade:
        counted = Counter([value_of[card.rank] for card in cards])
        values = sorted(counted, reverse=True)
        shape = tuple([(counted[value], member[value]) for value in values])
        if shape not in told:
            level, found = by_worth(cards)
            told[shape] = level, tuple(values.index(value) for value in found)
        level, places = told[shape]
        return level, tuple([values[place] for place in places])

    return by_shape


def _values(own: Scale, deck: Sequence[Card]) -> dict[str, int] | None:
    """The value of each rank, a wild card as what it always stands for; None where a class looks at more than ranks."""
    if own.is_turned or own.is_from_the_worst or not all(_is_of_sets(kind) for kind in own.kinds):
        return None
    values: dict[str, int] = {}
    for rank in {card.rank for card in deck}:
        line = own.wild.get(rank)
        as_rank = line.as_rank if isinstance(line, wo.WildAs) else rank
        if as_rank not in own.order.ranks or (line is not None and not isinstance(line, wo.WildAs)):
            return None
        values[rank] = own.order.value(as_rank)
    return values


def _is_of_sets(kind: Kind) -> bool:
    tests = kind.tests
    return (
        kind.guard is None
        and tests.besides is None
        and not tests.is_named_joker
        and all(demand.is_bare and all(map(_is_plain, demand.pieces)) for demand in tests.demands)
        and all(isinstance(key, wo.NamedKey) and key.name.text in BY_RANKS for key in kind.keys)
    )


def _is_plain(piece: Piece) -> bool:
    return not (piece.suits or piece.is_run or piece.is_wild or piece.slots or piece.alike)


def _pieces(own: Scale) -> list[Piece]:
    return [piece for kind in own.kinds for demand in kind.tests.demands for piece in demand.pieces]
