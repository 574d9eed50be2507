"""Compiled parts of the shared board: spreading values over what is known earlier, choosing, counting where it leads.

Blocks of boards and of sets of board cards are as in `board_showdown`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.board_showdown import Cells, Masks
from audit.solve.cards.kernels import njit
from audit.solve.cards.sets import Ints8, Ints32, Ints64, number_together

Codes: TypeAlias = npt.NDArray[np.uint16]


class Turning(NamedTuple):
    """How sets of some board cards are stood in for: by set the place of its stand-in, the exchange that leads there.

    ``picks``: places of a larger set, int8[n, size].  ``image[e, hole]``: the hole cards after exchange e.
    """

    stand_in: Ints32
    exchange: Cells
    picks: Ints8
    image: Ints32
    binomial: Ints64


class Choosing(NamedTuple):
    """The items that are reckoned at a stage, as in `board_plan.StagePlan`."""

    first: Ints32
    options: Ints32
    by_early: Ints32


class Course(NamedTuple):
    """Where decisions lead.  A target is a path, or ``paths`` + a node; a code is target × early cells + early cell.

    ``stage[node]``, ``place[node, X]``, ``option[node, X, n]`` as in `board_plan.Plan`, ``target[node, option]``.
    """

    paths: int
    stage: Ints32
    place: Ints32
    option: Ints32
    target: Ints32


@njit
def choose(choices: Choosing, groups: Ints32, values: Ints64, chosen: Cells) -> None:
    """Reckon the items of a stage one after the other for all hands, values[items, V] holding what arrived.

    Notes which option each takes: chosen[items reckoned, V].  ``groups[V]``: the group of the early cell.
    """
    arrived = len(values) - len(choices.by_early)
    hands = values.shape[1]
    for i in range(len(choices.by_early)):
        first, end = choices.first[i], choices.first[i + 1]
        best, taken = values[arrived + i], chosen[i]
        if choices.by_early[i]:
            for n in range(hands):
                taken[n] = groups[n]
                best[n] = values[choices.options[first + groups[n]], n]
            continue
        best[:] = values[choices.options[first]]
        taken[:] = 0
        for option in range(first + 1, end):
            others = values[choices.options[option]]
            for n in range(hands):
                if others[n] > best[n]:
                    best[n] = others[n]
                    taken[n] = option - first


@njit
def appraise_boards(
    rows: Ints64,
    cells: Ints32,
    counts: Ints32,
    choices: Choosing,
    holes: Ints32,
    early: Cells,
    group: Ints32,
    values: Ints64,
    chosen: Cells,
) -> None:
    """The value of every row of payoffs, then of every item of the last stage, for the hands of a block of boards.

    ``early``: cells by board (or one row for all) and hole.  Writes values[M, items, V], chosen[M, items reckoned, V].
    """
    hands = holes.shape[1]
    groups = np.zeros(hands, dtype=np.int32)
    for m in range(len(holes)):
        begin = 0
        while begin < hands:
            cell = cells[m, begin]
            end = begin + 1
            while end < hands and cells[m, end] == cell:
                end += 1
            for r in range(len(rows)):
                total = values[m, r, begin:end]
                total[:] = 0
                for d in range(counts.shape[1]):
                    for relation in range(3):
                        pay = rows[r, cell, d, relation]
                        if pay != 0:
                            count = counts[m, d, relation, begin:end]
                            for n in range(end - begin):
                                total[n] += pay * count[n]
            begin = end
        if len(choices.by_early):
            for n in range(hands):
                groups[n] = group[early[m if len(early) > 1 else 0, holes[m, n]]]
            choose(choices, groups, values[m], chosen[m])


@njit
def spread(
    sets: Ints8,
    weights: Ints64,
    holes: Ints32,
    values: Ints64,
    source: Ints32,
    place: Ints32,
    turning: Turning,
    to: Ints64,
) -> None:
    """Add the values of hands on larger sets to the stand-ins of all their subsets.

    values[M, items, V]; to[stand-in, place, hole].  The first exchange leaves everything as it is.
   """
    size = turning.picks.shape[1]
    few, all_holes = len(source), turning.image.shape[1]
    laid = np.zeros((len(turning.image), few, all_holes), dtype=np.int64)
    made = np.zeros(len(turning.image), dtype=np.uint8)
    for m in range(len(sets)):
        made[:] = 0
        made[0] = 1
        laid[0] = 0
        for i in range(few):
            for n in range(holes.shape[1]):
                laid[0, i, holes[m, n]] = weights[m] * values[m, source[i], n]
        for p in range(len(turning.picks)):
            number = 0
            for i in range(size):
                number += turning.binomial[sets[m, turning.picks[p, i]], i + 1]
            target, exchange = to[turning.stand_in[number]], turning.exchange[number]
            if not made[exchange]:
                made[exchange] = 1
                for i in range(few):
                    for hole in range(all_holes):
                        laid[exchange, i, turning.image[exchange, hole]] = laid[0, i, hole]
            for i in range(few):
                sums, more = target[place[i]], laid[exchange, i]
                for hole in range(all_holes):
                    sums[hole] += more[hole]


@njit
def gather(
    arrived: Ints64,
    kept: Cells,
    image: Ints32,
    factor: Ints64,
    choices: Choosing,
    masks: Masks,
    boards: Masks,
    early: Cells,
    group: Ints32,
    holes: Ints32,
    values: Ints64,
    chosen: Cells,
) -> None:
    """Make what arrived at a block of stand-ins into values, and reckon the items of the stage.

    ``kept[set, exchange]``: the exchange leaves the set as it is; what arrived at any of the hands that it makes equal
    is shared.  ``early``: cells by set (or one row for all) and hole.
    """
    groups = np.zeros(holes.shape[1], dtype=np.int32)
    for m in range(len(holes)):
        n = 0
        for hole in range(len(masks)):
            if masks[hole] & boards[m] == 0:
                holes[m, n] = hole
                groups[n] = group[early[m if len(early) > 1 else 0, hole]]
                n += 1
        exchanges = np.flatnonzero(kept[m])
        for i in range(len(factor)):
            for n in range(holes.shape[1]):
                total = 0
                for e in exchanges:
                    total += arrived[m, i, image[e, holes[m, n]]]
                values[m, i, n] = total // len(image) * factor[i]
        choose(choices, groups, values[m], chosen[m])


@njit
def follow(course: Course, stage: int, code: int, chosen: Cells, n: int, weight: int, taken: Ints64) -> int:
    """Where a code leads by the choices of this stage, of hand n; ``taken[node, option]`` is told."""
    cells = course.place.shape[1]
    target, cell = code // cells, code % cells
    while target >= course.paths and course.stage[target - course.paths] == stage:
        node = target - course.paths
        option = course.option[node, cell, chosen[course.place[node, cell], n]]
        taken[node, option] += weight
        target = course.target[node, option]
    return int(target * cells + cell)


@njit
def pass_on(
    sets: Ints8,
    weights: Ints64,
    stage: int,
    holes: Ints32,
    chosen: Cells,
    early: Cells,
    turning: Turning,
    before: Codes,
    course: Course,
    after: Codes,
    taken: Ints64,
) -> None:
    """From the codes of the stage before to those after this stage's choices, for every way to come by each set.

    before[sets, holes, ways], after[M, holes, ways here]; taken[hole, node, option].
    """
    size, ways = turning.picks.shape[1], before.shape[2]
    for m in range(len(sets)):
        for p in range(len(turning.picks)):
            number = 0
            for i in range(size):
                number += turning.binomial[sets[m, turning.picks[p, i]], i + 1]
            source, image = before[turning.stand_in[number]], turning.image[turning.exchange[number]]
            for n in range(holes.shape[1]):
                hole = holes[m, n]
                for way in range(ways):
                    code = int(source[image[hole], way])
                    if stage == 1:
                        code += early[m if len(early) > 1 else 0, hole]
                    after[m, hole, p * ways + way] = follow(
                        course, stage, code, chosen[m], n, weights[m], taken[hole]
                    )


@njit
def codes_in(codes: Codes) -> Codes:
    """The codes that stand in a row of them, ascending."""
    is_there = np.zeros(1 << 16, dtype=np.bool_)
    for code in codes:
        is_there[code] = True
    return np.flatnonzero(is_there).astype(np.uint16)


@njit
def count_ends(
    boards: Ints8,
    weights: Ints64,
    stage: int,
    holes: Ints32,
    cells: Ints32,
    counts: Ints32,
    chosen: Cells,
    early: Cells,
    turning: Turning,
    before: Codes,
    kinds: Codes,
    course: Course,
    ends: Ints64,
    taken: Ints64,
    late: Ints64,
) -> None:
    """Count how a block of complete boards ends: ends[path, X, P, D, 3], by all ways to come by the board.

    ``kinds`` are the codes that stand in ``before``.  taken[hole, node, option] counts choices of the last stage by hole,
    late[P, node, option] by the player's cell.
    """
    size, ways, hands = turning.picks.shape[1], before.shape[2], holes.shape[1]
    codes = np.zeros((len(turning.picks) * ways, hands), dtype=np.uint16)
    often = np.zeros(hands, dtype=np.int32)
    for m in range(len(boards)):
        for p in range(len(turning.picks)):
            number = 0
            for i in range(size):
                number += turning.binomial[boards[m, turning.picks[p, i]], i + 1]
            source, image = before[turning.stand_in[number]], turning.image[turning.exchange[number]]
            for n in range(hands):
                come = source[image[holes[m, n]]]
                for way in range(ways):
                    codes[p * ways + way, n] = come[way]
        row = early[m if len(early) > 1 else 0]
        for code in kinds:
            often[:] = 0
            for p in range(len(codes)):
                held = codes[p]
                for n in range(hands):
                    often[n] += np.int32(held[n] == code)
            count_kind(code, often, weights[m], stage, holes[m], cells[m], counts[m], chosen[m], row, course, ends, taken, late)


@njit
def count_kind(
    code: int,
    often: Ints32,
    weight: int,
    stage: int,
    holes: Ints32,
    cells: Ints32,
    counts: Ints32,
    chosen: Cells,
    early: Cells,
    course: Course,
    ends: Ints64,
    taken: Ints64,
    late: Ints64,
) -> None:
    """Count how one board ends for the hands that come to it by one code, each so often; see `count_ends`."""
    begin, cell = divmod(code, course.place.shape[1])
    for n in range(len(holes)):
        if often[n] == 0:
            continue
        hole, mine, target, deals = holes[n], cells[n], begin, weight * often[n]
        x = cell + early[hole] if stage == 1 else cell
        while target >= course.paths:  # all that is still to be decided is decided now
            node = target - course.paths
            option = course.option[node, x, chosen[course.place[node, x], n]]
            taken[hole, node, option] += deals
            late[mine, node, option] += deals
            target = course.target[node, option]
        end = ends[target, x, mine]
        for d in range(counts.shape[0]):
            for relation in range(3):
                end[d, relation] += deals * counts[d, relation, n]


@njit
def find_exchanges(
    sets: Ints8, stand_ins: Ints64, exchanges: Ints8, binomial: Ints64, exchange: Cells
) -> None:
    """For every set the first exchange of suits that leads to the set that stands for it."""
    size = sets.shape[1]
    cards = np.zeros(size, dtype=np.int8)
    for number in range(len(sets)):
        for e in range(len(exchanges)):
            for i in range(size):
                card = exchanges[e, sets[number, i]]
                j = i
                while j > 0 and cards[j - 1] > card:
                    cards[j] = cards[j - 1]
                    j -= 1
                cards[j] = card
            image = 0
            for i in range(size):
                image += binomial[cards[i], i + 1]
            if image == stand_ins[number]:
                exchange[number] = e
                break


@njit
def spread_cells(shown: Ints8, holes: Ints8, cells: Cells, binomial: Ints64, table: Cells) -> None:
    """table[set shown, hole cards] from the cells of all sets of both together, where they do not overlap."""
    for s in range(len(shown)):
        for h in range(len(holes)):
            number = number_together(shown[s], holes[h], binomial)
            if number >= 0:
                table[s, h] = cells[number]
