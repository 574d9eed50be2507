"""Best play against a pay table in words: for each moment rules by what is held, the first that fits first.

Decisions at which as much is known and the same choices are open are told together, whatever was chosen before; where
that matters, rules say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.play.scales import scale
from audit.solve.cards.arrivals import Arrivals, Stage, arrivals_at
from audit.solve.cards.course import Kind
from audit.solve.cards.known_facts import Wanted, facts_of
from audit.solve.cards.paths import Moment, Path
from audit.solve.cards.rule_lists import Fact, RuleList, distinct_cases, learn_rules
from audit.solve.cards.sets import every_set
from audit.solve.cards.sides import Problem, words_of
from audit.solve.cards.staged import Situations, Solution, Told
from audit.solve.result import Decided, PlayRow, Strategy

OTHERS = "any other hand"


@dataclass(frozen=True)
class _Stop:
    """A decision, what was chosen on the way to it, and what is best there."""

    moment: Moment
    so_far: Path
    told: Told
    came: Arrivals | None


def staged_strategy(problem: Problem, solution: Solution) -> Strategy | None:
    """Every moment with its rules; None where nothing is decided."""
    if problem.moment is None or not problem.is_told:
        return None
    stages = {
        so_far: Stage(tuple(label for label, _ in moment.options), told.situations)
        for (moment, so_far), told in zip(problem.ways, solution.stops, strict=True) if told.situations is not None
    }  # fmt: skip
    alike: dict[tuple[frozenset[Any], tuple[str, ...]], list[_Stop]] = {}
    for (moment, so_far), told in zip(problem.ways, solution.stops, strict=True):
        if any(row.deals for row in told.rows.values()):
            key = moment.known, tuple(label for label, _ in moment.options)
            alike.setdefault(key, []).append(_Stop(moment, so_far, told, arrivals_at(so_far, stages)))
    return Strategy(tuple(_decided(problem, solution.total, labels, stops) for (_, labels), stops in alike.items()))


def _decided(problem: Problem, total: int, labels: Sequence[str], stops: Sequence[_Stop]) -> Decided:
    taken = [sum(row.taken[n] for stop in stops for row in stop.told.rows.values()) for n in range(len(labels))]
    shares = tuple((label, Fraction(n, total)) for label, n in zip(labels, taken, strict=True))
    moment = stops[0].moment
    cites = tuple(dict.fromkeys(str(cite) for basis in moment.bases for cite in basis.cites))
    rows: tuple[PlayRow, ...] = ()
    counted = _cases(problem, stops, len(labels)) if sum(n > 0 for n in taken) > 1 else None
    if counted is not None:
        rows = tuple(_rows(learn_rules(*counted.by_rule), labels, counted.unit))
        if any(sum((r.share for r in rows if r.choice == label), Fraction(0)) != share for label, share in shares):
            raise AssertionError("the rows of a moment add up to its choices")
    return Decided(_words(moment, stops), shares, rows, (), cites)


def _words(moment: Moment, stops: Sequence[_Stop]) -> str:
    if len(stops) == 1 and stops[0].so_far:
        return f"after {' and '.join(stops[0].so_far)}, knowing {words_of(moment.known)}"
    return f"knowing {words_of(moment.known)}"


def _rows(rules: RuleList, labels: Sequence[str], unit: Fraction) -> Iterator[PlayRow]:
    for n, rule in enumerate(rules.rules):
        words = ", ".join(rule.parts) or (OTHERS if n else "any hand")
        yield PlayRow(words, labels[rule.choice], rule.weight * unit)
    for label, weight in zip(labels, rules.left, strict=True):
        if weight:
            yield PlayRow(f"{OTHERS}, by the cards one by one", label, weight * unit)


@dataclass(frozen=True, eq=False)
class _Cases:
    """What rules are learnt from, and the share of all deals that one unit of weight is."""

    by_rule: tuple[list[Fact], npt.NDArray[np.int64]]
    unit: Fraction


def _cases(problem: Problem, stops: Sequence[_Stop], choices: int) -> _Cases | None:
    """All these decisions together, by the cards known there and, where it matters, by what was chosen before.

    None where the situations are too many to be kept one by one.
    """
    first = stops[0].told.situations
    whole = math.lcm(*(stop.came.full for stop in stops if stop.came is not None))
    if first is None or any(stop.came is None for stop in stops):
        return None
    unit = Fraction(1, whole * int(first.weights.sum()) * first.best.shape[1])
    cards = cards_of_situations(first)
    facts = list(facts_of(_wanted(problem, stops[0].moment), problem.judge.deck, cards.reshape(-1, cards.shape[2])))
    kinds, facts = distinct_cases(facts, cards.shape[0] * cards.shape[1])
    number = int(kinds.max()) + 1
    counted = np.stack([_counted(stop, kinds, number, choices, whole) for stop in stops])
    if _is_same_whatever_before(counted):
        return _Cases((facts, counted.sum(axis=0)), unit)
    wide = [Fact(f.words, f.contrary, np.tile(f.holds, len(stops))) for f in facts]
    before = _before([stop.so_far for stop in stops], number)
    return _Cases(([*wide, *before], counted.reshape(-1, choices)), unit)


def _counted(
    stop: _Stop, kinds: npt.NDArray[np.int64], number: int, choices: int, whole: int
) -> npt.NDArray[np.int64]:
    """How often each choice is best in situations of each kind: int64[kinds, choices]."""
    found, came = stop.told.situations, stop.came
    assert found is not None and came is not None
    best = found.best.reshape(-1)
    weights = (found.weights[:, None] * came.ways * (whole // came.full)).reshape(-1)
    is_met = best >= 0
    counted = np.zeros((number, choices), dtype=np.int64)
    np.add.at(counted, (kinds[is_met], best[is_met]), weights[is_met])
    return counted


def _is_same_whatever_before(counted: npt.NDArray[np.int64]) -> bool:
    """Whether cards of one kind are played in the same ways at every decision at which they are met."""
    ways = counted > 0
    met = ways.any(axis=2, keepdims=True)
    every = ways.any(axis=0, keepdims=True)
    return bool((ways == (every & met)).all())


def _before(chosen: Sequence[Path], number: int) -> Iterator[Fact]:
    """What was chosen before, choice by choice."""
    for step in range(max(map(len, chosen))):
        for label in dict.fromkeys(path[step] for path in chosen):
            at = f"at decision {step + 1}" if max(map(len, chosen)) > 1 else "before"
            holds = np.repeat(np.array([path[step] == label for path in chosen]), number)
            yield Fact(f"{label} {at}", f"not {label} {at}", holds)
    for label in dict.fromkeys(label for path in chosen for label in path):
        holds = np.repeat(np.array([label in path for path in chosen]), number)
        yield Fact(f"{label} at some decision before", f"never {label} before", holds)


def _wanted(problem: Problem, moment: Moment) -> Wanted:
    """The hand that the known cards belong to: the largest that holds them all, else the largest there is."""
    hands = [f for f in problem.plain if f.kind is Kind.HAND and f.formed is not None]
    hands.sort(key=lambda f: (moment.known <= frozenset(f.spots), len(f.spots)), reverse=True)
    if not hands:
        return Wanted(None, len(moment.known))
    hand = hands[0]
    assert hand.formed is not None
    return Wanted(scale(problem.ruleset, hand.formed.ranking), hand.formed.cards or len(hand.spots), hand.tests)


def cards_of_situations(found: Situations) -> npt.NDArray[np.int8]:
    """The cards known in every situation: int8[first groups, states, cards], those of one group together."""
    firsts = found.firsts.astype(np.int64)
    every = np.arange(found.size)
    left = np.stack([np.setdiff1d(every, row, assume_unique=True) for row in firsts])[:, None, :]
    held = firsts[:, None, :]
    for k in found.groups[1:]:
        places = every_set(left.shape[2], k).astype(np.int64)
        rest = np.stack([np.setdiff1d(np.arange(left.shape[2]), row, assume_unique=True) for row in places])
        taken = left[:, :, places]
        shape = left.shape[0], left.shape[1] * len(places)
        held = np.concatenate([np.repeat(held, len(places), axis=1), taken.reshape(*shape, k)], axis=2)
        left = left[:, :, rest].reshape(*shape, rest.shape[1])
    return held.astype(np.int8)

