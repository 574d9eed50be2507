"""From the model to what a page shows: text and drawing only, the same for every renderer that sets a page.

A template decides nothing about a figure: rounding, dashes, marks of an estimate and lengths of bars are settled
here.  The tree holds plain data, so that it can be handed to any template language.
"""

from __future__ import annotations

from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import shown as sh
from audit.report.charts import segments
from audit.report.inline import Ref, Text
from audit.report.pages import on_page
from audit.report.shown import Tree

# What is longer than this may be split over pages; the rest is kept on one.
_KEEP_CHARACTERS = 1_800
_KEEP_STEPS = 12
_KEEP_ROWS = 8
# A row with a text longer than this may be split over pages too.
_TALL_CHARACTERS = 600


def laid_out(report: md.Report) -> dict[str, Tree]:
    """The whole report as plain data: ``sections`` of ``blocks``, each with its ``kind``."""
    return _Layout(_anchors(report), _in_full(report)).report(report)


def _in_full(report: md.Report) -> frozenset[str]:
    """Fractions that are printed in full somewhere, so that a table can point at them."""
    tables = (block for section in report.sections for block in section.blocks if isinstance(block, md.Table))
    rows = (row for table in tables for group in table.groups for row in group.rows)
    return frozenset(cell.text for row in rows for cell in row.cells if isinstance(cell, ce.Code))


def _anchors(report: md.Report) -> frozenset[str]:
    """What a reference can lead to."""
    found: set[str] = set()
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, md.FindingBlock | md.ChangeBlock):
                found.add(block.id)
            elif isinstance(block, md.Table):
                rows = (row for group in block.groups for row in group.rows)
                found.update(cell.id for row in rows for cell in row.cells if isinstance(cell, ce.Anchor))
    return frozenset(found)


class _Layout:
    """Sets one report; ``anchors`` are the parts that it has, so that no reference leads nowhere; ``in_full`` its long fractions."""

    def __init__(self, anchors: frozenset[str], in_full: frozenset[str]) -> None:
        self.anchors = anchors
        self.in_full = in_full

    def report(self, report: md.Report) -> dict[str, Tree]:
        numbered = 0
        sections: list[Tree] = []
        for section in report.sections:
            numbered += section.is_numbered
            blocks: list[Tree] = [self.block(block) for block in section.blocks]
            sections.append({
                "id": section.id, "title": sh.clean(section.title), "blocks": blocks,
                "number": str(numbered) if section.is_numbered else "",
            })
        return {
            "kind": report.kind.value, "kind_words": sh.clean(report.kind_words), "title": sh.clean(report.title),
            "subtitle": sh.clean(report.subtitle), "full_title": sh.clean(report.full_title),
            "engine": sh.clean(report.engine),
            "game": sh.clean(report.running.game), "edition": sh.clean(report.running.edition),
            "foot": sh.clean(report.running.kind), "sections": sections,
            "on": [report.on.year, report.on.month, report.on.day] if report.on else None,
        }

    # blocks

    def block(self, block: md.Block) -> Tree:
        shown: Tree
        match block:
            case md.Paragraph(text, prose):
                shown = {"kind": "paragraph", "prose": prose.value, "text": self.text(text)}
            case md.Heading(words):
                shown = {"kind": "heading", "words": sh.clean(words)}
            case md.Table():
                shown = self.table(block)
            case md.FindingBlock():
                shown = self.finding(block)
            case md.ChangeBlock():
                shown = self.change(block)
            case md.Bullets(items):
                shown = {"kind": "bullets", "items": [self.text(item) for item in items]}
            case md.Legend(entries):
                shown = {"kind": "legend", "entries": [list(entry) for entry in entries]}
            case md.Commands(lines):
                shown = {"kind": "commands", "lines": [[*sh.clean(line).split(" ")] for line in lines]}
            case md.Terms(entries):
                shown = {"kind": "terms", "entries": [list(entry) for entry in entries]}
            case md.SignLines(words):
                shown = {"kind": "sign", "lines": list(words)}
            case md.Panels(items):
                shown = {"kind": "panels", "items": [sh.panel(item) for item in items]}
            case md.Things() | md.Glance():
                shown = self.opening(block)
        return shown

    def opening(self, block: md.Things | md.Glance) -> Tree:
        if isinstance(block, md.Glance):
            numbers: list[Tree] = [
                {"number": nb.integer(key.number), "words": sh.clean(key.words)} for key in block.numbers
            ]
            return {"kind": "glance", "counts": self.table(block.counts) if block.counts else None, "numbers": numbers}
        count = len(block.items)
        heading = {1: "One thing to know", 2: "Two things to know"}.get(count, "Three things to know")
        items: list[Tree] = [
            {"lead": sh.clean(thing.lead), "text": self.text(thing.text), "refs": [self.ref(t) for t in thing.refs]}
            for thing in block.items
        ]
        return {"kind": "things", "heading": heading, "items": items}

    def finding(self, block: md.FindingBlock) -> Tree:
        size = sum(len(_words_of(said)) for _, said in block.elements)
        elements: list[Tree] = [[word, self.text(said)] for word, said in block.elements]
        return {
            "kind": "finding", "id": block.id, "severity": block.severity.value, "title": sh.clean(block.title),
            "word": block.severity.value.capitalize(), "since": sh.clean(block.since), "is_new": block.is_new,
            "cites": sh.clean(", ".join(block.cites)), "elements": elements, "witness": _witness(block.witness),
            "edges": self.table(block.edges) if block.edges else None,
            "no_witness": sh.clean(block.no_witness), "rule": sh.clean(block.rule), "place": sh.clean(block.place),
            "fingerprint": block.fingerprint, "waiver": sh.clean(block.waiver), "source": block.source,
            "keep": size < _KEEP_CHARACTERS and _is_short(block.witness),
        }

    def change(self, block: md.ChangeBlock) -> Tree:
        size = sum(len(_words_of(side.words)) for side in (block.old, block.new) if side.words is not None)
        return {
            "kind": "change", "id": block.id, "what": sh.clean(block.kind), "title": sh.clean(block.title),
            "sides": [self.side(block.old), self.side(block.new)], "favours": block.favours,
            "edge": sh.move(block.edge), "note": sh.clean(block.note), "witness": _witness(block.witness),
            "no_witness": block.no_witness, "keep": size < _KEEP_CHARACTERS and _is_short(block.witness),
        }

    def side(self, side: md.Side) -> Tree:
        return {
            "head": side.head, "edition": sh.clean(side.edition), "cites": sh.clean(", ".join(side.cites)),
            "words": None if side.words is None else self.text(side.words),
        }

    # tables

    def table(self, whole: md.Table) -> Tree:
        table = on_page(whole)
        columns: list[Tree] = [
            {"kind": c.kind.value, "head": sh.clean(c.head).replace(", %", ",\u00a0%"), "align": _align(c.kind)}
            for c in table.columns
        ]
        groups: list[Tree] = [
            {"title": sh.clean(group.title), "rows": self.rows(group.rows, table.columns)} for group in table.groups
        ]
        return {
            "kind": "table", "id": table.id, "caption": sh.clean(table.caption), "columns": columns, "groups": groups,
            "foot": self.rows(table.foot, table.columns), "may_filter": table.may_filter,
            "keep": _is_small(table), "has_long": any(sh.is_long(cell) for g in table.groups for row in g.rows for cell in row.cells),
        }

    def rows(self, rows: tuple[md.Row, ...], columns: tuple[md.Column, ...]) -> list[Tree]:
        """Each cell with its column; cells that reach down are given once, with the number of rows they cover."""
        made: list[list[dict[str, Tree]]] = []
        reaching: dict[int, tuple[dict[str, Tree], int]] = {}
        for row in rows:
            shown: list[dict[str, Tree]] = []
            for number, (column, cell) in enumerate(zip(columns, row.cells, strict=False)):
                if isinstance(cell, ce.Above):
                    tree, covered = reaching[number]
                    tree["rows"] = covered + 1
                    reaching[number] = (tree, covered + 1)
                    continue
                tree = self.cell(cell)
                tree |= {"rows": 1, "column": column.kind.value, "align": _align(column.kind), "heads": number == 0}
                reaching[number] = (tree, 1)
                shown.append(tree)
            made.append(shown)
        return [
            {
                "cells": list(shown), "sampled": row.is_sampled, "words": sh.clean(row.words),
                "is_tall": any(_length(cell) > _TALL_CHARACTERS for cell in row.cells),
            }
            for shown, row in zip(made, rows, strict=True)
        ]

    def cell(self, cell: ce.Cell) -> dict[str, Tree]:
        shown: dict[str, Tree]
        match cell:
            case ce.Words(text):
                shown = {"kind": "words", "text": self.text(text)}
            case ce.Wide(text, columns):
                shown = {"kind": "wide", "text": self.text(text), "columns": columns}
            case ce.Anchor(number):
                shown = {"kind": "anchor", "id": number}
            case ce.Clauses(cites):
                shown = {"kind": "clauses", "words": sh.clean(", ".join(cites)) or sh.DASH}
            case ce.Marked(severity, word):
                shown = {"kind": "severity", "severity": severity.value, "words": word}
            case ce.Squares(cited, carried, uncovered):
                shown = sh.squares(cited, carried, uncovered)
            case ce.Choice():
                shown = sh.choice(cell)
            case ce.Code(text):
                shown = {"kind": "code", "words": sh.clean(text)}
            case ce.Bar():
                drawn: list[Tree] = [
                    {"kind": s.kind, "start": sh.share(s.start), "length": sh.share(s.length)} for s in segments(cell)
                ]
                shown = {"kind": "bar", "segments": drawn}
            case ce.Count(number, is_strong):
                words = sh.DASH if number is None else nb.integer(number)
                shown = {"kind": "count", "words": words, "is_strong": is_strong}
            case ce.Portion(ce.Exact(value)):
                shown = sh.portion(cell, is_below=nb.fraction(value) in self.in_full)
            case _:
                shown = sh.figure(cell)
        return shown

    # running text

    def text(self, text: Text) -> list[Tree]:
        return [
            self.ref(part.target) if isinstance(part, Ref) else {"mark": part.mark.value, "words": sh.clean(part.text)}
            for part in text
        ]

    def ref(self, target: str) -> Tree:
        return {"mark": "ref" if target in self.anchors else "plain", "words": target}


_K = md.ColumnKind
_RIGHT = frozenset({_K.EDGE, _K.RATE, _K.VARIANCE, _K.COUNT, _K.NET})
_CENTER = frozenset({_K.PORTION, _K.ODDS, _K.PAYS})


def _align(kind: md.ColumnKind) -> str:
    """Figures right, or on their stroke in the middle; words left."""
    return "right" if kind in _RIGHT else "center" if kind in _CENTER else "left"


def _witness(witness: md.WitnessBlock | None) -> Tree:
    if witness is None:
        return None
    steps: list[Tree] = [
        {
            "number": step.number, "what": sh.clean(step.what) or sh.DASH, "happens": sh.clean(step.happens),
            "results": [sh.clean(result) or sh.DASH for result in step.results],
            "cites": sh.clean(", ".join(step.cites)) or sh.DASH,
            "is_tall": len(step.what) + len(step.happens) + sum(map(len, step.results)) > _TALL_CHARACTERS,
        }
        for step in witness.steps
    ]
    command: list[Tree] = [*sh.clean(witness.command).split(" ")] if witness.command else []
    return {
        "title": sh.clean(witness.title), "results": [sh.clean(head) for head in witness.results], "steps": steps,
        "command": command,
    }


def _length(cell: ce.Cell) -> int:
    """How much text a cell holds, about."""
    match cell:
        case ce.Words(text) | ce.Wide(text, _):
            return len(_words_of(text))
        case ce.Clauses(cites):
            return 3 * sum(map(len, cites))
        case ce.Code(words):
            return len(words)
        case _:
            return 0


def _is_small(table: md.Table) -> bool:
    """Whether a table is kept on one page."""
    rows = [*(row for group in table.groups for row in group.rows), *table.foot]
    return len(rows) <= _KEEP_ROWS and sum(_length(cell) for row in rows for cell in row.cells) < _KEEP_CHARACTERS


def _is_short(witness: md.WitnessBlock | None) -> bool:
    if witness is None:
        return True
    size = sum(len(s.what) + len(s.happens) + sum(map(len, s.results)) for s in witness.steps)
    return len(witness.steps) <= _KEEP_STEPS and size + len(witness.command) < _KEEP_CHARACTERS


def _words_of(text: Text | None) -> str:
    return "" if text is None else "".join(p.target if isinstance(p, Ref) else p.text for p in text)
