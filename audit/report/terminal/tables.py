"""Columns of text: aligned, never wrapped, the least needed left out where the terminal is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column; ``drop`` says how soon it is left out (1 first), 0 never; ``cut`` at most so many characters."""

    head: str
    right: bool = False
    drop: int = 0
    cut: int = 0


GAP = "  "


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int, *, indent: str = "") -> list[str]:
    """Lines of a table with its heading; columns are dropped, the soonest first, until a line fits ``width``."""
    kept = list(range(len(columns)))
    shown = [[_cut(cell, columns[n].cut) for n, cell in enumerate(row)] for row in rows]
    while True:
        widths = {n: max([len(columns[n].head), *(len(row[n]) for row in shown)]) for n in kept}
        line = len(indent) + sum(widths.values()) + len(GAP) * (len(kept) - 1)
        going = [n for n in kept if columns[n].drop]
        if line <= width or not going:
            break
        kept.remove(min(going, key=lambda n: columns[n].drop))
    heads = [columns[n].head for n in range(len(columns))]
    return [_line(row, columns, kept, widths, indent) for row in ([heads] if any(heads) else []) + shown]


def _line(
    row: Sequence[str], columns: Sequence[Column], kept: Sequence[int], widths: dict[int, int], indent: str
) -> str:
    cells = [row[n].rjust(widths[n]) if columns[n].right else row[n].ljust(widths[n]) for n in kept]
    return (indent + GAP.join(cells)).rstrip()


def _cut(text: str, most: int) -> str:
    return text if not most or len(text) <= most else text[: most - 1].rstrip() + "…"


def listing(items: Sequence[str], most: int) -> str:
    """Items with commas, as many as fit, then how many more there are."""
    text = ", ".join(items)
    if not most or len(text) <= most:
        return text
    shown: list[str] = []
    for n, item in enumerate(items):
        rest = f" and {len(items) - n - 1} more" if n + 1 < len(items) else ""
        if len(", ".join([*shown, item])) + len(rest) > most and shown:
            return f"{', '.join(shown)} and {len(items) - len(shown)} more"
        shown.append(item)
    return ", ".join(shown)
