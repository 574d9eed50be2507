"""Moments of two results side by side, and combinations put together piece by piece."""

from __future__ import annotations

from fractions import Fraction

from audit.ruleset.names import Name
from audit.solve.combining import Told, combined
from audit.solve.result import Figures, Method, NoEdge, WagerResult
from audit.solve.side_by_side import ALWAYS, When, held, moment_text, paired, whens

F = Fraction
NONE = F(0)


def row(moment: str = "", edge: Fraction = NONE, positions: tuple[str, ...] = ()) -> WagerResult:
    return WagerResult("w", "w", "w", positions, Method.EXACT, Figures(edge, F(0), F(0), F(1), None, ()), moment=moment)


def test_moments_are_cut_and_put_together() -> None:
    assert whens("") == (ALWAYS,)
    assert whens("the point 4, 10") == (When("the point", "4"), When("the point", "10"))
    assert whens("number of come 6") == (When("number of come", "6"),)
    assert whens("at one, two") == (When("at", "one"), When("at", "two"))
    assert whens("case 1 of 3") == (When("", "case 1 of 3"),)
    for moment in ("", "the point 4, 10", "at one, two", "case 1 of 3"):
        assert moment_text(whens(moment)) == moment


def test_one_row_stands_beside_every_moment() -> None:
    whole, four, ten = row(), row("the point 4"), row("the point 10", F(1, 9))
    found = paired(held([whole], ""), held([four, ten], ""))
    assert found is not None
    assert [(p.when.value, p.old, p.new) for p in found] == [("4", whole, four), ("10", whole, ten)]


def test_moments_that_are_told_apart_by_other_things_are_not_compared() -> None:
    old = held([row("the point 4", F(0)), row("the point 10", F(1))], "")
    assert paired(old, held([row("at one", F(0)), row("at two", F(1))], "")) is None
    assert paired(held([row("case 1 of 2", F(0)), row("case 2 of 2", F(1))], ""), old) is None
    same = paired(old, held([row("at one", F(0)), row("at two", F(0))], ""))
    assert same is not None
    assert [(p.old.house_edge, p.new.house_edge) for p in same if p.old and p.new] == [(F(0), F(0)), (F(1), F(0))]


def test_a_value_with_commas_is_not_cut() -> None:
    rows = [row("the points 2", F(0)), row("the points 2, 3", F(1))]
    assert [when for when, _ in held(rows, "")] == [When("", "the points 2"), When("", "the points 2, 3")]


def test_a_combination_with_other_moments_says_so() -> None:
    one = (Told("w", "w", (), "the point 4", F(0)), Told("w", "w", (), "the point 10", F(1)))
    other = (Told("w", "w", (), "at a", F(0)), Told("w", "w", (), "at b", F(1)))
    found = combined({"o": [Name("x"), Name("y")]}, [one, other])
    assert found.wagers == ("w[the point 4]", "w[the point 10]", "w[at a]", "w[at b]")
    assert found.edges_of("w[the point 10]") == (F(1), NoEdge.OTHER_MOMENTS)
    assert found.edges_of("w[at a]") == (NoEdge.OTHER_MOMENTS, F(0))


def test_a_wager_that_is_not_solved_is_so_at_every_position() -> None:
    one = (Told("w", "w", ("4",), "", F(0)), Told("w", "w", ("10",), "", F(1)))
    found = combined({"o": [Name("x"), Name("y")]}, [one, (Told("w", "w", (), "", NoEdge.NOT_SOLVED),)])
    assert [found.edges_of(name) for name in found.wagers] == [(F(0), NoEdge.NOT_SOLVED), (F(1), NoEdge.NOT_SOLVED)]
