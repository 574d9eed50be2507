"""Columns of text: aligned, never wrapped; where the terminal is narrow some are shortened, then the least needed left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from audit.language.printing import width_of

GAP = "  "
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    ``drop`` says how soon it is left out (1 first), 0 never; ``cut`` is the most characters that it takes, ``least``
    how far it may be shortened, 0 not at all.  ``items`` are lists with commas, shortened item by item.  The heading of
    one that ``spans`` stands over the column before it, too, which has none.
    """

    head: str
    right: bool = False
    drop: int = 0
    cut: int = 0
    least: int = 0
    items: bool = False
    spans: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int, *, indent: str = "") -> list[str]:
    """Lines of a table with its heading, none of them wider than ``width`` where that can be had.

    Columns that may be are shortened as far as needed; where that is not enough the soonest is dropped.  No width (0)
    leaves every cell as it is.
    """
    kept = list(range(len(columns)))
    natural = {n: max([_own_head(columns[n]), *(width_of(row[n]) for row in rows)]) for n in kept}
    if width:
        natural = {n: min(w, columns[n].cut or w) for n, w in natural.items()}
    while True:
        widths = _fitted(columns, kept, natural, width - width_of(indent) if width else 0)
        if widths is not None:
            break
        going = [n for n in kept if columns[n].drop]
        if not going:
            widths = {n: min(natural[n], max(columns[n].least, 1)) if columns[n].least else natural[n] for n in kept}
            break
        kept.remove(min(going, key=lambda n: columns[n].drop))
    lines = [] if not any(c.head for c in columns) else [indent + _heading(columns, kept, widths)]
    return [line.rstrip() for line in [*lines, *(indent + _row(row, columns, kept, widths) for row in rows)]]


def _own_head(column: Column) -> int:
    return 0 if column.spans else width_of(column.head)


def _fitted(
    columns: Sequence[Column], kept: Sequence[int], natural: dict[int, int], width: int
) -> dict[int, int] | None:
    """The widths of the columns kept, so that a line fits; None where they cannot be shortened that far."""
    widths = {n: natural[n] for n in kept}
    for at, n in enumerate(kept):
        if columns[n].spans:
            before = kept[at - 1]
            short = width_of(columns[n].head) - widths[n] - len(GAP) - widths[before]
            widths[before] += max(short, 0)
    over = sum(widths.values()) + len(GAP) * (len(kept) - 1) - width
    if not width or over <= 0:
        return widths
    soft = [n for n in kept if columns[n].least and widths[n] > columns[n].least]
    if sum(widths[n] - columns[n].least for n in soft) < over:
        return None
    while over > 0:
        widest = max(soft, key=lambda n: (widths[n] - columns[n].least, n))
        widths[widest] -= 1
        over -= 1
    return widths


def _heading(columns: Sequence[Column], kept: Sequence[int], widths: dict[int, int]) -> str:
    cells: list[str] = []
    for n in kept:
        column = columns[n]
        if column.spans and cells:
            before = cells.pop()
            cells.append(column.head.rjust(width_of(before) + len(GAP) + widths[n]))
        else:
            cells.append(_aligned(column.head, widths[n], right=column.right))
    return GAP.join(cells)


def _row(row: Sequence[str], columns: Sequence[Column], kept: Sequence[int], widths: dict[int, int]) -> str:
    cells = []
    for n in kept:
        cell = row[n]
        if width_of(cell) > widths[n]:
            cell = listing(cell.split(", "), widths[n]) if columns[n].items else cut(cell, widths[n])
        cells.append(_aligned(cell, widths[n], right=columns[n].right))
    return GAP.join(cells)


def _aligned(text: str, width: int, *, right: bool) -> str:
    filler = " " * max(width - width_of(text), 0)
    return filler + text if right else text + filler


def cut(text: str, most: int) -> str:
    """A text of at most so many characters; one that is longer ends in an ellipsis."""
    return text if width_of(text) <= most else f"{text[: max(most - 1, 0)].rstrip()}{ELLIPSIS}"


def listing(items: Sequence[str], most: int) -> str:
    """Items with commas, as many as fit, then how many more there are."""
    text = ", ".join(items)
    if not most or len(text) <= most:
        return text
    shown = ""
    for n in range(len(items) - 1, 0, -1):
        shown = f"{', '.join(items[:n])} and {len(items) - n} more"
        if len(shown) <= most:
            return shown
    short = f"{items[0]} +{len(items) - 1} more" if len(items) > 1 else items[0]
    return short if len(short) <= most else cut(items[0], most)
