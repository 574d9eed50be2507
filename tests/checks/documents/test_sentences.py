"""Sentences of a clause, and that no wording whatever upsets the rules that read them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.checks.documents import (
    condition_inverted,
    qualifier_disagrees,
    result_unstated,
    statement_conflict,
    wrong_game,
)
from audit.checks.documents.context import Written
from audit.checks.documents.references_cut import without_references
from audit.checks.documents.sentences import sentences_of, straightened
from audit.documents.clauses import Clause, Table
from audit.documents.document import Document, Part, PartKind
from audit.documents.text import Stretch, Text
from audit.documents.text_files import printed_text

RULES = (statement_conflict, wrong_game, condition_inverted, result_unstated, qualifier_disagrees)
FRAGMENTS = (
    *("If ", "the cards have ", "not ", "been misdealt ", "(a player ", "or the dealer ", "has more or less than ", "five ", "(5) "),
    *("cards) ", "but ", "52 ", "remain in the deck, ", "all hands shall be void. ", "The dealer ", "ties with that of the dealer, "),
    *("“Harbour Bet” ", "is a wager ", "that shall win if ", "shall lose if ", "paid ", "at odds of ", "7 to 1 ", "queen high or better "),
    *("lower than a pair ", "three separate betting areas ", "for the placement of ", "Ante, Play and Side Wagers", ". ", "; ", ", "),
    *("shall be played on a table having ", "seven places ", "every eight hours ", "changed ", "the following four rules:", "§ 8.A (x) "),
)


def _text(words: str, line: int) -> Text:
    return Text((Stretch(words, 1, line, 0),)) if words else Text()


def _written(clauses: list[tuple[str, str]], rows: list[tuple[str, str]]) -> Written:
    table = Table(tuple((_text(a, 1), _text(b, 1)) for a, b in rows), 1, 1) if rows else None
    made = tuple(
        Clause(f"A.{n}", f"{n}.", _text(title, n), _text(words, n), (), (table,) if table and n == 1 else (), at=(1, n))
        for n, (title, words) in enumerate(clauses, 1)
    )
    printed = printed_text("x\n" * 20, "rules.txt", "0" * 64)
    top = Clause("A", "A.", Text(), Text(), made, at=(1, 1))
    part = Part(1, PartKind.RULES, ((1, 20),), title="Harbour", game="Harbour", clauses=(top,))
    return Written(Document(printed, (part,)), part)


WORDS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=14).map("".join)
ROWS = st.lists(st.tuples(st.sampled_from(("Flush", "Pair", "Harbour Bet", "")), st.sampled_from(("7 to 1", "$5", "", "x"))), max_size=4)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("", "Dealing; Odds")), WORDS), min_size=1, max_size=5), ROWS)
def test_any_wording_can_be_examined(clauses, rows):
    written = _written(clauses, rows)
    for rule in RULES:
        for finding in rule.check(written):
            assert finding.message and finding.cites and finding.span.line


@given(st.text(max_size=80))
def test_plain_marks_keep_every_character_in_its_place(words):
    assert len(straightened(words)) == len(without_references(words)) == len(words)


@given(WORDS)
def test_sentences_are_stretches_of_the_text_in_their_order(words):
    clause = Clause("A", "A.", Text(), _text(words, 1), at=(1, 1))
    found = list(sentences_of(clause))
    assert all(s.words == straightened(words[s.start : s.end]) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert "".join("".join(s.words for s in found).split()) == "".join(straightened(words).split())


def test_an_abbreviation_ends_no_sentence():
    clause = Clause("A", "A.", Text(), _text("See § 8. A card (e.g. Ace) is dealt. The next is not.", 1), at=(1, 1))
    assert [s.words for s in sentences_of(clause)] == ["See § 8. A card (e.g. Ace) is dealt.", "The next is not."]


def test_a_short_clause_that_is_taken_for_a_title_is_read():
    clause = Clause("A", "A.", _text("The Harbour Bet loses on a 7.", 1), Text(), at=(1, 1))
    (sentence,) = sentences_of(clause)
    assert sentence.in_title
    assert sentence.spot().words == "The Harbour Bet loses on a 7."
