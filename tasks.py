"""What a fresh machine needs: `python3 tasks.py audit` runs the main job, `python3 tasks.py test` the tests.

Each task makes the project's own environment in `.venv` first, from the pinned versions in `constraints.txt`.
Nothing but Python 3.11 or later is assumed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"


def environment() -> None:
    """Makes `.venv` and installs the project and its tools into it, if they are not there as pinned."""
    wanted = hashlib.sha256(
        (HERE / "constraints.txt").read_bytes() + (HERE / "pyproject.toml").read_bytes()
    ).hexdigest()
    stamp = VENV / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("setting up .venv …", flush=True)
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "-c", "constraints.txt", "-e", ".[dev]"], cwd=HERE, check=True)
    stamp.write_text(wanted)


def run(*command: str, fine: tuple[int, ...] = (0,)) -> None:
    """Runs a tool of the environment; its exit code is ours unless it is ``fine``."""
    done = subprocess.run([str(BIN / command[0]), *command[1:]], cwd=HERE, check=False)
    if done.returncode not in fine:
        sys.exit(done.returncode)


def test(*options: str) -> None:
    """The tests; `--long` runs the long ones too."""
    marked = [] if "--long" in options else ["-m", "not long"]
    run("python", "-m", "pytest", "-n", "auto", "--dist", "loadgroup", *marked, *(o for o in options if o != "--long"))


DICE_AND_WHEELS = (
    "oneida/craps/2003-08-06", "oneida/craps/2022-09-08", "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated", "oneida/roulette/2003-08-06", "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)


CARDS = (
    "oneida/three-card-poker/2024-09-11", "oneida/let-it-ride/2003-08-06", "oneida/mississippi-stud/2024-09-11",
)


def audit(*options: str) -> None:
    """The main job: rulesets of dice, wheels and cards verified, three comparisons, reports in `out/`."""
    out = HERE / "out"
    out.mkdir(exist_ok=True)
    for ruleset in DICE_AND_WHEELS + CARDS:
        name = ruleset.replace("/", "-")
        tell("audit", "report", "verify", ruleset, "-o", f"out/{name}.html", "-o", f"out/{name}.pdf")
    first, second, third = DICE_AND_WHEELS[:3]
    pairs = (
        (first, second, "edition-2003-2022"),
        (first, third, "two-houses"),
        ("oneida/three-card-poker/2003-08-06", CARDS[0], "cards-2003-2024"),
    )
    for old, new, name in pairs:
        tell("audit", "report", "verify+diff", old, new, "-o", f"out/{name}.html", "-o", f"out/{name}.pdf")
    print(f"reports are in {out}")


def tell(*command: str) -> None:
    """Shows a command as it can be typed, and runs it; that something was found (1) is no failure of the job."""
    print("$", " ".join(command), flush=True)
    run(*command, fine=(0, 1))


def lint() -> None:
    """Style, types, and which folder may import which."""
    run("ruff", "check", "audit", "tests", "benchmarks", "tasks.py", "setup.py")
    run("mypy")
    run("lint-imports")


def main(task: str = "help", *options: str) -> None:
    tasks = {"audit": audit, "test": test, "lint": lint}
    if task not in tasks:
        sys.exit(f"{__doc__}\nTasks: {', '.join(sorted(tasks))}")
    environment()
    tasks[task](*options)


if __name__ == "__main__":
    main(*sys.argv[1:])
