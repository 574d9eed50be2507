"""Rounds in which hands grow, played in a second of one processor: ``python benchmarks/draws.py [RULESET] …``.

Sampled by the automaton under best play (compiled, the automaton grown before it is timed), and played by the interpreter on
the same wagers, which decides at random.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from pathlib import Path

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
GAMES = ("jack-cleveland/blackjack/undated",)
UNSET = {"table_minimum": "$5", "table_maximum": "$500", "side_minimum": "$5", "side_maximum": "$50"}
SAMPLED, PLAYED = 20_000_000, 2_000


def rounds_a_second(name: str) -> tuple[float, float, float, float]:
    """Sampled and played rounds in a second, and the seconds until best play is known and the automaton is made."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.play.choosing import AtRandom
    from audit.play.feed import Seeded
    from audit.play.making import Wish
    from audit.play.rounds import Play
    from audit.ruleset.configure import configure, read_value
    from audit.ruleset.parameters import Option
    from audit.solve.cards.solver import CardSolver
    from audit.solve.draws.sampling import Sampler
    from audit.solve.draws.solving import drawing_of, unit_of

    ruleset = load(name, Library((RULESETS,)))
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    configured = configure(ruleset, {option: read_value(UNSET[option]) for option in unset})
    solver = CardSolver(configured)
    group = solver.bundles[0].wagers
    begun = time.process_time()
    drawing = drawing_of(solver, group)
    assert drawing.ends
    solved = time.process_time() - begun
    begun = time.process_time()
    sampler = Sampler(drawing, unit_of(solver, group))
    sampler.play(SAMPLED, 1)
    grown = time.process_time() - begun
    begun = time.process_time()
    sampler.play(SAMPLED, 1)
    sampled = SAMPLED / (time.process_time() - begun)
    game = Play(configured, Seeded(1), chooser=AtRandom(1), check_amounts=False)
    begun = time.process_time()
    for _ in range(PLAYED):
        game.state.stakes, game.unmade = [], [Wish(solver.bundles[0].unit, "", Fraction(10))]
        for _ in game.one_round():
            pass
    return sampled, PLAYED / (time.process_time() - begun), solved, grown


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        sampled, played, solved, grown = rounds_a_second(name)
        print(f"{name:<40} {sampled:12,.0f} sampled, {played:8,.0f} played a second", flush=True)
        print(f"{'':<40} best play in {solved:.0f} s, the first {SAMPLED:,} sampled rounds in {grown:.0f} s", flush=True)
