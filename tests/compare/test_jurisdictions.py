"""Craps in two jurisdictions, and its crapless cousin: what was checked by reading both chapters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Favours, Kind, Weight
from audit.compare.side import Side


@pytest.fixture(scope="module")
def craps(stored: Callable[[str], Side]) -> Comparison:
    return compare(stored("oneida/craps/2003-08-06"), stored("jack-cleveland/craps/undated"))


@pytest.fixture(scope="module")
def crapless(stored: Callable[[str], Side]) -> Comparison:
    return compare(stored("jack-cleveland/craps/undated"), stored("jack-cleveland/crapless-craps/undated"))


def entries(comparison: Comparison, what: str) -> dict[str, tuple[Kind, str | None, str | None]]:
    return {e.subject: (e.kind, e.old, e.new) for e in comparison.entries if e.what == what}


def test_the_only_settlement_that_differs_is_the_come_bet_on_a_come_out_roll(craps: Comparison) -> None:
    shown = [e for e in craps.entries if e.witness is not None]
    assert [(e.what, e.subject) for e in shown] == [("condition", "come")]
    assert "Supplemental wager in support of a Come Bet" in shown[0].note


def test_payouts_agree_in_both_chapters(craps: Comparison) -> None:
    assert entries(craps, "payout") == {}


def test_wagers_that_one_chapter_alone_has(craps: Comparison) -> None:
    found = {subject: kind for subject, (kind, _, _) in entries(craps, "wager").items()}
    assert found == {
        "hop[1-1, 1-2, 5-6, 6-6]": Kind.REMOVED,
        "put": Kind.ADDED,
        "put_odds": Kind.ADDED,
        "six_seven_eight": Kind.ADDED,
        "fire": Kind.ADDED,
    }


def test_a_clause_that_limits_many_wagers_is_one_entry(craps: Comparison) -> None:
    limits = [e for e in craps.entries if e.what == "limit"]
    assert {(e.old, e.new, e.old_cites) for e in limits} == {
        ("amount payable exactly", None, ("F.5",)),
        ("amount in units of 4", None, ("D.18",)),
    }


def test_the_odds_limits_may_be_more(craps: Comparison) -> None:
    changed = {s: v for s, v in entries(craps, "option").items() if v[0] is Kind.CHANGED}
    assert set(changed) == {"pass_odds_limit", "dont_pass_odds_limit", "come_odds_limit", "dont_come_odds_limit"}
    assert set(changed.values()) == {(Kind.CHANGED, "1 through 100", "at least 1, or none")}


def test_controls_by_slot(craps: Comparison) -> None:
    found = {(e.subject, e.old, e.new) for e in craps.entries if e.what == "duty" and e.kind is Kind.CHANGED}
    assert ("break_horn_high", "may", "shall") in found
    assert ("confirm_cash", "verified by boxperson", "verified by dealer") in found
    assert ("confirm_on", "boxperson", "dealer") in found
    assert ("offer_set", "at least 5 dice", "is 5 dice") in found


def test_clauses_of_unrelated_documents_are_no_renumbering(craps: Comparison) -> None:
    assert craps.renumbered == () and craps.renumbered_statements == 0
    assert not any(e.what == "clause" for e in craps.entries)


def test_every_entry_cites_the_side_that_says_it(craps: Comparison) -> None:
    for entry in craps.entries:
        assert entry.old is None or entry.old == "on" or entry.old_cites, entry
        assert entry.new is None or entry.new == "on" or entry.new_cites, entry


def test_crapless_changes_the_line_wagers_for_the_house(crapless: Comparison) -> None:
    for name in ("pass", "come"):
        (entry,) = [e for e in crapless.entries if e.what == "condition" and e.subject == name]
        assert (entry.old_edge, entry.new_edge) == (Fraction(7, 495), Fraction(373, 6930))
        assert entry.favours is Favours.HOUSE and entry.witness is not None


def test_crapless_points_move_what_rests_on_a_come_out_roll(crapless: Comparison) -> None:
    (step,) = [e for e in crapless.entries if e.what == "step"]
    assert step.weight is Weight.PLAY and step.witness is not None
    assert all(title in step.note for title in ("Place Bet", "Buy Bet", "Hardway"))


def test_crapless_adds_positions_and_their_odds(crapless: Comparison) -> None:
    added = {e.subject for e in crapless.entries if e.what == "wager" and e.kind is Kind.ADDED}
    assert added == {f"{name}[2, 3, 11, 12]" for name in ("put", "place", "buy")}
    odds = {(e.title, e.new) for e in crapless.entries if e.what == "payout"}
    assert ("Supplemental wager in support of a Pass Bet, the point 2, 12", "6 to 1") in odds
    assert ("Supplemental wager in support of a Pass Bet, the point 3, 11", "3 to 1") in odds


def test_crapless_has_no_wagers_against_the_shooter(crapless: Comparison) -> None:
    gone = {e.subject for e in crapless.entries if e.what == "wager" and e.kind is Kind.REMOVED}
    assert gone == {
        "dont_pass",
        "dont_come",
        "lay",
        "craps_eleven",
        "six_seven_eight",
        "fire",
        "dont_pass_odds",
        "dont_come_odds",
    }
