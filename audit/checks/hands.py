"""Hands of cards as a ruleset forms them: from how many cards, the best of how many, and how often each class comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from audit.checks.context import Context
from audit.play.cards import JOKER, SUITS, Card, deck
from audit.play.errors import PlayError
from audit.play.scales import Scale, scale
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import worth as wo
from audit.ruleset.chance import Deck
from audit.ruleset.names import Name
from audit.ruleset.places import Area
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

if TYPE_CHECKING:
    from audit.solve.cards.counting import Category


@dataclass(frozen=True, slots=True)
class Formed:
    """A hand by its name: under which ranking, of how many cards, the best how many of them."""

    hand: str
    ranking: str
    cards: int
    best: int

    @property
    def of(self) -> str:
        """From what it is formed, in words: ``5 cards``, ``the best 4 of 6 cards``."""
        return f"{self.cards} cards" if self.best == self.cards else f"the best {self.best} of {self.cards} cards"


def formed_hands(ruleset: Ruleset) -> Iterator[Formed]:
    """The hands of a configured ruleset whose number of cards its deals tell.

    Hands that must hold exactly so many cards of an area are left out: they are no hands of any cards.
    """
    dealt = dealt_to(ruleset)
    hands: list[wo.BestHandOf | wo.WholeHandOf] = [*ruleset.of(wo.BestHandOf), *ruleset.of(wo.WholeHandOf)]
    for stated in hands:
        if any(isinstance(pick, wo.ExactlyOfArea) for pick in stated.picks):
            continue
        areas = [pick.area.text for pick in stated.picks if isinstance(pick, wo.AnyOfArea)]
        ranking = stated.by or next((a.by for a in ruleset.of(Area) if a.name.text in areas and a.by), None)
        numbers = [dealt.get(area) for area in areas]
        if ranking is None or not numbers or any(number is None for number in numbers):
            continue
        cards = sum(number for number in numbers if number is not None)
        best = cards
        if isinstance(stated, wo.BestHandOf) and stated.cards is not None:
            best = min(cards, int(stated.cards))
        elif isinstance(stated, wo.BestHandOf):
            continue  # of any number that the ranking knows: several ways at once
        if _ranks(ruleset, ranking.text, best):
            yield Formed(stated.name.text, ranking.text, cards, best)


def _ranks(ruleset: Ruleset, ranking: str, cards: int) -> bool:
    """Whether a ranking is of hands of so many cards."""
    stated = ruleset.named(ranking, wo.Ranking)
    if stated is None:
        inverse = ruleset.named(ranking, wo.InverseRanking)
        return inverse is not None and _ranks(ruleset, inverse.of.text, cards)
    return stated.least is None or stated.most is None or stated.least <= cards <= stated.most


def dealt_to(ruleset: Ruleset) -> dict[str, int | None]:
    """How many cards the round leaves in each area; None where that hangs on how it goes."""
    found: dict[str, int | None] = {}
    for round_ in ruleset.of(rd.Round):
        for node in walk(round_):
            match node:
                case rd.Deal(cards=cards, to=to):
                    for name in to:
                        before = found.setdefault(name.text, 0)
                        found[name.text] = None if before is None else before + int(cards)
                case rd.DealUntil(to=name) | rd.Discard(of=name):
                    found[name.text] = None
                case rd.Burn(what=ex.NthCard(of=ex.Called(name))):
                    before = found.get(name.text)
                    found[name.text] = None if before is None else before - 1
                case rd.Burn(what=what) if not isinstance(what, ex.Number):
                    found.update(dict.fromkeys(node.text for node in walk(what) if isinstance(node, Name)))
                case rd.SplitHand() | rd.Swap() | rd.DrawCards():
                    return dict.fromkeys(a.name.text for a in ruleset.of(Area))
    return found


def deck_for(own: Scale) -> tuple[Card, ...]:
    """The deck of the ruleset; where it states none, as in a fragment, the cards that the ranking orders in four suits."""
    if own.ruleset.of(Deck):
        return deck(own.ruleset)
    return tuple(Card(rank, suit) for rank in own.order.ranks if rank != JOKER for suit in SUITS)


def classes_of(context: Context, ranking: str, cards: int, best: int) -> tuple[Category, ...]:
    """The classes of a ranking over all hands so formed, the best first.

    Raises `NotSolvable` or `NotPlayable` where they cannot be counted.
    """
    from audit.solve.cards.counting import categories  # noqa: PLC0415  (what it loads, other games can do without)

    def counted() -> tuple[Category, ...]:
        own = scale(context.configured.ruleset, ranking)
        return categories(own, deck_for(own), cards, None if best == cards else best)

    return context.once(f"classes of {ranking}, {best} of {cards}", counted)


@dataclass(frozen=True, slots=True)
class Countings:
    """One ranking as the game uses it: each way of forming a hand that could be counted, with its classes."""

    stated: wo.Ranking
    counted: tuple[tuple[Formed, tuple[Category, ...]], ...]


def countings(context: Context) -> Iterator[Countings]:
    """The rankings of a ruleset with their classes, over all ways in which hands are formed under them.

    A ranking under which some hand cannot be counted is left out: of it nothing is claimed.
    """
    ruleset = context.configured.ruleset
    if not ruleset.of(Deck):
        return
    ways: dict[str, dict[tuple[int, int], Formed]] = {}
    for formed in formed_hands(ruleset):
        ways.setdefault(formed.ranking, {}).setdefault((formed.cards, formed.best), formed)
    for name, formed_ways in ways.items():
        stated = ruleset.named(name, wo.Ranking)
        if stated is None:
            continue
        try:
            counted = tuple(
                (formed, classes_of(context, name, formed.cards, formed.best)) for formed in formed_ways.values()
            )
        except (NotSolvable, PlayError):
            continue
        yield Countings(stated, counted)


def leftover_classes(stated: wo.Ranking) -> frozenset[str]:
    """The classes that take what no other one does: ``anything else``."""
    return frozenset(
        line.name.text
        for line in stated.lines
        if isinstance(line, wo.HandClass)
        and any(test in (pt.Special.ANYTHING_ELSE, pt.Special.OTHERWISE) for test in line.tests.tests)
    )


def class_line(stated: wo.Ranking, name: str) -> wo.HandClass | None:
    """The line of a ranking that states a class."""
    return next((x for x in stated.lines if isinstance(x, wo.HandClass) and x.name.text == name), None)
