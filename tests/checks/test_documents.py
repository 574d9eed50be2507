"""The rules on the dice and wheel games of the documents: what they say, and that every witness plays."""

from __future__ import annotations

import pytest

from audit.checks.context import Context
from audit.checks.rules import run, run_by_the_letter
from audit.language.library import Library
from audit.language.loading import load
from audit.resources import folder
from audit.ruleset.configure import read_value
from audit.solve.planner import verify

CHOICES = {"oneida/roulette/2003-08-06": {"coupons_taken": "no"}}
GAMES = {
    "oneida/craps/2003-08-06": {
        "result-unstated hardway hardway_loss",
        "result-unstated lay lay_outcome",
        "result-unstated pass_odds dont_pass_odds come_odds dont_come_odds supplemental_loss",
        "unpayable-odds buy 3 to 2 6 to 5",
        "unpayable-odds lay 1 to 2 2 to 3 5 to 6",
    },
    "oneida/craps/2022-09-08": {
        "result-unstated hardway hardway_loss",
        "result-unstated lay lay_outcome",
        "result-unstated pass_odds dont_pass_odds come_odds dont_come_odds supplemental_loss",
        "unpayable-odds buy 3 to 2 6 to 5",
        "unpayable-odds lay 1 to 2 2 to 3 5 to 6",
    },
    "jack-cleveland/craps/undated": {
        "result-unstated six_seven_eight payout",
        "result-unstated fire fire_table table_b",
        "result-unstated lay lay_outcome",
        "result-unstated pass_odds dont_pass_odds come_odds dont_come_odds supplemental_loss",
        "result-unstated put_odds put_supplement",
        "claim-false world wins 7",
        "unpayable-odds place 9 to 5 7 to 5 7 to 6",
        "unpayable-odds buy 3 to 2 6 to 5",
        "unpayable-odds lay 1 to 2 2 to 3 5 to 6",
        "unpayable-odds craps_eleven in parts of 1/2",
        "unpayable-odds horn in parts of 1/4",
    },
    "jack-cleveland/crapless-craps/undated": {
        "result-unstated pass_odds come_odds supplemental_loss",
        "result-unstated put_odds put_supplement",
        "claim-false world wins 7",
        "unpayable-odds place 11 to 2 11 to 4 9 to 5 7 to 5 7 to 6",
        "unpayable-odds buy 3 to 2 6 to 5",
        "unpayable-odds world in parts of 1/5",
    },
    "oneida/roulette/2003-08-06": set(),
    "jack-cleveland/roulette/undated": set(),
    "jack-cleveland/big-six/undated": {"result-unstated insignia winning"},
}
BY_THE_LETTER = {
    "oneida/craps/2003-08-06": ["hardway", "lay", "pass_odds", "any_seven"],
    "oneida/craps/2022-09-08": ["hardway", "lay", "pass_odds"],
    "jack-cleveland/craps/undated": ["lay", "pass_odds", "put_odds"],
    "jack-cleveland/crapless-craps/undated": ["pass_odds", "put_odds"],
    "oneida/roulette/2003-08-06": ["straight", "red"],
    "jack-cleveland/roulette/undated": ["straight"],
    "jack-cleveland/big-six/undated": ["insignia"],
}


def _context(name: str) -> Context:
    ruleset = load(name, Library((folder("rulesets"),)))
    verified = verify(ruleset, {k: read_value(v) for k, v in CHOICES.get(name, {}).items()})
    return Context(ruleset, verified.configured, verified)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_what_is_found_and_that_every_witness_plays(name, replay):
    context = _context(name)
    found = run(context)
    assert {f"{f.rule} {f.subject}" for f in found if f.rule != "assumption"} == GAMES[name]
    for finding in found:
        assert finding.effect and finding.condition and finding.criteria and finding.recommendation
        if finding.witness is not None:
            again = replay(finding, context.ruleset)
            assert not again.stopped
            assert again.last


@pytest.mark.long
@pytest.mark.parametrize("name", BY_THE_LETTER)
def test_what_is_missing_by_the_letter_and_that_it_plays(name, replay):
    context = _context(name)
    found = run_by_the_letter(Context(context.ruleset, context.configured))
    assert [f.subject.split()[0] for f in found] == BY_THE_LETTER[name]
    for finding in found:
        assert finding.rule == "result-missing"
        again = replay(finding, context.ruleset)
        target = again.last or {"": ""}
        assert again.stopped or set(target.values()) <= {"stays", "return", "win", "lose"}
