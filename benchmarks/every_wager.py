"""Every wager of every card game, solved as it stands: ``python benchmarks/every_wager.py [--write] [RULESET] …``.

One row of a table (`every_wager.md`, by ``--write``) for each group of wagers that is valued together: the house edge, the method
that took it, and the processor and wall seconds that it took.  What the house must choose is $5 for a minimum, $500 for a maximum,
$1 for a stake, and $1,000 for anything else.  Readings and options that are not in force are not solved here.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
UNSET = {"table_minimum": "$5", "table_maximum": "$500", "bonus_minimum": "$1"}


def unset_value(option: str) -> str:
    return UNSET.get(option) or ("$1" if "stake" in option else "$1000")


def rows_of(name: str) -> Iterator[str]:
    """The rows of one ruleset."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset.configure import configure, read_value
    from audit.ruleset.parameters import Option
    from audit.solve.cards.ids import wager_of
    from audit.solve.cards.results import result_of
    from audit.solve.cards.solver import CardSolver
    from audit.solve.errors import NotSolvable
    from audit.solve.planner import not_offered

    ruleset = load(name, Library((RULESETS,)))
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    solver = CardSolver(configure(ruleset, {option: read_value(unset_value(option)) for option in unset}))
    absent = not_offered(solver.configured)
    for group in solver.units():
        title = " + ".join(group)
        if {wager_of(name) for name in group} <= set(absent):
            yield f"| {name} | {title} | not offered | - | - | - |"
            continue
        begun, used = time.perf_counter(), time.process_time()
        try:
            result = result_of(solver, solver.solve(group), 0.0)
            edge = f"{float(result.figures.house_edge):.6%}" if result.figures and result.figures.house_edge is not None else "-"
            told = f"{edge} | {result.solver}"
        except NotSolvable as error:
            told = f"not solved | {error.why}"
        seconds, used = time.perf_counter() - begun, time.process_time() - used
        yield f"| {name} | {title} | {told} | {used:.1f} | {seconds:.1f} |"


def card_games() -> list[str]:
    """The shipped rulesets whose rounds deal cards and in which players do not bet against one another."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset.rounds import BettingRound, Round
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.planner import deals_cards

    library = Library((RULESETS,))
    names = [path.relative_to(RULESETS).with_suffix("").as_posix() for path in sorted(RULESETS.rglob("*.rop"))]
    loaded: list[tuple[str, Ruleset]] = [(n, load(n, library)) for n in names if not n.startswith("card-room/")]
    against_the_house = [(n, r) for n, r in loaded if not any(isinstance(node, BettingRound) for node in r.nodes_of(Round))]
    return [name for name, ruleset in against_the_house if deals_cards(ruleset)]


HEAD = f"""# Every wager of every card game

Solved as it stands, in one process, on {os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()};
`python benchmarks/every_wager.py --write`.  Seconds of processor and of the clock; the first wager of a process loads what it needs.

| ruleset | wagers | house edge | method | CPU s | s |
| --- | --- | ---: | --- | ---: | ---: |"""


def main(*words: str) -> None:
    named = [word for word in words if word != "--write"]
    lines = [HEAD]
    print(HEAD)
    for name in named or card_games():
        for row in rows_of(name):
            print(row, flush=True)
            lines.append(row)
    if "--write" in words:
        Path(__file__).with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
