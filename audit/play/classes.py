"""Classes of a ranking, read: what each demands of a hand, and the ways in which a hand meets it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from audit.play.cards import JOKER, Card
from audit.play.counting import Total, total
from audit.play.errors import NotPlayable
from audit.play.orders import Order
from audit.play.pieces import (
    Alike,
    Face,
    Met,
    Piece,
    fill,
    is_of_one_suit,
    meet,
    names_joker,
    piece_of,
    with_properties,
)
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wt
from audit.ruleset.basis import Span
from audit.ruleset.conditions import Condition
from audit.ruleset.expressions import Number
from audit.ruleset.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Reading:
    """A hand as it is read: its cards as faces, how many more are wild and may be anything, and the cards themselves.

    ``is_plain`` is whether no card is wild that is not read as itself.
    """

    faces: tuple[Face, ...]
    wild: int
    cards: tuple[Card, ...]
    is_plain: bool = True

    @property
    def size(self) -> int:
        return len(self.faces) + self.wild


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cards a hand without wild ones has of each rank, the most first, and the most of one suit."""

    of_ranks: tuple[int, ...]
    of_a_suit: int


def shape_of(faces: Sequence[Face]) -> Shape:
    ranks = [face.rank for face in faces]
    suits = [face.suit for face in faces if face.suit is not None]
    of_ranks = sorted(map(ranks.count, set(ranks)), reverse=True)  # of a few cards quicker than a Counter
    return Shape(tuple(of_ranks), max(map(suits.count, set(suits)), default=0))


@dataclass(frozen=True)
class Demand:
    """One alternative of a test: pieces that take cards, what all cards must be, and facts about the whole hand."""

    pieces: tuple[Piece, ...] = ()
    of_all: tuple[pt.Property, ...] | None = None
    sizes: tuple[int, ...] = ()
    facts: tuple[pt.FeatureIs | pt.FeatureCompares, ...] = ()
    excluded: tuple[Tests, ...] = ()
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    is_without_joker: bool = False
    is_without_wild: bool = False
    is_set_only: bool = True

    @cached_property
    def is_bare(self) -> bool:
        """Whether it consists of pieces alone."""
        return self == Demand(self.pieces, is_set_only=self.is_set_only)

    @cached_property
    def least(self) -> Shape:
        """What a hand must have at least to meet the pieces: so many of a rank, of further ranks, of a suit."""
        sets = [piece for piece in self.pieces if piece.is_set]
        sizes = sorted((piece.number for piece in sets), reverse=True)
        if not all(piece.is_of_another_rank for piece in sets[1:]):
            sizes = sizes[:1]  # two sets may be of the same rank
        suited = (piece.number for piece in self.pieces if any(is_of_one_suit(suits) for suits in piece.suits))
        return Shape(tuple(sizes), max(suited, default=0))

    def may_be_met(self, shape: Shape) -> bool:
        """Whether a hand of that shape has what the pieces need at least; quicker than to look for them."""
        least = self.least
        return (
            least.of_a_suit <= shape.of_a_suit
            and len(least.of_ranks) <= len(shape.of_ranks)
            and all(wanted <= held for wanted, held in zip(least.of_ranks, shape.of_ranks, strict=False))
        )

    @property
    def needs_readings(self) -> bool:
        """Whether it must be asked of each reading of the wild cards: it speaks of what they must not be or count."""
        return bool(self.facts or self.excluded)


@dataclass(frozen=True)
class Tests:
    """Alternatives, less those behind ``except``."""

    demands: tuple[Demand, ...]
    besides: Tests | None = None

    @property
    def needs_readings(self) -> bool:
        """Whether some alternative needs them, or something is left out."""
        return self.besides is not None or any(demand.needs_readings for demand in self.demands)

    def may_be_met(self, shape: Shape) -> bool:
        """Whether a hand of that shape may meet an alternative; where not, it meets none."""
        return any(demand.may_be_met(shape) for demand in self.demands)

    @property
    def is_named_joker(self) -> bool:
        return any(names_joker(demand.pieces) for demand in self.demands)


@dataclass(frozen=True)
class Kind:
    """A class of a ranking: its tests and the keys that order its hands; ``level`` counts from the worst."""

    name: str
    title: str | None
    level: int
    tests: Tests
    keys: tuple[wt.Key, ...]
    stated: wt.HandClass

    @property
    def guard(self) -> Condition | None:
        return self.stated.guard

    @property
    def is_all_else(self) -> bool:
        """Whether it is of anything else: no test is asked."""
        return Demand() in self.tests.demands


@dataclass(frozen=True)
class Reader:
    """Reads tests under an order of ranks."""

    ruleset: Ruleset
    order: Order
    alike: Alike

    def tests(self, stated: pt.AnyOf, span: Span) -> Tests:
        demands = tuple(self.demand(test, span) for test in stated.tests)
        return Tests(demands, self.tests(stated.besides, span) if stated.besides is not None else None)

    def demand(self, test: pt.Pattern, span: Span) -> Demand:
        """One alternative; raises `NotPlayable` for a test that no hand can be asked."""
        made = Demand()
        for part in test.tests if isinstance(test, pt.All) else (test,):
            made = self._with(made, part, span)
        return made

    def _with(self, made: Demand, part: pt.Pattern, span: Span) -> Demand:
        piece = piece_of(part, self.ruleset, self.order, self.alike)
        if piece is not None:
            return replace(made, pieces=(*made.pieces, piece), is_set_only=made.is_set_only and piece.is_set)
        match part:
            case pt.AllCards(properties):
                return replace(made, of_all=(*(made.of_all or ()), *properties), is_set_only=False)
            case pt.ExactlyCards(number):
                return replace(made, sizes=(*made.sizes, int(number)))
            case pt.FeatureIs() | pt.FeatureCompares():
                return replace(made, facts=(*made.facts, part))
            case pt.Special.NO_JOKER:
                return replace(made, is_without_joker=True)
            case pt.Special.NO_WILD_CARDS:
                return replace(made, is_without_wild=True)
            case pt.Special.ANYTHING_ELSE | pt.Special.ANY:
                return made
            case pt.AfterChoice(choice):
                return replace(made, after=(*made.after, choice.text))
            case pt.Not(pt.AfterChoice(choice)):
                return replace(made, not_after=(*made.not_after, choice.text))
            case pt.Not(inner):
                return replace(made, excluded=(*made.excluded, Tests((self.demand(inner, span),))))
            case pt.AnyOf():
                raise NotPlayable("alternatives inside a test", span)
            case _:
                raise NotPlayable(f"a class by {words_of(part)}", span)


def words_of(test: object) -> str:
    """What kind of test it is, for a refusal."""
    name = type(test).__name__
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()


def meets(tests: Tests, reading: Reading, reader: Reader, after: frozenset[str] = frozenset()) -> Iterator[Met]:
    """Every way in which a hand meets a test; ``after`` are the choices that touched it."""
    if tests.besides is not None and any(True for _ in meets(tests.besides, reading, reader, after)):
        return
    for demand in tests.demands:
        yield from meets_demand(demand, reading, reader, after)


def meets_demand(demand: Demand, reading: Reading, reader: Reader, after: frozenset[str]) -> Iterator[Met]:
    """Every way in which a hand meets one alternative."""
    if demand.is_bare:
        yield from meet(demand.pieces, reading.faces, reading.wild, reader.order)
        return
    size = reading.size
    if any(size != wanted for wanted in demand.sizes):
        return
    if not after.issuperset(demand.after) or not after.isdisjoint(demand.not_after):
        return
    if demand.is_without_joker and any(card.rank == JOKER for card in reading.cards):
        return
    if demand.is_without_wild and not reading.is_plain:
        return
    if any(not holds_of_hand(fact, reading.cards, reader.ruleset) for fact in demand.facts):
        return
    if any(True for tests in demand.excluded for _ in meets(tests, reading, reader, after)):
        return
    if demand.of_all is None:
        yield from meet(demand.pieces, reading.faces, reading.wild, reader.order)
        return
    whole = with_properties(size, demand.of_all, reader.order, reader.alike)
    taken = next(fill(whole, reading.faces, reading.wild, reader.order), None)
    if taken is None:
        return
    if demand.pieces:
        yield from meet(demand.pieces, reading.faces, reading.wild, reader.order)
    else:
        yield Met((taken,), (), 0)


def holds_of_hand(
    fact: pt.FeatureIs | pt.FeatureCompares, cards: Sequence[Card], ruleset: Ruleset
) -> bool:
    """A fact about the total of all cards: ``points at most 21``, ``points is 8 through 9``."""
    count = ruleset.named(fact.feature.text, wt.Count)
    if count is None and fact.feature.text != "cards":
        raise NotPlayable(f"{fact.feature} of a hand")
    held = total(count, cards, ruleset) if count is not None else Total(Fraction(len(cards)))
    if isinstance(fact, pt.FeatureIs):
        return total_fits(fact.test, held)
    if not isinstance(fact.to, Number):
        raise NotPlayable(f"{fact.feature} compared with something that is no number")
    return compare(held.value, fact.comparison, fact.to.value)


def total_fits(test: pt.Pattern, held: Total) -> bool:
    """Whether a total meets a test: ``17``, ``17 or more``, ``8 through 9``, ``hard 12``, ``soft 17``."""
    match test:
        case pt.Hard(inner):
            return not held.is_soft and total_fits(inner, held)
        case pt.Soft(inner):
            return held.is_soft and total_fits(inner, held)
        case pt.Spots((one,)):
            return held.value == _number(one)
        case pt.Through(pt.Spots((low,)), pt.Spots((high,))):
            return _number(low) <= held.value <= _number(high)
        case pt.OrMore(pt.Spots((one,))):
            return held.value >= _number(one)
        case pt.OrFewer(pt.Spots((one,))):
            return held.value <= _number(one)
        case pt.ComparesIt(comparison, Number() as to):
            return compare(held.value, comparison, to.value)
        case pt.AnyOf(tests, besides):
            within = any(total_fits(one, held) for one in tests)
            return within and not (besides is not None and total_fits(besides, held))
        case pt.Not(inner):
            return not total_fits(inner, held)
        case _:
            raise NotPlayable(f"a total tested by {words_of(test)}")


def compare(one: Fraction, comparison: pt.Comparison, other: Fraction) -> bool:
    match comparison:
        case pt.Comparison.AT_LEAST:
            return one >= other
        case pt.Comparison.AT_MOST:
            return one <= other
        case pt.Comparison.OVER:
            return one > other
        case pt.Comparison.UNDER:
            return one < other
        case pt.Comparison.EQUALS:
            return one == other


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError as error:
        raise NotPlayable(f"a total compared with {text}") from error
