"""Which part of the old document stands against which part of the new."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from audit.compare.documents.comparing import compare_runs, name_of
from audit.compare.documents.entries import Against, LeftOut, TextComparison
from audit.documents.clauses import walk
from audit.documents.document import Document, Part, PartKind, State

_WORD = re.compile(r"[^\W\d_]{3,}|\d+")
_MOST_WORDS = 60_000
_LEAST = 0.3
_NAMED = 0.5
_SURE = 0.12
_RENAMED = 0.85
_LATE = 0.1
_GOES_ON = 0.6


def compare_documents(old: Document, new: Document) -> TextComparison:
    """The parts of two documents that are the same rules, compared; what has no counterpart is said to be left out.

    Rules of play are compared where both documents hold any, else all parts.  Of several copies with the same words the
    first is taken.
    """
    ours, out_old = _taken(old, is_old=True)
    theirs, out_new = _taken(new, is_old=False)
    groups = _groups(ours, theirs)
    known_old = {p.number for group in groups for p in group.olds}
    known_new = {p.number for group in groups for p in group.news}
    left = [*out_old, *out_new]
    for parts, known, is_old in ((ours, known_old, True), (theirs, known_new, False)):
        left += [
            LeftOut(is_old, p.number, name_of(p), _why(p, [q for q in parts if q.number in known], is_old=is_old))
            for p in parts
            if p.number not in known
        ]
    made = [compare_runs(g.olds, g.news, name_of(g.olds[0]), name_of(g.news[0])) for g in groups]
    return TextComparison(
        old.name,
        new.name,
        tuple(e for c in made for e in c.entries),
        tuple(e for c in made for e in c.form),
        tuple(f for c in made for f in c.following),
        tuple(e for c in made for e in c.read_through),
        sum(c.alike for c in made),
        sum(c.old_clauses for c in made),
        sum(c.new_clauses for c in made),
        tuple(against for g in groups for against in g.told()),
        tuple(sorted(left, key=lambda x: (not x.is_old, x.part))),
    )


def _why(part: Part, compared: Sequence[Part], *, is_old: bool) -> str:
    """Why a part was compared with nothing."""
    other = next((p for p in compared if _same_name(part, p)), None)
    if other is not None:
        return f"another edition of it is compared: part {other.number}"
    return f"nothing in the {'new' if is_old else 'old'} document stands against it"


def _taken(document: Document, *, is_old: bool) -> tuple[list[Part], list[LeftOut]]:
    """The parts to compare, and why the others are not."""
    rules = bool(document.rules)
    taken, out = [], []
    for part in document.parts:
        if rules and part.kind is not PartKind.RULES:
            out.append(LeftOut(is_old, part.number, name_of(part), f"it is no rules of play: {part.kind.value}"))
        elif part.same_as is not None:
            out.append(LeftOut(is_old, part.number, name_of(part), f"it has the same words as part {part.same_as}"))
        elif not part.clauses:
            out.append(LeftOut(is_old, part.number, name_of(part), "no clause was found in it"))
        else:
            taken.append(part)
    return taken, out


@dataclass
class _Group:
    """Parts that are compared as one: one of each side, and what else of a side goes on with the same rules."""

    olds: list[Part]
    news: list[Part]
    because: str

    def told(self) -> list[Against]:
        pairs = itertools.product(self.olds, self.news)
        return [Against(a.number, b.number, name_of(a), name_of(b), self.because) for a, b in pairs]


def _groups(ours: Sequence[Part], theirs: Sequence[Part]) -> list[_Group]:
    """The best pairs first, each part once; then parts that hold what a pair leaves unmatched; in the new order."""
    bags_old, bags_new = {p.number: _bag(p) for p in ours}, {p.number: _bag(p) for p in theirs}
    scored = []
    late_old, late_new = _latest(ours), _latest(theirs)
    for (n, a), (m, b) in itertools.product(enumerate(ours), enumerate(theirs)):
        alike = _alike(bags_old[a.number], bags_new[b.number])
        named = _same_name(a, b)
        least = _SURE if named else _LEAST if not (a.game and b.game) else _RENAMED
        if alike < least and not len(ours) == len(theirs) == 1:
            continue
        clean = (a.state is State.CLEAN) + (b.state is State.CLEAN)
        late = _LATE * ((n in late_old) + (m in late_new)) if named else 0.0
        scored.append((-(alike + _NAMED * named + late), -clean, n, m, named, alike))
    groups: list[_Group] = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for _, _, n, m, named, alike in sorted(scored):
        if n in taken[0] or m in taken[1]:
            continue
        taken[0].add(n)
        taken[1].add(m)
        shared = f"{round(100 * alike)} of 100 words are shared"
        groups.append(_Group([ours[n]], [theirs[m]], f"both name the same game; {shared}" if named else shared))
    for group in groups:
        was_old, was_new = bags_old[group.olds[0].number], bags_new[group.news[0].number]
        rest_old, rest_new = was_old - was_new, was_new - was_old
        group.news += _going_on([p for m, p in enumerate(theirs) if m not in taken[1]], bags_new, rest_old)
        group.olds += _going_on([p for n, p in enumerate(ours) if n not in taken[0]], bags_old, rest_new)
        taken[1].update(m for m, p in enumerate(theirs) if p in group.news)
        taken[0].update(n for n, p in enumerate(ours) if p in group.olds)
        group.olds.sort(key=lambda p: p.number)
        group.news.sort(key=lambda p: p.number)
    return sorted(groups, key=lambda g: g.news[0].number)


def _latest(parts: Sequence[Part]) -> set[int]:
    """Places of the parts that bear the latest date of all that name the same game."""
    found: dict[tuple[str, ...], tuple[date, int]] = {}
    for n, part in enumerate(parts):
        days = [dated.day for dated in part.dates]
        name = tuple(_WORD.findall((part.game or part.title or "").casefold()))
        if days and (name not in found or max(days) > found[name][0]):
            found[name] = (max(days), n)
    return {n for _, n in found.values()}


def _going_on(parts: Sequence[Part], bags: Mapping[int, Counter[str]], rest: Counter[str]) -> list[Part]:
    """Parts most of whose words are those that a pair has on the other side only."""
    found = []
    for part in parts:
        bag = bags[part.number]
        size = sum(bag.values())
        if size and sum((bag & rest).values()) / size >= _GOES_ON:
            found.append(part)
    return found


def _same_name(a: Part, b: Part) -> bool:
    return any(
        x and y and _WORD.findall(x.casefold()) == _WORD.findall(y.casefold())
        for x, y in ((a.game, b.game), (a.title, b.title))
    )


def _bag(part: Part) -> Counter[str]:
    bag: Counter[str] = Counter()
    count = 0
    for clause in walk(part.clauses):
        words = _WORD.findall(clause.words.casefold())
        bag.update(f"{a} {b}" for a, b in itertools.pairwise(words))
        count += len(words)
        if count > _MOST_WORDS:
            break
    return bag


def _alike(a: Counter[str], b: Counter[str]) -> float:
    """Pairs of words that both have, against all that either has, so that a part is not like a mere piece of it."""
    both = sum(a.values()) + sum(b.values())
    return 2 * sum((a & b).values()) / both if both else 0.0
