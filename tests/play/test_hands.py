"""Hands that are played one after another: drawn to, doubled, split, ended; what rides on each, and what comes of it.

Expected lines are worked out by hand from the body of each ruleset.
"""

from __future__ import annotations

import pytest

from audit.play.errors import NotPlayable, PlayError
from tests.play.conftest import Played

TABLE = """
deck 2 of 52 @ 1
area mine of each player by score @ 1
area theirs of dealer by score @ 1
count points @ 2
  2 through 10 count as printed @ 2
  J, Q, K count 10 @ 2
  A counts 11, or 1 if the total would pass 21 @ 2
group ten is 10, J, Q, K @ 2
ranking score of cards @ 2
  natural  exactly 2 cards and A with ten unless after split @ 2
  total    points at most 21 by points @ 2
  bust     points over 21 @ 2
wager main @ 3
  required @ 3
  rides on mine @ 3
wager double @ 3
  amount equal to main @ 3
wager split @ 3
  amount equal to main @ 3
wager free @ 3
  amount equal to main @ 3
  put up by the house @ 3
settle main, double, split, free @ 6
  | hand    | theirs      | hand against theirs | main, double, split, free |
  | bust    | any         | any                 | lose                      | @ 6.a
  | total   | bust        | any                 | 1 to 1                    | @ 6.b
  | total   | total       | higher              | 1 to 1                    | @ 6.c
  | total   | total       | equal               | push                      | @ 6.d
  | total   | total       | lower               | lose                      | @ 6.e
  | natural | total, bust | any                 | 3 to 2                    | @ 6.f
"""
PLAY = """
round @ 4
  step deal @ 4
    bets main @ 4
    deal 2 to mine face up @ 4
    deal 1 to theirs face up @ 4
  step play @ 5
    each player plays each hand unless hand is natural @ 5
      stand  end hand @ 5.a
      hit @ 5.b
        only if points of hand under 21 @ 5.b
        not if after split and first card of hand is A @ 5.b
        deal 1 to hand face up @ 5.b
      double @ 5.c
        only if exactly 2 cards @ 5.c
        not if after split and first card of hand is A @ 5.c
        make double @ 5.c
        deal 1 to hand face up @ 5.c
        end hand @ 5.c
      split @ 5.d
        only if exactly 2 cards and 2 cards alike in points @ 5.d
        only if hands under 3 @ 5.d
        split hand making split dealing 1 to each in turn @ 5.d
      gift @ 5.e
        only if exactly 2 cards and points of hand is hard 9 @ 5.e
        make free @ 5.e
        deal 1 to hand face up @ 5.e
        end hand @ 5.e
    settle main, double, split, free if hand is bust @ 5.f
  step draw @ 7
    deal to theirs face up until points of theirs at least 17 if any of main, double, split, free is open @ 7
    settle main, double, split, free @ 7
"""


def told(dealt: Played, cards: str, decide: str, *, play: str = PLAY) -> list[str]:
    """What happens behind the first deal, without clauses, offers left out."""
    lines = dealt(TABLE + play, cards, decide, "main 10")
    return [line.split(" @ ")[0].split(" of ")[0] for line in lines][3:-1]


def test_a_hand_is_drawn_to_until_it_ends(dealt: Played) -> None:
    assert told(dealt, "5h 6c 10d 9s 7c", "hit,stand") == [
        "decides hit",
        "deal 9s to mine up",
        "decides stand",
        "deal 7c to theirs up",
        "main win +$10 at 1 to 1",
    ]


def test_a_hand_that_is_over_loses_before_the_dealer_draws(dealt: Played) -> None:
    assert told(dealt, "10h 6c 10d 9s", "hit,stand") == [
        "decides hit",
        "deal 9s to mine up",
        "decides stand",
        "main lose -$10",
    ]


def test_a_hand_that_the_guard_excepts_is_not_played(dealt: Played) -> None:
    assert told(dealt, "Ah Kc 10d 7c", "") == ["deal 7c to theirs up", "main win +$15 at 3 to 2"]


def test_two_hands_of_a_split_are_played_in_turn_and_settled_apart(dealt: Played) -> None:
    assert told(dealt, "8h 8c 10d 3s 10c 9h 7c", "split,double,stand") == [
        "decides split",
        "split mine 1, mine 2",
        "makes split $10",
        "deal 3s to mine 1 up",
        "decides double",
        "makes double $10",
        "deal 10c to mine 1 up",
        "deal 9h to mine 2 up",
        "decides stand",
        "deal 7c to theirs up",
        "main win +$10 at 1 to 1",
        "split push $0",
        "double win +$10 at 1 to 1",
    ]


def test_a_hand_of_a_split_that_goes_over_takes_its_own_wager_alone(dealt: Played) -> None:
    found = told(dealt, "8h 8c 10d 7s 10c 10h 7c", "split,hit,stand,stand")
    assert found[3:] == [
        "deal 7s to mine 1 up",
        "decides hit",
        "deal 10c to mine 1 up",
        "decides stand",
        "deal 10h to mine 2 up",
        "decides stand",
        "main lose -$10",
        "deal 7c to theirs up",
        "split win +$10 at 1 to 1",
    ]


def test_a_hand_is_split_again_as_long_as_there_are_fewer_than_three(dealt: Played) -> None:
    lines = dealt(TABLE + PLAY, "8h 8c 10d 8d 8s 9h 2c 10s", "split,split,stand,stand,stand", "main 10")
    choices = [line.split(" @ ")[0] for line in lines if line.startswith(("decides", "split", "deal"))]
    assert choices[2:13] == [
        "decides split of stand, hit, double, split",
        "split mine 1, mine 2",
        "deal 8d to mine 1 up",
        "decides split of stand, hit, double, split on mine 1",
        "split mine 1, mine 3",
        "deal 8s to mine 1 up",
        "decides stand of stand, hit, double on mine 1",
        "deal 9h to mine 3 up",
        "decides stand of stand, hit, double on mine 3",
        "deal 2c to mine 2 up",
        "decides stand of stand, hit, double on mine 2",
    ]


def test_what_comes_of_a_split_is_after_it_and_no_natural(dealt: Played) -> None:
    lines = dealt(TABLE + PLAY, "Ah Ac 10d Kd 9h 7c", "split,stand,stand", "main 10")
    assert [line.split(" @ ")[0] for line in lines if line.startswith(("decides", "main", "split"))] == [
        "decides split of stand, hit, double, split",
        "split mine 1, mine 2",
        "decides stand of stand on mine 1",
        "decides stand of stand on mine 2",
        "main win +$10 at 1 to 1",
        "split win +$10 at 1 to 1",
    ]


@pytest.mark.parametrize(
    ("cards", "net"), [("4h 5c 10d 10s 7c", "+$10 at 1 to 1"), ("4h 5c 10d 8s 7c", "$0"), ("4h 5c 10d 2s 7c", "$0")]
)
def test_what_the_house_puts_up_wins_for_the_player_and_costs_him_nothing(dealt: Played, cards: str, net: str) -> None:
    """19 wins, 17 pushes, 11 loses against 17."""
    found = told(dealt, cards, "gift")
    assert found[1] == "makes free $10"
    assert found[-1].split(" ", 2)[2] == net


def test_the_area_of_a_split_hand_names_none_of_the_hands(dealt: Played) -> None:
    play = PLAY.replace("settle main, double, split, free @ 7", "settle main, double, split, free if mine is total @ 7")
    with pytest.raises(NotPlayable, match=r"mine, which has been split \(hand is the one in play\)"):
        told(dealt, "8h 8c 10d 3s 9h 7c", "split,stand,stand", play=play)


def test_the_cards_that_a_split_hand_was_dealt_first_stay_what_they_were(dealt: Played) -> None:
    side = """
wager side @ 8
  needs main @ 8
settle side @ 8
  | first 2 cards of mine | side   |
  | 2 cards of one rank   | 5 to 1 | @ 8
  | otherwise             | lose   | @ 8
"""
    play = PLAY.replace("settle main, double, split, free @ 7", "settle main, double, split, free, side @ 7")
    lines = dealt(TABLE + side + play, "8h 8c 10d 3s 9h 7c", "split,stand,stand", "main 10", "side 5")
    assert "side win +$25 at 5 to 1 @ 8" in lines


def test_a_choice_that_changes_nothing_is_not_made_for_ever(dealt: Played) -> None:
    play = PLAY.replace("      stand  end hand @ 5.a\n", "      stand  wait @ 5.a\n")
    with pytest.raises(PlayError, match="goes on for ever"):
        told(dealt, "10h 9c 10d", "stand,stand,stand,stand", play=play)


def test_a_hand_ends_where_one_is_in_play(dealt: Played) -> None:
    play = PLAY.replace("  step play @ 5\n", "  step early @ 5\n    end hand @ 5\n  step play @ 5\n")
    with pytest.raises(NotPlayable, match="end hand, where no hand is in play"):
        told(dealt, "8h 8c 10d", "", play="area more of each player @ 1\n" + play)


def test_one_gives_up_half_of_the_hand_in_play_alone(dealt: Played) -> None:
    play = PLAY.replace(
        "      hit @ 5.b\n", "      surrender  forfeit half of main, split and end hand @ 5.g\n      hit @ 5.b\n"
    )
    found = told(dealt, "8h 8c 10d 8d 9h 7c", "split,stand,surrender", play=play)
    assert [line for line in found if "forfeited" in line or line.startswith("main ")] == [
        "split forfeited lose half -$5",
        "main lose -$10",
    ]
