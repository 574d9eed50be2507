"""Hands in words, and what else their player sees: ``hard 16 of 3 cards or more``, ``dealer shows 10/J/Q/K``."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from audit.play.cards import RANKS
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
from audit.solve.draws.told_rows import Order
from audit.solve.draws.traces import Deciding
from audit.solve.draws.worlds import GONE, World

PAIRS, OTHERS = 2, 3
"""By what rows are sorted first: after totals, 0 and soft ones 1, come pairs, then hands of which nothing is counted."""


@dataclass
class HandsInWords:
    """The hands of one drawing, with what is best and what each choice is worth."""

    drawing: Drawing
    _names: dict[int, str] = field(default_factory=dict)
    _classes: dict[tuple[tuple[int, ...], int], tuple[Order, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kinds, self.ruleset = self.drawing.kinds, self.drawing.asker.ruleset

    def best(self, block: Block, state: int) -> str:
        """The choice that is best in a state of a block."""
        return block.labels[int(self.drawing.following.policy[state])]

    def worths(self, block: Block, state: int) -> dict[str, float]:
        """What each choice is worth there."""
        assert self.drawing.values is not None
        return {label: float(self.drawing.values[state, slot]) for slot, label in enumerate(block.labels)}

    def class_of(self, row: tuple[int, ...], fewest: int) -> tuple[Order, str]:
        """The player's cards in words, with what they are sorted by."""
        if (row, fewest) not in self._classes:
            self._classes[row, fewest] = self._class_of(row, fewest)
        return self._classes[row, fewest]

    def _class_of(self, row: tuple[int, ...], fewest: int) -> tuple[Order, str]:
        cards = tuple(self.kinds.lying[kind] for kind in row if kind >= 0)
        more = f" of {fewest + 1} cards or more" if len(cards) > fewest else ""
        if self._count is None:
            return (OTHERS, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self.name, row)))
        try:
            found = total(self._count, cards, self.ruleset)
        except PlayError:
            return (OTHERS, Fraction(len(cards)), 0, ""), " ".join(sorted(map(self.name, row)))
        if len(row) == fewest == 2 and row[0] == row[1]:
            return (PAIRS, Fraction(self._place(row[0])), 0, ""), " and ".join(self.name(kind) for kind in row)
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

    def title_of(self, order: Order) -> str:
        """What a group of rows is called."""
        match order[0]:
            case 0 if self._is_soft:
                return "hard totals"
            case 0:
                return "totals"
            case 1:
                return "soft totals"
        return "pairs" if order[0] == PAIRS else "other hands"

    def _place(self, kind: int) -> int:
        """Where cards of a kind stand in the usual order of ranks."""
        rank = self.kinds.members[kind][0].rank
        return RANKS.index(rank) if rank in RANKS else len(RANKS)

    def name(self, kind: int) -> str:
        """The cards of a kind: by their ranks, or by themselves where it is but one."""
        if kind not in self._names:
            cards = list(dict.fromkeys(self.kinds.members[kind]))
            self._names[kind] = str(cards[0]) if len(cards) == 1 else "/".join(dict.fromkeys(card.rank for card in cards))
        return self._names[kind]

    def aside(self, world: World, own: str) -> tuple[int, str]:
        """The open cards of others."""
        told, first = [], -1
        for area, row in world.areas:
            seen = [kind for kind in row if kind >= 0]
            if area == own or area.startswith(GONE) or not seen:
                continue
            first = self._place(seen[0]) if first < 0 else first
            told.append(f"{self._whose(area)} {' '.join(map(self.name, seen))}")
        return first, ", ".join(told)

    def _whose(self, area: str) -> str:
        stated = self.ruleset.named(area_of(area), Area)
        if stated is not None and stated.owner is Owner.DEALER:
            return "dealer shows"
        return f"{(stated and stated.title) or area.replace('_', ' ')}:"


def own_of(block: Block) -> str:
    """The area of the hand that is decided on."""
    point = block.node.point
    assert isinstance(point, Deciding)
    return point.hand
