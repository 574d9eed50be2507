"""Running text of a report: words with a mark, and references to its own parts."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias


class Mark(enum.Enum):
    """What a stretch of words is, never how it looks."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    CODE = "code"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of words under one mark."""

    text: str
    mark: Mark = Mark.PLAIN


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a numbered part of the report: ``F-01``, ``C-02``, ``A-7``."""

    target: str


Inline: TypeAlias = Run | Ref
Text: TypeAlias = tuple[Inline, ...]


def text(*parts: str | Inline) -> Text:
    """Running text from plain words, runs and references; empty words fall out."""
    runs = (Run(part) if isinstance(part, str) else part for part in parts)
    return tuple(run for run in runs if isinstance(run, Ref) or run.text)


def strong(words: str) -> Run:
    return Run(words, Mark.STRONG)


def muted(words: str) -> Run:
    return Run(words, Mark.MUTED)


def code(words: str) -> Run:
    return Run(words, Mark.CODE)


def references(targets: Iterable[str]) -> Text:
    """References behind one another, with commas between them."""
    made: list[Inline] = []
    for target in targets:
        if made:
            made.append(Run(", "))
        made.append(Ref(target))
    return tuple(made)


def plain(running: Text) -> str:
    """The words alone."""
    return "".join(part.target if isinstance(part, Ref) else part.text for part in running)
