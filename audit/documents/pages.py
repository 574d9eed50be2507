"""A document as it is printed: pages of lines, and what marks each stretch of a line bears."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property


class Format(enum.Enum):
    TEXT = "text"
    MARKDOWN = "Markdown"
    DOCX = "DOCX"
    PDF = "PDF"


class Role(enum.Enum):
    """What a line is to the reader of a rule; only body, heading and table lines are part of a clause."""

    BODY = "body"
    TABLE = "table"
    BLANK = "blank"
    HEADER = "running header"
    FOOTER = "running footer"
    PAGE_NUMBER = "page number"
    MARGIN = "line number in the margin"
    BALLOON = "comment balloon"

    @property
    def is_read(self) -> bool:
        return self in (Role.BODY, Role.TABLE)


class Mark(enum.Enum):
    """What a stretch of characters bears: changes first, then mere looks."""

    DELETED = "deleted"
    INSERTED = "inserted"
    MOVED_FROM = "moved from here"
    MOVED_TO = "moved to here"
    UNDERLINED = "underlined"
    STRUCK = "struck"
    BOLD = "bold"
    ITALIC = "italic"
    MARKUP = "markup of the file, not printed"
    GENERATED = "label that automatic numbering prints"


class View(enum.Enum):
    """Which text of a redlined document is read."""

    NEW = "new"
    OLD = "old"
    MARKED = "marked"

    @property
    def hides(self) -> frozenset[Mark]:
        return _HIDDEN[self]


_HIDDEN = {
    View.NEW: frozenset({Mark.DELETED, Mark.MOVED_FROM, Mark.MARKUP}),
    View.OLD: frozenset({Mark.INSERTED, Mark.MOVED_TO, Mark.MARKUP}),
    View.MARKED: frozenset({Mark.MARKUP}),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from its upper left corner."""

    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Marked:
    """A stretch of a line, ``start`` to ``end`` (exclusive, from 0), that bears a mark."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Seen:
    """A line as one view shows it: ``columns`` has, for each character of ``text``, its place in the line (from 0)."""

    text: str
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """One line as it stands, without its line end or form feed.

    ``number`` and ``page`` count from 1 over the whole document.  ``box`` and ``edges`` (the left edge of each
    character, in points) are known of a PDF alone.  ``cells`` are the cells of a table row where the file itself says
    them, as stretches of the text (from 0, exclusive end).  ``because`` says why a line is not body.
    """

    number: int
    page: int
    text: str
    role: Role = Role.BODY
    because: str = ""
    marks: tuple[Marked, ...] = ()
    box: Box | None = None
    edges: tuple[float, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    size: float | None = None
    """Height of the type in points, of a PDF."""
    bullet: str = ""
    """The bullet of a list item that Markdown or a DOCX says; it is no part of what ``seen`` shows."""
    heading: int = 0
    """Depth of a heading that the file itself says, from 1; 0 where it says none."""
    left: float | None = None
    """Where a line of a DOCX begins, in points from the margin."""
    ends: bool | None = None
    """Whether a paragraph ends with the line; None where the file does not say (text, Markdown, PDF)."""
    end_marks: frozenset[Mark] = frozenset()
    """What the line's end bears where that itself was inserted or deleted: a view that hides it runs on without a blank."""

    def ends_paragraph(self, view: View = View.NEW) -> bool | None:
        """Whether this view shows the end of a paragraph behind the line; None where the file does not say."""
        return False if self.end_marks & view.hides else self.ends

    @cached_property
    def indent(self) -> float:
        """How far in the line begins: points from the left where known, else columns (a tab is four)."""
        if self.box is not None:
            return self.box.x0
        if self.left is not None:
            return self.left
        expanded = self.text.expandtabs(4)
        return float(len(expanded) - len(expanded.lstrip()))

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    def has(self, *marks: Mark) -> bool:
        """Whether any stretch bears one of these marks."""
        return any(m.mark in marks for m in self.marks)

    def seen(self, view: View = View.NEW) -> Seen:
        """The line without what the view hides."""
        hidden = [m for m in self.marks if m.mark in view.hides]
        if not hidden:
            return Seen(self.text, tuple(range(len(self.text))))
        gone = bytearray(len(self.text))
        for m in hidden:
            gone[m.start : m.end] = b"\1" * (min(m.end, len(gone)) - m.start)
        kept = [n for n, is_gone in enumerate(gone) if not is_gone]
        return Seen("".join(self.text[n] for n in kept), tuple(kept))


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its number from 1, its first and last line, and its size in points where it is known."""

    number: int
    first: int
    last: int
    width: float | None = None
    height: float | None = None


class NoteKind(enum.Enum):
    COMMENT = "comment"
    DELETED = "deleted words in the margin"
    FORMATTED = "note on formatting"


@dataclass(frozen=True, slots=True)
class Note:
    """What stands beside the text: a comment, a balloon.  ``line`` is the line it stands at, ``text`` its own words."""

    kind: NoteKind
    page: int
    line: int
    text: str
    author: str = ""
    """Initials or a role, as printed; names are left out."""


@dataclass(frozen=True)
class Printed:
    """A whole document before any structure: each line once, in the order in which it is read.

    ``lines[n].number == n + 1``; pages cover the lines without gap.  ``name`` is the file's name without folders.
    ``remarks`` say what a reader of the result must know: that pages have no text, that marks were excluded.
    """

    name: str
    sha256: str
    format: Format
    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    notes: tuple[Note, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def is_redline(self) -> bool:
        changes = (Mark.DELETED, Mark.INSERTED, Mark.MOVED_FROM, Mark.MOVED_TO)
        return any(line.has(*changes) for line in self.lines)

    def line(self, number: int) -> Line:
        return self.lines[number - 1]
