"""The figures of the real rulesets of dice and wheels, each worked out by hand or by a few lines here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest

from audit.ruleset import wagers as wg
from audit.ruleset.configure import Value, configure, read_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import not_offered, rows_of
from audit.solve.result import Figures
from audit.solve.solving import Solution, Solver

OLD, NEW = "oneida/craps/2003-08-06", "oneida/craps/2022-09-08"
FIRE, NO_CRAPS = "jack-cleveland/craps/undated", "jack-cleveland/crapless-craps/undated"
WHEEL, EITHER_WHEEL, SYMBOLS = (
    "oneida/roulette/2003-08-06",
    "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)
DICE_TABLES = (OLD, NEW, FIRE)
F = Fraction
Solve = Callable[..., Solution]

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)


def edges(solution: Solution) -> dict[str, F | None]:
    """The house edge of each position, and of each moment that pays otherwise."""
    return {
        ", ".join(x for x in (position.label, row.moment) if x): row.figures.house_edge
        for row in rows_of(solution)
        for position in row.positions
    }


def figures(solution: Solution) -> Figures:
    (row,) = rows_of(solution)
    return row.figures


def late(solution: Solution) -> dict[str, F | None]:
    """The house edge at each later moment of making."""
    return {when: start.figures.house_edge for row in rows_of(solution) for when, start in row.late}


def chosen(**choices: str) -> dict[str, Value]:
    return {name: read_value(value) for name, value in choices.items()}


# line wagers


@pytest.mark.parametrize("name", DICE_TABLES)
@pytest.mark.parametrize(
    ("wager", "edge", "win", "push"),
    [
        ("pass", F(7, 495), F(244, 495), F(0)),
        ("come", F(7, 495), F(244, 495), F(0)),
        ("dont_pass", F(3, 220), F(949, 1980), F(1, 36)),
        ("dont_come", F(3, 220), F(949, 1980), F(1, 36)),
    ],
)
def test_line_wagers(solve: Solve, name: str, wager: str, edge: F, win: F, push: F) -> None:
    found = figures(solve(name, wager))
    assert (found.house_edge, found.win, found.push) == (edge, win, push)


def test_pass_where_every_number_but_seven_is_a_point(solve: Solve) -> None:
    win = F(1, 6) + sum(F(WAYS[p], 36) * F(WAYS[p], WAYS[p] + 6) for p in WAYS if p != 7)
    assert 1 - 2 * win == F(373, 6930)
    for wager in ("pass", "come"):
        assert figures(solve(NO_CRAPS, wager)).house_edge == F(373, 6930)


@pytest.mark.parametrize("name", [FIRE, NO_CRAPS])
def test_pass_made_after_the_point(solve: Solve, name: str) -> None:
    found = late(solve(name, "pass"))
    by_point = {4: F(1, 3), 5: F(1, 5), 6: F(1, 11), 3: F(1, 2), 2: F(5, 7)}
    wanted = {edge for p, edge in by_point.items() if name == NO_CRAPS or p in POINTS}
    assert set(found.values()) == wanted
    for when, edge in found.items():
        point = int(when.split("the point ")[1].split(",")[0])
        assert by_point[point] == edge


@pytest.mark.parametrize("name", [OLD, NEW])
def test_where_no_clause_lets_it_be_made_late_no_late_figure_is_given(solve: Solve, name: str) -> None:
    assert late(solve(name, "pass")) == {}


def test_come_that_has_no_row_in_the_list_of_payouts(solve: Solve) -> None:
    found = figures(solve(NEW, "come", **chosen(come_payout="not_listed")))
    assert found.house_edge is None
    assert found.true_odds == (251, 244)


@pytest.mark.parametrize(("reading", "edge"), [("always_works", F(7, 495)), ("inactive", F(7, 495))])
def test_come_on_a_come_out_roll(solve: Solve, reading: str, edge: F) -> None:
    assert figures(solve(OLD, "come", **chosen(come_at_come_out=reading))).house_edge == edge


@pytest.mark.parametrize("name", [FIRE, NO_CRAPS])
def test_put_at_even_money(solve: Solve, name: str) -> None:
    found = edges(solve(name, "put"))
    assert found == {label: F(6 - WAYS[int(label)], 6 + WAYS[int(label)]) for label in found}
    assert {found["4"], found["5"], found["6"]} == {F(1, 3), F(1, 5), F(1, 11)}


# one number against the 7


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
def test_place(solve: Solve, name: str) -> None:
    found = edges(solve(name, "place"))
    assert {label: found[label] for label in ("4", "5", "6", "8", "9", "10")} == {
        "4": F(1, 15), "10": F(1, 15), "5": F(1, 25), "9": F(1, 25), "6": F(1, 66), "8": F(1, 66),
    }  # fmt: skip


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
def test_hardways(solve: Solve, name: str) -> None:
    assert edges(solve(name, "hardway")) == {"4": F(1, 9), "10": F(1, 9), "6": F(1, 11), "8": F(1, 11)}


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
def test_buy_with_its_commission_when_made(solve: Solve, name: str) -> None:
    assert set(edges(solve(name, "buy")).values()) == {F(1, 20)}
    assert set(edges(solve(name, "buy", **chosen(buy_commission="0%"))).values()) == {F(0)}


@pytest.mark.parametrize("name", [FIRE, NO_CRAPS])
def test_buy_with_its_commission_when_won(solve: Solve, name: str) -> None:
    found = edges(solve(name, "buy", **chosen(buy_commission_moment="at_winning")))
    assert found == {label: F(1, 20) * F(WAYS[int(label)], WAYS[int(label)] + 6) for label in found}
    assert (found["4"], found["5"], found["6"]) == (F(1, 60), F(1, 50), F(1, 44))


def test_lay_with_its_commission_on_the_win_or_on_the_wager(solve: Solve) -> None:
    for name in DICE_TABLES:
        assert edges(solve(name, "lay")) == {
            "4": F(1, 40), "10": F(1, 40), "5": F(1, 30), "9": F(1, 30), "6": F(1, 24), "8": F(1, 24),
        }  # fmt: skip
    for name in (OLD, NEW):
        assert set(edges(solve(name, "lay", **chosen(lay_commission_base="of_the_wager"))).values()) == {F(1, 20)}
    won = edges(solve(FIRE, "lay", **chosen(lay_commission_moment="at_winning")))
    assert (won["4"], won["5"], won["6"]) == (F(1, 60), F(1, 50), F(1, 44))


@pytest.mark.parametrize(
    ("amount", "charge"), [(F(5), F(0)), (F(20), F(1)), (F(25), F(1)), (F(39), F(1)), (F(40), F(2)), (F(100), F(5))]
)
def test_buy_commission_rounded_down_to_whole_dollars(solve: Solve, amount: F, charge: F) -> None:
    found = solve(FIRE, "buy", amount, **chosen(buy_commission_moment="at_making_whole_dollars"))
    assert set(edges(found).values()) == {charge / amount}


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
def test_odds_behind_a_wager_have_no_edge(solve: Solve, name: str) -> None:
    wagers = ["pass_odds", "come_odds"]
    wagers += ["dont_pass_odds", "dont_come_odds"] if name in DICE_TABLES else []
    wagers += ["put_odds"] if name in (FIRE, NO_CRAPS) else []
    for wager in wagers:
        found = edges(solve(name, wager))
        assert found
        assert set(found.values()) == {F(0)}


# one roll


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
@pytest.mark.parametrize(
    ("wager", "wanted"),
    [
        ("field", {"": F(1, 18)}),
        ("any_seven", {"": F(1, 6)}),
        ("any_craps", {"": F(1, 9)}),
        ("one_number", {"2": F(5, 36), "3": F(1, 9), "11": F(1, 9), "12": F(5, 36)}),
        ("horn", {"": F(1, 8)}),
        ("horn_high", {"2": F(23, 180), "12": F(23, 180), "3": F(11, 90), "11": F(11, 90)}),
        ("world", {"": F(2, 15)}),
    ],
)
def test_one_roll(solve: Solve, name: str, wager: str, wanted: Mapping[str, F]) -> None:
    assert edges(solve(name, wager)) == wanted


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS))
def test_hops(solve: Solve, name: str) -> None:
    found = edges(solve(name, "hop"))
    assert len(found) == (21 if name in (OLD, NEW) else 17)
    for label, edge in found.items():
        one, other = label.split("-")
        assert edge == (F(5, 36) if one == other else F(1, 9))


@pytest.mark.parametrize("name", DICE_TABLES)
def test_craps_and_eleven(solve: Solve, name: str) -> None:
    assert edges(solve(name, "craps_eleven")) == {"": F(1, 9)}


def test_a_wager_without_a_payout_shows_its_chances(solve: Solve) -> None:
    found = figures(solve(FIRE, "six_seven_eight"))
    assert (found.house_edge, found.win, found.lose) == (None, F(16, 36), F(20, 36))
    assert found.true_odds == (5, 4)


# the tally of a turn


def points_of_a_turn(*, any_seven_ends: bool) -> dict[int, F]:
    """How probable each number of different points made in a turn is, set of points by set of points."""
    seven, decided = F(6, 36), sum(F(WAYS[p], 36) for p in POINTS) + (F(6, 36) if any_seven_ends else 0)
    reach: dict[frozenset[int], F] = {}
    ends: dict[int, F] = {}
    for size in range(7):
        for made in combinations(POINTS, size):
            held = frozenset(made)
            came = F(1) if not held else F(0)
            for last in held:
                before = held - {last}
                came += reach[before] * F(WAYS[last], 36) / decided * F(WAYS[last], WAYS[last] + 6)
            # a point that is held already may be made again: the turn goes on as it was
            again = sum((F(WAYS[p], 36) / decided * F(WAYS[p], WAYS[p] + 6) for p in held), F(0))
            reach[held] = came / (1 - again)
            lost = sum((F(WAYS[p], 36) / decided * F(6, WAYS[p] + 6) for p in POINTS), F(0))
            lost += seven / decided if any_seven_ends else 0
            ends[size] = ends.get(size, F(0)) + reach[held] * lost
    assert sum(ends.values()) == 1
    return ends


@pytest.mark.parametrize(("reading", "any_seven_ends"), [("loser_7", False), ("any_7", True)])
def test_fire_under_both_readings(solve: Solve, reading: str, any_seven_ends: bool) -> None:
    found = figures(solve(FIRE, "fire", **chosen(fire_end=reading)))
    wanted = points_of_a_turn(any_seven_ends=any_seven_ends)
    by_net: dict[F | None, F] = {}
    for outcome in found.outcomes:
        by_net[outcome.net] = by_net.get(outcome.net, F(0)) + outcome.probability
    assert by_net == {
        F(999): wanted[6], F(249): wanted[5], F(24): wanted[4], F(-1): sum(wanted[n] for n in range(4))
    }  # fmt: skip
    assert found.house_edge == 1 - 1000 * wanted[6] - 250 * wanted[5] - 25 * wanted[4]


TWELVE_DIGITS = {
    "loser_7": ("0.593939393939", "0.260750492004", "0.101275355549", "0.033434212179", "0.008798178440", "0.001639933139",
                "0.000162434749"),
    "any_7": ("0.675151515152", "0.233316159871", "0.070069132968", "0.017540196638", "0.003426773101", "0.000463668045",
              "0.000032554226"),
}  # fmt: skip
"""How probable 0 to 6 different points in a turn are; as printed where the shooter's losing 7 ends it, else counted here."""


@pytest.mark.parametrize("reading", TWELVE_DIGITS)
def test_fire_to_twelve_digits(solve: Solve, reading: str) -> None:
    ends = points_of_a_turn(any_seven_ends=reading == "any_7")
    assert tuple(f"{float(ends[n]):.12f}" for n in range(7)) == TWELVE_DIGITS[reading]
    found = figures(solve(FIRE, "fire", **chosen(fire_end=reading)))
    for net, points in ((24, 4), (249, 5), (999, 6)):
        probability = sum((o.probability for o in found.outcomes if o.net == net), F(0))
        assert f"{float(probability):.12f}" == TWELVE_DIGITS[reading][points]


def test_fire_on_a_table_that_is_not_printed(solve: Solve) -> None:
    found = figures(solve(FIRE, "fire", **chosen(fire_table="table_b")))
    assert found.house_edge is None


# wheels

INSIDE = ("straight", "split", "three_numbers", "four_numbers", "six_numbers")
OUTSIDE = ("column", "dozen")
EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")


@pytest.mark.parametrize("wager", (*INSIDE, *OUTSIDE, *EVEN_MONEY, "triple"))
@pytest.mark.parametrize("zero_takes", ["whole", "half"])
def test_wheel_with_two_zeros(solve: Solve, wager: str, zero_takes: str) -> None:
    found = edges(solve(WHEEL, wager, **chosen(zero_takes=zero_takes)))
    wanted = F(1, 38) if wager in EVEN_MONEY and zero_takes == "half" else F(1, 19)
    assert set(found.values()) == {wanted}
    assert len(found) == {
        "straight": 38, "split": 62, "three_numbers": 12, "four_numbers": 22, "six_numbers": 11, "column": 3, "dozen": 3,
        "triple": 3,
    }.get(wager, 1)  # fmt: skip


@pytest.mark.parametrize("name", [WHEEL, EITHER_WHEEL])
def test_five_numbers(solve: Solve, name: str) -> None:
    assert edges(solve(name, "first_five")) == {"": F(3, 38)}


@pytest.mark.parametrize("wager", (*INSIDE, *OUTSIDE, *EVEN_MONEY))
@pytest.mark.parametrize(
    ("choices", "edge", "positions"),
    [
        ({"wheel_used": "single_zero"}, F(1, 37), {"straight": 37, "split": 60, "three_numbers": 13}),
        ({"wheel_used": "double_zero"}, F(1, 19), {"straight": 38, "split": 62, "three_numbers": 15}),
        (
            {"wheel_used": "double_zero", "double_as_single": "yes"},
            F(1, 37),
            {"straight": 37, "split": 59, "three_numbers": 13},
        ),
    ],
)
def test_wheel_with_one_zero_or_two(
    solve: Solve, wager: str, choices: dict[str, str], edge: F, positions: dict[str, int]
) -> None:
    found = edges(solve(EITHER_WHEEL, wager, **chosen(**choices)))
    assert set(found.values()) == {edge}
    more = {"four_numbers": 22, "six_numbers": 11, "column": 3, "dozen": 3}
    assert len(found) == {**positions, **more}.get(wager, 1)


@pytest.mark.parametrize("choices", [{"wheel_used": "single_zero"}, {"double_as_single": "yes"}])
def test_five_numbers_are_not_offered_without_a_double_zero(
    real: Callable[[str], Ruleset], choices: dict[str, str]
) -> None:
    assert not_offered(configure(real(EITHER_WHEEL), chosen(**choices))) == ("first_five",)


def test_symbols_section_by_section(solve: Solve) -> None:
    assert edges(solve(SYMBOLS, "insignia")) == {
        "one_dollar": F(1, 9), "two_dollar": F(1, 6), "five_dollar": F(2, 9), "ten_dollar": F(5, 27),
        "twenty_dollar": F(2, 9), "joker_picture": F(4, 27), "house_name": F(4, 27),
    }  # fmt: skip


@pytest.mark.parametrize("name", (*DICE_TABLES, NO_CRAPS, WHEEL, EITHER_WHEEL, SYMBOLS))
def test_every_wager_is_decided_for_certain(real: Callable[[str], Ruleset], name: str) -> None:
    configured = configure(real(name))
    solver = Solver(configured)
    for wager in configured.ruleset.of(wg.Wager):
        if wager.name.text not in not_offered(configured):
            assert all(start.total == 1 for start in solver.solve(wager).starts), wager.name
