"""The same deal in another graph of the same round: where the choices made so far lead there."""

from __future__ import annotations

from dataclasses import replace

from audit.solve.draws.kinds import Kinds
from audit.solve.draws.traces import ONWARD, Asked, Dealt, Deciding, Turn
from audit.solve.draws.walk import At, Branches, Walk
from audit.solve.draws.worlds import World, left
from audit.solve.errors import NotSolvable


def locate(walk: Walk, world: World, kinds: Kinds, branches: Branches) -> At:
    """The decision to which these choices lead where cards lie so, in kinds of another round with the same deal.

    Of a card that its player has not seen he knows what the questions on the way have shown of it.
    """
    at, left_over = walk.start, list(branches)
    counts = left(world, kinds)
    while True:
        match at.node.point:
            case Dealt(area):
                place, there = len(at.world.row(area)), at.world.dealt(area, walk.kinds)
                cell = world.row(area)[place]
                if cell >= 0:
                    there = there.with_cell(area, place, walk.kinds.of[kinds.cards[cell]])
                at = walk.then(replace(at, world=there), ONWARD)
            case Asked():
                at = _as_shown(walk, at, world, kinds, counts)
            case Deciding(labels=labels):
                if not left_over:
                    return at
                at = walk.choose(at, left_over.pop(0)) if left_over[0] in labels else at
            case Turn():
                at = walk.then(at, ONWARD)
            case _:
                raise NotSolvable("what is best cannot be told where a hand has been split")


def _as_shown(walk: Walk, at: At, world: World, kinds: Kinds, counts: list[int]) -> At:
    """What follows a question, where cards lie as in another round."""
    answers = walk.answers
    number = answers.number_at(at.node)
    hidden = [(area, place) for area, place in answers.cells_of(at.world, number) if at.world.row(area)[place] < 0]
    if not hidden:
        return walk.then(at, answers.answer_to(number, at.world))
    if len(hidden) > 1:
        raise NotSolvable("something was shown of two cards that the player has not seen")
    (spot,) = hidden
    mask = ~world.row(spot[0])[spot[1]]
    sample = next(walk.kinds.of[kinds.cards[k]] for k, n in enumerate(counts) if n > 0 and mask >> k & 1)
    answer = answers.answer_to(number, at.world.with_cell(*spot, sample))
    before = ~at.world.row(spot[0])[spot[1]]
    told = [answers.answer_to(number, at.world.with_cell(*spot, k)) == answer for k in range(len(walk.kinds.cards))]
    alike = sum(1 << k for k, same in enumerate(told) if same and before >> k & 1)
    return walk.then(replace(at, world=at.world.with_cell(*spot, ~alike)), answer)
