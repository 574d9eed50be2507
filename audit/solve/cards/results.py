"""The results of a card game, wager by wager, as every command reads them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction

from audit.play.equipment import Equipment
from audit.play.families import caps_on
from audit.play.positions import positions
from audit.ruleset import chance as ch
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import money_text
from audit.ruleset.money import Rounded
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.cards.bundles import grows
from audit.solve.cards.by_stake import STAKES, AtStake, at_stakes, between, of_any_stake
from audit.solve.cards.course import FAULTS
from audit.solve.cards.dealers_wagers import charged_on, is_rounded_money, notes_of_role
from audit.solve.cards.ids import label_of, position_of, wager_of
from audit.solve.cards.money_paid import StakeNotFixed
from audit.solve.cards.outcomes import Counted, besides_of, figures_of, meter_lines
from audit.solve.cards.solver import CardSolver, SolvedWagers
from audit.solve.cards.staking import is_paid_money, is_staked_in_money
from audit.solve.errors import NotSolvable, NotVerifiable
from audit.solve.permitted_stakes import may_be_staked, stakes_for
from audit.solve.result import (
    AtAmount,
    Beside,
    Figures,
    Method,
    Plan,
    SimplePlay,
    Strategy,
    WagerResult,
)

Progress = Callable[[str, int, int], None]
Group = tuple[str, ...]


def card_results(
    solver: CardSolver,
    only: Collection[str],
    absent: Collection[str],
    refused: dict[str, NotSolvable],
    progress: Progress | None = None,
) -> Iterator[WagerResult]:
    """Every wager, or those named, in the order of the ruleset; a bundle is one result.  ``refused`` is filled."""
    groups = list(wanted_groups(solver, only, absent))
    for n, group in enumerate(groups):
        if progress is not None:
            progress(" + ".join(group), n, len(groups))
        begun = time.perf_counter()
        try:
            yield solved_result(solver, group, begun)
        except NotSolvable as error:
            if not isinstance(error, NotVerifiable):
                refused[group[0]] = error
            yield refused_result(solver.configured.ruleset, group, error)


def solved_result(solver: CardSolver, group: Group, begun: float) -> WagerResult:
    """A group solved; where what it is paid hangs on a stake that no line fixes, at some stakes."""
    try:
        solved = solver.solve(group)
    except StakeNotFixed as error:
        return _of_stakes(solver, group, error, begun)
    return result_of(solver, solved, time.perf_counter() - begun)


def _of_stakes(solver: CardSolver, group: Group, error: StakeNotFixed, begun: float) -> WagerResult:
    """What is known of a group whose house edge hangs on the stake: no house edge, but one for each of some stakes."""

    def solved(*stakes: Fraction) -> list[tuple[AtStake, WagerResult]]:
        return [(at, result_of(at.solver, at.solved, 0.0)) for at in at_stakes(solver, group, error, stakes)]

    def known(found: list[tuple[AtStake, WagerResult]]) -> list[AtAmount]:
        return [AtAmount(at.stake, one.house_edge) for at, one in found if one.house_edge is not None]

    ends = solved(STAKES[0], STAKES[-1])
    figures = of_any_stake([one.figures for _, one in ends if one.figures is not None])
    amounts = known(ends)
    if len(amounts) == len(ends):
        is_told_whole = figures is not None and not any(at.solved.bundle for at, _ in ends)
        amounts[1:1] = between(*amounts) if is_told_whole else known(solved(*STAKES[1:-1]))
    if not amounts:
        raise error
    staked, ruleset = _whose_stake(solver, ends[0][0]), solver.configured.ruleset
    at = positions(staked, Equipment(ruleset))[0]
    permitted = [one for one in amounts if may_be_staked(staked, at, one.amount, ruleset)]
    amounts = permitted or known(solved(*stakes_for(staked, at, ruleset))) or amounts
    return replace(
        ends[0][1],
        method=Method.NOT_VERIFIABLE,
        figures=figures,
        reason=f"{error.why}; the house edge hangs on the stake",
        seconds=time.perf_counter() - begun,
        element_of_risk=None,
        beside=tuple(_at_stake(beside, ends[0][0]) for beside in ends[0][1].beside),
        meters=(),
        by_amount=tuple(amounts),
    )


def _whose_stake(solver: CardSolver, at: AtStake) -> wg.Wager:
    """The wager whose stake is fixed there, as the ruleset has it."""
    ruleset, known = at.solver.configured.ruleset, solver.configured.ruleset
    fixed = next(wager for wager in ruleset.of(wg.Wager) if known.named(wager.name.text, wg.Wager) != wager)
    wager = known.named(fixed.name.text, wg.Wager)
    assert wager is not None
    return wager


def _at_stake(beside: Beside, at: AtStake) -> Beside:
    """What others get per unit, for the whole of one stake."""
    unit = at.solved.unit
    meters = tuple((meter, share * unit) for meter, share in beside.meters)
    return replace(beside, expected=beside.expected * unit, meters=meters, per=f"stake of {money_text(at.stake)}")


def wanted_groups(solver: CardSolver, only: Collection[str], absent: Collection[str]) -> Iterator[Group]:
    for group in solver.units():
        named = {*group, *map(wager_of, group)}
        offered = [name for name in group if wager_of(name) not in absent]
        if offered and (not only or not named.isdisjoint(only)):
            yield group


def result_of(solver: CardSolver, solved: SolvedWagers, seconds: float) -> WagerResult:
    """A solved group as a result."""
    ruleset, counted = solver.configured.ruleset, solved.counted
    is_bundle = len(solved.bundle) > 1 and solved.wager in solved.bundle
    found = figures_of(counted, solved.names, solved.unit, of_bundle=is_bundle, titles=_titles(ruleset))
    meters = meter_lines(counted, solved.names, solved.unit)
    margin = solved.margin
    if margin is not None:
        found = replace(found, house_edge=-margin)
    method, reason = _method(counted, solved, found)
    wager = ruleset.named(solved.wager, wg.Wager)
    assert wager is not None
    staked = counted.staked(solved.names)
    risk = None
    if found.house_edge is not None and staked and staked != solved.unit and margin is None:
        risk = found.house_edge * solved.unit / staked
    return WagerResult(
        id=solved.title,
        wager=solved.wager,
        name=_name(ruleset, solved),
        positions=(label_of(solved.title),) if label_of(solved.title) else (),
        method=method,
        figures=found,
        solver=counted.method.split(":", maxsplit=1)[0],
        seconds=seconds,
        pays=_pays(found) if not is_bundle else (),
        per=_per(solved),
        reason=reason,
        combinations=counted.total,
        element_of_risk=risk,
        bundle=solved.bundle if is_bundle else (),
        notes=tuple(_notes(ruleset, solved)),
        cites=_cites(ruleset, solved, found),
        plan=Plan(
            f"{', '.join(solved.names)}, and what is asked of the cards for them",
            counted.process,
            counted.symmetries,
            counted.method,
            counted.states,
        ),
        strategy=_strategy(solved),
        beside=tuple(replace(b, per=_per_beside(ruleset, solved)) for b in besides_of(counted, solved.names, solved.unit)),
        meters=meters,
    )


def _strategy(solved: SolvedWagers) -> Strategy | None:
    """Best play with what simple rules cost; none where the figures are those under best play of other wagers."""
    told = solved.counted.strategy
    if told is None or solved.beside_best_play_of:
        return None
    simple = (SimplePlay(words, -value / solved.unit) for words, value in solved.counted.simple)
    return replace(told, simple=tuple(simple))


def refused_result(ruleset: Ruleset, group: Group, error: NotSolvable) -> WagerResult:
    """A group that no method takes, or whose payouts are not stated, with the reason."""
    wager = ruleset.named(wager_of(group[0]), wg.Wager)
    assert wager is not None
    label = label_of(group[0])
    said = f'"{error.statement}": {error.why}' if error.statement and error.statement not in error.why else error.why
    return WagerResult(
        " + ".join(group),
        wager_of(group[0]),
        " + ".join(_title(ruleset, name) for name in group),
        (label,) if label else (),
        Method.NOT_VERIFIABLE if isinstance(error, NotVerifiable) else Method.NOT_SOLVABLE,
        None,
        reason=said,
        bundle=group if len(group) > 1 else (),
        cites=tuple(str(cite) for cite in wager.basis.cites),
    )


def _titles(ruleset: Ruleset) -> dict[str, str]:
    """What wagers and bonuses are called."""
    stated: list[wg.Wager | tb.Bonus] = [*ruleset.of(wg.Wager), *ruleset.of(tb.Bonus)]
    return {one.name.text: one.title or one.name.text.replace("_", " ") for one in stated}


def _title(ruleset: Ruleset, name: str) -> str:
    """What a wager is called, or the position that is named."""
    wager = ruleset.named(wager_of(name), wg.Wager)
    if wager is None:
        return name
    position = position_of(name, wager, Equipment(ruleset))
    return (position.title if position is not None else None) or wager.title or name


def _name(ruleset: Ruleset, solved: SolvedWagers) -> str:
    return " + ".join(_title(ruleset, name) for name in (solved.bundle if solved.wager in solved.bundle else (solved.title,)))


def _per(solved: SolvedWagers) -> str:
    if len(solved.bundle) > 1 and solved.wager in solved.bundle:
        return f"unit of {solved.wager}"
    return "unit of the wager as first made"


def _per_beside(ruleset: Ruleset, solved: SolvedWagers) -> str:
    """For which stake it holds what others get: a sum of money is the same for every stake, so that one must be named."""
    wager = ruleset.named(solved.wager, wg.Wager)
    names = {wager_of(name) for name in (solved.wager, *solved.names)}
    is_fixed = wager is not None and is_staked_in_money(ruleset, wager.name.text)
    return _per(solved) if is_fixed or not any(is_paid_money(ruleset, name) for name in names) else f"stake of {money_text(Fraction(1))}"


def _method(counted: Counted, solved: SolvedWagers, found: Figures) -> tuple[Method, str | None]:
    """Exact, or why not: an outcome that occurs and that no clause decides or prices."""
    for outcome in found.outcomes:
        if outcome.result in FAULTS and outcome.probability:
            why = {
                "conflict": "two clauses give one outcome different results",
                "missing": "no clause gives an outcome that occurs a result",
                "unpriced": "it can win where no clause says what it is paid",
                "not stated": "no clause states its payout",
            }[outcome.result]
            return Method.NOT_VERIFIABLE, f"{why}: {outcome.label}" if outcome.label else why
    if found.house_edge is None:
        odds = found.true_odds
        even = f"; it breaks even at {odds[0]} to {odds[1]}" if odds else ""
        return Method.NOT_VERIFIABLE, f"no clause states its payout{even}"
    return Method.EXACT, None


def _pays(found: Figures) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.pays for o in found.outcomes if o.result == "win" and o.pays))


def _notes(ruleset: Ruleset, solved: SolvedWagers) -> Iterator[str]:
    of = " and ".join(solved.beside_best_play_of.split(" + ")) if solved.beside_best_play_of else ""
    if solved.less is not None:
        yield (
            f"a choice can forfeit it, so it is valued at the margin: best play of {of} with it, one unit each, less best "
            f"play of {of} without it"
        )
    elif of and grows(ruleset):
        yield f"what is decided is what is best for {of}"
    elif of:
        yield f"a choice can forfeit it and a meter pays it: the figures are those under best play of {of}"
    if solved.linear and len(solved.bundle) > 1:
        yield (
            f"{' and '.join(solved.linear)} may be of any amount between two bounds; what a stake brings is linear in it, so "
            "only the bounds are ever best"
        )
    yield from solved.counted.notes
    yield from _notes_of_the_deck(ruleset)
    for name in solved.bundle if solved.wager in solved.bundle else (solved.wager,):
        wager = ruleset.named(name, wg.Wager)
        if wager is not None:
            yield from notes_of_role(wager, ruleset)
            yield from notes_of_rounding(wager, ruleset)
        caps = caps_on(wager, ruleset) if wager is not None else ()
        if caps:
            where = ", ".join(dict.fromkeys(str(c) for cap in caps for c in cap.basis.cites))
            yield f"figures hold for stakes whose payouts the cap does not cut ({where})"
            return


def _notes_of_the_deck(ruleset: Ruleset) -> Iterator[str]:
    """Of a deck that is not shuffled before every round the figures are those of the first one."""
    for stated in ruleset.of(ch.Deck):
        lines = [line for line in stated.lines if isinstance(line, ch.ShuffledAtCutCard)]
        if lines:
            where = ", ".join(dict.fromkeys(str(cite) for line in lines for cite in line.basis.cites))
            yield f"figures are for a round dealt from a fresh shoe{f' ({where})' if where else ''}"


def notes_of_rounding(wager: wg.Wager, ruleset: Ruleset) -> Iterator[str]:
    """What is rounded to coins hangs on the stake: where no line fixes it the figures are those of stakes that come out even."""
    lines: list[Stated] = [] if is_staked_in_money(ruleset, wager.name.text) else list(wager.lines)
    lines += (line for role in charged_on(wager, ruleset) if not is_rounded_money(role, ruleset) for line in role.lines)
    rounded = [line for line in lines if any(isinstance(node, Rounded) for node in walk(line))]
    if rounded:
        where = ", ".join(dict.fromkeys(str(cite) for line in rounded for cite in line.basis.cites))
        yield f"figures hold for stakes at which nothing has to be rounded ({where})"


def _cites(ruleset: Ruleset, solved: SolvedWagers, found: Figures) -> tuple[str, ...]:
    names = solved.bundle if solved.wager in solved.bundle else (solved.wager,)
    cites = [str(c) for name in names if (w := ruleset.named(name, wg.Wager)) is not None for c in w.basis.cites]
    for outcome in found.outcomes:
        if outcome.result == "win":
            cites.extend(outcome.cites)
    return tuple(dict.fromkeys(cites))
