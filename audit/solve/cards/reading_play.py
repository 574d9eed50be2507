"""Best play in words: from what is best in each situation to rows that a reader can follow.

A situation is a hand and what else is seen.  Hands are sorted by their worth; where one choice is best from some hand
upwards, a row says so.  Where what is best hangs on what else is seen, or on the cards beside the worth, that zone is
told by what is seen, and what is left by how often each choice is best in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.rule_lists import RuleList
from audit.solve.result import Border, PlayRow

Array: TypeAlias = npt.NDArray[Any]

MOST_ROWS = 30
MOST_BORDERS = 12

LEAST_SHARE = 100
"""A stretch of one choice in the middle is told apart if it holds one in so many of the hands, else it is mixed in."""


@dataclass(frozen=True, eq=False)
class Situations:
    """Everything that may be known at one moment, one entry each.

    ``place[i]`` orders the hands, greater is better; ``aside[i]`` is what else is seen (an index into ``asides``);
    ``weight[i]`` counts deals; ``best[i]`` is the choice taken; ``values[c, i]`` what choice c is worth there, summed
    over the deals of the situation, in units of 1/scale; ``is_open[c, i]`` whether it may be taken there, and is not
    left out for another that is never worse.
    """

    place: Array
    aside: Array
    weight: Array
    best: Array
    values: Array
    is_open: Array
    scale: int
    choices: tuple[str, ...]
    asides: tuple[str, ...]
    rules: Callable[[Array], RuleList | None] | None = None

    @cached_property
    def places(self) -> Array:
        """The distinct hands, the worst first."""
        return np.unique(self.place)


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
    return rows, tuple(told.borders())[:MOST_BORDERS]


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
        return _few(_zones(self.found, np.arange(len(self.found.place))), self.least)

    @cached_property
    def by_rule(self) -> dict[int, RuleList]:
        """For mixed zones that rules explain for the most part: these rules."""
        found = self.found
        told: dict[int, RuleList] = {}
        for n, zone in enumerate(self.zones):
            if zone.choice is None and found.rules is not None:
                rules = found.rules(np.flatnonzero((found.place >= zone.low) & (found.place <= zone.high)))
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
    def seen(self) -> dict[int, list[tuple[str, Array, list[_Zone]]]]:
        """For each mixed zone: what is seen, with its situations and zones; what reads the same is one."""
        found = self.found
        told: dict[int, list[tuple[str, Array, list[_Zone]]]] = {}
        for n, zone in enumerate(self.zones):
            if zone.choice is not None or len(found.asides) < 2 or n in self.by_rule:
                continue
            within = (found.place >= zone.low) & (found.place <= zone.high)
            groups: dict[tuple[tuple[int, int, int | None], ...], list[int]] = {}
            for aside in range(len(found.asides)):
                which = np.flatnonzero(within & (found.aside == aside))
                if len(which):
                    parts = _few(_zones(found, which), self.least)
                    groups.setdefault(_lines(parts), []).append(aside)
            told[n] = []
            for asides in groups.values():
                which = np.flatnonzero(within & np.isin(found.aside, asides))
                parts = _few(_zones(found, which), self.least)
                told[n].append((_together([found.asides[aside] for aside in asides]), which, parts))
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
        yield from self._borders(np.arange(len(self.found.place)), self.zones, "")
        for groups in self.seen.values():
            for words, which, parts in groups:
                yield from self._borders(which, parts, f", {words}")

    def _borders(self, which: Array, zones: Sequence[_Zone], behind: str) -> Iterator[Border]:
        found = self.found
        for upper, lower in pairwise(zones):
            if upper.choice is None or lower.choice is None:
                continue
            for place in (upper.low, lower.high):
                at = which[found.place[which] == place]
                weight = int(found.weight[at].sum())
                values = tuple(
                    (choice, Fraction(sum(found.values[c, at].tolist()), weight * found.scale))
                    for c, choice in enumerate(found.choices)
                    if found.is_open[c, at].all()
                )
                yield Border(f"{self.hands.name(place)}{behind}", values)


def _zones(found: Situations, which: Array) -> list[_Zone]:
    """From the best hand down, neighbours of one choice together."""
    order = which[np.argsort(-found.place[which], kind="stable")]
    places, best, weights = found.place[order], found.best[order], found.weight[order]
    starts = np.flatnonzero(np.r_[True, places[1:] != places[:-1]])
    sums = np.stack([
        np.add.reduceat(np.where(best == choice, weights, 0), starts) for choice in range(len(found.choices))
    ], axis=1)  # fmt: skip
    joined: list[_Zone] = []
    for place, of in zip(places[starts].tolist(), sums.tolist(), strict=True):
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
