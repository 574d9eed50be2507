"""Which known word a misspelt one is meant to be."""

from __future__ import annotations

from collections.abc import Iterable

SHORT, MIDDLING = 4, 8


def distance(one: str, other: str, most: int) -> int:
    """How many letters have to be put in, left out, changed, or swapped with their neighbour; ``most`` + 1 if more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, against in enumerate(other, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, above = above, row
    return above[-1]


def allowed(word: str) -> int:
    """How many slips a word of this length may have and still be recognised."""
    if len(word) <= SHORT:
        return 1
    return 2 if len(word) <= MIDDLING else 3


def nearest(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known words that ``word`` may be a slip of, the likeliest first, at most ``most`` of them.

    A word cut short counts as a slip too (``req`` for ``required``).  Words of one or two letters are never guessed at.
    """
    lowered = word.lower()
    found: list[tuple[int, int, str]] = []
    for candidate in set(known):
        if lowered in (f"{candidate}s", f"{candidate}es", f"{candidate[:-1]}ies") and candidate != word:
            found.append((0, 0, candidate))
        elif candidate == word or len(candidate) < 2 or len(lowered) < 2:
            continue
        slips = distance(lowered, candidate, allowed(min(lowered, candidate, key=len)))
        if slips <= allowed(min(lowered, candidate, key=len)) and slips < min(len(candidate), len(lowered)):
            if slips > 1 and candidate[0] != lowered[0]:
                continue
            # Of two equally near, the one that begins alike is the one that was meant.
            found.append((slips, candidate[0] != lowered[0], candidate))
        elif len(lowered) >= 3 and candidate.startswith(lowered):
            found.append((4, 0, candidate))
    return [candidate for *_, candidate in sorted(found)[:most]]
