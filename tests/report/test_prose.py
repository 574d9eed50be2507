"""All prose of a report reads as English does: no names as they are typed, no signs of the program, sentences whole.

What is read are the reports of the small rulesets of the tests and of two that are shipped; and reports whose titles mean
harm, which must come out as words.
"""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest

from audit.checks.context import Context
from audit.checks.finding import Edges, Finding, Witness, WitnessStep
from audit.checks.prose import Prose
from audit.checks.rules import examine
from audit.checks.wording import told_edges, wager_name
from audit.compare.comparing import compare
from audit.compare.side import Side
from audit.language.diagnostics import Severity
from audit.language.library import Library
from audit.language.loading import load
from audit.report import cells as ce
from audit.report import model as md
from audit.report.building import check_report, diff_report, verify_diff_report, verify_report
from audit.report.examined import Examined
from audit.report.html import render_html
from audit.report.inline import Mark, Ref, Text, plain
from audit.report.model import FindingBlock, Report, Things
from audit.report.pdf import render_pdf
from audit.resources import folder
from audit.ruleset.wagers import Wager
from audit.solve.planner import Verified, verify
from tests.whole import LONG_AND_WHOLE

F = Fraction

TESTS = Path(__file__).parent.parent
SLOW = ("sets-before-seven", "turn-tallies")
SLOWEST = ("repeated-points",)
SMALL = [
    pytest.param(path, marks=LONG_AND_WHOLE if path.stem in SLOWEST else pytest.mark.long if path.stem in SLOW else ())
    for path in sorted((TESTS / "solve" / "rulesets").glob("*.rop"))
]
OWN = Path(__file__).parent / "rulesets"
SHIPPED = ("jack-cleveland/big-six/undated", "oneida/craps/2022-09-08")


@functools.cache
def played(wanted: str) -> tuple[Verified, Examined]:
    """A ruleset by its id or path, played out and examined."""
    library = Library((folder("rulesets"), OWN))
    ruleset = load(wanted, library)
    verified = verify(ruleset, {})
    found = examine(Context(ruleset, verified.configured, verified))
    unfinished = (*(f"{wager}: {refused.why}" for wager, refused in verified.refused.items()), *found.unfinished)
    name = ruleset.head.id
    made = Examined(
        ruleset, f"{name}.rop", "0" * 64, verified.result, tuple(found.findings), (f"audit verify {name}",),
        unfinished=unfinished, not_offered=verified.not_offered,
    )
    return verified, made


def side(wanted: str) -> Side:
    verified, made = played(wanted)
    return Side(made.ruleset, verified.configured, verified, {}, made.findings)


# what is read


class Form(enum.Enum):
    """What must hold of a text: a sentence has a capital and a stop, a title a capital, words neither."""

    SENTENCE = "sentence"
    TITLE = "title"
    WORDS = "words"


Told = tuple[str, Form, str]


def texts(report: Report) -> Iterator[Told]:
    """Where it stands, its form, and its words; commands, hashes, names of rules and code are no prose."""
    for where in (report.title, report.subtitle, report.kind_words, report.running.kind):
        yield "head", Form.TITLE, where
    for section in report.sections:
        yield section.id, Form.TITLE, section.title
        for block in section.blocks:
            yield from ((section.id, form, words) for form, words in _block(block))


def without_code(text: Text) -> str:
    """Running text as it is read, what is code left out."""
    parts = (
        part.target if isinstance(part, Ref) else "" if part.mark is Mark.CODE else part.text for part in text
    )
    return "".join(parts).strip()


def _block(block: md.Block) -> Iterator[tuple[Form, str]]:
    match block:
        case md.Paragraph(text):
            yield Form.SENTENCE, without_code(text)
        case md.Heading(words):
            yield Form.TITLE, words
        case md.Things(items):
            for thing in items:
                yield Form.SENTENCE, thing.lead
                yield Form.SENTENCE, without_code(thing.text)
        case md.Glance(counts, numbers):
            yield from _table(counts) if counts else ()
            yield from ((Form.WORDS, number.words) for number in numbers)
        case md.Table():
            yield from _table(block)
        case md.FindingBlock():
            yield from _finding(block)
        case md.ChangeBlock():
            yield from _change(block)
        case md.Bullets(items):
            yield from ((Form.SENTENCE, without_code(item)) for item in items)
        case md.Panels(items):
            for panel in items:
                yield Form.TITLE, panel.title
                yield Form.WORDS, panel.position
                yield from ((Form.WORDS, row.result) for row in panel.rows)
        case md.Terms(entries):
            for term, meaning in entries:
                yield Form.TITLE, term
                yield Form.SENTENCE, meaning
        case md.Legend(entries):
            yield from ((Form.WORDS, words) for _, words in entries)


def _table(table: md.Table) -> Iterator[tuple[Form, str]]:
    yield Form.TITLE, table.caption
    yield from ((Form.WORDS, column.head) for column in table.columns)
    for group in table.groups:
        yield from ((Form.TITLE, group.title),) if group.title else ()
        for row in (*group.rows, *table.foot):
            for cell in row.cells:
                if isinstance(cell, ce.Words | ce.Wide):
                    yield Form.WORDS, without_code(cell.text)
                elif isinstance(cell, ce.Pays):
                    yield from ((Form.WORDS, rate) for rate in cell.rates)


def _finding(block: md.FindingBlock) -> Iterator[tuple[Form, str]]:
    yield Form.TITLE, block.title
    yield from ((Form.SENTENCE, without_code(said)) for _, said in block.elements)
    yield from _table(block.edges) if block.edges else ()
    yield from _witness(block.witness)
    yield from ((Form.SENTENCE, block.no_witness),) if block.no_witness else ()
    yield Form.WORDS, block.since


def _change(block: md.ChangeBlock) -> Iterator[tuple[Form, str]]:
    yield Form.TITLE, block.kind
    yield Form.TITLE, block.title
    for side in (block.old, block.new):
        yield Form.WORDS, without_code(side.words) if side.words else ""
    yield from ((Form.SENTENCE, words) for words in (block.note, block.no_witness) if words)
    yield from _witness(block.witness)


def _witness(witness: md.WitnessBlock | None) -> Iterator[tuple[Form, str]]:
    if witness is None:
        return
    yield Form.TITLE, witness.title
    yield from ((Form.TITLE, head) for head in witness.results)
    for step in witness.steps:
        yield Form.WORDS, step.what
        yield from ((Form.SENTENCE, step.happens),) if step.happens else ()
        yield from ((Form.WORDS, result) for result in step.results)


_BAD = (
    (re.compile("_"), "a name as it is typed"),
    (re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]"), "a control character"),
    (re.compile(r"(?<=[a-z,;:(=] )None\b|^None$|\bnan\b|Fraction\(|\bTrue\b(?! odds)|\bFalse\b|<class"), "a value of the program"),
    (re.compile(r"  |^ | $"), "a blank too many"),
    (re.compile(r"\.\.|,,|;;| [.,;:](?!\d)|\( | \)|\(\)|“”|\.;|\.,|,\."), "a stop too many"),
    (re.compile(r"\b(\w+) \1\b(?!-)"), "a word twice"),
    (re.compile(r'(?<!\d)"|(?<=[a-z])\'(?=[a-z])'), "a typewriter's sign"),
)
_ENDS = (".", "!", "?", "…", ":", ".”", "?”")


def wanting(told: Told) -> str:
    """What is wrong with a text, in words; nothing where nothing is."""
    where, form, words = told
    for pattern, what in _BAD:
        found = pattern.search(words)
        if found and not (what == "a word twice" and found[1].isdigit()):
            return f"{where}: {what} in {words!r}"
    if form is Form.SENTENCE and not words.endswith(_ENDS):
        return f"{where}: no stop behind {words!r}"
    first = words.lstrip("“(‘")[:1]
    if form is not Form.WORDS and first.islower():
        return f"{where}: no capital before {words!r}"
    return ""


def faults(*reports: Report) -> list[str]:
    return list(dict.fromkeys(fault for report in reports for told in texts(report) if (fault := wanting(told))))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_rulesets(path: Path) -> None:
    _, made = played(str(path))
    assert faults(verify_report(made), check_report(made)) == []


@pytest.mark.parametrize("wanted", SHIPPED)
def test_shipped_rulesets(wanted: str) -> None:
    _, made = played(wanted)
    assert faults(verify_report(made), check_report(made)) == []


def test_every_kind_of_finding(own: Examined) -> None:
    """A ruleset with as many faults as there are rules that a page can be filled with."""
    assert {f.rule for f in own.findings} >= {
        "result-unstated", "result-missing", "result-conflict", "claim-false", "assumption", "unpayable-odds",
        "pays-more-than-true-odds", "rarer-pays-less", "table-overlaps", "date-order", "for-instead-of-to",
    }
    assert faults(verify_report(own), check_report(own)) == []


def test_comparisons() -> None:
    old, new = "example/prose/2025-01-01", "example/prose/2025-02-02"
    comparison = compare(side(old), side(new))
    assert comparison.entries
    before, after = played(old)[1], played(new)[1]
    assert faults(verify_diff_report(before, after, comparison), diff_report(before, after, comparison)) == []


@pytest.fixture
def own() -> Examined:
    return played("example/prose/2025-01-01")[1]


# what must be told


def test_the_three_things_are_in_order(own: Examined) -> None:
    """What is wrong, then money, then what nobody can vouch for; each in whole sentences, with no term of the program."""
    (things,) = (block for section in verify_report(own).sections for block in section.blocks if isinstance(block, Things))
    assert len(things.items) == 3
    errors = [f.message for f in own.findings if f.severity is Severity.ERROR]
    assert errors
    assert things.items[0].refs[0] == "F-01"
    told = " ".join(f"{thing.lead} {plain(thing.text)}" for thing in things.items)
    assert not re.search(r"ruleset|parameter|null|assert|_", told)


def test_an_effect_tells_the_money() -> None:
    blocks = [
        block
        for wanted in SHIPPED
        for section in verify_report(played(wanted)[1]).sections
        for block in section.blocks
        if isinstance(block, FindingBlock) and block.edges
    ]
    assert blocks
    for block in blocks:
        assert "$100" in plain(dict(block.elements)["Effect"])


def test_every_cause_is_told_where_the_rule_knows_it(own: Examined) -> None:
    told = {plain(dict(b.elements)["Cause"]) for s in verify_report(own).sections for b in s.blocks
            if isinstance(b, FindingBlock)}
    assert "Not shown by the documents." not in told
    assert len(told) > 5


# titles that mean harm

HOSTILE = {
    "html": "</h3></style><script>alert(1)</script><img src=x onerror=alert(1)> & \"quoted\" 'single'",
    "typst": "#set page(width: 1pt) #panic() $x^2$ *bold* _low_ `raw` @ref <label> \\ ]] // /* [",
    "template": "{{ 7 * 7 }} {% raw %} {# gone #}",
    "marks": "\x02wager\x1fpass\x1fpass\x03 \x1f\x02share\x1f1\x1f1/0\x03",
    "control": "a\x00b\x07c\x1bd\x7fe\u0085f",
    "bidi": "\u202egnitirw\u202c \u2066isolated\u2069 \u200f\u061c",
    "long": "w" * 5_000,
    "words": "many words in a row " * 250,
    "empty": " \t \n ",
}


class Page(HTMLParser):
    """The tags and words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def harmed(new: Examined, title: str) -> Examined:
    """The editions written by hand, every wager called so, and one finding in which the name stands everywhere."""
    def renamed(part: object) -> object:
        return replace(part, title=title) if isinstance(part, Wager) else part

    ruleset = replace(new.ruleset, statements=tuple(renamed(s) for s in new.ruleset.statements))  # type: ignore[arg-type]
    assert new.result is not None
    result = replace(new.result, wagers=tuple(replace(w, name=title) for w in new.result.wagers))
    name = Prose(wager_name("pass", ["4", "10"]))
    edges = Edges(Prose("wager"), (Prose("as assumed"), Prose("if not")), ((name, (F(1, 9), None)), (name, (F(0), F(-1, 9)))))
    words = Prose(f"{name.marked} {title} x")
    steps = (WitnessStep(words, words, (words,), ("D.1",)), WitnessStep(name, name, (name,)))
    found = Finding(
        "result-unstated", Severity.ERROR, Prose(f"{name.marked} is lost"), words, words, words, Prose(told_edges(edges)), name,
        new.ruleset.head.id, "pass", ("D.1",), witness=Witness(f"audit play {title}", steps, (name,)), edges=edges,
    )
    return replace(new, ruleset=ruleset, result=result, findings=(found,))


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_titles_are_words(new: Examined, kind: str) -> None:
    """They are escaped in HTML and in Typst, shown whole where they are short, and leave no page."""
    report = verify_report(harmed(new, HOSTILE[kind]))
    page = render_html(report)
    shown = Page(page)
    assert "img" not in shown.tags
    assert page.count("<script>") == page.count("</style>") == 1
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\u200f\u061c]", page)
    whole = " ".join(" ".join(p.get_textpage().get_text_range().split()) for p in pypdfium2.PdfDocument(render_pdf(report)))
    assert "Three things to know" in whole
    assert not [told for told in texts(report) if told[1] is Form.TITLE and len(told[2]) > 1_500]
    if kind == "typst":
        assert "#set page(width: 1pt) #panic() $x^2$ *bold* _low_ `raw` @ref <label>" in whole
    if kind == "template":
        assert "{{ 7 * 7 }}" in whole
        assert "{{ 7 * 7 }}" in "".join(shown.words)
