"""Small matters of wording: counts in words, lists, whole sentences, dates, the signs of print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from fractions import Fraction

from audit.report.numbers import MINUS, fraction, integer, rounded
from audit.solve.result import AfterSplit

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MOST_CHARACTERS = 240
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)
_DATE = re.compile(r"(?<![\w/.-])(\d{4})-(\d\d)-(\d\d)(?![\w/-])")
_QUOTED = re.compile(r'"([^"]*)"')
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?= )")
_MINUS = re.compile(r"(?<![\w.\-–)\]])-(?=\$?\d)")


def in_words(count: int) -> str:
    """``no``, ``one`` … ``twelve``, then figures."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else integer(count)


def counted(count: int, one: str, many: str = "") -> str:
    """``one error``, ``seven warnings``, ``no notes``, ``21 wagers``."""
    return f"{in_words(count)} {one if count == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """The text with a capital first letter, behind a quotation mark too."""
    start = 1 if text[:1] == "“" else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def listed(items: Sequence[str], joint: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def named(names: Sequence[str], most: int = 6) -> str:
    """A list of names without repetition; beyond ``most`` the rest is counted."""
    single = list(dict.fromkeys(names))
    left = len(single) - most
    return listed([*single[:most], counted(left, "other")] if left > 0 else single)


def of_splits(told: AfterSplit) -> str:
    """How hands of a split are played, beside the rows that are told of them."""
    found: list[str] = []
    if told.is_decided:
        but = ', but for those of the rows "after split" and "after the last split"' if told.rows else ""
        found.append(f"Hands of a split are played as other hands with the same cards{but}.")
    if any("new hand" in row.hands for row in told.rows):
        found.append("The new hand of a split is the one that it makes; the old hand has the wager that was there before.")
    if told.undecided:
        found.append(f"After a split of {listed(told.undecided, 'or')} nothing is decided.")
    if told.is_again:
        found.append("It is taken for granted that a pair is split again where it may be.")
    return " ".join(found)


def with_meters(fixed: Fraction, meters: Sequence[tuple[str, Fraction]], *, minus: str = MINUS) -> str:
    """What is paid on average, and what meters add to it: ``0.010860``, ``0.010860 + 1/3400 of jackpot``, ``1/3400 of jackpot``."""
    money = [rounded(fixed, 6, minus=minus)] if fixed or not meters else []
    return " + ".join([*money, *(f"{fraction(share, minus=minus)} of {meter}" for meter, share in meters)])


def stopped(words: str) -> str:
    """The words as a sentence: with a full stop, unless they end in a mark of their own."""
    words = words.strip()
    ends = words.rstrip("”\"’)")
    return words if not words or ends.endswith((".", "!", "?", "…", ":")) else f"{words}."


def cut(words: str, most: int = _MOST_CHARACTERS) -> str:
    """Whole sentences up to that length; a first sentence that is longer is cut at a word."""
    words = " ".join(words.split())
    if len(words) <= most:
        return words
    end = words.rfind(". ", 0, most)
    if end > 0:
        return words[: end + 1]
    space = words.rfind(" ", 0, most)
    return words[: space if space > most // 2 else most].rstrip(" ,;:") + "…"


def plural(count: int, noun: str) -> str:
    """The noun alone, in the number that the count asks for."""
    return noun if count == 1 else f"{noun}s"


def date_words(on: date) -> str:
    """``8 September 2022``."""
    return f"{on.day} {_MONTHS[on.month - 1]} {on.year}"


def typeset(words: str) -> str:
    """Words with the signs of print: apostrophes, quotation marks, minus signs; dates in full, single blanks."""
    words = _MINUS.sub(MINUS, _DATE.sub(_in_full, re.sub(" {2,}", " ", words)))
    return _APOSTROPHE.sub("’", _QUOTED.sub("“\\1”", words))


def _in_full(match: re.Match[str]) -> str:
    with suppress(ValueError):
        return date_words(date(int(match[1]), int(match[2]), int(match[3])))
    return match[0]


def as_words(name: str) -> str:
    """A name as words: ``come_out`` is ``come out``."""
    return re.sub(r"\bdont\b", "don’t", name.replace("_", " "))
