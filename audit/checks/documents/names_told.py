"""Many texts, and which of them name a wager, without a look at each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from audit.checks.documents.wagers_named import SHORT, bare_name, is_named

_ALIKE = 92.0
"""Per cent, by rapidfuzz, as in `is_named`."""


@dataclass(frozen=True)
class NamesTold:
    """Texts by the words of a name; ``short`` are the bare words of those that are hardly more than a name."""

    texts: tuple[str, ...]
    by_word: Mapping[str, frozenset[int]]
    short: tuple[str, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> NamesTold:
        told = tuple(dict.fromkeys(texts))
        by_word: dict[str, set[int]] = defaultdict(set)
        short: dict[str, None] = {}
        for n, text in enumerate(told):
            words = bare_name(text)
            for word in words:
                by_word[word].add(n)
            if words and len(" ".join(words)) < SHORT:
                short[" ".join(words)] = None
        return cls(told, {word: frozenset(places) for word, places in by_word.items()}, tuple(short))

    def has(self, name: str) -> bool:
        """Whether one of the texts names the wager, as `is_named` tells it."""
        return any(self._has(part) for part in dict.fromkeys((name, *name.split(" or "))))

    def _has(self, name: str) -> bool:
        words = bare_name(name)
        if not words:
            return False
        places = sorted((self.by_word.get(word, frozenset()) for word in words), key=len)
        if any(is_named(name, self.texts[n]) for n in places[0].intersection(*places[1:])):
            return True
        return process.extractOne(" ".join(words), self.short, scorer=fuzz.ratio, score_cutoff=_ALIKE) is not None
