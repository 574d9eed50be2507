"""Every other reading and option of the shipped rulesets: the figure told beside is that of the ruleset solved anew."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import ConfigureError, Value, configure, value_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.alternatives import alternatives
from audit.solve.cards.variations import names_of_play
from audit.solve.planner import Verified, verify
from tests.whole import LONG_AND_WHOLE

LIBRARY = Library((Path(__file__).resolve().parents[2] / "rulesets",))

GAMES = (
    "jack-cleveland/crapless-craps/undated",
    "jack-cleveland/roulette/undated",
    *(pytest.param(game, marks=LONG_AND_WHOLE) for game in (
        "jack-cleveland/craps/undated",
        "jack-cleveland/crazy-four-poker/2017-02-15",
        "jack-cleveland/dj-wild-stud-poker/2016-10-12",
        "jack-cleveland/dragon-bonus-baccarat-commission-free/undated",
        "jack-cleveland/let-it-ride/undated",
        "jack-cleveland/mini-baccarat/undated",
        "jack-cleveland/mississippi-stud/2016-10-12",
        "jack-cleveland/three-card-poker/undated",
        "oneida/caribbean-stud/2003-08-06",
        "oneida/craps/2003-08-06",
        "oneida/craps/2022-09-08",
        "oneida/four-card-poker/2004-05-05",
        "oneida/let-it-ride/2003-08-06",
        "oneida/mississippi-stud/2020-01-14",
        "oneida/roulette/2003-08-06",
        "oneida/three-card-poker/2003-08-06",
        "oneida/three-card-poker/2024-09-11",
    )),
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_told_beside_is_that_of_the_game_solved_anew(game: str) -> None:
    ruleset = load(game, LIBRARY)
    verified = verify(ruleset)
    told = dict(_told(verified))
    compared = 0
    for name, value in _others(ruleset, verified):
        anew = verify(ruleset, {name: value}, with_variations=False).result
        edges = {wager.id: wager.house_edge for wager in anew.wagers}
        for wager in verified.result.wagers:
            if wager.id in edges:
                beside = told.get((wager.id, name, value_text(value)), wager.house_edge)
                assert beside == edges[wager.id], (wager.id, name, value_text(value))
                compared += 1
    assert compared > 0


def _told(verified: Verified) -> Iterator[tuple[tuple[str, str, str], Fraction | None]]:
    for wager in verified.result.wagers:
        for reading in wager.readings:
            yield (wager.id, reading.assumption, reading.other), reading.house_edge
        for option in wager.options:
            yield (wager.id, option.option, option.value), option.house_edge


def _others(ruleset: Ruleset, verified: Verified) -> Iterator[tuple[str, Value]]:
    weighs = None if verified.cards is None else names_of_play(ruleset)
    for parameter, value in alternatives(configure(ruleset), weighs):
        try:
            configure(ruleset, {parameter.name.text: value})
        except ConfigureError:
            continue
        yield parameter.name.text, value
