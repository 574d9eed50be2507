"""Names of games, learnt from a document: from titles, and from words such as ``the game of X``, ``an X table``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from audit.checks.documents.context import Spot
from audit.checks.documents.references_cut import without_references
from audit.checks.documents.sentences import straightened
from audit.documents.clauses import Clause, walk
from audit.documents.document import Document, Part, PartKind

_CAPITAL = r"[A-Z][\w'-]*"
_INSIDE = rf"(?:{_CAPITAL}|[Ii]t|[Oo]f|[Ff]or)"
_NAME = rf"(?P<name>{_CAPITAL}(?: {_INSIDE}){{0,4}})"
# Where a game alone can be named; then where something else may be, ``a High Limit table``.
_SURE = (
    re.compile(rf"\bgames? of {_NAME}"),
    re.compile(rf"\b{_NAME} (?:shall|may|must|will) be played\b"),
    re.compile(rf"\b(?:decks?|cards|dice|wheel|ball) (?:of cards )?used (?:in|to play) {_NAME}"),
)
_UNSURE = (
    re.compile(rf"\b{_NAME} (?:tables?|layouts?)\b(?! of)"),
    re.compile(rf"\b[Ww]ager(?:s|ed|ing)? (?:at|in) (?:the game of )?{_NAME}"),
)
_ARTICLES = re.compile(r"^(?:(?:The|A|An|Each|Every|All|Any|No|At|In|This|That|If|When|Such|Whenever|Prior|Once|For) )+")
# What stands where a game is named and is none.
_NO_GAME = re.compile(
    r"(?:^| )(?:Subsections?|Sections?|Chapter|Gaming|Games?|Casino|Wagers?|Bets?|Tables?|Dealer|Supervisors?|Player|Bonus|Chance|Skill)$"
)
COMMON = frozenset(("poker", "the", "of", "game", "table", "card", "stud", "bonus", "free"))


_MAY_NAME = re.compile(r"\bgames?\b|\btables?\b|\blayout|\bplayed\b|\bused\b|\b[Ww]ager")


@dataclass(frozen=True)
class Use:
    """A game named in running words."""

    name: str
    clause: Clause
    start: int
    end: int
    is_sure: bool = True
    """Whether nothing but a game can be named there."""

    @property
    def spot(self) -> Spot:
        return Spot(self.clause, self.start, self.end)


def uses(clause: Clause) -> Iterator[Use]:
    """The games that a clause names where only a game can be named; references to other clauses are left out."""
    if not _MAY_NAME.search(clause.text.words):
        return
    words = without_references(straightened(clause.text.words))
    taken: set[int] = set()
    for frame in (*_SURE, *_UNSURE):
        for found in frame.finditer(words):
            start = found.start("name")
            cut = _ARTICLES.match(found["name"])
            start += cut.end() if cut else 0
            name = words[start : found.end("name")]
            if name and start not in taken and not _NO_GAME.search(name):
                taken.add(start)
                yield Use(name, clause, start, found.end("name"), frame in _SURE)


@dataclass(frozen=True)
class Names:
    """How often each game is named in one part; ``own`` are the names of its own game, in plain words."""

    counted: Counter[str]
    own: frozenset[str]
    spelled: str = ""
    """The own name that is used most, as it is printed."""


_LEAST = 3
"""Uses in frames that make a name the part's own, where it is no name of the part by its title."""


class Held:
    """A document that is told from others by being another object: to compare its clauses one by one takes too long."""

    __slots__ = ("document",)

    def __init__(self, document: Document) -> None:
        self.document = document

    def __hash__(self) -> int:
        return id(self.document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and other.document is self.document


@lru_cache(maxsize=1)
def _names_in(held: Held) -> dict[int, Names]:
    parts = held.document.rules
    return {part.number: _names_of(part) for part in parts if part.same_as is None}


def names_of(document: Document, part: Part) -> Names:
    """The games that a part names, and which of them is its own."""
    found = _names_in(Held(document)).get(part.number)
    return _names_of(part) if found is None else found


def _names_of(part: Part) -> Names:
    named = [u.name for clause in walk(part.clauses) for u in uses(clause)]
    counted = Counter(plain(name) for name in named)
    most = max(counted.values(), default=0)
    own = {name for name, n in counted.items() if n >= max(_LEAST, most // 3)}
    own |= {plain(told) for told in (part.game, part.title) if told}
    spelled = next((name for name, _ in Counter(named).most_common() if plain(name) in own), "")
    return Names(counted, frozenset(n for n in own if n), spelled)


def others_of(document: Document, part: Part) -> dict[str, str]:
    """Names of games that are other parts' own and none of this part's, with what that part is called."""
    mine = names_of(document, part).own
    found: dict[str, str] = {}
    for other in document.parts:
        if other.kind is not PartKind.RULES or other.number == part.number or other.same_as is not None:
            continue
        names = names_of(document, other)
        for name in names.own if names.counted else ():
            if not any(is_form_of(name, own) for own in mine):
                found.setdefault(name, other.game or other.title or name)
    return found


def plain(name: str) -> str:
    """In small letters with single blanks, without a stop."""
    return re.sub(r"[^\w' -]", "", straightened(name)).casefold().replace("-", " ").strip()


def is_form_of(name: str, own: str) -> bool:
    """Whether one is a shorter form of the other, or the two have only common words of games to tell them apart."""
    one, other = plain(name).split(), plain(own).split()
    if _holds(one, other) or _holds(other, one):
        return True
    return set(one) - COMMON == set(other) - COMMON


def _holds(longer: list[str], shorter: list[str]) -> bool:
    n = len(shorter)
    return bool(n) and any(longer[k : k + n] == shorter for k in range(len(longer) - n + 1))
