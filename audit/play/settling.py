"""One settle, by the letter: each live wager in turn, needed ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.play.bonuses import bonuses_on, rule_bonus
from audit.play.deciding import (
    Decision,
    acts_at_settle,
    fires,
    guarded,
    has_result,
    rule,
    under_headings,
)
from audit.play.equipment import Roll
from audit.play.errors import NotStatedHere, PlayError
from audit.play.evaluating import evaluate
from audit.play.events import Event, Remembered, Settled, Stays
from audit.play.fitting import number_of
from audit.play.itself import worked_out_once
from audit.play.paying import Payer
from audit.play.pricing import Payout
from audit.play.sight import Sight, Thing
from audit.play.state import Stake, TableState
from audit.play.wording import thing_text, trigger_text
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.expressions import OwnMemory, RoundMemory
from audit.ruleset.ruleset import Ruleset

FAULT = "fault"
"""The result of a wager that the lines leave without one, where play goes on all the same."""


class Unsettled(PlayError):
    """A settle at which the rules contradict themselves or are silent about the wager with this id.

    ``sides`` are what each of the results that contradict one another rests on.
    """

    def __init__(self, message: str, span: Span, wager: str, sides: Sequence[tuple[Basis, ...]] = ()) -> None:
        super().__init__(message, span)
        self.wager, self.sides = wager, tuple(sides)


class Silent(Unsettled):
    """A wager of which no row of its table says what becomes of it."""


class Unpriced(Unsettled):
    """A wager that wins where no clause says what it is paid."""


@dataclass(frozen=True)
class Settler:
    """Settles wagers at the table's present moment; yields what happened."""

    state: TableState

    def settle(
        self,
        basis: Basis,
        only: frozenset[str] | None = None,
        as_result: Payout | None = None,
        which: Callable[[Stake], bool] = lambda _: True,
    ) -> Iterator[Event]:
        """All live wagers, or those named, as far as they are among ``which``; ``as_result`` decides them outright."""
        live = [s for s in needed_first(self.state.stakes) if s.is_open and self.state.touches(s)]
        for stake in self.state.stakes:
            stake.just_decided = False
            for part in stake.parts:
                part.just_decided = False
        settled: list[Stake] = []
        for stake in live:
            if (only is not None and stake.wager.name.text not in only) or not which(stake):
                continue
            try:
                if as_result is not None:
                    decision = Decision(tb.Outcome.WIN, as_result, (basis,))
                    yield from self._pay(stake, decision, stake.wager.lines, self.state.sight(stake), basis)
                elif stake.parts:
                    yield from self._settle_parts(stake, basis)
                else:
                    yield from self._settle_one(stake, basis)
            except Unsettled as error:
                self._note(stake, error)
                continue
            if not stake.is_open and not stake.is_given_back:
                settled.append(stake)
        yield from self._settle_bonuses(settled, only or frozenset())

    def _note(self, stake: Stake, error: Unsettled) -> None:
        """A wager that the lines leave without a result stops play, but where faults are gathered."""
        if self.state.faults is None:
            raise error
        self.state.faults[stake.id] = error
        stake.result = FAULT

    def _settle_bonuses(self, settled: list[Stake], named: frozenset[str]) -> Iterator[Event]:
        """The bonuses on the wagers just settled, and those that the settle names; what a settle names waits for it."""
        ruleset = self.state.equipment.ruleset
        named_anywhere = bonuses_named(ruleset)
        for stake in self.state.stakes:
            for bonus in bonuses_on(stake.wager.name.text, ruleset):
                name = bonus.name.text
                is_named = name in named and (stake.is_open or stake.is_settled)
                is_due = is_named if name in named_anywhere else stake in settled
                if is_due and not any(extra.kind == "bonus" and extra.name == name for extra in stake.extras):
                    yield from self._settle_bonus(stake, bonus)

    def _settle_bonus(self, stake: Stake, bonus: tb.Bonus) -> Iterator[Event]:
        sight = self.state.sight(stake)
        ruling = rule_bonus(bonus, sight)
        if not ruling.is_asked:
            return
        if not ruling.payouts:
            raise Unpriced(f"{bonus.name}: no row fits{_on(sight)}", bonus.basis.span, bonus.name.text)
        if ruling.payout is None:
            raise Unsettled(
                f"{bonus.name}: two rows give different results{_on(sight)}",
                ruling.payouts[0].basis.span,
                bonus.name.text,
            )
        yield from Payer(self.state).pay_bonus(stake, ruling, ruling.payout, sight)

    def return_named(self, names: frozenset[str], basis: Basis) -> Iterator[Event]:
        """Gives these wagers back."""
        for stake in self.state.open_stakes:
            if stake.wager.name.text in names and self.state.touches(stake):
                yield from self._give_back(stake, stake.wager.lines, basis, basis)

    def _settle_one(self, stake: Stake, basis: Basis) -> Iterator[Event]:
        is_first = stake.settles == 0
        headed = under_headings(stake.wager.lines, self.state.step, is_first)
        sight = self.state.sight(stake)
        lines = guarded(headed, sight)
        off = next((line for line in lines if isinstance(line, wg.Off)), None)
        if off is not None and not (off.unless_called_on and stake.called_on):
            if any(support.just_decided for support in stake.supports):
                yield from self._give_back(stake, lines, basis, off.basis)
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
                f"{stake.id}: two lines give different results{_on(sight)}",
                ruling.decisions[0].bases[0].span,
                stake.id,
                [decision.bases for decision in ruling.decisions],
            )
        if ruling.unpriced:
            raise Unpriced(
                f"{stake.id} wins and no clause says what it is paid{_on(sight)}",
                ruling.unpriced[0].span,
                stake.id,
            )
        if ruling.rowless and sight.outcome is None:
            raise Silent(f"{stake.id}: no row says what becomes of it", ruling.rowless[0].span, stake.id)
        decision = ruling.decision
        if decision is None and sight.outcome is None and not has_result(stake.wager, sight.equipment.ruleset):
            raise NotStatedHere(f"no clause gives {stake.wager.name} a result", stake.wager.basis.span)
        if decision is None:
            if any(support.just_decided for support in stake.supports):
                yield from self._give_back(stake, lines, basis, stake.wager.basis)
            else:
                yield Stays(stake.id)
            return
        yield from self._pay(stake, decision, lines, sight, basis)

    def _give_back(self, stake: Stake, lines: tuple[wg.WagerLine, ...], basis: Basis, why: Basis) -> Iterator[Event]:
        """Returns a wager whose needed wager has been decided, and that has no result of its own."""
        stake.is_given_back = True
        if stake.parts:
            for part in (p for p in stake.parts if p.is_open):
                for _ in self._give_back(part, part.wager.lines, basis, why):
                    pass  # told as one, below
            yield self._add_up(stake, (why,))
        else:
            decision = Decision(tb.Outcome.RETURN, None, (why,))
            yield from self._pay(stake, decision, lines, self.state.sight(stake), basis)

    def _pay(
        self, stake: Stake, decision: Decision, lines: tuple[wg.WagerLine, ...], sight: Sight, basis: Basis
    ) -> Iterator[Event]:
        yield from Payer(self.state).pay(stake, decision, lines, sight, basis)

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
            yield from self._give_back(stake, stake.wager.lines, basis, stake.wager.basis)
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


def _on(sight: Sight) -> str:
    """What came up, in brackets behind a message; nothing where cards are dealt."""
    told = trigger_text(sight)
    return f" ({told})" if told else ""


def result_of(net: Fraction | None, results: list[str | None]) -> str:
    """The result of a wager of parts: a win if the sum is a gain, a loss if it is a loss."""
    if net is None:
        return tb.Outcome.WIN.value
    if net == 0:
        return results[0] if results and len(set(results)) == 1 and results[0] else tb.Outcome.PUSH.value
    return tb.Outcome.WIN.value if net > 0 else tb.Outcome.LOSE.value


@worked_out_once
def bonuses_named(ruleset: Ruleset) -> frozenset[str]:
    """The bonuses that some act of the round settles by name: they are paid then, and not with their wagers."""
    bonuses = {bonus.name.text for bonus in ruleset.of(tb.Bonus)}
    if not bonuses:
        return frozenset()
    acts = (node for node in ruleset.nodes_of(rd.Round) if isinstance(node, rd.SettleSome))
    return frozenset(name.text for act in acts for name in act.wagers if name.text in bonuses)


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
