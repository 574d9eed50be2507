"""How figures are written: the one place where a number becomes text, for every renderer.

A figure is rounded from its fraction, never from a float; half goes up, away from zero.  Nothing here knows of HTML,
of a terminal or of JSON; whoever needs a plain hyphen for a minus sign passes one.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

MINUS = "\u2212"
EDGE_PLACES = 4
RATE_PLACES = 2
VARIANCE_PLACES = 4
JSON_DIGITS = 18
MOST_DIGITS = 36
"""A fraction of more digits, numerator and denominator together, is not written out where others stand in a line."""
MOST_DIGITS_OF_TERM = 14
"""A fraction of which one term has more digits fits into no column of a table."""


def rounded(number: Fraction, places: int, *, minus: str = MINUS, thousands: bool = True) -> str:
    """A number to that many places, half up by its size; a negative number keeps its sign even where it rounds to 0."""
    scale = 10**places
    size = abs(number) * scale
    units = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    whole, rest = divmod(units, scale)
    text = f"{whole:,}" if thousands else str(whole)
    if places:
        text = f"{text}.{rest:0{places}d}"
    return f"{minus}{text}" if number < 0 else text


def percent(share: Fraction, places: int = EDGE_PLACES, *, minus: str = MINUS, sign: str = "") -> str:
    """A share as per cent: 7/495 is ``1.4141``; ``sign="%"`` puts the sign behind it."""
    return f"{rounded(share * 100, places, minus=minus)}{sign}"


def decimal(number: Fraction, digits: int = JSON_DIGITS) -> str:
    """A decimal for programs: at most that many places, no idle zeros, a plain hyphen; 1/2 is ``0.5``."""
    text = rounded(number, digits, minus="-", thousands=False)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def fraction(number: Fraction, *, minus: str = MINUS) -> str:
    """``7/495``; a whole number stands alone."""
    text = str(abs(number))
    return f"{minus}{text}" if number < 0 else text


def fraction_parts(number: Fraction, *, minus: str = MINUS) -> tuple[str, str]:
    """Numerator with its sign, and denominator: for setting on the stroke; a whole number has no second part."""
    first, _, second = fraction(number, minus=minus).partition("/")
    return first, second


def fraction_and_percent(number: Fraction, places: int = EDGE_PLACES) -> str:
    """``7/495 (1.4141%)``, as prose has it; per cent alone where the fraction is too long to read."""
    share = percent(number, places, sign="%")
    return share if is_too_long(number) else f"{fraction(number)} ({share})"


def digits(number: Fraction) -> int:
    """Digits of a fraction, numerator and denominator together, reckoned from their bits."""
    return round((abs(number.numerator).bit_length() + number.denominator.bit_length()) * 0.30103 + 0.5)


def is_too_long(number: Fraction) -> bool:
    """Whether a fraction fits into no line."""
    return digits(number) > MOST_DIGITS


def is_too_wide(number: Fraction) -> bool:
    """Whether a fraction fits into no column of a table, set on two lines."""
    terms = (len(str(abs(term))) for term in (number.numerator, number.denominator))
    return is_too_long(number) or max(terms) > MOST_DIGITS_OF_TERM


MOST_PLACES_OF_POINTS = 8


def points(difference: Fraction, *, minus: str = MINUS) -> str:
    """A difference of shares in points of a per cent, with its sign: ``+1.0101``, ``−0.0007``, ``0``.

    One that would seem to be nothing has two digits that tell it, if eight places hold them: ``+0.000012``.
    """
    places, size = EDGE_PLACES, abs(difference) * 100
    while size and size * 10**places < 1 and places < MOST_PLACES_OF_POINTS:
        places += 2
    if not difference:
        return "0"
    shown = rounded(difference * 100, places, minus=minus)
    return f"+{shown}" if difference > 0 else shown


LONGEST_FRACTION = 1_000_000
"""What a unit gains or loses is rounded where its fraction has a greater denominator: an average over many ends."""


def net(number: Fraction, *, minus: str = MINUS) -> str:
    """What a unit gains or loses: ``+9``, ``+0.475``, ``+7/6``, ``−1``; decimals where three places hold it exactly.

    A fraction that nobody could read is an average over many ends: it is rounded, and said to be one.
    """
    sign = "+" if number > 0 else minus if number < 0 else ""
    size = abs(number)
    if size.denominator > LONGEST_FRACTION:
        return f"on average {sign}{rounded(size, 3)}"
    if (size * 1000).denominator != 1:
        return f"{sign}{size}"
    text = rounded(size, 3)
    return f"{sign}{text.rstrip('0').rstrip('.')}"


def integer(count: int, *, minus: str = MINUS) -> str:
    """``19,569,715,379``."""
    return f"{minus}{-count:,}" if count < 0 else f"{count:,}"


def of_total(share: Fraction, total: int) -> str:
    """``1,041 of 19,933``, where the total counts the share exactly; else the fraction."""
    count = share * total
    return f"{integer(count.numerator)} of {integer(total)}" if count.denominator == 1 else fraction(share)


def odds_text(odds: tuple[int, int] | Fraction) -> str:
    """``251 to 244``, from two terms or from what stands against one."""
    first, second = (odds.numerator, odds.denominator) if isinstance(odds, Fraction) else odds
    return f"{integer(first)} to {integer(second)}"


def money(amount: Fraction, *, minus: str = MINUS) -> str:
    """``$1,000``, ``$2.50``; parts of a cent are rounded."""
    text = rounded(abs(amount), 0 if amount.denominator == 1 else 2)
    return f"{minus}${text}" if amount < 0 else f"${text}"


def exactly(number: float) -> Fraction:
    """A sampled number as the fraction of its shortest decimal, so that it is rounded like every other.

    Raises `ValueError` where it is not a finite number.
    """
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return Fraction(Decimal(repr(float(number))))


def places_borne(half_width: float, most: int) -> int:
    """How many places an estimate bears: those at which its half interval shows two digits, ``most`` at the most."""
    if not math.isfinite(half_width) or half_width <= 0:
        return most
    return max(0, min(most, 1 - math.floor(math.log10(half_width))))


def approximate(estimate: float, half_width: float, most: int) -> str:
    """An estimate with no more digits than its interval bears, in the unit given: ``1.45``."""
    return rounded(exactly(estimate), places_borne(half_width, most))


def sampling_half_width(share: float, rounds: int, z: float = 1.959964) -> float:
    """Half of the interval of a share seen in so many rounds, at the confidence that z stands for (95 per cent)."""
    return z * math.sqrt(max(share * (1 - share), 0.0) / rounds) if rounds > 0 else math.inf
