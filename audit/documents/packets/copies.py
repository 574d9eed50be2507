"""Which parts have the same words: copies of one edition, and outlines cut from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import Indel

from audit.documents.pages import Line

SAME = 0.995
"""Share of words, in their order, that two copies have in common."""
_WORD = re.compile(r"[a-z0-9]+")
_CUT = re.compile(r"(?<!\s)\s*(?:(?<!\.)\.{3,}|…)\s*$")
_FEWEST = 40


@dataclass(frozen=True)
class Words:
    """The read lines of a part as words: letters and figures, without case, marks and line ends."""

    lines: tuple[str, ...]

    @cached_property
    def all(self) -> list[str]:
        return [word for line in self.plain for word in line.split()]

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """Line by line, without the dots where a line is cut off."""
        return tuple(" ".join(_WORD.findall(_CUT.sub("", line).casefold())) for line in self.lines)

    @cached_property
    def joined(self) -> str:
        return "".join(self.plain).replace(" ", "")

    @cached_property
    def counted(self) -> Counter[str]:
        return Counter(self.all)

    @property
    def cut(self) -> int:
        return sum(bool(_CUT.search(line)) for line in self.lines)


def words_of(lines: Sequence[Line]) -> Words:
    held = [line for line in lines if line.role.is_read and not line.is_blank]
    return Words(tuple(line.seen().text if line.marks else line.text for line in held))


def likeness(one: Words, two: Words) -> float:
    """Share of words that both have in common in the same order, 1.0 where all; 0 where clearly below ``SAME``.

    Letters alone decide whether two texts are wholly the same, so a word set apart or joined does no harm.  The rest
    is bounded: ten thousand words are compared only where a count of their words leaves room for ``SAME``.
    """
    if one.joined == two.joined:
        return 1.0
    most = max(len(one.all), len(two.all))
    if min(len(one.all), len(two.all)) < SAME * most or most < _FEWEST:
        return 0.0
    if sum((one.counted & two.counted).values()) < SAME * most:
        return 0.0
    return Indel.normalized_similarity(one.all, two.all, score_cutoff=SAME)


def share_within(one: Words, two: Words) -> float:
    """Share of the words of ``one`` whose lines, cut as they may be, stand letter for letter in ``two``; 0 below ``SAME``."""
    if len(one.all) < _FEWEST or len(one.all) > len(two.all):
        return 0.0
    if sum((one.counted & two.counted).values()) < 0.9 * len(one.all):
        return 0.0
    missed = 0
    for line in one.plain:
        # A cut may go through a word, and the letters before it are what stands.
        if line and line.replace(" ", "") not in two.joined:
            missed += line.count(" ") + 1
            if missed > (1 - SAME) * len(one.all):
                return 0.0
    return 1 - missed / len(one.all)
