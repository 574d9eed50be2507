"""Bonuses on a wager, money beside it, money for others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audit.play import events as ev
from audit.play.errors import NotPlayable
from audit.play.settling import Unpriced, Unsettled

Told = Callable[..., Any]
Results = Callable[[Any], list[str]]

BODY = """
wager ante @ 4
wager play @ 4
  needs ante @ 4
settle ante, play @ 6
  | player_hand against dealer_hand | ante | play |
  | higher                          | win  | win  | @ 6.a
  | equal                           | push | push | @ 6.b
  | lower                           | lose | lose | @ 6.c
pays ante, play at 1 to 1 @ 7
"""
BONUS = f"""{BODY}
bonus ante_bonus on ante if play is made @ 8
  | player_hand     | pays    |
  | straight_flush  | 5 to 1  | @ 8.a
  | three_of_a_kind | $30     | @ 8.b
  | straight        | 1 to 1  | @ 8.c
  | otherwise       | nothing | @ 8.d
"""


@pytest.mark.parametrize(
    ("player", "relation", "expected"),
    [
        ("straight_flush", "higher", ["ante win +$10 at 1 to 1", "ante_bonus on ante win +$50 at 5 to 1"]),
        ("straight", "lower", ["ante lose -$10", "ante_bonus on ante win +$10 at 1 to 1"]),
        ("three_of_a_kind", "equal", ["ante push $0", "ante_bonus on ante win +$30 at $30"]),
        ("pair", "lower", ["ante lose -$10", "ante_bonus on ante nothing $0"]),
    ],
)
def test_a_bonus_is_paid_beside_the_result(
    told: Told, results: Results, player: str, relation: str, expected: list[str]
) -> None:
    play = told(BONUS, "ante 10", "play 10", player=player, relation=relation)
    assert [line for line in results(play) if not line.startswith("play ")] == expected


def test_the_guard_is_asked_when_the_wager_is_settled(told: Told, results: Results) -> None:
    assert results(told(BONUS, "ante 10", bets="ante, play", player="straight")) == ["ante win +$10 at 1 to 1"]


def test_a_guard_on_what_else_won(told: Told, results: Results) -> None:
    """All wagers of the settle are decided before a bonus asks."""
    body = BONUS.replace("if play is made", "if play wins")
    lines = results(told(body, "ante 10", "play 10", player="straight"))
    assert lines[-1] == "ante_bonus on ante win +$10 at 1 to 1"
    lines = results(told(body, "ante 10", "play 10", player="straight", relation="lower"))
    assert not any("ante_bonus" in line for line in lines)


def test_a_bonus_is_noted_on_its_stake_with_clauses(told: Told) -> None:
    play = told(BONUS, "ante 10", "play 10", player="straight_flush")
    paid = [event for event in play.one_round() if isinstance(event, ev.BonusSettled)]
    assert [[str(c) for basis in event.bases for c in basis.cites] for event in paid] == [["8", "8", "8.a"]]
    (extra,) = play.state.stakes[0].extras
    assert (extra.kind, extra.name, extra.net, extra.label) == ("bonus", "ante_bonus", Fraction(50), "straight_flush")
    assert play.state.stakes[0].net == 10


FOLDED = """
round @ 3
  bets ante @ 3
  deal 3 to player_cards with dealer_cards face down @ 3
  each player looks at player_cards @ 3
  each player decides @ 3
    play make play equal to ante @ 3
    fold forfeit ante and out @ 3
  reveal dealer_cards @ 3
  settle ante, play @ 3
"""


def test_a_forfeited_wager_has_no_bonus(told: Told, results: Results) -> None:
    body = BONUS.replace(" if play is made", "") + FOLDED
    assert results(told(body, "ante 10", decide="fold", player="straight")) == ["ante lose -$10"]
    played = results(told(body, "ante 10", decide="play", player="straight"))
    assert played[-1] == "ante_bonus on ante win +$10 at 1 to 1"


NAMED = """
round @ 3
  bets ante @ 3
  deal 3 to player_cards with dealer_cards face down @ 3
  each player looks at player_cards @ 3
  each player decides @ 3
    play make play equal to ante @ 3
    fold forfeit ante and out @ 3
  reveal dealer_cards @ 3
  settle ante, play @ 3
  settle ante_bonus @ 3
"""


def test_a_bonus_that_a_settle_names_waits_for_it(told: Told, results: Results) -> None:
    body = BONUS.replace(" if play is made", "") + NAMED
    assert results(told(body, "ante 10", decide="play", player="straight")) == [
        "ante win +$10 at 1 to 1",
        "play win +$10 at 1 to 1",
        "ante_bonus on ante win +$10 at 1 to 1",
    ]
    assert results(told(body, "ante 10", decide="fold", player="straight")) == ["ante lose -$10"]


def test_rows_of_a_bonus(told: Told, results: Results) -> None:
    gap = f"{BODY}bonus b on ante @ 8\n  | player_hand | pays   |\n  | straight | 1 to 1 | @ 8.a\n"
    with pytest.raises(Unpriced, match="no row fits"):
        results(told(gap, "ante 10"))
    clash = gap + "  | not pair | 2 to 1 | @ 8.b\n"
    with pytest.raises(Unsettled, match="two rows"):
        results(told(clash, "ante 10", player="straight"))
    every = clash.replace("  | player_hand", "  every row @ 8\n  | player_hand")
    lines = results(told(every, "ante 10", player="straight"))
    assert lines[-1] == "b on ante win +$30 at 1 to 1 and 2 to 1"


def test_a_bonus_never_loses(told: Told, results: Results) -> None:
    body = f"{BODY}bonus b on ante @ 8\n  | player_hand | pays |\n  | any | lose | @ 8.a\n"
    assert results(told(body, "ante 10"))[-1] == "b on ante nothing $0"


STEPS = """
round @ 3
  step start
    bets ante @ 3
    deal 3 to player_cards with dealer_cards face down @ 3
  step show
    reveal dealer_cards @ 3
    settle ante @ 3
"""


def test_a_bonus_at_a_moment_of_its_own_is_refused(told: Told, results: Results) -> None:
    body = f"{BODY}bonus b on ante before show @ 8\n  | player_hand | pays |\n  | any | $5 | @ 8.a\n{STEPS}"
    with pytest.raises(NotPlayable, match="bonus b"):
        results(told(body, "ante 10"))


ENVY = """
party toke_pool "the dealers" @ 4
wager side @ 4
pays side @ 7
  | player_hand    | pays   | plus    | to toke_pool | to each other player with side at least $5 |
  | straight_flush | 9 to 1 | $1,000  | $5           | $100                                       | @ 7.a
  | straight       | 6 to 1 | nothing | 10 to 1      | nothing                                    | @ 7.b
  | otherwise      | lose   | nothing | nothing      | nothing                                    | @ 7.c
"""


def test_money_beside_a_wager(told: Told, results: Results) -> None:
    """What is plus is the player's and counts in the net; what others get does not."""
    play = told(ENVY, "side 10", player="straight_flush")
    assert results(play) == [
        "side win +$1,090 at 9 to 1 plus $1,000",
        "side: +$5 to toke_pool",
        "side: +$100 to each other player with side at least $5",
    ]
    (stake,) = play.state.stakes
    assert stake.net == 1090
    assert [(extra.kind, extra.net) for extra in stake.extras] == [("toke_pool", 5), ("envy", 100)]


def test_nothing_beside(told: Told, results: Results) -> None:
    assert results(told(ENVY, "side 10", player="straight")) == [
        "side win +$60 at 6 to 1",
        "side: +$100 to toke_pool",
    ]
    assert results(told(ENVY, "side 10")) == ["side lose -$10"]


def test_envy_in_a_settle_table(told: Told, results: Results) -> None:
    body = """
wager side @ 4
settle side @ 7
  first row only @ 7
  | player_hand    | side   | to each other player |
  | straight_flush | 9 to 1 | $100                 | @ 7.a
  | not high_card  | lose   | $1                   | @ 7.b
  | otherwise      | lose   | nothing              | @ 7.c
"""
    assert results(told(body, "side 10", player="straight_flush")) == [
        "side win +$90 at 9 to 1",
        "side: +$100 to each other player",
    ]
    assert results(told(body, "side 10", player="pair")) == ["side lose -$10", "side: +$1 to each other player"]
