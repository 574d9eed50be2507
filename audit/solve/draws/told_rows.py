"""Rows of best play where hands grow: all hands of one total, or pair, with one thing seen beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Order = tuple[int, Fraction, int, str]
"""What rows are sorted by."""

Held = tuple[tuple[int, ...], str]
"""The kinds of a hand's cards, and what else has to be told of it."""


@dataclass
class Cell:
    """All hands of one row: how often each choice is best, with which cards, and what each is worth (summed over deals)."""

    best: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    hands: dict[str, dict[Held, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    worth: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    offered: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def most(self) -> str:
        """The choice that is best most often."""
        return max(self.best, key=lambda choice: self.best[choice])

    def take_in(self, held: Held, best: str, number: int, share: float, worths: Mapping[str, float]) -> None:
        """One situation, which comes in so many deals, a share of all; ``worths`` are those of each choice."""
        self.best[best] += number
        self.hands[best][held] += number
        for label, worth in worths.items():
            self.worth[label] += worth * share
            self.offered[label] += share


Cells = dict[tuple[Order, str], dict[tuple[int, str], Cell]]
"""Rows, by the player's cards and then by what else is seen."""

Row = tuple[tuple[Order, str], dict[tuple[int, str], Cell]]
"""One of them."""


def by_choice(rows: Iterable[Row]) -> Iterator[tuple[str, str, int]]:
    """For each row, choice by choice, the hands with what is seen beside them, and in how many deals they come."""
    for (_, own), asides in rows:
        kept: dict[tuple[str, bool], list[tuple[str, int]]] = defaultdict(list)
        for (_, aside), cell in sorted(asides.items()):
            for choice, number in cell.best.items():
                kept[choice, choice == cell.most].append((aside, number))
        for (choice, is_most), of in kept.items():
            hands = f"{own}{'' if is_most else ', some hands'}{_joined([aside for aside, _ in of])}"
            yield hands, choice, sum(number for _, number in of)


def _joined(asides: list[str]) -> str:
    """``dealer shows 2``, ``dealer shows 3`` as ``dealer shows 2, 3``."""
    whole: dict[str, list[str]] = {}
    for aside in asides:
        start, _, last = aside.rpartition(" ")
        whole.setdefault(start, []).append(last)
    return "".join(f", {start} {', '.join(last)}" if start else "" for start, last in whole.items())
