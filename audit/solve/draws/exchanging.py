"""Which rows of cards a question cannot tell apart: the same cards in another order, or with suits called otherwise.

In: a question with the places that it looks at, and rows of cells.  Out: of rows that must be answered alike, one.
Must hold: where it is not plain that places or the names of suits do not matter, they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from audit.play.held import spelled_out
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import Area
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.alike import NAMED_SIGNS, SUIT_NAMES, all_named
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.questions import WHOLE, Question
from audit.solve.draws.rows import Ints


@dataclass(frozen=True)
class Exchange:
    """Which cards may be exchanged that a question looks at: those of ``wholes`` among themselves, in a bag all of them.

    ``areas`` are those that it looks at, in the order of the columns of its rows; ``has_no_suit``: no suit is named, so that any may
    be called by the name of any other.
    """

    areas: tuple[str, ...]
    wholes: frozenset[str]
    is_bag: bool
    has_no_suit: bool

    def one_of_alike(self, rows: Ints, widths: Sequence[int], by_suits: Suited | None) -> Ints:
        """For each row one that must be answered alike; ``widths`` are the columns of each area, of which the wholes are in order."""
        if not self.has_no_suit:
            by_suits = None
        if by_suits is None and not self.is_bag:
            return rows
        return one_of_alike(rows, (range(rows.shape[1]),) if self.is_bag else tuple(self._heaps(widths)), by_suits)

    def _heaps(self, widths: Sequence[int]) -> Iterator[range]:
        """The columns of the areas that are looked at as a whole."""
        start = 0
        for area, width in zip(self.areas, widths, strict=True):
            if area in self.wholes:
                yield range(start, start + width)
            start += width


def exchange_in(question: Question, places: Sequence[tuple[str, int]], ruleset: Ruleset) -> Exchange:
    """Of a question that looks at these places."""
    areas = tuple(dict.fromkeys(area for area, _ in places))
    wholes = frozenset(area for area in areas if {place for one, place in places if one == area} == {WHOLE})
    has_no_suit = looks_at_all(places) and not names_suits(question, ruleset)
    return Exchange(areas, wholes, len(places) > 1 and is_bag(question, places, ruleset), has_no_suit)


def others_of(given: Ints, stand_ins: Ints, which: Ints) -> dict[int, int]:
    """For each class of rows, by its number in ``which``, one that another stands for; none where all stand for themselves."""
    if given is stand_ins:
        return {}
    changed = np.nonzero((given != stand_ins).any(axis=1))[0]
    alike, at = np.unique(which[changed], return_index=True)
    return dict(zip(alike.tolist(), changed[at].tolist(), strict=True))


def names_suits(question: Question, ruleset: Ruleset) -> bool:
    """Whether it may matter to a question which suit is which: one is named or ranked, or a colour counts."""
    named = all_named((question.expression, question.test, Name(question.hand)), ruleset)
    return any(
        isinstance(part, NAMED_SIGNS) or part is pt.SuitsOf.ONE_COLOUR or (isinstance(part, str) and part in SUIT_NAMES)
        for part in named
    )


def is_bag(question: Question, places: Sequence[tuple[str, int]], ruleset: Ruleset) -> bool:
    """Whether a question looks at the cards of its places as at one heap of cards, wherever they lie."""
    expression = spelled_out(question.expression, ruleset)
    if isinstance(expression, ex.FeatureOf) and isinstance(expression.feature, ex.Called):
        if not _is_of_heaps(expression.feature.name.text, ruleset):
            return False
        expression = expression.of
    return looks_at_all(places) and len(_heaped(expression, ruleset)) == len(places)


def looks_at_all(places: Sequence[tuple[str, int]]) -> bool:
    """Whether of each area all cards are looked at, or the first few and no others."""
    numbers = [{place for area, place in places if area == one} for one, _ in places]
    return all(of == {WHOLE} or of == set(range(len(of))) for of in numbers)


def _is_of_heaps(feature: str, ruleset: Ruleset) -> bool:
    """Whether what is asked of cards is their hand under a ranking, or what they count."""
    return any(ruleset.named(feature, one) is not None for one in (wo.Ranking, wo.InverseRanking, wo.Count))


def _heaped(expression: ex.Expression, ruleset: Ruleset) -> list[str]:
    """For each place that is looked at its area, where an expression is these cards together; nothing where it is anything else."""
    match expression:
        case ex.Called(name) if ruleset.named(name.text, Area) is not None:
            return [name.text]
        case ex.NthCard(ex.Ordinal.FIRST, of):
            return _heaped(of, ruleset)
        case ex.NthCards(ex.Ordinal.FIRST, number, of):
            return _heaped(of, ruleset) * int(number.value)
        case ex.Together(parts):
            found = [_heaped(part, ruleset) for part in parts]
            return [area for one in found for area in one] if all(found) else []
    return []


@dataclass(frozen=True)
class Suited:
    """Cells by rank and suit, where any suit may be called by the name of any other.

    ``codes`` (int64[cells]) are ``rank * width + suit``; the last number of a rank is that of a cell without a suit of its own.
    ``cells`` is the way back.
    """

    codes: Ints
    cells: Ints
    width: int

    def called_otherwise(self, codes: Ints) -> Ints:
        """The codes of rows with suits called in the order in which they come."""
        each = np.arange(len(codes))
        called = np.full((len(codes), self.width), -1, dtype=np.int64)
        called[:, -1] = self.width - 1
        found, next_one = codes.copy(), np.zeros(len(codes), dtype=np.int64)
        for column in range(codes.shape[1]):
            suits = codes[:, column] % self.width
            fresh = called[each, suits] < 0
            called[each[fresh], suits[fresh]] = next_one[fresh]
            next_one += fresh
            found[:, column] += called[each, suits] - suits
        return found


def suited(kinds: Kinds) -> Suited | None:
    """The cells of these kinds by suits; None where suits are not told, or some rank is not there in all of them."""
    single = [card if all(one == card for one in kinds.members[cell]) else None for cell, card in enumerate(kinds.lying)]
    suits = list(dict.fromkeys(card.suit for card in single if card is not None and card.suit is not None))
    width = len(suits) + 1
    ranks: dict[object, int] = {}
    codes: list[int] = []
    for cell, card in enumerate(single):
        is_fine = cell >= len(kinds.cards)
        if card is None or card.suit is None:
            codes.append(ranks.setdefault(cell, len(ranks)) * width + width - 1)
        else:
            codes.append(ranks.setdefault((is_fine, card.rank, card.features), len(ranks)) * width + suits.index(card.suit))
    cells = np.full(len(ranks) * width, -1, dtype=np.int64)
    cells[codes] = np.arange(len(codes))
    there = (cells.reshape(-1, width)[:, :-1] >= 0).sum(axis=1)
    if len(suits) < 2 or not np.isin(there, (0, len(suits))).all():
        return None
    return Suited(np.array(codes, dtype=np.int64), cells, width)


def one_of_alike(rows: Ints, heaps: Sequence[range], by_suits: Suited | None) -> Ints:
    """For each row one that is answered alike: ``heaps`` are columns whose order does not matter."""
    if by_suits is None:
        return _in_order(rows, heaps)
    codes = _in_order(by_suits.codes[rows], heaps)
    return by_suits.cells[_in_order(by_suits.called_otherwise(codes), heaps)]


def _in_order(rows: Ints, heaps: Sequence[range]) -> Ints:
    found = rows.copy()
    for heap in heaps:
        if len(heap) > 1:
            found[:, heap.start : heap.stop] = np.sort(rows[:, heap.start : heap.stop], axis=1)
    return found
