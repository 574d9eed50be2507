"""The tree of clauses of one set of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from audit.documents.pages import Mark
from audit.documents.text import Text

CERTAIN = 1.0


@dataclass(frozen=True)
class Table:
    """A pay table, a matrix: ``rows`` of cells, the first ``heads`` of them its heading; empty cells are kept.

    ``first`` and ``last`` are its lines; ``because`` says why it stands under this clause where it is printed elsewhere.
    """

    rows: tuple[tuple[Text, ...], ...]
    first: int
    last: int
    heads: int = 0
    caption: Text = Text()
    confidence: float = CERTAIN
    because: str = ""


@dataclass(frozen=True)
class Clause:
    """One clause, or an unlabelled paragraph behind one.

    ``path`` is how it is cited: ``D.10``, ``F.1.a``, ``7.K.ii(a)``, ``15.B~2`` (the second of two that bear a label),
    ``K.13+1`` (the first paragraph behind K.13 that bears none), ``"House rules".2`` (under a heading that bears none).
    ``label`` is what is printed (``10.``), empty where nothing is.  ``title`` is a heading of its own; ``text`` all other
    words of the clause itself, without its children.  ``confidence`` is that of its path, 1.0 where nothing speaks
    against it; each of ``doubts`` says, in words, what else it may be or what was read into the text.
    """

    path: str
    label: str
    title: Text
    text: Text
    children: tuple[Clause, ...] = ()
    tables: tuple[Table, ...] = ()
    confidence: float = CERTAIN
    doubts: tuple[str, ...] = ()
    at: tuple[int, int] = (0, 0)
    """Page and line on which it begins, its label or its first word."""

    @property
    def page(self) -> int:
        return self.at[0]

    @cached_property
    def lines(self) -> tuple[int, int]:
        """First and last line of the clause with all below it."""
        last = max((self.at[1], *self._own_lines(), *(child.lines[1] for child in self.children)))
        return self.at[1], last

    @cached_property
    def own_lines(self) -> tuple[int, int]:
        """First and last line of its own words and tables."""
        return self.at[1], max((self.at[1], *self._own_lines()))

    def _own_lines(self) -> Iterator[int]:
        for text in (self.title, self.text):
            yield from (s.line for s in text.stretches)
        yield from (table.last for table in self.tables)

    @property
    def is_labelled(self) -> bool:
        return bool(self.label)

    @cached_property
    def words(self) -> str:
        """Title and text, as one string."""
        return " ".join(part for part in (self.title.words.strip(), self.text.words.strip()) if part)

    @property
    def marks(self) -> frozenset[Mark]:
        """All marks that any of its own words bear."""
        return frozenset(m for text in (self.title, self.text) for s in text.stretches for m in s.marks)


def walk(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """All clauses with all below them, in the order of the document."""
    for clause in clauses:
        yield clause
        yield from walk(clause.children)


_IN_PARENTHESES = re.compile(r"\([A-Za-z0-9]+\)")


def path_under(above: str, step: str) -> str:
    """The path of a clause: its label's own ``step`` (``10``, ``(a)``, ``~2``, ``+1``) under the path above."""
    if not above:
        return step
    return f"{above}{step}" if _IN_PARENTHESES.fullmatch(step) or step[0] in "~+" else f"{above}.{step}"
