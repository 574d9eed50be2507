"""Best play where hands grow, in words: by what the player's cards count and by what else he sees.

A row is a total (hard or soft), a pair, or cards themselves where nothing is counted; what else is seen are the open cards
of others.  Where hands of one total are played differently, the rarer choice has a row of its own.  What each choice is worth
is the average over the hands of a row, as often as they come.  Where few things can be seen beside the player's cards all this
is told as a chart, too.  Hands of a split have rows of their own where they differ (`telling_splits`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np

from audit.solve.draws.after_split import HandsOfSplits
from audit.solve.draws.drawing import ROOT, Drawing
from audit.solve.draws.following import FineParts
from audit.solve.draws.hands_in_words import HandsInWords, own_of
from audit.solve.draws.layout import Block
from audit.solve.draws.rows import Ints, counts_of, masks_of
from audit.solve.draws.telling_splits import TellingSplits
from audit.solve.draws.told_rows import Cell, Cells, by_choice
from audit.solve.draws.traces import Deciding
from audit.solve.draws.weighing import From
from audit.solve.draws.worlds import GONE
from audit.solve.result import Border, Chart, ChartCell, ChartGroup, Decided, PlayRow, Strategy

MOST_COLUMNS = 14
"""A chart has no more columns; what else is seen is told in rows."""

MOST_HANDS = 4
"""So many hands of a cell are named that are played in another way than most."""

AFTER_SPLIT = "after split"
"""The title of the rows of hands of a split."""


def strategy_of(drawing: Drawing, unit: Fraction) -> Strategy | None:
    """Best play of a bundle; nothing where nothing is decided."""
    told = Telling(drawing, unit)
    decided = tuple(told.decided())
    return Strategy(decided) if decided else None


@dataclass
class Telling:
    """Best play of a drawing, told in units of money."""

    drawing: Drawing
    unit: Fraction

    _rests: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.drawing.values is not None
        self.layout, self.following, self.kinds = self.drawing.layout, self.drawing.following, self.drawing.kinds
        self.words = HandsInWords(self.drawing)

    def decided(self) -> Iterator[Decided]:
        """Moment by moment."""
        moments: dict[str, list[Block]] = defaultdict(list)
        for block in self.layout.blocks:
            if isinstance(block.node.point, Deciding):
                moments[block.node.point.moment].append(block)
        hands = HandsOfSplits(self.drawing, self._chance_of)
        for moment, all_blocks in moments.items():
            cells: Cells = defaultdict(lambda: defaultdict(Cell))
            splits = [block for block in all_blocks if _is_of_split(block)]
            blocks = [block for block in all_blocks if not _is_of_split(block)]
            fewest = min(map(_own_length, blocks or splits))
            for block in blocks:
                self._take_in(block, cells, fewest)
            told = TellingSplits(self.words, hands, moment, blocks, splits, fewest, cells)
            if cells or told.is_any:
                yield self._moment(moment, blocks or splits, cells, told)

    def _moment(self, moment: str, blocks: list[Block], cells: Cells, told: TellingSplits) -> Decided:
        shares: dict[str, int] = defaultdict(int)
        borders: list[Border] = []
        for (_, own), asides in (*sorted(cells.items()), *told.rows):
            for (_, aside), cell in sorted(asides.items()):
                borders.append(Border(f"{own}{aside and ', '}{aside}", self._values(cell)))
        for asides in cells.values():
            for cell in asides.values():
                for choice, number in cell.best.items():
                    shares[choice] += number
        rows = tuple(PlayRow(hands, choice, self._share(number)) for hands, choice, number in by_choice(sorted(cells.items())))
        choices = tuple((choice, self._share(number)) for choice, number in sorted(shares.items(), key=lambda one: -one[1]))
        bases = {basis for block in blocks if isinstance(block.node.point, Deciding) for basis in block.node.point.bases}
        cites = dict.fromkeys(str(cite) for basis in bases for cite in basis.cites)
        chart = self._chart(cells, told)
        return Decided(moment, choices, rows, tuple(borders) if chart is None else (), tuple(cites), chart, told.told)

    def _values(self, cell: Cell) -> tuple[tuple[str, float], ...]:
        return tuple((choice, cell.worth[choice] / cell.offered[choice] / float(self.unit)) for choice in cell.worth)

    def _chart(self, cells: Cells, told: TellingSplits) -> Chart | None:
        """The same as a grid; nothing where more is seen than its head can hold."""
        after_split = told.rows
        asides = sorted({aside for _, beside in (*cells.items(), *after_split) for aside in beside})
        starts = {words.rpartition(" ")[0] for _, words in asides}
        if not asides or len(asides) > MOST_COLUMNS or len(starts) > 1:
            return None
        groups: dict[str, list[tuple[str, tuple[ChartCell | None, ...]]]] = defaultdict(list)
        for ((_, own), beside), title in (
            *((row, self.words.title_of(row[0][0])) for row in sorted(cells.items())), *((row, AFTER_SPLIT) for row in after_split)
        ):  # fmt: skip
            cells_of = tuple(self._chart_cell(beside[aside]) if aside in beside else None for aside in asides)
            groups[title].append((own, cells_of))
        seen = tuple(words.rpartition(" ")[2] for _, words in asides)
        told_in = (ChartGroup(title, tuple(rows), title == AFTER_SPLIT) for title, rows in groups.items())
        return Chart(starts.pop(), seen, tuple(told_in))

    def _chart_cell(self, cell: Cell) -> ChartCell:
        choices = sorted(cell.best, key=lambda choice: -cell.best[choice])
        others = [
            (number, held, choice) for choice in choices[1:] for held, number in cell.hands[choice].items()
        ]
        named = sorted(others, key=lambda one: (len(one[1][0]), -one[0], one[1]))[:MOST_HANDS]
        otherwise = tuple((self._cards(*held), choice) for _, held, choice in named)
        return ChartCell(tuple(choices), self._values(cell), otherwise, len(others) - len(named))

    def _cards(self, row: tuple[int, ...], more: str) -> str:
        return " ".join(self.words.name(kind) for kind in sorted(row)) + more

    def _share(self, number: int) -> Fraction:
        return Fraction(number, self._deals)

    # how often

    @cached_property
    def _most(self) -> int:
        return min(int(self.following.counts.sum(axis=1).max()) + 1, int(self._whole.left.sum()))

    @cached_property
    def _whole(self) -> From:
        return From(np.array(self.kinds.copies, dtype=np.int64), 0)

    @cached_property
    def _deals(self) -> int:
        return self._whole.deals(self._most) * self._fine_parts.whole

    @cached_property
    def _fine_parts(self) -> FineParts:
        return self.following.fine_parts(ROOT, self.following.told)

    @cached_property
    def _orders(self) -> Ints:
        """In how many orders cards come to each state under best play; 0 for hands of a split."""
        found = np.zeros(self.layout.number, dtype=np.int64)
        found[0] = 1
        for block in self.layout.blocks:
            origins, slots, states, _ = block.edges
            np.add.at(found, block.first + states, np.where(self.following.policy[origins] == slots, found[origins], 0))
        return found

    def _chance_of(self, state: int) -> float:
        """How likely a state of the round is under best play, before any hand is split."""
        orders = int(self._orders[state])
        if not orders:
            return 0.0
        following = self.following
        counts = following.counts[state].tolist()
        return self._number(counts, int(following.masks[state]), orders, int(following.told[state])) / self._deals

    def _number(self, counts: Sequence[int], mask: int, orders: int, told: int) -> int:
        """In how many deals cards lie so."""
        ways, among, hidden = orders * self._fine_parts.parts[told], 0, int(mask != 0)
        for kind, count in enumerate(counts):
            if count:
                ways *= self._come[kind][count]
            if mask >> kind & 1:
                among += self.kinds.copies[kind] - count
        return ways * (among if mask else 1) * self._rest(sum(counts), hidden)

    @cached_property
    def _come(self) -> tuple[tuple[int, ...], ...]:
        """In how many ways so many cards of each kind come."""
        return tuple(tuple(perm(copies, count) for count in range(copies + 1)) for copies in self.kinds.copies)

    def _rest(self, lying: int, hidden: int) -> int:
        """In how many ways the rest of a deal comes, once so many cards have, and one lies unseen or none."""
        if (lying, hidden) not in self._rests:
            unseen = sum(self.kinds.copies) - lying - hidden
            self._rests[lying, hidden] = perm(unseen, self._most - lying - hidden)
        return self._rests[lying, hidden]

    # rows

    def _take_in(self, block: Block, cells: Cells, fewest: int) -> None:
        own = own_of(block)
        columns, mine = block.shape.columns(own), slice(block.first, block.first + len(block))
        others = [column for column in range(block.shape.width) if column not in columns]
        values = self.drawing.values
        assert values is not None
        states = zip(
            block.rows[:, columns.start : columns.stop].tolist(), block.rows[:, others].tolist(),
            counts_of(block.rows, self.kinds).tolist(), masks_of(block.rows, self.kinds).tolist(), self._orders[mine].tolist(),
            self.following.told[mine].tolist(), self.following.policy[mine].tolist(), values[mine].tolist(), strict=True,
        )  # fmt: skip
        asides: dict[tuple[int, ...], tuple[int, str]] = {}
        for n, (cards, beside, counts, mask, orders, told, policy, worth) in enumerate(states):
            if not orders:
                continue
            number, row, seen = self._number(counts, mask, orders, told), tuple(cards), tuple(beside)
            if seen not in asides:
                asides[seen] = self.words.aside(block.shape.world(block.rows[n]), own)
            cell = cells[self.words.class_of(row, fewest)][asides[seen]]
            worths = dict(zip(block.labels, worth, strict=False))  # there is room for the most labels of all
            cell.take_in((tuple(sorted(row)), ""), block.labels[policy], number, number / self._deals, worths)


def _is_of_split(block: Block) -> bool:
    return any(area.startswith(GONE) for area, _ in block.shape.areas)


def _own_length(block: Block) -> int:
    """How many cards the hand has that is decided on."""
    return len(block.shape.columns(own_of(block)))
