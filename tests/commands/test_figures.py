"""The figures that `verify` prints, each worked out here by hand; nothing in this file was copied from an output."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

TURN = "example/turn/2025-03-01"


def wagers(ran: Any) -> dict[str, dict[str, Any]]:
    return {w["id"]: w for w in ran.json["rulesets"][0]["wagers"]}


def edge(wager: dict[str, Any]) -> Fraction:
    return Fraction(wager["house_edge"]["fraction"])


def test_wheels(run: Callable[..., Any]) -> None:
    """1 of 3 at 1 to 1: 2/3 - 1/3.  1 of 5 at 3 to 1: 4/5 - 3/5.  Unstated: it breaks even at 4 to 1."""
    plain = wagers(run("verify", "example/plain/2025-06-01", "--format", "json"))
    assert edge(plain["one"]) == Fraction(1, 3)
    assert plain["one"]["variance"]["fraction"] == str(1 - Fraction(1, 9))
    wheel = wagers(run("verify", "example/wheel/undated", "--format", "json"))
    assert edge(wheel["number"]) == Fraction(1, 5)
    assert wheel["number"]["positions"] == ["1", "2", "3", "4"]
    assert wheel["joker"]["method"] == "not-verifiable"
    assert wheel["joker"]["house_edge"] is None
    assert wheel["joker"]["true_odds"] == "4 to 1"


def test_dice(run: Callable[..., Any]) -> None:
    found = wagers(run("verify", TURN, "--format", "json"))
    # 14 of 36 pay 1, 2 and 12 (one way each) pay 2, 20 lose.
    assert edge(found["field"]) == Fraction(20 - 14 - 2 * 2, 36)
    # The hard 4 comes in one way; 7 in six, the other fours in two: 1 against 8, at 7 to 1.
    assert edge(found["hardway"]) == Fraction(8 - 7, 9)
    # 3 ways against 6 at 2 to 1 is even; the commission of 5% is what is left.
    assert edge(found["buy"]) == Fraction(5, 100)
    # 1-2 in 2 of 36 ways, at 15 to 1.
    assert edge(found["hop"]) == Fraction(34 - 2 * 15, 36)


def test_a_round_that_ends_too_early(run: Callable[..., Any]) -> None:
    """Behind a point one roll is made; then the round ends and the wager stands until it is decided in a later one."""
    ways = {n: 6 - abs(n - 7) for n in range(2, 13)}
    points = (4, 5, 6, 8, 9, 10)
    win = Fraction(ways[7] + ways[11], 36) + sum(Fraction(ways[p] ** 2, 36**2) for p in points)
    lose = Fraction(ways[2] + ways[3] + ways[12], 36) + sum(Fraction(ways[p] * ways[7], 36**2) for p in points)
    found = run("verify", TURN, "--wager", "pass", "--format", "json")
    (one,) = found.json["rulesets"][0]["wagers"]
    assert Fraction(one["win"]["fraction"]) == win / (win + lose)
    assert edge(one) == (lose - win) / (win + lose)
    (missing,) = [f for f in found.json["rulesets"][0]["findings"] if f["rule"] == "result-missing"]
    assert f"{1 - win - lose} (" in missing["effect"]


@pytest.mark.parametrize(("commission", "expected"), [("0%", 0), ("2%", Fraction(1, 50)), ("5%", Fraction(1, 20))])
def test_an_option(commission: str, expected: Fraction, run: Callable[..., Any]) -> None:
    ran = run("verify", TURN, "--wager", "buy", "--choose", f"buy_commission={commission}", "--format", "json")
    assert edge(wagers(ran)["buy"]) == expected
    assert ran.json["rulesets"][0]["configuration"]["buy_commission"] == commission


def test_readings_and_options_beside(run: Callable[..., Any]) -> None:
    """Read as triple, 12 pays 3: one unit in 36 more.  At 14 to 1 the hop costs 2 units in 36 more."""
    found = wagers(run("verify", TURN, "--wager", "field", "--wager", "hop", "--format", "json"))
    (reading,) = found["field"]["readings"]
    assert (reading["in_force"], reading["other"]) == ("double", "triple")
    assert Fraction(reading["house_edge"]["fraction"]) == Fraction(2 - 1, 36)
    (option,) = found["hop"]["options"]
    assert (option["value"], Fraction(option["house_edge"]["fraction"])) == ("14 to 1", Fraction(4 + 2, 36))
    triple = run("verify", TURN, "--wager", "field", "--choose", "field_twelve=triple", "--format", "json")
    assert edge(wagers(triple)["field"]) == Fraction(1, 36)


def test_the_printed_row(run: Callable[..., Any]) -> None:
    out = run("verify", TURN, "--wager", "hop").out
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert "hop 15 to 1 17 to 1 5.56% 1/9 11.1111% D.5, C.3" in rows
    assert "hop_pays 15 to 1 14 to 1 1/6 16.6667% hop" in rows


def test_a_sample_never_looks_exact(run: Callable[..., Any]) -> None:
    """It has a mark, its interval and its seed, and no fraction; the same seed gives the same figures."""
    words = ("verify", TURN, "--wager", "hop", "--sample", "2000", "--seed", "7")
    text = run(*words).out
    assert "sampled, 2,000 rounds, seed 7; between " in text
    assert "~" in text
    (one,) = run(*words, "--format", "json").json["rulesets"][0]["wagers"]
    assert (one["method"], one["rounds"], one["seed"]) == ("sampled", 2000, 7)
    assert one["house_edge"]["fraction"] is None
    low, high = (float(one["confidence_interval"][end]) for end in ("low", "high"))
    assert low < float(one["house_edge"]["decimal"]) < high
    assert run(*words).out == text
    assert run(*words[:-1], "8").out != text
