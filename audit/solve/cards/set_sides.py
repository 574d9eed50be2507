"""A round in which the player sets his cards and the dealer's are set by a way, read for `by_setting`.

Who sets what, what is compared, and what each outcome of the comparisons pays, as regions of the dealer's hands to count.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from audit.play.arranging import Arranger, arranger
from audit.play.errors import PlayError
from audit.play.ways import way_reader, ways_for
from audit.ruleset import rounds as rd
from audit.ruleset.places import Area, Owner
from audit.ruleset.rewrite import walk
from audit.solve.cards.below import ANY, BELOW, NOT_ABOVE, Wanted
from audit.solve.cards.by_ways import Parts
from audit.solve.cards.compiled_ways import CompiledWay, compiled_way, two_parts
from audit.solve.cards.course import RELATIONS, Answer, End, Feature, Kind
from audit.solve.cards.laying_open import SetAt
from audit.solve.cards.payoffs import Axis, combined, ends_by_cell, payoffs
from audit.solve.cards.settings import NOT_COMPARED, Compared, Places
from audit.solve.cards.sides import Problem
from audit.solve.cards.sorts import Ints
from audit.solve.cards.strengths import Coded, places_together
from audit.solve.cards.suit_grain import Grain, coarsest, grain_of
from audit.solve.errors import NotSolvable

PLACES_OF = {"higher": ((BELOW, 1),), "equal": ((NOT_ABOVE, 1), (BELOW, -1)), "lower": ((ANY, 1), (NOT_ABOVE, -1))}
"""The dealer's parts to which the player's stands so, as a sum of parts that are below it, not above it, or any."""


class Paid(NamedTuple):
    """What is to be counted of the dealer's hands, and what follows from the counts.

    ``wanted`` are F regions; ``of_end`` (int64[ends, F]) says how many hands lead to each of the ``ends``, as a sum of
    regions, and ``worth`` (int64[F]) what all of them pay, in units of 1/``scale``.  ``spread`` is the most by which the pay
    changes with how the first parts compare, and the second, all else being the same; ``is_monotone``: a higher part never pays
    less.  ``axis`` are all cells of the dealer's with all outcomes of the comparisons, lower first.
    """

    axis: Axis

    wanted: Wanted
    ends: tuple[End | None, ...]
    of_end: Ints
    worth: Ints
    scale: int
    spread: tuple[int, int]
    is_monotone: bool


@dataclass(frozen=True, eq=False)
class SetSides:
    """Raises `NotSolvable`, with the reason, for a round of another kind."""

    problem: Problem
    parts: Parts

    @cached_property
    def areas(self) -> tuple[Area, Area]:
        """The player's and the dealer's."""
        by_owner = {area.owner: area for area in self.parts.areas}
        if len(self.parts.areas) != 2 or set(by_owner) != {Owner.EACH_PLAYER, Owner.DEALER}:
            raise NotSolvable("what is set is not one hand of the player and one of the dealer", "each player sets")
        return by_owner[Owner.EACH_PLAYER], by_owner[Owner.DEALER]

    @cached_property
    def arranger(self) -> Arranger:
        """What sets the player's cards."""
        return arranger(self.areas[0], self.problem.ruleset)

    @cached_property
    def own(self) -> tuple[Coded, Coded]:
        """The player's parts."""
        return two_parts(self.arranger, self.problem.judge.deck)

    @cached_property
    def dealers_way(self) -> CompiledWay:
        return self.parts.way_of(self.areas[1])

    @cached_property
    def own_way(self) -> CompiledWay | None:
        """The one way of the ruleset by which the player might set his cards; None where there is no such."""
        ways = ways_for(self.areas[0], self.problem.ruleset)
        judge = self.problem.judge
        if len(ways) != 1:
            return None
        try:
            return compiled_way(way_reader(ways[0], self.arranger), judge.deck, judge.what_answers_hang_on)
        except (NotSolvable, PlayError):
            return None

    @cached_property
    def grain(self) -> Grain:
        """When suits matter to how cards are set and compared."""
        ways = [way.grain for way in (self.dealers_way, self.own_way) if way is not None]
        return coarsest([*ways, *(grain_of(part.scale, part.cards) for part in self.own)])

    @cached_property
    def acts(self) -> tuple[rd.Act, ...]:
        """The acts in which players set cards."""
        nodes = (node for round_ in self.problem.ruleset.of(rd.Round) for node in walk(round_))
        return tuple(node for node in nodes if isinstance(node, rd.Act) and any(isinstance(one, rd.Sets) for one in walk(node)))

    def refuse_more_than_own_cards(self, settings: Collection[SetAt]) -> None:
        """Where the player knows more than his own cards when he sets them, what is best hangs on that."""
        area = self.areas[0]
        if len(self.acts) != 1:
            raise NotSolvable(f"a player sets cards {len(self.acts)} times", "each player sets", area.basis.span)
        for setting in settings:
            others = sorted({name for name, _ in setting.known} - {area.name.text})
            if others:
                why = f"a player has seen cards of {', '.join(others)} when he sets {area.name}"
                raise NotSolvable(why, "each player sets", area.basis.span)
            if setting.is_asked:
                why = f"something has been asked of cards when a player sets {area.name}"
                raise NotSolvable(why, "each player sets", area.basis.span)

    # what is compared

    @cached_property
    def compared(self) -> tuple[tuple[Feature, ...], tuple[Compared, Compared]]:
        """The comparisons, and where the parts stand in them; of two the one of fewer places comes second.

        A comparison may be asked of the dealer's part against the player's: see `_asked`.
        """
        found = sorted(((self._compared(f), f) for f in self.problem.relations), key=lambda one: -one[0].number)
        if not 1 <= len(found) <= 2:
            raise NotSolvable(f"{len(found)} comparisons of parts; one or two are counted", "against")
        both = [one for one, _ in found]
        if len(both) == 2 and (both[0].player.part == both[1].player.part or both[0].dealer.part == both[1].dealer.part):
            raise NotSolvable("a part is compared with two others", found[1][1].words)
        first, second = (*both, NOT_COMPARED)[:2]
        return tuple(feature for _, feature in found), (first, second)

    def _compared(self, feature: Feature) -> Compared:
        of = {one.lying[0][0]: one for one in feature.of}
        player, dealer = (of.get(area.name.text) for area in self.areas)
        if player is None or dealer is None:
            raise NotSolvable(f"{feature.words}, which is not a part of the player's against one of the dealer's", feature.words)
        mine, his = self._part_of(player, 0), self._part_of(dealer, 1)
        one, other = places_together(self.own[mine], self.dealers_way.parts[his])
        return Compared(Places(mine, one.astype(np.int64)), Places(his, other.astype(np.int64)))

    def _asked(self, relation: Feature, how: str) -> str:
        """How the first part that is asked of stands to the second, where the player's stands so to the dealer's."""
        is_turned = relation.of[0].lying[0][0] != self.areas[0].name.text
        return RELATIONS[2 - RELATIONS.index(how)] if is_turned else how

    def _part_of(self, feature: Feature, side: int) -> int:
        """Which of the parts of its area a feature is."""
        area = self.areas[side]
        names = [part.name.text for part in arranger(area, self.problem.ruleset).parts]
        return next(n for n, name in enumerate(names) if f"{name} of {area.name}" == feature.words)

    # what is paid

    def dealers_cells(self, codes: tuple[Ints, Ints], axis: Axis | None = None) -> tuple[Axis, Ints]:
        """What is asked of the dealer's parts alone: the cells of an axis, and that of each hand by the codes of its parts.

        The axis may be given, for some of the hands that it is of.
        """
        answers: list[tuple[Answer, ...]] = []
        ids: list[Ints] = []
        for feature in self.problem.plain:
            if feature.kind is not Kind.PART or feature.lying[0][0] != self.areas[1].name.text:
                raise NotSolvable(f"{feature.words} is asked beside how cards compare", feature.words)
            by_code = self.problem.judge.by_code(feature)
            answers.append(by_code.answers)
            ids.append(by_code.ids[codes[self._part_of(feature, 1)]].astype(np.int64))
        found, cells = combined(self.problem.plain, answers, ids, len(codes[0]))
        if axis is None:
            return found, cells.astype(np.int64)
        places = np.array([axis.cells.index(cell) for cell in found.cells], np.int64)
        return axis, places[cells.astype(np.int64)]

    def paid(self, of_dealer: Axis) -> Paid:
        """What every cell of the dealer's pays with every outcome of the comparisons."""
        features, _ = self.compared
        relations = list(itertools.product(RELATIONS, repeat=len(features)))
        asked = [tuple(self._asked(f, one) for f, one in zip(features, how, strict=True)) for how in relations]
        whole = Axis((*of_dealer.features, *features), tuple((*cell, *how) for cell in of_dealer.cells for how in asked))
        (path,) = self.problem.paths
        by_cell = ends_by_cell(self.problem.course, (path,), (whole,))
        pays = payoffs(by_cell, (1, len(whole)), self.problem.valued)
        ends: list[End | None] = list({id(end): end for end in by_cell.values()}.values())
        if len(by_cell) < len(whole):
            ends.append(None)  # what the course shuts out: that no hand leads there is looked at when all is counted
        regions: dict[tuple[int, int, int], list[int]] = {}
        worth: dict[tuple[int, int, int], int] = {}
        for n, (cell, how) in enumerate(itertools.product(range(len(of_dealer)), relations)):
            end = next(at for at, one in enumerate(ends) if one is by_cell.get((0, n)))
            for region, times in _regions(cell, how):
                regions.setdefault(region, [0] * len(ends))[end] += times
                worth[region] = worth.get(region, 0) + times * int(pays.pay[0, n])
        grid = pays.pay[0].reshape(len(of_dealer), *(len(RELATIONS) for _ in features))
        return Paid(
            whole,
            Wanted(*(np.array(column, np.int64) for column in zip(*regions, strict=True))),
            tuple(ends),
            np.array(list(regions.values()), np.int64).T,
            np.array([worth[region] for region in regions], np.int64),
            pays.scale,
            (_most_apart(grid, 1), _most_apart(grid, 2)),
            all((np.diff(grid, axis=axis) >= 0).all() for axis in range(1, grid.ndim)),
        )


def _most_apart(grid: Ints, axis: int) -> int:
    """How far entries are apart that differ along one axis alone, at most."""
    return int((grid.max(axis) - grid.min(axis)).max()) if axis < grid.ndim else 0


def _regions(cell: int, how: tuple[str, ...]) -> list[tuple[tuple[int, int, int], int]]:
    """The dealer's hands of a cell to which the player's stands so, as a sum of regions."""
    second = PLACES_OF[how[1]] if len(how) > 1 else ((ANY, 1),)
    return [((cell, a, b), times * more) for a, times in PLACES_OF[how[0]] for b, more in second]
