"""What becomes of one wager at one settle: which of its lines are in force, which rows fire, what it is paid.

Pure functions of what can be seen; no state is touched.  Play and the solvers both ask them, so that a row means one
thing.  A `Ruling` tells every row that fired, so that a contradiction or a gap is seen, not hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.errors import NotPlayable, NotStatedHere
from audit.play.evaluating import holds
from audit.play.fitting import fits
from audit.play.positions import Position
from audit.play.pricing import Payout, Price, fitting_rows, price
from audit.play.sight import Sight
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.money import NotStated, Odds
from audit.ruleset.patterns import AnyOf
from audit.ruleset.ruleset import Ruleset

RETURNED = frozenset({tb.Outcome.PUSH, tb.Outcome.VOID, tb.Outcome.RETURN})
"""Results under which the stake goes back."""


@dataclass(frozen=True)
class Decision:
    """A wager decided: how, at which payout, by which lines."""

    outcome: tb.Outcome
    payout: Payout | None = None
    bases: tuple[Basis, ...] = ()

    def same(self, other: Decision) -> bool:
        if self.outcome is not other.outcome:
            return False
        if self.payout is None or other.payout is None:
            return (self.payout is None) == (other.payout is None)
        return self.payout.same(other.payout)


@dataclass(frozen=True)
class Ruling:
    """All that the lines say at one settle.

    ``decisions`` is empty where the wager stays; ``unpriced`` where it wins and nothing fits that says what it is paid.
    """

    decisions: tuple[Decision, ...] = ()
    unpriced: tuple[Basis, ...] = ()
    prices: Price | None = None

    @property
    def decision(self) -> Decision | None:
        """The one decision, if there is exactly one in meaning."""
        if not self.decisions or self.unpriced:
            return None
        first = self.decisions[0]
        if not all(first.same(other) for other in self.decisions):
            return None
        bases = tuple(dict.fromkeys(basis for d in self.decisions for basis in d.bases))
        return replace(first, bases=bases)

    @property
    def conflicts(self) -> bool:
        return len(self.decisions) > 1 and not all(self.decisions[0].same(d) for d in self.decisions)


def under_headings(lines: tuple[wg.WagerLine, ...], step: str, is_first: bool) -> tuple[wg.WagerLine, ...]:
    """The lines whose headings hold: the step, and whether this is the wager's first settle."""
    return tuple(line for line in lines if all(_heading_holds(h, step, is_first) for h in line.at))


def _heading_holds(heading: wg.Heading, step: str, is_first: bool) -> bool:
    if isinstance(heading, wg.AtStep):
        return heading.step.text == step
    return (heading is wg.Roll.FIRST) == is_first


def acts_at_settle(line: wg.WagerLine) -> bool:
    """Whether a line is one that a settle reads."""
    return isinstance(line, wg.ResultRow | wg.MemoryRow | wg.SettleRow | wg.OtherwiseRow | wg.Off)


def guarded(lines: tuple[wg.WagerLine, ...], sight: Sight) -> tuple[wg.WagerLine, ...]:
    """The lines whose guards hold."""
    return tuple(line for line in lines if line.guard is None or holds(line.guard, sight))


def fires(on: AnyOf | NotStated | None, sight: Sight) -> bool:
    """Whether a trigger is met by what came up; a line without one always is, ``not stated`` never."""
    if on is None:
        return True
    return isinstance(on, AnyOf) and fits(on, sight.outcome, sight)


def is_decided_by_table(wager: wg.Wager, ruleset: Ruleset) -> bool:
    """Whether the wager's payout table alone decides it: it has one, no result rows, and no settle table speaks of it."""
    decided = wg.ResultRow | wg.OtherwiseRow | wg.SettleRow | wg.PaidAs | wg.ResultNotStated
    if any(isinstance(line, decided) for line in wager.lines):
        return False
    if any(_settles(t, wager.name.text) for t in ruleset.of(tb.SettleTable)):
        return False
    tables = any(isinstance(line, wg.PaysByTable) for line in wager.lines)
    return tables or any(n.text == wager.name.text for t in ruleset.of(tb.PaysTable) for n in t.wagers)


def _settles(table: tb.SettleTable, name: str) -> bool:
    return any(n.text == name for n in table.wagers)


TRIGGERED = (wg.ResultRow, wg.MemoryRow, wg.SettleRow)


def _verb(line: wg.ResultRow | wg.MemoryRow | wg.SettleRow) -> str:
    words = {tb.Outcome.WIN: "wins", tb.Outcome.LOSE: "loses", tb.Outcome.PUSH: "pushes"}
    return words.get(line.outcome, line.outcome.value) if isinstance(line, wg.ResultRow) else "is settled"


def rule(
    wager: wg.Wager, position: Position, lines: tuple[wg.WagerLine, ...], sight: Sight, *, by_table: bool
) -> Ruling:
    """What the lines in force (headings and guards hold) say of the wager now.

    ``by_table`` is `is_decided_by_table` of the wager, which whoever asks knows from its making.
    """
    fired: list[tuple[tb.Outcome | None, Basis]] = []
    for line in lines:
        if isinstance(line, wg.ResultNotStated):
            raise NotStatedHere(f"no clause gives {wager.name} a result", line.basis.span)
        if not isinstance(line, TRIGGERED):
            continue
        if isinstance(line.on, NotStated):
            raise NotStatedHere(f"no clause says what {wager.name} {_verb(line)} on", line.basis.span)
        if not isinstance(line, wg.MemoryRow) and fires(line.on, sight):
            fired.append((line.outcome if isinstance(line, wg.ResultRow) else None, line.basis))
    direct: list[Decision] = []
    for table in sight.equipment.ruleset.of(tb.SettleTable):
        if _settles(table, wager.name.text) and (table.guard is None or holds(table.guard, sight)):
            direct.extend(_by_settle_table(table, wager.name.text, sight, fired))
    if by_table:
        fired.append((None, wager.basis))
    if not fired and not direct:
        fired.extend((line.outcome, line.basis) for line in lines if isinstance(line, wg.OtherwiseRow))
    stays = [basis for outcome, basis in fired if outcome is tb.Outcome.STAY]
    if stays and len(stays) == len(fired) and not direct:
        return Ruling()
    return _priced(wager, position, lines, sight, fired, direct, quiet=by_table)


def _by_settle_table(
    table: tb.SettleTable, name: str, sight: Sight, fired: list[tuple[tb.Outcome | None, Basis]]
) -> list[Decision]:
    """The results of a settle table: words join the rows that fired, odds decide outright."""
    decisions: list[Decision] = []
    for row in fitting_rows(table.table, sight):
        for column, cell in zip(table.table.columns, row.cells, strict=True):
            if not isinstance(column, tb.ResultsOf) or not any(n.text == name for n in column.wagers) or cell is None:
                continue
            if isinstance(cell, tb.Outcome):
                fired.append((cell, row.basis))
            elif isinstance(cell, Odds | NotStated):
                payout = Payout(cell, text=str(cell) if isinstance(cell, Odds) else "not stated", basis=row.basis)
                decisions.append(Decision(tb.Outcome.WIN, payout, (row.basis,)))
            else:
                raise NotPlayable("a result of this form in a settle table", row.basis.span)
    return decisions


def _priced(
    wager: wg.Wager,
    position: Position,
    lines: tuple[wg.WagerLine, ...],
    sight: Sight,
    fired: list[tuple[tb.Outcome | None, Basis]],
    direct: list[Decision],
    *,
    quiet: bool,
) -> Ruling:
    """The rows that fired as decisions: what wins, or is handed to the payout table, is priced."""
    decisions = list(direct)
    unpriced: list[Basis] = []
    asked: Price | None = None
    for outcome, basis in fired:
        if outcome is None or outcome is tb.Outcome.WIN:
            asked = asked or price(wager, position, lines, sight)
            if not asked.payouts and not (quiet and outcome is None and asked.places == 0):
                unpriced.append(basis)
            for payout in asked.payouts:
                bases = (basis, payout.basis, *payout.besides)
                if isinstance(payout.what, tb.Outcome):
                    decisions.append(Decision(payout.what, None, bases))
                else:
                    decisions.append(Decision(tb.Outcome.WIN, payout, bases))
        elif outcome is tb.Outcome.NOTHING:
            raise NotPlayable('the result "nothing" of a wager', basis.span)
        else:
            decisions.append(Decision(outcome, None, (basis,)))
    return Ruling(tuple(decisions), tuple(unpriced), asked)


def whole_net(decision: Decision) -> Fraction | None:
    """The gain per unit staked, without commission; None where it is not stated or is an amount of money."""
    match decision.outcome:
        case tb.Outcome.WIN:
            return decision.payout.net if decision.payout else None
        case tb.Outcome.LOSE:
            return Fraction(-1)
        case tb.Outcome.LOSE_HALF:
            return Fraction(-1, 2)
        case _:
            return Fraction(0)
