"""Figures by sampling: of a solved chain many rounds at once, of what no method solves round by round in play.

The chain is made a table: for each state, where it goes and how probably.  All rounds in hand take one step together:
a number is drawn for each, the table is looked up, the rounds that have ended are counted and new ones take their place.
A state that goes to itself is left at once, since only how a round ends counts.

Chances are kept as whole numbers of 2**-44, so that a way out of a state that is rarer than 1 in 17 million million may
never come up; the error is far below what any number of rounds could show.  Numbers are the raw ones of PCG64, which no
version of numpy changes: the same seed gives the same figures on every machine.

Sources: O'Neill, PCG (2014), for the generator; Wilson, J. Am. Stat. Assoc. 22 (1927), for the interval of a share.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.feed import Seeded
from audit.play.making import Wish, only_position
from audit.play.positions import positions
from audit.play.rounds import Play
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured
from audit.solve.errors import NotSolvable
from audit.solve.figures import kind_of
from audit.solve.joint import Chain
from audit.solve.planner import Row, Verified, mixture
from audit.solve.result import Method, Sampled, WagerResult
from audit.solve.solving import Solution, SolvedStart

BITS = 44
"""Chances are whole numbers of 2**-BITS; the states, numbered above them, have the bits that are left of 64."""

IN_HAND = 1 << 17
"""Rounds that take their steps together."""

Z95 = 1.959963984540054
"""The normal distribution lies within so many standard deviations with probability 0.95."""

LEAST_ROUNDS = 2
"""One round tells nothing of how rounds differ, so that an interval about it has no bounds."""

Ending = tuple[str, Fraction | None]
"""How a round ended for a wager: the result, the net per unit."""

Ints = npt.NDArray[np.int64]


def with_samples(
    verified: Verified, rounds: int, seed: int, *, jobs: int = 1, cut_card: int | None = None
) -> Verified:
    """The same results with sampled figures beside the exact ones, and in the place of none.

    A wager whose figures are exact is sampled from its chain; one that no method solves is played round by round, if it
    can be played.  What cannot be verified for want of a payout stays as it is.  Where hands grow, ``jobs`` batches of
    rounds are played at a time, and with a ``cut_card`` rounds go on from one shoe until so many cards are left.
    """
    if verified.cards is not None:
        from audit.solve.cards.sampling import with_card_samples  # noqa: PLC0415  (a game of dice can do without)

        return with_card_samples(verified, verified.cards, rounds, seed, jobs=jobs, cut_card=cut_card)
    found: list[WagerResult] = []
    refused = dict(verified.refused)
    for result in verified.result.wagers:
        row, solution = verified.rows.get(result.id), verified.solutions.get(result.wager)
        if row is not None and solution is not None:
            sampled = _of_row(row, solution, rounds, seed)
            is_exact = sampled is not None and result.method is Method.EXACT
            found.append(replace(result, method=Method.SAMPLED, sampled=sampled) if is_exact else result)
        elif result.wager in refused:
            played = list(_played(verified.configured, result, rounds, seed))
            if played:
                del refused[result.wager]
            found.extend(played or [result])
        else:
            found.append(result)
    return replace(verified, result=replace(verified.result, wagers=tuple(found)), refused=refused)


def _of_row(row: Row, solution: Solution, rounds: int, seed: int) -> Sampled | None:
    """A sample of a row; None where it has no net result to sample."""
    ends, total = mixture(row.starts)
    if total != 1 or any(end.net is None for end in ends):
        return None
    return sample(solution, row.starts, rounds, seed)


def _played(configured: Configured, result: WagerResult, rounds: int, seed: int) -> Iterator[WagerResult]:
    """The result of a wager for each of its positions, played; nothing where it cannot be played."""
    wager = configured.ruleset.named(result.wager, wg.Wager)
    try:
        for position in positions(wager, Equipment(configured.ruleset)) if wager is not None else ():
            sampled = sample_by_play(configured, result.wager, position.label, rounds, seed)
            id_ = f"{result.wager}[{position.label}]" if position.label else result.wager
            labels = (position.label,) if position.label else ()
            yield replace(result, id=id_, positions=labels, method=Method.SAMPLED, sampled=sampled, solver="play")
    except (NotSolvable, PlayError):
        return


def sample(solution: Solution, starts: Sequence[SolvedStart], rounds: int, seed: int) -> Sampled:
    """So many rounds of a wager, drawn from its chain.

    ``starts`` are the moments of one position at which it is made, each as often as it comes first; a round goes from
    the making of the wager to its end.  Raises `NotSolvable` where it may stay undecided, or no payout is stated.
    """
    ends, total = mixture(starts)
    if total != 1:
        raise NotSolvable("it can stay undecided for ever", starts[0].start.permission.basis.span.source)
    if any(end.net is None for end in ends):
        raise NotSolvable("no clause states its payout", solution.wager.name.text, solution.wager.basis.span)
    counts: Counter[Ending] = Counter()
    for case, share in _shares(starts, rounds).items():
        table = Automaton.of(solution.cases[case].chain, [s for s in starts if s.case == case])
        counts.update(table.draw(share, seed + case))
    return sampled(counts, seed)


def _shares(starts: Sequence[SolvedStart], rounds: int) -> dict[int, int]:
    """How many rounds each case gets: as many as its moments are probable, the last what is left."""
    weights: dict[int, Fraction] = {}
    for start in starts:
        weights[start.case] = weights.get(start.case, Fraction(0)) + start.chance
    whole = sum(weights.values(), Fraction(0))
    made: dict[int, int] = {}
    left = rounds
    for n, (case, weight) in enumerate(weights.items()):
        part = weight / whole if whole else Fraction(1, len(weights))
        made[case] = left if n == len(weights) - 1 else round(rounds * part)
        left -= made[case]
    return made


@dataclass(frozen=True)
class Automaton:
    """A chain as a table, the ways out of all states one behind the other.

    ``bounds`` are the chances summed up within each state, in units of 2**-BITS, plus 2**BITS for every state before
    it; ``to`` is the state that a way leads to, or ``-1 - n`` for the ``n``-th of ``ends``.  Rounds begin in state 0.
    """

    bounds: npt.NDArray[np.uint64]
    to: Ints
    ends: tuple[Ending, ...]

    @classmethod
    def of(cls, chain: Chain, starts: Sequence[SolvedStart]) -> Automaton:
        """The states that the starts lead to; state 0 is the moment of making."""
        numbers: dict[int, int] = {}
        places: list[int] = []

        def number(place: int) -> int:
            if place not in numbers:
                places.append(place)
                numbers[place] = len(places)
            return numbers[place]

        ends: dict[Ending, int] = {}
        first: dict[int, Fraction] = {}
        whole = sum((s.chance for s in starts), Fraction(0))
        for start in starts:
            share = start.chance / whole if whole else Fraction(1, len(starts))
            first[number(start.place)] = first.get(number(start.place), Fraction(0)) + share
        rows: list[Mapping[int, Fraction]] = [first]
        for place in places:  # grows while it is gone through
            stays = chain.moves[place].get(place, Fraction(0))
            row: dict[int, Fraction] = {}
            for there, chance in chain.moves[place].items():
                if there != place:
                    row[number(there)] = chance / (1 - stays)
            for end, chance in chain.ends[place].items():
                key = -1 - ends.setdefault((end.result, end.net), len(ends))
                row[key] = row.get(key, Fraction(0)) + chance / (1 - stays)
            rows.append(row)
        return cls(*_flat(rows), tuple(ends))

    def draw(self, rounds: int, seed: int) -> Counter[Ending]:
        """How often each end came up in so many rounds."""
        source = np.random.PCG64(seed)
        counts = np.zeros(len(self.ends), dtype=np.int64)
        states = np.zeros(min(rounds, IN_HAND), dtype=np.int64)
        begun = len(states)
        while len(states):
            numbers = source.random_raw(len(states)) >> np.uint64(64 - BITS)
            numbers += states.astype(np.uint64) << np.uint64(BITS)
            states = self.to[np.searchsorted(self.bounds, numbers, side="right")]
            over = states < 0
            counts += np.bincount(-1 - states[over], minlength=len(counts))
            more = min(rounds - begun, int(over.sum()))
            begun += more
            states = np.concatenate((states[~over], np.zeros(more, dtype=np.int64)))
        return Counter({end: int(count) for end, count in zip(self.ends, counts, strict=True) if count})


def _flat(rows: Sequence[Mapping[int, Fraction]]) -> tuple[npt.NDArray[np.uint64], Ints]:
    """The ways of all states one behind the other."""
    bounds: list[int] = []
    to: list[int] = []
    for state, row in enumerate(rows):
        summed = list(accumulate(row.values()))
        bounds.extend((state << BITS) + (chance.numerator << BITS) // chance.denominator for chance in summed)
        to.extend(row)
    return np.array(bounds, dtype=np.uint64), np.array(to, dtype=np.int64)


def sampled(counts: Mapping[Ending, int], seed: int) -> Sampled:
    """The figures of rounds that ended so often so; every net result must be known.

    The interval is that of the normal distribution about the mean, from the variance of the sample.  Raises `NotSolvable`
    where there are fewer than `LEAST_ROUNDS` of them, which have none.
    """
    rounds = sum(counts.values())
    if rounds < LEAST_ROUNDS:
        raise NotSolvable(f"made in only {rounds} of the rounds sampled, which gives no interval: more rounds are needed")
    nets = {ending: _net(ending) for ending in counts}
    mean = sum((nets[e] * n for e, n in counts.items()), Fraction(0)) / rounds
    square = sum((nets[e] ** 2 * n for e, n in counts.items()), Fraction(0))
    variance = float((square - rounds * mean**2) / (rounds - 1))
    half = Z95 * math.sqrt(variance / rounds)
    pushes = sum(n for ending, n in counts.items() if kind_of(*ending) == "push")
    wins = sum(n for ending, n in counts.items() if kind_of(*ending) == "win")
    edge = float(-mean)
    return Sampled(
        rounds, seed, edge - half, edge + half, edge, wins / rounds, pushes / rounds,
        (rounds - wins - pushes) / rounds, variance,
    )  # fmt: skip


def _net(ending: Ending) -> Fraction:
    assert ending[1] is not None
    return ending[1]


def wilson(hits: int, rounds: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a share of which ``hits`` of ``rounds`` were seen, by Wilson's score; good for few hits, too."""
    if not rounds:
        return 0.0, 1.0
    share, spread = hits / rounds, z * z / rounds
    middle = share + spread / 2
    half = z * math.sqrt(share * (1 - share) / rounds + spread / (4 * rounds))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return (0.0 if hits == 0 else max(0.0, low)), (1.0 if hits == rounds else min(1.0, high))


def sample_by_play(
    configured: Configured, wager: str, label: str, rounds: int, seed: int, *, called_on: bool = False
) -> Sampled:
    """So many rounds of a wager, each played by the letter from the start of a round.

    It is made as soon as it may be, with what it needs before it; where that is decided before it could be made, play
    begins anew.  Raises `NotSolvable` where what it needs may be one thing or another, or no payout is stated;
    `PlayError` as play does.
    """
    play = Play(configured, Seeded(seed), check_amounts=False)
    wishes = (*_needed(play.wager_named(wager), play), Wish(wager, label, Fraction(1), called_on))
    counts: Counter[Ending] = Counter()
    while counts.total() < rounds:
        play.state.stakes, play.state.chance_acts, play.unmade = [], 0, list(wishes)
        for _ in play.play():
            if any(not stake.is_open for stake in play.state.stakes):
                target = play.state.stakes[-1]
                if target.wager.name.text == wager and target.result is not None:
                    counts[target.result, target.net] += 1
                if target.wager.name.text != wager or not target.is_open:
                    break
    if any(net is None for _, net in counts):
        raise NotSolvable("no clause states its payout", wager)
    return sampled(counts, seed)


def _needed(wager: wg.Wager, play: Play) -> Iterator[Wish]:
    """The wagers to make before this one."""
    for line in wager.lines:
        if isinstance(line, wg.NeedsAny) and len(line.wagers) > 1:
            raise NotSolvable("any of several wagers may stand behind it", "needs any of", line.basis.span)
        if isinstance(line, wg.NeedsAll | wg.NeedsAny):
            for name in line.wagers:
                needed = play.wager_named(name.text)
                position = only_position(needed, play.state.equipment)
                if position is None:
                    raise NotSolvable(f"{name} may be on one thing or another", "needs", line.basis.span)
                yield from _needed(needed, play)
                yield Wish(name.text, position.label, Fraction(1))
