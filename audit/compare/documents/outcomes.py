"""Whether words are about what becomes of a wager or a hand: it wins, loses, pushes, is paid, is void, is forfeited."""

from __future__ import annotations

import re
from collections.abc import Iterable

from audit.compare.documents.lexicon import OUTCOMES, SETTLED

_WORD = re.compile(r"[^\W\d_]+")
_ENDS = re.compile(r"[.;:](?=\s|$)")
_BEHIND = 4


def outcome(word: str) -> str:
    """The outcome that a word names, the same for all its forms; empty for other words."""
    return OUTCOMES.get(word, "")


def decides(words: str, marked: Iterable[tuple[int, int, bool]] | None) -> bool:
    """Whether it is told in what is marked, or in the few words behind it that it may govern; None marks all.

    Of each mark: where it begins and ends, and whether it is strong, so that its whole sentence counts.
    """
    if marked is None:
        return _tells(words, 0, len(words))
    return any(_tells(words, *_stretch(words, start, end, strong)) for start, end, strong in marked)


def _tells(words: str, start: int, end: int) -> bool:
    said = (m.group().casefold() for m in _WORD.finditer(words, start, end))
    return any(outcome(word) or word in SETTLED for word in said)


def _stretch(words: str, start: int, end: int, strong: bool) -> tuple[int, int]:
    """A mark with the words around it that it may govern, within its sentence."""
    stop = _ENDS.search(words, end)
    last = stop.start() if stop else len(words)
    if strong:
        before = [m.end() for m in _ENDS.finditer(words, 0, start)]
        return (before[-1] if before else 0), last
    behind = [m.end() for _, m in zip(range(_BEHIND), _WORD.finditer(words, end, last), strict=False)]
    return start, behind[-1] if behind else end
