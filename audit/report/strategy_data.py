"""Best play and what hangs on a meter as JSON data."""

from __future__ import annotations

from audit.report.figures_data import Json, exact, worth
from audit.solve.result import AfterSplit, Chart, ChartCell, MeterLine, Strategy


def strategy(found: Strategy) -> Json:
    """Best play: each moment with how often each choice is best, with which hands, and what borderline hands are worth."""
    return {
        "decided": [
            {
                "moment": d.moment,
                "choices": [{"choice": choice, "probability": exact(share)} for choice, share in d.choices],
                "rows": [{"hands": r.hands, "choice": r.choice, "probability": exact(r.share)} for r in d.rows],
                "borders": [
                    {"hand": b.hand, "values": [{"choice": c, "value": worth(v)} for c, v in b.values]}
                    for b in d.borders
                ],
                "chart": _chart(d.chart) if d.chart is not None else None,
                "after_split": _after_split(d.after_split) if d.after_split is not None else None,
                "cite": list(d.cites),
            }
            for d in found.decided
        ],
        "simple": [{"words": s.words, "house_edge": exact(s.house_edge)} for s in found.simple],
    }


def _chart(chart: Chart) -> Json:
    """Best play as a grid; a cell is null where it cannot come."""
    return {
        "beside": chart.beside,
        "seen": list(chart.seen),
        "groups": [
            {
                "title": g.title,
                "after_split": g.is_after_split,
                "rows": [{"held": held, "cells": [_chart_cell(c) for c in cells]} for held, cells in g.rows],
            }
            for g in chart.groups
        ],
    }


def _chart_cell(cell: ChartCell | None) -> Json | None:
    return None if cell is None else {
        "best": list(cell.choices),
        "values": [{"choice": choice, "value": worth(value)} for choice, value in cell.values],
        "otherwise": [{"cards": cards, "choice": choice} for cards, choice in cell.otherwise],
        "more": cell.more,
    }


def _after_split(told: AfterSplit) -> Json:
    """Hands of a split: which are played otherwise than others with the same cards, and after which nothing is decided."""
    return {
        "decided": told.is_decided,
        "rows": [{"hands": r.hands, "choice": r.choice, "hands_per_deal": worth(r.times)} for r in told.rows],
        "undecided": list(told.undecided),
        "split_again": told.is_again,
    }


def meter(line: MeterLine) -> Json:
    """The expected net result as a + b times the meter, and where it breaks even."""
    return {
        "name": line.meter,
        "a": exact(line.constant),
        "b": exact(line.slope),
        "break_even": exact(line.break_even),
    }
