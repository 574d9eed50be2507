"""Citations of clauses that are not there, that bear another title, or stand on the other side."""

from __future__ import annotations

import pytest

from audit.checks.documents import reference_broken
from audit.language.diagnostics import Severity

RULES = """
1. Definitions. The words of this chapter have these meanings.

A. “Spinner” means the person who turns the wheel.

B. “Chit” means a token of fixed worth.

2. Wagers.

A. A chit may be wagered before each turn.

B. A wager is settled under {cited}.

3. Turning the Wheel.

A. The Spinner turns the wheel once, as provided in subsection B.

B. The wheel turns at least three times round.

4. Settlement of Wagers; Limits.

A. A winning wager is paid at 2 to 1.

B. A losing wager is collected.
"""


def _messages(written, cited, text=RULES):
    return [str(f.message) for f in reference_broken.check(written(text.format(cited=cited)))]


@pytest.mark.parametrize(
    "cited",
    [
        "§ 4",
        "§ 4 (relating to settlement of wagers; limits)",
        "§4.A (relating to settlement)",
        "§ 4 (relating to the settlements of a wager)",
        "section 4",
        "§ 3 and § 4 (relating to turning the wheel; and settlement of wagers)",
        "Section K – Settling Procedures of the manual",
        "subsection 4 (relating to settlement of wagers; limits)",
        "(l) above, which is a misprint for (1),",
        "section 12 of the Wheels Act",
        "§ 2 (the wheel)",
    ],
)
def test_what_is_right_or_cannot_be_judged(written, cited):
    assert _messages(written, cited) == []


def test_a_section_of_another_title(written):
    [found] = reference_broken.check(written(RULES.format(cited="§ 3 (relating to settlement of wagers; limits)")))
    assert found.message == ("2.B cites § 3 as “settlement of wagers; limits”; that is 4, and 3 is “Turning the Wheel”")
    assert found.recommendation == "Cite § 4."
    assert found.cites == ("2.B", "3", "4")
    assert found.severity is Severity.WARNING
    assert found.span.line == 11


def test_a_section_that_is_not_there(written):
    assert _messages(written, "§ 7") == ["2.B (in “Wagers”) cites § 7, which is not there"]


def test_a_section_that_is_not_there_and_its_title_is(written):
    told = _messages(written, "§ 9 (relating to turning the wheel)")
    assert told == ["2.B cites § 9, which is not there; “turning the wheel” is 3"]


def test_an_item_that_is_not_there(written):
    assert _messages(written, "subsection A.iv") == ["2.B (in “Wagers”) cites subsection A.iv, which is not there"]


def test_a_subsection_is_no_section_where_sections_are_cited(written):
    told = _messages(written, "§ 4, § 3 and, with a Spinner, subsection 1")
    assert told == ["2.B (in “Wagers”) cites subsection 1, which is not there"]


def test_a_clause_that_cites_itself(written):
    assert _messages(written, "the procedure of subsection B") == ["2.B (in “Wagers”) cites itself"]


ITEMS = """
A. Play

1. Each player antes.

2. After the ante required by {cited}, the dealer deals.

3. Each player shows the cards.

B. Settlement

1. The dealer settles the wagers.

C. Irregularities

1. A card shown before the players show the cards as prescribed in Subsection {shown} is void.
"""


def test_an_item_said_to_stand_above_that_stands_below(written):
    text = ITEMS.format(cited="(3) above", shown="(A)(3)")
    assert [str(f.message) for f in reference_broken.check(written(text))] == [
        "A.2 cites (3) above; A.3 stands below and is “Each player shows the cards”"
    ]
    assert [*reference_broken.check(written(ITEMS.format(cited="(1) above", shown="(A)(3)")))] == []


def test_a_clause_that_does_not_speak_of_what_it_is_cited_for_is_a_note(written):
    [found] = reference_broken.check(written(ITEMS.format(cited="(1) above", shown="(A)(1)")))
    assert found.severity is Severity.NOTE
    assert "A.1 does not speak of it; A.3 does" in found.message


REVEALED = """
A. Play

1. Each player keeps the tokens in view.

2. The dealer turns over the dealer's cards.

3. The dealer then reveals {whose} cards one by one.

B. Irregularities

1. A card that is shown before the dealer reveals his or her cards as prescribed in Subsection (A)(1) is void.
"""


def test_the_clause_that_is_meant_is_named_where_it_is_about_the_same_cards(written):
    [found] = reference_broken.check(written(REVEALED.format(whose="the dealer's")))
    assert found.recommendation == "Cite A.3 if that is meant."
    [found] = reference_broken.check(written(REVEALED.format(whose="the player's")))
    assert found.recommendation == "Cite the clause that speaks of it."


LIMITS = """
A. Payouts

1. The house pays 2 to 1, subject to the payout limitation in paragraph {cited}.

2. Subject to the payout limitation in paragraph 3, a pair is paid 3 to 1 as is any hand above it.

3. The maximum payout of a round is $500.
"""


def test_a_limit_is_not_found_where_it_is_only_cited(written):
    [found] = reference_broken.check(written(LIMITS.format(cited="2")))
    assert found.severity is Severity.NOTE
    assert found.cites == ("A.1", "A.2", "A.3")
    assert "A.2 does not speak of it; A.3 does" in found.message
    assert [*reference_broken.check(written(LIMITS.format(cited="3")))] == []


def test_the_words_around_a_citation_are_shown(written):
    [found] = reference_broken.check(written(RULES.format(cited="§ 7")))
    assert found.condition.startswith("2.B (in “Wagers”): “A wager is settled under § 7”. ")


def test_what_lies_outside_an_excerpt_is_no_fault(written):
    text = """
    D. Settlement

    1. A wager is paid under Subsection A (Odds) and Subsection C.

    2. A tie is returned.

    E. Dice

    1. Dice are kept by the house.

    F. Close

    1. The table closes at noon.
    """
    assert [*reference_broken.check(written(text))] == []


def test_the_fingerprint_survives_renumbering(written):
    one, other = (
        RULES.format(cited="§ 9"),
        RULES.format(cited="§ 9").replace("B. A wager", "B. A tie returns.\n\nC. A wager"),
    )
    [first], [second] = (list(reference_broken.check(written(text))) for text in (one, other))
    assert first.cites == ("2.B",) and second.cites == ("2.C",)
    assert first.fingerprint == second.fingerprint


# the source documents: each of these was read beside the clause that it cites

TRUE = {
    "000": {858, 6363, 10960, 10964, 16262},
    "001": {
        158, 209, 480, 1474, 2070, 2708, 2817, 3458, 3610, 3654, 3664, 3668, 3690, 3720, 3764, 3948, 3996, 5049, 5514, 6305, 7024, 7043, 7064, 7223,
        8560, 8714, 8759, 8769, 8773, 8795, 8825, 8870, 9039, 9087,
    },
    "002": set(),
    "003": {614},
    "004": set(),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("number", TRUE)
def test_what_is_broken_in_the_source_documents(examined, number):
    assert {line for line, _ in examined(reference_broken, number)} == TRUE[number]


@pytest.mark.long
def test_what_is_said_of_some_of_them(examined):
    told = dict(examined(reference_broken, "001"))
    assert told[8773].startswith("8.A.iii cites § 11 as “procedures for dealing the cards from an automated")
    assert "that is 10" in told[8773]
    assert told[158] == "6.F (in “Shuffle and Cut of the Cards”) cites subsection B.iv, which is not there"
    assert told[6305].endswith("“payout odds” is 2.H")
    assert dict(examined(reference_broken, "000"))[10964] == "G.2.d (in “Bets”) cites subsection (3)(c), which is not there"
