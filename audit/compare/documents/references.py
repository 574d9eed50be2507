"""References from one clause to another, found in the words and followed to the clause that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from audit.documents.clauses import Clause
from audit.documents.references import Index, bare_steps, references_in
from audit.documents.references import Reference as Named

_ENCLOSED = r"\( ?[A-Za-z0-9]{1,5} ?\)"
_CHAIN = rf"(?P<chain>{_ENCLOSED}(?:[ ]?{_ENCLOSED}){{0,5}})"
_LED = re.compile(
    rf"\b(?:provided|set forth|required|described|listed|defined|specified|stated|prescribed|contained) (?:in|by|under) {_CHAIN}"
    rf"|\b(?:pursuant|according|subject) to (?P<other>{_ENCLOSED}(?:[ ]?{_ENCLOSED}){{0,5}})",
    re.IGNORECASE,
)
_DEEP = re.compile(rf"(?<![\w)])(?P<chain>\([A-Z0-9]{{1,3}}\)(?: ?{_ENCLOSED}){{1,4}})")
_IN_WORDS = re.compile(r"\b[A-Za-z]{3,9} (?P<chain>\(\d{1,2}\))(?P<end> (?:above|below))\b")
_RULE = re.compile(r"\b[Rr]ules? (?:# ?|[Nn]o\. ?)?(?P<chain>\d{1,3})(?![\d,.%]\d|\w)")
_HINTS = re.compile(r"[(§]|section|paragraph|clause|item|rule", re.IGNORECASE)
_STEPS = re.compile(r"[A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that names a clause, ``start`` to ``end`` with the word before it and the title behind it."""

    start: int
    end: int
    named: Named

    @property
    def steps(self) -> tuple[str, ...]:
        return self.named.steps

    @property
    def title(self) -> str:
        return self.named.title or ""


def references(text: str) -> list[Reference]:
    """All references of a text, in order, each label of a list by itself, none within another."""
    if not _HINTS.search(text):
        return []
    found: list[Reference] = []
    for named in references_in(text):
        lead = text[named.whole[0] : named.start].strip()
        start = named.whole[0] if named.word and lead == named.word else named.start
        found.append(Reference(start, named.whole[1], named))
    taken = [(r.start, r.end) for r in found]
    for pattern in (_IN_WORDS, _LED, _DEEP, _RULE):
        for match in pattern.finditer(text):
            group = "other" if pattern is _LED and match["chain"] is None else "chain"
            start, end = match.span(group)
            if pattern is _RULE:
                start = match.start()
            if pattern is _IN_WORDS:
                start, end = match.start(), match.end("end")
            if any(a < end and start < b for a, b in taken):
                continue
            taken.append((start, end))
            steps = tuple(_STEPS.findall(match[group]))
            found.append(Reference(start, end, Named(start, end, (start, end), "", steps)))
    return sorted(found, key=lambda r: r.start)


def steps_of(path: str) -> tuple[str, ...]:
    """The labels of a path from above: ``7.K.ii(a)`` is 7, K, ii, a."""
    return bare_steps(path)


class Targets:
    """The clauses of a part, to be found by what names them."""

    def __init__(self, roots: Sequence[Clause], clauses: Sequence[Clause]) -> None:
        self._index = Index.of(roots)
        self._numbers = {id(clause): number for number, clause in enumerate(clauses)}

    def find(self, reference: Reference, within: Clause) -> int | None:
        """The number of the clause that is meant by a reference within another.

        Where a title is printed behind the label and another clause bears that title, the title is believed.
        """
        meant = self._index.meant(reference.named, within)
        if reference.title:
            wanted = _plain(reference.title)
            if meant is None or _plain(meant.title.words) != wanted:
                titled = self._index.titled(reference.title)
                meant = titled if titled is not None else meant
        return None if meant is None else self._numbers.get(id(meant))


def _plain(title: str) -> str:
    return " ".join(_STEPS.findall(title.casefold()))
