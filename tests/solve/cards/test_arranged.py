"""Cards that a player sets into parts: what hangs on them is refused by name, what does not is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.solve.planner import verify
from audit.solve.sampling import with_samples
from tests.play.conftest import HEAD, RULESETS

PRINTED = "jack-cleveland/pai-gow-poker/2015-03-15"
SMALL = """
deck 1 of 52 without 2 through 9 @ 1
area mine of each player @ 1
  part big of 2 by worths @ 1
  part small of 1 by worths @ 1
area theirs of dealer @ 1
  part big of 2 by worths @ 1
  part small of 1 by worths @ 1
ranking worths of 2 or 1 cards @ 1
  order A K Q J 10 @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
wager main @ 2
  required @ 2
wager aces @ 2
  pays @ 2
    | mine  | pays    |
    | A A A | 20 to 1 | @ 2
    | otherwise | lose | @ 2
settle main @ 2
  | big of mine against big of theirs | main   |
  | higher                            | 1 to 1 | @ 2
  | equal, lower                      | lose   | @ 2
way how for big, small @ 3
  first row that can be set @ 3
  prefer highest big @ 3
  | big | small |
  | any | any   | @ 3
round @ 4
  bets main, aces @ 4
  deal 3 to mine with theirs face up @ 4
  each player sets big, small @ 4
  dealer sets big, small by how @ 4
  settle main, aces @ 4
"""


def test_where_the_player_sees_more_than_his_cards_how_he_best_sets_them_is_refused() -> None:
    refused = verify(load_text(HEAD + SMALL, Library(())), only=("main",), with_variations=False).refused["main"]
    assert refused.statement == "each player sets"
    assert refused.why == (
        "what is best hangs on how a player sets his cards into big and small: a player has seen cards of theirs when he sets mine"
    )


@pytest.mark.long
def test_a_shipped_game_is_solved_and_rounds_played_so_agree() -> None:
    """Players who set as the house does lose 2.7 % by published figures; rounds dealt anew tell the same of best play."""
    verified = with_samples(verify(load(PRINTED, Library((RULESETS,))), only=("main",), with_variations=False), 2_000_000, 3)
    (main,) = verified.result.wagers
    assert main.house_edge == Fraction(564285629297, 22994590388000)
    assert main.strategy is not None and main.sampled is not None
    assert round(float(main.strategy.simple[0].house_edge), 6) == 0.027164
    assert main.sampled.low - 0.0005 < float(main.house_edge) < main.sampled.high + 0.0005


def test_a_side_wager_on_the_whole_hand_is_solved_beside_it() -> None:
    """Three aces of the four among twenty cards: 4 of 1,140 hands win 20, the others lose 1."""
    verified = verify(load_text(HEAD + SMALL, Library(())))
    assert set(verified.refused) == {"main"}
    (aces,) = (result for result in verified.result.wagers if result.wager == "aces")
    assert aces.house_edge == Fraction(1136 - 4 * 20, 1140)


def test_where_a_way_says_how_cards_are_set_rounds_are_sampled_so_and_it_is_told() -> None:
    verified = with_samples(verify(load_text(HEAD + SMALL, Library(()))), 50, 1)
    main, aces = verified.result.wagers
    assert main.sampled is not None
    assert main.notes == ("the player sets mine as how says; this is not said to be best play",)
    assert aces.sampled is not None


def test_where_no_way_says_how_they_stay_refused() -> None:
    """A way for other parts is none for these."""
    other = SMALL.replace("area mine of each player @ 1\n  part big", "area mine of each player @ 1\n  part large")
    other = other.replace("each player sets big", "each player sets large").replace("big of mine", "large of mine")
    main, _ = with_samples(verify(load_text(HEAD + other, Library(()))), 50, 1).result.wagers
    assert main.sampled is None
