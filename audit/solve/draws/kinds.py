"""Which cards nothing that was asked can tell apart: 10, J, Q and K where only their count matters.

Cards are told apart by place: where only the first two cards of a hand are asked for their suits, only these have fine kinds
(`Kinds.fine`), and all other cards of the round have the kinds that are counted.  Every card is counted by the latter, those
with a fine kind too.  Of the cards of one counted kind any may lie at any place, whatever is known of all other places by
counted kinds.  So how likely fine kinds are is a matter of these cards alone (`Kinds.chance_of`), and goes beside the
counting as a factor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import perm, prod
from typing import Any

from audit.play.cards import Card
from audit.play.counting import ranks_counted
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.fitting import fits
from audit.play.held import spelled_out
from audit.play.ranks import ranks_in
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import Area
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.alike import SUIT_NAMES, SUIT_SIGNS, all_named
from audit.solve.draws.questions import WHOLE, Question

BY_RANK = (
    pt.RankRule, pt.Run, pt.High, pt.BelowHigh, pt.NamedOf, pt.NamedRange, pt.NamedWith, pt.BelowOf, pt.OfRank, pt.Through,
    pt.WildCards, wo.CardOrder, wo.LowInRun, wo.WildAlways, wo.WildOrItself, wo.WildAs, wo.WildIn,
)  # fmt: skip
"""What tells every rank from every other, or may."""

WHOLES = (wo.Count, wo.Group, pt.Hard, pt.Soft)
"""What ranks are in a count or a group is read by what it makes of them, not by their names; totals name no rank."""

NUMBERS = (pt.Spots, pt.Through, pt.OrMore, pt.OrFewer)
"""What is a number where a total is tested, and elsewhere may be a rank."""


@dataclass(frozen=True)
class Kinds:
    """The cards of a deck, those alike taken together: one card of each kind, how many there are, which kind each card is.

    Where some places tell more of their cards, ``fine`` are the kinds that cards have there, and ``places`` these places: areas,
    each with the place of a card there, or `WHOLE`.  A card that was looked at lies as a *cell*: the number of its kind, or at
    such a place the number of its fine kind, these being numbered behind the others.
    """

    cards: tuple[Card, ...]
    copies: tuple[int, ...]
    of: dict[Card, int]
    deck: tuple[Card, ...] = ()
    fine: Kinds | None = None
    places: frozenset[tuple[str, int]] = frozenset()
    late: frozenset[Question] = frozenset()
    """Questions about suits that are told only when a hand is drawn to its end (`late_suits`): no place has a fine kind for them."""

    @cached_property
    def members(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each cell, as often as they stand in the deck."""
        listed: list[list[Card]] = [[] for _ in self.cards]
        for card in self.deck:
            listed[self.of[card]].append(card)
        return (*map(tuple, listed), *(self.fine.members if self.fine is not None else ()))

    @cached_property
    def lying(self) -> tuple[Card, ...]:
        """A card of each cell."""
        return (*self.cards, *(self.fine.cards if self.fine is not None else ()))

    @cached_property
    def others(self) -> tuple[Card, ...]:
        """Of each cell a card that is as unlike the first one as any: the last in the deck."""
        return tuple(cards[-1] for cards in self.members)

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """The kind by which the cards of each cell are counted."""
        return tuple(self.of[card] for card in self.lying)

    def is_fine(self, area: str, place: int) -> bool:
        """Whether the card at a place has a fine kind."""
        return self.fine is not None and ((area, place) in self.places or (area, WHOLE) in self.places)

    def cell_of(self, card: Card, area: str, place: int) -> int:
        """How a card lies at a place."""
        if self.fine is not None and self.is_fine(area, place):
            return len(self.cards) + self.fine.of[card]
        return self.of[card]

    def at(self, cell: int, area: str, place: int) -> int:
        """How the cards of a cell lie at a place; where it tells more, the first of them."""
        return self.cell_of(self.lying[cell], area, place)

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How cards may lie at places that tell no more than kinds, and at those that tell fine ones."""
        return tuple(range(len(self.cards))), tuple(range(len(self.cards), len(self.lying)))

    @cached_property
    def shoe(self) -> tuple[int, ...]:
        """Every card of the deck as a cell, by its fine kind where some places tell them."""
        if self.fine is None:
            return tuple(kind for kind, n in enumerate(self.copies) for _ in range(n))
        return tuple(len(self.cards) + kind for kind in self.fine.shoe)

    def chance_of(self, cells: Iterable[int]) -> Fraction:
        """How likely it is that cards are of these fine kinds, given the kinds by which they are counted.

        It is the same in whatever order they come, and whatever cards without a fine kind come between them.
        """
        lie = [cell for cell in cells if cell >= len(self.cards)]
        if not lie or self.fine is None:
            return Fraction(1)
        ways = prod(perm(self.fine.copies[cell - len(self.cards)], n) for cell, n in Counter(lie).items())
        return Fraction(ways, prod(perm(self.copies[kind], n) for kind, n in Counter(self.kind_of[cell] for cell in lie).items()))

    def as_fine(self) -> tuple[object, ...]:
        """How finely cards are told apart; `Kinds` of one game that differ in this are not the same."""
        return self.copies, self.places, self.fine and self.fine.copies, self.late

    @cached_property
    def every(self) -> int:
        """The set of all kinds, a bit each."""
        return (1 << len(self.cards)) - 1


def kinds_for(questions: Iterable[Question], ruleset: Ruleset, deck: Sequence[Card]) -> Kinds:
    """The coarsest kinds that are plainly enough for these questions."""
    questions = list(questions)
    single = {question: _of_one_card(question, ruleset, deck) for question in questions}
    told = [answers for answers in single.values() if answers is not None]
    parts = list(_parts([q if single[q] is None else replace(q, test=None) for q in questions], ruleset))
    alike_in = {part.feature.text for part in parts if isinstance(part, pt.AlikeIn)}
    others = {name for name in alike_in if ruleset.named(name, wo.Count) is None}
    if others - {"rank"} or any(_is_of_suits(part) for part in parts):
        return _kinds(deck, lambda card: card)
    if others or "rank" in parts or any(isinstance(part, BY_RANK) for part in parts) or any(card.features for card in deck):
        return _kinds(deck, lambda card: (card.rank, card.features, *(answers[card] for answers in told)))
    marks = _marks(parts, ruleset)
    return _kinds(deck, lambda card: (*(mark.get(card.rank) for mark in marks), *(answers[card] for answers in told)))


def kinds_by_place(asked: Mapping[Question, Sequence[tuple[str, int]]], ruleset: Ruleset, deck: Sequence[Card]) -> Kinds:
    """Which kinds cards have at which places: enough for these questions, each with the places that it looks at.

    Cards are counted by what is asked of whole areas, however many cards lie there.  A question about single cards that tells
    more makes the kinds of these places fine.  An area of which as a whole all is asked that is asked of any card has fine
    kinds everywhere.  Where no place needs less than others, or of no area less is asked as a whole, there are no fine kinds.
    """
    every = kinds_for(asked, ruleset, deck)
    of_areas: dict[str, list[Question]] = {}
    for question, places in asked.items():
        for area in dict.fromkeys(area for area, place in places if place == WHOLE):
            of_areas.setdefault(area, []).append(question)
    telling = {area for area, of in of_areas.items() if len(kinds_for(of, ruleset, deck).cards) == len(every.cards)}
    plain = list(dict.fromkeys(question for area, of in of_areas.items() if area not in telling for question in of))
    kinds = kinds_for(plain, ruleset, deck)
    if not plain or len(kinds.cards) == len(every.cards) or not _refines(every, kinds):
        return every
    fine = {(area, WHOLE) for area in telling}
    for question, places in asked.items():
        if kinds_for([*plain, question], ruleset, deck).copies != kinds.copies:
            fine.update(places)
    return replace(kinds, fine=every, places=frozenset(fine))


def kinds_but_late(asked: Mapping[Question, Sequence[tuple[str, int]]], ruleset: Ruleset, deck: Sequence[Card]) -> Kinds:
    """The kinds where suits of a whole area may be told late: those that the other questions need.

    They are so for one area alone, and where no place needs fine kinds: what is known of the suits of some cards bears on
    those of others.
    """
    late = frozenset(question for question in asked if asks_of_suits_alone(question, ruleset, deck))
    kinds = kinds_by_place({question: places for question, places in asked.items() if question not in late}, ruleset, deck)
    areas = {places for question in late for places in asked[question]}
    if not late or kinds.fine is not None or len(areas) != 1 or {place for _, place in areas} != {WHOLE}:
        return kinds_by_place(asked, ruleset, deck)
    return replace(kinds, fine=kinds_for(asked, ruleset, deck), late=late)


def asks_of_suits_alone(question: Question, ruleset: Ruleset, deck: Sequence[Card]) -> bool:
    """Whether a question looks at the suits of all cards of an area and at nothing else of them: whether they are of one suit, say.

    Of a hand that is formed of some of the cards it hangs on more which these are.
    """
    match question.expression, question.test:
        case ex.Called(name), pt.AllCards(properties) if ruleset.named(name.text, Area) is not None:
            is_of_suits = all(isinstance(one, pt.SuitsOf | pt.Suit) for one in properties)
        case _:
            return False
    wild = (wo.WildAlways, wo.WildOrItself, wo.WildAs, wo.WildIn)
    return is_of_suits and all(card.suit is not None and not card.features for card in deck) and not any(
        isinstance(node, wild) for ranking in ruleset.of(wo.Ranking) for node in walk(ranking)
    )  # fmt: skip


def _refines(fine: Kinds, kinds: Kinds) -> bool:
    """Whether all cards of each fine kind are of one kind."""
    return all(len({kinds.of[card] for card in members}) == 1 for members in fine.members)


def _parts(questions: Sequence[Question], ruleset: Ruleset) -> Iterator[Any]:
    """All that questions name; numbers with which a total is compared name no rank."""
    totals = [q.test for q in questions if _is_of_total(q, ruleset)]
    others = [q.test for q in questions if not _is_of_total(q, ruleset)]
    asked = [part for q in questions for part in (q.expression, Name(q.hand))]
    yield from all_named([*asked, *others], ruleset, closed=WHOLES)
    yield from (part for part in all_named(totals, ruleset, closed=(*WHOLES, *NUMBERS)) if not isinstance(part, NUMBERS))


def _is_of_total(question: Question, ruleset: Ruleset) -> bool:
    """Whether a total is asked for: the points of an area."""
    expression = question.expression
    if not isinstance(expression, ex.FeatureOf) or not isinstance(expression.feature, ex.Called):
        return False
    return ruleset.named(expression.feature.name.text, wo.Count) is not None


def _is_of_suits(part: Any) -> bool:
    if isinstance(part, pt.AlikeIn):
        return False  # of what, is looked at by itself
    return isinstance(part, SUIT_SIGNS) or (isinstance(part, str) and part in SUIT_NAMES)


def _kinds(deck: Sequence[Card], mark: Any) -> Kinds:
    numbers: dict[Hashable, int] = {}
    of = {card: numbers.setdefault(mark(card), len(numbers)) for card in deck}
    example: dict[int, Card] = {}
    for card in deck:
        example.setdefault(of[card], card)
    counted = Counter(of[card] for card in deck)
    return Kinds(tuple(example[n] for n in range(len(numbers))), tuple(counted[n] for n in range(len(numbers))), of, tuple(deck))


def _of_one_card(question: Question, ruleset: Ruleset, deck: Sequence[Card]) -> Mapping[Card, bool] | None:
    """What each card answers to a plain test of a single card, asked of play; None for any other question."""
    if question.test is None or not isinstance(spelled_out(question.expression, ruleset), ex.NthCard):
        return None
    for node in walk(question.test):
        is_group = isinstance(node, pt.Named) and node.bound is None and ruleset.named(node.name.text, wo.Group) is not None
        if not (is_group or isinstance(node, pt.AnyOf | pt.Not | pt.Spots | pt.Through | Name)):
            return None
    try:
        sight = Sight(Equipment(ruleset))
        return {card: fits(question.test, card, sight) for card in dict.fromkeys(deck)}
    except PlayError:
        return None


def _marks(parts: Sequence[Any], ruleset: Ruleset) -> list[dict[str, Hashable]]:
    """What of a rank matters: what it counts under each count, which groups it is in, and whether it is named by itself."""
    marks: list[dict[str, Hashable]] = [{"joker": True}]
    for part in parts:
        match part:
            case wo.Count():
                marks.append(dict(_counted(part, ruleset)))
            case wo.Group():
                ranks = _ranks_of(part, ruleset)
                if ranks is not None:
                    marks.append(dict.fromkeys(ranks, True))
    marks += [{text: True} for text in sorted({part for part in parts if isinstance(part, str)})]
    return marks


def _counted(count: wo.Count, ruleset: Ruleset) -> Iterator[tuple[str, Hashable]]:
    for line in count.lines:
        match line:
            case wo.Counts(ranks=spans, value=value):
                yield from ((rank, ("counts", value)) for rank in ranks_counted(spans, ruleset))
            case wo.CountsAsPrinted(spans):
                yield from ((rank, ("counts", _printed(rank))) for rank in ranks_counted(spans, ruleset))
            case wo.CountsHighOrLow(ranks=spans):
                yield from ((rank, ("either", line.high, line.low, line.limit)) for rank in ranks_counted(spans, ruleset))
            case wo.LastDigit():
                pass
            case _:
                yield from ((rank, rank) for rank in ("A", "K", "Q", "J", *map(str, range(2, 11)), "joker"))


def _printed(rank: str) -> Hashable:
    return Fraction(rank) if rank.isdigit() else rank


def _ranks_of(group: wo.Group, ruleset: Ruleset) -> frozenset[str] | None:
    try:
        return frozenset(ranks_in(group.name.text, ruleset))
    except PlayError:
        return None
