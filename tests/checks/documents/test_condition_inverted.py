"""Remedies and the cases that they fall on."""

from __future__ import annotations

import pytest

from audit.checks.documents import condition_inverted

MISDEAL = """
A. Dealing

1. If the cards have been misdealt (a guest holds more or less than four cards) and yet 52 cards remain in the pack, every hand
shall be void. If the cards have not been misdealt{more}, every hand shall be void and the pack shall be removed from the
table.
"""
COUNTED = """
A. Dealing

1. The dealer counts the stub.

a. Where the count shows a wrong number of cards in the pack, the dealer shall find out whether the cards were misdealt.

i. If the cards have {first}been misdealt and yet 52 cards remain in the pack, every hand shall be void.

ii. If the cards have {second}been misdealt, every hand shall be void and the whole pack shall be removed.
"""
SECTIONS = """
A. Shoe

1. If a card is found face up in the deck during the deal, that card shall not be used and goes to the rack.

B. Hand

1. If a card is {first}found face up in the deck during the deal, that card shall not be used and goes to the rack.

C. Device

1. If a card is {second}found face up in the deck during the deal, that card shall not be used and goes to the rack.
"""


def _messages(written, text):
    return [str(f.message) for f in condition_inverted.check(written(text))]


def test_a_round_without_a_fault_is_void(written):
    assert _messages(written, MISDEAL.format(more="")) == ["A.1 voids a round in which the cards have not been misdealt"]


def test_with_the_second_condition_it_is_right(written):
    assert _messages(written, MISDEAL.format(more=", and the deck contains a number of cards other than 52")) == []


def test_a_wrong_count_above_is_the_second_condition(written):
    assert _messages(written, COUNTED.format(first="", second="not ")) == []


@pytest.mark.parametrize("no", ["", "not "])
def test_both_branches_say_the_same_case(written, no):
    case = f"the cards {no}misdealt"
    messages = _messages(written, COUNTED.format(first=no, second=no))
    assert messages[-1] == f"A.1.a.i and A.1.a.ii give two remedies for one case, {case}, and none for its opposite"


def test_the_fault_explained_as_its_opposite(written):
    text = MISDEAL.replace("have been misdealt (", "have not been misdealt (").format(more=" and 51 cards remain")
    assert "A.1 explains the cards not misdealt by a wrong number of cards" in _messages(written, text)


def test_a_right_count_is_no_fault(written):
    text = "A. Dealing\n\n1. If the number of cards in the deck is {}52 cards, all hands shall be void.\n"
    assert _messages(written, text.format("")) == ["A.1 voids a round in which the number of cards in the deck is 52 cards"]
    assert _messages(written, text.format("more or less than ")) == []


def test_one_of_three_with_a_not(written):
    assert _messages(written, SECTIONS.format(first="not ", second="")) == [
        "B.1 has the word not that A.1 and C.1 lack in the same sentence"
    ]
    assert _messages(written, SECTIONS.format(first="", second="")) == []


def test_one_against_one_decides_nothing(written):
    two = SECTIONS.partition("C. Device")[0]
    assert _messages(written, two.format(first="not ")) == []


def test_against_the_other_chapters(chapters):
    right = "A. Shoe\n\n1. If a device is used and it jams, the cards shall be taken out of it and reshuffled by hand.\n"
    wrong = right.replace("is used and", "is not used and")
    first, *_, last = chapters({"One": right, "Two": right, "Three": right, "Four": wrong})
    assert list(condition_inverted.check(first)) == []
    assert [str(f.message) for f in condition_inverted.check(last)] == [
        "A.1 has the word not that 3 other chapters lack in the same sentence"
    ]


def test_an_exception_that_is_the_case(written):
    text = "A. Play\n\n1. If a player leaves the table, the wager is collected unless {}.\n"
    assert _messages(written, text.format("a player leaves the table")) == [
        "A.1 excepts the very case that it is about: a player leaves the table"
    ]
    assert _messages(written, text.format("a player comes back in time")) == []


# Read in the documents: these void every round that was dealt right, no count of the deck is asked for.
KNOWN = {"000": [], "001": [(2273, "8.F"), (6013, "8.F")], "002": [], "003": [], "004": []}


@pytest.mark.long
@pytest.mark.parametrize("number", KNOWN)
def test_the_source_documents(number, found_in):
    assert found_in("condition-inverted", number) == KNOWN[number]
