"""Numbers as documents write them: ``seven``, ``7``, ``seven (7)``, ``sixth``."""

from __future__ import annotations

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


SINGLE = {word: n for n, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
"""Counts of one word."""
CARDINALS = SINGLE | {f"{ten}-{_ONES[k]}": SINGLE[ten] + k for ten in _TENS for k in range(1, 10)}
"""Counts from nought to ninety-nine."""
ORDINALS = {word: n for n, word in enumerate(_ORDINALS, 1)}

_WORD = "|".join(sorted((w for w in CARDINALS if w != "zero"), key=len, reverse=True))
NUMBER = rf"(?:(?:{_WORD}|\d{{1,3}})(?![\w.,]\d|\w)(?: ?\( ?\d{{1,3}} ?\))?)"
"""A count in words or digits, with the digits in parentheses behind a word; no part of a decimal or of a longer number."""
ORDINAL = rf"(?:{'|'.join(_ORDINALS)})(?: ?\( ?\d{{1,2}} ?\))?"
TWICE = re.compile(rf"\b(?P<word>{_WORD}) ?\( ?(?P<digits>\d{{1,3}}) ?\)", re.IGNORECASE)


def number(words: str) -> int:
    """The value of what `NUMBER` or `ORDINAL` matched; of ``seven (7)`` that of the word.  Raises `KeyError` for others."""
    first = re.split(r"[\s(]", words.strip().lower(), maxsplit=1)[0]
    if first.isdigit():
        return int(first)
    return CARDINALS[first] if first in CARDINALS else ORDINALS[first]


def spelled(value: int) -> str:
    """As a reviewer writes it: in words up to ten."""
    return _ONES[value] if 0 <= value <= 10 else f"{value:,}"
