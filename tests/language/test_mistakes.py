"""What a reviewer is told of a ruleset that does not parse: the examples of the design, word for word, and many more.

`field.rop` is a ruleset of one wager.  Each example below is what is printed when the lines that it shows stand in the
file instead of those of the same number.  `bad/` holds whole files with their expected output beside them; `--record`
writes that output anew.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.language.building import Above, BuildError
from audit.language.building_statements import StatementBuilder
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes import explain_build, names
from audit.language.parsing import parse
from audit.language.printing import Look, printed
from audit.language.recovery import MOST_MISTAKES
from audit.language.syntax import Source, SyntaxFile
from audit.language.vocabulary import vocabulary
from audit.ruleset.basis import Span
from audit.ruleset.names import Kind

HERE = Path(__file__).parent
FIELD = (HERE / "field.rop").read_text(encoding="utf-8").splitlines()
BAD = sorted((HERE / "bad").glob("*.rop"))
RULESETS = sorted((HERE.parents[1] / "rulesets").rglob("*.rop"))
AMENDING = ("replace", "remove", "change", "rename", "renumber", "include")

EXAMPLES = '''
field.rop:14:1: error: no statement begins with "bet" [unknown-statement]
14 | bet field "Field Bet" when field_bet                                 @ D.10
   | ^^^ a wager is declared by: wager field "Field Bet"

field.rop:15:3: error: a wager has no line "mad" [unknown-line]
15 |   mad before any roll                                                  @ D.10
   |   ^^^ did you mean "made"?  (audit fmt --words wager lists its lines)

field.rop:13:15: error: "a" is a word of the language and cannot be a name here [reserved-word]
13 |     settle if a is 7                                                   @ J.1
   |               ^ after "if": a fact, such as: total is 7

field.rop:14:13: error: the quotation mark is not closed on its line [open-quote]
14 | wager field "Field Bet                                               @ D.10
   |             ^ close it before the clause; curly quotes do not count

field.rop:9:29: error: "set by" lacks "the" [incomplete]
9  | option table_minimum set by house                                    @ C.1
   |                             ^^^^^ write: set by the house

field.rop:5:16: error: a date is year-month-day, or: not stated [not-a-date]
5  |   approved     5 January 2026
   |                ^^^^^^^^^^^^^^ write: 2026-01-05

field.rop:17:11: error: "5 to 8" is odds, and "lose on" asks for rolls [to-is-odds]
17 |   lose on 5 to 8                                                       @ D.10
   |           ^^^^^^ a range is: 5 through 8

field.rop:17:11: error: 5-8 is two dice showing 5 and 8, and no die has an 8 [hyphen-is-dice]
17 |   lose on 5-8                                                          @ D.10
   |           ^^^ a range is: 5 through 8

field.rop:17:13: error: tests are not joined by "or" [or-between-tests]
17 |   lose on 5 or 6                                                       @ D.10
   |             ^^ a comma says "any of": 5, 6      (between whole conditions: two lines)

field.rop:17:11: error: there are no parentheses [parenthesis]
17 |   lose on (5, 6, 7, 8)                                                 @ D.10
   |           ^ after "on": rolls, such as: 5, 6, 7, 8

field.rop:17:16: error: one fact a line [two-facts]
17 |   lose on 5, 6 and push on 7                                           @ D.10
   |                ^^^ "push on 7" on a line of its own, with its clause

field.rop:13:21: error: comparisons are words [symbol]
13 |     settle if total > 7                                                @ J.1
   |                     ^ over; also: under, at least, at most, equals, is

field.rop:18:8: error: "2-1" is not odds [not-odds]
18 |   pays 2-1                                                             @ F.1
   |        ^^^ 2 to 1 (stake kept) or 2 for 1 (stake taken): the document says which

field.rop:21:25: error: "3:2" is not odds [not-odds]
21 |     | 2, 12           | 3:2    |
   |                         ^^^ 3 to 2, or 3 for 2

field.rop:17:29: error: "if" stands behind the clause [tail-order]
17 |   lose on 5, 6, 7, 8 @ D.10 if come_is_off
   |                             ^^ the order is: if, when, @, assumed

field.rop:17:29: error: "D.10 F.1" is clause F.1 of a document D.10, and there is none [citation]
17 |   lose on 5, 6, 7, 8 @ D.10 F.1
   |                             ^^^ two clauses: D.10, F.1

field.rop:17:1: error: a tab; indentation is by spaces [tab]
17 | →lose on 5, 6, 7, 8                                                   @ D.10
   | ^ two spaces (audit fmt mends all of them)

field.rop:17:5: error: indented deeper than line 16, which opens no block [indentation]
17 |     lose on 5, 6, 7, 8                                                 @ D.10
   |     ^^^^ 2 spaces, as in line 16

field.rop:17:1: error: "lose" is a line of a wager, and no wager is open here [indentation]
17 | lose on 5, 6, 7, 8                                                     @ D.10
   | ^^^^ 2 spaces, under wager field, line 14

field.rop:21:23: error: 1 cell, and the heading of line 19 has 2: total, odds [row-length]
21 |     | 2, 12           |
   |                       ^ missing: odds

field.rop:21:31: error: the row is not closed [row-open]
21 |     | 2, 12           | 2 to 1
   |                               ^ | and, behind it, the clause

field.rop:21:7: error: "flush" cannot be a total of two dice [cell-misfit]
21 |     | flush           | 2 to 1 |
   |       ^^^^^ under total (line 19): numbers 2 through 12, or: otherwise
'''.strip().split("\n\n")


def told(source: Source) -> list[Diagnostic]:
    """Every mistake of parsing and of building, in the order of the file; names are not looked up."""
    file, found = parse(source)
    found = list(found)
    builder = StatementBuilder(vocabulary(file.statements))
    for node in file.statements:
        if node.kind.split("_")[0] in AMENDING:
            continue
        try:
            list(builder.statements(node, Above()))
        except BuildError as error:
            found.append(explain_build(error, source))
    return sorted(found, key=lambda d: (d.span.line, d.span.column))


def shown(lines: list[str], name: str = "field.rop") -> str:
    source = Source(name, "\n".join(lines) + "\n")
    return printed(told(source), {name: source}).rstrip("\n")


def with_line(number: int, text: str) -> list[str]:
    return [*FIELD[: number - 1], text, *FIELD[number:]]


def test_the_ruleset_of_the_examples_is_sound() -> None:
    assert shown(FIELD) == ""
    assert len(FIELD) == 21


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: re.search(r"\[([a-z-]+)\]$", e.split("\n")[0])[1])
def test_example_of_the_design(example: str) -> None:
    number, text = re.match(r"(\d+) +\| (.*)$", example.split("\n")[1]).groups()
    assert shown(with_line(int(number), text.replace("→", "\t"))) == example


def test_line_that_rests_on_nothing() -> None:
    lines = with_line(17, "  lose on 5, 6, 7, 8")
    lines[13] = 'wager field "Field Bet" when field_bet'
    assert shown(lines) == (
        "field.rop:17:3: warning: this line rests on nothing: no clause, no assumption, none at its head [no-basis]\n"
        "17 |   lose on 5, 6, 7, 8\n"
        '   |   ^^^^^^^^^^^^^^^^^^ @ and the clause; or, where the text is silent: assumed because "…"'
    )


def test_a_clause_at_the_head_supports_the_lines_below() -> None:
    assert shown(with_line(17, "  lose on 5, 6, 7, 8")) == ""


def test_table_without_a_heading() -> None:
    lines = [*FIELD[:18], *FIELD[19:]]
    assert shown(lines) == (
        'field.rop:19:5: error: the first row of a table is its heading, and "1 to 1" heads nothing [no-header]\n'
        "19 |     | 3, 4, 9, 10, 11 | 1 to 1 |\n"
        "   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ put before it: | total | odds |"
    )


def test_pays_without_a_table() -> None:
    assert shown(FIELD[:18]) == (
        'field.rop:18:3: error: "pays" is followed by odds or a table, and neither is here [no-table]\n'
        f"18 | {FIELD[17]}\n"
        "   |   ^^^^ pays 1 to 1, or rows two spaces further in"
    )


@pytest.mark.parametrize(
    ("number", "text", "first_line", "mend"),
    [
        (17, "  lose on 5 or 6 or 7 @ D.10", '17:13: error: tests are not joined by "or" [or-between-tests]', "5, 6, 7"),
        (17, "  lose if total is 7 or total is 8 @ D.10",
         '17:22: error: conditions are not joined by "or" [or-between-tests]', "two lines, one for each"),
        (17, "  lose on 5..8 @ D.10", '17:11: error: "5..8" is not a range [not-a-range]', "a range is: 5 through 8"),
        (17, "  lose 5, 6 @ D.10", '17:8: error: "lose" lacks "on" [incomplete]', "write: lose on 5"),
        (17, "  lose on 5, 6, @ D.10", "17:15: error: the list ends in a comma [incomplete]", "leave it out"),
        (17, "  lose on 5 throgh 8 @ D.10", '17:13: error: "throgh" is no word of the language [unknown-word]',
         "did you mean: 5 through 8"),
        (17, "  lose on 5 D.10", '17:13: error: "D.10" lacks the @ before it [incomplete]', "write: @ D.10"),
        (17, "  lose on seven @ D.10", '17:11: error: nothing is called "seven" [unknown-name]', "7"),
        (17, "  lose on 5 @", "17:13: error: nothing stands behind @ [citation]", "such as: D.10"),
        (17, "  lose on 5 @ see D.10",
         '17:15: error: "see D.10" is clause D.10 of a document see, and there is none [citation]', "write: @ D.10"),
        (17, "  amount at most 500 dollars @ D.10",
         '17:18: error: "500 dollars" is not an amount of money [not-a-figure]', "write: $500"),
        (14, "wager pair-plus @ D.10", '14:7: error: "pair-plus" is not a name [not-a-name]', "pair_plus"),
        (14, "Wager field @ D.10", '14:1: error: no statement begins with "Wager" [unknown-statement]', '"wager"'),
        (17, "  lose on 5\u00a0@ D.10", "17:12: error: a no-break space is no space of the language [odd-space]",
         "an ordinary space"),
        (20, "    | 3 or 4 | 1 to 1 |", '20:9: error: tests are not joined by "or" [or-between-tests]', "3, 4"),
        (20, "    | 3 to 4 | 1 to 1 |", '20:7: error: "3 to 4" is odds, and "total" asks for numbers [to-is-odds]',
         "a range is: 3 through 4"),
        (20, "    | 3, 13 | 1 to 1 |", '20:10: error: "13" cannot be a total of two dice [cell-misfit]',
         "numbers 2 through 12"),
        (20, "    | 3, 4 | wins |", '20:14: error: nothing is called "wins" [unknown-name]', "win"),
        (20, "    |-----|------|", "20:6: error: a table has no line of dashes below its heading [cell-misfit]",
         "leave it out"),
        (8, "dice 2 with faces 1 to 6 @ B.1", '8:19: error: "1 to 6" is odds, and "faces" asks for numbers [to-is-odds]',
         "a range is: 1 through 6"),
        (9, "options side yes or no @ C.1", '9:1: error: no statement begins with "options" [unknown-statement]',
         'did you mean "option"?'),
    ],
)
def test_mistake(number: int, text: str, first_line: str, mend: str) -> None:
    lines = shown(with_line(number, text)).split("\n")
    assert lines[0] == f"field.rop:{first_line}"
    assert mend in lines[2]


def test_several_mistakes_are_told_in_the_order_of_the_file() -> None:
    lines = list(FIELD)
    lines[8] = "option table_minimum set by house"
    lines[10] = "  steps come_out"
    lines[14] = "  mad before any roll"
    lines[16] = "  lose on 5 or 6"
    file, found = parse(Source("field.rop", "\n".join(lines)))
    assert [(d.span.line, d.name) for d in found if d.severity is Severity.ERROR] == [
        (9, "incomplete"), (11, "unknown-line"), (15, "unknown-line"), (17, "or-between-tests"),
    ]
    assert [node.kind for node in file.statements] == ["dice", "option", "round", "wager"]


def test_what_stands_below_a_broken_head_is_read_under_one_that_would_do() -> None:
    lines = [*FIELD[:13], "banana field", "  mad before any roll", "  win on 7 or 8"]
    _, found = parse(Source("field.rop", "\n".join(lines)))
    assert [(d.span.line, d.name) for d in found] == [
        (14, "unknown-statement"), (15, "unknown-line"), (16, "or-between-tests"),
    ]


def test_two_slips_on_one_line_are_both_told() -> None:
    printed_lines = shown(with_line(14, 'wagr field "Field Bet" whn field_bet @ D.10')).split("\n")
    assert printed_lines[0].endswith('no statement begins with "wagr" [unknown-statement]')
    assert printed_lines[3].endswith('"whn" is no word of the language [unknown-word]')


def test_columns_behind_a_mended_word_are_those_of_the_file() -> None:
    file, _ = parse(Source("field.rop", "\n".join(with_line(14, 'bet field "Field Bet" when field_bet @ D.10'))))
    wager = next(node for node in file.statements if node.kind == "wager")
    name = next(w for w in wager.words if getattr(w, "kind", "") == "NAME")
    assert (name.text, name.span.column, name.span.end_column) == ("field", 5, 10)


def test_at_most_twenty_errors() -> None:
    lines = [*FIELD, *(f"wager w{n} @@" for n in range(60))]
    _, found = parse(Source("field.rop", "\n".join(lines)))
    assert len([d for d in found if d.severity is Severity.ERROR]) == MOST_MISTAKES


# names


def test_unknown_name_is_near_a_declared_one() -> None:
    found = names.unknown_name("feild", Span("field.rop", 22, 6, 22, 11), [("field", "a wager", 14), ("x", "a step", 3)])
    assert found.first_line == 'field.rop:22:6: error: nothing is called "feild" [unknown-name]'
    assert found.mend == 'did you mean "field", the wager of line 14?'
    assert found.replacement == "field"


def test_unknown_name_that_is_a_word_of_elsewhere() -> None:
    assert names.unknown_name("wins", Span("f", 1, 1, 1, 5), []).mend == "the word of the language is: win"


def test_wrong_kind_names_the_word_that_asks() -> None:
    line = "  needs field_bet                                                      @ D.10"
    found = names.wrong_kind(
        "field_bet", Span("field.rop", 15, 9, 15, 18), Kind.WAGER | Kind.OPTION, Kind.OPTION,
        Span("field.rop", 9, 8, 9, 17), line=line,
    )
    assert found.first_line == (
        'field.rop:15:9: error: "needs" asks for wagers; field_bet is an option, line 9 [wrong-kind]'
    )
    assert found.mend == "write: house may offer when field_bet"


def test_declared_twice_shows_both_places() -> None:
    lines = with_line(9, "option dealing yes or no default yes                                 @ C.1")
    lines[13] = 'wager dealing "Field Bet"                                            @ D.10'
    source = Source("field.rop", "\n".join(lines))
    found = names.declared_twice(
        "dealing", Span("field.rop", 14, 7, 14, 14), Kind.WAGER, Span("field.rop", 9, 8, 9, 15), Kind.OPTION,
        title="Field Bet",
    )
    assert printed([found], {"field.rop": source}) == (
        'field.rop:14:7: error: "dealing" is declared twice [declared-twice]\n'
        "9  | option dealing yes or no default yes                                 @ C.1\n"
        "   |        ------- first here, an option\n"
        '14 | wager dealing "Field Bet"                                            @ D.10\n'
        "   |       ^^^^^^^ a name is unique over all kinds: wager field\n"
    )


# files that do not parse, with what is said of them


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("example/half_units/2026-01-05", "example/half-units/2026-01-05"),
        ("an_issuer/field/2026-01-05", "an-issuer/field/2026-01-05"),
        ("example/field/2026-01-05_b", "example/field/2026-01-05-b"),
    ],
)
def test_an_id_has_hyphens(given: str, meant: str) -> None:
    """The parser reads up to the underscore and takes that for the id: what is wrong is the sign, not the end of the line."""
    assert shown([f"ruleset {given}", *FIELD[1:]]) == "\n".join((
        f'field.rop:1:9: error: "{given}" is not an id [not-an-id]',
        f"1  | ruleset {given}",
        f"   |         {'^' * len(given)} an id has hyphens, not underscores: {meant}",
    ))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_ruleset(path: Path, record: bool) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    output = printed(told(source), {path.name: source})
    expected = path.with_suffix(".txt")
    if record:
        expected.write_text(output, encoding="utf-8")
    assert output == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_applied_mends_parse(path: Path) -> None:
    """Where every mistake of a line has a text that takes its place, the line with these texts is right."""
    source = Source(path.name, path.read_text(encoding="utf-8"))
    lines = source.text.split("\n")
    by_line: dict[int, list[Diagnostic]] = {}
    for diagnostic in told(source):
        if diagnostic.severity is Severity.ERROR:
            by_line.setdefault(diagnostic.span.line, []).append(diagnostic)
    mended = {line for line, found in by_line.items() if all(d.replacement is not None for d in found)}
    for line in mended:
        for d in sorted(by_line[line], key=lambda d: -d.span.column):
            text = lines[line - 1]
            lines[line - 1] = text[: d.span.column - 1] + str(d.replacement) + text[d.span.end_column - 1 :]
    _, found = parse(Source(path.name, "\n".join(lines)))
    assert [d.first_line for d in found if d.span.line in mended and d.severity is Severity.ERROR] == []


# whatever is done to a ruleset


def mutated(text: str, chance: random.Random) -> str:
    """A ruleset with a few words, lines or letters lost, doubled, exchanged or put in."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        n = chance.randrange(len(words))
        match chance.randrange(9):
            case 0:
                lines[at] = " ".join([*words[:n], *words[n + 1 :]])
            case 1:
                lines[at] = " ".join([*words[:n], words[n], *words[n:]])
            case 2:
                words[n], words[-1] = words[-1], words[n]
                lines[at] = " ".join(words)
            case 3:
                lines[at : at + 1] = [] if len(lines) > 1 else [""]
            case 4:
                lines.insert(at, lines[at])
            case 5:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 6:
                column = chance.randrange(len(lines[at]) + 1)
                sign = chance.choice('"@|#,()\t 5aA-–:;$%é\u00a0→漢\x00\r=<')
                lines[at] = lines[at][:column] + sign + lines[at][column:]
            case 7:
                column = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:column] + lines[at][column + 1 :]
            case _:
                lines[at] = " " * chance.randrange(5) + lines[at].lstrip()
    return "\n".join(lines)


def holds(text: str) -> None:
    """What is true of every text: nothing is raised, in bounded time, and what is told can be shown."""
    source = Source("x.rop", text)
    begun = time.perf_counter()
    file, found = parse(source)
    assert time.perf_counter() - begun < 20
    assert isinstance(file, SyntaxFile)
    assert len(found) <= 2 * MOST_MISTAKES
    assert [(d.span.line, d.span.column) for d in found] == sorted((d.span.line, d.span.column) for d in found)
    assert all(0 <= d.span.line <= len(source.lines) and d.span.column <= d.span.end_column for d in found)
    output = printed(found, {"x.rop": source})
    assert "\x1b" not in output and "\x00" not in output
    concise = printed(found, {"x.rop": source}, Look(concise=True))
    assert concise.count("\n") == len(found)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_mutated_ruleset(path: Path, seed: int) -> None:
    holds(mutated(path.read_text(encoding="utf-8"), random.Random(seed)))


@pytest.mark.long
@settings(max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_mutated_ruleset_long(path: Path, seed: int) -> None:
    holds(mutated(path.read_text(encoding="utf-8"), random.Random(seed)))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ruleswagon 12@|\"',-\n\t#()=")), max_size=200))
def test_any_text(text: str) -> None:
    holds(text)


@pytest.mark.parametrize("path", RULESETS, ids=lambda p: "/".join(p.parts[-3:]))
def test_rulesets_have_no_mistakes(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    assert [d.first_line for d in parse(source)[1]] == []


def test_equal_runs_tell_the_same() -> None:
    text = mutated(RULESETS[0].read_text(encoding="utf-8"), random.Random(7))
    assert parse(Source("x.rop", text))[1] == parse(Source("x.rop", text))[1]
