"""Qualifying ranks that differ."""

from __future__ import annotations

import pytest

from audit.checks.documents import qualifier_disagrees
from audit.checks.documents.ranks import is_row_of, plain_rank

DEALER = """
A. Layout

1. The sign reads "Dealer plays with {first} or better."

B. Payment

1. If the dealer does not hold a hand with a {second} or better rank, the Ante Wager is returned.

2. If the dealer's hand is lower than a {third}, nobody draws.
"""
SIDE = """
A. Wagers

1. The house may offer a Gull Wager that the player's cards will have a rank of {rank} or better.

B. Odds

1. Each winning Gull Wager shall be paid as follows:

Hand Payout
Straight Flush 40 to 1
Three of a Kind 30 to 1
Straight 6 to 1
Pair 1 to 1
"""


def _messages(written):
    return [str(f.message) for f in qualifier_disagrees.check(written)]


def test_one_rank_in_three_spellings(written):
    assert _messages(written(DEALER.format(first="Queen High", second="queen high", third="queen"))) == []


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (("Queen High", "king high", "queen"), "the dealer qualifies with king high or better in B.1, with Queen High or better in A.1"),
        (("pair", "pair", "pair of tens"), "the dealer qualifies with pair of tens or better in B.2, with pair or better in A.1"),
    ],
)
def test_ranks_that_differ(written, told, message):
    first, second, third = told
    assert _messages(written(DEALER.format(first=first, second=second, third=third))) == [message]


def test_a_choice_of_two_lines_is_one_statement(written):
    text = "A. Pay\n\n1. The Ante Wager is paid if the hand has a straight or higher or a flush or higher.\n\n2. {}\n"
    again = "On the layout: the Ante Wager is paid if the hand has a straight or higher or a flush or higher."
    assert _messages(written(text.format(again))) == []


def test_a_table_that_pays_lower_hands(chapters):
    (whole,) = chapters({"Harbour": SIDE.format(rank="straight")})
    assert _messages(whole) == ["Gull is on straight or better in A.1; its table also pays Pair"]
    (whole,) = chapters({"Harbour": SIDE.format(rank="a pair")})
    assert _messages(whole) == []


def test_a_bonus_and_the_table_below_it(chapters):
    text = """
    A. Odds

    1. A player who has a {rank} or better shall be paid a bonus as follows:

    Hand Payout
    Straight Flush 20 to 1
    Flush 9 to 1
    Straight 4 to 1
    """
    assert _messages(chapters({"Harbour": text.format(rank="straight")})[0]) == []
    assert _messages(chapters({"Harbour": text.format(rank="flush")})[0]) == [
        "A.1 pays on flush or better; its table also pays Straight"
    ]
    assert _messages(chapters({"Harbour": text.format(rank="full house")})[0]) == [
        "A.1 pays on full house or better; the table of A.1 has no row for full house"
    ]


def test_a_rank_that_the_table_does_not_pay(chapters):
    (whole,) = chapters({"Harbour": SIDE.format(rank="two pair")})
    assert _messages(whole) == ["Gull is on two pair or better in A.1; the table of B.1 has no row for two pair"]


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Three-of-a-kind", "3 of a kind"), ("three- of- a-kind", "3 of a kind"), ("Queen High", "queen"), ("pair of 10's", "pair of 10"),
        ("a pair of tens", "pair of 10"), ("Pair of J's", "pair of jack"), ("two pairs", "2 pair"),
    ],
)
def test_spellings_of_one_rank(words, plain):
    assert plain_rank(words) == plain


def test_a_straight_flush_is_no_straight():
    assert not is_row_of("straight", plain_rank("Straight Flush"))
    assert is_row_of("pair", plain_rank("Pair of Aces"))


# Read in the documents: the wager is on three of a kind, its table has a row for two pair.
KNOWN = {"000": [], "001": [], "002": [(1781, "")], "003": [], "004": []}


@pytest.mark.long
@pytest.mark.parametrize("number", KNOWN)
def test_the_source_documents(number, found_in):
    assert found_in("qualifier-disagrees", number) == KNOWN[number]
