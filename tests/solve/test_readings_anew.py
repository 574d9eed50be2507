"""What is told of other readings and options equals what is worked out with them in force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure, read_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.alternatives import other_configurations
from audit.solve.cards.variations import names_of_play
from audit.solve.planner import verify
from audit.solve.result import WagerResult

FILES = sorted(Path(__file__).with_name("readings").glob("*.rop"))

Told = tuple[Fraction | None, tuple[object, ...], tuple[object, ...]]
"""A house edge, those by stake, and what meters bring."""


def ruleset_of(path: Path) -> Ruleset:
    return load_text(path.read_text(encoding="utf-8"), Library(()))


def figures(wager: WagerResult) -> Told:
    return wager.house_edge, wager.by_amount, wager.meters


def told(wager: WagerResult, parameter: str, value: str) -> Told:
    """What a wager's result says of another reading or value; what it is in force, where it says nothing."""
    for reading in wager.readings:
        if (reading.assumption, reading.other) == (parameter, value) and reading.changes:
            return reading.house_edge, reading.by_amount, reading.meters or wager.meters
    for option in wager.options:
        if (option.option, option.value) == (parameter, value):
            return option.house_edge, option.by_amount, option.meters or wager.meters
    return figures(wager)


def every_other(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for parameter, _, value, _ in other_configurations(configure(ruleset), {}, names_of_play(ruleset)):
        yield parameter.name.text, value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_told_as_worked_out(path: Path) -> None:
    ruleset = ruleset_of(path)
    result = verify(ruleset).result
    others = list(every_other(ruleset))
    assert others
    for parameter, value in others:
        anew = {w.id: w for w in verify(ruleset, {parameter: read_value(value)}, with_variations=False).result.wagers}
        for wager in result.wagers:
            assert told(wager, parameter, value) == figures(anew[wager.id]), f"{wager.id}, {parameter} is {value}"


def test_the_order_that_all_rankings_share() -> None:
    """With aces low five of six ranks are from Q through A (Q J 10 9 A): 2 x 5/6 - 1/6 for the player; with aces high three."""
    results = verify(ruleset_of(FILES[0].with_name("order-of-all-rankings.rop"))).result.wagers
    (top,) = (one for one in results if one.id == "top")
    assert top.house_edge == -(2 * Fraction(3, 6) - Fraction(3, 6))
    assert [e.house_edge for e in top.options if e.value == "low"] == [-(2 * Fraction(5, 6) - Fraction(1, 6))]


def test_a_cap_under_another_reading() -> None:
    """The cap of $10 cuts what a stake of $100 is paid, and no method follows that."""
    (result,) = verify(ruleset_of(FILES[0].with_name("under-a-cap.rop"))).result.wagers
    (reading,) = result.readings
    assert (reading.other, reading.changes, reading.is_unsolved) == ("$10", True, True)


def test_a_share_of_a_meter_under_another_reading() -> None:
    """A pair of 20 cards comes in 30 of 190 deals; half of the meter for it is 3/38 of it, a tenth 3/190."""
    (result,) = verify(ruleset_of(FILES[0].with_name("of-a-meter.rop"))).result.wagers
    (reading,) = result.readings
    assert [line.slope for line in result.meters] == [Fraction(3, 190)]
    assert [line.slope for line in reading.meters] == [Fraction(3, 38)]
    assert reading.changes and reading.house_edge == result.house_edge
