"""What a printed label can mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.documents.outline.labels import (
    Form,
    Kind,
    Step,
    Style,
    letters,
    letters_value,
    meanings,
    roman,
    roman_value,
    written,
)

STOP, CLOSED, ENCLOSED = Form.STOP, Form.CLOSED, Form.ENCLOSED


def sound(printed: str) -> set[tuple[str, Kind]]:
    """The readings that take the print as it is: the steps as written, and the series of the last."""
    return {(".".join(map(written, m.steps)), m.steps[-1].style.kind) for m in meanings(printed) if not m.damaged}


@pytest.mark.parametrize(
    ("printed", "want"),
    [
        ("12.", {("12", Kind.ARABIC)}),
        ("12)", {("12", Kind.ARABIC)}),
        ("(12)", {("(12)", Kind.ARABIC)}),
        ("A.", {("A", Kind.UPPER)}),
        ("b)", {("b", Kind.LOWER)}),
        ("i.", {("i", Kind.LOWER), ("i", Kind.ROMAN_LOWER)}),
        ("(v)", {("(v)", Kind.LOWER), ("(v)", Kind.ROMAN_LOWER)}),
        ("c.", {("c", Kind.LOWER)}),
        ("xxxvii.", {("xxxvii", Kind.ROMAN_LOWER)}),
        ("IV.", {("IV", Kind.ROMAN_UPPER)}),
        ("aa.", {("aa", Kind.LOWER)}),
        ("§7.", {("7", Kind.ARABIC)}),
        ("5.a", {("5.a", Kind.LOWER)}),
        ("5a.", {("5a", Kind.ARABIC)}),
        ("1.2.3", {("1.2.3", Kind.ARABIC)}),
        ("7.K.ii(a)", {("7.K.ii.(a)", Kind.LOWER)}),
    ],
)
def test_sound_print(printed: str, want: set[tuple[str, Kind]]) -> None:
    assert sound(printed) == want


@pytest.mark.parametrize("printed", ["", "Poker", "0.", "007.", "iiii.", "vx.", "a b", "1..", "()", "(", "Ab.", "abc.", "1" * 30])
def test_no_label(printed: str) -> None:
    assert sound(printed) == set()


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("l.", Step(Style(Kind.ARABIC, STOP), 1)),
        ("11.", Step(Style(Kind.ROMAN_LOWER, STOP), 2)),
        ("111.", Step(Style(Kind.ROMAN_LOWER, STOP), 3)),
        ("ill.", Step(Style(Kind.ROMAN_UPPER, STOP), 3)),
        ("IV.", Step(Style(Kind.ROMAN_LOWER, STOP), 4)),
        ("c.", Step(Style(Kind.UPPER, STOP), 3)),
        ("T.", Step(Style(Kind.UPPER, STOP), 9)),
        ("0.", Step(Style(Kind.UPPER, STOP), 15)),
        ("1O.", Step(Style(Kind.ARABIC, STOP), 10)),
        ("J.", Step(Style(Kind.ARABIC, STOP), 3)),
        ("3.", Step(Style(Kind.ARABIC, STOP), 13)),
    ],
)
def test_what_a_scan_may_have_spoilt(printed: str, meant: Step) -> None:
    found = [m for m in meanings(printed) if m.steps == (meant,)]
    assert [m.damaged for m in found] == [True]
    assert 0 < found[0].cost <= 2.5


@given(st.integers(1, 4999))
def test_roman_and_back(value: int) -> None:
    assert roman_value(roman(value)) == value


@given(st.integers(1, 52))
def test_letters_and_back(value: int) -> None:
    assert letters_value(letters(value)) == value


@given(
    st.sampled_from([k for k in Kind if k is not Kind.HEADING]), st.sampled_from(list(Form)), st.integers(1, 40), st.sampled_from([".", ")"])
)
def test_every_written_label_is_read(kind: Kind, form: Form, value: int, end: str) -> None:
    """What a path would cite is among the readings of the label."""
    if form is not ENCLOSED:
        form = STOP if end == "." else CLOSED
    step = Step(Style(kind, form), value)
    if kind in (Kind.ROMAN_LOWER, Kind.ROMAN_UPPER) and written(step).strip("()").lower() in ("c", "d", "l", "m"):
        return
    printed = written(step) + ("" if form is ENCLOSED else end)
    assert any(m.steps == (step,) and not m.damaged for m in meanings(printed))


@given(st.text(max_size=30))
def test_any_text_is_read_or_not(text: str) -> None:
    for meaning in meanings(text):
        assert meaning.steps and meaning.cost >= 0
