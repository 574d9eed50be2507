"""Times of the exact card kernels, one function for each method: ``python benchmarks/card_kernels.py [showdown] …``.

Strengths and signatures are made up (they cost the same as true ones); each job is run twice, and the second is timed,
so that compiled functions are warm.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable


def showdown() -> None:
    """Two hidden hands."""
    import math
    from dataclasses import replace

    import numpy as np

    from audit.play.cards import JOKER, RANKS, SUITS, Card
    from audit.solve.cards.sets import every_set, pack_of
    from audit.solve.cards.showdown import Showdown, play_showdown

    cards = [Card(rank, suit) for suit in SUITS for rank in RANKS]

    def made_up(size: int, k: int) -> np.ndarray:
        """Strengths as uneven as those of poker, the same for all suits: by how often ranks come, then by ranks."""
        ranks = np.sort(every_set(size, k) % 13, axis=1).astype(np.int64)
        pairs = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
        return pairs * 3_000 + (ranks.sum(axis=1) * 40 + ranks[:, -1] ** 2) % 3_000

    def job(n: int, m: int, seen: int, jokers: int, signatures: int) -> Showdown:
        pack = pack_of(cards + [Card(JOKER)] * jokers)
        mine, his = made_up(pack.size, n), made_up(pack.size, m)
        cells = mine // 3_000
        bounds = np.quantile(his, np.linspace(0.4, 0.9, signatures - 1)) if signatures > 1 else np.array([])
        sig = np.searchsorted(bounds, his, side="right")
        pay = np.zeros((2, int(cells.max()) + 1, signatures, 3), dtype=np.int64)
        pay[1] = -2
        pay[0] = np.array([-4, 0, 3])
        permitted = np.ones(pay.shape[:2], dtype=bool)
        return Showdown(pack, n, m, seen, cells, sig, pay, permitted, mine, his)

    for n, m, seen, jokers, signatures in ((3, 3, 0, 0, 2), (5, 5, 0, 1, 11), (5, 5, 1, 0, 2), (5, 6, 1, 0, 2)):
        game = job(n, m, seen, jokers, signatures)
        if math.comb(game.pack.size, m) < 1_000_000:
            play_showdown(game)
        else:
            play_showdown(replace(job(3, 3, seen, jokers, signatures)))
        report(
            f"{n} v {m}, {seen} seen, {game.pack.size} cards, {signatures} signatures, {game.deals:,} deals",
            lambda game=game: play_showdown(game),
        )


def staged() -> None:
    """One hand against a pay table."""
    import itertools

    import numpy as np

    from audit.play.cards import RANKS, SUITS, Card
    from audit.solve.cards.sets import every_set, pack_of
    from audit.solve.cards.staged import Option, Reading, Staged, Stop, solve_staged

    pack = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS])

    def job(groups: tuple[int, ...], choices: int) -> Staged:
        """So many choices at each decision, a fold among them, and a made-up reading of ten values of all cards."""
        ranks = np.sort(every_set(52, sum(groups)) % 13, axis=1).astype(np.int64)
        codes = ((ranks[:, 1:] == ranks[:, :-1]).sum(axis=1) * 2 + (ranks.sum(axis=1) > 40)).astype(np.uint8)
        unit = np.array([-1, -1, 0, 1, 1, 2, 4, 9, 20, 50])
        ways = [w for n in range(len(groups) - 1) for w in itertools.product(range(1, choices), repeat=n)]
        at = {way: n for n, way in enumerate(ways)}
        stops, pay = [], []
        for way in ways:
            pay.append(np.full(10, -1 - sum(way)))
            options = [Option(~(len(pay) - 1))]
            for more in range(1, choices):
                if (*way, more) in at:
                    options.append(Option(at[*way, more]))
                else:
                    pay.append((1 + sum(way) + more) * unit)
                    options.append(Option(~(len(pay) - 1)))
            stops.append(Stop(len(way) + 1, tuple(options)))
        reading = Reading(tuple(range(len(groups))), codes, 10)
        return Staged(pack, groups, (reading,), tuple(stops), np.array(pay), True)

    for groups, choices in (((3, 1, 1), 2), ((2, 1, 1, 1), 4), ((2, 1, 2), 3), ((2, 3), 3)):
        game = job(groups, choices)
        solve_staged(game)
        report(f"groups {groups}, {choices} choices each", lambda game=game: solve_staged(game))


def board() -> None:
    """A shared board with decisions: (3, 2) with three of them, (3, 1, 1) with three."""
    import numpy as np

    from audit.play.cards import RANKS, SUITS, Card
    from audit.solve.cards.board import solve_board
    from audit.solve.cards.board_game import BoardGame
    from audit.solve.cards.board_plan import Node, Option, ToNode, ToPath, Tree
    from audit.solve.cards.sets import every_set, pack_of

    pack = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS])
    ranks = np.sort(every_set(52, 5) % 13, axis=1).astype(np.int64)
    pairs = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    used, codes = np.unique(pairs * 3_000 + (ranks.sum(axis=1) * 40 + ranks[:, -1] ** 2) % 3_000, return_inverse=True)
    cells = used // 3_000
    pay = np.zeros((5, 1, 4, 2, 3), dtype=np.int64)
    pay[0] = -4
    for path, units in enumerate((1, 2, 3, 4), start=1):
        pay[path, ..., 0], pay[path, ..., 2] = -2 * units - 2, 2 * units + 1
        pay[path, :, 2:, :, 2] += 3
    late = Node(2, (Option(ToPath(0)), Option(ToPath(1))))
    raised = Tree(ToNode(0), (Node(0, (Option(ToNode(1)), Option(ToPath(4)))),
                              Node(1, (Option(ToNode(2)), Option(ToPath(2)))), late))
    added = Tree(ToNode(0), (Node(0, (Option(ToPath(0)), Option(ToNode(1)))),
                             Node(1, (Option(ToNode(2)), Option(ToNode(3)))),
                             Node(2, (Option(ToPath(1)), Option(ToPath(2)))),
                             Node(2, (Option(ToPath(2)), Option(ToPath(3))))))
    for stages, tree in (((3, 2), raised), ((3, 1, 1), added)):
        game = BoardGame(
            pack, 2, 2, stages, 5, codes, np.arange(len(used)), cells, (cells > 0).astype(int), tree, pay
        )
        solve_board(game)
        report(f"board of {stages}, {len(tree.nodes)} decisions", lambda game=game: solve_board(game))


def report(name: str, work: Callable[[], object]) -> None:
    """Print how long the work takes."""
    start, used = time.perf_counter(), time.process_time()
    work()
    took, used = time.perf_counter() - start, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{name}: {took:.2f} s ({used:.2f} s of processor), {peak:.2f} GB at most so far", flush=True)


METHODS: dict[str, Callable[[], None]] = {"showdown": showdown, "staged": staged, "board": board}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or METHODS:
        METHODS[chosen]()
