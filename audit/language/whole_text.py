"""An assembled ruleset as one file: ``audit fmt --whole``.

The lines are those of the files that say them, under the numbers and names of the newest; they stand in the sections
of a ruleset, each under its heading.  What it amends is left out of the head, since nothing is left to amend.  Comments
stay in the files that they were written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from audit.language.assembling import Assembled
from audit.language.entries import Entry, flatten, rebuild
from audit.language.identity import cells, cite_items, family_of
from audit.language.originals import Originals
from audit.language.syntax import Node, Source, Word

COLUMN: Final = 80
WIDEST: Final = 120
RULE: Final = "# " + "-" * 64

SECTIONS: Final = (
    ("parts", ("include", "needs", "permits")),
    ("words", ("term",)),
    ("equipment", (
        "dice", "wheel", "layout", "chance", "deck", "area", "seats", "positions", "button", "stack", "measure",
    )),
    ("choices", ("option", "require", "configuration", "choose")),
    ("rankings and hands", ("group", "count", "order", "ranking", "suits", "example", "hand", "define")),
    ("wagers", ("all_wagers", "wager", "role", "betting_rules", "betting", "state", "while", "no_other_wagers")),
    ("the round", ("round",)),
    ("results and payouts", ("settle", "pays", "bonus", "table", "grid", "way", "award", "example_wager")),
    ("meters, caps and fees", ("meter", "cap", "fee", "party")),
    ("irregularities", ("irregularity",)),
    ("duties", ("duty",)),
    ("assumptions and notes", ("assume", "note")),
)
AIRY: Final = frozenset({"rankings and hands", "wagers", "the round", "results and payouts", "meters, caps and fees"})
"""Sections in which a statement of several lines has a blank line about it."""
ARMS: Final = frozenset({"else_if", "else_"})


def whole_text(assembled: Assembled) -> str:
    """The ruleset as one file, which parses to the same statements; their order is that of the sections.

    Where an included file has defaults of its own under ``all wagers``, they speak in one file for all its wagers.
    """
    printer = _Printer(assembled.sources)
    lines = list(printer.head(assembled.head)) if assembled.head is not None else []
    entries = flatten(assembled.statements)
    for title, families in SECTIONS:
        here = [entry for entry in entries if _section_family(entry) in families]
        if here:
            lines += ["", f"{RULE} {title}"]
            lines += printer.statements(here, airy=title in AIRY)
    return "\n".join(lines) + "\n"


def _section_family(entry: Entry) -> str:
    return "example_wager" if entry.node.kind == "example_wager" else family_of(entry.node)


class _Printer:
    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.originals = Originals(sources)

    def head(self, head: Node) -> Iterator[str]:
        word = head.words[0]
        assert isinstance(word, Word)
        yield f"{head.kind} {word.text}"
        for line in head.body:
            if line.kind != "amends":
                yield from self.line(line, 1)

    def statements(self, entries: Sequence[Entry], *, airy: bool) -> Iterator[str]:
        """Statements; where it is ``airy``, with a blank line about those of several lines."""
        after_block = False
        for n, node in enumerate(rebuild(entries)):
            lines = list(self.line(node, 0))
            is_block = any(line.startswith("  ") and not line.startswith("    ") for line in lines[1:])
            if airy and n and (is_block or after_block):
                yield ""
            yield from lines
            after_block = is_block

    def line(self, node: Node, depth: int) -> Iterator[str]:
        """A line and those below it."""
        only = node.children[0] if len(node.children) == 1 else None
        if node.tail_at is None and isinstance(only, Node):
            yield from self.line(only, depth)
            return
        yield from self._with_tail(self.originals.spaced(node), node, depth)
        if node.kind == "grid":
            down, across = (line for line in node.body if line.kind != "table_row")
            yield f"{'  ' * (depth + 1)}down {self.originals.phrase(down)}"
            yield f"{'  ' * (depth + 1)}across {self.originals.phrase(across)}"
        widths = _widths(node)
        for line in node.body:
            row = _row_in(line)
            if row is not None:
                said = f"{_padded(row, widths)} {self.originals.conditions(row)}".rstrip()
                yield from self._with_tail(said, row, depth + 1)
            elif node.kind != "grid":
                yield from self.line(line, depth if line.kind in ARMS else depth + 1)

    def _with_tail(self, said: str, node: Node, depth: int) -> Iterator[str]:
        """The words, then the clauses in their column, or on a line of their own where there is no room."""
        indent = "  " * depth
        text = indent + said
        further = indent + "    "
        cite = None if node.tail.cite is None else "@ " + ", ".join(cite_items(node.tail.cite))
        reason = _assumption(node)
        is_named = reason is not None and reason[0] == "under"
        tail = [part for part in (cite, f"assumed {reason[1]}" if reason and is_named else None) if part]
        if tail:
            beside = " ".join(tail)
            lead = text.ljust(COLUMN) if len(text) < COLUMN - 1 else text + "  "
            if len(lead) + len(beside) <= WIDEST or node.kind == "table_row":
                yield lead + beside
            else:
                yield text
                yield further + beside
        else:
            yield text
        if reason is not None and not is_named:
            yield f"{further}assumed because {reason[1]}"


def _assumption(node: Node) -> tuple[str, str] | None:
    assumed = node.tail.assumed
    if assumed is None:
        return None
    word = assumed.children[0]
    assert isinstance(word, Word)
    return ("because" if assumed.kind == "assumed_because" else "under"), word.text


def _row_in(line: Node) -> Node | None:
    """The row that a line is, or that it consists of."""
    if line.kind == "table_row":
        return line
    only = line.children[0] if len(line.children) == 1 else None
    return only if isinstance(only, Node) and only.kind == "table_row" else None


def _cells(row: Node) -> tuple[str, ...]:
    word = row.children[0]
    assert isinstance(word, Word)
    return cells(word)


def _widths(node: Node) -> list[int]:
    """How wide each column of the table below a line is."""
    widths: list[int] = []
    for line in node.body:
        row = _row_in(line)
        for n, cell in enumerate(_cells(row) if row is not None else ()):
            widths[n:] = [max(len(cell), *widths[n : n + 1], 0), *widths[n + 1 :]]
    return widths


def _padded(row: Node, widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(_cells(row), widths, strict=False))
    return "| " + " | ".join(padded) + " |"
