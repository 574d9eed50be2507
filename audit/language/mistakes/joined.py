"""What joins things: or, and, semicolons, brackets, comparison signs, and other signs that the language lacks."""

from __future__ import annotations

import re

from audit.language.mistakes.expecting import advice, expected, tail_start
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import Edit, mended, remaining
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
    commas = _commas_for(m, word.text)
    what = _what_is_joined(m)
    if m.parses(*commas):
        shown = _list_around(m, commas)
        if what == "tests":
            return m.tell("or-between-tests", 'tests are not joined by "or"', word,
                          f'a comma says "any of": {shown}' + ("" if m.is_cell else
                          "      (between whole conditions: two lines)"), edits=commas)
        return m.tell("or-between-tests", f'{what} are not joined by "or"', word, f"a comma parts them: {shown}",
                      edits=commas)
    in_condition = re.search(r"\b(if|unless|when|while|require|until)\b", m.text[: m.at]) is not None
    if not in_condition and m.parses(m.put(word, "and")):
        return m.tell("or-between-tests", f'{what} are not joined by "or"', word,
                      f"both together: {m.previous.text if m.previous else ''} and {m.after[0].text if m.after else ''}",
                      edits=(m.put(word, "and"),))
    if not m.is_cell and not in_condition:
        return m.tell("or-between-tests", '"or" joins nothing here', word, "two lines, one for each, each with its clause")
    first = m.edit(m.previous.end if m.previous else word.start, max(tail_start(m), word.end), " ")
    return m.tell("or-between-tests", 'conditions are not joined by "or"', word,
                  "two lines, one for each, each with its clause" if not m.is_cell else "two rows, one for each",
                  edits=(first,) if m.parses(first) else ())


def _commas_for(m: Mistake, joint: str) -> tuple[Edit, ...]:
    """Commas in the place of this joint and of the same further on in the list."""
    end = tail_start(m)
    found: list[Edit] = []
    for before, piece in zip((None, *m.words), m.words, strict=False):
        if piece.text != joint or piece.start < m.word.start or piece.start >= end:
            continue
        if re.match(r"(or|and)\s+(more|fewer|better|worse|above)\b", m.text[piece.start :]):
            continue
        if before is not None and before.text == ",":
            after = next((p.start for p in m.words if p.start > piece.start), piece.end)
            found.append(Edit(m.index, piece.start, after, ""))
        else:
            found.append(Edit(m.index, before.end if before is not None else piece.start, piece.end, ","))
    return tuple(found)


def _what_is_joined(m: Mistake) -> str:
    if m.is_cell or m.accepts & {"THROUGH", "_OR_BETTER", "_OR_MORE"} or re.search(r"\b(on|except|faces)\b", m.text[: m.at]):
        return "tests"
    first = m.words[0].text if m.words else ""
    if first in ("needs", "bets", "settle", "pays", "forfeit", "instead", "return"):
        return "wagers"
    if re.match(r"\s*may (not )?be\b", m.text):
        return "rights"
    return {"may": "acts", "must": "acts"}.get(first, "tests" if " is " in m.text[: m.at] else "members of a list")


def _list_around(m: Mistake, commas: tuple[Edit, ...]) -> str:
    """The list that commas make, from the last word before them that no list holds: ``5, 6``."""
    comma = commas[0]
    made = mended(m.lines, commas)[m.index]
    cut = re.compile(r"\s(if|unless|when|assumed)\b|@").search(made, comma.start)
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
    after_comma = word.text == "," or m.previous is not None and m.previous.text == ","
    joined = joined or word.text == ","
    rest_at = (m.after[0].start if joined and m.after else None) if joined else word.start
    if rest_at is None:
        if word.text == ";":
            return m.tell("two-facts", 'no line ends in ";"', word, "leave it out",
                          edits=(m.edit(word.start, word.end, ""),))
        return None
    tail = tail_start(m)
    rest = m.text[rest_at:tail].strip()
    before_end = m.previous.start if after_comma and m.previous and word.text != "," else word.start
    before = m.text[:before_end].rstrip()
    if rest and before.strip() and _both_stand(m, before, rest, m.text[tail:]):
        return m.tell("two-facts", "one fact a line", word, f'"{rest}" on a line of its own, with its clause',
                      edits=(m.edit(len(before), tail, "  "),))
    if word.text in ("then", "do", ":") and m.words[0].text in ("if", "otherwise", "when") and rest:
        return m.tell("two-facts", f'nothing stands on the line behind "{word.text}"', word,
                      f'"{rest}" on the next line, two spaces further in')
    lead = " ".join(p.text for p in m.words[:2])
    if after_comma and m.words[0].text == "needs" and _both_stand(m, before, f"{lead} {rest}", m.text[tail:]):
        return m.tell("two-facts", "one need a line", word, f'"{lead} {rest}" on a line of its own',
                      edits=(m.edit(len(before), tail, "  "),))
    last = re.fullmatch(r"otherwise (\w+)", rest)
    if last and before.strip() and _both_stand(m, before, f"{last[1]} otherwise", m.text[tail:]):
        return m.tell("two-facts", "one fact a line", word, f'"{last[1]} otherwise" on a line of its own, with its clause',
                      edits=(m.edit(len(before), tail, "  "),))
    if joined and word.text.lower() in ("and", "&", "&&"):
        commas = _commas_for(m, word.text)
        if m.parses(*commas):
            what = _what_is_joined(m)
            return m.tell("and-in-list", f'{what} are not joined by "{word.text}"', word,
                          f'a comma says "any of": {_list_around(m, commas)}' if what == "tests" else
                          f"a comma parts them: {_list_around(m, commas)}", edits=commas)
        if word.text != "and" and does(m, word.start, word.end, "and"):
            return m.tell("symbol", f'"{word.text}" is a sign; the word is "and"', word, "write: and", replacement="and")
    if word.text == ";":
        comma = Edit(m.index, m.previous.end if m.previous else word.start, word.end, ",")
        if m.parses(comma):
            return m.tell("two-facts", "a list is parted by commas", word, f"write: {_list_around(m, (comma,))}",
                          edits=(comma,))
        return m.tell("two-facts", "one fact a line; there is no semicolon", word, "what follows on a line of its own")
    return None


def _both_stand(m: Mistake, before: str, rest: str, tail: str) -> bool:
    """Whether the two halves would each do as a line."""
    lead = " " * (len(m.text) - len(m.text.lstrip(" ")))
    first = m.edit(0, len(m.text), f"{before} {tail}")
    second = m.edit(0, len(m.text), f"{lead}{rest} {tail}")
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
    if close is not None and close is m.words[-1] and re.fullmatch(r"[A-Z0-9][\w.]*(, [A-Z0-9][\w.]*)*", inner):
        clause = m.edit(word.start, close.end, f"@ {inner}")
        if m.parses(clause):
            return m.tell("parenthesis", message, word, f"a clause stands behind @: @ {inner}", edits=(clause,))
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
        exact = next((c for c in COMPARISONS[word.text] if m.parses(m.put(word, c))), None)
        if exact is not None:
            return _compared(m, word, exact)
        for instead in ("", "to", "as", "default"):
            edit = m.edit(m.previous.end if m.previous else word.start, word.end, f" {instead}" if instead else "")
            if m.parses(edit):
                mend = f'the word is "{instead}"' if instead else "leave it out"
                return m.tell("symbol", f'"{word.text}" is no sign of the language', word, mend, edits=(edit,))
        for instead in COMPARISONS[word.text]:
            if does(m, word.start, word.end, instead):
                return _compared(m, word, instead)
        return m.tell("symbol", "comparisons are words", word,
                      f"{COMPARISONS[word.text][0]}; also: {', '.join(c for c in ALL_COMPARISONS if c != COMPARISONS[word.text][0])}"
                      if "IS" in m.accepts else advice(m))
    around = [p.text for p in (*m.before[-1:], *m.after[:1])]
    is_figure = len(around) == 2 and all(text.isdigit() for text in around)  # odds or a range, told elsewhere
    if word.text in SUMS and not is_figure and does(m, word.start, word.end, SUMS[word.text]):
        return m.tell("symbol", f'"{word.text}" is a sign; sums are words', word, f"{SUMS[word.text]}; also: plus, less, times",
                      replacement=SUMS[word.text])
    return _punctuation(m)


def _compared(m: Mistake, word: Piece, instead: str) -> Explanation:
    also = ", ".join(c for c in ALL_COMPARISONS if c != instead)
    return m.tell("symbol", "comparisons are words", word, f"{instead}; also: {also}", replacement=instead)


def _punctuation(m: Mistake) -> Explanation | None:
    piece = m.word if m.word.text else m.previous
    if piece is None:
        return None
    if piece.text == "," and piece is m.word:
        return _no_commas(m) or _other_joint(m)
    bare = piece.text.rstrip(".:!?,;")
    if bare == piece.text or not m.parses(m.edit(piece.start + len(bare), piece.end, "")):
        return None
    sign = piece.text[len(bare) :]
    place = Piece(sign, piece.start + len(bare))
    is_last = not [p for p in m.words if p.start > piece.start and not p.text.startswith("@")]
    name = {":": "a colon", ".": "a full stop", ",": "a comma"}.get(sign, f'"{sign}"')
    message = f"no line ends in {name}" if is_last else f"{name} does not belong here"
    return m.tell("punctuation", message, place, "leave it out", edits=(m.edit(place.start, place.end, ""),))


def _no_commas(m: Mistake) -> Explanation | None:
    """A list that is written without commas: the order of cards."""
    end = tail_start(m)
    commas = [p for p in m.words if p.text == "," and m.word.start <= p.start < end]
    edits = tuple(m.put(p, "") for p in commas)
    if not m.parses(*edits):
        return None
    begin = m.previous.start if m.previous else m.word.start
    shown = re.sub(r"\s*,\s*", " ", m.text[begin:end]).strip()
    return m.tell("punctuation", "no commas belong here", m.word, f"write: {shown}", edits=edits)


def _other_joint(m: Mistake) -> Explanation | None:
    """A comma where another word joins: remedies, shares, areas to deal to; or one that ``or`` lacks."""
    for joint in (" and", " with"):
        if m.parses(m.put(m.word, joint)) and m.previous is not None and m.after:
            return m.tell("punctuation", "these are not joined by a comma", m.word,
                          f"write: {m.previous.text}{joint} {m.after[0].text}", edits=(m.put(m.word, joint),))
    return None


def comma_before_or(m: Mistake) -> Explanation | None:
    """``11 or 1 if …``, where the second stands behind a comma."""
    for before, piece in zip(m.words, m.words[1:], strict=False):
        if piece.text == "or" and piece.start < m.word.start and m.parses(m.edit(before.end, before.end, ",")):
            return m.tell("punctuation", 'a comma stands before this "or"', piece, f"write: {before.text}, or",
                          edits=(m.edit(before.end, before.end, ","),))
    return None


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
