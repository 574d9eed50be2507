"""The outlines of the source documents against those that were read by hand in ``outlines/``; labels are counted.

``python tests/documents/test_outlines.py 002`` prints what is missing or extra.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from audit.documents.clauses import Clause, walk
from audit.documents.clearing import cleared
from audit.documents.document import Part, PartKind
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.outline import outline
from audit.documents.pages import Printed

OUTLINES = Path(__file__).parent / "outlines"
NEAR = 2
"""Lines that a label and its first word may lie apart."""
SHARES = {"000": 0.98, "001": 0.98, "002": 0.90, "003": 0.98, "004": 0.90}

_LABEL = re.compile(r'([?!]?)("[^"]*"|[^\s"]+)\s+(\d+)$')
_PART = re.compile(r'part (\d+)-(\d+) "(.*)"$')


@dataclass(frozen=True)
class Told:
    """A label that the hand-read outline has: its path, line, and how it is printed (``?`` lost, ``!`` damaged)."""

    path: str
    line: int
    state: str


@dataclass(frozen=True)
class Read:
    """A part as it was read by hand."""

    first: int
    last: int
    title: str
    labels: tuple[Told, ...]


def told(number: str) -> list[Read]:
    """The parts of a hand-read outline."""
    parts: list[Read] = []
    for raw in (OUTLINES / f"{number}.txt").read_text(encoding="utf-8").splitlines():
        row = raw.strip()
        if not row or row.startswith("#"):
            continue
        begins = _PART.match(row)
        if begins:
            parts.append(Read(int(begins[1]), int(begins[2]), begins[3], ()))
            continue
        above, labels = "", []
        for n, piece in enumerate(row.split(" | ")):
            found = _LABEL.match(piece.strip())
            assert found, piece
            path = found[2] if n == 0 else f"{above}.{found[2]}"
            above = found[2] if n == 0 else above
            labels.append(Told(path, int(found[3]), found[1]))
        last = parts[-1]
        parts[-1] = Read(last.first, last.last, last.title, (*last.labels, *labels))
    return parts


def clauses_of(printed: Printed, read: Read) -> tuple[Clause, ...]:
    part = Part(1, PartKind.RULES, ((read.first, min(read.last, len(printed.lines))),), title=read.title)
    return outline(printed, part)


def top_levels(clauses: tuple[Clause, ...]) -> dict[str, Clause]:
    """The clauses of two levels by path, those without a label of the outline left out."""
    return {c.path: c for c in (*clauses, *(child for clause in clauses for child in clause.children)) if "+" not in c.path}


def may_be_no_clause(label: Told, found: dict[str, Clause]) -> bool:
    """Whether the hand-read outline leaves it open: the heading of a table, the only heading above all numbers."""
    return label.path.count('"') == 4 or label.path.startswith('"') and "1" in found and "." not in label.path and label.path.isupper()


def clause_of(label: Told, found: dict[str, Clause]) -> Clause | None:
    """The clause that bears a label; the items of the only numbered heading may be read as the first level."""
    clause = found.get(label.path)
    if clause is None and label.path.startswith('"'):
        clause = found.get(re.sub(r'^"[^"]*"\.?', "", label.path))
    return clause


@dataclass
class Count:
    """Labels counted in one document: ``sure`` are those that are wrong and yet certain; ``rows`` say each fault."""

    right: int = 0
    total: int = 0
    sure: int = 0
    rows: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.right / self.total


def counted(number: str, path: Path) -> Count:
    """Compares the outline of a document with that read by hand."""
    printed = cleared(open_document(path, path.name, Reading()))
    count = Count()
    for read in told(number):
        clauses = clauses_of(printed, read)
        found = {c.path: c for c in walk(clauses)}
        matched = set()
        count.rows.append(f"{read.first}-{read.last} {read.title}")
        for label in read.labels:
            clause = clause_of(label, found)
            if clause is None and may_be_no_clause(label, found):
                continue
            count.total += 1
            if clause is not None and abs(clause.at[1] - label.line) <= NEAR:
                count.right += 1
                matched.add(clause.path)
                continue
            count.sure += clause is not None and clause.confidence == 1
            where = f"at {clause.at[1]}, {clause.confidence}, {clause.label!r}" if clause is not None else "not found"
            count.rows.append(f"   {label.state}{label.path} {label.line}: {where}")
        for path_, clause in top_levels(clauses).items():
            if clause.label and path_ not in matched and clause_is_new(path_, read):
                count.sure += clause.confidence == 1
                count.rows.append(f"   extra {path_} at {clause.at[1]}, {clause.confidence}, {clause.label!r}")
    return count


def clause_is_new(path: str, read: Read) -> bool:
    """Whether a path of two levels is none that was read by hand."""
    return all(path != label.path and f'"{path}' not in label.path and not label.path.endswith(f'".{path}') for label in read.labels)


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.long if n == "002" else ()) for n in sorted(SHARES)])
def test_outline(number: str, seed: Callable[[str], Path]) -> None:
    """The share of labels with the right path and line is as asked, and none that is wrong is certain."""
    count = counted(number, seed(number))
    assert count.share >= SHARES[number], "\n".join(count.rows)
    assert count.sure == 0, "\n".join(count.rows)


if __name__ == "__main__":
    from conftest import SHARED

    for asked in sys.argv[1:] or sorted(SHARES):
        result = counted(asked, next((SHARED / "seeds").glob(f"{asked}_*.txt")))
        print(*result.rows, sep="\n")
        print(f"{asked}: {result.right} of {result.total} = {result.share:.4f}; wrong and certain: {result.sure}")
