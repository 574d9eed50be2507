"""Figures of rounds in which hands grow, by play: cards dealt from a shoe, decided as is best, many million rounds.

What the sampler shares with the exact figures is the graph of the round and what is best in each situation.  It counts and
weighs nothing: real cards are dealt, and what they bring is added up.  Best play is that of a round from a fresh shoe, with a
cut card too.

Rounds are played in batches of a fixed number, each with a seed of its own and a fresh shoe to begin with, so that figures
are the same however many batches are played at a time.

Sources: Steele, Lea, Flood, Fast splittable pseudorandom number generators (2014), for the generator; Cochran, Sampling
techniques (1977), section 6, for the interval where rounds from one shoe hang together: the ratio of what shoes bring to
the rounds dealt from them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from audit.ruleset.chance import Deck, ShuffledBefore
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.tables import Outcome
from audit.solve.cards.bundles import grows
from audit.solve.draws.automaton import Automaton, Grown
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.known_choices import NOT_WORKED_OUT, KnownChoices
from audit.solve.draws.round_kernel import (
    AT,
    BRANCH,
    HAND,
    HANDS,
    MISSING,
    MOST_CARDS,
    MOST_HANDS,
    NETS_2,
    NETS_ROUNDS,
    NO_CARDS,
    OVER,
    ROUNDS,
    ROUNDS_2,
    SHOES,
    SPLIT_ROUNDS,
    SPLITS_AGAIN,
    TOO_LATE,
    TOO_LONG,
    UNKNOWN,
    Ints8,
    Table,
    end_shoe,
    play_rounds,
    table,
)
from audit.solve.draws.solving import drawing_of, unit_of
from audit.solve.errors import NotSolvable
from audit.solve.result import Sampled
from audit.solve.sampling import Z95, Ending, sampled

if TYPE_CHECKING:
    from audit.solve.cards.solver import CardSolver

IN_A_BATCH = 1 << 18
"""Rounds that are played with one seed, one batch after another."""

MOST_CELLS = 127
"""A kind or fine kind of a card is a byte."""

FRESH_SHOES = -1
"""So many cards are left behind a cut card where each round is dealt from a fresh shoe."""

FROM_FRESH_SHOES = "each sampled round is dealt from a fresh shoe and decided by best play of it"

IN_ONE_SHOE = (
    "sampled rounds go on from one shoe until {:,} cards or fewer are left; they are decided as is best in a round from a "
    "fresh shoe, of which the exact figures are"
)

STOPS = {
    UNKNOWN: NOT_WORKED_OUT,
    NO_CARDS: "a round is dealt for which the cards do not last",
    TOO_LONG: f"a round of more than {MOST_CARDS} cards in one area, or more than {MOST_HANDS} hands of a split",
    TOO_LATE: "a hand of a split is decided on after cards have come to all of them",
    SPLITS_AGAIN: "hands that are split again otherwise than by another card of their kind",
}


def sample_growing(
    solver: CardSolver, group: tuple[str, ...], rounds: int, seed: int, *, jobs: int = 1, cut_card: int | None = None
) -> tuple[Sampled, tuple[str, ...]]:
    """So many rounds of wagers that are valued together, and what to say of them.

    ``jobs`` batches are played at a time.  With a ``cut_card`` rounds go on from one shoe until no more cards than that are
    left; else each is dealt from a fresh shoe.  Raises `NotSolvable` where best play is not known, or such a round cannot
    be played.
    """
    drawing = drawing_of(solver, group)
    sampler = Sampler(drawing, unit_of(solver, group), FRESH_SHOES if cut_card is None else cut_card)
    found = sampler.play(rounds, seed, jobs)
    if not found.ended:
        raise NotSolvable(f"made in none of {rounds:,} rounds")
    drawn = found.sampled(seed)
    notes = [IN_ONE_SHOE.format(cut_card) if cut_card is not None else FROM_FRESH_SHOES]
    if drawn.rounds < rounds:
        notes.append(f"made in {drawn.rounds:,} of {rounds:,} rounds dealt")
    return drawn, tuple(notes)


def why_no_cut_card(ruleset: Ruleset) -> str | None:
    """What stands against rounds that go on from one shoe; None where nothing does."""
    if not grows(ruleset):
        return "rounds are sampled from one shoe only where hands grow (plays each hand, deal … until)"
    if any(isinstance(line, ShuffledBefore) for deck in ruleset.of(Deck) for line in deck.lines):
        return "the cards are shuffled before every round"
    return None


@dataclass
class Tally:
    """What rounds have brought: how many ended how; of the shoes, with a cut card, sums over them (nets per unit)."""

    ended: Counter[Ending] = field(default_factory=Counter)
    shoes: int = 0
    nets_2: Fraction = Fraction(0)
    nets_rounds: Fraction = Fraction(0)
    rounds_2: int = 0

    def add(self, other: Tally) -> None:
        self.ended.update(other.ended)
        self.shoes += other.shoes
        self.nets_2 += other.nets_2
        self.nets_rounds += other.nets_rounds
        self.rounds_2 += other.rounds_2

    def sampled(self, seed: int) -> Sampled:
        """The figures.  The interval is that of rounds one independent of another, or of shoes where there is a cut card."""
        found = sampled(self.ended, seed)
        if not self.shoes:
            return found
        mean = sum((net * number for (_, net), number in self.ended.items() if net is not None), Fraction(0)) / found.rounds
        spread = float(self.nets_2 - 2 * mean * self.nets_rounds + mean**2 * self.rounds_2)
        correction = self.shoes / (self.shoes - 1) if self.shoes > 1 else math.inf
        half = Z95 * math.sqrt(spread * correction) / found.rounds
        return replace(found, low=found.house_edge - half, high=found.house_edge + half)


@dataclass(frozen=True)
class Told:
    """One round as it was played: kinds of cards in the order of dealing (and behind them the rest of the shoe), what was
    chosen in turn, and what it brought, per unit.
    """

    cards: tuple[int, ...]
    choices: tuple[str, ...]
    net: Fraction


class Sampler:
    """Plays rounds under the best play of a drawing; ``behind`` cards are left when a shoe is shuffled, `FRESH_SHOES` all.

    Raises `NotSolvable` where best play is not known, or a round cannot be played so.
    """

    def __init__(self, drawing: Drawing, unit: Fraction = Fraction(1), behind: int = FRESH_SHOES) -> None:
        assert drawing.ends  # which settles on what is best, and refuses what cannot be solved
        if drawing.kinds.late:
            raise NotSolvable("sampled rounds of a wager for which suits are told of whole hands: its exact figures stand")
        self.drawing, self.unit, self.behind = drawing, unit, behind
        self.choices = KnownChoices(drawing)
        self.automaton = Automaton(drawing, self.choices)
        if len(drawing.kinds.lying) > MOST_CELLS:
            raise NotSolvable(f"sampled rounds in which cards can lie in more than {MOST_CELLS} ways")
        self.deck: Ints8 = np.array(drawing.kinds.shoe, dtype=np.int8)
        if behind >= len(self.deck):
            raise NotSolvable(f"a cut card with {behind} cards behind it, in a shoe of {len(self.deck)}")
        self._growing = Lock()

    def play(self, rounds: int, seed: int, jobs: int = 1) -> Tally:
        """So many rounds; ``jobs`` batches are played at a time."""
        whole = Tally()
        sizes = [IN_A_BATCH] * (rounds // IN_A_BATCH) + [rounds % IN_A_BATCH] * (rounds % IN_A_BATCH > 0)
        with ThreadPoolExecutor(jobs) as pool:
            for found in pool.map(self._batch, sizes, _sources(seed)):
                whole.add(found)
        return whole

    def told(self, rounds: int, seed: int) -> Iterator[Told]:
        """The first rounds of the first batch, one by one."""
        source, before, begun = next(_sources(seed)), Tally(), 0
        for number in range(1, rounds + 1):
            found, automaton, at = self._played(number, source)
            ((_, net),) = found.ended - before.ended
            assert net is not None
            yield Told(tuple(at.deck[begun:].tolist()), tuple(_choices(automaton, at)), net)
            before, begun = found, int(at.io[AT])

    def _batch(self, rounds: int, source: int) -> Tally:
        return self._played(rounds, source)[0]

    def _played(self, rounds: int, source: int) -> tuple[Tally, Automaton, Table]:
        while True:
            automaton, at = self.automaton, table(self.deck, source)
            found = self._tried(automaton, at, rounds)
            if found is not None:
                return found, automaton, at

    def _tried(self, automaton: Automaton, at: Table, rounds: int) -> Tally | None:
        """The rounds of a batch; None where the automaton had to be made anew on the way."""
        found = Tally()
        while True:
            with self._growing:
                arrays = automaton.arrays
            ends, nets = np.zeros(len(arrays.worth), dtype=np.int64), np.zeros(rounds, dtype=np.int64)
            at.io[SPLIT_ROUNDS] = 0
            stop = play_rounds(arrays, at, rounds, self.behind, ends, nets)
            for end in np.nonzero(ends * arrays.counts)[0].tolist():
                found.ended[self._ending(Fraction(int(arrays.worth[end]), automaton.scale))] += int(ends[end])
            for net, number in zip(*np.unique(nets[: at.io[SPLIT_ROUNDS]], return_counts=True), strict=True):
                found.ended[self._ending(Fraction(int(net), automaton.scale))] += int(number)
            if stop == OVER:
                break
            if stop != MISSING:
                raise NotSolvable(STOPS[stop])
            if not self._grown(automaton, at):
                return None
        if at.io[ROUNDS]:  # of a shoe that is not dealt out
            end_shoe(at.io)
        scale = automaton.scale * self.unit
        found.shoes, found.rounds_2 = int(at.io[SHOES]), int(at.io[ROUNDS_2])
        found.nets_2, found.nets_rounds = int(at.io[NETS_2]) / scale**2, int(at.io[NETS_ROUNDS]) / scale
        return found

    def _grown(self, automaton: Automaton, at: Table) -> bool:
        """Works out what a round has come to for the first time; False where the automaton had to be made anew."""
        hand = int(at.io[HAND])
        with self._growing:
            try:
                automaton.fill(int(at.begun[hand]), at.path[hand, : at.steps[hand]].tolist(), int(at.io[BRANCH]))
            except Grown:
                if self.automaton is automaton:
                    self.automaton = Automaton(self.drawing, self.choices)
                return False
        return True

    def _ending(self, worth: Fraction) -> Ending:
        net = worth / self.unit
        if not net:
            return Outcome.PUSH.value, net
        return (Outcome.WIN if net > 0 else Outcome.LOSE).value, net


def _sources(seed: int) -> Iterator[int]:
    """Where the numbers of each batch begin."""
    number = 0
    while True:
        yield int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])
        number += 1


def _choices(automaton: Automaton, at: Table) -> Iterator[str]:
    """What was chosen in a round that is over, in turn."""
    paths = [at.path[hand, : at.steps[hand]].tolist() for hand in range(at.io[HANDS])]
    if len(paths) == 1:
        yield from automaton.follow(-1, paths[0])[1].branches
        return
    split = automaton.splits[int(at.begun[0]) // 4]
    yield from split.chain[0].branches
    again = 0
    for hand, path in enumerate(paths):
        for _ in range(int(at.pairs[hand])):
            again += 1
            yield from split.chain[again].branches[len(split.chain[again - 1].branches) + 1 :]
        begins = split.starts[int(at.which[hand]), bool(at.begun[hand] % 2)][0]
        yield from automaton.follow(int(at.begun[hand]), path)[1].branches[len(begins.branches) :]
