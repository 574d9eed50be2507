"""What concrete cards answer to a feature, by the interpreter's own tests and expressions."""

from __future__ import annotations

from typing import TypeAlias

from audit.play.cards import Card
from audit.play.equipment import Equipment
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.held import relation
from audit.play.sight import HeldCards, HeldHand, Judged, Sight, Thing
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Answer, Feature, Kind, Spot
from audit.solve.cards.enumerated import Asking
from audit.solve.errors import NotSolvable

Held: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]

BLANK = Card("")
"""Stands where a feature's areas hold a card that it does not hang on."""


def asking_play(ruleset: Ruleset) -> Asking:
    """Answers as play would give them, with the cards of a feature lying in their areas and nothing else known.

    What a hand under a ranking is, and what its tests say of it, is worked out once for the same cards in the same
    areas, in whatever order they lie there; areas of which any cards may be taken count as one.
    """
    equipment = Equipment(ruleset)
    hands: dict[tuple[int, Held], Thing] = {}
    told: dict[tuple[int, Held], Answer] = {}
    kept: dict[int, Feature] = {}  # so that no other feature comes to bear the same number

    def key_of(feature: Feature, held: dict[Spot, Card]) -> tuple[int, Held]:
        kept[id(feature)] = feature
        areas = _areas(_lying(feature), held)
        if feature.formed is not None and not feature.formed.exactly:
            areas = {"": tuple(card for cards in areas.values() for card in cards)}
        return id(feature), tuple((area, tuple(sorted(map(str, cards)))) for area, cards in areas.items())

    def hand_of(feature: Feature, held: dict[Spot, Card]) -> Thing:
        if feature.kind is not Kind.HAND:
            return evaluate(feature.expression, _sight(equipment, feature, held))
        key = key_of(feature, held)
        if key not in hands:
            hands[key] = evaluate(feature.expression, _sight(equipment, feature, held))
        return hands[key]

    def tests_of(feature: Feature, held: dict[Spot, Card]) -> Answer:
        thing, sight = hand_of(feature, held), _sight(equipment, feature, held)
        return tuple(fits(test, thing, sight) for test in feature.tests)

    def ask(feature: Feature, cards: tuple[Card, ...]) -> Answer:
        held = dict(zip(feature.spots, cards, strict=True))
        if feature.kind is Kind.RELATION and len(feature.of) == 2:
            one, other = (hand_of(hand, held) for hand in feature.of)
            return relation(one, other, ruleset)
        if feature.kind is Kind.HAND:
            key = key_of(feature, held)
            if key not in told:
                told[key] = tests_of(feature, held)
            return told[key]
        if feature.kind is Kind.CARDS:
            return tests_of(feature, held)
        thing = hand_of(feature, held)
        if isinstance(thing, HeldCards | HeldHand | Judged):
            raise NotSolvable(f"{feature.words or 'what is asked'} is cards where a value is wanted")
        return str(thing) if isinstance(thing, Card) else thing

    return ask


def _sight(equipment: Equipment, feature: Feature, held: dict[Spot, Card]) -> Sight:
    """The view of a line when just these cards lie where the feature's areas have them."""
    lying = _lying(feature)
    areas = _areas(lying, held)
    dealt = {
        area: tuple(held.get((area, n), BLANK) for n in range(max((n for _, n in spots), default=-1) + 1))
        for area, spots in lying.items()
    }
    return Sight(equipment, areas=areas, as_dealt=dealt, hand=next(iter(areas), ""))


def _areas(lying: dict[str, tuple[Spot, ...]], held: dict[Spot, Card]) -> dict[str, tuple[Card, ...]]:
    return {area: tuple(held.get(spot, BLANK) for spot in spots) for area, spots in lying.items()}


def _lying(feature: Feature) -> dict[str, tuple[Spot, ...]]:
    """Which spots lie in each area that the feature names; where it does not say, its own and those before them."""
    areas = dict(feature.lying)
    for area, place in feature.spots:
        if area not in dict(feature.lying):
            so_far = areas.get(area, ())
            areas[area] = so_far if place < len(so_far) else tuple((area, n) for n in range(place + 1))
    return areas
