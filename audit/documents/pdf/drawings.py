"""The straight rules drawn on a page, and whether there are pictures on it."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from audit.documents.pdf.shapes import Matrix, Shape, shapes_of

_THICKEST = 5.0
"""Points; a thicker bar is no rule."""
_THINNEST_BLOCK = 2.2
MOST_RULES = 40_000
"""Of a page; a page of more is a drawing."""
_MOST_OBJECTS = 400_000
_MOST_SEGMENTS = 2_000
_MOST_BLOCKS = 500
_WHITE = 0xF8
_FARTHEST = 1e7


class Rule(NamedTuple):
    """A straight bar, level or upright: its middle line runs along from ``start`` to ``end`` at ``at``, in points.

    Of a level rule ``at`` counts from the top and the ends from the left, of an upright one the other way about.
    """

    at: float
    start: float
    end: float
    thick: float
    colour: int


class Block(NamedTuple):
    """A box of opaque colour: when it is painted, left, top, right and bottom in points, and 0xRRGGBB."""

    order: int
    box: tuple[float, float, float, float]
    colour: int


@dataclass(frozen=True, slots=True)
class Drawings:
    """``too_many`` where a page has more than is looked at."""

    level: tuple[Rule, ...]
    upright: tuple[Rule, ...]
    blocks: tuple[Block, ...]
    orders: dict[int, int]
    """When each text object is painted, by its key."""
    has_pictures: bool
    too_many: bool


def drawings_of(page: Any, upright: Matrix) -> Drawings:
    """Reads the rules of a pypdfium2 page; ``upright`` takes the file's coordinates to those of the sheet."""
    level: list[Rule] = []
    stood: list[Rule] = []
    blocks: list[Block] = []
    orders: dict[int, int] = {}
    pictures = too_many = False
    for seen, shape in enumerate(shapes_of(page)):
        if seen > _MOST_OBJECTS or len(level) + len(stood) > MOST_RULES:
            too_many = True
            break
        if shape.kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            pictures = True
        elif shape.kind == pdfium.FPDF_PAGEOBJ_PATH:
            for is_level, rule in _rules(shape, upright):
                (level if is_level else stood).append(rule)
            if len(blocks) < _MOST_BLOCKS and (box := _filled(shape, upright)):
                blocks.append(Block(seen, box, _fill_colour(shape.thing)))
        elif shape.kind == pdfium.FPDF_PAGEOBJ_TEXT:
            orders[shape.key] = seen
    return Drawings(tuple(level), tuple(stood), tuple(blocks), orders, pictures, too_many)


def _rules(shape: Shape, upright: Matrix) -> Iterator[tuple[bool, Rule]]:
    """The rules that one path draws: thin filled boxes, stroked lines, the edges of stroked boxes."""
    thing = shape.thing
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
    if not fill.value and not stroke.value:
        return
    colour = _colour(thing, bool(stroke.value))
    if colour is None:
        return
    count = pdfium.FPDFPath_CountSegments(thing)
    if not 2 <= count <= _MOST_SEGMENTS:
        return
    to_page = shape.whole.then(upright)
    width = _stroke_width(thing, to_page) if stroke.value else 0.0
    for points in _strokes(thing, count, to_page):
        yield from _bars(points, width, bool(stroke.value), colour)


def _colour(thing: Any, stroked: bool) -> int | None:
    """0xRRGGBB; None for what is not to be seen on paper."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    get = pdfium.FPDFPageObj_GetStrokeColor if stroked else pdfium.FPDFPageObj_GetFillColor
    if not get(thing, red, green, blue, alpha):
        return 0
    if alpha.value == 0 or min(red.value, green.value, blue.value) >= _WHITE:
        return None
    return red.value << 16 | green.value << 8 | blue.value


def _stroke_width(thing: Any, to_page: Matrix) -> float:
    width = ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(thing, width)
    return float(abs(width.value) * math.sqrt(abs(to_page.a * to_page.d - to_page.b * to_page.c)))


def _strokes(thing: Any, count: int, to_page: Matrix) -> Iterator[list[tuple[float, float]]]:
    """The points of each stroke of a path, in turn; a closed one ends where it began."""
    points: list[tuple[float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for n in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(thing, n)
        if not segment or not pdfium.FPDFPathSegment_GetPoint(segment, x, y):
            continue
        place = to_page.at(x.value, y.value)
        if not all(abs(v) < _FARTHEST for v in place):
            return
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and points:
            yield points
            points = []
        points.append(place)
        if pdfium.FPDFPathSegment_GetClose(segment):
            points.append(points[0])
    if points:
        yield points


def _bars(points: list[tuple[float, float]], width: float, stroked: bool, colour: int) -> Iterator[tuple[bool, Rule]]:
    """A stroke as one bar where it is thin all over (a wave is), else each straight piece of it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    wide, high = x1 - x0, y1 - y0
    if len(points) < 2 or max(wide, high) <= 0.01:
        return
    if high + width <= _THICKEST and wide > high:
        yield True, Rule((y0 + y1) / 2, x0, x1, high + width, colour)
    elif wide + width <= _THICKEST and high > wide:
        yield False, Rule((x0 + x1) / 2, y0, y1, wide + width, colour)
    elif stroked and width <= _THICKEST:
        for (ax, ay), (bx, by) in pairwise(points):
            if abs(ay - by) <= 0.1 < abs(ax - bx):
                yield True, Rule((ay + by) / 2, min(ax, bx), max(ax, bx), width, colour)
            elif abs(ax - bx) <= 0.1 < abs(ay - by):
                yield False, Rule((ax + bx) / 2, min(ay, by), max(ay, by), width, colour)


def _filled(shape: Shape, upright: Matrix) -> tuple[float, float, float, float] | None:
    """The place of an opaque box that is no mere rule, within the clip about it."""
    thing = shape.thing
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
    if not fill.value or not 4 <= pdfium.FPDFPath_CountSegments(thing) <= 6 or pdfium.FPDFPageObj_HasTransparency(thing):
        return None
    strokes = list(_strokes(thing, pdfium.FPDFPath_CountSegments(thing), shape.whole.then(upright)))
    if len(strokes) != 1 or not _is_box(strokes[0]):
        return None
    box = _around(strokes[0])
    clip = pdfium.FPDFPageObj_GetClipPath(thing)
    for n in range(min(max(pdfium.FPDFClipPath_CountPaths(clip), 0) if clip else 0, 8)):
        points = _clip_points(clip, n, shape.outer.then(upright))
        if points:
            inner = _around(points)
            box = max(box[0], inner[0]), max(box[1], inner[1]), min(box[2], inner[2]), min(box[3], inner[3])
    return box if min(box[2] - box[0], box[3] - box[1]) > _THINNEST_BLOCK else None


def _is_box(points: list[tuple[float, float]]) -> bool:
    """Whether every side is level or upright."""
    return all(min(abs(ax - bx), abs(ay - by)) <= 0.1 for (ax, ay), (bx, by) in pairwise(points))


def _around(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _clip_points(clip: Any, n: int, to_page: Matrix) -> list[tuple[float, float]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    points = []
    for m in range(min(max(pdfium.FPDFClipPath_CountPathSegments(clip, n), 0), 50)):
        segment = pdfium.FPDFClipPath_GetPathSegment(clip, n, m)
        if segment and pdfium.FPDFPathSegment_GetPoint(segment, x, y):
            points.append(to_page.at(x.value, y.value))
    return points


def _fill_colour(thing: Any) -> int:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
    return red.value << 16 | green.value << 8 | blue.value
