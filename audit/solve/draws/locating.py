"""The same deal in another graph of the same round: where the choices made so far lead there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from audit.solve.draws.kinds import Kinds
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Turn
from audit.solve.draws.walk import At, Branches, Walk
from audit.solve.draws.worlds import GONE, World, left
from audit.solve.errors import NotSolvable

T = TypeVar("T")


@dataclass
class Locating:
    """Where deals lead in the graph of ``walk`` that are told in the ``kinds`` of another round.

    ``told_apart`` is how many cards of each area are told apart there by their places.
    """

    walk: Walk
    kinds: Kinds
    told_apart: Mapping[str, int]
    _cells: dict[tuple[int, bool], frozenset[int]] = field(default_factory=dict)

    def locate(self, world: World, branches: Branches) -> At:
        """The decision to which these choices lead where cards lie so.

        Of a card that its player has not seen he knows what the questions on the way have shown of it.
        """
        if any(area.startswith(GONE) for area, _ in world.areas):
            raise of_a_split()
        for area, row in world.areas:
            known = self.told_apart.get(area, 0)
            if len(row) > known + 1 and self.walk.answers.told_apart.get(area, 0) > known:
                raise _not_told_apart()  # of its cards nobody knows any more which came first
        at, left_over = self.walk.start, list(branches)
        counts = left(world, self.kinds)
        while True:
            match at.node.point:
                case Dealt(area):
                    place, there = len(at.world.row(area)), at.world.dealt(area, self.walk.kinds)
                    cell = world.row(area)[place]
                    if cell >= 0:
                        there = there.with_cell(area, place, one_of(self._cells_of(cell, area, place)))
                    at = self.walk.then(replace(at, world=there), ONWARD)
                case Asked():
                    at = self._as_shown(at, world, counts)
                case Deciding(labels=labels):
                    if not left_over:
                        return at
                    at = self.walk.choose(at, left_over.pop(0)) if left_over[0] in labels else at
                case Turn():
                    at = self.walk.then(at, ONWARD)
                case _:
                    raise of_a_split()

    def _cells_of(self, cell: int, area: str, place: int) -> frozenset[int]:
        """How the cards of a cell lie in the graph."""
        key = cell, self.walk.kinds.is_fine(area, place)
        if key not in self._cells:
            self._cells[key] = frozenset(self.walk.kinds.cell_of(card, area, place) for card in self.kinds.members[cell])
        return self._cells[key]

    def _as_shown(self, at: At, world: World, counts: list[int]) -> At:
        """What follows a question, where cards lie as in another round."""
        answers, kinds = self.walk.answers, self.walk.kinds
        number = answers.number_at(at.node)
        hidden = [(area, place) for area, place in answers.cells_of(at.world, number) if at.world.row(area)[place] < 0]
        if not hidden:
            return self.walk.then(at, answers.answer_to(number, at.world))
        if len(hidden) > 1:
            raise NotSolvable("something was shown of two cards that the player has not seen")
        (spot,) = hidden
        mask = ~world.row(spot[0])[spot[1]]
        told = {cell: answers.answer_to(number, at.world.with_cell(*spot, cell)) for cell in kinds.cells[kinds.is_fine(*spot)]}
        may_be = (self._cells_of(k, *spot) for k, n in enumerate(counts) if n > 0 and mask >> k & 1)
        answer = one_of({told[cell] for cells in may_be for cell in cells})
        before = ~at.world.row(spot[0])[spot[1]]
        alike, others = (
            {kinds.kind_of[cell] for cell, one in told.items() if (one == answer) is same} for same in (True, False)
        )
        if alike & others:
            raise _not_told_apart()
        shown = sum(1 << kind for kind in alike) & before
        return self.walk.then(replace(at, world=at.world.with_cell(*spot, ~shown)), answer)


def one_of(found: Collection[T]) -> T:
    """The only one; refused where there are more, told apart in the graph and not in the other round."""
    if len(found) > 1:
        raise _not_told_apart()
    return next(iter(found))


class NotToldApart(NotSolvable):
    """Cards are told apart in the one graph that are not in the other round."""


def of_a_split() -> NotSolvable:
    """What is refused where a wager beside is still open when a hand of a split is decided on."""
    why = "what is best for other wagers is not told once a hand has been split, and this one is still open then"
    return NotSolvable(why, "split hand")


def _not_told_apart() -> NotToldApart:
    return NotToldApart("what is best hangs on what a wager beside does not tell apart")
