"""Every example of docs/language.md is read, and solved where figures stand beside it.

A block marked ``rop`` is a whole ruleset, ``rop-lines CONTEXT`` are lines put into a stub (see `stubs/`), and
``rop-bad NAME [CONTEXT]`` must give that error and no other.  A ``figures`` block belongs to the example above it.
"""

from __future__ import annotations

import functools
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest
from lark.exceptions import UnexpectedInput

from audit.language import grammar
from audit.language.diagnostics import LanguageError
from audit.language.library import Library, Parsed
from audit.language.loading import check, load_text
from audit.language.parsing import parse
from audit.language.syntax import Node, Source, Word
from audit.ruleset.rewrite import walk
from audit.ruleset.rounds import RollDice, Round, SpinWheel
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.result import Method

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "language.md"
STUBS = Path(__file__).parent / "stubs"
HEADS = ("ruleset ", "fragment ", "regulation ", "submission ")
STUB_HEAD = 'ruleset stub/example\n  title  "Stub"\n  source "stub.txt"\n'
CONTEXTS = {
    "statement": "dice",
    "wager": "dice",
    "step": "dice",
    "steps": "dice",
    "wheel": "wheel",
    "cards": "cards",
    "cards-step": "cards",
    "room": "room",
    "room-step": "room",
    "amend-dice": "dice",
    "amend-cards": "cards",
    "amend-room": "room",
    "head": "",
    "fragment": "",
}
FENCE = re.compile(r"^```(\S+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


NOT_READ: dict[str, str] = {}
NOT_CAUGHT: dict[str, str] = {}
NOT_SOLVED: dict[str, str] = {}
"""Examples that the page promises and the code does not carry out yet, by how a line of them begins."""


@dataclass
class Example:
    """One block of the page; ``figures`` are house edges by the wager's id."""

    kind: str
    words: list[str]
    text: str
    line: int
    figures: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind} {' '.join(self.words)}"

    @property
    def is_whole(self) -> bool:
        return self.text.lstrip("# \n").startswith(HEADS) or any(
            line.startswith(HEADS) for line in self.text.splitlines()
        )

    @property
    def context(self) -> str:
        words = self.words[1:] if self.kind == "rop-bad" else self.words
        return words[0] if words else "statement"

    @property
    def whole_text(self) -> str:
        """The ruleset that is read: the block itself, or the stub with its lines."""
        text = self.text.replace("→", "\t")
        return text if self.is_whole else in_stub(self.context, text)


def in_stub(context: str, lines: str) -> str:
    """A stub with lines of an example in their place."""
    stub = CONTEXTS[context]
    if context == "head":
        return f"{STUB_HEAD.rstrip()}\n{indented(lines)}"
    if context == "fragment":
        return f"{STUB_HEAD.replace('ruleset', 'fragment', 1)}{lines}"
    if context.startswith("amend-"):
        return f"{STUB_HEAD}  amends stub/{stub}\n{lines}"
    text = (STUBS / f"{stub}.rop").read_text(encoding="utf-8")
    match context:
        case "wager":
            return f'{text}\nwager sample "Sample"                                     @ 9\n{indented(lines)}'
        case "step" | "cards-step" | "room-step":
            return f"{text}  step sample_step\n{indented(lines, 4)}" if stub == "dice" else at_round_end(text, lines)
        case "steps":
            return text + indented(lines)
        case _:
            return f"{text}\n{lines}"


def at_round_end(text: str, lines: str) -> str:
    """The stub with one more step at the end of its round."""
    before, step, after = text.partition("  step showdown\n")
    return f"{before}  step sample_step\n{indented(lines, 4)}{step}{after}"


def indented(lines: str, by: int = 2) -> str:
    return "".join(f"{' ' * by}{line}\n" if line.strip() else "\n" for line in lines.splitlines())


@functools.cache
def examples() -> tuple[Example, ...]:
    """The examples of the page, in order."""
    page = PAGE.read_text(encoding="utf-8")
    found: list[Example] = []
    for match in FENCE.finditer(page):
        kind, words, text = match[1], (match[2] or "").split(), match[3]
        if kind == "figures":
            assert found and found[-1].kind in ("rop", "rop-lines"), f"figures without an example: {text}"
            found[-1].figures = dict(line.rsplit(" ", 1) for line in text.strip().splitlines())
        elif kind.startswith("rop"):
            found.append(Example(kind, words, text, page[: match.start()].count("\n") + 1))
    return tuple(found)


def of(*kinds: str) -> list[Example]:
    return [e for e in examples() if e.kind in kinds]


def cases(*kinds: str, has_figures: bool | None = None) -> list[object]:
    """The examples as cases of a test; those that are not carried out yet are expected to fail."""
    chosen = [e for e in of(*kinds) if has_figures is None or bool(e.figures) == has_figures]
    gaps = {**NOT_READ, **NOT_CAUGHT, **(NOT_SOLVED if has_figures else {})}
    return [pytest.param(e, id=str(e), marks=_marks(e, gaps)) for e in chosen]


def _marks(example: Example, gaps: dict[str, str]) -> list[pytest.MarkDecorator]:
    lines = [f"{line} " for line in example.text.splitlines()]
    return [
        pytest.mark.xfail(strict=True, reason=reason)
        for begins, reason in gaps.items()
        if any(line.startswith(begins) for line in lines)
    ]


@functools.cache
def library() -> Library:
    """The whole rulesets of the page and the stubs, by id."""
    folder = Path(tempfile.mkdtemp())
    texts = [e.text for e in of("rop")] + [p.read_text(encoding="utf-8") for p in sorted(STUBS.glob("*.rop"))]
    for text in texts:
        head = next(line for line in text.splitlines() if line.startswith(HEADS))
        path = folder / f"{head.split()[1]}.rop"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library((folder,))


def loaded(example: Example) -> Ruleset:
    try:
        return load_text(example.whole_text, library())
    except LanguageError as error:
        pytest.fail(f"{example}\n{error}\n{example.whole_text}")


def test_the_page_has_examples() -> None:
    assert len(of("rop")) >= 6
    assert len(of("rop-lines")) >= 30
    assert len(of("rop-bad")) >= 30


@pytest.mark.parametrize("example", cases("rop", "rop-lines"))
def test_example_is_read(example: Example) -> None:
    loaded(example)


@pytest.mark.parametrize("example", cases("rop", "rop-lines", has_figures=True))
def test_example_has_the_figures_beside_it(example: Example) -> None:
    result = verify(loaded(example), with_variations=False).result
    edges = {w.id: w.house_edge for w in result.wagers}
    # a group of positions bears the first of its labels, the figure of any of them may stand beside an example
    for wager in result.wagers:
        edges.update({f"{wager.wager}[{label}]": wager.house_edge for label in wager.positions})
    for wager_id, edge in example.figures.items():
        assert edges.get(wager_id) == Fraction(edge), f"{example}: {wager_id} is {edges.get(wager_id)}"


@pytest.mark.parametrize("example", cases("rop", has_figures=False))
def test_whole_ruleset_without_figures_is_not_one_that_could_be_solved(example: Example) -> None:
    ruleset = loaded(example)
    acts = [node for one in ruleset.of(Round) for node in walk(one) if isinstance(node, RollDice | SpinWheel)]
    assert not acts, f"{example}: dice and wheels have figures beside them"


@pytest.mark.parametrize("example", [e for e in of("rop") if "\ndeck " in e.text and not e.figures], ids=str)
def test_game_of_cards_is_refused_with_the_statement_that_stands_in_the_way(example: Example) -> None:
    result = verify(loaded(example), with_variations=False).result
    assert result.wagers
    assert all(w.method is Method.NOT_SOLVABLE and w.reason for w in result.wagers)


@pytest.mark.parametrize("example", cases("rop-bad"))
def test_mistake_has_its_name_and_no_other(example: Example) -> None:
    text = example.whole_text
    file, mistakes = parse(Source("example.rop", text))
    checked = check(Parsed(file, tuple(mistakes)), library())
    assert sorted({d.name for d in checked.diagnostics}) == [example.words[0]], f"{example}\n" + "\n".join(
        d.first_line for d in checked.diagnostics
    )


# what the examples cover


UNSEEN = frozenset(
    {
        # names in the grammar that are no construct of their own: shared pieces, and rules that stand aside for one part
        "all_tests",
        "atom",
        "cell_test",
        "choice_line",
        "cited",
        "citation",
        "domain",
        "expr",
        "fact",
        "feature",
        "head",
        "head_alone",
        "memory",
        "meta",
        "outcome",
        "outcome_told",
        "payout",
        "product",
        "result",
        "result_value",
        "round_item",
        "statement",
        "statement_alone",
        "sum",
        "test",
        "test_of_total",
        "tests",
        "wager_line",
        "wheel_line",
        "start",
        "tail",
        "basis",
        "block",
        "actions",
    }
)


def grammar_constructs() -> set[str]:
    """The names that the grammar gives to constructs: aliases, and rules with an alternative that has none."""
    text = grammar.grammar_text().split("// ── terminals")[0]
    rules: dict[str, str] = {}
    current = ""
    for raw in text.splitlines():
        line = raw.split("//")[0].rstrip()
        started = re.match(r"^([?_a-z][?a-z_0-9]*)(?:\{x\})?:\s*(.*)", line)
        if started:
            current = started[1]
            rules[current] = started[2]
        elif line.strip() and current:
            rules[current] += f" {line.strip()}"
    found: set[str] = set()
    for rule, body in rules.items():
        found |= set(re.findall(r"->\s*([a-z_0-9]+)", body))
        alternatives = re.split(r'\|(?=(?:[^"]*"[^"]*")*[^"]*$)', body)
        if not rule.startswith(("_", "?")) and any("->" not in a for a in alternatives):
            found.add(rule)
    return found


def constructs_in(node: Node) -> Iterator[str]:
    for part in node.walk():
        if isinstance(part, Node):
            yield part.kind
            if part.kind == "table_row":
                yield from _constructs_in_row(part)


def _constructs_in_row(row: Node) -> Iterator[str]:
    word = row.children[0]
    assert isinstance(word, Word)
    for cell in word.text.strip().strip("|").split("|"):
        for start in ("heading", "tests", "result"):
            try:
                tree = grammar.parse_cell(start, cell.strip())
            except UnexpectedInput:
                continue
            yield from (str(piece.data) for piece in tree.iter_subtrees())


def test_every_construct_of_the_grammar_has_an_example() -> None:
    seen: set[str] = set()
    for example in of("rop", "rop-lines"):
        file, _ = parse(Source("example.rop", example.whole_text))
        for node in (*([file.head] if file.head else []), *file.statements):
            seen |= set(constructs_in(node))
    missing = grammar_constructs() - seen - UNSEEN
    assert not missing, sorted(missing)


def test_every_word_of_the_grammar_is_on_the_page() -> None:
    text = re.sub(r"//.*", "", grammar.grammar_text().split("// ── terminals")[0])
    words = set(re.findall(r'"([a-z]+)"', text))
    page = set(re.findall(r"[a-z]+", PAGE.read_text(encoding="utf-8")))
    assert words <= page, sorted(words - page)


def test_links_to_sections_lead_somewhere() -> None:
    page = PAGE.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in headings}
    assert {a for a in re.findall(r"\]\(#([^)]*)\)", prose) if a} <= anchors
