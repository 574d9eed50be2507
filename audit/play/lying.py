"""The cards of a round: what is left of the deck, what lies where, and who has seen what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from audit.play.cards import Card
from audit.ruleset.places import Area, Owner
from audit.ruleset.ruleset import Ruleset

Spot = tuple[str, int]
"""Where a card was dealt: its area, and which of the cards dealt there it is, counted from 0."""

BURNS = "burns"
DISCARDS = "discards"


@dataclass(eq=False, slots=True)
class Lying:
    """A card on the table.  It keeps the spot it was dealt to wherever it goes."""

    card: Card
    spot: Spot
    is_up: bool = False
    seen_by_player: bool = False
    seen_by_dealer: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the player knows it."""
        return self.is_up or self.seen_by_player


@dataclass(eq=False)
class Cards:
    """All cards of one round.

    ``stock`` is what is left of the deck, in no order that matters.  ``areas`` are the cards as they lie, ``dealt`` as
    they were dealt.  `faces` and `as_dealt` are the same as bare cards: what lines look at.
    """

    stock: list[Card]
    players: frozenset[str]
    areas: dict[str, list[Lying]] = field(default_factory=dict)
    dealt: dict[str, list[Lying]] = field(default_factory=dict)
    faces: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    as_dealt: dict[str, tuple[Card, ...]] = field(default_factory=dict)

    def put(self, area: str, card: Card, *, is_up: bool) -> Lying:
        """A card that comes off the deck lies down in an area, behind those that are there."""
        dealt = self.dealt.setdefault(area, [])
        lying = Lying(card, (area, len(dealt)), is_up)
        dealt.append(lying)
        self.areas.setdefault(area, []).append(lying)
        self.faces[area] = (*self.faces.get(area, ()), card)
        if area in self.players:
            self.as_dealt[area] = (*self.as_dealt.get(area, ()), card)
        return lying

    def move(self, lying: Lying, area: str, to: str) -> None:
        """A card leaves an area for another, where it lies last."""
        self.areas[area].remove(lying)
        self.areas.setdefault(to, []).append(lying)
        for name in (area, to):
            self.faces[name] = tuple(one.card for one in self.areas[name])

    def rename(self, area: str, to: str) -> None:
        """The cards of an area lie in another from now on; how they were dealt stays what it was."""
        self.areas[to] = self.areas.pop(area)
        self.faces[to] = self.faces.pop(area)

    def take(self, at: int) -> Card:
        """Takes the card of that index off the deck."""
        return self.stock.pop(at)

    def lying_in(self, area: str) -> Sequence[Lying]:
        """The cards of an area as they lie."""
        return self.areas.get(area, ())

    def in_counting_order(self, area: str) -> Sequence[Lying]:
        """The cards of an area as ``first card of`` counts them: a player's as dealt, others as they lie."""
        return self.dealt.get(area, ()) if area in self.players else self.lying_in(area)

    @property
    def known(self) -> frozenset[Spot]:
        """The spots whose cards the player knows, wherever they lie now."""
        return frozenset(lying.spot for lying in self.known_cards())

    def known_cards(self) -> Iterator[Lying]:
        """The cards that the player knows, area by area."""
        return (lying for lying in self._all() if lying.is_known)

    @property
    def order(self) -> tuple[Spot, ...]:
        """All spots that cards were dealt to, area by area."""
        return tuple(lying.spot for lying in self._all())

    def _all(self) -> Iterator[Lying]:
        for dealt in self.dealt.values():
            yield from dealt


def fresh_cards(stock: Iterable[Card], ruleset: Ruleset) -> Cards:
    """A whole deck, with nothing dealt."""
    areas = ruleset.of(Area)
    cards = Cards(list(stock), frozenset(a.name.text for a in areas if a.owner is Owner.EACH_PLAYER))
    for area in areas:
        cards.faces[area.name.text] = ()
        if area.name.text in cards.players:
            cards.as_dealt[area.name.text] = ()
    return cards


def no_cards() -> Cards:
    """The table of a game without cards."""
    return Cards([], frozenset())
