"""Time grows with the number of clauses, not with its square, and no document makes it run away."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

import pytest

from audit.compare.documents import Kind, compare_parts
from audit.documents.document import Part

Numbered = Callable[[Sequence[str]], Part]


def sentences(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    known = ["".join(rng.choice("bcdfgklmnprst") + rng.choice("aeiou") for _ in range(3)) for _ in range(3_000)]
    return [" ".join(rng.choice(known) for _ in range(18)).capitalize() + "." for _ in range(count)]


def seconds(work: Callable[[], object]) -> float:
    """Processor time, which other work on the machine does not add to."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def test_two_thousand_clauses_of_which_many_changed(numbered: Numbered) -> None:
    said = sentences(2_000, 1)
    new = [s.replace(s.split()[4], "changed") if n % 7 == 0 else s for n, s in enumerate(said)]
    new.insert(30, new.pop(700))
    del new[1_500]
    one, other = numbered(said), numbered(new)
    assert seconds(lambda: compare_parts(one, other)) < 10
    found = compare_parts(one, other)
    assert found.count(Kind.CHANGED) in range(284, 287)
    assert found.count(Kind.REMOVED) == 1
    assert found.count(Kind.MOVED) + found.count(Kind.MOVED_AND_AMENDED) == 1


def test_two_thousand_equal_clauses(numbered: Numbered) -> None:
    one, other = numbered(["The dealer shall deal."] * 2_000), numbered(["The dealer shall deal."] * 2_001)
    assert seconds(lambda: compare_parts(one, other)) < 10
    assert [(e.kind, e.new_path) for e in compare_parts(one, other).entries] == [(Kind.ADDED, "2001")]


def test_two_thousand_equal_clauses_that_all_changed(numbered: Numbered) -> None:
    one, other = numbered(["The dealer shall deal."] * 2_000), numbered(["The dealer shall not deal."] * 2_000)
    assert seconds(lambda: compare_parts(one, other)) < 20
    assert compare_parts(one, other).count(Kind.CHANGED) == 2_000


def test_nothing_in_common(numbered: Numbered) -> None:
    one, other = numbered(sentences(1_000, 1)), numbered(sentences(1_000, 2))
    assert seconds(lambda: compare_parts(one, other)) < 15


@pytest.mark.long
def test_a_clause_of_fifty_thousand_words(numbered: Numbered) -> None:
    words = [f"w{n % 977}" for n in range(50_000)]
    one = numbered([" ".join(words)])
    other = numbered([" ".join([*words[:25_000], "not", *words[25_001:]])])
    assert seconds(lambda: compare_parts(one, other)) < 30
    backward = numbered([" ".join(reversed(words))])
    assert seconds(lambda: compare_parts(one, backward)) < 40


def test_deep_nesting(part: Callable[[str], Part]) -> None:
    rows = [f"{'  ' * n}{n + 1}. The rule of level {n} holds for all below." for n in range(60)]
    one, other = part("\n".join(rows)), part("\n".join(rows))
    assert compare_parts(one, other).entries == ()


@pytest.mark.long
def test_marks_and_brackets_without_end(numbered: Numbered) -> None:
    for said in ("(" * 20_000, "(a)" * 10_000, "Section " * 10_000, "1 to " * 10_000, "one hundred " * 8_000, "ten thousand " * 4_000, "9" * 100_000, "1/" * 20_000, "§" * 20_000):
        one, other = numbered([said]), numbered([said + "x"])
        assert seconds(lambda one=one, other=other: compare_parts(one, other)) < 30, said[:20]  # type: ignore[misc]
