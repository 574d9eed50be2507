"""What holds of every document, on documents made of anything (hypothesis)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from audit.checks.documents.rules import examine_document
from audit.checks.settings import Settings
from audit.compare.documents import Kind, TextComparison, compare_documents
from audit.documents.document import Document, PartKind
from audit.documents.opening import opened
from audit.documents.options import Reading
from audit.documents.pages import View
from audit.documents.reading import structured
from audit.files import ReadError

Holds = Callable[[Document], None]

LABELS = ["a.", "b.", "(a)", "(b)", "(i)", "i.", "ii.", "1.", "2.", "3.", "(1)", "A.", "B.", "I.", "II.", "1.1", "1.2", "c)", "§7.K", "1 ,.", ".:>", "XII.", ""]
WORDS = [
    "The dealer shall deal two cards.", "“Ante” means a wager.", "Flush pays 4 to 1.", "See Section 2 (relating to play).", "RULES OF PLAY", "Definitions.",
    "Flush      4 to 1      9 to 1", "Straight      3 to 1", "Deleted: old", "Revised March 3, 2014", "a player may", "of the bank, and", "WAGERS", "(b)", "4.",
    "if it wins, the wager loses;", "six decks of 52 cards", "10:00 a.m. to 99:99", "5% of $1,000", "infor-", "mation", "\x0cPage 1 of 2", "- 3 -", "tbe dea1er sha11",
]  # fmt: skip
LINE = st.one_of(
    st.just(""),
    st.builds(
        lambda indent, label, words, end: " " * indent + f"{label} {' '.join(words)}".strip() + end,
        st.integers(0, 12),
        st.sampled_from(LABELS),
        st.lists(st.sampled_from(WORDS), max_size=3),
        st.sampled_from(["", "", "", ".", ":", ";", "; and", " 4.", "\t"]),
    ),
    st.text(max_size=60).map(lambda text: text.replace("\n", " ")),
)
TEXTS = st.lists(LINE, min_size=1, max_size=40).map("\n".join)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def _read(text: str, view: View = View.NEW, name: str = "x.txt") -> Document | None:
    try:
        return structured(opened(text.encode("utf-8", "replace"), name, Reading(view=view)), view)
    except ReadError:
        return None


def _as_rules(document: Document) -> Document:
    """What the file is taken for shall not decide what is tried."""
    return replace(document, parts=tuple(replace(part, kind=PartKind.RULES) for part in document.parts))


def _alone(text: str, holds: Holds) -> None:
    document = _read(text)
    if document is None:
        return
    holds(document)
    again = _read(text)
    assert again == document
    # Unmarked, the old text is the new one.
    old = _read(text, View.OLD)
    assert old is not None and old.parts == document.parts
    rules = _as_rules(document)
    assert examine_document(rules, Settings()) == examine_document(_as_rules(again), Settings())
    same = compare_documents(rules, rules)
    assert (same.entries, same.form, same.following, same.read_through) == ((), (), (), ())
    assert same.old_clauses == same.new_clauses


@QUICK
@given(TEXTS)
def test_one_document(holds: Holds, text: str) -> None:
    _alone(text, holds)


@pytest.mark.long
@LONG
@given(TEXTS)
def test_very_many_documents(holds: Holds, text: str) -> None:
    _alone(text, holds)


MIRRORED = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED, Kind.SPLIT: Kind.MERGED, Kind.MERGED: Kind.SPLIT}


def _told(comparison: TextComparison) -> Counter[object]:
    """What comes or goes: the clauses that stand on one side alone, by path; of which side it does not say."""
    return Counter(
        (entry.kind, tuple(side.path for side in (*entry.old, *entry.new)), tuple(side.words for side in (*entry.old, *entry.new)))
        for entry in (*comparison.entries, *comparison.form)
        if entry.kind in (Kind.ADDED, Kind.REMOVED)
    )


def _edited(text: str, at: int, said: str, how: str) -> str:
    lines = text.split("\n")
    at %= len(lines)
    match how:
        case "set in":
            lines.insert(at, said)
        case "taken out":
            del lines[at]
        case _:
            lines[at] = said
    return "\n".join(lines)


EDITS = st.tuples(TEXTS, st.integers(0, 50), st.sampled_from(WORDS), st.sampled_from(["set in", "taken out", "replaced"]))


@QUICK
@given(EDITS)
def test_two_documents(edit: tuple[str, int, str, str]) -> None:
    """Both ways round are answered, of the same clauses; every span lies in its words; schemas hold."""
    text, at, said, how = edit
    old, new = _read(text), _read(_edited(text, at, said, how))
    if old is None or new is None:
        return
    old, new = _as_rules(old), _as_rules(new)
    there, back = compare_documents(old, new), compare_documents(new, old)
    assert (there.old_clauses, there.new_clauses) == (back.new_clauses, back.old_clauses)
    assert len(there.compared) == len(back.compared)
    for entry in (*there.entries, *there.form, *there.read_through):
        assert 0 < entry.confidence <= 1 and (entry.confidence == 1 or entry.doubts)
        for side in (*entry.old, *entry.new):
            assert "".join(words for words, _ in side.runs) == side.words
            for span in side.spans:
                assert 0 <= span.start < span.end <= len(side.words)
                side.place(span.start)
    assert bool(there.entries) == bool(back.entries) or bool(there.form) or bool(back.form)


SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


@QUICK
@given(EDITS)
def test_json_keeps_to_its_schema(edit: tuple[str, int, str, str]) -> None:
    from audit.report.clauses_data import clauses_document
    from audit.report.document_diff_data import document_diff_document

    text, at, said, how = edit
    old, new = _read(text), _read(_edited(text, at, said, how))
    if old is None or new is None:
        return
    made: Sequence[tuple[str, object]] = (
        ("clauses", clauses_document(new, new.parts, sources=True)),
        ("diff", document_diff_document(compare_documents(_as_rules(old), _as_rules(new)), old, new)),
    )
    for name, plain in made:
        schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
        mistake = next(Draft202012Validator(schema).iter_errors(json.loads(json.dumps(plain))), None)
        assert mistake is None, f"{mistake.json_path}: {mistake.message[:200]}" if mistake else ""
