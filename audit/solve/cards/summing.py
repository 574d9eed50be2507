"""Sums of whole numbers by group, exact however large they are."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from audit.solve.cards.kernels import njit

Ints64: TypeAlias = npt.NDArray[np.int64]


def sums_by(groups: npt.NDArray[Any], numbers: Ints64, size: int) -> Ints64:
    """The sum of the numbers of each group, of which there are ``size``, counted from 0: int64[size]."""
    sums = np.zeros(size, dtype=np.int64)
    _add(sums, groups.astype(np.int64, copy=False), numbers)
    return sums


@njit
def _add(sums: Ints64, groups: Ints64, numbers: Ints64) -> None:
    for i in range(len(groups)):
        sums[groups[i]] += numbers[i]
