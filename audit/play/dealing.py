"""What the dealer does with cards: deals, burns, discards, turns them up; and who looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.play.errors import CannotGoOn, NotPlayable, PlayError
from audit.play.evaluating import evaluate
from audit.play.events import Burned, Dealt, Discarded, Event, Looked, Revealed
from audit.play.feed import Feed
from audit.play.fitting import number_of
from audit.play.lying import BURNS, DISCARDS, Lying
from audit.play.state import TableState
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis, Span
from audit.ruleset.chance import Deck
from audit.ruleset.names import Name
from audit.ruleset.places import Area

Act = rd.Deal | rd.Burn | rd.Discard | rd.Reveal | rd.RevealNext | rd.Looks | rd.DealerLooks
"""The acts that move or turn cards and ask nobody."""

BUILT_IN_AREAS = frozenset({BURNS, DISCARDS})


@dataclass(frozen=True)
class Dealer:
    """Moves and turns cards at the table's present moment; looks at none of them."""

    state: TableState
    feed: Feed

    def act(self, action: Act, basis: Basis) -> Iterator[Event]:
        """Carries out one act; raises `PlayError` where a card that it needs is not there."""
        match action:
            case rd.Deal(number, to, face, _):
                yield self.deal(_whole(number, basis.span), self.areas(to, basis.span), _is_up(face, basis), basis)
            case rd.Burn():
                yield self.burn(action, basis)
            case rd.Discard(number, of):
                yield self.discard(_whole(number, basis.span), self.area(of, basis.span), basis)
            case rd.Reveal(what):
                yield self.reveal(what, basis)
            case rd.RevealNext(number, of):
                yield self.reveal_next(_whole(number, basis.span), self.area(of, basis.span), basis)
            case rd.Looks(names):
                yield self.look("player", self.areas(names, basis.span), basis)
            case rd.DealerLooks(name):
                yield self.look("dealer", self.areas((name,), basis.span), basis)

    def deal(self, times: int, areas: Sequence[str], is_up: bool, basis: Basis) -> Dealt:
        """One card to each area in turn, so many times round."""
        dealt = [self.put(area, is_up, basis.span) for _ in range(times) for area in areas]
        return Dealt(tuple((one.spot[0], one.card) for one in dealt), is_up, bases=(basis,))

    def deal_one(self, name: Name, face: rd.Face | None, basis: Basis) -> Dealt:
        """The next card of ``deal to A until``."""
        return self.deal(1, [self.area(name, basis.span)], _is_up(face, basis), basis)

    def put(self, area: str, is_up: bool, span: Span) -> Lying:
        """The next card off the deck lies down in an area."""
        cards = self.state.cards
        if not cards.stock:
            if not self.state.equipment.ruleset.of(Deck):
                raise PlayError("no deck is declared, so nothing can be dealt", span)
            raise CannotGoOn(f"the deck has run out: no card is left for {area}", span)
        drawn = getattr(self.feed, "card", None)
        if drawn is None:
            raise PlayError("nothing says which cards come off the deck", span)
        card = cards.take(drawn(area, cards.stock))
        return cards.put(area, card, is_up=is_up)

    def burn(self, action: rd.Burn, basis: Basis) -> Burned:
        """Cards out of play: so many off the deck, or those named of an area, which then lie among the burned."""
        is_up = action.face is rd.Face.UP
        into = action.into.text if action.into is not None else None
        if isinstance(action.what, ex.NthCard | ex.NthCards) or self._is_area(action.what):
            area, lying = self.named_cards(action.what, basis.span)
            for one in lying:
                one.is_up = one.is_up or is_up
                self.state.cards.move(one, self._where(one, area), into or BURNS)
            return Burned(tuple(one.card for one in lying), is_up, area, into, bases=(basis,))
        number = number_of(evaluate(action.what, self.state.sight()))
        if number is None:
            raise PlayError("how many cards are burned cannot be told", basis.span)
        burned = [self.put(into or BURNS, is_up, basis.span) for _ in range(_whole(number, basis.span))]
        return Burned(tuple(one.card for one in burned), is_up, None, into, bases=(basis,))

    def discard(self, number: int, area: str, basis: Basis) -> Discarded:
        """The last cards of an area."""
        lying = list(self.state.cards.lying_in(area))
        if len(lying) < number:
            raise PlayError(f"{area} has {len(lying)} cards, and {number} are to be discarded", basis.span)
        gone = lying[len(lying) - number :]
        for one in gone:
            self.state.cards.move(one, area, DISCARDS)
        return Discarded(area, tuple(one.card for one in gone), bases=(basis,))

    def reveal(self, what: ex.Expression, basis: Basis) -> Revealed:
        """Turns up an area, or the cards named of it."""
        area, lying = self.named_cards(what, basis.span)
        return self._turn_up(area, lying, basis)

    def reveal_next(self, number: int, area: str, basis: Basis) -> Revealed:
        """Turns up the first so many cards of an area that lie face down."""
        down = [one for one in self.state.cards.lying_in(area) if not one.is_up]
        if len(down) < number:
            raise PlayError(f"{area} has {len(down)} cards face down, and {number} are to be revealed", basis.span)
        return self._turn_up(area, down[:number], basis)

    def _turn_up(self, area: str, lying: Sequence[Lying], basis: Basis) -> Revealed:
        turned = tuple(one for one in lying if not one.is_up)
        for one in turned:
            one.is_up = True
        shown = tuple(one.card for one in self.state.cards.lying_in(area) if one.is_up)
        return Revealed(area, tuple(one.card for one in turned), shown, bases=(basis,))

    def look(self, who: str, areas: Sequence[str], basis: Basis) -> Looked:
        """The player, or the dealer, sees the cards of some areas."""
        lying = [one for area in areas for one in self.state.cards.lying_in(area)]
        for one in lying:
            if who == "player":
                one.seen_by_player = True
            else:
                one.seen_by_dealer = True
        return Looked(who, tuple(areas), tuple(one.card for one in lying), bases=(basis,))

    # which cards are meant

    def named_cards(self, what: ex.Expression, span: Span) -> tuple[str, Sequence[Lying]]:
        """The cards that an act names, with their area; raises `PlayError` where one of them is not there."""
        match what:
            case ex.Called(name):
                area = self.area(name, span)
                return area, tuple(self.state.cards.lying_in(area))
            case ex.NthCard(ordinal, ex.Called(name)):
                area = self.area(name, span)
                return area, self._counted(ordinal, 1, area, span)
            case ex.NthCards(ordinal, number, ex.Called(name)):
                area = self.area(name, span)
                return area, self._counted(ordinal, _whole(number.value, span), area, span)
            case _:
                raise NotPlayable("cards named in this form", span)

    def _counted(self, ordinal: ex.Ordinal, number: int, area: str, span: Span) -> Sequence[Lying]:
        lying = self.state.cards.in_counting_order(area)
        start = len(lying) - number if ordinal is ex.Ordinal.LAST else ordinal.value - 1
        if start < 0 or start + number > len(lying):
            raise PlayError(f"{ordinal.name.lower()} card of {area}: {len(lying)} lie there", span)
        return lying[start : start + number]

    def _where(self, lying: Lying, area: str) -> str:
        """The area where a card lies now; raises `PlayError` where it lies in none."""
        areas = self.state.cards.areas
        return area if lying in areas.get(area, ()) else next(name for name, cards in areas.items() if lying in cards)

    def areas(self, names: Sequence[Name], span: Span) -> list[str]:
        return [self.area(name, span) for name in names]

    def area(self, name: Name, span: Span) -> str:
        """The area of that name; ``hand`` is that of the hand in play."""
        text = name.text
        if text == "hand":
            if not self.state.hand:
                raise NotPlayable("hand, where several are in play or none is,", span)
            return self.state.hand
        if self._is_area(ex.Called(name)):
            return text
        raise NotPlayable(f"{text}, where an area of cards is wanted,", span)

    def _is_area(self, what: ex.Expression) -> bool:
        if not isinstance(what, ex.Called):
            return False
        text = what.name.text
        if text == "hand" or text in BUILT_IN_AREAS:
            return True
        return self.state.equipment.ruleset.named(text, Area) is not None or text in self.state.cards.areas


def _is_up(face: rd.Face | None, basis: Basis) -> bool:
    if face is None:
        raise PlayError("whether these cards are dealt face up or face down is not said", basis.span)
    return face is rd.Face.UP


def _whole(number: Fraction, span: Span) -> int:
    if number.denominator != 1 or number < 0:
        raise PlayError(f"{number} is no number of cards", span)
    return int(number)
