"""A game with a board that player and dealer share, as the solver takes it, and what it gives back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards import board_kernel as kernel
from audit.solve.cards.board_plan import Tree
from audit.solve.cards.sets import BINOMIAL, Ints64, Pack, every_set
from audit.solve.errors import NotSolvable

Cells: TypeAlias = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class BoardGame:
    """What is dealt, how hands compare, what is decided and what is paid.

    ``stages``: how many board cards each stage shows, in order.  ``codes``: by number of every set of ``best`` cards of
    the pack its code; ``order``, ``player`` and ``dealer`` by code (of sets that tie the higher code is the hand).
    ``pay``: int64[paths, X, P, D, 3], relations lower, equal, higher of the player's hand to the dealer's.
    ``early``: the early cell X by number of the hole cards, or [first stage's set, hole cards]; None if there is but one.
    ``symmetric``: nothing in it changes when suits that hold the same ranks are exchanged.
    """

    pack: Pack
    hole: int
    dealer_hole: int
    stages: tuple[int, ...]
    best: int
    codes: npt.NDArray[np.integer]
    order: npt.NDArray[np.integer]
    player: Cells
    dealer: Cells
    tree: Tree
    pay: Ints64
    early: Cells | None = None
    symmetric: bool = True


@dataclass(frozen=True)
class Holding:
    """Hole cards, up to the names of suits, and what became of them.

    ``values[node][option]``: for nodes of stage 0, the sum of what is paid over all deals if that option is taken there
    and the best ones later, None for an option that is not permitted.  ``taken[node][option]``: in how many deals,
    over all hole cards that these stand for, the option was taken.
    """

    cards: tuple[int, ...]
    weight: int
    values: dict[int, tuple[int | None, ...]]
    taken: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class BoardResult:
    """``counts``: int64[paths, X, P, D, 3], in deals; together they are ``total``.

    A deal tells apart which board cards came at which stage: ``orders`` ways for each set of board cards, and
    ``deals_of_hole`` deals for given hole cards of the player.  ``late[P, node, option]``: how often an option was taken
    at a node of the last stage, by the player's cell.
    """

    counts: Ints64
    total: int
    orders: int
    deals_of_hole: int
    holdings: tuple[Holding, ...]
    late: Ints64

    def value(self, pay: Ints64) -> int:
        """What is paid over all deals, by payoffs of the shape of the counts."""
        return sum(int(n) * int(p) for n, p in zip(self.counts.ravel(), pay.ravel(), strict=True) if n)


def early_by_union(pack: Pack, hole: int, shown: int, cells: Cells) -> Cells:
    """Early cells by [first stage's set, hole cards] from cells of all sets of both together; 0 where they overlap."""
    table = np.zeros((math.comb(pack.size, shown), math.comb(pack.size, hole)), dtype=np.uint8)
    kernel.spread_cells(every_set(pack.size, shown), every_set(pack.size, hole), cells.astype(np.uint8), BINOMIAL, table)
    return table


def check_shapes(game: BoardGame) -> None:
    """Raise ValueError or NotSolvable where the parts of a game do not fit together, or there are too many cards."""
    size, shown = game.pack.size, sum(game.stages)
    if size > 64:
        raise NotSolvable(f"a pack of {size} cards; boards are worked through for at most 64")
    if not game.stages or min(game.stages) < 1 or min(game.hole, game.dealer_hole) < 1:
        raise ValueError("a stage without cards, or a hand without cards of its own")
    if game.hole + game.dealer_hole + shown > size:
        raise NotSolvable(f"{game.hole + game.dealer_hole + shown} cards are dealt from a pack of {size}")
    if len(game.codes) != math.comb(size, game.best):
        raise ValueError(f"{len(game.codes):,} codes for the sets of {game.best} of {size} cards")
    if game.pay.ndim != 5 or game.pay.shape[4] != 3 or game.pay.dtype != np.int64:
        raise ValueError("payoffs are int64[paths, X, P, D, 3]")
    used = np.unique(game.codes)
    if game.player[used].max() >= game.pay.shape[2] or game.dealer[used].max() >= game.pay.shape[3]:
        raise ValueError("a cell without payoffs")
    if game.early is None:
        return
    holes = math.comb(size, game.hole)
    if game.early.shape not in ((holes,), (math.comb(size, game.stages[0]), holes)):
        raise ValueError("early cells are by hole cards, or by the first stage's cards and hole cards")
    if game.early.min() < 0 or game.early.max() >= min(game.pay.shape[1], 256):
        raise ValueError("an early cell without payoffs")
