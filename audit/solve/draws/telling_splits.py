"""Hands of a split in rows: those that are not played as other hands with the same cards, or are offered other choices.

A hand of a split is held against hands that were not split, with the same cards and the same seen beside them, whether these
come about under best play or not.  A row is told where a hand of it is played otherwise or is offered other choices, where
most hands of a cell are played otherwise than most others, and where no other hand has such a row to be read in.
Which hand of a split it is, is told where it matters: a new hand may bear another wager than the one that was split.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from audit.solve.draws.after_split import HandsOfSplits, Lane, split_off
from audit.solve.draws.hands_in_words import PAIRS, HandsInWords, own_of
from audit.solve.draws.layout import Block
from audit.solve.draws.told_rows import Cell, Cells, Order, Row, by_choice
from audit.solve.draws.traces import NEW
from audit.solve.draws.worlds import World
from audit.solve.result import AfterSplit, SplitRow

Cards = tuple[tuple[int, ...], tuple[int, str]]
"""The kinds of a hand's cards, and what is seen beside them."""

Plays = frozenset[tuple[frozenset[str], str]]
"""What is offered and what of it is best, in all situations that look alike."""


PARTS = 1 << 128
"""Into so many parts a deal is cut, so that how often hands come is a whole number as it is of other hands."""


@dataclass(frozen=True)
class _Situation:
    """A decision on hands of a split: in which state, with which cards, how many cards of other hands known, how often."""

    block: Block
    state: int
    cards: Cards
    gone: int
    times: float

    @property
    def labels(self) -> frozenset[str]:
        return frozenset(self.block.labels)


@dataclass
class TellingSplits:
    """One moment: ``blocks`` are its decisions on other hands, ``splits`` those on hands of a split, ``cells`` rows of the former."""

    words: HandsInWords
    hands: HandsOfSplits
    moment: str
    blocks: Sequence[Block]
    splits: Sequence[Block]
    fewest: int
    cells: Cells
    _met: dict[tuple[Order, str], dict[Lane, list[_Situation]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for block in self.splits:
            for lane, times in self.hands.times.items():
                for n in np.nonzero(times[block.first : block.first + len(block)])[0].tolist():
                    world = block.shape.world(block.rows[n])
                    found = _Situation(
                        block, block.first + n, self._cards(block, world), split_off(world), float(times[block.first + n])
                    )
                    row = self._row_of(world.row(own_of(block)))
                    self._met.setdefault(row, {}).setdefault(lane, []).append(found)

    def _row_of(self, cards: tuple[int, ...]) -> tuple[Order, str]:
        """A pair is one that may not be split again: the others are."""
        order, words = self.words.class_of(cards, self.fewest)
        return order, f"{words} after the last split" if order[0] == PAIRS else f"{words} after split"

    def _cards(self, block: Block, world: World) -> Cards:
        own = own_of(block)
        return tuple(sorted(world.row(own))), self.words.aside(world, own)

    @property
    def is_any(self) -> bool:
        """Whether hands are split at the moment, or hands of a split decided on."""
        return bool(self._met) or self.moment in self.hands.split_at

    @property
    def told(self) -> AfterSplit | None:
        """What is told of the hands of a split."""
        if not self.is_any:
            return None
        rows = tuple(SplitRow(hands, choice, number / PARTS) for hands, choice, number in by_choice(self.rows))
        undecided = sorted(self.hands.split_at.get(self.moment, set()) - self.hands.decided)
        return AfterSplit(rows, tuple(map(self.words.name, undecided)), self.hands.is_again, bool(self._met))

    @cached_property
    def rows(self) -> list[Row]:
        """The rows that are told."""
        return [row for (order, own), lanes in sorted(self._met.items()) for row in self._rows(order, own, lanes)]

    def _rows(self, order: Order, own: str, lanes: dict[Lane, list[_Situation]]) -> Iterator[Row]:
        for lane, found in _parted(self._plays_of, lanes).items():
            asides: dict[tuple[int, str], Cell] = defaultdict(Cell)
            plays = self._plays_of(found)
            for one in found:
                number, choice = int(one.times * PARTS), self.words.best(one.block, one.state)
                more = "" if len({best for _, best in plays[one.cards]}) == 1 else f" ({one.gone} split off)"
                worths = self.words.worths(one.block, one.state)
                asides[one.cards[1]].take_in((one.cards[0], more), choice, number, one.times, worths)
            is_other = any(self._others.get(cards) != of for cards, of in plays.items())
            if is_other or any(self._reads_otherwise(order, own, aside, cell) for aside, cell in asides.items()):
                yield (order, own + self._which(lane, lanes)), dict(asides)

    def _reads_otherwise(self, order: Order, own: str, aside: tuple[int, str], cell: Cell) -> bool:
        """Whether most hands of a cell are played otherwise than most of the other hands, or there are none of these."""
        other = self.cells.get((order, own.removesuffix(" after split")), {}).get(aside)
        return other is None or other.most != cell.most

    def _which(self, lane: Lane | None, lanes: dict[Lane, list[_Situation]]) -> str:
        """Which hands of a split a row is of, where not of all."""
        if lane is None:
            return ""
        by = f" by {lane.choice}" if len({one.choice for one in lanes}) > 1 else ""
        return f"{by}, {'new' if lane.which == NEW else 'old'} hand"

    def _plays_of(self, found: Sequence[_Situation]) -> dict[Cards, Plays]:
        plays: dict[Cards, set[tuple[frozenset[str], str]]] = defaultdict(set)
        for one in found:
            plays[one.cards].add((one.labels, self.words.best(one.block, one.state)))
        return {cards: frozenset(of) for cards, of in plays.items()}

    @cached_property
    def _others(self) -> dict[Cards, Plays]:
        """How hands are played that were not split, as far as hands of a split have their cards."""
        wanted = {one.cards for lanes in self._met.values() for found in lanes.values() for one in found}
        lengths = {len(row) for row, _ in wanted}
        plays: dict[Cards, set[tuple[frozenset[str], str]]] = defaultdict(set)
        for block in self.blocks:
            if len(block.shape.columns(own_of(block))) not in lengths:
                continue
            labels = frozenset(block.labels)
            for n in range(len(block)):
                cards = self._cards(block, block.shape.world(block.rows[n]))
                if cards in wanted:
                    plays[cards].add((labels, self.words.best(block, block.first + n)))
        return {cards: frozenset(of) for cards, of in plays.items()}


def _parted(
    plays_of: Callable[[Sequence[_Situation]], dict[Cards, Plays]], lanes: dict[Lane, list[_Situation]]
) -> dict[Lane | None, list[_Situation]]:
    """The hands of all splits together (None) if none of them is played otherwise than another with the same cards; else by lane."""
    whole = [one for found in lanes.values() for one in found]
    together, each = plays_of(whole), [plays_of(found) for found in lanes.values()]
    if all(together[cards] == of for plays in each for cards, of in plays.items()):
        return {None: whole}
    return dict(sorted(lanes.items()))
