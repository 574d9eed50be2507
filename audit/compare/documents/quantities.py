"""Numbers, odds, money, percentages, times and dates in a text, read as values.

"seven (7)", "seven" and "7" are one value; so are "8 to 1", "8:1" and "9 for 1"; "five percent" and "5%"; "$5.00" and
"five dollars"; "May 31st, 2022" and "31 May 2022".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.compare.documents.entries import MatterKind
from audit.compare.documents.raw import Raw
from audit.documents.numbers import ORDINALS, SINGLE


def _words(listed: str) -> tuple[str, ...]:
    return tuple(listed.split())


_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_PLURAL = {"sixes": 6} | {f"{word}s": n for word, n in SINGLE.items()}
_MOST_DIGITS = 24
_PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4}
_SIGNS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_MONTH_NAMES = _words("january february march april may june july august september october november december")
_MONTHS = {name: n for n, name in enumerate(_MONTH_NAMES, start=1)}
_MONTHS |= {name[:3]: n for name, n in _MONTHS.items()} | {"sept": 9}
_MONEY_WORDS = {
    "dollar": Fraction(1), "dollars": Fraction(1), "usd": Fraction(1), "cent": Fraction(1, 100), "cents": Fraction(1, 100)
}  # fmt: skip
_DURATIONS = frozenset(f"{unit}{s}" for unit in _words("second minute hour day week month year") for s in ("", "s"))
_DURATIONS |= frozenset(_words("hrs hr min mins business calendar consecutive working"))
_COUNTED = _DURATIONS | frozenset(
    _words("times time players player decks deck cards card seats dice percent people persons units chips")
)
_HALF_DAY = re.compile(r"\s{0,3}([ap])\s?\.?\s?m\b\.?", re.IGNORECASE)
_AHEAD = frozenset(
    [
        *SINGLE,
        *_PLURAL,
        *ORDINALS,
        *_MONTHS,
        *_SIGNS,
        *_LARGE,
        "noon",
        "midnight",
        "even",
        "twice",
        "thrice",
        "$",
        "€",
        "£",
    ]
)
_BEHIND = frozenset([*_LARGE, *_MONTHS, *_words("to for per and of st nd rd th s a p am pm noon midnight")])
"""What may make a number something else than a count."""
_FROM = frozenset({"from", "between"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value and the raw tokens, ``first`` to ``last`` (exclusive), that state it; equal values have equal keys.

    ``is_bare`` where it is the word "one" alone, which often counts nothing.
    """

    kind: MatterKind
    key: str
    first: int
    last: int
    is_bare: bool = False


def quantities(text: str, raws: list[Raw]) -> list[Quantity]:
    """All quantities of a text, in order, none within another."""
    found: list[Quantity] = []
    at = 0
    reader = _Reader(text, raws)
    while at < len(raws):
        raw = raws[at]
        if raw.kind == "number" or raw.low in _AHEAD:
            quantity = reader.quantity(at)
            if quantity is not None:
                quantity = reader.with_repetition(quantity)
                found.append(quantity)
                at = quantity.last
                continue
        at += 1
    return found


class _Reader:
    """Reads one quantity from a place in the raw tokens on."""

    def __init__(self, text: str, raws: list[Raw]) -> None:
        self.text, self.raws = text, raws

    def low(self, at: int) -> str:
        return self.raws[at].low if 0 <= at < len(self.raws) else ""

    def touches(self, at: int) -> bool:
        """Whether no blank is between a token and the one before it."""
        return 0 < at < len(self.raws) and self.raws[at].start == self.raws[at - 1].end

    def with_repetition(self, quantity: Quantity) -> Quantity:
        """A quantity with what says it again in parentheses: "five percent (5%)"."""
        at = quantity.last
        if self.low(at) != "(" or not (
            self.low(at + 1) in _AHEAD or at + 1 < len(self.raws) and self.raws[at + 1].kind == "number"
        ):
            return quantity
        again = self.quantity(at + 1)
        if again is None or again.key != quantity.key or self.low(again.last) != ")":
            return quantity
        return replace(quantity, last=again.last + 1)

    def quantity(self, at: int) -> Quantity | None:
        low = self.low(at)
        if low in ("$", "€", "£"):
            return self._money(at)
        if low in _MONTHS:
            return self._month_first(at)
        if low in ("noon", "midnight"):
            return self._named_hour(at, at, low)
        if low == "even" and self.low(at + 1) in ("money", "odds"):
            return Quantity(MatterKind.ODDS, "#1to", at, at + 2)
        if self._is_of_a_name(at):
            return None
        if low in ("twice", "thrice"):
            return Quantity(MatterKind.NUMBER, "#2" if low == "twice" else "#3", at, at + 1)
        if low in ORDINALS:
            return self._ordinal(at, ORDINALS[low], at + 1)
        if low in _PLURAL:
            return Quantity(MatterKind.CARDS, f"#{_PLURAL[low]}s", at, at + 1)
        return self._counted(at)

    def _is_of_a_name(self, at: int) -> bool:
        """Whether a count in words belongs to a name: the Four of a game's title, the Third of Third Street."""
        raw = self.raws[at]
        if raw.low not in SINGLE and raw.low not in ORDINALS or not self.text[raw.start].isupper():
            return False
        if at + 1 >= len(self.raws):
            return False
        behind = self.raws[at + 1]
        return behind.kind == "word" and self.text[behind.start].isupper() and self.text[raw.end : behind.start] == " "

    # numbers

    def number(self, at: int) -> tuple[Fraction, int] | None:
        """A number in figures or words with its repetition in parentheses, and where it ends."""
        read = self._plain(at)
        if read is None:
            return None
        value, end = read
        part = self._part(end)
        if part is not None:
            value, end = value + part[0], part[1]
        if self.low(end) == "(":
            again = self._plain(end + 1)
            if again is not None and again[0] == value and self.low(again[1]) == ")":
                end = again[1] + 1
        return value, end

    def _plain(self, at: int) -> tuple[Fraction, int] | None:
        if at >= len(self.raws):
            return None
        raw = self.raws[at]
        if raw.kind == "number":
            if len(raw.low) > _MOST_DIGITS:
                return None
            value = Fraction(raw.low.replace(",", ""))
            if self.low(at + 1) == "/" and self.touches(at + 1) and self.touches(at + 2):
                below = self.raws[at + 2]
                if (
                    below.kind == "number"
                    and below.low.isdecimal()
                    and len(below.low) < 6
                    and int(below.low)
                    and self.low(at + 3) != "/"
                ):
                    return value / int(below.low), at + 3
            if self.low(at + 1) in ("million", "billion", "thousand", "hundred"):
                return value * _LARGE[self.low(at + 1)], at + 2
            return value, at + 1
        if raw.low in _SIGNS:
            return _SIGNS[raw.low], at + 1
        return self._in_words(at)

    def _in_words(self, at: int) -> tuple[Fraction, int] | None:
        total, group, end, last, scale = 0, 0, at, 10**12, 10**12
        while True:
            low = self.low(end)
            if low in ("-", "‐", "–") and end > at and (self.low(end + 1) in SINGLE or self.low(end + 1) in _PARTS):
                low = self.low(end + 1)
                step = 2
            else:
                step = 1
            if low in _PARTS and end > at and group and not total and step == 2:
                return Fraction(group, _PARTS[low]), end + step
            if low == "and" and end > at and self.low(end + 1) in SINGLE and last in (100, 1_000, 1_000_000):
                end += 1
                continue
            if low in SINGLE:
                value = SINGLE[low]
                fits = last >= 100 or (last in range(20, 100, 10) and 0 < value < 10)
                if end > at and not fits:
                    break
                group += value
                last = value if value else 1
            elif low in _LARGE and end > at:
                if group >= 100 and low == "hundred" or _LARGE[low] >= scale:
                    break
                if low == "hundred":
                    group = (group or 1) * 100
                    last = 100
                else:
                    total += (group or 1) * _LARGE[low]
                    group = 0
                    last = scale = _LARGE[low]
            else:
                break
            end += step
        return (Fraction(total + group), end) if end > at else None

    def _part(self, at: int) -> tuple[Fraction, int] | None:
        """What is behind a whole number: "1/2", "½", "and one-half"."""
        low = self.low(at)
        if low in _SIGNS:
            return _SIGNS[low], at + 1
        begin = at + 1 if low == "and" else at
        if low == "and" and self.low(begin) == "a" and self.low(begin + 1) in ("half", "quarter"):
            return Fraction(1, _PARTS[self.low(begin + 1)]), begin + 2
        if low != "and" and not (begin < len(self.raws) and self.raws[begin].kind == "number"):
            return None
        read = self._plain(begin) if begin < len(self.raws) else None
        return read if read is not None and 0 < read[0] < 1 and read[0].denominator in (2, 3, 4, 5, 8) else None

    # what numbers make

    def _counted(self, at: int) -> Quantity | None:
        raw = self.raws[at]
        if raw.kind == "number" and len(raw.low) <= _MOST_DIGITS and self._stands_alone(at + 1):
            return self._with_unit(at, Fraction(raw.low.replace(",", "")), at + 1)
        date = self._date(at)
        if date is not None:
            return date
        read = self.number(at)
        if read is None:
            return None
        value, end = read
        if self.low(end) in ("st", "nd", "rd", "th") and self.touches(end):
            return self._ordinal(at, int(value), end + 1)
        if self.low(end) == "s" and self.touches(end):
            return Quantity(MatterKind.CARDS, f"#{value}s", at, end + 1)
        hour = self._hour(at, value, end)
        if hour is not None:
            return hour
        odds = self._odds(at, value, end)
        if odds is not None:
            return odds
        return self._with_unit(at, value, end)

    def _ordinal(self, at: int, value: int, end: int) -> Quantity:
        """ "sixth", "6th", "sixth (6)", "sixth (6th)"."""
        if self.low(end) == "(" and self.low(end + 1) == str(value):
            behind = end + 3 if self.low(end + 2) in ("st", "nd", "rd", "th") else end + 2
            if self.low(behind) == ")":
                end = behind + 1
        return Quantity(MatterKind.ORDINAL, f"#{value}th", at, end)

    def _stands_alone(self, at: int) -> bool:
        """Whether the word behind a number in figures is an ordinary one, as it mostly is."""
        return at < len(self.raws) and self.raws[at].kind == "word" and self.raws[at].low not in _BEHIND

    def _with_unit(self, at: int, value: Fraction, end: int) -> Quantity:
        low = self.low(end)
        if low in ("%", "percent", "percentage") or low == "¢":
            if low == "¢":
                return Quantity(MatterKind.MONEY, f"#${value / 100}", at, end + 1)
            return Quantity(MatterKind.PERCENT, f"#{value}%", at, end + 1)
        if low == "per" and self.low(end + 1) in ("cent", "centum"):
            return Quantity(MatterKind.PERCENT, f"#{value}%", at, end + 2)
        if low in _MONEY_WORDS:
            return Quantity(MatterKind.MONEY, f"#${value * _MONEY_WORDS[low]}", at, end + 1)
        unit = low if low not in ("-", "‐") else self.low(end + 1)
        kind = MatterKind.DURATION if unit in _DURATIONS else MatterKind.NUMBER
        bare = end == at + 1 and self.low(at) == "one"
        return Quantity(kind, f"#{value}", at, end, bare)

    def _odds(self, at: int, value: Fraction, end: int) -> Quantity | None:
        join, behind = self.low(end), end + 1
        if join in ("-", "‐", "–") and self.low(end + 1) in ("to", "for") and self.low(end + 2) in ("-", "‐", "–"):
            join, behind = self.low(end + 1), end + 3
        if join not in ("to", "for", ":"):
            return None
        read = self.number(behind)
        if read is None or not read[0]:
            return None
        other, last = read
        if join == "to" and (
            self.low(at - 1) in _FROM or self.low(last) in _COUNTED or self.low(last) in ("%", "percent")
        ):
            return None
        if join == "for" and value <= other:
            return None
        paid = (value - other if join == "for" else value) / other
        return Quantity(MatterKind.ODDS, f"#{paid}to", at, last)

    def _money(self, at: int) -> Quantity | None:
        read = self.number(at + 1)
        if read is None:
            return None
        value, end = read
        if self.low(end) in _MONEY_WORDS:
            end += 1
        return Quantity(MatterKind.MONEY, f"#${value}", at, end)

    # times and dates

    def _hour(self, at: int, value: Fraction, end: int) -> Quantity | None:
        """ "8 a.m.", "8:00 AM", "08:30", "12 noon"; None where it is no time of day."""
        if value.denominator != 1 or not 0 <= value <= 24 or self.raws[at].kind not in ("number", "word"):
            return None
        minutes, last, has_minutes = 0, end, False
        if self.low(end) == ":" and self.touches(end) and self.touches(end + 1):
            behind = self.raws[end + 1]
            if behind.kind == "number" and len(behind.low) == 2 and behind.low.isdecimal() and int(behind.low) < 60:
                minutes, last, has_minutes = int(behind.low), end + 2, True
        if self.low(last) in ("noon", "midnight"):
            return self._named_hour(at, last, self.low(last))
        half = _HALF_DAY.match(self.text, self.raws[last - 1].end)
        if half is None:
            is_time = has_minutes and minutes in (0, 15, 30, 45)
            return Quantity(MatterKind.TIME, f"#t{int(value) * 60 + minutes}", at, last) if is_time else None
        hour = int(value) % 12 + (12 if half.group(1) in "pP" else 0)
        while last < len(self.raws) and self.raws[last].end <= half.end():
            last += 1
        return Quantity(MatterKind.TIME, f"#t{hour * 60 + minutes}", at, last)

    def _named_hour(self, at: int, last: int, low: str) -> Quantity:
        return Quantity(MatterKind.TIME, f"#t{720 if low == 'noon' else 0}", at, last + 1)

    def _day(self, at: int) -> tuple[int, int] | None:
        """The day of a month in figures, with "st" or "th", and where it ends."""
        if at >= len(self.raws) or self.raws[at].kind != "number" or not self.low(at).isdecimal():
            return None
        day = int(self.low(at)) if len(self.low(at)) <= 2 else 0
        if not 1 <= day <= 31:
            return None
        return day, at + 2 if self.low(at + 1) in ("st", "nd", "rd", "th") and self.touches(at + 1) else at + 1

    def _year(self, at: int) -> tuple[int, int] | None:
        if self.low(at) == ",":
            at += 1
        low = self.low(at)
        return (int(low), at + 1) if low.isdecimal() and len(low) == 4 and 1500 < int(low) < 2500 else None

    def _month_first(self, at: int) -> Quantity | None:
        month = _MONTHS[self.low(at)]
        if not self.text[self.raws[at].start].isupper():
            return None
        behind = at + 2 if self.low(at + 1) == "." else at + 1
        day = self._day(behind)
        year = self._year(day[1] if day else behind)
        if day is None and year is None:
            return None
        end = year[1] if year else day[1] if day else behind
        return Quantity(MatterKind.DATE, _date_key(year[0] if year else 0, month, day[0] if day else 0), at, end)

    def _date(self, at: int) -> Quantity | None:
        """ "31 May 2022", "31st of May", "5/31/2022", "2022-05-31"."""
        day = self._day(at)
        if day is not None:
            behind = day[1] + 1 if self.low(day[1]) == "of" else day[1]
            if self.low(behind) in _MONTHS and self.text[self.raws[behind].start].isupper():
                year = self._year(behind + 1)
                end = year[1] if year else behind + 1
                return Quantity(
                    MatterKind.DATE, _date_key(year[0] if year else 0, _MONTHS[self.low(behind)], day[0]), at, end
                )
        numbers = [self.low(at + n) for n in (0, 2, 4)]
        joins = {self.low(at + 1), self.low(at + 3)}
        if joins not in ({"/"}, {"-"}) or not all(n.isdecimal() and len(n) <= 4 for n in numbers):
            return None
        if not all(self.touches(at + n) for n in range(1, 5)):
            return None
        a, b, c = (int(n) for n in numbers)
        in_year, month, number = (a, b, c) if len(numbers[0]) == 4 else (c if c > 99 else 2000 + c, a, b)
        return Quantity(MatterKind.DATE, _date_key(in_year, month, number), at, at + 5) if 1 <= month <= 12 else None


def _date_key(year: int, month: int, day: int) -> str:
    return f"#d{year:04}-{month:02}-{day:02}"
