"""How messages look on a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.language.diagnostics import Also, Diagnostic, Severity
from audit.language.printing import Look, print_diagnostic, printed, visible, width_of
from audit.language.syntax import Source
from audit.ruleset.basis import Span


def at(line: int, column: int, end: int, source: str = "f.rop") -> Span:
    return Span(source, line, column, line, end)


SOURCE = Source("f.rop", "first line\nwin on 2-1  @ D\n\tlose 漢字 x\n" + "x\n" * 96 + "last\n")
SOURCES = {"f.rop": SOURCE}


def test_message_place_and_mend() -> None:
    d = Diagnostic("not-odds", '"2-1" is not odds', at(2, 8, 11), "2 to 1, or 2 for 1")
    assert print_diagnostic(d, SOURCES) == (
        'f.rop:2:8: error: "2-1" is not odds [not-odds]\n'
        "2  | win on 2-1  @ D\n"
        "   |        ^^^ 2 to 1, or 2 for 1"
    )


def test_concise_is_the_first_line() -> None:
    d = Diagnostic("x", "message", at(2, 8, 11), "mend", because="reason", also=(Also(at(1, 1, 2), "here"),))
    assert printed([d, d], SOURCES, Look(concise=True)) == "f.rop:2:8: error: message [x]\n" * 2


def test_without_a_mend_nothing_stands_behind_the_caret() -> None:
    assert print_diagnostic(Diagnostic("x", "m", at(1, 1, 6)), SOURCES).split("\n")[2] == "   | ^^^^^"


def test_two_places_and_a_reason_in_the_order_of_the_file() -> None:
    d = Diagnostic("x", "m", at(2, 5, 7), "here", also=(Also(at(1, 7, 11), "also here"), Also(at(100, 1, 5), "and here")),
                   because="a reason")
    assert print_diagnostic(d, SOURCES) == (
        "f.rop:2:5: error: m [x]\n"
        "1   | first line\n"
        "    |       ---- also here\n"
        "2   | win on 2-1  @ D\n"
        "    |     ^^ here\n"
        "100 | last\n"
        "    | ---- and here\n"
        "    = a reason"
    )


def test_two_places_on_one_line_show_it_once() -> None:
    d = Diagnostic("x", "m", at(2, 8, 11), "here", also=(Also(at(2, 1, 4), "also here"),))
    assert print_diagnostic(d, SOURCES).split("\n")[1:] == [
        "2  | win on 2-1  @ D", "   | --- also here", "   |        ^^^ here",
    ]


def test_place_in_another_file() -> None:
    sources = {**SOURCES, "g.rop": Source("g.rop", "one\ntwo\n")}
    d = Diagnostic("x", "m", at(1, 1, 6), "here", also=(Also(at(2, 1, 4, "g.rop"), "also here"),))
    assert print_diagnostic(d, sources).split("\n")[1:] == [
        "1  | first line", "   | ^^^^^ here", "   : g.rop", "2  | two", "   | --- also here",
    ]


def test_tab_is_shown_as_an_arrow_of_one_cell() -> None:
    assert print_diagnostic(Diagnostic("x", "m", at(3, 2, 6), "here"), SOURCES).split("\n")[1:] == [
        "3  | →lose 漢字 x", "   |  ^^^^ here",
    ]


def test_wide_letters_take_two_cells() -> None:
    assert print_diagnostic(Diagnostic("x", "m", at(3, 7, 9), "wide"), SOURCES).split("\n")[2] == "   |       ^^^^ wide"
    assert print_diagnostic(Diagnostic("x", "m", at(3, 10, 11), "x"), SOURCES).split("\n")[2] == "   |            ^ x"
    assert width_of("e\u0301") == 1


def test_colour_only_where_asked() -> None:
    d = Diagnostic("x", "m", at(1, 1, 6), "here", Severity.WARNING)
    assert "\x1b" not in print_diagnostic(d, SOURCES)
    assert print_diagnostic(d, SOURCES, Look(colour=True)) == (
        "\x1b[1mf.rop:1:1\x1b[0m: \x1b[1;33mwarning\x1b[0m: m [x]\n"
        "1  | first line\n"
        "   | \x1b[1;33m^^^^^\x1b[0m here"
    )


def test_message_about_a_whole_file() -> None:
    d = Diagnostic("empty", "empty; a ruleset begins with: …", Span("f.rop", 0, 0, 0, 0))
    assert print_diagnostic(d, SOURCES) == "f.rop: error: empty; a ruleset begins with: … [empty]"


def test_place_that_cannot_be_shown() -> None:
    d = Diagnostic("x", "m", at(7, 1, 2, "other.rop"), "a mend", because="a reason")
    assert print_diagnostic(d, SOURCES) == "other.rop:7:1: error: m [x]\n   = a mend\n   = a reason"


def test_caret_behind_the_end_of_a_line() -> None:
    assert print_diagnostic(Diagnostic("x", "m", at(1, 11, 12), "here"), SOURCES).split("\n")[2] == (
        "   |           ^ here"
    )


def test_span_over_several_lines_ends_with_its_first() -> None:
    d = Diagnostic("x", "m", Span("f.rop", 1, 7, 2, 4), "here")
    assert print_diagnostic(d, SOURCES).split("\n")[2] == "   |       ^^^^ here"


def test_long_line_is_cut_about_the_caret() -> None:
    source = Source("f.rop", "a" * 100 + " word " + "b" * 100)
    lines = print_diagnostic(Diagnostic("x", "m", at(1, 102, 106), "here"), {"f.rop": source}, Look(width=40)).split("\n")
    assert lines[1] == "1  | …aaaaaaaaaaa word bbbbbbbbbbbbbbbbbbbbb…"
    assert lines[2] == "   |              ^^^^ here"
    whole = print_diagnostic(Diagnostic("x", "m", at(1, 102, 106), "here"), {"f.rop": source})
    assert whole.split("\n")[1] == f"1  | {source.text}"


def test_without_unicode() -> None:
    d = Diagnostic("x", "m … ±", at(3, 2, 6), "→ here")
    assert print_diagnostic(d, SOURCES, Look(unicode=False)) == (
        "f.rop:3:2: error: m ... +- [x]\n3  | >lose ?? x\n   |  ^^^^ > here"
    )


def test_caret_is_placed_by_what_is_printed() -> None:
    lines = print_diagnostic(Diagnostic("x", "m", at(3, 10, 11), "x"), SOURCES, Look(unicode=False)).split("\n")
    assert lines[1:] == ["3  | >lose ?? x", "   |          ^ x"]


def test_no_document_commands_the_terminal() -> None:
    source = Source("f.rop", "a\x1b[31mb \u202e x\u200b\n")
    d = Diagnostic("x", "say \x1b[2J", at(1, 1, 2), "mend\x07")
    output = print_diagnostic(d, {"f.rop": source}, Look(colour=True))
    assert "\x1b[31m" not in output.replace("\x1b[1;31m", "") and "\x1b[2J" not in output
    assert visible("\x1b\u202e\u200b\u00a0\t\r") == "���·→�"


@given(st.text(max_size=60), st.integers(1, 70), st.integers(1, 20))
def test_caret_stands_below_its_word(text: str, column: int, length: int) -> None:
    line = text.replace("\n", " ").replace("\r", " ")
    source = Source("f.rop", line)
    end = min(column + length, len(line) + 1)
    d = Diagnostic("x", "m", at(1, column, max(end, column + 1)))
    lines = print_diagnostic(d, {"f.rop": source}).split("\n")
    caret = lines[-1][5:]
    begin = min(column - 1, len(line))
    assert len(caret) - len(caret.lstrip()) == width_of(visible(line[:begin]))
    assert caret.strip() == "^" * max(1, width_of(visible(line[begin : d.span.end_column - 1])))
