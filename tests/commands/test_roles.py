"""`--role`: who holds a role, in `audit play` and `audit verify`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.card_games import ONE_CARD_EACH

REPOSITORY = Path(__file__).parents[2]
BANKED = "oneida/pai-gow-poker/2003-08-06"
MONEY = "--choose 'table_minimum=$5' --choose 'table_maximum=$500'"
DEALT = "--given 'deck Kd Kc Jd Js 10s 7h 6s 8d Qd Qc 4d 5h 9s 5c' --decide 'low Jd Js, play'"
SMALL = f"""\
ruleset example/banked/undated
  title  "One card, and the player may bank"
  source "banked.txt"
{ONE_CARD_EACH}option offered yes or no default yes @ 2
role bank "Bank" @ 2
  house may offer when offered @ 2
  held by dealer when nobody takes it @ 2
  commission 5% of net win charged each round @ 2.a
role button "Button" @ 2
  held by dealer @ 2.b
wager main @ 3
  required
  made before the deal
  amount from $5 through $100 @ 3.a
  against bank @ 3.b
wager dealers @ 4
  made by the dealer before the deal unless bank is dealer
  against bank
  amount at most $20 @ 4.a
round @ 5
  deal 1 to mine with theirs face up
  settle dealers, main
settle main @ 5
  | own against other | main   |
  | higher            | 1 to 1 | @ 5
  | equal, lower      | lose   | @ 5
settle dealers @ 5
  | other against own | dealers |
  | higher            | 1 to 1  | @ 5.a
  | equal, lower      | lose    | @ 5.a
"""

Run = Callable[..., Any]


@pytest.fixture
def shipped(run: Run) -> Callable[[str], Any]:
    """A command with the rulesets that are shipped: ``play`` and what stands behind the ruleset."""
    return lambda line: run("--rulesets", str(REPOSITORY / "rulesets"), *shlex.split(line))


@pytest.fixture
def small(run: Run) -> Callable[[str], Any]:
    Path("banked.rop").write_text(SMALL, encoding="utf-8")
    return lambda line: run(*shlex.split(line))


BANK = """\
                player holds bank                                                 K.1
                taken as met: it is not the first round of the opening            K.2
                taken as met: the player did not hold bank in the round before    K.3
                taken as met: the player had a wager in the last round in which the dealer held bank  K.4, K.4.a
                taken as met: the player can cover every wager                    K.4.b
deal            dealer makes dealer_bet $11                                       K.5, K.7
                taken as met: dealer_bet is at most last_wager, which a round before this one tells  K.7
"""
KEPT = """\
settlement      dealer_bet loses $11 to the player: equal, lower, equal, lower    K.11
                bank brings the player +$11, a commission of $0.75 is charged: +$10.25 is left  J.13, K.12, K.13
player +$10.25: dealer_bet +$11, commission of bank -$0.75
"""


def test_the_player_banks(shipped: Callable[[str], Any]) -> None:
    ran = shipped(f"play {BANKED} {MONEY} --role bank=player --wager dealer_bet=11 {DEALT}")
    assert ran.code == 0
    assert BANK in ran.out
    assert KEPT in ran.out
    assert "player chooses play  " in ran.out
    replay = ran.out.splitlines()[-1].removeprefix("replay: audit ")
    assert "--role bank=player --wager dealer_bet=11" in replay
    assert run_lines(shipped(replay).out) == run_lines(ran.out)


def run_lines(out: str) -> list[str]:
    """All but the first line, which counts the options given."""
    return out.splitlines()[1:]


def test_a_bank_with_nothing_against_it_says_so(shipped: Callable[[str], Any]) -> None:
    told = shipped(f"play {BANKED} {MONEY} --role bank=player").out
    assert "no wager is against bank in this round" in told
    assert "how much dealer_bet is hangs on a round before (K.7): --wager dealer_bet=10 says it" in told
    shared = shipped(f"play {BANKED} {MONEY} --role bank=shared").out
    assert "player holds bank, and the dealer takes 50% of the result         K.1; A.5, K.5, K.13" in shared
    assert "no wager is against bank in this round" in shared
    assert "dealer_bet is hangs" not in shared


def test_the_document_of_a_banked_round_is_as_its_schema_says(shipped: Callable[[str], Any]) -> None:
    ran = shipped(f"play {BANKED} {MONEY} --role bank=player --wager dealer_bet=11 {DEALT} --format json")
    schema = json.loads((REPOSITORY / "docs" / "schemas" / "play.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(ran.json))
    events = {event["event"]: event for event in ran.json["events"]}
    assert (events["dealer_settled"]["result"], events["dealer_settled"]["net"]) == ("lose", "11")
    kept = events["role_settled"]
    assert [kept[name] for name in ("gross", "taken", "commission", "net")] == ["11", "0", "3/4", "41/4"]


@pytest.mark.parametrize(
    ("line", "message", "mend"),
    [
        ("--role bnk=player", "there is no role bnk", "did you mean bank?"),
        ("--role bank=me", "me holds no role", "dealer, player, shared"),
        ("--role bank", "a role and who holds it: ROLE=HOLDER", "--role bank=player"),
        ("--role bank=player --role bank=shared", "--role bank is given twice", "one person"),
        ("--role bank=shared --choose co_banking=no", "lets the dealer take a part of what bank brings (A.5, K.5, K.13)", "bank=player"),
        ("--role bank=player --wager main=10", "main is against bank, which the player holds, and nobody wagers against himself (A.2, K.12, K.13)", "--role"),
        ("--role bank=player --wager bonus=10", "bonus needs main (M.4.b): main is against bank", "--role"),
        ("--wager dealer_bet=10", "dealer_bet is made by the dealer, and only while a player holds bank (K.5, K.7)", "--role bank=player"),
        ("--role bank=shared --wager dealer_bet=10", "the dealer does not make dealer_bet while bank is shared (K.5, K.7)", "--role bank=player"),
    ],
)  # fmt: skip
def test_what_is_asked_wrongly(shipped: Callable[[str], Any], line: str, message: str, mend: str) -> None:
    ran = shipped(f"play {BANKED} {MONEY} {line} --seed 1")
    assert ran.code == 2
    assert message in ran.err
    assert mend in ran.err


def test_a_role_that_nobody_is_offered(small: Callable[[str], Any]) -> None:
    for line, message in (
        ("--role bank=player --choose offered=no", "bank is not offered in this configuration (2)"),
        ("--role button=player", "button is offered to nobody (2.b)"),
    ):
        for command in ("play", "verify"):
            ran = small(f"{command} banked.rop {line}")
            assert (ran.code, message in ran.err) == (2, True), ran.err


def test_without_a_role_there_is_none_to_hold(run: Run) -> None:
    ran = run("play", "example/wheel/undated", "--role", "bank=player")
    assert ran.code == 2
    assert "there is no role bank" in ran.err


def test_the_dealer_makes_what_lines_say_where_they_say_it(small: Callable[[str], Any]) -> None:
    """At most $20: that is what he makes where nothing else is asked for."""
    told = small("play banked.rop --role bank=player --given 'deck Kd Kc'").out
    assert "dealer makes dealers $20" in told
    assert "player +$19: dealers +$20, commission of bank -$1" in told
    told = small("play banked.rop --role bank=player --given 'deck Qd Kc' --wager dealers=7").out
    assert "dealers wins $7 from the player at 1 to 1" in told
    assert "player -$7: dealers -$7" in told


def test_verify_looks_at_rounds_in_which_the_player_banks(small: Callable[[str], Any]) -> None:
    """27 of 51 cards bring him 95 cents of a dollar, 24 cost him the dollar."""
    ran = small("verify banked.rop --role bank=player --format json")
    (ruleset,) = ran.json["rulesets"]
    assert ran.code == 0, "that the role is worth holding is no fault of the wager against it"
    assert ruleset["findings"] == []
    assert ruleset["roles"] == {"bank": "player"}
    (dealers,) = ruleset["wagers"]
    assert dealers["house_edge"]["fraction"] == "-11/340"
    schema = json.loads((REPOSITORY / "docs" / "schemas" / "verify.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(ran.json))
    told = small("verify banked.rop --role bank=player").out
    assert "looked at: rounds in which the player holds bank" in told
    assert "not made, since the player holds bank: main" in told
    usual = small("verify banked.rop")
    assert usual.code == 4
    assert "only while a player holds bank (4); --role bank=player looks at such rounds" in usual.err


def test_a_report_of_such_rounds(small: Callable[[str], Any]) -> None:
    ran = small("verify banked.rop --role bank=player -o banked.html -o banked.xlsx -o banked.sarif")
    assert ran.code == 0
    page = Path("banked.html").read_text(encoding="utf-8")
    assert "Not made while the player holds bank, and therefore not in the table" in page
    assert "bank=player" in page


def test_options_varied_in_such_rounds(small: Callable[[str], Any]) -> None:
    assert small("verify banked.rop --role bank=player --vary offered=yes").code == 0
    ran = small("verify banked.rop --role bank=player --vary offered=all")
    assert ran.code == 2
    assert "bank is not offered in this configuration" in ran.err
