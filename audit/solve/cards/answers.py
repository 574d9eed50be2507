"""What can be answered to a feature: every vector of test results that some cards give, and which cards give which.

The tests are those of the interpreter, asked of hands and cards as play would hold them.  A test that looks at the
worth of a hand alone is asked once for each worth; one that looks at the cards is asked for each set of cards, up to
the names of suits where it names none.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import combinations
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.play.cards import SUITS, Card
from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.holding import feature_of_cards
from audit.play.scales import Scale, Worth, scale
from audit.play.sight import HeldCards, HeldHand, Judged, Sight, Thing
from audit.play.wording import pattern_text
from audit.ruleset import controls, parameters, worth
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.rounds import Round
from audit.ruleset.stated import Statement
from audit.ruleset.worth import SuitsOrdered
from audit.solve.cards.alike import all_named
from audit.solve.cards.bundles import has_decisions
from audit.solve.cards.course import RELATIONS, Answer, Feature, Kind
from audit.solve.cards.demands import met_by_code
from audit.solve.cards.kinds import KindJudge, Known
from audit.solve.cards.many_sets import Lot, count_answers
from audit.solve.cards.sets import Pack, canonical_sets, every_set, pack_of, stand_ins
from audit.solve.cards.strengths import Coded, coded
from audit.solve.cards.suit_grain import Names, grain_of
from audit.solve.errors import NotSolvable

Ids: TypeAlias = NDArray[np.uint16]
Truths: TypeAlias = NDArray[np.bool_]

MOST_ASKED = 400_000
"""More sets of cards than this are not asked one by one."""

MOST_WORTHS = 100_000
"""More worths than this are not asked one by one."""

MOST_SETS = 25_000_000
"""More sets than this are not listed."""

MOST_KEPT = 2_000
"""Tests of which it is kept, between configurations, what they say of every worth."""

MOST_BYTES_KEPT = 128_000_000
"""Of what tests say of every set of cards so much is kept between configurations."""

NATURE = "nature"

IN_THE_COURSE = (
    Round, tb.SettleTable, tb.PayoutList, tb.PaysRate, tb.PaysTable, tb.Bonus, wg.Wager, wg.AllWagers, wg.NoOtherWagers, wg.Role,
    mt.Meter, mt.Cap, mt.Fee,
)  # fmt: skip
"""Statements of which a course holds what they come to: what is dealt, asked, decided and paid."""

OF_NO_PLAY = (controls.__name__, parameters.__name__)
"""The modules of statements that are not played: words, duties, choices."""


class CardsLookedAt(Exception):
    """A test looked at the cards of a hand, not only at its worth; or at its worth, not only at its class."""


class _Untouched(tuple[Any, ...]):
    """In the place of the cards of a hand, or of its ranks: whoever looks is told that they cannot be known."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> NoReturn:
        raise CardsLookedAt

    __iter__ = __len__ = __getitem__ = __contains__ = __eq__ = __ne__ = __hash__ = _refuse
    __add__ = __radd__ = __mul__ = __reversed__ = __bool__ = count = index = _refuse


UNTOUCHED = _Untouched()


@dataclass(frozen=True, eq=False)
class AnswerIds:
    """The answers of a feature and, for every set of cards at its spots in colex order, which of them it gives.

    ``ids`` is uint16[C(deck, spots)].  ``strength`` is int32 of the same length for a hand under a ranking: equal for
    equal hands, higher for better ones.
    """

    answers: tuple[Answer, ...]
    ids: Ids
    strength: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class AnswersByCode:
    """The answers of a hand, and which of them each code of `coded` gives: uint16[codes]."""

    answers: tuple[Answer, ...]
    ids: Ids
    coded: Coded


@dataclass(frozen=True)
class Statements:
    """Statements as a key; their hash is worked out once."""

    statements: tuple[Statement, ...]

    @cached_property
    def _hash(self) -> int:
        return hash(self.statements)

    def __hash__(self) -> int:
        return self._hash


_kept: OrderedDict[Hashable, Truths | None] = OrderedDict()
_kept_of_sets: OrderedDict[Hashable, Truths] = OrderedDict()


@dataclass
class Judge:
    """Answers features for one configured ruleset and deck; what was asked once is kept."""

    configured: Configured
    deck: tuple[Card, ...]
    _worth_truths: dict[tuple[object, ...], Truths | None] = field(default_factory=dict)
    _set_truths: dict[tuple[object, ...], Truths] = field(default_factory=dict)
    _possible: dict[Feature, tuple[Answer, ...]] = field(default_factory=dict)
    _values: dict[Feature, AnswerIds] = field(default_factory=dict)
    _codes: dict[tuple[str, int, int | None], Coded] = field(default_factory=dict)
    _read: set[str] = field(default_factory=set)

    @cached_property
    def equipment(self) -> Equipment:
        return Equipment(self.configured.ruleset)

    @cached_property
    def what_answers_hang_on(self) -> Statements:
        """All that an answer may hang on beside its feature and the deck: whatever is not told by the course itself.

        What is left out is listed, not what is kept, so that a kind of statement that nobody thought of is kept.
        """
        statements = self.configured.ruleset.statements
        return Statements(tuple(s for s in statements if not isinstance(s, IN_THE_COURSE) and not _is_of(s, OF_NO_PLAY)))

    @cached_property
    def sight(self) -> Sight:
        """A sight in which nothing lies anywhere."""
        return Sight(self.equipment)

    @cached_property
    def pack(self) -> Pack:
        return pack_of(self.deck)

    @cached_property
    def is_by_kinds(self) -> bool:
        """Whether answers are found by kinds of cards: a card stands in the deck more than once, or the round has no
        decisions and no ranking, only totals.
        """
        ruleset = self.configured.ruleset
        return len(set(self.deck)) < len(self.deck) or not (ruleset.of(worth.Ranking) or has_decisions(ruleset))

    @cached_property
    def kinds(self) -> KindJudge:
        return KindJudge(self.configured.ruleset, self.deck)

    # what can be answered

    def possible(self, feature: Feature) -> tuple[Answer, ...]:
        """All answers that some cards give, and perhaps some that none give, in a fixed order.

        Raises `NotSolvable` naming the test where the cards to be asked are too many.
        """
        if feature.kind is Kind.RELATION:
            return RELATIONS
        if feature not in self._possible:
            self._possible[feature] = self._by_kinds(feature) if self.is_by_kinds else self._work_out(feature)
        return self._possible[feature]

    def still_possible(self, feature: Feature, known: Known) -> tuple[Answer, ...]:
        """Those of the possible answers that what is known already leaves open, perhaps with some that it shuts out."""
        answers = self.possible(feature)
        if not self.is_by_kinds or len(answers) == 1:
            return answers
        left = self.kinds.still_possible(feature, known)
        return answers if left is None else tuple(answer for answer in answers if answer in left)

    def _work_out(self, feature: Feature) -> tuple[Answer, ...]:
        if feature.kind is Kind.PART:
            return self.by_code(feature).answers
        if feature.kind is Kind.HAND or self._nature_of(feature) is not None:
            by_code = self._by_code(feature)
            if by_code is not None:
                return tuple(by_code.answers)
        if feature.kind is Kind.CARDS and self.has_many_sets(feature):
            return tuple(self.counted(feature))
        return self.by_set(feature).answers

    def counted(self, feature: Feature) -> dict[tuple[bool, ...], int]:
        """How many sets of cards give each answer of a feature that is cards, whose sets are too many to be listed."""
        for test in feature.tests:
            self._refuse_what_the_round_tells(test, pattern_text(test))
        number = len(feature.spots)
        held = lambda cards: self._evaluated(feature, cards)  # noqa: E731
        return count_answers(feature.tests, Lot(self.deck, number, held, self.sight, self._content(feature)))

    def answer_of(self, feature: Feature, cards: tuple[Card, ...]) -> tuple[bool, ...]:
        """What these cards answer to a feature that is cards, by the interpreter's own tests."""
        held = self._evaluated(feature, cards)
        return tuple(fits(test, held, self.sight) for test in feature.tests)

    def _content(self, feature: Feature) -> Hashable:
        """All that tests on the cards of a feature may hang on beside the deck."""
        return feature.expression, feature.lying, self.what_answers_hang_on

    def has_many_sets(self, feature: Feature) -> bool:
        """Whether there are more sets of the cards of a feature than are listed."""
        return math.comb(len(self.deck), len(feature.spots)) > MOST_SETS

    def _by_kinds(self, feature: Feature) -> tuple[Answer, ...]:
        """The answers of a feature over a deck in which cards stand more than once."""
        if feature.formed is not None:
            self._refuse_what_the_round_tells(self._stated_ranking(feature.formed.ranking), feature.words)
        for test in feature.tests:
            self._refuse_what_the_round_tells(test, pattern_text(test))
        return self.kinds.possible(feature)

    def _stated_ranking(self, name: str) -> object:
        return scale(self.configured.ruleset, name).stated

    def by_code(self, feature: Feature) -> AnswersByCode:
        """The answers of a hand by its worth alone; raises `NotSolvable` where a test looks at the cards."""
        found = self._by_code(feature)
        if found is None:
            test = next(test for test in feature.tests if self._truths_by_worth(feature, test) is None)
            raise NotSolvable(f"{feature.words}: {pattern_text(test)} looks at the cards", pattern_text(test))
        return found

    def by_set(self, feature: Feature) -> AnswerIds:
        """What every set of cards at the spots of a feature answers."""
        self._refuse_too_many(len(feature.spots), feature.words)
        match feature.kind:
            case Kind.PART:
                raise NotSolvable(f"{feature.words} hangs on how cards are set", feature.words)
            case Kind.RELATION:
                raise NotSolvable(f"{feature.words}: two hands are compared by their strengths, not set by set")
            case Kind.HAND:
                return self._hands_by_set(feature)
            case Kind.CARDS:
                truths = [self._truths_by_set(feature, test) for test in feature.tests]
                return AnswerIds(*_numbered(truths, math.comb(len(self.deck), len(feature.spots))))
            case _:
                return self._values_by_set(feature)

    # hands by their worth

    def coded(self, feature: Feature) -> Coded:
        """The codes of a hand over all sets of its cards; raises `NotSolvable` for hands of exactly so many of each."""
        under, best = self._scale(self._nature_of(feature) or feature)
        return self._coded(under, len(feature.spots), best)

    def _coded(self, under: Scale, number: int, best: int | None = None) -> Coded:
        key = (under.name, number, best)
        if key not in self._codes:
            self._codes[key] = coded(under, self.deck, number, best)
        return self._codes[key]

    def _scale(self, feature: Feature) -> tuple[Scale, int | None]:
        formed = feature.formed
        if formed is None:
            raise NotSolvable(f"{feature.words} is no hand under a ranking", feature.words)
        if formed.exactly:
            raise NotSolvable(f"{feature.words}: a hand of exactly so many cards of an area", feature.words)
        best = None if formed.cards is None or formed.cards >= len(feature.spots) else formed.cards
        under = scale(self.configured.ruleset, formed.ranking)
        if formed.ranking not in self._read:
            self._refuse_what_the_round_tells(under.stated, f"ranking {formed.ranking}")
            self._read.add(formed.ranking)
        return under, best

    def _refuse_what_the_round_tells(self, part: object, words: str) -> None:
        """Raises `NotSolvable` for what hangs on choices made or things remembered, and not on the cards alone."""
        for node in walk(part):
            if isinstance(node, pt.AfterChoice | ex.RoundMemory | ex.OwnMemory):
                raise NotSolvable(f"{words} hangs on what came before in the round, and not on the cards alone", words)

    def _worths(self, feature: Feature) -> Coded:
        """All worths that the hand can have, from the sets of as many cards as make it."""
        under, best = self._scale(feature)
        return self._coded(under, best or len(feature.spots))

    def _by_code(self, feature: Feature) -> AnswersByCode | None:
        hand = self._nature_of(feature)
        worths = self._worths(hand or feature)
        if len(worths.worths) > MOST_WORTHS:
            raise NotSolvable(f"{feature.words} may be worth {len(worths.worths):,} things", feature.words)
        if hand is not None:
            ruleset = self.configured.ruleset
            held = [self._held(hand, worth) for worth in worths.worths]
            natures = [self._value(feature_of_cards(NATURE, one, ruleset), feature) for one in held]
            answers: tuple[Answer, ...] = tuple(dict.fromkeys(natures))
            ids = np.array([answers.index(nature) for nature in natures], dtype=np.uint16)
            return AnswersByCode(answers, ids, worths)
        truths: list[Truths] = []
        for test in feature.tests:
            found = self._truths_by_worth(feature, test)
            if found is None and feature.kind is Kind.PART:
                found = met_by_code(test, worths, self.sight)
            if found is None:
                return None
            truths.append(found)
        return AnswersByCode(*_numbered(truths, len(worths.worths)), worths)

    def _truths_by_worth(self, feature: Feature, test: pt.Pattern) -> Truths | None:
        """What a test says of each worth; None if it looks at the cards of some."""
        self._refuse_what_the_round_tells(test, pattern_text(test))
        worths = self._worths(feature)
        key = (worths.scale.name, worths.cards, test)
        if key not in self._worth_truths:
            self._worth_truths[key] = self._kept_truths(feature, test, worths)
        return self._worth_truths[key]

    def _kept_truths(self, feature: Feature, test: pt.Pattern, worths: Coded) -> Truths | None:
        """The same from what other configurations have worked out, where all that it hangs on is the same."""
        key = (worths.scale.name, worths.deck, worths.cards, test, self.what_answers_hang_on)
        if key not in _kept:
            try:
                _kept[key] = np.array(self._asked_of_each(test, self._scale(feature)[0], worths.worths), dtype=np.bool_)
            except CardsLookedAt:
                _kept[key] = None
            if len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        return _kept[key]

    def _asked_of_each(self, test: pt.Pattern, under: Scale, worths: Sequence[Worth]) -> list[bool]:
        """What a test says of each worth: asked once for all of a class, of every one where it looks at more than that."""
        by_class: dict[tuple[int, bool], bool | None] = {}
        answers: list[bool] = []
        for one in worths:
            known = one.level, one.natural
            if known not in by_class:
                by_class[known] = self._asked_of_class(test, under, *known)
            answer = by_class[known]
            answers.append(fits(test, HeldHand(under, one, UNTOUCHED), self.sight) if answer is None else answer)
        return answers

    def _asked_of_class(self, test: pt.Pattern, under: Scale, level: int, natural: bool) -> bool | None:
        """What a test says of every hand of a class; None where it looks at more."""
        try:
            return fits(test, HeldHand(under, Worth(level, UNTOUCHED, natural, UNTOUCHED), UNTOUCHED), self.sight)
        except CardsLookedAt:
            return None

    def _held(self, feature: Feature, worth: Worth) -> HeldHand:
        under, _ = self._scale(feature)
        return HeldHand(under, worth, UNTOUCHED)

    def _hands_by_set(self, feature: Feature) -> AnswerIds:
        codes = self.coded(feature)
        by_code = self._by_code(feature)
        strength = codes.order[codes.codes]
        if by_code is not None:
            return AnswerIds(by_code.answers, by_code.ids[codes.codes], strength)
        truths: list[Truths] = []
        for test in feature.tests:
            by_worth = self._truths_by_worth(feature, test)
            truths.append(self._truths_by_set(feature, test) if by_worth is None else by_worth[codes.codes])
        return AnswerIds(*_numbered(truths, len(codes.codes)), strength)

    # cards, set by set

    def _truths_by_set(self, feature: Feature, test: pt.Pattern) -> Truths:
        """What a test says of every set of cards at the spots of a feature."""
        self._refuse_what_the_round_tells(test, pattern_text(test))
        number = len(feature.spots)
        key = (feature.expression if feature.kind is Kind.CARDS else None, number, feature.formed, test)
        if key not in self._set_truths:
            self._set_truths[key] = self._kept_truths_by_set((*key, *self._where(feature)), feature, test)
        return self._set_truths[key]

    def _where(self, feature: Feature) -> tuple[Hashable, ...]:
        """What else the answers of a feature may hang on, in another configuration."""
        lying = (feature.spots, feature.lying) if feature.kind is Kind.CARDS else ()
        return lying, self.deck, self.what_answers_hang_on

    def _kept_truths_by_set(self, key: Hashable, feature: Feature, test: pt.Pattern) -> Truths:
        """The same from what other configurations have worked out, where all that it hangs on is the same."""
        if key not in _kept_of_sets:
            _kept_of_sets[key] = self._asked_by_set(feature, test)
            while len(_kept_of_sets) > 1 and sum(truths.nbytes for truths in _kept_of_sets.values()) > MOST_BYTES_KEPT:
                _kept_of_sets.popitem(last=False)
        return _kept_of_sets[key]

    def _asked_by_set(self, feature: Feature, test: pt.Pattern) -> Truths:
        number, named = len(feature.spots), self._suits_that_matter(feature, test)
        pack = _without_names(self.pack, named)
        self._refuse_many_questions(pack, number, f"{feature.words}: {pattern_text(test)}", pattern_text(test))
        sets = canonical_sets(pack, number)
        answers = np.zeros(math.comb(len(self.deck), number), dtype=np.bool_)
        says = self._asking(feature, test)
        for place, cards in zip(sets.numbers.tolist(), sets.cards.tolist(), strict=True):
            answers[place] = says(place, tuple([self.deck[card] for card in cards]))
        return answers[stand_ins(pack, number)]

    def _suits_that_matter(self, feature: Feature, test: pt.Pattern) -> frozenset[pt.Suit] | None:
        """The suits that may not be exchanged for others where a test is asked; None for all of them.

        A hand is worth what its ranking says, so that suits or colours that the ranking tells apart matter in any test.
        """
        ruleset = self.configured.ruleset
        named = [] if feature.formed is None else [scale(ruleset, feature.formed.ranking)]
        in_words = [text for text in all_named([feature.expression], ruleset) if isinstance(text, str)]
        named += [scale(ruleset, text) for text in dict.fromkeys(in_words) if ruleset.named(text, worth.Ranking) is not None]
        is_told = any(grain_of(one, len(feature.spots)).names is not Names.ALL for one in named)
        return None if is_told or ruleset.of(SuitsOrdered) else _suits_named(test)

    def _asking(self, feature: Feature, test: pt.Pattern) -> Callable[[int, tuple[Card, ...]], bool]:
        """What play would answer if some cards lay at the spots of a feature, by the number of the set and its cards."""
        if feature.kind is not Kind.HAND:
            return lambda _, cards: fits(test, self._evaluated(feature, cards), self.sight)
        under, best = self._scale(feature)
        if best is not None:
            return lambda _, cards: self._says_of_best(test, under, best, cards)
        codes = self.coded(feature)
        return lambda place, cards: fits(test, HeldHand(under, codes.worths[codes.codes[place]], cards), self.sight)

    def _says_of_best(self, test: pt.Pattern, under: Scale, best: int, cards: tuple[Card, ...]) -> bool:
        """What a test says of the best few of some cards.

        Raises `NotSolvable` where others that are as good are answered otherwise: no line says which of them are taken.
        """
        place = under.best(cards, best)[0].place
        picks = ((pick, under.worth(pick)) for pick in combinations(cards, best))
        said = {fits(test, HeldHand(under, one, pick), self.sight) for pick, one in picks if one.place == place}
        if len(said) > 1:
            words = pattern_text(test)
            raise NotSolvable(f"{words} of the best {best} cards, where others are as good and answer otherwise", words)
        return said.pop()

    def _evaluated(self, feature: Feature, cards: tuple[Card, ...]) -> Thing:
        """The expression of a feature worked out by play, with these cards at its spots and blank ones elsewhere."""
        at = dict(zip(feature.spots, cards, strict=True))
        areas = {area: tuple(at.get(spot, BLANK) for spot in spots) for area, spots in feature.lying}
        dealt: dict[str, tuple[Card, ...]] = {}
        for area, spots in feature.lying:
            last = max((number for _, number in spots), default=-1)
            dealt[area] = tuple(at.get((area, number), BLANK) for number in range(last + 1))
        return evaluate(feature.expression, replace(self.sight, areas=areas, as_dealt=dealt))

    # values

    def _nature_of(self, feature: Feature) -> Feature | None:
        """The hand whose nature a feature is, if it is that."""
        match feature.expression:
            case ex.FeatureOf(ex.Called(Name(text)), _) if text == NATURE and feature.of:
                return feature.of[0]
        return None

    def _values_by_set(self, feature: Feature) -> AnswerIds:
        if feature not in self._values:
            self._values[feature] = self._value_ids(feature)
        return self._values[feature]

    def _value_ids(self, feature: Feature) -> AnswerIds:
        by_code = self._by_code(feature) if self._nature_of(feature) is not None else None
        if by_code is not None:
            return AnswerIds(by_code.answers, by_code.ids[self.coded(feature).codes])
        number = len(feature.spots)
        self._refuse_many_questions(_without_names(self.pack, None), number, feature.words, feature.words)
        found: dict[Answer, int] = {}
        ids = np.zeros(math.comb(len(self.deck), number), dtype=np.uint16)
        for place, cards in enumerate(every_set(len(self.deck), number)):
            value = self._value(self._evaluated(feature, tuple(self.deck[card] for card in cards)), feature)
            ids[place] = found.setdefault(value, len(found))
        return AnswerIds(tuple(found), ids)

    def _value(self, thing: Thing, feature: Feature) -> Answer:
        if isinstance(thing, HeldCards | HeldHand | Judged):
            raise NotSolvable(f"{feature.words} is cards where a value is wanted", feature.words)
        return str(thing) if isinstance(thing, Card) else thing

    # bounds

    def _refuse_too_many(self, number: int, words: str) -> None:
        sets = math.comb(len(self.deck), number)
        if sets > MOST_SETS:
            raise NotSolvable(f"{words} hangs on {number} of {len(self.deck)} cards: {sets:,} sets", words)

    def _refuse_many_questions(self, pack: Pack, number: int, words: str, statement: str) -> None:
        """Raises `NotSolvable` before anything is listed; suits that may be exchanged save at most so much."""
        self._refuse_too_many(number, words)
        least = math.comb(len(self.deck), number) // math.prod(math.factorial(len(suits)) for suits in pack.alike)
        if least > MOST_ASKED:
            raise NotSolvable(f"{words} would be asked of more than {least:,} sets of {number} cards", statement)


BLANK = Card("?")


def _is_of(statement: Statement, modules: Collection[str]) -> bool:
    """Whether a statement is of one of these modules; what is measured may stand in an expression."""
    return type(statement).__module__ in modules and not isinstance(statement, controls.Measure)


def _numbered(truths: Sequence[Truths], length: int) -> tuple[tuple[Answer, ...], Ids]:
    """Rows of truths, one array a test, as numbered vectors; the vectors in the order in which they first occur."""
    if not truths:
        return ((),), np.zeros(length, dtype=np.uint16)
    packed = np.zeros(length, dtype=np.int64)
    vectors: list[tuple[bool, ...]] = [()]
    for truth in truths:
        joined = packed * 2 + truth
        kept, packed = np.unique(joined, return_inverse=True)
        vectors = [(*vectors[one // 2], bool(one % 2)) for one in kept.tolist()]
        if len(vectors) > 60_000:
            raise NotSolvable("more than 60,000 ways to answer the tests of one hand")
    return tuple(vectors), packed.astype(np.uint16)


class _PackBut(Pack):
    """A pack in which some suits may not be exchanged with others."""

    kept: frozenset[int] | None = None

    @property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        if self.kept is None:
            return ()
        left = (tuple(suit for suit in suits if suit not in (self.kept or ())) for suits in Pack.alike.fget(self))  # type: ignore[attr-defined]
        return tuple(suits for suits in left if len(suits) > 1)


def _without_names(pack: Pack, named: frozenset[pt.Suit] | None) -> Pack:
    """The pack with the suits that are named told apart; every suit where ``named`` is None."""
    made = _PackBut(pack.rank, pack.suit, pack.cards)
    object.__setattr__(made, "kept", None if named is None else frozenset(SUITS.index(suit) for suit in named))
    return made


def _suits_named(test: pt.Pattern) -> frozenset[pt.Suit] | None:
    """The suits that a test names; None if others might matter too: it speaks of colours, or of a name."""
    parts = list(_parts(test))
    if any(part is pt.SuitsOf.ONE_COLOUR or isinstance(part, Name | pt.AlikeIn) for part in parts):
        return None
    return frozenset(part for part in parts if isinstance(part, pt.Suit))


def _parts(test: pt.Pattern) -> Iterator[object]:
    for node in walk(test):
        yield node
        for name in getattr(node, "__dataclass_fields__", ()):
            value = getattr(node, name)
            yield from (item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Enum))


def answer_ids(feature: Feature, judge: Judge) -> tuple[tuple[Answer, ...], Ids, NDArray[np.int32] | None]:
    """The answers of a feature, which of them every set of cards at its spots gives (colex order), and how strong it is
    where it is a hand under a ranking."""
    found = judge.by_set(feature)
    return found.answers, found.ids, found.strength


