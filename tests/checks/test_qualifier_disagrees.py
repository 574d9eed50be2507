"""The least hand with which a dealer qualifies, stated twice and differently in a ruleset."""

from __future__ import annotations

import pytest

GAME = """
deck 1 of 52                                                            @ A.1
area player_cards of each player                                        @ A.2
area dealer_cards of dealer                                             @ A.2
ranking three of 3 cards                                                @ B.1
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B.1
  pair            2 cards of one rank                                   @ B.2
  high_card       anything else                                         @ B.3
  compare by sets_then_cards                                            @ B.4
hand player_hand is all of player_cards by three                        @ B.5
hand dealer_hand is all of dealer_cards by three {qualifying}           @ B.6
define dealer_qualifies when dealer_hand is Q high or better            @ C.1
wager ante                                                              @ D.1
  required                                                              @ D.1
  made before the deal                                                  @ D.1
wager play                                                              @ D.2
  needs ante                                                            @ D.2
  made before the deal                                                  @ D.2
round                                                                   @ E.1
  step deal                                                             @ E.1
    deal 3 to player_cards with dealer_cards face down                  @ E.1
  step settlement                                                       @ E.2
    settle ante, play                                                   @ E.2
settle ante                                                             @ F.1
  | dealer_qualifies | player_hand against dealer_hand | ante   |
  | no               | any                             | push   |       @ F.1
  | yes              | higher                          | 1 to 1 |       @ F.2
  | yes              | otherwise                       | lose   |       @ F.2
settle play                                                             @ G.1
  | dealer_hand | player_hand against dealer_hand | play   |
{rows}
"""
SAME = """  | below Q high     | any       | push   |                                @ G.1
  | Q high or better | higher    | 1 to 1 |                                @ G.2
  | Q high or better | otherwise | lose   |                                @ G.2"""
KINGS = """  | not K high or better | any       | push   |                            @ G.1
  | K high or better     | higher    | 1 to 1 |                            @ G.2
  | K high or better     | otherwise | lose   |                            @ G.2"""
PRICES = """  | below Q high                  | any       | push   |                   @ G.1
  | Q high or better and not pair | higher    | 1 to 1 |                   @ G.2
  | pair of A or better           | higher    | 2 to 1 |                   @ G.2
  | pair and below pair of A      | higher    | 1 to 1 |                   @ G.2
  | Q high or better              | otherwise | lose   |                   @ G.2"""


def found(bench, rows: str, qualifying: str = ""):
    return bench(GAME.format(rows=rows, qualifying=qualifying), "", static=True).found("qualifier-disagrees")


def test_two_tables_from_different_ranks_on(bench):
    (one,) = found(bench, KINGS)
    assert one.subject == "qualifier of dealer_hand"
    assert set(one.cites) == {"C.1", "G.1", "G.2"}
    assert "Q high or better" in one.message
    assert "K high or better" in one.message


@pytest.mark.parametrize("qualifying", ["", "qualifying Q high or better"])
def test_one_rank_in_words_and_in_a_table(bench, qualifying):
    assert found(bench, SAME, qualifying) == []


def test_a_hand_that_says_another_rank_of_itself(bench):
    (one,) = found(bench, SAME, "qualifying pair or better")
    assert "B.6" in one.cites
    assert "pair or better in the hand dealer_hand" in one.message


def test_several_ranks_of_one_table_are_prices(bench):
    """The dealer plays with a queen; what is paid beyond that goes by his hand, too."""
    assert found(bench, PRICES) == []


def test_ranks_of_the_player_are_no_qualifier(bench):
    more = """
wager bonus                                                             @ H.1
  made before the deal                                                  @ H.1
settle bonus                                                            @ H.1
  | player_hand    | player_hand against dealer_hand | bonus  |
  | pair or better | higher                          | 1 to 1 |         @ H.1
  | otherwise      | otherwise                       | lose   |         @ H.1
"""
    assert found(bench, SAME + more) == []
