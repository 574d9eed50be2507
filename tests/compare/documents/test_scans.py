"""Differences that only the damage of a scan explains are set apart; digits never are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from audit.compare.documents import Kind, compare_parts
from audit.compare.documents.scans import folded
from audit.documents.clauses import Clause
from audit.documents.document import Part, PartKind
from audit.documents.text import Stretch, Text


def scanned(sentences: Sequence[str], *, damaged: bool = True) -> Part:
    """Clauses 1, 2, 3 …, some words of which were mended, as in a scan."""
    clauses = []
    for n, said in enumerate(sentences, start=1):
        stretches = [Stretch(said, 1, n, 3)]
        if damaged:
            stretches.append(Stretch(" shall", 1, n, 3 + len(said), " sha11", "1 read as l"))
            stretches.append(Stretch(" stand.", 1, n, 9 + len(said)))
        else:
            stretches[0] = replace(stretches[0], text=said + " shall stand.")
        clauses.append(Clause(str(n), f"{n}.", Text(), Text(tuple(stretches)), at=(1, n)))
    return Part(1, PartKind.RULES, ((1, len(sentences)),), clauses=tuple(clauses))


CLEAN = [
    "The remaining dice are returned to the dice cup and it",
    "The player next to the boxperson throws first and this",
    "Each wager of the commencement is paid 7 to 5 and that",
]


@pytest.mark.parametrize(
    ("n", "word", "damaged"),
    [
        (0, "returned", "etumed"),
        (0, "dice cup", "dicecup"),
        (0, "remaining", "rema1ning"),
        (1, "boxperson", "boxpers~n"),
        (1, "throws", "tbrows"),
        (2, "commencement", "commen ement"),
    ],
)
def test_read_through(n: int, word: str, damaged: str) -> None:
    old = [s.replace(word, damaged) if m == n else s for m, s in enumerate(CLEAN)]
    found = compare_parts(scanned(old), scanned(CLEAN, damaged=False))
    assert found.entries == ()
    assert len(found.read_through) + len(found.form) == 1


@pytest.mark.parametrize(("n", "word", "other"), [(2, "7 to 5", "7 to 6"), (2, "7 to 5", "1 to 5"), (1, "next", "last")])
def test_what_no_scan_explains(n: int, word: str, other: str) -> None:
    old = [s.replace(word, other) if m == n else s for m, s in enumerate(CLEAN)]
    found = compare_parts(scanned(old), scanned(CLEAN, damaged=False))
    assert [e.kind for e in found.entries] == [Kind.CHANGED]


def test_a_clean_text_is_never_read_through() -> None:
    old = [s.replace("returned", "etumed") for s in CLEAN]
    found = compare_parts(scanned(old, damaged=False), scanned(CLEAN, damaged=False))
    assert [e.kind for e in found.entries] == [Kind.CHANGED]
    assert found.read_through == ()


def test_no_two_digits_look_alike() -> None:
    assert len({folded(str(n)) for n in range(10)}) == 10
    assert folded("0ne mi11ion") == folded("One million")
