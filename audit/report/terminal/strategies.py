"""Bundles, best play, meters and what goes to others, as text of `audit verify`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from audit.report import numbers
from audit.report.terminal.grids import grid
from audit.report.terminal.tables import Column, table
from audit.report.wording import of_splits, with_meters
from audit.solve.result import AfterSplit, Decided, Method, Strategy, WagerResult

MINUS = "-"
MOST_ROWS = 40
"""Rows of a strategy that are printed; the report has all of them."""


MOST_BORDERS = 12
"""Hands of which it is printed what each choice is worth; the report has all of them."""


def strategies(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """What is valued together and how it is played best, wager by wager."""
    for wager in wagers:
        yield from _bundle(wager, width)
        if wager.strategy is not None:
            yield from _strategy(wager.strategy, width)
        yield from _meters(wager, width)
        yield from _beside(wager, width)


def _told(text: str, width: int, *, indent: int = 0) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2), break_long_words=False,
        break_on_hyphens=False,
    )


def _bundle(wager: WagerResult, width: int) -> Iterator[str]:
    is_bundle = len(wager.bundle) > 1 and wager.wager in wager.bundle
    if wager.method is not Method.EXACT or wager.house_edge is None or not (is_bundle or wager.element_of_risk):
        return
    parts = [f"one bundle, per {wager.per}" if is_bundle else f"per {wager.per}"]
    if wager.combinations:
        units = wager.house_edge * wager.combinations
        verb = "loses" if units >= 0 else "wins"
        parts.append(f"{verb} {units_text(abs(units))} units in {wager.combinations:,} deals")
    if wager.element_of_risk is not None:
        risk = numbers.fraction(wager.element_of_risk, minus=MINUS)
        told = f"{risk} ({percent(wager.element_of_risk)})" if len(risk) <= 36 else percent(wager.element_of_risk)
        parts.append(f"element of risk {told}")
    yield ""
    yield from _told(f"{wager.id}: {'; '.join(parts)}", width)


def units_text(units: Fraction) -> str:
    """Units of money: a whole number with commas, else to two places."""
    return numbers.integer(units.numerator) if units.denominator == 1 else numbers.rounded(units, 2)


def percent(share: Fraction) -> str:
    return numbers.percent(share, 4, minus=MINUS, sign="%")


def _strategy(strategy: Strategy, width: int) -> Iterator[str]:
    for decided in strategy.decided:
        shares = ", ".join(f"{choice} {percent(share)}" for choice, share in decided.choices)
        cites = f" ({', '.join(decided.cites)})" if decided.cites else ""
        of_deals = f"{shares} of deals" if shares else "on hands of a split alone"
        yield from _told(f"best play, {decided.moment}: {of_deals}{cites}{_order(decided)}", width, indent=2)
        if decided.chart is not None:
            yield from grid(decided.chart, width)
            yield from _after_split(decided.after_split, width)
            continue
        yield from _rows(decided, width)
        yield from _after_split(decided.after_split, width, in_rows=True)
        for border in decided.borders[:MOST_BORDERS]:
            values = ", ".join(f"{choice} {numbers.rounded(Fraction(value), 4, minus=MINUS)}" for choice, value in border.values)
            yield from _told(f"{border.hand}: {values}", width, indent=4)
        if len(decided.borders) > MOST_BORDERS:
            yield f"    … and {len(decided.borders) - MOST_BORDERS} more hands with what each choice is worth, in the report"
    for simple in strategy.simple:
        yield from _told(f"{simple.words}: house edge {percent(simple.house_edge)}", width, indent=2)


def _order(decided: Decided) -> str:
    """How rows are read that stand one for what the others do not tell."""
    is_list = any("any other hand" in row.hands or "all others" in row.hands for row in decided.rows)
    return "; the first row that fits holds" if is_list else ""


def _rows(decided: Decided, width: int) -> Iterator[str]:
    rows = [(f"    {row.hands}", row.choice, percent(row.share)) for row in decided.rows[:MOST_ROWS]]
    if rows:
        columns = (Column("    with"), Column("best", cut=40), Column("of deals", right=True))
        yield from table(columns, rows, width)
    if len(decided.rows) > MOST_ROWS:
        yield f"    … and {len(decided.rows) - MOST_ROWS} more rows, all of them in the report"


def _after_split(told: AfterSplit | None, width: int, *, in_rows: bool = False) -> Iterator[str]:
    """How hands of a split are played, with their rows where no grid has them."""
    if told is None:
        return
    if in_rows and told.rows:
        rows = [(f"    {row.hands}", row.choice, numbers.rounded(Fraction(100 * row.times), 4)) for row in told.rows[:MOST_ROWS]]
        columns = (Column("    with"), Column("best", cut=40), Column("hands in 100 deals", right=True))
        yield from table(columns, rows, width)
        if len(told.rows) > MOST_ROWS:
            yield f"    … and {len(told.rows) - MOST_ROWS} more rows of hands of a split, all of them in the report"
    yield from _told(of_splits(told), width, indent=4)


def _meters(wager: WagerResult, width: int) -> Iterator[str]:
    if wager.meters:
        yield from _told(
            f"{wager.id}: where only the highest payout counts, the figures are for a meter that holds at least what it "
            "starts at and resets to; where neither is given, a share of it is taken to be above any fixed sum",
            width,
        )
    for line in wager.meters:
        even = (
            f"it breaks even where {line.meter} is {numbers.rounded(line.break_even, 2)}"
            if line.break_even is not None
            else "no size of it makes the wager even"
        )
        yield from _told(
            f"{wager.id}: per unit it brings {numbers.rounded(line.constant, 6, minus=MINUS)} "
            f"+ {numbers.fraction(line.slope)} of {line.meter}; {even}; the edge in the table is that with nothing in it",
            width,
        )


def _beside(wager: WagerResult, width: int) -> Iterator[str]:
    for beside in wager.beside:
        cites = f" ({', '.join(beside.cites)})" if beside.cites else ""
        money = with_meters(beside.expected, beside.meters, minus=MINUS)
        yield from _told(
            f"{wager.id}: beside the edge, {beside.to} gets {money} per {beside.per} on average, in "
            f"{percent(beside.probability)} of deals{cites}",
            width,
        )
