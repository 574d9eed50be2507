"""Line numbers in the margin, as bills and redlines bear them: 1, 2, 3 … anew on each page."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from audit.documents.pages import Line, Page, Printed, Role

_ALONE = re.compile(r"\s*(\d{1,3})\s*")
_AHEAD = re.compile(r"(\s*(\d{1,3}))(?:\s+|$)(?![.)])")
_FEWEST = 8
"""Lines numbered one after the other on a page before they count as numbered in the margin."""


def without_margin_numbers(printed: Printed) -> Printed:
    """Margin numbers on lines of their own get their role; those at the head of a line become blanks, and a remark."""
    lines = list(printed.lines)
    numbered: list[int] = []
    for page in printed.pages:
        _set_aside_own_lines(page, lines)
        if _blank_heads(page, lines):
            numbered.append(page.number)
    remarks = printed.remarks
    if numbered:
        where = f"page {numbered[0]}" if len(numbered) == 1 else f"{len(numbered)} pages from page {numbered[0]} on"
        remarks = (*remarks, f"The line numbers in the margin of {where} were left out of the text.")
    return replace(printed, lines=tuple(lines), remarks=remarks)


def _set_aside_own_lines(page: Page, lines: list[Line]) -> None:
    """Numbers that are lines of their own: one column of numbers that counts up by one down the page."""
    columns: dict[int, list[tuple[float, int, int]]] = {}
    for n in range(page.first - 1, page.last):
        line = lines[n]
        found = _ALONE.fullmatch(line.text) if len(line.text) <= 8 and line.box is not None else None
        if found and line.box is not None and line.role.is_read:
            # Numbers of one and of two digits are set flush right in one column.
            columns.setdefault(round(line.box.x1 / 6), []).append((line.box.top, n, int(found[1])))
    for entries in columns.values():
        entries.sort()
        values = [value for _, _, value in entries]
        steps = sum(b == a + 1 for a, b in pairwise(values))
        if len(values) >= _FEWEST and steps >= 0.9 * (len(values) - 1):
            for _, n, value in entries:
                lines[n] = replace(lines[n], role=Role.MARGIN, because=f"number {value} of the lines of this page")


def _blank_heads(page: Page, lines: list[Line]) -> bool:
    """Numbers at the head of the page's lines: nearly every line has one, each one more than the last."""
    held = [n for n in range(page.first - 1, page.last) if lines[n].role.is_read and not lines[n].is_blank]
    if len(held) < _FEWEST:
        return False
    heads = [(n, found) for n in held if (found := _AHEAD.match(lines[n].text))]
    if len(heads) < max(_FEWEST, 0.7 * len(held)) or int(heads[0][1][2]) > 3:
        return False
    values = [int(found[2]) for _, found in heads]
    kept = [heads[0]]
    for (n, found), value in zip(heads[1:], values[1:], strict=True):
        if value == int(kept[-1][1][2]) + 1:
            kept.append((n, found))
    if len(kept) < 0.9 * len(heads):
        return False
    for n, found in kept:
        lines[n] = _without_head(lines[n], found.end(1), found[2])
    return True


def _without_head(line: Line, end: int, number: str) -> Line:
    """The line with blanks where its number stood, so that columns stay as printed."""
    text = " " * end + line.text[end:]
    box = line.box
    first = len(text) - len(text.lstrip())
    if box is not None and first < len(line.edges):
        box = replace(box, x0=line.edges[first])
    if not text.strip():
        return replace(line, role=Role.MARGIN, because=f"number {number} of the lines of this page")
    marks = tuple(replace(m, start=max(m.start, end)) for m in line.marks if m.end > end)
    return replace(line, text=text, box=box, marks=marks)
