"""What the figures of a group of wagers can hang on: rulesets in which this is the same give the same figures.

Left out is only what is plainly of no concern: words, controls and choices; tables of wagers that are not settled beside; and what
names stand for that nothing else uses.  What nobody thought of is kept, so that it is solved anew where it differs.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Set
from dataclasses import replace

from audit.ruleset import controls
from audit.ruleset import parameters as pm
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import PositionsPlayed, Seats
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.cards.alike import all_named
from audit.solve.cards.answers import Statements
from audit.solve.cards.bundles import grows, has_decisions
from audit.solve.cards.by_itself import told_of, what_is_said_of
from audit.solve.cards.ids import wager_of
from audit.solve.cards.solver import CardSolver

OF_A_NAME = (wo.Count, wo.Group, wo.DefinedValue, tb.FunctionTable)
"""The statements that are nothing but what a name stands for.

A ranking is more: the order that all of them share is that of any card, and a way looks for one of so many cards.
"""

UNPLAYED = pm.Option | pm.OptionRows | pm.Assumption | pm.Require | pm.Configuration | Seats | PositionsPlayed


def bearing_on(solver: CardSolver, group: tuple[str, ...]) -> Iterator[Hashable]:
    """Keys of all that a group of `CardSolver.units` can hang on: where one of them is the same, the figures are.

    The later ones leave out more, and take longer to be found.
    """
    ruleset = solver.configured.ruleset
    bundle = next((one for one in solver.bundles if one.wagers == group), None)
    if bundle is not None:
        yield bundle, Statements(tuple(_of_wagers(ruleset, bundle.wagers, bundle.wagers)))
        return
    margin = solver.margins[group[0]]
    cut = _cut_down(solver, group) if grows(ruleset) else ruleset
    yield group, margin, Statements(tuple(_of_wagers(cut, margin.all_made, margin.all_made)))
    if has_decisions(ruleset) and not grows(ruleset) and solver.whatever_is_decided(group[0]) is not None:
        yield group, margin, Statements(tuple(_of_wagers(ruleset, margin.all_made, group))), "whatever is decided"


def _cut_down(solver: CardSolver, group: tuple[str, ...]) -> Ruleset:
    """The ruleset by which a wager is solved: where it hangs on what rules deal alone, the round without all else."""
    from audit.solve.draws.solving import apart_of  # noqa: PLC0415  (not loaded where no hands grow)

    apart = apart_of(solver, group)
    return solver.configured.ruleset if apart is None else apart.configured.ruleset


def _of_wagers(ruleset: Ruleset, made: Collection[str], settled: Collection[str]) -> Iterator[Statement]:
    """The statements that concern rounds in which of all wagers at most these are made, and at most some of them settled."""
    wagers = _named_with(ruleset, {wager_of(name) for name in settled})
    beside = _named_with(ruleset, {wager_of(name) for name in made}) | wagers
    played = [one for one in played_statements(ruleset) if not isinstance(one, wg.Wager) or one.name.text in beside]
    kept = [one for one in played if not _is_of_others(one, wagers)]
    named = [part for part in all_named((one for one in kept if not isinstance(one, OF_A_NAME)), ruleset) if isinstance(part, OF_A_NAME)]
    yield from (one for one in kept if not isinstance(one, OF_A_NAME) or one in named)


def _named_with(ruleset: Ruleset, wagers: Set[str]) -> Set[str]:
    """These wagers and those that are named where it is said what becomes of them: what they are paid as, or instead of."""
    found, waiting = set(wagers), set(wagers)
    every = {wager.name.text for wager in ruleset.of(wg.Wager)}
    while waiting:
        parts = tuple(part for one in waiting for part in what_is_said_of(one, ruleset))
        waiting = {node.text for node in walk(parts) if isinstance(node, Name)} & every - found
        found |= waiting
    return found


def _is_of_others(statement: Statement, wagers: Set[str]) -> bool:
    of = told_of(statement)
    return of is not None and wagers.isdisjoint(of)


def played_statements(ruleset: Ruleset) -> tuple[Statement, ...]:
    """All that figures can hang on: not words and controls, nor choices, nor what a wager is put up with."""
    return tuple(
        replace(statement, lines=tuple(line for line in statement.lines if not isinstance(line, wg.PlacedWith)))
        if isinstance(statement, wg.Wager)
        else statement
        for statement in ruleset.statements
        if type(statement).__module__ != controls.__name__ and not isinstance(statement, UNPLAYED)
    )
