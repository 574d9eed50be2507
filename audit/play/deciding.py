"""What becomes of one wager at one settle: which of its lines are in force, which rows fire, what it is paid.

Pure functions of what can be seen; no state is touched.  Play and the solvers both ask them, so that a row means one
thing.  A `Ruling` tells every row that fired, so that a contradiction or a gap is seen, not hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.beside import NOTHING_BESIDE, Beside, Shares, add_shares
from audit.play.errors import NotPlayable, NotStatedHere
from audit.play.evaluating import holds
from audit.play.fitting import fits
from audit.play.payouts import best_of, read_payout, row_beside
from audit.play.positions import Position
from audit.play.pricing import Payout, Price, price
from audit.play.rows import Reading, row_label
from audit.play.sight import Sight
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.money import NotStated
from audit.ruleset.patterns import AnyOf
from audit.ruleset.ruleset import Ruleset

RETURNED = frozenset({tb.Outcome.PUSH, tb.Outcome.VOID, tb.Outcome.RETURN})
"""Results under which the stake goes back."""


@dataclass(frozen=True)
class Decision:
    """A wager decided: how, at which payout, by which lines; ``beside`` is what a row gives besides."""

    outcome: tb.Outcome
    payout: Payout | None = None
    bases: tuple[Basis, ...] = ()
    beside: Beside = NOTHING_BESIDE

    @property
    def meters(self) -> Shares:
        """The shares of meters that the player is paid in all."""
        paid = self.payout.meters if self.payout is not None else ()
        return add_shares(paid, self.beside.meters)

    @property
    def is_money(self) -> bool:
        """Whether any of it is an amount of money, which no unit of the wager measures."""
        what = self.payout.what if self.payout is not None else None
        return isinstance(what, Fraction) or bool(self.beside.plus or self.meters)

    def same(self, other: Decision) -> bool:
        if self.outcome is not other.outcome or self.beside != other.beside:
            return False
        if self.payout is None or other.payout is None:
            return (self.payout is None) == (other.payout is None)
        return self.payout.same(other.payout)


@dataclass(frozen=True)
class Ruling:
    """All that the lines say at one settle.

    ``decisions`` is empty where the wager stays; ``unpriced`` where it wins and nothing fits that says what it is paid.
    ``rowless`` are settle tables that decide the wager and of which no row fits.
    """

    decisions: tuple[Decision, ...] = ()
    unpriced: tuple[Basis, ...] = ()
    prices: Price | None = None
    rowless: tuple[Basis, ...] = ()

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


def has_result(wager: wg.Wager, ruleset: Ruleset) -> bool:
    """Whether anything at all says what becomes of a wager: a row of its own, a settle table, its payout table."""
    decided = wg.ResultRow | wg.OtherwiseRow | wg.SettleRow | wg.PaidAs | wg.ResultNotStated
    return (
        any(isinstance(line, decided) for line in wager.lines)
        or any(_settles(table, wager.name.text) for table in ruleset.of(tb.SettleTable))
        or is_decided_by_table(wager, ruleset)
    )


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
    fired: list[Fired] = []
    for line in lines:
        if isinstance(line, wg.ResultNotStated):
            raise NotStatedHere(f"no clause gives {wager.name} a result", line.basis.span)
        if not isinstance(line, TRIGGERED):
            continue
        if isinstance(line.on, NotStated):
            raise NotStatedHere(f"no clause says what {wager.name} {_verb(line)} on", line.basis.span)
        if not isinstance(line, wg.MemoryRow) and fires(line.on, sight):
            fired.append(Fired(line.outcome if isinstance(line, wg.ResultRow) else None, line.basis))
    direct: list[Decision] = []
    rowless: list[Basis] = []
    for table in sight.equipment.ruleset.of(tb.SettleTable):
        if _settles(table, wager.name.text) and (table.guard is None or holds(table.guard, sight)):
            found = _results(table, wager, position, lines, sight)
            if found is None:
                rowless.append(table.basis)
            for result in found or ():
                if isinstance(result, Fired):
                    fired.append(result)
                else:
                    direct.append(result)
    if by_table:
        fired.append(Fired(None, wager.basis))
    if not fired and not direct:
        fired.extend(Fired(line.outcome, line.basis) for line in lines if isinstance(line, wg.OtherwiseRow))
    stays = [f for f in fired if f.outcome is tb.Outcome.STAY]
    if stays and len(stays) == len(fired) and not direct:
        return Ruling()
    if not fired and not direct:
        has_rows = any(isinstance(line, wg.ResultRow | wg.SettleRow) for line in wager.lines)
        return Ruling(rowless=() if has_rows else tuple(rowless))
    return _priced(wager, position, lines, sight, fired, direct, quiet=by_table)


@dataclass(frozen=True)
class Fired:
    """A row that has fired: its word, None where it hands the wager to its payout table."""

    outcome: tb.Outcome | None
    basis: Basis
    beside: Beside = NOTHING_BESIDE


def _results(
    table: tb.SettleTable, wager: wg.Wager, position: Position, lines: tuple[wg.WagerLine, ...], sight: Sight
) -> list[Fired | Decision] | None:
    """What a settle table says of a wager, after its policy: words join the rows that fired, all else decides outright.

    None where no row of it fits.
    """
    reading = Reading(table.table, sight)
    found: list[tuple[Payout, Fired | Decision]] = []
    any_fits = False
    for row in reading.fitting():
        any_fits = True
        beside = _beside_of(table, row, sight, wager)
        for column, cell in zip(table.table.columns, row.cells, strict=True):
            if cell is not None and _is_result_of(column, wager.name.text, reading):
                payout = read_payout(cell, row.basis, sight, row_label(table.table, row))
                found.append((payout, _result(payout, row.basis, beside)))
        if table.table.policy is tb.Policy.FIRST_ROW_ONLY:
            break
    if not any_fits:
        return None
    if table.table.policy is tb.Policy.EVERY_ROW and len(found) > 1:
        raise NotPlayable("every row, in a settle table,", table.basis.span)
    if table.table.policy is tb.Policy.HIGHEST_ONLY and len(found) > 1:
        valued = [_valued(payout, wager, position, lines, sight) for payout, _ in found]
        return [found[valued.index(best_of(valued, sight))][1]]
    return [result for _, result in found]


def _is_result_of(column: tb.Column, name: str, reading: Reading) -> bool:
    """Whether a column of a settle table says what becomes of a wager; of a spread table the one in force does."""
    if isinstance(column, tb.ResultsOf):
        return any(n.text == name for n in column.wagers)
    across = reading.table.across
    return (
        isinstance(column, tb.Spread)
        and across is not None
        and fits(column.value, reading.worth(across), reading.sight)
    )


def _beside_of(table: tb.SettleTable, row: tb.Row, sight: Sight, wager: wg.Wager) -> Beside:
    """What a row gives beside the results; it must be plain beside which wager."""
    beside = row_beside(table.table, row, sight)
    if beside and len(table.wagers) > 1:
        raise NotPlayable(f"money beside {wager.name}, in a table of several wagers,", row.basis.span)
    return beside


def _result(payout: Payout, basis: Basis, beside: Beside) -> Fired | Decision:
    if isinstance(payout.what, tb.Outcome):
        return Fired(payout.what, basis, beside)
    return Decision(tb.Outcome.WIN, payout, (basis,), beside)


def _valued(
    payout: Payout, wager: wg.Wager, position: Position, lines: tuple[wg.WagerLine, ...], sight: Sight
) -> Payout:
    """A result as what it pays, for finding the highest; ``win`` as what the wager's payouts say."""
    if payout.what is not tb.Outcome.WIN:
        return payout
    agreed = price(wager, position, lines, sight).agreed
    if agreed is None:
        raise NotPlayable("highest only, where a win has no one payout,", payout.basis.span)
    return replace(agreed, label=payout.label, basis=payout.basis)


def _priced(
    wager: wg.Wager,
    position: Position,
    lines: tuple[wg.WagerLine, ...],
    sight: Sight,
    fired: list[Fired],
    direct: list[Decision],
    *,
    quiet: bool,
) -> Ruling:
    """The rows that fired as decisions: what wins, or is handed to the payout table, is priced."""
    decisions = list(direct)
    unpriced: list[Basis] = []
    asked: Price | None = None
    for row in fired:
        if row.outcome is None or row.outcome is tb.Outcome.WIN:
            asked = asked or price(wager, position, lines, sight)
            if not asked.payouts and not (quiet and row.outcome is None and asked.places == 0):
                unpriced.append(row.basis)
            for payout in asked.payouts:
                bases = (row.basis, payout.basis, *payout.besides)
                beside = both(row.beside, payout.beside)
                if payout.what is tb.Outcome.WIN:
                    unpriced.append(payout.basis)
                elif isinstance(payout.what, tb.Outcome):
                    decisions.append(Decision(_word(payout.what, wager, payout.basis), None, bases, beside))
                else:
                    decisions.append(Decision(tb.Outcome.WIN, payout, bases, beside))
        else:
            decisions.append(Decision(_word(row.outcome, wager, row.basis), None, (row.basis,), row.beside))
    if decisions and not unpriced and all(d.outcome is tb.Outcome.STAY for d in decisions):
        return Ruling()
    return Ruling(tuple(decisions), tuple(unpriced), asked)


def both(one: Beside, other: Beside) -> Beside:
    """What the settle row and the pay row give beside the result, together."""
    if not one or not other:
        return one or other
    text = " plus ".join(text for text in (one.text, other.text) if text)
    return Beside(one.plus + other.plus, add_shares(one.meters, other.meters), one.gifts + other.gifts, text)


def _word(outcome: tb.Outcome, wager: wg.Wager, basis: Basis) -> tb.Outcome:
    """A result of one word; ``nothing`` is one only of a wager that is taken when made: it is paid nothing."""
    if outcome is tb.Outcome.NOTHING and not any(isinstance(line, wg.TakenWhenMade) for line in wager.lines):
        raise NotPlayable('the result "nothing" of a wager', basis.span)
    if outcome in (tb.Outcome.DRAW, tb.Outcome.STAND):
        raise NotPlayable(f'the result "{outcome.value}" of a wager', basis.span)
    return outcome


def whole_net(decision: Decision) -> Fraction | None:
    """The gain per unit staked, without commission and without what stands beside.

    None where it is not stated or is an amount of money.
    """
    match decision.outcome:
        case tb.Outcome.WIN:
            return decision.payout.odds_net if decision.payout else None
        case tb.Outcome.LOSE | tb.Outcome.NOTHING:
            return Fraction(-1)
        case tb.Outcome.LOSE_HALF:
            return Fraction(-1, 2)
        case _:
            return Fraction(0)
