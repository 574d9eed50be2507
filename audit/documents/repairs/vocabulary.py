"""The words of a document and how often it prints each: what explains its misreadings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import DamerauLevenshtein

from audit.documents.pages import Printed

COMMON = 5
"""How often a document prints a word that a misreading may stand for."""
_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True)
class Vocabulary:
    """``counts`` of each word in small letters, but of one with a capital within as it is printed; ``pairs`` of words
    that stand beside one another in a line."""

    counts: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]

    def count(self, word: str) -> int:
        return self.counts.get(_plain(word), 0)

    def is_common(self, word: str, least: int = COMMON) -> bool:
        return self.count(word) >= least

    def is_meant(self, word: str) -> bool:
        """Whether a misreading may stand for the word: it is common, and no misreading of a far commoner one itself."""
        return self.is_common(word) and word.lower() not in self._repeated_slips

    def is_rare_beside(self, word: str, common: str, share: int = 40) -> bool:
        """Whether a word is so rare beside a common one that it may be a misreading of it.

        Copies of one text repeat its slips, so the bound grows with the common word: one in ``share``.
        """
        return self.count(word) <= max(2, self.count(common) // share)

    def pair(self, first: str, second: str) -> int:
        return self.pairs.get((first.lower(), second.lower()), 0)

    def is_pronounceable(self, word: str) -> bool:
        """Whether each two letters of the word stand together in some common word of the document."""
        plain = word.lower()
        return all(plain[n : n + 2] in self._letter_pairs for n in range(len(plain) - 1))

    @cached_property
    def _letter_pairs(self) -> frozenset[str]:
        found: set[str] = set()
        for word, count in self.counts.items():
            if count >= COMMON and word.islower():
                found.update(word[n : n + 2] for n in range(len(word) - 1))
        return frozenset(found)

    @cached_property
    def _repeated_slips(self) -> frozenset[str]:
        """Words that a scan misreads alike again and again: one or two letters apart from one four times as common."""
        long = sorted((w for w, n in self.counts.items() if n >= COMMON and len(w) >= 7), key=len)
        often = [w for w in long if self.counts[w] >= 4 * COMMON]
        slips: set[str] = set()
        for word in long:
            count = self.counts[word]
            for other in often:
                if (
                    self.counts[other] >= 4 * count
                    and abs(len(other) - len(word)) <= 1
                    and word[:3] == other[:3]
                    and word[-2:] == other[-2:]
                    and DamerauLevenshtein.distance(word, other, score_cutoff=1) <= 1
                ):
                    slips.add(word)
        return frozenset(slips)


def vocabulary_of(printed: Printed) -> Vocabulary:
    """The words of all lines that are read."""
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for line in printed.lines:
        if line.role.is_read and line.text:
            words = [_plain(w) for w in _WORD.findall(line.text)]
            counts.update(words)
            pairs.update(pairwise(words))
    return Vocabulary(counts, pairs)


def _plain(word: str) -> str:
    """Small letters, unless a capital stands within the word."""
    return word.lower() if word[1:].islower() or word.isupper() or len(word) < 2 else word
