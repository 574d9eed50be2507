"""The new view is what accepting all changes gives, the old view what rejecting them gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.pages import Mark, Printed, View


def _marks(printed: Printed, line: int) -> list[tuple[int, int, Mark]]:
    return [(m.start, m.end, m.mark) for m in printed.line(line).marks]


def test_words_put_in_and_taken_out(word: Any) -> None:
    printed = word.read(word.p("pays ", word.changed("del", "3"), word.changed("ins", "2"), " to 1"))
    assert printed.lines[0].text == "pays 32 to 1"
    assert _marks(printed, 1) == [(5, 6, Mark.DELETED), (6, 7, Mark.INSERTED)]
    assert [word.shown(printed, v) for v in View] == [["pays 2 to 1"], ["pays 3 to 1"], ["pays 32 to 1"]]
    assert printed.is_redline


def test_inserted_and_then_deleted_is_in_neither_text(word: Any) -> None:
    inner = '<w:ins w:id="1"><w:del w:id="2"><w:r><w:delText>never</w:delText></w:r></w:del></w:ins>'
    printed = word.read(word.p("a ", inner, "b"))
    assert [word.shown(printed, v) for v in View] == [["a b"], ["a b"], ["a neverb"]]


def test_deleted_end_joins_two_paragraphs(word: Any) -> None:
    printed = word.read(word.p("The player ", end="del") + word.p("shall win."))
    assert word.shown(printed, View.NEW) == ["The player shall win."]
    assert word.shown(printed, View.OLD) == ["The player ", "shall win."]
    assert printed.lines[0].ends_paragraph(View.NEW) is False
    assert printed.lines[0].ends_paragraph(View.OLD) is True


def test_inserted_end_splits_one(word: Any) -> None:
    printed = word.read(word.p("One. ", end="ins") + word.p("Two."))
    assert word.shown(printed, View.NEW) == ["One. ", "Two."]
    assert word.shown(printed, View.OLD) == ["One. Two."]


def test_whole_paragraph_deleted(word: Any) -> None:
    printed = word.read(word.p("One.") + word.p(word.changed("del", "Two."), end="del") + word.p("Three."))
    assert word.shown(printed, View.NEW) == ["One.", "Three."]


def test_a_move_is_a_move(word: Any) -> None:
    printed = word.read(
        word.p(word.changed("moveFrom", "First."), end="moveFrom") + word.p("Second.") + word.p(word.changed("moveTo", "First."), end="moveTo")
    )
    assert _marks(printed, 1) == [(0, 6, Mark.MOVED_FROM)]
    assert _marks(printed, 3) == [(0, 6, Mark.MOVED_TO)]
    assert word.shown(printed, View.NEW) == ["Second.", "First."]
    assert word.shown(printed, View.OLD) == ["First.", "Second."]


def test_rows_put_in_and_taken_out(word: Any) -> None:
    rows = (word.row("Hand", "Odds"), word.row("Flush", "4 to 1", change="del"), word.row("Flush", "5 to 1", change="ins"))
    printed = word.read(word.table(*rows))
    assert word.shown(printed, View.NEW) == ["Hand\tOdds", "Flush\t5 to 1"]
    assert word.shown(printed, View.OLD) == ["Hand\tOdds", "Flush\t4 to 1"]
    assert _marks(printed, 2) == [(0, 12, Mark.DELETED)]


def test_cells_put_in_and_taken_out(word: Any) -> None:
    def cell(words: str, change: str) -> str:
        return f'<w:tc><w:tcPr><w:{change} w:id="1"/></w:tcPr>{word.p(words)}</w:tc>'

    printed = word.read(word.table(f"<w:tr>{cell('old', 'cellDel')}{cell('new', 'cellIns')}<w:tc>{word.p('both')}</w:tc></w:tr>"))
    assert [printed.lines[0].seen(v).text for v in (View.NEW, View.OLD)] == ["\tnew\tboth", "old\t\tboth"]


def test_deleted_page_break_ends_no_page(word: Any) -> None:
    gone = '<w:del w:id="1"><w:r><w:br w:type="page"/></w:r></w:del>'
    assert len(word.read(word.p("one", gone) + word.p("two")).pages) == 1


def test_changed_looks_are_no_change(word: Any) -> None:
    looks = '<w:b/><w:rPrChange w:id="1"><w:rPr/></w:rPrChange>'
    printed = word.read(word.p(word.run("bold now", looks)))
    assert not printed.is_redline


def test_numbers_of_old_and_new(word: Any) -> None:
    """A clause put in: those behind it count one more in the new text alone."""
    body = (
        word.p("Ante", numbered=(1, 0))
        + word.p(word.changed("ins", "Burn"), numbered=(1, 0), end="ins")
        + word.p("Call", numbered=(1, 0))
    )
    printed = word.read(body, numbering=word.levels(("decimal", "%1.")) + word.num(1))
    assert word.shown(printed, View.NEW) == ["1.\tAnte", "2.\tBurn", "3.\tCall"]
    assert word.shown(printed, View.OLD) == ["1.\tAnte", "2.\tCall"]
    generated = [(m.start, m.end) for m in printed.lines[2].marks if m.mark is Mark.GENERATED]
    assert generated == [(0, 6)]


def test_joined_paragraphs_have_the_number_of_the_last(word: Any) -> None:
    body = word.p("Joined ", end="del") + word.p("words", numbered=(1, 0)) + word.p("Next", numbered=(1, 0))
    printed = word.read(body, numbering=word.levels(("lowerLetter", "(%1)")) + word.num(1))
    assert word.shown(printed, View.NEW) == ["(a)\tJoined words", "(b)\tNext"]
    assert word.shown(printed, View.OLD) == ["Joined ", "(a)\twords", "(b)\tNext"]


def test_number_given_by_a_tracked_change_of_properties(word: Any) -> None:
    body = word.p("Now listed", numbered=(1, 0), more='<w:pPrChange w:id="1"><w:pPr/></w:pPrChange>')
    printed = word.read(body, numbering=word.levels(("decimal", "%1.")) + word.num(1))
    assert word.shown(printed, View.NEW) == ["1.\tNow listed"]
    assert word.shown(printed, View.OLD) == ["Now listed"]


_WORDS = st.text(alphabet="ab 1", min_size=1, max_size=4)
_RUN = st.tuples(_WORDS, st.sampled_from(["", "", "ins", "del", "moveTo", "moveFrom"]))
_PARAGRAPH = st.tuples(st.lists(_RUN, max_size=4), st.sampled_from(["", "", "", "ins", "del", "moveTo", "moveFrom"]), st.sampled_from([None, 0, 1]))


@settings(max_examples=150, deadline=None)
@given(st.lists(_PARAGRAPH, min_size=1, max_size=7))
def test_views_are_what_accepting_and_rejecting_make(word: Any, paragraphs: list[Any]) -> None:
    """The changes are carried out on the paragraphs themselves; the result, read as a clean file, is what the view shows."""
    numbering = word.levels(("decimal", "%1."), ("lowerLetter", "(%2)")) + word.num(1)
    paragraphs = [*paragraphs, ([("end", "")], "", None)]

    def made(runs: list[Any], end: str, level: int | None) -> str:
        parts = [word.changed(change, words) if change else word.run(words) for words, change in runs]
        return word.p(*parts, end=end, numbered=None if level is None else (1, level))

    tracked = word.read("".join(made(*p) for p in paragraphs), numbering=numbering)
    for view, gone in ((View.NEW, {"del", "moveFrom"}), (View.OLD, {"ins", "moveTo"})):
        clean, runs = [], []
        for content, end, level in paragraphs:
            runs += [(words, "") for words, change in content if change not in gone]
            if end not in gone:
                clean.append(made(runs, "", level))
                runs = []
        assert word.shown(tracked, view) == word.shown(word.read("".join(clean), numbering=numbering))


def test_accepted_text_of_a_real_file(word: Any, sample: Callable[[str], Path]) -> None:
    tracked = open_document(sample("tracked-sop-tables.docx"), "tracked.docx", Reading())
    accepted = open_document(sample("tracked-sop-tables-accepted.docx"), "accepted.docx", Reading())
    assert tracked.is_redline
    assert not accepted.is_redline
    assert word.shown(tracked) == word.shown(accepted)


def test_move_in_a_real_file(word: Any, sample: Callable[[str], Path]) -> None:
    printed = open_document(sample("tracked-move.docx"), "move.docx", Reading())
    assert [{m.mark for m in line.marks} for line in printed.lines] == [set(), {Mark.MOVED_FROM}, set(), {Mark.MOVED_TO}, set()]
    new, old = word.shown(printed, View.NEW), word.shown(printed, View.OLD)
    assert old == [new[0], new[2], new[1], new[3]]


@pytest.mark.parametrize("view", list(View))
def test_columns_are_those_of_the_line(word: Any, view: View) -> None:
    line = word.read(word.p("ab", word.changed("del", "cd"), word.changed("ins", "ef"), "g")).lines[0]
    seen = line.seen(view)
    assert [line.text[c] for c in seen.columns] == list(seen.text)
