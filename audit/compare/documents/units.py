"""The clauses of a part in one row, each with what comparing needs of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from audit.compare.documents.entries import Side, Span
from audit.compare.documents.references import Targets, steps_of
from audit.compare.documents.words import Token, read_words
from audit.documents.clauses import Clause, Table
from audit.documents.document import Part
from audit.documents.text import Text

NOWHERE = -1
_TERM = re.compile(r"\s*[\"“”]([^\"“”]{2,60})[\"“”]")


@dataclass(frozen=True)
class Unit:
    """One clause; ``number`` is its place in the row, ``parent`` that of the clause above (-1 at the top).

    ``exact`` equals where the words say the same, values and verbs included; ``masked`` also where values differ.
    ``last`` is the number of the last clause below it, its own where there is none.
    """

    number: int
    parent: int
    depth: int
    last: int
    clause: Clause
    words: str
    tokens: tuple[Token, ...]
    part: int

    @cached_property
    def exact(self) -> tuple[str, ...]:
        return tuple(t.mask if t.mask == "ref" else t.key for t in self.tokens)

    @cached_property
    def masked(self) -> tuple[str, ...]:
        return tuple(t.mask for t in self.tokens)

    @cached_property
    def title_end(self) -> int:
        """Where the title ends in the words."""
        return len(self.clause.title.words.strip())

    @cached_property
    def term(self) -> str:
        """The term that it defines: what it begins with in quotation marks, in small letters; empty where it does not."""
        found = _TERM.match(self.clause.text.words)
        return " ".join(found.group(1).casefold().split()) if found else ""

    @property
    def path(self) -> str:
        return self.clause.path

    @cached_property
    def step(self) -> str:
        """Its own label without punctuation, empty where it bears none."""
        if not self.clause.is_labelled:
            return ""
        steps = steps_of(self.path)
        return steps[-1] if steps else self.clause.label.strip("().:; ")

    @property
    def is_bare(self) -> bool:
        """Whether it has no words of its own, only clauses below it."""
        return not self.tokens

    def side(self, spans: Iterable[Span] = (), below: int = 0) -> Side:
        clause = self.clause
        texts = []
        at = 0
        for text in (clause.title, clause.text):
            stripped = text.words.strip()
            if stripped:
                lead = len(text.words) - len(text.words.lstrip())
                texts.append((at, text.part(lead, lead + len(stripped))))
                at += len(stripped) + 1
        title = clause.title.words.strip()
        return Side(
            self.part,
            clause.path,
            clause.label,
            clause.page,
            clause.own_lines,
            self.words,
            tuple(spans),
            below=below,
            confidence=clause.confidence,
            title=title,
            texts=tuple(texts),
        )

    def row_side(self, table: Table, row: int, spans: Iterable[Span] = ()) -> Side:
        words, texts = row_words(table.rows[row])
        stretches = [s for cell in table.rows[row] for s in cell.stretches]
        page = stretches[0].page if stretches else self.clause.page
        lines = (
            (min(s.line for s in stretches), max(s.line for s in stretches)) if stretches else (table.first, table.last)
        )
        return Side(self.part, self.path, self.clause.label, page, lines, words, tuple(spans), row=row, texts=texts)


def row_words(cells: Iterable[Text]) -> tuple[str, tuple[tuple[int, Text], ...]]:
    """The cells of a row as one text, and where each begins in it."""
    said, texts, at = [], [], 0
    for cell in cells:
        stripped = cell.words.strip()
        lead = len(cell.words) - len(cell.words.lstrip())
        if stripped:
            texts.append((at, cell.part(lead, lead + len(stripped))))
        said.append(stripped)
        at += len(stripped) + 3
    return " | ".join(said), tuple(texts)


class Row:
    """All units of a part, or of several parts that follow one another."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.roots = tuple(clause for part in parts for clause in part.clauses)
        self.units: list[Unit] = []
        self.children: dict[int, list[int]] = {NOWHERE: []}
        made = self._walked()
        last = list(range(len(made)))
        for number in range(len(made) - 1, -1, -1):
            parent = made[number][1]
            if parent != NOWHERE:
                last[parent] = max(last[parent], last[number])
        parts_of_roots = (part.number for part in parts for _ in part.clauses)
        part = 0
        for number, (clause, parent, depth) in enumerate(made):
            if parent == NOWHERE:
                part = next(parts_of_roots)
            words = clause.words
            self.units.append(Unit(number, parent, depth, last[number], clause, words, read_words(words), part))

    def _walked(self) -> list[tuple[Clause, int, int]]:
        """Each clause with the number of the one above and its depth, in the order of the document."""
        stack = [(clause, NOWHERE, 0) for clause in reversed(self.roots)]
        made: list[tuple[Clause, int, int]] = []
        while stack:
            clause, parent, depth = stack.pop()
            number = len(made)
            made.append((clause, parent, depth))
            self.children.setdefault(parent, []).append(number)
            stack.extend((child, number, depth + 1) for child in reversed(clause.children))
        return made

    def __len__(self) -> int:
        return len(self.units)

    def __getitem__(self, number: int) -> Unit:
        return self.units[number]

    @cached_property
    def targets(self) -> Targets:
        return Targets(self.roots, [unit.clause for unit in self.units])

    def below(self, number: int) -> range:
        """The numbers of all clauses below one."""
        return range(number + 1, self.units[number].last + 1)

    def above(self, number: int) -> Iterable[int]:
        """The numbers of the clauses above one, the nearest first."""
        number = self.units[number].parent
        while number != NOWHERE:
            yield number
            number = self.units[number].parent
