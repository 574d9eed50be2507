"""Every shipped ruleset reads, and those of dice and wheels come out at figures that were worked out by hand."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from audit import resources
from audit.language.formatting import format_text
from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.parameters import Assumption
from audit.ruleset.reasons import reasons
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated
from audit.ruleset.wagers import Wager
from audit.solve.planner import verify
from audit.solve.result import Method

LIBRARY = Library((resources.folder("rulesets"),))

EDGES = {
    "oneida/craps/2003-08-06": {
        "pass": "7/495", "dont_pass": "3/220", "come": "7/495", "dont_come": "3/220", "place[4]": "1/15",
        "place[5]": "1/25", "place[6]": "1/66", "hardway[4]": "1/9", "hardway[6]": "1/11", "field": "1/18",
        "any_seven": "1/6", "any_craps": "1/9", "one_number[2]": "5/36", "one_number[3]": "1/9", "horn": "1/8",
        "horn_high[2]": "23/180", "horn_high[3]": "11/90", "world": "2/15", "hop[1-1]": "5/36", "hop[1-2]": "1/9",
        "buy[4]": "1/20", "lay[4]": "1/40", "lay[5]": "1/30", "lay[6]": "1/24", "pass_odds[the point 4, 10]": "0",
    },
    "jack-cleveland/crapless-craps/undated": {"pass": "373/6930", "place[2]": "1/14", "place[3]": "1/16"},
    "oneida/roulette/2003-08-06": {"straight": "1/19", "first_five": "3/38", "red": "1/19"},
    "jack-cleveland/roulette/undated": {"straight": "1/19", "first_five": "3/38"},
    "jack-cleveland/big-six/undated": {
        "insignia[one_dollar]": "1/9", "insignia[two_dollar]": "1/6", "insignia[ten_dollar]": "5/27",
        "insignia[joker_picture]": "4/27",
    },
}


@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_every_ruleset_reads(ruleset: str) -> None:
    assert load(ruleset, LIBRARY).head.id == ruleset


@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_every_ruleset_is_laid_out_as_fmt_does(ruleset: str) -> None:
    source = LIBRARY.read(LIBRARY.path_of(ruleset))
    assert format_text(source) == source.text


@pytest.mark.parametrize("ruleset", EDGES)
def test_house_edges(ruleset: str) -> None:
    found = {w.id: w for w in verify(load(ruleset, LIBRARY), with_variations=False).result.wagers}
    for wager, edge in EDGES[ruleset].items():
        assert found[wager].method is Method.EXACT
        assert found[wager].house_edge == Fraction(edge), wager


@pytest.mark.parametrize("ruleset", LIBRARY.ids())
def test_no_assumption_of_a_file_is_lost(ruleset: str) -> None:
    """Every reason written in a file is declared under a name, or listed as one that stands behind a line."""
    written = re.findall(r'because\s+"([^"]*)"', LIBRARY.read(LIBRARY.path_of(ruleset)).text)
    made = load(ruleset, LIBRARY)
    listed = {*reasons(made), *(declared.because for declared in made.of(Assumption))}
    assert [because for because in written if because not in listed] == []


def test_how_many_assumptions_two_files_make() -> None:
    """Counted by hand in the files; the second declares two of them under a name."""
    for ruleset, named, behind in (("blackjack/undated", 5, 13), ("pai-gow-poker/2015-03-15", 2, 7)):
        made = load(f"jack-cleveland/{ruleset}", LIBRARY)
        assert (len(made.of(Assumption)), len(reasons(made))) == (named, behind)


@pytest.mark.parametrize(
    ("ruleset", "wager", "called"),
    [
        pytest.param("jack-cleveland/ultimate-texas-holdem/2016-12-21", "multi_link", "progressives", id="a chapter of its own"),
        pytest.param("jack-cleveland/three-card-poker/undated", "progressive", "progressives", id="the same for another game"),
        pytest.param("jack-cleveland/ultimate-texas-holdem/2016-12-21", "ante", None, id="a wager of the game itself"),
        pytest.param("oneida/four-card-poker/2023-02-24", "ante", None, id="taken over from another edition"),
    ],
)
def test_clauses_of_an_included_text_are_cited_as_such(ruleset: str, wager: str, called: str | None) -> None:
    """Clause 1.A of the progressives is not clause 1.A of the game that includes them."""
    stated = load(ruleset, LIBRARY).named(wager, Wager)
    assert stated is not None
    assert {cite.document for cite in stated.basis.own} == {called}


def test_one_chapter_counts_its_clauses_through() -> None:
    """What all poker games of a document share stands in the chapter that they stand in."""
    documents = {cite.document for node in walk(load("oneida/holdem/2004-05-05", LIBRARY).statements)
                 if isinstance(node, Stated) for cite in node.basis.own}  # fmt: skip
    assert documents == {None}
