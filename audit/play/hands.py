"""The hands of a player: one for each of his areas, and more once he has split one.

A hand that was never split bears the name of its area.  The hands that come of a split are numbered in the order in
which they came to be: ``player_cards 1``, ``player_cards 2``.  No name of a ruleset has a space in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from audit.ruleset.places import Area, Owner
from audit.ruleset.ruleset import Ruleset


@dataclass(eq=False, slots=True)
class Hand:
    """A hand of the player.

    ``choices`` are those that made or touched it, ``due`` is how many cards it gets when its turn comes, ``is_ended``
    whether nothing more is decided on it.
    """

    name: str
    choices: frozenset[str] = frozenset()
    due: int = 0
    is_ended: bool = False


def area_of(hand: str) -> str:
    """The name of the area that a hand belongs to; an area's own name is returned as it is."""
    return hand.partition(" ")[0]


def is_split(area: str, hands: Iterable[str]) -> bool:
    """Whether the cards of an area make several hands now, so that the area by itself names none of them."""
    return any(hand != area and area_of(hand) == area for hand in hands)


def numbered(area: str, hands: Iterable[str]) -> str:
    """The name of the next hand of an area that comes of a split."""
    return f"{area} {1 + sum(1 for hand in hands if hand != area and area_of(hand) == area)}"


def first_hands(ruleset: Ruleset) -> list[Hand]:
    """The hands at the start of a round, in the order in which the areas are stated."""
    return [Hand(area.name.text) for area in ruleset.of(Area) if area.owner is Owner.EACH_PLAYER]


def number_of_hands(hands: Iterable[str]) -> Fraction:
    """What ``hands`` is worth to a line."""
    return Fraction(sum(1 for _ in hands))
