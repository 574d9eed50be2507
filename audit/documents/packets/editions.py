"""What a part says about itself: its game, its edition and its dates, each with the line that says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from audit.documents.clearing.page_marks import HAS_DATE, STRAY_TITLE, has_date
from audit.documents.document import Dated, PartKind
from audit.documents.packets.days import find_days
from audit.documents.packets.labels import FIRST_SECTION, is_heading, is_in_capitals, labelled, without_numeral
from audit.documents.pages import Line, Role

_OF_ITSELF = frozenset({"approved", "submitted", "revised", "adopted", "amended", "effective", "published"})
_LONGEST = 140
_READ = 1500
"""Lines of a part in which the name of its game is looked for."""
_LONG = 2000
_FAR = 600
"""Characters of a line in which it is looked for."""
_ENOUGH = 4
# Runs of signs and of blanks are taken from their first on, so that a long one is gone through once.
_PAGE = re.compile(
    r"(?:(?<!\W)\W+)?\bpage\s*\w{0,5}(?:\s*of\s*\d{1,5})?\b\W*|(?<!\s)(?:\s+[|–—-]\s*|\s{3,})\d{1,4}\s*$", re.IGNORECASE
)
_PLAYED = re.compile(
    r"((?:[A-Z0-9][\w’'/-]*\s(?:[-–]\s)?){0,5}[A-Z][\w’'/-]*)\s(?:(?:shall|must|may|will) be|is)\s(?:dealt|played|offered)\b"
)
_GAME_OF = re.compile(r"\b(?:games?|goal|object) of (?:the game of )?((?:[A-Z][\w’'/-]*\s?){1,5}|[a-z]{4,}\b)")
_THINGS = r"(?:Tables?|Layouts?|Wheels?|Equipment|Rankings?|Shakers?)"
_HEADING_NAME = re.compile(rf"((?:[A-Z0-9][\w’'/-]*\s(?:[-–]\s)?){{1,6}}?){_THINGS}\b")
_NO_NAME = re.compile(
    r"(?:all|an?|any|cards?|each|every|physical|play|rules|such|table|that|the|these|this|those)", re.IGNORECASE
)
_NO_GAME = re.compile(
    r"(?:(?:and|controls|definitions|for|games?|general|house|internal|of|play|procedures|rules?|table|the)\W*)+",
    re.IGNORECASE,
)
_BEFORE_THING = re.compile(r"((?:[A-Z][\w’'/-]*\s){1,6})(?:tables?|wheels?|games?)\b")
_RESOLUTION = re.compile(
    r"\b(?:resolution|ordinance|order)\s*(?:no\.?|number|#)?\s*#?\s*(?:<u>)?([\w-]*\d[\w.-]*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game's name in the words of the document, and where it is from."""

    name: str
    because: str


def find_dates(kind: PartKind, lines: Sequence[Line]) -> tuple[Dated, ...]:
    """The dates that a part prints about itself; each day of each sort once, at its first line.

    Rules of play speak of dates in their sentences too: there, only short lines and furniture count.
    """
    found: dict[tuple[str, object], Dated] = {}
    texts: list[tuple[str, Line, int, int]] = []
    if kind is PartKind.RULES:
        for line in lines:
            if line.role is Role.BALLOON or len(line.text) > _LONGEST or not has_date(line.text):
                continue
            if line.role in (Role.HEADER, Role.FOOTER) or _is_about_itself(line.text):
                texts.append((line.text, line, 0, len(line.text)))
    elif kind is not PartKind.CONTENTS:
        held = [line for line in lines[:4000] if line.role is not Role.BALLOON and line.text.strip()]
        for n, line in enumerate(held):
            if any(c.isdigit() for c in line.text) or n and held[n - 1].text.rstrip()[-1:].isalpha():
                texts.append(_with_neighbours(held, n))
    for text, line, start, end in texts:
        for day in find_days(text):
            if not start <= day.start < end or not day.what and kind is not PartKind.RULES:
                continue
            what = day.what or "dated"
            found.setdefault((what, day.day), Dated(what, day.day, line.number))
    return tuple(sorted(found.values(), key=lambda dated: dated.line))


def _is_about_itself(text: str) -> bool:
    """A line of a title page or an adoption line, no sentence of a rule."""
    days = list(find_days(text))
    return bool(days) and all(day.what in _OF_ITSELF for day in days) and len(text.split()) <= 14


def _with_neighbours(held: Sequence[Line], at: int) -> tuple[str, Line, int, int]:
    """A line's words amid the lines around it, for a date may be wrapped; and where its own begin and end."""
    own = " ".join(held[at].text[:_LONG].split())
    if re.match(r"(?:sent|date)\s?:", own, re.IGNORECASE):
        return own, held[at], 0, len(own)
    before = " ".join(held[at - 1].text[-_LONG:].split()) + " " if at else ""
    after = " " + " ".join(held[at + 1].text[:_LONG].split()) if at + 1 < len(held) else ""
    return before + own + after, held[at], len(before), len(before) + len(own) + 1


_YEAR = re.compile(r"(?<![\d-])(?:19|20)\d\d(?![\d-])")
_RANKS = ("approved", "adopted", "effective", "revised", "amended", "published")


def find_editions(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """What the running heads and the adoption lines say of the edition, without page numbers, each with its first line.

    The line of an approval or an adoption comes first.
    """
    found: dict[str, int] = {}
    for line in lines:
        words = ""
        if line.role in (Role.HEADER, Role.FOOTER) and not line.because.startswith(STRAY_TITLE):
            rest = " ".join(_PAGE.sub(" ", line.text).split()).strip(" -–—|,")
            words = rest if _YEAR.search(rest) or has_date(rest) else ""
        elif line.role.is_read and len(line.text) < 90 and "dopted by" in line.text:
            words = " ".join(re.sub(r"</?\w{1,10}>", "", line.text).split())
        if words:
            found.setdefault(words, line.number)
    return sorted(found.items(), key=lambda item: (_rank(item[0]), item[1]))


def _rank(words: str) -> int:
    whats = {day.what for day in find_days(words)}
    if "dopted by" in words:
        whats.add("adopted")
    return min((n for n, what in enumerate(_RANKS) if what in whats), default=len(_RANKS))


def resolution_number(lines: Sequence[Line]) -> tuple[str, int] | None:
    """The line that numbers a resolution, as the edition of the rules that it adopts."""
    for line in lines[:80]:
        if len(line.text) < 200 and (found := _RESOLUTION.search(line.text)):
            start = line.text[: found.start()].split()
            body = " ".join([*(w for w in start if w.isupper() and len(w) <= 6), found[0]])
            return re.sub(r"</?\w{1,10}>", "", body).strip(), line.number
    return None


def find_game(title: str, lines: Sequence[Line], is_sure: bool = True) -> Game | None:
    """The name of the game: of the title, of a running head, else the name that the sections use most.

    A title that is not surely that of the rules (a cover's) names the game only where the text says its words again.
    """
    if title and not _NO_GAME.fullmatch(title[:200]) and (is_sure or _is_said_again(title, lines)):
        return Game(title, "named by its title")
    for line in lines:
        if line.role in (Role.HEADER, Role.FOOTER) and len(line.text) < _LONGEST:
            name = _of_head(line.text)
            if name:
                return Game(name, f"named by the running head on line {line.number}")
    read = [line for line in lines[:_READ] if line.role.is_read]
    return _voted(read, _names) or _of_first_heading(read) or _voted(read, _names_of_things)


def _is_said_again(title: str, lines: Sequence[Line]) -> bool:
    words = " ".join(title.casefold().split())
    return sum(words in " ".join(line.text.casefold().split()) for line in lines[:_READ] if line.role.is_read) >= 2


def _voted(read: Sequence[Line], names: Callable[[str], list[tuple[str, int]]]) -> Game | None:
    """The name that the lines give most weight to, if it is enough."""
    votes: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    first: dict[str, int] = {}
    for line in read:
        for name, weight in names(line.text[:_FAR]):
            key = name.casefold()
            votes[key] += weight
            if key not in spelled or name[0].isupper() and spelled[key][0].islower():
                spelled[key] = name
            first.setdefault(key, line.number)
    key, weight = max(votes.items(), key=lambda item: (item[1], len(item[0])), default=("", 0))
    if weight < _ENOUGH:
        return None
    return Game(spelled[key], f"no title names the game; the sections do, first on line {first[key]}")


def _of_first_heading(read: Sequence[Line]) -> Game | None:
    """Where nothing else names the game, the heading of the first section, unless any chapter might begin with it."""
    for line in [line for line in read[:20] if not line.is_blank][:3]:
        label = labelled(line.text)
        if label is not None and label.value == 1 and label.heading and not FIRST_SECTION.match(label.heading):
            return Game(label.heading, f"no title names it; the first section's heading does, on line {line.number}")
    return None


def _of_head(text: str) -> str:
    """``SECTION J:  NAME`` gives NAME; ``Name 09-08-22`` and ``Name Page 3 of 28`` give Name."""
    words = " ".join(text.split())
    numeral, name = without_numeral(words)
    if numeral and numeral[-1:] == ":" and len(numeral) > 3 and is_in_capitals(name):
        return name
    if ":" in words:
        return ""
    bare = HAS_DATE.sub(" ", _PAGE.sub(" ", words))
    if bare.strip() == words.strip() or any(c.isdigit() for c in bare):
        return ""
    bare = " ".join(bare.split()).strip(" -–—|,.")
    return bare if bare and is_heading(bare) and len(bare.split()) <= 6 else ""


def _names(text: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    label = labelled(text)
    if label is not None and label.style in ("1", "A") and label.value <= 4 and label.heading:
        heading = _HEADING_NAME.match(label.heading)
        if heading and heading[1].strip():
            found.append((heading[1].strip(), 5))
    body = label.rest.strip() if label is not None else text
    if " of " in body:
        found += [(m[1].strip(), 2) for m in _GAME_OF.finditer(body)]
    if "played" in body or "dealt" in body or "offered" in body:
        found += [(m[1].strip(), 3) for m in _PLAYED.finditer(body)]
    return [(name, weight) for name, weight in found if not _NO_NAME.fullmatch(name.split()[0])]


def _names_of_things(text: str) -> list[tuple[str, int]]:
    """What stands in capitals before a table, a wheel or a game."""
    found = [m[1].split() for m in _BEFORE_THING.finditer(text)]
    names = [words[1:] if _NO_NAME.fullmatch(words[0]) else words for words in found]
    return [(" ".join(words), 1) for words in names if words]
