"""Dates in print, and what they date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = r"(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = re.compile(
    r"(?<![\d/-])(?:(?P<a>\d{1,4})(?P<s>[-/.])(?P<b>\d{1,2})(?P=s)(?P<c>\d{4}|\d{2})(?![\d/-])"
    rf"|\b{_NAME}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(?P<y>\d{{4}})(?!\d)"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?{_NAME.replace('name', 'name2')}\s*,?\s+(?P<y2>\d{{4}})(?!\d))",
    re.IGNORECASE,
)
_WHATS = (
    ("approved", re.compile(r"\bapprov(?:ed|al)\b", re.IGNORECASE)),
    ("submitted", re.compile(r"\bsubmi(?:tted|ssion)\b", re.IGNORECASE)),
    ("revised", re.compile(r"\brev(?:ised|ision|\.)", re.IGNORECASE)),
    ("adopted", re.compile(r"\badopt(?:ed|ion)\b", re.IGNORECASE)),
    ("amended", re.compile(r"\bamended\b", re.IGNORECASE)),
    ("effective", re.compile(r"\beffective\b|\bin force\b", re.IGNORECASE)),
    ("meeting", re.compile(r"\bmeeting\b", re.IGNORECASE)),
    ("due", re.compile(r"\bdue\b|\bdeadline\b", re.IGNORECASE)),
    ("sent", re.compile(r"\bsent\b", re.IGNORECASE)),
    ("published", re.compile(r"\bpublished\b|\bissued\b|\blast updated\b|\bversion\b", re.IGNORECASE)),
)
_FIELD = re.compile(r"\s*(?:date|sent)\s?:", re.IGNORECASE)
_BEFORE = 110
"""Characters before a date in which the word that says what it dates is looked for."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date in a text: what it dates (empty where nothing says it), the day, and where it stands (offsets from 0)."""

    what: str
    day: date
    start: int
    end: int


def find_days(text: str) -> Iterator[Day]:
    """All dates of a text, of figures read month first as in the United States unless only the other order is a date."""
    last = 0
    field = _FIELD.match(text)
    for found in _DAY.finditer(text):
        day = _day(found)
        if day is None:
            continue
        what = "sent" if field else _what(text[max(last, found.start() - _BEFORE) : found.start()])
        yield Day(what, day, found.start(), found.end())
        last = found.end()


def _what(before: str) -> str:
    """The nearest word before the date that says what it dates, in the same sentence."""
    # Numbers of a sentence's end, not of a date or an abbreviation, part sentences.
    before = re.split(r"[a-z]\.\s", before)[-1]
    best, at = "", -1
    for what, pattern in _WHATS:
        for found in pattern.finditer(before):
            if found.start() > at:
                best, at = what, found.start()
    return best


def _day(found: re.Match[str]) -> date | None:
    if found["a"] is not None:
        a, b, c = int(found["a"]), int(found["b"]), int(found["c"])
        if len(found["a"]) >= 3:
            return _made(a, b, c) if len(found["a"]) == 4 else None
        year = c if c >= 100 else 2000 + c if c < 70 else 1900 + c
        return _made(year, a, b) or _made(year, b, a)
    if found["name"]:
        return _made(int(found["y"]), _month(found["name"]), int(found["d"]))
    return _made(int(found["y2"]), _month(found["name2"]), int(found["d2"]))


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].casefold()) + 1


def _made(year: int, month: int, day: int) -> date | None:
    if not 1900 <= year <= 2199:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
