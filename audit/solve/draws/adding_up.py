"""Rows of cards that a question cannot tell apart because they add up to the same: what is asked of them are totals.

In: an area that is looked at as a whole, by a count or as a hand under a ranking, and kinds of cards.  Out: a table of numbers
for each cell; rows of so many cards for which these add up to the same are worth the same.
Must hold: what a hand is worth may hang on nothing else but how many cards it has and on these sums.  Where that is not plain
from the ranking as play reads it, there is no table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from audit.play.classes import Demand, Kind, Tests
from audit.play.counting import addend
from audit.play.errors import PlayError
from audit.play.grades import is_grade
from audit.play.hands import area_of
from audit.play.held import spelled_out
from audit.play.scales import Scale, scale
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.places import Area
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.kernels import njit
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.rows import Ints
from audit.solve.draws.worlds import Row

NOT_LOOKED_AT = "a card that nobody has looked at adds nothing that is known"


class _MoreTells(Exception):
    """Something hangs on more of the cards than on how many they are and on what they count."""


@dataclass(frozen=True, eq=False)
class Sums:
    """How the cards of an area add up: ``table`` (int64[cells, columns]) is what each cell adds to each column.

    ``scale`` is the ranking of the area, if it has one; ``counts`` are those that the columns are of.  ``is_hand``: it is asked for
    the hand, not for a total.
    """

    area: str
    table: Ints
    counts: frozenset[str]
    scale: Scale | None
    is_hand: bool

    def mark(self, number: int) -> Hashable:
        """Equal for numbers of cards for which what a hand is worth is found in the same way: by nothing but the sums.

        None where so many cards are told apart by more.
        """
        if number not in self._marks:
            self._marks[number] = (not number,) if self.scale is None else self._mark_of_hands(self.scale, number)
        return self._marks[number]

    def _mark_of_hands(self, own: Scale, number: int) -> Hashable:
        try:
            is_known = _counts_under(own, number) <= self.counts
        except _MoreTells:
            return None
        return _way_to_class(own, number) if is_known else None

    @cached_property
    def _marks(self) -> dict[int, Hashable]:
        return {}

    def of(self, rows: Ints) -> Ints:
        """The sums of each row, int64[rows, columns]; all cards have been looked at."""
        return _added(rows, self.table)

    def of_row(self, row: Row) -> Row:
        """The same of one row."""
        if min(row, default=0) < 0:
            raise ValueError(NOT_LOOKED_AT)
        return tuple([sum(column) for column in zip(*[self._listed[cell] for cell in row], strict=True)])

    @cached_property
    def _listed(self) -> list[list[int]]:
        listed: list[list[int]] = self.table.tolist()
        return listed


def sums_of(expression: ex.Expression, test: pt.Pattern | None, kinds: Kinds, ruleset: Ruleset) -> Sums | None:
    """The sums by which the cards of an area are told apart where they are asked for a total, or for their grade as a hand.

    None where it may hang on more.  ``test`` is what is asked of a hand; none where it is held against another one.
    """
    whole = spelled_out(expression, ruleset)
    counts: set[str] = set()
    is_hand = not isinstance(whole, ex.FeatureOf)
    if isinstance(whole, ex.FeatureOf) and isinstance(whole.feature, ex.Called):
        if ruleset.named(whole.feature.name.text, wo.Count) is None:
            return None
        counts.add(whole.feature.name.text)
        whole = whole.of
    if not isinstance(whole, ex.Called):
        return None
    stated = ruleset.by_name.get(area_of(whole.name.text), ())
    area = stated[0] if len(stated) == 1 else None
    if not isinstance(area, Area) or (area.by is None and not counts):
        return None
    try:
        own = None if area.by is None else scale(ruleset, area.by.text)
        if not counts and (own is None or not (test is None or _asks_for_class(test, own))):
            return None
        counts.update(() if own is None else _all_counts(own))
        table = np.column_stack([column for name in sorted(counts) for column in _columns(name, kinds, ruleset)])
    except (PlayError, _MoreTells):
        return None
    return Sums(whole.name.text, np.ascontiguousarray(table, dtype=np.int64), frozenset(counts), own, is_hand)


def _asks_for_class(test: pt.Pattern, own: Scale) -> bool:
    """Whether a test of a hand goes by its class alone, whatever ranks make it."""
    return isinstance(test, pt.Named | pt.Below) and is_grade(test, own)


# what cards add


def _columns(name: str, kinds: Kinds, ruleset: Ruleset) -> Iterator[Sequence[int]]:
    """What each cell adds to a total: its number, and whether it counts high or low.

    Raises `_MoreTells` where cards of one cell differ in that, or cards count high or low by several lines: then it matters in
    which order they lie.
    """
    count = ruleset.named(name, wo.Count)
    if count is None:
        raise _MoreTells
    added = [{addend(count, card, ruleset) for card in dict.fromkeys(cards)} for cards in kinds.members]
    if any(len(of) != 1 for of in added) or len({line for of in added for _, line in of if line is not None}) > 1:
        raise _MoreTells
    one = [next(iter(of)) for of in added]
    parts = lcm(*(value.denominator for value, _ in one))
    yield [int(value * parts) for value, _ in one]
    yield [int(line is not None) for _, line in one]


@njit
def _added(rows: Ints, table: Ints) -> Ints:
    found = np.zeros((len(rows), table.shape[1]), dtype=np.int64)
    for row in range(len(rows)):
        for at in range(rows.shape[1]):
            if rows[row, at] < 0:
                raise ValueError(NOT_LOOKED_AT)
            for column in range(table.shape[1]):
                found[row, column] += table[rows[row, at], column]
    return found


# what a hand hangs on


def _all_counts(own: Scale) -> frozenset[str]:
    """All counts that a ranking speaks of."""
    facts = (
        fact for kind in own.kinds for tests in _nested(kind.tests) for demand in tests.demands for fact in demand.facts
    )
    keys = (key for kind in own.kinds for key in kind.keys)
    named = [*(fact.feature.text for fact in facts), *(key.name.text for key in keys if isinstance(key, wo.NamedKey))]
    return frozenset(name for name in named if own.ruleset.named(name, wo.Count) is not None)


def _nested(tests: Tests) -> Iterator[Tests]:
    yield tests
    inner = [one for demand in tests.demands for one in demand.excluded]
    for one in (*inner, *(() if tests.besides is None else (tests.besides,))):
        yield from _nested(one)


def _counts_under(own: Scale, number: int) -> frozenset[str]:
    """The counts on which, with their number, hangs what so many cards are worth; raises `_MoreTells` where more does.

    It is reckoned with classes that so many cards may be of: a hand of another number is of none that asks for it.
    """
    if own.wild:
        raise _MoreTells
    return frozenset(name for kind in own.kinds for name in _counts_of_kind(kind, own, number))


def _counts_of_kind(kind: Kind, own: Scale, number: int) -> Iterable[str]:
    yield from _counts_of_tests(kind.tests, number)
    if any(map(_sized(number), kind.tests.demands)):
        for key in kind.keys:
            if not isinstance(key, wo.NamedKey) or own.ruleset.named(key.name.text, wo.Count) is None:
                raise _MoreTells
            yield key.name.text


def _counts_of_tests(tests: Tests, number: int) -> Iterable[str]:
    if tests.besides is not None:
        yield from _counts_of_tests(tests.besides, number)
    for demand in filter(_sized(number), tests.demands):
        if demand.pieces or demand.of_all is not None or demand.is_without_joker or demand.is_without_wild:
            raise _MoreTells
        yield from (fact.feature.text for fact in demand.facts if fact.feature.text != "cards")
        for inner in demand.excluded:
            yield from _counts_of_tests(inner, number)


def _way_to_class(own: Scale, number: int) -> Hashable:
    """All that matters of how many cards a hand has: which tests such a hand may meet, and whether it may be a hand at all."""
    demands = [demand for kind in own.kinds for tests in _nested(kind.tests) for demand in tests.demands]
    is_counted = any(fact.feature.text == "cards" for demand in demands for fact in demand.facts)
    least, most = own.sizes or (0, number)
    return number if is_counted else (not number, number < least, number > most, *map(_sized(number), demands))


def _sized(number: int) -> Callable[[Demand], bool]:
    def may_be(demand: Demand) -> bool:
        return all(size == number for size in demand.sizes)

    return may_be
