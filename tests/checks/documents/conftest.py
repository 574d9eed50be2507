"""Small documents for the rules of documents, and the source documents where they are on this machine."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from audit.checks.documents.context import Written
from audit.checks.documents.rules import examine_document
from audit.checks.settings import Settings
from audit.documents.document import Document, Part, PartKind
from audit.documents.options import Reading
from audit.documents.outline import outline
from audit.documents.reading import read_document
from audit.documents.tables import with_tables
from audit.documents.text_files import printed_text

_BESIDE = Path(__file__).resolve().parents[3].parent / "shared"
SHARED = Path(os.environ.get("AUDIT_SOURCES", _BESIDE))
_READ: dict[str, Document] = {}
_SCAN = "002"
"""Its labels are damaged in print, so that paths hang on how well they are read."""


@pytest.fixture(scope="session")
def seed() -> Callable[[str], Path]:
    """The file of a source document by its number: ``seed("000")``."""

    def found(number: str) -> Path:
        matches = sorted((SHARED / "seeds").glob(f"{number}_*.txt"))
        if not matches:
            pytest.skip("the source documents are not on this machine (AUDIT_SOURCES names their folder)")
        return matches[0]

    return found


@pytest.fixture(scope="session")
def read(seed: Callable[[str], Path]) -> Callable[[str], Document]:
    """A source document, read once in a session."""

    def document(number: str) -> Document:
        if number not in _READ:
            path = seed(number)
            _READ[number] = read_document(path, path.name, Reading())
        return _READ[number]

    return document


@pytest.fixture
def written() -> Callable[..., Written]:
    """A small set of rules as a rule looks at it: ``written('''1. Definitions. ...''')``."""

    def made(text: str, **of_the_part: object) -> Written:
        printed = printed_text(textwrap.dedent(text).strip("\n") + "\n", "rules.txt", "0" * 64)
        part = Part(1, PartKind.RULES, ((1, len(printed.lines)),), title="Example", game="Example")
        part = replace(part, clauses=outline(printed, part), **of_the_part)  # type: ignore[arg-type]
        return Written(Document(printed, (part,)), part, Settings())

    return made


@pytest.fixture
def examined(read: Callable[[str], Document]) -> Callable[..., list[tuple[int, str]]]:
    """Line and message of all that a rule finds in a source document, parts with the same words once."""

    def found(rule: object, number: str) -> list[tuple[int, str]]:
        told: dict[str, tuple[int, str]] = {}
        document = read(number)
        for part in document.rules:
            if part.same_as is None:
                for finding in rule.check(Written(document, part)):  # type: ignore[attr-defined]
                    told.setdefault(finding.fingerprint, (finding.span.line, str(finding.message)))
        return sorted(told.values())

    return found


@pytest.fixture
def chapters() -> Callable[..., tuple[Written, ...]]:
    """Sets of rules of one file, each by its game's name, tables set apart: ``chapters({"Example": "A. Wagers ..."})``."""

    def made(texts: dict[str, str]) -> tuple[Written, ...]:
        bodies = [textwrap.dedent(text).strip("\n") + "\n" for text in texts.values()]
        printed = printed_text("".join(bodies), "rules.txt", "0" * 64)
        parts = []
        first = 1
        for number, (name, body) in enumerate(zip(texts, bodies, strict=True), 1):
            last = first + body.count("\n") - 1
            part = Part(number, PartKind.RULES, ((first, last),), title=name, game=name)
            clauses = with_tables(printed, part, outline(printed, part))
            parts.append(replace(part, clauses=clauses))
            first = last + 1
        document = Document(printed, tuple(parts))
        return tuple(Written(document, part, Settings()) for part in parts)

    return made


@pytest.fixture
def found_in(read: Callable[[str], Document]) -> Callable[[str, str], list[tuple[int, str]]]:
    """What a rule finds in a source document: line and path of each finding, in their order; of the scan the line alone."""

    def found(rule: str, number: str) -> list[tuple[int, str]]:
        findings = examine_document(read(number), Settings(), only=[rule])
        return sorted((f.span.line, "" if number == _SCAN else f.cites[0]) for f in findings)

    return found
