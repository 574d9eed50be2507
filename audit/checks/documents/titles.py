"""Titles of clauses and how far two of them say the same, and the words by which a finding knows a clause again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from rapidfuzz import fuzz

from audit.documents.clauses import Clause

_PLAIN = frozenset(
    ("of", "the", "a", "an", "and", "or", "for", "to", "in", "on", "by", "from", "with", "at", "as", "relating")
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_RUN_IN = re.compile(r"\s*[\"“]?([A-Z][^.:;\"”]{2,90}?)[\"”]?\s*[:.](?:\s|$)")
_MOST_RUN_IN = 8
_LONGEST = 400
_ALIKE = 84.0
"""Two words this alike (per cent, by rapidfuzz) are one: a plural, another ending, a letter misread by a scan."""
_SHORTEST_STEM = 5


def heading_of(clause: Clause) -> str:
    """The title; where none is set apart, the few words before the first colon or stop, if there are few."""
    if clause.title:
        return " ".join(clause.title.words.split())
    found = _RUN_IN.match(clause.text.words[:120])
    return found[1] if found and len(found[1].split()) <= _MOST_RUN_IN else ""


def likeness(given: str, title: str) -> float:
    """How much of the words of ``given`` a title has, from 0 to 1; order and endings do not count."""
    wanted, there = stems(given), stems(title)
    return sum(is_among(word, there) for word in wanted) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=65_536)
def stems(words: str) -> tuple[str, ...]:
    """The words that tell something, each once, in small letters and without the ending of the plural."""
    found = (_stem(word) for word in _WORD.findall(words.casefold().replace("’", "'")))
    return tuple(dict.fromkeys(word for word in found if word not in _PLAIN))


def _stem(word: str) -> str:
    word = word.removesuffix("'s").rstrip("'")
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("s", "")):
        if len(word) > 3 and word.endswith(ending) and not word.endswith("ss"):
            return word.removesuffix(ending) + instead
    return word


def is_among(word: str, others: Collection[str]) -> bool:
    """Whether a stem is one of others, but for an ending or a letter that is misread."""
    if word in others:
        return True
    if len(word) < _SHORTEST_STEM:
        return False
    return any(
        len(other) >= _SHORTEST_STEM and (_has_one_stem(word, other) or _is_alike(word, other)) for other in others
    )


def _has_one_stem(word: str, other: str) -> bool:
    """Whether they differ in their ending alone: ``double`` and ``doubling``."""
    stem = min(len(word), len(other)) - 1
    return stem >= _SHORTEST_STEM and word[:stem] == other[:stem] and abs(len(word) - len(other)) <= 3


def _is_alike(word: str, other: str) -> bool:
    return fuzz.ratio(word, other) >= _ALIKE


def best_titled(title: str, clauses: Iterable[Clause]) -> tuple[Clause | None, float]:
    """Of some clauses the one whose heading is most like a title, and how much; the shorter heading of two alike."""
    best: Clause | None = None
    most = (0.0, 0.0)
    for clause in clauses:
        heading = heading_of(clause)
        told = likeness(title, heading)
        if told and (told, likeness(heading, title)) > most:
            best, most = clause, (told, likeness(heading, title))
    return best, most[0]


def gist(words: str, most: int = 9) -> str:
    """The first words without labels and figures: what a finding is known by when everything is renumbered."""
    found = (word.casefold() for word in _WORD.findall(words[:_LONGEST]))
    return " ".join([word for word in found if len(word) > 1 and not any(c.isdigit() for c in word)][:most])
