"""Names as a reader knows them: titles of the document, positions and moments in words, shares, the signs of print."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from audit.checks.finding import Finding
from audit.checks.prose import Kind, Mark, Prose
from audit.checks.wording import exact, few, of_each_100, option_name, step_name, value_name, wager_name
from audit.language.library import Library
from audit.language.loading import load_text
from audit.report.titles import Titles, with_article, without_article
from audit.report.wording import typeset

TEXT = """
ruleset example/told/undated
  title        "Told"
  issuer       not stated
  jurisdiction not stated
  approved     not stated
  source       "told.txt"
dice 2 with faces 1 through 6                                           @ A.1
option table_of_odds "Table of odds" one of first_one, second_one default first_one  @ A.2
wager pass "Pass Bet"                                                   @ B.1
  made before the come_out                                              @ B.1
  at come_out
    win  on 7, 11                                                       @ B.1
    lose on 2, 3, 12                                                    @ B.1
  at point_roll
    win  on the point                                                   @ B.1
    lose on 7                                                           @ B.1
  pays 1 to 1                                                           @ B.1
wager hard "a Hardway"                                                  @ B.2
  pick                                                                  @ B.2
    | number | combination | name               |
    | 4      | 2-2         | "Four the Hardway" |                         @ B.2
    | 10     | 5-5         | "Ten the Hardway"  |                         @ B.2
  win  on its combination                                               @ B.2
  lose on 7                                                             @ B.2
  pays 7 to 1                                                           @ B.2
wager any_seven                                                         @ B.3
  win on 7                                                              @ B.3
  lose otherwise                                                        @ B.3
  pays 4 to 1                                                           @ B.3
wager behind_pass "wager in support of a Pass Bet"                      @ B.4
  win on 7                                                              @ B.4
  lose otherwise                                                        @ B.4
  pays 4 to 1                                                           @ B.4
wager behind_hard "wager in support of a Hardway"                       @ B.5
  win on 7                                                              @ B.5
  lose otherwise                                                        @ B.5
  pays 4 to 1                                                           @ B.5
round                                                                   @ C.1
  step come_out "Come Out Roll"                                         @ C.1
    roll dice                                                           @ C.1
    settle                                                              @ C.1
    keep the total as the point and go to point_roll on 4, 5, 6, 8, 9, 10  @ C.1
  step point_roll                                                       @ C.1
    roll dice                                                           @ C.1
    settle                                                              @ C.1
"""


@pytest.fixture(scope="module")
def titles() -> Titles:
    return Titles(load_text(TEXT, Library(())))


MARKS = [
    (wager_name("pass"), "the Pass Bet"),
    (wager_name("pass", ["4", "10"]), "the Pass Bet on 4 and 10"),
    (wager_name("pass", ["0, 00", "1, 2"]), "the Pass Bet on 0, 00; 1, 2"),
    (wager_name("pass", [str(n) for n in range(38)]), "the Pass Bet on 38 positions"),
    (wager_name("pass", moment="the point 4, 10"), "the Pass Bet when the point is 4 or 10"),
    (wager_name("pass", moment="at point_roll, number of hard 4"), "the Pass Bet at the point roll when the number of the Hardway is 4"),
    (wager_name("pass", moment="at come_out, point_roll"), "the Pass Bet (at the Come Out Roll or the point roll)"),
    (wager_name("hard"), "a Hardway"),
    (wager_name("hard", ["4"]), "Four the Hardway"),
    (wager_name("hard", ["4", "10"]), "a Hardway on 4 and 10"),
    (wager_name("any_seven"), "Any seven"),
    (wager_name("behind_pass"), "the wager in support of a Pass Bet"),
    (step_name("come_out"), "the Come Out Roll"),
    (step_name("point_roll"), "the point roll"),
    (option_name("table_of_odds"), "“Table of odds”"),
    (option_name("come_payout"), "“come payout”"),
    (value_name("even_money"), "“even money”"),
    (exact(Fraction(7, 495)), "7/495 (1.4141%)"),
    (exact(Fraction(-1)), "−1"),
    (exact(Fraction(1, 3**40)), "0.0000%"),
    (of_each_100(Fraction(1, 6)), ": $16.67 of each $100"),
]


@pytest.mark.parametrize(("made", "told"), MARKS, ids=[told for _, told in MARKS])
def test_marks(titles: Titles, made: str, told: str) -> None:
    assert titles.told(Prose(made)) == told


def test_names_that_begin_alike_are_told_once(titles: Titles) -> None:
    names = few([wager_name("behind_pass"), wager_name("behind_hard")])
    assert titles.told(Prose(f"what {names} lose on")) == (
        "what the wager in support of a Pass Bet and Hardway lose on")
    assert titles.told(Prose(few([wager_name("pass"), wager_name("hard")]))) == "the Pass Bet and a Hardway"


def test_sentences_and_headings(titles: Titles) -> None:
    words = Prose(f"{wager_name('any_seven')} is named. {wager_name('pass')} is not")
    assert titles.sentence(words) == "Any seven is named. The Pass Bet is not."
    assert titles.heading(Prose(f"{value_name('even_money')} is read.")) == "“Even money” is read"
    assert titles.sentence(Prose("")) == ""


def test_a_name_that_slipped_in_is_told(titles: Titles) -> None:
    assert titles.plain("any_seven, behind_pass and dont_pass_odds, not a@b_c.org or x/y_z") == (
        "any seven, wager in support of a Pass Bet and don’t pass odds, not a@b_c.org or x/y_z")


def test_a_forged_mark_breaks_nothing(titles: Titles) -> None:
    for share in ("1e999999999", "1/0", "", "9" * 5_000):
        forged = Prose(str(Mark(Kind.SHARE, "half", share)))
        assert titles.told(forged) == "half"
    assert titles.told(Prose("\x02wager\x1fa\x03 and \x1f")) == "wagera and"


def test_signs_of_print() -> None:
    assert typeset("the player's \"for\" of -1 on 2003-08-06, at 4-2") == "the player’s “for” of −1 on 6 August 2003, at 4-2"
    assert typeset("oneida/craps/2003-08-06 and 2003-99-99") == "oneida/craps/2003-08-06 and 2003-99-99"


def test_articles() -> None:
    assert with_article("Any Seven") == "Any Seven"
    assert with_article("bet on a number") == "the bet on a number"
    assert without_article("The draw") == "draw"


def test_a_fingerprint_depends_on_no_wording(new_finding: Finding) -> None:
    """The subject and the rule make it; every text may be written anew, and titles may change."""
    texts = ("message", "condition", "criteria", "cause", "effect", "recommendation", "no_witness_because")
    other = replace(new_finding, **{name: Prose("quite other words") for name in texts})
    assert other.fingerprint == new_finding.fingerprint
    assert replace(new_finding, edges=None, witness=None, cites=("Z.9",)).fingerprint == new_finding.fingerprint
    assert replace(new_finding, subject="another").fingerprint != new_finding.fingerprint


@pytest.fixture
def new_finding() -> Finding:
    from audit.language.diagnostics import Severity

    return Finding("result-unstated", Severity.WARNING, *(Prose("words"),) * 6, "example/told/undated", "pass payout")
