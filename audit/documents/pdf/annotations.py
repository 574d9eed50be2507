"""What a reviewer laid over a page: strikes and underlines as annotations, and comments."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from audit.documents.pdf.drawings import Rule
from audit.documents.pdf.shapes import Matrix

_MOST = 2_000
_LONGEST_COMMENT = 20_000
_STRIKE, _LINE = 0.5, 0.12
"""How far above the foot of the words a reader draws the line, as a part of their height."""
_COLOUR = 0x010101
_THICK = 0.5
_MARKS = {
    pdfium.FPDF_ANNOT_STRIKEOUT: _STRIKE,
    pdfium.FPDF_ANNOT_UNDERLINE: _LINE,
    pdfium.FPDF_ANNOT_SQUIGGLY: _LINE,
}
_SILENT = {pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP, pdfium.FPDF_ANNOT_WIDGET}


@dataclass(frozen=True, slots=True)
class Comment:
    """``y`` is how far from the top it is fastened, in points."""

    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Annotations:
    rules: tuple[Rule, ...]
    comments: tuple[Comment, ...]


def annotations_of(page: Any, upright: Matrix) -> Annotations:
    """Reads the annotations of a pypdfium2 page as rules and comments."""
    rules: list[Rule] = []
    comments: list[Comment] = []
    for n in range(min(max(pdfium.FPDFPage_GetAnnotCount(page.raw), 0), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, n)
        if not annotation:
            continue
        try:
            kind = pdfium.FPDFAnnot_GetSubtype(annotation)
            if kind in _MARKS:
                rules += _rules(annotation, _MARKS[kind], upright)
            text = "" if kind in _SILENT else _contents(annotation)
            if text:
                box = pdfium.FS_RECTF()
                pdfium.FPDFAnnot_GetRect(annotation, box)
                comments.append(Comment(upright.at(box.left, box.top)[1], text))
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
    return Annotations(tuple(rules), tuple(comments))


def _rules(annotation: Any, height: float, upright: Matrix) -> Iterator[Rule]:
    """A level rule for each stretch of words that a mark is laid over."""
    quad = pdfium.FS_QUADPOINTSF()
    for n in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(annotation), _MOST)):
        if not pdfium.FPDFAnnot_GetAttachmentPoints(annotation, n, quad):
            continue
        corners = [upright.at(x, y) for x, y in (
            (quad.x1, quad.y1), (quad.x2, quad.y2), (quad.x3, quad.y3), (quad.x4, quad.y4))]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        if max(map(abs, (*xs, *ys))) < 1e6:
            yield Rule(max(ys) - height * (max(ys) - min(ys)), min(xs), max(xs), _THICK, _COLOUR)


def _contents(annotation: Any) -> str:
    length = pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    if not 2 < length <= 2 * _LONGEST_COMMENT:
        return ""
    buffer = (ctypes.c_ushort * (length // 2))()
    pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, length)
    return " ".join(bytes(buffer).decode("utf-16-le", errors="replace").rstrip("\0").split())
