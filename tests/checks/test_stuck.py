"""Rounds of cards that stand still: nobody may choose, no card is left, or nothing ever ends."""

from __future__ import annotations

import shlex

from audit.checks.stuck import check

GAME = """
deck 1 of 52                                                            @ A.1
area player_cards of each player {by}                                   @ A.2
area dealer_cards of dealer {by}                                        @ A.2
count points                                                            @ B.1
  2 through 10 count as printed                                         @ B.1
  J, Q, K count 10                                                      @ B.1
  A counts 1                                                            @ B.1
ranking score of cards                                                  @ B.2
  total  points at least 0 by points                                    @ B.2
ranking one of 1 cards                                                  @ B.3
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B.3
  card  anything else                                                   @ B.3
  compare by sets_then_cards                                            @ B.3
hand player_hand is all of player_cards by {rank}                       @ B.4
wager ante                                                              @ C.1
  required                                                              @ C.1
  made before the deal                                                  @ C.1
  win  if points of first card of player_cards over 5                   @ C.2
  lose otherwise                                                        @ C.2
  pays 1 to 1                                                           @ C.3
round                                                                   @ D.1
  step deal                                                             @ D.1
    deal 1 to player_cards face up                                      @ D.1
  step decisions                                                        @ D.2
{lines}
  step settlement                                                       @ D.9
    settle ante                                                         @ D.9
"""
CHOICES = """    each player decides                                                 @ D.3
      go_on   wait                                                      @ D.4
        only if points of first card of player_cards over 3             @ D.4
"""
FOLD = """      fold    forfeit ante and out                                      @ D.5
"""
NEVER_ENOUGH = """    deal to dealer_cards face up until points of dealer_cards over 400  @ D.6
"""
ENOUGH = """    deal to dealer_cards face up until points of dealer_cards over 16   @ D.6
"""
STANDS_FOR_EVER = """    each player plays each hand                                         @ D.7
      wait_on   wait                                                    @ D.8
"""


def of(lines: str) -> str:
    return GAME.format(lines=lines, by="by score", rank="score")


def stuck(bench, lines: str):
    """What the rule finds; it plays, and needs no figures."""
    return list(check(bench(of(lines), "", static=True).context))


def test_a_decision_of_which_no_choice_is_permitted(bench):
    """An ace, a two and a three count 1, 2 and 3: whoever holds one of them may not go on, and may do nothing else."""
    (found,) = stuck(bench, CHOICES)
    assert found.subject == "decisions stands still"
    assert found.cites == ("D.3",)
    words = shlex.split(found.witness.command)
    (card,) = [w.removeprefix("player_cards ") for w in words if w.startswith("player_cards ")]
    assert card[:-1] in ("A", "2", "3")


def test_a_choice_that_asks_for_nothing_mends_it(bench):
    assert stuck(bench, CHOICES + FOLD) == []


def test_cards_dealt_until_a_hand_is_what_it_never_is(bench):
    """All cards of a pack count 340 together: 4 times 1 through 9, and 16 times 10."""
    assert 4 * sum(range(1, 10)) + 16 * 10 == 340
    (found,) = stuck(bench, NEVER_ENOUGH)
    assert found.cites == ("D.6",)
    assert "run out" in found.message
    assert stuck(bench, ENOUGH) == []


def test_a_choice_that_changes_nothing_and_ends_nothing(bench):
    (found,) = stuck(bench, STANDS_FOR_EVER)
    assert found.cites == ("D.7",)
    assert "for ever" in found.message


def test_dice_never_stand_still(bench):
    made = bench("wager six @ C.1\n  win on 6\n  lose otherwise\n  pays 1 to 1\n", static=True)
    assert list(check(made.context)) == []
