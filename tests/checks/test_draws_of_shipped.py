"""The conflicts in the documents of blackjack, baccarat and pai gow come out, with the clauses on both sides.

Each was read in the document: two clauses that do not go together, or a case that a list leaves out.  It is told as an
assumption of the ruleset, and where it decides a result, a payment or an offer also as a finding.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.checks.assumption import assumed
from audit.checks.context import Context
from audit.checks.rules import examine, examine_by_the_letter
from audit.checks.wording import cites_of
from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import configure

LIBRARY = Library((Path(__file__).parents[2] / "rulesets",))

BLACKJACK = "jack-cleveland/blackjack/undated"
FREE_BET = "jack-cleveland/free-bet-blackjack/undated"
MINI = "jack-cleveland/mini-baccarat/undated"
DRAGON = "jack-cleveland/dragon-bonus-baccarat-commission-free/undated"
PAI_GOW = "jack-cleveland/pai-gow-poker/2015-03-15"
COMMISSION_FREE = "jack-cleveland/commission-free-pai-gow-poker/undated"
ONEIDA = "oneida/pai-gow-poker/2003-08-06"
SEVENS = "jack-cleveland/blazing-sevens-progressive/undated"
FORTUNE = "jack-cleveland/fortune-pai-gow-progressive/undated"

FOUND = {
    BLACKJACK: {
        "a dealer who draws to 17, and one who stands on it": {"2.A.iv", "12.B"},
        "wins, ties and one loss: a hand over 21 is in no list": {"16.E.i(b)"},
        "wins, ties and one loss: a lower total is in no list": {"4.B"},
        "21 loses to a blackjack, and no other total is said to": {"4.C", "10.B", "11.D"},
        "the first two cards, and those of a split hand": {"1.B", "11.C.ii"},
        "a royal match that is paid at once, and a row that looks at the hole card": {"15.B.iv"},
        "a king's bounty that is paid at once, and a row that looks at the hole card": {"15.B~2.iv"},
        "$1,000 in a row of its own": {"15.B.i"},
        "pay tables for 1, 2, 4, 6 and 8 decks": {"15", "15.A.iii"},
        "losing TriLux wagers are picked up, and none is named": {"15.C.ii(a)"},
        "a suited pair, which is a pair too": {"15.A.iii"},
        "a suited king and queen, which are two of a suit too": {"15.B.i", "15.B.iv"},
        "two kings, which are a 20 too": {"15.B~2.i"},
    },
    FREE_BET: {
        "a dealer who draws to 17, and one who stands on it": {"2.A.iv", "12.B"},
        "equal totals push, and 21 loses to a blackjack": {"4.C.i", "4.D"},
        "a blackjack that is paid, and a 22 that pushes": {"4.C.iii", "8.B", "8.C"},
        "a hand over 21, and a 22 that pushes": {"4.C.iii", "10.D.v", "11.E.v"},
        "no list says that a lower total loses": {"10.D.v", "11.E.v"},
        "a doubled hand alone is said to lose": {"10.D.v"},
        "21 loses to a blackjack, and no other total is said to": {"4.D", "10.B", "11.D"},
        "what a dealer's blackjack does to free wagers": {"10.B", "11.D"},
        "every player may insure, and one with a blackjack may not": {"9.A", "9.B"},
        "a dealer who stops early, and a side bet on his count": {"12.C", "14.A.ii"},
        "a 22 of one suit, which is of one color too": {"14.A.ii"},
    },
    MINI: {
        "rows by margin, and a row for naturals": {"8.A.iv", "16.C"},
        "a tie charged by 13.G, which charges none": {"8.A.i(c)(2)", "13.C", "13.G"},
    },
    DRAGON: {"every wager priced but the Banker's, and even money in tournaments": {"13", "17.B.vii"}},
    PAI_GOW: {
        "exceptions of the house way before the rules that they except": {"12"},
        "a full house that is always broken up, and one that is kept": {"12.G.vi", "12.H.i"},
        "the highest card not shared, and pairs that rank by the pair": {"6.B", "6.D"},
        "three of a kind above a straight, and below it": {"6.B", "14.F"},
        "what becomes of the bonus of one who surrenders": {"13.E"},
        "a full house, which is three of a kind too": {"1.E", "1.F", "14.A", "14.F"},
    },
    COMMISSION_FREE: {
        "exceptions of the house way before the rules that they except": {"12"},
        "a full house that is always broken up, and one that is kept": {"12.G.vi", "12.H.i"},
        "a class of aces without a rule": {"12.C.iv"},
        "the highest card not shared, and pairs that rank by the pair": {"6.B", "6.D"},
        "three of a kind above a straight, and below it": {"6.B", "14.F"},
        "nine high, and a pair of nines": {"1.I", "14.H"},
        "what becomes of the bonus of one who surrenders": {"13.E"},
        "a full house, which is three of a kind too": {"1.E", "1.F", "14.A", "14.F"},
    },
    ONEIDA: {
        "a house way that is nowhere said": {"J.7", "J.8"},
        "the highest card not shared, and pairs that rank by the pair": {"C.2", "C.5"},
        "a straight or better qualifies, and three of a kind is paid": {"A.14", "M.5.a"},
        "odds outright, and odds that are the least": {"M.5.a", "M.5.c"},
        "no test between dealer and Bank": {"K.11"},
        "what becomes of the bonus of one who surrenders": {"J.9.a"},
    },
    SEVENS: {"three sevens, which meet every row": {"5.A.ii", "5.A.iii"}},
    FORTUNE: {},
}
"""What `audit check` tells as an assumption, by the clauses that the finding names, all of these among them."""

OVERLAPS = {
    BLACKJACK: [("25 to 1", "2.5 to 1"), ("5 to 1 | $1", "4 to 1")],
    PAI_GOW: [("5 to 1", "3 to 1")],
    COMMISSION_FREE: [("5 to 1", "3 to 1")],
}
"""Two rows of one table that one hand meets, and no clause that says which is paid: a king and queen of a suit, two
kings, a full house."""

TAKEN = {
    BLACKJACK: {
        "a card reader ordered, and left to the house": {"2.C", "7.E"},
        "a hole card that nobody sees, and a dealer who looks at it": {"7.E", "16.E"},
    },
    FREE_BET: {"a card reader ordered, and left to the house": {"2.C", "7.E"}},
    MINI: {
        "six to eight decks, and eight to sixteen": {"3.A", "3.B"},
        "a cover card 14 cards above the bottom, and at the bottom": {"5.E"},
    },
    DRAGON: {
        "six to eight decks, and eight to sixteen": {"3.A", "3.B"},
        "a cover card 14 cards above the bottom, and at the bottom": {"5.E"},
        "burned cards shown, and not exposed": {"5.G"},
    },
    PAI_GOW: {
        "a full house always broken, and one that is kept": {"12.G.vi", "12.H.i"},
        "a shaker that may, and one that shall": {"2.E", "2.E.i"},
        "no more bets, announced where 9 and 10 have it": {"7.C"},
    },
    COMMISSION_FREE: {
        "a full house always broken, and one that is kept": {"12.G.vi", "12.H.i"},
        "aces are a class of pairs without a rule": {"12.C.iv"},
    },
    ONEIDA: {"a low hand that is lower, and one that may be equal": {"A.10", "A.11", "J.6"}},
    SEVENS: {"a meter without a start": {"1.B.iii"}},
    FORTUNE: {
        "a joker for straights, and a royal flush that is not named": {"4.A.iii"},
        "a meter without a start": {"1.B.iii"},
    },
}
"""What the ruleset takes as given beside that: equipment, controls, ways."""

LETTER = {
    BLACKJACK: [
        ("result-missing", {"16.E.i(b)"}),
        ("result-missing", {"4.B"}),
        ("result-missing", {"4.C", "10.B", "11.D"}),
        ("result-missing", {"15.C.ii(a)"}),
    ],
    FREE_BET: [
        ("result-missing", {"4.C.iii"}),
        ("result-missing", {"10.D.v"}),
        ("result-missing", {"4.D", "10.B", "11.D"}),
        ("result-missing", {"4.C.iii", "10.D.v", "11.E.v"}),
        ("result-missing", {"10.D.v", "11.E.v"}),
    ],
    MINI: [],
    DRAGON: [],
    PAI_GOW: [("result-missing", {"14.F"})],
    COMMISSION_FREE: [("result-missing", {"14.F"}), ("hand-without-row", {"12.C.iv"})],
    ONEIDA: [],
}
"""What no clause says, once what is only assumed is taken away: hands over 21, lower totals, aces with another pair."""


def context(ruleset_id: str) -> Context:
    ruleset = load(ruleset_id, LIBRARY)
    return Context(ruleset, configure(ruleset))


@pytest.mark.parametrize("ruleset_id", FOUND)
def test_conflicts_are_told_with_their_clauses(ruleset_id):
    """Each once, and none that is not in the list; a date out of order is another matter."""
    found = examine(context(ruleset_id), only=("assumption",))
    assert found.unfinished == ()
    told = [set(one.cites) for one in found.findings]
    assert len(told) == len(FOUND[ruleset_id])
    for conflict, cites in FOUND[ruleset_id].items():
        assert any(cites <= one for one in told), conflict


@pytest.mark.parametrize("ruleset_id", TAKEN)
def test_what_is_taken_as_given_cites_both_sides(ruleset_id):
    told = [set(cites_of(one.bases)) for one in assumed(load(ruleset_id, LIBRARY))]
    for conflict, cites in TAKEN[ruleset_id].items():
        assert any(cites <= one for one in told), conflict


@pytest.mark.parametrize("ruleset_id", FOUND)
def test_no_other_kind_of_finding_is_in_their_words(ruleset_id):
    """But for one document that was approved two years before it was submitted, and rows that fit one hand."""
    told = [one.rule for one in examine(context(ruleset_id)).findings if one.rule != "assumption"]
    overlaps = ["table-overlaps"] * len(OVERLAPS.get(ruleset_id, ()))
    assert sorted(told) == (["date-order", *overlaps] if ruleset_id == PAI_GOW else overlaps)


@pytest.mark.parametrize("ruleset_id", OVERLAPS)
def test_rows_that_fit_one_hand_where_only_we_say_which_counts(ruleset_id):
    found = examine(context(ruleset_id), only=("table-overlaps",)).findings
    assert [(one.effect, one.witness is not None) for one in found] == [
        (f"{one} or {other}, by the row that is read", True) for one, other in OVERLAPS[ruleset_id]
    ]


@pytest.mark.parametrize("ruleset_id", LETTER)
def test_what_no_clause_says(ruleset_id):
    found = examine_by_the_letter(context(ruleset_id))
    assert found.unfinished == ()
    told = [(one.rule, set(one.cites)) for one in found.findings]
    assert len(told) == len(LETTER[ruleset_id])
    for rule, cites in LETTER[ruleset_id]:
        assert any(rule == named and cites <= one for named, one in told), cites
