"""Two editions of one text of craps, against what a careful reader found by laying both side by side."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight

# kind, what, subject, clauses before and after: every true difference, and nothing else
TRUE = [
    (Kind.CHANGED, "condition", "come", ("E.5",), ("E.5",)),
    (Kind.CHANGED, "condition", "come_odds", ("E.5",), ("E.5",)),
    (Kind.CHANGED, "payout", "come", ("F.1", "H.3"), ("H.3.a",)),
    (Kind.CHANGED, "duty", "late_wager", ("E.1",), ("E.1",)),
    (Kind.CHANGED, "duty", "confirm_on", ("D.5", "E.5"), ("D.5.c",)),
    (Kind.CHANGED, "duty", "collect_dice", ("J.3.d",), ("J.3.d",)),
    (Kind.ADDED, "duty", "mark_on", (), ("E.5",)),
    (Kind.ADDED, "duty", "more_wagers", (), ("D.22",)),
    (Kind.REMOVED, "clause", "I.1", ("I.1",), ()),
    (Kind.CHANGED, "title", "world", ("D.20",), ("D.20",)),
]


def entry(comparison: Comparison, what: str, subject: str) -> Entry:
    return next(e for e in comparison.entries if (e.what, e.subject) == (what, subject))


def test_every_true_difference_stands_there_once_and_nothing_else(two_editions: Comparison) -> None:
    found = [(e.kind, e.what, e.subject, e.old_cites, e.new_cites) for e in two_editions.entries]
    assert sorted(found, key=str) == sorted(TRUE, key=str)


def test_play_comes_before_controls_before_words(two_editions: Comparison) -> None:
    weights = [e.weight for e in two_editions.entries]
    assert weights == [Weight.PLAY] * 3 + [Weight.CONTROLS] * 6 + [Weight.WORDS]


def test_a_come_bet_is_no_longer_off_on_a_come_out_roll(two_editions: Comparison) -> None:
    changed = entry(two_editions, "condition", "come")
    assert changed.title == "Come Bet on a Come Out Roll"
    assert (changed.old, changed.new) == ("off unless called on", "on")
    assert changed.old_edge == changed.new_edge == Fraction(7, 495)
    assert changed.favours is Favours.NEITHER
    assert "come at come out is inactive" in changed.note
    witness = changed.witness
    assert witness is not None and witness.columns == ("2003-08-06", "2022-09-08")
    # a point, the Come Bet's number and the point made at once, then a come out roll that decides it
    assert len(witness.steps) == 3
    assert [step.results for step in witness.steps[1:]] == [("stays", "stays"), ("off", "wins $10 at 1 to 1")]
    assert "E.5" in witness.steps[-1].cites and "D.3" in witness.steps[-1].cites


def test_the_odds_behind_a_come_bet_are_given_back_on_a_come_out_roll(two_editions: Comparison) -> None:
    changed = entry(two_editions, "condition", "come_odds")
    assert (changed.old, changed.new) == ("on", "off unless called on")
    assert changed.old_edge == changed.new_edge == 0
    assert changed.witness is not None
    assert changed.witness.steps[-1].results == ("stays", "comes back")
    assert "--wager come=10 --wager come_odds=10" in changed.witness.command


def test_the_payout_of_a_come_bet_is_no_floor_any_more_and_no_round_shows_it(two_editions: Comparison) -> None:
    changed = entry(two_editions, "payout", "come")
    assert (changed.old, changed.new) == ("at least 1 to 1", "1 to 1")
    assert changed.no_round_differs and changed.witness is None
    assert "come payout is even money" in changed.note


@pytest.mark.parametrize(
    ("subject", "old", "new"),
    [
        ("late_wager", "verified by stickperson, verified by boxperson", "verified by staff"),
        (
            "confirm_on",
            "confirm a bet that is called on with an on marker on top of it",
            "confirm a Place Bet that is called on with an on marker on top of it",
        ),
        (
            "collect_dice",
            "bring the dice to the centre, between stickperson and boxperson",
            "bring the dice to the centre, between stickperson and boxperson, by stick or by hand",
        ),
    ],
)
def test_duties_by_the_slot_that_changed(two_editions: Comparison, subject: str, old: str, new: str) -> None:
    changed = entry(two_editions, "duty", subject)
    assert (changed.old, changed.new) == (old, new)


def test_a_clause_that_was_taken_out_is_told_with_what_rested_on_it(two_editions: Comparison) -> None:
    gone = entry(two_editions, "clause", "I.1")
    assert gone.old is not None and "at least 5 dice" in gone.old and "minimum internal control standards" in gone.old
    assert gone.note == "What rested on it is unchanged and rests on B.3, B.4 and C.2."


def test_numbers_alone_are_noise_in_runs(two_editions: Comparison) -> None:
    moved = {(e.old_cites, e.new_cites): e.count for e in two_editions.renumbered}
    assert moved[("I.2 through I.3",), ("I.1 through I.2",)] == 5
    assert moved[("D.5",), ("D.5.c",)] == 2  # the wagers that rest on it: place and buy
    assert {("H.1",), ("H.2",), ("H.4",)} <= {old for old, _ in moved}
    assert two_editions.renumbered_statements == 14
    assert two_editions.alike == 75


def test_what_the_new_packet_lacks_is_unknown(two_editions: Comparison) -> None:
    (text,) = two_editions.unknown
    assert "begins at D.5.c" in text and "A through D.5.b, L" in text


def test_readings_of_ours_stand_apart(two_editions: Comparison) -> None:
    kinds = {(e.kind, e.subject) for e in two_editions.assumed}
    assert kinds == {
        (Kind.REMOVED, "come_at_come_out"),
        (Kind.REMOVED, "lay_odds_illegible"),
        (Kind.REMOVED, "odds_cut_off"),
        (Kind.ADDED, "clauses_not_in_packet"),
        (Kind.ADDED, "come_payout"),
        (Kind.ADDED, "come_odds_off"),
    }
