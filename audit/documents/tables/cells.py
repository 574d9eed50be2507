"""What a line may be to a table: a row that ends in values, a heading of columns, a lone name, a lone value, prose."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from audit.documents.pages import Line, View

Bounds = tuple[int, int]
"""A stretch of the text that is shown, from 0, exclusive end."""


class Shape(enum.Enum):
    ROW = "a name and values"
    VALUES = "values alone"
    NUMBERS = "three values or more that fill the line"
    HEAD = "names of columns"
    LINK = "a word that only joins a name to a value"
    SHORT = "a few words that are no sentence"
    TAIL = "a few words that go on from the line above"
    LABEL = "a list mark that stands alone"
    JUNK = "no letter and no digit"
    PROSE = "prose"


_NUMBER = r"\d[\d,]*(?:\.\d+)?"
# The last figure of odds in a scan may be a bracket or a letter; it is kept as it is printed.
_LAST = r"(?:\d[\d,]*(?:\.\d+)?|[\]lI!])"
_ODDS = (
    rf"(?:{_NUMBER}|½)(?:½|\s1/2)?\s?t\.?o\s?{_LAST}|{_NUMBER}\s?for\s?{_NUMBER}|(?<![\d:]){_NUMBER}:{_NUMBER}"
    r"|\d{1,4}-[1256]"
)
_TIMES = rf"{_NUMBER}\s?(?:x|times|points?|units?|credits?|coins?)"
_MONEY = rf"\$\s?(?:{_NUMBER}|\.\d+)"
_PERCENT = rf"{_NUMBER}\s?%|{_NUMBER} percent(?: of(?: the)?(?: \w+){{1,2}})?"
_STANDS_ANYWHERE = frozenset(("N/A", "n/a", "None", "NONE", "Push", "PUSH"))
"""Words that are a value even where other values follow; "10 to Win  9 to 5" is a name and one value."""
_WORD = r"N/A|n/a|Push|PUSH|Lose|LOSE|Loses|Win|WIN|Void|VOID|Tie|TIE|None|NONE"
_NOT_WITHIN = r"(?<![\w.,$#/-])"
_BEHIND = re.compile(
    rf"{_NOT_WITHIN}(?P<value>(?P<odds>{_ODDS})|(?P<money>{_MONEY})|(?P<percent>{_PERCENT})|(?P<times>{_TIMES})"
    rf"|(?P<word>{_WORD}))\*{{0,3}}$"
)
_FIGURE = rf"(?:\$\s?)?(?:{_NUMBER}|\.\d+)"
_FIGURE_BEHIND = re.compile(rf"{_NOT_WITHIN}(?P<value>{_FIGURE}\s?[-–/&]\s?{_FIGURE}|{_FIGURE})$")
_CUT = re.compile(rf"^{_NUMBER}\s?(?:t|to)$")
_NOISE_BEHIND = " \t.,;'\"|-–_"
_LIST_MARK = re.compile(
    r"\s*(?:[-•*]\s+)?"
    r"(?:\(?[A-Za-z]{1,2}[.)]|\(?[ivxlIVXL]{1,5}[.)]|\(?\d{1,3}[.)]|§+\s?\d+\S*|\([A-Za-z0-9]{1,4}\))(?=\s|$|[A-Z(])"
)
_LONE_MARK = re.compile(r"^\s*(?:\(?[A-Za-z0-9]{1,4}[.)]|\d{1,3}|[.:>,'J)]{1,4}|[a-z])\s*$")
_BULLET = re.compile(r"\s*[-•*–]\s+\w")
_SENTENCE = re.compile(
    r"\b(?:shall|will|must|may|can|is|are|be|been|was|were|has|have|had|if|when|who|which|that|whose|except|provided)\b"
    r"|[.;?] +\S",
    re.IGNORECASE,
)
_HANGS = re.compile(
    r"\b(?:an?|the|of|at|be|paid|is|odds|than|least|by|in|on|from|to|and|or|for|with|as|no|not|per|any|each)[(,]*$",
    re.IGNORECASE,
)
_COLUMN_WORDS = (
    r"odds|payouts?|payoffs?|pays|pay\s?tables?|payouts?/odds|prizes?|envy|table\s(?:[A-Z]|[IVX]+|\d+)|awards?"
)
_COLUMN = re.compile(rf"\b(?:{_COLUMN_WORDS})\b", re.IGNORECASE)
NAME_COLUMNS = ("hand", "hands", "wager", "wagers", "bet", "bets", "hand type", "type", "bonus", "result", "outcome")
_GAP = re.compile(r"\t+ *| {2,}(?=\S)| *\| *")
_LINK = re.compile(r"^\s*(?:pays?|paid|=|:|\.{3,})\s*$")
LINK_BEHIND = re.compile(r"(?:\s+(?:pays?|=|[-–]+)|\s*[:|]|(?:\s*\.){3,})\s*$", re.IGNORECASE)
_OPENER = re.compile(r"\s(either|up to|at least|at most|no less than|no more than|not less than)$", re.IGNORECASE)
_LONGEST_ROW = 120
_LONGEST_WORDS = 70
_LAST_WORDS = (*_WORD.split("|"), "times", "point", "points", "unit", "units", "credit", "credits", "coin", "coins")
_LONGEST_NAME = 14


@dataclass(frozen=True)
class Shown:
    """A line as the view shows it, and what it may be.  ``values`` are its values from left to right; ``name`` what
    stands before them, without the blanks around it."""

    line: Line
    text: str
    columns: tuple[int, ...]
    shape: Shape
    name: Bounds = (0, 0)
    values: tuple[Bounds, ...] = ()
    is_numeric: bool = False
    link: str = ""

    @property
    def number(self) -> int:
        return self.line.number

    def words(self, bounds: Bounds) -> str:
        return self.text[bounds[0] : bounds[1]]

    @property
    def whole(self) -> Bounds:
        return trimmed(self.text, 0, len(self.text))


def trimmed(text: str, start: int, end: int) -> Bounds:
    """The stretch without the blanks at its ends."""
    part = text[start:end]
    bare = part.lstrip()
    start += len(part) - len(bare)
    return start, start + len(bare.rstrip())


def shown(line: Line, view: View) -> Shown:
    """What the line is, by itself."""
    seen = line.seen(view)
    text, columns = seen.text, seen.columns
    if line.cells:
        return Shown(line, text, columns, Shape.PROSE)
    start, end = trimmed(text, 0, len(text))
    bare = text[start:end]
    if end - start > _LONGEST_ROW or (end - start > _LONGEST_WORDS and not _may_end_in_a_value(bare)):
        return Shown(line, text, columns, Shape.PROSE)
    if not any(c.isalnum() for c in bare):
        return Shown(line, text, columns, Shape.JUNK)
    if _LINK.match(bare):
        return Shown(line, text, columns, Shape.LINK)
    figures = _figures(text)
    if figures:
        return Shown(line, text, columns, Shape.NUMBERS, (start, start), figures, True)
    if _LONE_MARK.match(text):
        return Shown(line, text, columns, Shape.LABEL)
    if _LIST_MARK.match(text) or _BULLET.match(text):
        return Shown(line, text, columns, Shape.PROSE)
    found = _row(line, text, columns) if _may_end_in_a_value(bare) else None
    return found or Shown(line, text, columns, _shape_of_words(bare))


def _may_end_in_a_value(bare: str) -> bool:
    kept = bare.rstrip(_NOISE_BEHIND)
    if not kept:
        return False
    return kept[-1] in "0123456789%]!lI½*x" or kept.endswith(_LAST_WORDS) or " percent" in kept or "\t" in kept


def _row(line: Line, text: str, columns: tuple[int, ...]) -> Shown | None:
    values, at, is_numeric = _values(text)
    if not values:
        return None
    start, end = trimmed(text, 0, at)
    start += len(text[start:end]) - len(text[start:end].lstrip("| "))
    name = text[start:end]
    if not any(c.isalnum() for c in name):
        return Shown(line, text, columns, Shape.VALUES, (end, end), values, is_numeric)
    opener = _OPENER.search(name)
    if opener is not None:
        values = ((start + opener.start(1), values[0][1]), *values[1:])
        start, end = trimmed(text, start, start + opener.start())
        name = text[start:end]
    link = LINK_BEHIND.search(name)
    joining = ""
    if link is not None and link.start() > 0:
        joining, end = link.group().strip(" .:-–=|"), start + link.start()
        name = text[start:end]
    if not _may_name_a_row(name):
        return None
    return Shown(line, text, columns, Shape.ROW, (start, end), values, is_numeric, joining)


def _may_name_a_row(name: str) -> bool:
    words = name.split()
    if not words or len(words) > _LONGEST_NAME or _SENTENCE.search(name):
        return False
    if _HANGS.search(name) or name.rstrip().endswith((";", "?", "!")):
        return False
    return not (words[0].islower() and len(words) > 6)


def is_cut(value: str) -> bool:
    """Whether odds lack their second figure."""
    return _CUT.match(value) is not None


def _values(text: str) -> tuple[tuple[Bounds, ...], int, bool]:
    """Values at the end of a line, where they begin, and whether one of them has a figure."""
    end = len(text.rstrip(_NOISE_BEHIND))
    found: list[Bounds] = []
    is_numeric = False
    begun = len(text)
    tabbed = text.rfind("\t", 0, end)
    if tabbed > 0 and _CUT.match(text[tabbed + 1 : end].strip()):
        found.append(trimmed(text, tabbed + 1, end))
        is_numeric, begun = True, tabbed
        end = len(text[:tabbed].rstrip())
    while end > 0 and (text[end - 1] in "0123456789%]!*" or text[end - 1].isalpha()):
        match = _BEHIND.search(text[:end])
        if match is None or (found and match["word"] and match["word"] not in _STANDS_ANYWHERE):
            break
        found.append((match.start("value"), match.end()))
        is_numeric = is_numeric or match["word"] is None
        begun = match.start()
        end = len(text[:begun].rstrip(" \t|"))
    return tuple(reversed(found)), begun, is_numeric


def _figures(text: str) -> tuple[Bounds, ...]:
    """The cells of a line that holds figures alone, three or more of them, some with a sign that they are amounts."""
    bare = text.strip()
    if len(bare) > _LONGEST_ROW or not bare or not (bare[-1].isdigit() and bare[0] in "$.0123456789"):
        return ()
    if any(c.isalpha() for c in bare):
        return ()
    found: list[Bounds] = []
    end = len(text.rstrip())
    while end > 0:
        match = _FIGURE_BEHIND.search(text[:end])
        if match is None:
            return ()
        found.append((match.start("value"), match.end("value")))
        end = len(text[: match.start()].rstrip())
    return tuple(reversed(found)) if len(found) >= 3 else ()


def _shape_of_words(bare: str) -> Shape:
    words = bare.split()
    if len(bare) > _LONGEST_WORDS or len(words) > 10:
        return Shape.PROSE
    kept = bare.rstrip(_NOISE_BEHIND) if bare[-1] in "'-–_|" or " " in bare[-3:-1] else bare
    if kept.endswith(":") and (bare[0].islower() or len(words) > 4):
        # What announces a table is a sentence, or the end of one.
        return Shape.PROSE
    if kept.rstrip("”’\"'").endswith((".", ";", "?", "!", ",")) or not kept or _SENTENCE.search(kept):
        # A name that goes on in the next line may end in a comma.
        is_begun = kept.endswith(",") and len(words) <= 8 and not _SENTENCE.search(kept)
        return Shape.SHORT if is_begun and bare[0].isupper() else Shape.PROSE
    if is_heading_of_columns(kept):
        return Shape.HEAD
    return Shape.TAIL if bare[0].islower() else Shape.SHORT


def is_heading_of_columns(words: str) -> bool:
    """Whether a short line names columns of a table: ``Wager  Payout Odds``, ``Hand``, ``Pays``."""
    plain = words.strip().rstrip(":'").strip().lower()
    if plain in NAME_COLUMNS:
        return True
    return len(plain.split()) < 10 and _COLUMN.search(words) is not None and words.strip()[0] != "*"


def heading_bounds(text: str) -> list[Bounds]:
    """The columns that a heading of columns names: where each begins with a known word, or behind a wide gap."""
    first, last = trimmed(text, 0, len(text.rstrip("| ")))
    first += len(text[first:last]) - len(text[first:last].lstrip("| "))
    starts = {first}
    gaps = [m for m in _GAP.finditer(text) if first < m.start() and m.end() < last]
    starts |= {m.end() for m in gaps}
    end = 0
    for match in _COLUMN.finditer(text):
        # "Payout Odds" and "Pay Table A" are one name.
        is_joined = end > 0 and not text[end : match.start()].strip(" /") and match.group().lower() != "envy"
        if not is_joined:
            starts.add(match.start())
        end = match.end()
    ends = {m.end(): m.start() for m in gaps}
    ordered = sorted(starts)
    bounds = [trimmed(text, a, ends.get(b, b)) for a, b in zip(ordered, [*ordered[1:], last], strict=True)]
    return [b for b in bounds if b[0] < b[1]]
