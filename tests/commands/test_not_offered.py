"""A wager that the house may offer under a choice that was not made is refused, with the clauses that say so."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

BLACKJACK = "jack-cleveland/blackjack/undated"
FILE = Path(__file__).parents[2] / "rulesets" / f"{BLACKJACK}.rop"
LIMITS = "--choose table_minimum=5 --choose table_maximum=500 --choose side_minimum=1 --choose side_maximum=100"


@pytest.mark.parametrize(
    ("choices", "wager", "clauses"),
    [
        ("decks=3", "bet_the_set", "15, 15.A.iii"),
        ("decks=5", "bet_the_set", "15, 15.A.iii"),
        ("decks=1", "trilux", "15, 15.C"),
        ("decks=4", "trilux", "15, 15.C"),
    ],
)
def test_a_number_of_decks_without_a_pay_table(run, choices, wager, clauses):
    ran = run(*shlex.split(f"play {FILE} {LIMITS} --choose {choices} --wager main=10 --wager {wager}=5"))
    assert ran.code == 2
    assert f"--wager {wager}=5: {wager} is not offered in this configuration ({clauses}) [wager, exit 2]" in ran.err
    assert f"audit show {BLACKJACK} --wager {wager} tells when it may be; --choose sets that" in ran.err


@pytest.mark.parametrize(("choices", "wager"), [("decks=4", "bet_the_set"), ("decks=2", "trilux")])
def test_a_number_of_decks_with_one(run, choices, wager):
    ran = run(*shlex.split(f"play {FILE} {LIMITS} --choose {choices} --wager main=10 --wager {wager}=5 --seed 1"))
    assert ran.code == 0
    assert f"makes main $10, {wager} $5" in ran.out
