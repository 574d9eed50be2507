"""Every wager of a ruleset: planned, solved, grouped, and put beside its other readings and options."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from audit.play.families import caps_on
from audit.play.positions import Position, positions
from audit.play.roles import out_of_reach, taken_roles
from audit.ruleset import parameters as pm
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.configure import (
    Configured,
    ConfigureError,
    Value,
    configure,
)
from audit.ruleset.meters import Cap
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.alternatives import other_configurations, untried
from audit.solve.by_moment import MISSING, Edge, EdgesByMoment, Missing, by_position, first_starts, mixed
from audit.solve.errors import NotSolvable, NotVerifiable
from audit.solve.figures import alike, figures
from audit.solve.following import never_made
from audit.solve.permitted_stakes import is_rounded, may_be_staked, stakes_for
from audit.solve.result import (
    AtAmount,
    Figures,
    Method,
    Moment,
    OptionEffect,
    Plan,
    Reading,
    RulesetResult,
    WagerResult,
)
from audit.solve.slicing import statements_of, without_amounts
from audit.solve.solving import Solution, SolvedStart, Solver, fixed_amount
from audit.solve.stakes import End

Amounts: TypeAlias = Mapping[Fraction, EdgesByMoment]

if TYPE_CHECKING:
    from audit.solve.cards.solver import CardSolver

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Verified:
    """The result of a ruleset, and the solutions behind it; ``rows`` are those of the results, by their ids."""

    configured: Configured
    result: RulesetResult
    solutions: Mapping[str, Solution]
    refused: Mapping[str, NotSolvable] = field(default_factory=dict)
    not_offered: tuple[str, ...] = ()
    solver: Solver | None = None
    rows: Mapping[str, Row] = field(default_factory=dict)
    cards: CardSolver | None = None


def verify(
    ruleset: Ruleset,
    choices: Mapping[str, Value] | None = None,
    *,
    only: Sequence[str] = (),
    sha256: str = "",
    with_variations: bool = True,
    progress: Progress | None = None,
) -> Verified:
    """Every wager of a ruleset under these choices, or those named.

    ``with_variations``: other readings of assumptions and other values of options are solved, too.
    Raises `ConfigureError` for choices that cannot be made.  A wager that no method solves is in the result, with the
    reason; nothing is left out.
    """
    configured = configure(ruleset, choices)
    if deals_cards(configured.ruleset):
        return _verify_cards(configured, choices or {}, only, sha256, with_variations, progress)
    solver = Solver(configured)
    wagers = [w for w in configured.ruleset.of(wg.Wager) if not only or w.name.text in only]
    absent = not_offered(configured)
    solutions: dict[str, Solution] = {}
    refused: dict[str, NotSolvable] = {}
    seconds: dict[str, float] = {}
    for n, wager in enumerate(wagers):
        name = wager.name.text
        if progress is not None:
            progress(name, n, len(wagers))
        if name in absent:
            continue
        begun = time.perf_counter()
        try:
            solutions[name] = solver.solve(wager)
            next(rows_of(solutions[name]))  # a wager that is made at no moment has none
        except (NotSolvable, ConfigureError) as error:
            solutions.pop(name, None)
            refused[name] = error if isinstance(error, NotSolvable) else NotSolvable(str(error), "", wager.basis.span)
        seconds[name] = time.perf_counter() - begun
    others = _others(solver, wagers, choices or {}) if with_variations else {}
    found: list[WagerResult] = []
    rows: dict[str, Row] = {}
    for wager in (one for one in wagers if one.name.text not in absent):
        name = wager.name.text
        mine = others.get(name, ())
        if name in refused:
            found.append(_with_others(_refused(wager, refused[name]), None, mine))
            continue
        made = list(rows_of(solutions[name], mine))
        amounts = _by_amount(solver, wager)
        for row in made:
            of_row = _result(row, solutions[name], seconds[name] / len(made), amounts)
            rows[of_row.id] = row
            found.append(_with_others(of_row, row, mine))
    refused = {name: error for name, error in refused.items() if not isinstance(error, NotVerifiable)}
    left = tuple(untried(configured, choices or {})) if with_variations else ()
    roles = taken_roles(configured.ruleset)
    result = RulesetResult(ruleset.head.id, configured.chosen, tuple(found), sha256, not with_variations, untried=left, roles=roles)
    return Verified(configured, result, solutions, refused, absent, solver, rows)


def _verify_cards(
    configured: Configured,
    choices: Mapping[str, Value],
    only: Sequence[str],
    sha256: str,
    with_variations: bool,
    progress: Progress | None,
) -> Verified:
    """The same of a round that deals cards."""
    from audit.solve.cards import results, variations  # noqa: PLC0415  (what they load, a game of dice can do without)
    from audit.solve.cards.solver import CardSolver  # noqa: PLC0415

    solver = CardSolver(configured)
    absent = not_offered(configured)
    refused: dict[str, NotSolvable] = {}
    found = list(results.card_results(solver, only, absent, refused, progress))
    if with_variations:
        found = list(variations.with_variations(found, solver, choices, not_offered))
    left = tuple(untried(configured, choices, variations.names_of_play(configured.source))) if with_variations else ()
    name, roles = configured.source.head.id, taken_roles(configured.ruleset)
    result = RulesetResult(name, configured.chosen, tuple(found), sha256, not with_variations, untried=left, roles=roles)
    return Verified(configured, result, {}, refused, absent, cards=solver)


def deals_cards(ruleset: Ruleset) -> bool:
    """Whether the round deals cards: then it is laid open and counted, not followed as a chain."""
    return any(isinstance(node, rd.Deal | rd.DealUntil) for round_ in ruleset.of(rd.Round) for node in walk(round_))


def not_offered(configured: Configured) -> tuple[str, ...]:
    """The wagers that the house may offer under a choice that was not made, and those that the player's role keeps from him."""
    offered_if = {
        w.name.text for w in configured.source.of(wg.Wager) if any(isinstance(x, wg.HouseMayOffer) for x in w.lines)
    }
    still = {
        w.name.text for w in configured.ruleset.of(wg.Wager) if any(isinstance(x, wg.HouseMayOffer) for x in w.lines)
    }
    return tuple(sorted((offered_if - still) | out_of_reach(configured.ruleset)))


def _refused(wager: wg.Wager, error: NotSolvable) -> WagerResult:
    said = f'"{error.statement}": {error.why}' if error.statement and error.statement not in error.why else error.why
    return WagerResult(
        wager.name.text,
        wager.name.text,
        wager.title or wager.name.text,
        (),
        Method.NOT_VERIFIABLE if isinstance(error, NotVerifiable) else Method.NOT_SOLVABLE,
        None,
        reason=said,
        cites=tuple(str(c) for c in wager.basis.cites),
    )


# rows: positions of equal results, moments apart


@dataclass(frozen=True)
class Row:
    """Positions that have one and the same result, made as soon as they may be.

    ``moment`` tells rows of one position apart, where what it pays hangs on the moment (``the point 4, 10``);
    ``late`` are other moments of making at which the house edge is another.  ``starts`` are those of the first position,
    ``every`` those of all.
    """

    positions: tuple[Position, ...]
    moment: str
    figures: Figures
    total: Fraction
    starts: tuple[SolvedStart, ...]
    every: tuple[SolvedStart, ...]
    late: tuple[tuple[str, SolvedStart], ...]
    is_whole: bool = False

    @property
    def first(self) -> SolvedStart:
        return self.starts[0]


def rows_of(solution: Solution, others: Sequence[Other] = ()) -> Iterator[Row]:
    """The rows of a wager: one for each group of positions, and of moments that pay otherwise.

    What is told apart by other values of options and readings is apart here, too.
    """
    there = by_position(solution)
    told = _told_by(others, [start for starts in there.values() for start in first_starts(starts)])
    rows: list[Row] = []
    for starts in there.values():
        for row in _position_rows(starts, told):
            for n, known in enumerate(rows):
                same = known.moment == row.moment and alike(known.figures, row.figures) and known.total == row.total
                same = same and told(known.first) == told(row.first)
                if same and [when for when, _ in known.late] == [when for when, _ in row.late]:
                    rows[n] = replace(known, positions=(*known.positions, *row.positions), every=(*known.every, *row.every))
                    break
            else:
                rows.append(row)
    if not rows:
        raise never_made(solution.wager, solution.ruleset)
    yield from (replace(row, is_whole=len(rows) == 1) for row in rows)


def _position_rows(starts: Sequence[SolvedStart], told: Callable[[SolvedStart], Hashable]) -> Iterator[Row]:
    """The rows of one position: the moments at which it is made first, those that pay alike taken together."""
    first = first_starts(starts)
    groups: dict[Hashable, list[SolvedStart]] = {}
    for start in first:
        groups.setdefault((_pays_alike(start), told(start)), []).append(start)
    members = list(groups.values())
    edges = {s.figures.house_edge for s in first}
    later = [s for s in starts if not any(s is f for f in first)]
    others = [g for g in group(later) if g[0].figures.house_edge not in edges]
    late = tuple(zip(name_groups(others, everything=starts), (g[0] for g in others), strict=True))
    for moment, alike_ones in zip(name_groups(members), members, strict=True):
        ends, total = mixture(alike_ones)
        yield Row((starts[0].position,), moment, figures(ends), total, tuple(alike_ones), tuple(alike_ones), late)


def _pays_alike(start: SolvedStart) -> Hashable:
    """Moments are taken together where the wager can bring the same and its house edge is the same."""
    return (
        start.figures.house_edge,
        start.total,
        frozenset((e.result, e.net, e.pays) for e, p in start.ends.items() if p),
    )


def mixture(starts: Sequence[SolvedStart]) -> tuple[dict[End, Fraction], Fraction]:
    """How a wager ends that is made at one of these moments, each as often as it comes first."""
    whole = sum((s.chance for s in starts), Fraction(0))
    ends: dict[End, Fraction] = {}
    for start in starts:
        weight = start.chance / whole if whole else Fraction(1, len(starts))
        for end, chance in start.ends.items():
            ends[end] = ends.get(end, Fraction(0)) + weight * chance
    return ends, sum(ends.values(), Fraction(0))


def group(starts: Sequence[SolvedStart]) -> list[list[SolvedStart]]:
    """Moments of equal figures together, in the order of their first."""
    places: dict[tuple[int, int], list[SolvedStart]] = {}
    for start in starts:
        places.setdefault((start.case, start.place), []).append(start)
    groups: list[list[SolvedStart]] = []
    for there in places.values():
        for members in groups:
            if alike(members[0].figures, there[0].figures) and members[0].total == there[0].total:
                members.extend(there)
                break
        else:
            groups.append(list(there))
    return groups


def name_groups(groups: list[list[SolvedStart]], everything: Sequence[SolvedStart] = ()) -> list[str]:
    """What tells the groups apart: a feature whose values no two of them share.  Nothing where there is one group."""
    if not groups or (len(groups) == 1 and not everything):
        return ["" for _ in groups]
    names = [name for name in groups[0][0].features if name != "step"] + ["step"]
    steps = {s.features.get("step", "") for g in groups for s in g}
    before = "" if len(steps) != 1 or not everything else f"at {steps.pop()}, "
    for name in names:
        values = [frozenset(s.features.get(name, "") for s in g) for g in groups]
        apart = all(not (a & b) for n, a in enumerate(values) for b in values[n + 1 :])
        if apart and (len(groups) > 1 or name == "step"):
            if name == "step":
                return [f"at {', '.join(sorted(v))}" for v in values]
            return [f"{before}{name} {', '.join(sorted(v, key=_by_number))}" for v in values]
    return [f"{before}case {n + 1} of {len(groups)}" for n in range(len(groups))]


def _by_number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def _result(
    row: Row, solution: Solution, seconds: float, amounts: Amounts
) -> WagerResult:
    wager = solution.wager
    labels = tuple(p.label for p in row.positions if p.label)
    bracket = ", ".join(x for x in (labels[0] if labels and not row.is_whole else "", row.moment) if x)
    found = row.figures
    method, reason = _method(row)
    titles = tuple(dict.fromkeys(p.title for p in row.positions if p.title))
    name = titles[0] if len(titles) == 1 and len(row.positions) == 1 else wager.title or wager.name.text
    return WagerResult(
        id=f"{wager.name}[{bracket}]" if bracket else wager.name.text,
        wager=wager.name.text,
        name=name,
        positions=labels,
        method=method,
        figures=found,
        solver="chain",
        seconds=seconds,
        pays=_pays(found),
        reason=reason,
        per=_per(wager),
        moments=tuple(Moment(when, s.figures, _moment_cites(s)) for when, s in row.late),
        by_amount=_at_amounts(amounts, row.starts),
        combinations=None,
        bundle=tuple(n for n in solution.slice.wagers if n != wager.name.text),
        notes=_notes(solution),
        cites=_cites(wager, row),
        plan=_plan(solution, row),
        moment=row.moment,
    )


def _per(wager: wg.Wager) -> str:
    return "unit of the wager as first made"


def _moment_cites(start: SolvedStart) -> tuple[str, ...]:
    return tuple(str(c) for c in start.start.permission.basis.cites)


def _method(row: Row) -> tuple[Method, str | None]:
    found = row.figures
    if row.total != 1:
        return Method.NOT_VERIFIABLE, "it can stay undecided for ever"
    if any(o.result == "conflict" for o in found.outcomes):
        return Method.NOT_VERIFIABLE, "two clauses give one outcome different results"
    if found.house_edge is None:
        odds = found.true_odds
        even = f"; it breaks even at {odds[0]} to {odds[1]}" if odds else ""
        return Method.NOT_VERIFIABLE, f"no clause states its payout{even}"
    return Method.EXACT, None


def _pays(found: Figures) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.pays for o in found.outcomes if o.result == "win" and o.pays))


def _notes(solution: Solution) -> tuple[str, ...]:
    caps = caps_on(solution.wager, solution.ruleset)
    where = ", ".join(str(c) for cap in caps for c in cap.basis.cites)
    return (f"figures hold for stakes whose payouts the cap does not cut ({where})",) if caps else ()


def _cites(wager: wg.Wager, row: Row) -> tuple[str, ...]:
    found = [str(c) for c in wager.basis.cites]
    for position in row.positions:
        found.extend(str(c) for c in position.basis.own)
    for outcome in row.figures.outcomes:
        if outcome.result == "win":
            found.extend(outcome.cites)
    return tuple(dict.fromkeys(found))


def _plan(solution: Solution, row: Row) -> Plan:
    case = solution.cases[row.first.case]
    blocks = len(case.folded.branches)
    gates = len(solution.machine.gates)
    symmetry = "all faces told apart" if solution.slice.faces else "rolls of one total are alike"
    if blocks < gates:
        symmetry += f"; {gates} moments of the round folded to {blocks}"
    states = len(case.chain.places)
    return Plan(
        solution.slice.words,
        f"chance acts and settles only; {states} live state{'s' if states != 1 else ''}",
        symmetry,
        "chain: absorbing Markov chain in rationals",
        states,
    )


# money that is rounded


def _by_amount(solver: Solver, wager: wg.Wager) -> Amounts:
    """What each of some stakes makes of a wager whose payouts are rounded; nothing of others.

    Where one stake is the only one, its figures are those of the wager itself.
    """
    if not is_rounded(wager, solver.ruleset) or fixed_amount(wager) is not None:
        return {}
    stakes = {n for at in positions(wager, solver.equipment) for n in stakes_for(wager, at, solver.ruleset)}
    found: dict[Fraction, EdgesByMoment] = {}
    for amount in sorted(stakes):
        with suppress(NotSolvable):  # a stake of which a cap cuts the payout
            found[amount] = EdgesByMoment(solver.solve(wager, amount))
    return found


def _at_amounts(amounts: Amounts, starts: Sequence[SolvedStart]) -> tuple[AtAmount, ...]:
    """What stakes make of starts that are all on one position, if they may be made there."""
    found = (
        (amount, mixed([(s.chance, _known(edges.of(s))) for s in starts]))
        for amount, edges in amounts.items()
        if may_be_staked(edges.solution.wager, starts[0].position, amount, edges.solution.ruleset)
    )
    return tuple(AtAmount(amount, edge) for amount, edge in found if edge is not None)


def _known(edge: Edge) -> Fraction | None:
    return None if isinstance(edge, Missing) else edge


# other readings, other options


@dataclass(frozen=True)
class Other:
    """Another value of a parameter, and what it makes of one wager; ``edges`` is None where it is not solved then.

    ``is_unsolved`` is where it is not for want of a method.
    """

    parameter: pm.Option | pm.OptionRows | pm.Assumption
    in_force: str
    value: str
    edges: EdgesByMoment | None
    amounts: Amounts
    is_unsolved: bool

    def tells(self, start: SolvedStart) -> Hashable:
        """What is told of a position and moment."""
        if self.edges is None:
            return None
        return self.edges.of(start), tuple(edges.of(start) for edges in self.amounts.values())


def _others(like: Solver, wagers: Sequence[wg.Wager], choices: Mapping[str, Value]) -> dict[str, list[Other]]:
    """Every other reading, and every other value of an option, with each wager that it may bear on."""
    configured = like.configured
    base = {w.name.text: signature(w.name.text, configured.ruleset) for w in configured.ruleset.of(wg.Wager)}
    wanted = {wager.name.text for wager in wagers}
    found: dict[str, list[Other]] = {}
    for parameter, now, value, other in other_configurations(configured, choices):
        solver = Solver(other, like)
        absent = not_offered(other)
        for wager in other.ruleset.of(wg.Wager):
            key = wager.name.text
            if key not in wanted or key in absent or signature(key, other.ruleset) == base.get(key):
                continue
            found.setdefault(key, []).append(Other(parameter, now, value, *_solved(solver, wager)))
    return found


def _solved(solver: Solver, wager: wg.Wager) -> tuple[EdgesByMoment | None, Amounts, bool]:
    try:
        edges = EdgesByMoment(solver.solve(wager))
    except (NotSolvable, ConfigureError) as error:
        return None, {}, isinstance(error, NotSolvable) and not isinstance(error, NotVerifiable)
    try:
        return edges, _by_amount(solver, wager), False
    except (NotSolvable, ConfigureError):
        return edges, {}, False


def _told_by(others: Sequence[Other], starts: Sequence[SolvedStart]) -> Callable[[SolvedStart], Hashable]:
    """What other values tell of each start.

    A position that another value does away with is told what those are that pay as it does, if they are told one thing:
    there is nothing wrong to be told of it, and a row of its own would say nothing.
    """
    by_start: dict[int, Hashable] = {}
    for start in starts:
        by_start[id(start)] = tuple(_told(other, start, starts) for other in others)
    return lambda start: by_start.get(id(start), ())


def _told(other: Other, start: SolvedStart, starts: Sequence[SolvedStart]) -> Hashable:
    if other.edges is None or other.edges.of(start) is not MISSING:
        return other.tells(start)
    alike_ones = [s for s in starts if _pays_alike(s) == _pays_alike(start) and other.edges.of(s) is not MISSING]
    told = {other.tells(s) for s in alike_ones}
    return told.pop() if len(told) == 1 else MISSING


def _with_others(result: WagerResult, row: Row | None, others: Sequence[Other]) -> WagerResult:
    """A result with the effect of each other reading and of each option value that matters."""
    readings: list[Reading] = []
    options: list[OptionEffect] = []
    for other in others:
        edge, amounts = _effect(other, row)
        if isinstance(edge, Missing):
            continue
        moved = other.edges is None or edge != result.house_edge or amounts != result.by_amount
        name, cites = other.parameter.name.text, tuple(str(c) for c in other.parameter.basis.cites)
        if isinstance(other.parameter, pm.Assumption):
            readings.append(Reading(name, other.in_force, other.value, edge, moved, cites, amounts, other.is_unsolved))
        elif moved:
            options.append(OptionEffect(name, other.in_force, other.value, edge, cites, (), other.is_unsolved))
    return replace(result, readings=tuple(readings), options=tuple(options))


def _effect(other: Other, row: Row | None) -> tuple[Edge, tuple[AtAmount, ...]]:
    """The house edge of a row under another value, and at some stakes; all moments of a row are told the same."""
    if other.edges is None:
        return None, ()
    if row is None:
        return other.edges.whole, ()
    there = [s for s in row.every if other.edges.of(s) is not MISSING]
    if not there:
        return MISSING, ()
    mine = [s for s in there if s.position == there[0].position]
    return other.edges.of(mine[0]), _at_amounts(other.amounts, mine)


def signature(wager: str, ruleset: Ruleset) -> tuple[Statement, ...]:
    """All that a wager's figures can depend on; two configurations in which it is equal need no second look."""
    return (*(without_amounts(one, ruleset) for one in statements_of(wager, ruleset)), *ruleset.of(Cap))
