"""Underlines that stop short of the tails of letters, as some typesetters and browsers draw them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from audit.documents.pdf.drawings import Rule
from audit.documents.pdf.setting import Setting

_TAILED = frozenset("gjpqyQJ,;()[]{}/\\|$@&§¶ß_çµƒ")
_PART = 0.08
"""Of its width: what a rule covers at the least of a letter that it steps around."""
_SHORT = 0.2
"""Points: a rule that ends with a word ends nearer to the edge of its last letter."""
_FARTHEST_SHORT = 0.15
"""Of the size: the room that is left beside a tail."""


LEFT, RIGHT, WITHIN = "left", "right", "within"


def evaded(row: Setting, rule: Rule, inside: Sequence[int]) -> list[tuple[int, str]]:
    """The letters with tails that an underline seems to step around, and where beside (or within) each it lies."""
    if not inside:
        middle = (rule.start + rule.end) / 2
        n = bisect_right(row.edges, middle) - 1
        is_within = n >= 0 and middle < row.ends[n] and row.text[n] in _TAILED
        return [(n, WITHIN)] if is_within and _is_part(row, n, rule.end - rule.start) else []
    found = []
    before, after = inside[0] - 1, inside[-1] + 1
    if before >= 0 and row.text[before] in _TAILED:
        short = rule.start - max(row.edges[inside[0]], row.ends[before])
        # Letters that are set close overlap: what a rule covers of both is no sign.
        beyond = min(row.edges[inside[0]], row.ends[before]) - rule.start
        if _is_part(row, before, beyond) or _SHORT < short < _FARTHEST_SHORT * row.size:
            found.append((before, RIGHT))
    if after < len(row.text) and row.text[after] in _TAILED:
        short = min(row.ends[inside[-1]], row.edges[after]) - rule.end
        beyond = rule.end - max(row.ends[inside[-1]], row.edges[after])
        if _is_part(row, after, beyond) or _SHORT < short < _FARTHEST_SHORT * row.size:
            found.append((after, LEFT))
    return found


def is_habit(rows: Sequence[Setting]) -> bool:
    """Whether underlines of a page do step around tails: one goes on at the other side of a letter, or within it."""
    for row in rows:
        sides = row.evaded
        if any(side == WITHIN or side == LEFT and (n, RIGHT) in sides for n, side in sides):
            return True
    return False


def _is_part(row: Setting, n: int, length: float) -> bool:
    return length >= _PART * (row.ends[n] - row.edges[n])


def bridged(row: Setting, marked: set[int], found: set[int]) -> set[int]:
    """Letters with tails beside one that an underline was seen to step around: it is not drawn at all below them."""
    bridge: set[int] = set()
    for n in found:
        for step in (1, -1):
            m = n + step
            while 0 <= m < len(row.text) and m not in marked and row.text[m] in _TAILED and abs(m - n) <= 4:
                m += step
            if m in marked and 0 <= m < len(row.text):
                bridge.update(range(min(n, m) + 1, max(n, m)))
    return bridge
