"""Cases by the bit, and sums by group: against going through the cases one by one."""

from __future__ import annotations

import numpy as np
import pytest

from audit.solve.cards.cases_by_bit import Cases
from audit.solve.cards.summing import sums_by


def test_four_cases() -> None:
    """Red in the first two cases, high in the last three: both in the second alone, which weighs 3."""
    cases = Cases.of(np.array([[1, 1, 0, 0], [0, 1, 1, 1]], dtype=np.bool_), np.array([2, 3, 5, 3]))
    assert cases.tally(np.array([[0], [1]])).tolist() == [[5, 3], [3, 11]]
    both = cases.fitting([0, 1])
    assert both.tally(np.array([[1]])).tolist() == [[3, 3]]
    assert cases.without(both).tally(np.array([[0], [1]])).tolist() == [[2, 0], [0, 8]]
    assert both
    assert not both.without(cases)


@pytest.mark.parametrize("weights", [1, 7, 100_000])
@pytest.mark.parametrize("number", [1, 64, 65, 1000])
def test_every_case_counts_with_its_weight(number: int, weights: int) -> None:
    """With one weight, with few, and with so many that cases are parted by the digits of their weights."""
    pick = np.random.default_rng(number + weights)
    holds = pick.integers(0, 2, size=(5, number)).astype(np.bool_)
    weight = pick.integers(1, weights + 1, size=number)
    beginnings = np.array([[0, 1], [3, 4], [2, 2]])
    cases = Cases.of(holds, weight)
    for facts in ([4], [0, 3]):
        is_open = ~holds[facts].all(axis=0)
        found = cases.without(cases.fitting(facts)).tally(beginnings)
        for row, (one, other) in zip(found.tolist(), beginnings.tolist(), strict=True):
            assert row == [int(weight[is_open & holds[one] & holds[other] & holds[fact]].sum()) for fact in range(5)]


def test_sums_are_exact_where_floats_are_not() -> None:
    """2^53 + 1 is no double; the second group is empty."""
    assert sums_by(np.array([0, 2, 0], dtype=np.int8), np.array([1 << 53, 4, 1]), 3).tolist() == [(1 << 53) + 1, 0, 4]
