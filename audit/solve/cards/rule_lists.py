"""Rules in words for choices that are known case by case: a list of which the first that fits holds.

The list goes choice by choice; the last one is for all that is left.  A rule is a few facts that hold together.  It is
taken only if every case that it fits, but for those of the choices told before, is played in one way.  So the list is
exact, and within one choice the order of its rules does not matter.  What no rule is found for is said to be left over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Bools: TypeAlias = npt.NDArray[np.bool_]
Ints64: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]

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
    """Facts and their contraries as columns: what each says, what choosing it costs, in which cases it holds."""

    words: tuple[str, ...]
    costs: Floats
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
    table = np.stack(columns, axis=1) if columns else np.zeros((rows, 0), dtype=np.bool_)
    costs = np.array([cost for _, cost, _ in found.values()], dtype=np.float32)
    return _Literals(tuple(words for words, *_ in found.values()), costs, table)


def _in_order(literals: _Literals, weights: Ints64, order: Sequence[int], most: int) -> RuleList:
    """Rules for one choice after the other, until one is left."""
    rules: list[Rule] = []
    waiting = np.flatnonzero(weights.any(axis=1))
    for choice in order:
        if not np.delete(weights[waiting], choice, axis=1).any():
            break
        block = waiting
        is_right: Bools = np.logical_not(np.delete(weights[block], choice, axis=1).any(axis=1))
        is_open: Bools = is_right.copy()
        while is_open.any() and len(rules) < most:
            parts = _best_rule(literals, block, weights[block, choice] * is_open, is_right)
            if parts is None:
                break
            fits: Bools = np.asarray(literals.table[block][:, parts].all(axis=1))
            assert is_right[fits].all(), "a rule fits cases of one choice only"
            words = tuple(literals.words[part] for part in parts)
            rules.append(Rule(words, choice, int(weights[block[fits & is_open], choice].sum())))
            is_open &= ~fits
        waiting = block[~is_right | is_open]
    left = weights[waiting].sum(axis=0)
    if np.count_nonzero(left) == 1:
        only = int(left.argmax())
        return RuleList((*rules, Rule((), only, int(left[only]))), (0,) * len(left))
    return RuleList(tuple(rules), tuple(int(n) for n in left))


def _best_rule(literals: _Literals, block: Ints64, wanted: Ints64, is_right: Bools) -> list[int] | None:
    """The facts that fit most of what is wanted and nothing wrong; a shorter rule is preferred to a little more."""
    holds = literals.table[block].astype(np.float32)
    good = (wanted / max(int(wanted.sum()), 1)).astype(np.float32)
    bad = np.where(is_right, 0, 1).astype(np.float32)
    best: tuple[float, list[int]] | None = None
    beginnings: list[list[int]] = [[]]
    for length in range(MOST_PARTS):
        costs: Floats = np.array([[literals.costs[parts].prod()] for parts in beginnings]) * literals.costs * np.float32(EACH_PART**length)
        chosen = np.stack([literals.table[block][:, parts].all(axis=1) for parts in beginnings]).astype(np.float32)
        fits, wrong = (chosen * good) @ holds, (chosen * bad) @ holds
        pure = np.where(wrong == 0, fits * costs, 0)
        n, fact = divmod(int(pure.argmax()), holds.shape[1])
        if pure[n, fact] > 0 and (best is None or pure[n, fact] > best[0]):
            best = float(pure[n, fact]), [*beginnings[n], fact]
        if best is not None and best[0] >= float((fits * costs).max()) * EACH_PART:
            break
        beginnings = _promising(beginnings, fits * costs, wrong / np.float32(max(float(bad.sum()), 1.0)))
        if not beginnings:
            break
    return _without_needless(literals.table[block], best[1], is_right) if best is not None else None


def _promising(beginnings: Sequence[Sequence[int]], fits: Floats, wrong: Floats) -> list[list[int]]:
    """The rules to be drawn out: those that fit much of what is wanted and little else."""
    promise = np.where(wrong > 0, fits * fits / np.maximum(fits + wrong, 1e-12), 0).ravel()
    most = fits.shape[1] if not beginnings[0] else BEAM
    longer: dict[tuple[int, ...], None] = {}
    for place in promise.argsort()[::-1].tolist():
        if promise[place] <= 0 or len(longer) >= most:
            break
        n, fact = divmod(place, fits.shape[1])
        if fact not in beginnings[n]:
            longer.setdefault(tuple(sorted((*beginnings[n], fact))))
    return [list(parts) for parts in longer]


def _without_needless(table: Bools, parts: Sequence[int], is_right: Bools) -> list[int]:
    """The rule without facts that it is as right without."""
    kept = list(parts)
    for part in parts:
        fewer = [other for other in kept if other != part]
        if fewer and is_right[table[:, fewer].all(axis=1)].all():
            kept = fewer
    return sorted(kept)


