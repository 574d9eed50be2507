"""Lists that are announced with a count: ``three separate areas for the A, the B and the C``, ``the following four:``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import Sentence, sentences_with
from audit.documents.clauses import CERTAIN, Clause
from audit.documents.numbers import NUMBER, number


@dataclass(frozen=True)
class Announcement:
    """A list of ``said`` things that has ``found`` of them; ``things`` is their noun."""

    sentence: Sentence
    start: int
    end: int
    said: int
    found: int
    things: str

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.start, self.end)


_N = rf"(?P<n>{NUMBER})"
_AREAS = re.compile(
    rf"\b{_N} (?:(?:separate|designated|different|distinct|specific) ){{0,3}}(?:betting |wagering )?"
    r"(?P<things>areas|spaces|spots|circles)\b[^.;:]{0,80}? for (?:the )?(?:placement of )?(?:the |an? )?(?P<list>[^.;:]+)$",
    re.IGNORECASE)
_MAY_BE = re.compile(r"\b(?:areas|spaces|spots|circles)\b.* for ", re.IGNORECASE | re.DOTALL)
_OPEN = re.compile(
    rf"\b(?:(?:the|any of the|one of the) following {_N} (?P<a>\w+(?: \w+)?)|there (?:are|shall be) (?P<m>{NUMBER}) (?P<b>\w+(?: \w+)?)"
    r"(?:,? as follows)?|the (?P<o>{NUMBER}) (?P<c>\w+(?: \w+)?) are) ?:$".replace("{NUMBER}", NUMBER), re.IGNORECASE)
_NOT_ALL = re.compile(r"\b(?:at least|up to|one or more|any)\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"(?:in the alternative|alternatively|notwithstanding|if|except|however|provided)\b", re.IGNORECASE)


def announcements(written: Written) -> Iterator[Announcement]:
    """All whose count differs from the list; where the list cannot be counted for certain, none."""
    for sentence in sentences_with(written, "areas", "spaces", "spots", "circles", ":"):
        if sentence.is_doubtful:
            continue
        yield from _in_words(sentence)
        yield from _below(sentence)


def _in_words(sentence: Sentence) -> Iterator[Announcement]:
    words = sentence.words.rstrip(" .;")
    for found in _AREAS.finditer(words) if _MAY_BE.search(words) else ():
        items = _items(found["list"])
        said = number(found["n"])
        if items and len(items) != said and not _NOT_ALL.search(words[max(found.start() - 12, 0) : found.start()]):
            yield Announcement(sentence, found.start(), found.end(), said, len(items), found["things"].lower())


def _items(words: str) -> list[str]:
    """The members of ``Ante, Blind, Play and Trips Wagers``; none where they are no plain names."""
    parts = [p.strip() for p in re.split(r",(?: and| or)? | and | or ", words) if p.strip()]
    parts = [re.sub(r"^(?:the|an?) ", "", p) for p in parts]
    is_plain = all(re.match(r"[A-Z][\w'/-]*(?: [\w'/-]+){0,4}$", p) for p in parts)
    return parts if len(parts) > 1 and is_plain else []


def _below(sentence: Sentence) -> Iterator[Announcement]:
    clause = sentence.clause
    found = _OPEN.search(sentence.words)
    if not found or sentence.end < len(clause.text.words.rstrip()) or not _is_counted(clause):
        return
    said = number(found["n"] or found["m"] or found["o"])
    if said != len(clause.children):
        things = (found["a"] or found["b"] or found["c"]).lower()
        yield Announcement(sentence, found.start(), found.end(), said, len(clause.children), things)


def _is_counted(clause: Clause) -> bool:
    """Whether its list is beyond doubt: every item labelled, none of them an exception to another."""
    items = clause.children
    return len(items) > 1 and all(
        c.is_labelled and c.confidence == CERTAIN and not _OTHERWISE.match(c.words) for c in items
    )
