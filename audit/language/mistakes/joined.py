"""What joins things: or, and, semicolons, brackets, comparison signs, and other signs that the language lacks."""

from __future__ import annotations

import re

from audit.language.mistakes import openings
from audit.language.mistakes.expecting import advice, expected, tail_start
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import Edit, remaining
from audit.language.mistakes.words import does

COMPARISONS = {
    ">": ("over",), "<": ("under",), ">=": ("at least",), "=>": ("at least",), "≥": ("at least",), "<=": ("at most",),
    "=<": ("at most",), "≤": ("at most",), "=": ("is", "equals"), "==": ("is", "equals"), "===": ("is", "equals"),
    "!=": ("is not",), "≠": ("is not",), "<>": ("is not",), "=!": ("is not",),
}
ALL_COMPARISONS = ("over", "under", "at least", "at most", "equals", "is")
SUMS = {"*": "times", "×": "times", "·": "times", "+": "plus", "-": "less", "−": "less", "–": "less"}
BRACKETS = {"(": ")", "[": "]", "{": "}", ")": "", "]": "", "}": ""}
ODD_SPACES = {
    "\u00a0": "a no-break space", "\u2002": "an en space", "\u2003": "an em space", "\u2007": "a figure space",
    "\u2009": "a thin space", "\u202f": "a narrow space", "\u3000": "a wide space", "\u200b": "a space of no width",
    "\ufeff": "a byte order mark", "\u00ad": "a hyphen that does not show", "\u200c": "a joiner that does not show",
    "\u200d": "a joiner that does not show", "\u2060": "a joiner that does not show", "\x0b": "a vertical tab",
    "\r": "a carriage return", "\u2028": "a line separator", "\u0085": "a line separator", "\u200e": "a direction mark",
    "\u200f": "a direction mark",
}


def alternatives(m: Mistake) -> Explanation | None:
    """``or`` between tests, wagers or conditions."""
    if m.word.text.lower() not in ("or", "||", "and/or", "/", "|"):
        return None
    word = m.word
    if re.match(r"or\s+(more|fewer|better|worse|above)\b", m.text[word.start :]):
        return None
    comma = Edit(m.index, m.previous.end if m.previous else word.start, word.end, ",")
    what = _what_is_joined(m)
    if m.previous is not None and m.previous.text == ",":
        comma = Edit(m.index, word.start, m.after[0].start if m.after else word.end, "")
    if m.parses(comma) or m.second_slip(comma):
        shown = _list_around(m, comma)
        if what == "tests":
            return m.tell("or-between-tests", 'tests are not joined by "or"', word,
                          f'a comma says "any of": {shown}' + ("" if m.is_cell else
                          "      (between whole conditions: two lines)"), edits=(comma,))
        return m.tell("or-between-tests", f'{what} are not joined by "or"', word, f"a comma parts them: {shown}",
                      edits=(comma,))
    return m.tell("or-between-tests", 'conditions are not joined by "or"', word,
                  "two lines, one for each, each with its clause" if not m.is_cell else "two rows, one for each")


def _what_is_joined(m: Mistake) -> str:
    if m.is_cell or m.accepts & {"THROUGH", "_OR_BETTER", "_OR_MORE"} or re.search(r"\b(on|except|faces)\b", m.text[: m.at]):
        return "tests"
    first = m.words[0].text if m.words else ""
    if first in ("needs", "bets", "settle", "pays", "forfeit", "instead", "return"):
        return "wagers"
    if re.match(r"\s*may (not )?be\b", m.text):
        return "rights"
    return {"may": "acts", "must": "acts"}.get(first, "tests" if " is " in m.text[: m.at] else "members of a list")


def _list_around(m: Mistake, comma: Edit) -> str:
    """The list that a comma makes, from the last word before it that no list holds: ``5, 6``."""
    made = comma.apply(m.lines)[m.index]
    cut = re.search(r"\s(if|unless|when|assumed)\b|@", made)
    body = made[: cut.start()] if cut else made
    if m.is_cell:
        return body.strip()
    begin = re.search(r"^.*\b(on|is|not|except|needs|bets|of|from|faces|may|must|be|one of)\s+(?=\S)", body[: comma.start])
    return body[begin.end() if begin else 0 :].strip()


def two_facts(m: Mistake) -> Explanation | None:
    """A second fact on the line, behind ``and``, a comma or a semicolon, or with nothing between."""
    joins = {"and", "&", "&&", ";", "then", "also", "but", "plus"}
    word = m.word
    if m.is_cell or m.is_at_end or word.text.startswith("@"):
        return None
    joined = word.text.lower() in joins
    after_comma = m.previous is not None and m.previous.text == ","
    rest_at = (m.after[0].start if joined and m.after else None) if joined else word.start
    if rest_at is None:
        if word.text == ";":
            return m.tell("two-facts", 'no line ends in ";"', word, "leave it out",
                          edits=(m.edit(word.start, word.end, ""),))
        return None
    tail = tail_start(m)
    rest = m.text[rest_at:tail].strip()
    before_end = m.previous.start if after_comma and m.previous else word.start
    before = m.text[:before_end].rstrip()
    if rest and before.strip() and _both_stand(m, before, rest, m.text[tail:]):
        return m.tell("two-facts", "one fact a line", word, f'"{rest}" on a line of its own, with its clause',
                      edits=(m.edit(len(before), tail, "  "),))
    last = re.fullmatch(r"otherwise (\w+)", rest)
    if last and before.strip() and _both_stand(m, before, f"{last[1]} otherwise", m.text[tail:]):
        return m.tell("two-facts", "one fact a line", word, f'"{last[1]} otherwise" on a line of its own, with its clause',
                      edits=(m.edit(len(before), tail, "  "),))
    if joined and word.text.lower() in ("and", "&", "&&"):
        comma = Edit(m.index, m.previous.end if m.previous else word.start, word.end, ",")
        if m.parses(comma):
            what = _what_is_joined(m)
            return m.tell("and-in-list", f'{what} are not joined by "{word.text}"', word,
                          f'a comma says "any of": {_list_around(m, comma)}' if what == "tests" else
                          f"a comma parts them: {_list_around(m, comma)}", edits=(comma,))
        if word.text != "and" and does(m, word.start, word.end, "and"):
            return m.tell("symbol", f'"{word.text}" is a sign; the word is "and"', word, "write: and", replacement="and")
    if word.text == ";":
        comma = Edit(m.index, m.previous.end if m.previous else word.start, word.end, ",")
        if m.parses(comma):
            return m.tell("two-facts", "a list is parted by commas", word, f"write: {_list_around(m, comma)}", edits=(comma,))
        return m.tell("two-facts", "one fact a line; there is no semicolon", word, "what follows on a line of its own")
    return None


def _both_stand(m: Mistake, before: str, rest: str, tail: str) -> bool:
    """Whether the two halves would each do as a line."""
    lead = " " * (len(m.text) - len(m.text.lstrip(" ")))
    first = m.edit(0, len(m.text), f"{before} {tail}")
    second = m.edit(0, len(m.text), f"{lead}{rest} {tail}")
    if openings.block_around(m.lines, m.index) is None and not lead:
        return False
    return all(remaining(m.lines, (e,), m.index, m.start, m.effort) is None for e in (first, second))


def brackets(m: Mistake) -> Explanation | None:
    """Parentheses and their kin."""
    word = m.word
    if word.text not in BRACKETS:
        return None
    kind = {"(": "parentheses", ")": "parentheses"}.get(word.text, "brackets")
    message = f"there are no {kind}"
    closing = BRACKETS[word.text]
    close = next((p for p in m.after if p.text == closing), None) if closing else None
    edits = [m.edit(word.start, word.end, "")] + ([m.edit(close.start, close.end, "")] if close is not None else [])
    gone = tuple(edits)
    inner = m.text[word.end : close.start].strip() if close is not None else ""
    if m.parses(*gone):
        what = expected(m)
        mend = advice(m) if not inner else f'{_after(m)}{what.phrase}, such as: {inner}'
        if m.accepts & {"_NL"}:
            mend = f"without them: {inner}" if inner else "leave it out"
        return m.tell("parenthesis", message, word, mend, edits=gone)
    if m.accepts & {"_NL"} and close is not None and re.search(r"[a-z]{3}", inner):
        return m.tell("parenthesis", message, word, f"a remark stands behind #: # {inner}")
    return m.tell("parenthesis", message, word, advice(m, until=close.end if close else None))


def _after(m: Mistake) -> str:
    return f'after "{m.previous.text}": ' if m.previous is not None else ""


def signs(m: Mistake) -> Explanation | None:
    """Comparison signs, signs of arithmetic, colons, full stops, and spaces that only look like spaces."""
    word = m.word
    odd = _odd_space(m)
    if odd is not None:
        return odd
    if word.text in COMPARISONS:
        for instead in COMPARISONS[word.text]:
            if does(m, word.start, word.end, instead):
                also = ", ".join(c for c in ALL_COMPARISONS if c != instead)
                return m.tell("symbol", "comparisons are words", word, f"{instead}; also: {also}", replacement=instead)
        for instead in ("", "to", "as", "default"):
            edit = m.edit(m.previous.end if m.previous else word.start, word.end, f" {instead}" if instead else "")
            if m.parses(edit):
                mend = f'the word is "{instead}"' if instead else "leave it out"
                return m.tell("symbol", f'"{word.text}" is no sign of the language', word, mend, edits=(edit,))
        return m.tell("symbol", "comparisons are words", word,
                      f"{COMPARISONS[word.text][0]}; also: {', '.join(c for c in ALL_COMPARISONS if c != COMPARISONS[word.text][0])}"
                      if "IS" in m.accepts else advice(m))
    if word.text in SUMS and does(m, word.start, word.end, SUMS[word.text]):
        return m.tell("symbol", f'"{word.text}" is a sign; sums are words', word, f"{SUMS[word.text]}; also: plus, less, times",
                      replacement=SUMS[word.text])
    return _punctuation(m)


def _punctuation(m: Mistake) -> Explanation | None:
    piece = m.word if m.word.text else m.previous
    if piece is None:
        return None
    bare = piece.text.rstrip(".:!?,;")
    if bare == piece.text or not m.parses(m.edit(piece.start + len(bare), piece.end, "")):
        return None
    sign = piece.text[len(bare) :]
    place = Piece(sign, piece.start + len(bare))
    is_last = not [p for p in m.words if p.start > piece.start and not p.text.startswith("@")]
    name = {":": "a colon", ".": "a full stop", ",": "a comma"}.get(sign, f'"{sign}"')
    message = f"no line ends in {name}" if is_last else f"{name} does not belong here"
    return m.tell("punctuation", message, place, "leave it out", edits=(m.edit(place.start, place.end, ""),))


def _odd_space(m: Mistake) -> Explanation | None:
    at = m.at
    letter = m.text[at : at + 1]
    if letter not in ODD_SPACES and not (letter and (ord(letter) < 32 or 127 <= ord(letter) < 160)):
        return None
    what = ODD_SPACES.get(letter, f"a character that does not show (U+{ord(letter):04X})")
    mended = "".join(" " if c in ODD_SPACES or ord(c) < 32 or 127 <= ord(c) < 160 else c for c in m.text)
    all_of_them = tuple(m.edit(n, n + 1, new) for n, (old, new) in enumerate(zip(m.text, mended, strict=True)) if old != new)
    one = m.parses(m.edit(at, at + 1, " "))
    return m.tell(
        "odd-space", f"{what} is no space of the language", Piece(letter, at),
        "an ordinary space" if one else "ordinary spaces throughout the line",
        replacement=" " if one else None, edits=all_of_them if m.parses(*all_of_them) else (),
    )
