"""Clause labels, ranges of them, and citations under new numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.language.clauses import (
    LONGEST_STRETCH,
    Parts,
    follows,
    is_under,
    parts_named,
    parts_of,
    stretches,
    text_of_parts,
)
from audit.language.diagnostics import Severity
from audit.language.parsing import parse
from audit.language.renumbering import Renumbering, cited_in, read_renumbering, rewrite
from audit.language.syntax import Node, Source, Word
from audit.ruleset.basis import NOWHERE

LABELS = st.from_regex(r"([A-Z]|[1-9][0-9]?)(\.([a-z]|[1-9][0-9]?|[ivx]{1,3})|\([a-z1-9]\)|~[2-9]){0,4}(\+[1-9])?", fullmatch=True)


def lines(*said: str) -> list[Node]:
    text = 'ruleset x/y\n  title "x"\n  source "y"\n\n' + "\n".join(said) + "\n"
    file, mistakes = parse(Source("new.rop", text))
    assert [d for d in mistakes if d.severity is Severity.ERROR] == []
    return list(file.statements)


def cites(text: str) -> Word:
    return Word("CITE", f"@ {text}", NOWHERE)


def renumbered(citation: str, *said: str) -> str | None:
    cited = frozenset(parts_of(label) for label in citation.replace(" through ", ", ").split(", "))
    renumbering, _ = read_renumbering(lines(*said), "old", cited)
    made = rewrite(cites(citation), renumbering)
    return None if made is None else made.text


@given(LABELS)
def test_a_label_taken_apart_and_put_together_is_the_same(label: str) -> None:
    assert text_of_parts(parts_of(label)) == label
    assert parts_named(label) == parts_of(label)


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("3.A.i(a)(1)", ("3", "A", "i", "(a)", "(1)")),
        ("15.B~2", ("15", "B", "~2")),
        ("K.13+1", ("K", "13", "+1")),
        ('"Collection Fees"+4', ('"Collection Fees"', "+4")),
        ('"House rules".6', ('"House rules"', "6")),
        ("§ 7.K", ("7", "K")),
    ],
)
def test_the_steps_of_a_label(label: str, parts: Parts) -> None:
    assert parts_of(label) == parts
    assert text_of_parts(parts) == label.removeprefix("§ ")


@pytest.mark.parametrize(
    ("first", "last", "count", "members"),
    [
        ("C.1", "C.6", 6, "C.1 C.2 C.3 C.4 C.5 C.6"),
        ("A.c", "A.e", 3, "A.c A.d A.e"),
        ("A.i", "A.v", 5, "A.i A.ii A.iii A.iv A.v"),
        ("A.viii", "A.xi", 4, "A.viii A.ix A.x A.xi"),
        ("C", "D", 2, "C D"),
        ("I", "IV", 4, "I II III IV"),
        ("4(a)", "4(c)", 3, "4(a) 4(b) 4(c)"),
        ("J.11+1", "J.11+3", 3, "J.11+1 J.11+2 J.11+3"),
        ("B.9", "B.11", 3, "B.9 B.10 B.11"),
    ],
)
def test_counting_from_one_clause_through_another(first: str, last: str, count: int, members: str) -> None:
    likeliest = stretches(parts_of(first), parts_of(last))[0].members
    assert len(likeliest) == count
    assert [text_of_parts(member) for member in likeliest] == members.split()


@pytest.mark.parametrize(
    ("first", "last"),
    [("C.6", "C.1"), ("C.1", "D.6"), ("C.1", "C"), ("C.1", "C.a"), ("C.1", "C(6)"), ("1", str(LONGEST_STRETCH + 1)), ("A", "b")],
)
def test_what_cannot_be_counted(first: str, last: str) -> None:
    assert stretches(parts_of(first), parts_of(last)) == ()


def test_a_letter_that_is_a_figure_too_is_read_as_the_other_side_needs_it() -> None:
    # v through x: three letters, or the Roman figures 5 to 10.
    assert renumbered("A.w", 'renumber "A.v" through "A.x" to "A.a" through "A.c"') == "@ A.b"
    assert renumbered("A.vii", 'renumber "A.v" through "A.x" to "A.1" through "A.6"') == "@ A.3"


def test_next_after() -> None:
    assert follows(parts_of("C.9"), parts_of("C.10"))
    assert follows(parts_of("A.h"), parts_of("A.i"))
    assert not follows(parts_of("C.1"), parts_of("C.3"))


def test_all_at_once_with_old_numbers_on_the_left() -> None:
    swap = ('renumber "C.1" to "C.2"', 'renumber "C.2" to "C.1"')
    assert renumbered("C.1, C.2", *swap) == "@ C.2, C.1"


def test_what_stands_below_moves_along_unless_a_line_of_its_own_says_where() -> None:
    said = ('renumber "B.2" to "B.2.b"', 'renumber "B.6.b" to "B.2.a"', 'renumber "B.6.c" to "B.2.a"')
    assert renumbered("B.2, B.2.c, B.6, B.6.b.i", *said) == "@ B.2.b, B.2.b.c, B.6, B.2.a.i"
    # two clauses that become one are cited once
    assert renumbered("B.6.b, B.6.c", *said) == "@ B.2.a"


def test_a_range_that_moves_as_a_whole_is_a_range_still() -> None:
    assert renumbered("C.1 through C.6", 'renumber "C.1" through "C.6" to "C.2" through "C.7"') == "@ C.2 through C.7"


def test_a_range_torn_apart_is_told_clause_by_clause() -> None:
    assert renumbered("C.1 through C.4", 'renumber "C.3" to "D.1"') == "@ C.1 through C.2, D.1, C.4"


def test_another_document_keeps_its_numbers() -> None:
    assert renumbered("progressives C.1, C.1", 'renumber "C.1" to "C.2"') == "@ progressives C.1, C.2"


def test_headings_are_named_without_their_quotation_marks() -> None:
    assert renumbered('"Wagers"+4, "Fees"', 'renumber "Wagers" to "Bets and wagers"') == '@ "Bets and wagers"+4, "Fees"'
    assert renumbered('"Wagers"+4', 'renumber "Wagers+4" to "B.3"') == "@ B.3"


def test_the_paragraph_sign_stays() -> None:
    assert renumbered("§ 7.K", 'renumber "7.K" to "7.L"') == "@ § 7.L"


def test_what_is_gone_leaves_the_rest() -> None:
    def gone(clause: Parts) -> Parts | None:
        return None if is_under(clause, ("C", "2")) else clause

    made = rewrite(cites("C.1 through C.4, C.2.a, D.1"), gone)
    assert made is not None and made.text == "@ C.1, C.3 through C.4, D.1"
    assert rewrite(cites("C.2, C.2.b"), gone) is None
    whole = cites("C.1,  D.1")
    assert rewrite(whole, gone) is whole


def test_a_number_that_nothing_cites_is_a_mistake() -> None:
    """The sample of the terminal's messages, word for word."""
    cited = frozenset(map(parts_of, ("I.1", "I.2.a", "I.3", "J")))
    _, (mistake,) = read_renumbering(
        lines('renumber "I.2" through "I.4" to "I.1" through "I.3"'), "oneida/craps/2003-08-06", cited
    )
    assert mistake.first_line == (
        "new.rop:5:24: error: oneida/craps/2003-08-06 has no I.4; I ends at I.3 [renumber-missing]"
    )
    _, (mistake,) = read_renumbering(lines('renumber "J.1" to "J.2"'), "old", cited)
    assert mistake.message == "old has no J.1"


def test_sides_that_do_not_fit() -> None:
    cited = frozenset(map(parts_of, ("C.1", "C.2", "C.3", "D.1")))

    def said(line: str) -> str:
        return read_renumbering(lines(*line.split("; ")), "old", cited)[1][-1].first_line

    assert said('renumber "C.1" through "C.3" to "C.2" through "C.3"') == (
        "new.rop:5:33: error: 3 clauses on the left, 2 on the right [renumber-uneven]"
    )
    assert said('renumber "C.3" through "C.1" to "C.2" through "C.4"') == (
        "new.rop:5:10: error: these two are not clauses of one level, in their order [renumber-range]"
    )
    assert said('renumber "C.1" to "C.4"; renumber "C.1" to "C.5"') == (
        "new.rop:6:10: error: C.1 is moved twice [renumber-twice]"
    )


def test_clauses_cited_within_a_range_are_cited() -> None:
    node = Node("tail", (cites("C.1 through C.3, x D.1, E"),), NOWHERE)
    assert set(cited_in([node])) == {("C", "1"), ("C", "2"), ("C", "3"), ("E",)}


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_disjoint_ranges_renumber_one_to_one(sizes: list[int], order: random.Random) -> None:
    """Blocks of clauses that change places: no two clauses meet, and the way back undoes it."""
    starts = [1 + sum(sizes[:n]) for n in range(len(sizes))]
    there = list(range(len(sizes)))
    order.shuffle(there)
    forth, back = [], []
    start = 1
    for n in there:
        old = f'"C.{starts[n]}" through "C.{starts[n] + sizes[n] - 1}"'
        new = f'"C.{start}" through "C.{start + sizes[n] - 1}"'
        forth.append(f"renumber {old} to {new}")
        back.append(f"renumber {new} to {old}")
        start += sizes[n]
    clauses = [("C", str(n)) for n in range(1, sum(sizes) + 1)]
    cited = frozenset(clauses)
    one, mistakes = read_renumbering(lines(*forth), "old", cited)
    other, more = read_renumbering(lines(*back), "old", cited)
    assert mistakes == more == []
    moved = [one(clause) for clause in clauses]
    assert sorted(moved) == sorted(clauses)
    assert [other(clause) for clause in moved] == clauses
    below = [(*clause, "a") for clause in clauses]
    assert [one(clause) for clause in below] == [(*clause, "a") for clause in moved]


def test_a_renumbering_of_nothing_moves_nothing() -> None:
    assert Renumbering({})(("C", "1")) == ("C", "1")
