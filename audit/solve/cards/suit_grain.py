"""When the suits of a hand can matter under a ranking, told from the ranking's own tests.

The rule.  Let ``enough`` be the least N over all tests of the ranking that ask for N cards of one suit; a test of all
cards asks for as many as the hand has.  A hand in which no suit has ``enough`` cards, with the wild cards counted to
every suit, fails all of those tests, whatever its wild cards stand for, and no other test looks at suits.  So its worth
follows from its ranks.  Of another hand it matters which cards are of one suit, but not which suit that is: it is
taken up to a change of the names of the suits.

What else looks at suits makes them matter in every hand: ``of different suits`` still up to their names, ``of one
colour`` up to changes that keep the colours together, a suit by name or ``suits`` as a key of comparison with the names
as they are.  So does every test that is not known here: that costs time, never truth.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from audit.play.scales import Scale, suit_order
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.ruleset import Ruleset


class Names(enum.IntEnum):
    """Which names of suits may be exchanged without a hand changing its worth."""

    ALL = 0
    WITHIN_COLOURS = 1
    NONE = 2


@dataclass(frozen=True, slots=True)
class Grain:
    """Suits matter where one has ``enough`` cards (None: nowhere; 0: in every hand), up to an exchange of ``names``."""

    enough: int | None
    names: Names


INDIFFERENT = Grain(None, Names.ALL)
RAINBOW = Grain(0, Names.ALL)
COLOURS = Grain(0, Names.WITHIN_COLOURS)
NAMED = Grain(0, Names.NONE)

BY_RANKS = frozenset({"sets_then_cards", "sets_only", "highest_unshared_card"})
"""Built-in keys of comparison that do not look at suits."""


def grain_of(scale: Scale, cards: int) -> Grain:
    """The grain of a hand of ``cards`` cards."""
    found: list[Grain] = []
    for kind in scale.kinds:
        found.append(grain_of_test(kind.stated.tests, scale.ruleset, cards))
        found.extend(_of_key(key, scale) for key in kind.keys)
    return coarsest(found)


def grain_of_test(test: pt.Pattern, ruleset: Ruleset, cards: int) -> Grain:
    """The grain of what one test says of ``cards`` cards."""
    match test:
        case pt.AnyOf(tests, besides):
            return coarsest(grain_of_test(t, ruleset, cards) for t in (*tests, *((besides,) if besides else ())))
        case pt.All(tests):
            return coarsest(grain_of_test(t, ruleset, cards) for t in tests)
        case pt.Not(inner):
            return grain_of_test(inner, ruleset, cards)
        case pt.SomeCards(number, properties) | pt.OthersAreCards(number, properties):
            return coarsest(_of_property(p, int(number), ruleset) for p in properties)
        case pt.AllCards(properties):
            return coarsest(_of_property(p, cards, ruleset) for p in properties)
        case pt.SpotsOf(spots, suits):
            return _of_property(suits, len(spots.values), ruleset)
        case pt.OthersAre(spots, suits):
            return _of_property(suits, len(spots.values), ruleset) if suits is not None else INDIFFERENT
        case pt.HeldWith(_, others, suits):
            return _of_property(suits, 1 + len(others), ruleset) if suits is not None else INDIFFERENT
        case pt.Named(name) if ruleset.named(name.text, wo.Group) is not None:
            return INDIFFERENT
        case pt.FeatureIs(feature) | pt.FeatureCompares(feature) if _is_count(feature.text, ruleset):
            return INDIFFERENT
        case pt.Spots() | pt.Through() | pt.OrMore() | pt.OrFewer() | pt.ExactlyCards() | pt.WildCards():
            return INDIFFERENT
        case pt.Special.ANYTHING_ELSE | pt.Special.ANY | pt.Special.NO_JOKER | pt.Special.NO_WILD_CARDS:
            return INDIFFERENT
    return NAMED


def _of_property(what: pt.Property, number: int, ruleset: Ruleset) -> Grain:
    match what:
        case pt.SuitsOf.ONE_SUIT:
            return Grain(number, Names.ALL)
        case pt.SuitsOf.DIFFERENT_SUITS:
            return RAINBOW
        case pt.SuitsOf.ONE_COLOUR:
            return COLOURS
        case pt.RankRule() | pt.OfRank() | pt.Run():
            return INDIFFERENT
        case pt.AlikeIn(feature) if _is_count(feature.text, ruleset) or feature.text == "rank":
            return INDIFFERENT
        case pt.AlikeIn(feature) if feature.text == "suit":
            return Grain(number, Names.ALL)
    return NAMED


def _of_key(key: wo.Key, scale: Scale) -> Grain:
    match key:
        case wo.NamedKey(name) if name.text in BY_RANKS:
            return INDIFFERENT
        case wo.NamedKey(name) | wo.HighestKey(name) if _is_count(name.text, scale.ruleset):
            return INDIFFERENT
        case wo.NamedKey(name) if scale.ruleset.named(name.text, wo.CardOrderNamed) is not None:
            return INDIFFERENT
        case wo.SuitsKey() if suit_order(scale.ruleset, scale.name) == ():
            return INDIFFERENT
    return NAMED


def _is_count(name: str, ruleset: Ruleset) -> bool:
    return ruleset.named(name, wo.Count) is not None


def coarsest(grains: Iterable[Grain]) -> Grain:
    """What serves all of them."""
    found = [INDIFFERENT, *grains]
    asked = [grain.enough for grain in found if grain.enough is not None]
    return Grain(min(asked, default=None), max(grain.names for grain in found))
