"""One settle, by the letter: each live wager in turn, needed ones first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.play import money
from audit.play.deciding import (
    Decision,
    acts_at_settle,
    fires,
    guarded,
    rule,
    under_headings,
)
from audit.play.equipment import Roll
from audit.play.errors import PlayError
from audit.play.evaluating import evaluate
from audit.play.events import Event, Remembered, Settled, Stays
from audit.play.fitting import number_of
from audit.play.pricing import Payout
from audit.play.sight import Sight, Thing
from audit.play.state import Stake, TableState
from audit.play.wording import thing_text, trigger_text
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.expressions import OwnMemory, RoundMemory


class Unsettled(PlayError):
    """A settle at which the rules contradict themselves or are silent about the wager with this id."""

    def __init__(self, message: str, span: Span, wager: str) -> None:
        super().__init__(message, span)
        self.wager = wager


class Unpriced(Unsettled):
    """A wager that wins where no clause says what it is paid."""


@dataclass(frozen=True)
class Settler:
    """Settles wagers at the table's present moment; yields what happened."""

    state: TableState

    def settle(
        self, basis: Basis, only: frozenset[str] | None = None, as_result: Payout | None = None
    ) -> Iterator[Event]:
        """All live wagers, or those named; ``as_result`` decides them outright."""
        live = [s for s in needed_first(self.state.stakes) if s.is_open]
        for stake in self.state.stakes:
            stake.just_decided = False
            for part in stake.parts:
                part.just_decided = False
        for stake in live:
            if only is not None and stake.wager.name.text not in only:
                continue
            if as_result is not None:
                decision = Decision(tb.Outcome.WIN, as_result, (basis,))
                yield self._pay(stake, decision, stake.wager.lines, self.state.sight(stake), basis)
            elif stake.parts:
                yield from self._settle_parts(stake, basis)
            else:
                yield from self._settle_one(stake, basis)

    def return_named(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Gives these wagers back."""
        for stake in self.state.open_stakes:
            if stake.wager.name.text in names:
                yield self._give_back(stake, stake.wager.lines, basis, basis)

    def _settle_one(self, stake: Stake, basis: Basis) -> Iterator[Event]:
        is_first = stake.settles == 0
        headed = under_headings(stake.wager.lines, self.state.step, is_first)
        lines = guarded(headed, self.state.sight(stake))
        off = next((line for line in lines if isinstance(line, wg.Off)), None)
        if off is not None and not (off.unless_called_on and stake.called_on):
            if any(support.just_decided for support in stake.supports):
                yield self._give_back(stake, lines, basis, off.basis)
            else:
                yield Stays(stake.id, is_off=True, bases=(off.basis,))
            return
        if any(acts_at_settle(line) for line in headed) or stake.by_table:
            stake.settles += 1
        for line in lines:
            if isinstance(line, wg.MemoryRow) and fires(line.on, self.state.sight(stake)):
                yield from remember(line.memory, stake.memory, self.state, stake, line.basis)
        sight = self.state.sight(stake)
        ruling = rule(stake.wager, stake.position, lines, sight, by_table=stake.by_table)
        if ruling.conflicts:
            raise Unsettled(
                f"{stake.id}: two lines give different results ({trigger_text(sight)})",
                ruling.decisions[0].bases[0].span,
                stake.id,
            )
        if ruling.unpriced:
            raise Unpriced(
                f"{stake.id} wins and no clause says what it is paid ({trigger_text(sight)})",
                ruling.unpriced[0].span,
                stake.id,
            )
        decision = ruling.decision
        if decision is None:
            if any(support.just_decided for support in stake.supports):
                yield self._give_back(stake, lines, basis, stake.wager.basis)
            else:
                yield Stays(stake.id)
            return
        yield self._pay(stake, decision, lines, sight, basis)

    def _give_back(self, stake: Stake, lines: tuple[wg.WagerLine, ...], basis: Basis, why: Basis) -> Settled:
        """Returns a wager whose needed wager has been decided, and that has no result of its own."""
        if stake.parts:
            for part in (p for p in stake.parts if p.is_open):
                self._give_back(part, part.wager.lines, basis, why)
            return self._add_up(stake, (why,))
        return self._pay(stake, Decision(tb.Outcome.RETURN, None, (why,)), lines, self.state.sight(stake), basis)

    def _pay(
        self, stake: Stake, decision: Decision, lines: tuple[wg.WagerLine, ...], sight: Sight, basis: Basis
    ) -> Settled:
        stake.result = decision.outcome.value
        stake.just_decided = True
        stake.net = money.net(stake.wager, stake.position, lines, decision, sight, stake.amount)
        payout = decision.payout.text if decision.payout is not None else ""
        return Settled(
            stake.id, decision.outcome.value, payout, stake.net, trigger_text(sight), bases=decision.bases or (basis,)
        )

    def _settle_parts(self, stake: Stake, basis: Basis) -> Iterator[Event]:
        """A wager paid as others: each part lives and settles as itself; it is decided when all of them are."""
        inner: list[Event] = []
        for part in stake.parts:
            if part.is_open:
                inner.extend(self._settle_parts(part, basis) if part.parts else self._settle_one(part, basis))
        stake.settles += 1
        bases = tuple(line.basis for line in stake.wager.lines if isinstance(line, wg.PaidAs))
        if all(not part.is_open for part in stake.parts):
            yield self._add_up(stake, (*bases, *(b for e in inner for b in e.bases)))
        elif any(support.just_decided for support in stake.supports):
            yield self._give_back(stake, stake.wager.lines, basis, stake.wager.basis)
        else:
            yield Stays(stake.id, bases=bases)

    def _add_up(self, stake: Stake, bases: tuple[Basis, ...]) -> Settled:
        """A wager paid as others, all of which are decided."""
        nets = [part.net for part in stake.parts]
        stake.net = None if any(n is None for n in nets) else sum((n for n in nets if n is not None), Fraction(0))
        stake.result = result_of(stake.net, [part.result for part in stake.parts])
        stake.just_decided = True
        because = trigger_text(self.state.sight(stake))
        return Settled(stake.id, stake.result, "as its parts", stake.net, because, bases=bases)


def result_of(net: Fraction | None, results: list[str | None]) -> str:
    """The result of a wager of parts: a win if the sum is a gain, a loss if it is a loss."""
    if net is None:
        return tb.Outcome.WIN.value
    if net == 0:
        return results[0] if results and len(set(results)) == 1 and results[0] else tb.Outcome.PUSH.value
    return tb.Outcome.WIN.value if net > 0 else tb.Outcome.LOSE.value


def needed_first(stakes: Iterable[Stake]) -> list[Stake]:
    """The stakes in an order in which each stands behind those that it was made upon."""
    done: list[Stake] = []

    def add(stake: Stake) -> None:
        if stake in done:
            return
        for support in stake.supports:
            add(support)
        done.append(stake)

    for stake in stakes:
        add(stake)
    return done


def remember(
    verb: wg.MemoryVerb, memory: dict[str, Thing], state: TableState, stake: Stake | None, basis: Basis
) -> Iterator[Event]:
    """Carries out keep, add, count or clear, in the memory that the line names."""
    name = verb.memory.name.text
    place = memory
    if isinstance(verb.memory, RoundMemory):
        place = state.memory
    elif isinstance(verb.memory, OwnMemory) and stake is not None:
        place = stake.memory
    sight = state.sight(stake)
    match verb:
        case wg.Keep(value):
            place[name] = kept(evaluate(value, sight))
        case wg.Add(value):
            held = place.get(name)
            before = held if isinstance(held, frozenset) else frozenset()
            worth = kept(evaluate(value, sight))
            place[name] = before | {worth} if worth is not None else before
        case wg.CountUp(_, most):
            counted = (number_of(place.get(name)) or Fraction(0)) + 1
            place[name] = counted if most is None else min(counted, most)
        case wg.Clear(_, leaves):
            place[name] = cleared(leaves)
    yield Remembered(stake.id if stake else None, name, thing_text(place[name]), bases=(basis,))


def cleared(leaves: wg.Cleared) -> Thing:
    """What a cleared memory holds."""
    if leaves is wg.Cleared.ZERO:
        return Fraction(0)
    return frozenset() if leaves is wg.Cleared.EMPTY else None


def kept(thing: Thing) -> Thing:
    """A thing as memory keeps it: of a roll its total."""
    return thing.total if isinstance(thing, Roll) else thing
