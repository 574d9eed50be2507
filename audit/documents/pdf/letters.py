"""The characters of a page, as the file has them and as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from audit.documents.pdf.shapes import Matrix


class Style(NamedTuple):
    """How a stretch is set; ``colour`` is 0xRRGGBB."""

    bold: bool
    italic: bool
    colour: int


class Glyph(NamedTuple):
    """A character that leaves ink.

    ``x0`` to ``x1`` is what it takes of the line, ``base`` how far its base line is from the top, ``size`` the height
    of its type, in points; ``spaces`` counts the blanks that the file has before it.
    """

    text: str
    x0: float
    x1: float
    base: float
    size: float
    style: Style
    spaces: int


class Raw(NamedTuple):
    """A character in the coordinates of the file; ``box`` is left, bottom, right, top."""

    text: str
    x: float
    y: float
    box: tuple[float, float, float, float]
    set_as: SetAs
    spaces: int


class SetAs(NamedTuple):
    """How the text object ``key`` is set: its size in points, its direction in degrees against the clock."""

    key: int
    size: float
    degrees: int
    style: Style


@dataclass(frozen=True, slots=True)
class Letters:
    """All characters of a page in the order of the file.

    ``upright`` takes the file's coordinates to points from the upper left corner of the page as it is read, ``width``
    by ``height``; most text runs in the direction ``main``.  ``unknown`` counts characters that the file does not say
    the letter of.
    """

    raws: list[Raw]
    upright: Matrix
    width: float
    height: float
    main: int
    unknown: int
