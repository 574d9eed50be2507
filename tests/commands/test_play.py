"""`audit play`: what a round comes to, by hand; and what is printed can be typed back."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TURN, WHEEL = "example/turn/2025-03-01", "example/wheel/undated"
MONEY = ("--choose", "table_minimum=$5", "--choose", "table_maximum=$500")


def line_of(ran: Any, begins: str) -> str:
    (found,) = [line for line in ran.out.splitlines() if line.startswith(begins)]
    return found


@pytest.mark.parametrize(
    ("wagers", "given", "total"),
    [
        ("pass=10", "dice 5-6", "player +$10: pass +$10"),
        ("pass=10", "dice 6-6", "player -$10: pass -$10"),
        ("pass=10", "dice 3-3, 4-2", "player +$10: pass +$10"),
        ("pass=10", "dice 3-3, 4-3", "player -$10: pass -$10"),
        # A round that ends too early: the wager stands, and the next come out decides it.
        ("pass=10", "dice 3-3, 1-1, 1-2", "player -$10: pass -$10"),
        ("pass=10 pass_odds=10", "dice 3-3, 4-2", "player +$22: pass +$10, pass_odds +$12"),
        ("pass=10 pass_odds=20", "dice 2-2, 1-3", "player +$50: pass +$10, pass_odds +$40"),
        ("field=5", "dice 6-6", "player +$10: field +$10"),
        ("field=5", "dice 5-4", "player +$5: field +$5"),
        ("field=5", "dice 4-4", "player -$5: field -$5"),
        ("hardway[4]=10", "dice 2-2", "player +$70: hardway[4] +$70"),
        ("hardway[4]=10", "dice 3-1", "player -$10: hardway[4] -$10"),
        # 2 to 1, less 5% of the wager.
        ("buy[4]=20", "dice 3-1", "player +$39: buy[4] +$39"),
        ("buy[10]=20", "dice 3-4", "player -$21: buy[10] -$21"),
        ("hop=10", "dice 2-1", "player +$150: hop +$150"),
        ("pass=10 field=5", "dice 4-2, 2-4", "player +$5: pass +$10, field -$5"),
    ],
)
def test_what_it_comes_to(wagers: str, given: str, total: str, run: Callable[..., Any]) -> None:
    words = [w for wager in wagers.split() for w in ("--wager", wager)]
    ran = run("play", TURN, *MONEY, *words, "--given", given)
    assert ran.told == (0, "")
    assert line_of(ran, "player ").partition("   ")[0] == total


def test_what_is_taken_off_is_told(run: Callable[..., Any]) -> None:
    """2 to 1 on $20 is $40; with the commission off it is no longer at 2 to 1.  Parts of a cent say about what they are."""
    words = ("play", TURN, *MONEY, "--given", "dice 3-1", "--wager")
    assert "   buy[4]   wins $39 net, paid 2 to 1: 4, its number" in run(*words, "buy[4]=20").out
    free = run(*words, "buy[4]=20", "--choose", "buy_commission=0%").out
    assert "   buy[4]   wins $40 at 2 to 1: 4, its number" in free
    ran = run(*words, "buy[4]=5.01")
    assert "wins $19539/2000 (about $9.77) net, paid 2 to 1" in ran.out


@pytest.mark.parametrize(("commission", "total"), [("0%", "player +$40: "), ("1%", "player +$39.80: ")])
def test_choices(commission: str, total: str, run: Callable[..., Any]) -> None:
    choice = ("--choose", f"buy_commission={commission}")
    ran = run("play", TURN, *MONEY, *choice, "--wager", "buy[4]=20", "--given", "dice 3-1")
    assert line_of(ran, "player ").startswith(total)
    assert ran.out.startswith(f"{TURN}   as given   3 options given, 1 at their defaults\n")


def test_by_the_letter(run: Callable[..., Any]) -> None:
    """What only an assumption says is not there: the hard 4 does not lose on an easy one."""
    words = ("play", TURN, *MONEY, "--wager", "hardway[4]=10", "--given", "dice 3-1")
    assert "hardway[4] loses $10" in run(*words).out
    assert "still open: hardway[4]" in run(*words, "--by-the-letter").out


def test_an_irregularity(run: Callable[..., Any]) -> None:
    ran = run("play", TURN, *MONEY, "--wager", "field=5", "--irregularity", "cocked_die", "--given", "dice 1-1, 3-4")
    assert "   again    1-1 counts for nothing" in ran.out
    assert line_of(ran, "player ").startswith("player -$5: ")


def test_what_is_given_and_not_used(run: Callable[..., Any]) -> None:
    ran = run("play", WHEEL, "--wager", "number[1]=5", "--given", "spin 1, 2, 3")
    assert line_of(ran, "given and not used") == "given and not used: 2, 3"
    assert line_of(ran, "replay: ").endswith("--given 'spin 1'")


def test_given_then_a_seed(run: Callable[..., Any]) -> None:
    """What is not given comes from the seed."""
    ran = run("play", TURN, *MONEY, "--wager", "pass=10", "--given", "dice 3-3", "--seed", "1")
    assert "1  roll     3-3, total 6" in ran.out
    assert "2  roll     " in ran.out


def test_to_the_end(run: Callable[..., Any]) -> None:
    words = ("play", TURN, *MONEY, "--wager", "field=5", "--given")
    ran = run(*words, "dice 6-5, 3-3, 1-1")
    assert "Stopped: no wager is left (--to-the-end goes on to the end of the round)\n" in ran.out
    assert "given and not used: 3-3, 1-1\n" in ran.out
    whole = run(*words, "dice 6-5, 3-3, 1-1", "--to-the-end")
    assert "3  roll     1-1, total 2" in whole.out
    assert "   the round ends\n" in whole.out
    assert "Stopped" not in whole.out
    assert "Stopped: no wager is left and nothing more is given\n" in run(*words, "dice 6-5, 3-3", "--to-the-end").out


@pytest.mark.parametrize(
    "words",
    [
        (WHEEL, "--seed", "3"),
        (WHEEL,),
        (TURN, *MONEY, "--seed", "11", "--wager", "pass=10", "--wager", "pass_odds=$10", "--wager", "hardway[10]=5"),
        (TURN, *MONEY, "--seed", "4", "--choose", "hop_pays=14 to 1", "--wager", "hop=7.50"),
        (TURN, *MONEY, "--seed", "5", "--irregularity", "cocked_die", "--wager", "field=5", "--to-the-end"),
        (TURN, *MONEY, "--seed", "6", "--by-the-letter", "--wager", "buy[4]=20"),
        ("mine.rop", "--seed", "3"),
        ("example/wheel/undated", "--seed", "3", "--rulesets", "my folder"),
    ],
)
def test_replay(words: tuple[str, ...], run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """The printed command plays the same again, line by line, also of a ruleset that lies elsewhere."""
    ours = text_of(WHEEL).replace("pays 3 to 1", "pays 2 to 1")
    Path("mine.rop").write_text(ours, encoding="utf-8")
    Path("my folder/example/wheel").mkdir(parents=True)
    Path("my folder/example/wheel/undated.rop").write_text(ours, encoding="utf-8")
    first = run("play", *words)
    assert first.told == (0, "")
    command = line_of(first, "replay: ").removeprefix("replay: ")
    assert command.startswith("audit play ")
    second = run(*shlex.split(command)[1:])
    assert second.told == (0, "")
    assert _course(second) == _course(first)
    assert line_of(second, "replay: ") == line_of(first, "replay: ")


def _course(ran: Any) -> list[str]:
    return [line for line in ran.out.splitlines()[1:] if not line.startswith("replay: ")]


def test_a_seed_is_drawn_and_printed(run: Callable[..., Any]) -> None:
    first = run("play", WHEEL)
    (seed,) = re.findall(r"   seed (\d+)   ", first.out)
    assert run("play", WHEEL, "--seed", seed).out == first.out
