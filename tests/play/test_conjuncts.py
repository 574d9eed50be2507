"""Tests joined by ``and``: cards meet one where they meet all its parts, those that take cards together."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import read_card
from audit.play.equipment import Equipment
from audit.play.fitting import fits
from audit.play.holding import conjuncts
from audit.play.sight import HeldCards, Sight
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"

TEXT = """\
ruleset test/joined/example
  title  "tests joined"
  source "made up"

deck 1 of 52 @ 1
area mine of each player @ 1
count points @ 2
  2 through 10 count as printed @ 2
  J, Q, K count 10 @ 2
  A counts 1 @ 2
wager main @ 3
  required @ 3
settle main @ 6
  first row only @ 6
  | mine      | main    |
  | {test} | 1 to 1  | @ 6.a
  | otherwise | lose    | @ 6.b
round @ 4
  step deal @ 4
    deal 5 to mine face up @ 4
    settle main @ 4
"""


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        ("points is 22 and all cards of one colour", 2),
        ("all cards of one colour and 2 cards alike in rank", 2),
        ("2 cards alike in rank and 2 cards alike in rank", 1),
        ("2 cards alike in rank and points is 22 and A", 2),
        ("points is 22", 1),
    ],
)
def test_parts_together_are_the_whole(test: str, parts: int) -> None:
    ruleset = load_text(TEXT.replace("{test}", test), Library((RULESETS,)))
    (cell,) = (c for c in ruleset.of(tb.SettleTable)[0].table.rows[0].cells if isinstance(c, pt.AnyOf))
    (whole,) = cell.tests
    assert len(conjuncts(whole)) == parts
    sight, chance = Sight(Equipment(ruleset)), random.Random(1)
    pack = [read_card(f"{rank}{suit}") for rank in ("A", "2", "5", "6", "9", "K") for suit in "cdhs"]
    met = 0
    for _ in range(3000):
        cards = HeldCards(tuple(chance.sample(pack, 5)))
        together = all(fits(part, cards, sight) for part in conjuncts(whole))
        assert fits(whole, cards, sight) == together
        met += together
    assert 0 < met < 3000
