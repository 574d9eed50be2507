"""References in the words of a clause: which clauses they name, by what title, and which clause is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.documents.clauses import Clause, path_under
from audit.documents.references import Index, bare_steps, references_in
from audit.documents.text import Stretch, Text


def _steps(words: str) -> list[str]:
    return ["/".join(r.steps) for r in references_in(words)]


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("in accordance with Subsection E (Shuffle and Cut)", ["E"]),
        ("by the dealer pursuant to Subsection (E)(2).", ["E/2"]),
        ("as Subsections (G), (H), or (I) require", ["G", "H", "I"]),
        ("the stub is counted under Subsections (G)(5) and (6).", ["G/5", "G/6"]),
        ("as provided in § 8, § 9 or § 10", ["8", "9", "10"]),
        ("under §9, 10 and 11 (relating to naturals)", ["9", "10", "11"]),
        ("under § 8or § 9 of these rules", ["8", "9"]),
        ("permitted under §3.B (relating to decks)", ["3/B"]),
        ("under § 13a.F (relating to bonuses)", ["13a/F"]),
        ("if subsection B.iii applies", ["B/iii"]),
        ("with subsections A - C and subsections D – F", ["A", "C", "D", "F"]),
        ("subsections i and ii shall apply", ["i", "ii"]),
        ("as in (3)(a)(ii) above, or (5) below", ["3/a/ii", "5"]),
        ("the procedures of (1) through (3) above", ["1", "3"]),
        ("under either (b)(i), (ii) or (vi) above", ["b/i", "b/ii", "b/vi"]),
        ("in accordance with J.9 below", ["J/9"]),
        ("according to Section (E) (Shuffle)", ["E"]),
        ("withSubsectionJ and SubsectionE", ["E"]),
        ("Subsection (G) (7)", ["G/7"]),
        ("for the button see rule 61.", ["61"]),
        ("under rule 4.12 and 4.13", ["4/12", "4/13"]),
        ("rules 3.1 and 3.2 apply", ["3/1", "3/2"]),
        ("clause 7.3.1(a) of these rules", ["7/3/1/a"]),
        ("section 3, 1.50 dollars are paid", ["3"]),
    ],
)
def test_what_is_named(words, steps):
    assert _steps(words) == steps


@pytest.mark.parametrize(
    "words",
    [
        "a hand of five (5) cards and seven (7) above",
        "under Section 501.6-14(d) and §107.4-1",
        "Section 9 of the Gaming Act",
        "the state's Rules of Evidence, Rule 802",
        "as told in Title 16, section 358, subsection 1",
        "4 ABCD §16, sub-§1",
        "SECTION X LOWBALL",
        "House Rules 2023",
        "in this section a player may fold",
        "each section 3 times",
        "the wheel has 38 equally spaced sections",
        "cheating items found",
        "(a) the dealer, (b) the player",
        "a payout of (2) to (1)",
    ],
)
def test_what_is_none(words):
    assert _steps(words) == []


def test_a_count_in_parentheses_is_no_label():
    assert _steps("not more than seven (7) below the line, as in (7) below") == ["7"]


def test_titles_are_divided_among_the_references_of_a_list():
    words = "under § 8, § 9 or § 10 (relating to dealing by hand; dealing from a shoe; and dealing by device)"
    assert [r.title for r in references_in(words)] == ["dealing by hand", "dealing from a shoe", "dealing by device"]
    assert not any(r.shared for r in references_in(words))


def test_a_title_that_does_not_divide_is_shared():
    both = references_in("under § 8 or § 9 (relating to dealing; burning; and counting)")
    assert [(r.title, r.shared) for r in both] == [("dealing; burning; and counting", True)] * 2


def test_the_title_is_that_in_parentheses_without_its_introduction():
    only = references_in("in Subsection F (Payout Odds) or § 7 (relating to wagers)")
    assert [(r.title, r.word) for r in only] == [("Payout Odds", "Subsection"), ("wagers", "§")]


def test_a_title_behind_a_dash_is_loose():
    [only] = references_in("as told in Section I – Table Games of the manual")
    assert (only.steps, only.title, only.loose) == (("I",), "Table Games", True)


def test_where_it_stands():
    words = "see Subsections (G)(5) and (6) above"
    first, second = references_in(words)
    assert words[first.start : first.end] == "(G)(5)" and words[second.start : second.end] == "(6)"
    assert words[first.whole[0] : first.whole[1]] == "Subsections (G)(5)"
    assert first.direction == second.direction == "above"


def test_a_stretch_is_told():
    assert [r.through for r in references_in("subsections C through E")] == [False, True]


@given(st.text(alphabet="§(.)ABiv12, sectionSub abovelrt", max_size=300))
def test_any_words_are_read_and_offsets_are_theirs(words):
    for r in references_in(words):
        assert 0 <= r.whole[0] <= r.start < r.end <= len(words) and r.steps
        assert all(step.isalnum() for step in r.steps)


# which clause is meant


def _clause(path: str, *children: Clause, title: str = "", line: int = 1) -> Clause:
    return Clause(path, path, Text((Stretch(title, 1, line, 0),) if title else ()), Text(), children, at=(1, line))


def _tree(path: str, shape: dict) -> Clause:
    return _clause(path, *(_tree(path_under(path, step), below) for step, below in shape.items()))


TREE = (
    _tree("A", {"1": {}, "2": {"a": {}, "b": {}}}),
    _tree("B", {"1": {}, "2": {}, "3": {"a": {"i": {}}}}),
)
INDEX = Index.of(TREE)


def _meant(words: str, path: str) -> str | None:
    at = INDEX.by_steps[bare_steps(path)]
    [reference] = references_in(words)
    found = INDEX.meant(reference, at)
    return found.path if found else None


@pytest.mark.parametrize(
    ("words", "path", "meant"),
    [
        ("Subsection (B)(3)", "A.2.a", "B.3"),
        ("Subsection B", "B.3.a", "B"),
        ("(1) above", "B.3.a", "B.1"),
        ("(1) above", "A.2.b", "A.1"),
        ("(a) above", "A.2.b", "A.2.a"),
        ("subsection i", "B.3.a", "B.3.a.i"),
        ("subsection C", "A.1", None),
        ("(4) above", "B.3", None),
        ("subsection 2", "B.2", "B.2"),
    ],
)
def test_the_nearest_from_the_inside_out(words, path, meant):
    assert _meant(words, path) == meant


def test_a_clause_that_stands_as_said_is_preferred():
    tree = (_tree("A", {"1": {"1": {}}, "2": {}}),)
    index = Index.of(tree)
    [reference] = references_in("(2) above")
    assert not index.stands_as_said(reference, index.by_steps[("A", "1")], index.by_steps[("A", "2")])
    [below] = references_in("(2) below")
    assert index.stands_as_said(below, index.by_steps[("A", "1")], index.by_steps[("A", "2")])


def test_a_section_is_one_of_the_first_level():
    tree = (_tree("1", {"2": {}}), _tree("2", {}))
    index = Index.of(tree)
    (section,) = references_in("section 2")
    (item,) = references_in("subsection 2")
    here = index.by_steps[("1",)]
    assert index.meant(section, here).path == "2"  # type: ignore[union-attr]
    assert index.meant(item, here).path == "1.2"  # type: ignore[union-attr]


def test_rules_that_are_counted_through():
    index = Index.of((_tree("I", {"1": {}, "2": {}}), _tree("II", {"3": {}, "4": {}})))
    [reference] = references_in("see rule 4")
    assert index.meant(reference, index.by_steps[("I", "1")]).path == "II.4"  # type: ignore[union-attr]


def test_by_its_title():
    index = Index.of((_clause("A", _clause("A.1", title="Wagers."), title="Payout odds"),))
    assert index.titled("wagers") is index.by_steps[("A", "1")]
    assert index.titled("Payouts") is None
