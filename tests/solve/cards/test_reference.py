"""The reference itself: figures worked out by hand, and that what it spares changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.play.making import Wish
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.reference import Played, all_rounds
from audit.solve.errors import NotSolvable
from tests.solve.cards.comparing import cards, compare

Small = Callable[[str], Ruleset]

ONE_CARD = """
deck 1 of 52                                                                    @ 1
  shuffled before every round
area player_cards of each player                                                @ 1
area dealer_cards of dealer                                                     @ 1
ranking one_card of 1 cards                                                     @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2
  high_card        anything else
  compare by sets_then_cards
hand player_hand is all of player_cards by one_card                             @ 2
hand dealer_hand is all of dealer_cards by one_card                             @ 2
wager ante                                                                      @ 3
  required
  made before the deal
wager play                                                                      @ 3
  needs ante
  amount equal to ante
round                                                                           @ 4
  step deal
    bets ante
    deal 1 to player_cards with dealer_cards face down
  step decisions
    each player looks at player_cards
    each player decides
      play  make play
      fold  forfeit ante and out
  step showdown
    reveal dealer_cards
    settle ante, play
settle ante, play                                                               @ 5
  | player_hand against dealer_hand | ante | play |
  | higher                          | win  | win  |
  | equal                           | push | push |
  | lower                           | lose | lose |
pays ante, play at 1 to 1                                                       @ 5
"""

PEEK = ONE_CARD.replace(
    "  step decisions\n",
    "    dealer looks at dealer_cards\n    go to showdown if dealer_hand is A high\n  step decisions\n",
)

BEST_OF_EQUALS = """
deck 1 of 52                                                                    @ 1
  shuffled before every round
area player_cards of each player                                                @ 1
area board of table                                                             @ 1
ranking suited of 2 cards                                                       @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2
  hearts           2 cards of hearts
  high_card        anything else
  compare by sets_only
hand player_hand is best 2 of player_cards and board by suited                  @ 2
wager ante                                                                      @ 3
  required
  made before the deal
round                                                                           @ 4
  step deal
    bets ante
    deal 1 to player_cards face down
    deal 2 to board face up
  step showdown
    settle ante
pays ante                                                                       @ 5
  | player_hand | pays   |
  | A high or better | 1 to 1 |
  | otherwise   | lose   |
"""


def played(ruleset: Ruleset, pack: str, *, in_order: bool = False) -> Played:
    rounds = all_rounds(configure(ruleset, {}), [Wish("ante", "", Fraction(1))], cards(pack), in_order=in_order)
    return rounds.best({"ante", "play"})


def test_one_card_against_one(small: Small) -> None:
    """Of A, K, Q: with the ace he wins 2, with the king he wins or loses 2 and plays, with the queen he folds."""
    found = played(small(ONE_CARD), "As Ks Qs")
    assert found.value == Fraction(2 + 0 - 1, 3)
    chosen = {situation.known[0][2].rank: situation for situation in found.situations}
    assert {rank: situation.choice for rank, situation in chosen.items()} == {"A": "play", "K": "play", "Q": "fold"}
    assert dict(chosen["Q"].values) == {"play": -2, "fold": -1}
    assert {situation.share for situation in found.situations} == {Fraction(1, 3)}


def test_what_a_line_shows_is_known(small: Small) -> None:
    """Were the dealer's card the ace, the round would be over: with the king he wins for sure, and the ace is his own.

    A: plays and wins 2.  K: against the ace he loses 1, against the queen he wins 2.  Q: loses 1 either way.
    """
    assert played(small(PEEK), "As Ks Qs").value == (2 + Fraction(-1 + 2, 2) - 1) / 3


@pytest.mark.parametrize("text", [ONE_CARD, PEEK, BEST_OF_EQUALS])
def test_the_order_of_dealing_does_not_matter(small: Small, text: str) -> None:
    one, other = (played(small(text), "As 2h Ks 3h Qd", in_order=in_order) for in_order in (False, True))
    assert one.value == other.value
    assert one.ends == other.ends


def test_of_equal_hands_the_one_of_the_higher_ranks_is_taken(small: Small) -> None:
    """Without two hearts all hands of two cards are equal; the ace is found wherever it lies."""
    ruleset = small(BEST_OF_EQUALS)
    assert played(ruleset, "As Kd 2c").value == 1
    assert set(compare(configure(ruleset, {}), cards("As 2h Ks 3h Qd")).solved) == {"ante"}


def test_too_many_rounds_are_refused(small: Small) -> None:
    with pytest.raises(NotSolvable, match="more than 5 rounds"):
        all_rounds(configure(small(ONE_CARD), {}), [Wish("ante", "", Fraction(1))], cards("As Ks Qs"), most=5)
