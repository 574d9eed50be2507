"""All that is drawn on a page, one after another, within forms too."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

_DEEPEST_FORM = 12


class Matrix(NamedTuple):
    """Takes (x, y) to (a·x + c·y + e, b·x + d·y + f)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, after: Matrix) -> Matrix:
        a, b = after.a * self.a + after.c * self.b, after.b * self.a + after.d * self.b
        c, d = after.a * self.c + after.c * self.d, after.b * self.c + after.d * self.d
        return Matrix(a, b, c, d, *after.at(self.e, self.f))


_UNIT = Matrix(1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Shape:
    """An object of the library; ``outer`` takes what its own matrix gives to the page."""

    kind: int
    thing: Any
    outer: Matrix

    @property
    def key(self) -> int:
        """The same for one object each time that it is met on an open page."""
        return ctypes.addressof(self.thing.contents)

    @cached_property
    def whole(self) -> Matrix:
        """From its own coordinates to those of the file's page."""
        return _matrix(self.thing).then(self.outer)


def shapes_of(page: Any) -> Iterator[Shape]:
    """All objects of a pypdfium2 page that are no form, in the order in which they are painted."""
    raw = page.raw
    for n in range(pdfium.FPDFPage_CountObjects(raw)):
        yield from _within(pdfium.FPDFPage_GetObject(raw, n), _UNIT, 0)


def _within(thing: Any, outer: Matrix, depth: int) -> Iterator[Shape]:
    if not thing:
        return
    kind = pdfium.FPDFPageObj_GetType(thing)
    if kind != pdfium.FPDF_PAGEOBJ_FORM:
        yield Shape(kind, thing, outer)
    elif depth < _DEEPEST_FORM:
        matrix = _matrix(thing).then(outer)
        for n in range(max(pdfium.FPDFFormObj_CountObjects(thing), 0)):
            yield from _within(pdfium.FPDFFormObj_GetObject(thing, n), matrix, depth + 1)


def _matrix(thing: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(thing, found):
        return _UNIT
    return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)
