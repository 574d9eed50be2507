"""`audit verify --vary`: every combination of some options, against house edges reckoned by hand."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

Run = Callable[..., Any]

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "verify.json"
TURN = "example/turn/2025-03-01"


@pytest.fixture
def both(text_of: Callable[[str], str]) -> Path:
    """The game of the tests with a commission on the hop bet, too, which not every payout goes with."""
    hop = "  pays hop_pays                                                                 @ C.3\n"
    text = text_of(TURN)
    assert hop in text
    text = text.replace(hop, f"{hop}  commission buy_commission of wager charged when made                          @ C.2\n")
    text += "require hop_pays is 15 to 1 when buy_commission over 4%                         @ C.3\n"
    file = Path("both.rop")
    file.write_text(text, encoding="utf-8")
    return file


def test_options_that_move_different_wagers_have_tables_of_their_own(run: Run) -> None:
    ran = run("verify", TURN, "--vary", "buy_commission=all", "--vary", "hop_pays=all", "--in-force", width=80)
    # A number comes up twice as seldom as 7 and pays 2 to 1: nothing but the commission is kept.
    assert "house edge of buy\n  buy_commission  house edge\n  0%                 0.0000%\n  5%                 5.0000%\n" in ran.out
    # 2 ways of 36 at 14 to 1 leave 6/36 to the house, at 15 to 1 they leave 4/36.
    assert "house edge of hop\n  hop_pays  house edge\n  14 to 1     16.6667%\n  15 to 1     11.1111%\n" in ran.out
    assert "no combination moves pass, field, hardway, pass_odds[4, 10], pass_odds[5, 9] and\n  pass_odds[6, 8]\n" in ran.out


def test_one_option_goes_across(run: Run, both: Path) -> None:
    ran = run("verify", both, "--wager", "hop", "--vary", "buy_commission=0%,2%,5%", "--vary", "hop_pays=all", "--in-force")
    table = ran.out[ran.out.index("house edge of hop") :].splitlines()[:5]
    assert table == [
        "house edge of hop; hop_pays across",
        "  buy_commission        14 to 1   15 to 1",
        "  0%                   16.6667%  11.1111%",
        "  2%                   18.6667%  13.1111%",
        "  5%              not permitted  16.1111%",
    ]


def test_values_that_are_not_permitted_move_nothing(run: Run, both: Path) -> None:
    ran = run("verify", both, "--wager", "buy", "--vary", "buy_commission=0%,5%", "--vary", "hop_pays=all", "--in-force")
    assert "house edge of buy\n  buy_commission  house edge\n  0%                 0.0000%\n  5%                 5.0000%\n" in ran.out


def test_as_data(run: Run, both: Path) -> None:
    ran = run(
        "verify", both, "--wager", "hop", "--vary", "buy_commission=5%, 0%", "--vary", "hop_pays=14 to 1,15 to 1",
        "--in-force", "--format", "json",
    )  # fmt: skip
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(ran.json)
    combined = ran.json["rulesets"][0]["combined"]
    assert combined["options"] == ["buy_commission", "hop_pays"]
    assert [tuple(one["values"].values()) for one in combined["combinations"]] == [
        ("5%", "14 to 1"), ("5%", "15 to 1"), ("0%", "14 to 1"), ("0%", "15 to 1"),
    ]  # fmt: skip
    assert [one["permitted"] for one in combined["combinations"]] == [False, True, True, True]
    edges = [one["house_edges"].get("hop", {}).get("fraction") for one in combined["combinations"]]
    assert edges == [None, "29/180", "1/6", "1/9"]


def test_a_wager_that_is_offered_in_some_combinations_only(run: Run, text_of: Callable[[str], str]) -> None:
    text = text_of(TURN).replace('wager hop "Hop Bet"', 'option hops yes or no default yes @ D.5\nwager hop "Hop Bet"')
    made = "  made before any roll                                                          @ D.5\n"
    assert made in text
    Path("some.rop").write_text(text.replace(made, f"  house may offer when hops  @ D.5\n{made}"), encoding="utf-8")
    line = ("verify", "some.rop", "--wager", "hop", "--vary", "hops=all", "--in-force")
    table = run(*line).out
    assert table[table.index("house edge of hop") :].splitlines()[:4] == [
        "house edge of hop", "  hops   house edge", "  yes      11.1111%", "  no    not offered",
    ]  # fmt: skip
    (offered, absent) = run(*line, "--format", "json").json["rulesets"][0]["combined"]["combinations"]
    assert (list(offered["house_edges"]), absent["house_edges"], absent["permitted"]) == (["hop"], {}, True)


ACES = """\
ruleset a/b/undated
  title  "x"
  source "y"
deck 1 of 52                                                                    @ 1
option prize one of money, odds default odds                                    @ 1
option stakes one of free, fixed default fixed                                  @ 1
area board of each player                                                       @ 1
wager main                                                                      @ 1
  required                                                                      @ 1
  made before the deal                                                          @ 1
wager side                                                                      @ 1
  made before the deal                                                          @ 1
  amount 1 or 2 times main when stakes is free                                  @ 1
settle main                                                                     @ 1
  | first card of board | main   |
  | A                   | 9 to 1 |                                              @ 1
  | otherwise           | lose   |                                              @ 1
settle side when prize is odds                                                  @ 1
  | first card of board | side   |
  | A                   | 9 to 1 |                                              @ 1
  | otherwise           | lose   |                                              @ 1
settle side when prize is money                                                 @ 1
  | first card of board | side   |
  | A                   | $90    |                                              @ 1
  | otherwise           | lose   |                                              @ 1
round                                                                           @ 1
  step deal                                                                     @ 1
    bets main, side                                                             @ 1
    deal 1 to board face up                                                     @ 1
    settle main, side                                                                 @ 1
"""


def test_what_is_not_verifiable_in_a_combination_is_told(run: Run) -> None:
    """A prize in money says nothing per unit of a stake that no line fixes."""
    Path("aces.rop").write_text(ACES, encoding="utf-8")
    ran = run("verify", "aces.rop", "--wager", "side", "--vary", "prize=all", "--in-force")
    assert ran.out.endswith("house edge of side\n  prize      house edge\n  money  not verifiable\n  odds         23.0769%\n")
    assert ran.told == (0, "")


def test_what_is_not_solved_in_a_combination_is_told(run: Run) -> None:
    """No method chooses between two stakes before the deal."""
    Path("aces.rop").write_text(ACES, encoding="utf-8")
    vary = ("verify", "aces.rop", "--wager", "side", "--vary", "stakes=all", "--in-force")
    ran = run(*vary)
    assert ran.out.endswith("house edge of side\n  stakes  house edge\n  free    not solved\n  fixed     23.0769%\n")
    run(*vary, "-o", "aces.html")
    assert "in 1 of 2 combinations" in Path("aces.html").read_text(encoding="utf-8")
    assert ran.told == (4, "aces.rop: not completed: side, in 1 of 2 combinations [incomplete, exit 4]\n")


def test_jobs_change_nothing(run: Run, both: Path) -> None:
    line = ("verify", both, "--wager", "buy", "--vary", "buy_commission=0%,1%,2%", "--in-force")
    assert run(*line, "--jobs", "2").out == run(*line).out


def test_the_report_has_the_tables(run: Run) -> None:
    run("verify", TURN, "--vary", "buy_commission=all", "--vary", "hop_pays=all", "--in-force", "-o", "report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert "House edge of Hop Bet in per cent, by hop_pays" in page
    assert "No combination of buy_commission and hop_pays moves" in page
    again = "--vary buy_commission=0%,5% --vary 'hop_pays=14 to 1,15 to 1' --in-force"
    assert again in html.unescape(re.sub(r"</?span[^>]*>", "", page))
    again_report = run("verify", TURN, *shlex.split(again), "-o", "again.html")
    assert again_report.code == 1
    assert Path("again.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((TURN, "--vary", "buy_commission"), "give OPTION=VALUE,VALUE or OPTION=all"),
        ((TURN, "--vary", "buy_commission=,"), "no value stands there"),
        ((TURN, "--vary", "buy=1%"), "there is no option or assumption buy"),
        ((TURN, "--vary", "buy=all"), "there is no option or assumption buy"),
        ((TURN, "--vary", "buy_commission=1%,9%"), "--vary buy_commission=9%: permitted is 0% through 5%"),
        ((TURN, "--vary", "table_minimum=all"), "its values are not listed in the ruleset"),
        ((TURN, "--vary", "buy_commission=1%", "--vary", "buy_commission=2%"), "buy_commission is given twice"),
        ((TURN, "--choose", "buy_commission=1%", "--vary", "buy_commission=2%"), "--choose holds it at one value"),
        ((TURN, "example/plain/2025-06-01", "--vary", "buy_commission=all"), "of one ruleset, and 2 are asked for"),
        ((TURN, "--vary", "table_minimum=" + ",".join(f"${n}" for n in range(1, 1_003))), "1,002 combinations"),
    ],
)
def test_asked_wrongly(words: tuple[str, ...], said: str, run: Run) -> None:
    code, err = run("verify", *words).told
    assert code == 2
    assert said in err.replace("\n  ", " ")


def test_sums_of_money_have_commas(run: Run) -> None:
    ran = run("verify", TURN, "--vary", "table_maximum=$1,000, $2,500,$300", "--in-force", "--format", "json")
    combinations = ran.json["rulesets"][0]["combined"]["combinations"]
    assert [one["values"]["table_maximum"] for one in combinations] == ["$1,000", "$2,500", "$300"]
