"""An assembled ruleset printed as one file: it parses to the same statements, and reads like a ruleset."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.language.assembling import Assembled, assemble
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.entries import flatten
from audit.language.identity import canonical
from audit.language.library import Library
from audit.language.parsing import parse
from audit.language.syntax import Node, Source
from audit.language.whole_text import whole_text

RULESETS = Path(__file__).parents[2] / "rulesets"
LIBRARY = Library((RULESETS,))

AMENDS = """ruleset example/craps/2030-01-01
  title   "Craps"
  source  "craps.txt"
  amends  oneida/craps/2003-08-06

"""
LINES = (
    'remove clause "I.1"',
    'renumber "I.2" through "I.3" to "I.1" through "I.2"',
    "rename wager place to place_bet",
    "rename step come_out to first_roll_step",
    "rename option table_minimum to least",
    "remove assume odds_cut_off",
    "remove wager field",
    "change wager place\n  at come_out\n    off                                @ D.5.c\n  win on its number if total is 7  @ D.5",
    'change wager pass "A Pass Bet"                             @ D.1.a\n  pays 3 to 2                        @ D.1.b',
    "change wager hop\n  drop \"pays at least\"\n  pays 15 to 1                            @ D.21",
    "replace dice 2 with faces 1 through 6                      @ B.4",
    'change round\n  drop "go to come_out otherwise"',
    "duty new_one house may \"be new\"                            @ Z.1",
    "when come_at_come_out is inactive\n  note \"new under a choice\"  @ Z.2",
    "change all wagers\n  placed with chips                       @ E.9",
)


def contents(statements: tuple[Node, ...]) -> Counter[tuple[tuple[Node, ...], Node]]:
    return Counter((tuple(canonical(h) for h in e.headings), canonical(e.node)) for e in flatten(statements))


def errors(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """The mistakes, without warnings: whether a line has a basis is no matter here."""
    return [d.first_line for d in diagnostics if d.severity is Severity.ERROR]


def reads_the_same(made: Assembled) -> None:
    file, mistakes = parse(Source("whole.rop", whole_text(made)))
    assert errors(mistakes) == []
    assert contents(file.statements) == contents(made.statements)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_every_shipped_ruleset_as_one_file_is_the_same(ruleset: str) -> None:
    reads_the_same(assemble(LIBRARY.parsed(ruleset).file, LIBRARY))


@given(st.lists(st.sampled_from(LINES), unique=True))
@settings(max_examples=15, deadline=None)
def test_whatever_is_amended_it_reads_the_same(lines: list[str]) -> None:
    file, mistakes = parse(Source("new.rop", AMENDS + "\n".join(lines) + "\n"))
    assert errors(mistakes) == []
    made = assemble(file, LIBRARY)
    assert errors(made.diagnostics) == []
    reads_the_same(made)


def test_how_it_looks() -> None:
    part = """fragment x/part
  title  "Part"
  source "part.txt"

needs wager base                                                                @ 1
wager side "Side"                                                               @ 2
  needs base                                                                    @ 2
"""
    old = """# a comment
ruleset x/old
  title  "Old"
  source "old.txt"

include x/part                                                                  @ 3
  base is main
wager main "Main"                                                               @ C.1
  win  on 7
      assumed because "the text is silent"
  paid as 1 part side, 1 part main on 2, 1 part main on 3, 1 part main on 4,
      1 part main on 5, 1 part main on 6                                        @ C.2
settle main assumed because "a reason"
  | total | main |
  | 7     | win  |                                                              @ C.3 assumed why
  | 2, 12 | lose | when rule is x                                               @ C.4
duty a_duty house shall "do something that takes a good many words to say, and then says more of the same"  @ C.5
assume why                                                                      @ C.6
  because "reasons"
"""
    new = """ruleset x/new
  title    "New"
  approved 2024-01-01
  amends   x/old
  source   "new.txt"

renumber "C.1" through "C.6" to "D.1" through "D.6"
change wager main "The Main Bet"
  made any time                                                                 @ E.1
option rule one of x, y default x                                               @ E.2
"""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("part", part), ("old", old), ("new", new)):
            (Path(folder) / f"{name}.rop").write_text(text)
        library = Library((Path(folder),))
        made = assemble(library.parsed("x/new").file, library)
    assert errors(made.diagnostics) == []
    assert whole_text(made) == """ruleset x/new
  title    "New"
  approved 2024-01-01
  source   "new.txt"

# ---------------------------------------------------------------- choices
option rule one of x, y default x                                               @ E.2

# ---------------------------------------------------------------- wagers
wager side "Side"                                                               @ 2
  needs main                                                                    @ 2

wager main "The Main Bet"                                                       @ D.1
  win  on 7
      assumed because "the text is silent"
  paid as 1 part side, 1 part main on 2, 1 part main on 3, 1 part main on 4, 1 part main on 5, 1 part main on 6  @ D.2
  made any time                                                                 @ E.1

# ---------------------------------------------------------------- results and payouts
settle main
    assumed because "a reason"
  | total | main |
  | 7     | win  |                                                              @ D.3 assumed why
  | 2, 12 | lose | when rule is x                                               @ D.4

# ---------------------------------------------------------------- duties
duty a_duty house shall "do something that takes a good many words to say, and then says more of the same"  @ D.5

# ---------------------------------------------------------------- assumptions and notes
assume why                                                                      @ D.6
  because "reasons"
"""
    reads_the_same(made)
