"""Whole rulesets with one slip or two, as somebody makes them who writes his first: what `audit check` says, and its mend.

Each file of `bad/whole` is sound but for its slips.  Beside it stands what is printed of it (`.txt`, written anew by
`--record`) and what a reviewer then does (`.mend`): a line for each line of the file that is changed (``7 | …``), taken
out (``7 -``) or put in below (``7 + …``).  With that done the ruleset is clean.  `bad/library` is what they include and
amend.  The files straight under `bad` hold many slips each; `test_mistakes` reads those.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from audit.commands.main import main
from audit.language.diagnostics import Severity
from audit.language.library import Library, Parsed
from audit.language.loading import Checked, check
from audit.language.parsing import parse
from audit.language.printing import printed
from audit.language.syntax import Source

HERE = Path(__file__).parent / "bad"
LIBRARY = HERE / "library"
BAD = sorted((HERE / "whole").glob("*.rop"))
FINDINGS, UNREADABLE = 1, 3
FAMILIES = ("amend", "cards", "choice", "dice", "draw", "include", "layout", "names", "payout", "result", "room", "step", "table",
            "tail", "wheel")
DESIGN = '''
field.rop:22:6: error: nothing is called "feild" [unknown-name]
22 | pays feild at 1 to 1                                                 @ F.1
   |      ^^^^^ did you mean "field", the wager of line 14?

field.rop:17:27: error: "when" asks for what is settled before play; "total" is known in play [when-in-play]
17 |   lose on 5, 6, 7, 8 when total is 7                                   @ D.10
   |                           ^^^^^ write: if total is 7

field.rop:17:25: error: "if" asks for what happens in play; field_bet is an option, line 9 [if-option]
17 |   lose on 5, 6, 7, 8 if field_bet                                      @ D.10
   |                         ^^^^^^^^^ write: when field_bet

field.rop:14:7: error: "dealing" is declared twice [declared-twice]
9  | option dealing yes or no default yes                                 @ C.1
   |        ------- first here, an option
14 | wager dealing "Field Bet"                                            @ D.10
   |       ^^^^^^^ a name is unique over all kinds: wager field

field.rop:15:9: error: "needs" asks for wagers; field_bet is an option, line 9 [wrong-kind]
15 |   needs field_bet                                                      @ D.10
   |         ^^^^^^^^^ write: house may offer when field_bet
'''.strip().split("\n\n")
"""The examples of the design that speak of names; `test_mistakes` has those that do not parse."""

EDIT = re.compile(r"(\d+) (?:(-)|(\|)(?: (.*))?|(\+)(?: (.*))?)$")

each_of_them = pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)


@functools.cache
def library() -> Library:
    return Library((LIBRARY,))


@functools.cache
def checked(name: str, text: str) -> Checked:
    file, mistakes = parse(Source(name, text))
    return check(Parsed(file, tuple(mistakes)), library())


def told(found: Checked) -> str:
    sources = dict(found.assembled.sources) if found.assembled else {}
    return printed(list(found.diagnostics), {**sources, found.source.name: found.source})


def mended(text: str, mend: str) -> tuple[str, set[int]]:
    """The text with a mend worked in, and the numbers of the lines that it touches."""
    edits = [EDIT.fullmatch(line) for line in mend.splitlines()]
    assert edits and all(edits), mend
    lines: dict[int, list[str]] = {n: [line] for n, line in enumerate(text.split("\n"), start=1)}
    for edit in edits:
        assert edit is not None
        number = int(edit[1])
        if edit[3]:
            lines[number][0] = edit[4] or ""
        elif edit[5]:
            lines[number].append(edit[6] or "")
    for edit in edits:
        assert edit is not None
        if edit[2]:
            del lines[int(edit[1])][0]
    return "\n".join(line for n in sorted(lines) for line in lines[n]), {int(e[1]) for e in edits if e is not None}


def test_there_are_many_kinds_and_of_every_family() -> None:
    assert {path.stem.split("_")[0] for path in BAD} == set(FAMILIES)
    assert len(BAD) + len(list(HERE.glob("*.rop"))) >= 100


@pytest.mark.parametrize("example", DESIGN, ids=lambda e: e.split("\n")[0].rsplit("[", 1)[1][:-1])
def test_example_of_the_design(example: str) -> None:
    lines = (HERE.parent / "field.rop").read_text(encoding="utf-8").splitlines()
    for number, text in re.findall(r"^(\d+) +\| (.*)$", example, re.MULTILINE):
        lines[int(number) - 1 : int(number)] = [text]
    assert told(checked("field.rop", "\n".join(lines) + "\n")).rstrip("\n") == example


@each_of_them
def test_what_is_said_of_it(path: Path, record: bool) -> None:
    output = told(checked(path.name, path.read_text(encoding="utf-8")))
    expected = path.with_suffix(".txt")
    if record:
        expected.write_text(output, encoding="utf-8")
    assert output == expected.read_text(encoding="utf-8")


@each_of_them
def test_it_has_a_place_and_a_mend(path: Path) -> None:
    found = checked(path.name, path.read_text(encoding="utf-8")).diagnostics
    assert 1 <= len(found) <= 4
    assert all(d.span.line > 0 and d.span.column > 0 and d.mend or d.also for d in found)


@each_of_them
def test_the_mend_mends_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    better, touched = mended(text, path.with_suffix(".mend").read_text(encoding="utf-8"))
    assert told(checked(path.name, better)) == ""
    told_of = {d.span.line for d in checked(path.name, text).diagnostics if d.span.source == path.name}
    assert told_of <= touched or path.stem in ELSEWHERE


ELSEWHERE = frozenset({"include_hole", "layout_indents", "names_declared_twice", "step_unreached"})
"""Mended in another line than the one told of: the step above, the line below, the first of two."""


@each_of_them
def test_words_that_are_offered_are_right(path: Path) -> None:
    """What is to take the place of a word, put in its place: that slip is gone."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    found = [d for d in checked(path.name, text).diagnostics if d.replacement is not None]
    for d in sorted(found, key=lambda d: (d.span.line, -d.span.column)):
        line = lines[d.span.line - 1]
        lines[d.span.line - 1] = line[: d.span.column - 1] + str(d.replacement) + line[d.span.end_column - 1 :]
    again = {d.first_line for d in checked(path.name, "\n".join(lines)).diagnostics}
    assert not again & {d.first_line for d in found}


@each_of_them
def test_how_the_program_ends(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    is_error = any(d.severity is Severity.ERROR for d in checked(path.name, path.read_text(encoding="utf-8")).diagnostics)
    assert main(["--rulesets", str(LIBRARY), "check", "--only", "language", path.name]) == FINDINGS
    # the shipped rulesets stand behind the library, and are counted
    out = re.sub(r"shows \d+", "shows 4", capsys.readouterr().out.replace("in library, rulesets", "in library"))
    assert out.startswith(path.with_suffix(".txt").read_text(encoding="utf-8"))
    assert main(["--rulesets", str(LIBRARY), "show", path.name]) == (UNREADABLE if is_error else 0)
