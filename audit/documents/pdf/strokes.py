"""Which characters are struck, which underlined, read from the rules drawn on a page."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from audit.documents.pdf.drawings import Rule
from audit.documents.pdf.evasions import bridged, evaded, is_habit
from audit.documents.pdf.setting import Setting, Span

# Heights of a rule above the base line, as parts of the size; of a glyph box that reaches 0.784 above the base line and
# 0.216 below, they are 35 to 72 % and 72 to 115 % of the way down.
_STRIKE_TOP, _STRIKE_FOOT, _LINE_FOOT = 0.434, 0.064, -0.366
_THICKEST, _THICK = 2.2, 0.11
"""Points, and of the size: a mark is no thicker than one of the two."""
_COVERED = 0.6
"""How much of a mark has words above or below it."""
_OVERHANG = 1.2
"""Of the size: how far a mark may reach beyond the words; a blank or two."""
_WIDEST_GAP = 4.5
"""Of the size: the widest gap that a mark runs through; a tab."""
_BLANK = 0.6
"""Of the size: what a blank counts for at the most."""
_SLACK = 0.3
_TALLEST = 100.0
_NEAREST = 24
_BUDGET = 3_000_000
"""Characters looked at for one page."""


def mark(settings: Sequence[Setting], level: Sequence[Rule], is_beam: Callable[[Rule], bool]) -> bool:
    """Sets ``struck`` and ``underlined`` of the lines of a page; False where there were too many rules to look at."""
    rows = sorted((s for s in settings if s.ends), key=lambda s: s.base)
    bases = [row.base for row in rows]
    reach = min(max((row.size for row in rows), default=0.0), _TALLEST)
    stacked = Counter((round(rule.start), round(rule.end)) for rule in level)
    budget = _BUDGET
    for rule in level:
        first = bisect_left(bases, rule.at - reach * 0.4)
        behind = bisect_left(bases, rule.at + reach * 0.5)
        if behind == first or is_beam(rule):
            continue
        in_stack = stacked[round(rule.start), round(rule.end)] >= 3
        for row in rows[first : min(behind, first + _NEAREST)]:
            budget -= _mark_row(row, rule, in_stack)
            if budget < 0:
                return False
    steps_around = is_habit(rows)
    for row in rows:
        if row.evaded and steps_around:
            tails = {n for n, _ in row.evaded}
            marked = {n for a, b in row.underlined for n in range(a, b)} | tails
            row.underlined.extend((n, n + 1) for n in tails | bridged(row, marked, tails))
        # A blank may have a rule of its own; it is marked only beside a character that is.
        row.struck = [(a, b) for a, b in _merged(row.struck) if row.text[a:b].strip()]
        row.underlined = [(a, b) for a, b in _merged(row.underlined) if row.text[a:b].strip()]
    return True


def _mark_row(row: Setting, rule: Rule, in_stack: bool) -> int:
    """Marks what a rule covers of a line; how many characters were looked at."""
    if rule.thick > max(_THICKEST, _THICK * row.size):
        return 1
    first = max(bisect_left(row.edges, rule.start - row.size) - 1, 0)
    behind = bisect_left(row.edges, rule.end + _SLACK)
    inside = [
        n for n in range(first, behind)
        if rule.start - _SLACK <= (row.edges[n] + row.ends[n]) / 2 <= rule.end + _SLACK
    ]
    inked = [n for n in inside if row.text[n] != " "]
    looked = behind - first + 8
    if inside and not (_follows(row, rule, inside, inked, in_stack) if inked else rule.end - rule.start <= 3 * row.size):
        return looked
    on_line = any(_is_on_line(row, n) for n in inked)
    kinds = [_kind(row, n, rule, on_line) for n in inside]
    row.struck.extend(_spans([n for n, kind in zip(inside, kinds, strict=True) if kind == "struck"]))
    underlined = [n for n, kind in zip(inside, kinds, strict=True) if kind == "underlined"]
    row.underlined.extend(_spans(underlined))
    if len(underlined) == len(inside):
        tails = evaded(row, rule, inside)
        row.evaded.update(tail for tail in tails if _kind(row, tail[0], rule, on_line) == "underlined")
    return looked


def _follows(row: Setting, rule: Rule, inside: list[int], inked: list[int], in_stack: bool) -> bool:
    """Whether a rule goes along with the words: begins and ends where they do, and runs over no wide gap."""
    left, right = row.edges[inked[0]], max(row.ends[n] for n in inked[-3:])
    if left - rule.start > _OVERHANG * row.size or rule.end - right > _OVERHANG * row.size:
        return False
    if in_stack and row.edges[inside[0]] - rule.start > 1.0:
        return False  # One of several rules of equal length that begin before the words: a table's without uprights.
    gaps = (row.edges[b] - row.ends[a] for a, b in pairwise(inked) if b - a > 1)
    if max(gaps, default=0.0) > _WIDEST_GAP * row.size:
        return False
    filled = 0.0
    for n in inside:
        length = min(row.ends[n], rule.end) - max(row.edges[n], rule.start)
        filled += length if row.text[n] != " " else min(length, _BLANK * row.size)
    return filled >= _COVERED * (rule.end - rule.start) or len(inked) == len(row.text.replace(" ", ""))


def _is_on_line(row: Setting, n: int) -> bool:
    return abs(row.bases[n] - row.base) <= 0.1 * row.size


def _kind(row: Setting, n: int, rule: Rule, on_line: bool) -> str:
    """What a rule does to a character.

    One that is raised or lowered takes its own height, or that of its line where the rule goes through others of the
    line too.
    """
    raised = on_line and not _is_on_line(row, n)
    base, size = (row.base, row.size) if raised else (row.bases[n], row.sizes[n])
    height = (base - rule.at) / size
    if _STRIKE_FOOT <= height <= _STRIKE_TOP:
        return "struck"
    return "underlined" if _LINE_FOOT <= height < _STRIKE_FOOT else ""


def _spans(places: list[int]) -> list[Span]:
    spans: list[Span] = []
    for n in places:
        if spans and spans[-1][1] == n:
            spans[-1] = (spans[-1][0], n + 1)
        else:
            spans.append((n, n + 1))
    return spans


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
