"""``each player sets high, low`` and ``dealer sets high, low by WAY``: cards are set into the parts of their area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from audit.play.arranging import Arrangement, area_set, arranger, best_part_first, part_place
from audit.play.cards import Card
from audit.play.choosing import Offer
from audit.play.decisions import Decider
from audit.play.errors import NotPlayable, PlayError
from audit.play.events import CardsSet, Event
from audit.play.hands import is_split
from audit.play.roles import taken_roles
from audit.play.ways import way_reader, ways_for
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset.basis import Basis
from audit.ruleset.holding import SHARED
from audit.ruleset.places import Area, Owner

if TYPE_CHECKING:
    from audit.play.rounds import Play


@dataclass(frozen=True)
class Setter:
    """Sets the cards of a game's player and dealer; whoever sets cards has seen them."""

    play: Play

    def act(self, action: rd.Sets | rd.DealerSets, basis: Basis) -> Iterator[Event]:
        """Carries out one act.  Blank cards are seen and stay as they are; that they are set is noted by parts of no cards.

        Raises `NotPlayable` for the cards of a player whose role the dealer shares: no act says which of the two sets them.
        """
        shared = [role for role, holder in taken_roles(self.play.ruleset).items() if holder == SHARED]
        if shared and isinstance(action, rd.Sets):
            what = ", ".join(name.text for name in action.parts)
            raise NotPlayable(
                f"sets {what}, where the dealer shares {shared[0]}, and who sets its cards is not said,", basis.span
            )
        names = [name.text for name in action.parts]
        is_dealer = isinstance(action, rd.DealerSets)
        if self.play.state.oracle is not None:
            owner = Owner.DEALER if is_dealer else Owner.EACH_PLAYER
            area = area_set(names, owner, self.play.ruleset, basis.span)
            self._seen(area, is_dealer=is_dealer)
            for name in names:
                self.play.state.cards.faces[part_place(name, area.name.text)] = ()
        elif isinstance(action, rd.DealerSets):
            yield self._dealer_sets(names, action, basis)
        elif not self.play.state.is_out:
            yield self._player_sets(names, basis)

    def _player_sets(self, names: Sequence[str], basis: Basis) -> CardsSet:
        """The player is offered every lawful setting, told by all parts but the largest."""
        state = self.play.state
        area = area_set(names, Owner.EACH_PLAYER, state.equipment.ruleset, basis.span)
        if is_split(area.name.text, state.hand_names):
            raise NotPlayable(f"sets {', '.join(names)}, of a hand that has been split,", basis.span)
        cards = self._seen(area, is_dealer=False)
        lawful = arranger(area, state.equipment.ruleset).lawful(cards)
        by_way = dict(self._as_ways_set(area, cards))
        offers = [self._offer(one, by_way, basis) for one in sorted(lawful, key=best_part_first, reverse=True)]
        offer = Decider(self.play).ask(offers, basis)
        chosen = next(one for one in lawful if one.label == offer.label)
        self._lay(area, chosen)
        return CardsSet(
            "player", area.name.text, chosen.cards, offer.label, tuple(one.label for one in offers), bases=(basis,)
        )

    def _dealer_sets(self, names: Sequence[str], action: rd.DealerSets, basis: Basis) -> CardsSet:
        ruleset = self.play.ruleset
        area = area_set(names, Owner.DEALER, ruleset, basis.span)
        if action.way is None:
            raise PlayError(f"nothing says how the dealer sets {', '.join(names)}", basis.span)
        way = ruleset.named(action.way.text, tb.Way)
        if way is None:
            raise PlayError(f"there is no way {action.way}", basis.span)
        setting = way_reader(way, arranger(area, ruleset)).set(
            self._seen(area, is_dealer=True), self.play.state.sight()
        )
        self._lay(area, setting.arrangement)
        return CardsSet(
            "dealer", area.name.text, setting.arrangement.cards, way=way.name.text, bases=(basis, setting.row.basis)
        )

    def _offer(self, one: Arrangement, by_way: dict[str, str], basis: Basis) -> Offer:
        ways = tuple(way for way, label in by_way.items() if label == one.label)
        return Offer(one.label, one.label, (), (basis,), ways)

    def _as_ways_set(self, area: Area, cards: Sequence[Card]) -> Iterator[tuple[str, str]]:
        """The ways of the ruleset that set such parts, each with the setting that it would choose of these cards."""
        ruleset = self.play.ruleset
        for way in ways_for(area, ruleset):
            try:
                setting = way_reader(way, arranger(area, ruleset)).set(cards, self.play.state.sight())
            except PlayError:
                continue  # a way that has nothing to say of these cards stands in nobody's way
            yield way.name.text, setting.arrangement.label

    def _seen(self, area: Area, *, is_dealer: bool) -> tuple[Card, ...]:
        lying = self.play.state.cards.lying_in(area.name.text)
        for one in lying:
            if is_dealer:
                one.seen_by_dealer = True
            else:
                one.seen_by_player = True
        return tuple(one.card for one in lying)

    def _lay(self, area: Area, arrangement: Arrangement) -> None:
        """Lays each part down under its name, where lines look at it."""
        for name, cards in arrangement.cards:
            self.play.state.cards.faces[part_place(name, area.name.text)] = cards
