"""What differs in print where both sides say the same: "(s)" behind a word, "(b)" before one, "7" for "seven"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from audit.compare.documents.entries import Span, Weight
from audit.compare.documents.hunks import Hunk
from audit.compare.documents.values import Words

_SAID = re.compile(r"[^\W_]+")
_ENCLOSED = re.compile(r"\(? ?[^\W_]+ ?\)?")

Spans = list[list[Span]]
"""By text."""


def unsaid(old: Words, new: Words, found: Sequence[Hunk], same: Sequence[tuple[int, int]]) -> tuple[Spans, Spans]:
    """Marks for letters and figures that only one side prints, outside the runs that differ in words.

    Capitals, punctuation and quotation marks are not marked.
    """
    made_old: Spans = [[] for _ in old.texts]
    made_new: Spans = [[] for _ in new.texts]
    for n, m in same:
        if _plain(old.said(n)) != _plain(new.said(m)):
            made_old[old.pieces[n]].append(Span(old.tokens[n].start, old.tokens[n].end, Weight.FORM))
            made_new[new.pieces[m]].append(Span(new.tokens[m].start, new.tokens[m].end, Weight.FORM))
    inside_old = {n for h in found for n in range(h.a + 1, h.b)}
    inside_new = {m for h in found for m in range(h.c + 1, h.d)}
    n = m = 0
    for stop, other_stop in [*same, (len(old.tokens), len(new.tokens))]:
        ours = list(_between(old, n, stop, inside_old))
        theirs = list(_between(new, m, other_stop, inside_new))
        if [said for *_, said in ours] != [said for *_, said in theirs]:
            for made, gaps in ((made_old, ours), (made_new, theirs)):
                for piece, start, end, _ in gaps:
                    made[piece].append(Span(start, end, Weight.FORM))
        n, m = stop + 1, other_stop + 1
    return made_old, made_new


def _between(words: Words, first: int, last: int, inside: set[int]) -> Iterator[tuple[int, int, int, str]]:
    """What is printed and no token, before tokens ``first`` to ``last``: text, begin, end, and what it says."""
    for n in range(first, last + 1):
        for piece, start, end in _gaps(words, n):
            if n in inside and piece == words.pieces[n - 1] == words.pieces[n]:
                continue
            for found in _ENCLOSED.finditer(words.texts[piece], start, end):
                yield piece, found.start(), found.end(), _plain(found.group())


def _gaps(words: Words, n: int) -> Iterator[tuple[int, int, int]]:
    """The stretches before a token: to the token before it, or to the ends of the texts between them."""
    before = (words.pieces[n - 1], words.tokens[n - 1].end) if n else (0, 0)
    here = (words.pieces[n], words.tokens[n].start) if n < len(words.tokens) else None
    piece, start = before
    while here is None or piece < here[0]:
        yield piece, start, len(words.texts[piece])
        piece, start = piece + 1, 0
        if piece >= len(words.texts):
            return
    yield piece, start, here[1]


def _plain(said: str) -> str:
    return "".join(_SAID.findall(said.casefold()))
