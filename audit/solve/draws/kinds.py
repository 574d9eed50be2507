"""Which cards nothing that was asked can tell apart: 10, J, Q and K where only their count matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from audit.play.cards import Card
from audit.play.counting import ranks_counted
from audit.play.errors import PlayError
from audit.play.ranks import ranks_in
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.alike import SUIT_NAMES, SUIT_SIGNS, all_named
from audit.solve.draws.questions import Question

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
    """The cards of a deck, those alike taken together: one card of each kind, how many there are, which kind each card is."""

    cards: tuple[Card, ...]
    copies: tuple[int, ...]
    of: dict[Card, int]
    deck: tuple[Card, ...] = ()

    @cached_property
    def members(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each kind, as often as they stand in the deck."""
        listed: list[list[Card]] = [[] for _ in self.cards]
        for card in self.deck:
            listed[self.of[card]].append(card)
        return tuple(map(tuple, listed))

    @cached_property
    def others(self) -> tuple[Card, ...]:
        """Of each kind a card that is as unlike the first one as any: the last in the deck."""
        return tuple(cards[-1] for cards in self.members)

    @cached_property
    def every(self) -> int:
        """The set of all kinds, a bit each."""
        return (1 << len(self.cards)) - 1


def kinds_for(questions: Iterable[Question], ruleset: Ruleset, deck: Sequence[Card]) -> Kinds:
    """The coarsest kinds that are plainly enough for these questions."""
    parts = list(_parts(list(questions), ruleset))
    alike_in = {part.feature.text for part in parts if isinstance(part, pt.AlikeIn)}
    others = {name for name in alike_in if ruleset.named(name, wo.Count) is None}
    if others - {"rank"} or any(_is_of_suits(part) for part in parts):
        return _kinds(deck, lambda card: card)
    if others or "rank" in parts or any(isinstance(part, BY_RANK) for part in parts) or any(card.features for card in deck):
        return _kinds(deck, lambda card: (card.rank, card.features))
    marks = _marks(parts, ruleset)
    return _kinds(deck, lambda card: tuple(mark.get(card.rank) for mark in marks))


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
