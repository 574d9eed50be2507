"""Citations of a ruleset held against its document."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.checks.citations import Cited, held_against, parts_of
from audit.documents.document import Document
from audit.documents.reading import structured
from audit.documents.text_files import printed_text
from audit.language.library import Library
from audit.language.loading import check
from audit.ruleset.head import FileKind, Head, Source

RULES = """COIN TABLE.

A. Equipment

1. The wheel has four equal places, numbered one to four.

B. Wagers

1. A wager is made before the wheel is spun.

2. A wager wins where the wheel stops at its number:

a. It is paid two to one.

b. It is paid at once.

The dealer says the number aloud.

3. Every other wager loses.
"""

RULESET = """ruleset example/coin/2026-01-01
  title        "Coin Table"
  issuer       "Example Commission"
  jurisdiction US-XX
  approved     2026-01-01
  source       "coin" lines 1 through 19

wheel coin of 4 sections                                                        @ A.1
  in order 1, 2, 3, 4                                                           @ A.1

wager one "One"                                                                 @ {wager}
  made before the spin                                                          @ B.1
  win  on 1                                                                     @ B.2
  lose otherwise                                                                @ B.3
  pays 2 to 1                                                                   @ {pays}

round                                                                           @ B.1 through B.3
  step spin                                                                     @ B.1
    spin coin                                                                   @ B.1
    settle                                                                      @ B.2.b+1
"""


def document(text: str = RULES, name: str = "coin.txt") -> Document:
    return structured(printed_text(text, name, "0" * 64))


def held(tmp_path: Path, wager: str = "B", pays: str = "B.2.a", text: str = RULES) -> Cited:
    path = tmp_path / "coin.rop"
    path.write_text(RULESET.format(wager=wager, pays=pays), encoding="utf-8")
    library = Library((tmp_path,))
    checked = check(library.open(str(path)), library)
    assert checked.ruleset is not None, [d.first_line for d in checked.diagnostics]
    assert checked.assembled is not None
    return held_against(checked.ruleset, document(text), checked.assembled.sources)


def test_every_citation_that_is_there_is_quoted_once_in_the_order_of_the_document(tmp_path: Path) -> None:
    cited = held(tmp_path)
    assert not cited.missing
    assert [q.citation for q in cited.quoted] == ["A.1", "B", "B.1", "B.2", "B.2.a", "B.2.b+1", "B.3"]
    clause = cited.clause("B.2.a")
    assert clause is not None
    assert clause.words == "It is paid two to one."
    assert clause.at == (1, 13)


@pytest.mark.parametrize(
    ("pays", "message", "mend"),
    [
        ("B.2.c", "coin.txt has no clause B.2.c", "B.2.a"),
        ("B.l", "coin.txt has no clause B.l (letter l)", "B.1"),
        ("Z.1", "coin.txt has no clause Z.1", ""),
    ],
)
def test_a_citation_that_is_not_there_is_told_at_its_own_place(
    tmp_path: Path, pays: str, message: str, mend: str
) -> None:
    (missing,) = held(tmp_path, pays=pays).missing
    assert missing.name == "clause-not-there"
    assert missing.message == message
    line = RULESET.format(wager="B", pays=pays).split("\n")[missing.span.line - 1]
    assert line[missing.span.column - 1 : missing.span.end_column - 1] == pays
    assert not mend or mend in missing.mend


def test_a_footer_is_cited_by_its_words(tmp_path: Path) -> None:
    text = RULES + '\n\nCommission Approved: 01/01/2026   Page 1 of 1\n'
    cited = held(tmp_path, wager='"Commission Approved: 01/01/2026"', text=text)
    assert not cited.missing
    clause = cited.clause('"Commission Approved: 01/01/2026"')
    assert clause is not None
    assert clause.at[1] == 22


def test_the_part_is_found_by_the_lines_of_the_source_then_by_its_title() -> None:
    two = RULES + "\f" + RULES.replace("COIN", "PENNY")
    both = document(two)
    assert len(both.rules) == 2
    by_lines = Head(FileKind.RULESET, "a/b/c", "Anything", sources=(Source("coin", 20, 38),))
    assert [p.number for p in parts_of(by_lines, both)] == [2]
    by_title = Head(FileKind.RULESET, "a/b/c", "Penny Table", sources=(Source("other", 1, 19),))
    assert [p.number for p in parts_of(by_title, both)] == [2]
    neither = Head(FileKind.RULESET, "a/b/c", "Third Table")
    assert [p.number for p in parts_of(neither, both)] == [1, 2]
