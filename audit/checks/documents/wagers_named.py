"""Wagers as a document names them, the clauses that define them, and the rows of its pay tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from audit.checks.documents.context import Written
from audit.checks.documents.sentences import Sentence, sentences_of, straightened
from audit.documents.clauses import Clause, Table, walk
from audit.documents.numbers import CARDINALS

_WORD = r"(?:[A-Z0-9][\w'/-]*|or|and|the|on|in|to|of|The|In)"
_QUOTED = re.compile(
    r"^\W{0,2}(?P<name>[A-Za-z0-9][^\"]{1,45}?)\"(?: or \"(?P<other>[^\"]{1,45})\")? "
    r"(?:is|means|shall mean|-)(?: an?| the)? (?:(?!that\b|which\b|if\b)[\w-]+,? ){0,5}?(?:wager|bet)\b"
)
_PLACED = re.compile(
    rf"^(?:An?|The) (?P<name>{_WORD}(?: {_WORD}){{0,7}}?)(?: (?:[Bb]et|[Ww]ager))?"
    r"(?: (?:placed\b|that may\b|on any of\b|is placed\b|may only be made\b|is an?\b[^.;]{0,40}\b(?:wager|bet)\b)"
    r"|(?: on [^.;]{2,60},?)? (?:which )?shall ?:)"
)
_ON = re.compile(r"^An? [Ww]ager on (?:the )?(?P<name>[A-Z][\w']*(?: [A-Z][\w']*){0,3})\b")
_WINS = re.compile(r"\b(?:shall|will|may|which|and|or)?\W{0,2}[Ww]ins?\b\W{0,2}(?:[^.;]{0,60}?)\b(?:if|when|whenever|on)\b")
_LOSES = re.compile(r"[lI1|][o0][s5]es?\b|[lI1|]osing\b|\blost\b|\bforfeit|\bcollected\b", re.IGNORECASE)
# What announces both results states neither.
_EITHER = re.compile(r"\b[Ww]inning (?:or|and) losing\b|\bwin or lose\b")
LOST = re.compile(r"[lI1|][o0][s5]es?\b|[lI1|]osing\b|\blost\b|\bforfeit", re.IGNORECASE)
PAID = re.compile(
    r"\bpa(?:y|ys|id|yable)\b.*?(?:\d ?(?:to|:) ?\d|\bodds\b|\btables?\b|\bpaytable|\bledger|\bschedule|\bfollow|\bbelow\b|\bas if\b"
    r"|\baccordance\b|%)", re.IGNORECASE)
_SAME_AS = re.compile(r"\btreated (?:the same )?as\b|\bsame as\b|\bconsist\w*|\bbr(?:ea|o)ke?n? (?:it )?down\b|\bas if\b", re.IGNORECASE)


@dataclass(frozen=True)
class Defined:
    """A wager and the clause that defines it."""

    name: str
    clause: Clause
    sentence: Sentence

    @property
    def words(self) -> str:
        """The clause with all below it."""
        return straightened(" ".join(c.words for c in walk([self.clause])))

    @property
    def wins(self) -> bool:
        return bool(_WINS.search(self.words))

    @property
    def loses(self) -> bool:
        return bool(_LOSES.search(without_either(self.words)))

    @property
    def is_like_another(self) -> bool:
        """Whether it is said to be made up of others or to be treated as another."""
        return bool(_SAME_AS.search(self.words))


def defined_wagers(written: Written) -> tuple[Defined, ...]:
    """The wagers that clauses define, in the order of the document."""
    return written.once("defined wagers", lambda: tuple(_defined(written)))


def _defined(written: Written) -> Iterator[Defined]:
    for clause in written.clauses:
        first = next(sentences_of(clause), None)
        if first is None:
            continue
        found = _QUOTED.match(first.words) or _PLACED.match(first.words) or _ON.match(first.words)
        if found:
            yield Defined(" ".join(found["name"].split()), clause, first)


def without_either(words: str) -> str:
    """Without what announces both results, since that states neither."""
    return _EITHER.sub("", words)


# names


SHORT = 60
"""Characters below which words are hardly more than a name."""
_DROPPED = frozenset(("bet", "bets", "wager", "wagers", "the", "a", "an", "of", "in", "to", "all", "each"))


@lru_cache(maxsize=65_536)
def bare_name(name: str) -> tuple[str, ...]:
    """The words that tell one wager from another: numbers as digits, without ``bet``, ``wager`` and articles."""
    told = re.sub(r"^[A-Za-z]+: |\([A-Z]{2,5}\)", "", straightened(name))
    words = re.findall(r"[a-z0-9]+(?:'[a-z])?", told.lower())
    return tuple(str(CARDINALS.get(w, _singular(w))) for w in words if w not in _DROPPED)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def is_named(name: str, words: str) -> bool:
    """Whether words name the wager, in the spelling of a table or of a sentence."""
    bare = " ".join(bare_name(name))
    said = " ".join(bare_name(words))
    if not bare or not said:
        return False
    if f" {bare} " in f" {said} ":
        return True
    if len(said) < SHORT and (set(bare.split()) <= set(said.split()) or fuzz.ratio(bare, said) >= 92):
        return True
    return any(is_named(part, words) for part in re.split(r" or ", name)) if " or " in name else False


# payouts


def label_rows(written: Written) -> tuple[tuple[Clause, Table, str, tuple[str, ...]], ...]:
    """All rows of all tables below their heads: the clause, the table, the first cell, and the others."""
    return written.once("rows", lambda: tuple(
        (clause, table, straightened(row[0].words.strip()), tuple(c.words.strip() for c in row[1:]))
        for clause in written.clauses for table in clause.tables for row in table.rows[table.heads :] if row
    ))
