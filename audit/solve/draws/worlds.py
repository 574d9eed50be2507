"""How cards can lie that are dealt but not all seen, and how likely each kind is to come next.

A card lies as a kind once somebody has looked at it, as a fine one where its place tells more (`kinds`).  Before, it is one of a
set of kinds: all of them, or those that what was shown of it leaves open.  Unseen cards of which nothing was shown are as good
as still in the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.solve.draws.kinds import Kinds
from audit.solve.errors import NotSolvable

Cell: TypeAlias = int
"""A kind or a fine kind (0 or more), or the complement of the set of kinds that a card may be of, a bit each (below 0)."""

Row: TypeAlias = tuple[Cell, ...]

GONE = "~"
"""Before the name of an area: the cards that lie with hands that are not followed."""

ASIDE = "~aside"
"""The area of cards that are taken out of the deck to tell what other hands did not get."""


@dataclass(frozen=True, slots=True)
class World:
    """The cards of each area, in the order in which they were dealt; areas in the order in which cards came there."""

    areas: tuple[tuple[str, Row], ...] = ()

    def row(self, area: str) -> Row:
        for name, row in self.areas:
            if name == area:
                return row
        return ()

    def with_row(self, area: str, row: Row) -> World:
        if any(name == area for name, _ in self.areas):
            return World(tuple((name, row if name == area else old) for name, old in self.areas))
        return World((*self.areas, (area, row)))

    def without(self, area: str) -> World:
        return World(tuple(one for one in self.areas if one[0] != area))

    def with_cell(self, area: str, place: int, cell: Cell) -> World:
        row = self.row(area)
        return self.with_row(area, (*row[:place], cell, *row[place + 1 :]))

    def dealt(self, area: str, kinds: Kinds) -> World:
        """One more card, of which nothing is known."""
        return self.with_row(area, (*self.row(area), ~kinds.every))

    def cells(self) -> Iterator[tuple[str, int, Cell]]:
        for area, row in self.areas:
            for place, cell in enumerate(row):
                yield area, place, cell

    def sorted_beyond(self, told_apart: Mapping[str, int]) -> World:
        """The same cards, in one order where their places do not matter: beyond so many of each area."""
        return World(
            tuple(
                (area, (*row[: told_apart.get(area, 0)], *sorted(row[told_apart.get(area, 0) :])))
                for area, row in sorted(self.areas)
                if row
            )
        )


def left(world: World, kinds: Kinds) -> list[int]:
    """How many cards of each kind nobody has seen."""
    counts = list(kinds.copies)
    for _, _, cell in world.cells():
        if cell >= 0:
            counts[kinds.kind_of[cell]] -= 1
    return counts


def is_possible(world: World, kinds: Kinds) -> bool:
    """Whether the deck has as many cards of each kind as have been looked at."""
    fine = Counter(cell for _, _, cell in world.cells() if cell >= len(kinds.cards))
    return min(left(world, kinds)) >= 0 and all(n <= len(kinds.members[cell]) for cell, n in fine.items())


def chances(world: World, kinds: Kinds, area: str, place: int) -> tuple[tuple[int, Fraction], ...]:
    """What an unseen card may lie as, each with how likely it is; see `_chances_of_kinds`."""
    of_kinds = _chances_of_kinds(world, kinds, area, place)
    if not kinds.is_fine(area, place):
        return of_kinds
    seen = [cell for _, _, cell in world.cells() if cell >= len(kinds.cards)]
    before, by_kind = kinds.chance_of(seen), dict(of_kinds)
    told = (
        (cell, by_kind[kinds.kind_of[cell]] * kinds.chance_of((*seen, cell)) / before)
        for cell in kinds.cells[1]
        if kinds.kind_of[cell] in by_kind
    )
    return tuple((cell, chance) for cell, chance in told if chance)


def _chances_of_kinds(world: World, kinds: Kinds, area: str, place: int) -> tuple[tuple[int, Fraction], ...]:
    """The kinds that an unseen card may be of, each with how likely it is.

    At most one other unseen card may be one of which something was shown; raises `NotSolvable` where there are more.
    """
    counts = left(world, kinds)
    own = ~world.row(area)[place]
    others = [
        ~cell for name, at, cell in world.cells() if cell < 0 and ~cell != kinds.every and (name, at) != (area, place)
    ]
    if not others:
        whole = sum(n for k, n in enumerate(counts) if own >> k & 1)
        return tuple((k, Fraction(n, whole)) for k, n in enumerate(counts) if n and own >> k & 1)
    if own != kinds.every or len(others) > 1:
        raise NotSolvable("something was shown of two cards that the player has not seen")
    shown = others[0]
    among, unseen = sum(n for k, n in enumerate(counts) if shown >> k & 1), sum(counts)
    whole = among * (unseen - 1)
    return tuple(
        (k, Fraction(n * (among - (shown >> k & 1)), whole)) for k, n in enumerate(counts) if n and n * (among - (shown >> k & 1))
    )


def as_dealt(cards: Mapping[tuple[str, int], list[int]], world: World) -> Mapping[tuple[str, int], list[int]]:
    """The cards as they came to their places in turn: those of a hand that was split came to the place that it had then.

    All cards of a hand that was split are of one kind, so that it does not matter which of them lies where.
    """
    came = dict(cards)
    for name, row in world.areas:
        if not name.startswith(GONE) or name == ASIDE or not row:
            continue
        area = name.removeprefix(GONE)
        followed = f"{area} 1"
        first = world.row(followed)[0]
        came[area, 0], came[area, 1] = [first], [row[0]]
        del came[followed, 0]
        if len(row) > 1:
            came[followed, 1] = [*row[1:], *came.get((followed, 1), [])]
    return came
