"""Parts made by hand: one clause a line, two blanks of indent a level, its label first where it bears one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from audit.compare.documents import Entry, compare_parts
from audit.documents.clauses import Clause, Table, path_under
from audit.documents.document import Part, PartKind
from audit.documents.text import Stretch, Text

LABEL = re.compile(r"(?P<label>(?:\d+|[A-Z]|[a-z]|[ivx]+|[IVX]+)\.|\((?:\d+|[a-z]|[ivx]+)\))(?:\s+|$)")


def _text(words: str, line: int = 1, start: int = 0) -> Text:
    return Text((Stretch(words, 1 + (line - 1) // 40, line, start),)) if words else Text()


def _part(written: str, number: int = 1) -> Part:
    """A part from an indented list.

    ``A. Title | words`` has a title; ``| cell | cell`` is a row of a table of the clause above it.
    """
    rows = [row for row in written.splitlines() if row.strip()]
    margin = min((len(r) - len(r.lstrip()) for r in rows), default=0)
    lines = [(n, (len(r) - len(r.lstrip()) - margin) // 2, r.strip()) for n, r in enumerate(rows, start=1)]
    made, _ = _clauses(lines, 0, 0, "")
    return Part(number, PartKind.RULES, ((1, max(len(rows), 1)),), clauses=tuple(made))


def _clauses(lines: Sequence[tuple[int, int, str]], at: int, depth: int, above: str) -> tuple[list[Clause], int]:
    made: list[Clause] = []
    unlabelled = 0
    while at < len(lines) and lines[at][1] == depth:
        number, _, row = lines[at]
        found = LABEL.match(row)
        label = found.group("label") if found else ""
        rest = row[found.end() :] if found else row
        title, bar, words = rest.partition(" | ")
        if not bar:
            title, words = "", rest
        if label:
            step = label if label.startswith("(") else label.rstrip(".")
            path = path_under(above, step)
        else:
            unlabelled += 1
            path = path_under(above, f"+{unlabelled}")
        start = len(row) - len(rest)
        at += 1
        cells = []
        first = number
        while at < len(lines) and lines[at][1] == depth + 1 and lines[at][2].startswith("|"):
            cells.append(tuple(_text(c.strip(), lines[at][0]) for c in lines[at][2].strip("|").split("|")))
            at += 1
        tables = (Table(tuple(cells), first + 1, first + len(cells)),) if cells else ()
        children, at = _clauses(lines, at, depth + 1, path)
        clause = Clause(
            path, label, _text(title, number, start), _text(words, number, start), tuple(children), tables, at=(1 + (number - 1) // 40, number)
        )
        made.append(clause)
    return made, at


def _numbered(sentences: Sequence[str]) -> Part:
    return _part("\n".join(f"{n}. {said}" for n, said in enumerate(sentences, start=1)))


SHARED = Path(os.environ.get("AUDIT_SOURCES", Path(__file__).resolve().parents[3].parent / "shared"))


def _source(folder: str, pattern: str) -> Path:
    matches = sorted((SHARED / folder).glob(pattern))
    if not matches:
        pytest.skip("the source documents are not on this machine (AUDIT_SOURCES names their folder)")
    return matches[0]


@pytest.fixture(scope="session")
def seed() -> Callable[[str], Path]:
    """The file of a source document by its number: ``seed("000")``."""
    return lambda number: _source("seeds", f"{number}_*.txt")


@pytest.fixture(scope="session")
def sample() -> Callable[[str], Path]:
    """A real file, by its name."""
    return lambda name: _source("files", name)


@pytest.fixture(scope="session")
def part() -> Callable[..., Part]:
    """Makes a part of an indented list: ``part("A. Title | words\\n  1. words")``."""
    return _part


@pytest.fixture(scope="session")
def numbered() -> Callable[[Sequence[str]], Part]:
    """Makes a part of clauses 1, 2, 3 …"""
    return _numbered


@pytest.fixture(scope="session")
def entries() -> Callable[..., list[str]]:
    """What a comparison of two lists says: ``["changed 3 -> 4: 3 to 2 → 6 to 5"]``, noise left out."""

    def said(old: str, new: str) -> list[str]:
        return [_line(e) for e in compare_parts(_part(old), _part(new)).entries]

    return said


def _line(entry: Entry) -> str:
    paths = " -> ".join(p for p in (entry.old_path, entry.new_path))
    return f"{entry.kind.value} {paths}" + (f": {entry.says}" if entry.says else "")
