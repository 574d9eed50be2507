"""Documents that no one writes: each is read, checked and compared in time that grows with its length."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from audit.checks.documents.rules import examine_document
from audit.checks.settings import Settings
from audit.compare.documents import compare_documents
from audit.documents.document import Document, PartKind

ReadFile = Callable[..., Document]
Holds = Callable[[Document], None]
Lines = Callable[[int], Sequence[str]]

_WORDS = ["the", "dealer", "shall", "collect", "each", "wager", "and", "pay", "odds", "of", "player", "bank", "cards", "shoe", "drawn", "third", "hand", "total", "value", "point"]


def _said(count: int, seed: int) -> str:
    """So many words, the same for the same seed."""
    return " ".join(_WORDS[(seed * 7 + n * n + n) % len(_WORDS)] for n in range(count))


def _letters(number: int) -> str:
    made = ""
    while number:
        number, rest = divmod(number - 1, 26)
        made = chr(97 + rest) + made
    return made


def _by_three(number: int) -> str:
    return ("a.", "(a)", "i.")[number % 3]


KINDS: dict[str, Lines] = {
    "blank lines": lambda n: ["1. One.", *[""] * n, "2. Two."],
    "headings": lambda n: [x for k in range(n // 2) for x in (f"HEADING {_said(2, k).upper()}", "")],
    "identical clauses": lambda n: ["1. The dealer shall pay 3 to 2."] * n,
    "counted clauses": lambda n: [f"{k}. {_said(9, k).capitalize()}." for k in range(1, n)],
    "prose without a label": lambda n: [_said(12, k).capitalize() + ("." if k % 3 == 2 else "") for k in range(n)],
    "labels ever deeper": lambda n: [" " * min(k, 300) + _by_three(k) + " Word here." for k in range(n)],
    "labels without words": lambda n: [_by_three(k) for k in range(n)],
    "labels behind their words": lambda n: [f"{_said(8, k).capitalize()}.{k % 20 + 1}." for k in range(n)],
    "labels of many levels": lambda n: [".".join(str(k // 10**p % 10 + 1) for p in (4, 3, 2, 1, 0)) + " Words here." for k in range(n)],
    "labels in a row": lambda n: [f"(a)(1)(i)(A)(I) {_said(5, k)}." for k in range(n)],
    "signs alone": lambda n: [".,;:!?()[]{}<>*-_=+|/'\"~"[k % 20 :] * 3 for k in range(n)],
    "quotation marks that never close": lambda n: [f"{k}. “Term {_letters(k)} means {_said(6, k)}" for k in range(1, n)],
    "definitions": lambda n: [f"{k}. “{_said(2, k).title()} {_letters(k).title()}” means {_said(6, k)}." for k in range(1, n)],
    "references": lambda n: [f"{k}. See section {k * 7 % n + 1} and Section {k} (relating to {_said(2, k)})." for k in range(1, n)],
    "rows of a table": lambda n: ["1. Payouts:", "", *(f"Hand {_letters(k + 1):10}   {k % 50 + 1} to 1    {k % 7 + 1} to 1   {k % 100} %" for k in range(n))],
    "misread words": lambda n: [f"{k % 30} ,. Tbe dea1er sha11 co11ect tbe wa ger; p a y  o u t 3 t o 1 {_letters(k + 1)}" for k in range(n)],
    "balloons": lambda n: [x for k in range(n // 2) for x in (f"{k}. {_said(7, k)}.   Deleted: {_said(2, k)}", "Commented [AB1]: what")],
    "pages": lambda n: [x for k in range(n // 8) for x in ("\fRULES OF PLAY", "", *(f"{k * 10 + j}. Words." for j in range(4)), "", f"Page {k} of {n}")],
    "sets of rules": lambda n: [x for k in range(n // 5) for x in (f"\fRULES OF {_letters(k + 1).upper()}", f"Effective January {k % 28 + 1}, 2014", "", "1. Definitions", _said(8, k))],
    "letters": lambda n: [x for k in range(n // 5) for x in (f"\fFrom: a{k}@example.com", "To: b@example.com", "Subject: Rules", "", _said(9, k))],
    "results of ties": lambda n: [f"{k}. If the player's hand is higher than the dealer's hand, the wager {_letters(k)} wins." for k in range(1, n)],
    "roman numerals": lambda n: ["m" * (k % 9 + 1) + "x" * (k % 4) + ". " + _said(5, k).capitalize() + "." for k in range(n)],
    "dates": lambda n: [f"Revised: {k % 99}/{k % 99}/20{k % 30:02}" for k in range(n)],
    "other directions of writing": lambda n: [f"{k}. abc \u0301\u0301 \u05e9\u05dc\u05d5\u05dd \u0627\u0644 e\u0301 {_said(3, k)}." for k in range(1, n)],
}  # fmt: skip


def _seconds(lines: Sequence[str], read_file: ReadFile, holds: Holds) -> float:
    """Processor time of reading, checking and comparing with an edition that has one clause more."""
    begun = time.process_time()
    document = read_file("x.txt", "\n".join(lines).encode())
    taken = time.process_time() - begun
    holds(document)
    at = len(lines) // 2
    edited = read_file("y.txt", "\n".join([*lines[:at], "9. An inserted clause pays 5 to 1.", *lines[at:]]).encode())
    begun = time.process_time()
    # What the file is taken for shall not decide what is tried.
    as_rules = [replace(d, parts=tuple(replace(p, kind=PartKind.RULES) for p in d.parts)) for d in (document, edited)]
    examine_document(as_rules[0], Settings())
    compare_documents(as_rules[0], as_rules[1])
    return taken + time.process_time() - begun


@pytest.mark.parametrize("kind", KINDS)
def test_short(kind: str, read_file: ReadFile, holds: Holds) -> None:
    assert _seconds(KINDS[kind](60), read_file, holds) < 40


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_long(kind: str, read_file: ReadFile, holds: Holds) -> None:
    """Four thousand lines; a bound far above what it takes, which only what grows with the square would meet."""
    assert _seconds(KINDS[kind](4_000), read_file, holds) < 120


UNITS = [
    "x", "x ", " ", "1. ", "(a)", "a.", "1.1", "9", "9,", "$9", "( ", ")", "“", '"', "'a ", "-", "- ", ".", ". ", "_", "…", "3 to 2 ", "1:", "see section 1 ",
    "Section 1(a)", "A.1.", "e ", "I", "l", "<b>", "\t", "\u0301", "“Ante” means ", "and, ", "higher lower tie ", "100 to 1   ", "Deleted: ", "five (5) cards ",
    "January 1, 2014 ", "1/1/2014 ", "9:00 a.m. ", "; ", "shall ", "ab-", "§", "iv) ", "5% ", "the dealer's ", "Ab ", "@a.b ", "a/b ", "|", "a | ",
]  # fmt: skip


def _one_line(unit: str, length: int) -> list[str]:
    return ["RULES OF X", "A. Definitions", "1. " + (unit * length)[:length] + "z", "2. Next one.", "3. Last one."]


@pytest.mark.parametrize("unit", UNITS)
def test_line_of_one_thing_over_and_over(unit: str, read_file: ReadFile, holds: Holds) -> None:
    assert _seconds(_one_line(unit, 3_000), read_file, holds) < 40


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS)
def test_line_of_very_many_characters(unit: str, read_file: ReadFile, holds: Holds) -> None:
    assert _seconds(_one_line(unit, 60_000), read_file, holds) < 60


@pytest.mark.long
def test_counts_beyond_all_measure(read_file: ReadFile, holds: Holds) -> None:
    """A hundred thousand blank lines, fifty thousand headings, twenty thousand identical clauses, ten thousand levels."""
    for kind, count in (("blank lines", 100_000), ("headings", 50_000), ("identical clauses", 20_000), ("labels ever deeper", 10_000)):
        begun = time.process_time()
        holds(read_file("x.txt", "\n".join(KINDS[kind](count)).encode()))
        assert time.process_time() - begun < 300, kind


def test_numbers_beyond_all_measure(read_file: ReadFile, holds: Holds) -> None:
    """Figures that no number type holds are words like others."""
    nines = "9" * 10_000
    said = [
        f"1. The Ante pays {nines} to 1, or {nines}:{nines}, and $" + nines, f"2. It pays 1 to 0 and 0 to 0 and {nines}% of {nines} decks.",
        f"{nines}. On 99/99/9999, February 30, 2014 and 31/31/31 see Section {nines}.", "MMMMMMMMM. A numeral.", "mmmmmmmmmmmmmmmmmmmm. Another.",
        "Effective: 99/99/9999", f"Revised {nines}/1/1", "3. At 25:61 p.m. and 99:99 it shall not open, nor -5% of $-5.", f"Page {nines} of {nines}",
    ]  # fmt: skip
    assert _seconds(said * 3, read_file, holds) < 40


@pytest.mark.parametrize("columns", [2_000])
def test_table_of_very_many_columns(columns: int, read_file: ReadFile, holds: Holds) -> None:
    rows = ["   ".join(f"{n} to {k}" for n in range(columns)) for k in range(4)]
    assert _seconds(["1. Payouts:", "", *rows, "", "2. Next."], read_file, holds) < 20
    marked = ["# A", "", "|" + " a |" * 500, "|" + "---|" * 500, *["|" + " 3 to 1 |" * 500] * 4]
    holds(read_file("x.md", "\n".join(marked).encode()))
