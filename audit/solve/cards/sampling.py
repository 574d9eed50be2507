"""Figures of card games by play: rounds dealt and played by the letter, the player deciding as is best.

A wager is sampled as it was valued: a bundle under its best play; a wager that no decision touches by itself; one that a
choice can forfeit by what best play brings with it less what it brings without it, on the same cards.  Meters hold
nothing, as in the exact figures; what they add is told beside those.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play.choosing import Chooser, First
from audit.play.errors import PlayError
from audit.play.feed import Seeded
from audit.play.rounds import Play
from audit.ruleset import wagers as wg
from audit.ruleset.meters import Meter
from audit.ruleset.tables import Outcome
from audit.solve.cards import by_many_sets, by_setting, by_ways
from audit.solve.cards.brought import net_of
from audit.solve.cards.bundles import grows
from audit.solve.cards.dealers_wagers import notes_of_role, refuse_the_dealers
from audit.solve.cards.ids import name_among, wager_of
from audit.solve.cards.playing import best_play
from audit.solve.cards.results import notes_of_rounding
from audit.solve.cards.set_by_ways import policy_for
from audit.solve.cards.settings_sampled import sample_best
from audit.solve.cards.solver import SET_BY, CardSolver, SolvedWagers
from audit.solve.cards.staking import staked
from audit.solve.cards.tests_sampled import sample_by_tests
from audit.solve.cards.ways_sampled import sample_by_ways
from audit.solve.draws.sampling import sample_growing
from audit.solve.errors import NotSolvable
from audit.solve.figures import PUSHES
from audit.solve.planner import Verified
from audit.solve.result import Method, Sampled, WagerResult
from audit.solve.sampling import Ending, sampled

ONE_SHOE = "all rounds are dealt from one shoe, which tells nothing of how shoes differ: more rounds are needed"


def with_card_samples(
    verified: Verified, solver: CardSolver, rounds: int, seed: int, *, jobs: int = 1, cut_card: int | None = None
) -> Verified:
    """The same results with sampled figures beside the exact ones; ``jobs`` and ``cut_card`` as `sample_growing` has them.

    A wager that no method takes is sampled if no decision touches it, or where cards are set under the policy that
    `set_by_ways` tells; else it stays refused, since nobody knows how to play it best.
    """
    refused = dict(verified.refused)
    found: list[WagerResult] = []
    for result in verified.result.wagers:
        group = next(group for group in solver.units() if result.id in group or result.wager in group)
        is_open = group[0] in refused
        if result.method is not Method.EXACT and not is_open:
            found.append(result)
            continue
        if grows(solver.configured.ruleset):
            found.append(result if is_open else _growing(solver, result, group, rounds, seed, jobs, cut_card))
            continue
        try:
            drawn, by = sample_group(solver, group, rounds, seed), "play"
            notes: tuple[str, ...] = ()
        except (NotSolvable, PlayError) as error:
            if not is_open:
                raise
            under = _under_policy(solver, group, rounds, seed, error)
            if isinstance(under, NotSolvable | PlayError):
                found.append(result if isinstance(under, NotSolvable) else replace(result, reason=under.message))
                continue
            drawn, by, notes = under
        refused.pop(group[0], None)
        solved_by = result.solver if not is_open else by
        notes = (*result.notes, *notes)
        found.append(replace(result, method=Method.SAMPLED, sampled=drawn, solver=solved_by, notes=notes))
    return replace(verified, result=replace(verified.result, wagers=tuple(found)), refused=refused)


def _growing(
    solver: CardSolver, result: WagerResult, group: tuple[str, ...], rounds: int, seed: int, jobs: int, cut_card: int | None
) -> WagerResult:
    """A wager of a round in which hands grow, sampled; where such rounds cannot be played, its result says why."""
    try:
        drawn, notes = sample_growing(solver, group, rounds, seed, jobs=jobs, cut_card=cut_card)
    except NotSolvable as error:
        return replace(result, notes=(*result.notes, f"not sampled: {error.why}"))
    if not math.isfinite(drawn.high):
        return replace(result, notes=(*result.notes, f"not sampled: {ONE_SHOE}"))
    return replace(result, method=Method.SAMPLED, sampled=drawn, notes=(*result.notes, *notes))


def sample_group(solver: CardSolver, group: tuple[str, ...], rounds: int, seed: int) -> Sampled:
    """So many rounds of wagers that are valued together; raises `NotSolvable` where best play of them is not known."""
    if grows(solver.configured.ruleset):
        return sample_growing(solver, group, rounds, seed)[0]
    refuse_the_dealers(group, solver.configured.ruleset)
    try:
        solved = solver.solve(group)
    except NotSolvable:
        if len(group) > 1 or not is_left_alone(solver, group[0]):
            raise
        made = solver.margins[group[0]].all_made
        table = _Table(solver, made, First())
        return _sample(table, solver.names(group), table.unit(group), rounds, seed)
    names, unit = solved.names, solved.unit
    match solved.counted.method:
        case by_ways.NAME:
            return _by_ways(solver, group, solver.margins[group[0]].all_made, rounds, seed)
        case by_setting.NAME:
            return sample_best(solver.best_settings(group), names, unit, rounds, seed, is_bundle=True)
        case by_many_sets.NAME:
            alone = solver.alone(group[0])
            assert alone is not None, "what is counted so hangs on no decision"
            return sample_by_tests(alone, solver.laying.judge, names, unit, rounds, seed)
    if len(group) > 1 or group[0] not in solver.margins:
        table = _Table(solver, group, best_play(solver, group, names))
        return _sample(table, names, unit, rounds, seed, is_bundle=True)
    margin = solver.margins[group[0]]
    others = solver.names(margin.without)
    if solved.less is not None:
        return _sample_margin(solver, solved, others, rounds, seed)
    chooser: Chooser = First()
    if solved.beside_best_play_of:
        chooser = best_play(solver, margin.all_made, others)
    return _sample(_Table(solver, margin.all_made, chooser), names, unit, rounds, seed)


def _under_policy(
    solver: CardSolver, group: tuple[str, ...], rounds: int, seed: int, why: NotSolvable | PlayError
) -> tuple[Sampled, str, tuple[str, ...]] | NotSolvable | PlayError:
    """Rounds in which cards are set by a way, by what they were played, and what to say of them; else why there are none."""
    ruleset = solver.configured.ruleset
    made = group if group[0] not in solver.margins else solver.margins[group[0]].all_made
    if not isinstance(why, NotSolvable) or why.statement not in SET_BY:
        return why
    try:
        policy = policy_for(ruleset)
        if policy is None:
            return why
        try:
            drawn, by = _by_ways(solver, group, made, rounds, seed), "ways"
        except NotSolvable:  # what is compiled is less than what is played
            table = _Table(solver, made, policy)
            drawn, by = _sample(table, solver.names(group), table.unit(group), rounds, seed, is_bundle=len(group) > 1), "play"
    except NotSolvable:
        return why
    except PlayError as error:
        return error
    wagers = [wager for name in group if (wager := ruleset.named(wager_of(name), wg.Wager)) is not None]
    notes = (note for wager in wagers for note in (*notes_of_role(wager, ruleset), *notes_of_rounding(wager, ruleset)))
    return drawn, by, (policy.words, *notes)


def _by_ways(solver: CardSolver, group: tuple[str, ...], made: tuple[str, ...], rounds: int, seed: int) -> Sampled:
    """The rounds of compiled ways; raises `NotSolvable` where more is looked at or decided than they set."""
    course = solver.course_by_ways(made, group)
    judge, unit = solver.laying_by_ways.judge, dict(course.stakes).get(group[0], Fraction(1))
    return sample_by_ways(course, judge, solver.names(group), unit, rounds, seed, is_bundle=len(group) > 1)


def is_left_alone(solver: CardSolver, wager: str) -> bool:
    """Whether nothing that is decided changes what a wager, with its bonuses, brings."""
    return wager in solver.margins and solver.alone(wager) is not None


@dataclass
class _Table:
    """A table at which the same wagers are made in every round."""

    solver: CardSolver
    made: Sequence[str]
    chooser: Chooser

    def __post_init__(self) -> None:
        laid = self.solver.laying.configured
        made = staked(laid.ruleset, self.made)
        self.wishes, self.stakes = made.wishes, dict(made.stakes)
        self.empty = {meter.name.text: Fraction(0) for meter in laid.ruleset.of(Meter)}
        self.play = Play(laid, Seeded(0), check_amounts=False, chooser=self.chooser)

    def unit(self, group: Sequence[str]) -> Fraction:
        """How much is put up of the first wager of a group."""
        return self.stakes.get(group[0], Fraction(1))

    def deal(self, cards: int) -> Play:
        """One round on the cards of this seed; the play stands as the round has left it."""
        play = self.play
        play.feed = Seeded(cards)
        play.state.stakes, play.state.meters, play.unmade = [], dict(self.empty), list(self.wishes)
        for _ in play.one_round():
            pass
        return play


def ending_of(play: Play, names: Collection[str], unit: Fraction, *, is_bundle: bool = False) -> tuple[str, Fraction]:
    """How some wagers and bonuses ended together: as a win, a loss or a push, and the net of all per unit.

    Raises `NotSolvable` where no clause states what one of them is paid.
    """
    results: list[str] = []
    net = Fraction(0)
    for stake in play.state.stakes:
        brought = [(name_among(stake, names), stake.result or "", net_of(stake, play.state))]
        brought += [(extra.name, extra.result, extra.net) for extra in stake.extras if extra.kind == "bonus"]
        for name, result, of_it in brought:
            if name not in names:
                continue
            if of_it is None:
                raise NotSolvable("no clause states its payout", name)
            results.append(result)
            net += of_it
    if net:
        return (Outcome.WIN if net > 0 else Outcome.LOSE).value, net / unit
    is_pushed = not is_bundle and bool(results) and results[0] in PUSHES
    return results[0] if is_pushed else Outcome.PUSH.value, Fraction(0)


def _sample(
    table: _Table, names: Collection[str], unit: Fraction, rounds: int, seed: int, *, is_bundle: bool = False
) -> Sampled:
    counts: Counter[Ending] = Counter()
    for cards in _seeds(seed, rounds):
        counts[ending_of(table.deal(cards), names, unit, is_bundle=is_bundle)] += 1
    return sampled(counts, seed)


def _sample_margin(
    solver: CardSolver, solved: SolvedWagers, others: tuple[str, ...], rounds: int, seed: int
) -> Sampled:
    """What a wager adds, on the same cards with it and without it, each under the best play of its own.

    How often it wins is told of the wager itself, as in the exact figures.
    """
    margin, unit = solver.margins[solved.title], solved.unit
    together = (*others, *solved.names)
    with_it = _Table(solver, margin.all_made, best_play(solver, margin.all_made, together))
    without = _Table(solver, margin.without, best_play(solver, margin.without, others))
    counts: Counter[Ending] = Counter()
    added: Counter[Ending] = Counter()
    for cards in _seeds(seed, rounds):
        played = with_it.deal(cards)
        counts[ending_of(played, solved.names, unit)] += 1
        whole = ending_of(played, together, unit)[1]
        added["", whole - ending_of(without.deal(cards), others, unit)[1]] += 1
    found, more = sampled(counts, seed), sampled(added, seed)
    return replace(found, low=more.low, high=more.high, house_edge=more.house_edge)


def _seeds(seed: int, rounds: int) -> Iterator[int]:
    """The seeds of the rounds: each round has cards of its own, however many the one before it has used."""
    source = random.Random(seed)
    for _ in range(rounds):
        yield source.getrandbits(64)
