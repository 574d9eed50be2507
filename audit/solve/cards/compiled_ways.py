"""A way compiled: how it sets every set of cards of a deck, by tables that were asked of the interpreter.

Which rows are meant for some cards is asked once for each kind of cards that the whole hand can be, and what a row
demands of a part once for each worth that the part can have.  Then setting a hand is looking up its parts: of the first
row that some lawful setting meets, the setting that the way prefers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.play.arranging import Arranger
from audit.play.cards import Card, cards_text
from audit.play.equipment import Equipment
from audit.play.fitting import fits
from audit.play.grades import is_grade
from audit.play.scales import Scale
from audit.play.sight import HeldHand, Sight
from audit.play.ways import SETS, WayReader, ranking_called, ranking_of_the_whole
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.solve.cards.answers import UNTOUCHED, CardsLookedAt
from audit.solve.cards.demands import met_by_cards, tests_in
from audit.solve.cards.exchanges import masks_to_exchange, stands_for
from audit.solve.cards.kernels import njit
from audit.solve.cards.kinds_of_sets import ByKind, bits_by_kind
from audit.solve.cards.multisets import FIELD, HALF
from audit.solve.cards.sets import BINOMIAL
from audit.solve.cards.shapes import grader
from audit.solve.cards.strengths import Coded, Codes, check_size, coded, places_together
from audit.solve.cards.subsets import cards_of_sets, step_above
from audit.solve.cards.suit_grain import Grain, Names, coarsest, grain_of, grain_of_test
from audit.solve.errors import NotSolvable

MOST_ROWS = 60
"""A bit for each row of a way."""

MOST_CELLS = 50_000_000
"""More pairs of worths of the two parts than this are not counted."""

MOST_KEPT = 4
"""Ways compiled that are kept; areas with the same parts share one."""

NO_ROW, SEVERAL = -1, -2
"""In the place of a setting: no row covers the cards; a row allows several, and no line prefers one."""

Ints: TypeAlias = NDArray[np.int64]


class Lawful(NamedTuple):
    """What tells how cards may be set into two parts.

    Each of the rows of ``chosen`` is one choice of the cards for the first part, ``left`` what it leaves for the second.
    ``orders`` go by code and may be compared where one part must be at least the other: ``must`` by part.
    """

    binomial: Ints
    chosen: Ints
    left: Ints
    codes_0: Codes
    codes_1: Codes
    order_0: NDArray[np.int32]
    order_1: NDArray[np.int32]
    must_0: bool
    must_1: bool


@dataclass(frozen=True, eq=False)
class CompiledWay:
    """A way for the two parts of an area, and the deck.

    ``parts`` are the worths that each part can have, by code; ``grain`` is when suits matter to what the parts are worth.
    """

    reader: WayReader
    deck: tuple[Card, ...]
    parts: tuple[Coded, Coded]
    tables: Tables
    grain: Grain

    @property
    def cards(self) -> int:
        return self.reader.arranger.size

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(part.name.text for part in self.reader.arranger.parts)

    def hand_of(self, number: int) -> tuple[Card, ...]:
        """The cards of a set by its number."""
        return tuple(self.deck[card] for card in cards_of_sets(np.array([number]), len(self.deck), self.cards)[0])

    def refusal(self, number: int, *, is_covered: bool, sets: int = 0) -> NotSolvable:
        """What to say of cards that the way does not set."""
        name, held = self.reader.way.name, cards_text(self.hand_of(number))
        of = f", one of {sets:,} such hands" if sets > 1 else ""
        why = f"{name} allows several settings of {held}{of}" if is_covered else f"no row of {name} covers {held}{of}"
        return NotSolvable(why, name.text, self.reader.way.basis.span)


class Tables(NamedTuple):
    """What the kernels look up for any set of cards.

    ``demands`` are the rows whose demands each set of the cards of a part meets.  ``first`` and ``second`` are the parts that are to be
    as high as can be, -1: none.  ``key`` to ``by_suits`` are those of the rows meant for all cards (`kinds_of_sets.ByKind`).
    """

    may: Lawful
    demands_0: Ints
    demands_1: Ints
    first: int
    second: int
    key: Ints
    start: int
    reached: int
    offset: NDArray[np.int32]
    place: NDArray[np.int32]
    by_ranks: Ints
    suited: Ints
    by_suits: Ints


_kept: dict[Hashable, CompiledWay] = {}


def compiled_way(reader: WayReader, deck: Sequence[Card], content: Hashable) -> CompiledWay:
    """The way of a reader, compiled; ``content`` is all that it may hang on.

    Raises `NotSolvable`, naming the way, for one that looks at more than the cards, is for other than two parts, or does
    not take the first row; and `PlayError` as play does.
    """
    arranger = reader.arranger
    parts = tuple((part.name.text, part.cards, part.by.text) for part in arranger.parts)
    demands = tuple((demand.greater.text, demand.lesser.text) for demand in arranger.demands)
    key = content, tuple(deck), reader.way, parts, demands
    if key not in _kept:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _compiled(reader, tuple(deck))
    return replace(_kept[key], reader=reader)


def two_parts(arranger: Arranger, deck: Sequence[Card]) -> tuple[Coded, Coded]:
    """The worths of the two parts of an area; raises `NotSolvable` for an area of more parts, or with too many hands."""
    check_size(len(deck), arranger.size, None)
    if len(arranger.parts) != 2:
        area = arranger.area
        raise NotSolvable(f"{area.name} is set into {len(arranger.parts)} parts; two are counted", area.name.text, area.basis.span)
    scales = [arranger.scales[part.name.text] for part in arranger.parts]
    one, other = (coded(own, deck, int(part.cards)) for own, part in zip(scales, arranger.parts, strict=True))
    return one, other


def lawful_settings(arranger: Arranger, parts: tuple[Coded, Coded]) -> Lawful:
    """How cards may be set into the two parts of an area."""
    one, other = parts
    order, other_order = places_together(one, other) if one.scale.name == other.scale.name else (one.order, other.order)
    chosen = np.array(list(combinations(range(arranger.size), one.cards)), np.int64)
    left = np.array([[n for n in range(arranger.size) if n not in row] for row in chosen.tolist()], np.int64)
    greater = {demand.greater.text for demand in arranger.demands if demand.greater != demand.lesser}
    first, second = (part.name.text in greater for part in arranger.parts)
    return Lawful(BINOMIAL, chosen, left, one.codes, other.codes, order, other_order, first, second)


def _compiled(reader: WayReader, deck: tuple[Card, ...]) -> CompiledWay:
    arranger, way = reader.arranger, reader.way
    rows = way.table.rows
    if len(rows) > MOST_ROWS or (len(rows) > 1 and not reader.is_first_only):
        raise NotSolvable(f"{way.name}, of which more than the first row is read", way.name.text, way.basis.span)
    sight = Sight(Equipment(arranger.ruleset))
    parts = two_parts(arranger, deck)
    tables, grain = _tables(reader, parts, _rows_by_kind(reader, deck, sight), sight)
    return CompiledWay(reader, deck, parts, tables, coarsest([grain, _grain_of_whole(reader)]))


def _tables(reader: WayReader, parts: tuple[Coded, Coded], rows: ByKind, sight: Sight) -> tuple[Tables, Grain]:
    """Also when suits matter to the parts and to what is demanded of them."""
    names = [part.name.text for part in reader.arranger.parts]
    may = lawful_settings(reader.arranger, parts)
    first, second = (*(names.index(name) for name in reader.preferences), -1, -1)[:2]
    (met_0, grain_0), (met_1, grain_1) = (_demands(reader, *one, sight) for one in zip(names, parts, strict=True))
    tables = Tables(
        may, met_0, met_1, first, second,
        rows.key, rows.start, rows.reached, rows.offset, rows.place, rows.by_ranks, rows.suited, rows.by_suits,
    )  # fmt: skip
    return tables, coarsest([grain_0, grain_1])


def _demands(reader: WayReader, part: str, table: Coded, sight: Sight) -> tuple[Ints, Grain]:
    """For every set of the cards of a part the rows whose demands on it the part meets; when suits matter to that."""
    rows = [dict(reader.demands(row)).get(part) for row in reader.way.table.rows]
    bits = np.zeros(len(table.worths), np.int64)
    looking: list[tuple[int, pt.AnyOf]] = []
    of_cell: dict[pt.AnyOf | None, NDArray[np.bool_] | None] = {None: np.ones(len(bits), np.bool_)}
    for n, cell in enumerate(rows):
        if cell is not None and cell not in of_cell:
            of_cell[cell] = _met_by_worth(cell, table, sight)
        met = of_cell[cell]
        if met is not None:
            bits |= met.astype(np.int64) << n
        elif cell is not None:
            looking.append((n, cell))
    tests = [test for _, cell in looking for test in tests_in(cell) if not _is_class(test, table.scale)]
    grain = coarsest([grain_of(table.scale, table.cards), *(grain_of_test(test, reader.arranger.ruleset, table.cards) for test in tests)])
    return bits[table.codes] | met_by_cards(looking, table, sight) if looking else bits[table.codes], grain


def _met_by_worth(cell: pt.AnyOf, table: Coded, sight: Sight) -> NDArray[np.bool_] | None:
    """By code whether a part meets a demand; None where the demand looks at the cards of some."""
    try:
        held = [HeldHand(table.scale, worth, UNTOUCHED) for worth in table.worths]
        return np.array([fits(cell, one, sight) for one in held], np.bool_)
    except CardsLookedAt:
        return None


def _rows_by_kind(reader: WayReader, deck: tuple[Card, ...], sight: Sight) -> ByKind:
    """The rows whose tests on the whole hand it meets."""
    number = {id(row): n for n, row in enumerate(reader.way.table.rows)}
    rankings = rankings_of(reader)
    grain = _grain_of_whole(reader)
    wild = np.array([card.suit is None or any(card.rank in own.wild for own in rankings) for card in deck])
    told: dict[Hashable, int] = {}
    alike = _alike(reader, rankings, deck)

    def ask(cards: tuple[Card, ...]) -> int:
        key = alike(cards)
        if key not in told:
            told[key] = sum(1 << number[id(row)] for row in reader.rows_that_fit(cards, sight))
        return told[key]

    return bits_by_kind(deck, reader.arranger.size, grain, wild, ask, ask, reader.way.name.text)


def _grain_of_whole(reader: WayReader) -> Grain:
    """When suits matter to which rows are meant for a whole hand."""
    ruleset, size = reader.arranger.ruleset, reader.arranger.size
    found = [grain_of(own, size) for own in rankings_of(reader)]
    for own, cell in _cells_of_rankings(reader):
        found += [grain_of_test(test, ruleset, size) for test in tests_in(cell) if not _is_class(test, own)]
    return coarsest(found)


def _cells_of_rankings(reader: WayReader) -> Iterator[tuple[Scale, pt.AnyOf]]:
    """What a way asks of whole hands by a ranking, cell by cell."""
    table = reader.way.table
    for n, column in enumerate(table.columns):
        what = column.what if isinstance(column, tb.Looks) else None
        own = ranking_called(what.name.text, reader.arranger.ruleset) if isinstance(what, ex.Called) else None
        if own is not None:
            yield from ((own, cell) for row in table.rows if isinstance(cell := row.cells[n], pt.AnyOf))


def rankings_of(reader: WayReader) -> tuple[Scale, ...]:
    """The rankings by which a way looks at whole hands; raises `NotSolvable` where it looks at anything else."""
    ruleset, found = reader.arranger.ruleset, dict[str, Scale]()
    for what in [column.what for column in reader.way.table.columns if isinstance(column, tb.Looks)]:
        own = ranking_called(what.name.text, ruleset) if isinstance(what, ex.Called) else None
        if own is None and isinstance(what, ex.Called) and what.name.text in SETS:
            own = ranking_of_the_whole(reader.way, reader.arranger)
        if own is None:
            way = reader.way
            raise NotSolvable(f"{way.name} looks at more than rankings", way.name.text, way.basis.span)
        found[own.name] = own
    return tuple(found.values())


def _alike(
    reader: WayReader, rankings: Sequence[Scale], deck: Sequence[Card]
) -> Callable[[tuple[Card, ...]], Hashable]:
    """What of a hand its rows hang on: class and first ranks, where the way asks for classes and sets alone."""
    if not all(_is_class(test, own) for own, cell in _cells_of_rankings(reader) for test in tests_in(cell)):
        return lambda cards: tuple(sorted(map(str, cards)))
    graders = [grader(own, deck, len(SETS)) for own in rankings]
    return lambda cards: tuple([grade(cards) for grade in graders])


def _is_class(test: pt.Pattern, own: Scale) -> bool:
    return test is pt.Special.ANY or (isinstance(test, pt.Named) and is_grade(test, own))


# counting


def count_settings(way: CompiledWay) -> Ints:
    """How many sets of cards the way sets into parts of each two codes: int64[codes of the first, of the second].

    Raises `NotSolvable` with the first hand that it does not set.
    """
    shape = (len(way.parts[0].worths), len(way.parts[1].worths))
    if math.prod(shape) > MOST_CELLS:
        raise NotSolvable(f"{way.reader.way.name} sets parts of {math.prod(shape):,} pairs of worths", way.names[0])
    names = max(grain_of(part.scale, part.cards).names for part in way.parts)
    masks = masks_to_exchange(way.deck) if names is Names.ALL and not len(way.tables.suited) else None
    counts, trouble = np.zeros(shape, np.int64), np.array([0, -1, 0, -1], np.int64)
    of_cards = np.zeros(len(way.deck), np.int64) if masks is None else masks
    _count_settings(way.cards, way.tables, masks is not None, of_cards, counts, trouble)
    for at, is_covered in ((0, False), (2, True)):
        if trouble[at]:
            raise way.refusal(int(trouble[at + 1]), is_covered=is_covered, sets=int(trouble[at]))
    return counts


@njit
def numbers_of_parts(held: Ints | NDArray[np.int8], choice: int, may: Lawful) -> tuple[int, int]:
    """The sets of cards that both parts are by a choice of those held, by their numbers."""
    one, other = 0, 0
    for i in range(may.chosen.shape[1]):
        one += may.binomial[held[may.chosen[choice, i]], i + 1]
    for i in range(may.left.shape[1]):
        other += may.binomial[held[may.left[choice, i]], i + 1]
    return one, other


@njit
def is_lawful(one: int, other: int, may: Lawful) -> bool:
    """Whether parts of these codes keep every ``must have``."""
    below = may.order_0[one] - may.order_1[other]
    return not ((may.must_0 and below < 0) or (may.must_1 and below > 0))


@njit
def set_hand(held: Ints, rows: int, t: Tables, code_0: Ints, code_1: Ints, fitting: Ints) -> int:
    """Which of the choices of cards the way takes for ``held``, of whose rows these are meant for it.

    Writes the codes of the parts of each choice, and the rows that it fits.
    """
    any_fits = np.int64(0)
    for n in range(len(t.may.chosen)):
        one, other = numbers_of_parts(held, n, t.may)
        code_0[n], code_1[n] = t.may.codes_0[one], t.may.codes_1[other]
        fit = rows & t.demands_0[one] & t.demands_1[other]
        fitting[n] = fit if is_lawful(code_0[n], code_1[n], t.may) else np.int64(0)
        any_fits |= fitting[n]
    return NO_ROW if any_fits == 0 else _preferred(int(any_fits & -any_fits), t, code_0, code_1, fitting)


@njit
def _preferred(row: int, t: Tables, code_0: Ints, code_1: Ints, fitting: Ints) -> int:
    """Of the choices that fit a row the one that the way prefers; of those equal in both parts always the same."""
    best, is_open = -1, False
    for n in range(len(fitting)):
        if fitting[n] & row == 0:
            continue
        if best < 0:
            best = n
            continue
        one = t.may.order_0[code_0[n]] - t.may.order_0[code_0[best]]
        other = t.may.order_1[code_1[n]] - t.may.order_1[code_1[best]]
        more = _of_part(t.first, one, other)
        if more == 0:
            more = _of_part(t.second, one, other)
        if more > 0:
            best, is_open = n, False
        elif more == 0 and (one != 0 or other != 0):
            is_open = True
        elif more == 0 and (code_0[n] > code_0[best] or (code_0[n] == code_0[best] and code_1[n] > code_1[best])):
            best = n
    return SEVERAL if is_open else best


@njit
def _of_part(part: int, one: int, other: int) -> int:
    return one if part == 0 else other if part == 1 else 0


@njit
def _count_settings(cards: int, t: Tables, is_symmetric: bool, masks: Ints, counts: Ints, trouble: Ints) -> None:
    """Counts all sets by the codes of their parts; notes how many are not set, and the first: no row, several settings."""
    held = np.arange(cards + 1)
    held[cards] = len(t.key)
    code_0, code_1 = np.zeros(len(t.may.chosen), np.int64), np.zeros(len(t.may.chosen), np.int64)
    fitting = np.zeros(len(t.may.chosen), np.int64)
    number, suited = 0, 0
    while True:
        above, mask = t.start, np.int64(0)
        for i in range(1, cards):
            above += t.key[held[i]]
            mask += masks[held[i]]
        for lowest in range(held[1]):
            weight = stands_for(mask + masks[lowest]) if is_symmetric else 1
            total = above + t.key[lowest]
            if weight:
                kind = 0 if total & t.reached else t.offset[total & FIELD] + t.place[(total >> HALF) & FIELD]
                rows = t.by_suits[suited] if total & t.reached else t.by_ranks[kind]
                held[0] = lowest
                at = set_hand(held, rows, t, code_0, code_1, fitting)
                if at >= 0:
                    counts[code_0[at], code_1[at]] += weight
                else:
                    where = 0 if at == NO_ROW else 2
                    trouble[where] += weight
                    if trouble[where + 1] < 0:
                        trouble[where + 1] = number
            if total & t.reached:
                suited += 1
            number += 1
        if not step_above(held, cards):
            return


# hand by hand


def codes_as_set(way: CompiledWay, cards: Ints) -> tuple[Ints, Ints]:
    """The codes of both parts of each hand as the way sets it; raises `NotSolvable` with a hand that it does not set."""
    codes = np.zeros((2, len(cards)), np.int64)
    trouble = _set_all(cards, way.tables, codes)
    if trouble[0] >= 0:
        number = int(sum(BINOMIAL[card, i + 1] for i, card in enumerate(cards[trouble[0]].tolist())))
        raise way.refusal(number, is_covered=bool(trouble[1] != NO_ROW))
    return codes[0], codes[1]


@njit
def _set_all(cards: Ints, t: Tables, codes: Ints) -> tuple[int, int]:
    """Writes the codes; the first hand that is not set, and why, or -1."""
    code_0, code_1 = np.zeros(len(t.may.chosen), np.int64), np.zeros(len(t.may.chosen), np.int64)
    fitting = np.zeros(len(t.may.chosen), np.int64)
    for n in range(len(cards)):
        held = cards[n]
        total, number = t.start, 0
        for i in range(len(held)):
            total += t.key[held[i]]
            number += t.may.binomial[held[i], i + 1]
        if total & t.reached:
            rows = t.by_suits[np.searchsorted(t.suited, number)]
        else:
            rows = t.by_ranks[t.offset[total & FIELD] + t.place[(total >> HALF) & FIELD]]
        at = set_hand(held, rows, t, code_0, code_1, fitting)
        if at < 0:
            return n, at
        codes[0, n], codes[1, n] = code_0[at], code_1[at]
    return -1, 0
