"""One quantity, two values: what is a conflict, and what tells cases apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks.documents import statement_conflict
from audit.documents.numbers import CARDINALS, number, spelled

TABLE = """
A. Equipment

1. Harbour Stud shall be played on a table having up to {places} places on one side for the players.

2. The layout shall have betting areas for {areas} players.

3. Cards dealt {first} shall be changed at least once every {hours} hours.

B. Closing

1. Cards dealt {second} shall be changed at least every six hours.
"""

DEAL = """
A. Dealing from the Shoe

1. The dealer shall deal one card at a time until each player and the dealer have {until} cards.

2. After {after} cards have been dealt to each player and to the dealer, the rest goes to the rack.

3. If the cards have been misdealt (a player or the dealer has more or less than {fault} cards) and yet 52 cards remain in
the deck, every hand shall be void. If the cards have not been misdealt, and the deck holds a number of cards other
than {deck}, every hand shall be void and the deck leaves the table.
"""


def _table(**given: str) -> str:
    told = {"places": "seven", "areas": "seven", "first": "by hand", "second": "by hand", "hours": "six"}
    return TABLE.format(**(told | given))


def _deal(**given: str) -> str:
    return DEAL.format(**({"until": "four", "after": "four", "fault": "four", "deck": "52"} | given))


def _messages(written, text):
    return [str(f.message) for f in statement_conflict.check(written(text))]


def test_equal_counts_are_no_conflict(written):
    assert _messages(written, _table(places="seven (7)", areas="up to 7")) == []
    assert _messages(written, _deal()) == []


def test_places_and_betting_areas(written):
    (finding,) = statement_conflict.check(written(_table(areas="six")))
    assert finding.message == "places for players: A.1 says seven; A.2 says six"
    assert finding.cites == ("A.2", "A.1")
    assert finding.span.line == 5


def test_hours_for_one_case(written):
    assert _messages(written, _table(hours="eight")) == ["hours between changes of the cards: A.3 says eight; B.1 says six"]


def test_hours_for_two_cases_are_no_conflict(written):
    assert _messages(written, _table(hours="eight", first="from a shoe")) == []


def test_a_right_deal_that_is_a_misdeal(written):
    messages = _messages(written, _deal(fault="five"))
    assert messages == ["A.3 calls any count but five cards for a player and the dealer a misdeal; A.1 and A.2 deal four"]


def test_cards_of_the_deck(written):
    assert _messages(written, _deal(deck="53")) == []
    text = _deal(deck="53") + "\n4. The device tells whether 52 cards are present.\n"
    assert _messages(written, text) == ["cards in the deck: A.3 and A.4 say 52; A.3 says 53"]


def test_dealt_until_and_after(written):
    assert _messages(written, _deal(after="three", fault="four")) == [
        "cards of a player: A.1 says four; A.2 says three",
        "cards of the dealer: A.1 says four; A.2 says three",
    ]


def test_word_and_digits(written):
    assert _messages(written, "A. Play\n\n1. There are five (6) rounds in a game.\n\n2. Six (6) chips are used.\n") == [
        "A.1 says five in words and 6 in digits"
    ]


@pytest.mark.parametrize("told", ["thirty one (31) chips", "one hundred and five (105) chips", "either of two (1) blue chips or (2) red chips"])
def test_what_is_no_word_with_its_digits(written, told):
    assert _messages(written, f"A. Play\n\n1. The player is given {told}.\n\n2. The player returns them.\n") == []


def test_cards_of_a_stack(written):
    text = """
    A. Dealing from the Device

    1. The device dispenses cards in stacks of {stack} cards.

    2. After each stack of three cards has been dispensed, the stub is removed.

    B. Dealing from the Hand

    1. After three cards have been dealt to each player, the stub goes to the rack.
    """
    assert _messages(written, text.format(stack="three")) == []
    assert _messages(written, text.format(stack="four")) == ["cards in a stack: A.1 says four; A.2 says three"]
    fewer = text.format(stack="three").replace("After three cards", "After two cards")
    assert _messages(written, fewer) == ["cards of a player: A.2 says three; B.1 says two"]


def test_a_list_and_its_count(written):
    text = "A. Layout\n\n1. It has three separate betting areas for the placement of Ante, Raise, Side and Bonus wagers.\n"
    assert _messages(written, text) == ["A.1 announces three areas and lists four"]
    assert _messages(written, text.replace("three", "four")) == []


def test_odds_in_a_sentence_and_in_the_table(chapters):
    text = """
    A. Odds

    1. The Harbour Bet shall be paid at odds of {odds}.

    B. Table

    1. Winning wagers are paid as follows:

    Wager Payout Odds
    Harbour Bet 7 to 1
    Lantern Bet 9 to 1
    Anchor Bet 30 to 1
    """
    (clash,) = chapters({"Harbour": text.format(odds="8 to 1")})
    assert [str(f.message) for f in statement_conflict.check(clash)] == [
        "A.1 pays Harbour 8 to 1, the table of B.1 pays it 7 to 1"
    ]
    for odds in ("7 to 1", "7 to 1 or 8 to 1"):
        (agree,) = chapters({"Harbour": text.format(odds=odds)})
        assert list(statement_conflict.check(agree)) == []


def test_a_ranking_with_another_number_of_cards(written):
    text = """
    A. Rankings

    1. The hands are:

    a. A straight flush is a hand consisting of four cards of the same suit in consecutive order.

    b. A flush is a hand consisting of {cards} cards of the same suit.

    c. A straight is a hand consisting of four cards of consecutive rank.
    """
    assert _messages(written, text.format(cards="four")) == []
    assert _messages(written, text.format(cards="five")) == ["A.1.b ranks hands of five cards; A.1.a has hands of four"]


def test_one_label_in_two_rows(chapters):
    text = """
    A. Odds

    1. Winning wagers are paid as follows:

    Wager Payout Odds
    Harbour Bet 7 to 1
    Lantern Bet 9 to 1
    Anchor Bet 30 to 1
    {again}
    """
    (whole,) = chapters({"Harbour": text.format(again="Lantern Bet 8 to 1")})
    assert [str(f.message) for f in statement_conflict.check(whole)] == [
        "the table of A.1 pays Lantern Bet 9 to 1 in one row and 8 to 1 in another"
    ]
    (whole,) = chapters({"Harbour": text.format(again="Lantern Bet 9 to 1")})
    assert list(statement_conflict.check(whole)) == []


def test_decks(written):
    text = "A. Cards\n\n1. Harbour Stud shall be played with one deck of cards.\n\n2. {} Harbour Stud shall be played with two decks.\n"
    assert _messages(written, text.format("A cover card is used.")) == ["decks in play: A.1 says one; A.2 says two"]
    assert _messages(written, text.format("In the alternative,")) == []


def test_results_of_a_tie(written):
    text = """
    A. Rankings

    1. If the hands are of equal rank after the comparison of all cards, the player shall win.

    B. Play

    1. If the hand of the player ties with that of the dealer, the hand of the player {result}.{more}
    """
    assert _messages(written, text.format(result="shall win", more="")) == []
    assert _messages(written, text.format(result="shall be a push", more="")) == [
        "a hand that ties wins by A.1 and is neither collected nor paid by B.1"
    ]
    assert _messages(written, text.format(result="shall win", more=" The dealer shall not collect or pay the wagers.")) == [
        "a hand that ties wins by A.1 and is neither collected nor paid by B.1"
    ]


@given(st.integers(1, 99))
def test_a_number_in_words_is_read_as_it_is_spelled(value):
    words = next(w for w, n in CARDINALS.items() if n == value)
    assert number(words) == number(f"{words} ({value})") == number(str(value)) == value
    assert spelled(value) in (words, str(value))


# Read in the documents, line by line: each is a count that another clause contradicts.
KNOWN = {
    "000": [(1319, "G.6.b.i"), (6263, "I.5.b.i")],
    "001": [(5516, "8.G"), (6882, "8.F"), (8365, "8.D")],
    "002": [],
    "003": [(540, "E.2.b"), (578, "G.6.b"), (629, "J.8")],
    "004": [],
}


@pytest.mark.long
@pytest.mark.parametrize("number_", KNOWN)
def test_the_source_documents(number_, found_in):
    assert found_in("statement-conflict", number_) == KNOWN[number_]
