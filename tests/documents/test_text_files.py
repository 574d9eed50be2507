"""A text becomes lines and pages; what is no word in it is said."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.documents.options import LONGEST_LINE
from audit.documents.pages import Printed, Role
from audit.documents.text_files import decoded, printed_text
from audit.files import ReadError


def _read(text: str) -> Printed:
    return printed_text(text, "rules.txt", "0")


def _refused(data: bytes, encoding: str | None = None) -> ReadError:
    with pytest.raises(ReadError) as caught:
        decoded(data, "rules.txt", encoding)
    return caught.value


def test_lines_and_blank_lines() -> None:
    printed = _read("A. Definitions\n\n1. Ante\n")
    assert [(line.number, line.text, line.role) for line in printed.lines] == [
        (1, "A. Definitions", Role.BODY), (2, "", Role.BLANK), (3, "1. Ante", Role.BODY),
    ]
    assert [(p.number, p.first, p.last) for p in printed.pages] == [(1, 1, 3)]


def test_form_feed_begins_a_page() -> None:
    printed = _read("one\n\ftwo\nthree\n\fpage 3")
    assert [(line.text, line.page) for line in printed.lines] == [("one", 1), ("two", 2), ("three", 2), ("page 3", 3)]
    assert [(p.first, p.last) for p in printed.pages] == [(1, 1), (2, 3), (4, 4)]


def test_form_feed_within_a_line_ends_the_page_behind_it() -> None:
    printed = _read("one\ftwo\nthree")
    assert [(line.text, line.page) for line in printed.lines] == [("one two", 1), ("three", 2)]


def test_form_feed_at_the_end_begins_nothing() -> None:
    assert len(_read("one\n\f").pages) == 1


@given(st.lists(st.text(alphabet="ab \f\t\r", max_size=6), min_size=1, max_size=12))
def test_lines_are_numbered_and_pages_cover_them(rows: list[str]) -> None:
    printed = _read("\n".join(["x", *rows, "y"]))
    assert [line.number for line in printed.lines] == list(range(1, len(rows) + 3))
    covered = [n for page in printed.pages for n in range(page.first, page.last + 1)]
    assert covered == list(range(1, len(rows) + 3))
    assert [page.number for page in printed.pages] == list(range(1, len(printed.pages) + 1))
    assert all(printed.pages[line.page - 1].first <= line.number <= printed.pages[line.page - 1].last for line in printed.lines)
    assert all("\f" not in line.text for line in printed.lines)


def test_line_ends_of_other_machines() -> None:
    text, remarks = decoded(b"one\r\ntwo\r\n", "rules.txt", None)
    assert (text, remarks) == ("one\ntwo\n", ())
    text, remarks = decoded(b"one\rtwo\r", "rules.txt", None)
    assert text == "one\ntwo\n"
    assert remarks == ("its lines end with carriage returns alone",)


def test_carriage_return_within_a_line_moves_no_cursor() -> None:
    text, remarks = decoded(b"pays 2 to 1\rpays 9\r\r\nnext\n", "rules.txt", None)
    assert text == "pays 2 to 1 pays 9\nnext\n"
    assert remarks == ("1 carriage return within lines, read as blanks",)
    begun = time.process_time()
    decoded(b"\r" * 400_000 + b"x\n", "rules.txt", None)
    assert time.process_time() - begun < 10


def test_only_a_line_end_ends_a_line() -> None:
    """Python's own `splitlines` would cut at each of these."""
    text, remarks = decoded("a\u2028b\x85c\x0bd\x1ee\n".encode(), "rules.txt", None)
    assert text == "a b c d e\n"
    assert remarks == ("4 control characters read as blanks, the first on line 1",)


def test_mark_that_turns_the_direction_of_writing() -> None:
    _, remarks = decoded("one\npays \u202e1 to 2\n".encode(), "rules.txt", None)
    assert "line 2" in remarks[0]


def test_byte_order_mark_falls_away() -> None:
    assert decoded(b"\xef\xbb\xbfA.", "rules.txt", None)[0] == "A."
    assert decoded("\ufeffA.".encode("utf-16-le"), "rules.txt", "utf-16-le")[0] == "A."


def test_windows_1252_is_recognised() -> None:
    error = _refused(b"A. Definitions\nthe \x93house\x94\n")
    assert error.first_line == (
        "rules.txt:2:5: error: byte 0x93 is not UTF-8; the file looks like Windows-1252 [encoding, exit 3]"
    )
    assert error.mend == "--encoding windows-1252, or save it as UTF-8"
    text, _ = decoded(b"the \x93house\x94 \x96 2\n", "rules.txt", "windows-1252")
    assert text == "the “house” – 2\n"


def test_mixed_encodings_are_remarked() -> None:
    _, remarks = decoded("plain\nthe “house”\n".encode() + b"\x93x\x94\n", "rules.txt", "iso-8859-1")
    assert any("control characters" in remark for remark in remarks)
    _, remarks = decoded("plain\nthe player’s\n".encode(), "rules.txt", "windows-1252")
    assert "line 2 looks like UTF-8 read as windows-1252" in remarks[0]


def test_byte_that_an_encoding_has_not() -> None:
    error = _refused(b"A\nxx\x81", "windows-1252")
    assert (error.kind, error.place) == ("encoding", "rules.txt:2:3")


@pytest.mark.parametrize("encoding", ["nonsense", "zlib", "rot13", "hex", "idna", "punycode", "utf-7", "unicode_escape", "x" * 300, "\0"])
def test_encodings_that_are_none(encoding: str) -> None:
    error = _refused(b"abc", encoding)
    assert error.kind == "encoding"


def test_utf_16() -> None:
    assert _refused("Ante".encode("utf-16")).mend == "--encoding utf-16, or save it as UTF-8"
    assert "UTF-16 without its mark" in _refused("Ante is placed".encode("utf-16-le")).message
    assert decoded("Ante".encode("utf-16"), "rules.txt", "utf-16")[0] == "Ante"


def test_binary() -> None:
    error = _refused(b"abc\0" + bytes(range(1, 256)) * 4)
    assert error.kind == "unreadable"
    assert "binary" in error.message


@pytest.mark.parametrize("text", ["", "\n\n", " \t\f\n"])
def test_no_words(text: str) -> None:
    with pytest.raises(ReadError) as caught:
        _read(text)
    assert caught.value.kind == "empty"


def test_line_beyond_the_bound() -> None:
    with pytest.raises(ReadError) as caught:
        _read("one\n" + "x" * 5_000_000)
    assert (caught.value.kind, caught.value.place) == ("too-large", "rules.txt:2:1")
    assert len(_read("x" * LONGEST_LINE).lines[0].text) == LONGEST_LINE


def test_pages_beyond_the_bound() -> None:
    with pytest.raises(ReadError) as caught:
        _read("x\n" + "\f\n" * 30_000)
    assert caught.value.kind == "too-large"


def test_a_thousand_pages() -> None:
    text = "\f".join("    1. The dealer shall announce the total of the hand before any wager is paid.\n" * 60 for _ in range(1_000))
    begun = time.process_time()
    printed = _read(decoded(text.encode(), "rules.txt", None)[0])
    assert time.process_time() - begun < 20
    assert (len(printed.lines), len(printed.pages)) == (60_000, 1_000)
