"""The contradictions in the documents of the card games come out, with their clauses, and nothing else does.

A hand with no stated result, extremes of a class misdescribed, an order of hands against their frequency: each was read
in the document.  What a ruleset only takes as given is told under `assumption`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.checks.context import Context
from audit.checks.rules import examine, examine_by_the_letter
from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import configure

QUICK = ("three-card-poker/2", "progressive", "jack-cleveland/mississippi-stud", "dj-wild", "mississippi-stud/2024")
"""What is in the names of rulesets whose hands are counted in a second or two."""

LIBRARY = Library((Path(__file__).parents[2] / "rulesets",))

FLUSH_FIRST = "four_card flush>straight"
LOWER = "ante play lower_hand_loses letter no result"
STATIC = {
    "oneida/three-card-poker/2003-08-06": [],
    "oneida/three-card-poker/2022-06-14": [],
    "oneida/three-card-poker/2024-09-11": [],
    "oneida/four-card-poker/2004-05-05": [("ranking-against-frequency", FLUSH_FIRST, ("E.2.d", "E.2.e"))],
    "oneida/four-card-poker/2023-02-24": [("ranking-against-frequency", FLUSH_FIRST, ("C.2.d", "C.2.e"))],
    "oneida/four-card-poker/2024-09-11": [("ranking-against-frequency", FLUSH_FIRST, ("C.2.d", "C.2.e"))],
    "oneida/caribbean-stud/2003-08-06": [],
    "oneida/let-it-ride/2003-08-06": [],
    "oneida/mississippi-stud/2020-01-14": [],
    "oneida/mississippi-stud/2024-09-11": [],
    "jack-cleveland/three-card-poker/undated": [],
    "jack-cleveland/four-card-poker/2016-04-20": [("ranking-against-frequency", FLUSH_FIRST, ("6.B.iv", "6.B.v"))],
    "jack-cleveland/let-it-ride/undated": [
        (
            "ranking-against-frequency",
            "three_card_ranks flush>straight straight>three_of_a_kind",
            ("6.C.iii", "6.C.iv", "6.C.v"),
        ),
    ],
    "jack-cleveland/mississippi-stud/2016-10-12": [
        ("claim-false", "board_ranks best flush", ("6.D.iv",)),
        ("claim-false", "board_ranks worst flush", ("6.D.iv",)),
    ],
    "jack-cleveland/texas-holdem-bonus/undated": [],
    "jack-cleveland/crazy-four-poker/2017-02-15": [
        ("unpayable-odds", "super_bonus 3 to 2", ("11.B", "1.E", "2.A.iv")),
        ("ranking-against-frequency", FLUSH_FIRST, ("6.B.iv", "6.B.v")),
    ],
    "jack-cleveland/three-card-progressive/undated": [],
    "jack-cleveland/multi-link-progressive/undated": [],
    "card-room/texas-holdem/undated": [
        ("claim-false", "poker5 worst flush", ("14", "1")),
        ("claim-false", "poker5 worst high_card", ("14", "1")),
    ],
}
LETTER = {
    "oneida/three-card-poker/2003-08-06": {LOWER: ("J.3",), "pair_plus only winners": ("K.b",)},
    "oneida/three-card-poker/2022-06-14": {LOWER: ("K.1.a",), "pair_plus only winners": ("K.1.b",)},
    "oneida/three-card-poker/2024-09-11": {LOWER: ("K.1.a",), "pair_plus only winners": ("K.1.b",)},
    "oneida/four-card-poker/2004-05-05": {
        LOWER: ("J.7",),
        "aces_up odds_cut_off letter no payout": ("K.1.b",),
        "aces_up aces_up_loses letter no result": ("K.1.b", "J.7"),
    },
    "oneida/caribbean-stud/2003-08-06": {},
    "oneida/mississippi-stud/2024-09-11": {"ante third_street fourth_street fifth_street": ("M.1",)},
    "jack-cleveland/three-card-poker/undated": {
        LOWER: (),
        "pair_plus pair_plus_loses letter no result": ("12.D",),
        "progressive progressive_loses letter no result": ("progressives 3.A.iii",),
    },
    "jack-cleveland/dj-wild-stud-poker/2016-10-12": {
        "ante blind play higher_wins letter no result": (),
        "trips side_bets_lose letter no result": ("12.E",),
        "bad_beat side_bets_lose letter no result": (),
    },
}


def context(ruleset_id: str) -> Context:
    ruleset = load(ruleset_id, LIBRARY)
    return Context(ruleset, configure(ruleset))


def marked(ids):
    """The ids, with those that take longer marked so."""
    return [
        pytest.param(one, marks=() if any(part in one for part in QUICK) else pytest.mark.long, id=one) for one in ids
    ]


@pytest.mark.parametrize("ruleset_id", marked(STATIC))
def test_what_the_words_of_a_ruleset_show(ruleset_id):
    found = examine(context(ruleset_id))
    told = [(f.rule, f.subject, f.cites) for f in found.findings if f.rule != "assumption"]
    assert sorted(told) == sorted(STATIC[ruleset_id])
    assert found.unfinished == ()


@pytest.mark.parametrize("ruleset_id", marked(LETTER))
def test_what_no_clause_says(ruleset_id):
    found = examine_by_the_letter(context(ruleset_id))
    assert found.unfinished == ()
    assert {f.rule for f in found.findings} <= {"result-missing"}
    assert len(found.findings) == len(LETTER[ruleset_id])
    for subject, cites in LETTER[ruleset_id].items():
        (one,) = [f for f in found.findings if _is_about(f.subject, subject)]
        assert set(cites) <= set(one.cites)
        assert one.cites
        assert one.witness is not None
        assert one.witness.command.endswith("--by-the-letter")


def _is_about(subject: str, wanted: str) -> bool:
    """A subject in full, or by the wagers that it begins with."""
    return subject == wanted or subject.startswith(wanted.split(" only ", maxsplit=1)[0] + " ")
