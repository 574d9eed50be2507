"""What several options make of the wagers together: every combination of some of their values, each played out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from audit.ruleset.configure import ConfigureError, Value, configure, value_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.result import Combination, Combinations, Method, NoEdge, WagerResult

Varied: TypeAlias = Mapping[str, Sequence[Value]]
"""The values that each option takes in turn."""

Edges: TypeAlias = dict[str, Fraction | NoEdge]


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
    """The house edge of each wager that is offered under these choices, by its id, or why it has none.

    None for all where the ruleset does not permit these choices together.
    """
    if not is_permitted(ruleset, choices):
        return None
    result = verify(ruleset, choices, only=only, with_variations=False).result
    return {wager.id: _edge(wager) for wager in result.wagers}


def _edge(wager: WagerResult) -> Fraction | NoEdge:
    if wager.house_edge is not None:
        return wager.house_edge
    return NoEdge.NOT_SOLVED if wager.method is Method.NOT_SOLVABLE else NoEdge.NOT_VERIFIABLE


def combined(varied: Varied, found: Sequence[Edges | None]) -> Combinations:
    """From what each combination came to, in their order."""
    wagers = tuple(dict.fromkeys(name for edges in found for name in edges or ()))

    def row(edges: Edges | None) -> tuple[Fraction | NoEdge, ...]:
        if edges is None:
            return (NoEdge.NOT_PERMITTED,) * len(wagers)
        return tuple(edges.get(wager, NoEdge.NOT_OFFERED) for wager in wagers)

    values = (tuple(map(value_text, combination.values())) for combination in combinations(varied))
    rows = (Combination(of, row(edges), edges is not None) for of, edges in zip(values, found, strict=True))
    return Combinations(tuple(varied), wagers, tuple(rows))
