"""Rulesets and pieces of them as keys of a memory.

They are equal by all that they say, which takes long to find out; a memory asks only whether it is the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from audit.ruleset.ruleset import Ruleset

P = ParamSpec("P")
T = TypeVar("T")

BY_VALUE = frozenset({str, bool})

MOST_REMEMBERED = 4_096
"""So many things that were worked out are kept for each function; then all are forgotten."""


def worked_out_once(work: Callable[P, T]) -> Callable[P, T]:
    """A function of unchanging things that is asked once for each of them, told apart by what they are, not by what
    they say; texts and truths by their value.  What was asked is kept alive, so that nothing else can take its place.
    """
    known: dict[tuple[object, ...], tuple[object, T]] = {}

    @wraps(work)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        if len(args) == 2:  # most are of two; the same as below without going through them
            one, other = args
            key: tuple[object, ...] = (
                one if one.__class__ in BY_VALUE else id(one),
                other if other.__class__ in BY_VALUE else id(other),
            )
        else:
            key = tuple([arg if arg.__class__ in BY_VALUE else id(arg) for arg in args])
        found = known.get(key)
        if found is None:
            found = args, work(*args, **kwargs)
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[key] = found
        return found[1]

    return asked


class Itself:
    """Equal only to itself; it keeps its ruleset alive, so that no other can take its place."""

    __slots__ = ("ruleset",)

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.ruleset is self.ruleset
