"""Cases in which facts hold, a bit each: how much the cases weigh in which several facts hold together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit

Bools: TypeAlias = npt.NDArray[np.bool_]
Ints64: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]

IN_A_WORD = 64

MOST_WEIGHTS = 64
"""Where cases have more weights than this, they are parted by the binary digits of their weights."""


@dataclass(frozen=True, eq=False)
class Cases:
    """``holds``: uint64[facts, words], a bit set where a fact holds in a case; ``open``: a bit for each case that counts.

    Words ``begin[i]`` up to ``begin[i + 1]`` are of cases that weigh ``worth[i]`` each.  A case may have several bits,
    which together are worth what it weighs.
    """

    holds: Words
    open: Words
    begin: Ints64
    worth: Ints64

    @classmethod
    def of(cls, holds: Bools, weights: Ints64) -> Cases:
        """All cases open; ``holds`` is bool[facts, cases], weights are not negative."""
        parts = list(_of_equal_worth(weights))
        open_words = [_words(np.ones((1, len(cases)), dtype=np.bool_))[0] for _, cases in parts]
        return cls(
            np.concatenate([_words(holds[:, cases]) for _, cases in parts], axis=1),
            np.concatenate(open_words),
            np.cumsum([0, *(len(words) for words in open_words)]).astype(np.int64),
            np.array([worth for worth, _ in parts], dtype=np.int64),
        )

    def fitting(self, facts: Sequence[int]) -> Cases:
        """Of the open cases only those in which all of these facts hold."""
        return replace(self, open=np.bitwise_and.reduce(self.holds[list(facts)], axis=0) & self.open)

    def without(self, others: Cases) -> Cases:
        """The open cases that are not open there."""
        return replace(self, open=self.open & ~others.open)

    def __bool__(self) -> bool:
        return bool(self.open.any())

    def tally(self, beginnings: Ints64) -> Ints64:
        """What the open cases weigh in which each beginning, some facts, holds with each fact: int64[beginnings, facts]."""
        found = np.zeros((len(beginnings), len(self.holds)), dtype=np.int64)
        _tally(self.holds, self.open, self.begin, self.worth, beginnings, found)
        return found


def _of_equal_worth(weights: Ints64) -> Iterator[tuple[int, Ints64]]:
    """Weights, and the cases that have them; or powers of two, and the cases whose weights are sums with these."""
    distinct, which = np.unique(weights, return_inverse=True)
    if len(distinct) <= MOST_WEIGHTS:
        for n, weight in enumerate(distinct.tolist()):
            yield weight, np.flatnonzero(which == n)
    else:
        for digit in range(int(distinct[-1]).bit_length()):
            yield 1 << digit, np.flatnonzero(weights >> digit & 1)


def _words(holds: Bools) -> Words:
    """Columns of truths by the bit: uint64[facts, words]; the last word is filled up with bits that are not set."""
    facts, cases = holds.shape
    padded = np.zeros((facts, -(-cases // IN_A_WORD) * IN_A_WORD), dtype=np.bool_)
    padded[:, :cases] = holds
    return np.packbits(padded, axis=1).view(np.uint64)


@njit
def _tally(holds: Words, open_cases: Words, begin: Ints64, worth: Ints64, beginnings: Ints64, found: Ints64) -> None:
    fits = np.empty_like(open_cases)
    for n in range(len(beginnings)):
        fits[:] = open_cases
        for first in beginnings[n]:
            facts = holds[first]
            for i in range(len(fits)):
                fits[i] &= facts[i]
        for fact in range(len(holds)):
            for part in range(len(worth)):
                some, other = fits[begin[part] : begin[part + 1]], holds[fact, begin[part] : begin[part + 1]]
                number = np.uint64(0)
                for i in range(len(some)):
                    number += bits_set(some[i] & other[i])
                found[n, fact] += worth[part] * np.int64(number)


PAIRS = np.uint64(0x5555555555555555)
FOURS = np.uint64(0x3333333333333333)
EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)
ONE, TWO, FOUR, LAST_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@njit
def bits_set(word: np.uint64) -> np.uint64:
    """How many bits of a word are set: counted in pairs, these in fours, these in bytes, which are added up."""
    word -= word >> ONE & PAIRS
    word = (word & FOURS) + (word >> TWO & FOURS)
    word = word + (word >> FOUR) & EIGHTS
    return word * BYTES >> LAST_BYTE
