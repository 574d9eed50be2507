"""``each player plays each hand``: hand after hand, choice after choice, until each is ended; and hands that are split."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from audit.play.decisions import Decider
from audit.play.errors import CannotGoOn, NotPlayable, PlayError
from audit.play.evaluating import holds
from audit.play.events import Dealt, Event, Split
from audit.play.hands import Hand, area_of, numbered
from audit.play.making import Wish
from audit.play.state import TableState
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis

if TYPE_CHECKING:
    from audit.play.rounds import Jump, Play

MOST_HANDS = 64
"""More hands of one player than this are given up."""


@dataclass(frozen=True)
class HandPlayer:
    """Lets the player of a game play his hands, and splits them."""

    play: Play

    @property
    def state(self) -> TableState:
        return self.play.state

    def play_each(self, line: rd.PlaysEachHand) -> Generator[Event, None, Jump | None]:
        """Each hand in order, those of a split behind the one that was split; the line's guard is asked of each."""
        before, seen = self.state.hand, set[int]()
        while (hand := next((h for h in self.state.hands if id(h) not in seen), None)) is not None:
            seen.add(id(hand))
            self.state.hand = hand.name
            if hand.due:
                yield self._deal_due(hand, line.basis)
            if line.guard is None or holds(line.guard, self.state.sight()):
                jump = yield from self._play_one(hand, line)
                if jump is not None:
                    return jump
        self.state.hand = before if before in self.state.hand_names else ""
        return None

    def _play_one(self, hand: Hand, line: rd.PlaysEachHand) -> Generator[Event, None, Jump | None]:
        while not hand.is_ended and not self.state.is_out:
            self.play.at_turn(line)
            chances, made = len(self.state.decided), tuple(self.state.cards.lying_in(hand.name))
            jump = yield from Decider(self.play).decide(line)
            if jump is not None:
                return jump
            is_same = made == tuple(self.state.cards.lying_in(hand.name)) and not hand.is_ended
            if is_same and self._is_idle(chances):
                raise CannotGoOn("a choice deals no card and does not end the hand, so the hand goes on for ever", line.basis.span)
        return None

    def _is_idle(self, decided: int) -> bool:
        """Whether the same was chosen twice on end without anything happening."""
        last = self.state.decided[-1:]
        return bool(decided) and self.state.decided[decided - 1 : decided] == last

    def _deal_due(self, hand: Hand, basis: Basis) -> Dealt:
        """The cards that a split still owes a hand."""
        number, hand.due = hand.due, 0
        return self._deal(hand, number, basis)

    def _deal(self, hand: Hand, number: int, basis: Basis) -> Dealt:
        """Cards to a hand that was split, turned as its first card lies."""
        first = self.state.cards.lying_in(hand.name)[0]
        dealt = self.play.dealer.deal(number, [hand.name], first.is_up, basis)
        for one in self.state.cards.lying_in(hand.name)[-number:] if number else ():
            one.seen_by_player = first.seen_by_player
        return dealt

    # splitting

    def split(self, action: rd.SplitHand, basis: Basis) -> Iterator[Event]:
        """The last card of the hand in play becomes a hand of its own, with a wager of its own; both get cards."""
        state = self.state
        old = state.hand_in_play
        if old is None:
            raise NotPlayable("split hand, where no hand is in play,", basis.span)
        if len(state.cards.lying_in(old.name)) != 2:
            raise NotPlayable("split hand, of a hand that has not two cards,", basis.span)
        if len(state.hands) >= MOST_HANDS:
            raise PlayError(f"a player has more than {MOST_HANDS} hands", basis.span)
        if action.dealing.denominator != 1 or action.dealing < 0:
            raise PlayError(f"{action.dealing} is no number of cards", basis.span)
        area = area_of(old.name)
        if old.name == area:
            self._rename(old, numbered(area, state.hand_names))
        new = Hand(numbered(area, state.hand_names), old.choices)
        state.hands.insert(state.hands.index(old) + 1, new)
        state.cards.move(state.cards.lying_in(old.name)[-1], old.name, new.name)
        yield Split(old.name, new.name, bases=(basis,))
        amount = Decider(self.play).stake_for(action.wager, None, basis)
        stake = self.play.make(self.play.wager_named(action.wager.text), Wish(action.wager.text, "", amount), basis)
        state.stakes[-1].hand = new.name
        yield stake
        dealt = int(action.dealing)
        for hand in self.play.played_on(old, new):
            if hand is new and action.order is rd.SplitOrder.IN_TURN:
                new.due = dealt
            elif dealt:
                yield self._deal(hand, dealt, basis)

    def _rename(self, hand: Hand, name: str) -> None:
        """A hand that had its area's name gets a number, with all that lies on it."""
        state = self.state
        state.cards.rename(hand.name, name)
        for stake in state.stakes:
            if stake.hand == hand.name:
                stake.hand = name
        if state.hand == hand.name:
            state.hand = name
        hand.name = name
