"""What each other reading and option would change: the house edge of every wager under it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.ruleset import controls
from audit.ruleset import parameters as pm
from audit.ruleset.configure import Configured, Value
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.alternatives import other_configurations
from audit.solve.cards.bearing import bearing_on, played_statements
from audit.solve.cards.ids import wager_of
from audit.solve.cards.results import solved_result
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable, NotVerifiable
from audit.solve.result import AtAmount, Beside, MeterLine, Method, OptionEffect, Reading, WagerResult


@dataclass(frozen=True, slots=True)
class Edge:
    """A house edge, None where it is not known; by stake, where it hangs on that; and what comes with it.

    ``is_unsolved`` is where it is not known because no method solves it.
    """

    edge: Fraction | None
    by_amount: tuple[AtAmount, ...] = ()
    is_unsolved: bool = False
    meters: tuple[MeterLine, ...] = ()
    beside: tuple[Beside, ...] = ()

    @property
    def to_others(self) -> tuple[Hashable, ...]:
        """What others are paid, whatever clause says so."""
        return tuple((one.to, one.expected, one.probability, one.meters) for one in self.beside)

    @staticmethod
    def of(result: WagerResult) -> Edge:
        is_unsolved = result.method is Method.NOT_SOLVABLE and not result.by_amount
        return Edge(result.house_edge, result.by_amount, is_unsolved, result.meters, result.beside)


def with_variations(
    results: Sequence[WagerResult], solver: CardSolver, choices: Mapping[str, Value], not_offered: Callable[[Configured], Collection[str]]
) -> Iterator[WagerResult]:
    """The results with the house edge under each other reading, and under each option value that changes it."""
    configured = solver.configured
    played = played_statements(configured.ruleset)
    readings: dict[str, list[Reading]] = {}
    options: dict[str, list[OptionEffect]] = {}
    known = dict(_in_force(solver, results))
    for parameter, now, value, other in other_configurations(configured, choices, names_of_play(configured.source)):
        if played_statements(other.ruleset) == played:
            continue
        edges = _edges(CardSolver(other, solver.kept, is_told=False), results, not_offered(other), known)
        cites = tuple(str(c) for c in parameter.basis.cites)
        for result in results:
            if result.id not in edges:
                continue  # it is not offered then
            here, there = Edge.of(result), edges[result.id]
            moves_beside = not there.is_unsolved and there.to_others != here.to_others
            meters = there.meters if there.meters != here.meters else ()
            moved = (there.edge, there.by_amount, there.meters) != (here.edge, here.by_amount, here.meters)
            told = parameter.name.text, now, value, there.edge
            rest = there.by_amount, there.is_unsolved, meters, moves_beside
            if isinstance(parameter, pm.Assumption):
                readings.setdefault(result.id, []).append(Reading(*told, moved, cites, *rest))
            elif moved or moves_beside:
                options.setdefault(result.id, []).append(OptionEffect(*told, cites, *rest))
    for result in results:
        yield replace(result, readings=tuple(readings.get(result.id, ())), options=tuple(options.get(result.id, ())))


def names_of_play(ruleset: Ruleset) -> frozenset[str]:
    """The names that stand in statements which are played; words and controls are not."""
    return frozenset(
        node.text
        for statement in ruleset.statements
        if type(statement).__module__ != controls.__name__
        for node in walk(statement)
        if isinstance(node, Name) and node is not getattr(statement, "name", None)
    )


def _in_force(solver: CardSolver, results: Sequence[WagerResult]) -> Iterator[tuple[Hashable, Edge]]:
    """What is known already, by what it hangs on."""
    found = {result.id: result for result in results}
    for group in solver.units():
        result = found.get(" + ".join(group))
        if result is not None:
            yield from ((key, Edge.of(result)) for key in bearing_on(solver, group))


def _edges(
    solver: CardSolver, results: Sequence[WagerResult], absent: Collection[str], known: dict[Hashable, Edge]
) -> dict[str, Edge]:
    """The house edge of each group under another configuration; ``known`` is taken from and added to.

    A group of which other wagers are made together then has no edge of its own there.
    """
    found: dict[str, Edge] = {
        result.id: Edge(None) for result in results if not absent or wager_of(result.wager) not in absent
    }
    groups = [group for group in solver.units() if " + ".join(group) in found and wager_of(group[0]) not in absent]
    found |= {" + ".join(group): edge for group in groups if (edge := _known(solver, group, known)) is not None}
    asked = [group for group in groups if _known(solver, group, known) is None]
    if solver.independent:  # those that are not asked for would be laid open with the others
        made = (solver.margins[group[0]].all_made for group in asked)
        solver = replace(solver, wanted=frozenset(name for names in made for name in names))
    for group in asked:
        edge = found[" + ".join(group)] = _edge(solver, group)
        known |= dict.fromkeys(bearing_on(solver, group), edge)
    return found


def _known(solver: CardSolver, group: tuple[str, ...], known: Mapping[Hashable, Edge]) -> Edge | None:
    return next((known[key] for key in bearing_on(solver, group) if key in known), None)


def _edge(solver: CardSolver, group: tuple[str, ...]) -> Edge:
    try:
        there = solved_result(solver, group, 0.0)
    except NotSolvable as error:
        return Edge(None, is_unsolved=not isinstance(error, NotVerifiable))
    return replace(Edge.of(there), is_unsolved=False)
