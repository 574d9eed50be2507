"""How many hands are of each class: published counts, counts by another way, and sums."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.play.cards import JOKER, RANKS, SUITS, Card
from audit.play.scales import Scale
from audit.play.scales import scale as read_scale
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.counting import Category, categories

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
FIVE = ("oneida/mississippi-stud/2024-09-11", "poker5")
FOUR = ("oneida/four-card-poker/2024-09-11", "four_card")
THREE = ("oneida/three-card-poker/2024-09-11", "three_card")
WILD = ("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker")


@pytest.fixture(scope="module")
def scale() -> Callable[[str, str], Scale]:
    library = Library((RULESETS,))
    kept: dict[str, Ruleset] = {}

    def get(file: str, name: str) -> Scale:
        if file not in kept:
            kept[file] = configure(load(file, library)).ruleset
        return read_scale(kept[file], name)

    return get


def counts(found: Sequence[Category]) -> dict[str, int]:
    return {category.name: category.count for category in found}


def ranks(hand: Sequence[Card]) -> str:
    return " ".join(card.rank for card in hand)


def test_three_cards(scale: Callable[[str, str], Scale]) -> None:
    assert counts(categories(scale(*THREE), PACK, 3)) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_five_cards(scale: Callable[[str, str], Scale]) -> None:
    found = categories(scale(*FIVE), PACK, 5)
    assert list(counts(found).values()) == [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
    assert [category.level for category in found] == list(range(9, -1, -1))


def test_the_highest_and_lowest_hands_of_five(scale: Callable[[str, str], Scale]) -> None:
    found = {category.name: (ranks(category.highest), ranks(category.lowest)) for category in
             categories(scale(*FIVE), PACK, 5)}  # fmt: skip
    assert found == {
        "royal_flush": ("A K Q J 10", "A K Q J 10"),
        "straight_flush": ("K Q J 10 9", "A 5 4 3 2"),
        "four_of_a_kind": ("A A A A K", "2 2 2 2 3"),
        "full_house": ("A A A K K", "2 2 2 3 3"),
        "flush": ("A K Q J 9", "7 5 4 3 2"),
        "straight": ("A K Q J 10", "A 5 4 3 2"),
        "three_of_a_kind": ("A A A K Q", "2 2 2 4 3"),
        "two_pair": ("A A K K Q", "3 3 2 2 4"),
        "pair": ("A A K Q J", "2 2 5 4 3"),
        "high_card": ("A K Q J 9", "7 5 4 3 2"),
    }


def test_the_best_five_of_six(scale: Callable[[str, str], Scale]) -> None:
    found = counts(categories(scale(*FIVE), PACK, 6, 5))
    assert list(found.values()) == [
        188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900,
    ]  # fmt: skip
    assert sum(found.values()) == math.comb(52, 6)


def test_the_best_five_of_seven(scale: Callable[[str, str], Scale]) -> None:
    """The usual tables count the royal flush apart: 4,324 beside 37,260 other straight flushes, 41,584 together."""
    found = categories(scale(*FIVE), PACK, 7, 5)
    assert list(counts(found).values()) == [
        4_324, 41_584 - 4_324, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460,
    ]  # fmt: skip
    assert sum(counts(found).values()) == math.comb(52, 7)
    assert (ranks(found[-1].highest), ranks(found[-1].lowest)) == ("A K Q J 9", "9 8 7 5 4")


def test_five_cards_with_wild_twos_and_a_joker(scale: Callable[[str, str], Scale]) -> None:
    found = counts(categories(scale(*WILD), (*PACK, Card(JOKER)), 5))
    assert found["five_wilds"] == 1
    assert found["royal_flush"] == 1_004
    assert found["straight_flush"] == 3_648
    assert found["four_of_a_kind"] == 51_688
    assert found["full_house"] == 15_048
    assert found["flush"] == 18_956
    assert sum(found.values()) == math.comb(53, 5)


def test_a_class_that_no_hand_is_of(scale: Callable[[str, str], Scale]) -> None:
    """Two suits have no three of a kind; the class is counted all the same, without hands."""
    deck = tuple(Card(rank, suit) for suit in SUITS[:2] for rank in RANKS)
    found = {category.name: category for category in categories(scale(*THREE), deck, 3)}
    assert found["three_of_a_kind"].count == 0
    assert found["three_of_a_kind"].highest == found["three_of_a_kind"].lowest == ()
    assert sum(category.count for category in found.values()) == math.comb(26, 3)


# four cards: by a way of its own


def four_card_class(hand: Sequence[int]) -> int:
    """The class of four cards 0 … 51 by the order printed for four-card games, 7 the best; an ace ends runs both ways."""
    of_rank = Counter(card % 13 for card in hand)
    shape = sorted(of_rank.values(), reverse=True)
    distinct = sorted(of_rank)
    run = len(distinct) == 4 and (distinct[3] - distinct[0] == 3 or distinct == [0, 1, 2, 12])
    suited = len({card // 13 for card in hand}) == 1
    if shape == [4]:
        return 7
    if run and suited:
        return 6
    if shape[0] == 3:
        return 5
    if suited:
        return 4
    if run:
        return 3
    return {(2, 2): 2, (2, 1, 1): 1}.get(tuple(shape), 0)


@pytest.mark.long
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_the_best_four_of_more(cards: int, scale: Callable[[str, str], Scale]) -> None:
    """Every choice of four of every set, looked up in a table that is filled hand by hand."""
    table = np.zeros((52,) * 4, np.int8)
    for hand in itertools.combinations(range(52), 4):
        table[hand] = four_card_class(hand)
    found = np.zeros(8, np.int64)
    for lowest in itertools.combinations(range(52), 2):
        above = range(lowest[1] + 1, 52)
        if len(above) < cards - 2:
            continue
        rest = np.array(list(itertools.combinations(above, cards - 2)), np.intp).reshape(-1, cards - 2).T
        columns = [np.full(rest.shape[1], card) for card in lowest] + list(rest)
        best = np.max([table[four] for four in itertools.combinations(columns, 4)], axis=0)
        found += np.bincount(best, minlength=8)
    assert list(counts(categories(scale(*FOUR), PACK, cards, 4)).values()) == found[::-1].tolist()


def test_four_cards_add_up(scale: Callable[[str, str], Scale]) -> None:
    """Worked by hand: 13 fours; 11 runs of 4 suits; 13·4·48 threes; 715 rank sets less 11 runs; and so on."""
    assert counts(categories(scale(*FOUR), PACK, 4, 4)) == {
        "four_of_a_kind": 13,
        "straight_flush": 11 * 4,
        "three_of_a_kind": 13 * 4 * 48,
        "flush": (715 - 11) * 4,
        "straight": 11 * (4**4 - 4),
        "two_pair": 78 * 6 * 6,
        "pair": 13 * 6 * 66 * 16,
        "high_card": (715 - 11) * (4**4 - 4),
    }
