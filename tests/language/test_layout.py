"""Lines before anything in them is read: size, tabs, indentation, and where statements begin."""

from __future__ import annotations

import pytest

from audit.language import layout
from audit.language.layout import LONGEST_LINE, LONGEST_NUMBER, MOST_LINES, Chunk
from audit.language.parsing import parse
from audit.language.printing import printed
from audit.language.syntax import Source

HEAD = 'ruleset x/y\n  title "T"\n  source "S"\n'


def laid(text: str) -> layout.LaidOut:
    return layout.check(Source("f.rop", text))


def told(text: str) -> list[str]:
    return [d.first_line for d in laid(text).mistakes]


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", " \t\f\n#\n", "\ufeff\n", "\r\n"])
def test_empty(text: str) -> None:
    assert told(text) == ["f.rop: error: empty; a ruleset begins with: ruleset, fragment, regulation or submission [empty]"]
    assert laid(text).is_fatal
    assert laid(text).lines == ()


def test_too_many_lines() -> None:
    assert told("x\n" * MOST_LINES) == ["f.rop:10001:1: error: 10,001 lines; 10,000 are read at most [too-long]"]
    assert not told("x\n" * (MOST_LINES - 1))


def test_too_long_a_line() -> None:
    assert told("# " + "x" * LONGEST_LINE) == ["f.rop: error: empty; a ruleset begins with: "
                                              "ruleset, fragment, regulation or submission [empty]"]
    assert told(HEAD + "x" * (LONGEST_LINE + 1)) == [
        "f.rop:4:1001: error: the line is 1,001 characters long; 1,000 are read at most [too-long]"
    ]
    assert not told(HEAD + "x" * LONGEST_LINE)


def test_too_long_a_number() -> None:
    """What has more digits than any amount of money is a slip; in quotations and behind a number sign it is words."""
    digits = "9" * (LONGEST_NUMBER + 1)
    assert told(HEAD + f"measure x at most {digits} feet") == [
        f"f.rop:4:19: error: a number of {LONGEST_NUMBER + 1} digits; {LONGEST_NUMBER} are read at most [too-long]"
    ]
    assert told(HEAD + f"measure x at most {digits[:-1]} feet # {digits}") == []
    assert told(HEAD + f'term "{digits}" is x @ "{digits}"') == []


def test_byte_order_mark_line_ends_and_form_feeds_pass() -> None:
    text = "\ufeffruleset x/y\r\n  title \"T\"\r\n  source \"S\"\r\n\f\r\n\fseats 2 through 7 @ A\r\n"
    file, found = parse(Source("f.rop", text))
    assert found == []
    assert [(n.kind, n.span.line, n.span.column) for n in file.statements] == [("seats", 5, 2)]
    assert file.head is not None and file.head.span.column == 1


def test_first_tab_is_told_and_the_others_counted() -> None:
    text = HEAD + "round @ J\n\tstep a @ J\n\t\troll dice @ J\n  \tsettle @ J\n"
    found = laid(text)
    assert [d.first_line for d in found.mistakes] == ["f.rop:5:1: error: a tab; indentation is by spaces [tab]"]
    assert found.mistakes[0].because == "2 more lines are indented by tabs"
    assert found.lines[4:7] == ("  step a @ J", "    roll dice @ J", "    settle @ J")
    assert found.moved == {5: 1, 6: 2, 7: 1}
    assert [d.name for d in parse(Source("f.rop", text))[1]] == ["tab"]


def test_one_more_tab_is_one_line() -> None:
    assert laid("ruleset x/y\n\ttitle \"T\"\n\tsource \"S\"\n").mistakes[0].because == "1 more line is indented by tabs"


def test_tab_between_words_passes() -> None:
    assert parse(Source("f.rop", HEAD + "seats\t2 through\t7 @ A\n"))[1] == []


def test_columns_of_a_line_with_a_tab_are_those_of_the_file() -> None:
    file, _ = parse(Source("f.rop", HEAD + "round @ J\n\troll dice @ J\n"))
    line = file.statements[0].body[0]
    assert (line.span.line, line.span.column) == (5, 2)


def test_line_between_two_levels() -> None:
    text = HEAD + "round @ J\n  step a @ J\n      roll dice @ J\n    settle @ J\n"
    source = Source("f.rop", text)
    assert printed(parse(source)[1], {"f.rop": source}) == (
        "f.rop:7:5: error: indented by 4; the blocks that are open stand at 0, 2 and 6 [indentation]\n"
        "7  |     settle @ J\n"
        "   |     ^^^^^^ 6 spaces, as in line 6\n"
    )


def test_of_two_levels_equally_near_the_one_where_the_line_parses() -> None:
    text = HEAD + "round @ J\n  step a @ J\n    roll dice @ J\n   step b @ J\n    settle @ J\n"
    found = parse(Source("f.rop", text))[1]
    assert [(d.span.line, d.mend) for d in found] == [(7, "2 spaces, as in line 5")]


def test_line_in_column_1_that_belongs_above() -> None:
    text = HEAD + "round @ J\n  step a @ J\n    roll dice @ J\nsettle\n"
    # "settle" begins a statement too: it is told what a statement of that name lacks.
    assert [d.name for d in parse(Source("f.rop", text))[1]] == ["incomplete"]
    text = HEAD + "round @ J\n  step a @ J\n    roll dice @ J\nreveal dealer_cards @ J\n"
    assert [(d.first_line, d.mend) for d in parse(Source("f.rop", text))[1]] == [(
        'f.rop:7:1: error: "reveal" is a line of a step, and no step is open here [indentation]',
        "4 spaces, under step a, line 5",
    )]


def test_class_of_a_ranking_in_column_1() -> None:
    text = HEAD + "ranking r of 3 cards @ C\n  order A K Q @ C\npair 2 cards of one rank @ C\n"
    assert [(d.first_line, d.mend) for d in parse(Source("f.rop", text))[1]] == [(
        'f.rop:6:1: error: "pair" is a line of a ranking, and no ranking is open here [indentation]',
        "2 spaces, under ranking r, line 4",
    )]


def test_block_in_column_1_is_told_once_and_read() -> None:
    text = HEAD + "round @ J\nstep a @ J\n  roll dice @ J\n  setle @ J\n"
    assert [(d.span.line, d.name) for d in parse(Source("f.rop", text))[1]] == [(5, "indentation"), (7, "unknown-line")]


def test_too_deep_a_nesting_is_told_and_not_read() -> None:
    text = HEAD + "round @ J\n" + "".join(f"{' ' * (n + 1)}if total is 7 @ J\n" for n in range(200)) + " " * 201 + "settle @ J\n"
    file, found = parse(Source("f.rop", text))
    assert [d.first_line for d in found] == ["f.rop:4:1: error: nested deeper than 80 levels [too-deep]"]
    assert file.statements == ()


def test_chunks_begin_in_column_1() -> None:
    lines = ("# a comment", "ruleset x/y", '  title "T"', "", "seats 2 @ A", "group a is 1,", "2, 3", "@ B", "x")
    assert list(layout.chunks(lines)) == [
        Chunk(1, ("# a comment", "ruleset x/y", '  title "T"', "")),
        Chunk(5, ("seats 2 @ A",)),
        Chunk(6, ("group a is 1,", "2, 3", "@ B")),
        Chunk(9, ("x",)),
    ]


def test_statement_behind_a_comma_begins_anew() -> None:
    lines = ("group a is 1,", "seats 2")
    assert len(list(layout.chunks(lines))) == 1
    assert len(list(layout.chunks(lines, lambda line: line.startswith("seats")))) == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [("a, b,", True), ("a, b", False), ("a, # b,", False), ("x @ A, B,", False), ('note "a,', False), ('x "#", y,', True)],
)
def test_what_goes_on(line: str, expected: bool) -> None:
    assert layout.goes_on(line) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("  @ A", True), ("assumed x", True), ("assumed", True), ("  assumed_x y", False), ("x @ A", False)],
)
def test_what_continues(line: str, expected: bool) -> None:
    assert layout.is_continuation(line) is expected


def test_blank_takes_the_block_and_what_goes_on() -> None:
    lines = ["a", "  b,", "  c", "    d", "  @ E", "  f", "g"]
    layout.blank(lines, 1)
    assert lines == ["a", "", "", "", "", "  f", "g"]
