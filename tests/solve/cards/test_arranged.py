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
FREE = "jack-cleveland/commission-free-pai-gow-poker/undated"
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
  deal 3 to mine with theirs face down @ 4
  each player sets big, small @ 4
  dealer sets big, small by how @ 4
  settle main, aces @ 4
"""


@pytest.mark.parametrize(
    ("name", "wager", "line", "why"),
    [
        (PRINTED, "main", "each player sets", "how a player best sets his cards into high and low is not worked out"),
        (FREE, "main", "dealer sets", "how often the dealer's way sets low to what is not counted"),  # asked first
        (FREE, "tiger_9", "dealer sets", "how often the dealer's way sets low to what is not counted"),
    ],
)
def test_what_hangs_on_the_setting_is_refused_by_its_line(name: str, wager: str, line: str, why: str) -> None:
    refused = verify(load(name, Library((RULESETS,)))).refused
    assert (refused[wager].statement, refused[wager].why) == (line, why)
    assert "7 of 53 cards: 154,143,080 sets" in refused["fortune"].why  # the setting does not touch it


def test_a_side_wager_on_the_whole_hand_is_solved_beside_it() -> None:
    """Three aces of the four among twenty cards: 4 of 1,140 hands win 20, the others lose 1."""
    verified = verify(load_text(HEAD + SMALL, Library(())))
    assert set(verified.refused) == {"main"}
    (aces,) = (result for result in verified.result.wagers if result.wager == "aces")
    assert aces.house_edge == Fraction(1136 - 4 * 20, 1140)


def test_refused_wagers_are_not_sampled_under_play_that_nobody_knows_to_be_best() -> None:
    verified = with_samples(verify(load_text(HEAD + SMALL, Library(()))), 50, 1)
    main, aces = verified.result.wagers
    assert main.sampled is None
    assert aces.sampled is not None
