"""Clause labels as an amendment handles them: taken apart, counted through, and put together again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from audit.ruleset.basis import clause_parts

LONGEST_STRETCH = 500
_LABEL = re.compile(r"(§ ?)?([A-Za-z0-9]+|\([A-Za-z0-9]+\))(\.[A-Za-z0-9]+|\([A-Za-z0-9]+\)|~\d+)*(\+\d+)?")
_AFTER_HEADING = re.compile(r"((?:\.[A-Za-z0-9]+|\([A-Za-z0-9]+\)|~\d+)*(?:\+\d+)?)$")
_FRAME = re.compile(r"(\(|~|\+|)([A-Za-z0-9]+)(\)|)")
_ROMAN = re.compile(r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_DIGITS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)

Parts = tuple[str, ...]
"""The steps of a clause path, outermost first; a heading is a step in its quotation marks."""


def parts_of(label: str) -> Parts:
    """The steps of a label as a citation prints it."""
    return clause_parts(label)


def parts_named(text: str) -> Parts:
    """The steps of a clause named in a line that amends, where quotation marks stand about the whole of it."""
    if _LABEL.fullmatch(text):
        return clause_parts(text)
    found = _AFTER_HEADING.search(text)
    after = found[1] if found else ""
    heading = text[: len(text) - len(after)]
    return (f'"{heading}"', *clause_parts(after)) if heading else clause_parts(after)


def text_of_parts(parts: Parts) -> str:
    """A label as a citation prints it."""
    return "".join(part if not n or part[0] in "(~+" else f".{part}" for n, part in enumerate(parts))


def bare(parts: Parts) -> Parts:
    """The steps as they are compared: a heading is named with its quotation marks or without."""
    return tuple(part.strip('"') for part in parts)


def is_under(parts: Parts, above: Parts) -> bool:
    """Whether a clause is the one above, or stands below it."""
    return bare(parts[: len(above)]) == bare(above)


def with_all_above(clauses: Iterable[Parts]) -> frozenset[Parts]:
    """The clauses, and all that they stand below, as they are compared."""
    return frozenset(bare(clause[:n]) for clause in clauses for n in range(1, len(clause) + 1))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Clauses of one level that follow one another."""

    members: tuple[Parts, ...]


@lru_cache(maxsize=1024)
def stretches(first: Parts, last: Parts) -> tuple[Stretch, ...]:
    """All ways to count from one clause through another: ``i`` through ``v`` by Roman figures, and by letters.

    The likelier first; none where they are not of one level, or run backwards, or over more than `LONGEST_STRETCH`.
    """
    if len(first) != len(last) or bare(first[:-1]) != bare(last[:-1]):
        return ()
    begins, ends = _FRAME.fullmatch(first[-1]), _FRAME.fullmatch(last[-1])
    if begins is None or ends is None or begins[1] != ends[1]:
        return ()
    found: list[Stretch] = []
    for middles in _counted(begins[2], ends[2]):
        members = tuple((*first[:-1], f"{begins[1]}{middle}{begins[3]}") for middle in middles)
        if Stretch(members) not in found:
            found.append(Stretch(members))
    return tuple(found)


def _counted(first: str, last: str) -> Iterator[list[str]]:
    if first.isdigit() and last.isdigit():
        yield from _through(int(first), int(last), str)
        return
    upper = first.isupper() and last.isupper()
    one, two = first.lower(), last.lower()
    if not upper and (one, two) != (first, last):
        return
    case = str.upper if upper else str
    romans = [case(r) for r in _romans(one, two)]
    letters: list[str] = []
    if len(one) == len(two) == 1 and one.isalpha() and two.isalpha():
        letters = [case(chr(code)) for code in range(ord(one), ord(two) + 1)]
    both = [romans, letters] if one == "i" or len(one) + len(two) > 2 else [letters, romans]
    yield from (way for way in both if way)


def _through(first: int, last: int, write: type[str]) -> Iterator[list[str]]:
    if first <= last < first + LONGEST_STRETCH:
        yield [write(number) for number in range(first, last + 1)]


def _romans(first: str, last: str) -> list[str]:
    if not (_ROMAN.fullmatch(first) and _ROMAN.fullmatch(last)):
        return []
    one, two = _value(first), _value(last)
    return [_roman(n) for n in range(one, two + 1)] if one <= two < one + LONGEST_STRETCH else []


def _value(roman: str) -> int:
    value = 0
    for number, digit in _ROMAN_DIGITS:
        while roman.startswith(digit):
            value += number
            roman = roman.removeprefix(digit)
    return value


def _roman(number: int) -> str:
    text = ""
    for value, digit in _ROMAN_DIGITS:
        text += digit * (number // value)
        number %= value
    return text


def follows(one: Parts, other: Parts) -> bool:
    """Whether a clause is the next after another on its level."""
    return any(len(stretch.members) == 2 for stretch in stretches(one, other))


def is_counted(step: str) -> bool:
    """Whether a step of a path is a number or a letter, and no heading."""
    return step.isdigit() or len(step) == 1 or bool(_ROMAN.fullmatch(step.lower()))
