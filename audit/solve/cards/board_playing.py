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
from audit.solve.cards.board import solve_board
from audit.solve.cards.board_game import BoardGame, BoardResult
from audit.solve.cards.board_plan import Option, Target, ToPath
from audit.solve.cards.course import Spot
from audit.solve.cards.hands_seen import HandsSeen
from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import BINOMIAL, Ints8, Ints64, every_set, number_of
from audit.solve.cards.sides import Problem

Flags: TypeAlias = npt.NDArray[np.bool_]
Codes: TypeAlias = npt.NDArray[np.integer]


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
        self.cards = left[every_set(len(left), sum(game.stages) - len(shown)).astype(np.int64)].astype(np.int8)
        self.left = left.tolist()
        self.early = _early_cell(game, hole, stages)
        self.hands = math.comb(len(left) - self.cards.shape[1], game.dealer_hole)
        cells = game.pay.shape[3]
        counts = np.zeros((len(self.cards), cells, 3), dtype=np.int64)
        mine = np.zeros(len(self.cards), dtype=np.int64)
        together = len(hole) + sum(game.stages)
        compare_boards(
            np.array([*hole, *shown], dtype=np.int8), np.array(shown, dtype=np.int8), self.cards, left,
            every_set(together, game.best), every_set(game.dealer_hole + sum(game.stages), game.best),
            every_set(len(left) - self.cards.shape[1], game.dealer_hole), game.codes, game.order.astype(np.int64),
            game.dealer.astype(np.int64), BINOMIAL, counts, mine,
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
        return set.intersection(*(set(row) for row in self.cards[among].tolist()))

    def at_last(self, target: Target) -> Ints64:
        """The best sums for each complete board, from decisions of the last stage on."""
        if isinstance(target, ToPath):
            sums: Ints64 = self.paid[target.path]
        else:
            options = [self.at_last(o.then) for o in self.game.tree.nodes[target.node].options if self._is_open(o)]
            sums = np.stack(options).max(axis=0)
        return sums

    def _hold(self, cards: Sequence[int]) -> Flags:
        return np.array([set(cards) <= set(row) for row in self.cards.tolist()], dtype=np.bool_)

    def _mean(self, sums: Ints64, among: Flags) -> Fraction:
        return Fraction(int(sums[among].sum()), int(among.sum()) * self.hands)


def _early_cell(game: BoardGame, hole: Sequence[int], stages: Sequence[Sequence[int]]) -> int:
    if game.early is None:
        return 0
    if game.early.ndim == 1:
        return int(game.early[number_of(hole)])
    return int(game.early[number_of(stages[0]), number_of(hole)])


@njit
def best_code(cards: Ints8, picks: Ints8, codes: Codes, binomial: Ints64) -> int:
    """The code of the best hand that some of these cards make, which ascend; of hands that tie the higher one."""
    best = np.int64(-1)
    for p in range(len(picks)):
        number = 0
        for i in range(picks.shape[1]):
            number += binomial[cards[picks[p, i]], i + 1]
        code = np.int64(codes[number])
        best = max(code, best)
    return int(best)


@njit
def gather_cards(some: Ints8, others: Ints8, cards: Ints8) -> None:
    """Both in ascending order."""
    count = 0
    for card in some:
        cards[count] = card
        count += 1
    for card in others:
        cards[count] = card
        count += 1
    for i in range(1, count):
        card, j = cards[i], i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@njit
def compare_boards(
    mine_shown: Ints8,
    shown: Ints8,
    rests: Ints8,
    left: Ints8,
    my_picks: Ints8,
    their_picks: Ints8,
    holes: Ints8,
    codes: Codes,
    order: Ints64,
    dealer: Ints64,
    binomial: Ints64,
    counts: Ints64,
    mine: Ints64,
) -> None:
    """On every complete board the player's code, and the dealer's hands by cell and by how the player's compares.

    ``mine_shown`` are the player's cards with those shown, ``rests`` int8[B, n] what is to come out of ``left``,
    ``holes`` which places of the cards then left the dealer may hold.  Out: ``counts`` int64[B, D, 3], ``mine`` int64[B].
    """
    to_come = rests.shape[1]
    my_cards = np.zeros(len(mine_shown) + to_come, dtype=np.int8)
    board = np.zeros(len(shown) + to_come, dtype=np.int8)
    their_cards = np.zeros(len(board) + holes.shape[1], dtype=np.int8)
    hidden = np.zeros(len(left) - to_come, dtype=np.int8)
    held = np.zeros(holes.shape[1], dtype=np.int8)
    for b in range(len(rests)):
        gather_cards(mine_shown, rests[b], my_cards)
        gather_cards(shown, rests[b], board)
        count = 0
        for card in left:
            is_gone = False
            for other in rests[b]:
                is_gone = is_gone or other == card
            if not is_gone:
                hidden[count] = card
                count += 1
        mine[b] = best_code(my_cards, my_picks, codes, binomial)
        level = order[mine[b]]
        for h in range(len(holes)):
            for i in range(holes.shape[1]):
                held[i] = hidden[holes[h, i]]
            gather_cards(board, held, their_cards)
            code = best_code(their_cards, their_picks, codes, binomial)
            relation = 1
            if level > order[code]:
                relation = 2
            elif level < order[code]:
                relation = 0
            counts[b, dealer[code], relation] += 1
