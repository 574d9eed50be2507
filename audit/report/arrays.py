"""Combinations of options as two-way tables: the last option across, all others down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audit.solve.result import Combinations, NoEdge

Entry: TypeAlias = Fraction | NoEdge
"""A house edge, or why there is none."""


@dataclass(frozen=True, slots=True)
class Array:
    """House edges of wagers that are moved alike.

    The values of ``options`` go down, those of ``across`` to the side, if more than one option moves them: ``heads``.
    ``rows`` are values with the entries beside them.
    """

    wagers: tuple[str, ...]
    options: tuple[str, ...]
    across: str | None
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[Entry, ...]], ...]


def arrays(found: Combinations) -> Iterator[Array]:
    """One for wagers that every combination moves alike, by the options alone that move them."""
    for wagers in found.moved:
        entries = {row.values: edge for row, edge in zip(found.rows, found.edges_of(wagers[0]), strict=True)}
        yield _array(wagers, *_moving(found.options, entries))


def _moving(options: tuple[str, ...], entries: dict[tuple[str, ...], Entry]) -> tuple[tuple[str, ...], dict[tuple[str, ...], Entry]]:
    """The same without the options of which no value makes a difference, other than that it may not be permitted."""
    for n in range(len(options)):
        without: dict[tuple[str, ...], set[Entry]] = {}
        for values, entry in entries.items():
            found = without.setdefault((*values[:n], *values[n + 1 :]), set())
            if entry is not NoEdge.NOT_PERMITTED:
                found.add(entry)
        if all(len(found) < 2 for found in without.values()):
            fewer = {values: found.pop() if found else NoEdge.NOT_PERMITTED for values, found in without.items()}
            return _moving((*options[:n], *options[n + 1 :]), fewer)
    return options, entries


def _array(wagers: tuple[str, ...], options: tuple[str, ...], entries: dict[tuple[str, ...], Entry]) -> Array:
    if len(options) == 1:
        return Array(wagers, options, None, ("house edge",), tuple((values, (entry,)) for values, entry in entries.items()))
    heads = tuple(dict.fromkeys(values[-1] for values in entries))
    by_values: dict[tuple[str, ...], list[Entry]] = {}
    for values, entry in entries.items():
        by_values.setdefault(values[:-1], []).append(entry)
    rows = tuple((down, tuple(found)) for down, found in by_values.items())
    return Array(wagers, options[:-1], options[-1], heads, rows)

