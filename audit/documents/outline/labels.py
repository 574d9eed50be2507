"""What the label of a clause can mean: every reading of a printed token, each with what it costs to believe it.

A label is printed as steps (``7.``, ``(a)``, ``5.a``); ``grammars/clause_labels.lark`` takes them apart.  A step such as
``i`` has two values, the ninth letter and roman one, and a scan prints ``1`` for both: the list keeps them all, and the
run of the labels decides (see `audit.documents.outline.numbering`).  Costs are in the units of that module: 0 for what is printed
so, about 1 for one damaged character.
"""

from __future__ import annotations

import enum
import itertools
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import lark
from lark import Token, Tree
from lark.exceptions import LarkError

from audit.resources import folder


class Kind(enum.IntEnum):
    """The series that a label counts in."""

    ARABIC = 0
    LOWER = 1
    UPPER = 2
    ROMAN_LOWER = 3
    ROMAN_UPPER = 4
    HEADING = 5


class Form(enum.IntEnum):
    """What stands around the count."""

    STOP = 0
    CLOSED = 1
    ENCLOSED = 2
    WORDED = 3
    """A word before it (``Section 2.``): such labels count apart from bare numbers."""


class Style(NamedTuple):
    """A series in its dress; the labels of one list have one style."""

    kind: Kind
    form: Form


class Step(NamedTuple):
    """One step of a label: ``(c)`` is the third of the enclosed small letters."""

    style: Style
    value: int
    tail: str = ""
    """The letter of a number that was put in later: ``a`` of ``5a``."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One reading of a printed label: its steps, what it costs, and whether it takes the print for damaged."""

    steps: tuple[Step, ...]
    cost: float
    damaged: bool = False


LARGEST = 4999
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
          (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}

# What a scan prints for what: each character with those it may stand for.
_DIGIT_FOR = {"l": "1", "I": "1", "i": "1", "|": "1", "!": "1", "]": "1", "O": "0", "o": "0", "S": "5", "s": "5", "B": "8", "Z": "2",
              "z": "2", "g": "9", "q": "9", "b": "6", "G": "6", "T": "7", "J": "3"}  # fmt: skip
_LETTER_FOR = {"1": "il", "l": "i", "I": "il", "|": "il", "!": "il", "]": "i", "0": "o", "5": "s", "8": "b", "6": "b", "9": "g", "2": "z",
               "T": "ij", "t": "f", "j": "i", "i": "jl"}  # fmt: skip
_ROMAN_FOR = {"1": "i", "l": "i", "I": "i", "i": "i", "|": "i", "!": "i", "]": "i", "j": "i", "t": "i", "v": "v", "V": "v", "y": "v",
              "u": "ii", "n": "ii", "x": "x", "X": "x", "U": "ii"}  # fmt: skip
_LONGEST = 8


def roman(value: int) -> str:
    """The small roman numeral of a positive number."""
    made = []
    for worth, digits in _ROMAN:
        count, value = divmod(value, worth)
        made.append(digits * count)
    return "".join(made)


def roman_value(word: str) -> int | None:
    """The number that a numeral in small letters says; None where it is none, or is not written in the usual way."""
    if not word or any(c not in _ROMAN_DIGITS for c in word):
        return None
    worths = [_ROMAN_DIGITS[c] for c in word]
    value = sum(-a if a < b else a for a, b in itertools.pairwise([*worths, 0]))
    return value if 0 < value <= LARGEST and roman(value) == word else None


def letters(value: int) -> str:
    """a for 1, z for 26, then aa, bb."""
    times, place = divmod(value - 1, 26)
    return chr(ord("a") + place) * (times + 1)


def letters_value(word: str) -> int | None:
    if not word or len(set(word)) != 1 or not "a" <= word[0] <= "z":
        return None
    return ord(word[0]) - ord("a") + 1 + 26 * (len(word) - 1)


def written(step: Step) -> str:
    """A step as a path cites it: ``10``, ``iv``, ``(a)``."""
    kind, value = step.style.kind, step.value
    if kind is Kind.ARABIC:
        word = f"{value}{step.tail}"
    elif kind in (Kind.LOWER, Kind.UPPER):
        word = letters(value)
    else:
        word = roman(value)
    if kind in (Kind.UPPER, Kind.ROMAN_UPPER):
        word = word.upper()
    return f"({word})" if step.style.form is Form.ENCLOSED else word


@cache
def _parser() -> lark.Lark:
    grammar = (folder("grammars") / "clause_labels.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start="label")


_FORMS = {"enclosed": Form.ENCLOSED, "closed": Form.CLOSED, "stopped": Form.STOP, "bare": Form.STOP}


def _taken_apart(printed: str) -> list[tuple[str, str]] | None:
    """The steps of a label: of each its form, as the grammar names it, and its word."""
    try:
        tree: Tree[Token] = _parser().parse(printed)
    except LarkError:
        return None
    return [(str(child.data), str(child.children[0])) for child in tree.children if isinstance(child, Tree)]


def _values(word: str, form: Form) -> list[Step]:
    """What an undamaged word says, the likelier first."""
    if word.isdigit():
        value = int(word)
        return [Step(Style(Kind.ARABIC, form), value)] if value > 0 and not word.startswith("0") else []
    small = word.lower()
    if word not in (small, word.upper()):
        return []
    upper = word != small
    found: list[Step] = []
    letter = letters_value(small)
    if letter is not None and len(word) <= 2:
        found.append(Step(Style(Kind.UPPER if upper else Kind.LOWER, form), letter))
    # A single c, d, l or m is a letter: lists do not begin at fifty.
    if len(small) > 1 or small in ("i", "v", "x"):
        number = roman_value(small)
        if number is not None:
            found.append(Step(Style(Kind.ROMAN_UPPER if upper else Kind.ROMAN_LOWER, form), number))
    return found


def _damaged(word: str, form: Form) -> list[tuple[Step, float]]:
    """What a word may say that a scan has spoilt."""
    found: dict[Step, float] = {}

    def add(step: Step, cost: float) -> None:
        found[step] = min(cost, found.get(step, cost))

    if any(c.isdigit() for c in word) or len(word) == 1:
        digits = "".join(_DIGIT_FOR.get(c, c) for c in word)
        if digits.isdigit() and not digits.startswith("0") and digits != word:
            add(Step(Style(Kind.ARABIC, form), int(digits)), 1.0 * sum(a != b for a, b in zip(digits, word, strict=True)))
    if len(word) == 1 and word.isdigit():
        # A digit before it may be lost.
        add(Step(Style(Kind.ARABIC, form), 10 + int(word)), 2.5)
    if all(c in _ROMAN_FOR for c in word):
        numeral = "".join(_ROMAN_FOR[c] for c in word)
        value = roman_value(numeral)
        if value is not None:
            for kind, cased in ((Kind.ROMAN_LOWER, numeral), (Kind.ROMAN_UPPER, numeral.upper())):
                if cased != word:
                    add(Step(Style(kind, form), value), 0.6 if cased.lower() == word.lower() else 1.0)
    if len(word) == 1:
        for letter in dict.fromkeys(word.lower() + _LETTER_FOR.get(word, "") + _LETTER_FOR.get(word.lower(), "")):
            if "a" <= letter <= "z":
                for kind, cased in ((Kind.LOWER, letter), (Kind.UPPER, letter.upper())):
                    if cased != word:
                        add(Step(Style(kind, form), ord(letter) - 96), 0.8 if cased.lower() == word.lower() else 1.3)
    return list(found.items())


@lru_cache(maxsize=65536)
def meanings(printed: str) -> tuple[Meaning, ...]:
    """All readings of a label as it is printed (``10.``, ``(a)``, ``5.a``), those of sound print first; none if it is no label."""
    if not 0 < len(printed) <= 24:
        return ()
    parts = _taken_apart(printed)
    tailed = _tailed(parts or [])
    if tailed is not None:
        return (Meaning((tailed,), 0.0),)
    if parts is None or len(parts) > 6 or any(a == "bare" and b != "enclosed" for (a, _), (b, _) in itertools.pairwise(parts)):
        parts_of_spoilt = _spoilt(printed)
        if parts_of_spoilt is None:
            return ()
        word, form = parts_of_spoilt
        return tuple(Meaning((step,), cost, True) for step, cost in _damaged(word, form))
    forms = [_FORMS[name] for name, _ in parts]
    sound = [_values(word, form) for (_, word), form in zip(parts, forms, strict=True)]
    found = []
    if all(sound):
        found = [Meaning(steps, 0.0) for steps in itertools.islice(itertools.product(*sound), 16)]
    if len(parts) == 1 and len(parts[0][1]) <= _LONGEST:
        known = {m.steps[0] for m in found}
        for step, cost in _damaged(parts[0][1], forms[0]):
            if step not in known:
                found.append(Meaning((step,), cost, True))
    return tuple(found)


def _tailed(parts: list[tuple[str, str]]) -> Step | None:
    """The step of a number with a letter at its end (``5a``); a scan's ``5l`` is rather 51."""
    if len(parts) != 2 or parts[0][0] != "bare" or parts[1][0] == "enclosed" or not parts[0][1].isdigit():
        return None
    tail = parts[1][1]
    if len(tail) != 1 or not tail.islower() or tail in "lio" or parts[0][1].startswith("0"):
        return None
    return Step(Style(Kind.ARABIC, _FORMS[parts[1][0]]), int(parts[0][1]), tail)


def _spoilt(printed: str) -> tuple[str, Form] | None:
    """The word of a label with a stroke or bar in it, which the grammar does not take."""
    word = printed.rstrip(".)")
    if not word or len(word) > 5 or not all(c in _ROMAN_FOR or c in _DIGIT_FOR for c in word):
        return None
    return word, Form.CLOSED if printed.endswith(")") else Form.STOP
