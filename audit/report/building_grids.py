"""Best play as a grid: what the player holds down, what he sees across, and what the next best choice would cost."""

from __future__ import annotations

from collections.abc import Iterator

from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.inline import text
from audit.report.titles import Titles
from audit.solve.result import Chart, ChartCell, WagerResult

K = md.ColumnKind

TO_READ = (
    "The choice in a cell is the best one; the number below it is what the next best choice would cost, per {per}, on "
    "average over the hands of the cell."
)
MIXED = "A star marks a cell some of whose hands are played in another way; the table below the grid names them."
SPLIT_OFF = (
    "Cards split off are those of the other hands of a split, as many as were seen when the hand got its second card; they are "
    "told where the hand is played otherwise than with fewer or more of them."
)


def grid(row: WagerResult, number: int, moment: str, chart: Chart, titles: Titles) -> Iterator[md.Block]:
    """The grid of one moment, which is the ``number``-th of the wager, and the hands that depart from it."""
    cells = [cell for group in chart.groups for _, cells in group.rows for cell in cells if cell is not None]
    is_mixed = any(cell.otherwise for cell in cells)
    is_split_off = any("split off" in hand for cell in cells for hand, _ in cell.otherwise)
    told = (TO_READ.format(per=row.per), *((MIXED,) if is_mixed else ()), *((SPLIT_OFF,) if is_split_off else ()))
    yield md.Paragraph(text(" ".join(told)))
    beside = titles.plain(chart.beside)
    columns = (md.Column(K.NAME, "Player holds"), *(md.Column(K.CHOICE, seen) for seen in chart.seen))
    groups = tuple(
        md.RowGroup(
            tuple(md.Row((ce.said(held), *(_cell(cell, titles) for cell in cells))) for held, cells in group.rows),
            wd.sentence(group.title),
        )
        for group in chart.groups
    )
    across = f"; across, what the {beside}" if beside else ""
    yield md.Table(f"grid-{row.id}-{number}", f"{moment}: the best choice{across}", columns, groups)
    if is_mixed:
        heads = (
            md.Column(K.NAME, "Player holds"), md.Column(K.WORDS, wd.sentence(beside)),
            md.Column(K.WORDS, "With these cards"), md.Column(K.WORDS, "Best choice"),
        )
        yield md.Table(f"departs-{row.id}-{number}", f"{moment}: hands that are played otherwise", heads, (
            md.RowGroup(tuple(_departing(chart, titles))),
        ))


def _cell(cell: ChartCell | None, titles: Titles) -> ce.Cell:
    if cell is None:
        return ce.said("")
    return ce.Choice(titles.plain(cell.choices[0]), cell.cost, bool(cell.otherwise))


def _departing(chart: Chart, titles: Titles) -> Iterator[md.Row]:
    for group in chart.groups:
        for held, cells in group.rows:
            for seen, cell in zip(chart.seen, cells, strict=True):
                for hands, choice in _by_choice(cell):
                    yield md.Row((ce.said(held), ce.said(seen), ce.said(hands), ce.said(titles.plain(choice))))


def _by_choice(cell: ChartCell | None) -> Iterator[tuple[str, str]]:
    """Hands of a cell that are played otherwise, choice by choice, and how many are not named."""
    if cell is None or not cell.otherwise:
        return
    named: dict[str, list[str]] = {}
    for hand, choice in cell.otherwise:
        named.setdefault(choice, []).append(hand)
    for n, (choice, hands) in enumerate(named.items(), 1):
        more = f"; {cell.more} rarer ones" if cell.more and n == len(named) else ""
        yield ", ".join(hands) + more, choice
