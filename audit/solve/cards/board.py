"""A board that player and dealer share, shown in stages, with decisions between: exact counts under best play.

The player holds some cards, the dealer others, hidden; both make the best hand of k from their own and the whole board,
under one ranking.  Every complete board is ranked once, up to the names of suits: all hands on it in order of strength,
and for each the dealer's hands that avoid it, lower, equal and higher.  What that is worth is spread over the sets of
board cards that were seen before, where the better choice is taken, and so on back to the first decision.  A second
run over the boards counts where these choices lead.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from audit.solve.cards import board_kernel as kernel
from audit.solve.cards.board_game import BoardGame, BoardResult, Holding, check_shapes
from audit.solve.cards.board_plan import Plan, StagePlan, ToNode, plan_tree, stage_of
from audit.solve.cards.board_showdown import Cells, compare_hands
from audit.solve.cards.board_tables import (
    board_sets,
    exchanges_of,
    hands_of,
    images_of,
    ranking_of,
    scale_of,
)
from audit.solve.cards.sets import Ints32, Ints64, canonical_sets, cards_of, every_set, stand_ins
from audit.solve.errors import NotSolvable

_Found = TypeVar("_Found")

MOST_BYTES = 3_500_000_000
"""Arrays by set of board cards and hole cards may take so much in all."""

MOST_HANDS = 6_000_000_000
"""Boards times hole cards, up to the names of suits; more would take many minutes."""

BLOCK = 64
"""Boards that are worked at a time, so that what lies between two steps stays in the cache."""


@dataclass(frozen=True, eq=False)
class _Room:
    """Arrays for a block of boards; shapes as in `board_kernel`."""

    holes: Ints32
    cells: Ints32
    counts: Ints32
    values: Ints64
    chosen: Cells

    def cut(self, boards: int) -> _Room:
        """Room for the first so many boards."""
        return _Room(
            self.holes[:boards],
            self.cells[:boards],
            self.counts[:boards],
            self.values[:boards],
            self.chosen[:boards],
        )


def solve_board(game: BoardGame) -> BoardResult:
    """Play the tree best and count how it ends.

    Raises NotSolvable where that would take too much memory or time, ValueError where the parts do not fit together.
    """
    return _Solving(game).result()


class _Solving:
    """One game being solved: its tables, the choices found at each stage, and the counts."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        check_shapes(game)
        pack, stages = game.pack, game.stages
        self.shown = (0, *(sum(stages[: i + 1]) for i in range(len(stages))))
        self.last = len(stages)
        by_board = game.early is not None and game.early.ndim == 2
        self.plan = plan_tree(game.tree, game.pay, self.last, early_by_board=by_board)
        self.exchanges = exchanges_of(pack, symmetric=game.symmetric)
        self.holes = math.comb(pack.size, game.hole)
        self.dealers = math.comb(pack.size - game.hole - self.shown[-1], game.dealer_hole)
        self._check_bounds()
        self.image = images_of(every_set(pack.size, game.hole), self.exchanges)
        self.sets = [
            board_sets(pack, n, self.exchanges, symmetric=game.symmetric, last=s == self.last)
            for s, n in enumerate(self.shown)
        ]
        self._check_memory()
        keys, self.scale = scale_of(game.codes, game.order, game.player, game.dealer)
        self.ranking = ranking_of(pack, game.best, self.shown[-1], max(game.hole, game.dealer_hole), keys)
        self.hands = hands_of(pack, game.hole, game.dealer_hole)
        self.early = self._early_cells()
        self.chosen: list[Cells] = []
        self.held: list[Ints32] = []
        self.first_values = np.zeros((0, self.holes), dtype=np.int64)

    def result(self) -> BoardResult:
        self._choose()
        counts, taken, late = self._count()
        game = self.game
        orders = self._ways(0, self.last)
        deals = math.comb(game.pack.size - game.hole, self.shown[-1]) * orders * self.dealers
        return BoardResult(counts, deals * self.holes, orders, deals, self._holdings(taken), late)

    def _ways(self, start: int, end: int) -> int:
        """In how many ways the stages after ``start`` up to ``end`` may have shown the same cards."""
        ways = math.factorial(self.shown[end] - self.shown[start])
        for n in self.game.stages[start:end]:
            ways //= math.factorial(n)
        return ways

    def _avoiding(self, stage: int) -> int:
        """How many hole cards avoid the board cards of a stage."""
        return math.comb(self.game.pack.size - self.shown[stage], self.game.hole)

    def _check_bounds(self) -> None:
        """Every sum over deals of the greatest payoff, for all exchanges of suits together, must fit 63 bits."""
        game = self.game
        greatest = max((abs(int(p)) for p in (game.pay.min(initial=0), game.pay.max(initial=0))), default=0)
        deals = math.comb(game.pack.size - game.hole, self.shown[-1]) * self._ways(0, self.last) * self.dealers
        sums = max(greatest * deals * len(self.exchanges), self.holes * deals)
        if sums >= 1 << 63:
            raise NotSolvable(f"payoffs up to {greatest:,} over {deals:,} deals add up to more than 63 bits hold")

    def _check_memory(self) -> None:
        hands = len(self.sets[-1].cards) * self.holes
        if hands > MOST_HANDS:
            raise NotSolvable(f"{hands:,} boards with hole cards; at most {MOST_HANDS:,} are worked through")
        arrays = [self._arriving_bytes(1), self._choice_bytes()]
        if sum(arrays) > MOST_BYTES:
            raise NotSolvable(f"{sum(arrays):,} bytes for what is known at each stage; at most {MOST_BYTES:,} are used")
        both = self._arriving_bytes(2) + self._choice_bytes() <= MOST_BYTES
        self.workers = 2 if both and (os.cpu_count() or 1) > 1 else 1

    def _arriving_bytes(self, workers: int) -> int:
        return sum(
            len(self.sets[s].cards) * self.holes * len(self.plan.stages[s].arriving) * 8 * workers
            for s in range(self.last)
        )

    def _choice_bytes(self) -> int:
        return sum(
            len(self.sets[s].cards) * self.holes * (len(self.plan.stages[s].reckoned) + 4 + 2 * self._ways(0, s))
            for s in range(self.last)
        )

    def _early_cells(self) -> Cells:
        """The early cell by first-stage set and hole cards; one row for all sets if it hangs on the hole cards alone."""
        early = self.game.early
        if early is None:
            return np.zeros((1, self.holes), dtype=np.uint8)
        if early.ndim == 1:
            return early[None, :].astype(np.uint8)
        return np.ascontiguousarray(early[self.sets[1].numbers].astype(np.uint8))

    def _early_at(self, stage: int, start: int, end: int) -> Cells:
        """The rows of early cells for some sets of a stage, where they are first looked at."""
        if len(self.early) == 1:
            return self.early
        return self.early[start:end] if stage == 1 else np.zeros((1, self.holes), dtype=np.uint8)

    def _choosing(self, stage: int) -> kernel.Choosing:
        plan = self.plan.stages[stage]
        return kernel.Choosing(plan.first, plan.options, plan.by_early)

    def _turning(self, larger: int, smaller: int) -> kernel.Turning:
        return self.sets[smaller].seen_from(self.shown[larger], self.image)

    # ------------------------------------------------------------ the best choices

    def _choose(self) -> None:
        """Reckon values from the last stage to the first, keeping the choices."""
        self.chosen = [np.zeros((0, 0, 0), dtype=np.uint8) for _ in range(self.last)]
        self.held = [np.zeros((0, 0), dtype=np.int32) for _ in range(self.last)]
        arrived = self._add_up_boards()
        for stage in reversed(range(self.last)):
            self._reckon(stage, arrived)
            arrived[stage] = np.zeros((0, 0, 0), dtype=np.int64)

    def _nothing_arrived(self) -> list[Ints64]:
        return [
            np.zeros((len(self.sets[s].cards), len(self.plan.stages[s].arriving), self.holes), dtype=np.int64)
            for s in range(self.last)
        ]

    def _add_up_boards(self) -> list[Ints64]:
        plan = self.plan.stages[self.last]
        if not plan.sent:
            return self._nothing_arrived()
        boards = self.sets[-1]
        turning = {to: self._turning(self.last, to) for to in plan.sent}

        def add_up(blocks: Iterator[tuple[int, int]]) -> list[Ints64]:
            arrived = self._nothing_arrived()
            room = self._room()
            for start, end in blocks:
                found = room.cut(end - start)
                self._appraise(start, end, found)
                for to, (source, place) in plan.sent.items():
                    kernel.spread(
                        boards.cards[start:end],
                        boards.weights[start:end],
                        found.holes,
                        found.values,
                        source,
                        place,
                        turning[to],
                        arrived[to],
                    )
            return arrived

        first, *others = self._share(add_up, len(boards.cards))
        for other in others:
            for mine, theirs in zip(first, other, strict=True):
                np.add(mine, theirs, out=mine)
        return first

    def _appraise(self, start: int, end: int, room: _Room) -> None:
        """Compare the hands on a block of boards and reckon the items of the last stage."""
        compare_hands(
            self.sets[-1].cards[start:end],
            self.ranking,
            self.hands,
            self.scale,
            room.holes,
            room.cells,
            room.counts,
        )
        kernel.appraise_boards(
            self.plan.rows,
            room.cells,
            room.counts,
            self._choosing(self.last),
            room.holes,
            self._early_at(self.last, start, end),
            self.plan.group,
            room.values,
            room.chosen,
        )

    def _room(self) -> _Room:
        plan, hands = self.plan.stages[self.last], self._avoiding(self.last)
        return _Room(
            np.zeros((BLOCK, hands), dtype=np.int32),
            np.zeros((BLOCK, hands), dtype=np.int32),
            np.zeros((BLOCK, self.scale.cells, 3, hands), dtype=np.int32),
            np.zeros((BLOCK, len(plan.arriving) + len(plan.reckoned), hands), dtype=np.int64),
            np.zeros((BLOCK, len(plan.reckoned), hands), dtype=np.uint8),
        )

    def _reckon(self, stage: int, arrived: list[Ints64]) -> None:
        """Turn what arrived at a stage into values and choices, and send them on to earlier stages."""
        plan, sets, hands = self.plan.stages[stage], self.sets[stage], self._avoiding(stage)
        size, items = len(sets.cards), len(plan.arriving) + len(plan.reckoned)
        self.held[stage] = np.zeros((size, hands), dtype=np.int32)
        self.chosen[stage] = np.zeros((size, len(plan.reckoned), hands), dtype=np.uint8)
        factor = np.array([self._ways(stage, stage_of(item, self.last)) for item in plan.arriving], dtype=np.int64)
        turning = {to: self._turning(stage, to) for to in plan.sent}
        values = np.zeros((min(BLOCK, size), items, hands), dtype=np.int64)
        for start, end in _blocks(size, 0, size):
            values = values[: end - start]
            kernel.gather(
                arrived[stage][start:end],
                sets.kept[start:end],
                self.image,
                factor,
                self._choosing(stage),
                self.hands.owner_mask,
                sets.masks[start:end],
                self._early_at(stage, start, end),
                self.plan.group,
                self.held[stage][start:end],
                values,
                self.chosen[stage][start:end],
            )
            for to, (source, place) in plan.sent.items():
                kernel.spread(
                    sets.cards[start:end],
                    sets.weights[start:end],
                    self.held[stage][start:end],
                    values,
                    source,
                    place,
                    turning[to],
                    arrived[to],
                )
        if stage == 0:
            self.first_values = values[0]

    # ------------------------------------------------------------ where they lead

    def _course(self) -> kernel.Course:
        tree, paths = self.game.tree, len(self.game.pay)
        target = np.zeros((max(len(tree.nodes), 1), self.plan.option.shape[2]), dtype=np.int32)
        for number, node in enumerate(tree.nodes):
            for i, option in enumerate(node.options):
                then = option.then
                target[number, i] = paths + then.node if isinstance(then, ToNode) else then.path
        stage = np.array([node.stage for node in tree.nodes] or [-1], dtype=np.int32)
        return kernel.Course(paths, stage, self.plan.place, self.plan.option, target)

    def _count(self) -> tuple[Ints64, Ints64, Ints64]:
        """The counts of ends, and how often options were taken: by hole cards, and at the last stage by player's cell."""
        course = self._course()
        taken = np.zeros((self.holes, *course.target.shape), dtype=np.int64)
        before = self._follow_first(course, taken)
        for stage in range(1, self.last):
            before = self._pass_on(stage, before, course, taken)
        boards, turning = self.sets[-1], self._turning(self.last, self.last - 1)
        kinds = kernel.codes_in(before.reshape(-1))
        player_cells = self.game.pay.shape[2]

        def count(blocks: Iterator[tuple[int, int]]) -> tuple[Ints64, Ints64, Ints64]:
            ends = np.zeros(self.game.pay.shape, dtype=np.int64)[..., : self.scale.cells, :].copy()
            mine = np.zeros_like(taken)
            late = np.zeros((player_cells, *course.target.shape), dtype=np.int64)
            room = self._room()
            for start, end in blocks:
                found = room.cut(end - start)
                self._appraise(start, end, found)
                kernel.count_ends(
                    boards.cards[start:end],
                    boards.weights[start:end],
                    self.last,
                    found.holes,
                    found.cells,
                    found.counts,
                    found.chosen,
                    self._early_at(self.last, start, end),
                    turning,
                    before,
                    kinds,
                    course,
                    ends,
                    mine,
                    late,
                )
            return ends, mine, late

        shares = self._share(count, len(boards.cards))
        counts = np.zeros(self.game.pay.shape, dtype=np.int64)
        counts[..., : self.scale.cells, :] = sum(ends for ends, _, _ in shares)
        for _, mine, _ in shares:
            taken += mine * self.dealers
        late = np.zeros((player_cells, *course.target.shape), dtype=np.int64)
        for _, _, theirs in shares:
            late += theirs * self.dealers
        return counts, taken, late

    def _deals_after(self, stage: int) -> int:
        """How many deals go on from given board cards of a stage and hole cards of the player."""
        left = self.game.pack.size - self.game.hole - self.shown[stage]
        return math.comb(left, self.shown[-1] - self.shown[stage]) * self._ways(stage, self.last) * self.dealers

    def _follow_first(self, course: kernel.Course, taken: Ints64) -> kernel.Codes:
        """Codes after the decisions before the board: uint16[1, holes, 1]; the early cell is still to be added."""
        root, cells = self.game.tree.root, course.place.shape[1]
        codes = (course.paths + len(course.stage)) * cells
        if codes >= 1 << 16:
            raise NotSolvable(f"{codes:,} combinations of paths and early cells; at most {(1 << 16) - 1:,} are counted")
        start = course.paths + root.node if isinstance(root, ToNode) else root.path
        after = np.zeros((1, self.holes, 1), dtype=np.uint16)
        for hole in range(self.holes):
            cell = int(self.early[0, hole]) if len(self.early) == 1 else 0
            code = kernel.follow(
                course, 0, start * cells + cell, self.chosen[0][0], hole, self._deals_after(0), taken[hole]
            )
            after[0, hole, 0] = code - cell
        return after

    def _pass_on(self, stage: int, before: kernel.Codes, course: kernel.Course, taken: Ints64) -> kernel.Codes:
        """Codes after the decisions of a stage: uint16[sets, holes, ways to come by the set]; adds to ``taken``."""
        sets, turning = self.sets[stage], self._turning(stage, stage - 1)
        after = np.zeros((len(sets.cards), self.holes, self._ways(0, stage)), dtype=np.uint16)

        def pass_on(blocks: Iterator[tuple[int, int]]) -> Ints64:
            mine = np.zeros_like(taken)
            for start, end in blocks:
                kernel.pass_on(
                    sets.cards[start:end],
                    sets.weights[start:end] * self._deals_after(stage),
                    stage,
                    self.held[stage][start:end],
                    self.chosen[stage][start:end],
                    self._early_at(stage, start, end),
                    turning,
                    before,
                    course,
                    after[start:end],
                    mine,
                )
            return mine

        for mine in self._share(pass_on, len(sets.cards)):
            taken += mine
        return after

    def _share(self, work: Callable[[Iterator[tuple[int, int]]], _Found], size: int) -> list[_Found]:
        """Have each thread work a share of so many boards in blocks."""
        bounds = [size * i // self.workers for i in range(self.workers + 1)]
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(lambda ends: work(_blocks(size, *ends)), pairwise(bounds)))

    def _holdings(self, taken: Ints64) -> tuple[Holding, ...]:
        game, plan = self.game, self.plan
        canonical = canonical_sets(game.pack, game.hole, symmetric=game.symmetric)
        alike = stand_ins(game.pack, game.hole, symmetric=game.symmetric)
        summed = np.zeros_like(taken)
        np.add.at(summed, alike, taken)
        holdings = []
        for number, weight in zip(canonical.numbers.tolist(), canonical.weights.tolist(), strict=True):
            cell = int(self.early[0, number]) if len(self.early) == 1 else 0
            values = {
                i: self._option_values(plan.stages[0], i, cell, number)
                for i, node in enumerate(game.tree.nodes)
                if node.stage == 0
            }
            choices = tuple(
                tuple(summed[number, i, : len(node.options)].tolist()) for i, node in enumerate(game.tree.nodes)
            )
            holdings.append(Holding(cards_of(number, game.hole), weight, values, choices))
        return tuple(holdings)

    def _option_values(self, stage: StagePlan, node: int, cell: int, hole: int) -> tuple[int | None, ...]:
        plan: Plan = self.plan
        place = plan.place[node, cell]
        begin, end = stage.first[place], stage.first[place + 1]
        values: list[int | None] = [None] * len(self.game.tree.nodes[node].options)
        for i in range(end - begin):
            values[plan.option[node, cell, i]] = int(self.first_values[stage.options[begin + i], hole])
        return tuple(values)


def _blocks(size: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Consecutive blocks from start to end."""
    for at in range(start, min(end, size), BLOCK):
        yield at, min(at + BLOCK, end)
