"""Rounds of a game played with real cards, each held against the trees that the solver counts with."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from audit.language.library import Library
from audit.language.loading import load
from audit.play.choosing import Chooser
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import Configured, configure, read_value
from audit.ruleset.meters import Meter
from audit.ruleset.parameters import Option
from audit.solve.cards.course import Course, End
from audit.solve.cards.ids import name_among, wager_of
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.pruning import only_for
from audit.solve.cards.solver import CardSolver
from audit.solve.cards.staking import staked
from audit.solve.planner import not_offered
from tests.solve.cards.following import ByTables, follow

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
UNSET = {"table_minimum": "$5", "table_maximum": "$500"}
"""What the house chooses where it must; anything else, such as a meter's start, is $1,000."""

SIZES = (Fraction(10_007), Fraction(20_011), Fraction(5_003))
"""How much is in the meters, the first, the second, the third."""

Nets = Counter[tuple[str, str, Fraction]]
"""What came of wagers, bonuses and payments to others: the name, whom it is for, the net; how often."""


class PatientSolver(CardSolver):
    """A solver whose trees may take as long as they need on a busy machine."""

    @cached_property
    def laying(self) -> LayingOpen:
        return LayingOpen(self.configured, most_seconds=3_600)


@dataclass
class Game:
    """A ruleset with every offered wager made, in units; ``seed`` deals its cards."""

    name: str
    seed: int = 1

    @cached_property
    def configured(self) -> Configured:
        ruleset = load(self.name, Library((RULESETS,)))
        unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
        return configure(ruleset, {option: read_value(UNSET.get(option, "$1000")) for option in unset})

    @cached_property
    def solver(self) -> CardSolver:
        return PatientSolver(self.configured)

    @cached_property
    def bundle(self) -> tuple[str, ...]:
        """The wagers that must be made; none where nothing must."""
        return self.solver.bundles[0].wagers if self.solver.bundles else ()

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        absent = not_offered(self.configured)
        return tuple(name for group in self.solver.units() for name in group if wager_of(name) not in absent)

    @cached_property
    def meters(self) -> dict[str, Fraction]:
        return dict(zip([m.name.text for m in self.configured.ruleset.of(Meter)], SIZES, strict=False))

    @cached_property
    def tables(self) -> ByTables:
        return ByTables(self.solver.laying.judge)

    @cached_property
    def courses(self) -> list[tuple[Course, frozenset[str]]]:
        """For each group of wagers valued together its tree, with the wagers and bonuses that it is about.

        Where other wagers change what may be chosen, the bundle has a tree beside each of them, too.
        """
        found: list[tuple[Course, frozenset[str]]] = []
        for group in self.solver.units():
            if group[0] in self.wagers:
                if not self.bundle:
                    alone = self.solver.alone(group[0])
                    assert alone is not None, "nothing is decided"
                    found.append((alone, frozenset(self.solver.names(group))))
                    continue
                is_bundle = group == self.bundle
                made = group if is_bundle else self.solver.margins[group[0]].all_made
                whole = self.solver.laying.course(made, made)
                names = self.solver.names(group)
                found.append((only_for(whole, names), frozenset(names)))
                if not is_bundle:
                    mine = self.solver.names(self.bundle)
                    found.append((only_for(whole, mine), frozenset(mine)))
        return found

    def rounds(self, number: int, chooser: Chooser, wagers: Sequence[str] | None = None) -> Iterator[Play]:
        """So many rounds with these wagers made, or with all; the play stands as each round has left it."""
        laid = self.solver.laying.configured
        wishes = staked(laid.ruleset, self.wagers if wagers is None else wagers).wishes
        play = Play(laid, Seeded(self.seed), check_amounts=False, chooser=chooser)
        for _ in range(number):
            self.begin(play, wishes)
            for _ in play.one_round():
                pass
            yield play

    def begin(self, play: Play, wishes: Sequence[Wish]) -> None:
        """Nothing is left of the round before, in meters either."""
        play.state.stakes, play.state.meters, play.unmade = [], dict(self.meters), list(wishes)

    def differences(self, play: Play) -> tuple[list[str], frozenset[str]]:
        """What the trees say otherwise than a round that was played, and the wagers that some tree had its say on."""
        made = self.made(play)
        held = {lying.spot: lying.card for dealt in play.state.cards.dealt.values() for lying in dealt}
        wrong: list[str] = []
        asked: set[str] = set()
        for course, names in self.courses:
            if made.isdisjoint(names):
                continue
            try:
                end = follow(course, self.tables.ask, held, play.state.decided)
            except ValueError:
                continue  # a choice that only another wager beside these gives
            asked |= names
            in_tree, in_play = self.nets_of_end(end), nets_of_play(play, names)
            if in_tree != in_play:
                cards = {spot: str(card) for spot, card in held.items()}
                wrong.append(f"{cards} {play.state.decided}: {dict(in_tree)} in the tree, {dict(in_play)} in play")
        return wrong, frozenset(asked)

    def made(self, play: Play) -> set[str]:
        """The wagers of a round, by the names that they bear in a tree."""
        return {name_among(stake, self.wagers) for stake in play.state.stakes}

    def nets_of_end(self, end: End) -> Nets:
        found: Nets = Counter()
        for paid in end.paid:
            if paid.net is not None:
                shares = sum((share * self.meters[name] for name, share in paid.meters), Fraction(0))
                found[paid.name, paid.beside, paid.net + shares] += 1
        return without_nothing(found)


def nets_of_play(play: Play, names: frozenset[str]) -> Nets:
    """What came of some wagers and bonuses in a round."""
    found: Nets = Counter()
    for stake in play.state.stakes:
        wager = name_among(stake, names)
        assert stake.net is not None
        found[wager, "", stake.net] += wager in names
        for extra in stake.extras:
            name, beside = (extra.name, "") if extra.kind == "bonus" else (wager, extra.kind)
            assert extra.net is not None
            found[name, beside, extra.net] += name in names
    return without_nothing(found)


def without_nothing(nets: Nets) -> Nets:
    return Counter({key: times for key, times in nets.items() if key[2] and times})


@dataclass
class Mean:
    """The mean of what a round brought, with its standard error."""

    rounds: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, net: Fraction) -> None:
        self.rounds += 1
        self.total += net
        self.squares += net * net

    def errors_from(self, exact: Fraction) -> float:
        """How many standard errors the mean lies from a value."""
        mean = self.total / self.rounds
        variance = (self.squares - self.rounds * mean**2) / (self.rounds - 1)
        return float(mean - exact) / math.sqrt(variance / self.rounds)


def net_of(play: Play, names: frozenset[str]) -> Fraction:
    """What some wagers and bonuses brought their player together."""
    nets = nets_of_play(play, names)
    return sum((net * times for (_, beside, net), times in nets.items() if not beside), Fraction(0))
