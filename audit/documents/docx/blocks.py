"""The body of a DOCX as paragraphs and rows of tables, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from audit.documents.docx.names import COMPATIBILITY, VAL, WORD, child, children, is_on, number, value, w
from audit.documents.docx.numbering import LEVELS, Label, Listed, Numbering
from audit.documents.docx.package import Element
from audit.documents.docx.runs import CHANGES, Marks, Piece, Runs, What, end_marks
from audit.documents.docx.styles import Style, Styles, indents_of
from audit.documents.options import DEEPEST
from audit.documents.pages import Mark, View
from audit.files import ReadError

MOST_BLOCKS = 300_000
"""Paragraphs, rows and cells: more than 2,000 pages of nothing but tables."""
_MOST_COLUMNS = 64
_MOST_SPANNED = 200_000
"""Empty cells of a whole document that stand for the columns another cell covers."""
_FEWEST_STACKED = 3
_MOST_OF_VALUE = 60
_MANY = 8
"""Paragraphs of one cell, above which a row is no row of values but a passage laid out as a table."""
_TWIPS = 20.0
_P, _TBL, _SDT, _CUSTOM, _CHUNK = w("p"), w("tbl"), w("sdt"), w("customXml"), w("altChunk")
_PROPERTIES, _STYLE, _LISTED, _INDENT = w("pPr"), w("pStyle"), w("numPr"), w("ind")
_CHANGED, _OUTLINE, _BREAKS, _OF_MARK, _SECTION = w("pPrChange"), w("outlineLvl"), w("pageBreakBefore"), w("rPr"), w("sectPr")


_UNLISTED: dict[View, Listed | None] = {View.NEW: None, View.OLD: None}


@dataclass
class Paragraph:
    """One paragraph; ``labels`` are filled in once all are known."""

    pieces: list[Piece]
    listed: dict[View, Listed | None]
    ends: Marks
    heading: int = 0
    left: float | None = None
    breaks_page: bool = False
    closes_cell: bool = False
    """Whether nothing joins it to the next, whatever becomes of its end: it is the last of a cell or of a box."""
    section: str | None = None
    """How the section that begins behind it begins, where one does."""
    labels: dict[View, Label] = field(default_factory=dict)

    @property
    def is_listed(self) -> bool:
        return self.listed is not _UNLISTED

    def shows(self, view: View) -> bool:
        """Whether any of its words is seen in this view."""
        return any(p.what is What.WORDS and not p.marks & view.hides for p in self.pieces)

    @property
    def has_words(self) -> bool:
        return any(p.what is What.WORDS and p.text.strip() for p in self.pieces)


@dataclass
class Cell:
    paragraphs: list[Paragraph]


@dataclass
class Row:
    """A row of a table; ``marks`` are those of the whole row."""

    cells: list[Cell]
    marks: Marks


Block = Paragraph | Row


class Blocks:
    """Reads blocks one after the other."""

    def __init__(self, name: str, styles: Styles, numbering: Numbering, runs: Runs) -> None:
        self._name, self._styles, self._numbering, self._runs = name, styles, numbering, runs
        self.remarks: dict[str, None] = {}
        self.laid_out_rows = self.stacked_rows = 0
        self._spanned = self._counted = 0
        self.missing_lists: set[str] = set()

    def read(self, holder: Element, marks: Marks = frozenset(), depth: int = 0) -> Iterator[Block]:
        """The blocks that an element holds."""
        if depth > DEEPEST:
            self.remarks[f"what lies more than {DEEPEST} levels deep is not read"] = None
            return
        for each in holder:
            tag = each.tag
            if tag == _P:
                yield self._paragraph(each, marks)
            elif tag == _TBL:
                yield from self._table(each, marks, depth)
            elif tag == _SDT:
                content = child(each, "sdtContent")
                if content is not None:
                    yield from self.read(content, marks, depth + 1)
            elif tag == _CUSTOM:
                yield from self.read(each, marks, depth + 1)
            elif tag in CHANGES:
                yield from self.read(each, marks | {CHANGES[tag]}, depth + 1)
            elif tag == COMPATIBILITY + "AlternateContent":
                chosen = next(iter(each), None)
                if chosen is not None:
                    yield from self.read(chosen, marks, depth + 1)
            elif tag == _CHUNK:
                self.remarks["a passage that Word would take in from another file (altChunk) is not read"] = None
            elif tag not in _WITHOUT_WORDS and isinstance(tag, str) and next(each.iter(w("t")), None) is not None:
                self.remarks[f"the words of an element that is not known ({tag.removeprefix(WORD)[:60]}) are not read"] = None

    def _paragraph(self, element: Element, marks: Marks) -> Paragraph:
        self._count()
        first = next(iter(element), None)
        properties = first if first is not None and first.tag == _PROPERTIES else child(element, "pPr")
        said = children(properties)
        style = self._style_of(said)
        new = old = self._listed(said, style)
        if _CHANGED in said:
            before = children(child(said[_CHANGED], "pPr"))
            old = self._listed(before, self._style_of(before))
        elif _LISTED in said and child(said[_LISTED], "ins") is not None:
            old = None
        outline = 9 if style.outline is None else style.outline
        if _OUTLINE in said:
            outline = number(said[_OUTLINE].get(VAL), outline, 0, 9)
        breaks = is_on(properties, "pageBreakBefore") if _BREAKS in said else None
        return Paragraph(
            self._runs.pieces(element, style, marks),
            _UNLISTED if new is None and old is None else {View.NEW: new, View.OLD: old},
            end_marks(properties) | marks if _OF_MARK in said else marks,
            heading=outline + 1 if outline < 9 else 0,
            left=self._left(said, properties, style, new),
            breaks_page=style.breaks_page if breaks is None else breaks,
            section="nextPage" if _SECTION in said else None,
        )

    def _count(self) -> None:
        self._counted += 1
        if self._counted > MOST_BLOCKS:
            said = f"more than {MOST_BLOCKS:,} paragraphs, rows and cells"
            raise ReadError("too-large", self._name, said, "split it into smaller files")

    def _style_of(self, said: dict[str, Element]) -> Style:
        own = said[_STYLE].get(VAL) if _STYLE in said else None
        return self._styles.style(own or self._styles.paragraph_default)

    def _listed(self, said: dict[str, Element], style: Style) -> Listed | None:
        """By which list a paragraph is numbered: its own word counts, then that of its style."""
        own = said.get(_LISTED)
        if own is None and style.numbering is None:
            return None
        name, level = value(own, "numId"), value(own, "ilvl")
        at: int | None = None
        if name is None:
            if style.numbering is None:
                return None
            name, by = style.numbering
            if level is None:
                at = self._numbering.level_of_style(name, by)
                level = style.level
        elif level is None and _STYLE in said:
            at = self._numbering.level_of_style(name, said[_STYLE].get(VAL))
        if name == "0":
            return None
        if not self._numbering.holds(name):
            self.missing_lists.add(name)
        return Listed(name, at if at is not None else min(number(level, 0, 0), LEVELS - 1))

    def _left(self, said: dict[str, Element], properties: Element | None, style: Style, listed: Listed | None) -> float:
        """Where the first line begins, in points from the margin."""
        if listed is None and _INDENT not in said and not style.indents:
            return 0.0
        indents = dict(style.indents)
        if listed is not None:
            level = self._numbering.levels(listed.list).get(listed.level)
            of_list = dict(level.indents) if level is not None else {}
            indents = indents | of_list if _LISTED in said else of_list | indents
        own = indents_of(properties)
        if "first" in own or "hanging" in own:
            indents.pop("first", None)
            indents.pop("hanging", None)
        indents |= own
        return (indents.get("left", 0) + indents.get("first", 0) - indents.get("hanging", 0)) / _TWIPS

    def _table(self, table: Element, marks: Marks, depth: int) -> Iterator[Block]:
        for row in _within(table, "tr"):
            self._count()
            properties = child(row, "trPr")
            own = marks | {m for tag, m in CHANGES.items() if properties is not None and properties.find(tag) is not None}
            cells = list(_within(row, "tc"))
            # The blocks of a cell are made once: reading counts what it meets.
            read = [self._cell(cell, own, depth) for cell in cells]
            columns = _columns(read)
            if columns:
                self.stacked_rows += 1
                for values in zip(*columns, strict=True):
                    self._count()
                    yield Row([Cell([value]) for value in values], own)
                continue
            if self._is_passage(read):
                self.laid_out_rows += 1
                for blocks in read:
                    yield from blocks
                continue
            made: list[Cell] = [Cell([]) for _ in range(number(value(properties, "gridBefore"), 0, 0, _MOST_COLUMNS))]
            for cell, blocks in zip(cells, read, strict=True):
                made.append(Cell([b for b in blocks if isinstance(b, Paragraph)]))
                span = number(value(cell, "tcPr", "gridSpan"), 1, 1)
                self._spanned += span - 1
                if span > _MOST_COLUMNS or self._spanned > _MOST_SPANNED:
                    self.remarks["a table with absurd spans of cells is read without them"] = None
                else:
                    made += [Cell([]) for _ in range(span - 1)]
            yield Row(made, own)

    def _cell(self, cell: Element, marks: Marks, depth: int) -> list[Block]:
        self._count()
        properties = child(cell, "tcPr")
        if child(properties, "cellIns") is not None:
            marks |= {Mark.INSERTED}
        if child(properties, "cellDel") is not None:
            marks |= {Mark.DELETED}
        blocks = list(self.read(cell, marks, depth + 1))
        if blocks and isinstance(blocks[-1], Paragraph):
            blocks[-1].closes_cell = True
        return blocks

    def _is_passage(self, cells: list[list[Block]]) -> bool:
        """Whether a row holds whole passages, a table within it perhaps, and is read cell by cell."""
        for blocks in cells:
            paragraphs = [b for b in blocks if isinstance(b, Paragraph) and b.has_words]
            numbered = [p for p in paragraphs if p.listed[View.NEW] or p.listed[View.OLD]]
            if len(paragraphs) > _MANY or len(numbered) > 1 or any(isinstance(b, Row) for b in blocks):
                return True
            if len(cells) == 1 and len(paragraphs) > 1:
                return True
        return False


def _columns(cells: list[list[Block]]) -> list[list[Paragraph]]:
    """The paragraphs of each cell, where they stand in one row as if each were a row of its own; else nothing.

    So a pay table is often typed: one row, all hands in its first cell and all odds in its second.
    """
    columns: list[list[Paragraph]] = []
    for blocks in cells:
        column = [b for b in blocks if isinstance(b, Paragraph) and b.has_words]
        if len(column) < _FEWEST_STACKED or len(column) != len(blocks) or len(column) != len(columns[0] if columns else column):
            return []
        if any(sum(len(p.text) for p in c.pieces if p.what is What.WORDS) > _MOST_OF_VALUE or c.is_listed for c in column):
            return []
        columns.append(column)
    return columns if len(columns) > 1 else []


_WITHOUT_WORDS = frozenset(
    w(name)
    for name in (
        "sectPr", "tcPr", "tblPr", "tblGrid", "trPr", "pPr", "bookmarkStart", "bookmarkEnd", "proofErr", "commentRangeStart",
        "commentRangeEnd", "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd", "permStart",
        "permEnd",
    )
)


def _within(holder: Element, name: str, depth: int = 0) -> Iterator[Element]:
    """Rows of a table or cells of a row, also those that a content control holds."""
    for each in holder:
        if each.tag == w(name):
            yield each
        elif each.tag in {w("sdt"), w("sdtContent"), w("customXml")} | CHANGES.keys() and depth < DEEPEST:
            yield from _within(each, name, depth + 1)
