"""Two rows of a table that fit one outcome and give different results.

What: A table in which two rows can fit at once and differ, and that does not say ``highest only`` or ``first row
    only``.  A policy that only we assumed counts as unstated.  Read off tables that look at one outcome, one number
    or one ranked hand; of others told where a round that was played shows it.
Why: Exactly one row must fit; where two do, the player reads the better one and the house pays the other.
Example: 3, 4, 9, 10, 11 at 1 to 1 and 11, 12 at 2 to 1: an 11 stands in both rows.
Instead: 11 in one of the two rows; or the clause that says which row counts.
Settings: severity; may be waived
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from audit.checks.card_rounds import Deal, deals, only_made, play, table_of
from audit.checks.card_rounds import Table as CardTable
from audit.checks.card_rounds import witness as witness_of_cards
from audit.checks.context import Context
from audit.checks.exploring import rounds_of
from audit.checks.finding import Finding, Witness
from audit.checks.hand_tables import hand_tables
from audit.checks.letter import by_the_letter
from audit.checks.lines import cell_words, row_words, tests_of
from audit.checks.prose import Prose
from audit.checks.result_missing import has_fault
from audit.checks.tables_found import (
    Found,
    is_spare,
    result_tables,
    rows_of_one_table,
)
from audit.checks.witnessing import witness
from audit.checks.wording import cites_of, few, form, listed, outcome_word, sentence, wager_name
from audit.language.diagnostics import Severity
from audit.play.cards import cards_text
from audit.play.equipment import Equipment, Outcome
from audit.play.errors import PlayError
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.positions import positions
from audit.play.pricing import lists
from audit.play.settling import Unsettled
from audit.play.sight import Sight
from audit.ruleset import chance as ch
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.configure import ConfigureError, configure
from audit.ruleset.parameters import Assumption
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import deals_cards
from audit.solve.stakes import target_of

NAME = "table-overlaps"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = False

CHANCE = frozenset({"total", "combination", "section"})
ROUNDS = 1_000
"""Rounds that are played at random in search of a hand that two rows fit; a pair of certain cards is rare."""
Pair = tuple[tb.Row, tb.Row]


def check(context: Context) -> Iterator[Finding]:
    """Overlaps that can be read off the tables; where rounds were played out, those that only play shows as well."""
    ruleset = context.configured.ruleset
    told: set[frozenset[object]] = set()
    for found in result_tables(ruleset):
        if found.table.policy is not None and not found.table.policy_is_assumed:
            continue
        for (one, other), what in _overlaps(found, ruleset):
            told.add(frozenset((one.basis.span, other.basis.span)))
            yield _finding(context, found, (one, other), what)
    if any(c.policy is None or c.policy_is_assumed for c in _of_hands(ruleset)):
        yield from _hands(context)
        yield from _dealt(context)
    if context.verified is None:
        return
    for name in context.solutions:
        for seen in context.explored(name).faults_of("conflict"):
            pair = rows_of_one_table(seen, ruleset)
            if pair is None or any(key <= {row.basis.span for row in pair[1]} for key in told):
                continue
            found, rows = pair
            told.add(frozenset(row.basis.span for row in rows[:2]))
            yield _finding(context, found, (rows[0], rows[1]), "")


def _of_hands(ruleset: Ruleset) -> Iterator[tb.Table]:
    """Tables that test something in a game of cards."""
    if ruleset.of(ch.Deck) and deals_cards(ruleset):
        yield from (found.table for found in result_tables(ruleset))


def _hands(context: Context) -> Iterator[Finding]:
    """Overlaps of tables of one hand, each pair of rows with the first hand that both fit."""
    for table in hand_tables(context):
        if table.found.table.policy is not None and not table.found.table.policy_is_assumed:
            continue
        told: set[frozenset[Span]] = set()
        for overlap in table.overlaps:
            one, other = overlap.rows
            spans = frozenset((one.basis.span, other.basis.span))
            if spans not in told and _differ(table.found.table, one, other):
                told.add(spans)
                yield _finding(context, table.found, overlap.rows, cards_text(overlap.hand))


def _dealt(context: Context) -> Iterator[Finding]:
    """Overlaps of other tables of a game of cards whose policy is only assumed: the first deal by the letter that shows one.

    Where no policy is assumed either, play itself comes to the contradiction: `result-conflict`.
    """
    counted = {one.found.basis.span for one in hand_tables(context)}
    tables = [
        found
        for found in result_tables(context.configured.ruleset)
        if found.table.policy_is_assumed and found.basis.span not in counted and _may_be_about(found, context)
    ]
    whole = context.once("table of cards", lambda: table_of(context)) if tables else None
    if whole is None:
        return
    letter = replace(whole, configured=by_the_letter(configure(context.ruleset, whole.choices)))
    for found in tables:
        table = only_made(letter, context, found.names)
        for deal in deals(context, ROUNDS):
            pair = _pair_at(table, deal, found)
            if pair is not None:
                shown = witness_of_cards(context, [(Prose("By the letter"), table)], deal, found.names, by_the_letter=True)
                yield replace(_finding(context, found, pair, ""), witness=shown)
                break


def _may_be_about(found: Found, context: Context) -> bool:
    """Whether what is found of a table may be about a wager that is asked for, by all that its subject names."""
    if not context.asked or not found.names:
        return True
    named = {*found.names, *(word for row in found.table.rows for word in tests_of(found.table, row).split())}
    readings = {assumption.name.text for assumption in context.ruleset.of(Assumption)}
    return not named.isdisjoint(context.asked | readings)


def _pair_at(table: CardTable, deal: Deal, found: Found) -> Pair | None:
    """The two rows of a table at which a deal comes to a stop because both fit."""
    try:
        stopped = play(table, deal).stopped
    except PlayError:
        return None
    if not isinstance(stopped, Unsettled) or stopped.wager.partition("[")[0] not in found.names:
        return None
    rows = {row.basis.span: row for row in found.table.rows}
    sides = [next((rows[b.span] for b in side if b.span in rows), None) for side in stopped.sides[:2]]
    one, other = sides if len(sides) > 1 else (None, None)
    return (one, other) if one is not None and other is not None and one is not other else None


def _finding(context: Context, found: Found, pair: Pair, what: str) -> Finding:
    one, other = pair
    where = f"the table of {listed([wager_name(n) for n in found.names])}" if found.names else "the list of payouts"
    on = f" on {what}" if what else ""
    results = [_results(found.table, row) for row in pair]
    why = (
        "only our assumption says which row counts"
        if found.table.policy_is_assumed
        else "no clause says which row counts"
    )
    tests = [tests_of(found.table, row) for row in pair]
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"two rows of {where} fit{on} and give {results[0]} and {results[1]}"),
        condition=Prose(
            sentence(f"{row_words(one, found.table)} and {row_words(other, found.table)} fit{on} at once; {why}")
        ),
        criteria=Prose("Exactly one row of a table must fit, unless a clause says which of several counts."),
        cause=Prose(f"Both rows cover {what}." if what else ""),
        effect=Prose(f"{results[0]} or {results[1]}{on}, by the row that is read"),
        recommendation=Prose(
            f"Take {what or 'what both rows name'} out of one of the two rows, or say which row counts."
        ),
        ruleset=context.id,
        subject=Prose(f"{' '.join(found.names) or 'payouts'} | {tests[0]} | {tests[1]}"),
        cites=cites_of([one.basis, other.basis]),
        span=max(one.basis.span, other.basis.span, key=lambda s: (s.source, s.line, s.column)),
        witness=_witness(context, pair),
    )


def _results(table: tb.Table, row: tb.Row) -> str:
    cells = [cell for _, cell in _result_cells(table, row)]
    told = [cell for cell in cells if cell is not tb.Outcome.NOTHING] or cells
    return form(" | ", ", ").join(map(cell_words, told))


def _result_cells(table: tb.Table, row: tb.Row) -> list[tuple[tb.Column, tb.Cell]]:
    tests = (tb.Looks, tb.LooksOn, tb.OfWager, tb.NameColumn, tb.Printed)
    return [(c, cell) for c, cell in zip(table.columns, row.cells, strict=True) if not isinstance(c, tests)]


def _differ(table: tb.Table, one: tb.Row, other: tb.Row) -> bool:
    return _result_cells(table, one) != _result_cells(table, other)


# reading overlaps off a table


def _overlaps(found: Found, ruleset: Ruleset) -> Iterator[tuple[Pair, str]]:
    """Pairs of rows that differ and can fit at once, with what both fit; tables that cannot be read so give none."""
    try:
        groups = list(_groups(found, ruleset))
        for rows, prefix in groups:
            looks = [n for n, c in enumerate(found.table.columns) if isinstance(c, tb.Looks | tb.LooksOn)]
            for one, other in itertools.combinations(rows, 2):
                if not _differ(found.table, one, other) or is_spare(one) or is_spare(other):
                    continue
                both = list(both_fit(found.table, looks, one, other, ruleset))
                if both:
                    yield (one, other), " ".join(x for x in (prefix, few(both, 6) if looks else "") if x)
    except (PlayError, ConfigureError):
        return


def _groups(found: Found, ruleset: Ruleset) -> Iterator[tuple[tuple[tb.Row, ...], str]]:
    """The rows that are asked together: all of them, or in a list those of one wager and position."""
    if not found.is_list:
        yield found.table.rows, ""
        return
    equipment = Equipment(ruleset)
    sight = Sight(equipment)
    seen: set[tuple[object, ...]] = set()
    for wager in ruleset.of(wg.Wager):
        for position in positions(wager, equipment):
            rows = tuple(r for r in found.table.rows if lists(found.table, r, wager.name.text, position, sight))
            key = tuple(row.basis.span for row in rows)
            if len(rows) > 1 and key not in seen:
                seen.add(key)
                yield rows, wager_name(wager.name.text, [position.label])


def both_fit(table: tb.Table, looks: list[int], one: tb.Row, other: tb.Row, ruleset: Ruleset) -> Iterator[str]:
    """What both rows fit.  Read off only where the table looks at one outcome, or at one number; else nothing."""
    if one.guard is not None or other.guard is not None:
        return
    if not looks:
        yield "everything"
        return
    columns = [table.columns[n] for n in looks]
    if all(isinstance(c, tb.LooksOn) or (isinstance(c, tb.Looks) and _is_chance(c.what)) for c in columns):
        for outcome in _outcomes(ruleset):
            sight = Sight(Equipment(ruleset), outcome=outcome)
            if all(_row_fits(table, looks, row, sight) for row in (one, other)):
                yield outcome_word(outcome) if not _by_total(columns) else str(getattr(outcome, "total", outcome))
    elif len(looks) == 1:
        cells = [row.cells[looks[0]] for row in (one, other)]
        tests = [t for cell in cells if isinstance(cell, pt.AnyOf) for t in cell.tests]
        if all(isinstance(t, pt.Spots | pt.Through | pt.OrMore | pt.OrFewer) for t in tests):
            sight = Sight(Equipment(ruleset))
            yield from (v for v in _values(tests) if all(isinstance(c, pt.AnyOf) and fits(c, v, sight) for c in cells))


def _is_chance(what: object) -> bool:
    match what:
        case ex.Called(name) | ex.RoundMemory(name):
            return name.text in CHANCE
        case ex.DiceShowing(face):
            return isinstance(face, ex.Number | ex.Called)
        case _:
            return False


def _by_total(columns: list[tb.Column]) -> bool:
    return all(
        isinstance(c, tb.Looks) and isinstance(c.what, ex.Called) and c.what.name.text == "total" for c in columns
    )


def _row_fits(table: tb.Table, looks: list[int], row: tb.Row, sight: Sight) -> bool:
    for n in looks:
        column, cell = table.columns[n], row.cells[n]
        if cell is None:
            continue
        thing = evaluate(column.what, sight) if isinstance(column, tb.Looks) else sight.outcome
        if not (isinstance(cell, pt.AnyOf) and fits(cell, thing, sight)):
            return False
    return True


def _outcomes(ruleset: Ruleset) -> list[Outcome]:
    """What can come up at the ruleset's one kind of chance; nothing where there are several, or cards."""
    equipment = Equipment(ruleset)
    wheels = ruleset.of(ch.Wheel)
    if any(isinstance(s, ch.Deck | ch.ListedDeck | ch.Chance) for s in ruleset.statements):
        return []
    if ruleset.of(ch.Dice) and not wheels:
        return [outcome for outcome, _ in equipment.source("roll", "dice").outcomes()]
    if len(wheels) == 1:
        name = wheels[0].name.text if wheels[0].name else "wheel"
        return [outcome for outcome, _ in equipment.source("spin", name).outcomes()]
    return []


def _values(tests: list[pt.Pattern]) -> list[str]:
    """Numbers at which one of the tests may begin or end to fit."""
    words: set[int] = set()
    for test in tests:
        match test:
            case pt.Spots(values):
                words |= {int(v) for v in values if v.isdigit()}
            case pt.Through(low, high):
                words |= {int(v) for v in (*low.values, *high.values) if v.isdigit()}
            case pt.OrMore(spots) | pt.OrFewer(spots):
                words |= {int(v) for v in spots.values if v.isdigit()}
    return [str(v) for v in sorted(words)]


def _witness(context: Context, pair: Pair) -> Witness | None:
    if context.verified is None:
        return None
    spans = {row.basis.span for row in pair}
    for name, solution in context.solutions.items():
        if not any(spans <= seen.lines for seen in context.explored(name).faults_of("conflict")):
            continue
        for case in solution.cases:
            for moment in rounds_of(solution, case, context.solver.steps).moments():
                if moment.is_made and has_fault(moment, case, "conflict"):
                    return witness(context, case.bundle, target_of(case.bundle), moment.way)
    return None
