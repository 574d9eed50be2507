"""Blocks of a DOCX become lines, and the breaks between them pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from audit.documents.docx.blocks import Block, Paragraph, Row
from audit.documents.docx.package import Element
from audit.documents.docx.runs import Marks, Piece, What
from audit.documents.options import DEEPEST, LONGEST_LINE, MOST_CHARACTERS, MOST_PAGES
from audit.documents.pages import Line, Mark, Marked, Page, Role, View
from audit.files import ReadError

_CHANGES = frozenset({Mark.DELETED, Mark.INSERTED, Mark.MOVED_FROM, Mark.MOVED_TO})
MOST_LINES = 300_000
"""Of a DOCX, whose lines cost more than those of a text."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SHOWN_IN_NEW = View.NEW.hides
Within = Callable[[Element, Marks], list[Block]]


@dataclass
class _Building:
    """A line while it is made."""

    parts: list[str] = field(default_factory=list)
    size: int = 0
    marks: list[Marked] = field(default_factory=list)
    cells: list[tuple[int, int]] = field(default_factory=list)
    open: dict[Mark, int] = field(default_factory=dict)
    """Where the marks begin that the last characters bear."""

    def add(self, text: str, marks: Marks) -> None:
        if not text:
            return
        if self.open:
            for mark in [m for m in self.open if m not in marks]:
                self.marks.append(Marked(self.open.pop(mark), self.size, mark))
        for mark in marks:
            self.open.setdefault(mark, self.size)
        self.parts.append(text)
        self.size += len(text)

    def all_marks(self) -> tuple[Marked, ...]:
        if not self.open and not self.marks:
            return ()
        for mark, start in self.open.items():
            self.marks.append(Marked(start, self.size, mark))
        self.open = {}
        return tuple(sorted(self.marks, key=lambda m: (m.start, m.end, m.mark.value)))

    @property
    def has_words(self) -> bool:
        return any(part.strip() for part in self.parts)


class Lines:
    """Takes blocks in their order.  ``within`` reads what a text box or a note holds."""

    def __init__(self, name: str, within: Within, footnotes: dict[str, Element], endnotes: dict[str, Element]) -> None:
        self.lines: list[Line] = []
        self.comments: dict[str, int] = {}
        self.breaks = 0
        self.laid_out = False
        self._name, self._within = name, within
        self._notes = {What.FOOTNOTE: footnotes, What.ENDNOTE: endnotes}
        self._pages: list[Page] = []
        self._first = 1
        self._ends_page = False
        self._page_has_words = False
        self._size = 0
        self._seen_notes: set[tuple[What, str]] = set()
        self._counts = dict.fromkeys(self._notes, 0)
        self._waiting: list[tuple[Element, Marks, str]] = []
        self._depth = 0
        self._building = _Building()
        self._cuts_at_blank = False
        self._of_paragraph = 0

    def finished_pages(self) -> list[Page]:
        return [*self._pages, Page(len(self._pages) + 1, self._first, len(self.lines))]

    def add(self, block: Block) -> None:
        """Takes a block, and behind it what hangs on it: boxes and notes."""
        if isinstance(block, Paragraph):
            self._add_paragraph(block)
        else:
            self._add_row(block)
        waiting, self._waiting = self._waiting, []
        for holder, marks, sign in waiting:
            self._add_hanging(holder, marks, sign)

    def _add_hanging(self, holder: Element, marks: Marks, sign: str) -> None:
        if self._depth >= DEEPEST:
            return
        self._depth += 1
        for block in self._within(holder, marks):
            if sign and isinstance(block, Paragraph):
                block.pieces.insert(0, Piece(What.WORDS, f"{sign} ", marks | {Mark.GENERATED}))
                sign = ""
            self.add(block)
        self._depth -= 1

    def _add_paragraph(self, paragraph: Paragraph) -> None:
        if paragraph.breaks_page:
            self._end_page()
        self._building, self._of_paragraph = _Building(), 0
        self._cuts_at_blank = False
        self._add_labels(paragraph)
        for piece in paragraph.pieces:
            match piece.what:
                case What.WORDS:
                    self._add_words(piece, paragraph)
                case What.LINE_END:
                    self._finish(paragraph, ends=False, end_marks=piece.marks & _CHANGES)
                case What.PAGE_END if not piece.marks & _SHOWN_IN_NEW:
                    if self._building.size:
                        self._finish(paragraph, ends=False)
                    self._end_page()
                case What.LAID_OUT_PAGE:
                    self._lay_out(paragraph)
                case _:
                    self._add_hung(piece)
        ends = paragraph.ends & _CHANGES if paragraph.ends else paragraph.ends
        if self._of_paragraph and not self._building.size:
            # A break was the last thing in it; the line before that break ends the paragraph.
            self.lines[-1] = replace(self.lines[-1], ends=True, end_marks=ends)
        else:
            self._finish(paragraph, ends=True, end_marks=ends)
        if paragraph.section is not None and paragraph.section != "continuous":
            self._end_page()

    def _add_words(self, piece: Piece, paragraph: Paragraph) -> None:
        text = piece.text
        if self._cuts_at_blank and not piece.marks & _SHOWN_IN_NEW:
            blank = next((n for n, c in enumerate(text) if c.isspace()), None)
            if blank is not None:
                self._building.add(text[: blank + 1], piece.marks)
                self._finish(paragraph, ends=False)
                self._end_page()
                self._cuts_at_blank = False
                text = text[blank + 1 :]
        self._building.add(text, piece.marks)

    def _lay_out(self, paragraph: Paragraph) -> None:
        """A page as it was laid out begins; where a page has just begun, this is that page."""
        if self._ends_page or not (self._page_has_words or self._building.has_words):
            return
        self.laid_out = True
        if not self._building.has_words:
            self._end_page()
        elif self._building.parts[-1][-1].isspace():
            self._finish(paragraph, ends=False)
            self._end_page()
        else:
            self._cuts_at_blank = True

    def _add_hung(self, piece: Piece) -> None:
        """Boxes, comments and notes; a note leaves its number in the words."""
        if piece.what is What.BOX and piece.box is not None:
            self._waiting.append((piece.box, piece.marks & _CHANGES, ""))
        elif piece.what is What.COMMENT:
            self.comments.setdefault(piece.text, len(self.lines) + 1)
        elif piece.what in self._notes:
            of_kind = self._notes[piece.what]
            key = piece.what, piece.text
            if piece.text not in of_kind or key in self._seen_notes:
                return
            self._seen_notes.add(key)
            self._counts[piece.what] += 1
            sign = str(self._counts[piece.what]).translate(_RAISED)
            self._building.add(sign, piece.marks | {Mark.GENERATED})
            self._waiting.append((of_kind[piece.text], piece.marks & _CHANGES, sign))

    def _add_labels(self, paragraph: Paragraph) -> None:
        if not paragraph.labels:
            return
        old, new = paragraph.labels.get(View.OLD), paragraph.labels.get(View.NEW)
        if old == new:
            self._building.add(new.text if new else "", frozenset({Mark.GENERATED}))
            return
        moved_from, moved_to = Mark.MOVED_FROM in paragraph.ends, Mark.MOVED_TO in paragraph.ends
        if old is not None:
            self._building.add(old.text, frozenset({Mark.GENERATED, Mark.MOVED_FROM if moved_from else Mark.DELETED}))
        if new is not None:
            self._building.add(new.text, frozenset({Mark.GENERATED, Mark.MOVED_TO if moved_to else Mark.INSERTED}))

    def _add_row(self, row: Row) -> None:
        """A row is one line; what would break it within a cell is a blank."""
        self._building, self._of_paragraph = _Building(), 0
        for n, cell in enumerate(row.cells):
            if n:
                self._building.add("\t", row.marks & _CHANGES)
            start = self._building.size
            between: Marks | None = None
            for paragraph in cell.paragraphs:
                if between is not None and self._building.size > start:
                    self._building.add(" ", between)
                self._add_labels(paragraph)
                for piece in paragraph.pieces:
                    if piece.what is What.WORDS:
                        self._building.add(piece.text, piece.marks)
                    elif piece.what is What.LINE_END:
                        self._building.add(" ", piece.marks & _CHANGES)
                    elif piece.what is What.LAID_OUT_PAGE:
                        if self._page_has_words and not self._ends_page:
                            self.laid_out = True
                            self._end_page()
                    elif piece.what is not What.PAGE_END:
                        self._add_hung(piece)
                between = paragraph.ends & _CHANGES
            self._building.cells.append((start, self._building.size))
        self._finish(None, ends=True, end_marks=row.marks & _CHANGES)

    def _end_page(self) -> None:
        self._ends_page = True

    def _finish(self, paragraph: Paragraph | None, ends: bool, end_marks: Marks = frozenset()) -> None:
        """Writes the line that was built."""
        building, self._building = self._building, _Building()
        number = len(self.lines) + 1
        if self._ends_page and self.lines:
            self._pages.append(Page(len(self._pages) + 1, self._first, number - 1))
            self._first, self._page_has_words = number, False
            self.breaks += 1
        self._ends_page = False
        text = "".join(building.parts)
        self._size += len(text)
        self._refuse_large(text, number)
        role = Role.BLANK if not text.strip() else Role.TABLE if paragraph is None else Role.BODY
        self._page_has_words = self._page_has_words or role is not Role.BLANK
        cells = tuple(building.cells)
        marks = building.all_marks()
        page = len(self._pages) + 1
        if paragraph is None:
            self.lines.append(Line(number, page, text, role, marks=marks, cells=cells, ends=ends, end_marks=end_marks))
            return
        labels, bullet = paragraph.labels, ""
        if labels and not self._of_paragraph:
            bullet = (labels.get(View.NEW) or labels[View.OLD]).bullet
        self._of_paragraph += 1
        self.lines.append(Line(number, page, text, role, marks=marks, bullet=bullet, heading=paragraph.heading,
                               left=paragraph.left, ends=ends, end_marks=end_marks))

    def _refuse_large(self, text: str, number: int) -> None:
        place = f"{self._name}:{number}:1"
        if len(text) > LONGEST_LINE:
            raise ReadError("too-large", place, f"a paragraph of {len(text):,} characters; at most {LONGEST_LINE:,} are read")
        if self._size > MOST_CHARACTERS:
            raise ReadError("too-large", place, f"more than {MOST_CHARACTERS:,} characters")
        if number > MOST_LINES:
            raise ReadError("too-large", place, f"more than {MOST_LINES:,} lines")
        if len(self._pages) >= MOST_PAGES:
            raise ReadError("too-large", place, f"more than {MOST_PAGES:,} pages")
