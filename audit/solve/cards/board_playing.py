"""What choices are worth with given cards where player and dealer share a board, reckoned for these cards alone.

Before any card of the board is known the whole game is solved, once.  Afterwards every way in which the board can be
completed is gone through, and on each every hand of the dealer: nothing is taken from the solution but what it is asked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.play.cards import Card
from audit.solve.cards import by_board
from audit.solve.cards.best_of_sets import best_codes
from audit.solve.cards.board import solve_board
from audit.solve.cards.board_game import BoardGame, BoardResult
from audit.solve.cards.board_plan import Option, Target, ToPath
from audit.solve.cards.course import Spot
from audit.solve.cards.hands_seen import HandsSeen
from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import BINOMIAL, Ints8, Ints64, every_set, number_of
from audit.solve.cards.sides import Problem

Flags: TypeAlias = npt.NDArray[np.bool_]


def at_the_board(problem: Problem) -> AtTheBoard:
    """Raises `NotSolvable` for a course that the method of the shared board does not take."""
    return AtTheBoard(by_board.prepared(problem))


@dataclass(frozen=True, eq=False)
class AtTheBoard:
    """Appraises choices; see the head of the file."""

    laid_out: by_board.Prepared

    def values(self, way: int, held: Mapping[Spot, Card]) -> tuple[Fraction | None, ...]:
        """What each option of a decision is worth, per unit; None for one that is not open."""
        layout, game = self.laid_out.layout, self.laid_out.game
        hole = self.seen.numbers([held[spot] for spot in layout.hole])
        if game.tree.nodes[way].stage == 0:
            return self._before_the_board(way, hole)
        stages = [self.seen.numbers([held[spot] for spot in stage if spot in held]) for stage in layout.stages]
        boards = _Boards(game, hole, [stage for stage in stages if stage])
        return tuple(
            None if worth is None else worth / self.laid_out.paid.scale for worth in boards.options(way)
        )

    def _before_the_board(self, way: int, hole: Sequence[int]) -> tuple[Fraction | None, ...]:
        row, _ = self.seen.renamed(hole)
        found = self.solution.holdings[row].values[way]
        deals = self.laid_out.paid.scale * self.solution.deals_of_hole
        return tuple(None if value is None else Fraction(value, deals) for value in found)

    @cached_property
    def solution(self) -> BoardResult:
        """The whole game, which takes minutes."""
        return solve_board(self.laid_out.game)

    @cached_property
    def seen(self) -> HandsSeen:
        game = self.laid_out.game
        return HandsSeen.canonical(self.laid_out.problem, game.hole)


class _Boards:
    """Every way to complete a board, with what each path pays there, summed over the dealer's hands.

    ``cards`` int8[B, cards to come]; ``paid`` int64[paths, B].
    """

    def __init__(self, game: BoardGame, hole: Sequence[int], stages: Sequence[Sequence[int]]) -> None:
        self.game, self.stage = game, len(stages)
        shown = [card for stage in stages for card in stage]
        used = {*hole, *shown}
        left = np.array([card for card in range(game.pack.size) if card not in used], dtype=np.int8)
        to_come = sum(game.stages) - len(shown)
        self.cards = left[every_set(len(left), to_come).astype(np.int64)].astype(np.int8)
        self.left = left.tolist()
        self.early = _early_cell(game, hole, stages)
        self.hands = math.comb(len(left) - to_come, game.dealer_hole)
        order, unseen = game.order.astype(np.int64), to_come + game.dealer_hole
        mine = best_codes([*hole, *shown], left, to_come, game.best, game.codes)
        theirs = best_codes(shown, left, unseen, game.best, game.codes)
        counts = np.zeros((len(self.cards), game.pay.shape[3], 3), dtype=np.int64)
        _compare(
            order[mine], order[theirs], game.dealer.astype(np.int64)[theirs],
            every_set(len(left), unseen), every_set(unseen, to_come), BINOMIAL, counts,
        )  # fmt: skip
        of_mine = game.pay[:, self.early][:, game.player[mine].astype(np.int64)]
        self.paid: Ints64 = (of_mine * counts[None]).sum(axis=(2, 3))

    def options(self, node: int) -> list[Fraction | None]:
        everywhere = np.ones(len(self.cards), dtype=np.bool_)
        return [
            self.worth(option.then, self.stage, everywhere) if self._is_open(option) else None
            for option in self.game.tree.nodes[node].options
        ]

    def _is_open(self, option: Option) -> bool:
        return option.early is None or self.early in option.early

    def worth(self, target: Target, stage: int, among: Flags) -> Fraction:
        """What is expected of a way on, over these boards and all hands of the dealer, when ``stage`` stages are known."""
        if isinstance(target, ToPath):
            return self._mean(self.paid[target.path], among)
        node = self.game.tree.nodes[target.node]
        if node.stage == stage:
            return max(self.worth(option.then, stage, among) for option in node.options if self._is_open(option))
        if node.stage == len(self.game.stages):
            return self._mean(self.at_last(target), among)
        more = sum(self.game.stages[stage : node.stage])
        left = [card for card in self.left if (self.cards[among] == card).any()]
        known = self._known(among)
        found = [
            self.worth(target, node.stage, here)
            for cards in combinations([card for card in left if card not in known], more)
            if (here := among & self._hold(cards)).any()
        ]
        return sum(found, Fraction(0)) / len(found)

    def _known(self, among: Flags) -> set[int]:
        """The cards to come that all of these boards hold: those known by now."""
        if among.all():
            return set()
        here = self.cards[among]
        return {card for card in here[0].tolist() if (here == card).any(axis=1).all()}

    def at_last(self, target: Target) -> Ints64:
        """The best sums for each complete board, from decisions of the last stage on."""
        if isinstance(target, ToPath):
            sums: Ints64 = self.paid[target.path]
        else:
            options = [self.at_last(o.then) for o in self.game.tree.nodes[target.node].options if self._is_open(o)]
            sums = np.stack(options).max(axis=0)
        return sums

    def _hold(self, cards: Sequence[int]) -> Flags:
        held: Flags = (self.cards[:, :, None] == np.array(cards, dtype=np.int8)).any(axis=1).all(axis=1)
        return held

    def _mean(self, sums: Ints64, among: Flags) -> Fraction:
        return Fraction(int(sums[among].sum()), int(among.sum()) * self.hands)


def _early_cell(game: BoardGame, hole: Sequence[int], stages: Sequence[Sequence[int]]) -> int:
    if game.early is None:
        return 0
    if game.early.ndim == 1:
        return int(game.early[number_of(hole)])
    return int(game.early[number_of(stages[0]), number_of(hole)])


@njit
def _compare(
    mine: Ints64, theirs: Ints64, cells: Ints64, unseen: Ints8, splits: Ints8, binomial: Ints64, counts: Ints64
) -> None:
    """The dealer's hands on every complete board, by cell and by how the player's compares.

    ``mine`` int64[B] is how high the player's hand stands on each board.  ``unseen`` int8[U, n + h] are sets of places of
    cards that may come or be in the dealer's hand: how high the hand of each stands, whichever of its cards come
    (``splits`` int8[S, n]), and its cell are ``theirs`` and ``cells`` int64[U].  Out: ``counts`` int64[B, D, 3].
    """
    for u in range(len(unseen)):
        for s in range(len(splits)):
            board = 0
            for i in range(splits.shape[1]):
                board += binomial[unseen[u, splits[s, i]], i + 1]
            relation = 1
            if mine[board] > theirs[u]:
                relation = 2
            elif mine[board] < theirs[u]:
                relation = 0
            counts[board, cells[u], relation] += 1
