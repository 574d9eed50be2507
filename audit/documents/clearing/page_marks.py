"""Page marks: the lines in which a document counts its own pages, whole or damaged."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_MARK = 110
"""Characters; a longer line is a sentence that mentions a page."""

STRAY_TITLE = "a title with its date alone"
"""How the reason begins for a title that an older edition's running head left in the text."""

_DATE = (
    r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}"
    r"|\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s+\d{4})"
)
_MAYBE_DATE = re.compile(r"\d{4}|\d[-/.]\d")
HAS_DATE = re.compile(rf"(?<![\d-]){_DATE}(?![\d-])", re.IGNORECASE)
_PAGE_OF = re.compile(r"\b(?:page|pg\.?|seite)\s*(\d{1,5}|[ivxlc]{1,8}(?=\s))?\s*of\s*(\d{1,5})", re.IGNORECASE)
_PAGE_ALONE = re.compile(r"\W*(?:page|pg\.?)\s*(\d{1,5}|[ivxlc]{1,8})\W*", re.IGNORECASE)
_COUNT_OF = re.compile(r"((?:[A-Z][A-Za-z'’.&-]*\s+){1,5})(\d{1,5})\s+of\s+(\d{1,5})")
_BARE = re.compile(r"[\[(–—-]?\s?(\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7})\s?[\])–—-]?")
_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})|x?l?x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_SMALL_WORDS = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"])


@dataclass(frozen=True, slots=True)
class PageMark:
    """What a page mark says: the words beside the number, the number, and of how many; None where it is lost."""

    title: str
    number: int | None
    of: int | None
    is_behind: bool = False
    """Whether the words stand behind the number."""


def page_mark(text: str) -> PageMark | None:
    """Reads ``Rules of Play Page 3 of 28``, ``Page 12``, ``Page of 28``; None where the line is no page mark."""
    text = text.strip()
    if not 4 <= len(text) <= LONGEST_MARK:
        return None
    found = _PAGE_OF.search(text)
    if found:
        before, after = text[: found.start()], text[found.end() :]
        if not (is_title_like(before) and is_title_like(after)):
            return None
        title = " ".join(f"{before} {after}".split()).strip("*_#>|-–— ")
        return PageMark(title, number_of(found[1]), int(found[2]), bool(after.strip()) and not before.strip())
    alone = _PAGE_ALONE.fullmatch(text)
    return PageMark("", number_of(alone[1]), None) if alone else None


def counted_mark(text: str) -> PageMark | None:
    """Reads ``Agenda Packet 161 of 346``: a page mark only where other lines bear it out."""
    text = text.strip()
    if len(text) > LONGEST_MARK or " of " not in text:
        return None
    found = _COUNT_OF.fullmatch(text)
    if not found or int(found[2]) > int(found[3]):
        return None
    return PageMark(found[1].strip(), int(found[2]), int(found[3]))


def bare_number(text: str) -> int | None:
    """The number of a line that is nothing but a page number, arabic or roman (``12``, ``- 12 -``, ``xii``)."""
    text = text.strip()
    if not 1 <= len(text) <= 11:
        return None
    found = _BARE.fullmatch(text)
    return number_of(found[1]) if found else None


def number_of(word: str | None) -> int | None:
    """The value of an arabic or a roman number; None where it is neither."""
    if not word:
        return None
    if word.isdigit():
        return int(word)
    if not _ROMAN.fullmatch(word):
        return None
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    total, above = 0, 0
    for letter in reversed(word.lower()):
        value = values[letter]
        total += value if value >= above else -value
        above = max(above, value)
    return total


def has_date(text: str) -> bool:
    """Whether a date stands in a text."""
    return bool(_MAYBE_DATE.search(text)) and bool(HAS_DATE.search(text))


def is_title_like(text: str) -> bool:
    """Whether a few words could be a title or a note beside a page number: capitals, dates, no sentence."""
    words = text.split()
    if len(words) > 12:
        return False
    lower = [w for w in words if w[:1].islower() and w.casefold() not in _SMALL_WORDS]
    return len(lower) <= len(words) // 4 and not text.rstrip().endswith((";", ","))


def is_dated_line(text: str) -> bool:
    """Whether a line says no more than a date with what it dates or a title: ``Revised: 3/25/2024``."""
    text = text.strip()
    if len(text) > LONGEST_MARK or not has_date(text):
        return False
    rest = HAS_DATE.sub(" ", text)
    return len(rest.split()) <= 12 and not re.search(r"[.;]\s*$", rest) and is_title_like(rest)
