"""Sentences that say the same and differ in one negation of their condition."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.games import Held
from audit.checks.documents.references_cut import without_references
from audit.checks.documents.sentences import Sentence, sentences_of, sentences_with
from audit.documents.clauses import Clause, walk
from audit.documents.document import Part

_NEGATION = re.compile(
    r"\b(?:is|are|has|have|had|was|were|does|do|did|shall|may|will|can|must|should)n't\b"
    r"|\bnot\b|\bcannot\b|\bunless\b|\bother than\b|\bin(?=(?:correct|valid|sufficient|eligible|active)\b)"
    r"|\bun(?=(?:able|equal|suited)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:[Ii]f|[Uu]nless|[Ww]hen|[Ww]here)\b[^,;]*")
_SHORTEST = 12
"""Words of a sentence below which two equal ones may speak of different things."""
_OTHER_CHAPTERS = 3
"""Chapters that must have a sentence otherwise, all of them, before the one here stands out."""


@dataclass(frozen=True)
class Case:
    """A sentence with a condition; ``negations`` are those in it, ``key`` the words without them and without names."""

    sentence: Sentence
    key: str
    condition: str
    start: int
    end: int
    negations: tuple[str, ...]


@dataclass(frozen=True)
class Odd:
    """A case that differs from all its siblings: ``whose`` says which, ``theirs`` are their negations if it has none."""

    case: Case
    whose: str
    theirs: tuple[str, ...]
    beside: tuple[Clause, ...] = ()

    @property
    def sentence(self) -> Sentence:
        return self.case.sentence

    @property
    def negations(self) -> tuple[str, ...]:
        return self.case.negations

    @property
    def condition(self) -> str:
        return self.case.condition

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.case.start, self.case.end)


def odd_ones(written: Written) -> Iterator[Odd]:
    """Cases against two or more siblings in the part; else against the chapters of the file, where none agrees with it."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for sentence in sentences_with(written, "if ", "unless ", "when ", "where "):
        case = None if sentence.is_doubtful else _case(sentence)
        if case is not None:
            groups[case.key].append(case)
    others = _in_chapters(Held(written.document))
    for key, cases in groups.items():
        odd = _odd_one(cases)
        if odd is not None:
            beside = tuple(c.sentence.clause for c in cases if c is not odd)
            paths = list(dict.fromkeys(c.path for c in beside))[:3]
            whose = f"{', '.join(paths[:-1])} and {paths[-1]}"
            yield Odd(odd, whose, next((c.negations for c in cases if c.negations), ()), beside)
        elif len({bool(c.negations) for c in cases}) == 1:
            told = [n for number, n in others.get(key, ()) if number != written.part.number]
            if len(told) >= _OTHER_CHAPTERS and all(bool(n) != bool(cases[0].negations) for n in told):
                yield Odd(cases[0], f"{len(told)} other chapters", next((n for n in told if n), ()))


def _case(sentence: Sentence) -> Case | None:
    words = without_references(sentence.words)
    condition = _CONDITION.search(words)
    if condition is None or len(words.split()) < _SHORTEST:
        return None
    said = condition.group()
    bare = re.sub(r"^[Uu]nless", "if", _NEGATION.sub(" ", said))
    whole = f"{words[: condition.start()]} {bare} {words[condition.end() :]}"
    key = " ".join(re.findall(r"[a-z0-9']+", re.sub(r"(?<=\S )[A-Z][\w'-]*", " ", whole).lower()))
    return Case(sentence, key, said, condition.start(), condition.end(), _negations(said))


def _negations(words: str) -> tuple[str, ...]:
    return tuple(m.group().lower() for m in _NEGATION.finditer(words))


def _odd_one(cases: Sequence[Case]) -> Case | None:
    """The one of three or more, in different clauses, that alone has a negation or alone lacks it."""
    few, many = sorted(([c for c in cases if c.negations], [c for c in cases if not c.negations]), key=len)
    if len(few) != 1 or len({c.sentence.clause.path for c in many}) < 2:
        return None
    return None if any(c.sentence.clause is few[0].sentence.clause for c in many) else few[0]


@lru_cache(maxsize=1)
def _in_chapters(held: Held) -> dict[str, tuple[tuple[int, tuple[str, ...]], ...]]:
    """By key, the part and the negations of each case in the rules of the file; parts with equal words count once."""
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for part in held.document.rules:
        if part.same_as is None:
            for case in _cases_of(part):
                found[case.key].append((part.number, case.negations))
    return {key: tuple(told) for key, told in found.items() if len(told) > _OTHER_CHAPTERS}


def _cases_of(part: Part) -> Iterator[Case]:
    for clause in walk(part.clauses):
        for sentence in sentences_of(clause):
            case = _case(sentence)
            if case is not None:
                yield case
