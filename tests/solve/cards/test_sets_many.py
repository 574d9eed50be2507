"""Bets on more cards than sets can be listed of: counted against an enumerator of a small deck, and published counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.play.cards import JOKER, Card, deck
from audit.ruleset.configure import configure
from audit.solve.cards import answers
from audit.solve.planner import verify
from tests.play.conftest import HEAD, RULESETS

PAI_GOW = "jack-cleveland/pai-gow-poker/2015-03-15"
SMALL = """
deck 1 of 52 and 1 joker without 2 through 10 @ 1
area mine of each player @ 1
  part big of 3 by worths @ 1
  part small of 2 by worths @ 1
ranking worths of 3 or 2 cards @ 1
  order A K Q J @ 1
  wild joker in flush, straight else as A @ 1
  trips 3 cards of one rank @ 1
  flush 3 cards of one suit @ 1
  straight 3 cards in a run @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
wager bet @ 2
  optional @ 2
  pays @ 2
    first row only @ 2
    | mine                                            | pays     |
    | 5 cards of one suit                             | 50 to 1  | @ 2
    | some 3 are trips and others are 2 cards of one rank and no joker | 20 to 1  | @ 2
    | some 3 are trips                                | 9 to 1   | @ 2
    | some 3 are flush and others are 2 cards of one rank | 5 to 1 | @ 2
    | some 3 are straight, some 3 are flush           | 1 to 1   | @ 2
    | otherwise                                       | lose     | @ 2
round @ 4
  bets bet @ 4
  deal 5 to mine face up @ 4
  settle bet @ 4
"""
SEVEN = """
deck 1 of 52 and 1 joker @ 1
area mine of each player @ 1
  part high of 5 by poker @ 1
  part low of 2 by poker @ 1
ranking poker of 5 or 2 cards @ 1
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
  A low in a run @ 1
  wild joker in royal_flush, straight_flush, flush, straight else as A @ 1
  five_aces 5 cards of rank A @ 1
  royal_flush A K Q J 10 of one suit @ 1
  straight_flush 5 cards of one suit in a run @ 1
  four_of_a_kind 4 cards of one rank @ 1
  full_house 3 cards of one rank and 2 cards of another rank @ 1
  flush 5 cards of one suit @ 1
  straight 5 cards in a run @ 1
  three_of_a_kind 3 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
wager bet @ 2
  optional @ 2
  pays @ 2
    first row only @ 2
    | mine                       | pays     |
    | some 5 are five_aces       | 500 to 1 | @ 2
    | some 5 are royal_flush     | 250 to 1 | @ 2
    | some 5 are straight_flush  | 50 to 1  | @ 2
    | some 5 are four_of_a_kind  | 25 to 1  | @ 2
    | some 5 are full_house      | 5 to 1   | @ 2
    | some 5 are flush           | 4 to 1   | @ 2
    | some 5 are three_of_a_kind | 3 to 1   | @ 2
    | some 5 are straight        | 2 to 1   | @ 2
    | otherwise                  | lose     | @ 2
round @ 4
  bets bet @ 4
  deal 7 to mine face up @ 4
  settle bet @ 4
"""
PAYS = (50, 20, 9, 5, 1, -1)


def ranks(cards: Sequence[Card]) -> list[str]:
    """The ranks, a joker as an ace."""
    return ["A" if card.rank == JOKER else card.rank for card in cards]


def is_of_one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards if card.rank != JOKER}) == 1


def is_straight(cards: Sequence[Card]) -> bool:
    """Three of A K Q J that follow one another, or two that a joker makes three."""
    held = [card.rank for card in cards if card.rank != JOKER]
    return len(set(held)) == len(held) and any(set(held) <= set(run) for run in ("AKQ", "KQJ"))


def row_of(cards: tuple[Card, ...]) -> int:
    """The first row of the table that five cards meet, by rules written out here."""
    met = {5}
    if is_of_one_suit(cards):
        met.add(0)
    for three in combinations(cards, 3):
        left = [card for card in cards if card not in three]
        has_pair = len(set(ranks(left))) == 1
        if len(set(ranks(three))) == 1:
            met.add(2)
            if has_pair and all(card.rank != JOKER for card in cards):
                met.add(1)
        elif is_of_one_suit(three):
            met.add(3 if has_pair else 4)
            met.add(4)
        elif is_straight(three):
            met.add(4)
    return min(met)


def test_tests_taken_apart_count_what_an_enumerator_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """6,188 sets of 5 of 17 cards; nothing is listed, as if they were too many."""
    monkeypatch.setattr(answers, "MOST_SETS", 1_000)
    ruleset = load_text(HEAD + SMALL, Library(()))
    counted = Counter(row_of(cards) for cards in combinations(deck(configure(ruleset).ruleset), 5))
    assert counted.total() == 6_188
    assert set(counted) == set(range(6))
    (bet,) = verify(ruleset, with_variations=False).result.wagers
    assert bet.solver == "sets"
    assert bet.combinations == 6_188
    assert bet.figures is not None
    assert bet.house_edge == -sum((Fraction(PAYS[row] * n, 6_188) for row, n in counted.items()), Fraction(0))
    shares = {outcome.pays: outcome.probability for outcome in bet.figures.outcomes if outcome.result == "win"}
    assert shares == {f"{PAYS[row]} to 1": Fraction(counted[row], 6_188) for row in range(5)}


def test_a_test_that_looks_at_all_suits_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_SETS", 1_000)
    verified = verify(load_text(HEAD + SMALL.replace("5 cards of one suit ", "5 cards of one colour "), Library(())))
    assert "looks at the suits of all 5 cards" in verified.refused["bet"].why


@pytest.mark.long
def test_seven_cards_with_a_joker_are_as_published() -> None:
    """Wizard of Odds, pai gow poker, appendix 5: its counts, and its expected value where these eight are paid so."""
    total = math.comb(53, 7)
    (bet,) = verify(load_text(HEAD + SEVEN, Library(())), with_variations=False).result.wagers
    assert bet.combinations == total == 154_143_080
    assert bet.figures is not None
    counts = {one.pays: int(one.probability * total) for one in bet.figures.outcomes if one.result == "win"}
    assert counts["25 to 1"] == 307_472
    assert counts["3 to 1"] == 7_672_500
    assert counts["2 to 1"] == 11_034_204
    assert bet.house_edge is not None
    assert round(float(-bet.house_edge), 6) == -0.063667


@pytest.mark.long
def test_the_bonus_that_ships_is_solved_with_its_envy() -> None:
    """Seven in a run of one suit: four suits, eight runs from A-7 to 8-A.  Envy is owed for four of a kind and better."""
    verified = verify(load(PAI_GOW, Library((RULESETS,))), only=("fortune",), with_variations=False)
    (fortune,) = verified.result.wagers
    assert fortune.figures is not None
    shares = {one.pays: one.probability for one in fortune.figures.outcomes}
    assert shares["8,000 to 1"] == Fraction(32, 154_143_080)
    (envy,) = fortune.beside
    assert envy.probability == Fraction(1_128 + 26_132 + 184_832 + 307_472, 154_143_080)


def test_a_progressive_on_seven_cards_and_what_it_takes_from_the_meter() -> None:
    """Who is paid is every hand from three of a kind up, in the published counts of seven of 53 cards.

    All of the meter goes to a natural royal flush beside a pair, the joker being an ace there (6 for each of 8 ranks, 3 for each of 5,
    and the joker with one of 3 aces: 66 in each suit), and to five aces beside a pair (6 for each of 12 ranks); a tenth to the others
    of both, of 48 cards two each.
    """
    ruleset = load("oneida/pai-gow-poker/2003-08-06", Library((RULESETS,)))
    (row,) = verify(ruleset, {}, only=("progressive",), with_variations=False).result.wagers
    assert row.figures is not None
    paid = 32 + 72 + 196 + 1_128 + 26_020 + 184_644 + 307_472 + 4_188_528 + 6_172_088 + 11_236_028 + 7_470_676
    assert row.figures.win == Fraction(paid, math.comb(53, 7))
    whole, part = 4 * 66 + 72, 4 * math.comb(48, 2) + math.comb(48, 2) - (4 * 66 + 72)
    (meter,) = row.meters
    assert meter.slope == Fraction(10 * whole + part, 10 * math.comb(53, 7))
