"""How long the main things take, each beside a baseline measured in the same run.

`python benchmarks/measure.py` prints a table; `--write` also puts it into benchmarks/figures.md.  A figure is the least
of several runs, in seconds of wall time, since whatever else a machine does can only add to it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = Path(sys.executable).with_name("audit")
FIRST, SECOND = "oneida/craps/2003-08-06", "oneida/craps/2022-09-08"
LINES = 10_000


@dataclass(frozen=True)
class Figure:
    """``least`` and ``baseline`` in seconds; ``goal`` is what the figure is held against, in words."""

    what: str
    least: float
    goal: str
    against: str
    baseline: float

    def row(self) -> str:
        ratio = self.least / self.baseline if self.baseline else 0.0
        return f"| {self.what} | {self.least:.3f} | {self.goal} | {self.against} | {self.baseline:.3f} | {ratio:.1f} |"


def least_of(runs: int, work: Callable[[], object]) -> float:
    """The least wall time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def process(*command: str, is_anew: bool = True) -> Callable[[], object]:
    """A command run to its end; unless it is ``is_anew``, what was worked out before may be found again."""
    others = {name: value for name, value in os.environ.items() if name != "AUDIT_ANEW"}
    environment = {**others, "AUDIT_ANEW": "1"} if is_anew else others
    return lambda: subprocess.run(command, check=False, capture_output=True, env=environment)


def bare_python() -> float:
    """What starting Python alone takes."""
    return least_of(5, process(sys.executable, "-c", "pass"))


def start(bare: float) -> Figure:
    return Figure("`audit --help`, process", least_of(5, process(str(COMMAND), "--help")), "0.25",
                  "Python that does nothing", bare)  # fmt: skip


def parse_check_solve() -> Figure:
    """A ruleset of craps from its text to the figures of every wager, and the same text read by the bare grammar."""
    from audit import resources
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.language.parsing import parse
    from audit.language.syntax import Source
    from audit.solve.planner import verify

    folder = resources.folder("rulesets")
    text = (folder / f"{FIRST}.rop").read_text(encoding="utf-8")
    source = Source("craps.rop", text)
    return Figure("craps parsed, checked and solved", least_of(3, lambda: verify(load(FIRST, Library((folder,))))),
                  "1", "parsed alone", least_of(3, lambda: parse(source)))  # fmt: skip


def verify_process(bare: float) -> Figure:
    return Figure("`audit verify` of craps with its findings, process",
                  least_of(3, process(str(COMMAND), "verify", FIRST)), "-", "Python that does nothing", bare)  # fmt: skip


def verify_kept(bare: float) -> Figure:
    """The same ruleset again: what came of it was kept."""
    return Figure("`audit verify` of craps once more, process",
                  least_of(3, process(str(COMMAND), "verify", FIRST, is_anew=False)), "1", "Python that does nothing", bare)  # fmt: skip


def long_text() -> str:
    """A ruleset of some ten thousand lines: one game's wagers over and over under other names."""
    from audit import resources

    text = (resources.folder("rulesets") / f"{FIRST}.rop").read_text(encoding="utf-8")
    head, _, rest = text.partition("\nwager ")
    wagers = "\nwager " + rest
    blocks = wagers.split("\nwager ")[1:]
    made, n = [head], 0
    while sum(b.count("\n") + 1 for b in made) < LINES:
        for block in blocks:
            name, _, tail = block.partition(" ")
            made.append(f"\nwager {name}_{n} {tail}")
        n += 1
    return "\n".join("\n".join(made).split("\n")[:LINES])


def parse_long() -> Figure:
    """The lines of a long file a second; the baseline only reads its lines."""
    from audit.language.layout import check
    from audit.language.parsing import parse
    from audit.language.syntax import Source

    source = Source("long.rop", long_text())
    return Figure(f"{LINES:,} lines parsed", least_of(2, lambda: parse(source)), f"{LINES / 2500:g}",
                  "their layout alone", least_of(2, lambda: check(source)))  # fmt: skip


def report() -> Figure:
    """HTML and PDF of two editions that are verified and compared already; the baseline is the HTML alone."""
    from audit.commands.diff import compared
    from audit.commands.examining import silent
    from audit.commands.report import examined_side
    from audit.commands.session import Session
    from audit.report.building import verify_diff_report
    from audit.report.html import render_html
    from audit.report.paper import Paper
    from audit.report.pdf import render_pdf

    comparison, sides = compared(Session(), FIRST, SECOND, silent)
    old, new = (examined_side(side, "audit report") for side in sides)

    def web() -> object:
        return render_html(verify_diff_report(old, new, comparison), Paper.A4)

    def both() -> object:
        return web(), render_pdf(verify_diff_report(old, new, comparison), Paper.A4)

    return Figure("two-edition report in HTML and PDF", least_of(2, both), "2", "HTML alone", least_of(2, web))


def report_process(bare: float) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        files = [part for kind in ("html", "pdf") for part in ("-o", str(Path(folder) / f"r.{kind}"))]
        time_ = least_of(2, process(str(COMMAND), "report", "verify+diff", FIRST, SECOND, *files))
    return Figure("`audit report verify+diff`, both verified, process", time_, "-", "Python that does nothing", bare)


def main() -> None:
    bare = bare_python()
    figures = [start(bare), parse_check_solve(), verify_process(bare), verify_kept(bare), parse_long(), report(), report_process(bare)]
    head = "| what | seconds | goal | beside | seconds | ratio |\n| --- | --- | --- | --- | --- | --- |"
    table = "\n".join([head, *(f.row() for f in figures)])
    print(table)
    if "--write" in sys.argv:
        machine = f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"
        words = f"# Figures\n\nThe least of several runs on {machine}; `python benchmarks/measure.py --write`.\n\n"
        (HERE / "figures.md").write_text(words + table + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
