"""A DOCX as pages of lines: a paragraph is a line, and so is a row of a table.

A line break within a paragraph, and the end of a page within one, also end a line; `Line.ends` is then False.  The label
that automatic numbering prints stands in the text and bears `Mark.GENERATED`; where the old and the new text count
otherwise, both stand there, as deleted and as inserted.  Cells of a row are parted by tabs and told in `Line.cells`.
"""

from __future__ import annotations

from collections.abc import Iterable

from audit.documents.docx.blocks import Block, Blocks, Paragraph
from audit.documents.docx.labels import label
from audit.documents.docx.lines import Lines
from audit.documents.docx.names import ID, w
from audit.documents.docx.numbering import Numbering, numbering_of
from audit.documents.docx.package import Element, Package, open_package
from audit.documents.docx.runs import Marks, Passed, Runs, What
from audit.documents.docx.styles import Styles
from audit.documents.options import MOST_CHARACTERS
from audit.documents.pages import Format, Note, NoteKind, Printed
from audit.files import ReadError

_READS = "audit reads PDF, DOCX, Markdown and text"


def printed_docx(data: bytes, name: str, sha256: str) -> Printed:
    """The lines of a DOCX.  Raises `ReadError` for a package that is damaged, hostile or holds no document."""
    try:
        return _read(open_package(data, name), sha256)
    except RecursionError as error:
        raise ReadError("too-large", name, "its elements lie too deep in one another") from error


def _read(package: Package, sha256: str) -> Printed:
    main, document = _document_of(package)
    parts = {kind: part for kind, part in package.relations(main) if package.holds(part)}
    missing = [kind for kind, part in package.relations(main) if kind in _NEEDED and not package.holds(part)]
    styles_root = _root(package, parts, "styles")
    numbering = numbering_of(_root(package, parts, "numbering"), styles_root)
    styles = Styles(styles_root)
    runs = Runs(styles)
    blocks = Blocks(package.name, styles, numbering, runs)
    body = document.find(w("body"))
    read = list(blocks.read(body)) if body is not None else []
    _set_sections(read, body)
    label(read, numbering)
    lines = Lines(package.name, lambda box, marks: _labelled(blocks, box, marks, numbering),
                  _notes_of(package, parts, "footnotes", "footnote"), _notes_of(package, parts, "endnotes", "endnote"))
    for block in read:
        lines.add(block)
    if not any(line.text.strip() for line in lines.lines):
        _refuse_empty(package.name, runs.passed)
    comments = _comments_of(package, parts, blocks)
    notes = tuple(
        Note(NoteKind.COMMENT, lines.lines[at - 1].page, at, comments[name])
        for name, at in lines.comments.items()
        if name in comments and at <= len(lines.lines)
    )
    remarks = [f"its {kind} are missing" for kind in missing]
    remarks += _remarks(blocks, runs.passed, numbering, lines, parts)
    return Printed(package.name, sha256, Format.DOCX, tuple(lines.finished_pages()), tuple(lines.lines), notes, tuple(remarks))


_NEEDED = frozenset({"styles", "numbering", "footnotes", "endnotes", "comments"})


def _document_of(package: Package) -> tuple[str, Element]:
    """The part that is the document, and its root.  Raises `ReadError` where the package is none of a word processor."""
    named = [part for kind, part in package.relations("") if kind == "officeDocument"]
    for part in (*named, "word/document.xml"):
        if package.holds(part):
            root = package.xml(part)
            if root.tag == w("document"):
                return part, root
    names = package.parts
    if "xl/workbook.xml" in names or "xl/workbook.bin" in names:
        raise ReadError("unreadable", package.name, "a spreadsheet, not a document", "save the sheets as PDF")
    if "ppt/presentation.xml" in names:
        raise ReadError("unreadable", package.name, "slides, not a document", "save them as PDF")
    kind = package.read("mimetype")[:200] if package.holds("mimetype") else b""
    if b"opendocument" in kind:
        raise ReadError("unreadable", package.name, "an OpenDocument file", "save it as DOCX or PDF")
    if b"epub" in kind:
        raise ReadError("unreadable", package.name, "an EPUB book", "save it as PDF")
    if named or any(part.startswith("word/") for part in names):
        raise ReadError("unreadable", package.name, "damaged: its document is missing", "ask the submitter for it again")
    raise ReadError("unreadable", package.name, "a ZIP archive, not a document", "unpack it and give its files; " + _READS)


def _root(package: Package, parts: dict[str, str], kind: str) -> Element | None:
    return package.xml(parts[kind]) if kind in parts else None


def _labelled(blocks: Blocks, box: Element, marks: Marks, numbering: Numbering) -> list[Block]:
    """The blocks of a text box or a note, which count on their own."""
    read = list(blocks.read(box, marks))
    label(read, numbering)
    return read


def _notes_of(package: Package, parts: dict[str, str], kind: str, name: str) -> dict[str, Element]:
    """The notes at the foot or the end, by their ids."""
    root = _root(package, parts, kind)
    if root is None:
        return {}
    return {note.get(ID, ""): note for note in root.findall(w(name)) if note.get(w("type"), "normal") == "normal"}


def _comments_of(package: Package, parts: dict[str, str], blocks: Blocks) -> dict[str, str]:
    """The words of the comments, by their ids; who wrote them is left out."""
    root = _root(package, parts, "comments")
    found: dict[str, str] = {}
    size = 0
    for comment in root.findall(w("comment")) if root is not None else ():
        words = []
        for block in blocks.read(comment):
            if isinstance(block, Paragraph):
                words.append("".join(p.text if p.what is What.WORDS else " " for p in block.pieces).strip())
        text = "\n".join(part for part in words if part)
        size += len(text)
        if size > MOST_CHARACTERS:
            break
        found[comment.get(ID, "")] = text
    return found


def _set_sections(blocks: Iterable[Block], body: Element | None) -> None:
    """A paragraph that ends a section says how that began; how the next begins is said at its own end."""
    ends = [b for b in blocks if isinstance(b, Paragraph) and b.section is not None]
    if body is None or not ends:
        return
    kinds = []
    for section in body.iter(w("sectPr")):
        kind = section.find(w("type"))
        kinds.append("nextPage" if kind is None else kind.get(w("val"), "nextPage"))
    for paragraph, kind in zip(ends, [*kinds[1:], "nextPage"], strict=False):
        paragraph.section = kind


def _refuse_empty(name: str, passed: Passed) -> None:
    if passed.pictures:
        what = "a picture" if passed.pictures == 1 else f"{passed.pictures} pictures"
        raise ReadError("no-text", name, f"{what} and no text", "run text recognition first and give its PDF")
    raise ReadError("empty", name, "empty; there is no word in it")


def _remarks(blocks: Blocks, passed: Passed, numbering: Numbering, lines: Lines, parts: dict[str, str]) -> list[str]:
    """What a reader of the lines must know."""
    said = list(blocks.remarks)
    if lines.breaks == 0 and len(lines.lines) > 60:
        said.append("the file does not say where pages end; all of it counts as page 1")
    elif lines.laid_out:
        said.append("pages are those of the layout that was saved with the file")
    if passed.pictures:
        said.append(f"{_count(passed.pictures, 'picture')}; words in pictures are not read")
    if passed.objects:
        said.append(f"{_count(passed.objects, 'chart or embedded object', 'charts or embedded objects')}; not read")
    if passed.hidden:
        said.append(f"{_count(passed.hidden, 'stretch', 'stretches')} of hidden text; not printed, and not read")
    if passed.unknown_symbols:
        said.append(f"{_count(passed.unknown_symbols, 'sign')} of a symbol font whose meaning is not known, shown as \ufffd")
    if passed.number_fields:
        said.append(f"{_count(passed.number_fields, 'numbering field')} (LISTNUM, AUTONUM), whose numbers the file does not hold")
    if passed.others:
        said.append(f"passages kept in other files are not read ({', '.join(sorted(passed.others))})")
    if blocks.missing_lists:
        said.append(f"{_count(len(blocks.missing_lists), 'list')} missing in the file; its paragraphs are without their numbers")
    if numbering.unknown_forms:
        said.append(f"numbers of a form that is not known are shown in digits ({', '.join(sorted(numbering.unknown_forms))[:100]})")
    if blocks.stacked_rows:
        said.append(f"{_count(blocks.stacked_rows, 'table row')} with equally many values in each cell; read as that many rows")
    if blocks.laid_out_rows:
        said.append(f"{_count(blocks.laid_out_rows, 'table row')} with whole passages; read cell by cell, not as a table")
    if {"header", "footer"} & parts.keys():
        said.append("headers and footers of the pages are left out")
    return said


def _count(n: int, one: str, more: str = "") -> str:
    return f"1 {one}" if n == 1 else f"{n} {more or one + 's'}"
