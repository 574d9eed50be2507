"""The characters of a page that are to be seen, each where it stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

from audit.documents.pdf.drawings import Block, Drawings
from audit.documents.pdf.letters import Glyph, Letters, Raw, SetAs

_MOST_HIDDEN = 0.5
"""Of all characters: where more are under paint, they are the words of a scan, and are read."""

_UNSEEN = 8
"""Of 255: how near two colours lie that nobody tells apart."""
_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)
_PAPER = Block(-1, _EVERYWHERE, 0xFFFFFF)


@dataclass(frozen=True, slots=True)
class Sheet:
    """``glyphs`` run as most do; each of ``askew`` runs in a direction of its own.

    ``outside`` counts the characters off the paper, ``covered`` those that nobody sees.
    """

    glyphs: list[Glyph]
    askew: list[list[Glyph]]
    outside: int
    covered: int


def sheet_of(letters: Letters, drawings: Drawings) -> Sheet:
    groups: dict[int, list[Glyph]] = {letters.main: []}
    outside, hidden = 0, _hidden(letters, drawings)
    main, width, height = letters.main, letters.width, letters.height
    straight = groups[main]
    a, b, c, d, e, f = letters.upright
    for n, raw in enumerate(letters.raws):
        if n in hidden:
            continue
        text, file_x, file_y, (left, bottom, right, top), set_as, spaces = raw
        x, y = a * file_x + c * file_y + e, b * file_x + d * file_y + f
        if not (-1 <= x <= width + 1 and -1 <= y <= height + 1):
            outside += 1
        elif set_as.degrees != main:
            aside = groups.setdefault(set_as.degrees, [])
            aside.append(_askew(raw, x, y, set_as.degrees - main, aside[-1] if aside else None))
        else:
            x0, x1 = a * left + c * bottom + e, a * right + c * top + e
            if x0 > x1:
                x0, x1 = x1, x0
            if not x0 < x1 <= x0 + 4 * set_as.size:
                x0, x1 = x, x + set_as.size / 2
            straight.append(Glyph(text, x0, x1, y, set_as.size, set_as.style, spaces))
    del groups[main]
    return Sheet(straight, list(groups.values()), outside, len(hidden))


def _hidden(letters: Letters, drawings: Drawings) -> set[int]:
    """The characters that nobody sees: a block is painted over them, or they have the colour of what they stand on."""
    hiders: dict[int, list[Block]] = {}
    found = set()
    for n, raw in enumerate(letters.raws):
        blocks = hiders.get(raw.set_as.key)
        if blocks is None:
            blocks = hiders[raw.set_as.key] = _hiders(raw.set_as, drawings)
        if not blocks:
            continue
        left, bottom, right, top = raw.box
        x, y = letters.upright.at((left + right) / 2, (bottom + top) / 2)
        under = [b for b in blocks if b.box[0] <= x <= b.box[2] and b.box[1] <= y <= b.box[3]]
        order = drawings.orders.get(raw.set_as.key, -1)
        if any(b.order > order for b in under) or under and _is_like(under[-1].colour, raw.set_as.style.colour):
            found.add(n)
    return found if len(found) <= _MOST_HIDDEN * len(letters.raws) else set()


def _hiders(set_as: SetAs, drawings: Drawings) -> list[Block]:
    """The blocks that may hide a text object, in the order in which they are painted; most often none."""
    order = drawings.orders.get(set_as.key)
    if order is None:
        return []
    paper = [_PAPER] if not drawings.has_pictures else []
    blocks = [*paper, *drawings.blocks]
    if any(b.order > order or _is_like(b.colour, set_as.style.colour) for b in blocks):
        return blocks
    return []


def _is_like(one: int, other: int) -> bool:
    return all(abs((one >> shift & 0xFF) - (other >> shift & 0xFF)) < _UNSEEN for shift in (0, 8, 16))


def _askew(raw: Raw, x: float, y: float, turned: int, before: Glyph | None) -> Glyph:
    """A character that runs askew, placed along its own direction; the file does not say how wide it is."""
    size, angle = raw.set_as.size, math.radians(turned)
    along, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    if before is not None and not raw.spaces and abs(before.base - down) < 0.1 * size:
        gap = along - before.x1
        if -0.5 * size < gap < 0.6 * size:
            # Without a blank in the file the letter before reaches up to this one.
            along = max(along, before.x0 + 0.1)
            return Glyph(raw.text, before.x1 if gap > 0 else along, along + size / 2, down, size, raw.set_as.style, 0)
    return Glyph(raw.text, along, along + size / 2, down, size, raw.set_as.style, raw.spaces)
