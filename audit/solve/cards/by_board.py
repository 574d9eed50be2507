"""The method for a board that player and dealer share, with decisions while it is shown (`board`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from audit.solve.cards.board import solve_board
from audit.solve.cards.board_game import BoardGame, BoardResult, Cells, early_by_union
from audit.solve.cards.board_plan import Node, Option, Target, ToNode, ToPath, Tree
from audit.solve.cards.course import RELATIONS, End, Feature, Spot
from audit.solve.cards.hand_names import class_name
from audit.solve.cards.holes import hole_rows
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.paths import Moment, Path
from audit.solve.cards.payoffs import NO_FEATURE, Axis, Ids, Key, Payoffs, combined, ends_by_cell, payoffs, tallied
from audit.solve.cards.sides import Problem, moment_words, words_of
from audit.solve.cards.simple_play import always_the_same
from audit.solve.cards.strengths import Coded
from audit.solve.errors import NotSolvable
from audit.solve.result import Decided, PlayRow, Strategy

MOST_CLASSES = 64
"""The player's cells are parted by classes for the telling if that makes no more than so many."""

NAME = "shared board: every board, and on it every two hands that avoid it and one another"


@dataclass(frozen=True)
class _Layout:
    """Where the cards lie: the player's own, the dealer's, the board in the order of its stages."""

    hole: frozenset[Spot]
    dealer: frozenset[Spot]
    stages: tuple[frozenset[Spot], ...]
    player_hand: Feature
    dealer_hand: Feature
    relation: Feature
    is_turned: bool

    @property
    def board(self) -> frozenset[Spot]:
        return frozenset().union(*self.stages)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A problem laid out for the kernel: ``game`` is what it plays, ``ends`` what each of its cells comes to.

    What is paid in the game is ``paid.scale`` times what the problem pays; ``axes`` are what its cells are by.
    """

    problem: Problem
    layout: _Layout
    axes: tuple[Axis, ...]
    ends: Mapping[Key, End]
    paid: Payoffs
    game: BoardGame
    table: Coded


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that is none of these."""
    laid_out = prepared(problem)
    if problem.moment is None or not problem.is_told:
        return counted(laid_out, solve_board(laid_out.game))
    finer, cells = _by_class(laid_out)
    result = solve_board(finer)
    counts = np.zeros((*result.counts.shape[:2], laid_out.game.pay.shape[2], *result.counts.shape[3:]), dtype=np.int64)
    for part, cell in enumerate(cells.tolist()):
        counts[:, :, cell] += result.counts[:, :, part]
    return counted(laid_out, replace(result, counts=counts), finer.player)


def _by_class(laid_out: Prepared) -> tuple[BoardGame, Ids]:
    """The game with the player's cells parted by the class of his hand, and of which cell each of these is a part."""
    game = laid_out.game
    levels = np.array([worth.level for worth in laid_out.table.worths])
    pairs = np.stack([np.asarray(game.player, dtype=np.int64), levels], axis=1)
    found, ids = np.unique(pairs, axis=0, return_inverse=True)
    if len(found) > MOST_CLASSES:
        return game, np.arange(game.pay.shape[2])
    cells = found[:, 0]
    return replace(game, player=ids.reshape(-1).astype(np.uint16), pay=np.ascontiguousarray(game.pay[:, :, cells])), cells


def prepared(problem: Problem) -> Prepared:
    """The problem laid out; raises `NotSolvable`, with the reason, for a course that is none of these."""
    problem.refuse_doubles()
    layout = _layout(problem)
    table = _table(problem, layout)
    early, early_ids = _early(problem, layout)
    player, player_ids = _by_code(problem, layout.player_hand, len(table.worths))
    dealer, dealer_ids = _by_code(problem, layout.dealer_hand, len(table.worths))
    relations = tuple((word,) for word in (reversed(RELATIONS) if layout.is_turned else RELATIONS))
    axes = (early, player, dealer, Axis((layout.relation,), relations))
    ends = ends_by_cell(problem.course, problem.paths, axes)
    shape = (len(problem.paths), *(len(axis) for axis in axes))
    paid = payoffs(ends, shape, problem.valued)
    tree = _tree(problem, layout, paid.is_open)
    game = BoardGame(
        problem.judge.pack, len(layout.hole), len(layout.dealer), tuple(len(stage) for stage in layout.stages),
        table.cards, table.codes, table.order, player_ids, dealer_ids, tree, paid.pay, early_ids, problem.symmetric,
    )  # fmt: skip
    return Prepared(problem, layout, axes, ends, paid, game, table)


def counted(laid_out: Prepared, result: BoardResult, cells: Ids | None = None) -> Counted:
    """What the kernel found, as ends of the problem; ``cells`` are the player's cells by code if they were parted."""
    problem, layout = laid_out.problem, laid_out.layout
    return Counted(
        tallied(result.counts.astype(object), laid_out.ends, problem.paths, problem.valued),
        result.total,
        NAME,
        _process(layout),
        "suits may be exchanged" if problem.symmetric else "suits are told apart by name",
        len(result.holdings),
        _strategy(problem, layout, result, laid_out.table, laid_out.game.player if cells is None else cells),
        simple=tuple(_simple(laid_out, result)) if problem.moment is not None and problem.is_told else (),
    )


def _simple(laid_out: Prepared, result: BoardResult) -> Iterator[tuple[str, Fraction]]:
    """Rules that are easily kept, and what they bring: how the cards fall was counted, whatever is decided on them."""
    problem = laid_out.problem
    falls = result.counts.sum(axis=0, keepdims=True).astype(object)
    for words, cut in always_the_same(problem.course, problem.valued):
        ends = ends_by_cell(cut, [()], laid_out.axes)
        value = Counted(tallied(falls, ends, [()], problem.valued), result.total, NAME).expected(problem.valued)
        if value is not None:
            yield words, value


def _layout(problem: Problem) -> _Layout:
    if len(problem.relations) != 1:
        raise NotSolvable("hands are compared in several ways, or in none")
    relation = problem.relations[0]
    left, right = relation.of
    shared = frozenset(left.spots) & frozenset(right.spots)
    if not shared:
        raise NotSolvable("the hands that are compared share no board", relation.words)
    known = [m.known for m in problem.moments]
    last = max(known, key=len, default=frozenset[Spot]())
    is_turned = bool(known) and not frozenset(left.spots) - shared <= last
    player, dealer = (right, left) if is_turned else (left, right)
    hole, theirs = frozenset(player.spots) - shared, frozenset(dealer.spots) - shared
    _refuse_unlike(player, dealer)
    for moment in problem.moments:
        if not hole <= moment.known or not moment.known <= hole | shared:
            raise NotSolvable(f"{words_of(moment.known)} is what is known when it is decided", moment.name)
    boards = sorted({m.known & shared for m in problem.moments} | {shared}, key=len)
    if any(not one <= other for one, other in pairwise(boards)):
        raise NotSolvable("what is known at one decision is not known at a later one", "round")
    stages = [now - before for before, now in pairwise([frozenset[Spot](), *boards]) if now - before]
    stages = _from_first_asked(problem, hole, stages)
    return _Layout(hole, theirs, tuple(stages), player, dealer, relation, is_turned)


def _refuse_unlike(player: Feature, dealer: Feature) -> None:
    for hand in (player, dealer):
        if hand.formed is None or hand.formed.exactly or hand.formed.cards is None:
            raise NotSolvable(f"{hand.words} is not the best hand of so many cards", hand.words)
    if player.formed != dealer.formed:
        raise NotSolvable("the two hands are formed in different ways", player.words)


def _from_first_asked(problem: Problem, hole: frozenset[Spot], stages: list[frozenset[Spot]]) -> list[frozenset[Spot]]:
    """The stages, the first one parted where something is asked of the player's cards and the first few of the board."""
    asked = {frozenset(f.spots) - hole for f in _early_features(problem, hole)} - {frozenset()}
    if len(asked) > 1:
        raise NotSolvable("several things are asked of parts of the board", "round")
    for part in asked:
        if part == stages[0]:
            return stages
        if not part < stages[0]:
            raise NotSolvable(f"something is asked of {words_of(part)}", "round")
        return [part, stages[0] - part, *stages[1:]]
    return stages


def _early_features(problem: Problem, hole: frozenset[Spot]) -> list[Feature]:
    """The features that are of neither of the hands that are compared."""
    hands = {frozenset(hand.spots) for hand in problem.relations[0].of}
    found = [f for f in problem.plain if frozenset(f.spots) not in hands]
    for feature in found:
        if not hole <= frozenset(feature.spots):
            raise NotSolvable("what is asked is of neither hand", feature.words)
    return found


def _early(problem: Problem, layout: _Layout) -> tuple[Axis, Cells | None]:
    features = _early_features(problem, layout.hole)
    if not features:
        return NO_FEATURE, None
    if len({frozenset(f.spots) for f in features}) > 1:
        raise NotSolvable("things are asked of several parts of the board", features[1].words)
    axis, ids = problem.axis(features)
    if frozenset(features[0].spots) == layout.hole:
        return axis, ids
    return axis, early_by_union(problem.judge.pack, len(layout.hole), len(layout.stages[0]), ids)


def _table(problem: Problem, layout: _Layout) -> Coded:
    """The codes of all sets of as many cards as make a hand."""
    return problem.judge.by_code(layout.player_hand).coded


def _by_code(problem: Problem, hand: Feature, codes: int) -> tuple[Axis, Ids]:
    """The cells of one hand by the code of what it is worth."""
    listed = [f for f in problem.plain if frozenset(f.spots) == frozenset(hand.spots)]
    if not listed:
        return NO_FEATURE, np.zeros(codes, dtype=np.uint8)
    found = [problem.judge.by_code(f) for f in listed]
    return combined(listed, [f.answers for f in found], [f.ids for f in found], codes)


def _tree(problem: Problem, layout: _Layout, is_open: Ids) -> Tree:
    """The decisions as the kernel has them."""
    nodes: list[Node | None] = []
    numbers = {path: n for n, path in enumerate(problem.paths)}

    def lay(moment: Moment | None, so_far: Path) -> Target:
        if moment is None:
            return ToPath(numbers[so_far])
        number = len(nodes)
        nodes.append(None)
        shown = moment.known & layout.board
        stage = sum(1 for n in range(len(layout.stages)) if frozenset().union(*layout.stages[: n + 1]) <= shown)
        options: list[Option] = []
        for label, then in moment.options:
            path = (*so_far, label)
            under = [n for p, n in numbers.items() if p[: len(path)] == path]
            options.append(Option(lay(then, path), _cells_that_permit(is_open[under], label)))
        nodes[number] = Node(stage, tuple(options))
        return ToNode(number)

    root = lay(problem.moment, ())
    return Tree(root, tuple(node for node in nodes if node is not None))


def _cells_that_permit(is_open: Ids, label: str) -> frozenset[int] | None:
    """The early cells under which a choice is open; None for all.  Raises where it hangs on anything else."""
    some = np.asarray(is_open.any(axis=0))
    by_early = some.reshape(some.shape[0], -1)
    permits = [bool(cell.any()) for cell in by_early]
    if any(bool(cell.all()) != is_some for cell, is_some in zip(by_early, permits, strict=True)):
        raise NotSolvable(f"whether {label} is open hangs on a hand", label)
    return None if all(permits) else frozenset(n for n, is_some in enumerate(permits) if is_some)


def _process(layout: _Layout) -> str:
    board = ", then ".join(words_of(stage) for stage in layout.stages)
    return f"{words_of(layout.hole)} and {words_of(layout.dealer)}; board: {board}"


def _strategy(
    problem: Problem, layout: _Layout, result: BoardResult, table: Coded, player_ids: Ids
) -> Strategy | None:
    if problem.moment is None or not problem.is_told:
        return None
    decided: list[Decided] = []
    total = result.total
    for number, (moment, so_far) in enumerate(problem.ways):
        labels = [label for label, _ in moment.options]
        taken = [sum(h.taken[number][n] for h in result.holdings) for n in range(len(labels))]
        shares = tuple((label, Fraction(n, total)) for label, n in zip(labels, taken, strict=True))
        cites = tuple(dict.fromkeys(str(cite) for basis in moment.bases for cite in basis.cites))
        rows: tuple[PlayRow, ...] = ()
        if not moment.known & layout.board:
            rows = hole_rows(problem.judge.deck, result.holdings, number, labels, total)
        elif layout.board <= moment.known:
            rows = _late_rows(result, number, labels, table, player_ids, total)
        if any(taken):
            decided.append(Decided(moment_words(moment, so_far), shares, rows, (), cites))
    return Strategy(tuple(decided))


def _late_rows(
    result: BoardResult, number: int, labels: list[str], table: Coded, player_ids: Ids, total: int
) -> tuple[PlayRow, ...]:
    """How often each choice is best with the hands that tests tell apart, the best first."""
    found: dict[tuple[str, str], int] = {}
    cells = sorted(set(player_ids.tolist()), key=lambda cell: -int(np.flatnonzero(player_ids == cell).max()))
    for cell in cells:
        of = np.flatnonzero(player_ids == cell)
        high, low = (class_name(table.scale, table.worths[int(code)]) for code in (of.max(), of.min()))
        words = high if high == low else f"{high} down to {low}"
        for n, label in enumerate(labels):
            deals = int(result.late[cell, number, n])
            if deals:
                found[words, label] = found.get((words, label), 0) + deals
    return tuple(PlayRow(words, label, Fraction(deals, total)) for (words, label), deals in found.items())

