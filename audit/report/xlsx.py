"""A report as a workpaper: its findings, its changes and each of its tables as a sheet that can be sorted and summed.

A figure is a number that a spreadsheet reckons with, to its own precision; beside a house edge stands the fraction that
is exact.  What is drawn in a report is left out.  Nothing that a document says becomes a formula or a link.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report.inline import plain
from audit.report.shown import choice, clean

if TYPE_CHECKING:
    import pandas as pd

Value: TypeAlias = "str | float | int | None"

MOST_CHARACTERS = 32_000
"""A spreadsheet holds 32,767 in one cell."""
_NO_SHEET_NAME = re.compile(r"[\[\]:*?/\\']")
_LONGEST_NAME = 31
_WIDEST = 60
_PERCENT, _PERCENT_FINE, _NUMBER = "0.00%", "0.0000%", "0.000000"
_FORMATS = {
    md.ColumnKind.EDGE: _PERCENT_FINE,
    md.ColumnKind.RATE: _PERCENT,
    md.ColumnKind.VARIANCE: _NUMBER,
    md.ColumnKind.NET: "0.00####",
}
_DRAWN = frozenset({md.ColumnKind.BAR, md.ColumnKind.SQUARES})


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows below heads; ``formats`` has the number format of a column, or nothing."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    formats: tuple[str, ...]


def render_xlsx(report: md.Report) -> bytes:
    """The workpaper; equal reports give equal bytes."""
    import pandas as pd  # noqa: PLC0415  (heavy, and only for whoever asks for a workpaper)

    held = io.BytesIO()
    settings = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with pd.ExcelWriter(held, engine="xlsxwriter", engine_kwargs={"options": settings}) as writer:
        day = report.on or datetime(1980, 1, 1)
        created = datetime(day.year, day.month, day.day)
        writer.book.set_properties({"title": clean(report.full_title), "created": created, "comments": report.engine})
        taken: set[str] = set()
        for sheet in sheets(report):
            _write(writer, sheet, _free(sheet.name, taken), pd)
    return held.getvalue()


def sheets(report: md.Report) -> Iterator[Sheet]:
    """What the workpaper holds: the summary, findings, changes, then the tables in the order of the report."""
    yield _summary(report)
    blocks = [block for section in report.sections for block in section.blocks]
    findings = [block for block in blocks if isinstance(block, md.FindingBlock)]
    changes = [block for block in blocks if isinstance(block, md.ChangeBlock)]
    if findings:
        yield _findings(findings)
    if changes:
        yield _changes(changes)
    for block in blocks:
        if isinstance(block, md.Table):
            yield _table(block)
        elif isinstance(block, md.Glance) and block.counts is not None:
            yield _table(block.counts)


def _summary(report: md.Report) -> Sheet:
    rows: list[tuple[Value, ...]] = [
        ("Report", report.full_title),
        ("Edition", report.running.edition),
        ("Engine", report.engine),
        ("Complete", "yes" if report.is_complete else "no"),
    ]
    for section in report.sections[:1]:
        for block in section.blocks:
            if isinstance(block, md.Paragraph) and block.prose is md.Prose.VERDICT:
                rows.append(("Verdict", plain(block.text)))
            elif isinstance(block, md.Things):
                rows += [(thing.lead, plain(thing.text)) for thing in block.items]
            elif isinstance(block, md.Glance):
                rows += [(key.words, key.number) for key in block.numbers]
    return Sheet("Summary", ("What", "Says"), tuple(rows), ("", ""))


def _findings(blocks: Sequence[md.FindingBlock]) -> Sheet:
    elements = list(dict.fromkeys(name for block in blocks for name, _ in block.elements))
    heads = ("No.", "Severity", "Finding", "Clauses", *elements, "Played again by", "Rule", "Place", "Fingerprint", "Waiver")
    rows = []
    for block in blocks:
        told = {name: plain(words) for name, words in block.elements}
        command = block.witness.command if block.witness is not None else block.no_witness
        rows.append(
            (
                block.id, block.severity.value, block.title, ", ".join(block.cites), *(told.get(e, "") for e in elements),
                command, block.rule, block.place, block.fingerprint, block.waiver,
            )
        )  # fmt: skip
    return Sheet("Findings", heads, tuple(rows), ("",) * len(heads))


def _changes(blocks: Sequence[md.ChangeBlock]) -> Sheet:
    heads = (
        "No.", "Kind", "Change", "Clauses before", "Words before", "Clauses after", "Words after", "Favours",
        "House edge before", "before, exact", "House edge after", "after, exact", "Note", "Played again by",
    )  # fmt: skip
    rows = []
    for block in blocks:
        old, new = (block.edge.old, block.edge.new) if block.edge is not None else (None, None)
        command = block.witness.command if block.witness is not None else block.no_witness
        rows.append(
            (
                block.id, block.kind, block.title, ", ".join(block.old.cites), _said(block.old),
                ", ".join(block.new.cites), _said(block.new), block.favours,
                *_edge(old), *_edge(new), block.note, command,
            )
        )  # fmt: skip
    formats = [""] * len(heads)
    formats[8] = formats[10] = _PERCENT_FINE
    return Sheet("Changes", heads, tuple(rows), tuple(formats))


def _said(side: md.Side) -> str:
    return "" if side.words is None else plain(side.words)


def _edge(edge: Fraction | None) -> tuple[Value, Value]:
    return (None, "") if edge is None else (_float(edge), nb.fraction(edge, minus="-"))


def _table(table: md.Table) -> Sheet:
    kept = [n for n, column in enumerate(table.columns) if column.kind not in _DRAWN]
    has_groups = any(group.title for group in table.groups)
    rows: list[tuple[Value, ...]] = []
    above: list[Value] = [None] * len(table.columns)
    for group in (*table.groups, md.RowGroup(table.foot)):
        for row in group.rows:
            above = _values(row, above)
            rows.append((*([group.title] if has_groups else []), *(above[n] for n in kept)))
    heads = (*(["Group"] if has_groups else []), *(clean(table.columns[n].head) for n in kept))
    formats = (*([""] if has_groups else []), *(_FORMATS.get(table.columns[n].kind, "") for n in kept))
    return Sheet(table.caption, heads, tuple(rows), formats)


def _values(row: md.Row, above: Sequence[Value]) -> list[Value]:
    """One value a column; a cell that reaches down is repeated, words over several columns stand in the first."""
    found: list[Value] = []
    for cell in row.cells:
        if isinstance(cell, ce.Wide):
            found += [plain(cell.text), *[None] * (cell.columns - 1)]
        else:
            found.append(above[len(found)] if isinstance(cell, ce.Above) else _value(cell))
    return [*found, *[None] * (len(above) - len(found))]


def _value(cell: ce.Cell) -> Value:
    match cell:
        case ce.Words(text):
            return plain(text)
        case ce.Anchor(id):
            return id
        case ce.Clauses(cites):
            return ", ".join(cites)
        case ce.Edge(known) | ce.Rate(known) | ce.Variance(known):
            return _number(known)
        case ce.Portion(known):
            return nb.fraction(known.value, minus="-") if isinstance(known, ce.Exact) else _interval(known)
        case ce.Net(value):
            return None if value is None else _float(value)
        case ce.Odds((first, second)):
            return f"{first} to {second}"
        case ce.Odds(ce.Estimate(value)):
            return f"about {value:.4g} to 1"
        case ce.Pays(rates, is_stated, less):
            return ", less ".join(("; ".join(rates), *less)) if is_stated else ce.Absent.NOT_STATED.value
        case ce.Count(number):
            return number
        case ce.Marked(_, word):
            return word
        case ce.Choice():
            found = choice(cell)
            return f"{found['words']} ({found['cost']})" if found["cost"] else str(found["words"])
        case ce.Code(text):
            return text
        case _:
            return None


def _number(known: ce.Figure | ce.Absent) -> Value:
    if isinstance(known, ce.Absent):
        return None if known is ce.Absent.NONE else known.value
    return _float(known.value)


def _float(number: Fraction | float) -> Value:
    """A number as a spreadsheet has it; in words where it is larger than any there."""
    try:
        return float(number)
    except OverflowError:
        return nb.fraction(Fraction(number), minus="-")


def _interval(known: ce.Estimate | ce.Absent) -> Value:
    if isinstance(known, ce.Absent):
        return _number(known)
    return f"sampled: within {known.half_width:.4g} of it"


def _free(name: str, taken: set[str]) -> str:
    """A sheet name that no other sheet has, of what a spreadsheet permits."""
    bare = _NO_SHEET_NAME.sub(" ", clean(name)).strip() or "Table"
    n, made = 1, bare[:_LONGEST_NAME].strip()
    while made.casefold() in taken:
        n += 1
        made = f"{bare[: _LONGEST_NAME - len(str(n)) - 1].strip()} {n}"
    taken.add(made.casefold())
    return made


def _write(writer: pd.ExcelWriter[Any], sheet: Sheet, name: str, pandas: Any) -> None:
    rows = [[clean(v)[:MOST_CHARACTERS] if isinstance(v, str) else v for v in row] for row in sheet.rows]
    frame = pandas.DataFrame(rows, columns=[clean(head) for head in sheet.heads], dtype=object)
    frame.to_excel(writer, sheet_name=name, index=False)
    page = writer.sheets[name]
    page.freeze_panes(1, 0)
    if rows:
        page.autofilter(0, 0, len(rows), len(sheet.heads) - 1)
    for n, head in enumerate(sheet.heads):
        longest = max([len(head), *(len(str(row[n])) for row in rows if row[n] is not None and not sheet.formats[n])])
        looks = {"valign": "top", "text_wrap": True} | ({"num_format": sheet.formats[n]} if sheet.formats[n] else {})
        page.set_column(n, n, max(9, min(longest + 2, _WIDEST)), writer.book.add_format(looks))
