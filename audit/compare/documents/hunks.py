"""Two rows of tokens aligned: what is the same, and the runs in which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from audit.compare.documents.lexicon import COMMON
from audit.compare.documents.words import Token

# An alignment costs the product of both lengths, 64 of them at a time; beyond this the middle is taken as one difference.
_MOST_CELLS = 60_000_000


class Hunk(NamedTuple):
    """Tokens ``a`` to ``b`` of the old, ``c`` to ``d`` of the new (exclusive); one of the two may be empty."""

    a: int
    b: int
    c: int
    d: int


def hunks(old: Sequence[Token], new: Sequence[Token], before: Sequence[bool] = ()) -> list[Hunk]:
    """The runs that differ, in order.

    ``before`` says of each new token, and then of each old one, whether a sentence or a phrase begins with it: what was
    put in or taken out begins there where it may.
    """
    a, b = [t.key for t in old], [t.key for t in new]
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    stop = 0
    while stop < min(len(a), len(b)) - start and a[-1 - stop] == b[-1 - stop]:
        stop += 1
    middle_a, middle_b = a[start : len(a) - stop], b[start : len(b) - stop]
    if not middle_a and not middle_b:
        return []
    if not middle_a or not middle_b or len(middle_a) * len(middle_b) > _MOST_CELLS:
        found = [Hunk(start, len(a) - stop, start, len(b) - stop)]
    else:
        found = _aligned(middle_a, middle_b, start)
    found = _joined(found, old)
    return [_slid(h, a, b, before, found, n) for n, h in enumerate(found)]


def _aligned(a: list[str], b: list[str], start: int) -> list[Hunk]:
    made: list[Hunk] = []
    for code in Indel.opcodes(a, b):
        if code.tag == "equal":
            continue
        hunk = Hunk(code.src_start + start, code.src_end + start, code.dest_start + start, code.dest_end + start)
        if made and made[-1].b == hunk.a and made[-1].d == hunk.c:
            made[-1] = Hunk(made[-1].a, hunk.b, made[-1].c, hunk.d)
        else:
            made.append(hunk)
    return made


def _joined(found: list[Hunk], old: Sequence[Token]) -> list[Hunk]:
    """Differences with only small words between them become one: those words are the same by chance."""
    made: list[Hunk] = []
    for hunk in found:
        if made:
            last = made[-1]
            between = old[last.b : hunk.a]
            small = all(t.key in COMMON for t in between)
            around = min(last.b - last.a + last.d - last.c, hunk.b - hunk.a + hunk.d - hunk.c)
            if small and len(between) <= 2 and around >= 3:
                made[-1] = Hunk(last.a, hunk.b, last.c, hunk.d)
                continue
        made.append(hunk)
    return made


def _slid(hunk: Hunk, a: list[str], b: list[str], before: Sequence[bool], found: list[Hunk], n: int) -> Hunk:
    """A pure insertion or removal may often begin at several tokens: it begins with a sentence, or else a phrase."""
    is_in = hunk.a == hunk.b
    if not before or (hunk.c != hunk.d and not is_in):
        return hunk
    keys = b if is_in else a
    first, last = (hunk.c, hunk.d) if is_in else (hunk.a, hunk.b)
    begins = before[: len(b)] if is_in else before[len(b) :]
    floor = (found[n - 1].d if is_in else found[n - 1].b) if n else 0
    roof = (found[n + 1].c if is_in else found[n + 1].a) if n + 1 < len(found) else len(keys)
    shifts = [0]
    by = 0
    while first + by - 1 >= floor and keys[first + by - 1] == keys[last + by - 1]:
        by -= 1
        shifts.append(by)
    by = 0
    while last + by < roof and keys[first + by] == keys[last + by]:
        by += 1
        shifts.append(by)
    best = next((s for s in sorted(shifts, key=abs) if begins[first + s]), 0)
    return Hunk(hunk.a + best, hunk.b + best, hunk.c + best, hunk.d + best)
