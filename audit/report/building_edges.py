"""The house edges of both texts side by side, moved or not."""

from __future__ import annotations

from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.inline import text
from audit.report.material import Against, Material
from audit.report.naming import names_of
from audit.solve.result import Method, WagerResult

K = md.ColumnKind


def edges_of_both(material: Material) -> md.Table | None:
    """Every wager of the new text with its house edge there and in the old one; wagers with the same two are one row."""
    if material.old is None or material.old.result is None or material.labels is None:
        return None
    found: dict[tuple[ce.Cell, ce.Cell], list[WagerResult]] = {}
    for row in material.wagers:
        for part in material.against(row):
            found.setdefault((_before(part), _edge(part.row)), []).append(part.row)
    columns = (
        md.Column(K.WORDS, "Wager"), md.Column(K.EDGE, f"{wd.sentence(material.labels.in_old)}, %"),
        md.Column(K.EDGE, f"{wd.sentence(material.labels.in_new)}, %"),
    )
    rows = tuple(
        md.Row((ce.Words(text(wd.sentence(names_of(some, material.titles, material.wagers, 12)))), before, now))
        for (before, now), some in found.items()
    )
    return md.Table("edges-of-both", "House edges side by side", columns, (md.RowGroup(rows),))


def _before(part: Against) -> ce.Cell:
    if part.old is None:
        return ce.Edge(ce.Absent.NONE)
    return _edge(part.old)


def _edge(row: WagerResult) -> ce.Cell:
    if row.house_edge is not None:
        return ce.Edge(ce.Exact(row.house_edge))
    return ce.Edge(ce.Absent.NOT_SOLVED if row.method is Method.NOT_SOLVABLE else ce.Absent.NOT_VERIFIABLE)
