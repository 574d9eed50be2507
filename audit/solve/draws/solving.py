"""The wagers of a round in which hands grow, solved: bundles under best play, others beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from audit.play.equipment import Equipment
from audit.solve.cards.bundles import Bundle, grows, has_decisions
from audit.solve.cards.course import End, Paid
from audit.solve.cards.ids import wager_of
from audit.solve.cards.outcomes import Counted, Tally
from audit.solve.cards.staking import staked
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.kinds import Kinds
from audit.solve.draws.lying_there import lying_there
from audit.solve.draws.questions import Asker
from audit.solve.draws.set_apart import LASTS, set_apart
from audit.solve.draws.telling import strategy_of
from audit.solve.draws.traces import Traces
from audit.solve.errors import NotSolvable
from audit.solve.result import AVERAGED

if TYPE_CHECKING:
    from audit.solve.cards.solver import CardSolver, SolvedWagers

NAME = "drawing: every way in which hands can grow, by kinds of cards"

OF_BEST_PLAY = "best play hangs on every card that the player has seen, not on what they count alone"

OF_SPLITS = (
    "rounds in which a hand is split are one outcome, told by what they bring on average: each hand is played by its own cards "
    "and those seen before the split, and hands are split again wherever they may be; it is taken for granted that the cards "
    "last for all hands; such rounds are counted as no win, push or loss, and no variance is given"
)


@dataclass(frozen=True)
class Drawn:
    """What a drawing is of: the wagers ``made``, those that are played for, those that are made wherever they may be."""

    made: tuple[str, ...]
    valued: tuple[str, ...]
    forced: tuple[str, ...]


def solve_group(solver: CardSolver, group: tuple[str, ...]) -> SolvedWagers:
    """One group of `CardSolver.units`; raises `audit.solve.errors.NotSolvable` with the reason where it is not taken."""
    from audit.solve.cards.solver import SolvedWagers  # noqa: PLC0415  (which comes here)

    apart = apart_of(solver, group)
    if apart is not None:
        solved = solve_group(apart, group)
        lasts = (LASTS,) if grows(apart.configured.ruleset) else ()  # cards that come first are there
        return replace(solved, counted=replace(solved.counted, notes=(*solved.counted.notes, *lasts)))
    bundle = next((one for one in solver.bundles if one.wagers == group), None)
    if bundle is not None:
        found = best_play(solver, bundle)
        names = solver.names(bundle.wagers)
        unit = _unit(found, bundle.unit)
        counted = _counted(found)
        if solver.is_told:
            counted = replace(counted, strategy=strategy_of(found, unit))
        return SolvedWagers(bundle.name, bundle.unit, names, bundle.wagers, counted, unit)
    (name,) = group
    margin = solver.margins[name]
    names = solver.names((name,))
    found = drawing_of(solver, group)
    counted = _counted(found)
    beside = " + ".join(margin.without) if found.has_decided else ""
    return SolvedWagers(name, wager_of(name), names, (), counted, _unit(found, name), None, beside)


def apart_of(solver: CardSolver, group: tuple[str, ...]) -> CardSolver | None:
    """A solver for a wager alone, where it hangs on nothing but cards that rules deal; made once for each solver."""
    if len(group) != 1 or group[0] not in solver.margins or not has_decisions(solver.configured.ruleset):
        return None
    (name,) = group
    if name not in solver.apart:
        alone = set_apart(solver.configured, wager_of(name))
        solver.apart[name] = None if alone is None else replace(solver, configured=alone, drawings={}, apart={})
    return solver.apart[name]


def drawing_of(solver: CardSolver, group: tuple[str, ...]) -> Drawing:
    """The drawing by which a group of `CardSolver.units` is solved, worked out once for each solver."""
    apart = apart_of(solver, group)
    if apart is not None:
        return drawing_of(apart, group)
    bundle = next((one for one in solver.bundles if one.wagers == group), None)
    if bundle is not None:
        return best_play(solver, bundle)
    (name,) = group
    margin = solver.margins[name]
    found = _drawing(solver, margin.all_made, solver.names((name,)), forced={wager_of(name)})
    if margin.without:
        found.guide = best_play(solver, Bundle(margin.without, margin.without[0]))
        if found.valued == {wager_of(name)}:
            found.lying = lying_there(solver.configured.ruleset, wager_of(name))
    return found


def unit_of(solver: CardSolver, group: tuple[str, ...]) -> Fraction:
    """The money that one unit of a group is."""
    apart = apart_of(solver, group)
    if apart is not None:
        return unit_of(apart, group)
    bundle = next((one for one in solver.bundles if one.wagers == group), None)
    return _unit(drawing_of(solver, group), bundle.unit if bundle is not None else group[0])


def best_play(solver: CardSolver, bundle: Bundle) -> Drawing:
    """The best play of a bundle, worked out once for each solver."""
    return _drawing(solver, bundle.wagers, solver.names(bundle.wagers))


def _drawing(
    solver: CardSolver, wagers: tuple[str, ...], valued: Collection[str], forced: Collection[str] = ()
) -> Drawing:
    key = Drawn(wagers, tuple(valued), tuple(forced))
    if key not in solver.drawings:
        laying = solver.laying
        ruleset = laying.configured.ruleset
        traces = Traces(laying, staked(ruleset, wagers), frozenset(wagers), frozenset(forced))
        solver.drawings[key] = Drawing(traces, Asker(ruleset, Equipment(ruleset)), frozenset(valued))
    return solver.drawings[key]


def _unit(found: Drawing, wager: str) -> Fraction:
    return dict(found.traces.made.stakes).get(wager, Fraction(1))


def _counted(found: Drawing) -> Counted:
    """The ends in whole numbers; where a wager is made in some rounds only, those in which it is."""
    made = {end: of for end, of in found.ends.items() if of and (found.paid[end] or not found.traces.forced)}
    if not made:
        raise NotSolvable(f"{' and '.join(sorted(found.traces.forced))} can be made in no round", min(found.traces.forced))
    whole = lcm(*(of.denominator for of in made.values())) if made else 1
    deals = {end: int(of * whole) for end, of in made.items()}
    splits = any(_is_split(paid) for end in made for paid in found.paid[end])
    return Counted(
        tuple(Tally((), End(found.paid[end]), number) for end, number in deals.items()),
        sum(deals.values()),
        NAME,
        f"{len(found.traces.nodes):,} points of play, found in {found.traces.runs:,} rounds",
        _kinds_in_words(found.kinds),
        found.states,
        None,
        (*((OF_BEST_PLAY,) if found.has_decided else ()), *((OF_SPLITS,) if splits else ())),
        is_told=True,
    )


def _kinds_in_words(kinds: Kinds) -> str:
    if kinds.fine is None:
        return f"{len(kinds.cards)} kinds of cards"
    return f"{len(kinds.fine.cards)} kinds of cards, {len(kinds.cards)} where no more is asked"


def _is_split(paid: Paid) -> bool:
    return paid.result == AVERAGED

