"""Figures as JSON data: exact ones as fraction and decimal, others as decimals alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from audit.report import numbers

Json = dict[str, Any]


def exact(number: Fraction | None) -> Json | None:
    """A fraction and its decimal; None stays None."""
    return None if number is None else {"fraction": str(number), "decimal": numbers.decimal(number)}


def estimate(number: float) -> Json:
    """A figure that is sampled or worked out in floating point: no fraction."""
    return {"fraction": None, "decimal": f"{number:.10g}"}


def worth(number: Fraction | float) -> Json | None:
    """What a choice is worth, exact or not."""
    return exact(number) if isinstance(number, Fraction) else estimate(number)
