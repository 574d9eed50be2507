"""Where a statement stands and what it rests on: span, citations, assumption."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source text; lines and columns count from 1, the end column is exclusive."""

    source: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)

_LABEL_PART = re.compile(r'"[^"]*"|\([A-Za-z0-9]+\)|[A-Za-z0-9]+|~\d+|\+\d+')


def clause_parts(label: str) -> tuple[str, ...]:
    """The steps of a clause path, outermost first: ``3.A.i(a)`` is ``3``, ``A``, ``i``, ``(a)``."""
    return tuple(_LABEL_PART.findall(label.removeprefix("§").strip()))


def stands_under(label: str, ancestor: str) -> bool:
    """Whether ``label`` is ``ancestor`` or lies below it in the tree of clauses."""
    above = clause_parts(ancestor)
    return clause_parts(label)[: len(above)] == above


@dataclass(frozen=True, slots=True)
class Citation:
    """One clause as printed (``F.1``), a stretch of them (``through``), or one of another document."""

    clause: str
    through: str | None = None
    document: str | None = None

    def __str__(self) -> str:
        text = f"{self.document} {self.clause}" if self.document else self.clause
        return f"{text} through {self.through}" if self.through else text


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a line rests on where the document is silent: a reason of its own, or a declared assumption."""

    because: str | None = None
    under: str | None = None

    def __str__(self) -> str:
        return f"assumed {self.under}" if self.under else f'assumed because "{self.because}"'


@dataclass(frozen=True, slots=True)
class Basis:
    """The ground of a statement: its own clauses and assumption, where it stands, and which edition says it.

    ``inherited`` holds the clauses of the block heads above, outermost first.  A line rests on its own clauses,
    or on its head's; rows of a table add theirs to their head's (``cites``).
    """

    own: tuple[Citation, ...] = ()
    assumed: Assumed | None = None
    span: Span = NOWHERE
    edition: str = ""
    inherited: tuple[Citation, ...] = ()
    assumed_above: Assumed | None = None

    @property
    def cites(self) -> tuple[Citation, ...]:
        """The clauses that the line rests on: its own, else its head's."""
        return self.own or self.inherited

    @property
    def assumption(self) -> Assumed | None:
        """The assumption that the line rests on: its own, or its head's where it states no basis itself."""
        return self.assumed or (None if self.own else self.assumed_above)

    @property
    def is_stated(self) -> bool:
        """Whether anything at all supports the line."""
        return bool(self.cites or self.assumption)
