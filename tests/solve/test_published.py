"""Published figures of games with dice and wheels, as printed: the exact one rounds to what is printed, or says why not.

Each is computed from a ruleset: a real one where a document has the wager, else one of those in ``rulesets``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset import wagers as wg
from audit.ruleset.configure import configure, read_value
from audit.solve.planner import Row, rows_of
from audit.solve.result import Figures
from audit.solve.solving import Solution, Solver

HERE = Path(__file__).parent
PUBLISHED = json.loads((HERE / "published.json").read_text(encoding="utf-8"))
SLOW = {"repeated-points"}
OF_SLOW = [pytest.mark.long, pytest.mark.xdist_group("published values of slow games")]
"""One process solves them all, since many values are of one solution."""


def _id(entry: Mapping[str, object]) -> str:
    return f"{entry['says']}: {entry['metric']}"


@cache
def solved(ruleset: str, wager: str, choices: tuple[tuple[str, str], ...]) -> Solution:
    library = Library((HERE.parents[1] / "rulesets",))
    path = HERE / "rulesets" / f"{ruleset}.rop"
    text = load(str(path) if path.exists() else ruleset, library)
    configured = configure(text, {name: read_value(value) for name, value in choices})
    found = configured.ruleset.named(wager, wg.Wager)
    assert found is not None
    return Solver(configured).solve(found)


@cache
def rows(ruleset: str, wager: str, choices: tuple[tuple[str, str], ...]) -> tuple[Row, ...]:
    return tuple(rows_of(solved(ruleset, wager, choices)))


def figures_of(entry: Mapping[str, object]) -> tuple[Solution, Figures]:
    """The figures of an entry's position, made at its moment where it names one."""
    choices = tuple(sorted(dict(entry.get("choices", {})).items()))  # type: ignore[call-overload]
    meant = str(entry["ruleset"]), str(entry["wager"]), choices
    position, moment = str(entry.get("position", "")), str(entry.get("moment", ""))

    def is_meant(row: Row) -> bool:
        return any(p.label == position for p in row.positions) and (not moment or moment in row.moment)

    return solved(*meant), next(row.figures for row in rows(*meant) if is_meant(row))


def element_of_risk(solution: Solution, figures: Figures, multiples: Mapping[str, int]) -> Fraction:
    """The loss on the wager by all money put up, odds in these multiples behind it once there is a point."""
    machine = solution.machine
    put_up = Fraction(1)
    settled = sum((b.weight for b in machine.branches[machine.start] if b.to.memory), Fraction(0))
    assert settled == Fraction(24, 36)
    for branch in machine.branches[machine.start]:
        for _, point in branch.to.memory:
            put_up += branch.weight * multiples[str(point)]
    assert figures.house_edge is not None
    return figures.house_edge / put_up


def measure(entry: Mapping[str, object]) -> Fraction | float:
    solution, figures = figures_of(entry)
    edge = figures.house_edge
    assert edge is not None
    assert figures.variance is not None
    metrics: dict[str, Callable[[], Fraction | float]] = {
        "house_edge": lambda: edge,
        "standard_deviation": lambda: sqrt(figures.variance or 0),
        "win": lambda: figures.win,
        "lose": lambda: figures.lose,
        "odds_against": lambda: figures.lose / figures.win,
        "edge_per_decision": lambda: edge / (1 - figures.push),
        "element_of_risk": lambda: element_of_risk(solution, figures, entry["multiples"]),  # type: ignore[arg-type]
        # 5% of the win, which at true odds is what the edge per unit of the wager alone comes to
        "edge_with_charge": lambda: edge / (1 + edge),
        "probability": lambda: sum(
            (o.probability for o in figures.outcomes if o.net == Fraction(str(entry["net"]))), Fraction(0)
        ),
    }
    return metrics[str(entry["metric"])]()


def is_printed(value: Fraction | float, number: str) -> bool:
    """Whether a value rounds to a printed number, at its last printed place."""
    last = Fraction(Decimal(1).scaleb(int(Decimal(number).as_tuple().exponent)))
    return abs(Fraction(value) - Fraction(number)) <= last / 2


def _params() -> list[object]:
    return [
        pytest.param(entry, id=_id(entry), marks=OF_SLOW if entry["ruleset"] in SLOW else [])
        for entry in PUBLISHED
    ]


@pytest.mark.parametrize("entry", _params())
def test_published_figure(entry: Mapping[str, object]) -> None:
    value = measure(entry)
    if "exact" in entry:
        assert value == Fraction(str(entry["exact"]))
    assert is_printed(value, str(entry["number"])) is entry.get("agrees", True), float(value)


def test_a_figure_that_does_not_agree_says_why() -> None:
    assert all(entry.get("note") for entry in PUBLISHED if not entry.get("agrees", True))
