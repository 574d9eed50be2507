"""The words of a paragraph of a DOCX: characters with their marks, and what breaks or hangs on between them."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field

from audit.documents.docx.names import COMPATIBILITY, ID, MATH, VAL, WORD, child, is_on, value, w
from audit.documents.docx.package import Element
from audit.documents.docx.styles import NONE, Style, Styles, looks_of
from audit.documents.docx.symbols import symbol
from audit.documents.pages import Mark

CHANGES = {
    w("ins"): Mark.INSERTED,
    w("del"): Mark.DELETED,
    w("moveFrom"): Mark.MOVED_FROM,
    w("moveTo"): Mark.MOVED_TO,
}
Marks = frozenset[Mark]
_NO_MARKS: Marks = frozenset()


class What(enum.Enum):
    """What stands at a place of a paragraph."""

    WORDS = enum.auto()
    LINE_END = enum.auto()
    PAGE_END = enum.auto()
    LAID_OUT_PAGE = enum.auto()
    """Where the word processor, when it last laid the document out, began a page."""
    FOOTNOTE = enum.auto()
    ENDNOTE = enum.auto()
    COMMENT = enum.auto()
    BOX = enum.auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` are the words, or the id of a note or a comment; ``box`` the content of a text box."""

    what: What
    text: str = ""
    marks: Marks = _NO_MARKS
    box: Element | None = None


@dataclass
class Passed:
    """What was met on the way and is not in the words."""

    pictures: int = 0
    objects: int = 0
    hidden: int = 0
    unknown_symbols: int = 0
    number_fields: int = 0
    others: set[str] = field(default_factory=set)


_BLANKS = str.maketrans("\n\r\u2028\u2029\x85", "     ")
_TEXTS = frozenset({w("t"), w("delText")})
_FIELD, _INSTRUCTION = w("fldChar"), w("instrText")
_RUN_PROPERTIES = w("rPr")
_MOST_LOOKS = 10_000
_SOFT_HYPHEN = "\u00ad"
_SIGNS = {w("noBreakHyphen"): "-", w("tab"): "\t", w("ptab"): "\t"}
# Elements within a paragraph that only hold others.
_HOLDERS = [w(name) for name in ("hyperlink", "smartTag", "sdtContent", "customXml", "fldSimple", "bdo", "dir", "rubyBase")]
_NUMBER_FIELDS = ("LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT")
_PICTURES = frozenset({
    "{http://schemas.openxmlformats.org/drawingml/2006/picture}pic",
    "{urn:schemas-microsoft-com:vml}imagedata",
})
_CHARTS = frozenset({
    "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart",
    "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds",
    "{urn:schemas-microsoft-com:office:office}OLEObject",
})


class Runs:
    """Reads paragraph after paragraph."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self.passed = Passed()
        self._fields: list[bool] = []
        """For each field that is open, whether we are still in its instruction, which is not printed."""
        self._pieces: list[Piece] = []
        self._style = NONE
        self._is_capital = False
        self._commented: set[str] = set()
        self._made: dict[tuple[Style, tuple[tuple[str, str | None], ...]], tuple[Marks, bool]] = {}
        readers: dict[str, Callable[[Element, Marks], None]] = {
            w("r"): self._run,
            w("sdt"): self._control,
            w("ruby"): self._holder,
            COMPATIBILITY + "AlternateContent": self._alternatives,
            w("commentReference"): self._comment,
            w("commentRangeStart"): self._comment,
            MATH + "oMath": self._formula,
            MATH + "oMathPara": self._formula,
        }
        readers |= dict.fromkeys(_HOLDERS, self._holder)
        readers |= dict.fromkeys(CHANGES, self._change)
        self._readers = readers

    def pieces(self, paragraph: Element, style: Style, marks: Marks = _NO_MARKS) -> list[Piece]:
        """What a paragraph holds, in order; ``marks`` are those of all around it (a deleted row of a table)."""
        self._pieces, self._style = [], style
        self._fields = []
        self._holder(paragraph, marks)
        return self._pieces

    def _holder(self, element: Element, marks: Marks) -> None:
        for each in element:
            reader = self._readers.get(each.tag)
            if reader is not None:
                reader(each, marks)
            elif each.tag in {w("subDoc"), w("contentPart")}:
                self.passed.others.add(each.tag.removeprefix(WORD))

    def _change(self, element: Element, marks: Marks) -> None:
        self._holder(element, marks | {CHANGES[element.tag]})

    def _control(self, element: Element, marks: Marks) -> None:
        content = child(element, "sdtContent")
        if content is not None:
            self._holder(content, marks)

    def _alternatives(self, element: Element, marks: Marks) -> None:
        """The first alternative is what a present word processor shows; the other says the same again."""
        chosen = next(iter(element), None)
        if chosen is not None:
            self._holder(chosen, marks)

    def _comment(self, element: Element, marks: Marks) -> None:
        name = element.get(ID, "")
        if name not in self._commented:
            # A comment is noted where it begins; its end says the same again.
            self._commented.add(name)
            self._pieces.append(Piece(What.COMMENT, name))

    def _formula(self, element: Element, marks: Marks) -> None:
        """A formula as one row of signs, a fraction with a stroke."""
        made: list[str] = []
        for each in element.iter(MATH + "t", MATH + "den"):
            made.append("/" if each.tag == MATH + "den" else each.text or "")
        self._add("".join(made), marks)

    def _run(self, run: Element, marks: Marks) -> None:
        first = next(iter(run), None)
        properties = first if first is not None and first.tag == _RUN_PROPERTIES else None
        self._is_capital = False
        if properties is not None and len(properties) or self._style is not NONE:
            looks, self._is_capital = self._looks(properties)
            marks = marks | looks if looks else marks
        for each in run:
            if each is not properties:
                self._run_content(each, marks)

    def _looks(self, properties: Element | None) -> tuple[Marks, bool]:
        """Which looks a run has, and whether its letters are printed as capitals.

        Runs of equal properties, of which there are many, are looked at once.
        """
        said = () if properties is None else tuple((each.tag, each.get(VAL)) for each in properties)
        key = self._style, said
        if key not in self._made:
            if len(self._made) > _MOST_LOOKS:
                self._made.clear()
            self._made[key] = self._make_looks(properties)
        return self._made[key]

    def _make_looks(self, properties: Element | None) -> tuple[Marks, bool]:
        named = self._styles.style(value(properties, "rStyle"))
        looks = {**dict(self._style.looks), **dict(named.looks), **looks_of(properties)}
        hidden, capital = is_on(properties, "vanish"), is_on(properties, "caps")
        found = {mark for mark, on in looks.items() if on}
        if named.is_hidden or self._style.is_hidden if hidden is None else hidden:
            found.add(Mark.MARKUP)
        return frozenset(found), named.is_capital or self._style.is_capital if capital is None else capital

    def _run_content(self, each: Element, marks: Marks) -> None:
        tag = each.tag
        if tag in _TEXTS:
            if not self._fields or not any(self._fields):
                words = (each.text or "").translate(_BLANKS)
                self._add("".join(map(_capital, words)) if self._is_capital else words, marks)
        elif tag == _FIELD:
            self._field(each)
        elif tag == _INSTRUCTION:
            if (each.text or "").strip().split(" ")[0].upper() in _NUMBER_FIELDS:
                self.passed.number_fields += 1
        elif any(self._fields):
            return
        elif tag in _SIGNS:
            self._add(_SIGNS[tag], marks)
        elif tag == w("softHyphen"):
            self._add(_SOFT_HYPHEN, marks | {Mark.MARKUP})
        elif tag == w("sym"):
            self._add(self._symbol(each), marks)
        elif tag in {w("br"), w("cr")}:
            what = What.PAGE_END if each.get(w("type")) == "page" else What.LINE_END
            self._pieces.append(Piece(what, marks=marks))
        elif tag == w("lastRenderedPageBreak"):
            self._pieces.append(Piece(What.LAID_OUT_PAGE))
        elif tag in {w("footnoteReference"), w("endnoteReference")}:
            if each.get(w("customMarkFollows"), "0").lower() in {"0", "false", "off"}:
                what = What.FOOTNOTE if tag == w("footnoteReference") else What.ENDNOTE
                self._pieces.append(Piece(what, each.get(ID, ""), marks))
        elif tag in {w("drawing"), w("pict"), w("object")}:
            self._drawing(each, marks)
        elif tag in self._readers and tag != w("r"):
            self._alternatives_of_run(each, marks)

    def _alternatives_of_run(self, each: Element, marks: Marks) -> None:
        if each.tag != COMPATIBILITY + "AlternateContent":
            self._readers[each.tag](each, marks)
            return
        chosen = next(iter(each), None)
        for inner in chosen if chosen is not None else ():
            self._run_content(inner, marks)

    def _field(self, each: Element) -> None:
        kind = each.get(w("fldCharType"))
        if kind == "begin":
            self._fields.append(True)
        elif self._fields and kind == "separate":
            self._fields[-1] = False
        elif self._fields and kind == "end":
            self._fields.pop()

    def _symbol(self, each: Element) -> str:
        made = symbol(each.get(w("char"), ""), each.get(w("font"), ""))
        if made == "\ufffd":
            self.passed.unknown_symbols += 1
        return made

    def _drawing(self, drawing: Element, marks: Marks) -> None:
        """Text boxes hang on; pictures are counted, for words in them are not read."""
        waiting = [drawing]
        while waiting:
            each = waiting.pop()
            if each.tag in _PICTURES:
                self.passed.pictures += 1
            elif each.tag in _CHARTS:
                self.passed.objects += 1
            if each.tag == w("txbxContent"):
                self._pieces.append(Piece(What.BOX, marks=marks, box=each))
            elif each.tag != COMPATIBILITY + "Fallback" or each.getprevious() is None:
                # The older form of what stands beside it would be read twice.
                waiting += reversed(each)

    def _add(self, text: str, marks: Marks) -> None:
        if not text:
            return
        if marks and Mark.MARKUP in marks and text != _SOFT_HYPHEN:
            self.passed.hidden += 1
        self._pieces.append(Piece(What.WORDS, text, marks))


def _capital(letter: str) -> str:
    """The letter as a capital, where that is one letter too."""
    made = letter.upper()
    return made if len(made) == 1 else letter


def end_marks(properties: Element | None) -> Marks:
    """What the mark at a paragraph's end bears."""
    of_mark = child(properties, "rPr")
    if of_mark is None:
        return _NO_MARKS
    return frozenset(mark for tag, mark in CHANGES.items() if of_mark.find(tag) is not None)
