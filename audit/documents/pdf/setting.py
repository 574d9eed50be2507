"""A row of characters as words: blanks rebuilt from the gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from audit.documents.pages import Box
from audit.documents.pdf.letters import Glyph, Style
from audit.documents.pdf.rows import Row

_GAP = 0.15
"""Of the size: a gap that is a blank though the file has none."""
_CLOSE = 0.06
"""Of the size: a blank of the file that leaves a smaller gap is none on paper."""
_WIDE = 1.2
"""Of the size: a gap of a tab or between cells; it becomes two blanks or more."""
_TAB = 1.8
"""Of the size: a gap of this width is one between cells or columns, whatever blanks the file has in it."""
_LEAD_GAP = 0.8
_BLANK = 0.5
"""Of the size: what one blank of a wide gap stands for."""
_MOST_BLANKS = 60

Span = tuple[int, int]


@dataclass(slots=True)
class Setting:
    """One line: its text, and for each character left edge, right edge, base line, size and style.

    ``lead`` counts the characters of a bare number at its very left, which may be a line number of the margin.
    ``struck`` and ``underlined`` are stretches of the text that drawn lines mark.
    """

    page: int
    text: str
    edges: list[float]
    ends: list[float]
    bases: list[float]
    sizes: list[float]
    styles: list[Style]
    base: float
    size: float
    box: Box
    lead: int = 0
    lead_end: float = 0.0
    """Right edge of that number."""
    cells: tuple[Span, ...] = ()
    struck: list[Span] = field(default_factory=list)
    underlined: list[Span] = field(default_factory=list)
    evaded: set[tuple[int, str]] = field(default_factory=set)
    """Places that an underline may step around, and on which side it was seen."""

    def settled(self) -> None:
        """Forgets what only serves to read marks, so that a long document fits in memory."""
        self.ends, self.bases, self.sizes = [], [], []

    def without_lead(self) -> None:
        """Takes the number of the margin away, with the blanks behind it."""
        cut = self.lead
        while cut < len(self.text) and self.text[cut] == " ":
            cut += 1
        self.lead = 0
        if not cut:
            return
        self.text = self.text[cut:]
        for each in (self.edges, self.ends, self.bases, self.sizes, self.styles):
            del each[:cut]
        self.struck, self.underlined = _shifted(self.struck, cut), _shifted(self.underlined, cut)
        self.cells = tuple(_shifted(list(self.cells), cut))
        if self.text:
            self.box = Box(self.edges[0], self.box.top, self.box.x1, self.box.bottom)


def _shifted(spans: list[Span], cut: int) -> list[Span]:
    return [(max(a - cut, 0), b - cut) for a, b in spans if b > cut]


def settings_of(row: Row, page: int, walls: Sequence[float], longest: int) -> list[Setting]:
    """A row as a line, or as several where it has more than ``longest`` characters.

    ``walls`` are the upright rules that stand between the cells of the row, in points from the left.
    """
    glyphs = row.glyphs
    return [_set(glyphs[n : n + longest], page, walls) for n in range(0, len(glyphs), longest)]


def _set(glyphs: list[Glyph], page: int, walls: Sequence[float]) -> Setting:
    glyphs = _parted(glyphs)
    loose = _looseness(glyphs)
    letters: list[str] = []
    edges: list[float] = []
    ends: list[float] = []
    made: list[Glyph] = []
    before: Glyph | None = None
    for glyph in glyphs:
        x0, x1 = glyph.x0, glyph.x1
        if before is not None:
            blanks = _blanks(before, glyph, loose, walls)
            for n in range(blanks):
                letters.append(" ")
                edges.append(before.x1 + (x0 - before.x1) * n / blanks)
                ends.append(before.x1 + (x0 - before.x1) * (n + 1) / blanks)
                made.append(before if before.style == glyph.style or n else glyph)
        letters.append(glyph.text)
        edges.append(x0)
        ends.append(x1)
        made.append(glyph)
        before = glyph
    sizes = [g.size for g in made]
    size = Counter(sizes).most_common(1)[0][0]
    base = next(g.base for g in made if g.size == size)
    box = Box(edges[0], min(g.base - 0.8 * g.size for g in made), max(ends), max(g.base + 0.2 * g.size for g in made))
    lead = _lead(glyphs)
    return Setting(page, "".join(letters), edges, ends, [g.base for g in made], sizes, [g.style for g in made],
                   base, size, box, lead, ends[lead - 1] if lead else 0.0)


def _parted(glyphs: list[Glyph]) -> list[Glyph]:
    """Letters of one sign, such as ffi, stand at one place in the file: each takes its share of it."""
    made: list[Glyph] = []
    n = 0
    while n < len(glyphs):
        first = glyphs[n]
        end = n + 1
        while end < len(glyphs) and glyphs[end].x0 == first.x0 and glyphs[end].x1 == first.x1:
            end += 1
        share = (first.x1 - first.x0) / (end - n)
        for k, glyph in enumerate(glyphs[n:end]):
            made.append(glyph if end == n + 1 else glyph._replace(
                x0=first.x0 + k * share, x1=first.x0 + (k + 1) * share, spaces=0 if k else glyph.spaces))
        n = end
    return made


def _looseness(glyphs: list[Glyph]) -> float:
    """How far the letters of the row stand apart, as a part of their size: 0 but where it is letter-spaced."""
    if len(glyphs) < 6:
        return 0.0
    gaps = [(b.x0 - a.x1) / b.size for a, b in pairwise(glyphs[:300])]
    middle = median(gaps)
    return middle if 0.08 < middle < _WIDE else 0.0


def _blanks(before: Glyph, glyph: Glyph, loose: float, walls: Sequence[float]) -> int:
    """How many blanks stand between two characters."""
    size = max(before.size, glyph.size)
    gap = (glyph.x0 - before.x1) / size
    if gap >= max(_TAB if glyph.spaces else _WIDE, 2 * loose):
        return min(max(2, round(gap / _BLANK)), _MOST_BLANKS)
    if glyph.spaces and gap > _CLOSE:
        return min(glyph.spaces, 2)
    if gap > _GAP + loose:
        return 1
    return 2 if walls and any(before.x1 - 1 <= wall <= glyph.x0 + 1 for wall in walls) else 0


def _lead(glyphs: list[Glyph]) -> int:
    """How many digits the row begins with, where only they stand before the first wide gap, or in the whole row."""
    count = 0
    while count < len(glyphs) and glyphs[count].text in "0123456789":
        gap = (glyphs[count].x0 - glyphs[count - 1].x1) / glyphs[count].size if count else 0.0
        if gap >= _LEAD_GAP:
            return count
        if gap > _CLOSE or count == 3:
            return 0
        count += 1
    if count == 0 or count == len(glyphs):
        return count
    return count if glyphs[count].x0 - glyphs[count - 1].x1 >= _LEAD_GAP * glyphs[count].size else 0
