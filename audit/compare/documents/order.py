"""Which matched clauses stay where they are: the longest run that keeps its order; all others were moved."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def staying(places: Sequence[int]) -> set[int]:
    """Indices of a longest strictly increasing run of ``places``; of runs of one length the one that ends earliest.

    Patience sorting, n log n (Fredman 1975).

    >>> sorted(staying([0, 1, 5, 2, 3, 4]))
    [0, 1, 3, 4, 5]
    """
    tops: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for n, place in enumerate(places):
        pile = bisect_left(tops, place)
        if pile == len(tops):
            tops.append(place)
            at.append(n)
        else:
            tops[pile] = place
            at[pile] = n
        before.append(at[pile - 1] if pile else -1)
    kept: set[int] = set()
    here = at[-1] if at else -1
    while here >= 0:
        kept.add(here)
        here = before[here]
    return kept
