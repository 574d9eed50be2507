"""Ways: tables that say how a hand must be set.  Columns headed by its parts are demands, all others ask of the whole hand.

A row is taken whose tests the hand meets and whose demands some lawful setting meets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from audit.play.arranging import Arrangement, Arranger, area_set, best_part_first, refuse_silent
from audit.play.cards import Card, cards_text, deck
from audit.play.equipment import Equipment
from audit.play.errors import NotPlayable, PlayError
from audit.play.fitting import fits
from audit.play.itself import worked_out_once
from audit.play.rows import Reading, is_free, is_spare
from audit.play.scales import Scale, scale
from audit.play.sight import HeldHand, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import worth as wt
from audit.ruleset.places import Area, Owner
from audit.ruleset.ruleset import Ruleset

SETS = {"set_1": 0, "set_2": 1}
"""The built-in names of the first and the second piece of the class that the whole hand is of."""


FEW_RANKS = 4
"""Of so many ranks every other hand is that is drawn in search of one without a row."""


class NoRow(PlayError):
    """A hand that no row of a way covers, by the letter of its table."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a way sets a hand, and by which row."""

    arrangement: Arrangement
    row: tb.Row


@dataclass(frozen=True, eq=False)
class WayReader:
    """Reads a way for the cards of one area."""

    way: tb.Way
    arranger: Arranger

    def set(self, cards: Sequence[Card], sight: Sight) -> Setting:
        """How the way sets these cards; raises `NoRow` where no row covers them, `PlayError` where it leaves open how."""
        lawful = sorted(self.arranger.lawful(cards), key=self._worths, reverse=True)
        found: list[Setting] = []
        for row in self.rows_that_fit(cards, sight):
            preferred = self._preferred(row, lawful, sight)
            if preferred is None:
                continue
            found.append(Setting(preferred, row))
            if self.is_first_only:
                break
        if not found:
            raise NoRow(f"no row of {self.way.name} covers {cards_text(cards)}", self.way.basis.span)
        if any(setting.arrangement != found[0].arrangement for setting in found):
            raise PlayError(f"two rows of {self.way.name} set {cards_text(cards)} differently", found[1].row.basis.span)
        return found[0]

    def rows_that_fit(self, cards: Sequence[Card], sight: Sight) -> Iterator[tb.Row]:
        """The rows whose tests on the whole hand it meets, top to bottom, whether or not it can be set as they demand."""
        spare = next((row for row in self.way.table.rows if is_spare(self.way.table, row)), None)
        if spare is not None:
            raise NotPlayable("otherwise, in a way,", spare.basis.span)
        area = self.arranger.area.name.text
        whole = replace(sight, hand=area, areas={**sight.areas, area: tuple(cards)}, oracle=None)
        return _Whole(self.way.table, whole, reader=self, cards=tuple(cards)).fitting()

    def demands(self, row: tb.Row) -> tuple[tuple[str, pt.AnyOf], ...]:
        """The cells of a row that demand something of a part, each with its name; those that ask for nothing left out."""
        found: list[tuple[str, pt.AnyOf]] = []
        for column, cell in zip(self.way.table.columns, row.cells, strict=True):
            if (
                isinstance(column, tb.Values)
                and column.name.text in self.arranger.scales
                and isinstance(cell, pt.AnyOf)
            ):
                found += [] if is_free(cell) else [(column.name.text, cell)]
            elif not isinstance(column, tb.Looks | tb.Printed):
                raise NotPlayable("a way with a column of this kind", row.basis.span)
        return tuple(found)

    # of several settings

    @cached_property
    def is_first_only(self) -> bool:
        """Whether the first row that can be set is taken, whatever others say."""
        return any(isinstance(line.rule, tb.FirstSettable) for line in self.way.rules)

    @cached_property
    def preferences(self) -> tuple[str, ...]:
        """The parts that are to be as high as can be, in the order of their weight."""
        found = [line for line in self.way.rules if isinstance(line.rule, tb.PreferHighest)]
        if len(found) > 1 or any(line.guard is not None for line in self.way.rules):
            raise NotPlayable(
                "a way with several lines that prefer, or with one under a condition,", self.way.basis.span
            )
        names = tuple(n.text for line in found if isinstance(line.rule, tb.PreferHighest) for n in line.rule.parts)
        for name in names:
            if name not in self.arranger.scales:
                raise PlayError(f"{self.arranger.area.name} has no part {name}", self.way.basis.span)
            refuse_silent(self.arranger.scales[name])
        return names

    def _preferred(self, row: tb.Row, lawful: Sequence[Arrangement], sight: Sight) -> Arrangement | None:
        """Of the lawful settings that a row allows the preferred one; of those worth the same in every part always the same.

        ``lawful`` are in the order of preference.  Raises `PlayError` where nothing says which of settings that are worth
        more and less is taken.
        """
        demands = self.demands(row)
        equal: list[Arrangement] = []
        for one in lawful:
            if equal and self._worths(one) != self._worths(equal[0]):
                break
            if all(fits(cell, one.part(name), sight) for name, cell in demands):
                equal.append(one)
        if any(_orders(one) != _orders(equal[0]) for one in equal):
            raise PlayError(f"{self.way.name} allows several settings, and no line prefers one", row.basis.span)
        return max(equal, key=best_part_first, default=None)

    def _worths(self, one: Arrangement) -> tuple[tuple[int, tuple[int, ...]], ...]:
        return tuple(one.part(name).worth.order for name in self.preferences)


def _orders(one: Arrangement) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple(hand.worth.order for _, hand in one.parts)


@dataclass
class _Whole(Reading):
    """The table of a way read for one hand: of the whole hand a ranking, ``set_1`` and ``set_2`` may be asked, too."""

    reader: WayReader = field(kw_only=True)
    cards: tuple[Card, ...] = ()

    def worked_out(self, what: ex.Expression) -> Thing:
        if isinstance(what, ex.Called):
            own = ranking_called(what.name.text, self.reader.arranger.ruleset)
            if own is not None:
                return HeldHand(own, own.worth(self.cards), self.cards)
            if what.name.text in SETS:
                return self._rank_of_set(SETS[what.name.text], what.name.text)
        return super().worked_out(what)

    def _rank_of_set(self, place: int, name: str) -> str | None:
        """The rank of a piece of the class that the whole hand is of; None where the class has no such piece."""
        own = ranking_of_the_whole(self.reader.way, self.reader.arranger)
        worth = own.worth(self.cards)
        demands = own.classes[worth.level].tests.demands
        if len(demands) > 1 or not all(piece.is_set for piece in demands[0].pieces):
            raise NotPlayable(f"{name} of a class whose pieces are not each of one rank", self.reader.way.basis.span)
        if place >= len(demands[0].pieces):
            return None
        value = worth.ranks[place]
        return next(rank for rank in own.order.ranks if own.value(rank) == value)


@worked_out_once
def ranking_called(name: str, ruleset: Ruleset) -> Scale | None:
    """The ranking of that name; None where it is the name of something else."""
    if ruleset.named(name, wt.Ranking) is None and ruleset.named(name, wt.InverseRanking) is None:
        return None
    return scale(ruleset, name)


@worked_out_once
def ranking_of_the_whole(way: tb.Way, arranger: Arranger) -> Scale:
    """The ranking of which ``set_1`` and ``set_2`` speak: the one that a column asks, else the one of so many cards."""
    ruleset = arranger.ruleset
    columns = [c.what.name.text for c in way.table.columns if isinstance(c, tb.Looks) and isinstance(c.what, ex.Called)]
    asked = [own for name in columns if (own := ranking_called(name, ruleset)) is not None]
    every = [scale(ruleset, ranking.name.text) for ranking in ruleset.of(wt.Ranking)]
    found = asked or [own for own in every if own.sizes == (arranger.size, arranger.size)]
    if len(found) != 1:
        raise NotPlayable("set_1, where it is not plain of which ranking,", way.basis.span)
    return found[0]


def way_reader(way: tb.Way, arranger: Arranger) -> WayReader:
    """What reads a way for an area; raises `PlayError` where the way is for other parts."""
    names = [name.text for name in way.parts]
    if set(names) != set(arranger.scales):
        raise PlayError(
            f"{way.name} sets {', '.join(names)}, which are not the parts of {arranger.area.name}", way.basis.span
        )
    if way.guard is not None:
        raise NotPlayable(f"way {way.name}, under a condition,", way.basis.span)
    return _reader(way, arranger)


@worked_out_once
def _reader(way: tb.Way, arranger: Arranger) -> WayReader:
    return WayReader(way, arranger)


def areas_set_by(way: tb.Way, ruleset: Ruleset) -> tuple[Area, ...]:
    """The areas whose parts a way sets, the dealer's first: it is mostly he who must."""
    found = [area for area in ruleset.of(Area) if _is_for(way, area, ruleset)]
    return tuple(sorted(found, key=lambda area: area.owner is not Owner.DEALER))


def ways_for(area: Area, ruleset: Ruleset) -> tuple[tb.Way, ...]:
    """The ways that set cards into just the parts of an area."""
    return tuple(way for way in ruleset.of(tb.Way) if _is_for(way, area, ruleset))


def _is_for(way: tb.Way, area: Area, ruleset: Ruleset) -> bool:
    try:
        return area_set([name.text for name in way.parts], area.owner, ruleset, way.basis.span) is area
    except NotPlayable:
        return False


def hands_without_row(reader: WayReader, ruleset: Ruleset, hands: int, seed: int = 0) -> tuple[tuple[Card, ...], ...]:
    """Hands that no row of a way covers, among so many drawn at random from the deck; the seed says which those are.

    Every other hand is drawn from few ranks, so that what is rare comes, too.  That none is found is no proof that none
    is lacking.
    """
    drawn = random.Random(f"hands of {seed}")
    pack, sight = deck(ruleset), Sight(Equipment(ruleset))
    ranks = sorted({card.rank for card in pack})
    found: list[tuple[Card, ...]] = []
    for number in range(hands):
        few = drawn.sample(ranks, min(FEW_RANKS, len(ranks)))
        of_few = [card for card in pack if card.rank in few]
        is_of_few = number % 2 and len(of_few) >= reader.arranger.size
        held = tuple(drawn.sample(of_few if is_of_few else pack, reader.arranger.size))
        try:
            reader.set(held, sight)
        except NoRow:
            found.append(held)
    return tuple(found)
