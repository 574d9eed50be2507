"""Parts of a title that nothing in the chapter makes good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.references_cut import without_references
from audit.checks.documents.sentences import straightened
from audit.documents.clauses import Clause

_WORD = re.compile(r"[A-Za-z][a-z']+")
_IDLE = frozenset(
    ("procedure", "procedures", "rule", "rules", "general", "optional", "permissible", "physical", "characteristics", "other",
     "miscellaneous", "irregularities", "their", "each", "every", "from", "with", "made", "after", "before", "relating")
)
_ENDINGS = ("ations", "ation", "ments", "ment", "ions", "ing", "ion", "ies", "ers", "ed", "es", "er", "s", "y", "e")
_SHORTEST = 4


@dataclass(frozen=True)
class Promise:
    """A part of the title of a section, ``words``, of which no word stands in any clause."""

    clause: Clause
    words: str
    start: int
    end: int

    @property
    def spot(self) -> Spot:
        return Spot(self.clause, self.start, self.end, in_title=True)


def empty_promises(written: Written) -> Iterator[Promise]:
    """The parts of titles, between semicolons, whose words stand nowhere but in titles and in references to them."""
    titled = [c for c in written.part.clauses if ";" in c.title.words]
    if not titled:
        return
    said = {_stem(w) for c in written.clauses for w in _WORD.findall(without_references(straightened(c.text.words)))}
    said |= {
        _stem(w) for c in written.clauses for t in c.tables for row in t.rows for cell in row
        for w in _WORD.findall(straightened(cell.words))
    }
    for clause in titled:
        title = straightened(clause.title.words)
        at = 0
        for part in title.split(";"):
            words = [w for w in _WORD.findall(part) if len(w) >= _SHORTEST and w.lower() not in _IDLE]
            if words and not any(_stem(w) in said for w in words):
                begin = at + len(part) - len(part.lstrip())
                yield Promise(clause, part.strip(" ."), begin, at + len(part.rstrip(" .")))
            at += len(part) + 1


@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    plain = word.casefold().removesuffix("'s")
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= _SHORTEST:
            return plain.removesuffix(ending)
    return plain
