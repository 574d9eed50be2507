"""Rules in words for choices that are known case by case: a list of which the first that fits holds.

The list goes choice by choice; the last one is for all that is left.  A rule is a few facts that hold together.  It is
taken only if every case that it fits, but for those of the choices told before, is played in one way.  So the list is
exact, and within one choice the order of its rules does not matter.  What no rule is found for is said to be left over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.cases_by_bit import Bools, Cases, Ints64

Doubles: TypeAlias = npt.NDArray[np.float64]

MOST_RULES = 24
"""Longer lists are not followed by anybody."""

BEAM = 48
"""So many beginnings of a rule are drawn out further."""

MOST_PARTS = 4

HARD = 0.5
"""By so much of a line a fact that denies makes a list longer: it is harder to follow."""

EACH_PART = 0.7
CONTRARY = 0.85
"""A fact more, or one that denies, must make a rule fit so much more often that it pays: by one over this."""


@dataclass(frozen=True, eq=False)
class Fact:
    """Something that holds in some cases: how it is said, how its contrary is said (None if it is not to be used)."""

    words: str
    contrary: str | None
    holds: Bools


@dataclass(frozen=True)
class Rule:
    """Facts that hold together, the choice that is then best, and how much of the whole that is."""

    parts: tuple[str, ...]
    choice: int
    weight: int


@dataclass(frozen=True)
class RuleList:
    """Rules of which the first that fits holds; ``left`` is the weight by choice of the cases that none of them fits."""

    rules: tuple[Rule, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class _Literals:
    """Facts and their contraries: what each says, what choosing it costs, in which cases it holds, bool[facts, cases]."""

    words: tuple[str, ...]
    costs: Doubles
    table: Bools


def distinct_cases(facts: Sequence[Fact], cases: int) -> tuple[Ints64, list[Fact]]:
    """The kind of each case, by what facts hold, and the facts by kind."""
    if not facts:
        return np.zeros(cases, dtype=np.int64), []
    bits = np.packbits(np.stack([fact.holds for fact in facts], axis=1), axis=1)
    width = bits.shape[1]
    keys = np.ascontiguousarray(bits).view(np.dtype((np.void, width))).reshape(-1)
    _, first, kinds = np.unique(keys, return_index=True, return_inverse=True)
    return kinds.reshape(-1).astype(np.int64), [Fact(f.words, f.contrary, f.holds[first]) for f in facts]


def learn_rules(facts: Sequence[Fact], weights: Ints64, most: int = MOST_RULES) -> RuleList:
    """The easiest list found for cases by row; ``weights[row, choice]`` is how often each choice is best there.

    Cases of equal facts should be one row; one with several choices is never explained.  The choices are gone through
    from the last to the first, or the other way, or so that the one that is best most often is left for the end.
    """
    literals = _literals(facts, len(weights))
    choices = [n for n in range(weights.shape[1]) if weights[:, n].any()]
    usual = max(choices, key=lambda n: int(weights[:, n].sum()))
    orders = dict.fromkeys((
        tuple(reversed(choices)), (*(n for n in reversed(choices) if n != usual), usual), tuple(choices),
    ))  # fmt: skip
    lists = [_in_order(literals, weights, order, most) for order in orders]
    denied = {words for words, cost in zip(literals.words, literals.costs.tolist(), strict=True) if cost < 1}
    return min(lists, key=lambda found: (sum(found.left), _toil(found, denied)))


def _toil(found: RuleList, denied: set[str]) -> float:
    return len(found.rules) + HARD * sum(part in denied for rule in found.rules for part in rule.parts)


def _literals(facts: Iterable[Fact], rows: int) -> _Literals:
    """Those that part the cases, and of equal ones the first."""
    found: dict[bytes, tuple[str, float, Bools]] = {}
    for fact in facts:
        for words, cost, holds in ((fact.words, 1.0, fact.holds), (fact.contrary, CONTRARY, ~fact.holds)):
            if words is not None and 0 < int(holds.sum()) < rows:
                found.setdefault(np.packbits(holds).tobytes(), (words, cost, holds))
    columns = [holds for *_, holds in found.values()]
    table = np.stack(columns) if columns else np.zeros((0, rows), dtype=np.bool_)
    costs = np.array([cost for _, cost, _ in found.values()], dtype=np.float64)
    return _Literals(tuple(words for words, *_ in found.values()), costs, table)


def _in_order(literals: _Literals, weights: Ints64, order: Sequence[int], most: int) -> RuleList:
    """Rules for one choice after the other, until one is left."""
    rules: list[Rule] = []
    waiting = np.flatnonzero(weights.any(axis=1))
    for choice in order:
        is_wrong = np.delete(weights[waiting], choice, axis=1).any(axis=1)
        if not is_wrong.any():
            break
        if is_wrong.all() or not literals.words:
            continue
        contest = _Contest(literals, waiting[~is_wrong], waiting[is_wrong], weights[:, choice])
        while len(contest.open) and len(rules) < most:
            parts = contest.best_rule()
            if parts is None:
                break
            words = tuple(literals.words[part] for part in parts)
            rules.append(Rule(words, choice, contest.take(parts)))
        waiting = np.sort(np.concatenate([waiting[is_wrong], contest.open]))
    left = weights[waiting].sum(axis=0)
    if np.count_nonzero(left) == 1:
        only = int(left.argmax())
        return RuleList((*rules, Rule((), only, int(left[only]))), (0,) * len(left))
    return RuleList(tuple(rules), tuple(int(n) for n in left))


class _Contest:
    """The search for rules of one choice: they must fit ``open`` cases, by row, and none of the ``wrong`` ones.

    What one and what two facts fit is kept from rule to rule.
    """

    def __init__(self, literals: _Literals, rows: Ints64, wrong: Ints64, weights: Ints64) -> None:
        self.literals, self.open, self.weights = literals, rows, weights
        self.right = Cases.of(literals.table[:, rows], weights[rows])
        self.wrong = Cases.of(literals.table[:, wrong], np.ones(len(wrong), dtype=np.int64))
        self.wrongs = len(wrong)
        self.alone = np.arange(len(literals.words))[:, None]
        self.right_pairs = self.right.tally(self.alone)
        self.wrong_pairs = self.wrong.tally(self.alone)

    def take(self, parts: Sequence[int]) -> int:
        """Closes the open cases that a rule fits; their weight."""
        assert not self.wrong.fitting(parts), "a rule fits cases of one choice only"
        taken = self.right.fitting(parts)
        self.right = self.right.without(taken)
        self.right_pairs -= taken.tally(self.alone)
        fits = np.asarray(self.literals.table[np.ix_(np.array(parts), self.open)].all(axis=0))
        weight = int(self.weights[self.open[fits]].sum())
        self.open = self.open[~fits]
        return weight

    def best_rule(self) -> list[int] | None:
        """The facts that fit most of what is open and nothing wrong; a shorter rule is preferred to a little more."""
        whole = float(self.weights[self.open].sum())
        best: tuple[float, list[int]] | None = None
        beginnings: list[list[int]] = [[]]
        for length in range(MOST_PARTS):
            costs = np.array([[self.literals.costs[parts].prod()] for parts in beginnings]) * self.literals.costs
            right, wrong = self._fitted(beginnings)
            fits = right * costs * (EACH_PART**length / whole)
            pure = np.where(wrong == 0, fits, 0)
            n, fact = divmod(int(pure.argmax()), pure.shape[1])
            if pure[n, fact] > 0 and (best is None or pure[n, fact] > best[0]):
                best = float(pure[n, fact]), [*beginnings[n], fact]
            hopeless = fits * EACH_PART <= (0.0 if best is None else best[0])
            beginnings = _promising(beginnings, np.where(hopeless, 0, fits), wrong / self.wrongs)
            if not beginnings:
                break
        return None if best is None else self._without_needless(best[1])

    def _fitted(self, beginnings: Sequence[Sequence[int]]) -> tuple[Ints64, Ints64]:
        """How much of what is open, and how many wrong cases, each beginning fits with each fact added."""
        match len(beginnings[0]):
            case 0:
                return self.right_pairs.diagonal()[None, :], self.wrong_pairs.diagonal()[None, :]
            case 1:
                firsts = [part for (part,) in beginnings]
                return self.right_pairs[firsts], self.wrong_pairs[firsts]
        parts = np.array(beginnings, dtype=np.int64)
        return self.right.tally(parts), self.wrong.tally(parts)

    def _without_needless(self, parts: Sequence[int]) -> list[int]:
        """The rule without facts that it is as right without."""
        kept = list(parts)
        for part in parts:
            fewer = [other for other in kept if other != part]
            if fewer and not self.wrong.fitting(fewer):
                kept = fewer
        return sorted(kept)


def _promising(beginnings: Sequence[Sequence[int]], fits: Doubles, wrong: Doubles) -> list[list[int]]:
    """The rules to be drawn out: those that fit much of what is wanted and little else, of equal ones the first."""
    promise = np.where(wrong > 0, fits * fits / np.maximum(fits + wrong, 1e-12), 0).ravel()
    most = fits.shape[1] if not beginnings[0] else BEAM
    longer: dict[tuple[int, ...], None] = {}
    for place in np.argsort(-promise, kind="stable").tolist():
        if promise[place] <= 0 or len(longer) >= most:
            break
        n, fact = divmod(place, fits.shape[1])
        if fact not in beginnings[n]:
            longer.setdefault(tuple(sorted((*beginnings[n], fact))))
    return [list(parts) for parts in longer]
