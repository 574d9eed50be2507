"""Marked names: as typed in the string, kept in its parts, and never in a fingerprint."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks.finding import Edges
from audit.checks.prose import Kind, Mark, Prose, cut
from audit.checks.wording import (
    exact,
    few,
    plain_name,
    quoted,
    sentence,
    stake_name,
    told_edges,
    value_name,
    wager_name,
    who_keeps,
)

ANY = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\x02\x1f\x03"), max_size=40)
FEW = ("4", "10")


def test_a_string_has_names_as_typed():
    words = Prose(f"no clause says what {wager_name('hardway', FEW)} loses on")
    assert words == "no clause says what hardway[4, 10] loses on"
    assert words.parts == (
        "no clause says what ",
        Mark(Kind.WAGER, "hardway[4, 10]", "hardway", "", FEW),
        " loses on",
    )


def test_marks_keep_through_lists_and_sentences():
    words = Prose(sentence(few([wager_name("pass"), wager_name("red"), value_name("even_money")])))
    assert words == "pass, red and even_money."
    assert [part.name for part in words.parts if isinstance(part, Mark)] == ["pass", "red", "“even money”"]


@pytest.mark.parametrize(
    ("made", "typed"),
    [
        (wager_name("straight", [str(n) for n in range(38)]), "straight (all 38 of these positions)"),
        (wager_name("split", ["0, 00", "1, 2"]), "split[0, 00; 1, 2]"),
        (wager_name("pass_odds", moment="the point 4, 10"), "pass_odds[the point 4, 10]"),
        (wager_name("red", [""]), "red"),
        (stake_name("split[0, 00]"), "split[0, 00]"),
        (plain_name("one_dollar"), "one_dollar"),
        (quoted("lose on 7"), '"lose on 7"'),
        (exact(Fraction(7, 495)), "7/495 (1.4141%)"),
        (exact(Fraction(-1)), "-1"),
    ],
)
def test_what_is_typed(made, typed):
    assert Prose(made) == typed


def test_closed_words_are_not_opened_again():
    words = Prose(f"{wager_name('pass')} wins")
    assert Prose(words).parts == words.parts
    assert pickle.loads(pickle.dumps(words)).parts == words.parts
    assert type(words.upper()) is str


@given(ANY)
def test_text_of_a_document_can_break_nothing(text):
    """Signs that it holds fall out, or show a word in another form; the two forms stay of one piece."""
    words = Prose(f"{text}{wager_name('pass')}{text}")
    assert not set("\x02\x1f\x03") & set(words)
    assert "".join(p.typed if isinstance(p, Mark) else p for p in words.parts) == words


@given(st.lists(st.text("ab ", max_size=9) | st.just(wager_name("long_name")), max_size=9), st.integers(1, 40))
def test_a_cut_never_falls_in_a_mark(pieces, most):
    words = "".join(pieces)
    left = Prose(cut(words, most))
    assert len(left) <= most
    assert left == Prose(words) or left.endswith("…")
    assert not set("\x02\x1f\x03") & set(left)


def test_the_row_in_which_most_hangs_on_the_case():
    """Who gains comes before what cannot be verified, and that before how much."""
    named = [Prose(name) for name in "abc"]
    cases = (Prose("as assumed"), Prose("if it came back"))
    wide, unknown, flips = (Fraction(1, 9), Fraction(8, 9)), (Fraction(1, 9), None), (Fraction(1, 9), Fraction(-1, 9))
    edges = Edges(Prose("wager"), cases, tuple(zip(named, (wide, unknown, flips), strict=True)))
    assert edges.widest == ("c", flips)
    assert Prose(told_edges(edges)) == (
        "as assumed, the house keeps 1/9 (11.1111%) of each stake on c; "
        "if it came back, the player gains 1/9 (11.1111%); and likewise for two other rows"
    )
    assert Edges(Prose("wager"), cases, tuple(zip(named, (wide, unknown), strict=False))).widest == ("b", unknown)


def test_what_an_edge_comes_to():
    assert Prose(who_keeps(Fraction(0), "pass_odds")) == "neither side gains on pass_odds"
    assert Prose(who_keeps(None, "come")) == "the house edge of come is not verifiable"


def test_no_mark_is_in_a_subject(bench):
    """The subject makes the fingerprint: it has names as typed, whatever the words are."""
    made = bench("""
wager field                                                             @ C.1
  win  on 2, 3, 4, 9, 10, 11, 12                                        @ C.1
  lose on 5, 6, 7                                                       @ C.1
  pays                                                                  @ C.2
    | total           | odds   |
    | 3, 4, 9, 10, 11 | 1 to 1 |                                          @ C.2
    | 2, 11, 12       | 2 to 1 |                                          @ C.2
""")
    found = made.found()
    assert "table-overlaps" in {one.rule for one in found}
    for one in found:
        assert isinstance(one.message, Prose)
        assert not set("\x02\x1f\x03") & set(one.subject)
