"""Clauses that only bear another number, as ranges."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from audit.compare.documents.matching import Matched
from audit.compare.documents.units import NOWHERE, Row, Unit


@dataclass
class Range:
    """Consecutive clauses renumbered alike: the first and the last unit of each side, how many, and of how many the words were kept."""

    first: tuple[int, int]
    last: tuple[int, int]
    shift: object
    parents: tuple[int, int]
    count: int = 0
    kept: int = 0


def ranges(
    old: Row, new: Row, found: Matched, moved: set[int], apart: set[int], changed: Container[int] = frozenset()
) -> list[Range]:
    """Runs of old units whose own label differs by one shift; ``moved`` and those ``apart`` have entries of their own.

    So have those ``changed``: they stand in a range and are not among those that kept their words.
    """
    places_old, places_new = _places(old), _places(new)
    made: list[Range] = []
    open_range: dict[tuple[int, int] | None, Range | None] = {}
    running: Range | None = None
    for unit in old.units:
        partner = found.to_new.get(unit.number)
        if partner is None or unit.number in moved or unit.number in apart:
            continue
        other = new[partner]
        if not unit.step or not other.step:
            continue
        parents = (unit.parent, other.parent)
        shift = _shift(unit, other, places_old, places_new)
        if unit.step.casefold() == other.step.casefold():
            open_range[parents] = None
            if _is_figure(unit) and running is not None and _is_figure(old[running.last[0]]):
                running = None
            continue
        here = open_range.get(parents)
        if here is None and running is not None and _runs_on(running, unit, other, shift, old, new):
            here = running
        if here is not None and here.shift == shift and here.parents[0] in (unit.parent, here.parents[0]):
            here.last = (unit.number, partner)
        else:
            here = Range((unit.number, partner), (unit.number, partner), shift, parents)
            made.append(here)
        here.count += 1
        here.kept += unit.number not in changed
        open_range[parents] = here
        if _is_figure(unit):
            running = here
    return made


def _runs_on(running: Range, unit: Unit, other: Unit, shift: object, old: Row, new: Row) -> bool:
    """Whether numbers go on from one section into the next, as those of rules that are counted through."""
    before_old, before_new = old[running.last[0]], new[running.last[1]]
    if running.shift != shift or not all(_is_figure(u) for u in (unit, other, before_old, before_new)):
        return False
    if before_old.depth != unit.depth or before_old.parent == unit.parent:
        return False
    gap = int(unit.step) - int(before_old.step)
    return 0 < gap <= 2 and 0 < int(other.step) - int(before_new.step) <= 2


def _is_figure(unit: Unit) -> bool:
    return unit.step.isdecimal() and len(unit.step) <= 6


def _shift(unit: Unit, other: Unit, old: dict[int, int], new: dict[int, int]) -> object:
    if _is_figure(unit) and _is_figure(other):
        return int(other.step) - int(unit.step)
    return ("place", new[other.number] - old[unit.number], _is_figure(unit), _is_figure(other))


def _places(row: Row) -> dict[int, int]:
    """The place of each labelled unit among its labelled siblings."""
    made: dict[int, int] = {}
    count: dict[int, int] = {NOWHERE: 0}
    for unit in row.units:
        if unit.step:
            made[unit.number] = count.get(unit.parent, 0)
            count[unit.parent] = made[unit.number] + 1
    return made
