"""Every wager of every card game, solved as it stands: ``python benchmarks/every_wager.py [RULESET] …``.

One line (`every_wager.md`) for each group of wagers that is valued together: the house edge, the method that took it, and the processor
and wall seconds that it took in a process that has compiled nothing before.  What the house must choose is $5 for a
minimum, $500 for a maximum, $1 for a stake, and $1,000 for anything else.  Readings and options that are not in force
are not solved here.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
UNSET = {"table_minimum": "$5", "table_maximum": "$500", "bonus_minimum": "$1"}


def unset_value(option: str) -> str:
    return UNSET.get(option) or ("$1" if "stake" in option else "$1000")


def tell_every_wager(name: str) -> int:
    """Prints the lines of one ruleset; how many of its wagers no method took."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset.configure import configure, read_value
    from audit.ruleset.parameters import Option
    from audit.solve.cards.results import result_of
    from audit.solve.cards.solver import CardSolver
    from audit.solve.errors import NotSolvable
    from audit.solve.planner import not_offered

    ruleset = load(name, Library((RULESETS,)))
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    solver = CardSolver(configure(ruleset, {option: read_value(unset_value(option)) for option in unset}))
    absent = not_offered(solver.configured)
    refused = 0
    for group in solver.units():
        title = " + ".join(group)
        if set(group) <= set(absent):
            print(f"{name:<48} {title:<40} not offered", flush=True)
            continue
        begun, used = time.perf_counter(), time.process_time()
        try:
            result = result_of(solver, solver.solve(group), 0.0)
        except NotSolvable as error:
            refused += 1
            print(f"{name:<48} {title:<40} REFUSED {error.why}", flush=True)
            continue
        seconds, used = time.perf_counter() - begun, time.process_time() - used
        edge = f"{float(result.figures.house_edge):.6%}" if result.figures and result.figures.house_edge is not None else "-"
        print(f"{name:<48} {title:<40} {edge:>12} {result.solver:<22} {used:6.1f} s CPU {seconds:6.1f} s", flush=True)
    return refused


def card_games() -> list[str]:
    """The shipped rulesets whose rounds deal cards and are no card room's."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.planner import deals_cards

    library = Library((RULESETS,))
    names = [path.relative_to(RULESETS).with_suffix("").as_posix() for path in sorted(RULESETS.rglob("*.rop"))]
    loaded: list[tuple[str, Ruleset]] = [(n, load(n, library)) for n in names if not n.startswith("card-room/")]
    return [name for name, ruleset in loaded if deals_cards(ruleset)]


if __name__ == "__main__":
    sys.exit(1 if sum(tell_every_wager(name) for name in sys.argv[1:] or card_games()) else 0)
