"""Figures as text: worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.report import numbers as nb

F = Fraction

fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**9)


@pytest.mark.parametrize(("share", "shown"), [
    (F(7, 495), "1.4141"), (F(1, 18), "5.5556"), (F(1, 36), "2.7778"), (F(0), "0.0000"), (F(1, 6), "16.6667"),
    (F(686689, 20358520), "3.3730"), (F(-1946363, 101792600), "−1.9121"), (F(12, 1), "1,200.0000"),
])
def test_percent_to_four_places(share: F, shown: str) -> None:
    assert nb.percent(share) == shown


def test_half_goes_up_by_size() -> None:
    assert nb.rounded(F(1, 8), 2) == "0.13"
    assert nb.rounded(F(-1, 8), 2) == "−0.13"
    assert nb.rounded(F(5, 2), 0) == "3"


def test_half_is_taken_from_the_fraction() -> None:
    """1.005 is below half as a float and exactly half as a fraction."""
    assert nb.rounded(F("1.005"), 2) == "1.01"
    assert f"{1.005:.2f}" == "1.00"


def test_negative_that_rounds_to_zero_keeps_its_sign() -> None:
    assert nb.percent(F(-1, 10**9)) == "−0.0000"


@pytest.mark.parametrize(("number", "shown"), [
    (F(1, 18), "0.055555555555555556"), (F(4, 9), "0.444444444444444444"), (F(1, 2), "0.5"), (F(0), "0"), (F(3), "3"),
    (F(-2, 3), "-0.666666666666666667"), (F(1, 10**20), "0"), (F(1234567), "1234567"),
])
def test_decimal_for_programs(number: F, shown: str) -> None:
    assert nb.decimal(number) == shown


@pytest.mark.parametrize(("difference", "shown"), [
    (F(1, 99), "+1.0101"), (F(-10, 11), "−90.9091"), (F(0), "0"), (F(1, 80_000_000), "+0.000001"), (F(-1, 10**12), "−0.00000000"),
])
def test_differences_in_points(difference: F, shown: str) -> None:
    assert nb.points(difference) == shown


@pytest.mark.parametrize(("number", "is_so"), [
    (F(1, 99_999_999_999_999), False), (F(1, 100_000_000_000_000), True), (F(-123_456_789_012_347, 2), True), (F(2), False),
])
def test_a_term_of_more_than_14_digits_is_too_wide(number: F, is_so: bool) -> None:
    assert nb.is_too_wide(number) is is_so


@pytest.mark.parametrize(("number", "shown"), [
    (F(12_000_001, 100_000_010), "on average +0.120"), (F(-1, 3_000_000), "on average −0.000"), (F(9), "+9"), (F(-1), "−1"), (F(0), "0"), (F(27, 4), "+6.75"), (F(7, 6), "+7/6"), (F(-41, 40), "−1.025"),
    (F(10), "+10"), (F(1200), "+1,200"), (F(19, 40), "+0.475"),
])
def test_net(number: F, shown: str) -> None:
    assert nb.net(number) == shown


def test_odds_counts_and_money() -> None:
    assert nb.odds_text((251, 244)) == "251 to 244"
    assert nb.odds_text(F(2)) == "2 to 1"
    assert nb.odds_text((13_733_780, 1)) == "13,733,780 to 1"
    assert nb.integer(19_569_715_379) == "19,569,715,379"
    assert nb.of_total(F(4, 9), 36) == "16 of 36"
    assert nb.of_total(F(1, 7), 36) == "1/7"
    assert (nb.money(F(1000)), nb.money(F(5, 2)), nb.money(F(250, 9))) == ("$1,000", "$2.50", "$27.78")
    assert nb.money(F(-5, 2)) == "−$2.50"


def test_minus_sign_of_the_caller() -> None:
    assert nb.fraction(F(-1, 2), minus="-") == "-1/2"
    assert nb.percent(F(-1, 2), 2, minus="-", sign="%") == "-50.00%"


@pytest.mark.parametrize(("half", "places"), [(0.196, 2), (0.0049, 4), (1.5, 1), (12.0, 0), (0.0, 4), (float("inf"), 4)])
def test_no_more_digits_than_the_interval_bears(half: float, places: int) -> None:
    assert nb.places_borne(half, 4) == places


def test_estimates() -> None:
    assert nb.approximate(1.45, 0.196, 4) == "1.45"
    assert round(nb.sampling_half_width(0.49275, 1_000_000), 6) == 0.00098
    with pytest.raises(ValueError, match="finite"):
        nb.exactly(float("nan"))


@given(fractions, st.integers(0, 8))
def test_rounded_is_within_half_a_unit(number: F, places: int) -> None:
    shown = F(nb.rounded(number, places, minus="-", thousands=False))
    assert abs(shown - number) <= F(1, 2 * 10**places)


@given(fractions)
def test_fraction_reads_back(number: F) -> None:
    assert F(nb.fraction(number, minus="-")) == number
    assert abs(F(nb.decimal(number)) - number) <= F(1, 2 * 10**18)
