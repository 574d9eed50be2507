"""Compiled functions: `njit` compiles to machine code, kept between runs, and lets other threads run meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

prange = numba.prange
"""As `range`; in a function of `njit` it is one, as nothing is compiled to run in parallel by itself."""


def njit(function: Function) -> Function:
    """The function, compiled at its first call for the types that it is given.  It may use arrays and numbers only."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
