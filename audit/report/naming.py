"""What wagers are called: in tables, and in running text."""

from __future__ import annotations

from collections.abc import Sequence

from audit.report import numbers as nb
from audit.report import wording as wd
from audit.solve.result import WagerResult

_MOST_POSITIONS = 12
_FEW_POSITIONS = 4


def where_of(wager: WagerResult) -> str:
    """Positions of a row, and the case or moment in its id: ``4, 10``, ``the point 5, 9``; many positions are counted."""
    inside = wager.id.removeprefix(f"{wager.wager}[").removesuffix("]") if wager.id != wager.wager else ""
    return ", ".join(part for part in (_positions(wager.positions), _beyond(inside, wager.positions)) if part)


def _positions(positions: tuple[str, ...]) -> str:
    if len(positions) <= _MOST_POSITIONS:
        return ", ".join(positions)
    return f"{', '.join(positions[:_FEW_POSITIONS])} … ({nb.integer(len(positions))} positions)"


def _beyond(inside: str, positions: tuple[str, ...]) -> str:
    """What an id says behind the position that it names."""
    named = (", ".join(positions), *positions[:1])
    for label in named:
        if inside == label:
            return ""
        if label and inside.startswith(f"{label}, "):
            return inside.removeprefix(f"{label}, ").replace("_", " ")
    return inside.replace("_", " ")


def name_of(wager: WagerResult) -> str:
    """``Place Bet on 6, 8``, in one line."""
    where = where_of(wager)
    return f"{wager.name} on {where}" if where else wager.name


def names_of(some: Sequence[WagerResult], of: Sequence[WagerResult] = (), most: int = 6) -> str:
    """Names in a list, each once with its positions; none are named where it is all that ``of`` has of the wager."""
    held: dict[tuple[str, str], list[WagerResult]] = {}
    for row in some:
        held.setdefault((row.wager, row.name), []).append(row)
    names = []
    for (wager, name), rows in held.items():
        is_all = {r.id for r in rows} >= {r.id for r in of if r.wager == wager} and bool(of)
        where = ", ".join(text for r in rows if (text := where_of(r)))
        names.append(f"{name} on {where}" if where and not is_all else name)
    return wd.named(names, most)
