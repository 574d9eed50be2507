"""Terms that a part defines: their names, the clause that defines each, and where each is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import straightened
from audit.documents.clauses import Clause

_QUOTED = r"[\"“”]\s?(?P<{0}>[^\"“”]{{1,60}}?)\s?,?[\"“”]"
_NAME = re.compile(
    _QUOTED.format("first")
    + r"(?P<more>(?:\s*,?\s*(?:or|and|/|,)\s*"
    + _QUOTED.format("x").replace("(?P<x>", "(?:")
    + r"){0,4})"
    + r"(?:\s*\([^()]{1,60}\))?\s*,?\s*"
    + r"(?P<verb>(?:shall |will )?means?\b|refers? to|denotes?|ha(?:s|ve) the meaning|(?:is|are) defined as|(?:is|are)\b|[-–—:](?=\s))"
)
_BARE = re.compile(r"(?P<first>[A-Z0-9](?:[^\"“”.:;]{0,58}[^\"“”.:;\s])?),?\s+(?P<verb>(?:shall )?means?\b|refers? to)")
_LONGEST = 20_000
_MOST = 200
_LONGEST_BARE = 6
"""Words of a term that no quotation marks set off."""
_SOFT = frozenset(("is", "are", "-", "–", "—", ":"))
"""What makes a definition only in a section of definitions."""
_ONE = re.compile(r"[\"“”]\s?([^\"“”]{1,60}?)\s?,?[\"“”]")
_MOST_BEFORE = 4
"""Characters of a clause before a definition that stands in it; more, and the clause is about something else."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STEM = 4
"""Letters of a word that stay in all its forms at least."""
_RUN = re.compile(r"\w+")
PLAIN = frozenset(("of", "the", "a", "an", "and", "or", "for", "to", "in", "on", "by", "from", "with", "at", "no"))


@dataclass(frozen=True)
class Term:
    """A term with its other names (``"Rank" or "Ranking"``).

    ``start`` and ``end`` are where the first name stands in the text of the clause (in its title, where that is all it
    has), without quotation marks; ``meaning`` is what is said of it, from its verb on.
    """

    names: tuple[str, ...]
    clause: Clause
    start: int
    end: int
    meaning: str
    scope_end: int
    """Where its meaning ends in those words."""
    in_title: bool = False

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def spot(self) -> Spot:
        return Spot(self.clause, self.start, self.end, self.in_title)


def terms_of(written: Written) -> tuple[Term, ...]:
    """The terms that the part defines, in the order of their clauses."""
    return written.once("terms", lambda: tuple(t for c in written.clauses for t in _defined_in(written, c)))


def _defined_in(written: Written, clause: Clause) -> Iterator[Term]:
    """The definitions of a clause: the one it begins with, and in a section of definitions any that begins a sentence."""
    if clause.title and clause.text:
        return
    in_title = bool(clause.title)
    words = (clause.title if in_title else clause.text).words
    is_among = is_among_definitions(written, clause)
    found = [m for m in _NAME.finditer(words[:_LONGEST]) if _is_definition(words, m, is_among)][:_MOST]
    bare = None if found or not is_among else _BARE.match(words[:120])
    if bare is not None and len(bare["first"].split()) <= _LONGEST_BARE:
        found = [bare]
    for n, one in enumerate(found):
        names = [
            name for given in (one["first"], *_ONE.findall(one.groupdict().get("more") or "")) for name in _names(given)
        ]
        end = found[n + 1].start() if n + 1 < len(found) else len(words)
        if names:
            meaning = words[one.end("verb") : end].strip()
            yield Term(
                tuple(dict.fromkeys(names)), clause, one.start("first"), one.end("first"), meaning, end, in_title
            )


def _is_definition(words: str, found: re.Match[str], is_among: bool) -> bool:
    begins = found.start() <= _MOST_BEFORE
    if found["verb"] in _SOFT:
        return begins and is_among
    return begins or (is_among and words[: found.start()].rstrip()[-1:] in (".", ";", ":", ""))


def _names(given: str) -> Iterator[str]:
    """The names that one pair of quotation marks holds: ``Rank or ranking``, ``Optional: Bad Beat (BB)``."""
    plain = re.sub(r"^(?:optional|note)\b\s*:?\s*", "", " ".join(given.split()), flags=re.IGNORECASE)
    short = re.search(r"\(([^()]{2,20})\)$", plain)
    for name in (
        *re.split(r",?\s(?:or|/)\s", plain.partition(" (")[0] if short else plain),
        *(short.groups() if short else ()),
    ):
        if _WORD.search(name):
            yield name.strip(" .,;:")


def is_among_definitions(written: Written, clause: Clause) -> bool:
    """Whether it stands in a section of definitions."""
    over = written.above.get(clause.path)
    while over is not None:
        if re.search(r"\bdefinitions?\b", over.title.words or over.text.words[:60], re.IGNORECASE):
            return True
        over = written.above.get(over.path)
    return False


# uses


def uses(written: Written, term: Term) -> Iterator[Clause]:
    """The clauses in which a term is used, by any of its names in any form; not the one that defines it, nor those below."""
    names = [name for given in term.names for name in _as_used(given)]
    patterns = [pattern_of(name) for name in names]
    below = {id(c) for c in _with_all_below(term.clause)}
    all_words = _all_words(written)
    for n in _may_use(written, names):
        clause, words = all_words[n]
        if id(clause) not in below and any(p.search(words) for p in patterns):
            yield clause
    if any(p.search(_own_rest(term)) for p in patterns):
        yield term.clause


def _may_use(written: Written, names: Sequence[str]) -> Sequence[int]:
    """The places, among all clauses, of those that hold for any of some names a word that begins as its last one does."""
    known = written.once("clauses by beginnings of words", lambda: _by_beginnings(written))
    found: set[int] = set()
    for name in names:
        words = _WORD.findall(straightened(name).lower())
        last = words[-1].removesuffix("'s") if words else ""
        begins = _RUN.match(_stem(last, len(words) == 1))
        if begins is None:
            return range(len(_all_words(written)))
        found |= known.get(begins[0][:_STEM], set())
    return sorted(found)


def _by_beginnings(written: Written) -> dict[str, set[int]]:
    """The places of the clauses that hold a word, by the first letters of the word, one to four."""
    found: dict[str, set[int]] = {}
    for n, (_, words) in enumerate(_all_words(written)):
        for begins in {word[:length] for word in _RUN.findall(words) for length in range(1, _STEM + 1)}:
            found.setdefault(begins, set()).add(n)
    return found


def _as_used(name: str) -> Iterator[str]:
    """A name, and without the word wager or bet behind it where two words are left (``Pair Plus``)."""
    yield name
    shorter, _, last = name.rpartition(" ")
    if last.lower() in ("wager", "bet") and " " in shorter:
        yield shorter


def used_words(written: Written, term: Term) -> Iterator[str]:
    """The words of all clauses but the one that defines a term and those below it, in small letters."""
    for _, words in _elsewhere(written, term):
        yield words


def _elsewhere(written: Written, term: Term) -> Iterator[tuple[Clause, str]]:
    below = {id(c) for c in _with_all_below(term.clause)}
    for clause, words in _all_words(written):
        if id(clause) not in below:
            yield clause, words
    yield term.clause, _own_rest(term)


def _own_rest(term: Term) -> str:
    """What else the clause says that defines a term: one that holds more definitions may use the term in the others."""
    own = term.spot.text.words
    return straightened(f"{own[: term.start]} {own[term.scope_end :]}").lower()


def _with_all_below(clause: Clause) -> Iterator[Clause]:
    yield clause
    for child in clause.children:
        yield from _with_all_below(child)


def _all_words(written: Written) -> tuple[tuple[Clause, str], ...]:
    """Each clause with all that it prints, its tables as well, in small letters."""
    return written.once("all words", lambda: tuple((c, _words(c)) for c in written.clauses))


def _words(clause: Clause) -> str:
    cells = (cell.words for table in clause.tables for row in (*table.rows, (table.caption,)) for cell in row)
    return straightened(" ".join((clause.title.words, clause.text.words, *cells))).lower()


_ENDINGS = r"(?:[a-z]?(?:ing|ings|ed)|e|es|d|s|y|ies|ied)?(?!\w)"


@lru_cache(maxsize=4096)
def pattern_of(name: str) -> re.Pattern[str]:
    """What finds a term in small letters in every form: plural, possessive, with or without its hyphens.

    A single word is found in its other endings too: a term ``Fold`` is used by ``folds`` and ``folded``.
    """
    found = _WORD.findall(straightened(name).lower())
    forms = [re.escape(word.removesuffix("'s")) for word in found[:-1]]
    last = found[-1].removesuffix("'s") if found else ""
    stem = _stem(last, len(found) == 1)
    return re.compile(r"(?<!\w)" + r"(?:'s)?\W{1,3}".join([*forms, re.escape(stem) + _ENDINGS]))


def _stem(word: str, is_alone: bool) -> str:
    """What all forms of a word begin with."""
    endings = ("ing", "ed", "es", "s", "e", "y") if is_alone else ("es", "s", "y")
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word.removesuffix(ending)
    return word
