"""The real rulesets with fewer faces and fewer sections: chain and reference must give the same figures, to the fraction.

Faces are left out, not renumbered: with 1, 3 and 6 two dice still show a 7, three points and a pair, so that every line
of the text stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from audit.play.equipment import Equipment
from audit.ruleset import chance as ch
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, configure, read_value
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.planner import not_offered

DICE = (
    "oneida/craps/2003-08-06",
    "oneida/craps/2022-09-08",
    "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated",
)
WHEELS = ("oneida/roulette/2003-08-06", "jack-cleveland/roulette/undated", "jack-cleveland/big-six/undated")
FEW_SECTIONS = frozenset({"0", "00", "1", "2", "5", "one_dollar", "five_dollar", "joker_picture"})

Real = Callable[[str], Ruleset]
Compare = Callable[..., list[Any]]


def with_faces(ruleset: Ruleset, *faces: str) -> Ruleset:
    """The ruleset with dice that have these faces only."""

    def shrunk(statement: Statement) -> Statement:
        if isinstance(statement, ch.Dice):
            return replace(statement, faces=tuple(pt.Spots((face,)) for face in faces))
        return statement

    return Ruleset(ruleset.head, tuple(shrunk(s) for s in ruleset.statements))


def with_few_sections(ruleset: Ruleset, kept: frozenset[str]) -> Ruleset:
    """The ruleset with wheels that have these sections only, in their order and with their counts."""

    def is_kept(row: tb.Row) -> bool:
        return isinstance(row.cells[0], pt.AnyOf) and any(label in kept for label in _labels(row.cells[0]))

    def cut(row: tb.Row) -> tb.Row:
        assert isinstance(row.cells[0], pt.AnyOf)
        tests = tuple(pt.Label(label) for label in _labels(row.cells[0]) if label in kept)
        return replace(row, cells=(pt.AnyOf(tests), *row.cells[1:]))

    def shrunk(statement: Statement) -> Statement:
        if not isinstance(statement, ch.Wheel):
            return statement
        order = tuple(
            replace(line, sections=tuple(s for s in line.sections if isinstance(s, pt.Spots) and s.values[0] in kept))
            for line in statement.order
        )
        table = statement.table
        if table is not None:
            table = replace(table, rows=tuple(cut(row) for row in table.rows if is_kept(row)))
        return replace(statement, order=order, table=table)

    return Ruleset(ruleset.head, tuple(shrunk(s) for s in ruleset.statements))


def _labels(cell: pt.AnyOf) -> list[str]:
    found: list[str] = []
    for test in cell.tests:
        if isinstance(test, pt.Spots):
            found += test.values
        elif isinstance(test, pt.Named):
            found.append(test.name.text)
        elif isinstance(test, pt.Through):
            found += [str(n) for n in range(int(test.low.values[0]), int(test.high.values[0]) + 1)]
    return found


def test_sections_that_are_left(real: Real) -> None:
    equipment = Equipment(with_few_sections(real("jack-cleveland/big-six/undated"), FEW_SECTIONS))
    sections = equipment.source("spin", "wheel").outcomes()
    assert [(str(s), n) for s, n in sections] == [("one_dollar", 24), ("five_dollar", 7), ("joker_picture", 1)]
    equipment = Equipment(with_few_sections(real("jack-cleveland/roulette/undated"), FEW_SECTIONS))
    assert [str(s) for s, _ in equipment.source("spin", "double_zero").outcomes()] == ["0", "5", "1", "00", "2"]


def offered(configured: Configured) -> list[wg.Wager]:
    return [w for w in configured.ruleset.of(wg.Wager) if w.name.text not in not_offered(configured)]


def check(configured: Configured, compare: Compare, but: frozenset[str] = frozenset(), **how: Any) -> None:
    """Every wager and position of a ruleset, both ways."""
    wrong = [
        found.told()
        for wager in offered(configured)
        if wager.name.text not in but
        for found in compare(configured, wager, **how)
        if not found.holds
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", DICE)
def test_dice_with_two_faces(real: Real, compare: Compare, name: str) -> None:
    check(configure(with_faces(real(name), "3", "4")), compare)


@pytest.mark.long
@pytest.mark.parametrize("name", DICE)
@pytest.mark.parametrize("called_on", [False, True])
def test_dice_with_three_faces(real: Real, compare: Compare, name: str, called_on: bool) -> None:
    check(configure(with_faces(real(name), "1", "3", "6")), compare, called_on=called_on)


READINGS = [
    ("oneida/craps/2003-08-06", {"come_at_come_out": "always_works", "lay_at_come_out": "inactive"}),
    ("oneida/craps/2003-08-06", {"lay_commission_base": "of_the_wager", "buy_commission": "3%"}),
    ("oneida/craps/2022-09-08", {"come_payout": "not_listed", "lay_at_come_out": "inactive"}),
    ("jack-cleveland/craps/undated", {"fire_end": "any_7", "buy_commission_moment": "at_winning"}),
    ("jack-cleveland/craps/undated", {"lay_commission_moment": "at_winning", "put_payout": "not_posted"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "choices"), READINGS)
def test_other_readings(real: Real, compare: Compare, name: str, choices: dict[str, str]) -> None:
    values = {option: read_value(value) for option, value in choices.items()}
    check(configure(with_faces(real(name), "1", "3", "6"), values), compare)


@pytest.mark.parametrize("amount", [Fraction(5), Fraction(47)])
def test_commissions_in_whole_dollars(real: Real, compare: Compare, amount: Fraction) -> None:
    values = {
        "buy_commission_moment": read_value("at_making_whole_dollars"),
        "lay_commission_moment": read_value("at_making_whole_dollars"),
    }
    configured = configure(with_faces(real("jack-cleveland/craps/undated"), "3", "4"), values)
    for wager in offered(configured):
        if wager.name.text in ("buy", "lay"):
            assert all(found.holds for found in compare(configured, wager, amount=amount))


@pytest.mark.long
@pytest.mark.parametrize("reading", ["loser_7", "any_7"])
def test_a_tally_with_four_faces(real: Real, compare: Compare, reading: str) -> None:
    """With 1, 2, 3 and 5 there are five points, so that four and five of them are made and paid."""
    ruleset = with_faces(real("jack-cleveland/craps/undated"), "1", "2", "3", "5")
    configured = configure(ruleset, {"fire_end": read_value(reading)})
    wager = configured.ruleset.named("fire", wg.Wager)
    (found,) = compare(configured, wager)
    assert found.holds, found.told()
    nets = {net for ends in found.chain.values() for one in ends for _, net in one}
    assert nets == {Fraction(-1), Fraction(24), Fraction(249)}


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        (WHEELS[0], {}),
        (WHEELS[0], {"zero_takes": "half"}),
        (WHEELS[1], {"wheel_used": "single_zero"}),
        (WHEELS[1], {}),
        (WHEELS[1], {"double_as_single": "yes"}),
        (WHEELS[2], {}),
    ],
)
def test_wheels_with_few_sections(real: Real, compare: Compare, name: str, choices: dict[str, str]) -> None:
    values = {option: read_value(value) for option, value in choices.items()}
    check(configure(with_few_sections(real(name), FEW_SECTIONS), values), compare)


@pytest.mark.parametrize("name", WHEELS)
def test_wheels_as_they_are(real: Real, compare: Compare, name: str) -> None:
    check(configure(real(name)), compare)


@pytest.mark.long
@pytest.mark.parametrize("wager", ["pass", "dont_pass", "come", "hardway", "horn_high", "pass_odds"])
def test_dice_as_they_are(real: Real, compare: Compare, wager: str) -> None:
    configured = configure(real("oneida/craps/2003-08-06"))
    for found in compare(configured, configured.ruleset.named(wager, wg.Wager), labels=frozenset({"", "4", "2"})):
        assert found.holds, found.told()
