"""Two disjoint hands: against a count of every deal one by one, and against games counted elsewhere."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.play.cards import RANKS, SUITS, Card
from audit.solve.cards.sets import Pack, every_set, number_of, numbers_of, pack_of, stand_ins
from audit.solve.cards.showdown import ByCell, ByState, ByStrength, Showdown, play_showdown
from audit.solve.errors import NotSolvable

Whole = npt.NDArray[np.int64]


@dataclass
class Slow:
    """What every deal, one by one, comes to."""

    counts: npt.NDArray[Any]
    best: dict[tuple[int, int], int]
    values: dict[tuple[int, int], list[int]]
    ties: int
    tied_states: int


def play_slowly(game: Showdown, fixed: dict[tuple[int, int], int] | None = None) -> Slow:
    size, cards = game.pack.size, range(game.pack.size)
    counts = np.zeros(game.pay.shape, dtype=object)
    slow = Slow(counts, {}, {}, 0, 0)
    for hand in itertools.combinations(cards, game.player_cards):
        own = number_of(hand)
        p = int(game.player_sig[own])
        for seen in itertools.combinations([c for c in cards if c not in hand], game.seen):
            shown = number_of(seen)
            rest = [c for c in range(size) if c not in hand and c not in seen]
            outcomes = []
            for more in itertools.combinations(rest, game.dealer_cards - game.seen):
                other = number_of((*seen, *more))
                relation = 1
                if game.player_strength is not None and game.dealer_strength is not None:
                    mine, his = game.player_strength[own], game.dealer_strength[other]
                    relation = 0 if mine < his else 2 if mine > his else 1
                outcomes.append((int(game.dealer_sig[other]), relation))
            values = [sum(int(game.pay[path, p, d, r]) for d, r in outcomes) for path in range(len(game.pay))]
            cell = int(game.seen_sig[shown]) if game.seen_sig is not None else None
            allowed = [
                path
                for path in range(len(values))
                if (game.permitted[path, p] if cell is None else game.permitted[path, p, cell])
            ]
            top = max(values[path] for path in allowed)
            good = [path for path in allowed if values[path] == top]
            taken = good[0] if fixed is None else fixed[own, shown]
            slow.best[own, shown], slow.values[own, shown] = taken, values
            if len(good) > 1:
                slow.ties += len(outcomes)
                slow.tied_states += 1
            for d, r in outcomes:
                counts[taken, p, d, r] += 1
    return slow


@st.composite
def games(draw: st.DrawFn) -> Showdown:
    """Small packs of odd make with random tests, strengths, pays and permissions."""
    kind = draw(st.sampled_from(["regular", "odd"]))
    if kind == "regular":
        ranks, suits, jokers = draw(st.integers(2, 4)), draw(st.integers(2, 3)), draw(st.integers(0, 2))
        made = [(rank, suit) for suit in range(suits) for rank in range(ranks)] + [(ranks, -1)] * jokers
    else:
        made = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 3)), min_size=8, max_size=12))
    made = draw(st.permutations(made))
    pack = Pack(np.array([r for r, _ in made], dtype=np.int8), np.array([s for _, s in made], dtype=np.int8))
    most = 4 if pack.size <= 10 else 3
    n, m = draw(st.integers(1, min(most, pack.size - 1))), 1
    m = draw(st.integers(1, min(most, pack.size - n)))
    seen = draw(st.integers(0, min(2, m)))
    symmetric = draw(st.booleans())
    noise = np.random.default_rng(draw(st.integers(0, 1 << 30)))

    def by_set(k: int, bound: int) -> Whole:
        values = noise.integers(0, bound, math.comb(pack.size, k))
        return values[stand_ins(pack, k)] if symmetric else values

    paths, cells, signatures = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 4))
    shape = (paths, cells, *([2] if draw(st.booleans()) else []))
    permitted = noise.random(shape) < 0.7
    permitted[noise.integers(0, paths)] = True
    strengths = draw(st.integers(1, 12))
    compared = draw(st.sampled_from([True, True, False]))
    return Showdown(
        pack,
        n,
        m,
        seen,
        by_set(n, cells),
        by_set(m, signatures),
        noise.integers(-2, 3, (paths, cells, signatures, 3)),
        permitted,
        by_set(n, strengths) - 3 if compared else None,
        by_set(m, strengths) - 3 if compared else None,
        by_set(seen, 2) if len(shape) == 3 else None,
        symmetric,
    )


@given(games(), st.sampled_from(["rows", "unions", "pairs"]))
@settings(max_examples=60, deadline=None)
def test_every_deal_of_small_games(game: Showdown, method: str) -> None:
    slow, played = play_slowly(game), play_showdown(game, method)
    assert np.array(played.counts, dtype=object).tolist() == slow.counts.tolist()
    assert played.deals == slow.counts.sum()
    assert played.pay == (slow.counts * game.pay.astype(object)).sum()
    assert (played.ties, played.tied_states) == (slow.ties, slow.tied_states)
    for i, own in enumerate(played.hands.numbers.tolist()):
        for shown in range(len(played.seen_cards)):
            taken = slow.best.get((own, shown), -1)
            assert played.best[i, shown] == taken
            if taken >= 0:
                assert played.values[i, shown].tolist() == slow.values[own, shown]


@given(games(), st.sampled_from(["cell", "strength", "hand", "state"]), st.data())
@settings(max_examples=40, deadline=None)
def test_every_deal_under_a_policy(game: Showdown, kind: str, data: st.DataObject) -> None:
    game = replace(game, permitted=np.ones_like(game.permitted))
    paths, seats = len(game.pay), math.comb(game.pack.size, game.seen)
    noise = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
    standing = stand_ins(game.pack, game.player_cards, symmetric=game.symmetric)
    own_numbers = np.unique(standing)
    chosen = noise.integers(0, paths, (len(standing), seats))
    policy: ByCell | ByStrength | ByState
    if kind == "cell":
        by_cell = noise.integers(0, paths, game.pay.shape[1])
        policy, chosen[:] = ByCell(by_cell), by_cell[game.player_sig][:, None]
    elif kind == "strength" and game.player_strength is not None:
        policy = ByStrength((0, 4), (0, paths - 1, 0))
        chosen[:] = np.where((game.player_strength >= 0) & (game.player_strength < 4), paths - 1, 0)[:, None]
    elif kind == "hand":
        chosen[:] = chosen[standing][:, :1]
        policy = ByState(chosen[own_numbers, 0])
    else:
        # seen cards are not renamed with the hand, so only games whose hands all stand for themselves are compared
        game = replace(game, symmetric=False)
        policy = ByState(chosen)
    fixed = {(own, shown): int(chosen[own, shown]) for own in range(len(chosen)) for shown in range(seats)}
    slow, played = play_slowly(game, fixed), play_showdown(replace(game, policy=policy))
    assert np.array(played.counts, dtype=object).tolist() == slow.counts.tolist()


@settings(max_examples=40, deadline=None)
@given(game=games(), data=st.data())
def test_what_was_counted_before_is_not_taken_for_another_game(game: Showdown, data: st.DataObject) -> None:
    """One game after another that differs from it in one thing: as if it had been counted first."""
    play_showdown(game)
    change = data.draw(st.sampled_from(["pay", "dealer_sig", "dealer_strength", "player_strength", "player_sig"]))
    array = getattr(game, change)
    if array is None:
        return
    other = replace(game, **{change: data.draw(st.permutations(array.ravel().tolist()).map(lambda p: np.array(p, array.dtype).reshape(array.shape)))}, symmetric=False)
    played, anew = play_showdown(other), play_showdown(other, "pairs")
    assert played.counts == anew.counts
    assert (played.values == anew.values).all()


def pattern(sets: npt.NDArray[np.int8], *, ace: int = 12) -> tuple[Whole, Whole]:
    """Classes and strengths of hands of three or five of 52 cards, numbered rank + 13 * suit: by hand for these tests.

    Classes of five cards: 0 high card, 1 pair, 2 two pair, 3 trips, 4 straight, 5 flush, 6 full house, 7 quads,
    8 straight flush, 9 royal.  Of three: 0 high card, 1 pair, 2 flush, 3 straight, 4 trips, 5 straight flush.
    """
    k = sets.shape[1]
    ranks, suits = np.sort(sets % 13, axis=1)[:, ::-1].astype(np.int64), sets // 13
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(counts * 13 + ranks), axis=1, kind="stable")
    ordered = np.take_along_axis(ranks, order, axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    apart = (counts == 1).all(axis=1)
    wheel = (ranks == np.array([ace, *range(k - 2, -1, -1)])).all(axis=1)
    straight = apart & ((ranks[:, 0] - ranks[:, -1] == k - 1) | wheel)
    ordered[wheel] = np.array([*range(k - 2, -1, -1), -1])
    pairs = (counts == 2).sum(axis=1) // 2
    trips, quads = (counts == 3).any(axis=1), (counts == 4).any(axis=1)
    if k == 3:
        kind = np.select([straight & flush, trips, straight, flush, pairs == 1], [5, 4, 3, 2, 1], 0)
    else:
        royal = straight & flush & (ranks[:, -1] == ace - 4)
        kind = np.select(
            [royal, straight & flush, quads, trips & (pairs == 1), flush, straight, trips, pairs == 2, pairs == 1],
            [9, 8, 7, 6, 5, 4, 3, 2, 1],
            0,
        )
    strength = np.where(kind == 9, 8, kind)
    for i in range(k):
        strength = strength * 14 + ordered[:, i] + 1
    return kind, strength


WHOLE = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS])


def three_card_game() -> Showdown:
    """Ante and play; bonus 5, 4, 1 for a straight flush, trips, a straight; the dealer needs a queen."""
    kind, strength = pattern(every_set(52, 3))
    queen_high = int(pattern(np.array([[0, 1, 10 + 13]], dtype=np.int8))[1][0])
    pay = np.full((2, 6, 2, 3), -1, dtype=np.int64)
    for p, bonus in enumerate((0, 0, 0, 1, 4, 5)):
        pay[0, p, 0] = 1 + bonus
        pay[0, p, 1] = np.array([-2, 0, 2]) + bonus
    return Showdown(
        WHOLE, 3, 3, 0, kind, (strength >= queen_high).astype(np.int64), pay, np.ones((2, 6), dtype=bool), strength, strength
    )  # fmt: skip


def test_three_cards_against_three() -> None:
    """3.372981 %: 13,733,780 units lost in 407,170,400 deals; the hands to play are Q-6-4 and better."""
    game = three_card_game()
    played = play_showdown(game)
    assert played.deals == 22_100 * 18_424 == 407_170_400
    assert played.pay == -13_733_780
    assert game.player_strength is not None
    strengths = game.player_strength[played.hands.numbers]
    worst = min(strengths[played.best[:, 0] == 0])
    assert worst == pattern(np.array([[2, 4, 10 + 13]], dtype=np.int8))[1][0]
    assert max(strengths[played.best[:, 0] == 1]) < worst
    blind = play_showdown(replace(game, policy=ByStrength((int(worst),), (1, 0))))
    assert blind.counts == played.counts


def test_both_methods_on_a_whole_pack() -> None:
    game = three_card_game()
    swept, paired = play_showdown(game, "unions"), play_showdown(game, "pairs")
    assert swept.counts == paired.counts
    assert (swept.values == paired.values).all()
    unexchanged = play_showdown(replace(game, symmetric=False))
    assert unexchanged.counts == swept.counts


def stud_game() -> Showdown:
    """Five cards each, one of the dealer's seen; raise twice the ante or fold; the dealer needs an ace and a king."""
    sets = every_set(52, 5)
    kind, strength = pattern(sets)
    ace_king = int(pattern(np.array([[0, 1, 2, 11, 12 + 13]], dtype=np.int8))[1][0])
    pay = np.full((2, 10, 2, 3), -1, dtype=np.int64)
    for p, odds in enumerate((1, 1, 2, 3, 4, 5, 7, 20, 50, 100)):
        pay[0, p, 0] = 1
        pay[0, p, 1] = [-3, 0, 1 + 2 * odds]
    return Showdown(
        WHOLE, 5, 5, 1, kind, (strength >= ace_king).astype(np.int64), pay, np.ones((2, 10), dtype=bool), strength, strength
    )  # fmt: skip


@pytest.mark.long
def test_five_cards_against_five_with_one_seen() -> None:
    played = play_showdown(stud_game())
    assert played.deals == math.comb(52, 5) * 47 * math.comb(46, 4) == 19_933_230_517_200
    assert played.pay == -1_041_372_912_372
    raised = sum(sum(row) for cell in played.counts[0] for row in cell)
    folded = sum(sum(row) for cell in played.counts[1] for row in cell)
    assert raised + folded == played.deals


def test_what_is_too_large_is_refused() -> None:
    seven = np.zeros(math.comb(30, 7), dtype=np.uint8)
    pack = pack_of([Card(rank, suit) for suit in SUITS for rank in RANKS][:30])
    game = Showdown(
        pack, 7, 7, 0, seven, seven, np.zeros((1, 1, 1, 3), dtype=np.int64), np.ones((1, 1), dtype=bool), symmetric=False
    )  # fmt: skip
    with pytest.raises(NotSolvable, match="62 bits"):
        play_showdown(replace(game, pay=game.pay + (1 << 60)))
    with pytest.raises(NotSolvable, match="at most 2 seen"):
        play_showdown(replace(game, seen=3))
    every = np.broadcast_to(np.uint8(0), (math.comb(52, 7),))
    with pytest.raises(NotSolvable, match=r"133,784,560 hands against 133,784,560 would take \d+\.\d GB"):
        play_showdown(replace(game, pack=WHOLE, player_sig=every, dealer_sig=every))


def test_arrays_that_do_not_fit_are_errors() -> None:
    game = three_card_game()
    with pytest.raises(ValueError, match="player_sig has shape"):
        play_showdown(replace(game, player_sig=np.zeros(5, dtype=np.uint8)))
    with pytest.raises(ValueError, match="dealer_sig is not within 0 and 1"):
        play_showdown(replace(game, dealer_sig=game.dealer_sig + 1))
    with pytest.raises(ValueError, match="no path is permitted"):
        play_showdown(replace(game, permitted=np.zeros((2, 6), dtype=bool)))
    with pytest.raises(ValueError, match="player_sig is said to be the same for all suits, and is not"):
        play_showdown(replace(game, player_sig=(every_set(52, 3)[:, 0] < 13).astype(np.uint8)))
    with pytest.raises(ValueError, match="not permitted"):
        forbidden = np.ones((2, 6), dtype=bool)
        forbidden[1] = False
        play_showdown(replace(game, permitted=forbidden, policy=ByCell(np.ones(6, dtype=np.int64))))


def test_numbers_of_the_hand_made_patterns() -> None:
    """How many hands there are of each kind is in every book."""
    three, _ = pattern(every_set(52, 3))
    assert np.bincount(three).tolist() == [16_440, 3_744, 1_096, 720, 52, 48]
    five = pattern(every_set(52, 5))[0]
    assert np.bincount(five).tolist() == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert numbers_of(every_set(6, 2)).tolist() == list(range(15))
