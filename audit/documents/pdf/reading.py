"""The bytes of a PDF become pages of lines with marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from audit.documents.options import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES, MOST_PAGES, Reading
from audit.documents.pages import Format, Line, Note, NoteKind, Page, Printed, Role
from audit.documents.pdf.annotations import Comment, annotations_of
from audit.documents.pdf.drawings import Rule, drawings_of
from audit.documents.pdf.glyphs import letters_of
from audit.documents.pdf.grids import cells_of, grid_of
from audit.documents.pdf.margins import margin_numbers
from audit.documents.pdf.marks import judged
from audit.documents.pdf.rows import rows_of
from audit.documents.pdf.setting import Setting, settings_of
from audit.documents.pdf.sheets import sheet_of
from audit.documents.pdf.strokes import mark
from audit.files import ReadError

_EDGE = 0.12
"""Of the height: where running headers and footers stand."""
_MOST_EDGE_RULES = 400
_PARAGRAPH = 1.5
"""Of the usual distance of two lines: more is a blank line."""


@dataclass(slots=True)
class _Leaf:
    """What was read of one page; ``settings`` are its lines."""

    number: int
    width: float | None = None
    height: float | None = None
    settings: list[Setting] = field(default_factory=list)
    has_pictures: bool = False
    broken: bool = False
    outside: int = 0
    unknown: int = 0
    covered: int = 0
    crowded: bool = False
    askew: int = 0
    comments: list[Comment] = field(default_factory=list)
    edge_rules: list[Rule] = field(default_factory=list)
    """Rules near the upper and the lower edge, which may be those of a running header."""


def printed_pdf(data: bytes, name: str, sha256: str, reading: Reading) -> Printed:
    """The lines of a PDF in the order in which they are read, with places, marks and cells.

    Raises `ReadError`: ``encrypted`` where it needs a password, ``unreadable`` where it is no whole PDF, ``too-large``
    beyond the bounds of `options`, ``no-text`` where no page has any.
    """
    with _opened(data, name, reading) as document:
        count = len(document)
        if count == 0:
            raise ReadError("unreadable", name, "a PDF without pages; it may have been cut short")
        if count > MOST_PAGES:
            raise ReadError("too-large", name, f"{count} pages; at most {MOST_PAGES} are read", "split it")
        _refuse_unfolding(data, name, reading)
        leaves = _leaves(document, count, name)
    if all(leaf.broken for leaf in leaves):
        raise ReadError("unreadable", name, f"none of its {count} pages can be read; the file is damaged")
    if not any(leaf.settings for leaf in leaves):
        raise _without_text(leaves, name)
    repeated = _mark_at_edges(leaves)
    margin = margin_numbers([leaf.settings for leaf in leaves])
    for setting in margin:
        setting.without_lead()
    numbered = {setting.page for setting in margin}
    lines = [s for leaf in leaves for s in leaf.settings if s.text]
    verdict = judged(lines, reading.convention)
    remarks = [*_remarks(leaves, repeated), *_margin_remark(sorted(numbered), len(margin)), *verdict.remarks]
    marks = {id(s): tuple(m) for s, m in zip(lines, verdict.marks, strict=True)}
    return _assembled(name, sha256, leaves, marks, tuple(remarks))


@contextmanager
def _opened(data: bytes, name: str, reading: Reading) -> Iterator[Any]:
    """The document of the library, closed afterwards."""
    try:
        document = pypdfium2.PdfDocument(data, password=reading.password)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            said = "it opens only with a password" if reading.password is None else "the password does not open it"
            raise ReadError("encrypted", name, f"encrypted; {said}",
                            "--password-file FILE, or ask the submitter for an open copy") from error
        what = "damaged or cut short" if b"%%EOF" in data[-2048:] else "cut short: it has no end"
        raise ReadError("unreadable", name, f"cannot be read as a PDF: {what}", "ask for it again") from error
    try:
        yield document
    finally:
        document.close()


def _refuse_unfolding(data: bytes, name: str, reading: Reading) -> None:
    """Raises `ReadError` for a page that would never be done."""
    if data.count(b"/Form") < 2:
        return
    from audit.documents.pdf.expansions import MOST, page_of_too_many  # noqa: PLC0415  few files need its library

    page = page_of_too_many(data, reading.password or "")
    if page is not None:
        raise ReadError("too-large", name, f"page {page} draws more than {MOST} forms within forms",
                        "print it to a new PDF")


def _leaves(document: Any, count: int, name: str) -> list[_Leaf]:
    leaves = []
    characters = lines = 0
    for n in range(count):
        leaf = _leaf(document, n)
        leaves.append(leaf)
        characters += sum(len(s.text) for s in leaf.settings)
        lines += len(leaf.settings)
        if characters > MOST_CHARACTERS or lines > MOST_LINES:
            raise ReadError("too-large", name, f"too much text; page {n + 1} of {count} is past the bound", "split it")
    return leaves


def _leaf(document: Any, n: int) -> _Leaf:
    """One page; where the library cannot read it, a broken one."""
    leaf = _Leaf(n + 1)
    try:
        page = document[n]
    except pypdfium2.PdfiumError:
        leaf.broken = True
        return leaf
    try:
        _fill(leaf, page)
    except (pypdfium2.PdfiumError, OSError, OverflowError):
        leaf.broken, leaf.settings = True, []
    finally:
        page.close()
    return leaf


def _fill(leaf: _Leaf, page: Any) -> None:
    letters = letters_of(page)
    drawn = drawings_of(page, letters.upright)
    sheet = sheet_of(letters, drawn)
    leaf.width, leaf.height = letters.width, letters.height
    leaf.outside, leaf.unknown, leaf.covered = sheet.outside, letters.unknown, sheet.covered
    leaf.has_pictures = drawn.has_pictures
    grid = grid_of(drawn)
    for row in grid.levelled(rows_of(sheet.glyphs, grid.tables)):
        walls = grid.walls_at(row.base, row.size)
        for setting in settings_of(row, leaf.number, walls, LONGEST_LINE):
            setting.cells = cells_of(setting, walls)
            leaf.settings.append(setting)
    top, foot = _EDGE * letters.height, (1 - _EDGE) * letters.height
    inner: list[Rule] = []
    for rule in drawn.level:
        at_edge = not top < rule.at < foot and len(leaf.edge_rules) < _MOST_EDGE_RULES and not grid.is_beam(rule)
        (leaf.edge_rules if at_edge else inner).append(rule)
    laid = annotations_of(page, letters.upright)
    leaf.comments = list(laid.comments)
    inner += laid.rules
    leaf.crowded = drawn.too_many or not mark(leaf.settings, inner, grid.is_beam)
    for setting in leaf.settings:
        if not any(abs(rule.at - setting.base) < setting.size for rule in leaf.edge_rules):
            setting.settled()
    for askew in sheet.askew:
        for row in rows_of(askew):
            for setting in settings_of(row, leaf.number, (), LONGEST_LINE):
                setting.lead = 0
                setting.settled()
                leaf.settings.append(setting)
                leaf.askew += 1


def _mark_at_edges(leaves: Sequence[_Leaf]) -> int:
    """Marks what rules near the edges of a page mark, but for those that stand on most pages; how many those are."""
    places = Counter(place for leaf in leaves for place in {_place(rule) for rule in leaf.edge_rules})
    most = {place for place, count in places.items() if count >= 3 and count >= 0.6 * len(leaves)}
    for leaf in leaves:
        single = [rule for rule in leaf.edge_rules if _place(rule) not in most]
        if single:
            leaf.crowded |= not mark(leaf.settings, single, lambda _: False)
    return len(most)


def _place(rule: Rule) -> tuple[int, int, int]:
    return round(rule.at), round(rule.start), round(rule.end)


def _assembled(
    name: str, sha256: str, leaves: Sequence[_Leaf], marks: dict[int, tuple[Any, ...]], remarks: tuple[str, ...]
) -> Printed:
    """Numbers the lines over the whole document, a blank one where paragraphs stand apart."""
    lines: list[Line] = []
    pages: list[Page] = []
    for leaf in leaves:
        first = len(lines) + 1
        written = [s for s in leaf.settings if s.text]
        apart = _blanks_before(written)
        for setting, is_apart in zip(written, apart, strict=True):
            if is_apart:
                lines.append(Line(len(lines) + 1, leaf.number, "", Role.BLANK))
            lines.append(_line(setting, len(lines) + 1, marks[id(setting)]))
        if not written:
            lines.append(Line(len(lines) + 1, leaf.number, "", Role.BLANK))
        pages.append(Page(leaf.number, first, len(lines), leaf.width, leaf.height))
    notes = tuple(
        Note(NoteKind.COMMENT, leaf.number, _line_at(lines[page.first - 1 : page.last], comment), comment.text)
        for leaf, page in zip(leaves, pages, strict=True)
        for comment in leaf.comments
    )
    return Printed(name, sha256, Format.PDF, tuple(pages), tuple(lines), notes, remarks)


def _line_at(lines: Sequence[Line], comment: Comment) -> int:
    """The number of the line of a page that a comment is fastened to: the nearest in height."""
    return min(lines, key=lambda line: abs(line.box.top - comment.y) if line.box else 1e9).number


def _line(setting: Setting, number: int, marks: tuple[Any, ...]) -> Line:
    role, because = (Role.TABLE, "a row between ruled lines") if len(setting.cells) > 1 else (Role.BODY, "")
    return Line(number, setting.page, setting.text, role, because, marks, setting.box,
                tuple(setting.edges), setting.cells, round(setting.size, 2))


def _blanks_before(settings: Sequence[Setting]) -> list[bool]:
    """Before which lines of a page there is clearly more room than between most."""
    steps = [(b.base - a.base) / max(a.size, b.size) for a, b in pairwise(settings)]
    usual = sorted(step for step in steps if 0.5 < step < 4)
    if not usual:
        return [False] * len(settings)
    # The closer quarter is the distance within paragraphs, also where most of them have one line.
    close = max(usual[len(usual) // 4], 1.0)
    apart = [step > _PARAGRAPH * close for step in steps]
    return [False, *(a and not (one.cells and other.cells) for a, (one, other) in zip(apart, pairwise(settings), strict=True))]


def _margin_remark(pages: list[int], count: int) -> list[str]:
    if not count:
        return []
    return [f"{count} line numbers in the margin of {_pages(pages)} are left out of the text"]


def _remarks(leaves: Sequence[_Leaf], repeated: int) -> list[str]:
    """What a reader of the text must know about its pages."""
    said = []
    empty = [leaf.number for leaf in leaves if not leaf.settings and not leaf.broken]
    pictures = [leaf.number for leaf in leaves if not leaf.settings and leaf.has_pictures]
    if pictures:
        said.append(f"no text on {_pages(pictures)}: pictures; run text recognition to have them read")
    if bare := [n for n in empty if n not in pictures]:
        said.append(f"no text on {_pages(bare)}")
    if broken := [leaf.number for leaf in leaves if leaf.broken]:
        said.append(f"{_pages(broken)} cannot be read: damaged")
    if crowded := [leaf.number for leaf in leaves if leaf.crowded]:
        said.append(f"too many drawn lines on {_pages(crowded)}: strikes and underlines there may be missed")
    if unknown := [leaf.number for leaf in leaves if leaf.unknown]:
        count = sum(leaf.unknown for leaf in leaves)
        said.append(f"{count} characters on {_pages(unknown)} have no letter in the file")
    if outside := [leaf.number for leaf in leaves if leaf.outside]:
        count = sum(leaf.outside for leaf in leaves)
        said.append(f"{count} characters off the paper on {_pages(outside)} are left out")
    if covered := [leaf.number for leaf in leaves if leaf.covered]:
        count = sum(leaf.covered for leaf in leaves)
        said.append(f"{count} characters painted over, or of the colour of their ground, on {_pages(covered)} are left out")
    if askew := [leaf.number for leaf in leaves if leaf.askew]:
        said.append(f"text that runs in another direction stands at the end of {_pages(askew)}; it is not read for marks")
    if repeated:
        said.append(f"rules at the same place on most pages ({repeated}) are no marks")
    return said


def _without_text(leaves: Sequence[_Leaf], name: str) -> ReadError:
    count = len(leaves)
    pictures = [leaf.number for leaf in leaves if leaf.has_pictures]
    many = "1 page, without text" if count == 1 else f"{count} pages, none with text"
    what = f"; {_pages(pictures)} {'is a picture' if len(pictures) == 1 else 'are pictures'}" if pictures else ""
    return ReadError("no-text", name, many + what,
                     "run text recognition first; its result is then read as a scan, with doubts flagged")


def _pages(numbers: Sequence[int]) -> str:
    """``page 3``, ``pages 1 to 14``, ``pages 1, 3 to 5 and 9``."""
    ranges: list[list[int]] = []
    for n in numbers:
        if ranges and ranges[-1][1] == n - 1:
            ranges[-1][1] = n
        else:
            ranges.append([n, n])
    said = [str(a) if a == b else f"{a} to {b}" for a, b in ranges]
    if len(said) > 12:
        said = [*said[:11], f"{len(said) - 11} more ranges"]
    listed = said[0] if len(said) == 1 else ", ".join(said[:-1]) + f" and {said[-1]}"
    return ("page " if len(numbers) == 1 else "pages ") + listed
