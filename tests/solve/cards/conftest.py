"""What the tests of the card solvers share: solvers of rulesets with rows of their pay tables replaced, made once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure, read_value
from audit.solve.cards.solver import CardSolver

HERE = Path(__file__).parent
RULESETS = HERE.parents[2] / "rulesets"

Rows = Mapping[str, Sequence[Sequence[str]]]
CardSolverOf = Callable[[str, Rows, Mapping[str, str]], CardSolver]


def with_rows(text: str, rows: Rows) -> str:
    """A ruleset with all rows of some ``pays`` and ``bonus`` tables replaced, but for what is paid otherwise."""
    lines = text.split("\n")
    for table, replaced in rows.items():
        (head,) = (n for n, line in enumerate(lines) if line.split()[:2] in (["pays", table], ["bonus", table]))
        first = next(n for n in range(head, len(lines)) if lines[n].startswith("  |")) + 1
        end = next(n for n in range(first, len(lines)) if not lines[n].strip())
        otherwise = next((n for n in range(first, end) if lines[n].split()[:2] == ["|", "otherwise"]), end)
        lines[first:otherwise] = [f"  | {test} | {pays} |" for test, pays in replaced]
    return "\n".join(lines)


@pytest.fixture(scope="session")
def card_solver() -> CardSolverOf:
    """The solver of a shipped ruleset by its id, or of one of the variants by its name.

    Its pay tables may have other rows (by table, each row a test and what it pays) and its choices other values.
    """
    library = Library((RULESETS,))
    kept: dict[str, CardSolver] = {}

    def get(ruleset: str, rows: Rows, choices: Mapping[str, str]) -> CardSolver:
        key = json.dumps([ruleset, dict(rows), dict(choices)])
        if key not in kept:
            variant = HERE / "variants" / f"{ruleset}.rop"
            path = variant if variant.exists() else RULESETS / f"{ruleset}.rop"
            written = load_text(with_rows(path.read_text(encoding="utf-8"), rows), library)
            values = {name: read_value(value) for name, value in choices.items()}
            kept[key] = CardSolver(configure(written, values))
        return kept[key]

    return get
