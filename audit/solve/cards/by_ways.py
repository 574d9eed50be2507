"""The method for what hangs on how a way sets the cards of one area: the way is applied to every set of them.

It takes the dealer's cards, which he must set so.  A player sets his own as he likes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.play.arranging import area_set, arranger
from audit.play.ways import way_reader, ways_for
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset.places import Area, Owner
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.answers import Judge
from audit.solve.cards.compiled_ways import CompiledWay, compiled_way, count_settings
from audit.solve.cards.course import RELATIONS, Answer, Feature, Kind, Spot
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.payoffs import combined, ends_by_cell, tallied
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.cards.strengths import places_together
from audit.solve.errors import NotSolvable

PartCodes: TypeAlias = tuple[NDArray[np.int64], ...]
"""For each part of an area its codes, hand by hand."""

NAME = "ways: every set of cards as its way sets it"


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that asks of anything but parts of the dealer's cards."""
    problem.refuse_doubles()
    if problem.moment is not None:
        raise NotSolvable("something is decided", problem.moment.name)
    parts = Parts(problem.features, problem.judge)
    if [area.owner for area in parts.areas] != [Owner.DEALER]:
        raise NotSolvable("it hangs on how a player sets his cards", "each player sets")
    way = parts.way_of(parts.areas[0])
    counts = count_settings(way)
    codes = np.nonzero(counts)
    answers, ids = parts.answered({way.reader.arranger.area.name.text: codes})
    axis, cells = combined(problem.features, answers, ids, len(codes[0]))
    deals = np.zeros((1, len(axis)), dtype=object)
    for cell in range(len(axis)):
        deals[0, cell] = int(counts[codes][cells == cell].sum())
    ends = ends_by_cell(problem.course, problem.paths, (axis,))
    tallies = tallied(deals, ends, problem.paths, problem.valued)
    return Counted(
        tallies,
        sum(tally.deals for tally in tallies),
        NAME,
        f"{words_of(spots_of(problem.features))}, set by {way.reader.way.name}",
        "suits may be exchanged",
        len(axis),
    )


@dataclass
class Parts:
    """The parts that some features ask of, and the ways that set them.  Raises `NotSolvable` for features of other kinds."""

    features: tuple[Feature, ...]
    judge: Judge
    _ways: dict[str, CompiledWay] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for feature in self.features:
            if any(one.kind is not Kind.PART for one in (feature.of if feature.kind is Kind.RELATION else (feature,))):
                raise NotSolvable(f"{feature.words} is asked beside how cards are set", feature.words)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The areas of the parts; of each all cards must be set."""
        spots: dict[str, set[Spot]] = {}
        for spot in sorted(spots_of(self.features)):
            spots.setdefault(spot[0], set()).add(spot)
        found = []
        for name, held in spots.items():
            area = self.judge.configured.ruleset.named(name, Area)
            if area is None or len(held) != arranger(area, self.judge.configured.ruleset).size:
                raise NotSolvable(f"{name}, of which not all cards are set", name)
            found.append(area)
        return tuple(found)

    def way_of(self, area: Area) -> CompiledWay:
        """What sets the cards of an area: the way that the round names for the dealer, the only one there is for a player."""
        ruleset, name = self.judge.configured.ruleset, area.name.text
        if name not in self._ways:
            way = dealers_way(area, ruleset) if area.owner is Owner.DEALER else _only_way(area, ruleset)
            reader = way_reader(way, arranger(area, ruleset))
            self._ways[name] = compiled_way(reader, self.judge.deck, self.judge.what_answers_hang_on)
        return self._ways[name]

    def answered(self, codes: dict[str, PartCodes]) -> tuple[list[tuple[Answer, ...]], list[NDArray[np.int64]]]:
        """The answers of each feature, and which of them is given, by the codes of the parts of each area."""
        answers: list[tuple[Answer, ...]] = []
        ids: list[NDArray[np.int64]] = []
        for feature in self.features:
            told, given = (
                self._relation(feature, codes) if feature.kind is Kind.RELATION else self._part(feature, codes)
            )
            answers.append(told)
            ids.append(given)
        return answers, ids

    def _part(self, feature: Feature, codes: dict[str, PartCodes]) -> tuple[tuple[Answer, ...], NDArray[np.int64]]:
        area, place = self._place(feature)
        by_code = self.judge.by_code(feature)
        assert by_code.coded.worths == self._ways[area].parts[place].worths, "codes of a part are those of its ranking"
        return by_code.answers, by_code.ids[codes[area][place]].astype(np.int64)

    def _relation(self, feature: Feature, codes: dict[str, PartCodes]) -> tuple[tuple[Answer, ...], NDArray[np.int64]]:
        (left, at), (right, by) = (self._place(one) for one in feature.of)
        one, other = places_together(self._ways[left].parts[at], self._ways[right].parts[by])
        difference = one[codes[left][at]].astype(np.int64) - other[codes[right][by]]
        return RELATIONS, np.sign(difference) + RELATIONS.index("equal")

    def _place(self, feature: Feature) -> tuple[str, int]:
        """The area of a part, and which of its parts it is."""
        ((area, _),) = feature.lying
        (name,) = (one for one in self._ways[area].names if f"{one} of {area}" == feature.words)
        return area, self._ways[area].names.index(name)


def dealers_way(area: Area, ruleset: Ruleset) -> tb.Way:
    """The way by which the round has the dealer set the cards of an area; raises `NotSolvable` where none or several do."""
    span = area.basis.span
    acts = [node for round_ in ruleset.of(rd.Round) for node in walk(round_) if isinstance(node, rd.DealerSets)]
    names = {
        act.way.text if act.way is not None else ""
        for act in acts if area_set([name.text for name in act.parts], Owner.DEALER, ruleset, span) is area
    }  # fmt: skip
    way = ruleset.named(names.pop(), tb.Way) if len(names) == 1 else None
    if way is None:
        raise NotSolvable(f"no one way says how {area.name} is set", "dealer sets", span)
    return way


def _only_way(area: Area, ruleset: Ruleset) -> tb.Way:
    ways = ways_for(area, ruleset)
    if len(ways) != 1:
        raise NotSolvable(f"no one way says how {area.name} is set", "each player sets", area.basis.span)
    return ways[0]
