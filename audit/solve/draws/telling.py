"""Best play where hands grow, in words: by what the player's cards count and by what else he sees.

A row is a total (hard or soft), a pair, or cards themselves where nothing is counted; what else is seen are the open cards
of others.  Hands of a split are not told.  Where hands of one total are played differently, the rarer choice has a row of
its own.  What each choice is worth is the average over the hands of a row, as often as they come.  Where few things can be
seen beside the player's cards all this is told as a chart, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np

from audit.play.cards import RANKS
from audit.play.counting import total
from audit.play.errors import PlayError
from audit.play.hands import area_of
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import Area, Owner
from audit.solve.cards.alike import all_named
from audit.solve.draws.drawing import ROOT, Drawing
from audit.solve.draws.following import FineParts
from audit.solve.draws.kinds import WHOLES
from audit.solve.draws.layout import Block
from audit.solve.draws.rows import Ints, counts_of, masks_of
from audit.solve.draws.traces import Deciding
from audit.solve.draws.weighing import From
from audit.solve.draws.worlds import GONE, World
from audit.solve.result import Border, Chart, ChartCell, ChartGroup, Decided, PlayRow, Strategy

Order = tuple[int, Fraction, int, str]

MOST_COLUMNS = 14
"""A chart has no more columns; what else is seen is told in rows."""

MOST_HANDS = 4
"""So many hands of a cell are named that are played in another way than most."""

PAIRS, OTHERS = 2, 3


@dataclass
class _Cell:
    """All hands of one row: how often each choice is best, with which cards, and what each is worth (summed over deals)."""

    best: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    hands: dict[str, dict[tuple[int, ...], int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    worth: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    offered: dict[str, float] = field(default_factory=lambda: defaultdict(float))


Cells = dict[tuple[Order, str], dict[tuple[int, str], _Cell]]
"""Rows, by the player's cards and then by what else is seen."""


def strategy_of(drawing: Drawing, unit: Fraction) -> Strategy | None:
    """Best play of a bundle; nothing where nothing is decided."""
    told = _Telling(drawing, unit)
    decided = tuple(told.decided())
    return Strategy(decided) if decided else None


@dataclass
class _Telling:
    drawing: Drawing
    unit: Fraction

    def __post_init__(self) -> None:
        assert self.drawing.values is not None
        self.layout, self.following, self.kinds = self.drawing.layout, self.drawing.following, self.drawing.kinds
        self.ruleset = self.drawing.asker.ruleset

    def decided(self) -> Iterator[Decided]:
        """Moment by moment."""
        moments: dict[str, list[Block]] = defaultdict(list)
        for block in self.layout.blocks:
            point = block.node.point
            if isinstance(point, Deciding) and not any(area.startswith(GONE) for area, _ in block.shape.areas):
                moments[point.moment].append(block)
        for moment, blocks in moments.items():
            cells: Cells = defaultdict(lambda: defaultdict(_Cell))
            fewest = min(self._own_length(block) for block in blocks)
            for block in blocks:
                self._take_in(block, cells, fewest)
            if cells:
                yield self._moment(moment, blocks, cells)

    def _moment(self, moment: str, blocks: list[Block], cells: Cells) -> Decided:
        shares: dict[str, int] = defaultdict(int)
        rows: list[PlayRow] = []
        borders: list[Border] = []
        for (_, own), asides in sorted(cells.items()):
            by_choice: dict[tuple[str, bool], list[tuple[str, int]]] = defaultdict(list)
            for (_, aside), cell in sorted(asides.items()):
                most = max(cell.best, key=lambda choice: cell.best[choice])
                for choice, number in cell.best.items():
                    by_choice[choice, choice == most].append((aside, number))
                    shares[choice] += number
                borders.append(Border(f"{own}{aside and ', '}{aside}", self._values(cell)))
            for (choice, is_most), kept in by_choice.items():
                hands = f"{own}{'' if is_most else ', some hands'}{_joined([aside for aside, _ in kept])}"
                rows.append(PlayRow(hands, choice, self._share(sum(number for _, number in kept))))
        choices = tuple((choice, self._share(number)) for choice, number in sorted(shares.items(), key=lambda one: -one[1]))
        bases = {basis for block in blocks if isinstance(block.node.point, Deciding) for basis in block.node.point.bases}
        cites = dict.fromkeys(str(cite) for basis in bases for cite in basis.cites)
        chart = self._chart(cells)
        return Decided(moment, choices, tuple(rows), tuple(borders) if chart is None else (), tuple(cites), chart)

    def _values(self, cell: _Cell) -> tuple[tuple[str, float], ...]:
        return tuple((choice, cell.worth[choice] / cell.offered[choice] / float(self.unit)) for choice in cell.worth)

    def _chart(self, cells: Cells) -> Chart | None:
        """The same as a grid; nothing where more is seen than its head can hold."""
        asides = sorted({aside for beside in cells.values() for aside in beside})
        starts = {words.rpartition(" ")[0] for _, words in asides}
        if len(asides) > MOST_COLUMNS or len(starts) > 1:
            return None
        groups: dict[str, list[tuple[str, tuple[ChartCell | None, ...]]]] = defaultdict(list)
        for (order, own), beside in sorted(cells.items()):
            row = tuple(self._chart_cell(beside[aside]) if aside in beside else None for aside in asides)
            groups[self._title(order)].append((own, row))
        seen = tuple(words.rpartition(" ")[2] for _, words in asides)
        return Chart(starts.pop(), seen, tuple(ChartGroup(title, tuple(rows)) for title, rows in groups.items()))

    def _chart_cell(self, cell: _Cell) -> ChartCell:
        choices = sorted(cell.best, key=lambda choice: -cell.best[choice])
        others = [
            (number, row, choice) for choice in choices[1:] for row, number in cell.hands[choice].items()
        ]
        named = sorted(others, key=lambda one: (len(one[1]), -one[0], one[1]))[:MOST_HANDS]
        otherwise = tuple((" ".join(self._name(kind) for kind in sorted(row)), choice) for _, row, choice in named)
        return ChartCell(tuple(choices), self._values(cell), otherwise, len(others) - len(named))

    def _title(self, order: Order) -> str:
        match order[0]:
            case 0 if self._is_soft:
                return "hard totals"
            case 0:
                return "totals"
            case 1:
                return "soft totals"
        return "pairs" if order[0] == PAIRS else "other hands"

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

    def _number(self, counts: Ints, mask: int, orders: int, told: int) -> int:
        """In how many deals cards lie so."""
        ways, unseen = orders * self._fine_parts.parts[told], int(self._whole.left.sum() - counts.sum())
        for copies, count in zip(self.kinds.copies, counts.tolist(), strict=True):
            ways *= perm(copies, count)
        there = From(self._whole.left - counts, mask)
        hidden = int(mask != 0)
        return ways * there.among * perm(unseen - hidden, self._most - int(counts.sum()) - hidden)

    # rows

    def _own(self, block: Block) -> str:
        point = block.node.point
        assert isinstance(point, Deciding)
        return point.hand

    def _own_length(self, block: Block) -> int:
        return len(block.shape.columns(self._own(block)))

    def _take_in(self, block: Block, cells: Cells, fewest: int) -> None:
        counts, masks = counts_of(block.rows, self.kinds), masks_of(block.rows, self.kinds)
        for n in range(len(block)):
            state = block.first + n
            if not self._orders[state]:
                continue
            world = block.shape.world(block.rows[n])
            number = self._number(counts[n], int(masks[n]), int(self._orders[state]), int(self.following.told[state]))
            row = world.row(self._own(block))
            cell = cells[self._class_of(row, fewest)][self._aside(world, self._own(block))]
            best = block.labels[int(self.following.policy[state])]
            cell.best[best] += number
            cell.hands[best][tuple(sorted(row))] += number
            for slot, label in enumerate(block.labels):
                cell.worth[label] += float(self.drawing.values[state, slot]) * (number / self._deals)
                cell.offered[label] += number / self._deals

    def _class_of(self, row: tuple[int, ...], fewest: int) -> tuple[Order, str]:
        """The player's cards in words, with what they are sorted by."""
        cards = tuple(self.kinds.lying[kind] for kind in row if kind >= 0)
        more = f" of {fewest + 1} cards or more" if len(cards) > fewest else ""
        if self._count is None:
            return (OTHERS, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self._name, row)))
        try:
            found = total(self._count, cards, self.ruleset)
        except PlayError:
            return (OTHERS, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self._name, row)))
        if len(row) == fewest == 2 and row[0] == row[1]:
            return (PAIRS, Fraction(self._place(row[0])), 0, ""), " and ".join(self._name(kind) for kind in row)
        nature = ("soft " if found.is_soft else "hard ") if self._is_soft else ""
        return (int(found.is_soft), found.value, int(bool(more)), nature), f"{nature}{found.value}{more}"

    @cached_property
    def _count(self) -> wo.Count | None:
        """The count that lines ask for, if they ask for one."""
        asked = (part for q in self.drawing.walk.answers.numbers for part in (q.expression, q.test, Name(q.hand)))
        return next((part for part in all_named(asked, self.ruleset, closed=WHOLES) if isinstance(part, wo.Count)), None)

    @cached_property
    def _is_soft(self) -> bool:
        return self._count is not None and any(isinstance(line, wo.CountsHighOrLow) for line in self._count.lines)

    def _place(self, kind: int) -> int:
        """Where cards of a kind stand in the usual order of ranks."""
        rank = self.kinds.members[kind][0].rank
        return RANKS.index(rank) if rank in RANKS else len(RANKS)

    def _name(self, kind: int) -> str:
        """The cards of a kind: by their ranks, or by themselves where it is but one."""
        cards = list(dict.fromkeys(self.kinds.members[kind]))
        return str(cards[0]) if len(cards) == 1 else "/".join(dict.fromkeys(card.rank for card in cards))

    def _aside(self, world: World, own: str) -> tuple[int, str]:
        """The open cards of others."""
        told, first = [], -1
        for area, row in world.areas:
            seen = [kind for kind in row if kind >= 0]
            if area == own or not seen:
                continue
            first = self._place(seen[0]) if first < 0 else first
            told.append(f"{self._whose(area)} {' '.join(map(self._name, seen))}")
        return first, ", ".join(told)

    def _whose(self, area: str) -> str:
        stated = self.ruleset.named(area_of(area), Area)
        if stated is not None and stated.owner is Owner.DEALER:
            return "dealer shows"
        return f"{(stated and stated.title) or area.replace('_', ' ')}:"


def _joined(asides: list[str]) -> str:
    """``dealer shows 2``, ``dealer shows 3`` as ``dealer shows 2, 3``."""
    whole: dict[str, list[str]] = {}
    for aside in asides:
        start, _, last = aside.rpartition(" ")
        whole.setdefault(start, []).append(last)
    return "".join(f", {start} {', '.join(last)}" if start else "" for start, last in whole.items())
