"""Sentences of a clause, each with its place, and the circumstances under which it speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from audit.checks.documents.context import Spot, Written
from audit.documents.clauses import Clause

_END = re.compile(r"[.;?!][\"”’')]*\s+(?=[\"“‘(]?[A-Z0-9])")
_NO_END = re.compile(r"(?:\b(?:e\.g|i\.e|No|Nos|vs|cf|Mr|Ms|Inc|approx)|\b[A-Z]|§\s?\d+|(?:^|\s)\d{1,2})$")
# What a scan leaves of a word: signs that no rule uses, digits among letters, capitals behind small letters.
_NO_WORD = re.compile(r"[~^|\\<>{}_\u25a0\u2022]|\b[A-Za-z]+\d+[A-Za-z]+|\b[a-z]+\d|\b\d+(?!st|nd|rd|th|s\b|x\b)[a-z]{2,}|[a-z][A-Z]{2}")
_LEAST_SAID = 4
_LONGEST = 6_000
"""Characters of one sentence that are looked at; a clause of more is no prose."""


@dataclass(frozen=True)
class Sentence(Spot):
    """A sentence of a clause, or of its title."""

    @cached_property
    def words(self) -> str:
        """With plain quotation marks, each character where it stands."""
        return straightened(self.text.words[self.start : self.end])

    @cached_property
    def lower(self) -> str:
        """The words in small letters, to look for one quickly."""
        return self.words.lower()

    def spot(self, start: int = 0, end: int | None = None) -> Spot:
        """A stretch of the sentence, by its own offsets; all of it where none are given."""
        return Spot(self.clause, self.start + start, self.end if end is None else self.start + end, self.in_title)

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether a person may read other words in the document: a word is repaired, or is none as it stands."""
        return bool(_NO_WORD.search(self.words)) or bool(self.text.part(self.start, self.end).repairs)


_MARKS = str.maketrans("’‘“”–—\u00a0", "''\"\"-- ")


@lru_cache(maxsize=16_384)
def straightened(words: str) -> str:
    """The same number of characters with straight quotation marks and plain dashes."""
    return words.translate(_MARKS)


def sentences_of(clause: Clause) -> Iterator[Sentence]:
    """The sentences of its own text, in their order; an item that a colon announces stands in a clause of its own."""
    words = clause.text.words
    title = clause.title.words
    if not words.strip() and not clause.children and len(title.split()) >= _LEAST_SAID:
        # A clause of one short sentence is easily taken for a title.
        yield Sentence(clause, len(title) - len(title.lstrip()), len(title.rstrip()), in_title=True)
        return
    begin = 0
    for end in _END.finditer(words):
        if words[end.start()] == "." and _NO_END.search(words[begin : end.start()][-12:]):
            continue
        yield from _sentence(clause, begin, end.end())
        begin = end.end()
    yield from _sentence(clause, begin, len(words))


def _sentence(clause: Clause, start: int, end: int) -> Iterator[Sentence]:
    words = clause.text.words[start:end]
    if not words.strip() or len(words) > _LONGEST:
        return
    left = len(words) - len(words.lstrip())
    yield Sentence(clause, start + left, start + len(words.rstrip()))


def all_sentences(written: Written) -> tuple[Sentence, ...]:
    """Every sentence of the part."""
    return written.once("sentences", lambda: tuple(s for c in written.clauses for s in sentences_of(c)))


def sentences_with(written: Written, *words: str) -> tuple[Sentence, ...]:
    """The sentences that have one of some words, or parts of words, in small letters; in their order."""
    return written.once(
        f"sentences with {words}", lambda: tuple(s for s in all_sentences(written) if any(w in s.lower for w in words))
    )


# circumstances


def above(written: Written, clause: Clause) -> Iterator[Clause]:
    """The clauses that it stands below, the nearest first."""
    over = written.above.get(clause.path)
    while over is not None:
        yield over
        over = written.above.get(over.path)


def section_of(written: Written, clause: Clause) -> Clause:
    """The clause of the first level in which it stands."""
    return next(reversed(tuple(above(written, clause))), clause)


def lead_in(written: Written, clause: Clause) -> str:
    """What introduces the clause: titles above it, and the words before it that end open (``… provided that:``)."""
    told: list[str] = []
    for over in above(written, clause):
        told.append(straightened(over.title.words))
        said = straightened(over.text.words).rstrip()
        if said and said[-1] in ":,;" or re.match(r"(?:if|when|where|should)\b", said, re.IGNORECASE):
            told.append(said[-600:])
    return " ".join(reversed(told))


_WAYS = {
    "hand": r"\b(?:by|from) (?:the |his |her |his or her )?(?:dealer's )?hand\b|\btouch(?:es|ed|ing)? (?:the |their )?cards",
    "shoe": r"\bshoes?\b",
    "manual": r"\bmanual(?:ly)?\b",
    "device": r"\bautomat\w+|\bdevice|\bcontinuous",
    "tournament": r"\btournament",
    "preshuffled": r"\bpre-?\s?(?:shuffled|sorted|inspected)",
    "single": r"\bsingle[- ]?(?:deck|zero|/)|\bone deck\b",
    "double": r"\bdouble[- ]?(?:deck|zero)|\btwo decks?\b",
    "alternative": r"\balternative|\binstead of\b|\bin lieu\b|\bversion of\b|\bat (?:its|the) (?:casino's|house's)? ?option",
    "joker": r"\bjokers?\b",
    "removed": r"\bcover card|\bcut(?:ting)? card",
}
_WAY = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _WAYS.items()}
_IF = re.compile(r"\b(?:if|when|whenever|where|unless|once|until|while|should|except|provided)\b", re.IGNORECASE)


def ways(words: str) -> frozenset[str]:
    """By which means and in which variant of the game something is done, as far as the words say."""
    return frozenset(name for name, pattern in _WAY.items() if pattern.search(words))


def is_conditional(words: str) -> bool:
    """Whether the words hang on a condition."""
    return bool(_IF.search(words))
