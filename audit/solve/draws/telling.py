"""Best play where hands grow, in words: by what the player's cards count and by what else he sees.

A row is a total (hard or soft), a pair, or cards themselves where nothing is counted; what else is seen are the open cards
of others.  Hands of a split are not told.  Where hands of one total are played differently, the rarer choice has a row of
its own.  What each choice is worth is the average over the hands of a row, as often as they come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np

from audit.play.counting import total
from audit.play.errors import PlayError
from audit.play.hands import area_of
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import Area, Owner
from audit.solve.cards.alike import all_named
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.kinds import WHOLES
from audit.solve.draws.layout import Block
from audit.solve.draws.rows import Ints, counts_of, masks_of
from audit.solve.draws.traces import Deciding
from audit.solve.draws.weighing import From
from audit.solve.draws.worlds import GONE, World
from audit.solve.result import Border, Decided, PlayRow, Strategy

Order = tuple[int, Fraction, int, str]


@dataclass
class _Cell:
    """All hands of one row: how often each choice is best, and what each is worth (summed over deals)."""

    best: dict[str, int] = field(default_factory=lambda: defaultdict(int))
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
                values = ((choice, cell.worth[choice] / cell.offered[choice] / float(self.unit)) for choice in cell.worth)
                borders.append(Border(f"{own}{aside and ', '}{aside}", tuple(values)))
            for (choice, is_most), kept in by_choice.items():
                hands = f"{own}{'' if is_most else ', some hands'}{_joined([aside for aside, _ in kept])}"
                rows.append(PlayRow(hands, choice, self._share(sum(number for _, number in kept))))
        choices = tuple((choice, self._share(number)) for choice, number in sorted(shares.items(), key=lambda one: -one[1]))
        bases = {basis for block in blocks if isinstance(block.node.point, Deciding) for basis in block.node.point.bases}
        cites = dict.fromkeys(str(cite) for basis in bases for cite in basis.cites)
        return Decided(moment, choices, tuple(rows), tuple(borders), tuple(cites))

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
        return self._whole.deals(self._most)

    @cached_property
    def _orders(self) -> Ints:
        """In how many orders cards come to each state under best play; 0 for hands of a split."""
        found = np.zeros(self.layout.number, dtype=np.int64)
        found[0] = 1
        for block in self.layout.blocks:
            origins, slots, states, _ = block.edges
            np.add.at(found, block.first + states, np.where(self.following.policy[origins] == slots, found[origins], 0))
        return found

    def _number(self, counts: Ints, mask: int, orders: int) -> int:
        """In how many deals cards lie so."""
        ways, unseen = orders, int(self._whole.left.sum() - counts.sum())
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
        counts, masks = counts_of(block.rows, len(self.kinds.cards)), masks_of(block.rows, self.kinds)
        for n in range(len(block)):
            state = block.first + n
            if not self._orders[state]:
                continue
            world = block.shape.world(block.rows[n])
            number = self._number(counts[n], int(masks[n]), int(self._orders[state]))
            cell = cells[self._class_of(world.row(self._own(block)), fewest)][self._aside(world, self._own(block))]
            cell.best[block.labels[int(self.following.policy[state])]] += number
            for slot, label in enumerate(block.labels):
                cell.worth[label] += float(self.drawing.values[state, slot]) * (number / self._deals)
                cell.offered[label] += number / self._deals

    def _class_of(self, row: tuple[int, ...], fewest: int) -> tuple[Order, str]:
        """The player's cards in words, with what they are sorted by."""
        cards = tuple(self.kinds.cards[kind] for kind in row if kind >= 0)
        more = f" of {fewest + 1} cards or more" if len(cards) > fewest else ""
        if self._count is None:
            return (3, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self._name, row)))
        try:
            found = total(self._count, cards, self.ruleset)
        except PlayError:
            return (3, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self._name, row)))
        if len(row) == fewest == 2 and row[0] == row[1]:
            return (2, found.value, row[0], ""), " and ".join(self._name(kind) for kind in row)
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
            first = seen[0] if first < 0 else first
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
