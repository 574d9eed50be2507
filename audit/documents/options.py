"""What a reader of a document may be told, and what bounds every document."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from audit.documents.pages import View

MOST_BYTES = 200_000_000
MOST_PAGES = 20_000
MOST_LINES = 2_000_000
LONGEST_LINE = 200_000
MOST_CHARACTERS = 60_000_000
DEEPEST = 60
"""Levels of clauses, of lists and of elements; what lies deeper is read at this depth, and that is said."""


class Convention(enum.Enum):
    """How a PDF shows what a redline takes away and what it puts in."""

    LINES = "strike and underline"
    BRACKETS = "brackets and underline"
    COLOUR = "colour"
    NONE = "no marks"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a document is read.

    ``view`` is the text that clauses are made of; ``encoding`` that of a text file, UTF-8 where it is not given.
    """

    view: View = View.NEW
    convention: Convention = Convention.LINES
    encoding: str | None = None
    password: str | None = None
