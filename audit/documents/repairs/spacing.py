"""Blanks that a scan put into words or left out between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.documents.repairs.vocabulary import COMMON, Vocabulary
from audit.documents.repairs.words import Reading

_LEAST_LETTERS = 4
_LETTERS_ALONE = 4
"""So many letters that stand alone, one behind the other, are the letters of one word."""
_LETTERS = re.compile(r"[A-Za-z]+$")
_ARE_WORDS = frozenset("aAI")
# Words that seldom begin or end a compound, so that a word glued to one of them is two words.
_OPENING = ("if", "of", "the", "that", "each", "than", "from", "with", "and", "shall", "may", "any", "all", "for", "or")
_CLOSING = ("the", "of", "shall", "that", "and", "if", "may", "be")
_COMPOUNDS = re.compile(
    r"(?:another|anyone|anything|anywhere|anytime|anyway|cannot|maybe|often|offer|offers|offered|offset"
    r"|withdraw|withdrawn|withdrawal|withhold|within|without|withstand|forbid|format|former|formed"
    r"|forward|forego|forgo|foreman|forever|order|orders|ordered|oral|original|andor|therefore|thereof"
    r"|thereto|therein|thereafter|themselves|themed|then|these|those|thatched|allow|allows|allowed"
    r"|allotted|almost|also|already|alone|along|fort|forth|forty|formal|formula)$",
    re.IGNORECASE,
)
"""Words of English that look like two."""
_GLUED_NUMBER = re.compile(r"(?i:(of|to|on|at|than))(\$?\d[\d,.]*\d|\$?\d)$")
_ODDS = re.compile(r"(?<![\w.,$:/-])(\d[\d,]*)(\s?)to(\s?)(\d[\d,]*)(?![\w%])")


def joined_word(tokens: Sequence[str], vocabulary: Vocabulary) -> Reading | None:
    """Fragments that stand behind one another as the one word that they make; None where they make none.

    ``tokens`` have no punctuation at their ends.  The word must be common in the document, and a fragment of it rare;
    four letters or more that stand alone are one word in any case.
    """
    whole = "".join(tokens)
    count = vocabulary.counts.get(whole.lower(), 0)
    if count < COMMON and not len(tokens) == len(whole) >= _LETTERS_ALONE:
        return None
    if len(whole) < _LEAST_LETTERS or not _LETTERS.match(whole) or any(c.isupper() for c in whole[1:]):
        return None
    if len(tokens) == len(whole):
        return Reading(whole, "its letters were set apart")
    fragments = [t for t in tokens if t not in _ARE_WORDS and (len(t) == 1 or vocabulary.count(t) * 5 <= count)]
    if len(tokens) > 2:
        return Reading(whole, "its letters were set apart") if len(fragments) >= 2 else None
    rare = [t for t in fragments if len(t) == 1 or vocabulary.is_rare_beside(t, whole)]
    if not rare or tokens[1] == "s":
        return None
    # "hard way": a rare word beside a common one is no fragment, unless it is hardly a word.
    if len(rare) == 1 and len(rare[0]) > 2 and vocabulary.is_common(_other(tokens, rare[0])):
        return None
    return Reading(whole, "a blank was read within the word")


def _other(tokens: Sequence[str], one: str) -> str:
    return tokens[1] if tokens[0] == one else tokens[0]


def divided_word(word: str, vocabulary: Vocabulary) -> Reading | None:
    """A word that is two words printed without a blank; None where it is not plainly that."""
    glued = _GLUED_NUMBER.match(word)
    if glued is not None:
        return Reading(f"{glued[1]} {glued[2]}", "a blank is missing")
    if not _LETTERS.match(word) or len(word) < 5 or _COMPOUNDS.match(word) or word.isupper():
        return None
    if vocabulary.count(word) > 2:
        return None
    at_capitals = [n for n in range(2, len(word) - 1) if word[n].isupper() and word[n - 1].islower()]
    if len(at_capitals) == 1:
        first, second = word[: at_capitals[0]], word[at_capitals[0] :]
        if vocabulary.is_common(first) and vocabulary.is_common(second) and len(second) > 2:
            return Reading(f"{first} {second}", "a blank is missing")
        return None
    if any(c.isupper() for c in word[1:]):
        return None
    found = [
        (word[:n], word[n:])
        for n in range(2, len(word) - 1)
        if _are_two(word[:n].lower(), word[n:].lower(), vocabulary)
    ]
    if len(found) != 1:
        return None
    return Reading(f"{found[0][0]} {found[0][1]}", "a blank is missing")


def _are_two(first: str, second: str, vocabulary: Vocabulary) -> bool:
    if not (vocabulary.is_common(first) and vocabulary.is_common(second)):
        return False
    if first in _OPENING and len(second) >= 3:
        return vocabulary.pair(first, second) >= 2
    return second in _CLOSING and len(first) >= 3 and vocabulary.pair(first, second) >= 2


def spaced_odds(text: str) -> list[tuple[int, int, str]]:
    """Odds that lack a blank around their "to": where they stand, and how they read.  No figure is changed."""
    if "to" not in text:
        return []
    return [
        (m.start(), m.end(), f"{m[1]} to {m[4]}") for m in _ODDS.finditer(text) if not (m[2] and m[3])
    ]
