"""Terms: where they are defined, in which forms they are used, and the three rules on them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks.documents import defined_twice, undefined_term, unused_definition
from audit.checks.documents.terms import pattern_of, terms_of, uses
from audit.language.diagnostics import Severity

RULES = """
1. Definitions. The words of this chapter have these meanings.

A. “First Wager” means a wager made before the wheel turns.

B. “Rank” or “ranking” means the place of a number.

C. “Fold” means giving up a wager.

D. “Side Wager” means a second wager.

E. “Optional: Long Shot (LS)” means a third one.

2. Play.

A. First Wagers are made, and a side-wager's limit is posted. {more}

B. A player who folded has no rankings. The LS is settled last.

3. Close.

A. The table closes at noon.
"""


def _messages(rule, written, text):
    return [str(f.message) for f in rule.check(written(text))]


def test_the_terms_with_their_names(written):
    found = terms_of(written(RULES.format(more="")))
    assert [t.names for t in found] == [
        ("First Wager",), ("Rank", "ranking"), ("Fold",), ("Side Wager",), ("Long Shot", "LS"),
    ]  # fmt: skip
    assert [t.clause.path for t in found] == ["1.A", "1.B", "1.C", "1.D", "1.E"]
    assert found[0].meaning == "a wager made before the wheel turns."
    assert found[2].spot.words == "Fold"


@pytest.mark.parametrize(
    "said",
    [
        '"Ante Chip" means a chip.',
        '"Ante Chip" shall mean a chip.',
        "“Ante Chip” – a chip.",
        '"Ante Chip" is a chip.',
        "Ante Chip means a chip.",
        '"Ante Chip “means a chip.',
        '"Ante Chip" (blue) refers to a chip.',
    ],
)
def test_the_forms_of_a_definition(written, said):
    text = f"A. Definitions\n\n1. {said}\n\n2. “Draw” means taking a chip.\n\nB. Play\n\n1. One chip is drawn.\n"
    assert terms_of(written(text))[0].names == ("Ante Chip",)


def test_definitions_that_bear_no_labels(written):
    made = written(
        """
        1. Definitions

        1.1 In these rules:

        "chip" means a round token;

        "rack" means a tray for chips;

        "spill" means what falls from a rack.

        2. Play

        2.1 A spill is counted.

        3. Close

        3.1 The table closes at noon.
        """
    )
    assert [t.name for t in terms_of(made)] == ["chip", "rack", "spill"]
    assert [*unused_definition.check(made)] == []


def test_what_is_a_hand_is_defined_in_definitions_alone(written):
    text = "A. Ranks\n\n1. “Trips” is a hand of three.\n\n2. “Pair” is a hand of two.\n\nB. Play\n\n1. Play begins.\n"
    assert terms_of(written(text)) == ()


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("Fold", "a player who folds"),
        ("Fold", "no hand was folded"),
        ("Raise", "a player raising the bet"),
        ("Ante Wager", "all ante wagers"),
        ("Play Wager", "the play-wager's limit"),
        ("High-low split", "a high low split"),
        ("Burning", "the dealer burns a card"),
        ("Community card", "three community cards"),
    ],
)
def test_the_forms_in_which_a_term_is_used(name, used):
    assert pattern_of(name).search(used)


@pytest.mark.parametrize(
    ("name", "words"), [("Call", "so called off at recall"), ("Rank", "francs"), ("Bet", "better")]
)
def test_what_is_another_word(name, words):
    assert not pattern_of(name).search(words.replace("called", "cold"))


@given(st.text(min_size=1, max_size=60))
def test_any_name_makes_a_pattern(name):
    pattern_of(name).search(name.lower())


def test_uses_are_in_other_clauses(written):
    made = written(RULES.format(more=""))
    by_name = {t.name: [c.path for c in uses(made, t)] for t in terms_of(made)}
    assert by_name == {
        "First Wager": ["2.A"], "Rank": ["2.B"], "Fold": ["2.B"], "Side Wager": ["2.A"], "Long Shot": ["2.B"],
    }  # fmt: skip


# rules


def test_all_are_used(written):
    for rule in (unused_definition, defined_twice, undefined_term):
        assert _messages(rule, written, RULES.format(more="")) == []


def test_a_definition_without_a_use(written):
    [found] = unused_definition.check(written(RULES.replace("who folded", "who leaves").format(more="")))
    assert found.message == "1.C defines “Fold”, which no other clause uses"
    assert (found.severity, found.cites, found.subject) == (Severity.NOTE, ("1.C",), "fold")


def test_a_term_used_in_another_definition_is_used(written):
    text = RULES.replace("who folded", "who leaves").replace("a third one", "a third one without a fold")
    assert _messages(unused_definition, written, text.format(more="")) == []


def test_a_term_defined_twice(written):
    [found] = defined_twice.check(
        written(RULES.replace("E. “Optional: Long Shot (LS)”", "E. “First Wagers”").format(more=""))
    )
    assert found.message == "1.E defines “First Wagers” again, and 1.A in other words"
    assert found.cites == ("1.E", "1.A")


def test_a_definition_repeated_in_the_same_words_is_one(written):
    text = RULES.replace(
        "E. “Optional: Long Shot (LS)” means a third one.",
        "E. “First Wager” means a wager made before the wheel turns.",
    )
    assert _messages(defined_twice, written, text.format(more="")) == []


THIRD = """A {0} is due from each player.

i. The dealer takes the {0}.

ii. No {0} is returned.

iii. One {0} is enough."""


def test_a_term_that_is_not_defined(written):
    [found] = undefined_term.check(written(RULES.format(more=THIRD.format("Last Wager"))))
    assert found.message == "“Last Wager” is used in 4 clauses and defined in none"
    assert "“First Wager” (1.A)" in found.condition
    assert found.severity is Severity.NOTE


@pytest.mark.parametrize("name", ["First Wager", "Late First Wager", "last wager", "Long Shot Wager"])
def test_what_is_defined_or_no_name(written, name):
    assert _messages(undefined_term, written, RULES.format(more=THIRD.format(name))) == []


def test_a_name_that_a_clause_explains(written):
    text = RULES.format(more=THIRD.format("Last Wager")).replace(
        "A. The table closes", "A. A Last Wager is a wager on noon. It closes"
    )
    assert _messages(undefined_term, written, text) == []


def test_a_name_that_differs_by_a_letter(written):
    [told] = _messages(undefined_term, written, RULES.format(more=THIRD.format("Sides Wager")))
    assert told == "“Sides Wager” is written in 4 clauses; 1.D defines “Side Wager”"


# the source documents, each read

UNUSED = {"000": {8427}, "001": {4, 1536, 3418, 4776, 8517}, "003": set(), "004": set()}
UNDEFINED = {"000": {16078}, "001": {4355, 5796}, "002": set(), "003": set(), "004": set()}
TWICE = {"000": set(), "001": set(), "002": set(), "003": {615}, "004": set()}


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "number", "lines"),
    [
        *((unused_definition, n, lines) for n, lines in UNUSED.items()),
        *((undefined_term, n, lines) for n, lines in UNDEFINED.items()),
        *((defined_twice, n, lines) for n, lines in TWICE.items()),
    ],
)
def test_the_source_documents(examined, rule, number, lines):
    assert {line for line, _ in examined(rule, number)} == lines
