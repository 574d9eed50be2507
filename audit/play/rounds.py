"""The interpreter: plays rounds by the letter, line by line, and says which clause made each thing happen.

It is the definition of what a ruleset means.  Nothing in it is fast on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from audit.play.choosing import Chooser, First
from audit.play.dealing import Act as CardAct
from audit.play.dealing import Dealer
from audit.play.deciding import fires
from audit.play.decisions import Decider
from audit.play.equipment import by_source, equipment_of
from audit.play.errors import NotPlayable, PlayError, RoundVoided
from audit.play.evaluating import holds
from audit.play.events import CameUp, Entered, Event, Made, RoundEnded, TakenAsMet, Voided, WentTo
from audit.play.feed import Feed
from audit.play.hands import Hand, first_hands
from audit.play.irregular import Incident
from audit.play.lying import fresh_cards
from audit.play.making import Maker, Wish
from audit.play.moments import Doorway, doorway, is_unplaced, required_by
from audit.play.phrases import stake as stake_phrase
from audit.play.playing_hands import HandPlayer
from audit.play.positions import Position
from audit.play.pricing import Payout
from audit.play.role_results import settle_roles
from audit.play.roles import held_roles, is_of_a_round_before, out_of_reach, take_roles, why_out_of_reach
from audit.play.setting import Setter
from audit.play.settling import Settler, remember
from audit.play.sight import Sight, Thing
from audit.play.state import TableState
from audit.play.steps import all_steps, fresh_memory, made_by_decision, never_settled, whole_deck
from audit.play.wording import statement_words, trigger_text
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.expressions import Expression
from audit.ruleset.money import Odds
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset

MOST_ACTS = 100_000
"""Chance acts after which a round that does not end is given up."""

MOST_IDLE_STEPS = 1_000
"""Steps in a row without an act of chance, after which a round is given up."""


class _Idle(Exception):
    """The player is out, and no wager of his is left."""


@dataclass(frozen=True)
class Jump:
    """How a step was left: by ``go to``, by ``end``, or at its last line (neither)."""

    to: str | None = None
    ends: bool = False
    why: tuple[Basis, ...] = ()


@dataclass
class Play:
    """Rounds of a configured ruleset at one table with one player.

    ``check_amounts`` is off where only the course of play matters, not the stakes.  ``chooser`` decides for the player.
    With an ``oracle`` cards are blank (unless ``is_blank`` says that they are not), and it says what they are worth.
    ``settled`` are the wagers that are settled, where others are to be left out; None is all.  Each round is dealt from a
    fresh deck; ``begins_shoe`` says whether what is done once with a new shoe is done before it.
    """

    configured: Configured
    feed: Feed
    wishes: list[Wish] = field(default_factory=list)
    check_amounts: bool = True
    incident: Incident | None = None
    chooser: Chooser = field(default_factory=First)
    oracle: Callable[[Expression, Sight], Thing] | None = None
    settled: frozenset[str] | None = None
    begins_shoe: bool = True
    is_blank: bool = True

    def __post_init__(self) -> None:
        self.ruleset: Ruleset = self.configured.ruleset
        self.state = TableState(equipment_of(self.ruleset), oracle=self.oracle)
        self.steps = all_steps(self.ruleset)
        by_decision = made_by_decision(self.steps)
        self.unmade = [wish for wish in self.wishes if wish.wager not in by_decision]
        self.intended = [wish for wish in self.wishes if wish.wager in by_decision]
        self._stock = whole_deck(self.ruleset, is_blank=self.oracle is not None and self.is_blank)
        self._unsettled = never_settled(self.ruleset, self.steps)
        wagers = self.ruleset.of(wg.Wager)
        self._unplaced = frozenset(w.name.text for w in wagers if is_unplaced(w, self.ruleset))
        self.has_bet = False
        self.deals_done: set[int] = set()
        self._stops_when_idle = False
        self.staked: dict[str, Fraction] = {}
        self._doors: dict[str, Doorway] = {}
        self._fresh = fresh_memory(self.steps)
        self._redo: bool = False

    # rounds and steps

    def play(self, *, to_the_end: bool = False, most_rounds: int = 1_000) -> Iterator[Event]:
        """Plays until no wager is left; with ``to_the_end`` until a round ends with none left."""
        for _ in range(most_rounds):
            yield from self.one_round(stop_when_idle=not to_the_end)
            # The moments of a round of cards come again in the next one, so what was not made in one is not waited for.
            is_over = not self.unmade or to_the_end or bool(self._stock)
            if not self.state.open_stakes and is_over:
                return
            self.state.round += 1
        raise PlayError(f"wagers are still open after {most_rounds:,} rounds")

    def one_round(self, *, stop_when_idle: bool = False) -> Iterator[Event]:
        """One round from its first step; wagers that it leaves undecided ride on."""
        self.begin_round()
        self._refuse_own_wagers()
        if self.state.round == 1:  # in a later one, as after hands were void, the role is still his
            yield from take_roles(self.ruleset)
        yield from self._steps(stop_when_idle=stop_when_idle)
        yield from settle_roles(self.state)

    def _refuse_own_wagers(self) -> None:
        """Raises `PlayError` for a wish to wager against a role that the player holds himself."""
        for wish in (*self.unmade, *self.intended):
            wager = self.wager_named(wish.wager)
            why = why_out_of_reach(wager, self.ruleset)
            if why:
                raise PlayError(why, wager.basis.span)

    def _steps(self, *, stop_when_idle: bool) -> Iterator[Event]:
        """The steps of a round that has begun."""
        self._stops_when_idle = stop_when_idle
        name: str | None = self.steps[0].name.text
        is_start = True
        acts, idle_steps = self.state.chance_acts, 0
        while name is not None:
            yield from self.enter(name, is_start)
            if stop_when_idle and not self.state.open_stakes and not self.unmade:
                return
            try:
                jump = yield from self.run_step(name)
            except (RoundVoided, _Idle):
                return
            acts, idle_steps = self.state.chance_acts, idle_steps + 1 if self.state.chance_acts == acts else 0
            if idle_steps > MOST_IDLE_STEPS:
                raise PlayError(
                    "the round goes from step to step and nothing comes up", self.step_named(name).basis.span
                )
            name = None if jump.ends else self.next_step(name, jump)
            if name is None:
                yield from self.settle_at_the_end()
                yield from settle_roles(self.state)
                yield RoundEnded(trigger_text(self.state.sight()) if jump.ends else "", bases=jump.why)
                return
            if jump.to is not None:
                yield WentTo(name, bases=jump.why)
            is_start = False
            if stop_when_idle and not self.state.open_stakes and not self.unmade:
                return

    def begin_round(self) -> None:
        """Nothing is left of the round before but the wagers that ride on."""
        self.state.stakes = self.state.open_stakes
        self.state.memory = {**self._fresh, **held_roles(self.ruleset)}
        self.state.visited = []
        self.state.outcome = None
        self.state.came = {}
        self.state.cards = fresh_cards(self._stock, self.ruleset)
        self.state.hands = first_hands(self.ruleset)
        self.state.hand = self.state.hands[0].name if len(self.state.hands) == 1 else ""
        self.state.choices = frozenset()
        self.state.decided = []
        self.state.is_out = False
        self.state.accounts = {}
        self.has_bet = False
        self.deals_done = set()

    def next_step(self, name: str, jump: Jump) -> str | None:
        """Where play goes after a step: where it was sent, else to the step behind it."""
        if jump.to is not None:
            return jump.to
        at = [step.name.text for step in self.steps].index(name)
        return self.steps[at + 1].name.text if at + 1 < len(self.steps) else None

    def step_named(self, name: str) -> rd.Step:
        step = next((s for s in self.steps if s.name.text == name), None)
        if step is None:
            raise PlayError(f"there is no step {name}")
        return step

    def enter(self, name: str, is_start: bool) -> Iterator[Event]:
        """The doorway of a step: the player makes the wagers that may be made now."""
        step = self.step_named(name)
        yield Entered(name, self.state.round, bases=(step.basis,))
        if name not in self._doors:
            self._doors[name] = doorway(step, is_start)
        if self.unmade:
            door = replace(self._doors[name], is_start=is_start, visited=tuple(self.state.visited))
            yield from self.make_wishes(door)

    def run_step(self, name: str) -> Generator[Event, None, Jump]:
        """The lines of a step, top to bottom; returns how it was left."""
        step = self.step_named(name)
        self.state.step = name
        jump = None
        is_due = self.begins_shoe or not step.at_each_new_shoe
        if is_due and (step.guard is None or holds(step.guard, self.state.sight())):
            jump = yield from self.run_lines(step.lines)
        self.state.visited.append(name)
        return jump or Jump()

    def run_lines(self, lines: tuple[rd.StepLine, ...]) -> Generator[Event, None, Jump | None]:
        """Lines in order until one leaves the step; returns the jump, or None."""
        again_from: tuple[rd.StepLine, ...] | None = None
        while lines:
            line = lines[0]
            acts = self.state.chance_acts
            try:
                if isinstance(line, rd.Branch):
                    lines = (*self.arm_of(line), *lines[1:])
                    continue
                jump = yield from self.run_line(line)
            except NotPlayable as refusal:
                raise refusal.placed(line.basis.span) from None
            if jump is not None:
                return jump
            if self.state.chance_acts > acts:
                again_from = lines
            if self._redo:
                self._redo = False
                if again_from is None:
                    raise PlayError("again: no act stands before it", line.basis.span)
                lines = again_from
                continue
            lines = lines[1:]
        return None

    def arm_of(self, branch: rd.Branch) -> tuple[rd.StepLine, ...]:
        """The lines of the first arm whose condition is met, none if none is."""
        sight = self.state.sight()
        if branch.guard is None or holds(branch.guard, sight):
            for case in branch.cases:
                if case.condition is None or holds(case.condition, sight):
                    return case.lines
        return ()

    def run_line(self, line: rd.StepLine) -> Generator[Event, None, Jump | None]:
        if isinstance(line, rd.PlaysEachHand):
            jump = yield from HandPlayer(self).play_each(line)
            self._stop_if_idle()
            return jump
        if self.is_asked_of_each_hand(line):
            yield from self._settle_hands(line)
            return None
        if line.guard is not None and (self._settles_nothing(line) or not holds(line.guard, self.state.sight())):
            return None
        match line:
            case rd.Act(actions=actions, on=on):
                is_met = on is None or fires(on, self.state.sight())
                return (yield from self.run_actions(actions, line.basis)) if is_met else None
            case rd.ActOtherwise(actions=actions):
                return (yield from self.run_actions(actions, line.basis))
            case rd.Decides():
                jump = yield from Decider(self).decide(line)
                self._stop_if_idle()
                return jump
            case rd.DealUntil(to=to, face=face, until=until):
                while self.at_turn(line) or not holds(until, self.state.sight()):
                    yield self.dealer.deal_one(to, face, line.basis)
                return None
            case _:
                raise NotPlayable(statement_words(line), line.basis.span)

    def _stop_if_idle(self) -> None:
        if self._stops_when_idle and self.state.is_out and not self.state.open_stakes:
            raise _Idle

    def is_asked_of_each_hand(self, line: rd.StepLine) -> bool:
        """Whether a line settles wagers under a guard, and the player has several hands: of each wager's hand it is asked."""
        return (
            len(self.state.hands) > 1
            and line.guard is not None
            and isinstance(line, rd.Act)
            and line.on is None
            and all(isinstance(action, rd.SettleSome) for action in line.actions)
        )

    def _settles_nothing(self, line: rd.StepLine) -> bool:
        """Whether a line settles wagers that nobody has made: then its guard is not asked, and nothing shows of cards."""
        if not isinstance(line, rd.Act) or not all(isinstance(action, rd.SettleSome) for action in line.actions):
            return False
        made = {stake.wager.name.text for stake in self.state.stakes}
        names = {name.text for action in line.actions if isinstance(action, rd.SettleSome) for name in action.wagers}
        return not any(self._is_settled(name, frozenset(made)) for name in names)

    def _settle_hands(self, line: rd.StepLine) -> Iterator[Event]:
        assert isinstance(line, rd.Act) and line.guard is not None
        guard = line.guard
        for action in line.actions:
            assert isinstance(action, rd.SettleSome)
            names = self.to_settle(action.wagers)
            result = _outright(action.result, line.basis)
            yield from Settler(self.state).settle(
                line.basis, names, result, lambda stake: holds(guard, self.state.sight(stake))
            )

    def run_actions(self, actions: tuple[rd.Action, ...], basis: Basis) -> Generator[Event, None, Jump | None]:
        for action in actions:
            jump = yield from self.act(action, basis)
            if jump is not None or self._redo:
                return jump
        return None

    # what a solver holds on to

    def at_turn(self, line: rd.StepLine) -> bool:
        """Called whenever a line that repeats itself begins anew: before each decision on a hand, before each draw."""
        return False

    def played_on(self, old: Hand, new: Hand) -> tuple[Hand, ...]:
        """The hands that are played on after a split: both."""
        return old, new

    # acts

    @property
    def dealer(self) -> Dealer:
        return Dealer(self.state, self.feed)

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        """One act; returns a jump where it leaves the step."""
        match action:
            case rd.RollDice(dice):
                yield from self.chance("roll", dice.text, basis)
            case rd.SpinWheel(wheel):
                yield from self.chance("spin", wheel.text, basis)
            case rd.DrawChance(chance):
                yield from self.chance("draw", chance.text, basis)
            case rd.Again.AGAIN:
                if self.state.outcome is not None:
                    yield Voided(self.state.outcome, bases=(basis,))
                self._redo = True
            case rd.GoTo(step):
                return Jump(to=step.text, why=(basis,))
            case rd.EndRound.END:
                return Jump(ends=True, why=(basis,))
            case wg.Keep() | wg.Add() | wg.CountUp() | wg.Clear():
                yield from remember(action, self.state.memory, self.state, None, basis)
            case rd.SettleAll(result):
                yield from Settler(self.state).settle(basis, self.settled, _outright(result, basis))
            case rd.SettleSome(names, result):
                yield from Settler(self.state).settle(basis, self.to_settle(names), _outright(result, basis))
            case rd.Bets(names):
                yield from self.make_named(frozenset(n.text for n in names), basis)
            case rd.Return(names) | rd.TakeBack(names):
                yield from self.give_back(frozenset(n.text for n in names), basis)
            case rd.Deal() | rd.Burn() | rd.Discard() | rd.Reveal() | rd.RevealNext() | rd.Looks() | rd.DealerLooks():
                yield from self.act_of_cards(action, basis)
            case _:
                yield from self.act_of_player(action, basis)
        return None

    def act_of_cards(self, action: CardAct, basis: Basis) -> Iterator[Event]:
        """An act of the dealer, and at a deal the irregularity that happens there."""
        if not isinstance(action, rd.Deal):
            yield from self.dealer.act(action, basis)
            return
        if self.incident is not None and self.incident.applies_to_cards(self, is_before=True):
            yield from self.incident.happen_at_cards(self)
        yield from self.dealer.act(action, basis)
        self.deals_done.add(id(action))
        if self.incident is not None and self.incident.applies_to_cards(self, is_before=False):
            yield from self.incident.happen_at_cards(self)

    def act_of_player(self, action: rd.Action, basis: Basis) -> Iterator[Event]:
        """An act that a player's choice consists of."""
        decider = Decider(self)
        match action:
            case rd.MayMake(wager):
                yield from decider.may_make(wager, basis)
            case rd.Make():
                yield from decider.make_stated(action, basis)
            case rd.Forfeit(names):
                yield from decider.forfeit(names, basis)
            case rd.ForfeitHalf(names):
                yield from decider.forfeit_half(names, basis)
            case rd.ForfeitAll(but):
                yield from decider.forfeit_all(but, basis)
            case rd.Out.OUT:
                yield from decider.go_out(basis)
            case rd.Wait.WAIT:
                return
            case rd.EndHand.END_HAND:
                decider.end_hand(basis)
            case rd.SplitHand():
                yield from HandPlayer(self).split(action, basis)
            case rd.Sets() | rd.DealerSets():
                yield from Setter(self).act(action, basis)
            case _:
                raise NotPlayable(statement_words(action), basis.span)

    def to_settle(self, names: Sequence[Name]) -> frozenset[str]:
        """Those of the wagers and bonuses named that are settled at all."""
        wanted = frozenset(name.text for name in names)
        return wanted if self.settled is None else frozenset(n for n in wanted if self._is_settled(n, self.settled))

    def _is_settled(self, name: str, settled: frozenset[str]) -> bool:
        bonus = self.ruleset.named(name, tb.Bonus)
        return name in settled or (bonus is not None and bonus.on.text in settled)

    def settle_at_the_end(self) -> Iterator[Event]:
        """Wagers that no line of a round of cards settles are settled when it ends."""
        left = {stake.wager.name.text for stake in self.state.open_stakes} & self._unsettled
        if left:
            names = left if self.settled is None else left & self.settled
            yield from Settler(self.state).settle(self.steps[-1].basis, frozenset(names))

    def chance(self, verb: str, name: str, basis: Basis) -> Iterator[Event]:
        """A chance act; what comes up is what lines look at from now on."""
        self.state.chance_acts += 1
        if self.state.chance_acts > MOST_ACTS:
            raise PlayError(f"nothing is decided after {MOST_ACTS:,} acts of chance", basis.span)
        outcome = self.feed.next(verb, name, self.state.equipment.source(verb, name))
        self.state.outcome = outcome
        self.state.came.update(by_source(name, outcome))
        yield CameUp(verb, outcome, self.state.chance_acts, bases=(basis,))
        if self.incident is not None and self.incident.applies(verb):
            yield from self.incident.happen(self, verb, name, basis)

    def give_back(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Returns these wagers, as far as they stand."""
        yield from Settler(self.state).return_named(names, basis)

    def settle_now(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Settles these wagers at the present moment."""
        yield from Settler(self.state).settle(basis, names)

    # making wagers

    @property
    def maker(self) -> Maker:
        return Maker(self.state, self.check_amounts)

    def wager_named(self, name: str) -> wg.Wager:
        return self.maker.wager_named(name)

    def permission(self, wager: wg.Wager, door: Doorway, position: Position | None = None) -> Basis | None:
        """The line that lets the player make a wager now, if one does."""
        return self.maker.permission(wager, door, position)

    def make(self, wager: wg.Wager, wish: Wish, basis: Basis) -> Made:
        """Puts a wager on the table; raises `AmountError` where its amount is not permitted."""
        return self.maker.make(wager, wish, basis)

    def make_wishes(self, door: Doorway) -> Iterator[Event]:
        """Makes what is wished and may be made at this doorway; a wager that another needs comes first."""
        yield from self._make_all(lambda wager, position: self.maker.permission(wager, door, position))

    def make_named(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """``bets A, B``: the player makes those of them that he wishes, with the first also what has no moment of its own.

        Raises `PlayError` where one is required of a player who plays, and he leaves it out.
        """
        also = frozenset() if self.has_bet else self._unplaced
        self.has_bet = True
        named = [wish for wish in self.unmade if wish.wager in names | also]

        def told(wager: wg.Wager) -> Basis:
            return basis if wager.name.text in names else wager.basis

        yield from self._make_all(lambda wager, _: told(wager) if self.maker.may_stand(wager) else None, named)
        self._ask_for_required(names)

    def _make_all(
        self, permission: Callable[[wg.Wager, Position | None], Basis | None], wishes: Sequence[Wish] | None = None
    ) -> Iterator[Event]:
        maker, again = self.maker, True
        while again:
            again = False
            for wish in list(self.unmade if wishes is None else [w for w in wishes if w in self.unmade]):
                wager = maker.wager_named(wish.wager)
                basis = permission(wager, maker.position_of(wager, wish.label))
                if basis is not None:
                    self.unmade.remove(wish)
                    yield self.make(wager, wish, basis)
                    yield from self._bounds_taken_as_met(wager)
                    again = True

    def _bounds_taken_as_met(self, wager: wg.Wager) -> Iterator[Event]:
        """The bounds of a wager just made that hang on a round before: nobody here knows them."""
        for line in wager.lines:
            if isinstance(line, wg.Amount) and is_of_a_round_before(line.stake, self.ruleset):
                words = f"{wager.name} is {stake_phrase(line.stake)}, which a round before this one tells"
                yield TakenAsMet(wager.name.text, words, bases=(line.basis,))

    def _ask_for_required(self, names: frozenset[str]) -> None:
        """Raises `PlayError` where a player who plays leaves out a wager of ``bets`` that is required."""
        made = {stake.wager.name.text for stake in self.state.stakes}
        if not made:
            return
        for name in sorted(names - made - out_of_reach(self.ruleset)):
            wager = self.maker.wager_named(name)
            line = required_by(wager, self.state.step, self.state.sight())
            if line is not None:
                raise PlayError(f"{name} is required of a player who plays, and is not made", line.basis.span)


def _outright(result: object, basis: Basis) -> Payout | None:
    if result is None:
        return None
    if isinstance(result, Odds):
        return Payout(result, text=str(result), basis=basis)
    raise NotPlayable("settle as this", basis.span)
