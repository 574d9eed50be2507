"""Which cards, and which places of cards, nothing that a course looks at can tell apart.

In: the features of a course, with the statements that they name.  Out: what of a card matters, and where its place in
a hand does not.
Must hold: where it is not plain that suits or places do not matter, they do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from audit.play.cards import Card
from audit.play.hands import area_of
from audit.ruleset import patterns as pt
from audit.ruleset.expressions import SuitTie
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import BestHandOf, HandClass, Ranking, SuitsKey, SuitsOrdered, WholeHandOf
from audit.solve.cards.course import Ask, Course, Decide, Feature, Kind, Node, Spot

Alike: TypeAlias = Callable[[Card], Card]
"""The card that stands for all that are like it."""

SUIT_SIGNS = (pt.SuitsOf, pt.Suit, pt.AlikeIn, SuitsKey, SuitsOrdered, SuitTie)
NAMED_SIGNS = (pt.Suit, pt.AlikeIn, SuitsKey, SuitsOrdered, SuitTie)
SUIT_NAMES = frozenset({"suit", "suits", "colour", "colours", "color", "colors"})


def by_itself(card: Card) -> Card:
    """Every card is told apart from every other one."""
    return card


def by_rank(card: Card) -> Card:
    """Cards of one rank are alike, whatever their suits."""
    return Card(card.rank, None, card.features)


def alike_for(features: Iterable[Feature], ruleset: Ruleset) -> Alike:
    """How cards may be thrown together for these features: by rank where none of them can see a suit."""
    return by_itself if sees_suits(features, ruleset) else by_rank


def sees_suits(features: Iterable[Feature], ruleset: Ruleset) -> bool:
    """Whether anything that these features name, directly or through other statements, speaks of suits or colours.

    A hand without a ranking of its own may be judged by any, so all of them count then.
    """
    return any(isinstance(part, SUIT_SIGNS) or _is_suit_name(part) for part in _seen(features, ruleset))


def names_suits(features: Iterable[Feature], ruleset: Ruleset) -> bool:
    """Whether it matters which suit is which: a suit is named or ranked, or a colour counts."""
    return any(
        isinstance(part, NAMED_SIGNS) or part is pt.SuitsOf.ONE_COLOUR or _is_suit_name(part)
        for part in _seen(features, ruleset)
    )


def _is_suit_name(part: object) -> bool:
    return isinstance(part, str) and part in SUIT_NAMES


def _seen(features: Iterable[Feature], ruleset: Ruleset) -> Iterator[Any]:
    """Everything that these features name, directly or through other statements, names as their text."""
    return all_named((part for f in features for part in _parts_of(f)), ruleset)


def all_named(parts: Iterable[Any], ruleset: Ruleset, closed: tuple[type, ...] = ()) -> Iterator[Any]:
    """These parts of a ruleset and all that they name, directly or through other statements, names as their text.

    What is in a part of a ``closed`` type is not gone through.
    """
    yield from ruleset.of(SuitsOrdered)
    waiting: list[Any] = list(parts)
    followed: set[str] = set()
    classes: set[str] = set()
    while waiting:
        whole = waiting.pop()
        for part in _walk(whole, closed):
            yield part.text if isinstance(part, Name) else part
            if isinstance(part, BestHandOf | WholeHandOf) and part.by is None:
                waiting.extend(r for r in ruleset.of(Ranking) if r.name.text not in followed)
                followed.update(r.name.text for r in ruleset.of(Ranking))
            text = part.text if isinstance(part, Name) else part if isinstance(part, str) else None
            if text is None:
                continue
            if text not in followed:
                followed.add(text)
                waiting.extend(ruleset.by_name.get(area_of(text), ()))
            if text not in classes and not isinstance(whole, Ranking):  # a ranking names classes of its own only
                classes.add(text)
                waiting.extend(r for r in ruleset.of(Ranking) if _has_class(r, text))


def _parts_of(feature: Feature) -> Iterator[Any]:
    """What of a feature says what it looks at; the areas of its spots are named too, for the rankings they are under."""
    yield from (feature.expression, feature.tests, feature.formed)
    yield from (area for area, _ in feature.spots)
    for inner in feature.of:
        yield from _parts_of(inner)


def _has_class(ranking: Ranking, name: str) -> bool:
    return any(isinstance(line, HandClass) and line.name.text == name for line in ranking.lines)


def _walk(node: Any, closed: tuple[type, ...] = ()) -> Iterator[Any]:
    """Everything in a piece of a ruleset, words and choices among closed lists included; citations are left out."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part)
            continue
        yield part
        if is_dataclass(part) and not isinstance(part, (type, *closed)):
            waiting.extend(getattr(part, f.name) for f in fields(part) if f.name not in ("basis", "span", "title", "printed"))


def exchangeable(course: Course) -> Mapping[Spot, int]:
    """Which spots are of one kind, by a number: their cards may be exchanged and nothing changes.

    They lie in one area, every hand under a ranking takes all of them or none, and so does what is known at every
    decision; no question of another kind hangs on any of them.
    """
    asks: dict[int, Feature] = {}
    decides: dict[int, frozenset[Spot]] = {}
    for node in _nodes(course.root):
        if isinstance(node, Ask):
            asks[id(node.feature)] = node.feature
        elif isinstance(node, Decide):
            decides[id(node)] = node.known
    asked = (spot for feature in asks.values() for spot in feature.spots)
    spots = dict.fromkeys((*course.dealt, *asked, *(spot for known in decides.values() for spot in sorted(known))))
    hands: list[frozenset[Spot]] = []
    alone: set[Spot] = set()
    for feature in asks.values():
        hands.append(frozenset(feature.spots))
        parts = feature.of if feature.kind is Kind.RELATION and feature.of else (feature,)
        for part in parts:
            hands.append(frozenset(part.spots))
            if part.kind is not Kind.HAND:
                alone.update(part.spots)
    wholes = tuple(dict.fromkeys((*hands, *decides.values())))
    numbers: dict[Hashable, int] = {}
    return {
        spot: numbers.setdefault(
            (spot[0], spot if spot in alone else None, tuple(spot in whole for whole in wholes)), len(numbers)
        )
        for spot in spots
    }


def _nodes(root: Node) -> Iterator[Node]:
    """Every point of a tree once."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, Ask):
            waiting.extend(node.branches.values())
        elif isinstance(node, Decide):
            waiting.extend(choice.then for choice in node.choices)
