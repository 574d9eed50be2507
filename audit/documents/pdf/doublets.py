"""Words that the library takes for a second printing of the same words, but which stand on a line of their own.

PDFium leaves out a text object with the characters of one before it where their boxes touch: so do equal lines that are
set close.  Such an object is the earlier one, moved.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from typing import Any

import pypdfium2.raw as pdfium

from audit.documents.pdf.letters import Raw
from audit.documents.pdf.shapes import Shape, shapes_of

_NEAREST = 12
"""Objects of one look that are compared."""
_MOST = 500_000
_BOLD = 0.3
"""Of the size: how far a second printing lies from the first that makes words bold, or gives them a shadow."""
_LOW = 8
"""As in the library: of its longer side an eighth is how far a doublet lies above or below."""

_Look = tuple[int, float, float, float]


def doublets(page: Any, found: list[Raw], seen: set[int]) -> list[Raw]:
    """The characters of such objects of a page; ``found`` are those that the library gives, ``seen`` their objects."""
    texts = [shape for shape in shapes_of(page) if shape.kind == pdfium.FPDF_PAGEOBJ_TEXT]
    if all(shape.key in seen for shape in texts):
        return []
    letters: dict[int, list[Raw]] = defaultdict(list)
    for raw in found:
        letters[raw.set_as.key].append(raw)
    alike: dict[_Look, list[tuple[Shape, list[Raw]]]] = defaultdict(list)
    made: list[Raw] = []
    for shape in texts:
        look = _look(shape)
        if shape.key in seen:
            alike[look].append((shape, letters[shape.key]))
            continue
        for twin, raws in reversed(alike[look][-_NEAREST:]):
            x, y = shape.whole.e - twin.whole.e, shape.whole.f - twin.whole.f
            if not raws or len(made) > _MOST:
                continue
            if max(abs(x), abs(y)) <= max(*look[2:], raws[0].set_as.size) / _LOW + raws[0].set_as.size:
                moved = [_moved(raw, x, y, shape.key) for raw in raws]
                alike[look].append((shape, moved))
                made += moved if max(abs(x), abs(y)) > _BOLD * raws[0].set_as.size else []
                break
    return made


def _look(shape: Shape) -> _Look:
    """Font, size, width and height: equal of objects with equal characters."""
    font = pdfium.FPDFTextObj_GetFont(shape.thing)
    size, left, bottom, right, top = (ctypes.c_float() for _ in range(5))
    pdfium.FPDFTextObj_GetFontSize(shape.thing, size)
    pdfium.FPDFPageObj_GetBounds(shape.thing, left, bottom, right, top)
    key = ctypes.addressof(font.contents) if font else 0
    return key, round(size.value, 2), round(right.value - left.value, 2), round(top.value - bottom.value, 2)


def _moved(raw: Raw, x: float, y: float, key: int) -> Raw:
    left, bottom, right, top = raw.box
    box = left + x, bottom + y, right + x, top + y
    return Raw(raw.text, raw.x + x, raw.y + y, box, raw.set_as._replace(key=key), raw.spaces)
