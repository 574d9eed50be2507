"""Odds that the permitted units cannot pay exactly.

What: A payout that is no whole number of chips for some stake that may be made: 7 to 6 on $5.
Why: The dealer rounds, and no clause says which way; over a year the breakage is money.
Example: pays 7 to 6, with wagers in units of $1.
Instead: amount payable exactly; or in units of $6; or the rounding, with its clause.
Settings: chip, the least that is paid out, such as "$0.50"; severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from audit.checks.card_rounds import deals, play, table_of
from audit.checks.card_rounds import witness as card_witness
from audit.checks.context import Context
from audit.checks.exploring import rounds_of
from audit.checks.finding import Finding, Witness
from audit.checks.prose import Prose
from audit.checks.witnessing import witness
from audit.checks.wording import cites_of, clauses, few, joined, money, wager_name
from audit.language.diagnostics import Severity
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.positions import Position, positions
from audit.play.pricing import lists
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError, money_text
from audit.ruleset.money import (
    AmountRule,
    AtLeast,
    BoundedPayout,
    EqualTo,
    FromThrough,
    InUnitsOf,
    IsAmount,
    Odds,
)
from audit.solve.planner import deals_cards
from audit.solve.stakes import End, target_of

NAME = "unpayable-odds"
FAMILY = "money"
SEVERITY = Severity.NOTE
DYNAMIC = False

CRITERIA = Prose("A winning wager must be paid its odds, to the chip.")


@dataclass(frozen=True)
class _Share:
    """A payout of a wager: the odds, the share of the stake that they are paid on, the line that says so."""

    odds: Odds
    share: Fraction
    basis: Basis

    @property
    def net(self) -> Fraction:
        return self.odds.net * self.share


def check(context: Context) -> Iterator[Finding]:
    """One finding for each wager with odds that some permitted stake cannot be paid at."""
    for wager in context.offered:
        if _is_settled(wager):
            continue
        unit, least, units_of = _units(wager, context.settings.chip)
        chip = _common(context.settings.chip, unit)
        try:
            paid = list(_payouts(wager, context))
        except (PlayError, ConfigureError):
            continue
        uneven = [p for p in paid if _parts(p.share * unit, chip) > 1]
        broken = [p for p in paid if _parts(p.net * unit, chip) > 1]
        if uneven:
            yield _in_parts(context, wager, uneven, unit, max(least, unit), chip)
        elif broken:
            yield _finding(context, wager, broken, unit, max(least, unit), chip, units_of)


def _is_settled(wager: wg.Wager) -> bool:
    """Whether a clause takes care of it: stakes that are payable exactly, or a rounding."""
    return any(
        isinstance(line, wg.PayoutRounded) or (isinstance(line, wg.Amount) and isinstance(line.stake, AmountRule))
        for line in wager.lines
    )


def _units(wager: wg.Wager, chip: Fraction) -> tuple[Fraction, Fraction, Basis | None]:
    """The unit of the stake, the least stake as far as it is known, and the line that states the unit."""
    unit, least = chip, Fraction(0)
    basis: Basis | None = None
    for line in wager.lines:
        if not isinstance(line, wg.Amount):
            continue
        match line.stake:
            case (
                InUnitsOf(ex.Money(Fraction() as value))
                | EqualTo(ex.Money(Fraction() as value))
                | IsAmount(ex.Money(Fraction() as value))
            ):
                unit, basis = value, line.basis
            case InUnitsOf(ex.Number() as number):
                unit, basis = number.value * chip, line.basis
            case FromThrough(ex.Money(Fraction() as value), _) | AtLeast(ex.Money(Fraction() as value)):
                least = value
    return (unit if unit > 0 else chip), least, basis


def _common(chip: Fraction, unit: Fraction) -> Fraction:
    """The greatest piece of which both are multiples: where stakes of $7.50 are made, pieces of $0.50 are at the table."""
    below = chip.denominator * unit.denominator
    return Fraction(gcd(chip.numerator * unit.denominator, unit.numerator * chip.denominator), below)


def _parts(payment: Fraction, chip: Fraction) -> int:
    """Into how many equal parts a chip would have to be cut."""
    return (payment / chip).denominator


# what it is paid


def _payouts(wager: wg.Wager, context: Context) -> Iterator[_Share]:
    """The odds of a wager, position by position; of one paid as others, those of its parts."""
    if any(isinstance(line, wg.PaidAs) for line in wager.lines):
        solution = context.solutions.get(wager.name.text) if context.verified is not None else None
        for case in solution.cases if solution else ():
            for role in case.bundle:
                if role.part_of is not None and not any(isinstance(x, wg.PaidAs) for x in role.wager.lines):
                    for odds, basis in _odds(role.wager, role.position, context):
                        yield _Share(odds, role.share, basis)
        return
    equipment = Equipment(context.configured.ruleset)
    seen: set[tuple[Odds, object]] = set()
    for position in positions(wager, equipment):
        for odds, basis in _odds(wager, position, context):
            if (odds, basis.span) not in seen:
                seen.add((odds, basis.span))
                yield _Share(odds, Fraction(1), basis)


def _odds(wager: wg.Wager, position: Position, context: Context) -> Iterator[tuple[Odds, Basis]]:
    ruleset = context.configured.ruleset
    for line in wager.lines:
        if isinstance(line, wg.PaysLine):
            yield from _in(line.payout, line.basis)
        elif isinstance(line, wg.PaysByTable):
            yield from _in_rows(line.table, line.table.rows)
    yield from _in(position.payout, position.basis)
    sight = Sight(Equipment(ruleset))
    for statement in ruleset.statements:
        match statement:
            case tb.PaysRate(wagers=names, payout=payout) if any(n.text == wager.name.text for n in names):
                yield from _in(payout, statement.basis)
            case tb.PaysTable(wagers=names, table=table) if any(n.text == wager.name.text for n in names):
                yield from _in_rows(table, table.rows)
            case tb.PayoutList(table=table):
                rows = tuple(r for r in table.rows if lists(table, r, wager.name.text, position, sight))
                yield from _in_rows(table, rows)


def _in(payout: object, basis: Basis) -> Iterator[tuple[Odds, Basis]]:
    inner = payout.payout if isinstance(payout, BoundedPayout) else payout
    if isinstance(inner, Odds):
        yield inner, basis


def _in_rows(table: tb.Table, rows: tuple[tb.Row, ...]) -> Iterator[tuple[Odds, Basis]]:
    for row in rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if isinstance(column, tb.Pays | tb.PaysBounded | tb.Spread):
                yield from _in(cell, row.basis)


# the finding


def _finding(
    context: Context,
    wager: wg.Wager,
    broken: list[_Share],
    unit: Fraction,
    least: Fraction,
    chip: Fraction,
    units_of: Basis | None,
) -> Finding:
    name = wager_name(wager.name.text)
    odds = few([str(p.odds) for p in broken])
    worst = max(broken, key=lambda p: (_parts(p.net * unit, chip), p.net))
    stake = _first_unpayable(worst.net, unit, least, chip)
    gain = worst.net * stake
    whole = unit * _parts(worst.net * unit, chip)
    stakes = f"in units of {money_text(unit)}" if units_of else f"in chips of {money_text(chip)}"
    part = f" on {worst.share} of the stake" if worst.share != 1 else ""
    cites = joined(cites_of(p.basis for p in broken), cites_of([units_of] if units_of else []), cites_of([wager.basis]))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{name} pays {odds}: {stakes} not every stake can be paid exactly"),
        condition=Prose(
            f"No clause keeps stakes of {name} to amounts that are payable exactly, nor says how a payment is rounded. "
            f"{worst.odds}{part} comes out even for multiples of {money_text(whole)} only."
        ),
        criteria=CRITERIA,
        cause=_cause(cites_of(p.basis for p in broken), units_of, unit),
        effect=Prose(f"a winning stake of {money_text(stake)} gains {money(gain)} at {worst.odds}{part}"),
        recommendation=Prose(
            f"Let {name} be made in amounts that are payable exactly, or say how its payment is rounded."
        ),
        ruleset=context.id,
        subject=f"{wager.name} {' '.join(dict.fromkeys(str(p.odds) for p in broken))}",
        cites=cites,
        span=wager.basis.span,
        witness=_witness(context, wager.name.text, worst, stake),
    )


def _cause(cites: tuple[str, ...], units_of: Basis | None, unit: Fraction) -> Prose:
    """Which clauses set the odds, and which the unit of the stake."""
    if units_of is not None:
        return Prose(f"The odds of {clauses(cites)} do not fit the unit of {money_text(unit)}.")
    set_by = f"{clauses(cites)} {'set' if len(cites) > 1 else 'sets'}" if cites else "The ruleset sets"
    return Prose(f"{set_by} the odds, and no clause of what the stake must be a multiple.")


def _in_parts(
    context: Context, wager: wg.Wager, uneven: list[_Share], unit: Fraction, least: Fraction, chip: Fraction
) -> Finding:
    """A wager paid as others whose stake does not always divide into their shares."""
    name = wager_name(wager.name.text)
    worst = max(uneven, key=lambda p: _parts(p.share * unit, chip))
    stake = _first_unpayable(worst.share, unit, least, chip)
    whole = unit * _parts(worst.share * unit, chip)
    parts = next(line for line in wager.lines if isinstance(line, wg.PaidAs))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{name} is paid in parts of {worst.share}: in chips of {money_text(chip)} not every stake divides"),
        condition=Prose(
            f"No clause keeps stakes of {name} to amounts that divide. Parts of {worst.share} are whole for multiples of "
            f"{money_text(whole)} only."
        ),
        criteria=CRITERIA,
        cause=_cause_of_parts(cites_of([parts.basis])),
        effect=Prose(f"a stake of {money_text(stake)} divides into parts of {money(worst.share * stake)}"),
        recommendation=Prose(
            f"Let {name} be made in units of {money_text(whole)}, or say how what is left over is played."
        ),
        ruleset=context.id,
        subject=f"{wager.name} in parts of {worst.share}",
        cites=joined(cites_of([parts.basis]), cites_of([wager.basis])),
        span=wager.basis.span,
        witness=_witness(context, wager.name.text, worst, stake),
    )


def _cause_of_parts(cites: tuple[str, ...]) -> Prose:
    divides = f"{clauses(cites)} {'divide' if len(cites) > 1 else 'divides'}" if cites else "The ruleset divides"
    return Prose(f"{divides} the stake, and no clause says of what it must be a multiple.")


def _first_unpayable(net: Fraction, unit: Fraction, least: Fraction, chip: Fraction) -> Fraction:
    """The least stake, in whole units from the minimum up, that the odds do not come out even for."""
    count = max(1, -(-least.numerator * unit.denominator // (least.denominator * unit.numerator)))
    while _parts(net * unit * count, chip) == 1:
        count += 1
    return unit * count


def _witness(context: Context, name: str, worst: _Share, stake: Fraction) -> Witness | None:
    """A round in which the wager wins at these odds."""
    solution = context.solutions.get(name) if context.verified is not None else None
    if solution is None:
        return _round_of_cards(context, name, worst, stake) if deals_cards(context.ruleset) else None
    for case in solution.cases:
        target = target_of(case.bundle)
        for moment in rounds_of(solution, case, context.solver.steps).moments():
            end = moment.after[target]
            if (
                moment.is_made
                and isinstance(end, End)
                and end.result == "win"
                and end.pays in (str(worst.odds), "as its parts")
            ):
                return witness(context, case.bundle, target, moment.way, stakes=(stake,))
    return None


def _round_of_cards(context: Context, name: str, worst: _Share, stake: Fraction) -> Witness | None:
    """The same of a round that deals cards."""
    table = table_of(context, (stake,)) if context.verified is not None else None
    if table is None:
        return None
    for deal in deals(context):
        try:
            settled = play(table, deal).settled.get(name)
        except PlayError:
            continue
        if settled is not None and settled.result == "win" and settled.payout == str(worst.odds):
            return card_witness(context, [(Prose("Result"), table)], deal, [name])
    return None
