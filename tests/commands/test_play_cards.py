"""`audit play` of a round of cards: what is told, what may be given, and that it plays again as told."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

AGAINST = """\
ruleset example/against/2026-01-05
  title  "Three Against the Dealer"
  source "three.txt"

deck 1 of 52 @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1

ranking three_card of 3 cards @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2
  A low in a run
  straight_flush 3 cards of one suit in a run
  three_of_a_kind 3 cards of one rank
  straight 3 cards in a run
  flush 3 cards of one suit
  pair 2 cards of one rank
  high_card anything else
  compare by sets_then_cards

hand player_hand is all of player_cards by three_card @ 2
hand dealer_hand is all of dealer_cards by three_card @ 2
define dealer_qualifies when dealer_hand is Q high or better @ 3

wager ante @ 4
  required
  made before the deal
  amount from $5 through $100 @ 4.a
wager play @ 4
  needs ante
  made in decisions
  amount 1, 2 or 3 times ante @ 4.b
wager pair_plus @ 4
  needs ante
  made before the deal
  amount at most $10 @ 4.c

round @ 5
  step wagering
    bets ante, pair_plus
  step deal
    deal 3 to player_cards with dealer_cards face down
    burn 1 face down @ 5.a
  step decisions
    each player looks at player_cards
    each player decides if ante is made @ 6
      play make play
      fold forfeit ante, pair_plus and out
  step showdown
    reveal dealer_cards
    settle ante, play, pair_plus @ 7

settle ante, play @ 8
  | dealer_qualifies | player_hand against dealer_hand | ante | play   |
  | no               | any                             | win  | return |
  | yes              | higher                          | win  | win    |
  | yes              | equal                           | push | push   |
  | yes              | lower                           | lose | lose   |
pays ante, play at 1 to 1 @ 8
bonus ante_bonus on ante if play is made @ 9
  | player_hand    | pays    |
  | straight_flush | 5 to 1  |
  | otherwise      | nothing |
pays pair_plus @ 10
  | player_hand    | pays    |
  | straight_flush | 40 to 1 |
  | pair or better | 1 to 1  |
  | otherwise      | lose    |
"""

Run = Callable[..., Any]


@pytest.fixture
def play(run: Run) -> Callable[[str], Any]:
    """The command behind ``audit play against.rop``."""
    Path("against.rop").write_text(AGAINST, encoding="utf-8")
    return lambda line: run("play", "against.rop", *shlex.split(line))


WON = """\
example/against/2026-01-05   as given   0 options given, 0 at their defaults
wagering   player makes ante $5, pair_plus $5                                     5
deal       8h Kd 8c 9s 3d 4c to player_cards, dealer_cards in turn, face down     5
           2s burned                                                              5.a
decisions  player looks at 8h 8c 3d: pair of 8                                    5
           player chooses play 2, not play 1, play 3, fold: makes play $10        6
showdown   dealer shows Kd 9s 4c: K high                                          5
           ante wins $5 at 1 to 1: dealer_qualifies, higher                       8
           pair_plus wins $5 at 1 to 1: pair or better                            4; 10
           play wins $10 at 1 to 1: dealer_qualifies, higher                      8
           ante_bonus pays nothing: no other row fits                             9
player +$20: ante +$5, pair_plus +$5, play +$10
replay: audit play against.rop --wager pair_plus=5 --given 'deck 8h Kd 8c 9s 3d 4c 2s' --decide 'play 2'
"""


def test_a_round_is_told_line_by_line(play: Callable[[str], Any]) -> None:
    ran = play("--given 'deck 8h Kd 8c 9s 3d 4c 2s' --decide 'play 2' --wager pair_plus=5")
    assert (ran.code, ran.out) == (0, WON)


def test_a_fold_ends_the_round(play: Callable[[str], Any]) -> None:
    ran = play("--given 'player_cards Qh Kh Jh' --seed 1 --decide fold --wager ante=20 --wager pair_plus=5")
    told = [line.strip() for line in ran.out.splitlines()]
    assert "player chooses fold, not play 1, play 2, play 3: forfeits ante, pair_plus; is out  6" in told
    assert "player -$25: ante -$20, pair_plus -$5" in told
    assert told[-2].startswith("Stopped: no wager is left")


@pytest.mark.parametrize("line", ["--seed 3 --wager pair_plus=5", "--seed 3 --decide fold"])
def test_the_document_of_a_round_is_as_its_schema_says(play: Callable[[str], Any], line: str) -> None:
    ran = play(f"{line} --format json")
    schema = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "play.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(ran.json))
    dealt = next(event for event in ran.json["events"] if event["event"] == "dealt")
    assert dealt["cards"][0]["area"] == "player_cards"
    assert len({card["card"] for card in dealt["cards"]}) == 6


@pytest.mark.parametrize("seed", range(8))
def test_a_round_plays_again_as_told(play: Callable[[str], Any], run: Run, seed: int) -> None:
    first = play(f"--seed {seed} --wager pair_plus=5")
    *told, replay = first.out.splitlines()
    again = run(*shlex.split(replay.removeprefix("replay: audit ")))
    assert again.code == 0
    assert again.out.splitlines()[1:] == [*told[1:], replay]
    assert "as given" in again.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--given 'deck 8h Kd 8c 8h'", "8h is dealt twice, as cards 1 and 4 of deck 1 of 52"),
        ("--given 'board 8h'", "board is nothing that comes up"),
        ("--seed 1 --decide raise", "raise is not offered at decisions; offered: play 1, play 2, play 3, fold"),
        ("--seed 1 --wager pair_plus=50", "pair_plus $50: at most $10 (4.c)"),
    ],
)
def test_what_is_asked_wrongly(play: Callable[[str], Any], line: str, message: str) -> None:
    ran = play(line)
    assert ran.code == 2
    assert message in ran.err


def test_a_required_wager_is_made_at_its_least(play: Callable[[str], Any]) -> None:
    assert "player makes ante $5" in play("--seed 1").out


def test_a_choice_that_nobody_asked_for_is_told(play: Callable[[str], Any]) -> None:
    assert "given and not used: fold" in play("--seed 1 --decide 'play 1, fold'").out


def test_best_play_is_told_with_what_the_choices_are_worth(play: Callable[[str], Any]) -> None:
    """A pair of eights is worth more the more is staked; a hand of nine high is folded at once."""
    won = play("--given 'deck 8h Kd 8c 9s 3d 4c 2s' --decide best").out.splitlines()
    assert won[0].endswith("best play")
    assert any("player chooses play 3 (best: worth +" in line and ", fold -1" in line for line in won)
    assert won[-1].endswith("--decide best")
    lost = play("--given 'deck 9h Kd 7c 9s 3d 4c 2s'").out
    assert "player chooses fold (best: worth -1, " in lost


def test_best_play_goes_on_where_the_script_ends(play: Callable[[str], Any]) -> None:
    told = play("--seed 4 --decide 'play 1, best'").out
    assert "player chooses play 1" in told
    assert "(best:" not in told


def test_the_choice_of_the_script_is_not_called_best(play: Callable[[str], Any]) -> None:
    assert "best play" not in play("--seed 4 --decide fold").out
