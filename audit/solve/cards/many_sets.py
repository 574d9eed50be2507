"""How many sets of cards answer so and so to some tests, where there are too many sets to be listed.

The tests are taken apart (`taken_apart`).  What some of the cards must be is looked up in a table of all smaller sets,
and grown to larger ones a card at a time; what is left of them is looked up beside it, where it matters.  A question
about all cards together is asked of the interpreter once for each kind of cards that it can tell apart (`suit_grain`).
Then one walk over all sets counts every combination of answers.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import Card
from audit.play.fitting import fits
from audit.play.holding import test_of_others
from audit.play.scales import scale
from audit.play.sight import HeldCards, Sight, Thing
from audit.play.wording import pattern_text
from audit.ruleset import patterns as pt
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards import subsets
from audit.solve.cards.kernels import njit
from audit.solve.cards.kinds_of_sets import Ask, ByKind, bits_by_kind
from audit.solve.cards.multisets import FIELD, HALF
from audit.solve.cards.sets import BINOMIAL, every_set
from audit.solve.cards.strengths import check_size, coded
from audit.solve.cards.suit_grain import coarsest, grain_of_test
from audit.solve.cards.taken_apart import Question, Some, Whole, holds, questions_in, taken_apart
from audit.solve.errors import NotSolvable

Bits = NDArray[np.int32]
"""A bit for each question that is answered with yes."""

MOST_QUESTIONS = 20
"""More questions than this are not answered together: there is a place for each combination of answers."""

MOST_ASKED = 400_000
"""More sets of the cards that are left than this are not asked one by one."""

MOST_KEPT = 50

_kept: OrderedDict[Hashable, dict[int, int]] = OrderedDict()


@dataclass(frozen=True)
class Lot:
    """So many cards of a deck as some expression holds them; ``content`` is all that tests of them may hang on."""

    deck: tuple[Card, ...]
    cards: int
    held: Callable[[tuple[Card, ...]], Thing]
    sight: Sight
    content: Hashable

    @property
    def ruleset(self) -> Ruleset:
        return self.sight.equipment.ruleset


def count_answers(tests: Sequence[pt.Pattern], lot: Lot) -> dict[tuple[bool, ...], int]:
    """How many sets of cards give each row of answers to the tests; the numbers add up to that of all sets.

    Raises `NotSolvable` naming the test for what cannot be counted so, and `NotPlayable` as play does.
    """
    check_size(len(lot.deck), lot.cards, None)
    sample = _held(lot, lot.deck[: lot.cards])
    formulas = [taken_apart(test, sample, lot.ruleset) for test in tests]
    questions = tuple(sorted({one for formula in formulas for one in questions_in(formula)}, key=repr))
    found: dict[tuple[bool, ...], int] = {}
    for bits, number in _counted(questions, lot).items():
        answers = {question: bool(bits >> n & 1) for n, question in enumerate(questions)}
        row = tuple(holds(formula, answers) for formula in formulas)
        found[row] = found.get(row, 0) + number
    return found


def _held(lot: Lot, cards: tuple[Card, ...]) -> HeldCards:
    held = lot.held(cards)
    if not isinstance(held, HeldCards) or Counter(held.cards) != Counter(cards):
        raise NotSolvable(f"{lot.cards} of {len(lot.deck)} cards, of which some only are looked at")
    return held


def _counted(questions: tuple[Question, ...], lot: Lot) -> dict[int, int]:
    """How many sets give each combination of answers: bit n is the answer to question n."""
    if not questions:
        return {0: math.comb(len(lot.deck), lot.cards)}
    if len(questions) > MOST_QUESTIONS:
        raise NotSolvable(f"{len(questions)} questions about {lot.cards} cards; {MOST_QUESTIONS} are answered together")
    key = questions, lot.deck, lot.cards, lot.content
    if key not in _kept:
        counts = _count(questions, lot)
        _kept[key] = {bits: int(counts[bits]) for bits in np.flatnonzero(counts).tolist()}
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def _count(questions: tuple[Question, ...], lot: Lot) -> NDArray[np.int64]:
    some = [(n, one) for n, one in enumerate(questions) if isinstance(one, Some)]
    size, number = len(lot.deck), some[0][1].number if some else 1
    for _, one in some:
        if one.number != number:
            raise NotSolvable(
                f"some {number} and some {one.number} of the same cards", f"some {one.number} are {one.name}"
            )
    parts = _bits_of_parts(some, number, lot)
    grown = parts
    for larger in range(number + 1, lot.cards):
        grown = _grown(grown, size, larger)
    rests = _bits_of_rests(some, lot.cards - number, lot)
    parted = sum(1 << n for n, one in some if one.others)
    chosen = np.array(list(combinations(range(lot.cards), number)), np.int64).reshape(-1, number)
    left = np.array([[n for n in range(lot.cards) if n not in row] for row in chosen.tolist()], np.int64).reshape(
        len(chosen), lot.cards - number
    )
    whole = _whole_bits([(n, one) for n, one in enumerate(questions) if isinstance(one, Whole)], lot)
    counts = np.zeros(1 << len(questions), np.int64)
    _count_sets(
        size, lot.cards, BINOMIAL, grown, parts, rests, parted, chosen, left,
        whole.key, whole.start, whole.reached, whole.offset, whole.place, whole.by_ranks, whole.by_suits, counts,
    )  # fmt: skip
    return counts


# some of the cards, and the rest


def _bits_of_parts(some: Sequence[tuple[int, Some]], number: int, lot: Lot) -> Bits:
    """For each set of so many cards the classes asked for that it is of."""
    bits = np.zeros(math.comb(len(lot.deck), number), np.int32)
    for ranking in dict.fromkeys(one.ranking for _, one in some):
        table = coded(scale(lot.ruleset, ranking), lot.deck, number)
        of_code = np.zeros(len(table.worths), np.int32)
        for n, one in some:
            if one.ranking == ranking:
                levels = table.scale.levels(one.name)
                of_code |= np.array([(worth.level in levels) << n for worth in table.worths], np.int32)
        bits |= of_code[table.codes]
    return bits


def _bits_of_rests(some: Sequence[tuple[int, Some]], number: int, lot: Lot) -> Bits:
    """For each set of the cards that are left the questions of which it meets all that is said of the others."""
    bits = np.zeros(math.comb(len(lot.deck), number), np.int32)
    asked = [(n, one) for n, one in some if one.others]
    if not asked:
        return bits
    if len(bits) > MOST_ASKED:
        raise NotSolvable(f"others are, of {len(bits):,} sets of {number} cards", pattern_text(asked[0][1].others[0]))
    for n, one in asked:
        own = scale(lot.ruleset, one.ranking)
        tests = [test_of_others(test) for test in one.others]
        for place, cards in enumerate(every_set(len(lot.deck), number).tolist()):
            rest = HeldCards(tuple(lot.deck[card] for card in cards), own)
            if all(fits(test, rest, lot.sight) for test in tests):
                bits[place] |= 1 << n
    return bits


def _grown(bits: Bits, deck: int, cards: int) -> Bits:
    """The bits of each set of ``cards`` cards: those of any set that lacks one of them."""
    found = np.zeros(math.comb(deck, cards), np.int32)
    _grow(bits, deck, cards, BINOMIAL, found)
    return found


@njit
def _grow(bits: Bits, deck: int, cards: int, binomial: NDArray[np.int64], found: Bits) -> None:
    held = np.arange(cards + 1)
    held[cards] = deck
    number = 0
    while True:
        width = held[1]
        _join_row(bits, held, cards, binomial, found[number : number + width])
        number += width
        if not subsets.step_above(held, cards):
            return


@njit
def _join_row(bits: Bits, held: NDArray[np.int64], cards: int, binomial: NDArray[np.int64], row: Bits) -> None:
    """For each lowest card the bits of all sets that lack one card; ``row`` begins with 0."""
    above, below = 0, 0
    for i in range(1, cards):
        below += binomial[held[i], i + 1]
    for i in range(cards - 1, 0, -1):
        below -= binomial[held[i], i + 1]
        part = bits[above + below : above + below + len(row)]
        for lowest in range(len(row)):
            row[lowest] |= part[lowest]
        above += binomial[held[i], i]
    alone = bits[above]
    for lowest in range(len(row)):
        row[lowest] |= alone


# all cards together


def _whole_bits(asked: Sequence[tuple[int, Whole]], lot: Lot) -> ByKind:
    """What all cards together answer; where no suit has enough cards, tests that need them are not asked."""
    grain = coarsest(grain_of_test(one.test, lot.ruleset, lot.cards) for _, one in asked)
    few = [(n, one) for n, one in asked if _least_of_one_suit(one.test) < (grain.enough or lot.cards + 1)]
    words = pattern_text(asked[0][1].test) if asked else ""

    def ask(of: Sequence[tuple[int, Whole]]) -> Ask:
        return lambda cards: _answered(of, lot.held(cards), lot) if of else 0

    return bits_by_kind(lot.deck, lot.cards, grain, _wild(lot), ask(few), ask(asked), words)


def _answered(asked: Sequence[tuple[int, Whole]], held: Thing, lot: Lot) -> int:
    return sum(fits(one.test, held, lot.sight) << n for n, one in asked)


def _wild(lot: Lot) -> NDArray[np.bool_]:
    """The cards that may be of any suit, or of none."""
    own = _held(lot, lot.deck[: lot.cards]).scale
    return np.array([card.suit is None or (own is not None and card.rank in own.wild) for card in lot.deck])


def _least_of_one_suit(test: pt.Pattern) -> int:
    """So many cards of one suit there must be for a test to be met; 0 where that is not plain."""
    match test:
        case pt.All(tests):
            return max(map(_least_of_one_suit, tests), default=0)
        case pt.SomeCards(number, properties) if pt.SuitsOf.ONE_SUIT in properties:
            return int(number)
        case pt.SpotsOf(spots, pt.SuitsOf.ONE_SUIT):
            return len(spots.values)
    return 0


# the walk over all sets


@njit
def _count_sets(
    deck: int,
    cards: int,
    binomial: NDArray[np.int64],
    grown: Bits,
    parts: Bits,
    rests: Bits,
    parted: int,
    chosen: NDArray[np.int64],
    left: NDArray[np.int64],
    key: NDArray[np.int64],
    start: int,
    reached: int,
    offset: NDArray[np.int32],
    place: NDArray[np.int32],
    by_ranks: NDArray[np.int64],
    by_suits: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Counts all sets by their answers; a bit of ``parted`` stands only if what is left meets what is said of it."""
    held = np.arange(cards + 1)
    held[cards] = deck
    row = np.zeros(deck, np.int32)
    suited = 0
    while True:
        width = held[1]
        row[:width] = 0
        _join_row(grown, held, cards, binomial, row[:width])
        above = start
        for i in range(1, cards):
            above += key[held[i]]
        for lowest in range(width):
            total = above + key[lowest]
            if total & reached:
                bits = by_suits[suited]
                suited += 1
            else:
                bits = by_ranks[offset[total & FIELD] + place[(total >> HALF) & FIELD]]
            bits |= row[lowest]
            if bits & parted:
                held[0] = lowest
                bits = (bits & ~parted) | _met(held, bits & parted, parts, rests, chosen, left, binomial)
            counts[bits] += 1
        if not subsets.step_above(held, cards):
            return


@njit
def _met(
    held: NDArray[np.int64],
    wanted: int,
    parts: Bits,
    rests: Bits,
    chosen: NDArray[np.int64],
    left: NDArray[np.int64],
    binomial: NDArray[np.int64],
) -> int:
    """Of the questions wanted those that some choice of the cards answers with yes, what it leaves included."""
    found = 0
    for n in range(len(chosen)):
        number = 0
        for i in range(chosen.shape[1]):
            number += binomial[held[chosen[n, i]], i + 1]
        bits = parts[number] & wanted
        if bits & ~found:
            number = 0
            for i in range(left.shape[1]):
                number += binomial[held[left[n, i]], i + 1]
            found |= bits & rests[number]
            if found == wanted:
                break
    return found
