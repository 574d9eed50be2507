"""Hands that no row of a way covers."""

from __future__ import annotations

import pytest

from audit.checks.context import Context
from audit.checks.hand_without_row import by_letter, check
from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import configure, read_value
from tests.play.conftest import RULESETS

GAME = """
deck 1 of 52                                                            @ A.1
area player_cards of each player                                        @ A.2
  part big of 3 by worths                                               @ A.2
  part small of 1 by worths                                             @ A.2
area dealer_cards of dealer                                             @ A.2
  part big of 3 by worths                                               @ A.2
  part small of 1 by worths                                             @ A.2
ranking worths of 3 or 1 cards                                          @ B.1
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B.1
  three_of_a_kind 3 cards of one rank                                   @ B.1
  pair            2 cards of one rank                                   @ B.1
  high_card       anything else                                         @ B.1
  compare by sets_then_cards                                            @ B.1
ranking holding of 4 cards                                              @ B.2
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B.2
  four_of_a_kind  4 cards of one rank                                   @ B.2
  three_of_a_kind 3 cards of one rank                                   @ B.2
  two_pair        2 cards of one rank and 2 cards of another rank       @ B.2
  pair            2 cards of one rank                                   @ B.2
  high_card       anything else                                         @ B.2
wager ante                                                              @ C.1
  required                                                              @ C.1
  made before the deal                                                  @ C.1
round                                                                   @ D.1
  bets ante                                                             @ D.1
  deal 4 to player_cards face down                                      @ D.2
  deal 4 to dealer_cards face down                                      @ D.2
  each player sets big, small                                           @ D.3
  dealer sets big, small by house_way                                   @ D.4
  settle ante                                                           @ D.5
settle ante                                                             @ E.1
  | big of player_cards against big of dealer_cards | ante   |
  | higher                                          | 1 to 1 |          @ E.1
  | otherwise                                       | lose   |          @ E.1
way house_way for big, small                                            @ F.1
  first row that can be set                                             @ F.1
  prefer highest small then highest big                                 @ F.1
  | holding         | big             | small |
  | pair, two_pair  | pair            | any   |                         @ F.2
  | high_card       | any             | any   |                         @ F.3
{more}"""
THREES = "  | three_of_a_kind | {demand} | any |  @ F.4\n"
FOURS = "  | four_of_a_kind | any | any |  @ F.5\n"


def test_a_class_of_hands_that_no_row_is_for(bench):
    (found,) = bench(GAME.format(more=FOURS), "").found("hand-without-row")
    held = found.message.removeprefix("no row of house_way covers ")
    ranks = [card[:-1] for card in held.split()]
    assert sorted(map(ranks.count, ranks)) == [1, 3, 3, 3]
    assert found.cause == "No row is meant for it."
    assert found.cites == ("F.1",)
    assert found.witness.command == f'audit play example/bare/2026-01-05 --given "dealer_cards {held}"'


def test_a_row_whose_demand_no_setting_meets(bench):
    """Three of a kind can lie in three cards; a demand for no pair beside four cards, of which three are alike, cannot be met."""
    text = GAME.format(more=FOURS + THREES.format(demand="high_card"))
    (found,) = bench(text, "").found("hand-without-row")
    assert "F.4" in found.cites
    assert "demand what it cannot be set to" in found.cause


def test_a_way_that_covers_every_hand(bench):
    assert (
        bench(GAME.format(more=FOURS + THREES.format(demand="pair, three_of_a_kind")), "").found("hand-without-row")
        == []
    )


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("jack-cleveland/pai-gow-poker/2015-03-15", {}),
        ("oneida/pai-gow-poker/2003-08-06", {"table_minimum": "$5", "table_maximum": "$500"}),
    ],
)
def test_shipped_ways_cover_every_hand(name: str, choices: dict[str, str]) -> None:
    ruleset = load(name, Library((RULESETS,)))
    configured = configure(ruleset, {option: read_value(value) for option, value in choices.items()})
    assert list(check(Context(ruleset, configured))) == []


def test_aces_with_another_pair_have_no_way_by_the_letter_where_only_an_assumption_splits_them() -> None:
    """12.C names a class Aces and its rules pair low, medium and high pairs only; another edition prints the split."""
    for name, is_found in (
        ("jack-cleveland/commission-free-pai-gow-poker/undated", True),
        ("jack-cleveland/pai-gow-poker/2015-03-15", False),
    ):
        ruleset = load(name, Library((RULESETS,)))
        found = list(by_letter(Context(ruleset, configure(ruleset, {}))))
        assert len(found) == is_found
        for one in found:
            held = one.message.removeprefix("no clause says how ").partition(" is set by")[0].split()
            ranks = ["A" if card == "joker" else card[:-1] for card in held]
            assert ranks.count("A") == 2
            assert sorted(map(ranks.count, set(ranks))) == [1, 1, 1, 2, 2]
            assert "12.C.iv" in one.cites
