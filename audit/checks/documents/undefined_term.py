"""A term that is used like the defined ones, and is not defined.

What: A name in capitals that several clauses use, of a kind of which the definitions have others (two wagers are
  defined, a third is not); or that differs from a defined one by a letter or an ending.
Why: What the term means, and so what the rules on it say, is left to the reader.
Example: "Play Wager" and "Bonus Wager" are defined; "Ante Wager", which ten clauses use, is not.
Instead: "Ante Wager" means ...
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.sentences import straightened
from audit.checks.documents.terms import Term, terms_of
from audit.checks.finding import Finding
from audit.checks.wording import few
from audit.documents.clauses import Clause
from audit.language.diagnostics import Severity

NAME = "undefined-term"
FAMILY = "text"
SEVERITY = Severity.NOTE
DYNAMIC = False

_LEAST_KIND = 2
"""Terms of a kind that the part defines before another of the kind is missed."""
_LEAST_CLAUSES = 3
"""Clauses that use a term before it is missed."""
_LEAST_NEAR = 2
_NEAR = 90.0
"""How alike two terms are (per cent) that differ by a letter or an ending."""
_CAPITAL = r"(?:[A-Z][A-Za-z'-]*|\d{1,2}(?:st|nd|rd|th))"
_NAME = re.compile(rf"(?<![\w\"'])(?:{_CAPITAL} ){{1,4}}[A-Z][a-z-]+(?![\w\"])")
_BEFORE_A_NAME = frozenset(
    ("A", "An", "The", "Any", "All", "Each", "Every", "No", "If", "When", "Such", "This", "That", "These", "Those", "Both",
     "Either", "Neither", "Losing", "Winning", "Optional", "One", "Two", "Three", "Other", "After", "Before", "Once", "Prior")
)  # fmt: skip
_TELLS = re.compile(
    r"\s*(?:[:;–—-]\s|,? (?:means?|shall (?:win|lose)|is (?:a|an|made|placed)|may be (?:made|placed)|placed|made|wins?)\b)"
)


@dataclass
class _Used:
    """A name in the singular with the places where it stands."""

    name: str
    spots: list[Spot]

    @property
    def clauses(self) -> list[Clause]:
        return list({s.clause.path: s.clause for s in self.spots}.values())


def check(written: Written) -> Iterator[Finding]:
    """The names of the part that are used like its defined terms, and are none."""
    if is_scan(written):
        return
    terms = terms_of(written)
    kinds = Counter(_last(name) for term in terms for name in term.names if " " in name)
    wanted = {kind for kind, count in kinds.items() if count >= _LEAST_KIND}
    if not wanted:
        return
    defined = {_singular(name): term for term in terms for name in term.names}
    missed = [used for used in _used(written, wanted).values() if not _is_defined(used.name, defined)]
    not_defined = Counter(_last(used.name) for used in missed)
    for used in missed:
        near = next((t for name, t in defined.items() if fuzz.ratio(name, used.name.lower()) >= _NEAR), None)
        if not_defined[_last(used.name)] > kinds[_last(used.name)] or (near is None and _is_told(written, used.name)):
            continue  # a kind of which the part defines but a few is not defined as a rule
        if len(used.clauses) >= (_LEAST_NEAR if near else _LEAST_CLAUSES):
            yield _finding(written, used, near, _of_the_kind(terms, used.name))


def _last(name: str) -> str:
    return _singular(name).rsplit(maxsplit=1)[-1]


def _singular(name: str) -> str:
    low = straightened(name).lower()
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def _used(written: Written, kinds: set[str]) -> dict[str, _Used]:
    """The names in capitals of some kinds, by themselves in small letters, without articles and the like before them."""
    found: dict[str, _Used] = {}
    texts = ((clause, in_title) for clause in written.clauses for in_title in (True, False))
    for clause, in_title in texts:
        words = straightened((clause.title if in_title else clause.text).words)
        for name in _NAME.finditer(words):
            if _last(name[0]) not in kinds:
                continue
            parts = name[0].split()
            while parts and parts[0] in _BEFORE_A_NAME:
                parts = parts[1:]
            if len(parts) < 2:
                continue
            plain = " ".join(parts)
            plain = plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
            spot = Spot(clause, name.end() - len(" ".join(parts)), name.end(), in_title)
            found.setdefault(plain.lower(), _Used(plain, [])).spots.append(spot)
    return found


def _is_defined(name: str, defined: dict[str, Term]) -> bool:
    """Whether it is a defined term, begins one or ends in one, or is one with the word for its kind behind it."""
    low = name.lower()
    shorter = low.rsplit(maxsplit=1)[0]
    return any(low == d or low.endswith(f" {d}") or shorter == d or d.startswith(f"{low} ") for d in defined)


def _is_told(written: Written, name: str) -> bool:
    """Whether a title, or a clause that begins with it, says what it is."""
    start = re.compile(rf"\W*(?:(?:a|an|the|any|each)\s)?\W*{re.escape(name)}s?(?=(\W))", re.IGNORECASE)
    titled = re.compile(rf"\b{re.escape(name)}s?\b", re.IGNORECASE)
    low = name.lower()
    for heading, words in written.once("beginnings of clauses", lambda: _beginnings(written)):
        if low in heading.lower() and titled.search(heading):
            return True
        begun = start.match(words)
        if begun is not None and (_TELLS.match(words, begun.end()) or begun[1] in ':"'):
            return True
    return False


def _beginnings(written: Written) -> list[tuple[str, str]]:
    """The heading and the first words of each clause that has any."""
    return [(_heading(c), straightened(c.words[:200])) for c in written.clauses]


def _heading(clause: Clause) -> str:
    """Its title, or the words before a colon; empty where what is set apart is a sentence of its own."""
    if clause.title and (clause.text or clause.children):
        return straightened(clause.title.words)
    before, colon, _ = straightened(clause.text.words[:80]).partition(":")
    return before if colon else ""


def _of_the_kind(terms: Sequence[Term], name: str) -> list[Term]:
    return [t for t in terms if any(" " in n and _last(n) == _last(name) for n in t.names)]


def _finding(written: Written, used: _Used, near: Term | None, kind: Sequence[Term]) -> Finding:
    clauses = used.clauses
    where = few([c.path for c in clauses], 4)
    if near is not None:
        message = f"“{used.name}” is written in {len(clauses)} clauses; {near.clause.path} defines “{near.name}”"
        recommendation = f"Write “{near.name}” if that is meant, else define “{used.name}”."
    else:
        message = f"“{used.name}” is used in {len(clauses)} clauses and defined in none"
        recommendation = f"Define “{used.name}”."
    others = few([f"“{t.name}” ({t.clause.path})" for t in kind], 3)
    return written.finding(
        NAME,
        SEVERITY,
        used.spots[0],
        used.name.casefold(),
        message=message,
        condition=f"“{used.name}” stands in {where}. Defined are {others}.",
        criteria="A term that is used like the defined ones should be defined.",
        effect="What the term means is left to the reader",
        recommendation=recommendation,
        others=[*clauses[1:4], *([near.clause] if near else [])],
    )
