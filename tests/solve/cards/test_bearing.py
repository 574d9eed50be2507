"""What the figures of wagers hang on: equal where an option cannot concern them, and then the figures are equal."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import ConfigureError, Value, configure, read_value, value_text
from audit.ruleset.parameters import Option
from audit.ruleset.ruleset import Ruleset
from audit.solve.alternatives import alternatives
from audit.solve.cards.bearing import bearing_on
from audit.solve.cards.results import solved_result
from audit.solve.cards.solver import CardSolver
from audit.solve.cards.variations import names_of_play

LIBRARY = Library((Path(__file__).resolve().parents[3] / "rulesets",))
TWENTY_ONE = "jack-cleveland/blackjack/undated"
MAIN = ("main", "double", "split")


@cache
def ruleset_of(name: str) -> Ruleset:
    return load(name, LIBRARY)


def solver_of(name: str, **choices: str) -> CardSolver:
    ruleset = ruleset_of(name)
    unset = {option.name.text: read_value("$500" if "maximum" in option.name.text else "$5") for option in ruleset.of(Option) if option.default is None}
    return CardSolver(configure(ruleset, unset | {option: read_value(value) for option, value in choices.items()}))


@pytest.mark.parametrize(
    ("choice", "same", "other"),
    [
        pytest.param({"soft_stand": "17"}, [("trilux",), ("bet_the_set",), ("royal_match",)], [MAIN, ("insurance",)], id="how the dealer draws"),
        pytest.param({"blackjack_pays": "6 to 5"}, [("trilux",), ("bet_the_set",), ("royal_match",)], [MAIN], id="what a natural pays"),
        pytest.param({"crown_treasure": "with_royal_match"}, [MAIN, ("trilux",), ("kings_bounty",)], [("royal_match",)], id="a table of another bet"),
        pytest.param({"decks": "1"}, [], [MAIN, ("trilux",), ("bet_the_set",), ("royal_match",)], id="decks"),
    ],
)  # fmt: skip
def test_what_an_option_concerns(choice: dict[str, str], same: list[tuple[str, ...]], other: list[tuple[str, ...]]) -> None:
    now, then = solver_of(TWENTY_ONE), solver_of(TWENTY_ONE, **choice)
    assert [group for group in (*same, *other) if list(bearing_on(now, group)) == list(bearing_on(then, group))] == same


def test_where_nothing_that_bears_differs_the_figures_are_equal() -> None:
    """Of bets on the first cards: solved anew under every other reading and option."""
    groups = [("bet_the_set",), ("royal_match",)]
    now = solver_of(TWENTY_ONE)
    figures = {group: solved_result(now, group, 0.0) for group in groups}
    equal = 0
    for choice, value in _others(now):
        try:
            then = solver_of(TWENTY_ONE, **{choice: value_text(value)})
        except ConfigureError:
            continue
        for group in groups:
            if list(bearing_on(now, group)) == list(bearing_on(then, group)):
                anew = solved_result(then, group, 0.0)
                assert (anew.house_edge, anew.by_amount) == (figures[group].house_edge, figures[group].by_amount), (choice, value, group)
                equal += 1
    assert equal > 10


def _others(solver: CardSolver) -> list[tuple[str, Value]]:
    source = solver.configured.source
    return [(one.name.text, value) for one, value in alternatives(solver.configured, names_of_play(source))]
