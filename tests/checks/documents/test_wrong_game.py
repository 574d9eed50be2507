"""Names that belong to another game or to another wager."""

from __future__ import annotations

import pytest

from audit.checks.documents import wrong_game
from audit.checks.documents.games import names_of
from audit.language.diagnostics import Severity

HARBOUR = """
A. Equipment

1. Harbour Stud shall be played on a table with seven places.

2. Each Harbour Stud table shall have a discard rack. The decks of cards used in {used} are changed daily.

3. The rank of the cards used in Harbour Stud shall be as usual. In the game of Harbour Stud nobody draws.

4. A limit is posted at the {posted} table{more}.
"""
LANTERN = """
A. Equipment

1. Lantern Poker shall be played on a table with six places.

2. Each Lantern Poker table shall have a tip box. Cards used in Lantern Poker are changed daily. In the game of Lantern
Poker nobody draws. The Lantern Poker table is round.
"""


def _harbour(used: str = "Harbour Stud", posted: str = "Harbour Stud", more: str = "") -> str:
    return HARBOUR.format(used=used, posted=posted, more=more)


def _messages(chapters, text):
    return [str(f.message) for f in wrong_game.check(chapters({"Harbour Stud": text, "Lantern Poker": LANTERN})[0])]


def test_a_document_tells_the_names_of_its_games(chapters):
    harbour, lantern = chapters({"Harbour Stud": _harbour(), "Lantern Poker": LANTERN})
    assert names_of(harbour.document, harbour.part).own == {"harbour stud"}
    assert names_of(lantern.document, lantern.part).own == {"lantern poker"}


def test_its_own_name_is_right(chapters):
    assert _messages(chapters, _harbour()) == []
    assert _messages(chapters, _harbour(posted="Harbour")) == []


def test_the_game_of_another_chapter(chapters):
    assert _messages(chapters, _harbour(posted="Lantern")) == ["A.4 names Lantern; the game here is Harbour Stud"]


def test_a_mixed_name(chapters):
    assert _messages(chapters, _harbour(used="Harbour Lantern Stud")) == [
        "A.2 names Harbour Lantern Stud; the game here is Harbour Stud"
    ]


def test_a_game_that_no_chapter_has(chapters):
    assert _messages(chapters, _harbour(used="Marsh Hazard")) == ["A.2 names Marsh Hazard; the game here is Harbour Stud"]
    assert _messages(chapters, _harbour(posted="High Limit")) == []


def test_a_term_may_be_called_as_another_game(chapters):
    text = _harbour(more=". The Lantern Poker is the best hand") + "\n5. \"Lantern Poker\" means a hand of four sevens.\n"
    assert _messages(chapters, text) == []


def test_a_reference_to_another_game_is_right(chapters):
    assert _messages(chapters, _harbour(more=" (see Lantern Poker)")) == []


def test_cards_that_nobody_deals(written):
    text = """
    A. Dealing

    1. The dealer shall deal three cards face down to each player and two to the area for the community cards.

    2. If the cards have been misdealt (a player or the area designated for the placement of the {whose} has more or less
    than three cards) and yet 52 cards remain in the pack, every hand shall be void.

    3. {more}
    """
    of_dealer = text.format(whose="dealer's hand", more="The rack is locked.")
    assert [str(f.message) for f in wrong_game.check(written(of_dealer))] == [
        "A.2 counts the cards of the dealer; no clause deals any"
    ]
    shown = text.format(whose="dealer's hand", more="The dealer shall then reveal the dealer's cards.")
    assert list(wrong_game.check(written(shown))) == []
    assert list(wrong_game.check(written(text.format(whose="community cards", more="The rack is locked.")))) == []


def test_a_hand_compared_with_none(written):
    text = "A. Play\n\n1. {deal}\n\n2. If the hand of the player ties with that of the dealer, it is a push.\n"
    bare = text.format(deal="Three cards are dealt face down to each player.")
    assert [str(f.message) for f in wrong_game.check(written(bare))] == [
        "A.2 compares a hand with the dealer's; no clause deals the dealer one"
    ]
    assert list(wrong_game.check(written(text.format(deal="Three cards are dealt to each player and to the dealer.")))) == []


def test_a_wager_decided_by_another(written):
    text = """
    A. Wagers

    i. A Harbour Bet placed on the blue box that may be made at any time.

    (a) A Harbour Bet shall win if a 4 is thrown on the roll following placement of the Harbour Bet.

    (b) A Harbour Bet shall lose if any other total is thrown on the roll following placement of the {other} Bet.

    ii. A Lantern Bet placed on the red box that may be made at any time.
    """
    (finding,) = wrong_game.check(written(text.format(other="Lantern")))
    assert finding.message == "A.i(b) decides Harbour by the placement of Lantern"
    assert finding.cites == ("A.i(b)", "A.i", "A.ii")
    assert list(wrong_game.check(written(text.format(other="Harbour")))) == []


def test_a_title_without_its_rule(written):
    text = "1. Odds; Rate of Accretion.\n\nA. Wagers are paid at odds of 1 to 1.\n\n2. Closing.\n\nA. {more}\n"
    (finding,) = wrong_game.check(written(text.format(more="The table closes.")))
    assert finding.severity is Severity.NOTE
    assert finding.message == "the title of 1 promises “Rate of Accretion”; no clause states it"
    assert list(wrong_game.check(written(text.format(more="The meter is rated weekly, by accretion.")))) == []


# Read in the documents: the name of another game, or of another wager, in each of these lines.
KNOWN = {
    "000": [],
    "001": [
        (934, "3.A.xxii(b)"), (1034, "3.A.xxxi(b)"), (1763, "3.A.xviii(b)"), (1775, "3.B"), (2775, "12.D"), (3502, "3.C"),
        (4680, "12"), (5582, "10.F"), (6882, "8.F"), (8480, "11.C~2"),
    ],
    "002": [(2121, "")],
    "003": [],
    "004": [],
}


@pytest.mark.long
@pytest.mark.parametrize("number", KNOWN)
def test_the_source_documents(number, found_in):
    assert found_in("wrong-game", number) == KNOWN[number]
