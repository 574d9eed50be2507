"""One hand against a pay table: against published figures, counts done by hand, and plain search on small packs."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.play.cards import RANKS, SUITS, Card
from audit.ruleset import expressions as ex
from audit.ruleset.names import Name
from audit.solve.cards.course import Ask, Choice, Course, Decide, End, Feature, Kind, Node, Paid
from audit.solve.cards.enumerated import enumerate_course, net_of
from audit.solve.cards.sets import Pack, every_set, number_of, pack_of
from audit.solve.cards.staged import Option, Reading, Solution, Staged, Stop, solve_staged
from audit.solve.cards.staged_kernels import CLOSED
from audit.solve.errors import NotSolvable

Ints = npt.NDArray[np.int64]

PACK = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS])


# A small evaluator of its own, for hands without wild cards; ace low counts in a run.

NOTHING, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)


@functools.cache
def five_cards() -> tuple[Ints, Ints]:
    """For every five cards of 52 the class, and the rank of the pair (0 for 2), which is meant for pairs only."""
    sets = every_set(52, 5).astype(np.int64)
    ranks, suits = sets % 13, sets // 13
    held = np.zeros((len(sets), 13), dtype=np.int64)
    for i in range(5):
        held[np.arange(len(sets)), ranks[:, i]] += 1
    shape = np.sort(held, axis=1)[:, ::-1]
    bits = ((held > 0) << np.arange(13)).sum(axis=1)
    runs = [0b11111 << low for low in range(9)] + [0b1111 | 1 << 12]
    straight, flush = np.isin(bits, runs), (suits == suits[:, :1]).all(axis=1)
    kind = np.zeros(len(sets), dtype=np.int64)
    kind[shape[:, 0] == 2] = PAIR
    kind[(shape[:, 0] == 2) & (shape[:, 1] == 2)] = TWO_PAIR
    kind[shape[:, 0] == 3] = THREE
    kind[straight] = STRAIGHT
    kind[flush] = FLUSH
    kind[(shape[:, 0] == 3) & (shape[:, 1] == 2)] = FULL
    kind[shape[:, 0] == 4] = FOUR
    kind[straight & flush] = STRAIGHT_FLUSH
    kind[(bits == runs[8]) & flush] = ROYAL
    return kind, held.argmax(axis=1)  # the lowest rank held most is right where one pair is all


@functools.cache
def three_cards() -> Ints:
    """For every three cards of 52: 0 nothing, 1 pair, 2 flush, 3 straight, 4 three of a kind, 5 straight flush."""
    sets = every_set(52, 3).astype(np.int64)
    ranks, suits = np.sort(sets % 13, axis=1), sets // 13
    flush = (suits == suits[:, :1]).all(axis=1)
    low, middle, high = ranks.T
    straight = (middle == low + 1) & ((high == low + 2) | ((low == 0) & (high == 12)))
    kind: Ints = ((low == middle) | (middle == high)).astype(np.int64)
    kind[flush], kind[straight], kind[low == high], kind[straight & flush] = 2, 3, 4, 5
    return kind


def test_the_evaluator_counts_what_is_known() -> None:
    known = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert np.bincount(five_cards()[0]).tolist() == known
    assert np.bincount(three_cards()).tolist() == [16_440, 3_744, 1_096, 720, 52, 48]


def pays_by_class(odds: Sequence[int], high_pair_from: int, push_pair_from: int) -> tuple[Ints, Ints]:
    """Codes for five cards (0 loses, 1 pushes, then one for each class paid), and what a unit on each code brings."""
    kind, pair = five_cards()
    codes = np.where(kind >= TWO_PAIR, kind + 1, 0)
    codes[(kind == PAIR) & (pair >= push_pair_from)] = 1
    codes[(kind == PAIR) & (pair >= high_pair_from)] = 2
    return codes, np.array([-1, 0, *reversed(odds)])


# Three equal wagers, of which two may be taken back, one after three cards and one after four.


@functools.cache
def two_withdrawals() -> tuple[Solution, Staged]:
    codes, unit = pays_by_class((1000, 200, 50, 11, 8, 5, 3, 2, 1), RANKS.index("10"), RANKS.index("10"))
    stops = (
        Stop(1, (Option(1), Option(2))),
        Stop(2, (Option(~0), Option(~1))),
        Stop(2, (Option(~2), Option(~3))),
    )
    pay = np.array([3, 2, 2, 1])[:, None] * unit[None, :]
    three = Reading((0,), three_cards().astype(np.uint8), 6)
    problem = Staged(
        PACK, (3, 1, 1), (Reading((0, 1, 2), codes.astype(np.uint8), len(unit)),), stops, pay, True, (three,)
    )
    return solve_staged(problem), problem


def test_two_withdrawals_cost_what_is_published() -> None:
    found, _ = two_withdrawals()
    assert found.total == math.comb(52, 3) * 49 * 48
    assert round(-100 * found.value / found.total, 6) == 3.505679
    staked = sum(n * sum(cells.values()) for n, cells in zip((3, 2, 2, 1), found.counts, strict=True))
    assert sum(sum(cells.values()) for cells in found.counts) == found.total
    assert round(-100 * found.value / staked, 6) == 2.845324


def test_what_is_let_ride_on_three_cards() -> None:
    found, _ = two_withdrawals()
    first = found.stops[0]
    assert first.by == (1,)
    # Every three of a kind rides; of hands that hold nothing by then, none but three to a royal or straight flush do.
    assert first.rows[4,].taken == (52 * 49 * 48, 0)
    assert first.rows[5,].taken[0] > 0
    assert first.rows[3,].taken == (0, 720 * 49 * 48)
    situations = first.situations
    assert situations is not None
    assert situations.best.shape == (1755, 1)
    rides = {
        tuple(sorted(RANKS[c % 13] for c in situations.cards(i, 0)[0])) for i in range(1755) if situations.best[i, 0] == 0
    }
    pairs = {rank for ranks in rides for rank, n in Counter(ranks).items() if n == 2}
    assert pairs == {"10", "J", "Q", "K", "A"}


def test_a_payoff_raised_by_one_is_worth_its_deals() -> None:
    # So little more that no decision changes, on the best class only: 4 royal flushes, dealt in 20 × … ways each.
    found, problem = two_withdrawals()
    raised = problem.pay * 1000
    raised[:, -1] += 1
    again = solve_staged(Staged(**{**problem.__dict__, "pay": raised}))
    royals = sum(cells.get((len(problem.pay[0]) - 1,), 0) for cells in found.counts)
    assert royals == 4 * math.comb(5, 3) * 2
    assert again.value == found.value * 1000 + royals


# An ante and three raises of one to three antes, or a fold, at two, three and four cards.


def three_streets() -> Solution:
    codes, unit = pays_by_class((500, 100, 40, 10, 6, 4, 3, 2, 1), RANKS.index("J"), RANKS.index("6"))
    stops: list[Stop] = []
    pay: list[Ints] = []
    ways = [()] + [(a,) for a in (1, 2, 3)] + list(itertools.product((1, 2, 3), repeat=2))
    at = {way: n for n, way in enumerate(ways)}
    for way in ways:
        pay.append(np.full(len(unit), -1 - sum(way)))
        options = [Option(~(len(pay) - 1))]
        for more in (1, 2, 3):
            if len(way) < 2:
                options.append(Option(at[*way, more]))
            else:
                pay.append((1 + sum(way) + more) * unit)
                options.append(Option(~(len(pay) - 1)))
        stops.append(Stop(len(way) + 1, tuple(options)))
    reading = Reading((0, 1, 2, 3), codes.astype(np.uint8), len(unit))
    return solve_staged(Staged(PACK, (2, 1, 1, 1), (reading,), tuple(stops), np.array(pay), True))


def test_three_streets_cost_what_is_published() -> None:
    found = three_streets()
    assert found.total == math.comb(52, 2) * 50 * 49 * 48
    staked = 0
    for path, cells in zip(_streets(), found.counts, strict=True):
        staked += (1 + sum(path)) * sum(cells.values())
    assert round(staked / found.total, 6) == 3.483568
    assert round(-100 * found.value / staked, 6) == 1.410869
    assert round(-100 * found.value / found.total, 4) == 4.9149


def _streets() -> list[tuple[int, ...]]:
    """The raises on each path, in the order in which `three_streets` makes them."""
    found: list[tuple[int, ...]] = []
    for way in [(), (1,), (2,), (3,), *itertools.product((1, 2, 3), repeat=2)]:
        found.append(way)
        if len(way) == 2:
            found.extend((*way, more) for more in (1, 2, 3))
    return found


# Counting without decisions


def test_a_bet_on_three_cards() -> None:
    pay = np.array([[-1, 1, 3, 6, 30, 40]])
    found = solve_staged(Staged(PACK, (3,), (Reading((0,), three_cards().astype(np.uint8), 6),), (), pay, True))
    assert found.total == 22_100
    assert round(-100 * found.value / found.total, 6) == 7.276018
    assert found.counts == ({(0,): 16_440, (1,): 3_744, (2,): 1_096, (3,): 720, (4,): 52, (5,): 48},)


def test_two_readings_of_one_deal_are_counted_together() -> None:
    # Five cards, three of them the player's own: by the first three and by all five.
    codes, unit = pays_by_class((1000, 200, 50, 11, 8, 5, 3, 2, 1), RANKS.index("10"), RANKS.index("10"))
    readings = (
        Reading((0,), three_cards().astype(np.uint8), 6),
        Reading((0, 1), codes.astype(np.uint8), len(unit)),
    )
    pay = np.zeros((1, 6, len(unit)), dtype=np.int64)
    found = solve_staged(Staged(PACK, (3, 2, 4), readings, (), pay, True))
    assert found.total == math.comb(52, 3) * math.comb(49, 2)
    by_three: Counter[int] = Counter()
    by_five: Counter[int] = Counter()
    for (three, five), deals in found.counts[0].items():
        by_three[three] += deals
        by_five[five] += deals
    assert [by_three[n] for n in range(6)] == [n * math.comb(49, 2) for n in (16_440, 3_744, 1_096, 720, 52, 48)]
    assert by_five[len(unit) - 1] == 4 * math.comb(5, 3)
    assert found.counts[0][5, len(unit) - 1] == 4 * 3  # A K Q or K Q J or Q J 10 of the suit, then the other two


def test_sums_that_could_be_too_large_are_refused() -> None:
    pay = np.full((1, 6), 2**50)
    with pytest.raises(NotSolvable, match="more than is counted exactly"):
        solve_staged(Staged(PACK, (3,), (Reading((0,), three_cards().astype(np.uint8), 6),), (), pay, True))


# Plain search on small packs


def small_pack(ranks: int, suits: int, jokers: int) -> Pack:
    cards = [Card(rank, suit) for suit in SUITS[:suits] for rank in RANKS[:ranks]]
    return pack_of(cards + [Card("joker")] * jokers)


def search(problem: Staged) -> tuple[int, int, list[Counter[tuple[int, ...]]]]:
    """The total, the value and the counts by trying every deal, each group as a set."""
    size = problem.pack.size
    place = {k: {tuple(s): n for n, s in enumerate(every_set(size, k).tolist())} for k in range(1, size + 1) if k <= 6}

    def deals(groups: tuple[int, ...], left: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
        if not groups:
            return [()]
        return [
            (held, *rest)
            for held in itertools.combinations(left, groups[0])
            for rest in deals(groups[1:], tuple(c for c in left if c not in held))
        ]

    def code(reading: Reading, deal: tuple[tuple[int, ...], ...]) -> int:
        cards = tuple(sorted(c for g in reading.groups for c in deal[g]))
        return int(reading.codes[place[len(cards)][cards]])

    def best(then: int, those: list[tuple[tuple[int, ...], ...]]) -> tuple[int, list[Counter[tuple[int, ...]]]]:
        counts: list[Counter[tuple[int, ...]]] = [Counter() for _ in problem.pay]
        if then < 0:
            for deal in those:
                counts[~then][tuple(code(r, deal) for r in problem.readings)] += 1
            return sum(int(problem.pay[~then][cell]) * n for cell, n in counts[~then].items()), counts
        stop, value = problem.stops[then], 0
        by_sight: dict[tuple[tuple[int, ...], ...], list[tuple[tuple[int, ...], ...]]] = {}
        for deal in those:
            by_sight.setdefault(deal[: stop.known], []).append(deal)
        for alike in by_sight.values():
            tried = [
                best(option.then, alike)
                for option in stop.options
                if all(may[code(problem.readings[r], alike[0])] for r, may in option.permitted.items())
            ]
            chosen = max(tried, key=lambda t: t[0])
            value += chosen[0]
            for mine, more in zip(counts, chosen[1], strict=True):
                mine.update(more)
        return value, counts

    every = deals(problem.groups, tuple(range(size)))
    return len(every), *best(0 if problem.stops else ~0, every)


@st.composite
def problems(draw: st.DrawFn) -> Staged:
    """Small packs, groups, readings by sums of ranks (and of suits where suits are told apart), decisions, permissions."""
    pack = small_pack(draw(st.integers(2, 3)), draw(st.integers(2, 3)), draw(st.integers(0, 1)))
    symmetric = draw(st.booleans())
    groups = tuple(draw(st.lists(st.integers(1, 2), min_size=1, max_size=4)))
    while sum(groups) > min(5, pack.size - 1) or math.perm(pack.size, sum(groups)) > 20_000:
        groups = groups[:-1] or (1,)
    number = draw(st.integers(1, 2))
    readings = []
    for _ in range(number):
        chosen = tuple(sorted(draw(st.sets(st.integers(0, len(groups) - 1), min_size=1))))
        sets = every_set(pack.size, sum(groups[g] for g in chosen)).astype(np.int64)
        by, values = draw(st.integers(1, 5)), draw(st.integers(2, 4))
        codes = (pack.rank[sets].astype(np.int64) + by) ** 2
        if not symmetric:
            codes = codes + 3 * pack.suit[sets].astype(np.int64)
        readings.append(Reading(chosen, (codes.sum(axis=1) % values).astype(np.uint8), values))
    knowns = sorted(draw(st.lists(st.integers(0, len(groups)), max_size=3)))
    stops: list[Stop] = []
    paths = draw(st.integers(1, 4))
    for n, known in enumerate(knowns):
        options = []
        for m in range(draw(st.integers(1, 3))):
            leaves = st.integers(-paths, -1)
            then = draw(st.integers(n + 1, len(knowns) - 1) | leaves if n + 1 < len(knowns) else leaves)
            asked = [r for r, reading in enumerate(readings) if max(reading.groups) < known]
            may = {r: np.array(draw(st.lists(st.booleans(), min_size=4, max_size=4)))[: readings[r].values] for r in asked}
            options.append(Option(then, may if m else {}))
        stops.append(Stop(known, tuple(options)))
    if not stops:
        paths = 1
    shape = (paths, *(r.values for r in readings))
    pay = np.array(draw(st.lists(st.integers(-3, 5), min_size=math.prod(shape), max_size=math.prod(shape))))
    return Staged(pack, groups, tuple(readings), tuple(stops), pay.reshape(shape), symmetric)


def test_a_decision_before_cards_that_nobody_looks_at() -> None:
    """What comes after them is as unknown as they are.

    Two cards are known of five, a third is never looked at, a fourth is read with the two: a path pays 1 where the three
    hold certain cards.  Of the ten pairs one makes that impossible, so the other path, listed first, is taken there.
    """
    pack = Pack(np.array([0, 1, 0, 1, 2], dtype=np.int8), np.array([0, 0, 1, 1, -1], dtype=np.int8))
    reading = Reading((0, 1, 3), np.array([1, 0, 0, 1, 1, 1, 0, 0, 1, 1], dtype=np.uint8), 2)
    stop = Stop(2, (Option(-1, {}), Option(-2, {})))
    found = solve_staged(Staged(pack, (1, 1, 1, 1), (reading,), (stop,), np.array([[0, 0], [0, 1]]), symmetric=False))
    assert Fraction(found.value, found.total) == Fraction(3, 5)
    assert {cell: Fraction(n, found.total) for cell, n in found.counts[0].items()} == {(0,): Fraction(1, 10)}


@settings(max_examples=150, deadline=None)
@given(problems())
def test_random_problems_against_search_over_all_deals(problem: Staged) -> None:
    total, value, counts = search(problem)
    found = solve_staged(problem)
    for mine, those in zip(found.counts, counts, strict=True):
        assert {cell: Fraction(n, found.total) for cell, n in mine.items()} == {
            cell: Fraction(n, total) for cell, n in those.items()
        }
    assert Fraction(found.value, found.total) == Fraction(value, total)
    assert sum(sum(cells.values()) for cells in found.counts) == found.total
    again = sum(int(problem.pay[p][cell]) * n for p, cells in enumerate(found.counts) for cell, n in cells.items())
    assert again == found.value
    if problem.stops:
        rows = found.stops[0].rows.values()
        assert sum(row.deals for row in rows) == found.total
        if not problem.stops[0].known or not any(option.permitted for option in problem.stops[0].options):
            assert sum(max(v for v in row.values if v is not None) for row in rows) <= found.value
    for n, told in enumerate(found.stops):
        for row in told.rows.values():
            offered = [v for v in row.values if v is not None]
            assert len(row.values) == len(problem.stops[n].options)
            assert row.deals > 0 and offered
        if told.situations is not None and told.situations.best.size:
            values, best = told.situations.values, told.situations.best
            reached = best >= 0
            top = values.max(axis=2)
            assert (np.take_along_axis(values, best.clip(0)[:, :, None], axis=2)[:, :, 0] == top)[reached].all()
            assert (top[reached] > CLOSED).all()


def test_counts_against_search_where_each_choice_is_clear() -> None:
    # Two cards of six, then one more: ride or not on the sum of all three ranks being even; pays 1 or -1.
    pack = small_pack(3, 2, 1)
    sets = every_set(pack.size, 3).astype(np.int64)
    codes = (pack.rank[sets].astype(np.int64).sum(axis=1) % 2).astype(np.uint8)
    stops = (Stop(1, (Option(~0), Option(~1))),)
    problem = Staged(pack, (2, 1), (Reading((0, 1), codes, 2),), stops, np.array([[2, -2], [0, -1]]), True)
    total, value, counts = search(problem)
    found = solve_staged(problem)
    assert (found.total, found.value) == (total, value)
    assert [dict(cells) for cells in found.counts] == [dict(cells) for cells in counts]


def as_course(problem: Staged) -> Course:
    """The same problem as a tree of questions and decisions, for the generic method."""
    spots = [tuple((f"group_{g}", n) for n in range(k)) for g, k in enumerate(problem.groups)]
    features = [
        Feature(ex.Called(Name(f"reading_{r}")), Kind.HAND, tuple(s for g in reading.groups for s in spots[g]))
        for r, reading in enumerate(problem.readings)
    ]

    def ask(left: list[int], codes: dict[int, int], then: Callable[[dict[int, int]], Node]) -> Node:
        left = [r for r in left if r not in codes]
        if not left:
            return then(codes)
        r, *rest = left
        return Ask(
            features[r], {n: ask(rest, {**codes, r: n}, then) for n in range(problem.readings[r].values)}
        )

    def stop(then: int, codes: dict[int, int]) -> Node:
        if then < 0:
            every = list(range(len(features)))
            return ask(every, codes, lambda c: end(int(problem.pay[(~then, *(c[r] for r in every))])))
        here = problem.stops[then]
        known = frozenset(s for of_group in spots[: here.known] for s in of_group)

        def decide(codes: dict[int, int]) -> Node:
            choices = [
                Choice(str(n), stop(option.then, codes))
                for n, option in enumerate(here.options)
                if all(may[codes[r]] for r, may in option.permitted.items())
            ]
            return Decide(str(then), known, tuple(choices))

        return ask(sorted({r for option in here.options for r in option.permitted}), codes, decide)

    def end(net: int) -> End:
        return End((Paid("main", "", Fraction(net)),))

    root = stop(0 if problem.stops else ~0, {})
    return Course(("main",), "main", root, tuple(s for of_group in spots for s in of_group), tuple(features))


@settings(max_examples=40, deadline=None)
@given(problems())
def test_random_problems_against_the_generic_method(problem: Staged) -> None:
    place = {card: n for n, card in enumerate(problem.pack.cards)}
    course = as_course(problem)

    def answer(feature: Feature, cards: tuple[Card, ...]) -> int:
        reading = problem.readings[course.features.index(feature)]
        return int(reading.codes[number_of([place[card] for card in cards])])

    generic = enumerate_course(course, problem.pack.cards, answer)
    found = solve_staged(problem)
    assert generic.expected(net_of) == Fraction(found.value, found.total)
