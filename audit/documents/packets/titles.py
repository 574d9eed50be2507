"""Titles with which rules of play begin.

A title in capitals may as well head a section.  So signs are added up: where it stands, its numeral, and how plainly
sections begin anew behind it; and one sign at least must show that it names what the part is about.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from statistics import median_low

from audit.documents.clearing.page_marks import number_of
from audit.documents.document import PartKind
from audit.documents.packets.kinds import is_contents_title, is_recital
from audit.documents.packets.labels import (
    FIRST_SECTION,
    NO_TITLE,
    is_heading,
    is_in_capitals,
    labelled,
    without_numeral,
)
from audit.documents.packets.outlook import Outlook
from audit.documents.packets.starts import Start

_ENOUGH = 3.5
_LARGE = 1.15
"""Height of a title's type, of that of the body."""
_LONGEST = 90
_MOST_WORDS = 9
_MOST_LINES = 3
_BELOW = 120
"""Read lines below a title in which its words are looked for as a name."""
_YEAR = "0123456789 "
_FAR = 300
"""Characters of a line that are looked at."""
_SMALL = re.compile(r"[a-z]")


@dataclass
class _Title:
    """A possible title: its lines in ``read`` (``last`` inclusive), its words, and what speaks for it."""

    at: int
    last: int
    numeral: str
    name: str
    score: float = 0.0
    signs: list[str] = field(default_factory=list)
    names_the_part: bool = False
    is_numbered_anew: bool = False
    style: str = ""
    prefix: str = ""
    is_name: bool = False

    def add(self, weight: float, sign: str) -> None:
        self.score += weight
        self.signs.append(sign)


def find_titles(outlook: Outlook) -> dict[int, Start]:
    """The titles of rules of play, by the place at which they begin."""
    large = _large_type(outlook)
    possible = [title for at in range(len(outlook.texts)) if (title := _possible(outlook, at, large)) is not None]
    on_tops = Counter(title.name.casefold() for title in possible if title.at in outlook.tops)
    for title in possible:
        _weigh(outlook, title, large, on_tops[title.name.casefold()] >= 2)
    _drop_sections(possible)
    taken = {title.at for title in possible if title.score >= _ENOUGH and title.names_the_part}
    spaced = sum(at not in outlook.tops and outlook.gaps[at] >= 3 for at in taken)
    for title in possible:
        is_spaced = title.at not in outlook.tops and outlook.gaps[title.at] >= 5 and is_in_capitals(title.name)
        if is_spaced and title.at not in taken and spaced >= 2:
            # A title set like those of the file's other chapters, without numbered sections of its own.
            title.add(2, "it is set like the other titles of this file")
            title.names_the_part = True
    starts: dict[int, Start] = {}
    last: _Title | None = None
    for title in possible:
        if title.score < _ENOUGH or not title.names_the_part:
            continue
        number = outlook.read[title.at].number
        said = f"Line {number} is a title: {'; '.join(title.signs)}."
        if last is not None and _is_one_head(outlook, last.last + 1, title.at):
            # An issuer's line, "rules of play" and the game are one head; the name is that which the text uses.
            before = starts[last.at]
            name = last.name if last.is_name and not title.is_name else title.name
            starts[last.at] = Start(
                last.at, PartKind.RULES, (*before.because, said), name, title.style or last.style, title.prefix
            )
            continue
        at = _top_of_head(outlook, title.at)
        title.at = at
        starts[at] = Start(at, PartKind.RULES, (said,), title.name, title.style, title.prefix)
        last = title
    return starts


def _is_one_head(outlook: Outlook, first: int, end: int) -> bool:
    """Whether nothing but a few words of a title stands between two titles."""
    return (
        end - first <= _MOST_LINES
        and all(
            n not in outlook.tops and labelled(outlook.texts[n]) is None and is_heading(outlook.texts[n])
            for n in range(first, end)
        )
        and end not in outlook.tops
    )


def _top_of_head(outlook: Outlook, at: int) -> int:
    """The top of the page, where only a few lines in capitals stand between it and the title."""
    top = at
    while top not in outlook.tops and at - top < _MOST_LINES and is_in_capitals(outlook.texts[top - 1]):
        top -= 1
    return top if top in outlook.tops else at


def _drop_sections(possible: list[_Title]) -> None:
    """``SECTION XII – …`` behind a ``SECTION XI`` that begins no part is a section too, whatever it names."""
    seen: dict[tuple[str, int], _Title] = {}
    for title in possible:
        *words, number = re.findall(r"[A-Za-z]+|\d+", title.numeral) or [""]
        value = number_of(number)
        if value is None:
            continue
        before = seen.get((" ".join(words).casefold(), value - 1))
        if before is not None and not (before.score >= _ENOUGH and before.names_the_part):
            title.names_the_part = False
        seen[" ".join(words).casefold(), value] = title


def first_title(outlook: Outlook) -> str:
    """The title with which a file begins, empty where its first line is none."""
    title = _possible(outlook, 0, _large_type(outlook))
    return title.name if title is not None else ""


def _large_type(outlook: Outlook) -> float:
    """The height of type, in points, from which a line counts as set large; infinite where it is not known."""
    sizes = [line.size for line in outlook.read if line.size is not None]
    return _LARGE * median_low(sizes) if sizes else float("inf")


def _possible(outlook: Outlook, at: int, large: float) -> _Title | None:
    text, line = outlook.texts[at], outlook.read[at]
    if len(text) > _LONGEST:
        return None
    is_glued = at not in outlook.tops and outlook.gaps[at] == 0
    if is_glued and is_in_capitals(outlook.texts[at - 1]):
        return None
    is_set_apart = line.heading > 0 or (line.size or 0.0) >= large
    if not is_set_apart and len(_SMALL.findall(text)) > 0.3 * len(text):
        # A title in small letters needs more room about it, and no stop.
        has_room = at in outlook.tops or outlook.gaps[at] >= 3
        below = at + 1
        if not has_room or below >= len(outlook.texts) or outlook.gaps[below] == 0 or text[-1:] in ".:;,":
            return None
        is_set_apart = len(text.split()) <= 6 and labelled(text) is None
    numeral, name = without_numeral(text)
    if not name or not (is_in_capitals(name) or is_set_apart and not is_glued and is_heading(name.lstrip(_YEAR))):
        return None
    last, first_line = at, name
    while not line.heading and last - at < _MOST_LINES and _goes_on(outlook, at, last + 1, large):
        last += 1
        name = f"{name} {without_numeral(outlook.texts[last])[1]}"
    if len(name.split()) > _MOST_WORDS:
        name = first_line
    if len(name.split()) > _MOST_WORDS or is_recital(text) or is_contents_title(name) or not name[:1].isalnum():
        return None
    if NO_TITLE.fullmatch(name) or any(c in name for c in "@:|"):
        return None
    below = last + 1
    if below < len(outlook.texts) and outlook.gaps[below] == 0 and below not in outlook.tops and not is_set_apart:
        label = labelled(outlook.texts[below])
        if not numeral and (label is None or label.value != 1):
            return None
    return _Title(at, last, numeral, name)


def _goes_on(outlook: Outlook, at: int, below: int, large: float) -> bool:
    """Whether the next line is a further line of the title: right below, set as it is, and no label of a section."""
    if below >= len(outlook.texts) or outlook.gaps[below] > 0 or below in outlook.tops:
        return False
    text = outlook.texts[below]
    if len(text) > _LONGEST or labelled(text) is not None:
        return False
    if (outlook.read[at].size or 0.0) >= large:
        return (outlook.read[below].size or 0.0) >= large
    return is_in_capitals(text) and is_in_capitals(outlook.texts[at])


def _weigh(outlook: Outlook, title: _Title, large: float, is_repeated: bool) -> None:
    at, gap = title.at, outlook.gaps[title.at]
    line = outlook.read[at]
    title.signs.append("in capitals" if is_in_capitals(title.name) else "set as a heading")
    if at in outlook.tops:
        title.add(2, "at the top of a page")
    elif gap >= 3:
        title.add(1.5 if gap >= 5 else 1, f"below {gap} blank lines")
    if title.numeral:
        title.add(1, f"numbered “{title.numeral}”")
    if line.heading == 1 or (line.size or 0.0) >= large:
        title.add(1, "set large")
    _weigh_first_section(outlook, title)
    if is_repeated and title.is_numbered_anew:
        title.add(0.5, "other pages begin with it too")
        title.names_the_part = True
    if title.is_numbered_anew and title.score >= _ENOUGH - 1.5 and _is_name(outlook, title):
        title.add(1, "the text below uses it as a name")
        title.names_the_part = title.is_name = True


def _weigh_first_section(outlook: Outlook, title: _Title) -> None:
    """How plainly sections begin anew behind a title."""
    texts = outlook.texts
    after = title.last + 1
    for headings, n in enumerate(range(after, min(after + 4, len(texts)))):
        label, line = labelled(texts[n]), outlook.read[n]
        if label is not None and label.value == 1 and label.style != "a":
            heading = label.heading
            if not label.rest.strip() and n + 1 < len(texts):
                # The label on a line of its own, its heading on the line before or behind it.
                heading = texts[n + 1].rstrip(" .,:") if is_heading(texts[n + 1].rstrip(" .,:")) else ""
                heading = heading or (texts[n - 1] if headings else "")
            title.style, title.prefix = label.style, label.prefix
            title.is_numbered_anew = True
            if FIRST_SECTION.match(heading):
                title.names_the_part = True
                title.add(3, f"sections begin anew on line {line.number}")
            elif heading:
                title.add(2, f"sections begin anew on line {line.number}")
            else:
                title.add(1.5 if headings else 1, f"numbering begins anew on line {line.number}")
            return
        if line.heading > max(outlook.read[title.at].heading, 0) > 0 and FIRST_SECTION.match(texts[n]):
            title.names_the_part = True
            title.add(3, f"sections begin anew on line {line.number}")
            return
        if not is_heading(texts[n].rstrip(" .,:")) or len(texts[n].split()) > 8:
            return


def _is_name(outlook: Outlook, title: _Title) -> bool:
    """Whether the text below uses the title as a proper name, or says that it is a game."""
    words = re.findall(r"[^\W\d_]+", title.name)
    if not words:
        return False
    below = " ".join(text[:_FAR] for text in outlook.texts[title.last + 1 : title.last + _BELOW])
    spoken = r"\W{1,3}".join(re.escape(word) for word in words)
    if re.search(rf"\bgames? of {spoken}\b", below, re.IGNORECASE):
        return True
    inside: list[str] = re.findall(rf"(?<=[a-z,] )(?:{spoken})\b", below, re.IGNORECASE)
    return sum(found[0].isupper() for found in inside) >= 2 and not any(found[0].islower() for found in inside)
