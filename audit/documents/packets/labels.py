"""What the head of a line says about structure: a section's label, its style, and whether a heading follows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from audit.documents.clearing.page_marks import is_title_like

_LABEL = re.compile(
    r"\s*(?:[-*]\s+)?(?:(?:section|sec\.|article|§)\s*)?"
    r"(?P<roman>[IVXL]{1,5}\.\s?)?(?P<label>\d{1,3}|[A-Za-z]|[ivxl]{2,6})(?P<stop>[.):]|\s(?=\s)|$)(?P<rest>.*)",
    re.DOTALL,
)
_SECTION = re.compile(
    r"\s*(?:(?:section|sec\.|article|§+)\s*)?(?P<prefix>\d{1,4}[A-Za-z]{0,2}(?:[.:-]\d{1,4}[A-Za-z]{0,2}){0,4})[.-](?P<value>\d{1,3})"
    r"(?P<stop>[.:]?\s|$)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A section's number of several parts: ``§ 633a.1.``, ``13:69F-1.2``, ``4.1``."""
_HEADING_END = re.compile(r"[.:;](?:\s|$)")

FIRST_SECTION = re.compile(
    r"\W*(?:def[a-z]{1,3}i?tions?|equipment|physical characteristics|general|introduction|object|purpose|scope|overview)\b",
    re.IGNORECASE,
)
"""Headings with which any chapter may begin."""
NO_TITLE = re.compile(
    r"(?:(?:the|and|of|for|to|on|in|a|an|general|other|additional|optional|special|minimum|maximum|table|game|card|cards"
    r"|definitions?|equipment|object|purpose|scope|overview|introduction|wagers?|bets?|betting|payouts?|pays?|odds"
    r"|payments?|settlement|irregularit(?:y|ies)|procedures?|dealing|deal|play|shuffl(?:e|ing)|cut|rankings?|hands?"
    r"|dealer|players?|opening|closing|layout|rules?|limits?|dispute|disputes|requirements|provisions|exhibit|appendix"
    r"|section|article|responsibilities|surveillance|security|drop|count|permissible|notes?|example|examples|certification"
    r"|side|bonus|progressive|jackpot|continued)(?:[\W\d]+|$)){1,9}",
    re.IGNORECASE,
)
"""Titles that any section of any rules may bear; none of them names what a part is about."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line's label: its style (``1``, ``A``, ``a``, ``§``), its value from 1, and the words behind it.

    ``prefix`` is what stands before the last part of a number of several parts.
    """

    style: str
    value: int
    rest: str
    prefix: str = ""

    @property
    def heading(self) -> str:
        """The words of a heading behind the label, empty where a sentence follows."""
        words = _HEADING_END.split(self.rest.strip(), maxsplit=1)[0].strip(" <>/u")
        return words if words and is_heading(words) else ""


def labelled(text: str) -> Labelled | None:
    """The label at the head of a line; letters count from A, roman numbers are read as letters."""
    head = text[:200]
    found = _LABEL.match(head)
    if not found:
        section = _SECTION.match(head)
        if section is None:
            return None
        return Labelled("§", int(section["value"]), section["rest"], section["prefix"].casefold())
    label = found["label"]
    if label.isdigit():
        return Labelled("1", int(label), found["rest"])
    if len(label) > 1:
        return None
    return Labelled("A" if label.isupper() else "a", ord(label.upper()) - 64, found["rest"])


def is_heading(words: str) -> bool:
    """Title words, none of them a verb's sentence: most of the longer words begin with a capital."""
    count = len(words.split())
    return 1 <= count <= 14 and words[0].isupper() and is_title_like(words)


_NUMERAL = re.compile(
    r"\s*(?:(?:(?:chapter|section|part|article)\s+)?(?:[IVXLCivxlT1|]{1,6}|[A-Z]|\d{1,2})\s*[.:)–—-]\s*"
    r"|(?:chapter|section|part|article)\s+[\w.]{1,6}\s+(?:[-–—:]\s*)?)(?=\S*[^\W\d_]{2})",
    re.IGNORECASE,
)


def without_numeral(title: str) -> tuple[str, str]:
    """A title's numeral, whole or damaged (``XI.``, ``ill.``, ``SECTION J:``), and its other words."""
    plain = re.sub(r"</?\w{1,10}>|\*\*|^#+\s", "", title).strip()
    found = _NUMERAL.match(plain)
    if not found:
        return "", plain.rstrip(" .:")
    return found[0].strip(), plain[found.end() :].rstrip(" .:")


def is_in_capitals(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= 3 and sum(c.isupper() for c in letters) >= 0.8 * len(letters)
