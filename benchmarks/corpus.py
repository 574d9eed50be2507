"""`audit verify` of every shipped ruleset with all its readings: ``python benchmarks/corpus.py [--write] [--out FOLDER] [RULESET] …``.

One row of a table (`corpus.md`, by ``--write``) for each ruleset: the seconds of a process that works everything out, and of one
that finds it kept; what was not completed (exit code 4) is not kept.  Compiled kernels are warm.  With ``--out`` what was printed is
put there, a file each.  What a ruleset leaves to the house is left open, so that some wagers are told as not verifiable.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parent / "rulesets"
COMMAND = Path(sys.executable).with_name("audit")
INCOMPLETE = 4

HEAD = f"""# The whole corpus

`audit verify` of each shipped ruleset in a process of its own, all readings and options and the findings included, on
{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}; `python benchmarks/corpus.py --write`.

| ruleset | worked out, s | kept, s |
| --- | ---: | ---: |"""


def rulesets() -> list[str]:
    """Those that are played against the house, fragments left out, by their ids."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset.rounds import BettingRound, Round

    names = [path.relative_to(RULESETS).with_suffix("").as_posix() for path in sorted(RULESETS.rglob("*.rop"))]
    loaded = [(name, load(name, Library((RULESETS,)))) for name in names]
    return [name for name, one in loaded if one.of(Round) and not any(isinstance(n, BettingRound) for n in one.nodes_of(Round))]


def seconds_of(command: str, name: str, cache: str) -> tuple[float, subprocess.CompletedProcess[str]]:
    """The seconds of a process, and what came of it."""
    environment = {key: value for key, value in os.environ.items() if key != "AUDIT_ANEW"} | {"AUDIT_CACHE": cache}
    begun = time.perf_counter()
    done = subprocess.run([COMMAND, command, RULESETS / f"{name}.rop"], check=False, capture_output=True, text=True, env=environment)
    return time.perf_counter() - begun, done


def rows_of(names: list[str], out: Path | None, cache: str) -> list[str]:
    """The rows of the table, and one of their sums."""
    rows: list[str] = []
    sums = [0.0, 0.0]
    seconds_of("check", names[0], cache)  # which keeps the tables of the grammar
    for name in names:
        worked_out, done = seconds_of("verify", name, cache)
        kept = seconds_of("verify", name, cache)[0] if done.returncode != INCOMPLETE else 0.0
        if out is not None:
            (out / f"{name.replace('/', '_')}.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        sums = [sums[0] + worked_out, sums[1] + kept]
        rows.append(f"| {name} | {worked_out:.1f} | {f'{kept:.1f}' if kept else 'not kept'} |")
        print(rows[-1], flush=True)
    return [*rows, f"| **all** | {sums[0]:.1f} | {sums[1]:.1f} |"]


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--write"]
    folder = Path(asked.pop(asked.index("--out") + 1)) if "--out" in asked else None
    asked = [word for word in asked if word != "--out"]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        table = "\n".join([HEAD, *rows_of(asked or rulesets(), folder, scratch)]) + "\n"
    if "--write" in sys.argv:
        (HERE / "corpus.md").write_text(table, encoding="utf-8")
    print(table)
