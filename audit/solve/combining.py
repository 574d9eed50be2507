"""What several options make of the wagers together: every combination of some of their values, each played out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from audit.ruleset.configure import ConfigureError, Value, configure, value_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.result import Combination, Combinations

Varied: TypeAlias = Mapping[str, Sequence[Value]]
"""The values that each option takes in turn."""

Edges: TypeAlias = dict[str, Fraction | None]


def combinations(varied: Varied) -> Iterator[dict[str, Value]]:
    """Every combination, the last option varying fastest."""
    for values in product(*varied.values()):
        yield dict(zip(varied, values, strict=True))


def is_permitted(ruleset: Ruleset, choices: Mapping[str, Value]) -> bool:
    """Whether the ruleset permits these values together; raises `ConfigureError` where one of them cannot be at all."""
    try:
        configure(ruleset, choices)
    except ConfigureError as error:
        if error.name != "require":
            raise
        return False
    return True


def edges_with(ruleset: Ruleset, choices: Mapping[str, Value], only: Sequence[str]) -> Edges | None:
    """The house edge of each wager under these choices, by its id; None for one of which it is not known.

    None for all where the ruleset does not permit these choices together.
    """
    if not is_permitted(ruleset, choices):
        return None
    result = verify(ruleset, choices, only=only, with_variations=False).result
    return {wager.id: wager.house_edge for wager in result.wagers}


def combined(varied: Varied, found: Sequence[Edges | None]) -> Combinations:
    """From what each combination came to, in their order."""
    wagers = tuple(dict.fromkeys(name for edges in found for name in edges or ()))
    rows = (
        Combination(
            tuple(map(value_text, combination.values())),
            tuple(edges.get(wager) for wager in wagers) if edges is not None else (),
            is_permitted=edges is not None,
        )
        for combination, edges in zip(combinations(varied), found, strict=True)
    )
    return Combinations(tuple(varied), wagers, tuple(rows))
