"""The shared board with decisions: every count against plain expectimax on small packs, and published figures."""

from __future__ import annotations

import itertools
import math
import os
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from audit.solve.cards.board import solve_board
from audit.solve.cards.board_game import BoardGame, BoardResult, early_by_union
from audit.solve.cards.board_plan import Node, Option, ToNode, ToPath, Tree
from audit.solve.cards.sets import Pack, every_set, number_of
from audit.solve.errors import NotSolvable


def pack(ranks: Sequence[Sequence[int]], jokers: int = 0) -> Pack:
    """A pack of these ranks in each suit."""
    cards = [(rank, suit) for suit, held in enumerate(ranks) for rank in held] + [(20, -1)] * jokers
    return Pack(np.array([r for r, _ in cards], dtype=np.int8), np.array([s for _, s in cards], dtype=np.int8))


class Played(NamedTuple):
    """What plain expectimax finds."""

    counts: np.ndarray
    first: dict[tuple[int, tuple[int, ...]], list[int | None]]
    taken: dict[tuple[tuple[int, ...], int, int], int]
    late: dict[tuple[int, int, int], int]


def play_out(game: BoardGame) -> Played:
    """Best play by looking at every deal, without symmetry and without tables."""
    cards = range(game.pack.size)
    stages, b = game.stages, sum(game.stages)
    counts = np.zeros(game.pay.shape, dtype=np.int64)
    first: dict[tuple[int, tuple[int, ...]], list[int | None]] = {}
    taken: dict[tuple[tuple[int, ...], int, int], int] = {}
    late: dict[tuple[int, int, int], int] = {}
    known: dict[tuple[int, ...], int] = {}

    def code(hand: tuple[int, ...]) -> int:
        hand = tuple(sorted(hand))
        if hand not in known:
            sets = (int(game.codes[number_of(five)]) for five in itertools.combinations(hand, game.best))
            known[hand] = max(sets, key=lambda c: (int(game.order[c]), c))
        return known[hand]

    def early(hole: tuple[int, ...], board: tuple[tuple[int, ...], ...]) -> int:
        if game.early is None:
            return 0
        if game.early.ndim == 1:
            return int(game.early[number_of(hole)])
        return int(game.early[number_of(board[0]), number_of(hole)]) if board else 0

    def draws(hole: tuple[int, ...], board: tuple[tuple[int, ...], ...]):
        left = [c for c in cards if c not in hole and all(c not in part for part in board)]
        return itertools.combinations(left, stages[len(board)])

    def showdown(hole: tuple[int, ...], board: tuple[tuple[int, ...], ...]) -> dict[tuple[int, int, int], int]:
        shown = tuple(c for part in board for c in part)
        mine = code(hole + shown)
        ends: dict[tuple[int, int, int], int] = {}
        for other in itertools.combinations([c for c in cards if c not in hole and c not in shown], game.dealer_hole):
            theirs = code(other + shown)
            a, z = int(game.order[mine]), int(game.order[theirs])
            key = (int(game.player[mine]), int(game.dealer[theirs]), (a >= z) + (a > z))
            ends[key] = ends.get(key, 0) + 1
        return ends

    seen: dict[object, tuple[int, dict[object, int]]] = {}

    def value(target, hole, board) -> tuple[int, dict[object, int]]:
        """What best play pays from here in all deals, and the tallies of it."""
        x = early(hole, board)
        depth = len(board)
        if isinstance(target, ToNode) and game.tree.nodes[target.node].stage == depth:
            return decide(target.node, hole, board)
        memory = (target, hole, tuple(frozenset(p) for p in board), board[:1], depth)
        if memory in seen:
            return seen[memory]
        total, tallies = 0, {}
        if depth == len(stages):
            for (p, d, relation), n in showdown(hole, board).items():
                total += n * int(game.pay[target.path, x, p, d, relation])
                tallies["end", target.path, x, p, d, relation] = n
        else:
            for part in draws(hole, board):
                more, others = value(target, hole, (*board, part))
                total += more
                for key, n in others.items():
                    tallies[key] = tallies.get(key, 0) + n
        seen[memory] = total, tallies
        return total, tallies

    def decide(number, hole, board) -> tuple[int, dict[object, int]]:
        node, x = game.tree.nodes[number], early(hole, board)
        best, values = None, []
        for i, option in enumerate(node.options):
            if option.early is not None and x not in option.early:
                values.append(None)
                continue
            found = value(option.then, hole, board)
            values.append(found[0])
            if best is None or found[0] > best[0]:
                best = (found[0], found[1], i)
        assert best is not None
        if node.stage == 0:
            first[number, hole] = values
        tallies = dict(best[1])
        deals = sum(n for key, n in tallies.items() if key[0] == "end")
        tallies["taken", number, best[2]] = tallies.get(("taken", number, best[2]), 0) + deals
        if node.stage == len(stages):
            p = int(game.player[code(hole + tuple(c for part in board for c in part))])
            tallies["late", p, number, best[2]] = tallies.get(("late", p, number, best[2]), 0) + deals
        return best[0], tallies

    assert b
    for hole in itertools.combinations(cards, game.hole):
        _, tallies = value(game.tree.root, hole, ())
        for key, n in tallies.items():
            if key[0] == "end":
                counts[key[1:]] += n
            elif key[0] == "taken":
                taken[hole, key[1], key[2]] = n
            else:
                late[key[1:]] = late.get(key[1:], 0) + n
    return Played(counts, first, taken, late)


def alike_codes(game_pack: Pack, k: int, rng: random.Random, kinds: int, symmetric: bool) -> np.ndarray:
    """Random codes of all sets of k cards, equal for sets that exchanging suits makes equal."""
    size = game_pack.size
    codes = np.zeros(math.comb(size, k), dtype=np.int64)
    known: dict[object, int] = {}
    free = {s for group in game_pack.alike for s in group} if symmetric else set()
    group_of = {s: i for i, group in enumerate(game_pack.alike) for s in group}
    for cards in itertools.combinations(range(size), k):
        codes[number_of(cards)] = known.setdefault(kind_of(game_pack, cards, free, group_of), rng.randrange(kinds))
    return codes


def kind_of(game_pack: Pack, cards: Sequence[int], free: set[int], group_of: dict[int, int]) -> object:
    by_suit: dict[int, list[int]] = {}
    fixed = []
    for card in cards:
        suit = int(game_pack.suit[card])
        if suit in free:
            by_suit.setdefault(suit, []).append(int(game_pack.rank[card]))
        else:
            fixed.append(card)
    return tuple(sorted(fixed)), tuple(sorted((group_of[s], tuple(sorted(r))) for s, r in by_suit.items()))


def random_tree(rng: random.Random, stages: int, paths: int, early_cells: int, permits_at: int) -> Tree:
    """Decisions at random stages; permissions by early cell from stage ``permits_at`` on."""
    number = rng.randrange(1, 5)
    at = sorted(rng.randrange(stages + 1) for _ in range(number))
    nodes = []
    for i, stage in enumerate(at):
        options = []
        for n in range(rng.randrange(1, 4)):
            onward = i + 1 < number and rng.random() < 0.5
            then = ToNode(rng.randrange(i + 1, number)) if onward else ToPath(rng.randrange(paths))
            allowed = None
            if n and stage >= permits_at and rng.random() < 0.4:
                allowed = frozenset(x for x in range(early_cells) if rng.random() < 0.5)
            options.append(Option(then, allowed))
        nodes.append(Node(stage, tuple(options)))
    return Tree(ToNode(0), tuple(nodes))


PACKS = {
    "two suits of five": ([range(5)] * 2, 0),
    "three suits of three": ([range(3)] * 3, 0),
    "four suits of two and a joker": ([range(2)] * 4, 1),
    "unequal suits": ([range(4), range(3), range(3)], 0),
    "three suits of three, two jokers": ([range(3)] * 3, 2),
}


def random_game(seed: int) -> BoardGame:
    rng = random.Random(seed)
    ranks, jokers = PACKS[rng.choice(sorted(PACKS))]
    cards = pack(ranks, jokers)
    hole, dealer = rng.choice([(2, 2), (2, 2), (2, 2), (1, 2), (2, 1), (1, 1), (3, 2)])
    stages = rng.choice([(1, 1), (2, 1), (1, 1, 1), (2,), (1, 2), (3,)])
    best = rng.randrange(max(1, sum(stages) - 1), min(hole, dealer) + sum(stages) + 1)
    symmetric = rng.random() < 0.7
    codes = alike_codes(cards, best, rng, 12, symmetric)
    order = np.array([rng.randrange(6) for _ in range(12)])
    player = np.array([rng.randrange(3) for _ in range(12)])
    dealer_cells = np.array([rng.randrange(2) for _ in range(12)])
    paths, early_cells = rng.randrange(1, 5), rng.randrange(1, 4)
    early, permits_at = None, 0
    how = rng.randrange(3)
    size = cards.size
    if how == 1:
        early = alike_codes(cards, hole, rng, early_cells, symmetric)
    elif how == 2:
        permits_at = 1
        union = alike_codes(cards, hole + stages[0], rng, early_cells, symmetric)
        early = early_by_union(cards, hole, stages[0], union)
        assert early.shape == (math.comb(size, stages[0]), math.comb(size, hole))
    pay = np.array([rng.randrange(-6, 7) for _ in range(paths * early_cells * 18)], dtype=np.int64)
    pay = pay.reshape(paths, early_cells, 3, 2, 3)
    if rng.random() < 0.5:
        pay[:, :] = pay[:, :1]
    tree = random_tree(rng, len(stages), paths, early_cells, permits_at)
    return BoardGame(
        cards, hole, dealer, stages, best, codes, order, player, dealer_cells, tree, pay, early, symmetric
    )


def check(game: BoardGame) -> BoardResult:
    found, played = solve_board(game), play_out(game)
    assert (found.counts == played.counts).all()
    assert found.total == int(played.counts.sum()) == found.deals_of_hole * math.comb(game.pack.size, game.hole)
    assert sum(holding.weight for holding in found.holdings) == math.comb(game.pack.size, game.hole)
    for holding in found.holdings:
        for number, node in enumerate(game.tree.nodes):
            if (number, holding.cards) in played.first:
                assert list(holding.values[number]) == played.first[number, holding.cards]
            for i in range(len(node.options)):
                assert holding.taken[number][i] == holding.weight * played.taken.get((holding.cards, number, i), 0)
    for number, node in enumerate(game.tree.nodes):
        for i in range(len(node.options)):
            for p in range(game.pay.shape[2]):
                assert found.late[p, number, i] == played.late.get((p, number, i), 0)
    return found


@pytest.mark.parametrize("seed", range(16))
def test_every_count_is_that_of_plain_expectimax(seed: int) -> None:
    check(random_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(16, 120))
def test_every_count_is_that_of_plain_expectimax_in_more_games(seed: int) -> None:
    check(random_game(seed))


def test_exchanging_suits_changes_nothing_but_the_time() -> None:
    game = next(g for g in map(random_game, range(100, 200)) if g.symmetric and g.pack.alike and len(g.tree.nodes) > 2)
    fast, slow = solve_board(game), solve_board(replace(game, symmetric=False))
    assert (fast.counts == slow.counts).all()
    assert (fast.late == slow.late).all()
    assert len(fast.holdings) < len(slow.holdings)


def test_what_cannot_be_reckoned_is_refused() -> None:
    game = random_game(0)
    with pytest.raises(NotSolvable, match="63 bits"):
        solve_board(replace(game, pay=game.pay * (1 << 60)))
    with pytest.raises(NotSolvable, match="cards are dealt"):
        solve_board(replace(game, stages=(8,)))
    with pytest.raises(ValueError, match="lead onward"):
        solve_board(replace(game, tree=Tree(ToNode(0), (Node(0, (Option(ToNode(0)),)),))))
    with pytest.raises(ValueError, match="codes"):
        solve_board(replace(game, codes=game.codes[1:]))


# ------------------------------------------------------------ figures that others have published

ALONE = pytest.mark.skipif(
    "AUDIT_WHOLE" not in os.environ, reason="the same figures are asked of rulesets (test_published_cards); AUDIT_WHOLE=1"
)

NAMES = ["high_card", "pair", "two_pair", "three", "straight", "flush", "full_house", "four", "straight_flush", "royal"]
WHOLE = pack([range(13)] * 4)


class Poker(NamedTuple):
    codes: np.ndarray
    order: np.ndarray
    names: np.ndarray


@pytest.fixture(scope="module")
def poker() -> Poker:
    """The usual ranking of five cards: a code for every set, its order and its class."""
    sets = every_set(52, 5)
    rank, suit = WHOLE.rank[sets].astype(np.int64), WHOLE.suit[sets]
    alike = (rank[:, :, None] == rank[:, None, :]).sum(2)
    ranks = np.sort(alike * 16 + rank, axis=1)[:, ::-1] % 16
    most, pairs = alike.max(1), (alike == 2).sum(1)
    wheel = (ranks == [12, 3, 2, 1, 0]).all(1)
    straight = (most == 1) & (ranks[:, 0] - ranks[:, 4] == 4) | wheel
    flush = (suit == suit[:, :1]).all(1)
    ranks[wheel] = [3, 2, 1, 0, 0]
    full, royal = (most == 3) & (pairs == 2), ranks[:, 0] == 12
    tests = [straight & flush & royal, straight & flush, most == 4, full, flush, straight, most == 3]
    name = np.select([*tests, pairs == 4, pairs == 2], [9, 8, 7, 6, 5, 4, 3, 2, 1], 0)
    worth = name
    for i in range(5):
        worth = worth * 16 + ranks[:, i]
    used, codes = np.unique(worth, return_inverse=True)
    assert len(used) == 7462
    return Poker(codes, np.arange(len(used)), used >> 20)


@ALONE
@pytest.mark.long
def test_three_decisions_against_a_dealer_who_needs_a_pair(poker: Poker) -> None:
    """Four (or three) units before the flop, two after it, one at the end or fold; in half units of the ante."""
    blind = [0, 0, 0, 0, 2, 3, 6, 20, 100, 1000]
    pay = np.zeros((5, 1, 10, 2, 3), dtype=np.int64)
    pay[0] = -4
    for path, units in enumerate((1, 2, 3, 4), start=1):
        for name, qualifies in itertools.product(range(10), range(2)):
            pay[path, 0, name, qualifies, 0] = -2 * (units + 1 + qualifies)
            pay[path, 0, name, qualifies, 2] = 2 * (units + qualifies) + blind[name]
    tree = Tree(
        ToNode(0),
        (
            Node(0, (Option(ToNode(1)), Option(ToPath(3)), Option(ToPath(4)))),
            Node(1, (Option(ToNode(2)), Option(ToPath(2)))),
            Node(2, (Option(ToPath(0)), Option(ToPath(1)))),
        ),
    )
    game = BoardGame(
        WHOLE, 2, 2, (3, 2), 5, poker.codes, poker.order, poker.names, (poker.names > 0).astype(int), tree, pay
    )
    found = solve_board(game)
    assert found.total == math.comb(52, 2) * math.comb(50, 3) * math.comb(47, 2) * math.comb(45, 2)
    assert int(found.counts.sum()) == found.total
    assert round(found.value(pay) / 2 / found.total, 10) == -0.0218497138
    often = found.counts.sum(axis=(1, 2, 3, 4)) / found.total
    assert [round(float(x), 6) for x in often] == [0.191858, 0.218221, 0.212846, 0, 0.377074]
    assert round(2 + float(often @ [0, 1, 2, 3, 4]), 8) == 4.15220955
    best = [max(v for v in h.values[0] if v is not None) * h.weight for h in found.holdings]
    assert sum(best) == found.value(pay)


@ALONE
@pytest.mark.long
@pytest.mark.parametrize(("line", "edge"), [("straight", -0.0203692187), ("flush", -0.0559350547)])
def test_the_ante_pays_from_a_line_up(poker: Poker, line: str, edge: float) -> None:
    """Two units to see the flop, one more after it and one more after the turn if wished."""
    pay = np.zeros((5, 1, 10, 1, 3), dtype=np.int64)
    pay[0] = -1
    for path, units in enumerate((2, 3, 3, 4), start=1):
        pay[path, ..., 0] = -units - 1
        pay[path, ..., 2] = units
        pay[path, :, NAMES.index(line) :, :, 2] += 1
    tree = Tree(
        ToNode(0),
        (
            Node(0, (Option(ToPath(0)), Option(ToNode(1)))),
            Node(1, (Option(ToNode(2)), Option(ToNode(3)))),
            Node(2, (Option(ToPath(1)), Option(ToPath(2)))),
            Node(2, (Option(ToPath(3)), Option(ToPath(4)))),
        ),
    )
    one = np.zeros_like(poker.names)
    found = solve_board(BoardGame(WHOLE, 2, 2, (3, 1, 1), 5, poker.codes, poker.order, poker.names, one, tree, pay))
    assert round(found.value(pay) / found.total, 10) == edge
    if line == "straight":
        played = {h.cards: (h.values[0][1] or 0) / found.deals_of_hole for h in found.holdings}
        low = [value for cards, value in played.items() if sorted(WHOLE.rank[list(cards)].tolist()) == [0, 1]]
        king = [value for cards, value in played.items() if sorted(WHOLE.rank[list(cards)].tolist()) == [0, 11]]
        assert round(min(low), 6) == -1.155927
        assert round(min(king), 6) == -0.102668


@ALONE
@pytest.mark.long
def test_how_good_the_worse_of_two_hands_is(poker: Poker) -> None:
    pay = np.zeros((1, 1, 10, 10, 3), dtype=np.int64)
    found = solve_board(
        BoardGame(WHOLE, 2, 2, (5,), 5, poker.codes, poker.order, poker.names, poker.names, Tree(ToPath(0)), pay)
    )
    counts = found.counts[0, 0]
    worse = {name: int(counts[i, :, 0].sum() + counts[:, i, 2].sum()) for i, name in enumerate(NAMES)}
    assert found.total == 2_781_381_002_400
    assert int(counts[..., 1].sum()) == 113_130_263_816
    assert worse["four"] == 471_040_512
    assert worse["flush"] == 19_434_208_592
    assert worse["straight"] == 18_271_076_976
    assert worse["two_pair"] == 399_099_149_640
    assert worse["pair"] == 1_366_512_556_968
    assert worse["high_card"] == 791_967_420_480
