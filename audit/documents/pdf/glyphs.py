"""The characters of a page with their places, upright, from the upper left corner."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from typing import Any

import pypdfium2.raw as pdfium

from audit.documents.pdf.doublets import doublets
from audit.documents.pdf.letters import Letters, Raw, SetAs, Style
from audit.documents.pdf.shapes import Matrix

_BOLD = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique|slanted", re.IGNORECASE)
_FORCED_BOLD = 1 << 18
_SPACES = frozenset(map(chr, (*range(33), 0xA0, *range(0x2000, 0x200C), 0x202F, 0x205F, 0x3000, 0xFEFF)))
_LONGEST_NAME = 256
_UNKNOWN = "\ufffd"
_STRANGEST = 1e7
"""Points; what lies farther out is on no page."""


def letters_of(page: Any) -> Letters:
    """Reads the characters of a pypdfium2 page.  Raises `OSError` where the library finds no text layer."""
    raws, unknown = _raws(page)
    shown, width, height = _shown(page)
    turns = Counter(raw.set_as.degrees for raw in raws)
    main = max(turns, key=lambda t: (turns[t], t == 0)) if turns else 0
    return Letters(raws, *_turned(shown, width, height, main), main, unknown)


def _raws(page: Any) -> tuple[list[Raw], int]:
    """All characters with ink in the order of the file."""
    text_page = pdfium.FPDFText_LoadPage(page.raw)
    if not text_page:
        raise OSError("no text layer")
    try:
        found, unknown, seen = _collected(page, text_page)
        return found + doublets(page, found, seen), unknown
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def _collected(page: Any, text_page: Any) -> tuple[list[Raw], int, set[int]]:
    """The characters that the library gives, how many have no letter, and the text objects they are of."""
    turn = pdfium.FPDFPage_GetRotation(page.raw)
    found: list[Raw] = []
    settings: dict[int, SetAs] = {}
    fonts: dict[int, tuple[bool, bool]] = {}
    level: dict[int, float | None] = {}
    x, y, box = ctypes.c_double(), ctypes.c_double(), pdfium.FS_RECTF()
    seen: set[int] = set()
    spaces = unknown = 0
    object_of, unicode_of = pdfium.FPDFText_GetTextObject, pdfium.FPDFText_GetUnicode
    origin_of, box_of = pdfium.FPDFText_GetCharOrigin, pdfium.FPDFText_GetLooseCharBox
    for n in range(pdfium.FPDFText_CountChars(text_page)):
        thing = object_of(text_page, n)
        if not thing:
            continue  # A blank or a line end that the library made up.
        key = ctypes.addressof(thing.contents)
        seen.add(key)
        code = unicode_of(text_page, n)
        text = chr(code) if 32 <= code < 127 else _letter(code)
        if text in _SPACES:
            # A blank that the library makes up of a gap is judged by the gap.
            spaces += not pdfium.FPDFText_IsGenerated(text_page, n)
            continue
        unknown += text == _UNKNOWN
        set_as = settings.get(key)
        if set_as is None:
            set_as = settings[key] = _set_as(text_page, n, thing, key, turn, fonts)
            origin_of(text_page, n, x, y)
            # What runs level has one base line throughout; there the left of a box is where its letter begins.
            level[key] = y.value if set_as.degrees == -90 * turn % 360 else None
        box_of(text_page, n, box)
        left, right = box.left, box.right
        base = level[key]
        if base is None or not left < right:
            origin_of(text_page, n, x, y)
            at_x, at_y = x.value, y.value
        else:
            at_x, at_y = left, base
        if not (-_STRANGEST < at_x < _STRANGEST and -_STRANGEST < at_y < _STRANGEST and abs(left) + abs(right) < _STRANGEST):
            unknown += 1
            continue
        found.append(Raw(text, at_x, at_y, (left, box.bottom, right, box.top), set_as, spaces))
        spaces = 0
    return found, unknown, seen


def _letter(code: int) -> str:
    """The letter of a code; a hyphen that the library takes for one at a line's end is a hyphen."""
    if code == 2:
        return "-"
    if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return _UNKNOWN
    return "-" if code == 0xAD else chr(code)


def _set_as(
    text_page: Any, n: int, thing: Any, key: int, turn: int, fonts: dict[int, tuple[bool, bool]]
) -> SetAs:
    """Size, direction as the page is shown, and style of the text object of a character."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text_page, n, matrix)
    size = abs(pdfium.FPDFText_GetFontSize(text_page, n)) * math.hypot(matrix.c, matrix.d)
    if not 0.05 < size < 5000:
        size = 1.0
    degrees = round(math.degrees(math.atan2(matrix.b, matrix.a))) if matrix.a or matrix.b else 0
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
    bold, italic = _font_look(text_page, n, thing, fonts)
    style = Style(bold, italic, red.value << 16 | green.value << 8 | blue.value)
    return SetAs(key, size, (degrees - 90 * turn) % 360, style)


def _font_look(text_page: Any, n: int, thing: Any, fonts: dict[int, tuple[bool, bool]]) -> tuple[bool, bool]:
    """Whether the font is bold, and whether it is italic, by its name or its own flag."""
    font = pdfium.FPDFTextObj_GetFont(thing)
    key = ctypes.addressof(font.contents) if font else 0
    if key not in fonts:
        name = ctypes.create_string_buffer(_LONGEST_NAME)
        flags = ctypes.c_int()
        length = pdfium.FPDFText_GetFontInfo(text_page, n, name, _LONGEST_NAME, flags)
        said = name.value.decode("latin-1") if length <= _LONGEST_NAME else ""
        fonts[key] = bool(_BOLD.search(said) or flags.value & _FORCED_BOLD), bool(_ITALIC.search(said))
    return fonts[key]


def _shown(page: Any) -> tuple[Matrix, float, float]:
    """From the file's coordinates to the page as it is shown, with its width and height."""
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page.raw, box)
    wide, high = max(box.right - box.left, 1.0), max(box.top - box.bottom, 1.0)
    flat = Matrix(1, 0, 0, -1, -box.left, box.top)
    # /Rotate turns the page with the clock.
    turn = pdfium.FPDFPage_GetRotation(page.raw) % 4
    if turn == 1:
        return flat.then(Matrix(0, 1, -1, 0, high, 0)), high, wide
    if turn == 2:
        return flat.then(Matrix(-1, 0, 0, -1, wide, high)), wide, high
    if turn == 3:
        return flat.then(Matrix(0, -1, 1, 0, 0, wide)), high, wide
    return flat, wide, high


def _turned(shown: Matrix, width: float, height: float, degrees: int) -> tuple[Matrix, float, float]:
    """The page turned so that text which runs ``degrees`` against the clock runs to the right."""
    quarter = round(degrees / 90) % 4
    if quarter == 1:
        return shown.then(Matrix(0, 1, -1, 0, height, 0)), height, width
    if quarter == 2:
        return shown.then(Matrix(-1, 0, 0, -1, width, height)), width, height
    if quarter == 3:
        return shown.then(Matrix(0, -1, 1, 0, 0, width)), height, width
    return shown, width, height
