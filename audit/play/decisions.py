"""What a player decides, and what his choices do to his wagers: made, forfeited, taken back; and whether he is out."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from audit.play import money
from audit.play.choosing import Offer, ToDecide, ask
from audit.play.deciding import Decision
from audit.play.errors import NotPlayable, PlayError
from audit.play.events import Decided, Event, Forfeited, Made, WentOut
from audit.play.making import Wish
from audit.play.moments import in_force
from audit.play.offering import Offering, refuse_other_stake
from audit.play.state import Stake
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.money import Stake as StatedStake
from audit.ruleset.names import Name

if TYPE_CHECKING:
    from audit.play.rounds import Jump, Play


@dataclass(frozen=True)
class Decider:
    """Asks the player of a game and carries out what he says."""

    play: Play

    def decide(self, line: rd.Decides | rd.PlaysEachHand) -> Generator[Event, None, Jump | None]:
        """One choice, of what the player knows: of the whole round, or of the hand that he plays; not if he is out."""
        if self.play.state.is_out:
            return None
        found = self.offering().offers(line.choices)
        offers = [offer for _, offer in found]
        offer = self.ask(offers, line.basis)
        choice = next(choice for choice, one in found if one is offer)
        state = self.play.state
        hand = state.hand_in_play if isinstance(line, rd.PlaysEachHand) else None
        told = hand.name if hand is not None and len(state.hands) > 1 else ""
        yield Decided(offer.choice, offer.label, tuple(o.label for o in offers), told, bases=(choice.basis,))
        if hand is not None:
            hand.choices |= {offer.choice}
        else:
            state.choices |= {offer.choice}
        self.play.staked = dict(offer.makes)
        jump = yield from self.play.run_actions(choice.actions, choice.basis)
        if jump is None:
            jump = yield from self.play.run_lines(choice.lines)
        self.play.staked = {}
        return jump

    def may_make(self, wager: Name, basis: Basis) -> Iterator[Event]:
        """``each player may make W``: he makes it or not, where it may be made at all."""
        if self.play.state.is_out:
            return
        name = wager.text
        stakes = self.offering().stakes(name, None, basis.span)
        if not stakes:
            return
        several = len(stakes) > 1
        offers = [Offer(name, f"{name} {s.words}" if several else name, ((name, s.amount),), (basis,)) for s in stakes]
        offers.append(Offer(f"no {name}", f"no {name}", (), (basis,)))
        offer = self.ask(offers, basis)
        yield Decided(offer.choice, offer.label, tuple(o.label for o in offers), bases=(basis,))
        for _, amount in offer.makes:
            yield self.make(wager, amount, basis)

    def ask(self, offers: Sequence[Offer], basis: Basis) -> Offer:
        state = self.play.state
        cards = {lying.spot: lying.card for lying in state.cards.known_cards()}
        decision = ToDecide(state.step, tuple(offers), frozenset(cards), basis, cards, tuple(state.decided))
        offer = ask(self.play.chooser, decision)
        for wish in self.play.intended:
            refuse_other_stake(offer, offers, wish.wager, wish.amount, offer.bases[0] if offer.bases else basis)
        state.decided.append((state.step, offer.label))
        return offer

    def offering(self) -> Offering:
        """What can be offered now."""
        play = self.play
        return Offering(
            play.state.sight(),
            play.maker.may_stand,
            play.maker.place,
            lambda name: [wish.amount for wish in play.intended if wish.wager == name],
            play.check_amounts,
        )

    # wagers

    def make_stated(self, action: rd.Make, basis: Basis) -> Iterator[Event]:
        """``make W``: at the stake that was chosen, else at the only one that the lines leave."""
        yield self.make(action.wager, self.stake_for(action.wager, action.amount, basis), basis)

    def stake_for(self, wager: Name, stated: StatedStake | None, basis: Basis) -> Fraction:
        """The stake that was chosen for a wager, else the only one that the lines leave."""
        name = wager.text
        amount = self.play.staked.get(name)
        if amount is not None:
            return amount
        sums = self.offering().stakes(name, stated, basis.span)
        if len(sums) != 1:
            why = "at no stake" if not sums else f"at {len(sums)} stakes, and nobody is asked which"
            raise PlayError(f"{name} can be made {why}", basis.span)
        return sums[0].amount

    def make(self, wager: Name, amount: Fraction, basis: Basis) -> Made:
        """Puts a wager on the table in the course of the round; a second one of the same name is refused."""
        play = self.play
        hand = play.state.hand
        if any(stake.wager.name.text == wager.text and stake.hand in ("", hand) for stake in play.state.open_stakes):
            raise NotPlayable(f"make {wager}, which is made already,", basis.span)
        wish = next((w for w in play.intended if w.wager == wager.text), None)
        called_on = wish is not None and wish.called_on
        made = play.make(play.wager_named(wager.text), Wish(wager.text, "", amount, called_on), basis)
        stake = play.state.stakes[-1]
        stake.hand = stake.hand or hand
        return made

    def end_hand(self, basis: Basis) -> None:
        """``end hand``: nothing more is decided on the hand in play."""
        hand = self.play.state.hand_in_play
        if hand is None:
            raise NotPlayable("end hand, where no hand is in play,", basis.span)
        hand.is_ended = True

    def forfeit(self, names: Sequence[Name], basis: Basis) -> Iterator[Event]:
        """Loses these wagers at once, as far as they stand."""
        for name in names:
            if self.play.ruleset.named(name.text, tb.Bonus) is not None:
                raise NotPlayable(f"forfeit {name}, a bonus,", basis.span)
        wanted = {name.text for name in names}
        yield from self._lose([s for s in self._touched() if s.wager.name.text in wanted], basis)

    def forfeit_half(self, names: Sequence[Name], basis: Basis) -> Iterator[Event]:
        """Loses half of these wagers at once; the other half goes back."""
        wanted = {name.text for name in names}
        stakes = [s for s in self._touched() if s.wager.name.text in wanted]
        yield from self._lose(stakes, basis, tb.Outcome.LOSE_HALF)

    def forfeit_all(self, but: Sequence[Name], basis: Basis) -> Iterator[Event]:
        """Loses every wager that stands but those named."""
        spared = {name.text for name in but}
        yield from self._lose([s for s in self._touched() if s.wager.name.text not in spared], basis)

    def _touched(self) -> list[Stake]:
        """The open wagers of the player's that an act of the moment may touch."""
        return [s for s in self.play.state.open_stakes if self.play.state.touches(s) and not s.is_dealers]

    def go_out(self, basis: Basis) -> Iterator[Event]:
        """The player decides no more; wagers that are forfeited then are lost."""
        state = self.play.state
        if state.is_out:
            return
        state.is_out = True
        yield WentOut(bases=(basis,))
        for stake in list(state.open_stakes):
            line = None if stake.is_dealers else self._forfeited_when_out(stake)
            if line is not None:
                yield from self._lose([stake], line.basis)

    def _forfeited_when_out(self, stake: Stake) -> wg.WagerLine | None:
        sight = self.play.state.sight(stake)
        return next(
            (
                x
                for x in stake.wager.lines
                if isinstance(x, wg.ForfeitedWhenOut) and in_force(x, self.play.state.step, sight)
            ),
            None,
        )

    def _lose(self, stakes: Sequence[Stake], basis: Basis, outcome: tb.Outcome = tb.Outcome.LOSE) -> Iterator[Event]:
        for stake in stakes:
            sight = self.play.state.sight(stake)
            decision = Decision(outcome, None, (basis,))
            stake.result = outcome.value
            stake.net = money.net(stake.wager, stake.position, stake.wager.lines, decision, sight, stake.amount)
            yield Forfeited(stake.id, outcome.value, "", stake.net, "", bases=(basis,))
