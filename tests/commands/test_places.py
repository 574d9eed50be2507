"""House edges by position and moment, where rows of one result are cut otherwise than those of the other.

By hand: 4 and 10 come up half as often as 7, so that a stake wins in 1 of 3 decided rounds: the house keeps nothing at
2 to 1, a third at 1 to 1, and loses a third at 3 to 1.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

PLACE = """\
ruleset test/game/2026-01-05
  title "game"
  source "game.txt"
dice 2 with faces 1 through 6                                                   @ 1
option price one of 2 to 1, 3 to 1 default 2 to 1                               @ 1
option low one of 1 to 1, 2 to 1 default 2 to 1                                 @ 1
wager place "Place Bet"                                                         @ 3
  made before any roll                                                          @ 3
  pick its number from 4, 10                                                    @ 3
  win on its number                                                             @ 3
  lose on 7                                                                     @ 3
  pays                                                                          @ 3
    | number | odds  |
    | 4      | low   |
    | 10     | price |
round                                                                           @ 1
  step throw
    roll dice                                                                   @ 1
    settle                                                                      @ 1
"""

ODDS = """\
ruleset test/game/2026-01-05
  title "game"
  source "game.txt"
dice 2 with faces 1 through 6                                                   @ 1
option price one of 2 to 1, 3 to 1 default 2 to 1                               @ 1
option low one of 1 to 1, 2 to 1 default 2 to 1                                 @ 1
wager pass "Pass Bet"                                                           @ 1
  made before first_throw                                                       @ 1
  at first_throw
    win on 11, 12                                                               @ 1
    lose on 2, 3                                                                @ 1
  at chase
    win on the mark                                                             @ 1
    lose on 7                                                                   @ 1
  pays 1 to 1                                                                   @ 1
wager odds "Odds"                                                               @ 2
  needs pass                                                                    @ 2
  made before the chase                                                         @ 2
  at chase
    win on the mark                                                             @ 1
    lose on 7                                                                   @ 1
  pays                                                                          @ 2
    | the mark | odds   |
    | 4        | low    |
    | 10       | price  |
    | 5, 9     | 3 to 2 |
    | 6, 8     | 6 to 5 |
round                                                                           @ 1
  step first_throw
    roll dice                                                                   @ 1
    again on 7                                                                  @ 1
    settle                                                                      @ 1
    keep the total as the mark and go to chase on 4, 5, 6, 8, 9, 10             @ 1
    end otherwise                                                               @ 1
  step chase
    roll dice                                                                   @ 1
    settle                                                                      @ 1
    end on the mark, 7                                                          @ 1
    go to chase otherwise                                                       @ 1
"""


def edition(text: str, year: int, four: str, ten: str) -> str:
    """A file with these prices of 4 and 10."""
    text = re.sub(r"option (?:price|low) .*\n", "", text).replace("2026", str(year))
    text = text.replace("| low ", f"| {four} ").replace("| price ", f"| {ten} ")
    Path(f"{year}.rop").write_text(text, encoding="utf-8")
    return f"{year}.rop"


def words(page: str) -> str:
    """A page without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", Path(page).read_text(encoding="utf-8"))).split())


def test_the_edge_is_that_of_the_moment_that_changed(run: Run) -> None:
    out = run("diff", edition(ODDS, 2026, "2 to 1", "2 to 1"), edition(ODDS, 2027, "2 to 1", "3 to 1")).out
    assert "house edge 0 (0.0000%) -> -1/3 (-33.3333%), for the player" in out
    assert "unchanged" not in out
    assert "by moment" not in out


def test_each_change_has_the_edge_of_its_own_moment(run: Run) -> None:
    out = run("diff", edition(ODDS, 2026, "2 to 1", "2 to 1"), edition(ODDS, 2027, "1 to 1", "3 to 1")).out
    ten, four = (out.index(f"Odds, the mark {mark}") for mark in (10, 4))
    assert 0 < out.index("house edge 0 (0.0000%) -> -1/3 (-33.3333%), for the player") - ten < 200
    assert 0 < out.index("house edge 0 (0.0000%) -> 1/3 (33.3333%), for the house") - four < 200


def test_moments_that_merge_are_told_too(run: Run) -> None:
    out = run("diff", edition(ODDS, 2026, "2 to 1", "3 to 1"), edition(ODDS, 2027, "2 to 1", "2 to 1")).out
    assert "house edge -1/3 (-33.3333%) -> 0 (0.0000%), for the house" in out


def test_one_thing_that_moves_several_moments_tells_each(run: Run) -> None:
    """Without 6-4 a 10 comes up 1 in 3 of what it did: the edges at the marks move, each to another figure."""
    old = edition(ODDS, 2026, "2 to 1", "2 to 1")
    text = Path(old).read_text(encoding="utf-8").replace("2026", "2027")
    lose = "  at chase\n    win on the mark                                                             @ 1\n    lose on 7"
    head, behind = text.split('wager odds "Odds"')
    assert lose in behind
    Path("2027.rop").write_text(f'{head}wager odds "Odds"{behind.replace(lose, f"{lose}, 12")}', encoding="utf-8")
    out = " ".join(run("diff", old, "2027.rop").out.split())
    # 4 or 10: 3 ways against 7; 5 or 9: 4 against 7; 6 or 8: 5 against 7: 1 - 3/10 x 3, 1 - 4/11 x 5/2, 1 - 5/12 x 11/5.
    assert "House edges by moment: the mark 4, 10: 0 -> 1/10; the mark 5, 9: 0 -> 1/11; the mark 6, 8: 0 -> 1/12." in out


def test_a_memory_of_another_name_is_the_same_moment(run: Run) -> None:
    old = edition(ODDS, 2026, "2 to 1", "3 to 1")
    edition(ODDS.replace("the mark", "the point"), 2027, "2 to 1", "3 to 1")
    assert "house edge" not in run("diff", old, "2027.rop").out
    run("report", "verify+diff", old, "2027.rop", "-o", "x.html")
    assert "No house edge has moved." in words("x.html")


@pytest.mark.parametrize(
    ("text", "old", "new", "said", "column"),
    [
        (PLACE, "3 to 1", "2 to 1", "One house edge has moved. Place Bet on 10: −1/3 (−33.3333%) before, 0 (0.0000%) now",
         "4: =; 10: −33.3333"),
        (PLACE, "2 to 1", "3 to 1", "One house edge has moved. Place Bet on 10: 0 (0.0000%) before, −1/3 (−33.3333%) now", ""),
        (ODDS, "3 to 1", "2 to 1", "One house edge has moved. Odds when the mark is 10: −1/3 (−33.3333%) before",
         "mark 4: =; mark 10: −33.3333"),
        (ODDS, "2 to 1", "3 to 1", "One house edge has moved. Odds when the mark is 10: 0 (0.0000%) before", ""),
    ],
    ids=["place-merges", "place-parts", "odds-merge", "odds-part"],
)  # fmt: skip
def test_a_report_tells_each_move(text: str, old: str, new: str, said: str, column: str, run: Run) -> None:
    files = edition(text, 2026, "2 to 1", old), edition(text, 2027, "2 to 1", new)
    run("report", "verify+diff", *files, "-o", "x.html")
    page = words("x.html")
    assert said in page
    assert column in page
    assert "wager whose edge differs from 2026, as read 1 " in page
    run("report", "diff", *files, "-o", "d.html")
    assert "No house edge moved" not in words("d.html")


def test_a_moment_of_the_new_edition_alone_is_new(run: Run) -> None:
    """A mark of 11 cannot be what a mark of 4 was, whatever the edges are."""
    old = edition(ODDS, 2026, "2 to 1", "2 to 1")
    text = ODDS.replace("win on 11, 12", "win on 12").replace("8, 9, 10  ", "8, 9, 10, 11  ")
    edition(text.replace("    | 5, 9     |", "    | 11       | 3 to 1 |\n    | 5, 9     |"), 2027, "2 to 1", "2 to 1")
    run("report", "verify+diff", old, "2027.rop", "-o", "x.html")
    assert re.search(r"Odds mark 11 .{0,60}3 to 1 3 to 1 0.0000 0 25.00 – 3.0000 new", words("x.html"))



@pytest.mark.parametrize(("text", "name"), [(PLACE, "place"), (ODDS, "odds")], ids=["place", "odds"])
def test_what_is_offered_is_never_told_not_to_be(text: str, name: str, run: Run) -> None:
    """Each position is moved by its own option alone, whichever share a row."""
    Path("game.rop").write_text(text, encoding="utf-8")
    out = run("verify", "game.rop", "--vary", "price=all", "--vary", "low=all", "--in-force").out
    assert f"house edge of {name}[4]\n  low     house edge\n  1 to 1    33.3333%\n  2 to 1     0.0000%\n" in out
    assert f"house edge of {name}[10]\n  price   house edge\n  2 to 1     0.0000%\n  3 to 1   -33.3333%\n" in out
    assert "not offered" not in out


def test_positions_that_move_alike_are_one(run: Run) -> None:
    Path("game.rop").write_text(PLACE.replace("| low  ", "| price"), encoding="utf-8")
    out = run("verify", "game.rop", "--vary", "price=all", "--in-force").out
    assert "house edge of place\n  price   house edge\n  2 to 1     0.0000%\n  3 to 1   -33.3333%\n" in out


def test_data_and_report_name_each_position(run: Run) -> None:
    """In force both positions are one row; 5 is not moved."""
    text = PLACE.replace("from 4, 10", "from 4, 10, 9").replace("| 4      | low   |", "| 4, 9   | 2 to 1 |")
    Path("game.rop").write_text(text, encoding="utf-8")
    line = ("verify", "game.rop", "--vary", "price=all", "--in-force")
    rows = run(*line, "--format", "json").json["rulesets"][0]["combined"]["combinations"]
    edges = [{name: edge["fraction"] for name, edge in row["house_edges"].items()} for row in rows]
    # 9 comes up in 4 ways against 6 of a seven: 1 - 2/5 x 3.
    assert edges == [
        {"place[4]": "0", "place[10]": "0", "place[9]": "-1/5"}, {"place[4]": "0", "place[10]": "-1/3", "place[9]": "-1/5"},
    ]  # fmt: skip
    run(*line, "-o", "x.html")
    page = words("x.html")
    assert "House edge of Place Bet on 10 in per cent, by price" in page
    assert "not offered" not in page


def test_a_position_that_is_offered_in_some_combinations_only(run: Run) -> None:
    text = PLACE.replace("wager place", "option wide yes or no default no @ 3\nwager place")
    text = text.replace("  pick its number from 4, 10   ", "  pick its number from 4, 10 when wide @ 3\n  pick its number from 4 when wide is no")
    Path("game.rop").write_text(text, encoding="utf-8")
    ran = run("verify", "game.rop", "--vary", "wide=all", "--in-force")
    assert "house edge of place[10]\n  wide   house edge\n  yes       0.0000%\n  no    not offered\n" in ran.out, ran.err
    assert "no combination moves place[4]\n" in ran.out
