"""What is loaded when: help and slips in the arguments wait for nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = (
    "lark", "pandas", "jinja2", "sympy", "numpy", "typst", "pdfplumber", "flint", "rich", "multiprocessing.context",
    "audit.language", "audit.solve", "audit.checks", "audit.compare", "audit.report", "audit.play",
)  # fmt: skip
PROBE = """
import json, sys
from audit.commands.main import main
for words in json.loads(sys.argv[1]):
    main(words)
print(json.dumps(sorted(m for m in json.loads(sys.argv[2]) if m in sys.modules)))
"""


def loaded(heavy: tuple[str, ...], *lines: str) -> list[str]:
    """Which of the heavy modules are there once these commands have run, in a process of their own."""
    command = [sys.executable, "-c", PROBE, json.dumps([line.split() for line in lines]), json.dumps(heavy)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout.splitlines()[-1]))


def test_help() -> None:
    assert loaded(HEAVY, "--help", "verify --help", "report --help", "--version") == []


def test_reading_loads_no_solver_and_no_report() -> None:
    """To list rulesets, or to format them, nothing is solved, typeset, or counted in arrays."""
    heavy = ("pandas", "numpy", "jinja2", "typst", "pdfplumber", "sympy", "flint")
    assert loaded(heavy, "list no/such", "fmt --words wager", "fmt no.rop") == []
