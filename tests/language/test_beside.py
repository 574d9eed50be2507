"""Assumptions that stand where nothing is built of the line itself: none of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.language.diagnostics import LanguageError
from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.ruleset.reasons import reasons

HEAD = """ruleset example/beside/2026-01-05
  title        "A game of examples"
  source       "rules.txt"
"""
GAME = """
dice 2 with faces 1 through 6                                                   @ A.1
wager seven                                                                     @ C.1
  win  on 7                                                                     @ C.1
  lose otherwise                                                                @ C.1
  pays                                                                          @ C.2
    | total | pays   |                                                          @ C.2
    | 7     | 4 to 1 |                                                          @ C.2
round                                                                           @ B.1
  step roll_out
    roll dice                                                                   @ B.1
    settle                                                                      @ B.2
"""
EMPTY = Library(())


def told(text: str) -> dict[str, list[str]]:
    """The reasons of a ruleset, each with its clauses."""
    found = reasons(load_text(text, EMPTY))
    return {because: [str(c) for b in bases for c in b.cites] for because, bases in found.items()}


@pytest.mark.parametrize(
    ("old", "new", "cites"),
    [
        ("    | total | pays   |                                                          @ C.2",
         '    highest only\n        assumed because "R"\n    | total | pays   |', ["C.2"]),
        ("    | total | pays   |                                                          @ C.2",
         '    highest only @ C.3\n        assumed because "R"\n    | total | pays   |', ["C.3"]),
        ("    | total | pays   |                                                          @ C.2",
         '    | total | pays   | @ C.4\n        assumed because "R"', ["C.4"]),
        ("round       ",
         'option soft yes or no default yes @ D.1\nwhen soft is yes @ D.2\n    assumed because "R"\n  measure x is 2 y @ D.3\nround  ',
         ["D.2"]),
        ("  lose otherwise                                                                @ C.1",
         'when soft is yes @ D.2\n      assumed because "R"\n    lose otherwise @ C.1\noption soft yes or no default yes @ D.1', None),
        ("round       ", 'layout box @ D.6\n  | a | b |  @ D.7\n      assumed because "R"\nround  ', ["D.7"]),
    ],
)  # fmt: skip
def test_where_it_stands_makes_no_difference(old: str, new: str, cites: list[str] | None) -> None:
    assert old in GAME
    if cites is None:  # a heading inside a wager
        new = "  " + new.split("\noption", maxsplit=1)[0]
        game = "option soft yes or no default yes @ D.1\n" + GAME.replace(old, new)
        cites = ["D.2"]
    else:
        game = GAME.replace(old, new)
    assert told(HEAD + game) == {"R": cites}


def test_one_in_the_head_is_told() -> None:
    head = HEAD.replace('"rules.txt"', '"rules.txt"\n  breaks off at "E.4"\n      assumed because "R"')
    assert told(head + GAME) == {"R": []}


BASE = HEAD + GAME.replace("round   ", 'note spare "a note" @ D.1\nnote idle "a note" @ D.2\nround') + "\n"
LATER = """ruleset example/beside/2026-02-05
  title        "A game of examples"
  source       "rules.txt"
  amends       example/beside/2026-01-05
include note more from example/part/2026-01-01 @ M.1
    assumed because "taken over"
remove note spare @ D.1
    assumed because "struck out"
change wager seven
  drop "win on 7" @ C.1
      assumed because "left out"
"""
LAST = """ruleset example/beside/2026-03-05
  title        "A game of examples"
  source       "rules.txt"
  amends       example/beside/2026-02-05
renumber "C.1" to "C.9"
"""
PART = """ruleset example/part/2026-01-01
  title        "A part"
  source       "part.txt"
note more "more" @ P.1
note less "less" @ P.2
"""


def test_what_includes_and_amends_is_told_in_the_numbers_of_the_edition(tmp_path: Path) -> None:
    for text in (BASE, LATER, LAST, PART):
        path = tmp_path / f"{text.split()[1]}.rop"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    library = Library((tmp_path,))
    later = reasons(load("example/beside/2026-02-05", library))
    assert {because: str(*bases[0].cites) for because, bases in later.items()} == {
        "taken over": "M.1", "struck out": "D.1", "left out": "C.1",
    }  # fmt: skip
    last = load("example/beside/2026-03-05", library)
    assert [line.words for line in last.beside] == [
        "include note more from example/part/2026-01-01", "remove note spare", 'drop "win on 7"',
    ]  # fmt: skip
    assert [str(*line.basis.cites) for line in last.beside] == ["M.1", "D.1", "C.9"]


def test_how_many_rows_count_is_said_for_the_whole_table() -> None:
    game = GAME.replace("    | total |", "    highest only if seven is made @ C.2\n    | total |")
    with pytest.raises(LanguageError) as caught:
        load_text(HEAD + game, EMPTY)
    assert [d.name for d in caught.value.diagnostics] == ["policy-guarded"]
