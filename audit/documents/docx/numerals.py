"""Numbers as automatic numbering prints them."""

from __future__ import annotations

_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_UNITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen",
          "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen")
_TENS = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety")
_ORDINALS = {"One": "First", "Two": "Second", "Three": "Third", "Five": "Fifth", "Eight": "Eighth", "Nine": "Ninth",
             "Twelve": "Twelfth"}
_MOST_LETTERS = 780
_MOST_ROMAN = 3999
KNOWN = frozenset({
    "decimal", "decimalZero", "upperRoman", "lowerRoman", "upperLetter", "lowerLetter", "ordinal", "cardinalText",
    "ordinalText", "numberInDash", "none", "bullet",
})


def numeral(n: int, form: str) -> str:
    """A number in one of Word's forms; a form that is not `KNOWN`, or a number beyond it, is printed in digits."""
    match form:
        case "none" | "bullet":
            return ""
        case "decimalZero":
            return f"{n:02d}"
        case "upperRoman" | "lowerRoman" if 0 < n <= _MOST_ROMAN:
            roman = _roman(n)
            return roman if form == "upperRoman" else roman.lower()
        case "upperLetter" | "lowerLetter" if 0 < n <= _MOST_LETTERS:
            # Behind Z come AA, BB, CC: the letter is said again, it does not count on.
            letters = chr(ord("A") + (n - 1) % 26) * ((n - 1) // 26 + 1)
            return letters if form == "upperLetter" else letters.lower()
        case "ordinal":
            ending = "th" if n % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
            return f"{n}{ending}"
        case "cardinalText" if 0 <= n < 100:
            return _words(n)
        case "ordinalText" if 0 < n < 100:
            return _ordinal_words(n)
        case "numberInDash":
            return f"- {n} -"
    return str(n)


def _roman(n: int) -> str:
    made = ""
    for size, sign in _ROMAN:
        while n >= size:
            made += sign
            n -= size
    return made


def _words(n: int) -> str:
    if n < 20:
        return _UNITS[n]
    return _TENS[n // 10] + (f"-{_UNITS[n % 10].lower()}" if n % 10 else "")


def _ordinal_words(n: int) -> str:
    cardinal = _words(n)
    head, dash, last = cardinal.rpartition("-")
    last = _ORDINALS.get(last.capitalize(), last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}{dash}{last.lower() if dash else last}"
