"""Differences that only damage of a scan explains."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from audit.compare.documents.entries import MatterKind
from audit.compare.documents.references import steps_of
from audit.compare.documents.units import Row, Unit
from audit.compare.documents.words import Token, TokenKind
from audit.documents.text import Stretch

_LEAST_SHARE = 0.02
_LONGEST_RUN = 6
_ALIKE = 0.6
_MUCH_ALIKE = 0.75
_OFTEN = 12
_ENDINGS = frozenset(["s", "es", "d", "ed", "r", "er", "ing", "ly", "y", "n"])
# Never maps two digits to one: a digit read for another is a change of a value, and is shown.
_LOOKS = str.maketrans(
    {"o": "0", "l": "1", "i": "1", "j": "1", "|": "1", "s": "5", "b": "8", "z": "2", "g": "9", "q": "9"}
)
_PAIRS = (("rn", "m"), ("cl", "d"), ("vv", "w"))
_NOT_READ = re.compile(r"[^a-z0-9|]")
_ENDED = re.compile(r"[.;:!?)\]\"”’'|]\s*$|(?:\band|\bor)\s*$")


def folded(text: str) -> str:
    """A text with all signs that a scan confuses made equal: 1 and l, 0 and O, 5 and S, rn and m."""
    said = text.casefold()
    for pair, one in _PAIRS:
        said = said.replace(pair, one)
    return _NOT_READ.sub("", said).translate(_LOOKS)


class Scan:
    """What is known of the damage on both sides."""

    def __init__(self, old: Row, new: Row) -> None:
        self.old, self.new = is_scan(old), is_scan(new)
        self._old_words: Counter[str] = Counter()
        self._new_words: Counter[str] = Counter()
        if self.any:
            for row, seen in ((old, self._old_words), (new, self._new_words)):
                for unit in row.units:
                    seen.update(unit.masked)

    @property
    def any(self) -> bool:
        return self.old or self.new

    def explains(self, old_words: str, new_words: str, old: list[Token], new: list[Token]) -> bool:
        """Whether two runs of words that differ were the same before one of them was scanned."""
        if not self.any:
            return False
        if old_words and new_words and folded(old_words) == folded(new_words):
            return True
        return (self.old and _Damage(self._old_words, self._new_words).explains(old_words, old, new_words, new)) or (
            self.new and _Damage(self._new_words, self._old_words).explains(new_words, new, old_words, old)
        )


@dataclass(frozen=True)
class _Damage:
    """The words of a scan and those of the other side, each with how often it stands there."""

    seen: Counter[str]
    known: Counter[str]

    def explains(self, words: str, tokens: list[Token], clean_words: str, clean: list[Token]) -> bool:
        """Whether words of a scan, that stand nowhere else, are others read wrongly, or dirt between words."""
        if not tokens or max(len(tokens), len(clean)) > _LONGEST_RUN:
            return False
        if not clean:
            return self._is_odd(words, tokens, clean, most=1) and all(t.end - t.start <= 2 for t in tokens)
        if any(t.matter is MatterKind.NEGATION or _is_in_figures(t, clean_words, clean) for t in clean):
            return False
        a, b = folded(words), folded(clean_words)
        if not a or not b or _is_inflected(words, clean_words):
            return False
        alike = Levenshtein.normalized_similarity(a, b)
        states = any(t.kind is TokenKind.QUANTITY for t in clean)
        if alike >= _MUCH_ALIKE:
            return self._is_odd(words, tokens, clean, most=_OFTEN)
        if states or not self._is_odd(words, tokens, clean, most=1):
            return False
        return alike >= _ALIKE or (len(tokens) == 1 and (b.startswith(a) or b.endswith(a)))

    def _is_odd(self, words: str, tokens: list[Token], clean: list[Token], *, most: int) -> bool:
        """Whether each word that the clean run has not is no word that the other side knows, nor often used here."""
        said = {t.key for t in clean}
        begin = tokens[0].start
        for token in tokens:
            if token.key in said:
                continue
            if token.kind is TokenKind.QUANTITY:
                before, behind = words[: token.start - begin][-1:], words[token.end - begin :][:1]
                is_number = words[token.start - begin : token.end - begin][:1] != "0"
                if is_number and not (before.isalpha() or behind.isalpha()):
                    return False
            elif (
                token.kind is not TokenKind.WORD
                or token.key in ("a", "i")
                or len(token.key) > 1
                and (self.known[token.key] or self.seen[token.key] > most)
            ):
                return False
        return True


def _is_in_figures(token: Token, words: str, tokens: list[Token]) -> bool:
    """Whether it states a value in figures: what a scan makes of those is never read through by likeness alone."""
    begin = tokens[0].start
    said = words[token.start - begin : token.end - begin]
    return token.kind is TokenKind.QUANTITY and any(c.isdigit() for c in said)


def _is_inflected(one: str, other: str) -> bool:
    """Whether two words differ in their ending alone, as a plural or a tense does."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return long.startswith(short) and long[len(short) :] in _ENDINGS


def is_scan(row: Row) -> bool:
    """Whether repairs show that a part was read from an image."""
    if not row.units:
        return False
    mended = sum(1 for u in row.units if any(_changes_letters(s) for s in _repairs(u)))
    return mended / len(row.units) >= _LEAST_SHARE and mended >= 2


def _repairs(unit: Unit) -> tuple[Stretch, ...]:
    return (*unit.clause.title.repairs, *unit.clause.text.repairs)


def _changes_letters(stretch: Stretch) -> bool:
    """Not so where only a hyphen or blanks went."""
    return _NOT_READ.sub("", (stretch.original or "").casefold()) != _NOT_READ.sub("", stretch.text.casefold())


def breaks_off(words: str) -> bool:
    """Whether a text ends as no sentence or item of a list does."""
    return bool(words.strip()) and not _ENDED.search(words)


def begins_midway(row: Row) -> bool:
    """Whether a part begins within a sentence, or with a label that others must have come before."""
    first = next((u for u in row.units if u.tokens), None)
    if first is None:
        return False
    begins = next((c for c in first.words if c.isalpha()), "")
    top = next(iter(steps_of(row.units[0].path)), "")
    return (
        begins.islower()
        or (top.isupper() and len(top) == 1 and "A" < top != "I")
        or (top.isdecimal() and int(top[:4]) > 1)
    )
