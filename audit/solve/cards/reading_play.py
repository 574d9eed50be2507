"""Best play in words: from what is best in each situation to rows that a reader can follow.

A situation is a hand and what else is seen.  Hands are sorted by their worth; where one choice is best from some hand
upwards, a row says so.  Where what is best hangs on what else is seen, or on the cards beside the worth, that zone is
told by what is seen, and what is left by how often each choice is best in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.rule_lists import RuleList
from audit.solve.cards.summing import sums_by
from audit.solve.result import Border, PlayRow

Array: TypeAlias = npt.NDArray[Any]

MOST_ROWS = 30
MOST_BORDERS = 12

LEAST_SHARE = 100
"""A stretch of one choice in the middle is told apart if it holds one in so many of the hands, else it is mixed in."""


@dataclass(frozen=True, eq=False)
class Situations:
    """Everything that may be known at one moment, one entry each.

    ``place[i]``, from 0, orders the hands, greater is better; ``aside[i]`` is what else is seen (an index into ``asides``);
    ``weight[i]`` counts deals, one at least; ``best[i]`` is the choice taken.  Of some situations ``values`` tells what
    each choice is worth there, summed over the deals of the situation, in units of 1/scale, and ``is_open`` whether it
    may be taken, and is not left out for another that is never worse: [choices, situations asked for].
    """

    place: Array
    aside: Array
    weight: Array
    best: Array
    values: Callable[[Array], Array]
    is_open: Callable[[Array], Array]
    scale: int
    choices: tuple[str, ...]
    asides: tuple[str, ...]
    rules: Callable[[Array], RuleList | None] | None = None

    @cached_property
    def places(self) -> Array:
        """The distinct hands, the worst first."""
        return np.flatnonzero(np.bincount(self.place))

    @cached_property
    def sums(self) -> tuple[Array, Array]:
        """The weight by place, what else is seen, and choice; and for which of the first two there are situations."""
        number = np.zeros(int(self.places[-1]) + 1, dtype=np.int64)
        number[self.places] = np.arange(len(self.places))
        at, shape = number[self.place], (len(self.places), len(self.asides), len(self.choices))
        groups = (at * shape[1] + self.aside) * shape[2] + self.best
        weights = sums_by(groups, self.weight, math.prod(shape)).reshape(shape)
        return weights, np.asarray(weights.any(axis=2))

    def between(self, low: int, high: int) -> Array:
        """The situations whose places lie between these, both included."""
        return np.flatnonzero((self.place >= low) & (self.place <= high))

    @cached_property
    def _known_rules(self) -> dict[tuple[int, int], RuleList | None]:
        return {}

    def rules_between(self, low: int, high: int) -> RuleList | None:
        """Rules for the hands between two places; None where there are none."""
        if self.rules is not None and (low, high) not in self._known_rules:
            self._known_rules[low, high] = self.rules(self.between(low, high))
        return self._known_rules.get((low, high))


@dataclass(frozen=True)
class Hands:
    """What the hands are called: ``name`` of a place, and ``class_of`` it with the places of one class together."""

    name: Callable[[int], str]
    class_of: Callable[[int], str]


@dataclass(frozen=True)
class _Zone:
    """Places from ``low`` to ``high`` at which one choice is best; None where it is now one and now another."""

    low: int
    high: int
    choice: int | None
    weights: tuple[int, ...]

    @property
    def weight(self) -> int:
        return sum(self.weights)

    def with_next(self, lower: _Zone) -> _Zone:
        weights = tuple(a + b for a, b in zip(self.weights, lower.weights, strict=True))
        return _Zone(lower.low, self.high, self.choice if self.choice == lower.choice else None, weights)


def play_rows(found: Situations, hands: Hands, total: int) -> tuple[tuple[PlayRow, ...], tuple[Border, ...]]:
    """The rows and the borders of one moment; shares are of ``total`` deals."""
    if not len(found.place):
        return (), ()
    for least in (LEAST_SHARE, LEAST_SHARE // 5, 1):
        told = _Telling(found, hands, total, least)
        rows = tuple(told.rows())
        if len(rows) <= MOST_ROWS:
            break
    else:
        rows = tuple(told.rows(by_aside=False))
    return rows, tuple(islice(told.borders(), MOST_BORDERS))


@dataclass(frozen=True, eq=False)
class _Telling:
    """The rows of one moment; a zone is told apart where it holds one in ``least`` of the hands."""

    found: Situations
    hands: Hands
    total: int
    least: int

    @cached_property
    def zones(self) -> list[_Zone]:
        """Over everything that may be seen together."""
        found = self.found
        return _few(_zones(found, int(found.places[0]), int(found.places[-1])), self.least)

    @cached_property
    def by_rule(self) -> dict[int, RuleList]:
        """For mixed zones that rules explain for the most part: these rules."""
        told: dict[int, RuleList] = {}
        for n, zone in enumerate(self.zones):
            rules = self.found.rules_between(zone.low, zone.high) if zone.choice is None else None
            if rules is not None and sum(rules.left) * 2 < zone.weight:
                told[n] = rules
        return told

    def _rule_rows(self, zone: _Zone, rules: RuleList) -> Iterator[PlayRow]:
        words = self._words(zone)
        for rule in rules.rules:
            said = f"{words}: {', '.join(rule.parts) or 'all others'}"
            yield PlayRow(said, self.found.choices[rule.choice], Fraction(rule.weight, self.total))
        if any(rules.left):
            rest = _Zone(zone.low, zone.high, None, rules.left)
            mixed = f"by the cards one by one: {self._mixed(rest)}"
            yield PlayRow(f"{words}: all others", mixed, Fraction(rest.weight, self.total))

    @cached_property
    def seen(self) -> dict[int, list[tuple[str, Sequence[int], list[_Zone]]]]:
        """For each mixed zone: what is seen, in words and by number, with its zones; what reads the same is one."""
        found = self.found
        told: dict[int, list[tuple[str, Sequence[int], list[_Zone]]]] = {}
        for n, zone in enumerate(self.zones):
            if zone.choice is not None or len(found.asides) < 2 or n in self.by_rule:
                continue
            groups: dict[tuple[tuple[int, int, int | None], ...], list[int]] = {}
            for aside in range(len(found.asides)):
                zones = _zones(found, zone.low, zone.high, [aside])
                if zones:
                    groups.setdefault(_lines(_few(zones, self.least)), []).append(aside)
            told[n] = []
            for asides in groups.values():
                parts = _few(_zones(found, zone.low, zone.high, asides), self.least)
                told[n].append((_together([found.asides[aside] for aside in asides]), asides, parts))
        return told

    def rows(self, *, by_aside: bool = True) -> Iterator[PlayRow]:
        for n, zone in enumerate(self.zones):
            if n in self.by_rule:
                yield from self._rule_rows(zone, self.by_rule[n])
            elif by_aside and n in self.seen:
                for words, _, parts in self.seen[n]:
                    for part in parts:
                        if len(parts) == 1:
                            part = _Zone(zone.low, zone.high, part.choice, part.weights)  # noqa: PLW2901
                        yield from self._zone_rows(part, f", {words}", " and the other cards" if words else "")
            else:
                behind = "what is seen and the other cards" if len(self.found.asides) > 1 else ""
                yield from self._zone_rows(zone, "", behind)

    def _zone_rows(self, zone: _Zone, behind: str, by: str) -> Iterator[PlayRow]:
        words = f"{self._words(zone)}{behind}"
        if zone.choice is not None:
            yield PlayRow(words, self.found.choices[zone.choice], Fraction(zone.weight, self.total))
            return
        how = "by the other cards" if not by or behind else f"by {by}"
        yield PlayRow(words, f"{how}: {self._mixed(zone)}", Fraction(zone.weight, self.total))

    def _mixed(self, zone: _Zone) -> str:
        """How often each choice is best in a zone: ``bet in 3 of 8, else fold``."""
        taken = [(weight, choice) for choice, weight in zip(self.found.choices, zone.weights, strict=True) if weight]
        shares = [(Fraction(weight, zone.weight), choice) for weight, choice in taken]
        told = [f"{choice} in {share.numerator:,} of {share.denominator:,}" for share, choice in shares[1:]]
        return f"{', '.join(told)}, else {shares[0][1]}"

    def _words(self, zone: _Zone) -> str:
        places, hands = self.found.places, self.hands
        first, last = (int(np.searchsorted(places, place)) for place in (zone.low, zone.high))
        begins = first == 0 or hands.class_of(int(places[first - 1])) != hands.class_of(zone.low)
        ends = last == len(places) - 1 or hands.class_of(int(places[last + 1])) != hands.class_of(zone.high)
        low = hands.class_of(zone.low) if begins else hands.name(zone.low)
        high = hands.class_of(zone.high) if ends else hands.name(zone.high)
        if first == 0 and last == len(places) - 1:
            return "any hand"
        if begins and ends and low == high:
            return f"any {low}"
        if last == len(places) - 1:
            return f"{low} or better"
        if first == 0:
            return f"{high} or worse"
        return hands.name(zone.low) if zone.low == zone.high else f"{high} down to {low}"

    def borders(self) -> Iterator[Border]:
        """The hands on either side of each line, with what each choice is worth."""
        yield from self._borders(range(len(self.found.asides)), self.zones, "")
        for groups in self.seen.values():
            for words, asides, parts in groups:
                yield from self._borders(asides, parts, f", {words}")

    def _borders(self, asides: Sequence[int], zones: Sequence[_Zone], behind: str) -> Iterator[Border]:
        found = self.found
        for upper, lower in pairwise(zones):
            if upper.choice is None or lower.choice is None:
                continue
            for place in (upper.low, lower.high):
                at = found.between(place, place)
                at = at[np.isin(found.aside[at], asides)]
                weight = int(found.weight[at].sum())
                sums = (sum(of) for of in found.values(at).tolist())
                is_open = (bool(of.all()) for of in found.is_open(at))
                values = tuple(
                    (choice, Fraction(whole, weight * found.scale))
                    for choice, whole, may_be in zip(found.choices, sums, is_open, strict=True)
                    if may_be
                )
                yield Border(f"{self.hands.name(place)}{behind}", values)


def _zones(found: Situations, low: int, high: int, asides: Sequence[int] | None = None) -> list[_Zone]:
    """From the best hand between two places down, neighbours of one choice together; where these things are seen."""
    first, last = np.searchsorted(found.places, (low, high + 1)).tolist()
    sums, is_there = (of[first:last] if asides is None else of[first:last, asides] for of in found.sums)
    held = np.flatnonzero(is_there.any(axis=1))[::-1]
    joined: list[_Zone] = []
    for place, of in zip(found.places[first + held].tolist(), sums.sum(axis=1)[held].tolist(), strict=True):
        only = [choice for choice, weight in enumerate(of) if weight]
        zone = _Zone(place, place, only[0] if len(only) == 1 else None, tuple(of))
        if joined and joined[-1].choice == zone.choice:
            joined[-1] = joined[-1].with_next(zone)
        else:
            joined.append(zone)
    return joined


def _few(zones: Sequence[_Zone], least: int) -> list[_Zone]:
    """Small stretches in the middle mixed with their neighbours; the first and the last stay."""
    if len(zones) <= 2 + (least == LEAST_SHARE):
        return list(zones)
    whole = sum(zone.weight for zone in zones)
    found: list[_Zone] = [zones[0]]
    for zone in zones[1:-1]:
        is_small = zone.choice is None or zone.weight * least < whole
        mixed = _Zone(zone.low, zone.high, None, zone.weights) if is_small else zone
        if len(found) > 1 and found[-1].choice is None and mixed.choice is None:
            found[-1] = found[-1].with_next(mixed)
        else:
            found.append(mixed)
    return [*(_sure(zone) for zone in found), zones[-1]]


def _sure(zone: _Zone) -> _Zone:
    """A stretch with its one choice, where there is but one."""
    open_choices = [choice for choice, weight in enumerate(zone.weights) if weight]
    return replace(zone, choice=open_choices[0]) if len(open_choices) == 1 else zone


def _lines(zones: Sequence[_Zone]) -> tuple[tuple[int, int, int | None], ...]:
    """Where the lines run; the outer ends do not matter."""
    return tuple((0 if n == len(zones) - 1 else z.low, 0 if n == 0 else z.high, z.choice) for n, z in enumerate(zones))


def _together(words: Sequence[str]) -> str:
    """``dealer shows A, K, Q``: what begins alike is said once."""
    if len(words) < 2:
        return words[0] if words else ""
    parted = [word.rsplit(" ", 1) for word in words]
    if all(len(part) == 2 and part[0] == parted[0][0] for part in parted):
        return f"{parted[0][0]} {', '.join(part[1] for part in parted)}"
    return " or ".join(words)
