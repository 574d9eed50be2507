"""Wagers of which a result or a payout is not told."""

from __future__ import annotations

import pytest

from audit.checks.documents import result_unstated
from audit.checks.documents.wagers_named import bare_name, is_named
from audit.language.diagnostics import Severity

DICE = """
A. Wagers

1. "Harbour Four" is a wager that shall win if a 4 is thrown with two twos before a 7 is thrown{four}.

2. "Lantern Bet" is a one roll wager that shall win if a 9 is thrown and shall lose if any other total is thrown.

3. "Anchor Bet" is a one roll wager that shall win if a 3 is thrown and shall lose if any other total is thrown.

4. "Gull Bet" is a one roll wager that shall win if a 12 is thrown and shall lose if any other total is thrown.

B. Payout Odds

1. Winning wagers are paid as follows:

Wager Payout Odds
Harbour Four 7 to 1
Lantern Bet 8 to 1
Anchor Bet 15 to 1
{gull}
"""


def _dice(chapters, four: str = " and shall lose otherwise", gull: str = "Gull Bet 30 to 1"):
    return chapters({"Harbour Dice": DICE.format(four=four, gull=gull)})[0]


def _messages(written):
    return [str(f.message) for f in result_unstated.check(written)]


def test_all_is_stated(chapters):
    assert _messages(_dice(chapters)) == []


def test_a_wager_that_only_wins(chapters):
    (finding,) = result_unstated.check(_dice(chapters, four=""))
    assert finding.message == "no clause says what Harbour Four loses on"
    assert finding.cites == ("A.1",)
    assert "3 say both" in finding.condition


def test_that_it_loses_may_stand_elsewhere(chapters):
    text = DICE.format(four="", gull="Gull Bet 30 to 1") + "\n2. The Harbour Four loses on a 7.\n"
    assert _messages(chapters({"Harbour Dice": text})[0]) == []


def test_a_wager_without_a_payout(chapters):
    assert _messages(_dice(chapters, gull="Gold Bet 30 to 1")) == ["what Gull Bet pays is not stated"]


def test_a_payout_in_a_sentence(chapters):
    text = DICE.format(four=" and shall lose otherwise", gull="") + "\n2. A Gull Bet shall be paid at odds of 30 to 1.\n"
    assert _messages(chapters({"Harbour Dice": text})[0]) == []


AGAINST = """
A. Play

1. A player shall be paid 1 to 1 on the Ante Wager if the player's hand is ranked higher than the dealer's hand.

2. If the hands are equal, the Ante Wager shall be returned. {lower}
"""


def test_no_hand_that_loses_to_the_dealer(written):
    assert _messages(written(AGAINST.format(lower=""))) == [
        "no clause says that Ante Wager loses to a higher hand of the dealer"
    ]
    lower = "If the player's hand is lower than the dealer's hand, it shall be collected."
    assert _messages(written(AGAINST.format(lower=lower))) == []


def test_what_takes_the_stake_of_a_hand_that_loses_is_told_as_it_stands(written):
    (finding,) = result_unstated.check(written(AGAINST.format(lower="The dealer shall collect all losing wagers.")))
    assert finding.severity is Severity.NOTE
    assert "speaks of “all losing wagers”" in finding.cause and finding.cause.startswith("A.2 ")
    assert "stake" not in finding.effect

    folded = "If a player folds, the wager shall be collected by the dealer. A losing Gull Wager is collected too."
    (finding,) = result_unstated.check(written(AGAINST.format(lower=folded)))
    assert finding.severity is Severity.WARNING
    assert "A.2 (“If a player folds" in finding.cause and "Gull Wager" in finding.cause
    assert "none of the clauses that take stakes" in finding.effect

    (finding,) = result_unstated.check(written(AGAINST.format(lower="The dealer shall collect the cards.")))
    assert finding.cause == "" and finding.effect == "the house has no clause by which to take the stake"


def test_a_condition_with_alternatives_is_told_whole(written):
    text = """
    A. Play

    1. If the player's hand is higher, the house pays, provided, however, that the Gull Wager may not be paid unless the
    hand has a rank of straight or higher or two pairs of one colour.
    """
    (finding,) = result_unstated.check(written(text))
    assert "a rank of straight or higher or two pairs of one colour”" in finding.condition


def test_a_game_that_decides_nothing(chapters):
    text = """
    A. Wheel

    1. The wheel has four colours. {more}

    B. Odds

    1. The casino shall pay off wagers at these odds:

    Section Payout Odds
    Blue 1 to 1
    Green 5 to 1
    Gold 20 to 1
    Black 45 to 1
    """
    assert _messages(chapters({"Wheel": text.format(more="")})[0]) == ["no clause says when a wager wins or loses"]
    assert _messages(chapters({"Wheel": text.format(more="A wager wins on its colour and loses on all else.")})[0]) == []


def test_a_hand_that_is_to_be_paid_and_has_no_row(chapters):
    text = """
    A. Hands

    1. The Gull Wager hands eligible for a payout shall be:

    a. A straight flush, which is a hand of three cards in a row.

    b. A mini-royal, which is a hand of the three best.

    B. Odds

    1. Each winning Gull Wager shall be paid as follows:

    Hand Payout
    {row}
    Straight Flush 40 to 1
    Straight 6 to 1
    Pair 1 to 1
    """
    (whole,) = chapters({"Harbour": text.format(row="Flush 3 to 1")})
    assert _messages(whole) == ["A.1.b makes a mini-royal eligible for a payout of Gull; the table of B.1 has no row for it"]
    (whole,) = chapters({"Harbour": text.format(row="Mini-Royal 50 to 1")})
    assert _messages(whole) == []


def test_a_winner_that_is_not_paid(written):
    text = """
    A. Play

    1. If the player's hand is higher, the house pays, provided, however, that the Gull Wager may not be paid unless the
    hand has a rank of flush or higher.

    2. {more}
    """
    assert _messages(written(text.format(more="The rack is locked."))) == [
        "no clause says what becomes of the Gull Wager on a winning hand for which A.1 bars its payment"
    ]
    assert _messages(written(text.format(more="The Gull Wager of a hand below a flush shall be returned."))) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [("Craps Two", "Craps 2 Bet"), ("11 in One Roll", "E or 11 (one roll)"), ("Hardway Hop", "Hardway Hops"), ("Bonus: Far Shot (FS)", "Far Shot")],
)
def test_spellings_of_one_wager(name, said):
    assert is_named(name, said)


def test_other_wagers_are_not_taken_for_it():
    assert bare_name("The Horn Bet") == ("horn",)
    assert not is_named("Horn High", "Horn Bet")
    assert not is_named("Any Seven", "Any Craps")


# Read in the documents: of each of these, no clause gives the result or the payout.
KNOWN = {
    "000": [(6, "D.6"), (1591, "K.1.a"), (16173, "K.1.a")],
    "001": [(1123, "3.A.xl"), (2373, "12.A.i"), (2617, "6.C.i"), (4685, "12.B"), (5176, "11.H.ii"), (6141, "11.H.ii"),
            (6551, "4.A"), (7734, "8.A.i")],
    "002": [(988, ""), (4802, "")],
    "003": [(635, "K.1.a")],
    "004": [],
}


@pytest.mark.long
@pytest.mark.parametrize("number", KNOWN)
def test_the_source_documents(number, found_in):
    assert found_in("result-unstated", number) == KNOWN[number]
